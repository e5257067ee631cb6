/* MAGES sprite layouts (.lay): how to compose a character from the 32 x 32 cells of its sheet,
 * an image next to the layout.
 *
 * Three flavours share one record description (lay.def): A is little-endian (PC), B and C are
 * big-endian (PS3, X360), and C has positions in the sheet as fractions. Each may be compressed
 * with zlib. Sources: specs/lay.md, which also describes how expressions are drawn; the seed
 * lay_format.txt. */
#ifndef OISIN_MAGES_SPRITES_LAY_H
#define OISIN_MAGES_SPRITES_LAY_H

#include "base/record.h"

#define RECORD_FILE "mages/sprites/lay.def"
#include "base/record_struct.h"
#undef RECORD_FILE

typedef enum LayFlavour { LAY_A, LAY_B, LAY_C } LayFlavour;

typedef enum LayType {
    LAY_BASE = 0x00,
    LAY_SUB = 0x20,
    LAY_EYES = 0x30,
    LAY_MOUTH = 0x40,
    LAY_OVERLAY = 0x50,
    LAY_BOTH = 0x60, /* frame = 3 * eye + mouth */
} LayType;

enum {
    LAY_SIZE_MAX = 16 << 20, /* maximum decompressed size in bytes; original files are smaller
                              * than 1 MB */
    LAY_NUMBER_MAX = 32767,  /* of a coordinate in pixels: specs/lay.md */
    LAY_ENTRIES_MAX = 4096,  /* drawable entries; original files have a few hundred */
    LAY_CELLS_MAX = 1 << 20, /* of all entries together; original files have 20,000 */
    LAY_CELL = 32,           /* side of a cell in pixels, including its gutter */
    LAY_PITCH = 30,          /* the same without the gutter */
};

typedef struct Lay {
    LayFlavour flavour;
    bool zlib;
    LayFile file;
} Lay;

static inline unsigned lay_type(u32 info) { return info >> 24; }

/* The face that a sub, mouth, eyes or both belong to; 0 for other types. */
static inline unsigned lay_face(u32 info)
{
    const unsigned type = lay_type(info);
    return type == LAY_SUB                           ? info & 0xFFFF
           : type == LAY_BASE || type == LAY_OVERLAY ? 0
                                                     : info >> 8 & 0xFFFF;
}

/* The number of the image within its face, or of the overlay. A sub has none: 0. */
static inline unsigned lay_frame(u32 info)
{
    return lay_type(info) == LAY_SUB ? 0 : info & 0xFF;
}

/* "base", "sub", "eyes", "mouth", "overlay", "both"; NULL for an unknown type. */
const char *lay_type_word(unsigned type);

/* The position of a chunk in the sheet in pixels; the product is exact. NaN and infinities are
 * unchanged. */
static inline float lay_src_x(LayFlavour flavour, const LayChunk *chunk)
{
    return flavour == LAY_C ? chunk->src_x * 2048 : chunk->src_x;
}
static inline float lay_src_y(LayFlavour flavour, const LayChunk *chunk)
{
    return flavour == LAY_C ? chunk->src_y * 1024 : chunk->src_y;
}

/* Whether the tail is one byte of 0 or 1 for each chunk (and there are chunks). */
bool lay_has_opaque_flags(const LayFile *file);

/* There is no magic: counts, entries and coordinates must all be plausible. Zlib streams are
 * decompressed. Requires the whole file. */
bool lay_is(Bytes file);

/* Detects the flavour as described in specs/lay.md: little-endian if the size matches,
 * otherwise zlib is decompressed once, otherwise big-endian if the size matches. Ranges and
 * coordinates of entries are not validated; see `lay_check`. */
bool lay_read(Bytes file, Lay *out, Arena *arena, Report *report);
Bytes lay_write(const Lay *lay, Arena *arena);

/* For the registry (kit/formats/format.h). */
bool lay_show(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report);
bool lay_parse(const json_t *json, Bytes *out, Arena *arena, Report *report);
Text lay_title(Bytes file, Arena *arena);
void lay_describe(Writer *writer);

#endif
