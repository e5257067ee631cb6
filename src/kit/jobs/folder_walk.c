/* The walk is recursive. Cycles of links are found by comparing device and inode with those of
 * the folders above; a folder that is reached twice by different ways is visited twice, within
 * the limit of visits. */
#include "kit/jobs/folder_walk.h"

#include "base/path.h"
#include "base/system/folders.h"
#include "base/text.h"
#include "kit/jobs/files.h"

#include <errno.h>

/* Nested archives may be unpacked into 16 times 8 folders. */
enum { DEPTH_MAX = 160 };

/* A folder being read, and its parents. */
typedef struct Level {
    const struct Level *above;
    FileInfo status;
    int depth;
} Level;

typedef struct Walker {
    const FolderWalk *walk;
    const char *root;
    size_t visited;
} Walker;

bool is_hidden(Text name)
{
    const Text base = path_base(name);
    return base.size && base.at[0] == '.';
}

static bool refuse(const Walker *walker, Text path, const char *problem)
{
    Report *report = walker->walk->report;
    if (walker->walk->lenient)
        return true;
    Report about = report_child(report, path);
    return report_error(&about, "%s", problem);
}

/* The same after a failed system call. */
static bool refuse_system(const Walker *walker, Text path, int error)
{
    if (walker->walk->lenient)
        return true;
    errno = error;
    return file_failed(path.at, "", walker->walk->report);
}

static bool is_entered(const Level *level, const FileInfo *status)
{
    for (; level; level = level->above)
        if (level->status.device == status->device &&
            level->status.identity == status->identity)
            return true;
    return false;
}

static bool skips(const Walker *walker, Text name, const FileInfo *status)
{
    return walker->walk->skip && walker->walk->skip(walker->walk->context, name, status);
}

static bool visit_folder(Walker *walker, Text path, Text name, const Level *level);

static bool visit_target(Walker *walker, Text path, Text name, const FileInfo *status,
                         const Level *above)
{
    const FolderWalk *walk = walker->walk;
    const size_t max = walk->max ? walk->max : FOLDER_WALK_MAX;
    if (status->kind == KIND_FOLDER && is_entered(above, status))
        return true;
    if (walker->visited++ >= max) {
        if (!walk->lenient)
            report_error(walk->report, "%s: more than %zu files and folders", walker->root,
                         max);
        return false;
    }
    if (status->kind != KIND_FOLDER)
        return walk->file(walk->context, path, name, status);
    const Level level = {above, *status, above->depth + 1};
    return level.depth > DEPTH_MAX ? refuse(walker, path, "the folders are too deep")
                                   : visit_folder(walker, path, name, &level);
}

/* `skip` is asked twice about a link: with its own status, and with that of its target. */
static bool visit_entry(Walker *walker, Text path, Text name, const Level *above)
{
    FileInfo status;
    /* It may have been removed meanwhile. */
    if (!file_info_at(FOLDER_CURRENT, path.at, &status))
        return errno == ENOENT || refuse_system(walker, path, errno);
    if (skips(walker, name, &status))
        return true;
    if (status.kind == KIND_LINK) {
        if (!file_info(path.at, &status))
            return errno == ENOENT ? refuse(walker, path, "it is a link to a missing file")
                                   : refuse_system(walker, path, errno);
        if (!folder_has(walker->root, path.at, walker->walk->arena))
            return refuse(walker, path, "it is a link to a path outside of the folder");
        if (skips(walker, name, &status))
            return true;
    }
    return visit_target(walker, path, name, &status, above);
}

static bool visit_folder(Walker *walker, Text path, Text name, const Level *level)
{
    Arena *arena = walker->walk->arena;
    FolderEntries *handle = folder_open(path.at, arena);
    if (!handle)
        return refuse_system(walker, path, errno);
    const ListedEntry *entry;
    const Text path_before = arena_join(arena, path, TEXT("/"));
    const Text name_before = name.size ? arena_join(arena, name, TEXT("/")) : name;
    bool ok = true;
    while (ok && (entry = folder_next(handle))) {
        const Text entry_name = text_of(entry->name);
        ok = visit_entry(walker, arena_join(arena, path_before, entry_name),
                         arena_join(arena, name_before, entry_name), level);
    }
    const int cause = ok ? errno : 0;
    arena_release(arena, handle);
    return cause ? refuse_system(walker, path, cause) : ok;
}

bool folder_walk(const char *folder, const FolderWalk *walk)
{
    Walker walker = {.walk = walk, .root = folder};
    Level level = {0};
    const Text path = arena_text(walk->arena, text_of(folder));
    if (!file_info(folder, &level.status))
        return refuse_system(&walker, path, errno);
    return visit_folder(&walker, path, TEXT(""), &level);
}
