/* kit/open/gltf: what is written is read again; damaged files are refused. */
#include "lib/gltf_kit.h"

#include "base/stream.h"

static void scene_survives_a_round_trip(void **state)
{
    Kit *kit = *state;
    const Gltf scene = small_scene(kit);
    Bytes file, again;
    Gltf back;
    assert_true(gltf_write(&scene, &file, kit->arena, &kit->report));
    assert_int_equal(file.size % 4, 0);
    assert_true(gltf_read(file, &back, kit->arena, &kit->report));
    assert_int_equal(back.node_count, 5);
    assert_int_equal(back.nodes[2].parent, 1);
    assert_int_equal(back.nodes[3].light, 0);
    assert_true(back.nodes[2].rotation.y > 0.7f && back.nodes[2].rotation.y < 0.71f);
    assert_true(text_is(back.nodes[1].extras, "\"id\":7,\"offsets\":[1,2]"));
    assert_true(text_is(back.meshes[0].target_names[0], "height"));
    assert_true(back.meshes[0].weights[0] == 0.25f);
    assert_int_equal(back.meshes[0].primitives[0].index_count, 12);
    assert_memory_equal(back.meshes[0].primitives[0].positions,
                        scene.meshes[0].primitives[0].positions, 4 * sizeof(Vec3));
    assert_memory_equal(back.meshes[0].primitives[0].targets[0].positions,
                        scene.meshes[0].primitives[0].targets[0].positions, 4 * sizeof(Vec3));
    assert_int_equal(back.meshes[1].primitives[0].joints[3][0], 1);
    assert_true(back.skins[0].inverse[1][13] == -1);
    assert_int_equal(back.materials[0].image, 0);
    assert_true(bytes_equal(back.images[0].file, scene.images[0].file));
    assert_int_equal(back.animations[0].channels[1].path, GLTF_WEIGHTS);
    assert_int_equal(back.animations[0].channels[1].width, 1);
    assert_true(back.lights[0].range == 20 && back.cameras[0].far == 100);
    assert_true(gltf_write(&back, &again, kit->arena, &kit->report));
    assert_true(gltf_read(again, &back, kit->arena, &kit->report));
}

static void an_invalid_number_is_rejected(void **state)
{
    Kit *kit = *state;
    Gltf scene = small_scene(kit);
    Bytes file;
    scene.nodes[1].translation.x = NAN;
    assert_false(gltf_write(&scene, &file, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "not finite"));
}

static void cyclic_nodes_are_rejected(void **state)
{
    Kit *kit = *state;
    Gltf scene = small_scene(kit);
    Bytes file;
    scene.nodes[0].parent = 2;
    assert_false(gltf_write(&scene, &file, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "its own ancestor"));
}

static Bytes glb(Kit *kit, const char *json)
{
    Writer file = writer_to(kit->arena);
    const size_t size = strlen(json), padding = -size & 3;
    write_text(&file, TEXT("glTF"));
    write_u32(&file, 2);
    write_u32(&file, (uint32_t)(20 + size + padding));
    write_u32(&file, (uint32_t)(size + padding));
    write_text(&file, TEXT("JSON"));
    write_text(&file, text_of(json));
    write_text(&file, (Text){"   ", padding});
    return writer_bytes(&file);
}

static void invalid_references_are_rejected_with_a_reason(void **state)
{
    static const struct {
        const char *json, *says;
    } cases[] = {
        {"{\"nodes\": [{\"mesh\": 0}]}", "\"mesh\" is not an index of one of its 0 meshes"},
        {"{\"nodes\": [{\"children\": [0]}]}", "its own ancestor"},
        {"{\"nodes\": [{\"children\": [1]}, {\"children\": [0]}]}", "its own ancestor"},
        {"{\"nodes\": [{\"children\": [9]}]}", "a child does not exist"},
        {"{\"extensionsRequired\": [\"KHR_draco_mesh_compression\"]}",
         "requires the extension"},
        {"{\"meshes\": [{\"primitives\": [{\"attributes\": {\"POSITION\": 0}}]}],"
         " \"accessors\": [{\"componentType\": 5126, \"count\": 4000000000, \"type\": "
         "\"VEC3\"}]}",
         "the scene has more than"},
        {"{\"meshes\": [{\"primitives\": [{\"attributes\": {\"POSITION\": 0}}]}],"
         " \"accessors\": [{\"componentType\": 5126, \"count\": 1, \"type\": \"VEC3\","
         " \"bufferView\": 0}], \"bufferViews\": [{\"buffer\": 0, \"byteLength\": 12}]}",
         "are not within its 0"},
        {"{\"buffers\": [{\"uri\": \"a.bin\"}], \"images\": [{\"bufferView\": 0}],"
         " \"bufferViews\": [{\"buffer\": 1, \"byteLength\": 1}]}",
         "in another file"},
        {"[", "invalid JSON"},
    };
    Kit *kit = *state;
    Gltf out;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        kit_clear(kit);
        assert_false(gltf_read(glb(kit, cases[i].json), &out, kit->arena, &kit->report));
        if (!kit_has_message(kit, cases[i].says))
            fail_msg("%zu: %s", i, kit_message(kit, 0));
        assert_int_equal(kit->messages.count, 1);
    }
}

static void a_cut_file_is_rejected_at_every_length(void **state)
{
    Kit *kit = *state;
    const Gltf scene = small_scene(kit);
    Bytes file;
    Gltf back;
    assert_true(gltf_write(&scene, &file, kit->arena, &kit->report));
    for (size_t size = 0; size < file.size; size++)
        assert_false(gltf_read(bytes_slice(file, 0, size), &back, kit->arena, &kit->report));
}

/* A mesh that many nodes have can have another shape on each. */
static void node_can_override_weights(void **state)
{
    static const float weights[] = {0.75f};
    Kit *kit = *state;
    Gltf scene = small_scene(kit), back;
    Bytes file;
    scene.nodes[1].weights = scene.nodes[4].weights = weights;
    assert_true(gltf_write(&scene, &file, kit->arena, &kit->report));
    assert_true(gltf_read(file, &back, kit->arena, &kit->report));
    assert_true(back.nodes[1].weights[0] == 0.75f);
    assert_true(back.meshes[0].weights[0] == 0.25f);
    assert_null(back.nodes[4].weights); /* its mesh has no targets */
    assert_null(back.nodes[0].weights);
    const char *json = "{\"nodes\": [{\"weights\": [1, 2]}]}";
    assert_true(gltf_read(glb(kit, json), &back, kit->arena, &kit->report));
    assert_null(back.nodes[0].weights);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
        TEST(scene_survives_a_round_trip),
        TEST(an_invalid_number_is_rejected),
        TEST(cyclic_nodes_are_rejected),
        TEST(invalid_references_are_rejected_with_a_reason),
        TEST(a_cut_file_is_rejected_at_every_length),
        TEST(node_can_override_weights),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
