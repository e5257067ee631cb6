/* Movement with collision against walls and actors. */
#include "engine/rules/rules.h"

#include <stdlib.h>

/* The size of the feet: a part of a cell, so that an actor passes gaps of one cell
 * easily. */
enum { REACH_X = 5, REACH_Y = 4, REACH_PARTS = 16 };

/* A rhombus or hexagon has less space: its corners are cut. */
static Spot reach_of(const Grid *grid)
{
    const int32_t less = grid->type != GRID_ORTHO;
    return (Spot){grid->tile_w * (REACH_X - less) / REACH_PARTS,
                  grid->tile_h * (REACH_Y - less) / REACH_PARTS};
}

/* The pixels an actor stands on: 0 to 3 under its feet, 4 in the middle. */
enum { FEET = 5, MIDDLE = 4 };
static Spot foot(const World *world, Spot at, int which)
{
    if (which == MIDDLE)
        return (Spot){at.x >> 8, at.y >> 8};
    const Spot reach = reach_of(&world->content->grid);
    const int32_t w = reach.x, h = reach.y;
    return (Spot){(at.x >> 8) + (which & 1 ? w : -w), (at.y >> 8) + (which & 2 ? h : -h)};
}

/* Whether a foot may be in a cell; the player's may be on the next map. */
static bool foot_free(World *world, uint32_t index, Cell cell)
{
    const Actor *actor = world->actors[index];
    Location location = {actor->map, cell};
    if (!grid_inside(&world->content->grid, location.cell) &&
        (!actor->player || !map_beyond(world, &location, NULL)))
        return false;
    return map_open(world, map_of(world, location.map), location.cell, actor->transport);
}

static bool is_same(Cell a, Cell b) { return a.x == b.x && a.y == b.y; }

/* If a foot is in a blocked cell, because an obstacle was placed there, it may still move,
 * and so leave the cell. */
static bool cell_free(World *world, uint32_t index, Cell cell)
{
    if (foot_free(world, index, cell))
        return true;
    const Grid *grid = &world->content->grid;
    for (int i = 0; i < FEET; i++) {
        const Cell own = grid_cell_at(grid, foot(world, world->actors[index]->at, i));
        if (is_same(cell, own) && grid_inside(grid, cell))
            return true;
    }
    return false;
}

/* From the `first` foot on; usually all are in one cell. */
static bool feet_free(World *world, uint32_t index, Spot at, int first)
{
    Cell last = {0, 0};
    for (int i = first; i < FEET; i++) {
        const Cell cell = grid_cell_at(&world->content->grid, foot(world, at, i));
        if (i > first && is_same(cell, last))
            continue;
        if (!cell_free(world, index, cell))
            return false;
        last = cell;
    }
    return true;
}

/* An actor that moves to a position; `shift`: of the others' map, pixels. */
typedef struct Standing {
    World *world;
    uint32_t index;
    Spot at, shift;
    uint32_t met; /* set by `note_met`: the first actor in the way */
} Standing;

static bool passes(const World *world, uint32_t who, uint32_t whom)
{
    return players_pass(world, who, whom) ||
           (!world->actors[whom]->player && world->actors[who]->pressed >= world->tick);
}

/* Whether the passages of a cell are above each other for two actors: one walks over a bridge,
 * the other swims under it. */
static bool parts(World *world, uint32_t map, Cell cell, const Actor *a, const Actor *b)
{
    MapState *state = map_of(world, map);
    return state && map_passage(world, state, cell, a->transport).lift !=
                        map_passage(world, state, cell, b->transport).lift;
}

/* Actors at the end of a bridge overlap before both are in one of its cells, so the cell of
 * either counts. `self` moves to `at`. */
static bool are_above_each_other(World *world, const Actor *self, Spot at, const Actor *other)
{
    const Cell cell = grid_cell_at(&world->content->grid, (Spot){at.x >> 8, at.y >> 8});
    return parts(world, self->map, cell, self, other) ||
           parts(world, other->map, actor_cell(world, other), self, other);
}

