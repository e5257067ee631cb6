/* Compares line by line with memcmp, and looks for columns in changed lines only. */
#include "player/frame_changes.h"

#include <string.h>

/* Widens [left, right) to the changed columns of a line. */
static void widen(const Pixel *before, const Pixel *now, uint32_t w, uint32_t *left,
                  uint32_t *right)
{
    uint32_t from = 0, to = w;
    while (from < *left && before[from] == now[from])
        from++;
    while (to > *right && before[to - 1] == now[to - 1])
        to--;
    if (from < *left)
        *left = from;
    if (to > *right)
        *right = to;
}

/* Columns and lines that changed within a band; h is 0 if there are none. */
static Rect band_changes(const Image *before, const Image *now, uint32_t top, uint32_t bottom)
{
    uint32_t left = now->w, right = 0, first = bottom, last = top;
    for (uint32_t y = top; y < bottom; y++) {
        const Pixel *old = image_at(before, 0, y), *new = image_at(now, 0, y);
        if (!memcmp(old, new, now->w * sizeof *new))
            continue;
        widen(old, new, now->w, &left, &right);
        if (first == bottom)
            first = y;
        last = y + 1;
    }
    if (first == bottom)
        return (Rect){0, 0, 0, 0};
    return (Rect){(int32_t)left, (int32_t)first, (int32_t)(right - left),
                  (int32_t)(last - first)};
}

size_t frame_changes(const Image *before, const Image *now, Rect out[FRAME_AREAS_MAX])
{
    size_t count = 0;
    for (uint32_t y = 0; y < now->h; y += FRAME_BAND) {
        const uint32_t bottom = y + FRAME_BAND < now->h ? y + FRAME_BAND : now->h;
        const Rect found = band_changes(before, now, y, bottom);
        if (!found.h)
            continue;
        Rect *above = count ? &out[count - 1] : NULL;
        if (above && above->x == found.x && above->w == found.w &&
            above->y + above->h == found.y)
            above->h += found.h;
        else
            out[count++] = found;
    }
    return count;
}
