#include "evil_map.h"

static uint32_t evil_noise(uint32_t x, uint32_t y)
{
    uint32_t hash = x * 0x9E3779B1u ^ y * 0x85EBCA6Bu;
    hash = (hash ^ hash >> 15) * 0x2C1B3C6Du;
    return hash ^ hash >> 13;
}

uint16_t evil_height(int32_t x, int32_t y)
{
    const double hills = 9000 * turn_sine(x * 4.0) * turn_cosine(y * 5.0) +
                         5000 * turn_sine((x + y) * 2.5) +
                         1500 * turn_sine(x * 17.0 - y * 13.0);
    const double height = 25500 + hills;
    return (uint16_t)(height < 0 ? 0 : height > 65534 ? 65534 : height);
}

/* The vertex of the whole map. */
static SecVertex evil_vertex(int32_t x, int32_t y, float max_altitude)
{
    const float step = max_altitude / 65535;
    const Vec3 normal = {(float)(evil_height(x - 1, y) - evil_height(x + 1, y)) * step,
                         (float)(evil_height(x, y - 1) - evil_height(x, y + 1)) * step, 2};
    const uint32_t noise = evil_noise((uint32_t)x, (uint32_t)y);
    return (SecVertex){(int8_t)(noise % 101 - 50), (int8_t)(noise / 101 % 101 - 50),
                       evil_height(x, y), sec_normal_of(vec3_unit(normal, (Vec3){0, 0, 1}))};
}

uint16_t evil_tile(int32_t x, int32_t y)
{
    enum { GRASS = 0, SAND = 3, ROCK = 4, SNOW = 9 };
    const int32_t height = evil_height(2 * x + 1, 2 * y + 1);
    const uint32_t noise = evil_noise((uint32_t)x + 7777, (uint32_t)y);
    const unsigned type = height < EVIL_MAP_LEVEL + 1200 ? SAND
                          : height < 32000               ? GRASS
                          : height < 36000               ? ROCK
                                                         : SNOW;
    return (uint16_t)(type + 16 * (noise % 3) + (noise / 3 % EVIL_MAP_TEXTURES) * 64 +
                      ((noise >> 8) % 4 << 14));
}

static Bytes evil_sector(uint32_t sx, uint32_t sy, float max_altitude, Arena *arena)
{
    SecFile *sec = ARENA_ALLOC(arena, SecFile, 1);
    sec->surface = ARENA_ALLOC(arena, SecVertex, SEC_SIDE * SEC_SIDE);
    sec->liquid_tiles = ARENA_ALLOC(arena, uint16_t, SEC_TILES * SEC_TILES);
    sec->liquid_materials = ARENA_ALLOC(arena, uint16_t, SEC_TILES * SEC_TILES);
    for (unsigned i = 0; i < SEC_SIDE * SEC_SIDE; i++) {
        sec->land[i] = evil_vertex((int32_t)(sx * SEC_UNITS + i % SEC_SIDE),
                                   (int32_t)(sy * SEC_UNITS + i / SEC_SIDE), max_altitude);
        sec->surface[i] = (SecVertex){0, 0, EVIL_MAP_LEVEL, sec_normal_of((Vec3){0, 0, 1})};
    }
    for (unsigned i = 0; i < SEC_TILES * SEC_TILES; i++) {
        const int32_t x = (int32_t)(sx * SEC_TILES + i % SEC_TILES);
        const int32_t y = (int32_t)(sy * SEC_TILES + i / SEC_TILES);
        bool wet = false;
        for (int32_t j = 0; j < 9; j++)
            wet |= evil_height(2 * x + j % 3, 2 * y + j / 3) < EVIL_MAP_LEVEL;
        sec->tiles[i] = evil_tile(x, y);
        /* Deep water has a texture, that at the southern border has none. */
        sec->liquid_materials[i] = (uint16_t)(!wet ? SEC_NONE : y < 2 ? 2 : 1);
        sec->liquid_tiles[i] =
            (uint16_t)(!wet || y < 2 ? SEC_NONE : EVIL_MAP_ANIMATED | (x + y) % 4 << 14);
        sec->wet |= wet;
    }
    sec->liquid = sec->wet;
    return sec_write(sec, arena);
}

