/* Files of POSIX systems. Parts, in order: facts; opening; contents; names. */
#include "base/system/files.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

_Static_assert(FOLDER_CURRENT == AT_FDCWD, "system calls use this number too");

size_t path_root_of(const char *path, size_t size) { return size && path[0] == '/'; }
void path_accept(char *path) { (void)path; }

/* ---- facts ---- */

static EntryKind kind_of(mode_t mode)
{
    return S_ISREG(mode)   ? KIND_FILE
           : S_ISDIR(mode) ? KIND_FOLDER
           : S_ISLNK(mode) ? KIND_LINK
                           : KIND_OTHER;
}

/* Times after the year 2262 and before 1678, which some file systems can have, are cut. */
static int64_t nanoseconds(struct timespec time)
{
    const int64_t second = 1000000000, most = INT64_MAX / second - 1;
    if (time.tv_sec > most || time.tv_sec < -most)
        return time.tv_sec > 0 ? INT64_MAX : INT64_MIN;
    return time.tv_sec * second + time.tv_nsec;
}

/* The user is asked of only where files.h says so: a walk over a folder has many files. */
static bool describe(bool ok, bool handle, const struct stat *status, FileInfo *out)
{
    if (ok)
        *out = (FileInfo){.kind = kind_of(status->st_mode),
                          .mode = status->st_mode & 07777,
                          .size = (uint64_t)status->st_size,
                          .device = status->st_dev,
                          .identity = status->st_ino,
                          .links = status->st_nlink,
                          .modified = nanoseconds(status->st_mtim),
                          .changed = nanoseconds(status->st_ctim),
                          .owned = (handle || S_ISDIR(status->st_mode)) &&
                                   status->st_uid == geteuid()};
    return ok;
}

bool file_info(const char *path, FileInfo *out)
{
    struct stat status;
    return describe(stat(path, &status) == 0, false, &status, out);
}

bool file_info_at(int folder, const char *path, FileInfo *out)
{
    struct stat status;
    return describe(fstatat(folder, path, &status, AT_SYMLINK_NOFOLLOW) == 0, false, &status,
                    out);
}

bool file_info_of(int handle, FileInfo *out)
{
    struct stat status;
    return describe(fstat(handle, &status) == 0, true, &status, out);
}

#ifdef STATX_BTIME
bool folder_birth(int handle, uint64_t *identity, uint64_t *born)
{
    struct statx status;
    if (statx(handle, "", AT_EMPTY_PATH, STATX_INO | STATX_BTIME, &status))
        return false;
    *identity = status.stx_ino;
    *born = status.stx_mask & STATX_BTIME
                ? (uint64_t)status.stx_btime.tv_sec * 1000000000 + status.stx_btime.tv_nsec
                : 0;
    return true;
}
#else
bool folder_birth(int handle, uint64_t *identity, uint64_t *born)
{
    FileInfo info;
    if (!file_info_of(handle, &info))
        return false;
    *identity = info.identity;
    *born = 0;
    return true;
}
#endif

bool file_exists(const char *path) { return access(path, F_OK) == 0; }

bool file_is_readable(const char *path) { return access(path, R_OK) == 0; }

bool file_is_writable(const char *path) { return access(path, W_OK) == 0; }

bool file_is_executable(const char *path) { return access(path, X_OK) == 0; }

/* ---- opening ---- */

int file_open(int folder, const char *path, unsigned how)
{
    static const struct {
        unsigned how;
        int flag;
    } flags[] = {{OPEN_CREATE, O_CREAT},          {OPEN_NEW, O_CREAT | O_EXCL},
                 {OPEN_EMPTY, O_TRUNC},           {OPEN_APPEND, O_APPEND},
                 {OPEN_NO_LINK, O_NOFOLLOW},      {OPEN_NO_WAIT, O_NONBLOCK},
                 {OPEN_READ | OPEN_WRITE, O_RDWR}};
    _Static_assert(O_RDONLY == 0, "O_RDWR may be added to it");
    int all = O_CLOEXEC | (how & OPEN_READ ? O_RDONLY : O_WRONLY);
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        if ((how & flags[i].how) == flags[i].how)
            all |= flags[i].flag;
    return openat(folder, path, all, how & OPEN_PRIVATE ? MODE_PRIVATE : 0666);
}

int file_temporary(char *path) { return mkostemp(path, O_CLOEXEC); }

int file_unnamed(const char *folder)
{
    char path[PATH_SIZE];
#ifdef O_TMPFILE
    const int file = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, MODE_PRIVATE);
    if (file >= 0) /* some file systems do not support such files */
        return file;
