/* A door: an object on one map that leads to a place on another, and one there that leads back.
 *
 * Handlers belong to objects, not to cells: two doors that look the same and lead to different
 * places are two objects. So a door gets its own object, with copies of the pictures,
 * unless the one that stands there leads to the right place already, or is used nowhere else.
 */
#include "studio/editor/built_game.h"

#include "base/path.h"
#include "base/text.h"
#include "base/text_edit.h"
#include "studio/editor/map_changes.h"
#include "tirnanog/maps/map_layers.h"
#include "tirnanog/sheets/sheets.h"
#include "tirnanog/sprites/image_sprites.h"
#include "tirnanog/sprites/sprite_copy.h"

enum { TYPE_OF_MASK = 7, TRIGGER = 8, NOTHING = UINT16_MAX };

typedef struct DoorSide {
    Text path, map, look; /* look: what shall stand there; empty: what does already */
    Cell cell;            /* where somebody has clicked */
    Cell at;              /* where the object stands */
    Cell opening;         /* where it reacts */
    Cell arrival;         /* where somebody who comes out of it stands */
    Direction direction;  /* and looks to */
    Text object;          /* its name, after the change */
    bool placed;          /* it does not stand there yet */
    bool marked;          /* its mask has no cell that reacts: `opening` becomes one */
    bool leads;           /* it leads to another place now ... */
    bool alone;           /* ... and stands nowhere else */
    uint32_t to_map;
    Cell to;
} DoorSide;

/* ---- what there is ---- */

static bool read_cell(const json_t *side, const char *key, int32_t *out)
{
    const json_t *value = json_object_get(side, key);
    *out = (int32_t)json_integer_value(value);
    return json_is_integer(value) && json_integer_value(value) >= 0 &&
           json_integer_value(value) < UINT16_MAX;
}

static bool read_side(Call *call, const char *key, DoorSide *out)
{
    const json_t *side = json_object_get(call->body, key);
    const char *path = json_string_value(json_object_get(side, "path"));
    const char *look = json_string_value(json_object_get(side, "look"));
    *out = (DoorSide){.path = text_of(path ? path : ""), .look = text_of(look ? look : "")};
    out->map = path_without_suffix(path_base(out->path));
    return read_cell(side, "x", &out->cell.x) && read_cell(side, "y", &out->cell.y);
}

static uint16_t *object_in(MapView *view, Cell cell)
{
    const Grid *grid = map_view_grid(view);
    return map_view_cells(view) + MAP_LAYER_OBJECTS * grid_cells(grid) +
           (size_t)cell.y * (size_t)grid->side + (size_t)cell.x;
}

/* Whether an object reacts in the cell; if `loosely`, whether its mask has the cell. */
static bool covers(MapView *view, Cell at, Cell cell, bool loosely)
{
    const uint16_t object = *object_in(view, at);
    const uint8_t value = object == NOTHING ? 0 : map_view_mask_at(view, object, at, cell);
    return loosely ? value != 0 : value & TRIGGER;
}

/* The object to which the cell belongs: one that reacts there comes first, one that stands in
 * the cell last. False: there is none. */
static bool find_object(MapView *view, Cell cell, Cell *out)
{
    const int32_t side = map_view_grid(view)->side;
    for (int loosely = 0; loosely < 2; loosely++)
        for (Cell at = {0, 0}; at.y < side; at.y++)
            for (at.x = 0; at.x < side; at.x++)
                if (covers(view, at, cell, loosely)) {
                    *out = at;
                    return true;
                }
    *out = cell;
    return *object_in(view, cell) != NOTHING;
}

/* The cell nearest to `near` in which an object reacts, of those in its mask. */
static bool find_opening(const MapView *view, uint32_t object, Cell at, Cell near, Cell *out)
{
    const Grid *grid = map_view_grid(view);
    int32_t best = INT32_MAX;
    for (Cell cell = {0, 0}; cell.y < grid->side; cell.y++)
        for (cell.x = 0; cell.x < grid->side; cell.x++) {
            const int32_t distance = grid_distance(grid, near, cell);
            if (distance < best && map_view_mask_at(view, object, at, cell) & TRIGGER) {
                best = distance;
                *out = cell;
            }
        }
    return best < INT32_MAX;
}

