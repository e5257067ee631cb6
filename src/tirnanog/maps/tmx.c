/* TMX reader: expat parses the file, except for the numbers of CSV layers. */
#include "base/text.h"
#include "tirnanog/maps/tmx_elements.h"

#include <stdlib.h>

static void XMLCALL on_start(void *context, const char *name, const char **attributes)
{
    TmxReader *reader = context;
    if (!reader->failed)
        tmx_element_start(reader, name, attributes);
}

static void XMLCALL on_end(void *context, const char *name)
{
    TmxReader *reader = context;
    (void)name;
    if (!reader->failed)
        tmx_element_end(reader);
}

static void XMLCALL on_text(void *context, const char *text, int size)
{
    TmxReader *reader = context;
    const TmxNode node = tmx_node(reader);
    if (reader->failed || reader->numbers_taken)
        return;
    if (node == TMX_NODE_PROPERTY && reader->property_open) {
        write_text(&reader->content, (Text){text, (size_t)size});
        if (reader->content.size > TMX_ATTRIBUTE_MAX)
            tmx_fail(reader, tmx_position(reader), "a property of more than %d bytes",
                     TMX_ATTRIBUTE_MAX);
    } else if (node == TMX_NODE_DATA) {
        const size_t taken = tmx_data_text(&reader->data, text, (size_t)size);
        if (taken == (size_t)size && !reader->data.problem)
            return;
        SourcePosition place = tmx_position(reader);
        place.column += (uint32_t)taken;
        if (!reader->data.problem)
            reader->data.problem = "invalid character in a cell";
        tmx_data_fail(reader, place);
    }
}

static void XMLCALL on_doctype(void *context, const char *name, const char *system_id,
                               const char *public_id, int has_subset)
{
    TmxReader *reader = context;
    (void)name, (void)system_id, (void)public_id, (void)has_subset;
    if (!reader->failed)
        tmx_fail(reader, tmx_position(reader), "a file of Tiled must not have a DOCTYPE");
}

/* ---- the file ---- */

enum { FILE_MAX = 1 << 30 }; /* expat counts in int */

static bool give(TmxReader *reader, Bytes bytes, bool last)
{
    reader->given += bytes.size;
    reader->at_data = reader->in_data = false;
    if (XML_Parse(reader->parser, (const char *)bytes.data, (int)bytes.size, last) ==
        XML_STATUS_OK)
        return !reader->failed;
    if (!reader->failed) {
        report_error_at(reader->report, tmx_position(reader), "not well-formed XML: %s",
                        XML_ErrorString(XML_GetErrorCode(reader->parser)));
        reader->failed = true;
    }
    return false;
}

/* Parses the numbers of a CSV layer directly from the file, since they are nearly all of it.
 * Expat receives the same number of line ends and, for the last line, of spaces instead, so
 * that its line and column numbers stay correct. */
static bool take_numbers(TmxReader *reader, Bytes file, size_t *at)
{
    const Bytes rest = bytes_slice(file, *at, file.size - *at);
    const size_t size = tmx_data_text(&reader->data, (const char *)rest.data, rest.size);
    size_t lines = 0, behind = 0; /* after the last line end */
    for (const uint8_t *found; (found = memchr(rest.data + behind, '\n', size - behind));
         behind = (size_t)(found - rest.data) + 1)
        lines++;
    *at += size;
    if (reader->data.problem) {
        SourcePosition place = tmx_position(reader);
        place.column = (uint32_t)(size - behind) + (lines ? 1 : place.column);
        place.line += (uint32_t)lines;
        return tmx_data_fail(reader, place);
    }
    const Bytes blanks = {arena_alloc_raw(reader->scratch, lines + size - behind, 1),
                          lines + size - behind};
    memset((uint8_t *)blanks.data, '\n', lines);
    memset((uint8_t *)blanks.data + lines, ' ', size - behind);
    reader->numbers_taken = true;
    const bool ok = give(reader, blanks, false);
    reader->numbers_taken = false;
    return ok;
}

/* Position after the next tag that may start a layer's data, from `from` on; or the end. */
static size_t next_data(Bytes file, size_t from)
{
    const Text text = text_of_bytes(file);
    size_t tag, end;
    if (from < file.size &&
        text_find_part(text_slice(text, from, text.size), TEXT("<data"), &tag) &&
        text_find(text_slice(text, from + tag, text.size), '>', &end))
        return from + tag + end + 1;
    return file.size;
}

