/* The mask of a map, computed from its objects (stamp_object): each cell has the mask types of
 * the objects on it, and the object that triggers there.
 *
 * After a change the mask is not computed again as a whole: map_put notes what was replaced
 * (`MapEdit`), and map_refresh clears the cells around it and stamps all objects that reach
 * them, in the same order. The result is the same, because a cell depends on nothing but the
 * objects that reach it, and on their order. The list of objects with timers or distance
 * events, which is ordered by cell, follows in the same way. */
#include "engine/rules/rules.h"

#include <stdlib.h>

/* Limits per map, and per computation of its mask, which no reasonable game reaches; they
 * bound the time for a damaged one. */
enum { STAMPS_MAX = 1 << 24, EDITS_MAX = 4096 };

typedef struct MapEdit {
    uint32_t cell;
    uint16_t before, after; /* sprites */
} MapEdit;

typedef struct MapMask {
    MapEdit *edits; /* since the last computation; none although the map is stale: all cells */
    size_t edit_count, edit_capacity;
    uint64_t stamps; /* the cells of the masks of all objects */
    uint32_t *blocks, changes;
} MapMask;

/* Cells from (x0, y0) to before (x1, y1). */
typedef struct CellArea {
    int32_t x0, y0, x1, y1;
} CellArea;

static CellArea area_around(const World *world, Cell cell, int32_t reach)
{
    const int32_t side = world->content->grid.side;
    const CellArea area = {cell.x - reach, cell.y - reach, cell.x + reach + 1,
                           cell.y + reach + 1};
    return (CellArea){area.x0 < 0 ? 0 : area.x0, area.y0 < 0 ? 0 : area.y0,
                      area.x1 > side ? side : area.x1, area.y1 > side ? side : area.y1};
}

static uint64_t area_size(CellArea area)
{
    return (uint64_t)(area.x1 - area.x0) * (uint64_t)(area.y1 - area.y0);
}

/* ---- masks of objects ---- */

static bool has_mask(const TngObject *object)
{
    return object->mask_width && object->mask_height;
}

static uint32_t mask_size(World *world, uint32_t sprite)
{
    const TngObject *object =
        sprite == TNG_NO_SPRITE ? NULL : content_object(world->content, sprite, NULL);
    return object ? (uint32_t)object->mask_width * object->mask_height : 0;
}

/* No cell of the object's mask is farther from it, in x or in y, on any grid. */
static int32_t mask_reach(World *world, uint32_t sprite)
{
    const TngObject *object =
        sprite == TNG_NO_SPRITE ? NULL : content_object(world->content, sprite, NULL);
    if (!object)
        return 0;
    if (has_mask(object))
        return object->mask_width + object->mask_height + 1;
    const Cell cell = content_usual_mask(world->content, sprite, (Cell){0, 0});
    const int32_t x = abs(cell.x), y = abs(cell.y);
    return (x > y ? x : y) + 1; /* lines of hexagons are shifted */
}

/* The same for all objects of the game. */
static int32_t mask_reach_max(World *world)
{
    const TngSection *section = tng_section(world->content->game, SECTION_OBJECTS);
    if (world->mask_reach)
        return (int32_t)world->mask_reach - 1;
    int32_t max = 0;
    for (size_t i = 0; section && i < section->count; i++) {
        const TngObjectAsset *asset = section->entries[i].descriptor;
        const int32_t reach = mask_reach(world, asset->sprite);
        max = reach > max ? reach : max;
    }
    world->mask_reach = (uint32_t)max + 1;
    return max;
}

/* ---- stamping ---- */

/* A computation of all cells of an area. */
typedef struct Stamper {
    World *world;
    MapState *map;
    CellArea area;
    uint64_t budget; /* of cells of masks; an object whose mask exceeds it is left out */
    bool exceeded;
} Stamper;

