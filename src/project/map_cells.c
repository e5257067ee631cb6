#include "project/map_cells.h"

#include "base/text.h"
#include "formats/open/tmx_data.h"

#include <stdio.h>

static Text number_text(uint32_t number, Arena *arena)
{
    char digits[16];
    snprintf(digits, sizeof digits, "%u", number);
    return arena_text(arena, text_of(digits));
}

/* The first layer with this ID, as the reader takes it. */
static bool find_layer(Text text, uint32_t id, XmlElement *out)
{
    int64_t found;
    for (size_t at = 0; xml_next(text, &at, "layer", out);)
        if (text_number(xml_attribute(out->tag, "id"), 1, INT32_MAX, &found) && found == id)
            return true;
    return false;
}

/* ---- the three encodings; `from` and `to` are the content of <data> ---- */

static bool replace_csv(Text text, size_t from, size_t to, const TmxLayer *layer,
                        const uint32_t *cells, XmlEdits *edits)
{
    const size_t count = (size_t)layer->w * layer->h;
    size_t cell = 0;
    for (size_t at = from; at < to;) {
        size_t end = at;
        while (end < to && text.at[end] >= '0' && text.at[end] <= '9')
            end++;
        if (end == at) {
            at++;
            continue;
        }
        if (cell < count && cells[cell] != layer->cells[cell])
            xml_replace(edits, at, end, number_text(cells[cell], edits->arena));
        cell++;
        at = end;
    }
    return cell == count;
}

static bool replace_xml(Text text, size_t from, size_t to, const TmxLayer *layer,
                        const uint32_t *cells, XmlEdits *edits)
{
    const size_t count = (size_t)layer->w * layer->h;
    XmlElement tile;
    size_t cell = 0;
    for (size_t at = from; xml_next(text, &at, "tile", &tile) && tile.to <= to; cell++) {
        if (cell >= count || cells[cell] == layer->cells[cell])
            continue;
        const Text value = xml_attribute(tile.tag, "gid");
        const size_t value_at = (size_t)(value.at - text.at);
        if (!value.size)
            return false;
        xml_replace(edits, value_at, value_at + value.size,
                    number_text(cells[cell], edits->arena));
    }
    return cell == count;
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

/* Cells that stay keep their flags, which are not in `layer`. */
static bool replace_base64(Text text, size_t from, size_t to, Text compression,
                           const TmxLayer *layer, const uint32_t *cells, XmlEdits *edits)
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
            data.cells[i] = cells[i];
    xml_replace(edits, from, to,
                tmx_data_encode(data.packing, data.cells, count, edits->arena));
    return true;
}

bool map_cells_replace(Text text, const TmxLayer *layer, const uint32_t *cells, XmlEdits *edits)
{
    XmlElement element, data;
    if (memcmp(cells, layer->cells, (size_t)layer->w * layer->h * sizeof *cells) == 0)
        return true;
    if (!find_layer(text, layer->id, &element))
        return false;
    size_t at = element.from;
    if (!xml_next(text, &at, "data", &data) || data.to > element.to ||
        text_ends(data.tag, "/>"))
        return false;
    size_t to = data.to;
    while (text.at[--to] != '<')
        ;
    const size_t from = data.from + data.tag.size;
    const Text encoding = xml_attribute(data.tag, "encoding");
    if (text_is(encoding, "csv"))
        return replace_csv(text, from, to, layer, cells, edits);
    if (text_is(encoding, "base64"))
        return replace_base64(text, from, to, xml_attribute(data.tag, "compression"), layer,
                              cells, edits);
    return replace_xml(text, from, to, layer, cells, edits);
}
