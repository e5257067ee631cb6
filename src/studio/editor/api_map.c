/* Maps: what the page needs to know about one, and changes of cells. */
#include "studio/editor/map_changes.h"

#include "base/text.h"
#include "tirnanog/maps/map_layers.h"
#include "tirnanog/maps/map_parts.h"
#include "tirnanog/maps/map_templates.h"
#include "tirnanog/maps/maps_paint.h"

enum { CHANGES_MAX = 1 << 20 };

/* ---- reading ---- */

/* All layers that a map can have, in the order of their numbers; if they cannot be numbered,
 * `exists` is false for each. */
static void put_layers(JsonWriter *json, const TmxMap *map, Arena *arena)
{
    Report silent = report_to(NULL, NULL);
    uint8_t *numbers = arena_alloc(arena, map->layer_count + 1, 1);
    const bool known = map_layers_number(map, numbers, &silent);
    json_open_list(json, "layers");
    for (unsigned number = 0; number < MAP_LAYERS; number++) {
        bool exists = false;
        for (size_t i = 0; known && i < map->layer_count; i++)
            exists |= numbers[i] == number;
        json_open(json, NULL);
        json_put_text(json, "name", text_of(map_layer_names[number]));
        json_put_bool(json, "exists", exists);
        json_close(json);
    }
    json_close_list(json);
}

static void put_properties(JsonWriter *json, const TmxMap *map)
{
    json_open_list(json, "properties");
    for (size_t i = 0; i < map->property_count; i++) {
        json_open(json, NULL);
        json_put_text(json, "name", map->properties[i].name);
        json_put_text(json, "value", map->properties[i].value);
        json_close(json);
    }
    json_close_list(json);
}

/* Patrol paths: the cells of their corners. */
static void put_paths(JsonWriter *json, const TmxMap *map, const ProjectConfig *config)
{
    json_open_list(json, "paths");
    for (size_t i = 0; config && i < map->polygon_count; i++) {
        json_open(json, NULL);
        json_put_text(json, "name", map->polygons[i].name);
        json_open_list(json, "cells");
        for (size_t j = 0; j < map->polygons[i].point_count; j++) {
            const MapPoint cell = map_path_cell(config, map->polygons[i].points[j]);
            json_put_int(json, NULL, cell.x);
            json_put_int(json, NULL, cell.y);
        }
        json_close_list(json);
        json_close(json);
    }
    json_close_list(json);
}

/* The project's files, for a map whose objects have templates; otherwise none. */
static bool files_of_templates(Call *call, const TmxMap *map, ProjectFiles *out)
{
    const EditorHost *host = call->editor->host;
    bool any = false;
    *out = (ProjectFiles){0};
    for (size_t i = 0; i < map->polygon_count; i++)
        any |= map->polygons[i].placement.template.size > 0;
    if (!any)
        return true;
    if (!host->load(host->context, out, call->arena, &call->report))
        return false;
    project_files_sort(out);
    return true;
}

static bool load_templates(Call *call, Text path, TmxMap *map)
{
    Report silent = report_to(NULL, NULL);
    ProjectFiles files;
    if (!files_of_templates(call, map, &files))
        return false;
    (void)templates_load(&files, path, map, NULL, call->arena, &silent);
    return true;
}

/* A map that cannot be read is answered with its path and hash alone. */
static void put_map(JsonWriter *json, Call *call, Text path, Bytes bytes, uint64_t hash)
{
    Report silent = report_to(NULL, NULL);
    TmxMap map;
    json_put_text(json, "path", path);
    put_hash(json, "hash", hash);
    if (!tmx_read(bytes, &map, call->arena, &silent) || !load_templates(call, path, &map))
        return;
    put_layers(json, &map, call->arena);
    put_properties(json, &map);
    const ProjectModel *model = call_model(call);
    const ProjectConfig *config = model ? project_model_config(model) : NULL;
    put_paths(json, &map, config);
    if (config)
        map_properties_put(json, config->type);
}

void get_map(Call *call)
{
    const Text path = http_argument(call->request, "path");
    Bytes bytes;
    uint64_t hash;
    if (!edit_store_read(&call->editor->store, path, &bytes, &hash, call->arena,
                         &call->report) ||
        !hash || !text_ends(path, ".tmx")) {
        call_error(call, 404, "the project has no such map");
        return;
    }
    Writer out = writer_to(call->arena);
    JsonWriter json = json_to(&out);
    json_open(&json, NULL);
    put_map(&json, call, path, bytes, hash);
    json_close(&json);
    call_json(call, &json);
}

/* ---- changes ---- */

/* {"layer": 4, "names": ["grass", ...], "cells": [x, y, name, ...]}: name -1 for a cell that
 * becomes empty. */
