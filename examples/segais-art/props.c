/* What stands about in the village and the wood. */
#include "art.h"

#include <stdio.h>

static void one(Art *art, const char *name, const Image *image, int cx, int cy, int rx, int ry)
{
    outline(image, ink(INK, 0));
    if (rx)
        shadow(image, cx, cy, rx, ry);
    art_sprite(art, "tiles", name, "so", 'o', 1, image);
}

static void fences(Art *art)
{
    const Image across = image_new(32, 32, art->arena), along = image_new(32, 32, art->arena);
    for (int rail = 0; rail < 2; rail++)
        for (int x = 0; x < 32; x++)
            for (int j = 0; j < 3; j++)
                put(&across, x, 12 + rail * 7 + j,
                    ink(WOOD, 4 - j - (hash_of(501, x / 5, rail) % 3 == 0)));
    for (int post = 0; post < 2; post++) {
        column(&across, 5 + post * 16, 8, 6, 20, WOOD, 1, 4);
        ball(&across, 8 + post * 16, 8, 3, 2, WOOD, 3, 4);
    }
    one(art, "fence", &across, 16, 28, 15, 2);
    for (int y = 0; y < 32; y++)
        for (int j = 0; j < 3; j++)
            put(&along, 14 + j, y, ink(WOOD, 3 - j));
    column(&along, 13, 8, 6, 20, WOOD, 1, 4);
    ball(&along, 16, 8, 3, 2, WOOD, 3, 4);
    one(art, "fence_side", &along, 17, 28, 5, 2);
}

static void well(Art *art)
{
    const Image image = image_new(96, 96, art->arena);
    column(&image, 24, 24, 5, 58, WOOD, 1, 4);
    column(&image, 67, 24, 5, 58, WOOD, 0, 3);
    column(&image, 20, 66, 56, 22, STONE, 1, 5);
    ball(&image, 48, 87, 28, 5, STONE, 1, 4);
    for (int y = 68; y < 90; y += 7)
        for (int x = 20; x < 76; x++)
            if (get(&image, x, y)) {
                put(&image, x, y, ink(STONE, 1));
                if ((x + y) % 13 == 0)
                    line(&image, x, y, x, y < 82 ? y + 6 : y, ink(STONE, 1));
            }
    ellipse(&image, 48, 66, 28, 7, ink(STONE, 5));
    ellipse(&image, 48, 66, 26, 6, ink(STONE, 4));
    ellipse(&image, 48, 67, 22, 4, ink(STONE, 0)); /* dry */
    ellipse(&image, 48, 69, 18, 2, ink(EARTH, 1));
    column(&image, 24, 60, 5, 6, WOOD, 1, 4);
    column(&image, 67, 60, 5, 6, WOOD, 0, 3);
    fill(&image, 26, 40, 44, 5, ink(WOOD, 3));
    fill(&image, 26, 43, 44, 2, ink(WOOD, 1));
    line(&image, 48, 45, 48, 56, ink(LINEN, 1));
    column(&image, 43, 54, 11, 10, WOOD, 1, 4);
    fill(&image, 43, 57, 11, 1, ink(STONE, 4));
    const Spot left[] = {{48, 4}, {14, 30}, {18, 35}, {48, 14}},
               right[] = {{48, 4}, {82, 30}, {78, 35}, {48, 14}};
    const Spot gable[] = {{48, 14}, {24, 32}, {72, 32}};
    facet(&image, gable, 3, WOOD, 0, 2);
    facet(&image, left, 4, THATCH, 2, 4);
    facet(&image, right, 4, THATCH, 0, 2);
    one(art, "well", &image, 50, 91, 32, 3);
}

