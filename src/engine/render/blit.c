/* Parts, in order: premultiplied alpha; copying; runs; other operations. Pixels of most sprites
 * are mostly transparent or opaque: with runs, only the mixed ones are blended. Short runs
 * become part of a mixed one, because each run costs a step of the loop. */
#include "engine/render/blit.h"

#include "engine/render/rows.h"

void image_premultiply(const Image *image)
{
    for (uint32_t y = 0; y < image->h; y++) {
        Pixel *row = image_at(image, 0, y);
        for (uint32_t x = 0; x < image->w; x++)
            row[x] = pixel_premultiplied(row[x]);
    }
}

/* Values may exceed 255 by rounding, or if the pixel was not premultiplied. */
static Pixel straight(Pixel pixel)
{
    const uint32_t a = PIXEL_A(pixel);
    if (a == 255 || a == 0)
        return a ? pixel : 0;
    const uint32_t r = (PIXEL_R(pixel) * 255 + a / 2) / a;
    const uint32_t g = (PIXEL_G(pixel) * 255 + a / 2) / a;
    const uint32_t b = (PIXEL_B(pixel) * 255 + a / 2) / a;
    return PIXEL(r > 255 ? 255 : r, g > 255 ? 255 : g, b > 255 ? 255 : b, a);
}

/* Opaque pixels need no division: alpha is in the highest byte. */
void image_unpremultiply(const Image *image)
{
    for (uint32_t y = 0; y < image->h; y++) {
        Pixel *row = image_at(image, 0, y);
        for (uint32_t x = 0; x < image->w; x++)
            if (row[x] < 0xFF000000)
                row[x] = straight(row[x]);
    }
}

/* Reads all pixels: the result is stored with the sprite. */
Opacity image_opacity(const Image *image)
{
    bool seen = false, whole = true;
    for (uint32_t y = 0; y < image->h; y++) {
        const Pixel *row = image_at(image, 0, y);
        for (uint32_t x = 0; x < image->w; x++) {
            seen |= PIXEL_A(row[x]) != 0;
            whole &= PIXEL_A(row[x]) == 255;
        }
    }
    return !seen ? PICTURE_EMPTY : whole ? PICTURE_OPAQUE : PICTURE_MIXED;
}

/* Clips a source at (x, y) to the target; false if nothing is left. */
typedef struct Clip {
    uint32_t x, y, from_x, from_y, w, h;
} Clip;

static bool clip(const Image *target, int32_t x, int32_t y, uint32_t w, uint32_t h, Clip *out)
{
    const int64_t left = x < 0 ? 0 : x, top = y < 0 ? 0 : y;
    int64_t right = (int64_t)x + w, bottom = (int64_t)y + h;
    right = right > target->w ? target->w : right;
    bottom = bottom > target->h ? target->h : bottom;
    if (left >= right || top >= bottom)
        return false;
    *out = (Clip){(uint32_t)left,           (uint32_t)top,
                  (uint32_t)(left - x),     (uint32_t)(top - y),
                  (uint32_t)(right - left), (uint32_t)(bottom - top)};
    return true;
}

/* `source` is premultiplied. `opacity` must be true for the whole of it. */
void blit(const Image *target, int32_t x, int32_t y, const Image *source, Opacity opacity)
{
    Clip part;
    if (opacity == PICTURE_EMPTY || !clip(target, x, y, source->w, source->h, &part))
        return;
    const RowFunctions *rows = row_functions();
    for (uint32_t row = 0; row < part.h; row++) {
        Pixel *to = image_at(target, part.x, part.y + row);
        const Pixel *from = image_at(source, part.from_x, part.from_y + row);
        if (opacity == PICTURE_OPAQUE)
            memcpy(to, from, part.w * sizeof *to);
        else
            rows->blend(to, from, part.w);
    }
}

/* ---- runs ---- */

/* A run is 16 bits: the opacity in the upper two, the length in the others. */
enum { RUN_BITS = 14, RUN_MAX = (1 << RUN_BITS) - 1, RUN_MIN = 12 };

/* A pixel with alpha 0 and a colour adds light: it is mixed, not empty. */
static Opacity pixel_opacity(Pixel pixel)
{
    return PIXEL_A(pixel) == 255 ? PICTURE_OPAQUE : pixel ? PICTURE_MIXED : PICTURE_EMPTY;
}

