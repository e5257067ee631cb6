#include "evil_creature.h"

const CreatureBone creature_bones[CREATURE_BONES] = {
    {"hp", -1, 20, {0, 0, 1.3f}, {0, 0, 0}, {0.36f, 0.27f, 0.24f}, -0.1f},
    {"bd", 0, 17, {0, 0, 0.12f}, {0, -0.05f, 0.48f}, {0.5f, 0.36f, 0.55f}, 0.3f},
    {"hd", 1, 21, {0, -0.361341f, 1.110468f}, {0, -0.08f, 0.1f}, {0.24f, 0.28f, 0.27f}, -0.1f},
    {"lh1", 1, 21, {0.5f, -0.08f, 0.85f}, {0.06f, 0, -0.25f}, {0.16f, 0.16f, 0.4f}, 0.2f},
    {"lh2", 3, 21, {0.1f, 0, -0.58f}, {0.02f, -0.03f, -0.25f}, {0.13f, 0.13f, 0.34f}, -0.1f},
    {"lh3", 4, 17, {0.03f, -0.06f, -0.54f}, {0, -0.02f, -0.12f}, {0.14f, 0.12f, 0.18f}, 0},
    {"rh1", 1, 21, {-0.5f, -0.08f, 0.85f}, {-0.06f, 0, -0.25f}, {0.16f, 0.16f, 0.4f}, 0.2f},
    {"rh2", 6, 21, {-0.1f, 0, -0.58f}, {-0.02f, -0.03f, -0.25f}, {0.13f, 0.13f, 0.34f}, -0.1f},
    {"rh3", 7, 17, {-0.03f, -0.06f, -0.54f}, {0, -0.02f, -0.12f}, {0.14f, 0.12f, 0.18f}, 0},
    {"ll1", 0, 20, {0.24f, 0, -0.08f}, {0, 0, -0.26f}, {0.19f, 0.19f, 0.38f}, 0.2f},
    {"ll2", 9, 20, {0.02f, 0.02f, -0.56f}, {0, 0.02f, -0.24f}, {0.14f, 0.15f, 0.34f}, 0.1f},
    {"ll3", 10, 17, {0, 0.03f, -0.52f}, {0, -0.1f, -0.04f}, {0.14f, 0.26f, 0.1f}, -0.2f},
    {"rl1", 0, 20, {-0.24f, 0, -0.08f}, {0, 0, -0.26f}, {0.19f, 0.19f, 0.38f}, 0.2f},
    {"rl2", 12, 20, {-0.02f, 0.02f, -0.56f}, {0, 0.02f, -0.24f}, {0.14f, 0.15f, 0.34f}, 0.1f},
    {"rl3", 13, 17, {0, 0.03f, -0.52f}, {0, -0.1f, -0.04f}, {0.14f, 0.26f, 0.1f}, -0.2f},
};

Vec3 creature_grown(Vec3 at, unsigned variant)
{
    const float tall = variant & 4 ? 2.0355686f : 1;
    const float wide = (variant & 1 ? 1.4f : 1) * (variant & 2 ? 0.8f : 1) * tall;
    return (Vec3){at.x * wide, at.y * wide, at.z * tall * (variant & 2 ? 1.06f : 1)};
}

Bytes creature_lnk(Arena *arena)
{
    Report silent = report_to(NULL, NULL);
    LnkBone bones[CREATURE_BONES];
    Bytes file = {0};
    for (unsigned i = 0; i < CREATURE_BONES; i++)
        bones[i] = (LnkBone){text_of(creature_bones[i].name), creature_bones[i].parent};
    lnk_write(bones, CREATURE_BONES, &file, arena, &silent);
    return file;
}

Bytes creature_bon(unsigned bone, Arena *arena)
{
    BonOffset offsets[FIG_VARIANTS];
    for (unsigned i = 0; i < FIG_VARIANTS; i++) {
        const Vec3 at = creature_grown(creature_bones[bone].offset, i);
        offsets[i] = (BonOffset){at.x, at.y, at.z};
    }
    if (bone == 2) /* the official numbers: only height counts */
        for (unsigned i = 0; i < FIG_VARIANTS; i++)
            offsets[i] = i < 4 ? (BonOffset){0, -0.361341f, 1.110468f}
                               : (BonOffset){0.000001f, -0.735542f, 2.260456f};
    const BonFile bon = {.offsets = offsets, .offsets_count = FIG_VARIANTS};
    return bon_write(&bon, arena);
}

/* ---- figures ---- */

/* Where a ring's vertices begin; the poles have one. */
static uint16_t creature_vertex(unsigned ring, unsigned segment)
{
    if (ring == 0)
        return 0;
    if (ring == CREATURE_RINGS)
        return CREATURE_VERTICES - 1;
    return (uint16_t)(1 + (ring - 1) * CREATURE_SEGMENTS + segment % CREATURE_SEGMENTS);
}

