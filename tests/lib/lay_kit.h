/* Layouts and sheets made by chance, for the tests of composing. */
#ifndef OISIN_TESTS_LAY_KIT_H
#define OISIN_TESTS_LAY_KIT_H

#include "shared_kit.h"

#include "mages/sprites/lay_pictures.h"
#include "base/image/png_write.h"

enum { CELLS = 6 }; /* of a sheet, across and down */

Image sheet_random(bool clear);
uint32_t info_of(LayType type, uint32_t face, uint32_t frame);

/* A layout with room for some entries, to be filled by `entry_add`. */
Lay lay_empty(void);
void chunk_add(Lay *lay, float dst_x, float dst_y, float src_x, float src_y);

/* An entry of the next chunks: `count` cells somewhere on a lattice. */
void entry_add(Lay *lay, uint32_t info, uint32_t count, float pitch);

/* Base, faces with some of all kinds of parts, overlays, in any order. */
Lay lay_random(float pitch);

/* A base of two cells, the second so far from the first. */
Lay two_chunks(float dx, float dy);

#endif
