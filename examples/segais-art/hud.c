/* What lies over the world while one plays, and other pictures in ui/. */
#include "art.h"

#include <stdio.h>

static void plate(const Image *image, int x, int y, int w, int h)
{
    fill(image, x, y, w, h, ink(INK, 0));
    fill(image, x + 1, y + 1, w - 2, h - 2, ink(GOLD, 1));
    fill(image, x + 2, y + 2, w - 4, h - 4, ink(WOOD, 1));
    for (int j = y + 3; j < y + h - 3; j++)
        for (int i = x + 3; i < x + w - 3; i++)
            put(image, i, j,
                ink(WOOD, 2 + (hash_of(1301, i / 9, j) % 4 == 0) - (j > y + h - 7)));
}

static void slot(const Image *image, int x, int y, int size, bool chosen)
{
    fill(image, x, y, size, size, ink(chosen ? GOLD : INK, chosen ? 2 : 0));
    fill(image, x + 1, y + 1, size - 2, size - 2, ink(chosen ? GOLD : WOOD, 1));
    fill(image, x + 2, y + 2, size - 4, size - 4, ink(INK, 0));
    for (int j = 3; j < size - 3; j++)
        for (int i = 3; i < size - 3; i++)
            put(image, x + i, y + j, ink(THATCH, 0 + (bayer(i, j) < (i + j) * 8 / size)));
}

static void heart(const Image *image, int x, int y, bool full)
{
    static const char *const rows[] = {"  ####   ####  ", " #aabb# #bbbc# ",
                                       "#aabbbb#bbbbbc#", "#abLbbbbbbbbbc#",
                                       "#abbbbbbbbbbbc#", "#bbbbbbbbbbbcc#",
                                       " #bbbbbbbbbbc# ", "  #bbbbbbbbc#  ",
                                       "   #bbbbbbc#   ", "    #bbbbc#    ",
                                       "     #bbc#     ", "      #c#      ",
                                       "       #       ", NULL};
    static const Key red[] = {{'#', INK, 0}, {'a', RED, 3},   {'b', RED, 2},
                              {'c', RED, 1}, {'L', LINEN, 3}, {0, 0, 0}};
    static const Key empty[] = {{'#', INK, 0},  {'a', WOOD, 1}, {'b', WOOD, 0},
                                {'c', WOOD, 0}, {'L', WOOD, 1}, {0, 0, 0}};
    letters(image, x, y, rows, full ? red : empty);
}

static void bars(Art *art)
{
    for (int full = 0; full < 2; full++) {
        const Image hearts = image_new(80, 14, art->arena), orb = image_new(48, 48, art->arena),
                    enemy = image_new(32, 5, art->arena);
        for (int i = 0; i < 5; i++)
            heart(&hearts, i * 16, 0, full);
        art_sprite(art, "ui", full ? "hearts" : "hearts_empty", "so", 'o', 1, &hearts);
        if (full) {
            ball(&orb, 24, 24, 20, 20, WATER, 1, 5);
            for (int i = 0; i < 40; i++) {
                const int a = i * 7, far = 4 + i % 13;
                put(&orb, 24 + wave(a) * far / 256, 24 + wave(a + 64) * far / 256,
                    ink(WATER, 4));
            }
        } else {
            ball(&orb, 24, 24, 23, 23, GOLD, 0, 3);
            ball(&orb, 24, 24, 20, 20, INK, 0, 1);
        }
        outline(&orb, ink(INK, 0));
        art_sprite(art, "ui", full ? "orb" : "orb_empty", "so", 'o', 1, &orb);
        fill(&enemy, 0, 0, 32, 5, ink(INK, 0));
        for (int x = 1; x < 31; x++)
            for (int y = 1; y < 4; y++)
                put(&enemy, x, y, full ? ink(RED, 4 - y) : ink(WOOD, 0));
        art_sprite(art, "ui", full ? "enemy_bar" : "enemy_bar_empty", "so", 'o', 1, &enemy);
    }
}

