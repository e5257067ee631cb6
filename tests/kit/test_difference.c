/* What differs between trees, texts, archives and files of every format. */
#include "lib/evil_adb.h"
#include "lib/evil_db.h"
#include "lib/evil_figures.h"
#include "lib/evil_mmp.h"
#include "lib/evil_reg.h"
#include "lib/evil_res.h"
#include "lib/mages_samples.h"
#include "lib/small_game.h"

#include "kit/compare/difference_internal.h"
#include "tirnanog/fonts/font_builtin.h"

typedef struct Lines {
    Writer text;
    size_t count;
} Lines;

static void keep_line(void *context, const Difference *difference)
{
    Lines *lines = context;
    difference_write(difference, &lines->text);
    write_u8(&lines->text, '\n');
    lines->count++;
}

static const char *lines_text(Kit *kit, const Lines *lines)
{
    return arena_text(kit->arena, writer_text(&lines->text)).at;
}

/* Apostrophes stand for quotes. */
static json_t *tree(Kit *kit, const char *json)
{
    char *text = (char *)arena_text(kit->arena, text_of(json)).at;
    for (char *c = text; *c; c++)
        *c = *c == '\'' ? '"' : *c;
    json_t *value = json_loads(text, JSON_DECODE_ANY, NULL);
    if (!value)
        fail_msg("no JSON: %s", text);
    return value;
}

static const char *tree_lines(Kit *kit, json_t *a, json_t *b)
{
    Lines lines = {.text = writer_to(kit->arena)};
    Differences differences = {.sink = keep_line, .context = &lines};
    DifferenceJob job = {.differences = &differences,
                         .file = TEXT("f"),
                         .place = writer_to(kit->arena),
                         .text = writer_to(kit->arena),
                         .arena = kit->arena};
    difference_of_trees(&job, a, b);
    assert_int_equal(lines.count, differences.count);
    assert_int_equal(job.place.size, 0);
    json_decref(a);
    json_decref(b);
    return lines_text(kit, &lines);
}

static void check_trees(Kit *kit, const char *a, const char *b, const char *wanted)
{
    const char *found = tree_lines(kit, tree(kit, a), tree(kit, b));
    if (strcmp(found, wanted) != 0)
        fail_msg("%s against %s gives\n%snot\n%s", a, b, found, wanted);
}

static const char *file_lines(Kit *kit, const char *name, Bytes a, Bytes b, bool *ok)
{
    Lines lines = {.text = writer_to(kit->arena)};
    Differences differences = {.sink = keep_line, .context = &lines};
    const DifferenceSide sides[] = {{arena_format(kit->arena, "a/%s", name), a},
                                    {arena_format(kit->arena, "b/%s", name), b}};
    *ok = difference_files(text_of(name), &sides[0], &sides[1], &differences, &kit->report);
    return lines_text(kit, &lines);
}

static void check_files(Kit *kit, const char *name, Bytes a, Bytes b, const char *wanted)
{
    bool ok;
    const char *found = file_lines(kit, name, a, b, &ok);
    assert_true(ok);
    if (strcmp(found, wanted) != 0)
        fail_msg("%s: %snot\n%s", name, found, wanted);
}

static Bytes text_bytes(const char *text) { return bytes_of_text(text_of(text)); }

/* ---- trees ---- */

