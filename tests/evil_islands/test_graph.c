/* convert/graph_*: the generator of navigation graphs. Its numbers are those of the rules, and
 * ways are compared with a search that tries everything. */
#include "lib/graph_kit.h"

/* ---- land ---- */

static void tiles_are_weighted_means_of_the_corners_of_a_unit(void **state)
{
    static const int32_t around[4][4] = {
        {0, 25, 25, 0}, {25, 50, 50, 25}, {25, 50, 50, 25}, {0, 25, 25, 0}};
    Kit *kit = *state;
    Map *map = graph_map(kit, 2, 1);
    graph_raise(map, 32, 10, graph_height(100)); /* on the border of two sectors */
    const GraphTiles tiles = graph_land(map, kit->arena);
    assert_int_equal(tiles.w, 128);
    assert_int_equal(tiles.h, 64);
    for (uint32_t y = 0; y < 4; y++)
        for (uint32_t x = 0; x < 4; x++)
            assert_int_equal(tiles.ground[(18 + y) * tiles.w + 62 + x], around[y][x]);
    assert_int_equal(tiles.ground[17 * tiles.w + 64], 0);
}

static void water_is_where_the_liquid_is_above_the_land(void **state)
{
    Kit *kit = *state;
    Map *map = graph_map(kit, 1, 1);
    graph_flood(kit, map, 4, 4, 5, 5, graph_height(6));
    graph_raise_all(map, 10, 10, 10, 12, graph_height(80));
    map->sectors[0]->tiles[4 * SEC_TILES + 3] = TILE_SWAMP;
    GraphTiles tiles = graph_land(map, kit->arena);
    assert_int_equal(tiles.depth[16 * 64 + 16], 6);
    assert_int_equal(tiles.cost[16 * 64 + 16], 8);
    assert_int_equal(tiles.depth[16 * 64 + 15], 0); /* its tile has no liquid */
    assert_int_equal(tiles.cost[16 * 64 + 15], 50);
    assert_int_equal(tiles.depth[22 * 64 + 20], 0); /* 40 steps above the water */
    assert_int_equal(tiles.cost[22 * 64 + 20], 2);
    for (unsigned i = 0; i < SEC_SIDE * SEC_SIDE; i++)
        map->sectors[0]->surface[i].height = 65535;
    tiles = graph_land(map, kit->arena);
    assert_int_equal(tiles.depth[16 * 64 + 16], 63);
}

static void maps_without_an_altitude_are_flat_and_dry(void **state)
{
    static const float altitudes[] = {0, -3};
    Kit *kit = *state;
    for (size_t i = 0; i < COUNT_OF(altitudes); i++) {
        Map *map = graph_map(kit, 1, 1);
        map->mp.max_altitude = altitudes[i];
        graph_flood(kit, map, 0, 0, 15, 15, 65535);
        graph_raise(map, 10, 10, 60000);
        const Bytes graph = graph_of(kit, map, (Bytes){0}, NULL);
        assert_int_equal(graph_step(graph, 0, 4, 4, 6), 64);
        assert_int_equal(graph_step(graph, 7, 4, 4, 6), 127);
    }
}

/* ---- values ---- */

enum { SIDE = 16 };

static GraphTiles plain_tiles(Kit *kit)
{
    GraphTiles tiles = {.w = SIDE,
                        .h = SIDE,
                        .step = 0.1,
                        .ground = ARENA_ALLOC(kit->arena, int32_t, SIDE * SIDE),
                        .depth = ARENA_ALLOC(kit->arena, uint8_t, SIDE * SIDE),
                        .cost = ARENA_ALLOC(kit->arena, uint8_t, SIDE * SIDE),
                        .first = ARENA_ALLOC(kit->arena, uint32_t, SIDE * SIDE + 1)};
    memset(tiles.cost, GRAPH_COST, SIDE * SIDE);
    return tiles;
}

