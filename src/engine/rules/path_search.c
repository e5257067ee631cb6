/* Path finding over cells: breadth first for the player, A* for NPCs. Its memory is
 * allocated once; the searches of a tick share a budget. */
#include "engine/rules/path_search.h"

enum {
    CELLS_MAX = 2048,    /* visited by one search of an NPC */
    CELLS_A_TICK = 8192, /* visited by all searches of NPCs */
};

/* Indexed by cell; never cleared: `stamp` tells which entries belong to this search. */
SearchMemory *search_memory_new(World *world)
{
    const size_t count = grid_cells(&world->content->grid);
    SearchMemory *memory = ARENA_ALLOC(world->arena, SearchMemory, 1);
    memory->stamp = ARENA_ALLOC(world->arena, uint16_t, count);
    memory->cost = ARENA_ALLOC(world->arena, uint16_t, count);
    memory->before = ARENA_ALLOC(world->arena, uint32_t, count);
    memory->next = ARENA_ALLOC(world->arena, uint32_t, count);
    memory->via = ARENA_ALLOC(world->arena, uint8_t, count);
    return memory;
}

/* A 16-bit number: when it wraps, all stamps are cleared. */
static void next_stamp(const World *world, SearchMemory *memory)
{
    if (!++memory->now) {
        memset(memory->stamp, 0, grid_cells(&world->content->grid) * sizeof *memory->stamp);
        memory->now = 1;
    }
    memset(memory->first, 0, sizeof memory->first);
}

/* Cells wait in lists by level: the cost; with A* (`aimed`) the cost plus the distance left,
 * less that at the start. Levels never decrease. */
static void reach(Search *search, uint32_t from, uint32_t index, unsigned direction,
                  uint32_t cost)
{
    SearchMemory *memory = search->memory;
    uint32_t level = cost;
    if (cost > PATH_CELLS_MAX || memory->stamp[index] == memory->now)
        return;
    if (search->aimed) {
        const int32_t far = grid_distance(&search->world->content->grid,
                                          map_cell_of(search->world, index), search->aim);
        level = (uint32_t)((int32_t)cost + far > search->far ? (int32_t)cost + far - search->far
                                                             : 0);
        if (far < search->best_far) {
            search->best_far = far;
            search->best = index;
        }
    }
    level = level < search->level ? search->level : level;
    if (level >= LEVELS)
        return;
    memory->stamp[index] = memory->now;
    memory->cost[index] = (uint16_t)cost;
    memory->before[index] = from;
    memory->via[index] = (uint8_t)direction;
    memory->next[index] = 0;
    if (memory->first[level])
        memory->next[memory->last[level] - 1] = index + 1;
    else
        memory->first[level] = index + 1;
    memory->last[level] = index + 1;
    search->reached |= index == search->goal;
}

/* `met` notes that only people are in the way: a second search may ignore them. */
static bool is_open(Search *search, Cell cell)
{
    const Actor *actor = search->world->actors[search->actor];
    if (!map_open(search->world, search->map, cell, actor->transport))
        return false;
    if (!search->around_people ||
        actor_in(search->world, actor->map, cell, search->actor) == NONE)
        return true;
    search->met = true;
    return false;
}

/* The goal itself may be blocked: an object or NPC stands on it. */
static void look(Search *search, uint32_t here, Direction direction)
{
    World *world = search->world;
    const Grid *grid = &world->content->grid;
    const Cell cell = map_cell_of(world, here), next = grid_step(grid, cell, direction);
    if (!grid_inside(grid, next))
        return;
    const uint32_t index = map_cell_index(world, next), cost = search->memory->cost[here] + 1u;
    if (search->memory->stamp[index] == search->memory->now)
        return;
    if (index != search->goal && !is_open(search, next)) {
        Cell landing;
        if (leap_landing(world, search->map, cell, direction,
                         world->actors[search->actor]->transport, &landing) &&
            is_open(search, landing))
            reach(search, here, map_cell_index(world, landing), direction, cost + 1);
        return;
    }
    /* No diagonal steps between two blocked corners. */
    if (grid->type <= GRID_ISO && next.x != cell.x && next.y != cell.y &&
        (!is_open(search, (Cell){cell.x, next.y}) || !is_open(search, (Cell){next.x, cell.y})))
        return;
    reach(search, here, index, direction, cost);
}

