/* Parts, in order: what the project has; collections of images; sheets; maps. Files are edited
 * as text and then read again in memory, because the maps must refer to the tilesets that this
 * run writes. */
#include "tirnanog/maps/maps_sync.h"

#include "tirnanog/maps/automap.h"
#include "tirnanog/project/build.h"
#include "tirnanog/maps/map_renumber.h"
#include "tirnanog/maps/maps_wang.h"
#include "tirnanog/sprites/previews.h"
#include "tirnanog/sprites/sprite_sheets.h"
#include "tirnanog/maps/tilesets.h"
#include "tirnanog/project/xml_edit.h"

#include "base/path.h"
#include "base/text.h"
#include "tirnanog/maps/tmx.h"

/* A tile to have in a collection. */
typedef struct WantedTile {
    Text name, image; /* path in the project */
    uint32_t w, h;    /* of the first frame, if the image has several; otherwise 0 */
} WantedTile;

typedef struct Collection {
    Text path; /* of the .tsx file */
    const char *name;
    WantedTile *wanted;
    size_t count;
    uint32_t ids; /* 1 + the highest ID of the finished file */
    bool exists;  /* before or after */
} Collection;

enum { SET_TILES, SET_OBJECTS, SET_NPCS, SET_SPAWNERS, SET_KINDS };

typedef struct Sync {
    Project *project;
    Collection *sets;
    size_t count;
    WangSets wang;
    MapsSync *out;
    Arena *arena;
    Report *report;
} Sync;

/* A file whose text is unchanged is not written, so that a second run changes nothing. */
static void put_file(Sync *sync, Text path, Text text)
{
    const ProjectFile *file = project_file(sync->project->files, path);
    if (file && text_equal(text_of_bytes(file->bytes), text))
        return;
    *ARENA_PUSH(sync->arena, sync->out->files.items, sync->out->files.count) =
        (ProjectFile){path, bytes_of_text(text)};
}

/* Writes the file of a tileset, with the Wang sets of its tiles. */
static bool put_tileset(Sync *sync, Text path, Text text)
{
    TmxTileset tileset;
    TileMeanings meanings;
    Report about = report_child(sync->report, path), silent = report_to(NULL, NULL);
    TmxTileset after;
    Text edited;
    if (!tsx_read(bytes_of_text(text), &tileset, sync->arena, &about))
        return false;
    tileset_meanings(&sync->project->names, sync->project->files, path, &tileset, &meanings,
                     sync->arena);
    if (!maps_wang_edit(text, &sync->wang, &meanings, &sync->project->names, &edited,
                        sync->arena) ||
        !tsx_read(bytes_of_text(edited), &after, sync->arena, &silent) ||
        after.tile_count != tileset.tile_count)
        return report_error(&about, "expected an element <tileset> with an end, in UTF-8");
    put_file(sync, path, edited);
    return true;
}

/* ---- what there is ---- */

static void want(Sync *sync, Collection *set, WantedTile tile)
{
    *ARENA_PUSH(sync->arena, set->wanted, set->count) = tile;
}

/* Sprites of sheets and of atlases do not have their own image. */
static void want_sprites(Sync *sync)
{
    const Project *project = sync->project;
    const NameList *list = &project->names.sprites[CATEGORY_TILES];
    for (size_t i = 0; i < list->count; i++) {
        const SpriteSource *sprite = &project->sprites[CATEGORY_TILES][i];
        if (!sprite->strip_count)
            continue;
        const SpriteStrip *strip = &sprite->strips[0];
        const Picture *picture = &project->pictures[strip->picture];
        if (picture->file == UINT32_MAX)
            continue;
        const Text path = project->files->items[picture->file].path;
        if (!text_equal(sprite_base_name(picture_name(path)), list->items[i]) ||
            sprite_sheet_layout_file(project->files, path, sync->arena))
            continue;
        const bool animated = strip->frames > 1;
        const bool object =
            table_get(&project->names.kinds[NAME_OBJECT].numbers, list->items[i]) != NULL;
        want(sync, &sync->sets[object ? SET_OBJECTS : SET_TILES],
             (WantedTile){list->items[i], path, animated ? strip->w / strip->frames : 0,
                          animated ? strip->h : 0});
    }
}

