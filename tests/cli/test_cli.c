/* The program as a user runs it: exit status, files, what is left behind. The
 * path comes from the environment (tools/run_tests.sh), else the release build. */
#include "lib/cli.h"

#include "kit/jobs/files.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>

static void new_project_builds_checks_and_unpacks(void **state)
{
    Cli *cli = *state;
    assert_int_equal(sh(cli, "oisin new mygame && oisin check mygame"), 0);
    assert_int_equal(sh(cli, "oisin build mygame && oisin check mygame/game.tng"), 0);
    assert_int_equal(sh(cli, "oisin unpack mygame/game.tng -o back"), 0);
    assert_int_equal(sh(cli, "oisin build back/mygame -o again.tng"), 0);
    assert_int_equal(sh(cli, "cmp again.tng mygame/game.tng"), 0);
    assert_int_equal(sh(cli,
                        "oisin convert again.tng -o a.json && oisin convert a.json -o b.tng "
                        "&& cmp b.tng again.tng"),
                     0);
    assert_int_equal(sh(cli, "oisin probe again.tng && grep -q '^tng  mygame$' out"), 0);
}

static void output_is_independent_of_threads_time_zone_locale_and_cache(void **state)
{
    Cli *cli = *state;
    assert_int_equal(sh(cli, "oisin new mygame && oisin build mygame -o 1.tng --no-cache"), 0);
    assert_int_equal(sh(cli, "oisin build mygame -o 2.tng -j 1 && cmp 1.tng 2.tng"), 0);
    assert_int_equal(sh(cli, "oisin build mygame -o 3.tng -j 7 && cmp 1.tng 3.tng"), 0);
    assert_int_equal(sh(cli, "TZ=Asia/Tokyo LC_ALL=C.UTF-8 oisin build mygame -o 4.tng && cmp "
                             "1.tng 4.tng"),
                     0);
    assert_int_equal(sh(cli, "cd mygame && oisin build . -o ../5.tng && cmp ../1.tng ../5.tng"),
                     0);
    /* Damaged entries are as good as none. */
    assert_int_equal(sh(cli,
                        "for f in cache/oisin/*; do printf x | dd of=$f bs=1 seek=3 "
                        "conv=notrunc status=none; done; oisin build mygame -o 6.tng && cmp "
                        "1.tng 6.tng"),
                     0);
}

static void failed_build_leaves_only_the_old_game(void **state)
{
    Cli *cli = *state;
    assert_int_equal(
        sh(cli, "oisin new mygame && oisin build mygame && cp mygame/game.tng old"), 0);
    assert_int_equal(sh(cli,
                        "echo 'x' > mygame/dialogs/sign.dlg; ls mygame > before; oisin build "
                        "mygame"),
                     1);
    assert_non_null(strstr(content(cli, "err"), "mygame/dialogs/sign.dlg:1:1: "));
    assert_non_null(strstr(content(cli, "err"), "nothing was written"));
    assert_int_equal(sh(cli, "cmp old mygame/game.tng && ls mygame | diff - before"), 0);
    assert_int_equal(sh(cli, "oisin build mygame --quiet"), 1);
    assert_non_null(strstr(content(cli, "err"), "1 error: nothing was written\n"));
}

/* /dev/full became a file that way. */
static void output_to_pipe_and_link_is_supported(void **state)
{
    Cli *cli = *state;
    assert_int_equal(sh(cli,
                        "oisin new mygame && oisin build mygame -o game.tng && mkfifo pipe "
                        "&& { cat pipe > piped & } && oisin build mygame -o pipe && wait "
                        "&& cmp piped game.tng && test -p pipe"),
                     0);
    assert_int_equal(sh(cli,
                        "ln -s real.tng link.tng && echo x > real.tng && chmod 600 "
                        "real.tng && oisin build mygame -o link.tng && test -L link.tng && "
                        "cmp real.tng game.tng && test $(stat -c %%a real.tng) = 600"),
                     0);
    /* Nobody writes into it: reading would wait for ever. */
    assert_int_equal(sh(cli, "timeout 60 \"$program\" check pipe"), 1);
    assert_non_null(
        strstr(content(cli, "err"), "pipe: expected a file, found a device or a pipe\n"));
}

static void message_names_the_right_file(void **state)
{
    static const char *const lines[][2] = {
        {"build g --extension x",
         "g/ext/x.cfg: this file, which lists the contents of the extension"},
        {"test g/game.tng", "g/game.tng: no scenarios in"},
        {"diff nothere g", "nothere: No such file"},
        {"convert g/config -o x.json", "cannot convert a file without a suffix to .json"},
        {"convert g -o x.json", "cannot convert a folder to .json"},
        {"build e --extension x -o x.tng && oisin play x.tng --headless --frames 1",
         "x.tng: this file is an extension, not a game; expected the game before it"},
        {"play x.tng g/game.tng --headless --frames 1",
         "this file is an extension, not a game; the first file must be the game"},
        {"play g --headless --load g/config", "g/config: at byte 0: not a saved game"},
        {"new broken && rm broken/tiles/tree_soo0.png && oisin play broken --headless",
         "broken/maps/meadow.tmx:10: unknown tileset \"tiles_tree\""},
        {"play g --headless --language xx --frames 1",
         "the game has no language \"xx\": using \"en\""}};
    Cli *cli = *state;
    assert_int_equal(sh(cli, "oisin new g && oisin build g && cp -r g e && mkdir -p e/ext && "
                             "printf 'TirNanoG Extension\\n0 -\\nm meadow\\n' > e/ext/x.cfg"),
                     0);
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        sh(cli, "oisin %s", lines[i][0]);
        if (!strstr(content(cli, "err"), lines[i][1]))
            fail_msg("%s: %s", lines[i][0], content(cli, "err"));
    }
}

/* Root may read everything: it is tried as nobody. */
static void unreadable_output_folder_is_not_treated_as_empty(void **state)
{
    Cli *cli = *state;
    assert_int_equal(sh(cli,
                        "chmod 777 . && mkdir s w && echo x > s/a && oisin pack s -o a.res "
                        "&& echo mine > w/f && chmod 300 w && test $(id -u) = 0 && chown "
                        "65534 w; true"),
                     0);
    const char *as = getuid() ? "" : "setpriv --reuid=65534 --regid=65534 --clear-groups";
    if (sh(cli, "%s \"$program\" version", as)) {
        print_message("skipped: nobody may not run the program\n");
        return;
    }
    assert_int_equal(sh(cli, "%s \"$program\" unpack a.res -o w", as), 1);
    assert_non_null(strstr(content(cli, "err"), "w: cannot read the folder"));
    assert_int_equal(sh(cli, "chmod 700 w && test $(ls -A w) = f"), 0);
}

