/* Parts, in order: loading a file, which is mapped if it is large; the file next to another
 * one; comparison with bytes in memory. A path that cannot be opened may lead into an archive:
 * then the member is loaded. */
#include "kit/jobs/files.h"

#include "base/mapped_file.h"
#include "kit/jobs/member.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

static bool read_whole(int file, size_t size, Bytes *out, Arena *arena)
{
    uint8_t *data = arena_alloc_raw(arena, size + 1, 1);
    size_t done = 0;
    while (done < size) {
        const ssize_t got = read(file, data + done, size - done);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return false;
        if (got == 0)
            break;
        done += (size_t)got;
    }
    *out = (Bytes){data, done};
    return true;
}

static void release_file(void *thing) { close(*(int *)thing); }

static bool load(int file, const char *path, Bytes *out, Arena *arena, Report *report)
{
    struct stat status;
    if (fstat(file, &status))
        return file_failed(path, "", report);
    if (!S_ISREG(status.st_mode)) {
        Report about = report_child(report, text_of(path));
        return report_cause(&about, CAUSE_FILE, "expected a file, found %s",
                            S_ISDIR(status.st_mode) ? "a folder" : "a device or a pipe");
    }
    const size_t size = (size_t)status.st_size;
    if (size >= FILE_MAPPED_FROM) {
        if (file_map(file, path, size, out, arena))
            return true;
        if (errno)
            return file_failed(path, "", report);
    }
    return read_whole(file, size, out, arena) || file_failed(path, "", report);
}

bool file_load(const char *path, Bytes *out, Arena *arena, Report *report)
{
    int *owned = ARENA_ALLOC(arena, int, 1);
    /* Opening a pipe without a writer would block. */
    const int file = *owned = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    size_t archive;
    if (file < 0) {
        const int cause = errno;
        if (member_path(path, &archive))
            return member_load(path, archive, out, arena, report);
        errno = cause;
        return file_failed(path, "", report);
    }
    arena_own(arena, release_file, owned);
    const bool ok = load(file, path, out, arena, report);
    arena_release(arena, owned);
    return ok;
}

Text path_beside(const char *input, Text name, Arena *arena)
{
    const char *slash = strrchr(input, '/');
    const Text folder = {input, slash ? (size_t)(slash + 1 - input) : 0};
    const Text path =
        arena_format(arena, "%.*s%.*s", (int)folder.size, folder.at, (int)name.size, name.at);
    const char *best = NULL;
    if (access(path.at, F_OK) == 0 || memchr(name.at, '/', name.size))
        return path;
    DIR *handle = folder_open(folder.size ? arena_text(arena, folder).at : ".", arena);
    for (struct dirent *entry; handle && (entry = readdir(handle));)
        if (!strcasecmp(entry->d_name, path.at + folder.size) &&
            (!best || strcmp(entry->d_name, best) < 0))
            best = arena_text(arena, text_of(entry->d_name)).at;
    arena_release(arena, handle);
    return best ? arena_format(arena, "%.*s%s", (int)folder.size, folder.at, best) : path;
}

bool file_has_contents(const char *path, const Bytes *parts, size_t count)
{
    size_t size = 0, at = 0;
    struct stat status;
    for (size_t i = 0; i < count; i++)
        size += parts[i].size;
    if (stat(path, &status) || !S_ISREG(status.st_mode) || (size_t)status.st_size != size)
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
    struct stat status;
    return stat(path, &status) == 0 ? (int64_t)status.st_mtime : 0;
}
