/* Saved games (.sav): what a player, or a server, keeps of a running game.
 *
 * A header with the game's id, a preview picture, then one deflated block of chunks
 * with its CRC-32. Nothing here needs the game: what the numbers mean is the
 * engine's business (engine/save.h). Chunks that are not known are kept as they
 * are, in their place.
 *
 * Read are zlib and raw streams, with the checksums of the .tng's section block
 * (specs/tng.md, Container); written are a zlib stream and the CRC-32 of what is in it. */
#ifndef OISIN_FORMATS_TIRNANOG_SAV_H
#define OISIN_FORMATS_TIRNANOG_SAV_H

#include "formats/tirnanog/tng.h"
#include "image/image.h"

#define RECORD_FILE "formats/tirnanog/sav.def"
#include "base/record_struct.h"
#undef RECORD_FILE

enum {
    SAV_HEADER_SIZE = 32,
    SAV_PREVIEW_SIDE = 256, /* pixels */
    SAV_PREVIEW_BYTES = SAV_PREVIEW_SIDE * SAV_PREVIEW_SIDE * 2,
    SAV_BLOCK_MAX = 256 << 20, /* inflated; also at most 16 MiB + 100 times what is stored */
    SAV_STATE_VERSION = 1,
    SAV_NOWHERE = 0xFFFFFF, /* SavEntity.map */
};
#define SAV_NONE UINT32_MAX
#define SAV_QUEST_DONE 0x80000000u

/* What a SavName's number is. */
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
    SAV_NAME_MUSIC,  /* number: the offset of the name */
    SAV_NAME_SPRITE, /* + category 0-3 */
    SAV_NAME_OBJECT = SAV_NAME_SPRITE + 1,
    SAV_NAME_KINDS = SAV_NAME_SPRITE + 4,
} SavNameKind;

/* What a server adds to a saved game that it exports (server/store_sav.def): bytes to others.
 */
#define SAV_SERVER_MAGIC "OISS"

typedef enum SavChunkType {
#define CHUNK(name, magic, title, record) SAV_##name,
#include "formats/tirnanog/sav_chunks.def"
#undef CHUNK
    SAV_UNKNOWN, /* kept as bytes */
} SavChunkType;

typedef struct SavChunk {
    uint8_t magic[4];
    SavChunkType type;
    void *record; /* of the type's layout; NULL: `bytes` counts */
    Bytes bytes;  /* behind the 8 bytes of its header */
    size_t at;    /* of the chunk in the inflated block */
} SavChunk;

typedef struct Sav {
    SavHeader header;
    bool has_preview;
    SavPreview preview;
    /* To be written as the preview's picture instead of `preview.picture`: 256 x 256
     * pixels as SavPreview has them; NULL if not. */
    const uint16_t *pixels;
    SavChunk *chunks;
    size_t chunk_count;
    size_t block_at;  /* of the compressed block in the file */
    unsigned liberal; /* of TngLiberal */
} Sav;

bool sav_is(Bytes start);
/* The file must live as long as `out`. */
bool sav_read(Bytes file, Sav *out, Arena *arena, Report *report);
/* Sizes and checksums are set here; `level` as in base/deflate.h. */
bool sav_write(const Sav *sav, int level, Bytes *out, Arena *arena, Report *report);

/* A new chunk at the end, with an empty record of its type; returns the record. */
void *sav_add(Sav *sav, SavChunkType type, Arena *arena);
/* The record of the first chunk of a type, or NULL. */
void *sav_find(const Sav *sav, SavChunkType type);
Text sav_game_id(const Sav *sav);
const Layout *sav_layout(SavChunkType type);
const char *sav_chunk_title(SavChunkType type);

/* The preview as a picture of 256 x 256; false and a report if it is damaged. */
bool sav_preview(const Sav *sav, Image *out, Arena *arena, Report *report);
/* The middle square of any picture, made 256 x 256 (each pixel the mean of those it
 * stands for), in 15 bits. */
const uint16_t *sav_preview_pixels(const Image *image, Arena *arena);

/* For formats.def. */
bool sav_show(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report);
bool sav_parse(const json_t *json, Bytes *out, Arena *arena, Report *report);
bool sav_check(Bytes file, Arena *arena, Report *report);
Text sav_title(Bytes file, Arena *arena);
void sav_describe(Writer *writer);

#endif
