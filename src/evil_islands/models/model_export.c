/* Exports a model as a scene. Parts, in order: meshes; nodes; the skin; the scene. Vertices
 * that move in clips, clips and materials are in model_export_motion.c and
 * model_export_material.c. */
#include "evil_islands/models/model_export.h"

#include "base/json.h"
#include "evil_islands/models/model_export_internal.h"

const char *const model_target_names[MODEL_TARGET_COUNT] = {
    "strength",        "dexterity",        "strength_dexterity",       "height",
    "strength_height", "dexterity_height", "strength_dexterity_height"};

static bool are_numbers(const float *numbers, size_t count)
{
    bool ok = true;
    for (size_t i = 0; i < count; i++)
        ok &= isfinite(numbers[i]);
    return ok;
}

static bool too_far(const ModelGlb *glb, size_t bone, const char *what)
{
    const Text name = glb->model->bones[bone].name;
    return report_error(glb->report, "%s %.*s is too far away", what, (int)name.size, name.at);
}

/* ---- meshes ---- */

static bool has_mesh(const ModelGlb *glb, size_t bone)
{
    const FigFile *fig = glb->model->bones[bone].fig;
    return fig && fig->index_count;
}

/* The difference of a variant to the first one; vertices of the scene that come from the same
 * vertex of the figure have equal differences. */
static const Vec3 *variant_difference(const ModelGlb *glb, const FigFile *fig, unsigned variant)
{
    Vec3 *out = arena_alloc_raw(glb->arena, fig->corner_count, sizeof *out);
    const unsigned of = fig_variant(fig, variant);
    for (uint32_t i = 0; i < fig->corner_count; i++) {
        const uint32_t position = fig->corners[i].position;
        out[i] =
            model_axes(vec3_sub(fig_vertex(fig, position, of), fig_vertex(fig, position, 0)));
    }
    return out;
}

static const Vec3 *move_difference(const ModelGlb *glb, const FigFile *fig, const Vec3 *move)
{
    Vec3 *out = arena_alloc_raw(glb->arena, fig->corner_count, sizeof *out);
    for (uint32_t i = 0; i < fig->corner_count; i++)
        out[i] = model_axes(move[fig->corners[i].position]);
    return out;
}

static GltfPrimitive primitive_of(const ModelGlb *glb, size_t bone)
{
    static const float first[FIG_VARIANTS] = {1};
    const FigFile *fig = glb->model->bones[bone].fig;
    const ModelMoves *moves = &glb->moves[bone];
    const size_t variants = glb->variants ? MODEL_TARGET_COUNT : 0;
    ModelMesh mesh;
    model_mesh(glb->model, bone, -1, 0, glb->variants ? first : glb->body.weights, &mesh,
               glb->arena);
    for (uint32_t i = 0; i < mesh.corner_count; i++) {
        mesh.positions[i] = model_axes(mesh.positions[i]);
        mesh.normals[i] = model_axes(mesh.normals[i]);
    }
    GltfTarget *targets = ARENA_ALLOC(glb->arena, GltfTarget, variants + moves->count);
    for (unsigned i = 0; i < variants; i++)
        targets[i].positions = variant_difference(glb, fig, i + 1);
    for (size_t i = 0; i < moves->count; i++)
        targets[variants + i].positions = move_difference(glb, fig, moves->items[i].vertices);
    return (GltfPrimitive){.positions = mesh.positions,
                           .normals = mesh.normals,
                           .uvs = mesh.uvs,
                           .vertex_count = mesh.corner_count,
                           .indices = mesh.indices,
                           .index_count = mesh.index_count,
                           .material = glb->materials[bone],
                           .targets = targets};
}

/* Checks the bounds of coordinates: the numbers of a file are finite, but their sums may not
 * be. */
static bool is_near(const ModelGlb *glb, size_t bone, const GltfPrimitive *primitive,
                    size_t target_count)
{
    const size_t count = 3 * (size_t)primitive->vertex_count;
    bool ok = are_numbers(&primitive->positions->x, count);
    for (size_t i = 0; i < target_count; i++)
        ok &= are_numbers(&primitive->targets[i].positions->x, count);
    return ok || too_far(glb, bone, "a vertex of the bone");
}

