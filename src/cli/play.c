/* play: a game or a project, in a window or headless. */
#include "cli/command.h"
#include "cli/files.h"
#include "cli/scripts.h"
#include "formats/tirnanog/tng.h"
#include "player/player.h"
#include "project/project.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* F12: screenshot-001.png and so on, in the working directory. */
static void save_screenshot(void *context, Bytes picture)
{
    Report *report = context;
    char path[32];
    for (int i = 1; i < 1000; i++) {
        snprintf(path, sizeof path, "screenshot-%03d.png", i);
        if (access(path, F_OK) != 0) {
            if (file_save(path, &picture, 1, report))
                fprintf(stderr, "%s\n", path);
            return;
        }
    }
}

static bool save_if_wanted(Invocation *invocation, const char *option, Bytes bytes)
{
    const char *path = option_text(invocation, option);
    return !path || file_save(path, &bytes, 1, &invocation->report);
}

/* The system's language, for people; recordings must not depend on it. */
static Text system_language(void)
{
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        const char *value = getenv(names[i]);
        if (value && strlen(value) >= 2)
            return (Text){value, 2};
    }
    return TEXT("");
}

static bool read_options(Invocation *invocation, PlayerOptions *out, Arena *arena)
{
    const char *input = option_text(invocation, "input");
    long frames, every, seed;
    Bytes file = {NULL, 0};
    if (!option_number(invocation, "frames", 1, 100000000, 0, &frames) ||
        !option_number(invocation, "every", 1, 1000, 2, &every) ||
        !option_number(invocation, "seed", 0, LONG_MAX, 0, &seed) ||
        (input && !file_load(input, &file, arena, &invocation->report)))
        return false;
    *out = (PlayerOptions){.input = text_of_bytes(file),
                           .input_name = text_of(input ? input : ""),
                           .record = option_given(invocation, "record"),
                           .screenshot = option_given(invocation, "screenshot"),
                           .frames = (uint32_t)frames,
                           .every = option_given(invocation, "animation") ? (uint32_t)every : 0,
                           .language = option_given(invocation, "headless") || input ||
                                               option_given(invocation, "record")
                                           ? TEXT("")
                                           : system_language(),
                           .has_seed = option_given(invocation, "seed"),
                           .seed = (uint64_t)seed,
                           .save = save_screenshot,
                           .context = &invocation->report};
    return true;
}

int command_play(Invocation *invocation)
{
    const bool headless = option_given(invocation, "headless");
    Arena *arena = arena_new();
    Bytes game;
    PlayerOptions player_options;
    PlayerResult result;
    bool ok = read_options(invocation, &player_options, arena) &&
              game_load(invocation->arguments[0], &game, arena, &invocation->report);
    report_about(&invocation->report, text_of(invocation->arguments[0]));
    ok = ok && (headless ? player_run_headless : player_run)(game, &player_options, &result,
                                                             arena, &invocation->report);
    report_about(&invocation->report, TEXT(""));
    ok = ok && save_if_wanted(invocation, "record", result.recording) &&
         save_if_wanted(invocation, "screenshot", result.screenshot) &&
         save_if_wanted(invocation, "animation", result.animation);
    if (ok && headless && !option_given(invocation, "quiet"))
        printf("%u frames, world %016llx\n", result.frames, (unsigned long long)result.hash);
    if (ok && option_given(invocation, "timing"))
        fprintf(stderr, "first frame after %u.%03u ms\n", result.first_frame / 1000,
                result.first_frame % 1000);
    arena_free(arena);
    return ok ? EXIT_DONE : EXIT_FAILED;
}
