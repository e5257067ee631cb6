#include "ssfn_samples.h"

SsfnModel sample_vector(Arena *arena)
{
    static const uint8_t square[] = {SSFN_MOVE, SSFN_LINE, SSFN_LINE, SSFN_LINE};
    static const uint8_t outer[] = {0, 0, 128, 0, 128, 128, 0, 128};
    static const uint8_t inner[] = {0, 0, 64, 0, 64, 64, 0, 64};
    static const uint8_t round[] = {SSFN_MOVE, SSFN_QUADRATIC, SSFN_QUADRATIC, SSFN_QUADRATIC,
                                    SSFN_QUADRATIC};
    static const uint8_t quadratics[] = {64,  0, 128, 64, 128, 0,  64, 128, 128,
                                         128, 0, 64,  0,  128, 64, 0,  0,   0};
    static const uint8_t cubic[] = {SSFN_MOVE, SSFN_CUBIC, SSFN_CUBIC};
    static const uint8_t cubics[] = {0, 64, 128, 64, 0, 0, 128, 0, 0, 64, 128, 128, 0, 128};
    static SsfnPiece a[2], v[1], o[1], big[1];
    static SsfnKern kerns[] = {{'V', -16, 8}, {'o', -8, 0}};
    const Bytes box = ssfn_contour(square, 4, outer, arena);
    a[0] = (SsfnPiece){box, -1, 0, 64};
    a[1] = (SsfnPiece){ssfn_contour(square, 4, inner, arena), -1, 32, 96};
    v[0] = (SsfnPiece){box, -1, 0, 64};
    o[0] = (SsfnPiece){ssfn_contour(round, 5, quadratics, arena), -1, 0, 64};
    big[0] = (SsfnPiece){ssfn_contour(cubic, 3, cubics, arena), -1, 16, 64};
    static SsfnModelGlyph glyphs[5];
    glyphs[0] = (SsfnModelGlyph){.code = ' ', .advance_x = 64};
    glyphs[1] = (SsfnModelGlyph){'A', 0, 129, 193, 144, 0, a, kerns, 2, 2};
    glyphs[2] = (SsfnModelGlyph){'O', 16, 145, 193, 160, 0, big, NULL, 1, 0};
    glyphs[3] = (SsfnModelGlyph){'V', 0, 129, 193, 144, 0, v, NULL, 1, 0};
    glyphs[4] = (SsfnModelGlyph){'o', 0, 129, 193, 144, 0, o, NULL, 1, 0};
    return (SsfnModel){.family = SSFN_SANS,
                       .width = 160,
                       .height = 255,
                       .baseline = 192,
                       .underline = 200,
                       .names = {TEXT("Sample"), TEXT("Sample"), TEXT("Book"), TEXT("1"),
                                 TEXT("us"), TEXT("MIT")},
                       .glyphs = glyphs,
                       .glyph_count = 5};
}

SsfnModel sample_bitmap(Arena *arena)
{
    static const uint8_t a[] = {0x18, 0x24, 0x42, 0x7E, 0x42, 0x42};
    static const uint8_t f[] = {0x0C, 0x04, 0x0E, 0x04, 0x04, 0x04};
    static const uint8_t fi[] = {0x2C, 0x04, 0x2E, 0x24, 0x24, 0x24};
    static SsfnPiece pieces[3];
    pieces[0] = (SsfnPiece){ssfn_bitmap(a, 1, 6, arena), -1, 0, 1};
    pieces[1] = (SsfnPiece){ssfn_bitmap(f, 1, 6, arena), -1, 0, 1};
    pieces[2] = (SsfnPiece){ssfn_bitmap(fi, 1, 6, arena), -1, 0, 1};
    static SsfnModelGlyph glyphs[3];
    glyphs[0] = (SsfnModelGlyph){'A', 0, 8, 8, 8, 0, &pieces[0], NULL, 1, 0};
    glyphs[1] = (SsfnModelGlyph){'f', 0, 8, 8, 8, 0, &pieces[1], NULL, 1, 0};
    glyphs[2] = (SsfnModelGlyph){0xF001, 0, 8, 8, 8, 0, &pieces[2], NULL, 1, 0};
    /* U+F000 has no glyph, so its string, which also fits, is never taken. */
    static Text ligatures[2];
    ligatures[0] = TEXT("f");
    ligatures[1] = TEXT("fi");
    return (SsfnModel){.family = SSFN_MONOSPACE,
                       .width = 8,
                       .height = 8,
                       .baseline = 7,
                       .glyphs = glyphs,
                       .glyph_count = 3,
                       .ligatures = ligatures,
                       .ligature_count = 2};
}

SsfnModel sample_pixmap(Arena *arena)
{
    static const uint8_t pixels[] = {0,   1,   254, 255, 0,   0, 0, 0,
                                     254, 254, 254, 254, 255, 1, 0, 1};
    static const uint8_t dot[] = {3, 3};
    static uint32_t colours[] = {0xFFFF0000, 0x8000FF00};
    static SsfnPiece pieces[4];
    const Bytes shape = ssfn_bitmap(dot, 1, 2, arena);
    pieces[0] = (SsfnPiece){ssfn_pixmap(pixels, 4, 4, arena), -1, 0, 0};
    pieces[1] = (SsfnPiece){shape, 0, 0, 0};
    pieces[2] = (SsfnPiece){shape, -1, 1, 1};
    pieces[3] = (SsfnPiece){shape, -1, 1, 1};
    static SsfnModelGlyph glyphs[4];
    glyphs[0] = (SsfnModelGlyph){0, 0, 4, 4, 4, 0, &pieces[3], NULL, 1, 0};
    glyphs[1] = (SsfnModelGlyph){'a', 0, 4, 4, 4, 0, &pieces[0], NULL, 1, 0};
    glyphs[2] = (SsfnModelGlyph){'b', 0, 4, 4, 4, 0, &pieces[1], NULL, 2, 0};
    glyphs[3] = (SsfnModelGlyph){'v', 0, 4, 4, 0, 4, &pieces[3], NULL, 1, 0};
    return (SsfnModel){.family = SSFN_DECORATIVE,
                       .style = SSFN_BOLD,
                       .width = 4,
                       .height = 4,
                       .glyphs = glyphs,
                       .glyph_count = 4,
                       .colours = colours,
                       .colour_count = 2};
}
