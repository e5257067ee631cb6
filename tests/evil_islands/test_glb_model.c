/* convert/glb_model: scenes become models again, ours and what others make of them. */
#include "lib/glb_model_kit.h"

/* ---- the way back ---- */

static void model_survives_a_round_trip(void **state)
{
    Kit *kit = *state;
    const Creature made = creature_make("unxxxx", kit->arena);
    const Model model = creature(kit);
    const Gltf scene = glb_scene_of(kit, &model, (ModelSettings){0});
    ConversionJob job;
    assert_true(glb_run(kit, glb_to_model, &scene, &job));
    const Model again = loaded(kit, &job);
    assert_bytes_equal(entry_of(kit, job.output, "unxxxx"),
                       entry_of(kit, made.model, "unxxxx"));
    for (size_t i = 0; i < CREATURE_BONES; i++)
        assert_bytes_equal(entry_of(kit, file_of(&job, ".bon"), creature_bones[i].name),
                           entry_of(kit, made.bones, creature_bones[i].name));
    assert_bytes_equal(file_of(&job, ".mmp"), made.texture);
    assert_same_figures(&model, &again, CREATURE_BONES);
    assert_same_clips(&model, &again);
    assert_int_equal(kit->messages.count, 0);
}

static void second_round_trip_changes_nothing(void **state)
{
    Kit *kit = *state;
    const Model model = creature(kit);
    for (unsigned i = 0; i < 2; i++) {
        const ModelSettings settings = {.complexion = {i ? 0.5f : 0, 0, i ? 1 : 0}};
        const Gltf scene = glb_scene_of(kit, &model, settings);
        ConversionJob jobs[2];
        assert_true(glb_run(kit, glb_to_model, &scene, &jobs[0]));
        const Model again = loaded(kit, &jobs[0]);
        const Gltf next = glb_scene_of(kit, &again, settings);
        assert_true(glb_run(kit, glb_to_model, &next, &jobs[1]));
        assert_bytes_equal(jobs[0].output, jobs[1].output);
        assert_bytes_equal(file_of(&jobs[0], ".bon"), file_of(&jobs[1], ".bon"));
        const Model twice = loaded(kit, &jobs[1]); /* quaternions are not rounded */
        assert_same_clips(&again, &twice);
    }
}

static void imported_models_pass_the_checks(void **state)
{
    Kit *kit = *state;
    const Model model = creature(kit);
    const Gltf scene = glb_scene_of(kit, &model, (ModelSettings){0});
    ConversionJob job;
    assert_true(glb_run(kit, glb_to_model, &scene, &job));
    const Bytes figure = entry_of(kit, job.output, "bd");
    assert_true(lnk_check(entry_of(kit, job.output, "unxxxx"), kit->arena, &kit->report));
    assert_true(fig_check(figure, kit->arena, &kit->report));
    assert_true(res_check(job.output, kit->arena, &kit->report));
    assert_true(res_check(file_of(&job, ".anm"), kit->arena, &kit->report));
    assert_true(format_check(format_named(TEXT("bon")),
                             entry_of(kit, file_of(&job, ".bon"), "bd"), kit->arena,
                             &kit->report));
    assert_int_equal(kit->messages.count, 0);
    FigFile fig;
    assert_true(fig_read(figure, &fig, kit->arena, &kit->report));
    assert_int_equal(fig.vertex_blocks, (CREATURE_VERTICES + 3) / 4);
    assert_int_equal(fig.morph_count, CREATURE_VERTICES);
    for (unsigned i = 0; i < FIG_VARIANTS; i++) /* the last block repeats its last */
        assert_near(fig_vertex(&fig, 4 * fig.vertex_blocks - 1, i),
                    fig_vertex(&fig, CREATURE_VERTICES - 1, i), 0);
    for (uint32_t i = 0; i < fig.corner_count; i++)
        assert_int_equal(fig.corners[i].position, fig.corners[i].normal);
}

