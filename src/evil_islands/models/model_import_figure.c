/* Figures of the bones of a glTF scene: see model_import.h. */
#include "evil_islands/models/model_import_internal.h"

#include "base/hash.h"

enum {
    NUMBERS_MAX = 65535, /* of vertices, uvs and corners: indices have 16 bits */
    SEARCHED_MAX = 64,   /* vertices at one position that are compared by normal */
    CORNERS_OF_ALL_MAX = MODEL_CORNERS_MAX,
    INDICES_OF_ALL_MAX = 1 << 22,
};

typedef struct Vertex {
    Vec3 variants[FIG_VARIANTS], normal; /* z up */
    uint64_t moves;                      /* hash of the effect of all other targets on it */
    uint32_t next;                       /* next vertex at the same position, from 1; 0: none */
} Vertex;

/* A figure under construction: equal vertices and corners are merged. */
typedef struct Merge {
    GlbModel *model;
    GlbBone *bone;
    Vertex *vertices;
    FigUv *uvs;
    FigCorner *corners;
    uint16_t *indices;
    GlbOrigin *origins;
    size_t vertex_count, origin_count, uv_count, corner_count, index_count;
    Table places, uv_table, corner_table;
    Arena *scratch;
} Merge;

/* Returns true if the count is allowed, and false after an error. */
static bool too_many(const Merge *merge, size_t count, const char *what)
{
    return count <= NUMBERS_MAX ||
           report_error(merge->model->report,
                        "the mesh of \"%.*s\" has more than %d %s: cut it into several bones",
                        (int)merge->bone->name.size, merge->bone->name.at, NUMBERS_MAX, what);
}

/* Tables do not copy their keys, so they are kept until the figure is made. */
static Text key_of(Merge *merge, const void *data, size_t size)
{
    return text_of_bytes(arena_copy(merge->scratch, (Bytes){data, size}));
}

/* ---- vertices ---- */

/* Replaces -0 by 0. */
static Vec3 plain(Vec3 v) { return vec3_add(v, (Vec3){0, 0, 0}); }

/* Scales to length 1; the result does not change when it is scaled again. */
static Vec3 unit_for_good(Vec3 v)
{
    Vec3 out = vec3_unit(v, (Vec3){0, 0, 1});
    for (unsigned i = 0; i < 8; i++)
        out = vec3_unit(out, (Vec3){0, 0, 1});
    return plain(out);
}

/* The variants of a vertex in its mesh: a missing combination is the sum of its parts. */
static void variants_of(const GlbPart *part, uint32_t at, Vec3 out[FIG_VARIANTS])
{
    const GltfPrimitive *from = part->primitive;
    Vec3 moves[FIG_VARIANTS] = {{0, 0, 0}};
    bool known[FIG_VARIANTS] = {true};
    for (size_t i = 0; i < part->mesh->target_count; i++) {
        const unsigned variant = glb_variant(part->mesh->target_names[i]);
        if (!variant || known[variant])
            continue;
        known[variant] = true;
        moves[variant] = from->targets[i].positions[at];
    }
    for (unsigned i = 0; i < FIG_VARIANTS; i++) {
        for (unsigned bit = 1; bit < FIG_VARIANTS && !known[i]; bit <<= 1)
            if (i & bit)
                moves[i] = vec3_add(moves[i], moves[bit]);
        const Vec3 place = vec3_add(from->positions[at], moves[i]);
        out[i] = plain(model_axes_back(affine_apply(&part->place, place)));
    }
}

/* Vertices that other targets move differently must not be merged. */
static uint64_t moves_of(const GlbPart *part, uint32_t at)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < part->mesh->target_count; i++) {
        const Vec3 move = plain(part->primitive->targets[i].positions[at]);
        if (!glb_variant(part->mesh->target_names[i]))
            hash = hash_bytes(hash, (Bytes){(const uint8_t *)&move, sizeof move});
    }
    return hash;
}

