/* Loads each template of a map once and completes the objects that use it. Objects that are not
 * paths even with their template are removed from the map's list. */
#include "tirnanog/maps/map_templates.h"
#include "tirnanog/maps/tilesets.h"

/* The templates that the map has used so far. */
typedef struct Templates {
    struct {
        Text path;
        TmxPolygon object;
        bool ok;
    } * items;
    size_t count;
} Templates;

/* NULL: it does not exist, or is invalid; reported. */
static const TmxPolygon *load(Templates *templates, const ProjectFiles *files,
                              const TmxPolygon *object, Text path, Table *reported,
                              Arena *arena, Report *report)
{
    for (size_t i = 0; i < templates->count; i++)
        if (text_equal(templates->items[i].path, path))
            return templates->items[i].ok ? &templates->items[i].object : NULL;
    TmxPolygon template = {0};
    const ProjectFile *file = project_file(files, path);
    bool ok = file;
    if (file) {
        Report about = report_once(report, file->path, reported);
        ok = tx_read(file->bytes, &template, arena, &about);
    } else {
        report_error_at(report,
                        (SourcePosition){.line = object->line, .column = object->column},
                        "the template does not exist in the project: %.*s",
                        (int)object->placement.template.size, object->placement.template.at);
    }
    ARENA_PUSH(arena, templates->items, templates->count);
    templates->items[templates->count - 1].path = path;
    templates->items[templates->count - 1].object = template;
    templates->items[templates->count - 1].ok = ok;
    return ok ? &templates->items[templates->count - 1].object : NULL;
}

static bool complete(const TmxMap *map, TmxPolygon *object, const TmxPolygon *template,
                     bool *reported, Arena *arena, Report *report)
{
    const SourcePosition at = {.line = object->line, .column = object->column};
    if (!tmx_polygon_place(map, object, template, arena))
        return report_error_at(report, at, "a point of a polygon is far beyond every map");
    if (!object->placement.has_shape && !*reported) {
        *reported = true;
        report_warning_at(report, at,
                          "an object is ignored: its template is not a polygon or polyline, so "
                          "it is not a patrol path");
    }
    return true;
}

bool templates_load(const ProjectFiles *files, Text path, TmxMap *map, Table *reported,
                    Arena *arena, Report *report)
{
    Templates templates = {0};
    size_t kept = 0;
    bool ok = true, others = false;
    for (size_t i = 0; i < map->polygon_count; i++) {
        TmxPolygon object = map->polygons[i];
        if (object.placement.template.size) {
            const Text source = tileset_path(path, object.placement.template, arena);
            const TmxPolygon *template =
                load(&templates, files, &object, source, reported, arena, report);
            ok &= template && complete(map, &object, template, &others, arena, report);
            if (!template || !object.placement.has_shape)
                continue;
        }
        map->polygons[kept++] = object;
    }
    map->polygon_count = kept;
    return ok;
}
