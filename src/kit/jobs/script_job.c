/* Handlers of a game, and scripts of maps, as text: the rows of script_job.def. */
#include "kit/jobs/script_rows.h"

static bool any_has(const char *path, ScriptOutput face)
{
    (void)path;
    (void)face;
    return true;
}

/* The last row, that of all other files, comes after those of all wings. */
static const struct {
    bool (*has)(const char *path, ScriptOutput face);
    bool (*write)(Job *job, ScriptOutput face, ScriptSink *to, void *context, Arena *arena);
} rows[] = {
#define SCRIPTS(has, write) {has, write},
#include "kit/jobs/script_job.def"
#define SCRIPTS_USUAL(write) {any_has, write},
#include "kit/jobs/script_job.def"
    {any_has, NULL}};

bool job_scripts(Job *job, ScriptOutput face, ScriptSink *to, void *context)
{
    size_t row = 0;
    while (!rows[row].has(job->inputs[0], face))
        row++;
    if (!rows[row].write)
        return job_usage_error(job, "%s is not a map or its script", job->inputs[0]);
    Arena *arena = arena_new();
    const bool ok = rows[row].write(job, face, to, context, arena);
    arena_free(arena);
    return ok;
}
