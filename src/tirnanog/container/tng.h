/* The .tng container: a game in one file.
 *
 * Reading checks the header, decompresses the section block, parses every section's records and
 * locates every asset. Assets are neither copied nor decoded until they are requested
 * (`tng_asset`). The bytes of the file must outlive the TngFile; if the file is memory-mapped,
 * a game of 100 MB opens without being read completely.
 *
 * Sources: seeds/tng_format.txt, specs/tng.md. Encrypted files are rejected and not examined
 * further, because their author forbids it. */
#ifndef OISIN_TIRNANOG_CONTAINER_TNG_H
#define OISIN_TIRNANOG_CONTAINER_TNG_H

#include "base/deflate.h"
#include "tirnanog/container/tng_records.h"

typedef enum TngSectionType {
#define SECTION(type, name, title, form, record, asset) SECTION_##name = type,
#include "tirnanog/container/tng_sections.def"
#undef SECTION
    SECTION_TYPES,
} TngSectionType;

typedef enum TngForm {
    TNG_STRINGS,
    TNG_LANGUAGE,
    TNG_FILES,
    TNG_ASSETS,
    TNG_SINGLE,
    TNG_TILES,
} TngForm;

/* A row of tng_sections.def. */
typedef struct TngSectionKind {
    const char *name, *title; /* "main_menu" (JSON), "main menu" (for people) */
    TngForm form;
    const RecordLayout *record, *asset;
} TngSectionKind;

/* NULL for the numbers 12-15 and from 36 on, which are undefined. */
const TngSectionKind *tng_section_kind(unsigned type);

/* The first fields of every descriptor. */
typedef struct TngExtent {
    u64 at;
    u32 size;
} TngExtent;

typedef struct TngEntry {
    void *descriptor; /* of the section's `record` layout; starts with a TngExtent */
    Bytes stored;     /* the unchanged asset in the file */
    void *asset;      /* TILES: the record itself; otherwise NULL, or set by the creator of a
                       * file */
} TngEntry;

typedef struct TngSection {
    uint8_t type;
    const TngSectionKind *kind; /* NULL: unknown, preserved as bytes */
    Bytes bytes;                /* decompressed */
    size_t at;                  /* offset in the block */
    void *record;               /* SINGLE and LANGUAGE */
    TngEntry *entries;          /* FILES, ASSETS, TILES; the voices of LANGUAGE */
    size_t count;
    Bytes texts;    /* LANGUAGE: the asset with the texts, as in the file */
    Bytes trailing; /* TILES: after the last complete tile; preserved */
} TngSection;

/* Variants that are read but not written; `check` warns about them. */
typedef enum TngVariant {
    TNG_RAW_DEFLATE = 1,   /* the section block is a raw stream instead of zlib */
    TNG_CRC_OF_STREAM = 2, /* the block's CRC is computed from the compressed bytes */
    TNG_NO_BLOCK_CRC = 4,  /* the block ends with its Adler-32 */
    TNG_MAPS_AS_34 = 8,
} TngVariant;

/* Whether the bytes after a compressed block are one of the checksums described in specs/tng.md
 * (Container); also used for saved games. Adds the variant to `*liberal`. */
bool tng_block_checksum(Bytes stored, const Inflated *inflated, Wrapping wrapping,
                        unsigned *liberal);

typedef struct TngFile {
    TngHeader header;
    TngSection *sections; /* in file order */
    size_t section_count;
    Bytes strings;    /* section 0 */
    Bytes file;       /* the whole file */
    size_t assets_at; /* offset of the first byte after the section block */
    unsigned liberal;
    /* Byte 45 of the header may give rows of characters another length than 20. tng_asset
     * returns rows of 20 anyway (the portrait is the last one, actions that are missing are
     * not set), unless this is set: for JSON, which must be lossless. */
    bool rows_as_stored;
} TngFile;

enum {
    TNG_HEADER_SIZE = 64,
    TNG_MAP_LOG2_MAX = 12, /* 4096 cells per side */
    TNG_BLOCK_AT = 68,
    TNG_SECTION_MAX = 1 << 24, /* seed, limits: one section max 16M */
    TNG_ATLASES_MAX = 4096,
    TNG_SPRITE_MAX = 2048, /* seed: a sprite is limited to 2048 x 2048 and 32 frames */
    TNG_FRAMES_MAX = 32,
    TNG_ASSET_MAX = 20 << 20, /* a record with a 24-bit size, and its header */
    TNG_TEXTS_MAX = 64 << 20,
    /* Limits for the total of all entries: bytes of assets (MIN, or FACTOR times the file if
     * larger), and decoded pixels: 1 GiB of atlases. */
    TNG_ASSETS_MIN = 64 << 20,
    TNG_ASSETS_FACTOR = 100,
    TNG_ATLAS_PIXELS_MAX = 1 << 28,
};

bool tng_is(Bytes start);
bool tng_read(Bytes file, TngFile *out, Arena *arena, Report *report);

/* The steps of tng_read, for a reader that tries several readings of the document
 * (studio/prove). Set `file`; then the header, the section block as stored with the limit of
 * its decompressed size, the table in the decompressed block, and each section. */
bool tng_read_header(TngFile *file, Arena *arena, Report *report);
bool tng_stored_block(TngFile *file, Bytes *out, Report *report);
size_t tng_block_limit(size_t compressed);
bool tng_read_table(TngFile *file, Bytes block, Arena *arena, Report *report);
bool tng_read_section(TngFile *file, TngSection *section, Arena *arena, Report *report);

