/* Check of the container, its sections and their entries. */
#include "tirnanog/container/tng_check.h"

#include "base/text.h"
#include "kit/open/ogv.h"
#include "tirnanog/fonts/ssfn.h"
#include "tirnanog/container/tng_check_internal.h"
#include "tirnanog/container/tng_sprites.h"
#include "base/image/png.h"

/* ---- sections ---- */

/* Checks sounds and movies that players cannot play, or not in full quality. */
static void check_media(Check *check, const TngEntry *entry)
{
    const unsigned type = check->section->type;
    ScriptMessage message = {check, 0, NULL};
    Report report = report_to(check_pass_on, &message);
    const Text start = text_of_bytes(entry->stored);
    SsfnSet fonts;
    if (type == SECTION_FONTS && (text_starts(start, "SFN") || text_starts(start, "\x1f\x8b")))
        ssfn_read(entry->stored, &fonts, check->scratch, &report);
    if (!text_starts(start, "OggS"))
        return; /* reported before */
    if (type == SECTION_MOVIES || type == SECTION_MUSIC)
        ogv_check(entry->stored, type == SECTION_MOVIES ? OGV_MOVIE : OGV_MUSIC, &report);
    else if (type == SECTION_SOUNDS || type == SECTION_LANGUAGE)
        ogv_check(entry->stored, OGV_MONO, &report);
}

/* The magic is checked first; a wrong one makes further messages useless. */
static void check_file_asset(Check *check, const TngEntry *entry)
{
    static const struct {
        unsigned type;
        const char *magic;
    } magics[] = {{SECTION_FONTS, "SFN"},       {SECTION_MUSIC, "OggS"},
                  {SECTION_SOUNDS, "OggS"},     {SECTION_MOVIES, "OggS"},
                  {SECTION_ATLASES, "\x89PNG"}, {SECTION_BACKS, "\x89PNG"},
                  {SECTION_LANGUAGE, "OggS"}};
    const Text start = text_of_bytes(entry->stored);
    for (size_t i = 0; i < COUNT_OF(magics); i++)
        if (magics[i].type == check->section->type && !text_starts(start, magics[i].magic) &&
            !(check->section->type == SECTION_LANGUAGE && !start.size) &&
            !(check->section->type == SECTION_FONTS && text_starts(start, "\x1f\x8b")))
            check_report(check, true, 0, NULL, "the asset does not begin with %.*s",
                         magics[i].magic[0] < 0 ? 3 : 4,
                         magics[i].magic[0] < 0 ? magics[i].magic + 1 : magics[i].magic);
    check_media(check, entry);
    if (check->section->type == SECTION_BACKS) {
        Image image;
        ScriptMessage message = {check, 0, NULL};
        Report report = report_to(check_pass_on, &message);
        png_read(entry->stored, &image, NULL, check->scratch, &report);
    }
}

/* Voices of a language and default actions may be missing; sections that an extension does not
 * change may be empty. */
static bool may_be_empty(const Check *check)
{
    return check->extension || check->section->kind->form == TNG_LANGUAGE ||
           check->section->type == SECTION_ACTIONS;
}

/* An asset that is compressed, or stored as a record. Returns the number of directions if it is
 * a sprite. */
static uint8_t check_record_asset(Check *check, const TngEntry *entry)
{
    const RecordLayout *layout = check->section->kind->asset;
    const unsigned row_length = tng_row_length(&check->game.header);
    unsigned liberal = 0;
    check->base = 0; /* offsets are relative to the asset */
    void *record = tng_asset_liberal(&check->game, check->section, check->index, &liberal,
                                     check->scratch, check->report);
    if (!record)
        return 0;
    if (liberal & TNG_RAW_DEFLATE)
        check_report(check, false, 0, NULL, "raw deflate; the usual form is zlib");
    if (row_length)
        tng_rows_widen(layout, record, row_length, check->scratch);
    if (entry->stored.size)
        check_record(check, layout, record);
    if (layout != &TngSprite_layout)
        return 0;
    const uint8_t directions = ((TngSprite *)record)->directions_count;
    check_direction_count(check, directions, entry);
    check_sprite_frames(check, record);
    return directions;
}

/* The assets of a section. Those that several entries share are checked with the first one. */
typedef struct SharedAssets {
    uint32_t *same;      /* for each entry, the first one with its asset */
    uint8_t *directions; /* of checked sprites */
} SharedAssets;

