/* Parts, in order: lookup of glyphs, ligatures, kerning and styles; reading. Sections have no
 * sizes in the file: each ends where another one begins. Some existing fonts break the format's
 * document in small ways, which are accepted here and explained at their places. */
#include "tirnanog/fonts/ssfn.h"
#include "base/deflate.h"
#include "base/stream.h"
#include "tirnanog/fonts/ssfn_check.h"

static uint32_t u16_at(const uint8_t *data) { return (uint32_t)(data[0] | data[1] << 8); }
static uint32_t u32_at(const uint8_t *data) { return u16_at(data) | u16_at(data + 2) << 16; }

/* ---- lookup ---- */

const SsfnGlyph *ssfn_glyph(const SsfnFont *font, uint32_t code)
{
    uint32_t low = 0, high = font->range_count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (font->ranges[middle].last < code)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == font->range_count || font->ranges[low].first > code)
        return NULL;
    return &font->glyphs[font->ranges[low].glyph + (code - font->ranges[low].first)];
}

/* The bit set of first bytes rejects most positions at once. The first match counts. */
bool ssfn_ligature(const SsfnFont *font, Text text, size_t at, uint32_t *code, size_t *size)
{
    const uint8_t first = (uint8_t)text.at[at];
    if (!(font->ligature_starts[first / 8] >> first % 8 & 1))
        return false;
    for (uint32_t i = 0; i < font->ligature_count; i++) {
        const Text ligature = font->ligatures[i];
        if (ligature.size && ligature.size <= text.size - at &&
            memcmp(ligature.at, text.at + at, ligature.size) == 0 &&
            ssfn_glyph(font, SSFN_LIGATURE_FIRST + i)) {
            *code = SSFN_LIGATURE_FIRST + i;
            *size = ligature.size;
            return true;
        }
    }
    return false;
}

/* Packets that end early or give too much are cut: returns the bytes that were written. */
size_t ssfn_unpack(Bytes packets, uint8_t *out, size_t count)
{
    size_t at = 0, done = 0;
    while (at < packets.size && done < count) {
        const uint8_t head = packets.data[at++];
        size_t n = (head & 127) + 1u;
        if (at + (head & 128 ? 1 : n) > packets.size)
            break;
        const size_t step = head & 128 ? 1 : n;
        n = n < count - done ? n : count - done;
        if (head & 128)
            memset(out + done, packets.data[at], n);
        else
            memcpy(out + done, packets.data + at, n);
        at += step;
        done += n;
    }
    return done;
}

typedef struct KerningRecord {
    uint32_t first, last, at;
} KerningRecord;

/* 20 bits for each character, 28 for the position, whose bits 20 to 23 are not stored. */
static KerningRecord kerning_record(const uint8_t *data)
{
    return (KerningRecord){
        u16_at(data) | (data[2] & 15u) << 16, u16_at(data + 3) | (data[5] & 15u) << 16,
        u16_at(data + 6) | (data[5] >> 4 & 15u) << 16 | (data[2] >> 4 & 15u) << 24};
}

/* The signed byte at `index` of the list whose first packet is at `at`. */
static int kerning_value(Bytes table, size_t at, uint32_t index)
{
    while (at + 1 < table.size) {
        const uint8_t head = table.data[at];
        const uint32_t n = (head & 127) + 1u;
        if (index < n)
            return (int8_t)table.data[at + 1 + (head & 128 ? 0 : index)];
        index -= n;
        at += 1 + (head & 128 ? 1 : n);
    }
    return 0;
}

/* Each direction has its own fragment; the first record that contains the character counts. */
void ssfn_kerning(const SsfnFont *font, const SsfnGlyph *glyph, uint32_t next, int *x, int *y)
{
    *x = *y = 0;
    for (uint32_t i = 0; i < glyph->part_count; i++) {
        const SsfnPart *part = &font->parts[glyph->first_part + i];
        if (part->kind != SSFN_KERNING)
            continue;
        const SsfnFragment *fragment = &font->fragments[part->fragment];
        const uint8_t *data = ssfn_fragment_data(font, fragment);
        for (uint32_t k = 0; k < fragment->count; k++, data += 8) {
            const KerningRecord record = kerning_record(data);
            if (next < record.first || next > record.last)
                continue;
            *(part->x ? y : x) = kerning_value(font->kerning, record.at, next - record.first);
            break;
        }
    }
}

