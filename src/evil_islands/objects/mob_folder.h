/* Map objects as a folder: objects.json, the tree; script.txt, the map's script as stored, in
 * UTF-8; aigraph.bin, the payload of AIGRAPH. */
#ifndef OISIN_EVIL_ISLANDS_OBJECTS_MOB_FOLDER_H
#define OISIN_EVIL_ISLANDS_OBJECTS_MOB_FOLDER_H

#include "evil_islands/objects/mob.h"

#define MOB_TREE_FILE "objects.json"
#define MOB_SCRIPT_FILE "script.txt"
#define MOB_GRAPH_FILE "aigraph.bin"

/* A file of the folder; `bytes.data` is NULL if it is missing. */
typedef struct MobFolder {
    Bytes tree, script, graph;
} MobFolder;

bool mob_to_folder(Bytes file, MobFolder *out, Arena *arena, Report *report);
/* The inverse: restores the same bytes if nothing was changed. A changed script is encrypted
 * with the key in the tree. */
bool folder_to_mob(const MobFolder *folder, Bytes *out, Arena *arena, Report *report);

#endif
