/* convert/map_placing and map_models: what stands on a map, in its scene. */
#include "lib/scene_kit.h"

#include "kit/open/affine.h"
#include "evil_islands/maps/map_ground.h"
#include "evil_islands/maps/map_placing.h"
#include "evil_islands/models/model_export.h"
#include "lib/evil_creature.h"
#include "lib/evil_mob.h"

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

static void errors_of_objects_are_not_reported_for_the_map(void **state)
{
    Kit *kit = *state;
    const EvilMap made = made_map(kit, 1, 1);
    ConversionJob job = {.path = TEXT("zone1.mpr"),
                         .input = made.mpr,
                         .folder = &textures_shelf(kit, &made)->folder,
                         .settings = &(MapSettings){.objects = BYTES(1, 2, 3)}};
    kit->report.subject = job.path;
    assert_false(map_to_glb(&job, kit->arena, &kit->report));
    assert_true(text_is(kit->messages.items[0].subject, "--mob"));
}

/* The height of the land at a vertex of the map, or between its neighbours. */
static float land_at(Kit *kit, const EvilMap *made, float x, float y)
{
    const Gltf scene = map_scene_of(kit, made, NULL, NULL);
    MapGround ground;
    float height = 0;
    assert_true(map_ground(&scene, &ground, kit->arena, &kit->report));
    assert_true(map_ground_at(&ground, x, y, &height));
    kit_clear(kit);
    return height;
}

static void objects_are_nodes_with_position_name_and_kind(void **state)
{
    Kit *kit = *state;
    const EvilMap made = made_map(kit, 1, 1);
    const MapSettings settings = {.objects = some_objects(kit)};
    const Gltf scene = map_scene_of(kit, &made, &textures_shelf(kit, &made)->folder, &settings);
    assert_int_equal(kit->messages.count, 1);
    assert_true(kit_has_message(kit, "1 object was omitted"));
    const GltfNode *troll = node_named(&scene, "Тролль");
    assert_true(text_is(scene.nodes[troll->parent].name, "objects"));
    const float land = land_at(kit, &made, 10, 20);
    assert_true(land > 10);
    assert_true(troll->translation.x == 10 && troll->translation.z == -20);
    assert_float_equal(troll->translation.y, land + 3, 1e-5);
    /* Half a turn around what is up. */
    assert_true(troll->rotation.y == 1 && troll->rotation.w == 0);
    assert_true(extras_report(troll->extras, "\"kind\": \"UNIT\""));
    assert_true(extras_report(troll->extras, "\"id\": 1"));
    assert_true(extras_report(troll->extras, "\"template\": \"UnXxxx\""));
    assert_true(extras_report(troll->extras, "\"complexion\": [0.25, 0.5, 1"));
    node_named(&scene, "nowhere");
    const GltfNode *lamp = node_named(&scene, "lamp");
    assert_true(lamp->translation.y == 3); /* absolute */
    assert_int_equal(scene.light_count, 1);
    assert_int_equal(lamp->light, 0);
    assert_true(scene.lights[0].range == 8 && scene.lights[0].colour[0] == 1 &&
                scene.lights[0].colour[1] == 0.5f);
    assert_true(extras_report(node_named(&scene, "SOUND")->extras, "\"range\": 30"));
    assert_true(extras_report(node_named(&scene, "PARTICL")->extras, "\"scale\": 2"));
}

static void models_are_placed_at_objects_and_share_meshes(void **state)
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
    const Gltf without = map_scene_of(kit, &made, NULL, NULL);
    kit_clear(kit);
    const Gltf scene = map_scene_of(kit, &made, &textures_shelf(kit, &made)->folder, &settings);
    assert_true(kit_has_message(kit, "1 model was not found, first nowhere.mod"));
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

/* The transforms of a unit's bones on the map against those that the model's own scene has in
 * the first frame of its clip "idle". */