static void want_previews(Sync *sync, PreviewKind kind, NameKind names, Collection *set)
{
    const NameList *list = &sync->project->names.kinds[names];
    for (size_t i = 0; i < list->count; i++)
        want(sync, set,
             (WantedTile){list->items[i], preview_path(kind, list->items[i], sync->arena), 0,
                          0});
}

/* ---- collections ---- */

static void write_tile(Writer *out, uint32_t id, const WantedTile *tile)
{
    write_format(out, "<tile id=\"%u\"", id);
    if (tile->w)
        write_format(out, " x=\"0\" y=\"0\" width=\"%u\" height=\"%u\"", tile->w, tile->h);
    write_format(out, "><image source=\"../%.*s\"/></tile>", (int)tile->image.size,
                 tile->image.at);
}

/* Width and height 0: a collection has tiles of different sizes. */
static Text new_collection(const Collection *set, Arena *arena)
{
    return arena_format(
        arena,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\r\n"
        "<tileset version=\"1.10\" name=\"%s\" tilewidth=\"0\" tileheight=\"0\" "
        "columns=\"0\" objectalignment=\"bottom\">\r\n"
        "</tileset>\r\n",
        set->name);
}

/* The name of the sprite, NPC or spawner in an image's name. */
static Text meant_name(Text image)
{
    Text name = picture_name(image);
    if (text_ends(name, "_npc") || text_ends(name, "_swr"))
        return text_slice(name, 0, name.size - 4);
    return sprite_base_name(name);
}

/* A tile keeps its ID as long as it stands for the same thing, because maps refer to the ID.
 * Its image may have another path now. A tile of a foreign image is not touched. */
static void sync_tile(Sync *sync, const Collection *set, Text text, const XmlElement *element,
                      const TmxTile *tile, bool *have, TextEdits *edits)
{
    const Text image = tileset_path(set->path, tile->image, sync->arena);
    const WantedTile *same_name = NULL;
    for (size_t i = 0; i < set->count; i++) {
        if (text_equal(set->wanted[i].image, image)) {
            have[i] = true;
            return;
        }
        if (text_equal(set->wanted[i].name, meant_name(image))) {
            if (have[i]) /* a second tile of the same thing, which maps may use */
                return;
            same_name = &set->wanted[i];
        }
    }
    if (project_file(sync->project->files, image) ||
        (!same_name && (text_starts(image, "../") || text_starts(image, "/"))))
        return; /* not ours */
    if (!same_name) {
        xml_remove(edits, text, element);
        sync->out->removed++;
        return;
    }
    Writer out = writer_to(sync->arena);
    write_tile(&out, tile->id, same_name);
    text_replace(edits, element->from, element->to, writer_text(&out));
    have[same_name - set->wanted] = true;
}

/* Where to insert lines: before the first of the elements behind all `within` (which may
 * contain elements of the same names), or before the end of the root. */
static size_t insertion_at(Text text, const char *within, const char *const *names,
                           size_t count, const char *root)
{
    size_t found = text.size, begin = 0;
    XmlElement inner;
    for (size_t at = 0; xml_next(text, &at, within, &inner);)
        begin = inner.to;
    for (size_t i = 0; i < count; i++) {
        XmlElement element;
        size_t at = begin;
        if (xml_next(text, &at, names[i], &element) && element.from < found)
            found = element.from;
    }
    if (found == text.size)
        while (found && (text.size - found < strlen(root) ||
                         memcmp(text.at + found, root, strlen(root)) != 0))
            found--;
    size_t line = found;
    while (line && (text.at[line - 1] == ' ' || text.at[line - 1] == '\t'))
        line--;
    return line && text.at[line - 1] == '\n' ? line : found;
}

/* New tiles get IDs above all that were used before: an ID that was removed may still be in
 * maps. */
