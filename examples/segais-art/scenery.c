/* Whole screens: the lake under the hazel for the menu, slides, parallaxes. */
#include "art.h"

enum { W = 640, H = 360 };

static void dithered(const Image *image, int x, int y, Ramp ramp, int level)
{
    put(image, x, y, ink(ramp, (level + bayer(x, y)) / 16));
}

/* Of two colours of the sky the upper one: its pixels become fewer from `from` to `to`. */
static bool is_above(int x, int y, int from, int to)
{
    return (y - from) * 16 < (to - from) * (bayer(x, y) + 1);
}

static void sky(const Image *image, int horizon, bool night)
{
    const int w = (int)image->w;
    for (int y = 0; y < horizon; y++)
        for (int x = 0; x < w; x++) {
            if (night)
                dithered(image, x, y, SLATE, y * 30 / horizon);
            else if (is_above(x, y, horizon * 4 / 10, horizon * 7 / 10))
                dithered(image, x, y, WATER, 26 + y * 60 / horizon);
            else if (is_above(x, y, horizon * 7 / 10, horizon * 9 / 10))
                dithered(image, x, y, LINEN, 40);
            else
                dithered(image, x, y, GOLD, 28 + (y - horizon * 8 / 10) * 16 / horizon);
        }
    if (!night)
        return;
    for (int i = 0; i < w / 5; i++)
        put(image, (int)(hash_of(1401, i, 0) % (unsigned)w),
            (int)(hash_of(1402, i, 0) % (unsigned)(horizon * 3 / 4)), ink(LINEN, 1 + i % 3));
}

/* A ridge of hills; `tall` in pixels over the horizon. */
static void hills(const Image *image, int horizon, int tall, uint32_t seed, Ramp ramp,
                  int shade)
{
    const int w = (int)image->w;
    for (int x = 0; x < w; x++) {
        const int n = noise(seed, x, 0, 128, 1024) * 3 + noise(seed + 1, x, 0, 32, 1024) +
                      noise(seed + 2, x, 0, 8, 1024) / 6;
        const int top = horizon - tall * n / 1024;
        for (int y = top; y < horizon; y++) {
            /* Over a long way: light that changes at once is a seam from top to bottom. */
            const int slope =
                noise(seed, x + 20, 0, 128, 1024) - noise(seed, x - 20, 0, 128, 1024);
            const int grain = noise(seed + 3, x, y * 2, 16, 1024) * 2 +
                              noise(seed + 4, x + y, y * 3, 8, 1024);
            int level = shade * 16 - slope / 8 + (grain - 384) / 30;
            level += y - top < 3 ? 14 : 0;
            dithered(image, x, y, ramp, level < 0 ? 0 : level);
        }
    }
}

static void lake(const Image *image, int horizon, int shore, int time)
{
    const int w = (int)image->w;
    for (int y = horizon; y < shore; y++)
        for (int x = 0; x < w; x++) {
            const int depth = y - horizon, period = 256;
            const int wide = depth < 20 ? 16 : depth < 60 ? 32 : 64;
            const int n = noise(1411, x + time * period / 256, y * 6 + time, wide, period) +
                          noise(1412, x - time * period / 256, y * 6 + 77, wide / 2, period);
            const int mirrored =
                PIXEL_R(get(image, x + (n - 256) / 32, horizon - 1 - depth * 3 / 4));
            int level = 22 + mirrored / 7 - depth / 9;
            level += n > 330 ? 14 : n < 190 ? -10 : 0;
            dithered(image, x, y, WATER, level < 0 ? 0 : level > 79 ? 79 : level);
        }
}

/* The meadow in front. */
static void near_shore(const Image *image, int shore)
{
    const int w = (int)image->w, h = (int)image->h, unit = w / 32;
    for (int x = 0; x < w; x++) {
        const int top = shore - noise(1421, x, 0, 64, 1024) * unit / 400 -
                        (x < w / 3 ? (w / 3 - x) / 6 : 0);
        for (int y = top; y < h; y++)
            dithered(image, x, y, GRASS,
                     34 - (y - top) * 20 / (h - top + 1) + (y - top < 3 ? 22 : 0) +
                         (int)(hash_of(1422, x, y / 5) % 7));
        if (hash_of(1423, x, 0) % 3 == 0)
            line(image, x, top, x + (int)(hash_of(1424, x, 0) % 5) - 2,
                 top - 3 - (int)(hash_of(1425, x, 0) % 7), ink(GRASS, 2 + x % 3));
    }
}

