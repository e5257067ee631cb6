/* A modder's workspace at the command line: a game's folder in open forms, and back. */
#include "lib/cli.h"
#include "lib/evil_adb.h"
#include "lib/evil_db.h"
#include "lib/evil_mmp.h"
#include "lib/evil_mob.h"
#include "lib/evil_reg.h"
#include "lib/evil_res.h"
#include "lib/fault_kit.h"

#include "kit/workspace/open_forms.h"
#include "kit/workspace/workspace_data.h"

/* ---- a game of our own ---- */

static Bytes text(const char *words) { return bytes_of_text(text_of(words)); }

typedef struct Shelf {
    const char *names[24];
    Bytes contents[24];
    size_t count;
} Shelf;

static void shelve(Shelf *shelf, const char *name, Bytes bytes)
{
    assert_true(shelf->count < COUNT_OF(shelf->names));
    shelf->names[shelf->count] = name;
    shelf->contents[shelf->count++] = bytes;
}

static Bytes archive_of_shelf(Kit *kit, const Shelf *shelf)
{
    return res_of(kit, shelf->names, shelf->contents, shelf->count);
}

static Bytes maps(Kit *kit)
{
    Shelf zone = {.count = 0}, shelf = {.count = 0};
    shelve(&zone, "quest.reg", small_reg(kit));
    shelve(&zone, "way.cam", small_cam(kit));
    shelve(&zone, "map.txt", text("\xca\xe0\xf0\xf2\xe0\r\n"));
    shelve(&zone, "junk", BYTES(0, 1, 2, 3, 4, 250));
    shelve(&shelf, "zone\\settings.reg", small_reg(kit));
    shelve(&shelf, "zone\\damaged.reg", BYTES(0xFB, 0x3E, 0xAB, 0x45, 9, 9, 9, 0));
    shelve(&shelf, "zone1.mpr", archive_of_shelf(kit, &zone));
    shelve(&shelf, "empty", text(""));
    return archive_of_shelf(kit, &shelf);
}

static Bytes texts(Kit *kit)
{
    Shelf shelf = {.count = 0};
    shelve(&shelf, "hello", text("\xcf\xf0\xe8\xe2\xe5\xf2, world"));
    shelve(&shelf, "bye", text("\xcf\xee\xea\xe0"));
    return archive_of_shelf(kit, &shelf);
}

/* Every pixel format; and names that are one where capital letters do not count. */
static Bytes textures(Kit *kit)
{
    Shelf shelf = {.count = 0};
    for (int kind = 0; kind < MMP_KIND_COUNT; kind++)
        shelve(&shelf, arena_format(kit->arena, "%s.mmp", mmp_kinds[kind].word).at,
               small_mmp(kit, (MmpKind)kind));
    shelve(&shelf, "DXT1.png", BYTES(0, 1, 2));
    shelve(&shelf, "a.bin", BYTES(0, 1));
    shelve(&shelf, "A.BIN", BYTES(0, 2));
    shelve(&shelf, "again.mmp", small_mmp(kit, MMP_DXT1));
    return archive_of_shelf(kit, &shelf);
}

static Bytes tables(Kit *kit)
{
    Shelf shelf = {.count = 0};
    shelve(&shelf, "u36.adb", small_adb(kit, 36));
    shelve(&shelf, "u84.adb", small_adb(kit, 84));
    shelve(&shelf, "u88.adb", small_adb(kit, 88));
    shelve(&shelf, "items.idb", small_db(kit, 0));
    for (int i = 0; i < 12; i++)
        shelve(&shelf, arena_format(kit->arena, "odd%d.idb", i).at,
               random_db(kit, (DbKind)(i % DB_KINDS)));
    return archive_of_shelf(kit, &shelf);
}

/* Earlier versions made one JSON file of a map, whose folder others may share. */
static void maps_of_earlier_workspaces_are_json(void **state)
{
    static const struct {
        const char *path, *open;
        bool folder;
    } cases[] = {{"zone/zone1.mob", "maps.res/zone/zone1.mob/objects.json", true},
                 {"zone/zone1.mob", "maps.res/zone/zone1~1.mob/objects.json", true},
                 {"objects.mob", "objects.mob/objects.json", true},
                 {"map", "maps.res/map/objects.json", true},
                 {"zone/zone1.mob", "maps.res/zone/zone1.json", false},
                 {"zone/zone1.mob", "maps.res/zone/zone1.mob.json", false},
                 {"objects.mob", "objects.json", false},
                 {"zone/objects.mob", "maps.res/zone/objects.json", false}};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const OpenForm *form =
            open_form_of_file(TEXT("mob"), text_of(cases[i].path), text_of(cases[i].open));
        assert_int_equal(open_form_is_folder(form), cases[i].folder);
    }
}

