/* convert/model: files put together, bodies, poses and meshes, by the numbers of
 * specs/evil_islands.md and conventions.md. */
#include "lib/evil_figures.h"
#include "lib/model_kit.h"

static Model creature(Kit *kit)
{
    const Creature made = creature_make("unxxxx", kit->arena);
    Shelf *shelf = shelf_new(kit);
    Model model;
    shelf_put(shelf, "unxxxx.bon", made.bones);
    shelf_put(shelf, "UNXXXX.ANM", made.motions);
    shelf_put(shelf, "unxxxx.mmp", made.texture);
    assert_true(load_beside(kit, "figures/unxxxx.mod", made.model, shelf, &model));
    assert_int_equal(kit->messages.count, 0);
    return model;
}

static void assert_near(Vec3 a, Vec3 b)
{
    assert_float_equal(a.x, b.x, 1e-5);
    assert_float_equal(a.y, b.y, 1e-5);
    assert_float_equal(a.z, b.z, 1e-5);
}

static void assert_same_turn(Quat a, Quat b) { assert_true(fabsf(quat_dot(a, b)) > 0.99999f); }

/* ---- numbers of the spec ---- */

static void the_bones_of_unmotr_are_written_with_the_zeros_that_count(void **state)
{
    static const char *const names[] = {"hp",  "bd",  "hd",  "lh1", "lh2", "lh3", "rh1", "rh2",
                                        "rh3", "ll1", "ll2", "ll3", "rl1", "rl2", "rl3"};
    static const int parents[] = {-1, 0, 1, 1, 3, 4, 1, 6, 7, 0, 9, 10, 0, 12, 13};
    Kit *kit = *state;
    const Bytes file = creature_lnk(kit->arena);
    static const uint8_t start[] = {15, 0, 0, 0, 3,   0,   0, 0, 'h', 'p', 0, 0,   0,   0, 0,
                                    3,  0, 0, 0, 'b', 'd', 0, 3, 0,   0,   0, 'h', 'p', 0};
    LnkFile lnk;
    LnkBone *bones;
    assert_memory_equal(file.data, start, sizeof start);
    assert_true(lnk_read(file, &lnk, kit->arena, &kit->report));
    assert_true(lnk_bones(&lnk, &bones, kit->arena, &kit->report));
    assert_int_equal(lnk.link_count, COUNT_OF(names));
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        assert_true(text_is(bones[i].name, names[i]));
        assert_int_equal(bones[i].parent, parents[i]);
    }
}

static void bit_two_of_a_variant_selects_height(void **state)
{
    Kit *kit = *state;
    const Model model = creature(kit);
    const ModelBone *head = &model.bones[model_bone(&model, TEXT("HD"))];
    float weights[FIG_VARIANTS];
    model_weights(1, 1, 0, weights);
    assert_near(model_blend(head->offsets, weights), (Vec3){0, -0.361341f, 1.110468f});
    model_weights(0, 0, 1, weights);
    assert_near(model_blend(head->offsets, weights), (Vec3){0.000001f, -0.735542f, 2.260456f});
    model_weights(0.3f, 0.7f, 0.5f, weights);
    assert_near(model_blend(head->offsets, weights), (Vec3){0, -0.5484415f, 1.685462f});
}

static void a_body_is_a_trilinear_blend_and_nothing_is_clamped(void **state)
{
    static const float expected[] = {0.05f * 0.5f * 1.6f, 0.95f * 0.5f * 1.6f};
    float weights[FIG_VARIANTS], sum = 0;
    (void)state;
    for (unsigned variant = 0; variant < FIG_VARIANTS; variant++) {
        model_weights((float)(variant & 1), (float)(variant >> 1 & 1), (float)(variant >> 2),
                      weights);
        for (unsigned i = 0; i < FIG_VARIANTS; i++)
            assert_true(weights[i] == (i == variant));
    }
    model_weights(0.95f, 0.5f, -0.6f, weights);
    assert_float_equal(weights[0], expected[0], 1e-6);
    assert_float_equal(weights[1], expected[1], 1e-6);
    for (unsigned i = 0; i < FIG_VARIANTS; i++)
        sum += weights[i];
    assert_float_equal(sum, 1, 1e-6);
}

