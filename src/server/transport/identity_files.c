/* Reads and creates the files of an identity. The key is saved before its certificate: after an
 * interruption between the two, the next start makes a certificate for the key. */
#include "server/transport/identity.h"

#include "base/output/output.h"
#include "base/system/files.h"

#include <errno.h>
#include <string.h>

enum { FILE_MAX = 1 << 20 /* bytes of a PEM file */ };

/* `*there` false and true returned: the file does not exist. */
static bool read_pem(const char *path, Bytes *out, bool *there, Arena *arena, Report *report)
{
    const int file = file_open(FOLDER_CURRENT, path, OPEN_READ);
    *there = file >= 0;
    if (file < 0)
        return errno == ENOENT || report_error(report, "%s: %s", path, strerror(errno));
    uint8_t *data = arena_alloc_raw(arena, FILE_MAX, 1);
    const int64_t size = file_read(file, data, FILE_MAX);
    const int error = errno;
    file_close(file);
    *out = (Bytes){data, size < 0 ? 0 : (size_t)size};
    arena_shrink(arena, data, FILE_MAX, out->size);
    if (size < 0)
        return report_error(report, "%s: %s", path, strerror(error));
    return size < FILE_MAX ||
           report_error(report, "%s: too large for a key or certificate", path);
}

bool identity_read(const char *certificate_path, const char *key_path, Identity *out,
                   Arena *arena, Report *report)
{
    bool has_certificate, has_key;
    *out = (Identity){{NULL, 0}, {NULL, 0}};
    if (!read_pem(certificate_path, &out->certificate, &has_certificate, arena, report) ||
        !read_pem(key_path, &out->key, &has_key, arena, report))
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
    if (!read_pem(certificate_path, &out->certificate, &has_certificate, arena, report) ||
        !read_pem(key_path, &out->key, &has_key, arena, report))
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