static void make_game(Cli *cli)
{
    Kit *kit = kit_new();
    assert_int_equal(sh(cli, "mkdir -p game/sub"), 0);
    cli_put(cli, "game/maps.res", maps(kit));
    cli_put(cli, "game/texts.res", texts(kit));
    cli_put(cli, "game/textures.res", textures(kit));
    cli_put(cli, "game/database.res", tables(kit));
    cli_put(cli, "game/sky.mmp", small_mmp(kit, MMP_8888));
    cli_put(cli, "game/sub/loose.reg", small_reg(kit));
    cli_put(cli, "game/readme.txt", text("\xd7\xe8\xf2\xe0\xe9"));
    cli_put(cli, "game/broken.res", BYTES(0x3C, 0xE2, 0x9C, 0x01, 255, 255, 255, 255, 0));
    assert_int_equal(sh(cli, "find game -type f | xargs touch -d @972518400 && cp -a game was"),
                     0);
    kit_free(kit);
}

static void make_workspace(Cli *cli)
{
    make_game(cli);
    if (sh(cli, "oisin unpack game -o work --recursive --open"))
        fail_msg("%s", content(cli, "err"));
}

static void says(Cli *cli, const char *words)
{
    if (!strstr(content(cli, "err"), words))
        fail_msg("not \"%s\", but: %s", words, content(cli, "err"));
}

/* ---- the library ---- */

static void files_do_not_overwrite_each_other(void **state)
{
    Kit *kit = kit_new();
    WorkspaceNames names = workspace_names(kit->arena);
    static const char *const own[] = {"a.mmp", "A.png", "b.mmp", "Лес", "лес", "d/x", "D"};
    static const char *const open[] = {"a.png", "A.png", "b.png", "Лес", "лес", "d/x", "D"};
    static const char *const other[] = {"a.mmp.png", "A.png", "b.mmp.png", "Лес",
                                        "лес",       "d/x",   "D"};
    static const char *const got[] = {"a.mmp.png", "A.png", "b.png", "Лес",
                                      "лес~1",     "d/x",   "D~1"};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(own); i++)
        workspace_names_keep(&names, text_of(own[i]));
    for (size_t i = 0; i < COUNT_OF(own); i++) {
        const Text name =
            workspace_names_take(&names, text_of(own[i]), text_of(open[i]), text_of(other[i]));
        if (!text_is(name, got[i]))
            fail_msg("%s: %.*s, not %s", own[i], (int)name.size, name.at, got[i]);
    }
    kit_free(kit);
}

static void last_written_hashes_are_known(void **state)
{
    Kit *kit = kit_new();
    WorkspaceHistory history = {0}, again;
    (void)state;
    for (uint64_t hash = 0; hash < WORKSPACE_PACKED_MAX + 4; hash++)
        workspace_history_add(&history, TEXT("a.res"), hash, kit->arena);
    workspace_history_add(&history, TEXT("a.res"), 5, kit->arena);
    workspace_history_read(workspace_history_write(&history, kit->arena), &again, kit->arena);
    assert_int_equal(again.count, 1);
    assert_int_equal(again.items[0].count, WORKSPACE_PACKED_MAX);
    assert_int_equal(again.items[0].hashes[WORKSPACE_PACKED_MAX - 1], 5);
    assert_true(workspace_history_has(&again, TEXT("a.res"), 19));
    assert_false(workspace_history_has(&again, TEXT("a.res"), 3));
    assert_false(workspace_history_has(&again, TEXT("b.res"), 19));
    workspace_history_read(text("{]"), &again, kit->arena);
    assert_int_equal(again.count, 0);
    kit_free(kit);
}

static void a_manifest_that_leads_out_of_the_workspace_is_rejected(void **state)
{
    Kit *kit = kit_new();
    static const char *const paths[] = {"../a", "a/../b", "/a",  "a//b", "a/",
                                        "",     "a\\\\b", "a/.", ".a",   "a\\nb"};
    const char *const manifest =
        "{\"format\": \"workspace\", \"version\": 1, \"files\": [{\"path\": \"%s\", \"size\": "
        "1, \"hash\": \"0123456789abcdef\", \"entries\": [{\"path\": \"x\", \"files\": "
        "[{\"path\": \"%s\", \"size\": 1, \"hash\": \"0123456789abcdef\"}]}]}]}";
    Workspace workspace;
    (void)state;
    assert_true(workspace_read(bytes_of_text(arena_format(kit->arena, manifest, "a/b", "c")),
                               &workspace, kit->arena, &kit->report));
    assert_int_equal(workspace.tops[0].hash, 0x0123456789abcdef);
    for (size_t i = 0; i < COUNT_OF(paths); i++)
        for (int inner = 0; inner < 2; inner++) {
            const bool fine = inner && !strcmp(paths[i], ".a"); /* members may be hidden */
            const Text json = arena_format(kit->arena, manifest, inner ? "a" : paths[i],
                                           inner ? paths[i] : "a");
            kit_clear(kit);
            if (workspace_read(bytes_of_text(json), &workspace, kit->arena, &kit->report) !=
                fine)
                fail_msg("\"%s\": %s", paths[i], kit_message(kit, 0));
            assert_int_equal(kit->messages.count, !fine);
        }
    kit_free(kit);
}

