/* SEC files of Evil Islands: a sector of a map, 32 x 32 units of land, optionally with a liquid
 * above it (specs/evil_islands.md). A sector shares its first and last rows and columns of
 * vertices with its neighbours. A tile has 2 x 2 units. */
#ifndef OISIN_EVIL_ISLANDS_MAPS_SEC_H
#define OISIN_EVIL_ISLANDS_MAPS_SEC_H

#include "base/record.h"
#include "base/image/vector.h"

#define RECORD_FILE "evil_islands/maps/sec.def"
#include "base/record_struct.h"
#undef RECORD_FILE

enum {
    SEC_SIDE = 33,  /* vertices per side */
    SEC_TILES = 16, /* tiles per side */
    SEC_UNITS = 32, /* units per side */
    SEC_NONE = 65535,
};

/* The parts of a tile number. */
static inline unsigned sec_tile_index(uint16_t tile)
{
    return (tile >> 6 & 255) * 64u + (tile & 63);
}
static inline unsigned sec_tile_turns(uint16_t tile) { return tile >> 14; }

/* Fails if the size is not 9229 or 18965 bytes. The size determines whether there is a liquid,
 * because sources disagree about the number. */
bool sec_read(Bytes file, SecFile *out, Arena *arena, Report *report);
Bytes sec_write(const SecFile *sec, Arena *arena);

/* The position of vertex (column, row) of sector 0, 0 in units; z is up. */
Vec3 sec_place(const SecVertex *vertex, unsigned column, unsigned row, float max_altitude);
/* The normal of a vertex, of length 1; and the stored number for a normal of length 1. */
Vec3 sec_normal(const SecVertex *vertex);
uint32_t sec_normal_of(Vec3 normal);

#endif
