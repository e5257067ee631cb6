/* Connected regions of cells, so that a click on an unreachable island is answered fast.
 *
 * Cells are in the same region if one can be reached from the other by the steps and leaps of
 * path_search.c, ignoring actors. Different regions are definitive; in the same region there
 * may still be no path (actors may stand in the way).
 *
 * A change of one object must not cost a visit of the whole map. So the map is divided into
 * blocks (map_mask.c), and the work is done in three parts:
 * - Labels. Within each block, cells that are connected by steps inside of it have the same
 *   label. They depend on nothing but the cells of the block.
 * - Links. Each block lists the pairs of labels that a step into another block, or any leap,
 *   connects. They depend on the block and the eight around it, because the longest leap is
 *   shorter than a block.
 * - Numbers. All labels of all blocks are numbered, and the links join them (disjoint sets):
 *   the root is the region. This visits labels and links, no cells.
 * After a change, the labels of its block are made again; only if they differ, the links of
 * nine blocks and the numbers. In a shared world a tick has a budget of cells for this; what
 * exceeds it is continued when the next click needs it. */
#include "base/disjoint_sets.h"
#include "engine/rules/path_search.h"

enum {
    TRANSPORT_MAX = 5,
    CELLS = MAP_BLOCK * MAP_BLOCK,
    LEAPT = 0xFFFF, /* label of a cell that can only be leapt over; closed ones have 0 */
    PER_CELL = 16,  /* labels and links that cost as much as a cell */
};

/* Connects a label of its block with a label of a block. */
typedef struct RegionLink {
    uint16_t own, other;
    uint32_t block;
} RegionLink;

typedef struct RegionBlock {
    uint32_t seen; /* 1 + the number of changes when the labels were made */
    uint32_t label_count;
    uint32_t first; /* number of its first label */
    bool linked, leaps;
    RegionLink *links;
    size_t link_count, link_capacity;
} RegionBlock;

/* Of a map, for one way of moving. */
typedef struct Region {
    uint16_t *labels; /* per cell */
    RegionBlock *blocks;
    uint32_t *parents; /* per number of a label */
    size_t parent_capacity;
    uint32_t numbered; /* blocks that have numbers, plus those whose links are joined */
    uint32_t changes;  /* 1 + that of the map, when the numbers were made */
} Region;

struct Regions {
    Region kinds[TRANSPORT_MAX];
};

/* One update of a region. */
typedef struct Update {
    World *world;
    MapState *map;
    Region *region;
    uint32_t transport;
    uint32_t *left; /* cells that may still be visited */
} Update;

static bool is_open(uint16_t label) { return label && label != LEAPT; }

static uint32_t block_of(const World *world, Cell cell)
{
    return (uint32_t)cell.y / MAP_BLOCK * map_blocks_across(world) +
           (uint32_t)cell.x / MAP_BLOCK;
}

static Cell block_start(const World *world, uint32_t block)
{
    const uint32_t across = map_blocks_across(world);
    return (Cell){(int32_t)(block % across) * MAP_BLOCK, (int32_t)(block / across) * MAP_BLOCK};
}

/* Cells in a row of a block. */
static int32_t block_side(const World *world)
{
    const int32_t side = world->content->grid.side;
    return side < MAP_BLOCK ? side : MAP_BLOCK;
}

static void visit(Update *update, uint32_t cells)
{
    update->world->searched += cells;
    *update->left -= *update->left < cells ? *update->left : cells;
}

/* ---- steps ---- */

/* No diagonal steps between two blocked corners. */
static bool is_squeezed(const World *world, const uint16_t *labels, Cell from, Cell to)
{
    return world->content->grid.type <= GRID_ISO && from.x != to.x && from.y != to.y &&
           (!is_open(labels[map_cell_index(world, (Cell){from.x, to.y})]) ||
            !is_open(labels[map_cell_index(world, (Cell){to.x, from.y})]));
}

static bool steps_to(const World *world, const uint16_t *labels, Cell from, Cell to)
{
    return grid_inside(&world->content->grid, to) &&
           is_open(labels[map_cell_index(world, to)]) && !is_squeezed(world, labels, from, to);
}