static void models_stand_in_the_first_frame_of_their_idle_clip(void **state)
{
    Kit *kit = *state;
    const EvilMap made = made_map(kit, 1, 1);
    const Creature creature = creature_make("unxxxx", kit->arena);
    ProjectFile files[] = {{TEXT("unxxxx.mod"), creature.model},
                           {TEXT("unxxxx.bon"), creature.bones},
                           {TEXT("unxxxx.anm"), creature.motions},
                           {TEXT("unxxxx.mmp"), creature.texture}};
    const ProjectFiles models = {.items = files, .count = COUNT_OF(files)};
    const MapSettings settings = {.objects = some_objects(kit), .models = &models};
    const Gltf scene = map_scene_of(kit, &made, &textures_shelf(kit, &made)->folder, &settings);
    ConversionJob job = {.path = TEXT("unxxxx.mod"),
                         .input = creature.model,
                         .settings = &(ModelSettings){.bones = creature.bones,
                                                      .animation = creature.motions,
                                                      .complexion = {0.5f, 0.25f, 1}}};
    Gltf alone;
    assert_true(model_to_glb(&job, kit->arena, &kit->report));
    assert_true(gltf_read(job.output, &alone, kit->arena, &kit->report));
    const GltfAnimation *idle = NULL;
    for (size_t i = 0; i < alone.animation_count; i++)
        if (strstr(arena_text(kit->arena, alone.animations[i].name).at, "idle"))
            idle = &alone.animations[i];
    assert_non_null(idle);
    const int32_t troll = (int32_t)(node_named(&scene, "Тролль") - scene.nodes);
    size_t first = 0, turned = 0;
    while (scene.nodes[first].parent != troll)
        first++;
    for (size_t i = 0; i < idle->channel_count; i++) {
        const GltfChannel *channel = &idle->channels[i];
        const GltfNode *bone = &scene.nodes[first + (size_t)channel->node];
        const float *is = channel->values;
        const Quat turn = bone->rotation;
        assert_true(text_equal(bone->name, alone.nodes[channel->node].name));
        if (channel->path == GLTF_TRANSLATION) {
            const bool root = bone->parent == troll; /* stands on its lowest point */
            const Vec3 away =
                vec3_sub((Vec3){is[0], root ? 0 : is[1], is[2]},
                         (Vec3){bone->translation.x, root ? 0 : bone->translation.y,
                                bone->translation.z});
            assert_true(vec3_length(away) < 1e-5f);
        }
        if (channel->path != GLTF_ROTATION)
            continue;
        turned += fabsf(turn.w) < 0.9999f;
        assert_true(fabsf(quat_dot(turn, (Quat){is[3], is[0], is[1], is[2]})) > 1 - 1e-5f);
    }
    assert_true(turned > 0);
}

/* The lowest vertex below a node, in the scene. */
static float lowest_below(const Gltf *scene, int32_t top)
{
    float lowest = INFINITY;
    for (size_t i = 0; i < scene->node_count; i++) {
        const GltfNode *node = &scene->nodes[i];
        Affine place = affine_of(node->translation, node->rotation, node->scale);
        int32_t at = node->parent;
        for (; at >= 0; at = scene->nodes[at].parent) {
            const GltfNode *outer = &scene->nodes[at];
            const Affine more = affine_of(outer->translation, outer->rotation, outer->scale);
            place = affine_multiply(&more, &place);
            if (at == top)
                break;
        }
        if (at != top || node->mesh < 0)
            continue;
        const GltfMesh *mesh = &scene->meshes[node->mesh];
        for (size_t j = 0; j < mesh->primitive_count; j++)
            for (uint32_t k = 0; k < mesh->primitives[j].vertex_count; k++) {
                Vec3 v = mesh->primitives[j].positions[k];
                for (size_t t = 0; node->weights && t < mesh->target_count; t++)
                    v = vec3_add(v, vec3_scale(mesh->primitives[j].targets[t].positions[k],
                                               node->weights[t]));
                v = affine_apply(&place, v);
                lowest = v.y < lowest ? v.y : lowest;
            }
    }
    return lowest;
}

