/* Beasts of the wood, the cave and the yard; each walks in four frames. Those that fight strike
 * in three: back, forward with open jaws, and away. */
#include "art.h"

#include <string.h>

enum { STEPS = 4, STRIKES = 3, STRIKE_MORE = 16 };

/* Steps from STEPS on are frames of a strike: those have the legs of a step. */
static bool strikes(int *step)
{
    const int frame = *step - STEPS;
    *step = frame == 1 ? 2 : frame > 1 ? 3 : frame == 0 ? 0 : *step;
    return frame == 1;
}

typedef struct Beast {
    const char *name;
    uint32_t w, h;
    bool sided;  /* drawn looking east, and in a mirror looking west */
    bool fights; /* it has frames of a strike */
    void (*draw)(const Image *image, int step);
} Beast;

static void slime(const Image *image, int step)
{
    static const int heights[STEPS] = {10, 12, 10, 8};
    const bool bites = strikes(&step);
    const int h = heights[step], w = 22 - h, top = 28 - h * 2;
    ball(image, 16, 28 - h, w, h, LEAF, 1, 4);
    for (int i = 0; i < 5; i++) /* bubbles */
        ball(image, 16 - w + 5 + i * 4, 28 - h + (int)(hash_of(801, i, step) % 9) - 2, 1, 1,
             GRASS, 4, 5);
    ellipse(image, 12, top + h - 1, 2, 3, ink(LINEN, 3));
    ellipse(image, 20, top + h - 1, 2, 3, ink(LINEN, 3));
    fill(image, 12, top + h - 1, 2, 3, ink(INK, 0));
    fill(image, 20, top + h - 1, 2, 3, ink(INK, 0));
    line(image, 14, top + h + 5, 18, top + h + 5, ink(LEAF, 0));
    if (bites)
        ball(image, 16, top + h + 6, 4, 3, RED, 0, 2);
    line(image, 9, top + 4, 12, top + 2, ink(LINEN, 3));
    outline(image, ink(INK, 0));
    shadow(image, 16, 28, 11, 3);
}

static void bat(const Image *image, int step)
{
    static const int lifts[STEPS] = {-7, -1, 6, -1};
    const bool bites = strikes(&step);
    const int lift = lifts[step], y = 14 - (step == 2 ? 2 : 0);
    for (int side = -1; side <= 1; side += 2) {
        const Spot wing[] = {{24, y - 2},
                             {24 + side * 11, y - 3 + lift},
                             {24 + side * 21, y + lift},
                             {24 + side * 17, y + 5 + lift / 2},
                             {24 + side * 11, y + 3 + lift / 3},
                             {24 + side * 6, y + 7}};
        facet(image, wing, 6, VIOLET, 0, side < 0 ? 2 : 1);
        line(image, 24, y - 1, 24 + side * 20, y + lift, ink(VIOLET, 2));
        line(image, 24 + side * 9, y - 2 + lift * 2 / 3, 24 + side * 11, y + 3 + lift / 3,
             ink(VIOLET, 0));
        const Spot ear[] = {
            {24 + side * 2, y - 4}, {24 + side * 6, y - 4}, {24 + side * 6, y - 11}};
        facet(image, ear, 3, VIOLET, 1, 2);
    }
    ball(image, 24, y + 1, 6, 7, VIOLET, 0, 3);
    for (int side = 0; side < 2; side++) {
        fill(image, 20 + side * 6, y - 1, 2, 2, ink(GOLD, 2));
        put(image, 22 + side * 3, y + 5, ink(LINEN, 3));
        put(image, 22 + side * 3, y + 6, ink(LINEN, 3));
    }
    if (bites) {
        ball(image, 24, y + 6, 3, 2, RED, 0, 2);
        fill(image, 22, y + 5, 1, 3, ink(LINEN, 3));
        fill(image, 25, y + 5, 1, 3, ink(LINEN, 3));
    }
    outline(image, ink(INK, 0));
    shadow(image, 24, 36, 9, 2);
}

static void wolf_leg(const Image *image, int x, int stride, int shade)
{
    for (int y = 24; y < 37; y++) {
        const int at = x + stride * (y - 24) / 12;
        for (int i = 0; i < 4; i++)
            put(image, at + i, y, ink(STONE, shade - (i > 1)));
    }
    fill(image, x + stride, 36, 6, 2, ink(STONE, shade));
}

