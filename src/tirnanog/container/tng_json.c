/* Parts, in order: showing sections; parsing them. Records follow their layouts in both
 * directions; code is needed for languages, lists of strings and assets only. Rows of
 * characters are shown as they are stored (`rows_as_stored`): widened ones would not give the
 * same bytes again. */
#include "tirnanog/container/tng_json.h"

#include "base/deflate.h"
#include "tirnanog/container/tng_names.h"

/* ---- showing ---- */

typedef struct Show {
    const TngFile *game;
    RecordShow names;
    bool whole;
    JsonWriter *json;
    Arena *arena;
    Arena *scratch; /* for one entry */
    Report *report;
} Show;

static void show_texts(JsonWriter *json, const char *key, const Text *texts, size_t count)
{
    json_open_list(json, key);
    for (size_t i = 0; i < count; i++)
        json_put_text(json, NULL, texts[i]);
    json_close_list(json);
}

/* All strings in order, the empty one at offset 0 included, so that offsets stay the same. */
static void show_strings(const Show *show)
{
    const Bytes strings = show->game->strings;
    json_open_list(show->json, "strings");
    for (size_t at = 0; at < strings.size;) {
        const Text string = tng_string(show->game, (uint32_t)at);
        json_put_text(show->json, NULL, string);
        at += string.size + 1;
    }
    json_close_list(show->json);
}

/* Voices are omitted unless the whole file is wanted, because they are large. */
static bool show_language(const Show *show, const TngSection *section)
{
    TngTexts texts;
    if (!tng_texts(section, &texts, show->arena, show->report))
        return false;
    json_open(show->json, "record");
    record_show_fields(section->kind->record, section->record, &show->names, show->json);
    json_close(show->json);
    show_texts(show->json, "texts", texts.items, texts.count);
    if (!show->whole)
        return true;
    json_open_list(show->json, "voices");
    for (size_t i = 0; i < section->count; i++)
        json_put_hex(show->json, NULL, section->entries[i].stored);
    json_close_list(show->json);
    return true;
}

/* `scratch` holds one asset at a time. A missing asset stays missing: it has no key. */
static bool show_entry(const Show *show, const TngSection *section, size_t index)
{
    const TngEntry *entry = &section->entries[index];
    bool ok = true;
    json_open(show->json, NULL);
    if (section->kind->form == TNG_TILES) {
        record_show_fields(section->kind->asset, entry->asset, &show->names, show->json);
    } else {
        record_show_fields(section->kind->record, entry->descriptor, &show->names, show->json);
        if (section->kind->form == TNG_FILES) {
            if (show->whole)
                json_put_hex(show->json, "data", entry->stored);
        } else if (entry->stored.size) {
            const void *record =
                tng_asset(show->game, section, index, show->scratch, show->report);
            ok = record != NULL;
            if (record) {
                json_open(show->json, "asset");
                record_show_fields(section->kind->asset, record, &show->names, show->json);
                json_close(show->json);
            }
        }
    }
    json_close(show->json);
    arena_reset(show->scratch);
    return ok;
}

/* A section of an unknown type is shown as bytes. */
static bool show_section(const Show *show, const TngSection *section)
{
    bool ok = true;
    JsonWriter *json = show->json;
    json_open(json, NULL);
    json_put_uint(json, "type", section->type);
    if (!section->kind) {
        json_put_hex(json, "bytes", section->bytes);
        json_close(json);
        return true;
    }
    json_put_text(json, "title", text_of(section->kind->title));
    switch (section->kind->form) {
    case TNG_STRINGS:
        show_strings(show);
        break;
    case TNG_LANGUAGE:
        ok = show_language(show, section);
        break;
    case TNG_SINGLE:
        json_open(json, "record");
        record_show_fields(section->kind->record, section->record, &show->names, json);
        json_close(json);
        break;
    case TNG_FILES:
    case TNG_ASSETS:
    case TNG_TILES:
        json_open_list(json, "entries");
        for (size_t i = 0; i < section->count && ok && !json->exceeded; i++)
            ok = show_entry(show, section, i);
        json_close_list(json);
        if (section->trailing.size)
            json_put_hex(json, "trailing", section->trailing);
        break;
    }
    json_close(json);
    return ok;
}