/* The length of the next run; runs that are too short become part of a mixed one. */
static uint32_t next_run(const Pixel *row, uint32_t count, Opacity *out)
{
    uint32_t mixed = 0;
    while (mixed < count) {
        const Opacity opacity = pixel_opacity(row[mixed]);
        uint32_t end = mixed + 1;
        while (end < count && pixel_opacity(row[end]) == opacity)
            end++;
        if (opacity != PICTURE_MIXED && (end - mixed >= RUN_MIN || end == count)) {
            *out = mixed ? PICTURE_MIXED : opacity;
            return mixed ? mixed : end;
        }
        mixed = end;
    }
    *out = PICTURE_MIXED;
    return count;
}

/* Appends the runs of a row and returns their number. `list` NULL: only counts. */
static size_t row_runs(const Pixel *row, uint32_t w, uint16_t *list)
{
    size_t count = 0;
    for (uint32_t x = 0; x < w;) {
        Opacity opacity;
        for (uint32_t left = next_run(row + x, w - x, &opacity); left;) {
            const uint32_t length = left < RUN_MAX ? left : RUN_MAX;
            if (list)
                list[count] = (uint16_t)((unsigned)opacity << RUN_BITS | length);
            count++;
            x += length;
            left -= length;
        }
    }
    return count;
}

/* NULL if runs would not help: at least a quarter of the pixels must be skipped or copied. */
const Runs *image_runs(const Image *image, Arena *arena)
{
    size_t count = 0, plain = 0;
    for (uint32_t y = 0; y < image->h; y++)
        count += row_runs(image_at(image, 0, y), image->w, NULL);
    if (!image->w || !image->h || count > UINT32_MAX || image_opacity(image) != PICTURE_MIXED)
        return NULL;
    Runs *runs = ARENA_ALLOC(arena, Runs, 1);
    uint32_t *rows = ARENA_ALLOC(arena, uint32_t, image->h + 1u);
    uint16_t *list = ARENA_ALLOC(arena, uint16_t, count);
    for (uint32_t y = 0; y < image->h; y++)
        rows[y + 1] =
            rows[y] + (uint32_t)row_runs(image_at(image, 0, y), image->w, list + rows[y]);
    for (size_t i = 0; i < count; i++)
        plain += list[i] >> RUN_BITS == PICTURE_MIXED ? 0 : list[i] & RUN_MAX;
    *runs = (Runs){rows, list};
    return plain * 4 >= (size_t)image->w * image->h ? runs : NULL;
}

/* Empty runs only advance. */
static void draw_runs(Pixel *to, const Pixel *from, const uint16_t *run, const uint16_t *end,
                      const RowFunctions *rows)
{
    for (; run < end; run++) {
        const uint32_t length = *run & RUN_MAX;
        if (*run >> RUN_BITS == PICTURE_OPAQUE)
            memcpy(to, from, length * sizeof *to);
        else if (*run >> RUN_BITS == PICTURE_MIXED)
            rows->blend(to, from, length);
        to += length;
        from += length;
    }
}

/* The same for the part [left, right) of the row; `from` is at `left`. */
static void draw_some_runs(Pixel *to, const Pixel *from, const uint16_t *run, uint32_t left,
                           uint32_t right, const RowFunctions *rows)
{
    for (uint32_t x = 0; x < right; run++) {
        const uint32_t end = x + (*run & RUN_MAX);
        if (end > left) {
            const uint16_t part =
                (uint16_t)((end < right ? end : right) - (x > left ? x : left));
            const uint16_t cut = (uint16_t)((*run & ~RUN_MAX) | part);
            draw_runs(to, from, &cut, &cut + 1, rows);
            to += part;
            from += part;
        }
        x = end;
    }
}

/* Rows that are not clipped take the shorter way. */
void blit_runs(const Image *target, int32_t x, int32_t y, const Image *source, const Runs *runs)
{
    Clip part;
    if (!runs) {
        blit(target, x, y, source, PICTURE_MIXED);
        return;
    }
    if (!clip(target, x, y, source->w, source->h, &part))
        return;
    const RowFunctions *rows = row_functions();
    for (uint32_t row = part.from_y; row < part.from_y + part.h; row++) {
        Pixel *to = image_at(target, part.x, part.y + row - part.from_y);
        const Pixel *from = image_at(source, part.from_x, row);
        const uint16_t *run = runs->list + runs->rows[row];
        if (part.w == source->w)
            draw_runs(to, from, run, runs->list + runs->rows[row + 1], rows);
        else
            draw_some_runs(to, from, run, part.from_x, part.from_x + part.w, rows);
    }
}