static int sign(int32_t value) { return (value > 0) - (value < 0); }

/* An actor that overlaps another may move away. */
static bool is_in_way(void *context, uint32_t index)
{
    const Standing *standing = context;
    World *world = standing->world;
    const Actor *self = world->actors[standing->index], *other = world->actors[index];
    if (index == standing->index || !other->used || other->dying ||
        sign(self->altitude) != sign(other->altitude) ||
        passes(world, standing->index, index) || passes(world, index, standing->index))
        return false;
    const Grid *grid = &world->content->grid;
    const Spot at = {other->at.x + standing->shift.x * SUB,
                     other->at.y + standing->shift.y * SUB};
    const Spot reach = reach_of(grid);
    const int64_t near_x = (int64_t)2 * reach.x * SUB, near_y = (int64_t)2 * reach.y * SUB;
    const int64_t dx = llabs((int64_t)at.x - standing->at.x);
    const int64_t dy = llabs((int64_t)at.y - standing->at.y);
    if (dx >= near_x || dy >= near_y)
        return false;
    return dx + dy < llabs((int64_t)at.x - self->at.x) + llabs((int64_t)at.y - self->at.y) &&
           !are_above_each_other(world, self, standing->at, other);
}

static bool note_met(void *context, uint32_t index)
{
    Standing *standing = context;
    if (index < standing->met && is_in_way(context, index))
        standing->met = index;
    return false;
}

/* In cells: the maximum distance of two actors that touch. */
static int32_t cells_of(const Grid *grid) { return grid->type == GRID_ORTHO ? 1 : 2; }

/* Actors on adjacent maps, for an actor near an edge. */
static bool visit_beyond(PlayerContext ctx, Standing *standing, Cell cell, ActorVisit *visit)
{
    const Grid *grid = &ctx.world->content->grid;
    const int32_t far = cells_of(grid);
    if (ctx.player->scene.map != NONE ||
        (cell.x >= far && cell.y >= far && cell.x < grid->side - far &&
         cell.y < grid->side - far))
        return false;
    ShownMap shown[SHOWN_MAX];
    const size_t count = world_shown(ctx, shown);
    for (size_t i = 1; i < count; i++) {
        const Cell there = {cell.x - shown[i].cells.x, cell.y - shown[i].cells.y};
        standing->shift = shown[i].shift;
        if (actor_index_visit(ctx.world, shown[i].index, there, far, visit, standing))
            return true;
    }
    return false;
}

/* Whether an actor may be there: walls under its feet, other actors around it. Paths lead
 * from centre to centre of open cells; on them only the centre counts in rhombuses and
 * hexagons, whose corners are smaller than the feet. */
static bool may_stand(PlayerContext ctx, uint32_t index, Spot at, bool on_way)
{
    World *world = ctx.world;
    const Grid *grid = &world->content->grid;
    const Actor *self = world->actors[index];
    if (!map_of(world, self->map))
        return false;
    if (!feet_free(world, index, at, on_way && grid->type != GRID_ORTHO ? MIDDLE : 0))
        return false;
    const Cell cell = grid_cell_at(grid, (Spot){at.x >> 8, at.y >> 8});
    Standing standing = {world, index, at, {0, 0}, NONE};
    return !actor_index_visit(world, self->map, cell, cells_of(grid), is_in_way, &standing) &&
           (!self->player || !visit_beyond(ctx, &standing, cell, is_in_way));
}

static bool walk_free(PlayerContext ctx, uint32_t index, Spot at)
{
    return may_stand(ctx, index, at, false);
}

