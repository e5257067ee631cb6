/* Exports the land and its liquids. Parts, in order: materials, one for each look of tiles;
 * meshes; the scene. The tiles of a sector are sorted by material, so each look is one
 * primitive. Each tile has its own nine points, so all primitives use the beginning of the same
 * list of indices. Objects and camera: map_placing.c, map_camera.c. */
#include "evil_islands/maps/map_glb.h"

#include "base/json.h"
#include "evil_islands/maps/map_placing.h"
#include "evil_islands/models/model_export.h"

#include <stdlib.h>

enum { TILE_POINTS = 9, TILE_INDICES = 24, TILES = SEC_TILES * SEC_TILES };

/* The properties that all tiles of a primitive share; they determine its material. */
typedef struct Look {
    uint32_t liquid;   /* SEC_NONE: land */
    uint32_t texture;  /* MAP_TEXTURES_MAX: none */
    uint32_t type;     /* of the tile, if there is no texture; otherwise 0 */
    uint32_t animated; /* number from 1; 0: none */
} Look;

typedef struct MapGlb {
    const Map *map;
    Gltf *gltf;
    const int32_t *animated;
    int32_t images[MAP_TEXTURES_MAX]; /* -1: none */
    const uint32_t *indices;          /* of a whole sector; those of fewer tiles are a prefix */
    Table known;                      /* from looks to materials */
    size_t primitive_count;           /* of all meshes */
    bool too_many;                    /* looks or primitives */
    Arena *arena;
} MapGlb;

/* ---- materials ---- */

/* Numbers of a file may be infinite, which JSON cannot have: such ones are omitted. */
static void put_number(JsonWriter *json, const char *key, float number)
{
    if (isfinite(number))
        json_put_float(json, key, number);
}

static void put_animated(JsonWriter *json, const char *key, const MpAnimated *animated)
{
    json_open(json, key);
    json_put_uint(json, "first_tile", animated->first_tile);
    json_put_uint(json, "frames", animated->frame_count);
    json_close(json);
}

/* UINT32_MAX stands for a tile that the map does not describe. */
static Text type_name(uint32_t type, Arena *arena)
{
    const char *name = mp_tile_name(type);
    return name                 ? text_of(name)
           : type == UINT32_MAX ? TEXT("unknown")
                                : arena_format(arena, "type_%u", type);
}

static void put_liquid(const MapGlb *glb, const Look *look, JsonWriter *json)
{
    const MpMaterial material = map_material(glb->map, (uint16_t)look->liquid);
    const char *type = mp_material_name(material.type);
    json_put_uint(json, "liquid", look->liquid);
    if (type)
        json_put_text(json, "type", text_of(type));
    else
        json_put_uint(json, "type", material.type);
    json_open_list(json, "colour");
    for (size_t i = 0; i < COUNT_OF(material.colour); i++)
        json_put_float(json, NULL, isfinite(material.colour[i]) ? material.colour[i] : 0);
    json_close_list(json);
    put_number(json, "self_illumination", material.self_illumination);
    put_number(json, "wave", material.wave);
    put_number(json, "warp", material.warp);
}

/* Everything that the material of glTF cannot hold, so that importers of other tools can use
 * it. */
static Text extras_of(const MapGlb *glb, const Look *look)
{
    Writer text = writer_to(glb->arena);
    JsonWriter json = json_to(&text);
    if (look->liquid != SEC_NONE)
        put_liquid(glb, look, &json);
    if (look->texture < MAP_TEXTURES_MAX)
        json_put_uint(&json, "texture", look->texture);
    else
        json_put_text(&json, "tile_type", type_name(look->type, glb->arena));
    if (look->animated)
        put_animated(&json, "animated", &glb->map->mp.animated[look->animated - 1]);
    return writer_text(&text);
}

/* Unique for each look, because every property of the look is in it. */
static Text name_of(const MapGlb *glb, const Look *look)
{
    Writer name = writer_to(glb->arena);
    if (look->liquid != SEC_NONE) {
        const char *type =
            mp_material_name(map_material(glb->map, (uint16_t)look->liquid).type);
        write_format(&name, "%s_%u ", type ? type : "liquid", look->liquid);
    }
    if (look->texture < MAP_TEXTURES_MAX)
        write_text(&name, glb->map->textures[look->texture].name);
    else
        write_text(&name, type_name(look->type, glb->arena));
    if (look->animated)
        write_format(&name, " animated_%u",
                     glb->map->mp.animated[look->animated - 1].first_tile);
    return writer_text(&name);
}