static void wolf(const Image *image, int step)
{
    static const int strides[STEPS] = {5, 1, -5, -1};
    const bool bites = strikes(&step);
    const int s = strides[step], b = step & 1;
    wolf_leg(image, 12, -s, 1);
    wolf_leg(image, 31, s, 1);
    const Spot tail[] = {{12, 18 - b}, {4, 13 - b}, {0, 19}, {3, 22}, {11, 24 - b}};
    facet(image, tail, 5, STONE, 1, 3);
    ball(image, 20, 21 - b, 12, 7, STONE, 1, 4);
    ball(image, 32, 19 - b, 9, 8, STONE, 1, 4);
    wolf_leg(image, 14, s, 3);
    wolf_leg(image, 34, -s, 3);
    const Spot ear[] = {{38, 9 - b}, {37, 1 - b}, {43, 7 - b}};
    facet(image, ear, 3, STONE, 1, 4);
    ball(image, 41, 13 - b, 7, 6, STONE, 1, 4);
    const Spot snout[] = {{45, 11 - b}, {54, 14 - b}, {54, 18 - b}, {44, 19 - b}};
    facet(image, snout, 4, STONE, 2, 5);
    fill(image, 52, 13 - b, 3, 3, ink(INK, 0));
    fill(image, 43, 10 - b, 3, 2, ink(GOLD, 2));
    put(image, 45, 11 - b, ink(INK, 0));
    line(image, 46, 18 - b, 53, 17 - b, ink(INK, 0));
    put(image, 50, 18 - b, ink(LINEN, 3));
    put(image, 47, 19 - b, ink(LINEN, 3));
    if (bites) { /* the lower jaw hangs */
        const Spot mouth[] = {{45, 17 - b}, {53, 17 - b}, {51, 23 - b}, {45, 22 - b}},
                   jaw[] = {{43, 20 - b}, {51, 22 - b}, {50, 25 - b}, {43, 24 - b}};
        facet(image, mouth, 4, RED, 0, 2);
        facet(image, jaw, 4, STONE, 1, 4);
        for (int i = 0; i < 3; i++) {
            fill(image, 46 + i * 3, 17 - b, 1, 3, ink(LINEN, 3));
            put(image, 46 + i * 2, 21 - b, ink(LINEN, 3));
        }
    }
    for (int i = 0; i < 26; i++) { /* fur */
        const int x = 12 + (int)(hash_of(811, i, 0) % 28),
                  y = 13 + (int)(hash_of(812, i, 0) % 12) - b;
        if (PIXEL_A(get(image, x, y)) == 255)
            line(image, x, y, x - 2, y + 1, ink(STONE, y < 18 ? 5 : 1));
    }
    outline(image, ink(INK, 0));
    shadow(image, 26, 37, 20, 2);
}

static void hen(const Image *image, int step)
{
    static const int strides[STEPS] = {3, 0, -3, 0};
    const int s = strides[step], b = step & 1;
    line(image, 14, 25, 14 + s, 29, ink(GOLD, 1));
    line(image, 17, 25, 17 - s, 29, ink(GOLD, 2));
    const Spot tail[] = {{10, 20 - b}, {3, 11 - b}, {4, 20 - b}, {9, 25 - b}};
    facet(image, tail, 4, WOOD, 1, 3);
    ball(image, 15, 20 - b, 8, 6, GINGER, 0, 3);
    ball(image, 22, 14 - b, 4, 5, GINGER, 1, 3);
    ball(image, 14, 20 - b, 5, 3, WOOD, 1, 4);
    fill(image, 21, 8 - b, 4, 2, ink(RED, 2));
    fill(image, 25, 17 - b, 2, 3, ink(RED, 2));
    fill(image, 26, 13 - b, 3, 2, ink(GOLD, 2));
    put(image, 23, 12 - b, ink(INK, 0));
    outline(image, ink(INK, 0));
    shadow(image, 15, 29, 8, 2);
}

/* The salmon of wisdom, as it leaps in a ring of light. */
static void salmon(const Image *image, int step)
{
    static const int rises[STEPS] = {0, 2, 3, 2};
    const int y = 24 - rises[step];
    for (int i = 0; i < 3; i++)
        ellipse(image, 32, 38, 26 - i * 7 - step, 6 - i * 2,
                i % 2 ? ink(WATER, 3) : ink(WATER, 4 + (i == 0)));
    ellipse(image, 32, 38, 8, 1, ink(WATER, 2));
    const Spot tail[] = {
        {14, y + 2}, {3, y - 6 + step % 2 * 2}, {7, y + 3}, {3, y + 11 - step % 2 * 2}};
    facet(image, tail, 4, RED, 1, 3);
    ball(image, 32, y, 20, 9, STONE, 2, 5);
    for (int x = 12; x < 52; x++)
        for (int j = -9; j < 10; j++)
            if (get(image, x, y + j) && PIXEL_A(get(image, x, y + j)) == 255 && j > 2 &&
                y + j < 36)
                put(image, x, y + j, ink(RED, j > 6 ? 2 : 3));
    for (int i = 0; i < 22; i++) {
        const int x = 16 + (int)(hash_of(821, i, 0) % 26),
                  j = y - 6 + (int)(hash_of(822, i, 0) % 8);
        if (get(image, x, j))
            fill(image, x, j, 2, 1, ink(i % 3 ? SLATE : GOLD, i % 3 ? 1 : 2));
    }
    const Spot fin[] = {{26, y - 7}, {36, y - 15}, {40, y - 6}},
               low[] = {{28, y + 6}, {38, y + 6}, {26, y + 13}};
    facet(image, fin, 3, SLATE, 1, 3);
    facet(image, low, 3, RED, 1, 3);
    ellipse(image, 46, y - 2, 2, 2, ink(GOLD, 3));
    fill(image, 46, y - 3, 2, 2, ink(INK, 0));
    line(image, 41, y - 5, 40, y + 5, ink(STONE, 1));
    line(image, 47, y + 4, 52, y + 2, ink(STONE, 0));
    outline(image, ink(INK, 0));
}

