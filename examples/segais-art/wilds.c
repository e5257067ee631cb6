/* What stands on the moor and on the shore: huts, a loom, brooks, crags, ruins. */
#include "art.h"

#include <stdio.h>

enum { CELL = 32 };

static void one(Art *art, const char *name, const Image *image, int cx, int cy, int rx, int ry)
{
    outline(image, ink(INK, 0));
    if (rx)
        shadow(image, cx, cy, rx, ry);
    art_sprite(art, "tiles", name, "so", 'o', 1, image);
}

static void heather(Art *art)
{
    for (int kind = 0; kind < 2; kind++) {
        char name[16];
        const Image image = image_new(CELL, CELL, art->arena);
        for (int i = 0; i < 3 + kind; i++) {
            const uint32_t h = hash_of(2301, kind, i);
            const int x = 6 + (int)(h % 20), y = 12 + i * 5;
            for (int k = -3; k <= 3; k++) {
                line(&image, x + k / 2, y + 3, x + k, y - 3 - (k & 1), ink(PINE, 1 + (k < 0)));
                put(&image, x + k, y - 4 - (k & 1), ink(VIOLET, k < 0 ? 3 : 2));
                put(&image, x + k, y - 2, ink(VIOLET, 2));
            }
        }
        snprintf(name, sizeof name, "heather_%d", kind);
        art_sprite(art, "tiles", name, "so", 'o', 1, &image);
    }
}

/* Running water's glitter; it carries the brook's mask, as ripples do the lake's. */
static void brook(Art *art)
{
    const Image image = image_new(CELL * 4, CELL, art->arena);
    for (int frame = 0; frame < 4; frame++)
        for (int i = 0; i < 2; i++) {
            const int x = CELL * frame + 6 + (i * 13 + frame * 5) % 20;
            line(&image, x, 11 + i * 9, x + 3, 11 + i * 9, ink(WATER, 4 + i));
        }
    art_sprite(art, "tiles", "brook", "so", 'l', 4, &image);
    const Image fish = image_new(CELL * 4, CELL, art->arena);
    for (int frame = 0; frame < 4; frame++) {
        const int x = CELL * frame + 16;
        ellipse(&fish, x, 17, 5 + frame * 2, 2 + frame, ink(WATER, 4));
        ellipse(&fish, x, 17, 4 + frame * 2, 1 + frame, ink(WATER, 2));
        if (frame < 2) {
            ball(&fish, x, 13 + frame * 3, 5, 2, STONE, 3, 5);
            line(&fish, x - 7, 11 + frame * 3, x - 5, 14 + frame * 3, ink(STONE, 4));
        }
    }
    art_sprite(art, "tiles", "shoal", "so", 'l', 4, &fish);
}

/* The side of a crag; with holds for hands and feet it can be climbed. */
static void crags(Art *art)
{
    static const char *const names[] = {"crag_face", "crag_holds"};
    for (int holds = 0; holds < 2; holds++) {
        const Image image = image_new(CELL, CELL, art->arena);
        for (int y = 0; y < CELL; y++)
            for (int x = 0; x < CELL; x++) {
                const int ledge = (y + noise(2312, x, 0, 8, 32) / 32) % 16;
                const int n = noise(2311, x, y / 3, 8, 32) + bayer(x, y) * 3;
                put(&image, x, y,
                    ink(STONE, ledge == 0                      ? 1
                               : ledge == 1                    ? 5
                               : (x + ledge / 6 * 5) % 13 == 0 ? 1
                               : n > 176                       ? 4
                               : n > 110                       ? 3
                                                               : 2));
            }
        for (int i = 0; holds && i < 4; i++) {
            const int x = 5 + i % 2 * 13, y = 3 + i * 8;
            fill(&image, x, y, 10, 4, ink(STONE, 5));
            fill(&image, x, y + 4, 10, 2, ink(STONE, 0));
            line(&image, x + 2, y - 1, x + 6, y - 1, ink(GRASS, 4));
        }
        art_sprite(art, "tiles", names[holds], "so", 'o', 1, &image);
    }
}

/* Planks that lie over water, so that boats pass below; a rail, and a post to moor at. */
static void decks(Art *art)
{
    const Image deck = image_new(CELL, CELL, art->arena);
    for (int y = 0; y < CELL; y++)
        for (int x = 0; x < CELL; x++)
            put(&deck, x, y,
                ink(WOOD, x % 8 == 7                             ? 0
                          : x % 8 == 0                           ? 4
                          : hash_of(2321, x / 8, y / 9) % 3 == 0 ? 2
                          : hash_of(2322, x / 8, y) % 13 == 0    ? 2
                                                                 : 3));
    art_sprite(art, "tiles", "deck", "so", 'o', 1, &deck);
    const Image rail = image_new(CELL, CELL, art->arena),
                post = image_new(CELL, CELL, art->arena);
    for (int j = 0; j < 4; j++)
        fill(&rail, 0, 10 + j, CELL, 1, ink(WOOD, 4 - j));
    for (int i = 0; i < 2; i++)
        column(&rail, 6 + i * 16, 6, 5, 22, WOOD, 1, 4);
    one(art, "rail_over", &rail, 0, 0, 0, 0);
    column(&post, 12, 6, 8, 24, WOOD, 1, 4);
    ellipse(&post, 15, 6, 4, 1, ink(WOOD, 4));
    for (int i = 0; i < 3; i++)
        fill(&post, 11, 14 + i * 3, 10, 2, ink(THATCH, 2 + i % 2));
    one(art, "mooring", &post, 16, 30, 7, 1);
}

