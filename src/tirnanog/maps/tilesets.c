/* Parts, in order: the search by name; paths; resolving tilesets to meanings. Paths in a
 * tileset file are relative to that file: they are converted to paths in the project when the
 * file is loaded. */
#include "tirnanog/maps/tilesets.h"
#include "tirnanog/maps/tileset_sheets.h"
#include "tirnanog/sprites/picture_names.h"

#include "base/image/picture.h"
#include "base/path.h"
#include "base/text.h"

#include <stdlib.h>

static const struct {
    const char *prefix, *preview, *word; /* preview: the end of the image's name */
} contents[CONTENTS] = {
    {"tiles", NULL, "tile sprite"}, {"npcs", "_npc", "NPC"}, {"spawners", "_swr", "spawner"}};

/* A search for the content of a tileset. */
typedef struct TilesetSearch {
    const NameList *lists[CONTENTS];
    Text found[CONTENTS]; /* the name in the list; empty: not found */
    unsigned count;       /* number of lists that have the name */
    Text near;            /* a similar name */
    Writer tried;         /* for the message */
} TilesetSearch;

/* Searches for a name, with and without the suffix of a sprite's file. */
static void search_name(TilesetSearch *search, unsigned content, Text name)
{
    const Text names[] = {name, sprite_base_name(name)};
    const Text *found = NULL;
    for (size_t i = 0; i < COUNT_OF(names) && !found; i++)
        if (names[i].size && table_get(&search->lists[content]->numbers, names[i]))
            found = &names[i];
    if (found && !search->found[content].size) {
        search->found[content] = *found;
        search->count++;
    }
    if (found || !name.size)
        return;
    const Text before = writer_text(&search->tried);
    write_format(&search->tried, "%s%s \"%.*s\"", before.size ? ", " : "",
                 contents[content].word, (int)names[1].size, names[1].at);
    const Text all = writer_text(&search->tried);
    size_t at;
    if (before.size &&
        text_find_part(text_slice(all, 0, before.size),
                       text_slice(all, before.size + strlen(", "), all.size), &at))
        search->tried.size = before.size; /* tried by another rule */
    if (!search->near.size)
        search->near = names_nearest(search->lists[content], names[1]);
}

/* "tiles_grass" and "tiles/grass": the prefix tells the list. */
static void search_prefix(TilesetSearch *search, Text name)
{
    for (unsigned i = 0; i < CONTENTS; i++) {
        const size_t size = strlen(contents[i].prefix);
        if (text_starts(name, contents[i].prefix) && name.size > size &&
            (name.at[size] == '_' || name.at[size] == '/'))
            search_name(search, i, text_slice(name, size + 1, name.size));
    }
}

/* Previews of NPCs and spawners have endings of their names; other images are sprites. */
static void search_image(TilesetSearch *search, Text path)
{
    size_t from = path.size;
    while (from && path.at[from - 1] != '/' && path.at[from - 1] != '\\')
        from--;
    Text name = text_slice(path, from, path.size);
    if (picture_format_of(name))
        name = path_without_suffix(name);
    for (unsigned i = 0; i < CONTENTS; i++)
        if (contents[i].preview && text_ends(name, contents[i].preview)) {
            search_name(search, i,
                        text_slice(name, 0, name.size - strlen(contents[i].preview)));
            return;
        }
    search_name(search, CONTENT_TILES, name);
}

/* ---- paths ---- */

/* Resolves "." and ".."; the result is empty if the path leaves the project. */
Text tileset_path(Text from, Text path, Arena *arena)
{
    const Text base = path_base(from);
    Writer out = writer_to(arena);
    write_text(&out, text_slice(from, 0, from.size - base.size));
    for (size_t at = 0; at <= path.size;) {
        size_t end = at;
        while (end < path.size && path.at[end] != '/' && path.at[end] != '\\')
            end++;
        const Text part = text_slice(path, at, end);
        at = end + 1;
        if (text_is(part, "..")) {
            if (!out.size)
                return TEXT("");
            out.size--;
            while (out.size && out.data[out.size - 1] != '/')
                out.size--;
        } else if (part.size && !text_is(part, ".")) {
            write_text(&out, part);
            if (end < path.size)
                write_u8(&out, '/');
        }
    }
    return writer_text(&out);
}

