/* The rows regions-512, regions-1024 and regions-2048: the longest tick of a shared world with
 * one large map, in which a player drops a coin or picks it up in each tick, at another place,
 * and clicks on a cell that cannot be reached: a corner with a fence around it. The first
 * ticks, in which the regions of the map become known, count; those in which it is loaded do
 * not. Prints a line for each size:
 *     SIDE LONGEST MEDIAN     ms of the processor: the world and the scan for clients */
#include "game.h"

#include "engine/rules/rules.h"
#include "engine/save/save.h"
#include "engine/world.h"
#include "tirnanog/maps/tmx.h"
#include "base/image/png_write.h"
#include "server/protocol/view.h"

#include <string.h>

enum {
    TILE = 32,
    FENCE = 24,
    TICKS = 600,
    KINDS = 3,
    TREES_OF = 12,
    TREE_AT = 100,
    COIN_AT,
    ARRIVAL = 3 /* ticks */
};

/* Grass, with a tree on each twelfth cell and around the corner. */
static void put_map(ProjectFiles *files, uint32_t side, Arena *arena)
{
    static const char *const names[KINDS] = {"grass", "tree", "coin"};
    TmxTileset sets[KINDS];
    const Image image = image_new(TILE, TILE, arena);
    for (size_t i = 0; i < (size_t)TILE * TILE; i++)
        image.pixels[i] = PIXEL(40, 120, 40, 255);
    put(files, TEXT("tiles/grass_soo0.png"), png_write(&image, NULL, arena), arena);
    for (uint32_t i = 0; i < KINDS; i++)
        sets[i] = (TmxTileset){.first = 1 + i,
                               .name = arena_format(arena, "tiles_%s", names[i]),
                               .image = arena_format(arena, "../tiles/%s_soo0.png", names[i]),
                               .w = TILE,
                               .h = TILE};
    uint32_t *ground = ARENA_ALLOC(arena, uint32_t, side * side);
    uint32_t *objects = ARENA_ALLOC(arena, uint32_t, side * side);
    for (uint32_t y = 0; y < side; y++)
        for (uint32_t x = 0; x < side; x++) {
            const bool fence = (x == FENCE && y <= FENCE) || (y == FENCE && x <= FENCE);
            ground[y * side + x] = 1;
            objects[y * side + x] = fence || next_random(TREES_OF) == 0 ? 2 : 0;
        }
    objects[TREE_AT] = 2;
    objects[COIN_AT] = 3;
    TmxLayer layers[] = {
        {.id = 1, .w = side, .h = side, .cells = ground, .name = TEXT("ground")},
        {.id = 4, .w = side, .h = side, .cells = objects, .name = TEXT("objects")}};
    const TmxMap map = {.w = side,
                        .h = side,
                        .tile_w = TILE,
                        .tile_h = TILE,
                        .tilesets = sets,
                        .tileset_count = KINDS,
                        .layers = layers,
                        .layer_count = COUNT_OF(layers)};
    put(files, TEXT("maps/plain.tmx"), tmx_write(&map, arena), arena);
}

static World *open_world(uint32_t side, Arena *arena, Report *report)
{
    ProjectFiles files;
    begin_game(&files, arena, report);
    put_text(&files, "config",
             arena_format(arena, "TirNanoG Project 0\nmygame\northo 32 32 %u\n", side).at,
             arena);
    put_map(&files, side, arena);
    put_text(&files, "game/startup.cfg",
             arena_format(arena, "TirNanoG StartUp\ne start {\nlocation(plain,%u,%u,so)\n}\n",
                          side / 2, side / 2)
                 .at,
             arena);
    World *world = world_new(open_game(&files, arena, report),
                             &(WorldOptions){.shared = true, .seed = 1}, arena, report);
    return world ? world : (exit(1), NULL);
}

/* The map has one of each in its first row. */
static uint16_t sprite_at(World *world, const MapState *map, int32_t x)
{
    return map_cell(world, map, LAYER_OBJECTS, (Cell){x, 0});
}

/* Puts the object or removes it again, at another place each second time. */
static void change(World *world, MapState *map, uint32_t tick)
{
    const uint16_t object = sprite_at(world, map, tick / 2 % 2 ? TREE_AT : COIN_AT);
    const int32_t side = world->content->grid.side, middle = side / 2;
    const Cell cell = {middle + (int32_t)(tick / 2 % 31), middle + (int32_t)(tick / 2 % 37)};
    map_put(world, map, cell, tick % 2 ? TNG_NO_SPRITE : object);
}

static WorldInput click(uint32_t tick)
{
    const int32_t at = (int32_t)(tick % (FENCE - 2)) * TILE + TILE / 2;
    return (WorldInput){.go = true, .target_x = at, .target_y = at + TILE};
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void bench_side(uint32_t side)
{
    Arena *arena = arena_new();
    Report report = report_to(say, NULL);
    SaveNotes notes = {0};
    World *world = open_world(side, arena, &report);
    const uint32_t player =
        world_join(world, &(WorldJoin){1, "Ann", {NULL, 0}}, &notes, &report);
    ViewWorld *views = view_world_new(world);
    static double took[TICKS];
    const WorldInput *inputs[PLAYERS_MAX] = {0};
    for (unsigned i = 0; i < ARRIVAL; i++) { /* the map is loaded, and its mask computed */
        world_tick_all(world, inputs);
        view_world_scan(views);
    }
    MapState *map = map_of(world, world->actors[world->players[player]->actor]->map);
    for (uint32_t tick = 0; tick < TICKS; tick++) {
        const WorldInput input = click(tick);
        inputs[player] = &input;
        const double start = clock_ms(CLOCK_PROCESS_CPUTIME_ID);
        change(world, map, tick);
        world_tick_all(world, inputs);
        view_world_scan(views);
        took[tick] = clock_ms(CLOCK_PROCESS_CPUTIME_ID) - start;
    }
    qsort(took, TICKS, sizeof *took, by_size);
    printf("%u %.3f %.3f\n", side, took[TICKS - 1], took[TICKS / 2]);
    view_world_free(views);
    arena_free(arena);
}

int main(void)
{
    random_state = 11;
    bench_side(512);
    bench_side(1024);
    bench_side(2048);
    return 0;
}
