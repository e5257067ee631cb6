/* Puts models of objects into the scene of a map. Parts, in order: loading a model into the
 * map's scene; placing it for an object. Models are loaded in their own arena, which the map
 * adopts only if the limits permit: their size in memory is not known before. */
#include "evil_islands/maps/map_models.h"

#include "evil_islands/maps/map_pose.h"
#include "evil_islands/models/model_export.h"

/* A model in the scene of the map. Its clips are read for the pose only. */
struct MapModel {
    GltfNode *nodes; /* sorted with parents first; meshes are the map's */
    size_t node_count;
    Model *model;     /* of map_pose_keep; a bone for each node */
    ModelPose *poses; /* scratch memory */
    bool too_large;
};

bool map_models(const ProjectFiles *files, Gltf *gltf, MapModels *out, Arena *arena,
                Report *report)
{
    *out = (MapModels){
        .gltf = gltf, .files = file_store(arena), .known = table_new(arena), .arena = arena};
    return file_store_add_files(&out->files, files, report);
}

/* ---- one model ---- */

static const StoredFile *find(const FileStore *files, Text name, const char *suffix)
{
    return file_store_find(
        files, arena_format(files->arena, "%.*s.%s", (int)name.size, name.at, suffix));
}

const StoredFile *map_model_file(const FileStore *files, Text template)
{
    static const char *const suffixes[] = {"mod", "lnk", "fig"};
    const StoredFile *file = NULL;
    for (size_t i = 0; !file && i < COUNT_OF(suffixes); i++)
        file = find(files, template, suffixes[i]);
    return file;
}

const StoredFile *map_model_skin(const FileStore *files, Text texture)
{
    return texture.size ? find(files, texture, "mmp") : NULL;
}

bool map_model_load(FileStore *files, const StoredFile *file, const StoredFile *skin,
                    Model *out, Arena *arena, Report *report)
{
    const ConversionFolder folder = {.beside = file_store_beside, .context = files};
    ModelSource source = {.path = file->name, .file = file->bytes, .folder = &folder};
    if (skin)
        source.texture = skin->bytes;
    return model_load(&source, out, arena, report);
}

static int32_t add_image(MapModels *models, const GltfImage *image)
{
    Gltf *gltf = models->gltf;
    for (size_t i = 0; i < gltf->image_count; i++)
        if (text_equal(gltf->images[i].name, image->name) &&
            bytes_equal(gltf->images[i].file, image->file))
            return (int32_t)i;
    *ARENA_PUSH(models->arena, gltf->images, gltf->image_count) = *image;
    return (int32_t)gltf->image_count - 1;
}

/* Copies names, which are slices of the source of the model. */
static void keep_names(Gltf *scene, Arena *arena)
{
    for (size_t i = 0; i < scene->image_count; i++)
        scene->images[i].name = arena_text(arena, scene->images[i].name);
    for (size_t i = 0; i < scene->mesh_count; i++)
        scene->meshes[i].name = arena_text(arena, scene->meshes[i].name);
    for (size_t i = 0; i < scene->node_count; i++) {
        scene->nodes[i].name = arena_text(arena, scene->nodes[i].name);
        scene->nodes[i].extras = TEXT(""); /* the positions of all bodies: too much for every
                                            * object */
    }
}

/* Moves the materials and meshes of the scene to the map. */
static void take_scene(MapModels *models, const Gltf *scene, MapModel *out)
{
    Gltf *gltf = models->gltf;
    const int32_t materials = (int32_t)gltf->material_count, meshes = (int32_t)gltf->mesh_count;
    for (size_t i = 0; i < scene->material_count; i++) {
        GltfMaterial *material =
            ARENA_PUSH(models->arena, gltf->materials, gltf->material_count);
        *material = scene->materials[i];
        if (material->image >= 0)
            material->image = add_image(models, &scene->images[material->image]);
    }
    for (size_t i = 0; i < scene->mesh_count; i++) {
        const GltfMesh *mesh = &scene->meshes[i];
        for (size_t j = 0; j < mesh->primitive_count; j++)
            if (mesh->primitives[j].material >= 0)
                mesh->primitives[j].material += materials;
        *ARENA_PUSH(models->arena, gltf->meshes, gltf->mesh_count) = *mesh;
    }
    out->nodes = scene->nodes;
    out->node_count = scene->node_count;
    for (size_t i = 0; i < out->node_count; i++)
        if (out->nodes[i].mesh >= 0)
            out->nodes[i].mesh += meshes;
}