static void stall(Art *art)
{
    const Image image = image_new(96, 96, art->arena);
    column(&image, 8, 26, 5, 62, WOOD, 1, 4);
    column(&image, 83, 26, 5, 62, WOOD, 0, 3);
    fill(&image, 6, 60, 84, 7, ink(WOOD, 4));
    fill(&image, 6, 66, 84, 2, ink(WOOD, 1));
    for (int x = 8; x < 88; x++)
        for (int y = 68; y < 88; y++)
            put(&image, x, y, ink(WOOD, x % 10 == 0 ? 0 : 2 + (x % 10 == 1) - (x > 66)));
    static const struct {
        Ramp ramp;
        int high;
    } goods[] = {{RED, 3}, {GRASS, 5}, {GOLD, 3}, {VIOLET, 3}, {THATCH, 4}};
    for (int i = 0; i < 5; i++) {
        column(&image, 11 + i * 15, 54, 13, 9, WOOD, 1, 3);
        for (int j = 0; j < 5; j++)
            ball(&image, 14 + i * 15 + j % 3 * 4, 54 - j / 3 * 4, 2, 2, goods[i].ramp, 0,
                 goods[i].high);
    }
    for (int x = 2; x < 94; x++) {
        const int stripe = (x - 2) / 12,
                  hang = 32 + ((x - 2) % 12 < 2 || (x - 2) % 12 > 9 ? 0 : 4);
        const int rise = 4 + (x < 12 ? 12 - x : x > 84 ? x - 84 : 0) / 3;
        for (int y = rise; y < hang; y++) {
            const int shade = (y < 12 ? 3 : y < 26 ? 2 : 1) - (y > 29) + (stripe & 1 ? 0 : 0);
            put(&image, x, y, ink(stripe & 1 ? LINEN : RED, shade));
        }
    }
    one(art, "stall", &image, 50, 88, 42, 3);
}

static void signpost(Art *art)
{
    const Image image = image_new(32, 64, art->arena);
    column(&image, 14, 18, 5, 42, WOOD, 1, 4);
    const Spot west[] = {{1, 18}, {5, 13}, {26, 13}, {26, 23}, {5, 23}};
    const Spot east[] = {{6, 28}, {26, 28}, {31, 33}, {26, 38}, {6, 38}};
    facet(&image, west, 5, WOOD, 2, 4);
    facet(&image, east, 5, WOOD, 2, 4);
    for (int i = 0; i < 5; i++) {
        line(&image, 8 + i * 3, 16 + i % 2, 8 + i * 3, 20, ink(WOOD, 0));
        line(&image, 10 + i * 3, 31, 10 + i * 3, 35 - i % 2, ink(WOOD, 0));
    }
    one(art, "signpost", &image, 17, 60, 7, 2);
    art_sprite(art, "tiles", "sign_moor", "so", 'o', 1, &image);
    art_sprite(art, "tiles", "sign_shore", "so", 'o', 1, &image);
}

/* A flame: a drop that flickers. */
static void flame(const Image *image, int x, int y, int size, int frame)
{
    static const int leans[4] = {0, 1, 0, -1};
    for (int i = 0; i < 3; i++) {
        const int s = size - i * 2, tall = s * 2 + (frame & 1);
        for (int j = 0; j < tall; j++) {
            const int half = s * (tall - j) / tall - (j < 2 ? 1 : 0);
            for (int k = -half; k <= half; k++)
                put(image, x + k + leans[frame] * j / 5, y - j, ink(GOLD, 1 + i));
        }
    }
}

