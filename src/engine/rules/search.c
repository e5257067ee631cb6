/* Path finding over cells: breadth first for the player, A* for NPCs. Its memory is
 * allocated once; the searches of a tick share a budget. */
#include "engine/rules/search.h"

enum {
    CELLS_MAX = 2048,    /* visited by one search of an NPC */
    CELLS_A_TICK = 8192, /* visited by all searches of NPCs */
};

Search *search_new(World *world)
{
    const size_t count = grid_cells(&world->content->grid);
    Search *search = ARENA_ALLOC(world->arena, Search, 1);
    search->stamp = ARENA_ALLOC(world->arena, uint16_t, count);
    search->cost = ARENA_ALLOC(world->arena, uint16_t, count);
    search->before = ARENA_ALLOC(world->arena, uint32_t, count);
    search->next = ARENA_ALLOC(world->arena, uint32_t, count);
    search->via = ARENA_ALLOC(world->arena, uint8_t, count);
    return search;
}

static void next_stamp(const World *world, Search *search)
{
    if (!++search->now) {
        memset(search->stamp, 0, grid_cells(&world->content->grid) * sizeof *search->stamp);
        search->now = 1;
    }
    memset(search->first, 0, sizeof search->first);
}

static void reach(Query *query, uint32_t from, uint32_t index, unsigned direction,
                  uint32_t cost)
{
    Search *search = query->search;
    uint32_t level = cost;
    if (cost > PATH_CELLS_MAX || search->stamp[index] == search->now)
        return;
    if (query->aimed) {
        const int32_t far = grid_distance(&query->world->content->grid,
                                          map_cell_of(query->world, index), query->aim);
        level =
            (uint32_t)((int32_t)cost + far > query->far ? (int32_t)cost + far - query->far : 0);
        if (far < query->best_far) {
            query->best_far = far;
            query->best = index;
        }
    }
    level = level < query->level ? query->level : level;
    if (level >= LEVELS)
        return;
    search->stamp[index] = search->now;
    search->cost[index] = (uint16_t)cost;
    search->before[index] = from;
    search->via[index] = (uint8_t)direction;
    search->next[index] = 0;
    if (search->first[level])
        search->next[search->last[level] - 1] = index + 1;
    else
        search->first[level] = index + 1;
    search->last[level] = index + 1;
    query->reached |= index == query->goal;
}

static bool is_open(Query *query, Cell cell)
{
    const Actor *actor = query->world->actors[query->actor];
    if (!map_open(query->world, query->map, cell, actor->transport))
        return false;
    if (!query->around_people || actor_in(query->world, actor->map, cell, query->actor) == NONE)
        return true;
    query->met = true;
    return false;
}

static void look(Query *query, uint32_t here, Direction direction)
{
    World *world = query->world;
    const Grid *grid = &world->content->grid;
    const Cell cell = map_cell_of(world, here), next = grid_step(grid, cell, direction);
    if (!grid_inside(grid, next))
        return;
    const uint32_t index = map_cell_index(world, next), cost = query->search->cost[here] + 1u;
    if (query->search->stamp[index] == query->search->now)
        return;
    if (index != query->goal && !is_open(query, next)) {
        Cell landing;
        if (leap_landing(world, query->map, cell, direction,
                         world->actors[query->actor]->transport, &landing) &&
            is_open(query, landing))
            reach(query, here, map_cell_index(world, landing), direction, cost + 1);
        return;
    }
    /* No diagonal steps between two blocked corners. */
    if (grid->type <= GRID_ISO && next.x != cell.x && next.y != cell.y &&
        (!is_open(query, (Cell){cell.x, next.y}) || !is_open(query, (Cell){next.x, cell.y})))
        return;
    reach(query, here, index, direction, cost);
}

void search_begin(Query *query)
{
    next_stamp(query->world, query->search);
    query->reached = false;
    query->level = 0;
    query->best = query->start;
    query->best_far = query->far =
        query->aimed ? grid_distance(&query->world->content->grid,
                                     map_cell_of(query->world, query->start), query->aim)
                     : 0;
    reach(query, query->start, query->start, 0, 0);
    query->at = query->search->first[0];
}

Found search_on(Query *query)
{
    static const uint8_t order[DIRECTIONS] = {SOUTH,      WEST,       NORTH,      EAST,
                                              SOUTH_WEST, NORTH_WEST, NORTH_EAST, SOUTH_EAST};
    Search *search = query->search;
    for (;;) {
        while (!query->at && ++query->level < LEVELS)
            query->at = search->first[query->level];
        if (query->reached || !query->at)
            return query->reached ? FOUND : FOUND_NOTHING;
        if (!query->left)
            return FOUND_LATER;
        query->left--;
        for (size_t i = 0; i < DIRECTIONS && !query->reached; i++)
            look(query, query->at - 1, (Direction)order[i]);
        query->at = search->next[query->at - 1];
    }
}

/* The first steps of the path. */
static void keep_way(const Query *query, uint32_t goal)
{
    Actor *actor = query->world->actors[query->actor];
    uint32_t length = 0, skip;
    for (uint32_t at = goal; at != query->start; at = query->search->before[at])
        length++;
    skip = length > WAY_MAX ? length - WAY_MAX : 0;
    actor->way_count = 0;
    for (uint32_t at = goal; at != query->start; at = query->search->before[at])
        if (skip)
            skip--;
        else
            actor->way[actor->way_count++] = query->search->via[at];
}

/* Searches with the rest of the tick's budget, and reduces it. */
static bool run_within(Query *query)
{
    const uint32_t max = query->search->left < CELLS_MAX ? query->search->left : CELLS_MAX;
    query->left = max;
    search_begin(query);
    const bool reached = search_on(query) == FOUND;
    query->search->left -= max - query->left;
    return reached;
}

bool search_way(World *world, uint32_t index, Cell to, bool *later)
{
    Actor *actor = world->actors[index];
    Search *search = world->search ? world->search : (world->search = search_new(world));
    const Cell from = actor_cell(world, actor);
    actor->way_count = 0;
    *later = false;
    if (!grid_inside(&world->content->grid, from) || !grid_inside(&world->content->grid, to))
        return false;
    if (search->tick != world->tick) {
        search->tick = world->tick;
        search->left = CELLS_A_TICK;
    }
    if (search->left < CELLS_MAX) { /* all of a search or none of it */
        *later = true;
        return false;
    }
    Query query = {.world = world,
                   .search = search,
                   .map = map_of(world, actor->map),
                   .actor = index,
                   .start = map_cell_index(world, from),
                   .goal = map_cell_index(world, to),
                   .aim = to,
                   .aimed = true,
                   .around_people = true};
    bool found = run_within(&query);
    if (!found && query.met) {
        query.around_people = false;
        found = run_within(&query);
    }
    if (found || query.best != query.start)
        keep_way(&query, found ? query.goal : query.best);
    return actor->way_count > 0;
}
