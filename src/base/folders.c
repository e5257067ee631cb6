/* Folders and paths on the disk. folder_has compares resolved paths, so that neither `..` nor a
 * link leads out of a folder; of a path that does not exist yet, the part that exists
 * counts. */
#include "base/folders.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool file_failed(const char *path, const char *what, Report *report)
{
    Report about = report_child(report, text_of(path));
    return report_system_error(&about, "%s%s%s", what, *what ? ": " : "", strerror(errno));
}

static void release_folder(void *thing) { folder_entries_close(thing); }

FolderEntries *folder_open(const char *path, Arena *arena)
{
    FolderEntries *handle = folder_entries(path);
    if (handle)
        arena_own(arena, release_folder, handle);
    return handle;
}

Text folder_above(Text path, Arena *arena)
{
    const size_t root = path_root_of(path.at, path.size);
    while (path.size > root && path.at[path.size - 1] == '/')
        path.size--;
    while (path.size > root && path.at[path.size - 1] != '/')
        path.size--;
    while (path.size > root && path.at[path.size - 1] == '/')
        path.size--;
    return path.size ? arena_text(arena, path) : TEXT(".");
}

bool path_is_root(Text path)
{
    return path.size && path.size == path_root_of(path.at, path.size);
}

const char *path_resolved(const char *path, Arena *arena)
{
    char resolved[PATH_SIZE];
    return path_real(path, resolved) ? arena_text(arena, text_of(resolved)).at : NULL;
}

bool is_folder(const char *path)
{
    FileInfo status;
    return file_info(path, &status) && status.kind == KIND_FOLDER;
}

bool folder_make(const char *path, Report *report)
{
    char part[PATH_SIZE];
    snprintf(part, sizeof part, "%s", path);
    for (char *c = part + path_root(part); *c; c++)
        if (*c == '/') {
            *c = 0;
            if (!folder_create(FOLDER_CURRENT, part) && errno != EEXIST)
                return file_failed(part, "cannot create the folder", report);
            *c = '/';
        }
    return (folder_create(FOLDER_CURRENT, part) || errno == EEXIST) ||
           file_failed(part, "cannot create the folder", report);
}

bool folder_has(const char *folder, const char *path, Arena *arena)
{
    Text here = arena_text(arena, text_of(path));
    while (!path_resolved(here.at, arena) && here.size) {
        const Text above = folder_above(here, arena);
        if (text_equal(above, here))
            break;
        here = above;
    }
    const char *there = path_resolved(folder, arena), *real = path_resolved(here.at, arena);
    const size_t size = there ? strlen(there) : 0;
    return real && there && !strncmp(real, there, size) &&
           (!real[size] || real[size] == '/' || size == path_root(there));
}