static void fires(Art *art)
{
    const Image lamp = image_new(32 * 4, 64, art->arena);
    const Image pot = image_new(32 * 4, 48, art->arena);
    const Image forge = image_new(64 * 4, 64, art->arena);
    for (int frame = 0; frame < 4; frame++) {
        const Image a = frame_of(&lamp, 4, (unsigned)frame),
                    b = frame_of(&pot, 4, (unsigned)frame);
        const Image c = frame_of(&forge, 4, (unsigned)frame);
        column(&a, 14, 24, 4, 36, SLATE, 0, 3);
        ball(&a, 16, 60, 6, 2, SLATE, 0, 2);
        column(&a, 10, 8, 12, 15, WATER, 0, 1);
        flame(&a, 16, 20, 5, frame);
        line(&a, 10, 8, 10, 22, ink(SLATE, 2));
        line(&a, 21, 8, 21, 22, ink(SLATE, 1));
        const Spot cap[] = {{8, 8}, {16, 1}, {24, 8}};
        facet(&a, cap, 3, SLATE, 1, 3);
        fill(&a, 9, 22, 14, 2, ink(SLATE, 2));
        outline(&a, ink(INK, 0));
        shadow(&a, 17, 61, 9, 2);

        for (int log = 0; log < 3; log++)
            line(&b, 6 + log * 2, 44 - log % 2 * 2, 26 - log * 2, 42 + log % 2 * 2,
                 ink(WOOD, 2 + log));
        flame(&b, 9, 43, 5, frame);
        flame(&b, 22, 43, 5, (frame + 2) & 3);
        ball(&b, 16, 28, 12, 11, RAVEN, 0, 3);
        fill(&b, 3, 12, 27, 8, 0);
        ellipse(&b, 16, 20, 12, 4, ink(RAVEN, 3));
        ellipse(&b, 16, 20, 10, 3, ink(GRASS, 3));
        ball(&b, 12 + frame * 2, 20, 2, 1, GRASS, 4, 5);
        ball(&b, 20 - frame, 19, 1, 1, GRASS, 4, 5);
        for (int j = 0; j < 10; j++)
            put(&b, 14 + wave(j * 30 + frame * 64) * 3 / 256, 14 - j, ink(LINEN, 3 - j / 4));
        outline(&b, ink(INK, 0));
        shadow(&b, 16, 45, 14, 2);

        column(&c, 8, 22, 48, 38, STONE, 1, 4);
        for (int y = 26; y < 60; y += 7)
            for (int x = 8; x < 56; x++) {
                put(&c, x, y, ink(STONE, 1));
                if ((x + y * 3) % 12 == 0)
                    line(&c, x, y, x, y + 6, ink(STONE, 1));
            }
        fill(&c, 16, 36, 32, 20, ink(INK, 0));
        for (int i = 0; i < 4; i++)
            flame(&c, 20 + i * 8, 55, 6, (frame + i) & 3);
        column(&c, 20, 0, 24, 24, STONE, 1, 4);
        fill(&c, 6, 32, 52, 4, ink(STONE, 4));
        outline(&c, ink(INK, 0));
        shadow(&c, 33, 60, 28, 3);
    }
    art_sprite(art, "tiles", "lamp", "so", 'l', 4, &lamp);
    art_sprite(art, "tiles", "cauldron", "so", 'l', 4, &pot);
    art_sprite(art, "tiles", "forge", "so", 'l', 4, &forge);
}

static void goods(Art *art)
{
    const Image barrel = image_new(32, 32, art->arena), crate = image_new(32, 32, art->arena);
    ball(&barrel, 16, 17, 10, 12, WOOD, 1, 4);
    fill(&barrel, 6, 11, 21, 2, ink(STONE, 2));
    fill(&barrel, 6, 22, 21, 2, ink(STONE, 2));
    line(&barrel, 6, 11, 20, 11, ink(STONE, 4));
    ellipse(&barrel, 16, 7, 7, 2, ink(WOOD, 4));
    ellipse(&barrel, 16, 7, 5, 1, ink(WOOD, 2));
    for (int i = 0; i < 3; i++)
        line(&barrel, 11 + i * 5, 13, 11 + i * 5, 21, ink(WOOD, 1));
    one(art, "barrel", &barrel, 17, 28, 11, 2);
    for (int y = 6; y < 28; y++)
        for (int x = 5; x < 27; x++)
            put(&crate, x, y, ink(WOOD, y % 6 == 0 ? 1 : 3 + (y % 6 == 1) - (x > 20)));
    for (int i = 0; i < 3; i++) {
        line(&crate, 6 + i, 7, 24 + i, 26, ink(WOOD, 4 - i));
        fill(&crate, 5 + i / 2 * 19, 6, 3, 22, ink(WOOD, 2 + (i == 0)));
    }
    one(art, "crate", &crate, 17, 28, 12, 2);
    const Image hay = image_new(32, 32, art->arena);
    ball(&hay, 16, 18, 13, 10, THATCH, 1, 4);
    for (int i = 0; i < 50; i++) {
        const int x = 4 + (int)(hash_of(511, i, 0) % 24),
                  y = 9 + (int)(hash_of(512, i, 0) % 18);
        if (get(&hay, x, y))
            line(&hay, x, y, x + 2, y + (i % 3) - 1, ink(THATCH, i % 5));
    }
    one(art, "hay", &hay, 17, 28, 13, 2);
    const Image anvil = image_new(32, 32, art->arena);
    column(&anvil, 10, 20, 13, 8, WOOD, 0, 3);
    const Spot iron[] = {{3, 10},  {27, 10}, {27, 14}, {20, 15},
                         {19, 20}, {12, 20}, {11, 15}, {7, 14}};
    facet(&anvil, iron, 8, SLATE, 0, 3);
    line(&anvil, 4, 10, 26, 10, ink(STONE, 5));
    one(art, "anvil", &anvil, 17, 28, 10, 2);
    const Image cabbage = image_new(32, 32, art->arena);
    for (int i = 0; i < 4; i++) {
        const int x = 8 + i % 2 * 16, y = 9 + i / 2 * 14;
        ball(&cabbage, x, y, 6, 5, GRASS, 1, 4);
        ball(&cabbage, x, y, 3, 3, GRASS, 3, 5);
        line(&cabbage, x - 4, y + 1, x - 1, y, ink(GRASS, 5));
    }
    one(art, "cabbage", &cabbage, 0, 0, 0, 0);
}