static void animated_vertices_survive_a_round_trip(void **state)
{
    static const float body[FIG_VARIANTS] = {1};
    Kit *kit = *state;
    const Model model = creature(kit);
    const Gltf scene = glb_scene_of(kit, &model, (ModelSettings){0});
    const Model again = back(kit, &scene);
    for (uint32_t frame = 0; frame < CREATURE_IDLE; frame++) {
        ModelMesh one, two;
        model_mesh(&model, 1, 0, frame, body, &one, kit->arena);
        model_mesh(&again, 1, 0, frame, body, &two, kit->arena);
        assert_int_equal(one.index_count, two.index_count);
        for (uint32_t i = 0; i < one.index_count; i++)
            assert_near(one.positions[one.indices[i]], two.positions[two.indices[i]], 1e-6);
    }
    assert_null(model_moves(&again, 1, 1, 0, kit->arena));
}

static void constant_tracks_have_at_most_one_frame(void **state)
{
    Kit *kit = *state;
    const Model model = creature(kit);
    const Gltf scene = glb_scene_of(kit, &model, (ModelSettings){0});
    const Model again = back(kit, &scene);
    assert_int_equal(model.clips[0].bones[4]->rotation_count, CREATURE_IDLE); /* bent */
    const AnmFile *leg = again.clips[0].bones[10];
    assert_int_equal(leg->rotation_count, 1);
    assert_int_equal(again.clips[0].bones[14]->rotation_count, 0);
    assert_int_equal(again.clips[0].bones[2]->rotation_count, CREATURE_IDLE);
    assert_int_equal(again.clips[0].bones[0]->translation_count, CREATURE_IDLE);
}

/* ---- as others write it ---- */

static void bodies_without_extras_use_node_positions(void **state)
{
    Kit *kit = *state;
    const Model model = creature(kit);
    Gltf scene = glb_scene_of(kit, &model, (ModelSettings){0});
    drop_extras(&scene);
    const Model again = back(kit, &scene);
    assert_same_figures(&model, &again, CREATURE_BONES);
    for (size_t i = 0; i < CREATURE_BONES; i++)
        for (unsigned k = 0; k < FIG_VARIANTS; k++)
            assert_near(again.bones[i].offsets[k], model.bones[i].offsets[0], 1e-6);
    assert_same_clips(&model, &again);
    assert_int_equal(kit->messages.count, 0);
}

/* The creature below a node that turns y up from z up, each mesh on its own node. */
static Gltf foreign(Kit *kit, const Model *model)
{
    const float half = 0.70710678f;
    const Gltf from = glb_scene_of(kit, model, (ModelSettings){0});
    Gltf out = from;
    out.node_count = 2 * CREATURE_BONES + 1;
    out.nodes = ARENA_ALLOC(kit->arena, GltfNode, out.node_count);
    out.animation_count = 0;
    /* Children come first, as with Blender. */
    for (size_t i = 0; i < CREATURE_BONES; i++) {
        const size_t at = CREATURE_BONES - 1 - i;
        GltfNode *bone = &out.nodes[CREATURE_BONES + i], *mesh = &out.nodes[i];
        *bone = from.nodes[at];
        bone->mesh = -1;
        bone->parent = 2 * CREATURE_BONES - (at ? 1 + from.nodes[at].parent : 0);
        *mesh = GLTF_NODE;
        mesh->name = arena_format(kit->arena, "%.*s.001", (int)bone->name.size, bone->name.at);
        mesh->mesh = from.nodes[at].mesh;
        mesh->parent = (int32_t)(CREATURE_BONES + i);
    }
    GltfNode *root = &out.nodes[out.node_count - 1];
    *root = GLTF_NODE;
    root->name = TEXT("Scene root");
    root->rotation = (Quat){half, half, 0, 0};
    drop_extras(&out);
    return out;
}

static void meshes_below_bones_belong_to_them_and_extra_root_is_ignored(void **state)
{
    Kit *kit = *state;
    const Model model = creature(kit);
    const Gltf scene = foreign(kit, &model);
    const Model again = back(kit, &scene);
    assert_int_equal(again.bone_count, CREATURE_BONES);
    for (size_t i = 0; i < CREATURE_BONES; i++) {
        const int32_t was = model_bone(&model, again.bones[i].name);
        const Vec3 at = model.bones[was].offsets[0];
        /* The root's quarter turn around x: z up goes to -y. */
        assert_near(again.bones[i].offsets[5], (Vec3){at.x, -at.z, at.y}, 1e-5);
        const int32_t parent = again.bones[i].parent;
        if (parent >= 0)
            assert_true(text_equal(again.bones[parent].name,
                                   model.bones[model.bones[was].parent].name));
        assert_int_equal(again.bones[i].fig->index_count, model.bones[was].fig->index_count);
    }
    const FigFile *one = model.bones[1].fig;
    const FigFile *two = again.bones[model_bone(&again, TEXT("bd"))].fig;
    const Corner a = corner_of(one, 0), b = corner_of(two, 0);
    for (unsigned i = 0; i < FIG_VARIANTS; i++)
        assert_near(b.places[i], (Vec3){a.places[i].x, -a.places[i].z, a.places[i].y}, 1e-5);
}

