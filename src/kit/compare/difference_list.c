/* Comparison of JSON lists: by name, or by alignment. */
#include "kit/compare/difference_internal.h"

#include "base/hash.h"

#include <inttypes.h>
#include <stdio.h>

/* PLAIN_MAX: values of a list that are printed one by one. NEAR_MAX: elements of a gap, and
 * of an element, that are compared for similarity, whose cost is quadratic. */
enum { PLAIN_MAX = 3, NEAR_MAX = 64 };

const char *const difference_keys[] = {"path", "name", "id", "title", "key", NULL};

static bool is_plain(const json_t *value)
{
    return !json_is_object(value) && !json_is_array(value);
}

/* The name of an element for people; NULL if it has none. */
static const json_t *name_in(const json_t *element)
{
    for (size_t i = 0; difference_keys[i] && json_is_object(element); i++) {
        const json_t *value = difference_member(element, difference_keys[i]);
        if (json_is_string(value) && json_string_length(value))
            return value;
    }
    return NULL;
}

/* ["Iron sword"], [id 5] or [3], followed by a name if there is one. */
static void put_label(Writer *place, const char *key, const json_t *element, size_t index)
{
    const json_t *name = key ? difference_member(element, key) : name_in(element);
    write_u8(place, '[');
    if (!key)
        write_format(place, "%zu%s", index, name ? " " : "");
    else if (json_is_integer(name))
        write_format(place, "%s ", key);
    if (name)
        difference_value(place, name);
    write_u8(place, ']');
}

uint64_t *difference_hashes(const json_t *list, Arena *arena)
{
    uint64_t *hashes = ARENA_ALLOC(arena, uint64_t, json_array_size(list) + 1);
    for (size_t i = 0; i < json_array_size(list); i++)
        hashes[i] = difference_hash(json_array_get(list, i), NULL);
    return hashes;
}

/* The place is extended for the time of the comparison, and cut back. */
static void compare_element(DifferenceJob *job, const char *key, const json_t *a,
                            const json_t *b, size_t index)
{
    const size_t size = job->place.size;
    put_label(&job->place, key, a, index);
    job->values(job, a, b);
    job->place.size = size;
}

/* `list: + "Long bow"`, or `list: + [5] {...}`. */
static void print_element(DifferenceJob *job, DifferenceKind kind, const char *key,
                          const json_t *element, size_t index)
{
    if (key) {
        const json_t *name = difference_member(element, key);
        if (json_is_integer(name))
            write_format(&job->text, "%s ", key);
        difference_value(&job->text, name);
    } else {
        write_format(&job->text, "[%zu] ", index);
        difference_value(&job->text, element);
    }
    difference_report(job, kind);
}

/* Elements by name: the table of each side maps names to indices. */
typedef struct Named {
    const json_t *list;
    Table table;
    Text *names;
    uint32_t *partner; /* index in the other list, or DIFFERENCE_ALONE */
    size_t count;
} Named;

/* Whether the key identifies each element uniquely. */
static bool name_elements(const json_t *list, const char *key, Named *named, Arena *arena)
{
    *named = (Named){list, table_new(arena), NULL, NULL, json_array_size(list)};
    named->names = ARENA_ALLOC(arena, Text, named->count + 1);
    named->partner = ARENA_ALLOC(arena, uint32_t, named->count + 1);
    for (size_t i = 0; i < named->count; i++) {
        const json_t *value = difference_member(json_array_get(list, i), key);
        if (!json_is_string(value) && !json_is_integer(value))
            return false;
        named->names[i] = json_is_string(value) ? difference_string(value)
                                                : arena_format(arena, "%" JSON_INTEGER_FORMAT,
                                                               json_integer_value(value));
        table_put(&named->table, named->names[i], (uint32_t)i);
        if (named->table.count != i + 1)
            return false;
        named->partner[i] = DIFFERENCE_ALONE;
    }
    return named->count != 0;
}

/* Both directions are set: later steps use either. */
static void pair_names(Named *a, Named *b)
{
    for (size_t i = 0; i < a->count; i++) {
        const uint32_t *found = table_get(&b->table, a->names[i]);
        if (!found)
            continue;
        a->partner[i] = *found;
        b->partner[*found] = (uint32_t)i;
    }
}

