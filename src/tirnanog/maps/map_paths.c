/* Patrol paths in the text of a map. */
#include "tirnanog/maps/map_parts.h"

#include "base/text.h"
#include "tirnanog/maps/map_templates.h"
#include "tirnanog/maps/map_xml.h"

static Text points_text(const ProjectConfig *config, const MapPath *path, TmxPoint origin,
                        Arena *arena)
{
    Writer out = writer_to(arena);
    for (size_t i = 0; i < path->count; i++) {
        const TmxPoint point = map_path_point(config, path->cells[i]);
        if (i)
            write_u8(&out, ' ');
        map_write_thousandths(&out, point.x - origin.x);
        write_u8(&out, ',');
        map_write_thousandths(&out, point.y - origin.y);
    }
    return writer_text(&out);
}

static bool same_cells(const ProjectConfig *config, const TmxPolygon *polygon,
                       const MapPath *path)
{
    bool same = polygon->point_count == path->count;
    for (size_t i = 0; same && i < path->count; i++) {
        const MapPoint cell = map_path_cell(config, polygon->points[i]);
        same = cell.x == path->cells[i].x && cell.y == path->cells[i].y;
    }
    return same;
}

/* An object without rotation and template, in a layer with an offset. */
static Text object_text(const ProjectConfig *config, const MapPath *path, unsigned id,
                        TmxPoint offset, const char *end, Arena *arena)
{
    TmxPoint origin = map_path_point(config, path->cells[0]);
    const Text points = points_text(config, path, origin, arena);
    Writer out = writer_to(arena);
    origin.x -= offset.x;
    origin.y -= offset.y;
    write_format(&out, "<object id=\"%u\" name=\"", id);
    map_write_escaped(&out, path->name);
    write_text(&out, TEXT("\" x=\""));
    map_write_thousandths(&out, origin.x);
    write_text(&out, TEXT("\" y=\""));
    map_write_thousandths(&out, origin.y);
    write_format(&out, "\">%s   <polygon points=\"%.*s\"/>%s  </object>", end, (int)points.size,
                 points.at, end);
    return writer_text(&out);
}

static void add_paths(TextEdits *edits, Text text, const XmlElement *root,
                      const XmlElement *group, Text lines)
{
    const char *end = text_line_end(text);
    if (!group) {
        const unsigned id = map_take_id(edits, text, root->tag, "nextlayerid", 1);
        map_insert_at_end(edits, text, root,
                          arena_format(edits->arena,
                                       " <objectgroup id=\"%u\" name=\"patrol paths\">%s%.*s "
                                       "</objectgroup>%s",
                                       id, end, (int)lines.size, lines.at, end));
    } else if (text_ends(group->tag, "/>")) {
        const Text tag = text_slice(group->tag, 0, group->tag.size - 2);
        text_replace(edits, group->from, group->to,
                     arena_format(edits->arena, "%.*s>%s%.*s </objectgroup>", (int)tag.size,
                                  tag.at, end, (int)lines.size, lines.at));
    } else {
        map_insert_at_end(edits, text, group, lines);
    }
}

static bool paths_ok(const MapPath *wanted, size_t count, Report *report)
{
    for (size_t i = 0; i < count; i++) {
        int64_t id;
        if (!text_number(wanted[i].name, 0, 98, &id))
            return report_error(
                report,
                "the name of a patrol path must be a number from 0 to 98, found \"%.*s\"",
                (int)wanted[i].name.size, wanted[i].name.at);
        if (!wanted[i].count)
            return report_error(report, "the patrol path %.*s has no cells",
                                (int)wanted[i].name.size, wanted[i].name.at);
    }
    return true;
}

/* The elements of a text with one name, in order; `count` is known from the reader. */
static const XmlElement *elements_of(Text text, const char *name, Arena *arena)
{
    XmlElement *list = NULL, element;
    size_t count = 0;
    for (size_t at = 0; xml_next(text, &at, name, &element);)
        *ARENA_PUSH(arena, list, count) = element;
    return list;
}

typedef struct PathEdit {
    const ProjectConfig *config;
    Text text;
    TextEdits edits;
    const MapPath *wanted;
    size_t count;
    bool *done; /* per wanted path */
} PathEdit;

/* The wanted path for one of the map, or `count`. */
static size_t wanted_for(const PathEdit *edit, const TmxPolygon *now)
{
    size_t i = 0;
    while (i < edit->count && (edit->done[i] || !text_equal(edit->wanted[i].name, now->name)))
        i++;
    return i;
}

/* Replaces the points of the object's own shape; an object that has only its template's gets
 * one. */
