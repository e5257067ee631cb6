/* convert/graph_objects and graph_figures: what objects do to the tiles of a map, and the way
 * of a whole map through memory that runs out. */
#include "lib/graph_kit.h"
#include "lib/evil_creature.h"
#include "lib/memory_kit.h"

#include "evil_islands/graph/map_graph.h"
#include "evil_islands/models/lnk.h"

#include <time.h>

static const Vec3 middle = {32, 32, 0}, slender = {0, 0, 0};
static const Quat quarter = {0.70710678f, 0, 0, 0.70710678f}; /* to the left */

/* A map of 2 x 2 sectors, at the height of 20 steps. */
static Map *plateau(Kit *kit)
{
    Map *map = graph_map(kit, 2, 2);
    graph_raise_all(map, 0, 0, 64, 64, graph_height(20));
    return map;
}

static Bytes one_object(Kit *kit, uint32_t kind, const char *template, Quat turn, Vec3 body)
{
    ObjectFile file = graph_objects_begin(kit);
    graph_put_object(&file.out, kind, template, middle, turn, body, NULL, 0);
    return graph_objects_end(&file);
}

static ProjectFiles figures_of(Kit *kit, const char *name, Bytes file)
{
    ProjectFiles out = {.items = ARENA_ALLOC(kit->arena, ProjectFile, 1), .count = 1};
    out.items[0] = (ProjectFile){text_of(name), file};
    return out;
}

/* The volumes of a tile as text: "20-50 20-30". */
static const char *volumes_at(Kit *kit, const GraphTiles *tiles, uint32_t x, uint32_t y)
{
    const size_t at = (size_t)y * tiles->w + x;
    Writer out = writer_to(kit->arena);
    for (uint32_t i = tiles->first[at]; i < tiles->first[at + 1]; i++)
        write_format(&out, "%s%d-%d", i > tiles->first[at] ? " " : "", tiles->volumes[i].low,
                     tiles->volumes[i].high);
    return arena_text(kit->arena, writer_text(&out)).at;
}

static void boxes_fill_the_tiles_below_them(void **state)
{
    Kit *kit = *state;
    const ProjectFiles figures =
        figures_of(kit, "Wall.FIG", graph_box(kit, (Vec3){-4, -1, 0.5f}, (Vec3){6, 1, 3}));
    Map *map = plateau(kit);
    GraphTiles tiles = graph_tiles_of(
        kit, map, one_object(kit, MOB_OBJECT, "wall", QUAT_NONE, slender), &figures);
    assert_string_equal(volumes_at(kit, &tiles, 64, 64), "25-50");
    assert_string_equal(volumes_at(kit, &tiles, 56, 62), "25-50"); /* 28, 31 */
    assert_string_equal(volumes_at(kit, &tiles, 75, 65), "25-50");
    assert_string_equal(volumes_at(kit, &tiles, 55, 64), "");
    assert_string_equal(volumes_at(kit, &tiles, 77, 64), "");
    assert_string_equal(volumes_at(kit, &tiles, 64, 61), "");
    assert_string_equal(volumes_at(kit, &tiles, 64, 67), "");
    assert_int_equal(tiles.ground[64 * 128 + 64], 20);
    assert_int_equal(tiles.cost[64 * 128 + 64], 2);
    tiles = graph_tiles_of(kit, map, one_object(kit, MOB_LEVER, "WALL", quarter, slender),
                           &figures);
    assert_string_equal(volumes_at(kit, &tiles, 64, 74), "25-50");
    assert_string_equal(volumes_at(kit, &tiles, 64, 57), "25-50");
    assert_string_equal(volumes_at(kit, &tiles, 64, 78), "");
    assert_string_equal(volumes_at(kit, &tiles, 74, 64), "");
}

/* The bottom is above the top, where no side is. */
static void overturned_boxes_have_their_top_below(void **state)
{
    Kit *kit = *state;
    const ProjectFiles figures =
        figures_of(kit, "wall.fig", graph_box(kit, (Vec3){-4, -4, 0.5f}, (Vec3){4, 4, 3}));
    const GraphTiles tiles = graph_tiles_of(
        kit, plateau(kit), one_object(kit, MOB_OBJECT, "wall", (Quat){0, 2, 0, 0}, slender),
        &figures);
    assert_string_equal(volumes_at(kit, &tiles, 64, 64), "15--10");
}

