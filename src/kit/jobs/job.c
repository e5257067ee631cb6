/* Parts, in order: the tables of options, made from job_options.def; values of options;
 * messages; the report of a folder, which prefixes the names of its files. */
#include "kit/jobs/job.h"

#include "base/game_text.h"
#include "base/path.h"
#include "base/text.h"
#include "kit/jobs/files.h"

#include <stdio.h>

const Option job_options[] = {
#define OPTION(command, id, name, letter, argument, doc)                                       \
    {command, OPTION_##id, name, letter, argument, doc},
#define OPTION_ALSO OPTION
#include "kit/jobs/job_options.def"
#undef OPTION_ALSO
#undef OPTION
    {0}};

const char *const job_option_names[JOB_OPTION_COUNT] = {
#define OPTION(command, id, name, letter, argument, doc) [OPTION_##id] = name,
#define OPTION_ALSO(command, id, name, letter, argument, doc)
#include "kit/jobs/job_options.def"
#undef OPTION_ALSO
#undef OPTION
};

const char *job_text(const Job *job, JobOption option) { return job->values[option]; }

bool job_given(const Job *job, JobOption option) { return job_text(job, option) != NULL; }

/* `out` gets the fallback if the option is not given. */
bool job_number(Job *job, JobOption option, long min, long max, long fallback, long *out)
{
    const char *text = job_text(job, option);
    int64_t number = fallback;
    if (text && !text_number(text_of(text), min, max, &number))
        return job_usage_error(job, "--%s: expected a number from %ld to %ld, found \"%s\"",
                               job_option_names[option], min, max, text);
    *out = (long)number;
    return true;
}

bool job_choose_encoding(Job *job)
{
    const char *name = job_text(job, OPTION_encoding);
    Encoding encoding;
    if (!name)
        return true;
    if (!encoding_named(text_of(name), &encoding))
        return job_usage_error(
            job, "--encoding: expected cp1251, cp1250, utf-8 or cp949, found \"%s\"", name);
    game_texts_choose(encoding);
    return true;
}

bool job_file(Job *job, JobOption option, Bytes *out, Arena *arena)
{
    const char *path = job_text(job, option);
    return !path || file_load(path, out, arena, job->report);
}

/* Always false. Marks the job, so that the program ends with the status of wrong usage. */
bool job_usage_error(Job *job, const char *format, ...)
{
    char text[2000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    job->usage_wrong = true;
    job->misuse(job->context, text);
    return false;
}

/* Without a subject: the note is about the job and not about a file. */
void job_note(Job *job, const char *format, ...)
{
    char text[2000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    Report about = report_child(job->report, TEXT(""));
    report_note(&about, "%s", text);
}

static void put_within(void *context, const Message *message)
{
    const Within *within = context;
    Arena *arena = arena_new();
    Message whole = *message;
    if (message->subject.size && within->folder.size)
        whole.subject =
            arena_format(arena, "%.*s/%.*s", (int)within->folder.size, within->folder.at,
                         (int)message->subject.size, message->subject.at);
    report_message(within->outer, &whole);
    arena_free(arena);
}

Report report_within(Within *within, const char *folder, Report *outer)
{
    *within = (Within){outer, path_without_slashes(text_of(folder))};
    return report_to(put_within, within);
}