/* The CRC of a whole file, at least a header long, as it should be in the header. */
uint32_t tng_crc(Bytes file);
/* The CRC in the header; `start` is at least a header long. */
uint32_t tng_stored_crc(Bytes start);
/* Compares the CRC of the whole file with the header's. If they differ, reports an error and
 * returns false (`strict`), or a warning. Files that are not games are
 * ignored. */
bool tng_check_crc(Bytes file, bool strict, Report *report);
/* Warns if the header's highest command is unknown: the game is for a later program. */
void tng_check_age(Bytes file, Report *report);

u8 tng_frame_rate(const TngHeader *header);
/* Ticks per frame of an animation: eight frames per second, because pixel art has 2 to 8 frames
 * per movement. */
unsigned tng_animation_ticks(const TngHeader *header);
/* The rate in Hz that byte 38 of the header asks for: 0 is 44100, as the document says. It does
 * not say what other values mean; 8 to 192 are read as kHz of the usual rates (22 is 22050, 48
 * is 48000). 0 for any other value. Streams have their own rate; this is the rate of mixing. */
uint32_t tng_audio_rate(const TngHeader *header);
/* The length of rows of character sprites if it is not 20, otherwise 0. */
u8 tng_row_length(const TngHeader *header);
/* Gives the rows of an option group, an NPC or an object, which have `length` sprites, 20. */
void tng_rows_widen(const RecordLayout *layout, void *record, u8 length, Arena *arena);

/* The first section of a type, or NULL; tng_language: the n-th section of type 1. */
const TngSection *tng_section(const TngFile *file, unsigned type);
const TngSection *tng_language(const TngFile *file, size_t index);
size_t tng_language_count(const TngFile *file);

/* Whether the file lacks sections that every base game has: attributes, start-up or action
 * scripts, maps. An extension is played together with its base game, which has the same id. */
bool tng_is_extension(const TngFile *file);

/* For each entry of a section, the first entry with the same asset, that is, the same bytes of
 * the file. */
void tng_same_assets(const TngSection *section, uint32_t *first, Arena *arena);

/* Decodes an asset to a new record of the section's `asset` layout; NULL if it is damaged. An
 * asset of size 0 is a record of zeros. */
void *tng_asset(const TngFile *file, const TngSection *section, size_t index, Arena *arena,
                Report *report);
/* For `check`: the variants that an asset uses, as flags of TngVariant. */
void *tng_asset_liberal(const TngFile *file, const TngSection *section, size_t index,
                        unsigned *liberal, Arena *arena, Report *report);

/* All texts of a language, in order. */
typedef struct TngTexts {
    Text *items;
    size_t count;
} TngTexts;
bool tng_texts(const TngSection *language, TngTexts *out, Arena *arena, Report *report);

static inline unsigned tng_tile_width(const TngHeader *header)
{
    return header->tile_width_low | (unsigned)(header->type_bits >> 4 & 3) << 8;
}
static inline unsigned tng_tile_height(const TngHeader *header)
{
    return header->tile_height_low | (unsigned)(header->type_bits >> 6 & 3) << 8;
}
void tng_set_shape(TngHeader *header, unsigned type, unsigned tile_width, unsigned tile_height);
/* The game id without its trailing zeros. */
Text tng_game_id(const TngHeader *header);
/* 1 to 16 ASCII characters without spaces, "/", "\" or ":", not starting with ".": valid as the
 * name of a folder. */
bool tng_game_id_ok(Text id);

/* Writing. The caller sets header, sections, records, descriptors and `stored` assets; offsets,
 * sizes, the unique id and the CRC are computed. Equal assets are stored once; maps are last.
 * The concatenated parts are the file. */
typedef struct TngOutput {
    Bytes *parts;
    size_t count, size;
} TngOutput;
bool tng_write(TngFile *file, TngOutput *out, Arena *arena, Report *report);
/* The same with another level of compression than DEFLATE_BEST (base/deflate.h). */
bool tng_write_at(TngFile *file, int level, TngOutput *out, Arena *arena, Report *report);

/* The parts as one slice, for callers that do not write them to a file. */
Bytes tng_output_bytes(const TngOutput *output, Arena *arena);

/* The stored form of an asset's record. */
Bytes tng_pack_record(const RecordLayout *layout, const void *record, Arena *arena);
Bytes tng_pack_record_at(const RecordLayout *layout, const void *record, int level,
                         Arena *arena);
/* The same for the bytes of a record. Short ones are stored uncompressed: a sprite of one frame
 * has 20 bytes, and there are thousands; compressing them saves nothing, and the compressor's
 * tables take longer than its work. */
enum { TNG_STORED_MAX = 64 };
Bytes tng_pack_bytes(Bytes record, int level, Arena *arena);

/* The number of cells that the packets claim to contain; check it before allocating memory. */
size_t tng_layers_count(Bytes packets);
/* Decodes the run-length packets of map layers (specs/tng.md, RLE): exactly `count` cells from
 * `packets`, otherwise an error. */
bool tng_layers_read(Bytes packets, uint16_t *cells, size_t count, Report *report);

/* The number of layers of each map in the file: header byte 41, or TNG_LAYERS if that is 0. */
size_t tng_map_layers(const TngHeader *header);
/* Decodes TNG_LAYERS layers of `size` cells each. Layers that the file does not have are empty;
 * those that a later version added are left out. */
bool tng_map_layers_read(const TngHeader *header, Bytes packets, uint16_t *cells, size_t size,
                         Report *report);

Bytes tng_layers_write(const uint16_t *cells, size_t count, Arena *arena);

#endif
