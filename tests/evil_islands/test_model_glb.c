/* convert/model_glb: what comes out is read again, and shows what the model is. */
#include "lib/evil_creature.h"
#include "lib/kit.h"

#include "evil_islands/models/model_export.h"

static Model creature(Kit *kit)
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

/* Written and read again. */
static Gltf scene_of(Kit *kit, const Model *model, const ModelSettings *settings)
{
    Gltf scene, back;
    Bytes file;
    assert_true(model_scene(model, settings, &scene, kit->arena, &kit->report));
    assert_true(gltf_write(&scene, &file, kit->arena, &kit->report));
    assert_true(gltf_read(file, &back, kit->arena, &kit->report));
    return back;
}

static void assert_near(Vec3 a, Vec3 b)
{
    assert_float_equal(a.x, b.x, 1e-4);
    assert_float_equal(a.y, b.y, 1e-4);
    assert_float_equal(a.z, b.z, 1e-4);
}

static Vec3 target_sum(const GltfMesh *mesh, const float *weights, uint32_t vertex)
{
    const GltfPrimitive *primitive = &mesh->primitives[0];
    Vec3 sum = primitive->positions[vertex];
    for (size_t i = 0; i < mesh->target_count; i++)
        sum = vec3_add(sum, vec3_scale(primitive->targets[i].positions[vertex], weights[i]));
    return sum;
}

static float random_part(void) { return (float)next_random(3001) / 1000 - 1; }

static void bones_are_nodes_in_their_hierarchy_with_meshes_on_them(void **state)
{
    Kit *kit = *state;
    const Model model = creature(kit);
    const Gltf scene = scene_of(kit, &model, &(ModelSettings){0});
    assert_int_equal(scene.node_count, CREATURE_BONES);
    assert_int_equal(scene.mesh_count, CREATURE_BONES);
    for (size_t i = 0; i < CREATURE_BONES; i++) {
        const GltfNode *node = &scene.nodes[i];
        assert_true(text_is(node->name, creature_bones[i].name));
        assert_int_equal(node->parent, creature_bones[i].parent);
        const GltfMesh *mesh = &scene.meshes[node->mesh];
        assert_non_null(mesh->primitives[0].normals);
        assert_non_null(mesh->primitives[0].uvs);
        assert_int_equal(mesh->primitives[0].index_count, 3 * CREATURE_TRIANGLES);
        assert_true(text_starts(node->extras, "\"offsets\":["));
        assert_true(text_starts(mesh->extras, "\"group\":"));
    }
    /* z up became y up, and the front, -y, became z. */
    assert_near(scene.nodes[2].translation, (Vec3){0, 1.110468f, 0.361341f});
    assert_int_equal(scene.image_count, 1);
    assert_int_equal(scene.material_count, 3);
    assert_true(text_is(scene.materials[0].name, "cloth"));
}

static void triangles_face_the_direction_of_their_normals(void **state)
{
    Kit *kit = *state;
    const Model model = creature(kit);
    const Gltf scene = scene_of(kit, &model, &(ModelSettings){0});
    for (size_t i = 0; i < scene.mesh_count; i++) {
        const GltfPrimitive *part = &scene.meshes[i].primitives[0];
        for (uint32_t k = 0; k < part->index_count; k += 3) {
            const uint32_t *corners = part->indices + k;
            const Vec3 a = part->positions[corners[0]];
            const Vec3 face = vec3_cross(vec3_sub(part->positions[corners[1]], a),
                                         vec3_sub(part->positions[corners[2]], a));
            assert_true(vec3_dot(face, part->normals[corners[0]]) > 0);
        }
    }
}

static void targets_and_weights_are_the_trilinear_blend(void **state)
{
    Kit *kit = *state;
    const Model model = creature(kit);
    for (unsigned round = 0; round < 20; round++) {
        const ModelSettings settings = {
            .complexion = {random_part(), random_part(), random_part()}};
        const Gltf scene = scene_of(kit, &model, &settings);
        const float *body = settings.complexion;
        float weights[FIG_VARIANTS];
        model_weights(body[0], body[1], body[2], weights);
        for (size_t bone = 0; bone < CREATURE_BONES; bone++) {
            const GltfMesh *mesh = &scene.meshes[scene.nodes[bone].mesh];
            ModelMesh expected;
            model_mesh(&model, bone, -1, 0, weights, &expected, kit->arena);
            for (size_t i = 0; i < MODEL_TARGET_COUNT; i++)
                assert_true(text_is(mesh->target_names[i], model_target_names[i]));
            for (uint32_t i = 0; i < expected.corner_count; i++)
                assert_near(target_sum(mesh, mesh->weights, i),
                            model_axes(expected.positions[i]));
            assert_near(scene.nodes[bone].translation,
                        model_axes(model_blend(model.bones[bone].offsets, weights)));
        }
    }
}

