/* Translates changes by name to IDs of the map's tilesets and writes them with map_cells.h. An
 * item without a tile in this map is not an error: the caller adds the tile to a tileset (`maps
 * sync`) and tries again. */
#include "tirnanog/maps/map_edit.h"

#include "tirnanog/maps/map_cells.h"
#include "tirnanog/maps/map_layers.h"
#include "tirnanog/maps/tilesets.h"

static unsigned content_of(unsigned layer)
{
    return layer == MAP_LAYER_NPCS       ? CONTENT_NPCS
           : layer == MAP_LAYER_SPAWNERS ? CONTENT_SPAWNERS
                                         : CONTENT_TILES;
}

static const NameList *list_of(const Names *names, unsigned content)
{
    return content == CONTENT_NPCS       ? &names->kinds[NAME_NPC]
           : content == CONTENT_SPAWNERS ? &names->kinds[NAME_SPAWNER]
                                         : &names->sprites[CATEGORY_TILES];
}

/* The first ID of the map that stands for the item; 0: none. */
static uint32_t id_of(const TileMeanings *meanings, unsigned content, uint32_t number)
{
    for (size_t i = 0; i < meanings->count; i++)
        if (meanings->items[i].content == content && meanings->items[i].number == number)
            return meanings->items[i].id;
    return 0;
}

static const TmxLayer *find_layer(const TmxMap *map, unsigned layer, Arena *arena,
                                  Report *report)
{
    uint8_t *numbers = arena_alloc(arena, map->layer_count + 1, 1);
    if (!map_layers_number(map, numbers, report))
        return NULL;
    for (size_t i = 0; i < map->layer_count; i++)
        if (numbers[i] == layer)
            return &map->layers[i];
    report_error(report, "the map has no layer \"%s\"; add it with Tiled",
                 map_layer_names[layer < MAP_LAYERS ? layer : 0]);
    return NULL;
}

MapEditResult map_edit(const Names *names, const ProjectFiles *files, Text path, Text text,
                       unsigned layer, const MapChange *changes, size_t count, Text *out,
                       Text *unknown, Arena *arena, Report *report)
{
    TmxMap map;
    TileMeanings meanings;
    const unsigned content = content_of(layer);
    const NameList *list = list_of(names, content);
    if (!tmx_read(bytes_of_text(text), &map, arena, report) ||
        !tilesets_load(files, path, &map, NULL, arena, report) ||
        !tilesets_resolve(names, files, &map, &meanings, arena, report))
        return MAP_EDIT_FAILED;
    const TmxLayer *target = find_layer(&map, layer, arena, report);
    if (!target)
        return MAP_EDIT_FAILED;
    const size_t size = (size_t)target->w * target->h;
    uint32_t *cells = ARENA_ALLOC(arena, uint32_t, size + 1);
    memcpy(cells, target->cells, size * sizeof *cells);
    for (size_t i = 0; i < count; i++) {
        const MapChange *change = &changes[i];
        uint32_t number, id = 0;
        if (change->x >= target->w || change->y >= target->h) {
            report_error(report, "the layer has no cell %u,%u", change->x, change->y);
            return MAP_EDIT_FAILED;
        }
        if (change->name.size && !names_find(list, change->name, &number)) {
            report_error(report, "the project has no %s \"%.*s\"", tileset_word(content),
                         (int)change->name.size, change->name.at);
            return MAP_EDIT_FAILED;
        }
        if (change->name.size && !(id = id_of(&meanings, content, number))) {
            *unknown = change->name;
            return MAP_EDIT_UNKNOWN;
        }
        cells[(size_t)change->y * target->w + change->x] = id;
    }
    TextEdits edits = {.arena = arena};
    if (!map_cells_replace(text, target, cells, false, &edits)) {
        report_error(report, "the data of the layer is not in the form that Tiled writes");
        return MAP_EDIT_FAILED;
    }
    *out = text_edited(&edits, text);
    return MAP_EDIT_DONE;
}
