/* Characters of Evil Islands' multiplayer game (mp/N.mp): a zone, a party of one member, quest
 * variables and money (party.h), packed (packed_container.h). The heads of maps (mp.h) have the
 * same suffix; the first number tells which it is.
 *
 * Data with objects of an unknown kind, or anything else that is not as described, is shown as
 * one hexadecimal text.
 *
 * Source (facts only): Kyr4l/ei-universal-mod, docs/file-formats/mp-format.md (commit
 * cc943541). No genuine file was at hand. */
#include "base/text.h"
#include "evil_islands/archives/packed_container.h"
#include "evil_islands/saves/party.h"
#include "kit/formats/format.h"

static const char keys[] = "format exact version data zone unknown items items_end spells "
                           "spells_end backpack members variables money money_key";

bool character_is(Bytes file) { return packed_is(file, PACKED_CHARACTER); }

/* The money ends the data. */
static bool walk_data(PartyWalk *walk)
{
    uint32_t unknown;
    return party_walk_text(walk, "zone") && party_walk_number(walk, "unknown", 4, &unknown) &&
           party_walk_stock(walk) && party_walk_people(walk) && party_walk_variables(walk, 0) &&
           (!reader_left(walk->reader) ||
            reader_fail(walk->reader, "%zu bytes follow the money", reader_left(walk->reader)));
}

static bool is_known(Bytes data, PartyIds *ids, Report *about, Arena *arena, Report *report)
{
    Reader reader = reader_of(data, report);
    PartyWalk walk = {.reader = &reader, .arena = arena, .ids = ids};
    if (about) {
        walk.unit = party_check_unit;
        walk.context = about;
    }
    return walk_data(&walk);
}

bool character_show(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report)
{
    PackedHead head;
    Bytes data;
    Report silent = report_to(NULL, NULL);
    (void)whole;
    if (!packed_read(file, PACKED_CHARACTER, &head, &data, arena, report))
        return false;
    json_put_uint(json, "version", head.version);
    if (!is_known(data, NULL, NULL, arena, &silent)) {
        json_put_hex(json, "data", data);
        return true;
    }
    Reader reader = reader_of(data, report);
    PartyWalk walk = {.reader = &reader, .json = json, .arena = arena};
    return walk_data(&walk);
}

bool character_check(Bytes file, Arena *arena, Report *report)
{
    Bytes data;
    PartyIds ids = {0};
    if (!packed_read(file, PACKED_CHARACTER, NULL, &data, arena, report) ||
        !is_known(data, &ids, report, arena, report))
        return false;
    party_check_ids(&ids, arena, report);
    return true;
}

bool character_parse(const json_t *json, Bytes *out, Arena *arena, Report *report)
{
    Writer data = writer_to(arena);
    int64_t version;
    Bytes raw;
    if (!party_keys_known(json, keys, "a character", report) ||
        !json_get_int(json, "version", 0, UINT32_MAX, &version, report))
        return false;
    if (json_object_get(json, "data")) {
        if (!json_get_hex(json, "data", &raw, arena, report))
            return false;
        write_bytes(&data, raw);
    } else if (!party_parse_text(json, "zone", &data, arena, report) ||
               !party_parse_number(json, "unknown", 4, &data, report) ||
               !party_parse_stock(json, &data, arena, report) ||
               !party_parse_people(json, &data, arena, report) ||
               !party_parse_variables(json, &data, arena, report)) {
        return false;
    }
    *out = packed_write(PACKED_CHARACTER, (uint32_t)version, writer_bytes(&data), arena);
    return true;
}

/* What the title needs of the JSON. */
static Text title_of(const json_t *json, Arena *arena)
{
    const json_t *member = json_array_get(json_object_get(json, "members"), 0);
    const char *name = json_string_value(json_object_get(member, "name"));
    const char *zone = json_string_value(json_object_get(json, "zone"));
    const size_t items = json_array_size(json_object_get(json, "items"));
    return arena_format(arena, "%s, zone %s, %zu item%s", name && *name ? name : "no name",
                        zone ? zone : "?", items, PLURAL(items));
}

typedef struct TitleJob {
    Bytes file;
    Writer text;
    Arena *arena;
} TitleJob;

static bool show_for_title(void *context, Report *report)
{
    TitleJob *job = context;
    job->text.size = 0;
    JsonWriter json = json_to(&job->text);
    json_open(&json, NULL);
    const bool ok = character_show(job->file, false, &json, job->arena, report);
    json_close(&json);
    json_end(&json);
    return ok;
}

Text character_title(Bytes file, Arena *arena)
{
    Report silent = report_to(NULL, NULL);
    TitleJob job = {file, writer_to(arena), arena};
    if (!game_text_detected(show_for_title, &job, NULL, arena, &silent))
        return TEXT("");
    json_t *json = json_read(writer_bytes(&job.text), arena, &silent);
    return json ? title_of(json, arena) : TEXT("");
}

void character_describe(Writer *writer)
{
    write_text(writer,
               TEXT("A character of the multiplayer game (mp/1.mp, ...). Little-endian; the "
                    "data is compressed: the zone (a text that ends with a zero), "
                    "u32, a stock, people, variables.\n\n"));
    packed_describe(writer);
    party_describe(writer);
}