static bool sync_collection(Sync *sync, Collection *set)
{
    static const char *const followers[] = {"wangsets"};
    const ProjectFile *file = project_file(sync->project->files, set->path);
    Arena *arena = sync->arena;
    set->exists = file || set->count;
    if (!set->exists)
        return true;
    const Text text = file ? text_of_bytes(file->bytes) : new_collection(set, arena);
    Report about = report_child(sync->report, set->path);
    TmxTileset old;
    XmlElement element;
    size_t at = 0;
    if (!tsx_read(bytes_of_text(text), &old, arena, &about))
        return false;
    if (!xml_next(text, &at, "tileset", &element) || text_ends(element.tag, "/>"))
        return report_error(&about, "expected an element <tileset> with an end, in UTF-8");
    TextEdits edits = {.arena = arena};
    bool *have = ARENA_ALLOC(arena, bool, set->count + 1);
    at = 0;
    while (xml_next(text, &at, "tile", &element)) {
        int64_t id;
        if (!text_number(xml_attribute(element.tag, "id"), 0, INT32_MAX, &id))
            continue;
        for (size_t i = 0; i < old.tile_count; i++)
            if (old.tiles[i].id == id)
                sync_tile(sync, set, text, &element, &old.tiles[i], have, &edits);
    }
    for (size_t i = 0; i < old.tile_count; i++)
        set->ids = old.tiles[i].id >= set->ids ? old.tiles[i].id + 1 : set->ids;
    Writer added = writer_to(arena);
    for (size_t i = 0; i < set->count; i++) {
        if (have[i])
            continue;
        write_u8(&added, ' ');
        write_tile(&added, set->ids++, &set->wanted[i]);
        write_text(&added, text_of(text_line_end(text)));
        sync->out->added++;
    }
    at = insertion_at(text, "tile", followers, COUNT_OF(followers), "</tileset");
    text_replace(&edits, at, at, writer_text(&added));
    return put_tileset(sync, set->path, text_edited(&edits, text));
}

/* ---- sheets ---- */

/* An existing tileset is kept but for its Wang sets: its grid may be the author's choice. */
static bool sync_sheets(Sync *sync)
{
    const Project *project = sync->project;
    bool ok = true;
    for (size_t i = 0; i < project->files->count; i++) {
        const ProjectFile *file = &project->files->items[i];
        const ProjectFile *layout_file =
            picture_category(file->path) == CATEGORY_TILES
                ? sprite_sheet_layout_file(project->files, file->path, sync->arena)
                : NULL;
        Report silent = report_to(NULL, NULL);
        SheetLayout layout;
        Image image;
        if (!layout_file ||
            !picture_read(file->path, file->bytes, &image, sync->arena, &silent) ||
            !sprite_sheet_read(layout_file, category_folders[CATEGORY_TILES], &image, &layout,
                               sync->arena, &silent))
            continue;
        const Text name = picture_name(file->path);
        Collection *set = ARENA_PUSH(sync->arena, sync->sets, sync->count);
        uint32_t columns, rows;
        sprite_sheet_size(&layout, &image, &columns, &rows);
        *set = (Collection){
            .path = arena_format(sync->arena, "maps/sheet_%.*s.tsx", (int)name.size, name.at),
            .name = name.at,
            .ids = columns * rows,
            .exists = true};
        /* Tiled has one margin and one spacing, and authors may have chosen another grid. */
        const ProjectFile *existing = project_file(project->files, set->path);
        TmxTileset old;
        if (existing && tsx_read(existing->bytes, &old, sync->arena, &silent) &&
            old.count > set->ids)
            set->ids = old.count;
        if (existing) {
            ok &= put_tileset(sync, set->path, text_of_bytes(existing->bytes));
            continue;
        }
        sync->out->added++;
        ok &= put_tileset(
            sync, set->path,
            arena_format(sync->arena,
                         "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\r\n"
                         "<tileset version=\"1.10\" name=\"%.*s\" tilewidth=\"%u\" "
                         "tileheight=\"%u\" spacing=\"%u\" margin=\"%u\" tilecount=\"%u\" "
                         "columns=\"%u\" objectalignment=\"bottom\">\r\n"
                         " <image source=\"../%.*s\" width=\"%u\" height=\"%u\"/>\r\n"
                         "</tileset>\r\n",
                         (int)name.size, name.at, layout.w, layout.h, layout.hpad, layout.left,
                         columns * rows, columns, (int)file->path.size, file->path.at, image.w,
                         image.h));
    }
    return ok;
}