/* The start must be inside of the map. */
void search_begin(Search *search)
{
    next_stamp(search->world, search->memory);
    search->reached = false;
    search->level = 0;
    search->best = search->start;
    search->best_far = search->far =
        search->aimed ? grid_distance(&search->world->content->grid,
                                      map_cell_of(search->world, search->start), search->aim)
                      : 0;
    reach(search, search->start, search->start, 0, 0);
    search->at = search->memory->first[0];
}

/* Straight neighbours first, so that paths of equal length have fewer diagonal steps.
 * FOUND_LATER: the budget is used up, and the search can continue. */
Found search_step(Search *search)
{
    static const uint8_t order[DIRECTIONS] = {SOUTH,      WEST,       NORTH,      EAST,
                                              SOUTH_WEST, NORTH_WEST, NORTH_EAST, SOUTH_EAST};
    SearchMemory *memory = search->memory;
    for (;;) {
        while (!search->at && ++search->level < LEVELS)
            search->at = memory->first[search->level];
        if (search->reached || !search->at)
            return search->reached ? FOUND : FOUND_NOTHING;
        if (!search->left)
            return FOUND_LATER;
        search->left--;
        for (size_t i = 0; i < DIRECTIONS && !search->reached; i++)
            look(search, search->at - 1, (Direction)order[i]);
        search->at = memory->next[search->at - 1];
    }
}

/* The first steps of the path. */
static void keep_way(const Search *search, uint32_t goal)
{
    Actor *actor = search->world->actors[search->actor];
    uint32_t length = 0, skip;
    for (uint32_t at = goal; at != search->start; at = search->memory->before[at])
        length++;
    skip = length > WAY_MAX ? length - WAY_MAX : 0;
    actor->way_count = 0;
    for (uint32_t at = goal; at != search->start; at = search->memory->before[at])
        if (skip)
            skip--;
        else
            actor->way[actor->way_count++] = search->memory->via[at];
}

/* Searches with the rest of the tick's budget, and reduces it. */
static bool run_within(Search *search)
{
    const uint32_t max = search->memory->left < CELLS_MAX ? search->memory->left : CELLS_MAX;
    search->left = max;
    search_begin(search);
    const bool reached = search_step(search) == FOUND;
    search->memory->left -= max - search->left;
    return reached;
}

/* First around people, then through them: they may move. Without a path the NPC goes to the
 * nearest cell that was reached. */
bool search_way(World *world, uint32_t index, Cell to, bool *later)
{
    Actor *actor = world->actors[index];
    SearchMemory *memory =
        world->search ? world->search : (world->search = search_memory_new(world));
    const Cell from = actor_cell(world, actor);
    actor->way_count = 0;
    *later = false;
    if (!grid_inside(&world->content->grid, from) || !grid_inside(&world->content->grid, to))
        return false;
    if (memory->tick != world->tick) {
        memory->tick = world->tick;
        memory->left = CELLS_A_TICK;
    }
    if (memory->left < CELLS_MAX) { /* all of a search or none of it */
        *later = true;
        return false;
    }
    Search search = {.world = world,
                     .memory = memory,
                     .map = map_of(world, actor->map),
                     .actor = index,
                     .start = map_cell_index(world, from),
                     .goal = map_cell_index(world, to),
                     .aim = to,
                     .aimed = true,
                     .around_people = true};
    bool found = run_within(&search);
    if (!found && search.met) {
        search.around_people = false;
        found = run_within(&search);
    }
    if (found || search.best != search.start)
        keep_way(&search, found ? search.goal : search.best);
    return actor->way_count > 0;
}
