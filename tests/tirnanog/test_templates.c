/* Templates that come with the program: each is a whole game, and what is made of it belongs to
 * the author. */
#include "lib/cli.h"

#include <stdio.h>

static const char *const names[] = {
#define TEMPLATE(name, sentence) name,
#include "tirnanog/jobs/templates.def"
#undef TEMPLATE
};

static void run(Cli *cli, const char *line, const char *name)
{
    char whole[512];
    snprintf(whole, sizeof whole, "name=%s; %s", name, line);
    expect(cli, 0, whole);
}

static void output_has(Cli *cli, const char *file, const char *wanted)
{
    if (!strstr(content(cli, file), wanted))
        fail_msg("\"%s\" does not contain \"%s\"", content(cli, file), wanted);
}

static void each_template_is_made_and_passes_check(void **state)
{
    Cli *cli = *state;
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        run(cli, "oisin new ./$name --template $name", names[i]);
        run(cli, "oisin check $name", names[i]);
        output_has(cli, "err", "0 errors, 0 warnings");
    }
}

static void each_template_has_scenarios_that_pass(void **state)
{
    Cli *cli = *state;
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        run(cli, "oisin new ./$name --template $name && oisin test $name > results", names[i]);
        run(cli, "grep -q '^[1-9][0-9]* passed, 0 failed' results", names[i]);
    }
}

static void each_template_is_built_to_the_same_bytes(void **state)
{
    Cli *cli = *state;
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        run(cli, "mkdir -p a b && oisin new a/mine --template $name", names[i]);
        run(cli, "oisin new b/mine --template $name && diff -r a/mine b/mine", names[i]);
        run(cli,
            "oisin build a/mine --no-cache -o a.tng && oisin build b/mine --no-cache -o b.tng",
            names[i]);
        run(cli, "cmp a.tng b.tng && rm -r a b", names[i]);
    }
}

/* Nothing is left to do for `maps sync` and `maps paint`. */
static void maps_of_templates_are_up_to_date(void **state)
{
    Cli *cli = *state;
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        if (!strcmp(names[i], "empty"))
            continue;
        run(cli, "oisin new ./$name --template $name && oisin maps sync $name 2> log",
            names[i]);
        run(cli, "grep -q ' 0 files changed, 0 tiles added, 0 removed' log", names[i]);
        run(cli, "oisin maps paint $name --dry-run > log 2>&1; ! grep -v ': 0 cells ' log",
            names[i]);
    }
}

static void templates_are_small_and_name_their_licence(void **state)
{
    Cli *cli = *state;
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        if (!strcmp(names[i], "empty"))
            continue;
        run(cli,
            "oisin new ./$name --template $name && grep -q 'CC0 1.0' $name/art-licence.txt",
            names[i]);
        run(cli, "test $(cat $(find $name -type f) | wc -c) -lt 1572864", names[i]);
    }
}

static void name_of_the_folder_becomes_the_title(void **state)
{
    Cli *cli = *state;
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        run(cli, "oisin new ./mygame --template $name && sed -n 2p mygame/config > title",
            names[i]);
        run(cli, "grep -q '^mygame' title && rm -r mygame", names[i]);
    }
}

static void default_game_is_the_template_empty(void **state)
{
    expect(*state, 0, "mkdir a b && oisin new a/mine && oisin new b/mine --template empty");
    expect(*state, 0, "diff -r a/mine b/mine");
}

static void unknown_templates_are_refused_with_the_list(void **state)
{
    Cli *cli = *state;
    expect(cli, 1, "oisin new ./mine --template vilage");
    output_has(cli, "err", "no template \"vilage\"; did you mean \"village\"?");
    expect(cli, 1, "oisin new ./mine --template spaceship");
    output_has(cli, "err", "no template \"spaceship\"; expected one of ");
    for (size_t i = 0; i < COUNT_OF(names); i++)
        output_has(cli, "err", names[i]);
    const char *end = strchr(content(cli, "err"), '\n');
    assert_true(end && !end[1]); /* one line */
    expect(cli, 0, "test ! -e mine");
}

static void existing_folders_are_not_replaced(void **state)
{
    Cli *cli = *state;
    expect(cli, 0, "mkdir mine && echo precious > mine/notes");
    expect(cli, 1, "oisin new ./mine --template village");
    output_has(cli, "err", "already exists, and is not replaced");
    expect(cli, 0, "test \"$(ls mine)\" = notes");
}

static void missing_files_of_a_template_are_reported(void **state)
{
    Cli *cli = *state;
    expect(cli, 1, "OISIN_TEMPLATES=/nowhere oisin new ./mine --template village");
    output_has(cli, "err", "/nowhere/village");
    expect(cli, 0, "test ! -e mine");
}

static void help_lists_each_template(void **state)
{
    Cli *cli = *state;
    char line[64];
    expect(cli, 0, "oisin help new");
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        snprintf(line, sizeof line, "\n    %s ", names[i]);
        output_has(cli, "out", line);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, cli_begin, cli_end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(each_template_is_made_and_passes_check),
        TEST(each_template_has_scenarios_that_pass),
        TEST(each_template_is_built_to_the_same_bytes),
        TEST(maps_of_templates_are_up_to_date),
        TEST(templates_are_small_and_name_their_licence),
        TEST(name_of_the_folder_becomes_the_title),
        TEST(default_game_is_the_template_empty),
        TEST(unknown_templates_are_refused_with_the_list),
        TEST(existing_folders_are_not_replaced),
        TEST(missing_files_of_a_template_are_reported),
        TEST(help_lists_each_template),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
