/* Builds the game again after a change. The player may still use the previous build while it
 * changes to a new one, so the last two accepted builds are kept; a build that failed or was
 * rejected is freed by the next one. */
#include "cli/project_reload.h"

#include "base/text.h"
#include "kit/jobs/files.h"
#include "tirnanog/jobs/open_game.h"

#include <stdio.h>

void reload_begin(Reload *reload, const char *const *paths, size_t count, Report *report)
{
    *reload = (Reload){.report = report};
    folder_watch_begin(&reload->watch, paths, count);
}

void reload_end(Reload *reload)
{
    if (reload->building)
        arena_free(reload->building);
    for (size_t i = 0; i < COUNT_OF(reload->builds); i++)
        if (reload->builds[i])
            arena_free(reload->builds[i]);
}

/* Passes messages on, and shows the first error in the game. */
static void keep_trouble(void *context, const Message *message)
{
    Reload *reload = context;
    report_message(reload->report, message);
    if (message->severity == SEVERITY_ERROR && !reload->trouble.size)
        reload->trouble =
            message->line
                ? arena_format(reload->building, "%.*s:%u: %.*s", (int)message->subject.size,
                               message->subject.at, message->line, (int)message->text.size,
                               message->text.at)
                : arena_format(reload->building, "%.*s: %.*s", (int)message->subject.size,
                               message->subject.at, (int)message->text.size, message->text.at);
}

static bool build(Reload *reload, Bytes *game)
{
    Arena *arena = reload->building;
    const BuildOptions options = {.cache = disk_cache_open(&reload->cache)};
    Report report = report_to(keep_trouble, reload);
    return games_load(reload->watch.paths, reload->watch.count, &options, game, arena, &report);
}

void reload_reported(void *context, bool accepted)
{
    Reload *reload = context;
    if (!accepted) /* freed by the next build */
        return;
    if (reload->builds[1])
        arena_free(reload->builds[1]);
    reload->builds[1] = reload->builds[0];
    reload->builds[0] = reload->building;
    reload->building = NULL;
}

bool reload_ask(void *context, Bytes *game, Text *trouble)
{
    Reload *reload = context;
    if (!folder_watch_changed(&reload->watch))
        return false;
    /* the last build failed or was rejected, and its messages were read */
    if (reload->building)
        arena_free(reload->building);
    reload->building = arena_new();
    reload->trouble = TEXT("");
    const bool ok = build(reload, game);
    *trouble = reload->trouble;
    fprintf(stderr, "%s: %s\n", reload->watch.paths[0],
            ok ? "rebuilt" : "the build failed; the game continues unchanged");
    return ok;
}
