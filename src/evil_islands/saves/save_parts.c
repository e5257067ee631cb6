/* Parts, in order: the kinds of parts; finding them; converting them back; packed files. */
#include "evil_islands/saves/save_parts.h"

#include "base/text.h"
#include "evil_islands/archives/packed_container.h"

#define RECORD_FILE "evil_islands/saves/save_parts.def"
#include "base/record_define.h"

/* ---- kinds of parts ---- */

static uint32_t word_ahead(const Reader *reader, size_t at)
{
    return (uint32_t)uint_of(reader->bytes.data + reader->at + at, 4, false);
}

/* Whether a stock may begin here: its first object has a known kind or, without objects, its
 * lists end. This is asked for each byte, so it must be quick. */
static bool may_be_stock(const Reader *reader)
{
    enum { LISTS = 8, OBJECT = 16 }; /* the two counts; a count and an object */
    if (reader_left(reader) < OBJECT)
        return false;
    if (word_ahead(reader, 0))
        return party_kind_is_known(word_ahead(reader, 8));
    return word_ahead(reader, 4) ? party_kind_is_known(word_ahead(reader, 12))
                                 : word_ahead(reader, LISTS) == (uint32_t)PARTY_LIST_END;
}

static bool walk_stock(PartyWalk *walk)
{
    return may_be_stock(walk->reader) && party_walk_stock(walk);
}

static bool walk_party(PartyWalk *walk) { return walk_stock(walk) && party_walk_people(walk); }

static bool walk_variables(PartyWalk *walk) { return party_walk_variables(walk, 1); }

enum { UNIT_NAME_MAX = 256 }; /* with its zero */

/* The size of a unit's name with its zero, if it stands at the reader's place three times and a
 * SaveUnit follows; otherwise 0. */
static size_t unit_name_size(const Reader *reader)
{
    static const uint8_t magic[] = {0x61, 0xFF, 0x7A, 0x00};
    const uint8_t *start = reader->bytes.data + reader->at;
    const size_t left = reader_left(reader);
    const uint8_t *end =
        left ? memchr(start, 0, left < UNIT_NAME_MAX ? left : UNIT_NAME_MAX) : NULL;
    const size_t size = end ? (size_t)(end - start) + 1 : 0;
    const bool found = size > 1 && size <= (left - sizeof magic) / 3 && left > sizeof magic &&
                       memcmp(start, start + size, size) == 0 &&
                       memcmp(start, start + 2 * size, size) == 0 &&
                       memcmp(start + 3 * size, magic, sizeof magic) == 0;
    return found ? size : 0;
}

/* The name is stored three times; all are equal, so it is shown once. */
static bool walk_unit(PartyWalk *walk)
{
    const size_t size = unit_name_size(walk->reader);
    if (!size)
        return false;
    read_bytes(walk->reader, 2 * size);
    return party_walk_text(walk, "name") && party_walk_record(walk, "state", &SaveUnit_layout);
}

static bool parse_party(const json_t *json, Writer *out, Arena *arena, Report *report)
{
    return party_parse_stock(json, out, arena, report) &&
           party_parse_people(json, out, arena, report);
}

static bool parse_unit(const json_t *json, Writer *out, Arena *arena, Report *report)
{
    for (int i = 0; i < 3; i++)
        if (!party_parse_text(json, "name", out, arena, report))
            return false;
    return party_parse_record(json, "state", &SaveUnit_layout, out, arena, report);
}

typedef struct PartKind {
    const char *key, *keys;
    bool (*walk)(PartyWalk *walk);
    bool (*parse)(const json_t *json, Writer *out, Arena *arena, Report *report);
    size_t count; /* offset in SaveParts */
    bool after_party;
} PartKind;

/* A party begins like a stock, so it is tried first. Variables are found only after a party:
 * any text could be one. */
static const PartKind part_kinds[] = {
    {"party", "items items_end spells spells_end backpack members", walk_party, parse_party,
     offsetof(SaveParts, parties), false},
    {"stock", "items items_end spells spells_end", walk_stock, party_parse_stock,
     offsetof(SaveParts, stocks), false},
    {"unit", "name state", walk_unit, parse_unit, offsetof(SaveParts, units), false},
    {"variables", "variables money money_key", walk_variables, party_parse_variables,
     offsetof(SaveParts, variables), true},
};

