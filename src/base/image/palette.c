/* Parts, in order: GIMP palette files; the nearest colours; the set of colours of an image.
 * Images have few different colours, mostly in runs: a colour that was looked up is cached, and
 * a pixel that equals the one before it is not looked up again. */
#include "base/image/palette.h"

#include "base/stream.h"
#include "base/text.h"

#include <assert.h>
#include <stdlib.h>

/* A file that is being read. */
typedef struct Reading {
    Palette *palette;
    unsigned channels; /* 4: colours have alpha */
    bool alpha_reported;
    Report *report;
} Reading;

/* A transparent colour is not drawn, so it is left out; other alpha is ignored. */
static bool is_transparent(Reading *reading, int64_t alpha, SourcePosition place)
{
    if (alpha > 0 && alpha < 255 && !reading->alpha_reported) {
        reading->alpha_reported = true;
        report_warning_at(reading->report, place,
                          "the alpha of the colour is ignored: pixels keep their own");
    }
    return !alpha;
}

static bool colour_read(Reading *reading, Text line, uint32_t number)
{
    Palette *palette = reading->palette;
    const SourcePosition place = {.line = number, .source = line};
    int64_t values[4] = {0, 0, 0, 255};
    Text rest = line;
    for (unsigned i = 0; i < reading->channels; i++) {
        const Text word = text_word(&rest);
        if (!text_number(word, 0, 255, &values[i]))
            return report_error_at(reading->report, place,
                                   "expected %s numbers from 0 to 255, found \"%.*s\"",
                                   reading->channels == 4 ? "four" : "three",
                                   (int)(word.size < 40 ? word.size : 40), word.at);
    }
    if (is_transparent(reading, values[3], place))
        return true;
    if (palette->count == PALETTE_MAX)
        return report_error_at(reading->report, place, "more than %d colours", PALETTE_MAX);
    palette->colours[palette->count] = PIXEL(values[0], values[1], values[2], 255);
    palette->names[palette->count] = text_trimmed(rest);
    palette->count++;
    return true;
}

/* Parses "Name:", "Columns:" and Aseprite's "Channels:", which precede the colours. */
static bool heading_read(Reading *reading, Text line, uint32_t number, bool *taken)
{
    static const char name[] = "Name:", columns[] = "Columns:", channels[] = "Channels:";
    Palette *palette = reading->palette;
    Report *report = reading->report;
    *taken = true;
    if (text_starts(line, channels)) {
        const Text word = text_trimmed(text_slice(line, sizeof channels - 1, line.size));
        reading->channels = text_is(word, "RGBA") ? 4 : 3;
        return text_is(word, "RGBA") || text_is(word, "RGB") ||
               report_error_at(report, (SourcePosition){.line = number, .source = line},
                               "unknown channels \"%.*s\"; expected RGB or RGBA",
                               (int)(word.size < 40 ? word.size : 40), word.at);
    }
    if (text_starts(line, name)) {
        palette->name = text_trimmed(text_slice(line, sizeof name - 1, line.size));
        return true;
    }
    if (text_starts(line, columns)) {
        const Text word = text_trimmed(text_slice(line, sizeof columns - 1, line.size));
        int64_t value;
        if (!text_number(word, 0, 256, &value))
            return report_error_at(report, (SourcePosition){.line = number, .source = line},
                                   "expected a number of columns from 0 to 256");
        palette->columns = (uint32_t)value;
        return true;
    }
    *taken = false;
    return true;
}

bool palette_read(Text file, Palette *out, Report *report)
{
    Text rest = text_without_mark(file), line;
    Reading reading = {.palette = out, .channels = 3, .report = report};
    *out = (Palette){0};
    if (!text_line(&rest, &line) || !text_is(text_trimmed(line), "GIMP Palette"))
        return report_error_at(report, (SourcePosition){.line = 1},
                               "the first line is not \"GIMP Palette\"");
    for (uint32_t number = 2; text_line(&rest, &line); number++) {
        const Text text = text_trimmed(line);
        bool taken = text.size == 0 || text.at[0] == '#';
        if (!taken && out->count == 0 && !heading_read(&reading, text, number, &taken))
            return false;
        if (!taken && !colour_read(&reading, text, number))
            return false;
    }
    if (out->count == 0)
        return report_error(report, "the palette has no colours");
    return true;
}

static void write_name(Writer *writer, Text name)
{
    for (size_t i = 0; i < name.size; i++)
        write_u8(writer,
                 (uint8_t)(name.at[i] == '\n' || name.at[i] == '\r' ? ' ' : name.at[i]));
}

Text palette_write(const Palette *palette, Arena *arena)
{
    Writer writer = writer_to(arena);
    write_format(&writer, "GIMP Palette\r\nName: ");
    write_name(&writer, palette->name);
    if (palette->columns)
        write_format(&writer, "\r\nColumns: %u", palette->columns);
    write_format(&writer, "\r\n#\r\n");
    for (size_t i = 0; i < palette->count; i++) {
        const Pixel colour = palette->colours[i];
        write_format(&writer, "%3u %3u %3u", PIXEL_R(colour), PIXEL_G(colour), PIXEL_B(colour));
        if (palette->names[i].size)
            write_u8(&writer, '\t');
        write_name(&writer, palette->names[i]);
        write_format(&writer, "\r\n");
    }
    return writer_text(&writer);
}

