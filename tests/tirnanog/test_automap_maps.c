/* Automap rules in the maps of a project: as Wang sets (maps sync) and as cells (maps paint).
 */
#include "lib/audit_kit.h"
#include "lib/automap_kit.h"
#include "lib/kit.h"

#include "tirnanog/maps/tmx.h"
#include "tirnanog/maps/tmx_data.h"
#include "tirnanog/maps/automap.h"
#include "tirnanog/maps/maps_paint.h"
#include "tirnanog/maps/maps_sync.h"

enum { SIDE = 32 };

/* ---- projects ---- */

static void put_tile(Kit *kit, ProjectFiles *files, const char *name, const char *rules)
{
    put_picture(kit, files, arena_format(kit->arena, "tiles/%s_soo0.png", name).at,
                PIXEL(9, 9, 9, 255));
    if (rules)
        put_text(kit, files, arena_format(kit->arena, "tiles/%s.til", name).at,
                 arena_format(kit->arena, "TirNanoG TileRule\n%s", rules).at);
}

static void put_rules(Kit *kit, ProjectFiles *files, RuleShape shape, const char *ground,
                      const char *over)
{
    size_t count;
    const RuleFile *rules = automap_rules(shape, ground, over, &count, kit->arena);
    for (size_t i = 0; i < count; i++)
        put_tile(kit, files, rules[i].name, strchr(rules[i].text, '\n') + 1);
}

static void put_all(Kit *kit, ProjectFiles *files, const ProjectFiles *changed)
{
    for (size_t i = 0; i < changed->count; i++)
        audit_put(kit, files, arena_format(kit->arena, "%s", changed->items[i].path.at).at,
                  changed->items[i].bytes);
}

