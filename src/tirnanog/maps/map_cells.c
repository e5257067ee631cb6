/* Finds a layer's data in the text and replaces numbers in each of the three encodings. The
 * parser removes the flags of flipped and rotated tiles, so flags are taken from the text. */
#include "tirnanog/maps/map_cells.h"

#include "base/text.h"
#include "tirnanog/maps/tmx_data.h"

#include <stdio.h>

static Text number_text(uint32_t number, Arena *arena)
{
    char digits[16];
    snprintf(digits, sizeof digits, "%u", number);
    return arena_text(arena, text_of(digits));
}

static bool find_layer(Text text, size_t index, XmlElement *out)
{
    size_t at = 0;
    bool found = xml_next(text, &at, "layer", out);
    while (found && index--)
        found = xml_next(text, &at, "layer", out);
    return found;
}

/* The data of a layer; `from` and `to` are the content of the element. */
typedef struct LayerData {
    XmlElement element;
    size_t from, to;
    Text encoding;
} LayerData;

static bool find_data(Text text, const TmxLayer *layer, LayerData *out)
{
    XmlElement element;
    if (!find_layer(text, layer->index, &element))
        return false;
    size_t at = element.from;
    if (!xml_next(text, &at, "data", &out->element) || out->element.to > element.to ||
        text_ends(out->element.tag, "/>"))
        return false;
    out->to = out->element.to;
    while (text.at[--out->to] != '<')
        ;
    out->from = out->element.from + out->element.tag.size;
    out->encoding = xml_attribute(out->element.tag, "encoding");
    return true;
}

/* The next number from `*at` on. */
static bool next_number(Text text, size_t *at, size_t to, size_t *from)
{
    while (*at < to && (text.at[*at] < '0' || text.at[*at] > '9'))
        ++*at;
    for (*from = *at; *at < to && text.at[*at] >= '0' && text.at[*at] <= '9';)
        ++*at;
    return *at > *from;
}

/* ---- the three encodings ---- */

/* The new number of a cell, and the flags of the old one, if they are to stay. */
static Text new_number(Text old, uint32_t old_id, uint32_t id, bool flags, Arena *arena)
{
    int64_t raw;
    if (flags && text_number(old, 0, UINT32_MAX, &raw))
        id |= (uint32_t)raw & ~old_id;
    return number_text(id, arena);
}

static bool replace_csv(Text text, size_t from, size_t to, const TmxLayer *layer,
                        const uint32_t *cells, bool flags, TextEdits *edits)
{
    const size_t count = (size_t)layer->w * layer->h;
    size_t cell = 0, number;
    for (size_t at = from; next_number(text, &at, to, &number); cell++)
        if (cell < count && cells[cell] != layer->cells[cell])
            text_replace(edits, number, at,
                         new_number(text_slice(text, number, at), layer->cells[cell],
                                    cells[cell], flags, edits->arena));
    return cell == count;
}

static bool replace_xml(Text text, size_t from, size_t to, const TmxLayer *layer,
                        const uint32_t *cells, bool flags, TextEdits *edits)
{
    const size_t count = (size_t)layer->w * layer->h;
    XmlElement tile;
    size_t cell = 0;
    for (size_t at = from; xml_next(text, &at, "tile", &tile) && tile.to <= to; cell++) {
        if (cell >= count || cells[cell] == layer->cells[cell])
            continue;
        const Text value = xml_attribute(tile.tag, "gid");
        const size_t value_at = (size_t)(value.at - text.at);
        if (!value.size) { /* an empty cell */
            const size_t name_end = tile.from + strlen("<tile");
            text_replace(edits, name_end, name_end,
                         arena_format(edits->arena, " gid=\"%u\"", cells[cell]));
            continue;
        }
        text_replace(edits, value_at, value_at + value.size,
                     new_number(value, layer->cells[cell], cells[cell], flags, edits->arena));
    }
    return cell == count;
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

/* Cells that stay keep their flags, which are not in `layer`. */
static bool replace_base64(Text text, size_t from, size_t to, Text compression,
                           const TmxLayer *layer, const uint32_t *cells, bool flags,
                           TextEdits *edits)
{
    const size_t count = (size_t)layer->w * layer->h;
    TmxData data;
    while (from < to && is_blank(text.at[from]))
        from++;
    while (to > from && is_blank(text.at[to - 1]))
        to--;
    if (!tmx_data_begin(&data, TEXT("base64"), compression, count, text.size, SIZE_MAX,
                        edits->arena, edits->arena) ||
        tmx_data_text(&data, text.at + from, to - from) != to - from || !tmx_data_end(&data))
        return false;
    for (size_t i = 0; i < count; i++)
        if (cells[i] != layer->cells[i])
            data.cells[i] = cells[i] | (flags ? data.cells[i] & ~layer->cells[i] : 0);
    text_replace(edits, from, to,
                 tmx_data_encode(data.packing, data.cells, count, edits->arena));
    return true;
}

bool map_cells_replace(Text text, const TmxLayer *layer, const uint32_t *cells, bool flags,
                       TextEdits *edits)
{
    LayerData data;
    if (memcmp(cells, layer->cells, (size_t)layer->w * layer->h * sizeof *cells) == 0)
        return true;
    if (!find_data(text, layer, &data))
        return false;
    if (text_is(data.encoding, "csv"))
        return replace_csv(text, data.from, data.to, layer, cells, flags, edits);
    if (text_is(data.encoding, "base64"))
        return replace_base64(text, data.from, data.to,
                              xml_attribute(data.element.tag, "compression"), layer, cells,
                              flags, edits);
    return replace_xml(text, data.from, data.to, layer, cells, flags, edits);
}

bool map_cells_find(Text text, const TmxLayer *layer, size_t cell, size_t *at)
{
    LayerData data;
    XmlElement tile;
    if (!find_data(text, layer, &data))
        return false;
    *at = data.element.from;
    size_t next = data.from, number;
    if (text_is(data.encoding, "csv")) {
        for (size_t i = 0; i <= cell; i++)
            if (!next_number(text, &next, data.to, &number))
                return true;
        *at = number;
    } else if (!data.encoding.size) {
        for (size_t i = 0; i <= cell; i++)
            if (!xml_next(text, &next, "tile", &tile) || tile.to > data.to)
                return true;
        const Text value = xml_attribute(tile.tag, "gid");
        *at = value.size ? (size_t)(value.at - text.at) : tile.from;
    }
    return true;
}
