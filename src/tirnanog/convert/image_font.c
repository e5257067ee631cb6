/* Parts, in order: the description; the images; the font as BDF. The result is text in BDF,
 * because FreeType reads it and the import of fonts then needs no second path for bitmaps. */
#include "tirnanog/convert/image_font.h"

#include "base/stream.h"
#include "base/text.h"
#include "base/image/picture.h"
#include "base/image/png.h"

enum { GLYPHS_MAX = 1 << 16, PAGES_MAX = 256, SIDE_MAX = 255, PLACE_MAX = 1 << 20 };

typedef struct ImageGlyph {
    int64_t id, x, y, width, height, xoffset, yoffset, xadvance, page;
} ImageGlyph;

typedef struct ImageFont {
    const ConversionJob *job;
    Text face, rest;
    char end; /* of a record: a line, or an element of XML */
    int64_t line_height, base;
    Text pages[PAGES_MAX]; /* names of images */
    ImageGlyph *glyphs;
    size_t glyph_count;
    Arena *arena;
    Report *report;
} ImageFont;

/* ---- the description ---- */

/* What is after NAME= in a record, with or without quotes, which XML always has. */
static bool value_of(Text record, const char *name, Text *out)
{
    const size_t size = strlen(name);
    for (size_t i = 1; i + size < record.size; i++) {
        if (record.at[i - 1] != ' ' || record.at[i + size] != '=' ||
            memcmp(record.at + i, name, size) != 0)
            continue;
        const size_t from = i + size + 1;
        const bool quoted = from < record.size && record.at[from] == '"';
        size_t to = from + quoted;
        while (to < record.size &&
               (quoted ? record.at[to] != '"' : !strchr(" \t\r", record.at[to])))
            to++;
        *out = text_slice(record, from + quoted, to);
        return true;
    }
    return false;
}

/* Every number is required and limited: they are sizes of images and places within them, and
 * later code calculates with them unchecked. */
static bool number_of(const ImageFont *font, Text record, const char *name, int64_t least,
                      int64_t most, int64_t *out)
{
    Text value;
    if (value_of(record, name, &value) && text_number(value, least, most, out))
        return true;
    return report_error(font->report, "%.*s: expected %s=NUMBER",
                        (int)(record.size < 60 ? record.size : 60), record.at, name);
}

static bool take_common(ImageFont *font, Text record)
{
    return number_of(font, record, "lineHeight", 1, SIDE_MAX, &font->line_height) &&
           number_of(font, record, "base", 0, SIDE_MAX, &font->base);
}

/* The limit of the number keeps it within the table of pages. */
static bool take_page(ImageFont *font, Text record)
{
    int64_t id;
    Text file;
    if (!number_of(font, record, "id", 0, PAGES_MAX - 1, &id))
        return false;
    if (!value_of(record, "file", &file))
        return report_error(font->report, "page %d has no file", (int)id);
    font->pages[id] = file;
    return true;
}

static bool take_char(ImageFont *font, Text record)
{
    ImageGlyph glyph = {0};
    const struct {
        const char *name;
        int64_t *value, least, most;
    } members[] = {{"id", &glyph.id, -1, INT32_MAX},
                   {"x", &glyph.x, 0, PLACE_MAX},
                   {"y", &glyph.y, 0, PLACE_MAX},
                   {"width", &glyph.width, 0, SIDE_MAX},
                   {"height", &glyph.height, 0, SIDE_MAX},
                   {"xoffset", &glyph.xoffset, -SIDE_MAX, SIDE_MAX},
                   {"yoffset", &glyph.yoffset, -SIDE_MAX, SIDE_MAX},
                   {"xadvance", &glyph.xadvance, 0, SIDE_MAX},
                   {"page", &glyph.page, 0, PAGES_MAX - 1}};
    for (size_t i = 0; i < COUNT_OF(members); i++)
        if (!number_of(font, record, members[i].name, members[i].least, members[i].most,
                       members[i].value))
            return false;
    if (glyph.id < 0)
        return true; /* for characters that the font does not have */
    if (font->glyph_count == GLYPHS_MAX)
        return report_error(font->report, "more than %d characters", GLYPHS_MAX);
    *ARENA_PUSH(font->arena, font->glyphs, font->glyph_count) = glyph;
    return true;
}

static bool next_record(ImageFont *font, Text *out)
{
    size_t end;
    if (!font->rest.size)
        return false;
    if (!text_find(font->rest, font->end, &end))
        end = font->rest.size;
    *out = text_slice(font->rest, 0, end);
    font->rest = text_slice(font->rest, end < font->rest.size ? end + 1 : end, font->rest.size);
    return true;
}

static bool read_records(ImageFont *font)
{
    bool ok = true, kerning = false;
    for (Text record; ok && next_record(font, &record);) {
        if (text_starts(record, "info "))
            value_of(record, "face", &font->face);
        else if (text_starts(record, "common "))
            ok = take_common(font, record);
        else if (text_starts(record, "page "))
            ok = take_page(font, record);
        else if (text_starts(record, "char "))
            ok = take_char(font, record);
        kerning |= text_starts(record, "kerning ");
    }
    if (ok && kerning)
        report_note(font->report, "the kerning of an image font is left out");
    return ok && ((font->line_height && font->glyph_count) ||
                  report_error(font->report, "the description has no characters"));
}

/* ---- the images ---- */

/* Without transparency the letters are bright on a dark ground; otherwise alpha is their
 * shape. */