static void creature_shape(const CreatureBone *bone, FigFile *fig)
{
    for (unsigned ring = 0; ring <= CREATURE_RINGS; ring++)
        for (unsigned segment = 0; segment < CREATURE_SEGMENTS; segment++) {
            const double down = 180.0 * ring / CREATURE_RINGS;
            const double around = 360.0 * segment / CREATURE_SEGMENTS;
            const float out = (float)turn_sine(down), up = (float)turn_cosine(down);
            const Vec3 ball = {out * (float)turn_cosine(around), out * (float)turn_sine(around),
                               up};
            const float wide = 1 + bone->taper * up;
            const Vec3 at = {bone->middle.x + ball.x * bone->radii.x * wide,
                             bone->middle.y + ball.y * bone->radii.y * wide,
                             bone->middle.z + ball.z * bone->radii.z};
            const Vec3 normal = {ball.x / bone->radii.x, ball.y / bone->radii.y,
                                 ball.z / bone->radii.z};
            const uint16_t vertex = creature_vertex(ring, segment);
            fig_set_normal(fig, vertex, vec3_unit(normal, (Vec3){0, 0, 1}));
            for (unsigned variant = 0; variant < FIG_VARIANTS; variant++)
                fig_set_vertex(fig, vertex, variant, creature_grown(at, variant));
        }
    /* The last block repeats its last vertex. */
    for (uint32_t i = CREATURE_VERTICES; i < 4 * fig->vertex_blocks; i++) {
        fig_set_normal(fig, i, fig_normal(fig, CREATURE_VERTICES - 1));
        for (unsigned variant = 0; variant < FIG_VARIANTS; variant++)
            fig_set_vertex(fig, i, variant, fig_vertex(fig, CREATURE_VERTICES - 1, variant));
    }
}

/* Each figure has its cell of four by four on the texture. */
static void creature_surface(unsigned bone, FigFile *fig)
{
    uint32_t count = 0;
    for (unsigned ring = 0; ring <= CREATURE_RINGS; ring++)
        for (unsigned segment = 0; segment <= CREATURE_SEGMENTS; segment++) {
            const unsigned corner = ring * (CREATURE_SEGMENTS + 1) + segment;
            const float across = 0.04f + 0.92f * (float)segment / CREATURE_SEGMENTS;
            const float down = 0.04f + 0.92f * (float)ring / CREATURE_RINGS;
            const uint16_t vertex = creature_vertex(ring, segment);
            fig->uvs[corner] =
                (FigUv){((float)(bone % 4) + across) / 4, 1 - ((float)(bone / 4) + down) / 4};
            fig->corners[corner] = (FigCorner){vertex, vertex, (uint16_t)corner};
        }
    for (unsigned ring = 0; ring < CREATURE_RINGS; ring++)
        for (unsigned segment = 0; segment < CREATURE_SEGMENTS; segment++) {
            const uint16_t a = (uint16_t)(ring * (CREATURE_SEGMENTS + 1) + segment);
            const uint16_t below = a + CREATURE_SEGMENTS + 1;
            const uint16_t upper[] = {a, below + 1, a + 1}, lower[] = {a, below, below + 1};
            for (unsigned i = 0; i < 3 && ring > 0; i++)
                fig->indices[count++] = upper[i];
            for (unsigned i = 0; i < 3 && ring < CREATURE_RINGS - 1; i++)
                fig->indices[count++] = lower[i];
        }
}

Bytes creature_fig(unsigned bone, Arena *arena)
{
    enum { BLOCKS = (CREATURE_VERTICES + 3) / 4 };
    FigFile fig = {.digit = '8',
                   .vertex_blocks = BLOCKS,
                   .normal_blocks = BLOCKS,
                   .uv_count = CREATURE_CORNERS,
                   .index_count = 3 * CREATURE_TRIANGLES,
                   .corner_count = CREATURE_CORNERS,
                   .morph_count = CREATURE_VERTICES,
                   .group = creature_bones[bone].group,
                   .centers = ARENA_ALLOC(arena, FigVector, FIG_VARIANTS),
                   .mins = ARENA_ALLOC(arena, FigVector, FIG_VARIANTS),
                   .maxs = ARENA_ALLOC(arena, FigVector, FIG_VARIANTS),
                   .radii = ARENA_ALLOC(arena, float, FIG_VARIANTS),
                   .vertices = ARENA_ALLOC(arena, float, BLOCKS * 12 * FIG_VARIANTS),
                   .normals = ARENA_ALLOC(arena, float, BLOCKS * 16),
                   .uvs = ARENA_ALLOC(arena, FigUv, CREATURE_CORNERS),
                   .indices = ARENA_ALLOC(arena, uint16_t, 3 * CREATURE_TRIANGLES),
                   .corners = ARENA_ALLOC(arena, FigCorner, CREATURE_CORNERS),
                   .morphs = ARENA_ALLOC(arena, FigMorph, CREATURE_VERTICES)};
    creature_shape(&creature_bones[bone], &fig);
    creature_surface(bone, &fig);
    for (uint16_t i = 0; i < CREATURE_VERTICES; i++)
        fig.morphs[i] = (FigMorph){i, i};
    fig_measure(&fig, CREATURE_VERTICES);
    return fig_write(&fig, arena);
}

