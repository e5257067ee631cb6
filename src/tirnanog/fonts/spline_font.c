/* Parts, in order: reading the lines of the source; outlines as charstrings; the font. */
#include "tirnanog/fonts/spline_font.h"

#include "base/hash.h"
#include "base/stream.h"
#include "base/text.h"

#include <math.h>

enum {
    GLYPHS_MAX = 65536,
    STEPS_MAX = 1 << 22, /* of all glyphs, with what they refer to */
    DEPTH_MAX = 8,       /* of references */
    COORDINATE_MAX = 32000,
};

/* A command of an outline: 'm', 'l' with one point, 'c' with two controls before it. */
typedef struct Step {
    char kind;
    float at[6];
} Step;

typedef struct Reference {
    uint32_t glyph; /* the number of a glyph in the file */
    float matrix[6];
} Reference;

typedef struct Glyph {
    uint32_t *codes;
    Step *steps;
    Reference *references;
    size_t code_count, step_count, reference_count;
    float width;
} Glyph;

typedef struct Reading {
    Text rest;
    uint32_t line;
    Glyph *glyphs;
    size_t glyph_count;
    Glyph *glyph;  /* that is being read, or NULL */
    Table numbers; /* of glyphs in the file: indices of `glyphs` */
    Text family, full;
    float ascent, descent, underline;
    bool quadratic;                 /* the layer "Fore" */
    bool in_fore, in_set, in_spiro; /* of the glyph */
    size_t steps;                   /* of all glyphs */
    Arena *arena;
    Report *report;
} Reading;

static bool fail(const Reading *reading, const char *what)
{
    return report_error_at(reading->report,
                           (SourcePosition){.line = reading->line, .column = 1}, "%s", what);
}

/* ---- lines ---- */

/* Up to `most` numbers at the start of a text. */
static size_t take_floats(Text *text, float *out, size_t most)
{
    size_t count = 0;
    for (Text before = *text; count < most; before = *text, count++)
        if (!text_to_float(text_word(text), &out[count]) || fabsf(out[count]) > 1e6f) {
            *text = before;
            break;
        }
    return count;
}

/* "Encoding: 65 65 36": of the font, the character or -1, the number of the glyph. */
static bool take_encoding(Reading *reading, Text rest)
{
    int64_t code;
    text_word(&rest);
    if (!text_number(text_word(&rest), -1, INT32_MAX, &code))
        return fail(reading, "expected \"Encoding:\" and three numbers");
    if (code >= 0)
        *ARENA_PUSH(reading->arena, reading->glyph->codes, reading->glyph->code_count) =
            (uint32_t)code;
    table_put(&reading->numbers, arena_text(reading->arena, text_word(&rest)),
              (uint32_t)(reading->glyph_count - 1));
    return true;
}

/* "AltUni2: 0000a0.ffffffff.0 ...": further characters; those of variants and fonts are not. */
static bool take_further_codes(Reading *reading, Text rest)
{
    uint32_t code;
    for (Text word; (word = text_word(&rest)).size;)
        if (word.size > 6 && word.at[6] == '.' && text_hex(text_slice(word, 0, 6), 6, &code) &&
            text_ends(word, ".ffffffff.0"))
            *ARENA_PUSH(reading->arena, reading->glyph->codes, reading->glyph->code_count) =
                code;
    return true;
}

/* "Refer: 36 65 N 1 0 0 1 120 0 2" */
static bool take_reference(Reading *reading, Text rest)
{
    Reference reference;
    const Text number = text_word(&rest);
    int64_t glyph;
    text_word(&rest);
    text_word(&rest);
    if (!text_number(number, 0, GLYPHS_MAX * 16, &glyph) ||
        take_floats(&rest, reference.matrix, 6) != 6)
        return fail(reading, "expected \"Refer:\", a glyph and six numbers");
    reference.glyph = (uint32_t)glyph;
    if (reading->in_fore)
        *ARENA_PUSH(reading->arena, reading->glyph->references,
                    reading->glyph->reference_count) = reference;
    return true;
}

/* "100 0 m 1", " 100 700 l 1", " 1 2 3 4 5 6 c 0" */
static bool take_step(Reading *reading, Text line)
{
    Glyph *glyph = reading->glyph;
    Step step = {0};
    const size_t count = take_floats(&line, step.at, 6);
    const Text kind = text_word(&line);
    if (!count)
        return true; /* properties of the set */
    step.kind = kind.size ? kind.at[0] : 0;
    if (!(count == 2 && (step.kind == 'm' || step.kind == 'l')) &&
        !(count == 6 && step.kind == 'c'))
        return fail(reading, "expected a point and m, l or c");
    if (!glyph->step_count && step.kind != 'm')
        return fail(reading, "an outline begins with a point and m");
    if (++reading->steps > STEPS_MAX)
        return fail(reading, "too many points");
    *ARENA_PUSH(reading->arena, glyph->steps, glyph->step_count) = step;
    return true;
}