/* Leaves in layers: dark ones behind and below, light ones in front and above. */
static void foliage(const Image *image, int unit)
{
    const int w = (int)image->w, h = (int)image->h;
    for (int layer = 0; layer < 4; layer++)
        for (int i = 0; i < 260; i++) {
            const uint32_t a = hash_of(1431 + (uint32_t)layer, i, 0) % (unsigned)(w * 3 / 8);
            const int x = (int)a - unit;
            const int fall = h * 2 / 5 - x * x * 5 / (w * 2) - layer * unit;
            const int y =
                (int)(hash_of(1432, i, layer) % (unsigned)(fall > unit ? fall : unit)) - unit +
                x / 6;
            const int r = unit * 3 / 4 - layer * unit / 8;
            ball(image, x, y, r + unit / 4, r * 2 / 3, layer < 1 ? LEAF : GRASS,
                 layer < 2 ? 0 : 1, layer + 1);
            for (int k = 0; k < r / 3; k++) {
                const int lx = x - r + (int)(hash_of(1434, i, k) % (unsigned)(r * 2));
                const int ly = y - r / 2 + (int)(hash_of(1435, i, k) % (unsigned)r);
                fill(image, lx, ly, 2, 1, ink(GRASS, layer + 1 + k % 2));
            }
        }
}

/* The hazel's boughs reach in from the left, nuts over the water. */
static void bough(const Image *image)
{
    const int w = (int)image->w, h = (int)image->h, unit = w / 32;
    for (int i = 0; i < unit; i++) {
        line(image, w / 9 + i - unit / 2, h, w / 8 + i + unit / 2, h / 4,
             ink(WOOD, i < unit / 4       ? 3
                       : i < unit * 2 / 3 ? 2
                                          : 0));
        line(image, w / 8 + unit / 2 + i / 2, h / 2, w / 4 + i / 2, h / 5,
             ink(WOOD, i < unit / 3 ? 3 : 1));
    }
    foliage(image, unit);
    for (int i = 0; i < 7; i++) {
        const int x = unit * 2 + i * w / 28;
        const int y = h * 3 / 10 + (int)(hash_of(1436, i, 0) % (unsigned)(unit * 3)) - unit * 2;
        const int r = unit / 4 + 1;
        ball(image, x - r, y, r, r, GOLD, 0, 3);
        ball(image, x + r, y + r / 2, r, r, GOLD, 0, 3);
        ball(image, x, y - r, r, r / 2 + 1, GRASS, 2, 5);
    }
}

void scenery_lake(const Image *image, int time, bool tree)
{
    const int w = (int)image->w, h = (int)image->h, horizon = h * 11 / 20, shore = h * 17 / 20;
    sky(image, horizon, false);
    ball(image, w * 13 / 16, horizon - h * 3 / 10, h / 13, h / 13, GOLD, 3, 3);
    hills(image, horizon, h / 3, 1441, SLATE, 2);
    hills(image, horizon, h / 5, 1451, PINE, 2);
    hills(image, horizon, h / 12, 1461, LEAF, 1);
    lake(image, horizon, shore, time);
    for (int i = 0; i < 30; i++) /* the sun's road on the water */
        for (int y = horizon; y < shore; y++) {
            const int wide = 2 + (y - horizon) / 6,
                      x = w * 13 / 16 +
                          (int)(hash_of(1471, i, y / 2 + time / 16) % (unsigned)(wide * 2)) -
                          wide;
            if (hash_of(1472, i, y / 2) % 9 == 0)
                line(image, x - 1, y, x + 1, y, ink(GOLD, 3));
        }
    near_shore(image, shore);
    if (tree)
        bough(image);
}

/* Night, the dry spring and the stones: the tale's beginning. */
static void night(const Image *image)
{
    sky(image, 230, true);
    ball(image, 480, 70, 34, 34, LINEN, 1, 3);
    ball(image, 470, 64, 7, 6, LINEN, 1, 2);
    ball(image, 494, 82, 5, 5, LINEN, 1, 2);
    hills(image, 230, 120, 1481, SLATE, 0);
    hills(image, 232, 70, 1491, PINE, 0);
    for (int y = 226; y < H; y++)
        for (int x = 0; x < W; x++)
            dithered(image, x, y, GRASS,
                     14 - (y - 226) / 12 + noise(1495, x, y * 2, 32, 1024) / 16);
    for (int i = 0; i < 7; i++) {
        const int x = 70 + i * 84, tall = 70 + (int)(hash_of(1496, i, 0) % 50),
                  y = 262 + (i - 3) * (i - 3) * -4;
        const Spot slab[] = {{x - 16, y},
                             {x - 18, y - tall + 12},
                             {x - 4, y - tall},
                             {x + 14, y - tall + 8},
                             {x + 18, y}};
        facet(image, slab, 5, STONE, 0, 3);
        for (int k = 0; k < 6; k++)
            line(image, x - 6, y - tall + 20 + k * 8, x + 6, y - tall + 18 + k * 8,
                 ink(INK, 1));
    }
    ball(image, 320, 305, 150, 40, STONE, 0, 3);
    ellipse(image, 320, 302, 128, 29, ink(EARTH, 0));
    for (int i = 0; i < 40; i++) {
        const int x = 210 + (int)(hash_of(1497, i, 0) % 220),
                  y = 284 + (int)(hash_of(1498, i, 0) % 36);
        line(image, x, y, x + 8 - i % 16, y + 4, ink(EARTH, i % 3 ? 1 : 2));
    }
}