#endif
    if ((size_t)snprintf(path, sizeof path, "%s/unnamed.XXXXXX", folder) >= sizeof path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    const int named = file_temporary(path);
    if (named >= 0)
        unlink(path);
    return named;
}

bool file_close(int handle) { return close(handle) == 0; }

/* ---- contents ---- */

int64_t file_read(int handle, void *to, size_t size)
{
    size_t done = 0;
    while (done < size) {
        const ssize_t got = read(handle, (char *)to + done, size - done);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return -1;
        if (got == 0)
            break;
        done += (size_t)got;
    }
    return (int64_t)done;
}

int64_t file_read_some(int handle, void *to, size_t size)
{
    ssize_t got;
    do
        got = read(handle, to, size);
    while (got < 0 && errno == EINTR);
    return got;
}

/* `at`: NULL: at the position of the handle. */
static bool write_all(int handle, const void *from, size_t size, const uint64_t *at)
{
    for (size_t done = 0; done < size;) {
        const char *rest = (const char *)from + done;
        const ssize_t put = at ? pwrite(handle, rest, size - done, (off_t)(*at + done))
                               : write(handle, rest, size - done);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return false;
        done += (size_t)put;
    }
    return true;
}

bool file_write(int handle, const void *from, size_t size)
{
    return write_all(handle, from, size, NULL);
}

bool file_write_at(int handle, const void *from, size_t size, uint64_t at)
{
    return write_all(handle, from, size, &at);
}

int64_t file_write_parts(int handle, const FilePart *parts, size_t count)
{
    struct iovec batch[FILE_PARTS_MAX];
    ssize_t put;
    assert(count <= FILE_PARTS_MAX);
    for (size_t i = 0; i < count; i++)
        batch[i] = (struct iovec){(void *)(uintptr_t)parts[i].data, parts[i].size};
    do
        put = writev(handle, batch, (int)count);
    while (put < 0 && errno == EINTR);
    return put;
}

bool file_flush(int handle) { return fsync(handle) == 0; }

bool file_flush_data(int handle) { return fdatasync(handle) == 0; }

bool file_cut(int handle, uint64_t size) { return ftruncate(handle, (off_t)size) == 0; }

int64_t file_to_end(int handle) { return lseek(handle, 0, SEEK_END); }

bool file_set_mode(int handle, unsigned mode) { return fchmod(handle, (mode_t)mode) == 0; }

bool file_set_time(int handle, int64_t seconds)
{
    const struct timespec times[2] = {{.tv_nsec = UTIME_OMIT}, {.tv_sec = seconds}};
    return futimens(handle, times) == 0;
}

bool file_touch(const char *path) { return utimensat(AT_FDCWD, path, NULL, 0) == 0; }

int64_t file_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME_COARSE, &now);
    return nanoseconds(now);
}

bool file_lock(int handle, bool wait)
{
    int failed;
    do
        failed = flock(handle, wait ? LOCK_EX : LOCK_EX | LOCK_NB);
    while (failed && errno == EINTR);
    return !failed;
}

/* ---- names ---- */

bool file_names_are_limited(void) { return false; }

bool file_move(int from_folder, const char *from, int to_folder, const char *to)
{
    return renameat(from_folder, from, to_folder, to) == 0;
}

#ifdef RENAME_NOREPLACE
bool file_move_new(int from_folder, const char *from, int to_folder, const char *to)
{
    if (renameat2(from_folder, from, to_folder, to, RENAME_NOREPLACE) == 0)
        return true;
    return (errno == EINVAL || errno == ENOSYS) && file_move(from_folder, from, to_folder, to);
}

bool file_exchange(int folder, const char *name, int other_folder, const char *other)
{
    return renameat2(folder, name, other_folder, other, RENAME_EXCHANGE) == 0;
}
#else
bool file_move_new(int from_folder, const char *from, int to_folder, const char *to)
{
    return file_move(from_folder, from, to_folder, to);
}

bool file_exchange(int folder, const char *name, int other_folder, const char *other)
{
    (void)folder, (void)name, (void)other_folder, (void)other;
    errno = ENOSYS;
    return false;
}
#endif

bool file_link(const char *from, const char *to) { return link(from, to) == 0; }

bool file_remove(int folder, const char *path) { return unlinkat(folder, path, 0) == 0; }

int64_t link_read(int folder, const char *path, char *out, size_t size)
{
    return readlinkat(folder, path, out, size);
}