static void item_bar(Art *art)
{
    const Image back = image_new(316, 44, art->arena), front = image_new(316, 44, art->arena);
    plate(&back, 0, 0, 316, 44);
    for (int i = 0; i < 8; i++)
        slot(&back, 5 + i * 38 + (i == 7 ? 4 : 0), 4, 36, false);
    for (int side = 0; side < 2; side++) {
        ball(&front, side ? 311 : 4, 4, 4, 4, GOLD, 0, 3);
        ball(&front, side ? 311 : 4, 39, 4, 4, GOLD, 0, 3);
    }
    art_sprite(art, "ui", "itembar", "so", 'o', 1, &back);
    art_sprite(art, "ui", "itembar_front", "so", 'o', 1, &front);
    const Image status = image_new(150, 60, art->arena), over = image_new(150, 60, art->arena);
    plate(&status, 26, 14, 122, 30);
    ellipse(&status, 28, 29, 28, 28, ink(INK, 0));
    ball(&status, 28, 29, 27, 27, WOOD, 1, 4);
    for (int i = 0; i < 4; i++)
        ball(&over, 28 + wave(i * 64 + 32) * 26 / 256, 29 + wave(i * 64 + 96) * 26 / 256, 3, 3,
             GOLD, 0, 3);
    outline(&over, ink(INK, 0));
    art_sprite(art, "ui", "status", "so", 'o', 1, &status);
    art_sprite(art, "ui", "status_front", "so", 'o', 1, &over);
    for (int pressed = 0; pressed < 2; pressed++) {
        const uint32_t side = art->names ? 48 : 40; /* larger for fingers in templates */
        const Image button = image_new(side, side, art->arena),
                    bag = image_part(&button, (side - 40) / 2, (side - 40) / 2, 40, 40);
        const int d = pressed;
        ball(&bag, 20, 24 + d, 14, 13, EARTH, 1, 4 - pressed);
        const Spot neck[] = {{14, 12 + d}, {26, 12 + d}, {29, 5 + d}, {11, 5 + d}};
        facet(&bag, neck, 4, EARTH, 1, 4);
        fill(&bag, 12, 11 + d, 17, 3, ink(GOLD, 2 - pressed));
        for (int a = 0; a < 560; a += 5)
            put(&bag, 20 + wave(a) * (a / 70) / 256, 25 + d + wave(a + 64) * (a / 70) / 256,
                ink(EARTH, 1));
        outline(&bag, ink(INK, 0));
        art_sprite(art, "ui", pressed ? "bag_open" : "bag", "so", 'o', 1, &button);
        const Image cell = image_new(40, 40, art->arena);
        slot(&cell, 0, 0, 40, pressed);
        art_sprite(art, "ui", pressed ? "slot_over" : "slot", "so", 'o', 1, &cell);
    }
}

/* A figure with a place for each thing one can wear. */
static void equipment(Art *art)
{
    static const Spot slots[] = {{70, 8}, {8, 60}, {70, 60}, {132, 60}, {132, 8}, {8, 8}};
    const Image image = image_new(180, 180, art->arena);
    plate(&image, 0, 0, 180, 180);
    ball(&image, 90, 46, 20, 22, THATCH, 0, 1);
    const Spot trunk[] = {{66, 70}, {114, 70}, {108, 128}, {72, 128}};
    const Spot legs[] = {{72, 126}, {108, 126}, {112, 170}, {94, 170},
                         {90, 136}, {86, 170},  {68, 170}};
    const Spot arms[] = {{66, 70},  {114, 70}, {140, 116}, {130, 120},
                         {108, 88}, {72, 88},  {50, 120},  {40, 116}};
    facet(&image, arms, 8, THATCH, 0, 1);
    facet(&image, legs, 7, THATCH, 0, 1);
    facet(&image, trunk, 4, THATCH, 0, 1);
    for (size_t i = 0; i < COUNT_OF(slots); i++)
        slot(&image, slots[i].x, slots[i].y, 40, false);
    art_sprite(art, "ui", "equipment", "so", 'o', 1, &image);
}

