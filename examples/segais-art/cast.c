/* Pictures of NPCs and spawners as an editor shows them on maps, and a font. */
#include "art.h"

#include "tirnanog/fonts/font_builtin.h"

#include <stdio.h>

static const struct {
    const char *name;
    Outfit outfit; /* no body: a beast */
} cast[] = {
    {"aoife", {"body_fair", "dress_blue", "hair_blond", NULL}},
    {"fintan", {"body_fair", "robe_white", "hair_grey", "beard_grey"}},
    {"brid", {"body_fair", "dress_red", "hair_bun", NULL}},
    {"goban", {"body_tan", "tunic_leather", "hair_raven", "beard_black"}},
    {"cormac", {"body_tan", "tunic_blue", "hood_green", NULL}},
    {"watchman", {"body_fair", "tunic_red", "hair_short", "hold_sword"}},
    {"muireann", {"body_fair", "dress_green", "hair_grey", NULL}},
    {"cathal", {"body_tan", "tunic_blue", "hair_grey", "beard_grey"}},
    {"ruadan", {"body_fair", "tunic_red", "hair_short", "beard_red"}},
    {"liban", {"body_fair", "dress_blue", "hair_raven", NULL}},
    {"pony", {0}},
    {"sheep", {0}},
    {"wisp", {0}},
    {"worm", {0}},
    {"salmon", {0}},
    {"slime", {0}},
    {"bat", {0}},
    {"wolf", {0}},
    {"hen", {0}},
};

void cast_files(Art *art)
{
    static const char *const spawners[][2] = {
        {"wolves", "wolf"}, {"slimes", "slime"}, {"bats", "bat"}, {"wisps", "wisp"}};
    char path[64];
    for (size_t i = 0; i < COUNT_OF(cast); i++) {
        const Image image = image_new(32, 48, art->arena);
        if (cast[i].outfit.body) {
            person_preview(art, &image, &cast[i].outfit);
        } else {
            const Image beast = image_new(80, 56, art->arena);
            beast_preview(&beast, cast[i].name);
            if (!strcmp(cast[i].name, "pony"))
                pony_preview(&beast);
            const Rect box = image_opaque_box(&beast);
            for (int y = 0; y < 48; y++) /* made to fit the width */
                for (int x = 0; x < 32; x++) {
                    const int scale = box.w > 32 ? box.w : 32;
                    put(&image, x, y,
                        get(&beast, box.x + (x - 16) * scale / 32 + box.w / 2,
                            box.y + box.h - 1 - (47 - y) * scale / 32));
                }
        }
        snprintf(path, sizeof path, "npcs/%s_npc.png", cast[i].name);
        art_png(art, path, &image);
        for (size_t j = 0; j < COUNT_OF(spawners); j++)
            if (!strcmp(spawners[j][1], cast[i].name)) {
                for (int a = 0; a < 256; a += 8)
                    put(&image, 16 + wave(a) * 15 / 256, 32 + wave(a + 64) * 15 / 256,
                        ink(VIOLET, 2));
                snprintf(path, sizeof path, "npcs/%s_swr.png", spawners[j][0]);
                art_png(art, path, &image);
            }
    }
}

void font_files(Art *art)
{
    art_file(art, "fonts/meadow.sfn", font_builtin(art->arena)->bytes);
}
