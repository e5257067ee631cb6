/* Properties and patrol paths of maps: only what changes gets other bytes, whoever wrote them.
 */
#include "lib/kit.h"

#include "base/text.h"
#include "tirnanog/maps/map_parts.h"
#include "tirnanog/maps/map_templates.h"

#define PATH_1                                                                                 \
    "  <object id=\"4\" name=\"1\" x=\"48\" y=\"16.5\">\n   <polygon points=\"0,0 32,0\"/>\n " \
    " </object>\n"
#define PATH_7                                                                                 \
    "  <object id=\"5\" name=\"7\" x=\"0\" y=\"0\"><polyline points=\"1,1 40,1\"/></object>\n"

static const char layer[] =
    " <layer id=\"1\" name=\"ground 1\" width=\"2\" height=\"2\">\n"
    "  <properties>\n   <property name=\"title\" value=\"no\"/>\n  </properties>\n"
    "  <data encoding=\"csv\">\n0,0,\n0,0\n</data>\n </layer>\n";
static const ProjectConfig config = {
    .type = 0, .tile_width = 32, .tile_height = 32, .map_size = 64};

static const ProjectFiles no_files = {0};

static Text map_with(Arena *arena, const char *properties, const char *group, const char *end)
{
    const Text all = arena_format(
        arena,
        "<?xml version=\"1.0\"?>\n<map version=\"1.10\" orientation=\"orthogonal\" width=\"2\" "
        "height=\"2\" tilewidth=\"32\" tileheight=\"32\" infinite=\"0\" nextlayerid=\"3\" "
        "nextobjectid=\"9\">\n%s%s%s</map>\n",
        properties, layer, group);
    if (!strcmp(end, "\n"))
        return all;
    Writer out = writer_to(arena);
    for (size_t i = 0; i < all.size; i++)
        if (all.at[i] == '\n')
            write_text(&out, text_of(end));
        else
            write_u8(&out, (uint8_t)all.at[i]);
    return writer_text(&out);
}

static void equal(Text found, Text expected)
{
    if (!text_equal(found, expected))
        fail_msg("found\n%.*s\nexpected\n%.*s", (int)found.size, found.at, (int)expected.size,
                 expected.at);
}

static void properties_change_only_their_bytes(void **state)
{
    static const struct {
        const char *before, *after;
        TmxProperty wanted[4];
    } cases[] = {
        {"",
         " <properties>\n  <property name=\"title\" value=\"A &amp; B\"/>\n </properties>\n",
         {{.name = {"title", 5}, .value = {"A & B", 5}}}},
        {" <properties/>\n",
         " <properties>\n  <property name=\"music\" value=\"town\"/>\n </properties>\n",
         {{.name = {"music", 5}, .value = {"town", 4}}}},
        {" <properties>\n  <property name='title'   value='Old'/>\n"
         "  <property name=\"mine\" type=\"int\" value=\"3\"/>\n </properties>\n",
         " <properties>\n  <property name='title'   value='New &quot;x&quot;'/>\n"
         "  <property name=\"mine\" type=\"int\" value=\"3\"/>\n"
         "  <property name=\"north\" value=\"town\"/>\n </properties>\n",
         {{.name = {"title", 5}, .value = {"New \"x\"", 7}},
          {.name = {"mine", 4}, .value = {"3", 1}},
          {.name = {"north", 5}, .value = {"town", 4}}}},
        {" <properties>\n  <property name=\"title\">two\nlines</property>\n"
         "  <property name=\"parallax\" value=\"1 0\"/>\n"
         "  <property name=\"parallax\" value=\"2 0\"/>\n </properties>\n",
         " <properties>\n  <property name=\"title\">two\nlines</property>\n"
         "  <property name=\"parallax\" value=\"3 0\"/>\n </properties>\n",
         {{.name = {"title", 5}, .value = {"two\nlines", 9}},
          {.name = {"parallax", 8}, .value = {"3 0", 3}}}},
        {" <properties>\n  <property name=\"title\" value=\"a\"/>\n </properties>\n",
         " <properties>\n </properties>\n",
         {{.line = 0}}},
    };
    static const char *const ends[] = {"\n", "\r\n"};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        for (size_t k = 0; k < COUNT_OF(ends); k++) {
            if (i == 3 && k == 1) /* its own line ends are part of the value */
                continue;
            Arena *arena = arena_new();
            Report report = report_to(NULL, NULL);
            Text out;
            size_t count = 0;
            while (count < 4 && cases[i].wanted[count].name.size)
                count++;
            assert_true(map_set_properties(map_with(arena, cases[i].before, "", ends[k]),
                                           cases[i].wanted, count, &out, arena, &report));
            equal(out, map_with(arena, cases[i].after, "", ends[k]));
            arena_free(arena);
        }
}

