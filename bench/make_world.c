/* make_world DIR: a project with one map of 256 x 256 cells on 11 layers, for
 * drawing it whole. Every sprite is a picture of its own, so that Tiled's
 * rasterizer can draw the same map. */
#include "base/stream.h"
#include "formats/open/tmx.h"
#include "image/png_write.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { SIDE = 256, TILE = 32, SPRITES = 48 };

static uint32_t seed = 7;

static uint32_t dice(uint32_t below)
{
    seed = seed * 1664525u + 1013904223u;
    return (uint32_t)(((uint64_t)seed * below) >> 32);
}

static void save(const char *folder, const char *name, Bytes bytes)
{
    char path[1000];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    for (char *c = path + 1; *c; c++)
        if (*c == '/') {
            *c = 0;
            mkdir(path, 0777);
            *c = '/';
        }
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(bytes.data, 1, bytes.size, file) != bytes.size || fclose(file)) {
        perror(path);
        exit(1);
    }
}

int main(int count, char **words)
{
    if (count != 2)
        return 2;
    Arena *arena = arena_new();
    TmxTileset *sets = ARENA_TAKE(arena, TmxTileset, SPRITES);
    for (uint32_t i = 0; i < SPRITES; i++) {
        const uint32_t h = i < 16 ? TILE : TILE * (1 + dice(2));
        const Image image = image_new(TILE, h, arena);
        for (uint32_t y = 0; y < h; y++)
            for (uint32_t x = 0; x < TILE; x++)
                if (i < 16 || (x * 7 + y * 3 + i) % 11 < 7)
                    *image_at(&image, x, y) =
                        PIXEL(i * 5, 60 + dice(60), 40 + x, i < 16 ? 255 : 120 + dice(136));
        const Text name = arena_format(arena, "tiles/t%02u_soo0.png", i);
        save(words[1], name.at, png_write(&image, NULL, arena));
        sets[i] = (TmxTileset){.first = i + 1,
                               .name = arena_format(arena, "tiles_t%02u", i),
                               .image = arena_format(arena, "../%s", name.at),
                               .w = TILE,
                               .h = h};
    }
    static const uint32_t ids[] = {1, 2, 3, 4, 5, 8, 9, 10, 11};
    TmxLayer *layers = ARENA_TAKE(arena, TmxLayer, COUNT_OF(ids));
    for (size_t l = 0; l < COUNT_OF(ids); l++) {
        uint32_t *cells = ARENA_TAKE(arena, uint32_t, SIDE * SIDE);
        for (size_t i = 0; i < SIDE * SIDE; i++)
            cells[i] = l == 0 ? 1 + dice(16) : dice(3) == 0 ? 17 + dice(SPRITES - 16) : 0;
        layers[l] = (TmxLayer){.id = ids[l], .w = SIDE, .h = SIDE, .cells = cells,
                               .name = TEXT("layer")};
    }
    const TmxMap map = {.w = SIDE, .h = SIDE, .tile_w = TILE, .tile_h = TILE, .tilesets = sets,
                        .tileset_count = SPRITES, .layers = layers,
                        .layer_count = COUNT_OF(ids)};
    save(words[1], "maps/world.tmx", tmx_write(&map, arena));
    save(words[1], "config",
         bytes_of_text(TEXT("TirNanoG Project 0\nWorld\northo 32 32 256\n")));
    arena_free(arena);
    return 0;
}
