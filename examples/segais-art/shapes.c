/* Small shapes out of which everything is drawn. */
#include "art.h"

uint32_t hash_of(uint32_t seed, int x, int y)
{
    uint32_t h = seed * 0x9E3779B1u ^ (uint32_t)x * 0x85EBCA6Bu ^ (uint32_t)y * 0xC2B2AE35u;
    h = (h ^ h >> 15) * 0x2C1B3C6Du;
    h = (h ^ h >> 12) * 0x297A2D39u;
    return h ^ h >> 15;
}

static int modulo(int a, int b) { return (a % b + b) % b; }

int noise(uint32_t seed, int x, int y, int cell, int period)
{
    const int px = modulo(x, period), py = modulo(y, period), cells = period / cell;
    const int cx = px / cell, cy = py / cell;
    int fx = px % cell * 256 / cell, fy = py % cell * 256 / cell;
    fx = fx * fx * (768 - 2 * fx) >> 16; /* smooth steps */
    fy = fy * fy * (768 - 2 * fy) >> 16;
    int corner[4];
    for (int i = 0; i < 4; i++)
        corner[i] = (int)(hash_of(seed, (cx + (i & 1)) % cells, (cy + (i >> 1)) % cells) & 255);
    const int top = corner[0] * (256 - fx) + corner[1] * fx;
    const int bottom = corner[2] * (256 - fx) + corner[3] * fx;
    return (top * (256 - fy) + bottom * fy) >> 16;
}

int bayer(int x, int y)
{
    static const uint8_t matrix[16] = {0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5};
    return matrix[(y & 3) * 4 + (x & 3)];
}

int isqrt(int value)
{
    int root = 0;
    for (int bit = 1 << 15; bit; bit >>= 1)
        if ((int64_t)(root + bit) * (root + bit) <= value)
            root += bit;
    return root;
}

/* Two parabolas are close enough to a sine for drawing. */
int wave(int angle)
{
    const int a = angle & 127;
    const int value = a * (128 - a) / 16;
    return angle & 128 ? -value : value;
}

void put(const Image *image, int x, int y, Pixel pixel)
{
    if (x >= 0 && y >= 0 && x < (int)image->w && y < (int)image->h)
        *image_at(image, (uint32_t)x, (uint32_t)y) = pixel;
}

Pixel get(const Image *image, int x, int y)
{
    return x >= 0 && y >= 0 && x < (int)image->w && y < (int)image->h
               ? *image_at(image, (uint32_t)x, (uint32_t)y)
               : 0;
}

void fill(const Image *image, int x, int y, int w, int h, Pixel pixel)
{
    for (int j = y; j < y + h; j++)
        for (int i = x; i < x + w; i++)
            put(image, i, j, pixel);
}

static int absolute(int value) { return value < 0 ? -value : value; }

void line(const Image *image, int x0, int y0, int x1, int y1, Pixel pixel)
{
    const int dx = absolute(x1 - x0), dy = absolute(y1 - y0), steps = dx > dy ? dx : dy;
    for (int i = 0; i <= steps; i++) {
        const int half = steps / 2;
        put(image, steps ? x0 + ((x1 - x0) * i + (x1 > x0 ? half : -half)) / steps : x0,
            steps ? y0 + ((y1 - y0) * i + (y1 > y0 ? half : -half)) / steps : y0, pixel);
    }
}

/* 0 in the middle, 1024 on the rim, squared; doubled to sit between pixels. */
static int rim(int x, int y, int cx, int cy, int rx, int ry)
{
    const int u = (2 * (x - cx) + 1) * 1024 / (2 * rx + 1),
              v = (2 * (y - cy) + 1) * 1024 / (2 * ry + 1);
    return (int)(((int64_t)u * u + (int64_t)v * v) >> 10);
}

void ellipse(const Image *image, int cx, int cy, int rx, int ry, Pixel pixel)
{
    for (int y = cy - ry - 1; y <= cy + ry; y++)
        for (int x = cx - rx - 1; x <= cx + rx; x++)
            if (rim(x, y, cx, cy, rx, ry) <= 1024)
                put(image, x, y, pixel);
}

void ball(const Image *image, int cx, int cy, int rx, int ry, Ramp ramp, int low, int high)
{
    for (int y = cy - ry - 1; y <= cy + ry; y++)
        for (int x = cx - rx - 1; x <= cx + rx; x++) {
            if (rim(x, y, cx, cy, rx, ry) > 1024)
                continue;
            /* The brightest spot lies up and to the left of the middle. */
            const int away = rim(x, y, cx - rx * 2 / 5, cy - ry * 2 / 5, rx, ry);
            const int dark = isqrt(away * 64) * 100 / 256; /* 0-170 */
            int shade = high * 16 - dark * (high - low + 1) * 16 / 150 + bayer(x, y) - 8 + 8;
            shade = shade < 0 ? 0 : shade / 16;
            put(image, x, y, ink(ramp, shade < low ? low : shade > high ? high : shade));
        }
}