/* ---- there and back ---- */

static void game_is_unpacked_to_common_formats(void **state)
{
    Cli *cli = *state;
    make_workspace(cli);
    static const char *const files[] = {"maps.res/zone/settings.ini",
                                        "maps.res/zone/damaged.reg",
                                        "maps.res/zone1.mpr/quest.ini",
                                        "maps.res/zone1.mpr/way.json",
                                        "maps.res/zone1.mpr/map.txt",
                                        "maps.res/zone1.mpr/junk",
                                        "texts.res/hello.txt",
                                        "textures.res/dxt3.png",
                                        "textures.res/dxt1.mmp.png",
                                        "textures.res/DXT1.png",
                                        "textures.res/A.BIN",
                                        "textures.res/a~1.bin",
                                        "database.res/u36.csv",
                                        "database.res/items.idb/materials.csv",
                                        "sky.png",
                                        "sub/loose.ini",
                                        "readme.txt",
                                        "broken.res",
                                        ".oisin/workspace.json"};
    for (size_t i = 0; i < COUNT_OF(files); i++)
        if (sh(cli, "test -f work/%s", files[i]))
            fail_msg("%s: %s", files[i], content(cli, "err"));
    assert_int_equal(sh(cli, "grep -q 'Привет, world' work/texts.res/hello.txt && grep -q "
                             "Карта work/maps.res/zone1.mpr/map.txt"),
                     0);
    /* Of two equal textures the bytes are kept once. */
    assert_int_equal(sh(cli, "test $(ls work/.oisin/originals | wc -l) -gt 2"), 0);
    assert_int_equal(sh(cli, "test $(grep -c '\"original\"' work/.oisin/workspace.json) -gt "
                             "$(ls work/.oisin/originals | wc -l)"),
                     0);
}

static void unedited_files_are_restored_exactly(void **state)
{
    Cli *cli = *state;
    make_workspace(cli);
    assert_int_equal(sh(cli, "oisin pack work -o new && diff -r game new"), 0);
    assert_int_equal(sh(cli, "ls -lRi --time-style=full-iso game > before; oisin pack work -o "
                             "game"),
                     0);
    says(cli, "8 files unchanged\n");
    assert_int_equal(sh(cli, "ls -lRi --time-style=full-iso game > after; cmp before after"),
                     0);
    /* As after `git clone`: all times are new. */
    assert_int_equal(sh(cli, "cp -r work clone && rm -rf new && oisin pack clone -o new && "
                             "diff -r game new"),
                     0);
}

static void output_is_independent_of_threads(void **state)
{
    Cli *cli = *state;
    make_game(cli);
    assert_int_equal(sh(cli, "oisin unpack game -o one --recursive --open -j 1 && oisin "
                             "unpack game -o two --recursive --open -j 2 && diff -r one two"),
                     0);
    assert_int_equal(sh(cli, "echo x=1 >> one/sub/loose.ini && cp one/sub/loose.ini two/sub && "
                             "oisin pack one -o new1 -j 1 && oisin pack two -o new2 -j 2 && "
                             "diff -r new1 new2"),
                     0);
}

/* ---- edits ---- */

static void edit_changes_only_its_member(void **state)
{
    Cli *cli = *state;
    make_workspace(cli);
    assert_int_equal(
        sh(cli,
           "sed -i s/count=7/count=8/ work/maps.res/zone1.mpr/quest.ini && stat -c %%i:%%y "
           "game/texts.res game/textures.res game/sky.mmp > before && oisin pack work -o "
           "game"),
        0);
    says(cli, "maps.res: 1 changed\n7 files unchanged\n");
    assert_int_equal(sh(cli, "stat -c %%i:%%y game/texts.res game/textures.res game/sky.mmp > "
                             "after; cmp before after"),
                     0);
    assert_int_equal(
        sh(cli,
           "oisin unpack game/maps.res -o now -r && oisin unpack was/maps.res -o then -r && "
           "oisin convert now/zone1.mpr/quest.reg -o q.ini && grep -q count=8 q.ini && rm "
           "*/zone1.mpr/quest.reg && diff -r -x .oisin.json now then && oisin check "
           "game/maps.res 2>&1 | grep -q '^1 error, 0 warnings'"), /* of what is damaged in it
                                                                    */
        0);
    /* It is there now: packing again writes nothing. */
    assert_int_equal(sh(cli, "oisin pack work -o game"), 0);
    says(cli, "8 files unchanged\n");
    /* Undone, the old bytes come back. */
    assert_int_equal(sh(cli, "sed -i s/count=8/count=7/ work/maps.res/zone1.mpr/quest.ini && "
                             "oisin pack work -o game && diff -r was game"),
                     0);
    says(cli, "maps.res: unchanged\n");
}

