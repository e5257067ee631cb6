/* make_project DIR SPRITES MAPS SCRIPTS: a project like a large game's, made of
 * nothing but a seed: sprites with outlines and ramps, sheets, maps with paths
 * and forests, audio that does not compress (as real Ogg does not). */
#include "kit.h"

#include "base/stream.h"
#include "tirnanog/maps/tmx.h"
#include "base/image/png_write.h"

/* Not next_random: the figures on record are of the projects that this one makes. */
static uint64_t seed = 42;

static uint32_t dice(uint32_t below)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % below;
}

/* A shaded blob with an outline, another for every frame. */
static void draw_sprite(const Image *image, uint32_t left, uint32_t side, uint32_t kind,
                        uint32_t frame)
{
    const int32_t middle = (int32_t)side / 2;
    const int32_t rx = middle - 1 - (int32_t)(kind % 6) - (int32_t)frame % 3;
    const int32_t ry = middle - 1 - (int32_t)(kind / 9 % 7);
    for (int32_t y = 0; y < (int32_t)side; y++)
        for (int32_t x = 0; x < (int32_t)side; x++) {
            const int32_t dx = (x - middle) * 256 / rx, dy = (y - middle) * 256 / ry;
            const int32_t d = dx * dx + dy * dy;
            if (d > 256 * 256)
                continue;
            const uint32_t shade = 3 - (uint32_t)(d >> 15) % 4 + dice(8) / 7;
            const Pixel pixel = d > 230 * 230 ? PIXEL(20, 12, 28, 255)
                                              : PIXEL(40 + (kind * 37 % 150) + shade * 12,
                                                      30 + (kind * 91 % 160) + shade * 10,
                                                      50 + (kind * 53 % 140) + shade * 8, 255);
            *image_at(image, left + (uint32_t)x, (uint32_t)y) = pixel;
        }
}

static void make_sprites(const char *folder, uint32_t count)
{
    static const char *const folders[] = {"tiles", "chars", "ui"};
    for (uint32_t i = 0; i < count; i++) {
        Arena *arena = arena_new();
        const uint32_t side = 24 + 8 * dice(6), frames = 1 + dice(4);
        const Image image = image_new(side * frames, side, arena);
        for (uint32_t f = 0; f < frames; f++)
            draw_sprite(&image, f * side, side, i, f);
        char name[100];
        snprintf(name, sizeof name, "%s/s%05u_sol%u.png", folders[i % 3], i, frames - 1);
        file_save(folder, name, png_write(&image, NULL, arena));
        arena_free(arena);
    }
}

static void make_sheets(const char *folder, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        Arena *arena = arena_new();
        enum { CELL = 64, CELLS = 16 };
        const Image image = image_new(CELL * CELLS, CELL * CELLS, arena);
        Writer list = writer_to(arena);
        write_format(&list, "TirNanoG Atlas\n");
        for (uint32_t y = 0; y < CELLS; y++)
            for (uint32_t x = 0; x < CELLS; x++) {
                const Image cell = image_part(&image, x * CELL, y * CELL, CELL, CELL);
                draw_sprite(&cell, 0, CELL, i * 256 + y * CELLS + x + 7, x);
                write_format(&list, "%u %u %d %d sheet%u_%u_%u_soo0\n", x * CELL, y * CELL,
                             CELL, CELL, i, x, y);
            }
        const PngText text = {TEXT("Comment"), writer_text(&list)};
        char name[100];
        snprintf(name, sizeof name, "tiles/sheet%u_atls.png", i);
        file_save(folder, name,
                  png_write(&image, &(PngOptions){.texts = &text, .text_count = 1}, arena));
        arena_free(arena);
    }
}

/* One in four is music, as large as four sounds. */
static void make_audio(const char *folder, uint32_t count, size_t size)
{
    Arena *arena = arena_new();
    uint8_t *data = arena_alloc_raw(arena, size, 2);
    for (uint32_t i = 0; i < count; i++) {
        const Bytes bytes = {data, i % 4 ? size / 2 : size * 2};
        for (size_t at = 0; at < bytes.size; at++)
            data[at] = (uint8_t)dice(256);
        memcpy(data, "OggS", 4);
        char name[100];
        snprintf(name, sizeof name, "%s/a%03u.ogg", i % 4 ? "sounds" : "music", i);
        file_save(folder, name, bytes);
    }
    arena_free(arena);
}

