/* convert/map_glb: what comes out is read again, and shows what the map is. */
#include "lib/scene_kit.h"

#include <limits.h>

static size_t triangles_of(const Gltf *scene, const GltfNode *node)
{
    size_t count = 0;
    const GltfMesh *mesh = &scene->meshes[node->mesh];
    for (size_t i = 0; i < mesh->primitive_count; i++)
        count += mesh->primitives[i].index_count / 3;
    return count;
}

/* ---- land ---- */

static void each_sector_is_a_node_of_256_tiles_of_8_triangles(void **state)
{
    Kit *kit = *state;
    const EvilMap made = made_map(kit, 3, 2);
    const Gltf scene = map_scene_of(kit, &made, &textures_shelf(kit, &made)->folder, NULL);
    assert_int_equal(kit->messages.count, 0);
    assert_int_equal(node_named(&scene, "zone1")->parent, -1);
    for (unsigned i = 0; i < 6; i++) {
        const Text name = arena_format(kit->arena, "zone1%03u%03u", i % 3, i / 3);
        const GltfNode *node = node_named(&scene, name.at);
        assert_int_equal(triangles_of(&scene, node), 256 * 8);
        assert_true(vec3_length(node->translation) == 0);
    }
    assert_true(extras_report(scene.extras, "\"zone\": \"zone1\""));
    assert_true(extras_report(scene.extras, "\"snow\""));
    assert_true(extras_report(scene.extras, "\"first_tile\": 48"));
}

static bool has_position(const GltfMesh *mesh, Vec3 wanted)
{
    for (size_t i = 0; i < mesh->primitive_count; i++)
        for (uint32_t j = 0; j < mesh->primitives[i].vertex_count; j++)
            if (!memcmp(&mesh->primitives[i].positions[j], &wanted, sizeof wanted))
                return true;
    return false;
}

static void sectors_meet_to_the_bit(void **state)
{
    Kit *kit = *state;
    const EvilMap made = made_map(kit, 3, 2);
    const Map *map = loaded_map(kit, &made);
    const Gltf scene = map_scene_of(kit, &made, &textures_shelf(kit, &made)->folder, NULL);
    const GltfMesh *west = &scene.meshes[node_named(&scene, "zone1001000")->mesh];
    const GltfMesh *east = &scene.meshes[node_named(&scene, "zone1002000")->mesh];
    const GltfMesh *north = &scene.meshes[node_named(&scene, "zone1001001")->mesh];
    for (unsigned i = 0; i < SEC_SIDE; i++) {
        const SecVertex *vertex = &map_sector(map, 1, 0)->land[i * SEC_SIDE + SEC_UNITS];
        Vec3 at = sec_place(vertex, 64, i, map->mp.max_altitude);
        at = (Vec3){at.x, at.z, -at.y};
        assert_true(has_position(west, at) && has_position(east, at));
        vertex = &map_sector(map, 1, 0)->land[SEC_UNITS * SEC_SIDE + i];
        at = sec_place(vertex, 32 + i, 32, map->mp.max_altitude);
        at = (Vec3){at.x, at.z, -at.y};
        assert_true(has_position(west, at) && has_position(north, at));
    }
}

static void triangles_look_up_and_squares_are_cut_from_south_west_to_north_east(void **state)
{
    Kit *kit = *state;
    const EvilMap made = made_map(kit, 1, 1);
    const Gltf scene = map_scene_of(kit, &made, &textures_shelf(kit, &made)->folder, NULL);
    const GltfMesh *mesh = &scene.meshes[node_named(&scene, "zone1000000")->mesh];
    for (size_t i = 0; i < mesh->primitive_count; i++) {
        const GltfPrimitive *primitive = &mesh->primitives[i];
        for (uint32_t j = 0; j < primitive->index_count; j += 3) {
            Vec3 corners[3];
            for (unsigned k = 0; k < 3; k++)
                corners[k] = primitive->positions[primitive->indices[j + k]];
            const Vec3 normal =
                vec3_cross(vec3_sub(corners[1], corners[0]), vec3_sub(corners[2], corners[0]));
            assert_true(normal.y > 0);
            /* Its corners by column and row: the lowest and the highest of both are there. */
            long columns[3], rows[3], west = LONG_MAX, south = LONG_MAX;
            for (unsigned k = 0; k < 3; k++) {
                columns[k] = lroundf(corners[k].x);
                rows[k] = lroundf(-corners[k].z);
                west = columns[k] < west ? columns[k] : west;
                south = rows[k] < south ? rows[k] : south;
            }
            unsigned ends = 0;
            for (unsigned k = 0; k < 3; k++)
                ends += columns[k] - west == rows[k] - south;
            assert_int_equal(ends, 2);
        }
    }
}