#define CLASS                                                                                  \
    "  <property name=\"look\" type=\"class\" propertytype=\"Look\">\n   <properties>\n"       \
    "    <property name=\"deep\" value=\"1\"/>\n    <property name=\"deeper\" "                \
    "type=\"class\">\n"                                                                        \
    "     <properties>\n      <property name=\"x\">a\nb</property>\n     </properties>\n"      \
    "    </property>\n   </properties>\n  </property>\n"

/* Tiled's properties of a class have properties of their own. */
static void properties_of_a_class_stay_whole(void **state)
{
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    TmxMap map;
    Text out;
    (void)state;
    const Text text = map_with(arena,
                               " <properties>\n" CLASS
                               "  <property name=\"title\" value=\"Old\"/>\n </properties>\n",
                               "", "\n");
    assert_true(tmx_read(bytes_of_text(text), &map, arena, &report));
    assert_int_equal(map.property_count, 2);
    assert_true(text_is(map.properties[0].name, "look"));
    const TmxProperty wanted[] = {map.properties[0],
                                  {.name = TEXT("title"), .value = TEXT("New")},
                                  {.name = TEXT("north"), .value = TEXT("town")}};
    assert_true(map_set_properties(text, wanted, 3, &out, arena, &report));
    equal(out, map_with(arena,
                        " <properties>\n" CLASS "  <property name=\"title\" value=\"New\"/>\n"
                        "  <property name=\"north\" value=\"town\"/>\n </properties>\n",
                        "", "\n"));
    assert_true(map_set_properties(text, wanted + 1, 1, &out, arena, &report));
    equal(out, map_with(arena,
                        " <properties>\n  <property name=\"title\" value=\"New\"/>\n"
                        " </properties>\n",
                        "", "\n"));
    arena_free(arena);
}

