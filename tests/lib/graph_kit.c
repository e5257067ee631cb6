#include "graph_kit.h"

#include "evil_islands/archives/res.h"

/* ---- land ---- */

Map *graph_map(Kit *kit, uint32_t sectors_x, uint32_t sectors_y)
{
    static uint32_t types[TILE_TYPES] = {0, 7, 6, 14, 13};
    Map *map = ARENA_ALLOC(kit->arena, Map, 1);
    map->zone = TEXT("zone1");
    map->mp = (MpFile){.max_altitude = 51.1f,
                       .sectors_x = sectors_x,
                       .sectors_y = sectors_y,
                       .texture_size = 512,
                       .tile_size = 64,
                       .tile_count = TILE_TYPES,
                       .tile_types = types};
    map->sector_count = (size_t)sectors_x * sectors_y;
    map->sectors = ARENA_ALLOC(kit->arena, SecFile *, map->sector_count);
    for (size_t i = 0; i < map->sector_count; i++) {
        map->sectors[i] = ARENA_ALLOC(kit->arena, SecFile, 1);
        for (unsigned j = 0; j < SEC_SIDE * SEC_SIDE; j++)
            map->sectors[i]->land[j].normal = sec_normal_of((Vec3){0, 0, 1});
    }
    return map;
}

void graph_raise(Map *map, uint32_t x, uint32_t y, uint16_t height)
{
    for (uint32_t sy = 0; sy < map->mp.sectors_y; sy++)
        for (uint32_t sx = 0; sx < map->mp.sectors_x; sx++) {
            const int64_t column = (int64_t)x - sx * SEC_UNITS,
                          row = (int64_t)y - sy * SEC_UNITS;
            if (column >= 0 && row >= 0 && column < SEC_SIDE && row < SEC_SIDE)
                map_sector(map, sx, sy)->land[row * SEC_SIDE + column].height = height;
        }
}

void graph_raise_all(Map *map, uint32_t x0, uint32_t y0, uint32_t x1, uint32_t y1,
                     uint16_t height)
{
    for (uint32_t y = y0; y <= y1; y++)
        for (uint32_t x = x0; x <= x1; x++)
            graph_raise(map, x, y, height);
}

static void make_wet(Kit *kit, SecFile *sec, uint16_t height)
{
    if (sec->wet)
        return;
    sec->wet = sec->liquid = 1;
    sec->surface = ARENA_ALLOC(kit->arena, SecVertex, SEC_SIDE * SEC_SIDE);
    sec->liquid_tiles = ARENA_ALLOC(kit->arena, uint16_t, SEC_TILES * SEC_TILES);
    sec->liquid_materials = ARENA_ALLOC(kit->arena, uint16_t, SEC_TILES * SEC_TILES);
    for (unsigned i = 0; i < SEC_TILES * SEC_TILES; i++)
        sec->liquid_tiles[i] = sec->liquid_materials[i] = SEC_NONE;
    for (unsigned i = 0; i < SEC_SIDE * SEC_SIDE; i++)
        sec->surface[i] = (SecVertex){0, 0, height, sec_normal_of((Vec3){0, 0, 1})};
}

void graph_flood(Kit *kit, Map *map, uint32_t x0, uint32_t y0, uint32_t x1, uint32_t y1,
                 uint16_t height)
{
    for (uint32_t y = y0; y <= y1; y++)
        for (uint32_t x = x0; x <= x1; x++) {
            SecFile *sec = map_sector(map, x / SEC_TILES, y / SEC_TILES);
            const unsigned tile = y % SEC_TILES * SEC_TILES + x % SEC_TILES;
            make_wet(kit, sec, height);
            sec->liquid_materials[tile] = 0;
            sec->liquid_tiles[tile] = TILE_WATER;
        }
}

Bytes graph_mpr(Kit *kit, const Map *map)
{
    Res res = {.alignment = RES_ALIGNMENT, .count = 1 + map->sector_count};
    Bytes out = {0};
    res.entries = ARENA_ALLOC(kit->arena, ResEntry, res.count);
    res.entries[0] = (ResEntry){
        .name = TEXT("zone1.mp"), .data = mp_write(&map->mp, kit->arena), .offset = UINT64_MAX};
    for (uint32_t i = 0; i < map->sector_count; i++)
        res.entries[i + 1] =
            (ResEntry){.name = arena_format(kit->arena, "zone1%03u%03u.sec",
                                            i % map->mp.sectors_x, i / map->mp.sectors_x),
                       .data = sec_write(map->sectors[i], kit->arena),
                       .offset = UINT64_MAX};
    assert_true(res_write(&res, &out, kit->arena, &kit->report));
    return out;
}

/* ---- objects ---- */

