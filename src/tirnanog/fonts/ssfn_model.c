/* Conversion of a font that was read to the writer's model. */
#include "tirnanog/fonts/ssfn_write.h"

#include <stdlib.h>

enum { PAIRS_MAX = 1000000 };

static int by_next(const void *a, const void *b)
{
    const uint32_t x = ((const SsfnKern *)a)->next, y = ((const SsfnKern *)b)->next;
    return (x > y) - (x < y);
}

/* The number of code points in the kerning records of a glyph. */
static uint64_t pairs_named(const SsfnFont *font, const SsfnGlyph *glyph, SsfnKern *out)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < glyph->part_count; i++) {
        const SsfnPart *part = &font->parts[glyph->first_part + i];
        if (part->kind != SSFN_KERNING)
            continue;
        const SsfnFragment *item = &font->fragments[part->fragment];
        const uint8_t *data = ssfn_fragment_data(font, item);
        for (uint32_t k = 0; k < item->count; k++, data += 8) {
            const uint32_t first = (uint32_t)(data[0] | data[1] << 8 | (data[2] & 15) << 16);
            const uint32_t last = (uint32_t)(data[3] | data[4] << 8 | (data[5] & 15) << 16);
            for (uint32_t code = first; out && code <= last; code++)
                out[count + code - first].next = code;
            count += last - first + 1;
        }
    }
    return count;
}

static bool model_kerns(const SsfnFont *font, const SsfnGlyph *glyph, SsfnModelGlyph *out,
                        uint64_t *total, Arena *arena, Report *report)
{
    const uint64_t named = pairs_named(font, glyph, NULL);
    *total += named;
    if (*total > PAIRS_MAX)
        return report_error(report, "kerning for more than %d pairs", PAIRS_MAX);
    if (!named)
        return true;
    SsfnKern *kerns = ARENA_ALLOC(arena, SsfnKern, (size_t)named);
    pairs_named(font, glyph, kerns);
    qsort(kerns, (size_t)named, sizeof *kerns, by_next);
    for (size_t i = 0; i < named; i++) {
        const uint32_t next = kerns[i].next;
        int x, y;
        if (i && next == kerns[i - 1].next && out->kern_count &&
            kerns[out->kern_count - 1].next == next)
            continue; /* in both directions, or duplicate */
        ssfn_kerning(font, glyph, next, &x, &y);
        if (x || y)
            kerns[out->kern_count++] = (SsfnKern){next, (int8_t)x, (int8_t)y};
    }
    out->kerns = kerns;
    return true;
}

static void piece_add(const SsfnFont *font, const SsfnPart *part, int16_t colour,
                      SsfnModelGlyph *out)
{
    const SsfnFragment *item = &font->fragments[part->fragment];
    out->pieces[out->piece_count++] =
        (SsfnPiece){bytes_slice(font->bytes, item->at, item->size), colour, part->x, part->y};
}

static void model_pieces(const SsfnFont *font, const SsfnGlyph *glyph, SsfnModelGlyph *out,
                         Arena *arena)
{
    const SsfnPart *parts = font->parts + glyph->first_part;
    out->pieces = ARENA_ALLOC(arena, SsfnPiece, glyph->part_count);
    for (uint32_t i = 0; i < glyph->part_count; i++)
        if (parts[i].kind == SSFN_HINTS)
            piece_add(font, &parts[i], -1, out);
    int16_t colour = -1;
    for (uint32_t i = 0; i < glyph->part_count; i++) {
        if (parts[i].kind == SSFN_COLOUR) {
            colour = (int16_t)parts[i].fragment;
        } else if (parts[i].kind <= SSFN_PIXMAP) {
            piece_add(font, &parts[i], colour, out);
            colour = -1;
        }
    }
}

bool ssfn_model(const SsfnFont *font, SsfnModel *out, Arena *arena, Report *report)
{
    *out = (SsfnModel){.family = font->family,
                       .style = font->style,
                       .width = font->width,
                       .height = font->height,
                       .baseline = font->baseline,
                       .underline = font->underline,
                       .ligatures = ARENA_ALLOC(arena, Text, font->ligature_count),
                       .glyphs = ARENA_ALLOC(arena, SsfnModelGlyph, font->glyph_count),
                       .colours = ARENA_ALLOC(arena, uint32_t, font->colour_count),
                       .ligature_count = font->ligature_count,
                       .glyph_count = font->glyph_count,
                       .colour_count = font->colour_count};
    memcpy(out->names, font->names, sizeof out->names);
    for (uint32_t i = 0; i < font->ligature_count; i++)
        out->ligatures[i] = font->ligatures[i];
    for (uint32_t i = 0; i < font->colour_count; i++)
        out->colours[i] = font->colours[i];
    uint64_t total = 0;
    for (uint32_t i = 0; i < font->glyph_count; i++) {
        const SsfnGlyph *glyph = &font->glyphs[i];
        SsfnModelGlyph *item = &out->glyphs[i];
        *item = (SsfnModelGlyph){.code = glyph->code,
                                 .overlap = glyph->overlap,
                                 .w = glyph->w,
                                 .h = glyph->h,
                                 .advance_x = glyph->advance_x,
                                 .advance_y = glyph->advance_y};
        model_pieces(font, glyph, item, arena);
        if (!model_kerns(font, glyph, item, &total, arena, report))
            return false;
    }
    return true;
}

static bool glyph_equal(const SsfnModelGlyph *a, const SsfnModelGlyph *b)
{
    if (a->code != b->code || a->overlap != b->overlap || a->w != b->w || a->h != b->h ||
        a->advance_x != b->advance_x || a->advance_y != b->advance_y ||
        a->piece_count != b->piece_count || a->kern_count != b->kern_count)
        return false;
    for (uint32_t i = 0; i < a->piece_count; i++) {
        const SsfnPiece *p = &a->pieces[i], *q = &b->pieces[i];
        if (p->x != q->x || p->y != q->y || p->colour != q->colour ||
            !bytes_equal(p->shape, q->shape))
            return false;
    }
    for (uint32_t i = 0; i < a->kern_count; i++) {
        const SsfnKern *p = &a->kerns[i], *q = &b->kerns[i];
        if (p->next != q->next || p->x != q->x || p->y != q->y)
            return false;
    }
    return true;
}

bool ssfn_model_equal(const SsfnModel *a, const SsfnModel *b)
{
    if (a->family != b->family || a->style != b->style || a->width != b->width ||
        a->height != b->height || a->baseline != b->baseline || a->underline != b->underline ||
        a->ligature_count != b->ligature_count || a->glyph_count != b->glyph_count ||
        a->colour_count != b->colour_count)
        return false;
    for (int i = 0; i < SSFN_NAME_COUNT; i++)
        if (!text_equal(a->names[i], b->names[i]))
            return false;
    for (uint32_t i = 0; i < a->ligature_count; i++)
        if (!text_equal(a->ligatures[i], b->ligatures[i]))
            return false;
    for (uint32_t i = 0; i < a->colour_count; i++)
        if (a->colours[i] != b->colours[i])
            return false;
    for (uint32_t i = 0; i < a->glyph_count; i++)
        if (!glyph_equal(&a->glyphs[i], &b->glyphs[i]))
            return false;
    return true;
}
