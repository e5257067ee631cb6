/* Converts maps of a game to Tiled files. */
#include "tirnanog/maps/map_layers.h"
#include "tirnanog/maps/map_parts.h"
#include "tirnanog/maps/map_properties.h"
#include "tirnanog/project/unbuild.h"

#include "tirnanog/maps/tmx.h"
#include "tirnanog/container/tng_sprites.h"

typedef struct MapUnbuild {
    Unbuild *unbuild;
    Report *report; /* about the map */
    const TngMap *map;
    TmxMap tmx;
    Arena *scratch;   /* for this map */
    uint32_t *ids[3]; /* by kind: the ID of each index, 0 if it is not used yet */
} MapUnbuild;

static void add_property(MapUnbuild *out, const char *name, Text value)
{
    *ARENA_PUSH(out->unbuild->arena, out->tmx.properties, out->tmx.property_count) =
        (TmxProperty){.name = text_of(name), .value = value};
}

static Text sprite_name(const Unbuild *unbuild, SpriteRef sprite)
{
    if (sprite.category >= CATEGORIES ||
        sprite.index >= unbuild->names.sprites[sprite.category].count)
        return TEXT("-");
    return unbuild->names.sprites[sprite.category].items[sprite.index];
}

static void add_properties(MapUnbuild *out)
{
    Unbuild *unbuild = out->unbuild;
    const TngMap *map = out->map;
    Arena *arena = unbuild->arena;
    const Text title = names_text_use(&unbuild->names, map->title);
    if (title.size)
        add_property(out, "title", title);
    if (map->day_length || map->daylight.index != TNG_NO_SPRITE) {
        const Text sprite = sprite_name(unbuild, map->daylight);
        add_property(
            out, "daylight",
            arena_format(arena, "%u %.*s", map->day_length, (int)sprite.size, sprite.at));
    }
    if (map->music)
        add_property(out, "music", names_string_at(&unbuild->names, map->music));
    for (size_t i = 0; i < map->parallax_count; i++) {
        const Parallax *p = &map->parallaxes[i];
        const Text sprite = sprite_name(unbuild, p->sprite);
        add_property(out, "parallax",
                     arena_format(arena, "%d %d %u %d %u %u %.*s", !p->background, p->speed_x,
                                  p->delta_x, p->speed_y, p->delta_y, p->time, (int)sprite.size,
                                  sprite.at));
    }
    for (unsigned i = 0; i < 6; i++) {
        const char *name = map_neighbour_name(unbuild->config.type, i);
        if (name && map->neighbours[i])
            add_property(out, name, names_string_at(&unbuild->names, map->neighbours[i]));
    }
}

/* The first frame, as the image for Tiled. */
static void add_picture(MapUnbuild *out, TmxTileset *tileset, size_t index)
{
    Unbuild *unbuild = out->unbuild;
    const TngSection *section = tng_section(unbuild->game, SECTION_TILES);
    const TngSprite *sprite =
        tng_asset(unbuild->game, section, index, unbuild->arena, out->report);
    if (!sprite || !sprite->directions_count)
        return;
    const TngAnimation *animation = &sprite->directions[0];
    const Text name = unbuild->names.sprites[CATEGORY_TILES].items[index];
    tileset->w = animation->w;
    tileset->h = animation->h;
    tileset->image = arena_format(unbuild->arena, "../tiles/%.*s_%s%c%c.png", (int)name.size,
                                  name.at, tng_direction_names[animation->type & 7],
                                  tng_loop_letters[animation->type >> 6],
                                  tng_frame_letter(animation->frame_count));
}

static void add_preview(MapUnbuild *out, TmxTileset *tileset, PreviewKind kind, size_t index)
{
    Unbuild *unbuild = out->unbuild;
    const NameKind list = kind == PREVIEW_NPC ? NAME_NPC : NAME_SPAWNER;
    const Text name = unbuild->names.kinds[list].items[index];
    preview_size(unbuild->game, kind, index, &tileset->w, &tileset->h, unbuild->arena);
    const Text path = preview_path(kind, name, unbuild->arena);
    tileset->image = arena_format(unbuild->arena, "../%.*s", (int)path.size, path.at);
}

static bool add_tilesets(MapUnbuild *out, const uint16_t *cells, size_t layer_size)
{
    Unbuild *unbuild = out->unbuild;
    static const char *const prefixes[] = {"tiles", "npcs", "spawners"};
    const NameList *const lists[] = {&unbuild->names.sprites[CATEGORY_TILES],
                                     &unbuild->names.kinds[NAME_NPC],
                                     &unbuild->names.kinds[NAME_SPAWNER]};
    for (unsigned kind = 0; kind < 3; kind++)
        out->ids[kind] = ARENA_ALLOC(unbuild->arena, uint32_t, lists[kind]->count);
    for (size_t layer = 0; layer < TNG_LAYERS; layer++) {
        const unsigned kind = layer == MAP_LAYER_NPCS ? 1 : layer == MAP_LAYER_SPAWNERS ? 2 : 0;
        for (size_t i = 0; i < layer_size; i++) {
            const uint16_t cell = cells[layer * layer_size + i];
            if (cell == TNG_NO_SPRITE)
                continue;
            if (cell >= lists[kind]->count)
                return report_error(out->report,
                                    "a cell of layer %zu refers to %s number %u of %zu",
                                    layer + 1, prefixes[kind], cell, lists[kind]->count);
            out->ids[kind][cell] = 1;
        }
    }
    uint32_t next = 1;
    for (unsigned kind = 0; kind < 3; kind++)
        for (size_t i = 0; i < lists[kind]->count; i++) {
            if (!out->ids[kind][i])
                continue;
            out->ids[kind][i] = next;
            TmxTileset *tileset =
                ARENA_PUSH(unbuild->arena, out->tmx.tilesets, out->tmx.tileset_count);
            *tileset =
                (TmxTileset){.first = next++,
                             .name = arena_format(unbuild->arena, "%s_%.*s", prefixes[kind],
                                                  (int)lists[kind]->items[i].size,
                                                  lists[kind]->items[i].at)};
            if (kind == 0)
                add_picture(out, tileset, i);
            else
                add_preview(out, tileset, kind == 1 ? PREVIEW_NPC : PREVIEW_SPAWNER, i);
        }
    return true;
}