/* `exceeded` means that the output is limited and full: further work would be lost. */
bool tng_show(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report)
{
    TngFile game;
    if (!tng_read(file, &game, arena, report))
        return false;
    game.rows_as_stored = true;
    TngNames names = tng_names(&game, arena);
    const Show show = {.game = &game,
                       .names = {tng_note, &names},
                       .whole = whole,
                       .json = json,
                       .arena = arena,
                       .scratch = arena_new(),
                       .report = report};
    json_open(json, "header");
    record_show_fields(&TngHeader_layout, &game.header, NULL, json);
    json_close(json);
    json_open_list(json, "sections");
    bool ok = true;
    for (size_t i = 0; i < game.section_count && ok && !json->exceeded; i++)
        ok = show_section(&show, &game.sections[i]);
    json_close_list(json);
    arena_free(show.scratch);
    return ok;
}

Text tng_title(Bytes file, Arena *arena)
{
    TngFile game;
    TngTexts texts;
    Report silent = report_to(NULL, NULL);
    if (!tng_read(file, &game, arena, &silent) || !tng_language(&game, 0) ||
        !tng_texts(tng_language(&game, 0), &texts, arena, &silent) || !texts.count)
        return TEXT("");
    return texts.items[0];
}

/* ---- parsing ---- */

static bool parse_texts(const json_t *list, Bytes *out, Arena *arena, Report *report)
{
    Writer writer = writer_to(arena);
    size_t i;
    json_t *item;
    if (!json_is_array(list))
        return report_error(report, "a list of texts is missing");
    json_array_foreach(list, i, item)
    {
        if (!json_is_string(item))
            return report_error(report, "a list of texts contains something else");
        write_text(&writer, (Text){json_string_value(item), json_string_length(item)});
        write_u8(&writer, 0);
    }
    *out = writer_bytes(&writer);
    return true;
}

static bool parse_hex(const json_t *value, Bytes *out, Arena *arena, Report *report)
{
    if (!json_is_string(value) ||
        !hex_decode((Text){json_string_value(value), json_string_length(value)}, out, arena))
        return report_error(report, "an asset's data must be a text of hexadecimal digits");
    return true;
}

/* The keys of a descriptor: those of its entry without the asset. */
static json_t *without_asset(const json_t *entry, Arena *arena)
{
    json_t *copy = json_owned(json_copy((json_t *)entry), arena);
    json_object_del(copy, "asset");
    json_object_del(copy, "data");
    return copy;
}

/* A tile's number of speeds is in the header; a mismatch would shift all tiles after it. */
static bool parse_entry(TngSection *section, TngEntry *entry, const json_t *json,
                        const TngHeader *header, Arena *arena, Report *report)
{
    const TngSectionKind *kind = section->kind;
    if (!json_is_object(json))
        return report_error(report, "section %u: an entry must be an object", section->type);
    if (kind->form == TNG_TILES) {
        TngTile *tile = arena_alloc(arena, 1, sizeof *tile);
        entry->asset = tile;
        if (!record_parse(kind->asset, tile, json, arena, report))
            return false;
        return tile->transport_count == header->transport_count ||
               report_error(report, "a tile has %u speeds, the header says %u",
                            tile->transport_count, header->transport_count);
    }
    entry->descriptor = arena_alloc(arena, 1, kind->record->size);
    json_t *descriptor = without_asset(json, arena);
    bool ok = record_parse(kind->record, entry->descriptor, descriptor, arena, report);
    arena_release(arena, descriptor);
    if (!ok)
        return false;
    if (kind->form == TNG_FILES)
        return parse_hex(json_object_get(json, "data"), &entry->stored, arena, report);
    const json_t *asset = json_object_get(json, "asset");
    if (!asset)
        return true;
    void *record = arena_alloc(arena, 1, kind->asset->size);
    if (!record_parse(kind->asset, record, asset, arena, report))
        return false;
    if (kind->asset == &TngObject_layout &&
        ((TngObject *)record)->row_length != tng_row_length(header))
        return report_error(report, "an object has \"row_length\" %u, the header says %u",
                            ((TngObject *)record)->row_length, header->row_length);
    entry->stored = tng_pack_record(kind->asset, record, arena);
    return true;
}

