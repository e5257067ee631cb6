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

enum { MOSS, HEATH, SAND, WATERS, LAKE, PATH, SOIL, CRAG, COBBLE, GROUNDS };

typedef struct Map {
    Art *art;
    const char *names[LAYERS][SIDE * SIDE];
    bool corners[GROUNDS][CORNERS * CORNERS];
    bool taken[SIDE * SIDE]; /* nothing is strewn here */
    const char *properties[12][2];
    int side, tile_w, tile_h; /* 0: SIDE cells of 32 x 32 */
    enum { SQUARE, RHOMBUS, HEXAGON } shape;
    const Spot *path; /* patrol path 0, of squares */
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
/* The tile of a ground by its corners; NULL where there is none of it. */
const char *map_tile(const Map *map, int ground, int x, int y);
void map_strew(Map *map, int layer, const char *name, int one_in, uint32_t seed);
void map_write(Map *map, const char *name);

typedef struct Thing {
    int x, y;
    const char *name;
    int wide; /* of the object, in cells; less than 0: the layer */
} Thing;
/* Cells of an area; map_areas() chooses their tiles as `oisin maps paint` does. */
void map_area(Map *map, int layer, const char *area, int x, int y, int w, int h);
void map_areas(Map *map);
void map_things(Map *map, const Thing *things, size_t count);
/* A hut one can walk into: its floor's upper left corner, the floor's size, the door. */
void map_hut(Map *map, int x, int y, int w, int h, int door);
/* Trees of these eight kinds; one in so many cells, by how far from a closed edge they are. */
void map_trees(Map *map, const char *const kinds[8], uint32_t seed, unsigned closed,
               int inside);
enum { CLOSED_NORTH = 1, CLOSED_EAST = 2, CLOSED_SOUTH = 4, CLOSED_WEST = 8 };
/* Where the river is on its way from the meadow to the lake; y goes on below the meadow. */
int map_river(int y);

/* Maps drawn with letters: what stands for each. */
enum { LETTERS_WIDE = 32 };
typedef struct Letter {
    char letter;
    int layer;
    const char *name;
} Letter;
void map_letter(Map *map, const Letter *legend, size_t count, char letter, int x, int y);

void town_map(Art *art);
void moor_map(Art *art);
void shore_map(Art *art);
void forest_map(Art *art);
void cave_map(Art *art);

#endif
