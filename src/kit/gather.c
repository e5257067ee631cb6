#include "kit/gather.h"

#include "kit/files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static bool fail(Gather *gather, const char *path, Report *report)
{
    const int cause = errno;
    const Text before = report_about(report, text_of(path));
    report_error(report, "cannot write: %s", strerror(cause));
    report_about(report, before);
    gather->failed = true;
    return false;
}

Gather gather_into(const char *folder, Arena *arena)
{
    return (Gather){.folder = folder, .known = table_new(arena), .arena = arena};
}

/* In the nearest folder that is there, so that moving is no copying. */
static bool make_beside(Gather *gather, Report *report)
{
    Text folder = arena_text(gather->arena, text_of(gather->folder));
    while (!is_folder(folder.at) && access(folder.at, F_OK))
        folder = folder_above(folder, gather->arena);
    gather->failed = !beside_make(&gather->beside, folder.at, report);
    return !gather->failed;
}

static Text beside_path(const Gather *gather, size_t index)
{
    return arena_format(gather->arena, "%s/%zu", gather->beside.path, index);
}

static bool write_file(const char *path, const Bytes *parts, size_t count)
{
    unfinished_step();
    FILE *file = fopen(path, "wb");
    bool ok = file != NULL;
    for (size_t i = 0; i < count && ok; i++)
        ok = !parts[i].size || fwrite(parts[i].data, 1, parts[i].size, file) == parts[i].size;
    if (file && fclose(file))
        ok = false;
    unfinished_step_end();
    return ok;
}

bool gather_put(Gather *gather, Text path, const Bytes *parts, size_t count, Report *report)
{
    if (gather->failed || (!gather->beside.path[0] && !make_beside(gather, report)))
        return false;
    uint32_t *known = table_get(&gather->known, path);
    if (known && !*known)
        return report_error(report, "%.*s is there already, from another input", (int)path.size,
                            path.at);
    const Text target = beside_path(gather, gather->count);
    if (!write_file(target.at, parts, count))
        return fail(gather, target.at, report);
    const Text kept = arena_text(gather->arena, path);
    *table_put(&gather->known, kept, 0) = 0;
    *ARENA_PUSH(gather->arena, gather->paths, gather->count) = kept;
    return true;
}

static bool move(Gather *gather, size_t index, Report *report)
{
    const Text target = arena_format(gather->arena, "%s/%.*s", gather->folder,
                                     (int)gather->paths[index].size, gather->paths[index].at);
    if (!folder_make(folder_above(target, gather->arena).at, report))
        return false;
    return rename(beside_path(gather, index).at, target.at) == 0 ||
           fail(gather, target.at, report);
}

void gather_undo(Gather *gather, size_t count)
{
    while (gather->count > count) {
        gather->count--;
        unlink(beside_path(gather, gather->count).at);
        *table_get(&gather->known, gather->paths[gather->count]) = 1; /* may come again */
    }
}

/* What could not be replaced is told before anything is. */
static bool all_can_move(Gather *gather, Report *report)
{
    for (size_t i = 0; i < gather->count; i++) {
        const Text target = arena_format(gather->arena, "%s/%.*s", gather->folder,
                                         (int)gather->paths[i].size, gather->paths[i].at);
        if (is_folder(target.at)) {
            errno = EISDIR;
            return fail(gather, target.at, report);
        }
    }
    return true;
}

bool gather_end(Gather *gather, Report *report)
{
    bool ok = !gather->failed && all_can_move(gather, report);
    unfinished_step();
    for (size_t i = 0; i < gather->count && ok; i++)
        ok = move(gather, i, report);
    unfinished_step_end();
    beside_remove(&gather->beside);
    return ok;
}