/* Programs round normals: nearly equal ones are treated as equal. */
static bool same_normal(Vec3 a, Vec3 b) { return vec3_length(vec3_sub(a, b)) < 0.004f; }

/* Returns the vertex of the figure; adds it if it is new. */
static uint32_t put_vertex(Merge *merge, const Vertex *vertex, GlbOrigin origin)
{
    struct {
        Vec3 variants[FIG_VARIANTS];
        uint64_t moves;
    } key = {.moves = vertex->moves};
    memcpy(key.variants, vertex->variants, sizeof key.variants);
    const Text text = {(const char *)&key, sizeof key};
    const uint32_t *found = table_get(&merge->places, text);
    uint32_t at = found ? *found : 0, last = 0;
    for (unsigned i = 0; at && i < SEARCHED_MAX; i++) {
        if (same_normal(merge->vertices[at - 1].normal, vertex->normal))
            return at - 1;
        last = at;
        at = merge->vertices[at - 1].next;
    }
    *ARENA_PUSH(merge->scratch, merge->vertices, merge->vertex_count) = *vertex;
    *ARENA_PUSH(merge->model->arena, merge->origins, merge->origin_count) = origin;
    if (!found)
        table_put(&merge->places, key_of(merge, &key, sizeof key),
                  (uint32_t)merge->vertex_count);
    else if (last && !at)
        merge->vertices[last - 1].next = (uint32_t)merge->vertex_count;
    return (uint32_t)merge->vertex_count - 1;
}

/* The origin of textures is at the bottom in figures, at the top in glTF. */
static uint32_t put_uv(Merge *merge, Vec2 uv)
{
    const FigUv own = {uv.x + 0.0f, 1 - uv.y};
    const Text text = {(const char *)&own, sizeof own};
    const uint32_t *found = table_get(&merge->uv_table, text);
    if (found)
        return *found;
    table_put(&merge->uv_table, key_of(merge, &own, sizeof own), (uint32_t)merge->uv_count);
    *ARENA_PUSH(merge->model->arena, merge->uvs, merge->uv_count) = own;
    return (uint32_t)merge->uv_count - 1;
}

/* The same vertex with other texture coordinates is another corner. */
static uint32_t put_corner(Merge *merge, uint32_t vertex, uint32_t uv)
{
    const uint32_t key[2] = {vertex, uv};
    const Text text = {(const char *)key, sizeof key};
    const uint32_t *found = table_get(&merge->corner_table, text);
    if (found)
        return *found;
    table_put(&merge->corner_table, key_of(merge, key, sizeof key),
              (uint32_t)merge->corner_count);
    *ARENA_PUSH(merge->model->arena, merge->corners, merge->corner_count) =
        (FigCorner){(uint16_t)vertex, (uint16_t)vertex, (uint16_t)uv};
    return (uint32_t)merge->corner_count - 1;
}

/* ---- parts ---- */

/* Computes missing normals of a primitive from all triangles at a vertex. */
static const Vec3 *normals_of(Merge *merge, const GlbPart *part)
{
    const GltfPrimitive *from = part->primitive;
    if (from->normals)
        return from->normals;
    Vec3 *out = ARENA_ALLOC(merge->scratch, Vec3, from->vertex_count);
    for (uint32_t i = 0; i < part->index_count; i += 3) {
        const uint32_t *at = part->indices + i;
        const Vec3 a = from->positions[at[0]];
        const Vec3 face = vec3_cross(vec3_sub(from->positions[at[1]], a),
                                     vec3_sub(from->positions[at[2]], a));
        for (unsigned k = 0; k < 3; k++)
            out[at[k]] = vec3_add(out[at[k]], face);
    }
    return out;
}