/* unmoco2/but01: its first vertex lies at center + (-0.49246, -0.035761, 0.101966), where the
 * least x is -0.492459: bounds are relative to the center. */
static void bounds_are_relative_to_the_center(void **state)
{
    Kit *kit = *state;
    FigFile fig;
    assert_true(fig_read(small_fig(kit), &fig, kit->arena, &kit->report));
    fig_set_vertex(&fig, 0, 0, (Vec3){-0.493017f, -0.035224f, 0.067265f});
    fig_set_vertex(&fig, 1, 0, (Vec3){0.491903f, 0.036298f, -0.136667f});
    for (uint32_t i = 2; i < 4; i++)
        fig_set_vertex(&fig, i, 0, fig_vertex(&fig, 1, 0));
    fig_measure(&fig, 4);
    assert_float_equal(fig.centers[0].x, -0.000557, 1e-6);
    assert_float_equal(fig.centers[0].y, 0.000537, 1e-6);
    assert_float_equal(fig.centers[0].z, -0.034701, 1e-6);
    assert_float_equal(fig.mins[0].x, -0.492460, 2e-6);
    assert_float_equal(fig.mins[0].y, -0.035761, 2e-6);
    assert_float_equal(fig.maxs[0].z, 0.101966, 2e-6);
}

/* ---- old figures ---- */

/* A triangle of the old kind, written by hand: no magic, group 19, texture 4, bounds of six
 * variants, then each list after its number: one block of vertices, where vertex `lane` of
 * variant v is at (lane, 10 * v, 100), one of normals, three uvs, a face of 52 bytes, three
 * corners, four morphs, three indices. */
static Bytes old_figure(Kit *kit)
{
    const float one = 1, hundred = 100, uvs[] = {0, 0, 1, 0, 0, 1};
    Writer out = writer_to(kit->arena);
    const uint16_t corners[] = {0, 0, 0, 1, 1, 1, 2, 2, 2};
    const uint16_t morphs[] = {0, 0, 1, 1, 2, 2, 3, 3}, indices[] = {0, 1, 2};
    write_u32(&out, 19);
    write_u32(&out, 4);
    write_zeros(&out, 6 * 36);
    for (unsigned i = 0; i < 6; i++)
        write_bytes(&out, (Bytes){(const uint8_t *)&hundred, 4});
    write_u32(&out, 1);
    for (unsigned axis = 0; axis < 3; axis++)
        for (unsigned variant = 0; variant < 6; variant++)
            for (unsigned lane = 0; lane < 4; lane++) {
                const float at[] = {(float)lane, 10 * (float)variant, 100};
                write_bytes(&out, (Bytes){(const uint8_t *)&at[axis], 4});
            }
    write_u32(&out, 1);
    write_zeros(&out, 32);
    for (unsigned i = 0; i < 8; i++) /* z and w of the normals */
        write_bytes(&out, (Bytes){(const uint8_t *)&one, 4});
    write_u32(&out, 3);
    write_bytes(&out, (Bytes){(const uint8_t *)uvs, sizeof uvs});
    write_u32(&out, 1);
    for (unsigned i = 0; i < 52; i++)
        write_u8(&out, (uint8_t)i);
    write_u32(&out, 3);
    write_bytes(&out, (Bytes){(const uint8_t *)corners, sizeof corners});
    write_u32(&out, 4);
    write_bytes(&out, (Bytes){(const uint8_t *)morphs, sizeof morphs});
    write_u32(&out, 3);
    write_bytes(&out, (Bytes){(const uint8_t *)indices, sizeof indices});
    return writer_bytes(&out);
}

