/* Searches and writes the graph layer by layer. Each layer is written before the next one is
 * searched, so all share the same memory; only the values of the previous layer are kept, which
 * is why there are two arrays of values. */
#include "evil_islands/graph/graph_build.h"

#include "evil_islands/graph/graph_search.h"
#include "evil_islands/graph/graph_values.h"

/* The data that all layers share. */
typedef struct Building {
    GraphTiles tiles;
    uint8_t *slopes;
    int32_t *surface; /* heights of layer 0: the ground, or the water above it */
    uint8_t *values[2], *scratch;
    uint16_t (*joined)[GRAPH_DIRECTIONS];
    uint16_t *components;
    GraphLayer layer;
    Arena *arena;
} Building;

static void prepare(Building *building, Arena *arena)
{
    const GraphTiles *tiles = &building->tiles;
    const size_t count = (size_t)tiles->w * tiles->h, cells = count / (GRAPH_CELL * GRAPH_CELL);
    building->arena = arena;
    building->slopes = graph_slopes(tiles, arena);
    building->surface = arena_alloc_raw(arena, count, sizeof *building->surface);
    for (size_t i = 0; i < count; i++)
        building->surface[i] = tiles->ground[i] + tiles->depth[i];
    for (size_t i = 0; i < COUNT_OF(building->values); i++)
        building->values[i] = arena_alloc_raw(arena, count, 1);
    building->scratch = arena_alloc_raw(arena, count, 1);
    building->joined = arena_alloc_raw(arena, cells, sizeof *building->joined);
    building->components = ARENA_ALLOC(arena, uint16_t, cells);
    building->layer =
        (GraphLayer){.w = tiles->w,
                     .h = tiles->h,
                     .step = tiles->step,
                     .nodes = ARENA_ALLOC(arena, uint8_t, cells),
                     .steps = arena_alloc_raw(arena, cells, sizeof *building->layer.steps)};
}

static void search_layer(Building *building, unsigned number)
{
    GraphLayer *layer = &building->layer;
    uint8_t *values = building->values[number % 2];
    graph_values(&building->tiles, building->slopes, number, values, building->scratch);
    layer->layer = number;
    layer->heights = number ? building->tiles.ground : building->surface;
    layer->previous = number > 1 ? layer->values : NULL;
    layer->values = values;
    graph_search(layer);
    graph_join(layer, building->joined, building->components, building->arena);
}

static void write_layer(const Building *building, Writer *out)
{
    const uint32_t w = building->tiles.w / GRAPH_CELL, h = building->tiles.h / GRAPH_CELL;
    for (size_t row = 0; row < h; row++) {
        for (size_t i = row * w; i < (row + 1) * w; i++)
            for (unsigned d = 0; d < GRAPH_DIRECTIONS; d++)
                write_u16(out, building->joined[i][d]);
        write_bytes(out, (Bytes){&building->layer.nodes[row * w], w});
        for (size_t i = row * w; i < (row + 1) * w; i++)
            write_u16(out, building->components[i]);
    }
}

bool graph_build(const Map *map, const GraphObjects *objects, Bytes *out, Arena *arena,
                 Report *report)
{
    Arena *scratch = arena_new();
    Building building = {.tiles = graph_land(map, scratch)};
    const bool ok = graph_add_objects(&building.tiles, objects, scratch, report);
    Writer writer = writer_to(arena);
    if (ok) {
        prepare(&building, scratch);
        write_u32(&writer, building.tiles.w / GRAPH_CELL);
        write_u32(&writer, building.tiles.h / GRAPH_CELL);
        for (unsigned i = 0; i < GRAPH_LAYERS; i++) {
            search_layer(&building, i);
            write_layer(&building, &writer);
        }
        *out = writer_bytes(&writer);
    }
    arena_free(scratch);
    return ok;
}
