/* Parts, in order: the scene; the camera; drawing; the sheet of images. Images are drawn in
 * parallel, at twice their size, and reduced. Opaque meshes come first, then blended ones,
 * which the depth buffer does not sort. */
#include "kit/convert/scene_view.h"

#include "base/tasks.h"
#include "kit/open/affine.h"
#include "base/image/picture.h"
#include "base/image/raster.h"
#include "base/image/turn.h"

enum { SAMPLES = 2, GAP = 4 };

/* A mesh in the scene. */
typedef struct Placed {
    const GltfMesh *mesh;
    const float *weights; /* of its targets; NULL: all 0 */
    Affine place, normals;
} Placed;

typedef struct Film {
    const Gltf *scene;
    Placed *placed;
    size_t placed_count;
    RasterPaint *paints; /* one for each material */
    size_t most_vertices;
    uint64_t triangles;
    int32_t camera; /* node */
    uint32_t count; /* images */
    Image *images;
    Arena **arenas;
} Film;

/* ---- the scene ---- */

/* From the node up to its root. The scene is a tree, so the loop ends. */
static Affine place_of(const Gltf *scene, int32_t node)
{
    Affine out = AFFINE_NONE;
    for (int32_t at = node; at >= 0; at = scene->nodes[at].parent) {
        const GltfNode *one = &scene->nodes[at];
        const Affine own = affine_of(one->translation, one->rotation, one->scale);
        out = affine_multiply(&own, &out);
    }
    return out;
}

/* Weights of the node precede those of its mesh (glTF 2.0). */
static void place_meshes(Film *film, Arena *arena)
{
    const Gltf *scene = film->scene;
    for (size_t i = 0; i < scene->node_count; i++) {
        const GltfNode *node = &scene->nodes[i];
        if (node->mesh < 0)
            continue;
        const GltfMesh *mesh = &scene->meshes[node->mesh];
        const Affine place = place_of(scene, (int32_t)i);
        *ARENA_PUSH(arena, film->placed, film->placed_count) = (Placed){
            mesh, node->weights ? node->weights : mesh->weights, place, affine_normals(&place)};
        for (size_t j = 0; j < mesh->primitive_count; j++) {
            const GltfPrimitive *primitive = &mesh->primitives[j];
            film->triangles += primitive->index_count / 3;
            if (primitive->vertex_count > film->most_vertices)
                film->most_vertices = primitive->vertex_count;
        }
    }
}

/* A linear part of a colour; the square root is near the curve of sRGB. */
static uint32_t part_of(float linear)
{
    const float part = linear >= 0 ? linear < 1 ? sqrtf(linear) : 1 : 0;
    return (uint32_t)(part * 255 + 0.5f);
}

/* One paint more than materials: the last one is for primitives without a material. */
static bool paint_materials(Film *film, Arena *arena, Report *report)
{
    const Gltf *scene = film->scene;
    Image *images = ARENA_ALLOC(arena, Image, scene->image_count + 1);
    uint64_t pixels = 0;
    for (size_t i = 0; i < scene->image_count; i++) {
        if (!picture_read(TEXT("texture.png"), scene->images[i].file, &images[i], arena,
                          report))
            return false;
        pixels += (uint64_t)images[i].w * images[i].h;
        if (pixels > SCENE_PIXELS_MAX)
            return report_error(report, "the textures have more than %d pixels",
                                SCENE_PIXELS_MAX);
    }
    film->paints = ARENA_ALLOC(arena, RasterPaint, scene->material_count + 1);
    for (size_t i = 0; i <= scene->material_count; i++) {
        const GltfMaterial none = GLTF_MATERIAL;
        const GltfMaterial *material = i < scene->material_count ? &scene->materials[i] : &none;
        const float *colour = material->colour;
        film->paints[i] = (RasterPaint){
            .texture = material->image < 0 ? NULL : &images[material->image],
            .colour = PIXEL(part_of(colour[0]), part_of(colour[1]), part_of(colour[2]),
                            (uint32_t)(colour[3] * 255 + 0.5f)),
            .both_sides = material->double_sided,
            .blend = material->alpha == GLTF_BLEND,
        };
    }
    return true;
}