static void seed_light(const Image *image, int step)
{
    for (int i = 0; i < 10; i++) {
        const int angle = i * 26 + step * 20, far = 4 + step * 3;
        ball(image, 16 + wave(angle) * far / 256, 16 + wave(angle + 64) * far / 256,
             2 - step / 2, 2 - step / 2, VIOLET, 1 + i % 2, 3);
    }
}

static void sheep(const Image *image, int step)
{
    static const int strides[STEPS] = {3, 0, -3, 0};
    const int s = strides[step], b = step & 1;
    for (int i = 0; i < 4; i++)
        fill(image, 7 + i * 4 + (i & 1 ? -s : s) / 2, 24, 2, 5, ink(INK, 1));
    ball(image, 13, 18 - b, 10, 8, LINEN, 1, 3);
    for (int i = 0; i < 14; i++)
        ball(image, 5 + (int)(hash_of(831, i, 0) % 16), 12 + (int)(hash_of(832, i, 0) % 11) - b,
             2, 2, LINEN, 1 + i % 2, 3);
    ball(image, 25, 16 - b, 4, 5, RAVEN, 0, 3);
    fill(image, 26, 14 - b, 2, 2, ink(GOLD, 2));
    line(image, 20, 13 - b, 22, 15 - b, ink(RAVEN, 2));
    outline(image, ink(INK, 0));
    shadow(image, 15, 29, 10, 2);
}

/* A light that leads into the bog. */
static void wisp(const Image *image, int step)
{
    const bool flares = strikes(&step);
    const int y = 16 - (step & 1) * 2;
    for (int i = 0; i < 12; i++) {
        const int a = i * 21 + step * 9, far = 9 + i % 3;
        put(image, 16 + wave(a) * far / 256, y + wave(a + 64) * far / 256, ink(WATER, 4));
    }
    const Spot flame[] = {{10, y + 3},
                          {12 + step % 2 * 2, y - 11},
                          {17, y - 5},
                          {20 - step % 2, y - 13},
                          {22, y + 3}};
    facet(image, flame, 5, WATER, 2, 4);
    ball(image, 16, y + 2, 7, 7, WATER, 3, 5);
    ball(image, 16, y + 3, 4, 4, LINEN, 2, 3);
    fill(image, 13, y + 1, 2, 3, ink(SLATE, 0));
    fill(image, 18, y + 1, 2, 3, ink(SLATE, 0));
    for (int i = 0; flares && i < 8; i++)
        line(image, 16 + wave(i * 32) * 9 / 256, y + 2 + wave(i * 32 + 64) * 9 / 256,
             16 + wave(i * 32) * 14 / 256, y + 2 + wave(i * 32 + 64) * 14 / 256, ink(LINEN, 3));
    shadow(image, 16, 29, 6, 1);
}