/* Loads the scene of a model in its own arena, which the map adopts if the limits permit. */
static bool load_scene(MapModels *models, const Model *model, MapModel *out, Report *report)
{
    const ModelSettings settings = {.skin = false}; /* strength, dexterity and height 0 */
    Arena *own = arena_new();
    Gltf scene;
    Model still = *model;
    still.clip_count = 0;
    const bool ok = model_scene(&still, &settings, &scene, own, report);
    if (ok) {
        if (model->texture_count && !scene.image_count && !models->plain++)
            models->first_plain = arena_text(models->arena, model->name);
        keep_names(&scene, own);
        out->model = map_pose_keep(model, own);
        out->poses = ARENA_ALLOC(own, ModelPose, model->bone_count);
        out->too_large = models->bytes + arena_used(own) > MAP_MODEL_BYTES_MAX;
    }
    if (!ok || out->too_large) {
        models->full |= ok;
        arena_free(own);
        return ok;
    }
    models->bytes += arena_used(own);
    arena_adopt(models->arena, own);
    take_scene(models, &scene, out);
    return true;
}

static bool load(MapModels *models, const StoredFile *file, const StoredFile *skin,
                 MapModel *out, Report *report)
{
    Arena *scratch = arena_new();
    Model model;
    bool ok = map_model_load(&models->files, file, skin, &model, scratch, report);
    models->work += arena_used(scratch) + (ok ? model.pixels * sizeof(Pixel) : 0);
    models->full |= models->work > MAP_MODEL_WORK_MAX;
    out->too_large = models->full;
    if (ok && !models->full)
        ok = load_scene(models, &model, out, report);
    arena_free(scratch);
    return ok;
}

/* ---- objects ---- */

/* Returns the index of the object's model, from 1; 0 if there is none. */
static uint32_t load_new(MapModels *models, const StoredFile *file, const StoredFile *skin)
{
    Report silent = report_to(NULL, NULL);
    MapModel model = {.too_large = models->full || models->loads == MAP_MODEL_LOADS_MAX};
    models->loads += !model.too_large;
    if (!model.too_large && !load(models, file, skin, &model, &silent)) {
        if (!models->damaged++)
            models->first_damaged = file->name;
        return 0;
    }
    *ARENA_PUSH(models->arena, models->items, models->count) = model;
    return (uint32_t)models->count;
}

/* The model of a template with a texture; NULL if there is none. */
static const MapModel *find_model(MapModels *models, Text template, Text texture)
{
    const StoredFile *file = map_model_file(&models->files, template);
    const StoredFile *skin = file ? map_model_skin(&models->files, texture) : NULL;
    const Text name = file ? file->name : template, colours = skin ? skin->name : TEXT("");
    const Text key = path_key(arena_format(models->arena, "%.*s|%.*s", (int)name.size, name.at,
                                           (int)colours.size, colours.at),
                              models->arena);
    const uint32_t *found = table_get(&models->known, key);
    if (!found && !file && !models->missing++)
        models->first_missing = template;
    const uint32_t index = found ? *found : file ? load_new(models, file, skin) : 0;
    if (!found)
        table_put(&models->known, key, index);
    return index ? &models->items[index - 1] : NULL;
}

/* Places the bones for a body; returns false if a position is invalid. The map stores
 * dexterity, strength, height: bit 0 of the variant is the second number, bit 1 the first. */