static bool read_layer(Call *call, const json_t *part, LayerChanges *out)
{
    const json_int_t layer = json_integer_value(json_object_get(part, "layer"));
    const json_t *names = json_object_get(part, "names");
    const json_t *cells = json_object_get(part, "cells");
    const size_t size = json_array_size(cells);
    if (layer < 0 || layer >= MAP_LAYERS)
        return report_error(&call->report, "there is no such layer");
    if (!size || size % 3 || size / 3 > CHANGES_MAX)
        return report_error(&call->report, "a list of cells is expected: x, y, name, ...");
    *out = (LayerChanges){(unsigned)layer, ARENA_ALLOC(call->arena, MapChange, size / 3),
                          size / 3};
    for (size_t i = 0; i < out->count; i++) {
        const json_int_t x = json_integer_value(json_array_get(cells, 3 * i));
        const json_int_t y = json_integer_value(json_array_get(cells, 3 * i + 1));
        const json_int_t name = json_integer_value(json_array_get(cells, 3 * i + 2));
        const json_t *text = name < 0 ? NULL : json_array_get(names, (size_t)name);
        if (x < 0 || y < 0 || x > UINT16_MAX || y > UINT16_MAX ||
            (name >= 0 && !json_is_string(text)))
            return report_error(&call->report, "cell %zu of the list is invalid", i);
        out->items[i] = (MapChange){(uint32_t)x, (uint32_t)y,
                                    text ? text_of(json_string_value(text)) : TEXT("")};
    }
    return true;
}

/* One layer, or {"layers": [several of them]}. */
static bool read_changes(Call *call, LayerChanges **out, size_t *count)
{
    const json_t *list = json_object_get(call->body, "layers");
    *count = json_is_array(list) ? json_array_size(list) : 1;
    if (*count < 1 || *count > MAP_LAYERS)
        return report_error(&call->report, "a map has 1 to %d layers", MAP_LAYERS);
    *out = ARENA_ALLOC(call->arena, LayerChanges, *count);
    for (size_t i = 0; i < *count; i++)
        if (!read_layer(call, json_is_array(list) ? json_array_get(list, i) : call->body,
                        &(*out)[i]))
            return false;
    return true;
}

/* A tile that the map does not have yet is not a fault (map_changes.h). */
static bool change_cells(Call *call, Text path, const LayerChanges *layers, size_t layer_count,
                         FileEdit **edits, size_t *count)
{
    const EditorHost *host = call->editor->host;
    ProjectFiles files;
    if (!call_model(call) || !host->load(host->context, &files, call->arena, &call->report))
        return false;
    project_files_sort(&files);
    ProjectFiles changed = files_copy(&files, call->arena);
    if (!map_change_cells(call, project_model_names(call_model(call)), &changed, path, layers,
                          layer_count))
        return false;
    *count = edits_between(&files, &changed, path, edits, call->arena);
    return true;
}

/* ---- properties and patrol paths ---- */

/* [{"name": "music", "value": "town"}, ...]: all of the map. */
static bool read_properties(Call *call, TmxProperty **out, size_t *count)
{
    const json_t *list = json_object_get(call->body, "properties");
    *count = json_array_size(list);
    *out = ARENA_ALLOC(call->arena, TmxProperty, *count + 1);
    for (size_t i = 0; i < *count; i++) {
        const char *name = json_string_value(json_object_get(json_array_get(list, i), "name"));
        const char *value =
            json_string_value(json_object_get(json_array_get(list, i), "value"));
        if (!name || !*name || !value)
            return report_error(&call->report, "property %zu of the list is invalid", i);
        (*out)[i] = (TmxProperty){.name = text_of(name), .value = text_of(value)};
    }
    return true;
}

/* [{"name": "3", "cells": [x, y, ...]}, ...] */
static bool read_paths(Call *call, MapPath **out, size_t *count)
{
    const json_t *list = json_object_get(call->body, "paths");
    *count = json_array_size(list);
    *out = ARENA_ALLOC(call->arena, MapPath, *count + 1);
    for (size_t i = 0; i < *count; i++) {
        const json_t *one = json_array_get(list, i), *cells = json_object_get(one, "cells");
        const char *name = json_string_value(json_object_get(one, "name"));
        const size_t size = json_array_size(cells);
        if (!name || size % 2 || size / 2 > UINT16_MAX)
            return report_error(&call->report, "path %zu of the list is invalid", i);
        MapPath *path = &(*out)[i];
        *path = (MapPath){.name = text_of(name),
                          .cells = ARENA_ALLOC(call->arena, MapPoint, size / 2 + 1),
                          .count = size / 2};
        for (size_t j = 0; j < path->count; j++) {
            const json_int_t x = json_integer_value(json_array_get(cells, 2 * j));
            const json_int_t y = json_integer_value(json_array_get(cells, 2 * j + 1));
            if (x < 0 || y < 0 || x > UINT16_MAX || y > UINT16_MAX)
                return report_error(&call->report, "cell %zu of path %s is invalid", j, name);
            path->cells[j] = (MapPoint){(u16)x, (u16)y};
        }
    }
    return true;
}

