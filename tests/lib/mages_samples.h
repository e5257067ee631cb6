/* Small layouts and archives of our own, for tests and corpora. */
#ifndef OISIN_TESTS_MAGES_SAMPLES_H
#define OISIN_TESTS_MAGES_SAMPLES_H

#include "kit.h"

#include "mages/sprites/lay.h"
#include "mages/archives/mpk.h"
#include "mages/sprites/mvl.h"

/* A base of two cells, two faces of a cell each, their mouths (one cell, three
 * frames), eyes for the first, an overlay; cells row by row in the picture. */
Lay small_lay(Kit *kit, LayFlavour flavour);

/* Two faces; the first has two mouths and two eyes. Each state is a square of 16 pixels, for a
 * texture of 64 x 64. */
Mvl small_mvl(Kit *kit);

/* A picture that does not compress, a layout that does, an empty file, a folder. */
Mpk small_mpk(Kit *kit);

#endif
