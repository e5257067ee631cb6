/* The container of a game, read here and not by tirnanog/container, which accepts several
 * readings without saying which; then each section and each asset is examined. */
#include "studio/prove/prove_internal.h"

#include "base/deflate.h"

#include <stdlib.h>

/* ---- compressed blocks ---- */

static Bytes inflated_as(Bytes stored, Wrapping wrapping, size_t limit, Inflated *out,
                         Arena *arena)
{
    *out = inflate_bytes(stored, wrapping, 0, limit, arena);
    return out->problem ? (Bytes){NULL, 0} : out->bytes;
}

/* Readings in order: content, stream, adler. */
static void check_sum(Proof *proof, Bytes stored, const Inflated *inflated, bool zlib,
                      ProveReading content)
{
    const size_t left = stored.size - inflated->used;
    const uint8_t *end = stored.data + inflated->used;
    const uint32_t adler = adler32_of(1, inflated->bytes);
    uint32_t expected[3] = {crc32_of(0, inflated->bytes),
                            crc32_of(0, bytes_slice(stored, 0, inflated->used)), adler};
    for (unsigned i = 0; i < 3; i++) {
        const ProveReading reading = (ProveReading)(content + i);
        const uint32_t found = left == 4 ? (uint32_t)uint_of(end, 4, false) : 0;
        bool fits = left == 4 && found == expected[i];
        if (i == 2 && zlib)
            fits = left == 0; /* the stream's own, which was verified */
        else if (i == 2 && left == 4)
            fits |= (uint32_t)uint_of(end, 4, true) == adler;
        if (fits)
            prove_support(proof, reading);
        else if (left != 4 || (i == 2 && zlib))
            prove_refute(proof, reading, "%zu bytes follow the stream", left);
        else
            prove_refute(proof, reading, "%08x follows the stream; expected %08x", found,
                         expected[i]);
    }
}

bool prove_block(Proof *proof, Bytes stored, size_t limit, ProveReading zlib,
                 ProveReading content, Bytes *out, Arena *arena)
{
    Inflated as_zlib, as_raw;
    const Bytes one = inflated_as(stored, WRAPPING_ZLIB, limit, &as_zlib, arena);
    const Bytes other = inflated_as(stored, WRAPPING_RAW, limit, &as_raw, arena);
    proof->block_stored = stored.size;
    if (as_zlib.problem)
        prove_refute(proof, zlib, "%s", as_zlib.problem);
    else
        prove_support(proof, zlib);
    if (as_raw.problem)
        prove_refute(proof, (ProveReading)(zlib + 1), "%s", as_raw.problem);
    else
        prove_support(proof, (ProveReading)(zlib + 1));
    if (as_zlib.problem && as_raw.problem)
        return false;
    check_sum(proof, stored, as_zlib.problem ? &as_raw : &as_zlib, !as_zlib.problem, content);
    *out = as_zlib.problem ? other : one;
    proof->block_size = out->size;
    return true;
}

/* ---- the container ---- */

/* CRC-32C, four bits at a time: files are read once. */
static uint32_t castagnoli(uint32_t crc, Bytes bytes)
{
    static const uint32_t table[16] = {0x00000000, 0x105EC76F, 0x20BD8EDE, 0x30E349B1,
                                       0x417B1DBC, 0x5125DAD3, 0x61C69362, 0x7198540D,
                                       0x82F63B78, 0x92A8FC17, 0xA24BB5A6, 0xB21572C9,
                                       0xC38D26C4, 0xD3D3E1AB, 0xE330A81A, 0xF36E6F75};
    crc = ~crc;
    for (size_t i = 0; i < bytes.size; i++) {
        crc ^= bytes.data[i];
        crc = crc >> 4 ^ table[crc & 15];
        crc = crc >> 4 ^ table[crc & 15];
    }
    return ~crc;
}

