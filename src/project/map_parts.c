#include "project/map_parts.h"

#include "base/text.h"
#include "project/map_layers.h"
#include "project/xml_edit.h"

#include <math.h>
#include <stdlib.h>

/* ---- cells and points ---- */

static int64_t floor_divide(int64_t a, int64_t b) { return a / b - (a % b < 0); }

static u16 within(int64_t cell, const ProjectConfig *config)
{
    const int64_t max = config->map_size - 1;
    return (u16)(cell < 0 ? 0 : cell > max ? max : cell);
}

MapPoint map_path_cell(const ProjectConfig *config, TmxPoint point)
{
    int64_t x = point.x, step = (int64_t)config->tile_width * 1000;
    if (config->type == TMX_ISOMETRIC) {
        x -= (int64_t)config->tile_height * 500;
        step /= 2;
    }
    return (MapPoint){
        within(floor_divide(x, step), config),
        within(floor_divide(point.y, (int64_t)config->tile_height * 1000), config)};
}

TmxPoint map_path_point(const ProjectConfig *config, MapPoint cell)
{
    const int64_t x = 2 * (int64_t)cell.x + 1, y = 2 * (int64_t)cell.y + 1;
    TmxPoint point = {x * config->tile_width * 500, y * config->tile_height * 500};
    if (config->type == TMX_ISOMETRIC)
        point.x = x * config->tile_width * 250 + (int64_t)config->tile_height * 500;
    return point;
}

/* ---- XML ---- */

static void write_escaped(Writer *out, Text text)
{
    for (size_t i = 0; i < text.size; i++) {
        const char c = text.at[i];
        const char *name = c == '&'    ? "&amp;"
                           : c == '<'  ? "&lt;"
                           : c == '>'  ? "&gt;"
                           : c == '"'  ? "&quot;"
                           : c == '\n' ? "&#10;"
                           : c == '\r' ? "&#13;"
                           : c == '\t' ? "&#9;"
                                       : NULL;
        if (name)
            write_text(out, text_of(name));
        else
            write_u8(out, (uint8_t)c);
    }
}

/* The number of an attribute, 1/1000; 0: there is none. */
static int64_t thousandths(Text tag, const char *name)
{
    char number[48];
    const Text text = xml_attribute(tag, name);
    if (!text.size || text.size >= sizeof number)
        return 0;
    memcpy(number, text.at, text.size);
    number[text.size] = 0;
    return llround(strtod(number, NULL) * 1000);
}

static void write_thousandths(Writer *out, int64_t value)
{
    write_format(out, "%s%lld", value < 0 ? "-" : "", (long long)(llabs(value) / 1000));
    const int64_t rest = llabs(value) % 1000;
    if (rest)
        write_format(out,
                     rest % 100 == 0  ? ".%01lld"
                     : rest % 10 == 0 ? ".%02lld"
                                      : ".%03lld",
                     (long long)(rest % 100 == 0  ? rest / 100
                                 : rest % 10 == 0 ? rest / 10
                                                  : rest));
}

/* Where the value of an attribute is in the text. */
static bool attribute_at(Text text, Text tag, const char *name, size_t *from, size_t *to)
{
    const Text value = xml_attribute(tag, name);
    if (value.at < text.at || value.at > text.at + text.size) /* there is none */
        return false;
    *from = (size_t)(value.at - text.at);
    *to = *from + value.size;
    return true;
}

/* Increments nextobjectid or nextlayerid; returns the number that it had, or 1. */
static unsigned take_id(TextEdits *edits, Text text, Text map, const char *name, unsigned count)
{
    size_t from, to;
    int64_t id = 1;
    if (!attribute_at(text, map, name, &from, &to) ||
        !text_number(text_slice(text, from, to), 1, INT32_MAX / 2, &id))
        return 1;
    text_replace(edits, from, to, arena_format(edits->arena, "%u", (unsigned)id + count));
    return (unsigned)id;
}

static bool find_map(Text text, XmlElement *out, Report *report)
{
    size_t at = 0;
    return xml_next(text, &at, "map", out) || report_error(report, "the map has no <map>");
}

/* The blanks before an element in its line. */
static Text indent_of(Text text, size_t from)
{
    size_t start = from;
    while (start && (text.at[start - 1] == ' ' || text.at[start - 1] == '\t'))
        start--;
    return text_slice(text, start, from);
}

/* Inserts lines before the end tag of an element that is open. */
static void insert_at_end(TextEdits *edits, Text text, const XmlElement *element, Text lines)
{
    size_t at = element->to;
    while (at > element->from && text.at[at - 1] != '<')
        at--;
    at--; /* of `</name>` */
    at -= indent_of(text, at).size;
    text_replace(edits, at, at, lines);
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
    write_escaped(&out, name);
    write_text(&out, TEXT("\" value=\""));
    write_escaped(&out, value);
    write_text(&out, TEXT("\"/>"));
    return writer_text(&out);
}

static void set_value(TextEdits *edits, Text text, const XmlElement *element,
                      const TmxProperty *wanted)
{
    size_t from, to;
    Writer value = writer_to(edits->arena);
    if (!attribute_at(text, element->tag, "value", &from, &to)) {
        text_replace(edits, element->from, element->to,
                     property_text(wanted->name, wanted->value, edits->arena));
        return;
    }
    write_escaped(&value, wanted->value);
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
        insert_at_end(edits, text, block, lines);
    }
}