static void a_skin_is_cut_by_its_joints(void **state)
{
    Kit *kit = *state;
    const Model model = creature(kit);
    Gltf scene = glb_scene_of(kit, &model, (ModelSettings){.skin = true});
    kit_clear(kit);
    const Model again = back(kit, &scene);
    assert_same_figures(&model, &again, CREATURE_BONES);
    for (unsigned k = 0; k < FIG_VARIANTS; k++)
        assert_near(again.bones[2].offsets[k], model.bones[2].offsets[k], 0);
    assert_same_clips(&model, &again);
    assert_int_equal(kit->messages.count, 0);
}

static void triangle_belongs_to_the_joint_with_the_largest_weight(void **state)
{
    Kit *kit = *state;
    const Model model = creature(kit);
    Gltf scene = glb_scene_of(kit, &model, (ModelSettings){.skin = true});
    GltfPrimitive *part = &scene.meshes[0].primitives[2]; /* the head */
    float(*weights)[4] = arena_alloc(kit->arena, part->vertex_count, sizeof *weights);
    uint8_t(*joints)[4] = arena_alloc(kit->arena, part->vertex_count, sizeof *joints);
    for (uint32_t i = 0; i < part->vertex_count; i++) {
        joints[i][1] = 2;
        joints[i][2] = 1;
        weights[i][1] = i == part->indices[0] ? 0 : 0.5f;
        weights[i][2] = 1 - weights[i][1]; /* the chest wins where it has a whole corner */
    }
    part->joints = (const uint8_t(*)[4])joints;
    part->weights = (const float(*)[4])weights;
    const Model again = back(kit, &scene);
    const uint32_t chest = again.bones[1].fig->index_count, head = 3 * CREATURE_TRIANGLES;
    assert_true(chest > head);
    assert_int_equal(chest + (again.bones[2].fig ? again.bones[2].fig->index_count : 0),
                     2 * head);
}

static void scene_posed_by_a_clip_has_no_rest_rotation(void **state)
{
    Kit *kit = *state;
    const Model model = creature(kit);
    Gltf scene = glb_scene_of(kit, &model, (ModelSettings){0});
    for (size_t i = 0; i < scene.animations[1].channel_count; i++) {
        const GltfChannel *channel = &scene.animations[1].channels[i];
        GltfNode *node = &scene.nodes[channel->node];
        const float *q = channel->values;
        if (channel->path == GLTF_ROTATION)
            node->rotation = quat_unit((Quat){q[3], q[0], q[1], q[2]});
        else if (channel->path == GLTF_TRANSLATION)
            node->translation = (Vec3){q[0], q[1], q[2]};
    }
    const Model again = back(kit, &scene);
    for (size_t i = 0; i < CREATURE_BONES; i++)
        for (unsigned k = 0; k < FIG_VARIANTS; k++)
            assert_near(again.bones[i].offsets[k], model.bones[i].offsets[k], 0);
    assert_same_figures(&model, &again, CREATURE_BONES);
    assert_same_clips(&model, &again);
}

