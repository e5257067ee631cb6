/* Writes SSFN fonts from a model: glyphs with their own shapes.
 *
 * The writer stores equal shapes, kerning lists and kerning groups only once, and skips
 * characters without a glyph. `ssfn_model` is the inverse: writing a model and reading the
 * bytes results in an equal model. */
#ifndef OISIN_TIRNANOG_FONTS_SSFN_WRITE_H
#define OISIN_TIRNANOG_FONTS_SSFN_WRITE_H

#include "tirnanog/fonts/ssfn.h"

/* A shape or a hint on the glyph's grid. */
typedef struct SsfnPiece {
    Bytes shape;    /* an encoded fragment, created by the functions below */
    int16_t colour; /* index in the model's colours; -1: not specified */
    uint8_t x, y;
} SsfnPiece;

/* The pen moves by (x, y) units if `next` follows. */
typedef struct SsfnKern {
    uint32_t next; /* up to U+FFFFF */
    int8_t x, y;
} SsfnKern;

typedef struct SsfnModelGlyph {
    uint32_t code;
    uint8_t overlap; /* up to 63 */
    uint8_t w, h, advance_x, advance_y;
    SsfnPiece *pieces; /* hints first */
    SsfnKern *kerns;   /* sorted by `next`; x and y are not both 0 */
    uint32_t piece_count, kern_count;
} SsfnModelGlyph;

typedef struct SsfnModel {
    uint8_t family, style; /* as in SsfnFont */
    uint8_t width, height, baseline, underline;
    Text names[SSFN_NAME_COUNT]; /* without zero bytes */
    Text *ligatures;             /* of U+F000 and up */
    SsfnModelGlyph *glyphs;      /* sorted by code point, without duplicates */
    uint32_t *colours;           /* 0xAARRGGBB */
    uint32_t ligature_count, glyph_count, colour_count;
} SsfnModel;

/* Encode shapes. The result is empty if the shape exceeds the limits of the format: 16384
 * commands, 32 bytes by 256 rows, 256 by 256 pixels, 8192 bytes packed. `commands` has one
 * command (SSFN_MOVE, ...) per byte, the first is a move; `arguments` are x y, end point first,
 * as many as specified by SSFN_ARGUMENTS. */
Bytes ssfn_contour(const uint8_t *commands, size_t count, const uint8_t *arguments,
                   Arena *arena);
/* `pitch` bytes per row; the low bit is on the left. */
Bytes ssfn_bitmap(const uint8_t *bits, size_t pitch, size_t rows, Arena *arena);
/* One byte per pixel: colour, SSFN_FOREGROUND or SSFN_TRANSPARENT. */
Bytes ssfn_pixmap(const uint8_t *pixels, size_t w, size_t h, Arena *arena);

/* Writes a font. Fails if the model exceeds the limits of the format. */
bool ssfn_write(const SsfnModel *model, Bytes *out, Arena *arena, Report *report);

/* Combines fonts to a collection; and compresses a file in the form that games use. */
Bytes ssfn_collect(const Bytes *fonts, size_t count, Arena *arena);
Bytes ssfn_compress(Bytes file, Arena *arena);

/* The model of a font that was read; shapes and texts refer to its bytes. Fails for fonts with
 * a million kerning pairs or more. */
bool ssfn_model(const SsfnFont *font, SsfnModel *out, Arena *arena, Report *report);

bool ssfn_model_equal(const SsfnModel *a, const SsfnModel *b);

#endif
