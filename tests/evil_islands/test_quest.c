/* A new quest of Evil Islands, by the command line: healthy, restored by the workspace, and
 * never written over something. */
#include "lib/cli.h"

#define MAKE "oisin new z12q9 --ei-quest zone12"

static void a_new_quest_is_healthy(void **state)
{
    Cli *cli = *state;
    expect(cli, 0, MAKE);
    expect(cli, 0, "oisin check z12q9/z12q9.mq z12q9/z12q9.mob");
    assert_non_null(strstr(content(cli, "err"), "0 errors, 0 warnings"));
    expect(cli, 0, "oisin script list z12q9/z12q9.mob && grep -q '4 commands' out");
    expect(cli, 0, "mkdir again && cd again && " MAKE " && cd .. && diff -r z12q9 again/z12q9");
}

static void its_files_have_its_names(void **state)
{
    Cli *cli = *state;
    expect(cli, 0, MAKE " && oisin unpack z12q9/z12q9.mq -o mq && cp -r z12q9 old");
    expect(cli, 0,
           "cd mq && test -f 'quest z12q9' -a -f 'briefing z12q9_1' -a -f 'briefing "
           "z12q9_2' -a -f 'briefing z12q9_3' && grep -q '^zone12 zone12$' "
           "z12q9/map.txt && ! grep -rq '[$]' .");
    expect(cli, 0,
           "oisin unpack z12q9 -o work --open && cat work/z12q9.mq/z12q9/quest.ini > ini");
    assert_non_null(strstr(content(cli, "ini"), "give quests=q.z12q9.z12q9\n"
                                                "give quests=q.z12q9.z12q9.1\n"));
    expect(cli, 0, "oisin pack work -o z12q9 && diff -r old z12q9");
}

static void what_exists_stays(void **state)
{
    Cli *cli = *state;
    expect(cli, 0, "mkdir z12q9 && echo mine > z12q9/notes");
    expect(cli, 1, MAKE);
    expect(cli, 0, "test $(ls z12q9) = notes");
}

static void wrong_names_are_errors(void **state)
{
    Cli *cli = *state;
    expect(cli, 1, "oisin new 'a b' --ei-quest zone12");
    assert_non_null(strstr(content(cli, "err"), "cannot be the name of a quest"));
    expect(cli, 1, "oisin new q --ei-quest ../zone12");
    assert_non_null(strstr(content(cli, "err"), "cannot be the name of a map"));
    expect(cli, 1, "oisin new q12345678901234567890123456789012 --ei-quest zone12");
    expect(cli, 2, "oisin new q --ei-quest zone12 --template t.zip");
    expect(cli, 0, "! ls q*");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_new_quest_is_healthy, cli_begin, cli_end),
        cmocka_unit_test_setup_teardown(its_files_have_its_names, cli_begin, cli_end),
        cmocka_unit_test_setup_teardown(what_exists_stays, cli_begin, cli_end),
        cmocka_unit_test_setup_teardown(wrong_names_are_errors, cli_begin, cli_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