static void check_crc(Proof *proof, Bytes file)
{
    enum { CRC_AT = 56, CRC_END = 60 };
    static const uint8_t zeros[CRC_END - CRC_AT];
    const uint32_t found = tng_stored_crc(file), ieee = tng_crc(file);
    uint32_t other = castagnoli(0, bytes_slice(file, 0, CRC_AT));
    other = castagnoli(other, (Bytes){zeros, sizeof zeros});
    other = castagnoli(other, bytes_slice(file, CRC_END, file.size - CRC_END));
    if (found == ieee)
        prove_support(proof, READING_file_crc_ieee);
    else
        prove_refute(proof, READING_file_crc_ieee, "byte 56: found %08x, expected %08x", found,
                     ieee);
    if (found == other)
        prove_support(proof, READING_file_crc_castagnoli);
    else
        prove_refute(proof, READING_file_crc_castagnoli, "byte 56: found %08x, expected %08x",
                     found, other);
    proof->damaged = found != ieee && found != other;
}

static bool read_header(Proof *proof, Bytes file, ProveGame *game, Arena *arena, Report *report)
{
    Reader reader = reader_of(file, report);
    if (!tng_is(file))
        return report_error(report, "at byte 0: not a TirNanoG game file");
    if (!record_read(&TngHeader_layout, &game->header, &reader, arena))
        return false;
    const TngHeader *header = &game->header;
    if (header->encrypted)
        return report_error(
            report,
            "the file is encrypted; its author forbids reading it, so it is not processed");
    if (header->revision)
        return report_error(report, "at byte 32: unknown revision %u", header->revision);
    check_crc(proof, file);
    proof->numbers = arena_format(
        proof->arena,
        "type %u, tiles %u x %u, map 2^%u, atlas 2^%u, audio %u, frames %u, actions %u, "
        "layers %u, methods %u, highest command %u, delta y %u, row %u",
        header->type_bits & 15u, tng_tile_width(header), tng_tile_height(header),
        header->map_log2, header->atlas_log2, header->audio_rate, header->frame_rate,
        header->action_count, header->layer_count, header->transport_count,
        header->highest_command, header->delta_y, header->row_length);
    return true;
}

/* There are 36 types, of which one occurs once for each language. */
enum { SECTIONS_MAX = 1024 };

static bool read_table(ProveGame *game, Arena *arena, Report *report)
{
    const Bytes block = game->block;
    Report silent = report_to(NULL, NULL);
    Reader reader = reader_of(block, &silent);
    const uint32_t first = read_u32(&reader);
    if (!reader_ok(&reader) || first % 8 || first < 8 || first > block.size)
        return report_error(report, "section table: its size is not a multiple of 8 within "
                                    "the block");
    if (first / 8 > SECTIONS_MAX)
        return report_error(report, "section table: %u sections; the maximum is %d", first / 8,
                            SECTIONS_MAX);
    game->section_count = first / 8;
    game->sections = ARENA_ALLOC(arena, ProveSection, game->section_count);
    reader_seek(&reader, 0);
    for (size_t i = 0; i < game->section_count; i++) {
        ProveSection *section = &game->sections[i];
        section->at = read_u32(&reader);
        section->size = read_u24(&reader);
        section->type = read_u8(&reader);
        if (section->at < first || section->at > block.size ||
            section->size > block.size - section->at)
            return report_error(report,
                                "section %u: %llu bytes at %llu are outside the block "
                                "of %zu",
                                section->type, (unsigned long long)section->size,
                                (unsigned long long)section->at, block.size);
        const TngSectionKind *kind = tng_section_kind(section->type);
        section->title = kind ? kind->title : "unknown";
        if (!game->first[section->type])
            game->first[section->type] = section;
    }
    return game->sections[0].type == SECTION_STRINGS ||
           report_error(report, "section table: section 0 (strings) must be the first");
}

static size_t block_limit(size_t compressed)
{
    const size_t limit = ((size_t)1 << 20) + compressed * 100;
    return limit < (size_t)1 << 30 ? limit : (size_t)1 << 30;
}

