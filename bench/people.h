/* Painted people: soft shapes without noise, by chance from a seed. Each has faces and each
 * face mouths, as the sprites of visual novels have. */
#ifndef OISIN_BENCH_PEOPLE_H
#define OISIN_BENCH_PEOPLE_H

#include "base/image/image.h"
#include "kit.h"

#include <math.h>

enum { PERSON_W = 1000, PERSON_H = 1400, MOUTHS = 3 };

typedef struct Colour {
    double r, g, b;
} Colour;

/* An ellipse, turned by `angle`; lighter above, darker below. */
typedef struct Blob {
    double x, y, rx, ry, angle;
    Colour colour;
    double shade, opacity;
} Blob;

typedef struct Person {
    double scale; /* 1: PERSON_W x PERSON_H pixels */
    Colour skin, hair, dress, sash, eyes;
    double hair_length, fringe, width;
    Image body; /* all but the face */
} Person;

static inline void pixel_blend(Pixel *pixel, Colour colour, double light, double alpha)
{
    const double under = PIXEL_A(*pixel) / 255.0, sum = alpha + under * (1 - alpha);
    const double channels[3] = {colour.r * light, colour.g * light, colour.b * light};
    const double below[3] = {PIXEL_R(*pixel), PIXEL_G(*pixel), PIXEL_B(*pixel)};
    uint32_t out[3];
    if (sum <= 0)
        return;
    for (int i = 0; i < 3; i++) {
        const double value =
            (fmin(channels[i], 255) * alpha + below[i] * under * (1 - alpha)) / sum;
        out[i] = (uint32_t)(value + 0.5);
    }
    *pixel = PIXEL(out[0], out[1], out[2], (uint32_t)(sum * 255 + 0.5));
}

static inline double clamp(double value) { return value < 0 ? 0 : value > 1 ? 1 : value; }

static void paint(const Image *image, double scale, Blob blob)
{
    const double rx = blob.rx * scale, ry = blob.ry * scale, edge = 1.2;
    const double cx = blob.x * scale, cy = blob.y * scale, reach = fmax(rx, ry) + 2;
    const double c = cos(blob.angle), s = sin(blob.angle);
    const int left = (int)fmax(cx - reach, 0), top = (int)fmax(cy - reach, 0);
    const int right = (int)fmin(cx + reach, image->w), bottom = (int)fmin(cy + reach, image->h);
    for (int y = top; y < bottom; y++)
        for (int x = left; x < right; x++) {
            const double dx = x - cx, dy = y - cy;
            const double u = (dx * c + dy * s) / rx, v = (dy * c - dx * s) / ry;
            const double distance = sqrt(u * u + v * v);
            const double cover = clamp((1 - distance) * fmin(rx, ry) / edge + 0.5);
            if (cover > 0)
                pixel_blend(image_at(image, (uint32_t)x, (uint32_t)y), blob.colour,
                            1 - blob.shade * (v * 0.6 + u * 0.3), cover * blob.opacity);
        }
}

/* A dress: rows from a narrow top to a wide hem, with folds. */
static void paint_dress(const Image *image, const Person *person)
{
    const double scale = person->scale;
    for (int y = (int)(560 * scale); y < (int)(1390 * scale) && y < (int)image->h; y++) {
        const double t = (y / scale - 560) / 830;
        const double half = (95 + 60 * sin(t * 5) * (1 - t) + t * person->width) * scale;
        const int left = (int)fmax(500 * scale - half - 1, 0);
        const int right = (int)fmin(500 * scale + half + 2, image->w);
        const bool sash = t > 0.24 && t < 0.31;
        for (int x = left; x < right; x++) {
            const double u = (x - 500 * scale) / half;
            const double cover = clamp((1 - fabs(u)) * half / 1.2 + 0.5);
            const double fold = 1 + 0.10 * sin(u * 9 + t * 2) - 0.25 * u - 0.12 * t;
            pixel_blend(image_at(image, (uint32_t)x, (uint32_t)y),
                        sash ? person->sash : person->dress, fold, cover);
        }
    }
}

static Colour colour_random(double min)
{
    const double span = 255 - min;
    return (Colour){min + next_random(256) * span / 255, min + next_random(256) * span / 255,
                    min + next_random(256) * span / 255};
}