const SsfnFont *ssfn_select(const SsfnSet *set, bool bold, bool italic)
{
    const unsigned wanted = (bold ? SSFN_BOLD : 0) | (italic ? SSFN_ITALIC : 0);
    const SsfnFont *best = NULL;
    unsigned least = 99;
    for (uint32_t i = 0; i < set->count; i++) {
        const unsigned has = set->fonts[i].style & (SSFN_BOLD | SSFN_ITALIC);
        /* A style can be synthesized, but not removed. */
        const unsigned cost = (has & ~wanted ? 8 : 0) + (wanted & ~has);
        if (cost < least) {
            least = cost;
            best = &set->fonts[i];
        }
    }
    return best;
}

/* ---- reading ---- */

typedef struct FontReader {
    SsfnFont *font;
    SsfnPart *parts;                                             /* of the font */
    Reader reader;                                               /* reads the font's bytes */
    uint32_t size;                                               /* without the end magic */
    uint32_t fragments, characters, ligatures, kerning, colours; /* offsets */
    Arena *arena;
    Report *report;
} FontReader;

/* The end of a section: the start of another one, or the end magic. If two start at the same
 * position, the first in this order is empty. */
static uint32_t section_end(const FontReader *self, const uint32_t *section)
{
    const uint32_t *const all[] = {&self->fragments, &self->characters, &self->ligatures,
                                   &self->kerning, &self->colours};
    uint32_t end = self->size;
    bool behind = false;
    for (size_t i = 0; i < COUNT_OF(all); i++) {
        if (*all[i] < end && (*all[i] > *section || (behind && *all[i] == *section)))
            end = *all[i];
        behind = behind || all[i] == section;
    }
    return end;
}

/* Only the characters are required; another section at 0 is absent. */
static bool read_header(FontReader *self)
{
    Reader *reader = &self->reader;
    SsfnFont *font = self->font;
    reader_seek(reader, 8);
    const uint8_t type = read_u8(reader);
    font->family = type & 15;
    font->style = type >> 4;
    const uint8_t revision = read_u8(reader);
    font->width = read_u8(reader);
    font->height = read_u8(reader);
    font->baseline = read_u8(reader);
    font->underline = read_u8(reader);
    self->fragments = read_u16(reader);
    self->characters = read_u32(reader);
    self->ligatures = read_u32(reader);
    self->kerning = read_u32(reader);
    self->colours = read_u32(reader);
    if (revision != 0)
        return report_cause(self->report, CAUSE_UNSUPPORTED, "revision %u; only 0 is supported",
                            revision);
    if (font->height == 0)
        return report_error(self->report, "the font's height is 0");
    if (self->fragments < SSFN_HEADER_SIZE + SSFN_NAME_COUNT || self->fragments > self->size)
        return report_error(self->report, "fragments at %u, not between 38 and %u",
                            self->fragments, self->size);
    const uint32_t at[] = {self->characters, self->ligatures, self->kerning, self->colours};
    static const char *const names[] = {"characters", "ligatures", "kerning", "colours"};
    for (size_t i = 0; i < COUNT_OF(at); i++)
        if ((i == 0 || at[i]) && (at[i] < self->fragments || at[i] > self->size))
            return report_error(self->report, "%s at %u, not between %u and %u", names[i],
                                at[i], self->fragments, self->size);
    return true;
}

/* A zero-terminated string before the fragments; returns false if it is not terminated. */
static bool string_at(const FontReader *self, uint32_t at, Text *out)
{
    const uint8_t *data = self->font->bytes.data;
    const uint8_t *end =
        at < self->fragments ? memchr(data + at, 0, self->fragments - at) : NULL;
    if (end)
        *out = (Text){(const char *)data + at, (size_t)(end - (data + at))};
    return end;
}

/* The names follow the head directly; ligatures are found by their offsets. */
static bool read_names(FontReader *self)
{
    uint32_t at = SSFN_HEADER_SIZE;
    for (int i = 0; i < SSFN_NAME_COUNT; i++) {
        if (!string_at(self, at, &self->font->names[i]))
            return report_error(self->report, "name %d is not terminated before the fragments",
                                i + 1);
        at += (uint32_t)self->font->names[i].size + 1;
    }
    return true;
}

/* Pass 1 counts glyphs, parts and ranges; pass 2 stores them in allocated memory. */
typedef struct Characters {
    SsfnGlyph *glyphs;
    SsfnPart *parts;
    SsfnRange *ranges;
    uint32_t glyph_count, part_count, range_count;
    uint32_t next; /* the code point that would extend the last range */
} Characters;