static void corners_have_the_points_of_their_tile_and_the_sectors_normals(void **state)
{
    Kit *kit = *state;
    const EvilMap made = made_map(kit, 1, 1);
    const Map *map = loaded_map(kit, &made);
    const SecFile *sec = map_sector(map, 0, 0);
    const Gltf scene = map_scene_of(kit, &made, &textures_shelf(kit, &made)->folder, NULL);
    const GltfMesh *mesh = &scene.meshes[node_named(&scene, "zone1000000")->mesh];
    for (size_t i = 0; i < mesh->primitive_count; i++) {
        const GltfPrimitive *primitive = &mesh->primitives[i];
        for (uint32_t j = 0; j < primitive->vertex_count; j++) {
            /* Which tile: its nine points come together, the fifth is its middle. */
            const Vec3 middle = primitive->positions[j / 9 * 9 + 4];
            const unsigned x = (unsigned)middle.x / 2, y = (unsigned)-middle.z / 2;
            const unsigned column = j % 9 % 3, row = j % 9 / 3;
            const SecVertex *vertex = &sec->land[(2 * y + row) * SEC_SIDE + 2 * x + column];
            const Vec3 normal = sec_normal(vertex);
            const Vec2 uv = map_uv(sec->tiles[y * SEC_TILES + x], column, row);
            assert_true(primitive->uvs[j].x == uv.x && primitive->uvs[j].y == uv.y);
            assert_true(primitive->normals[j].x == normal.x &&
                        primitive->normals[j].y == normal.z &&
                        primitive->normals[j].z == -normal.y);
        }
    }
}

static void textures_are_embedded_and_primitives_have_one_each(void **state)
{
    Kit *kit = *state;
    const EvilMap made = made_map(kit, 2, 2);
    const Gltf scene = map_scene_of(kit, &made, &textures_shelf(kit, &made)->folder, NULL);
    assert_int_equal(scene.image_count, 2);
    assert_memory_equal(scene.images[0].file.data, "\x89PNG", 4);
    const GltfMesh *mesh = &scene.meshes[node_named(&scene, "zone1000000")->mesh];
    for (size_t i = 0; i < mesh->primitive_count; i++) {
        const GltfMaterial *material = &scene.materials[mesh->primitives[i].material];
        assert_true(material->image >= 0);
        for (size_t j = 0; j < i; j++)
            assert_int_not_equal(mesh->primitives[i].material, mesh->primitives[j].material);
    }
}

static void without_textures_each_type_of_tile_has_a_colour(void **state)
{
    Kit *kit = *state;
    const EvilMap made = made_map(kit, 2, 2);
    const Gltf scene = map_scene_of(kit, &made, NULL, NULL);
    assert_int_equal(kit->messages.count, 1);
    assert_true(kit_has_message(kit, "2 textures were not found, first zone1000.mmp"));
    assert_int_equal(scene.image_count, 0);
    bool sand = false;
    for (size_t i = 0; i < scene.material_count; i++)
        sand |= text_is(scene.materials[i].name, "sand");
    assert_true(sand);
}

/* ---- liquids ---- */

static void liquid_is_a_separate_transparent_mesh(void **state)
{
    Kit *kit = *state;
    const EvilMap made = made_map(kit, 2, 2);
    const Map *map = loaded_map(kit, &made);
    const Gltf scene = map_scene_of(kit, &made, &textures_shelf(kit, &made)->folder, NULL);
    unsigned seen = 0;
    for (unsigned i = 0; i < 4; i++) {
        const SecFile *sec = map->sectors[i];
        unsigned wet = 0;
        for (unsigned j = 0; sec->wet && j < SEC_TILES * SEC_TILES; j++)
            wet += sec->liquid_materials[j] != SEC_NONE;
        if (!wet)
            continue;
        const Text name = arena_format(kit->arena, "zone1%03u%03u_liquid", i % 2, i / 2);
        const GltfNode *node = node_named(&scene, name.at);
        const GltfMesh *mesh = &scene.meshes[node->mesh];
        assert_int_equal(triangles_of(&scene, node), wet * 8);
        for (size_t j = 0; j < mesh->primitive_count; j++) {
            const GltfMaterial *material = &scene.materials[mesh->primitives[j].material];
            assert_int_equal(material->alpha, GLTF_BLEND);
            if (extras_report(material->extras, "\"type\": \"water\"")) {
                assert_true(material->colour[3] == 0.6f &&
                            fabsf(material->colour[0] - 0.2633f) <
                                0.004f); /* of 0.55: linear */
                assert_true(extras_report(material->extras, "\"colour\": [0.55"));
                assert_true(material->image >= 0);
                assert_true(extras_report(material->extras, "\"first_tile\": 48"));
                assert_true(extras_report(material->extras, "\"frames\": 4"));
                seen |= 1;
            } else {
                assert_true(extras_report(material->extras, "\"type\": \"water_notexture\""));
                assert_int_equal(material->image, -1);
                seen |= 2;
            }
        }
    }
    assert_int_equal(seen, 3);
    for (size_t i = 0; i < scene.material_count; i++)
        assert_int_equal(scene.materials[i].alpha == GLTF_BLEND,
                         extras_report(scene.materials[i].extras, "\"liquid\""));
}

