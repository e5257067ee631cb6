/* Maps as authors make them in Tiled: layers by name, tilesets of many tiles. */
#include "lib/audit_kit.h"
#include "lib/kit.h"

#include "base/text.h"
#include "tirnanog/maps/map_layers.h"
#include "tirnanog/project/project.h"

/* ---- a project with one map ---- */

static const char map_path[] = "maps/meadow.tmx";

/* A small map: the tilesets, and the layers, each of one row of cells. */
typedef struct LayerText {
    const char *id, *name, *cells;
} LayerText;

static const char new_sets[] = "<tileset firstgid=\"1\" name=\"tiles_grass\"/><tileset "
                               "firstgid=\"2\" name=\"tiles_tree\"/>"
                               "<tileset firstgid=\"5\" name=\"npcs_guide\"/>";

static const char *map_text(Kit *kit, const char *sets, const LayerText *layers, size_t count)
{
    Writer out = writer_to(kit->arena);
    write_format(&out,
                 "<map orientation=\"orthogonal\" width=\"3\" height=\"1\" tilewidth=\"32\" "
                 "tileheight=\"32\">\n%s\n",
                 sets);
    for (size_t i = 0; i < count; i++)
        write_format(&out,
                     "<layer id=\"%s\" name=\"%s\" width=\"3\" height=\"1\"><data "
                     "encoding=\"csv\">%s</data></layer>\n",
                     layers[i].id, layers[i].name, layers[i].cells);
    write_format(&out, "</map>\n");
    return arena_format(kit->arena, "%.*s", (int)out.size, (const char *)out.data).at;
}

static bool build_map(Kit *kit, const char *sets, const LayerText *layers, size_t count,
                      Bytes *out)
{
    ProjectFiles files = small_project(kit);
    put_text(kit, &files, map_path, map_text(kit, sets, layers, count));
    return try_build(kit, &files, out);
}

static void print_messages(Kit *kit)
{
    for (size_t i = 0; i < kit->messages.count; i++)
        print_message("    %s\n", kit_message(kit, i));
}

static void expect_message(Kit *kit, const char *says)
{
    if (kit_has_message(kit, says))
        return;
    print_messages(kit);
    fail_msg("missing: %s", says);
}

/* ---- layers ---- */

/* Tiled numbers layers in the order in which they were made, and never again. */
static void layers_are_found_by_name_and_otherwise_by_id(void **state)
{
    Kit *kit = *state;
    const LayerText by_id[] = {{"1", "", "1,1,1"}, {"2", "", "0,2,0"}, {"6", "x", "0,0,5"}};
    const LayerText by_name[] = {
        {"12", "NPCs", "0,0,5"}, {"7", "ground 2", "0,2,0"}, {"1", "Tile Layer 1", "1,1,1"}};
    const LayerText synonyms[] = {
        {"2", "Ground-1", "1,1,1"}, {"1", "GROUND_2", "0,2,0"}, {"9", "npc", "0,0,5"}};
    Bytes expected, found;
    assert_true(build_map(kit, new_sets, by_id, 3, &expected));
    assert_true(build_map(kit, new_sets, by_name, 3, &found));
    assert_bytes_equal(found, expected);
    assert_true(build_map(kit, new_sets, synonyms, 3, &found));
    assert_bytes_equal(found, expected);
}

static void every_name_that_is_written_is_known(void **state)
{
    (void)state;
    for (unsigned i = 0; i < MAP_LAYERS; i++)
        assert_int_equal(map_layer_of_name(text_of(map_layer_names[i])), i);
    static const char *const unknown[] = {"",           "ground",   "roof", "ground 5",
                                          "ground 1s1", "object x", "-"};
    for (size_t i = 0; i < COUNT_OF(unknown); i++)
        assert_int_equal(map_layer_of_name(text_of(unknown[i])), MAP_LAYER_NONE);
}