static bool find_thing(const MapView *view, Text name, uint32_t *out)
{
    for (*out = 0; *out < map_view_things(view, MAP_LAYER_OBJECTS); ++*out)
        if (text_equal(map_view_thing_name(view, MAP_LAYER_OBJECTS, *out), name))
            return true;
    return false;
}

/* Puts an object so that it reacts in the cell; an object that does not react anywhere stands
 * with the middle of its front there. */
static void place(MapView *view, uint32_t object, DoorSide *side)
{
    const Grid *grid = map_view_grid(view);
    uint16_t w, h;
    map_view_mask_size(view, object, &w, &h);
    side->at = side->cell;
    for (Cell at = {0, 0}; at.y < grid->side; at.y++)
        for (at.x = 0; at.x < grid->side; at.x++)
            if (map_view_mask_at(view, object, at, side->cell) & TRIGGER) {
                side->at = at;
                return;
            }
    for (Cell at = side->cell; w && at.x >= 0; at.x--)
        if (cell_is(grid_mask_cell(grid, at, (w - 1) / 2, h - 1, h), side->cell)) {
            side->at = at;
            return;
        }
}

/* Whether somebody can stand there, and is not sent away again. */
static bool is_free(MapView *view, Cell cell, const uint8_t *masks)
{
    const Grid *grid = map_view_grid(view);
    if (!grid_inside(grid, cell))
        return false;
    const uint8_t mask = masks[(size_t)cell.y * (size_t)grid->side + (size_t)cell.x];
    return !(mask & TRIGGER) && ((mask & TYPE_OF_MASK) == 0 || (mask & TYPE_OF_MASK) >= 6);
}

/* Whether something was painted there: the edge of a room has nothing behind it. */
static bool has_ground(MapView *view, Cell cell)
{
    const Grid *grid = map_view_grid(view);
    const size_t at = (size_t)cell.y * (size_t)grid->side + (size_t)cell.x;
    for (unsigned layer = 0; layer < MAP_LAYER_OBJECTS; layer++)
        if (map_view_cells(view)[layer * grid_cells(grid) + at] != NOTHING)
            return true;
    return false;
}

/* In front of the door: south of it, if one can stand there; on painted ground, if there is
 * any. */
static bool find_arrival(Call *call, MapView *view, DoorSide *side)
{
    static const Direction directions[] = {SOUTH,      NORTH,      EAST,       WEST,
                                           SOUTH_WEST, SOUTH_EAST, NORTH_WEST, NORTH_EAST};
    const uint8_t *masks = map_view_masks(view);
    for (size_t i = 0; i < 2 * COUNT_OF(directions); i++) {
        const Direction direction = directions[i % COUNT_OF(directions)];
        const Cell cell = grid_step(map_view_grid(view), side->opening, direction);
        if (!is_free(view, cell, masks) ||
            (i < COUNT_OF(directions) && !has_ground(view, cell)))
            continue;
        side->arrival = cell;
        side->direction = direction;
        return true;
    }
    return report_error(&call->report, "nobody can stand beside the door at %d,%d of \"%.*s\"",
                        side->cell.x, side->cell.y, (int)side->map.size, side->map.at);
}

