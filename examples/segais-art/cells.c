/* Rhombic and hexagonal cells, and what stands in them, for the two companion games. */
#include "cells.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How far a pixel is inside each side, in halves of pixels; sides clockwise from the one to
 * the upper right. Each pixel of a plane of cells belongs to one cell. */
static int inside(const CellShape *shape, int side, int x, int y)
{
    const int u = 2 * x + 1 - shape->w, v = 2 * y + 1 - shape->h;
    static const int sx[] = {1, 1, -1, -1}, sy[] = {-1, 1, 1, -1};
    if (shape->sides == 4)
        return shape->w - (sx[side] * u + sy[side] * v * shape->w / shape->h);
    if (side == 1 || side == 4) /* the upright sides of a hexagon */
        return shape->w - (side == 1 ? u : -u);
    const int cap = (shape->h - shape->h / 2) / 2, lean = side == 0 || side == 2 ? u : -u;
    const int depth = side == 0 || side == 5 ? 2 * y + 1 : 2 * (shape->h - y) - 1;
    return (shape->w * depth - lean * 2 * cap) * 3 / (2 * shape->w);
}

static bool belongs(const CellShape *shape, int x, int y)
{
    if (shape->sides == 4)
        return abs(2 * x + 1 - shape->w) + abs(2 * y + 1 - shape->h) * shape->w / shape->h <=
               shape->w;
    const int cap = (shape->h - shape->h / 2) / 2, wide = abs(2 * x + 1 - shape->w) * 2 * cap;
    if (y < cap)
        return wide <= shape->w * (2 * y + 1);
    if (y >= shape->h - cap)
        return wide < shape->w * (2 * (shape->h - y) - 1);
    return true;
}

static Pixel turf(int x, int y, int frame)
{
    (void)frame;
    const int n = (noise(2601, x, y * 2, 16, 64) * 2 + noise(2602, x, y, 4, 64)) / 3;
    if (hash_of(2603, x, y) % 47 == 0)
        return ink(GRASS, 4 + x % 2);
    return ink(GRASS, n + bayer(x, y) * 3 > 176 ? 3 : n + bayer(x, y) * 2 < 98 ? 2 : 3);
}

static Pixel track(int x, int y, int frame)
{
    (void)frame;
    const int n = noise(2611, x, y * 2, 8, 64);
    return ink(EARTH, hash_of(2612, x, y) % 53 == 0 ? 2 : n + bayer(x, y) * 3 > 150 ? 4 : 3);
}

static Pixel flags(int x, int y, int frame)
{
    (void)frame;
    const int row = y / 6, at = (x + row * 7) % 16;
    return ink(STONE, at == 0 || y % 6 == 0 ? 2 : 3 + (noise(2621, x, y, 8, 64) > 140));
}

static Pixel sea(int x, int y, int frame)
{
    const int crest = noise(2631, x + frame * 16, y * 3, 16, 64) +
                      noise(2632, x - frame * 16, y * 3 + 5, 8, 64);
    return ink(WATER, crest > 370                     ? 4
                      : crest > 330                   ? 3
                      : crest + bayer(x, y) * 2 < 190 ? 1
                                                      : 2);
}

/* The top of a column of basalt, worn hollow. */
static Pixel basalt(int x, int y, int frame)
{
    (void)frame;
    const int n = noise(2641, x, y * 2, 8, 64) + bayer(x, y) * 3;
    return ink(STONE, n > 190 ? 4 : n < 70 ? 2 : 3);
}

static const struct {
    const char *name;
    Pixel (*texture)(int x, int y, int frame);
    unsigned frames;
    Ramp rim;
    int shade, ragged;
} grounds[CELL_GROUNDS] = {[TURF] = {"turf", turf, 1, GRASS, 2, 0},
                           [TRACK] = {"track", track, 1, EARTH, 2, 9},
                           [FLAGS] = {"flags", flags, 1, STONE, 1, 4},
                           [SEA] = {"sea", sea, 4, WATER, 5, 6},
                           [BASALT] = {"basalt", basalt, 1, STONE, 1, 0}};

