/* Loads, verifies and merges the files of a game. Only files are verified, not projects, which
 * were built just before. A single file must be a whole game, and not an extension. */
#include "tirnanog/jobs/open_game.h"

#include "tirnanog/jobs/project_files.h"
#include "kit/jobs/job.h"
#include "tirnanog/project/merge_games.h"

#include "base/path.h"

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

Text game_path_name(const char *path, Arena *arena)
{
    Text name = path_base(path_without_slashes(text_of(path)));
    if (path_has_suffix(name, ".tng"))
        name = path_without_suffix(name);
    return arena_text(arena, name);
}

/* Without the game, an extension has no maps, or nothing that starts there. Games of other
 * tools may lack single sections. A damaged file is reported by the code that opens it. */
static bool is_whole_game(const char *path, Bytes bytes, Arena *arena, Report *report)
{
    TngFile game;
    Report silent = report_to(NULL, NULL);
    if (is_folder(path) || !tng_read(bytes, &game, arena, &silent) ||
        (tng_section(&game, SECTION_MAPS) &&
         (tng_section(&game, SECTION_ATTRIBUTES) || tng_section(&game, SECTION_STARTUP) ||
          tng_section(&game, SECTION_ACTIONS))))
        return true;
    Report about = report_child(report, text_of(path));
    return report_error(&about, "this file is an extension, not a game; expected the game "
                                "before it");
}

static bool verify(Bytes game, const char *path, bool strict, Report *report)
{
    Report about = report_child(report, text_of(path));
    if ((strict || game.size <= GAME_VERIFY_MAX) && !tng_check_crc(game, strict, &about))
        return false;
    tng_check_age(game, &about);
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
        if (!is_folder(paths[i]) && /* which was built just now */
            !verify(parts[i].bytes, paths[i], options && options->strict, report))
            return false;
    }
    *out = parts[0].bytes;
    return count == 1 ? is_whole_game(paths[0], parts[0].bytes, arena, report)
                      : project_merge(parts, count, out, arena, report);
}
