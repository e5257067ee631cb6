/* Merging of JSON trees: lists by name or by alignment, objects, and any values. */
#include "kit/compare/merge_internal.h"

#include "base/hash.h"
#include "base/memory_guard.h"
#include "base/text.h"

/* ---- lists by name ---- */

typedef struct Named {
    const json_t *list;
    Table table; /* from a name to its index */
    Text *names;
    size_t count;
} Named;

/* The first key of difference_keys that the element has, otherwise its type, with its
 * number. */
static bool name_of(const json_t *element, Text *out, Arena *arena)
{
    for (size_t i = 0; difference_keys[i]; i++) {
        const json_t *value = difference_member(element, difference_keys[i]);
        if (json_is_string(value)) {
            *out = difference_string(value);
            return true;
        }
        if (json_is_integer(value)) {
            *out = arena_format(arena, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
            return true;
        }
    }
    const json_t *type = json_object_get(element, "type"), *number = difference_number(element);
    if (!json_is_string(type))
        return false;
    *out = json_is_integer(number)
               ? arena_format(arena, "%s %" JSON_INTEGER_FORMAT, json_string_value(type),
                              json_integer_value(number))
               : difference_string(type);
    return true;
}

/* Whether all elements have names, and each another one. */
static bool name_elements(const json_t *list, Named *out, Arena *arena)
{
    *out = (Named){.list = list, .table = table_new(arena), .count = json_array_size(list)};
    out->names = ARENA_ALLOC(arena, Text, out->count + 1);
    for (size_t i = 0; i < out->count; i++) {
        if (!name_of(json_array_get(list, i), &out->names[i], arena))
            return false;
        table_put(&out->table, out->names[i], (uint32_t)i);
        if (out->table.count != i + 1)
            return false;
    }
    return true;
}

static const json_t *find(const Named *named, Text name)
{
    const uint32_t *at = table_get(&named->table, name);
    return at ? json_array_get(named->list, *at) : NULL;
}

/* Whether the elements that both have are in the same order. */
static bool same_order(const Named *a, const Named *b)
{
    uint32_t last = 0;
    for (size_t i = 0; i < a->count; i++) {
        const uint32_t *at = table_get(&b->table, a->names[i]);
        if (at && *at < last)
            return false;
        last = at ? *at : last;
    }
    return true;
}

typedef struct NamedLists {
    Named base, mine, theirs;
} NamedLists;

/* An element that one side has removed may give no value: then merge_append() adds none. */
static void add_element(MergeJob *job, const NamedLists *lists, Text name, json_t *out)
{
    const size_t size = job->place.size;
    const MergeValues values = {find(&lists->base, name), find(&lists->mine, name),
                                find(&lists->theirs, name)};
    write_u8(&job->place, '[');
    difference_quote(&job->place, name, 0);
    write_u8(&job->place, ']');
    merge_append(out, merge_values(job, &values));
    job->place.size = size;
}

/* The elements of one list in its order; those that only the other one has come after the
 * element that they follow there, and after new ones of the first list. */
static const json_t *merge_named(MergeJob *job, const NamedLists *lists)
{
    const bool moved = !same_order(&lists->base, &lists->mine);
    const Named *first = moved ? &lists->mine : &lists->theirs;
    const Named *other = moved ? &lists->theirs : &lists->mine;
    json_t *out = merge_new(job, json_array());
    size_t next = 0; /* in the other list */
    for (size_t i = 0; i <= first->count; i++) {
        const bool is_new = i < first->count &&
                            !table_get(&lists->base.table, first->names[i]) &&
                            !table_get(&other->table, first->names[i]);
        while (!is_new && next < other->count && !table_get(&first->table, other->names[next]))
            add_element(job, lists, other->names[next++], out);
        if (i == first->count)
            break;
        add_element(job, lists, first->names[i], out);
        const uint32_t *at = table_get(&other->table, first->names[i]);
        if (at)
            next = *at + 1;
    }
    return out;
}

/* ---- lists by alignment ---- */

/* Elements [at, end) of a list. */
typedef struct Span {
    const json_t *list;
    size_t at, end;
} Span;

/* Compares exactly, unlike the hashes of the alignment, which ignore some keys. */
static bool span_equal(Span a, Span b)
{
    bool equal = a.end - a.at == b.end - b.at;
    for (size_t i = 0; equal && i < a.end - a.at; i++)
        equal = json_equal(json_array_get(a.list, a.at + i), json_array_get(b.list, b.at + i));
    return equal;
}

static void append(json_t *out, Span span)
{
    for (size_t i = span.at; i < span.end; i++)
        merge_append(out, json_array_get(span.list, i));
}

static const json_t *list_of(MergeJob *job, Span span)
{
    json_t *out = merge_new(job, json_array());
    append(out, span);
    return out;
}

/* All spans have the size of `base`. */
static void merge_each(MergeJob *job, Span base, Span mine, Span theirs, json_t *out)
{
    for (size_t i = 0; i < base.end - base.at; i++) {
        const size_t size = job->place.size;
        const MergeValues values = {json_array_get(base.list, base.at + i),
                                    json_array_get(mine.list, mine.at + i),
                                    json_array_get(theirs.list, theirs.at + i)};
        write_format(&job->place, "[%zu]", base.at + i);
        merge_append(out, merge_values(job, &values));
        job->place.size = size;
    }
}

/* merge_take() reports the conflict and returns one of the values: its span is used whole. */
static void collide(MergeJob *job, Span base, Span mine, Span theirs, json_t *out)
{
    const size_t size = job->place.size;
    const MergeValues values = {list_of(job, base), list_of(job, mine), list_of(job, theirs)};
    write_format(&job->place, "[%zu]", base.at);
    append(out, merge_take(job, &values) == values.mine ? mine : theirs);
    job->place.size = size;
}

/* As in merge_values(): an unchanged side gives way to the other. */
static void merge_spans(MergeJob *job, Span base, Span mine, Span theirs, json_t *out)
{
    const size_t count = base.end - base.at;
    if (span_equal(base, theirs) || span_equal(mine, theirs))
        append(out, mine);
    else if (span_equal(base, mine))
        append(out, theirs);
    else if (mine.end - mine.at == count && theirs.end - theirs.at == count)
        merge_each(job, base, mine, theirs, out);
    else
        collide(job, base, mine, theirs, out);
}

/* Elements that occur in all three lists divide them into spans, which are merged
 * separately. */
static const json_t *merge_aligned(MergeJob *job, const MergeValues *lists, Arena *scratch)
{
    const size_t count = json_array_size(lists->base);
    const size_t mine_count = json_array_size(lists->mine);
    const size_t theirs_count = json_array_size(lists->theirs);
    const uint64_t *hashes = difference_hashes(lists->base, scratch);
    const uint32_t *to_mine = difference_align(
        hashes, count, difference_hashes(lists->mine, scratch), mine_count, scratch);
    const uint32_t *to_theirs = difference_align(
        hashes, count, difference_hashes(lists->theirs, scratch), theirs_count, scratch);
    Span base = {lists->base, 0, 0}, mine = {lists->mine, 0, 0}, theirs = {lists->theirs, 0, 0};
    json_t *out = merge_new(job, json_array());
    for (size_t i = 0; i <= count; i++) {
        const bool end = i == count;
        if (!end && (to_mine[i] == DIFFERENCE_ALONE || to_theirs[i] == DIFFERENCE_ALONE))
            continue;
        base.end = i;
        mine.end = end ? mine_count : to_mine[i];
        theirs.end = end ? theirs_count : to_theirs[i];
        merge_spans(job, base, mine, theirs, out);
        base.at = base.end;
        mine.at = mine.end;
        theirs.at = theirs.end;
        if (end)
            break;
        /* The elements may differ in what `diff` ignores. */
        base.end++, mine.end++, theirs.end++;
        merge_each(job, base, mine, theirs, out);
        base.at++, mine.at++, theirs.at++;
    }
    return out;
}

/* ---- lists ---- */

static bool all_numbers(const json_t *list)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *value = json_array_get(list, i);
        if (!json_is_number(value) && !json_is_boolean(value))
            return false;
    }
    return true;
}

