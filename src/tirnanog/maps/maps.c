/* Maps: converts Tiled's cells and properties to the container's records. */
#include "tirnanog/maps/automap.h"
#include "tirnanog/project/build.h"
#include "tirnanog/maps/map_layers.h"
#include "tirnanog/maps/map_parts.h"
#include "tirnanog/maps/map_templates.h"
#include "tirnanog/maps/map_positions.h"
#include "tirnanog/maps/map_properties.h"
#include "tirnanog/maps/tilesets.h"
#include "tirnanog/sheets/name_uses.h"
#include "tirnanog/sheets/words.h"

#include "base/tasks.h"
#include "base/text.h"
#include "tirnanog/maps/tmx.h"

#include <stdatomic.h>

typedef struct MapBuild {
    Project *project;
    const TmxMap *tmx;
    Text file;
    MapProperty property; /* the one that is read */
    TngMap map;
    const Automap *automap; /* or NULL */
    Arena *arena;
    Report *report; /* about the map, while its names are looked up */
} MapBuild;

/* ---- properties ---- */

static SourcePosition property_position(const void *context, size_t offset)
{
    return map_property_position(context, offset);
}

/* A property's value has the syntax of a line of a text file. */
static SheetCursor *begin(MapBuild *build, const TmxProperty *property)
{
    SheetCursor *cursor = &build->project->cursor;
    cursor->report = build->report;
    cursor->line = cursor->rest = property->value;
    cursor->number = property->line;
    build->property = (MapProperty){build->file, property};
    cursor->position = property_position;
    cursor->position_context = &build->property;
    return cursor;
}

/* `known` tells whether the property is one of a neighbour at all; the result, whether it is
 * valid. */
static bool set_neighbour(MapBuild *build, const TmxProperty *property, bool *known)
{
    for (unsigned i = 0; i < NEIGHBOURS; i++) {
        const char *name = map_neighbour_name(build->project->config.type, i);
        if (!name || !text_is(property->name, name))
            continue;
        *known = true;
        SheetCursor *cursor = begin(build, property);
        return sheet_read_name(cursor, text_trimmed(property->value), NAME_MAP,
                               &build->map.neighbours[i]);
    }
    return true;
}

/* A parallax is added for each property of that name; all others set members of the map. */
static bool set_members(MapBuild *build, const TmxProperty *property, size_t row)
{
    SheetCursor *cursor = begin(build, property);
    const Text members = text_of(map_properties[row].members);
    if (!map_properties[row].is_parallax)
        return sheet_read_members(cursor, &TngMap_layout, &build->map, members);
    Parallax *parallax =
        sheet_append(&TngMap_layout, layout_field(&TngMap_layout, TEXT("parallaxes")),
                     &build->map, build->arena);
    if (!parallax)
        return sheet_error(cursor, cursor->line, "more than %d parallax layers", UINT8_MAX);
    return sheet_read_members(cursor, &Parallax_layout, parallax, members);
}

/* Only a warning: the property may be for another program. */
static void warn_unknown_property(const MapBuild *build, const TmxProperty *property)
{
    Text names[MAP_PROPERTIES + NEIGHBOURS];
    size_t count = 0;
    for (; count < MAP_PROPERTIES; count++)
        names[count] = text_of(map_properties[count].name);
    for (unsigned i = 0; i < NEIGHBOURS; i++) {
        const char *name = map_neighbour_name(build->project->config.type, i);
        if (name)
            names[count++] = text_of(name);
    }
    const Text near = text_nearest(property->name, names, count);
    const SourcePosition position = {.line = property->line, .column = property->column};
    report_warning_at(
        build->report, position, "unknown property \"%.*s\"%s%.*s%s (oisin formats tmx)",
        (int)property->name.size, property->name.at, near.size ? "; did you mean \"" : "",
        (int)near.size, near.at, near.size ? "\"?" : "");
}

