/* Parts, in order: names; labels for messages; numbers. Names are compared by letters and
 * digits only, without case, and the plural is optional, because authors type them in Tiled. */
#include "tirnanog/maps/map_layers.h"

#include "base/text.h"

const char *const map_layer_names[MAP_LAYERS] = {"ground 1", "ground 2", "ground 3", "ground 4",
                                                 "objects",  "NPCs",     "spawners", "roof 1",
                                                 "roof 2",   "roof 3",   "roof 4"};

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

/* The next letter or digit in lower case; 0: the end. */
static char next_letter(Text *rest)
{
    while (rest->size) {
        const char c = rest->at[0];
        *rest = text_slice(*rest, 1, rest->size);
        if (c != ' ' && c != '_' && c != '-')
            return lower(c);
    }
    return 0;
}

static bool same_name(Text name, Text known)
{
    for (;;) {
        const char a = next_letter(&name), b = next_letter(&known);
        if (!a)
            return !b || (b == 's' && !known.size); /* the singular */
        if (a != b)
            return false;
    }
}

unsigned map_layer_of_name(Text name)
{
    unsigned number = 0;
    while (number < MAP_LAYERS && !same_name(name, text_of(map_layer_names[number])))
        number++;
    return number;
}

Text map_layer_label(const TmxLayer *layer, Arena *arena)
{
    const int size = (int)layer->name.size;
    return layer->id && size
               ? arena_format(arena, "layer %u \"%.*s\"", layer->id, size, layer->name.at)
           : size      ? arena_format(arena, "layer \"%.*s\"", size, layer->name.at)
           : layer->id ? arena_format(arena, "layer %u", layer->id)
                       : TEXT("layer without a name");
}

static unsigned layer_of_id(uint32_t id)
{
    return id >= 1 && id <= MAP_LAYERS ? id - 1 : MAP_LAYER_NONE;
}

/* Whether the layers have exactly the IDs 1 to 11. */
static bool has_all_ids(const TmxMap *map)
{
    unsigned seen = 0;
    for (size_t i = 0; i < map->layer_count; i++)
        if (map->layers[i].id <= MAP_LAYERS)
            seen |= 1u << map->layers[i].id;
    return map->layer_count == MAP_LAYERS && seen == (2u << MAP_LAYERS) - 2;
}

static unsigned number_of(const TmxLayer *layer, bool by_id)
{
    const unsigned name = map_layer_of_name(layer->name), id = layer_of_id(layer->id);
    return name == MAP_LAYER_NONE || by_id ? id : name;
}

/* One warning: in a map where one layer differs, all may. */
static void warn_of_disagreement(const TmxMap *map, bool by_id, Report *report)
{
    size_t count = 0, first = 0;
    for (size_t i = map->layer_count; i--;) {
        const unsigned name = map_layer_of_name(map->layers[i].name),
                       id = layer_of_id(map->layers[i].id);
        if (name == id || name == MAP_LAYER_NONE || id == MAP_LAYER_NONE)
            continue;
        first = i;
        count++;
    }
    if (!count)
        return;
    Arena *scratch = arena_new();
    const TmxLayer *layer = &map->layers[first];
    report_warning_at(
        report, (SourcePosition){.line = layer->line}, "%s has the ID of \"%s\"; %s%s",
        map_layer_label(layer, scratch).at, map_layer_names[layer_of_id(layer->id)],
        by_id ? "the IDs decide, because the layers have exactly the IDs 1 to 11"
              : "the names decide, because the layers do not have exactly the IDs 1 to 11",
        count > 1 ? arena_format(scratch, " (so for %zu layers)", count).at : "");
    arena_free(scratch);
}

bool map_layers_number(const TmxMap *map, uint8_t *numbers, Report *report)
{
    const TmxLayer *owners[MAP_LAYERS + 1] = {NULL};
    Arena *scratch = arena_new();
    const bool by_id = has_all_ids(map);
    bool ok = true;
    warn_of_disagreement(map, by_id, report);
    for (size_t i = 0; i < map->layer_count; i++) {
        const TmxLayer *layer = &map->layers[i];
        const SourcePosition position = {.line = layer->line};
        const char *label = map_layer_label(layer, scratch).at;
        const unsigned number = number_of(layer, by_id);
        if (number == MAP_LAYER_NONE)
            report_warning_at(
                report, position,
                "unknown %s; expected a name (\"ground 1\" to \"ground 4\", "
                "\"objects\", \"NPCs\", \"spawners\", \"roof 1\" to \"roof 4\") or "
                "an ID from 1 to %d: ignored",
                label, MAP_LAYERS);
        else if (owners[number])
            ok = report_error_at(report, position,
                                 "%s and %s in line %u are both \"%s\"; rename one of them",
                                 label, map_layer_label(owners[number], scratch).at,
                                 owners[number]->line, map_layer_names[number]);
        owners[number] = owners[number] ? owners[number] : layer;
        numbers[i] = (uint8_t)number;
    }
    arena_free(scratch);
    return ok;
}