static void baked_body_has_animation_targets_only(void **state)
{
    Kit *kit = *state;
    const Model model = creature(kit);
    const ModelSettings settings = {.complexion = {1, 0.5f, 0.25f}, .bake = true};
    const Gltf scene = scene_of(kit, &model, &settings);
    float weights[FIG_VARIANTS];
    ModelMesh expected;
    model_weights(1, 0.5f, 0.25f, weights);
    model_mesh(&model, 3, -1, 0, weights, &expected, kit->arena);
    assert_int_equal(scene.meshes[3].target_count, 0);
    assert_int_equal(scene.meshes[1].target_count, 8); /* eight heights of the chest */
    assert_true(text_starts(scene.meshes[1].target_names[0], "cidle."));
    for (uint32_t i = 0; i < expected.corner_count; i++)
        assert_near(scene.meshes[3].primitives[0].positions[i],
                    model_axes(expected.positions[i]));
}

static const GltfChannel *channel_of(const GltfAnimation *animation, int32_t node,
                                     GltfPath path)
{
    for (size_t i = 0; i < animation->channel_count; i++)
        if (animation->channels[i].node == node && animation->channels[i].path == path)
            return &animation->channels[i];
    return NULL;
}

/* The pose at a frame, by the channels. */
static void play(const Gltf *scene, const GltfAnimation *animation, uint32_t frame,
                 Vec3 *places, Quat *turns)
{
    for (size_t i = 0; i < CREATURE_BONES; i++) {
        const GltfNode *node = &scene->nodes[i];
        const GltfChannel *turn = channel_of(animation, (int32_t)i, GLTF_ROTATION);
        const GltfChannel *shift = channel_of(animation, (int32_t)i, GLTF_TRANSLATION);
        Quat rotation = node->rotation;
        Vec3 place = node->translation;
        if (turn) {
            const float *q = turn->values + 4 * (frame < turn->count ? frame : turn->count - 1);
            rotation = (Quat){q[3], q[0], q[1], q[2]};
        }
        if (shift)
            memcpy(&place,
                   shift->values + 3 * (frame < shift->count ? frame : shift->count - 1),
                   sizeof place);
        const int32_t parent = node->parent;
        places[i] =
            parent < 0 ? place : vec3_add(places[parent], quat_turn(turns[parent], place));
        turns[i] = parent < 0 ? rotation : quat_multiply(turns[parent], rotation);
    }
}

static void exported_clips_match_the_game(void **state)
{
    Kit *kit = *state;
    const Model model = creature(kit);
    const ModelSettings settings = {.complexion = {0.5f, 0.25f, 1}};
    const Gltf scene = scene_of(kit, &model, &settings);
    float weights[FIG_VARIANTS];
    model_weights(0.5f, 0.25f, 1, weights);
    const ModelBody body = model_body(&model, weights);
    assert_int_equal(scene.animation_count, 2);
    assert_true(text_is(scene.animations[0].name, "cidle"));
    assert_true(text_is(scene.animations[1].name, "walk"));
    for (size_t clip = 0; clip < 2; clip++) {
        const GltfAnimation *animation = &scene.animations[clip];
        for (uint32_t frame = 0; frame < model.clips[clip].frame_count; frame++) {
            ModelPose poses[CREATURE_BONES];
            Vec3 places[CREATURE_BONES];
            Quat turns[CREATURE_BONES];
            model_pose(&model, (int32_t)clip, frame, &body, poses);
            play(&scene, animation, frame, places, turns);
            for (size_t i = 0; i < CREATURE_BONES; i++) {
                assert_near(places[i], model_axes(poses[i].world_translation));
                assert_near(quat_turn(turns[i], model_axes((Vec3){1, 2, 3})),
                            model_axes(quat_turn(poses[i].world_rotation, (Vec3){1, 2, 3})));
            }
        }
        for (size_t i = 0; i < animation->channel_count; i++)
            for (uint32_t k = 0; k < animation->channels[i].count; k++)
                assert_float_equal(animation->channels[i].times[k], k / 15.0, 1e-6);
    }
}