Bytes graph_box(Kit *kit, Vec3 min, Vec3 max)
{
    enum { VERTICES = 8, BLOCKS = 2 };
    FigFile fig = {.digit = '8',
                   .vertex_blocks = BLOCKS,
                   .normal_blocks = 1,
                   .uv_count = 1,
                   .index_count = 3,
                   .corner_count = 3,
                   .centers = ARENA_ALLOC(kit->arena, FigVector, FIG_VARIANTS),
                   .mins = ARENA_ALLOC(kit->arena, FigVector, FIG_VARIANTS),
                   .maxs = ARENA_ALLOC(kit->arena, FigVector, FIG_VARIANTS),
                   .radii = ARENA_ALLOC(kit->arena, float, FIG_VARIANTS),
                   .vertices = ARENA_ALLOC(kit->arena, float, BLOCKS * 12 * FIG_VARIANTS),
                   .normals = ARENA_ALLOC(kit->arena, float, 16),
                   .uvs = ARENA_ALLOC(kit->arena, FigUv, 1),
                   .indices = ARENA_ALLOC(kit->arena, uint16_t, 3),
                   .corners = ARENA_ALLOC(kit->arena, FigCorner, 3)};
    for (uint32_t i = 0; i < VERTICES; i++)
        for (unsigned variant = 0; variant < FIG_VARIANTS; variant++)
            fig_set_vertex(&fig, i, variant,
                           (Vec3){i & 1 ? max.x : min.x, i & 2 ? max.y : min.y,
                                  (i & 4 ? max.z : min.z) * (variant & 4 ? 2 : 1)});
    for (uint16_t i = 0; i < 3; i++) {
        fig.indices[i] = i;
        fig.corners[i] = (FigCorner){i, 0, 0};
    }
    fig_measure(&fig, VERTICES);
    return fig_write(&fig, kit->arena);
}

static void put_parts(Writer *out, const char *const *parts, size_t count)
{
    const size_t at = mob_begin(out, MOB_OBJBODYPARTS);
    write_u32(out, (uint32_t)count);
    for (size_t i = 0; i < count; i++) {
        const size_t text = mob_begin(out, MOB_OBJBODYPARTS);
        write_text(out, text_of(parts[i]));
        mob_end(out, text);
    }
    mob_end(out, at);
}

void graph_put_object(Writer *out, uint32_t kind, const char *template, Vec3 place, Quat turn,
                      Vec3 body, const char *const *parts, size_t part_count)
{
    const size_t at = mob_begin(out, kind);
    mob_put_u32(out, MOB_NID, 1);
    mob_put_text(out, MOB_OBJTEMPLATE, template);
    mob_put_vec3(out, MOB_OBJPOSITION, place.x, place.y, place.z);
    mob_put_floats(out, MOB_OBJROTATION, (float[]){turn.w, turn.x, turn.y, turn.z}, 4);
    mob_put_vec3(out, MOB_OBJCOMPLECTION, body.x, body.y, body.z);
    put_parts(out, parts, part_count);
    mob_end(out, at);
}

ObjectFile graph_objects_begin(Kit *kit)
{
    ObjectFile file = {.out = writer_to(kit->arena)};
    file.root = mob_begin(&file.out, MOB_OBJECTDBFILE);
    file.section = mob_begin(&file.out, MOB_OBJECTSECTION);
    return file;
}

Bytes graph_objects_end(ObjectFile *file)
{
    mob_end(&file->out, file->section);
    mob_end(&file->out, file->root);
    return writer_bytes(&file->out);
}

/* ---- graphs ---- */

static GraphObjects objects_of(Kit *kit, Bytes objects, const ProjectFiles *figures)
{
    Mob *mob = ARENA_ALLOC(kit->arena, Mob, 1);
    GraphFigures *known = ARENA_ALLOC(kit->arena, GraphFigures, 1);
    if (!objects.size)
        return (GraphObjects){0};
    assert_true(mob_read(objects, mob, kit->arena, &kit->report));
    if (figures)
        assert_true(graph_figures(figures, known, kit->arena, &kit->report));
    return graph_find_objects(mob, figures ? known : NULL, kit->arena);
}

Bytes graph_of(Kit *kit, const Map *map, Bytes objects, const ProjectFiles *figures)
{
    const GraphObjects found = objects_of(kit, objects, figures);
    Bytes out = {0};
    assert_true(graph_build(map, &found, &out, kit->arena, &kit->report));
    return out;
}

GraphTiles graph_tiles_of(Kit *kit, const Map *map, Bytes objects, const ProjectFiles *figures)
{
    const GraphObjects found = objects_of(kit, objects, figures);
    GraphTiles tiles = graph_land(map, kit->arena);
    assert_true(graph_add_objects(&tiles, &found, kit->arena, &kit->report));
    return tiles;
}

/* By the layout of the file, not by the code under test. */
static const uint8_t *row_of(Bytes graph, unsigned layer, uint32_t y, uint32_t *w)
{
    const uint32_t h = (uint32_t)uint_of(graph.data + 4, 4, false);
    *w = (uint32_t)uint_of(graph.data, 4, false);
    return graph.data + 8 + ((size_t)layer * h + y) * *w * 19;
}

uint16_t graph_step(Bytes graph, unsigned layer, uint32_t x, uint32_t y, unsigned direction)
{
    uint32_t w;
    const uint8_t *row = row_of(graph, layer, y, &w);
    return (uint16_t)uint_of(row + ((size_t)x * 8 + direction) * 2, 2, false);
}

uint8_t graph_node(Bytes graph, unsigned layer, uint32_t x, uint32_t y)
{
    uint32_t w;
    const uint8_t *row = row_of(graph, layer, y, &w);
    return row[(size_t)w * 16 + x];
}

uint16_t graph_component(Bytes graph, unsigned layer, uint32_t x, uint32_t y)
{
    uint32_t w;
    const uint8_t *row = row_of(graph, layer, y, &w);
    return (uint16_t)uint_of(row + (size_t)w * 17 + (size_t)x * 2, 2, false);
}