/* Pairs elements that are equal except for their name: they were renamed. */
static void pair_renamed(Named *a, Named *b, const char *key, Arena *arena)
{
    Table table = table_new(arena);
    for (size_t i = 0; i < b->count; i++)
        if (b->partner[i] == DIFFERENCE_ALONE &&
            json_object_size(json_array_get(b->list, i)) > 1)
            table_put(&table,
                      arena_format(arena, "%" PRIx64,
                                   difference_hash(json_array_get(b->list, i), key)),
                      (uint32_t)i);
    for (size_t i = 0; i < a->count && table.count; i++) {
        char digits[17];
        if (a->partner[i] != DIFFERENCE_ALONE)
            continue;
        snprintf(digits, sizeof digits, "%" PRIx64,
                 difference_hash(json_array_get(a->list, i), key));
        const uint32_t *found = table_get(&table, text_of(digits));
        if (found && b->partner[*found] == DIFFERENCE_ALONE) {
            a->partner[i] = *found;
            b->partner[*found] = (uint32_t)i;
        }
    }
}

/* One line for the whole list: moved elements would repeat the list. */
static void report_order(DifferenceJob *job, const Named *a, const char *key)
{
    uint32_t last = 0;
    for (size_t i = 0; i < a->count; i++) {
        if (a->partner[i] == DIFFERENCE_ALONE)
            continue;
        if (a->partner[i] < last) {
            write_text(&job->text, TEXT("another order, first "));
            difference_value(&job->text, difference_member(json_array_get(a->list, i), key));
            difference_report(job, DIFFERENCE_CHANGED);
            return;
        }
        last = a->partner[i];
    }
}

/* Renamed elements are paired after those with equal names, so that a name wins. */
static void compare_named(DifferenceJob *job, Named *a, Named *b, const char *key, Arena *arena)
{
    pair_names(a, b);
    pair_renamed(a, b, key, arena);
    for (size_t i = 0; i < a->count; i++) {
        const json_t *element = json_array_get(a->list, i);
        if (a->partner[i] == DIFFERENCE_ALONE)
            print_element(job, DIFFERENCE_REMOVED, key, element, i);
        else
            compare_element(job, key, element, json_array_get(b->list, a->partner[i]), i);
    }
    for (size_t i = 0; i < b->count; i++)
        if (b->partner[i] == DIFFERENCE_ALONE)
            print_element(job, DIFFERENCE_ADDED, key, json_array_get(b->list, i), i);
    report_order(job, a, key);
}

/* Compares lists by names; returns false if the elements have none. */
static bool compare_by_name(DifferenceJob *job, const json_t *a, const json_t *b)
{
    Arena *scratch = arena_new();
    bool done = false;
    for (size_t i = 0; difference_keys[i] && !done; i++) {
        Named left, right;
        done = json_object_get(json_array_get(a, 0), difference_keys[i]) &&
               name_elements(a, difference_keys[i], &left, scratch) &&
               name_elements(b, difference_keys[i], &right, scratch);
        if (done)
            compare_named(job, &left, &right, difference_keys[i], scratch);
    }
    arena_free(scratch);
    return done;
}

static bool all_plain(const json_t *list)
{
    for (size_t i = 0; i < json_array_size(list); i++)
        if (!is_plain(json_array_get(list, i)))
            return false;
    return true;
}

/* Similarity of two elements: the number of equal members or elements. */
static size_t likeness(const json_t *a, const json_t *b)
{
    const char *key;
    json_t *value;
    size_t count = 0;
    if (json_typeof(a) != json_typeof(b))
        return 0;
    json_object_foreach((json_t *)a, key, value)
    {
        const json_t *other = json_object_get(b, key);
        count += other && is_plain(value) && json_equal(value, other);
    }
    for (size_t i = 0; i < json_array_size(a) && i < json_array_size(b) && i < NEAR_MAX; i++)
        count += is_plain(json_array_get(a, i)) &&
                 json_equal(json_array_get(a, i), json_array_get(b, i));
    return count;
}

/* If edited elements are next to new ones: for a short gap, the number of elements to skip at
 * the start of the longer side, so that similar elements are paired. */
static size_t best_shift(const json_t *shorter, size_t at, size_t count, const json_t *longer,
                         size_t from, size_t more)
{
    size_t best = 0, best_likeness = 0;
    for (size_t shift = 0; shift <= more && count && count + more <= NEAR_MAX; shift++) {
        size_t like = 0;
        for (size_t i = 0; i < count; i++)
            like += likeness(json_array_get(shorter, at + i),
                             json_array_get(longer, from + shift + i));
        if (like > best_likeness) {
            best_likeness = like;
            best = shift;
        }
    }
    return best;
}

