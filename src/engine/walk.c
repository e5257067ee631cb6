/* Moving about without going through walls and people. */
#include "engine/parts.h"

#include <stdlib.h>

/* How far feet reach from the middle: a part of a cell, so that one walks
 * through a gap of one cell with ease. */
enum { REACH_X = 5, REACH_Y = 4, REACH_PARTS = 16 };

/* The pixels an actor stands on: 0 to 3 under its feet, 4 in the middle, as in a
 * rhombus all feet may be outside. */
enum { FEET = 5 };
static Spot foot(const World *world, Spot at, int which)
{
    const Grid *grid = &world->content->grid;
    if (which == 4)
        return (Spot){at.x >> 8, at.y >> 8};
    const int32_t w = grid->tile_w * REACH_X / REACH_PARTS;
    const int32_t h = grid->tile_h * REACH_Y / REACH_PARTS;
    return (Spot){(at.x >> 8) + (which & 1 ? w : -w), (at.y >> 8) + (which & 2 ? h : -h)};
}

/* Where a foot already stands in a closed cell, as something was put there, one
 * may still move about, and so walk out. */
static bool cell_free(World *world, MapState *map, const Actor *actor, Spot pixel)
{
    const Cell cell = grid_cell_at(&world->content->grid, pixel);
    if (map_open(world, map, cell, actor->transport))
        return true;
    for (int i = 0; i < FEET; i++) {
        const Cell own = grid_cell_at(&world->content->grid, foot(world, actor->at, i));
        if (cell.x == own.x && cell.y == own.y)
            return true;
    }
    return false;
}

/* Whether an actor may stand there: walls under its feet, others beside it. Who
 * already stands in somebody may walk away. */
bool walk_free(World *world, uint32_t index, Spot at)
{
    const Grid *grid = &world->content->grid;
    const Actor *self = world->actors[index];
    MapState *map = map_of(world, self->map);
    if (!map)
        return false;
    const int32_t w = grid->tile_w * REACH_X / REACH_PARTS;
    const int32_t h = grid->tile_h * REACH_Y / REACH_PARTS;
    for (int i = 0; i < FEET; i++)
        if (!cell_free(world, map, self, foot(world, at, i)))
            return false;
    for (uint32_t i = 0; i < world->actor_count; i++) {
        const Actor *other = world->actors[i];
        if (i == index || !other->used || other->map != self->map ||
            !self->altitude != !other->altitude)
            continue;
        const int64_t near_x = (int64_t)2 * w * SUB, near_y = (int64_t)2 * h * SUB;
        const int64_t dx = llabs((int64_t)other->at.x - at.x);
        const int64_t dy = llabs((int64_t)other->at.y - at.y);
        if (dx >= near_x || dy >= near_y)
            continue;
        const int64_t old_x = llabs((int64_t)other->at.x - self->at.x);
        const int64_t old_y = llabs((int64_t)other->at.y - self->at.y);
        if (dx + dy < old_x + old_y)
            return false;
    }
    return true;
}

static int32_t step_towards(int32_t from, int32_t to, int32_t most)
{
    const int32_t left = to - from;
    return left > most ? most : left < -most ? -most : left;
}

bool walk_to(World *world, uint32_t index, Spot goal, bool *moved)
{
    Actor *actor = world->actors[index];
    const Spot from = actor->at;
    actor->direction = grid_direction(from, goal);
    const Spot unit = grid_unit(&world->content->grid, (Direction)actor->direction);
    const int32_t speed = (int32_t)actor_speed(world, actor);
    const int32_t slowest = SUB / 4;
    const int32_t dx = speed * abs(unit.x) / 256, dy = speed * abs(unit.y) / 256;
    const Spot next = {from.x + step_towards(from.x, goal.x, dx > slowest ? dx : slowest),
                       from.y + step_towards(from.y, goal.y, dy > slowest ? dy : slowest)};
    *moved = true;
    if (walk_free(world, index, next))
        actor->at = next;
    else if (walk_free(world, index, (Spot){next.x, from.y}) && next.x != from.x)
        actor->at.x = next.x;
    else if (walk_free(world, index, (Spot){from.x, next.y}) && next.y != from.y)
        actor->at.y = next.y;
    else
        *moved = false;
    return actor->at.x == goal.x && actor->at.y == goal.y;
}

/* Along a wall's corner: whoever walks straight against it slips past. */
static bool slip(World *world, uint32_t index, Spot step, int32_t speed)
{
    Actor *actor = world->actors[index];
    const Grid *grid = &world->content->grid;
    const int32_t reach = (step.x ? grid->tile_h : grid->tile_w) * SUB / 2;
    for (int side = -1; side <= 1; side += 2) {
        const Spot aside = step.x ? (Spot){0, side * reach} : (Spot){side * reach, 0};
        const Spot nudge = step.x ? (Spot){0, side * speed} : (Spot){side * speed, 0};
        const Spot clear = {actor->at.x + aside.x + step.x, actor->at.y + aside.y + step.y};
        const Spot next = {actor->at.x + nudge.x, actor->at.y + nudge.y};
        if (walk_free(world, index, clear) && walk_free(world, index, next)) {
            actor->at = next;
            return true;
        }
    }
    return false;
}

