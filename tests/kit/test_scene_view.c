/* convert/scene_view: what a camera sees, on scenes made by hand; and maps by the command line.
 */
#include "lib/cli.h"
#include "lib/evil_map.h"
#include "lib/kit.h"

#include "kit/convert/scene_view.h"
#include "base/image/png.h"

/* A square of side 2 that faces south, +z. */
static const Vec3 corners[] = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
static const uint32_t triangles[] = {0, 1, 2, 0, 2, 3};
enum { SQUARES = 2, MIDDLE_X = SCENE_FILM_W / 2, MIDDLE_Y = SCENE_FILM_H / 2 };

typedef struct Stage {
    GltfPrimitive primitives[SQUARES];
    GltfMesh meshes[SQUARES];
    GltfMaterial materials[SQUARES];
    GltfNode nodes[SQUARES + 1];
    GltfCamera camera;
    GltfChannel channels[2];
    GltfAnimation animation;
    Gltf scene;
} Stage;

/* A red and a blue square at these depths before the camera, which looks north from 0. */
static void set_stage(Stage *stage, float red, float blue)
{
    const float depths[] = {red, blue};
    *stage = (Stage){.camera = {.fov_y = 1.5707963f, .near = 0.1f, .far = 100}};
    for (int32_t i = 0; i < SQUARES; i++) {
        stage->primitives[i] = (GltfPrimitive){.positions = corners,
                                               .vertex_count = 4,
                                               .indices = triangles,
                                               .index_count = 6,
                                               .material = i};
        stage->meshes[i] =
            (GltfMesh){.primitives = &stage->primitives[i], .primitive_count = 1};
        stage->materials[i] = GLTF_MATERIAL;
        stage->materials[i].colour[0] = i == 0;
        stage->materials[i].colour[1] = 0;
        stage->materials[i].colour[2] = i == 1;
        stage->nodes[i] = GLTF_NODE;
        stage->nodes[i].mesh = i;
        stage->nodes[i].translation = (Vec3){0, 0, -depths[i]};
    }
    stage->nodes[SQUARES] = GLTF_NODE;
    stage->nodes[SQUARES].camera = 0;
    stage->scene = (Gltf){.nodes = stage->nodes,
                          .node_count = SQUARES + 1,
                          .meshes = stage->meshes,
                          .mesh_count = SQUARES,
                          .materials = stage->materials,
                          .material_count = SQUARES,
                          .cameras = &stage->camera,
                          .camera_count = 1};
}

static bool is_red(Pixel pixel) { return PIXEL_R(pixel) > 100 && PIXEL_B(pixel) == 0; }
static bool is_blue(Pixel pixel) { return PIXEL_B(pixel) > 100 && PIXEL_R(pixel) == 0; }

/* Width in pixels of the red square in the middle row. */
static uint32_t red_width(const Image *image)
{
    uint32_t count = 0;
    for (uint32_t x = 0; x < SCENE_FILM_W; x++)
        count += is_red(*image_at(image, x, MIDDLE_Y));
    return count;
}

static Image film_of(Kit *kit, const Stage *stage)
{
    Image out;
    assert_true(scene_film(&stage->scene, &out, kit->arena, &kit->report));
    return out;
}

static void near_things_hide_far_ones_and_are_larger(void **state)
{
    Kit *kit = *state;
    Stage stage;
    set_stage(&stage, 2, 4);
    const Image near = film_of(kit, &stage);
    assert_int_equal(near.w, SCENE_FILM_W);
    assert_int_equal(near.h, SCENE_FILM_H);
    /* At a right angle, a distance of 2 shows 4 units in the height of the image. */
    assert_int_equal(red_width(&near), SCENE_FILM_H / 2);
    assert_true(PIXEL_B(*image_at(&near, 0, 0)) > PIXEL_R(*image_at(&near, 0, 0)));
    set_stage(&stage, 4, 9);
    const Image far = film_of(kit, &stage);
    assert_in_range(red_width(&far), SCENE_FILM_H / 4 - 1, SCENE_FILM_H / 4 + 1);
    set_stage(&stage, 4, 2);
    const Image hidden = film_of(kit, &stage);
    assert_true(is_blue(*image_at(&hidden, MIDDLE_X, MIDDLE_Y)));
    assert_int_equal(red_width(&hidden), 0);
}

