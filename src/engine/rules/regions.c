/* Connected regions of cells, so that a click on an unreachable island is answered fast.
 *
 * Cells have the same number if one can be reached from the other by the steps and leaps of
 * search.c, ignoring actors. Different numbers are definitive; with the same number there
 * may still be no path (if an obstacle was placed after the computation). */
#include "base/disjoint_sets.h"
#include "engine/rules/search.h"

enum {
    TRANSPORT_MAX = 5,
    MAKE_TICKS = 30,     /* between two computations for the same map */
    NUMBER_MAX = 0xFFFF, /* of regions: all further ones share it; it connects to all */
};

struct Regions {
    uint16_t *numbers[TRANSPORT_MAX]; /* per cell, 0: closed */
    uint64_t changes[TRANSPORT_MAX];  /* the map's value at the computation */
    uint32_t made[TRANSPORT_MAX];     /* 1 + tick of the computation */
};

/* No diagonal steps between two blocked corners. */
static bool is_squeezed(const World *world, const uint16_t *numbers, Cell from, Cell to)
{
    return world->content->grid.type <= GRID_ISO && from.x != to.x && from.y != to.y &&
           (!numbers[map_cell_index(world, (Cell){from.x, to.y})] ||
            !numbers[map_cell_index(world, (Cell){to.x, from.y})]);
}

/* The cell that a step or leap in a direction leads to; false if there is none. */
static bool leads(World *world, MapState *map, const uint16_t *numbers, uint32_t transport,
                  Cell from, unsigned direction, Cell *to)
{
    const Grid *grid = &world->content->grid;
    *to = grid_step(grid, from, (Direction)direction);
    if (!grid_inside(grid, *to))
        return false;
    if (numbers[map_cell_index(world, *to)])
        return !is_squeezed(world, numbers, from, *to);
    return leap_landing(world, map, from, (Direction)direction, transport, to) &&
           numbers[map_cell_index(world, *to)];
}

static void make(World *world, MapState *map, uint32_t transport, uint16_t *numbers)
{
    const uint32_t count = (uint32_t)grid_cells(&world->content->grid);
    Arena *scratch = arena_new();
    uint32_t *parents = ARENA_ALLOC(scratch, uint32_t, count);
    for (uint32_t i = 0; i < count; i++) {
        parents[i] = i;
        numbers[i] = map_open(world, map, map_cell_of(world, i), transport);
    }
    for (uint32_t i = 0; i < count; i++)
        for (unsigned k = 0; numbers[i] && k < DIRECTIONS; k++) {
            Cell to;
            if (leads(world, map, numbers, transport, map_cell_of(world, i), k, &to))
                disjoint_join(parents, i, map_cell_index(world, to));
        }
    uint32_t last = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!numbers[i])
            continue;
        const uint32_t root = disjoint_root(parents, i); /* at most i */
        if (root == i)
            last += last < NUMBER_MAX;
        numbers[i] = root == i ? (uint16_t)last : numbers[root];
    }
    arena_free(scratch);
    world->searched += count;
}

/* NULL if they are not known yet. */
static const uint16_t *numbers_now(World *world, Regions **regions_of_kind, MapState *map,
                                   uint32_t transport)
{
    if (transport >= TRANSPORT_MAX)
        return NULL;
    if (!*regions_of_kind)
        *regions_of_kind = ARENA_ALLOC(world->arena, Regions, 1);
    Regions *regions = *regions_of_kind;
    const uint32_t made = regions->made[transport];
    if (made && regions->changes[transport] == map->changes)
        return regions->numbers[transport];
    if (world->regions_made == world->tick + 1 || (made && world->tick + 1 - made < MAKE_TICKS))
        return NULL;
    if (!regions->numbers[transport])
        regions->numbers[transport] =
            ARENA_ALLOC(world->arena, uint16_t, grid_cells(&world->content->grid));
    make(world, map, transport, regions->numbers[transport]);
    regions->made[transport] = world->regions_made = world->tick + 1;
    regions->changes[transport] = map->changes;
    return regions->numbers[transport];
}

/* The regions adjacent to a cell. */
enum { BESIDE_MAX = 64 };
typedef struct Beside {
    uint16_t numbers[BESIDE_MAX];
    size_t count;
} Beside;

static void add(Beside *beside, uint16_t number)
{
    if (number && beside->count < BESIDE_MAX)
        beside->numbers[beside->count++] = number;
}

static Beside out_of(World *world, MapState *map, const uint16_t *numbers, uint32_t transport,
                     Cell from)
{
    Beside out = {0};
    Cell to;
    add(&out, numbers[map_cell_index(world, from)]);
    if (out.count)
        return out;
    for (unsigned k = 0; k < DIRECTIONS; k++) /* the start is blocked: use neighbours */
        if (leads(world, map, numbers, transport, from, k, &to))
            add(&out, numbers[map_cell_index(world, to)]);
    return out;
}

/* The goal may be blocked: a chest, a door. */
static Beside into(World *world, const uint16_t *numbers, Cell to)
{
    enum { NEAR = 2 }; /* the maximum length of a step on all grids */
    const Grid *grid = &world->content->grid;
    Beside in = {0};
    add(&in, numbers[map_cell_index(world, to)]);
    if (in.count)
        return in;
    for (int32_t y = to.y - NEAR; y <= to.y + NEAR; y++)
        for (int32_t x = to.x - NEAR; x <= to.x + NEAR; x++)
            for (unsigned k = 0; grid_inside(grid, (Cell){x, y}) && k < DIRECTIONS; k++) {
                const Cell next = grid_step(grid, (Cell){x, y}, (Direction)k);
                if (next.x == to.x && next.y == to.y &&
                    !is_squeezed(world, numbers, (Cell){x, y}, to))
                    add(&in, numbers[map_cell_index(world, (Cell){x, y})]);
            }
    return in;
}

bool region_separates(PlayerContext ctx, Regions **regions_of_kind, Cell from, Cell to)
{
    World *world = ctx.world;
    const Actor *player = context_actor(ctx);
    MapState *map = map_of(world, player->map);
    const uint16_t *numbers = numbers_now(world, regions_of_kind, map, player->transport);
    if (!numbers || grid_distance(&world->content->grid, from, to) <= 1)
        return false;
    const Beside out = out_of(world, map, numbers, player->transport, from);
    const Beside in = into(world, numbers, to);
    for (size_t i = 0; i < out.count; i++)
        for (size_t k = 0; k < in.count; k++)
            if (out.numbers[i] == in.numbers[k] || out.numbers[i] == NUMBER_MAX ||
                in.numbers[k] == NUMBER_MAX)
                return false;
    return true;
}
