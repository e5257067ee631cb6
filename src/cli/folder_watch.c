/* Hashes of the names, times and sizes of files are added, so that their order does not matter.
 * A change is reported when two looks in succession find the same sum, because a program may
 * still be writing. */
#include "cli/folder_watch.h"

#include "base/hash.h"
#include "base/path.h"
#include "base/system/files.h"
#include "base/text.h"
#include "kit/jobs/files.h"
#include "kit/jobs/folder_walk.h"

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

static bool skips(void *context, Text name, const FileInfo *status)
{
    (void)context;
    (void)status;
    return is_hidden(name) || text_is(path_base(name), "game.tng");
}

static bool add_stamp(void *context, Text path, Text name, const FileInfo *status)
{
    uint64_t *sum = context;
    uint64_t hash = hash_bytes(1, bytes_of_text(path));
    (void)name;
    *sum += hash_mix(hash_mix(hash, (uint64_t)status->modified), status->size);
    return true;
}

/* A hash of names, times and sizes, independent of the order of the files. */
static uint64_t stamp_of_all(const FolderWatch *watch)
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
    FileInfo status;
    for (size_t i = 0; i < watch->count; i++)
        if (is_folder(watch->paths[i]))
            folder_walk(watch->paths[i], &walk);
        else if (file_info(watch->paths[i], &status))
            add_stamp(&sum, text_of(watch->paths[i]), TEXT(""), &status);
    arena_free(arena);
    return sum;
}

void folder_watch_begin(FolderWatch *watch, const char *const *paths, size_t count)
{
    *watch = (FolderWatch){.paths = paths, .count = count};
    watch->stamp = stamp_of_all(watch);
    watch->looked = now_ms();
}

bool folder_watch_changed(FolderWatch *watch)
{
    const int64_t now = now_ms();
    if (now - watch->looked < LOOK_MS + LOOK_SHARE * watch->took)
        return false;
    const uint64_t stamp = stamp_of_all(watch);
    watch->looked = now_ms();
    watch->took = watch->looked - now;
    if (stamp != watch->stamp) { /* a program may still be writing */
        watch->stamp = stamp;
        watch->changed = true;
        return false;
    }
    const bool changed = watch->changed;
    watch->changed = false;
    return changed;
}

void folder_watch_wait(FolderWatch *watch)
{
    while (!folder_watch_changed(watch))
        nanosleep(&(struct timespec){.tv_nsec = LOOK_MS * 1000000L}, NULL);
}
