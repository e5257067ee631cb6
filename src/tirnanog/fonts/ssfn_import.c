/* Parts, in order: outlines; bitmaps; the font (characters, boxes, kerning, names); opening
 * files. Sizes that compressed files claim are checked before FreeType decompresses them,
 * because FreeType itself has no limit. */
#include "tirnanog/fonts/ssfn_import.h"

#include "tirnanog/fonts/bitmap_font.h"
#include "tirnanog/fonts/spline_font.h"

#include "base/deflate.h"
#include "base/lazy_library.h"
#include "base/numbers.h"
#include "base/stream.h"
#include "base/text.h"

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_OUTLINE_H

#define LIBFREETYPE(FUNCTION)                                                                  \
    FUNCTION(FT_Done_FreeType)                                                                 \
    FUNCTION(FT_Get_First_Char)                                                                \
    FUNCTION(FT_Get_Kerning)                                                                   \
    FUNCTION(FT_Get_Next_Char)                                                                 \
    FUNCTION(FT_Init_FreeType) FUNCTION(FT_Load_Glyph) FUNCTION(FT_New_Memory_Face)            \
        FUNCTION(FT_Outline_Decompose) FUNCTION(FT_Outline_Get_CBox)                           \
            FUNCTION(FT_Select_Charmap) FUNCTION(FT_Select_Size)
LAZY_FUNCTIONS(libfreetype, LIBFREETYPE);

/* GRID: units of a coordinate, which has one byte. CONTOURS_MAX: a glyph has at most 255
 * fragments, some of which may be kerning. */
enum { GRID = 255, GLYPHS_MAX = 65536, CONTOURS_MAX = 250 };

typedef struct Import {
    FT_Face face;
    SsfnModel *model;
    FT_UInt *indices; /* of the glyphs of the model */
    bool vector;
    /* The largest box: font units for outlines, pixels for bitmaps; y up. */
    FT_Pos top, bottom, widest;
    FT_Pos box; /* scaled to 255 units; 0 for bitmaps */
    Arena *arena;
    Report *report;
} Import;

/* Outlines in font units; bitmaps in pixels. */
static FT_Int32 load_flags(const Import *self)
{
    return self->vector ? FT_LOAD_NO_SCALE | FT_LOAD_NO_HINTING | FT_LOAD_NO_BITMAP
                        : FT_LOAD_NO_HINTING | FT_LOAD_MONOCHROME | FT_LOAD_RENDER;
}

/* Converts font units to grid units, rounded to nearest. */
static FT_Pos scaled(const Import *self, FT_Pos units)
{
    if (!self->vector)
        return units;
    const FT_Pos twice = 2 * units * GRID;
    return (twice >= 0 ? twice + self->box : twice - self->box) / (2 * self->box);
}

