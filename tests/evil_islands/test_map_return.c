/* convert/map_return: objects that were edited in the scene of a map return into its .mob. The
 * places of 3,000 objects are compared by tests/reference/check_map_edits.py. */
#include "lib/evil_mob.h"
#include "lib/scene_kit.h"

#include "evil_islands/maps/map_ground.h"
#include "evil_islands/maps/map_placing.h"
#include "evil_islands/maps/map_scene_import.h"

/* Objects 1 (to which the script refers), 2 and 3. */
static Bytes objects(Kit *kit) { return evil_mob_large(kit->arena, 3); }

static Gltf scene_of(Kit *kit, Bytes mob)
{
    Gltf gltf = {0};
    assert_true(map_add_objects(&gltf, mob, NULL, kit->arena, &kit->report));
    return gltf;
}

/* Adds flat land to a scene that was made without any. */
static void put_land(Kit *kit, Gltf *gltf, float height)
{
    static const Vec3 corners[] = {
        {-100, 0, 100}, {200, 0, 100}, {200, 0, -200}, {-100, 0, -200}};
    static const uint32_t indices[] = {0, 1, 2, 0, 2, 3};
    GltfMesh *mesh = ARENA_PUSH(kit->arena, gltf->meshes, gltf->mesh_count);
    *mesh = (GltfMesh){.name = TEXT("land")};
    *ARENA_PUSH(kit->arena, mesh->primitives, mesh->primitive_count) =
        (GltfPrimitive){.positions = corners,
                        .vertex_count = COUNT_OF(corners),
                        .indices = indices,
                        .index_count = COUNT_OF(indices),
                        .material = -1};
    GltfNode *node = ARENA_PUSH(kit->arena, gltf->nodes, gltf->node_count);
    *node = GLTF_NODE;
    node->mesh = (int32_t)gltf->mesh_count - 1;
    node->translation.y = height;
    node->extras = TEXT("\"sector\": [0, 0]");
}

static bool returned(Kit *kit, const Gltf *gltf, Bytes mob, bool force, Bytes *out)
{
    ConversionJob job = {
        .path = TEXT("x.glb"),
        .settings = &(MapSettings){.onto = mob, .onto_path = TEXT("x.mob"), .force = force}};
    assert_true(gltf_write(gltf, &job.input, kit->arena, &kit->report));
    const bool ok = scene_to_objects(&job, kit->arena, &kit->report);
    *out = job.output;
    return ok;
}

/* The objects in the section. */
static const MobNode *section_of(Kit *kit, Bytes file)
{
    Mob *mob = ARENA_ALLOC(kit->arena, Mob, 1);
    assert_true(mob_read(file, mob, kit->arena, &kit->report));
    return mob_child(mob_top(mob, MOB_OBJECTDBFILE), MOB_OBJECTSECTION);
}

static uint32_t id_of(const MobNode *object) { return mob_u32(mob_child(object, MOB_NID), 0); }

static void drop_node(Gltf *gltf, size_t index)
{
    memmove(gltf->nodes + index, gltf->nodes + index + 1,
            (--gltf->node_count - index) * sizeof *gltf->nodes);
}

static void unedited_scene_gives_the_same_bytes(void **state)
{
    Kit *kit = *state;
    const Bytes files[] = {objects(kit), evil_mob_large(kit->arena, 3000)};
    for (size_t i = 0; i < COUNT_OF(files); i++) {
        const Gltf gltf = scene_of(kit, files[i]);
        Bytes back;
        for (size_t j = 1; j < gltf.node_count; j++) { /* as other programs round */
            gltf.nodes[j].translation.x += 2e-5f;
            gltf.nodes[j].rotation = quat_negative(gltf.nodes[j].rotation);
        }
        assert_true(returned(kit, &gltf, files[i], false, &back));
        assert_bytes_equal(back, files[i]);
    }
}