/* The Ollpheist: coils, a crest, and a head that has not slept. */
static void worm(const Image *image, int step)
{
    static const int rises[STEPS] = {0, 2, 3, 1};
    const bool bites = strikes(&step);
    const int r = bites ? -7 : rises[step], open = bites ? 5 : 0;
    for (int i = 0; i < 3; i++) {
        const int x = 14 + i * 16, tall = 12 + i * 3 + (i + step) % 3;
        ball(image, x, 46 - tall / 2, 12, tall, PINE, 0, 3);
        ball(image, x, 50 - tall / 2, 6, tall / 2, LEAF, 2, 4);
        for (int k = -1; k <= 1; k++) {
            const Spot spine[] = {{x + k * 5 - 2, 47 - tall - tall / 2 + k * k * 2},
                                  {x + k * 5 - 1, 39 - tall - tall / 2 + k * k * 2},
                                  {x + k * 5 + 3, 47 - tall - tall / 2 + k * k * 2}};
            facet(image, spine, 3, RED, 1, 3);
        }
    }
    const Spot neck[] = {{48, 52},     {50, 26 - r}, {60, 14 - r},
                         {70, 20 - r}, {66, 34},     {68, 52}};
    facet(image, neck, 6, PINE, 0, 3);
    for (int y = 24 - r; y < 52; y += 4)
        line(image, 60, y, 67, y + 1, ink(LEAF, 4));
    ball(image, 64, 14 - r, 12, 9, PINE, 1, 3);
    const Spot jaw[] = {{66, 12 - r}, {79, 15 - r}, {79, 19 - r}, {66, 22 - r}},
               low[] = {{64, 18 - r}, {77, 20 + open - r}, {76, 23 + open - r}, {64, 24 - r}},
               mouth[] = {{66, 16 - r}, {78, 18 - r}, {76, 20 + open - r}};
    if (bites) {
        facet(image, low, 4, PINE, 0, 2);
        facet(image, mouth, 3, RED, 0, 2);
    }
    facet(image, jaw, 4, PINE, 1, 3);
    for (int i = 0; i < 3; i++)
        fill(image, 70 + i * 3, 19 - r, 1, 3, ink(LINEN, 3));
    line(image, 66, 18 - r, 78, 18 - r, ink(INK, 0));
    ball(image, 66, 10 - r, 3, 3, GOLD, 1, 3);
    fill(image, 67, 9 - r, 1, 4, ink(INK, 0));
    const Spot crest[] = {{52, 12 - r}, {46, 2 - r / 2}, {60, 6 - r}};
    facet(image, crest, 3, RED, 1, 3);
    outline(image, ink(INK, 0));
    shadow(image, 40, 53, 36, 3);
}

static const Beast beasts[] = {
    {"sheep", 32, 32, true, false, sheep},
    {"wisp", 32, 32, false, true, wisp},
    {"worm", 80, 56, true, true, worm},
    {"slime", 32, 32, false, true, slime},
    {"bat", 48, 40, false, true, bat},
    {"wolf", 56, 40, true, true, wolf},
    {"hen", 32, 32, true, false, hen},
    {"salmon", 64, 48, false, false, salmon},
    {"appear", 32, 32, false, false, seed_light},
};

void beast_preview(const Image *image, const char *name)
{
    for (size_t i = 0; i < COUNT_OF(beasts); i++)
        if (!strcmp(beasts[i].name, name))
            beasts[i].draw(image, 0);
}

static void add_strip(Atlas *atlas, const Beast *beast, const char *part, char loop,
                      unsigned frames, Image image)
{
    const char *name = arena_format(atlas->art->arena, "%s_%s", beast->name, part).at;
    if (!beast->sided) {
        atlas_add(atlas, name, "so", loop, frames, image);
        return;
    }
    const Image west = image_new(image.w, image.h, atlas->art->arena);
    mirror(&west, &image, frames);
    atlas_add(atlas, name, "so", loop, frames, west);
    atlas_add(atlas, name, "we", loop, frames, west);
    atlas_add(atlas, name, "no", loop, frames, image);
    atlas_add(atlas, name, "ea", loop, frames, image);
}

/* It draws back, jumps forward and lands, in wider frames. */
static Image strike_of(Art *art, const Beast *beast)
{
    static const int leaps[STRIKES] = {-3, 7, 3}, lifts[STRIKES] = {0, 3, 0};
    const uint32_t w = beast->w + STRIKE_MORE;
    const Image image = image_new(w * STRIKES, beast->h, art->arena);
    for (int i = 0; i < STRIKES; i++) {
        const Image one = image_new(beast->w, beast->h, art->arena);
        beast->draw(&one, STEPS + i);
        image_over(&image, (int32_t)w * i + STRIKE_MORE / 2 + (beast->sided ? leaps[i] : 0),
                   beast->sided ? -lifts[i] : leaps[i] / 3, &one);
    }
    return image;
}

void beasts_files(Art *art)
{
    Atlas atlas = {.art = art, .half = art->half};
    for (size_t i = 0; i < COUNT_OF(beasts); i++) {
        const Beast *beast = &beasts[i];
        if (!art_wants(art, arena_format(art->arena, "chars/%s_walk", beast->name).at))
            continue;
        const Image image = image_new(beast->w * STEPS, beast->h, art->arena);
        for (unsigned step = 0; step < STEPS; step++) {
            const Image frame = frame_of(&image, STEPS, step);
            beast->draw(&frame, (int)step);
        }
        add_strip(&atlas, beast, "walk", 'l', STEPS, image);
        if (beast->fights)
            add_strip(&atlas, beast, "strike", 'o', STRIKES, strike_of(art, beast));
    }
    atlas_write(&atlas, "chars", "beasts");
}