/* Sizes of the format have one byte. */
static uint8_t byte_of(FT_Pos value)
{
    return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

/* Advance of the loaded glyph, in font units or pixels. */
static FT_Pos advance_of(const Import *self)
{
    const FT_GlyphSlot slot = self->face->glyph;
    return self->vector ? slot->metrics.horiAdvance : (slot->advance.x + 32) / 64;
}

/* In the units of load_flags(); includes control points of outlines. */
static FT_BBox box_of(const Import *self)
{
    const FT_GlyphSlot slot = self->face->glyph;
    FT_BBox box = {slot->bitmap_left, slot->bitmap_top - (FT_Pos)slot->bitmap.rows,
                   slot->bitmap_left + (FT_Pos)slot->bitmap.width, slot->bitmap_top};
    if (self->vector)
        libfreetype.FT_Outline_Get_CBox(&slot->outline, &box);
    return box;
}

/* ---- outlines ---- */

typedef struct Tracer {
    const Import *import;
    FT_Pos left; /* shift of the glyph because of negative bearings, in grid units */
    uint8_t *commands;
    int16_t *points; /* x y in grid units, end point first; y down */
    size_t command_count, point_count;
    SsfnModelGlyph *glyph;
    FT_Vector pen; /* end of the last command, in grid units */
    int most[2];   /* maximum x and y of the pieces; -1: none */
    bool good;
} Tracer;

/* FreeType's y axis points up, that of the format down from the top of all glyphs. */
static FT_Vector grid_point(const Tracer *self, const FT_Vector *at)
{
    const Import *import = self->import;
    return (FT_Vector){scaled(import, at->x) + self->left,
                       scaled(import, import->top) - scaled(import, at->y)};
}

/* Completes a contour: it becomes a piece, moved to its own minimum. */
static void contour_end(Tracer *self)
{
    Arena *arena = self->import->arena;
    const size_t commands = self->command_count, count = self->point_count;
    self->command_count = self->point_count = 0;
    if (commands < 3) /* has no area */
        return;
    int least[2] = {INT16_MAX, INT16_MAX};
    for (size_t i = 0; i < count; i++) {
        least[i % 2] = self->points[i] < least[i % 2] ? self->points[i] : least[i % 2];
        self->most[i % 2] =
            self->points[i] > self->most[i % 2] ? self->points[i] : self->most[i % 2];
    }
    uint8_t *arguments = arena_alloc_raw(arena, count, 1);
    for (size_t i = 0; i < count; i++) {
        const int value = self->points[i] - least[i % 2];
        self->good = self->good && value <= 255;
        arguments[i] = (uint8_t)value;
    }
    const Bytes shape = ssfn_contour(self->commands, commands, arguments, arena);
    self->good = self->good && shape.size && least[0] >= 0 && least[1] >= 0 && least[0] < 255 &&
                 least[1] < 255 && self->glyph->piece_count < CONTOURS_MAX;
    if (self->good)
        *ARENA_PUSH(arena, self->glyph->pieces, self->glyph->piece_count) =
            (SsfnPiece){shape, -1, (uint8_t)least[0], (uint8_t)least[1]};
}

/* The end point comes first, as in the format. 0 tells FreeType to continue. */
static int command_add(Tracer *self, uint8_t command, FT_Vector end, const FT_Vector *controls)
{
    Arena *arena = self->import->arena;
    const size_t count = SSFN_ARGUMENTS[command] / 2;
    *ARENA_PUSH(arena, self->commands, self->command_count) = command;
    for (size_t i = 0; i < count; i++) {
        const FT_Vector at = i ? grid_point(self, &controls[i - 1]) : end;
        *ARENA_PUSH(arena, self->points, self->point_count) = (int16_t)at.x;
        *ARENA_PUSH(arena, self->points, self->point_count) = (int16_t)at.y;
    }
    self->pen = end;
    return 0;
}

/* FreeType does not report the end of a contour: the next one ends it. */
static int move_to(const FT_Vector *to, void *context)
{
    Tracer *self = context;
    contour_end(self);
    return command_add(self, SSFN_MOVE, grid_point(self, to), NULL);
}

static int line_to(const FT_Vector *to, void *context)
{
    Tracer *self = context;
    const FT_Vector end = grid_point(self, to);
    if (end.x == self->pen.x && end.y == self->pen.y)
        return 0; /* smaller than a grid unit */
    return command_add(self, SSFN_LINE, end, NULL);
}

static int conic_to(const FT_Vector *control, const FT_Vector *to, void *context)
{
    Tracer *self = context;
    return command_add(self, SSFN_QUADRATIC, grid_point(self, to), control);
}

static int cubic_to(const FT_Vector *c, const FT_Vector *d, const FT_Vector *to, void *context)
{
    Tracer *self = context;
    const FT_Vector controls[2] = {*c, *d};
    return command_add(self, SSFN_CUBIC, grid_point(self, to), controls);
}

/* Contours are pieces of the glyph; those that do not fit make the result false. */
static bool trace_outline(const Import *self, SsfnModelGlyph *glyph, FT_Pos left)
{
    static const FT_Outline_Funcs functions = {move_to, line_to, conic_to, cubic_to, 0, 0};
    Tracer tracer = {
        .import = self, .left = left, .glyph = glyph, .most = {-1, -1}, .good = true};
    if (libfreetype.FT_Outline_Decompose(&self->face->glyph->outline, &functions, &tracer))
        return false;
    contour_end(&tracer);
    /* Columns and rows start at 0, so their number is the maximum plus one. Renderers do not
     * draw points at the width itself. */
    glyph->w = byte_of(tracer.most[0] + 1);
    glyph->h = byte_of(tracer.most[1] + 1);
    return tracer.good;
}

/* ---- bitmaps ---- */

/* In FreeType's rows the high bit is on the left, in ours the low bit. */
static bool take_bitmap(const Import *self, SsfnModelGlyph *glyph, FT_Pos left)
{
    const FT_GlyphSlot slot = self->face->glyph;
    const FT_Bitmap *bitmap = &slot->bitmap;
    const size_t pitch = (bitmap->width + 7) / 8;
    const FT_Pos x = slot->bitmap_left + left, y = self->top - slot->bitmap_top;
    if (bitmap->pixel_mode != FT_PIXEL_MODE_MONO || x < 0 || y < 0 || x >= 255 || y >= 255)
        return false;
    uint8_t *bits = arena_alloc(self->arena, pitch * bitmap->rows, 1);
    for (size_t row = 0; row < bitmap->rows; row++) {
        const unsigned char *from = bitmap->buffer + (ptrdiff_t)row * bitmap->pitch;
        for (size_t i = 0; i < bitmap->width; i++)
            if (from[i / 8] << i % 8 & 0x80)
                bits[row * pitch + i / 8] |= (uint8_t)(1 << i % 8);
    }
    const Bytes shape = ssfn_bitmap(bits, pitch, bitmap->rows, self->arena);
    if (!shape.size)
        return false;
    *ARENA_PUSH(self->arena, glyph->pieces, glyph->piece_count) =
        (SsfnPiece){shape, -1, (uint8_t)x, (uint8_t)y};
    glyph->w = byte_of(x + (FT_Pos)bitmap->width);
    glyph->h = byte_of(y + (FT_Pos)bitmap->rows);
    return true;
}

/* ---- the font ---- */

/* Without ranges all characters are wanted. */
static bool code_wanted(uint32_t code, const SsfnCodes *ranges, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (code >= ranges[i].first && code <= ranges[i].last)
            return true;
    return count == 0;
}

/* The requested characters that the face contains, sorted. */
static bool choose_glyphs(Import *self, const SsfnCodes *ranges, size_t count)
{
    FT_UInt index = 0;
    size_t indices = 0;
    FT_ULong code = libfreetype.FT_Get_First_Char(self->face, &index);
    for (; index; code = libfreetype.FT_Get_Next_Char(self->face, code, &index)) {
        if (code >= SSFN_CODE_COUNT || !code_wanted((uint32_t)code, ranges, count))
            continue;
        if (self->model->glyph_count == GLYPHS_MAX)
            return report_error(self->report, "more than %d characters", GLYPHS_MAX);
        *ARENA_PUSH(self->arena, self->indices, indices) = index;
        *ARENA_PUSH(self->arena, self->model->glyphs, self->model->glyph_count) =
            (SsfnModelGlyph){.code = (uint32_t)code};
    }
    if (!self->model->glyph_count)
        return report_error(self->report, "the font has none of these characters");
    return true;
}

/* Computes the box that contains each glyph, pen at 0. */
static bool measure_glyphs(Import *self)
{
    self->top = self->bottom = self->widest = 0;
    for (uint32_t i = 0; i < self->model->glyph_count; i++) {
        if (libfreetype.FT_Load_Glyph(self->face, self->indices[i], load_flags(self)))
            return report_error(self->report, "U+%04X is damaged", self->model->glyphs[i].code);
        const FT_BBox box = box_of(self);
        const FT_Pos overlap = box.xMin < 0 ? -box.xMin : 0;
        self->top = LARGER(self->top, box.yMax);
        self->bottom = box.yMin < self->bottom ? box.yMin : self->bottom;
        self->widest = LARGER(self->widest, overlap + LARGER(box.xMax, advance_of(self)));
    }
    if (!self->vector) { /* a bitmap font defines its line height */
        const FT_Size_Metrics *metrics = &self->face->size->metrics;
        self->top = LARGER(self->top, (metrics->ascender + 63) / 64);
        self->bottom = -LARGER(-self->bottom, (63 - metrics->descender) / 64);
    }
    /* Rounding can add one unit on either side, so one is reserved. */
    self->box = LARGER(LARGER(self->top - self->bottom, self->widest) * GRID / (GRID - 2), 1);
    if (!self->vector && (self->top - self->bottom > GRID || self->widest > GRID))
        return report_error(self->report, "glyphs of %ld x %ld pixels; the maximum is 255",
                            (long)self->widest, (long)(self->top - self->bottom));
    return true;
}

/* A glyph without an image, such as a space, has only its advance. */
static bool import_glyph(Import *self, uint32_t index)
{
    SsfnModelGlyph *glyph = &self->model->glyphs[index];
    if (libfreetype.FT_Load_Glyph(self->face, self->indices[index], load_flags(self)))
        return report_error(self->report, "U+%04X is damaged", glyph->code);
    const FT_BBox box = box_of(self);
    FT_Pos left = box.xMin < 0 ? -scaled(self, box.xMin) : 0;
    const bool empty = box.xMin >= box.xMax || box.yMin >= box.yMax;
    if (!empty && !self->vector && !self->face->glyph->bitmap.buffer)
        return report_error(self->report, "U+%04X is damaged: it has no rows", glyph->code);
    /* The overlap has six bits: glyphs with a larger overhang are moved right. */
    glyph->overlap = empty ? 0 : (uint8_t)(left < 63 ? left : 63);
    left = empty ? 0 : left;
    glyph->advance_x = byte_of(scaled(self, advance_of(self)) + glyph->overlap);
    if (!empty &&
        !(self->vector ? trace_outline(self, glyph, left) : take_bitmap(self, glyph, left)))
        return report_error(self->report, "U+%04X does not fit the format", glyph->code);
    return true;
}

/* FreeType cannot list pairs, so each pair is queried: the number of characters is limited
 * because the time is quadratic. Scripts with kerning have low code points. */
static void import_kerning(Import *self)
{
    enum { CHARACTERS_MAX = 2048 };
    SsfnModel *model = self->model;
    if (!FT_HAS_KERNING(self->face) || !self->vector)
        return;
    const uint32_t count =
        model->glyph_count < CHARACTERS_MAX ? model->glyph_count : CHARACTERS_MAX;
    if (count < model->glyph_count)
        report_note(self->report, "kerning is kept for characters up to U+%04X",
                    model->glyphs[count - 1].code);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < count; k++) {
            FT_Vector kerning = {0, 0};
            if (libfreetype.FT_Get_Kerning(self->face, self->indices[i], self->indices[k],
                                           FT_KERNING_UNSCALED, &kerning))
                continue;
            const FT_Pos x = scaled(self, kerning.x), y = -scaled(self, kerning.y);
            if ((x || y) && x >= -128 && x <= 127 && y >= -128 && y <= 127)
                *ARENA_PUSH(self->arena, model->glyphs[i].kerns, model->glyphs[i].kern_count) =
                    (SsfnKern){model->glyphs[k].code, (int8_t)x, (int8_t)y};
        }
}