static void messages_about_layers_have_both_names(void **state)
{
    Kit *kit = *state;
    const LayerText wrong[] = {{"7", "trees", "0,2,0"}};
    const LayerText unknown[] = {{"12", "ground", "0,2,0"}};
    const LayerText twice[] = {{"1", "ground 2", "1,1,1"}, {"2", "paths", "1,1,1"}};
    Bytes out;
    assert_false(build_map(kit, new_sets, wrong, 1, &out));
    expect_message(kit,
                   "meadow.tmx:3:72: layer 7 \"trees\" (spawners): cell 1,0: a tile is not "
                   "allowed in this layer");
    assert_true(build_map(kit, new_sets, unknown, 1, &out));
    expect_message(kit, "unknown layer 12 \"ground\"; expected a name (\"ground 1\" to");
    assert_false(build_map(kit, new_sets, twice, 2, &out));
    expect_message(kit,
                   "meadow.tmx:4: layer 2 \"paths\" and layer 1 \"ground 2\" in line 3 are "
                   "both \"ground 2\"; rename one of them");
}

/* In Tiled each of them can be drawn on at once, and a further layer gets the ID 12. */
static void new_and_unpacked_maps_have_all_layers(void **state)
{
    Kit *kit = *state;
    ProjectFiles files = small_project(kit), again;
    again = unbuilt(kit, built(kit, &files));
    project_files_sort(&again);
    project_files_sort(&files);
    const ProjectFile *maps[] = {project_file(&files, text_of(map_path)),
                                 project_file(&again, text_of(map_path))};
    for (size_t i = 0; i < COUNT_OF(maps); i++) {
        assert_non_null(maps[i]);
        TmxMap map;
        assert_true(tmx_read(maps[i]->bytes, &map, kit->arena, &kit->report));
        assert_int_equal(map.layer_count, MAP_LAYERS);
        for (size_t j = 0; j < MAP_LAYERS; j++)
            assert_true(map.layers[j].id == j + 1 &&
                        text_is(map.layers[j].name, map_layer_names[j]));
    }
}

/* ---- tilesets ---- */

static const LayerText three_cells[] = {{"1", "", "1,1,2"}};