static void values_and_members_are_reported_by_their_place(void **state)
{
    static const char *const cases[][3] = {
        {"{'a': 1, 'b': {'c': true}}", "{'a': 1, 'b': {'c': true}}", ""},
        {"{'a': 1}", "{'a': 2}", "f: a: 1 -> 2\n"},
        {"{'a': {'b c': {'d': 'x'}}}", "{'a': {'b c': {'d': 'y'}}}",
         "f: a[\"b c\"].d: \"x\" -> \"y\"\n"},
        {"{'a': 0.1}", "{'a': 0.25}", "f: a: 0.1 -> 0.25\n"},
        {"{'a': 1}", "{'a': 'x'}", "f: a: 1 -> \"x\"\n"},
        {"{'a': null}", "{'a': [1, {'b': 2}]}", "f: a: null -> [1, {b: 2}]\n"},
        {"{'a': 1, 'b': 2}", "{'b': 2, 'c': [3]}", "f: a: - 1\nf: c: + [3]\n"},
        {"{'a': 1, 'b': 2}", "{'b': 2, 'a': 1}", ""},
        {"{'a': 'x\\ny\\nz'}", "{'a': 'x\\nw\\nz'}", "f: a, line 2: \"y\" -> \"w\"\n"},
        {"{'a': '\\u001b[1m'}", "{'a': '\\u009b'}", "f: a: \"\\x1B[1m\" -> \"\\x{9B}\"\n"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        check_trees(*state, cases[i][0], cases[i][1], cases[i][2]);
}

static void rows_are_paired_by_their_names(void **state)
{
    static const char *const before = "[{'name': 'axe', 'price': 4}, {'name': 'bow', 'price': "
                                      "6}, {'name': 'rod', 'price': 1}]";
    static const char *const cases[][2] = {
        {"[{'name': 'axe', 'price': 4}, {'name': 'cap', 'price': 2}, {'name': 'bow', 'price': "
         "6}, {'name': 'rod', 'price': 1}]",
         "f: + \"cap\"\n"},
        {"[{'name': 'axe', 'price': 4}, {'name': 'rod', 'price': 1}]", "f: - \"bow\"\n"},
        {"[{'name': 'rod', 'price': 1}, {'name': 'axe', 'price': 5}, {'name': 'bow', 'price': "
         "6}]",
         "f: [\"axe\"].price: 4 -> 5\nf: another order, first \"rod\"\n"},
        {"[{'name': 'axe', 'price': 4}, {'name': 'longbow', 'price': 6}, {'name': 'rod', "
         "'price': 1}]",
         "f: [\"bow\"].name: \"bow\" -> \"longbow\"\n"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        check_trees(*state, before, cases[i][0], cases[i][1]);
    check_trees(*state, "[{'id': 5, 'a': 1}, {'id': 6, 'a': 1}]",
                "[{'id': 6, 'a': 2}, {'id': 7, 'b': 1}]",
                "f: - id 5\nf: [id 6].a: 1 -> 2\nf: + id 7\n");
}

/* Names that come twice tell nothing: what is equal is paired, then what is left. */
/* Nodes of map objects: by type and number, not by a path of indices. */
static void map_objects_have_names_for_people(void **state)
{
#define MAP(objects)                                                                           \
    "{'nodes': [{'type': 'OBJECTDBFILE', 'children': [{'type': 'OBJECTSECTION', 'children': "  \
    "[" objects "]}]}]}"
#define WELL(rest)                                                                             \
    "{'type': 'OBJECT', 'children': [{'type': 'NID', 'value': 1203}, {'type': 'OBJNAME', "     \
    "'value': 'well'}" rest "]}"
#define AT(x, y, z) ", {'type': 'OBJPOSITION', 'value': [" #x ", " #y ", " #z "]}"
#define LAMP(range)                                                                            \
    "{'type': 'LIGHT', 'children': [{'type': 'LIGHT_ID', 'value': 7}, {'type': "               \
    "'LIGHT_RANGE', 'value': " #range "}]}"
#define POST(x)                                                                                \
    "{'type': 'GUARD_PT', 'children': [{'type': 'GUARD_PT_POSITION', 'value': [" #x ", 0, "    \
    "0]}]}"
    static const char *const cases[][3] = {
        {MAP(WELL(AT(1, 2, 0))), MAP(WELL(AT(1, 2, 5.25))),
         "f: OBJECT 1203 \"well\" position z: 0 -> 5.25\n"},
        {MAP(WELL(AT(1, 2, 0)) "," LAMP(3)), MAP(LAMP(4) "," WELL(AT(5, 6, 0))),
         "f: OBJECT 1203 \"well\" position: [1, 2, 0] -> [5, 6, 0]\n"
         "f: LIGHT 7 range: 3 -> 4\n"
         "f: another order, first LIGHT 7\n"},
        {MAP(LAMP(3)), MAP(LAMP(3) "," WELL(AT(1, 2, 0))),
         "f: + OBJECT 1203 \"well\" [1, 2, 0]\n"},
        {MAP(WELL(AT(1, 2, 0))), MAP(WELL("")),
         "f: OBJECT 1203 \"well\": - position [1, 2, 0]\n"},
        {MAP(POST(1) "," POST(2)), MAP(POST(1) "," POST(3)),
         "f: GUARD_PT position x: 2 -> 3\n"},
        {MAP("{'id': '0x00001234', 'raw': '00'}"), MAP("{'id': '0x00001234', 'raw': '01'}"),
         "f: 0x00001234.raw: \"00\" -> \"01\"\n"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        check_trees(*state, cases[i][0], cases[i][1], cases[i][2]);
}

static void unnamed_rows_are_paired_by_contents(void **state)
{
    static const char *const before =
        "[{'x': 1, 'y': 1, 'z': 1}, {'x': 2, 'y': 2, 'z': 2}, {'x': 3, 'y': 3, 'z': 3}]";
    static const char *const cases[][2] = {
        {"[{'x': 1, 'y': 1, 'z': 1}, {'x': 9, 'y': 9, 'z': 9}, {'x': 2, 'y': 2, 'z': 2}, {'x': "
         "3, 'y': 3, 'z': 3}]",
         "f: + [1] {x: 9, y: 9, z: 9}\n"},
        {"[{'x': 1, 'y': 1, 'z': 1}, {'x': 9, 'y': 9, 'z': 9}, {'x': 2, 'y': 2, 'z': 7}, {'x': "
         "3, 'y': 3, 'z': 3}]",
         "f: + [1] {x: 9, y: 9, z: 9}\nf: [1].z: 2 -> 7\n"},
        {"[{'x': 3, 'y': 3, 'z': 3}]",
         "f: - [0] {x: 1, y: 1, z: 1}\nf: - [1] {x: 2, y: 2, z: 2}\n"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        check_trees(*state, before, cases[i][0], cases[i][1]);
    check_trees(*state, "[{'name': 'a', 'b': 1}, {'name': 'a', 'b': 2}]",
                "[{'name': 'a', 'b': 1}, {'name': 'a', 'b': 3}]", "f: [1 \"a\"].b: 2 -> 3\n");
    check_trees(*state, "{'m': [[1, 2], [3, 4], [5, 6]]}", "{'m': [[1, 2], [3, 9], [5, 6]]}",
                "f: m[1][1]: 4 -> 9\n");
}

static void long_lists_and_hex_are_abbreviated(void **state)
{
    check_trees(*state, "[1, 2, 3, 4, 5, 6]", "[1, 7, 3, 4, 5, 6]", "f: [1]: 2 -> 7\n");
    check_trees(*state, "[1, 2, 3, 4, 5, 6]", "[1, 2, 9, 3, 4, 5, 6]", "f: + [2] 9\n");
    check_trees(*state, "[1, 2, 3, 4, 5, 6]", "[1, 7, 7, 7, 7, 6]",
                "f: 4 of 6 values differ, first [1]: 2 -> 7\n");
    check_trees(*state, "[1, 2]", "[1, 3, 4, 5, 6, 2]",
                "f: 2 -> 6 values, 4 differ, first [1]: + 3\n");
    check_trees(*state, "[1, 3, 4, 5, 6, 2]", "[1, 2]",
                "f: 6 -> 2 values, 4 differ, first [1]: 3 is gone\n");
    Kit *kit = *state;
    char hex[2][257] = {{0}};
    memset(hex[0], '0', 256);
    memset(hex[1], '0', 256);
    hex[1][99] = 'f';
    hex[1][200] = 'e';
    check_trees(kit, arena_format(kit->arena, "'%s'", hex[0]).at,
                arena_format(kit->arena, "'%s'", hex[1]).at,
                "f: 2 of 128 bytes differ, first at byte 49\n");
}

static void named_numbers_are_compared_by_name(void **state)
{
    check_trees(*state, "{'sprite': 5, 'sprite_name': 'tree'}",
                "{'sprite': 6, 'sprite_name': 'tree'}", "");
    check_trees(*state, "{'sprite': 5, 'sprite_name': 'tree'}",
                "{'sprite': 5, 'sprite_name': 'oak'}", "f: sprite: \"tree\" -> \"oak\"\n");
    check_trees(*state, "{'sprite': 65535}", "{'sprite': 5, 'sprite_name': 'oak'}",
                "f: sprite: 65535 -> 5\nf: sprite_name: + \"oak\"\n");
    check_trees(*state, "[{'name': 1, 'name_name': 'x'}, {'name': 2, 'name_name': 'y'}]",
                "[{'name': 1, 'name_name': 'a'}, {'name': 2, 'name_name': 'x'}, {'name': 3, "
                "'name_name': 'y'}]",
                "f: + \"a\"\n");
}

static void offsets_and_links_are_reported_last_in_summary(void **state)
{
    check_trees(*state, "{'crc': 1, 'a': 2}", "{'crc': 3, 'a': 4}",
                "f: a: 2 -> 4\nf: crc: 1 -> 3\n");
    check_trees(*state, "[{'at': 1}, {'at': 2}, {'at': 3}, {'at': 4}]",
                "[{'at': 5}, {'at': 6}, {'at': 7}, {'at': 8}]",
                "f: [0].at: 1 -> 5\nf: [1].at: 2 -> 6\nf: [2].at: 3 -> 7\nf: [3].at: 4 -> 8\n");
    check_trees(*state, "{'l': [{'at': 1}, {'at': 2}, {'at': 3}, {'at': 4}], 'a': 1}",
                "{'l': [{'at': 5}, {'at': 6}, {'at': 7}, {'at': 8}], 'a': 2}",
                "f: a: 1 -> 2\n"
                "f: l[0].at: differs, as do 3 more offsets, links and checksums\n");
    check_trees(*state, "{'at': 1, 'size': 9, 'b': {'size': 1}}",
                "{'at': 1, 'size': 8, 'b': {'size': 2}}",
                "f: b.size: 1 -> 2\nf: size: 9 -> 8\n");
}

enum { ROWS = 100000 };

static json_t *many_rows(const char *key, size_t without, size_t changed)
{
    json_t *list = json_array();
    for (size_t i = 0; i < ROWS; i++)
        if (i != without)
            json_array_append_new(list, json_pack("{s:i, s:i, s:i}", key, (int)(i * 7), "price",
                                                  (int)(i % 100), "weight",
                                                  i == changed ? -1 : (int)(i % 13)));
    return list;
}

/* A list is aligned in a time that grows with its length: a second for all of these, where
 * looking at each row with each other one would take minutes. */
static void added_row_among_100000_is_reported_in_one_line(void **state)
{
    Kit *kit = *state;
    static const char *const names[] = {"id", "value"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        const bool named = i == 0;
        assert_string_equal(tree_lines(kit, many_rows(names[i], 50000, SIZE_MAX),
                                       many_rows(names[i], SIZE_MAX, SIZE_MAX)),
                            named ? "f: + id 350000\n"
                                  : "f: + [50000] {value: 350000, price: 0, weight: 2}\n");
        assert_string_equal(tree_lines(kit, many_rows(names[i], SIZE_MAX, 99),
                                       many_rows(names[i], 50000, SIZE_MAX)),
                            named ? "f: [id 693].weight: -1 -> 8\nf: - id 350000\n"
                                  : "f: [99].weight: -1 -> 8\n"
                                    "f: - [50000] {value: 350000, price: 0, weight: 2}\n");
    }
}

/* ---- files ---- */

static void texts_are_compared_by_lines_and_other_files_by_bytes(void **state)
{
    Kit *kit = *state;
    check_files(kit, "a.txt", text_bytes("one\ntwo\n"), text_bytes("one\ntwo\n"), "");
    check_files(kit, "a.txt", text_bytes("one\ntwo\nthree\n"),
                text_bytes("zero\none\ntwo\nTHREE\n"),
                "a.txt: line 1: + \"zero\"\na.txt: line 3: \"three\" -> \"THREE\"\n");
    check_files(kit, "a.txt", text_bytes("one\r\ntwo\r\n"), text_bytes("one\ntwo\n"),
                "a.txt: 10 -> 8 bytes, the first that differs at byte 3\n");
    check_files(kit, "a.txt", text_bytes("\xC4\xE0"), text_bytes("\xCD\xE5\xF2"),
                "a.txt: \"\xD0\x94\xD0\xB0\" -> \"\xD0\x9D\xD0\xB5\xD1\x82\"\n");
    check_files(kit, "a.bin", BYTES(0, 1, 2, 3), BYTES(0, 9, 2, 9),
                "a.bin: 2 of 4 bytes differ, first at byte 1\n");
    check_files(kit, "a.bin", BYTES(0, 1, 2, 3), BYTES(0, 1, 9, 3),
                "a.bin: 1 of 4 bytes differs, first at byte 2\n");
    check_files(kit, "a.bin", BYTES(0, 1, 2), BYTES(0, 1, 2, 3),
                "a.bin: 3 -> 4 bytes, the first that differs at byte 3\n");
    check_files(kit, "a.bin", BYTES(0, 1, 2), (Bytes){(const uint8_t *)"", 0},
                "a.bin: 3 -> 0 bytes, the first that differs at byte 0\n");
}

static void format_difference_is_reported(void **state)
{
    Kit *kit = *state;
    check_files(kit, "x", small_res(kit), small_mmp(kit, MMP_DXT1),
                "x: Evil Islands archive -> Evil Islands texture\n");
}

static void archives_are_compared_by_their_members_to_any_depth(void **state)
{
    Kit *kit = *state;
    static const char *const names[] = {"zone1\\a.txt", "b", "clip.anm", "same"};
    static const char *const others[] = {"same", "zone1\\a.txt", "clip.anm", "new"};
    static const char *const bones[] = {"hp", "bd"};
    const Bytes turn[] = {text_bytes("turn"), text_bytes("bend")};
    const Bytes bent[] = {text_bytes("turn"), text_bytes("bent")};
    const Bytes clip = res_of(kit, bones, turn, 2), other_clip = res_of(kit, bones, bent, 2);
    const Bytes before[] = {text_bytes("a"), text_bytes("gone"), res_of(kit, bones, &clip, 1),
                            text_bytes("same")};
    const Bytes after[] = {text_bytes("same"), text_bytes("A"),
                           res_of(kit, bones, &other_clip, 1), text_bytes("!")};
    check_files(kit, "m.res", res_of(kit, names, before, 4), res_of(kit, others, after, 4),
                "m.res/zone1/a.txt: \"a\" -> \"A\"\n"
                "m.res: - b (4 bytes)\n" /* in the order of the table */
                "m.res/clip.anm/hp/bd: \"bend\" -> \"bent\"\n"
                "m.res: + new (1 byte)\n");
}

static void archives_of_equal_members_are_compared_by_their_tables(void **state)
{
    Kit *kit = *state;
    const Bytes file = small_res(kit);
    bool ok;
    Res res;
    assert_true(res_read(file, &res, kit->arena, &kit->report));
    res.entries[3].time++;
    Bytes newer;
    assert_true(res_write(&res, &newer, kit->arena, &kit->report));
    const char *found = file_lines(kit, "m.res", file, newer, &ok);
    assert_true(ok);
    assert_non_null(strstr(found, "].unix_time: 97251840"));
    assert_null(strstr(strchr(found, '\n') + 1, "m.res"));
}

static void a_damaged_file_is_reported_and_compared_as_bytes(void **state)
{
    Kit *kit = *state;
    const Bytes file = small_res(kit);
    bool ok;
    const char *found =
        file_lines(kit, "m.res", file, bytes_slice(file, 0, file.size - 40), &ok);
    assert_false(ok);
    assert_int_equal(kit->messages.count, 1);
    assert_non_null(strstr(kit_message(kit, 0), "b/m.res: "));
    assert_non_null(strstr(found, " bytes, the first that differs at byte "));
}

static void a_bomb_is_rejected(void **state)
{
    Kit *kit = *state;
    enum { COUNT = 3000, SIZE = 1 << 16 };
    uint8_t *zeros = arena_alloc(kit->arena, 1, SIZE);
    const char **names = ARENA_ALLOC(kit->arena, const char *, COUNT);
    Res res = {.alignment = RES_ALIGNMENT, .count = COUNT};
    Bytes files[2];
    res.entries = ARENA_ALLOC(kit->arena, ResEntry, COUNT);
    for (size_t i = 0; i < COUNT; i++) {
        names[i] = arena_format(kit->arena, "%zu", i).at;
        /* All of them are the same bytes of the file. */
        res.entries[i] = (ResEntry){
            .name = text_of(names[i]), .data = {zeros, SIZE}, .offset = RES_ALIGNMENT};
    }
    for (size_t i = 0; i < 2; i++) {
        zeros[9] = (uint8_t)i;
        assert_true(res_write(&res, &files[i], kit->arena, &kit->report));
    }
    bool ok;
    file_lines(kit, "m.res", files[0], files[1], &ok);
    assert_false(ok);
    assert_true(kit_has_message(kit, "exceeds the limit"));
}

/* ---- every format ---- */

static Bytes lay_sample(Kit *kit)
{
    const Lay lay = small_lay(kit, LAY_A);
    return lay_write(&lay, kit->arena);
}

static Bytes mpk_sample(Kit *kit)
{
    const Mpk mpk = small_mpk(kit);
    return mpk_write(&mpk, kit->arena);
}

static Bytes adb_sample(Kit *kit) { return small_adb(kit, 88); }
static Bytes mmp_sample(Kit *kit) { return small_mmp(kit, MMP_DXT1); }
static Bytes font_sample(Kit *kit) { return font_builtin(kit->arena)->bytes; }
static Bytes game_sample(Kit *kit) { return small_game(kit); }
static Bytes db_sample(Kit *kit) { return small_db(kit, DB_perks); }
static Bytes sec_sample(Kit *kit) { return small_sec(kit, true); }

static const struct {
    const char *name;
    Bytes (*make)(Kit *kit);
} samples[] = {{"x.tng", game_sample}, {"x.sfn", font_sample}, {"x.lay", lay_sample},
               {"x.mpk", mpk_sample},  {"x.res", small_res},   {"x.reg", small_reg},
               {"x.cam", small_cam},   {"x.adb", adb_sample},  {"x.mmp", mmp_sample},
               {"x.db", db_sample},    {"x.lnk", small_lnk},   {"x.bon", small_bon},
               {"x.fig", small_fig},   {"x.anm", small_anm},   {"x.mp", small_mp},
               {"x.sec", sec_sample}};

/* Whatever byte is turned over, there is a line, or a line and an error. */
static void every_changed_bit_is_reported_in_every_format(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(samples); i++) {
        Kit *outer = kit_new();
        const Bytes file = samples[i].make(outer);
        const size_t step = file.size / 60 + 1;
        for (size_t at = 0; at < file.size; at += step) {
            Kit *kit = kit_new();
            const Bytes other = arena_copy(kit->arena, file);
            bool ok;
            ((uint8_t *)other.data)[at] ^= 1 << (at % 8);
            const char *found = file_lines(kit, samples[i].name, file, other, &ok);
            if (!text_starts(text_of(found), samples[i].name))
                fail_msg("%s, byte %zu: %s", samples[i].name, at, found);
            if (ok != (kit->report.errors == 0))
                fail_msg("%s, byte %zu: %zu errors", samples[i].name, at, kit->report.errors);
            kit_free(kit);
        }
        kit_free(outer);
    }
}

static void equivalent_files_with_different_bytes_are_reported(void **state)
{
    Kit *kit = *state;
    Lay lay = small_lay(kit, LAY_A);
    lay.zlib = true;
    const Bytes file = lay_write(&lay, kit->arena);
    Bytes other = arena_copy(kit->arena, file);
    /* The level that zlib's second byte names is nothing to anybody. */
    for (size_t i = 0; i + 1 < file.size; i++)
        if (file.data[i] == 0x78 && ((file.data[i] << 8) | file.data[i + 1]) % 31 == 0) {
            const uint8_t level = file.data[i + 1] == 0x9C ? 0xDA : 0x9C;
            ((uint8_t *)other.data)[i + 1] = level;
            check_files(kit, "x.lay", file, other,
                        arena_format(kit->arena,
                                     "x.lay: same content, other bytes: first at byte %zu\n",
                                     i + 1)
                            .at);
            return;
        }
    fail_msg("no zlib stream");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(values_and_members_are_reported_by_their_place),
        TEST(rows_are_paired_by_their_names),
        TEST(map_objects_have_names_for_people),
        TEST(unnamed_rows_are_paired_by_contents),
        TEST(long_lists_and_hex_are_abbreviated),
        TEST(named_numbers_are_compared_by_name),
        TEST(offsets_and_links_are_reported_last_in_summary),
        TEST(added_row_among_100000_is_reported_in_one_line),
        TEST(texts_are_compared_by_lines_and_other_files_by_bytes),
        TEST(format_difference_is_reported),
        TEST(archives_are_compared_by_their_members_to_any_depth),
        TEST(archives_of_equal_members_are_compared_by_their_tables),
        TEST(a_damaged_file_is_reported_and_compared_as_bytes),
        TEST(a_bomb_is_rejected),
        TEST(every_changed_bit_is_reported_in_every_format),
        TEST(equivalent_files_with_different_bytes_are_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