/* A unit whose origin is in its hip was sunk to the hip. */
static void units_stand_on_their_lowest_point_and_objects_at_their_origin(void **state)
{
    Kit *kit = *state;
    const EvilMap made = made_map(kit, 1, 1);
    const Creature creature = creature_make("unxxxx", kit->arena);
    ProjectFile files[] = {{TEXT("unxxxx.mod"), creature.model},
                           {TEXT("unxxxx.bon"), creature.bones},
                           {TEXT("unxxxx.anm"), creature.motions}};
    for (size_t count = 2; count <= 3; count++) { /* without clips, with clips */
        const ProjectFiles models = {.items = files, .count = count};
        Writer mob = writer_to(kit->arena);
        const size_t root = mob_begin(&mob, MOB_OBJECTDBFILE);
        put_object(&mob, 1, MOB_UNIT, "unxxxx", 10);
        put_object(&mob, 7, MOB_OBJECT, "unxxxx", 10);
        const size_t at = mob_begin(&mob, MOB_UNIT);
        mob_put_text(&mob, MOB_OBJNAME, "lying");
        mob_put_text(&mob, MOB_OBJTEMPLATE, "unxxxx");
        mob_put_vec3(&mob, MOB_OBJPOSITION, 10, 20, 3);
        mob_put_floats(&mob, MOB_OBJROTATION, (float[]){0.6f, 0.8f, 0, 0}, 4);
        mob_end(&mob, at);
        mob_end(&mob, root);
        const MapSettings settings = {.objects = writer_bytes(&mob), .models = &models};
        const Gltf scene = map_scene_of(kit, &made, NULL, &settings);
        const int32_t unit = (int32_t)(node_named(&scene, "Тролль") - scene.nodes);
        const int32_t object = (int32_t)(node_named(&scene, "unxxxx") - scene.nodes);
        const int32_t lying = (int32_t)(node_named(&scene, "lying") - scene.nodes);
        const float land = land_at(kit, &made, 10, 20);
        assert_float_equal(lowest_below(&scene, unit), land + 3, 1e-4);
        assert_true(lowest_below(&scene, object) < land + (count == 2 ? 3.001f : 2.97f));
        assert_float_equal(lowest_below(&scene, lying), land + 3, 1e-4);
    }
}

static void put_unit(Writer *out, uint32_t id, const char *template, float x, float y, float z)
{
    const size_t at = mob_begin(out, MOB_UNIT);
    mob_put_u32(out, MOB_NID, id);
    mob_put_text(out, MOB_OBJTEMPLATE, template);
    mob_put_vec3(out, MOB_OBJPOSITION, 1, 2, 3);
    mob_put_vec3(out, MOB_OBJCOMPLECTION, x, y, z);
    mob_end(out, at);
}

/* Each body once had its own meshes and texture: 2,000 took 2 GB. */
static void bodies_of_a_template_share_meshes_and_differ_in_weights(void **state)
{
    enum { UNITS = 50 };
    Kit *kit = *state;
    const EvilMap made = made_map(kit, 1, 1);
    const Creature creature = creature_make("unxxxx", kit->arena);
    ProjectFile files[] = {{TEXT("unxxxx.mod"), creature.model},
                           {TEXT("unxxxx.bon"), creature.bones},
                           {TEXT("unxxxx.mmp"), creature.texture}};
    const ProjectFiles models = {.items = files, .count = 3};
    Writer mob = writer_to(kit->arena);
    const size_t root = mob_begin(&mob, MOB_OBJECTDBFILE);
    for (uint32_t i = 0; i < UNITS; i++)
        put_unit(&mob, i, "unxxxx", (float)i / UNITS, 0.5f, 1);
    put_unit(&mob, UNITS, "unxxxx", 1e30f, 1e30f, 1e30f); /* of no body: not an error */
    mob_end(&mob, root);
    const MapSettings settings = {.objects = writer_bytes(&mob), .models = &models};
    const Gltf without = map_scene_of(kit, &made, NULL, NULL);
    const Gltf scene = map_scene_of(kit, &made, NULL, &settings);
    assert_int_equal(scene.mesh_count, without.mesh_count + CREATURE_BONES);
    assert_int_equal(scene.image_count, without.image_count + 1);
    const GltfNode *last = &scene.nodes[scene.node_count - CREATURE_BONES + 3];
    const GltfNode *body = last - 10 * (CREATURE_BONES + 1); /* dexterity 40 / 50 */
    assert_true(text_is(body->name, "lh1"));
    assert_null(last->weights);
    assert_true(scene.meshes[body->mesh].target_count == MODEL_TARGET_COUNT);
    float weights[FIG_VARIANTS];
    Vec3 places[FIG_VARIANTS];
    model_weights(0.5f, 40.0f / UNITS, 1, weights); /* dexterity comes first in the file */
    for (unsigned i = 0; i < MODEL_TARGET_COUNT; i++)
        assert_float_equal(body->weights[i], weights[i + 1], 1e-6);
    for (unsigned i = 0; i < FIG_VARIANTS; i++)
        places[i] = creature_grown(creature_bones[3].offset, i);
    const Vec3 place = model_axes(model_blend(places, weights));
    assert_float_equal(body->translation.y, place.y, 1e-4);
    assert_float_equal(body->translation.z, place.z, 1e-4);
}

/* Of the numbers in the file, the second blends bit 0 of the variants (strength), the first bit
 * 1 (dexterity), the third bit 2 (height). Weights are of variants 1 to 7. */
