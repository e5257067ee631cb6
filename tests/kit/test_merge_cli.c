/* `oisin merge` as a user runs it: status, folders, archives, what is written. */
#include "lib/cli.h"

/* base, mine and theirs: an archive in an archive, a text, files of one side. */
static void make_mods(Cli *cli)
{
    expect(
        cli, 0,
        "mkdir -p base/sub && printf 'a\\nb\\nc\\nd\\n' > base/t.txt && echo x > base/old && "
        "printf '[Main]\\ncount=7\\nspeed=3\\n' > s.ini && oisin convert s.ini -o base/s.reg "
        "&& "
        "echo in > base/sub/in && echo keep > base/keep && cp -r base mine && cp -r base "
        "theirs");
    expect(
        cli, 0,
        "sed -i s/a/A/ mine/t.txt && rm mine/old && echo m > mine/m && printf "
        "'[Main]\\ncount=8\\nspeed=3\\n' > s.ini && oisin convert s.ini -o m.reg && mv m.reg "
        "mine/s.reg");
    expect(
        cli, 0,
        "sed -i s/d/D/ theirs/t.txt && echo t > theirs/sub/t && printf "
        "'[Main]\\ncount=7\\nspeed=4\\n' > s.ini && oisin convert s.ini -o t.reg && mv t.reg "
        "theirs/s.reg");
    expect(cli, 0,
           "for f in base mine theirs; do oisin pack $f -o $f.res && mkdir p$f && mv "
           "$f.res p$f/in.res && cp $f/t.txt p$f && oisin pack p$f -o $f.res; done");
}

static void folders_are_merged_file_by_file(void **state)
{
    Cli *cli = *state;
    make_mods(cli);
    expect(cli, 0, "oisin merge base mine theirs -o both");
    expect(cli, 0, "cat both/t.txt both/m both/sub/t both/keep");
    assert_string_equal(content(cli, "out"), "A\nb\nc\nD\nm\nt\nkeep\n");
    expect(cli, 1, "test -e both/old");
    expect(cli, 0, "oisin convert both/s.reg -o s2.ini && cat s2.ini");
    assert_non_null(strstr(content(cli, "out"), "count=8\nspeed=4\n"));
    /* a folder that exists is not changed */
    expect(cli, 2, "oisin merge base mine theirs -o both");
    expect(cli, 2, "oisin merge base mine t.txt -o both2");
}

static void archives_are_merged_to_any_depth(void **state)
{
    Cli *cli = *state;
    make_mods(cli);
    expect(cli, 0,
           "oisin merge base.res mine.res theirs.res -o out.res && oisin check out.res");
    expect(cli, 0,
           "oisin unpack -r out.res -o all && cd all && find . -type f ! -name '.*' | "
           "LC_ALL=C sort && cat in.res/t.txt t.txt in.res/m");
    assert_string_equal(content(cli, "out"),
                        "./in.res/keep\n./in.res/m\n./in.res/s.reg\n./in.res/sub/in\n"
                        "./in.res/sub/t\n./in.res/t.txt\n./t.txt\nA\nb\nc\nD\nA\nb\nc\nD\nm\n");
    expect(cli, 0,
           "oisin merge base.res mine.res base.res -o same.res && cmp same.res mine.res");
}

static void conflicts_write_nothing_without_a_side(void **state)
{
    Cli *cli = *state;
    make_mods(cli);
    expect(cli, 0, "printf 'Z\\nb\\nc\\nd\\n' > theirs/t.txt");
    expect(cli, 1, "oisin merge base/t.txt mine/t.txt theirs/t.txt -o out.txt");
    assert_string_equal(content(cli, "out"),
                        "t.txt: line 1: base \"a\", mine \"A\", theirs \"Z\"\n");
    assert_non_null(strstr(content(cli, "err"), "1 conflict; nothing was written"));
    expect(cli, 1, "test -e out.txt");
    expect(cli, 1, "oisin merge base mine theirs -o both");
    expect(cli, 1, "test -e both");
    expect(cli, 1, "oisin merge base mine theirs -o both --json -q");
    assert_non_null(strstr(content(cli, "out"), "\"mine\": \"\\\"A\\\"\""));
    expect(cli, 0,
           "oisin merge base mine theirs -o both --prefer theirs && head -1 both/t.txt");
    assert_non_null(strstr(content(cli, "out"), "\nZ\n"));
    /* a driver of git writes into mine; other inputs are not overwritten */
    expect(cli, 2,
           "oisin merge base/t.txt mine/t.txt theirs/t.txt -o theirs/t.txt --prefer mine");
    expect(cli, 0,
           "oisin merge base/t.txt mine/t.txt theirs/t.txt -o mine/t.txt --prefer mine");
    /* an empty file is one that exists */
    expect(cli, 0,
           ": > none.txt && printf 'a\\n' > one.txt && oisin merge none.txt none.txt "
           "one.txt -o is.txt && cmp is.txt one.txt && oisin merge one.txt none.txt "
           "one.txt -o was.txt && cmp was.txt none.txt");
    expect(cli, 2, "oisin merge base mine theirs");
    expect(cli, 2, "oisin merge base mine theirs -o o3 --prefer ours");
    expect(cli, 2, "oisin merge base.res none.res theirs.res -o o3.res");
}

/* As git calls it, in a repository with two branches. */
static void git_merges_with_it(void **state)
{
    Cli *cli = *state;
    if (!has_tool("git"))
        skip();
    make_mods(cli);
    expect(
        cli, 0,
        "mkdir repo && cd repo && git init -q -b main . && git config user.name n && git "
        "config user.email e && git config merge.oisin.driver \"$program merge %O %A %B -o "
        "%A\" && echo '*.reg merge=oisin' > .gitattributes && cp ../base/s.reg . && git add "
        ". && git commit -qm base && git checkout -qb other && cp ../theirs/s.reg . && git "
        "commit -qam theirs && git checkout -q main && cp ../mine/s.reg . && git commit -qam "
        "mine && git merge -q other -m merged && oisin convert "
        "s.reg -o s.ini && cat s.ini");
    assert_non_null(strstr(content(cli, "out"), "count=8\nspeed=4\n"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, cli_begin, cli_end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(folders_are_merged_file_by_file),
        TEST(archives_are_merged_to_any_depth),
        TEST(conflicts_write_nothing_without_a_side),
        TEST(git_merges_with_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