static uint8_t *values_of(Kit *kit, const GraphTiles *tiles, unsigned layer)
{
    uint8_t *out = ARENA_ALLOC(kit->arena, uint8_t, SIDE * SIDE);
    graph_values(tiles, graph_slopes(tiles, kit->arena), layer, out,
                 ARENA_ALLOC(kit->arena, uint8_t, SIDE * SIDE));
    return out;
}

/* Of tiles that are all alike. */
static void assert_values(Kit *kit, uint8_t cost, uint8_t depth, const GraphVolume *volumes,
                          uint32_t count, const uint8_t wanted[GRAPH_LAYERS])
{
    GraphTiles tiles = plain_tiles(kit);
    memset(tiles.cost, cost, SIDE * SIDE);
    memset(tiles.depth, depth, SIDE * SIDE);
    tiles.volumes = ARENA_ALLOC(kit->arena, GraphVolume, SIDE * SIDE * count);
    for (uint32_t i = 0; i <= SIDE * SIDE; i++)
        tiles.first[i] = i * count;
    for (uint32_t i = 0; i < SIDE * SIDE * count; i++)
        tiles.volumes[i] = volumes[i % count];
    for (unsigned layer = 0; layer < GRAPH_LAYERS; layer++)
        assert_int_equal(values_of(kit, &tiles, layer)[8 * SIDE + 8], wanted[layer]);
}

#define LIST(...) ((const uint8_t[GRAPH_LAYERS]){__VA_ARGS__})

static void values_follow_from_material_water_and_volumes(void **state)
{
    static const GraphVolume wall = {-10, 100}, beam = {20, 100},
                             beams[] = {{20, 99}, {20, 30}};
    static const GraphVolume under = {-9, 0};
    Kit *kit = *state;
    assert_values(kit, 2, 0, NULL, 0, LIST(14, 13, 13, 13, 13, 13, 13, 13));
    assert_values(kit, 1, 0, NULL, 0, LIST(14, 14, 14, 14, 14, 14, 14, 14));
    assert_values(kit, 8, 0, NULL, 0, LIST(14, 11, 11, 11, 11, 11, 11, 11));
    assert_values(kit, 50, 0, NULL, 0, LIST(14, 5, 5, 5, 5, 5, 5, 5));
    /* Heights of walkers are 4, 10, 16, 22, 17, 30 and 60 steps. */
    assert_values(kit, 2, 3, NULL, 0, LIST(14, 0, 12, 12, 12, 12, 12, 12));
    assert_values(kit, 2, 9, NULL, 0, LIST(14, 0, 6, 6, 12, 6, 12, 12));
    assert_values(kit, 8, 12, NULL, 0, LIST(14, 0, 0, 3, 3, 3, 10, 10));
    assert_values(kit, 2, 63, NULL, 0, LIST(14, 0, 0, 0, 0, 0, 0, 0));
    assert_values(kit, 2, 0, &wall, 1, LIST(0, 0, 0, 0, 0, 0, 0, 0));
    assert_values(kit, 2, 0, &under, 1, LIST(14, 13, 13, 13, 13, 13, 13, 13));
    /* Of layer 4: 2 of 22 steps are 6 of 64 parts: cost 2 + 27, speed 732. */
    assert_values(kit, 2, 0, &beam, 1, LIST(14, 13, 13, 13, 5, 13, 0, 0));
    assert_values(kit, 2, 0, beams, 2, LIST(14, 13, 13, 13, 1, 13, 0, 0));
    /* The base of layer 0 is the water's surface: 3 of 20 steps: 1 + 45, speed 586. */
    assert_values(kit, 2, 3, &beam, 1, LIST(1, 0, 12, 12, 4, 12, 0, 0));
}

/* A line of tiles to the east of the middle. */
static void assert_line(Kit *kit, const GraphTiles *tiles, unsigned layer, int dx, int dy,
                        const char *wanted)
{
    const uint8_t *values = values_of(kit, tiles, layer);
    char found[SIDE] = {0};
    for (int i = 0; wanted[i]; i++)
        found[i] = values[(8 + dy * i) * SIDE + 8 + dx * i] ? '+' : '0';
    assert_string_equal(found, wanted);
}

