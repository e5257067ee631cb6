/* Changes of several files of a project that are one step: made in a copy of the list of files,
 * and compared with it. */
#ifndef OISIN_STUDIO_EDITOR_MAP_CHANGES_H
#define OISIN_STUDIO_EDITOR_MAP_CHANGES_H

#include "studio/editor/built_game.h"

/* The contents are shared with the original. */
ProjectFiles files_copy(const ProjectFiles *files, Arena *arena);
/* Replaces a file, or adds it; the list stays sorted. */
void files_set(ProjectFiles *files, Text path, Bytes bytes, Arena *arena);

/* Changes cells of a map in `files`. If no tileset of the map has one of the tiles, all
 * tilesets are brought up to date, and the change is tried once more. */
bool map_change_cells(Call *call, const Names *names, ProjectFiles *files, Text path,
                      const LayerChanges *layers, size_t layer_count);

/* An edit for each file that differs, that of `first` first: it is answered. Returns their
 * number. */
size_t edits_between(const ProjectFiles *before, const ProjectFiles *after, Text first,
                     FileEdit **edits, Arena *arena);

#endif