/* Kinds other than colours are set later, from the fragment at that position. */
static void read_part(Reader *reader, bool wide, SsfnPart *part)
{
    part->x = read_u8(reader);
    part->y = read_u8(reader);
    part->fragment = wide ? read_u32(reader) : read_u24(reader);
    part->kind = SSFN_CONTOUR;
    if (part->x == 255 && part->y == 255) {
        part->kind = SSFN_COLOUR;
        part->fragment &= 255;
    }
}

/* The number of parts is checked before they are read, so pass 1 can skip them. */
static void read_glyph(Reader *reader, uint32_t code, uint8_t attributes, Characters *out)
{
    const bool wide = attributes & 0x40;
    const Bytes head = read_bytes(reader, 5);
    if (!reader_ok(reader) || !reader_need(reader, head.data[0] * (wide ? 6u : 5u), "a glyph"))
        return;
    if (out->glyphs) {
        out->glyphs[out->glyph_count] = (SsfnGlyph){.code = code,
                                                    .first_part = out->part_count,
                                                    .part_count = head.data[0],
                                                    .overlap = attributes & 63,
                                                    .w = head.data[1],
                                                    .h = head.data[2],
                                                    .advance_x = head.data[3],
                                                    .advance_y = head.data[4],
                                                    .wide = wide};
        for (unsigned i = 0; i < head.data[0]; i++)
            read_part(reader, wide, &out->parts[out->part_count + i]);
    } else {
        reader_seek(reader, reader->at + head.data[0] * (wide ? 6u : 5u));
    }
    if (code != out->next || out->range_count == 0) {
        if (out->ranges)
            out->ranges[out->range_count] = (SsfnRange){code, code, out->glyph_count};
        out->range_count++;
    } else if (out->ranges) {
        out->ranges[out->range_count - 1].last = code;
    }
    out->next = code + 1;
    out->part_count += head.data[0];
    out->glyph_count++;
}

/* Runs twice over the same bytes: what pass 1 accepts cannot fail in pass 2. */
static bool walk_characters(FontReader *self, Characters *out)
{
    const uint32_t end = section_end(self, &self->characters);
    Reader reader = reader_of(bytes_slice(self->font->bytes, 0, end), self->report);
    reader.part = "character table";
    reader_seek(&reader, self->characters);
    uint32_t code = 0;
    while (code < SSFN_CODE_COUNT && reader_ok(&reader)) {
        const uint8_t head = read_u8(&reader);
        if (head == 0xFF)
            code += 65536;
        else if (head >= 0xC0)
            code += ((head & 63u) << 8 | read_u8(&reader)) + 1;
        else if (head >= 0x80)
            code += (head & 63u) + 1;
        else
            read_glyph(&reader, code++, head, out);
    }
    /* Existing fonts skip one code point too many. */
    if (reader_ok(&reader) && code > SSFN_CODE_COUNT + 1)
        return reader_fail(&reader, "the last skip leads to U+%X", code);
    return reader_ok(&reader);
}

static bool read_characters(FontReader *self)
{
    SsfnFont *font = self->font;
    Characters all = {0};
    if (!walk_characters(self, &all))
        return false;
    const Characters counts = all;
    SsfnPart *parts = ARENA_ALLOC(self->arena, SsfnPart, counts.part_count);
    all = (Characters){.glyphs = ARENA_ALLOC(self->arena, SsfnGlyph, counts.glyph_count),
                       .parts = parts,
                       .ranges = ARENA_ALLOC(self->arena, SsfnRange, counts.range_count)};
    if (!walk_characters(self, &all))
        return false;
    font->glyphs = all.glyphs;
    font->glyph_count = all.glyph_count;
    font->parts = self->parts = parts;
    font->part_count = all.part_count;
    font->ranges = all.ranges;
    font->range_count = all.range_count;
    return true;
}

static bool read_ligatures(FontReader *self)
{
    if (!self->ligatures)
        return true;
    SsfnFont *font = self->font;
    const uint32_t end = section_end(self, &self->ligatures);
    Text *ligatures = ARENA_ALLOC(self->arena, Text,
                                  (end - self->ligatures) / 2 < SSFN_LIGATURES_MAX
                                      ? (end - self->ligatures) / 2
                                      : SSFN_LIGATURES_MAX);
    uint32_t count = 0;
    /* The ligature table of some existing fonts is not terminated. */
    for (uint32_t at = self->ligatures; at + 2 <= end && count < SSFN_LIGATURES_MAX; at += 2) {
        const uint32_t string = u16_at(font->bytes.data + at);
        if (string == 0)
            break;
        if (string < SSFN_HEADER_SIZE || !string_at(self, string, &ligatures[count]))
            return report_error(self->report, "ligature %u: no string at %u", count, string);
        if (ligatures[count].size) {
            const uint8_t first = (uint8_t)ligatures[count].at[0];
            font->ligature_starts[first / 8] |= (uint8_t)(1 << first % 8);
        }
        count++;
    }
    font->ligatures = ligatures;
    font->ligature_count = count;
    return true;
}