static void a_blocked_tile_blocks_the_room_of_walkers_around_it(void **state)
{
    static const GraphVolume wall = {0, 100};
    static GraphVolume volumes[1];
    static const char *const straight[GRAPH_LAYERS] = {"00++", "00++", "00++", "00++",
                                                       "00++", "000+", "000+", "0000+"};
    static const char *const diagonal[GRAPH_LAYERS] = {"0+++", "0+++", "0+++", "0+++",
                                                       "0+++", "00++", "00++", "000++"};
    Kit *kit = *state;
    GraphTiles tiles = plain_tiles(kit);
    volumes[0] = wall;
    tiles.volumes = volumes;
    for (uint32_t i = 8 * SIDE + 8 + 1; i <= SIDE * SIDE; i++)
        tiles.first[i] = 1;
    for (unsigned layer = 0; layer < GRAPH_LAYERS; layer++) {
        assert_line(kit, &tiles, layer, 1, 0, straight[layer]);
        assert_line(kit, &tiles, layer, 0, -1, straight[layer]);
        assert_line(kit, &tiles, layer, -1, 1, diagonal[layer]);
    }
}

/* The tiles of the columns 3 to 12, since those at the edges are blocked. */
static void assert_row(Kit *kit, const GraphTiles *tiles, unsigned layer, const char *wanted)
{
    const uint8_t *values = values_of(kit, tiles, layer);
    char found[SIDE + 1] = {0};
    for (int x = 0; x < SIDE; x++)
        found[x] = values[8 * SIDE + x] ? '+' : '0';
    assert_string_equal(found, wanted);
}

static void cliffs_and_edges_are_blocked(void **state)
{
    static const struct {
        int32_t height; /* of a cliff between the columns 7 and 8, in tenths of a unit */
        const char *rows[GRAPH_LAYERS];
    } cases[] = {
#define OPEN "000++++++++++000"
#define CLIFF "000++++00++++000"
        {4, {OPEN, OPEN, OPEN, OPEN, OPEN, OPEN, OPEN, OPEN}}, /* 38.7 degrees */
        {5,                                                    /* 45 degrees */
         {OPEN, CLIFF, CLIFF, CLIFF, CLIFF, "000+++0000+++000", "000+++0000+++000",
          "000++000000++000"}},
        {8, /* 58 degrees */
         {OPEN, CLIFF, CLIFF, CLIFF, CLIFF, "000+++0000+++000", "000+++0000+++000",
          "000++000000++000"}},
        {9, /* 60.9 degrees */
         {CLIFF, CLIFF, CLIFF, CLIFF, CLIFF, "000+++0000+++000", "000+++0000+++000",
          "000++000000++000"}}};
    Kit *kit = *state;
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        for (int sign = -1; sign <= 1; sign += 2) {
            GraphTiles tiles = plain_tiles(kit);
            for (size_t j = 0; j < SIDE * SIDE; j++)
                tiles.ground[j] = j % SIDE < 8 ? 0 : sign * cases[i].height;
            for (unsigned layer = 0; layer < GRAPH_LAYERS; layer++)
                assert_row(kit, &tiles, layer, cases[i].rows[layer]);
        }
}

/* ---- ways ---- */

static void open_ground_has_the_known_costs(void **state)
{
    Kit *kit = *state;
    const Bytes graph = graph_of(kit, graph_map(kit, 2, 2), (Bytes){0}, NULL);
    assert_int_equal(graph.size, 8 + 16 * 16 * 152);
    assert_int_equal(uint_of(graph.data, 4, false), 16);
    assert_int_equal(uint_of(graph.data + 4, 4, false), 16);
    for (unsigned layer = 0; layer < GRAPH_LAYERS; layer++) {
        for (uint32_t i = 0; i < 256; i++) {
            assert_int_equal(
                graph_node(graph, layer, i % 16, i / 16), /* corners: no crossing */
                i == 0     ? 0x77
                : i == 15  ? 0x74
                : i == 240 ? 0x47
                : i == 255 ? 0x44
                           : 0x33);
            assert_int_equal(graph_component(graph, layer, i % 16, i / 16), 1);
        }
        for (unsigned d = 0; d < GRAPH_DIRECTIONS; d++)
            assert_int_equal(graph_step(graph, layer, 5, 9, d), d & 1   ? (layer ? 180 : 90)
                                                                : layer ? 127
                                                                        : 64);
        assert_int_equal(graph_step(graph, layer, 0, 0, 0), GRAPH_NO_STEP);
        assert_int_equal(graph_step(graph, layer, 0, 0, 3), GRAPH_NO_STEP);
        assert_int_equal(graph_step(graph, layer, 0, 0, 5), layer ? 90 : 45);
        assert_int_equal(graph_step(graph, layer, 15, 15, 5), GRAPH_NO_STEP);
        assert_int_equal(graph_step(graph, layer, 15, 15, 2), layer ? 150 : 75);
    }
}

