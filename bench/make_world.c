/* make_world DIR: a project with one map of 256 x 256 cells on 11 layers, for
 * drawing it whole. Every sprite is a separate image, so that Tiled's
 * rasterizer can draw the same map. */
#include "kit.h"

#include "base/stream.h"
#include "tirnanog/maps/tmx.h"
#include "base/image/png_write.h"

enum { SIDE = 256, TILE = 32, SPRITES = 48 };

int main(int count, char **words)
{
    if (count != 2)
        return 2;
    random_state = 7;
    Arena *arena = arena_new();
    TmxTileset *sets = ARENA_ALLOC(arena, TmxTileset, SPRITES);
    for (uint32_t i = 0; i < SPRITES; i++) {
        const uint32_t h = i < 16 ? TILE : TILE * (1 + next_random(2));
        const Image image = image_new(TILE, h, arena);
        for (uint32_t y = 0; y < h; y++)
            for (uint32_t x = 0; x < TILE; x++)
                if (i < 16 || (x * 7 + y * 3 + i) % 11 < 7)
                    *image_at(&image, x, y) = PIXEL(i * 5, 60 + next_random(60), 40 + x,
                                                    i < 16 ? 255 : 120 + next_random(136));
        const Text name = arena_format(arena, "tiles/t%02u_soo0.png", i);
        file_save(words[1], name.at, png_write(&image, NULL, arena));
        sets[i] = (TmxTileset){.first = i + 1,
                               .name = arena_format(arena, "tiles_t%02u", i),
                               .image = arena_format(arena, "../%s", name.at),
                               .w = TILE,
                               .h = h};
    }
    static const uint32_t ids[] = {1, 2, 3, 4, 5, 8, 9, 10, 11};
    TmxLayer *layers = ARENA_ALLOC(arena, TmxLayer, COUNT_OF(ids));
    for (size_t l = 0; l < COUNT_OF(ids); l++) {
        uint32_t *cells = ARENA_ALLOC(arena, uint32_t, SIDE * SIDE);
        for (size_t i = 0; i < SIDE * SIDE; i++)
            cells[i] = l == 0                ? 1 + next_random(16)
                       : next_random(3) == 0 ? 17 + next_random(SPRITES - 16)
                                             : 0;
        layers[l] = (TmxLayer){
            .id = ids[l], .w = SIDE, .h = SIDE, .cells = cells, .name = TEXT("layer")};
    }
    const TmxMap map = {.w = SIDE,
                        .h = SIDE,
                        .tile_w = TILE,
                        .tile_h = TILE,
                        .tilesets = sets,
                        .tileset_count = SPRITES,
                        .layers = layers,
                        .layer_count = COUNT_OF(ids)};
    file_save(words[1], "maps/world.tmx", tmx_write(&map, arena));
    file_save(words[1], "config",
              bytes_of_text(TEXT("TirNanoG Project 0\nWorld\northo 32 32 256\n")));
    arena_free(arena);
    return 0;
}