static void only_what_was_moved_changes(void **state)
{
    Kit *kit = *state;
    const Bytes file = objects(kit);
    Gltf gltf = scene_of(kit, file);
    Bytes back;
    put_land(kit, &gltf, 3);
    gltf.nodes[2].translation = (Vec3){10, 20, 30};
    assert_true(returned(kit, &gltf, file, false, &back));
    const MobNode *was = section_of(kit, file), *is = section_of(kit, back);
    const Vec3 place = mob_vec3(mob_child(&is->children[1], MOB_OBJPOSITION), (Vec3){0, 0, 0});
    assert_true(place.x == 10 && place.y == -30 && place.z == 17); /* z is up on the map */
    for (size_t i = 0; i < was->children[1].count; i++)
        assert_int_equal(
            bytes_equal(was->children[1].children[i].data, is->children[1].children[i].data),
            was->children[1].children[i].id != MOB_OBJPOSITION);
    assert_int_equal(back.size, file.size);
}

static void complexion_returns_and_scale_is_reported(void **state)
{
    Kit *kit = *state;
    const Bytes file = objects(kit);
    Gltf gltf = scene_of(kit, file);
    Bytes back;
    gltf.nodes[3].extras = TEXT("\"kind\":\"OBJECT\",\"id\":3.0,\"complexion\":[0.25,0.5,1]");
    gltf.nodes[3].scale = (Vec3){2, 2, 2};
    assert_true(returned(kit, &gltf, file, false, &back));
    const MobNode *object = &section_of(kit, back)->children[2];
    const Vec3 body = mob_vec3(mob_child(object, MOB_OBJCOMPLECTION), (Vec3){0, 0, 0});
    assert_true(body.x == 0.25f && body.y == 0.5f && body.z == 1);
    assert_non_null(strstr(kit_message(kit, 0), "the scale of 1 object is ignored"));
}

static void second_node_of_an_id_is_a_copy_with_a_new_id(void **state)
{
    Kit *kit = *state;
    const Bytes file = objects(kit);
    Gltf gltf = scene_of(kit, file);
    Bytes back;
    put_land(kit, &gltf, 0);
    GltfNode copy = gltf.nodes[2]; /* before its original, which Blender may reorder */
    copy.name = TEXT("copy.001");
    copy.translation.x += 5;
    GltfNode *nodes = ARENA_ALLOC(kit->arena, GltfNode, gltf.node_count + 1);
    nodes[0] = gltf.nodes[0];
    nodes[1] = copy;
    memcpy(nodes + 2, gltf.nodes + 1, (gltf.node_count - 1) * sizeof *nodes);
    gltf.nodes = nodes;
    gltf.node_count++;
    assert_true(returned(kit, &gltf, file, false, &back));
    const MobNode *was = section_of(kit, file), *is = section_of(kit, back);
    assert_int_equal(is->count, 4);
    assert_int_equal(id_of(&is->children[1]), 2);
    assert_int_equal(id_of(&is->children[2]), 4); /* behind its original */
    assert_int_equal(id_of(&is->children[3]), 3);
    const Vec3 none = {0, 0, 0};
    const Vec3 a = mob_vec3(mob_child(&was->children[1], MOB_OBJPOSITION), none);
    const Vec3 b = mob_vec3(mob_child(&is->children[2], MOB_OBJPOSITION), none);
    assert_true(fabsf(b.x - a.x - 5) < 1e-4f && b.z == a.z);
    assert_true(text_equal(mob_text(mob_child(&is->children[2], MOB_OBJTEMPLATE), kit->arena),
                           TEXT("nafltr01")));
}

static void objects_of_the_script_are_not_removed_without_force(void **state)
{
    Kit *kit = *state;
    const Bytes file = objects(kit);
    Gltf gltf = scene_of(kit, file);
    Bytes back;
    drop_node(&gltf, 3);
    assert_true(returned(kit, &gltf, file, false, &back)); /* nothing refers to it */
    assert_int_equal(section_of(kit, back)->count, 2);
    assert_int_equal(kit->messages.count, 0);
    drop_node(&gltf, 1);
    assert_false(returned(kit, &gltf, file, false, &back));
    assert_int_equal(kit->messages.count, 2);
    assert_non_null(strstr(kit_message(kit, 0), "\"1\": no object of this map has this id"));
    assert_non_null(strstr(kit_message(kit, 1), "2 objects would be removed"));
    assert_true(returned(kit, &gltf, file, true, &back));
    assert_int_equal(section_of(kit, back)->count, 1);
    assert_int_equal(id_of(&section_of(kit, back)->children[0]), 2);
}