static bool parse_language(TngSection *section, const json_t *json, Arena *arena,
                           Report *report)
{
    TngLanguage *language = section->record;
    Bytes texts;
    if (!parse_texts(json_object_get(json, "texts"), &texts, arena, report))
        return false;
    section->texts = deflate_bytes(texts, WRAPPING_ZLIB, DEFLATE_BEST, arena);
    section->count = language->speech_count;
    section->entries = ARENA_ALLOC(arena, TngEntry, section->count);
    const json_t *voices = json_object_get(json, "voices");
    if (json_array_size(voices) != section->count)
        return report_error(report, "section 1: \"voices\" must have %zu elements",
                            section->count);
    for (size_t i = 0; i < section->count; i++) {
        section->entries[i].descriptor = &language->speech[i];
        if (!parse_hex(json_array_get(voices, i), &section->entries[i].stored, arena, report))
            return false;
    }
    return true;
}

static bool parse_section(TngFile *game, TngSection *section, const json_t *json, Arena *arena,
                          Report *report)
{
    int64_t type;
    if (!json_get_int(json, "type", 0, 255, &type, report))
        return false;
    *section = (TngSection){.type = (uint8_t)type, .kind = tng_section_kind((unsigned)type)};
    if (!section->kind)
        return json_get_hex(json, "bytes", &section->bytes, arena, report);
    const TngForm form = section->kind->form;
    if (form == TNG_STRINGS)
        return parse_texts(json_object_get(json, "strings"), &game->strings, arena, report);
    if (form == TNG_SINGLE || form == TNG_LANGUAGE) {
        section->record = arena_alloc(arena, 1, section->kind->record->size);
        if (!record_parse(section->kind->record, section->record,
                          json_object_get(json, "record"), arena, report))
            return false;
        return form == TNG_SINGLE || parse_language(section, json, arena, report);
    }
    const json_t *entries = json_object_get(json, "entries");
    if (!json_is_array(entries))
        return report_error(report, "section %u: \"entries\" must be a list", section->type);
    section->count = json_array_size(entries);
    section->entries = ARENA_ALLOC(arena, TngEntry, section->count);
    for (size_t i = 0; i < section->count; i++)
        if (!parse_entry(section, &section->entries[i], json_array_get(entries, i),
                         &game->header, arena, report))
            return false;
    return json_find_hex(json, "trailing", &section->trailing, arena, report);
}

bool tng_parse(const json_t *json, Bytes *out, Arena *arena, Report *report)
{
    TngFile game = {0};
    const json_t *sections = json_object_get(json, "sections");
    if (!record_parse(&TngHeader_layout, &game.header, json_object_get(json, "header"), arena,
                      report))
        return false;
    if (game.header.encrypted)
        return report_cause(report, CAUSE_UNSUPPORTED, "encrypted files are not written");
    game.section_count = json_array_size(sections);
    game.sections = ARENA_ALLOC(arena, TngSection, game.section_count);
    for (size_t i = 0; i < game.section_count; i++)
        if (!parse_section(&game, &game.sections[i], json_array_get(sections, i), arena,
                           report))
            return false;
    if (!game.section_count || game.sections[0].type != SECTION_STRINGS)
        return report_error(report, "the first of \"sections\" must be of type 0");
    TngOutput parts;
    if (!tng_write(&game, &parts, arena, report))
        return false;
    *out = tng_output_bytes(&parts, arena);
    return true;
}

void tng_describe(Writer *writer)
{
    for (unsigned type = 0; type < SECTION_TYPES; type++) {
        const TngSectionKind *kind = tng_section_kind(type);
        if (kind)
            write_format(writer, "- section %u: %s\n", type, kind->title);
    }
    write_format(writer, "\n");
#define RECORD_FILE "tirnanog/container/tng.def"
#define RECORD_EACH(record) record_describe(&record##_layout, writer);
#include "base/record_each.h"
}
