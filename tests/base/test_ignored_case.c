/* Outputs on file systems that ignore case: one that is simulated (fault_shim.c), and NTFS in
 * an image file if that can be mounted here. */
#include "lib/cli.h"
#include "lib/evil_reg.h"
#include "lib/evil_res.h"
#include "lib/fault_kit.h"

#include <stdio.h>

/* Where it is ignored: runs in the folder `there`, to which inputs are `$here/...`. */
typedef struct System {
    const char *name, *prefix;
} System;

static System simulated(Cli *cli)
{
    return (System){"simulated", fault_at(cli, "none", 0, "FAULT_CASELESS=1")};
}

static bool mount_ntfs(Cli *cli)
{
    return sh(cli,
              "command -v lowntfs-3g mkntfs && test -w /dev/fuse && truncate -s 8M image && "
              "mkntfs -F -Q -q image && mkdir -p there && "
              "lowntfs-3g -o ignore_case image there") == 0;
}

/* Runs the line in both. */
static void both(Cli *cli, void (*run)(Cli *cli, const System *system))
{
    const System own = simulated(cli), ntfs = {"NTFS", ""};
    expect(cli, 0, "mkdir there");
    run(cli, &own);
    expect(cli, 0, "rm -rf there");
    if (!mount_ntfs(cli)) {
        print_message("skipped in part: NTFS cannot be mounted (lowntfs-3g, as root)\n");
        return;
    }
    run(cli, &ntfs);
    expect(cli, 0, "umount there");
}

static void in_there(Cli *cli, const System *system, int status, const char *line)
{
    const int got = sh(cli, "here=$PWD; %s cd there && %s", system->prefix, line);
    if (got != status)
        fail_msg("%s: %s: status %d, expected %d: %s", system->name, line, got, status,
                 content(cli, "err"));
}

static void fails_with(Cli *cli, const System *system, const char *line, const char *error)
{
    in_there(cli, system, 1, line);
    if (!strstr(content(cli, "err"), error))
        fail_msg("%s: %s: %s", system->name, line, content(cli, "err"));
}

static void put_res(Cli *cli, const char *path, const char *const *names, size_t count)
{
    Kit *kit = kit_new();
    const Bytes contents[] = {bytes_of_text(TEXT("one")), bytes_of_text(TEXT("other"))};
    cli_put(cli, path, res_of(kit, names, contents, count));
    kit_free(kit);
}

#define SAME " are the same file on systems that ignore case: "

static void unpack_twice(Cli *cli, const System *system)
{
    fails_with(cli, system, "oisin unpack $here/two.res -o u", "u/ab.txt and u/Ab.txt" SAME);
    in_there(cli, system, 0, "test -z \"$(ls -A)\"");
    in_there(cli, system, 0, "mkdir u && echo mine > u/notes");
    in_there(cli, system, 1, "oisin unpack $here/two.res -o u --force");
    in_there(cli, system, 0, "test \"$(ls -A . u)\" = \"$(printf '.:\\nu\\n\\nu:\\nnotes')\"");
}

static void unpack_rejects_names_that_differ_only_in_case(void **state)
{
    Cli *cli = *state;
    put_res(cli, "two.res", (const char *const[]){"Ab.txt", "aB.txt"}, 2);
    both(cli, unpack_twice);
    expect(cli, 0, "oisin unpack two.res -o u && grep one u/Ab.txt && grep other u/aB.txt");
}

static void unpack_folders(Cli *cli, const System *system)
{
    in_there(cli, system, 0, "oisin unpack $here/two.res -o u -q");
    in_there(cli, system, 0,
             "test $(cat u/dir/a.txt) = one && test $(cat u/dir/b.txt) = other");
    in_there(cli, system, 0, "oisin pack u -o t.res -q && cmp t.res $here/again.res");
}

static void folders_that_differ_only_in_case_become_one(void **state)
{
    Cli *cli = *state;
    put_res(cli, "two.res", (const char *const[]){"Dir\\a.txt", "dir\\b.txt"}, 2);
    expect(cli, 0, "oisin unpack two.res -o u -q && oisin pack u -o again.res -q");
    both(cli, unpack_folders);
    expect(cli, 0, "rm u/Dir/a.txt && oisin pack u -o less.res 2>&1 | grep Dir/a.txt.was");
}

static void unpack_file_and_folder(Cli *cli, const System *system)
{
    fails_with(cli, system, "oisin unpack $here/first.res -o u", "u/dir and u/D");
    fails_with(cli, system, "oisin unpack $here/last.res -o u", "u/dir and u/D");
    in_there(cli, system, 0, "test -z \"$(ls -A)\"");
}

static void a_file_is_not_also_a_folder_that_differs_only_in_case(void **state)
{
    Cli *cli = *state;
    put_res(cli, "first.res", (const char *const[]){"DIR", "Dir\\b.txt"}, 2);
    put_res(cli, "last.res", (const char *const[]){"Dir\\b.txt", "DIR"}, 2);
    both(cli, unpack_file_and_folder);
}

#define CONVERT "oisin convert $here/Ab.reg $here/aB.reg -o r -q"

static void convert_two(Cli *cli, const System *system)
{
    fails_with(cli, system, CONVERT, "r/Ab.ini and r/aB.ini" SAME);
    in_there(cli, system, 0, "test -z \"$(ls -A)\"");
    in_there(cli, system, 0, "mkdir r && echo mine > r/ab.ini");
    in_there(cli, system, 1, CONVERT " --force");
    in_there(cli, system, 0, "test \"$(ls -A . r)\" = \"$(printf '.:\\nr\\n\\nr:\\nab.ini')\"");
    in_there(cli, system, 0, "test $(cat r/ab.ini) = mine");
}

static void convert_rejects_results_that_differ_only_in_case(void **state)
{
    Cli *cli = *state;
    Kit *kit = kit_new();
    cli_put(cli, "Ab.reg", small_reg(kit));
    cli_put(cli, "aB.reg", small_reg(kit));
    kit_free(kit);
    both(cli, convert_two);
    expect(cli, 0, "here=$PWD; " CONVERT " && test -e r/Ab.ini && test -e r/aB.ini");
}

static int end(void **state)
{
    sh(*state, "! mountpoint -q there || umount there");
    return cli_end(state);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, cli_begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(unpack_rejects_names_that_differ_only_in_case),
        TEST(folders_that_differ_only_in_case_become_one),
        TEST(a_file_is_not_also_a_folder_that_differs_only_in_case),
        TEST(convert_rejects_results_that_differ_only_in_case),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