static void an_old_figure_without_a_magic_is_read(void **state)
{
    Kit *kit = *state;
    const Bytes file = old_figure(kit);
    FigFile fig;
    Model model;
    Shelf *shelf = shelf_new(kit);
    assert_true(fig_check(file, kit->arena, &kit->report));
    assert_true(fig_read(file, &fig, kit->arena, &kit->report));
    assert_int_equal(fig_variants(&fig), 6);
    assert_int_equal(fig.group, 19);
    assert_int_equal(fig.texture_number, 4);
    assert_near(fig_vertex(&fig, 2, 5), (Vec3){2, 50, 100});
    assert_near(fig_normal(&fig, 3), (Vec3){0, 0, 1});
    assert_int_equal(fig.indices[2], 2);
    assert_true(load_beside(kit, "thing.fig", file, shelf, &model));
    assert_ptr_not_equal(model.bones[0].fig, NULL);
    Vec3 variants[FIG_VARIANTS]; /* those of height and dexterity are as those of height */
    model_vertex(model.bones[0].fig, 1, variants);
    assert_near(variants[5], (Vec3){1, 50, 100});
    assert_near(variants[6], (Vec3){1, 40, 100});
    assert_near(variants[7], (Vec3){1, 50, 100});
    /* Beside others in an archive it is a figure, too. */
    const char *const names[] = {"x", "hp"};
    const Bytes contents[] = {creature_lnk(kit->arena), file};
    assert_true(load_beside(kit, "x.mod", creature_pack_whole(names, contents, 2, kit->arena),
                            shelf, &model));
    assert_ptr_not_equal(model.bones[0].fig, NULL);
}

/* Other tools store all bounds absolute: one line says so, not one for each variant. */
static void wrong_bounds_cause_one_warning(void **state)
{
    Kit *kit = *state;
    FigFile fig;
    assert_true(fig_read(small_fig(kit), &fig, kit->arena, &kit->report));
    for (unsigned i = 0; i < FIG_VARIANTS; i++)
        fig.centers[i].x += 100;
    assert_true(fig_check(fig_write(&fig, kit->arena), kit->arena, &kit->report));
    assert_int_equal(kit->messages.count, 1);
    assert_true(kit_has_message(kit, "not within the bounds"));
}

static void a_cut_old_figure_is_rejected(void **state)
{
    Kit *kit = *state;
    Bytes file = old_figure(kit);
    FigFile fig;
    for (file.size--; file.size; file.size--) {
        kit_clear(kit);
        assert_false(fig_read(file, &fig, kit->arena, &kit->report));
        assert_int_equal(kit->messages.count, 1);
    }
}

/* ---- poses ---- */

static Bytes one_context(Kit *kit, Quat turn, Vec3 shift)
{
    AnmTurn turns[] = {{turn.w, turn.x, turn.y, turn.z}};
    AnmShift shifts[] = {{shift.x, shift.y, shift.z}};
    const AnmFile anm = {.rotation_count = 1,
                         .rotations = turns,
                         .translation_count = 1,
                         .translations = shifts};
    return anm_write(&anm, kit->arena);
}

/* A chain a, b, c of bones along z, each 1 from its parent, that a clip turns. */
static Model chain(Kit *kit, Bytes a, Bytes b, Bytes c)
{
    static const LnkBone links[] = {{TEXT("a"), -1}, {TEXT("b"), 0}, {TEXT("c"), 1}};
    BonOffset up = {0, 0, 1};
    const BonFile one = {.offsets = &up, .offsets_count = 1};
    const Bytes bon = bon_write(&one, kit->arena);
    Bytes lnk = {0};
    Shelf *shelf = shelf_new(kit);
    assert_true(lnk_write(links, 3, &lnk, kit->arena, &kit->report));
    shelf_put(shelf, "x.lnk", lnk);
    shelf_put(shelf, "xa.bon", bon);
    shelf_put(shelf, "xb.bon", bon);
    shelf_put(shelf, "XC.bon", bon);
    shelf_put(shelf, "xa.fig", small_fig(kit));
    shelf_put(shelf, "xb.fig", creature_empty_fig(kit->arena));
    shelf_put(shelf, "XC.fig", creature_empty_fig(kit->arena));
    shelf_put(shelf, "x.anm/turn/a.anm", a);
    if (b.data)
        shelf_put(shelf, "x.anm/turn/b", b);
    shelf_put(shelf, "x.anm/turn/c", c);
    const ProjectFiles files = {TEXT("x"), shelf->files.items, shelf->files.count};
    const ModelSource source = {.path = TEXT("x"), .files = &files};
    Model model;
    assert_true(model_load(&source, &model, kit->arena, &kit->report));
    assert_int_equal(kit->messages.count, 0);
    assert_int_equal(model.clip_count, 1);
    return model;
}

/* The first variant, without figures: heights are not scaled. */
static const ModelBody first_body = {{1}, 1};

