/* convert/map_ground: the height of the land, against heights that follow from the sectors. */
#include "lib/scene_kit.h"

#include "evil_islands/maps/map_ground.h"

static MapGround ground_of(Kit *kit, const Gltf *scene)
{
    MapGround out;
    assert_true(map_ground(scene, &out, kit->arena, &kit->report));
    return out;
}

static float height_at(const MapGround *ground, Vec3 at)
{
    float out = NAN;
    assert_true(map_ground_at(ground, at.x, at.y, &out));
    return out;
}

/* Every vertex, and the middle of both triangles of every square. */
static void land_has_the_height_of_its_triangles(void **state)
{
    Kit *kit = *state;
    const EvilMap made = made_map(kit, 2, 2);
    const Map *map = loaded_map(kit, &made);
    const Gltf scene = map_scene_of(kit, &made, NULL, NULL);
    const MapGround ground = ground_of(kit, &scene);
    for (unsigned i = 0; i < 4 * SEC_UNITS * SEC_UNITS; i++) {
        const unsigned x = i / (2 * SEC_UNITS), y = i % (2 * SEC_UNITS);
        const SecFile *sec = map_sector(map, x / SEC_UNITS, y / SEC_UNITS);
        Vec3 corners[4]; /* south west, south east, north west, north east */
        for (unsigned k = 0; k < 4; k++) {
            const unsigned column = x + k % 2, row = y + k / 2;
            const size_t vertex = (row - y / SEC_UNITS * SEC_UNITS) * SEC_SIDE + column -
                                  x / SEC_UNITS * SEC_UNITS;
            corners[k] = sec_place(&sec->land[vertex], column, row, map->mp.max_altitude);
        }
        const Vec3 both = vec3_add(corners[0], corners[3]);
        const Vec3 southern = vec3_scale(vec3_add(both, corners[1]), 1.0f / 3);
        const Vec3 northern = vec3_scale(vec3_add(both, corners[2]), 1.0f / 3);
        assert_float_equal(height_at(&ground, corners[0]), corners[0].z, 1e-4);
        assert_float_equal(height_at(&ground, southern), southern.z, 1e-4);
        assert_float_equal(height_at(&ground, northern), northern.z, 1e-4);
    }
}

static void there_is_no_land_outside(void **state)
{
    Kit *kit = *state;
    const EvilMap made = made_map(kit, 1, 1);
    const Gltf scene = map_scene_of(kit, &made, NULL, NULL), empty = {0};
    const MapGround ground = ground_of(kit, &scene), none = ground_of(kit, &empty);
    static const float places[][2] = {{-1, 5}, {33, 5}, {5, -1}, {5, 33}, {1e30f, 5}, {NAN, 5}};
    float height;
    for (size_t i = 0; i < COUNT_OF(places); i++)
        assert_false(map_ground_at(&ground, places[i][0], places[i][1], &height));
    assert_false(map_ground_at(&none, 5, 5, &height));
    assert_int_equal(none.count, 0);
}

/* Two levels of land, one of which another program has turned, scaled and moved. */
static void highest_land_counts_wherever_it_was_moved(void **state)
{
    static const Vec3 corners[] = {{0, 0, 0}, {2, 0, 0}, {2, 0, -2}, {0, 0, -2}};
    static const uint32_t indices[] = {0, 1, 2, 0, 2, 3};
    Kit *kit = *state;
    GltfPrimitive primitive = {.positions = corners,
                               .vertex_count = COUNT_OF(corners),
                               .indices = indices,
                               .index_count = COUNT_OF(indices),
                               .material = -1};
    GltfMesh mesh = {.primitives = &primitive, .primitive_count = 1};
    GltfNode nodes[4] = {GLTF_NODE, GLTF_NODE, GLTF_NODE, GLTF_NODE};
    nodes[0].translation = (Vec3){10, 4, -10};
    nodes[0].rotation = (Quat){0, 0, 1, 0}; /* half a turn: west and south */
    nodes[1].parent = 0;
    nodes[1].scale = (Vec3){5, 5, 5};
    nodes[3].translation.y = 99; /* not land: a liquid */
    nodes[1].mesh = nodes[2].mesh = nodes[3].mesh = 0;
    nodes[1].extras = nodes[2].extras = TEXT("\"sector\": [0, 0]");
    const Gltf scene = {.nodes = nodes, .node_count = 4, .meshes = &mesh, .mesh_count = 1};
    const MapGround ground = ground_of(kit, &scene);
    assert_true(height_at(&ground, (Vec3){1, 1, 0}) == 4);
    assert_true(height_at(&ground, (Vec3){9, 9, 0}) == 4);
    nodes[2].translation.y = 6;
    const MapGround higher = ground_of(kit, &scene);
    assert_true(height_at(&higher, (Vec3){1, 1, 0}) == 6);
}

/* A triangle as large as the map, 100,000 times: each square of the map lists them all. */
static void land_of_many_large_triangles_is_refused(void **state)
{
    enum { COUNT = 100000 };
    static const Vec3 corners[] = {{0, 0, 0}, {2000, 0, 0}, {2000, 0, -2000}};
    Kit *kit = *state;
    uint32_t *indices = ARENA_ALLOC(kit->arena, uint32_t, 3 * COUNT);
    for (uint32_t i = 0; i < 3 * COUNT; i++)
        indices[i] = i % 3;
    GltfPrimitive primitive = {.positions = corners,
                               .vertex_count = 3,
                               .indices = indices,
                               .index_count = 3 * COUNT,
                               .material = -1};
    GltfMesh mesh = {.primitives = &primitive, .primitive_count = 1};
    GltfNode node = GLTF_NODE;
    node.mesh = 0;
    node.extras = TEXT("\"sector\": [0, 0]");
    const Gltf scene = {.nodes = &node, .node_count = 1, .meshes = &mesh, .mesh_count = 1};
    MapGround ground;
    assert_false(map_ground(&scene, &ground, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "the land of the scene is too complex"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(land_has_the_height_of_its_triangles),
        TEST(there_is_no_land_outside),
        TEST(highest_land_counts_wherever_it_was_moved),
        TEST(land_of_many_large_triangles_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
