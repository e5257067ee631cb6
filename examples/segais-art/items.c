/* Things of 32x32 pixels: they lie on maps and in the inventory alike. */
#include "art.h"

#include <string.h>

static void nut(const Image *image)
{
    ball(image, 11, 18, 7, 8, GOLD, 0, 3);
    ball(image, 21, 19, 6, 8, GOLD, 0, 2);
    ball(image, 11, 11, 6, 3, GRASS, 2, 4);
    ball(image, 21, 12, 5, 3, GRASS, 1, 3);
    line(image, 15, 5, 12, 9, ink(WOOD, 2));
    line(image, 15, 5, 20, 10, ink(WOOD, 2));
    line(image, 15, 4, 15, 6, ink(WOOD, 3));
    put(image, 8, 15, ink(LINEN, 3));
    put(image, 8, 16, ink(GOLD, 3));
}

static void mushroom(const Image *image)
{
    column(image, 13, 15, 7, 12, LINEN, 0, 3);
    ball(image, 16, 13, 10, 7, RED, 0, 3);
    fill(image, 6, 16, 21, 3, 0);
    column(image, 13, 16, 7, 3, LINEN, 0, 1);
    for (int i = 0; i < 5; i++)
        ball(image, 10 + i * 3, 9 + i % 2 * 4, 1, 1, LINEN, 2, 3);
    column(image, 5, 21, 4, 7, LINEN, 0, 3);
    ball(image, 7, 20, 4, 3, RED, 0, 3);
}

static void herb(const Image *image)
{
    line(image, 16, 28, 16, 12, ink(GRASS, 2));
    line(image, 17, 28, 17, 14, ink(GRASS, 1));
    for (int i = 0; i < 3; i++) {
        ball(image, 11 - i, 24 - i * 4, 4, 2, GRASS, 1, 4);
        ball(image, 22 + i, 22 - i * 4, 4, 2, GRASS, 1, 3);
    }
    static const Spot heads[] = {{16, 7},  {11, 10}, {21, 10}, {14, 12},
                                 {19, 13}, {8, 13},  {24, 13}};
    for (int i = 0; i < 7; i++)
        ball(image, heads[i].x, heads[i].y, 2, 2, LINEN, 1, 3);
}

static void clover(const Image *image)
{
    line(image, 16, 28, 17, 16, ink(GRASS, 2));
    line(image, 17, 28, 18, 16, ink(GRASS, 1));
    static const Spot leaves[] = {{10, 14}, {22, 14}, {16, 8}, {16, 19}};
    for (int i = 0; i < 4; i++) {
        ball(image, leaves[i].x - 1, leaves[i].y, 4, 4, GRASS, 2, 5);
        ball(image, leaves[i].x + 2, leaves[i].y, 4, 4, GRASS, 2, 4);
        put(image, leaves[i].x, leaves[i].y, ink(GRASS, 5));
    }
}

static void flask(const Image *image, Ramp ramp)
{
    ball(image, 16, 20, 9, 9, ramp, 0, ramp_max(ramp) - 1);
    ellipse(image, 16, 14, 6, 1, ink(ramp, ramp_max(ramp)));
    column(image, 13, 7, 7, 7, WATER, 3, 5);
    fill(image, 12, 6, 9, 2, ink(WATER, 4));
    column(image, 13, 2, 7, 5, WOOD, 1, 4);
    line(image, 10, 17, 10, 21, ink(LINEN, 3));
    put(image, 11, 15, ink(LINEN, 3));
    ball(image, 19, 22, 1, 1, ramp, ramp_max(ramp), ramp_max(ramp));
}

static void draught(const Image *image) { flask(image, RED); }
static void essence(const Image *image) { flask(image, WATER); }

static void broth(const Image *image)
{
    ball(image, 16, 20, 12, 8, WOOD, 0, 4);
    fill(image, 3, 10, 27, 5, 0);
    ellipse(image, 16, 15, 12, 4, ink(WOOD, 3));
    ellipse(image, 16, 15, 10, 3, ink(THATCH, 2));
    for (int i = 0; i < 4; i++)
        ball(image, 10 + i * 4, 14 + i % 2 * 2, 1, 1, i % 2 ? RED : GRASS, 2, 3);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 8; j++)
            put(image, 10 + i * 6 + wave(j * 32) * 2 / 256, 10 - j, ink(LINEN, 3 - j / 3));
}

