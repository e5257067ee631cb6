/* Parts, in order: scale; spans and filling; layers; glyphs. The spans of the sample lines of a
 * pixel row are summed, and the sums become coverage when the row is complete; a layer is then
 * blended over the image as a whole. */
#include "tirnanog/fonts/ssfn_raster.h"
#include "tirnanog/fonts/ssfn_path.h"

enum {
    WIDTH_MAX = 2 * GLYPH_PIXELS_MAX, /* wider glyphs, which only malicious fonts have, are
                                       * clipped */
    HEIGHT_MAX = 2 * GLYPH_PIXELS_MAX,
};

typedef struct Raster {
    const SsfnFont *font;
    int64_t pixels;   /* of the font's height */
    int64_t down;     /* 1/256 pixel: aligns the baseline to a whole pixel */
    int64_t bold;     /* added to the right of each span, in 1/256 pixel */
    uint32_t columns; /* width of the glyph in grid units ... */
    int64_t right;    /* ... and in 1/256 pixel; not drawn from there on */
    bool italic;
    int32_t left, top; /* of the image, in pixels */
    uint32_t w, h;
    uint32_t lines;    /* lines per pixel row: 16, 8 or 4 */
    uint32_t *sums;    /* coverage of a pixel row, 256 * lines is full; one more at the end */
    uint8_t *layer;    /* w x h: the last filled layer */
    uint8_t *coverage; /* w x h: all layers, without colours */
    Pixel *image;      /* w x h: all layers, with colours; or NULL */
    Pixel colour;
    Arena *scratch;
} Raster;

static uint32_t div255(uint32_t x)
{
    x += 128;
    return (x + (x >> 8)) >> 8;
}

/* Straight alpha. The opaque target, the usual case, needs no division. */
Pixel pixel_over(Pixel target, Pixel source)
{
    const uint32_t a = PIXEL_A(source), b = PIXEL_A(target);
    if (a == 255 || b == 0)
        return source;
    if (a == 0)
        return target;
    Pixel result = 0;
    if (b == 255) {
        for (int shift = 0; shift < 24; shift += 8)
            result |= div255((source >> shift & 255) * a + (target >> shift & 255) * (255 - a))
                      << shift;
        return result | 0xFF000000;
    }
    const uint32_t under = b * (255 - a), whole = a * 255 + under; /* in units of 1/65025 */
    for (int shift = 0; shift < 24; shift += 8)
        result |=
            ((source >> shift & 255) * a * 255 + (target >> shift & 255) * under + whole / 2) /
                whole
            << shift;
    return result | div255(whole) << 24;
}

/* Other glyphs need only coverage, which is a quarter of the memory. */
bool ssfn_glyph_coloured(const SsfnFont *font, const SsfnGlyph *glyph)
{
    for (uint32_t i = 0; i < glyph->part_count; i++) {
        const SsfnPart *part = &font->parts[glyph->first_part + i];
        if (part->kind == SSFN_PIXMAP ||
            (part->kind == SSFN_COLOUR && part->fragment != SSFN_FOREGROUND))
            return true;
    }
    return false;
}

int64_t ssfn_ascent(const SsfnFont *font, uint32_t pixels)
{
    const int64_t height = font->height;
    return font->baseline ? ((int64_t)pixels * font->baseline + height / 2) / height : pixels;
}

/* Converts grid units to 1/256 pixel. */
static int64_t scaled(const Raster *self, int64_t units)
{
    return units * self->pixels * 256 / self->font->height;
}

/* Horizontal shift of the line at `y` for italics (1/256 pixel). */
static int64_t slant(const Raster *self, int64_t y)
{
    const int64_t above = self->pixels * 256 - y;
    return self->italic && above > 0 ? above / 4 : 0;
}

/* ---- spans ---- */

/* Adds the span [from, to), in 1/256 pixel from the pen, to the sums of the row. */
static void span_add(Raster *self, int64_t from, int64_t to)
{
    const int64_t end = (int64_t)self->w * 256;
    from -= (int64_t)self->left * 256;
    to -= (int64_t)self->left * 256;
    from = from < 0 ? 0 : from;
    to = to > end ? end : to;
    if (from >= to)
        return;
    const size_t first = (size_t)from >> 8, last = (size_t)to >> 8;
    if (first == last) {
        self->sums[first] += (uint32_t)(to - from);
        return;
    }
    self->sums[first] += 256 - (uint32_t)(from & 255);
    for (size_t i = first + 1; i < last; i++)
        self->sums[i] += 256;
    self->sums[last] += (uint32_t)(to & 255);
}