/* The order matters: within a set or a spiro, lines are points and not keywords. */
static bool take_glyph_line(Reading *reading, Text word, Text rest, Text line)
{
    Glyph *glyph = reading->glyph;
    if (text_is(word, "EndSplineSet"))
        reading->in_set = false;
    else if (text_is(word, "Spiro") || text_is(word, "EndSpiro"))
        reading->in_spiro = text_is(word, "Spiro");
    else if (reading->in_set)
        return !reading->in_fore || reading->in_spiro || take_step(reading, line);
    else if (text_is(word, "Fore") || text_is(word, "Back") || text_is(word, "Layer:"))
        reading->in_fore = text_is(word, "Fore");
    else if (text_is(word, "SplineSet"))
        reading->in_set = true;
    else if (text_is(word, "Encoding:"))
        return take_encoding(reading, rest);
    else if (text_is(word, "AltUni2:"))
        return take_further_codes(reading, rest);
    else if (text_is(word, "Width:"))
        return take_floats(&rest, &glyph->width, 1) || fail(reading, "expected a width");
    else if (text_is(word, "Refer:"))
        return take_reference(reading, rest);
    else if (text_is(word, "EndChar"))
        reading->glyph = NULL;
    return true;
}

/* `glyph` stays valid only until the next glyph is added, because the list may move. */
static bool take_glyph(Reading *reading)
{
    if (reading->glyph_count == GLYPHS_MAX)
        return fail(reading, "more than 65536 glyphs");
    *ARENA_PUSH(reading->arena, reading->glyphs, reading->glyph_count) = (Glyph){0};
    reading->glyph = &reading->glyphs[reading->glyph_count - 1];
    reading->in_fore = reading->in_set = reading->in_spiro = false;
    return true;
}

/* Unknown lines are skipped: the format has many that are not needed here. */
static bool take_font_line(Reading *reading, Text word, Text rest)
{
    float order[2];
    if (text_is(word, "StartChar:"))
        return take_glyph(reading);
    if (text_is(word, "FamilyName:"))
        reading->family = text_trimmed(rest);
    else if (text_is(word, "FullName:"))
        reading->full = text_trimmed(rest);
    else if (text_is(word, "Ascent:"))
        take_floats(&rest, &reading->ascent, 1);
    else if (text_is(word, "Descent:"))
        take_floats(&rest, &reading->descent, 1);
    else if (text_is(word, "UnderlinePosition:"))
        take_floats(&rest, &reading->underline, 1);
    else if (text_is(word, "Layer:")) /* "Layer: 1 0 "Fore" 0": its number, whether quadratic */
        reading->quadratic = take_floats(&rest, order, 2) == 2 && order[0] == 1
                                 ? order[1] != 0
                                 : reading->quadratic;
    return true;
}

static bool read_lines(Reading *reading)
{
    Text line;
    while (text_line(&reading->rest, &line)) {
        Text rest = line;
        const Text word = text_word(&rest);
        reading->line++;
        if (!(reading->glyph ? take_glyph_line(reading, word, rest, line)
                             : take_font_line(reading, word, rest)))
            return false;
    }
    if (reading->glyph)
        return fail(reading, "the file ends in a glyph");
    return reading->glyph_count || fail(reading, "the font has no glyphs");
}

/* ---- charstrings ---- */

/* Commands of Type 1 charstrings: closepath, rrcurveto, rlineto, rmoveto, hsbw, endchar. */
enum { CLOSE = 9, CURVE = 8, LINE = 5, MOVE = 21, WIDTH = 13, END = 14 };

typedef struct Drawing {
    const Reading *reading;
    Writer *out;
    int32_t x, y; /* the last point, as written */
    float at[2];  /* the same, exact */
    size_t steps;
    bool open, ok;
} Drawing;

/* The encodings of Type 1: one byte, two bytes, or 255 and four bytes, big-endian. */
static void write_number(Writer *out, int32_t value)
{
    if (value >= -107 && value <= 107) {
        write_u8(out, (uint8_t)(value + 139));
    } else if (value >= -1131 && value <= 1131) {
        const int32_t more = (value < 0 ? -value : value) - 108;
        write_u8(out, (uint8_t)((value < 0 ? 251 : 247) + more / 256));
        write_u8(out, (uint8_t)(more % 256));
    } else {
        write_u8(out, 255);
        for (int shift = 24; shift >= 0; shift -= 8)
            write_u8(out, (uint8_t)((uint32_t)value >> shift));
    }
}