static void import_names(Import *self)
{
    const FT_Face face = self->face;
    SsfnModel *model = self->model;
    const char *family = face->family_name ? face->family_name : "";
    const char *style = face->style_name ? face->style_name : "";
    model->names[SSFN_NAME] =
        arena_format(self->arena, "%s%s%s", family, *style ? " " : "", style);
    model->names[SSFN_FAMILY_NAME] = arena_format(self->arena, "%s", family);
    model->names[SSFN_SUBFAMILY] = arena_format(self->arena, "%s", style);
    for (int i = 0; i < SSFN_NAME_COUNT; i++)
        model->names[i].size = model->names[i].size < 255 ? model->names[i].size : 255;
    model->family = FT_IS_FIXED_WIDTH(face)                              ? SSFN_MONOSPACE
                    : strstr(family, "Serif") || strstr(family, "Roman") ? SSFN_SERIF
                                                                         : SSFN_SANS;
    model->style = (uint8_t)((face->style_flags & FT_STYLE_FLAG_BOLD ? SSFN_BOLD : 0) |
                             (face->style_flags & FT_STYLE_FLAG_ITALIC ? SSFN_ITALIC : 0));
}

static bool import_face(Import *self, const SsfnCodes *ranges, size_t count)
{
    SsfnModel *model = self->model;
    *model = (SsfnModel){0};
    self->vector = FT_IS_SCALABLE(self->face);
    if (!self->vector && libfreetype.FT_Select_Size(self->face, 0))
        return report_error(self->report, "the font has neither outlines nor bitmaps");
    if (libfreetype.FT_Select_Charmap(self->face, FT_ENCODING_UNICODE) && !self->face->charmap)
        return report_error(self->report, "the font has no character map");
    if (!choose_glyphs(self, ranges, count) || !measure_glyphs(self))
        return false;
    FT_Pos width = scaled(self, self->widest), height = 1;
    height = LARGER(height, scaled(self, self->top) - scaled(self, self->bottom));
    for (uint32_t i = 0; i < model->glyph_count; i++) {
        if (!import_glyph(self, i))
            return false;
        width = LARGER(width, model->glyphs[i].w);
        height = LARGER(height, model->glyphs[i].h);
    }
    model->width = byte_of(width);
    model->height = byte_of(height);
    model->baseline = byte_of(scaled(self, self->top));
    const FT_Pos underline = self->vector ? -scaled(self, self->face->underline_position) : 1;
    model->underline = byte_of(model->baseline + LARGER(underline, 0));
    import_kerning(self);
    import_names(self);
    return true;
}

