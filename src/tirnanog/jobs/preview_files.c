/* Writes previews into the project's folder, or adds them to its files in memory. Files that
 * already have the same contents are not written. */
#include "tirnanog/jobs/preview_files.h"

#include "base/output/output.h"
#include "base/stream.h"
#include "kit/jobs/files.h"

bool previews_add(const TngOutput *built, ProjectFiles *files, Arena *arena, Report *report)
{
    Writer bytes = writer_to(arena);
    TngFile game;
    for (size_t i = 0; i < built->count; i++)
        write_bytes(&bytes, built->parts[i]);
    if (!tng_read(writer_bytes(&bytes), &game, arena, report))
        return false;
    project_previews(&game, NULL, files, arena);
    return true;
}

bool previews_save(const char *folder, const TngOutput *game, Arena *arena, Report *report)
{
    ProjectFiles previews = {0};
    if (!previews_add(game, &previews, arena, report))
        return false;
    Output *set = output_files(folder, arena, report);
    bool ok = true;
    for (size_t i = 0; i < previews.count && ok; i++) {
        const ProjectFile *file = &previews.items[i];
        const Text path =
            arena_format(arena, "%s/%.*s", folder, (int)file->path.size, file->path.at);
        ok = file_has_contents(path.at, &file->bytes, 1) ||
             output_put_at(set, path.at, &file->bytes, 1, report);
    }
    return output_end(set, ok, report);
}