/* The cell that a step or leap in a direction leads to; false if there is none. */
static bool leads(World *world, MapState *map, const uint16_t *labels, uint32_t transport,
                  Cell from, unsigned direction, Cell *to)
{
    const Grid *grid = &world->content->grid;
    *to = grid_step(grid, from, (Direction)direction);
    if (!grid_inside(grid, *to))
        return false;
    if (labels[map_cell_index(world, *to)] != LEAPT)
        return steps_to(world, labels, from, *to);
    return leap_landing(world, map, from, (Direction)direction, transport, to) &&
           is_open(labels[map_cell_index(world, *to)]);
}

/* ---- labels ---- */

/* 0, LEAPT or 1. */
static uint16_t passage_label(const Update *update, Cell cell)
{
    const Passage passage = map_passage(update->world, update->map, cell, update->transport);
    return !passage.open ? 0 : passage.gait == ROW_JUMP ? LEAPT : 1;
}

/* Joins cells of the block that are connected by a step. `parents`: per cell of it. */
static void join_steps(const Update *update, Cell start, int32_t side, uint32_t *parents)
{
    const World *world = update->world;
    const uint16_t *labels = update->region->labels;
    for (int32_t i = 0; i < side * side; i++) {
        const Cell from = {start.x + i % side, start.y + i / side};
        if (!is_open(labels[map_cell_index(world, from)]))
            continue;
        for (unsigned k = 0; k < DIRECTIONS; k++) {
            const Cell to = grid_step(&world->content->grid, from, (Direction)k);
            const int32_t x = to.x - start.x, y = to.y - start.y;
            if (x >= 0 && y >= 0 && x < side && y < side && steps_to(world, labels, from, to))
                disjoint_join(parents, (uint32_t)i, (uint32_t)(y * side + x));
        }
    }
}

/* The label of the i-th cell of a block. */
static uint16_t *label_at(const Update *update, Cell start, int32_t side, int32_t i)
{
    const Cell cell = {start.x + i % side, start.y + i / side};
    return &update->region->labels[map_cell_index(update->world, cell)];
}

/* Makes the labels of a block; returns whether any has changed. */
static bool label_block(Update *update, uint32_t block)
{
    RegionBlock *made = &update->region->blocks[block];
    const Cell start = block_start(update->world, block);
    const int32_t side = block_side(update->world);
    uint16_t before[CELLS];
    uint32_t parents[CELLS];
    bool changed = !made->seen;
    made->leaps = false;
    made->label_count = 0;
    for (int32_t i = 0; i < side * side; i++) {
        uint16_t *label = label_at(update, start, side, i);
        before[i] = *label;
        parents[i] = (uint32_t)i;
        *label = passage_label(update, (Cell){start.x + i % side, start.y + i / side});
        made->leaps |= *label == LEAPT;
    }
    join_steps(update, start, side, parents);
    for (int32_t i = 0; i < side * side; i++) {
        uint16_t *label = label_at(update, start, side, i);
        const int32_t root = (int32_t)disjoint_root(parents, (uint32_t)i); /* at most i */
        if (is_open(*label))
            *label = root == i ? (uint16_t)++made->label_count
                               : *label_at(update, start, side, root);
        changed |= *label != before[i];
    }
    made->seen = 1 + map_block_changes(update->map, block);
    visit(update, (uint32_t)(side * side));
    return changed;
}

/* ---- links ---- */

static void unlink_around(const Update *update, uint32_t block)
{
    const int32_t across = (int32_t)map_blocks_across(update->world);
    const int32_t at_x = (int32_t)block % across, at_y = (int32_t)block / across;
    for (int32_t y = at_y - 1; y <= at_y + 1; y++)
        for (int32_t x = at_x - 1; x <= at_x + 1; x++)
            if (x >= 0 && y >= 0 && x < across && y < across)
                update->region->blocks[y * across + x].linked = false;
}

