#include "formats/open/tmx_elements.h"

#include "base/text.h"
#include "formats/open/tmx_decimal.h"

#include <stdlib.h>

enum {
    ID_MAX = (1 << 28) - 1,   /* the higher bits are flags */
    FLIP_FLAGS = 0xE0000000u, /* horizontal, vertical, diagonal */
    TURN_FLAG = 0x10000000u,  /* by 120 degrees, in hexagonal maps */
    UNFOLD_FACTOR = 64,       /* maximum decompressed size of layers relative to the file size
                               */
    UNFOLD_FREE = 64 << 20,   /* and this many bytes in addition; experience.md */
};

SourcePosition tmx_position(const TmxReader *reader)
{
    return (SourcePosition){.line = (uint32_t)XML_GetCurrentLineNumber(reader->parser),
                            .column = (uint32_t)XML_GetCurrentColumnNumber(reader->parser) + 1};
}

bool tmx_fail(TmxReader *reader, SourcePosition place, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const Text line = arena_vformat(reader->scratch, format, arguments);
    va_end(arguments);
    reader->failed = true;
    XML_StopParser(reader->parser, XML_FALSE);
    return report_error_at(reader->report, place, "%s", line.at);
}

#define FAIL(reader, ...) tmx_fail((reader), tmx_position(reader), __VA_ARGS__)

/* The difference of two points must be in the range that can be read. */
#define POINT_MAX INT64_C(500000000000)

/* ---- attributes ---- */

static const char *attribute(const char **attributes, const char *name)
{
    for (; attributes[0]; attributes += 2)
        if (strcmp(attributes[0], name) == 0)
            return attributes[1];
    return NULL;
}

static Text attribute_text(const char **attributes, const char *name)
{
    const char *value = attribute(attributes, name);
    return value ? text_of(value) : TEXT("");
}

/* The offset of an attribute's value in a start tag; 0: not found. */
static size_t value_in_tag(Text tag, const char *name)
{
    const size_t size = strlen(name);
    for (size_t at = 0; at < tag.size; at++) {
        size_t end = at;
        while (end < tag.size && tag.at[end] != '"' && tag.at[end] != '\'')
            end++;
        if (end == tag.size)
            return 0;
        /* From here to the quote: blanks, the name, blanks around "=". */
        const Text before = text_trimmed(text_slice(tag, at, end));
        Text word = text_trimmed(
            text_slice(before, 0, before.size && text_ends(before, "=") ? before.size - 1 : 0));
        const size_t from = word.size > size ? word.size - size : 0;
        word = text_slice(word, from, word.size);
        if (text_is(word, name) && (word.at == tag.at || strchr(" \t\r\n", word.at[-1])))
            return end + 1;
        const char quote = tag.at[end];
        for (at = end + 1; at < tag.size && tag.at[at] != quote;)
            at++;
    }
    return 0;
}

/* The position of an attribute's value in the current start tag. */
static SourcePosition attribute_position(const TmxReader *reader, const char *name)
{
    SourcePosition place = tmx_position(reader);
    int offset = 0, size = 0;
    const char *input = XML_GetInputContext(reader->parser, &offset, &size);
    const int count = XML_GetCurrentByteCount(reader->parser);
    if (!input || count <= 0 || offset + count > size)
        return place;
    const size_t value = value_in_tag((Text){input + offset, (size_t)count}, name);
    for (size_t i = 0; i < value; i++) {
        const unsigned char c = (unsigned char)input[(size_t)offset + i];
        place.line += c == '\n';
        place.column = c == '\n' ? 1 : place.column + ((c & 0xC0) != 0x80);
    }
    return place;
}

#define FAIL_AT(reader, name, ...)                                                             \
    tmx_fail((reader), attribute_position((reader), name), __VA_ARGS__)

/* Parses a whole number; if `missing` is below `min`, the attribute is required. */
static bool attribute_number(TmxReader *reader, const char **attributes, const char *name,
                             int64_t min, int64_t max, int64_t missing, uint32_t *out)
{
    const char *value = attribute(attributes, name);
    int64_t number = missing;
    if (!value && missing < min)
        return FAIL(reader, "%s is missing", name);
    if (value && !text_number(text_of(value), min, max, &number))
        return FAIL_AT(reader, name, "%s must be a number from %lld to %lld, not \"%.40s\"",
                       name, (long long)min, (long long)max, value);
    *out = (uint32_t)number;
    return true;
}