static void penny(const Image *image)
{
    ball(image, 16, 17, 9, 9, STONE, 2, 5);
    ellipse(image, 16, 17, 6, 6, ink(STONE, 3));
    ball(image, 16, 17, 5, 5, STONE, 4, 5);
    line(image, 13, 17, 19, 17, ink(STONE, 2)); /* a cross, as on the pennies of Dublin */
    line(image, 16, 14, 16, 20, ink(STONE, 2));
    put(image, 11, 12, ink(LINEN, 3));
    put(image, 12, 11, ink(LINEN, 3));
}

static void sword(const Image *image)
{
    for (int i = 0; i < 18; i++) {
        line(image, 10 + i, 19 - i, 12 + i, 21 - i, ink(GOLD, i < 15 ? 2 : 1));
        put(image, 10 + i, 19 - i, ink(GOLD, 3));
        put(image, 11 + i, 20 - i, ink(GOLD, 1));
        put(image, 12 + i, 20 - i, ink(GOLD, 0));
    }
    for (int i = 0; i < 3; i++)
        line(image, 5 + i, 17 - i / 2, 15 + i - 2, 26 - i / 2, ink(GOLD, i));
    for (int i = 0; i < 3; i++)
        line(image, 4 + i, 25 + i - 1, 9 + i, 20 + i, ink(WOOD, 1 + i));
    ball(image, 5, 27, 2, 2, GOLD, 0, 3);
}

static void sling(const Image *image)
{
    for (int i = 0; i < 3; i++) {
        line(image, 6 + i, 27, 12 + i, 12, ink(WOOD, 1 + i));
        line(image, 18 + i, 12, 26 + i, 5, ink(EARTH, 2 + i));
        line(image, 12, 12 + i, 20, 12 + i, ink(EARTH, 2));
    }
    ball(image, 16, 14, 6, 4, EARTH, 1, 4);
    ball(image, 16, 13, 3, 3, STONE, 2, 5);
}

static void pebble(const Image *image)
{
    ball(image, 13, 20, 6, 5, STONE, 1, 5);
    ball(image, 21, 23, 4, 3, STONE, 1, 4);
    ball(image, 20, 15, 3, 3, STONE, 2, 5);
}

static void hood(const Image *image)
{
    ball(image, 16, 16, 11, 12, PINE, 0, 3);
    ellipse(image, 16, 18, 6, 8, ink(INK, 0));
    const Spot hem[] = {{5, 22}, {27, 22}, {30, 29}, {2, 29}};
    facet(image, hem, 4, PINE, 1, 3);
    ball(image, 16, 24, 2, 2, GOLD, 0, 3);
}

static void torc(const Image *image)
{
    ball(image, 16, 15, 11, 11, GOLD, 0, 3);
    for (int y = 4; y < 27; y++) /* twisted */
        for (int x = 4; x < 28; x++)
            if (get(image, x, y) && (x + y) % 5 == 0)
                put(image, x, y, ink(GOLD, 0));
    ellipse(image, 16, 15, 7, 7, 0);
    fill(image, 12, 20, 9, 10, 0);
    ball(image, 9, 24, 3, 3, GOLD, 0, 3);
    ball(image, 22, 24, 3, 3, GOLD, 0, 3);
}

static void tunic(const Image *image)
{
    const Spot body[] = {{9, 6}, {23, 6}, {25, 28}, {7, 28}};
    const Spot left[] = {{9, 6}, {3, 17}, {8, 19}, {11, 12}},
               right[] = {{23, 6}, {29, 17}, {24, 19}, {21, 12}};
    facet(image, left, 4, EARTH, 2, 4);
    facet(image, right, 4, EARTH, 1, 2);
    facet(image, body, 4, EARTH, 1, 4);
    ellipse(image, 16, 6, 4, 2, ink(EARTH, 0));
    fill(image, 8, 19, 17, 3, ink(WOOD, 1));
    fill(image, 14, 18, 5, 5, ink(GOLD, 2));
    for (int i = 0; i < 4; i++)
        put(image, 16, 8 + i * 2, ink(LINEN, 2));
}

static void rod(const Image *image)
{
    for (int i = 0; i < 22; i++)
        for (int k = 0; k < 3; k++)
            put(image, 5 + i + k, 27 - i + k / 2, ink(WOOD, 4 - k - (i % 7 == 0)));
    ball(image, 27, 5, 3, 3, WATER, 2, 5);
    ball(image, 19, 11, 3, 2, GRASS, 2, 5);
    ball(image, 14, 20, 2, 2, GRASS, 2, 4);
}