/* It was drawn as tile 0. */
static void tile_without_a_sprite_is_an_error(void **state)
{
    Kit *kit = *state;
    static const struct {
        const char *sets, *says;
    } cases[] = {
        {"<tileset firstgid=\"1\" name=\"tiles_grass\" tilecount=\"16\" columns=\"8\"/>",
         "meadow.tmx:3:69: layer 1 (ground 1): cell 2,0: tile 1 of the tileset \"tiles_grass\" "
         "is "
         "not a sprite; a tileset of one sprite has only the tile 0"},
        {"<tileset firstgid=\"1\" name=\"all\"><tile id=\"0\"><image "
         "source=\"../tiles/grass_soo0.png\"/></tile><tile id=\"7\"><image "
         "source=\"../tiles/tree_soo0.png\"/></tile></tileset>",
         "cell 2,0: tile 1 of the tileset \"all\" is not a sprite"},
        {"<tileset firstgid=\"2\" name=\"tiles_grass\"/>", "cell 0,0: no tileset has the ID 1"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        Bytes out;
        kit_clear(kit);
        assert_false(build_map(kit, cases[i].sets, three_cells, 1, &out));
        expect_message(kit, cases[i].says);
    }
}

/* Tiled writes a .tsx next to the map, or anywhere; its paths are relative to itself. */
static void tilesets_in_files_are_read(void **state)
{
    Kit *kit = *state;
    Bytes expected, found;
    const char *sets = "<tileset firstgid=\"1\" source=\"nature.tsx\"/>"
                       "<tileset firstgid=\"5\" source=\"../npcs/people.tsx\"/>";
    const LayerText layers[] = {{"1", "", "1,1,2"}, {"6", "", "0,5,0"}};
    assert_true(build_map(kit, new_sets, layers, 2, &expected));
    ProjectFiles files = small_project(kit);
    put_text(kit, &files, map_path, map_text(kit, sets, layers, 2));
    put_text(kit, &files, "maps/nature.tsx",
             "<?xml version=\"1.0\"?>\n<tileset name=\"nature\" tilewidth=\"32\">"
             "<tile id=\"0\"><image source=\"../tiles/grass_soo0.png\"/></tile>"
             "<tile id=\"1\"><image source=\"../tiles/tree_soo0.png\"/></tile></tileset>");
    put_text(kit, &files, "npcs/people.tsx",
             "<tileset name=\"people\"><image source=\"guide_npc.png\"/></tileset>");
    assert_true(try_build(kit, &files, &found));
    assert_bytes_equal(found, expected);
    assert_int_equal(kit->report.warnings, 1);
    expect_message(kit, "the name of the tileset \"people\" is unknown; by its image it is the "
                        "NPC \"guide\"");
}

static void mistakes_in_tileset_files_are_reported(void **state)
{
    Kit *kit = *state;
    static const struct {
        const char *source, *text, *says;
    } cases[] = {
        {"none.tsx", "<tileset/>",
         "meadow.tmx:2: the file of the tileset does not exist in the project: none.tsx"},
        {"../../a.tsx", "<tileset/>", "does not exist in the project: ../../a.tsx"},
        {"a.tsx", "<map/>", "a.tsx:1:1: a tileset of Tiled begins with <tileset>, not <map>"},
        {"a.tsx", "<tileset source=\"b.tsx\"/>", "a.tsx:1: the file of a tileset refers to "},
        {"a.tsx", "", "a.tsx: the tileset is an empty file"},
        {"a.tsx", "<tileset tilewidth=\"x\"/>", "a.tsx:1:21: tilewidth must be a number"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ProjectFiles files = small_project(kit);
        Bytes out;
        kit_clear(kit);
        const char *sets =
            arena_format(kit->arena, "<tileset firstgid=\"1\" source=\"%s\"/>", cases[i].source)
                .at;
        put_text(kit, &files, map_path, map_text(kit, sets, three_cells, 1));
        put_text(kit, &files, "maps/a.tsx", cases[i].text);
        assert_false(try_build(kit, &files, &out));
        expect_message(kit, cases[i].says);
    }
}

/* ---- positions ---- */

/* Of a value in a map: of an attribute, also after references and on another line, of the
 * content of an element, and of a cell in each encoding. */
static void messages_have_the_position_in_the_file(void **state)
{
    Kit *kit = *state;
    static const char head[] = "<map orientation=\"orthogonal\" width=\"3\" height=\"1\" "
                               "tilewidth=\"32\" tileheight=\"32\">\n";
    static const char sets[] = "<tileset firstgid=\"1\" name=\"tiles_grass\"/>";
    static const struct {
        const char *map, *says;
    } cases[] = {
        {"<properties>\n <property name=\"music\" value=\"ghost\"/>\n</properties>",
         "meadow.tmx:3:32: no music \"ghost\""},
        {"<properties>\n <property\n  value =  'town'\r\n  name='east'/></properties>",
         "meadow.tmx:4:13: no map \"town\""},
        {"<properties><property name=\"daylight\" value=\"&#x31;2 &quot; x\"/></properties>",
         "meadow.tmx:2:54: "},
        {"<properties>\n\t<property name=\"\u00fc\"/><property name=\"daylight\">12 no"
         "</property>\n</properties>",
         "meadow.tmx:3:52: no ui sprite"},
        {"<properties>\n  <property name=\"tytle\" value=\"x\"/></properties>",
         "meadow.tmx:3:3: warning: unknown property \"tytle\""},
        {"<layer id=\"1\"><data encoding=\"csv\">\n1,1,\n 33</data></layer>",
         "meadow.tmx:4:2: layer 1 (ground 1): cell 2,0: tile 32 of"},
        {"<layer id=\"1\"><data>\n<tile gid=\"1\"/><tile/>\n<tile gid=\"33\"/></data></layer>",
         "meadow.tmx:4:12: layer 1 (ground 1): cell 2,0: tile 32 of"},
        {"<layer id=\"1\">\n <data encoding=\"base64\">AQAAAAEAAAAhAAAA</data></layer>",
         "meadow.tmx:3:2: layer 1 (ground 1): cell 2,0: tile 32 of"},
        {"<layer id=\"1\">\n <data\n encoding=\"csv\">1,1,1</data></layer><layer id=\"2\"\n"
         " width=\"x\"/>",
         "meadow.tmx:5:9: width must be a number"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ProjectFiles files = small_project(kit);
        Bytes out;
        kit_clear(kit);
        put_text(kit, &files, map_path,
                 arena_format(kit->arena, "%s%s%s</map>\n", head, cases[i].map, sets).at);
        (void)try_build(kit, &files, &out);
        expect_message(kit, cases[i].says);
    }
}

/* ---- sheets ---- */

/* 3 x 2 blocks of 2 x 2 pixels, each of one colour; the last is transparent. */
static void put_sheet(Kit *kit, ProjectFiles *files, const char *path)
{
    const Image image = image_new(6, 4, kit->arena);
    for (uint32_t y = 0; y < 4; y++)
        for (uint32_t x = 0; x < 6; x++)
            *image_at(&image, x, y) =
                x / 2 + y / 2 * 3 < 5 ? PIXEL(x / 2 * 50, y / 2 * 50, 9, 255) : 0;
    audit_put(kit, files, path, png_write(&image, NULL, kit->arena));
}

/* The first cells of the first layer, as names of tilesets after unpacking; "-": none. */
static const char *ground_of(Kit *kit, ProjectFiles *files)
{
    ProjectFiles again = unbuilt(kit, built(kit, files));
    project_files_sort(&again);
    TmxMap map;
    Writer out = writer_to(kit->arena);
    assert_true(tmx_read(project_file(&again, text_of(map_path))->bytes, &map, kit->arena,
                         &kit->report));
    for (size_t i = 0; i < 3; i++) {
        const uint32_t id = map.layers[0].cells[i];
        write_format(&out, "%s%s", i ? " " : "", id ? map.tilesets[id - 1].name.at : "-");
    }
    return arena_format(kit->arena, "%.*s", (int)out.size, (const char *)out.data).at;
}

static const char sheet_set[] =
    "<tileset firstgid=\"1\" name=\"village\" tilewidth=\"2\" tileheight=\"2\" "
    "tilecount=\"6\" columns=\"3\"><image source=\"../tiles/village.png\" width=\"6\" "
    "height=\"4\"/></tileset>";

static void tiles_of_a_sheet_have_the_names_of_its_layout(void **state)
{
    Kit *kit = *state;
    const LayerText layers[] = {{"1", "", "4,1,0"}};
    ProjectFiles files = small_project(kit);
    put_sheet(kit, &files, "tiles/village.png");
    put_text(kit, &files, "tiles/village.lyt",
             "TirNanoG Layout\r\n2 2 0 0 0 0 tiles\r\nso o well (0,1)\r\n"
             "so l - (0,0) (1,0)\r\n");
    put_text(kit, &files, map_path, map_text(kit, sheet_set, layers, 1));
    assert_string_equal(ground_of(kit, &files), "tiles_village_well tiles_village -");
    assert_int_equal(kit->report.warnings, 0);
    /* The second frame of "village" is not a sprite. */
    Bytes out;
    const LayerText frame[] = {{"1", "", "4,2,0"}};
    put_text(kit, &files, map_path, map_text(kit, sheet_set, frame, 1));
    assert_false(try_build(kit, &files, &out));
    expect_message(kit, "cell 1,0: tile 1 of the tileset \"village\" is not a sprite");
}

static void regular_grid_has_numbered_sprites(void **state)
{
    Kit *kit = *state;
    const LayerText layers[] = {{"1", "", "5,1,3"}};
    ProjectFiles files = small_project(kit);
    put_sheet(kit, &files, "tiles/village.png");
    put_text(kit, &files, "tiles/village.lyt", "TirNanoG Layout\r\n2 2 0 0 0 0 -\r\n");
    put_text(kit, &files, map_path, map_text(kit, sheet_set, layers, 1));
    assert_string_equal(ground_of(kit, &files),
                        "tiles_village_4 tiles_village_0 tiles_village_2");
    Bytes out;
    const LayerText transparent[] = {{"1", "", "6,0,0"}};
    put_text(kit, &files, map_path, map_text(kit, sheet_set, transparent, 1));
    assert_false(try_build(kit, &files, &out));
    expect_message(kit, "tile 5 of the tileset \"village\" is not a sprite");
}

static void sprites_of_an_atlas_in_a_grid_are_tiles(void **state)
{
    Kit *kit = *state;
    const LayerText layers[] = {{"1", "", "5,1,0"}};
    ProjectFiles files = small_project(kit);
    const PngText list = {TEXT("Comment"),
                          TEXT("TirNanoG Atlas\n0 0 2 2 well_soo0\n2 2 4 2 fire_sol1\n")};
    const Image image = image_new(6, 4, kit->arena);
    const PngOptions options = {.texts = &list, .text_count = 1};
    audit_put(kit, &files, "tiles/more_atls.png", png_write(&image, &options, kit->arena));
    const char *set = "<tileset firstgid=\"1\" name=\"x\" tilewidth=\"2\" tileheight=\"2\">"
                      "<image source=\"../tiles/more_atls.png\"/></tileset>";
    put_text(kit, &files, map_path, map_text(kit, set, layers, 1));
    assert_string_equal(ground_of(kit, &files), "tiles_fire tiles_well -");
}

static void mistakes_in_sheets_are_reported(void **state)
{
    Kit *kit = *state;
    static const struct {
        const char *layout, *says;
    } cases[] = {
        {"Sprites\r\n", "village.lyt:1:1: the first line must be"},
        {"TirNanoG Layout\r\n2 2 0 0 0 0 chars\r\n",
         "village.lyt:2: the category is \"chars\", but the sheet is in the folder tiles/"},
        {"TirNanoG Layout\r\n2 2 0 0 0 0 -\r\nso o a (3,0)\r\n",
         "village.lyt:3:8: the block ends at 8,2, the sheet has 6 x 4 pixels"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ProjectFiles files = small_project(kit);
        Bytes out;
        kit_clear(kit);
        put_sheet(kit, &files, "tiles/village.png");
        put_text(kit, &files, "tiles/village.lyt", cases[i].layout);
        assert_false(try_build(kit, &files, &out));
        expect_message(kit, cases[i].says);
    }
}

/* Tiled 1.9 and later: a tile of a collection that is a part of its image. */
static void parts_of_images_are_sprites_of_sheets(void **state)
{
    Kit *kit = *state;
    const LayerText layers[] = {{"1", "", "3,1,0"}};
    const char *set =
        "<tileset firstgid=\"1\" name=\"x\">"
        "<tile id=\"0\" x=\"0\" y=\"0\" width=\"2\" height=\"2\">"
        "<image source=\"../tiles/village.png\" width=\"6\" height=\"4\"/></tile>"
        "<tile id=\"2\" x=\"%u\" y=\"2\" width=\"2\" height=\"2\">"
        "<image source=\"../tiles/village.png\" width=\"6\" height=\"4\"/></tile></tileset>";
    ProjectFiles files = small_project(kit);
    Bytes out;
    put_sheet(kit, &files, "tiles/village.png");
    put_text(kit, &files, "tiles/village.lyt",
             "TirNanoG Layout\r\n2 2 0 0 0 0 tiles\r\nso o well (0,1)\r\n"
             "so l - (0,0) (1,0)\r\n");
    put_text(kit, &files, map_path,
             map_text(kit, arena_format(kit->arena, set, 0).at, layers, 1));
    assert_string_equal(ground_of(kit, &files), "tiles_village_well tiles_village -");
    assert_int_equal(kit->report.warnings, 0);
    put_text(kit, &files, map_path,
             map_text(kit, arena_format(kit->arena, set, 2).at, layers, 1));
    assert_false(try_build(kit, &files, &out));
    expect_message(kit, "tile 2 shows a part of tiles/village.png, at 2,2, where no sprite "
                        "begins; describe the sprites");
}

/* As `maps sync` and Tiled 1.9 write it: the size of the image, and its first frame. */
static void first_frame_of_an_animation_is_its_sprite(void **state)
{
    Kit *kit = *state;
    const LayerText layers[] = {{"1", "", "1,0,0"}};
    const char *set = "<tileset firstgid=\"1\" name=\"x\"><tile id=\"0\" x=\"0\" y=\"0\" "
                      "width=\"1\" height=\"2\"><image source=\"../tiles/fire_sol1.png\" "
                      "width=\"2\" height=\"2\"/></tile></tileset>";
    ProjectFiles files = small_project(kit);
    put_picture(kit, &files, "tiles/fire_sol1.png", PIXEL(9, 9, 9, 255));
    put_text(kit, &files, map_path, map_text(kit, set, layers, 1));
    assert_string_equal(ground_of(kit, &files), "tiles_fire - -");
    assert_int_equal(kit->report.warnings, 0);
}

/* ---- what NPCs refer to ---- */

#define PATHS(objects) "<objectgroup>" objects "</objectgroup>"
#define PATH_3 "<object name=\"3\" x=\"8\" y=\"8\"><polyline points=\"0,0 64,0\"/></object>"

static void put_map(Kit *kit, ProjectFiles *files, const char *more)
{
    const LayerText layers[] = {{"1", "", "1,1,1"}, {"6", "", "5,0,0"}};
    const char *text = map_text(kit, new_sets, layers, 2);
    const size_t size = strlen(text) - strlen("</map>\n");
    put_text(kit, files, map_path,
             arena_format(kit->arena, "%.*s%s</map>\n", (int)size, text, more).at);
}

static void patrols_without_their_path_are_reported(void **state)
{
    Kit *kit = *state;
    static const struct {
        const char *npc, *map, *says; /* says NULL: nothing */
    } cases[] = {
        {"patrol 100 200 7\n", PATHS(PATH_3),
         "npcs/guide.npc: warning: the map \"meadow\" has no patrol path 7, so the NPC stands "
         "there (paths of the map: 3)"},
        {"patrol 100 200 7\n", "",
         "has no patrol path 7, so the NPC stands there (paths of "
         "the map: none)"},
        {"stand 100 200 7\ne click {\n behave(patrol)\n}\n", PATHS(PATH_3),
         "has no patrol path 7"},
        {"patrol 100 200 3\n", PATHS(PATH_3), NULL},
        {"stand 100 200 7\ne click {\n behave(random)\n}\n", PATHS(PATH_3), NULL},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ProjectFiles files = small_project(kit);
        kit_clear(kit);
        put_text(kit, &files, "npcs/guide.npc",
                 arena_format(kit->arena, "TirNanoG NPC\nGuide\n%s", cases[i].npc).at);
        put_map(kit, &files, cases[i].map);
        assert_true(project_check(&files, kit->arena, &kit->report));
        if (cases[i].says)
            expect_message(kit, cases[i].says);
        else
            assert_false(kit_has_message(kit, "patrol path"));
    }
}

static void spawned_npcs_need_their_path_too(void **state)
{
    Kit *kit = *state;
    ProjectFiles files = small_project(kit);
    const LayerText layers[] = {{"1", "", "1,1,1"}, {"7", "", "9,0,0"}};
    put_text(kit, &files, "npcs/wolf.npc", "TirNanoG NPC\nWolf\npatrol 100 200 7\n");
    put_text(kit, &files, "npcs/den.swr", "TirNanoG Spawner\n1 100\n- - - wolf\n");
    put_text(kit, &files, map_path,
             map_text(kit,
                      "<tileset firstgid=\"1\" name=\"tiles_grass\"/>"
                      "<tileset firstgid=\"9\" name=\"spawners_den\"/>",
                      layers, 2));
    assert_true(project_check(&files, kit->arena, &kit->report));
    expect_message(kit, "npcs/wolf.npc: warning: the map \"meadow\" has no patrol path 7");
}

static void mistakes_of_paths_are_reported(void **state)
{
    Kit *kit = *state;
    static const struct {
        const char *objects, *says;
    } cases[] = {
        {PATHS(PATH_3) PATHS("<object name=\"3\"><polygon points=\"0,0\"/></object>"),
         "meadow.tmx:5:108: warning: patrol path 3 is a duplicate: NPCs walk along the first"},
        {PATHS("<object name=\"3\" x=\"-1\" y=\"8\"><polyline points=\"0,0 9999,0 64,0\"/>"
               "</object>"),
         "meadow.tmx:5:14: warning: patrol path 3: 2 of 3 points are outside of the map"},
        {PATHS("<object name=\"3\" template=\"no.tx\"/>"),
         "meadow.tmx:5:14: the template does not exist in the project: no.tx"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ProjectFiles files = small_project(kit);
        Bytes out;
        kit_clear(kit);
        put_map(kit, &files, cases[i].objects);
        (void)try_build(kit, &files, &out);
        expect_message(kit, cases[i].says);
    }
}

/* The cells of the patrol paths of the game, as "3: 4,4 4,6". */
static const char *paths_of(Kit *kit, Bytes game)
{
    const TngMap *map = asset_of(kit, game_of(kit, game), SECTION_MAPS, 0);
    Writer out = writer_to(kit->arena);
    for (size_t i = 0; i < map->path_count; i++) {
        write_format(&out, "%s%u:", i ? "; " : "", map->paths[i].id);
        for (size_t k = 0; k < map->paths[i].point_count; k++)
            write_format(&out, " %u,%u", map->paths[i].points[k].x, map->paths[i].points[k].y);
    }
    return arena_format(kit->arena, "%.*s", (int)out.size, (const char *)out.data).at;
}

static void objects_have_templates_in_the_project(void **state)
{
    Kit *kit = *state;
    ProjectFiles files = small_project(kit);
    put_text(kit, &files, "maps/parts/patrol.tx",
             "<template><object name=\"3\" rotation=\"90\"><polyline points=\"0,0 64,0\"/>"
             "</object></template>");
    put_text(kit, &files, "maps/note.tx", "<template><object name=\"x\"/></template>");
    put_map(kit, &files,
            "<objectgroup offsetx=\"-64\" offsety=\"-32\">"
            "<object template=\"parts/patrol.tx\" x=\"144\" y=\"144\"/>"
            "<object template=\"note.tx\" x=\"144\" y=\"144\"/>"
            "<object template=\"note.tx\" x=\"144\" y=\"144\"/>"
            "<object template=\"parts/patrol.tx\" name=\"4\" rotation=\"0\" x=\"144\" "
            "y=\"144\"/></objectgroup>");
    assert_string_equal(paths_of(kit, built(kit, &files)), "3: 2,3 2,5; 4: 2,3 4,3");
    assert_int_equal(kit->report.warnings, 1);
    expect_message(kit, "an object is ignored: its template is not a polygon or polyline");
}

/* Fifty maps of one tileset file are not fifty times the same message. */
static void files_that_maps_share_are_reported_once(void **state)
{
    Kit *kit = *state;
    ProjectFiles files = small_project(kit);
    const LayerText layers[] = {{"1", "", "1,1,1"}};
    put_text(kit, &files, "maps/nature.tsx",
             "<tileset name=\"nature\" fillmode=\"preserve-aspect-fit\"><tile id=\"0\">"
             "<image source=\"../tiles/grass_soo0.png\" trans=\"ff00ff\"/></tile></tileset>");
    for (int i = 0; i < 50; i++)
        put_text(kit, &files, arena_format(kit->arena, "maps/m%02d.tmx", i).at,
                 map_text(kit, "<tileset firstgid=\"1\" source=\"nature.tsx\"/>", layers, 1));
    (void)built(kit, &files);
    assert_int_equal(kit->report.warnings, 2);
    expect_message(kit, "maps/nature.tsx:1:34: warning: <tileset>: fillmode=");
    expect_message(kit, "trans=\"ff00ff\" is ignored");
}

/* ---- IDs of layers ---- */

/* All eleven layers, of which two have each other's name: what decides is in the message. */
static void layers_of(LayerText *out, Kit *kit, unsigned first_id)
{
    for (unsigned i = 0; i < MAP_LAYERS; i++)
        out[i] = (LayerText){arena_format(kit->arena, "%u", i + first_id).at,
                             map_layer_names[i], "0,0,0"};
    out[0] = (LayerText){out[0].id, map_layer_names[1], "1,1,1"};
    out[1] = (LayerText){out[1].id, map_layer_names[0], "2,0,0"};
}

static void ids_decide_in_maps_of_the_original_editor(void **state)
{
    Kit *kit = *state;
    LayerText layers[MAP_LAYERS];
    ProjectFiles files = small_project(kit);
    layers_of(layers, kit, 1);
    put_text(kit, &files, map_path, map_text(kit, new_sets, layers, MAP_LAYERS));
    assert_string_equal(ground_of(kit, &files), "tiles_grass tiles_grass tiles_grass");
    assert_int_equal(kit->report.warnings, 1);
    expect_message(kit,
                   "layer 1 \"ground 2\" has the ID of \"ground 1\"; the IDs decide, because "
                   "the layers have exactly the IDs 1 to 11 (so for 2 layers)");
    kit_clear(kit);
    layers_of(layers, kit, 1);
    put_text(kit, &files, map_path, map_text(kit, new_sets, layers, MAP_LAYERS - 1));
    assert_string_equal(ground_of(kit, &files), "tiles_tree - -");
    assert_int_equal(kit->report.warnings, 1);
    expect_message(kit,
                   "has the ID of \"ground 1\"; the names decide, because the layers do not");
    kit_clear(kit);
    layers_of(layers, kit, 20); /* no ID means a layer */
    put_text(kit, &files, map_path, map_text(kit, new_sets, layers, MAP_LAYERS));
    assert_string_equal(ground_of(kit, &files), "tiles_tree - -");
    assert_int_equal(kit->report.warnings, 0);
}

static void layers_may_have_no_id(void **state)
{
    Kit *kit = *state;
    const LayerText layers[] = {{"", "ground 1", "1,1,1"}, {"", "ground 2", "0,2,0"}};
    const LayerText with_ids[] = {{"1", "", "1,1,1"}, {"2", "", "0,2,0"}};
    Bytes expected, found;
    const char *text = map_text(kit, new_sets, layers, 2);
    while (strstr(text, " id=\"\""))
        text = audit_replaced(kit, text, " id=\"\"", "");
    ProjectFiles files = small_project(kit);
    put_text(kit, &files, map_path, text);
    assert_true(build_map(kit, new_sets, with_ids, 2, &expected));
    assert_true(try_build(kit, &files, &found));
    assert_bytes_equal(found, expected);
    assert_int_equal(kit->report.warnings, 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(layers_are_found_by_name_and_otherwise_by_id),
        TEST(every_name_that_is_written_is_known),
        TEST(messages_about_layers_have_both_names),
        TEST(new_and_unpacked_maps_have_all_layers),
        TEST(tile_without_a_sprite_is_an_error),
        TEST(tilesets_in_files_are_read),
        TEST(mistakes_in_tileset_files_are_reported),
        TEST(messages_have_the_position_in_the_file),
        TEST(tiles_of_a_sheet_have_the_names_of_its_layout),
        TEST(regular_grid_has_numbered_sprites),
        TEST(sprites_of_an_atlas_in_a_grid_are_tiles),
        TEST(mistakes_in_sheets_are_reported),
        TEST(parts_of_images_are_sprites_of_sheets),
        TEST(first_frame_of_an_animation_is_its_sprite),
        TEST(patrols_without_their_path_are_reported),
        TEST(spawned_npcs_need_their_path_too),
        TEST(mistakes_of_paths_are_reported),
        TEST(objects_have_templates_in_the_project),
        TEST(files_that_maps_share_are_reported_once),
        TEST(ids_decide_in_maps_of_the_original_editor),
        TEST(layers_may_have_no_id),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
