/* The height of the land in the glTF scene of a map. Objects of a map stand on it: the z of
 * their OBJPOSITION is the height above the land (map_placing.h).
 *
 * The land is the triangles of all nodes whose extras have "sector" (map_glb.h), wherever
 * another program has moved them. The height at a place is that of the plane of the triangle
 * there; of several triangles above each other, that of the highest. Liquids do not count. */
#ifndef OISIN_EVIL_ISLANDS_MAPS_MAP_GROUND_H
#define OISIN_EVIL_ISLANDS_MAPS_MAP_GROUND_H

#include "kit/open/gltf.h"

/* Limit of the places in which triangles are listed: a small file could have many triangles as
 * large as the map. A map of 1024 sectors has 2^23. */
enum { MAP_GROUND_WORK_MAX = 1 << 25 };

typedef struct GroundTriangle {
    Vec3 corners[3]; /* with the axes of the map: x east, y north, z up */
} GroundTriangle;

/* Triangles by square of the map. */
typedef struct MapGround {
    GroundTriangle *triangles;
    size_t count; /* 0: the scene has no land */
    double west, south, side;
    uint32_t columns, rows;
    uint32_t *first; /* of each square, row by row: index in `listed`; one more at the end */
    uint32_t *listed;
} MapGround;

bool map_ground(const Gltf *scene, MapGround *out, Arena *arena, Report *report);

/* The height at a place of the map; false: there is no land. */
bool map_ground_at(const MapGround *ground, float x, float y, float *height);

#endif