/* The tilesets come first, since they give each index that is used its ID. An empty cell is
 * 0 in Tiled, but TNG_NO_SPRITE in the game. */
static bool add_layers(MapUnbuild *out)
{
    Unbuild *unbuild = out->unbuild;
    const uint32_t side = unbuild->config.map_size;
    const size_t size = (size_t)side * side;
    const Bytes packets = {out->map->layers, out->map->layers_size};
    const TngHeader *header = &unbuild->game->header;
    const size_t found = tng_layers_count(packets), wanted = size * tng_map_layers(header);
    if (found != wanted) /* before allocating memory */
        return report_error(out->report, "map layers: %zu cells, expected %zu", found, wanted);
    uint16_t *cells = arena_alloc_raw(out->scratch, size * TNG_LAYERS, sizeof *cells);
    if (!tng_map_layers_read(header, packets, cells, size, out->report) ||
        !add_tilesets(out, cells, size))
        return false;
    out->tmx.layer_count = TNG_LAYERS;
    out->tmx.layers = ARENA_ALLOC(unbuild->arena, TmxLayer, TNG_LAYERS);
    for (uint32_t layer = 0; layer < TNG_LAYERS; layer++) {
        uint32_t *ids = arena_alloc_raw(out->scratch, size, sizeof *ids);
        const unsigned kind = layer == MAP_LAYER_NPCS ? 1 : layer == MAP_LAYER_SPAWNERS ? 2 : 0;
        for (size_t i = 0; i < size; i++) {
            const uint16_t cell = cells[layer * size + i];
            ids[i] = cell == TNG_NO_SPRITE ? 0 : out->ids[kind][cell];
        }
        out->tmx.layers[layer] = (TmxLayer){.id = layer + 1,
                                            .w = side,
                                            .h = side,
                                            .cells = ids,
                                            .name = text_of(map_layer_names[layer])};
    }
    return true;
}

/* The centre of a cell; the inverse of reading. */
static void add_paths(MapUnbuild *out)
{
    const ProjectConfig *config = &out->unbuild->config;
    Arena *arena = out->unbuild->arena;
    for (size_t i = 0; i < out->map->path_count; i++) {
        const PatrolPath *path = &out->map->paths[i];
        TmxPolygon *polygon = ARENA_PUSH(arena, out->tmx.polygons, out->tmx.polygon_count);
        *polygon = (TmxPolygon){.name = arena_format(arena, "%u", path->id),
                                .points = ARENA_ALLOC(arena, TmxPoint, path->point_count),
                                .point_count = path->point_count};
        for (size_t j = 0; j < path->point_count; j++)
            polygon->points[j] = map_path_point(config, path->points[j]);
    }
}

static bool unbuild_map(Unbuild *unbuild, const TngSection *section, size_t index)
{
    const Text name = unbuild->names.kinds[NAME_MAP].items[index];
    MapUnbuild out = {.unbuild = unbuild};
    const Text path = arena_format(unbuild->arena, "maps/%.*s.tmx", (int)name.size, name.at);
    Report about = report_child(unbuild->report, path);
    out.report = &about;
    out.map = unbuild_asset(unbuild, section, index, unbuild->arena, &about);
    if (!out.map)
        return false;
    const ProjectConfig *config = &unbuild->config;
    out.tmx.orientation = (TmxOrientation)(config->type < 4 ? config->type : 0);
    out.tmx.w = out.tmx.h = config->map_size;
    out.tmx.tile_w = config->tile_width;
    out.tmx.tile_h = config->tile_height;
    add_properties(&out);
    out.scratch = arena_new();
    const bool ok = add_layers(&out);
    if (ok) {
        add_paths(&out);
        const Bytes file = tmx_write(&out.tmx, out.scratch);
        unbuild_add_map(unbuild, path, arena_copy(unbuild->arena, file), &about);
    }
    arena_free(out.scratch);
    return ok;
}

/* A cell of a Tiled map has at least two bytes, and all files are in memory until the last is
 * finished: a few kilobytes of runs could need any amount. */
static bool maps_fit(Unbuild *unbuild, const TngSection *section)
{
    enum { MAX = 1 << 30 };
    const uint64_t side = unbuild->config.map_size;
    const uint64_t size = section->count * side * side * TNG_LAYERS * 2;
    return size <= MAX ||
           report_error(unbuild->report,
                        "%zu maps of %u x %u cells would need more than %llu MB as text",
                        section->count, unbuild->config.map_size, unbuild->config.map_size,
                        (unsigned long long)(size >> 20));
}

bool unbuild_maps(Unbuild *unbuild)
{
    const TngSection *section = tng_section(unbuild->game, SECTION_MAPS);
    if (section && !maps_fit(unbuild, section))
        return false;
    for (size_t i = 0; section && i < section->count; i++)
        if (!unbuild_map(unbuild, section, i))
            return false;
    return true;
}