/* By hand: a turns z to x (90 degrees around y), b turns x to y (around z), both in the outer
 * frame. The root's translation (0, 0, 1) is where it stands, that of b does not count: b is at
 * Ry (0, 0, 1) = (1, 0, 0) from a, c at Rz Ry (0, 0, 1) = (0, 1, 0) from b. world(b) = Rz Ry: z
 * -> x -> y. The local turn of b is Ry^-1 Rz Ry: around the axis that Ry takes to z, which is
 * -x. */
static void a_rotation_is_in_the_frame_outside_of_the_parent(void **state)
{
    Kit *kit = *state;
    const Quat around_y = turn_around((Vec3){0, 1, 0}, 90);
    const Quat around_z = turn_around((Vec3){0, 0, 1}, 90);
    const Model model = chain(kit, one_context(kit, around_y, (Vec3){0, 0, 1}),
                              one_context(kit, around_z, (Vec3){0, 0, 0.5f}),
                              one_context(kit, around_y, (Vec3){0, 0, 0}));
    ModelPose poses[3];
    model_pose(&model, 0, 0, &first_body, poses);
    assert_same_turn(poses[0].world_rotation, around_y);
    assert_same_turn(poses[1].world_rotation, quat_multiply(around_z, around_y));
    assert_same_turn(poses[1].rotation, turn_around((Vec3){-1, 0, 0}, 90));
    assert_same_turn(poses[2].world_rotation,
                     quat_multiply(around_y, quat_multiply(around_z, around_y)));
    assert_near(poses[0].world_translation, (Vec3){0, 0, 1});
    assert_near(poses[1].world_translation, (Vec3){1, 0, 1});
    assert_near(poses[2].world_translation, (Vec3){1, 1, 1});
    /* What a player of glTF computes from the local ones is the same. */
    Quat world = poses[0].rotation;
    Vec3 place = poses[0].translation;
    for (size_t i = 1; i < 3; i++) {
        place = vec3_add(place, quat_turn(world, poses[i].translation));
        world = quat_multiply(world, poses[i].rotation);
        assert_near(place, poses[i].world_translation);
        assert_same_turn(world, poses[i].world_rotation);
    }
}

static void a_bone_without_a_track_turns_with_its_parent(void **state)
{
    Kit *kit = *state;
    const Quat around_y = turn_around((Vec3){0, 1, 0}, 90);
    const Bytes turned = one_context(kit, around_y, (Vec3){0, 0, 1});
    const Model model = chain(kit, turned, (Bytes){0}, turned);
    ModelPose poses[3];
    model_pose(&model, 0, 7, &first_body, poses); /* behind the end: the last frame holds */
    assert_same_turn(poses[1].world_rotation, around_y);
    assert_true(poses[1].rotation.w == 1);
    assert_near(poses[2].world_translation, (Vec3){2, 0, 1});
    model_pose(&model, -1, 0, &first_body, poses);
    assert_near(poses[2].world_translation, (Vec3){0, 0, 3});
}

static void short_track_repeats_its_last_frame(void **state)
{
    Kit *kit = *state;
    AnmTurn turns[] = {{1, 0, 0, 0}, {0, 1, 0, 0}};
    AnmShift shifts[] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}};
    const AnmFile anm = {.rotation_count = 2,
                         .rotations = turns,
                         .translation_count = 4,
                         .translations = shifts};
    const Bytes still = one_context(kit, QUAT_NONE, (Vec3){0, 0, 0});
    const Model model = chain(kit, anm_write(&anm, kit->arena), (Bytes){0}, still);
    ModelPose poses[3];
    assert_int_equal(model.clips[0].frame_count, 4);
    model_pose(&model, 0, 3, &first_body, poses);
    assert_near(poses[0].translation, (Vec3){3, 0, 0}); /* in place of its offset */
    assert_same_turn(poses[0].rotation, (Quat){0, 1, 0, 0});
}

/* Genuine tracks of children hold world(parent) * offset: here Ry (0, 0, 1) = (1, 0, 0). Added
 * to the offset again, the limb would be twice as long. */
