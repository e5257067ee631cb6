/* oisin convert --rebuild-aigraph and oisin check --mob: navigation graphs through the program.
 */
#include "lib/cli.h"
#include "lib/evil_map.h"
#include "lib/graph_kit.h"

static Bytes read_file(Kit *kit, Cli *cli, const char *name)
{
    const Text path = arena_format(kit->arena, "%s/%s", cli->folder, name);
    FILE *file = fopen(path.at, "rb");
    Writer out = writer_to(kit->arena);
    assert_non_null(file);
    for (int c; (c = fgetc(file)) != EOF;)
        write_u8(&out, (uint8_t)c);
    fclose(file);
    return writer_bytes(&out);
}

/* The payload of AIGRAPH, and where its node begins. */
static Bytes graph_in(Kit *kit, Bytes file, size_t *at)
{
    Mob mob;
    assert_true(mob_read(file, &mob, kit->arena, &kit->report));
    const MobNode *node = mob_top(&mob, MOB_AIGRAPH);
    assert_non_null(node);
    assert_false(node->raw);
    *at = (size_t)(node->data.data - file.data) - MOB_HEAD;
    return node->data;
}

static void only_the_graph_changes_and_only_once(void **state)
{
    Cli *cli = *state;
    Kit *kit = kit_new();
    size_t was, is;
    const Bytes old = evil_mob(kit->arena);
    cli_put(cli, "zone1.mpr", evil_map(16, 10, 64, kit->arena, &kit->report).mpr);
    cli_put(cli, "zone1.mob", old);
    expect(cli, 0, "oisin convert zone1.mpr --mob zone1.mob -o new.mob --rebuild-aigraph -q");
    const Bytes new = read_file(kit, cli, "new.mob");
    const Bytes before = graph_in(kit, old, &was), after = graph_in(kit, new, &is);
    assert_int_equal(after.size, 8 + 128 * 80 * MOB_GRAPH_CELL);
    assert_int_equal(is, was);
    assert_memory_equal(new.data, old.data, is);
    const size_t end = was + MOB_HEAD + before.size, new_end = is + MOB_HEAD + after.size;
    assert_true(old.size > end); /* something follows */
    assert_bytes_equal(((Bytes){new.data + new_end, new.size - new_end}),
                       ((Bytes){old.data + end, old.size - end}));
    expect(cli, 0,
           "oisin convert zone1.mpr --mob new.mob -o again.mob --rebuild-aigraph -q && "
           "cmp new.mob again.mob");
    expect(cli, 0,
           "oisin convert zone1.mpr --mob zone1.mob -o one.mob --rebuild-aigraph -q -j 1 && "
           "cmp new.mob one.mob");
    expect(cli, 0,
           "oisin convert zone1.mpr --mob zone1.mob -o zone1.mob --rebuild-aigraph -q && "
           "cmp new.mob zone1.mob");
    kit_free(kit);
}

/* Of 128 x 80 cells: what holds for every graph. */
static void graphs_of_large_maps_are_sound(void **state)
{
    Cli *cli = *state;
    Kit *kit = kit_new();
    const EvilMap made = evil_map(16, 10, 64, kit->arena, &kit->report);
    size_t at, steps = 0, missing = 0;
    cli_put(cli, "zone1.mpr", made.mpr);
    cli_put(cli, "zone1.mob", evil_mob(kit->arena));
    expect(cli, 0, "oisin convert zone1.mpr --mob zone1.mob -o new.mob --rebuild-aigraph -q");
    const Bytes graph = graph_in(kit, read_file(kit, cli, "new.mob"), &at);
    for (unsigned layer = 0; layer < GRAPH_LAYERS; layer++)
        for (uint32_t i = 0; i < 128 * 80; i++)
            for (unsigned d = 0; d < GRAPH_DIRECTIONS; d++) {
                const uint32_t x = i % 128, y = i / 128;
                const uint32_t nx = x + (uint32_t)graph_directions[d][0];
                const uint32_t ny = y + (uint32_t)graph_directions[d][1];
                const uint16_t step = graph_step(graph, layer, x, y, d);
                const bool inside = nx < 128 && ny < 80;
                missing += step == GRAPH_NO_STEP;
                steps += step != GRAPH_NO_STEP;
                if (step == GRAPH_NO_STEP)
                    continue;
                assert_true(inside && step <= GRAPH_STEP_MAX);
                assert_int_equal(graph_step(graph, layer, nx, ny, d ^ 4), step);
                assert_int_equal(graph_component(graph, layer, nx, ny),
                                 graph_component(graph, layer, x, y));
            }
    assert_true(steps > 100000 && missing > 10000);
    expect(cli, 0, "oisin check zone1.mpr --mob new.mob 2> said; ! grep graph said");
    kit_free(kit);
}

