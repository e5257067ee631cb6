/* The folder of the program, from which `oisin` finds the programs that it runs. */
#include "lib/fault_kit.h"

#include "base/folders.h"
#include "kit/jobs/program_folder.h"

static const char *const nowhere[] = {NULL};

static void put_program(Cli *cli, const char *path)
{
    cli_put(cli, path, bytes_of_text(TEXT("#!/bin/sh\n")));
    expect(cli, 0, arena_format(cli->arena, "chmod +x %s", path).at);
}

/* `expected`: below the folder of the test; NULL: nothing is found. */
static void is_found(Cli *cli, ProgramSources sources, const char *expected)
{
    const char *folder = path_resolved(cli->folder, cli->arena);
    const Text found = program_folder_from(&sources, cli->arena);
    const Text wanted =
        expected ? arena_format(cli->arena, "%s%s", folder, expected) : TEXT("");
    if (!text_equal(found, wanted))
        fail_msg("found \"%.*s\", expected \"%.*s\"", (int)found.size, found.at,
                 (int)wanted.size, wanted.at);
}

static const char *below(Cli *cli, const char *format)
{
    return arena_format(cli->arena, "%s%s", path_resolved(cli->folder, cli->arena), format).at;
}

static void file_that_the_system_names_decides(void **state)
{
    Cli *cli = *state;
    expect(cli, 0, "mkdir -p other");
    put_program(cli, "other/oisin");
    is_found(
        cli,
        (ProgramSources){below(cli, "/here/bin/oisin"), "oisin", below(cli, "/other"), nowhere},
        "/here/bin");
    is_found(
        cli,
        (ProgramSources){below(cli, "/here/libexec/oisin/oisin-view"), NULL, NULL, nowhere},
        "/here/bin");
}

static void name_is_searched_in_path_without_it(void **state)
{
    Cli *cli = *state;
    expect(cli, 0, "mkdir -p first/oisin second third fourth");
    cli_put(cli, "second/oisin", bytes_of_text(TEXT("not a program")));
    put_program(cli, "third/oisin");
    put_program(cli, "fourth/oisin");
    const char *path =
        arena_format(cli->arena, "%s:%s:%s:%s", below(cli, "/first"), below(cli, "/second"),
                     below(cli, "/third"), below(cli, "/fourth"))
            .at;
    is_found(cli, (ProgramSources){NULL, "oisin", path, nowhere}, "/third");
    is_found(cli, (ProgramSources){NULL, "oisin-view", path, nowhere}, NULL);
    is_found(cli, (ProgramSources){NULL, "oisin", NULL, nowhere}, NULL);
}

static void name_with_a_slash_is_the_program(void **state)
{
    Cli *cli = *state;
    expect(cli, 0, "mkdir -p real/libexec/oisin folder links; ln -s ../real/oisin links/oisin");
    put_program(cli, "real/oisin");
    put_program(cli, "real/libexec/oisin/oisin-view");
    const char *path = below(cli, "/real");
    is_found(cli, (ProgramSources){NULL, below(cli, "/links/oisin"), NULL, nowhere}, "/real");
    is_found(
        cli,
        (ProgramSources){NULL, below(cli, "/real/libexec/oisin/oisin-view"), path, nowhere},
        "/real/bin");
    is_found(cli, (ProgramSources){NULL, below(cli, "/missing/oisin"), path, nowhere}, NULL);
    is_found(cli, (ProgramSources){NULL, below(cli, "/folder"), path, nowhere}, NULL);
}

/* Others may have put a program into the current folder. */
static void current_folder_is_used_only_if_it_is_named(void **state)
{
    Cli *cli = *state;
    static const char *const paths[] = {"",          ":",         ".",      "./",
                                        ":/nowhere", "/nowhere:", "/a::/b", "sub"};
    expect(cli, 0, "mkdir -p sub");
    put_program(cli, "oisin");
    put_program(cli, "sub/oisin");
    char before[4096];
    assert_non_null(getcwd(before, sizeof before));
    assert_int_equal(chdir(cli->folder), 0);
    for (size_t i = 0; i < COUNT_OF(paths); i++) {
        const Text found = program_folder_from(
            &(ProgramSources){NULL, "oisin", paths[i], nowhere}, cli->arena);
        assert_int_equal(found.size, 0);
    }
    const Text named =
        program_folder_from(&(ProgramSources){NULL, "./oisin", "", nowhere}, cli->arena);
    assert_int_equal(chdir(before), 0);
    assert_string_equal(named.at, path_resolved(cli->folder, cli->arena));
}

static void installation_is_the_last_source(void **state)
{
    Cli *cli = *state;
    expect(cli, 0, "mkdir -p two/libexec/oisin");
    const char *const prefixes[] = {below(cli, "/one"), below(cli, "/two"), NULL};
    is_found(cli, (ProgramSources){NULL, "oisin", "/nowhere", prefixes}, "/two/bin");
    is_found(cli, (ProgramSources){NULL, "", NULL, prefixes}, "/two/bin");
}

/* As in a chroot without /proc: the link cannot be read. oisin-view then says that there is no
 * such file. */
static void other_programs_run_without_proc(void **state)
{
    Cli *cli = *state;
    const char *fault = fault_at(cli, "readlink", 1, "");
    const struct {
        const char *before, *program;
    } calls[] = {
        {"", "\"$program\""},
        {"PATH=\"$(dirname \"$program\"):$PATH\";", "$(basename \"$program\")"},
    };
    for (size_t i = 0; i < COUNT_OF(calls); i++) {
        const int status =
            sh(cli, "%s %s %s view none", calls[i].before, fault, calls[i].program);
        const char *said = content(cli, "err");
        if (status != 1 || !strstr(said, "none: No such file"))
            fail_msg("%zu: status %d: %s", i, status, said);
        assert_true(fault_was_met(cli));
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, cli_begin, cli_end)
    const struct CMUnitTest tests[] = {
        TEST(file_that_the_system_names_decides),
        TEST(name_is_searched_in_path_without_it),
        TEST(name_with_a_slash_is_the_program),
        TEST(current_folder_is_used_only_if_it_is_named),
        TEST(installation_is_the_last_source),
        TEST(other_programs_run_without_proc),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