static void only_the_root_is_moved_by_translations(void **state)
{
    Kit *kit = *state;
    const Quat around_y = turn_around((Vec3){0, 1, 0}, 90);
    const Model model = chain(kit, one_context(kit, around_y, (Vec3){5, 6, 7}),
                              one_context(kit, QUAT_NONE, (Vec3){1, 0, 0}),
                              one_context(kit, QUAT_NONE, (Vec3){40, 50, 60}));
    ModelPose poses[3];
    model_pose(&model, 0, 0, &first_body, poses);
    assert_near(poses[0].world_translation, (Vec3){5, 6, 7});
    assert_near(poses[1].world_translation, (Vec3){6, 6, 7});
    assert_near(poses[2].world_translation, (Vec3){7, 6, 7});
    assert_near(poses[2].translation, (Vec3){0, 0, 1}); /* local, as glTF has it */
}

static void root_without_translations_uses_its_offset(void **state)
{
    Kit *kit = *state;
    const Quat around_y = turn_around((Vec3){0, 1, 0}, 90);
    AnmTurn turn = {around_y.w, around_y.x, around_y.y, around_y.z};
    const AnmFile anm = {.rotation_count = 1, .rotations = &turn};
    const Bytes still = one_context(kit, QUAT_NONE, (Vec3){0, 0, 0});
    const Model model = chain(kit, anm_write(&anm, kit->arena), (Bytes){0}, still);
    ModelPose poses[3];
    model_pose(&model, 0, 0, &first_body, poses);
    assert_near(poses[0].world_translation, (Vec3){0, 0, 1});
    assert_near(poses[1].world_translation, (Vec3){1, 0, 1});
}

/* A root at (0, 0, 1) in all bodies, a leg 1 below it in variants 0 to 3 and 2 below it in 4 to
 * 7, whose figure reaches from 0 to `foot` times (1 + variant / 4) below the leg. */
static Model legged(Kit *kit, float foot, Vec3 root)
{
    static const LnkBone links[] = {{TEXT("a"), -1}, {TEXT("leg"), 0}};
    BonOffset up = {0, 0, 1}, down[FIG_VARIANTS];
    const BonFile a = {.offsets = &up, .offsets_count = 1};
    const BonFile leg = {.offsets = down, .offsets_count = FIG_VARIANTS};
    for (unsigned i = 0; i < FIG_VARIANTS; i++)
        down[i] = (BonOffset){0, 0, i < 4 ? -1 : -2};
    FigFile fig;
    Bytes lnk = {0};
    Shelf *shelf = shelf_new(kit);
    Model model;
    assert_true(fig_read(small_fig(kit), &fig, kit->arena, &kit->report));
    for (unsigned i = 0; i < FIG_VARIANTS; i++)
        fig_set_vertex(&fig, 3, i, (Vec3){0, 0, -foot * (1 + (float)i / 4)});
    assert_true(lnk_write(links, 2, &lnk, kit->arena, &kit->report));
    shelf_put(shelf, "x.lnk", lnk);
    shelf_put(shelf, "xa.bon", bon_write(&a, kit->arena));
    shelf_put(shelf, "xleg.bon", bon_write(&leg, kit->arena));
    shelf_put(shelf, "xleg.fig", fig_write(&fig, kit->arena));
    shelf_put(shelf, "xa.fig", creature_empty_fig(kit->arena));
    shelf_put(shelf, "x.anm/walk/a.anm", one_context(kit, QUAT_NONE, root));
    const ProjectFiles files = {TEXT("x"), shelf->files.items, shelf->files.count};
    const ModelSource source = {.path = TEXT("x"), .files = &files};
    assert_true(model_load(&source, &model, kit->arena, &kit->report));
    assert_int_equal(kit->messages.count, 0);
    return model;
}

/* Depths below the root, by hand, for a foot of 0.4: variant 0 has 1 + 0.4 = 1.4; variant 5 has
 * 2 + 0.4 * 2.25 = 2.9; half as tall (half of variants 0 and 4 each) is 1.5 + 0.4 * 1.5 = 2.1.
 * The root's own offset of 1 does not count. Only z is scaled. */
