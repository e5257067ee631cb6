/* Scalable Screen Fonts, format SFN2: the fonts of a game (`fonts/NAME.sfn`).
 *
 * `ssfn_read` accepts a plain or gzip-compressed file with one font or a collection. It
 * validates everything once and returns fonts whose offsets can be trusted. The fonts refer to
 * the bytes of the file (or to the decompressed copy in the arena), which must outlive them.
 * They are immutable, so threads may share them.
 *
 * A glyph is a list of parts. A part places a fragment (a contour, a bitmap, a pixmap) on the
 * glyph's grid, y down, or sets the colour of the next fragment, or contains kerning or hints.
 * Coordinates are grid units: the height of a line is `height` units. The format is described
 * in docs/reference/formats and, by its author, at gitlab.com/bztsrc/scalable-font2. */
#ifndef OISIN_TIRNANOG_FONTS_SSFN_H
#define OISIN_TIRNANOG_FONTS_SSFN_H

#include "base/report.h"

enum {
    SSFN_CODE_COUNT = 0x110000, /* code points of Unicode */
    SSFN_NAME_COUNT = 6,
    SSFN_HEADER_SIZE = 32,
    SSFN_LIGATURE_FIRST = 0xF000, /* the code point of the first ligature */
    SSFN_LIGATURES_MAX = 0x900,   /* up to U+F8FF */
    SSFN_COLOURS_MAX = 254,
    SSFN_FOREGROUND = 254, /* in pixmaps: the text colour */
    SSFN_TRANSPARENT = 255,
    SSFN_BOLD = 1, /* bits of `style` */
    SSFN_ITALIC = 2,
    SSFN_SIZE_MAX = 32 << 20,  /* maximum decompressed size of a file in bytes; Unifont's
                                * outlines have 7 MB */
    SSFN_COMMANDS_MAX = 16384, /* of all contours of a glyph: limits the drawing time */
    SSFN_PICTURES_MAX = 16,    /* bitmaps and pixmaps per glyph: limits the drawing time */
};

typedef enum SsfnFamily {
    SSFN_SERIF,
    SSFN_SANS,
    SSFN_DECORATIVE,
    SSFN_MONOSPACE,
    SSFN_HANDWRITING
} SsfnFamily;

typedef enum SsfnName {
    SSFN_NAME,
    SSFN_FAMILY_NAME,
    SSFN_SUBFAMILY,
    SSFN_REVISION,
    SSFN_MANUFACTURER,
    SSFN_LICENCE
} SsfnName;

typedef enum SsfnKind {
    SSFN_CONTOUR,
    SSFN_BITMAP,
    SSFN_PIXMAP,
    SSFN_KERNING,
    SSFN_HINTS,
    SSFN_COLOUR /* of a part only: the colour of the next fragment */
} SsfnKind;

/* Contour commands, 2 bits each, and the sizes of their arguments in bytes. */
enum { SSFN_MOVE, SSFN_LINE, SSFN_QUADRATIC, SSFN_CUBIC };
static const uint8_t SSFN_ARGUMENTS[4] = {2, 2, 4, 6};

typedef struct SsfnFragment {
    uint32_t at, size; /* in the font's bytes, including its header */
    uint16_t count;    /* commands or kerning records; or rows of a bitmap or pixmap */
    uint16_t width;    /* of a bitmap or pixmap, in pixels */
    uint8_t kind;      /* SsfnKind, not SSFN_COLOUR */
    uint8_t header;    /* size of the data before the commands, rows, packets or records */
} SsfnFragment;

typedef struct SsfnPart {
    uint32_t fragment; /* index in `fragments`; for SSFN_COLOUR in `colours`, or 254 */
    uint8_t kind;      /* SsfnKind */
    uint8_t x, y;      /* added to the fragment's coordinates; kerning: x > 0 means vertical */
} SsfnPart;

typedef struct SsfnGlyph {
    uint32_t code;
    uint32_t first_part;
    uint8_t part_count;
    uint8_t overlap; /* drawn this many units to the left of the pen */
    uint8_t w, h;
    uint8_t advance_x, advance_y; /* x zero and y not zero: vertical text */
    bool wide;                    /* stored with 6-byte descriptors */
} SsfnGlyph;

/* Consecutive code points that all have a glyph. */
typedef struct SsfnRange {
    uint32_t first, last;
    uint32_t glyph; /* index of the first glyph */
} SsfnRange;

typedef struct SsfnFont {
    Bytes bytes;    /* the unchanged font, from "SFN2" to "2NFS" */
    uint8_t family; /* SsfnFamily, or 5 to 15 */
    uint8_t style;  /* SSFN_BOLD, SSFN_ITALIC, two user bits */
    uint8_t width, height, baseline, underline;
    Text names[SSFN_NAME_COUNT];
    const SsfnRange *ranges; /* sorted */
    const SsfnGlyph *glyphs; /* sorted by code point */
    const SsfnPart *parts;
    const SsfnFragment *fragments; /* sorted by offset, without duplicates */
    const Text *ligatures;         /* from U+F000 */
    const uint32_t *colours;       /* 0xAARRGGBB */
    uint32_t range_count, glyph_count, part_count, fragment_count;
    uint32_t ligature_count, colour_count;
    uint8_t ligature_starts[32]; /* bit set: a ligature begins with this byte */
    Bytes kerning;               /* RLE packets of signed bytes */
} SsfnFont;

/* The content of a file: one font, or the fonts of a collection. */
typedef struct SsfnSet {
    SsfnFont *fonts;
    uint32_t count;
    bool collection, compressed;
} SsfnSet;

/* Reads and validates a file. Known deviations of fonts made by the format author's tools are
 * accepted: a wrong gzip trailer, a character table one code point too long, an unterminated
 * ligature table. Bytes after the font's own size are ignored. */
bool ssfn_read(Bytes file, SsfnSet *out, Arena *arena, Report *report);

/* The font of the set that needs the least synthesis for a style; NULL if the set is empty. */
const SsfnFont *ssfn_select(const SsfnSet *set, bool bold, bool italic);

/* The glyph of a code point, or NULL: O(log ranges). */
const SsfnGlyph *ssfn_glyph(const SsfnFont *font, uint32_t code);

/* The kerning between `glyph` and a following `next`: the movement of the pen in grid units
 * before the next glyph is drawn; both 0 if the font does not define it. */
void ssfn_kerning(const SsfnFont *font, const SsfnGlyph *glyph, uint32_t next, int *x, int *y);

/* The ligature at position `at` of `text`: its code point and size in bytes. The first one in
 * the table that has a glyph is used. Returns false if there is none. */
bool ssfn_ligature(const SsfnFont *font, Text text, size_t at, uint32_t *code, size_t *size);

/* The bytes of a fragment after its header. */
static inline const uint8_t *ssfn_fragment_data(const SsfnFont *font, const SsfnFragment *item)
{
    return font->bytes.data + item->at + item->header;
}

/* Decompresses RLE: writes at most `count` bytes to `out` and returns their number. A packet is
 * a byte n followed by n + 1 bytes, or n + 128 followed by one byte that is repeated n + 1
 * times. */
size_t ssfn_unpack(Bytes packets, uint8_t *out, size_t count);

#endif
