/* convert/glb_model: targets, looks, clips, the files that come out, what is refused. */
#include "lib/glb_model_kit.h"

#include "base/image/png_write.h"

/* ---- targets ---- */

static void missing_combined_target_is_the_sum_of_single_targets(void **state)
{
    static const size_t kept[] = {3, 0}; /* height, then strength */
    Kit *kit = *state;
    const Model model = creature(kit);
    Gltf scene = glb_scene_of(kit, &model, (ModelSettings){0});
    GltfMesh *mesh = &scene.meshes[3];
    GltfTarget targets[2];
    Text names[2];
    for (size_t i = 0; i < 2; i++) {
        targets[i] = mesh->primitives[0].targets[kept[i]];
        names[i] = mesh->target_names[kept[i]];
    }
    mesh->primitives[0].targets = targets;
    mesh->target_names = names;
    mesh->target_count = 2;
    const Model again = back(kit, &scene);
    const Corner a = corner_of(model.bones[3].fig, 5), b = corner_of(again.bones[3].fig, 5);
    assert_near(b.places[0], a.places[0], 1e-6);
    assert_near(b.places[1], a.places[1], 1e-5);
    assert_near(b.places[2], a.places[0], 1e-6); /* no dexterity */
    assert_near(b.places[4], a.places[4], 1e-5);
    const Vec3 both = vec3_sub(vec3_add(a.places[1], a.places[4]), a.places[0]);
    assert_near(b.places[5], both, 1e-5);
    assert_near(b.places[7], both, 1e-5);
}

static void a_mesh_without_targets_is_the_same_in_all_bodies(void **state)
{
    Kit *kit = *state;
    const Model model = creature(kit);
    const Gltf scene =
        glb_scene_of(kit, &model, (ModelSettings){.complexion = {1, 0, 1}, .bake = true});
    const Model again = back(kit, &scene);
    assert_int_equal(fig_variants(again.bones[4].fig), FIG_VARIANTS);
    const Corner a = corner_of(model.bones[4].fig, 9), b = corner_of(again.bones[4].fig, 9);
    for (unsigned i = 0; i < FIG_VARIANTS; i++) {
        assert_near(b.places[i], a.places[5], 1e-5);
        assert_near(again.bones[4].offsets[i], model.bones[4].offsets[5], 1e-5);
    }
}

/* The figure with its first variants only. */
static const FigFile *with_variants(const FigFile *fig, unsigned count, Arena *arena)
{
    FigFile *few = ARENA_ALLOC(arena, FigFile, 1);
    *few = *fig;
    few->digit = (uint8_t)('0' + count);
    few->vertices = ARENA_ALLOC(arena, float, (size_t)fig->vertex_blocks * 12 * count);
    for (uint32_t i = 0; i < 4 * fig->vertex_blocks; i++)
        for (unsigned k = 0; k < count; k++)
            fig_set_vertex(few, i, k, fig_vertex(fig, i, k));
    return few;
}

static void figures_keep_their_number_of_variants(void **state)
{
    Kit *kit = *state;
    for (unsigned count = 1; count <= FIG_VARIANTS; count++) {
        Model model = creature(kit);
        model.bones[3].fig = with_variants(model.bones[3].fig, count, kit->arena);
        const Gltf scene = glb_scene_of(kit, &model, (ModelSettings){0});
        const Model again = back(kit, &scene);
        assert_int_equal(fig_variants(again.bones[3].fig), count);
        assert_int_equal(fig_variants(again.bones[4].fig), FIG_VARIANTS);
        const Corner a = corner_of(model.bones[3].fig, 5), b = corner_of(again.bones[3].fig, 5);
        for (unsigned i = 0; i < FIG_VARIANTS; i++)
            assert_near(b.places[i], a.places[i], 1e-5);
    }
}

/* Body 7 of a figure of six variants is edited: it needs all eight. */
static void an_edited_body_adds_variants(void **state)
{
    Kit *kit = *state;
    Model model = creature(kit);
    model.bones[3].fig = with_variants(model.bones[3].fig, FIG_OLD_VARIANTS, kit->arena);
    Gltf scene = glb_scene_of(kit, &model, (ModelSettings){0});
    GltfMesh *mesh = &scene.meshes[3];
    const size_t last = mesh->target_count - 1;
    for (uint32_t i = 0; i < mesh->primitives[0].vertex_count; i++)
        ((Vec3 *)mesh->primitives[0].targets[last].positions)[i].x += 0.25f;
    const Model again = back(kit, &scene);
    assert_int_equal(fig_variants(again.bones[3].fig), FIG_VARIANTS);
    const Corner a = corner_of(model.bones[3].fig, 5), b = corner_of(again.bones[3].fig, 5);
    assert_near(b.places[5], a.places[5], 1e-5);
    assert_float_equal(vec3_length(vec3_sub(b.places[7], a.places[7])), 0.25, 1e-4);
}

