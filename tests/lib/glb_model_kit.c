#include "glb_model_kit.h"

Model creature(Kit *kit)
{
    const Creature made = creature_make("unxxxx", kit->arena);
    const ModelSource source = {.path = TEXT("unxxxx.mod"),
                                .file = made.model,
                                .bones = made.bones,
                                .animation = made.motions,
                                .texture = made.texture};
    Model model;
    assert_true(model_load(&source, &model, kit->arena, &kit->report));
    return model;
}

Gltf glb_scene_of(Kit *kit, const Model *model, ModelSettings settings)
{
    Gltf scene;
    assert_true(model_scene(model, &settings, &scene, kit->arena, &kit->report));
    return scene;
}

bool glb_run(Kit *kit, Run *function, const Gltf *scene, ConversionJob *job)
{
    *job = (ConversionJob){.path = TEXT("in/unxxxx.glb"), .target = TEXT("out/unxxxx.mod")};
    assert_true(gltf_write(scene, &job->input, kit->arena, &kit->report));
    return function(job, kit->arena, &kit->report);
}

Bytes file_of(const ConversionJob *job, const char *path)
{
    const ProjectFile *file = project_file(&job->files_out, text_of(path));
    return file ? file->bytes : (Bytes){0};
}

Model loaded(Kit *kit, const ConversionJob *job)
{
    const ModelSource source = {.path = TEXT("unxxxx.mod"),
                                .file = job->output,
                                .bones = file_of(job, ".bon"),
                                .animation = file_of(job, ".anm"),
                                .texture = file_of(job, ".mmp")};
    Model model;
    assert_true(model_load(&source, &model, kit->arena, &kit->report));
    return model;
}

Model back(Kit *kit, const Gltf *scene)
{
    ConversionJob job;
    assert_true(glb_run(kit, glb_to_model, scene, &job));
    return loaded(kit, &job);
}

Bytes entry_of(Kit *kit, Bytes archive, const char *name)
{
    Res res;
    assert_true(res_read(archive, &res, kit->arena, &kit->report));
    for (size_t i = 0; i < res.count; i++)
        if (text_is(res.entries[i].name, name))
            return res.entries[i].data;
    fail_msg("no %s", name);
    return (Bytes){0};
}

void drop_extras(Gltf *scene)
{
    for (size_t i = 0; i < scene->node_count; i++)
        scene->nodes[i].extras = TEXT("");
    for (size_t i = 0; i < scene->mesh_count; i++) {
        scene->meshes[i].extras = TEXT("");
        for (size_t k = 0; k < scene->meshes[i].primitive_count; k++)
            scene->meshes[i].primitives[k].extras = TEXT("");
    }
    for (size_t i = 0; i < scene->material_count; i++)
        scene->materials[i].extras = TEXT("");
}

/* ---- comparing ---- */

static float apart(Vec3 a, Vec3 b) { return vec3_length(vec3_sub(a, b)); }

void assert_near(Vec3 a, Vec3 b, double most)
{
    if (!((double)apart(a, b) <= most))
        fail_msg("%g %g %g is not %g %g %g", (double)a.x, (double)a.y, (double)a.z, (double)b.x,
                 (double)b.y, (double)b.z);
}

Corner corner_of(const FigFile *fig, uint32_t index)
{
    const FigCorner *corner = &fig->corners[fig->indices[index]];
    Corner out = {.normal = fig_normal(fig, corner->normal), .uv = fig->uvs[corner->uv]};
    model_vertex(fig, corner->position, out.places);
    return out;
}

static bool same_corner(const Corner *a, const Corner *b)
{
    bool same = apart(a->normal, b->normal) < 1e-3f && fabsf(a->uv.u - b->uv.u) < 1e-6f &&
                fabsf(a->uv.v - b->uv.v) < 1e-6f;
    for (unsigned i = 0; i < FIG_VARIANTS; i++)
        same = same && apart(a->places[i], b->places[i]) < 1e-5f;
    return same;
}

static bool has_triangle(const FigFile *fig, const Corner three[3])
{
    for (uint32_t i = 0; i < fig->index_count; i += 3)
        for (unsigned turn = 0; turn < 3; turn++) {
            bool same = true;
            for (unsigned k = 0; same && k < 3; k++) {
                const Corner corner = corner_of(fig, i + (k + turn) % 3);
                same = same_corner(&three[k], &corner);
            }
            if (same)
                return true;
        }
    return false;
}

void assert_same_figures(const Model *a, const Model *b, size_t bones)
{
    for (size_t bone = 0; bone < bones; bone++) {
        const FigFile *one = a->bones[bone].fig, *two = b->bones[bone].fig;
        assert_non_null(two);
        assert_int_equal(one->index_count, two->index_count);
        assert_int_equal(one->group, two->group);
        assert_int_equal(one->texture_number, two->texture_number);
        for (uint32_t i = 0; i < one->index_count; i += 3) {
            const Corner three[3] = {corner_of(one, i), corner_of(one, i + 1),
                                     corner_of(one, i + 2)};
            if (!has_triangle(two, three))
                fail_msg("bone %zu has no triangle %u", bone, i / 3);
        }
    }
}

double angle(Quat a, Quat b)
{
    const Quat c = quat_multiply(quat_back(a), b);
    return 2 * atan2(sqrt((double)c.x * c.x + (double)c.y * c.y + (double)c.z * c.z),
                     fabs((double)c.w));
}

void assert_same_clips(const Model *a, const Model *b)
{
    static const float first[FIG_VARIANTS] = {1};
    const ModelBody of_a = model_body(a, first), of_b = model_body(b, first);
    assert_int_equal(a->clip_count, b->clip_count);
    for (size_t clip = 0; clip < a->clip_count; clip++) {
        assert_true(text_equal(a->clips[clip].name, b->clips[clip].name));
        assert_int_equal(a->clips[clip].frame_count, b->clips[clip].frame_count);
        for (uint32_t frame = 0; frame < a->clips[clip].frame_count; frame++) {
            ModelPose one[CREATURE_BONES], two[CREATURE_BONES];
            model_pose(a, (int32_t)clip, frame, &of_a, one);
            model_pose(b, (int32_t)clip, frame, &of_b, two);
            for (size_t i = 0; i < CREATURE_BONES; i++) {
                assert_true(angle(one[i].world_rotation, two[i].world_rotation) < 1e-4);
                assert_near(one[i].world_translation, two[i].world_translation, 1e-4);
            }
        }
    }
}
