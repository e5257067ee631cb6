/* Internal to path_search.c, clicks.c and cell_regions.c: best-first search (A*) over map
 * cells.
 *
 * A `Search` is one search; SearchMemory is the scratch memory that all searches of a world
 * share. Costs are small integers, so open cells are kept in one list per cost (`LEVELS`)
 * instead of a heap. */
#ifndef OISIN_ENGINE_RULES_PATH_SEARCH_H
#define OISIN_ENGINE_RULES_PATH_SEARCH_H

#include "engine/rules/rules.h"

enum { LEVELS = PATH_CELLS_MAX + 128 }; /* of costs above the start's estimate */

/* Memory for searches, allocated once; stamps avoid clearing it between searches. */
typedef struct SearchMemory {
    uint16_t now; /* stamp of the current search: cells with it were visited in it */
    uint16_t *stamp, *cost;
    uint32_t *before;                     /* the previous cell of the path */
    uint32_t *next;                       /* next cell of the same level, + 1 */
    uint8_t *via;                         /* the direction of the last step */
    uint32_t first[LEVELS], last[LEVELS]; /* lists of cells + 1, per level */
    uint32_t tick, left;                  /* rest of the NPCs' search budget of a tick */
} SearchMemory;

typedef struct Search {
    World *world;
    SearchMemory *memory;
    MapState *map;
    uint32_t actor, start, goal; /* goal NONE: visit all reachable cells */
    Cell aim;
    bool aimed, around_people, reached;
    bool met;       /* an actor blocked the way */
    uint32_t left;  /* number of cells that may still be visited */
    int32_t far;    /* distance from the start to the aim */
    uint32_t level; /* current level */
    uint32_t at;    /* 1 + the next cell of this level */
    uint32_t best;  /* the visited cell nearest to the aim */
    int32_t best_far;
} Search;

typedef enum Found {
    FOUND,
    FOUND_NOTHING,
    FOUND_LATER, /* `left` is used up; call search_step again to continue */
} Found;

SearchMemory *search_memory_new(World *world);
/* Starts a search; call it before the first search_step. */
void search_begin(Search *search);
/* Continues the search: whether the goal was reached; without a goal, all is visited. */
Found search_step(Search *search);

/* cell_regions.c */
/* Connected regions of the cells of a map, ignoring actors, for each way of moving. */
typedef struct Regions Regions;
/* Makes or updates the regions for a way of moving. Visits at most `*left` cells, a few blocks
 * more at the end, and reduces it; false if that did not suffice: what is done is kept. */
bool regions_update(World *world, Regions **regions, MapState *map, uint32_t transport,
                    uint32_t *left);
/* After an update: the number of a cell's region; 0 if the cell is closed. */
uint32_t region_of(const World *world, const Regions *regions, uint32_t transport, Cell cell);
/* Whether no path exists between two cells. False if that is not known yet, because the budget
 * does not suffice to update the regions. */
bool region_separates(PlayerContext ctx, Regions **regions, Cell from, Cell to, uint32_t *left);

#endif
