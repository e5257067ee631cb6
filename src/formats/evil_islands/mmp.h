/* Evil Islands textures (.mmp): a header of 76 bytes and levels, each half as large as the one
 * before. Sources: seeds/evil_islands.txt, specs/evil_islands.md.
 *
 * Rows run from the bottom up, in 8888 from the top down. A PNT3 has one level: numbers of
 * 32 bits, of which 1 to 1,000,000 stand for so many bytes of zero and all others for a pixel
 * of 8888; the header's count of levels is the size of the packed data. If that is not less
 * than width * height * 4, the pixels are not packed. */
#ifndef OISIN_FORMATS_EVIL_ISLANDS_MMP_H
#define OISIN_FORMATS_EVIL_ISLANDS_MMP_H

#include "base/record.h"
#include "image/blocks.h"

#define RECORD_FILE "formats/evil_islands/mmp.def"
#include "base/record_struct.h"
#undef RECORD_FILE

typedef enum MmpKind {
#define KIND(name, word, fourcc, bits, a, r, g, b, doc) MMP_##name,
#include "formats/evil_islands/mmp_kinds.def"
#undef KIND
    MMP_KIND_COUNT
} MmpKind;

enum {
    MMP_HEADER_SIZE = 76,
    MMP_SIDE_MAX = 8192,        /* pixels; genuine textures stay below 2048 */
    MMP_LEVELS_MAX = 14,        /* of a side of 8192 */
    MMP_PNT3_RUN_MAX = 1000000, /* bytes; specs/evil_islands.md */
};

/* A row of mmp_kinds.def. */
typedef struct MmpKindRow {
    const char *word, *doc;
    uint32_t fourcc, bits;
    MmpChannel channels[4]; /* alpha, red, green, blue */
} MmpKindRow;
extern const MmpKindRow mmp_kinds[MMP_KIND_COUNT];

/* By its word ("dxt1"), or by the number in the header; false if there is none. */
bool mmp_kind_named(Text word, MmpKind *out);
bool mmp_kind_of(uint32_t fourcc, MmpKind *out);

typedef struct MmpLevel {
    uint32_t w, h;
    Bytes data; /* as it is stored */
} MmpLevel;

/* A texture whose levels have been found; slices of the file. */
typedef struct Mmp {
    MmpFile file;
    MmpKind kind;
    MmpLevel levels[MMP_LEVELS_MAX];
    size_t level_count; /* at least 1 */
    size_t behind;      /* bytes after the last level */
} Mmp;

bool mmp_is(Bytes file);
/* Refuses unknown pixel formats and files that are too short for their levels. */
bool mmp_read(Bytes file, Mmp *out, Arena *arena, Report *report);
/* The same of a header that has been read; `header_size` counts in messages. */
bool mmp_find_levels(const MmpFile *file, size_t header_size, Mmp *out, Report *report);

/* How the rows of a picture lie in the file. */
typedef enum MmpRows { MMP_ROWS_USUAL, MMP_ROWS_BOTTOM_UP, MMP_ROWS_TOP_DOWN } MmpRows;
bool mmp_bottom_up(MmpKind kind, MmpRows rows);

/* A level as a picture. Masks in the header count for formats of 16 and 32 bits. */
bool mmp_picture(const Mmp *mmp, size_t level, MmpRows rows, Image *out, Arena *arena,
                 Report *report);

/* Beyond 64 MiB of pixels a packed level must not be a thousand times its file: a few bytes
 * could ask for any amount of nothing. Such are refused, and never written. */
static inline bool mmp_is_bomb(size_t packed, size_t pixels)
{
    return pixels > 64 << 20 && pixels / 1000 > packed;
}

/* The pixels of a PNT3 as those of an 8888, in the same order of rows. */
bool mmp_unpack(const MmpLevel *level, Bytes *out, Arena *arena, Report *report);
/* Packs them; what comes out is not smaller only if packing does not help: then it is the
 * pixels. Pixels with alpha 0 must be zero. */
Bytes mmp_pack(Bytes pixels, Arena *arena);

/* A file of levels as they are stored: what `mmp_read` would find. */
Bytes mmp_of_levels(MmpKind kind, const MmpLevel *levels, size_t count, Arena *arena);

/* A file of pictures, the largest first, each half as large as the one before (rounded down,
 * at least 1). Fully transparent pixels become zero; one bit of alpha is set from 128 on.
 * Refuses wrong sizes, and more than one level for PNT3. */
bool mmp_of_pictures(MmpKind kind, const Image *pictures, size_t count, MmpRows rows,
                     Bytes *out, Arena *arena, Report *report);

/* The smallest format of those of the game itself that keeps every drawn pixel of a picture
 * as it is: DXT1, DXT3, a format of 16 bits, else PNT3 (not for `levels`) or 8888. */
MmpKind mmp_kind_for(const Image *image, bool levels, Arena *arena);

/* For the registry (formats/format.h). */
bool mmp_show(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report);
bool mmp_check(Bytes file, Arena *arena, Report *report);
bool mmp_parse(const json_t *json, Bytes *out, Arena *arena, Report *report);
Text mmp_title(Bytes file, Arena *arena);
void mmp_describe(Writer *writer);

#endif