static void objects_of_one_id_keep_their_order(void **state)
{
    Kit *kit = *state;
    Writer out = writer_to(kit->arena);
    const size_t root = mob_begin(&out, MOB_OBJECTDBFILE);
    const size_t section = mob_begin(&out, MOB_OBJECTSECTION);
    for (unsigned i = 0; i < 3; i++)
        mob_put_object(&out, 5, (float)i, 2, 3);
    mob_end(&out, section);
    mob_end(&out, root);
    const Bytes file = writer_bytes(&out);
    Gltf gltf = scene_of(kit, file);
    Bytes back;
    assert_true(returned(kit, &gltf, file, false, &back));
    assert_bytes_equal(back, file);
    drop_node(&gltf, 3);
    assert_true(returned(kit, &gltf, file, true, &back));
    assert_int_equal(section_of(kit, back)->count, 2);
}

/* Damage can leave the number and the place of a lost object in the root. When the scene had no
 * node for the root, it was removed with all objects, and the file could not be read. */
static void root_with_the_place_of_an_object_stays(void **state)
{
    Kit *kit = *state;
    Writer out = writer_to(kit->arena);
    const size_t root = mob_begin(&out, MOB_OBJECTDBFILE);
    mob_put_u32(&out, MOB_NID, 9);
    mob_put_vec3(&out, MOB_OBJPOSITION, 7, 8, 9);
    mob_put_object(&out, 5, 1, 2, 3);
    mob_end(&out, root);
    const Bytes file = writer_bytes(&out);
    Gltf gltf = scene_of(kit, file);
    const size_t count = gltf.node_count;
    Bytes back;
    while (gltf.node_count > 2) /* "objects" and the object */
        drop_node(&gltf, 1);
    assert_true(returned(kit, &gltf, file, true, &back));
    assert_bytes_equal(back, file);
    assert_int_equal(count, 2);
    assert_int_equal(kit->messages.count, 0);
}

static void refused(Kit *kit, const Gltf *gltf, Bytes mob, const char *part)
{
    Bytes back;
    const size_t before = kit->messages.count;
    assert_false(returned(kit, gltf, mob, true, &back));
    assert_int_equal(kit->messages.count, before + 1);
    assert_non_null(strstr(kit_message(kit, before), part));
}

static void wrong_scenes_are_refused(void **state)
{
    Kit *kit = *state;
    const Bytes file = objects(kit);
    Gltf gltf = scene_of(kit, file);
    refused(kit, &gltf, (Bytes){0}, "need --onto MAP.mob");
    gltf.nodes[2].extras = TEXT("\"kind\":\"OBJECT\",\"id\":77");
    refused(kit, &gltf, file, "the map has no such object with the id 77");
    for (size_t i = 0; i < gltf.node_count; i++)
        gltf.nodes[i].extras = TEXT("");
    refused(kit, &gltf, file, "export it with custom properties");
    GltfNode deep[80];
    for (int32_t i = 0; i < (int32_t)COUNT_OF(deep); i++) {
        deep[i] = GLTF_NODE;
        deep[i].parent = i - 1;
        deep[i].extras =
            i == COUNT_OF(deep) - 1 ? TEXT("\"kind\":\"OBJECT\",\"id\":1") : TEXT("");
    }
    gltf.nodes = deep;
    gltf.node_count = COUNT_OF(deep);
    refused(kit, &gltf, file, "more than 64 parents");
}

