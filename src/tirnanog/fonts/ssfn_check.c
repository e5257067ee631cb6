/* The fragments of a font: collected from the glyphs' parts and validated once. */
#include "tirnanog/fonts/ssfn_check.h"

#include <stdlib.h>

static uint32_t u16_at(const uint8_t *data) { return (uint32_t)(data[0] | data[1] << 8); }

static int by_offset(const void *a, const void *b)
{
    const uint32_t x = ((const SsfnFragment *)a)->at, y = ((const SsfnFragment *)b)->at;
    return (x > y) - (x < y);
}

/* All offsets that parts refer to, sorted and without duplicates. */
static SsfnFragment *collect(const SsfnFont *font, uint32_t *count, Arena *arena)
{
    SsfnFragment *fragments = ARENA_ALLOC(arena, SsfnFragment, font->part_count);
    uint32_t n = 0, unique = 0;
    for (uint32_t i = 0; i < font->part_count; i++)
        if (font->parts[i].kind != SSFN_COLOUR)
            fragments[n++].at = font->parts[i].fragment;
    if (n)
        qsort(fragments, n, sizeof *fragments, by_offset);
    for (uint32_t i = 0; i < n; i++)
        if (i == 0 || fragments[i].at != fragments[unique - 1].at)
            fragments[unique++] = fragments[i];
    *count = unique;
    return fragments;
}

/* Sizes are computed in 64 bits and compared with the remaining bytes, so a valid fragment is
 * inside the font. */
static bool check_contour(const uint8_t *data, uint32_t left, SsfnFragment *out)
{
    out->kind = SSFN_CONTOUR;
    out->header = data[0] & 0x40 ? 2 : 1;
    if (left < out->header)
        return false;
    const uint32_t count =
        (data[0] & 0x40 ? (data[0] & 63u) << 8 | data[1] : data[0] & 63u) + 1;
    uint32_t size = out->header + (count + 3) / 4;
    if (size > left)
        return false;
    for (uint32_t i = 0; i < count; i++)
        size += SSFN_ARGUMENTS[data[out->header + i / 4] >> i % 4 * 2 & 3];
    out->count = (uint16_t)count;
    out->size = size;
    return size <= left;
}

static bool check_bitmap(const uint8_t *data, uint32_t left, SsfnFragment *out)
{
    out->kind = SSFN_BITMAP;
    out->header = 2;
    if (left < 2)
        return false;
    const uint32_t pitch = (data[0] & 31u) + 1;
    out->width = (uint16_t)(pitch * 8);
    out->count = (uint16_t)(data[1] + 1);
    out->size = 2 + pitch * out->count;
    return out->size <= left;
}

static bool check_pixmap(const uint8_t *data, uint32_t left, SsfnFragment *out)
{
    out->kind = SSFN_PIXMAP;
    out->header = 4;
    if (left < 4)
        return false;
    out->size = 4 + ((data[0] & 31u) << 8 | data[1]) + 1;
    out->width = (uint16_t)(data[2] + 1);
    out->count = (uint16_t)(data[3] + 1);
    return out->size <= left;
}

static bool check_kerning(const uint8_t *data, uint32_t left, SsfnFragment *out)
{
    out->kind = SSFN_KERNING;
    out->header = 2;
    if (left < 2)
        return false;
    out->count = (uint16_t)(((data[0] & 3u) << 8 | data[1]) + 1);
    out->size = 2 + 8u * out->count;
    return out->size <= left;
}

static bool check_shape(const uint8_t *data, uint32_t left, SsfnFragment *out)
{
    if (data[0] < 0x80)
        return check_contour(data, left, out);
    switch (data[0] >> 5 & 3) {
    case 0:
        return check_bitmap(data, left, out);
    case 1:
        return check_pixmap(data, left, out);
    case 2:
        return check_kerning(data, left, out);
    }
    out->kind = SSFN_HINTS;
    out->header = 1;
    out->count = (uint16_t)((data[0] & 31) + 1);
    out->size = 1u + out->count;
    return out->size <= left;
}

/* The packets must fill the image and use only existing colours. */
static const char *pixmap_problem(const SsfnFont *font, const SsfnFragment *item)
{
    const uint8_t *data = ssfn_fragment_data(font, item);
    const uint32_t size = item->size - item->header;
    const uint32_t wanted = (uint32_t)item->width * item->count;
    uint32_t at = 0, pixels = 0;
    while (at < size && pixels < wanted) {
        const uint8_t head = data[at++];
        const uint32_t n = (head & 127) + 1u, bytes = head & 128 ? 1 : n;
        if (bytes > size - at)
            return "a packet of the pixmap is truncated";
        for (uint32_t i = 0; i < bytes; i++)
            if (data[at + i] < SSFN_FOREGROUND && data[at + i] >= font->colour_count)
                return "a colour of the pixmap is not in the colour map";
        at += bytes;
        pixels += n;
    }
    return pixels < wanted ? "the pixmap has too few pixels" : NULL;
}

