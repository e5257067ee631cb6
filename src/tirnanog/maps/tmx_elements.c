/* Parts, in order: handlers of elements; the table of handlers by node; start and end of any
 * element. Layers, objects and groups are counted in the order of the file: by these numbers,
 * edits of the text find them again. */
#include "tirnanog/maps/tmx_elements.h"

#include "base/text.h"
enum {
    ID_MAX = (1 << 28) - 1, /* the higher bits are flags */
    FLAGS = 0xF0000000u, /* flipped: horizontal, vertical, diagonal; rotated by 120 degrees */
    UNFOLD_FACTOR = 64,  /* maximum decompressed size of layers relative to the file size
                          */
    UNFOLD_FREE = 64 << 20, /* and this many bytes in addition; experience.md */
};

/* ---- elements ---- */

/* Rows (columns) of hexagons are 3/4 of a tile apart; Tiled writes odd halves rounded down. */
static bool check_hexagons(TmxReader *reader, const char **attributes)
{
    const TmxMap *map = reader->map;
    uint32_t side = 0;
    if (map->orientation < TMX_HEXAGONAL_VERTICAL ||
        !tmx_attribute(attributes, "hexsidelength"))
        return true;
    const uint32_t half =
        (map->orientation == TMX_HEXAGONAL_VERTICAL ? map->tile_h : map->tile_w) / 2;
    if (!tmx_attribute_number(reader, attributes, "hexsidelength", 0, INT32_MAX, 0, &side))
        return false;
    if (side != half && side != (half & ~1u))
        report_warning_at(reader->report, tmx_attribute_position(reader, "hexsidelength"),
                          "hexsidelength is %u: ignored; the hexagons of the game have a side "
                          "of half a tile, %u",
                          side, half);
    return true;
}

static bool start_map(TmxReader *reader, const char **attributes)
{
    TmxMap *map = reader->map;
    const Text orientation = tmx_attribute_text(attributes, "orientation");
    const Text axis = tmx_attribute_text(attributes, "staggeraxis");
    const Text infinite = tmx_attribute_text(attributes, "infinite");
    if (text_is(infinite, "1") || text_is(infinite, "true"))
        return TMX_FAIL_AT(reader, "infinite",
                           "the map is infinite; give it a size in Tiled (Map, Map "
                           "Properties, Infinite)");
    if (text_is(orientation, "staggered"))
        return TMX_FAIL_AT(reader, "orientation",
                           "the map is staggered, which is not supported: make it isometric or "
                           "hexagonal");
    if (text_is(orientation, "orthogonal")) {
        map->orientation = TMX_ORTHOGONAL;
    } else if (text_is(orientation, "isometric")) {
        map->orientation = TMX_ISOMETRIC;
    } else if (text_is(orientation, "hexagonal")) {
        if (axis.size && !text_is(axis, "x") && !text_is(axis, "y"))
            return TMX_FAIL_AT(reader, "staggeraxis",
                               "staggeraxis must be x or y, not \"%.40s\"", axis.at);
        map->orientation =
            text_is(axis, "x") ? TMX_HEXAGONAL_HORIZONTAL : TMX_HEXAGONAL_VERTICAL;
        if (text_is(tmx_attribute_text(attributes, "staggerindex"), "even"))
            report_warning_at(reader->report, tmx_attribute_position(reader, "staggerindex"),
                              "staggerindex is even; the game shifts the odd rows or columns");
    } else {
        return TMX_FAIL_AT(reader, "orientation",
                           "unknown orientation; expected orthogonal, isometric or hexagonal: "
                           "\"%.40s\"",
                           orientation.at);
    }
    return tmx_attribute_number(reader, attributes, "width", 1, TMX_SIDE_MAX, 0, &map->w) &&
           tmx_attribute_number(reader, attributes, "height", 1, TMX_SIDE_MAX, 0, &map->h) &&
           tmx_attribute_number(reader, attributes, "tilewidth", 1, 65535, 0, &map->tile_w) &&
           tmx_attribute_number(reader, attributes, "tileheight", 1, 65535, 0, &map->tile_h) &&
           check_hexagons(reader, attributes);
}

