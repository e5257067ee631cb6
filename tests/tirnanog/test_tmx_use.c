/* What Tiled shows and the game does not: each row of tmx_use.def; and where patrol paths are
 * that are rotated, moved with their layers, or come from a template. */
#include "lib/tmx_kit.h"

#include "base/stream.h"
#include "base/text.h"
#include "tirnanog/maps/tmx_use.h"

#include <stdio.h>

/* ---- the table ---- */

/* A whole file with one element of each kind; `$NAME` stands for further attributes of it,
 * `%NAME` for further content. Each node occurs twice, where it may. */
static const char whole_map[] =
    "<map orientation=\"orthogonal\" width=\"1\" height=\"1\" tilewidth=\"8\" "
    "tileheight=\"8\"$MAP>%MAP"
    "<properties$PROPERTIES>%PROPERTIES<property name=\"title\" value=\"x\"$PROPERTY/>"
    "<property name=\"music\" value=\"x\"$PROPERTY/></properties>"
    "<tileset firstgid=\"1\" name=\"a\" tilecount=\"4\"$TILESET>%TILESET"
    "<tileoffset$TILEOFFSET/><image source=\"a.png\"$IMAGE>%IMAGE</image></tileset>"
    "<tileset firstgid=\"9\" name=\"b\" tilecount=\"4\"$TILESET><tileoffset$TILEOFFSET/>"
    "<tile id=\"0\"$SET_TILE>%SET_TILE<image source=\"a.png\"$TILE_IMAGE>%TILE_IMAGE</image>"
    "</tile><tile id=\"1\"$SET_TILE>%SET_TILE<image source=\"a.png\"$TILE_IMAGE/></tile>"
    "</tileset>"
    "<group$GROUP>%GROUP<layer id=\"1\"$LAYER>%LAYER<data$DATA><tile gid=\"1\"$TILE/></data>"
    "</layer></group><layer id=\"2\"$LAYER>%LAYER<data$DATA><tile gid=\"1\"$TILE/></data>"
    "</layer><objectgroup$OBJECTS>%OBJECTS<object name=\"1\"$OBJECT>%OBJECT"
    "<polygon points=\"0,0\"$POLYGON/></object><object name=\"2\"$OBJECT>%OBJECT"
    "<polyline points=\"0,0\"$POLYGON/></object></objectgroup></map>";

static const char *const node_names[] = {
    [TMX_NODE_MAP] = "MAP",           [TMX_NODE_PROPERTIES] = "PROPERTIES",
    [TMX_NODE_PROPERTY] = "PROPERTY", [TMX_NODE_TILESET] = "TILESET",
    [TMX_NODE_SET_TILE] = "SET_TILE", [TMX_NODE_TILEOFFSET] = "TILEOFFSET",
    [TMX_NODE_IMAGE] = "IMAGE",       [TMX_NODE_TILE_IMAGE] = "TILE_IMAGE",
    [TMX_NODE_GROUP] = "GROUP",       [TMX_NODE_LAYER] = "LAYER",
    [TMX_NODE_DATA] = "DATA",         [TMX_NODE_TILE] = "TILE",
    [TMX_NODE_OBJECTS] = "OBJECTS",   [TMX_NODE_OBJECT] = "OBJECT",
    [TMX_NODE_POLYGON] = "POLYGON",   [TMX_NODE_SKIPPED] = NULL};

/* The file with `text` at all places `mark` of a node. */
static Text filled(char mark, TmxNode node, const char *text)
{
    Writer out = writer_to(arena);
    for (const char *at = whole_map; *at;) {
        if (*at != '$' && *at != '%') {
            write_u8(&out, (uint8_t)*at++);
            continue;
        }
        const char *end = at + 1;
        while ((*end >= 'A' && *end <= 'Z') || *end == '_')
            end++;
        const Text name = {at + 1, (size_t)(end - at - 1)};
        if (*at == mark && node_names[node] && text_is(name, node_names[node]))
            write_text(&out, text_of(text));
        at = end;
    }
    return writer_text(&out);
}

static size_t messages_with(const char *words)
{
    size_t count = 0;
    for (size_t i = 0; i < kit->messages.count; i++)
        count += strstr(kit->messages.items[i].text.at, words) != NULL;
    return count;
}

static void expect_messages(const char *what, size_t all, const char *words)
{
    if (kit->messages.count == all && messages_with(words) == all)
        return;
    for (size_t i = 0; i < kit->messages.count; i++)
        print_message("    %s\n", kit->messages.items[i].text.at);
    fail_msg("%s: %zu messages, expected %zu with \"%s\"", what, kit->messages.count, all,
             words);
}

