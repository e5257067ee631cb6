/* A game to work with, whether it is built already or not. */
#ifndef OISIN_KIT_GAME_H
#define OISIN_KIT_GAME_H

#include "project/project.h"

/* The bytes of a game file, or of the game that a project's folder gives.
 * `options` (NULL: none) are for the building. */
bool game_load(const char *path, const BuildOptions *options, Bytes *out, Arena *arena,
               Report *report);

/* The same of several as one game: the base, then its extensions (project/join.h). What
 * `options` want to know of the building (scripts) is that of the base. */
bool games_load(const char *const *paths, size_t count, const BuildOptions *options, Bytes *out,
                Arena *arena, Report *report);

#endif
