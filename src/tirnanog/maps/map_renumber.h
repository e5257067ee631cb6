/* Numbers the tilesets of a map again, as Tiled does whenever it saves a map.
 *
 * A tile of a map has the ID of its tileset (firstgid) plus its number there. When a tileset
 * file has grown since, its new tiles would have IDs that belong to the next tileset: they have
 * no ID in this map. Collections of images, which get a tile with each new object, are given
 * IDs in advance here, so that the next objects leave the maps unchanged. */
#ifndef OISIN_TIRNANOG_MAPS_MAP_RENUMBER_H
#define OISIN_TIRNANOG_MAPS_MAP_RENUMBER_H

#include "tirnanog/maps/tmx.h"

/* The IDs that its tiles need: not their number, because a collection of images may have gaps.
 */
uint32_t tileset_size(const TmxTileset *set);
/* The IDs that are kept for a collection of so many: it may grow by TILESET_ROOM at least. */
enum { TILESET_ROOM = 32 };
uint32_t tileset_room(uint32_t size);

/* Changes the IDs in the text of a map so that all tiles have one: of tilesets, cells and
 * objects. `map`: the map with its tilesets loaded. False: all tiles have an ID already, or the
 * text is not in the form that Tiled writes. */
bool map_renumber(Text *text, const TmxMap *map, Arena *arena);

#endif