/* ---- huts ---- */

static Pixel straw(int x, int y)
{
    const int row = y % 11;
    if (row == 10)
        return ink(THATCH, 0);
    return ink(THATCH, (row == 0 ? 4 : 2) + (hash_of(2331, x, y / 11) % 3 == 0) -
                           (hash_of(2332, x, y / 3) % 4 == 0));
}

/* Nine parts: ridge, slope and eaves, each left, middle, right. */
static void roofs(Art *art)
{
    static const char *const names[3][3] = {{"roof_nw", "roof_no", "roof_ne"},
                                            {"roof_we", "roof_mi", "roof_ea"},
                                            {"roof_sw", "roof_so", "roof_se"}};
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++) {
            const Image image = image_new(CELL, CELL, art->arena);
            for (int y = j ? 0 : 10; y < (j < 2 ? CELL : 26); y++)
                for (int x = 0; x < CELL; x++) {
                    const int out = i == 0 ? x : i == 2 ? CELL - 1 - x : CELL;
                    const int ragged = (int)(hash_of(2333, x, i) % 4);
                    if (out < 3 || (j == 2 && y > 22 + ragged - 2))
                        continue;
                    const Pixel plain = j == 0 && y < 16
                                            ? ink(THATCH, y < 12 ? 4 : 1 + x / 3 % 2)
                                            : straw(x + i * 7, y + j * 10);
                    put(&image, x, y, out < 5 || (j == 2 && y > 20) ? ink(THATCH, 1) : plain);
                    if (out == 3 || (j == 0 && y == 10))
                        put(&image, x, y, ink(INK, 0));
                }
            for (int x = 0; j == 2 && x < CELL; x++)
                for (int y = 16; y < 31; y++)
                    if (get(&image, x, y) && !get(&image, x, y + 1)) {
                        put(&image, x, y, ink(INK, 0));
                        break;
                    }
            art_sprite(art, "tiles", names[j][i], "so", 'o', 1, &image);
        }
}

static void wattle(Art *art)
{
    const Image wall = image_new(CELL, CELL, art->arena);
    for (int y = 0; y < CELL; y++)
        for (int x = 0; x < CELL; x++) {
            const int weave = ((x / 8 + y / 4) & 1) * 2;
            put(&wall, x, y,
                y < 3         ? ink(WOOD, 3)
                : y > 27      ? ink(STONE, 2 + (x / 6 + y) % 2)
                : x % 16 == 0 ? ink(WOOD, 1)
                              : ink(EARTH, 2 + weave / 2 + (y % 4 == 0) - (y % 4 == 3)));
        }
    fill(&wall, 0, 3, CELL, 1, ink(INK, 0));
    fill(&wall, 0, 31, CELL, 1, ink(INK, 0));
    art_sprite(art, "tiles", "wattle", "so", 'o', 1, &wall);
    for (int side = 0; side < 2; side++) {
        const Image image = image_new(CELL, CELL, art->arena);
        column(&image, side ? 2 : 22, 0, 8, CELL, WOOD, 1, 4);
        for (int y = 0; y < CELL; y += 8)
            fill(&image, side ? 2 : 22, y, 8, 1, ink(WOOD, 0));
        fill(&image, side ? 1 : 21, 0, 1, CELL, ink(INK, 0));
        fill(&image, side ? 10 : 30, 0, 1, CELL, ink(INK, 0));
        art_sprite(art, "tiles", side ? "wattle_ea" : "wattle_we", "so", 'o', 1, &image);
    }
}

static void loom(Art *art)
{
    const Image image = image_new(CELL * 2, CELL * 2, art->arena);
    column(&image, 6, 8, 5, 50, WOOD, 1, 4);
    column(&image, 52, 8, 5, 50, WOOD, 1, 4);
    for (int i = 0; i < 3; i++)
        fill(&image, 4, 8 + i * 2, 56, 2, ink(WOOD, 4 - i));
    for (int x = 13; x < 50; x += 2)
        line(&image, x, 14, x, 52, ink(LINEN, 2));
    for (int y = 14; y < 34; y++) /* the cloth grows from above */
        for (int x = 12; x < 51; x++)
            put(&image, x, y,
                ink((x / 5 + y / 5) % 3 == 0   ? RED
                    : (x / 5 + y / 5) % 3 == 1 ? THATCH
                                               : WATER,
                    2 + (x + y) % 2));
    fill(&image, 4, 40, 56, 3, ink(WOOD, 3));
    for (int i = 0; i < 8; i++)
        ball(&image, 15 + i * 5, 54, 1, 3, STONE, 2, 4);
    one(art, "loom", &image, 32, 59, 28, 3);
}

