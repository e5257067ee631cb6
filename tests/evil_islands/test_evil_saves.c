/* Characters and saved games of Evil Islands. */
#include "lib/cli.h"
#include "lib/evil_saves.h"

#include "evil_islands/archives/packed_container.h"
#include "evil_islands/saves/party.h"
#include "kit/formats/format.h"

#include <time.h>

static const json_t *shown(Kit *kit, const char *format, Bytes file)
{
    Writer text = writer_to(kit->arena);
    if (!format_to_json(format_named(text_of(format)), file, true, &text, kit->arena,
                        &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    return json_read(writer_bytes(&text), kit->arena, &kit->report);
}

static Bytes built(Kit *kit, const json_t *json)
{
    const Format *format;
    Bytes out;
    char *text = json_dumps(json, 0);
    const Bytes copy = arena_copy(kit->arena, bytes_of_text(text_of(text)));
    free(text);
    if (!format_from_json(copy, &out, &format, kit->arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    return out;
}

static Bytes data_of(Kit *kit, Bytes file, uint32_t kind)
{
    Bytes data;
    assert_true(packed_read(file, kind, NULL, &data, kit->arena, &kit->report));
    return data;
}

static bool checks(Kit *kit, const char *format, Bytes file)
{
    kit_clear(kit);
    return format_check(format_named(text_of(format)), file, kit->arena, &kit->report);
}

/* "members/0/unit/strength" */
static json_t *at(const json_t *json, const char *path)
{
    char key[64];
    for (const char *rest = path; rest;) {
        const char *slash = strchr(rest, '/');
        snprintf(key, sizeof key, "%.*s", slash ? (int)(slash - rest) : 99, rest);
        json = json_is_array(json) ? json_array_get(json, strtoul(key, NULL, 10))
                                   : json_object_get(json, key);
        if (!json)
            fail_msg("%s: no %s", path, key);
        rest = slash ? slash + 1 : NULL;
    }
    return (json_t *)json;
}

/* ---- characters ---- */

static void values_of_a_character_are_shown(void **state)
{
    static const struct {
        const char *path;
        double number;
        const char *text;
    } rows[] = {
        {"zone", 0, "bz1mpg"},
        {"unknown", 77, NULL},
        {"items/0/kind", 0, "weapon"},
        {"items/0/row", 9, NULL},
        {"items/0/detail/wear/durability", 90.5, NULL},
        {"items/0/detail/wear/spell", EVIL_BOLT, NULL},
        {"items/0/detail/complexity_max", 48, NULL},
        {"items/1/detail/protection_2/6", 6.5, NULL},
        {"items/3/detail/quantity", 5, NULL},
        {"items/4/detail/spell", EVIL_LIGHT, NULL},
        {"items/5/kind", 0, "quest"},
        {"spells/1/id", EVIL_LIGHT, NULL},
        {"spells_end", 7, NULL},
        {"backpack/1", -1, NULL},
        {"members/0/name", 0, "\xD0\xA5\xD0\xBE\xD0\xB4\xD0\xBE\xD0\xBA | Clan"},
        {"members/0/id", 0x3B9AF5CE, NULL},
        {"members/0/unit/experience", 5000, NULL},
        {"members/0/unit/strength_base", 20, NULL},
        {"members/0/unit/strength", 25, NULL},
        {"members/0/unit/intelligence", 19, NULL},
        {"members/0/unit/actions", 12, NULL},
        {"members/0/unit/encumbrance_max", 60, NULL},
        {"members/0/unit/sight", 14, NULL},
        {"members/0/unit/parts/0/body/health_max", 784, NULL},
        {"members/0/unit/parts/0/body/health", 700, NULL},
        {"members/0/unit/use_steal", 40, NULL},
        {"members/0/unit/melee", 60, NULL},
        {"members/0/unit/perks/axe", 1, NULL},
        {"members/0/unit/perks/intelligence", 1, NULL},
        {"members/0/complexion/z", 0.5, NULL},
        {"members/0/belt/1", EVIL_WAND, NULL},
        {"members/0/role", 0, "Hero"},
        {"members/0/unknown_3", 3, NULL},
        {"variables/0/name", 0, "q.gipat.1"},
        {"variables/0/value", 1, NULL},
        {"variables/1/value", 0, "0x7fc00001"},
        {"money", 1234, NULL},
    };
    Kit *kit = *state;
    const json_t *json = shown(kit, "character", evil_character(kit));
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const json_t *value = at(json, rows[i].path);
        if (rows[i].text)
            assert_string_equal(json_string_value(value), rows[i].text);
        else if (json_number_value(value) != rows[i].number)
            fail_msg("%s: %g", rows[i].path, json_number_value(value));
    }
}

static void the_unit_has_the_size_of_its_block(void **state)
{
    (void)state;
    assert_int_equal(PartyUnit_bytes, PARTY_UNIT_SIZE);
}

/* Money, a level, an item in the backpack: only these bytes change. */
static void an_edited_character_differs_only_where_it_was_edited(void **state)
{
    Kit *kit = *state;
    const Bytes before = evil_character_data(kit);
    json_t *json = (json_t *)shown(kit, "character", evil_character(kit));
    json_object_set_new(json, "money", json_integer(99999));
    json_object_set_new(at(json, "members/0/unit/perks"), "sword", json_integer(3));
    json_array_set_new(at(json, "backpack"), 1, json_integer(EVIL_POTION));
    const Bytes after = data_of(kit, built(kit, json), PACKED_CHARACTER);
    size_t changed = 0;
    assert_int_equal(after.size, before.size);
    for (size_t i = 0; i < after.size; i++)
        changed += after.data[i] != before.data[i];
    assert_int_equal(changed, 3 + 1 + 4); /* 99999 ^ 1234 has three bytes */
}

/* As the tool um-multitool writes it. */
static Bytes literals_only(Kit *kit, Bytes data)
{
    Writer out = writer_to(kit->arena);
    const Bytes packed = packed_write(PACKED_CHARACTER, PACKED_VERSION, data, kit->arena);
    write_bytes(&out, bytes_slice(packed, 0, 17));
    for (size_t i = 0; i < data.size; i++) {
        if (i % 8 == 0)
            write_u8(&out, 0);
        write_u8(&out, data.data[i]);
    }
    return writer_bytes(&out);
}

static void another_compression_comes_back_unless_edited(void **state)
{
    Kit *kit = *state;
    const Bytes file = literals_only(kit, evil_character_data(kit));
    json_t *json = (json_t *)shown(kit, "character", file);
    assert_non_null(json_object_get(json, "exact"));
    assert_bytes_equal(built(kit, json), file);
    json_object_set_new(json, "money", json_integer(1));
    const Bytes edited = built(kit, json);
    assert_true(kit_has_message(kit, "the JSON was edited"));
    assert_true(edited.size < file.size / 2);
    assert_int_equal(data_of(kit, edited, PACKED_CHARACTER).size,
                     evil_character_data(kit).size);
}

/* The size of its detail is not known, so nothing after it can be found. */
static void data_with_an_unknown_kind_is_kept_as_bytes(void **state)
{
    Kit *kit = *state;
    const Bytes data = arena_copy(kit->arena, evil_character_data(kit));
    ((uint8_t *)data.data)[strlen("bz1mpg") + 1 + 4 + 4 + 5 * 12 + 4] = 0x0A;
    const Bytes file = packed_write(PACKED_CHARACTER, PACKED_VERSION, data, kit->arena);
    const json_t *json = shown(kit, "character", file);
    assert_int_equal(json_string_length(json_object_get(json, "data")), data.size * 2);
    assert_bytes_equal(built(kit, json), file);
    assert_false(checks(kit, "character", file));
    assert_string_equal(kit_message(kit, 0),
                        "at byte 87: object 5 of \"items\" has the unknown kind 0x300a");
}

static void check_reports_what_the_game_would_stumble_over(void **state)
{
    static const struct {
        const char *path, *key;
        int64_t number;
        const char *message;
    } rows[] = {
        {"members/0/unit/perks", "lift", 4,
         "warning: the ability lift has level 4; the maximum is 3"},
        {"members/0/unit", "experience_spent", 6000,
         "warning: more experience is spent (6000) than there is (5000)"},
        {"items/0/detail/wear", "spell", 5,
         "warning: spell of an item: object 5 does not exist"},
        {"items/1", "id", EVIL_AXE, "warning: two objects have the id 100"},
    };
    Kit *kit = *state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        json_t *json = (json_t *)shown(kit, "character", evil_character(kit));
        json_object_set_new(at(json, rows[i].path), rows[i].key, json_integer(rows[i].number));
        assert_true(checks(kit, "character", built(kit, json)));
        assert_string_equal(kit_message(kit, 0), rows[i].message);
    }
}

static void wrong_json_is_rejected(void **state)
{
    static const struct {
        const char *path, *key, *value, *message;
    } rows[] = {
        {"items/0", "kind", "\"sword\"", "unknown kind \"sword\""},
        {"items/0", "colour", "1", "unknown key \"colour\" in an object"},
        {"members/0", "weapons", "[-2]",
         "\"weapons\" must have whole numbers from -1 to 4294967295"},
        {"variables/0", "name", "\"\"", "a variable has an empty name"},
        {"variables/0", "value", "\"much\"",
         "\"value\" must be a number or a text \"0x...\" of its bits"},
        {"members/0", "name", "\"\xE2\x82\xAC\xE6\x97\xA5\"",
         "\"\xE2\x82\xAC\xE6\x97\xA5\": U+65E5 is not in cp1251; utf-8 and cp949 have it"},
        {"members/0/unit", "melee", "256", "\"melee\" must be from 0 to 255"},
    };
    Kit *kit = *state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        json_t *json = (json_t *)shown(kit, "character", evil_character(kit));
        const Format *format = format_named(TEXT("character"));
        Bytes out;
        json_object_set_new(at(json, rows[i].path), rows[i].key,
                            json_loads(rows[i].value, JSON_DECODE_ANY, NULL));
        kit_clear(kit);
        assert_false(format_parse(format, json, &out, kit->arena, &kit->report));
        assert_string_equal(kit_message(kit, 0), rows[i].message);
    }
}

/* ---- saved games ---- */

static void parts_are(const json_t *json, const char *const *keys, size_t count)
{
    assert_int_equal(json_array_size(at(json, "parts")), count);
    for (size_t i = 0; i < count; i++)
        if (!json_object_get(json_array_get(at(json, "parts"), i), keys[i]))
            fail_msg("part %zu is not \"%s\"", i, keys[i]);
}

static void parts_of_a_campaign_are_found(void **state)
{
    static const char *const keys[] = {"raw", "stock", "raw", "party", "variables", "raw"};
    Kit *kit = *state;
    const json_t *json = shown(kit, "campaign", evil_campaign(kit));
    parts_are(json, keys, COUNT_OF(keys));
    assert_string_equal(json_string_value(at(json, "parts/3/party/members/1/role")), "merc6");
    assert_int_equal(json_integer_value(at(json, "parts/4/variables/money")), 1234);
    assert_int_equal(json_string_length(at(json, "parts/0/raw")), 333 * 2);
}

static void parts_of_a_zone_are_found(void **state)
{
    static const char *const keys[] = {"raw", "unit", "raw", "unit", "raw", "stock"};
    Kit *kit = *state;
    const json_t *json = shown(kit, "zonestate", evil_zone(kit));
    parts_are(json, keys, COUNT_OF(keys));
    assert_string_equal(json_string_value(at(json, "terrain")), "zone21.mpr");
    assert_int_equal(json_integer_value(at(json, "head/save_time")), 123459);
    assert_string_equal(json_string_value(at(json, "parts/3/unit/name")), "DriadGreenA8");
    assert_int_equal(json_number_value(at(json, "parts/3/unit/state/health_max")), 99);
}

static void money_of_a_campaign_can_be_edited(void **state)
{
    Kit *kit = *state;
    const Bytes before = evil_campaign_data(kit);
    json_t *json = (json_t *)shown(kit, "campaign", evil_campaign(kit));
    json_object_set_new(at(json, "parts/4/variables"), "money", json_integer(1235));
    const Bytes after = data_of(kit, built(kit, json), PACKED_CAMPAIGN);
    size_t changed = 0;
    for (size_t i = 0; i < after.size; i++)
        changed += after.data[i] != before.data[i];
    assert_int_equal(after.size, before.size);
    assert_int_equal(changed, 1);
}

/* A zone without the three names. */
static void a_zone_without_its_names_is_kept_as_bytes(void **state)
{
    Kit *kit = *state;
    const Bytes file = packed_write(PACKED_ZONE, PACKED_VERSION, BYTES(1, 2, 3), kit->arena);
    const json_t *json = shown(kit, "zonestate", file);
    assert_string_equal(json_string_value(at(json, "data")), "010203");
    assert_bytes_equal(built(kit, json), file);
}

/* Each 12 bytes can be read as a count of objects that follow, and as an object; without a
 * limit this data takes minutes. */
static void data_that_always_looks_like_objects_is_read_quickly(void **state)
{
    Kit *kit = *state;
    Writer data = writer_to(kit->arena);
    while (data.size < 3 << 20) {
        write_u32(&data, 0x3004);
        write_u32(&data, 0x3004);
        write_u32(&data, 0x3004);
    }
    const Bytes file =
        packed_write(PACKED_CAMPAIGN, PACKED_VERSION, writer_bytes(&data), kit->arena);
    const clock_t start = clock();
    assert_true(checks(kit, "campaign", file));
    assert_true(clock() - start < 10 * CLOCKS_PER_SEC);
}

static void info_is_shown_with_and_without_a_title(void **state)
{
    Kit *kit = *state;
    const json_t *new = shown(kit, "saveinfo", evil_save_info(kit, "In the cave"));
    const json_t *old = shown(kit, "saveinfo", evil_save_info(kit, NULL));
    assert_string_equal(json_string_value(at(new, "allod")), "Ingos");
    assert_string_equal(json_string_value(at(new, "title")), "In the cave");
    assert_null(json_object_get(old, "title"));
    assert_bytes_equal(built(kit, old), evil_save_info(kit, NULL));
}

/* ---- the program ---- */

static void put_all(Cli *cli, Kit *kit)
{
    cli_put(cli, "1.mp", evil_character(kit));
    cli_put(cli, "scenario.sav", evil_campaign(kit));
    cli_put(cli, "mission.sav", evil_zone(kit));
    cli_put(cli, "info.sav", evil_save_info(kit, NULL));
    cli_put(cli, "shot.sav", evil_shot(kit));
    cli_put(cli, "other.sav", BYTES(0, 0));
}

static void files_are_known_by_content_and_come_back(void **state)
{
    Cli *cli = *state;
    Kit *kit = kit_new();
    put_all(cli, kit);
    expect(cli, 0,
           "oisin probe 1.mp *n.sav info.sav shot.sav | cut -d' ' -f1 | xargs >list && "
           "grep -qx '1.mp: mission.sav: info.sav: shot.sav:' list");
    expect(cli, 0, "oisin check 1.mp scenario.sav mission.sav info.sav shot.sav");
    expect(cli, 1, "oisin check other.sav");
    expect(cli, 0,
           "for f in 1.mp scenario.sav mission.sav info.sav shot.sav; do "
           "oisin convert $f -o x.json && oisin convert x.json -o back.${f##*.} && "
           "cmp $f back.${f##*.} || exit 1; done");
    expect(cli, 0,
           "mkdir save && cp scenario.sav save && ! oisin probe save 2>e && "
           "grep -q 'this is a saved game of Evil Islands' e");
    /* A folder as the target: the usual suffix of the format. */
    expect(cli, 0,
           "oisin convert 1.mp -o 1.json && oisin convert 1.json -o made && "
           "cmp 1.mp made/1.mp");
    expect(cli, 0,
           "! oisin convert 1.json -o 1.sav 2>e && "
           "grep -q 'it describes a .mp, not a .sav' e");
    kit_free(kit);
}

static void a_screenshot_becomes_an_image_and_comes_back(void **state)
{
    Cli *cli = *state;
    Kit *kit = kit_new();
    put_all(cli, kit);
    expect(cli, 0,
           "oisin convert shot.sav -o shot.png && oisin convert shot.png -o a.sav && "
           "cmp shot.sav a.sav");
    expect(cli, 0,
           "oisin convert --flip shot.sav -o b.png && ! cmp -s shot.png b.png && "
           "oisin convert --flip b.png -o b.sav && cmp shot.sav b.sav");
    expect(cli, 0,
           "! oisin convert info.sav -o c.png 2>e && "
           "grep -q 'not a screenshot of a saved game of Evil Islands' e");
    kit_free(kit);
}

static void a_character_becomes_a_table_and_comes_back(void **state)
{
    Cli *cli = *state;
    Kit *kit = kit_new();
    put_all(cli, kit);
    cli_put(cli, "2.mp", literals_only(kit, evil_character_data(kit)));
    expect(cli, 0,
           "for i in 1 2; do oisin convert $i.mp -o $i.csv && "
           "oisin convert $i.csv -o back.mp && cmp $i.mp back.mp || exit 1; done");
    expect(cli, 0,
           "grep -q '^members/0/unit/strength,number,25' 1.csv && "
           "grep -q '^members/0/spells,list,' 1.csv && "
           "grep -q '^variables/1/value,text,0x7fc00001' 1.csv");
    expect(cli, 0,
           "sed 's/^money,number,1234/money,number,77/' 1.csv >3.csv && "
           "oisin convert 3.csv -o 3.mp && oisin show 3.mp | grep -q '\"money\": 77'");
    /* Mistakes have their line. */
    expect(cli, 0,
           "sed 's/^money,number,1234/money,number,much/' 1.csv >4.csv; "
           "! oisin convert 4.csv -o 4.mp 2>e && "
           "grep -q '^4.csv:[0-9]*:1: not a number: \"much\"' e");
    expect(cli, 0,
           "sed '/^items.1.id/d' 1.csv >5.csv; ! oisin convert 5.csv -o 5.mp 2>e && "
           "grep -q '\"id\"' e");
    expect(cli, 0,
           "sed 's/^backpack.2,/backpack\\/7,/' 1.csv >6.csv; "
           "! oisin convert 6.csv -o 6.mp 2>e && "
           "grep -q 'expected the next position in the list, found \"7\"' e");
    expect(cli, 0,
           "tail -n +2 3.csv >>1.csv; "
           "! oisin convert 1.csv -o 7.mp 2>e && grep -q 'two values of' e");
    expect(cli, 0, "! oisin convert scenario.sav -o s.csv 2>e");
    kit_free(kit);
}

/* Both suffixes belong to other formats as well: without a suffix of the target these decide.
 */
static void other_files_with_these_suffixes_are_converted_as_before(void **state)
{
    Cli *cli = *state;
    char *root = realpath(".", NULL);
    assert_non_null(root);
    expect(cli, 0,
           arena_format(cli->arena,
                        "cp %s/fuzz/corpus/adb/small_88.csv a.csv && "
                        "cp %s/tests/saves/*.sav . && "
                        "oisin convert a.csv -o made && test -s made/a.adb",
                        root, root)
               .at);
    expect(cli, 0,
           "for f in *.sav; do oisin convert $f -o made && test -s "
           "made/${f%.sav}.json || exit 1; done");
    free(root);
}

static void a_workspace_has_them_as_json(void **state)
{
    Cli *cli = *state;
    Kit *kit = kit_new();
    put_all(cli, kit);
    expect(cli, 0,
           "mkdir game && mv 1.mp scenario.sav info.sav shot.sav game && cp -r game old && "
           "oisin unpack game -o work --recursive --open -q");
    expect(cli, 0,
           "sed -i 's/\"money\": 1234/\"money\": 9/' work/1.json && "
           "oisin pack work -o game -q && oisin diff old/1.mp game/1.mp >d; "
           "grep -q 'money: 1234 -> 9' d && for f in scenario info shot; do "
           "cmp old/$f.sav game/$f.sav || exit 1; done");
    kit_free(kit);
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
#define C(name) cmocka_unit_test_setup_teardown(name, cli_begin, cli_end)
    const struct CMUnitTest tests[] = {
        T(values_of_a_character_are_shown),
        T(the_unit_has_the_size_of_its_block),
        T(an_edited_character_differs_only_where_it_was_edited),
        T(another_compression_comes_back_unless_edited),
        T(data_with_an_unknown_kind_is_kept_as_bytes),
        T(check_reports_what_the_game_would_stumble_over),
        T(wrong_json_is_rejected),
        T(parts_of_a_campaign_are_found),
        T(parts_of_a_zone_are_found),
        T(money_of_a_campaign_can_be_edited),
        T(a_zone_without_its_names_is_kept_as_bytes),
        T(data_that_always_looks_like_objects_is_read_quickly),
        T(info_is_shown_with_and_without_a_title),
        C(files_are_known_by_content_and_come_back),
        C(a_screenshot_becomes_an_image_and_comes_back),
        C(a_character_becomes_a_table_and_comes_back),
        C(other_files_with_these_suffixes_are_converted_as_before),
        C(a_workspace_has_them_as_json),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
