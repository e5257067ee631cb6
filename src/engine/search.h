/* What search.c, clicks.c and regions.c share: a breadth first search over cells. */
#ifndef OISIN_ENGINE_SEARCH_H
#define OISIN_ENGINE_SEARCH_H

#include "engine/parts.h"

enum { LEVELS = PATH_CELLS_MAX + 128 }; /* of costs above the start's estimate */

/* Memory for one search, made once: what it has seen stays there until the next one. */
typedef struct Search {
    uint16_t now; /* of the search under way: what has this stamp was seen in it */
    uint16_t *stamp, *cost;
    uint32_t *before;                     /* the cell one comes from */
    uint32_t *next;                       /* of the same level, + 1 */
    uint8_t *via;                         /* the direction one comes in */
    uint32_t first[LEVELS], last[LEVELS]; /* cells + 1 */
    uint32_t tick, left;                  /* of the NPCs' budget of a tick */
} Search;

typedef struct Query {
    World *world;
    Search *room;
    MapState *map;
    uint32_t actor, start, goal; /* goal NONE: everywhere */
    Cell aim;
    bool aimed, around_people, reached;
    bool met;       /* somebody was in the way */
    uint32_t left;  /* cells that may be looked at */
    int32_t far;    /* from the start to the aim */
    uint32_t level; /* looked at now */
    uint32_t at;    /* the cell + 1 of this level that is looked at next */
    uint32_t best;  /* the cell nearest to the aim */
    int32_t best_far;
} Query;

typedef enum Found {
    FOUND,
    FOUND_NOTHING,
    FOUND_LATER, /* `left` is used up: search_on continues */
} Found;

Search *search_room(World *world);
/* Before the first search_on. */
void search_begin(Query *query);
/* Whether the goal was reached; everything is looked at if there is none. */
Found search_on(Query *query);

/* regions.c */
/* Cells that are joined by ways, whoever stands in them, for each map and transport. */
typedef struct Regions Regions;
/* Whether no way leads from one cell to another. False if this is not known now: regions are
 * made when first asked for, at most once in a tick, and of a map whose objects change at most
 * once a second. */
bool region_separates(World *world, Regions **regions, Cell from, Cell to);

#endif