static void paths_change_only_their_bytes(void **state)
{
    MapPoint one[] = {{1, 0}, {2, 0}}, other[] = {{1, 0}, {3, 4}}, seven[] = {{0, 0}, {1, 0}};
    const struct {
        const char *before, *after;
        MapPath wanted[3];
        size_t count;
        const char *object, *layer_id; /* the next ones afterwards */
    } cases[] = {
        {" <objectgroup id=\"2\">\n" PATH_1 PATH_7 " </objectgroup>\n",
         " <objectgroup id=\"2\">\n" PATH_1 PATH_7 " </objectgroup>\n",
         {{{"1", 1}, one, 2}, {{"7", 1}, seven, 2}},
         2,
         "9",
         "3"},
        {" <objectgroup id=\"2\">\n" PATH_1 PATH_7 " </objectgroup>\n",
         " <objectgroup id=\"2\">\n" PATH_7 " </objectgroup>\n",
         {{{"7", 1}, seven, 2}},
         1,
         "9",
         "3"},
        {" <objectgroup id=\"2\">\n" PATH_1 " </objectgroup>\n",
         " <objectgroup id=\"2\">\n  <object id=\"4\" name=\"1\" x=\"48\" y=\"16.5\">\n   "
         "<polygon "
         "points=\"0,-0.5 64,127.5\"/>\n  </object>\n </objectgroup>\n",
         {{{"1", 1}, other, 2}},
         1,
         "9",
         "3"},
        {" <objectgroup id=\"2\">\n" PATH_1 " </objectgroup>\n",
         " <objectgroup id=\"2\">\n" PATH_1 "  <object id=\"9\" name=\"8\" x=\"48\" y=\"16\">\n"
         "   <polygon points=\"0,0 64,128\"/>\n  </object>\n </objectgroup>\n",
         {{{"1", 1}, one, 2}, {{"8", 1}, other, 2}},
         2,
         "10",
         "3"},
        {"",
         " <objectgroup id=\"3\" name=\"patrol paths\">\n  <object id=\"9\" name=\"8\" "
         "x=\"48\" "
         "y=\"16\">\n   <polygon points=\"0,0 64,128\"/>\n  </object>\n </objectgroup>\n",
         {{{"8", 1}, other, 2}},
         1,
         "10",
         "4"},
        {" <objectgroup id=\"2\"/>\n",
         " <objectgroup id=\"2\">\n  <object id=\"9\" name=\"8\" x=\"48\" y=\"16\">\n"
         "   <polygon points=\"0,0 64,128\"/>\n  </object>\n </objectgroup>\n",
         {{{"8", 1}, other, 2}},
         1,
         "10",
         "3"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        Arena *arena = arena_new();
        Report report = report_to(NULL, NULL);
        Text out;
        TmxMap map;
        assert_true(map_set_paths(&config, &no_files, TEXT("maps/m.tmx"),
                                  map_with(arena, "", cases[i].before, "\n"), cases[i].wanted,
                                  cases[i].count, &out, arena, &report));
        const char *expected = arena_text(arena, map_with(arena, "", cases[i].after, "\n")).at;
        char *objects = strstr(expected, "nextobjectid=\"9\""),
             *layers = strstr(expected, "nextlayerid=\"3\"");
        const Text rest = text_of(objects + strlen("nextobjectid=\"9\""));
        const size_t before = (size_t)(layers - expected);
        equal(out, arena_format(arena, "%.*snextlayerid=\"%s\" nextobjectid=\"%s\"%.*s",
                                (int)before, expected, cases[i].layer_id, cases[i].object,
                                (int)rest.size, rest.at));
        /* what was written is what is read */
        assert_true(tmx_read(bytes_of_text(out), &map, arena, &report));
        assert_int_equal(map.polygon_count, cases[i].count);
        for (size_t k = 0; k < cases[i].count; k++) {
            assert_int_equal(map.polygons[k].point_count, cases[i].wanted[k].count);
            for (size_t j = 0; j < map.polygons[k].point_count; j++) {
                const MapPoint cell = map_path_cell(&config, map.polygons[k].points[j]);
                assert_int_equal(cell.x, cases[i].wanted[k].cells[j].x);
                assert_int_equal(cell.y, cases[i].wanted[k].cells[j].y);
            }
        }
        arena_free(arena);
    }
}

/* What Tiled shows at (4,4): rotated, in a moved layer, from a template; in two layers, after a
 * tile with collision shapes. All of them are changed, one is removed, one is added. */
static void paths_that_are_placed_in_any_way_are_changed(void **state)
{
    static const char before[] =
        " <objectgroup id=\"2\" offsetx=\"-64\" offsety=\"32\">\n"
        "  <object id=\"1\" name=\"1\" type=\"night\" x=\"208\" y=\"112\" rotation=\"90\">\n"
        "   <properties><property name=\"who\" value=\"Piotr\"/></properties>\n"
        "   <polyline points=\"0,0 64,0\"/></object>\n"
        "  <object id=\"2\" name=\"2\" x=\"208\" y=\"112\"><polyline points=\"0,0 "
        "64,0\"/></object>\n </objectgroup>\n <!-- <object/> -->\n"
        " <objectgroup id=\"3\">\n  <object id=\"3\" template=\"p.tx\" x=\"144\" y=\"144\"/>\n"
        "  <object id=\"4\" x=\"3\"/>\n"
        "  <object id=\"5\" name=\"4\" x=\"144\" y=\"144\"><polygon points=\"0,0 "
        "0,64\"/></object>"
        "\n </objectgroup>\n";
    static const char tile[] =
        " <tileset firstgid=\"1\" name=\"a\"><tile id=\"0\"><objectgroup><object id=\"1\">"
        "<polygon points=\"0,0\"/></object></objectgroup></tile></tileset>\n";
    static const char template[] =
        "<template><object name=\"3\"><polyline points=\"0,0 64,0\"/></object></template>";
    ProjectFile file = {TEXT("maps/p.tx"), {(const uint8_t *)template, sizeof template - 1}};
    const ProjectFiles files = {.items = &file, .count = 1};
    MapPoint cells[] = {{4, 4}, {9, 7}};
    const MapPath wanted[] = {{TEXT("1"), cells, 2},
                              {TEXT("2"), cells, 2},
                              {TEXT("3"), cells, 2},
                              {TEXT("8"), cells, 2}};
    (void)state;
    Arena *arena = arena_new();
    Report report = report_to(NULL, NULL);
    Text out;
    TmxMap map;
    const Text text = map_with(arena, tile, before, "\n");
    assert_true(map_set_paths(&config, &files, TEXT("maps/m.tmx"), text, wanted,
                              COUNT_OF(wanted), &out, arena, &report));
    assert_true(tmx_read(bytes_of_text(out), &map, arena, &report));
    assert_true(templates_load(&files, TEXT("maps/m.tmx"), &map, NULL, arena, &report));
    assert_int_equal(map.polygon_count, COUNT_OF(wanted));
    for (size_t i = 0; i < map.polygon_count; i++) {
        const MapPoint first = map_path_cell(&config, map.polygons[i].points[0]),
                       last = map_path_cell(&config, map.polygons[i].points[1]);
        assert_int_equal(map.polygons[i].point_count, 2);
        assert_memory_equal(((u16[]){first.x, first.y, last.x, last.y}), ((u16[]){4, 4, 9, 7}),
                            4 * sizeof(u16));
    }
    assert_non_null(find_part(out.at, out.size, "<object id=\"4\" x=\"3\"/>"));
    /* All but points and rotation is the author's. */
    static const char kept[] =
        "<object id=\"1\" name=\"1\" type=\"night\" x=\"208\" y=\"112\" rotation=\"0\">\n"
        "   <properties><property name=\"who\" value=\"Piotr\"/></properties>\n"
        "   <polyline points=\"";
    assert_non_null(find_part(out.at, out.size, kept));
    assert_non_null(find_part(out.at, out.size, "template=\"p.tx\" x=\"144\" y=\"144\">"));
    assert_null(find_part(out.at, out.size, "id=\"5\""));
    /* Nothing changes if the paths are those that the map has. */
    MapPoint down[] = {{4, 4}, {4, 6}}, right[] = {{4, 4}, {6, 4}};
    const MapPath same[] = {{TEXT("1"), down, 2},
                            {TEXT("2"), right, 2},
                            {TEXT("3"), right, 2},
                            {TEXT("4"), down, 2}};
    assert_true(map_set_paths(&config, &files, TEXT("maps/m.tmx"), text, same, COUNT_OF(same),
                              &out, arena, &report));
    equal(out, text);
    arena_free(arena);
}

static void cells_and_points_are_inverse_in_all_grids(void **state)
{
    (void)state;
    for (unsigned type = 0; type < 4; type++) {
        const ProjectConfig grid = {
            .type = (u8)type, .tile_width = 64, .tile_height = 32, .map_size = 256};
        for (u16 y = 0; y < 256; y += 5)
            for (u16 x = 0; x < 256; x += 3) {
                const MapPoint cell =
                    map_path_cell(&grid, map_path_point(&grid, (MapPoint){x, y}));
                assert_int_equal(cell.x, x);
                assert_int_equal(cell.y, y);
            }
    }
}

static void invalid_parts_are_refused(void **state)
{
    MapPoint cell = {0, 0};
    const MapPath wrong[] = {{{"99", 2}, &cell, 1}, {{"a", 1}, &cell, 1}, {{"1", 1}, &cell, 0}};
    (void)state;
    Arena *arena = arena_new();
    Text out;
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        Report report = report_to(NULL, NULL);
        assert_false(map_set_paths(&config, &no_files, TEXT("maps/m.tmx"),
                                   map_with(arena, "", "", "\n"), &wrong[i], 1, &out, arena,
                                   &report));
        assert_int_equal(report.errors, 1);
    }
    Report report = report_to(NULL, NULL);
    assert_false(map_set_properties(TEXT("<map"), NULL, 0, &out, arena, &report));
    arena_free(arena);
}

