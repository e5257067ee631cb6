/* Zones in saved games of Evil Islands (mission.sav, and a file for each visited zone): the
 * names of its files, times, then units and a party among other data (save_parts.h).
 *
 * Source (facts only): Kyr4l/ei-universal-mod, docs/file-formats/sav-format.md. No genuine file
 * was at hand. */
#include "evil_islands/archives/packed_container.h"
#include "evil_islands/saves/save_parts.h"
#include "kit/formats/format.h"

static bool walk_head(PartyWalk *walk)
{
    return party_walk_text(walk, "objects") && party_walk_text(walk, "terrain") &&
           party_walk_text(walk, "zone") &&
           party_walk_record(walk, "head", &SaveZoneHead_layout);
}

static bool parse_head(const json_t *json, Writer *out, Arena *arena, Report *report)
{
    return party_parse_text(json, "objects", out, arena, report) &&
           party_parse_text(json, "terrain", out, arena, report) &&
           party_parse_text(json, "zone", out, arena, report) &&
           party_parse_record(json, "head", &SaveZoneHead_layout, out, arena, report);
}

static const SaveKind zone = {PACKED_ZONE, walk_head, parse_head,
                              "format exact version data objects terrain zone head parts",
                              "the state of a zone"};

bool zonestate_is(Bytes file) { return packed_is(file, PACKED_ZONE); }

bool zonestate_show(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report)
{
    (void)whole;
    return save_show(&zone, file, json, arena, report);
}

bool zonestate_check(Bytes file, Arena *arena, Report *report)
{
    return save_check(&zone, file, arena, report);
}

bool zonestate_parse(const json_t *json, Bytes *out, Arena *arena, Report *report)
{
    return save_parse(&zone, json, out, arena, report);
}

Text zonestate_title(Bytes file, Arena *arena) { return save_title(&zone, file, arena); }

void zonestate_describe(Writer *writer)
{
    write_text(writer, TEXT("The file mission.sav of a saved game, and one for each zone that "
                            "was visited. Little-endian; the data is compressed. It "
                            "begins with three names, each ending with a zero: `objects` "
                            "(.mob), `terrain` (.mpr) and `zone`; then SaveZoneHead.\n\n"));
    packed_describe(writer);
    record_describe(&SaveZoneHead_layout, writer);
    save_parts_describe(writer);
}