static void controls(Art *art)
{
    const Image wheel = image_new(96, 96, art->arena), actions = image_new(96, 96, art->arena);
    static const char *const icons[] = {"sword", "rod", "broth", "sling"};
    ball(&wheel, 48, 48, 46, 46, WOOD, 1, 3);
    ball(&wheel, 48, 48, 40, 40, WOOD, 0, 2);
    for (int i = 0; i < 4; i++) {
        const int sx = i == 1 ? 1 : i == 3 ? -1 : 0, sy = i == 0 ? -1 : i == 2 ? 1 : 0;
        for (int j = 0; j < 12; j++)
            for (int k = -j; k <= j; k++)
                put(&wheel, 48 + sx * (38 - j) + (sy ? k : 0),
                    48 + sy * (38 - j) + (sx ? k : 0),
                    ink(GOLD, j < 4   ? 3
                              : j < 8 ? 2
                                      : 1));
        const int x = 48 + sx * 28, y = 48 + sy * 28;
        ball(&actions, x, y, 18, 18, WOOD, 1, 4);
        ball(&actions, x, y, 15, 15, WOOD, 0, 2);
        const Image icon = image_new(32, 32, art->arena);
        item_draw(&icon, icons[i]);
        image_over(&actions, x - 16, y - 16, &icon);
    }
    ball(&wheel, 48, 48, 10, 10, GOLD, 0, 3);
    outline(&wheel, ink(INK, 0));
    outline(&actions, ink(INK, 0));
    art_sprite(art, "ui", "navigation", "so", 'o', 1, &wheel);
    art_sprite(art, "ui", "actions", "so", 'o', 1, &actions);
}

/* A column for each hour: what the world is multiplied with. A game's first day
 * begins at the strip's left end, so that is eight in the morning. */
static void daylight(Art *art)
{
    static const uint32_t hours[24] = {
        0x3C4478, 0x3A4274, 0x3A4274, 0x3E4678, 0x4C4C80, 0x7A6488, 0xC08C84, 0xE8B898,
        0xF8E0C4, 0xFFF6E8, 0xFFFFFF, 0xFFFFFF, 0xFFFFFF, 0xFFFFFF, 0xFFFFFF, 0xFFFBF0,
        0xFFF0D8, 0xFFDCB0, 0xF4B488, 0xC88078, 0x88608C, 0x5C5088, 0x484880, 0x40467C};
    const Image image = image_new(24, 1, art->arena);
    for (int x = 0; x < 24; x++) {
        const uint32_t c = hours[(x + 8) % 24];
        put(&image, x, 0, PIXEL(c >> 16, c >> 8 & 255, c & 255, 255));
    }
    art_sprite(art, "ui", "daylight", "so", 'o', 1, &image);
}

/* Signs for the ferryman's chooser. */
static void choices(Art *art)
{
    static const char *const names[] = {"choose_hazel", "choose_water", "choose_stone"};
    static const char *const icons[] = {"hazelnut", "essence", "pebble"};
    for (int i = 0; i < 3; i++)
        for (int state = 0; state < 3; state++) {
            char name[32];
            const Image image = image_new(64, 64, art->arena),
                        icon = image_new(32, 32, art->arena);
            ball(&image, 32, 32 + (state == 2), 29, 29, STONE, state == 2 ? 0 : 1,
                 state == 1 ? 5 : 4);
            ball(&image, 32, 32 + (state == 2), 23, 23, SLATE, 0, state == 1 ? 2 : 1);
            for (int a = 0; a < 256; a += 3)
                put(&image, 32 + wave(a) * 25 / 256, 32 + wave(a + 64) * 25 / 256,
                    ink(GOLD, state == 1 ? 3 : 1));
            item_draw(&icon, icons[i]);
            image_over(&image, 16, 16 + (state == 2), &icon);
            outline(&image, ink(INK, 0));
            snprintf(name, sizeof name, "%s%s", names[i],
                     state == 1   ? "_over"
                     : state == 2 ? "_down"
                                  : "");
            art_sprite(art, "ui", name, "so", 'o', 1, &image);
        }
}

void hud_files(Art *art)
{
    bars(art);
    item_bar(art);
    equipment(art);
    controls(art);
    daylight(art);
    choices(art);
}
