/* Parts, in order: header and section block; the records of each section, by its form in
 * tng_sections.def; warnings that need neither. Sizes and positions are checked when a section
 * is read, an asset's content when it is requested (tng_assets.c). */
#include "tirnanog/container/tng.h"

#include "base/quota.h"
#include "base/hash.h"
#include "base/deflate.h"
#include "tirnanog/script/bytecode.h"

static const TngSectionKind kinds[SECTION_TYPES] = {
#define SECTION(type, name_, title_, form_, record_, asset_)                                   \
    [type] = {#name_, title_, TNG_##form_, &record_##_layout, &asset_##_layout},
#include "tirnanog/container/tng_sections.def"
#undef SECTION
};

static const char magic[] = "#!/usr/bin/tngp\n";

const TngSectionKind *tng_section_kind(unsigned type)
{
    return type < SECTION_TYPES && kinds[type].name ? &kinds[type] : NULL;
}

bool tng_is(Bytes start) { return start.size >= 16 && memcmp(start.data, magic, 16) == 0; }

Text tng_game_id(const TngHeader *header)
{
    return (Text){header->game, strnlen(header->game, sizeof header->game)};
}

/* The ID becomes the name of a folder: no separators of paths, no leading dot. */
bool tng_game_id_ok(Text id)
{
    for (size_t i = 0; i < id.size; i++)
        if (id.at[i] <= ' ' || id.at[i] > '~' || strchr("/\\:", id.at[i]))
            return false;
    return id.size && id.size <= sizeof((TngHeader *)0)->game && id.at[0] != '.';
}

/* The sizes have 10 bits each: the high two bits of both are next to the type. */
void tng_set_shape(TngHeader *header, unsigned type, unsigned tile_width, unsigned tile_height)
{
    header->type_bits = (u8)(type | (tile_width >> 8 & 3) << 4 | (tile_height >> 8 & 3) << 6);
    header->tile_width_low = (u8)tile_width;
    header->tile_height_low = (u8)tile_height;
}

/* ---- the container ---- */

bool tng_read_header(TngFile *file, Arena *arena, Report *report)
{
    Reader reader = reader_of(file->file, report);
    if (!tng_is(file->file))
        return report_error(report, "at byte 0: not a TirNanoG game file");
    if (!record_read(&TngHeader_layout, &file->header, &reader, arena))
        return false;
    if (file->header.encrypted)
        return report_cause(
            report, CAUSE_UNSUPPORTED,
            "the file is encrypted; its author forbids reading it, so it is not processed");
    if (file->header.revision)
        return report_cause(report, CAUSE_UNSUPPORTED, "at byte 32: unknown revision %u",
                            file->header.revision);
    return true;
}

/* Text tables compress about 1 : 10; a ratio of 100 indicates a decompression bomb. */
size_t tng_block_limit(size_t compressed)
{
    const size_t limit = ((size_t)1 << 20) + compressed * 100;
    return limit < (size_t)1 << 30 ? limit : (size_t)1 << 30;
}

/* Blocks without a CRC, or with that of the compressed bytes, are accepted, and noted in
 * `liberal`. */
bool tng_block_checksum(Bytes stored, const Inflated *inflated, Wrapping wrapping,
                        unsigned *liberal)
{
    const size_t left = stored.size - inflated->used;
    if (wrapping == WRAPPING_RAW)
        *liberal |= TNG_RAW_DEFLATE;
    if (left == 0 && wrapping == WRAPPING_ZLIB) {
        *liberal |= TNG_NO_BLOCK_CRC;
        return true;
    }
    if (left != 4)
        return false;
    const uint32_t found = (uint32_t)uint_of(stored.data + inflated->used, 4, false);
    if (found == crc32_of(0, inflated->bytes))
        return true;
    *liberal |= TNG_CRC_OF_STREAM;
    return found == crc32_of(0, bytes_slice(stored, 0, inflated->used)) ||
           (wrapping == WRAPPING_RAW && found == adler32_of(1, inflated->bytes));
}

bool tng_stored_block(TngFile *file, Bytes *out, Report *report)
{
    Reader reader = reader_of(file->file, report);
    reader_seek(&reader, TNG_HEADER_SIZE);
    const uint32_t size = read_u32(&reader);
    if (!reader_need(&reader, size, "the section block"))
        return false;
    *out = read_bytes(&reader, size);
    file->assets_at = reader.at;
    return true;
}

static bool read_block(TngFile *file, Bytes *block, Arena *arena, Report *report)
{
    Bytes stored;
    Wrapping wrapping;
    if (!tng_stored_block(file, &stored, report))
        return false;
    const Inflated inflated =
        inflate_any(stored, 0, tng_block_limit(stored.size), &wrapping, arena);
    if (inflated.problem)
        return report_error(report, "at byte %d: section block: %s", TNG_BLOCK_AT,
                            inflated.problem);
    if (!tng_block_checksum(stored, &inflated, wrapping, &file->liberal))
        return report_error(report, "at byte %zu: section block: CRC mismatch",
                            TNG_BLOCK_AT + inflated.used);
    *block = inflated.bytes;
    return true;
}

/* ---- sections ---- */

/* Offsets in messages count from the start of the decompressed block. */
static Reader section_reader(const TngSection *section, Arena *arena, Report *report)
{
    Reader reader = reader_of(section->bytes, report);
    reader.base = section->at;
    reader.part = arena_format(arena, "section %u (%s)", section->type,
                               section->kind ? section->kind->title : "unknown")
                      .at;
    return reader;
}

/* The position may have any value: the tests are written so that no sum can overflow. */
static bool slice_asset(const TngFile *file, const TngExtent *place, Bytes *out, Reader *reader)
{
    const size_t capacity = file->file.size - file->assets_at;
    if (place->at > capacity || place->size > capacity - place->at)
        return reader_fail(reader,
                           "an asset of %u bytes at %llu is outside the file, which has %zu "
                           "bytes of assets",
                           place->size, (unsigned long long)place->at, capacity);
    *out = bytes_slice(file->file, file->assets_at + (size_t)place->at, place->size);
    return true;
}

/* Descriptors begin with a TngExtent, so they can be passed to slice_asset(). */
static bool read_entries(const TngFile *file, TngSection *section, Reader *reader, Arena *arena)
{
    const RecordLayout *layout = section->kind->record;
    const size_t least = layout->bytes;
    if (section->bytes.size % least)
        return reader_fail(reader, "its length %zu is not a multiple of %zu",
                           section->bytes.size, least);
    section->count = section->bytes.size / least;
    section->entries = ARENA_ALLOC(arena, TngEntry, section->count);
    char *descriptors = arena_alloc(arena, section->count, layout->size);
    for (size_t i = 0; i < section->count; i++) {
        TngEntry *entry = &section->entries[i];
        entry->descriptor = descriptors + i * layout->size;
        if (!record_read(layout, entry->descriptor, reader, arena) ||
            !slice_asset(file, entry->descriptor, &entry->stored, reader))
            return false;
    }
    return true;
}

static bool read_language(const TngFile *file, TngSection *section, Reader *reader,
                          Arena *arena)
{
    TngLanguage *language = arena_alloc(arena, 1, sizeof *language);
    section->record = language;
    if (!record_read(&TngLanguage_layout, language, reader, arena) ||
        !slice_asset(file, &(TngExtent){language->at, language->size}, &section->texts, reader))
        return false;
    section->count = language->speech_count;
    section->entries = ARENA_ALLOC(arena, TngEntry, section->count);
    for (size_t i = 0; i < section->count; i++) {
        section->entries[i].descriptor = &language->speech[i];
        if (!slice_asset(file, (const TngExtent *)(const void *)&language->speech[i],
                         &section->entries[i].stored, reader))
            return false;
    }
    return true;
}

/* The size of a tile depends on the number of movement types in the header. */
static bool read_tiles(const TngFile *file, TngSection *section, Reader *reader, Arena *arena)
{
    const size_t size = 2 + 5 * (size_t)file->header.transport_count;
    section->count = section->bytes.size / size;
    section->entries = ARENA_ALLOC(arena, TngEntry, section->count);
    TngTile *tiles = ARENA_ALLOC(arena, TngTile, section->count);
    for (size_t i = 0; i < section->count; i++) {
        tiles[i].transport_count = file->header.transport_count;
        section->entries[i].asset = &tiles[i];
        if (!record_read(&TngTile_layout, &tiles[i], reader, arena))
            return false;
    }
    section->trailing = read_bytes(reader, reader_left(reader));
    return true;
}

static bool read_single(TngSection *section, Reader *reader, Arena *arena)
{
    section->record = arena_alloc(arena, 1, section->kind->record->size);
    if (section->type == SECTION_MAIN_MENU) /* 3 bytes, or the complete record */
        ((TngMainMenu *)section->record)->enabled = section->bytes.size >= 3 + MenuLook_bytes;
    return record_read(section->kind->record, section->record, reader, arena);
}

/* Both facts allow any offset to be used: tng_string() always finds an end, and 0 is empty. */
static bool read_strings(TngFile *file, TngSection *section, Reader *reader)
{
    if (section->bytes.size && section->bytes.data[section->bytes.size - 1])
        return reader_fail(reader, "the last string is not terminated");
    if (section->bytes.size && section->bytes.data[0])
        return reader_fail(reader, "string 0 is not empty");
    file->strings = section->bytes;
    return true;
}

/* The key is the position of the bytes, not their content. */
void tng_same_assets(const TngSection *section, uint32_t *first, Arena *arena)
{
    Table table = table_new(arena);
    Bytes *places = ARENA_ALLOC(arena, Bytes, section->count);
    for (size_t i = 0; i < section->count; i++) {
        places[i].data = section->entries[i].stored.data;
        places[i].size = section->entries[i].stored.size;
        first[i] =
            *table_put(&table, (Text){(const char *)&places[i], sizeof places[i]}, (uint32_t)i);
    }
}

bool tng_read_section(TngFile *file, TngSection *section, Arena *arena, Report *report)
{
    if (!section->kind)
        return true;
    Reader reader = section_reader(section, arena, report);
    switch (section->kind->form) {
    case TNG_STRINGS:
        return read_strings(file, section, &reader);
    case TNG_LANGUAGE:
        return read_language(file, section, &reader, arena);
    case TNG_FILES:
    case TNG_ASSETS:
        return read_entries(file, section, &reader, arena);
    case TNG_SINGLE:
        return read_single(section, &reader, arena);
    case TNG_TILES:
        return read_tiles(file, section, &reader, arena);
    }
    return false;
}

/* Whether an asset can be decoded and has no trailing bytes. */
static bool asset_fits(const TngFile *file, const TngSection *section, size_t index,
                       Arena *scratch)
{
    Report silent = report_to(NULL, NULL);
    const void *record = tng_asset(file, section, index, scratch, &silent);
    return record && !record_trailing(section->kind->asset, record).size;
}

/* Whether an asset can be decoded as a map with the right number of cells. Other bytes may
 * follow: what reads as a map by chance does not have that number. */
static bool map_fits(const TngFile *file, const TngSection *section, size_t index,
                     Arena *scratch)
{
    Report silent = report_to(NULL, NULL);
    const TngMap *map = tng_asset(file, section, index, scratch, &silent);
    const size_t log2 = file->header.map_log2;
    return map && log2 <= TNG_MAP_LOG2_MAX &&
           tng_layers_count((Bytes){map->layers, map->layers_size}) ==
               ((size_t)1 << 2 * log2) * tng_map_layers(&file->header);
}

/* In places, the text of the specification gives maps the number 34. If a file has no section
 * 35 and its section 34 can only be decoded as maps, it contains maps. */
static void accept_maps_as_34(TngFile *file)
{
    if (tng_section(file, SECTION_MAPS))
        return;
    TngSection *section = (TngSection *)tng_section(file, SECTION_QUESTS);
    if (!section || !section->count)
        return;
    const TngSection as_maps = {.type = SECTION_MAPS,
                                .kind = &kinds[SECTION_MAPS],
                                .entries = section->entries,
                                .count = section->count};
    Arena *scratch = arena_new();
    bool maps = true;
    for (size_t i = 0; i < section->count && maps; i++) {
        arena_reset(scratch);
        maps = !asset_fits(file, section, i, scratch) && map_fits(file, &as_maps, i, scratch);
    }
    arena_free(scratch);
    if (!maps)
        return;
    section->kind = &kinds[SECTION_MAPS];
    section->type = SECTION_MAPS;
    file->liberal |= TNG_MAPS_AS_34;
}

/* Entries may share assets, so together they can claim more bytes than the file has. Some
 * sharing is normal; thousands of entries that share a large asset would block any reader. */
static bool claims_are_bounded(const TngFile *file, Report *report)
{
    Quota quota =
        quota_of_file(file->file.size, TNG_ASSETS_MIN, TNG_ASSETS_FACTOR, "bytes of assets");
    for (size_t i = 0; i < file->section_count; i++)
        for (size_t j = 0; j < file->sections[i].count; j++)
            if (!quota_take(&quota, file->sections[i].entries[j].stored.size, report))
                return false;
    return true;
}

bool tng_read_table(TngFile *file, Bytes block, Arena *arena, Report *report)
{
    Reader reader = reader_of(block, report);
    reader.part = "section table";
    TngSectionEntry first = {0};
    if (!record_read(&TngSectionEntry_layout, &first, &reader, arena))
        return false;
    if (first.at % 8 || first.at < 8 || first.at > block.size)
        return report_error(report,
                            "section table: its size %u is not a multiple of 8 within %zu",
                            first.at, block.size);
    file->section_count = first.at / 8;
    file->sections = ARENA_ALLOC(arena, TngSection, file->section_count);
    reader_seek(&reader, 0);
    for (size_t i = 0; i < file->section_count; i++) {
        TngSectionEntry entry = {0};
        TngSection *section = &file->sections[i];
        if (!record_read(&TngSectionEntry_layout, &entry, &reader, arena))
            return false;
        if (entry.at < first.at || entry.at > block.size || entry.size > block.size - entry.at)
            return reader_fail(&reader,
                               "section %u: %u bytes at %u are outside the block of %zu",
                               entry.type, entry.size, entry.at, block.size);
        *section = (TngSection){.type = entry.type,
                                .kind = tng_section_kind(entry.type),
                                .bytes = bytes_slice(block, entry.at, entry.size),
                                .at = entry.at};
    }
    if (file->sections[0].type != SECTION_STRINGS)
        return report_error(report, "section table: section 0 (strings) must be the first");
    return true;
}

static bool read_sections(TngFile *file, Arena *arena, Report *report)
{
    for (size_t i = 0; i < file->section_count; i++)
        if (!tng_read_section(file, &file->sections[i], arena, report))
            return false;
    if (!claims_are_bounded(file, report))
        return false;
    accept_maps_as_34(file);
    return true;
}

bool tng_read(Bytes bytes, TngFile *out, Arena *arena, Report *report)
{
    Bytes block = {0};
    *out = (TngFile){.file = bytes};
    return tng_read_header(out, arena, report) && read_block(out, &block, arena, report) &&
           tng_read_table(out, block, arena, report) && read_sections(out, arena, report);
}

/* ---- warnings without reading the sections ---- */

/* Position of the file's CRC in the header; it counts as zeros in its own computation. */
enum { CRC_AT = 56, CRC_END = 60 };

uint32_t tng_crc(Bytes file)
{
    static const uint8_t zeros[CRC_END - CRC_AT];
    uint32_t crc = crc32_of(0, bytes_slice(file, 0, CRC_AT));
    crc = crc32_of(crc, (Bytes){zeros, sizeof zeros});
    return crc32_of(crc, bytes_slice(file, CRC_END, file.size - CRC_END));
}

uint32_t tng_stored_crc(Bytes start)
{
    return (uint32_t)uint_of(start.data + CRC_AT, 4, false);
}

/* Without `strict` a wrong CRC is a warning, so that damaged games can still be examined. */
bool tng_check_crc(Bytes file, bool strict, Report *report)
{
    if (file.size < TNG_HEADER_SIZE || !tng_is(file))
        return true;
    const uint32_t found = tng_stored_crc(file);
    const uint32_t crc = tng_crc(file);
    if (found == crc)
        return true;
    if (strict)
        return report_error(
            report, "at byte 56: the file's CRC is %08x; expected %08x: the file is damaged",
            found, crc);
    report_warning(report,
                   "at byte 56: the file's CRC is %08x; expected %08x: the file is damaged",
                   found, crc);
    return true;
}

void tng_check_age(Bytes file, Report *report)
{
    enum { HIGHEST_COMMAND_AT = 43 };
    if (file.size < TNG_HEADER_SIZE || !tng_is(file))
        return;
    const unsigned highest = file.data[HIGHEST_COMMAND_AT];
    if (highest > COMMAND_LAST)
        report_warning(report,
                       "at byte 43: this game needs commands up to %u; this program knows "
                       "commands up to %d: its handlers may not run",
                       highest, COMMAND_LAST);
}
