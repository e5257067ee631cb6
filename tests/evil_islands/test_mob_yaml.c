/* Map objects as the text files of modders' repositories. */
#include "lib/cli.h"
#include "lib/evil_mob.h"

#include "evil_islands/objects/mob_yaml.h"

typedef struct Texts {
    Text yaml, script;
} Texts;

static Texts texts_of(Kit *kit, Bytes map)
{
    Texts texts;
    assert_true(mob_to_yaml(map, &texts.yaml, &texts.script, kit->arena, &kit->report));
    return texts;
}

static Bytes map_of(Kit *kit, Text yaml, Text script, Bytes map)
{
    Bytes out;
    kit_clear(kit);
    if (!yaml_to_mob(yaml, script, map, &out, kit->arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    return out;
}

/* A copy in which the first `from` is `to`. */
static Text edited(Kit *kit, Text text, const char *from, const char *to)
{
    const char *all = arena_text(kit->arena, text).at, *at = strstr(all, from);
    assert_non_null(at);
    return arena_format(kit->arena, "%.*s%s%s", (int)(at - all), all, to, at + strlen(from));
}

/* The numbers and the shape are those of a map in the repository that mob_yaml.h names. */
static void the_text_has_the_shape_of_the_repositories(void **state)
{
    Kit *kit = *state;
    Writer map = writer_to(kit->arena);
    const uint32_t rectangle[] = {33, 77, 152, 0x80000001};
    const size_t root = mob_begin(&map, MOB_OBJECTDBFILE);
    mob_put_text(&map, MOB_VSS_TITLE, "Check \"for\"\r\n hero\n");
    size_t node = mob_begin(&map, MOB_VSS_RECT);
    for (size_t i = 0; i < 4; i++)
        write_u32(&map, rectangle[i]);
    mob_end(&map, node);
    mob_end(&map, mob_begin(&map, MOB_DIRICTORY));
    mob_end(&map, mob_begin(&map, MOB_LIGHT_SECTION)); /* nothing: left out */
    const size_t object = mob_begin(&map, MOB_OBJECT);
    node = mob_begin(&map, MOB_OBJBODYPARTS);
    write_u32(&map, 0);
    mob_end(&map, node);
    mob_put_u32(&map, MOB_OBJ_PLAYER, 1);
    mob_put_vec3(&map, MOB_OBJPOSITION, 20.524972915649414f, -0.1f, 1e16f);
    mob_put_floats(&map, MOB_LIGHT_RANGE, (const float[]){9.6f}, 1);
    node = mob_begin(&map, MOB_MT_AREAS);
    write_u32(&map, 0);
    mob_end(&map, node);
    mob_put_text(&map, MOB_TORCH_SOUND, "nature\\night.wav");
    mob_end(&map, object);
    mob_end(&map, root);
    const Texts texts = texts_of(kit, writer_bytes(&map));
    assert_string_equal(arena_text(kit->arena, texts.yaml).at,
                        "OBJECTDBFILE:\n"
                        "  VSS_TITLE: \"Check \\\"for\\\"\\n hero\\n\"\n"
                        "  VSS_RECT:\n"
                        "    - 4.624284932271896e-44\n"
                        "    - 1.0789998175301091e-43\n"
                        "    - 2.129973665773722e-43\n"
                        "    - -1.401298464324817e-45\n"
                        "  DIRICTORY:\n"
                        "  OBJECT:\n"
                        "    OBJBODYPARTS: None\n"
                        "    OBJ_PLAYER: 1\n"
                        "    OBJPOSITION:\n"
                        "      - 20.524972915649414\n"
                        "      - -0.10000000149011612\n"
                        "      - 1.0000000272564224e+16\n"
                        "    LIGHT_RANGE: 9.600000381469727\n"
                        "    MT_AREAS: \"NOT_NOW\"\n"
                        "    TORCH_SOUND: \"nature\\night.wav\"\n");
    assert_int_equal(texts.script.size, 0);
}

static void an_unedited_text_gives_the_same_map(void **state)
{
    Kit *kit = *state;
    const Bytes maps[] = {evil_mob(kit->arena), evil_mob_tree(kit->arena),
                          evil_mob_large(kit->arena, 300)};
    for (size_t i = 0; i < COUNT_OF(maps); i++) {
        const Texts texts = texts_of(kit, maps[i]);
        assert_bytes_equal(map_of(kit, texts.yaml, texts.script, maps[i]), maps[i]);
        assert_int_equal(kit->messages.count, 0);
    }
}

/* As git and Windows may have them. */
static void other_line_ends_change_nothing(void **state)
{
    Kit *kit = *state;
    const Bytes map = evil_mob_large(kit->arena, 3);
    const Texts texts = texts_of(kit, map);
    Writer yaml = writer_to(kit->arena), script = writer_to(kit->arena);
    for (size_t i = 0; i < texts.yaml.size; i++)
        write_format(&yaml, texts.yaml.at[i] == '\n' ? "\r%c" : "%c", texts.yaml.at[i]);
    for (size_t i = 0; i < texts.script.size; i++)
        write_format(&script, texts.script.at[i] == '\n' ? "\r\r%c" : "%c", texts.script.at[i]);
    assert_bytes_equal(map_of(kit, writer_text(&yaml), writer_text(&script), map), map);
}

static void an_edit_changes_only_its_bytes(void **state)
{
    Kit *kit = *state;
    const Bytes map = evil_mob_large(kit->arena, 50);
    const Texts texts = texts_of(kit, map);
    const Bytes after = map_of(kit, edited(kit, texts.yaml, "- 0.3700000047683716", "- 2.5"),
                               texts.script, map);
    size_t changed = 0;
    assert_int_equal(kit->messages.count, 0);
    assert_int_equal(after.size, map.size);
    for (size_t i = 0; i < map.size; i++)
        changed += after.data[i] != map.data[i];
    assert_in_range(changed, 1, 4);
}

/* Of the text of a tree with every kind: areas, points and raw bytes are not in it. */
static void what_the_text_leaves_out_stays(void **state)
{
    Kit *kit = *state;
    const Bytes map = evil_mob(kit->arena);
    const Texts texts = texts_of(kit, map);
    const Bytes after =
        map_of(kit, edited(kit, texts.yaml, "MT_CAST_INTERVAL: 1", "MT_CAST_INTERVAL: 2"),
               texts.script, map);
    size_t changed = 0;
    assert_int_equal(after.size, map.size);
    for (size_t i = 0; i < map.size; i++)
        changed += after.data[i] != map.data[i];
    assert_int_equal(changed, 1);
}

static size_t count_objects(Kit *kit, Bytes file, const char *name)
{
    Mob mob;
    size_t count = 0;
    assert_true(mob_read(file, &mob, kit->arena, &kit->report));
    const MobNode *section = mob_child(mob_top(&mob, MOB_OBJECTDBFILE), MOB_OBJECTSECTION);
    for (size_t i = 0; i < section->count; i++)
        count +=
            text_is(mob_text(mob_child(&section->children[i], MOB_OBJNAME), kit->arena), name);
    return count;
}

static void objects_are_added_and_removed(void **state)
{
    Kit *kit = *state;
    const Bytes map = evil_mob_large(kit->arena, 20);
    const Texts texts = texts_of(kit, map);
    const char *all = arena_text(kit->arena, texts.yaml).at;
    const char *first = strstr(all, "    OBJECT:\n"),
               *second = strstr(first + 1, "    OBJECT:\n");
    const Text object = {first, (size_t)(second - first)};
    const Text stone = edited(kit, object, "Дерево", "Камень");
    const Text more = arena_format(kit->arena, "%.*s%.*s%s", (int)(second - all), all,
                                   (int)stone.size, stone.at, second);
    const Text fewer = arena_format(kit->arena, "%.*s%s", (int)(first - all), all, second);
    const Bytes larger = map_of(kit, more, texts.script, map);
    const Bytes smaller = map_of(kit, fewer, texts.script, map);
    assert_int_equal(count_objects(kit, larger, "Дерево"), 20);
    assert_int_equal(count_objects(kit, larger, "Камень"), 1);
    assert_int_equal(count_objects(kit, smaller, "Дерево"), 19);
    /* Removing what was added gives the map. */
    assert_bytes_equal(map_of(kit, texts.yaml, texts.script, larger), map);
}

static void an_edited_script_keeps_its_key(void **state)
{
    Kit *kit = *state;
    const Bytes map = evil_mob_large(kit->arena, 2);
    const Texts texts = texts_of(kit, map);
    const Bytes after =
        map_of(kit, texts.yaml, edited(kit, texts.script, "Sleep( 2 )", "Sleep( 3 )"), map);
    Mob mob;
    assert_true(mob_read(after, &mob, kit->arena, &kit->report));
    const MobNode *script = mob_script(&mob);
    assert_int_equal(uint_of(script->data.data, 4, false), EVIL_MOB_KEY);
    assert_non_null(
        strstr(arena_text(kit->arena, mob_text(script, kit->arena)).at, "Sleep( 3 )"));
    assert_int_equal(after.size, map.size);
}

static void a_script_is_added_to_a_map_without_one(void **state)
{
    Kit *kit = *state;
    const Text whole_yaml = texts_of(kit, evil_mob_tree(kit->arena)).yaml;
    const Bytes map = map_of(kit, whole_yaml, (Text){0}, (Bytes){0});
    const Texts texts = texts_of(kit, map);
    assert_int_equal(texts.script.size, 0);
    const Bytes after = map_of(kit, texts.yaml, TEXT("GlobalVars ( NULL : Object )\n"), map);
    Mob whole, old;
    assert_true(mob_read(map, &old, kit->arena, &kit->report));
    assert_true(mob_read(after, &whole, kit->arena, &kit->report));
    assert_int_equal(whole.nodes[0].count, old.nodes[0].count + 1);
    const Texts again = texts_of(kit, after);
    assert_true(text_equal(again.yaml, texts.yaml));
    assert_true(text_equal(again.script, TEXT("GlobalVars ( NULL : Object )\n")));
}

/* The graph is not in the text; all else is. */
static void without_the_map_the_rest_is_built(void **state)
{
    Kit *kit = *state;
    const Bytes map = evil_mob_large(kit->arena, 5);
    const Texts texts = texts_of(kit, map);
    const Bytes after = map_of(kit, texts.yaml, texts.script, (Bytes){0});
    assert_true(kit_has_message(kit, "the navigation graph"));
    const Texts again = texts_of(kit, after);
    assert_string_equal(arena_text(kit->arena, again.yaml).at,
                        arena_text(kit->arena, texts.yaml).at);
    assert_string_equal(arena_text(kit->arena, again.script).at,
                        arena_text(kit->arena, texts.script).at);
    map_of(kit, texts_of(kit, evil_mob(kit->arena)).yaml, (Text){0}, (Bytes){0});
    assert_true(kit_has_message(kit, "(NOT_NOW) are neither in the text nor in the map"));
}

static void mistakes_have_their_line(void **state)
{
    static const struct {
        const char *from, *to, *message;
    } rows[] = {
        {"OBJTYPE: 1", "OBJTYPE: one", "5:1: expected a whole number, found \"one\""},
        {"OBJTYPE: 1", "OBJECT_TYPE: 1",
         "5:1: expected the name of a node, found \"OBJECT_TYPE: 1\""},
        {"\"nafltr01\"", "nafltr01", "7:1: expected a text in quotes, found \"nafltr01\""},
        {"        - 3.25\n", "", "10:1: wrong number of items in \"OBJPOSITION:\""},
        {"- 3.25", "- high", "13:1: expected a number, found \"high\""},
        {"      NID:", "          NID:", "4:1: wrong indent of \"NID: 1\""},
        {"nafltr01", "\xE6\x97\xA5", "7:1: U+65E5 is not in cp1251; utf-8 and cp949 have it:"},
    };
    Kit *kit = *state;
    const Bytes map = evil_mob_large(kit->arena, 1);
    const Texts texts = texts_of(kit, map);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        Bytes out;
        kit_clear(kit);
        assert_false(yaml_to_mob(edited(kit, texts.yaml, rows[i].from, rows[i].to),
                                 texts.script, map, &out, kit->arena, &kit->report));
        if (!strstr(kit_message(kit, 0), rows[i].message))
            fail_msg("%s: %s", rows[i].message, kit_message(kit, 0));
    }
}

static void the_program_reads_the_files_beside(void **state)
{
    Cli *cli = *state;
    Arena *arena = arena_new();
    cli_put(cli, "z.mob", evil_mob_large(arena, 4));
    arena_free(arena);
    expect(cli, 0,
           "oisin convert z.mob -o z.mob_git.yaml && test -s z.mob_git.eis && "
           "oisin convert z.mob_git.yaml -o y.mob && cmp y.mob z.mob");
    expect(cli, 0,
           "sed -i 's/Sleep( 2 )/Sleep( 9 )/' z.mob_git.eis && "
           "oisin convert z.mob_git.yaml -o y.mob && ! cmp -s y.mob z.mob && "
           "oisin convert y.mob -o y && grep -q 'Sleep( 9 )' y/script.txt && "
           "test -s y/aigraph.bin");
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        T(the_text_has_the_shape_of_the_repositories),
        T(an_unedited_text_gives_the_same_map),
        T(other_line_ends_change_nothing),
        T(an_edit_changes_only_its_bytes),
        T(what_the_text_leaves_out_stays),
        T(objects_are_added_and_removed),
        T(an_edited_script_keeps_its_key),
        T(a_script_is_added_to_a_map_without_one),
        T(without_the_map_the_rest_is_built),
        T(mistakes_have_their_line),
        cmocka_unit_test_setup_teardown(the_program_reads_the_files_beside, cli_begin, cli_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
