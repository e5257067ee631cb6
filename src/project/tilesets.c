#include "project/tilesets.h"
#include "project/build.h"

#include "base/path.h"
#include "base/text.h"

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
    const uint8_t *added = search->tried.data + before.size;
    const size_t size = search->tried.size - before.size;
    if (before.size && memmem(search->tried.data, before.size, added + 2, size - 2))
        search->tried.size = before.size; /* tried by another rule */
    if (!search->near.size)
        search->near = names_nearest(search->lists[content], names[1]);
}

static void search_prefix(TilesetSearch *search, Text name)
{
    for (unsigned i = 0; i < CONTENTS; i++) {
        const size_t size = strlen(contents[i].prefix);
        if (text_starts(name, contents[i].prefix) && name.size > size &&
            (name.at[size] == '_' || name.at[size] == '/'))
            search_name(search, i, text_slice(name, size + 1, name.size));
    }
}

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

static bool tileset_used(const TmxMap *map, size_t index)
{
    const uint32_t first = map->tilesets[index].first;
    const uint32_t end =
        index + 1 < map->tileset_count ? map->tilesets[index + 1].first : UINT32_MAX;
    for (size_t i = 0; i < map->layer_count; i++) {
        const TmxLayer *layer = &map->layers[i];
        for (size_t j = 0; j < (size_t)layer->w * layer->h; j++)
            if (layer->cells[j] >= first && layer->cells[j] < end)
                return true;
    }
    return false;
}

static bool unknown_tileset(const TmxMap *map, size_t index, const TilesetSearch *search,
                            Arena *arena, Report *report)
{
    const TmxTileset *tileset = &map->tilesets[index];
    const SourcePosition position = {.line = tileset->line};
    const Text name = tileset->name.size ? tileset->name : tileset->image;
    if (!tileset_used(map, index)) {
        report_warning_at(report, position,
                          "unknown tileset \"%.*s\"; no cell uses it: ignored", (int)name.size,
                          name.at);
        return true;
    }
    if (search->count) {
        Writer found = writer_to(arena);
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

bool tileset_resolve(const Names *names, const TmxMap *map, size_t index, unsigned *content,
                     uint16_t *number, Arena *arena, Report *report)
{
    const TmxTileset *tileset = &map->tilesets[index];
    TilesetSearch search = {.lists = {&names->sprites[CATEGORY_TILES], &names->kinds[NAME_NPC],
                                      &names->kinds[NAME_SPAWNER]},
                            .tried = writer_to(arena)};
    search_prefix(&search, tileset->name);
    if (!search.count)
        for (unsigned i = 0; i < CONTENTS; i++)
            search_name(&search, i, tileset->name);
    if (search.count != 1) {
        TilesetSearch image = search;
        image.count = 0;
        memset(image.found, 0, sizeof image.found);
        search_image(&image, tileset->image);
        if (image.count)
            search = image;
        else
            search.tried = image.tried;
    }
    *content = CONTENT_UNKNOWN;
    *number = TNG_NO_SPRITE;
    if (search.count != 1)
        return unknown_tileset(map, index, &search, arena, report);
    for (unsigned i = 0; i < CONTENTS; i++) {
        uint32_t found;
        if (!search.found[i].size || !names_find(search.lists[i], search.found[i], &found))
            continue;
        *content = i;
        *number = (uint16_t)found;
    }
    return true;
}

const char *tileset_prefix(unsigned content) { return contents[content].prefix; }

const char *tileset_word(unsigned content) { return contents[content].word; }
