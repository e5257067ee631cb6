/* Writes a new map in the format of Tiled 1.10, with CSV data: for `new`, `unpack` and
 * conversions. Edits of existing maps change their text instead (map_cells.h). */
#include "tirnanog/maps/tmx.h"

#include "base/stream.h"
#include "base/text.h"
#include "base/xml.h"

#include <stdio.h>

static void write_attribute(Writer *writer, const char *name, Text value)
{
    write_format(writer, " %s=\"", name);
    write_xml(writer, value);
    write_u8(writer, '"');
}

/* Thousandths as a decimal number without trailing zeros. */
static void write_decimal(Writer *writer, int64_t value)
{
    const uint64_t size = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    char digits[8] = "";
    unsigned part = (unsigned)(size % 1000);
    if (part) {
        snprintf(digits, sizeof digits, ".%03u", part);
        for (size_t last = 3; digits[last] == '0'; last--)
            digits[last] = 0;
    }
    write_format(writer, "%s%llu%s", value < 0 ? "-" : "", (unsigned long long)(size / 1000),
                 digits);
}

static uint32_t next_layer_id(const TmxMap *map)
{
    uint32_t next = 1;
    for (size_t i = 0; i < map->layer_count; i++)
        next = map->layers[i].id >= next ? map->layers[i].id + 1 : next;
    return next;
}

/* The side length of hexagons: half a tile, so that rows (columns) are 3/4 of a tile apart. It
 * must be even: with odd values Tiled 1.8 draws every second column with an offset of one
 * pixel. */
static void write_map_start(Writer *writer, const TmxMap *map)
{
    static const char *const names[] = {"orthogonal", "isometric", "hexagonal", "hexagonal"};
    write_format(writer,
                 "<map version=\"1.10\" orientation=\"%s\" renderorder=\"right-down\" "
                 "width=\"%u\" height=\"%u\" tilewidth=\"%u\" tileheight=\"%u\" infinite=\"0\"",
                 names[map->orientation], map->w, map->h, map->tile_w, map->tile_h);
    if (map->orientation >= TMX_HEXAGONAL_VERTICAL) {
        const bool vertical = map->orientation == TMX_HEXAGONAL_VERTICAL;
        write_format(writer, " hexsidelength=\"%u\" staggeraxis=\"%c\" staggerindex=\"odd\"",
                     (vertical ? map->tile_h : map->tile_w) / 2 & ~1u, vertical ? 'y' : 'x');
    }
    write_format(writer, " nextlayerid=\"%u\" nextobjectid=\"%zu\">\r\n",
                 next_layer_id(map) + (map->polygon_count > 0), map->polygon_count + 1);
}

static void write_properties(Writer *writer, const TmxMap *map)
{
    if (!map->property_count)
        return;
    write_text(writer, TEXT(" <properties>\r\n"));
    for (size_t i = 0; i < map->property_count; i++) {
        write_text(writer, TEXT("  <property"));
        write_attribute(writer, "name", map->properties[i].name);
        write_attribute(writer, "value", map->properties[i].value);
        write_text(writer, TEXT("/>\r\n"));
    }
    write_text(writer, TEXT(" </properties>\r\n"));
}

static void write_tileset(Writer *writer, const TmxMap *map, const TmxTileset *tileset)
{
    const bool pictured = tileset->image.size && tileset->w && tileset->h;
    const uint32_t w = pictured ? tileset->w : map->tile_w;
    const uint32_t h = pictured ? tileset->h : map->tile_h;
    const uint32_t count = tileset->count ? tileset->count : 1;
    const uint32_t columns = tileset->columns ? tileset->columns : 1;
    if (tileset->source.size) {
        write_format(writer, " <tileset firstgid=\"%u\"", tileset->first);
        write_attribute(writer, "source", tileset->source);
        write_text(writer, TEXT("/>\r\n"));
        return;
    }
    write_format(writer, " <tileset firstgid=\"%u\"", tileset->first);
    write_attribute(writer, "name", tileset->name);
    write_format(writer,
                 " tilewidth=\"%u\" tileheight=\"%u\" tilecount=\"%u\" columns=\"%u\" "
                 "objectalignment=\"bottom\">\r\n"
                 "  <tileoffset x=\"0\" y=\"0\"/>\r\n",
                 w, h, count, columns);
    if (pictured) {
        write_text(writer, TEXT("  <image"));
        write_attribute(writer, "source", tileset->image);
        write_format(writer, " width=\"%u\" height=\"%u\"/>\r\n", w * columns,
                     h * (count / columns));
    }
    write_text(writer, TEXT(" </tileset>\r\n"));
}

