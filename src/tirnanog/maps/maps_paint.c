/* Parts, in order: the cells of a map; maps by name. A map is painted in memory, read again and
 * compared with the intended cells before it is returned. */
#include "tirnanog/maps/maps_paint.h"
#include "tirnanog/project/build.h"
#include "tirnanog/maps/map_cells.h"
#include "tirnanog/maps/map_layers.h"
#include "tirnanog/maps/map_renumber.h"
#include "tirnanog/maps/map_positions.h"
#include "tirnanog/maps/terrain_rules.h"
#include "tirnanog/maps/tilesets.h"

#include "base/path.h"
#include "base/text.h"

typedef struct Painting {
    Project *project;
    TerrainRules rules;
    MapsPaint *out;
    Arena *arena;
    Report *report;
} Painting;

/* ---- the cells of a map ---- */

/* A map, with the tile that each cell ID means. */
typedef struct PaintedTmx {
    const Painting *painting;
    Text text;
    TmxMap map; /* with its tilesets loaded */
    TileMeanings meanings;
    uint32_t **ids; /* per tileset, for each tile: its first ID there, or 0; NULL: not asked */
    Arena *arena;
    Report *report;
} PaintedTmx;

/* The tileset of an ID: the last one that begins at or before it. */
static size_t tileset_of(const PaintedTmx *tmx, uint32_t id)
{
    size_t i = tmx->map.tileset_count;
    while (i > 1 && tmx->map.tilesets[i - 1].first > id)
        i--;
    return i - 1;
}

/* From the last meaning to the first, so that the first ID of a tile stays. */
static uint32_t id_in_tileset(PaintedTmx *tmx, size_t set, uint16_t tile)
{
    if (!tmx->ids[set]) {
        tmx->ids[set] =
            ARENA_ALLOC(tmx->arena, uint32_t, tmx->painting->rules.automap.tile_count + 1);
        for (size_t i = tmx->meanings.count; i-- > 0;) {
            const TileMeaning *meaning = &tmx->meanings.items[i];
            if (meaning->content == CONTENT_TILES && tileset_of(tmx, meaning->id) == set)
                tmx->ids[set][meaning->number] = meaning->id;
        }
    }
    return tmx->ids[set][tile];
}

/* The ID of a tile: in the tileset of the cell that it replaces, otherwise in the first that
 * has it. 0: there is none. */
static uint32_t id_of_tile(PaintedTmx *tmx, uint32_t old, uint16_t tile)
{
    uint32_t id = id_in_tileset(tmx, tileset_of(tmx, old), tile);
    for (size_t i = 0; i < tmx->map.tileset_count && !id; i++)
        id = id_in_tileset(tmx, i, tile);
    return id;
}

static bool paint_layer(PaintedTmx *tmx, const TmxLayer *layer, uint32_t *ids, size_t *changed)
{
    const Painting *painting = tmx->painting;
    const ProjectConfig *config = &painting->project->config;
    const uint32_t side = config->map_size;
    const uint32_t w = layer->w < side ? layer->w : side, h = layer->h < side ? layer->h : side;
    uint16_t *drawn = arena_alloc_raw(tmx->arena, (size_t)side * side, sizeof *drawn);
    uint16_t *cells = arena_alloc_raw(tmx->arena, (size_t)side * side, sizeof *cells);
    memset(drawn, 0xFF, (size_t)side * side * sizeof *drawn);
    for (uint32_t y = 0; y < h; y++)
        for (uint32_t x = 0; x < w; x++) {
            const TileMeaning *meaning =
                tile_meaning(&tmx->meanings, layer->cells[(size_t)y * layer->w + x]);
            if (meaning && meaning->content == CONTENT_TILES)
                drawn[(size_t)y * side + x] = meaning->number;
        }
    memcpy(cells, drawn, (size_t)side * side * sizeof *cells);
    terrain_paint(&painting->rules, config->type, side, cells, tmx->arena);
    for (uint32_t y = 0; y < h; y++)
        for (uint32_t x = 0; x < w; x++) {
            const uint16_t tile = cells[(size_t)y * side + x];
            uint32_t *id = &ids[(size_t)y * layer->w + x];
            if (tile == drawn[(size_t)y * side + x])
                continue;
            const uint32_t found = id_of_tile(tmx, *id, tile);
            const Text name = painting->project->names.sprites[CATEGORY_TILES].items[tile];
            if (!found)
                return report_error_at(
                    tmx->report, map_cell_position(tmx->text, layer, (size_t)y * layer->w + x),
                    "%s: cell %u,%u: no tileset of the map has the tile "
                    "%.*s (oisin maps sync)",
                    map_layer_label(layer, tmx->arena).at, x, y, (int)name.size, name.at);
            *id = found;
            ++*changed;
        }
    return true;
}