/* Limited before rounding, because a larger float cannot be converted to an integer. */
static int32_t rounded(float value)
{
    return (int32_t)lroundf(value < -COORDINATE_MAX  ? -COORDINATE_MAX
                            : value > COORDINATE_MAX ? COORDINATE_MAX
                                                     : value);
}

/* A point as the difference to the one before. */
static void write_point(Drawing *drawing, const float at[2])
{
    const int32_t x = rounded(at[0]), y = rounded(at[1]);
    write_number(drawing->out, x - drawing->x);
    write_number(drawing->out, y - drawing->y);
    drawing->x = x;
    drawing->y = y;
}

/* The current point of a charstring is kept by closepath, so `x` and `y` stay valid. */
static void close_outline(Drawing *drawing)
{
    if (drawing->open)
        write_u8(drawing->out, CLOSE);
    drawing->open = false;
}

static void transform(const float matrix[6], const float at[2], float out[2])
{
    out[0] = matrix[0] * at[0] + matrix[2] * at[1] + matrix[4];
    out[1] = matrix[1] * at[0] + matrix[3] * at[1] + matrix[5];
}

/* In quadratic layers both controls are the control of the quadratic curve. */
static void raise_degree(const float from[2], float points[3][2])
{
    for (unsigned i = 0; i < 2; i++) {
        const float control = points[0][i];
        points[0][i] = from[i] + (control - from[i]) * 2 / 3;
        points[1][i] = points[2][i] + (control - points[2][i]) * 2 / 3;
    }
}

/* Coordinates are rounded only when they are written: rounding differences do not add up. */
static void draw_step(Drawing *drawing, const Step *step, const float matrix[6])
{
    float points[3][2];
    const unsigned count = step->kind == 'c' ? 3 : 1;
    for (unsigned i = 0; i < count; i++)
        transform(matrix, step->at + (size_t)2 * i, points[i]);
    if (count == 3 && drawing->reading->quadratic)
        raise_degree(drawing->at, points);
    if (step->kind == 'm')
        close_outline(drawing);
    for (unsigned i = 0; i < count; i++)
        write_point(drawing, points[i]);
    write_u8(drawing->out, step->kind == 'm' ? MOVE : step->kind == 'l' ? LINE : CURVE);
    memcpy(drawing->at, points[count - 1], sizeof drawing->at);
    drawing->open = true;
}

/* Own outlines first, then referenced glyphs with the product of both matrices. DEPTH_MAX
 * ends cycles; the count of steps limits references that multiply. */
static void draw(Drawing *drawing, const Glyph *glyph, const float matrix[6], unsigned depth)
{
    drawing->steps += glyph->step_count + glyph->reference_count;
    drawing->ok = drawing->ok && depth < DEPTH_MAX && drawing->steps <= STEPS_MAX;
    for (size_t i = 0; i < glyph->step_count && drawing->ok; i++)
        draw_step(drawing, &glyph->steps[i], matrix);
    close_outline(drawing);
    for (size_t i = 0; i < glyph->reference_count && drawing->ok; i++) {
        const Reference *reference = &glyph->references[i];
        const float *inner = reference->matrix;
        const Text number = arena_format(drawing->reading->arena, "%u", reference->glyph);
        const uint32_t *index = table_get(&drawing->reading->numbers, number);
        float both[6];
        transform(matrix, inner + 4, both + 4);
        for (unsigned k = 0; k < 4; k++) /* columns of the product */
            both[k] = matrix[k % 2] * inner[k & ~1u] + matrix[2 + k % 2] * inner[(k & ~1u) + 1];
        if (index)
            draw(drawing, &drawing->reading->glyphs[*index], both, depth + 1);
    }
}

/* ---- the font ---- */

/* The encryption of Type 1 fonts; for readers it starts with 4 arbitrary bytes, here zeros. */
static void encrypt(Writer *out, Bytes plain, uint16_t key)
{
    for (size_t i = 0; i < plain.size; i++) {
        const uint8_t cipher = (uint8_t)(plain.data[i] ^ key >> 8);
        key = (uint16_t)((cipher + key) * 52845u + 22719u);
        write_u8(out, cipher);
    }
}

enum { KEY_OF_FONT = 55665, KEY_OF_CHARSTRING = 4330 };