static void the_height_of_the_root_is_scaled_by_the_depth_of_the_body(void **state)
{
    Kit *kit = *state;
    const Model model = legged(kit, 0.4f, (Vec3){2, 3, 2.9f});
    static const float bodies[][3] = {{0, 0, 0}, {1, 0, 1}, {0, 0, 0.5f}};
    static const float heights[] = {1.4f, 2.9f, 2.1f};
    for (size_t i = 0; i < COUNT_OF(bodies); i++) {
        float weights[FIG_VARIANTS];
        ModelPose poses[2];
        model_weights(bodies[i][0], bodies[i][1], bodies[i][2], weights);
        const ModelBody body = model_body(&model, weights);
        assert_float_equal(body.height_scale, heights[i] / 2.9f, 1e-6);
        model_pose(&model, 0, 0, &body, poses);
        assert_near(poses[0].world_translation, (Vec3){2, 3, heights[i]});
        model_pose(&model, -1, 0, &body, poses);
        assert_near(poses[0].world_translation, (Vec3){0, 0, 1});
    }
}

static void body_without_depth_is_not_scaled(void **state)
{
    Kit *kit = *state;
    float weights[FIG_VARIANTS];
    model_weights(0, 0, 0, weights);
    Model model = legged(kit, 0.4f, (Vec3){0, 0, 1});
    model.bones[1].fig = NULL; /* no vertex at all */
    assert_true(model_body(&model, weights).height_scale == 1);
    model = legged(kit, 0.4f, (Vec3){0, 0, 1});
    /* The lowest vertex of variant 5 is 0.9 below its leg. */
    for (unsigned i = 0; i < FIG_VARIANTS; i++) /* depth of variant 5: 0.9 - 0.89 = 0.01 */
        model.bones[1].offsets[i].z = i == 5 ? 0.8901f : -1;
    assert_true(model_body(&model, weights).height_scale == 1);
    model.bones[1].offsets[5].z = 0.4f; /* 0.9 - 0.4 = 0.5 */
    assert_float_equal(model_body(&model, weights).height_scale, 1.4 / 0.5, 1e-5);
}

/* ---- meshes ---- */

static void a_mesh_has_its_corners_blended_moved_and_the_texture_upright(void **state)
{
    Kit *kit = *state;
    Shelf *shelf = shelf_new(kit);
    float weights[FIG_VARIANTS];
    ModelMesh mesh;
    Model model;
    assert_true(load_beside(kit, "thing.fig", small_fig(kit), shelf, &model));
    assert_true(text_is(model.bones[0].name, "thing"));
    model_weights(1, 0, 0.5f, weights); /* half of 1.25 and half of 2.25 */
    model_mesh(&model, 0, -1, 0, weights, &mesh, kit->arena);
    assert_int_equal(mesh.corner_count, 4);
    assert_int_equal(mesh.index_count, 12);
    assert_near(mesh.positions[1], (Vec3){1.75f, 0, 0});
    assert_near(mesh.normals[1], (Vec3){0, 0, 1});
    assert_true(mesh.uvs[1].x == 1 && mesh.uvs[1].y == 1); /* stored as 1, 0 */
    assert_int_equal(mesh.indices[1], 2);
}

static void a_clip_moves_the_vertices_that_its_components_name(void **state)
{
    Kit *kit = *state;
    const Model model = creature(kit);
    const int32_t chest = model_bone(&model, TEXT("bd")),
                  idle = model_clip(&model, TEXT("CIDLE"));
    const float weights[FIG_VARIANTS] = {1};
    ModelMesh still, moved;
    model_mesh(&model, (size_t)chest, -1, 0, weights, &still, kit->arena);
    model_mesh(&model, (size_t)chest, idle, 15, weights, &moved, kit->arena);
    assert_null(model_moves(&model, (size_t)chest, idle, 0, kit->arena));
    float most = 0;
    for (uint32_t i = 0; i < still.corner_count; i++) {
        const Vec3 move = vec3_sub(moved.positions[i], still.positions[i]);
        assert_float_equal(move.z, -move.y / 2, 1e-6);
        most = -move.y > most ? -move.y : most;
    }
    assert_float_equal(most, 0.08, 1e-6);
}

/* ---- sources ---- */