/* ---- clips ---- */

static const CreatureSwing creature_swings[] = {
    {1, {0, 0, 1}, 8, 0, 0, 0},   {2, {0, 0, 1}, -6, 20, 0, 0},
    {3, {1, 0, 0}, 28, 3, 0, 0},  {4, {1, 0, 0}, 10, 2, 0, -22},
    {6, {1, 0, 0}, -28, 3, 0, 0}, {7, {1, 0, 0}, -10, 2, 0, -22},
    {9, {1, 0, 0}, -30, 0, 0, 0}, {10, {1, 0, 0}, 16, 0, 90, 8},
    {12, {1, 0, 0}, 30, 0, 0, 0}, {13, {1, 0, 0}, 16, 0, -90, 8}};

/* Up and down in eight even steps a round, so that some frames are exactly alike. */
static int creature_step(unsigned frame, unsigned count)
{
    const unsigned at = frame * 16 / count;
    return (int)(at < 8 ? at : 16 - at);
}

/* Where the root stands: that of variant 5, on which clips are made, a little up or down. */
static AnmShift *creature_shifts(bool walk, unsigned frames, Arena *arena)
{
    const Vec3 at = creature_grown(creature_bones[0].offset, 5);
    AnmShift *shifts = ARENA_ALLOC(arena, AnmShift, frames);
    for (unsigned i = 0; i < frames; i++) {
        const float up =
            walk ? 0.05f * (float)turn_sine(720.0 * i / frames) : -0.01f * (float)(i % 3 == 0);
        shifts[i] = (AnmShift){at.x, at.y, at.z + up};
    }
    return shifts;
}

/* The chest of who breathes: its front rises. */
static AnmShift *creature_breath(unsigned frames, Arena *arena)
{
    AnmShift *shifts = ARENA_ALLOC(arena, AnmShift, (size_t)frames * CREATURE_VERTICES);
    for (unsigned frame = 0; frame < frames; frame++)
        for (unsigned i = 0; i < CREATURE_VERTICES; i++) {
            const unsigned segment = (i + CREATURE_SEGMENTS - 1) % CREATURE_SEGMENTS;
            const bool menus = i > 0 && i < CREATURE_VERTICES - 1 && segment > 6;
            const float much = menus ? (float)creature_step(frame, frames) / 100 : 0;
            shifts[frame * CREATURE_VERTICES + i] = (AnmShift){0, -much, much / 2};
        }
    return shifts;
}

Bytes creature_anm(unsigned bone, bool walk, Arena *arena)
{
    const unsigned frames = walk ? CREATURE_WALK : CREATURE_IDLE;
    AnmFile anm = {0};
    for (size_t i = 0; i < COUNT_OF(creature_swings); i++) {
        const CreatureSwing *swing = &creature_swings[i];
        if (swing->bone != bone)
            continue;
        anm.rotation_count = frames;
        anm.rotations = ARENA_ALLOC(arena, AnmTurn, frames);
        for (unsigned frame = 0; frame < frames; frame++) {
            const double time = 360.0 * frame / frames + (walk ? (double)swing->phase : 0);
            const double much = walk ? (double)swing->walk : (double)swing->idle;
            const Quat turn =
                turn_around(swing->axis, much * turn_sine(time) + (double)swing->bent);
            anm.rotations[frame] = (AnmTurn){turn.w, turn.x, turn.y, turn.z};
        }
    }
    if (bone == 0) {
        anm.translation_count = frames;
        anm.translations = creature_shifts(walk, frames, arena);
    }
    if (bone == 1 && !walk) {
        anm.morph_frames = frames;
        anm.morph_vertices = CREATURE_VERTICES;
        anm.morphs = creature_breath(frames, arena);
    }
    return anm_write(&anm, arena);
}

/* ---- the texture ---- */

