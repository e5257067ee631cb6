/* Parts, in order: positions of properties; of cells. In values, entities and line ends are
 * shorter after parsing than in the text, so an offset in the value is counted through the raw
 * text. */
#include "tirnanog/maps/map_positions.h"
#include "tirnanog/maps/map_cells.h"

#include "base/text.h"

enum { SOURCE_MAX = 200 }; /* a row of cells would not help */

static SourcePosition position_of(Text file, size_t at, bool with_source)
{
    SourcePosition out = source_position(file, at);
    if (!with_source || out.source.size > SOURCE_MAX)
        out.source = (Text){NULL, 0};
    return out;
}

/* ---- properties ---- */

/* The byte at a line and a column, which counts characters. */
static size_t offset_of(Text file, uint32_t line, uint32_t column)
{
    size_t at = 0;
    for (; at < file.size && line > 1; at++)
        line -= file.at[at] == '\n';
    for (; at < file.size && column > 1; column--)
        do
            at++;
        while (at < file.size && ((unsigned char)file.at[at] & 0xC0) == 0x80);
    return at;
}

/* The raw text of a value, in an attribute or as the content of the element. */
static bool find_value(Text file, const TmxProperty *property, size_t *from, size_t *to)
{
    XmlElement element;
    size_t at = offset_of(file, property->line, property->column);
    if (at >= file.size || file.at[at] != '<' || !xml_next(file, &at, "property", &element))
        return false;
    const Text value = xml_attribute(element.tag, "value");
    *from = element.from + element.tag.size;
    *to = element.to;
    if (value.size)
        *from = (size_t)(value.at - file.at);
    else if (text_ends(element.tag, "/>"))
        return false;
    *to = value.size ? *from + value.size : element.to;
    return true;
}

/* The number of bytes that a character of a value stands for, and its size in the text. */
static size_t decoded_size(Text raw, size_t at, size_t *size)
{
    *size = 1;
    if (raw.at[at] == '\r' && at + 1 < raw.size && raw.at[at + 1] == '\n')
        *size = 2;
    if (raw.at[at] != '&')
        return 1;
    while (at + *size < raw.size && raw.at[at + *size - 1] != ';')
        ++*size;
    if (*size < 3)
        return 1;
    const Text name = text_slice(raw, at + 1, at + *size - 1);
    const bool hex = text_starts(name, "#x");
    uint32_t code = 0;
    for (size_t i = hex ? 2 : 1; text_starts(name, "#") && i < name.size; i++) {
        const char c = name.at[i];
        const uint32_t digit = c <= '9' ? (uint32_t)(c - '0') : (uint32_t)(c & 7) + 9;
        code = code * (hex ? 16 : 10) + digit;
    }
    return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}

SourcePosition map_property_position(const MapProperty *property, size_t offset)
{
    size_t from, to, at = 0, size;
    const TmxProperty *known = property->property;
    if (!find_value(property->file, known, &from, &to))
        return (SourcePosition){.line = known->line, .column = known->column};
    const Text raw = text_slice(property->file, from, to);
    for (size_t decoded = 0; decoded < offset && at < raw.size; at += size)
        decoded += decoded_size(raw, at, &size);
    return position_of(property->file, from + at, true);
}

bool map_property_find(const MapProperty *property, size_t *from)
{
    size_t to;
    const Text value = property->property->value;
    return find_value(property->file, property->property, from, &to) &&
           text_equal(text_slice(property->file, *from, to), value);
}

/* ---- cells ---- */

SourcePosition map_cell_position(Text file, const TmxLayer *layer, size_t cell)
{
    size_t at;
    return map_cells_find(file, layer, cell, &at) ? position_of(file, at, false)
                                                  : (SourcePosition){.line = layer->line};
}