bool prove_container(Proof *proof, Bytes file, ProveGame *out, Arena *arena, Report *report)
{
    *out = (ProveGame){.file = file, .arena = arena};
    if (!read_header(proof, file, out, arena, report))
        return false;
    Reader reader = reader_of(file, report);
    reader_seek(&reader, TNG_HEADER_SIZE);
    const uint32_t size = read_u32(&reader);
    if (!reader_need(&reader, size, "the section block"))
        return false;
    const Bytes stored = read_bytes(&reader, size);
    out->assets_at = reader.at;
    if (!prove_block(proof, stored, block_limit(size), READING_block_stream_zlib,
                     READING_block_checksum_content, &out->block, arena))
        return report_error(report, "at byte %d: section block: the compressed data is damaged",
                            TNG_BLOCK_AT);
    if (!read_table(out, arena, report))
        return false;
    out->strings = prove_section_bytes(out, &out->sections[0]);
    out->extension =
        !prove_count(out, SECTION_ATTRIBUTES) || !prove_count(out, SECTION_STARTUP);
    return true;
}

Bytes prove_section_bytes(const ProveGame *game, const ProveSection *section)
{
    return bytes_slice(game->block, section->at, section->size);
}

/* The offset of the first descriptor in a section; its size is 16. */
static size_t entries_at(unsigned type) { return type == SECTION_LANGUAGE ? 18 : 0; }

static size_t entry_count(const ProveSection *section)
{
    const TngSectionKind *kind = tng_section_kind(section->type);
    const bool entries = kind && (kind->form == TNG_FILES || kind->form == TNG_ASSETS ||
                                  kind->form == TNG_LANGUAGE);
    const size_t start = entries_at(section->type);
    return entries && section->size >= start ? (section->size - start) / 16
           : section->size != 0              ? 1
                                             : 0;
}

size_t prove_count(const ProveGame *game, unsigned type)
{
    const ProveSection *section = game->first[type];
    return section ? entry_count(section) : 0;
}

static int compare_names(const void *a, const void *b)
{
    const uint32_t one = *(const uint32_t *)a, other = *(const uint32_t *)b;
    return (one > other) - (one < other);
}

bool prove_is_name(ProveGame *game, unsigned type, uint32_t offset)
{
    const size_t count = prove_count(game, type);
    if (!count)
        return false;
    if (!game->names[type]) {
        const Bytes bytes = prove_section_bytes(game, game->first[type]);
        uint32_t *names = ARENA_ALLOC(game->arena, uint32_t, count);
        for (size_t i = 0; i < count; i++)
            names[i] = (uint32_t)uint_of(bytes.data + i * 16 + 12, 4, false);
        qsort(names, count, sizeof *names, compare_names);
        game->names[type] = names;
    }
    return bsearch(&offset, game->names[type], count, sizeof offset, compare_names);
}

unsigned prove_maps_type(const ProveGame *game)
{
    return prove_count(game, SECTION_MAPS) ? SECTION_MAPS : SECTION_QUESTS;
}

/* ---- assets ---- */

typedef struct Examination {
    Proof *proof;
    const ProveGame *game;
    Quota quota; /* for decompressed bytes: assets may be shared */
    TngExtent *assets;
    size_t asset_count;
    unsigned failures; /* assets that no form decompresses */
    Arena *scratch;
    Report *report;
} Examination;

static bool locate(Examination *exam, const uint8_t *descriptor, ProvePlace place, Bytes *out)
{
    const ProveGame *game = exam->game;
    const uint64_t at = uint_of(descriptor, 8, false), size = uint_of(descriptor + 8, 4, false);
    const size_t room = game->file.size - game->assets_at;
    *out = (Bytes){NULL, 0};
    if (at > room || size > room - at) {
        prove_misfit(exam->proof, place, "an asset of %llu bytes at %llu is outside the file",
                     (unsigned long long)size, (unsigned long long)at);
        return false;
    }
    *out = bytes_slice(game->file, game->assets_at + at, size);
    if (size)
        *ARENA_PUSH(exam->proof->arena, exam->assets, exam->asset_count) =
            (TngExtent){at, (u32)size};
    return true;
}