static void new_maps_are_empty_and_complete(void **state)
{
    (void)state;
    for (unsigned type = 0; type < 4; type++) {
        Arena *arena = arena_new();
        Report report = report_to(NULL, NULL);
        TmxMap map;
        const ProjectConfig grid = {
            .type = (u8)type, .tile_width = 64, .tile_height = 32, .map_size = 16};
        const Text text = map_new_text(&grid, TEXT("Old mill"), arena);
        assert_true(tmx_read(bytes_of_text(text), &map, arena, &report));
        assert_int_equal(map.orientation, type);
        assert_int_equal(map.layer_count, 11);
        assert_int_equal(map.w, 16);
        assert_true(text_is(map.properties[0].value, "Old mill"));
        for (size_t i = 0; i < 16 * 16; i++)
            assert_int_equal(map.layers[10].cells[i], 0);
        arena_free(arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(properties_change_only_their_bytes),
        cmocka_unit_test(properties_of_a_class_stay_whole),
        cmocka_unit_test(paths_change_only_their_bytes),
        cmocka_unit_test(paths_that_are_placed_in_any_way_are_changed),
        cmocka_unit_test(cells_and_points_are_inverse_in_all_grids),
        cmocka_unit_test(invalid_parts_are_refused),
        cmocka_unit_test(new_maps_are_empty_and_complete),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