/* Off the map's edge: to the neighbour, or not at all. */
static bool cross_edge(World *world, Spot next)
{
    const Grid *grid = &world->content->grid;
    Actor *player = world_player(world);
    const MapState *map = map_of(world, player->map);
    Cell cell = grid_cell_at(grid, (Spot){next.x >> 8, next.y >> 8});
    const int neighbour = grid_neighbour(grid, &cell);
    if (neighbour < 0 || !map)
        return false;
    const uint32_t other =
        content_find(world->content, SECTION_MAPS, map->record->neighbours[neighbour]);
    MapState *there = other == NONE ? NULL : map_of(world, other);
    if (!there || !grid_inside(grid, cell) || !map_open(world, there, cell, player->transport))
        return false;
    const uint32_t direction = player->direction;
    world_place_player(world, other, cell, (int)direction);
    return true;
}

static bool try_step(World *world, Spot step)
{
    Actor *player = world_player(world);
    const Spot next = {player->at.x + step.x, player->at.y + step.y};
    if (!walk_free(world, 0, next))
        return false;
    player->at = next;
    return true;
}

void walk_player(World *world, uint32_t direction)
{
    Actor *player = world_player(world);
    const Grid *grid = &world->content->grid;
    const int32_t speed = (int32_t)actor_speed(world, player);
    const Spot unit = grid_unit(grid, (Direction)direction);
    const Spot step = {unit.x * speed / 256, unit.y * speed / 256};
    player->direction = direction;
    /* Feet reach over the edge a little before the middle does. */
    const Spot edge = {player->at.x + step.x + unit.x * grid->tile_w * REACH_X / REACH_PARTS,
                       player->at.y + step.y + unit.y * grid->tile_h * REACH_Y / REACH_PARTS};
    if (try_step(world, step) || cross_edge(world, edge))
        return;
    if (step.x && step.y) {
        if (try_step(world, (Spot){step.x, 0}) || try_step(world, (Spot){0, step.y}))
            return;
    } else if (slip(world, 0, step, speed)) {
        return;
    }
}

/* A search for the way: which cell came before each, + 1; 0 not seen yet. */
typedef struct Search {
    World *world;
    MapState *map;
    uint32_t transport, goal;
    uint32_t *before, *queue;
} Search;

enum { PERSON = UINT32_MAX }; /* somebody stands there */

static void mark_people(Search *search)
{
    const World *world = search->world;
    for (uint32_t i = 1; i < world->actor_count; i++) {
        const Actor *actor = world->actors[i];
        const Cell cell = actor_cell(world, actor);
        if (actor->used && actor->map == world_player(world)->map &&
            grid_inside(&world->content->grid, cell) &&
            map_cell_index(world, cell) != search->goal)
            search->before[map_cell_index(world, cell)] = PERSON;
    }
}

static bool is_open(const Search *search, Cell cell)
{
    return search->before[map_cell_index(search->world, cell)] != PERSON &&
           map_open(search->world, search->map, cell, search->transport);
}

/* Breadth first over cells; whether the goal was reached. */
static bool search_way(Search *search, uint32_t start)
{
    static const uint8_t order[DIRECTIONS] = {SOUTH,      WEST,       NORTH,      EAST,
                                              SOUTH_WEST, NORTH_WEST, NORTH_EAST, SOUTH_EAST};
    const Grid *grid = &search->world->content->grid;
    uint32_t *before = search->before, head = 0, tail = 0;
    search->queue[tail++] = start;
    before[start] = start + 1;
    while (head < tail && !before[search->goal]) {
        const Cell here = map_cell_of(search->world, search->queue[head]);
        for (size_t i = 0; i < DIRECTIONS; i++) {
            const Cell next = grid_step(grid, here, (Direction)order[i]);
            if (!grid_inside(grid, next))
                continue;
            const uint32_t index = map_cell_index(search->world, next);
            const bool slanted =
                grid->type == GRID_ORTHO && next.x != here.x && next.y != here.y;
            if (before[index] || (index != search->goal && !is_open(search, next)) ||
                (slanted && (!is_open(search, (Cell){here.x, next.y}) ||
                             !is_open(search, (Cell){next.x, here.y}))))
                continue;
            before[index] = search->queue[head] + 1;
            search->queue[tail++] = index;
        }
        head++;
    }
    return before[search->goal] != 0;
}

/* Around people; if there is no way around them, as if they were not there. The
 * way is stored backwards, without `from`. */
bool walk_path(World *world, Cell from, Cell to)
{
    const Grid *grid = &world->content->grid;
    MapState *map = map_of(world, world_player(world)->map);
    world->path_count = 0;
    if (!map || !grid_inside(grid, from) || !grid_inside(grid, to))
        return false;
    const uint32_t count = (uint32_t)(grid->side * grid->side);
    Arena *scratch = arena_new();
    uint32_t *before = ARENA_TAKE(scratch, uint32_t, count);
    Search search = {world,
                     map,
                     world_player(world)->transport,
                     map_cell_index(world, to),
                     before,
                     ARENA_TAKE(scratch, uint32_t, count)};
    const uint32_t start = map_cell_index(world, from), goal = search.goal;
    mark_people(&search);
    if (!search_way(&search, start)) {
        memset(before, 0, count * sizeof *before);
        search_way(&search, start);
    }
    uint32_t length = 0;
    for (uint32_t at = goal; before[goal] && at != start; at = before[at] - 1)
        length++;
    const bool found = before[goal] && length <= PATH_MOST;
    for (uint32_t at = goal; found && at != start; at = before[at] - 1)
        world->path[world->path_count++] = map_cell_of(world, at);
    arena_free(scratch);
    return found;
}