/* Of a path outside the project, only the last part matters. */
static void move_path(Text *path, Text from, Arena *arena)
{
    const Text moved = tileset_path(from, *path, arena);
    *path = moved.size ? moved : *path;
}

/* Paths of a tileset are relative to the file that contains it. */
static void move_paths(TmxTileset *tileset, Text from, Arena *arena)
{
    move_path(&tileset->image, from, arena);
    for (size_t i = 0; i < tileset->tile_count; i++)
        move_path(&tileset->tiles[i].image, from, arena);
}

/* A tileset file is used by many maps, but its problems are reported once. */
Report report_once(Report *report, Text file, Table *reported)
{
    if (reported && table_get(reported, file))
        return report_to(NULL, NULL);
    if (reported)
        table_put(reported, file, 1);
    return report_child(report, file);
}

/* Continues after errors. The map decides about the first ID; everything else is in the
 * file. */
bool tilesets_load(const ProjectFiles *files, Text path, TmxMap *map, Table *reported,
                   Arena *arena, Report *report)
{
    bool ok = true;
    for (size_t i = 0; i < map->tileset_count; i++) {
        TmxTileset *tileset = &map->tilesets[i], loaded;
        if (!tileset->source.size) {
            move_paths(tileset, path, arena);
            continue;
        }
        const Text source = tileset_path(path, tileset->source, arena);
        const ProjectFile *file = project_file(files, source);
        if (!file) {
            ok = report_error_at(report, (SourcePosition){.line = tileset->line},
                                 "the file of the tileset does not exist in the project: %.*s",
                                 (int)tileset->source.size, tileset->source.at);
            continue;
        }
        Report about = report_once(report, file->path, reported);
        if (!tsx_read(file->bytes, &loaded, arena, &about)) {
            ok = false;
            continue;
        }
        move_paths(&loaded, source, arena);
        loaded.first = tileset->first;
        loaded.line = tileset->line;
        *tileset = loaded;
    }
    return ok;
}

/* ---- tilesets ---- */

typedef struct Resolving {
    const Names *names;
    const ProjectFiles *files;
    const TmxMap *map;
    TileMeanings *out;
    Arena *arena;
    Report *report;
} Resolving;

/* Whether a cell has one of the IDs. */
static bool ids_used(const TmxMap *map, uint32_t first, uint32_t end)
{
    for (size_t i = 0; i < map->layer_count; i++) {
        const TmxLayer *layer = &map->layers[i];
        for (size_t j = 0; j < (size_t)layer->w * layer->h; j++)
            if (layer->cells[j] >= first && layer->cells[j] < end)
                return true;
    }
    return false;
}

/* True, with a warning, if no cell uses the tileset: authors keep some that are not needed. */
static bool unknown_tile(const Resolving *resolving, Text name, uint32_t line, uint32_t first,
                         uint32_t end, const TilesetSearch *search)
{
    Report *report = resolving->report;
    const SourcePosition position = {.line = line};
    if (!ids_used(resolving->map, first, end)) {
        report_warning_at(report, position,
                          "unknown tileset \"%.*s\"; no cell uses it: ignored", (int)name.size,
                          name.at);
        return true;
    }
    if (search->count) {
        Writer found = writer_to(resolving->arena);
        for (unsigned i = 0; i < CONTENTS; i++)
            if (search->found[i].size)
                write_format(&found, "%s%s \"%.*s\"", found.size ? " and " : "",
                             contents[i].word, (int)search->found[i].size, search->found[i].at);
        const Text both = writer_text(&found);
        return report_error_at(report, position,
                               "ambiguous tileset \"%.*s\": it may be %.*s; expected a name "
                               "that begins with tiles_, npcs_ or spawners_",
                               (int)name.size, name.at, (int)both.size, both.at);
    }
    const Text tried = writer_text(&search->tried);
    return report_error_at(
        report, position, "unknown tileset \"%.*s\": there is no %.*s%s%.*s%s", (int)name.size,
        name.at, (int)tried.size, tried.at, search->near.size ? "; did you mean \"" : "",
        (int)search->near.size, search->near.at, search->near.size ? "\"?" : "");
}