static void neighbouring_rotations_are_on_the_same_side(void **state)
{
    Kit *kit = *state;
    Model model = creature(kit);
    /* Every other rotation of a leg with the other sign: the same turns. */
    AnmFile leg = *model.clips[1].bones[9];
    AnmTurn turns[CREATURE_WALK];
    for (unsigned i = 0; i < CREATURE_WALK; i++) {
        const AnmTurn turn = leg.rotations[i];
        turns[i] = i % 2 ? (AnmTurn){-turn.w, -turn.x, -turn.y, -turn.z} : turn;
    }
    leg.rotations = turns;
    model.clips[1].bones[9] = &leg;
    const Gltf scene = scene_of(kit, &model, &(ModelSettings){0});
    const GltfChannel *channel = channel_of(&scene.animations[1], 9, GLTF_ROTATION);
    for (uint32_t i = 1; i < channel->count; i++) {
        const float *q = channel->values + 4 * i;
        assert_true(q[0] * q[-4] + q[1] * q[-3] + q[2] * q[-2] + q[3] * q[-1] > 0);
    }
}

static void animated_vertices_use_weights_after_body_weights(void **state)
{
    Kit *kit = *state;
    const Model model = creature(kit);
    const ModelSettings settings = {.complexion = {1, 0, 0.5f}};
    const Gltf scene = scene_of(kit, &model, &settings);
    const GltfMesh *mesh = &scene.meshes[scene.nodes[1].mesh];
    const GltfChannel *channel = channel_of(&scene.animations[0], 1, GLTF_WEIGHTS);
    float weights[FIG_VARIANTS];
    model_weights(1, 0, 0.5f, weights);
    assert_non_null(channel);
    assert_int_equal(channel->count, CREATURE_IDLE);
    assert_int_equal(channel->width, mesh->target_count);
    assert_int_equal(mesh->target_count, MODEL_TARGET_COUNT + 8);
    for (uint32_t frame = 0; frame < CREATURE_IDLE; frame++) {
        ModelMesh expected;
        model_mesh(&model, 1, 0, frame, weights, &expected, kit->arena);
        for (uint32_t i = 0; i < expected.corner_count; i++)
            assert_near(target_sum(mesh, channel->values + frame * channel->width, i),
                        model_axes(expected.positions[i]));
    }
    assert_null(channel_of(&scene.animations[1], 1, GLTF_WEIGHTS));
}

static void a_skin_has_all_figures_on_the_bones_as_joints(void **state)
{
    Kit *kit = *state;
    const Model model = creature(kit);
    const ModelSettings settings = {.complexion = {0, 0, 1}, .skin = true};
    const Gltf scene = scene_of(kit, &model, &settings);
    float weights[FIG_VARIANTS];
    ModelPose poses[CREATURE_BONES];
    model_weights(0, 0, 1, weights);
    model_pose(&model, -1, 0, &(ModelBody){{0, 0, 0, 0, 1}, 1}, poses);
    assert_true(kit_has_message(kit, "which a skin cannot store"));
    assert_int_equal(scene.node_count, CREATURE_BONES + 1);
    assert_int_equal(scene.mesh_count, 1);
    assert_int_equal(scene.skins[0].joint_count, CREATURE_BONES);
    for (size_t bone = 0; bone < CREATURE_BONES; bone++) {
        GltfMesh part = scene.meshes[0];
        ModelMesh expected;
        part.primitives += bone;
        assert_int_equal(scene.nodes[bone].mesh, -1);
        assert_int_equal(part.primitives->joints[0][0], bone);
        const float *inverse = scene.skins[0].inverse[bone];
        assert_near((Vec3){-inverse[12], -inverse[13], -inverse[14]},
                    model_axes(poses[bone].world_translation));
        model_mesh(&model, bone, -1, 0, weights, &expected, kit->arena);
        for (uint32_t i = 0; i < expected.corner_count; i++)
            assert_near(
                target_sum(&part, scene.meshes[0].weights, i),
                model_axes(vec3_add(expected.positions[i], poses[bone].world_translation)));
    }
}