static void make_maps(const char *folder, uint32_t count, uint32_t side)
{
    for (uint32_t m = 0; m < count; m++) {
        Arena *arena = arena_new();
        enum { SETS = 40 };
        TmxTileset sets[SETS];
        for (uint32_t i = 0; i < SETS; i++)
            sets[i] =
                (TmxTileset){.first = i + 1, .name = arena_format(arena, "tiles_s%05u", i * 3)};
        TmxLayer layers[9];
        for (uint32_t l = 0; l < 9; l++) {
            uint32_t *cells = ARENA_ALLOC(arena, uint32_t, side * side);
            for (uint32_t i = 0; i < side * side; i++)
                cells[i] = l == 0             ? 1 + dice(6) / 5
                           : dice(100) < 12   ? 1 + dice(SETS)
                           : i && dice(3) < 2 ? cells[i - 1] * (l < 3)
                                              : 0;
            layers[l] = (TmxLayer){.id = l < 5 ? l + 1 : l + 3,
                                   .w = side,
                                   .h = side,
                                   .cells = cells,
                                   .name = TEXT("layer")};
        }
        TmxProperty title = {.name = TEXT("title"),
                             .value = arena_format(arena, "Map number %u", m)};
        const TmxMap map = {.w = side,
                            .h = side,
                            .tile_w = 32,
                            .tile_h = 32,
                            .properties = &title,
                            .property_count = 1,
                            .tilesets = sets,
                            .tileset_count = SETS,
                            .layers = layers,
                            .layer_count = 9};
        char name[100];
        snprintf(name, sizeof name, "maps/map%03u.tmx", m);
        file_save(folder, name, tmx_write(&map, arena));
        arena_free(arena);
    }
}

static void make_texts(const char *folder, uint32_t count)
{
    char text[4000], name[100];
    file_save(folder, "game/hp.atr",
              (Bytes){(const uint8_t *)"TirNanoG Attribute\nv Health\n20\n", 31});
    for (uint32_t i = 0; i < count; i++) {
        int size;
        if (i % 2) {
            size = snprintf(text, sizeof text,
                            "TirNanoG NPC\nPerson %u\nrandom 100 200 0\na hp %u\ne click {\n"
                            "    a=%u\n    while(a<%u) {\n        a=a+1\n        hp=hp+a%%7\n"
                            "    }\n    dialog(d%05u,0)\n    switch(a) {\n        case 1 {\n"
                            "            give(s%05u,1)\n        }\n    }\n}\n",
                            i, i % 90, i % 11, 20 + i % 50, i - 1, i % 30 * 3);
            snprintf(name, sizeof name, "npcs/n%05u.npc", i);
        } else {
            size =
                snprintf(text, sizeof text,
                         "TirNanoG Dialog\nPerson %u\nThis is what number %u has to say today: "
                         "%u.\n- - 0\n- - - Answer %u\n- - - Thank you.\n",
                         i, i, dice(1000000), i % 77);
            snprintf(name, sizeof name, "dialogs/d%05u.dlg", i);
        }
        file_save(folder, name, (Bytes){(const uint8_t *)text, (size_t)size});
    }
}

int main(int count, char **words)
{
    if (count < 6) {
        fprintf(stderr, "usage: make_project DIR SPRITES SHEETS MAPS SCRIPTS [AUDIO]\n");
        return 2;
    }
    const char *folder = words[1];
    char config[200];
    const int size =
        snprintf(config, sizeof config, "TirNanoG Project 0\nBench\northo 32 32 128\n");
    file_save(folder, "config", (Bytes){(const uint8_t *)config, (size_t)size});
    make_sprites(folder, (uint32_t)atoi(words[2]));
    make_sheets(folder, (uint32_t)atoi(words[3]));
    make_maps(folder, (uint32_t)atoi(words[4]), 128);
    make_texts(folder, (uint32_t)atoi(words[5]));
    make_audio(folder, count > 6 ? (uint32_t)atoi(words[6]) : 0, 620 << 10);
    return 0;
}