/* ---- cameras ---- */

static Bytes camera_of(Kit *kit, const float *times, size_t count)
{
    Writer file = writer_to(kit->arena);
    for (size_t i = 0; i < count; i++) {
        const float frame[] = {times[i], 0, (float)i, 2, 3, 0.5f, 0.5f, -0.5f, 0.5f};
        write_bytes(&file, (Bytes){(const uint8_t *)frame, sizeof frame});
    }
    return writer_bytes(&file);
}

static void a_camera_moves_by_its_times_or_at_15_frames_a_second(void **state)
{
    Kit *kit = *state;
    const float growing[] = {0, 0.5f, 2}, equal[] = {1, 1, 1};
    for (unsigned i = 0; i < 2; i++) {
        ConversionJob job = {.path = TEXT("a/fly.cam"),
                             .input = camera_of(kit, i ? equal : growing, 3)};
        assert_true(camera_to_glb(&job, kit->arena, &kit->report));
        const Gltf scene = read_back(kit, job.output);
        assert_int_equal(scene.animation_count, 1);
        assert_int_equal(scene.camera_count, 1);
        const GltfNode *node = node_named(&scene, "camera");
        assert_int_equal(node->camera, 0);
        const GltfChannel *places = &scene.animations[0].channels[0];
        const GltfChannel *turns = &scene.animations[0].channels[1];
        assert_int_equal(places->count, 3);
        assert_true(places->times[2] == (i ? 2.0f / 15 : 2));
        assert_true(places->values[3] == 1 && places->values[4] == 3 &&
                    places->values[5] == -2);
        assert_int_equal(turns->count, 3);
    }
}

static void assert_direction(Quat turn, Vec3 of, Vec3 expected)
{
    const Vec3 is = quat_turn(turn, of);
    assert_float_equal(is.x, expected.x, 1e-6);
    assert_float_equal(is.y, expected.y, 1e-6);
    assert_float_equal(is.z, expected.z, 1e-6);
}

/* A camera of the game looks along its local +z, its up is -y, its right +x. The turn of
 * (0.5, 0.5, -0.5, 0.5) takes x to z, y to -x and z to -y (the columns of its matrix): it looks
 * along -y, its up is +x, its right +z. With y up, (x, y, z) is (x, z, -y): it looks along +z,
 * its up is +x, its right +y. A glTF camera looks along its local -z, its up is +y. No turn at
 * all looks along +z, straight up, with -y at the top: south. */
static void a_camera_looks_along_its_z_with_its_y_downwards(void **state)
{
    static const struct {
        float rotation[4];
        Vec3 look, up, right;
    } cases[] = {{{0.5f, 0.5f, -0.5f, 0.5f}, {0, 0, 1}, {1, 0, 0}, {0, 1, 0}},
                 {{1, 0, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 0}}};
    Kit *kit = *state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const float frame[] = {0, 0, 1, 2, 3};
        Writer file = writer_to(kit->arena);
        write_bytes(&file, (Bytes){(const uint8_t *)frame, sizeof frame});
        write_bytes(&file, (Bytes){(const uint8_t *)cases[i].rotation, 16});
        ConversionJob job = {.path = TEXT("a/fly.cam"), .input = writer_bytes(&file)};
        assert_true(camera_to_glb(&job, kit->arena, &kit->report));
        const Gltf scene = read_back(kit, job.output);
        const float *values = scene.animations[0].channels[1].values;
        const Quat turns[] = {node_named(&scene, "camera")->rotation,
                              {values[3], values[0], values[1], values[2]}};
        for (size_t k = 0; k < 2; k++) {
            assert_direction(turns[k], (Vec3){0, 0, -1}, cases[i].look);
            assert_direction(turns[k], (Vec3){0, 1, 0}, cases[i].up);
            assert_direction(turns[k], (Vec3){1, 0, 0}, cases[i].right);
        }
    }
}