/* Copies of an object of 4 MB in a scene of some kilobytes. */
static void copies_are_limited_in_sum(void **state)
{
    enum { LARGE = (4 << 20) - 64, COPIES = MAP_RETURN_COPIES / LARGE + 1 };
    Kit *kit = *state;
    Writer out = writer_to(kit->arena);
    const size_t root = mob_begin(&out, MOB_OBJECTDBFILE);
    const size_t section = mob_begin(&out, MOB_OBJECTSECTION);
    const size_t object = mob_begin(&out, MOB_OBJECT);
    mob_put_u32(&out, MOB_NID, 5);
    mob_put_vec3(&out, MOB_OBJPOSITION, 1, 2, 3);
    const size_t comments = mob_begin(&out, MOB_OBJCOMMENTS);
    memset(writer_reserve(&out, LARGE), 'a', LARGE);
    mob_end(&out, comments);
    mob_end(&out, object);
    mob_end(&out, section);
    mob_end(&out, root);
    const Bytes file = writer_bytes(&out);
    Gltf gltf = scene_of(kit, file);
    GltfNode *nodes = ARENA_ALLOC(kit->arena, GltfNode, COPIES + 2);
    for (size_t i = 0; i < COPIES + 2; i++)
        nodes[i] = gltf.nodes[i ? 1 : 0];
    gltf.nodes = nodes;
    gltf.node_count = COPIES + 1;
    Bytes back;
    assert_true(returned(kit, &gltf, file, false, &back));
    assert_true(back.size > (size_t)LARGE * COPIES);
    gltf.node_count++;
    refused(kit, &gltf, file, "too many copies: with them, the map would have more than");
}

/* ---- heights ---- */

typedef struct Hills {
    Bytes mob;
    Gltf scene;
    MapGround ground;
    size_t first; /* node of object 1 */
} Hills;

/* 1,000 objects of every kind on hills. */
static Hills hills(Kit *kit)
{
    const EvilMap made = made_map(kit, 2, 2);
    Hills out = {.mob = evil_mob_kinds(kit->arena, 1000, 64, 64)};
    const MapSettings settings = {.objects = out.mob};
    out.scene = map_scene_of(kit, &made, NULL, &settings);
    kit_clear(kit); /* textures are missing */
    assert_true(map_ground(&out.scene, &out.ground, kit->arena, &kit->report));
    out.first = (size_t)(node_named(&out.scene, "objects") - out.scene.nodes) + 1;
    assert_int_equal(out.scene.node_count - out.first, 1000);
    return out;
}

static Vec3 position_of(Kit *kit, Bytes mob, size_t index)
{
    const MobNode *object = &section_of(kit, mob)->children[index];
    for (size_t i = 0; i < MAP_PLACES; i++)
        if (mob_child(object, map_places[i].position))
            return mob_vec3(mob_child(object, map_places[i].position), (Vec3){0, 0, 0});
    fail();
    return (Vec3){0, 0, 0};
}

static bool stands(size_t index) { return index % 8 < 5; }

static void objects_of_every_kind_keep_their_bytes_on_hills(void **state)
{
    Kit *kit = *state;
    Hills all = hills(kit);
    Bytes back;
    for (size_t i = 0; i < 1000; i++) {
        Vec3 *at = &all.scene.nodes[all.first + i].translation;
        const Vec3 position = position_of(kit, all.mob, i);
        float land = 0;
        map_ground_at(&all.ground, position.x, position.y, &land);
        assert_true(at->y == position.z + (stands(i) ? land : 0));
        at->y += 3e-5f; /* as other programs round */
    }
    assert_true(returned(kit, &all.scene, all.mob, false, &back));
    assert_bytes_equal(back, all.mob);
}

/* Moved along the land, and to another height above it. */
static void height_above_the_land_is_kept_when_objects_move(void **state)
{
    Kit *kit = *state;
    Hills all = hills(kit);
    Bytes back;
    for (size_t i = 0; i < 1000; i++) {
        Vec3 *at = &all.scene.nodes[all.first + i].translation;
        float before = 0, after = 0;
        map_ground_at(&all.ground, at->x, -at->z, &before);
        at->x = 2 + at->x * 0.9f;
        at->z = -2 + at->z * 0.9f;
        assert_true(map_ground_at(&all.ground, at->x, -at->z, &after));
        at->y += stands(i) ? after - before + (i % 2 ? 2 : 0) : 1;
    }
    assert_true(returned(kit, &all.scene, all.mob, false, &back));
    for (size_t i = 0; i < 1000; i++) {
        const Vec3 was = position_of(kit, all.mob, i), is = position_of(kit, back, i);
        const float more = !stands(i) ? 1 : i % 2 ? 2 : 0;
        assert_float_equal(is.x, 2 + was.x * 0.9f, 1e-5);
        assert_float_equal(is.z, was.z + more, more == 0 ? 0 : 1e-4);
    }
    assert_int_equal(kit->messages.count, 0);
}