/* The player's centre is off the map: moves to the next one, in the same place. */
static void cross_edge(PlayerContext ctx)
{
    World *world = ctx.world;
    Actor *player = context_actor(ctx);
    Location location = {player->map, actor_cell(world, player)};
    Cell cells;
    if (grid_inside(&world->content->grid, location.cell) ||
        !map_beyond(world, &location, &cells))
        return;
    const Spot shift = map_shift(world, cells);
    player->map = location.map;
    player->at = (Spot){player->at.x - shift.x * SUB, player->at.y - shift.y * SUB};
    player->goal = (Cell){player->goal.x - cells.x, player->goal.y - cells.y};
    for (uint32_t i = 0; i < ctx.player->path_count; i++)
        ctx.player->path[i] =
            (Cell){ctx.player->path[i].x - cells.x, ctx.player->path[i].y - cells.y};
    ctx.player->touched = 0;
    ctx.player->entered = location;
    maps_load_around(world, location.map);
    if (world->maps[location.map]->record->music)
        world_music(ctx, world->maps[location.map]->record->music);
    world_effect(ctx, EFFECT_AUTOSAVE, 0, 0);
}

void walk_put(PlayerContext ctx, uint32_t index, Spot at)
{
    World *world = ctx.world;
    world->actors[index]->at = at;
    if (world->actors[index]->player)
        cross_edge(ctx);
    actor_index_update(world, index);
}

static int32_t step_towards(int32_t from, int32_t to, int32_t max)
{
    const int32_t left = to - from;
    return left > max ? max : left < -max ? -max : left;
}

static Spot step_of(PlayerContext ctx, uint32_t index, Direction direction)
{
    const int32_t speed = (int32_t)actor_speed(ctx, index);
    const Spot unit = grid_unit(&ctx.world->content->grid, direction);
    return (Spot){unit.x * speed / 256, unit.y * speed / 256};
}

bool walk_to(PlayerContext ctx, uint32_t index, Spot goal, bool *moved)
{
    Actor *actor = ctx.world->actors[index];
    const Spot from = actor->at;
    actor->direction = grid_direction(from, goal);
    const Spot unit = grid_unit(&ctx.world->content->grid, (Direction)actor->direction);
    const int32_t speed = (int32_t)actor_speed(ctx, index);
    /* Orders of scripts are followed with any load. */
    if (!speed && actor->player && !actor->order_count) {
        *moved = false;
        return from.x == goal.x && from.y == goal.y;
    }
    const int32_t slowest = SUB / 4;
    const int32_t dx = speed * abs(unit.x) / 256, dy = speed * abs(unit.y) / 256;
    const Spot next = {from.x + step_towards(from.x, goal.x, dx > slowest ? dx : slowest),
                       from.y + step_towards(from.y, goal.y, dy > slowest ? dy : slowest)};
    const Spot ways[] = {next, {next.x, from.y}, {from.x, next.y}};
    for (size_t i = 0; i < COUNT_OF(ways); i++) {
        const bool stays = ways[i].x == from.x && ways[i].y == from.y;
        if ((i && stays) || !may_stand(ctx, index, ways[i], true))
            continue;
        *moved = true;
        walk_put(ctx, index, ways[i]);
        return ways[i].x == goal.x && ways[i].y == goal.y;
    }
    *moved = false;
    return from.x == goal.x && from.y == goal.y;
}

uint32_t walk_meets(PlayerContext ctx, Direction direction)
{
    World *world = ctx.world;
    Actor *player = context_actor(ctx);
    const Grid *grid = &world->content->grid;
    const Spot step = step_of(ctx, ctx.player->actor, direction);
    const Spot at = {player->at.x + step.x, player->at.y + step.y};
    const Cell cell = grid_cell_at(grid, (Spot){at.x >> 8, at.y >> 8});
    Standing standing = {world, ctx.player->actor, at, {0, 0}, NONE};
    actor_index_visit(world, player->map, cell, cells_of(grid), note_met, &standing);
    if (standing.met == NONE)
        visit_beyond(ctx, &standing, cell, note_met);
    return standing.met;
}

/* Whether a step in a direction leads straight at a cell: its centre is ahead, and at most a
 * quarter of a tile off the line; half of one if the step is slanted, because that is at 45
 * degrees and the neighbours of a hexagon are not. */