/* The sorted spans of a row; widening may make them touch. */
typedef struct Spans {
    Raster *raster;
    int64_t from, to; /* the span that may still be extended */
} Spans;

/* Spans come sorted, so only the last one can be extended. Joining prevents that overlapping
 * parts count twice. */
static void spans_put(Spans *self, int64_t from, int64_t to)
{
    to += self->raster->bold;
    if (from <= self->to) {
        self->to = to > self->to ? to : self->to;
        return;
    }
    span_add(self->raster, self->from, self->to);
    self->from = from;
    self->to = to;
}

/* Turns sums into coverage from 0 to 255, and empties them for the next row. */
static void row_finish(Raster *self, uint32_t row)
{
    const uint32_t full = 256 * self->lines;
    uint8_t *out = self->layer + (size_t)row * self->w;
    for (uint32_t i = 0; i < self->w; i++)
        out[i] = (uint8_t)((self->sums[i] * 255 + full / 2) / full);
    memset(self->sums, 0, (self->w + 1) * sizeof *self->sums);
}

/* The centre of a line, in 1/256 pixel from the top of the grid. */
static int64_t line_middle(const Raster *self, uint32_t row, uint32_t line)
{
    return ((int64_t)self->top + row) * 256 + (int64_t)(2 * line + 1) * (128 / self->lines);
}

/* Selects the crossings inside the glyph's width. Others are dropped, as in the format author's
 * renderer: the even-odd rule then loses a whole side, so that fonts with wrong widths look
 * wrong here as well. */
static size_t within_width(const Raster *self, const Path *path, size_t count)
{
    while (count && path->crossings[count - 1] >= self->right)
        count--;
    return count;
}

/* The even-odd rule: crossings in pairs are the inside. */
static void fill_path(Raster *self, Path *path)
{
    path_start(path, self->scratch);
    for (uint32_t row = 0; row < self->h; row++) {
        for (uint32_t line = 0; line < self->lines; line++) {
            const int64_t y = line_middle(self, row, line), shift = slant(self, y);
            Spans spans = {self, INT32_MIN, INT32_MIN};
            const size_t count = within_width(self, path, path_cross(path, y));
            for (size_t i = 0; i + 1 < count; i += 2)
                spans_put(&spans, path->crossings[i] + shift, path->crossings[i + 1] + shift);
            span_add(self, spans.from, spans.to);
        }
        row_finish(self, row);
    }
}

/* The grid unit at `at` (1/256 pixel from its start); -1 before the start. */
static int64_t grid_unit(const Raster *self, int64_t at)
{
    return at < 0 ? -1 : at * self->font->height / (self->pixels * 256);
}

static int64_t grid_row(const Raster *self, int64_t y)
{
    return grid_unit(self, y - self->down);
}

/* The bits of a row become spans, as outlines do, so that styles work for both. */
static void fill_bitmap(Raster *self, const SsfnPart *part)
{
    const SsfnFragment *item = &self->font->fragments[part->fragment];
    const uint8_t *data = ssfn_fragment_data(self->font, item);
    for (uint32_t row = 0; row < self->h; row++) {
        for (uint32_t line = 0; line < self->lines; line++) {
            const int64_t y = line_middle(self, row, line), shift = slant(self, y);
            const int64_t from = grid_row(self, y) - part->y;
            if (from < 0 || from >= item->count)
                continue;
            const uint8_t *bits = data + (size_t)from * (item->width / 8);
            Spans spans = {self, INT32_MIN, INT32_MIN};
            for (uint32_t x = 0; x < item->width && part->x + x < self->columns; x++)
                if (bits[x / 8] >> x % 8 & 1)
                    spans_put(&spans, scaled(self, part->x + (int64_t)x) + shift,
                              scaled(self, part->x + (int64_t)x + 1) + shift);
            span_add(self, spans.from, spans.to);
        }
        row_finish(self, row);
    }
}

/* ---- layers ---- */

/* The alpha of the foreground applies to colour glyphs as well. */
static Pixel palette_pixel(const Raster *self, uint32_t colour)
{
    if (colour == SSFN_FOREGROUND)
        return self->colour;
    const uint32_t argb = self->font->colours[colour];
    return PIXEL(argb >> 16 & 255, argb >> 8 & 255, argb & 255,
                 div255((argb >> 24) * PIXEL_A(self->colour)));
}