/* Writes one number; returns the end. */
static char *put_number(char *out, uint32_t value)
{
    char digits[10];
    size_t count = 0;
    do
        digits[count++] = (char)('0' + value % 10);
    while (value /= 10);
    while (count)
        *out++ = digits[--count];
    return out;
}

static void write_layer(Writer *writer, const TmxLayer *layer)
{
    enum { CELL_MAX = 11, LINE_END = 2 };
    write_text(writer, TEXT(" <layer"));
    if (layer->id)
        write_format(writer, " id=\"%u\"", layer->id);
    write_attribute(writer, "name", layer->name);
    write_format(writer,
                 " width=\"%u\" height=\"%u\">\r\n"
                 "  <data encoding=\"csv\">\r\n",
                 layer->w, layer->h);
    for (uint32_t y = 0; y < layer->h; y++) {
        const uint32_t *cells = layer->cells + (size_t)y * layer->w;
        const size_t capacity = (size_t)layer->w * CELL_MAX + LINE_END;
        char *const start = (char *)writer_reserve(writer, capacity), *out = start;
        for (uint32_t x = 0; x < layer->w; x++) {
            out = put_number(out, cells[x]);
            *out++ = ',';
        }
        out -= y + 1 == layer->h; /* no comma after the last number */
        *out++ = '\r';
        *out++ = '\n';
        writer->size -= capacity - (size_t)(out - start);
    }
    write_text(writer, TEXT("</data>\r\n </layer>\r\n"));
}

/* The position of the object is the first point; points are relative to it. */
static void write_polygon(Writer *writer, const TmxPolygon *polygon, size_t id)
{
    const TmxPoint origin = polygon->point_count ? polygon->points[0] : (TmxPoint){0};
    write_format(writer, "  <object id=\"%zu\"", id);
    write_attribute(writer, "name", polygon->name);
    write_text(writer, TEXT(" x=\""));
    write_decimal(writer, origin.x);
    write_text(writer, TEXT("\" y=\""));
    write_decimal(writer, origin.y);
    write_text(writer, TEXT("\">\r\n   <polygon points=\""));
    for (size_t i = 0; i < polygon->point_count; i++) {
        if (i)
            write_u8(writer, ' ');
        write_decimal(writer, polygon->points[i].x - origin.x);
        write_u8(writer, ',');
        write_decimal(writer, polygon->points[i].y - origin.y);
    }
    write_text(writer, TEXT("\"/>\r\n  </object>\r\n"));
}

Bytes tmx_write(const TmxMap *map, Arena *arena)
{
    Writer writer = writer_to(arena);
    write_text(&writer, TEXT("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\r\n"));
    write_map_start(&writer, map);
    write_properties(&writer, map);
    for (size_t i = 0; i < map->tileset_count; i++)
        write_tileset(&writer, map, &map->tilesets[i]);
    for (size_t i = 0; i < map->layer_count; i++)
        write_layer(&writer, &map->layers[i]);
    if (map->polygon_count) {
        write_format(&writer, " <objectgroup id=\"%u\" name=\"patrol paths\">\r\n",
                     next_layer_id(map));
        for (size_t i = 0; i < map->polygon_count; i++)
            write_polygon(&writer, &map->polygons[i], i + 1);
        write_text(&writer, TEXT(" </objectgroup>\r\n"));
    }
    write_text(&writer, TEXT("</map>\r\n"));
    return writer_bytes(&writer);
}
