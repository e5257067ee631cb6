/* The game in its own window, which another start of this program opens: it loads the
 * project again after each change. */
#include "cli/edit_files.h"

#include "base/path.h"
#include "base/system/files.h"
#include "base/system/process.h"

#include <time.h>

/* A game that cannot be shown has said so on the console of the editor. */
static bool has_begun(Process process)
{
    enum { TRIES = 10, STEP = 50000000 /* ns */ };
    for (unsigned tries = 0; tries < TRIES; tries++) {
        if (process_is_done(process))
            return false;
        nanosleep(&(struct timespec){.tv_nsec = STEP}, NULL);
    }
    return true;
}

bool edit_window_open(void *context, Text place, Text language, Report *report)
{
    EditFiles *files = context;
    char program[PATH_SIZE];
    Arena *arena = arena_new();
    const char *words[8] = {program, "play", files->root};
    size_t count = 3;
    if (place.size) {
        words[count++] = "--place";
        words[count++] = arena_text(arena, place).at;
    }
    if (language.size) {
        words[count++] = "--language";
        words[count++] = arena_text(arena, language).at;
    }
    if (files->playing && !process_is_done(files->playing)) {
        if (!place.size && !language.size) {
            arena_free(arena);
            return report_error(report, "the game is open already, in its own window");
        }
        process_stop(files->playing);
    }
    files->playing = program_file(program, sizeof program) ? process_start(words) : 0;
    arena_free(arena);
    if (files->playing && has_begun(files->playing))
        return true;
    files->playing = 0;
    return report_error(report, "the game cannot be shown in a window: the console of `oisin "
                                "edit` says why");
}