static void texts_and_images_are_saved_in_their_original_formats(void **state)
{
    Cli *cli = *state;
    make_workspace(cli);
    assert_int_equal(sh(cli, "echo 'Ещё' > work/texts.res/hello.txt && cp "
                             "work/textures.res/4444.png work/textures.res/dxt3.png && cp "
                             "work/textures.res/4444.png work/sky.png && oisin pack work -o "
                             "game"),
                     0);
    says(cli, "texts.res: 1 changed\n");
    says(cli, "textures.res: 1 changed\n");
    says(cli, "sky.mmp: 1 changed\n");
    assert_int_equal(
        sh(cli,
           "oisin unpack game/textures.res -o now && oisin unpack was/textures.res -o then "
           "&& oisin unpack game/texts.res -o words && printf '\\305\\371\\270\\n' | cmp - "
           "words/hello && test $(stat -c %%Y words/hello) -gt 1000000000 && oisin show "
           "now/dxt3.mmp > a && oisin show then/dxt3.mmp > b && "
           "grep -E 'fourcc|mip|levels|width' a > a1; grep -E 'fourcc|mip|levels|width' b > "
           "b1; test -s a1 && cmp a1 b1 && ! cmp -s now/dxt3.mmp then/dxt3.mmp && rm "
           "*/dxt3.mmp && diff -r -x .oisin.json now then"),
        0);
}

/* "not a project" did not say how these are checked. */
static void check_explains_workspace_and_folder_of_archives(void **state)
{
    Cli *cli = *state;
    make_workspace(cli);
    assert_int_equal(sh(cli, "oisin check work/"), 1);
    says(cli,
         "work/: not a project, but a workspace: `oisin pack work -o GAME --dry-run` checks "
         "its changes");
    assert_int_equal(sh(cli, "oisin pack work -o game --dry-run"), 0);
    assert_int_equal(sh(cli, "oisin check work/maps.res"), 1);
    says(cli, "work/maps.res: not a project, but a part of a workspace: `oisin pack "
              "work/maps.res -o FILE` packs it");
    assert_int_equal(sh(cli, "oisin check game"), 1);
    says(cli, "game: not a project, but a folder of archives: use `oisin check game/*.res`");
    assert_int_equal(sh(cli, "oisin check game/sub"), 1);
    says(cli, "game/sub: not a project: there is no config file");
}

/* The recipe is not a member: "1 deleted" was reported, and all members were in the archive. */
static void removed_recipe_is_not_a_deleted_member(void **state)
{
    Cli *cli = *state;
    make_workspace(cli);
    assert_int_equal(sh(cli, "rm work/maps.res/.oisin.json && oisin pack work -o game"), 0);
    says(cli, "maps.res: packed without .oisin.json (not an exact copy)\n");
    assert_int_equal(sh(cli,
                        "oisin unpack was/maps.res -o before && oisin unpack game/maps.res "
                        "-o after && diff -r -x .oisin.json before after"),
                     0);
    assert_int_equal(sh(cli,
                        "rm work/texts.res/.oisin.json work/texts.res/bye.txt && oisin pack "
                        "work -o game"),
                     0);
    says(cli, "texts.res: 1 deleted, packed without .oisin.json (not an exact copy)\n");
}

static void members_can_be_added_and_removed(void **state)
{
    Cli *cli = *state;
    make_workspace(cli);
    assert_int_equal(
        sh(cli,
           "cd work && cp sub/loose.ini maps.res/zone1.mpr/new.ini && cp sky.png "
           "textures.res/new.png && echo 'Да' > texts.res/new.txt && rm texts.res/bye.txt "
           "&& cp database.res/u36.csv database.res/new.csv && cp "
           "maps.res/zone1.mpr/way.json maps.res/new.json && cp -r database.res/items.idb "
           "database.res/more.idb && printf 'a\\0' > maps.res/new.bin && mkdir fresh.res && "
           "echo x > fresh.res/x.txt && cp ../was/sky.mmp raw.mmp && cp sky.png "
           "loose.png && cd .. && oisin pack work -o game"),
        0);
    says(cli, "maps.res: 3 new\n");
    says(cli, "texts.res: 1 new, 1 deleted\n");
    says(cli, "textures.res: 1 new\n");
    says(cli, "database.res: 2 new\n");
    says(cli, "fresh.res: new\n");
    says(cli, "raw.mmp: new\n");
    says(cli, "loose.mmp: new\n");
    assert_int_equal(
        sh(cli, "oisin probe game/texts.res/new game/maps.res/new.cam "
                "game/maps.res/zone1.mpr/new.reg game/textures.res/new.mmp "
                "game/database.res/new.adb game/database.res/more.idb game/maps.res/new.bin "
                "game/fresh.res/x.txt game/loose.mmp; ! oisin probe game/texts.res/bye && cmp "
                "game/raw.mmp was/sky.mmp"),
        0);
    assert_int_equal(sh(cli, "oisin unpack game/maps.res -o now -r && cmp "
                             "now/zone/settings.reg now/zone1.mpr/new.reg"),
                     0);
}