static bool pose(const MapModel *model, Vec3 numbers, float weights[FIG_VARIANTS])
{
    bool ok = true;
    model_weights(numbers.y, numbers.x, numbers.z, weights);
    for (unsigned i = 0; i < FIG_VARIANTS; i++)
        ok &= isfinite(weights[i]);
    return map_pose_place(model->model, weights, model->poses) && ok;
}

/* The shift of a unit's model, with its own axes, after which its lowest point is at height 0.
 */
static Vec3 onto_ground(const MapModel *model, const MobNode *object,
                        const float weights[FIG_VARIANTS])
{
    const Quat turn = quat_unit(mob_quat(mob_child(object, MOB_OBJROTATION), QUAT_NONE));
    const float lowest = map_pose_lowest(model->model, weights, model->poses, turn);
    return quat_turn(quat_back(turn), (Vec3){0, 0, -lowest});
}

void map_models_put(MapModels *models, const MobNode *object, int32_t node)
{
    Arena *arena = models->arena;
    const Text template = mob_text(mob_child(object, MOB_OBJTEMPLATE), arena);
    const Text texture = mob_text(mob_child(object, MOB_OBJPRIMTXTR), arena);
    const Vec3 none = {0, 0, 0}, body = mob_vec3(mob_child(object, MOB_OBJCOMPLECTION), none);
    const MapModel *model = template.size ? find_model(models, template, texture) : NULL;
    if (!model)
        return;
    if (!model->too_large)
        models->work += map_pose_work(model->model, object->id == MOB_UNIT);
    if (model->too_large || models->work > MAP_MODEL_WORK_MAX ||
        models->nodes + model->node_count > MAP_MODEL_NODES_MAX) {
        models->many++;
        return;
    }
    models->nodes += model->node_count;
    float *weights = ARENA_ALLOC(arena, float, FIG_VARIANTS);
    if (!pose(model, body, weights))
        pose(model, none, weights);
    bool first_only = true; /* the weights of the meshes are used */
    for (unsigned i = 1; i < FIG_VARIANTS; i++)
        first_only &= weights[i] == 0;
    const Vec3 shift =
        object->id == MOB_UNIT ? onto_ground(model, object, weights) : (Vec3){0, 0, 0};
    const int32_t first = (int32_t)models->gltf->node_count;
    for (size_t i = 0; i < model->node_count; i++) {
        GltfNode *bone = ARENA_PUSH(arena, models->gltf->nodes, models->gltf->node_count);
        *bone = model->nodes[i];
        bone->translation =
            model_axes(bone->parent < 0 ? vec3_add(model->poses[i].translation, shift)
                                        : model->poses[i].translation);
        bone->parent = bone->parent < 0 ? node : bone->parent + first;
        if (model->model->clip_count)
            bone->rotation = model_axes_turn(model->poses[i].rotation);
        if (!first_only && bone->mesh >= 0)
            bone->weights = weights + 1; /* targets are all variants but the first */
    }
}

void map_models_end(const MapModels *models, Report *report)
{
    if (models->missing)
        report_warning(report, "%zu model%s not found, first %.*s.mod", models->missing,
                       models->missing == 1 ? " was" : "s were",
                       (int)models->first_missing.size, models->first_missing.at);
    if (models->damaged)
        report_warning(report, "%zu model%s damaged, first %.*s (oisin check reports why)",
                       models->damaged, models->damaged == 1 ? " is" : "s are",
                       (int)models->first_damaged.size, models->first_damaged.at);
    if (models->plain)
        report_warning(report,
                       "%zu model%s a damaged texture; placed without texture, first %.*s",
                       models->plain, models->plain == 1 ? " has" : "s have",
                       (int)models->first_plain.size, models->first_plain.at);
    if (models->many)
        report_warning(report, "%zu models were left out; the total size limit is reached",
                       models->many);
}