static void a_missing_graph_is_added_after_the_tree(void **state)
{
    Cli *cli = *state;
    Kit *kit = kit_new();
    size_t at;
    ObjectFile file = graph_objects_begin(kit);
    const Bytes tree = graph_objects_end(&file);
    Writer more = writer_to(kit->arena);
    write_bytes(&more, tree);
    mob_end(&more, mob_begin(&more, MOB_AIGRAPH + 1)); /* an unknown node */
    write_u8(&more, 7);                                /* and a byte */
    cli_put(cli, "zone1.mpr", graph_mpr(kit, graph_map(kit, 1, 1)));
    cli_put(cli, "zone1.mob", writer_bytes(&more));
    expect(cli, 0, "oisin convert zone1.mpr --mob zone1.mob -o new.mob --rebuild-aigraph");
    assert_non_null(strstr(content(cli, "err"), "--mob: warning: at byte"));
    const Bytes new = read_file(kit, cli, "new.mob");
    const Bytes graph = graph_in(kit, new, &at);
    assert_int_equal(at, tree.size);
    assert_int_equal(new.size, tree.size + MOB_HEAD + graph.size + MOB_HEAD + 1);
    assert_memory_equal(new.data, tree.data, tree.size);
    assert_memory_equal(new.data + new.size - 9, more.data + tree.size, 9);
    kit_free(kit);
}

static void objects_without_figures_are_counted_in_one_line(void **state)
{
    Cli *cli = *state;
    Kit *kit = kit_new();
    ObjectFile file = graph_objects_begin(kit);
    static const char *const names[] = {"wall", "tree", "bad", "wall", "man"};
    for (size_t i = 0; i < COUNT_OF(names); i++)
        graph_put_object(&file.out, i == 4 ? MOB_UNIT : MOB_OBJECT, names[i], (Vec3){20, 20, 0},
                         QUAT_NONE, (Vec3){0, 0, 0}, NULL, 0);
    cli_put(cli, "zone1.mpr", graph_mpr(kit, graph_map(kit, 1, 1)));
    cli_put(cli, "zone1.mob", graph_objects_end(&file));
    expect(cli, 0, "mkdir figures");
    cli_put(cli, "figures/wall.fig", graph_box(kit, (Vec3){-9, -1, 0}, (Vec3){9, 1, 3}));
    cli_put(cli, "figures/bad.fig", BYTES('F', 'I', 'G', '8'));
    expect(cli, 0, "oisin convert zone1.mpr --mob zone1.mob -o a.mob --rebuild-aigraph");
    assert_string_equal(content(cli, "err"),
                        "zone1.mpr: warning: 4 objects have no figure, first wall: the "
                        "navigation graph has no obstacles for them (--models figures.res "
                        "gives figures)\n");
    expect(cli, 0,
           "oisin convert zone1.mpr --mob zone1.mob -o b.mob --rebuild-aigraph --models "
           "figures");
    assert_string_equal(content(cli, "err"),
                        "zone1.mpr: warning: 2 objects have no figure that was found "
                        "undamaged, first tree: the navigation graph has no obstacles for "
                        "them\n");
    size_t at;
    const Bytes without = graph_in(kit, read_file(kit, cli, "a.mob"), &at);
    const Bytes with = graph_in(kit, read_file(kit, cli, "b.mob"), &at);
    assert_int_equal(graph_step(without, 1, 5, 4, 4), 127);
    assert_int_equal(graph_step(with, 1, 5, 4, 4), GRAPH_NO_STEP);
    kit_free(kit);
}

static void folders_and_single_heads_are_maps(void **state)
{
    Cli *cli = *state;
    Kit *kit = kit_new();
    cli_put(cli, "zone1.mpr", evil_map(2, 1, 64, kit->arena, &kit->report).mpr);
    cli_put(cli, "zone1.mob", evil_mob(kit->arena));
    expect(cli, 0, "oisin unpack zone1.mpr -o map -q");
    expect(cli, 0, "oisin convert zone1.mpr --mob zone1.mob -o a.mob --rebuild-aigraph -q");
    expect(
        cli, 0,
        "oisin convert map --mob zone1.mob -o b.mob --rebuild-aigraph -q && cmp a.mob b.mob");
    expect(cli, 0,
           "oisin convert map/zone1.mp --mob zone1.mob -o c.mob --rebuild-aigraph -q && "
           "cmp a.mob c.mob");
    kit_free(kit);
}

