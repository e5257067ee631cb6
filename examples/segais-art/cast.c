/* Pictures of NPCs and spawners as an editor shows them on maps, and a font. */
#include "art.h"

#include "tirnanog/fonts/font_builtin.h"

#include <stdio.h>

static const CastRow cast[] = {
    {"aoife", NULL, NULL, {"body_fair", "dress_blue", "hair_blond", NULL}},
    {"fintan", NULL, NULL, {"body_fair", "robe_white", "hair_grey", "beard_grey"}},
    {"brid", NULL, NULL, {"body_fair", "dress_red", "hair_bun", NULL}},
    {"goban", NULL, NULL, {"body_tan", "tunic_leather", "hair_raven", "beard_black"}},
    {"cormac", NULL, NULL, {"body_tan", "tunic_blue", "hood_green", NULL}},
    {"watchman", NULL, NULL, {"body_fair", "tunic_red", "hair_short", "hold_sword"}},
    {"muireann", NULL, NULL, {"body_fair", "dress_green", "hair_grey", NULL}},
    {"cathal", NULL, NULL, {"body_tan", "tunic_blue", "hair_grey", "beard_grey"}},
    {"ruadan", NULL, NULL, {"body_fair", "tunic_red", "hair_short", "beard_red"}},
    {"liban", NULL, NULL, {"body_fair", "dress_blue", "hair_raven", NULL}},
    {"pony", NULL, "pony", {0}},
    {"sheep", NULL, "sheep", {0}},
    {"wisp", "wisps", "wisp", {0}},
    {"worm", NULL, "worm", {0}},
    {"salmon", NULL, "salmon", {0}},
    {"slime", "slimes", "slime", {0}},
    {"bat", "bats", "bat", {0}},
    {"wolf", "wolves", "wolf", {0}},
    {"hen", NULL, "hen", {0}},
};

static void preview(Art *art, const CastRow *row, const Image *image)
{
    if (!row->beast) {
        person_preview(art, image, &row->outfit);
        return;
    }
    const Image beast = image_new(80, 56, art->arena);
    beast_preview(&beast, row->beast);
    if (!strcmp(row->beast, "pony"))
        pony_preview(&beast);
    const Rect box = image_opaque_box(&beast);
    for (int y = 0; y < 48; y++) /* made to fit the width */
        for (int x = 0; x < 32; x++) {
            const int scale = box.w > 32 ? box.w : 32;
            put(image, x, y,
                get(&beast, box.x + (x - 16) * scale / 32 + box.w / 2,
                    box.y + box.h - 1 - (47 - y) * scale / 32));
        }
}

static void write_preview(Art *art, const char *path, const Image *image)
{
    const Image half = art->half ? art_halved(image, 1, art->arena) : *image;
    art_png(art, path, &half);
    *ARENA_PUSH(art->arena, art->previews, art->preview_count) =
        arena_format(art->arena, "../%s", path);
}

void cast_draw(Art *art, const CastRow *rows, size_t count)
{
    char path[64];
    for (size_t i = 0; i < count; i++) {
        const Image image = image_new(32, 48, art->arena);
        preview(art, &rows[i], &image);
        snprintf(path, sizeof path, "npcs/%s_npc.png", rows[i].name);
        write_preview(art, path, &image);
        if (!rows[i].spawner)
            continue;
        for (int a = 0; a < 256; a += 8)
            put(&image, 16 + wave(a) * 15 / 256, 32 + wave(a + 64) * 15 / 256, ink(VIOLET, 2));
        snprintf(path, sizeof path, "npcs/%s_swr.png", rows[i].spawner);
        write_preview(art, path, &image);
    }
}

void cast_files(Art *art) { cast_draw(art, cast, COUNT_OF(cast)); }

void font_files(Art *art)
{
    art_file(art, "fonts/meadow.sfn", font_builtin(art->arena)->bytes);
}