/* Names of the table first, because neighbours depend on the type of the map. */
static bool set_property(MapBuild *build, const TmxProperty *property)
{
    bool known = false;
    for (size_t i = 0; i < MAP_PROPERTIES; i++)
        if (text_is(property->name, map_properties[i].name))
            return set_members(build, property, i);
    const bool ok = set_neighbour(build, property, &known);
    if (!known && ok)
        warn_unknown_property(build, property);
    return ok;
}

/* ---- cells ---- */

/* Two layers have NPCs and spawners instead of tiles. */
static unsigned layer_content(unsigned layer)
{
    return layer == MAP_LAYER_NPCS       ? CONTENT_NPCS
           : layer == MAP_LAYER_SPAWNERS ? CONTENT_SPAWNERS
                                         : CONTENT_TILES;
}

/* "layer 7 \"trees\" (spawners)" */
static const char *layer_label(const MapBuild *build, const TmxLayer *layer, unsigned number)
{
    const Text label = map_layer_label(layer, build->arena);
    return map_layer_of_name(layer->name) == number
               ? label.at
               : arena_format(build->arena, "%s (%s)", label.at, map_layer_names[number]).at;
}

/* Always false. The tileset of a cell is the last one that begins at or before its ID. */
static bool unknown_cell(const MapBuild *build, const TmxLayer *layer, const char *label,
                         uint32_t x, uint32_t y, uint32_t id, Report *report)
{
    const TmxMap *tmx = build->tmx;
    const SourcePosition position =
        map_cell_position(build->file, layer, (size_t)y * layer->w + x);
    size_t count = 0;
    while (count < tmx->tileset_count && tmx->tilesets[count].first <= id)
        count++;
    if (!count)
        return report_error_at(report, position, "%s: cell %u,%u: no tileset has the ID %u",
                               label, x, y, id);
    const TmxTileset *set = &tmx->tilesets[count - 1];
    const Text name = set->name.size ? set->name : set->image;
    return report_error_at(
        report, position, "%s: cell %u,%u: tile %u of the tileset \"%.*s\" is not a sprite%s",
        label, x, y, id - set->first, (int)name.size, name.at,
        set->tile_count ? "" : "; a tileset of one sprite has only the tile 0");
}

/* Empty cells outside do not matter: Tiled maps may be larger than those of the game. */
static void warn_of_cells_outside(const MapBuild *build, const TmxLayer *layer, unsigned number,
                                  Report *report)
{
    const uint32_t side = build->project->config.map_size;
    size_t count = 0;
    for (uint32_t y = 0; y < layer->h; y++)
        for (uint32_t x = y < side ? side : 0; x < layer->w; x++)
            count += layer->cells[(size_t)y * layer->w + x] != 0;
    if (count)
        report_warning_at(report, (SourcePosition){.line = layer->line},
                          "%s: %zu cells are outside of the maps of this game, %u x %u cells: "
                          "ignored",
                          layer_label(build, layer, number), count, side, side);
}

/* Neighbouring cells mostly have the same ID, so the last meaning is looked at first. */
static bool fill_layer(MapBuild *build, const TmxLayer *layer, unsigned number,
                       const TileMeanings *meanings, uint16_t *cells, Report *report)
{
    static const char *const words[CONTENTS] = {"a tile", "an NPC", "a spawner"};
    static const char *const layers[CONTENTS] = {"ground", "NPCs", "spawners"};
    const uint32_t side = build->project->config.map_size;
    const unsigned content = layer_content(number);
    const TileMeaning *meaning = NULL;
    const uint32_t w = layer->w < side ? layer->w : side, h = layer->h < side ? layer->h : side;
    for (uint32_t y = 0; y < h; y++)
        for (uint32_t x = 0; x < w; x++) {
            const uint32_t id = layer->cells[(size_t)y * layer->w + x];
            if (!id)
                continue;
            if (!meaning || id != meaning->id)
                meaning = tile_meaning(meanings, id);
            if (!meaning)
                return unknown_cell(build, layer, layer_label(build, layer, number), x, y, id,
                                    report);
            if (meaning->content != content)
                return report_error_at(
                    report, map_cell_position(build->file, layer, (size_t)y * layer->w + x),
                    "%s: cell %u,%u: %s is not allowed in this layer, but in \"%s\"",
                    layer_label(build, layer, number), x, y, words[meaning->content],
                    layers[meaning->content]);
            cells[(size_t)y * side + x] = meaning->number;
        }
    warn_of_cells_outside(build, layer, number, report);
    return true;
}

