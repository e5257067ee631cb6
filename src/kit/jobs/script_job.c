/* Handlers of a game, and scripts of maps, as text: the rows of script_job.def. */
#include "kit/jobs/script_rows.h"

static const struct {
    bool (*has)(const char *path, ScriptOutput face);
    bool (*write)(Job *job, ScriptOutput face, ScriptSink *to, void *context, Arena *arena);
} rows[] = {
#define SCRIPTS(has, write) {has, write},
#include "kit/jobs/script_job.def"
};

static bool (*const usual[])(Job *job, ScriptOutput face, ScriptSink *to, void *context,
                             Arena *arena) = {
#define SCRIPTS_USUAL(write) write,
#include "kit/jobs/script_job.def"
    NULL};

bool job_scripts(Job *job, ScriptOutput face, ScriptSink *to, void *context)
{
    size_t row = 0;
    while (row < COUNT_OF(rows) && !rows[row].has(job->inputs[0], face))
        row++;
    bool (*const write)(Job *, ScriptOutput, ScriptSink *, void *, Arena *) =
        row < COUNT_OF(rows) ? rows[row].write : usual[0];
    if (!write)
        return job_usage_error(job, "%s is not a map or its script", job->inputs[0]);
    Arena *arena = arena_new();
    const bool ok = write(job, face, to, context, arena);
    arena_free(arena);
    return ok;
}