static void wrong_uses_are_refused(void **state)
{
    static const char *const lines[] = {
        "oisin convert zone1.mpr -o a.mob",
        "oisin convert zone1.mpr --mob zone1.mob -o a.mob",
        "oisin convert zone1.mpr -o a.mob --rebuild-aigraph",
        "oisin convert zone1.mpr --mob zone1.mpr -o a.mob --rebuild-aigraph",
        "oisin convert zone1.mpr --mob large.mpr -o a.mob --rebuild-aigraph",
        "oisin convert zone1.mpr --mob zone1.mob --models bad.res -o a.mob --rebuild-aigraph"};
    Cli *cli = *state;
    Kit *kit = kit_new();
    cli_put(cli, "zone1.mpr", evil_map(2, 1, 64, kit->arena, &kit->report).mpr);
    cli_put(cli, "large.mpr", evil_map(4, 4, 64, kit->arena, &kit->report).mpr);
    cli_put(cli, "zone1.mob", evil_mob(kit->arena));
    cli_put(cli, "bad.res", BYTES(0x3C, 0xE2, 0x9C, 0x01, 9, 0, 0, 0, 9, 9));
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        expect(cli, 1, lines[i]);
        expect(cli, 1, "test -e a.mob");
    }
    expect(cli, 2, "oisin convert zone1.mpr --mob zone1.mob -o a.glb --rebuild-aigraph");
    assert_non_null(strstr(content(cli, "err"), "--rebuild-aigraph does not apply"));
    kit_free(kit);
}

/* ---- check ---- */

/* Flat land with a field of cliffs in the south-west, whose middle cells are blocked. */
static Map *land_with_cliffs(Kit *kit)
{
    Map *map = graph_map(kit, 3, 2);
    for (uint32_t x = 2; x <= 22; x++)
        graph_raise_all(map, x, 2, x, 22, graph_height(x % 2 ? 0 : 200));
    return map;
}

enum { COLUMNS = 24, ROWS = 16 };

/* The graph of the map, in which `change` may change steps of a cell. */
typedef uint16_t Change(uint32_t x, uint32_t y, unsigned layer, uint16_t step);

static uint16_t unchanged(uint32_t x, uint32_t y, unsigned layer, uint16_t step)
{
    (void)x, (void)y, (void)layer;
    return step;
}

/* No step between some cells on the flat land in the north-east; of one layer only. */
static uint16_t hole_of_4(uint32_t x, uint32_t y, unsigned layer, uint16_t step)
{
    return layer == 6 && x >= 12 && x < 16 && y == 11 ? GRAPH_NO_STEP : step;
}

static uint16_t hole_of_3(uint32_t x, uint32_t y, unsigned layer, uint16_t step)
{
    return layer == 6 && x >= 12 && x < 15 && y == 11 ? GRAPH_NO_STEP : step;
}

static uint16_t steps_in_cliffs(uint32_t x, uint32_t y, unsigned layer, uint16_t step)
{
    return layer == 0 && x >= 1 && x < 5 && y >= 1 && y < 5 ? 64 : step;
}

static uint16_t no_steps(uint32_t x, uint32_t y, unsigned layer, uint16_t step)
{
    (void)x, (void)y, (void)layer, (void)step;
    return GRAPH_NO_STEP;
}

static uint16_t costs_of_another_program(uint32_t x, uint32_t y, unsigned layer, uint16_t step)
{
    return step == GRAPH_NO_STEP ? step : (uint16_t)(1 + (x * 7 + y * 13 + layer + step) % 999);
}

/* Objects with a graph; `turned`: its rows from north to south, and so are its directions. */
static Bytes objects_with(Kit *kit, const Map *map, Change *change, bool turned, Vec3 place)
{
    const Bytes graph = graph_of(kit, map, (Bytes){0}, NULL);
    ObjectFile file = graph_objects_begin(kit);
    graph_put_object(&file.out, MOB_OBJECT, "thing", place, QUAT_NONE, place, NULL, 0);
    graph_objects_end(&file);
    const size_t node = mob_begin(&file.out, MOB_AIGRAPH);
    write_u32(&file.out, COLUMNS);
    write_u32(&file.out, ROWS);
    for (unsigned layer = 0; layer < GRAPH_LAYERS; layer++)
        for (uint32_t row = 0; row < ROWS; row++) {
            const uint32_t y = turned ? ROWS - 1 - row : row;
            for (uint32_t i = 0; i < COLUMNS * 8; i++) {
                static const uint8_t mirrored[8] = {4, 3, 2, 1, 0, 7, 6, 5};
                const unsigned d = turned ? mirrored[i % 8] : i % 8;
                write_u16(&file.out,
                          change(i / 8, y, layer, graph_step(graph, layer, i / 8, y, d)));
            }
            write_zeros(&file.out, COLUMNS * 3);
        }
    mob_end(&file.out, node);
    return writer_bytes(&file.out);
}