static void a_plain_map_has_no_message(void **state)
{
    (void)state;
    tmx_read_good(filled('$', TMX_NODE_NONE, ""));
    expect_messages("plain", 0, "");
}

static void each_ignored_attribute_is_reported_once_with_its_position(void **state)
{
    (void)state;
    size_t count = 0;
    for (size_t i = 0; i < TMX_ATTRIBUTES; i++) {
        const TmxAttributeRow *row = &tmx_attributes[i];
        const char *standard = arena_format(arena, " %s=\"%s\"", row->name, row->standard).at;
        const char *other = arena_format(arena, " %s=\"7\"", row->name).at;
        if (row->use != TMX_IGNORED)
            continue;
        count++;
        if (row->standard[0]) {
            tmx_read_good(filled('$', row->node, standard));
            expect_messages(standard, 0, "");
        }
        const Text file = filled('$', row->node, other);
        tmx_read_good(file);
        expect_messages(other, 1, arena_format(arena, "%s=\"7\" is ignored", row->name).at);
        const Message *message = &kit->messages.items[0];
        const char *found = find_part(file.at, file.size, other);
        assert_non_null(found);
        const size_t value = (size_t)(found - file.at) + strlen(row->name) + 3;
        assert_int_equal(message->line, 1);
        assert_int_equal(message->column, value + 1);
    }
    assert_true(count > 20);
}

static void attributes_for_tiled_alone_are_not_reported(void **state)
{
    (void)state;
    for (size_t i = 0; i < TMX_ATTRIBUTES; i++) {
        const TmxAttributeRow *row = &tmx_attributes[i];
        if (row->use != TMX_TILED)
            continue;
        const char *text = arena_format(arena, " %s=\"7\"", row->name).at;
        tmx_read_good(filled('$', row->node, text));
        expect_messages(text, 0, "");
    }
}

static void each_element_is_used_or_reported_once(void **state)
{
    (void)state;
    size_t count = 0;
    for (size_t i = 0; i < TMX_ELEMENTS; i++) {
        const TmxElementRow *row = &tmx_elements[i];
        const char *text = arena_format(arena, "<%s a=\"1\"/>", row->name).at;
        if ((row->use != TMX_IGNORED && row->use != TMX_TILED) || !node_names[row->parent])
            continue;
        count++;
        tmx_read_good(filled('%', row->parent, text));
        expect_messages(text, row->use == TMX_IGNORED,
                        arena_format(arena, "<%s> is ignored", row->name).at);
    }
    assert_true(count > 20);
}

static void what_no_table_has_is_reported_once(void **state)
{
    (void)state;
    tmx_read_good(filled('$', TMX_NODE_LAYER, " glow=\"7\""));
    expect_messages("glow", 1, "<layer>: unknown attribute glow: ignored");
    tmx_read_good(filled('%', TMX_NODE_OBJECT, "<capsule/>"));
    expect_messages("capsule", 1, "unknown element <capsule>: ignored");
    tmx_read_good(filled('$', TMX_NODE_MAP, " xmlns:x=\"y\" x:y=\"7\""));
    expect_messages("xmlns", 0, "");
    Writer out = writer_to(arena); /* bounded in sum */
    for (int i = 0; i < 5000; i++)
        write_format(&out, "<x%d/>", i);
    write_u8(&out, 0);
    tmx_read_good(filled('%', TMX_NODE_MAP, (const char *)out.data));
    expect_messages("many", TMX_UNKNOWN_MAX, "unknown element");
}

static void other_shapes_are_reported_once_each(void **state)
{
    (void)state;
    static const char *const shapes[] = {"ellipse", "point", "text"};
    for (size_t i = 0; i < COUNT_OF(shapes); i++) {
        const char *object =
            arena_format(arena, "<object x=\"1\" width=\"9\" height=\"9\"><%s/></object>",
                         shapes[i])
                .at;
        const TmxMap map = tmx_read_good(
            filled('%', TMX_NODE_OBJECTS, arena_format(arena, "%s%s", object, object).at));
        expect_messages(shapes[i], 1, arena_format(arena, "<%s> is ignored", shapes[i]).at);
        assert_int_equal(map.polygon_count, 2);
    }
    tmx_read_good(filled('%', TMX_NODE_OBJECTS,
                         "<object width=\"8\" height=\"8\"/><object width=\"8\"/>"));
    expect_messages("rectangle", 1, "a rectangle is ignored");
    tmx_read_good(filled('%', TMX_NODE_OBJECTS, "<object gid=\"1\" width=\"8\"/>"));
    expect_messages("gid", 1, "gid=\"1\" is ignored");
}

