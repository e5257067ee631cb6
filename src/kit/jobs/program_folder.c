/* Finds the program as the system says, otherwise by the name that it was called by, otherwise
 * in the prefixes of installations. */
#include "kit/jobs/program_folder.h"

#include "base/folders.h"
#include "base/system/files.h"
#include "base/system/process.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The Makefile defines it; not so the tools that only read the sources. */
#ifndef OISIN_PREFIX
#define OISIN_PREFIX "/usr/local"
#endif

static const char libexec[] = "/libexec/oisin";

static bool is_program(const char *path)
{
    FileInfo status;
    return file_info(path, &status) && status.kind == KIND_FILE && file_is_executable(path);
}

/* As a shell finds a command, but only in absolute folders. */
static const char *program_in_path(const char *name, const char *path, Arena *arena)
{
    while (path && *path) {
        const size_t size = strcspn(path, ":");
        const char *file = arena_format(arena, "%.*s/%s", (int)size, path, name).at;
        if (path_root(path) && is_program(file))
            return file;
        path += size + (path[size] == ':');
    }
    return NULL;
}

static const char *called_program(const ProgramSources *sources, Arena *arena)
{
    const char *file = sources->called;
    if (file && *file && !strchr(file, '/'))
        file = program_in_path(file, sources->path, arena);
    return file && is_program(file) ? path_resolved(file, arena) : NULL;
}

/* The folder of a program, or of `oisin` if the program is one that `oisin` runs. */
static Text folder_of(const char *program, Arena *arena)
{
    const size_t end = sizeof libexec - 1;
    const Text own = folder_above(text_of(program), arena);
    if (own.size < end || !text_is(text_slice(own, own.size - end, own.size), libexec))
        return own;
    return arena_format(arena, "%.*s/bin", (int)(own.size - end), own.at);
}

Text program_folder_from(const ProgramSources *sources, Arena *arena)
{
    const char *program = sources->running ? sources->running : called_program(sources, arena);
    if (program)
        return folder_of(program, arena);
    for (const char *const *prefix = sources->prefixes; prefix && *prefix; prefix++)
        if (is_folder(arena_format(arena, "%s%s", *prefix, libexec).at))
            return arena_format(arena, "%s/bin", *prefix);
    return TEXT("");
}

Text program_folder(Arena *arena)
{
    /* Debian's packages (tools/make_deb.sh) are made of a build for any prefix. */
    static const char *const prefixes[] = {OISIN_PREFIX, "/usr", NULL};
    char running[PATH_SIZE];
    return program_folder_from(
        &(ProgramSources){program_file(running, sizeof running) ? running : NULL,
                          program_called(), environment("PATH"), prefixes},
        arena);
}

const char *program_part(const char *variable, const char *const *places, size_t count,
                         const char *file, Arena *arena)
{
    const char *given = variable ? environment(variable) : NULL;
    if (given)
        return given;
    const Text own = program_folder(arena);
    for (size_t i = 0; i < count; i++) {
        const char *folder = path_root(places[i])
                                 ? places[i]
                                 : arena_format(arena, "%.*s%s%s", (int)own.size, own.at,
                                                *places[i] ? "/" : "", places[i])
                                       .at;
        if (file_is_readable(arena_format(arena, "%s/%s", folder, file).at))
            return folder;
    }
    return NULL;
}
