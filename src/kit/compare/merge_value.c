/* Parts, in order: values; conflicts; texts that are merged line by line. */
#include "kit/compare/merge_internal.h"

#include "base/memory_guard.h"
#include "base/merge_lines.h"

/* ---- values ---- */

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

void merge_append(json_t *list, const json_t *value)
{
    if (value && json_array_append(list, merge_counted(value)))
        memory_out(SIZE_MAX);
}

/* ---- conflicts ---- */

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