/* Standing stones with ogham, the letters of the trees. */
static void stones(Art *art)
{
    const Image image = image_new(32, 64, art->arena);
    const Spot slab[] = {{7, 59}, {5, 20}, {12, 4}, {21, 6}, {26, 24}, {25, 60}};
    facet(&image, slab, 6, STONE, 1, 5);
    line(&image, 16, 10, 16, 54, ink(STONE, 1));
    for (int i = 0; i < 9; i++) {
        const int y = 13 + i * 4 + i / 3 * 2, side = (int)(hash_of(521, i, 0) % 3);
        line(&image, side == 1 ? 16 : 11, y, side == 0 ? 16 : 21, y, ink(STONE, 1));
    }
    for (int i = 0; i < 14; i++)
        put(&image, 7 + (int)(hash_of(522, i, 0) % 17), 46 + (int)(hash_of(523, i, 0) % 13),
            ink(GRASS, 2 + i % 2));
    one(art, "ogham", &image, 17, 60, 12, 3);

    for (int full = 0; full < 2; full++) { /* the spring, dry and running */
        const unsigned frames = full ? 4 : 1;
        const Image spring = image_new(96 * frames, 64, art->arena);
        for (unsigned frame = 0; frame < frames; frame++) {
            const Image part = frame_of(&spring, frames, frame);
            ball(&part, 48, 38, 42, 20, STONE, 1, 4);
            ellipse(&part, 48, 36, 35, 14, ink(STONE, 1));
            if (!full) {
                ellipse(&part, 48, 38, 33, 12, ink(EARTH, 1));
                for (int i = 0; i < 9; i++)
                    line(&part, 20 + i * 7, 32 + (int)(hash_of(531, i, 0) % 12), 24 + i * 7,
                         34 + (int)(hash_of(532, i, 0) % 12), ink(EARTH, 0));
            } else {
                ellipse(&part, 48, 38, 33, 12, ink(WATER, 2));
                for (int ring = 0; ring < 3; ring++) {
                    const int r = (int)(frame * 3 + (unsigned)ring * 11) % 33;
                    for (int a = 0; a < 256; a += 5)
                        put(&part, 48 + wave(a) * r / 256,
                            38 + wave(a + 64) * r * 11 / 33 / 256,
                            ink(WATER, r < 14   ? 5
                                       : r < 24 ? 4
                                                : 3));
                }
                ball(&part, 48, 36, 4, 3 + (int)(frame & 1), WATER, 3, 5);
            }
            for (int i = 0; i < 15; i++) { /* rim stones in front and behind */
                const int a = i * 17, x = 48 + wave(a) * 40 / 256,
                          y = 38 + wave(a + 64) * 18 / 256;
                ball(&part, x, y, 6, 5, STONE, 1 + (y < 38), y < 38 ? 4 : 5);
            }
            outline(&part, ink(INK, 0));
        }
        art_sprite(art, "tiles", full ? "spring_full" : "spring_dry", "so", full ? 'l' : 'o',
                   frames, &spring);
    }
}