static void camera_without_frames_or_position_is_rejected(void **state)
{
    Kit *kit = *state;
    const float nowhere[] = {0, 0, NAN, 0, 0, 1, 0, 0, 0};
    const Bytes files[] = {{(const uint8_t *)"", 0},
                           {(const uint8_t *)nowhere, sizeof nowhere}};
    for (size_t i = 0; i < COUNT_OF(files); i++) {
        ConversionJob job = {.path = TEXT("x.cam"), .input = files[i]};
        kit_clear(kit);
        assert_false(camera_to_glb(&job, kit->arena, &kit->report));
        assert_int_equal(kit->messages.count, 1);
    }
}

static void camera_without_rotation_looks_north_with_a_warning(void **state)
{
    Kit *kit = *state;
    const float times[] = {0, 1, 2};
    const Bytes file = camera_of(kit, times, 3);
    ConversionJob job = {.path = TEXT("fly.cam"), .input = file};
    const float none[4] = {0}, bad[4] = {NAN, 0, 0, 1};
    memcpy((uint8_t *)file.data + 36 + 20, none, sizeof none);
    memcpy((uint8_t *)file.data + 72 + 20, bad, sizeof bad);
    assert_true(camera_to_glb(&job, kit->arena, &kit->report));
    assert_int_equal(kit->messages.count, 1);
    assert_true(kit_has_message(kit, "2 invalid rotations, first in frame 1"));
    const Gltf scene = read_back(kit, job.output);
    const float *last = scene.animations[0].channels[1].values + 8;
    assert_direction((Quat){last[3], last[0], last[1], last[2]}, (Vec3){0, 0, -1},
                     (Vec3){0, 0, -1});
}

/* ---- limits ---- */

/* A square map of wet sectors whose tiles are of as many liquids, from the n-th on. */
static Bytes liquids(Kit *kit, uint32_t side, uint16_t more_in_each)
{
    const uint32_t count = side * side;
    ProjectFile *files = ARENA_ALLOC(kit->arena, ProjectFile, count + 1);
    SecFile *sec = ARENA_ALLOC(kit->arena, SecFile, 1);
    sec->wet = sec->liquid = true;
    sec->surface = ARENA_ALLOC(kit->arena, SecVertex, SEC_SIDE * SEC_SIDE);
    sec->liquid_tiles = ARENA_ALLOC(kit->arena, uint16_t, SEC_TILES * SEC_TILES);
    sec->liquid_materials = ARENA_ALLOC(kit->arena, uint16_t, SEC_TILES * SEC_TILES);
    files[0] = (ProjectFile){TEXT("zone1.mp"), evil_head(side, side, 60, kit->arena)};
    for (unsigned i = 0; i < count; i++) {
        const Text name = arena_format(kit->arena, "zone1%03u%03u.sec", i % side, i / side);
        for (unsigned k = 0; k < SEC_TILES * SEC_TILES; k++)
            sec->liquid_materials[k] = (uint16_t)(k + i * more_in_each);
        files[i + 1] = (ProjectFile){name, sec_write(sec, kit->arena)};
    }
    return archive_of(kit, files, count + 1);
}

static void maps_of_too_many_kinds_of_tiles_are_rejected_with_one_line(void **state)
{
    static const struct {
        uint32_t side;
        uint16_t more_in_each;
    } maps[] = {{32, 0}, {5, 256}}; /* too many parts of sectors; too many materials */
    Kit *kit = *state;
    for (size_t i = 0; i < COUNT_OF(maps); i++) {
        EvilMap made = {.mpr = liquids(kit, maps[i].side, maps[i].more_in_each)};
        ConversionJob job = {.path = TEXT("zone1.mpr"), .input = made.mpr};
        const size_t before = arena_used(kit->arena);
        kit_clear(kit);
        assert_false(map_to_glb(&job, kit->arena, &kit->report));
        assert_int_equal(kit->report.errors, 1);
        assert_true(kit_has_message(kit, "too many kinds of tiles"));
        assert_true(arena_used(kit->arena) - before < 128 << 20);
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(each_sector_is_a_node_of_256_tiles_of_8_triangles),
        TEST(sectors_meet_to_the_bit),
        TEST(triangles_look_up_and_squares_are_cut_from_south_west_to_north_east),
        TEST(corners_have_the_points_of_their_tile_and_the_sectors_normals),
        TEST(textures_are_embedded_and_primitives_have_one_each),
        TEST(without_textures_each_type_of_tile_has_a_colour),
        TEST(liquid_is_a_separate_transparent_mesh),
        TEST(a_camera_moves_by_its_times_or_at_15_frames_a_second),
        TEST(a_camera_looks_along_its_z_with_its_y_downwards),
        TEST(camera_without_frames_or_position_is_rejected),
        TEST(camera_without_rotation_looks_north_with_a_warning),
        TEST(maps_of_too_many_kinds_of_tiles_are_rejected_with_one_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