/* Finds out what stands there; the view is of this map afterwards. */
static bool find_side(Call *call, DoorSide *side)
{
    MapView *view = built_map(call, side->path, true);
    uint32_t number;
    if (!view)
        return false;
    const Grid *grid = map_view_grid(view);
    if (!grid_inside(grid, side->cell))
        return report_error(&call->report, "the map \"%.*s\" has no cell %d,%d",
                            (int)side->map.size, side->map.at, side->cell.x, side->cell.y);
    const bool there = find_object(view, side->cell, &side->at);
    if (there)
        number = *object_in(view, side->at);
    if (side->look.size && !find_thing(view, side->look, &number))
        return report_error(&call->report, "there is no tile \"%.*s\"", (int)side->look.size,
                            side->look.at);
    if (!there && !side->look.size)
        return report_error(&call->report,
                            "nothing stands at %d,%d of \"%.*s\"; choose how the door looks",
                            side->cell.x, side->cell.y, (int)side->map.size, side->map.at);
    side->placed = side->look.size && (!there || *object_in(view, side->at) != number);
    if (side->placed)
        place(view, number, side);
    side->object =
        arena_text(call->arena, map_view_thing_name(view, MAP_LAYER_OBJECTS, number));
    uint16_t *const in_cell = object_in(view, side->at), before = *in_cell;
    *in_cell = (uint16_t)number;
    side->marked = !find_opening(view, number, side->at, side->cell, &side->opening);
    if (side->marked)
        side->opening = side->cell;
    side->leads = map_view_door(view, number, &side->to_map, &side->to);
    const bool found = find_arrival(call, view, side);
    *in_cell = before;
    return found;
}

static bool leads_to(MapView *view, const DoorSide *from, const DoorSide *to)
{
    return from->leads && cell_is(from->to, to->arrival) &&
           text_equal(map_view_map_name(view, from->to_map), to->map);
}

/* It is in this cell only, and nothing but tests refers to it. */
static bool stands_alone(const ProjectModel *model, const DoorSide *side)
{
    const uint16_t kind = NAME_SPRITE + CATEGORY_TILES;
    uint32_t number, cells = 0;
    if (side->placed || !names_find(&project_model_names(model)->sprites[CATEGORY_TILES],
                                    side->object, &number))
        return false;
    const ProjectUses uses = project_uses_of(project_model_uses(model), kind, number);
    for (size_t i = 0; i < uses.count; i++) {
        if (!uses.items[i].cells && !text_ends(uses.items[i].path, ".test"))
            return false;
        cells += uses.items[i].cells;
    }
    return cells == 1;
}

/* ---- the file of the object ---- */

/* "location(inn,15,19,no)", with the arguments of this door. */
static Text location_of(const DoorSide *to, Arena *arena)
{
    return arena_format(arena, "location(%.*s,%d,%d,%s)", (int)to->map.size, to->map.at,
                        to->arrival.x, to->arrival.y, project_direction_name(to->direction));
}

/* The first call of location() in a handler is replaced; a handler without one, wholly. */
static Text handler_with(Text handler, const char *event, Text location, Arena *arena)
{
    size_t from, size;
    if (!text_find_part(handler, TEXT("location("), &from) ||
        !text_find(text_slice(handler, from, handler.size), ')', &size))
        return arena_format(arena, "e %s {\n    %.*s\n}\n", event, (int)location.size,
                            location.at);
    const Text rest = text_slice(handler, from + size + 1, handler.size);
    return arena_format(arena, "%.*s%.*s%.*s", (int)from, handler.at, (int)location.size,
                        location.at, (int)rest.size, rest.at);
}

/* The rows of a mask, in which one cell also reacts. */
static Text mask_with(const MapView *view, uint32_t object, const DoorSide *side, Arena *arena)
{
    uint16_t w, h;
    Writer out = writer_to(arena);
    map_view_mask_size(view, object, &w, &h);
    for (int32_t row = 0; row < h; row++)
        for (int32_t column = 0; column < w; column++) {
            const Cell cell = grid_mask_cell(map_view_grid(view), side->at, column, row, h);
            const unsigned value = map_view_mask_at(view, object, side->at, cell);
            write_format(&out, "%u%s", cell_is(cell, side->opening) ? value | TRIGGER : value,
                         column + 1 == w ? "\n" : " ");
        }
    return writer_text(&out);
}