/* ---- other operations ---- */

void blit_faint(const Image *target, int32_t x, int32_t y, const Image *source, unsigned alpha)
{
    Clip part;
    if (!alpha || !clip(target, x, y, source->w, source->h, &part))
        return;
    const RowFunctions *rows = row_functions();
    for (uint32_t row = 0; row < part.h; row++)
        rows->blend_faint(image_at(target, part.x, part.y + row),
                          image_at(source, part.from_x, part.from_y + row), part.w, alpha);
}

/* The source's alpha in one colour, for shadows and outlines. In pieces on the stack, so that
 * no memory is allocated while drawing. */
void blit_shape(const Image *target, int32_t x, int32_t y, const Image *source, Pixel colour,
                unsigned alpha)
{
    enum { PIECE = 256 };
    Pixel piece[PIECE];
    Clip part;
    if (!alpha || !clip(target, x, y, source->w, source->h, &part))
        return;
    const RowFunctions *rows = row_functions();
    for (uint32_t row = 0; row < part.h; row++) {
        const Pixel *from = image_at(source, part.from_x, part.from_y + row);
        for (uint32_t i = 0; i < part.w; i += PIECE) {
            const uint32_t count = part.w - i < PIECE ? part.w - i : PIECE;
            for (uint32_t k = 0; k < count; k++)
                piece[k] = pixel_times(colour | 0xFF000000, PIXEL_A(from[i + k]));
            rows->blend_faint(image_at(target, part.x + i, part.y + row), piece, count, alpha);
        }
    }
}

/* The nearest pixel: pixel art stays sharp. */
void blit_scaled(const Image *target, Rect to, const Image *source, unsigned alpha)
{
    enum { PIECE = 256 };
    Pixel piece[PIECE];
    Clip part;
    if (to.w <= 0 || to.h <= 0 || !source->w || !source->h ||
        !clip(target, to.x, to.y, (uint32_t)to.w, (uint32_t)to.h, &part))
        return;
    const RowFunctions *rows = row_functions();
    for (uint32_t row = 0; row < part.h; row++) {
        Pixel *line = image_at(target, part.x, part.y + row);
        const Pixel *from = image_at(
            source, 0, (uint32_t)((uint64_t)(part.from_y + row) * source->h / (uint32_t)to.h));
        for (uint32_t i = 0; i < part.w; i += PIECE) {
            const uint32_t count = part.w - i < PIECE ? part.w - i : PIECE;
            for (uint32_t k = 0; k < count; k++)
                piece[k] = from[(uint64_t)(part.from_x + i + k) * source->w / (uint32_t)to.w];
            rows->blend_faint(line + i, piece, count, alpha);
        }
    }
}

/* Clipped to the target; areas may be outside of it or empty. */
void fill(const Image *target, Rect area, Pixel colour)
{
    Clip part;
    if (area.w <= 0 || area.h <= 0 || !PIXEL_A(colour) ||
        !clip(target, area.x, area.y, (uint32_t)area.w, (uint32_t)area.h, &part))
        return;
    const Pixel source = pixel_premultiplied(colour);
    const RowFunctions *rows = row_functions();
    for (uint32_t row = 0; row < part.h; row++) {
        Pixel *line = image_at(target, part.x, part.y + row);
        if (PIXEL_A(colour) < 255)
            rows->cover(line, source, part.w);
        else
            for (uint32_t i = 0; i < part.w; i++)
                line[i] = source;
    }
}

void outline(const Image *target, Rect area, Pixel colour)
{
    fill(target, (Rect){area.x, area.y, area.w, 1}, colour);
    fill(target, (Rect){area.x, area.y + area.h - 1, area.w, 1}, colour);
    fill(target, (Rect){area.x, area.y + 1, 1, area.h - 2}, colour);
    fill(target, (Rect){area.x + area.w - 1, area.y + 1, 1, area.h - 2}, colour);
}
