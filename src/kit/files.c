#include "kit/files.h"

#include "base/text.h"
#include "kit/mapped_file.h"
#include "kit/member.h"
#include "kit/staging.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

bool inputs_are_whole(Report *report)
{
    const char *path = file_mapping_broken();
    if (!path)
        return true;
    const Text before = report_about(report, text_of(path));
    report_error(report, "the file was truncated while it was read");
    report_about(report, before);
    return false;
}

bool file_failed(const char *path, const char *what, Report *report)
{
    const Text before = report_about(report, text_of(path));
    report_error(report, "%s%s%s", what, *what ? ": " : "", strerror(errno));
    report_about(report, before);
    return false;
}

static bool read_whole(int file, size_t size, Bytes *out, Arena *arena)
{
    uint8_t *data = arena_take_raw(arena, size + 1, 1);
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
        const Text before = report_about(report, text_of(path));
        report_error(report, "expected a file, found %s",
                     S_ISDIR(status.st_mode) ? "a folder" : "a device or a pipe");
        report_about(report, before);
        return false;
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
    int *owned = ARENA_TAKE(arena, int, 1);
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

/* Many parts per call: a game has thousands of small ones. */
static bool write_all(int file, const Bytes *parts, size_t count)
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

static void sync_and_close(int folder)
{
    if (folder >= 0) {
        fsync(folder);
        close(folder);
    }
}

void folder_sync(const char *folder)
{
    sync_and_close(open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}

void folder_sync_at(int folder)
{
    sync_and_close(openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}

static bool fill(int file, mode_t mode, const Bytes *parts, size_t count, bool flushed)
{
    bool ok = fchmod(file, mode) == 0;
    ok = ok && write_all(file, parts, count);
    ok = ok && (!flushed || fsync(file) == 0);
    const int cause = errno;
    if (close(file))
        return false;
    errno = cause;
    return ok;
}

static mode_t usual_mode(void)
{
    const mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

/* The old file's permissions, if there is one. */
static mode_t mode_of(const char *target)
{
    struct stat old;
    return stat(target, &old) == 0 ? old.st_mode & 07777 : usual_mode();
}

bool rename_new_at(int from_folder, const char *from, int target_folder, const char *target)
{
    if (renameat2(from_folder, from, target_folder, target, RENAME_NOREPLACE) == 0)
        return true;
    return (errno == EINVAL || errno == ENOSYS) &&
           renameat(from_folder, from, target_folder, target) == 0;
}

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

static bool write_stream(const char *path, const Bytes *parts, size_t count, Report *report)
{
    const int file = open(path, O_WRONLY | O_CLOEXEC);
    const bool ok = file >= 0 && write_all(file, parts, count);
    const int cause = errno;
    if (file >= 0 && close(file) && ok)
        return file_failed(path, "cannot write", report);
    errno = cause;
    return ok || file_failed(path, "cannot write", report);
}

static int create_new(int folder, const char *name)
{
    return openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
}

static bool save_into(const char *folder, const char *target, mode_t mode, const Bytes *parts,
                      size_t count, Report *report)
{
    static const char name[] = "new";
    Staging staging;
    if (!staging_make(&staging, folder, report))
        return false;
    const int file = create_new(staging.folder, name);
    bool ok = file >= 0 && fill(file, mode, parts, count, true);
    cleanup_step();
    ok = ok && renameat(staging.folder, name, AT_FDCWD, target) == 0;
    const int cause = errno;
    cleanup_step_end();
    staging_remove(&staging);
    errno = cause;
    return ok || file_failed(target, "cannot write", report);
}

static bool save(const char *path, bool private, const Bytes *parts, size_t count,
                 Report *report)
{
    char resolved[PATH_MAX];
    if (!inputs_are_whole(report))
        return false;
    if (is_stream(path))
        return write_stream(path, parts, count, report);
    Arena *arena = arena_new();
    const char *target = realpath(path, resolved) ? resolved : path; /* links stay links */
    const char *folder = folder_above(text_of(target), arena).at;
    const mode_t mode = private ? 0600 : mode_of(target);
    const bool ok = save_into(folder, target, mode, parts, count, report);
    if (ok)
        folder_sync(folder);
    arena_free(arena);
    return ok;
}

bool file_save(const char *path, const Bytes *parts, size_t count, Report *report)
{
    return save(path, false, parts, count, report);
}

bool file_save_private(const char *path, const Bytes *parts, size_t count, Report *report)
{
    return save(path, true, parts, count, report);
}

bool file_prepare(int folder, const char *name, const char *shown, const char *target,
                  const Bytes *parts, size_t count, bool flushed, Report *report)
{
    const mode_t mode = target ? mode_of(target) : 0600;
    cleanup_step();
    const int file = create_new(folder, name);
    const bool ok = file >= 0 && fill(file, mode, parts, count, flushed);
    const int cause = errno;
    cleanup_step_end();
    errno = cause;
    return ok || file_failed(shown, "cannot write", report);
}

bool file_load_at(int folder, const char *name, Bytes *out, Arena *arena)
{
    int *owned = ARENA_TAKE(arena, int, 1);
    struct stat status;
    const int file = *owned =
        openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    if (file < 0)
        return false;
    arena_own(arena, release_file, owned);
    const bool ok = fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
                    read_whole(file, (size_t)status.st_size, out, arena);
    arena_release(arena, owned);
    return ok;
}

bool file_holds(const char *path, const Bytes *parts, size_t count)
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

static int create(int folder, const char *path)
{
    return openat(folder, path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
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

static bool put(int folder, const char *path, Bytes bytes, int64_t time)
{
    const struct timespec times[2] = {{.tv_nsec = UTIME_OMIT}, {.tv_sec = time}};
    int file = create(folder, path);
    if (file < 0 && errno == ENOENT && make_folders(folder, path))
        file = create(folder, path);
    if (file < 0)
        return false;
    bool ok = write_all(file, &bytes, bytes.size ? 1 : 0);
    ok = ok && (!time || futimens(file, times) == 0);
    const int cause = errno;
    if (close(file))
        return false;
    errno = cause;
    return ok;
}

bool file_put_at(int folder, const char *path, const char *shown, Bytes bytes, int64_t time,
                 Report *report)
{
    cleanup_step();
    const bool ok = put(folder, path, bytes, time);
    const int cause = errno;
    cleanup_step_end();
    errno = cause;
    return ok || file_failed(shown, "cannot write", report);
}