static void contradictions_to_the_land_are_out_of_date(void **state)
{
    const Vec3 far = {10, 10, 0}, at_hole = {56, 46, 0}, near_hole = {56, 63, 0};
    const struct {
        Change *change;
        Vec3 place;
        bool turned, warned;
    } cases[] = {{unchanged, far, false, false},
                 {unchanged, far, true, false},
                 {costs_of_another_program, far, false, false},
                 {hole_of_4, far, false, true},
                 {hole_of_4, far, true, true},
                 {hole_of_4, near_hole, false, true},
                 {hole_of_4, at_hole, false, false},
                 {hole_of_3, far, false, false},
                 {steps_in_cliffs, near_hole, false, true},
                 {steps_in_cliffs, far, false, false},
                 {no_steps, far, false, true}};
    Cli *cli = *state;
    Kit *kit = kit_new();
    const Map *map = land_with_cliffs(kit);
    cli_put(cli, "zone1.mpr", graph_mpr(kit, map));
    expect(cli, 0, "oisin unpack zone1.mpr -o map -q");
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        cli_put(cli, "zone1.mob",
                objects_with(kit, map, cases[i].change, cases[i].turned, cases[i].place));
        for (unsigned j = 0; j < 3; j++) {
            static const char *const lines[] = {"oisin check zone1.mpr --mob zone1.mob",
                                                "oisin check map --mob zone1.mob",
                                                "oisin check map/zone1.mp --mob zone1.mob"};
            expect(cli, 0, lines[j]);
            const bool warned =
                strstr(content(cli, "err"), "zone1.mob: warning: the navigation graph "
                                            "(AIGRAPH) is out of date: ") != NULL;
            if (warned != cases[i].warned)
                fail_msg("case %zu, %u: %s", i, j, content(cli, "err"));
        }
    }
    assert_non_null(strstr(content(cli, "err"), "--rebuild-aigraph makes a new one)"));
    kit_free(kit);
}

static void damaged_graphs_are_as_without_a_map(void **state)
{
    Cli *cli = *state;
    Kit *kit = kit_new();
    const Map *map = land_with_cliffs(kit);
    const Bytes good = objects_with(kit, map, no_steps, false, (Vec3){10, 10, 0});
    cli_put(cli, "zone1.mpr", graph_mpr(kit, map));
    for (size_t cut = 1; cut < good.size; cut += good.size / 20) {
        cli_put(cli, "zone1.mob", (Bytes){good.data, good.size - cut});
        sh(cli, "oisin check zone1.mpr --mob zone1.mob");
        assert_null(strstr(content(cli, "err"), "contradict"));
    }
    kit_free(kit);
}

static void memory_and_disks_may_run_out(void **state)
{
    Cli *cli = *state;
    Kit *kit = kit_new();
    cli_put(cli, "zone1.mpr", graph_mpr(kit, graph_map(kit, 1, 1)));
    cli_put(cli, "zone1.mob", evil_mob(kit->arena));
    expect(cli, 0, "cp zone1.mob old.mob");
    expect(cli, 0,
           "(ulimit -f 1; trap '' XFSZ; oisin convert zone1.mpr --mob zone1.mob -o zone1.mob "
           "--rebuild-aigraph -q); test $? = 1 && cmp old.mob zone1.mob && test $(ls | wc -l) "
           "= 5");
    kit_free(kit);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, cli_begin, cli_end)
    const struct CMUnitTest tests[] = {
        TEST(only_the_graph_changes_and_only_once),
        TEST(graphs_of_large_maps_are_sound),
        TEST(a_missing_graph_is_added_after_the_tree),
        TEST(objects_without_figures_are_counted_in_one_line),
        TEST(folders_and_single_heads_are_maps),
        TEST(wrong_uses_are_refused),
        TEST(contradictions_to_the_land_are_out_of_date),
        TEST(damaged_graphs_are_as_without_a_map),
        TEST(memory_and_disks_may_run_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
