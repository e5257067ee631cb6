/* Goes through a text from left to right: the glyph of each character, and its place. */
#include "tirnanog/fonts/text_walk.h"

#include "base/text.h"

#include <assert.h>

bool text_is_blank(uint32_t code) { return code == ' ' || code == 0x3000; }

int64_t text_box_width(int64_t height) { return height < 6 ? 3 : (height + 1) / 2; }

static uint32_t font_pixels(const SsfnFont *font, uint32_t size)
{
    size = size < 1 ? 1 : size > GLYPH_PIXELS_MAX ? GLYPH_PIXELS_MAX : size;
    if (font->family != SSFN_MONOSPACE && font->baseline)
        size = size * font->height / font->baseline;
    return size < 1 ? 1 : size > GLYPH_PIXELS_MAX ? GLYPH_PIXELS_MAX : size;
}

/* Converts grid units to whole pixels, rounded up. */
static int64_t pixels_of(const SsfnFont *font, uint32_t pixels, int64_t units)
{
    const int64_t scaled = units * pixels, height = font->height;
    return scaled > 0 ? (scaled + height - 1) / height : -(-scaled / height);
}

TextWalk text_walk(const TextStyle *style, Text text)
{
    TextWalk walk = {.style = style, .text = text};
    if (style->count) {
        const uint32_t pixels = font_pixels(style->fonts[0], style->size);
        walk.line = pixels;
        walk.ascent = ssfn_ascent(style->fonts[0], pixels);
    } else {
        walk.line = style->size ? style->size : 1;
        walk.ascent = walk.line;
    }
    return walk;
}

static void find_glyph(const TextStyle *style, TextItem *item)
{
    for (int try = 0; try < 2; try++)
        for (uint32_t i = 0; i < style->count; i++) {
            item->glyph = ssfn_glyph(style->fonts[i], try ? 0 : item->code);
            if (item->glyph) {
                item->font = style->fonts[i];
                return;
            }
        }
}

const SsfnGlyph *text_glyph(const TextStyle *style, uint32_t code)
{
    const SsfnGlyph *glyph = NULL;
    for (uint32_t i = 0; i < style->count && !glyph; i++)
        glyph = ssfn_glyph(style->fonts[i], code);
    return glyph;
}

/* Ligatures are those of the first font. */
static void next_code(TextWalk *walk, TextItem *item)
{
    const TextStyle *style = walk->style;
    item->at = walk->at;
    if (style->count &&
        ssfn_ligature(style->fonts[0], walk->text, walk->at, &item->code, &item->size)) {
        walk->at += item->size;
        return;
    }
    item->code = utf8_next(walk->text, &walk->at);
    item->size = walk->at - item->at;
    if (item->code == '\t')
        item->code = ' ';
}

static void place_glyph(TextWalk *walk, TextItem *item)
{
    const SsfnFont *font = item->font;
    const SsfnGlyph *glyph = item->glyph;
    assert(font && glyph);
    item->pixels = font_pixels(font, walk->style->size);
    if (walk->font == font) {
        int x, y;
        ssfn_kerning(font, walk->glyph, glyph->code, &x, &y);
        walk->pen_x += pixels_of(font, item->pixels, x);
        walk->pen_y += pixels_of(font, item->pixels, y);
    }
    item->x = walk->pen_x - (int64_t)glyph->overlap * item->pixels / font->height;
    item->y = walk->pen_y + walk->ascent - ssfn_ascent(font, item->pixels);
    if (glyph->advance_x == 0 && glyph->advance_y) {
        item->advance_y = pixels_of(font, item->pixels, glyph->advance_y);
    } else {
        item->advance_x = pixels_of(font, item->pixels, glyph->advance_x - glyph->overlap);
        item->advance_x = item->advance_x < 1 ? 1 : item->advance_x;
        /* Synthesized bold letters must not run into each other. */
        if (walk->style->bold)
            item->advance_x += (ssfn_bold_extra(font, item->pixels) + 255) >> 8;
    }
}

bool text_walk_next(TextWalk *walk, TextItem *item)
{
    while (walk->at < walk->text.size && walk->text.at[walk->at] == '\r')
        walk->at++;
    if (walk->at >= walk->text.size)
        return false;
    *item = (TextItem){0};
    next_code(walk, item);
    if (item->code == '\n') {
        item->x = walk->pen_x;
        item->y = walk->pen_y;
        walk->pen_x = 0;
        walk->pen_y += walk->line;
        walk->font = NULL;
        return true;
    }
    find_glyph(walk->style, item);
    if (item->glyph) {
        place_glyph(walk, item);
    } else {
        item->x = walk->pen_x;
        item->y = walk->pen_y;
        item->advance_x = text_box_width(walk->ascent) + 1;
    }
    walk->pen_x += item->advance_x;
    walk->pen_y += item->advance_y;
    walk->font = item->font;
    walk->glyph = item->glyph;
    return true;
}
