/* Parts, in order: shapes; kerning; glyphs; names and ligatures; the whole font. Kerning is
 * stored as ranges of following characters: the writer widens the gaps that a range may have
 * until the ranges fit the format's limit. */
#include "tirnanog/fonts/ssfn_write.h"
#include "base/deflate.h"
#include "base/hash.h"
#include "base/stream.h"

enum {
    COMMANDS_MAX = 1 << 14,
    PACKED_MAX = 1 << 13,
    TABLE_MAX = 1 << 20, /* a kerning offset has bits 0-19 and 24-27: the upper bits are not
                          * used */
    RECORDS_MAX = 1024,
    ENTRIES_LISTED_MAX =
        4096, /* values per kerning list: long lists of zeros are split anyway */
};

/* ---- shapes ---- */

/* Returns no bytes if the number of commands does not fit. The head has one byte up to 64
 * commands, otherwise two; commands have two bits each; arguments follow. */
Bytes ssfn_contour(const uint8_t *commands, size_t count, const uint8_t *arguments,
                   Arena *arena)
{
    if (count < 1 || count > COMMANDS_MAX)
        return (Bytes){0};
    Writer writer = writer_to(arena);
    const size_t n = count - 1;
    write_u8(&writer, (uint8_t)(n < 64 ? n : 0x40 | n >> 8));
    if (n >= 64)
        write_u8(&writer, (uint8_t)n);
    uint8_t *packed = writer_reserve(&writer, (count + 3) / 4);
    memset(packed, 0, (count + 3) / 4);
    size_t size = 0;
    for (size_t i = 0; i < count; i++) {
        packed[i / 4] |= (uint8_t)(commands[i] << i % 4 * 2);
        size += SSFN_ARGUMENTS[commands[i]];
    }
    write_bytes(&writer, (Bytes){arguments, size});
    return writer_bytes(&writer);
}

/* `pitch` is in bytes: 8 pixels each. Both counts are stored minus 1. */
Bytes ssfn_bitmap(const uint8_t *bits, size_t pitch, size_t rows, Arena *arena)
{
    if (pitch < 1 || pitch > 32 || rows < 1 || rows > 256)
        return (Bytes){0};
    Writer writer = writer_to(arena);
    write_u8(&writer, (uint8_t)(0x80 | (pitch - 1)));
    write_u8(&writer, (uint8_t)(rows - 1));
    write_bytes(&writer, (Bytes){bits, pitch * rows});
    return writer_bytes(&writer);
}

/* The length of the run of equal bytes at `data`, at most 128, which is what a packet can
 * have. */
static size_t run_length(const uint8_t *data, size_t count)
{
    size_t n = 1;
    while (n < count && n < 128 && data[n] == data[0])
        n++;
    return n;
}

/* Runs of three and more get their own packet. */
static void pack(Writer *writer, const uint8_t *data, size_t count)
{
    for (size_t at = 0; at < count;) {
        const size_t run = run_length(data + at, count - at);
        if (run >= 3 || run == count - at) {
            write_u8(writer, (uint8_t)(0x80 | (run - 1)));
            write_u8(writer, data[at]);
            at += run;
            continue;
        }
        size_t n = run;
        while (at + n < count && n < 128 && run_length(data + at + n, count - at - n) < 3)
            n++;
        write_u8(writer, (uint8_t)(n - 1));
        write_bytes(writer, (Bytes){data + at, n});
        at += n;
    }
}

/* The head is filled last, because it has the size of the packets. No bytes if that is too
 * large. */
Bytes ssfn_pixmap(const uint8_t *pixels, size_t w, size_t h, Arena *arena)
{
    if (w < 1 || w > 256 || h < 1 || h > 256)
        return (Bytes){0};
    Writer writer = writer_to(arena);
    write_zeros(&writer, 4);
    pack(&writer, pixels, w * h);
    const size_t n = writer.size - 5;
    if (n >= PACKED_MAX)
        return (Bytes){0};
    writer.data[0] = (uint8_t)(0xA0 | n >> 8);
    writer.data[1] = (uint8_t)n;
    writer.data[2] = (uint8_t)(w - 1);
    writer.data[3] = (uint8_t)(h - 1);
    return writer_bytes(&writer);
}

/* ---- the font ---- */

/* The position of a fragment, relative to the start of the fragments. */
typedef struct Descriptor {
    uint8_t x, y;
    bool colour;
    uint32_t at; /* or the colour */
} Descriptor;

