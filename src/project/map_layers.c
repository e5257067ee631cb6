#include "project/map_layers.h"

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
    return layer->name.size ? arena_format(arena, "layer %u \"%.*s\"", layer->id,
                                           (int)layer->name.size, layer->name.at)
                            : arena_format(arena, "layer %u", layer->id);
}

bool map_layers_number(const TmxMap *map, uint8_t *numbers, Report *report)
{
    const TmxLayer *owners[MAP_LAYERS + 1] = {NULL};
    Arena *scratch = arena_new();
    bool ok = true;
    for (size_t i = 0; i < map->layer_count; i++) {
        const TmxLayer *layer = &map->layers[i];
        const SourcePosition position = {.line = layer->line};
        const char *label = map_layer_label(layer, scratch).at;
        unsigned number = map_layer_of_name(layer->name);
        if (number == MAP_LAYER_NONE && layer->id >= 1 && layer->id <= MAP_LAYERS)
            number = layer->id - 1;
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