/* For each offset of the kerning table, the number of values that can be read from it: computed
 * from the end, so that overlapping lists take no additional time. */
static uint32_t *kerning_lengths(const SsfnFont *font, Arena *arena)
{
    const Bytes table = font->kerning;
    uint32_t *lengths = arena_alloc(arena, table.size + 1, sizeof *lengths);
    for (size_t at = table.size; at--;) {
        const uint32_t n = (table.data[at] & 127) + 1u;
        const size_t next = at + 1 + (table.data[at] & 128 ? 1 : n);
        if (next <= table.size)
            lengths[at] =
                lengths[next] + n < SSFN_CODE_COUNT ? lengths[next] + n : SSFN_CODE_COUNT;
    }
    return lengths;
}

static const char *kerning_problem(const SsfnFont *font, const SsfnFragment *item,
                                   const uint32_t *lengths)
{
    const uint8_t *data = ssfn_fragment_data(font, item);
    for (uint32_t i = 0; i < item->count; i++, data += 8) {
        const uint32_t first = u16_at(data) | (data[2] & 15u) << 16;
        const uint32_t last = u16_at(data + 3) | (data[5] & 15u) << 16;
        const uint32_t at =
            u16_at(data + 6) | (data[5] >> 4) << 16 | (uint32_t)(data[2] >> 4) << 24;
        if (first > last)
            return "a kerning range is backwards";
        if (at >= font->kerning.size || lengths[at] < last - first + 1)
            return "a kerning list is not in the kerning table";
    }
    return NULL;
}

static bool check_fragment(const SsfnFont *font, SsfnFragment *item, uint32_t from, uint32_t to,
                           const uint32_t *lengths, Report *report)
{
    if (item->at < from || item->at >= to)
        return report_error(report, "a fragment at %u, not between %u and %u", item->at, from,
                            to);
    if (!check_shape(font->bytes.data + item->at, to - item->at, item))
        return report_error(report, "the fragment at byte %u does not end before %u", item->at,
                            to);
    const char *problem = item->kind == SSFN_PIXMAP    ? pixmap_problem(font, item)
                          : item->kind == SSFN_KERNING ? kerning_problem(font, item, lengths)
                                                       : NULL;
    return problem ? report_error(report, "the fragment at byte %u: %s", item->at, problem)
                   : true;
}

static uint32_t fragment_index(const SsfnFragment *fragments, uint32_t count, uint32_t at)
{
    uint32_t low = 0, high = count;
    while (low + 1 < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (fragments[middle].at <= at)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Limits the cost of drawing a glyph. */
static bool check_glyph(const SsfnFont *font, const SsfnGlyph *glyph, Report *report)
{
    uint32_t commands = 0, pictures = 0;
    for (uint32_t i = 0; i < glyph->part_count; i++) {
        const SsfnPart *part = &font->parts[glyph->first_part + i];
        if (part->kind == SSFN_COLOUR) {
            if (part->fragment != SSFN_FOREGROUND && part->fragment >= font->colour_count)
                return report_error(report, "U+%04X: colour %u is not in the colour map",
                                    glyph->code, part->fragment);
        } else if (part->kind == SSFN_CONTOUR) {
            commands += font->fragments[part->fragment].count;
        } else if (part->kind == SSFN_BITMAP || part->kind == SSFN_PIXMAP) {
            pictures++;
        }
    }
    if (commands > SSFN_COMMANDS_MAX || pictures > SSFN_PICTURES_MAX)
        return report_error(
            report, "U+%04X: %u commands and %u bitmaps; the maximum is %d and %d", glyph->code,
            commands, pictures, SSFN_COMMANDS_MAX, SSFN_PICTURES_MAX);
    return true;
}

bool ssfn_read_fragments(SsfnFont *font, SsfnPart *parts, uint32_t from, uint32_t to,
                         Arena *arena, Report *report)
{
    uint32_t count = 0;
    SsfnFragment *fragments = collect(font, &count, arena);
    const uint32_t *lengths = font->kerning.size ? kerning_lengths(font, arena) : NULL;
    /* The fragments of real fonts do not overlap. Without this limit, a small file could have
     * the same bytes checked many times. */
    uint64_t total = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!check_fragment(font, &fragments[i], from, to, lengths, report))
            return false;
        total += fragments[i].size;
        if (total > 2 * (uint64_t)font->bytes.size)
            return report_error(report, "the fragments overlap: together they have %llu bytes",
                                (unsigned long long)total);
    }
    font->fragments = fragments;
    font->fragment_count = count;
    for (uint32_t i = 0; i < font->part_count; i++)
        if (parts[i].kind != SSFN_COLOUR) {
            parts[i].fragment = fragment_index(fragments, count, parts[i].fragment);
            parts[i].kind = fragments[parts[i].fragment].kind;
        }
    for (uint32_t i = 0; i < font->glyph_count; i++)
        if (!check_glyph(font, &font->glyphs[i], report))
            return false;
    return true;
}