static bool attribute_decimal(TmxReader *reader, const char **attributes, const char *name,
                              int64_t *out)
{
    const char *value = attribute(attributes, name);
    Text rest = value ? text_of(value) : TEXT("0");
    return (decimal_read(&rest, out) && !rest.size) ||
           FAIL_AT(reader, name, "%s is not a number: \"%.40s\"", name, value);
}

static bool attributes_small(TmxReader *reader, const char **attributes)
{
    for (; attributes[0]; attributes += 2)
        if (strlen(attributes[1]) > TMX_ATTRIBUTE_MAX)
            return FAIL(reader, "an attribute of more than %d bytes", TMX_ATTRIBUTE_MAX);
    return true;
}

/* ---- elements ---- */

static bool start_map(TmxReader *reader, const char **attributes)
{
    TmxMap *map = reader->map;
    const Text orientation = attribute_text(attributes, "orientation");
    const Text axis = attribute_text(attributes, "staggeraxis");
    const Text infinite = attribute_text(attributes, "infinite");
    if (text_is(infinite, "1") || text_is(infinite, "true"))
        return FAIL_AT(reader, "infinite",
                       "the map is infinite; give it a size in Tiled (Map, Map "
                       "Properties, Infinite)");
    if (text_is(orientation, "staggered"))
        return FAIL_AT(reader, "orientation",
                       "the map is staggered, which is not supported: make it isometric or "
                       "hexagonal");
    if (text_is(orientation, "orthogonal")) {
        map->orientation = TMX_ORTHOGONAL;
    } else if (text_is(orientation, "isometric")) {
        map->orientation = TMX_ISOMETRIC;
    } else if (text_is(orientation, "hexagonal")) {
        if (axis.size && !text_is(axis, "x") && !text_is(axis, "y"))
            return FAIL_AT(reader, "staggeraxis", "staggeraxis must be x or y, not \"%.40s\"",
                           axis.at);
        map->orientation =
            text_is(axis, "x") ? TMX_HEXAGONAL_HORIZONTAL : TMX_HEXAGONAL_VERTICAL;
        if (text_is(attribute_text(attributes, "staggerindex"), "even"))
            report_warning_at(reader->report, attribute_position(reader, "staggerindex"),
                              "staggerindex is even; the game shifts the odd rows or columns");
    } else {
        return FAIL_AT(reader, "orientation",
                       "unknown orientation; expected orthogonal, isometric or hexagonal: "
                       "\"%.40s\"",
                       orientation.at);
    }
    return attribute_number(reader, attributes, "width", 1, TMX_SIDE_MAX, 0, &map->w) &&
           attribute_number(reader, attributes, "height", 1, TMX_SIDE_MAX, 0, &map->h) &&
           attribute_number(reader, attributes, "tilewidth", 1, 65535, 0, &map->tile_w) &&
           attribute_number(reader, attributes, "tileheight", 1, 65535, 0, &map->tile_h);
}

static bool start_property(TmxReader *reader, const char **attributes)
{
    const char *name = attribute(attributes, "name"), *value = attribute(attributes, "value");
    if (!name)
        return FAIL(reader, "name is missing");
    const SourcePosition position = tmx_position(reader);
    reader->property = (TmxProperty){.name = arena_text(reader->arena, text_of(name)),
                                     .line = position.line,
                                     .column = position.column};
    reader->content = writer_to(reader->arena);
    reader->property_open = !value;
    if (value)
        write_text(&reader->content, text_of(value));
    return true;
}

static void end_property(TmxReader *reader)
{
    TmxMap *map = reader->map;
    TmxProperty *property = &reader->property;
    property->value = writer_text(&reader->content);
    reader->property_open = false;
    for (size_t i = 0; i < map->property_count && !text_is(property->name, "parallax"); i++)
        if (text_equal(map->properties[i].name, property->name)) {
            report_warning_at(reader->report, (SourcePosition){.line = property->line},
                              "property \"%.*s\" is a duplicate; the one in line %u is used",
                              (int)property->name.size, property->name.at,
                              map->properties[i].line);
            return;
        }
    *ARENA_PUSH(reader->arena, map->properties, map->property_count) = *property;
}