static void add_meaning(const Resolving *resolving, uint32_t id, unsigned content,
                        uint32_t number)
{
    TileMeanings *out = resolving->out;
    *ARENA_PUSH(resolving->arena, out->items, out->count) =
        (TileMeaning){id, (uint16_t)content, (uint16_t)number};
}

static void add_found(const Resolving *resolving, uint32_t id, const TilesetSearch *search)
{
    uint32_t number;
    for (unsigned i = 0; i < CONTENTS; i++)
        if (search->found[i].size && names_find(search->lists[i], search->found[i], &number))
            add_meaning(resolving, id, i, number);
}

static TilesetSearch search_of(const Resolving *resolving)
{
    const Names *names = resolving->names;
    return (TilesetSearch){.lists = {&names->sprites[CATEGORY_TILES], &names->kinds[NAME_NPC],
                                     &names->kinds[NAME_SPAWNER]},
                           .tried = writer_to(resolving->arena)};
}

static void warn_image_decides(const Resolving *resolving, const TmxTileset *tileset,
                               uint32_t end, const TilesetSearch *by_name,
                               const TilesetSearch *by_image)
{
    unsigned content = 0;
    while (!by_image->found[content].size)
        content++;
    if (!ids_used(resolving->map, tileset->first, end))
        return;
    const Text found = by_image->found[content];
    report_warning_at(resolving->report, (SourcePosition){.line = tileset->line},
                      "the name of the tileset \"%.*s\" %s; by its image it is the %s "
                      "\"%.*s\"",
                      (int)tileset->name.size, tileset->name.at,
                      by_name->count ? "is ambiguous" : "is unknown", contents[content].word,
                      (int)found.size, found.at);
}

/* Tries the name with a prefix, the plain name, and the image; the first that finds exactly one
 * thing decides. */
static bool resolve_single(const Resolving *resolving, const TmxTileset *tileset, uint32_t end)
{
    TilesetSearch search = search_of(resolving);
    search_prefix(&search, tileset->name);
    if (!search.count)
        for (unsigned i = 0; i < CONTENTS; i++)
            search_name(&search, i, tileset->name);
    if (search.count != 1) {
        TilesetSearch image = search;
        image.count = 0;
        memset(image.found, 0, sizeof image.found);
        search_image(&image, tileset->image);
        if (image.count == 1 && tileset->name.size)
            warn_image_decides(resolving, tileset, end, &search, &image);
        if (image.count)
            search = image;
        else
            search.tried = image.tried;
    }
    const Text name = tileset->name.size ? tileset->name : tileset->image;
    if (search.count != 1)
        return unknown_tile(resolving, name, tileset->line, tileset->first, end, &search);
    add_found(resolving, tileset->first, &search);
    return true;
}

/* As with unknown tilesets, only tiles that cells use are errors. */
static bool unknown_part(const Resolving *resolving, const TmxTile *tile, uint32_t id)
{
    const SourcePosition position = {.line = tile->line};
    const bool used = ids_used(resolving->map, id, id + 1);
    const Text text = arena_format(
        resolving->arena, "tile %u shows a part of %.*s, at %u,%u, where no sprite begins%s",
        tile->id, (int)tile->image.size, tile->image.at, tile->x, tile->y,
        used ? "; describe the sprites of the image in a file .lyt (oisin formats lyt)"
             : "; no cell uses it: ignored");
    if (used)
        return report_error_at(resolving->report, position, "%s", text.at);
    report_warning_at(resolving->report, position, "%s", text.at);
    return true;
}

/* `maps sync` writes the first frame of an animated sprite as the part at 0,0 of its image:
 * that is the sprite, not one of a sheet. `sheet`: the last one that was read; tiles of a sheet
 * follow each other. */
static bool is_part_of_sheet(const Resolving *resolving, const TmxTile *tile,
                             SheetPlaces *sheet)
{
    if (!tile->w)
        return false;
    if (!text_equal(sheet->image, tile->image))
        tileset_sheet_places(resolving->names, resolving->files, tile->image, sheet,
                             resolving->arena);
    return sheet->count || tile->x || tile->y;
}

