/* MP files of Evil Islands: the head of a map, whose land is stored in sectors (sec.h)
 * (specs/evil_islands.md). Saved games of the multiplayer mode have the same suffix, but begin
 * differently; they are errors. */
#ifndef OISIN_EVIL_ISLANDS_MAPS_MP_H
#define OISIN_EVIL_ISLANDS_MAPS_MP_H

#include "base/record.h"

#define RECORD_FILE "evil_islands/maps/mp.def"
#include "base/record_struct.h"
#undef RECORD_FILE

enum {
    MP_SECTORS_MAX = 1000,    /* per side: a sector's name has three digits for each */
    MP_TILES_OF_TEXTURE = 64, /* 8 x 8 */
};

typedef enum MpMaterialType {
    MP_UNDEFINED,
    MP_TERRAIN,
    MP_WATER_PLAIN, /* without a texture */
    MP_WATER,
    MP_GRASS,
} MpMaterialType;

bool mp_read(Bytes file, MpFile *out, Arena *arena, Report *report);
Bytes mp_write(const MpFile *mp, Arena *arena);

/* "terrain", "grass" (of tiles) and so on; NULL if the number is unknown. */
const char *mp_material_name(uint32_t type);
const char *mp_tile_name(uint32_t type);

#endif
