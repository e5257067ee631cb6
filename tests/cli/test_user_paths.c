/* The folders of saved games and settings. */
#include "lib/kit.h"

#include "base/system/files.h"
#include "base/system/places.h"
#include "cli/user_paths.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where the data of programs are; only Linux takes it from a variable. */
static const char *data_folder(void)
{
    static char variable[] = "XDG_DATA_HOME=/data", folder[PATH_SIZE];
    assert_int_equal(putenv(variable), 0);
    assert_true(user_place(PLACE_DATA, folder, sizeof folder));
    assert_true(!strcmp(folder, "/data/oisin") || path_root(folder) > 1);
    return folder;
}

static void expect_folder(Text id, const char *name)
{
    UserPaths paths;
    char folder[PATH_SIZE + 30];
    snprintf(folder, sizeof folder, "%s/%s", data_folder(), name);
    assert_true(user_paths_find(&paths, NULL, id));
    assert_string_equal(paths.game, folder);
}

static void each_id_has_its_own_folder(void **state)
{
    (void)state;
    expect_folder(TEXT("skerry"), "skerry");
    /* Quick saves of both were in one folder, and replaced each other. */
    expect_folder(TEXT("a.b"), "a.b");
    expect_folder(TEXT("c.d"), "c.d");
    expect_folder(TEXT("a."), "a.");
}

static void ids_cannot_name_other_folders(void **state)
{
    (void)state;
    static const char *const ids[] = {"", ".", "..", ".hidden", "a/b", "../a", "a b", "a\\b"};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
        expect_folder(text_of(ids[i]), "unknown");
    expect_folder((Text){"a\0b", 3}, "unknown");
}

static void given_folder_holds_saves_and_settings(void **state)
{
    (void)state;
    UserPaths paths;
    assert_true(user_paths_find(&paths, "/home/me", TEXT("a.b")));
    assert_string_equal(paths.settings, "/home/me");
    assert_string_equal(paths.game, "/home/me/a.b");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_id_has_its_own_folder),
        cmocka_unit_test(ids_cannot_name_other_folders),
        cmocka_unit_test(given_folder_holds_saves_and_settings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
