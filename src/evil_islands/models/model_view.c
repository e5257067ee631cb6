/* Projects, measures and draws a model. model_cover() gives the cost of drawing before it is
 * paid: a few triangles, each as large as the image, are enough to keep the rasterizer busy. */
#include "evil_islands/models/model_view.h"

#include "base/image/turn.h"

ModelPaints model_paints(const Model *model, Arena *arena, Report *report)
{
    ModelPaints paints = {ARENA_ALLOC(arena, Image, model->bone_count)};
    const ModelTexture **read = ARENA_ALLOC(arena, const ModelTexture *, model->bone_count);
    for (size_t i = 0; i < model->bone_count; i++) {
        const FigFile *fig = model->bones[i].fig;
        size_t same = 0;
        read[i] = fig ? model_texture(model, fig->texture_number) : NULL;
        while (same < i && read[same] != read[i])
            same++;
        if (same < i) {
            paints.pictures[i] = paints.pictures[same];
        } else if (read[i]) {
            model_texture_try(read[i], &paints.pictures[i], arena, report);
        }
    }
    return paints;
}

/* The projection of the view. */
typedef struct Lens {
    const ModelView *view;
    Quat turn;
    float sine, cosine; /* of the pitch */
} Lens;

static Vec3 turned(const Lens *lens, Vec3 at) { return quat_turn(lens->turn, at); }

/* The camera looks along +y and down; x is to the right, z up. */
static RasterVertex seen(const Lens *lens, Vec3 at, Vec2 uv, float light)
{
    const float up = at.y * lens->sine + at.z * lens->cosine;
    const float away = at.y * lens->cosine - at.z * lens->sine;
    return (RasterVertex){lens->view->x + at.x * lens->view->scale,
                          lens->view->y - up * lens->view->scale,
                          away,
                          1,
                          uv.x,
                          uv.y,
                          light};
}

/* The light is in front of the model, at the upper left; surfaces facing away have half
 * brightness. */
static float light_on(Vec3 normal)
{
    const Vec3 lamp = {-0.48507125f, -0.48507125f, 0.72760688f};
    const float share = vec3_dot(normal, lamp);
    return 0.55f + 0.55f * (share > 0 ? share : 0);
}

static Lens lens_of(const ModelView *view)
{
    return (Lens){view, turn_around((Vec3){0, 0, 1}, (double)view->turn),
                  (float)turn_sine((double)view->pitch),
                  (float)turn_cosine((double)view->pitch)};
}

void model_reach(const Model *model, int32_t clip, uint32_t frame, const ModelView *view,
                 ModelReach *reach)
{
    Arena *arena = arena_new();
    const Lens lens =
        lens_of(&(ModelView){.turn = view->turn, .pitch = view->pitch, .scale = 1});
    ModelPose *poses = ARENA_ALLOC(arena, ModelPose, model->bone_count);
    model_pose(model, clip, frame, &view->body, poses);
    for (size_t i = 0; i < model->bone_count; i++) {
        ModelMesh mesh;
        model_mesh(model, i, clip, frame, view->body.weights, &mesh, arena);
        for (uint32_t corner = 0; corner < mesh.corner_count; corner++) {
            const Vec3 at = vec3_add(quat_turn(poses[i].world_rotation, mesh.positions[corner]),
                                     poses[i].world_translation);
            const RasterVertex seen_at = seen(&lens, turned(&lens, at), (Vec2){0, 0}, 0);
            const float aside = fabsf(seen_at.x), up = -seen_at.y;
            if (!(aside < 1e9f) || !(fabsf(up) < 1e9f))
                continue;
            reach->aside = aside > reach->aside ? aside : reach->aside;
            reach->least = !reach->any || up < reach->least ? up : reach->least;
            reach->most = !reach->any || up > reach->most ? up : reach->most;
            reach->any = true;
        }
    }
    arena_free(arena);
}

/* The part of a range within an image. */
static double within(float least, float most, uint32_t side)
{
    const double from = least > 0 ? (double)least : 0, to = most < (float)side ? most : side;
    return to > from ? to - from : 0;
}

static uint64_t mesh_cover(const Lens *lens, const ModelMesh *mesh, const ModelPose *pose,
                           uint32_t w, uint32_t h)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i + 2 < mesh->index_count; i += 3) {
        Vec3 least = {INFINITY, INFINITY, 0}, most = {-INFINITY, -INFINITY, 0};
        for (unsigned k = 0; k < 3; k++) {
            const Vec3 at =
                vec3_add(quat_turn(pose->world_rotation, mesh->positions[mesh->indices[i + k]]),
                         pose->world_translation);
            const RasterVertex corner = seen(lens, turned(lens, at), (Vec2){0, 0}, 0);
            least = vec3_min(least, (Vec3){corner.x, corner.y, 0});
            most = vec3_max(most, (Vec3){corner.x, corner.y, 0});
        }
        sum += (uint64_t)(within(least.x, most.x, w) * within(least.y, most.y, h)) + 1;
    }
    return sum;
}

uint64_t model_cover(const Model *model, int32_t clip, uint32_t frame, const ModelView *view,
                     uint32_t w, uint32_t h)
{
    Arena *arena = arena_new();
    const Lens lens = lens_of(view);
    ModelPose *poses = ARENA_ALLOC(arena, ModelPose, model->bone_count);
    uint64_t sum = 0;
    model_pose(model, clip, frame, &view->body, poses);
    for (size_t i = 0; i < model->bone_count; i++) {
        ModelMesh mesh;
        model_mesh(model, i, clip, frame, view->body.weights, &mesh, arena);
        sum += mesh_cover(&lens, &mesh, &poses[i], w, h);
    }
    arena_free(arena);
    return sum;
}

static void draw_mesh(const Lens *lens, const ModelMesh *mesh, const ModelPose *pose,
                      const Image *picture, const Raster *raster, Arena *arena)
{
    const RasterPaint paint = {
        picture->w ? picture : NULL,
        picture->w ? PIXEL(255, 255, 255, 255) : PIXEL(170, 165, 160, 255), false, false};
    RasterVertex *vertices = ARENA_ALLOC(arena, RasterVertex, mesh->corner_count);
    for (uint32_t i = 0; i < mesh->corner_count; i++) {
        const Vec3 at = vec3_add(quat_turn(pose->world_rotation, mesh->positions[i]),
                                 pose->world_translation);
        const Vec3 normal = quat_turn(pose->world_rotation, mesh->normals[i]);
        vertices[i] = seen(lens, turned(lens, at), mesh->uvs[i],
                           lens->view->unlit ? 1 : light_on(turned(lens, normal)));
    }
    for (uint32_t i = 0; i + 2 < mesh->index_count; i += 3) {
        const RasterVertex corners[3] = {vertices[mesh->indices[i]],
                                         vertices[mesh->indices[i + 1]],
                                         vertices[mesh->indices[i + 2]]};
        raster_triangle(raster, corners, &paint);
    }
}

void model_draw(const Model *model, const ModelPaints *paints, int32_t clip, uint32_t frame,
                const ModelView *view, const Raster *raster)
{
    Arena *arena = arena_new();
    const Lens lens = lens_of(view);
    ModelPose *poses = ARENA_ALLOC(arena, ModelPose, model->bone_count);
    model_pose(model, clip, frame, &view->body, poses);
    for (size_t i = 0; i < model->bone_count; i++) {
        ModelMesh mesh;
        model_mesh(model, i, clip, frame, view->body.weights, &mesh, arena);
        draw_mesh(&lens, &mesh, &poses[i], &paints->pictures[i], raster, arena);
    }
    arena_free(arena);
}