/* The game's colours are sRGB, glTF uses linear colours. The curve is approximated by a
 * polynomial that is exact at 0 and 1, with an error of at most 0.002 in between. */
static float linear(float colour)
{
    return ((0.305306011f * colour + 0.682171111f) * colour + 0.012522878f) * colour;
}

/* Land without a texture has a flat colour by its type; liquids are seen through, from both
 * sides. */
static GltfMaterial material_of(const MapGlb *glb, const Look *look)
{
    GltfMaterial material = GLTF_MATERIAL;
    const Pixel flat = map_tile_colour(look->type);
    material.name = name_of(glb, look);
    material.extras = extras_of(glb, look);
    if (look->texture < MAP_TEXTURES_MAX) {
        material.image = glb->images[look->texture];
    } else if (look->liquid == SEC_NONE) {
        material.colour[0] = linear((float)PIXEL_R(flat) / 255);
        material.colour[1] = linear((float)PIXEL_G(flat) / 255);
        material.colour[2] = linear((float)PIXEL_B(flat) / 255);
    }
    if (look->liquid != SEC_NONE) {
        const MpMaterial liquid = map_material(glb->map, (uint16_t)look->liquid);
        memcpy(material.colour, liquid.colour, sizeof material.colour);
        for (unsigned i = 0; i < 3; i++)
            material.colour[i] = linear(liquid.colour[i]);
        material.alpha = GLTF_BLEND;
        material.double_sided = true;
        material.roughness = 0.2f;
    }
    return material;
}

/* Returns the material of a look, and adds it if it is new; -1 if there are too many. */
static int32_t material_for(MapGlb *glb, const Look *look)
{
    const Text key = {(const char *)look, sizeof *look};
    const uint32_t *found = table_get(&glb->known, key);
    if (found)
        return (int32_t)*found;
    const uint32_t index = (uint32_t)glb->gltf->material_count;
    glb->too_many |= index == MAP_LOOKS_MAX;
    if (glb->too_many)
        return -1;
    const Bytes kept = arena_copy(glb->arena, bytes_of_text(key));
    table_put(&glb->known, text_of_bytes(kept), index);
    *ARENA_PUSH(glb->arena, glb->gltf->materials, glb->gltf->material_count) =
        material_of(glb, look);
    return (int32_t)index;
}

/* Only properties that change the material are set: others must be equal, as looks are
 * compared as bytes. The texture is in bits 6 to 13 of a tile. */
static Look look_of(const MapGlb *glb, uint16_t tile, uint32_t liquid)
{
    const unsigned texture = tile >> 6 & 255;
    const bool textured = tile != SEC_NONE && glb->images[texture] >= 0;
    Look look = {.liquid = liquid, .texture = textured ? texture : MAP_TEXTURES_MAX};
    if (!textured)
        look.type = liquid != SEC_NONE ? 0 : map_tile_type(glb->map, tile);
    if (tile != SEC_NONE)
        look.animated = (uint32_t)(glb->animated[sec_tile_index(tile)] + 1);
    return look;
}

/* ---- meshes ---- */

/* The land of a sector, or its liquid. */
typedef struct Layer {
    uint32_t x, y; /* of the sector */
    const SecVertex *vertices;
    const uint16_t *tiles, *materials; /* NULL: land */
} Layer;

/* A drawn tile; sorted by material. */
typedef struct Drawn {
    int32_t material;
    uint32_t tile; /* index in the sector */
} Drawn;

/* The tile decides between equal materials, because qsort() is not stable. */
static int compare_drawn(const void *a, const void *b)
{
    const Drawn *one = a, *other = b;
    if (one->material != other->material)
        return one->material < other->material ? -1 : 1;
    return (one->tile > other->tile) - (one->tile < other->tile);
}

/* Returns the number of tiles to draw, sorted by material. A liquid covers only some of
 * them. */
static uint32_t choose_tiles(MapGlb *glb, const Layer *layer, Drawn *drawn)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < TILES; i++) {
        if (layer->materials && layer->materials[i] == SEC_NONE)
            continue;
        const Look look =
            look_of(glb, layer->tiles[i], layer->materials ? layer->materials[i] : SEC_NONE);
        drawn[count++] = (Drawn){material_for(glb, &look), i};
    }
    qsort(drawn, count, sizeof *drawn, compare_drawn);
    return count;
}

typedef struct Vertices {
    Vec3 *positions, *normals;
    Vec2 *uvs;
} Vertices;