/* The new text of the map; false: reported. */
static bool change_paths(Call *call, Text path, Text text, Text *out)
{
    const ProjectModel *model = call_model(call);
    ProjectFiles files;
    TmxMap map;
    MapPath *paths;
    size_t count;
    return model && read_paths(call, &paths, &count) &&
           tmx_read(bytes_of_text(text), &map, call->arena, &call->report) &&
           files_of_templates(call, &map, &files) &&
           map_set_paths(project_model_config(model), &files, path, text, paths, count, out,
                         call->arena, &call->report);
}

static bool change_parts(Call *call, Text path, Text text, bool properties, Text *out)
{
    TmxProperty *values;
    size_t count;
    if (properties)
        return read_properties(call, &values, &count) &&
               map_set_properties(text, values, count, out, call->arena, &call->report);
    return change_paths(call, path, text, out);
}

void post_map_parts(Call *call)
{
    const Text path = http_argument(call->request, "path");
    const bool properties = json_is_array(json_object_get(call->body, "properties"));
    FileEdit edit;
    Text text;
    if (!text_ends(path, ".tmx")) {
        call_error(call, 404, "the project has no such map");
        return;
    }
    if (!change_base(call, path, &edit)) /* a list is whole: the page's content is its base */
        return;
    if (!edit.base_hash) {
        call_error(call, 404, "the project has no such map");
        return;
    }
    if (!change_parts(call, path, text_of_bytes(edit.base), properties, &text)) {
        call_error(call, 400, "the map cannot be changed");
        return;
    }
    edit.mine = bytes_of_text(text);
    answer_change(call,
                  arena_format(call->arena, "change %s of %.*s",
                               properties ? "the properties" : "the patrol paths",
                               (int)path.size, path.at),
                  &edit, 1);
}

void post_map(Call *call)
{
    const Text path = http_argument(call->request, "path");
    LayerChanges *layers;
    FileEdit *edits = NULL;
    size_t layer_count, cells = 0, count = 0;
    if (!edit_store_path_ok(path) || !text_ends(path, ".tmx")) {
        call_error(call, 404, "the project has no such map");
        return;
    }
    if (!read_changes(call, &layers, &layer_count) ||
        !change_cells(call, path, layers, layer_count, &edits, &count)) {
        call_error(call, 400, "the map cannot be changed");
        return;
    }
    for (size_t i = 0; i < layer_count; i++)
        cells += layers[i].count;
    const uint64_t before = call->editor->store.changes;
    answer_change(call,
                  arena_format(call->arena, "paint %zu cell%s of %.*s", cells, PLURAL(cells),
                               (int)path.size, path.at),
                  edits, count);
    built_map_written(call->editor, path, before, layers, layer_count);
}

void post_automap(Call *call)
{
    const EditorHost *host = call->editor->host;
    const Text path = call_text(call, "path");
    const Text name = text_starts(path, "maps/") && text_ends(path, ".tmx")
                          ? arena_text(call->arena, text_slice(path, 5, path.size - 4))
                          : TEXT("");
    ProjectFiles files;
    MapsPaint paint;
    if (!name.size || !host->load(host->context, &files, call->arena, &call->report) ||
        !project_maps_paint(&files, (const char *const[]){name.at}, 1, &paint, call->arena,
                            &call->report)) {
        call_error(call, 400, "the rules cannot be applied");
        return;
    }
    if (!paint.has_rules) {
        call_error(call, 409, "no tile has automap rules");
        return;
    }
    project_files_sort(&files);
    ProjectFiles changed = files_copy(&files, call->arena);
    for (size_t i = 0; i < paint.files.count; i++)
        files_set(&changed, paint.files.items[i].path, paint.files.items[i].bytes, call->arena);
    FileEdit *edits = NULL;
    size_t count = edits_between(&files, &changed, path, &edits, call->arena);
    const ProjectFile *map = project_file(&files, path);
    if (!count && map) /* nothing to change: the map is answered */
        *ARENA_PUSH(call->arena, edits, count) = (FileEdit){.path = path,
                                                            .base_hash = file_hash(map->bytes),
                                                            .base = map->bytes,
                                                            .mine = map->bytes};
    answer_change(
        call, arena_format(call->arena, "apply automap rules to %.*s", (int)path.size, path.at),
        edits, count);
}
