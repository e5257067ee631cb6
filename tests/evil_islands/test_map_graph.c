/* Navigation graphs of maps: whether the graph of a map's objects has the size of the map. */
#include "lib/cli.h"
#include "lib/evil_mob.h"
#include "lib/map_kit.h"

static Bytes objects_with(Kit *kit, uint32_t width, uint32_t height)
{
    Writer out = writer_to(kit->arena);
    mob_end(&out, mob_begin(&out, MOB_OBJECTDBFILE));
    const size_t at = mob_begin(&out, MOB_AIGRAPH);
    write_u32(&out, width);
    write_u32(&out, height);
    for (size_t i = 0; i < (size_t)width * height * MOB_GRAPH_CELL; i++)
        write_u8(&out, 0xFF);
    mob_end(&out, at);
    return writer_bytes(&out);
}

static void a_map(Cli *cli, Kit *kit)
{
    const EvilMap map = made_map(kit, 2, 1);
    cli_put(cli, "zone1.mpr", map.mpr);
    cli_put(cli, "zone1.mp", map.mp);
}

static void a_graph_of_the_size_of_the_map_is_silent(void **state)
{
    Cli *cli = *state;
    Kit *kit = kit_new();
    a_map(cli, kit);
    cli_put(cli, "zone1.mob", objects_with(kit, 16, 8));
    cli_put(cli, "tree.mob", evil_mob_tree(kit->arena)); /* without a graph */
    expect(cli, 0, "oisin check zone1.mpr --mob zone1.mob");
    assert_string_equal(content(cli, "err"), "0 errors, 0 warnings\n");
    expect(cli, 0, "oisin check zone1.mp --mob zone1.mob");
    assert_string_equal(content(cli, "err"), "0 errors, 0 warnings\n");
    expect(cli, 0, "oisin unpack zone1.mpr -o loose");
    expect(cli, 0, "cp zone1.mp loose && oisin check loose --mob zone1.mob");
    assert_string_equal(content(cli, "err"), "0 errors, 0 warnings\n");
    expect(cli, 0, "oisin check zone1.mpr --mob tree.mob 2> said; ! grep graph said");
    kit_free(kit);
}

static void a_graph_of_another_size_is_out_of_date(void **state)
{
    static const uint32_t sizes[][2] = {{8, 8}, {8, 16}, {16, 16}, {0, 0}, {17, 8}};
    Cli *cli = *state;
    Kit *kit = kit_new();
    a_map(cli, kit);
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        cli_put(cli, "zone1.mob", objects_with(kit, sizes[i][0], sizes[i][1]));
        expect(cli, 0, "oisin check zone1.mpr --mob zone1.mob");
        const Text wanted =
            arena_format(kit->arena,
                         "zone1.mob: warning: the navigation graph (AIGRAPH) is "
                         "out of date: it has %u x %u cells, the map has 16 x 8\n"
                         "0 errors, 1 warning\n",
                         sizes[i][0], sizes[i][1]);
        assert_string_equal(content(cli, "err"), arena_text(kit->arena, wanted).at);
    }
    kit_free(kit);
}

/* A claimed size beyond the node's bytes is a raw node, as without a map. */
static void hostile_sizes_are_oddities_of_the_node(void **state)
{
    Cli *cli = *state;
    Kit *kit = kit_new();
    a_map(cli, kit);
    Writer out = writer_to(kit->arena);
    const size_t at = mob_begin(&out, MOB_AIGRAPH);
    write_u32(&out, 0xFFFFFFFFu);
    write_u32(&out, 0xFFFFFFFFu);
    mob_end(&out, at);
    Writer file = writer_to(kit->arena);
    mob_end(&file, mob_begin(&file, MOB_OBJECTDBFILE));
    write_bytes(&file, writer_bytes(&out));
    cli_put(cli, "zone1.mob", writer_bytes(&file));
    expect(cli, 0, "oisin check zone1.mpr --mob zone1.mob");
    assert_null(strstr(content(cli, "err"), "out of date"));
    kit_free(kit);
}

static void wrong_files_are_refused(void **state)
{
    Cli *cli = *state;
    Kit *kit = kit_new();
    a_map(cli, kit);
    const Bytes good = objects_with(kit, 16, 8);
    cli_put(cli, "zone1.mob", good);
    cli_put(cli, "bad.mob", BYTES(1, 2, 3));
    cli_put(cli, "cut.mob", (Bytes){good.data, good.size - 1});
    expect(cli, 1, "oisin check zone1.mpr --mob bad.mob");
    assert_non_null(strstr(content(cli, "err"), "bad.mob: "));
    expect(cli, 1, "oisin check zone1.mpr --mob cut.mob");
    expect(cli, 1, "oisin check zone1.mpr --mob none.mob");
    expect(cli, 1, "oisin check zone1.mpr --mob zone1.mpr");
    expect(cli, 2, "oisin check zone1.mob --mob zone1.mob");
    expect(cli, 2, "oisin check zone1.mpr zone1.mp --mob zone1.mob");
    assert_non_null(
        strstr(content(cli, "err"), "--mob needs one map (.mpr, .mp or a folder of sectors)"));
    kit_free(kit);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, cli_begin, cli_end)
    const struct CMUnitTest tests[] = {
        TEST(a_graph_of_the_size_of_the_map_is_silent),
        TEST(a_graph_of_another_size_is_out_of_date),
        TEST(hostile_sizes_are_oddities_of_the_node),
        TEST(wrong_files_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
