/* Path finding for clicks: breadth first over the cells of the player's map.
 *
 * In a single-player game a click is answered immediately, whatever that costs. In a shared
 * world any player may click in each tick, so searches have a budget. A click is first
 * tried with TRY_MAX cells, which is more than a screen shows. A longer search is queued:
 * one search at a time runs over several ticks with HELD_A_TICK cells each, and the
 * waiting players take turns in the order of their indices. A waiting player has `seeking`
 * set; another click replaces the goal and passes the turn on. Whether there is a path at all
 * is often known without a search (cell_regions.c), which has its own budget.
 *
 * A saved world contains the goals of waiting players, and their searches restart. Until
 * it ends, a search does not affect anything else. */
#include "engine/rules/path_search.h"

enum {
    TRY_MAX = 8192,         /* cells for the first try of a click */
    TRIES_A_TICK = 32768,   /* for all first tries of a tick */
    HELD_A_TICK = 16384,    /* for the long search */
    REGIONS_A_TICK = 16384, /* for the regions of maps */
};

typedef struct Clicks {
    SearchMemory *try_memory, *held_memory;
    Regions **regions; /* per map */
    uint32_t tick, tries_left, held_left, regions_left;
    bool held; /* a long search is in progress: */
    Search search;
    uint32_t owner; /* the index of its player */
    uint32_t map;
    Cell from, to;
    uint32_t served;      /* the tick in which it was last continued */
    uint32_t last, freed; /* the player of the last turn, and the tick of its end */
} Clicks;

static Clicks *clicks_now(World *world)
{
    Clicks *clicks = world->clicks;
    if (!clicks) {
        clicks = world->clicks = ARENA_ALLOC(world->arena, Clicks, 1);
        clicks->try_memory = search_memory_new(world);
        clicks->regions = ARENA_ALLOC(world->arena, Regions *, world->map_count);
        clicks->tick = world->tick + 1;
    }
    if (clicks->tick != world->tick) {
        clicks->tick = world->tick;
        clicks->tries_left = TRIES_A_TICK;
        clicks->held_left = HELD_A_TICK;
        clicks->regions_left = world->shared ? REGIONS_A_TICK : UINT32_MAX;
        world->searched = 0;
    }
    return clicks;
}

static Search click_search(PlayerContext ctx, SearchMemory *memory, Cell from, uint32_t goal)
{
    World *world = ctx.world;
    return (Search){.world = world,
                    .memory = memory,
                    .map = map_of(world, context_actor(ctx)->map),
                    .actor = ctx.player->actor,
                    .start = map_cell_index(world, from),
                    .goal = goal,
                    .around_people = true};
}

/* Appends the path from a cell back to the start. */
static bool trace_path(PlayerContext ctx, const Search *search, uint32_t from)
{
    for (uint32_t at = from; at != search->start; at = search->memory->before[at]) {
        if (ctx.player->path_count >= PATH_CELLS_MAX)
            return false;
        path_push(ctx, map_cell_of(ctx.world, at));
    }
    return true;
}

/* A step over the edge of the map: from, to, and the total distance. */
typedef struct Crossing {
    uint32_t from;
    Cell to;
    int64_t far;
} Crossing;

static void try_crossing(const Search *search, Cell cell, Cell goal, bool direct, Cell wanted,
                         Crossing *best)
{
    World *world = search->world;
    const Grid *grid = &world->content->grid;
    const Actor *player = world->actors[search->actor];
    const uint32_t from = map_cell_index(world, cell);
    if (search->memory->stamp[from] != search->memory->now)
        return;
    for (unsigned i = 0; i < DIRECTIONS; i++) {
        const Cell to = grid_step(grid, cell, (Direction)i);
        Location there = {player->map, to};
        Cell cells;
        if (grid_inside(grid, to) ||
            (grid->type <= GRID_ISO && to.x != cell.x && to.y != cell.y) ||
            !map_beyond(world, &there, &cells) ||
            (direct && (cells.x != wanted.x || cells.y != wanted.y)) ||
            !map_open(world, map_of(world, there.map), there.cell, player->transport) ||
            actor_in(world, there.map, there.cell, 0) != NONE)
            continue;
        const int64_t far =
            (int64_t)search->memory->cost[from] + 1 + grid_distance(grid, to, goal);
        if (far < best->far)
            *best = (Crossing){from, to, far};
    }
}

static Crossing best_crossing(const Search *search, Cell goal)
{
    World *world = search->world;
    const Grid *grid = &world->content->grid;
    const int32_t side = grid->side;
    Crossing best = {0, {0, 0}, INT64_MAX};
    Location there = {world->actors[search->actor]->map, goal};
    Cell wanted;
    if (!map_beyond(world, &there, &wanted))
        return best;
    /* Onto the map itself if it is adjacent, not over a third one. */
    const bool direct = grid->type > GRID_ISO || (goal.x >= 0 && goal.x < side) ||
                        (goal.y >= 0 && goal.y < side);
    for (int32_t i = 0; i < side; i++) {
        const Cell edge[] = {{i, 0}, {i, side - 1}, {0, i}, {side - 1, i}};
        for (size_t k = 0; k < COUNT_OF(edge); k++)
            try_crossing(search, edge[k], goal, direct, wanted, &best);
    }
    return best;
}