/* Pairs as many elements as both sides have; the rest was removed or added. */
static void compare_gap(DifferenceJob *job, const json_t *a, const json_t *b, DifferenceGap gap)
{
    const size_t a_count = gap.a_end - gap.a, b_count = gap.b_end - gap.b;
    const size_t a_shift =
        a_count > b_count ? best_shift(b, gap.b, b_count, a, gap.a, a_count - b_count) : 0;
    const size_t b_shift =
        b_count > a_count ? best_shift(a, gap.a, a_count, b, gap.b, b_count - a_count) : 0;
    const size_t pairs = a_count < b_count ? a_count : b_count;
    for (size_t i = 0; i < a_shift; i++, gap.a++)
        print_element(job, DIFFERENCE_REMOVED, NULL, json_array_get(a, gap.a), gap.a);
    for (size_t i = 0; i < b_shift; i++, gap.b++)
        print_element(job, DIFFERENCE_ADDED, NULL, json_array_get(b, gap.b), gap.b);
    for (size_t i = 0; i < pairs; i++, gap.a++, gap.b++)
        compare_element(job, NULL, json_array_get(a, gap.a), json_array_get(b, gap.b), gap.a);
    for (; gap.a < gap.a_end; gap.a++)
        print_element(job, DIFFERENCE_REMOVED, NULL, json_array_get(a, gap.a), gap.a);
    for (; gap.b < gap.b_end; gap.b++)
        print_element(job, DIFFERENCE_ADDED, NULL, json_array_get(b, gap.b), gap.b);
}

/* Prints many different values on one line. */
static void print_short(DifferenceJob *job, const json_t *a, const json_t *b, size_t count,
                        const DifferenceGap *first)
{
    const size_t before = json_array_size(a), after = json_array_size(b);
    if (before == after)
        write_format(&job->text, "%zu of %zu values differ", count, before);
    else
        write_format(&job->text, "%zu -> %zu values, %zu differ", before, after, count);
    write_format(&job->text, ", first [%zu]: ", first->a < first->a_end ? first->a : first->b);
    if (first->a < first->a_end)
        difference_value(&job->text, json_array_get(a, first->a));
    write_text(&job->text, first->b == first->b_end   ? TEXT(" is gone")
                           : first->a == first->a_end ? TEXT("+ ")
                                                      : TEXT(" -> "));
    if (first->b < first->b_end)
        difference_value(&job->text, json_array_get(b, first->b));
    difference_report(job, DIFFERENCE_CHANGED);
}

/* Two passes over the gaps: the first counts, to decide between one line and many. */
static void compare_aligned(DifferenceJob *job, const json_t *a, const json_t *b)
{
    Arena *scratch = arena_new();
    const size_t a_count = json_array_size(a), b_count = json_array_size(b);
    const uint32_t *partner = difference_align(difference_hashes(a, scratch), a_count,
                                               difference_hashes(b, scratch), b_count, scratch);
    const bool plain = all_plain(a) && all_plain(b);
    size_t count = 0;
    DifferenceGap gap = {0}, first = {0};
    while (difference_gap(partner, a_count, b_count, &gap)) {
        const size_t removed = gap.a_end - gap.a, added = gap.b_end - gap.b;
        first = count ? first : gap;
        count += removed > added ? removed : added;
    }
    if (plain && count > PLAIN_MAX) {
        print_short(job, a, b, count, &first);
    } else {
        size_t paired = 0;
        for (gap = (DifferenceGap){0};;) {
            const bool more = difference_gap(partner, a_count, b_count, &gap);
            /* May be equal except for noise. */
            for (; !plain && paired < gap.a; paired++)
                compare_element(job, NULL, json_array_get(a, paired),
                                json_array_get(b, partner[paired]), paired);
            if (!more)
                break;
            compare_gap(job, a, b, gap);
            paired = gap.a_end;
        }
    }
    arena_free(scratch);
}

/* Names are tried first, because they also find elements that were moved. */
void difference_of_lists(DifferenceJob *job, const json_t *a, const json_t *b)
{
    if (!compare_by_name(job, a, b))
        compare_aligned(job, a, b);
}
