/* maps sync: tilesets with everything that can be placed; nothing else changes. */
#include "lib/audit_kit.h"
#include "lib/kit.h"

#include "base/text.h"
#include "tirnanog/maps/map_layers.h"
#include "tirnanog/maps/maps_sync.h"
#include "tirnanog/project/xml_edit.h"

static MapsSync synced(Kit *kit, ProjectFiles *files)
{
    MapsSync sync;
    if (!project_maps_sync(files, &sync, kit->arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    for (size_t i = 0; i < sync.files.count; i++)
        audit_put(kit, files, arena_format(kit->arena, "%s", sync.files.items[i].path.at).at,
                  sync.files.items[i].bytes);
    return sync;
}

static void expect_part(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("missing: %s in:\n%s", part, text);
}

static void every_sprite_npc_spawner_and_object_is_added(void **state)
{
    Kit *kit = *state;
    ProjectFiles files = small_project(kit);
    put_text(kit, &files, "npcs/nest.swr", "TirNanoG Spawner\n3 500\n- - - guide\n");
    put_picture(kit, &files, "tiles/fire_sol1.png", PIXEL(9, 9, 9, 255));
    const Bytes before = built(kit, &files);
    const char *map = audit_text(kit, &files, "maps/meadow.tmx");
    const MapsSync sync = synced(kit, &files);
    assert_int_equal(sync.added, 7);
    assert_int_equal(sync.removed, 0);
    expect_part(audit_text(kit, &files, "maps/tiles.tsx"),
                " <tile id=\"0\" x=\"0\" y=\"0\" width=\"1\" height=\"2\"><image "
                "source=\"../tiles/fire_sol1.png\"/></tile>\r\n"
                " <tile id=\"1\"><image source=\"../tiles/grass_soo0.png\"/></tile>\r\n");
    expect_part(audit_text(kit, &files, "maps/objects.tsx"), "../tiles/coin_soo0.png");
    expect_part(audit_text(kit, &files, "maps/npcs.tsx"), "../npcs/guide_npc.png");
    expect_part(audit_text(kit, &files, "maps/spawners.tsx"), "../npcs/nest_swr.png");
    /* The map has four more lines, and no other byte is different. */
    const char *lines = " <tileset firstgid=\"6\" source=\"tiles.tsx\"/>\r\n"
                        " <tileset firstgid=\"70\" source=\"objects.tsx\"/>\r\n"
                        " <tileset firstgid=\"134\" source=\"npcs.tsx\"/>\r\n"
                        " <tileset firstgid=\"198\" source=\"spawners.tsx\"/>\r\n";
    assert_string_equal(
        audit_replaced(kit, audit_text(kit, &files, "maps/meadow.tmx"), lines, ""), map);
    assert_bytes_equal(built(kit, &files), before);
    assert_int_equal(synced(kit, &files).files.count, 0);
}

/* An author has drawn with the collections, has added Wang sets, and the spaces are those of
 * another program. */
static void ids_and_other_bytes_stay_when_sprites_come_and_go(void **state)
{
    Kit *kit = *state;
    ProjectFiles files = small_project(kit);
    put_picture(kit, &files, "tiles/rock_soo0.png", PIXEL(9, 9, 9, 255));
    put_picture(kit, &files, "tiles/moss_soo0.png", PIXEL(9, 9, 9, 255));
    static const char own[] =
        "<?xml version='1.0'?>\n<!-- <tile id=\"7\"/> -->\n<tileset name='mine' "
        "tilecount=\"3\">\n"
        "  <tile id='5' class=\"a>b\"><properties><property name=\"x\" "
        "value=\"1\"/></properties>"
        "<image source=\"../tiles/grass_soo0.png\"/></tile>\n"
        "\t<tile id=\"2\"><image source=\"../tiles/gone_soo0.png\"/></tile>\n"
        "  <tile id=\"3\"><image source=\"../tiles/moss_sol3.png\"/></tile>\n"
        "  <wangsets><wangset name=\"w\" tile=\"-1\"><wangtile tileid=\"5\" "
        "wangid=\"0,1,0,1,0,1,0,1\"/></wangset></wangsets>\n</tileset>\n";
    put_text(kit, &files, "maps/tiles.tsx", own);
    const char *map = audit_text(kit, &files, "maps/meadow.tmx");
    map = audit_replaced(kit, map, " <layer",
                         " <tileset firstgid=\"70\" source=\"tiles.tsx\"/>\r\n"
                         " <tileset firstgid=\"90\" name=\"tiles_old\"/>\r\n <layer");
    map = audit_replaced(kit, map, "\r\n1,1,1,", "\r\n75,1,73,");
    put_text(kit, &files, "maps/meadow.tmx", map);
    const Bytes before = built(kit, &files);
    const MapsSync sync = synced(kit, &files);
    assert_int_equal(sync.removed, 2);
    const char *expected = audit_replaced(
        kit, own, "\t<tile id=\"2\"><image source=\"../tiles/gone_soo0.png\"/></tile>\n", "");
    expected = audit_replaced(kit, expected, "moss_sol3.png", "moss_soo0.png");
    expected =
        audit_replaced(kit, expected, "  <wangsets>",
                       " <tile id=\"6\"><image source=\"../tiles/rock_soo0.png\"/></tile>\n"
                       "  <wangsets>");
    assert_string_equal(audit_text(kit, &files, "maps/tiles.tsx"), expected);
    map = audit_replaced(kit, map, " <tileset firstgid=\"90\" name=\"tiles_old\"/>\r\n",
                         " <tileset firstgid=\"91\" source=\"objects.tsx\"/>\r\n"
                         " <tileset firstgid=\"155\" source=\"npcs.tsx\"/>\r\n");
    assert_string_equal(audit_text(kit, &files, "maps/meadow.tmx"), map);
    assert_bytes_equal(built(kit, &files), before);
    assert_int_equal(synced(kit, &files).files.count, 0);
}

static void add_tile(Kit *kit, ProjectFiles *files, const char *name)
{
    put_picture(kit, files, arena_format(kit->arena, "tiles/%s_soo0.png", name).at,
                PIXEL(9, 9, 9, 255));
    synced(kit, files);
}

/* The map is numbered again, as Tiled does when it saves it, so that the new tiles have
 * numbers; the game stays the same. */
static void grown_tileset_does_not_take_the_cells_of_the_next(void **state)
{
    Kit *kit = *state;
    ProjectFiles files = small_project(kit);
    synced(kit, &files);
    /* Tiled has saved it: no number is free. */
    const char *map = audit_text(kit, &files, "maps/meadow.tmx");
    map = audit_replaced(kit, map, "\"70\" source=\"objects.tsx\"",
                         "\"7\" source=\"objects.tsx\"");
    map = audit_replaced(kit, map, "\"134\" source=\"npcs.tsx\"", "\"10\" source=\"npcs.tsx\"");
    map = audit_replaced(kit, map, "\r\n1,1,1,1,", "\r\n6,7,8,9,");
    put_text(kit, &files, "maps/meadow.tmx", map);
    ProjectFiles first = unbuilt(kit, built(kit, &files));
    static const char *const added[] = {"x1", "x2", "x3", "x4"};
    for (size_t i = 0; i < COUNT_OF(added); i++)
        add_tile(kit, &files, added[i]);
    expect_part(audit_text(kit, &files, "maps/tiles.tsx"), "<tile id=\"4\"><image");
    map = audit_text(kit, &files, "maps/meadow.tmx");
    expect_part(map, "firstgid=\"70\" source=\"objects");
    expect_part(map, "\r\n6,70,71,72,");
    expect_part(map, "firstgid=\"134\" source=\"npcs");
    assert_int_equal(synced(kit, &files).files.count, 0);
    ProjectFiles second = unbuilt(kit, built(kit, &files));
    assert_string_equal(audit_text(kit, &second, "maps/meadow.tmx"),
                        audit_text(kit, &first, "maps/meadow.tmx"));
}

/* Otherwise each new object would change all maps: nobody could read what git shows. */
static void next_tiles_leave_the_maps_unchanged(void **state)
{
    Kit *kit = *state;
    ProjectFiles files = small_project(kit);
    synced(kit, &files);
    const char *map = audit_text(kit, &files, "maps/meadow.tmx");
    for (int i = 0; i < 40; i++) {
        add_tile(kit, &files, arena_format(kit->arena, "x%d", i).at);
        assert_string_equal(audit_text(kit, &files, "maps/meadow.tmx"), map);
    }
}

static void sheets_are_tilesets(void **state)
{
    Kit *kit = *state;
    ProjectFiles files = small_project(kit);
    put_picture(kit, &files, "tiles/dots.png", PIXEL(9, 9, 9, 255));
    put_text(kit, &files, "tiles/dots.lyt", "TirNanoG Layout\n1 1 0 0 0 0 -\n");
    put_picture(kit, &files, "tiles/none.png", PIXEL(9, 9, 9, 255)); /* no block fits */
    put_text(kit, &files, "tiles/none.lyt", "TirNanoG Layout\n1 1 5 5 0 0 -\n");
    synced(kit, &files);
    expect_part(audit_text(kit, &files, "maps/sheet_dots.tsx"),
                "name=\"dots\" tilewidth=\"1\" tileheight=\"1\" spacing=\"0\" margin=\"0\" "
                "tilecount=\"4\" columns=\"2\"");
    expect_part(audit_text(kit, &files, "maps/sheet_none.tsx"), "tilecount=\"0\"");
    assert_null(strstr(audit_text(kit, &files, "maps/tiles.tsx"), "dots"));
    const char *map = audit_text(kit, &files, "maps/meadow.tmx");
    expect_part(map, "<tileset firstgid=\"198\" source=\"sheet_dots.tsx\"/>");
    put_text(kit, &files, "maps/meadow.tmx",
             audit_replaced(kit, map, "\r\n1,1,1,", "\r\n201,1,1,"));
    ProjectFiles again = unbuilt(kit, built(kit, &files));
    expect_part(audit_text(kit, &again, "maps/meadow.tmx"), "name=\"tiles_dots_3\"");
}

static void project_with_errors_is_not_changed(void **state)
{
    Kit *kit = *state;
    ProjectFiles files = small_project(kit);
    MapsSync sync;
    put_text(kit, &files, "maps/npcs.tsx", "<tileset/>");
    assert_false(project_maps_sync(&files, &sync, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "npcs.tsx: expected an element <tileset> with an end"));
    put_text(kit, &files, "maps/npcs.tsx", "<tileset></tileset>");
    put_text(kit, &files, "maps/meadow.tmx", "<map>");
    assert_false(project_maps_sync(&files, &sync, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "the project has errors"));
}

static void elements_are_found_outside_comments_and_quotes(void **state)
{
    (void)state;
    const Text text =
        TEXT("<a x='1>2' /><!-- > <b/> --><![CDATA[<b/>]]><bb/><b y = \"<b/>\">t</b>");
    XmlElement element;
    size_t at = 0;
    assert_true(xml_next(text, &at, "a", &element));
    assert_true(text_is(xml_attribute(element.tag, "x"), "1>2"));
    assert_true(xml_next(text, &at, "b", &element));
    assert_true(text_is(text_slice(text, element.from, element.to), "<b y = \"<b/>\">t</b>"));
    assert_true(text_is(xml_attribute(element.tag, "y"), "<b/>"));
    assert_int_equal(xml_attribute(element.tag, "b").size, 0);
    assert_false(xml_next(text, &at, "b", &element));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(every_sprite_npc_spawner_and_object_is_added),
        TEST(ids_and_other_bytes_stay_when_sprites_come_and_go),
        TEST(grown_tileset_does_not_take_the_cells_of_the_next),
        TEST(next_tiles_leave_the_maps_unchanged),
        TEST(sheets_are_tilesets),
        TEST(project_with_errors_is_not_changed),
        TEST(elements_are_found_outside_comments_and_quotes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