/* Repeated links are harmless; the most frequent ones are left out. */
static void add_link(const Update *update, RegionBlock *block, RegionLink link)
{
    enum { RECENT = 4 };
    for (size_t i = 1; i <= RECENT && i <= block->link_count; i++) {
        const RegionLink *known = &block->links[block->link_count - i];
        if (known->own == link.own && known->other == link.other && known->block == link.block)
            return;
    }
    block->links = arena_reserve(update->world->arena, block->links, block->link_count,
                                 &block->link_capacity, sizeof *block->links);
    block->links[block->link_count++] = link;
}

/* The links of a cell of a block. */
static void link_cell(Update *update, uint32_t index, Cell from)
{
    World *world = update->world;
    const uint16_t *labels = update->region->labels;
    const uint16_t own = labels[map_cell_index(world, from)];
    for (unsigned k = 0; is_open(own) && k < DIRECTIONS; k++) {
        Cell to;
        if (!leads(world, update->map, labels, update->transport, from, k, &to))
            continue;
        const RegionLink link = {own, labels[map_cell_index(world, to)], block_of(world, to)};
        if (link.block != index || link.other != own)
            add_link(update, &update->region->blocks[index], link);
    }
    visit(update, 1);
}

/* Steps from inner cells stay in the block; leaps may leave it. */
static void link_block(Update *update, uint32_t index)
{
    RegionBlock *block = &update->region->blocks[index];
    const Cell start = block_start(update->world, index);
    const int32_t last = block_side(update->world) - 1;
    block->link_count = 0;
    for (int32_t y = 0; y <= last; y++)
        for (int32_t x = 0; x <= last; x++)
            if (block->leaps || y == 0 || y == last || x == 0 || x == last)
                link_cell(update, index, (Cell){start.x + x, start.y + y});
    block->linked = true;
}

/* ---- numbers ---- */

/* Room for the numbers of all labels. */
static void reserve_numbers(Update *update, uint32_t block_count)
{
    Region *region = update->region;
    size_t count = 0;
    for (uint32_t i = 0; i < block_count; i++)
        count += region->blocks[i].label_count;
    if (count > region->parent_capacity) {
        region->parent_capacity = 2 * count;
        region->parents = ARENA_ALLOC(update->world->arena, uint32_t, region->parent_capacity);
    }
}

/* Each label of a block is its own region. */
static void number_labels(Update *update, uint32_t index)
{
    const Region *region = update->region;
    RegionBlock *block = &region->blocks[index];
    block->first = index ? block[-1].first + block[-1].label_count : 0;
    for (uint32_t i = 0; i < block->label_count; i++)
        region->parents[block->first + i] = block->first + i;
    visit(update, block->label_count / PER_CELL + 1);
}

static void join_links(Update *update, uint32_t index)
{
    const Region *region = update->region;
    const RegionBlock *block = &region->blocks[index];
    for (size_t i = 0; i < block->link_count; i++)
        disjoint_join(region->parents, block->first + block->links[i].own - 1u,
                      region->blocks[block->links[i].block].first + block->links[i].other - 1u);
    visit(update, (uint32_t)block->link_count / PER_CELL + 1);
}

/* All blocks get their numbers, then all are joined. False if the budget did not suffice. */
static bool number_blocks(Update *update, uint32_t count)
{
    Region *region = update->region;
    if (!region->numbered)
        reserve_numbers(update, count);
    for (; region->numbered < 2 * count; region->numbered++) {
        if (!*update->left)
            return false;
        if (region->numbered < count)
            number_labels(update, region->numbered);
        else
            join_links(update, region->numbered - count);
    }
    return true;
}

/* ---- updates ---- */

static void begin(const Update *update, uint32_t block_count)
{
    Region *region = update->region;
    if (region->labels)
        return;
    Arena *arena = update->world->arena;
    region->labels = ARENA_ALLOC(arena, uint16_t, grid_cells(&update->world->content->grid));
    region->blocks = ARENA_ALLOC(arena, RegionBlock, block_count);
}