/* A file that another program truncates is not truncated in the editor. */
static void edit_maps_only_media_of_a_project(void **state)
{
    Cli *cli = *state;
    if (sh(cli,
           "test -r /proc/self/maps && cp -r $(dirname \"$program\")/../../web/edit pages") !=
        0)
        skip(); /* an installed program without the sources */
    expect(cli, 0,
           "oisin new g -q && head -c 300000 /dev/zero > g/notes.bin && mkdir -p g/music && "
           "cp g/notes.bin g/music/long.ogg");
    expect(cli, 0,
           "OISIN_EDIT=$PWD/pages \"$program\" edit g --no-browser > address & job=$!; "
           "for i in $(seq 500); do test -s address && break; sleep 0.02; done; "
           "grep -o 'g/[a-z/.]*$' /proc/$job/maps > mapped; kill -TERM $job; wait $job && "
           "test \"$(cat mapped)\" = g/music/long.ogg");
}

/* TERM and not INT, which a shell's background jobs ignore. A job may be done before it is hit.
 */
static void interrupted_job_leaves_no_files(void **state)
{
    Cli *cli = *state;
    int status = 0;
    assert_int_equal(sh(cli, "mkdir many && (cd many && seq 4000 | split -l 1 -a 4) && "
                             "oisin pack many -o many.res"),
                     0);
    for (unsigned i = 0; i < 20 && status == 0; i++)
        status = sh(cli, "rm -rf deep; \"$program\" unpack many.res -o deep/out 2>/dev/null & "
                         "job=$!; for i in $(seq 1000); do ls .oisin.*/new | grep -q . && "
                         "break; done; kill -TERM $job; wait $job");
    assert_int_equal(status, 128 + SIGTERM);
    assert_int_equal(sh(cli, "test ! -e deep && test -z \"$(ls -d .oisin.*)\" && "
                             "oisin unpack many.res -o deep/out"),
                     0);
}

/* The limit on a file's size stands in for a full disk. */
static void a_full_disk_leaves_the_old_game_intact(void **state)
{
    Cli *cli = *state;
    assert_int_equal(
        sh(cli, "oisin new mygame && oisin build mygame && cp mygame/game.tng old"), 0);
    assert_int_equal(sh(cli,
                        "sed -i 's/Thank you/Thanks/' mygame/dialogs/welcome.dlg; ls mygame > "
                        "before; (trap '' XFSZ; ulimit -f 2; oisin build mygame --no-cache)"),
                     1);
    assert_non_null(strstr(content(cli, "err"), "cannot write"));
    assert_int_equal(sh(cli, "cmp old mygame/game.tng && ls mygame | diff - before"), 0);
}

static void kill_at_any_time_leaves_the_old_or_the_new_game(void **state)
{
    Cli *cli = *state;
    assert_int_equal(sh(cli, "oisin new mygame && oisin build mygame -o old.tng && sed -i "
                             "'s/Thank you/Thanks/' mygame/dialogs/welcome.dlg && oisin build "
                             "mygame -o new.tng && cp old.tng game.tng"),
                     0);
    for (int i = 0; i < 20; i++) {
        const pid_t child = fork();
        if (child == 0) {
            if (chdir(cli->folder))
                _exit(1);
            const int null = open("/dev/null", O_WRONLY);
            dup2(null, 2);
            char program[4096];
            if (!realpath(cli->program, program) && cli->program[0] != '/')
                _exit(1);
            execl(cli->program[0] == '/' ? cli->program : program, "oisin", "build", "mygame",
                  "-o", "game.tng", "--no-cache", (char *)NULL);
            _exit(1);
        }
        usleep((useconds_t)i * 700);
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        assert_int_equal(sh(cli, "cmp -s game.tng old.tng || cmp -s game.tng new.tng"), 0);
        assert_int_equal(sh(cli, "cp old.tng game.tng"), 0);
    }
}

static void unpack_never_replaces_a_folder_unless_forced(void **state)
{
    Cli *cli = *state;
    assert_int_equal(sh(cli, "oisin new mygame && oisin build mygame -o g.tng"), 0);
    assert_int_equal(sh(cli, "oisin unpack g.tng -o w && touch w/mygame/mine"), 0);
    assert_int_equal(sh(cli, "oisin unpack g.tng -o w"), 1);
    assert_non_null(strstr(content(cli, "err"), "already exists"));
    assert_int_equal(sh(cli, "test -e w/mygame/mine"), 0);
    assert_int_equal(sh(cli, "mkdir w/mygame/.git && touch w/mygame/.git/HEAD"), 0);
    assert_int_equal(sh(cli, "oisin unpack g.tng -o w --force && test ! -e w/mygame/mine"), 0);
    assert_int_equal(sh(cli, "test -e w/mygame/.git/HEAD -a \"$(ls -A w)\" = mygame"), 0);
    /* A folder of that name that is not a project. */
    assert_int_equal(sh(cli, "mkdir -p o/mygame && echo precious > o/mygame/a && "
                             "oisin unpack g.tng -o o --force"),
                     1);
    assert_non_null(strstr(content(cli, "err"), "o/mygame has no file config that begins with "
                                                "\"TirNanoG Project\", and is not replaced"));
    assert_int_equal(sh(cli, "grep -q precious o/mygame/a && ! test -e o/mygame/config"), 0);
    assert_int_equal(sh(cli, "mkdir o/mygame/config && oisin unpack g.tng -o o --force"), 1);
    assert_int_equal(sh(cli, "git init -q --bare h/mygame && oisin unpack g.tng -o h --force"),
                     1);
    assert_int_equal(sh(cli, "grep -q precious o/mygame/a && test -e h/mygame/HEAD"), 0);
}

static void a_failed_unpack_leaves_no_folder(void **state)
{
    Cli *cli = *state;
    assert_int_equal(sh(cli, "oisin new mygame && oisin build mygame -o g.tng"), 0);
    assert_int_equal(sh(cli, "head -c 2000 g.tng > cut.tng; oisin unpack cut.tng -o w"), 1);
    assert_non_null(strstr(content(cli, "err"), "cut.tng: "));
    assert_int_equal(sh(cli, "test ! -e w"), 0);
}

static void invalid_file_does_not_stop_other_files(void **state)
{
    Cli *cli = *state;
    assert_int_equal(sh(cli, "oisin new mygame && oisin build mygame -o g.tng"), 0);
    assert_int_equal(sh(cli, "oisin probe nothing.tng g.tng"), 1);
    assert_non_null(strstr(content(cli, "out"), "g.tng: tng  mygame"));
    assert_non_null(strstr(content(cli, "err"), "nothing.tng: No such file"));
}

static void wrong_command_line_has_status_2_and_suggestion(void **state)
{
    Cli *cli = *state;
    assert_int_equal(sh(cli, "oisin biuld"), 2);
    assert_non_null(strstr(content(cli, "err"), "did you mean build?"));
    assert_int_equal(sh(cli, "oisin build x --stripp"), 2);
    assert_non_null(strstr(content(cli, "err"), "did you mean --strip?"));
    assert_int_equal(sh(cli, "oisin build"), 2);
    assert_int_equal(sh(cli, "oisin build a b"), 2);
    assert_int_equal(sh(cli, "oisin build a -o"), 2);
    assert_int_equal(sh(cli, "oisin build a -j many"), 2);
    assert_int_equal(sh(cli, "oisin new g && oisin play g --headless --frames -1"), 2);
    assert_int_equal(sh(cli, "oisin"), 2);
    assert_string_equal(content(cli, "out"), "");
    assert_non_null(strstr(content(cli, "err"), "Commands (oisin help COMMAND):"));
}

