/* Scalable Screen Fonts, format SFN2: the fonts of a game (`fonts/NAME.sfn`).
 *
 * `ssfn_read` takes a plain or gzip-compressed file, one font or a collection,
 * checks everything once and gives fonts whose offsets may be trusted. The
 * fonts point into the file's bytes (or into the inflated copy in the arena):
 * both must outlive them. Nothing here is changed after reading, so fonts may
 * be shared between threads.
 *
 * A glyph is a row of parts; a part places a fragment (a contour, a bitmap, a
 * pixmap) on the glyph's grid, y down, or gives the next fragment its colour,
 * or holds kerning or hints. Coordinates are grid units: `height` of them are
 * the height of a line. The format is described in docs/formats and, by its
 * author, at gitlab.com/bztsrc/scalable-font2. */
#ifndef OISIN_FORMATS_OPEN_SSFN_H
#define OISIN_FORMATS_OPEN_SSFN_H

#include "base/report.h"

enum {
    SSFN_CODE_COUNT = 0x110000, /* code points of Unicode */
    SSFN_NAME_COUNT = 6,
    SSFN_HEADER_SIZE = 32,
    SSFN_LIGATURE_FIRST = 0xF000, /* the code point of the first ligature */
    SSFN_LIGATURES_MAX = 0x900,   /* up to U+F8FF */
    SSFN_COLOURS_MAX = 254,
    SSFN_FOREGROUND = 254, /* in pixmaps: the colour of the text */
    SSFN_TRANSPARENT = 255,
    SSFN_BOLD = 1, /* bits of `style` */
    SSFN_ITALIC = 2,
    SSFN_SIZE_MAX = 32 << 20,  /* inflated bytes of a file; Unifont's outlines take 7 MB */
    SSFN_COMMANDS_MAX = 16384, /* of all contours of a glyph: bounds the time to draw it */
    SSFN_PICTURES_MAX = 16,    /* bitmaps and pixmaps of a glyph, for the same reason */
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
    SSFN_COLOUR /* of a part only: the next fragment's colour */
} SsfnKind;

/* Contour commands, 2 bits each, and the bytes of their arguments. */
enum { SSFN_MOVE, SSFN_LINE, SSFN_QUADRATIC, SSFN_CUBIC };
static const uint8_t SSFN_ARGUMENTS[4] = {2, 2, 4, 6};

typedef struct SsfnFragment {
    uint32_t at, size; /* in the font's bytes, with its header */
    uint16_t count;    /* commands or kerning records; rows of a bitmap or pixmap */
    uint16_t width;    /* pixels of a bitmap or pixmap */
    uint8_t kind;      /* SsfnKind, not SSFN_COLOUR */
    uint8_t header;    /* bytes before the commands, rows, packets or records */
} SsfnFragment;

typedef struct SsfnPart {
    uint32_t fragment; /* index in `fragments`; of SSFN_COLOUR: in `colours`, or 254 */
    uint8_t kind;      /* SsfnKind */
    uint8_t x, y;      /* added to the fragment's coordinates; kerning: x > 0 means vertical */
} SsfnPart;

typedef struct SsfnGlyph {
    uint32_t code;
    uint32_t first_part;
    uint8_t part_count;
    uint8_t overlap; /* drawn so many units left of the pen */
    uint8_t w, h;
    uint8_t advance_x, advance_y; /* x zero and y not: text runs down */
    bool wide;                    /* stored with 6-byte descriptors */
} SsfnGlyph;

/* Code points that follow each other and all have a glyph. */
typedef struct SsfnRange {
    uint32_t first, last;
    uint32_t glyph; /* index of the first one's */
} SsfnRange;

typedef struct SsfnFont {
    Bytes bytes;    /* the font as it is, from "SFN2" to "2NFS" */
    uint8_t family; /* SsfnFamily, or 5 to 15 */
    uint8_t style;  /* SSFN_BOLD, SSFN_ITALIC, two user bits */
    uint8_t width, height, baseline, underline;
    Text names[SSFN_NAME_COUNT];
    const SsfnRange *ranges; /* in order */
    const SsfnGlyph *glyphs; /* by code point */
    const SsfnPart *parts;
    const SsfnFragment *fragments; /* by offset, each once */
    const Text *ligatures;         /* of U+F000 and up */
    const uint32_t *colours;       /* 0xAARRGGBB */
    uint32_t range_count, glyph_count, part_count, fragment_count;
    uint32_t ligature_count, colour_count;
    uint8_t ligature_starts[32]; /* bit set: some ligature begins with this byte */
    Bytes kerning;               /* RLE packets of signed bytes */
} SsfnFont;

/* What a file holds: one font, or the fonts of a collection. */
typedef struct SsfnSet {
    SsfnFont *fonts;
    uint32_t count;
    bool collection, compressed;
} SsfnSet;

/* Reads and checks a file. Real fonts that the format's author's tools made
 * are accepted with their oddities: a wrong gzip trailer, a character table
 * one code point too long, a ligature table without an end. Bytes behind the
 * font's own size are ignored. */
bool ssfn_read(Bytes file, SsfnSet *out, Arena *arena, Report *report);

/* The font of the set that needs the least synthesis for a style; NULL if it is empty. */
const SsfnFont *ssfn_select(const SsfnSet *set, bool bold, bool italic);

/* The glyph of a code point, or NULL: O(log ranges). */
const SsfnGlyph *ssfn_glyph(const SsfnFont *font, uint32_t code);

/* How far the pen moves between `glyph` and a following `next`, in grid units
 * before the next is drawn; both 0 if the font does not say. */
void ssfn_kerning(const SsfnFont *font, const SsfnGlyph *glyph, uint32_t next, int *x, int *y);

/* The ligature that `text` begins with at `at`: its code point and bytes; the
 * first in the table's order that has a glyph wins. False if there is none. */
bool ssfn_ligature(const SsfnFont *font, Text text, size_t at, uint32_t *code, size_t *size);

/* A fragment's bytes behind its header. */
static inline const uint8_t *ssfn_fragment_data(const SsfnFont *font, const SsfnFragment *item)
{
    return font->bytes.data + item->at + item->header;
}

/* Unpacks RLE: at most `count` bytes to `out`; how many there were. A packet
 * is a byte n and n + 1 bytes, or n + 128 and one byte that stands n + 1 times. */
size_t ssfn_unpack(Bytes packets, uint8_t *out, size_t count);

#endif