/* ---- maps ---- */

/* Also above every cell: a cell without a tileset must not get a meaning by a new tileset. */
static uint32_t next_id(const TmxMap *map)
{
    uint32_t next = 1;
    for (size_t i = 0; i < map->tileset_count; i++) {
        const TmxTileset *set = &map->tilesets[i];
        const uint32_t end = set->first + tileset_size(set);
        next = end > next ? end : next;
    }
    for (size_t i = 0; i < map->layer_count; i++)
        for (size_t j = 0; j < (size_t)map->layers[i].w * map->layers[i].h; j++)
            next = map->layers[i].cells[j] >= next ? map->layers[i].cells[j] + 1 : next;
    return next;
}

/* Compares paths in the project, because a source is relative to its map. */
static bool refers_to(const TmxMap *map, Text path, Text map_path, Arena *arena)
{
    for (size_t i = 0; i < map->tileset_count; i++)
        if (text_equal(tileset_path(map_path, map->tilesets[i].source, arena), path))
            return true;
    return false;
}

/* A tileset of which no tile means anything any more, and that no cell uses. */
static bool is_unused(const TmxMap *map, const TmxTileset *set, const TileMeanings *meanings)
{
    uint32_t end = UINT32_MAX;
    if (set->source.size || set->tile_count)
        return false;
    for (size_t i = 0; i < map->tileset_count; i++)
        if (map->tilesets[i].first > set->first && map->tilesets[i].first < end)
            end = map->tilesets[i].first;
    for (size_t i = 0; i < meanings->count; i++)
        if (meanings->items[i].id >= set->first && meanings->items[i].id < end)
            return false;
    for (size_t i = 0; i < map->layer_count; i++)
        for (size_t j = 0; j < (size_t)map->layers[i].w * map->layers[i].h; j++)
            if (map->layers[i].cells[j] >= set->first && map->layers[i].cells[j] < end)
                return false;
    return true;
}

/* The project with the tilesets that were written. */
static ProjectFiles files_after(const Sync *sync)
{
    const ProjectFiles *before = sync->project->files, *written = &sync->out->files;
    ProjectFiles after = {.game = before->game, .count = before->count};
    after.items = ARENA_ALLOC(sync->arena, ProjectFile, before->count + written->count + 1);
    memcpy(after.items, before->items, before->count * sizeof *before->items);
    for (size_t i = 0; i < written->count; i++) {
        const ProjectFile *old = project_file(before, written->items[i].path);
        after.items[old ? (size_t)(old - before->items) : after.count++] = written->items[i];
    }
    project_files_sort(&after);
    return after;
}

/* The cells must be the same before and after; only then numbers are changed, by
 * map_renumber(). */