/* Sets names and weights of the targets: first the variants, then the moves. */
static void name_targets(const ModelGlb *glb, GltfMesh *mesh, const ModelMoves *moves)
{
    const size_t variants = glb->variants ? MODEL_TARGET_COUNT : 0;
    mesh->target_count = variants + moves->count;
    mesh->target_names = ARENA_ALLOC(glb->arena, Text, mesh->target_count);
    mesh->weights = ARENA_ALLOC(glb->arena, float, mesh->target_count);
    for (size_t i = 0; i < variants; i++) {
        mesh->target_names[i] = text_of(model_target_names[i]);
        mesh->weights[i] = glb->body.weights[i + 1];
    }
    for (size_t i = 0; i < moves->count; i++)
        mesh->target_names[variants + i] = moves->items[i].name;
}

static Text mesh_extras(const ModelGlb *glb, const FigFile *fig)
{
    return arena_format(glb->arena, "\"group\": %u, \"texture_number\": %u, \"variants\": %u",
                        fig->group, fig->texture_number, fig_variants(fig));
}

/* A figure of one variant has no targets of variants, whatever other figures have. */
static bool add_mesh(ModelGlb *glb, size_t bone)
{
    const bool variants = glb->variants;
    const FigFile *fig = glb->model->bones[bone].fig;
    glb->variants = variants && fig_variants(fig) > 1;
    GltfPrimitive *primitive = ARENA_ALLOC(glb->arena, GltfPrimitive, 1);
    *primitive = primitive_of(glb, bone);
    GltfMesh mesh = {.name = glb->model->bones[bone].name,
                     .primitives = primitive,
                     .primitive_count = 1,
                     .extras = mesh_extras(glb, fig)};
    name_targets(glb, &mesh, &glb->moves[bone]);
    glb->gltf->nodes[bone].mesh = (int32_t)glb->gltf->mesh_count;
    *ARENA_PUSH(glb->arena, glb->gltf->meshes, glb->gltf->mesh_count) = mesh;
    glb->variants = variants;
    return is_near(glb, bone, primitive, mesh.target_count);
}

/* ---- nodes ---- */

static Text node_extras(const ModelGlb *glb, const ModelBone *bone)
{
    Writer writer = writer_to(glb->arena);
    JsonWriter json = json_to(&writer);
    json_open_list(&json, "offsets");
    for (unsigned i = 0; i < FIG_VARIANTS; i++) {
        json_put_float(&json, NULL, bone->offsets[i].x);
        json_put_float(&json, NULL, bone->offsets[i].y);
        json_put_float(&json, NULL, bone->offsets[i].z);
    }
    json_close_list(&json);
    return writer_text(&writer);
}

static bool add_nodes(ModelGlb *glb, const ModelPose *rest)
{
    const Model *model = glb->model;
    Gltf *gltf = glb->gltf;
    gltf->node_count = model->bone_count;
    gltf->nodes = ARENA_ALLOC(glb->arena, GltfNode, model->bone_count + 1); /* and one for the
                                                                             * skin */
    for (size_t i = 0; i < model->bone_count; i++) {
        GltfNode *node = &gltf->nodes[i];
        *node = GLTF_NODE;
        node->name = model->bones[i].name;
        node->parent = model->bones[i].parent;
        node->translation = model_axes(rest[i].translation);
        node->extras = node_extras(glb, &model->bones[i]);
        if (!vec3_finite(node->translation))
            return too_far(glb, i, "the bone");
    }
    return true;
}

/* ---- skin ---- */

/* A bone's part of the mesh of the skin, at its position in the model. */
static GltfPrimitive skin_part(const ModelGlb *glb, size_t bone, const ModelPose *rest)
{
    GltfPrimitive part = primitive_of(glb, bone);
    Vec3 *positions = arena_alloc_raw(glb->arena, part.vertex_count, sizeof *positions);
    uint8_t(*joints)[4] = arena_alloc(glb->arena, part.vertex_count, sizeof *joints);
    float(*weights)[4] = arena_alloc(glb->arena, part.vertex_count, sizeof *weights);
    for (uint32_t i = 0; i < part.vertex_count; i++) {
        positions[i] = vec3_add(part.positions[i], model_axes(rest[bone].world_translation));
        joints[i][0] = (uint8_t)bone;
        weights[i][0] = 1;
    }
    part.positions = positions;
    part.joints = (const uint8_t(*)[4])joints;
    part.weights = (const float(*)[4])weights;
    part.extras = mesh_extras(glb, glb->model->bones[bone].fig);
    return part;
}

