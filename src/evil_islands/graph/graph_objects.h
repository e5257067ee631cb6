/* Objects of a map in its navigation graph (graph_tiles.h): every object with a figure that is
 * not a unit.
 *
 * Each part of the figure is a box, in the object's body and rotation, that stands on the land
 * below the object. Its six faces are sampled at most a third of a tile apart. In each tile,
 * the obstacles of an object make one volume, from the lowest sample of bottoms and sides to
 * the highest of tops; its floors (BASE...) raise the ground to their highest and make it a
 * dry road. All floors come before all volumes. */
#ifndef OISIN_EVIL_ISLANDS_GRAPH_GRAPH_OBJECTS_H
#define OISIN_EVIL_ISLANDS_GRAPH_GRAPH_OBJECTS_H

#include "evil_islands/graph/graph_figures.h"
#include "evil_islands/graph/graph_tiles.h"
#include "evil_islands/objects/mob.h"

/* Limits: a small file could have a million boxes of the size of the map. */
enum {
    GRAPH_SAMPLES_MAX = 1 << 28, /* of all objects, clipped to the map */
    GRAPH_VOLUMES_MAX = 1 << 23,
};

typedef struct GraphObject {
    const MobNode *node;
    double place[3];
    const GraphFigure *figure; /* NULL: none */
} GraphObject;

typedef struct GraphObjects {
    GraphObject *items; /* in the order of the file */
    size_t count;
    size_t without; /* objects without a figure, and ... */
    Text first;     /* ... the template of the first */
} GraphObjects;

/* Finds the objects with a template; `figures` may be NULL: none have figures. */
GraphObjects graph_find_objects(const Mob *mob, GraphFigures *figures, Arena *arena);

/* Adds the objects. Fails if they are beyond the limits. */
bool graph_add_objects(GraphTiles *tiles, const GraphObjects *objects, Arena *arena,
                       Report *report);

#endif