void column(const Image *image, int x, int y, int w, int h, Ramp ramp, int low, int high)
{
    for (int i = 0; i < w; i++) {
        const int at = i * 256 / (w > 1 ? w - 1 : 1); /* light at a quarter */
        const int dark = absolute(at - 70) * (high - low + 1) * 16 / 200;
        for (int j = 0; j < h; j++) {
            int shade = (high * 16 + 8 - dark + (bayer(x + i, y + j) - 8) / 2) / 16;
            shade = shade < low ? low : shade > high ? high : shade;
            put(image, x + i, y + j, ink(ramp, shade));
        }
    }
}

static bool inside(const Spot *spots, size_t count, int x, int y)
{
    bool in = false;
    for (size_t i = 0, j = count - 1; i < count; j = i++) {
        const int yi = spots[i].y * 2, yj = spots[j].y * 2, py = y * 2 + 1;
        if ((yi > py) != (yj > py) &&
            (x * 2 + 1 - spots[i].x * 2) * (yj - yi) * (yj > yi ? 1 : -1) <
                (spots[j].x - spots[i].x) * 2 * (py - yi) * (yj > yi ? 1 : -1))
            in = !in;
    }
    return in;
}

static void bounds(const Spot *spots, size_t count, Spot *min, Spot *max)
{
    *min = *max = spots[0];
    for (size_t i = 1; i < count; i++) {
        min->x = spots[i].x < min->x ? spots[i].x : min->x;
        min->y = spots[i].y < min->y ? spots[i].y : min->y;
        max->x = spots[i].x > max->x ? spots[i].x : max->x;
        max->y = spots[i].y > max->y ? spots[i].y : max->y;
    }
}

void polygon(const Image *image, const Spot *spots, size_t count, Pixel pixel)
{
    Spot min, max;
    bounds(spots, count, &min, &max);
    for (int y = min.y; y <= max.y; y++)
        for (int x = min.x; x <= max.x; x++)
            if (inside(spots, count, x, y))
                put(image, x, y, pixel);
}

void facet(const Image *image, const Spot *spots, size_t count, Ramp ramp, int low, int high)
{
    Spot min, max;
    bounds(spots, count, &min, &max);
    const int span = max.x - min.x + max.y - min.y + 1;
    for (int y = min.y; y <= max.y; y++)
        for (int x = min.x; x <= max.x; x++)
            if (inside(spots, count, x, y)) {
                const int along = (x - min.x + y - min.y) * 16 * (high - low + 1) / span;
                put(image, x, y, ink(ramp, high - (along + bayer(x, y) - 8) / 16));
            }
}

void outline(const Image *image, Pixel pixel)
{
    static const Spot sides[4] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    const Pixel mark = PIXEL(1, 2, 3, 1); /* not a colour of ours: drawn in this pass */
    for (int y = 0; y < (int)image->h; y++)
        for (int x = 0; x < (int)image->w; x++) {
            if (PIXEL_A(get(image, x, y)) == 255)
                continue;
            for (int i = 0; i < 4; i++)
                if (PIXEL_A(get(image, x + sides[i].x, y + sides[i].y)) == 255) {
                    put(image, x, y, mark);
                    break;
                }
        }
    for (int y = 0; y < (int)image->h; y++)
        for (int x = 0; x < (int)image->w; x++)
            if (get(image, x, y) == mark)
                put(image, x, y, pixel);
}

void shadow(const Image *image, int cx, int cy, int rx, int ry)
{
    for (int y = cy - ry - 1; y <= cy + ry; y++)
        for (int x = cx - rx - 1; x <= cx + rx; x++)
            if (rim(x, y, cx, cy, rx, ry) <= 1024 && PIXEL_A(get(image, x, y)) == 0)
                put(image, x, y, PIXEL(0x17, 0x13, 0x1F, 96));
}

void letters(const Image *image, int x, int y, const char *const *rows, const Key *keys)
{
    for (int j = 0; rows[j]; j++)
        for (int i = 0; rows[j][i]; i++)
            for (const Key *key = keys; key->letter; key++)
                if (key->letter == rows[j][i])
                    put(image, x + i, y + j, ink(key->ramp, key->shade));
}

void mirror(const Image *target, const Image *source, unsigned frames)
{
    const int w = (int)(source->w / frames);
    for (int y = 0; y < (int)source->h; y++)
        for (int x = 0; x < (int)source->w; x++)
            put(target, x / w * w + w - 1 - x % w, y, get(source, x, y));
}

Image frame_of(const Image *strip, unsigned frames, unsigned frame)
{
    const uint32_t w = strip->w / frames;
    return image_part(strip, frame * w, 0, w, strip->h);
}