/* Returns the corner for a vertex of the part. */
static bool put_source(Merge *merge, size_t index, uint32_t at, const Vec3 *normals,
                       const Affine *turn, uint32_t *out)
{
    const GlbPart *part = &merge->bone->parts[index];
    const GltfPrimitive *from = part->primitive;
    Vertex vertex = {.moves = moves_of(part, at)};
    variants_of(part, at, vertex.variants);
    vertex.normal = unit_for_good(model_axes_back(affine_apply(turn, normals[at])));
    const Vec2 uv = from->uvs ? from->uvs[at] : (Vec2){0, 1};
    for (unsigned i = 0; i < FIG_VARIANTS; i++)
        if (!vec3_finite(vertex.variants[i]))
            return report_error(merge->model->report,
                                "the mesh of \"%.*s\" has a vertex that is too far away",
                                (int)merge->bone->name.size, merge->bone->name.at);
    const uint32_t place = put_vertex(merge, &vertex, (GlbOrigin){(uint32_t)index, at});
    const uint32_t picture = put_uv(merge, uv);
    *out = put_corner(merge, place, picture);
    return too_many(merge, merge->vertex_count, "vertices") &&
           too_many(merge, merge->uv_count, "places on the texture") &&
           too_many(merge, merge->corner_count, "corners");
}

/* Adds the vertices that triangles use, in their order. */
static bool put_part(Merge *merge, size_t index)
{
    enum { UNUSED = UINT32_MAX };
    const GlbPart *part = &merge->bone->parts[index];
    const uint32_t count = part->primitive->vertex_count;
    if (!part->primitive->positions ||
        !glb_charge(merge->model, (uint64_t)count * (part->mesh->target_count + 16)))
        return !part->primitive->positions;
    Affine turn = affine_normals(&part->place);
    const double size = affine_determinant(&part->place);
    for (unsigned i = 0; size < 0 && i < 9; i++) /* a mirroring transform: reverse the corners
                                                  * so that the outside stays outside */
        turn.linear[i / 3][i % 3] = -turn.linear[i / 3][i % 3];
    const Vec3 *normals = normals_of(merge, part);
    uint32_t *corners = arena_alloc_raw(merge->scratch, count, sizeof *corners);
    memset(corners, 0xFF, count * sizeof *corners);
    for (uint32_t i = 0; i < part->index_count; i++)
        corners[part->indices[i]] = 0;
    for (uint32_t i = 0; i < count; i++)
        if (corners[i] != UNUSED && !put_source(merge, index, i, normals, &turn, &corners[i]))
            return false;
    for (uint32_t i = 0; i < part->index_count; i++) {
        const uint32_t flipped = i % 3 == 0 ? i : i % 3 == 1 ? i + 1 : i - 1;
        *ARENA_PUSH(merge->model->arena, merge->indices, merge->index_count) =
            (uint16_t)corners[part->indices[size < 0 ? flipped : i]];
    }
    return merge->index_count <= INDICES_OF_ALL_MAX ||
           report_error(merge->model->report, "more than %d triangles", INDICES_OF_ALL_MAX / 3);
}

/* ---- the figure ---- */

/* The number of bodies that the mesh defines; FIG_VARIANTS if it defines none. */
static unsigned defined_variants(const GlbBone *bone)
{
    uint32_t count = FIG_VARIANTS;
    if (!glb_extra_number(bone->parts[0].primitive->extras, "variants", &count))
        glb_extra_number(bone->parts[0].mesh->extras, "variants", &count);
    return count < 1 || count > FIG_VARIANTS ? FIG_VARIANTS : count;
}

/* Whether the bodies that a figure with so many variants does not store are those that it shows
 * instead (fig_variant). They differ if they were edited. */
static bool has_all(const Merge *merge, unsigned count)
{
    const float near = 1e-5f; /* units: programs round */
    const FigFile few = {.digit = (uint8_t)('0' + count)};
    for (size_t i = 0; i < merge->vertex_count; i++)
        for (unsigned k = count; k < FIG_VARIANTS; k++) {
            const Vec3 *variants = merge->vertices[i].variants;
            if (vec3_length(vec3_sub(variants[k], variants[fig_variant(&few, k)])) > near)
                return false;
        }
    return true;
}

