/* The parts of map_project.h. */
#ifndef OISIN_EVIL_ISLANDS_MAPS_MAP_PROJECT_INTERNAL_H
#define OISIN_EVIL_ISLANDS_MAPS_MAP_PROJECT_INTERNAL_H

#include "evil_islands/maps/map.h"
#include "evil_islands/maps/map_project.h"
#include "evil_islands/objects/mob.h"

/* Pixels per unit: the diagonal of a tile of 2 x 2 units is as wide as a cell. */
#define MAP_PROJECT_SCALE (MAP_PROJECT_TILE_W / 2.8284271f)
#define MAP_PROJECT_PITCH 30 /* degrees: half as high as wide */

/* The cells, row by row, the northernmost first. */
typedef struct ProjectLand {
    uint32_t w, h;    /* of the map */
    uint32_t side;    /* of the game's maps: a power of two */
    uint32_t *tiles;  /* side x side: number of the tile in the sheet */
    uint8_t *blocked; /* side x side */
    Image sheet;
    uint32_t columns, count;
} ProjectLand;

/* Draws the tiles; `blocked` is not filled. */
bool project_land(const Map *map, ProjectLand *out, Arena *arena, Report *report);

/* A sprite, and where it stands. */
typedef struct ProjectSprite {
    Text name; /* of the sprite, or of the NPC */
    Bytes png; /* of a sprite; of an NPC: its image for Tiled */
    uint32_t w, h;
    /* NPCs: the sheet of its sprites, its layout, and the file NAME.npc. */
    Bytes sheet;
    Text layout, npc;
} ProjectSprite;

typedef struct ProjectPlace {
    uint32_t sprite; /* index */
    uint32_t x, y;   /* cell */
} ProjectPlace;

typedef struct ProjectObjects {
    ProjectSprite *sprites, *people;
    size_t sprite_count, people_count;
    ProjectPlace *low, *high, *units; /* under the actors, among them; NPCs */
    size_t low_count, high_count, unit_count;
} ProjectObjects;

/* Draws the objects with the models of the store. Objects that are missing or beyond a limit
 * are reported by one warning for each reason. */
void project_objects(const Mob *mob, FileStore *files, const ProjectLand *land,
                     ProjectObjects *out, Arena *arena, Report *report);

#endif