static void unused_morph_target_is_ignored(void **state)
{
    Kit *kit = *state;
    const Model model = creature(kit);
    Gltf scene = glb_scene_of(kit, &model, (ModelSettings){0});
    scene.meshes[3].target_names[1] = TEXT("smile");
    const Model again = back(kit, &scene);
    const Corner a = corner_of(model.bones[3].fig, 5), b = corner_of(again.bones[3].fig, 5);
    assert_near(b.places[2], a.places[0], 1e-6);
    assert_near(b.places[3], a.places[3], 1e-6);
    assert_int_equal(kit->messages.count, 1);
    assert_true(kit_has_message(kit, "morph target \"smile\""));
}

/* ---- looks ---- */

static void groups_are_read_from_material_names(void **state)
{
    static const struct {
        const char *name;
        uint32_t group;
        bool warned;
    } cases[] = {{"metal", 19, false},    {"Stone.001", 22, false}, {"magic_3", 23, false},
                 {"group_40", 40, false}, {"Material", 21, true},   {"metallic", 21, true}};
    Kit *kit = *state;
    const Model model = creature(kit);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        Gltf scene = glb_scene_of(kit, &model, (ModelSettings){0});
        drop_extras(&scene);
        scene.materials[0].name = text_of(cases[i].name);
        kit_clear(kit);
        const Model again = back(kit, &scene);
        assert_int_equal(again.bones[0].fig->group, cases[i].group);
        assert_int_equal(kit_has_message(kit, "skin is taken"), cases[i].warned);
    }
}

static void several_images_are_textures_by_number(void **state)
{
    static const char *const names[] = {"unxxxx07", "fur", "eye"};
    Kit *kit = *state;
    const Model model = creature(kit);
    Gltf scene = glb_scene_of(kit, &model, (ModelSettings){0});
    GltfImage images[3];
    ConversionJob job;
    drop_extras(&scene);
    for (size_t i = 0; i < 3; i++) {
        const Image image = image_new(4, 4, kit->arena);
        *image_at(&image, 0, 0) = PIXEL(255, (uint32_t)i, 0, 255);
        images[i] = (GltfImage){text_of(names[i]), png_write(&image, NULL, kit->arena)};
        scene.materials[i].image = (int32_t)i;
    }
    scene.images = images;
    scene.image_count = 3;
    assert_true(glb_run(kit, glb_to_model, &scene, &job));
    assert_true(mmp_is(file_of(&job, "07.mmp")));
    assert_true(mmp_is(file_of(&job, "01.mmp")));
    assert_true(mmp_is(file_of(&job, "02.mmp")));
    assert_int_equal(file_of(&job, ".mmp").size, 0);
    const Model again = loaded(kit, &job);
    for (size_t i = 0; i < CREATURE_BONES; i++) {
        const int32_t image = scene.materials[scene.meshes[i].primitives[0].material].image;
        assert_int_equal(again.bones[i].fig->texture_number, image == 0 ? 7 : image);
    }
}

/* ---- clips ---- */

static void clips_of_other_frame_rates_are_read_at_fifteen(void **state)
{
    static const float times[] = {2, 4}, turns[] = {0, 0, 0, 1, 0, 0.70710678f, 0, 0.70710678f};
    static const ModelBody body = {{1}, 1};
    Kit *kit = *state;
    const Model model = creature(kit);
    Gltf scene = glb_scene_of(kit, &model, (ModelSettings){0});
    for (unsigned steps = 0; steps < 2; steps++) {
        GltfChannel channel = {2, GLTF_ROTATION, steps, times, 2, turns, 4};
        GltfAnimation animation = {TEXT("look"), &channel, 1, TEXT("")};
        scene.animations = &animation;
        scene.animation_count = 1;
        const Model again = back(kit, &scene);
        ModelPose poses[CREATURE_BONES];
        assert_int_equal(again.clips[0].frame_count, 31); /* from the first key on */
        for (uint32_t frame = 0; frame < 31; frame++) {
            const double degrees = steps ? (frame == 30 ? 90 : 0) : frame * 3.0;
            const Quat wanted = turn_around((Vec3){0, 0, 1}, degrees);
            model_pose(&again, 0, frame, &body, poses);
            assert_true(angle(poses[2].world_rotation, wanted) < 1e-4);
        }
    }
}