static void rest_rotation_and_scale_are_applied_to_figures_and_offsets(void **state)
{
    Kit *kit = *state;
    const Model model = creature(kit);
    Gltf scene = glb_scene_of(kit, &model, (ModelSettings){0});
    scene.animation_count = 0;
    scene.nodes[1].rotation = (Quat){0, 0, 1, 0}; /* the chest turned around */
    scene.nodes[1].scale = (Vec3){2, 2, 2};
    const Model again = back(kit, &scene);
    for (unsigned k = 0; k < FIG_VARIANTS; k++) {
        const Vec3 at = model.bones[2].offsets[k];
        assert_near(again.bones[2].offsets[k], (Vec3){-2 * at.x, -2 * at.y, 2 * at.z}, 1e-5);
        assert_near(again.bones[1].offsets[k], model.bones[1].offsets[k], 0);
    }
    const Corner a = corner_of(model.bones[3].fig, 7), b = corner_of(again.bones[3].fig, 7);
    assert_near(b.places[6], (Vec3){-2 * a.places[6].x, -2 * a.places[6].y, 2 * a.places[6].z},
                1e-5);
    assert_near(b.normal, (Vec3){-a.normal.x, -a.normal.y, a.normal.z}, 1e-5);
}

static void mirrored_mesh_faces_outwards(void **state)
{
    Kit *kit = *state;
    const Model model = creature(kit);
    Gltf scene = glb_scene_of(kit, &model, (ModelSettings){0});
    scene.animation_count = 0;
    scene.nodes[2].scale = (Vec3){-1, 1, 1};
    const Model again = back(kit, &scene);
    const FigFile *fig = again.bones[2].fig;
    for (uint32_t i = 0; i < fig->index_count; i += 3) {
        const Corner a = corner_of(fig, i), b = corner_of(fig, i + 1),
                     c = corner_of(fig, i + 2);
        const Vec3 face =
            vec3_cross(vec3_sub(b.places[0], a.places[0]), vec3_sub(c.places[0], a.places[0]));
        assert_true(vec3_dot(face, a.normal) > 0);
    }
}

static void moved_bone_moves_in_all_bodies(void **state)
{
    Kit *kit = *state;
    const Model model = creature(kit);
    Gltf scene = glb_scene_of(kit, &model, (ModelSettings){0});
    scene.animation_count = 0;
    scene.nodes[3].translation.x += 1;
    const Model again = back(kit, &scene);
    for (unsigned k = 0; k < FIG_VARIANTS; k++) {
        const Vec3 at = model.bones[3].offsets[k];
        assert_near(again.bones[3].offsets[k], (Vec3){at.x + 1, at.y, at.z}, 1e-5);
    }
}

/* Weights of a node stand in place of its mesh's. */
static void body_is_read_from_node_weights(void **state)
{
    Kit *kit = *state;
    const Model model = creature(kit);
    const ModelSettings settings = {.complexion = {0.5f, 0, 1}};
    Gltf scene = glb_scene_of(kit, &model, settings);
    ConversionJob jobs[2];
    assert_true(glb_run(kit, glb_to_model, &scene, &jobs[0]));
    const size_t messages = kit->messages.count;
    for (size_t i = 0; i < scene.node_count; i++)
        if (scene.nodes[i].mesh >= 0) {
            GltfMesh *mesh = &scene.meshes[scene.nodes[i].mesh];
            scene.nodes[i].weights = mesh->weights;
            mesh->weights = ARENA_ALLOC(kit->arena, float, mesh->target_count);
        }
    assert_true(glb_run(kit, glb_to_model, &scene, &jobs[1]));
    assert_int_equal(kit->messages.count, 2 * messages);
    assert_bytes_equal(jobs[0].output, jobs[1].output);
    assert_bytes_equal(file_of(&jobs[0], ".bon"), file_of(&jobs[1], ".bon"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
        TEST(model_survives_a_round_trip),
        TEST(second_round_trip_changes_nothing),
        TEST(imported_models_pass_the_checks),
        TEST(animated_vertices_survive_a_round_trip),
        TEST(constant_tracks_have_at_most_one_frame),
        TEST(bodies_without_extras_use_node_positions),
        TEST(meshes_below_bones_belong_to_them_and_extra_root_is_ignored),
        TEST(a_skin_is_cut_by_its_joints),
        TEST(triangle_belongs_to_the_joint_with_the_largest_weight),
        TEST(scene_posed_by_a_clip_has_no_rest_rotation),
        TEST(rest_rotation_and_scale_are_applied_to_figures_and_offsets),
        TEST(mirrored_mesh_faces_outwards),
        TEST(moved_bone_moves_in_all_bodies),
        TEST(body_is_read_from_node_weights),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