static void help_of_a_suffix_has_its_conversions_and_options(void **state)
{
    Cli *cli = *state;
    assert_int_equal(sh(cli, "oisin help convert .lay"), 0);
    const char *out = content(cli, "out");
    assert_non_null(strstr(out, "    .lay                 -> .png       a contact sheet"));
    assert_non_null(strstr(out, "        --atlas --frames"));
    assert_non_null(strstr(out, "\n      --overlay LIST "));
    assert_non_null(strstr(out, "-> .json "));
    assert_null(strstr(out, "--complexion"));
    assert_null(strstr(out, "-> .glb"));
    assert_int_equal(sh(cli, "oisin help convert idb && grep -q ' .idb .* .qdb$' out"), 0);
    assert_int_equal(sh(cli, "oisin help convert && oisin manual | grep -q 'contact sheet'"),
                     0);
    assert_int_equal(sh(cli, "oisin help convert xyz"), 2);
    assert_non_null(strstr(content(cli, "err"), "no conversion of .xyz files"));
    assert_int_equal(sh(cli, "oisin help build lay"), 2);
}

/* Every option is taken by the conversions whose rows have it, and refused by all others. */
static void conversion_accepts_the_options_of_its_row(void **state)
{
    Cli *cli = *state;
    assert_int_equal(sh(cli, "oisin new mygame && oisin build mygame -o a.tng"), 0);
    assert_int_equal(sh(cli, "oisin convert a.tng -o a.json --trim"), 2);
    assert_non_null(
        strstr(content(cli, "err"), "--trim does not apply to conversions from .tng to .json"));
    assert_int_equal(sh(cli, "oisin convert a.tng -o a.png --range U+20"), 2);
    assert_int_equal(sh(cli, "map=$(ls mygame/maps | sed -n 's/.tmx$//p' | head -1); oisin "
                             "convert a.tng -o a.png --map $map"),
                     0);
}

static void help_manual_and_completion_know_every_command(void **state)
{
    Cli *cli = *state;
    assert_int_equal(sh(cli, "oisin help"), 0);
    assert_int_equal(
        sh(cli, "for c in $(oisin help | sed -n '/^Commands/,$p' | awk 'NR>1 {print "
                "$1}'); do oisin help $c | grep -q \"oisin $c\" || exit 9; oisin manual "
                "| grep -q \"oisin $c\" || exit 8; oisin completion | grep -q \" $c)\" "
                "|| exit 7; done"),
        0);
    assert_int_equal(sh(cli, "oisin completion | bash -n"), 0);
    /* Shells that are not here are not asked. */
    assert_int_equal(sh(cli,
                        "for s in zsh fish; do oisin completion $s > c && grep -q convert c "
                        "|| exit 9; ! command -v $s || $s -n c || exit 10; done"),
                     0);
    assert_int_equal(sh(cli, "oisin completion tcsh"), 2);
}

static void palettes_of_other_programs_become_gimp_palettes(void **state)
{
    Cli *cli = *state;
    assert_int_equal(sh(cli, "head -c 768 /dev/zero > x.act && oisin check x.act && "
                             "oisin convert x.act -o x.gpl && oisin check x.gpl && "
                             "test $(grep -c '^  0   0   0' x.gpl) = 256 && "
                             "grep -q '^Name: x' x.gpl"),
                     0);
    assert_int_equal(sh(cli, "printf 'JASC-PAL\\n0100\\n1\\n1 2 3\\n' > y.pal && "
                             "cp y.pal y.bin && oisin convert y.pal -o y.gpl && "
                             "oisin convert --format pal y.bin -o z.gpl && "
                             "grep -q '^  1   2   3' y.gpl && grep -q '^  1   2   3' z.gpl"),
                     0);
    assert_int_equal(sh(cli, "head -c 767 x.act > bad.act; oisin check bad.act"), 1);
    assert_int_equal(sh(cli, "oisin convert bad.act -o bad.gpl"), 1);
    assert_int_equal(sh(cli, "test ! -e bad.gpl"), 0);
    assert_int_equal(sh(cli, "for s in act aco ase pal png; do oisin help convert $s | "
                             "grep -q '\\.gpl' || exit 9; done"),
                     0);
}

static void font_is_converted_to_a_font(void **state)
{
    Cli *cli = *state;
    const char *font = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";
    if (access(font, R_OK)) {
        print_message("skipped: no %s\n", font);
        return;
    }
    assert_int_equal(sh(cli,
                        "oisin convert %s -o d.sfn --range U+20-U+17F && oisin check d.sfn "
                        "&& oisin convert d.sfn -o d.json && oisin convert d.json -o e.sfn && "
                        "cmp d.sfn e.sfn",
                        font),
                     0);
    assert_int_equal(sh(cli,
                        "gzip -c %s > g.ttf.gz && oisin convert g.ttf.gz -o g.sfn --face 1 "
                        "--range U+20-U+17F && cmp d.sfn g.sfn",
                        font),
                     0);
    assert_int_equal(sh(cli, "oisin convert %s -o f.sfn --face 2", font), 1);
    assert_int_equal(sh(cli, "oisin convert %s -o f.sfn --face 0", font), 2);
    assert_int_equal(sh(cli, "oisin convert %s -o f.sfn --range U+20-", font), 1);
    assert_int_equal(sh(cli, "test ! -e f.sfn"), 0);
}

static void launchers_are_written_on_request(void **state)
{
    Cli *cli = *state;
    assert_int_equal(sh(cli, "oisin new mygame && oisin build mygame --launchers"), 0);
    assert_non_null(strstr(content(cli, "mygame/mygame.desktop"), "Name=mygame"));
    assert_int_equal(
        sh(cli, "head -c 4 mygame/mygame.lnk | od -An -tx1 | grep -q '4c 00 00 00'"), 0);
    assert_int_equal(sh(cli,
                        "oisin build mygame && oisin check mygame 2>&1 | grep -q '0 errors, 0 "
                        "warnings'"),
                     0);
}

/* Exec as the Desktop Entry Specification has it: quoted, and what a shell would expand has a
 * backslash, which strings double. Undone, a shell plays the game beside the launcher. */
