/* Looking for ways over cells: breadth first for the player, towards the goal for
 * NPCs (A*). The room for it is made once; a tick's searches share a budget. */
#include "engine/parts.h"

enum {
    LEVELS = PATH_MOST + 128, /* of costs above the start's estimate */
    CELLS_MOST = 2048,        /* looked at by one search of an NPC */
    CELLS_A_TICK = 8192,      /* by all of them */
};

typedef struct Search {
    uint16_t now; /* of the search under way: what has this stamp was seen in it */
    uint16_t *stamp, *cost;
    uint32_t *before;                     /* the cell one comes from */
    uint32_t *next;                       /* of the same level, + 1 */
    uint8_t *via;                         /* the direction one comes in */
    uint32_t first[LEVELS], last[LEVELS]; /* cells + 1 */
    uint32_t tick, left;                  /* of the tick's budget */
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
    uint32_t best;  /* the cell nearest to the aim */
    int32_t best_far;
} Query;

static Search *room_of(World *world)
{
    if (!world->search) {
        const size_t count = grid_cells(&world->content->grid);
        Search *room = world->search = ARENA_TAKE(world->arena, Search, 1);
        room->stamp = ARENA_TAKE(world->arena, uint16_t, count);
        room->cost = ARENA_TAKE(world->arena, uint16_t, count);
        room->before = ARENA_TAKE(world->arena, uint32_t, count);
        room->next = ARENA_TAKE(world->arena, uint32_t, count);
        room->via = ARENA_TAKE(world->arena, uint8_t, count);
    }
    return world->search;
}

static void start_anew(const World *world, Search *room)
{
    if (!++room->now) {
        memset(room->stamp, 0, grid_cells(&world->content->grid) * sizeof *room->stamp);
        room->now = 1;
    }
    memset(room->first, 0, sizeof room->first);
}

static void reach(Query *query, uint32_t from, uint32_t index, unsigned direction,
                  uint32_t cost)
{
    Search *room = query->room;
    uint32_t level = cost;
    if (cost > PATH_MOST || room->stamp[index] == room->now)
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
    room->stamp[index] = room->now;
    room->cost[index] = (uint16_t)cost;
    room->before[index] = from;
    room->via[index] = (uint8_t)direction;
    room->next[index] = 0;
    if (room->first[level])
        room->next[room->last[level] - 1] = index + 1;
    else
        room->first[level] = index + 1;
    room->last[level] = index + 1;
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
    const uint32_t index = map_cell_index(world, next), cost = query->room->cost[here] + 1u;
    if (query->room->stamp[index] == query->room->now)
        return;
    if (index != query->goal && !is_open(query, next)) {
        Cell landing;
        if (leap_landing(world, query->map, cell, direction,
                         world->actors[query->actor]->transport, &landing) &&
            is_open(query, landing))
            reach(query, here, map_cell_index(world, landing), direction, cost + 1);
        return;
    }
    /* Nobody squeezes between two corners. */
    if (grid->type <= GRID_ISO && next.x != cell.x && next.y != cell.y &&
        (!is_open(query, (Cell){cell.x, next.y}) || !is_open(query, (Cell){next.x, cell.y})))
        return;
    reach(query, here, index, direction, cost);
}

/* Whether the goal was reached; what was seen stays in the room until the next. */
static bool run(Query *query)
{
    static const uint8_t order[DIRECTIONS] = {SOUTH,      WEST,       NORTH,      EAST,
                                              SOUTH_WEST, NORTH_WEST, NORTH_EAST, SOUTH_EAST};
    Search *room = query->room;
    start_anew(query->world, room);
    query->reached = false;
    query->level = 0;
    query->best = query->start;
    query->best_far = query->far =
        query->aimed ? grid_distance(&query->world->content->grid,
                                     map_cell_of(query->world, query->start), query->aim)
                     : 0;
    reach(query, query->start, query->start, 0, 0);
    for (; query->level < LEVELS; query->level++)
        for (uint32_t at = room->first[query->level]; at; at = room->next[at - 1]) {
            if (query->reached || !query->left)
                return query->reached;
            query->left--;
            for (size_t i = 0; i < DIRECTIONS && !query->reached; i++)
                look(query, at - 1, (Direction)order[i]);
        }
    return query->reached;
}

static Query player_query(World *world, Cell from, uint32_t goal)
{
    return (Query){.world = world,
                   .room = room_of(world),
                   .map = map_of(world, world_player(world)->map),
                   .start = map_cell_index(world, from),
                   .goal = goal,
                   .around_people = true,
                   .left = UINT32_MAX};
}

