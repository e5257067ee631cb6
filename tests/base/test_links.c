/* Symbolic links in folders: those inside are followed, those that lead out are refused, cycles
 * end. */
#include "lib/cli.h"
#include "lib/evil_creature.h"
#include "lib/evil_reg.h"
#include "lib/evil_res.h"

/* A command that reads a folder. In `folder` the test makes links; `inside` makes some that
 * stay in it, and `followed` succeeds if the command has followed them. */
typedef struct Reading {
    const char *name, *folder, *inside, *command, *followed;
    int refused; /* its exit status after a link that leads out */
} Reading;

/* The game cannot be built without its map. */
#define MAP "mv meadow.tmx .meadow && ln -s .meadow meadow.tmx"
#define MEMBER "ln -s ab linked && mkdir below && ln -s ../ab below/linked"

static const Reading readings[] = {
    {"check", "mygame/maps", MAP, "oisin check mygame", "true", 1},
    {"build", "mygame/maps", MAP, "oisin build mygame --no-cache -o built.tng -q",
     "test -s built.tng", 1},
    {"pack of a project", "mygame/maps", MAP, "oisin pack mygame -o built.tng -q",
     "test -s built.tng", 1},
    {"pack of an archive", "r", MEMBER, "oisin pack r -o built.res -q",
     "oisin unpack built.res -o again -q && cmp r/ab again/linked && cmp r/ab "
     "again/below/linked",
     1},
    {"pack of a workspace", "work/a.res", "ln -s ab.txt linked.txt && ln -s zone1 below",
     "oisin pack work -o game -q",
     "oisin unpack game/a.res -o again -q && cmp r/ab again/linked && diff -r r/zone1 "
     "again/below",
     1},
    {"unpack of a folder", "game",
     "ln -s quest.reg linked && mkdir below && ln -s ../quest.reg below/b",
     "oisin unpack game -o out -q",
     "cmp game/quest.reg out/linked && cmp game/quest.reg out/below/b", 1},
    {"unpack of a game", "game", "ln -s a.res b.res",
     "oisin unpack game -o out --recursive --open -q", "diff -r out/a.res out/b.res", 1},
    {"convert of a folder", "sheets", "mkdir .kept && mv CRS* .kept && ln -s .kept below",
     "oisin convert sheets -o poses -q", "ls poses | grep -q png", 1},
    /* 1 means that the folders differ. */
    {"diff", "r", MEMBER, "oisin diff r r -q", "true", 2},
    {"play", "mygame/maps", MAP, "oisin play mygame --headless --skip-menu --frames 3", "true",
     1},
};

static void make_inputs(Cli *cli)
{
    Kit *kit = kit_new();
    char here[256];
    assert_non_null(getcwd(here, sizeof here));
    assert_int_equal(sh(cli,
                        "mkdir start && cd start && mkdir game sheets && oisin new mygame "
                        "-q && "
                        "cp %s/examples/sprites/CRS_AOI* sheets && echo secret > ../secret "
                        "&& mkdir ../outside && echo x > ../outside/x",
                        here),
                     0);
    cli_put(cli, "start/game/a.res", small_res(kit));
    cli_put(cli, "start/game/quest.reg", small_reg(kit));
    assert_int_equal(sh(cli, "cd start && oisin unpack game/a.res -o r -q && "
                             "oisin unpack game -o work --recursive --open -q"),
                     0);
    kit_free(kit);
}

/* In a new copy of the inputs: makes links, then runs the command for at most 10 s. */
static int run(Cli *cli, const Reading *reading, const char *links, const char *after)
{
    return sh(cli,
              "rm -rf w && cp -r start w && cd w && (cd %s && %s) && oisin() { timeout 180 "
              "\"$program\" \"$@\"; } && { %s; } && %s",
              reading->folder, links, reading->command, after ? after : "true");
}

static void links_inside_the_folder_are_followed(void **state)
{
    Cli *cli = *state;
    make_inputs(cli);
    for (size_t i = 0; i < COUNT_OF(readings); i++) {
        const Reading *reading = &readings[i];
        const int status = run(cli, reading, reading->inside, reading->followed);
        if (status)
            fail_msg("%s: status %d: %s", reading->name, status, content(cli, "err"));
    }
}

