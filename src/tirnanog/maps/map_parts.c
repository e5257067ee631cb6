/* Parts, in order: conversion between cells and points of paths; properties; new maps. Points
 * of isometric maps count along the sides of the cells, not along those of the screen (tmx.h).
 * */
#include "tirnanog/maps/map_parts.h"

#include "base/text.h"
#include "tirnanog/maps/map_layers.h"
#include "tirnanog/maps/map_xml.h"

/* ---- cells and points ---- */

static int64_t floor_divide(int64_t a, int64_t b) { return a / b - (a % b < 0); }

static u16 within(int64_t cell, const ProjectConfig *config)
{
    const int64_t max = config->map_size - 1;
    return (u16)(cell < 0 ? 0 : cell > max ? max : cell);
}

static void cell_of(const ProjectConfig *config, TmxPoint point, int64_t *x, int64_t *y)
{
    int64_t step = (int64_t)config->tile_width * 1000;
    *x = point.x;
    if (config->type == TMX_ISOMETRIC) {
        *x -= (int64_t)config->tile_height * 500;
        step /= 2;
    }
    *x = floor_divide(*x, step);
    *y = floor_divide(point.y, (int64_t)config->tile_height * 1000);
}

MapPoint map_path_cell(const ProjectConfig *config, TmxPoint point)
{
    int64_t x, y;
    cell_of(config, point, &x, &y);
    return (MapPoint){within(x, config), within(y, config)};
}

bool map_has_point(const ProjectConfig *config, TmxPoint point)
{
    int64_t x, y;
    cell_of(config, point, &x, &y);
    return x == within(x, config) && y == within(y, config);
}

TmxPoint map_path_point(const ProjectConfig *config, MapPoint cell)
{
    const int64_t x = 2 * (int64_t)cell.x + 1, y = 2 * (int64_t)cell.y + 1;
    TmxPoint point = {x * config->tile_width * 500, y * config->tile_height * 500};
    if (config->type == TMX_ISOMETRIC)
        point.x = x * config->tile_width * 250 + (int64_t)config->tile_height * 500;
    return point;
}

/* ---- properties ---- */

/* The <properties> of the map itself, which come before everything else in it. */
static bool find_properties(Text text, const XmlElement *map, XmlElement *out)
{
    static const char *const others[] = {"tileset", "layer", "objectgroup", "imagelayer",
                                         "group"};
    const size_t begin = map->from + map->tag.size;
    size_t at = begin;
    if (!xml_next(text, &at, "properties", out))
        return false;
    for (size_t i = 0; i < COUNT_OF(others); i++) {
        XmlElement other;
        at = begin;
        if (xml_next(text, &at, others[i], &other) && other.from < out->from)
            return false;
    }
    return true;
}

static Text property_text(Text name, Text value, Arena *arena)
{
    Writer out = writer_to(arena);
    write_text(&out, TEXT("<property name=\""));
    map_write_escaped(&out, name);
    write_text(&out, TEXT("\" value=\""));
    map_write_escaped(&out, value);
    write_text(&out, TEXT("\"/>"));
    return writer_text(&out);
}

static void set_value(TextEdits *edits, Text text, const XmlElement *element,
                      const TmxProperty *wanted)
{
    size_t from, to;
    Writer value = writer_to(edits->arena);
    if (!map_attribute_at(text, element->tag, "value", &from, &to)) {
        text_replace(edits, element->from, element->to,
                     property_text(wanted->name, wanted->value, edits->arena));
        return;
    }
    map_write_escaped(&value, wanted->value);
    text_replace(edits, from, to, writer_text(&value));
}

static void add_properties(TextEdits *edits, Text text, const XmlElement *map,
                           const XmlElement *block, Text lines)
{
    const char *end = text_line_end(text);
    if (!block) {
        const size_t at = map->from + map->tag.size;
        text_replace(edits, at, at,
                     arena_format(edits->arena, "%s <properties>%s%.*s </properties>", end, end,
                                  (int)lines.size, lines.at));
    } else if (text_ends(block->tag, "/>")) {
        text_replace(edits, block->from, block->to,
                     arena_format(edits->arena, "<properties>%s%.*s </properties>", end,
                                  (int)lines.size, lines.at));
    } else {
        map_insert_at_end(edits, text, block, lines);
    }
}

bool map_set_properties(Text text, const TmxProperty *wanted, size_t count, Text *out,
                        Arena *arena, Report *report)
{
    TmxMap map;
    XmlElement root, block, element;
    TextEdits edits = {.arena = arena};
    Writer lines = writer_to(arena);
    if (!tmx_read(bytes_of_text(text), &map, arena, report) ||
        !map_find_root(text, &root, report))
        return false;
    const bool has_block = find_properties(text, &root, &block);
    bool *done = ARENA_ALLOC(arena, bool, count + 1);
    size_t at = has_block ? block.from + block.tag.size : 0, index = 0;
    for (; has_block && index < map.property_count && xml_next(text, &at, "property", &element);
         index++) {
        const TmxProperty *now = &map.properties[index];
        size_t i = 0;
        while (i < count && (done[i] || !text_equal(wanted[i].name, now->name)))
            i++;
        if (i == count)
            xml_remove(&edits, text, &element);
        else if (!text_equal(wanted[i].value, now->value))
            set_value(&edits, text, &element, &wanted[i]);
        if (i < count)
            done[i] = true;
    }
    for (size_t i = 0; i < count; i++)
        if (!done[i]) {
            const Text line = property_text(wanted[i].name, wanted[i].value, arena);
            write_format(&lines, "  %.*s%s", (int)line.size, line.at, text_line_end(text));
        }
    if (lines.size)
        add_properties(&edits, text, &root, has_block ? &block : NULL, writer_text(&lines));
    *out = text_edited(&edits, text);
    return true;
}

/* ---- new maps ---- */

Text map_new_text(const ProjectConfig *config, Text title, Arena *arena)
{
    const uint32_t side = config->map_size;
    TmxLayer *layers = ARENA_ALLOC(arena, TmxLayer, MAP_LAYERS);
    uint32_t *cells = ARENA_ALLOC(arena, uint32_t, (size_t)side * side + 1);
    for (uint32_t i = 0; i < MAP_LAYERS; i++)
        layers[i] = (TmxLayer){.id = i + 1,
                               .w = side,
                               .h = side,
                               .cells = cells,
                               .name = text_of(map_layer_names[i])};
    TmxProperty property = {.name = TEXT("title"), .value = title};
    const TmxMap map = {.orientation = (TmxOrientation)(config->type < 4 ? config->type : 0),
                        .w = side,
                        .h = side,
                        .tile_w = config->tile_width,
                        .tile_h = config->tile_height,
                        .properties = &property,
                        .property_count = 1,
                        .layers = layers,
                        .layer_count = MAP_LAYERS};
    return text_of_bytes(tmx_write(&map, arena));
}