/* The width is in hsbw, with a left side bearing of 0. */
static bool put_glyph(Reading *reading, const Glyph *glyph, const char *name, size_t *steps,
                      Writer *out)
{
    static const float none[] = {1, 0, 0, 1, 0, 0};
    Writer plain = writer_to(reading->arena), coded = writer_to(reading->arena);
    Drawing drawing = {.reading = reading, .out = &plain, .steps = *steps, .ok = true};
    write_zeros(&plain, 4);
    write_number(&plain, 0);
    write_number(&plain, rounded(glyph->width));
    write_u8(&plain, WIDTH);
    draw(&drawing, glyph, none, 0);
    write_u8(&plain, END);
    *steps = drawing.steps;
    encrypt(&coded, writer_bytes(&plain), KEY_OF_CHARSTRING);
    write_format(out, "/%s %zu RD ", name, coded.size);
    write_bytes(out, writer_bytes(&coded));
    write_text(out, TEXT(" ND\n"));
    return drawing.ok || report_error(reading->report,
                                      "the references of its glyphs are too many or endless");
}

/* A glyph with several characters is written once for each, under the name of the character. */
static bool put_glyphs(Reading *reading, Writer *out)
{
    static const Glyph missing = {.width = 500};
    size_t count = 1, steps = 0;
    for (size_t i = 0; i < reading->glyph_count; i++)
        count += reading->glyphs[i].code_count;
    write_format(out, "/CharStrings %zu dict dup begin\n", count);
    bool ok = put_glyph(reading, &missing, ".notdef", &steps, out);
    for (size_t i = 0; i < reading->glyph_count; i++)
        for (size_t k = 0; k < reading->glyphs[i].code_count && ok; k++) {
            const uint32_t code = reading->glyphs[i].codes[k];
            const Text name =
                arena_format(reading->arena, code > 0xFFFF ? "u%05X" : "uni%04X", code);
            ok = put_glyph(reading, &reading->glyphs[i], name.at, &steps, out);
        }
    write_text(out,
               TEXT("end\nend\nreadonly put\nnoaccess put\ndup/FontName get exch definefont "
                    "pop\nmark currentfile closefile\n"));
    return ok;
}

/* A string of PostScript. */
static void put_string(Writer *out, const char *key, Text text)
{
    write_format(out, "/%s (", key);
    for (size_t i = 0; i < text.size; i++)
        if (text.at[i] != '(' && text.at[i] != ')' && text.at[i] != '\\' && text.at[i] >= ' ')
            write_u8(out, (uint8_t)text.at[i]);
    write_text(out, TEXT(") readonly def\n"));
}

/* The matrix scales by the size of the em, so coordinates are written unchanged. */
static bool put_font(Reading *reading, Writer *out)
{
    const int em = (int)(reading->ascent + reading->descent);
    Writer inside = writer_to(reading->arena);
    if (em < 16 || em > 16384)
        return report_error(reading->report,
                            "the ascent and descent are %d together; expected "
                            "16 to 16384",
                            em);
    write_text(out, TEXT("%!PS-AdobeFont-1.0: Font 1.0\n11 dict begin\n/FontInfo 10 dict dup "
                         "begin\n"));
    put_string(out, "FullName", reading->full);
    put_string(out, "FamilyName", reading->family);
    write_format(
        out,
        "/UnderlinePosition %d def\nend readonly def\n/FontName /Font def\n/PaintType 0 "
        "def\n/FontType 1 def\n/FontMatrix [%.9f 0 0 %.9f 0 0] readonly def\n"
        "/Encoding StandardEncoding def\n/FontBBox {0 0 %d %d} readonly "
        "def\ncurrentdict end\ncurrentfile eexec\n",
        (int)reading->underline, 1.0 / em, 1.0 / em, em, em);
    write_zeros(&inside, 4);
    write_text(
        &inside,
        TEXT("dup /Private 8 dict dup begin\n/RD {string currentfile exch readstring pop} "
             "executeonly def\n/ND {noaccess def} executeonly def\n/NP {noaccess put} "
             "executeonly def\n/BlueValues [] def\n/MinFeature {16 16} def\n/password "
             "5839 def\n2 index "));
    if (!put_glyphs(reading, &inside))
        return false;
    encrypt(out, writer_bytes(&inside), KEY_OF_FONT);
    write_text(out, TEXT("\ncleartomark\n"));
    return true;
}

bool spline_font_to_type1(Bytes *file, Arena *arena, Report *report)
{
    if (!text_starts(text_of_bytes(*file), "SplineFontDB:"))
        return true;
    Reading reading = {.rest = text_of_bytes(*file),
                       .numbers = table_new(arena),
                       .ascent = 800,
                       .descent = 200,
                       .arena = arena,
                       .report = report};
    Writer out = writer_to(arena);
    if (!read_lines(&reading) || !put_font(&reading, &out))
        return false;
    *file = writer_bytes(&out);
    return true;
}
