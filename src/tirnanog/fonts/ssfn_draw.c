/* Parts, in order: drawing, with a cache of glyph images; measuring; line breaking.
 * The cache is cleared as a whole when it exceeds its limit, because its images are in one
 * arena; visible texts fill it again within a frame. */
#include "tirnanog/fonts/ssfn_draw.h"
#include "base/hash.h"
#include "tirnanog/fonts/line_breaks.h"
#include "tirnanog/fonts/text_layout.h"
#include "tirnanog/fonts/text_walk.h"

#include <assert.h>

/* ---- drawing ---- */

typedef struct TextKey {
    const void *font;      /* SsfnFont or OutlineFont */
    uint32_t code, pixels; /* of an outline font: the glyph and its em */
    uint32_t style;        /* bit 0 bold, 1 italic; from bit 2 the shift */
    Pixel colour;          /* for coloured glyphs, otherwise 0 */
} TextKey;

struct TextSlot {
    TextKey key; /* font NULL: free */
    GlyphImage image;
};

TextCache text_cache(Arena *glyphs, Arena *scratch, size_t limit)
{
    return (TextCache){.glyphs = glyphs, .scratch = scratch, .limit = limit};
}

void text_cache_clear(TextCache *cache)
{
    arena_reset(cache->glyphs);
    cache->slots = NULL;
    cache->capacity = cache->count = 0;
}

/* The slot of the key, or the free one for it. Ends because the table is never full; its
 * capacity is a power of two. */
static struct TextSlot *slot_of(struct TextSlot *slots, size_t capacity, const TextKey *key)
{
    uint64_t hash = hash_mix((uintptr_t)key->font, key->code);
    hash = hash_mix(hash, (uint64_t)key->pixels << 4 | key->style);
    hash = hash_mix(hash, key->colour);
    for (size_t i = (size_t)hash & (capacity - 1);; i = (i + 1) & (capacity - 1)) {
        const TextKey *has = &slots[i].key;
        if (!has->font ||
            (has->font == key->font && has->code == key->code && has->pixels == key->pixels &&
             has->style == key->style && has->colour == key->colour))
            return &slots[i];
    }
}

/* Reserves one more glyph, at most three quarters full. */
static void cache_reserve(TextCache *cache)
{
    enum { FIRST = 256 };
    if (cache->slots && arena_used(cache->glyphs) > cache->limit)
        text_cache_clear(cache);
    if (cache->slots && cache->count < cache->capacity / 4 * 3)
        return;
    assert(cache->slots || !cache->capacity);
    const size_t capacity = cache->slots ? cache->capacity * 2 : FIRST;
    struct TextSlot *slots = ARENA_ALLOC(cache->glyphs, struct TextSlot, capacity);
    for (size_t i = 0; i < cache->capacity; i++)
        if (cache->slots[i].key.font)
            *slot_of(slots, capacity, &cache->slots[i].key) = cache->slots[i];
    cache->slots = slots;
    cache->capacity = capacity;
}

/* The image is valid only until the next call, which may clear the cache. Images of plain
 * glyphs are coverage, so one serves all colours; those with colours of their own depend on
 * it. */
static const GlyphImage *cached(TextCache *cache, const TextStyle *style, const TextItem *item)
{
    const uint32_t looks = (style->bold ? 1u : 0) | (style->italic ? 2u : 0);
    const TextKey key =
        item->outline
            ? (TextKey){item->outline, item->outline_glyph, item->pixels,
                        looks | item->shift << 2, 0}
            : (TextKey){item->font, item->glyph->code, item->pixels, looks,
                        ssfn_glyph_coloured(item->font, item->glyph) ? style->colour : 0};
    cache_reserve(cache);
    struct TextSlot *slot = slot_of(cache->slots, cache->capacity, &key);
    if (!slot->key.font) {
        const GlyphStyle glyph_style = {item->pixels, style->bold, style->italic,
                                        style->colour};
        const OutlineStyle outline_style = {item->pixels, item->shift, style->bold,
                                            style->italic};
        slot->image = item->outline ? outline_glyph_draw(item->outline, item->outline_glyph,
                                                         &outline_style, cache->glyphs)
                                    : ssfn_glyph_draw(item->font, item->glyph, &glyph_style,
                                                      cache->glyphs, cache->scratch);
        arena_reset(cache->scratch);
        slot->key = key;
        cache->count++;
        cache->drawn++;
    }
    return &slot->image;
}

/* [from, to): the part of a run of `size` pixels at `at` inside [0, limit). */
static bool clip(int64_t at, uint32_t size, uint32_t limit, uint32_t *from, uint32_t *to)
{
    if (at >= limit || at + size <= 0)
        return false;
    *from = at < 0 ? (uint32_t)-at : 0;
    *to = at + size > limit ? (uint32_t)(limit - at) : size;
    return true;
}

/* Coordinates are 64 bits wide because a long line may lie far outside of the image. */
static void blend(const Image *target, int64_t x, int64_t y, const GlyphImage *glyph,
                  Pixel colour)
{
    uint32_t left, right, top, bottom;
    if (!clip(x, glyph->w, target->w, &left, &right) ||
        !clip(y, glyph->h, target->h, &top, &bottom))
        return;
    for (uint32_t row = top; row < bottom; row++) {
        Pixel *out = image_at(target, (uint32_t)(x + left), (uint32_t)(y + row)) - left;
        const size_t at = (size_t)row * glyph->w;
        for (uint32_t i = left; i < right; i++) {
            if (glyph->pixels) {
                out[i] = pixel_over(out[i], glyph->pixels[at + i]);
            } else if (glyph->coverage[at + i]) {
                const uint32_t t = glyph->coverage[at + i] * PIXEL_A(colour) + 128;
                out[i] = pixel_over(out[i], (colour & 0xFFFFFF) | ((t + (t >> 8)) >> 8) << 24);
            }
        }
    }
}