static bool sync_map(Sync *sync, const ProjectFile *file)
{
    static const char *const followers[] = {"layer", "group", "objectgroup", "imagelayer"};
    Arena *arena = sync->arena;
    const Text text = text_of_bytes(file->bytes);
    Report silent = report_to(NULL, NULL), about = report_child(sync->report, file->path);
    TmxMap map, loaded, after;
    TileMeanings meanings;
    if (!tmx_read(file->bytes, &map, arena, &silent) ||
        !tmx_read(file->bytes, &loaded, arena, &silent) ||
        !tilesets_load(sync->project->files, file->path, &loaded, NULL, arena, &silent) ||
        !tilesets_resolve(&sync->project->names, sync->project->files, &loaded, &meanings,
                          arena, &silent))
        return report_error(&about, "the map has errors"); /* which a build has reported */
    TextEdits edits = {.arena = arena};
    XmlElement element;
    size_t at = 0;
    const size_t end = insertion_at(text, "tileset", followers, COUNT_OF(followers), "</map");
    while (xml_next(text, &at, "tileset", &element) && element.from < end) {
        int64_t first;
        if (!text_number(xml_attribute(element.tag, "firstgid"), 1, INT32_MAX, &first))
            continue;
        for (size_t i = 0; i < map.tileset_count; i++)
            if (map.tilesets[i].first == first &&
                is_unused(&map, &map.tilesets[i], &meanings)) {
                xml_remove(&edits, text, &element);
                sync->out->removed++;
            }
    }
    Writer added = writer_to(arena);
    uint32_t next = next_id(&loaded);
    for (size_t i = 0; i < sync->count; i++) {
        const Collection *set = &sync->sets[i];
        if (!set->exists || refers_to(&map, set->path, file->path, arena))
            continue;
        const Text name = path_base(set->path); /* in the same folder */
        write_format(&added, " <tileset firstgid=\"%u\" source=\"%.*s\"/>%s", next,
                     (int)name.size, name.at, text_line_end(text));
        const uint32_t ids = set->ids ? set->ids : 1;
        next += i < SET_KINDS ? tileset_room(ids) : ids;
    }
    text_replace(&edits, end, end, writer_text(&added));
    Text edited = text_edited(&edits, text);
    if (!tmx_read(bytes_of_text(edited), &after, arena, &silent) ||
        !tmx_same_cells(&map, &after))
        return report_error(&about, "the tilesets cannot be changed; expected a file in UTF-8");
    const ProjectFiles files = files_after(sync);
    if (tilesets_load(&files, file->path, &after, NULL, arena, &silent))
        (void)map_renumber(&edited, &after, arena);
    put_file(sync, file->path, edited);
    return true;
}

static void note_others(const Sync *sync)
{
    for (size_t i = 0; i < sync->wang.other_count; i++) {
        const Text name =
            sync->project->names.sprites[CATEGORY_TILES].items[sync->wang.others[i]];
        report_note(sync->report,
                    "the automap rules of %.*s cannot be a terrain set of Tiled "
                    "(oisin formats automap)",
                    (int)name.size, name.at);
    }
}

bool project_maps_sync(ProjectFiles *files, MapsSync *out, Arena *arena, Report *report)
{
    static const char *const names[SET_KINDS] = {"tiles", "objects", "npcs", "spawners"};
    Report silent = report_to(NULL, NULL);
    Project *project = arena_alloc(arena, 1, sizeof *project);
    *out = (MapsSync){.files = {.game = files->game}};
    if (!project_load(project, files, &(BuildOptions){0}, arena, &silent))
        return report_error(report, "the project has errors (oisin check)");
    Sync sync = {.project = project, .out = out, .arena = arena, .report = report};
    Automap automap;
    project->report = report;
    if (!automap_of(project, &automap)) /* only a build with --automap looks at them */
        return false;
    wang_derive(&automap, project->config.type, &sync.wang, arena);
    note_others(&sync);
    for (size_t i = 0; i < SET_KINDS; i++)
        *ARENA_PUSH(arena, sync.sets, sync.count) = (Collection){
            .path = arena_format(arena, "maps/%s.tsx", names[i]), .name = names[i]};
    want_sprites(&sync);
    want_previews(&sync, PREVIEW_NPC, NAME_NPC, &sync.sets[SET_NPCS]);
    want_previews(&sync, PREVIEW_SPAWNER, NAME_SPAWNER, &sync.sets[SET_SPAWNERS]);
    bool ok = true;
    for (size_t i = 0; i < SET_KINDS; i++)
        ok &= sync_collection(&sync, &sync.sets[i]);
    ok &= sync_sheets(&sync);
    for (size_t i = 0; i < project->names.kinds[NAME_MAP].count && ok; i++)
        ok = sync_map(&sync, project->entities[NAME_MAP][i]);
    return ok;
}
