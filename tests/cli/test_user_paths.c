/* The folders of saved games and settings. */
#include "lib/kit.h"

#include "cli/user_paths.h"

#include <stdlib.h>

static void expect_folder(const char *id, const char *folder)
{
    UserPaths paths;
    assert_true(user_paths_find(&paths, NULL, text_of(id)));
    assert_string_equal(paths.game, folder);
}

static void each_id_has_its_own_folder(void **state)
{
    (void)state;
    setenv("XDG_DATA_HOME", "/data", 1);
    expect_folder("skerry", "/data/oisin/skerry");
    /* Quick saves of both were in one folder, and replaced each other. */
    expect_folder("a.b", "/data/oisin/a.b");
    expect_folder("c.d", "/data/oisin/c.d");
    expect_folder("a.", "/data/oisin/a.");
}

static void ids_cannot_name_other_folders(void **state)
{
    (void)state;
    setenv("XDG_DATA_HOME", "/data", 1);
    static const char *const ids[] = {"", ".", "..", ".hidden", "a/b", "../a", "a b", "a\\b"};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
        expect_folder(ids[i], "/data/oisin/unknown");
    UserPaths paths;
    assert_true(user_paths_find(&paths, NULL, (Text){"a\0b", 3}));
    assert_string_equal(paths.game, "/data/oisin/unknown");
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