/* Offsets of messages are those of the descriptor, until the asset itself is checked. */
static void check_asset(Check *check, const TngEntry *entry, const SharedAssets *shared)
{
    const TngSectionKind *kind = check->section->kind;
    const uint32_t first = shared->same[check->index];
    if (kind->form != TNG_LANGUAGE)
        record_visit(kind->record, entry->descriptor, check_value, check);
    if (!entry->stored.size && !may_be_empty(check))
        check_report(check, true, 0, NULL, "the asset is empty: its length is 0");
    else if (first != check->index && entry->stored.size) {
        if (kind->asset == &TngSprite_layout && shared->directions[first])
            check_direction_count(check, shared->directions[first], entry);
    } else if (kind->form != TNG_ASSETS)
        check_file_asset(check, entry);
    else
        shared->directions[check->index] = check_record_asset(check, entry);
}

/* `base` is the position of the entry in the section block, for messages. */
static void check_entries(Check *check)
{
    const TngSection *section = check->section;
    const TngSectionKind *kind = section->kind;
    const size_t step =
        kind->form == TNG_TILES ? 2 + 5 * (size_t)check->game.header.transport_count : 16;
    const size_t first = kind->form == TNG_LANGUAGE ? 18 : 0;
    Arena *arena = arena_new();
    const SharedAssets shared = {ARENA_ALLOC(arena, uint32_t, section->count),
                                 ARENA_ALLOC(arena, uint8_t, section->count)};
    tng_same_assets(section, shared.same, arena);
    for (size_t i = 0; i < section->count; i++) {
        const TngEntry *entry = &section->entries[i];
        check->index = i;
        check->base = section->at + first + i * step;
        arena_reset(check->scratch);
        if (kind->form == TNG_TILES)
            check_record(check, kind->asset, entry->asset);
        else
            check_asset(check, entry, &shared);
    }
    check->index = SIZE_MAX;
    arena_free(arena);
}

/* Start-up scripts must be sorted by interval. */
static void check_order(Check *check)
{
    const TngSection *section = check->section;
    if (section->type != SECTION_STARTUP)
        return;
    for (size_t i = 1; i < section->count; i++)
        if (((TngTimedAsset *)section->entries[i].descriptor)->interval <
            ((TngTimedAsset *)section->entries[i - 1].descriptor)->interval)
            check_report(check, true, i * 16 + 12, NULL,
                         "the table is not sorted: script %zu runs more "
                         "often than the one before",
                         i);
}

/* Texts and voices are found by number, so all languages must have as many as the first. */
static void check_language(Check *check)
{
    TngTexts texts;
    const TngLanguage *language = check->section->record;
    const TngSection *first = tng_language(&check->game, 0);
    if (!tng_texts(check->section, &texts, check->scratch, check->report))
        return;
    if (texts.count != check->text_count)
        check_report(check, true, 0, NULL, "%zu texts where the first language has %zu",
                     texts.count, check->text_count);
    if (language->speech_count != first->count)
        check_report(check, true, 0, NULL, "%u voices where the first language has %zu",
                     language->speech_count, first->count);
    record_visit(&TngLanguage_layout, check->section->record, check_value, check);
}

/* Unknown sections are only a warning: newer versions may have them. */
static void check_section(Check *check, const TngSection *section)
{
    check->section = section;
    check->index = SIZE_MAX;
    check->base = section->at;
    if (!section->kind) {
        check_report(check, false, 0, NULL, "unknown section type");
        return;
    }
    if (section->kind->form == TNG_LANGUAGE)
        check_language(check);
    else if (section->kind->form == TNG_SINGLE)
        check_record(check, section->kind->record, section->record);
    check_entries(check);
    if (section->trailing.size) {
        check->base = section->at;
        check_trailing(check, section->trailing.size,
                       section->bytes.size - section->trailing.size);
    }
    check_duplicates(check);
    check_order(check);
}

