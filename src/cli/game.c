#include "cli/game.h"

#include "cli/files.h"

bool game_load(const char *path, const BuildOptions *options, Bytes *out, Arena *arena,
               Report *report)
{
    ProjectFiles files;
    TngOutput game;
    if (!is_folder(path))
        return file_load(path, out, arena, report);
    if (!project_open_files(path, &files, arena, report) ||
        !project_build(&files, options ? options : &(BuildOptions){0}, &game, arena, report))
        return false;
    *out = tng_output_bytes(&game, arena);
    return true;
}