Bytes evil_head(uint32_t sectors_x, uint32_t sectors_y, float max_altitude, Arena *arena)
{
    enum { TILES = EVIL_MAP_TEXTURES * MP_TILES_OF_TEXTURE };
    static MpMaterial materials[] = {
        {.type = MP_TERRAIN, .colour = {1, 1, 1, 1}},
        {.type = MP_WATER, .colour = {0.55f, 0.75f, 1, 0.6f}, .wave = 1, .warp = 0.5f},
        {.type = MP_WATER_PLAIN, .colour = {0.2f, 0.4f, 0.6f, 0.5f}, .self_illumination = 0.1f},
        {.type = MP_GRASS, .colour = {0.3f, 0.6f, 0.2f, 1}}};
    static MpAnimated animated[] = {{EVIL_MAP_ANIMATED, 4}, {100, 3}};
    uint32_t types[TILES];
    for (uint32_t i = 0; i < TILES; i++)
        types[i] = i % 64 >= EVIL_MAP_ANIMATED ? 6 : i % 16;
    const MpFile mp = {.max_altitude = max_altitude,
                       .sectors_x = sectors_x,
                       .sectors_y = sectors_y,
                       .texture_count = EVIL_MAP_TEXTURES,
                       .texture_size = 512,
                       .tile_count = TILES,
                       .tile_size = 64,
                       .material_count = COUNT_OF(materials),
                       .animated_count = COUNT_OF(animated),
                       .materials = materials,
                       .tile_types = types,
                       .animated = animated};
    return mp_write(&mp, arena);
}

/* Each tile in the colour of its type, a bit rough. */
static Bytes evil_texture(uint32_t number, uint32_t side, Arena *arena, Report *report)
{
    static const uint8_t colours[16][3] = {
        {74, 126, 52},   {124, 98, 66},   {136, 136, 136}, {214, 194, 140},
        {118, 110, 104}, {150, 150, 72},  {70, 130, 200},  {160, 140, 112},
        {48, 48, 48},    {236, 240, 244}, {184, 216, 236}, {164, 152, 84},
        {222, 228, 236}, {208, 72, 24},   {76, 88, 56},    {96, 90, 88}};
    const Image image = image_new(side, side, arena);
    Bytes file = {0};
    for (uint32_t y = 0; y < side; y++)
        for (uint32_t x = 0; x < side; x++) {
            const uint32_t tile = y * 8 / side * 8 + x * 8 / side;
            const uint8_t *colour = colours[tile >= EVIL_MAP_ANIMATED ? 6 : tile % 16];
            const uint32_t rough = 236 + evil_noise(x * 64 / side, y * 64 / side + number) % 20;
            *image_at(&image, x, y) = PIXEL(colour[0] * rough / 255, colour[1] * rough / 255,
                                            colour[2] * rough / 255, 255);
        }
    if (!mmp_of_pictures(MMP_DXT1, &image, 1, MMP_ROWS_USUAL, &file, arena, report))
        abort();
    return file;
}

EvilMap evil_map(uint32_t sectors_x, uint32_t sectors_y, uint32_t texture_side, Arena *arena,
                 Report *report)
{
    const float max_altitude = 60;
    const size_t count = (size_t)sectors_x * sectors_y;
    EvilMap out = {sectors_x,
                   sectors_y,
                   evil_head(sectors_x, sectors_y, max_altitude, arena),
                   ARENA_ALLOC(arena, Bytes, count),
                   {{0}},
                   {0}};
    Res res = {.alignment = RES_ALIGNMENT, .count = count + 1};
    res.entries = ARENA_ALLOC(arena, ResEntry, res.count);
    res.entries[0] = (ResEntry){.name = TEXT("zone1.mp"), .data = out.mp, .offset = UINT64_MAX};
    for (uint32_t i = 0; i < count; i++) {
        out.sectors[i] = evil_sector(i % sectors_x, i / sectors_x, max_altitude, arena);
        res.entries[i + 1] = (ResEntry){
            .name = arena_format(arena, "Zone1%03u%03u.SEC", i % sectors_x, i / sectors_x),
            .data = out.sectors[i],
            .offset = UINT64_MAX};
    }
    for (uint32_t i = 0; i < EVIL_MAP_TEXTURES; i++)
        out.textures[i] = evil_texture(i, texture_side, arena, report);
    if (!res_write(&res, &out.mpr, arena, report))
        abort();
    return out;
}