static bool resolve_part(const Resolving *resolving, const TmxTile *tile, uint32_t id,
                         const SheetPlaces *sheet)
{
    for (size_t i = 0; i < sheet->count; i++)
        if (sheet->items[i].x == tile->x && sheet->items[i].y == tile->y) {
            add_meaning(resolving, id, CONTENT_TILES, sheet->items[i].number);
            return true;
        }
    return unknown_part(resolving, tile, id);
}

/* Tiles beyond `end` belong to the next tileset, and cannot be used. */
static bool resolve_collection(const Resolving *resolving, const TmxTileset *tileset,
                               uint32_t end)
{
    bool ok = true;
    SheetPlaces sheet = {0};
    for (size_t i = 0; i < tileset->tile_count; i++) {
        const TmxTile *tile = &tileset->tiles[i];
        const uint32_t id = tileset->first + tile->id;
        TilesetSearch search = search_of(resolving);
        if (id >= end)
            continue;
        if (is_part_of_sheet(resolving, tile, &sheet)) {
            ok &= resolve_part(resolving, tile, id, &sheet);
            continue;
        }
        search_image(&search, tile->image);
        if (search.count == 1)
            add_found(resolving, id, &search);
        else
            ok &= unknown_tile(resolving, tile->image, tile->line, id, id + 1, &search);
    }
    return ok;
}

static int compare_meanings(const void *a, const void *b)
{
    const uint32_t first = ((const TileMeaning *)a)->id, second = ((const TileMeaning *)b)->id;
    return (first > second) - (first < second);
}

bool tilesets_resolve(const Names *names, const ProjectFiles *files, const TmxMap *map,
                      TileMeanings *out, Arena *arena, Report *report)
{
    const Resolving resolving = {names, files, map, out, arena, report};
    bool ok = true;
    *out = (TileMeanings){0};
    for (size_t i = 0; i < map->tileset_count; i++) {
        const TmxTileset *tileset = &map->tilesets[i];
        const uint32_t end =
            i + 1 < map->tileset_count ? map->tilesets[i + 1].first : UINT32_MAX;
        const size_t before = out->count;
        if (tileset->tile_count)
            ok &= resolve_collection(&resolving, tileset, end);
        else if (!tileset_sheet(names, files, tileset, out, arena))
            ok &= resolve_single(&resolving, tileset, end);
        /* A cell belongs to the last tileset that begins at or before its ID: a file of tiles
         * may have grown since Tiled has numbered the map. */
        size_t kept = before;
        for (size_t j = before; j < out->count; j++)
            if (out->items[j].id < end)
                out->items[kept++] = out->items[j];
        out->count = kept;
    }
    if (out->count)
        qsort(out->items, out->count, sizeof *out->items, compare_meanings);
    return ok;
}

/* For one tileset without a map: no cell uses it, so nothing is an error. */
void tileset_meanings(const Names *names, const ProjectFiles *files, Text path,
                      TmxTileset *tileset, TileMeanings *out, Arena *arena)
{
    const TmxMap map = {.tilesets = tileset, .tileset_count = 1};
    Report silent = report_to(NULL, NULL);
    move_paths(tileset, path, arena);
    (void)tilesets_resolve(names, files, &map, out, arena, &silent);
}

/* NULL if the ID has no meaning. The list is sorted by tilesets_resolve(). Most IDs follow one
 * another, and most cells are empty. */
const TileMeaning *tile_meaning(const TileMeanings *meanings, uint32_t id)
{
    const TileMeaning key = {.id = id};
    if (!id || !meanings->count || id < meanings->items[0].id)
        return NULL;
    const size_t guess = id - meanings->items[0].id;
    return guess < meanings->count && meanings->items[guess].id == id
               ? &meanings->items[guess]
               : bsearch(&key, meanings->items, meanings->count, sizeof key, compare_meanings);
}

const char *tileset_prefix(unsigned content) { return contents[content].prefix; }

const char *tileset_word(unsigned content) { return contents[content].word; }
