/* Animation databases: all three sizes as CSV and JSON and back, edits and mistakes. */
#include "lib/evil_adb.h"

#include "kit/formats/format.h"

static const uint32_t sizes[] = {88, 84, 36};

static const char *csv_of(Kit *kit, Bytes file)
{
    Text text;
    assert_true(adb_to_csv(file, &text, kit->arena, &kit->report));
    return arena_text(kit->arena, text).at;
}

static void goes_both_ways(Kit *kit, Bytes file)
{
    const Format *format = format_named(TEXT("adb")), *found;
    Writer json = writer_to(kit->arena);
    Bytes back;
    assert_true(
        csv_to_adb(bytes_of_text(text_of(csv_of(kit, file))), &back, kit->arena, &kit->report));
    assert_bytes_equal(back, file);
    assert_true(format_to_json(format, file, true, &json, kit->arena, &kit->report));
    assert_null(strstr(arena_text(kit->arena, writer_text(&json)).at, "\"exact\""));
    assert_true(format_from_json(writer_bytes(&json), &back, &found, kit->arena, &kit->report));
    assert_bytes_equal(back, file);
}

static void a_table_has_a_named_column_for_each_flag(void **state)
{
    Kit *kit = *state;
    const Bytes file = small_adb(kit, 88);
    const char *csv = csv_of(kit, file);
    assert_int_equal(file.size, 44 + 2 * 88);
    assert_non_null(
        strstr(csv, "unmotr,,0.5,1,2,88\r\n\r\nname,name_rest,index,weapon_sword,"));
    assert_non_null(strstr(csv, ",stage,form_hides,form_steps,form_hit,form_sfxes,"));
    assert_non_null(strstr(csv,
                           "\r\nMainColumn,0x801008000f,0,1,0,0,0,0,1,0,0,NEUTRAL,WALK,7,CYCLE,"
                           "1,0,1,0,0,0,0,ATTACK,ATTACK,"));
    assert_non_null(strstr(csv, "\r\nЛес of sixteen."));
}

static void generated_files_survive_csv_and_json(void **state)
{
    (void)state;
    for (int round = 0; round < 10000; round++) {
        Kit *kit = kit_new();
        const uint32_t size = sizes[round % 3], count = next_random(3);
        Writer file = writer_to(kit->arena);
        write_text(&file, (Text){"ADB", 4});
        write_u32(&file, count);
        for (size_t i = 0; i < 36 + (size_t)count * size; i++)
            write_u8(&file,
                     (uint8_t)(next_random(4) ? next_random(256) : 255 * next_random(2)));
        goes_both_ways(kit, writer_bytes(&file));
        kit_free(kit);
    }
}

static void a_file_of_another_size_is_rejected(void **state)
{
    Kit *kit = *state;
    Adb adb;
    Writer file = writer_to(kit->arena);
    write_bytes(&file, small_adb(kit, 84));
    write_uint_at(&file, 4, 0xFFFFFFFF, 4);
    assert_false(adb_read(writer_bytes(&file), &adb, kit->arena, &kit->report));
    assert_true(kit_has_message(kit, "4294967295 animations in 168 bytes"));
    write_uint_at(&file, 4, 0, 4);
    assert_false(adb_read(writer_bytes(&file), &adb, kit->arena, &kit->report));
}

/* Replaces the first `from` by `to`. */
static Bytes edited(Kit *kit, const char *csv, const char *from, const char *to)
{
    const char *at = strstr(csv, from);
    assert_non_null(at);
    return bytes_of_text(
        arena_format(kit->arena, "%.*s%s%s", (int)(at - csv), csv, to, at + strlen(from)));
}

static void an_edited_cell_arrives_and_mistakes_have_their_place(void **state)
{
    static const struct {
        const char *from, *to;
        uint32_t line, column;
    } rows[] = {{"WALK", "FLY", 5, 51},
                {",0x801008000f", ",801008000f", 5, 12},
                {"MainColumn", "Sixteen letters !", 5, 1},
                {"name_rest", "more", 4, 1},
                {"unmotr,,0.5", "unmotr,,nan", 2, 9},
                {",2,88", ",2,87", 2, 17}};
    Kit *kit = *state;
    const char *csv = csv_of(kit, small_adb(kit, 88));
    Bytes file;
    Adb adb;
    assert_true(csv_to_adb(edited(kit, csv, "WALK", "run"), &file, kit->arena, &kit->report));
    assert_true(adb_read(file, &adb, kit->arena, &kit->report));
    assert_int_equal(adb.animations[0].packed >> 18 & 15, 4);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        kit_clear(kit);
        assert_false(csv_to_adb(edited(kit, csv, rows[i].from, rows[i].to), &file, kit->arena,
                                &kit->report));
        kit_message_is_at(kit, rows[i].from, rows[i].line, rows[i].column);
    }
    kit_clear(kit);
    assert_false(csv_to_adb((Bytes){NULL, 0}, &file, kit->arena, &kit->report));
    assert_int_equal(kit->messages.count, 1);
}

static void special_sounds_need_their_form(void **state)
{
    Kit *kit = *state;
    AdbAnimation animations[3] = {
        {.name = "a", .packed = 8ull << 32, .times = {.special = 5, .special_id = {1}}},
        {.name = "b", .packed = 8ull << 32},
        {.name = "c", .times = {.special_id = {0, 0, 0, 4}}}};
    Adb adb = {.head = {.name = "u"}, .size = 88, .animations = animations, .count = 3};
    assert_true(adb_check(adb_write(&adb, kit->arena), kit->arena, &kit->report));
    assert_int_equal(kit->messages.count, 2);
    assert_string_equal(kit_message(kit, 0),
                        "warning: animation 1 has the form SFXES, but no special sounds");
    assert_string_equal(kit_message(kit, 1),
                        "warning: animation 2 has special sounds, which need the form SFXES");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_table_has_a_named_column_for_each_flag),
        TEST(generated_files_survive_csv_and_json),
        TEST(a_file_of_another_size_is_rejected),
        TEST(an_edited_cell_arrives_and_mistakes_have_their_place),
        TEST(special_sounds_need_their_form),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