static void one_file_is_not_called_files(void **state)
{
    Cli *cli = *state;
    assert_int_equal(sh(cli, "mkdir one && echo x > one/a.txt && oisin "
                             "pack one -o one.res && oisin unpack one.res -o members"),
                     0);
    says(cli, "members: 1 file\n");
    assert_int_equal(sh(cli, "oisin unpack one -o work --recursive"), 0);
    says(cli, "work: 1 file, 0 of them in open forms\n");
}

static void copied_archives_stay_archives(void **state)
{
    Cli *cli = *state;
    make_workspace(cli);
    assert_int_equal(sh(cli, "cp -r work/maps.res/zone1.mpr work/maps.res/zone2.mpr && cp -r "
                             "work/textures.res work/more.res && rm work/more.res/DXT1.png "
                             "work/more.res/*.[bB][iI][nN] && oisin pack work -o game"),
                     0);
    assert_int_equal(sh(cli, "oisin unpack game/maps.res -o now && cmp now/zone1.mpr "
                             "now/zone2.mpr"),
                     0);
    assert_int_equal(sh(cli, "oisin unpack game/more.res -o more && oisin unpack "
                             "was/textures.res -o then && ls more > a && ls then | grep -v -e "
                             "DXT1.png -e bin -e BIN > b; cmp a b"),
                     0);
}

/* Managers of mods make links; one was replaced by a file, and what it led to stayed old. */
static void link_in_game_is_preserved_and_its_target_replaced(void **state)
{
    Cli *cli = *state;
    make_workspace(cli);
    assert_int_equal(sh(cli,
                        "mkdir game/real && mv game/maps.res game/real/maps.res && ln -s "
                        "real/maps.res game/maps.res && sed -i s/count=7/count=8/ "
                        "work/maps.res/zone1.mpr/quest.ini && oisin pack work -o game && test "
                        "-L game/maps.res && ! cmp -s was/maps.res game/real/maps.res"),
                     0);
    says(cli, "maps.res: 1 changed\n");
    assert_int_equal(sh(cli, "ln -sf nowhere game/maps.res; oisin pack work -o game"), 1);
    says(cli, "is a link to a missing file");
}

static void remains_of_killed_job_are_removed(void **state)
{
    Cli *cli = *state;
    make_game(cli);
    sh(cli, "mkdir work; %s oisin unpack game -o work --recursive --open",
       fault_at(cli, "fsync", 1, "FAULT_KILL=1"));
    assert_true(fault_was_met(cli));
    assert_int_equal(sh(cli, "test -d work/.oisin.?????[!.]/new && oisin unpack game -o work "
                             "--recursive --open && ! test -e work/.oisin.?????[!.]"),
                     0);
    sh(cli,
       "sed -i s/count=7/count=8/ work/maps.res/zone1.mpr/quest.ini; %s oisin pack work -o "
       "game",
       fault_at(cli, "fsync", 1, "FAULT_KILL=1"));
    assert_true(fault_was_met(cli));
    assert_int_equal(sh(cli, "test -d game/.oisin.?????[!.] && oisin pack work -o game && "
                             "! test -e game/.oisin.?????[!.]"),
                     0);
}

/* A staging folder is known by its marker, not by its name: that may be a backup of the user's.
 */
static void user_folders_with_staging_names_are_unchanged(void **state)
{
    Cli *cli = *state;
    make_workspace(cli);
    assert_int_equal(
        sh(cli,
           "cp -a work/.oisin work/.oisin.backup && mkdir .oisin.before game/.oisin.abc123 "
           "&& echo mine > .oisin.before/text && echo other > "
           "game/.oisin.abc123/.oisin-staging && cp -a .oisin.before saved && cp -a "
           "work/.oisin.backup backup"),
        0);
    assert_int_equal(
        sh(cli,
           "oisin new mygame -q && oisin build mygame -o g.tng -q && oisin unpack g.tng -o "
           ". --force -q && echo x >> work/texts.res/hello.txt && oisin pack work -o game "
           "-q && oisin unpack game -o work --open --force -q"),
        0);
    assert_int_equal(sh(cli, "diff -r saved .oisin.before && test -d game/.oisin.abc123"), 0);
    /* --force replaces the content of a workspace; a backup in it is a part of that content. */
    assert_int_equal(sh(cli,
                        "oisin unpack game -o w2 --open -q && cp -a w2/.oisin "
                        "w2/.oisin.backup && echo x >> w2/texts.res/hello.txt && oisin pack "
                        "w2 -o game -q && test -d w2/.oisin.backup"),
                     0);
}