/* Such scenes have heights as in the file. An object that its author lifted onto the land by
 * hand was written with that height: in the game it hovered. */
static void
objects_that_were_lifted_in_a_scene_of_an_earlier_version_stand_on_the_land(void **state)
{
    Kit *kit = *state;
    Hills all = hills(kit);
    Bytes back;
    for (size_t i = 0; i < 1000; i++) {
        GltfNode *node = &all.scene.nodes[all.first + i];
        const Vec3 position = position_of(kit, all.mob, i);
        const MobNode *object = &section_of(kit, all.mob)->children[i];
        float land = 0;
        if (!stands(i))
            continue;
        node->extras = arena_format(kit->arena, "\"kind\": \"%s\", \"id\": %zu",
                                    mob_name(object, kit->arena).at, i + 1);
        map_ground_at(&all.ground, position.x, position.y, &land);
        if (i % 2 == 0) /* the others were left in the land */
            land = floorf(land * 100 + 0.5f) / 100;
        node->translation.y = position.z + (i % 2 ? 0 : land);
    }
    assert_true(returned(kit, &all.scene, all.mob, false, &back));
    assert_bytes_equal(back, all.mob);
}

static void moving_in_a_scene_without_land_is_refused(void **state)
{
    Kit *kit = *state;
    Hills all = hills(kit);
    Bytes back;
    GltfNode *nodes = &all.scene.nodes[all.first - 1]; /* "objects" */
    nodes[0].parent = -1;
    for (size_t i = 1; i <= 1000; i++)
        nodes[i].parent = 0;
    all.scene.nodes = nodes;
    all.scene.node_count = 1001;
    nodes[1].translation.y += 4; /* the land there is known */
    assert_true(returned(kit, &all.scene, all.mob, false, &back));
    assert_float_equal(position_of(kit, back, 0).z, position_of(kit, all.mob, 0).z + 4, 1e-5);
    nodes[6].translation.x += 1; /* a light */
    assert_true(returned(kit, &all.scene, all.mob, false, &back));
    assert_int_equal(kit->messages.count, 0);
    nodes[2].translation.x += 1;
    assert_false(returned(kit, &all.scene, all.mob, false, &back));
    assert_true(kit_has_message(kit, "\"UNIT\" was moved, and the scene has no land"));
}

static void moving_off_the_land_is_reported(void **state)
{
    Kit *kit = *state;
    Hills all = hills(kit);
    Bytes back;
    all.scene.nodes[all.first + 1].translation = (Vec3){-50, 2, 0};
    assert_true(returned(kit, &all.scene, all.mob, false, &back));
    assert_true(position_of(kit, back, 1).z == 2);
    assert_true(kit_has_message(kit, "1 object was moved to where the scene has no land, "
                                     "first \"UNIT\": height is counted from 0"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
        TEST(unedited_scene_gives_the_same_bytes),
        TEST(only_what_was_moved_changes),
        TEST(complexion_returns_and_scale_is_reported),
        TEST(second_node_of_an_id_is_a_copy_with_a_new_id),
        TEST(objects_of_the_script_are_not_removed_without_force),
        TEST(objects_of_one_id_keep_their_order),
        TEST(root_with_the_place_of_an_object_stays),
        TEST(wrong_scenes_are_refused),
        TEST(copies_are_limited_in_sum),
        TEST(objects_of_every_kind_keep_their_bytes_on_hills),
        TEST(height_above_the_land_is_kept_when_objects_move),
        TEST(objects_that_were_lifted_in_a_scene_of_an_earlier_version_stand_on_the_land),
        TEST(moving_in_a_scene_without_land_is_refused),
        TEST(moving_off_the_land_is_reported),
#undef TEST
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