static const char *const events[] = {"touch", "click"};

/* The handlers and the mask in the file of an object. */
static void edit_rows(const MapView *view, uint32_t number, const DoorSide *side, Text text,
                      const SheetRows *rows, Text location, TextEdits *edits)
{
    bool found[COUNT_OF(events)] = {false};
    uint16_t w, h;
    map_view_mask_size(view, number, &w, &h);
    bool masked = !side->marked || !w; /* without a file there is the mask of `plain` */
    for (size_t i = 0; i < rows->count; i++) {
        const SheetRow *row = &rows->items[i];
        const Text now = text_slice(text, row->from, row->to);
        if (!row->block)
            continue;
        if (!text_starts(now, "e ") && !masked) {
            text_replace(edits, row->from, row->to,
                         mask_with(view, number, side, edits->arena));
            masked = true;
        }
        for (size_t j = 0; j < COUNT_OF(events); j++)
            if (text_starts(now, arena_format(edits->arena, "e %s ", events[j]).at)) {
                text_replace(edits, row->from, row->to,
                             handler_with(now, events[j], location, edits->arena));
                found[j] = true;
            }
    }
    Writer out = writer_to(edits->arena);
    if (text.size && text.at[text.size - 1] != '\n')
        write_format(&out, "\n");
    for (size_t j = 0; j < COUNT_OF(events); j++)
        if (!found[j])
            write_format(&out, "e %s {\n    %.*s\n}\n", events[j], (int)location.size,
                         location.at);
    if (writer_text(&out).size)
        text_replace(edits, text.size, text.size, writer_text(&out));
}

/* Of a thing without a file, on which one steps. */
static const char plain[] = "TirNanoG Object\n\n1 1 - - - 0 - 0 0 0\n8\n";

static Text object_path(Text name, Arena *arena)
{
    return arena_format(arena, "objects/%.*s.obj", (int)name.size, name.at);
}

/* The file of the object that leads to the other side. `view`: of the side's map. */
static Text object_text(Call *call, const MapView *view, const ProjectFiles *files,
                        const DoorSide *side, const DoorSide *to)
{
    ProjectFile file = {.path = object_path(side->object, call->arena),
                        .bytes = {(const uint8_t *)plain, sizeof plain - 1}};
    const ProjectFile *there = project_file(files, file.path);
    Report silent = report_to(NULL, NULL);
    TextEdits edits = {.arena = call->arena};
    SheetRows rows = {.arena = call->arena};
    uint32_t number;
    if (there)
        file = *there;
    project_model_read(call_model(call), sheet_of_path(file.path), &file, &rows, call->arena,
                       &silent);
    if (find_thing(view, side->object, &number))
        edit_rows(view, number, side, text_of_bytes(file.bytes), &rows,
                  location_of(to, call->arena), &edits);
    return text_edited(&edits, text_of_bytes(file.bytes));
}

/* "house_2" of "house", "house_3" of "house_2": the first that the project does not have. */
static Text name_of_copy(const ProjectModel *model, const ProjectFiles *files, Text name,
                         Arena *arena)
{
    size_t end = name.size;
    while (end && name.at[end - 1] >= '0' && name.at[end - 1] <= '9')
        end--;
    const Text base = end > 1 && end < name.size && name.at[end - 1] == '_'
                          ? text_slice(name, 0, end - 1)
                          : name;
    for (unsigned n = 2;; n++) {
        const Text copy = arena_format(arena, "%.*s_%u", (int)base.size, base.at, n);
        uint32_t taken;
        if (!names_find(&project_model_names(model)->sprites[CATEGORY_TILES], copy, &taken) &&
            !project_file(files, object_path(copy, arena)))
            return copy;
    }
}

/* ---- the change ---- */