static void windows_metadata_files_are_not_members(void **state)
{
    Cli *cli = *state;
    make_workspace(cli);
    assert_int_equal(sh(cli, "echo '[.ShellClassInfo]' > work/maps.res/desktop.ini; echo x > "
                             "work/texts.res/Thumbs.db; oisin pack work -o game && diff -r was "
                             "game"),
                     0);
}

static void unchanged_folder_is_not_written(void **state)
{
    Cli *cli = *state;
    make_workspace(cli);
    assert_int_equal(sh(cli,
                        "touch -d @1000000000 game && oisin pack work -o game && test $(stat "
                        "-c %%Y game) = 1000000000"),
                     0);
}

static void file_can_be_replaced_in_its_original_format(void **state)
{
    Cli *cli = *state;
    make_workspace(cli);
    assert_int_equal(sh(cli,
                        "rm work/textures.res/dxt3.png && oisin unpack was/textures.res -o t "
                        "&& cp t/dxt5.mmp work/textures.res/dxt3.mmp && oisin pack work "
                        "-o game"),
                     0);
    says(cli, "textures.res: 1 changed\n");
    assert_int_equal(sh(cli, "oisin unpack game/textures.res -o now && cmp now/dxt3.mmp "
                             "t/dxt5.mmp"),
                     0);
    assert_int_equal(
        sh(cli, "cp t/dxt5.mmp work/textures.res/dxt5.mmp; oisin pack work -o game"), 1);
    says(cli, "textures.res/dxt5.png and textures.res/dxt5.mmp are both dxt5.mmp");
}

static void files_deleted_from_the_workspace_stay_in_the_game(void **state)
{
    Cli *cli = *state;
    make_workspace(cli);
    assert_int_equal(sh(cli, "rm -r work/texts.res work/sky.png && oisin pack work -o game && "
                             "diff -r was game"),
                     0);
    says(cli, "sky.mmp: removed from the workspace; it stays in game\n");
    says(cli, "texts.res: removed from the workspace; it stays in game\n");
}

/* ---- safety ---- */

static void errors_are_reported_with_their_file_and_nothing_is_written(void **state)
{
    Cli *cli = *state;
    static const char *const cases[][2] = {
        {"echo '=[' >> work/sub/loose.ini", "work/sub/loose.ini:"},
        {"echo none > work/sky.png", "work/sky.png: not a PNG file"},
        {"echo '日' > work/texts.res/hello.txt",
         "work/texts.res/hello.txt:1:1: U+65E5 is not in cp1251; utf-8 and cp949 have it"},
        {"echo '{' > work/maps.res/zone1.mpr/way.json", "work/maps.res/zone1.mpr/way.json:"},
        {"echo '{}' > work/maps.res/new.json",
         "work/maps.res/new.json: this JSON does not describe a file"},
        {"echo nonsense > work/database.res/u84.csv", "work/database.res/u84.csv:"},
        {"rm work/.oisin/originals/*", "work/.oisin/originals/"},
        {"for f in work/.oisin/originals/*; do echo >> $f; done", "is damaged"},
        {"ln -sf /etc/passwd work/sky.png", "work/sky.png: it is a link"},
        {"echo '{' > work/.oisin/workspace.json", "work/.oisin/workspace.json:"},
        {"sed -i s,sky.mmp,../x.mmp, work/.oisin/workspace.json", "invalid path"},
    };
    make_workspace(cli);
    assert_int_equal(sh(cli, "cp -a work good"), 0);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        assert_int_equal(sh(cli,
                            "rm -rf work; cp -a good work; echo more >> "
                            "work/texts.res/bye.txt; echo x >> work/readme.txt; echo "
                            "changed > work/textures.res/A.BIN; %s",
                            cases[i][0]),
                         0);
        if (sh(cli, "oisin pack work -o game") != 1)
            fail_msg("%s: was packed", cases[i][0]);
        says(cli, cases[i][1]);
        assert_int_equal(sh(cli, "diff -r was game"), 0);
    }
}

static void external_changes_are_not_replaced_unless_forced(void **state)
{
    Cli *cli = *state;
    make_workspace(cli);
    assert_int_equal(sh(cli,
                        "echo x >> work/readme.txt; echo other > game/readme.txt; echo x >> "
                        "work/texts.res/hello.txt; cp -r game mine; oisin pack work -o "
                        "game"),
                     1);
    says(cli, "game/readme.txt was changed by another program");
    assert_int_equal(sh(cli, "diff -r mine game && oisin pack work -o game --force"), 0);
    /* What pack itself wrote may be replaced, by this workspace. */
    assert_int_equal(sh(cli, "echo y >> work/readme.txt; oisin pack work -o game && cp -r work "
                             "other && rm other/.oisin/packed.json && echo z >> "
                             "other/readme.txt && ! oisin pack other -o game"),
                     0);
    assert_int_equal(sh(cli, "oisin unpack game -o work --open"), 1);
    assert_int_equal(sh(cli, "mkdir work/.git; touch work/.git/HEAD; oisin unpack game -o work "
                             "--open --recursive --force && test -f work/.git/HEAD && oisin "
                             "pack work -o new && diff -r game new"),
                     0);
}

