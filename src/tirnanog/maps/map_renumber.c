/* Computes the new first IDs, then edits the text: tilesets, objects and cells. The edited text
 * is read again and compared: where the search in the text and the parser disagree, the map
 * stays unchanged. */
#include "tirnanog/maps/map_renumber.h"
#include "tirnanog/maps/map_cells.h"

#include "base/text.h"

typedef struct Numbers {
    const TmxMap *map;
    uint32_t *firsts; /* the new ones */
    Arena *arena;
} Numbers;

uint32_t tileset_size(const TmxTileset *set)
{
    uint32_t size = set->count ? set->count : 1;
    for (size_t i = 0; i < set->tile_count; i++)
        size = set->tiles[i].id >= size ? set->tiles[i].id + 1 : size;
    return size;
}

uint32_t tileset_room(uint32_t size)
{
    return (size + 2 * TILESET_ROOM - 1) / TILESET_ROOM * TILESET_ROOM;
}

static bool find_firsts(Numbers *numbers)
{
    const TmxMap *map = numbers->map;
    uint32_t next = 1, room = 1; /* the next ID, without and with those in advance */
    bool changed = false;
    numbers->firsts = ARENA_ALLOC(numbers->arena, uint32_t, map->tileset_count + 1);
    for (size_t i = 0; i < map->tileset_count; i++) {
        const TmxTileset *set = &map->tilesets[i];
        const uint32_t first = set->first >= next ? set->first : room;
        const uint32_t size = tileset_size(set);
        changed |= first != set->first;
        numbers->firsts[i] = first;
        next = first + size;
        room = first + (set->tile_count ? tileset_room(size) : size);
    }
    return changed;
}

static uint32_t new_id(const Numbers *numbers, uint32_t id)
{
    size_t i = numbers->map->tileset_count;
    while (i && numbers->map->tilesets[i - 1].first > id)
        i--;
    return i ? id - numbers->map->tilesets[i - 1].first + numbers->firsts[i - 1] : id;
}

/* Replaces the ID in an attribute of all elements with this name. */
static void replace_ids(const Numbers *numbers, Text text, const char *name,
                        const char *attribute, TextEdits *edits)
{
    enum { ID_MASK = 0x0FFFFFFF }; /* the higher bits are flags */
    XmlElement element;
    int64_t number;
    for (size_t at = 0; xml_next(text, &at, name, &element);) {
        const Text value = xml_attribute(element.tag, attribute);
        at = element.from + element.tag.size; /* elements inside */
        if (!text_number(value, 1, UINT32_MAX, &number))
            continue;
        const uint32_t id = (uint32_t)number & ID_MASK, flags = (uint32_t)number - id;
        const size_t from = (size_t)(value.at - text.at);
        text_replace(edits, from, from + value.size,
                     arena_format(numbers->arena, "%u", flags + new_id(numbers, id)));
    }
}

bool map_renumber(Text *text, const TmxMap *map, Arena *arena)
{
    Numbers numbers = {.map = map, .arena = arena};
    TextEdits edits = {.arena = arena};
    Report silent = report_to(NULL, NULL);
    TmxMap after;
    if (!find_firsts(&numbers))
        return false;
    uint32_t **layers = ARENA_ALLOC(arena, uint32_t *, map->layer_count + 1);
    replace_ids(&numbers, *text, "tileset", "firstgid", &edits);
    replace_ids(&numbers, *text, "object", "gid", &edits);
    for (size_t i = 0; i < map->layer_count; i++) {
        const TmxLayer *layer = &map->layers[i];
        const size_t count = (size_t)layer->w * layer->h;
        layers[i] = arena_alloc_raw(arena, count, sizeof(uint32_t));
        for (size_t j = 0; j < count; j++)
            layers[i][j] = layer->cells[j] ? new_id(&numbers, layer->cells[j]) : 0;
        if (!map_cells_replace(*text, layer, layers[i], true, &edits))
            return false;
    }
    const Text edited = text_edited(&edits, *text);
    bool ok = tmx_read(bytes_of_text(edited), &after, arena, &silent) &&
              after.tileset_count == map->tileset_count &&
              after.layer_count == map->layer_count;
    for (size_t i = 0; ok && i < map->tileset_count; i++)
        ok = after.tilesets[i].first == numbers.firsts[i];
    for (size_t i = 0; ok && i < map->layer_count; i++)
        ok = memcmp(after.layers[i].cells, layers[i],
                    (size_t)map->layers[i].w * map->layers[i].h * sizeof(uint32_t)) == 0;
    if (ok)
        *text = edited;
    return ok;
}
