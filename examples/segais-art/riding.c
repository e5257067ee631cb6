/* What carries people: a coracle and a pony, drawn over their legs; and the colours that
 * hair and clothes can be dyed in. */
#include "art.h"

#include <stdio.h>

enum { W = 64, H = 48, STEPS = 4 };

/* Hides over a frame of withies, round as a nutshell. */
static void coracle(const Image *image, int step)
{
    const int y = 36 + (step & 1);
    for (int i = 0; i < 3; i++)
        ellipse(image, 32, y + 7, 22 + i * 2 - step % 2, 3 + i, ink(WATER, i == 2 ? 5 : 4 - i));
    ball(image, 32, y, 19, 10, EARTH, 0, 4);
    fill(image, 8, y - 12, 48, 12, 0);
    for (int x = 13; x <= 51; x++) { /* the near gunwale, woven */
        const int dx = x - 32, dip = 5 - dx * dx * 5 / 361;
        fill(image, x, y - 2 + dip, 1, 3, ink(WOOD, 2 + x / 3 % 3));
    }
    for (int x = 13; x <= 51; x++) { /* what is below hides the legs */
        const int dx = x - 32, dip = 5 - dx * dx * 5 / 361;
        fill(image, x, y - 14, 1, 12 + dip, 0);
    }
    outline(image, ink(INK, 0));
    column(image, 50, y - 13, 2, 20, WOOD, 1, 4);
    ball(image, 51, y + 8, 3, 3, WOOD, 2, 4);
}

static void pony_leg(const Image *image, int x, int stride, int shade)
{
    for (int y = 36; y < 46; y++) {
        const int at = x + stride * (y - 36) / 10;
        fill(image, at, y, 4, 1, ink(y > 43 ? INK : WOOD, y > 43 ? 1 : shade - (y & 1)));
    }
}

static void pony_side(const Image *image, int step)
{
    static const int strides[STEPS] = {5, 1, -5, -1};
    const int s = strides[step], b = step & 1;
    pony_leg(image, 17, -s, 2);
    pony_leg(image, 40, s, 2);
    const Spot tail[] = {{14, 28 - b}, {8, 30}, {6, 42}, {10, 42}, {15, 34 - b}};
    facet(image, tail, 5, RAVEN, 0, 2);
    ball(image, 30, 34 - b, 18, 8, WOOD, 1, 4);
    const Spot neck[] = {{40, 36 - b}, {38, 28 - b}, {46, 15 - b}, {53, 18 - b}, {49, 34 - b}};
    facet(image, neck, 5, WOOD, 2, 4);
    pony_leg(image, 21, s, 4);
    pony_leg(image, 43, -s, 4);
    const Spot head[] = {{46, 13 - b}, {52, 11 - b}, {62, 22 - b}, {60, 26 - b}, {50, 22 - b}};
    facet(image, head, 5, WOOD, 2, 4);
    const Spot ear[] = {{47, 14 - b}, {48, 7 - b}, {51, 12 - b}};
    facet(image, ear, 3, WOOD, 2, 4);
    for (int i = 0; i < 9; i++) /* mane */
        line(image, 45 - i, 14 + i * 2 - b, 40 - i / 2, 20 + i * 2 - b, ink(RAVEN, 1 + i % 2));
    fill(image, 53, 16 - b, 2, 2, ink(INK, 0));
    line(image, 56, 24 - b, 48, 30 - b, ink(RED, 2));
    fill(image, 24, 26 - b, 13, 6, ink(RED, 1)); /* a saddle cloth */
    fill(image, 24, 31 - b, 13, 1, ink(GOLD, 2));
    outline(image, ink(INK, 0));
    shadow(image, 32, 45, 24, 2);
}