static void launcher_of_a_file_with_odd_letters_plays_it(void **state)
{
    Cli *cli = *state;
    assert_int_equal(
        sh(cli, "oisin new mygame -q 2>/dev/null && mkdir bin && "
                "oisin build mygame -o 'mygame/a $b\"c`d\\e%%f'\\''g.tng' --launchers -q && "
                "printf '#!/bin/sh\\nprintf \"%%%%s\\\\n\" \"$@\" > said\\n' > bin/oisin && "
                "chmod +x bin/oisin"),
        0);
    assert_int_equal(
        sh(cli,
           "sed -n 's/^Exec=//p' mygame/mygame.desktop | "
           "sed 's/\\\\\\\\/\\\\/g; s/%%k/mygame\\/mygame.desktop/; s/%%%%/%%/g' > exec && "
           "PATH=$PWD/bin:$PATH sh exec"),
        0);
    assert_string_equal(content(cli, "said"),
                        "play\n--show-errors\nmygame/a $b\"c`d\\e%f'g.tng\n");
    if (has_tool("desktop-file-validate"))
        assert_int_equal(sh(cli, "desktop-file-validate mygame/mygame.desktop"), 0);
    else
        print_message("skipped: desktop-file-validate, which is not installed\n");
}

/* Eleven sprites: the seven that the format names first, and its last four; the icon is the
 * last. A check of the project does not see it. */
static void launcher_has_the_icon_of_the_game(void **state)
{
    Cli *cli = *state;
    assert_int_equal(sh(cli,
                        "oisin new mygame && oisin build mygame --launchers -q && "
                        "! grep Icon mygame/mygame.desktop && ! test -e mygame/mygame.png"),
                     0);
    assert_int_equal(
        sh(cli, "{ printf 'TirNanoG Elements\n'; for i in 1 2 3 4 5 6 7 8 9 10; do "
                "printf 'FFFFFFFF '; done; echo; for i in 1 2 3 4 5 6; do echo '. . 8 - 0'; "
                "done; echo '- - -'; for i in 1 2 3 4 5 6 7 8 9 10; do echo -; done; "
                "echo badge; } > mygame/ui/elements.cfg && "
                "cp mygame/tiles/*sign*.png mygame/ui/badge_soo0.png && "
                "oisin build mygame --launchers -q"),
        0);
    assert_non_null(strstr(content(cli, "mygame/mygame.desktop"), "\nIcon=mygame\n"));
    assert_int_equal(sh(cli, "oisin diff mygame/mygame.png mygame/ui/badge_soo0.png"), 0);
    assert_int_equal(sh(cli, "oisin check mygame 2>&1 | grep -q '0 errors, 0 warnings'"), 0);
}

/* Cached maps of a build without rules are not used for one with them. */
static void maps_are_built_with_automap_rules_on_request(void **state)
{
    Cli *cli = *state;
    assert_int_equal(
        sh(cli,
           "oisin new mygame -q && cp mygame/tiles/grass_soo0.png mygame/tiles/turf_soo0.png "
           "&& printf 'TirNanoG TileRule\n- - - grass grass grass - - -\n' "
           "> mygame/tiles/turf.til && oisin build mygame -q -o plain.tng && "
           "oisin build mygame -q -o ruled.tng --automap && "
           "oisin build mygame -q -o again.tng && cmp plain.tng again.tng"),
        0);
    assert_int_equal(sh(cli, "oisin unpack plain.tng -o plain -q && "
                             "oisin unpack ruled.tng -o ruled -q && "
                             "! grep -q tiles_turf plain/mygame/maps/meadow.tmx && "
                             "grep -q tiles_turf ruled/mygame/maps/meadow.tmx"),
                     0);
}

static void scripts_are_listed_lifted_and_run(void **state)
{
    Cli *cli = *state;
    assert_int_equal(sh(cli, "oisin new mygame && oisin script list mygame npc:guide"), 0);
    assert_non_null(strstr(content(cli, "out"), "PUSHDLG welcome"));
    assert_int_equal(sh(cli, "oisin script lift mygame object:"), 0);
    assert_non_null(strstr(content(cli, "out"), "    give(coin,1)"));
    assert_int_equal(sh(cli, "oisin script run mygame 'a=1 while(a<9) { a=a*2 } hp=a+@hp "
                             "location(meadow,3,4,no)' --set @hp=7"),
                     0);
    assert_string_equal(content(cli, "out"),
                        "hp = 23\nlocation(meadow,3,4,no)\na = 16\n"
                        "hp: 20 -> 23\nplace: meadow,16,16 -> meadow,3,4\n");
    assert_int_equal(sh(cli, "printf '# set: hp=2\\n# answer: 2\\nb=hp dialog(welcome,0)\\n' "
                             ">ask.script && oisin script run mygame ask.script --profile"),
                     0);
    assert_non_null(strstr(content(cli, "out"), "    > 2 Thank you.\nb = 2\n"));
    assert_non_null(strstr(content(cli, "out"), "100.0%"));
    assert_int_equal(sh(cli, "oisin script run mygame object:sign:click --trace"), 0);
    assert_non_null(strstr(content(cli, "out"), "FNC2    dialog\ndialog(sign,0)\n"));
    assert_int_equal(sh(cli, "oisin script run mygame 'a=hq'"), 1);
    assert_non_null(strstr(content(cli, "err"), "did you mean \"hp\"?"));
}

static void probe_prefers_magic_number_over_suffix(void **state)
{
    Cli *cli = *state;
    assert_int_equal(sh(cli, "echo some text >x.tng && oisin probe x.tng"), 1);
    assert_string_equal(content(cli, "out"), "");
    assert_non_null(strstr(content(cli, "err"), "x.tng: "));
    assert_non_null(strstr(content(cli, "err"), "the content is not a TirNanoG game"));
    assert_int_equal(sh(cli,
                        "oisin new mygame && oisin build mygame -o g.tng && cp g.tng noname && "
                        "oisin probe noname && grep -q '^tng  mygame$' out"),
                     0);
}

static void compressed_fonts_and_plain_texts_are_shown(void **state)
{
    Cli *cli = *state;
    assert_int_equal(sh(cli, "oisin new g && gzip -c g/fonts/plain.sfn >plain.sfn.gz && "
                             "oisin check plain.sfn.gz && oisin probe plain.sfn.gz"),
                     0);
    assert_int_equal(strncmp(content(cli, "out"), "sfn  ", 5), 0);
    assert_int_equal(sh(cli, "mkdir t && printf 'One line.\\nTwo.\\n' >t/note && "
                             "oisin pack t -o t.res && oisin show t.res/note"),
                     0);
    assert_string_equal(content(cli, "out"), "One line.\nTwo.\n");
    assert_int_equal(sh(cli, "printf 'a\\0b' >t/bytes && oisin show t/bytes"), 1);
}

static void tiled_maps_reject_size_option(void **state)
{
    Cli *cli = *state;
    assert_int_equal(
        sh(cli, "touch zone1.mpr && oisin convert zone1.mpr -o zone1.tmx --size 9"), 2);
    assert_non_null(
        strstr(content(cli, "err"), "--size does not apply to conversions from .mpr to .tmx"));
}