/* Whether the whole asset is one stream of this form. */
static bool stream_fits(const Examination *exam, ProveReading reading, ProvePlace place,
                        Bytes stored, Wrapping wrapping, size_t limit, Bytes *out)
{
    const Inflated inflated = inflate_bytes(stored, wrapping, 0, limit, exam->scratch);
    place.offset = 0;
    if (inflated.problem)
        prove_refute_at(exam->proof, reading, place, "%s", inflated.problem);
    else if (inflated.used != stored.size)
        prove_refute_at(exam->proof, reading, place, "%zu bytes follow the stream",
                        stored.size - inflated.used);
    else
        prove_support(exam->proof, reading);
    if (!inflated.problem)
        *out = inflated.bytes;
    return !inflated.problem;
}

/* Decompresses an asset, in both forms until one is refuted: attempts that fail are not charged
 * to the quota. False if it is neither, or exceeds the quota. */
static bool unpack(Examination *exam, ProvePlace place, Bytes stored, size_t limit, Bytes *out)
{
    enum { FAILURES_MAX = 16 };
    static const Wrapping wrappings[2] = {WRAPPING_ZLIB, WRAPPING_RAW};
    const ProveFinding *findings = &exam->proof->findings[READING_asset_stream_zlib];
    const unsigned first = findings[0].refuted && !findings[1].refuted, second = !first;
    Bytes other;
    if (exam->failures > FAILURES_MAX)
        return false;
    bool fits = stream_fits(exam, (ProveReading)(READING_asset_stream_zlib + first), place,
                            stored, wrappings[first], limit, out);
    if (!fits || !findings[second].refuted)
        fits |= stream_fits(exam, (ProveReading)(READING_asset_stream_zlib + second), place,
                            stored, wrappings[second], limit, fits ? &other : out);
    exam->failures += !fits;
    return fits && quota_take(&exam->quota, out->size, exam->report);
}

static void examine_texts(Examination *exam, ProveSection *section, Bytes bytes)
{
    const ProvePlace place = {section->type, SIZE_MAX, 2};
    Bytes stored, texts;
    if (section->size < entries_at(section->type)) {
        prove_misfit(exam->proof, place, "the header of a language is truncated");
        return;
    }
    if (!locate(exam, bytes.data + 2, place, &stored) || !stored.size)
        return;
    section->stored += stored.size;
    if (unpack(exam, place, stored, TNG_TEXTS_MAX, &texts)) {
        section->unpacked += texts.size;
        exam->proof->records++;
        if (texts.size && texts.data[texts.size - 1])
            prove_misfit(exam->proof, place, "the last text is not terminated");
    }
}

static void examine_entry(Examination *exam, ProveSection *section, const TngSectionKind *kind,
                          size_t index, const uint8_t *descriptor)
{
    const ProvePlace place = {section->type, index, 0};
    Bytes stored, asset;
    if (!locate(exam, descriptor, place, &stored) || !stored.size)
        return;
    section->stored += stored.size;
    if (kind->form != TNG_ASSETS)
        return;
    if (!unpack(exam, place, stored, TNG_ASSET_MAX, &asset))
        return;
    section->unpacked += asset.size;
    prove_asset(exam->proof, exam->game, place, asset, exam->scratch);
}