static void spark(const Image *image)
{
    for (int angle = 0; angle < 256; angle += 16)
        for (int far = 0; far < (angle % 64 ? angle % 32 ? 6 : 9 : 14); far++)
            put(image, 16 + wave(angle) * far / 256, 16 + wave(angle + 64) * far / 256,
                ink(WATER, 5 - far / 4));
    ball(image, 16, 16, 4, 4, WATER, 4, 5);
}

static void charm(const Image *image)
{
    line(image, 8, 4, 15, 14, ink(LINEN, 1));
    line(image, 24, 4, 17, 14, ink(LINEN, 1));
    line(image, 8, 4, 24, 4, ink(LINEN, 2));
    ball(image, 12, 18, 4, 5, GOLD, 0, 3);
    ball(image, 20, 18, 4, 5, GOLD, 0, 3);
    ball(image, 16, 23, 4, 5, GOLD, 0, 3);
    ball(image, 16, 15, 3, 2, GRASS, 2, 5);
}

static void fang(const Image *image)
{
    const Spot a[] = {{10, 5}, {19, 5}, {21, 14}, {17, 28}, {12, 15}};
    facet(image, a, 5, LINEN, 0, 3);
    ball(image, 14, 7, 6, 3, RED, 1, 3);
}

static void pelt(const Image *image)
{
    ball(image, 16, 16, 11, 12, STONE, 1, 4);
    for (int i = 0; i < 40; i++) {
        const int x = 6 + (int)(hash_of(601, i, 0) % 20),
                  y = 6 + (int)(hash_of(602, i, 0) % 20);
        if (get(image, x, y))
            line(image, x, y, x, y + 2, ink(STONE, 1 + i % 4));
    }
    for (int i = 0; i < 2; i++) {
        ball(image, 5 + i * 22, 8, 3, 3, STONE, 1, 3);
        ball(image, 5 + i * 22, 25, 3, 3, STONE, 1, 3);
    }
}

static void withy(const Image *image)
{
    for (int i = 0; i < 6; i++)
        line(image, 5 + i * 2, 28 - i, 20 + i, 4 + i * 2, ink(i % 2 ? GRASS : WOOD, 3));
    for (int i = 0; i < 3; i++)
        line(image, 10, 16 + i, 22, 20 + i, ink(THATCH, 4 - i));
}

static void trout(const Image *image)
{
    ball(image, 15, 16, 11, 6, STONE, 2, 5);
    const Spot tail[] = {{23, 16}, {30, 9}, {30, 23}};
    facet(image, tail, 3, STONE, 2, 4);
    for (int i = 0; i < 7; i++)
        put(image, 9 + i * 2, 14 + i % 3, ink(RED, 2));
    fill(image, 7, 14, 2, 2, ink(INK, 0));
}

static void lantern(const Image *image)
{
    ellipse(image, 16, 6, 4, 4, ink(GOLD, 1));
    ellipse(image, 16, 7, 2, 2, 0);
    column(image, 9, 10, 15, 3, GOLD, 0, 3);
    column(image, 9, 26, 15, 3, GOLD, 0, 3);
    column(image, 10, 13, 13, 13, WATER, 3, 5);
    ball(image, 16, 20, 3, 5, LINEN, 2, 3);
    fill(image, 10, 13, 1, 13, ink(GOLD, 1));
    fill(image, 22, 13, 1, 13, ink(GOLD, 0));
}

static void comb(const Image *image)
{
    const Spot back[] = {{4, 14}, {10, 7}, {22, 7}, {28, 14}};
    facet(image, back, 4, STONE, 3, 5);
    for (int i = 0; i < 9; i++)
        fill(image, 5 + i * 3 - (i > 6), 14, 1, 12, ink(STONE, 5 - i / 4));
    ball(image, 16, 11, 2, 2, WATER, 3, 5);
}

static void boat(const Image *image)
{
    ball(image, 16, 16, 14, 11, EARTH, 0, 4);
    ellipse(image, 16, 14, 11, 7, ink(EARTH, 1));
    for (int i = 0; i < 4; i++) {
        line(image, 7 + i * 6, 9, 7 + i * 6, 19, ink(WOOD, 3));
        line(image, 6, 9 + i * 4, 26, 9 + i * 4, ink(WOOD, 2));
    }
    fill(image, 6, 13, 21, 3, ink(WOOD, 4));
}