static void links_to_outside_are_rejected_by_name(void **state)
{
    static const char *const targets[] = {
        "../../../secret", "../../../outside",
        "../../../../../../../../../../../../../../etc/passwd"};
    Cli *cli = *state;
    make_inputs(cli);
    for (size_t i = 0; i < COUNT_OF(readings); i++)
        for (size_t k = 0; k < COUNT_OF(targets); k++) {
            const Reading *reading = &readings[i];
            const char *target = targets[k] + (k < 2 && !strchr(reading->folder, '/') ? 3 : 0);
            const int status =
                run(cli, reading, arena_format(cli->arena, "ln -s %s x.tmx", target).at, NULL);
            const char *line =
                arena_format(cli->arena,
                             "%s/x.tmx: it is a link to a path outside of the folder\n",
                             reading->folder)
                    .at;
            if (status != reading->refused || !strstr(content(cli, "err"), line))
                fail_msg("%s: status %d: %s", reading->name, status, content(cli, "err"));
            assert_int_equal(sh(cli, "! test -e w/built.tng -o -e w/built.res -o -e w/out -o "
                                     "-e w/poses && diff -r start/game w/game -x x.tmx"),
                             0);
        }
}

static void cyclic_links_are_limited(void **state)
{
    Cli *cli = *state;
    make_inputs(cli);
    for (size_t i = 0; i < COUNT_OF(readings); i++) {
        const Reading *reading = &readings[i];
        int status =
            run(cli, reading, "mkdir l && for i in 0 1 2 3 4 5 6 7 8 9; do ln -s . l/$i; done",
                NULL);
        if (status)
            fail_msg("%s: status %d: %s", reading->name, status, content(cli, "err"));
        status = run(cli, reading,
                     "mkdir a b && for i in 0 1 2 3 4 5 6 7 8 9; do ln -s ../a b/$i; "
                     "ln -s ../b a/$i; done",
                     NULL);
        if (status)
            fail_msg("%s, two folders: status %d: %s", reading->name, status,
                     content(cli, "err"));
    }
}

static void too_many_paths_to_a_folder_are_rejected(void **state)
{
    Cli *cli = *state;
    make_inputs(cli);
    const int status =
        run(cli, &readings[3],
            "for i in 0 1 2 3 4 5 6; do mkdir l$i; for k in 0 1 2 3 4 5 6 7 8 9; do "
            "ln -s ../l$((i + 1)) l$i/$k; done; done; mkdir l7",
            NULL);
    assert_int_equal(status, 1);
    assert_non_null(strstr(content(cli, "err"), "r: more than 200000 files and folders\n"));
}

static void the_folder_itself_may_be_given_as_a_link(void **state)
{
    Cli *cli = *state;
    make_inputs(cli);
    assert_int_equal(sh(cli, "mkdir w && cd w && for i in mygame r game work sheets; do ln -s "
                             "../start/$i $i; done && ln -s ab game/../r/same && "
                             "oisin check mygame && oisin build mygame -o built.tng -q && "
                             "oisin pack r -o built.res -q && oisin pack work -o game -q && "
                             "oisin unpack game -o out --open -q && "
                             "oisin convert sheets -o poses -q && oisin diff r r && "
                             "oisin play mygame --headless --skip-menu --frames 3"),
                     0);
}

/* A project's output is not read, so it may be a link to anywhere. */
static void the_output_of_a_project_may_be_a_link_that_leads_out(void **state)
{
    Cli *cli = *state;
    make_inputs(cli);
    assert_int_equal(sh(cli, "cd start && ln -s ../../secret mygame/game.tng && "
                             "oisin build mygame -q && test -L mygame/game.tng && "
                             "test $(wc -c < ../secret) -gt 5000 && oisin check mygame"),
                     0);
}

static void broken_links_are_rejected_by_name(void **state)
{
    Cli *cli = *state;
    make_inputs(cli);
    assert_int_equal(run(cli, &readings[3], "ln -s nothing x", NULL), 1);
    assert_non_null(strstr(content(cli, "err"), "r/x: it is a link to a missing file\n"));
}