static Pixel creature_skin(unsigned bone, uint32_t x, uint32_t y, uint32_t noise)
{
    static const uint8_t colours[][3] = {{96, 66, 42}, {112, 82, 50}, {104, 138, 74}};
    const uint8_t group = bone < CREATURE_BONES ? creature_bones[bone].group : 21;
    const uint8_t *colour = colours[group == 20 ? 0 : group == 17 ? 1 : 2];
    const int speckle = (int)(noise % 23) - 11 + (y % 16 == 0 && group != 21 ? -18 : 0);
    int rgb[3];
    for (unsigned i = 0; i < 3; i++) {
        rgb[i] = colour[i] + speckle;
        rgb[i] = rgb[i] < 0 ? 0 : rgb[i];
    }
    if (bone == 2) { /* eyes and a mouth; the front is at three quarters of the cell */
        const int from = (int)x - 46, eye = from < 0 ? -from : from;
        if (y >= 22 && y < 28 && eye >= 4 && eye < 9)
            return eye == 6 && y > 23 && y < 26 ? PIXEL(20, 10, 5, 255)
                                                : PIXEL(250, 230, 90, 255);
        if (y >= 36 && y < 39 && eye < 7)
            return eye == 5 ? PIXEL(240, 235, 215, 255) : PIXEL(60, 20, 20, 255);
    }
    return PIXEL((uint32_t)rgb[0], (uint32_t)rgb[1], (uint32_t)rgb[2], 255);
}

static Bytes creature_texture(Arena *arena)
{
    enum { CELL = CREATURE_TEXTURE / 4 };
    Report silent = report_to(NULL, NULL);
    const Image image = image_new(CREATURE_TEXTURE, CREATURE_TEXTURE, arena);
    Bytes file = {0};
    uint32_t noise = 7;
    for (uint32_t y = 0; y < image.h; y++)
        for (uint32_t x = 0; x < image.w; x++) {
            noise = noise * 1664525u + 1013904223u;
            *image_at(&image, x, y) =
                creature_skin(y / CELL * 4 + x / CELL, x % CELL, y % CELL, noise >> 16);
        }
    mmp_of_pictures(MMP_565, &image, 1, MMP_ROWS_USUAL, &file, arena, &silent);
    return file;
}

/* ---- archives ---- */

Bytes creature_pack(const char *const *names, const Bytes *contents, size_t count, Arena *arena)
{
    Report silent = report_to(NULL, NULL);
    Res res = {.alignment = RES_ALIGNMENT, .count = count};
    Bytes file = {0};
    res.entries = ARENA_ALLOC(arena, ResEntry, count);
    for (size_t i = 0; i < count; i++)
        res.entries[i] = (ResEntry){.name = text_of(names[i]),
                                    .data = contents[i],
                                    .time = 972518400, /* 26 October 2000 */
                                    .offset = UINT64_MAX};
    res_write(&res, &file, arena, &silent);
    return file;
}

Bytes creature_empty_fig(Arena *arena)
{
    FigFile fig = {.digit = '8', .group = 21};
    fig.centers = fig.mins = fig.maxs = ARENA_ALLOC(arena, FigVector, FIG_VARIANTS);
    fig.radii = ARENA_ALLOC(arena, float, FIG_VARIANTS);
    return fig_write(&fig, arena);
}

Bytes creature_pack_whole(const char *const *names, const Bytes *contents, size_t count,
                          Arena *arena)
{
    const char **all = ARENA_ALLOC(arena, const char *, count + CREATURE_BONES);
    Bytes *bytes = ARENA_ALLOC(arena, Bytes, count + CREATURE_BONES);
    size_t total = count;
    for (size_t i = 0; i < count; i++) {
        all[i] = names[i];
        bytes[i] = contents[i];
    }
    for (size_t bone = 0; bone < CREATURE_BONES; bone++) {
        size_t i = 0;
        while (i < count && strcmp(names[i], creature_bones[bone].name) != 0)
            i++;
        if (i < count)
            continue;
        all[total] = creature_bones[bone].name;
        bytes[total++] = creature_empty_fig(arena);
    }
    return creature_pack(all, bytes, total, arena);
}

Creature creature_make(const char *name, Arena *arena)
{
    const char *names[CREATURE_BONES + 1] = {[CREATURE_BONES] = name};
    static const char *const clips[] = {"walk", "cidle"};
    Bytes figures[CREATURE_BONES + 1], places[CREATURE_BONES], motions[2][CREATURE_BONES];
    for (unsigned i = 0; i < CREATURE_BONES; i++) {
        names[i] = creature_bones[i].name;
        figures[i] = creature_fig(i, arena);
        places[i] = creature_bon(i, arena);
        motions[0][i] = creature_anm(i, true, arena);
        motions[1][i] = creature_anm(i, false, arena);
    }
    figures[CREATURE_BONES] = creature_lnk(arena);
    const Bytes packed[] = {creature_pack(names, motions[0], CREATURE_BONES, arena),
                            creature_pack(names, motions[1], CREATURE_BONES, arena)};
    return (Creature){creature_pack(names, figures, CREATURE_BONES + 1, arena),
                      creature_pack(names, places, CREATURE_BONES, arena),
                      creature_pack(clips, packed, 2, arena), creature_texture(arena)};
}