static bool add_skin(ModelGlb *glb, const ModelPose *rest)
{
    const Model *model = glb->model;
    Gltf *gltf = glb->gltf;
    GltfMesh mesh = {.name = model->name};
    GltfSkin skin = {.name = model->name, .joint_count = model->bone_count, .skeleton = -1};
    float(*inverse)[16] = arena_alloc(glb->arena, model->bone_count, sizeof *inverse);
    skin.joints = ARENA_ALLOC(glb->arena, int32_t, model->bone_count);
    for (size_t i = 0; i < model->bone_count; i++) {
        const Vec3 place = model_axes(rest[i].world_translation);
        skin.joints[i] = (int32_t)i;
        for (unsigned k = 0; k < 4; k++)
            inverse[i][5 * k] = 1;
        /* `0 -` instead of a sign: a zero stays positive. */
        inverse[i][12] = 0 - place.x;
        inverse[i][13] = 0 - place.y;
        inverse[i][14] = 0 - place.z;
        if (!vec3_finite(place))
            return too_far(glb, i, "the bone");
        if (!has_mesh(glb, i))
            continue;
        const GltfPrimitive part = skin_part(glb, i, rest);
        *ARENA_PUSH(glb->arena, mesh.primitives, mesh.primitive_count) = part;
        if (!is_near(glb, i, &part, glb->variants ? MODEL_TARGET_COUNT : 0))
            return false;
    }
    if (!mesh.primitive_count)
        return true;
    skin.inverse = (const float(*)[16])inverse;
    name_targets(glb, &mesh, &(ModelMoves){0});
    GltfNode *node = &gltf->nodes[gltf->node_count++];
    *node = GLTF_NODE;
    node->name = arena_format(glb->arena, "%.*s skin", (int)model->name.size, model->name.at);
    node->mesh = (int32_t)gltf->mesh_count;
    node->skin = (int32_t)gltf->skin_count;
    *ARENA_PUSH(glb->arena, gltf->meshes, gltf->mesh_count) = mesh;
    *ARENA_PUSH(glb->arena, gltf->skins, gltf->skin_count) = skin;
    return true;
}

/* ---- the scene ---- */

bool model_scene(const Model *model, const ModelSettings *settings, Gltf *out, Arena *arena,
                 Report *report)
{
    enum { JOINTS_MAX = 256 }; /* joint numbers are bytes */
    const float *body = settings->complexion;
    ModelGlb glb = {
        .model = model, .settings = settings, .gltf = out, .arena = arena, .report = report};
    *out = (Gltf){.name = model->name};
    float weights[FIG_VARIANTS];
    model_weights(body[0], body[1], body[2], weights);
    if (!are_numbers(weights, FIG_VARIANTS))
        return report_error(report, "the complexion is not a number, or too large");
    if (settings->skin && model->bone_count > JOINTS_MAX)
        return report_error(report, "%zu bones; the maximum for a skin is %d",
                            model->bone_count, JOINTS_MAX);
    for (size_t i = 0; i < model->bone_count; i++)
        glb.variants |=
            !settings->bake && has_mesh(&glb, i) && fig_variants(model->bones[i].fig) > 1;
    ModelPose *rest = ARENA_ALLOC(arena, ModelPose, model->bone_count);
    glb.body = model_body(model, weights);
    model_pose(model, -1, 0, &glb.body, rest);
    model_glb_moves(&glb);
    model_glb_materials(&glb);
    if (!add_nodes(&glb, rest))
        return false;
    for (size_t i = 0; i < model->bone_count && !settings->skin; i++)
        if (has_mesh(&glb, i) && !add_mesh(&glb, i))
            return false;
    if (settings->skin && !add_skin(&glb, rest))
        return false;
    model_glb_clips(&glb);
    return true;
}

bool model_to_glb(ConversionJob *job, Arena *arena, Report *report)
{
    const ModelSource source = model_source(job);
    Model model;
    Gltf gltf;
    ModelSettings settings = *model_settings(job);
    settings.keep_textures = true;
    return model_load(&source, &model, arena, report) &&
           model_scene(&model, &settings, &gltf, arena, report) &&
           gltf_write(&gltf, &job->output, arena, report);
}