/* By hand, z up: the clip turns the root by 90 degrees around z and puts it at (1, 0, 2). The
 * creature's z is 2.0355686 times as large in variant 5, so that the file has the root at a
 * height of 2 * 2.0355686. lh1 is at (0.5, -0.08, 0.85) from bd, which turns with the root:
 * world(bd) * offset is (0.08, 0.5, 0.85), which its track holds. bd, whose parent is the root,
 * is on the axis. */
static void a_clip_has_the_root_in_the_model_and_other_bones_at_their_offsets(void **state)
{
    static const float time[] = {0}, place[] = {1, 2, 0};
    static const float turn[] = {0, 0.70710678f, 0, 0.70710678f};
    Kit *kit = *state;
    const Model model = creature(kit);
    Gltf scene = glb_scene_of(kit, &model, (ModelSettings){0});
    GltfChannel channels[] = {{0, GLTF_ROTATION, false, time, 1, turn, 4},
                              {0, GLTF_TRANSLATION, false, time, 1, place, 3}};
    GltfAnimation animation = {TEXT("turn"), channels, 2, TEXT("")};
    scene.animations = &animation;
    scene.animation_count = 1;
    const Model again = back(kit, &scene);
    const AnmFile *const *files = again.clips[0].bones;
    const AnmShift *root = files[0]->translations, *arm = files[3]->translations;
    assert_int_equal(files[0]->translation_count, 1);
    assert_near((Vec3){root->x, root->y, root->z}, (Vec3){1, 0, 4.0711372f}, 1e-5);
    assert_int_equal(files[3]->translation_count, 1);
    assert_near((Vec3){arm->x, arm->y, arm->z}, (Vec3){0.08f, 0.5f, 0.85f}, 1e-6);
    assert_near(
        (Vec3){files[1]->translations->x, files[1]->translations->y, files[1]->translations->z},
        (Vec3){0, 0, 0.12f}, 1e-6);
    assert_false(kit_has_message(kit, "clips move bones"));
}

static void a_root_that_a_clip_does_not_move_has_no_translations(void **state)
{
    static const float time[] = {0}, turn[] = {0, 0.70710678f, 0, 0.70710678f};
    Kit *kit = *state;
    const Model model = creature(kit);
    Gltf scene = glb_scene_of(kit, &model, (ModelSettings){0});
    GltfChannel channel = {0, GLTF_ROTATION, false, time, 1, turn, 4};
    GltfAnimation animation = {TEXT("turn"), &channel, 1, TEXT("")};
    scene.animations = &animation;
    scene.animation_count = 1;
    const Model again = back(kit, &scene);
    assert_int_equal(again.clips[0].bones[0]->translation_count, 0);
}

/* The game moves roots only. Programs write a channel for each bone, which mostly says what the
 * node does: that is not lost. */
static void clip_that_moves_another_bone_causes_a_warning(void **state)
{
    static const float time[] = {0};
    Kit *kit = *state;
    const Model model = creature(kit);
    for (unsigned moved = 0; moved < 2; moved++) {
        Gltf scene = glb_scene_of(kit, &model, (ModelSettings){0});
        const Vec3 at = scene.nodes[3].translation;
        const float place[] = {at.x + (moved ? 0.25f : 0), at.y, at.z};
        GltfChannel channel = {3, GLTF_TRANSLATION, false, time, 1, place, 3};
        GltfAnimation animation = {TEXT("reach"), &channel, 1, TEXT("")};
        scene.animations = &animation;
        scene.animation_count = 1;
        const Model again = back(kit, &scene);
        const AnmShift *arm = again.clips[0].bones[3]->translations;
        assert_near((Vec3){arm->x, arm->y, arm->z}, (Vec3){0.5f, -0.08f, 0.85f}, 1e-6);
        assert_int_equal(kit_has_message(kit, "clips move bones other than the root"), moved);
    }
}

/* Rounded to 2^-17 it would be 0.12345886. */
static void rotations_are_written_unchanged(void **state)
{
    static const float time[] = {0}, turn[] = {0, 0.1234567f, 0, 0.99234996f};
    Kit *kit = *state;
    const Model model = creature(kit);
    Gltf scene = glb_scene_of(kit, &model, (ModelSettings){0});
    GltfChannel channel = {0, GLTF_ROTATION, false, time, 1, turn, 4};
    GltfAnimation animation = {TEXT("turn"), &channel, 1, TEXT("")};
    scene.animations = &animation;
    scene.animation_count = 1;
    const Model again = back(kit, &scene);
    assert_float_equal(again.clips[0].bones[0]->rotations[0].z, 0.1234567, 5e-8);
    assert_float_equal(again.clips[0].bones[0]->rotations[0].w, 0.99234996, 1e-7);
}