static bool has_alpha(const Image *image)
{
    for (size_t i = 0; i < (size_t)image->w * image->h; i++)
        if (PIXEL_A(image->pixels[i]) < 255)
            return true;
    return false;
}

/* BDF has one bit for a pixel, so half of the brightness or of the alpha decides. */
static bool is_set(Pixel pixel, bool alpha)
{
    return alpha ? PIXEL_A(pixel) >= 128
                 : PIXEL_R(pixel) + PIXEL_G(pixel) + PIXEL_B(pixel) >= 3 * 128;
}

/* The offset in BDF is that of the lower edge above the baseline; in the description it is
 * that of the upper edge below the top of the line. A row is padded to whole bytes. */
static bool put_glyph(const ImageFont *font, const ImageGlyph *glyph, const Image *page,
                      bool alpha, Writer *out)
{
    if (glyph->x + glyph->width > page->w || glyph->y + glyph->height > page->h)
        return report_error(font->report, "character %lld is outside of its image",
                            (long long)glyph->id);
    write_format(out,
                 "STARTCHAR U%llX\nENCODING %lld\nSWIDTH 500 0\nDWIDTH %lld 0\n"
                 "BBX %lld %lld %lld %lld\nBITMAP\n",
                 (unsigned long long)glyph->id, (long long)glyph->id,
                 (long long)glyph->xadvance, (long long)glyph->width, (long long)glyph->height,
                 (long long)glyph->xoffset,
                 (long long)(font->base - glyph->yoffset - glyph->height));
    for (uint32_t y = 0; y < glyph->height; y++) {
        for (uint32_t x = 0; x < glyph->width; x += 8) {
            unsigned bits = 0;
            for (uint32_t i = 0; i < 8 && x + i < glyph->width; i++)
                bits |=
                    is_set(*image_at(page, (uint32_t)glyph->x + x + i, (uint32_t)glyph->y + y),
                           alpha)
                        ? 128u >> i
                        : 0;
            write_format(out, "%02X", bits);
        }
        write_u8(out, '\n');
    }
    write_text(out, TEXT("ENDCHAR\n"));
    return true;
}

/* All glyphs of one image. */
static bool put_page(const ImageFont *font, size_t number, uint64_t *pixels, Writer *out)
{
    const Text name = font->pages[number];
    Arena *scratch = arena_new();
    Report about = report_child(font->report, name);
    Bytes file;
    Image page;
    bool ok = (font->job->folder &&
               font->job->folder->beside(font->job->folder->context, name, &file, scratch)) ||
              report_error(&about, "the image of the font is missing");
    ok = ok && picture_read(name, file, &page, scratch, &about);
    if (ok && (*pixels += (uint64_t)page.w * page.h) > PNG_PIXELS_MAX)
        ok = report_error(&about, "the images of the font are too large");
    const bool alpha = ok && has_alpha(&page);
    for (size_t i = 0; ok && i < font->glyph_count; i++)
        if ((size_t)font->glyphs[i].page == number)
            ok = put_glyph(font, &font->glyphs[i], &page, alpha, out);
    arena_free(scratch);
    return ok;
}

/* The name of the font must not end its string, so quotes are left out. `pixels` limits the
 * images together, since each could have the maximum. */
static bool put_font(const ImageFont *font, Bytes *file)
{
    Writer out = writer_to(font->arena);
    uint64_t pixels = 0;
    const int height = (int)font->line_height, base = (int)font->base;
    write_format(&out,
                 "STARTFONT 2.1\nFONT -font-\nSIZE %d 75 75\nFONTBOUNDINGBOX %d %d 0 %d\n"
                 "STARTPROPERTIES 5\nFAMILY_NAME \"",
                 height, height, height, base - height);
    for (size_t i = 0; i < font->face.size; i++)
        if (font->face.at[i] >= ' ' && font->face.at[i] != '"')
            write_u8(&out, (uint8_t)font->face.at[i]);
    write_format(&out,
                 "\"\nFONT_ASCENT %d\nFONT_DESCENT %d\nCHARSET_REGISTRY \"ISO10646\"\n"
                 "CHARSET_ENCODING \"1\"\nENDPROPERTIES\nCHARS %zu\n",
                 base, height > base ? height - base : 0, font->glyph_count);
    for (size_t i = 0; i < font->glyph_count; i++)
        if (!font->pages[font->glyphs[i].page].size)
            return report_error(font->report, "there is no page %d", (int)font->glyphs[i].page);
    for (size_t i = 0; i < PAGES_MAX; i++)
        if (font->pages[i].size && !put_page(font, i, &pixels, &out))
            return false;
    write_text(&out, TEXT("ENDFONT\n"));
    *file = writer_bytes(&out);
    return true;
}

bool image_font_to_bdf(const ConversionJob *job, Bytes *file, Arena *arena, Report *report)
{
    const Text text = text_without_mark(text_of_bytes(*file));
    const bool xml = text_starts(text, "<?xml") || text_starts(text, "<font");
    ImageFont font = {.job = job, .rest = text, .arena = arena, .report = report};
    if (text_starts(text, "BMF"))
        return report_cause(report, CAUSE_UNSUPPORTED,
                            "a binary description of BMFont; save it as text or XML");
    if (!xml && !text_starts(text, "info face="))
        return true;
    font.end = xml ? '<' : '\n';
    return read_records(&font) && put_font(&font, file);
}