static bool start_tileset(TmxReader *reader, const char **attributes)
{
    TmxMap *map = reader->map;
    TmxTileset tileset = {.line = tmx_position(reader).line};
    if (!attribute_number(reader, attributes, "firstgid", 1, ID_MAX, reader->is_tileset,
                          &tileset.first) ||
        !attribute_number(reader, attributes, "tilewidth", 0, ID_MAX, 0, &tileset.w) ||
        !attribute_number(reader, attributes, "tileheight", 0, ID_MAX, 0, &tileset.h) ||
        !attribute_number(reader, attributes, "tilecount", 0, ID_MAX, 0, &tileset.count) ||
        !attribute_number(reader, attributes, "columns", 0, ID_MAX, 0, &tileset.columns) ||
        !attribute_number(reader, attributes, "margin", 0, UINT16_MAX, 0, &tileset.margin) ||
        !attribute_number(reader, attributes, "spacing", 0, UINT16_MAX, 0, &tileset.spacing))
        return false;
    tileset.name = arena_text(reader->arena, attribute_text(attributes, "name"));
    tileset.source = arena_text(reader->arena, attribute_text(attributes, "source"));
    reader->set_at = map->tileset_count;
    *ARENA_PUSH(reader->arena, map->tilesets, map->tileset_count) = tileset;
    return true;
}

static bool start_set_tile(TmxReader *reader, const char **attributes)
{
    const uint32_t first = reader->map->tilesets[reader->set_at].first;
    return attribute_number(reader, attributes, "id", 0, ID_MAX - first, 0, &reader->set_tile);
}

static bool start_image(TmxReader *reader, const char **attributes)
{
    TmxTileset *tileset = &reader->map->tilesets[reader->set_at];
    if (!tileset->image.size)
        tileset->image = arena_text(reader->arena, attribute_text(attributes, "source"));
    return true;
}

static bool start_tile_image(TmxReader *reader, const char **attributes)
{
    TmxTileset *tileset = &reader->map->tilesets[reader->set_at];
    *ARENA_PUSH(reader->arena, tileset->tiles, tileset->tile_count) = (TmxTile){
        reader->set_tile, arena_text(reader->arena, attribute_text(attributes, "source")),
        tmx_position(reader).line};
    return true;
}

static bool start_layer(TmxReader *reader, const char **attributes)
{
    TmxMap *map = reader->map;
    TmxLayer *layer = &reader->layer;
    *layer = (TmxLayer){.line = tmx_position(reader).line,
                        .name = arena_text(reader->arena, attribute_text(attributes, "name"))};
    reader->data_seen = false;
    return (map->layer_count < TMX_LAYERS_MAX ||
            FAIL(reader, "more than %d layers", TMX_LAYERS_MAX)) &&
           attribute_number(reader, attributes, "id", 1, INT32_MAX, 0, &layer->id) &&
           attribute_number(reader, attributes, "width", 1, TMX_SIDE_MAX, map->w, &layer->w) &&
           attribute_number(reader, attributes, "height", 1, TMX_SIDE_MAX, map->h, &layer->h);
}

static void end_layer(TmxReader *reader)
{
    TmxMap *map = reader->map;
    const TmxLayer *layer = &reader->layer;
    if (!reader->data_seen) {
        FAIL(reader, "layer %u has no data", layer->id);
        return;
    }
    for (size_t i = 0; i < map->layer_count; i++)
        if (map->layers[i].id == layer->id) {
            report_warning_at(reader->report, (SourcePosition){.line = layer->line},
                              "layer %u is a duplicate; the one in line %u is used", layer->id,
                              map->layers[i].line);
            return;
        }
    *ARENA_PUSH(reader->arena, map->layers, map->layer_count) = *layer;
}

bool tmx_data_fail(TmxReader *reader, SourcePosition place)
{
    const TmxLayer *layer = &reader->layer;
    return tmx_fail(reader, place, "layer %u (%u x %u): %s", layer->id, layer->w, layer->h,
                    reader->data.problem);
}