/* From the rules, with doubles for slopes: 0 if there is no step to the tile. */
static uint64_t step_cost(const GraphLayer *layer, size_t from, size_t to, bool diagonal)
{
    static const uint64_t factors[16] = {0,    25600, 20734, 16793, 13601, 11016, 8922, 7226,
                                         5852, 4740,  3839,  3109,  2518,  2040,  1024, 1229};
    const double d = layer->heights[to] - layer->heights[from];
    const double t = (d * layer->step / 0.5) * (d * layer->step / 0.5), s = t / (1 + t);
    uint64_t slope = 1024;
    if (t > (layer->layer ? 0.7040881910 : 3))
        return 0;
    if (layer->layer && d > 0)
        slope = (uint64_t)floor(1024 * ((1 + s) * (1 + s)) + 0.5);
    if (layer->layer && d < 0)
        slope = (uint64_t)floor(1024 / (1 + s) + 0.5);
    return (diagonal ? 1448 : 1024) * slope * factors[layer->values[to]] / 1048576;
}

typedef struct Area {
    int64_t x0, y0, x1, y1; /* tiles, the last ones included */
    uint64_t *distances;
} Area;

/* Every step, until none makes a way shorter. */
static void try_all(const GraphLayer *layer, Area *field, size_t start)
{
    bool changed = true;
    memset(field->distances, 0xFF, (size_t)layer->w * layer->h * sizeof *field->distances);
    field->distances[start] = 0;
    while (changed) {
        changed = false;
        for (int64_t y = field->y0; y <= field->y1; y++)
            for (int64_t x = field->x0; x <= field->x1; x++)
                for (unsigned d = 0; d < GRAPH_DIRECTIONS; d++) {
                    const int64_t nx = x + graph_directions[d][0],
                                  ny = y + graph_directions[d][1];
                    const size_t at = (size_t)(y * layer->w + x);
                    if (nx < field->x0 || ny < field->y0 || nx > field->x1 || ny > field->y1 ||
                        field->distances[at] == UINT64_MAX)
                        continue;
                    const size_t to = (size_t)(ny * layer->w + nx);
                    const uint64_t cost = step_cost(layer, at, to, d & 1);
                    if (cost && field->distances[at] + cost < field->distances[to]) {
                        field->distances[to] = field->distances[at] + cost;
                        changed = true;
                    }
                }
    }
}

static Area field_of(const GraphLayer *layer, int64_t x, int64_t y, int64_t before,
                     int64_t after, uint64_t *distances)
{
    return (Area){x < before ? 0 : x - before, y < before ? 0 : y - before,
                  x + after >= layer->w ? layer->w - 1 : x + after,
                  y + after >= layer->h ? layer->h - 1 : y + after, distances};
}

static bool crosses(const GraphLayer *layer, int64_t left, int64_t bottom, size_t tile,
                    uint64_t *distances)
{
    Area field = field_of(layer, left, bottom, 0, 8, distances);
    bool sides[4] = {false};
    try_all(layer, &field, tile);
    for (int64_t y = field.y0; y <= field.y1; y++)
        for (int64_t x = field.x0; x <= field.x1; x++)
            if (distances[y * layer->w + x] != UINT64_MAX) {
                sides[0] |= x == left;
                sides[1] |= x == left + 8;
                sides[2] |= y == bottom;
                sides[3] |= y == bottom + 8;
            }
    return (sides[0] && sides[1]) || (sides[2] && sides[3]);
}

