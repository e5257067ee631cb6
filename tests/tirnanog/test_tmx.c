/* Reading Tiled maps: every encoding is made here with the libraries that Tiled uses. */
#include "lib/tmx_kit.h"

#include "base/deflate.h"
#include "base/stream.h"
#include "tirnanog/maps/tmx_decimal.h"

#include <stdio.h>
#include <zstd.h>

/* The one error's text, where it was. */
static const char *read_bad(Text text, uint32_t line, uint32_t column)
{
    TmxMap map;
    assert_false(read_bytes_of(bytes_of_text(text), &map));
    const Message *message = &kit->messages.items[kit->messages.count - 1];
    if (line && (message->line != line || message->column != column))
        fail_msg("at %u:%u, not %u:%u: %s", message->line, message->column, line, column,
                 message->text.at);
    return message->text.at;
}

#define BAD(text, line, column, words)                                                         \
    do {                                                                                       \
        const char *said = read_bad(text, line, column);                                       \
        if (!strstr(said, words))                                                              \
            fail_msg("\"%s\" says nothing of \"%s\"", said, words);                            \
    } while (0)

#define HEAD                                                                                   \
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<map orientation=\"orthogonal\" "             \
    "width=\"4\" height=\"3\" tilewidth=\"16\" tileheight=\"16\">\n"
#define TAIL "</map>\n"
#define LAYER "<layer id=\"1\" width=\"4\" height=\"3\">"

static const uint32_t cells[12] = {1, 0, 70000, 4, 5, 6, 7, 8, 1000000, 10, 11, 65536};
static const char csv[] = "1,0,70000,4,\n5,6,7,8,\n1000000,10,11,65536\n";

static Text in_map(const char *inner) { return arena_format(arena, HEAD "%s" TAIL, inner); }

static Text with_data(const char *attributes, Text data)
{
    return arena_format(arena, HEAD LAYER "<data%s>%.*s</data></layer>" TAIL, attributes,
                        (int)data.size, data.at);
}