static bool start_data(TmxReader *reader, const char **attributes)
{
    TmxData *data = &reader->data;
    const size_t count = (size_t)reader->layer.w * reader->layer.h;
    const size_t most = reader->file_size * UNFOLD_FACTOR + UNFOLD_FREE;
    if (reader->data_seen)
        return FAIL(reader, "layer %u has duplicate data", reader->layer.id);
    reader->data_seen = true;
    arena_reset(reader->scratch);
    if (!tmx_data_begin(data, attribute_text(attributes, "encoding"),
                        attribute_text(attributes, "compression"), count, reader->file_size,
                        most - reader->unfolded, reader->scratch, reader->arena))
        return tmx_data_fail(reader, tmx_position(reader));
    if (data->packing != TMX_PLAIN)
        reader->unfolded += count * sizeof(uint32_t);
    const XML_Index at = XML_GetCurrentByteIndex(reader->parser);
    reader->in_data = at >= 0 && (size_t)at + (size_t)XML_GetCurrentByteCount(reader->parser) ==
                                     reader->given;
    reader->at_data = reader->in_data && data->encoding == TMX_CSV;
    return true;
}

static void end_data(TmxReader *reader)
{
    TmxData *data = &reader->data;
    const bool hexagonal = reader->map->orientation >= TMX_HEXAGONAL_VERTICAL;
    const uint32_t flags = FLIP_FLAGS | (hexagonal ? TURN_FLAG : 0);
    reader->at_data = reader->in_data = false;
    if (!tmx_data_end(data)) {
        tmx_data_fail(reader, tmx_position(reader));
        return;
    }
    reader->layer.cells = data->cells;
    if (!(data->seen & flags))
        return;
    report_warning_at(reader->report, (SourcePosition){.line = reader->layer.line},
                      "layer %u has flipped or rotated tiles; the flags are ignored",
                      reader->layer.id);
    for (size_t i = 0; i < data->count; i++)
        data->cells[i] &= ~flags;
}

static bool start_tile(TmxReader *reader, const char **attributes)
{
    uint32_t id = 0;
    return attribute_number(reader, attributes, "gid", 0, UINT32_MAX, 0, &id) &&
           (tmx_data_tile(&reader->data, id) || tmx_data_fail(reader, tmx_position(reader)));
}

static bool start_chunk(TmxReader *reader, const char **attributes)
{
    (void)attributes;
    return FAIL(reader, "layer %u is in chunks: the map is infinite", reader->layer.id);
}

static bool start_object(TmxReader *reader, const char **attributes)
{
    reader->object_name = arena_text(reader->arena, attribute_text(attributes, "name"));
    return attribute_decimal(reader, attributes, "x", &reader->object_x) &&
           attribute_decimal(reader, attributes, "y", &reader->object_y);
}

/* `points` is "x,y x,y ...", relative to the object. */
static bool start_polygon(TmxReader *reader, const char **attributes)
{
    TmxPolygon polygon = {.name = reader->object_name, .line = tmx_position(reader).line};
    Text rest = attribute_text(attributes, "points"), word;
    while ((word = text_word(&rest)).size) {
        TmxPoint point;
        bool ok = decimal_read(&word, &point.x) && word.size && word.at[0] == ',';
        if (ok) {
            word = text_slice(word, 1, word.size);
            ok = decimal_read(&word, &point.y) && !word.size;
        }
        if (!ok)
            return FAIL_AT(reader, "points", "point %zu of a polygon is not \"x,y\"",
                           polygon.point_count + 1);
        point.x += reader->object_x;
        point.y += reader->object_y;
        if (llabs(point.x) > POINT_MAX || llabs(point.y) > POINT_MAX)
            return FAIL_AT(reader, "points", "point %zu of a polygon is far beyond every map",
                           polygon.point_count + 1);
        *ARENA_PUSH(reader->arena, polygon.points, polygon.point_count) = point;
    }
    *ARENA_PUSH(reader->arena, reader->map->polygons, reader->map->polygon_count) = polygon;
    return true;
}

/* ---- nesting of elements ---- */

