/* Small textures of our own, for tests and corpora. */
#ifndef OISIN_TESTS_EVIL_MMP_H
#define OISIN_TESTS_EVIL_MMP_H

#include "kit.h"

#include "evil_islands/textures/mmp.h"

/* A slope of colours, darker below; with `alpha` a hole in the upper left corner. */
Image slope(Kit *kit, uint32_t w, uint32_t h, bool alpha);

/* Levels of 16 x 8, 8 x 4, 4 x 2, 2 x 1 and 1 x 1 (of a PNT3 the first). */
Bytes small_mmp(Kit *kit, MmpKind kind);

#endif
