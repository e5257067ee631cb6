/* Maps of Evil Islands of our own, for tests, corpora, the demo and measuring: hills, a lake,
 * beaches, snow, every turn of tiles, tiles that take turns, several materials. Sectors share
 * their borders to the bit. The same numbers give the same bytes. */
#ifndef OISIN_TESTS_EVIL_MAP_H
#define OISIN_TESTS_EVIL_MAP_H

#include "base/report.h"
#include "evil_islands/textures/mmp.h"
#include "evil_islands/maps/mp.h"
#include "evil_islands/archives/res.h"
#include "evil_islands/maps/sec.h"
#include "base/image/turn.h"

#include <stdlib.h>

enum { EVIL_MAP_LEVEL = 22000, EVIL_MAP_TEXTURES = 2, EVIL_MAP_ANIMATED = 48 };

typedef struct EvilMap {
    uint32_t sectors_x, sectors_y;
    Bytes mp, *sectors; /* row by row */
    Bytes textures[EVIL_MAP_TEXTURES];
    Bytes mpr; /* of mp and sectors, of the zone "zone1" */
} EvilMap;

uint16_t evil_height(int32_t x, int32_t y);
uint16_t evil_tile(int32_t x, int32_t y);
Bytes evil_head(uint32_t sectors_x, uint32_t sectors_y, float max_altitude, Arena *arena);

/* Textures are `texture_side` pixels wide; the game's have 512. */
EvilMap evil_map(uint32_t sectors_x, uint32_t sectors_y, uint32_t texture_side, Arena *arena,
                 Report *report);

#endif