static void stamp_cell(const Stamper *stamper, Cell cell, uint8_t value, uint32_t owner)
{
    MapState *map = stamper->map;
    const CellArea area = stamper->area;
    if (!value || cell.x < area.x0 || cell.y < area.y0 || cell.x >= area.x1 ||
        cell.y >= area.y1)
        return;
    const uint32_t index = map_cell_index(stamper->world, cell);
    /* Open for the fifth way only if all objects there are. */
    if (value & 7) {
        const uint8_t fifth = map->mask[index] & 7 ? map->mask[index] & value : value;
        map->mask[index] = (uint8_t)((map->mask[index] & ~MASK_FIFTH) | (fifth & MASK_FIFTH));
    }
    /* A blocking cell remains blocking, whatever else is there. */
    if ((map->mask[index] & 7) != MASK_BLOCK && (value & 7))
        map->mask[index] = (uint8_t)((map->mask[index] & ~7) | (value & 7));
    if (value & MASK_TRIGGER) {
        map->mask[index] |= MASK_TRIGGER;
        map->owner[index] = owner + 1;
    }
}

static void stamp_object(Stamper *stamper, Cell at, uint32_t sprite)
{
    World *world = stamper->world;
    const TngObject *object = content_object(world->content, sprite, NULL);
    if (!object)
        return;
    const Grid *grid = &world->content->grid;
    const uint32_t owner = map_cell_index(world, at);
    if (!has_mask(object)) {
        stamp_cell(stamper, content_usual_mask(world->content, sprite, at), MASK_USUAL, owner);
        return;
    }
    const int32_t w = object->mask_width, h = object->mask_height;
    if ((uint32_t)w * (uint32_t)h > stamper->budget) {
        stamper->exceeded = true;
        return;
    }
    stamper->budget -= (uint32_t)w * (uint32_t)h;
    for (int32_t row = 0; row < h; row++)
        for (int32_t column = 0; column < w; column++)
            stamp_cell(stamper, grid_mask_cell(grid, at, column, row, h),
                       object->mask[row * w + column], owner);
}

/* Objects farther away do not reach the area. */
static void stamp_area(Stamper *stamper, int32_t reach)
{
    World *world = stamper->world;
    const MapState *map = stamper->map;
    const CellArea area = stamper->area;
    const size_t width = (size_t)(area.x1 - area.x0);
    for (int32_t y = area.y0; y < area.y1; y++) {
        const uint32_t row = map_cell_index(world, (Cell){area.x0, y});
        memset(map->mask + row, 0, width);
        memset(map->owner + row, 0, width * sizeof *map->owner);
    }
    const CellArea first = area_around(world, (Cell){area.x0, area.y0}, reach);
    const CellArea last = area_around(world, (Cell){area.x1 - 1, area.y1 - 1}, reach);
    const uint16_t *layer = map->cells + LAYER_OBJECTS * grid_cells(&world->content->grid);
    for (int32_t y = first.y0; y < last.y1; y++)
        for (int32_t x = first.x0; x < last.x1; x++) {
            const uint16_t sprite = layer[map_cell_index(world, (Cell){x, y})];
            if (sprite != TNG_NO_SPRITE)
                stamp_object(stamper, (Cell){x, y}, sprite);
        }
}

/* ---- objects with timers or distance events ---- */

static bool happens_by_itself(World *world, uint32_t sprite)
{
    const TngObject *object =
        sprite == TNG_NO_SPRITE ? NULL : content_object(world->content, sprite, NULL);
    for (size_t i = 0; object && i < object->event_count; i++)
        if (object->events[i].type == TNG_EVENT_LEAVE ||
            object->events[i].type == TNG_EVENT_APPROACH ||
            object->events[i].type == TNG_EVENT_TIMER)
            return true;
    return false;
}

static void clear_nears(World *world, const MapState *map, uint32_t cell)
{
    uint32_t index = 0;
    while (world->maps[index] != map)
        index++;
    nears_clear(world, near_key(index, cell));
}

/* Clears the players' near bits of objects that no longer exist. */
static void remove_watches(World *world, const MapState *map)
{
    const uint16_t *layer = map->cells + LAYER_OBJECTS * grid_cells(&world->content->grid);
    for (size_t i = 0; i < map->watch_count; i++) {
        const uint32_t cell = map_cell_index(world, map->watches[i].cell);
        if (layer[cell] != map->watches[i].sprite)
            clear_nears(world, map, cell);
    }
}

static void reserve_watches(World *world, MapState *map, size_t count)
{
    if (count <= map->watch_capacity)
        return;
    map->watch_capacity = count * 2;
    Watch *larger = ARENA_ALLOC(world->arena, Watch, map->watch_capacity);
    if (map->watch_count)
        memcpy(larger, map->watches, map->watch_count * sizeof *larger);
    map->watches = larger;
}

