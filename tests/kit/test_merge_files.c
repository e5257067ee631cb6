/* Merging of two changed copies: rows and fields, texts, archives. Settings (REG) stand for all
 * formats, because trees are merged without knowing the format. */
#include "lib/evil_db.h"
#include "lib/evil_mob.h"
#include "lib/kit.h"

#include "evil_islands/objects/mob.h"
#include "kit/compare/merge.h"

static Kit *kit;
static Writer conflicts;
static Merge merge;

static void note(void *context, const MergeConflict *conflict)
{
    (void)context;
    merge_conflict_write(conflict, &conflicts);
    write_u8(&conflicts, '\n');
}

static int set_up(void **state)
{
    kit = *state = kit_new();
    conflicts = writer_to(kit->arena);
    merge = (Merge){.sink = note};
    return 0;
}

static int tear_down(void **state)
{
    kit_free(*state);
    return 0;
}

static Bytes bytes_of_json(const char *json)
{
    const Format *format;
    Bytes out = {0};
    if (!format_from_json(bytes_of_text(text_of(json)), &out, &format, kit->arena,
                          &kit->report))
        fail_msg("%s: %s", json, kit_message(kit, 0));
    return out;
}

/* Settings: "a: 1 2, b: 3" are sections whose keys k0, k1 ... have these numbers. */
static Bytes settings(const char *spec)
{
    Writer json = writer_to(kit->arena);
    write_format(&json, "{\"format\": \"reg\", \"sections\": [");
    for (const char *at = spec, *comma = ""; *at;) {
        char name[16];
        int used = 0;
        assert_int_equal(sscanf(at, " %15[^:]:%n", name, &used), 1);
        at += used;
        write_format(&json, "%s{\"name\": \"%s\", \"keys\": [", comma, name);
        for (int key = 0, value; sscanf(at, " %d%n", &value, &used) == 1; key++, at += used)
            write_format(&json, "%s{\"name\": \"k%d\", \"type\": \"int\", \"value\": %d}",
                         key ? "," : "", key, value);
        write_format(&json, "]}");
        at += *at == ',';
        comma = ",";
    }
    write_format(&json, "]}");
    write_u8(&json, 0);
    return bytes_of_json((const char *)json.data);
}