/* Rows of crafting by order carry flags (0x4000 a field, 0x8000 an item, 0x1001 "make"): taken
 * for the index of a recipe they crashed. */
static void script_run_prints_options_of_crafting_by_order(void **state)
{
    Cli *cli = *state;
    char here[256];
    assert_non_null(getcwd(here, sizeof here));
    const char *game = arena_format(cli->arena, "%s/examples/segais", here).at;
    assert_int_equal(sh(cli, "oisin script run %s 'craft(loom)'", game), 0);
    assert_non_null(strstr(content(cli, "out"), "      1 field 1\n"));
    assert_non_null(strstr(content(cli, "out"), "      16 field 16\n"));
    assert_non_null(strstr(content(cli, "out"), "      17 make\n"));
    assert_null(strstr(content(cli, "out"), "object "));
}

static void usage_error_and_failed_script_have_different_status(void **state)
{
    static const struct {
        const char *line, *said;
        int status;
    } cases[] = {
        {"script run mygame 'a=1' --seconds abc", "--seconds: expected a number from", 2},
        {"script run mygame 'a=1' --seed x", "--seed: expected a number from", 2},
        {"script run mygame 'a=1' --set hp", "--set: expected NAME=NUMBER, found \"hp\"", 2},
        {"script run mygame 'a=1' --set zz=3", "--set:1:1: no attribute \"zz\"", 1},
        {"script run mygame 'a=1' --answer x", "--answer: expected rows from 1, found \"x\"",
         2},
        {"script run mygame 'a=1' --answer 1,2", "the answer 1,2 was not used", 0},
        {"script run mygame 'a=1 # one'", "in a .script file, whole lines may start with #", 1},
        {"script list mygame --trace", "script list does not accept --trace", 2},
        {"script lift mygame --set hp=3", "script lift does not accept --set", 2},
        {"script syntax -O", "script syntax does not accept --optimise", 2},
        {"script list mygame npc:nobody",
         "there is no handler whose name begins with \"npc:nobody\"", 1},
        {"script lift mygame npc:nobody",
         "there is no handler whose name begins with \"npc:nobody\"", 1},
        {"script list nothing", "nothing: not a project: there is no config file", 1},
        {"script run nothing 'a=1'", "nothing: not a project: there is no config file", 1},
        {"check nothing", "nothing: not a project: there is no config file", 1},
        {"build nothing", "nothing: not a project: there is no config file", 1},
        {"test nothing", "nothing: not a project: there is no config file", 1},
        {"test /dev", "/dev: not a project: there is no config file", 1},
        {"build mygame/config", "mygame/config: expected a folder, found a file", 1},
        {"pack mygame/config -o a.res", "mygame/config: expected a folder, found a file", 1},
        {"pack nothing -o a.zip",
         "nothing: cannot be packed as a.zip: it is neither a project (it has no config file) "
         "nor "
         "a workspace (it has no folder .oisin), and a.zip does not end with the suffix of an "
         "archive (oisin help pack)",
         1},
        {"unpack mygame/npcs/guide.npc -o out",
         "mygame/npcs/guide.npc: this is a text file of a project; name the folder of the "
         "project instead: "
         "`oisin check FOLDER`",
         1},
        {"check mygame/npcs/guide.npc",
         "mygame/npcs/guide.npc: this is a text file of a project; name the folder of the "
         "project instead: "
         "`oisin check FOLDER`",
         1},
        {"test mygame nosuch",
         "there is no scenario and no test file whose name begins with \"nosuch\"", 1},
        /* A misspelled name beside one that exists tested nothing, and passed. */
        {"test mygame first nosuch",
         "there is no scenario and no test file whose name begins with \"nosuch\"", 1},
        {"test mygame nosuch neither",
         "there is no scenario and no test file whose name begins with \"neither\"", 1},
        {"test mygame first tests/first", "", 0},
    };
    Cli *cli = *state;
    assert_int_equal(sh(cli, "oisin new mygame && mkdir nothing"), 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const int status = sh(cli, "oisin %s", cases[i].line);
        if (status != cases[i].status || !strstr(content(cli, "err"), cases[i].said))
            fail_msg("%s: %d, %s", cases[i].line, status, content(cli, "err"));
    }
}

/* As every script of tests/scripts is held against its own words. */
static void script_file_contains_expected_output(void **state)
{
    Cli *cli = *state;
    const char *run = "oisin script run mygame a.script";
    assert_int_equal(sh(cli,
                        "oisin new mygame && printf '# set: hp=2\n# expect: hp = 4\n"
                        "hp=hp*2\n' >a.script && %s",
                        run),
                     0);
    assert_int_equal(sh(cli, "printf '# expect: hp = 5\nhp=4\n' >a.script; %s", run), 1);
    assert_string_equal(content(cli, "err"),
                        "a.script: expected \"hp = 5\", which was not printed, or not in this "
                        "order\n");
    assert_non_null(strstr(content(cli, "out"), "hp = 4\n"));
    assert_int_equal(sh(cli, "printf '# expect: -\nhp=4\n' >a.script; %s", run), 1);
    assert_string_equal(content(cli, "err"), "a.script: expected no output\n");
    assert_int_equal(sh(cli, "printf '# sett: hp=4\nhp=4\n' >a.script; %s", run), 1);
    assert_non_null(
        strstr(content(cli, "err"), "a.script:1:3: no \"# sett:\"; did you mean \"# set:\"?"));
    assert_int_equal(sh(cli, "printf '# set: hpp=4\nhp=4\n' >a.script; %s", run), 1);
    assert_non_null(strstr(content(cli, "err"), "a.script: # set:1:1: no attribute \"hpp\""));
}

/* A file opens its own page, in the folder that contains it, until the program is stopped. */
static void view_opens_the_given_path(void **state)
{
    Cli *cli = *state;
    static const struct {
        const char *given, *path;
    } cases[] = {{".", ""}, {"a b.tng", "a%20b\\.tng"}, {"a b.tng/npcs", "a%20b\\.tng/npcs"}};
    assert_int_equal(sh(cli, "oisin new mygame && oisin build mygame -o 'a b.tng'"), 0);
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        assert_int_equal(sh(cli,
                            "rm -f a; \"$program\" view '%s' --no-browser >a & p=$!; "
                            "for i in $(seq 600); do [ -s a ] && break; sleep 0.1; done; "
                            "kill $p; wait $p && "
                            "grep -q '^http://127\\.0\\.0\\.1:[0-9]*/[0-9a-f]*/%s$' a",
                            cases[i].given, cases[i].path),
                         0);
    assert_int_equal(sh(cli, "oisin view nothing"), 1);
    assert_string_equal(content(cli, "err"), "nothing: No such file or directory\n");
}

/* With -O handlers become shorter (their sections are compressed, so not always the
 * file); a game that is built without it afterwards is as before. */