/* Checks the size that a WOFF or WOFF2 file claims for its decompressed tables: both have it
 * at byte 16. FreeType verifies that the tables have this size. */
static bool woff_check(Bytes file, Report *report)
{
    const Text text = text_of_bytes(file);
    if (file.size < 20 || (!text_starts(text, "wOFF") && !text_starts(text, "wOF2")))
        return true;
    const uint64_t size = uint_of(file.data + 16, 4, true);
    return size <= FONT_SIZE_MAX ||
           report_error(report, "a font of %llu bytes; the maximum is %d",
                        (unsigned long long)size, FONT_SIZE_MAX);
}

static bool is_gzip(Bytes file)
{
    return file.size >= 2 && file.data[0] == 0x1F && file.data[1] == 0x8B;
}

/* FreeType could decompress some formats on its own, but without a limit. */
static bool font_unpack(Bytes *file, Arena *arena, Report *report)
{
    if (is_gzip(*file)) {
        const Inflated font = inflate_bytes(*file, WRAPPING_GZIP, 0, FONT_SIZE_MAX, arena);
        if (font.problem)
            return report_error(report, "the compressed font is not readable: %s",
                                font.problem);
        if (is_gzip(font.bytes))
            return report_error(report, "the font is compressed twice");
        *file = font.bytes;
    }
    return bitmap_font_to_bdf(file, arena, report) &&
           spline_font_to_type1(file, arena, report) && woff_check(*file, report);
}