/* Blends the layer over the image. */
static void layer_merge(Raster *self, uint32_t colour)
{
    const size_t count = (size_t)self->w * self->h;
    if (!self->image) {
        for (size_t i = 0; i < count; i++)
            self->coverage[i] =
                (uint8_t)(self->layer[i] + div255(self->coverage[i] * (255u - self->layer[i])));
        return;
    }
    const Pixel pixel = palette_pixel(self, colour);
    for (size_t i = 0; i < count; i++)
        if (self->layer[i])
            self->image[i] =
                pixel_over(self->image[i],
                           (pixel & 0xFFFFFF) | div255(PIXEL_A(pixel) * self->layer[i]) << 24);
}

/* The mean of lines x lines samples of a pixmap, from (x, y) in pixels. */
static Pixel pixmap_sample(const Raster *self, const SsfnPart *part, const uint8_t *indices,
                           int64_t x, uint32_t row)
{
    const SsfnFragment *item = &self->font->fragments[part->fragment];
    const uint32_t n = self->lines;
    uint32_t sum[4] = {0};
    for (uint32_t j = 0; j < n; j++) {
        const int64_t y = line_middle(self, row, j);
        const int64_t v = grid_row(self, y) - part->y;
        if (v < 0 || v >= item->count)
            continue;
        for (uint32_t i = 0; i < n; i++) {
            const int64_t at = x * 256 + (int64_t)(2 * i + 1) * (128 / n) - slant(self, y);
            const int64_t u = grid_unit(self, at) - part->x;
            if (u < 0 || u >= item->width || part->x + u >= self->columns)
                continue;
            const uint8_t index = indices[v * item->width + u];
            if (index == SSFN_TRANSPARENT)
                continue;
            const Pixel pixel = palette_pixel(self, index);
            const uint32_t alpha = PIXEL_A(pixel);
            sum[0] += PIXEL_R(pixel) * alpha;
            sum[1] += PIXEL_G(pixel) * alpha;
            sum[2] += PIXEL_B(pixel) * alpha;
            sum[3] += alpha;
        }
    }
    if (!sum[3])
        return 0;
    const uint32_t half = sum[3] / 2, samples = n * n;
    return PIXEL((sum[0] + half) / sum[3], (sum[1] + half) / sum[3], (sum[2] + half) / sum[3],
                 (sum[3] + samples / 2) / samples);
}

/* Missing packets leave transparent pixels. */
static void draw_pixmap(Raster *self, const SsfnPart *part)
{
    const SsfnFragment *item = &self->font->fragments[part->fragment];
    const size_t count = (size_t)item->width * item->count;
    uint8_t *indices = arena_alloc_raw(self->scratch, count, 1);
    const size_t done =
        ssfn_unpack((Bytes){ssfn_fragment_data(self->font, item), item->size - item->header},
                    indices, count);
    memset(indices + done, SSFN_TRANSPARENT, count - done);
    for (uint32_t row = 0; row < self->h; row++)
        for (uint32_t i = 0; i < self->w; i++) {
            Pixel *pixel = &self->image[(size_t)row * self->w + i];
            *pixel = pixel_over(
                *pixel, pixmap_sample(self, part, indices, (int64_t)self->left + i, row));
        }
}

/* ---- glyphs ---- */

typedef struct Box {
    int64_t left, top, right, bottom; /* grid units */
} Box;

static void box_add(Box *box, int64_t x, int64_t y)
{
    box->left = x < box->left ? x : box->left;
    box->top = y < box->top ? y : box->top;
    box->right = x > box->right ? x : box->right;
    box->bottom = y > box->bottom ? y : box->bottom;
}

/* The box that contains all points of the glyph, including control points. */
static Box glyph_box(const SsfnFont *font, const SsfnGlyph *glyph)
{
    Box box = {INT32_MAX, INT32_MAX, 0, 0};
    for (uint32_t i = 0; i < glyph->part_count; i++) {
        const SsfnPart *part = &font->parts[glyph->first_part + i];
        if (part->kind > SSFN_PIXMAP)
            continue;
        const SsfnFragment *item = &font->fragments[part->fragment];
        if (part->kind != SSFN_CONTOUR) {
            box_add(&box, part->x, part->y);
            box_add(&box, part->x + item->width, part->y + item->count);
            continue;
        }
        const uint8_t *data = font->bytes.data + item->at;
        for (uint32_t at = item->header + (item->count + 3u) / 4; at + 1 < item->size; at += 2)
            box_add(&box, part->x + data[at], part->y + data[at + 1]);
    }
    return box;
}