static const json_t *merge_lists(MergeJob *job, const MergeValues *lists)
{
    const size_t count = json_array_size(lists->base);
    const json_t *merged;
    if (json_array_size(lists->mine) == count && json_array_size(lists->theirs) == count &&
        all_numbers(lists->base) && all_numbers(lists->mine) && all_numbers(lists->theirs)) {
        json_t *out =
            merge_new(job, json_array()); /* a vector, or cells: places have their meanings */
        merge_each(job, (Span){lists->base, 0, count}, (Span){lists->mine, 0, count},
                   (Span){lists->theirs, 0, count}, out);
        return out;
    }
    Arena *scratch = arena_new();
    NamedLists named;
    if (name_elements(lists->base, &named.base, scratch) &&
        name_elements(lists->mine, &named.mine, scratch) &&
        name_elements(lists->theirs, &named.theirs, scratch))
        merged = merge_named(job, &named);
    else
        merged = merge_aligned(job, lists, scratch);
    arena_free(scratch);
    return merged;
}

/* ---- objects ---- */

/* Keys that `diff` ignores (noise) keep the value of "mine". */
static void merge_member(MergeJob *job, const MergeValues *objects, const char *key,
                         json_t *out)
{
    const size_t size = job->place.size;
    const MergeValues values = {json_object_get(objects->base, key),
                                json_object_get(objects->mine, key),
                                json_object_get(objects->theirs, key)};
    const json_t *any = objects->mine ? objects->mine : objects->theirs;
    const json_t *value = values.mine;
    difference_key(&job->place, key);
    if (!value || !difference_is_noise(any, key))
        value = merge_values(job, &values);
    if (value && json_object_set(out, key, merge_counted(value)))
        memory_out(SIZE_MAX);
    job->place.size = size;
}

/* Keys in the order of "mine"; then those that only "theirs" has. */
static const json_t *merge_objects(MergeJob *job, const MergeValues *values)
{
    json_t *out = merge_new(job, json_object());
    const char *key;
    json_t *value;
    json_object_foreach(merge_counted(values->mine), key, value)
        merge_member(job, values, key, out);
    json_object_foreach(merge_counted(values->theirs), key, value)
    {
        if (!json_object_get(values->mine, key))
            merge_member(job, values, key, out);
    }
    return out;
}

/* ---- values ---- */

static bool has_lines(const json_t *value)
{
    size_t at;
    return json_is_string(value) && text_find(difference_string(value), '\n', &at);
}

/* NULL stands for an absent value, on any side and as the result. */
const json_t *merge_values(MergeJob *job, const MergeValues *values)
{
    const json_t *base = values->base, *mine = values->mine, *theirs = values->theirs;
    if (merge_equal(base, theirs) || merge_equal(mine, theirs))
        return mine;
    if (merge_equal(base, mine))
        return theirs;
    if (json_is_object(mine) && json_is_object(theirs))
        return merge_objects(job, values);
    if (json_is_array(base) && json_is_array(mine) && json_is_array(theirs))
        return merge_lists(job, values);
    if (has_lines(base) && json_is_string(mine) && json_is_string(theirs)) {
        const Text text = merge_texts(job, difference_string(base), difference_string(mine),
                                      difference_string(theirs));
        return merge_new(job, json_stringn(text.at, text.size));
    }
    return merge_take(job, values);
}