static uint32_t distance(Pixel a, Pixel b)
{
    const int32_t r = (int32_t)PIXEL_R(a) - (int32_t)PIXEL_R(b);
    const int32_t g = (int32_t)PIXEL_G(a) - (int32_t)PIXEL_G(b);
    const int32_t blue = (int32_t)PIXEL_B(a) - (int32_t)PIXEL_B(b);
    return (uint32_t)(2 * r * r + 4 * g * g + 3 * blue * blue);
}

size_t palette_nearest(const Palette *palette, Pixel colour)
{
    assert(palette->count);
    size_t best = 0;
    uint32_t min = UINT32_MAX;
    for (size_t i = 0; i < palette->count; i++) {
        const uint32_t far = distance(palette->colours[i], colour);
        if (far < min) {
            min = far;
            best = i;
        }
    }
    return best;
}

/* 2^bits slots, indexed by the upper bits of a product (2^32 / golden ratio, odd). */
static inline uint32_t slot_of(Pixel pixel, unsigned bits)
{
    return (pixel * 0x9E3779B1u) >> (32 - bits);
}

void palette_apply(const Palette *palette, const Image *image)
{
    /* Images use few colours repeatedly: the last result of each slot is cached. */
    enum { CACHE_BITS = 10 };
    Pixel asked[1 << CACHE_BITS], answers[1 << CACHE_BITS];
    memset(asked, 0, sizeof asked); /* colour 0 can only be in its own slot */
    for (size_t i = 0; i < COUNT_OF(answers); i++)
        answers[i] = palette->colours[palette_nearest(palette, 0)];
    for (uint32_t y = 0; y < image->h; y++) {
        Pixel *row = image_at(image, 0, y);
        for (uint32_t x = 0; x < image->w; x++) {
            const Pixel colour = row[x] & 0xFFFFFF;
            if (!PIXEL_A(row[x]))
                continue;
            const uint32_t slot = slot_of(colour, CACHE_BITS);
            if (asked[slot] != colour) {
                asked[slot] = colour;
                answers[slot] = palette->colours[palette_nearest(palette, colour)];
            }
            row[x] = (answers[slot] & 0xFFFFFF) | (row[x] & 0xFF000000);
        }
    }
}

enum { SLOT_BITS = 11 };

/* The slot of a pixel, or the free slot for it. */
static inline uint32_t slot_find(const ImageColours *colours, Pixel pixel)
{
    uint32_t slot = slot_of(pixel, SLOT_BITS);
    while (colours->slots[slot] && colours->colours[colours->slots[slot] - 1] != pixel)
        slot = (slot + 1) & ((1u << SLOT_BITS) - 1);
    return slot;
}

static bool row_collect(ImageColours *colours, const Pixel *row, size_t count)
{
    Pixel before = PIXEL_A(row[0]) ? ~row[0] : 1; /* differs from the first pixel */
    for (size_t x = 0; x < count; x++) {
        const Pixel pixel = PIXEL_A(row[x]) ? row[x] : 0;
        if (pixel == before)
            continue;
        before = pixel;
        const uint32_t slot = slot_find(colours, pixel);
        if (colours->slots[slot])
            continue;
        if (colours->count == PALETTE_MAX)
            return false;
        colours->colours[colours->count++] = pixel;
        colours->slots[slot] = (uint16_t)colours->count;
    }
    return true;
}

static int pixel_order(const void *left, const void *right)
{
    const Pixel a = *(const Pixel *)left, b = *(const Pixel *)right;
    return (a > b) - (a < b); /* alpha is in the highest bits */
}

ImageColours *image_colours(const Image *image, Arena *arena)
{
    ImageColours *colours = ARENA_ALLOC(arena, ImageColours, 1);
    colours->slots = ARENA_ALLOC(arena, uint16_t, 1 << SLOT_BITS);
    for (uint32_t y = 0; y < image->h; y++)
        if (image->w && !row_collect(colours, image_at(image, 0, y), image->w))
            return NULL;
    qsort(colours->colours, colours->count, sizeof(Pixel), pixel_order);
    memset(colours->slots, 0, sizeof *colours->slots << SLOT_BITS);
    for (size_t i = 0; i < colours->count; i++) {
        /* The colours after this one have no slots yet, so they cannot be found. */
        const uint32_t slot = slot_find(colours, colours->colours[i]);
        colours->slots[slot] = (uint16_t)(i + 1);
    }
    return colours;
}

void colours_index_row(const ImageColours *colours, const Pixel *pixels, size_t count,
                       uint8_t *out)
{
    Pixel before = 0;
    uint16_t index = 0; /* + 1; 0: none yet */
    for (size_t x = 0; x < count; x++) {
        const Pixel pixel = PIXEL_A(pixels[x]) ? pixels[x] : 0;
        if (!index || pixel != before) {
            before = pixel;
            index = colours->slots[slot_find(colours, pixel)];
        }
        out[x] = (uint8_t)(index - 1);
    }
}
