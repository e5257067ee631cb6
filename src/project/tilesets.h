/* Tilesets of maps: which sprite, NPC or spawner their tiles stand for.
 *
 * What the cells of a tileset are, is told by the prefix of its name (`tiles_oak`,
 * `tiles/oak`). The game's format does not say more than "category and name", and other tools
 * may write the plain name, or any name: then the path of the image decides. */
#ifndef OISIN_PROJECT_TILESETS_H
#define OISIN_PROJECT_TILESETS_H

#include "formats/open/tmx.h"
#include "project/names.h"

enum { CONTENT_TILES, CONTENT_NPCS, CONTENT_SPAWNERS, CONTENTS, CONTENT_UNKNOWN = CONTENTS };

/* The prefix of the names of such tilesets, and what they contain, for documents. */
const char *tileset_prefix(unsigned content);
const char *tileset_word(unsigned content);

/* Tries the name with a prefix, the plain name, and the image; the first that finds exactly one
 * thing decides. An unknown tileset that no cell uses causes a warning. */
bool tileset_resolve(const Names *names, const TmxMap *map, size_t index, unsigned *content,
                     uint16_t *number, Arena *arena, Report *report);

#endif