static void the_first_number_of_an_object_is_dexterity_and_the_second_strength(void **state)
{
    static const struct {
        float numbers[3];
        unsigned variant;
    } cases[] = {{{1, 0, 0}, 2}, {{0, 1, 0}, 1}, {{0, 0, 1}, 4}, {{1, 0, 1}, 6}};
    Kit *kit = *state;
    const Creature creature = creature_make("unxxxx", kit->arena);
    ProjectFile files[] = {{TEXT("unxxxx.mod"), creature.model},
                           {TEXT("unxxxx.bon"), creature.bones}};
    const ProjectFiles models = {.items = files, .count = 2};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const float *numbers = cases[i].numbers;
        Writer mob = writer_to(kit->arena);
        const size_t root = mob_begin(&mob, MOB_OBJECTDBFILE);
        put_unit(&mob, 1, "unxxxx", numbers[0], numbers[1], numbers[2]);
        mob_end(&mob, root);
        Gltf scene = {0};
        assert_true(
            map_add_objects(&scene, writer_bytes(&mob), &models, kit->arena, &kit->report));
        const GltfNode *arm = node_named(&scene, "lh1");
        for (unsigned variant = 1; variant < FIG_VARIANTS; variant++)
            assert_true(arm->weights[variant - 1] == (variant == cases[i].variant));
        const Vec3 place = creature_grown(creature_bones[3].offset, cases[i].variant);
        assert_float_equal(arm->translation.x, place.x, 1e-5);
    }
}

/* Members of an archive may share their bytes. */
static void models_above_the_size_limit_are_omitted(void **state)
{
    enum { MODELS = 1000 };
    Kit *kit = *state;
    const Creature creature = creature_make("unxxxx", kit->arena);
    ProjectFile *files = ARENA_ALLOC(kit->arena, ProjectFile, MODELS);
    const ProjectFiles models = {.items = files, .count = MODELS};
    Writer mob = writer_to(kit->arena);
    const size_t root = mob_begin(&mob, MOB_OBJECTDBFILE);
    for (uint32_t i = 0; i < MODELS; i++) {
        const char *name = arena_format(kit->arena, "unit%u", i).at;
        files[i] = (ProjectFile){arena_format(kit->arena, "%s.mod", name), creature.model};
        put_unit(&mob, i, name, 0, 0, 0);
    }
    mob_end(&mob, root);
    Gltf scene = {0};
    const size_t before = arena_used(kit->arena);
    assert_true(map_add_objects(&scene, writer_bytes(&mob), &models, kit->arena, &kit->report));
    assert_int_equal(kit->messages.count, 1);
    assert_true(kit_has_message(kit, "models were left out; the total size limit is reached"));
    assert_true(scene.mesh_count > 100 * CREATURE_BONES);
    assert_true(scene.mesh_count < (MODELS - 1) * CREATURE_BONES);
    assert_true(arena_used(kit->arena) - before < 150 << 20);
}

/* A member that is not a texture, beside a valid model. */
static void model_with_damaged_texture_is_placed_without_it(void **state)
{
    Kit *kit = *state;
    const EvilMap made = made_map(kit, 1, 1);
    const Creature creature = creature_make("unxxxx", kit->arena);
    ProjectFile files[] = {{TEXT("unxxxx.mod"), creature.model},
                           {TEXT("unxxxx.bon"), creature.bones},
                           {TEXT("unxxxx.mmp"), creature.texture}};
    const ProjectFiles models = {.items = files, .count = 3};
    const MapSettings settings = {.objects = some_objects(kit), .models = &models};
    files[2].bytes.size /= 2;
    const Gltf scene = map_scene_of(kit, &made, NULL, &settings);
    assert_true(kit_has_message(
        kit, "1 model has a damaged texture; placed without texture, first unxxxx"));
    node_named(&scene, "hd");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(errors_of_objects_are_not_reported_for_the_map),
        TEST(objects_are_nodes_with_position_name_and_kind),
        TEST(models_are_placed_at_objects_and_share_meshes),
        TEST(models_stand_in_the_first_frame_of_their_idle_clip),
        TEST(units_stand_on_their_lowest_point_and_objects_at_their_origin),
        TEST(bodies_of_a_template_share_meshes_and_differ_in_weights),
        TEST(the_first_number_of_an_object_is_dexterity_and_the_second_strength),
        TEST(models_above_the_size_limit_are_omitted),
        TEST(model_with_damaged_texture_is_placed_without_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