static void optimiser_is_enabled_by_option(void **state)
{
    Cli *cli = *state;
    assert_int_equal(sh(cli, "oisin new mygame && oisin build mygame -o plain.tng && "
                             "oisin build -O mygame -o short.tng && "
                             "oisin build mygame -o again.tng && cmp plain.tng again.tng"),
                     0);
    assert_int_equal(sh(cli, "oisin script list plain.tng | grep -c JMP"), 0);
    assert_int_equal(sh(cli, "oisin script list short.tng | grep -c JMP"), 1);
    assert_int_equal(sh(cli, "oisin script list mygame >a && oisin script list plain.tng >b && "
                             "cmp a b && oisin script list mygame -O >a && "
                             "oisin script list short.tng >b && cmp a b"),
                     0);
    assert_int_equal(sh(cli, "oisin script run mygame 'a=1+2 hp=a*1 alert(0)' -O --trace"), 0);
    assert_null(strstr(content(cli, "out"), "MUL"));
}

/* After the first handler, errors in the rest of the game once named no file. */
static void errors_after_a_handler_name_the_game(void **state)
{
    Cli *cli = *state;
    Report silent = report_to(NULL, NULL);
    Bytes game;
    size_t after = 0;
    assert_int_equal(sh(cli, "oisin new mygame && oisin build mygame -o game.tng"), 0);
    assert_true(file_load(arena_format(cli->arena, "%s/game.tng", cli->folder).at, &game,
                          cli->arena, &silent));
    for (size_t at = 128; at < game.size; at += 23) {
        const Bytes damaged = arena_copy(cli->arena, game);
        ((uint8_t *)(uintptr_t)damaged.data)[at] ^= 0xFF;
        cli_put(cli, "f.tng", damaged);
        if (sh(cli, "oisin script list f.tng") == 0)
            continue;
        after += content(cli, "out")[0] != 0;
        if (!strncmp(content(cli, "err"), "section", 7))
            fail_msg("byte %zu: %s", at, content(cli, "err"));
    }
    assert_true(after > 5);
}

/* One byte of a picture, which no reader misses otherwise. */
static void damaged_games_are_reported_by_their_crc(void **state)
{
    Cli *cli = *state;
    expect(cli, 0, "oisin new mygame && oisin build mygame -o good.tng");
    Bytes game;
    Report silent = report_to(NULL, NULL);
    const Text path = arena_format(cli->arena, "%s/good.tng", cli->folder);
    assert_true(file_load(path.at, &game, cli->arena, &silent));
    for (unsigned i = 0; i < 2; i++) {
        const Bytes changed = arena_copy(cli->arena, game);
        uint8_t *data = (uint8_t *)(uintptr_t)changed.data;
        if (i == 0)
            data[55] ^= 1; /* the unique ID */
        else
            data[43] = 200; /* the highest command */
        cli_put(cli, "bad.tng", changed);
        expect(cli, 0, "oisin play bad.tng --headless --frames 2");
        assert_non_null(
            strstr(content(cli, "err"), "bad.tng: warning: at byte 56: the file's CRC is"));
        if (i)
            assert_non_null(strstr(content(cli, "err"),
                                   "this game needs commands up to 200; this program knows"));
        expect(cli, 1, "oisin unpack bad.tng -o unpacked");
        assert_non_null(strstr(content(cli, "err"), "at byte 56: the file's CRC is"));
        expect(cli, 0, "oisin unpack --force bad.tng -o unpacked");
        assert_non_null(strstr(content(cli, "err"), "at byte 56: the file's CRC is"));
        expect(cli, 1, "oisin serve bad.tng --state s");
        assert_non_null(strstr(content(cli, "err"), "at byte 56: the file's CRC is"));
        expect(cli, 1, "oisin check bad.tng");
    }
}

static void the_language_s_documents_are_printed(void **state)
{
    Cli *cli = *state;
    assert_int_equal(sh(cli, "oisin script reference"), 0);
    assert_non_null(strstr(content(cli, "out"), "### `location(map,x,y,direction)`"));
    assert_int_equal(sh(cli, "oisin script syntax"), 0);
    assert_non_null(strstr(content(cli, "out"), "\"scopeName\": \"source.tirnanog\""));
    assert_int_equal(sh(cli, "oisin script syntax x"), 2);
    assert_int_equal(sh(cli, "oisin script list"), 2);
}

static void headless_play_is_deterministic(void **state)
{
    Cli *cli = *state;
    assert_int_equal(sh(cli,
                        "oisin new mygame && printf '# oisin input 1\\nseed 5\\n5 direction "
                        "ea\\n40 direction none\\n50 press confirm\\n90 end\\n' > walk.input"),
                     0);
    assert_int_equal(sh(cli,
                        "oisin play mygame --headless --input walk.input --frames 90 "
                        "--screenshot 1.png && oisin play mygame --headless --input walk.input "
                        "--frames 90 --screenshot 2.png && cmp 1.png 2.png"),
                     0);
    assert_int_equal(sh(cli,
                        "oisin play mygame --headless --frames 10 --screenshot 3.png && ! cmp "
                        "-s 1.png 3.png"),
                     0);
    assert_int_equal(sh(cli, "echo nonsense > bad.input; oisin play mygame --headless --input "
                             "bad.input"),
                     1);
    assert_non_null(strstr(content(cli, "err"), "bad.input:1:"));
}

/* An archive of our own: two files, one of them in a folder. */
static void make_archive(Cli *cli)
{
    assert_int_equal(sh(cli, "mkdir -p in/sub && seq 500 > in/sub/numbers.txt && echo hello > "
                             "in/a.txt && oisin pack in -o a.mpk && rm -r in"),
                     0);
}

static void archive_survives_unpack_and_pack(void **state)
{
    Cli *cli = *state;
    make_archive(cli);
    assert_int_equal(sh(cli,
                        "oisin check a.mpk && oisin probe a.mpk && grep -q '^mpk  2 files$' "
                        "out"),
                     0);
    assert_int_equal(sh(cli, "oisin unpack a.mpk -o new/dir && ls -A new/dir | tr '\\n' ' '"),
                     0);
    assert_string_equal(content(cli, "out"), ".oisin.json a.txt sub ");
    assert_int_equal(sh(cli, "seq 500 | cmp - new/dir/sub/numbers.txt"), 0);
    assert_int_equal(sh(cli, "oisin pack new/dir -o b.mpk && cmp a.mpk b.mpk"), 0);
    /* The recipe alone says what the folder is; the output may lie in it. */
    assert_int_equal(sh(cli, "oisin pack new/dir -o new/dir/out && oisin pack new/dir -o "
                             "new/dir/out && cmp a.mpk new/dir/out && rm new/dir/out"),
                     0);
    /* It keeps numbers that --fresh assigns again. */
    assert_int_equal(sh(cli,
                        "sed -i 's/\"id\": 1,/\"id\": 77,/' new/dir/.oisin.json && oisin "
                        "pack new/dir -o c.mpk && oisin show c.mpk | grep -q '\"id\": 77'"),
                     0);
    assert_int_equal(sh(cli, "oisin pack new/dir -o d.mpk --fresh && cmp a.mpk d.mpk"), 0);
    assert_int_equal(
        sh(cli, "oisin convert a.mpk -o a.json && oisin convert a.json -o e.mpk && cmp a.mpk "
                "e.mpk"),
        0);
    /* Of several archives each has a folder. */
    assert_int_equal(
        sh(cli, "oisin unpack a.mpk c.mpk -o both && cmp both/a/a.txt both/c/a.txt"), 0);
}

