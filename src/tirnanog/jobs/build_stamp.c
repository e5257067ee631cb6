/* Compares states (file_state.h) instead of contents, of the project's files, of the program
 * and of the output. A build that changes nothing then opens no file of the project. */
#include "tirnanog/jobs/build_stamp.h"

#include "base/deflate.h"
#include "base/lazy_library.h"
#include "base/path.h"
#include "base/system/files.h"
#include "kit/jobs/file_state.h"

typedef struct Kept {
    CacheKey files;
    FileState output;
    uint32_t crc;     /* of the output's contents */
    uint32_t settled; /* not 0: they were read after its time of change was over */
} Kept;

#define BYTES_OF(thing) ((Bytes){(const uint8_t *)&(thing), sizeof(thing)})

/* The sum does not depend on the order, which is that of the file system. */
static void add_file(BuildStamp *stamp, const FolderFile *file, int64_t start)
{
    const CacheKey one = file_state_key(file->name, &file->status);
    stamp->files.high += one.high;
    stamp->files.low += one.low;
    stamp->settled = stamp->settled && file_is_settled(&file->status, start);
}

static void add_path(CacheKey *key, const char *path, Arena *arena)
{
    const char *resolved = path_resolved(path, arena);
    cache_key_add(key, bytes_of_text(text_of(resolved ? resolved : path)));
}

static bool add_state(CacheKey *key, const char *path)
{
    FileInfo status;
    const bool known = path && file_info(path, &status);
    const FileState state = known ? file_state(&status) : (FileState){0};
    cache_key_add(key, BYTES_OF(state));
    return known;
}

BuildStamp build_stamp(const char *folder, const char *output, const BuildOptions *options,
                       const FolderList *files, Arena *arena)
{
    BuildStamp stamp = {.key = cache_key("build")};
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
        add_file(&stamp, &files->items[i], files->start);
    return stamp;
}

/* Another program may have written the output between the build and the look at its state, or
 * in the same tick: so its contents are compared once, when a later change would have another
 * time. */
static bool check_output(Kept *kept, const BuildStamp *stamp, const BuildCache *cache,
                         const char *output, bool settled, Arena *arena)
{
    Bytes file;
    Report silent = report_to(NULL, NULL);
    if (!file_load(output, &file, arena, &silent) || crc32_of(0, file) != kept->crc)
        return false;
    kept->settled = settled;
    if (settled)
        cache_put(cache, stamp->key, BYTES_OF(*kept));
    return true;
}

bool build_stamp_matches(const BuildStamp *stamp, const BuildCache *cache, const char *output,
                         size_t *size, Arena *arena)
{
    Bytes bytes;
    FileInfo status;
    Kept kept;
    if (!cache_get(cache, stamp->key, &bytes, arena) || bytes.size != sizeof kept ||
        !file_info(output, &status))
        return false;
    memcpy(&kept, bytes.data, sizeof kept);
    const FileState state = file_state(&status);
    *size = (size_t)status.size;
    return kept.files.high == stamp->files.high && kept.files.low == stamp->files.low &&
           memcmp(&kept.output, &state, sizeof state) == 0 &&
           (kept.settled || check_output(&kept, stamp, cache, output,
                                         file_is_settled(&status, file_clock()), arena));
}

void build_stamp_keep(const BuildStamp *stamp, const BuildCache *cache, const char *output,
                      const TngOutput *game)
{
    FileInfo status;
    if (!stamp->settled || !file_info(output, &status) || status.kind != KIND_FILE)
        return;
    Kept kept = {.files = stamp->files, .output = file_state(&status)};
    for (size_t i = 0; i < game->count; i++)
        kept.crc = crc32_of(kept.crc, game->parts[i]);
    cache_put(cache, stamp->key, BYTES_OF(kept));
}
