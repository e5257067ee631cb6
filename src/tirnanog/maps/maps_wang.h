/* Wang sets of automap rules in the tileset files (.tsx) of maps.
 *
 * Our sets have the property "oisin" with the value "automap"; all others are left alone, and
 * so is one of ours that still has the same tiles: an author may rename its colours. */
#ifndef OISIN_TIRNANOG_MAPS_MAPS_WANG_H
#define OISIN_TIRNANOG_MAPS_MAPS_WANG_H

#include "tirnanog/maps/tilesets.h"
#include "tirnanog/maps/wang.h"

/* The text of the tileset file with these sets, as far as it has their tiles. `meanings`: of
 * its tiles, from ID 1 on. False if sets must be added, and the file is not UTF-8 or its
 * <tileset> has no end tag. */
bool maps_wang_edit(Text text, const WangSets *sets, const TileMeanings *meanings,
                    const Names *names, Text *out, Arena *arena);

#endif
