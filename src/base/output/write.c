/* Writing: files of a staging folder, and streams. */
#include "base/folders.h"
#include "base/output/output.h"
#include "base/output/target_names.h"
#include "base/output/staging.h"
#include "base/system/folders.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* Many parts per call: a game has thousands of small ones. */
static bool write_to(int file, const Bytes *parts, size_t count)
{
    FilePart batch[FILE_PARTS_MAX];
    size_t done = 0; /* written bytes of the first part */
    while (count) {
        const size_t many = count < FILE_PARTS_MAX ? count : FILE_PARTS_MAX;
        for (size_t i = 0; i < many; i++)
            batch[i] = (FilePart){parts[i].data, parts[i].size};
        batch[0].data = (const char *)batch[0].data + done;
        batch[0].size -= done;
        const int64_t put = file_write_parts(file, batch, many);
        if (put < 0)
            return false;
        for (done += (size_t)put; count && done >= parts->size; parts++, count--)
            done -= parts->size;
    }
    return true;
}

unsigned mode_of_target(const char *target)
{
    FileInfo old;
    return file_info(target, &old) ? old.mode : MODE_NEW;
}

/* ---- staged files ---- */

/* Never writes into a file that is there: on systems that ignore case, it may be another file
 * of the same job. */
static int create(int folder, const char *path, unsigned mode)
{
    const unsigned private = mode == MODE_NEW ? 0 : OPEN_PRIVATE; /* until it is complete */
    return file_open(folder, path, OPEN_WRITE | OPEN_NEW | OPEN_NO_LINK | private);
}

/* Creates the folders of a file. */
static bool make_folders(int folder, const char *path)
{
    char part[PATH_SIZE];
    snprintf(part, sizeof part, "%s", path);
    for (char *slash = part; (slash = strchr(slash, '/')); *slash++ = '/') {
        *slash = 0;
        if (!folder_create(folder, part) && errno != EEXIST)
            return false;
    }
    return true;
}

static bool fill(int handle, const StagedFile *file, const Bytes *parts, size_t count)
{
    bool ok = file->mode == MODE_NEW || file_set_mode(handle, file->mode);
    ok = ok && write_to(handle, parts, count);
    ok = ok && (!file->time || file_set_time(handle, file->time));
    ok = ok && (!file->flushed || file_flush(handle));
    const int cause = errno;
    if (!file_close(handle))
        return false;
    errno = cause;
    return ok;
}

static bool write_staged(int folder, const StagedFile *file, const Bytes *parts, size_t count)
{
    int handle = create(folder, file->name, file->mode);
    if (handle < 0 && errno == ENOENT && make_folders(folder, file->name))
        handle = create(folder, file->name, file->mode);
    return handle >= 0 && fill(handle, file, parts, count);
}

bool staging_write(const Staging *staging, const StagedFile *file, const Bytes *parts,
                   size_t count, Report *report)
{
    cleanup_step();
    const bool ok = write_staged(staging->folder, file, parts, count);
    const int cause = errno;
    cleanup_step_end();
    errno = cause;
    if (!ok && (cause == EEXIST || cause == ENOTDIR))
        return name_in_use(staging->folder, file->name, file->shown, report);
    return ok || file_failed(file->shown, "cannot write", report);
}

/* ---- streams ---- */

/* A descriptor of this process: its target is written directly, even if it is a file. And
 * paths that file_open knows on systems which have no such files. */
static bool is_descriptor(const char *path)
{
    return !strcmp(path, "/dev/null") || !strcmp(path, "/dev/stdout") ||
           !strcmp(path, "/dev/stderr") || !strncmp(path, "/dev/fd/", 8) ||
           !strncmp(path, "/proc/self/fd/", 14);
}

bool is_stream(const char *path)
{
    FileInfo old;
    return is_descriptor(path) ||
           (file_info(path, &old) && old.kind != KIND_FILE && old.kind != KIND_FOLDER);
}

bool stream_write(const char *path, const Bytes *parts, size_t count, Report *report)
{
    const int file = file_open(FOLDER_CURRENT, path, OPEN_WRITE);
    const bool ok = file >= 0 && write_to(file, parts, count);
    const int cause = errno;
    if (file >= 0 && !file_close(file) && ok)
        return file_failed(path, "cannot write", report);
    errno = cause;
    return ok || file_failed(path, "cannot write", report);
}