static Person person_new(double scale, Arena *arena)
{
    const double tone = 0.6 + next_random(100) * 0.004;
    Person person = {.scale = scale,
                     .skin = {252 * tone, 216 * tone, 190 * tone},
                     .hair = colour_random(30),
                     .dress = colour_random(60),
                     .sash = colour_random(90),
                     .eyes = colour_random(20),
                     .hair_length = 200 + next_random(260),
                     .fringe = 40 + next_random(50),
                     .width = 290 + next_random(80)};
    person.body = image_new((uint32_t)(PERSON_W * scale), (uint32_t)(PERSON_H * scale), arena);
    const Image *body = &person.body;
    const Colour skin = person.skin, hair = person.hair;
    paint(body, scale,
          (Blob){500, 330 + person.hair_length / 2, 215, 190 + person.hair_length, 0, hair,
                 0.25, 1});
    paint_dress(body, &person);
    for (int side = -1; side <= 1; side += 2) {
        paint(body, scale,
              (Blob){500 + side * 225, 765, 62, 265, side * -0.62, person.dress, 0.3, 1});
        paint(body, scale, (Blob){500 + side * 385, 985, 40, 66, side * -0.6, skin, 0.2, 1});
    }
    paint(body, scale, (Blob){500, 560, 52, 110, 0, skin, 0.35, 1});
    paint(body, scale, (Blob){500, 340, 165, 205, 0, skin, 0.10, 1});
    return person;
}

static void paint_eye(const Image *image, const Person *person, int side, double open,
                      double brow)
{
    const double s = person->scale, x = 500 + side * 72;
    const Colour dark = {40, 30, 40}, white = {250, 250, 252};
    paint(image, s, (Blob){x, 370, 42, 2 + 34 * open, 0, white, 0.05, 1});
    if (open > 0.2) {
        paint(image, s, (Blob){x, 372, 24, 30 * open, 0, person->eyes, -0.5, 1});
        paint(image, s, (Blob){x, 372, 11, 14 * open, 0, dark, 0, 1});
        paint(image, s, (Blob){x - 9, 362, 7, 7 * open, 0, white, 0, 1});
    }
    paint(image, s, (Blob){x, 370 - 34 * open, 46, 7, side * 0.08, dark, 0, 1});
    paint(image, s, (Blob){x, 305, 44, 6, side * brow, person->hair, 0.1, 1});
}

/* A whole picture: `mouth` 0 closed, 1 half, 2 open. */
static void person_paint(const Person *person, uint32_t face, uint32_t mouth, const Image *out)
{
    static const double opens[] = {0.9, 1.0, 0.5, 0.06, 0.75, 1.0};
    static const double brows[] = {0, -0.28, 0.3, -0.1, 0.15, 0.25};
    static const double smiles[] = {0.35, -0.3, 0.1, 0.5, 0, -0.15};
    const double s = person->scale, smile = smiles[face % 6];
    const Colour lip = {170, 60, 70}, inner = {90, 20, 35}, red = {240, 110, 110};
    memcpy(out->pixels, person->body.pixels, (size_t)out->w * out->h * sizeof(Pixel));
    for (int side = -1; side <= 1; side += 2) {
        paint_eye(out, person, side, opens[face % 6], brows[face % 6]);
        if (face % 3 != 2)
            paint(out, s, (Blob){500 + side * 100, 432, 34, 18, 0, red, 0, 0.3});
        paint(out, s,
              (Blob){500 + side * 14, 470 - smile * 14, 22, 5, side * -smile, lip, 0, 1});
    }
    if (mouth)
        paint(out, s,
              (Blob){500, 472 + mouth * 6, 15 + 6 * mouth, 8.0 * mouth, 0, inner, 0.3, 1});
    paint(out, s,
          (Blob){500, 425, 5, 9, 0,
                 (Colour){person->skin.r * 0.85, person->skin.g * 0.8, person->skin.b * 0.8}, 0,
                 1});
    for (int i = -2; i <= 2; i++)
        paint(out, s,
              (Blob){500 + i * 66, 205 + abs(i) * 26, 62, person->fringe + 25, i * 0.35,
                     person->hair, 0.35, 1});
    paint(out, s, (Blob){455, 190, 50, 12, -0.3, (Colour){255, 255, 255}, 0, 0.25});
}

#endif