/* ---- the camera ---- */

typedef struct Eye {
    Vec3 place;
    Quat turn;
    float scale; /* pixels at a distance of 1 */
} Eye;

/* The first channel for this path of the camera; NULL if it is not animated. */
static const GltfChannel *channel_of(const Film *film, GltfPath path)
{
    const Gltf *scene = film->scene;
    for (size_t i = 0; i < scene->animation_count; i++)
        for (size_t j = 0; j < scene->animations[i].channel_count; j++) {
            const GltfChannel *channel = &scene->animations[i].channels[j];
            if (channel->node == film->camera && channel->path == path)
                return channel;
        }
    return NULL;
}

/* The camera in image `index` of the film: at the key next to its share of the path. */
static Eye eye_at(const Film *film, uint32_t index)
{
    const Gltf *scene = film->scene;
    const GltfNode *node = &scene->nodes[film->camera];
    const GltfChannel *moves = channel_of(film, GLTF_TRANSLATION);
    const GltfChannel *turns = channel_of(film, GLTF_ROTATION);
    const double half = (double)scene->cameras[node->camera].fov_y * 180 / 3.14159265358979 / 2;
    Eye eye = {node->translation, node->rotation, 0};
    const uint32_t last = film->count > 1 ? film->count - 1 : 1;
    if (moves) {
        const float *at =
            &moves->values[3 * (size_t)((uint64_t)(moves->count - 1) * index / last)];
        eye.place = (Vec3){at[0], at[1], at[2]};
    }
    if (turns) {
        const float *at =
            &turns->values[4 * (size_t)((uint64_t)(turns->count - 1) * index / last)];
        eye.turn = (Quat){at[3], at[0], at[1], at[2]};
    }
    eye.scale = (float)(SCENE_FILM_H * SAMPLES / 2 * turn_cosine(half) / turn_sine(half));
    return eye;
}

/* ---- drawing ---- */

/* A fixed sun and some light from all sides: scenes of maps have no lights of use here. */
static float light_on(Vec3 normal)
{
    const Vec3 sun = {-0.5f, 0.70710678f, -0.5f};
    const float share = vec3_dot(normal, sun);
    return 0.45f + (share > 0 ? 0.75f * share : 0);
}

/* A vertex behind the near plane gets w = -1. The camera looks along -z, as in glTF. */
static RasterVertex seen(const Eye *eye, Vec3 at, float light, const Vec2 *uv)
{
    const float near = 0.05f;
    const Vec3 local = quat_turn(quat_back(eye->turn), vec3_sub(at, eye->place));
    const float w = -local.z;
    RasterVertex out = {.w = w > near ? w : -1, .depth = w, .light = light};
    if (w > near) {
        out.x = SCENE_FILM_W * SAMPLES / 2 + local.x * eye->scale / w;
        out.y = SCENE_FILM_H * SAMPLES / 2 - local.y * eye->scale / w;
    }
    if (uv) {
        out.u = uv->x;
        out.v = uv->y;
    }
    return out;
}

/* `vertices` has room for the largest primitive, and is reused for each. */
static void draw_primitive(const Film *film, const Placed *placed,
                           const GltfPrimitive *primitive, const Eye *eye,
                           RasterVertex *vertices, const Raster *raster)
{
    const RasterPaint *paint =
        &film->paints[primitive->material < 0 ? film->scene->material_count
                                              : (size_t)primitive->material];
    for (uint32_t i = 0; i < primitive->vertex_count; i++) {
        Vec3 at = primitive->positions[i];
        for (size_t k = 0; placed->weights && k < placed->mesh->target_count; k++)
            if (placed->weights[k] != 0)
                at = vec3_add(
                    at, vec3_scale(primitive->targets[k].positions[i], placed->weights[k]));
        const Vec3 up = {0, 1, 0};
        const Vec3 normal =
            primitive->normals
                ? vec3_unit(affine_apply(&placed->normals, primitive->normals[i]), up)
                : up;
        vertices[i] = seen(eye, affine_apply(&placed->place, at), light_on(normal),
                           primitive->uvs ? &primitive->uvs[i] : NULL);
    }
    for (uint32_t i = 0; i + 2 < primitive->index_count; i += 3) {
        const uint32_t *corners = &primitive->indices[i];
        raster_triangle(
            raster,
            (RasterVertex[]){vertices[corners[0]], vertices[corners[1]], vertices[corners[2]]},
            paint);
    }
}