static void a_folder_and_loose_files_are_the_same_model_as_archives(void **state)
{
    Kit *kit = *state;
    const Model whole = creature(kit);
    const Creature made = creature_make("unxxxx", kit->arena);
    Shelf *shelf = shelf_new(kit);
    Model loose, folder;
    for (unsigned i = 0; i < CREATURE_BONES; i++) {
        const char *bone = creature_bones[i].name;
        shelf_put(shelf, arena_format(kit->arena, "unxxxx%s.fig", bone).at,
                  creature_fig(i, kit->arena));
        shelf_put(shelf, arena_format(kit->arena, "unxxxx%s.bon", bone).at,
                  creature_bon(i, kit->arena));
    }
    shelf_put(shelf, "unxxxx.anm", made.motions);
    shelf_put(shelf, "unxxxx00.mmp", made.texture);
    assert_true(load_beside(kit, "unxxxx.lnk", creature_lnk(kit->arena), shelf, &loose));
    shelf_put(shelf, "unxxxx.lnk", creature_lnk(kit->arena));
    const ProjectFiles files = {TEXT("anything"), shelf->files.items, shelf->files.count};
    const ModelSource source = {.path = TEXT("anything"), .files = &files};
    assert_true(model_load(&source, &folder, kit->arena, &kit->report));
    assert_int_equal(kit->messages.count, 0);
    const Model *const same[] = {&loose, &folder};
    for (size_t k = 0; k < 2; k++) {
        assert_int_equal(same[k]->bone_count, CREATURE_BONES);
        assert_int_equal(same[k]->clip_count, 2);
        assert_true(text_is(same[k]->clips[0].name, "cidle"));
        assert_non_null(model_texture(same[k], 0));
        for (size_t i = 0; i < CREATURE_BONES; i++) {
            assert_memory_equal(same[k]->bones[i].offsets, whole.bones[i].offsets,
                                sizeof whole.bones[i].offsets);
            assert_non_null(same[k]->bones[i].fig);
        }
    }
}

static Bytes one_link(Kit *kit, const char *name)
{
    const LnkBone bone = {text_of(name), -1};
    Bytes file = {0};
    assert_true(lnk_write(&bone, 1, &file, kit->arena, &kit->report));
    return file;
}

/* The .lnk of one bone names a part of another figure: Xweapon if there is one, else weapon. */
static void single_bone_lnk_may_name_a_part_of_another_figure(void **state)
{
    Kit *kit = *state;
    Shelf *shelf = shelf_new(kit);
    Model model;
    const Bytes lnk = one_link(kit, "weapon");
    shelf_put(shelf, "weapon.fig", creature_fig(1, kit->arena));
    assert_true(load_beside(kit, "hero.lnk", lnk, shelf, &model));
    assert_true(text_is(model.bones[0].name, "weapon"));
    assert_int_equal(model.bones[0].fig->group, creature_bones[1].group); /* 17 */
    shelf_put(shelf, "heroweapon.fig", creature_fig(0, kit->arena));
    assert_true(load_beside(kit, "hero.lnk", lnk, shelf, &model));
    assert_int_equal(model.bones[0].fig->group, creature_bones[0].group); /* 20 */
    assert_int_equal(kit->messages.count, 0);
}

static void missing_part_is_named_in_an_error(void **state)
{
    Kit *kit = *state;
    Shelf *shelf = shelf_new(kit);
    Model model;
    assert_false(load_beside(kit, "hero.lnk", one_link(kit, "weapon"), shelf, &model));
    assert_int_equal(kit->messages.count, 1);
    assert_int_equal(kit->report.errors, 1);
    assert_true(kit_has_message(kit, "no figure \"heroweapon\" or \"weapon\""));
    kit_clear(kit);
    /* Of several bones, none with a figure. */
    assert_false(load_beside(kit, "hero.lnk", creature_lnk(kit->arena), shelf, &model));
    assert_true(kit_has_message(kit, "no figure \"herohp\""));
}

static void files_outside_the_model_are_ignored_with_a_warning(void **state)
{
    static const char *const names[] = {"Unxxxx", "hp", "readme", "nobody"};
    Kit *kit = *state;
    Shelf *shelf = shelf_new(kit);
    const Bytes contents[] = {creature_lnk(kit->arena), creature_fig(0, kit->arena),
                              bytes_of_text(TEXT("junk")), creature_fig(1, kit->arena)};
    const Bytes file = creature_pack_whole(names, contents, 4, kit->arena);
    Model model;
    assert_true(load_beside(kit, "unxxxx.mod", file, shelf, &model));
    assert_true(kit_has_message(kit, "readme is not part of a model, and is ignored"));
    assert_true(kit_has_message(kit, "the figure nobody belongs to no bone of the model"));
    assert_true(kit_has_message(kit, "no positions of bones"));
    assert_int_equal(kit->messages.count, 3);
    assert_int_equal(kit->report.errors, 0);
}