/* From a cell back to the start, behind what is in the path already. */
static bool trace_path(World *world, const Query *query, uint32_t from)
{
    for (uint32_t at = from; at != query->start; at = query->room->before[at]) {
        if (world->me->path_count >= PATH_MOST)
            return false;
        world->me->path[world->me->path_count++] = map_cell_of(world, at);
    }
    return true;
}

bool walk_path(World *world, Cell from, Cell to)
{
    const Grid *grid = &world->content->grid;
    world->me->path_count = 0;
    if (!map_of(world, world_player(world)->map) || !grid_inside(grid, from) ||
        !grid_inside(grid, to))
        return false;
    Query query = player_query(world, from, map_cell_index(world, to));
    if (!run(&query)) {
        query.around_people = false;
        if (!query.met || !run(&query))
            return false;
    }
    if (trace_path(world, &query, query.goal))
        return true;
    world->me->path_count = 0;
    return false;
}

/* A step over the edge, from where to where, and how far that is in all. */
typedef struct Crossing {
    uint32_t from;
    Cell to;
    int64_t far;
} Crossing;

static void try_crossing(const Query *query, Cell cell, Cell goal, bool direct, Cell wanted,
                         Crossing *best)
{
    World *world = query->world;
    const Grid *grid = &world->content->grid;
    const Actor *player = world_player(world);
    const uint32_t from = map_cell_index(world, cell);
    if (query->room->stamp[from] != query->room->now)
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
            (int64_t)query->room->cost[from] + 1 + grid_distance(grid, to, goal);
        if (far < best->far)
            *best = (Crossing){from, to, far};
    }
}

static Crossing best_crossing(const Query *query, Cell goal)
{
    World *world = query->world;
    const Grid *grid = &world->content->grid;
    const int32_t side = grid->side;
    Crossing best = {0, {0, 0}, INT64_MAX};
    Location there = {world_player(world)->map, goal};
    Cell wanted;
    if (!map_beyond(world, &there, &wanted))
        return best;
    /* Onto the map itself if it is beside this one, not over a third one. */
    const bool direct = grid->type > GRID_ISO || (goal.x >= 0 && goal.x < side) ||
                        (goal.y >= 0 && goal.y < side);
    for (int32_t i = 0; i < side; i++) {
        const Cell edge[] = {{i, 0}, {i, side - 1}, {0, i}, {side - 1, i}};
        for (size_t k = 0; k < COUNT_OF(edge); k++)
            try_crossing(query, edge[k], goal, direct, wanted, &best);
    }
    return best;
}

bool walk_path_beyond(World *world, Cell from, Cell to)
{
    world->me->path_count = 0;
    if (!map_of(world, world_player(world)->map) || !grid_inside(&world->content->grid, from))
        return false;
    Query query = player_query(world, from, NONE);
    run(&query);
    Crossing best = best_crossing(&query, to);
    if (best.far == INT64_MAX && query.met) {
        query.around_people = false;
        run(&query);
        best = best_crossing(&query, to);
    }
    if (best.far == INT64_MAX)
        return false;
    world->me->path[world->me->path_count++] = best.to;
    if (trace_path(world, &query, best.from))
        return true;
    world->me->path_count = 0;
    return false;
}

/* The first steps of the way that was found. */
static void keep_way(const Query *query, uint32_t goal)
{
    Actor *actor = query->world->actors[query->actor];
    uint32_t length = 0, skip;
    for (uint32_t at = goal; at != query->start; at = query->room->before[at])
        length++;
    skip = length > WAY_MOST ? length - WAY_MOST : 0;
    actor->way_count = 0;
    for (uint32_t at = goal; at != query->start; at = query->room->before[at])
        if (skip)
            skip--;
        else
            actor->way[actor->way_count++] = query->room->via[at];
}

/* With what is left of the tick's budget; takes it from there. */
static bool run_within(Query *query)
{
    const uint32_t most = query->room->left < CELLS_MOST ? query->room->left : CELLS_MOST;
    query->left = most;
    const bool reached = run(query);
    query->room->left -= most - query->left;
    return reached;
}

bool search_way(World *world, uint32_t index, Cell to, bool *later)
{
    Actor *actor = world->actors[index];
    Search *room = room_of(world);
    const Cell from = actor_cell(world, actor);
    actor->way_count = 0;
    *later = false;
    if (!grid_inside(&world->content->grid, from) || !grid_inside(&world->content->grid, to))
        return false;
    if (room->tick != world->tick) {
        room->tick = world->tick;
        room->left = CELLS_A_TICK;
    }
    if (room->left < CELLS_MOST) { /* all of a search or none of it */
        *later = true;
        return false;
    }
    Query query = {.world = world,
                   .room = room,
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