/* Lighter towards the lower edge. */
static Pixel sky(uint32_t row, uint32_t h)
{
    const uint32_t down = row * 255 / (h - 1), up = 255 - down;
    return PIXEL((90 * up + 196 * down) / 255, (130 * up + 212 * down) / 255,
                 (190 * up + 228 * down) / 255, 255);
}

/* Runs in a thread: the result is in its own arena, everything else in `scratch`. */
static void draw_image(void *context, size_t index)
{
    const Film *film = context;
    Arena *scratch = arena_new();
    const Eye eye = eye_at(film, (uint32_t)index);
    const Raster raster = raster_new(SCENE_FILM_W * SAMPLES, SCENE_FILM_H * SAMPLES, scratch);
    RasterVertex *vertices = ARENA_ALLOC(scratch, RasterVertex, film->most_vertices);
    for (uint32_t y = 0; y < raster.image.h; y++)
        for (uint32_t x = 0; x < raster.image.w; x++)
            *image_at(&raster.image, x, y) = sky(y, raster.image.h);
    for (unsigned blend = 0; blend < 2; blend++)
        for (size_t i = 0; i < film->placed_count; i++)
            for (size_t j = 0; j < film->placed[i].mesh->primitive_count; j++) {
                const GltfPrimitive *primitive = &film->placed[i].mesh->primitives[j];
                const bool blends =
                    primitive->material >= 0 && film->paints[primitive->material].blend;
                if (blends == (blend == 1))
                    draw_primitive(film, &film->placed[i], primitive, &eye, vertices, &raster);
            }
    film->images[index] = raster_reduced(&raster.image, SAMPLES, false, film->arenas[index]);
    arena_free(scratch);
}

/* The first node with a camera. scene_film() requires one. */
static int32_t camera_of(const Gltf *scene)
{
    for (size_t i = 0; i < scene->node_count; i++)
        if (scene->nodes[i].camera >= 0)
            return (int32_t)i;
    return -1;
}

static Image sheet_of(const Film *film, Arena *arena)
{
    const uint32_t columns =
        film->count < SCENE_FILM_COLUMNS ? film->count : SCENE_FILM_COLUMNS;
    const uint32_t rows = (film->count + columns - 1) / columns;
    const Image out = image_new(columns * (SCENE_FILM_W + GAP) - GAP,
                                rows * (SCENE_FILM_H + GAP) - GAP, arena);
    for (uint32_t i = 0; i < film->count; i++)
        image_copy(&out, (int32_t)(i % columns * (SCENE_FILM_W + GAP)),
                   (int32_t)(i / columns * (SCENE_FILM_H + GAP)), &film->images[i]);
    return out;
}

/* The limit on triangles is checked before textures are decoded. */
bool scene_film(const Gltf *scene, Image *out, Arena *arena, Report *report)
{
    Film film = {.scene = scene, .camera = camera_of(scene)};
    const GltfChannel *moves = channel_of(&film, GLTF_TRANSLATION);
    const uint32_t frames = moves ? moves->count : 1;
    film.count = frames < SCENE_FILM_IMAGES ? frames : SCENE_FILM_IMAGES;
    place_meshes(&film, arena);
    if (film.triangles * film.count > SCENE_TRIANGLES_MAX)
        return report_error(report, "%llu triangles in %u images are too many at once",
                            (unsigned long long)film.triangles, film.count);
    if (!paint_materials(&film, arena, report))
        return false;
    film.images = ARENA_ALLOC(arena, Image, film.count);
    film.arenas = ARENA_ALLOC(arena, Arena *, film.count);
    for (uint32_t i = 0; i < film.count; i++)
        film.arenas[i] = arena_new();
    tasks_run(draw_image, &film, film.count);
    for (uint32_t i = 0; i < film.count; i++)
        arena_adopt(arena, film.arenas[i]);
    *out = sheet_of(&film, arena);
    return true;
}
