/* A map being composed: names of sprites in cells, grounds by their corners. */
#ifndef OISIN_TOOLS_MAPS_H
#define OISIN_TOOLS_MAPS_H

#include "art.h"

enum { SIDE = 64, CORNERS = SIDE + 1 };

/* As in the file, less one. */
enum {
    GROUND_1,
    GROUND_2,
    GROUND_3,
    GROUND_4,
    OBJECTS,
    PEOPLE,
    SPAWNERS,
    ROOF_1,
    ROOF_2,
    LAYERS = 11
};

enum { MOSS, WATERS, PATH, SOIL, COBBLE, GROUNDS };

typedef struct Map {
    Art *art;
    const char *names[LAYERS][SIDE * SIDE];
    bool corners[GROUNDS][CORNERS * CORNERS];
    bool taken[SIDE * SIDE]; /* nothing is strewn here */
    const char *properties[12][2];
    const Spot *path; /* patrol path 0 */
    size_t path_count;
} Map;

static inline bool map_has(int x, int y) { return x >= 0 && y >= 0 && x < SIDE && y < SIDE; }

void map_set(Map *map, int layer, int x, int y, const char *name);
const char *map_get(const Map *map, int layer, int x, int y);
/* An object whose middle stands in a cell; its sprite begins in the leftmost one. */
void map_place(Map *map, int x, int y, const char *name, int wide);
void map_take(Map *map, int x, int y, int w, int h);
bool map_free(const Map *map, int x, int y, int around);

void map_disc(Map *map, int ground, int x, int y, int rx, int ry);
void map_box(Map *map, int ground, int x, int y, int w, int h);
/* A ragged line of a ground. */
void map_lane(Map *map, int ground, const Spot *spots, size_t count, int width);
bool map_ground(const Map *map, int ground, int x, int y,
                int corners); /* so many corners at least */

/* Ground 1 from a 4x4 texture, the other grounds from their corners. */
void map_floor(Map *map, const char *texture);
void map_grounds(Map *map);
void map_strew(Map *map, int layer, const char *name, int one_in, uint32_t seed);
void map_write(Map *map, const char *name);

void town_map(Art *art);
void forest_map(Art *art);
void cave_map(Art *art);

#endif