static void parts_are_at_the_offsets_of_their_bones_and_parents(void **state)
{
    Kit *kit = *state;
    const Creature creature = creature_make("thing", kit->arena);
    ProjectFile files[] = {{TEXT("thing.mod"), creature.model},
                           {TEXT("thing.bon"), creature.bones}};
    const ProjectFiles figures = {.items = files, .count = COUNT_OF(files)};
    GraphFigures known;
    assert_true(graph_figures(&figures, &known, kit->arena, &kit->report));
    const GraphFigure *figure = graph_figure(&known, TEXT("THING"));
    assert_non_null(figure);
    assert_ptr_equal(graph_figure(&known, TEXT("thing")), figure);
    assert_null(graph_figure(&known, TEXT("other")));
    assert_int_equal(figure->count, CREATURE_BONES);
    for (size_t i = 0; i < CREATURE_BONES; i++) {
        Vec3 at = creature_bones[i].middle;
        for (int bone = (int)i; bone >= 0; bone = creature_bones[bone].parent)
            at = vec3_add(at, creature_bones[bone].offset);
        const GraphPart *part = &figure->parts[i];
        assert_true(part->has_box && part->role == GRAPH_OBSTACLE);
        assert_true(fabs(part->centers[0][0] - at.x) < 0.1 &&
                    fabs(part->centers[0][1] - at.y) < 0.1 &&
                    fabs(part->centers[0][2] - at.z) < 0.1);
    }
}

static void bodies_are_blended_and_need_not_be_within_0_and_1(void **state)
{
    Kit *kit = *state;
    const ProjectFiles figures =
        figures_of(kit, "wall.fig", graph_box(kit, (Vec3){-1, -1, 1}, (Vec3){1, 1, 3}));
    static const struct {
        Vec3 body;
        const char *volume;
    } cases[] = {{{1, 1, 0}, "30-50"},
                 {{0, 0, 1}, "40-80"}, /* height is the third number */
                 {{0, 0, 0.5f}, "35-65"},
                 {{0, 0, 2}, "50-110"},
                 {{NAN, 0, 1}, "30-50"}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const GraphTiles tiles = graph_tiles_of(
            kit, plateau(kit), one_object(kit, MOB_OBJECT, "wall", QUAT_NONE, cases[i].body),
            &figures);
        assert_string_equal(volumes_at(kit, &tiles, 64, 64), cases[i].volume);
    }
}

static void units_and_objects_outside_the_map_are_not_in_it(void **state)
{
    static const Vec3 places[] = {{-0.1f, 32, 0}, {32, 64, 0}, {NAN, 0, 0}, {32, -3e38f, 0}};
    Kit *kit = *state;
    const ProjectFiles figures =
        figures_of(kit, "wall.fig", graph_box(kit, (Vec3){-60, -60, 0}, (Vec3){60, 60, 3}));
    ObjectFile file = graph_objects_begin(kit);
    for (size_t i = 0; i < COUNT_OF(places); i++)
        graph_put_object(&file.out, MOB_OBJECT, "wall", places[i], QUAT_NONE, slender, NULL, 0);
    graph_put_object(&file.out, MOB_UNIT, "wall", middle, QUAT_NONE, slender, NULL, 0);
    const GraphTiles tiles =
        graph_tiles_of(kit, plateau(kit), graph_objects_end(&file), &figures);
    assert_int_equal(tiles.first[128 * 128], 0);
}

/* A .mod of a root and parts above it. */
static Bytes parts_model(Kit *kit, const char *name)
{
    static const char *const names[] = {"Root", "Base2", "beam", "EmptyX", "CROWN9"};
    enum { PARTS = COUNT_OF(names) };
    const char *entries[PARTS + 1];
    Bytes files[PARTS + 1];
    LnkBone bones[PARTS];
    for (size_t i = 0; i < PARTS; i++) {
        const float up = (float)i;
        bones[i] = (LnkBone){text_of(names[i]), i ? 0 : -1};
        entries[i + 1] = names[i];
        files[i + 1] = graph_box(kit, (Vec3){-1, -1, up}, (Vec3){1, 1, up + 0.5f});
    }
    entries[0] = name;
    assert_true(lnk_write(bones, PARTS, &files[0], kit->arena, &kit->report));
    return creature_pack(entries, files, PARTS + 1, kit->arena);
}

