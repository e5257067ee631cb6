/* Map objects as the text files that a patched EIrepack writes beside a map in the repositories
 * of modders: NAME.mob_git.yaml, the tree, and NAME.mob_git.eis, the script.
 *
 * The text is made for reading, and leaves things out: nodes after the first one (the
 * navigation graph), nodes without a value or of an unexpected size, areas and points (shown as
 * "NOT_NOW"), the key of the script, the bits of floats that are not numbers, the difference
 * between \n and a line end. So a text is read together with the map that it came from, if
 * there is one: parts whose text is the same are taken from the map, bit by bit, and what the
 * text leaves out stays. If nothing was edited, the same bytes come back.
 *
 * Values: numbers; floats with the digits of Python; a rectangle as four floats of the same
 * bits; values of a unit as 43 numbers; texts in quotes, \n for a line end, \" for a quote,
 * which stands unchanged in lists.
 *
 * Source (facts only): Sunrise-dev-team/Sunrise, maps/ZoneMainMenuNew.mob_git.yaml and .eis,
 * tools/eirepack/Formats/mob.py. */
#ifndef OISIN_EVIL_ISLANDS_OBJECTS_MOB_YAML_H
#define OISIN_EVIL_ISLANDS_OBJECTS_MOB_YAML_H

#include "evil_islands/objects/mob.h"

/* Both in UTF-8. A map without a script has an empty one. */
bool mob_to_yaml(Bytes file, Text *yaml, Text *script, Arena *arena, Report *report);

/* `map`: the file that the text came from; empty if there is none. `script.at` is NULL if there
 * is none: that of the map stays. Texts may be in Windows-1251, and their lines may end with
 * CRLF. */
bool yaml_to_mob(Text yaml, Text script, Bytes map, Bytes *out, Arena *arena, Report *report);

/* For the reader: appends the text of a node; nothing if the text leaves it out. */
void mob_yaml_put_node(const MobNode *node, unsigned level, Writer *out);

#endif