/* Rebuilds the list; objects that were there before keep their near bits. Both lists are
 * ordered by cell. */
static void watch_objects(World *world, MapState *map)
{
    Arena *scratch = arena_new();
    Watch *list = NULL;
    size_t count = 0, at = 0;
    const uint16_t *layer = map->cells + LAYER_OBJECTS * grid_cells(&world->content->grid);
    for (uint32_t i = 0; i < grid_cells(&world->content->grid); i++) {
        if (layer[i] == TNG_NO_SPRITE || !happens_by_itself(world, layer[i]))
            continue;
        while (at < map->watch_count && map_cell_index(world, map->watches[at].cell) < i)
            at++;
        const Watch *old = at < map->watch_count ? &map->watches[at] : NULL;
        const bool known =
            old && map_cell_index(world, old->cell) == i && old->sprite == layer[i];
        *ARENA_PUSH(scratch, list, count) =
            (Watch){map_cell_of(world, i), layer[i], known ? old->near : 0};
    }
    reserve_watches(world, map, count);
    if (count)
        memcpy(map->watches, list, count * sizeof *list);
    map->watch_count = count;
    arena_free(scratch);
}

size_t map_find_watch(const World *world, const MapState *map, uint32_t cell)
{
    size_t first = 0, last = map->watch_count;
    while (first < last) {
        const size_t middle = first + (last - first) / 2;
        if (map_cell_index(world, map->watches[middle].cell) < cell)
            first = middle + 1;
        else
            last = middle;
    }
    return first;
}

/* Another object may be in this cell. */
static void update_watch(World *world, MapState *map, uint32_t cell)
{
    const size_t at = map_find_watch(world, map, cell);
    const uint16_t sprite =
        map->cells[LAYER_OBJECTS * grid_cells(&world->content->grid) + cell];
    const bool listed =
        at < map->watch_count && map_cell_index(world, map->watches[at].cell) == cell;
    if (listed && map->watches[at].sprite == sprite)
        return;
    if (listed) {
        clear_nears(world, map, cell);
        map->watch_count--;
        memmove(&map->watches[at], &map->watches[at + 1],
                (map->watch_count - at) * sizeof *map->watches);
    }
    if (!happens_by_itself(world, sprite))
        return;
    reserve_watches(world, map, map->watch_count + 1);
    memmove(&map->watches[at + 1], &map->watches[at],
            (map->watch_count - at) * sizeof *map->watches);
    map->watches[at] = (Watch){map_cell_of(world, cell), sprite, 0};
    map->watch_count++;
}

/* ---- blocks ---- */

uint32_t map_blocks_across(const World *world)
{
    return ((uint32_t)world->content->grid.side + MAP_BLOCK - 1) / MAP_BLOCK;
}

uint32_t map_block_changes(const MapState *map, uint32_t block)
{
    return map->computed->blocks[block];
}

uint32_t map_mask_changes(const MapState *map) { return map->computed->changes; }

static void note_change(const World *world, const MapState *map, int32_t x, int32_t y)
{
    const uint32_t across = map_blocks_across(world);
    map->computed->blocks[(uint32_t)y / MAP_BLOCK * across + (uint32_t)x / MAP_BLOCK]++;
    map->computed->changes++;
}

static void note_all(const World *world, const MapState *map)
{
    for (int32_t y = 0; y < world->content->grid.side; y += MAP_BLOCK)
        for (int32_t x = 0; x < world->content->grid.side; x += MAP_BLOCK)
            note_change(world, map, x, y);
}

/* ---- refreshing ---- */

static void refresh_all(World *world, MapState *map)
{
    const int32_t side = world->content->grid.side;
    const size_t count = grid_cells(&world->content->grid);
    const uint16_t *layer = map->cells + LAYER_OBJECTS * count;
    Stamper stamper = {world, map, {0, 0, side, side}, STAMPS_MAX, false};
    stamp_area(&stamper, 0);
    map->computed->stamps = 0;
    for (size_t i = 0; i < count; i++)
        if (layer[i] != TNG_NO_SPRITE)
            map->computed->stamps += mask_size(world, layer[i]);
    remove_watches(world, map);
    watch_objects(world, map);
    note_all(world, map);
}