typedef struct FontWriter {
    const SsfnModel *model;
    Writer head; /* names and ligature strings, at 32 */
    Writer fragments, characters, kerning;
    Table shapes, lists; /* from bytes to their positions */
    Descriptor descriptors[255];
    uint32_t descriptor_count;
    uint32_t fragments_at;
    Arena *arena;
    Report *report;
} FontWriter;

/* Equal shapes are written once. Positions are relative until strings_write() has run. */
static uint32_t shape_at(FontWriter *self, Bytes shape)
{
    uint32_t *found = table_get(&self->shapes, text_of_bytes(shape));
    if (found)
        return *found;
    const uint32_t at = (uint32_t)self->fragments.size;
    write_bytes(&self->fragments, shape);
    table_put(&self->shapes, text_of_bytes(shape), at);
    return at;
}

/* The number of fragments is stored in one byte. */
static bool descriptor_add(FontWriter *self, const SsfnModelGlyph *glyph, Descriptor item)
{
    if (self->descriptor_count == COUNT_OF(self->descriptors))
        return report_error(self->report, "U+%04X: more than 255 fragments", glyph->code);
    self->descriptors[self->descriptor_count++] = item;
    return true;
}

static int8_t kern_value(const SsfnKern *kern, bool vertical)
{
    return vertical ? kern->y : kern->x;
}

/* Writes the pairs [from, to) as one record; values for code points between them are 0. */
static bool kerning_record_write(FontWriter *self, const SsfnModelGlyph *glyph, size_t from,
                                 size_t to, bool vertical, Writer *out)
{
    uint8_t values[ENTRIES_LISTED_MAX] = {0};
    const uint32_t first = glyph->kerns[from].next, last = glyph->kerns[to - 1].next;
    for (size_t i = from; i < to; i++)
        values[glyph->kerns[i].next - first] = (uint8_t)kern_value(&glyph->kerns[i], vertical);
    Writer list = writer_to(self->arena);
    pack(&list, values, last - first + 1);
    const Text key = text_of_bytes(writer_bytes(&list));
    const uint32_t *found = table_get(&self->lists, key);
    const uint32_t at = found ? *found : (uint32_t)self->kerning.size;
    if (!found) {
        write_text(&self->kerning, key);
        table_put(&self->lists, key, at);
    }
    if (self->kerning.size > TABLE_MAX)
        return report_error(self->report, "the kerning table has more than %d bytes",
                            TABLE_MAX);
    write_u16(out, (uint16_t)first);
    write_u8(out, (uint8_t)(first >> 16));
    write_u16(out, (uint16_t)last);
    write_u8(out, (uint8_t)(at >> 16 << 4 | last >> 16));
    write_u16(out, (uint16_t)at);
    return true;
}

/* The end of the record that starts with pair `from`: up to `gap` code points without kerning
 * are smaller than a new record. */
static size_t record_end(const SsfnModelGlyph *glyph, size_t from, uint32_t gap, bool vertical)
{
    size_t to = from + 1;
    for (size_t i = from + 1; i < glyph->kern_count; i++) {
        if (!kern_value(&glyph->kerns[i], vertical))
            continue;
        if (glyph->kerns[i].next - glyph->kerns[to - 1].next > gap ||
            glyph->kerns[i].next - glyph->kerns[from].next >= ENTRIES_LISTED_MAX)
            break;
        to = i + 1;
    }
    return to;
}

/* Pairs without a value in this direction need no record. */
static size_t skip_zeros(const SsfnModelGlyph *glyph, size_t at, bool vertical)
{
    while (at < glyph->kern_count && !kern_value(&glyph->kerns[at], vertical))
        at++;
    return at;
}

/* The same walk as that of kerning_write(), which relies on an equal count. */
static size_t record_count(const SsfnModelGlyph *glyph, uint32_t gap, bool vertical)
{
    size_t count = 0;
    for (size_t at = 0; (at = skip_zeros(glyph, at, vertical)) < glyph->kern_count; count++)
        at = record_end(glyph, at, gap, vertical);
    return count;
}