static bool read_all(TmxReader *reader, Bytes file)
{
    /* Expat parses an incomplete tag or comment again with each piece. If the guess is wrong,
     * pieces become longer, so that this happens only a few times. */
    enum { AGAIN = 4096 };
    size_t at = 0, skip = 0;
    while (at < file.size) {
        const size_t to = next_data(file, at + skip);
        if (!give(reader, bytes_slice(file, at, to - at), false))
            return false;
        at = to;
        skip = reader->in_data ? 0 : skip * 2 + AGAIN;
        if (reader->at_data && !take_numbers(reader, file, &at))
            return false;
    }
    return give(reader, (Bytes){file.data, 0}, true);
}

static int tileset_order(const void *a, const void *b)
{
    const uint32_t first = ((const TmxTileset *)a)->first,
                   second = ((const TmxTileset *)b)->first;
    return (first > second) - (first < second);
}

static bool sort_tilesets(const TmxMap *map, Report *report)
{
    if (map->tileset_count)
        qsort(map->tilesets, map->tileset_count, sizeof *map->tilesets, tileset_order);
    for (size_t i = 1; i < map->tileset_count; i++)
        if (map->tilesets[i].first == map->tilesets[i - 1].first)
            return report_error_at(report, (SourcePosition){.line = map->tilesets[i].line},
                                   "two tilesets begin with id %u", map->tilesets[i].first);
    return true;
}

static void free_parser(void *parser) { XML_ParserFree(parser); }

static bool read_root(Bytes file, TmxNode root, TmxMap *out, Arena *arena, Report *report)
{
    const char *what = root == TMX_NODE_TILESET    ? "tileset"
                       : root == TMX_NODE_TEMPLATE ? "template"
                                                   : "map";
    *out = (TmxMap){0};
    if (!file.size)
        return report_error(report, "the %s is an empty file", what);
    if (file.size > FILE_MAX)
        return report_error(report, "the %s is larger than 1 GiB", what);
    TmxReader reader = {
        .file_size = file.size, .root = root, .map = out, .arena = arena, .report = report};
    reader.parser = XML_ParserCreate(NULL);
    if (!reader.parser)
        memory_out(SIZE_MAX);
    arena_own(arena, free_parser, reader.parser);
    reader.scratch = arena_new();
    XML_SetUserData(reader.parser, &reader);
    XML_SetElementHandler(reader.parser, on_start, on_end);
    XML_SetCharacterDataHandler(reader.parser, on_text);
    XML_SetStartDoctypeDeclHandler(reader.parser, on_doctype);
    const bool ok = read_all(&reader, file) && sort_tilesets(out, report);
    arena_release(arena, reader.parser);
    arena_free(reader.scratch);
    return ok;
}

bool tmx_read(Bytes file, TmxMap *out, Arena *arena, Report *report)
{
    return read_root(file, TMX_NODE_MAP, out, arena, report);
}

bool tsx_read(Bytes file, TmxTileset *out, Arena *arena, Report *report)
{
    TmxMap map;
    *out = (TmxTileset){.first = 1};
    if (!read_root(file, TMX_NODE_TILESET, &map, arena, report))
        return false;
    *out = map.tilesets[0];
    return !out->source.size ||
           report_error_at(report, (SourcePosition){.line = out->line},
                           "the file of a tileset refers to another (%.*s)",
                           (int)out->source.size, out->source.at);
}

bool tx_read(Bytes file, TmxPolygon *out, Arena *arena, Report *report)
{
    TmxMap map;
    *out = (TmxPolygon){0};
    if (!read_root(file, TMX_NODE_TEMPLATE, &map, arena, report))
        return false;
    if (map.polygon_count)
        *out = map.polygons[0];
    return true;
}

bool tmx_same_cells(const TmxMap *a, const TmxMap *b)
{
    bool ok = a->layer_count == b->layer_count;
    for (size_t i = 0; ok && i < a->layer_count; i++)
        ok = a->layers[i].w == b->layers[i].w && a->layers[i].h == b->layers[i].h &&
             memcmp(a->layers[i].cells, b->layers[i].cells,
                    (size_t)a->layers[i].w * a->layers[i].h * sizeof(uint32_t)) == 0;
    return ok;
}
