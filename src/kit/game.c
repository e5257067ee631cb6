#include "kit/game.h"

#include "kit/files.h"
#include "kit/job.h"
#include "project/merge.h"

bool game_load(const char *path, const BuildOptions *options, Bytes *out, Arena *arena,
               Report *report)
{
    ProjectFiles files;
    TngOutput game;
    Within within;
    if (!is_folder(path))
        return file_load(path, out, arena, report);
    Report inner = report_within(&within, path, report);
    if (!project_open_files(path, &files, arena, report) ||
        !project_build(&files, options ? options : &(BuildOptions){0}, &game, arena, &inner))
        return false;
    *out = tng_output_bytes(&game, arena);
    return true;
}

bool games_load(const char *const *paths, size_t count, const BuildOptions *options, Bytes *out,
                Arena *arena, Report *report)
{
    MergePart parts[MERGE_MAX] = {0};
    if (count > MERGE_MAX)
        return report_error(report, "a game was given as %zu files; the maximum is %d", count,
                            MERGE_MAX);
    for (size_t i = 0; i < count; i++) {
        const BuildOptions plain = {.cache = options ? options->cache : NULL};
        parts[i].name = text_of(paths[i]);
        if (!game_load(paths[i], i ? &plain : options, &parts[i].bytes, arena, report))
            return false;
    }
    *out = parts[0].bytes;
    return count == 1 || project_merge(parts, count, out, arena, report);
}