static void parts_are_floors_obstacles_or_left_out_by_name(void **state)
{
    static const char *const beam[] = {"BEAM"}, *const two[] = {"root", "nothing", "base2"};
    Kit *kit = *state;
    Map *map = plateau(kit);
    graph_flood(kit, map, 14, 14, 17, 17, graph_height(30));
    const ProjectFiles figures = figures_of(kit, "thing.mod", parts_model(kit, "thing"));
    const struct {
        const char *const *parts;
        size_t count;
        int32_t ground;
        const char *volumes;
    } cases[] = {
        {NULL, 0, 35, "20-45"}, /* Root 20-25 and beam 40-45 are one volume */
        {beam, 1, 20, "40-45"},
        {two, 3, 35, "20-25"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ObjectFile file = graph_objects_begin(kit);
        graph_put_object(&file.out, MOB_OBJECT, "thing", middle, QUAT_NONE, slender,
                         cases[i].parts, cases[i].count);
        const GraphTiles tiles = graph_tiles_of(kit, map, graph_objects_end(&file), &figures);
        const size_t at = 64 * 128 + 64;
        assert_string_equal(volumes_at(kit, &tiles, 64, 64), cases[i].volumes);
        assert_int_equal(tiles.ground[at], cases[i].ground);
        assert_int_equal(tiles.depth[at], cases[i].ground > 20 ? 0 : 10);
        assert_int_equal(tiles.cost[at], cases[i].ground > 20 ? 1 : 8);
    }
}

static void volumes_of_a_tile_are_in_the_order_of_the_objects(void **state)
{
    Kit *kit = *state;
    const ProjectFiles figures =
        figures_of(kit, "wall.fig", graph_box(kit, (Vec3){-1, -1, 0}, (Vec3){1, 1, 1}));
    ObjectFile file = graph_objects_begin(kit);
    Writer wanted = writer_to(kit->arena);
    for (int i = 0; i < 200; i++) {
        const int up = i * 37 % 50;
        graph_put_object(&file.out, MOB_OBJECT, "wall", (Vec3){32, 32, (float)up / 10},
                         QUAT_NONE, slender, NULL, 0);
        write_format(&wanted, "%s%d-%d", i ? " " : "", 20 + up, 30 + up);
    }
    const GraphTiles tiles =
        graph_tiles_of(kit, plateau(kit), graph_objects_end(&file), &figures);
    assert_string_equal(volumes_at(kit, &tiles, 65, 63),
                        arena_text(kit->arena, writer_text(&wanted)).at);
}

/* Steps across the middle of the map, from the cells of row 7 to row 8, by layer. */
static void assert_crossings(Bytes graph, uint32_t x, const char *wanted)
{
    char found[GRAPH_LAYERS + 1] = {0};
    for (unsigned layer = 0; layer < GRAPH_LAYERS; layer++) {
        found[layer] = graph_step(graph, layer, x, 7, 4) == GRAPH_NO_STEP ? '0' : '+';
        assert_int_equal(graph_step(graph, layer, x, 7, 4), graph_step(graph, layer, x, 8, 0));
    }
    assert_string_equal(found, wanted);
}

static void walls_part_the_map_and_beams_part_it_for_the_tall(void **state)
{
    Kit *kit = *state;
    static const struct {
        float low, high;
        const char *wanted;
    } cases[] = {{0, 3, "00000000"},
                 {1.2f, 2.4f, "0++0000+"}, /* layer 7 pushes through */
                 {7, 9, "++++++++"}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const ProjectFiles figures = figures_of(
            kit, "wall.fig",
            graph_box(kit, (Vec3){-40, -0.5f, cases[i].low}, (Vec3){40, 0.5f, cases[i].high}));
        const Bytes objects = one_object(kit, MOB_OBJECT, "wall", QUAT_NONE, slender);
        const Bytes graph = graph_of(kit, plateau(kit), objects, &figures);
        for (uint32_t x = 0; x < 16; x++)
            assert_crossings(graph, x, cases[i].wanted);
        for (unsigned layer = 0; layer < GRAPH_LAYERS; layer++)
            assert_int_equal(graph_component(graph, layer, 9, 12),
                             cases[i].wanted[layer] == '0' ? 2 : 1);
    }
}

static void bridges_lead_over_water(void **state)
{
    Kit *kit = *state;
    Map *map = plateau(kit);
    graph_flood(kit, map, 0, 15, 31, 16, graph_height(28));
    const ProjectFiles figures =
        figures_of(kit, "base1.fig", graph_box(kit, (Vec3){-5, -4, -0.5f}, (Vec3){5, 4, 0}));
    const Bytes without = graph_of(kit, map, (Bytes){0}, NULL);
    const Bytes graph =
        graph_of(kit, map, one_object(kit, MOB_OBJECT, "base1", QUAT_NONE, slender), &figures);
    assert_crossings(without, 7, "+0++++++"); /* 8 steps of water: only the smallest drowns */
    assert_crossings(graph, 3, "+0++++++");
    assert_crossings(graph, 7, "++++++++");
    assert_int_equal(graph_component(without, 1, 9, 12), 2);
    assert_int_equal(graph_component(graph, 1, 9, 12), 1);
}

/* ---- limits ---- */

static void assert_objects(Kit *kit, const char *what, Vec3 size, unsigned count, bool fit)
{
    const clock_t start = clock();
    const ProjectFiles figures =
        figures_of(kit, "wall.fig", graph_box(kit, vec3_scale(size, -1), size));
    ObjectFile file = graph_objects_begin(kit);
    for (unsigned i = 0; i < count; i++)
        graph_put_object(&file.out, MOB_OBJECT, "wall", middle,
                         size.z < 0.1f ? QUAT_NONE : (Quat){1, 0.1f, 0.2f, 0.3f}, slender, NULL,
                         0);
    Mob mob;
    GraphFigures known;
    const Map *map = plateau(kit);
    assert_true(mob_read(graph_objects_end(&file), &mob, kit->arena, &kit->report));
    assert_true(graph_figures(&figures, &known, kit->arena, &kit->report));
    const GraphObjects found = graph_find_objects(&mob, &known, kit->arena);
    assert_int_equal(found.without, 0);
    GraphTiles tiles = graph_land(map, kit->arena);
    if (graph_add_objects(&tiles, &found, kit->arena, &kit->report) != fit)
        fail_msg("%s", what);
    if (fit == kit_has_message(kit, "the objects are too large for a navigation graph"))
        fail_msg("%s", what);
    if ((double)(clock() - start) / CLOCKS_PER_SEC > 120)
        fail_msg("%s takes too long", what);
    kit_clear(kit);
}

static void huge_and_very_many_boxes_are_refused_in_time(void **state)
{
    Kit *kit = *state;
    assert_objects(kit, "100,000 units", (Vec3){1e5f, 1e5f, 1e5f}, 1, true);
    assert_objects(kit, "a million units, often", (Vec3){1e6f, 1e6f, 1e6f}, 1000, false);
    assert_objects(kit, "1e30 units", (Vec3){1e30f, 1e30f, 1e30f}, 1, false);
    assert_objects(kit, "1e30 units in height", (Vec3){1, 1, 1e30f}, 1, false);
    assert_objects(kit, "the whole map, often", (Vec3){90, 90, 90}, 2000, false);
    assert_objects(kit, "the whole map, thin", (Vec3){34, 34, 0.01f}, 600, false);
    assert_objects(kit, "many small ones", (Vec3){0.3f, 0.3f, 0.3f}, 5000, true);
}

/* ---- memory ---- */

typedef struct Rebuild {
    Bytes map, objects;
    ProjectFiles figures;
} Rebuild;

static void rebuild(const void *context, Arena *arena, Report *report)
{
    const Rebuild *given = context;
    ConversionJob job = {.path = TEXT("zone1.mpr"),
                         .input = given->map,
                         .settings = &(MapSettings){.objects = given->objects,
                                                    .models = &given->figures,
                                                    .rebuild_graph = true}};
    assert_true(map_to_graph(&job, arena, report));
    assert_true(job.output.size > 8 * 8 * MOB_GRAPH_CELL);
}

static void memory_may_run_out_anywhere(void **state)
{
    Kit *kit = *state;
    const Rebuild given = {
        graph_mpr(kit, graph_map(kit, 1, 1)),
        one_object(kit, MOB_OBJECT, "thing", QUAT_NONE, slender),
        figures_of(kit, "thing.mod", parts_model(kit, "thing")),
    };
    assert_true(job_failures(rebuild, &given, 20) > 50);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(boxes_fill_the_tiles_below_them),
        TEST(overturned_boxes_have_their_top_below),
        TEST(parts_are_at_the_offsets_of_their_bones_and_parents),
        TEST(bodies_are_blended_and_need_not_be_within_0_and_1),
        TEST(units_and_objects_outside_the_map_are_not_in_it),
        TEST(parts_are_floors_obstacles_or_left_out_by_name),
        TEST(volumes_of_a_tile_are_in_the_order_of_the_objects),
        TEST(walls_part_the_map_and_beams_part_it_for_the_tall),
        TEST(bridges_lead_over_water),
        TEST(huge_and_very_many_boxes_are_refused_in_time),
        TEST(memory_may_run_out_anywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