static bool examine_section(Examination *exam, ProveSection *section)
{
    const TngSectionKind *kind = tng_section_kind(section->type);
    const Bytes bytes = prove_section_bytes(exam->game, section);
    const size_t start = entries_at(section->type);
    section->entries = entry_count(section);
    if (!kind || kind->form == TNG_STRINGS)
        return true;
    if (kind->form == TNG_SINGLE || kind->form == TNG_TILES) {
        prove_section(exam->proof, exam->game, section, exam->scratch);
        return true;
    }
    if (section->type == SECTION_LANGUAGE)
        examine_texts(exam, section, bytes);
    if (section->size >= start && (section->size - start) % 16)
        prove_misfit(exam->proof, (ProvePlace){section->type, SIZE_MAX, section->size},
                     "its length is not a multiple of 16");
    for (size_t i = 0; section->size >= start && i < section->entries; i++) {
        arena_reset(exam->scratch);
        examine_entry(exam, section, kind, i, bytes.data + start + i * 16);
        if (quota_exceeded(&exam->quota))
            return false;
    }
    return true;
}

static bool examine_game(Proof *proof, Bytes file, ProveGame *game, Report *report)
{
    enum { MIN = 256 << 20, FACTOR = 100 };
    if (!prove_container(proof, file, game, proof->arena, report))
        return false;
    Examination exam = {.proof = proof,
                        .game = game,
                        .quota = quota_of_file(file.size, MIN, FACTOR, "bytes of assets"),
                        .scratch = arena_new_within(proof->arena),
                        .report = report};
    for (size_t i = 0; i < game->section_count; i++)
        if (!examine_section(&exam, &game->sections[i]))
            return false;
    arena_reset(exam.scratch);
    proof->own = prove_is_own(game, exam.assets, exam.asset_count, exam.scratch);
    proof->sections = game->sections;
    proof->section_count = game->section_count;
    return true;
}

/* ---- files ---- */

typedef struct FirstError {
    Text *text; /* empty until there is one */
    Arena *arena;
} FirstError;

static void keep_error(void *context, const Message *message)
{
    FirstError *error = context;
    if (message->severity == SEVERITY_ERROR && !error->text->size)
        *error->text = arena_text(error->arena, message->text);
}

/* A game that this program wrote has numbers that this program gives, and its saved games are
 * probably those of our player. */
ProveGameFile prove_game_file(Bytes file, Arena *arena)
{
    ProveGameFile found = {NULL, false, {"", 0}};
    ProveGame *game = ARENA_ALLOC(arena, ProveGame, 1);
    Proof proof = {.kind = PROVE_GAME, .arena = arena};
    Report errors = report_to(keep_error, &(FirstError){&found.error, arena});
    if (!examine_game(&proof, file, game, &errors))
        return found;
    found.own = proof.own;
    found.error = proof.damaged ? TEXT("a CRC fits no permitted reading, so it may be damaged")
                                : (Text){"", 0};
    found.game = proof.damaged || proof.own ? NULL : game;
    return found;
}

bool prove_save_of_game(Proof *proof, Bytes file, const ProveGameFile *game, Report *report)
{
    proof->lacks_game = !game;
    proof->own_game = game && game->own;
    proof->game_error = game ? game->error : (Text){"", 0};
    return prove_save(proof, file, game ? game->game : NULL, proof->arena, report);
}

static bool examine_save(Proof *proof, Bytes file, Bytes game_file, Report *report)
{
    if (!game_file.size)
        return prove_save_of_game(proof, file, NULL, report);
    const ProveGameFile game = prove_game_file(game_file, proof->arena);
    return prove_save_of_game(proof, file, &game, report);
}

bool prove_questions_of(ProveKind kind, Bytes file, Bytes game, Proof *out, Arena *arena,
                        Report *report)
{
    *out = (Proof){.kind = kind, .size = file.size, .arena = arena};
    switch (kind) {
    case PROVE_GAME:
        return examine_game(out, file, &(ProveGame){0}, report);
    case PROVE_SAVE:
        return examine_save(out, file, game, report);
    case PROVE_CAMERA:
        return prove_camera(out, file, report);
    case PROVE_ANIMATION:
        return prove_animation(out, file, report);
    case PROVE_TEXTURE:
        return prove_texture(out, file, report);
    case PROVE_KINDS:
        break;
    }
    return false;
}