/* The value is an attribute, or, if it has several lines, the content of the element. */
static bool start_property(TmxReader *reader, const char **attributes)
{
    const char *name = tmx_attribute(attributes, "name"),
               *value = tmx_attribute(attributes, "value");
    if (!name)
        return TMX_FAIL(reader, "name is missing");
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

/* Only "parallax" may be repeated: each one adds a background. */
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

/* In a .tsx file, the tileset is the root and has no firstgid: 0. */
static bool start_tileset(TmxReader *reader, const char **attributes)
{
    TmxMap *map = reader->map;
    TmxTileset tileset = {.line = tmx_position(reader).line};
    if (!tmx_attribute_number(reader, attributes, "firstgid", 1, ID_MAX,
                              (reader->root == TMX_NODE_TILESET), &tileset.first) ||
        !tmx_attribute_number(reader, attributes, "tilewidth", 0, ID_MAX, 0, &tileset.w) ||
        !tmx_attribute_number(reader, attributes, "tileheight", 0, ID_MAX, 0, &tileset.h) ||
        !tmx_attribute_number(reader, attributes, "tilecount", 0, ID_MAX, 0, &tileset.count) ||
        !tmx_attribute_number(reader, attributes, "columns", 0, ID_MAX, 0, &tileset.columns) ||
        !tmx_attribute_number(reader, attributes, "margin", 0, UINT16_MAX, 0,
                              &tileset.margin) ||
        !tmx_attribute_number(reader, attributes, "spacing", 0, UINT16_MAX, 0,
                              &tileset.spacing))
        return false;
    tileset.name = arena_text(reader->arena, tmx_attribute_text(attributes, "name"));
    tileset.source = arena_text(reader->arena, tmx_attribute_text(attributes, "source"));
    reader->set_at = map->tileset_count;
    *ARENA_PUSH(reader->arena, map->tilesets, map->tileset_count) = tileset;
    return true;
}

/* The number is limited so that first + id fits below the flags. */
static bool start_set_tile(TmxReader *reader, const char **attributes)
{
    const uint32_t first = reader->map->tilesets[reader->set_at].first;
    TmxTile *tile = &reader->set_tile;
    *tile = (TmxTile){.line = tmx_position(reader).line};
    return tmx_attribute_number(reader, attributes, "id", 0, ID_MAX - first, 0, &tile->id) &&
           tmx_attribute_number(reader, attributes, "x", 0, ID_MAX, 0, &tile->x) &&
           tmx_attribute_number(reader, attributes, "y", 0, ID_MAX, 0, &tile->y) &&
           tmx_attribute_number(reader, attributes, "width", 0, ID_MAX, 0, &tile->w) &&
           tmx_attribute_number(reader, attributes, "height", 0, ID_MAX, 0, &tile->h);
}

/* The first image counts; `image` in a tile has its own handler. */
static bool start_image(TmxReader *reader, const char **attributes)
{
    TmxTileset *tileset = &reader->map->tilesets[reader->set_at];
    if (!tileset->image.size)
        tileset->image = arena_text(reader->arena, tmx_attribute_text(attributes, "source"));
    return true;
}

/* Tiled writes the part of a tile also if it is the whole image. */
static bool start_tile_image(TmxReader *reader, const char **attributes)
{
    TmxTileset *tileset = &reader->map->tilesets[reader->set_at];
    TmxTile tile = reader->set_tile;
    uint32_t w, h;
    if (!tmx_attribute_number(reader, attributes, "width", 0, ID_MAX, 0, &w) ||
        !tmx_attribute_number(reader, attributes, "height", 0, ID_MAX, 0, &h))
        return false;
    const bool is_part =
        tile.x || tile.y || (tile.w && w && tile.w < w) || (tile.h && h && tile.h < h);
    tile.w = !is_part ? 0 : tile.w ? tile.w : 1;
    tile.image = arena_text(reader->arena, tmx_attribute_text(attributes, "source"));
    tile.line = tmx_position(reader).line;
    *ARENA_PUSH(reader->arena, tileset->tiles, tileset->tile_count) = tile;
    return true;
}

/* Adds the offset of a group or layer to those that are open. */
static bool add_offset(TmxReader *reader, const char **attributes)
{
    TmxPoint offset, *sum = &reader->offsets[reader->depth - 1];
    if (!tmx_attribute_decimal(reader, attributes, "offsetx", &offset.x) ||
        !tmx_attribute_decimal(reader, attributes, "offsety", &offset.y))
        return false;
    sum->x += offset.x;
    sum->y += offset.y;
    return true;
}

static bool start_group(TmxReader *reader, const char **attributes)
{
    return add_offset(reader, attributes);
}

/* The offset of the first group is kept for objects that are added by edits of the text. */
static bool start_objects(TmxReader *reader, const char **attributes)
{
    TmxMap *map = reader->map;
    if (!add_offset(reader, attributes))
        return false;
    if (!map->group_count++) {
        map->first_group = reader->groups_seen - 1;
        map->first_offset = tmx_map_point(map, reader->offsets[reader->depth - 1]);
    }
    return true;
}

static void report_group_offset(TmxReader *reader)
{
    const TmxPoint offset = reader->offsets[reader->depth - 1];
    if ((!offset.x && !offset.y) || reader->group_offset_reported)
        return;
    reader->group_offset_reported = true;
    report_warning_at(reader->report, tmx_position(reader),
                      "the offset of the group of this layer is ignored: the game draws all "
                      "layers at the same place");
}

/* Sizes default to those of the map. The data must follow before the layer ends. */
static bool start_layer(TmxReader *reader, const char **attributes)
{
    TmxMap *map = reader->map;
    TmxLayer *layer = &reader->layer;
    *layer =
        (TmxLayer){.line = tmx_position(reader).line,
                   .name = arena_text(reader->arena, tmx_attribute_text(attributes, "name")),
                   .index = reader->layers_seen - 1};
    reader->data_seen = false;
    report_group_offset(reader);
    return (map->layer_count < TMX_LAYERS_MAX ||
            TMX_FAIL(reader, "more than %d layers", TMX_LAYERS_MAX)) &&
           tmx_attribute_number(reader, attributes, "id", 0, INT32_MAX, 0, &layer->id) &&
           tmx_attribute_number(reader, attributes, "width", 1, TMX_SIDE_MAX, map->w,
                                &layer->w) &&
           tmx_attribute_number(reader, attributes, "height", 1, TMX_SIDE_MAX, map->h,
                                &layer->h);
}

/* Names the current layer in messages. */
static const char *layer_label(const TmxReader *reader)
{
    const TmxLayer *layer = &reader->layer;
    return layer->id          ? arena_format(reader->arena, "layer %u", layer->id).at
           : layer->name.size ? arena_format(reader->arena, "layer \"%.*s\"",
                                             (int)layer->name.size, layer->name.at)
                                    .at
                              : "a layer";
}

/* A layer without an id is never a duplicate: older files have none. */
static void end_layer(TmxReader *reader)
{
    TmxMap *map = reader->map;
    const TmxLayer *layer = &reader->layer;
    if (!reader->data_seen) {
        TMX_FAIL(reader, "%s has no data", layer_label(reader));
        return;
    }
    for (size_t i = 0; i < map->layer_count; i++)
        if (layer->id && map->layers[i].id == layer->id) {
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
    return tmx_fail(reader, place, "%s (%u x %u): %s", layer_label(reader), layer->w, layer->h,
                    reader->data.problem);
}

/* Layers may be unpacked to a multiple of the file's size, for all layers together. CSV is
 * parsed directly from the given chunk if its text follows the element there. */
static bool start_data(TmxReader *reader, const char **attributes)
{
    TmxData *data = &reader->data;
    const size_t count = (size_t)reader->layer.w * reader->layer.h;
    const size_t most = reader->file_size * UNFOLD_FACTOR + UNFOLD_FREE;
    if (reader->data_seen)
        return TMX_FAIL(reader, "%s has duplicate data", layer_label(reader));
    reader->data_seen = true;
    arena_reset(reader->scratch);
    if (!tmx_data_begin(data, tmx_attribute_text(attributes, "encoding"),
                        tmx_attribute_text(attributes, "compression"), count, reader->file_size,
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
    reader->at_data = reader->in_data = false;
    if (!tmx_data_end(data)) {
        tmx_data_fail(reader, tmx_position(reader));
        return;
    }
    reader->layer.cells = data->cells;
    if (!(data->seen & FLAGS))
        return;
    report_warning_at(reader->report, (SourcePosition){.line = reader->layer.line},
                      "%s has flipped or rotated tiles; the flags are ignored",
                      layer_label(reader));
    for (size_t i = 0; i < data->count; i++)
        data->cells[i] &= ~FLAGS;
}

static bool start_tile(TmxReader *reader, const char **attributes)
{
    uint32_t id = 0;
    return tmx_attribute_number(reader, attributes, "gid", 0, UINT32_MAX, 0, &id) &&
           (tmx_data_tile(&reader->data, id) || tmx_data_fail(reader, tmx_position(reader)));
}

static bool start_chunk(TmxReader *reader, const char **attributes)
{
    (void)attributes;
    return TMX_FAIL(reader, "%s is in chunks: the map is infinite", layer_label(reader));
}

/* ---- nesting of elements ---- */

typedef bool NodeStart(TmxReader *reader, const char **attributes);
typedef void NodeEnd(TmxReader *reader);

static const struct NodeHandler {
    NodeStart *start;
    NodeEnd *end;
} handlers[TMX_NODE_SKIPPED + 1] = {
    [TMX_NODE_MAP] = {start_map, NULL},
    [TMX_NODE_PROPERTY] = {start_property, end_property},
    [TMX_NODE_TILESET] = {start_tileset, NULL},
    [TMX_NODE_SET_TILE] = {start_set_tile, NULL},
    [TMX_NODE_IMAGE] = {start_image, NULL},
    [TMX_NODE_TILE_IMAGE] = {start_tile_image, NULL},
    [TMX_NODE_GROUP] = {start_group, NULL},
    [TMX_NODE_LAYER] = {start_layer, end_layer},
    [TMX_NODE_DATA] = {start_data, end_data},
    [TMX_NODE_TILE] = {start_tile, NULL},
    [TMX_NODE_CHUNK] = {start_chunk, NULL},
    [TMX_NODE_OBJECTS] = {start_objects, NULL},
    [TMX_NODE_OBJECT] = {tmx_object_start, tmx_object_end},
    [TMX_NODE_POLYGON] = {tmx_polygon_start, NULL},
    [TMX_NODE_SHAPE] = {tmx_shape_start, NULL},
};

TmxNode tmx_node(const TmxReader *reader)
{
    return reader->depth ? reader->nodes[reader->depth - 1] : TMX_NODE_NONE;
}

static void fail_root(TmxReader *reader, const char *name)
{
    static const char *const files[][2] = {
        [TMX_NODE_MAP] = {"Tiled map", "map"},
        [TMX_NODE_TILESET] = {"tileset of Tiled", "tileset"},
        [TMX_NODE_TEMPLATE] = {"template of Tiled", "template"}};
    TMX_FAIL(reader, "a %s begins with <%s>, not <%.40s>", files[reader->root][0],
             files[reader->root][1], name);
}

/* By which number an element is found again in the text of the file. */
static void count_element(TmxReader *reader, const char *name)
{
    reader->layers_seen += strcmp(name, "layer") == 0;
    reader->objects_seen += strcmp(name, "object") == 0;
    reader->groups_seen += strcmp(name, "objectgroup") == 0;
}

void tmx_element_start(TmxReader *reader, const char *name, const char **attributes)
{
    if (reader->depth == TMX_DEPTH_MAX) {
        TMX_FAIL(reader, "elements are nested more than %d deep", TMX_DEPTH_MAX);
        return;
    }
    const TmxNode parent = tmx_node(reader);
    const TmxElementRow *row = tmx_element_row(parent, name);
    const TmxNode node = row ? row->node : TMX_NODE_SKIPPED;
    if (parent == TMX_NODE_NONE && node != reader->root) {
        fail_root(reader, name);
        return;
    }
    count_element(reader, name);
    reader->offsets[reader->depth] =
        reader->depth ? reader->offsets[reader->depth - 1] : (TmxPoint){0};
    reader->nodes[reader->depth++] = node;
    if (!tmx_attributes_small(reader, attributes))
        return;
    tmx_report_element(reader, parent, name, row);
    tmx_report_attributes(reader, node, name, attributes);
    if (handlers[node].start)
        handlers[node].start(reader, attributes);
}

void tmx_element_end(TmxReader *reader)
{
    NodeEnd *end = handlers[tmx_node(reader)].end;
    if (end)
        end(reader);
    reader->depth--;
}
