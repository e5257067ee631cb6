/* Tables and map objects, for an editor: rows of workspace_shows.def.
 *
 * The map on which the objects of a file stand, from the files of the workspace: its head,
 * NAME.mp, its sectors in the same folder, and its textures, wherever they are. */
#include "base/path.h"
#include "base/text.h"
#include "evil_islands/maps/map_images.h"
#include "evil_islands/tables/db.h"
#include "evil_islands/objects/mob_script.h"
#include "kit/workspace/workspace_edit.h"

enum { MAP_UNITS = 32 };                   /* of positions, per sector */
enum { SIDE_MAX = 16, PIXELS_MAX = 2048 }; /* of a tile; of an image */

typedef struct Mapped {
    const WorkspaceEdit *edit;
    WorkspacePlace head;
    MpFile mp;
} Mapped;

static Text folder_of(Text path)
{
    return text_slice(path, 0, path.size - path_base(path).size);
}

/* Finds "zone1.mp" for "zone1.mob". */
static bool find_head(const WorkspaceEdit *edit, Text objects, WorkspacePlace *out,
                      Arena *arena)
{
    const WorkspaceEntry *entry = workspace_edit_entry(edit, objects);
    if (!entry || !text_is(entry->format, "mob"))
        return false;
    const Text stem = path_without_suffix(path_base(entry->path));
    const Text wanted = arena_format(arena, "%.*s.mp", (int)stem.size, stem.at);
    for (size_t i = 0; i < edit->count; i++)
        if (text_is(edit->places[i].entry->format, "mp") &&
            text_equal_caseless(path_base(edit->places[i].entry->path), wanted)) {
            *out = edit->places[i];
            return true;
        }
    return false;
}

static bool open_map(const WorkspaceEdit *edit, Text objects, Mapped *out, Bytes *head,
                     Arena *arena, Report *report)
{
    *out = (Mapped){.edit = edit};
    return find_head(edit, objects, &out->head, arena) &&
           workspace_edit_bytes(edit, out->head.entry, head, arena, report) &&
           mp_read(*head, &out->mp, arena, report) && out->mp.sectors_x && out->mp.sectors_y;
}

/* ---- the files that a map needs ---- */

/* A texture as an image: "zone1000.mmp" is in the workspace as a PNG. */
static bool load_texture(void *context, Text name, Bytes *out, Arena *arena)
{
    const Mapped *mapped = context;
    Report silent = report_to(NULL, NULL);
    if (!path_has_suffix(name, ".png"))
        return false;
    for (size_t i = 0; i < mapped->edit->count; i++) {
        const WorkspaceEntry *entry = mapped->edit->places[i].entry;
        if (text_is(entry->format, "mmp") &&
            text_equal_caseless(path_without_suffix(path_base(entry->path)),
                                path_without_suffix(name)) &&
            workspace_edit_open_bytes(mapped->edit, entry, out, arena, &silent))
            return true;
    }
    return false;
}

static bool load_sectors(void *context, Text suffix, ProjectFiles *out, Arena *arena)
{
    const Mapped *mapped = context;
    const Text folder = folder_of(mapped->head.entry->path);
    Report silent = report_to(NULL, NULL);
    for (size_t i = 0; i < mapped->head.top->count; i++) {
        const WorkspaceEntry *entry = &mapped->head.top->entries[i];
        Bytes bytes;
        if (!text_equal(folder_of(entry->path), folder) || !text_is(entry->format, "sec") ||
            !path_has_suffix(entry->path, suffix.at) ||
            !workspace_edit_bytes(mapped->edit, entry, &bytes, arena, &silent))
            continue;
        *ARENA_PUSH(arena, out->items, out->count) =
            (ProjectFile){path_base(entry->path), bytes};
    }
    return out->count != 0;
}

/* The size of the map in the units of positions; false: the workspace has no such map. */
static bool map_size(const WorkspaceEdit *edit, Text objects, uint32_t *w, uint32_t *h)
{
    Arena *arena = arena_new();
    Report silent = report_to(NULL, NULL);
    Mapped mapped;
    Bytes head;
    const bool ok = open_map(edit, objects, &mapped, &head, arena, &silent);
    *w = ok ? mapped.mp.sectors_x * MAP_UNITS : 0;
    *h = ok ? mapped.mp.sectors_y * MAP_UNITS : 0;
    arena_free(arena);
    return ok;
}

void describe_objects(const WorkspaceEdit *edit, Text path, JsonWriter *json)
{
    uint32_t w, h;
    mob_script_put_functions(json);
    if (map_size(edit, path, &w, &h)) {
        json_open(json, "map");
        json_put_uint(json, "width", w);
        json_put_uint(json, "height", h);
        json_close(json);
    }
}

void describe_table(const WorkspaceEdit *edit, Text path, JsonWriter *json)
{
    (void)edit;
    db_put_columns(path, json);
}

/* The map as a PNG, north up, at most 2048 pixels a side. */
bool picture_of_map(const WorkspaceEdit *edit, Text objects, size_t number, Bytes *out,
                    Arena *arena, Report *report)
{
    Mapped mapped;
    MapSettings settings = {.layer = MAP_PICTURE};
    ConversionJob job = {.settings = &settings};
    (void)number;
    if (!open_map(edit, objects, &mapped, &job.input, arena, report))
        return report_cause(report, CAUSE_NOT_FOUND, "the workspace has no map of this name");
    const ConversionFolder folder = {
        .beside = load_texture, .all = load_sectors, .context = &mapped};
    const uint32_t sectors =
        mapped.mp.sectors_x > mapped.mp.sectors_y ? mapped.mp.sectors_x : mapped.mp.sectors_y;
    const uint32_t side = PIXELS_MAX / (sectors * MAP_TILE_SIDE);
    job.path = path_base(mapped.head.entry->path);
    job.folder = &folder;
    settings.side = side < 1 ? 1 : side > SIDE_MAX ? SIDE_MAX : side;
    if (!map_to_picture(&job, arena, report))
        return false;
    *out = job.output;
    return true;
}