static void motionless_clip_preserves_its_length(void **state)
{
    static const float times[] = {0, 1}, turns[] = {0, 0, 0, 1, 0, 0, 0, 1};
    Kit *kit = *state;
    const Model model = creature(kit);
    Gltf scene = glb_scene_of(kit, &model, (ModelSettings){0});
    GltfChannel channel = {2, GLTF_ROTATION, false, times, 2, turns, 4};
    GltfAnimation animation = {TEXT("wait"), &channel, 1, TEXT("")};
    scene.animations = &animation;
    scene.animation_count = 1;
    const Model again = back(kit, &scene);
    assert_int_equal(again.clips[0].frame_count, 16);
    assert_int_equal(again.clips[0].bones[2]->rotation_count, 0);
}

/* ---- other outputs ---- */

static void model_of_loose_files_has_the_same_parts(void **state)
{
    Kit *kit = *state;
    const Model model = creature(kit);
    const Gltf scene = glb_scene_of(kit, &model, (ModelSettings){0});
    ConversionJob whole, loose, folder;
    assert_true(glb_run(kit, glb_to_model, &scene, &whole));
    assert_true(glb_run(kit, glb_to_links, &scene, &loose));
    assert_true(glb_run(kit, glb_to_files, &scene, &folder));
    assert_true(whole.joined && loose.joined && !folder.joined);
    assert_bytes_equal(loose.output, entry_of(kit, whole.output, "unxxxx"));
    assert_bytes_equal(file_of(&folder, "unxxxx.lnk"), loose.output);
    for (size_t i = 0; i < CREATURE_BONES; i++) {
        const char *name = creature_bones[i].name;
        const Bytes figure = entry_of(kit, whole.output, name);
        assert_bytes_equal(file_of(&loose, arena_format(kit->arena, "%s.fig", name).at),
                           figure);
        assert_bytes_equal(file_of(&folder, arena_format(kit->arena, "unxxxx%s.fig", name).at),
                           figure);
        assert_bytes_equal(file_of(&loose, arena_format(kit->arena, "%s.bon", name).at),
                           entry_of(kit, file_of(&whole, ".bon"), name));
    }
    assert_bytes_equal(file_of(&folder, "unxxxx.anm"), file_of(&whole, ".anm"));
    assert_bytes_equal(file_of(&loose, ".anm"), file_of(&whole, ".anm"));
}

static void figure_output_requires_one_bone(void **state)
{
    Kit *kit = *state;
    const Model model = creature(kit);
    Gltf scene = glb_scene_of(kit, &model, (ModelSettings){0});
    ConversionJob job, whole;
    assert_false(glb_run(kit, glb_to_figure, &scene, &job));
    assert_true(kit_has_message(kit, "15 bones have a mesh"));
    assert_true(glb_run(kit, glb_to_model, &scene, &whole));
    for (size_t i = 1; i < CREATURE_BONES; i++)
        scene.nodes[i].mesh = -1;
    scene.animation_count = 0;
    assert_true(glb_run(kit, glb_to_figure, &scene, &job));
    assert_bytes_equal(job.output, entry_of(kit, whole.output, "hp"));
}

/* ---- refused ---- */

static void set_name(Gltf *scene, size_t node, const char *name)
{
    scene->nodes[node].name = text_of(name);
}
static void no_mesh(Gltf *scene)
{
    scene->node_count = scene->mesh_count = scene->animation_count = 0;
}
static void two_roots(Gltf *scene) { scene->nodes[9].parent = -1; }
static void no_name(Gltf *scene) { set_name(scene, 3, ""); }
static void same_name(Gltf *scene) { set_name(scene, 3, "BD"); }
static void model_name(Gltf *scene) { set_name(scene, 3, "Unxxxx"); }
static void slash(Gltf *scene) { set_name(scene, 3, "../lh1"); }
static void chinese(Gltf *scene) { set_name(scene, 3, "\xE4\xB8\xAD"); }
static void long_name(Gltf *scene)
{
    static char name[300];
    memset(name, 'a', sizeof name - 1);
    set_name(scene, 3, name);
}
static void same_clips(Gltf *scene) { scene->animations[0].name = TEXT("WALK"); }
static void long_clip(Gltf *scene)
{
    static const float times[] = {0, 1e6f}, turns[] = {0, 0, 0, 1, 0, 0, 0, 1};
    static GltfChannel channel = {2, GLTF_ROTATION, false, times, 2, turns, 4};
    scene->animations[0].channels = &channel;
    scene->animations[0].channel_count = 1;
}
/* They were left out without a word. */
static void vertex_colours_cause_a_warning(void **state)
{
    Kit *kit = *state;
    const Model model = creature(kit);
    Gltf scene = glb_scene_of(kit, &model, (ModelSettings){0});
    ConversionJob job;
    assert_true(glb_run(kit, glb_to_model, &scene, &job));
    assert_int_equal(kit->messages.count, 0);
    GltfPrimitive *part = &scene.meshes[2].primitives[0];
    part->colours = arena_alloc(kit->arena, part->vertex_count, sizeof *part->colours);
    assert_true(glb_run(kit, glb_to_model, &scene, &job));
    assert_int_equal(kit->messages.count, 1);
    assert_true(kit_has_message(kit, "has vertex colours, which a figure cannot have"));
}