static void unpack_writes_only_new_folders_or_its_own(void **state)
{
    Cli *cli = *state;
    make_archive(cli);
    assert_int_equal(sh(cli,
                        "mkdir mine && echo precious > mine/a.txt && oisin unpack a.mpk -o "
                        "mine"),
                     1);
    assert_non_null(strstr(content(cli, "err"), "mine is not empty, and is not replaced"));
    assert_int_equal(sh(cli, "oisin unpack a.mpk -o mine --force"), 1);
    assert_non_null(strstr(content(cli, "err"), "mine has no .oisin.json"));
    assert_int_equal(sh(cli, "ls -A mine | tr '\\n' ' ' && grep -q precious mine/a.txt"), 0);
    assert_string_equal(content(cli, "out"), "a.txt ");
    assert_int_equal(sh(cli, "oisin unpack a.mpk -o it && echo more > it/more && echo less > "
                             "it/a.txt && oisin unpack a.mpk -o it --force && grep -q hello "
                             "it/a.txt && ! test -e it/more"),
                     0);
    assert_int_equal(sh(cli, "mkdir empty && cd empty && oisin unpack ../a.mpk -o . && test -e "
                             "a.txt"),
                     0);
}

static void malicious_or_damaged_archive_leaves_no_files(void **state)
{
    Cli *cli = *state;
    make_archive(cli);
    /* ../x.x instead of a.txt; then the same archive, cut. */
    assert_int_equal(sh(cli, "sed 's|a\\.txt|../xx|' a.mpk > bad.mpk; ls -A > before; oisin "
                             "unpack bad.mpk -o deep/new/dir"),
                     1);
    assert_non_null(strstr(content(cli, "err"), "bad.mpk: invalid name \"../xx\""));
    assert_int_equal(sh(cli, "ls -A | diff - before && ! test -e xx"), 0);
    assert_int_equal(sh(cli, "dd if=a.mpk of=cut.mpk bs=1 count=4000 status=none; ls -A > "
                             "before; oisin unpack cut.mpk -o deep/new/dir"),
                     1);
    assert_int_equal(sh(cli, "ls -A | diff - before"), 0);
    /* An entry that does not inflate is met when others are written already. */
    assert_int_equal(sh(cli, "printf 'XXXX' | dd of=a.mpk "
                             "bs=1 seek=4110 conv=notrunc status=none; ls -A > before; oisin "
                             "unpack a.mpk -o deep/new/dir"),
                     1);
    assert_non_null(strstr(content(cli, "err"), "numbers.txt"));
    assert_int_equal(sh(cli, "ls -A | diff - before"), 0);
}

/* What was packed by our rule comes back byte for byte; the other flavours, packed out of
 * trimmed pictures, are other bytes of the same pixels. */
static void images_are_packed_into_a_layout(void **state)
{
    Cli *cli = *state;
    char here[256];
    assert_non_null(getcwd(here, sizeof here));
    assert_int_equal(
        sh(cli,
           "cp %s/examples/sprites/CRS_AOI* . && oisin convert CRS_AOI_.lay -o all "
           "--frames all && oisin pack all -o sub/CRS_AOI_.lay",
           here),
        0); /* the folder sub is made */
    assert_int_equal(sh(cli, "oisin pack all -o sub/CRS_AOI_.lay && cmp CRS_AOI_.lay "
                             "sub/CRS_AOI_.lay && oisin check sub/CRS_AOI_.lay"),
                     0);
    assert_int_equal(
        sh(cli, "for way in 'B' 'C --zlib' 'a --zlib'; do oisin pack all -o X_.lay "
                "--flavour $way && oisin check X_.lay && oisin convert X_.lay -o x --frames "
                "all && for f in all/*.png; do cmp $f x/X${f#all/CRS_AOI} || exit 7; done; "
                "rm -r x; done"),
        0);
    assert_int_equal(sh(cli,
                        "oisin convert CRS_AOI_.lay -o small --frames all --trim && oisin pack "
                        "small -o T_.lay && cmp T_.lay CRS_AOI_.lay"),
                     0);
    assert_int_equal(sh(cli, "oisin pack all -o X_.lay --flavour D"), 2);
    assert_non_null(strstr(content(cli, "err"), "--flavour: expected A, B or C, found \"D\""));
    assert_int_equal(sh(cli, "rm all/CRS_AOI_f02_m1.png; oisin pack all -o lost_.lay"), 1);
    assert_int_equal(sh(cli, "ls lost*"), 2);
}

/* The sheet has the name that comes to mind first for what is made of it. */
static void input_files_are_not_overwritten(void **state)
{
    Cli *cli = *state;
    char here[256];
    assert_non_null(getcwd(here, sizeof here));
    assert_int_equal(sh(cli, "cp %s/examples/sprites/CRS_AOI* . && md5sum CRS* > before", here),
                     0);
    assert_int_equal(sh(cli, "oisin convert CRS_AOI_.lay CRS_AOI.png"), 1);
    assert_non_null(strstr(content(cli, "err"), "CRS_AOI.png is an input"));
    assert_int_equal(sh(cli,
                        "oisin convert CRS_AOI_.lay -o CRS_AOI_.lay --format lay; md5sum -c "
                        "before"),
                     0);
    assert_int_equal(sh(cli, "oisin convert CRS_AOI_.lay -o ''"), 2);
    assert_int_equal(
        sh(cli, "oisin convert CRS_AOI_.lay -o all --frames all && cp all/CRS_AOI_f01.png "
                "all/CRS_AOI.png && sed -i s/CRS_AOI_f01.png/CRS_AOI.png/ "
                "all/manifest.json && oisin pack all -o all/CRS_AOI_.lay"),
        1);
    assert_non_null(strstr(content(cli, "err"), "all/CRS_AOI.png is an input"));
    /* What a picture lacks of its manifest's size was packed as empty pixels, in silence. */
    assert_int_equal(sh(cli, "cp -r all less && sed -i '/\"pictures\"/,$s/\"w\": [0-9]*/\"w\": "
                             "9000/' less/manifest.json && oisin pack less -o less/x.lay"),
                     1);
    assert_non_null(strstr(content(cli, "err"), "expected at least 9000 x "));
    /* Somebody else's manifest, and a folder where a picture should go. */
    assert_int_equal(sh(cli,
                        "mkdir other; echo '{\"name\": \"my app\"}' > other/manifest.json; "
                        "oisin convert CRS_AOI_.lay -o other"),
                     1);
    assert_int_equal(sh(cli, "test $(ls other) = manifest.json && grep -q 'my app' other/*"),
                     0);
    assert_int_equal(
        sh(cli, "mkdir -p blocked/CRS_AOI_f03.png; oisin convert CRS_AOI_.lay -o blocked"), 1);
    assert_int_equal(sh(cli, "test $(ls -A blocked) = CRS_AOI_f03.png && md5sum -c before"), 0);
}