/* The mound of the sídhe: a door of stone under grass, with spirals. */
static void mound(Art *art)
{
    const Image image = image_new(160, 128, art->arena);
    ball(&image, 80, 92, 78, 84, GRASS, 1, 4);
    fill(&image, 0, 124, 160, 60, 0);
    for (int i = 0; i < 120; i++) {
        const int x = (int)(hash_of(541, i, 0) % 160), y = (int)(hash_of(542, i, 0) % 118);
        if (get(&image, x, y) && get(&image, x + 3, y)) {
            line(&image, x, y, x, y - 2, ink(GRASS, i % 3 ? 4 : 2));
            line(&image, x + 2, y, x + 2, y - 1, ink(GRASS, i % 3 ? 5 : 1));
        }
    }
    for (int i = 0; i < 12; i++) { /* kerb stones */
        const int x = 8 + i * 13;
        if (x > 46 && x < 112)
            continue;
        ball(&image, x, 118 - (i % 3), 8, 8, STONE, 1, 5);
        for (int a = 0; a < 300; a += 12)
            put(&image, x + wave(a) * (a / 60) / 256, 117 + wave(a + 64) * (a / 60) / 256,
                ink(STONE, 1));
    }
    column(&image, 50, 66, 16, 59, STONE, 1, 5);
    column(&image, 94, 66, 16, 59, STONE, 1, 4);
    const Spot lintel[] = {{44, 68}, {48, 52}, {110, 50}, {117, 67}};
    facet(&image, lintel, 4, STONE, 2, 5);
    for (int s = 0; s < 3; s++)
        for (int a = 0; a < 560; a += 6)
            put(&image, 62 + s * 18 + wave(a) * (a / 80) / 256,
                60 + wave(a + 64) * (a / 80) / 256, ink(STONE, 1));
    fill(&image, 66, 68, 28, 56, ink(INK, 0));
    for (int y = 100; y < 124; y++)
        for (int x = 66; x < 94; x++)
            if (bayer(x, y) < (y - 100) / 2)
                put(&image, x, y, ink(STONE, 1));
    one(art, "mound", &image, 80, 124, 76, 3);
}

static void bridge(Art *art)
{
    const Image plank = image_new(32, 32, art->arena), rail = image_new(32, 32, art->arena);
    for (int y = 0; y < 32; y++)
        for (int x = 0; x < 32; x++) {
            const int board = x / 8;
            int shade = 3 + (x % 8 == 0) - (hash_of(551, board, y / 9) % 3 == 0);
            if (x % 8 == 7)
                shade = 0;
            else if (hash_of(552, board, y) % 13 == 0)
                shade = 2;
            put(&plank, x, y, ink(WOOD, shade));
        }
    art_sprite(art, "tiles", "planks", "so", 'o', 1, &plank);
    for (int x = 0; x < 32; x++)
        for (int j = 0; j < 4; j++)
            put(&rail, x, 10 + j, ink(WOOD, 4 - j));
    for (int i = 0; i < 2; i++)
        column(&rail, 6 + i * 16, 6, 5, 22, WOOD, 1, 4);
    one(art, "railing", &rail, 0, 0, 0, 0);
}

static void chests(Art *art)
{
    for (int open = 0; open < 2; open++) {
        const Image image = image_new(32, 32, art->arena);
        column(&image, 5, 15, 22, 12, WOOD, 1, 4);
        for (int y = 19; y < 27; y += 4)
            line(&image, 5, y, 26, y, ink(WOOD, 1));
        if (open) {
            const Spot lid[] = {{5, 14}, {7, 3}, {25, 3}, {27, 14}};
            facet(&image, lid, 4, WOOD, 0, 2);
            fill(&image, 6, 13, 20, 4, ink(INK, 0));
            for (int i = 0; i < 7; i++)
                ball(&image, 8 + i * 3, 15, 1, 1, GOLD, 1, 3);
        } else {
            ball(&image, 16, 14, 11, 7, WOOD, 1, 4);
            fill(&image, 5, 15, 22, 1, ink(WOOD, 0));
        }
        for (int i = 0; i < 2; i++)
            fill(&image, 7 + i * 15, open ? 16 : 9, 3, open ? 11 : 18, ink(GOLD, 1));
        fill(&image, 14, 14, 5, 6, ink(GOLD, 2));
        fill(&image, 16, 16, 1, 2, ink(INK, 0));
        one(art, open ? "chest_open" : "chest", &image, 17, 28, 13, 2);
    }
}

void props_files(Art *art)
{
    fences(art);
    well(art);
    stall(art);
    signpost(art);
    fires(art);
    goods(art);
    stones(art);
    mound(art);
    bridge(art);
    chests(art);
}