static void far_away(Gltf *scene)
{
    scene->nodes[0].scale = scene->nodes[1].scale = (Vec3){1e30f, 1e30f, 1e30f};
}
static void many_vertices(Gltf *scene)
{
    enum { COUNT = 66000 };
    static Vec3 positions[COUNT];
    static uint32_t indices[COUNT];
    GltfPrimitive *part = &scene->meshes[2].primitives[0];
    for (uint32_t i = 0; i < COUNT; i++) {
        positions[i] = (Vec3){(float)i, (float)(i % 3), 0};
        indices[i] = i;
    }
    *part = (GltfPrimitive){.positions = positions,
                            .vertex_count = COUNT,
                            .indices = indices,
                            .index_count = COUNT,
                            .material = -1};
    scene->meshes[2].target_count = 0;
}

static void invalid_model_is_reported_in_one_line(void **state)
{
    static const struct {
        void (*spoil)(Gltf *scene);
        const char *says;
    } cases[] = {{no_mesh, "no mesh in the scene"},
                 {two_roots, "\"hp\" and \"ll1\" are both roots"},
                 {no_name, "node 3 is a bone without a name"},
                 {same_name, "two nodes are named \"BD\""},
                 {model_name, "\"Unxxxx\" has the same name as the model"},
                 {slash, "\"../lh1\": bone names must be"},
                 {chinese, "U+4E2D is not in cp1251; utf-8 and cp949 have it"},
                 {long_name, "has a name of 299 bytes"},
                 {same_clips, "two clips are called"},
                 {long_clip, "\"cidle\" has more than 65536 frames"},
                 {far_away, "too far away"},
                 {many_vertices, "\"hd\" has more than 65535"}};
    Kit *kit = *state;
    const Model model = creature(kit);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        Gltf scene = glb_scene_of(kit, &model, (ModelSettings){0});
        ConversionJob job;
        cases[i].spoil(&scene);
        kit_clear(kit);
        assert_false(glb_run(kit, glb_to_model, &scene, &job));
        if (kit->report.errors != 1 || !kit_has_message(kit, cases[i].says))
            fail_msg("%s: %s", cases[i].says, kit_message(kit, 0));
    }
    ConversionJob none = {.input = BYTES('a', 'b', 'c', 'd', 'e'), .target = TEXT("x.mod")};
    kit_clear(kit);
    assert_false(glb_to_model(&none, kit->arena, &kit->report));
    assert_true(kit->messages.count == 1 && kit_has_message(kit, "not a .glb file"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
        TEST(missing_combined_target_is_the_sum_of_single_targets),
        TEST(a_mesh_without_targets_is_the_same_in_all_bodies),
        TEST(figures_keep_their_number_of_variants),
        TEST(an_edited_body_adds_variants),
        TEST(unused_morph_target_is_ignored),
        TEST(groups_are_read_from_material_names),
        TEST(several_images_are_textures_by_number),
        TEST(clips_of_other_frame_rates_are_read_at_fifteen),
        TEST(a_clip_has_the_root_in_the_model_and_other_bones_at_their_offsets),
        TEST(a_root_that_a_clip_does_not_move_has_no_translations),
        TEST(clip_that_moves_another_bone_causes_a_warning),
        TEST(vertex_colours_cause_a_warning),
        TEST(rotations_are_written_unchanged),
        TEST(motionless_clip_preserves_its_length),
        TEST(model_of_loose_files_has_the_same_parts),
        TEST(figure_output_requires_one_bone),
        TEST(invalid_model_is_reported_in_one_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
