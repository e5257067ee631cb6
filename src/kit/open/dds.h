/* DirectDraw surfaces (.dds): textures with their levels, as stored by Direct3D, the top row
 * first. Source: Microsoft's reference of DDS_HEADER, DDS_PIXELFORMAT and DXGI_FORMAT.
 *
 * Blocks BC1 to BC5 and BC7, and masks of 8 to 32 bits are decoded. A texture with one channel
 * becomes grey. Cube maps, volumes and arrays can be shown and turned into JSON, but have no
 * image. */
#ifndef OISIN_KIT_OPEN_DDS_H
#define OISIN_KIT_OPEN_DDS_H

#include "base/record.h"
#include "base/image/blocks.h"
#include "base/image/masks.h"

#define RECORD_FILE "kit/open/dds.def"
#include "base/record_struct.h"
#undef RECORD_FILE

enum {
    DDS_PIXELS_ALPHA = 1,
    DDS_PIXELS_FOURCC = 4,
    DDS_PIXELS_MASKS = 64,
    DDS_PIXELS_ALPHA_ONLY = 2,
    DDS_PIXELS_GREY = 0x20000,
    DDS_FOURCC_DX10 = 0x30315844,
    DDS_HEADER_SIZE = 128, /* without that of DX10 */
    DDS_LEVELS_MAX = 15,   /* for the largest side, PNG_SIDE_MAX */
};

/* How pixels are stored. */
typedef struct DdsKind {
    const char *word; /* "bc1"; "masks" if no DXGI_FORMAT has these */
    bool is_blocks;
    BlockKind block;
    unsigned bits; /* of a pixel with masks */
    PixelMasks masks;
} DdsKind;

typedef struct DdsLevel {
    uint32_t w, h;
    Bytes data;
} DdsLevel;

/* A texture whose levels have been located; slices of the file. */
typedef struct Dds {
    DdsFile file;
    DdsKind kind;
    DdsLevel levels[DDS_LEVELS_MAX];
    size_t level_count; /* at least 1 */
    size_t behind;      /* bytes after the last level */
} Dds;

/* Reads a single 2D texture; cube maps, volumes and arrays are errors. Does not check whether
 * the levels are complete. */
bool dds_read(Bytes file, DdsFile *out, Arena *arena, Report *report);

/* The steps of dds_read: the header alone; whether its sizes are those of the format; whether
 * it is a single 2D texture. */
bool dds_head_read(Bytes file, DdsFile *out, Arena *arena, Report *report);
bool dds_head_check(const DdsFile *file, Report *report);
bool dds_is_flat(const DdsFile *file);

/* Writes a file from its sizes, pixel format, level count and data; computes all other fields.
 */
Bytes dds_write(DdsFile file, Arena *arena);

/* Determines how pixels are stored; an unknown format is an error that names it. */
bool dds_kind(const DdsFile *file, DdsKind *out, Report *report);

/* Whether this word, in any case, is a kind of blocks that is decoded but never written. */
bool dds_is_only_read(const char *word);

/* Reads a texture and locates its levels: sizes above the limits of base/image/png.h, and files
 * that are too short, are errors. */
bool dds_texture(Bytes file, Dds *out, Arena *arena, Report *report);

/* Warns of a format whose colours are multiplied with their alpha (DXT2, DXT4): they are
 * decoded unchanged, and look too dark where they are half transparent. */
void dds_warn_of_alpha(const DdsFile *file, Report *report);

/* Decodes a level. */
Image dds_picture(const Dds *dds, size_t level, Arena *arena);

/* For the registry (kit/formats/format.h). */
bool dds_is(Bytes start);
bool dds_show(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report);
bool dds_check(Bytes file, Arena *arena, Report *report);
bool dds_parse(const json_t *json, Bytes *out, Arena *arena, Report *report);
Text dds_title(Bytes file, Arena *arena);
void dds_describe(Writer *writer);

#endif