/* Empty cells are 0xFFFF in the container. Rules of automapping see tiles only. The size is
 * checked last, because it is that of the packed layers. */
static bool fill_cells(MapBuild *build, const TileMeanings *meanings, Report *report)
{
    const TmxMap *tmx = build->tmx;
    const uint32_t side = build->project->config.map_size;
    const size_t layer_size = (size_t)side * side;
    Arena *scratch = arena_new();
    uint16_t *cells = arena_alloc_raw(scratch, layer_size * TNG_LAYERS, sizeof *cells);
    memset(cells, 0xFF, layer_size * TNG_LAYERS * sizeof *cells);
    uint8_t *numbers = arena_alloc(scratch, tmx->layer_count, 1);
    bool ok = map_layers_number(tmx, numbers, report);
    for (size_t i = 0; i < tmx->layer_count && ok; i++)
        if (numbers[i] != MAP_LAYER_NONE)
            ok = fill_layer(build, &tmx->layers[i], numbers[i], meanings,
                            cells + numbers[i] * layer_size, report);
    for (unsigned layer = 0; build->automap && ok && layer < TNG_LAYERS; layer++)
        if (layer_content(layer) == CONTENT_TILES)
            automap_apply(build->automap, build->project->config.type, side,
                          cells + layer * layer_size, scratch);
    const Bytes packed = tng_layers_write(cells, layer_size * TNG_LAYERS, build->arena);
    build->map.layers = (byte *)packed.data;
    build->map.layers_size = (u24)packed.size;
    arena_free(scratch);
    if (packed.size >= TNG_SECTION_MAX)
        return report_error(report, "the map's layers are too large: %zu bytes", packed.size);
    return ok;
}

/* ---- patrol paths ---- */

/* The number of a path is its name. */
static bool path_number(const MapBuild *build, const TmxPolygon *polygon, u8 *out)
{
    const SourcePosition at = {.line = polygon->line, .column = polygon->column};
    int64_t id;
    if (!text_number(polygon->name, 0, 98, &id))
        return report_error_at(
            build->report, at,
            "the name of a patrol path must be a number from 0 to 98, found \"%.*s\"",
            (int)polygon->name.size, polygon->name.at);
    *out = (u8)id;
    return true;
}

/* `index` is that of the path in the map; paths before it have precedence. */
static void warn_of_path(const MapBuild *build, const TmxPolygon *polygon, size_t index,
                         size_t outside)
{
    const SourcePosition at = {.line = polygon->line, .column = polygon->column};
    const PatrolPath *path = &build->map.paths[index];
    if (outside)
        report_warning_at(build->report, at,
                          "patrol path %u: %zu of %zu points are outside of the map; the cells "
                          "at its edge are taken instead",
                          path->id, outside, polygon->point_count);
    for (size_t i = 0; i < index; i++)
        if (build->map.paths[i].id == path->id) {
            report_warning_at(build->report, at,
                              "patrol path %u is a duplicate: NPCs walk along the first one",
                              path->id);
            return;
        }
}

