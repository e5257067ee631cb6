/* Parts, in order: finding the format of a file; JASC-PAL; the colours of images. The first
 * bytes of a file decide before its suffix. */
#include "base/image/palette_files.h"

#include "base/text.h"
#include "base/image/png.h"

const PaletteFormat palette_formats[] = {
#define PALETTE_FORMAT(id, suffix, magic, doc) {suffix, magic, doc, palette_read_##id},
#include "base/image/palette_formats.def"
#undef PALETTE_FORMAT
    {0}};

const PaletteFormat *palette_format_of_suffix(Text suffix)
{
    for (const PaletteFormat *format = palette_formats; format->suffix; format++)
        if (text_is_caseless(suffix, format->suffix))
            return format;
    return NULL;
}

static const PaletteFormat *format_of_magic(Text file)
{
    for (const PaletteFormat *format = palette_formats; format->suffix; format++)
        if (*format->magic && text_starts(file, format->magic))
            return format;
    return NULL;
}

bool palette_load(Text suffix, Bytes file, Palette *out, Arena *arena, Report *report)
{
    const PaletteFormat *format = format_of_magic(text_of_bytes(file));
    if (!format)
        format = palette_format_of_suffix(suffix);
    if (!format)
        return report_error(report, "not a palette: unknown format");
    return format->read(file, out, arena, report);
}

bool palette_read_gimp(Bytes file, Palette *out, Arena *arena, Report *report)
{
    (void)arena;
    return palette_read(text_of_bytes(file), out, report);
}

/* ---- JASC-PAL: a version, the number of colours, a line of numbers for each ---- */

/* Some programs write alpha as a fourth number. */
static bool jasc_colour(Text line, Pixel *out)
{
    int64_t values[4] = {0};
    int count = 0;
    for (Text word; (word = text_word(&line)).size; count++)
        if (count == 4 || !text_number(word, 0, 255, &values[count]))
            return false;
    *out = PIXEL(values[0], values[1], values[2], 255);
    return count >= 3;
}

bool palette_read_jasc(Bytes file, Palette *out, Arena *arena, Report *report)
{
    Text rest = text_without_mark(text_of_bytes(file)), line;
    int64_t count;
    *out = (Palette){0};
    (void)arena;
    if (!text_line(&rest, &line) || !text_is(text_trimmed(line), "JASC-PAL"))
        return report_error_at(report, (SourcePosition){.line = 1},
                               "the first line is not \"JASC-PAL\"");
    if (!text_line(&rest, &line) || !text_is(text_trimmed(line), "0100"))
        return report_error_at(report, (SourcePosition){.line = 2},
                               "unknown version; expected \"0100\"");
    if (!text_line(&rest, &line) || !text_number(text_trimmed(line), 1, PALETTE_MAX, &count))
        return report_error_at(report, (SourcePosition){.line = 3},
                               "expected a number of colours from 1 to %d", PALETTE_MAX);
    for (uint32_t number = 4; text_line(&rest, &line); number++) {
        const SourcePosition place = {.line = number, .source = line};
        if (!text_trimmed(line).size)
            continue;
        if (out->count == (size_t)count)
            return report_error_at(report, place, "more than %zu colours", out->count);
        if (!jasc_colour(line, &out->colours[out->count++]))
            return report_error_at(report, place, "expected three numbers from 0 to 255");
    }
    return out->count == (size_t)count ||
           report_error(report, "the palette has %zu colours instead of %d", out->count,
                        (int)count);
}

/* ---- images ---- */

static bool colour_add(Palette *palette, Pixel colour, Report *report)
{
    if (palette->count == PALETTE_MAX)
        return report_error(report, "more than %d colours", PALETTE_MAX);
    palette->colours[palette->count++] = colour | PIXEL(0, 0, 0, 255);
    return true;
}

static bool pixels_collect(const Image *image, Palette *out, Arena *arena, Report *report)
{
    uint64_t *seen = ARENA_ALLOC(arena, uint64_t, (1 << 24) / 64); /* a bit for each colour */
    for (uint32_t y = 0; y < image->h; y++)
        for (uint32_t x = 0; x < image->w; x++) {
            const Pixel pixel = *image_at(image, x, y);
            const uint32_t colour = pixel & 0xFFFFFF;
            const uint64_t bit = UINT64_C(1) << colour % 64;
            if (!PIXEL_A(pixel) || seen[colour / 64] & bit)
                continue;
            seen[colour / 64] |= bit;
            if (!colour_add(out, colour, report))
                return false;
        }
    return out->count || report_error(report, "the image has no visible pixel");
}

bool palette_read_png(Bytes file, Palette *out, Arena *arena, Report *report)
{
    Image image;
    PngInfo info;
    *out = (Palette){0};
    if (!png_read(file, &image, &info, arena, report))
        return false;
    if (!info.palette)
        return pixels_collect(&image, out, arena, report);
    for (size_t i = 0; i < info.colour_count; i++)
        colour_add(out, info.colours[i], report);
    return true;
}