/* The water is back, and the salmon leaps. */
static void return_of_water(const Image *image)
{
    scenery_lake(image, 64, true);
    Pixel pixels[64 * 48] = {0};
    const Image fish = {64, 48, 64, pixels};
    beast_preview(&fish, "salmon");
    for (int y = 0; y < 34 * 4; y++)
        for (int x = 0; x < 64 * 4; x++)
            if (get(&fish, x / 4, y / 4))
                put(image, 300 + x, 130 + y - x / 4, get(&fish, x / 4, y / 4));
}

static void clouds(Art *art)
{
    const Image cloud = image_new(W, H, art->arena), mist = image_new(W, H, art->arena);
    for (int i = 0; i < 5; i++) {
        const int x = 60 + i * 130, y = 30 + (int)(hash_of(1501, i, 0) % 60);
        for (int k = 0; k < 7; k++) {
            const int r = 8 + (int)(hash_of(1502, i, k) % 10);
            ball(&cloud, x + (k - 3) * 11, y + (k % 2 ? 4 : -4), r, r * 2 / 3, LINEN, 2, 3);
        }
    }
    for (int i = 0; i < W * H; i++)
        if (cloud.pixels[i])
            cloud.pixels[i] = (cloud.pixels[i] & 0xFFFFFF) | 200u << 24;
    for (int y = 170; y < 260; y++)
        for (int x = 0; x < W; x++) {
            const int n = noise(1511, x, y * 3, 128, 640) - (y < 215 ? 215 - y : y - 215) * 3;
            if (n > 60)
                put(&mist, x, y,
                    (ink(LINEN, 3) & 0xFFFFFF) | (uint32_t)((n - 60) / 24 * 16) << 24);
        }
    const Image rain = image_new(W, H, art->arena);
    for (int i = 0; i < 420; i++) {
        const int x = (int)(hash_of(1521, i, 0) % W), y = (int)(hash_of(1522, i, 0) % H);
        const int length = 9 + i % 8;
        for (int k = 0; k < length; k++)
            put(&rain, (x + W - k / 3) % W, (y + k) % H,
                (ink(WATER, 5) & 0xFFFFFF) | (uint32_t)(60 + i % 3 * 20) << 24);
    }
    art_png(art, "backs/rain_full.png", &rain);
    const Image shade = image_new(W, H, art->arena); /* of clouds, on the ground */
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            const int fold = y < H / 2 ? y : H - 1 - y; /* so that it goes on below */
            const int n =
                (noise(1531, x, fold * 2, 128, W) * 3 + noise(1532, x, fold * 2, 32, W)) / 4;
            if (n > 140)
                put(&shade, x, y,
                    (uint32_t)(n > 164 ? 48 : (n - 140) * 2) << 24 |
                        (ink(WATER, 0) & 0xFFFFFF));
        }
    art_png(art, "backs/shade_full.png", &shade);
    art_png(art, "backs/clouds_full.png", &cloud);
    art_png(art, "backs/mist_full.png", &mist);
}

/* The game's name in letters of our own, gold on a dark rim. */
static void title(Art *art)
{
    static const char *const rows[] = {
        " XXX  XXXX  XXX   XX   X   XXX ", "X     X    X     X  X  X  X    ",
        " XX   XXX  X XX  XXXX  X   XX  ", "   X  X    X  X  X  X  X     X ",
        "XXX   XXXX  XXX  X  X  X  XXX  ", NULL};
    enum { SCALE = 9 };
    const Image image = image_new(320, 80, art->arena);
    for (int y = 0; rows[y]; y++)
        for (int x = 0; rows[y][x]; x++)
            if (rows[y][x] == 'X')
                for (int j = 0; j < SCALE + 1; j++)
                    for (int i = 0; i < SCALE + 1; i++) {
                        const int at = (y * SCALE + j) * 4 / (5 * SCALE);
                        put(&image, 20 + x * SCALE + i, 16 + y * SCALE + j,
                            ink(GOLD, i == 0 || j == 0           ? 3
                                      : i == SCALE || j == SCALE ? 0
                                                                 : 3 - at * 3 / 4));
                    }
    for (int i = 0; i < 3; i++)
        outline(&image, ink(i ? INK : WOOD, i ? 0 : 1));
    for (int x = 24; x < 296; x++) { /* a knot below */
        const int a = wave(x * 12) * 3 / 256;
        fill(&image, x, 71 + a, 1, 2, ink(GOLD, 2));
        fill(&image, x, 71 - a, 1, 2, ink(GOLD, 1));
    }
    art_sprite(art, "ui", "title", "so", 'o', 1, &image);
}

void scenery_files(Art *art)
{
    static const struct {
        const char *path;
        void (*draw)(const Image *image);
    } others[] = {{"backs/night_full.png", night}, {"backs/return_full.png", return_of_water}};
    const Image menu = image_new(W, H, art->arena);
    scenery_lake(&menu, 0, false);
    art_png(art, "backs/lake_full.png", &menu);
    const Image branches = image_new(W, H, art->arena);
    bough(&branches);
    art_png(art, "backs/bough_full.png", &branches);
    for (size_t i = 0; i < COUNT_OF(others); i++) {
        const Image image = image_new(W, H, art->arena);
        others[i].draw(&image);
        art_png(art, others[i].path, &image);
    }
    clouds(art);
    title(art);
}
