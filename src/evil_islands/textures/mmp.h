/* Evil Islands textures (.mmp): a header of 76 bytes and levels (mipmaps), each half as large
 * as the previous one. Sources: seeds/evil_islands.txt, specs/evil_islands.md.
 *
 * Rows are stored bottom-up, in 8888 top-down. A PNT3 has one level: 32-bit numbers, of which 1
 * to 1,000,000 represent that many zero bytes and all others a pixel of 8888; the level count
 * in the header is the size of the packed data. If that is at least width * height * 4, the
 * pixels are not packed. */
#ifndef OISIN_EVIL_ISLANDS_TEXTURES_MMP_H
#define OISIN_EVIL_ISLANDS_TEXTURES_MMP_H

#include "base/record.h"
#include "base/image/blocks.h"

#define RECORD_FILE "evil_islands/textures/mmp.def"
#include "base/record_struct.h"
#undef RECORD_FILE

typedef enum MmpKind {
#define KIND(name, word, in_dds, fourcc, bits, a, r, g, b, doc) MMP_##name,
#include "evil_islands/textures/mmp_kinds.def"
#undef KIND
    MMP_KIND_COUNT
} MmpKind;

enum {
    MMP_HEADER_SIZE = 76,
    MMP_SIDE_MAX = 8192,        /* pixels; original textures are smaller than 2048 */
    MMP_LEVELS_MAX = 14,        /* for a side of 8192 */
    MMP_PNT3_RUN_MAX = 1000000, /* bytes; specs/evil_islands.md */
};

/* A row of mmp_kinds.def. */
typedef struct MmpKindRow {
    const char *word, *doc;
    bool in_dds; /* a .dds can have it */
    uint32_t fourcc, bits;
    MmpChannel channels[4]; /* alpha, red, green, blue */
} MmpKindRow;
extern const MmpKindRow mmp_kinds[MMP_KIND_COUNT];

/* Finds a kind by its word ("dxt1"), or by the number in the header; returns false if there is
 * none. */
bool mmp_kind_named(Text word, MmpKind *out);
bool mmp_kind_of(uint32_t fourcc, MmpKind *out);

typedef struct MmpLevel {
    uint32_t w, h;
    Bytes data; /* in stored form */
} MmpLevel;

/* A texture whose levels have been located; slices of the file. */
typedef struct Mmp {
    MmpFile file;
    MmpKind kind;
    MmpLevel levels[MMP_LEVELS_MAX];
    size_t level_count; /* at least 1 */
    size_t behind;      /* bytes after the last level */
} Mmp;

bool mmp_is(Bytes file);
/* Fails for unknown pixel formats and for files that are too short for their levels. */
bool mmp_read(Bytes file, Mmp *out, Arena *arena, Report *report);
/* The same for a header that has been read; `header_size` is added to offsets in messages. */
bool mmp_find_levels(const MmpFile *file, size_t header_size, Mmp *out, Report *report);

/* Order of the rows of an image in the file. */
typedef enum MmpRows { MMP_ROWS_USUAL, MMP_ROWS_BOTTOM_UP, MMP_ROWS_TOP_DOWN } MmpRows;
bool mmp_bottom_up(MmpKind kind, MmpRows rows);

/* Decodes a level. For 16-bit and 32-bit formats the masks in the header are used. */
bool mmp_picture(const Mmp *mmp, size_t level, MmpRows rows, Image *out, Arena *arena,
                 Report *report);

/* Above 64 MiB of pixels, a packed level must not be more than a thousand times its file: a few
 * bytes could otherwise request any amount of memory. Such files are rejected when read and
 * never written. */
static inline bool mmp_is_bomb(size_t packed, size_t pixels)
{
    return pixels > 64 << 20 && pixels / 1000 > packed;
}

/* Unpacks a PNT3 to the pixels of an 8888, with the same order of rows. */
bool mmp_unpack(const MmpLevel *level, Bytes *out, Arena *arena, Report *report);
/* Packs pixels; if the result would not be smaller, returns the pixels. Pixels with alpha 0
 * must be zero. */
Bytes mmp_pack(Bytes pixels, Arena *arena);

/* Builds a file from stored levels: the inverse of `mmp_read`. */
Bytes mmp_of_levels(MmpKind kind, const MmpLevel *levels, size_t count, Arena *arena);

/* Builds a file from images, the largest first, each half as large as the previous one (rounded
 * down, at least 1). Fully transparent pixels become zero; one-bit alpha is set for 128 and
 * more. Fails for wrong sizes, and for more than one level of PNT3. */
bool mmp_of_pictures(MmpKind kind, const Image *pictures, size_t count, MmpRows rows,
                     Bytes *out, Arena *arena, Report *report);

/* The smallest of the game's own formats that preserves every drawn pixel exactly: DXT1, DXT3,
 * a 16-bit format, otherwise PNT3 (not with `levels`) or 8888. */
MmpKind mmp_kind_for(const Image *image, bool levels, Arena *arena);

/* For the registry (kit/formats/format.h). */
bool mmp_show(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report);
bool mmp_check(Bytes file, Arena *arena, Report *report);
bool mmp_parse(const json_t *json, Bytes *out, Arena *arena, Report *report);
Text mmp_title(Bytes file, Arena *arena);
void mmp_describe(Writer *writer);

#endif