static void a_figure_of_no_vertices_is_a_node_without_a_mesh(void **state)
{
    static const char *const names[] = {"x", "hp", "bd"};
    Kit *kit = *state;
    const Bytes contents[] = {creature_lnk(kit->arena), creature_empty_fig(kit->arena),
                              creature_fig(1, kit->arena)};
    const ModelSource source = {.path = TEXT("x.mod"),
                                .file = creature_pack_whole(names, contents, 3, kit->arena)};
    Model model;
    assert_true(model_load(&source, &model, kit->arena, &kit->report));
    const Gltf scene = scene_of(kit, &model, &(ModelSettings){0});
    assert_int_equal(scene.nodes[0].mesh, -1);
    assert_int_equal(scene.nodes[1].mesh, 0);
    assert_int_equal(scene.mesh_count, 1);
    assert_int_equal(scene.image_count, 0);
}

static void too_large_numbers_are_rejected_with_one_line(void **state)
{
    Kit *kit = *state;
    Model model = creature(kit);
    Gltf scene;
    const ModelSettings settings = {.complexion = {1e30f, 1e30f, 0}};
    assert_false(model_scene(&model, &settings, &scene, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "the complexion is not a number, or too large"));
    assert_int_equal(kit->messages.count, 1);
    kit_clear(kit);
    const ModelSettings tall = {.complexion = {0, 0, 1e38f}};
    model.bones[2].offsets[4].x = 3e38f;
    assert_false(model_scene(&model, &tall, &scene, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "the bone hd is too far away"));
    assert_int_equal(kit->messages.count, 1);
}

/* A figure's numbers are finite, but not how far its variants are from each other. */
static void a_vertex_that_is_too_far_away_is_named_by_its_bone(void **state)
{
    Kit *kit = *state;
    Model model = creature(kit);
    Gltf scene;
    FigFile *fig = ARENA_ALLOC(kit->arena, FigFile, 1);
    *fig = *model.bones[1].fig;
    model.bones[1].fig = fig;
    fig_set_vertex(fig, 0, 0, (Vec3){-3e38f, 0, 0});
    fig_set_vertex(fig, 0, 1, (Vec3){3e38f, 0, 0});
    for (unsigned skin = 0; skin < 2; skin++) {
        kit_clear(kit);
        const ModelSettings settings = {.skin = skin};
        assert_false(model_scene(&model, &settings, &scene, kit->arena, &kit->report));
        assert_true(kit_has_message(kit, "a vertex of the bone bd is too far away"));
    }
}

/* As in pictures and sprites. */
static void damaged_texture_is_omitted_with_one_warning(void **state)
{
    Kit *kit = *state;
    Model model = creature(kit);
    Gltf scene;
    model.textures[0].file.size /= 2;
    assert_true(model_scene(&model, &(ModelSettings){0}, &scene, kit->arena, &kit->report));
    assert_int_equal(scene.material_count, 3);
    assert_int_equal(scene.image_count, 0);
    assert_int_equal(scene.materials[0].image, -1);
    assert_int_equal(kit->messages.count, 1);
    assert_true(kit_has_message(kit, "the texture unxxxx is left out"));
}

static void export_is_deterministic(void **state)
{
    Kit *kit = *state;
    Bytes files[2];
    for (size_t i = 0; i < 2; i++) {
        const Model model = creature(kit);
        Gltf scene;
        assert_true(model_scene(&model, &(ModelSettings){0}, &scene, kit->arena, &kit->report));
        assert_true(gltf_write(&scene, &files[i], kit->arena, &kit->report));
    }
    assert_bytes_equal(files[0], files[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
        TEST(bones_are_nodes_in_their_hierarchy_with_meshes_on_them),
        TEST(triangles_face_the_direction_of_their_normals),
        TEST(targets_and_weights_are_the_trilinear_blend),
        TEST(baked_body_has_animation_targets_only),
        TEST(exported_clips_match_the_game),
        TEST(neighbouring_rotations_are_on_the_same_side),
        TEST(animated_vertices_use_weights_after_body_weights),
        TEST(a_skin_has_all_figures_on_the_bones_as_joints),
        TEST(a_figure_of_no_vertices_is_a_node_without_a_mesh),
        TEST(too_large_numbers_are_rejected_with_one_line),
        TEST(a_vertex_that_is_too_far_away_is_named_by_its_bone),
        TEST(damaged_texture_is_omitted_with_one_warning),
        TEST(export_is_deterministic),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