bool map_set_properties(Text text, const TmxProperty *wanted, size_t count, Text *out,
                        Arena *arena, Report *report)
{
    TmxMap map;
    XmlElement root, block, element;
    TextEdits edits = {.arena = arena};
    Writer lines = writer_to(arena);
    if (!tmx_read(bytes_of_text(text), &map, arena, report) || !find_map(text, &root, report))
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

/* ---- patrol paths ---- */

static bool has_path(Text text, const XmlElement *object, XmlElement *polygon)
{
    const Text inside = text_slice(text, 0, object->to);
    size_t at = object->from + object->tag.size;
    if (xml_next(inside, &at, "polygon", polygon))
        return true;
    at = object->from + object->tag.size;
    return xml_next(inside, &at, "polyline", polygon);
}

static Text points_text(const ProjectConfig *config, const MapPath *path, TmxPoint origin,
                        Arena *arena)
{
    Writer out = writer_to(arena);
    for (size_t i = 0; i < path->count; i++) {
        const TmxPoint point = map_path_point(config, path->cells[i]);
        if (i)
            write_u8(&out, ' ');
        write_thousandths(&out, point.x - origin.x);
        write_u8(&out, ',');
        write_thousandths(&out, point.y - origin.y);
    }
    return writer_text(&out);
}

static bool same_cells(const ProjectConfig *config, const TmxPolygon *polygon,
                       const MapPath *path)
{
    bool same = polygon->point_count == path->count;
    for (size_t i = 0; same && i < path->count; i++) {
        const MapPoint cell = map_path_cell(config, polygon->points[i]);
        same = cell.x == path->cells[i].x && cell.y == path->cells[i].y;
    }
    return same;
}

static Text object_text(const ProjectConfig *config, const MapPath *path, unsigned id,
                        const char *end, Arena *arena)
{
    const TmxPoint origin = map_path_point(config, path->cells[0]);
    const Text points = points_text(config, path, origin, arena);
    Writer out = writer_to(arena);
    write_format(&out, "  <object id=\"%u\" name=\"", id);
    write_escaped(&out, path->name);
    write_text(&out, TEXT("\" x=\""));
    write_thousandths(&out, origin.x);
    write_text(&out, TEXT("\" y=\""));
    write_thousandths(&out, origin.y);
    write_format(&out, "\">%s   <polygon points=\"%.*s\"/>%s  </object>%s", end,
                 (int)points.size, points.at, end, end);
    return writer_text(&out);
}

static void add_paths(TextEdits *edits, Text text, const XmlElement *root,
                      const XmlElement *group, Text lines)
{
    const char *end = text_line_end(text);
    if (!group) {
        const unsigned id = take_id(edits, text, root->tag, "nextlayerid", 1);
        insert_at_end(edits, text, root,
                      arena_format(edits->arena,
                                   " <objectgroup id=\"%u\" name=\"patrol paths\">%s%.*s "
                                   "</objectgroup>%s",
                                   id, end, (int)lines.size, lines.at, end));
    } else if (text_ends(group->tag, "/>")) {
        const Text tag = text_slice(group->tag, 0, group->tag.size - 2);
        text_replace(edits, group->from, group->to,
                     arena_format(edits->arena, "%.*s>%s%.*s </objectgroup>", (int)tag.size,
                                  tag.at, end, (int)lines.size, lines.at));
    } else {
        insert_at_end(edits, text, group, lines);
    }
}

static bool paths_ok(const MapPath *wanted, size_t count, Report *report)
{
    for (size_t i = 0; i < count; i++) {
        int64_t id;
        if (!text_number(wanted[i].name, 0, 98, &id))
            return report_error(
                report,
                "the name of a patrol path must be a number from 0 to 98, found \"%.*s\"",
                (int)wanted[i].name.size, wanted[i].name.at);
        if (!wanted[i].count)
            return report_error(report, "the patrol path %.*s has no cells",
                                (int)wanted[i].name.size, wanted[i].name.at);
    }
    return true;
}

bool map_set_paths(const ProjectConfig *config, Text text, const MapPath *wanted, size_t count,
                   Text *out, Arena *arena, Report *report)
{
    TmxMap map;
    XmlElement root, group, object, polygon;
    TextEdits edits = {.arena = arena};
    if (!paths_ok(wanted, count, report) ||
        !tmx_read(bytes_of_text(text), &map, arena, report) || !find_map(text, &root, report))
        return false;
    size_t at = root.from + root.tag.size, index = 0, added = 0;
    const bool has_group = xml_next(text, &at, "objectgroup", &group);
    bool *done = ARENA_ALLOC(arena, bool, count + 1);
    at = has_group ? group.from + group.tag.size : 0;
    while (has_group && index < map.polygon_count && at < group.to &&
           xml_next(text, &at, "object", &object) && object.to <= group.to) {
        size_t i = 0, from, to;
        if (!has_path(text, &object, &polygon))
            continue;
        const TmxPolygon *now = &map.polygons[index++];
        while (i < count && (done[i] || !text_equal(wanted[i].name, now->name)))
            i++;
        if (i == count) {
            xml_remove(&edits, text, &object);
        } else {
            const TmxPoint origin = {thousandths(object.tag, "x"),
                                     thousandths(object.tag, "y")};
            done[i] = true;
            if (!same_cells(config, now, &wanted[i]) &&
                attribute_at(text, polygon.tag, "points", &from, &to))
                text_replace(&edits, from, to, points_text(config, &wanted[i], origin, arena));
        }
    }
    for (size_t i = 0; i < count; i++)
        added += !done[i];
    if (added) {
        unsigned id = take_id(&edits, text, root.tag, "nextobjectid", (unsigned)added);
        Writer lines = writer_to(arena);
        for (size_t i = 0; i < count; i++)
            if (!done[i])
                write_text(&lines,
                           object_text(config, &wanted[i], id++, text_line_end(text), arena));
        add_paths(&edits, text, &root, has_group ? &group : NULL, writer_text(&lines));
    }
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