/* Nine points: each tile is a square of 2 x 2 smaller ones. */
static void put_tile(const MapGlb *glb, const Layer *layer, uint32_t tile, const Vertices *out,
                     size_t at)
{
    const unsigned left = tile % SEC_TILES * 2, bottom = tile / SEC_TILES * 2;
    for (unsigned i = 0; i < TILE_POINTS; i++) {
        const unsigned column = left + i % 3, row = bottom + i / 3;
        const SecVertex *vertex = &layer->vertices[row * SEC_SIDE + column];
        /* Uses the column of the whole map: adding the position of the sector afterwards would
         * round shared vertices differently. */
        out->positions[at + i] =
            model_axes(sec_place(vertex, layer->x * SEC_UNITS + column,
                                 layer->y * SEC_UNITS + row, glb->map->mp.max_altitude));
        out->normals[at + i] = model_axes(sec_normal(vertex));
        out->uvs[at + i] = map_uv(layer->tiles[tile], i % 3, i / 3);
    }
}

/* The limit is for the whole scene. */
static void count_primitives(MapGlb *glb, const Drawn *drawn, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        glb->primitive_count += !i || drawn[i].material != drawn[i - 1].material;
    glb->too_many |= glb->primitive_count > MAP_PRIMITIVES_MAX;
}

/* Returns -1 if there is nothing to draw. */
static int32_t add_mesh(MapGlb *glb, const Layer *layer, Text name)
{
    Drawn drawn[TILES];
    const uint32_t count = choose_tiles(glb, layer, drawn);
    const size_t points = (size_t)count * TILE_POINTS;
    count_primitives(glb, drawn, count);
    if (!count || glb->too_many)
        return -1;
    const Vertices vertices = {arena_alloc_raw(glb->arena, points, sizeof(Vec3)),
                               arena_alloc_raw(glb->arena, points, sizeof(Vec3)),
                               arena_alloc_raw(glb->arena, points, sizeof(Vec2))};
    GltfMesh mesh = {.name = name};
    for (uint32_t from = 0, to; from < count; from = to) {
        const size_t first = (size_t)from * TILE_POINTS;
        for (to = from; to < count && drawn[to].material == drawn[from].material; to++)
            put_tile(glb, layer, drawn[to].tile, &vertices, (size_t)to * TILE_POINTS);
        *ARENA_PUSH(glb->arena, mesh.primitives, mesh.primitive_count) =
            (GltfPrimitive){.positions = vertices.positions + first,
                            .normals = vertices.normals + first,
                            .uvs = vertices.uvs + first,
                            .vertex_count = (to - from) * TILE_POINTS,
                            .indices = glb->indices,
                            .index_count = (to - from) * TILE_INDICES,
                            .material = drawn[from].material};
    }
    *ARENA_PUSH(glb->arena, glb->gltf->meshes, glb->gltf->mesh_count) = mesh;
    return (int32_t)glb->gltf->mesh_count - 1;
}

/* Four squares of two triangles each per tile, counter-clockwise when seen from above. */
static const uint32_t *make_indices(Arena *arena)
{
    uint32_t *const indices = arena_alloc_raw(arena, TILES * TILE_INDICES, sizeof *indices);
    uint32_t *out = indices;
    for (uint32_t tile = 0; tile < TILES; tile++)
        for (uint32_t square = 0; square < 4; square++) {
            const uint32_t at = tile * TILE_POINTS + square / 2 * 3 + square % 2;
            const uint32_t corners[] = {at, at + 1, at + 4, at, at + 4, at + 3};
            memcpy(out, corners, sizeof corners);
            out += COUNT_OF(corners);
        }
    return indices;
}

/* ---- the scene ---- */

static int32_t add_node(MapGlb *glb, Text name, int32_t parent, int32_t mesh)
{
    GltfNode *node = ARENA_PUSH(glb->arena, glb->gltf->nodes, glb->gltf->node_count);
    *node = GLTF_NODE;
    node->name = name;
    node->parent = parent;
    node->mesh = mesh;
    return (int32_t)glb->gltf->node_count - 1;
}

/* The liquid is a child of the land, so that both move together. */
static void add_sector(MapGlb *glb, int32_t root, uint32_t x, uint32_t y)
{
    const SecFile *sec = map_sector(glb->map, x, y);
    const Text zone = glb->map->zone;
    if (!sec)
        return;
    const Text name = arena_format(glb->arena, "%.*s%03u%03u", (int)zone.size, zone.at, x, y);
    const Layer land = {x, y, sec->land, sec->tiles, NULL};
    const int32_t node = add_node(glb, name, root, add_mesh(glb, &land, name));
    glb->gltf->nodes[node].extras = arena_format(glb->arena, "\"sector\": [%u, %u]", x, y);
    if (!sec->wet)
        return;
    const Text wet = arena_format(glb->arena, "%.*s_liquid", (int)name.size, name.at);
    const Layer liquid = {x, y, sec->surface, sec->liquid_tiles, sec->liquid_materials};
    const int32_t mesh = add_mesh(glb, &liquid, wet);
    if (mesh >= 0)
        add_node(glb, wet, node, mesh);
}

