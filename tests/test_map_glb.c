/* convert/map_glb: what comes out is read again, and shows what the map is. */
#include "map_kit.h"

#include "convert/map_glb.h"
#include "convert/map_placing.h"
#include "evil_creature.h"
#include "evil_mob.h"

#include <limits.h>

static Gltf read_back(Kit *kit, Bytes file)
{
    Gltf scene = {0};
    if (!gltf_read(file, &scene, kit->arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    return scene;
}

/* Converted, written and read again. */
static Gltf scene_of(Kit *kit, const EvilMap *made, const ConversionFolder *folder,
                     const MapSettings *settings)
{
    ConversionJob job = {.path = TEXT("zone1.mpr"), .input = made->mpr, .folder = folder};
    if (settings)
        job.world = *settings;
    if (!map_to_glb(&job, kit->arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    return read_back(kit, job.output);
}

static const GltfNode *node_named(const Gltf *scene, const char *name)
{
    for (size_t i = 0; i < scene->node_count; i++)
        if (text_is(scene->nodes[i].name, name))
            return &scene->nodes[i];
    fail_msg("no node %s", name);
    return NULL;
}

static size_t triangles_of(const Gltf *scene, const GltfNode *node)
{
    size_t count = 0;
    const GltfMesh *mesh = &scene->meshes[node->mesh];
    for (size_t i = 0; i < mesh->primitive_count; i++)
        count += mesh->primitives[i].index_count / 3;
    return count;
}

/* Blanks do not count. */
static bool extras_say(Text extras, const char *part)
{
    char all[4096], wanted[128];
    size_t size = 0, wanted_size = 0;
    for (size_t i = 0; i < extras.size && size < sizeof all; i++)
        if (!strchr(" \n", extras.at[i]))
            all[size++] = extras.at[i];
    for (; *part; part++)
        if (*part != ' ')
            wanted[wanted_size++] = *part;
    return memmem(all, size, wanted, wanted_size) != NULL;
}

/* ---- land ---- */

static void each_sector_is_a_node_of_256_tiles_of_8_triangles(void **state)
{
    Kit *kit = *state;
    const EvilMap made = made_map(kit, 3, 2);
    const Gltf scene = scene_of(kit, &made, &textures_shelf(kit, &made)->folder, NULL);
    assert_int_equal(kit->messages.count, 0);
    assert_int_equal(node_named(&scene, "zone1")->parent, -1);
    for (unsigned i = 0; i < 6; i++) {
        const Text name = arena_format(kit->arena, "zone1%03u%03u", i % 3, i / 3);
        const GltfNode *node = node_named(&scene, name.at);
        assert_int_equal(triangles_of(&scene, node), 256 * 8);
        assert_true(vec3_length(node->translation) == 0);
    }
    assert_true(extras_say(scene.extras, "\"zone\": \"zone1\""));
    assert_true(extras_say(scene.extras, "\"snow\""));
    assert_true(extras_say(scene.extras, "\"first_tile\": 48"));
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
    const Gltf scene = scene_of(kit, &made, &textures_shelf(kit, &made)->folder, NULL);
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
    const Gltf scene = scene_of(kit, &made, &textures_shelf(kit, &made)->folder, NULL);
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
    const Gltf scene = scene_of(kit, &made, &textures_shelf(kit, &made)->folder, NULL);
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

static void textures_are_pictures_in_it_and_primitives_have_one_each(void **state)
{
    Kit *kit = *state;
    const EvilMap made = made_map(kit, 2, 2);
    const Gltf scene = scene_of(kit, &made, &textures_shelf(kit, &made)->folder, NULL);
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
    const Gltf scene = scene_of(kit, &made, NULL, NULL);
    assert_int_equal(kit->messages.count, 1);
    assert_true(kit_says(kit, "2 textures were not found, first zone1000.mmp"));
    assert_int_equal(scene.image_count, 0);
    bool sand = false;
    for (size_t i = 0; i < scene.material_count; i++)
        sand |= text_is(scene.materials[i].name, "sand");
    assert_true(sand);
}

/* ---- liquids ---- */

static void a_liquid_is_a_mesh_of_its_own_that_is_transparent(void **state)
{
    Kit *kit = *state;
    const EvilMap made = made_map(kit, 2, 2);
    const Map *map = loaded_map(kit, &made);
    const Gltf scene = scene_of(kit, &made, &textures_shelf(kit, &made)->folder, NULL);
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
            if (extras_say(material->extras, "\"type\": \"water\"")) {
                assert_true(material->colour[3] == 0.6f && material->colour[0] == 0.55f);
                assert_true(material->image >= 0);
                assert_true(extras_say(material->extras, "\"first_tile\": 48"));
                assert_true(extras_say(material->extras, "\"frames\": 4"));
                seen |= 1;
            } else {
                assert_true(extras_say(material->extras, "\"type\": \"water_notexture\""));
                assert_int_equal(material->image, -1);
                seen |= 2;
            }
        }
    }
    assert_int_equal(seen, 3);
    for (size_t i = 0; i < scene.material_count; i++)
        assert_int_equal(scene.materials[i].alpha == GLTF_BLEND,
                         extras_say(scene.materials[i].extras, "\"liquid\""));
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
        /* w, x, y, z of z up is x, z, -y, w here. */
        assert_true(turns->values[0] == 0.5f && turns->values[1] == 0.5f &&
                    turns->values[2] == 0.5f && turns->values[3] == 0.5f);
    }
}

static void a_camera_of_no_frames_or_of_no_place_is_refused(void **state)
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

/* ---- objects ---- */

static void put_object(Writer *out, uint32_t id, uint32_t kind, const char *template, float x)
{
    const size_t at = mob_begin(out, kind);
    mob_put_u32(out, MOB_NID, id);
    mob_put_text(out, MOB_OBJNAME, id == 1 ? "Тролль" : "");
    mob_put_text(out, MOB_OBJTEMPLATE, template);
    mob_put_text(out, MOB_OBJPRIMTXTR, "");
    mob_put_vec3(out, MOB_OBJPOSITION, x, 20, 3);
    mob_put_floats(out, MOB_OBJROTATION, (float[]){0, 0, 0, 1}, 4);
    mob_put_vec3(out, MOB_OBJCOMPLECTION, 0.25f, 0.5f, 1);
    mob_end(out, at);
}

static Bytes some_objects(Kit *kit)
{
    Writer out = writer_to(kit->arena);
    const size_t root = mob_begin(&out, MOB_OBJECTDBFILE);
    const size_t section = mob_begin(&out, MOB_OBJECTSECTION);
    put_object(&out, 1, MOB_UNIT, "UnXxxx", 10);
    put_object(&out, 2, MOB_UNIT, "unxxxx", 11);
    put_object(&out, 3, MOB_OBJECT, "nowhere", 12);
    put_object(&out, 4, MOB_OBJECT, "nafltr", NAN);
    mob_end(&out, section);
    const size_t light = mob_begin(&out, MOB_LIGHT);
    mob_put_floats(&out, MOB_LIGHT_RANGE, (float[]){8}, 1);
    mob_put_text(&out, MOB_LIGHT_NAME, "lamp");
    mob_put_vec3(&out, MOB_LIGHT_POSITION, 1, 2, 3);
    mob_put_vec3(&out, MOB_LIGHT_COLOR, 2, 1, 0);
    mob_end(&out, light);
    const size_t sound = mob_begin(&out, MOB_SOUND);
    mob_put_u32(&out, MOB_SOUND_ID, 9);
    mob_put_vec3(&out, MOB_SOUND_POSITION, 4, 5, 6);
    mob_put_u32(&out, MOB_SOUND_RANGE, 30);
    mob_end(&out, sound);
    const size_t smoke = mob_begin(&out, MOB_PARTICL);
    mob_put_vec3(&out, MOB_PARTICL_POSITION, 7, 8, 9);
    mob_put_floats(&out, MOB_PARTICL_SCALE, (float[]){2}, 1);
    mob_end(&out, smoke);
    mob_end(&out, root);
    return writer_bytes(&out);
}

static void objects_are_nodes_with_their_place_name_and_what_they_are(void **state)
{
    Kit *kit = *state;
    const EvilMap made = made_map(kit, 1, 1);
    const MapSettings settings = {.objects = some_objects(kit)};
    const Gltf scene = scene_of(kit, &made, &textures_shelf(kit, &made)->folder, &settings);
    assert_int_equal(kit->messages.count, 1);
    assert_true(kit_says(kit, "1 object was left out"));
    const GltfNode *troll = node_named(&scene, "Тролль");
    assert_true(text_is(scene.nodes[troll->parent].name, "objects"));
    assert_true(troll->translation.x == 10 && troll->translation.y == 3 &&
                troll->translation.z == -20);
    /* Half a turn around what is up. */
    assert_true(troll->rotation.y == 1 && troll->rotation.w == 0);
    assert_true(extras_say(troll->extras, "\"kind\": \"UNIT\""));
    assert_true(extras_say(troll->extras, "\"id\": 1"));
    assert_true(extras_say(troll->extras, "\"template\": \"UnXxxx\""));
    assert_true(extras_say(troll->extras, "\"complexion\": [0.25, 0.5, 1"));
    node_named(&scene, "nowhere");
    const GltfNode *lamp = node_named(&scene, "lamp");
    assert_int_equal(scene.light_count, 1);
    assert_int_equal(lamp->light, 0);
    assert_true(scene.lights[0].range == 8 && scene.lights[0].colour[0] == 1 &&
                scene.lights[0].colour[1] == 0.5f);
    assert_true(extras_say(node_named(&scene, "SOUND")->extras, "\"range\": 30"));
    assert_true(extras_say(node_named(&scene, "PARTICL")->extras, "\"scale\": 2"));
}

static void models_are_put_where_objects_are_and_share_their_meshes(void **state)
{
    Kit *kit = *state;
    const EvilMap made = made_map(kit, 1, 1);
    const Creature creature = creature_make("unxxxx", kit->arena);
    const ProjectFile members[] = {{TEXT("unxxxx.mod"), creature.model},
                                   {TEXT("unxxxx.bon"), creature.bones},
                                   {TEXT("unxxxx.mmp"), creature.texture}};
    ProjectFile res = {TEXT("figures.res"), archive_of(kit, members, 3)};
    const ProjectFiles models = {.items = &res, .count = 1};
    const MapSettings settings = {.objects = some_objects(kit), .models = &models};
    const Gltf without = scene_of(kit, &made, NULL, NULL);
    kit_clear(kit);
    const Gltf scene = scene_of(kit, &made, &textures_shelf(kit, &made)->folder, &settings);
    assert_true(kit_says(kit, "1 model was not found, first nowhere.mod"));
    const int32_t troll = (int32_t)(node_named(&scene, "Тролль") - scene.nodes);
    unsigned roots = 0, bones = 0;
    for (size_t i = 0; i < scene.node_count; i++) {
        roots += scene.nodes[i].parent == troll;
        bones += text_is(scene.nodes[i].name, creature_bones[1].name);
    }
    assert_int_equal(roots, 1);
    assert_int_equal(bones, 2); /* of two objects ... */
    assert_int_equal(scene.mesh_count, without.mesh_count + CREATURE_BONES); /* ... once */
    assert_int_equal(scene.image_count, 3);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(each_sector_is_a_node_of_256_tiles_of_8_triangles),
        TEST(sectors_meet_to_the_bit),
        TEST(triangles_look_up_and_squares_are_cut_from_south_west_to_north_east),
        TEST(corners_have_the_points_of_their_tile_and_the_sectors_normals),
        TEST(textures_are_pictures_in_it_and_primitives_have_one_each),
        TEST(without_textures_each_type_of_tile_has_a_colour),
        TEST(a_liquid_is_a_mesh_of_its_own_that_is_transparent),
        TEST(a_camera_moves_by_its_times_or_at_15_frames_a_second),
        TEST(a_camera_of_no_frames_or_of_no_place_is_refused),
        TEST(objects_are_nodes_with_their_place_name_and_what_they_are),
        TEST(models_are_put_where_objects_are_and_share_their_meshes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
