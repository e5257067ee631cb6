/* Where an actor may be: the cells under its feet must be open to it, and no other actor may be
 * in its way. Keys, paths of clicks, orders of scripts, the behaviour of NPCs and the
 * prediction of clients all ask here.
 *
 * The feet are five pixels: the middle and four around it. They are chosen so that on every
 * grid
 * - all five are in one cell if the actor is in its centre,
 * - no third cell stops a walk from there to the centre of an adjacent one, except that a
 *   diagonal step of squares and rhombuses needs both cells that it passes,
 * - no actor passes between two cells that share a side or a corner.
 *
 * An obstacle may appear under an actor: an object that a handler places, another way of
 * moving. Then it may leave. Its middle may stay in its cell, but enters no other blocked one;
 * the feet around it may stay in the blocked cells in which feet are now. */
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

/* ---- walls ---- */

enum { FEET = 5, MIDDLE = 4 };

/* The pixels on which an actor stands: the corners of a rectangle or, in cells whose corners
 * are cut, the ends of a cross; then the middle. */
static void find_feet(const Grid *grid, Spot at, Spot feet[FEET])
{
    const Spot reach = reach_of(grid), middle = {at.x >> 8, at.y >> 8};
    const int32_t w = reach.x, h = reach.y;
    const Spot corners[FEET] = {{-w, -h}, {w, -h}, {-w, h}, {w, h}, {0, 0}};
    const Spot cross[FEET] = {{0, -h}, {w, 0}, {-w, 0}, {0, h}, {0, 0}};
    const Spot *const around = grid->type == GRID_ORTHO ? corners : cross;
    for (int i = 0; i < FEET; i++)
        feet[i] = (Spot){middle.x + around[i].x, middle.y + around[i].y};
}

static void find_cells(const Grid *grid, Spot at, Cell cells[FEET])
{
    Spot feet[FEET];
    find_feet(grid, at, feet);
    for (int i = 0; i < FEET; i++)
        cells[i] = grid_cell_at(grid, feet[i]);
}

/* Whether a cell is open to an actor; the player's may be on the next map. */
static bool is_open(World *world, uint32_t index, Cell cell)
{
    const Actor *actor = world->actors[index];
    Location location = {actor->map, cell};
    if (!grid_inside(&world->content->grid, location.cell) &&
        (!actor->player || !map_beyond(world, &location, NULL)))
        return false;
    return map_open(world, map_of(world, location.map), location.cell, actor->transport);
}

/* Whether that foot is in this cell already, or for a foot around the middle, any foot is. */
static bool is_there_now(const World *world, uint32_t index, int foot, Cell cell)
{
    const Grid *grid = &world->content->grid;
    Cell now[FEET];
    if (!grid_inside(grid, cell))
        return false;
    find_cells(grid, world->actors[index]->at, now);
    for (int i = foot == MIDDLE ? MIDDLE : 0; i < FEET; i++)
        if (cell_is(now[i], cell))
            return true;
    return false;
}

/* Usually all feet are in one cell. */
static bool walls_allow(World *world, uint32_t index, Spot at)
{
    Cell cells[FEET];
    bool open = false;
    find_cells(&world->content->grid, at, cells);
    for (int i = 0; i < FEET; i++) {
        if (i && open && cell_is(cells[i], cells[i - 1]))
            continue;
        open = is_open(world, index, cells[i]);
        if (!open && !is_there_now(world, index, i, cells[i]))
            return false;
    }
    return true;
}

/* Whether walls allow a straight line there. Of a long step, of a fast actor, parts of at most
 * a quarter of a cell are tested, so that none leads over a corner. */
static bool walls_allow_step(World *world, uint32_t index, Spot to)
{
    enum { PARTS_OF_CELL = 4 };
    const Grid *grid = &world->content->grid;
    const Spot from = world->actors[index]->at;
    const int32_t dx = to.x - from.x, dy = to.y - from.y;
    const int32_t across = abs(dx) / (grid->tile_w * (SUB / PARTS_OF_CELL));
    const int32_t down = abs(dy) / (grid->tile_h * (SUB / PARTS_OF_CELL));
    const int32_t parts = 1 + (across > down ? across : down);
    for (int32_t i = 1; i < parts; i++)
        if (!walls_allow(world, index,
                         (Spot){from.x + dx * i / parts, from.y + dy * i / parts}))
            return false;
    return walls_allow(world, index, to);
}

/* ---- other actors ---- */

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

static bool others_allow(PlayerContext ctx, uint32_t index, Spot at)
{
    World *world = ctx.world;
    const Grid *grid = &world->content->grid;
    const Actor *self = world->actors[index];
    const Cell cell = grid_cell_at(grid, (Spot){at.x >> 8, at.y >> 8});
    Standing standing = {world, index, at, {0, 0}, NONE};
    return !actor_index_visit(world, self->map, cell, cells_of(grid), is_in_way, &standing) &&
           (!self->player || !visit_beyond(ctx, &standing, cell, is_in_way));
}

/* ---- the rule ---- */

bool stand_free(PlayerContext ctx, uint32_t index, Spot at)
{
    World *world = ctx.world;
    return map_of(world, world->actors[index]->map) && walls_allow(world, index, at) &&
           others_allow(ctx, index, at);
}

bool world_may_stand(PlayerContext ctx, Spot at)
{
    return map_of(ctx.world, context_actor(ctx)->map) &&
           walls_allow(ctx.world, ctx.player->actor, at);
}

bool world_is_wall(PlayerContext ctx, Spot at)
{
    World *world = ctx.world;
    const Actor *player = context_actor(ctx);
    Location location = {player->map,
                         grid_cell_at(&world->content->grid, (Spot){at.x >> 8, at.y >> 8})};
    map_beyond(world, &location, NULL);
    MapState *map = map_of(world, location.map);
    return !map || !map_passage(world, map, location.cell, player->transport).open;
}

bool stand_step_free(PlayerContext ctx, uint32_t index, Spot to)
{
    World *world = ctx.world;
    return map_of(world, world->actors[index]->map) && walls_allow_step(world, index, to) &&
           others_allow(ctx, index, to);
}

uint32_t stand_meets(PlayerContext ctx, Spot at)
{
    World *world = ctx.world;
    const Grid *grid = &world->content->grid;
    const Cell cell = grid_cell_at(grid, (Spot){at.x >> 8, at.y >> 8});
    Standing standing = {world, ctx.player->actor, at, {0, 0}, NONE};
    actor_index_visit(world, context_actor(ctx)->map, cell, cells_of(grid), note_met,
                      &standing);
    if (standing.met == NONE)
        visit_beyond(ctx, &standing, cell, note_met);
    return standing.met;
}

size_t stand_stops(PlayerContext ctx, Spot at, Cell out[STAND_STOPS_MAX])
{
    World *world = ctx.world;
    Cell cells[FEET];
    size_t count = 0;
    find_cells(&world->content->grid, at, cells);
    for (int i = 0; i < FEET; i++)
        if (!is_open(world, ctx.player->actor, cells[i]) &&
            !is_there_now(world, ctx.player->actor, i, cells[i]))
            out[count++] = cells[i];
    return count;
}
