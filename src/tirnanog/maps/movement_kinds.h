/* How many ways of moving a game has: walking, swimming and flying, as the format's document
 * says; a fourth, driving, and a fifth if something uses them. The header counts them, and each
 * record of a tile has a speed for each. */
#ifndef OISIN_TIRNANOG_MAPS_MOVEMENT_KINDS_H
#define OISIN_TIRNANOG_MAPS_MOVEMENT_KINDS_H

#include "tirnanog/container/tng.h"

/* The number that an object needs, because it provides a way of moving or is open for the
 * fifth; 0: any. */
unsigned ways_of_object(const TngObject *object);
/* The same of the calls of `transport` in a handler. */
unsigned ways_of_code(Bytes code);
/* Gives a tile a speed of 100 percent for each way of moving that it lacks. */
void ways_widen(TngTile *tile, unsigned ways, Arena *arena);

#endif
