/* Temporary files. A file is created empty and closed, since a library opens it by its name,
 * and is read as a whole when the library has written it. */
#include "base/scratch_file.h"

#include "base/folders.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static void remove_file(void *path) { unlink(path); }

const char *scratch_file(Arena *arena, Report *report)
{
    const char *folder = getenv("TMPDIR");
    const Text path =
        arena_format(arena, "%s/oisin-XXXXXX", folder && *folder ? folder : "/tmp");
    char *name = arena_alloc(arena, path.size + 1, 1);
    memcpy(name, path.at, path.size);
    const int file = mkstemp(name);
    if (file < 0) {
        file_failed(name, "cannot create a temporary file", report);
        return NULL;
    }
    close(file);
    arena_own(arena, remove_file, name);
    return name;
}

static bool read_all(int file, uint8_t *to, size_t size)
{
    for (size_t done = 0; done < size;) {
        const ssize_t got = read(file, to + done, size - done);
        if (got > 0)
            done += (size_t)got;
        else if (!got || errno != EINTR)
            return false;
    }
    return true;
}

bool scratch_file_read(const char *path, Bytes *out, Arena *arena, Report *report)
{
    struct stat facts;
    if (stat(path, &facts) != 0)
        return file_failed(path, "cannot read", report);
    uint8_t *bytes = arena_alloc_raw(arena, (size_t)facts.st_size, 1);
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    const bool ok = file >= 0 && read_all(file, bytes, (size_t)facts.st_size);
    if (file >= 0)
        close(file);
    *out = (Bytes){bytes, (size_t)facts.st_size};
    return ok || file_failed(path, "cannot read", report);
}
