/* Reads and creates the files of an identity. The key is saved before its certificate: after an
 * interruption between the two, the next start makes a certificate for the key. */
#include "server/transport/identity.h"

#include "base/output/output.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum { FILE_MAX = 1 << 20 /* bytes of a PEM file */ };

/* `*there` false and true returned: the file does not exist. */
static bool file_read(const char *path, Bytes *out, bool *there, Arena *arena, Report *report)
{
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    *there = file >= 0;
    if (file < 0)
        return errno == ENOENT || report_error(report, "%s: %s", path, strerror(errno));
    uint8_t *data = arena_alloc_raw(arena, FILE_MAX, 1);
    size_t size = 0;
    ssize_t count;
    while ((count = read(file, data + size, FILE_MAX - size)) > 0)
        size += (size_t)count;
    const int error = errno;
    close(file);
    arena_shrink(arena, data, FILE_MAX, size);
    *out = (Bytes){data, size};
    if (count < 0)
        return report_error(report, "%s: %s", path, strerror(error));
    return size < FILE_MAX ||
           report_error(report, "%s: too large for a key or certificate", path);
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
    return (has_key || file_save_private(key_path, &out->key, 1, report)) &&
           file_save(certificate_path, &out->certificate, 1, report);
}