/* The colours extend to the end magic, since no section follows them. */
static void read_colours(FontReader *self)
{
    if (!self->colours)
        return;
    uint32_t count = (self->size - self->colours) / 4;
    count = count < SSFN_COLOURS_MAX ? count : SSFN_COLOURS_MAX;
    uint32_t *colours = ARENA_ALLOC(self->arena, uint32_t, count);
    for (uint32_t i = 0; i < count; i++)
        colours[i] = u32_at(self->font->bytes.data + self->colours + 4 * i);
    self->font->colours = colours;
    self->font->colour_count = count;
}

static bool font_read(Bytes bytes, SsfnFont *font, Arena *arena, Report *report)
{
    FontReader self = {.font = font, .arena = arena, .report = report};
    self.reader = reader_of(bytes, report);
    self.size = (uint32_t)bytes.size - 4;
    font->bytes = bytes;
    if (memcmp(bytes.data + self.size, "2NFS", 4) != 0)
        return report_error(report, "no \"2NFS\" at the end of the font, byte %u", self.size);
    if (!read_header(&self) || !read_names(&self) || !read_characters(&self) ||
        !read_ligatures(&self))
        return false;
    read_colours(&self);
    if (self.kerning)
        font->kerning =
            bytes_slice(bytes, self.kerning, section_end(&self, &self.kerning) - self.kerning);
    return ssfn_read_fragments(font, self.parts, self.fragments,
                               section_end(&self, &self.fragments), arena, report);
}

/* Extracts the font at `*at`; its size field determines its end. */
static bool font_take(Bytes bytes, size_t *at, size_t *size, Report *report)
{
    enum { MIN = SSFN_HEADER_SIZE + SSFN_NAME_COUNT + 4 };
    const uint8_t *data = bytes.data + *at;
    const size_t left = bytes.size - *at;
    if (left < MIN || memcmp(data, "SFN2", 4) != 0)
        return report_error(report, "no \"SFN2\" font at byte %zu", *at);
    *size = u32_at(data + 4);
    if (*size < MIN || *size > left)
        return report_error(report, "the font at byte %zu claims %zu bytes, but %zu are left",
                            *at, *size, left);
    return true;
}

static bool set_read(Bytes bytes, SsfnSet *out, Arena *arena, Report *report)
{
    size_t at = 0, end = bytes.size, size = 0;
    if (bytes.size >= 8 && memcmp(bytes.data, "SFNC", 4) == 0) {
        out->collection = true;
        at = 8;
        end = u32_at(bytes.data + 4);
        if (end < at || end > bytes.size)
            return report_error(report, "the collection claims %zu bytes, but the file has %zu",
                                end, bytes.size);
    }
    do {
        if (!font_take(bytes_slice(bytes, 0, end), &at, &size, report))
            return false;
        SsfnFont *font = ARENA_PUSH(arena, out->fonts, out->count);
        if (!font_read(bytes_slice(bytes, at, size), font, arena, report))
            return false;
        at += size;
    } while (out->collection && at < end);
    return true;
}

bool ssfn_read(Bytes file, SsfnSet *out, Arena *arena, Report *report)
{
    *out = (SsfnSet){0};
    if (file.size >= 2 && file.data[0] == 0x1f && file.data[1] == 0x8b) {
        /* The trailer, which is byte-swapped in some fonts, is not needed: the font has a size
         * field. */
        const Inflated inflated = inflate_bytes(file, WRAPPING_GZIP, 0, SSFN_SIZE_MAX, arena);
        if (inflated.problem)
            return report_error(report, "gzip: %s", inflated.problem);
        file = inflated.bytes;
        out->compressed = true;
    }
    if (file.size > SSFN_SIZE_MAX)
        return report_error(report, "the font has %zu bytes; the maximum is %d", file.size,
                            SSFN_SIZE_MAX);
    return set_read(file, out, arena, report);
}