/* Wider gaps give fewer but longer records. In a descriptor x = 1 marks vertical kerning. */
static bool kerning_write(FontWriter *self, const SsfnModelGlyph *glyph, bool vertical)
{
    uint32_t gap = 8;
    while (record_count(glyph, gap, vertical) > RECORDS_MAX && gap < ENTRIES_LISTED_MAX)
        gap *= 2;
    const size_t count = record_count(glyph, gap, vertical);
    if (count > RECORDS_MAX)
        return report_error(self->report,
                            "U+%04X: its kerning needs %zu records; the maximum is %d",
                            glyph->code, count, RECORDS_MAX);
    if (!count)
        return true;
    Writer group = writer_to(self->arena);
    write_u8(&group, (uint8_t)(0xC0 | (count - 1) >> 8));
    write_u8(&group, (uint8_t)(count - 1));
    for (size_t at = 0; (at = skip_zeros(glyph, at, vertical)) < glyph->kern_count;) {
        const size_t to = record_end(glyph, at, gap, vertical);
        if (!kerning_record_write(self, glyph, at, to, vertical, &group))
            return false;
        at = to;
    }
    return descriptor_add(self, glyph,
                          (Descriptor){.x = vertical,
                                       .y = !vertical,
                                       .at = shape_at(self, writer_bytes(&group))});
}

/* The type is in the high bits of a fragment's first byte. */
static bool is_hint(const SsfnPiece *piece) { return piece->shape.data[0] >= 0xE0; }

/* Position 255, 255 is reserved: it marks a descriptor as a change of colour. */
static bool pieces_write(FontWriter *self, const SsfnModelGlyph *glyph, bool hints)
{
    for (uint32_t i = 0; i < glyph->piece_count; i++) {
        const SsfnPiece *piece = &glyph->pieces[i];
        if (!piece->shape.size || (piece->x == 255 && piece->y == 255))
            return report_error(self->report, "U+%04X: a shape that does not fit the format",
                                glyph->code);
        if (is_hint(piece) != hints)
            continue;
        if (piece->colour >= 0 &&
            !descriptor_add(self, glyph, (Descriptor){255, 255, true, (uint32_t)piece->colour}))
            return false;
        if (!descriptor_add(
                self, glyph,
                (Descriptor){piece->x, piece->y, false, shape_at(self, piece->shape)}))
            return false;
    }
    return true;
}

/* Descriptors of all glyphs have 3 bytes for the position, or 4 if one of this glyph needs
 * it. */
static void glyph_header_write(FontWriter *self, const SsfnModelGlyph *glyph)
{
    Writer *out = &self->characters;
    bool wide = false;
    for (uint32_t i = 0; i < self->descriptor_count; i++)
        wide = wide || self->descriptors[i].at + self->fragments_at > 0xFFFFFF;
    write_u8(out, (uint8_t)(glyph->overlap | (wide ? 0x40 : 0)));
    write_u8(out, (uint8_t)self->descriptor_count);
    write_u8(out, glyph->w);
    write_u8(out, glyph->h);
    write_u8(out, glyph->advance_x);
    write_u8(out, glyph->advance_y);
    for (uint32_t i = 0; i < self->descriptor_count; i++) {
        const Descriptor *item = &self->descriptors[i];
        write_u8(out, item->x);
        write_u8(out, item->y);
        write_uint(out, item->colour ? item->at : item->at + self->fragments_at, wide ? 4 : 3);
    }
}

/* Runs of code points without a glyph: three forms, for up to 64, up to LONGEST, and 65536. */
static void skip_write(Writer *out, uint32_t count)
{
    enum { LONGEST = 63 << 8 }; /* the byte ff is the skip of 65536 */
    while (count) {
        uint32_t n = count;
        if (count >= 65536) {
            n = 65536;
            write_u8(out, 0xFF);
        } else if (count > 64) {
            n = count < LONGEST ? count : LONGEST;
            write_u8(out, (uint8_t)(0xC0 | (n - 1) >> 8));
            write_u8(out, (uint8_t)(n - 1));
        } else {
            write_u8(out, (uint8_t)(0x80 | (n - 1)));
        }
        count -= n;
    }
}

/* The order of fragments matters to readers: hints, kerning, shapes. */
static bool characters_write(FontWriter *self)
{
    const SsfnModel *model = self->model;
    uint32_t code = 0;
    for (uint32_t i = 0; i < model->glyph_count; i++) {
        const SsfnModelGlyph *glyph = &model->glyphs[i];
        if (glyph->code < code || glyph->code >= SSFN_CODE_COUNT || glyph->overlap > 63)
            return report_error(
                self->report, "U+%04X: not in order, or its overlap is above 63", glyph->code);
        skip_write(&self->characters, glyph->code - code);
        self->descriptor_count = 0;
        if (!pieces_write(self, glyph, true) || !kerning_write(self, glyph, false) ||
            !kerning_write(self, glyph, true) || !pieces_write(self, glyph, false))
            return false;
        glyph_header_write(self, glyph);
        code = glyph->code + 1;
    }
    skip_write(&self->characters, SSFN_CODE_COUNT - code);
    return true;
}

