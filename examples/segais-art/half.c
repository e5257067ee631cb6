/* Images at half their size, for cells of 16 x 16 pixels. A pixel gets the colour that most of
 * its four have, without the outline, which is drawn again, one pixel wide. */
#include "art.h"

static Pixel most_of(const Image *image, int x, int y)
{
    Pixel best = 0;
    int opaque = 0, inked = 0, most = 0;
    for (int i = 0; i < 4; i++) {
        const Pixel pixel = get(image, x + i % 2, y + i / 2);
        int same = 0;
        if (PIXEL_A(pixel) < 128)
            continue;
        opaque++;
        if (pixel == ink(INK, 0)) {
            inked++;
            continue;
        }
        for (int j = 0; j < 4; j++)
            same += get(image, x + j % 2, y + j / 2) == pixel;
        if (same > most) {
            most = same;
            best = pixel;
        }
    }
    if (opaque < 2)
        return 0;
    return inked > 2 || !most ? 0 : best;
}

/* What is translucent stays so: shadows, smoke. */
static Pixel mean_of(const Image *image, int x, int y)
{
    int alpha = 0;
    Pixel one = 0;
    for (int i = 0; i < 4; i++) {
        const Pixel pixel = get(image, x + i % 2, y + i / 2);
        if (PIXEL_A(pixel) < 255) {
            alpha += (int)PIXEL_A(pixel);
            one = PIXEL_A(pixel) ? pixel : one;
        }
    }
    return PIXEL(PIXEL_R(one), PIXEL_G(one), PIXEL_B(one), (uint32_t)alpha / 4);
}

Image art_halved(const Image *strip, unsigned frames, Arena *arena)
{
    const uint32_t w = strip->w / frames / 2, h = strip->h / 2;
    const Image out = image_new(w * frames, h, arena);
    for (unsigned frame = 0; frame < frames; frame++) {
        const Image from = frame_of(strip, frames, frame), to = frame_of(&out, frames, frame);
        bool outlined = false;
        for (int y = 0; y < (int)h; y++)
            for (int x = 0; x < (int)w; x++) {
                put(&to, x, y, most_of(&from, 2 * x, 2 * y));
                for (int i = 0; i < 4; i++)
                    outlined |= get(&from, 2 * x + i % 2, 2 * y + i / 2) == ink(INK, 0);
            }
        const bool full = image_opaque_box(&to).w == (int32_t)w &&
                          image_opaque_box(&to).h == (int32_t)h && get(&to, 0, 0) &&
                          get(&to, (int)w - 1, (int)h - 1);
        if (outlined && !full)
            outline(&to, ink(INK, 0));
        for (int y = 0; y < (int)h; y++)
            for (int x = 0; x < (int)w; x++)
                if (!get(&to, x, y)) {
                    bool inked = false;
                    for (int i = 0; i < 4; i++)
                        inked |= get(&from, 2 * x + i % 2, 2 * y + i / 2) == ink(INK, 0);
                    put(&to, x, y, inked && full ? ink(INK, 0) : mean_of(&from, 2 * x, 2 * y));
                }
    }
    return out;
}