/* Gives the door of a side an object that leads to the other one, in `files`. */
static bool make_object(Call *call, ProjectFiles *files, DoorSide *side, const DoorSide *to)
{
    const ProjectModel *model = call_model(call);
    MapView *view = built_map(call, side->path, false);
    if (!view)
        return false;
    if (leads_to(view, side, to))
        return true;
    const Text text = object_text(call, view, files, side, to);
    if (!side->leads || !stands_alone(model, side)) {
        ProjectFiles images = {0};
        const Text copy = name_of_copy(model, files, side->object, call->arena);
        if (!sprite_copy(files, CATEGORY_TILES, side->object, copy, &images, call->arena,
                         &call->report))
            return false;
        for (size_t i = 0; i < images.count; i++)
            files_set(files, images.items[i].path, images.items[i].bytes, call->arena);
        side->object = copy;
        side->placed = true;
    }
    files_set(files, object_path(side->object, call->arena), bytes_of_text(text), call->arena);
    return true;
}

/* The names of all files, also new ones. */
static const Names *names_of(Call *call, ProjectFiles *files)
{
    const EditorHost *host = call->editor->host;
    Report *report = ARENA_ALLOC(call->arena, Report, 1);
    *report = report_to(NULL, NULL); /* what is wrong with the project is shown elsewhere */
    return project_model_names(
        project_model_new(files, host->cache, NULL, call->arena, report));
}

static bool put_object(Call *call, const Names *names, ProjectFiles *files,
                       const DoorSide *side)
{
    MapChange change = {(uint32_t)side->at.x, (uint32_t)side->at.y, side->object};
    const LayerChanges layer = {MAP_LAYER_OBJECTS, &change, 1};
    return !side->placed || map_change_cells(call, names, files, side->path, &layer, 1);
}

/* `back`: the other side leads here, too; otherwise it is only a place. */
static bool change_door(Call *call, DoorSide *from, DoorSide *to, bool back, FileEdit **edits,
                        size_t *count)
{
    const EditorHost *host = call->editor->host;
    ProjectFiles files;
    if (!host->load(host->context, &files, call->arena, &call->report))
        return false;
    project_files_sort(&files);
    ProjectFiles changed = files_copy(&files, call->arena);
    if (!make_object(call, &changed, from, to) ||
        (back && !make_object(call, &changed, to, from)))
        return false;
    const Names *names = names_of(call, &changed);
    if (!put_object(call, names, &changed, from) ||
        (back && !put_object(call, names, &changed, to)))
        return false;
    *count = edits_between(&files, &changed, from->path, edits, call->arena);
    return *count || report_error(&call->report, "this door leads there already");
}

/* Without a door there, one arrives in the cell itself. */
static bool find_place(Call *call, DoorSide *side)
{
    MapView *view = built_map(call, side->path, true);
    if (!view)
        return false;
    side->arrival = side->cell;
    side->direction = SOUTH;
    return grid_inside(map_view_grid(view), side->cell) &&
                   is_free(view, side->cell, map_view_masks(view))
               ? true
               : report_error(&call->report, "nobody can stand at %d,%d of \"%.*s\"",
                              side->cell.x, side->cell.y, (int)side->map.size, side->map.at);
}

void post_door(Call *call)
{
    const bool back = call_flag(call, "back");
    DoorSide from, to;
    FileEdit *edits = NULL;
    size_t count = 0;
    if (!read_side(call, "from", &from) || !read_side(call, "to", &to)) {
        call_error(call, 400, "a door has two sides: {path, x, y, look}");
        return;
    }
    wait_for_check(call->editor);
    if (!call_model(call) || !find_side(call, &from) ||
        !(back ? find_side(call, &to) : find_place(call, &to)) ||
        !change_door(call, &from, &to, back, &edits, &count)) {
        if (!call->answer->status)
            call_error(call, 400, "the door cannot be made");
        return;
    }
    answer_change(call,
                  arena_format(call->arena, "a door from %.*s to %.*s", (int)from.map.size,
                               from.map.at, (int)to.map.size, to.map.at),
                  edits, count);
}
