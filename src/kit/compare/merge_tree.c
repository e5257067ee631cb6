/* Merging of JSON trees. */
#include "kit/compare/merge_internal.h"

#include "base/memory_guard.h"
#include "base/merge_lines.h"
#include "base/text.h"

bool merge_equal(const json_t *a, const json_t *b)
{
    return a && b ? json_equal(a, b) : a == b;
}

json_t *merge_new(MergeJob *job, json_t *value)
{
    if (!value)
        memory_out(SIZE_MAX);
    return json_owned(value, job->arena);
}

/* jansson counts the references to values that nobody changes, too. */
static json_t *counted(const json_t *value) { return (json_t *)(uintptr_t)value; }

void merge_append(json_t *list, const json_t *value)
{
    if (value && json_array_append(list, counted(value)))
        memory_out(SIZE_MAX);
}

static Text on_one_line(MergeJob *job, const json_t *value)
{
    Writer out = writer_to(job->arena);
    if (!value)
        return TEXT("nothing");
    difference_value(&out, value);
    return writer_text(&out);
}

static void report(MergeJob *job, const MergeConflict *conflict)
{
    job->merge->conflicts++;
    job->merge->sink(job->merge->context, conflict);
}

const json_t *merge_take(MergeJob *job, const MergeValues *values)
{
    const MergeConflict conflict = {.file = job->file,
                                    .place = writer_text(&job->place),
                                    .base = on_one_line(job, values->base),
                                    .mine = on_one_line(job, values->mine),
                                    .theirs = on_one_line(job, values->theirs)};
    report(job, &conflict);
    return job->merge->prefer_theirs ? values->theirs : values->mine;
}

/* ---- texts ---- */

static Text quoted(MergeJob *job, Text lines)
{
    Writer out = writer_to(job->arena);
    if (!lines.size)
        return TEXT("nothing");
    lines.size -= text_ends(lines, "\n");
    difference_quote(&out, difference_text_for_people(lines, job->arena), 0);
    return writer_text(&out);
}

static void on_lines(void *context, const LineConflict *lines)
{
    MergeJob *job = context;
    const size_t size = job->place.size;
    write_format(&job->place, "%sline %zu", size ? " " : "", lines->line);
    const MergeConflict conflict = {.file = job->file,
                                    .place = writer_text(&job->place),
                                    .base = quoted(job, lines->base),
                                    .mine = quoted(job, lines->mine),
                                    .theirs = quoted(job, lines->theirs)};
    report(job, &conflict);
    job->place.size = size;
}

Text merge_texts(MergeJob *job, Text base, Text mine, Text theirs)
{
    Text out;
    merge_lines_all(base, mine, theirs, job->merge->prefer_theirs, on_lines, job, &out,
                    job->arena);
    return out;
}

static bool has_lines(const json_t *value)
{
    size_t at;
    return json_is_string(value) && text_find(difference_string(value), '\n', &at);
}

/* ---- objects ---- */

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
    if (value && json_object_set(out, key, counted(value)))
        memory_out(SIZE_MAX);
    job->place.size = size;
}

static const json_t *merge_objects(MergeJob *job, const MergeValues *values)
{
    json_t *out = merge_new(job, json_object());
    const char *key;
    json_t *value;
    json_object_foreach(counted(values->mine), key, value) merge_member(job, values, key, out);
    json_object_foreach(counted(values->theirs), key, value)
    {
        if (!json_object_get(values->mine, key))
            merge_member(job, values, key, out);
    }
    return out;
}

/* ---- values ---- */

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