static uint8_t plain_node(const GraphLayer *layer, int64_t left, int64_t bottom,
                          uint64_t *distances)
{
    uint8_t last = 0x33;
    for (int n = 2; n <= 8; n += 2) {
        int best = 0, node = 0;
        for (int y = 4 - n / 2; y <= 3 + n / 2; y++)
            for (int x = 4 - n / 2; x <= 3 + n / 2; x++) {
                const size_t at = (size_t)((bottom + y) * layer->w + left + x);
                if (layer->values[at] > best && crosses(layer, left, bottom, at, distances)) {
                    best = layer->values[at];
                    node = x | y << 4;
                }
            }
        if (best)
            return (uint8_t)node;
    }
    for (int i = 0; i < 64; i++)
        if (layer->values[(bottom + i / 8) * layer->w + left + i % 8])
            last = (uint8_t)(i % 8 | i / 8 << 4);
    return last;
}

/* Land with open parts, thickets and slopes. */
static GraphLayer random_layer(Kit *kit, unsigned number, uint32_t w, uint32_t h)
{
    uint8_t *values = ARENA_ALLOC(kit->arena, uint8_t, (size_t)w * h);
    int32_t *heights = ARENA_ALLOC(kit->arena, int32_t, (size_t)w * h);
    GraphLayer out = {.layer = number, .w = w, .h = h, .step = 0.1};
    for (uint32_t y = 0; y < h; y++)
        for (uint32_t x = 0; x < w; x++) {
            const size_t at = (size_t)y * w + x;
            const uint32_t kind = x / 40 + y / 40;
            values[at] = 13;
            if (kind % 3 == 1)
                values[at] = (uint8_t)(next_random(3) ? 1 + next_random(15) : 0);
            if (kind % 3 == 2)
                heights[at] = (int32_t)next_random(number ? 6 : 11) - 3;
            if (kind % 3 == 2 && !next_random(40))
                heights[at] += 1000;
        }
    out.values = values;
    out.heights = heights;
    out.nodes = ARENA_ALLOC(kit->arena, uint8_t, (size_t)w * h / 64);
    out.steps = arena_alloc(kit->arena, (size_t)w * h / 64, sizeof *out.steps);
    return out;
}

static void nodes_and_steps_are_those_of_a_search_that_tries_everything(void **state)
{
    Kit *kit = *state;
    for (unsigned number = 0; number < 2; number++) {
        const GraphLayer layer = random_layer(kit, number, 128, 64);
        uint64_t *distances = ARENA_ALLOC(kit->arena, uint64_t, (size_t)layer.w * layer.h);
        size_t missing = 0;
        graph_search(&layer);
        for (uint32_t i = 0; i < 16 * 8; i++)
            assert_int_equal(layer.nodes[i],
                             plain_node(&layer, i % 16 * 8, i / 16 * 8, distances));
        for (uint32_t i = 0; i < 16 * 8; i++) {
            const int64_t left = i % 16 * 8, bottom = i / 16 * 8;
            const uint8_t node = layer.nodes[i];
            const size_t start =
                (size_t)((bottom + (node >> 4)) * layer.w + left + (node & 15));
            Area field = field_of(&layer, left, bottom, 8, 16, distances);
            try_all(&layer, &field, start);
            for (unsigned d = 0; d < GRAPH_DIRECTIONS; d++) {
                const int64_t x = i % 16 + graph_directions[d][0];
                const int64_t y = i / 16 + graph_directions[d][1];
                uint64_t wanted = GRAPH_NO_STEP;
                if (layer.values[start] && x >= 0 && y >= 0 && x < 16 && y < 8) {
                    const uint8_t other = layer.nodes[y * 16 + x];
                    const uint64_t way =
                        distances[(y * 8 + (other >> 4)) * layer.w + x * 8 + (other & 15)];
                    wanted = way == UINT64_MAX    ? GRAPH_NO_STEP
                             : way / 128 > 0x7FFF ? 0x7FFF
                                                  : way / 128;
                }
                missing += wanted == GRAPH_NO_STEP;
                assert_int_equal(layer.steps[i][d], wanted);
            }
        }
        assert_true(missing > 100); /* the map's edges alone */
    }
}

