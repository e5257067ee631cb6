/* Scenes (.glb) in probe, show and check, and on the pages of view. */
#include "lib/cli.h"
#include "lib/view_kit.h"

#include "kit/open/glb_summary.h"
#include "kit/open/gltf.h"

/* Two nodes, one of which has extras; one triangle; a clip of 2.5 seconds. */
static Bytes scene(Kit *kit)
{
    static const Vec3 corners[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    static const uint32_t indices[] = {0, 1, 2};
    static const float times[] = {0, 2.5f}, places[] = {0, 0, 0, 1, 2, 3};
    GltfPrimitive primitive = {.positions = corners,
                               .vertex_count = 3,
                               .indices = indices,
                               .index_count = 3,
                               .material = -1};
    GltfMesh mesh = {.name = TEXT("leaf"), .primitives = &primitive, .primitive_count = 1};
    GltfNode nodes[] = {GLTF_NODE, GLTF_NODE};
    nodes[0].name = TEXT("tree");
    nodes[0].mesh = 0;
    nodes[1].name = TEXT("guard");
    nodes[1].extras = TEXT("\"kind\": \"UNIT\", \"id\": 4711");
    GltfChannel channel = {
        .path = GLTF_TRANSLATION, .times = times, .count = 2, .values = places, .width = 3};
    GltfAnimation clip = {.name = TEXT("wave"), .channels = &channel, .channel_count = 1};
    const Gltf gltf = {.nodes = nodes,
                       .node_count = 2,
                       .meshes = &mesh,
                       .mesh_count = 1,
                       .animations = &clip,
                       .animation_count = 1};
    Bytes out;
    assert_true(gltf_write(&gltf, &out, kit->arena, &kit->report));
    return out;
}

static void put_scenes(Cli *cli)
{
    Kit *kit = kit_new();
    const Bytes file = scene(kit);
    cli_put(cli, "scene.glb", file);
    cli_put(cli, "renamed", file);
    cli_put(cli, "cut.glb", bytes_slice(file, 0, file.size - 30));
    cli_put(cli, "text.glb", bytes_of_text(TEXT("no scene")));
    kit_free(kit);
}

static void scenes_are_probed_shown_and_checked(void **state)
{
    Cli *cli = *state;
    put_scenes(cli);
    expect(cli, 0,
           "oisin probe scene.glb renamed >said && "
           "test \"$(head -1 said)\" = 'scene.glb: glb  glTF scene, 2 nodes, 1 mesh, "
           "1 triangle, 1 clip' && grep -q '^renamed: glb  glTF scene' said");
    expect(cli, 0,
           "oisin show scene.glb | python3 -c 'import json, sys; s = json.load(sys.stdin);"
           "assert s[\"format\"] == \"glb\" and s[\"triangles\"] == 1, s;"
           "assert s[\"clips\"] == [{\"name\": \"wave\", \"seconds\": 2.5, "
           "\"channels\": 1}], s;"
           "assert s[\"nodes_with_extras\"] == [{\"node\": \"guard\", \"extras\": "
           "{\"kind\": \"UNIT\", \"id\": 4711}}], s'");
    expect(cli, 0, "oisin check scene.glb renamed 2>said && grep -q '0 errors' said");
}

static void damaged_scenes_are_errors_of_one_line(void **state)
{
    static const char *const commands[] = {"probe", "show", "check -q"};
    static const char *const files[] = {"cut.glb", "text.glb"};
    Cli *cli = *state;
    put_scenes(cli);
    for (unsigned i = 0; i < COUNT_OF(commands) * COUNT_OF(files); i++) {
        const char *file = files[i % COUNT_OF(files)];
        assert_int_equal(
            sh(cli, "oisin %s %s >shown 2>said", commands[i / COUNT_OF(files)], file), 1);
        assert_int_equal(sh(cli,
                            "test ! -s shown && test $(wc -l <said) = 1 && "
                            "grep -q '^%s:' said",
                            file),
                         0);
    }
}

static bool page_has(Kit *kit, Viewer *viewer, const char *path, const char *view,
                     const char *part)
{
    const ViewerRequest request = {
        .path = text_of(path), .base = TEXT("/key"), .view = text_of(view)};
    ViewerAnswer answer;
    viewer_answer(viewer, &request, &answer, kit->arena);
    assert_int_equal(answer.status, 200);
    return memmem(answer.bytes.data, answer.bytes.size, part, strlen(part)) != NULL;
}

static void scenes_have_pages_of_contents_and_problems(void **state)
{
    Kit *kit = kit_new();
    Shelf *shelf = shelf_new(kit);
    const ViewerHost host = view_host(shelf);
    const Bytes file = scene(kit);
    (void)state;
    shelf_put(shelf, "scene.glb", file);
    shelf_put(shelf, "cut.glb", bytes_slice(file, 0, file.size - 30));
    Viewer *viewer = viewer_new(&host);
    assert_true(page_has(kit, viewer, "scene.glb", "", "4711"));
    assert_true(page_has(kit, viewer, "scene.glb", "problems", "0 errors"));
    assert_true(page_has(kit, viewer, "cut.glb", "problems", "1 error"));
    viewer_free(viewer);
    kit_free(kit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(scenes_are_probed_shown_and_checked, cli_begin,
                                        cli_end),
        cmocka_unit_test_setup_teardown(damaged_scenes_are_errors_of_one_line, cli_begin,
                                        cli_end),
        cmocka_unit_test(scenes_have_pages_of_contents_and_problems),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
