/* Loads a file, which is mapped if it is large. */
#include "kit/jobs/plain_file.h"

#include "base/mapped_file.h"

#include <errno.h>
#include <fcntl.h>
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

bool plain_file_load(const char *path, bool *opened, Bytes *out, Arena *arena, Report *report)
{
    int *owned = ARENA_ALLOC(arena, int, 1);
    /* Opening a pipe without a writer would block. */
    const int file = *owned = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    *opened = file >= 0;
    if (!*opened)
        return false;
    arena_own(arena, release_file, owned);
    const bool ok = load(file, path, out, arena, report);
    arena_release(arena, owned);
    return ok;
}
