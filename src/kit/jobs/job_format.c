/* The format of an input of a job. */
#include "kit/jobs/jobs.h"

#include "kit/jobs/foreign.h"
#include "kit/open/glb_summary.h"

static void report_foreign(const char *path, Bytes file, Report *report)
{
    Arena *scratch = arena_new();
    const Text words = foreign_file(text_of(path), file, scratch);
    report_cause(report, CAUSE_UNSUPPORTED, "%.*s", (int)words.size, words.at);
    arena_free(scratch);
}

const Format *job_format(Job *job, const char *path, Bytes file, Report *report)
{
    const char *forced = job_text(job, OPTION_format);
    const Format *format =
        forced ? format_named(text_of(forced)) : format_of(text_of(path), file);
    if (!format && forced)
        report_cause(report, CAUSE_NOT_FOUND, "unknown format \"%s\"", forced);
    else if (!format)
        report_foreign(path, file, report);
    return format;
}

bool job_glb(const Job *job, const char *path, Bytes file)
{
    return !job_given(job, OPTION_format) && glb_is(text_of(path), file);
}
