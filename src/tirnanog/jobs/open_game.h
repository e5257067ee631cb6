/* A game to work with: a game file, or a project to be built. */
#ifndef OISIN_TIRNANOG_JOBS_OPEN_GAME_H
#define OISIN_TIRNANOG_JOBS_OPEN_GAME_H

#include "tirnanog/project/project.h"

/* Loads a game file, or builds the project in a folder. `options` (NULL: none) are for the
 * build. */
bool game_load(const char *path, const BuildOptions *options, Bytes *out, Arena *arena,
               Report *report);

/* The name of a game, as recordings have it: of its file without .tng, or of its folder. */
Text game_path_name(const char *path, Arena *arena);

/* A larger file takes too long before the first frame of `play`: see
 * tirnanog/jobs/game_check.h. */
enum { GAME_VERIFY_MAX = 64 << 20 };

/* The same for several games joined to one: the base, then its extensions
 * (tirnanog/project/merge_games.h). A game file with a wrong CRC is damaged: that is a warning,
 * for files of at most 64 MiB, or an error if `options` are strict. Results of the build that
 * `options` ask for (scripts) are those of the base. */
bool games_load(const char *const *paths, size_t count, const BuildOptions *options, Bytes *out,
                Arena *arena, Report *report);

#endif