static void hexagons_have_sides_of_half_a_tile(void **state)
{
    (void)state;
    static const struct {
        unsigned tile, side, messages;
    } cases[] = {{32, 16, 0}, {32, 14, 1}, {30, 15, 0}, {30, 14, 0}, {30, 0, 1}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        tmx_read_good(arena_format(
            arena,
            "<map orientation=\"hexagonal\" staggeraxis=\"y\" width=\"1\" height=\"1\" "
            "tilewidth=\"9\" tileheight=\"%u\" hexsidelength=\"%u\"/>",
            cases[i].tile, cases[i].side));
        expect_messages("side", cases[i].messages, "half a tile");
    }
}

static void offsets_of_groups_are_reported_for_tiles(void **state)
{
    (void)state;
    tmx_read_good(filled('$', TMX_NODE_GROUP, " offsety=\"-8\""));
    expect_messages("group", 1, "the offset of the group of this layer is ignored");
}

/* ---- where paths are ---- */

#define HEAD(orientation, w, h)                                                                \
    "<map orientation=\"" orientation "\" width=\"16\" height=\"16\" tilewidth=\"" w           \
    "\" tileheight=\"" h "\">"

static TmxPolygon only_path(const char *head, const char *body)
{
    const TmxMap map = tmx_read_good(arena_format(arena, "%s%s</map>", head, body));
    assert_int_equal(map.polygon_count, 1);
    return map.polygons[0];
}

static void expect_point(const TmxPolygon *path, size_t i, double x, double y)
{
    const TmxPoint wanted = {(int64_t)(x * 1000), (int64_t)(y * 1000)};
    const int64_t dx = path->points[i].x - wanted.x, dy = path->points[i].y - wanted.y;
    if (dx < -1 || dx > 1 || dy < -1 || dy > 1)
        fail_msg("point %zu is at %lld, %lld, not %lld, %lld", i, (long long)path->points[i].x,
                 (long long)path->points[i].y, (long long)wanted.x, (long long)wanted.y);
}

/* Quarter turns are exact, and any number of whole turns is none. */
static void quarter_turns_are_exact(void **state)
{
    (void)state;
    static const int turned[4][2] = {{64000, 0}, {0, 64000}, {-64000, 0}, {0, -64000}};
    for (int angle = -3600; angle <= 3600; angle += 90) {
        const TmxPolygon path = only_path(
            HEAD("orthogonal", "32", "32"),
            arena_format(arena,
                         "<objectgroup><object name=\"3\" x=\"10\" y=\"20\" rotation=\"%d\">"
                         "<polyline points=\"0,0 64,0\"/></object></objectgroup>",
                         angle)
                .at);
        const int *wanted = turned[(angle / 90 % 4 + 4) % 4];
        assert_int_equal(path.points[0].x, 10000);
        assert_int_equal(path.points[1].x, 10000 + wanted[0]);
        assert_int_equal(path.points[1].y, 20000 + wanted[1]);
    }
}

#define PATH(rotation)                                                                         \
    "<group offsetx=\"20\" offsety=\"-6\"><objectgroup offsetx=\"12\" offsety=\"30\">"         \
    "<object name=\"1\" x=\"160\" y=\"128\" rotation=\"" rotation "\">"                        \
    "<polyline points=\"0,0 128,0 128,64\"/></object></objectgroup></group>"

/* The points where tmxrasterizer of Tiled 1.8.2 draws the corners of this path, within a pixel,
 * for 64 x 32 and 48 x 32 isometric tiles and for 32 x 32: (576,168) (654.9,287.4)
 * (583.4,283.1), (440,168) (491.1,271.4) (433.6,275.1), (192,152) (302.9,216) (270.9,271.4); as
 * coordinates of the map. */