typedef bool NodeStart(TmxReader *reader, const char **attributes);
typedef void NodeEnd(TmxReader *reader);

static const struct NodeRow {
    TmxNode parent;
    const char *name;
    TmxNode node;
    NodeStart *start;
} rows[] = {
    {TMX_NODE_DATA, "tile", TMX_NODE_TILE, start_tile},
    {TMX_NODE_DATA, "chunk", TMX_NODE_CHUNK, start_chunk},
    {TMX_NODE_NONE, "map", TMX_NODE_MAP, start_map},
    {TMX_NODE_NONE, "tileset", TMX_NODE_TILESET, start_tileset}, /* a .tsx file */
    {TMX_NODE_MAP, "properties", TMX_NODE_PROPERTIES, NULL},
    {TMX_NODE_PROPERTIES, "property", TMX_NODE_PROPERTY, start_property},
    {TMX_NODE_MAP, "tileset", TMX_NODE_TILESET, start_tileset},
    {TMX_NODE_TILESET, "tile", TMX_NODE_SET_TILE, start_set_tile},
    {TMX_NODE_TILESET, "image", TMX_NODE_IMAGE, start_image},
    {TMX_NODE_SET_TILE, "image", TMX_NODE_IMAGE, start_tile_image},
    {TMX_NODE_MAP, "group", TMX_NODE_GROUP, NULL},
    {TMX_NODE_GROUP, "group", TMX_NODE_GROUP, NULL},
    {TMX_NODE_MAP, "layer", TMX_NODE_LAYER, start_layer},
    {TMX_NODE_GROUP, "layer", TMX_NODE_LAYER, start_layer},
    {TMX_NODE_LAYER, "data", TMX_NODE_DATA, start_data},
    {TMX_NODE_MAP, "objectgroup", TMX_NODE_OBJECTS, NULL},
    {TMX_NODE_GROUP, "objectgroup", TMX_NODE_OBJECTS, NULL},
    {TMX_NODE_OBJECTS, "object", TMX_NODE_OBJECT, start_object},
    {TMX_NODE_OBJECT, "polygon", TMX_NODE_POLYGON, start_polygon},
    {TMX_NODE_OBJECT, "polyline", TMX_NODE_POLYGON, start_polygon},
};

static NodeEnd *const ends[TMX_NODE_SKIPPED + 1] = {[TMX_NODE_PROPERTY] = end_property,
                                                    [TMX_NODE_LAYER] = end_layer,
                                                    [TMX_NODE_DATA] = end_data};

TmxNode tmx_node(const TmxReader *reader)
{
    return reader->depth ? reader->nodes[reader->depth - 1] : TMX_NODE_NONE;
}

void tmx_element_start(TmxReader *reader, const char *name, const char **attributes)
{
    if (reader->depth == TMX_DEPTH_MAX) {
        FAIL(reader, "elements are nested more than %d deep", TMX_DEPTH_MAX);
        return;
    }
    const TmxNode parent = tmx_node(reader);
    const struct NodeRow *row = NULL;
    for (size_t i = 0; i < COUNT_OF(rows) && !row && parent != TMX_NODE_SKIPPED; i++)
        if (rows[i].parent == parent && strcmp(rows[i].name, name) == 0)
            row = &rows[i];
    if (parent == TMX_NODE_NONE &&
        (!row || (row->node == TMX_NODE_TILESET) != reader->is_tileset)) {
        FAIL(reader, "a %s begins with <%s>, not <%.40s>",
             reader->is_tileset ? "tileset of Tiled" : "Tiled map",
             reader->is_tileset ? "tileset" : "map", name);
        return;
    }
    if (row && row->node == TMX_NODE_OBJECTS) { /* only the first group is used */
        row = reader->objects_seen ? NULL : row;
        reader->objects_seen = true;
    }
    reader->nodes[reader->depth++] = row ? row->node : TMX_NODE_SKIPPED;
    if (attributes_small(reader, attributes) && row && row->start)
        row->start(reader, attributes);
}

void tmx_element_end(TmxReader *reader)
{
    NodeEnd *end = ends[reader->nodes[--reader->depth]];
    if (end)
        end(reader);
}
