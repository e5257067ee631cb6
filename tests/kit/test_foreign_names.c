/* What other programs made is named, with an advice. */
#include "lib/folder_kit.h"

#include "base/text.h"
#include "kit/jobs/foreign.h"

#include <stdio.h>

/* The table itself, row by row. */
static void every_row_is_found_by_its_mark(void **state)
{
    const Kit *kit = *state;
    static const struct {
        size_t offset, size;
        const char *magic, *what;
    } files[] = {
#define FILE_OF(offset, magic, what, advice) {offset, sizeof(magic) - 1, magic, what},
#define SUFFIX_OF(suffix, what, advice)
#define FOLDER_OF(file, what, advice)
#include "kit/jobs/foreign.def"
#undef FILE_OF
#undef SUFFIX_OF
#undef FOLDER_OF
    };
    for (size_t i = 0; i < COUNT_OF(files); i++) {
        uint8_t data[512] = {0};
        memcpy(data + files[i].offset, files[i].magic, files[i].size);
        const char *wanted = arena_format(kit->arena, "this is %s; ", files[i].what).at;
        const Text found = foreign_file(TEXT("x"), (Bytes){data, sizeof data}, kit->arena);
        if (!text_starts(found, wanted) || found.size <= strlen(wanted))
            fail_msg("%s: %s", wanted, found.at);
        /* One byte less is not enough, unless another row is shorter. */
        const Text cut = foreign_file(
            TEXT("x"), (Bytes){data, files[i].offset + files[i].size - 1}, kit->arena);
        assert_false(text_starts(cut, wanted));
    }
}

static void files_are_named_by_suffix_and_by_contents(void **state)
{
    const Kit *kit = *state;
    static const struct {
        const char *path, *contents, *says;
    } cases[] = {
        {"a/B.RPY", "label start:\n", "this is a Ren'Py script; only its own program reads it"},
        {"meadow.tmx", "<map/>", "this is a map of Tiled"},
        {".tmx", "<map/>", "this is a text file of no format that oisin reads"},
        {"notes.txt", "hello\r\n\tworld", "this is a text file of no format that oisin reads"},
        {"empty", "", "the file is empty"},
        {"data.bin", "\x01\x02\x03", "unrecognized file format"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const Text found = foreign_file(text_of(cases[i].path),
                                        bytes_of_text(text_of(cases[i].contents)), kit->arena);
        if (!text_starts(found, cases[i].says))
            fail_msg("%s: %s", cases[i].path, found.at);
    }
}

static void folders_are_named_by_a_file_in_them(void **state)
{
    const Kit *kit = *state;
    static const struct {
        const char *file, *says;
    } cases[] = {{"Project.rmmzproject", "an RPG Maker MZ project"},
                 {"Game.rpgproject", "an RPG Maker MV project"},
                 {"Game.rvproj2", "an RPG Maker VX Ace project"},
                 {"RPG_RT.ldb", "an RPG Maker 2000 or 2003 game"},
                 {"project.godot", "a Godot project"},
                 {"quest.dat", "a Solarus quest"},
                 {"script.rpy", ""}, /* in game/ only */
                 {"README", ""}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        char folder[FOLDER_SIZE];
        assert_true(make_temporary_folder(folder, "oisin-foreign"));
        const char *path = arena_format(kit->arena, "%s/%s", folder, cases[i].file).at;
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        fclose(file);
        const Text found = foreign_folder(folder, kit->arena);
        remove_all(folder);
        if (!*cases[i].says
                ? found.size != 0
                : !text_starts(found, arena_format(kit->arena, "this is %s", cases[i].says).at))
            fail_msg("%s: %s", cases[i].file, found.at);
    }
    assert_int_equal(foreign_folder("/tmp/there/is/none", kit->arena).size, 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(every_row_is_found_by_its_mark),
        TEST(files_are_named_by_suffix_and_by_contents),
        TEST(folders_are_named_by_a_file_in_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
