/* Trees, bushes, rocks. Pictures are whole cells wide and high; what stands on
 * the ground is in the middle of the lowest row. */
#include "art.h"

#include <stdio.h>

enum { W = 96 };

/* Leaves: little strokes over a crown, light above and dark below. */
static void leaves(const Image *image, Ramp ramp, uint32_t seed)
{
    for (int y = 2; y < (int)image->h - 2; y++)
        for (int x = 2; x < (int)image->w - 2; x++) {
            const Pixel here = get(image, x, y);
            int shade = 0;
            while (shade <= ramp_max(ramp) && ink(ramp, shade) != here)
                shade++;
            if (shade > ramp_max(ramp))
                continue;
            const uint32_t h = hash_of(seed, x, y) % 23;
            if (h < 2 && shade < ramp_max(ramp)) {
                put(image, x, y, ink(ramp, shade + 1));
                put(image, x + 1, y, ink(ramp, shade + 1));
            } else if (h == 2 && shade > 0) {
                put(image, x, y, ink(ramp, shade - 1));
                put(image, x, y + 1, ink(ramp, shade - 1));
            }
        }
}

/* A crown of balls: the lower and farther ones first, darker. */
static void crown(const Image *image, int cx, int cy, int rx, int ry, Ramp ramp, uint32_t seed)
{
    const int max = ramp_max(ramp);
    ball(image, cx, cy + 2, rx * 13 / 16, ry * 13 / 16, ramp, 0, max - 2);
    for (int ring = 0; ring < 2; ring++)
        for (int i = 0; i < 9; i++) {
            const int angle = i * 256 / 9 + ring * 14 + (int)(hash_of(seed, i, ring) % 12);
            const int far = ring ? 110 : 190;
            const int x = cx + wave(angle + 64) * rx * far / 65536;
            const int y = cy + wave(angle) * ry * far / 65536;
            const int size = (ring ? 11 : 9) + (int)(hash_of(seed, ring, i) % 4);
            const int up = (cy - y) * 2 / ry, low = up > 0 ? 1 : 0;
            ball(image, x, y, size * rx / 34, size * ry / 34 + 1, ramp, low,
                 max - (up > 0 ? 0 : 1) - (x > cx + rx / 3));
        }
    ball(image, cx - rx / 6, cy - ry / 5, rx / 3, ry / 3, ramp, 1, max);
    leaves(image, ramp, seed);
}

static void trunk(const Image *image, int cx, int top, int bottom, int width)
{
    for (int y = top; y < bottom; y++) {
        const int flare = y > bottom - 8 ? (y - bottom + 8) * (y - bottom + 8) / 12 : 0;
        column(image, cx - width / 2 - flare, y, width + flare * 2, 1, WOOD, 0, 4);
    }
    for (int i = 0; i < width * 2; i++) {
        const int x = cx - width / 2 + (int)(hash_of(5, i, width) % (unsigned)width);
        const int y = top + (int)(hash_of(6, i, width) % (unsigned)(bottom - top - 4));
        line(image, x, y, x, y + 3, ink(WOOD, 1));
    }
    for (int side = -1; side <= 1; side += 2) /* roots */
        ball(image, cx + side * (width / 2 + 3), bottom - 2, 4, 2, WOOD, 0, 3);
}

static void oak(Art *art, const char *name, Ramp ramp, uint32_t seed, int rx, int ry)
{
    const Image image = image_new(W, W + 32, art->arena);
    const int ground = (int)image.h - 6, crown_y = ground - 44 - ry / 2;
    trunk(&image, W / 2, crown_y + ry / 3, ground, 13);
    for (int side = -1; side <= 1; side += 2) /* boughs */
        for (int i = 0; i < 4; i++)
            line(&image, W / 2 + side * 3 + i % 2, crown_y + ry, W / 2 + side * (16 + i),
                 crown_y + ry / 2, ink(WOOD, side < 0 ? 3 : 1));
    crown(&image, W / 2, crown_y, rx, ry, ramp, seed);
    outline(&image, ink(INK, 0));
    shadow(&image, W / 2 + 3, ground + 1, 26, 5);
    art_sprite(art, "tiles", name, "so", 'o', 1, &image);
}

/* The hazel of the tale: slender stems, golden nuts in clusters. */
static void hazel(Art *art)
{
    const Image image = image_new(W, W + 32, art->arena);
    const int ground = (int)image.h - 6;
    for (int stem = 0; stem < 5; stem++) {
        const int lean = (stem - 2) * 11;
        for (int i = 0; i < 5; i++)
            line(&image, W / 2 + (stem - 2) * 4 + i - 2, ground, W / 2 + lean + i - 2, 56,
                 ink(WOOD, i < 1   ? 1
                           : i < 3 ? 4
                                   : 2));
    }
    crown(&image, W / 2, 42, 43, 36, GRASS, 77);
    for (int i = 0; i < 9; i++) {
        const uint32_t h = hash_of(78, i, 0);
        const int x = 14 + (int)(h % 68), y = 18 + (int)(h / 128 % 48);
        ball(&image, x, y, 3, 3, GOLD, 0, 3);
        ball(&image, x + 5, y + 2, 3, 3, GOLD, 0, 2);
        line(&image, x - 2, y - 3, x + 7, y - 2, ink(GRASS, 1));
    }
    outline(&image, ink(INK, 0));
    shadow(&image, W / 2 + 3, ground + 1, 30, 5);
    art_sprite(art, "tiles", "hazel", "so", 'o', 1, &image);
}

