/* Converts one map of Tiled to the container's records. Parts, in order: properties; cells;
 * patrol paths; its shape. */
#include "tirnanog/maps/map_build.h"

#include "base/text.h"
#include "tirnanog/maps/map_layers.h"
#include "tirnanog/maps/map_parts.h"
#include "tirnanog/maps/map_properties.h"
#include "tirnanog/sheets/words.h"

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
bool map_build_property(MapBuild *build, const TmxProperty *property)
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
bool map_build_cells(MapBuild *build, const TileMeanings *meanings, Report *report)
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

bool map_build_paths(MapBuild *build)
{
    bool ok = true;
    for (size_t i = 0; i < build->tmx->polygon_count; i++)
        ok &= fill_path(build, &build->tmx->polygons[i]);
    return ok;
}

/* After an error in config its values are defaults, and would give wrong errors here. */
bool map_build_shape(MapBuild *build)
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
