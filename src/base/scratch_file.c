/* Temporary files. A file is created empty and closed, since a library opens it by its name,
 * and is read as a whole when the library has written it. */
#include "base/scratch_file.h"

#include "base/folders.h"
#include "base/system/files.h"
#include "base/system/process.h"

#include <errno.h>
#include <stdlib.h>

static void remove_file(void *path) { file_remove(FOLDER_CURRENT, path); }

const char *scratch_file(Arena *arena, Report *report)
{
    const Text path = arena_format(arena, "%s/oisin-XXXXXX", temporary_folder());
    char *name = arena_alloc(arena, path.size + 1, 1);
    memcpy(name, path.at, path.size);
    const int file = file_temporary(name);
    if (file < 0) {
        file_failed(name, "cannot create a temporary file", report);
        return NULL;
    }
    file_close(file);
    arena_own(arena, remove_file, name);
    return name;
}

bool scratch_file_read(const char *path, Bytes *out, Arena *arena, Report *report)
{
    FileInfo facts;
    if (!file_info(path, &facts))
        return file_failed(path, "cannot read", report);
    uint8_t *bytes = arena_alloc_raw(arena, (size_t)facts.size, 1);
    const int file = file_open(FOLDER_CURRENT, path, OPEN_READ);
    const bool ok =
        file >= 0 && file_read(file, bytes, (size_t)facts.size) == (int64_t)facts.size;
    if (file >= 0)
        file_close(file);
    *out = (Bytes){bytes, (size_t)facts.size};
    return ok || file_failed(path, "cannot read", report);
}
