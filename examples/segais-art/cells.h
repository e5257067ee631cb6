/* Cells that are not squares: their grounds and objects, drawn when needed. */
#ifndef OISIN_TOOLS_CELLS_H
#define OISIN_TOOLS_CELLS_H

#include "art.h"

typedef struct CellShape {
    int w, h;  /* pixels of a cell */
    int sides; /* 4: a rhombus; 6: a hexagon with its points up and down */
} CellShape;

enum { TURF, TRACK, FLAGS, SEA, BASALT, CELL_GROUNDS };

/* The sprite of a ground; `ends`: bits of the sides, clockwise from the upper right one, beyond
 * which there is another ground; `part`: of its texture, 0 to 3. */
const char *cell_ground(Art *art, const CellShape *shape, int ground, int ends, int part);
void cell_things(Art *art, const CellShape *shape);

#endif