static Bytes merged(const char *name, Bytes base, Bytes mine, Bytes theirs)
{
    const MergeInput input = {base, mine, theirs};
    Bytes out = {0};
    conflicts.size = 0;
    merge.conflicts = 0;
    if (!merge_files(text_of(name), &input, &merge, &out, kit->arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    return out;
}

/* `expected` with the conflicts in lines after it. */
static void merges(const char *base, const char *mine, const char *theirs, const char *expected,
                   const char *lines)
{
    const Bytes out = merged("a.reg", settings(base), settings(mine), settings(theirs));
    assert_bytes_equal(out, settings(expected));
    if (!text_equal(writer_text(&conflicts), text_of(lines)))
        fail_msg("%.*s", (int)conflicts.size, (const char *)conflicts.data);
}

static void fields_and_rows_are_merged(void **state)
{
    (void)state;
    merges("a: 1 2 3, b: 4", "a: 9 2 3, b: 4", "a: 1 2 8, b: 4", "a: 9 2 8, b: 4", "");
    merges("a: 1, b: 4", "a: 1, b: 4, m: 5", "a: 1, b: 4, t: 6", "a: 1, b: 4, t: 6, m: 5", "");
    merges("a: 1, b: 4, c: 5", "a: 1, c: 5", "a: 1, b: 4, c: 7", "a: 1, c: 7", "");
    merges("a: 1, b: 4", "m: 5, a: 1, b: 4", "a: 1, t: 6, b: 4", "m: 5, a: 1, t: 6, b: 4", "");
    merges("a: 1, b: 4", "b: 4, a: 1", "a: 1, b: 5, t: 6", "b: 5, t: 6, a: 1", "");
    merges("b: 4, a: 1", "a: 1, b: 4", "b: 4, t: 6, a: 1", "a: 1, b: 4, t: 6", "");
    merges("a: 1, b: 2, c: 3", "c: 3, b: 2, a: 1", "t: 6, a: 1, u: 7, b: 2, v: 8, c: 3, w: 9",
           "t: 6, c: 3, w: 9, b: 2, v: 8, a: 1, u: 7", "");
    merges("a: 1", "a: 1, n: 2", "a: 1, n: 2", "a: 1, n: 2", "");
    merges("a: 1, b: 2", "", "a: 1, b: 2, c: 3", "c: 3", "");
}

static void conflicts_have_their_place_and_all_values(void **state)
{
    (void)state;
    merges("a: 1 2", "a: 3 2", "a: 4 5", "a: 3 5",
           "a.reg: sections[\"a\"].keys[\"k0\"].value: base 1, mine 3, theirs 4\n");
    merges(
        "a: 1", "", "a: 2", "",
        "a.reg: sections[\"a\"]: base {name: \"a\", keys: [{name: \"k0\", type: \"int\", "
        "value: 1}]}, mine nothing, theirs {name: \"a\", keys: [{name: \"k0\", type: \"int\", "
        "value: 2}]}\n");
    merges("a: 1", "a: 1, n: 2", "a: 1, n: 3", "a: 1, n: 2",
           "a.reg: sections[\"n\"].keys: base nothing, mine [{name: \"k0\", type: \"int\", "
           "value: 2}], theirs [{name: \"k0\", type: \"int\", value: 3}]\n");
    merge.prefer_theirs = true;
    merges("a: 1 2", "a: 3 2", "a: 4 2", "a: 4 2",
           "a.reg: sections[\"a\"].keys[\"k0\"].value: base 1, mine 3, theirs 4\n");
}

/* What follows from the rest is not part of the JSON: the file that nobody else has changed
 * keeps its own bytes. */
static void files_of_one_side_keep_their_bytes(void **state)
{
    (void)state;
    random_state = 5;
    for (DbKind kind = 0; kind < DB_KINDS; kind++) {
        const Bytes one = random_db(kit, kind), other = random_db(kit, kind);
        assert_bytes_equal(merged("x.db", one, other, one), other);
        assert_bytes_equal(merged("x.db", one, one, other), other);
        assert_bytes_equal(merged("x.db", one, other, other), other);
    }
}

/* Vectors by place; lists that grow by alignment; texts in them line by line. */
static void lists_without_names_are_merged(void **state)
{
    static const struct {
        const char *base, *mine, *theirs, *expected;
        size_t conflicts;
    } cases[] = {
        {"1,1,1,1", "9,1,7,1", "1,1,1,5", "9,1,7,5", 0},
        {"1,2,3,4", "2,3,4", "1,2,3,4,5", "2,3,4,5", 0},
        {"1,2,3,4", "1,8,2,3,4", "1,2,3,9,4", "1,8,2,3,9,4", 0},
        {"1,2,3", "1,5,6,3", "1,7,3", "1,5,6,3", 1},
        {"1,2,3", "1,5,3", "1,7,3", "1,5,3", 1},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const char *const texts[] = {cases[i].base, cases[i].mine, cases[i].theirs,
                                     cases[i].expected};
        Bytes files[4];
        for (size_t k = 0; k < 4; k++)
            files[k] = bytes_of_json(
                arena_format(kit->arena,
                             "{\"format\": \"reg\", \"sections\": [{\"name\": \"a\", \"keys\": "
                             "[{\"name\": \"k\", \"type\": \"int\", \"values\": [%s]}]}]}",
                             texts[k])
                    .at);
        assert_bytes_equal(merged("a.reg", files[0], files[1], files[2]), files[3]);
        assert_int_equal(merge.conflicts, cases[i].conflicts);
    }
}

static void texts_are_merged_by_lines(void **state)
{
    (void)state;
    const Bytes base = bytes_of_text(TEXT("a\nb\nc\nd\n"));
    Bytes out = merged("x.txt", base, bytes_of_text(TEXT("A\nb\nc\nd\n")),
                       bytes_of_text(TEXT("a\nb\nc\nd\ne\n")));
    assert_true(text_is(text_of_bytes(out), "A\nb\nc\nd\ne\n"));
    assert_int_equal(merge.conflicts, 0);
    out = merged("x.txt", base, bytes_of_text(TEXT("a\n\xC0\nc\nD\n")),
                 bytes_of_text(TEXT("a\nx\nc\ny\n")));
    assert_true(text_is(text_of_bytes(out), "a\n\xC0\nc\nD\n"));
    if (!text_is(writer_text(&conflicts),
                 "x.txt: line 2: base \"b\", mine \"А\", theirs \"x\"\n"
                 "x.txt: line 4: base \"d\", mine \"D\", theirs \"y\"\n"))
        fail_msg("%.*s", (int)conflicts.size, (const char *)conflicts.data);
    /* no texts */
    out = merged("x.bin", BYTES(0, 1), BYTES(0, 2), BYTES(0, 3, 4));
    assert_bytes_equal(out, BYTES(0, 2));
    assert_true(text_is(writer_text(&conflicts),
                        "x.bin: base 2 bytes, mine 2 bytes, theirs 3 bytes\n"));
    out = merged("x.bin", BYTES(0, 1), (Bytes){0}, BYTES(0, 3, 4));
    assert_null(out.data);
    assert_int_equal(merge.conflicts, 1);
    out = merged("x.bin", BYTES(0, 1), (Bytes){0}, BYTES(0, 1));
    assert_null(out.data);
    assert_int_equal(merge.conflicts, 0);
}

static json_t *tree_of(Bytes file, const char *format)
{
    Writer text = writer_to(kit->arena);
    assert_true(format_to_json(format_named(text_of(format)), file, true, &text, kit->arena,
                               &kit->report));
    return json_read(writer_bytes(&text), kit->arena, &kit->report);
}

static Bytes file_of(json_t *tree, const char *format)
{
    Bytes out = {0};
    if (!format_parse(format_named(text_of(format)), tree, &out, kit->arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    return out;
}

static json_t *copy_of(const json_t *tree)
{
    return json_owned(json_deep_copy(tree), kit->arena);
}

static json_t *rows_of(json_t *tree)
{
    json_t *table = json_array_get(json_object_get(tree, "tables"), 0);
    return json_object_get(table, "records");
}

/* Thousands of single changes, each made by one of both or by both alike, to a database with as
 * many rows as a genuine one has: the result has all of them. */
static void random_changes_of_both_are_all_in_the_result(void **state)
{
    enum { ROWS = 1500, CHANGES = 3000 };
    (void)state;
    random_state = 11;
    const Db made = db_of_kind(kit, DB_items, ROWS);
    json_t *base = tree_of(db_bytes(kit, &made), "db");
    json_t *rows = rows_of(base);
    for (size_t i = 0; i < ROWS; i++)
        json_object_set_new(json_array_get(rows, i), "name",
                            json_sprintf("row %u", (unsigned)i));
    json_t *mine = copy_of(base), *theirs = copy_of(base), *both = copy_of(base);
    for (unsigned i = 0; i < CHANGES; i++) {
        const uint32_t row = next_random(ROWS), who = 1 + next_random(3);
        json_t *element = json_array_get(rows_of(both), row);
        void *at = json_object_iter(element);
        for (uint32_t skip = next_random((uint32_t)json_object_size(element)); skip; skip--)
            at = json_object_iter_next(element, at);
        const char *key = json_object_iter_key(at);
        if (!json_is_integer(json_object_iter_value(at)) ||
            !json_equal(json_object_iter_value(at),
                        json_object_get(json_array_get(rows, row), key)))
            continue;
        json_t *value = json_integer(json_integer_value(json_object_iter_value(at)) ^ 1);
        json_object_set_new(element, key, value);
        if (who & 1)
            json_object_set(json_array_get(rows_of(mine), row), key, value);
        if (who & 2)
            json_object_set(json_array_get(rows_of(theirs), row), key, value);
    }
    const Bytes out =
        merged("x.idb", file_of(base, "db"), file_of(mine, "db"), file_of(theirs, "db"));
    assert_int_equal(merge.conflicts, 0);
    assert_bytes_equal(out, file_of(both, "db"));
    assert_true(!json_equal(mine, both) && !json_equal(theirs, both));
}

/* The object with this number; it is moved along the first axis. */
static void move_object(json_t *tree, json_int_t number, double to)
{
    json_t *nodes =
        json_object_get(json_array_get(json_object_get(tree, "nodes"), 0), "children");
    size_t i, k;
    json_t *node, *object, *child;
    json_array_foreach(nodes, i, node)
    {
        json_t *objects = json_object_get(node, "children");
        size_t n;
        json_array_foreach(objects, n, object)
        {
            json_t *children = json_object_get(object, "children");
            bool found = false;
            json_array_foreach(children, k, child)
            {
                json_t *value = json_object_get(child, "value");
                const char *type = json_string_value(json_object_get(child, "type"));
                found |= !strcmp(type, "NID") && json_integer_value(value) == number;
                if (found && !strcmp(type, "OBJPOSITION"))
                    json_array_set_new(value, 0, json_real(to));
            }
        }
    }
}

static void map_objects_are_paired_by_number(void **state)
{
    enum { OBJECTS = 3000 };
    (void)state;
    const json_t *base = tree_of(evil_mob_large(kit->arena, OBJECTS), "mob");
    json_t *mine = copy_of(base), *theirs = copy_of(base), *both = copy_of(base);
    move_object(mine, 17, 5.5);
    move_object(theirs, 18, 6.5);
    move_object(both, 17, 5.5);
    move_object(both, 18, 6.5);
    assert_false(json_equal(mine, base));
    const Bytes out = merged("zone.mob", evil_mob_large(kit->arena, OBJECTS),
                             file_of(mine, "mob"), file_of(theirs, "mob"));
    assert_int_equal(merge.conflicts, 0);
    assert_bytes_equal(out, file_of(both, "mob"));
    json_t *again = copy_of(base);
    move_object(again, 17, 7.5);
    merged("zone.mob", evil_mob_large(kit->arena, OBJECTS), file_of(mine, "mob"),
           file_of(again, "mob"));
    assert_int_equal(merge.conflicts, 1);
    conflicts.data[conflicts.size - 1] = 0;
    if (!strstr((char *)conflicts.data, "[\"OBJECT 17\"]"))
        fail_msg("%s", (char *)conflicts.data);
}

static void games_are_refused(void **state)
{
    Bytes out;
    const MergeInput input = {BYTES(1), BYTES(2), BYTES(3)};
    (void)state;
    merge.format = format_named(TEXT("sav"));
    assert_false(merge_files(TEXT("a"), &input, &merge, &out, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "games are not merged"));
    kit_clear(kit);
    merge.format = format_named(TEXT("reg"));
    assert_false(merge_files(TEXT("a"), &input, &merge, &out, kit->arena, &kit->report));
    assert_int_equal(kit->messages.count, 3);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(fields_and_rows_are_merged),
        TEST(conflicts_have_their_place_and_all_values),
        TEST(files_of_one_side_keep_their_bytes),
        TEST(lists_without_names_are_merged),
        TEST(texts_are_merged_by_lines),
        TEST(random_changes_of_both_are_all_in_the_result),
        TEST(map_objects_are_paired_by_number),
        TEST(games_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