static void pony_front(const Image *image, int step)
{
    const int s = step == 0 ? 2 : step == 2 ? -2 : 0, b = step & 1;
    for (int side = 0; side < 2; side++)
        column(image, side ? 37 : 23, 34, 5, 11 - (side ? s > 0 : s < 0) * 2, WOOD, 1, 3);
    ball(image, 32, 33 - b, 12, 9, WOOD, 1, 4);
    const Spot head[] = {{27, 22 - b}, {37, 22 - b}, {36, 39 - b},
                         {33, 42 - b}, {30, 42 - b}, {28, 39 - b}};
    facet(image, head, 6, WOOD, 2, 4);
    for (int side = 0; side < 2; side++) {
        const Spot ear[] = {
            {side ? 37 : 27, 23 - b}, {side ? 38 : 26, 15 - b}, {side ? 33 : 31, 22 - b}};
        facet(image, ear, 3, WOOD, 2, 4);
        fill(image, side ? 35 : 28, 28 - b, 2, 3, ink(INK, 0));
    }
    column(image, 30, 20 - b, 5, 8, RAVEN, 0, 3);
    fill(image, 29, 34 - b, 7, 1, ink(RED, 2));
    outline(image, ink(INK, 0));
    shadow(image, 32, 45, 15, 2);
}

static void pony_back(const Image *image, int step)
{
    const int s = step == 0 ? 2 : step == 2 ? -2 : 0, b = step & 1;
    for (int side = 0; side < 2; side++)
        column(image, side ? 37 : 23, 34, 5, 11 - (side ? s > 0 : s < 0) * 2, WOOD, 1, 3);
    ball(image, 32, 34 - b, 12, 9, WOOD, 1, 4);
    column(image, 30, 30 - b, 5, 14, RAVEN, 0, 3);
    outline(image, ink(INK, 0));
    shadow(image, 32, 45, 15, 2);
}

void pony_preview(const Image *image) { pony_side(image, 1); }

typedef void Draw(const Image *image, int step);

static void sprite(Atlas *atlas, const char *name, const char *direction, Draw *draw,
                   unsigned frames, bool mirrored)
{
    Arena *arena = atlas->art->arena;
    const Image image = image_new(W * frames, H, arena), west = image_new(W * frames, H, arena);
    for (unsigned i = 0; i < frames; i++) {
        const Image frame = frame_of(&image, frames, i);
        draw(&frame, frames > 1 ? (int)i : 1);
    }
    if (mirrored)
        mirror(&west, &image, frames);
    atlas_add(atlas, name, direction, frames > 1 ? 'l' : 'o', frames, mirrored ? west : image);
}

static void dyes(Art *art, const char *name, const Ramp *drawn, size_t drawn_count,
                 const Ramp *others, size_t other_count)
{
    uint32_t wide = 0;
    for (size_t i = 0; i < drawn_count; i++)
        wide += (uint32_t)ramp_max(drawn[i]) + 1;
    const Image image = image_new(wide, (uint32_t)other_count + 1, art->arena);
    for (size_t row = 0; row <= other_count; row++) {
        int x = 0;
        for (size_t i = 0; i < drawn_count; i++) {
            const int max = ramp_max(drawn[i]);
            const Ramp ramp = row ? others[row - 1] : drawn[i];
            for (int shade = 0; shade <= max; shade++)
                put(&image, x++, (int)row, ink(ramp, shade * ramp_max(ramp) / max));
        }
    }
    art_sprite(art, "ui", name, "so", 'o', 1, &image);
}

void riding_files(Art *art)
{
    static const char *const directions[] = {"so", "no", "ea", "we"};
    Draw *const ponies[] = {pony_front, pony_back, pony_side, pony_side};
    Atlas boat = {.art = art, .half = art->half}, pony = boat;
    for (int i = 0; i < 4; i++) {
        sprite(&boat, "coracle_swim", directions[i], coracle, STEPS, i == 3);
        sprite(&pony, "pony_idle", directions[i], ponies[i], 1, i == 3);
        sprite(&pony, "pony_run", directions[i], ponies[i], STEPS, i == 3);
    }
    atlas_write(&boat, "chars", "coracle");
    atlas_write(&pony, "chars", "pony");
    static const Ramp hair[] = {WOOD, GINGER}, clothes[] = {GRASS, VIOLET};
    static const Ramp hairs[] = {RAVEN, THATCH, STONE, RED};
    static const Ramp cloths[] = {RED, WATER, SLATE, THATCH, LINEN};
    dyes(art, "hair_dyes", hair, 2, hairs, COUNT_OF(hairs));
    dyes(art, "cloth_dyes", clothes, 2, cloths, COUNT_OF(cloths));
}