/* A complete search has found the goal: stores its path. */
static Found take_path(PlayerContext ctx, Search *search, Cell to, bool *again)
{
    uint32_t end = search->goal;
    *again = false;
    if (end == NONE) {
        const uint32_t edge = 4 * (uint32_t)ctx.world->content->grid.side;
        const Crossing best = best_crossing(search, to);
        search->left -= search->left < edge ? search->left : edge;
        *again = best.far == INT64_MAX;
        if (*again)
            return FOUND_NOTHING;
        path_push(ctx, best.to);
        end = best.from;
    }
    if (trace_path(ctx, search, end))
        return FOUND;
    ctx.player->path_count = 0;
    return FOUND_NOTHING;
}

/* Searches a path around actors, otherwise through them. */
static Found go_on(PlayerContext ctx, Search *search, Cell to)
{
    const uint32_t left = search->left;
    Found found;
    for (;;) {
        bool again = true;
        found = search_step(search);
        if (found == FOUND_LATER)
            break;
        if (found == FOUND || search->goal == NONE)
            found = take_path(ctx, search, to, &again);
        if (!again || !search->around_people || !search->met)
            break;
        search->around_people = false;
        search_begin(search);
    }
    ctx.world->searched += left - search->left;
    return found;
}

/* ---- taking turns ---- */

static void let_go(World *world, Clicks *clicks)
{
    clicks->held = false;
    clicks->last = clicks->owner;
    clicks->freed = world->tick;
}

/* Whether the long search is still needed by its player. */
static bool is_wanted(const World *world, const Clicks *clicks)
{
    const Player *owner = world->players[clicks->owner];
    return owner->used && owner->seeking && cell_is(owner->sought, clicks->to) &&
           world->tick - clicks->served <= 1;
}

/* Whether it is this player's turn; then the long search is for this player. */
static bool take_turn(PlayerContext ctx, Clicks *clicks, Cell from, Cell to, uint32_t goal)
{
    World *world = ctx.world;
    const uint32_t player_index = context_actor(ctx)->player - 1, map = context_actor(ctx)->map;
    if (clicks->held && clicks->owner == player_index) {
        if (clicks->map == map && cell_is(clicks->from, from) && cell_is(clicks->to, to) &&
            is_wanted(world, clicks)) {
            /* The map may have been loaded again, and the player may have another body. */
            clicks->search.map = map_of(world, map);
            clicks->search.actor = ctx.player->actor;
            return true;
        }
        let_go(world, clicks);
    } else if (clicks->held && !is_wanted(world, clicks)) {
        let_go(world, clicks);
        clicks->freed--;
    }
    if (clicks->held || (player_index <= clicks->last && clicks->freed == world->tick))
        return false;
    if (!clicks->held_memory)
        clicks->held_memory = search_memory_new(world);
    clicks->held = true;
    clicks->owner = player_index;
    clicks->map = map;
    clicks->from = from;
    clicks->to = to;
    clicks->served = world->tick;
    clicks->search = click_search(ctx, clicks->held_memory, from, goal);
    search_begin(&clicks->search);
    return true;
}

static Found hold(PlayerContext ctx, Clicks *clicks, Cell from, Cell to, uint32_t goal)
{
    ctx.player->seeking = 1; /* from now on the long search may be for this player */
    ctx.player->sought = to;
    if (!take_turn(ctx, clicks, from, to, goal))
        return FOUND_LATER;
    clicks->served = ctx.world->tick;
    clicks->search.left = clicks->held_left;
    const Found found = go_on(ctx, &clicks->search, to);
    clicks->held_left = clicks->search.left;
    if (found != FOUND_LATER)
        let_go(ctx.world, clicks);
    return found;
}

static Found try_at_once(PlayerContext ctx, Clicks *clicks, Cell from, Cell to, uint32_t goal)
{
    Search search = click_search(ctx, clicks->try_memory, from, goal);
    const uint32_t max = clicks->tries_left < TRY_MAX ? clicks->tries_left : TRY_MAX;
    search.left = ctx.world->shared ? max : UINT32_MAX;
    search_begin(&search);
    const Found found = go_on(ctx, &search, to);
    if (ctx.world->shared)
        clicks->tries_left -= max - search.left;
    return found;
}

bool walk_path(PlayerContext ctx, Cell from, Cell to)
{
    World *world = ctx.world;
    const Grid *grid = &world->content->grid;
    const uint32_t index = context_actor(ctx)->map;
    const bool inside = grid_inside(grid, to), waits = ctx.player->seeking;
    ctx.player->path_count = ctx.player->seeking = 0;
    if (!map_of(world, index) || !grid_inside(grid, from))
        return false;
    Clicks *clicks = clicks_now(world);
    if (inside &&
        region_separates(ctx, &clicks->regions[index], from, to, &clicks->regions_left))
        return false;
    const uint32_t goal = inside ? map_cell_index(world, to) : NONE;
    Found found = FOUND_LATER;
    if (!waits || !world->shared)
        found = try_at_once(ctx, clicks, from, to, goal);
    if (found == FOUND_LATER)
        found = hold(ctx, clicks, from, to, goal);
    ctx.player->seeking = found == FOUND_LATER;
    return found == FOUND;
}
