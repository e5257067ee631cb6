/* Parts, in order: the sets that a tileset file should have; their text; edits. Wanted and
 * existing sets are compared by what Tiled's brush uses of them (`wanted_print`,
 * `existing_print`), so names and colours that an author has changed do not count. */
#include "tirnanog/maps/maps_wang.h"
#include "tirnanog/project/xml_edit.h"

#include "base/text.h"
#include "base/xml.h"

#include <stdlib.h>

static const char marker_name[] = "oisin", marker_value[] = "automap";

/* ---- what a file should have ---- */

/* A tile of a set in a tileset file. */
typedef struct FileTile {
    uint32_t id;
    const WangTile *tile;
} FileTile;

typedef struct FileSet {
    const WangSet *set;
    FileTile *tiles; /* sorted by ID */
    size_t count;
    bool exists;
} FileSet;

static int compare_tiles(const void *a, const void *b)
{
    const uint32_t x = ((const FileTile *)a)->id, y = ((const FileTile *)b)->id;
    return (x > y) - (x < y);
}

/* The ID of a sprite's first tile; -1: the file does not have it. */
static int64_t tile_of_sprite(const TileMeanings *meanings, uint16_t sprite)
{
    for (size_t i = 0; i < meanings->count; i++)
        if (meanings->items[i].content == CONTENT_TILES && meanings->items[i].number == sprite)
            return (int64_t)meanings->items[i].id - 1;
    return -1;
}

static FileSet file_set(const WangSet *set, const TileMeanings *meanings, Arena *arena)
{
    FileSet out = {.set = set};
    for (size_t i = 0; i < set->tile_count; i++) {
        const int64_t id = tile_of_sprite(meanings, set->tiles[i].sprite);
        if (id >= 0)
            *ARENA_PUSH(arena, out.tiles, out.count) = (FileTile){(uint32_t)id, &set->tiles[i]};
    }
    if (out.count)
        qsort(out.tiles, out.count, sizeof *out.tiles, compare_tiles);
    return out;
}

/* The tile that shows a colour: the terrain's own, or the one that the rules make of it. */
static int64_t colour_tile(const FileSet *file, size_t colour, const TileMeanings *meanings)
{
    const int64_t own = tile_of_sprite(meanings, file->set->terrains[colour]);
    for (size_t i = 0; i < file->count && own < 0; i++) {
        bool pure = true;
        for (unsigned j = 0; j < WANG_PLACES; j++)
            pure &= !file->tiles[i].tile->colours[j] ||
                    file->tiles[i].tile->colours[j] == colour + 1;
        if (pure)
            return file->tiles[i].id;
    }
    return own;
}

/* ---- texts ---- */

static void write_wang_id(Writer *out, const WangTile *tile)
{
    for (unsigned i = 0; i < WANG_PLACES; i++)
        write_format(out, "%s%u", i ? "," : "", tile->colours[i]);
}

/* What two sets have in common that are the same for Tiled's brush. */
static Text wanted_print(const FileSet *file, const TileMeanings *meanings, Arena *arena)
{
    Writer out = writer_to(arena);
    write_format(&out, "%s", wang_type_word(file->set->type));
    for (size_t i = 0; i < file->set->terrain_count; i++)
        write_format(&out, " %lld", (long long)colour_tile(file, i, meanings));
    for (size_t i = 0; i < file->count; i++) {
        write_format(&out, "\n%u ", file->tiles[i].id);
        write_wang_id(&out, file->tiles[i].tile);
    }
    return writer_text(&out);
}

static Text existing_print(Text element, Arena *arena)
{
    Writer out = writer_to(arena);
    XmlElement found;
    size_t at = 0;
    if (xml_next(element, &at, "wangset", &found))
        write_text(&out, xml_attribute(found.tag, "type"));
    for (at = 1; xml_next(element, &at, "wangcolor", &found);) {
        write_format(&out, " ");
        write_text(&out, xml_attribute(found.tag, "tile"));
    }
    for (at = 1; xml_next(element, &at, "wangtile", &found);) {
        write_format(&out, "\n");
        write_text(&out, xml_attribute(found.tag, "tileid"));
        write_format(&out, " ");
        write_text(&out, xml_attribute(found.tag, "wangid"));
    }
    return writer_text(&out);
}