static void rotated_paths_in_moved_layers_are_where_tiled_draws_them(void **state)
{
    (void)state;
    const TmxPolygon ortho = only_path(HEAD("orthogonal", "32", "32"), PATH("30"));
    expect_point(&ortho, 0, 192, 152);
    expect_point(&ortho, 1, 302.851, 216);
    expect_point(&ortho, 2, 270.851, 271.426);
    static const struct {
        const char *head;
        double w, at[3][2];
    } grids[] = {{HEAD("isometric", "64", "32"),
                  64,
                  {{576, 168}, {654.851, 287.426}, {583.426, 283.138}}},
                 {HEAD("isometric", "48", "32"),
                  48,
                  {{440, 168}, {491.138, 271.426}, {433.569, 275.138}}}};
    for (size_t grid = 0; grid < COUNT_OF(grids); grid++) {
        const TmxPolygon path = only_path(grids[grid].head, PATH("30"));
        for (size_t i = 0; i < 3; i++) {
            const double across =
                (grids[grid].at[i][0] - 8 * grids[grid].w) * 32 / grids[grid].w;
            const double x = grids[grid].at[i][1] + across, y = grids[grid].at[i][1] - across;
            const int64_t dx = path.points[i].x - (int64_t)(x * 1000),
                          dy = path.points[i].y - (int64_t)(y * 1000);
            assert_in_range(dx + 3, 0, 6); /* the figures above have three digits */
            assert_in_range(dy + 3, 0, 6);
        }
    }
}

static void all_object_layers_are_read(void **state)
{
    (void)state;
    const TmxMap map = tmx_read_good(arena_format(
        arena, "%s%s%s</map>", HEAD("orthogonal", "32", "32"),
        "<objectgroup><object name=\"1\"><polygon points=\"0,0\"/></object></objectgroup>",
        "<group><objectgroup><object name=\"2\"><polygon points=\"0,0\"/></object>"
        "</objectgroup></group>"));
    assert_int_equal(map.polygon_count, 2);
    assert_int_equal(map.group_count, 2);
    assert_true(text_is(map.polygons[1].name, "2"));
}

static void placed_by(const char *instance, const char *template, TmxPolygon *out)
{
    Report report = report_to(NULL, NULL);
    TmxPolygon shape;
    const TmxMap map =
        tmx_read_good(arena_format(arena, "%s<objectgroup>%s</objectgroup></map>",
                                   HEAD("orthogonal", "32", "32"), instance));
    assert_true(tx_read(bytes_of_text(text_of(template)), &shape, arena, &report));
    assert_int_equal(map.polygon_count, 1);
    *out = map.polygons[0];
    assert_true(tmx_polygon_place(&map, out, &shape, arena));
}

/* Tiled: what the object has itself has precedence. */
static void templates_give_what_the_object_does_not_have(void **state)
{
    (void)state;
    static const char template[] = "<template><object name=\"3\" rotation=\"90\"><polyline "
                                   "points=\"0,0 64,0\"/></object></template>";
    TmxPolygon path;
    placed_by("<object template=\"p.tx\" x=\"32\" y=\"64\"/>", template, &path);
    assert_true(text_is(path.name, "3"));
    expect_point(&path, 1, 32, 128);
    placed_by("<object template=\"p.tx\" name=\"4\" rotation=\"0\" x=\"32\" y=\"64\"/>",
              template, &path);
    assert_true(text_is(path.name, "4"));
    expect_point(&path, 1, 96, 64);
    placed_by("<object template=\"p.tx\"><polygon points=\"1,2 3,4 5,6\"/></object>", template,
              &path);
    assert_int_equal(path.point_count, 3);
    expect_point(&path, 0, -2, 1);
    placed_by("<object template=\"p.tx\"/>", "<template><object gid=\"1\"/></template>", &path);
    assert_false(path.placement.has_shape);
}

static void templates_are_files_of_their_own(void **state)
{
    (void)state;
    static const char *const wrong[] = {"<map/>", "<template>", "",
                                        "<template><object x=\"a\"/>"};
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        Report report = report_to(NULL, NULL);
        TmxPolygon shape;
        assert_false(tx_read(bytes_of_text(text_of(wrong[i])), &shape, arena, &report));
        assert_int_equal(report.errors, 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_plain_map_has_no_message),
        TEST(each_ignored_attribute_is_reported_once_with_its_position),
        TEST(attributes_for_tiled_alone_are_not_reported),
        TEST(each_element_is_used_or_reported_once),
        TEST(what_no_table_has_is_reported_once),
        TEST(other_shapes_are_reported_once_each),
        TEST(hexagons_have_sides_of_half_a_tile),
        TEST(offsets_of_groups_are_reported_for_tiles),
        TEST(quarter_turns_are_exact),
        TEST(rotated_paths_in_moved_layers_are_where_tiled_draws_them),
        TEST(all_object_layers_are_read),
        TEST(templates_give_what_the_object_does_not_have),
        TEST(templates_are_files_of_their_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
