#include "net/transport/identity.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILE_MAX = 1 << 20 /* bytes of a PEM file */ };

/* `*there` false and true returned: the file does not exist. */
static bool file_read(const char *path, Bytes *out, bool *there, Arena *arena, Report *report)
{
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    *there = file >= 0;
    if (file < 0)
        return errno == ENOENT || report_error(report, "%s: %s", path, strerror(errno));
    uint8_t *data = arena_take_raw(arena, FILE_MAX, 1);
    size_t size = 0;
    ssize_t count;
    while ((count = read(file, data + size, FILE_MAX - size)) > 0)
        size += (size_t)count;
    const int error = errno;
    close(file);
    arena_give_back(arena, data, FILE_MAX, size);
    *out = (Bytes){data, size};
    if (count < 0)
        return report_error(report, "%s: %s", path, strerror(error));
    return size < FILE_MAX ||
           report_error(report, "%s: too large for a key or certificate", path);
}

static bool write_all(int file, Bytes bytes)
{
    for (size_t at = 0; at < bytes.size;) {
        const ssize_t count = write(file, bytes.data + at, bytes.size - at);
        if (count < 0 && errno != EINTR)
            return false;
        at += count > 0 ? (size_t)count : 0;
    }
    return fsync(file) == 0;
}

/* Synchronizes the folder too, or the name could be lost in a power failure. */
static void folder_sync(Text path, Arena *arena)
{
    size_t end = path.size;
    while (end && path.at[end - 1] != '/')
        end--;
    const Text folder = end ? arena_text(arena, text_slice(path, 0, end)) : TEXT(".");
    const int descriptor = open(folder.at, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        return;
    fsync(descriptor);
    close(descriptor);
}

static bool file_write(const char *path, Bytes bytes, mode_t mode, Arena *arena, Report *report)
{
    const Text beside = arena_format(arena, "%s.new", path);
    unlink(beside.at); /* left by an interrupted start */
    const int file = open(beside.at, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (file < 0)
        return report_error(report, "%s: %s", beside.at, strerror(errno));
    bool good = write_all(file, bytes);
    int error = errno;
    close(file);
    if (good && rename(beside.at, path) < 0) {
        good = false;
        error = errno;
    }
    if (!good) {
        unlink(beside.at);
        return report_error(report, "%s: %s", path, strerror(error));
    }
    folder_sync(text_of(path), arena);
    return true;
}

bool identity_read(const char *certificate_path, const char *key_path, Identity *out,
                   Arena *arena, Report *report)
{
    bool has_certificate, has_key;
    *out = (Identity){{NULL, 0}, {NULL, 0}};
    if (!file_read(certificate_path, &out->certificate, &has_certificate, arena, report) ||
        !file_read(key_path, &out->key, &has_key, arena, report))
        return false;
    return (has_certificate && has_key) ||
           report_error(report, "%s: no such file",
                        has_certificate ? key_path : certificate_path);
}

bool identity_files(const char *certificate_path, const char *key_path, int64_t now,
                    Identity *out, Arena *arena, Report *report)
{
    bool has_certificate, has_key;
    *out = (Identity){{NULL, 0}, {NULL, 0}};
    if (!file_read(certificate_path, &out->certificate, &has_certificate, arena, report) ||
        !file_read(key_path, &out->key, &has_key, arena, report))
        return false;
    if (has_certificate && has_key)
        return true;
    if (has_certificate)
        return report_error(report,
                            "missing %s, but %s exists: restore the key, or delete the "
                            "certificate; then clients will report that it has changed",
                            key_path, certificate_path);
    if (!identity_make(now, out->key, out, arena, report))
        return false;
    return (has_key || file_write(key_path, out->key, 0600, arena, report)) &&
           file_write(certificate_path, out->certificate, 0644, arena, report);
}