static Text base64(Bytes bytes)
{
    static const char digits[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    Writer writer = writer_to(arena);
    write_text(&writer, TEXT("\n   "));
    for (size_t i = 0; i < bytes.size; i += 3) {
        uint32_t bits = 0;
        for (size_t j = 0; j < 3; j++)
            bits = bits << 8 | (i + j < bytes.size ? bytes.data[i + j] : 0);
        for (size_t j = 0; j < 4; j++)
            write_u8(&writer,
                     i + j > bytes.size ? '=' : (uint8_t)digits[bits >> (18 - 6 * j) & 63]);
    }
    write_text(&writer, TEXT("\n  "));
    return writer_text(&writer);
}

static Bytes packed_with_zstd(Bytes bytes)
{
    const size_t room = ZSTD_compressBound(bytes.size);
    uint8_t *out = arena_alloc(arena, room, 1);
    return (Bytes){out, ZSTD_compress(out, room, bytes.data, bytes.size, 3)};
}

static const Bytes cell_bytes = {(const uint8_t *)cells, sizeof cells};

static void cells_are_right(Text file)
{
    const TmxMap map = tmx_read_good(file);
    assert_int_equal(map.layer_count, 1);
    assert_int_equal(map.layers[0].id, 1);
    assert_int_equal(map.layers[0].w, 4);
    assert_int_equal(map.layers[0].h, 3);
    assert_memory_equal(map.layers[0].cells, cells, sizeof cells);
    assert_int_equal(kit->messages.count, 0);
}

/* ---- encodings ---- */

static void every_encoding_gives_the_same_cells(void **state)
{
    (void)state;
    Writer tiles = writer_to(arena);
    for (size_t i = 0; i < 12; i++)
        if (cells[i])
            write_format(&tiles, "<tile gid=\"%u\"/>\n", cells[i]);
        else
            write_text(&tiles, TEXT("<tile/>\n"));
    cells_are_right(with_data("", writer_text(&tiles)));
    cells_are_right(with_data(" encoding=\"csv\"", text_of(csv)));
    cells_are_right(with_data(" encoding=\"base64\"", base64(cell_bytes)));
    cells_are_right(with_data(" encoding=\"base64\" compression=\"\"", base64(cell_bytes)));
    cells_are_right(with_data(" encoding=\"base64\" compression=\"zlib\"",
                              base64(deflate_bytes(cell_bytes, WRAPPING_ZLIB, 6, arena))));
    cells_are_right(with_data(" encoding=\"base64\" compression=\"gzip\"",
                              base64(deflate_bytes(cell_bytes, WRAPPING_GZIP, 6, arena))));
    cells_are_right(with_data(" encoding=\"base64\" compression=\"zstd\"",
                              base64(packed_with_zstd(cell_bytes))));
}

static void numbers_may_be_split_by_comments_and_character_references(void **state)
{
    (void)state;
    cells_are_right(with_data(" encoding=\"csv\"",
                              TEXT("1,0,7<!-- 9,9 <data> -->0&#48;00,4,\r\n5,6<![CDATA[,7,8"
                                   ",1]]>000000,\t10 , 11,<?x 1,1?>65536")));
    /* `<data` within a comment or an attribute is no layer */
    cells_are_right(
        in_map("<!-- <data encoding=\"csv\"> 1,2 --><editorsettings a='data>'/>" LAYER
               "<data encoding='csv' xmlns='>'>1,0,70000,4,5,6,7,8,1000000,10,11,65536"
               "</data></layer>"));
}

static void numbers_of_every_length_are_read(void **state)
{
    (void)state;
    enum { SIDE = 100 };
    static const char *const spaces[] = {"", "", "", "\n", "\r\n", " \t"};
    static uint32_t wanted[SIDE * SIDE];
    uint32_t seed = 3, max = 1;
    Writer writer = writer_to(arena);
    for (size_t i = 0; i < SIDE * SIDE; i++) {
        seed = seed * 1664525 + 1013904223;
        max = seed >> 31 ? 1 : max > 99999999 ? 1 : max * 10; /* many are 0 */
        wanted[i] = (uint32_t)((uint64_t)seed * max >> 32);
        write_format(&writer, "%s%0*u%s", spaces[seed >> 8 & 1 ? 0 : seed % 6],
                     seed >> 12 & 15 ? 0 : 9, wanted[i], i + 1 < SIDE * SIDE ? "," : "");
    }
    const Text data = writer_text(&writer);
    const TmxMap map = tmx_read_good(arena_format(
        arena,
        HEAD "<layer id=\"1\" width=\"100\" height=\"100\"><data encoding=\"csv\">%.*s"
             "</data></layer>" TAIL,
        (int)data.size, data.at));
    assert_memory_equal(map.layers[0].cells, wanted, sizeof wanted);
}

static void utf_16_files_are_read(void **state)
{
    (void)state;
    const Text text = with_data(" encoding=\"csv\"", text_of(csv));
    Writer wide = writer_to(arena);
    write_u16(&wide, 0xFEFF);
    const size_t skip = sizeof "<?xml version=\"1.0\" encoding=\"UTF-8\"?>" - 1;
    for (size_t i = skip; i < text.size; i++)
        write_u16(&wide, (uint8_t)text.at[i]);
    cells_are_right(writer_text(&wide));
}

static void csv_that_is_not_a_list_of_numbers_is_rejected_at_its_place(void **state)
{
    (void)state;
    static const struct {
        const char *data;
        uint32_t line, column;
        const char *words;
    } bad[] = {
        {"1,2,3", 3, 62, "fewer cells"},
        {"", 3, 57, "fewer cells"},
        {"1,2,3,4,5,6,7,8,9,10,11,12,13", 3, 86, "more cells"},
        {"1,2,3,4,5,6,7,8,9,10,11,12,", 3, 84, "after the last comma"},
        {"1,2,x,4", 3, 61, "invalid character"},
        {"1,,2,3,4,5,6,7,8,9,10,11,12", 3, 59, "invalid character"},
        {"1,2,3\n4,5,6,7,8,9,10,11,12", 4, 1, "invalid character"},
        {"1,2,\n3,-4,5,6,7,8,9,10,11,12", 4, 3, "invalid character"},
        {"1,2,4294967296,4,5,6,7,8,9,10,11,12", 3, 70, "too large"},
        {"1,2,\n99999999999999999999999999999,4,5,6,7,8,9,10,11,12", 4, 10, "too large"},
    };
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        BAD(with_data(" encoding=\"csv\"", text_of(bad[i].data)), bad[i].line, bad[i].column,
            bad[i].words);
}

static void positions_after_a_layer_are_correct(void **state)
{
    (void)state;
    BAD(with_data(" encoding=\"csv\"",
                  arena_format(arena, "%s</data></layer><layer id=\"x\"><data>", csv)),
        6, 27, "id must be");
    BAD(in_map(LAYER "<data encoding=\"csv\">1,2,3,4,5,6,7,8,9,10,11,12</data></lair>"), 3, 92,
        "mismatched");
}

static void packed_data_of_the_wrong_size_is_rejected(void **state)
{
    (void)state;
    static const char *const names[] = {"", "zlib", "gzip", "zstd"};
    for (int packing = 0; packing < 4; packing++) {
        const char *attributes =
            arena_format(arena, " encoding=\"base64\" compression=\"%s\"", names[packing]).at;
        for (size_t size = 0; size <= 52; size += 4) {
            static const uint8_t zeros[64];
            const Bytes bytes = {zeros, size};
            const Bytes stored = packing == 0   ? bytes
                                 : packing == 1 ? deflate_bytes(bytes, WRAPPING_ZLIB, 6, arena)
                                 : packing == 2 ? deflate_bytes(bytes, WRAPPING_GZIP, 6, arena)
                                                : packed_with_zstd(bytes);
            if (size == 48)
                tmx_read_good(with_data(attributes, base64(stored)));
            else
                BAD(with_data(attributes, base64(stored)), 0, 0, "layer 1 (4 x 3)");
            for (size_t cut = 1; packing && cut < stored.size && size == 48; cut++) {
                /* the trailer of gzip is not looked at */
                if (packing != 2 || cut > 8)
                    BAD(with_data(attributes, base64((Bytes){stored.data, stored.size - cut})),
                        0, 0, "layer 1 (4 x 3)");
            }
        }
    }
    BAD(with_data(" encoding=\"base64\"", TEXT("AAAA*AAA")), 3, 64, "invalid character");
    BAD(with_data(" encoding=\"base64\"", TEXT("AAA=A")), 3, 64, "invalid character");
}

/* Tiled 1.8.2 hangs on 28 of 300 such files. */
static void damaged_layers_never_hang(void **state)
{
    (void)state;
    uint32_t seed = 1;
    for (int packing = 1; packing < 4; packing++)
        for (int round = 0; round < 1000; round++) {
            uint32_t random[12];
            for (size_t i = 0; i < 12; i++)
                random[i] = (seed = seed * 1664525 + 1013904223) >> 28;
            const Bytes plain = {(const uint8_t *)random, sizeof random};
            const Bytes stored = packing == 1   ? deflate_bytes(plain, WRAPPING_ZLIB, 6, arena)
                                 : packing == 2 ? deflate_bytes(plain, WRAPPING_GZIP, 6, arena)
                                                : packed_with_zstd(plain);
            uint8_t *damaged = (uint8_t *)arena_copy(arena, stored).data;
            seed = seed * 1664525 + 1013904223;
            damaged[(seed >> 8) % stored.size] ^= (uint8_t)(1u << (seed >> 29));
            TmxMap map;
            read_bytes_of(bytes_of_text(with_data(
                              packing == 1   ? " encoding='base64' compression='zlib'"
                              : packing == 2 ? " encoding='base64' compression='gzip'"
                                             : " encoding='base64' compression='zstd'",
                              base64((Bytes){damaged, stored.size}))),
                          &map);
        }
}

/* 64 layers of 64 MiB from a file of some kilobytes each. */
static void a_bomb_of_packed_layers_is_rejected(void **state)
{
    (void)state;
    const size_t size = (size_t)4096 * 4096 * 4;
    uint8_t *zeros = calloc(size, 1);
    const Text data = base64(packed_with_zstd((Bytes){zeros, size}));
    free(zeros);
    Writer writer = writer_to(arena);
    for (int i = 1; i < 20; i++)
        write_format(
            &writer,
            "<layer id=\"%d\" width=\"4096\" height=\"4096\"><data encoding=\"base64\" "
            "compression=\"zstd\">%.*s</data></layer>",
            i, (int)data.size, data.at);
    write_u8(&writer, 0);
    BAD(in_map((const char *)writer.data), 0, 0,
        "layer 2 (4096 x 4096): it has too many cells");
}

static void a_large_layer_is_rejected_before_memory_is_asked_for(void **state)
{
    (void)state;
    arena_limit(arena, 1 << 20);
    static const char *const attributes[] = {"", " encoding=\"csv\"", " encoding=\"base64\""};
    for (size_t i = 0; i < COUNT_OF(attributes); i++)
        BAD(arena_format(arena,
                         HEAD "<layer id=\"1\" width=\"4096\" height=\"4096\"><data%s>1,2"
                              "</data></layer>" TAIL,
                         attributes[i]),
            0, 0, "too short");
    BAD(in_map("<layer id=\"1\" width=\"4097\" height=\"1\"/>"), 3, 22, "4096");
    BAD(in_map("<layer id=\"1\" width=\"0\" height=\"1\"/>"), 3, 22, "4096");
}

/* ---- elements ---- */

static void unsupported_features_are_rejected_with_a_message(void **state)
{
    (void)state;
    BAD(TEXT(""), 0, 0, "empty file");
    BAD(TEXT("<svg/>"), 1, 1, "begins with <map>");
    BAD(TEXT("<map orientation=\"staggered\"/>"), 1, 19, "staggered");
    BAD(TEXT("<map orientation=\"round\"/>"), 1, 19, "orthogonal, isometric or hexagonal");
    BAD(TEXT("<map orientation=\"orthogonal\" infinite=\"1\"/>"), 1, 41, "infinite");
    BAD(TEXT("<!DOCTYPE map [<!ENTITY a \"aaaa\">]><map/>"), 1, 15, "DOCTYPE");
    BAD(TEXT("<map orientation=\"orthogonal\" width=\"1\" height=\"1\" tilewidth=\"0\"/>"), 1,
        63, "tilewidth");
    BAD(TEXT("<map orientation=\"hexagonal\" staggeraxis=\"z\"/>"), 1, 43, "staggeraxis");
    BAD(TEXT("<tileset/>"), 1, 1, "begins with <map>");
    BAD(in_map("<tileset/>"), 3, 1, "firstgid is missing");
    BAD(in_map("<tileset firstgid=\"7\"/><tileset firstgid=\"7\"/>"), 3, 0, "two tilesets");
    BAD(in_map(LAYER "</layer>"), 3, 36, "has no data");
    BAD(in_map(LAYER "<data encoding=\"lzw\"/></layer>"), 3, 36, "encoding");
    BAD(in_map(LAYER "<data encoding=\"base64\" compression=\"rar\"/></layer>"), 3, 36,
        "compression");
    BAD(in_map(LAYER "<data encoding=\"csv\" compression=\"zlib\"/></layer>"), 3, 36, "base64");
    BAD(in_map(LAYER "<data><chunk x=\"0\"/></data></layer>"), 3, 42, "infinite");
    BAD(in_map("<properties><property value=\"3\"/></properties>"), 3, 13, "name is missing");
    BAD(in_map("<objectgroup><object x=\"1,5\"/></objectgroup>"), 3, 25, "x is not a number");
    BAD(in_map("<objectgroup><object><polygon points=\"1,2 3\"/></object></objectgroup>"), 3,
        39, "point 2");
    BAD(in_map("<a>"), 3, 6, "not well-formed XML");
}

static void nesting_and_attributes_have_a_limit(void **state)
{
    (void)state;
    Writer writer = writer_to(arena);
    for (int i = 0; i < 100000; i++)
        write_text(&writer, TEXT("<group>"));
    write_u8(&writer, 0);
    BAD(in_map((const char *)writer.data), 3, 31 * 7 + 1, "nested");
    char *large = arena_alloc(arena, (2 << 20) + 1, 1);
    memset(large, 'a', 2 << 20);
    BAD(in_map(arena_format(arena, "<x a=\"%s\"/>", large).at), 3, 1, "attribute");
    BAD(in_map(arena_format(
                   arena, "<properties><property name=\"a\">%s</property></properties>", large)
                   .at),
        0, 0, "property");
}

/* Each piece that is given to expat makes it look at an unfinished comment again. */
static void large_comment_is_skipped_quickly(void **state)
{
    (void)state;
    Writer writer = writer_to(arena);
    write_text(&writer, TEXT("<!-- "));
    for (int i = 0; i < 1000000; i++)
        write_text(&writer, TEXT("<data>"));
    write_text(&writer, TEXT(" -->"));
    write_u8(&writer, 0);
    tmx_read_good(in_map((const char *)writer.data));
}

static void properties_belong_to_the_map(void **state)
{
    (void)state;
    const TmxMap map = tmx_read_good(in_map(
        "<properties>\n<property name=\"title\" value=\"A &amp; B\"/>\n"
        "<property name=\"parallax\" value=\"1\"/>\n<property name=\"parallax\" value=\"2\"/>\n"
        "<property name=\"music\">one\ntwo</property>\n"
        "<property name=\"title\" value=\"again\"/>\n<property name=\"empty\"/></properties>"
        "<tileset firstgid=\"1\"><properties><property name=\"x\"/></properties></tileset>"
        "<layer id=\"1\"><properties><property name=\"y\"/></properties>"
        "<data encoding=\"csv\">0,0,0,0,0,0,0,0,0,0,0,0</data></layer>"));
    static const struct {
        const char *name, *value;
        uint32_t line;
    } wanted[] = {{"title", "A & B", 4},
                  {"parallax", "1", 5},
                  {"parallax", "2", 6},
                  {"music", "one\ntwo", 7},
                  {"empty", "", 10}};
    assert_int_equal(map.property_count, COUNT_OF(wanted));
    for (size_t i = 0; i < COUNT_OF(wanted); i++) {
        assert_true(text_is(map.properties[i].name, wanted[i].name));
        assert_true(text_is(map.properties[i].value, wanted[i].value));
        assert_int_equal(map.properties[i].line, wanted[i].line);
    }
    assert_int_equal(kit->messages.count, 2);
    assert_int_equal(kit->messages.items[0].line, 9);
    assert_non_null(strstr(kit->messages.items[1].text.at, "<properties> is ignored"));
}

static void flags_are_masked_with_one_warning_per_layer(void **state)
{
    (void)state;
    static const char data[] =
        "<layer id=\"2\" width=\"2\" height=\"2\"><data "
        "encoding=\"csv\">2147483649,536870914,268435459,4</data></layer>";
    const TmxMap map = tmx_read_good(in_map(data));
    assert_int_equal(kit->messages.count, 1);
    assert_memory_equal(map.layers[0].cells, ((uint32_t[]){1, 2, 3, 4}), 16);
    const TmxMap hex = tmx_read_good(arena_format(
        arena,
        "<map orientation=\"hexagonal\" staggeraxis=\"x\" staggerindex=\"even\" width=\"1\" "
        "height=\"1\" tilewidth=\"8\" tileheight=\"8\">%s</map>",
        data));
    assert_int_equal(kit->messages.count, 2);
    assert_non_null(strstr(kit->messages.items[0].text.at, "staggerindex"));
    assert_int_equal(hex.orientation, TMX_HEXAGONAL_HORIZONTAL);
    assert_memory_equal(hex.layers[0].cells, ((uint32_t[]){1, 2, 3, 4}), 16);
}

static void groups_and_all_object_layers_are_read(void **state)
{
    (void)state;
    const TmxMap map = tmx_read_good(in_map(
        "<tileset firstgid=\"9\" name=\"b\"/><tileset firstgid=\"3\" name=\"a\">"
        "<tile id=\"0\"><objectgroup><object><polygon points=\"9,9\"/></object></objectgroup>"
        "</tile></tileset><group><group><layer id=\"5\" width=\"1\" height=\"1\">"
        "<data><tile gid=\"3\"/></data></layer></group>"
        "<objectgroup><object name=\"7\" x=\"10.5\" y=\"-20\"><properties/>"
        "<polygon points=\"0,0 1.25,-2 1e-05,.0006\"/></object><object/>"
        "<object name=\"8\"><polyline points=\"1,2\"/></object></objectgroup></group>"
        "<layer id=\"5\" width=\"1\" height=\"1\"><data><tile gid=\"4\"/></data></layer>"
        "<objectgroup><object name=\"1\"><polygon points=\"0,0\"/></object></objectgroup>"));
    assert_int_equal(map.layer_count, 1);
    assert_int_equal(map.layers[0].cells[0], 3);
    /* collision shapes, properties of objects, a rectangle, and the duplicate layer */
    assert_int_equal(kit->messages.count, 4);
    assert_int_equal(map.tileset_count, 2);
    assert_int_equal(map.tilesets[0].first, 3);
    assert_true(text_is(map.tilesets[1].name, "b"));
    assert_int_equal(map.polygon_count, 3);
    assert_int_equal(map.group_count, 2);
    assert_int_equal(map.first_group, 1); /* after that of the tile */
    assert_true(text_is(map.polygons[0].name, "7"));
    assert_true(text_is(map.polygons[2].name, "1"));
    const TmxPoint wanted[] = {{10500, -20000}, {11750, -22000}, {10500, -19999}};
    assert_int_equal(map.polygons[0].point_count, 3);
    assert_memory_equal(map.polygons[0].points, wanted, sizeof wanted);
    assert_int_equal(map.polygons[1].points[0].y, 2000);
}

static void decimals_are_thousandths_without_floating_point(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int64_t value;
    } good[] = {{"0", 0},
                {"-0", 0},
                {"12", 12000},
                {"+1.5", 1500},
                {"-12.3456", -12346},
                {"0.0005", 1},
                {"-0.0005", -1},
                {"0.00049999", 0},
                {"1e3", 1000000},
                {"1.5e+2", 150000},
                {"2500e-6", 3},
                {"7.", 7000},
                {".25", 250},
                {"1000000000", 1000000000000},
                {"0.33333333333333333333333333333333333333", 333},
                {"0000000000000000000000000000012", 12000},
                {"123456.7890000000000000000000001", 123456789},
                {"1e-99999999999", 0},
                {"0e99999999999", 0}};
    static const char *const bad[] = {"",
                                      "-",
                                      ".",
                                      "x",
                                      "1000000001",
                                      "1e10",
                                      "1e999999999999",
                                      "99999999999999999999999999999"};
    int64_t value;
    for (size_t i = 0; i < COUNT_OF(good); i++) {
        Text rest = text_of(good[i].text);
        assert_true(decimal_read(&rest, &value));
        if (value != good[i].value || rest.size)
            fail_msg("%s gives %lld", good[i].text, (long long)value);
    }
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        Text rest = text_of(bad[i]);
        assert_false(decimal_read(&rest, &value));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_encoding_gives_the_same_cells),
        TEST(numbers_may_be_split_by_comments_and_character_references),
        TEST(numbers_of_every_length_are_read),
        TEST(utf_16_files_are_read),
        TEST(csv_that_is_not_a_list_of_numbers_is_rejected_at_its_place),
        TEST(positions_after_a_layer_are_correct),
        TEST(packed_data_of_the_wrong_size_is_rejected),
        TEST(damaged_layers_never_hang),
        TEST(a_bomb_of_packed_layers_is_rejected),
        TEST(a_large_layer_is_rejected_before_memory_is_asked_for),
        TEST(unsupported_features_are_rejected_with_a_message),
        TEST(nesting_and_attributes_have_a_limit),
        TEST(large_comment_is_skipped_quickly),
        TEST(properties_belong_to_the_map),
        TEST(flags_are_masked_with_one_warning_per_layer),
        TEST(groups_and_all_object_layers_are_read),
        TEST(decimals_are_thousandths_without_floating_point),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
