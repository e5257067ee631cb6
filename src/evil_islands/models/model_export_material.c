/* Materials of models: see model_export.h. */
#include "evil_islands/models/model_export_internal.h"

#include "base/json.h"
#include "evil_islands/textures/texture_file.h"
#include "evil_islands/textures/mmp.h"
#include "base/image/png_write.h"

/* The appearance of render groups: our choice, for renderers that the game did not have. */
static const struct {
    uint32_t group;
    float metallic, roughness;
} looks[] = {
    {17, 0, 0.8f},     /* leather */
    {18, 0, 0.9f},     /* wood */
    {19, 0.7f, 0.45f}, /* metal; a fully metallic material is black without reflections */
    {20, 0, 1},        /* cloth */
    {21, 0, 0.7f},     /* skin */
    {22, 0, 0.95f},    /* stone */
    {23, 0, 0.3f},     /* magic */
};

/* Whether parts of an image, but not all of it, are transparent. */
static bool is_cut_out(const Image *image)
{
    size_t clear = 0;
    const size_t count = (size_t)image->w * image->h;
    for (uint32_t y = 0; y < image->h; y++)
        for (uint32_t x = 0; x < image->w; x++)
            clear += PIXEL_A(*image_at(image, x, y)) < 128;
    return clear && clear < count;
}

/* Adds the image of a texture unless it was added before; a damaged texture has none. */
static void take_image(ModelGlb *glb, const ModelTexture *texture, GltfMaterial *material)
{
    Gltf *gltf = glb->gltf;
    bool *damaged = &glb->damaged[texture - glb->model->textures];
    Image image;
    for (size_t i = 0; i < gltf->material_count; i++) {
        const GltfMaterial *other = &gltf->materials[i];
        if (other->image >= 0 && text_equal(gltf->images[other->image].name, texture->name)) {
            material->image = other->image;
            material->alpha = other->alpha;
            return;
        }
    }
    if (*damaged)
        return;
    Arena *scratch = arena_new(); /* the pixels are only needed here */
    *damaged = !model_texture_try(texture, &image, scratch, glb->report);
    if (!*damaged) {
        material->image = (int32_t)gltf->image_count;
        material->alpha = is_cut_out(&image) ? GLTF_MASK : GLTF_OPAQUE;
        Bytes png = png_write(&image, NULL, scratch);
        if (glb->settings->keep_textures && mmp_is(texture->file))
            png = texture_file_put(png, texture->file, scratch);
        *ARENA_PUSH(glb->arena, gltf->images, gltf->image_count) =
            (GltfImage){texture->name, arena_copy(glb->arena, png)};
    }
    arena_free(scratch);
}

static Text name_of(const ModelGlb *glb, const FigFile *fig)
{
    const char *group = fig_group_name(fig->group);
    const Text name = group ? text_of(group) : arena_format(glb->arena, "group_%u", fig->group);
    for (size_t i = 0; i < glb->gltf->material_count; i++)
        if (text_equal(glb->gltf->materials[i].name, name))
            return arena_format(glb->arena, "%.*s_%u", (int)name.size, name.at,
                                fig->texture_number);
    return name;
}

static void add_material(ModelGlb *glb, const FigFile *fig, Text extras)
{
    const ModelTexture *texture = model_texture(glb->model, fig->texture_number);
    GltfMaterial material = GLTF_MATERIAL;
    material.name = name_of(glb, fig);
    material.repeats = true;
    material.extras = extras;
    material.roughness = 0.8f;
    for (size_t i = 0; i < COUNT_OF(looks); i++)
        if (looks[i].group == fig->group) {
            material.metallic = looks[i].metallic;
            material.roughness = looks[i].roughness;
        }
    if (texture)
        take_image(glb, texture, &material);
    *ARENA_PUSH(glb->arena, glb->gltf->materials, glb->gltf->material_count) = material;
}

void model_glb_materials(ModelGlb *glb)
{
    const Model *model = glb->model;
    glb->materials = ARENA_ALLOC(glb->arena, int32_t, model->bone_count);
    glb->damaged = ARENA_ALLOC(glb->arena, bool, model->texture_count);
    for (size_t i = 0; i < model->bone_count; i++) {
        const FigFile *fig = model->bones[i].fig;
        glb->materials[i] = -1;
        if (!fig || !fig->index_count)
            continue;
        /* Group and number distinguish materials; the extras contain both completely. */
        const Text extras = arena_format(glb->arena, "\"group\": %u, \"texture_number\": %u",
                                         fig->group, fig->texture_number);
        size_t at = 0;
        while (at < glb->gltf->material_count &&
               !text_equal(glb->gltf->materials[at].extras, extras))
            at++;
        if (at == glb->gltf->material_count)
            add_material(glb, fig, extras);
        glb->materials[i] = (int32_t)at;
    }
}
