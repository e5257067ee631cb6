/* The cave: walls two cells high, seen from the south, and what grows there. */
#include "art.h"

#include <stdio.h>

enum { CELL = 32 };

/* The rock's top is dark; a light rim where it ends. The number says on which
 * sides it ends: 1 north, 2 east, 4 south, 8 west. */
static void tops(Art *art)
{
    for (int ends = 0; ends < 16; ends++) {
        const Image image = image_new(CELL, CELL, art->arena);
        for (int y = 0; y < CELL; y++)
            for (int x = 0; x < CELL; x++) {
                int away = 99; /* from the nearest end */
                const int wobble = noise(901, x, y, 8, CELL) / 64;
                const int sides[4] = {y, 31 - x, 31 - y, x};
                for (int i = 0; i < 4; i++)
                    if (ends >> i & 1 && sides[i] + wobble < away)
                        away = sides[i] + wobble;
                Pixel pixel = ink(INK, hash_of(902, x, y) % 80 == 0);
                if (away < 3)
                    pixel = ink(STONE, ends & 8 && x < 4 ? 3 : 2);
                else if (away < 8)
                    pixel = ink(STONE, bayer(x, y) < 16 - away ? 1 : 0);
                else if (away < 14 && bayer(x, y) < 14 - away)
                    pixel = ink(STONE, 0);
                put(&image, x, y, pixel);
            }
        char name[24];
        snprintf(name, sizeof name, "rocktop_%d", ends);
        art_sprite(art, "tiles", name, "so", 'o', 1, &image);
    }
}

/* The face: blocks of rock, lighter above, two cells drawn as one picture and cut. */
static void faces(Art *art)
{
    const Image image = image_new(CELL * 2, CELL * 2, art->arena);
    for (int y = 0; y < CELL * 2; y++)
        for (int x = 0; x < CELL * 2; x++) {
            int best = 1 << 20, second = best, tone = 0, dy = 0, dx = 0;
            for (int j = -1; j <= 1; j++)
                for (int i = -1; i <= 1; i++) {
                    const int cx = x / 16 + i, cy = y / 13 + j;
                    const uint32_t h = hash_of(911, (cx + 4) % 4, cy);
                    const int px = cx * 16 + (int)(h % 15), py = cy * 13 + (int)(h / 16 % 12);
                    const int d = (x - px) * (x - px) + (y - py) * (y - py) * 3 / 2;
                    if (d < best) {
                        second = best;
                        best = d;
                        tone = (int)(h >> 20) % 3;
                        dx = x - px, dy = y - py;
                    } else if (d < second) {
                        second = d;
                    }
                }
            const int gap = isqrt(second * 16) - isqrt(best * 16);
            int shade =
                2 + (tone == 0) + (dx + dy * 2 < -5) - (dx + dy * 2 > 6) - (y > 50) - (y > 58);
            if (gap < 4)
                shade = 0;
            put(&image, x, y, ink(STONE, shade < 0 ? 0 : shade));
        }
    for (int x = 0; x < CELL * 2; x++) {
        put(&image, x, 0, ink(STONE, 4));
        put(&image, x, 1, ink(STONE, 3 + (hash_of(912, x, 0) & 1)));
        put(&image, x, 2, ink(STONE, 1));
        put(&image, x, CELL * 2 - 1, ink(INK, 0));
    }
    for (uint32_t y = 0; y < 2; y++)
        for (uint32_t x = 0; x < 2; x++) {
            char name[24];
            const Image part = image_part(&image, x * CELL, y * CELL, CELL, CELL);
            snprintf(name, sizeof name, "rockface_%u%u", y, x);
            art_sprite(art, "tiles", name, "so", 'o', 1, &part);
        }
    const Image shade = image_new(CELL, CELL, art->arena); /* on the floor below */
    for (int y = 0; y < 14; y++)
        for (int x = 0; x < CELL; x++)
            put(&shade, x, y, PIXEL(0x17, 0x13, 0x1F, 150 - y * 10));
    art_sprite(art, "tiles", "rockshade", "so", 'o', 1, &shade);
}

static void crystals(Art *art)
{
    static const Ramp ramps[2] = {WATER, VIOLET};
    for (int kind = 0; kind < 2; kind++) {
        const Image image = image_new(CELL * 4, 48, art->arena);
        const int max = ramp_max(ramps[kind]);
        for (int frame = 0; frame < 4; frame++) {
            const Image part = frame_of(&image, 4, (unsigned)frame);
            static const int xs[] = {10, 22, 16, 6, 26}, tops[] = {16, 14, 4, 28, 30},
                             leans[] = {-3, 3, 0, -4, 4};
            for (int i = 0; i < 5; i++) {
                const int x = xs[i], top = tops[i], lean = leans[i], w = i < 3 ? 5 : 3;
                const Spot light[] = {
                    {x - w, 42}, {x - w + lean, top + 6}, {x + lean, top}, {x, 43}};
                const Spot dark[] = {
                    {x, 43}, {x + lean, top}, {x + w + lean, top + 6}, {x + w, 42}};
                facet(&part, dark, 4, ramps[kind], 0, max - 2);
                facet(&part, light, 4, ramps[kind], 1, max);
            }
            for (int i = 0; i < 2; i++) { /* a gleam wanders over them */
                const int y = 12 + frame * 7 + i * 3;
                put(&part, 14, y, ink(LINEN, 3));
                put(&part, 15, y, ink(LINEN, 3));
                put(&part, 8, y + 8 > 40 ? 40 : y + 8, ink(LINEN, 3));
            }
            outline(&part, ink(INK, 0));
            shadow(&part, 16, 43, 14, 3);
        }
        art_sprite(art, "tiles", kind ? "crystal_violet" : "crystal_blue", "so", 'l', 4,
                   &image);
    }
}