static void string_write(FontWriter *self, Text text)
{
    write_text(&self->head, text);
    write_u8(&self->head, 0);
}

/* Writes names and ligature strings; `offsets` becomes the ligature table. */
static bool strings_write(FontWriter *self, Writer *offsets)
{
    const SsfnModel *model = self->model;
    size_t size = 0;
    for (int i = 0; i < SSFN_NAME_COUNT; i++)
        size += model->names[i].size;
    for (uint32_t i = 0; i < model->ligature_count; i++)
        size += model->ligatures[i].size + 1;
    if (size > 65535 - SSFN_HEADER_SIZE - SSFN_NAME_COUNT ||
        model->ligature_count > SSFN_LIGATURES_MAX)
        return report_error(self->report,
                            "names and ligatures have %zu bytes, there is room "
                            "for 65,000",
                            size);
    for (int i = 0; i < SSFN_NAME_COUNT; i++)
        string_write(self, model->names[i]);
    for (uint32_t i = 0; i < model->ligature_count; i++) {
        write_u16(offsets, (uint16_t)(SSFN_HEADER_SIZE + self->head.size));
        string_write(self, model->ligatures[i]);
    }
    if (model->ligature_count)
        write_u16(offsets, 0);
    self->fragments_at = (uint32_t)(SSFN_HEADER_SIZE + self->head.size);
    return true;
}

/* Positions of the sections and the total size are known last, and written into the head. */
static Bytes font_assemble(FontWriter *self, const Writer *ligatures)
{
    const SsfnModel *model = self->model;
    Writer out = writer_to(self->arena);
    write_text(&out, TEXT("SFN2"));
    write_u32(&out, 0);
    write_u8(&out, (uint8_t)(model->family | model->style << 4));
    write_u8(&out, 0);
    write_u8(&out, model->width);
    write_u8(&out, model->height);
    write_u8(&out, model->baseline);
    write_u8(&out, model->underline);
    write_u16(&out, (uint16_t)self->fragments_at);
    write_zeros(&out, 16);
    write_bytes(&out, writer_bytes(&self->head));
    write_bytes(&out, writer_bytes(&self->fragments));
    Writer colours = writer_to(self->arena);
    for (uint32_t i = 0; i < model->colour_count; i++)
        write_u32(&colours, model->colours[i]);
    const Writer *const sections[] = {&self->characters, ligatures, &self->kerning, &colours};
    for (size_t i = 0; i < COUNT_OF(sections); i++)
        if (sections[i]->size) {
            write_uint_at(&out, 16 + 4 * i, out.size, 4);
            write_bytes(&out, writer_bytes(sections[i]));
        }
    write_text(&out, TEXT("2NFS"));
    write_uint_at(&out, 4, out.size, 4);
    return writer_bytes(&out);
}

/* `self` is large, because of the descriptors, but there is one at a time. */
bool ssfn_write(const SsfnModel *model, Bytes *out, Arena *arena, Report *report)
{
    FontWriter self = {.model = model,
                       .head = writer_to(arena),
                       .fragments = writer_to(arena),
                       .characters = writer_to(arena),
                       .kerning = writer_to(arena),
                       .shapes = table_new(arena),
                       .lists = table_new(arena),
                       .arena = arena,
                       .report = report};
    Writer ligatures = writer_to(arena);
    if (model->colour_count > SSFN_COLOURS_MAX || model->family > 15 || model->style > 15 ||
        model->height == 0)
        return report_error(report, "a font has a height, up to 254 colours, and a family and "
                                    "a style up to 15");
    if (!strings_write(&self, &ligatures) || !characters_write(&self))
        return false;
    *out = font_assemble(&self, &ligatures);
    /* Read the result to validate it: the reader detects undefined colours, glyphs that are too
     * expensive and fonts that are too large. */
    SsfnSet check;
    return ssfn_read(*out, &check, arena, report);
}

/* A collection is a head and the fonts, each complete. */
Bytes ssfn_collect(const Bytes *fonts, size_t count, Arena *arena)
{
    Writer out = writer_to(arena);
    write_text(&out, TEXT("SFNC"));
    write_u32(&out, 0);
    for (size_t i = 0; i < count; i++)
        write_bytes(&out, fonts[i]);
    write_uint_at(&out, 4, out.size, 4);
    return writer_bytes(&out);
}

Bytes ssfn_compress(Bytes file, Arena *arena)
{
    return deflate_bytes(file, WRAPPING_GZIP, DEFLATE_BEST, arena);
}