/* Entries that share an atlas are measured once. Sizes are needed by the checks of sprites. */
static void read_atlas_sizes(Check *check)
{
    const TngSection *section = tng_section(&check->game, SECTION_ATLASES);
    check->atlas_count = section ? section->count : 0;
    check->atlas_w = ARENA_ALLOC(check->arena, uint32_t, check->atlas_count);
    check->atlas_h = ARENA_ALLOC(check->arena, uint32_t, check->atlas_count);
    TngAtlases atlases = tng_atlases(&check->game, check->arena);
    check->section = section;
    if (section)
        tng_atlases_measure(&atlases, check->report);
    const uint32_t most = 1u << (check->game.header.atlas_log2 & 31);
    for (size_t i = 0; i < check->atlas_count; i++) {
        const Image *image = &atlases.images[atlases.first[i]];
        check->atlas_w[i] = image->w;
        check->atlas_h[i] = image->h;
        check->index = i;
        if (atlases.first[i] == i && (image->w > most || image->h > most))
            check_report(check, true, 0, NULL,
                         "the atlas has %u x %u pixels, the header says %u at most", image->w,
                         image->h, most);
    }
}

/* Deviations that tng_read() accepts are warnings. */
static void check_container(Check *check)
{
    static const struct {
        unsigned flag;
        const char *text;
    } liberal[] = {
        {TNG_RAW_DEFLATE, "section block: raw deflate; the usual form is a zlib stream"},
        {TNG_CRC_OF_STREAM, "section block: its CRC is that of the compressed bytes"},
        {TNG_NO_BLOCK_CRC, "section block: no CRC follows the stream"},
        {TNG_MAPS_AS_34, "the maps are in section 34; the usual form is 35"},
    };
    const TngHeader *header = &check->game.header;
    for (size_t i = 0; i < COUNT_OF(liberal); i++)
        if (check->game.liberal & liberal[i].flag)
            report_warning(check->report, "%s", liberal[i].text);
    tng_check_crc(check->game.file, true, check->report);
    tng_check_age(check->game.file, check->report);
    const Text id = tng_game_id(header);
    if (!tng_game_id_ok(id))
        report_error(check->report, "at byte 16: \"%.*s\" is not a valid game id", (int)id.size,
                     id.at);
    if (header->reserved)
        report_warning(check->report, "at byte 46: reserved, but not zero: %u",
                       header->reserved);
    if ((header->type_bits & 15) > 4)
        report_error(check->report, "at byte 33: unknown game type %u", header->type_bits & 15);
    if (header->map_log2 > TNG_MAP_LOG2_MAX)
        report_error(check->report, "at byte 36: maps of 2^%u cells a side", header->map_log2);
    if (!tng_audio_rate(header))
        report_warning(check->report, "at byte 38: unknown audio rate %u; 44100 Hz is used",
                       header->audio_rate);
    if (header->layer_count != TNG_LAYERS)
        report_warning(check->report,
                       "at byte 41: %u map layers instead of %d; others are ignored, missing "
                       "ones are empty",
                       header->layer_count, TNG_LAYERS);
    const TngSection *actions = tng_section(&check->game, SECTION_ACTIONS);
    if (actions && actions->count != header->action_count)
        report_error(check->report, "section 26 (default actions): %zu, the header says %u",
                     actions->count, header->action_count);
    for (size_t i = 1; i < check->game.section_count; i++) {
        const unsigned type = check->game.sections[i].type;
        for (size_t j = 0; j < i; j++)
            if (check->game.sections[j].type == type && type != SECTION_LANGUAGE) {
                report_error(check->report, "section table: duplicate section %u", type);
                break;
            }
    }
}

/* Names are collected first, because sections refer to each other in both directions. */
bool tng_check(Bytes file, Arena *arena, Report *report)
{
    Check *check = arena_alloc(arena, 1, sizeof *check);
    const size_t errors = report->errors;
    check->arena = arena;
    check->report = report;
    if (!tng_read(file, &check->game, arena, report))
        return false;
    check->scratch = arena_new();
    TngTexts texts = {0};
    if (tng_language(&check->game, 0))
        tng_texts(tng_language(&check->game, 0), &texts, arena, report);
    check->text_count = texts.count;
    check->extension = tng_is_extension(&check->game);
    collect_names(check);
    check_container(check);
    if (check->game.header.map_log2 <= TNG_MAP_LOG2_MAX) {
        check->index = SIZE_MAX;
        read_atlas_sizes(check);
        for (size_t i = 0; i < check->game.section_count; i++)
            check_section(check, &check->game.sections[i]);
    }
    if (check->elsewhere)
        report_note(report,
                    "needs the base game: %zu reference%s %s to objects that this file does "
                    "not contain",
                    check->elsewhere, PLURAL(check->elsewhere),
                    check->elsewhere == 1 ? "is" : "are");
    arena_free(check->scratch);
    return report->errors == errors;
}