static bool face_open(FT_Library library, Bytes file, uint32_t index, FT_Face *out,
                      Report *report)
{
    if (libfreetype.FT_New_Memory_Face(library, file.data, (FT_Long)file.size, 0, out))
        return report_error(report, "not a font of a known format");
    const FT_Long count = (*out)->num_faces;
    if ((FT_Long)index >= count)
        return report_error(report, "the file has %ld face%s, not %u", (long)count,
                            count == 1 ? "" : "s", index + 1);
    return !index ||
           !libfreetype.FT_New_Memory_Face(library, file.data, (FT_Long)file.size,
                                           (FT_Long)index, out) ||
           report_error(report, "face %u is damaged", index + 1);
}

/* Also frees its faces. */
static void done_with_library(void *library) { libfreetype.FT_Done_FreeType(library); }

bool ssfn_import(Bytes file, uint32_t face, const SsfnCodes *ranges, size_t count,
                 SsfnModel *out, Arena *arena, Report *report)
{
    FT_Library library;
    if (!LAZY_LOAD(libfreetype, report) || !font_unpack(&file, arena, report))
        return false;
    if (file.size > INT32_MAX || libfreetype.FT_Init_FreeType(&library))
        return report_error(report, "FreeType cannot be started on %zu bytes", file.size);
    arena_own(arena, done_with_library, library);
    Import self = {.model = out, .arena = arena, .report = report};
    const bool good =
        face_open(library, file, face, &self.face, report) && import_face(&self, ranges, count);
    arena_release(arena, library);
    return good;
}
