/* All maps of a project: read ahead, parsed and packed in parallel tasks, and kept in the build
 * cache. */
#include "tirnanog/maps/map_build.h"

#include "base/tasks.h"
#include "base/text.h"
#include "tirnanog/maps/map_layers.h"
#include "tirnanog/maps/map_properties.h"
#include "tirnanog/maps/map_templates.h"
#include "tirnanog/sheets/name_uses.h"

#include <stdatomic.h>

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
    task->ok = map_build_shape(build);
    ProjectTexts *texts = project->cursor.texts;
    const size_t first_text = texts ? texts->place_count : 0;
    project->cursor.page = TEXT("tmx");
    NameUses *uses = project->names.kinds[NAME_MAP].uses;
    for (size_t i = 0; i < task->parsed->tmx.property_count; i++) {
        const size_t first = uses ? uses->count : 0;
        task->ok &= map_build_property(build, &task->parsed->tmx.properties[i]);
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
                map_build_paths(build);
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
    task->ok = map_build_cells(&task->build, &task->meanings, &report);
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
