/* Writes SSFN fonts from a model: glyphs with their own shapes.
 *
 * The writer stores equal shapes, kerning lists and kerning groups once, and
 * skips what has no glyph. `ssfn_model` is the way back: writing a model and
 * reading the bytes gives an equal model. */
#ifndef OISIN_FORMATS_OPEN_SSFN_WRITE_H
#define OISIN_FORMATS_OPEN_SSFN_WRITE_H

#include "formats/open/ssfn.h"

/* A drawable or a hint on the glyph's grid. */
typedef struct SsfnPiece {
    Bytes shape;    /* an encoded fragment, as made by the functions below */
    int16_t colour; /* index in the model's colours, or -1: none is said */
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
    SsfnKern *kerns;   /* by `next`, none with x = y = 0 */
    uint32_t piece_count, kern_count;
} SsfnModelGlyph;

typedef struct SsfnModel {
    uint8_t family, style; /* as in SsfnFont */
    uint8_t width, height, baseline, underline;
    Text names[SSFN_NAME_COUNT]; /* without zero bytes */
    Text *ligatures;             /* of U+F000 and up */
    SsfnModelGlyph *glyphs;      /* by code point, each once */
    uint32_t *colours;           /* 0xAARRGGBB */
    uint32_t ligature_count, glyph_count, colour_count;
} SsfnModel;

/* Encoded shapes. Empty if they do not fit the format, which has room for
 * 16384 commands, 32 bytes by 256 rows, 256 by 256 pixels and 8192 bytes packed.
 * `commands` has one SSFN_MOVE, ... a byte, the first is a move; `arguments`
 * are x y, end point first, as many as SSFN_ARGUMENTS says. */
Bytes ssfn_contour(const uint8_t *commands, size_t count, const uint8_t *arguments,
                   Arena *arena);
/* `pitch` bytes a row, the low bit left. */
Bytes ssfn_bitmap(const uint8_t *bits, size_t pitch, size_t rows, Arena *arena);
/* One byte a pixel: colour, SSFN_FOREGROUND or SSFN_TRANSPARENT. */
Bytes ssfn_pixmap(const uint8_t *pixels, size_t w, size_t h, Arena *arena);

/* A font's bytes. Fails if something does not fit the format. */
bool ssfn_write(const SsfnModel *model, Bytes *out, Arena *arena, Report *report);

/* Fonts' bytes in one collection; and a file compressed as games have it. */
Bytes ssfn_collect(const Bytes *fonts, size_t count, Arena *arena);
Bytes ssfn_compress(Bytes file, Arena *arena);

/* The model of a font that was read; shapes and texts point into its bytes.
 * Refuses a font whose kerning lists a million pairs or more. */
bool ssfn_model(const SsfnFont *font, SsfnModel *out, Arena *arena, Report *report);

bool ssfn_model_equal(const SsfnModel *a, const SsfnModel *b);

#endif