static void dry_run_only_reports(void **state)
{
    Cli *cli = *state;
    make_workspace(cli);
    assert_int_equal(sh(cli, "echo x >> work/texts.res/hello.txt; oisin pack work -o game -n"),
                     0);
    says(cli, "texts.res: 1 changed\n7 files unchanged\nnothing was written\n");
    assert_int_equal(sh(cli,
                        "diff -r was game && oisin pack work -o none --dry-run && test ! -e "
                        "none && test ! -e work/.oisin/packed.json && test -z \"$(ls -d "
                        "work/.oisin/.oisin.* 2>/dev/null)\""),
                     0);
    assert_int_equal(sh(cli, "mkdir p; oisin pack p -o x.res --dry-run"), 2);
}

/* The thread sanitizer writes its own file before main() ignores the signal. */
#ifdef __SANITIZE_THREAD__
#define EARLY "trap '' XFSZ; "
#else
#define EARLY ""
#endif

static void killed_pack_leaves_every_file_intact(void **state)
{
    Cli *cli = *state;
    make_workspace(cli);
    assert_int_equal(sh(cli,
                        "echo x >> work/texts.res/hello.txt; echo y >> work/readme.txt; sed "
                        "-i s/count=7/count=8/ work/maps.res/zone/settings.ini; cp "
                        "work/textures.res/4444.png work/sky.png; oisin pack work -o "
                        "new -q && rm work/.oisin/packed.json"),
                     0);
    const char *const line =
        "rm -rf game; cp -a was game; setsid \"$program\" pack work -o game -q "
        "& sleep 0.%03d; kill -9 $! ; wait $!; for f in $(cd was; find . "
        "-type f); do cmp -s game/$f was/$f || cmp -s game/$f new/$f || exit "
        "9; done; exit 0";
    for (int i = 0; i < 24; i++)
        if (sh(cli, line, i) != 0)
            fail_msg("after %d ms", i);
    /* A limit on the size of files stops it while it writes one: before any takes its place. */
    int stopped = 0;
    for (int blocks = 0; blocks < 24; blocks++) {
        const int status = sh(cli,
                              "rm -rf game; cp -a was game; (ulimit -f %d; " EARLY
                              "exec \"$program\" pack work -o "
                              "game -q); status=$?; test $status = 0 && exit 0; diff -rq -x "
                              "'.oisin*' was game || "
                              "exit 9; exit $((status == 1 ? 1 : 8))",
                              blocks);
        if (status > 1)
            fail_msg("with %d blocks: %s", blocks, content(cli, "err"));
        stopped += status;
    }
    assert_in_range(stopped, 1, 23);
    /* And the next one finishes the job, and clears up. */
    assert_int_equal(sh(cli, "oisin pack work -o game && diff -r new game && test -z \"$(find "
                             "game -name '.oisin*')\""),
                     0);
}

static void part_is_packed_alone_or_rejected_with_advice(void **state)
{
    Cli *cli = *state;
    make_workspace(cli);
    assert_int_equal(sh(cli,
                        "oisin pack work/textures.res -o t.res && cmp t.res "
                        "was/textures.res && cd work/maps.res && oisin pack . -o ../../m.res "
                        "&& cmp ../../m.res ../../was/maps.res"),
                     0);
    assert_int_equal(sh(cli, "oisin pack work/maps.res/zone1.mpr -o z.mpr"), 1);
    says(cli, "is a part of the workspace");
    assert_int_equal(sh(cli, "oisin pack work -o x.res"), 1);
    says(cli, "work is a workspace: pack it into the game's folder");
    assert_int_equal(sh(cli, "oisin pack work -o work/x"), 1);
    says(cli, "is in the workspace");
}

static void archives_and_folders_may_be_given_by_name(void **state)
{
    Cli *cli = *state;
    make_game(cli);
    assert_int_equal(sh(cli, "oisin unpack game/texts.res game/sub -o work --open && test -f "
                             "work/texts.res/hello.txt && test -f work/loose.ini && oisin pack "
                             "work -o new && cmp new/texts.res game/texts.res && cmp "
                             "new/loose.reg game/sub/loose.reg"),
                     0);
    assert_int_equal(sh(cli, "oisin unpack game/broken.res -o w2 --open; test ! -e w2"), 0);
    assert_int_equal(sh(cli, "oisin unpack game game/texts.res -o w3 --open"), 1);
    says(cli, "are the same file on systems that ignore case");
    assert_int_equal(sh(cli, "oisin unpack game -o w4 && cmp w4/sky.mmp "
                             "game/sky.mmp && oisin pack w4 -o again && diff -r game again"),
                     0);
}