/* As few variants as the mesh was made with, unless some were edited. */
static unsigned variant_count(const Merge *merge)
{
    const unsigned count = defined_variants(merge->bone);
    return has_all(merge, count) ? count : FIG_VARIANTS;
}

/* Fills blocks of four; the last block repeats its last vertex. */
static void fill_vertices(Merge *merge, FigFile *fig)
{
    for (uint32_t i = 0; i < 4 * fig->vertex_blocks; i++) {
        const Vertex *vertex =
            &merge->vertices[i < merge->vertex_count ? i : merge->vertex_count - 1];
        fig_set_normal(fig, i, vertex->normal);
        for (unsigned k = 0; k < fig_variants(fig); k++)
            fig_set_vertex(fig, i, k, vertex->variants[k]);
    }
}

/* Vertices and normals have the same numbers: merging has made them pairs. */
static void fill(Merge *merge, FigFile *fig)
{
    Arena *arena = merge->model->arena;
    const unsigned variants = variant_count(merge);
    const uint32_t count = (uint32_t)merge->vertex_count, blocks = (count + 3) / 4;
    *fig = (FigFile){.digit = (uint8_t)('0' + variants),
                     .vertex_blocks = blocks,
                     .normal_blocks = blocks,
                     .uv_count = (uint32_t)merge->uv_count,
                     .index_count = (uint32_t)merge->index_count,
                     .corner_count = (uint32_t)merge->corner_count,
                     .morph_count = count,
                     .centers = ARENA_ALLOC(arena, FigVector, variants),
                     .mins = ARENA_ALLOC(arena, FigVector, variants),
                     .maxs = ARENA_ALLOC(arena, FigVector, variants),
                     .radii = ARENA_ALLOC(arena, float, variants),
                     .vertices = ARENA_ALLOC(arena, float, (size_t)blocks * 12 * variants),
                     .normals = ARENA_ALLOC(arena, float, (size_t)blocks * 16),
                     .uvs = merge->uvs,
                     .indices = merge->indices,
                     .corners = merge->corners,
                     .morphs = ARENA_ALLOC(arena, FigMorph, count)};
    fill_vertices(merge, fig);
    for (uint32_t i = 0; i < count; i++)
        fig->morphs[i] = (FigMorph){(uint16_t)i, (uint16_t)i};
    fig_measure(fig, count);
}

/* A bone without triangles has no figure. */
static bool make_figure(GlbModel *model, GlbBone *bone, Arena *scratch, size_t *indices)
{
    Merge merge = {.model = model,
                   .bone = bone,
                   .places = table_new(scratch),
                   .uv_table = table_new(scratch),
                   .corner_table = table_new(scratch),
                   .scratch = scratch};
    for (size_t i = 0; i < bone->part_count; i++)
        if (!put_part(&merge, i))
            return false;
    *indices += merge.index_count;
    if (*indices > INDICES_OF_ALL_MAX)
        return report_error(model->report, "more than %d triangles in all meshes",
                            INDICES_OF_ALL_MAX / 3);
    if (!merge.index_count)
        return true;
    bone->fig = ARENA_ALLOC(model->arena, FigFile, 1);
    fill(&merge, bone->fig);
    bone->origins = merge.origins;
    bone->vertex_count = (uint32_t)merge.vertex_count;
    return true;
}

bool glb_make_figures(GlbModel *model)
{
    Arena *scratch = arena_new();
    size_t indices = 0, corners = 0;
    bool ok = true;
    for (size_t i = 0; ok && i < model->bone_count; i++) {
        arena_reset(scratch);
        ok = make_figure(model, &model->bones[i], scratch, &indices);
        corners += model->bones[i].fig ? model->bones[i].fig->corner_count : 0;
        if (ok && corners > CORNERS_OF_ALL_MAX)
            ok = report_error(model->report, "more than %d corners in all meshes",
                              CORNERS_OF_ALL_MAX);
    }
    arena_free(scratch);
    return ok;
}