/* Points outside of the map are moved to its edge, and reported together. */
static bool fill_path(MapBuild *build, const TmxPolygon *polygon)
{
    u8 id;
    if (!path_number(build, polygon, &id))
        return false;
    PatrolPath *path = sheet_append(&TngMap_layout, layout_field(&TngMap_layout, TEXT("paths")),
                                    &build->map, build->arena);
    if (!path || polygon->point_count > UINT16_MAX)
        return report_error(build->report, "too many patrol paths or points");
    size_t outside = 0;
    path->id = id;
    path->point_count = (u16)polygon->point_count;
    path->points = ARENA_ALLOC(build->arena, MapPoint, polygon->point_count);
    for (size_t i = 0; i < polygon->point_count; i++) {
        path->points[i] = map_path_cell(&build->project->config, polygon->points[i]);
        outside += !map_has_point(&build->project->config, polygon->points[i]);
    }
    warn_of_path(build, polygon, build->map.path_count - 1u, outside);
    return true;
}

static bool fill_paths(MapBuild *build)
{
    bool ok = true;
    for (size_t i = 0; i < build->tmx->polygon_count; i++)
        ok &= fill_path(build, &build->tmx->polygons[i]);
    return ok;
}

/* After an error in config its values are defaults, and would give wrong errors here. */
static bool shape_ok(MapBuild *build)
{
    const ProjectConfig *config = &build->project->config;
    const TmxMap *tmx = build->tmx;
    if (build->project->config_wrong)
        return true;
    if (tmx->orientation != map_orientation(config->type))
        return report_error(build->report, "the map is %s, the game is %s (line 3 of config)",
                            map_orientation_name(tmx->orientation),
                            map_orientation_name(map_orientation(config->type)));
    if (tmx->tile_w != config->tile_width || tmx->tile_h != config->tile_height)
        report_warning(build->report, "tiles of %u x %u pixels; the game has %u x %u",
                       tmx->tile_w, tmx->tile_h, config->tile_width, config->tile_height);
    return true;
}

/* ---- all maps ---- */

typedef struct ParsedMap {
    const ProjectFile *file;
    TmxMap tmx;
    Arena *arena; /* NULL: not parsed yet */
    Messages messages;
    bool ok;
} ParsedMap;

/* Parsing a map and packing its cells are parallel tasks; names are looked up between them,
 * one map after the other, because this changes the project's lists. */
typedef struct MapTask {
    ParsedMap *parsed;
    MapBuild build;
    TileMeanings meanings;
    Messages messages; /* of packing it */
    Bytes stored;
    bool ok;
} MapTask;

/* Runs in a thread: the map has its own arena and messages, which resolve_map() forwards. */
static void parse_map(ParsedMap *map)
{
    map->arena = map->messages.arena = arena_new();
    Report all = report_to(messages_sink, &map->messages);
    Report report = report_child(&all, map->file->path);
    map->ok = tmx_read(map->file->bytes, &map->tmx, map->arena, &report);
}

/* Runs for one map after the other, since it changes the lists of names and texts. Continues
 * after errors, to report all of them. */
static void resolve_map(MapTask *task)
{
    MapBuild *build = &task->build;
    Project *project = build->project;
    messages_replay(&task->parsed->messages, project->report);
    task->messages.arena = build->arena;
    task->ok = task->parsed->ok;
    if (!task->ok)
        return;
    Report about = report_child(project->report, task->parsed->file->path);
    build->report = &about;
    sheet_defaults(&TngMap_layout, &build->map);
    task->ok = shape_ok(build);
    ProjectTexts *texts = project->cursor.texts;
    const size_t first_text = texts ? texts->place_count : 0;
    project->cursor.page = TEXT("tmx");
    NameUses *uses = project->names.kinds[NAME_MAP].uses;
    for (size_t i = 0; i < task->parsed->tmx.property_count; i++) {
        const size_t first = uses ? uses->count : 0;
        task->ok &= set_property(build, &task->parsed->tmx.properties[i]);
        if (uses)
            uses_place_property(
                uses, first, task->parsed->file->path,
                &(MapProperty){task->build.file, &task->parsed->tmx.properties[i]});
    }
    project->cursor.page = TEXT("");
    project->cursor.position = NULL;
    if (texts)
        text_places_file(texts, first_text, task->parsed->file->path);
    task->ok &= templates_load(project->files, task->parsed->file->path, &task->parsed->tmx,
                               &project->reported_files, build->arena, build->report) &&
                fill_paths(build);
    const size_t before = uses ? uses->count : 0;
    task->ok &= tilesets_load(project->files, task->parsed->file->path, &task->parsed->tmx,
                              &project->reported_files, build->arena, build->report) &&
                tilesets_resolve(&project->names, project->files, &task->parsed->tmx,
                                 &task->meanings, build->arena, build->report);
    if (uses) {
        uses->count = before; /* a tileset alone places nothing */
        uses_count_cells(uses, task->parsed->file->path, &task->parsed->tmx, &task->meanings,
                         build->arena);
    }
}

