/* Parts, in order: writing BDF; PSF; .hex. Glyphs of both formats fill their cell and have no
 * descent, so one writer with fixed properties is enough. */
#include "tirnanog/fonts/bitmap_font.h"

#include "base/stream.h"
#include "base/text.h"

/* A font of all characters with 16 x 16 pixels has 7 MB of text. */
enum { SIDE_MAX = 255, GLYPHS_MAX = 1 << 16, TEXT_MAX = 64 << 20 };

/* ---- BDF ---- */

typedef struct BdfWriter {
    Writer glyphs;
    size_t count;
} BdfWriter;

/* `rows`: whole bytes for each, the left pixel is the high bit. */
static void put_glyph(BdfWriter *bdf, uint32_t code, uint32_t w, uint32_t h,
                      const uint8_t *rows)
{
    const uint32_t pitch = (w + 7) / 8;
    Writer *out = &bdf->glyphs;
    write_format(
        out, "STARTCHAR U%X\nENCODING %u\nSWIDTH 500 0\nDWIDTH %u 0\nBBX %u %u 0 0\nBITMAP\n",
        code, code, w, w, h);
    for (uint32_t i = 0; i < pitch * h; i++)
        write_format(out, "%02X%s", rows[i], (i + 1) % pitch ? "" : "\n");
    write_format(out, "ENDCHAR\n");
    bdf->count++;
}

static Bytes finish(const BdfWriter *bdf, uint32_t w, uint32_t h, Arena *arena)
{
    Writer out = writer_to(arena);
    write_format(&out,
                 "STARTFONT 2.1\nFONT -font-\nSIZE %u 75 75\nFONTBOUNDINGBOX %u %u 0 0\n"
                 "STARTPROPERTIES 4\nFONT_ASCENT %u\nFONT_DESCENT 0\n"
                 "CHARSET_REGISTRY \"ISO10646\"\nCHARSET_ENCODING \"1\"\nENDPROPERTIES\n"
                 "CHARS %zu\n",
                 h, w, h, h, bdf->count);
    write_bytes(&out, writer_bytes(&bdf->glyphs));
    write_format(&out, "ENDFONT\n");
    return writer_bytes(&out);
}

/* FreeType loses glyphs of BDF files after tabs. */
static Bytes without_tabs(Bytes file, Arena *arena)
{
    uint8_t *copy = arena_alloc_raw(arena, file.size, 1);
    for (size_t i = 0; i < file.size; i++)
        copy[i] = file.data[i] == '\t' ? ' ' : file.data[i];
    return (Bytes){copy, file.size};
}

/* ---- PSF ---- */

typedef struct Psf {
    Bytes glyphs, table;        /* table: the characters of each glyph; empty: there is none */
    uint32_t count, w, h, size; /* size: bytes of a glyph */
    bool utf8;                  /* the table of version 2 */
} Psf;

static bool read_psf1(Bytes file, Psf *out)
{
    enum { HEAD = 4, MODE_512 = 1, MODE_TABLE = 2 | 4 };
    const uint8_t mode = file.data[2];
    *out = (Psf){
        .count = mode & MODE_512 ? 512 : 256, .w = 8, .h = file.data[3], .size = file.data[3]};
    const size_t size = (size_t)out->count * out->size;
    if (!out->h || file.size - HEAD < size)
        return false;
    out->glyphs = bytes_slice(file, HEAD, size);
    if (mode & MODE_TABLE)
        out->table = bytes_slice(file, HEAD + size, file.size - HEAD - size);
    return true;
}

static bool read_psf2(Bytes file, Psf *out)
{
    enum { FLAG_TABLE = 1, HEAD_MIN = 32 };
    Report silent = report_to(NULL, NULL);
    Reader reader = reader_of(file, &silent);
    (void)read_u32(&reader); /* magic number */
    const uint32_t version = read_u32(&reader), head = read_u32(&reader),
                   flags = read_u32(&reader);
    *out = (Psf){.utf8 = true};
    out->count = read_u32(&reader);
    out->size = read_u32(&reader);
    out->h = read_u32(&reader);
    out->w = read_u32(&reader);
    if (!reader_ok(&reader) || version || head < HEAD_MIN || head > file.size || !out->w ||
        !out->h || out->w > SIDE_MAX || out->h > SIDE_MAX || out->count > GLYPHS_MAX ||
        out->size != (out->w + 7) / 8 * out->h)
        return false;
    const size_t size = (size_t)out->count * out->size;
    if (file.size - head < size)
        return false;
    out->glyphs = bytes_slice(file, head, size);
    if (flags & FLAG_TABLE)
        out->table = bytes_slice(file, head + size, file.size - head - size);
    return true;
}

/* The next character of a glyph; sequences of several characters are skipped. False: the glyph
 * ends. */
