/* Files next to the state of `oisin serve`; and files that it writes, which must not be files
 * that it needs. */
#include "cli/serve_internal.h"
#include "kit/jobs/job_inputs.h"

#include "base/text.h"

#include <string.h>

const char *serve_beside_state(const Serving *serving, unsigned option, const char *ending)
{
    const char *given = option_text(serving->invocation, option);
    const Text state = store_is_remote(serving->state) ? serving->id : text_of(serving->state);
    return given ? given
                 : arena_format(serving->arena, "%.*s%s", (int)state.size, state.at, ending).at;
}

/* A file of the server, which may not exist yet. False if it has the path of the output. */
static bool note(InputFiles *inputs, const char *path, const char *output)
{
    if (!path)
        return true;
    input_files_note(inputs, path);
    return strcmp(path, output) != 0;
}

/* The database and the files that SQLite and the store keep next to it. */
static bool note_state(InputFiles *inputs, const Serving *serving, const char *output)
{
    static const char *const endings[] = {"", ".lock", "-journal", "-wal", "-shm"};
    bool ok = true;
    for (size_t i = 0; i < COUNT_OF(endings) && !store_is_remote(serving->state); i++)
        ok &= note(inputs, arena_format(inputs->arena, "%s%s", serving->state, endings[i]).at,
                   output);
    return ok;
}

bool serve_check_output(const Serving *serving, const char *path, Report *report)
{
    static const unsigned also[] = {OPTION_config, OPTION_word_filter, OPTION_import};
    const Invocation *invocation = serving->invocation;
    InputFiles inputs = {.arena = serving->arena};
    for (size_t i = 0; i < invocation->argument_count; i++)
        input_files_note_below(&inputs, invocation->arguments[i]);
    bool ok = note_state(&inputs, serving, path);
    ok &= note(&inputs, serve_beside_state(serving, OPTION_certificate, ".crt"), path);
    ok &= note(&inputs, serve_beside_state(serving, OPTION_key, ".key"), path);
    for (size_t i = 0; i < COUNT_OF(also); i++)
        ok &= note(&inputs, option_text(invocation, also[i]), path);
    return input_files_check_output(&inputs, path, report) &&
           (ok || report_error(report, "%s is another file of the server", path));
}
