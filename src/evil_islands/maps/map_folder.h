/* A map of Evil Islands in loose files: a folder with one ZONE.mp and its sectors,
 * ZONExxxyyy.sec. In memory it becomes the .mpr that `oisin pack` would make of these files, so
 * that everything that takes a .mpr takes the folder. Files in folders below do not belong to
 * it, nor do characters, which have the suffix .mp as well. */
#ifndef OISIN_EVIL_ISLANDS_MAPS_MAP_FOLDER_H
#define OISIN_EVIL_ISLANDS_MAPS_MAP_FOLDER_H

#include "kit/jobs/folder_forms.h"

/* Whether the folder has the head of a map. A project is none. */
bool map_folder_is(const char *path);

/* Packs the map; `head` is the path of its .mp. Two heads, and two files whose names differ
 * only in case, are errors. */
bool map_folder_load(const char *path, Bytes *mpr, Text *head, Arena *arena, Report *report);

/* Calls `put` for each member of `mpr`, with its name, and only for those that differ from
 * `old` if that has data. Both must have the same members. */
bool map_folder_unpack(Bytes mpr, Bytes old, FolderFormPut *put, void *context, Arena *arena,
                       Report *report);

/* Also checks which sectors are missing. */
bool map_folder_check(Job *job, const char *path, Bytes file, Arena *arena, Report *report);

#endif
