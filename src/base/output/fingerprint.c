/* Parts, in order: hashes of files and links; sums of folders; comparison. Entries are opened
 * relative to a folder and links are not followed, because another program may replace them at
 * any time. */
#include "base/output/fingerprint.h"

#include "base/hash.h"
#include "base/output/staging.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static uint64_t nanoseconds(struct timespec time)
{
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

static bool hash_handle(int file, uint64_t *hash)
{
    uint8_t block[1 << 16];
    ssize_t size;
    while ((size = read(file, block, sizeof block)) != 0) {
        if (size < 0 && errno == EINTR)
            continue;
        if (size < 0)
            return false;
        *hash = hash_bytes(*hash, (Bytes){block, (size_t)size});
    }
    return true;
}

/* A file that its owner may not read (mode 0200) has no hash, before and after. */
static bool hash_file(int folder, const char *name, uint64_t *hash)
{
    const int file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0)
        return errno == EACCES;
    const bool ok = hash_handle(file, hash);
    close(file);
    return ok;
}

static bool hash_link(int folder, const char *name, uint64_t *hash)
{
    char target[PATH_MAX];
    const ssize_t size = readlinkat(folder, name, target, sizeof target);
    if (size < 0)
        return false;
    *hash = hash_bytes(1, (Bytes){(const uint8_t *)target, (size_t)size});
    return true;
}

static bool add_folder(int folder, const char *name, uint64_t path, Fingerprint *sum);

/* An entry below a folder that is moved keeps its inode and ctime, which no program can set: so
 * its contents need not be read. `path` is a hash of its path below the first folder. */
static bool add_entry(int folder, const char *name, uint64_t path, Fingerprint *sum)
{
    struct stat status;
    if (fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW))
        return false;
    path = hash_mix(path, status.st_mode & S_IFMT);
    if (S_ISDIR(status.st_mode)) { /* its own time says nothing about its contents */
        sum->hash += path;
        return add_folder(folder, name, path, sum);
    }
    sum->size += (uint64_t)status.st_size;
    sum->time += nanoseconds(status.st_mtim);
    sum->hash += hash_mix(hash_mix(path, status.st_ino), nanoseconds(status.st_ctim));
    return true;
}

static bool add_folder(int folder, const char *name, uint64_t path, Fingerprint *sum)
{
    DIR *handle = folder_handle(folder, name);
    const char *entry;
    bool ok = handle != NULL;
    while (ok && (entry = folder_next(handle)))
        ok = add_entry(dirfd(handle), entry, hash_bytes(path, bytes_of_text(text_of(entry))),
                       sum);
    const int cause = errno; /* of the last folder_next, or of what failed */
    if (handle)
        closedir(handle);
    errno = cause;
    return ok && !cause;
}

bool fingerprint_take(int folder, const char *name, Fingerprint *out)
{
    struct stat status;
    if (fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW))
        return false;
    *out = (Fingerprint){.inode = status.st_ino};
    if (S_ISDIR(status.st_mode))
        return add_folder(folder, name, 0, out);
    out->size = (uint64_t)status.st_size;
    out->time = nanoseconds(status.st_mtim);
    return S_ISREG(status.st_mode)   ? hash_file(folder, name, &out->hash)
           : S_ISLNK(status.st_mode) ? hash_link(folder, name, &out->hash)
                                     : true;
}

bool fingerprint_equal(const Fingerprint *one, const Fingerprint *other)
{
    return one->inode == other->inode && one->size == other->size && one->time == other->time &&
           one->hash == other->hash;
}
