#include "evil_figures.h"

Bytes small_lnk(Kit *kit)
{
    const LnkBone bones[] = {
        {TEXT("hp"), -1}, {TEXT("bd"), 0}, {TEXT("hd"), 1}, {TEXT("лук"), 1}};
    Bytes file = {0};
    assert_true(lnk_write(bones, COUNT_OF(bones), &file, kit->arena, &kit->report));
    return file;
}

Bytes small_bon(Kit *kit)
{
    BonOffset offsets[FIG_VARIANTS];
    for (unsigned i = 0; i < FIG_VARIANTS; i++)
        offsets[i] = (BonOffset){0, i < 4 ? -0.361341f : -0.735542f, i < 4 ? 1.1f : 2.26f};
    const BonFile bon = {.offsets = offsets, .offsets_count = FIG_VARIANTS};
    return bon_write(&bon, kit->arena);
}

Bytes small_fig(Kit *kit)
{
    static const Vec3 corners[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    static uint16_t indices[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    static FigUv uvs[] = {{0, 0}, {1, 0}, {0, 1}, {1, 1}};
    FigCorner places[4];
    FigMorph morphs[4];
    float vertices[12 * FIG_VARIANTS], normals[16], radii[FIG_VARIANTS];
    FigVector centers[FIG_VARIANTS], mins[FIG_VARIANTS], maxs[FIG_VARIANTS];
    FigFile fig = {.digit = '8',
                   .vertex_blocks = 1,
                   .normal_blocks = 1,
                   .uv_count = 4,
                   .index_count = 12,
                   .corner_count = 4,
                   .morph_count = 4,
                   .group = 21,
                   .texture_number = 1,
                   .centers = centers,
                   .mins = mins,
                   .maxs = maxs,
                   .radii = radii,
                   .vertices = vertices,
                   .normals = normals,
                   .uvs = uvs,
                   .indices = indices,
                   .corners = places,
                   .morphs = morphs};
    for (uint16_t i = 0; i < 4; i++) {
        places[i] = (FigCorner){i, i, i};
        morphs[i] = (FigMorph){i, i};
        fig_set_normal(&fig, i, (Vec3){0, 0, 1});
        for (unsigned variant = 0; variant < FIG_VARIANTS; variant++)
            fig_set_vertex(&fig, i, variant, vec3_scale(corners[i], 1 + (float)variant / 4));
    }
    fig_measure(&fig, 4);
    return fig_write(&fig, kit->arena);
}

Bytes small_anm(Kit *kit)
{
    AnmTurn turns[] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0.70710678f, 0, 0.70710678f, 0}};
    AnmShift shifts[] = {{0, 0, 0}, {0, 0, 0.5f}};
    AnmShift morphs[] = {{0, 0, 0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    const AnmFile anm = {.rotation_count = 3,
                         .rotations = turns,
                         .translation_count = 2,
                         .translations = shifts,
                         .morph_frames = 2,
                         .morph_vertices = 2,
                         .morphs = morphs};
    return anm_write(&anm, kit->arena);
}

Bytes small_mp(Kit *kit)
{
    MpMaterial materials[] = {
        {.type = MP_TERRAIN, .colour = {1, 1, 1, 1}},
        {.type = MP_WATER, .colour = {0.2f, 0.4f, 0.8f, 0.5f}, .wave = 1}};
    MpAnimated animated[] = {{60, 4}};
    uint32_t types[64];
    for (uint32_t i = 0; i < 64; i++)
        types[i] = i % 17; /* 16 is of a mod */
    const MpFile mp = {.max_altitude = 12.5f,
                       .sectors_x = 2,
                       .sectors_y = 1,
                       .texture_count = 1,
                       .texture_size = 512,
                       .tile_count = 64,
                       .tile_size = 64,
                       .material_count = 2,
                       .animated_count = 1,
                       .materials = materials,
                       .tile_types = types,
                       .animated = animated};
    return mp_write(&mp, kit->arena);
}

Bytes small_sec(Kit *kit, bool wet)
{
    SecFile *sec = ARENA_ALLOC(kit->arena, SecFile, 1);
    sec->wet = sec->liquid = wet;
    sec->surface = ARENA_ALLOC(kit->arena, SecVertex, SEC_SIDE * SEC_SIDE);
    sec->liquid_tiles = ARENA_ALLOC(kit->arena, uint16_t, SEC_TILES * SEC_TILES);
    sec->liquid_materials = ARENA_ALLOC(kit->arena, uint16_t, SEC_TILES * SEC_TILES);
    for (unsigned i = 0; i < SEC_SIDE * SEC_SIDE; i++) {
        const uint32_t up = sec_normal_of((Vec3){0, 0.1f, 0.994987f});
        sec->land[i] =
            (SecVertex){(int8_t)(i % 7 - 3), (int8_t)(i % 5 - 2), (uint16_t)(i * 60), up};
        sec->surface[i] = (SecVertex){0, 0, 20000, sec_normal_of((Vec3){0, 0, 1})};
    }
    for (unsigned i = 0; i < SEC_TILES * SEC_TILES; i++) {
        sec->tiles[i] = (uint16_t)(i % 64 | i % 4 << 14);
        sec->liquid_tiles[i] = i % 3 ? 60 : SEC_NONE;
        sec->liquid_materials[i] = i % 3 ? 1 : SEC_NONE;
    }
    return sec_write(sec, kit->arena);
}