/* The end of the path was cut off, and the game "first" was made. */
static void new_keeps_the_end_of_a_long_path(void **state)
{
    Cli *cli = *state;
    expect(cli, 0,
           "oisin new \"first$(printf '%5000s' | tr ' ' /)second\" && "
           "oisin check first/second");
    expect(cli, 0, "oisin new \"third$(printf '%5000s' | tr ' ' /)\" && oisin check third");
    expect(cli, 1, "oisin new \"x$(printf '%2500s' | sed 's, ,/x,g')/game\"");
    expect(cli, 0, "! test -e x");
}

/* An invisible game ran for ever. */
static void without_a_display_play_says_so(void **state)
{
    Cli *cli = *state;
    expect(cli, 0, "oisin new game -q && oisin build game -o game.tng -q");
    expect(cli, 1,
           "env -u DISPLAY -u WAYLAND_DISPLAY -u SDL_VIDEODRIVER timeout 100 \"$program\" "
           "play "
           "game.tng --home .");
    assert_non_null(strstr(content(cli, "err"), "game.tng: there is no display"));
    /* libdbus, which SDL loads, keeps memory after this. */
    expect(cli, 1,
           "env -u WAYLAND_DISPLAY -u SDL_VIDEODRIVER DISPLAY=:59999 "
           "ASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=0 timeout 100 "
           "\"$program\" play game.tng --home .");
    assert_non_null(
        strstr(content(cli, "err"), "game.tng: cannot open the display :59999 (DISPLAY)"));
}

/* Nothing was seen of a damaged game that was opened by double click. */
static void desktop_files_show_errors_in_a_window(void **state)
{
    Cli *cli = *state;
    char line[256] = "";
    FILE *ours = fopen("packaging/oisin.desktop", "r");
    assert_non_null(ours);
    while (strncmp(line, "Exec=", 5) != 0)
        assert_non_null(fgets(line, sizeof line, ours));
    fclose(ours);
    assert_string_equal(line, "Exec=oisin play --show-errors %f\n");
    expect(cli, 0,
           "oisin new game -q && oisin build game -o game.tng --launchers -q && "
           "grep -q 'play --show-errors' *.desktop");
    /* without a display, the error is on the terminal only */
    expect(cli, 1,
           "head -c 3000 game.tng >damaged.tng; "
           "env -u DISPLAY -u WAYLAND_DISPLAY timeout 100 \"$program\" play damaged.tng "
           "--show-errors --home .");
    assert_non_null(strstr(content(cli, "err"), "damaged.tng"));
}

/* What the suffix promises and what the folder is for. */
static void misplaced_files_are_named(void **state)
{
    Cli *cli = *state;
    expect(cli, 0, "oisin new game -q && mkdir -p game/fonts game/sounds game/other");
    cli_put(cli, "game/tiles/photo_soo0.png", BYTES(0xFF, 0xD8, 0xFF, 0xE0, 0, 16));
    cli_put(cli, "game/tiles/other_soo0.png",
            BYTES('n', 'o', 't', ' ', 'P', 'N', 'G', '!', '!'));
    expect(cli, 1,
           "touch game/fonts/a.ttf game/sounds/b.wav game/other/c.ttf; oisin check game");
    const char *err = content(cli, "err");
    assert_non_null(
        strstr(err, "photo_soo0.png: not a PNG file: its contents are those of a .jpg"));
    assert_non_null(strstr(err, "other_soo0.png: not a PNG file: wrong signature"));
    assert_non_null(strstr(err, "a.ttf: warning: not part of a project: ignored; convert it to "
                                ".sfn (oisin convert FONT -o NAME.sfn)"));
    assert_non_null(strstr(err, "b.wav: warning: not part of a project: ignored; convert it to "
                                ".ogg (oisin convert FILE -o sounds/NAME.ogg)"));
    assert_non_null(strstr(err, "c.ttf: warning: not part of a project: ignored\n"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, cli_begin, cli_end)
    const struct CMUnitTest tests[] = {
        TEST(new_project_builds_checks_and_unpacks),
        TEST(output_is_independent_of_threads_time_zone_locale_and_cache),
        TEST(failed_build_leaves_only_the_old_game),
        TEST(output_to_pipe_and_link_is_supported),
        TEST(message_names_the_right_file),
        TEST(unreadable_output_folder_is_not_treated_as_empty),
        TEST(edit_maps_only_media_of_a_project),
        TEST(interrupted_job_leaves_no_files),
        TEST(a_full_disk_leaves_the_old_game_intact),
        TEST(kill_at_any_time_leaves_the_old_or_the_new_game),
        TEST(unpack_never_replaces_a_folder_unless_forced),
        TEST(a_failed_unpack_leaves_no_folder),
        TEST(invalid_file_does_not_stop_other_files),
        TEST(wrong_command_line_has_status_2_and_suggestion),
        TEST(help_manual_and_completion_know_every_command),
        TEST(help_of_a_suffix_has_its_conversions_and_options),
        TEST(conversion_accepts_the_options_of_its_row),
        TEST(palettes_of_other_programs_become_gimp_palettes),
        TEST(font_is_converted_to_a_font),
        TEST(launchers_are_written_on_request),
        TEST(launcher_of_a_file_with_odd_letters_plays_it),
        TEST(launcher_has_the_icon_of_the_game),
        TEST(maps_are_built_with_automap_rules_on_request),
        TEST(scripts_are_listed_lifted_and_run),
        TEST(probe_prefers_magic_number_over_suffix),
        TEST(compressed_fonts_and_plain_texts_are_shown),
        TEST(tiled_maps_reject_size_option),
        TEST(script_run_prints_options_of_crafting_by_order),
        TEST(usage_error_and_failed_script_have_different_status),
        TEST(script_file_contains_expected_output),
        TEST(view_opens_the_given_path),
        TEST(optimiser_is_enabled_by_option),
        TEST(errors_after_a_handler_name_the_game),
        TEST(damaged_games_are_reported_by_their_crc),
        TEST(without_a_display_play_says_so),
        TEST(desktop_files_show_errors_in_a_window),
        TEST(misplaced_files_are_named),
        TEST(the_language_s_documents_are_printed),
        TEST(archive_survives_unpack_and_pack),
        TEST(unpack_writes_only_new_folders_or_its_own),
        TEST(images_are_packed_into_a_layout),
        TEST(input_files_are_not_overwritten),
        TEST(malicious_or_damaged_archive_leaves_no_files),
        TEST(headless_play_is_deterministic),
        TEST(new_keeps_the_end_of_a_long_path),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
