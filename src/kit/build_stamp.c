#include "kit/build_stamp.h"

#include "base/lazy_library.h"
#include "base/path.h"

#include <sys/stat.h>
#include <time.h>

/* What of a file's status changes with its contents. */
typedef struct FileState {
    uint64_t device, inode, size, mode, changed[2], written[2];
} FileState;

typedef struct Kept {
    CacheKey files;
    FileState output;
} Kept;

static FileState state_of(const struct stat *status)
{
    return (FileState){(uint64_t)status->st_dev,
                       (uint64_t)status->st_ino,
                       (uint64_t)status->st_size,
                       (uint64_t)status->st_mode,
                       {(uint64_t)status->st_ctim.tv_sec, (uint64_t)status->st_ctim.tv_nsec},
                       {(uint64_t)status->st_mtim.tv_sec, (uint64_t)status->st_mtim.tv_nsec}};
}

#define BYTES_OF(thing) ((Bytes){(const uint8_t *)&(thing), sizeof(thing)})

/* Whether a second change would have another time. File systems that count whole seconds (and
 * two, as FAT) have no nanoseconds; others count up to 10 ms at a time. */
static bool is_before(const struct timespec *change, const struct timespec *start)
{
    enum { COARSE_SECONDS = 3 };
    const int64_t second = 1000000000, margin = second / 50;
    const int64_t since =
        (start->tv_sec - change->tv_sec) * second + start->tv_nsec - change->tv_nsec;
    return change->tv_nsec == 0 ? since > COARSE_SECONDS * second : since > margin;
}

/* The sum does not depend on the order, which is that of the file system. */
static void add_file(BuildStamp *stamp, const FolderFile *file, const struct timespec *start)
{
    const FileState state = state_of(&file->status);
    CacheKey one = {0, 1};
    cache_key_add(&one, bytes_of_text(file->name));
    cache_key_add(&one, BYTES_OF(state));
    stamp->files.high += one.high;
    stamp->files.low += one.low;
    stamp->settled = stamp->settled && is_before(&file->status.st_ctim, start) &&
                     is_before(&file->status.st_mtim, start);
}

static void add_path(CacheKey *key, const char *path, Arena *arena)
{
    const char *resolved = path_resolved(path, arena);
    cache_key_add(key, bytes_of_text(text_of(resolved ? resolved : path)));
}

static bool add_state(CacheKey *key, const char *path)
{
    struct stat status;
    const bool known = path && stat(path, &status) == 0;
    const FileState state = known ? state_of(&status) : (FileState){0};
    cache_key_add(key, BYTES_OF(state));
    return known;
}

BuildStamp build_stamp(const char *folder, const char *output, const BuildOptions *options,
                       const FolderList *files, Arena *arena)
{
    BuildStamp stamp = {.key = cache_key("build"), .settled = true};
    const uint8_t flags[] = {options->strip, options->automap, options->optimise,
                             options->draft};
    stamp.settled = add_state(&stamp.key, "/proc/self/exe");
    add_state(&stamp.key, loaded_code_file()); /* liboisin.so in the program of somebody else */
    cache_key_add(&stamp.key, BYTES_OF(flags));
    cache_key_add(&stamp.key, bytes_of_text(options->extension));
    add_path(&stamp.key, folder, arena);
    add_path(&stamp.key, arena_text(arena, folder_above(text_of(output), arena)).at, arena);
    cache_key_add(&stamp.key, bytes_of_text(path_base(text_of(output))));
    for (size_t i = 0; i < files->count; i++)
        add_file(&stamp, &files->items[i], &files->start);
    return stamp;
}

bool build_stamp_matches(const BuildStamp *stamp, const BuildCache *cache, const char *output,
                         size_t *size, Arena *arena)
{
    Bytes bytes;
    struct stat status;
    Kept kept;
    if (!cache_get(cache, stamp->key, &bytes, arena) || bytes.size != sizeof kept ||
        stat(output, &status) != 0)
        return false;
    memcpy(&kept, bytes.data, sizeof kept);
    const FileState state = state_of(&status);
    *size = (size_t)status.st_size;
    return kept.files.high == stamp->files.high && kept.files.low == stamp->files.low &&
           memcmp(&kept.output, &state, sizeof state) == 0;
}

/* Waits until a change of the file would have another time than its last one. */
static bool wait_for_clock(const char *path, struct stat *status)
{
    enum { MILLISECOND = 1000000, WAITS_MAX = 100 };
    struct timespec now;
    for (unsigned i = 0; i < WAITS_MAX; i++) {
        if (stat(path, status) != 0 || !S_ISREG(status->st_mode) ||
            clock_gettime(CLOCK_REALTIME_COARSE, &now) != 0)
            return false;
        if (is_before(&status->st_ctim, &now) && is_before(&status->st_mtim, &now))
            return true;
        nanosleep(&(struct timespec){.tv_nsec = MILLISECOND}, NULL);
    }
    return false;
}

/* Another program may have written the file meanwhile: its contents are compared after the
 * clock has gone on, so that any later change has a later time. */
void build_stamp_keep(const BuildStamp *stamp, const BuildCache *cache, const char *output,
                      const TngOutput *game)
{
    struct stat status;
    if (!stamp->settled || !wait_for_clock(output, &status) ||
        !file_has_contents(output, game->parts, game->count))
        return;
    const Kept kept = {stamp->files, state_of(&status)};
    cache_put(cache, stamp->key, BYTES_OF(kept));
}