static void write_set(Writer *out, const FileSet *file, const TileMeanings *meanings,
                      const Names *names, const char *line_end)
{
    /* The first of these are Tiled's own. */
    static const char *const colours[] = {"#ff0000", "#00ff00", "#0000ff", "#ff7700",
                                          "#00e9ff", "#ff00d8", "#ffff00", "#a000ff",
                                          "#00ffa1", "#ffa8a8", "#b4a8ff", "#96ffa7"};
    enum { NAMES_MAX = 3 };
    const WangSet *set = file->set;
    const NameList *sprites = &names->sprites[CATEGORY_TILES];
    write_format(out, "  <wangset name=\"");
    for (size_t i = 0; i < set->terrain_count && i < NAMES_MAX; i++) {
        write_format(out, "%s", i ? ", " : "");
        write_xml(out, sprites->items[set->terrains[i]]);
    }
    if (set->terrain_count > NAMES_MAX)
        write_format(out, " and %zu more", set->terrain_count - NAMES_MAX);
    write_format(out,
                 "\" type=\"%s\" tile=\"-1\">%s   <properties>%s    <property name=\"%s\" "
                 "value=\"%s\"/>%s   </properties>%s",
                 wang_type_word(set->type), line_end, line_end, marker_name, marker_value,
                 line_end, line_end);
    for (size_t i = 0; i < set->terrain_count; i++) {
        write_format(out, "   <wangcolor name=\"");
        write_xml(out, sprites->items[set->terrains[i]]);
        write_format(out, "\" color=\"%s\" tile=\"%lld\" probability=\"1\"/>%s",
                     colours[i % COUNT_OF(colours)], (long long)colour_tile(file, i, meanings),
                     line_end);
    }
    for (size_t i = 0; i < file->count; i++) {
        write_format(out, "   <wangtile tileid=\"%u\" wangid=\"", file->tiles[i].id);
        write_wang_id(out, file->tiles[i].tile);
        write_format(out, "\"/>%s", line_end);
    }
    write_format(out, "  </wangset>%s", line_end);
}

/* ---- edits ---- */

static bool is_ours(Text element)
{
    XmlElement property;
    for (size_t at = 1; xml_next(element, &at, "property", &property);)
        if (text_is(xml_attribute(property.tag, "name"), marker_name) &&
            text_is(xml_attribute(property.tag, "value"), marker_value))
            return true;
    return false;
}

/* The start of the line of an end tag, or the end tag if something else is before it. */
static size_t line_of(Text text, size_t tag)
{
    size_t line = tag;
    while (line && (text.at[line - 1] == ' ' || text.at[line - 1] == '\t'))
        line--;
    return line && text.at[line - 1] == '\n' ? line : tag;
}

static size_t last_tag(Text text, size_t end, const char *tag)
{
    const size_t size = strlen(tag);
    size_t at = end;
    while (at && (at + size > text.size || memcmp(text.at + at, tag, size) != 0))
        at--;
    return at;
}

/* Removes our sets that are not wanted any more; returns the number of all others. */
static size_t keep_sets(Text text, const XmlElement *parent, FileSet *wanted, size_t count,
                        const TileMeanings *meanings, TextEdits *edits)
{
    XmlElement found;
    size_t kept = 0;
    for (size_t at = parent->from + 1;
         xml_next(text, &at, "wangset", &found) && found.to <= parent->to;) {
        const Text element = text_slice(text, found.from, found.to);
        bool keep = !is_ours(element);
        if (!keep) {
            const Text print = existing_print(element, edits->arena);
            for (size_t i = 0; i < count && !keep; i++)
                if (!wanted[i].exists &&
                    text_equal(wanted_print(&wanted[i], meanings, edits->arena), print))
                    keep = wanted[i].exists = true;
        }
        if (!keep)
            xml_remove(edits, text, &found);
        kept += keep;
    }
    return kept;
}

bool maps_wang_edit(Text text, const WangSets *sets, const TileMeanings *meanings,
                    const Names *names, Text *out, Arena *arena)
{
    const char *line_end = text_line_end(text);
    TextEdits edits = {.arena = arena};
    XmlElement parent;
    FileSet *wanted = NULL;
    size_t count = 0, kept = 0, at = 0;
    for (size_t i = 0; i < sets->count; i++) {
        const FileSet file = file_set(&sets->items[i], meanings, arena);
        if (file.count > 1)
            *ARENA_PUSH(arena, wanted, count) = file;
    }
    const bool has_parent = xml_next(text, &at, "wangsets", &parent);
    const bool is_open = has_parent && !text_ends(parent.tag, "/>");
    if (is_open)
        kept = keep_sets(text, &parent, wanted, count, meanings, &edits);
    Writer added = writer_to(arena);
    for (size_t i = 0; i < count; i++)
        if (!wanted[i].exists)
            write_set(&added, &wanted[i], meanings, names, line_end);
    if (is_open && (kept || added.size)) {
        at = line_of(text, last_tag(text, parent.to - 1, "</wangsets"));
        text_replace(&edits, at, at, writer_text(&added));
        *out = text_edited(&edits, text);
        return true;
    }
    if (has_parent && (edits.count || added.size)) { /* it was empty, or is now */
        edits.count = 0;
        xml_remove(&edits, text, &parent);
    }
    if (added.size) {
        XmlElement root;
        at = 0;
        if (!xml_next(text, &at, "tileset", &root) || text_ends(root.tag, "/>"))
            return false;
        at = line_of(text, last_tag(text, root.to - 1, "</tileset"));
        text_replace(&edits, at, at,
                     arena_format(arena, " <wangsets>%s%.*s </wangsets>%s", line_end,
                                  (int)added.size, (const char *)added.data, line_end));
    }
    *out = text_edited(&edits, text);
    return true;
}
