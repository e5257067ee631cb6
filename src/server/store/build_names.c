/* Names for the numbers in a state of several servers. Parts, in order: names from the game;
 * the row that stores them, with the zone of each map, since another build may join or divide
 * zones. A row may come from another build: nothing in it can be compared with the game. */
#include "server/store/build_names.h"

#include "base/text.h"
#include "engine/state/content.h"
#include "tirnanog/container/tng_names.h"

uint32_t name_find(const NameList *list, Text name)
{
    uint32_t i = 0;
    while (i < list->count && !text_equal(list->names[i], name))
        i++;
    return i;
}

static NameList names_of_section(const Content *content, unsigned section, Arena *arena)
{
    NameList out = {.count = (uint32_t)content_count(content, section)};
    out.names = ARENA_ALLOC(arena, Text, out.count + 1);
    for (uint32_t i = 0; i < out.count; i++)
        out.names[i] =
            arena_text(arena, tng_string(content->game, content_name(content, section, i)));
    return out;
}

static NameList names_of_objects(const TngFile *game, Arena *arena)
{
    enum { CATEGORY = 1 };
    const TngNames names = tng_names(game, arena);
    NameList out = {.count = (uint32_t)names.sprite_counts[CATEGORY]};
    out.names = ARENA_ALLOC(arena, Text, out.count + 1);
    for (uint32_t i = 0; i < out.count; i++)
        out.names[i] = arena_text(arena, tng_sprite_name(&names, CATEGORY, i));
    return out;
}

void build_names(const TngFile *game, const ZoneMap *zones, BuildNames *out, Arena *arena)
{
    Arena *scratch = arena_new();
    Report silent = report_to(NULL, NULL);
    const Content *content = content_new(game, 0, scratch, &silent);
    *out = (BuildNames){.maps = names_of_section(content, SECTION_MAPS, arena),
                        .quests = names_of_section(content, SECTION_QUESTS, arena),
                        .objects = names_of_objects(game, arena),
                        .globals.count = zones->global_count,
                        .zones = zones->of_map,
                        .zone_count = zones->zone_count};
    out->globals.names = ARENA_ALLOC(arena, Text, zones->global_count + 1);
    for (uint32_t i = 0; i < zones->global_count; i++)
        out->globals.names[i] = arena_text(
            arena, tng_string(game, content->attributes->attributes[zones->globals[i]].name));
    arena_free(scratch);
}

static void write_list(Writer *out, const NameList *list)
{
    write_u32(out, list->count);
    for (uint32_t i = 0; i < list->count; i++) {
        write_u32(out, (uint32_t)list->names[i].size);
        write_bytes(out, bytes_of_text(list->names[i]));
    }
}

Bytes build_names_bytes(const BuildNames *names, Arena *arena)
{
    Writer out = writer_to(arena);
    write_list(&out, &names->maps);
    for (uint32_t i = 0; i < names->maps.count; i++)
        write_u32(&out, names->zones[i]);
    write_list(&out, &names->quests);
    write_list(&out, &names->globals);
    write_list(&out, &names->objects);
    return writer_bytes(&out);
}

static bool read_list(Reader *reader, NameList *out, Arena *arena)
{
    const uint32_t count = read_u32(reader);
    if (reader->failed || count > reader_left(reader) / 4)
        return false;
    out->names = ARENA_ALLOC(arena, Text, count + 1);
    for (; out->count < count && !reader->failed; out->count++) {
        const uint32_t size = read_u32(reader);
        if (reader->failed || size > reader_left(reader))
            return false;
        out->names[out->count] = text_of_bytes(read_bytes(reader, size));
    }
    return !reader->failed;
}

static bool read_zones(Reader *reader, BuildNames *out, Arena *arena)
{
    out->zones = ARENA_ALLOC(arena, uint32_t, out->maps.count + 1);
    for (uint32_t i = 0; i < out->maps.count; i++) {
        out->zones[i] = read_u32(reader);
        if (reader->failed || out->zones[i] >= out->maps.count)
            return false;
        if (out->zones[i] >= out->zone_count)
            out->zone_count = out->zones[i] + 1;
    }
    return true;
}

StoreFound build_names_load(Store *store, BuildNames *out, Arena *arena, Report *report)
{
    StoreMeta row = {.key = text_of(BUILD_NAMES_KEY)};
    Report silent = report_to(NULL, NULL);
    *out = (BuildNames){0};
    const StoreFound found = store_find(store, STORE_META, "key", &row, arena, report);
    if (found != STORE_FOUND)
        return found;
    Reader reader = reader_of(row.value, &silent);
    if (read_list(&reader, &out->maps, arena) && read_zones(&reader, out, arena) &&
        read_list(&reader, &out->quests, arena) && read_list(&reader, &out->globals, arena) &&
        read_list(&reader, &out->objects, arena))
        return STORE_FOUND;
    report_error(report, "the names of maps in this state are damaged");
    return STORE_UNREADABLE;
}