/* The script of a map was one line of 43 KB in JSON. */
static void map_is_a_folder_with_its_script(void **state)
{
    Cli *cli = *state;
    Kit *kit = kit_new();
    assert_int_equal(sh(cli, "mkdir game"), 0);
    cli_put(cli, "game/zone1.mob", evil_mob_large(kit->arena, 200));
    kit_free(kit);
    expect(cli, 0,
           "oisin unpack game -o work --open -q && oisin pack work -o same -q && cmp "
           "game/zone1.mob same/zone1.mob && grep -q '// Сценарий' "
           "work/zone1.mob/script.txt && test $(wc -l < work/zone1.mob/script.txt) = 14");
    expect(cli, 0,
           "sed -i 's/Sleep( 2 )/Sleep( 3 )/' work/zone1.mob/script.txt && oisin pack "
           "work -o game -q");
    expect(cli, 1, "oisin diff game same");
    assert_non_null(strstr(content(cli, "out"), "zone1.mob: script, line 14: "));
    /* A copy of the folder is a new map. */
    expect(cli, 0,
           "cp -r work/zone1.mob work/zone2.mob && oisin pack work -o game -q && cmp "
           "game/zone1.mob game/zone2.mob");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_do_not_overwrite_each_other),
        cmocka_unit_test(last_written_hashes_are_known),
        cmocka_unit_test(maps_of_earlier_workspaces_are_json),
        cmocka_unit_test_setup_teardown(map_is_a_folder_with_its_script, cli_begin, cli_end),
        cmocka_unit_test(a_manifest_that_leads_out_of_the_workspace_is_rejected),
        cmocka_unit_test_setup_teardown(game_is_unpacked_to_common_formats, cli_begin, cli_end),
        cmocka_unit_test_setup_teardown(unedited_files_are_restored_exactly, cli_begin,
                                        cli_end),
        cmocka_unit_test_setup_teardown(output_is_independent_of_threads, cli_begin, cli_end),
        cmocka_unit_test_setup_teardown(edit_changes_only_its_member, cli_begin, cli_end),
        cmocka_unit_test_setup_teardown(texts_and_images_are_saved_in_their_original_formats,
                                        cli_begin, cli_end),
        cmocka_unit_test_setup_teardown(check_explains_workspace_and_folder_of_archives,
                                        cli_begin, cli_end),
        cmocka_unit_test_setup_teardown(removed_recipe_is_not_a_deleted_member, cli_begin,
                                        cli_end),
        cmocka_unit_test_setup_teardown(members_can_be_added_and_removed, cli_begin, cli_end),
        cmocka_unit_test_setup_teardown(one_file_is_not_called_files, cli_begin, cli_end),
        cmocka_unit_test_setup_teardown(copied_archives_stay_archives, cli_begin, cli_end),
        cmocka_unit_test_setup_teardown(unchanged_folder_is_not_written, cli_begin, cli_end),
        cmocka_unit_test_setup_teardown(file_can_be_replaced_in_its_original_format, cli_begin,
                                        cli_end),
        cmocka_unit_test_setup_teardown(files_deleted_from_the_workspace_stay_in_the_game,
                                        cli_begin, cli_end),
        cmocka_unit_test_setup_teardown(
            errors_are_reported_with_their_file_and_nothing_is_written, cli_begin, cli_end),
        cmocka_unit_test_setup_teardown(external_changes_are_not_replaced_unless_forced,
                                        cli_begin, cli_end),
        cmocka_unit_test_setup_teardown(dry_run_only_reports, cli_begin, cli_end),
        cmocka_unit_test_setup_teardown(killed_pack_leaves_every_file_intact, cli_begin,
                                        cli_end),
        cmocka_unit_test_setup_teardown(link_in_game_is_preserved_and_its_target_replaced,
                                        cli_begin, cli_end),
        cmocka_unit_test_setup_teardown(user_folders_with_staging_names_are_unchanged,
                                        cli_begin, cli_end),
        cmocka_unit_test_setup_teardown(remains_of_killed_job_are_removed, cli_begin, cli_end),
        cmocka_unit_test_setup_teardown(windows_metadata_files_are_not_members, cli_begin,
                                        cli_end),
        cmocka_unit_test_setup_teardown(part_is_packed_alone_or_rejected_with_advice, cli_begin,
                                        cli_end),
        cmocka_unit_test_setup_teardown(archives_and_folders_may_be_given_by_name, cli_begin,
                                        cli_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