/* ---- finding ---- */

/* Data can be made so that a long part begins at every byte and fails at its end; so the bytes
 * that are read in vain are limited, by this factor. The first bytes of an attempt do not
 * count: without them, real data needs less than its size. */
enum { VAIN_FACTOR = 8, ATTEMPT = 32 };

typedef struct Finding {
    PartyWalk *walk;
    SaveParts *found;
    size_t raw;       /* start of bytes that no part has claimed yet */
    uint64_t in_vain; /* how many more may be read so */
    bool after_party;
} Finding;

/* The size of a part at the reader's place, without output; 0: there is none. */
static size_t part_size(Finding *finding, const PartKind *kind)
{
    Report silent = report_to(NULL, NULL);
    Reader reader = *finding->walk->reader;
    PartyWalk dry = {.reader = &reader, .arena = finding->walk->arena};
    const size_t start = reader.at;
    reader.report = &silent;
    if (kind->walk(&dry) && reader_ok(&reader))
        return reader.at - start;
    const size_t read = reader.at - start > ATTEMPT ? reader.at - start : 0;
    finding->in_vain -= read < finding->in_vain ? read : finding->in_vain;
    return 0;
}

/* Bytes between parts, so that nothing is lost. */
static void show_raw(Finding *finding)
{
    const Reader *reader = finding->walk->reader;
    JsonWriter *json = finding->walk->json;
    if (!json || finding->raw == reader->at)
        return;
    json_open(json, NULL);
    json_put_hex(json, "raw",
                 bytes_slice(reader->bytes, finding->raw, reader->at - finding->raw));
    json_close(json);
}

/* The part is walked a second time, now with output: part_size() has shown that it succeeds. */
static void take_part(Finding *finding, const PartKind *kind)
{
    JsonWriter *json = finding->walk->json;
    show_raw(finding);
    if (json) {
        json_open(json, NULL);
        json_open(json, kind->key);
    }
    kind->walk(finding->walk);
    if (json) {
        json_close(json);
        json_close(json);
    }
    finding->raw = finding->walk->reader->at;
    finding->after_party = kind->walk == walk_party;
    ++*(size_t *)(void *)((char *)finding->found + kind->count);
}

/* The first kind that fits counts. Variables must follow a party directly. */
static bool find_part(Finding *finding)
{
    for (size_t i = 0; i < COUNT_OF(part_kinds); i++)
        if ((finding->after_party || !part_kinds[i].after_party) &&
            part_size(finding, &part_kinds[i])) {
            take_part(finding, &part_kinds[i]);
            return true;
        }
    finding->after_party = false;
    return false;
}

/* Every byte may begin a part; what remains when the limit is reached is shown as bytes. */
bool save_parts_walk(PartyWalk *walk, SaveParts *out)
{
    SaveParts own = {0};
    Finding finding = {walk, out ? out : &own, walk->reader->at,
                       (uint64_t)(reader_left(walk->reader) + 1) * VAIN_FACTOR, false};
    if (walk->json)
        json_open_list(walk->json, "parts");
    while (reader_left(walk->reader) && finding.in_vain)
        if (!find_part(&finding))
            walk->reader->at++;
    read_bytes(walk->reader, reader_left(walk->reader));
    show_raw(&finding);
    if (walk->json)
        json_close_list(walk->json);
    return reader_ok(walk->reader);
}

/* ---- back ---- */

static bool parse_raw(const json_t *part, Writer *out, Arena *arena, Report *report)
{
    Bytes raw;
    if (!party_keys_known(part, "raw", "a part", report) ||
        !json_get_hex(part, "raw", &raw, arena, report))
        return false;
    write_bytes(out, raw);
    return true;
}

/* The key tells the kind. */
static bool parse_part(const json_t *part, Writer *out, Arena *arena, Report *report)
{
    for (size_t i = 0; i < COUNT_OF(part_kinds); i++) {
        const json_t *inner = json_object_get(part, part_kinds[i].key);
        if (inner)
            return party_keys_known(part, part_kinds[i].key, "a part", report) &&
                   party_keys_known(inner, part_kinds[i].keys, "a part", report) &&
                   part_kinds[i].parse(inner, out, arena, report);
    }
    return parse_raw(part, out, arena, report);
}

