/* Writing: files of a staging folder, streams; folders and their entries. */
#include "base/folders.h"
#include "base/output/output.h"
#include "base/output/staging.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

/* Many parts per call: a game has thousands of small ones. */
static bool write_to(int file, const Bytes *parts, size_t count)
{
    enum { BATCH = 512 };
    struct iovec batch[BATCH];
    size_t done = 0; /* written bytes of the first part */
    while (count) {
        const size_t many = count < BATCH ? count : BATCH;
        for (size_t i = 0; i < many; i++)
            batch[i] = (struct iovec){(void *)parts[i].data, parts[i].size};
        batch[0].iov_base = (char *)batch[0].iov_base + done;
        batch[0].iov_len -= done;
        const ssize_t put = writev(file, batch, (int)many);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return false;
        for (done += (size_t)put; count && done >= parts->size; parts++, count--)
            done -= parts->size;
    }
    return true;
}

DIR *folder_handle(int above, const char *name)
{
    const int folder = openat(above, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *handle = folder < 0 ? NULL : fdopendir(folder);
    if (!handle && folder >= 0)
        close(folder);
    return handle;
}

const char *folder_next(DIR *handle)
{
    const struct dirent *entry;
    do
        errno = 0;
    while ((entry = readdir(handle)) &&
           (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")));
    return entry ? entry->d_name : NULL;
}

void folder_sync(int above, const char *path)
{
    const int folder = openat(above, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder >= 0) {
        fsync(folder);
        close(folder);
    }
}

bool rename_new_at(int from_folder, const char *from, int target_folder, const char *target)
{
    if (renameat2(from_folder, from, target_folder, target, RENAME_NOREPLACE) == 0)
        return true;
    return (errno == EINVAL || errno == ENOSYS) &&
           renameat(from_folder, from, target_folder, target) == 0;
}

mode_t mode_of_target(const char *target)
{
    struct stat old;
    return stat(target, &old) == 0 ? old.st_mode & 07777 : MODE_NEW;
}

/* ---- staged files ---- */

static int create(int folder, const char *path, mode_t mode)
{
    return openat(folder, path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, mode);
}

/* Creates the folders of a file. */
static bool make_folders(int folder, const char *path)
{
    char part[PATH_MAX];
    snprintf(part, sizeof part, "%s", path);
    for (char *slash = part; (slash = strchr(slash, '/')); *slash++ = '/') {
        *slash = 0;
        if (mkdirat(folder, part, 0777) && errno != EEXIST)
            return false;
    }
    return true;
}

static bool fill(int handle, const StagedFile *file, const Bytes *parts, size_t count)
{
    const struct timespec times[2] = {{.tv_nsec = UTIME_OMIT}, {.tv_sec = file->time}};
    bool ok = file->mode == MODE_NEW || fchmod(handle, file->mode) == 0;
    ok = ok && write_to(handle, parts, count);
    ok = ok && (!file->time || futimens(handle, times) == 0);
    ok = ok && (!file->flushed || fsync(handle) == 0);
    const int cause = errno;
    if (close(handle))
        return false;
    errno = cause;
    return ok;
}

static bool write_staged(int folder, const StagedFile *file, const Bytes *parts, size_t count)
{
    const mode_t mode = file->mode == MODE_NEW ? 0666 : 0600; /* until it is complete */
    int handle = create(folder, file->name, mode);
    if (handle < 0 && errno == ENOENT && make_folders(folder, file->name))
        handle = create(folder, file->name, mode);
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
    return ok || file_failed(file->shown, "cannot write", report);
}

/* ---- streams ---- */

/* A descriptor of this process: its target is written directly, even if it is a file. */
static bool is_descriptor(const char *path)
{
    return !strcmp(path, "/dev/stdout") || !strcmp(path, "/dev/stderr") ||
           !strncmp(path, "/dev/fd/", 8) || !strncmp(path, "/proc/self/fd/", 14);
}

bool is_stream(const char *path)
{
    struct stat old;
    return is_descriptor(path) ||
           (stat(path, &old) == 0 && !S_ISREG(old.st_mode) && !S_ISDIR(old.st_mode));
}

bool stream_write(const char *path, const Bytes *parts, size_t count, Report *report)
{
    const int file = open(path, O_WRONLY | O_CLOEXEC);
    const bool ok = file >= 0 && write_to(file, parts, count);
    const int cause = errno;
    if (file >= 0 && close(file) && ok)
        return file_failed(path, "cannot write", report);
    errno = cause;
    return ok || file_failed(path, "cannot write", report);
}