static Text scene_extras(const Map *map, Arena *arena)
{
    Writer text = writer_to(arena);
    JsonWriter json = json_to(&text);
    json_put_text(&json, "zone", map->zone);
    json_put_float(&json, "max_altitude", map->mp.max_altitude);
    json_open_list(&json, "sectors");
    json_put_uint(&json, NULL, map->mp.sectors_x);
    json_put_uint(&json, NULL, map->mp.sectors_y);
    json_close_list(&json);
    json_open_list(&json, "tile_types");
    for (uint32_t i = 0; i < map->mp.tile_count && i < MAP_TILES_MAX; i++)
        json_put_text(&json, NULL, type_name(map->mp.tile_types[i], arena));
    json_close_list(&json);
    json_open_list(&json, "animated");
    for (uint32_t i = 0; i < map->mp.animated_count && i < MAP_TILES_MAX; i++)
        put_animated(&json, NULL, &map->mp.animated[i]);
    json_close_list(&json);
    return writer_text(&text);
}

static bool add_images(MapGlb *glb, Report *report)
{
    bool wanted[MAP_TEXTURES_MAX] = {false};
    Image images[MAP_TEXTURES_MAX];
    Bytes pngs[MAP_TEXTURES_MAX] = {{0}};
    map_textures_used(glb->map, true, wanted);
    if (!map_textures(glb->map, wanted, images, pngs, glb->arena, report))
        return false;
    for (size_t i = 0; i < MAP_TEXTURES_MAX; i++) {
        glb->images[i] = pngs[i].size ? (int32_t)glb->gltf->image_count : -1;
        if (pngs[i].size)
            *ARENA_PUSH(glb->arena, glb->gltf->images, glb->gltf->image_count) =
                (GltfImage){glb->map->textures[i].name, pngs[i]};
    }
    return true;
}

bool map_scene(const Map *map, Gltf *out, Arena *arena, Report *report)
{
    MapGlb glb = {.map = map,
                  .gltf = out,
                  .animated = map_animated(map, arena),
                  .indices = make_indices(arena),
                  .known = table_new(arena),
                  .arena = arena};
    *out = (Gltf){.name = map->zone, .extras = scene_extras(map, arena)};
    if (!add_images(&glb, report))
        return false;
    const int32_t root = add_node(&glb, map->zone, -1, -1);
    for (uint32_t y = 0; y < map->mp.sectors_y; y++)
        for (uint32_t x = 0; x < map->mp.sectors_x && !glb.too_many; x++)
            add_sector(&glb, root, x, y);
    return !glb.too_many ||
           report_error(report,
                        "too many kinds of tiles (texture, animation, liquid): the maximum for "
                        "a scene is %d, and %d parts of sectors that are of one kind",
                        MAP_LOOKS_MAX, MAP_PRIMITIVES_MAX);
}

/* Errors in files given by options are not reported as errors of the map. */
static bool add_camera(Gltf *gltf, const MapSettings *settings, Arena *arena, Report *report)
{
    if (!settings->camera.data)
        return true;
    Report about = report_child(report, TEXT("--cam"));
    return map_add_camera(gltf, settings->camera, arena, &about);
}

static bool add_objects(Gltf *gltf, const MapSettings *settings, Arena *arena, Report *report)
{
    if (!settings->objects.data)
        return true;
    Report about = report_child(report, TEXT("--mob"));
    return map_add_objects(gltf, settings->objects, settings->models, arena, &about);
}

/* The camera and the objects are optional, and come after the land. */
bool map_whole_scene(const ConversionJob *job, Gltf *out, Arena *arena, Report *report)
{
    const MapSettings *settings = map_settings(job);
    const MapSource source = map_source(job);
    Map *map = ARENA_ALLOC(arena, Map, 1);
    return map_load(&source, map, arena, report) && map_scene(map, out, arena, report) &&
           add_camera(out, settings, arena, report) &&
           add_objects(out, settings, arena, report);
}

bool map_to_glb(ConversionJob *job, Arena *arena, Report *report)
{
    Gltf gltf;
    return map_whole_scene(job, &gltf, arena, report) &&
           gltf_write(&gltf, &job->output, arena, report);
}
