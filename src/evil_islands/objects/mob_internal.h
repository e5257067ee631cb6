/* Internal declarations of the map object module. */
#ifndef OISIN_EVIL_ISLANDS_OBJECTS_MOB_INTERNAL_H
#define OISIN_EVIL_ISLANDS_OBJECTS_MOB_INTERNAL_H

#include "evil_islands/objects/mob_folder.h"

/* Values that are stored in separate files: the map's script and the first graph. */
typedef struct MobParts {
    const MobNode *from; /* when showing: the script's node, or NULL */
    Text script;         /* UTF-8; at NULL: not set */
    Bytes graph;         /* data NULL: not set */
} MobParts;

/* Shows a list of nodes under this key, and the bytes after them under "rest". If `parts` is
 * not NULL, it receives the script and the graph, and the nodes contain only the names of their
 * files. `whole`: including the cells of graphs. */
void mob_show_nodes(const MobNode *nodes, size_t count, const char *key, Bytes rest,
                    MobParts *parts, bool whole, JsonWriter *json, Arena *arena);

/* The inverse; `parts` contains the files that nodes may refer to; NULL if there are none. */
bool mob_parse_tree(const json_t *json, const MobParts *parts, Mob *out, Arena *arena,
                    Report *report);

#endif