/* The cells whose masks an edit may change, and the cost: objects around are looked at. */
static CellArea edit_area(World *world, const MapEdit *edit, uint64_t *cost)
{
    const int32_t before = mask_reach(world, edit->before),
                  after = mask_reach(world, edit->after),
                  reach = before > after ? before : after;
    const Cell cell = map_cell_of(world, edit->cell);
    *cost = area_size(area_around(world, cell, reach + mask_reach_max(world)));
    return area_around(world, cell, reach);
}

/* False if the budget did not suffice. */
static bool refresh_area(World *world, MapState *map, CellArea area, uint64_t *budget)
{
    Arena *scratch = arena_new();
    const size_t width = (size_t)(area.x1 - area.x0);
    uint8_t *old = ARENA_ALLOC(scratch, uint8_t, area_size(area));
    for (int32_t y = area.y0; y < area.y1; y++)
        memcpy(old + (size_t)(y - area.y0) * width,
               map->mask + map_cell_index(world, (Cell){area.x0, y}), width);
    Stamper stamper = {world, map, area, *budget, false};
    stamp_area(&stamper, mask_reach_max(world));
    *budget = stamper.budget;
    for (int32_t y = area.y0; y < area.y1; y++)
        for (int32_t x = area.x0; x < area.x1; x++)
            if (*old++ != map->mask[map_cell_index(world, (Cell){x, y})])
                note_change(world, map, x, y);
    arena_free(scratch);
    return !stamper.exceeded;
}

/* False if this costs more than to compute all: known before, or when it has cost as much
 * (large masks beside each other); or if a limit decides which objects count. */
static bool refresh_edits(World *world, MapState *map)
{
    MapMask *mask = map->computed;
    uint64_t cost = 0, one;
    for (size_t i = 0; i < mask->edit_count; i++) {
        edit_area(world, &mask->edits[i], &one);
        cost += one;
        mask->stamps += mask_size(world, mask->edits[i].after);
        mask->stamps -= mask_size(world, mask->edits[i].before);
    }
    if (!mask->edit_count || cost > grid_cells(&world->content->grid) ||
        mask->stamps > STAMPS_MAX)
        return false;
    uint64_t budget = grid_cells(&world->content->grid) + mask->stamps;
    for (size_t i = 0; i < mask->edit_count; i++) {
        const Cell cell = map_cell_of(world, mask->edits[i].cell);
        if (!refresh_area(world, map, edit_area(world, &mask->edits[i], &one), &budget))
            return false;
        update_watch(world, map, mask->edits[i].cell);
        note_change(world, map, cell.x, cell.y); /* its tile may be another one */
    }
    return true;
}

void map_refresh(World *world, MapState *map)
{
    if (!map->stale)
        return;
    if (!map->computed) {
        const uint32_t across = map_blocks_across(world);
        map->computed = ARENA_ALLOC(world->arena, MapMask, 1);
        map->computed->blocks = ARENA_ALLOC(world->arena, uint32_t, (size_t)across * across);
    }
    if (!refresh_edits(world, map))
        refresh_all(world, map);
    map->computed->edit_count = 0;
    map->stale = false;
}

void map_mask_outdated(MapState *map)
{
    map->stale = true;
    if (map->computed)
        map->computed->edit_count = 0;
}

/* The cost is the same whether the mask is refreshed at once, after further edits, or as a
 * whole because the world was loaded meanwhile: so the same handlers fit into a tick. */
void map_mask_edit(World *world, MapState *map, uint32_t cell, uint16_t before, uint16_t after)
{
    MapMask *mask = map->computed;
    const MapEdit edit = {cell, before, after};
    uint64_t cost;
    edit_area(world, &edit, &cost);
    world->work += cost;
    if (map->stale && (!mask || !mask->edit_count))
        return; /* all will be computed */
    if (mask->edit_count == EDITS_MAX) {
        map_mask_outdated(map);
        return;
    }
    mask->edits = arena_reserve(world->arena, mask->edits, mask->edit_count,
                                &mask->edit_capacity, sizeof *mask->edits);
    mask->edits[mask->edit_count++] = edit;
    map->stale = true;
}