/* Only the cells are edited in the text, which otherwise stays as Tiled has written it. */
static bool paint_layers(PaintedTmx *tmx, size_t *changed)
{
    Report silent = report_to(NULL, NULL);
    TextEdits edits = {.arena = tmx->arena};
    uint8_t *numbers = arena_alloc(tmx->arena, tmx->map.layer_count + 1, 1);
    TmxMap after;
    bool ok = map_layers_number(&tmx->map, numbers, &silent);
    for (size_t i = 0; i < tmx->map.layer_count && ok; i++) {
        TmxLayer *layer = &tmx->map.layers[i];
        const size_t count = (size_t)layer->w * layer->h;
        if (numbers[i] == MAP_LAYER_NONE || numbers[i] == MAP_LAYER_NPCS ||
            numbers[i] == MAP_LAYER_SPAWNERS)
            continue;
        uint32_t *ids = arena_alloc_raw(tmx->arena, count, sizeof *ids);
        memcpy(ids, layer->cells, count * sizeof *ids);
        if (!paint_layer(tmx, layer, ids, changed))
            return false;
        ok = map_cells_replace(tmx->text, layer, ids, false, &edits);
        layer->cells = ids;
    }
    const Text edited = text_edited(&edits, tmx->text);
    ok = ok && tmx_read(bytes_of_text(edited), &after, tmx->arena, &silent) &&
         tmx_same_cells(&tmx->map, &after);
    if (!ok)
        return report_error(tmx->report,
                            "the cells cannot be changed; expected a file in UTF-8 as Tiled "
                            "writes it");
    tmx->text = edited;
    return true;
}

static bool load_map(PaintedTmx *tmx, Text path)
{
    const Project *project = tmx->painting->project;
    Report silent = report_to(NULL, NULL); /* a build has reported all */
    if (!tmx_read(bytes_of_text(tmx->text), &tmx->map, tmx->arena, &silent) ||
        !tilesets_load(project->files, path, &tmx->map, NULL, tmx->arena, &silent) ||
        !tilesets_resolve(&project->names, project->files, &tmx->map, &tmx->meanings,
                          tmx->arena, &silent))
        return report_error(tmx->report, "the map has errors");
    tmx->ids = ARENA_ALLOC(tmx->arena, uint32_t *, tmx->map.tileset_count + 1);
    return true;
}

/* If a tile has no ID in the map, because its tileset has grown since, the map is numbered
 * again. */
static bool paint_text(PaintedTmx *tmx, Text path, size_t *changed)
{
    Report silent = report_to(NULL, NULL), *report = tmx->report;
    if (!load_map(tmx, path))
        return false;
    tmx->report = &silent;
    const bool ok = paint_layers(tmx, changed);
    tmx->report = report;
    if (ok || !load_map(tmx, path))
        return ok;
    *changed = 0;
    (void)map_renumber(&tmx->text, &tmx->map, tmx->arena);
    return load_map(tmx, path) && paint_layers(tmx, changed);
}

static bool paint_map(const Painting *painting, const ProjectFile *file)
{
    for (size_t i = 0; i < painting->out->map_count; i++)
        if (text_equal(painting->out->maps[i].path, file->path))
            return true; /* it was named twice */
    Arena *arena = arena_new();
    Report about = report_child(painting->report, file->path);
    PaintedTmx tmx = {.painting = painting,
                      .text = text_of_bytes(file->bytes),
                      .arena = arena,
                      .report = &about};
    size_t changed = 0;
    const bool ok = paint_text(&tmx, file->path, &changed);
    if (ok && changed)
        *ARENA_PUSH(painting->arena, painting->out->files.items, painting->out->files.count) =
            (ProjectFile){file->path, bytes_of_text(arena_text(painting->arena, tmx.text))};
    *ARENA_PUSH(painting->arena, painting->out->maps, painting->out->map_count) =
        (PaintedMap){file->path, changed};
    arena_free(arena);
    return ok;
}

/* ---- maps by name ---- */

/* "meadow", "meadow.tmx" or "maps/meadow.tmx". */
static bool paint_named(const Painting *painting, Text name)
{
    const NameList *maps = &painting->project->names.kinds[NAME_MAP];
    uint32_t index;
    if (text_ends(name, ".tmx"))
        name = path_without_suffix(path_base(name));
    if (names_find(maps, name, &index))
        return paint_map(painting, painting->project->entities[NAME_MAP][index]);
    const Text near = names_nearest(maps, name);
    return report_error(painting->report, "no map \"%.*s\"%s%.*s%s", (int)name.size, name.at,
                        near.size ? "; did you mean \"" : "", (int)near.size, near.at,
                        near.size ? "\"?" : "");
}

/* The project is loaded silently: `oisin check` reports its errors. */
bool project_maps_paint(ProjectFiles *files, const char *const *maps, size_t count,
                        MapsPaint *out, Arena *arena, Report *report)
{
    Report silent = report_to(NULL, NULL);
    Project *project = arena_alloc(arena, 1, sizeof *project);
    *out = (MapsPaint){.files = {.game = files->game}};
    if (!project_load(project, files, &(BuildOptions){0}, arena, &silent))
        return report_error(report, "the project has errors (oisin check)");
    Painting painting = {.project = project, .out = out, .arena = arena, .report = report};
    if (!terrain_rules_of(project, &painting.rules, arena, report))
        return false;
    out->has_rules = painting.rules.automap.count > 0;
    if (!out->has_rules)
        report_warning(report, "no tiles/NAME.til has automap rules (oisin formats automap)");
    bool ok = true;
    for (size_t i = 0; i < count; i++)
        ok &= paint_named(&painting, text_of(maps[i]));
    for (size_t i = 0; i < project->names.kinds[NAME_MAP].count && !count; i++)
        ok &= paint_map(&painting, project->entities[NAME_MAP][i]);
    return ok;
}