const char *cell_ground(Art *art, const CellShape *shape, int ground, int ends, int part)
{
    const char *name =
        arena_format(art->arena, part ? "%s_%d_%d" : "%s_%d", grounds[ground].name, ends, part)
            .at;
    if (art_has(art, name))
        return name;
    const unsigned frames = grounds[ground].frames;
    const Image image = image_new((uint32_t)shape->w * frames, (uint32_t)shape->h, art->arena);
    for (int at = 0; at < (int)image.w; at++)
        for (int y = 0; y < shape->h; y++) {
            const int x = at % shape->w, frame = at / shape->w;
            if (!belongs(shape, x, y))
                continue;
            int min = 99;
            for (int side = 0; side < shape->sides; side++)
                if (ends >> side & 1 && inside(shape, side, x, y) < min)
                    min = inside(shape, side, x, y);
            const int edge = grounds[ground].ragged
                                 ? grounds[ground].ragged + noise(2651, x, y, 4, 64) / 48
                                 : 0;
            if (min < edge - 3 && grounds[ground].ragged > 4)
                continue;
            Pixel pixel = grounds[ground].texture(x + part * 27, y + part * 41, frame);
            if (min < edge + 2)
                pixel = ink(grounds[ground].rim, grounds[ground].shade);
            if (ground == BASALT) /* each column is to be seen */
                for (int side = 0; side < shape->sides; side++)
                    if (inside(shape, side, x, y) < 4)
                        pixel = ink(STONE, side == 5 || side == 0 || side == 4 ? 5 : 1);
            put(&image, at, y, pixel);
        }
    art_sprite(art, "tiles", name, "so", frames > 1 ? 'l' : 'o', frames, &image);
    art_file(art, arena_format(art->arena, "tiles/%s.til", name).at,
             bytes_of_text(ground == SEA ? TEXT("TirNanoG TileRule\n50 splash\n100 splash\n"
                                                "100 -\n50 splash\n")
                           : ground == TURF || ground == TRACK
                               ? TEXT("TirNanoG TileRule\n100 step_grass\n0 -\n100 -\n"
                                      "100 step_grass\n")
                               : TEXT("TirNanoG TileRule\n110 step_stone\n0 -\n100 -\n"
                                      "110 step_stone\n")));
    return name;
}

/* ---- what stands in a cell: its foot is the cell, below a picture of `tall` more ---- */

static Image standing(Art *art, const CellShape *shape, int tall)
{
    return image_new((uint32_t)shape->w, (uint32_t)(shape->h + tall), art->arena);
}

static void thing(Art *art, const char *name, const Image *image, int mask)
{
    art_sprite(art, "tiles", name, "so", 'o', 1, image);
    if (mask >= 0)
        art_file(art, arena_format(art->arena, "objects/%s.obj", name).at,
                 bytes_of_text(arena_format(
                     art->arena, "TirNanoG Object\n\n1 1 - - - 0 - 0 0 0\n%d\n", mask)));
}

/* The cell's outline raised: a block of stone, or a column of basalt. */
static void block(Art *art, const CellShape *shape, const char *name, int tall, bool courses)
{
    const Image image = standing(art, shape, tall);
    for (int x = 0; x < shape->w; x++)
        for (int y = 0; y < shape->h + tall; y++) {
            const bool top = y < shape->h && belongs(shape, x, y);
            int up = 0; /* how far above lies the lower rim of the top */
            while (!top && up <= tall && (y - up >= shape->h || !belongs(shape, x, y - up)))
                up++;
            if (!top && (up > tall || y < up))
                continue;
            const int n = noise(2661, x, y, 8, 64) + bayer(x, y) * 3;
            const bool left = x < shape->w / 2;
            int shade = top ? 4 + (n > 170) : (left ? 3 : 1) + (n > 170);
            if (!top && courses && ((up % 9 == 0) || (x + up / 9 * 7) % 15 == 0))
                shade = left ? 1 : 0;
            if (!top && !courses && (x % (shape->w / 4) == 0))
                shade = 0;
            put(&image, x, y, ink(STONE, shade));
            if (top && hash_of(2662, x, y) % 23 == 0)
                put(&image, x, y, ink(GRASS, 3));
        }
    outline(&image, ink(INK, 0));
    thing(art, name, &image, 1);
}

static void hawthorn(Art *art, const CellShape *shape)
{
    const Image image = standing(art, shape, 56);
    const int x = shape->w / 2, foot = (int)image.h - shape->h / 2 + 3;
    for (int y = foot - 30; y < foot; y++)
        column(&image, x - 3 + (y - foot) / 9, y, 7, 1, WOOD, 0, 4);
    static const Spot balls[] = {{-14, -38}, {13, -36}, {-6, -48},
                                 {8, -52},   {0, -36},  {-2, -58}};
    for (int i = 0; i < 6; i++)
        ball(&image, x + balls[i].x, foot + balls[i].y, 13 - i / 3 * 2, 10, LEAF, i / 3,
             3 + i / 4);
    for (int i = 0; i < 40; i++) {
        const int bx = x - 24 + (int)(hash_of(2671, i, 0) % 48),
                  by = foot - 64 + (int)(hash_of(2672, i, 0) % 38);
        if (get(&image, bx, by))
            fill(&image, bx, by, 2, 2, ink(i % 4 ? LINEN : RED, 3));
    }
    outline(&image, ink(INK, 0));
    shadow(&image, x + 2, foot, 17, 5);
    thing(art, "hawthorn", &image, 1);
}