static MapsSync synced(Kit *kit, ProjectFiles *files)
{
    MapsSync sync;
    if (!project_maps_sync(files, &sync, kit->arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    put_all(kit, files, &sync.files);
    return sync;
}

/* The number of changed cells. */
static size_t painted(Kit *kit, ProjectFiles *files)
{
    MapsPaint paint;
    if (!project_maps_paint(files, NULL, 0, &paint, kit->arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    put_all(kit, files, &paint.files);
    assert_int_equal(paint.files.count, paint.maps[0].cells > 0);
    return paint.maps[0].cells;
}

static void expect_paint_error(Kit *kit, ProjectFiles *files, const char *map, const char *says)
{
    MapsPaint paint;
    kit_clear(kit);
    assert_false(
        project_maps_paint(files, &map, map != NULL, &paint, kit->arena, &kit->report));
    if (!kit_has_message(kit, says))
        fail_msg("missing: %s in: %s", says, kit_message(kit, 0));
}

static void expect_part(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("missing: %s in:\n%s", part, text);
}

static Bytes built_with_rules(Kit *kit, ProjectFiles *files)
{
    TngOutput game;
    if (!project_build(files, &(BuildOptions){.automap = true}, &game, kit->arena,
                       &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    return tng_output_bytes(&game, kit->arena);
}

/* ---- Wang sets ---- */

static const char north_rule[] = "- aqua - - grass - - - -\n";

static void rules_become_a_wang_set(void **state)
{
    Kit *kit = *state;
    ProjectFiles files = small_project(kit);
    put_tile(kit, &files, "aqua", NULL);
    put_tile(kit, &files, "bank_n", north_rule);
    put_tile(kit, &files, "bank_w", "- - - aqua grass - - - -\n");
    synced(kit, &files);
    expect_part(audit_text(kit, &files, "maps/tiles.tsx"),
                " <wangsets>\r\n"
                "  <wangset name=\"grass, aqua\" type=\"edge\" tile=\"-1\">\r\n"
                "   <properties>\r\n"
                "    <property name=\"oisin\" value=\"automap\"/>\r\n"
                "   </properties>\r\n"
                "   <wangcolor name=\"grass\" color=\"#ff0000\" tile=\"3\" "
                "probability=\"1\"/>\r\n"
                "   <wangcolor name=\"aqua\" color=\"#00ff00\" tile=\"0\" "
                "probability=\"1\"/>\r\n"
                "   <wangtile tileid=\"0\" wangid=\"2,0,2,0,2,0,2,0\"/>\r\n"
                "   <wangtile tileid=\"1\" wangid=\"2,0,1,0,1,0,1,0\"/>\r\n"
                "   <wangtile tileid=\"2\" wangid=\"1,0,1,0,1,0,2,0\"/>\r\n"
                "   <wangtile tileid=\"3\" wangid=\"1,0,1,0,1,0,1,0\"/>\r\n"
                "  </wangset>\r\n"
                " </wangsets>\r\n"
                "</tileset>");
    assert_int_equal(synced(kit, &files).files.count, 0);
}

/* 15 corners have one set; with three terrains each border is in it. */
static void type_of_a_set_follows_from_its_rules(void **state)
{
    Kit *kit = *state;
    static const struct {
        RuleShape shape;
        const char *type;
        size_t tiles; /* the one that is full of water is left out */
    } cases[] = {{RULES_CORNERS, "type=\"corner\"", 3 + 2 * 14},
                 {RULES_EDGES, "type=\"edge\"", 3 + 2 * 14},
                 {RULES_MIXED, "type=\"mixed\"", 3 + 2 * 45}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ProjectFiles files = small_project(kit);
        put_tile(kit, &files, "aqua", NULL);
        put_tile(kit, &files, "sand", NULL);
        put_rules(kit, &files, cases[i].shape, "grass", "sand");
        put_rules(kit, &files, cases[i].shape, "sand", "aqua");
        synced(kit, &files);
        const char *text = audit_text(kit, &files, "maps/tiles.tsx");
        size_t tiles = 0;
        expect_part(text, cases[i].type);
        expect_part(text, "<wangset name=\"grass, sand, aqua\"");
        for (const char *at = text; (at = strstr(at, "<wangtile")); at++)
            tiles++;
        assert_int_equal(tiles, cases[i].tiles);
        assert_int_equal(kit->messages.count, 0);
    }
}

static void sets_of_the_author_stay_and_ours_follow_the_rules(void **state)
{
    Kit *kit = *state;
    ProjectFiles files = small_project(kit);
    put_tile(kit, &files, "aqua", NULL);
    put_tile(kit, &files, "bank_n", NULL);
    synced(kit, &files);
    const char *plain = audit_text(kit, &files, "maps/tiles.tsx");
    const char *own = audit_replaced(
        kit, plain, "</tileset>",
        "<wangsets>\n <wangset name=\"mine\" type=\"edge\" tile=\"-1\"><wangcolor "
        "name=\"x\" color=\"#123456\" tile=\"-1\" probability=\"1\"/><wangtile tileid=\"0\" "
        "wangid=\"1,0,0,0,0,0,0,0\"/></wangset>\n</wangsets>\n</tileset>");
    put_text(kit, &files, "maps/tiles.tsx", own);
    put_tile(kit, &files, "bank_n", north_rule);
    synced(kit, &files);
    const char *first = audit_text(kit, &files, "maps/tiles.tsx");
    expect_part(first, "</wangset>\n  <wangset name=\"grass, aqua\"");
    expect_part(first, "wangid=\"2,0,1,0,1,0,1,0\"");
    /* The author renames a colour of ours, which is the same set. */
    put_text(kit, &files, "maps/tiles.tsx",
             audit_replaced(kit, first, "<wangcolor name=\"aqua\" color=\"#00ff00\"",
                            "<wangcolor name=\"The sea\" color=\"#0000ff\""));
    assert_int_equal(synced(kit, &files).files.count, 0);
    put_tile(kit, &files, "bank_n", "- - - - grass - - aqua -\n");
    synced(kit, &files);
    const char *second = audit_text(kit, &files, "maps/tiles.tsx");
    expect_part(second, "wangid=\"1,0,1,0,2,0,1,0\"");
    assert_null(strstr(second, "The sea"));
    assert_string_equal(audit_replaced(kit, second, "1,0,1,0,2,0,1,0", "2,0,1,0,1,0,1,0"),
                        first);
    put_tile(kit, &files, "bank_n", "100 -\n");
    synced(kit, &files);
    assert_string_equal(audit_text(kit, &files, "maps/tiles.tsx"), own);
    /* Without sets of the author nothing of ours is left. */
    put_text(kit, &files, "maps/tiles.tsx", plain);
    put_tile(kit, &files, "bank_n", north_rule);
    synced(kit, &files);
    put_tile(kit, &files, "bank_n", "100 -\n");
    synced(kit, &files);
    assert_string_equal(audit_text(kit, &files, "maps/tiles.tsx"), plain);
}

static void rules_that_no_set_can_have_are_noted(void **state)
{
    Kit *kit = *state;
    static const struct {
        const char *first, *second;
    } cases[] = {
        {north_rule, "- - - - aqua - - grass -\n"}, /* both sides change */
        {"- aqua - - grass - - - -\n", "- aqua aqua - grass - - - -\n"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ProjectFiles files = small_project(kit);
        kit_clear(kit);
        put_tile(kit, &files, "aqua", NULL);
        put_tile(kit, &files, "bank_2", cases[i].first);
        put_tile(kit, &files, "bank_1", cases[i].second);
        synced(kit, &files);
        assert_true(kit_has_message(
            kit, "the automap rules of grass cannot be a terrain set of Tiled"));
        assert_null(strstr(audit_text(kit, &files, "maps/tiles.tsx"), "wangset"));
    }
    ProjectFiles files = small_project(kit);
    put_tile(kit, &files, "grass", "- - - - gras - - - -\n");
    MapsSync sync;
    assert_false(project_maps_sync(&files, &sync, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "tiles/grass.til: automap rule: no image tiles/gras_"));
}

static void sheets_have_the_sets_of_their_tiles(void **state)
{
    Kit *kit = *state;
    ProjectFiles files = small_project(kit);
    put_picture(kit, &files, "tiles/dots.png", PIXEL(9, 9, 9, 255));
    put_text(kit, &files, "tiles/dots.lyt", "TirNanoG Layout\n1 1 0 0 0 0 -\n");
    put_text(kit, &files, "tiles/dots_3.til",
             "TirNanoG TileRule\n- dots_1 - - dots_0 - - - -\n");
    synced(kit, &files);
    const char *sheet = audit_text(kit, &files, "maps/sheet_dots.tsx");
    expect_part(sheet, "name=\"dots_0, dots_1\" type=\"edge\"");
    expect_part(sheet, "<wangtile tileid=\"3\" wangid=\"2,0,1,0,1,0,1,0\"/>");
    assert_null(strstr(audit_text(kit, &files, "maps/tiles.tsx"), "wangset"));
    put_text(kit, &files, "tiles/dots_3.til", "TirNanoG TileRule\n100 -\n");
    synced(kit, &files);
    assert_null(strstr(audit_text(kit, &files, "maps/sheet_dots.tsx"), "wangset"));
}

/* ---- painting ---- */

/* The IDs after the sync; tiles of the rules are grass_000 and so on. */
enum { AQUA = 1, GRASS = 2, TILES = 2 + 46 };

static ProjectFiles blob_project(Kit *kit, const char *type, const char *orientation)
{
    ProjectFiles files = small_project(kit);
    put_text(kit, &files, "config",
             arena_format(kit->arena, "TirNanoG Project 0\ng\n%s 32 32 32\n", type).at);
    put_tile(kit, &files, "aqua", NULL);
    put_rules(kit, &files, RULES_MIXED, "grass", "aqua");
    uint32_t cells[SIDE * SIDE] = {0};
    put_text(kit, &files, "maps/tiles.tsx", "<tileset name=\"tiles\">\n</tileset>\n");
    put_text(kit, &files, "maps/meadow.tmx", automap_map(cells, SIDE, orientation, kit->arena));
    for (size_t i = 0; i < COUNT_OF(cells); i++)
        cells[i] = next_random(4) ? GRASS : AQUA;
    synced(kit, &files);
    put_text(kit, &files, "maps/meadow.tmx", automap_map(cells, SIDE, orientation, kit->arena));
    return files;
}

static void painted_map_builds_the_game_of_build_with_rules(void **state)
{
    Kit *kit = *state;
    static const char *const types[][2] = {
        {"ortho", "orthogonal"},
        {"iso", "isometric"},
        {"hexv", "hexagonal\" staggeraxis=\"y"},
        {"hexh", "hexagonal\" staggeraxis=\"x"},
    };
    for (size_t i = 0; i < COUNT_OF(types); i++) {
        ProjectFiles files = blob_project(kit, types[i][0], types[i][1]);
        const Bytes drawn = built(kit, &files), expected = built_with_rules(kit, &files);
        assert_true(drawn.size != expected.size ||
                    memcmp(drawn.data, expected.data, drawn.size) != 0);
        assert_true(painted(kit, &files) > 100);
        assert_bytes_equal(built(kit, &files), expected);
        assert_bytes_equal(built_with_rules(kit, &files), expected);
        assert_int_equal(painted(kit, &files), 0);
    }
}

/* As after an hour in Tiled: cells of the painted map are changed, also to transitions. */
static void painting_again_repairs_what_was_changed(void **state)
{
    Kit *kit = *state;
    ProjectFiles files = blob_project(kit, "ortho", "orthogonal");
    assert_true(painted(kit, &files) > 100);
    TmxMap map;
    assert_true(tmx_read(bytes_of_text(text_of(audit_text(kit, &files, "maps/meadow.tmx"))),
                         &map, kit->arena, &kit->report));
    uint32_t *cells = map.layers[0].cells, drawn[SIDE * SIDE];
    for (size_t i = 0; i < COUNT_OF(drawn); i++) {
        cells[i] = next_random(8) ? cells[i] : AQUA + next_random(TILES);
        drawn[i] = cells[i] == AQUA ? AQUA : GRASS;
    }
    put_text(kit, &files, "maps/meadow.tmx",
             automap_map(drawn, SIDE, "orthogonal", kit->arena));
    painted(kit, &files);
    const char *expected = audit_text(kit, &files, "maps/meadow.tmx");
    put_text(kit, &files, "maps/meadow.tmx",
             automap_map(cells, SIDE, "orthogonal", kit->arena));
    assert_true(painted(kit, &files) > 10);
    assert_string_equal(audit_text(kit, &files, "maps/meadow.tmx"), expected);
}

/* Rules of any kind that have one terrain for each tile, on maps with anything drawn. */
static void painting_twice_is_painting_once(void **state)
{
    enum { ROUNDS = 24, TERRAINS = 3, PLACED = 6 };
    static const char *const types[][2] = {
        {"ortho", "orthogonal"},
        {"iso", "isometric"},
        {"hexv", "hexagonal\" staggeraxis=\"y"},
        {"hexh", "hexagonal\" staggeraxis=\"x"},
    };
    Kit *kit = *state;
    size_t changed = 0;
    for (unsigned round = 0; round < ROUNDS; round++) {
        const char *const *type = types[round % COUNT_OF(types)];
        ProjectFiles files = small_project(kit);
        uint32_t cells[SIDE * SIDE];
        put_text(kit, &files, "config",
                 arena_format(kit->arena, "TirNanoG Project 0\ng\n%s 32 32 32\n", type[0]).at);
        for (unsigned i = 0; i < TERRAINS; i++)
            put_tile(kit, &files, arena_format(kit->arena, "a%u", i).at, NULL);
        Writer set = writer_to(kit->arena);
        write_format(&set, "<tileset name=\"tiles\">");
        for (unsigned i = 0; i < TERRAINS + PLACED; i++)
            write_format(&set,
                         "<tile id=\"%u\"><image source=\"../tiles/%c%u_soo0.png\"/></tile>", i,
                         i < TERRAINS ? 'a' : 'b', i < TERRAINS ? i : i - TERRAINS);
        write_format(&set, "</tileset>");
        audit_put(kit, &files, "maps/tiles.tsx", writer_bytes(&set));
        for (unsigned i = 0; i < PLACED; i++) {
            const unsigned terrain = next_random(TERRAINS);
            Writer rules = writer_to(kit->arena);
            for (size_t n = 0; n <= next_random(3); n++)
                for (unsigned k = 0; k < AUTOMAP_MASKS; k++) {
                    const bool hexagonal = type[0][0] == 'h' && k % 8 == 0;
                    if (k == AUTOMAP_CENTRE)
                        write_format(&rules, " a%u", terrain);
                    else if (hexagonal || next_random(4))
                        write_format(&rules, " -");
                    else
                        write_format(&rules, " a%u", next_random(TERRAINS));
                    write_format(&rules, "%s", k + 1 == AUTOMAP_MASKS ? "\n" : "");
                }
            write_u8(&rules, 0);
            put_tile(kit, &files, arena_format(kit->arena, "b%u", i).at,
                     (const char *)rules.data);
        }
        for (size_t i = 0; i < COUNT_OF(cells); i++)
            cells[i] = next_random(TERRAINS + PLACED + 1);
        put_text(kit, &files, "maps/meadow.tmx", automap_map(cells, SIDE, type[1], kit->arena));
        changed += painted(kit, &files);
        const Bytes game = built(kit, &files);
        assert_int_equal(painted(kit, &files), 0);
        assert_bytes_equal(built_with_rules(kit, &files), game);
    }
    assert_true(changed > ROUNDS * 100);
}

/* ---- encodings of the cells ---- */

static const char *encoded(Kit *kit, const uint32_t *cells, unsigned form)
{
    static const char *const attributes[] = {"",
                                             " encoding=\"csv\"",
                                             " encoding=\"base64\"",
                                             " encoding=\"base64\" compression=\"gzip\"",
                                             " encoding='base64' compression = 'zlib'",
                                             " encoding=\"base64\" compression=\"zstd\""};
    Writer out = writer_to(kit->arena);
    write_format(&out, "<data%s>\n   ", attributes[form]);
    for (size_t i = 0; i < SIDE * SIDE && form < 2; i++)
        if (form)
            write_format(&out, "%s%u", i ? ",\t " : "", cells[i]);
        else if (cells[i])
            write_format(&out, "<tile gid='%u'/>\n", cells[i]);
        else
            write_format(&out, "<tile/>");
    if (form >= 2)
        write_text(&out,
                   tmx_data_encode((TmxPacking)(form - 2), cells, SIDE * SIDE, kit->arena));
    write_format(&out, "\n  </data>");
    return arena_format(kit->arena, "%.*s", (int)out.size, (const char *)out.data).at;
}

/* A comment, a group, a second layer of the same ID and flipped cells are in the way. */
static const char *map_with(Kit *kit, const uint32_t *cells, unsigned form)
{
    return arena_format(
               kit->arena,
               "<map orientation=\"orthogonal\" width=\"32\" height=\"32\" tilewidth=\"32\" "
               "tileheight=\"32\">\r\n<!-- <layer id=\"1\"> -->\n<tileset firstgid=\"1\" "
               "source=\"tiles.tsx\"/>\n<group><layer id=\"2\" name=\"a>b ground 2\" "
               "width=\"1\" height=\"1\"><data encoding=\"csv\">%u</data></layer>\n<layer "
               "name='ground 1' id='1'><properties/>%s</layer></group>\n</map>\n",
               GRASS, encoded(kit, cells, form))
        .at;
}

static void only_cells_change_in_every_encoding(void **state)
{
    enum { FLIPPED = 0x80000000u };
    Kit *kit = *state;
    ProjectFiles files = blob_project(kit, "ortho", "orthogonal");
    TmxMap map;
    uint32_t drawn[SIDE * SIDE], cells[SIDE * SIDE];
    for (size_t i = 0; i < COUNT_OF(drawn); i++) {
        const uint32_t kind = next_random(9);
        drawn[i] = kind == 0 ? 0 : kind == 1 ? (uint32_t)AQUA | FLIPPED : GRASS;
    }
    put_text(kit, &files, "maps/meadow.tmx", map_with(kit, drawn, 1));
    painted(kit, &files);
    assert_true(tmx_read(bytes_of_text(text_of(audit_text(kit, &files, "maps/meadow.tmx"))),
                         &map, kit->arena, &kit->report));
    for (size_t i = 0; i < COUNT_OF(cells); i++)
        cells[i] =
            map.layers[1].cells[i] == (drawn[i] & ~FLIPPED) ? drawn[i] : map.layers[1].cells[i];
    for (unsigned form = 0; form < 6; form++) {
        put_text(kit, &files, "maps/meadow.tmx", map_with(kit, drawn, form));
        assert_true(painted(kit, &files) > 100);
        assert_string_equal(audit_text(kit, &files, "maps/meadow.tmx"),
                            map_with(kit, cells, form));
    }
}

static const char *grown_map(Kit *kit, uint32_t tree, uint32_t npc, uint32_t last)
{
    enum { FLIPPED = 0x80000000u };
    return arena_format(
               kit->arena,
               "<map orientation=\"orthogonal\" width=\"2\" height=\"2\" tilewidth=\"32\" "
               "tileheight=\"32\">\n<tileset firstgid=\"1\" source=\"tiles.tsx\"/>\n"
               "<tileset firstgid=\"%u\" name=\"tiles_tree\"><tile id=\"0\"/></tileset>\n"
               "<tileset firstgid=\"%u\" name=\"npcs_guide\"/>\n"
               "<layer id=\"1\"><data encoding=\"csv\">1, 1,%u,\t%u</data></layer>\n"
               "<layer id=\"6\"><data><tile/><tile gid=\"%u\"/><tile/><tile/></data></layer>\n"
               "<objectgroup><object id=\"1\" gid=\"%u\"/><object id=\"2\"/></objectgroup>\n"
               "</map>\n",
               tree, npc, tree + (uint32_t)FLIPPED, last, npc, tree + (uint32_t)FLIPPED)
        .at;
}

/* New tiles of a tileset have no ID in a map that Tiled has not saved since. */
static void map_is_numbered_again_for_new_tiles(void **state)
{
    Kit *kit = *state;
    ProjectFiles files = small_project(kit);
    put_tile(kit, &files, "moss", "- grass - - grass - - - -\n");
    put_text(
        kit, &files, "maps/tiles.tsx",
        "<tileset name=\"tiles\"><tile id=\"0\"><image source=\"../tiles/grass_soo0.png\"/>"
        "</tile><tile id=\"1\"><image source=\"../tiles/moss_soo0.png\"/></tile></tileset>");
    put_text(kit, &files, "maps/meadow.tmx", grown_map(kit, 2, 3, 1));
    const Bytes expected = built_with_rules(kit, &files);
    assert_int_equal(painted(kit, &files), 1);
    assert_string_equal(audit_text(kit, &files, "maps/meadow.tmx"), grown_map(kit, 65, 66, 2));
    assert_bytes_equal(built(kit, &files), expected);
    assert_int_equal(painted(kit, &files), 0);
}

/* ---- errors ---- */

static void rules_without_one_terrain_are_refused(void **state)
{
    Kit *kit = *state;
    static const struct {
        const char *rock, *moss, *says;
    } cases[] = {
        {"- aqua - - - - - - -\n", NULL,
         "tiles/rock.til: an automap rule with \"-\" in the middle cannot be painted"},
        {"- - - - grass - - - -\n- - - - aqua - - - -\n", NULL,
         "tiles/rock.til: the automap rules place this tile for grass and for aqua"},
        {"- aqua - - grass - - - -\n", "- rock - - grass - - - -\n",
         "tiles/moss.til: an automap rule looks for rock, which the rules place for grass"},
        {"- aqua - - grass - - - -\n", "- - - - rock - - - -\n",
         "tiles/moss.til: an automap rule looks for rock, which the rules place for grass"},
        {"- - - - gras - - - -\n", NULL, "tiles/rock.til: automap rule: no image tiles/gras_"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ProjectFiles files = small_project(kit);
        put_tile(kit, &files, "aqua", NULL);
        put_tile(kit, &files, "rock", cases[i].rock);
        put_tile(kit, &files, "moss", cases[i].moss);
        expect_paint_error(kit, &files, NULL, cases[i].says);
    }
}

static void rule_that_keeps_its_tile_is_allowed(void **state)
{
    Kit *kit = *state;
    ProjectFiles files = small_project(kit);
    put_tile(kit, &files, "grass", "- - - - grass - - - -\n");
    assert_int_equal(painted(kit, &files), 0);
}

static void maps_that_cannot_be_painted_are_reported(void **state)
{
    Kit *kit = *state;
    ProjectFiles files = small_project(kit);
    MapsPaint paint;
    const char *none = NULL, *twice[] = {"meadow", "maps/meadow.tmx", "meadow.tmx"};
    assert_true(project_maps_paint(&files, &none, 0, &paint, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "no tiles/NAME.til has automap rules"));
    expect_paint_error(kit, &files, "medow", "no map \"medow\"; did you mean \"meadow\"?");
    put_tile(kit, &files, "rock", "- grass - - grass - - - -\n");
    expect_paint_error(kit, &files, "meadow",
                       "meadow.tmx:29:1: layer 1 \"ground 1\": cell 0,1: no tileset of the map "
                       "has the tile rock (oisin maps sync)");
    synced(kit, &files);
    assert_true(project_maps_paint(&files, twice, 3, &paint, kit->arena, &kit->report));
    assert_true(paint.map_count == 1 && paint.files.count == 1);
    /* Well-formed, but not what the editing of texts understands. */
    const char *map = audit_text(kit, &files, "maps/meadow.tmx");
    put_text(kit, &files, "maps/meadow.tmx",
             audit_replaced(kit, map, "<data encoding=\"csv\">",
                            "<data encoding=\"csv\"><!-- 7 -->"));
    expect_paint_error(kit, &files, "meadow",
                       "meadow.tmx: the cells cannot be changed; expected a file in UTF-8");
    put_text(
        kit, &files, "maps/meadow.tmx",
        audit_replaced(kit, map, " <layer",
                       arena_format(kit->arena, "<x>%.*s</layer></x> <layer",
                                    (int)(strstr(map, "</layer>") - strstr(map, " <layer")),
                                    strstr(map, " <layer"))
                           .at));
    assert_true(project_maps_paint(&files, twice, 1, &paint, kit->arena, &kit->report));
    put_text(kit, &files, "maps/meadow.tmx", "<map>");
    expect_paint_error(kit, &files, "meadow", "the project has errors");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(rules_become_a_wang_set),
        TEST(type_of_a_set_follows_from_its_rules),
        TEST(sets_of_the_author_stay_and_ours_follow_the_rules),
        TEST(rules_that_no_set_can_have_are_noted),
        TEST(sheets_have_the_sets_of_their_tiles),
        TEST(painted_map_builds_the_game_of_build_with_rules),
        TEST(painting_again_repairs_what_was_changed),
        TEST(painting_twice_is_painting_once),
        TEST(only_cells_change_in_every_encoding),
        TEST(map_is_numbered_again_for_new_tiles),
        TEST(rules_without_one_terrain_are_refused),
        TEST(rule_that_keeps_its_tile_is_allowed),
        TEST(maps_that_cannot_be_painted_are_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
