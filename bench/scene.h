/* A scene that costs much to draw.
 *
 * The map has 256 x 256 cells of 32 x 32 pixels and something in each cell of each of its
 * layers: an opaque ground, then plants and roofs with holes and soft edges, one kind in 32
 * moving; people walk about. Over the player's
 * street there are no roofs, as they would all hang together and not be drawn. */
#ifndef OISIN_BENCH_SCENE_H
#define OISIN_BENCH_SCENE_H

#include "game.h"

#include "tirnanog/maps/tmx.h"
#include "base/image/png_write.h"

enum { SIDE = 256, TILE = 32, GROUNDS = 16, OTHERS = 32, SPRITES = GROUNDS + OTHERS };

/* A disc with a soft edge and a hole, somewhat rough: `frames` of them side by side. */
static inline Image plant(uint32_t number, uint32_t frames, Arena *arena)
{
    const Image image = image_new(TILE * frames, TILE, arena);
    for (uint32_t y = 0; y < TILE; y++)
        for (uint32_t x = 0; x < TILE * frames; x++) {
            const int32_t dx = (int32_t)(x % TILE) - TILE / 2, dy = (int32_t)y - TILE / 2;
            const int32_t far = dx * dx + dy * dy, size = 120 + (int32_t)(number * 5 % 120);
            const int32_t edge = (size - far) * 6;
            const uint32_t alpha = edge < 0 || far < 20 ? 0 : edge > 255 ? 255 : (uint32_t)edge;
            *image_at(&image, x, y) =
                PIXEL(number * 6, 80 + next_random(60), 30 + x / TILE * 40, alpha);
        }
    return image;
}

static inline Image ground(uint32_t number, Arena *arena)
{
    const Image image = image_new(TILE, TILE, arena);
    for (uint32_t i = 0; i < TILE * TILE; i++)
        image.pixels[i] = PIXEL(40 + next_random(30), 90 + next_random(30), number * 8, 255);
    return image;
}

/* Sprites, and the map that is full of them. */
static inline void put_map(ProjectFiles *files, bool light, Arena *arena)
{
    TmxTileset *sets = ARENA_ALLOC(arena, TmxTileset, SPRITES);
    for (uint32_t i = 0; i < SPRITES; i++) {
        const uint32_t frames = i == SPRITES - 1 ? 4 : 1;
        const Image image = i < GROUNDS ? ground(i, arena) : plant(i, frames, arena);
        const Text path = arena_format(
            arena, frames > 1 ? "tiles/t%02u_sol3.png" : "tiles/t%02u_soo0.png", i);
        put(files, path, png_write(&image, NULL, arena), arena);
        sets[i] = (TmxTileset){.first = i + 1,
                               .name = arena_format(arena, "tiles_t%02u", i),
                               .image = arena_format(arena, "../%.*s", (int)path.size, path.at),
                               .w = TILE,
                               .h = TILE};
    }
    static const uint32_t ids[] = {1, 2, 3, 4, 5, 8, 9, 10, 11};
    TmxLayer *layers = ARENA_ALLOC(arena, TmxLayer, COUNT_OF(ids));
    for (size_t l = 0; l < COUNT_OF(ids); l++) {
        uint32_t *cells = ARENA_ALLOC(arena, uint32_t, SIDE * SIDE);
        for (size_t i = 0; i < SIDE * SIDE; i++)
            if (ids[l] < 8 || i / SIDE < SIDE / 2 - 1 || i / SIDE > SIDE / 2 + 1)
                cells[i] = l ? GROUNDS + 1 + next_random(OTHERS) : 1 + next_random(GROUNDS);
        layers[l] = (TmxLayer){
            .id = ids[l], .w = SIDE, .h = SIDE, .cells = cells, .name = TEXT("layer")};
    }
    TmxProperty night = {.name = TEXT("daylight"), .value = TEXT("60 night")};
    const TmxMap map = {.properties = &night,
                        .property_count = light,
                        .w = SIDE,
                        .h = SIDE,
                        .tile_w = TILE,
                        .tile_h = TILE,
                        .tilesets = sets,
                        .tileset_count = SPRITES,
                        .layers = layers,
                        .layer_count = COUNT_OF(ids)};
    put(files, TEXT("maps/meadow.tmx"), tmx_write(&map, arena), arena);
}

static inline void put_people(ProjectFiles *files, uint32_t people, Arena *arena)
{
    Writer start = writer_to(arena);
    write_format(&start, "TirNanoG StartUp\ne start {\nlocation(meadow,128,128,so)\n");
    for (uint32_t i = 0; i < people; i++) { /* the first 50 can be seen */
        const uint32_t near = i < 50;
        write_format(&start, "npc(meadow,%u,%u,walker)\n",
                     near ? 112 + next_random(32) : next_random(SIDE),
                     near ? 118 + next_random(20) : next_random(SIDE));
    }
    write_format(&start, "}\n");
    put(files, TEXT("game/startup.cfg"), writer_bytes(&start), arena);
    put_text(files, "npcs/walker.npc",
             "TirNanoG NPC\nWalker\nrandom 100 60 0\nl hero hero_walk - - - - - - - - - - - - "
             "- - - - - -\n",
             arena);
}

static inline void put_interface(ProjectFiles *files, bool light, Arena *arena)
{
    Image bar = image_new(300, 48, arena), strip = image_new(256, 4, arena);
    for (uint32_t i = 0; i < 300 * 48; i++)
        bar.pixels[i] = PIXEL(30, 20, 60, 200);
    for (uint32_t i = 0; i < 256 * 4; i++)
        strip.pixels[i] = PIXEL(20, 20, 90, 140);
    put(files, TEXT("ui/bar_soo0.png"), png_write(&bar, NULL, arena), arena);
    put(files, TEXT("ui/night_soo0.png"), png_write(&strip, NULL, arena), arena);
    put_text(files, "ui/hud.cfg",
             "TirNanoG HUD\nbar bar\nbar -\n8 32 32 7 6 6 10\nbar - 0\nbar bar 32 32 4 4\n"
             ". . 12 plain\nbar bar bar\np 0 62 22 hp hp bar bar\n",
             arena);
    if (light) {
        put_text(files, "game/light.atr", "TirNanoG Attribute\np Light\n8\n", arena);
        put_text(files, "game/attributes.cfg", "TirNanoG AttrConf\n10 5\nlight\n-\n-\n", arena);
    }
}

/* As `oisin new` makes it, with all that. */
static inline void scene_files(ProjectFiles *files, uint32_t people, bool light, Arena *arena,
                               Report *report)
{
    random_state = 7;
    begin_game(files, arena, report);
    put_text(files, "config", "TirNanoG Project 0\nmygame\northo 32 32 256\n", arena);
    put_map(files, light, arena);
    put_people(files, people, arena);
    put_interface(files, light, arena);
}

#endif