static void layers_of_the_same_values_keep_their_results(void **state)
{
    Kit *kit = *state;
    GraphLayer one = random_layer(kit, 2, 128, 64), two = one;
    uint8_t *changed = ARENA_ALLOC(kit->arena, uint8_t, 128 * 64);
    graph_search(&one);
    memcpy(changed, one.values, 128 * 64);
    for (uint32_t y = 20; y < 30; y++)
        changed[y * 128 + 70] = 0;
    two.values = changed;
    two.nodes = ARENA_ALLOC(kit->arena, uint8_t, 128);
    two.steps = arena_alloc(kit->arena, 128, sizeof *two.steps);
    graph_search(&two);
    one.previous = one.values;
    one.values = changed;
    graph_search(&one);
    assert_memory_equal(one.nodes, two.nodes, 128);
    assert_memory_equal(one.steps, two.steps, 128 * sizeof *one.steps);
}

static void steps_are_paired_and_components_counted_in_row_order(void **state)
{
    enum { N = GRAPH_NO_STEP };
    static uint16_t steps[6][GRAPH_DIRECTIONS], out[6][GRAPH_DIRECTIONS];
    uint16_t components[6];
    Kit *kit = *state;
    const GraphLayer layer = {.w = 24, .h = 16, .steps = steps};
    memset(steps, 0xFF, sizeof steps);
    steps[0][6] = 100; /* 0 1 2 in the south, 3 4 5 */
    steps[1][2] = 90;
    steps[1][6] = 70; /* and not back */
    steps[2][3] = 5;
    steps[4][7] = 6;
    graph_join(&layer, out, components, kit->arena);
    assert_int_equal(out[0][6], 90);
    assert_int_equal(out[1][2], 90);
    assert_int_equal(out[1][6], N);
    assert_int_equal(out[2][2], N);
    assert_int_equal(out[2][3], 5);
    assert_int_equal(out[4][7], 5);
    const uint16_t wanted[6] = {1, 1, 2, 3, 2, 4};
    assert_memory_equal(components, wanted, sizeof wanted);
}

static void cells_without_walkable_tiles_have_no_steps(void **state)
{
    Kit *kit = *state;
    Map *map = graph_map(kit, 1, 1);
    for (uint32_t x = 12; x <= 20; x++)
        graph_raise_all(map, x, 12, x, 20, graph_height(x % 2 ? 0 : 200));
    const Bytes graph = graph_of(kit, map, (Bytes){0}, NULL);
    for (unsigned layer = 0; layer < GRAPH_LAYERS; layer++) {
        assert_int_equal(graph_node(graph, layer, 3, 3), 0x33);
        for (unsigned d = 0; d < GRAPH_DIRECTIONS; d++)
            assert_int_equal(graph_step(graph, layer, 3, 3, d), GRAPH_NO_STEP);
        assert_int_equal(graph_component(graph, layer, 2, 3), 1);
        assert_int_equal(graph_component(graph, layer, 3, 3), 2);
        assert_int_equal(graph_component(graph, layer, 4, 3), 3);
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(tiles_are_weighted_means_of_the_corners_of_a_unit),
        TEST(water_is_where_the_liquid_is_above_the_land),
        TEST(maps_without_an_altitude_are_flat_and_dry),
        TEST(values_follow_from_material_water_and_volumes),
        TEST(a_blocked_tile_blocks_the_room_of_walkers_around_it),
        TEST(cliffs_and_edges_are_blocked),
        TEST(open_ground_has_the_known_costs),
        TEST(nodes_and_steps_are_those_of_a_search_that_tries_everything),
        TEST(layers_of_the_same_values_keep_their_results),
        TEST(steps_are_paired_and_components_counted_in_row_order),
        TEST(cells_without_walkable_tiles_have_no_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