static void bushes(Art *art, const CellShape *shape)
{
    const Image furze = standing(art, shape, 8), wrack = standing(art, shape, 0),
                item = image_new(32, 32, art->arena);
    const int x = shape->w / 2, foot = (int)furze.h - shape->h / 2 + 4;
    for (int i = 0; i < 5; i++)
        ball(&furze, x - 14 + i * 7, foot - 8 - i % 2 * 5, 8, 8, LEAF, 0, 3);
    for (int i = 0; i < 46; i++) {
        const int bx = x - 20 + (int)(hash_of(2681, i, 0) % 40),
                  by = foot - 21 + (int)(hash_of(2682, i, 0) % 18);
        if (get(&furze, bx, by))
            fill(&furze, bx, by, 2, 2, ink(GOLD, 2 + i % 2));
    }
    outline(&furze, ink(INK, 0));
    shadow(&furze, x, foot, 19, 4);
    thing(art, "furze", &furze, -1);
    for (int i = 0; i < 6; i++)
        line(&wrack, x - 12 + i * 4, shape->h / 2 + 6, x - 9 + i * 4 - i % 3 * 3,
             shape->h / 2 - 5, ink(PINE, 1 + i % 3));
    thing(art, "wrack", &wrack, 0);
    for (int i = 0; i < 7; i++)
        line(&item, 6 + i * 2, 28, 10 + i * 2, 6 + i % 3 * 2, ink(i % 2 ? LEAF : WOOD, 2));
    for (int i = 0; i < 12; i++)
        fill(&item, 8 + (int)(hash_of(2691, i, 0) % 16), 5 + (int)(hash_of(2692, i, 0) % 10), 2,
             2, ink(GOLD, 2));
    for (int i = 0; i < 3; i++)
        line(&item, 8, 19 + i, 24, 19 + i, ink(THATCH, 3));
    outline(&item, ink(INK, 0));
    art_sprite(art, "tiles", "bundle", "so", 'o', 1, &item);
}

/* A heap of stones for a fire, cold and burning. */
static void beacons(Art *art, const CellShape *shape)
{
    for (int lit = 0; lit < 2; lit++) {
        const unsigned frames = lit ? 4 : 1;
        const Image image =
            image_new((uint32_t)shape->w * frames, (uint32_t)shape->h + 40, art->arena);
        for (unsigned frame = 0; frame < frames; frame++) {
            const Image part = frame_of(&image, frames, frame);
            const int x = shape->w / 2, foot = (int)part.h - shape->h / 2 + 5;
            for (int i = 0; i < 7; i++)
                ball(&part, x - 18 + i * 6, foot - (i % 2) * 3, 6, 5, STONE, 1, 5);
            for (int i = 0; i < 4; i++)
                line(&part, x - 12 + i * 8, foot - 3, x + (i - 2) * 2, foot - 18, ink(WOOD, 2));
            for (int i = 0; lit && i < 3; i++) {
                const int size = 15 - i * 5, lean = (int)(frame % 2) * 3 - 1;
                const Spot flame[] = {{x - size, foot - 8},
                                      {x - size / 2 + lean, foot - 20 - i * 2},
                                      {x + lean * 2, foot - 46 + i * 8},
                                      {x + size / 2 - lean, foot - 18 - i * 2},
                                      {x + size, foot - 8}};
                facet(&part, flame, 5, i == 0 ? RED : GOLD, i == 0 ? 2 : i, 3);
            }
            outline(&part, ink(INK, 0));
            shadow(&part, x, foot + 3, 22, 5);
        }
        art_sprite(art, "tiles", lit ? "beacon_lit" : "beacon", "so", lit ? 'l' : 'o', frames,
                   &image);
    }
}

static void boat(Art *art, const CellShape *shape)
{
    const Image image = standing(art, shape, 6), oar = image_new(32, 32, art->arena);
    const int x = shape->w / 2, y = (int)image.h - shape->h / 2;
    ball(&image, x, y, 21, 9, WOOD, 0, 4);
    ellipse(&image, x, y - 3, 17, 5, ink(WOOD, 0));
    for (int i = -1; i < 2; i++)
        fill(&image, x + i * 10 - 2, y - 7, 4, 9, ink(WOOD, 3));
    outline(&image, ink(INK, 0));
    thing(art, "curragh", &image, -1);
    for (int i = 0; i < 22; i++)
        fill(&oar, 4 + i, 27 - i, 3, 2, ink(WOOD, 4 - i % 2));
    const Spot blade[] = {{21, 11}, {28, 2}, {31, 6}, {24, 13}};
    facet(&oar, blade, 4, WOOD, 2, 4);
    outline(&oar, ink(INK, 0));
    art_sprite(art, "tiles", "oar", "so", 'o', 1, &oar);
    const Image lying = standing(art, shape, 0); /* the same, in the middle of its cell */
    image_over(&lying, x - 16, shape->h / 2 - 16, &oar);
    thing(art, "oar_lost", &lying, -1);
}

void cell_things(Art *art, const CellShape *shape)
{
    block(art, shape, "rampart", 34, true);
    block(art, shape, "pillar_low", 14, false);
    block(art, shape, "pillar_high", 34, false);
    hawthorn(art, shape);
    bushes(art, shape);
    beacons(art, shape);
    boat(art, shape);
}
