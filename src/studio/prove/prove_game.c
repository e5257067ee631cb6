/* The blocks and the container of a game. The reader of games (tirnanog/container) locates
 * sections and assets; what it accepts in several readings is examined here in each of them. */
#include "studio/prove/prove_internal.h"

#include "base/deflate.h"

#include <stdlib.h>

/* ---- compressed blocks ---- */

static const Wrapping wrappings[2] = {WRAPPING_ZLIB, WRAPPING_RAW};

/* Readings in order: content, stream, adler. */
static void check_sum(Proof *proof, Bytes stored, const Inflated *inflated, bool zlib,
                      ProveReading content)
{
    const size_t left = stored.size - inflated->used;
    const uint8_t *end = stored.data + inflated->used;
    const uint32_t adler = adler32_of(1, inflated->bytes);
    const uint32_t found = left == 4 ? (uint32_t)uint_of(end, 4, false) : 0;
    const uint32_t expected[3] = {crc32_of(0, inflated->bytes),
                                  crc32_of(0, bytes_slice(stored, 0, inflated->used)), adler};
    for (unsigned i = 0; i < 3; i++) {
        const ProveReading reading = (ProveReading)(content + i);
        if (i == 2 && zlib) /* the stream's own, which was verified */
            prove_whether(proof, left == 0, reading, prove_whole_file,
                          "%zu bytes follow the stream", left);
        else if (left != 4)
            prove_whether(proof, false, reading, prove_whole_file,
                          "%zu bytes follow the stream", left);
        else
            prove_whether(proof,
                          found == expected[i] ||
                              (i == 2 && (uint32_t)uint_of(end, 4, true) == adler),
                          reading, prove_whole_file, "%08x follows the stream; expected %08x",
                          found, expected[i]);
    }
}

bool prove_block(Proof *proof, Bytes stored, size_t limit, ProveReading zlib,
                 ProveReading content, Bytes *out, Arena *arena)
{
    Inflated inflated[2];
    proof->block_stored = stored.size;
    for (unsigned i = 0; i < 2; i++) {
        inflated[i] = inflate_bytes(stored, wrappings[i], 0, limit, arena);
        prove_whether(proof, !inflated[i].problem, (ProveReading)(zlib + i), prove_whole_file,
                      "%s", inflated[i].problem);
    }
    const Inflated *fitting = &inflated[inflated[0].problem != NULL];
    if (fitting->problem)
        return false;
    check_sum(proof, stored, fitting, !inflated[0].problem, content);
    *out = fitting->bytes;
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
    prove_whether(proof, found == ieee, READING_file_crc_ieee, prove_whole_file,
                  "byte 56: found %08x, expected %08x", found, ieee);
    prove_whether(proof, found == other, READING_file_crc_castagnoli, prove_whole_file,
                  "byte 56: found %08x, expected %08x", found, other);
    proof->damaged = found != ieee && found != other;
}

static Text header_numbers(const TngHeader *header, Arena *arena)
{
    return arena_format(
        arena,
        "type %u, tiles %u x %u, map 2^%u, atlas 2^%u, audio %u, frames %u, actions %u, "
        "layers %u, methods %u, highest command %u, delta y %u, row %u",
        header->type_bits & 15u, tng_tile_width(header), tng_tile_height(header),
        header->map_log2, header->atlas_log2, header->audio_rate, header->frame_rate,
        header->action_count, header->layer_count, header->transport_count,
        header->highest_command, header->delta_y, header->row_length);
}

/* There are 36 types, of which one occurs once for each language. */
enum { SECTIONS_MAX = 1024 };

static bool read_container(Proof *proof, Bytes bytes, TngFile *file, Report *report)
{
    Bytes stored, block;
    *file = (TngFile){.file = bytes, .rows_as_stored = true};
    if (!tng_read_header(file, proof->arena, report))
        return false;
    check_crc(proof, bytes);
    proof->numbers = header_numbers(&file->header, proof->arena);
    if (!tng_stored_block(file, &stored, report))
        return false;
    if (!prove_block(proof, stored, tng_block_limit(stored.size), READING_block_stream_zlib,
                     READING_block_checksum_content, &block, proof->arena))
        return report_error(report, "at byte %d: section block: the compressed data is damaged",
                            TNG_BLOCK_AT);
    if (!tng_read_table(file, block, proof->arena, report))
        return false;
    if (file->section_count > SECTIONS_MAX)
        return report_error(report, "section table: %zu sections; the maximum is %d",
                            file->section_count, SECTIONS_MAX);
    file->strings = file->sections[0].bytes;
    return true;
}

static bool has_entries(const TngSection *section)
{
    return section->kind &&
           (section->kind->form == TNG_FILES || section->kind->form == TNG_ASSETS ||
            section->kind->form == TNG_LANGUAGE);
}

static size_t entry_count(const TngSection *section)
{
    return has_entries(section) ? section->count : section->bytes.size != 0;
}

size_t prove_count(const ProveGame *game, unsigned type)
{
    const TngSection *section = tng_section(&game->file, type);
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
        const TngEntry *entries = tng_section(&game->file, type)->entries;
        uint32_t *names = ARENA_ALLOC(game->arena, uint32_t, count);
        for (size_t i = 0; i < count; i++)
            names[i] = ((const TngAsset *)entries[i].descriptor)->name;
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
    ProveGame *game;
    Quota quota;       /* for decompressed bytes: assets may be shared */
    unsigned failures; /* assets that no form decompresses */
    Arena *scratch;
    Report *report;
} Examination;

