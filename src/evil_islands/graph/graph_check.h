/* Whether a navigation graph is that of its map: only what is certain is compared, so a sound
 * graph of the game causes no warning. Costs, and everything near objects, are not.
 *
 * Certain are, at least 8 units away from objects: cells that cliffs of more than 60 degrees
 * and the edges of the map fill completely have no steps; and between neighbours on flat, dry
 * land all layers have a step. Both directions of rows are tried, since the first one is
 * unproven. */
#ifndef OISIN_EVIL_ISLANDS_GRAPH_GRAPH_CHECK_H
#define OISIN_EVIL_ISLANDS_GRAPH_GRAPH_CHECK_H

#include "evil_islands/maps/map.h"
#include "evil_islands/objects/mob.h"

enum {
    GRAPH_CHECK_DISTANCE = 8, /* units */
    GRAPH_CHECK_CELLS = 4,    /* that contradict, and ... */
    GRAPH_CHECK_PERCENT = 1,  /* ... of the certain ones: then there is a warning */
};

/* `graph` is a payload that has as many cells as the map. */
void graph_check(const Map *map, const Mob *objects, Bytes graph, Report *report);

#endif
