/* SEC files of Evil Islands: a sector of a map, 32 x 32 units of land and perhaps a liquid
 * above (specs/evil_islands.md). A sector shares its first and last rows and columns of
 * vertices with its neighbours. A tile is 2 x 2 units. */
#ifndef OISIN_FORMATS_EVIL_ISLANDS_SEC_H
#define OISIN_FORMATS_EVIL_ISLANDS_SEC_H

#include "base/record.h"
#include "geometry/vector.h"

#define RECORD_FILE "formats/evil_islands/sec.def"
#include "base/record_struct.h"
#undef RECORD_FILE

enum {
    SEC_SIDE = 33,  /* vertices a side */
    SEC_TILES = 16, /* tiles a side */
    SEC_UNITS = 32, /* units a side */
    SEC_NONE = 65535,
};

/* Parts of a tile's number. */
static inline unsigned sec_tile_index(uint16_t tile)
{
    return (tile >> 6 & 255) * 64u + (tile & 63);
}
static inline unsigned sec_tile_turns(uint16_t tile) { return tile >> 14; }

/* Another size than 9229 or 18965 bytes is refused: it decides whether there is a liquid,
 * since sources disagree about the number. */
bool sec_read(Bytes file, SecFile *out, Arena *arena, Report *report);
Bytes sec_write(const SecFile *sec, Arena *arena);

/* Where vertex (column, row) of sector 0, 0 is, in units; z is up. */
Vec3 sec_place(const SecVertex *vertex, unsigned column, unsigned row, float max_altitude);
/* Its normal, of length 1; and the number for a normal of length 1. */
Vec3 sec_normal(const SecVertex *vertex);
uint32_t sec_normal_of(Vec3 normal);

#endif
