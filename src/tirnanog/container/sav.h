/* Saved games (.sav): the stored state of a running game, written by players and servers.
 *
 * The file has a header with the game's id, a preview image, and one compressed block of chunks
 * with its CRC-32. This module does not need the game: the engine interprets the numbers
 * (engine/save/save.h). Unknown chunks are preserved in their positions.
 *
 * Reading accepts zlib and raw streams, with the checksums of the .tng's section block
 * (specs/tng.md, Container); writing uses a zlib stream and the CRC-32 of its content. */
#ifndef OISIN_TIRNANOG_CONTAINER_SAV_H
#define OISIN_TIRNANOG_CONTAINER_SAV_H

#include "tirnanog/container/tng.h"
#include "base/image/image.h"

#define RECORD_FILE "tirnanog/container/sav.def"
#include "base/record_struct.h"
#undef RECORD_FILE

enum {
    SAV_HEADER_SIZE = 32,
    SAV_PREVIEW_SIDE = 256, /* pixels */
    SAV_PREVIEW_BYTES = SAV_PREVIEW_SIDE * SAV_PREVIEW_SIDE * 2,
    SAV_BLOCK_MAX = 256 << 20, /* decompressed; also at most 16 MiB + 100 times the stored size
                                */
    SAV_STATE_VERSION = 1,
    SAV_NOWHERE = 0xFFFFFF, /* SavEntity.map */
};
#define SAV_NONE UINT32_MAX
#define SAV_QUEST_DONE 0x80000000u

/* The meaning of a SavName's number. */
typedef enum SavNameKind {
    SAV_NAME_ATTRIBUTE,
    SAV_NAME_MAP,
    SAV_NAME_NPC,
    SAV_NAME_SPAWNER,
    SAV_NAME_QUEST,
    SAV_NAME_OPTIONS,
    SAV_NAME_DIALOG,
    SAV_NAME_CHOOSER,
    SAV_NAME_CUTSCENE,
    SAV_NAME_CRAFTING,
    SAV_NAME_MUSIC,  /* the number is the offset of the name */
    SAV_NAME_SPRITE, /* + category 0-3 */
    SAV_NAME_OBJECT = SAV_NAME_SPRITE + 1,
    SAV_NAME_KINDS = SAV_NAME_SPRITE + 4,
} SavNameKind;

/* Data that a server adds when it exports a saved game (server/store/store_export.def); other
 * programs treat it as bytes. */
#define SAV_SERVER_MAGIC "OISS"

typedef enum SavChunkType {
#define CHUNK(name, magic, title, record) SAV_##name,
#include "tirnanog/container/sav_chunks.def"
#undef CHUNK
    SAV_UNKNOWN, /* preserved as bytes */
} SavChunkType;

typedef struct SavChunk {
    uint8_t magic[4];
    SavChunkType type;
    void *record; /* of the type's layout; NULL: `bytes` is used */
    Bytes bytes;  /* the content after the header of 8 bytes */
    size_t at;    /* offset of the chunk in the decompressed block */
} SavChunk;

typedef struct Sav {
    SavHeader header;
    bool has_preview;
    SavPreview preview;
    /* The image of the preview for writing, instead of `preview.picture`: 256 x 256 pixels in
     * the format of SavPreview; or NULL. */
    const uint16_t *pixels;
    SavChunk *chunks;
    size_t chunk_count;
    size_t block_at;  /* offset of the compressed block in the file */
    unsigned liberal; /* flags of TngVariant */
} Sav;

bool sav_is(Bytes start);
/* The file must live as long as `out`. */
bool sav_read(Bytes file, Sav *out, Arena *arena, Report *report);
/* The steps of sav_read, for a reader that tries several readings of the document
 * (studio/prove): header and preview, then the block as stored with the limit of its
 * decompressed size; the next chunk of the block, without its record; the record of a chunk. */
bool sav_read_start(Bytes file, Sav *out, Bytes *stored, Arena *arena, Report *report);
size_t sav_block_limit(size_t compressed);
bool sav_read_chunk(Sav *sav, Reader *reader, Arena *arena);
bool sav_read_record(SavChunk *chunk, size_t number, Arena *arena, Report *report);
/* Computes sizes and checksums; `level` as in base/deflate.h. */
bool sav_write(const Sav *sav, int level, Bytes *out, Arena *arena, Report *report);

/* Appends a chunk with an empty record of its type; returns the record. */
void *sav_add(Sav *sav, SavChunkType type, Arena *arena);
/* The record of the first chunk of a type, or NULL. */
void *sav_find(const Sav *sav, SavChunkType type);
Text sav_game_id(const Sav *sav);
const RecordLayout *sav_layout(SavChunkType type);
const char *sav_chunk_title(SavChunkType type);

/* Decodes the preview to an image of 256 x 256; returns false with a report if it is damaged.
 */
bool sav_preview(const Sav *sav, Image *out, Arena *arena, Report *report);
/* Reduces the central square of an image to 256 x 256 (each pixel is the mean of the pixels it
 * covers), with 15 bits per pixel. */
const uint16_t *sav_preview_pixels(const Image *image, Arena *arena);

/* For formats.def. */
bool sav_show(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report);
bool sav_parse(const json_t *json, Bytes *out, Arena *arena, Report *report);
bool sav_check(Bytes file, Arena *arena, Report *report);
Text sav_title(Bytes file, Arena *arena);
void sav_describe(Writer *writer);

#endif