static void what_is_behind_is_not_seen(void **state)
{
    Kit *kit = *state;
    Stage stage;
    set_stage(&stage, -2, -4);
    stage.materials[0].double_sided = stage.materials[1].double_sided = true;
    const Image image = film_of(kit, &stage);
    for (uint32_t y = 0; y < image.h; y++)
        for (uint32_t x = 0; x < image.w; x++)
            assert_false(is_red(*image_at(&image, x, y)) || is_blue(*image_at(&image, x, y)));
}

/* Three frames: forwards, to the left, and to the right, where nothing is. */
static void images_follow_the_path(void **state)
{
    static const float times[] = {0, 1, 2}, places[9] = {0};
    static const float half = 0.70710678f;
    static const float turns[] = {0, 0, 0, 1, 0, half, 0, half, 0, -half, 0, half};
    Kit *kit = *state;
    Stage stage;
    set_stage(&stage, 2, 4);
    stage.nodes[1].translation = (Vec3){-3, 0, 0};
    stage.materials[1].double_sided = true;
    stage.nodes[1].rotation = (Quat){half, 0, half, 0};
    stage.channels[0] = (GltfChannel){SQUARES, GLTF_TRANSLATION, false, times, 3, places, 3};
    stage.channels[1] = (GltfChannel){SQUARES, GLTF_ROTATION, false, times, 3, turns, 4};
    stage.animation = (GltfAnimation){.channels = stage.channels, .channel_count = 2};
    stage.scene.animations = &stage.animation;
    stage.scene.animation_count = 1;
    const Image sheet = film_of(kit, &stage);
    const uint32_t step = (sheet.w - SCENE_FILM_W) / 2;
    assert_true(is_red(*image_at(&sheet, MIDDLE_X, MIDDLE_Y)));
    assert_true(is_blue(*image_at(&sheet, step + MIDDLE_X, MIDDLE_Y)));
    const Pixel last = *image_at(&sheet, 2 * step + MIDDLE_X, MIDDLE_Y);
    assert_false(is_red(last) || is_blue(last));
}

static void maps_are_seen_by_their_cameras(void **state)
{
    Cli *cli = *state;
    Report report = report_to(NULL, NULL);
    const EvilMap map = evil_map(2, 2, 64, cli->arena, &report);
    Writer cam = writer_to(cli->arena);
    for (uint32_t i = 0; i < 40; i++) {
        const Quat turn = quat_multiply(turn_around((Vec3){0, 0, 1}, i * 9.0),
                                        turn_around((Vec3){1, 0, 0}, -125));
        const float frame[] = {(float)i, 1, 32, 32, 50, turn.w, turn.x, turn.y, turn.z};
        write_bytes(&cam, (Bytes){(const uint8_t *)frame, sizeof frame});
    }
    cli_put(cli, "zone1.mpr", map.mpr);
    cli_put(cli, "zone1000.mmp", map.textures[0]);
    cli_put(cli, "zone1001.mmp", map.textures[1]);
    cli_put(cli, "zone1.cam", writer_bytes(&cam));
    expect(cli, 0, "oisin convert zone1.mpr -o film.png --cam zone1.cam");
    expect(cli, 0,
           "oisin convert zone1.mpr -o one.png --cam zone1.cam -j 1 && cmp film.png one.png");
    expect(cli, 2, "oisin convert zone1.mpr -o film.png --cam zone1.cam --as heights");
    expect(cli, 2, "oisin convert zone1.mpr -o film.png --cam zone1.cam --size 4");
    expect(cli, 1, "oisin convert zone1.mpr -o objects.png --mob zone1.cam");
    expect(cli, 1,
           "head -c 35 zone1.cam > bad.cam; oisin convert zone1.mpr -o bad.png --cam bad.cam");
    expect(cli, 0, "! ls bad.png objects.png");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(near_things_hide_far_ones_and_are_larger, kit_set_up,
                                        kit_tear_down),
        cmocka_unit_test_setup_teardown(what_is_behind_is_not_seen, kit_set_up, kit_tear_down),
        cmocka_unit_test_setup_teardown(images_follow_the_path, kit_set_up, kit_tear_down),
        cmocka_unit_test_setup_teardown(maps_are_seen_by_their_cameras, cli_begin, cli_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
