/* Makes the built-in font: takes the letters from text pictures (font_pixels.h), composes
 * accented letters, and passes the result through the writer and the reader for fonts. So the
 * engine uses the built-in font like any other, and it is tested like any other. */
#include "tirnanog/fonts/font_builtin.h"
#include "base/text.h"
#include "tirnanog/fonts/font_pixels.h"
#include "tirnanog/fonts/ssfn_write.h"

#include <assert.h>

enum {
    HEIGHT = 16,
    BASELINE = 12,
    ABOVE = 3, /* rows above capitals for accents */
    BLANK_WIDTH = 3,
    GLYPHS_MAX = 512,
};

/* A bitmap of up to 16 columns; bit 0 is the left one. */
typedef struct Picture {
    uint16_t rows[HEIGHT];
    int width;
} Picture;

typedef struct Letter {
    uint32_t code;
    Picture picture;
} Letter;

typedef struct Alphabet {
    Letter letters[GLYPHS_MAX];
    size_t count;
} Alphabet;

/* The position of an accent: above small letters, with its first row at `row` (three rows
 * higher above tall ones); below; or after the letter. */
typedef enum Way { OVER, UNDER, BEHIND } Way;

typedef struct Accent {
    Way way;
    int row;
    const char *rows[3];
    const char *pairs; /* letter, accented letter, ... */
} Accent;

/* clang-format off */
static const Accent ACCENTS[] = {
    {OVER, 0, {"#.", ".#", NULL}, "AÀEÈIÌOÒUÙaàeèıìoòuù"},
    {OVER, 0, {".#", "#.", NULL}, "AÁEÉIÍOÓUÚYÝaáeéıíoóuúyýCĆcćLĹlĺNŃnńRŔrŕSŚsśZŹzź"},
    {OVER, 0, {".#.", "#.#", NULL}, "AÂEÊIÎOÔUÛaâeêıîoôuûCĈcĉGĜgĝHĤhĥJĴȷĵSŜsŝWŴwŵYŶyŷ"},
    {OVER, 0, {".#.#", "#.#.", NULL}, "AÃNÑOÕaãnñoõIĨıĩUŨuũ"},
    {OVER, 1, {"#.#", NULL, NULL}, "AÄEËIÏOÖUÜaäeëıïoöuüyÿYŸ"},
    {OVER, -1, {".#.", "#.#", ".#."}, "AÅaåUŮuů"},
    {OVER, 1, {"###", NULL, NULL}, "AĀaāEĒeēIĪıīOŌoōUŪuū"},
    {OVER, 0, {"#..#", ".##.", NULL}, "AĂaăEĔeĕGĞgğIĬıĭOŎoŏUŬuŭ"},
    {OVER, 1, {"#", NULL, NULL}, "CĊcċEĖeėGĠgġIİZŻzż"},
    {OVER, 0, {"#.#", ".#.", NULL}, "CČcčDĎEĚeěNŇnňRŘrřSŠsšTŤZŽzž"},
    {OVER, 0, {".#.#", "#.#.", NULL}, "OŐoőUŰuű"},
    {UNDER, 9, {".#.", "..#", "##."}, "CÇcçSŞsşTŢtţ"},
    {UNDER, 10, {".#", "#.", NULL}, "GĢKĶkķLĻlļNŅnņRŖrŗSȘsșTȚtț"},
    {UNDER, 9, {"..#", ".#.", "..#"}, "AĄaąEĘeęIĮiįUŲuų"},
    {OVER, -1, {".#", "#.", NULL}, "gģ"},
    {BEHIND, 0, {"#", "#", NULL}, "dďLĽlľtť"},
};
/* clang-format on */

static Picture *picture_of(Alphabet *all, uint32_t code)
{
    for (size_t i = 0; i < all->count; i++)
        if (all->letters[i].code == code)
            return &all->letters[i].picture;
    return NULL;
}

static Picture *letter_add(Alphabet *all, uint32_t code)
{
    assert(all->count < GLYPHS_MAX);
    all->letters[all->count].code = code;
    return &all->letters[all->count++].picture;
}

/* Draws `row`, `size` columns, shifted right by `x`. */
static void ink(Picture *picture, int y, const char *row, size_t size, int x)
{
    for (size_t i = 0; i < size; i++)
        if (row[i] == '#' && y >= 0 && y < HEIGHT)
            picture->rows[y] |= (uint16_t)(1 << (x + (int)i));
}

static void block_take(Alphabet *all, const FontBlock *block)
{
    const Text characters = text_of(block->characters);
    size_t column = 0;
    for (size_t at = 0; at < characters.size;) {
        Picture *picture = letter_add(all, utf8_next(characters, &at));
        const size_t width = strcspn(block->rows[0] + column, " ");
        picture->width = (int)width;
        for (size_t y = 0; y < COUNT_OF(block->rows) && block->rows[y]; y++)
            ink(picture, (int)y + ABOVE, block->rows[y] + column, width, 0);
        column += width + 1;
    }
}

static bool is_tall(const Picture *picture)
{
    unsigned top = 0;
    for (int y = 0; y < ABOVE + 3; y++)
        top |= picture->rows[y];
    return top != 0;
}