static void bridle(const Image *image)
{
    ellipse(image, 16, 13, 10, 9, ink(RED, 2));
    ellipse(image, 16, 13, 7, 6, 0);
    fill(image, 6, 12, 20, 2, ink(RED, 1));
    line(image, 8, 20, 5, 29, ink(WOOD, 3));
    line(image, 24, 20, 27, 29, ink(WOOD, 3));
    ball(image, 6, 13, 2, 2, GOLD, 1, 3);
    ball(image, 26, 13, 2, 2, GOLD, 1, 3);
}

static void pearl(const Image *image)
{
    ball(image, 16, 17, 9, 9, LINEN, 1, 3);
    ball(image, 13, 13, 3, 3, WATER, 4, 5);
    ball(image, 20, 21, 3, 3, VIOLET, 3, 3);
}

static void fishing(const Image *image)
{
    line(image, 4, 28, 24, 4, ink(WOOD, 4));
    line(image, 5, 28, 25, 4, ink(WOOD, 2));
    line(image, 25, 4, 27, 18, ink(LINEN, 3));
    ball(image, 24, 22, 4, 2, STONE, 3, 5);
}

static void herb_lore(const Image *image)
{
    const Spot left[] = {{3, 9}, {15, 12}, {15, 28}, {3, 25}},
               right[] = {{29, 9}, {17, 12}, {17, 28}, {29, 25}};
    facet(image, left, 4, LINEN, 1, 3);
    facet(image, right, 4, LINEN, 1, 3);
    line(image, 9, 23, 9, 14, ink(GRASS, 2));
    ball(image, 7, 16, 2, 1, GRASS, 2, 4);
    ball(image, 11, 18, 2, 1, GRASS, 2, 4);
    for (int i = 0; i < 4; i++)
        line(image, 20, 15 + i * 3, 26, 13 + i * 3, ink(INK, 1));
}

static const struct {
    const char *name;
    void (*draw)(const Image *image);
} items[] = {
    {"hazelnut", nut},        {"mushroom", mushroom}, {"herb", herb},
    {"clover", clover},       {"draught", draught},   {"essence", essence},
    {"broth", broth},         {"penny", penny},       {"sword", sword},
    {"sling", sling},         {"pebble", pebble},     {"hood", hood},
    {"torc", torc},           {"tunic", tunic},       {"rod", rod},
    {"spark", spark},         {"charm", charm},       {"fang", fang},
    {"pelt", pelt},           {"withy", withy},       {"trout", trout},
    {"lantern", lantern},     {"comb", comb},         {"coracle", boat},
    {"bridle", bridle},       {"pearl", pearl},       {"fishing", fishing},
    {"herb_lore", herb_lore},
};

bool item_draw(const Image *image, const char *name)
{
    for (size_t i = 0; i < COUNT_OF(items); i++)
        if (!strcmp(items[i].name, name)) {
            items[i].draw(image);
            outline(image, ink(INK, 0));
            return true;
        }
    return false;
}

void items_files(Art *art)
{
    for (size_t i = 0; i < COUNT_OF(items); i++) {
        const Image image = image_new(32, 32, art->arena);
        item_draw(&image, items[i].name);
        const bool skill = !strcmp(items[i].name, "spark") ||
                           !strcmp(items[i].name, "fishing") ||
                           !strcmp(items[i].name, "herb_lore");
        if (!skill) /* a skill lies nowhere */
            shadow(&image, 17, 29, 10, 2);
        art_sprite(art, "tiles", items[i].name, "so", 'o', 1, &image);
    }
    /* What flies: a stone, and a skill's light. */
    const Image stone = image_new(16, 16, art->arena), light = image_new(64, 16, art->arena);
    ball(&stone, 8, 8, 4, 4, STONE, 1, 5);
    outline(&stone, ink(INK, 0));
    art_sprite(art, "tiles", "flying_stone", "so", 'o', 1, &stone);
    for (int frame = 0; frame < 4; frame++) {
        ball(&light, frame * 16 + 8, 8, 4 + frame % 2, 4 + frame % 2, WATER, 3, 5);
        for (int angle = frame * 16; angle < 256 + frame * 16; angle += 64)
            put(&light, frame * 16 + 8 + wave(angle) * 6 / 256, 8 + wave(angle + 64) * 6 / 256,
                ink(WATER, 5));
    }
    art_sprite(art, "tiles", "flying_spark", "so", 'l', 4, &light);
}
