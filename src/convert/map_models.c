#include "convert/map_models.h"

#include "convert/model_glb.h"

/* A model in the map's scene. */
struct MapModel {
    GltfNode *nodes; /* parents among them; meshes are the map's */
    size_t node_count;
};

bool map_models(const ProjectFiles *files, Gltf *gltf, MapModels *out, Arena *arena,
                Report *report)
{
    *out = (MapModels){
        .gltf = gltf, .files = file_store(arena), .known = table_new(arena), .arena = arena};
    return file_store_add_files(&out->files, files, report);
}

/* ---- one model ---- */

static const StoredFile *find(const MapModels *models, Text name, const char *suffix)
{
    return file_store_find(&models->files, arena_format(models->arena, "%.*s.%s",
                                                        (int)name.size, name.at, suffix));
}

/* Clips are not looked for: objects are at rest. */
static bool beside(void *context, Text name, Bytes *out, Arena *arena)
{
    const MapModels *models = context;
    const StoredFile *found =
        path_has_suffix(name, ".anm") ? NULL : file_store_find(&models->files, name);
    (void)arena;
    if (found)
        *out = found->bytes;
    return found != NULL;
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

/* The scene's materials and meshes become the map's. */
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
    *out = (MapModel){scene->nodes, scene->node_count};
    for (size_t i = 0; i < out->node_count; i++) {
        if (out->nodes[i].mesh >= 0)
            out->nodes[i].mesh += meshes;
        out->nodes[i].extras = TEXT(""); /* the bodies' places: too much for every object */
    }
}

static bool load(MapModels *models, const StoredFile *file, Vec3 complexion, Text texture,
                 MapModel *out, Report *report)
{
    const ConversionFolder folder = {.beside = beside, .context = models};
    const ModelSettings settings = {.complexion = {complexion.x, complexion.y, complexion.z},
                                    .bake = true};
    const StoredFile *skin = texture.size ? find(models, texture, "mmp") : NULL;
    ModelSource source = {.path = file->name, .file = file->bytes, .folder = &folder};
    Model model;
    Gltf scene;
    if (skin)
        source.texture = skin->bytes;
    if (!model_load(&source, &model, models->arena, report) ||
        !model_scene(&model, &settings, &scene, models->arena, report))
        return false;
    take_scene(models, &scene, out);
    return true;
}

/* ---- objects ---- */

/* The index of the object's model, from 1; 0 if there is none. */
static uint32_t load_new(MapModels *models, Text template, Vec3 complexion, Text texture)
{
    static const char *const suffixes[] = {"mod", "lnk", "fig"};
    const StoredFile *file = NULL;
    Report silent = report_to(NULL, NULL);
    MapModel model;
    for (size_t i = 0; !file && i < COUNT_OF(suffixes); i++)
        file = find(models, template, suffixes[i]);
    if (!file) {
        if (!models->missing++)
            models->first_missing = template;
        return 0;
    }
    if (!load(models, file, complexion, texture, &model, &silent)) {
        if (!models->damaged++)
            models->first_damaged = file->name;
        return 0;
    }
    *ARENA_PUSH(models->arena, models->items, models->count) = model;
    return (uint32_t)models->count;
}

void map_models_put(MapModels *models, const MobNode *object, int32_t node)
{
    Arena *arena = models->arena;
    const Text template = mob_text(mob_child(object, MOB_OBJTEMPLATE), arena);
    const Text texture = mob_text(mob_child(object, MOB_OBJPRIMTXTR), arena);
    Vec3 body = mob_vec3(mob_child(object, MOB_OBJCOMPLECTION), (Vec3){0, 0, 0});
    if (!vec3_finite(body))
        body = (Vec3){0, 0, 0};
    if (!template.size)
        return;
    const Text key = path_key(arena_format(arena, "%.*s|%.*s|%a %a %a", (int)template.size,
                                           template.at, (int)texture.size, texture.at,
                                           (double)body.x, (double)body.y, (double)body.z),
                              arena);
    const uint32_t *found = table_get(&models->known, key);
    const uint32_t index = found ? *found : load_new(models, template, body, texture);
    if (!found)
        table_put(&models->known, key, index);
    if (!index)
        return;
    const MapModel *model = &models->items[index - 1];
    if (models->nodes + model->node_count > MAP_MODEL_NODES_MOST) {
        models->many++;
        return;
    }
    models->nodes += model->node_count;
    const int32_t first = (int32_t)models->gltf->node_count;
    for (size_t i = 0; i < model->node_count; i++) {
        GltfNode *bone = ARENA_PUSH(arena, models->gltf->nodes, models->gltf->node_count);
        *bone = model->nodes[i];
        bone->parent = bone->parent < 0 ? node : bone->parent + first;
    }
}

void map_models_end(const MapModels *models, Report *report)
{
    if (models->missing)
        report_warning(report, "%zu model%s not found, first %.*s.mod", models->missing,
                       models->missing == 1 ? " was" : "s were",
                       (int)models->first_missing.size, models->first_missing.at);
    if (models->damaged)
        report_warning(report, "%zu model%s damaged, first %.*s (oisin check tells why)",
                       models->damaged, models->damaged == 1 ? " is" : "s are",
                       (int)models->first_damaged.size, models->first_damaged.at);
    if (models->many)
        report_warning(report, "%zu models were left out: all together have too many bones",
                       models->many);
}
