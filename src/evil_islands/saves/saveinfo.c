/* The description of a saved game of Evil Islands (info.sav): where it was saved, its title.
 *
 * Source (facts only): Kyr4l/ei-universal-mod, docs/file-formats/sav-format.md. No genuine file
 * was at hand. */
#include "evil_islands/saves/party.h"
#include "kit/formats/format.h"

#define RECORD_FILE "evil_islands/saves/saveinfo.def"
#include "base/record_struct.h"

#include "base/record_define.h"

enum { SAVE_INFO_MAGIC_SIZE = 8 };

bool saveinfo_is(Bytes file)
{
    static const uint8_t magic[SAVE_INFO_MAGIC_SIZE] = {0x11, 1, 0, 0, 3};
    return file.size >= sizeof magic && memcmp(file.data, magic, sizeof magic) == 0;
}

static bool walk_file(PartyWalk *walk)
{
    uint32_t unknown;
    return party_walk_record(walk, "head", &SaveInfoHead_layout) &&
           party_walk_text(walk, "allod") && party_walk_text(walk, "zone") &&
           party_walk_number(walk, "unknown", 4, &unknown) &&
           (!reader_left(walk->reader) || party_walk_text(walk, "title")) &&
           (!reader_left(walk->reader) ||
            reader_fail(walk->reader, "%zu bytes follow the title", reader_left(walk->reader)));
}

bool saveinfo_show(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report)
{
    Reader reader = reader_of(file, report);
    PartyWalk walk = {.reader = &reader, .json = json, .arena = arena};
    (void)whole;
    return walk_file(&walk);
}

bool saveinfo_check(Bytes file, Arena *arena, Report *report)
{
    Reader reader = reader_of(file, report);
    PartyWalk walk = {.reader = &reader, .arena = arena};
    return saveinfo_is(file) ? walk_file(&walk)
                             : report_error(report, "at byte 0: not the description of a saved "
                                                    "game: expected 0x111 and 3");
}

bool saveinfo_parse(const json_t *json, Bytes *out, Arena *arena, Report *report)
{
    Writer writer = writer_to(arena);
    if (!party_keys_known(json, "format exact head allod zone unknown title", "info.sav",
                          report) ||
        !party_parse_record(json, "head", &SaveInfoHead_layout, &writer, arena, report) ||
        !party_parse_text(json, "allod", &writer, arena, report) ||
        !party_parse_text(json, "zone", &writer, arena, report) ||
        !party_parse_number(json, "unknown", 4, &writer, report) ||
        (json_object_get(json, "title") &&
         !party_parse_text(json, "title", &writer, arena, report)))
        return false;
    *out = writer_bytes(&writer);
    return true;
}

/* The text after `skip` others, from after the head. */
static Text text_after(Bytes file, size_t skip, size_t gap)
{
    Reader reader = reader_of(file, NULL);
    PartyWalk walk = {.reader = &reader};
    reader.at = SaveInfoHead_bytes;
    for (; skip; skip--)
        party_walk_text(&walk, "");
    reader.at += gap;
    return text_of((const char *)file.data + reader.at);
}

Text saveinfo_title(Bytes file, Arena *arena)
{
    Report silent = report_to(NULL, NULL);
    if (!saveinfo_check(file, arena, &silent))
        return TEXT("");
    return arena_format(arena, "allod %s, zone %s", text_after(file, 0, 0).at,
                        text_after(file, 1, 0).at);
}

void saveinfo_describe(Writer *writer)
{
    write_text(writer,
               TEXT("The file info.sav of a saved game. Little-endian, not compressed.\n\n"));
    record_describe(&SaveInfoHead_layout, writer);
}