/* Draws a frame on the baseline, for characters without a glyph. */
static void draw_box(const Image *target, int64_t x, int64_t y, int64_t h, Pixel colour)
{
    const int64_t w = text_box_width(h);
    for (int64_t j = 0; j < h; j++)
        for (int64_t i = 0; i < w; i++) {
            const bool frame = i == 0 || j == 0 || i == w - 1 || j == h - 1;
            if (!frame || x + i < 0 || y + j < 0 || x + i >= target->w || y + j >= target->h)
                continue;
            Pixel *pixel = image_at(target, (uint32_t)(x + i), (uint32_t)(y + j));
            *pixel = pixel_over(*pixel, colour);
        }
}

static void draw_item(const Image *target, int64_t x, int64_t y, const TextStyle *style,
                      const TextItem *item, int64_t ascent, TextCache *cache)
{
    if (item->code == '\n')
        return;
    if (!item->glyph && !item->outline) {
        draw_box(target, x + item->x, y + item->y, ascent, style->colour);
        return;
    }
    const GlyphImage *image = cached(cache, style, item);
    if (image->w)
        blend(target, x + item->x + image->x, y + item->y + image->y, image, style->colour);
}

/* Text that needs a layout. */
static void draw_complex(const Image *target, int64_t x, int64_t y, const TextStyle *style,
                         Text text, TextCache *cache)
{
    Arena *scratch = style->shaper ? NULL : arena_new();
    const TextLayout layout = text_lay_out(style, text, scratch);
    for (size_t i = 0; i < layout.count; i++)
        draw_item(target, x, y, style, &layout.items[i], layout.size.baseline, cache);
    if (scratch)
        arena_free(scratch);
}

void text_draw(const Image *target, int64_t x, int64_t y, const TextStyle *style, Text text,
               TextCache *cache)
{
    if (text_is_complex(style, text)) {
        draw_complex(target, x, y, style, text, cache);
        return;
    }
    TextWalk walk = text_walk(style, text);
    TextItem item;
    while (text_walk_next(&walk, &item))
        draw_item(target, x, y, style, &item, walk.ascent, cache);
}

void text_draw_line(const Image *target, int64_t x, int64_t y, const TextStyle *style,
                    const TextLine *line, size_t shown, TextCache *cache)
{
    const Text part =
        text_slice(line->text, 0, shown < line->text.size ? shown : line->text.size);
    if (!line->items) {
        TextWalk walk = text_walk(style, part);
        TextItem item;
        while (text_walk_next(&walk, &item))
            draw_item(target, x, y, style, &item, walk.ascent, cache);
        return;
    }
    const int64_t ascent = text_walk(style, TEXT("")).ascent;
    for (size_t i = 0; i < line->count; i++)
        if (line->items[i].at < part.size)
            draw_item(target, x, y, style, &line->items[i], ascent, cache);
}

/* ---- measuring ---- */

static TextSize measure_complex(const TextStyle *style, Text text)
{
    Arena *scratch = style->shaper ? NULL : arena_new();
    const TextSize size = text_lay_out(style, text, scratch).size;
    if (scratch)
        arena_free(scratch);
    return size;
}

TextSize text_measure(const TextStyle *style, Text text)
{
    if (text_is_complex(style, text))
        return measure_complex(style, text);
    TextWalk walk = text_walk(style, text);
    TextSize size = {0, walk.line, walk.ascent, walk.line};
    TextItem item;
    while (text_walk_next(&walk, &item)) {
        size.w = walk.pen_x > size.w ? walk.pen_x : size.w;
        const int64_t bottom = walk.pen_y + (item.advance_y ? 0 : walk.line);
        size.h = bottom > size.h ? bottom : size.h;
    }
    return size;
}

/* ---- line breaking ---- */

typedef struct Line {
    size_t end;  /* of the visible part */
    size_t next; /* start of the next line */
    int64_t w;
    bool more; /* terminated by '\n': another line follows, which may be empty */
} Line;

/* Returns the longest line at the start of `text` that is at most `width` wide. `breaks`: per
 * byte. */
static Line line_take(const TextStyle *style, Text text, const bool *breaks, int64_t width)
{
    TextWalk walk = text_walk(style, text);
    TextItem item;
    Line line = {0}, cut = {0}; /* the line so far, and the last possible break */
    while (text_walk_next(&walk, &item)) {
        if (item.code == '\n')
            return (Line){line.end, item.at + item.size, line.w, true};
        if (text_is_blank(item.code))
            continue;
        if (item.at && breaks[item.at])
            cut = (Line){line.end, item.at, line.w, false};
        if (walk.pen_x > width && item.at > 0) {
            if (cut.next)
                return cut;
            return (Line){item.at, item.at, line.w, false};
        }
        line = (Line){item.at + item.size, item.at + item.size, walk.pen_x, false};
    }
    line.next = text.size;
    return line;
}

TextLine *text_wrap(const TextStyle *style, Text text, int64_t width, size_t *count,
                    Arena *arena)
{
    if (text_is_complex(style, text))
        return text_wrap_complex(style, text, width, text_measure(style, TEXT("-")).w, count,
                                 arena);
    const bool *breaks = line_breaks_text(text, arena);
    TextLine *lines = NULL;
    size_t n = 0, at = 0;
    for (bool more = true; more || at < text.size;) {
        const Text rest = text_slice(text, at, text.size);
        const Line line = line_take(style, rest, breaks + at, width);
        *ARENA_PUSH(arena, lines, n) =
            (TextLine){text_slice(rest, 0, line.end), line.w, NULL, 0};
        more = line.more;
        at += line.next;
    }
    *count = n;
    return lines;
}