bool save_parts_parse(const json_t *json, Writer *out, Arena *arena, Report *report)
{
    const json_t *parts = json_object_get(json, "parts");
    if (!json_is_array(parts))
        return report_error(report, "\"parts\" must be a list");
    for (size_t i = 0; i < json_array_size(parts); i++)
        if (!parse_part(json_array_get(parts, i), out, arena, report))
            return false;
    return true;
}

void save_parts_describe(Writer *writer)
{
    write_text(writer, TEXT("The data is not explained completely. These parts are found in "
                            "it, and shown as the list \"parts\"; all other bytes are shown as "
                            "\"raw\":\n\n"
                            "- \"stock\": a stock of items\n"
                            "- \"party\": a stock, then people\n"
                            "- \"variables\", after a party\n"
                            "- \"unit\": a name that stands there three times, then SaveUnit\n"
                            "\n"));
    record_describe(&SaveUnit_layout, writer);
    party_describe(writer);
}

/* ---- packed files ---- */

/* Whether the head of the data can be read. */
static bool head_is_known(const SaveKind *kind, Bytes data, Arena *arena, Report *report)
{
    Reader reader = reader_of(data, report);
    PartyWalk walk = {.reader = &reader, .arena = arena};
    return !kind->walk_head || kind->walk_head(&walk);
}

/* If the head cannot be read, all data is shown as bytes. */
bool save_show(const SaveKind *kind, Bytes file, JsonWriter *json, Arena *arena, Report *report)
{
    PackedHead head;
    Bytes data;
    Report silent = report_to(NULL, NULL);
    if (!packed_read(file, kind->kind, &head, &data, arena, report))
        return false;
    json_put_uint(json, "version", head.version);
    if (!head_is_known(kind, data, arena, &silent)) {
        json_put_hex(json, "data", data);
        return true;
    }
    Reader reader = reader_of(data, report);
    PartyWalk walk = {.reader = &reader, .json = json, .arena = arena};
    return (!kind->walk_head || kind->walk_head(&walk)) && save_parts_walk(&walk, NULL);
}

static bool find(const SaveKind *kind, Bytes file, SaveParts *out, PartyWalk *settings,
                 Arena *arena, Report *report)
{
    PackedHead head;
    Bytes data;
    *out = (SaveParts){0};
    if (!packed_read(file, kind->kind, &head, &data, arena, report) ||
        !head_is_known(kind, data, arena, report))
        return false;
    Reader reader = reader_of(data, report);
    settings->reader = &reader;
    settings->arena = arena;
    if (settings->unit)
        settings->ids = &out->ids;
    return (!kind->walk_head || kind->walk_head(settings)) && save_parts_walk(settings, out);
}

bool save_check(const SaveKind *kind, Bytes file, Arena *arena, Report *report)
{
    SaveParts parts;
    PartyWalk walk = {.unit = party_check_unit, .context = report};
    if (!find(kind, file, &parts, &walk, arena, report))
        return false;
    party_check_ids(&parts.ids, arena, report);
    return true;
}

/* The inverse of save_show(), for both of its forms. */
bool save_parse(const SaveKind *kind, const json_t *json, Bytes *out, Arena *arena,
                Report *report)
{
    Writer data = writer_to(arena);
    int64_t version;
    Bytes raw;
    if (!party_keys_known(json, kind->keys, kind->what, report) ||
        !json_get_int(json, "version", 0, UINT32_MAX, &version, report))
        return false;
    if (json_object_get(json, "data")) {
        if (!json_get_hex(json, "data", &raw, arena, report))
            return false;
        write_bytes(&data, raw);
    } else if ((kind->parse_head && !kind->parse_head(json, &data, arena, report)) ||
               !save_parts_parse(json, &data, arena, report)) {
        return false;
    }
    *out = packed_write(kind->kind, (uint32_t)version, writer_bytes(&data), arena);
    return true;
}

Text save_title(const SaveKind *kind, Bytes file, Arena *arena)
{
    SaveParts parts;
    PartyWalk walk = {0};
    Report silent = report_to(NULL, NULL);
    if (!find(kind, file, &parts, &walk, arena, &silent))
        return TEXT("");
    return arena_format(arena, "%zu stock%s, %zu %s, %zu unit%s", parts.stocks,
                        PLURAL(parts.stocks), parts.parties,
                        parts.parties == 1 ? "party" : "parties", parts.units,
                        PLURAL(parts.units));
}