/* Whether the whole asset is one stream of this form. */
static bool stream_fits(const Examination *exam, unsigned form, ProvePlace place, Bytes stored,
                        size_t limit, Bytes *out)
{
    const Inflated inflated = inflate_bytes(stored, wrappings[form], 0, limit, exam->scratch);
    const ProveReading reading = (ProveReading)(READING_asset_stream_zlib + form);
    place.offset = 0;
    if (inflated.problem) {
        prove_whether(exam->proof, false, reading, place, "%s", inflated.problem);
        return false;
    }
    prove_whether(exam->proof, inflated.used == stored.size, reading, place,
                  "%zu bytes follow the stream", stored.size - inflated.used);
    *out = inflated.bytes;
    return true;
}

/* Decompresses an asset, in both forms until one is refuted: attempts that fail are not charged
 * to the quota. False if it is neither, or exceeds the quota. */
static bool unpack(Examination *exam, ProvePlace place, Bytes stored, size_t limit, Bytes *out)
{
    enum { FAILURES_MAX = 16 };
    const ProveFinding *findings = &exam->proof->findings[READING_asset_stream_zlib];
    const unsigned first = findings[0].refuted && !findings[1].refuted, second = !first;
    Bytes other;
    if (exam->failures > FAILURES_MAX)
        return false;
    bool fits = stream_fits(exam, first, place, stored, limit, out);
    if (!fits || !findings[second].refuted)
        fits |= stream_fits(exam, second, place, stored, limit, fits ? &other : out);
    exam->failures += !fits;
    return fits && quota_take(&exam->quota, out->size, exam->report);
}

static void examine_texts(Examination *exam, ProveSection *row, const TngSection *section)
{
    const ProvePlace place = {section->type, SIZE_MAX, 2};
    Bytes texts;
    row->stored += section->texts.size;
    if (!section->texts.size || !unpack(exam, place, section->texts, TNG_TEXTS_MAX, &texts))
        return;
    row->unpacked += texts.size;
    exam->proof->records++;
    if (texts.size && texts.data[texts.size - 1])
        prove_misfit(exam->proof, place, "the last text is not terminated");
}

static void examine_entry(Examination *exam, ProveSection *row, const TngSection *section,
                          size_t index)
{
    const ProvePlace place = {section->type, index, 0};
    const Bytes stored = section->entries[index].stored;
    Bytes asset;
    row->stored += stored.size;
    if (!stored.size || section->kind->form != TNG_ASSETS ||
        !unpack(exam, place, stored, TNG_ASSET_MAX, &asset))
        return;
    row->unpacked += asset.size;
    prove_asset(exam->proof, exam->game, place, asset, exam->scratch);
}

static bool examine_section(Examination *exam, ProveSection *row, const TngSection *section)
{
    row->entries = entry_count(section);
    arena_reset(exam->scratch);
    if (section->kind && !has_entries(section) && section->kind->form != TNG_STRINGS)
        prove_section(exam->proof, exam->game, section, exam->scratch);
    if (section->type == SECTION_LANGUAGE)
        examine_texts(exam, row, section);
    for (size_t i = 0; has_entries(section) && i < section->count; i++) {
        arena_reset(exam->scratch);
        examine_entry(exam, row, section, i);
        if (quota_exceeded(&exam->quota))
            return false;
    }
    return true;
}

/* Reads the sections. One without assets may have another form than we read: then it has no
 * record. */
static bool read_sections(Proof *proof, ProveGame *game, Report *report)
{
    TngFile *file = &game->file;
    Report silent = report_to(NULL, NULL);
    proof->section_count = file->section_count;
    proof->sections = ARENA_ALLOC(proof->arena, ProveSection, file->section_count);
    for (size_t i = 0; i < file->section_count; i++) {
        TngSection *section = &file->sections[i];
        const TngSectionKind *kind = section->kind;
        proof->sections[i] = (ProveSection){.type = section->type,
                                            .title = kind ? kind->title : "unknown",
                                            .at = section->at,
                                            .size = section->bytes.size};
        if (!kind || kind->form == TNG_STRINGS)
            continue;
        if (tng_read_section(file, section, proof->arena,
                             has_entries(section) ? report : &silent))
            continue;
        section->record = NULL;
        if (has_entries(section))
            return false;
    }
    game->extension =
        !prove_count(game, SECTION_ATTRIBUTES) || !prove_count(game, SECTION_STARTUP);
    return true;
}

static bool examine_game(Proof *proof, Bytes file, ProveGame *game, Report *report)
{
    enum { MIN = 256 << 20, FACTOR = 100 };
    game->arena = proof->arena;
    if (!read_container(proof, file, &game->file, report) ||
        !read_sections(proof, game, report))
        return false;
    Examination exam = {.proof = proof,
                        .game = game,
                        .quota = quota_of_file(file.size, MIN, FACTOR, "bytes of assets"),
                        .scratch = arena_new_within(proof->arena),
                        .report = report};
    for (size_t i = 0; i < proof->section_count; i++)
        if (!examine_section(&exam, &proof->sections[i], &game->file.sections[i]))
            return false;
    arena_reset(exam.scratch);
    proof->own = prove_is_own(&game->file, exam.scratch);
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

bool prove_questions_of(ProveKind kind, Bytes file, Bytes game, Proof *out, Arena *arena,
                        Report *report)
{
    *out = (Proof){.kind = kind, .size = file.size, .arena = arena};
    if (kind == PROVE_GAME)
        return examine_game(out, file, &(ProveGame){0}, report);
    if (kind != PROVE_SAVE)
        return prove_examine[kind](out, file, report);
    ProveGameFile known;
    if (game.size)
        known = prove_game_file(game, arena);
    return prove_save(out, file, game.size ? &known : NULL, report);
}