static void a_texture_is_found_by_the_number_of_the_figure(void **state)
{
    Kit *kit = *state;
    Shelf *shelf = shelf_new(kit);
    const Creature made = creature_make("thing", kit->arena);
    Image picture;
    Model model;
    shelf_put(shelf, "thing.mmp", bytes_of_text(TEXT("all")));
    shelf_put(shelf, "thing01.mmp", made.texture);
    assert_true(load_beside(kit, "thing.fig", small_fig(kit), shelf, &model));
    assert_true(text_is(model_texture(&model, 1)->name, "thing01"));
    assert_true(text_is(model_texture(&model, 5)->name, "thing"));
    assert_true(
        model_texture_read(model_texture(&model, 1), &picture, kit->arena, &kit->report));
    assert_int_equal(picture.w, CREATURE_TEXTURE);
}

static void damaged_parts_are_named_in_errors(void **state)
{
    static const char *const names[] = {"x", "hp", "bd"};
    Kit *kit = *state;
    Shelf *shelf = shelf_new(kit);
    Bytes contents[] = {creature_lnk(kit->arena), creature_fig(0, kit->arena),
                        creature_fig(1, kit->arena)};
    Model model;
    contents[2].size -= 2;
    kit->report.subject = TEXT("x.mod");
    assert_false(load_beside(kit, "x.mod", creature_pack(names, contents, 3, kit->arena), shelf,
                             &model));
    assert_int_equal(kit->messages.count, 1);
    assert_true(kit_has_message(kit, "x.mod/bd: "));
    kit_clear(kit);
    kit->report.subject = TEXT("x.mod");
    contents[0] = bytes_of_text(TEXT("no bones"));
    assert_false(load_beside(kit, "x.mod", creature_pack(names, contents, 2, kit->arena), shelf,
                             &model));
    assert_true(kit_has_message(kit, "x.mod/x: "));
    assert_int_equal(kit->messages.count, 1);
    kit_clear(kit);
    /* A vertex that is not a number. */
    contents[1] = arena_copy(kit->arena, creature_fig(0, kit->arena));
    memset((uint8_t *)contents[1].data + 40 + 320, 0xFF, 4);
    contents[0] = creature_lnk(kit->arena);
    assert_false(load_beside(kit, "x.mod", creature_pack(names, contents, 2, kit->arena), shelf,
                             &model));
    assert_true(kit_has_message(kit, "has an invalid position"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
        TEST(the_bones_of_unmotr_are_written_with_the_zeros_that_count),
        TEST(bit_two_of_a_variant_selects_height),
        TEST(a_body_is_a_trilinear_blend_and_nothing_is_clamped),
        TEST(bounds_are_relative_to_the_center),
        TEST(an_old_figure_without_a_magic_is_read),
        TEST(wrong_bounds_cause_one_warning),
        TEST(a_cut_old_figure_is_rejected),
        TEST(a_rotation_is_in_the_frame_outside_of_the_parent),
        TEST(a_bone_without_a_track_turns_with_its_parent),
        TEST(short_track_repeats_its_last_frame),
        TEST(only_the_root_is_moved_by_translations),
        TEST(root_without_translations_uses_its_offset),
        TEST(the_height_of_the_root_is_scaled_by_the_depth_of_the_body),
        TEST(body_without_depth_is_not_scaled),
        TEST(a_mesh_has_its_corners_blended_moved_and_the_texture_upright),
        TEST(a_clip_moves_the_vertices_that_its_components_name),
        TEST(a_folder_and_loose_files_are_the_same_model_as_archives),
        TEST(single_bone_lnk_may_name_a_part_of_another_figure),
        TEST(missing_part_is_named_in_an_error),
        TEST(files_outside_the_model_are_ignored_with_a_warning),
        TEST(a_texture_is_found_by_the_number_of_the_figure),
        TEST(damaged_parts_are_named_in_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
