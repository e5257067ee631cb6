/* Loads a file, which is mapped if it is large. */
#include "kit/jobs/plain_file.h"

#include "base/mapped_file.h"
#include "base/system/files.h"

#include <errno.h>

static bool read_whole(int file, size_t size, Bytes *out, Arena *arena)
{
    uint8_t *data = arena_alloc_raw(arena, size + 1, 1);
    const int64_t got = file_read(file, data, size);
    *out = (Bytes){data, (size_t)got};
    return got >= 0;
}

static void release_file(void *thing) { file_close(*(int *)thing); }

static bool load(int file, const char *path, Bytes *out, Arena *arena, Report *report)
{
    FileInfo status;
    if (!file_info_of(file, &status))
        return file_failed(path, "", report);
    if (status.kind != KIND_FILE) {
        Report about = report_child(report, text_of(path));
        return report_cause(&about, CAUSE_FILE, "expected a file, found %s",
                            status.kind == KIND_FOLDER ? "a folder" : "a device or a pipe");
    }
    const size_t size = (size_t)status.size;
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
    const int file = *owned = file_open(FOLDER_CURRENT, path, OPEN_READ | OPEN_NO_WAIT);
    *opened = file >= 0;
    if (!*opened)
        return false;
    arena_own(arena, release_file, owned);
    const bool ok = load(file, path, out, arena, report);
    arena_release(arena, owned);
    return ok;
}