/* The file, the meanings of its tiles, the record without its layers, and the rules. */
static CacheKey map_key(const MapTask *task)
{
    CacheKey key = project_cache_key(task->build.project, "map");
    if (!task->build.project->cache)
        return key;
    Writer writer = writer_to(task->build.arena);
    write_u32(&writer, task->build.project->config.map_size);
    for (size_t i = 0; i < task->meanings.count; i++) {
        write_u32(&writer, task->meanings.items[i].id);
        write_u16(&writer, task->meanings.items[i].content);
        write_u16(&writer, task->meanings.items[i].number);
    }
    const Automap *automap = task->build.automap;
    for (size_t i = 0; automap && i < automap->count; i++) {
        write_u16(&writer, automap->rules[i].place);
        for (size_t k = 0; k < AUTOMAP_MASKS; k++)
            write_u16(&writer, automap->rules[i].masks[k]);
    }
    write_u32(&writer, task->build.project->config.type);
    record_write(&TngMap_layout, &task->build.map, &writer);
    cache_key_add(&key, task->parsed->file->bytes);
    cache_key_add(&key, writer_bytes(&writer));
    return key;
}

/* Runs in a thread: reads the project, but changes only its task. */
static void pack_map(void *context, size_t index)
{
    MapTask *task = (MapTask *)context + index;
    if (!task->ok)
        return;
    Report all = report_to(messages_sink, &task->messages);
    Report report = report_child(&all, task->parsed->file->path);
    const BuildCache *cache = task->build.project->cache;
    const CacheKey key = map_key(task);
    if (cache_get(cache, key, &task->stored, task->build.arena))
        return;
    task->ok = fill_cells(&task->build, &task->meanings, &report);
    if (!task->ok)
        return;
    task->stored = tng_pack_record_at(&TngMap_layout, &task->build.map,
                                      task->build.project->level, task->build.arena);
    if (!report.warnings) /* a warning must be repeated in the next build */
        cache_put(cache, key, task->stored);
}

/* Maps that are in memory at the same time: a parsed map needs 4 bytes a cell and layer. */
enum { BATCH = 16 };

/* The first maps by path, parsed before their numbers are known. */
struct MapsAhead {
    ParsedMap maps[BATCH];
    size_t count;
    atomic_size_t next; /* to be parsed */
};

MapsAhead *maps_ahead(Project *project)
{
    MapsAhead *ahead = ARENA_ALLOC(project->arena, MapsAhead, 1);
    const ProjectFiles *files = project->files;
    for (size_t i = 0; i < files->count && ahead->count < BATCH; i++) {
        const Text path = files->items[i].path;
        if (path_is_kind(path, NAME_MAP) && names_ok(path_name(path, ".tmx")))
            ahead->maps[ahead->count++].file = &files->items[i];
    }
    return ahead->count ? ahead : NULL;
}