/* Computes the image in pixels: the scaled box, rounded outwards, extended by styles, and
 * clipped. */
static bool place_image(Raster *self, const SsfnGlyph *glyph)
{
    const Box box = glyph_box(self->font, glyph);
    if (box.left >= box.right || box.top >= box.bottom || box.left >= self->columns ||
        box.top >= self->font->height)
        return false;
    const int64_t top = scaled(self, box.top) + self->down;
    const int64_t lowest = box.bottom < self->font->height ? box.bottom : self->font->height;
    const int64_t bottom = scaled(self, lowest) + self->down;
    const int64_t left = scaled(self, box.left) + slant(self, bottom);
    const int64_t widest = box.right < self->columns ? box.right : self->columns;
    const int64_t right = scaled(self, widest) + slant(self, top) + self->bold;
    const int64_t w = ((right + 255) >> 8) - (left >> 8),
                  h = ((bottom + 255) >> 8) - (top >> 8);
    self->left = (int32_t)(left >> 8);
    self->top = (int32_t)(top >> 8);
    self->w = (uint32_t)(w < WIDTH_MAX ? w : WIDTH_MAX);
    self->h = (uint32_t)(h < HEIGHT_MAX ? h : HEIGHT_MAX);
    return self->w && self->h;
}

/* Adjacent contours of one colour are one path, so that holes stay holes; anything else ends
 * it. */
static void draw_parts(Raster *self, const SsfnGlyph *glyph)
{
    uint32_t colour = SSFN_FOREGROUND, path_colour = SSFN_FOREGROUND;
    Path path = {
        .font = self->font, .pixels = self->pixels, .down = self->down, .arena = self->scratch};
    for (uint32_t i = 0; i <= glyph->part_count; i++) {
        const SsfnPart *part =
            i < glyph->part_count ? &self->font->parts[glyph->first_part + i] : NULL;
        if (part && part->kind == SSFN_COLOUR) {
            colour = part->fragment;
            continue;
        }
        if (part && (part->kind == SSFN_HINTS || part->kind == SSFN_KERNING))
            continue;
        const bool contour = part && part->kind == SSFN_CONTOUR;
        if (path.edge_count && (!contour || colour != path_colour)) {
            fill_path(self, &path);
            layer_merge(self, path_colour);
            path.edge_count = 0;
        }
        if (contour) {
            path_colour = colour;
            path_add(&path, part);
        } else if (part && part->kind == SSFN_BITMAP) {
            fill_bitmap(self, part);
            layer_merge(self, colour);
        } else if (part) {
            draw_pixmap(self, part);
        }
        colour = SSFN_FOREGROUND; /* a colour applies to one fragment only */
    }
}

/* A font that is bold already gets nothing. */
int64_t ssfn_bold_extra(const SsfnFont *font, uint32_t pixels)
{
    const int64_t units = (font->height + 64) >> 6;
    return font->style & SSFN_BOLD ? 0 : units * 256 * pixels / font->height;
}

/* Smaller glyphs get more samples for each pixel. An empty glyph has no image. */
GlyphImage ssfn_glyph_draw(const SsfnFont *font, const SsfnGlyph *glyph,
                           const GlyphStyle *style, Arena *arena, Arena *scratch)
{
    Raster self = {.font = font,
                   .pixels = style->pixels,
                   .italic = style->italic && !(font->style & SSFN_ITALIC),
                   .lines = style->pixels <= 64    ? 16
                            : style->pixels <= 256 ? 8
                                                   : 4,
                   .columns = glyph->w,
                   .colour = style->colour,
                   .scratch = scratch};
    self.right = scaled(&self, glyph->w);
    if (font->baseline)
        self.down = ssfn_ascent(font, style->pixels) * 256 - scaled(&self, font->baseline);
    if (style->bold)
        self.bold = ssfn_bold_extra(font, style->pixels);
    if (!place_image(&self, glyph))
        return (GlyphImage){0};
    const size_t count = (size_t)self.w * self.h;
    self.sums = ARENA_ALLOC(scratch, uint32_t, self.w + 1);
    self.layer = arena_alloc_raw(scratch, count, 1);
    if (ssfn_glyph_coloured(font, glyph))
        self.image = ARENA_ALLOC(arena, Pixel, count);
    else
        self.coverage = arena_alloc(arena, count, 1);
    draw_parts(&self, glyph);
    return (GlyphImage){self.left, self.top, self.w, self.h, self.coverage, self.image};
}