/* False if the budget did not suffice. */
static bool bring_up_to_date(Update *update)
{
    const uint32_t across = map_blocks_across(update->world), count = across * across;
    map_refresh(update->world, update->map);
    const uint32_t changes = 1 + map_mask_changes(update->map);
    Region *region = update->region;
    if (region->changes == changes)
        return true;
    begin(update, count);
    for (uint32_t i = 0; i < count; i++) {
        if (region->blocks[i].seen == 1 + map_block_changes(update->map, i))
            continue;
        if (!*update->left)
            return false;
        if (label_block(update, i))
            unlink_around(update, i);
    }
    for (uint32_t i = 0; i < count; i++) {
        if (region->blocks[i].linked)
            continue;
        if (!*update->left)
            return false;
        link_block(update, i);
        region->numbered = 0;
    }
    if (!number_blocks(update, count))
        return false;
    region->changes = changes;
    return true;
}

uint32_t region_of(const World *world, const Regions *regions, uint32_t transport, Cell cell)
{
    const Region *region = &regions->kinds[transport];
    const uint16_t label = region->labels[map_cell_index(world, cell)];
    return is_open(label)
               ? 1 + disjoint_root(region->parents,
                                   region->blocks[block_of(world, cell)].first + label - 1u)
               : 0;
}

bool regions_update(World *world, Regions **regions, MapState *map, uint32_t transport,
                    uint32_t *left)
{
    if (transport >= TRANSPORT_MAX)
        return false;
    if (!*regions)
        *regions = ARENA_ALLOC(world->arena, Regions, 1);
    Update update = {world, map, &(*regions)->kinds[transport], transport, left};
    return bring_up_to_date(&update);
}

/* ---- questions ---- */

/* The regions adjacent to a cell. */
enum { BESIDE_MAX = 64 };
typedef struct Beside {
    uint32_t regions[BESIDE_MAX];
    size_t count;
} Beside;

static void add(Beside *beside, uint32_t region)
{
    if (region && beside->count < BESIDE_MAX)
        beside->regions[beside->count++] = region;
}

static Beside out_of(World *world, MapState *map, const Regions *regions, uint32_t transport,
                     Cell from)
{
    Beside out = {0};
    Cell to;
    add(&out, region_of(world, regions, transport, from));
    if (out.count)
        return out;
    for (unsigned k = 0; k < DIRECTIONS; k++) /* the start is blocked: use neighbours */
        if (leads(world, map, regions->kinds[transport].labels, transport, from, k, &to))
            add(&out, region_of(world, regions, transport, to));
    return out;
}

/* The goal may be blocked: a chest, a door. */
static Beside into(const World *world, const Regions *regions, uint32_t transport, Cell to)
{
    enum { NEAR = 2 }; /* the maximum length of a step on all grids */
    const Grid *grid = &world->content->grid;
    const uint16_t *labels = regions->kinds[transport].labels;
    Beside in = {0};
    add(&in, region_of(world, regions, transport, to));
    if (in.count)
        return in;
    for (int32_t y = to.y - NEAR; y <= to.y + NEAR; y++)
        for (int32_t x = to.x - NEAR; x <= to.x + NEAR; x++)
            for (unsigned k = 0; grid_inside(grid, (Cell){x, y}) && k < DIRECTIONS; k++) {
                const Cell next = grid_step(grid, (Cell){x, y}, (Direction)k);
                if (next.x == to.x && next.y == to.y &&
                    !is_squeezed(world, labels, (Cell){x, y}, to))
                    add(&in, region_of(world, regions, transport, (Cell){x, y}));
            }
    return in;
}

bool region_separates(PlayerContext ctx, Regions **regions, Cell from, Cell to, uint32_t *left)
{
    World *world = ctx.world;
    const uint32_t transport = context_actor(ctx)->transport;
    MapState *map = map_of(world, context_actor(ctx)->map);
    if (!regions_update(world, regions, map, transport, left) ||
        grid_distance(&world->content->grid, from, to) <= 1)
        return false;
    const Beside out = out_of(world, map, *regions, transport, from);
    const Beside in = into(world, *regions, transport, to);
    for (size_t i = 0; i < out.count; i++)
        for (size_t k = 0; k < in.count; k++)
            if (out.regions[i] == in.regions[k])
                return false;
    return true;
}