/* May run in several threads: each takes the next map. */
static void parse_next(void *context, size_t index)
{
    MapsAhead *ahead = context;
    (void)index;
    const size_t next = atomic_fetch_add(&ahead->next, 1);
    if (next < ahead->count)
        parse_map(&ahead->maps[next]);
    progress_poll();
}

void maps_read_ahead(MapsAhead *ahead)
{
    for (size_t i = 0; i < ahead->count; i++)
        parse_next(ahead, 0);
}

/* Parses what the other thread has not begun, and waits for the rest. */
static void finish_ahead(ReadAhead *ahead)
{
    if (ahead->maps) {
        const size_t next = atomic_load(&ahead->maps->next), count = ahead->maps->count;
        tasks_run(parse_next, ahead->maps, next < count ? count - next : 0);
    }
    read_ahead_wait(ahead);
}

static ParsedMap *parsed_map(Project *project, const ProjectFile *file)
{
    MapsAhead *ahead = project->ahead.maps;
    for (size_t i = 0; ahead && i < ahead->count; i++)
        if (ahead->maps[i].file == file)
            return &ahead->maps[i];
    ParsedMap *map = ARENA_ALLOC(project->arena, ParsedMap, 1);
    map->file = file;
    return map;
}

/* Maps that were read ahead have an arena already. */
static void parse_task(void *context, size_t index)
{
    ParsedMap *map = ((MapTask *)context)[index].parsed;
    if (!map->arena)
        parse_map(map);
}

/* The packed bytes are copied to the project's arena; everything else of the batch is freed. */
static bool build_batch(Project *project, size_t first, size_t count, TngEntry *entries,
                        const Automap *automap)
{
    bool ok = true, parsed_all = true;
    MapTask tasks[BATCH];
    for (size_t i = 0; i < count; i++) {
        const ProjectFile *file = project->entities[NAME_MAP][first + i];
        tasks[i] = (MapTask){.parsed = parsed_map(project, file)};
        parsed_all = parsed_all && tasks[i].parsed->arena;
    }
    if (!parsed_all)
        tasks_run(parse_task, tasks, count);
    for (size_t i = 0; i < count; i++) {
        ParsedMap *parsed = tasks[i].parsed;
        tasks[i].build = (MapBuild){.project = project,
                                    .tmx = &parsed->tmx,
                                    .file = text_of_bytes(parsed->file->bytes),
                                    .automap = automap,
                                    .arena = parsed->arena};
        resolve_map(&tasks[i]);
    }
    tasks_run(pack_map, tasks, count);
    for (size_t i = 0; i < count; i++) {
        messages_replay(&tasks[i].messages, project->report);
        ok &= tasks[i].ok;
        entries[first + i].stored = arena_copy(project->arena, tasks[i].stored);
        arena_free(tasks[i].parsed->arena);
    }
    return ok;
}

/* Rules are found once for all maps; without any, cells are not looked at again. */
static bool build_maps(Project *project, size_t count, TngEntry *entries)
{
    Automap automap;
    bool ok = !project->automap || automap_of(project, &automap);
    const bool applies = project->automap && ok && automap.count;
    for (size_t first = 0; first < count; first += BATCH)
        ok &= build_batch(project, first, count - first < BATCH ? count - first : BATCH,
                          entries, applies ? &automap : NULL);
    return ok;
}

/* Descriptors get their names last, when the number of maps is certain. */
bool project_maps(Project *project)
{
    const NameList *maps = &project->names.kinds[NAME_MAP];
    finish_ahead(&project->ahead);
    if (!maps->count)
        return true;
    project->reported_files = table_new(project->arena);
    TngEntry *entries = project_entry(project, SECTION_MAPS, maps->count);
    const bool ok = build_maps(project, maps->count, entries);
    for (size_t i = 0; i < maps->count; i++)
        ((TngAsset *)entries[i].descriptor)->name =
            names_string(&project->names, maps->items[i]);
    return ok;
}
