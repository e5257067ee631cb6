/* Where `oisin serve` is told to keep its state. */
#include "desk.h"

static void fails_with(Desk *desk, int status, const char *command, const char *words)
{
    assert_int_equal(sh(desk, "%s", command), status);
    const char *said = content(desk, "err");
    if (!strstr(said, words) || strstr(said, "sesame") ||
        (status == 1 && strchr(said, '\n')[1]))
        fail_msg("%s: %s", command, said);
}

static void fails(Desk *desk, const char *command, const char *words)
{
    fails_with(desk, 1, command, words);
}

static void a_storage_that_cannot_be_had_is_one_line_without_its_password(void **state)
{
    Desk *desk = *state;
    assert_int_equal(sh(desk, "oisin new mygame"), 0);
    fails_with(desk, 2, "oisin serve mygame --state a.db --storage postgres://h/d",
               "--state and --storage are two places for one state");
    fails_with(desk, 2, "oisin serve mygame --storage a.db", "a file is --state");
    fails(desk, "oisin serve mygame --storage 'postgres://a:sesame@h?what'",
          "an address is like");
    fails(desk,
          "oisin serve mygame --storage postgres://a:sesame@127.0.0.1:1/worlds --export x.sav",
          "postgres://a@127.0.0.1:1/worlds: ");
    fails(desk, "oisin serve mygame --state postgres://a:sesame@127.0.0.1:1/worlds",
          "postgres://a@127.0.0.1:1/worlds: ");
    assert_int_equal(sh(desk, "test -e x.sav"), 1);
}

static void the_folder_of_the_state_is_made(void **state)
{
    Desk *desk = *state;
    assert_int_equal(sh(desk,
                        "oisin new mygame && oisin play mygame --headless --skip-menu "
                        "--frames 9 --save x.sav && oisin serve mygame --state in/it/a.db "
                        "--import x.sav && test -e in/it/a.db"),
                     0);
    assert_int_equal(sh(desk, "oisin serve mygame --state new/a.db --export x.sav"), 1);
    assert_int_equal(sh(desk, "test -e new"), 1);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, desk_begin, desk_end)
    const struct CMUnitTest tests[] = {
        TEST(the_folder_of_the_state_is_made),
        TEST(a_storage_that_cannot_be_had_is_one_line_without_its_password),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