/* Composes the letter, centred in the common width, and the accent above its centre. */
static void compose(const Picture *letter, const Accent *accent, Picture *out)
{
    const int size = (int)strlen(accent->rows[0]);
    const int over = accent->way == BEHIND  ? 0
                     : size > letter->width ? size - letter->width
                                            : 0;
    const int shift = over / 2;
    int x = shift + (letter->width - size + (accent->way == UNDER)) / 2;
    if (accent->way == BEHIND)
        x = letter->width + 1;
    x = x < 0 ? 0 : x;
    const int row = accent->row + (accent->way == OVER && is_tall(letter) ? 0 : ABOVE);
    out->width = letter->width + over; /* an accent after the letter, or below its end, widens
                                        * it */
    out->width = x + size > out->width ? x + size : out->width;
    for (int y = 0; y < HEIGHT; y++)
        out->rows[y] = (uint16_t)(letter->rows[y] << shift);
    for (int i = 0; i < 3 && accent->rows[i]; i++)
        ink(out, row + i, accent->rows[i], (size_t)size, x);
}

static void accents_add(Alphabet *all)
{
    for (size_t i = 0; i < COUNT_OF(ACCENTS); i++) {
        const Text pairs = text_of(ACCENTS[i].pairs);
        for (size_t at = 0; at < pairs.size;) {
            const Picture *letter = picture_of(all, utf8_next(pairs, &at));
            assert(letter);
            compose(letter, &ACCENTS[i], letter_add(all, utf8_next(pairs, &at)));
        }
    }
}

/* Adds characters that look like others, and spaces. */
static void copies_add(Alphabet *all)
{
    static const uint32_t copies[][2] = {
        {0, 0xFFFD}, {0xAD, '-'}, {0x2010, '-'}, {0x2011, '-'}, {0x2212, 0x2013}};
    static const uint32_t blanks[] = {' ', 0xA0, 0x202F};
    for (size_t i = 0; i < COUNT_OF(copies); i++) {
        const Picture *picture = picture_of(all, copies[i][1]);
        assert(picture);
        *letter_add(all, copies[i][0]) = *picture;
    }
    for (size_t i = 0; i < COUNT_OF(blanks); i++)
        letter_add(all, blanks[i])->width = BLANK_WIDTH;
}

/* The rows of the bitmap with pixels, one or two bytes each; empty for a space. */
static Bytes picture_shape(const Picture *picture, uint8_t *top, Arena *arena)
{
    int first = 0, last = HEIGHT;
    while (first < HEIGHT && !picture->rows[first])
        first++;
    while (last > first && !picture->rows[last - 1])
        last--;
    const size_t pitch = picture->width > 8 ? 2 : 1;
    uint8_t bits[HEIGHT * 2];
    for (int y = first; y < last; y++) {
        bits[(size_t)(y - first) * pitch] = (uint8_t)picture->rows[y];
        if (pitch == 2)
            bits[(size_t)(y - first) * 2 + 1] = (uint8_t)(picture->rows[y] >> 8);
    }
    *top = (uint8_t)first;
    return ssfn_bitmap(bits, pitch, (size_t)(last - first), arena);
}

static void model_add(SsfnModel *model, const Letter *letter, Arena *arena)
{
    SsfnModelGlyph glyph = {.code = letter->code,
                            .w = (uint8_t)letter->picture.width,
                            .h = HEIGHT,
                            .advance_x = (uint8_t)(letter->picture.width + 1)};
    if (letter->code == 'j' || letter->code == 0x135 || letter->code == 0x237)
        glyph.overlap = 1; /* its hook extends below the previous letter */
    uint8_t top;
    const Bytes shape = picture_shape(&letter->picture, &top, arena);
    if (shape.size) {
        glyph.pieces = ARENA_ALLOC(arena, SsfnPiece, 1);
        glyph.piece_count = 1;
        glyph.pieces[0] = (SsfnPiece){shape, -1, 0, top};
    }
    /* Insert it at its position: the writer requires sorted glyphs. */
    uint32_t at = model->glyph_count++;
    for (; at && model->glyphs[at - 1].code > glyph.code; at--)
        model->glyphs[at] = model->glyphs[at - 1];
    model->glyphs[at] = glyph;
    model->width = glyph.w > model->width ? glyph.w : model->width;
}

const SsfnFont *font_builtin(Arena *arena)
{
    Alphabet *all = ARENA_ALLOC(arena, Alphabet, 1);
    for (const FontBlock *block = FONT_BLOCKS; block->characters; block++)
        block_take(all, block);
    accents_add(all);
    copies_add(all);
    SsfnModel model = {.family = SSFN_SANS,
                       .height = HEIGHT,
                       .baseline = BASELINE,
                       .underline = BASELINE + 1,
                       .names = {TEXT("Oisin UI"), TEXT("Oisin UI"), TEXT("Regular"), TEXT("1"),
                                 TEXT("the Oisin team"), TEXT("MIT")},
                       .glyphs = ARENA_ALLOC(arena, SsfnModelGlyph, all->count)};
    for (size_t i = 0; i < all->count; i++)
        model_add(&model, &all->letters[i], arena);
    Report report = report_to(NULL, NULL);
    Bytes bytes = {0};
    SsfnSet set;
    const bool good =
        ssfn_write(&model, &bytes, arena, &report) && ssfn_read(bytes, &set, arena, &report);
    assert(good); /* constant data, which the tests verify */
    return good ? set.fonts : NULL;
}