/* ---- stones ---- */

/* One walks through below its lintel. */
static void arch(Art *art)
{
    const Image image = image_new(CELL * 3, CELL * 3, art->arena);
    for (int side = 0; side < 2; side++) {
        column(&image, side ? 66 : 8, 26, 22, 66, STONE, 1, 5);
        for (int y = 34; y < 92; y += 12)
            fill(&image, side ? 66 : 8, y + side * 4, 22, 1, ink(STONE, 1));
    }
    const Spot lintel[] = {{2, 28}, {8, 8}, {88, 6}, {94, 27}};
    facet(&image, lintel, 4, STONE, 2, 5);
    for (int s = 0; s < 3; s++) /* spirals */
        for (int a = 0; a < 560; a += 6)
            put(&image, 26 + s * 22 + wave(a) * (a / 80) / 256,
                17 + wave(a + 64) * (a / 80) / 256, ink(STONE, 1));
    for (int i = 0; i < 30; i++)
        put(&image, 4 + (int)(hash_of(2341, i, 0) % 86), 8 + (int)(hash_of(2342, i, 0) % 5),
            ink(GRASS, 3 + i % 2));
    one(art, "arch", &image, 19, 92, 15, 3);
}

static void menhir(Art *art)
{
    const Image image = image_new(CELL, CELL * 2, art->arena);
    const Spot slab[] = {{6, 59}, {4, 26}, {9, 12}, {18, 8}, {27, 20}, {27, 59}};
    facet(&image, slab, 6, STONE, 1, 5);
    for (int i = 0; i < 40; i++)
        put(&image, 6 + (int)(hash_of(2345, i, 0) % 20), 14 + (int)(hash_of(2346, i, 0) % 44),
            ink(i % 4 ? STONE : GRASS, i % 4 ? 2 : 3));
    one(art, "menhir", &image, 17, 60, 13, 3);
}

static void cairn(Art *art)
{
    const Image image = image_new(CELL, CELL, art->arena);
    static const Spot stones[] = {{8, 26}, {17, 27}, {25, 26}, {12, 20}, {21, 20}, {16, 13}};
    for (int i = 0; i < 6; i++)
        ball(&image, stones[i].x, stones[i].y, 6 - i / 3, 4 - i / 5, STONE, 1 + i % 2, 5);
    one(art, "cairn", &image, 16, 29, 14, 2);
    for (int full = 0; full < 2; full++) {
        const Image nest = image_new(CELL, CELL, art->arena);
        ball(&nest, 16, 22, 12, 7, WOOD, 0, 3);
        ellipse(&nest, 16, 19, 8, 3, ink(WOOD, 0));
        for (int i = 0; i < 18; i++) {
            const int x = 6 + (int)(hash_of(2351, i, 0) % 20),
                      y = 19 + (int)(hash_of(2352, i, 0) % 9);
            line(&nest, x - 3, y, x + 3, y + 2 - i % 4, ink(WOOD, 2 + i % 3));
        }
        for (int i = 0; full && i < 7; i++) /* teeth of a comb stick out */
            line(&nest, 11 + i * 2, 11, 11 + i * 2, 18, ink(i % 3 ? STONE : WATER, 5));
        if (full)
            fill(&nest, 10, 9, 15, 3, ink(STONE, 5));
        one(art, full ? "nest" : "nest_empty", &nest, 17, 28, 12, 2);
    }
}

static void lectern(Art *art)
{
    const Image image = image_new(CELL, CELL * 3 / 2, art->arena);
    column(&image, 13, 24, 7, 20, STONE, 1, 4);
    fill(&image, 8, 42, 17, 4, ink(STONE, 3));
    const Spot left[] = {{3, 14}, {15, 17}, {15, 27}, {3, 24}},
               right[] = {{28, 14}, {16, 17}, {16, 27}, {28, 24}};
    facet(&image, left, 4, LINEN, 1, 3);
    facet(&image, right, 4, LINEN, 1, 3);
    for (int i = 0; i < 3; i++) {
        line(&image, 5, 17 + i * 2, 13, 19 + i * 2, ink(INK, 1));
        line(&image, 18, 19 + i * 2, 26, 17 + i * 2, ink(INK, 1));
    }
    fill(&image, 5, 16, 3, 3, ink(RED, 2));
    one(art, "annals", &image, 16, 45, 12, 2);
}

void wilds_files(Art *art)
{
    heather(art);
    brook(art);
    crags(art);
    decks(art);
    roofs(art);
    wattle(art);
    loom(art);
    arch(art);
    menhir(art);
    cairn(art);
    lectern(art);
}
