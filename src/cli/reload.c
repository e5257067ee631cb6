#include "cli/reload.h"

#include "base/hash.h"
#include "base/path.h"
#include "base/text.h"
#include "kit/files.h"
#include "kit/folder_walk.h"
#include "kit/game.h"

#include <stdio.h>
#include <time.h>

/* Folders with many files are checked less often, so that checking takes at most a tenth of
 * the time. */
enum { LOOK_MS = 40, LOOK_SHARE = 10 };

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static bool skips(void *context, Text name, const struct stat *status)
{
    (void)context;
    (void)status;
    return is_hidden(name) || text_is(path_base(name), "game.tng");
}

static bool add_stamp(void *context, Text path, Text name, const struct stat *status)
{
    uint64_t *sum = context;
    uint64_t hash = hash_bytes(1, bytes_of_text(path));
    (void)name;
    hash = hash_mix(hash, (uint64_t)status->st_mtim.tv_sec);
    hash = hash_mix(hash, (uint64_t)status->st_mtim.tv_nsec);
    *sum += hash_mix(hash, (uint64_t)status->st_size);
    return true;
}

/* A hash of names, times and sizes, independent of the order of the files. */
static uint64_t stamp_of_all(const Reload *reload)
{
    uint64_t sum = 0;
    Arena *arena = arena_new();
    Report silent = report_to(NULL, NULL);
    const FolderWalk walk = {.file = add_stamp,
                             .skip = skips,
                             .context = &sum,
                             .lenient = true,
                             .arena = arena,
                             .report = &silent};
    for (size_t i = 0; i < reload->count; i++)
        if (is_folder(reload->paths[i]))
            folder_walk(reload->paths[i], &walk);
    arena_free(arena);
    return sum;
}

void reload_begin(Reload *reload, const char *const *paths, size_t count, Report *report)
{
    *reload = (Reload){.paths = paths, .count = count, .report = report};
    reload->stamp = stamp_of_all(reload);
    reload->looked = now_ms();
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
    return games_load(reload->paths, reload->count, &options, game, arena, &report);
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
    const int64_t now = now_ms();
    if (now - reload->looked < LOOK_MS + LOOK_SHARE * reload->took)
        return false;
    const uint64_t stamp = stamp_of_all(reload);
    reload->looked = now_ms();
    reload->took = reload->looked - now;
    if (stamp != reload->stamp) { /* a program may still be writing */
        reload->stamp = stamp;
        reload->changed = true;
        return false;
    }
    if (!reload->changed)
        return false;
    reload->changed = false;
    /* the last build failed or was rejected, and its messages were read */
    if (reload->building)
        arena_free(reload->building);
    reload->building = arena_new();
    reload->trouble = TEXT("");
    const bool ok = build(reload, game);
    *trouble = reload->trouble;
    fprintf(stderr, "%s: %s\n", reload->paths[0],
            ok ? "rebuilt" : "the build failed; the game continues unchanged");
    return ok;
}