static void set_points(PathEdit *edit, const XmlElement *object, Text points)
{
    static const char *const shapes[] = {"polygon", "polyline"};
    const Text inside = text_slice(edit->text, 0, object->to);
    Arena *arena = edit->edits.arena;
    const size_t after_tag = object->from + object->tag.size;
    XmlElement shape;
    size_t from, to;
    for (size_t i = 0; i < COUNT_OF(shapes); i++) {
        size_t at = after_tag;
        if (xml_next(inside, &at, shapes[i], &shape) &&
            map_attribute_at(edit->text, shape.tag, "points", &from, &to)) {
            text_replace(&edit->edits, from, to, points);
            return;
        }
    }
    const char *end = text_line_end(edit->text);
    const Text line = arena_format(arena, "   <polygon points=\"%.*s\"/>%s", (int)points.size,
                                   points.at, end);
    if (text_ends(object->tag, "/>"))
        text_replace(&edit->edits, after_tag - 2, after_tag,
                     arena_format(arena, ">%s%.*s  </object>", end, (int)line.size, line.at));
    else
        map_insert_at_end(&edit->edits, edit->text, object, line);
}

/* Points lie where the grid's cells are; no rotation, the object's own or its template's. */
static void set_no_rotation(PathEdit *edit, const TmxPolygon *now, const XmlElement *object)
{
    size_t from, to;
    const size_t name_end = object->from + strlen("<object");
    if (!now->placement.rotation)
        return;
    if (map_attribute_at(edit->text, object->tag, "rotation", &from, &to))
        text_replace(&edit->edits, from, to, TEXT("0"));
    else
        text_replace(&edit->edits, name_end, name_end, TEXT(" rotation=\"0\""));
}

/* Everything else of the object stays: its id, type, properties, position and template. */
static void change_path(PathEdit *edit, const TmxPolygon *now, const MapPath *path,
                        const XmlElement *object)
{
    const TmxPlacement *placement = &now->placement;
    const TmxPoint origin = {placement->position.x + placement->offset.x,
                             placement->position.y + placement->offset.y};
    set_no_rotation(edit, now, object);
    set_points(edit, object, points_text(edit->config, path, origin, edit->edits.arena));
}

static void change_paths(PathEdit *edit, const TmxMap *map)
{
    const XmlElement *objects = elements_of(edit->text, "object", edit->edits.arena);
    for (size_t i = 0; i < map->polygon_count; i++) {
        const TmxPolygon *now = &map->polygons[i];
        const XmlElement *object = &objects[now->placement.object];
        const size_t wanted = wanted_for(edit, now);
        if (wanted == edit->count) {
            xml_remove(&edit->edits, edit->text, object);
            continue;
        }
        edit->done[wanted] = true;
        if (!same_cells(edit->config, now, &edit->wanted[wanted]))
            change_path(edit, now, &edit->wanted[wanted], object);
    }
}

static void add_new_paths(PathEdit *edit, const TmxMap *map, const XmlElement *root)
{
    Arena *arena = edit->edits.arena;
    const char *end = text_line_end(edit->text);
    unsigned added = 0;
    for (size_t i = 0; i < edit->count; i++)
        added += !edit->done[i];
    if (!added)
        return;
    unsigned id = map_take_id(&edit->edits, edit->text, root->tag, "nextobjectid", added);
    Writer lines = writer_to(arena);
    for (size_t i = 0; i < edit->count; i++)
        if (!edit->done[i]) {
            const Text object = object_text(edit->config, &edit->wanted[i], id++,
                                            map->first_offset, end, arena);
            write_format(&lines, "  %.*s%s", (int)object.size, object.at, end);
        }
    const XmlElement *groups = elements_of(edit->text, "objectgroup", arena);
    add_paths(&edit->edits, edit->text, root,
              map->group_count ? &groups[map->first_group] : NULL, writer_text(&lines));
}

bool map_set_paths(const ProjectConfig *config, const ProjectFiles *files, Text path, Text text,
                   const MapPath *wanted, size_t count, Text *out, Arena *arena, Report *report)
{
    TmxMap map;
    XmlElement root;
    PathEdit edit = {.config = config,
                     .text = text,
                     .edits = {.arena = arena},
                     .wanted = wanted,
                     .count = count,
                     .done = ARENA_ALLOC(arena, bool, count + 1)};
    if (!paths_ok(wanted, count, report) ||
        !tmx_read(bytes_of_text(text), &map, arena, report) ||
        !templates_load(files, path, &map, NULL, arena, report) ||
        !map_find_root(text, &root, report))
        return false;
    change_paths(&edit, &map);
    add_new_paths(&edit, &map, &root);
    *out = text_edited(&edit.edits, text);
    return true;
}