static void torch(Art *art)
{
    const Image image = image_new(CELL * 4, 64, art->arena);
    for (int frame = 0; frame < 4; frame++) {
        const Image part = frame_of(&image, 4, (unsigned)frame);
        column(&part, 14, 32, 5, 26, WOOD, 1, 4);
        ball(&part, 16, 58, 7, 3, STONE, 1, 4);
        fill(&part, 12, 30, 9, 4, ink(STONE, 2));
        for (int i = 0; i < 3; i++) {
            const int size = 8 - i * 2, tall = size * 2 + (frame + i) % 3 * 2;
            for (int j = 0; j < tall; j++) {
                const int half = size * (tall - j) / tall - (j < 2),
                          lean = wave(frame * 64 + j * 8) * j / 1600;
                for (int k = -half; k <= half; k++)
                    put(&part, 16 + k + lean, 30 - j, ink(GOLD, 1 + i));
            }
        }
        put(&part, 12 + frame * 3, 8 - frame, ink(GOLD, 2));
        outline(&part, ink(INK, 0));
        shadow(&part, 16, 59, 9, 2);
    }
    art_sprite(art, "tiles", "torch", "so", 'l', 4, &image);
}

static void stalagmites(Art *art)
{
    for (int kind = 0; kind < 2; kind++) {
        const Image image = image_new(32, 48, art->arena);
        static const int xs[2][3] = {{9, 23, 16}, {8, 16, 24}},
                         tops[2][3] = {{22, 18, 3}, {12, 26, 20}};
        for (int i = 0; i < 3; i++) {
            const int x = xs[kind][i], top = tops[kind][i];
            for (int y = top; y < 44; y++) {
                const int half = 1 + (y - top) * 6 / (44 - top);
                column(&image, x - half, y, half * 2, 1, STONE, 1 - (y > 38),
                       y % 7 == 0 ? 3 : 4);
            }
        }
        outline(&image, ink(INK, 0));
        shadow(&image, 17, 44, 14, 3);
        char name[24];
        snprintf(name, sizeof name, "stalagmite_%d", kind);
        art_sprite(art, "tiles", name, "so", 'o', 1, &image);
    }
    const Image hanging = image_new(96, 64, art->arena); /* from the roof, over one's head */
    for (int i = 0; i < 5; i++) {
        const int x = 12 + i * 18, tip = 26 + (int)(hash_of(921, i, 0) % 34);
        for (int y = 0; y < tip; y++) {
            const int half = (tip - y) * 8 / tip;
            column(&hanging, x - half, y, half * 2 + 1, 1, STONE, 0, 3);
        }
    }
    outline(&hanging, ink(INK, 0));
    art_sprite(art, "tiles", "stalactites", "so", 'o', 1, &hanging);
}

/* Daylight falls in where the cave opens. */
static void way_out(Art *art)
{
    const Image image = image_new(96, 96, art->arena);
    fill(&image, 10, 20, 76, 72, ink(STONE, 1));
    for (int y = 18; y < 92; y++)
        for (int x = 26; x < 70; x++) {
            const int dx = x - 48, dy = y < 44 ? y - 44 : 0;
            if (dx * dx + dy * dy < 21 * 21)
                put(&image, x, y,
                    ink(y < 60 ? WATER : GRASS,
                        y < 60 ? 5 - (bayer(x, y) < (y - 20) / 4) : 4 - (bayer(x, y) > 8)));
        }
    for (int i = 0; i < 13; i++) {
        const int a = i * 11 - 66, x = 48 + wave(a) * 27 / 256;
        ball(&image, x, 44 - wave(a + 64) * 27 / 256, 9, 8, STONE, 1, 4);
    }
    for (int i = 0; i < 5; i++) {
        ball(&image, 20, 50 + i * 10, 9, 7, STONE, 1, 5);
        ball(&image, 76, 50 + i * 10, 9, 7, STONE, 1, 4);
    }
    outline(&image, ink(INK, 0));
    art_sprite(art, "tiles", "way_out", "so", 'o', 1, &image);
}

static void mist(Art *art)
{
    const Image image = image_new(256, 128, art->arena);
    for (int y = 0; y < 128; y++)
        for (int x = 0; x < 256; x++) {
            const int n = (noise(931, x, y * 2, 64, 256) + noise(932, x, y * 2, 32, 256)) / 2;
            if (n > 132)
                put(&image, x, y,
                    (ink(LINEN, 3) & 0xFFFFFF) | (uint32_t)((n - 132) / 12 * 6) << 24);
        }
    art_sprite(art, "tiles", "mist", "so", 'o', 1, &image);
}

void cavern_files(Art *art)
{
    tops(art);
    faces(art);
    crystals(art);
    torch(art);
    stalagmites(art);
    way_out(art);
    mist(art);
}