static void pine(Art *art)
{
    const Image image = image_new(W, W + 32, art->arena);
    const int ground = (int)image.h - 6;
    trunk(&image, W / 2, ground - 22, ground, 9);
    for (int tier = 4; tier >= 0; tier--) {
        const int top = 4 + tier * 19, half = 14 + tier * 5, height = 30;
        for (int y = 0; y < height; y++) {
            const int reach = half * (y + 2) / height;
            for (int x = -reach; x <= reach; x++) {
                const int ragged = (int)(hash_of(300 + (uint32_t)tier, x, 0) % 5);
                if (y > height - 6 + ragged - (x < 0 ? -x : x) / 7)
                    continue;
                int shade = 2 - (x * 2 > reach / 2) + (x < -reach / 3) - (y < 6 && tier) * 1;
                shade += (hash_of(301, x / 2, y + top) % 7 == 0) - (y > height - 8);
                put(&image, W / 2 + x, top + y, ink(PINE, shade));
            }
        }
    }
    outline(&image, ink(INK, 0));
    shadow(&image, W / 2 + 3, ground + 1, 22, 5);
    art_sprite(art, "tiles", "pine", "so", 'o', 1, &image);
}

static void birch(Art *art)
{
    const Image image = image_new(W, W + 32, art->arena);
    const int ground = (int)image.h - 6;
    column(&image, W / 2 - 4, 54, 8, ground - 54, LINEN, 0, 3);
    for (int i = 0; i < 12; i++) {
        const int y = 58 + i * 6, x = W / 2 - 4 + (int)(hash_of(310, i, 0) % 5);
        line(&image, x, y, x + 2 + i % 2, y, ink(INK, 1));
    }
    crown(&image, W / 2, 44, 28, 38, GRASS, 311);
    outline(&image, ink(INK, 0));
    shadow(&image, W / 2 + 3, ground + 1, 20, 4);
    art_sprite(art, "tiles", "birch", "so", 'o', 1, &image);
}

static void willow(Art *art)
{
    const Image image = image_new(W, W + 32, art->arena);
    const int ground = (int)image.h - 6;
    trunk(&image, W / 2, 60, ground, 12);
    crown(&image, W / 2, 44, 38, 30, GRASS, 341);
    for (int i = 0; i < 46; i++) { /* withies hang down */
        const int x = 10 + i * 76 / 46, from = 40 + (x - W / 2) * (x - W / 2) / 60;
        const int length = 26 + (int)(hash_of(342, i, 0) % 28);
        for (int y = from; y < from + length; y++)
            put(&image, x + wave(y * 3 + i * 20) / 128, y,
                ink(GRASS, (y - from) * 2 / length + 2 + (i % 3 == 0)));
    }
    outline(&image, ink(INK, 0));
    shadow(&image, W / 2 + 3, ground + 1, 26, 5);
    art_sprite(art, "tiles", "willow", "so", 'o', 1, &image);
}

static void small_things(Art *art)
{
    const Image bush = image_new(32, 32, art->arena);
    ball(&bush, 10, 20, 8, 7, LEAF, 0, 3);
    ball(&bush, 22, 20, 8, 7, LEAF, 0, 3);
    ball(&bush, 16, 15, 10, 9, LEAF, 1, 4);
    leaves(&bush, LEAF, 320);
    for (int i = 0; i < 6; i++)
        ball(&bush, 7 + (int)(hash_of(321, i, 0) % 18), 10 + (int)(hash_of(322, i, 0) % 14), 1,
             1, RED, 2, 3);
    outline(&bush, ink(INK, 0));
    shadow(&bush, 17, 27, 13, 3);
    art_sprite(art, "tiles", "bush", "so", 'o', 1, &bush);

    const Image stump = image_new(32, 32, art->arena);
    column(&stump, 7, 15, 18, 11, WOOD, 0, 4);
    ball(&stump, 16, 26, 10, 3, WOOD, 0, 2);
    ellipse(&stump, 16, 14, 9, 4, ink(WOOD, 4));
    ellipse(&stump, 16, 14, 6, 2, ink(WOOD, 3));
    ellipse(&stump, 16, 14, 3, 1, ink(WOOD, 4));
    outline(&stump, ink(INK, 0));
    shadow(&stump, 17, 28, 12, 3);
    art_sprite(art, "tiles", "stump", "so", 'o', 1, &stump);

    for (int kind = 0; kind < 2; kind++) {
        char name[16];
        const Image rock = image_new(32, 32, art->arena);
        const Spot left[] = {
            {5 + kind * 2, 26}, {3, 17}, {10, 8 + kind * 3}, {17, 14}, {15, 27}};
        const Spot top[] = {{10, 8 + kind * 3}, {20, 5 + kind * 4}, {27, 13}, {17, 15}};
        const Spot right[] = {{17, 14}, {27, 12}, {29, 22}, {25, 27}, {15, 27}};
        facet(&rock, left, 5, STONE, 2, 4);
        facet(&rock, right, 5, STONE, 1, 2);
        facet(&rock, top, 4, STONE, 4, 5);
        for (int i = 0; i < 8 * kind; i++)
            put(&rock, 7 + (int)(hash_of(330, i, 0) % 18), 9 + (int)(hash_of(331, i, 0) % 8),
                ink(GRASS, 3));
        outline(&rock, ink(INK, 0));
        shadow(&rock, 17, 27, 14, 3);
        snprintf(name, sizeof name, "rock_%d", kind);
        art_sprite(art, "tiles", name, "so", 'o', 1, &rock);
    }
}

void trees_files(Art *art)
{
    oak(art, "oak", LEAF, 101, 42, 34);
    oak(art, "oak_small", LEAF, 131, 33, 28);
    hazel(art);
    pine(art);
    birch(art);
    willow(art);
    small_things(art);
}
