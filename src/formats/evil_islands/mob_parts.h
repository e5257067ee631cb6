/* What the files of the map object module share; nobody else includes it. */
#ifndef OISIN_FORMATS_EVIL_ISLANDS_MOB_PARTS_H
#define OISIN_FORMATS_EVIL_ISLANDS_MOB_PARTS_H

#include "formats/evil_islands/mob_folder.h"

/* Values that are files of their own: the map's script and the first graph. */
typedef struct MobParts {
    const MobNode *from; /* of showing: the script's node, or NULL */
    Text script;         /* UTF-8; at NULL: none yet */
    Bytes graph;         /* data NULL: none yet */
} MobParts;

/* A list of nodes under this key, and what follows them under "rest". `parts`, if not NULL,
 * takes the script and the graph; the nodes then only name their files. `whole`: with the
 * cells of graphs. */
void mob_show_nodes(const MobNode *nodes, size_t count, const char *key, Bytes rest,
                    MobParts *parts, bool whole, JsonWriter *json, Arena *arena);

/* Back; `parts` has the files that nodes may name, NULL if there are none. */
bool mob_parse_tree(const json_t *json, const MobParts *parts, Mob *out, Arena *arena,
                    Report *report);

#endif