static bool leads_at(const Grid *grid, Spot at, Direction direction, Cell cell)
{
    const Spot unit = grid_unit(grid, direction), centre = grid_centre(grid, cell);
    const int64_t dx = centre.x - (at.x >> 8), dy = centre.y - (at.y >> 8);
    const bool is_slanted = unit.x && unit.y;
    const int32_t longer = grid->tile_w > grid->tile_h ? grid->tile_w : grid->tile_h;
    const int32_t tile = is_slanted ? longer : unit.x ? grid->tile_h : grid->tile_w;
    return dx * unit.x + dy * unit.y > 0 &&
           llabs(dx * unit.y - dy * unit.x) * (is_slanted ? 2 : 4) < (int64_t)tile * SUB;
}

/* Hexagons have no flat sides across most directions, so that a player would slide around
 * each of them; at one with a touch handler the player stops. */
bool walk_bumps(PlayerContext ctx, Direction direction, Location *location)
{
    World *world = ctx.world;
    const Grid *grid = &world->content->grid;
    Actor *player = context_actor(ctx);
    if (grid->type != GRID_HEXV && grid->type != GRID_HEXH)
        return false;
    const Spot step = step_of(ctx, ctx.player->actor, direction);
    const Spot next = {player->at.x + step.x, player->at.y + step.y};
    for (int i = 0; i < FEET; i++) {
        const Cell cell = grid_cell_at(grid, foot(world, next, i));
        Location own;
        *location = (Location){player->map, cell};
        if (cell_free(world, ctx.player->actor, cell) ||
            !leads_at(grid, player->at, direction, cell))
            continue;
        map_beyond(world, location, NULL);
        const uint32_t entity = entity_at(world, *location, &own);
        if (entity != ENTITY_NONE && event_known(world, entity, TNG_EVENT_TOUCH))
            return true;
    }
    return false;
}

/* At a wall's corner: an actor that walks straight against it slips past. */
static bool slip(PlayerContext ctx, uint32_t index, Spot step, int32_t speed)
{
    Actor *actor = ctx.world->actors[index];
    const Grid *grid = &ctx.world->content->grid;
    const int32_t reach = (step.x ? grid->tile_h : grid->tile_w) * SUB / 2;
    for (int side = -1; side <= 1; side += 2) {
        const Spot aside = step.x ? (Spot){0, side * reach} : (Spot){side * reach, 0};
        const Spot nudge = step.x ? (Spot){0, side * speed} : (Spot){side * speed, 0};
        const Spot clear = {actor->at.x + aside.x + step.x, actor->at.y + aside.y + step.y};
        const Spot next = {actor->at.x + nudge.x, actor->at.y + nudge.y};
        if (walk_free(ctx, index, clear) && walk_free(ctx, index, next)) {
            walk_put(ctx, index, next);
            return true;
        }
    }
    return false;
}

static bool try_step(PlayerContext ctx, Spot step)
{
    Actor *player = context_actor(ctx);
    const Spot next = {player->at.x + step.x, player->at.y + step.y};
    if (!walk_free(ctx, ctx.player->actor, next))
        return false;
    walk_put(ctx, ctx.player->actor, next);
    return true;
}

void walk_player(PlayerContext ctx, uint32_t direction)
{
    Actor *player = context_actor(ctx);
    const Spot step = step_of(ctx, ctx.player->actor, (Direction)direction);
    player->direction = direction;
    if (try_step(ctx, step) || leap_begin(ctx, ctx.player->actor, (Direction)direction))
        return;
    Location bumped;
    if (walk_bumps(ctx, (Direction)direction, &bumped))
        return;
    if (step.x && step.y) {
        if (!try_step(ctx, (Spot){step.x, 0}))
            try_step(ctx, (Spot){0, step.y});
    } else if (walk_meets(ctx, (Direction)direction) == NONE) {
        slip(ctx, ctx.player->actor, step, (int32_t)actor_speed(ctx, ctx.player->actor));
    }
}