/* A model's animations may be in a folder beside it; without them the output would be wrong. */
static void link_to_a_folder_beside_a_model_is_rejected(void **state)
{
    Cli *cli = *state;
    Arena *arena = cli->arena;
    assert_int_equal(sh(cli, "mkdir model model/unxxxx.anm"), 0);
    cli_put(cli, "model/unxxxx.lnk", creature_lnk(arena));
    for (unsigned i = 0; i < CREATURE_BONES; i++) {
        const char *name = creature_bones[i].name;
        cli_put(cli, arena_format(arena, "model/unxxxx%s.fig", name).at,
                creature_fig(i, arena));
        cli_put(cli, arena_format(arena, "model/unxxxx%s.bon", name).at,
                creature_bon(i, arena));
    }
    assert_int_equal(sh(cli, "oisin convert model/unxxxx.lnk -o a.glb -q"), 0);
    assert_int_equal(sh(cli, "ln -s ../../secret model/unxxxx.anm/x; echo x >secret; "
                             "oisin convert model/unxxxx.lnk -o b.glb -q"),
                     1);
    assert_string_equal(content(cli, "err"),
                        "model/unxxxx.anm/x: it is a link to a path outside of "
                        "the folder\n");
    assert_int_equal(sh(cli, "! test -e b.glb"), 0);
}

/* The status of the page of a path, and what it says in the file page. */
static void pages_are(Cli *cli, const char *given, const char *const *paths, size_t count,
                      int status)
{
    for (size_t i = 0; i < count; i++)
        if (sh(cli,
               "rm -f a; \"$program\" view %s --no-browser >a 2>log & p=$!; "
               "for i in $(seq 600); do [ -s a ] && break; sleep 0.1; done; "
               "address=$(sed 's,\\(http://[^/]*/[0-9a-f]*/\\).*,\\1,' a); "
               "got=$(curl -s -m 10 -o page -w '%%{http_code}' --path-as-is \"${address}%s\"); "
               "kill $p; wait $p; test \"$got\" = %d",
               given, paths[i], status) != 0)
            fail_msg("view %s: %s: %s", given, paths[i], content(cli, "page"));
}

static void view_shows_nothing_outside_or_hidden(void **state)
{
    static const char *const refused[] = {"out",
                                          "out?view=raw",
                                          "folder/x",
                                          "folder",
                                          ".hidden",
                                          ".hidden?view=raw",
                                          ".git/config",
                                          "in/.hidden",
                                          "to_hidden?view=raw",
                                          "in/../../secret"};
    static const char *const shown[] = {"", "in/ab", "good?view=raw", "l/0",
                                        "linked/ab?view=raw"};
    Cli *cli = *state;
    if (!has_tool("curl"))
        skip();
    make_inputs(cli);
    assert_int_equal(
        sh(cli, "mkdir -p v/in v/.git v/l && cd v && ln -s ../secret out && "
                "ln -s ../outside folder && echo h > .hidden && echo h > in/.hidden && "
                "echo c > .git/config && cp ../start/r/ab in/ab && ln -s in/ab good && "
                "ln -s .git/config to_hidden && ln -s in linked && ln -s ../v/in in2 && "
                "for i in 0 1 2 3 4 5 6 7 8 9; do ln -s . l/$i; done"),
        0);
    pages_are(cli, "v", refused, COUNT_OF(refused), 404);
    pages_are(cli, "v", shown, COUNT_OF(shown), 200);
    pages_are(cli, "v", shown, 1, 200);
    assert_int_equal(sh(cli,
                        "grep -q '>good<\\|good' page && ! grep -q 'hidden\\|folder/\\|out\"' "
                        "page"),
                     0);
    /* What was named on the command line is shown, whatever it is. */
    static const char *const hidden[] = {".hidden?view=raw"}, *const out[] = {"out?view=raw"};
    pages_are(cli, "v/.hidden", hidden, 1, 200);
    pages_are(cli, "v/out", out, 1, 200);
    pages_are(cli, "v/out", hidden, 1, 404);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, cli_begin, cli_end)
    const struct CMUnitTest tests[] = {
        TEST(links_inside_the_folder_are_followed),
        TEST(links_to_outside_are_rejected_by_name),
        TEST(cyclic_links_are_limited),
        TEST(too_many_paths_to_a_folder_are_rejected),
        TEST(the_folder_itself_may_be_given_as_a_link),
        TEST(the_output_of_a_project_may_be_a_link_that_leads_out),
        TEST(broken_links_are_rejected_by_name),
        TEST(link_to_a_folder_beside_a_model_is_rejected),
        TEST(view_shows_nothing_outside_or_hidden),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