static bool next_code(const Psf *psf, size_t *at, uint32_t *code)
{
    enum { END8 = 0xFF, SEQUENCE8 = 0xFE, END16 = 0xFFFF, SEQUENCE16 = 0xFFFE };
    const Bytes table = psf->table;
    bool sequence = false;
    while (*at < table.size) {
        uint32_t value;
        if (psf->utf8) {
            const uint8_t byte = table.data[*at];
            value = byte >= SEQUENCE8 ? byte | 0xFF00u : utf8_next(text_of_bytes(table), at);
            *at += byte >= SEQUENCE8;
        } else {
            value = table.data[*at] |
                    (*at + 1 < table.size ? (uint32_t)table.data[*at + 1] << 8 : 0);
            *at += 2;
        }
        if (value == END16)
            return false;
        sequence |= value == SEQUENCE16;
        *code = value;
        if (!sequence)
            return true;
    }
    return false;
}

static bool psf_to_bdf(Bytes *file, Arena *arena, Report *report)
{
    const bool second = file->data[0] == 0x72;
    Psf psf;
    if (!(second ? read_psf2(*file, &psf) : read_psf1(*file, &psf)))
        return report_error(report, "the console font (PSF) is damaged");
    BdfWriter bdf = {.glyphs = writer_to(arena)};
    size_t at = 0;
    for (uint32_t i = 0; i < psf.count; i++) {
        const uint8_t *rows = psf.glyphs.data + (size_t)i * psf.size;
        uint32_t code = i;
        if (!psf.table.size)
            put_glyph(&bdf, code, psf.w, psf.h, rows);
        while (psf.table.size && next_code(&psf, &at, &code))
            if (bdf.count < GLYPHS_MAX && bdf.glyphs.size < TEXT_MAX)
                put_glyph(&bdf, code, psf.w, psf.h, rows);
    }
    if (bdf.glyphs.size >= TEXT_MAX)
        return report_error(report, "the characters of the console font have more than %d MB",
                            TEXT_MAX >> 20);
    *file = finish(&bdf, psf.w, psf.h, arena);
    return true;
}

/* ---- .hex ---- */

enum { HEX_ROWS = 16, HEX_BYTES_MAX = 4 * HEX_ROWS };

/* "0041:00000000182424427E424242424200000"; false: it is another line. */
static bool read_hex_line(Text line, uint32_t *code, uint8_t *rows, uint32_t *w)
{
    size_t colon;
    uint32_t value;
    if (!text_find(line, ':', &colon) || colon < 4 || colon > 6 ||
        !text_hex(text_slice(line, 0, colon), (unsigned)colon, &value))
        return false;
    const Text digits = text_slice(line, colon + 1, line.size);
    if (!digits.size || digits.size % (2 * HEX_ROWS) || digits.size > 2 * HEX_BYTES_MAX)
        return false;
    *code = value;
    *w = (uint32_t)(digits.size / (2 * HEX_ROWS) * 8);
    for (size_t i = 0; i < digits.size / 2; i++) {
        if (!text_hex(text_slice(digits, 2 * i, 2 * i + 2), 2, &value))
            return false;
        rows[i] = (uint8_t)value;
    }
    return true;
}

static bool is_hex(Text file)
{
    uint8_t rows[HEX_BYTES_MAX];
    uint32_t code, w;
    Text line = TEXT("");
    while (text_line(&file, &line) && (!line.size || line.at[0] == '#'))
        ;
    return read_hex_line(text_trimmed(line), &code, rows, &w);
}

static bool hex_to_bdf(Bytes *file, Arena *arena, Report *report)
{
    BdfWriter bdf = {.glyphs = writer_to(arena)};
    uint8_t rows[HEX_BYTES_MAX];
    uint32_t code, w, widest = 0, number = 0;
    Text rest = text_without_mark(text_of_bytes(*file));
    for (Text line; text_line(&rest, &line);) {
        const SourcePosition place = {.line = ++number, .source = line};
        line = text_trimmed(line);
        if (!line.size || line.at[0] == '#')
            continue;
        if (!read_hex_line(line, &code, rows, &w))
            return report_error_at(
                report, place, "expected a character and the 16 rows of its glyph: 0041:...");
        if (bdf.count == GLYPHS_MAX)
            return report_error_at(report, place, "more than %d glyphs", GLYPHS_MAX);
        put_glyph(&bdf, code, w, HEX_ROWS, rows);
        widest = w > widest ? w : widest;
    }
    *file = finish(&bdf, widest, HEX_ROWS, arena);
    return true;
}

bool bitmap_font_to_bdf(Bytes *file, Arena *arena, Report *report)
{
    static const uint8_t psf1[] = {0x36, 0x04}, psf2[] = {0x72, 0xB5, 0x4A, 0x86};
    const Text text = text_without_mark(text_of_bytes(*file));
    if (file->size > 4 && (!memcmp(file->data, psf1, 2) || !memcmp(file->data, psf2, 4)))
        return psf_to_bdf(file, arena, report);
    if (is_hex(text))
        return hex_to_bdf(file, arena, report);
    if (text_starts(text, "STARTFONT"))
        *file = without_tabs(*file, arena);
    return true;
}
