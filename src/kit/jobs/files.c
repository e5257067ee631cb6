/* Parts, in order: loading a file; the file next to another
 * one; comparison with bytes in memory. A path that cannot be opened may lead into an archive:
 * then the member is loaded. */
#include "kit/jobs/files.h"

#include "base/system/folders.h"
#include "base/text.h"
#include "kit/jobs/archive_member.h"
#include "kit/jobs/plain_file.h"

#include <errno.h>
#include <string.h>

bool file_load(const char *path, Bytes *out, Arena *arena, Report *report)
{
    bool opened;
    size_t archive;
    const bool ok = plain_file_load(path, &opened, out, arena, report);
    if (opened)
        return ok;
    const int cause = errno;
    if (member_path(path, &archive))
        return member_load(path, archive, out, arena, report);
    errno = cause;
    return file_failed(path, "", report);
}

Text path_beside(const char *input, Text name, Arena *arena)
{
    const char *slash = strrchr(input, '/');
    const Text folder = {input, slash ? (size_t)(slash + 1 - input) : 0};
    const Text path =
        arena_format(arena, "%.*s%.*s", (int)folder.size, folder.at, (int)name.size, name.at);
    const char *best = NULL;
    if (file_exists(path.at) || memchr(name.at, '/', name.size))
        return path;
    FolderEntries *handle =
        folder_open(folder.size ? arena_text(arena, folder).at : ".", arena);
    for (const ListedEntry *entry; handle && (entry = folder_next(handle));)
        if (text_is_caseless(text_of(entry->name), path.at + folder.size) &&
            (!best || strcmp(entry->name, best) < 0))
            best = arena_text(arena, text_of(entry->name)).at;
    arena_release(arena, handle);
    return best ? arena_format(arena, "%.*s%s", (int)folder.size, folder.at, best) : path;
}

bool file_has_contents(const char *path, const Bytes *parts, size_t count)
{
    size_t size = 0, at = 0;
    FileInfo status;
    for (size_t i = 0; i < count; i++)
        size += parts[i].size;
    if (!file_info(path, &status) || status.kind != KIND_FILE || (size_t)status.size != size)
        return false;
    Arena *arena = arena_new();
    Report silent = report_to(NULL, NULL);
    Bytes file;
    bool same = file_load(path, &file, arena, &silent) && file.size == size;
    for (size_t i = 0; i < count && same; at += parts[i++].size)
        same = bytes_equal(bytes_slice(file, at, parts[i].size), parts[i]);
    arena_free(arena);
    return same;
}

int64_t file_time(const char *path)
{
    FileInfo status;
    return file_info(path, &status) ? modified_seconds(&status) : 0;
}
