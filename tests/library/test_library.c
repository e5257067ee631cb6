/* include/oisin.h as another program sees it; and that it does what the commands do, with the
 * same bytes. */
#include "lib/library_kit.h"

#include <dirent.h>
#include <fcntl.h>
#include <locale.h>
#include <pthread.h>

/* ---- the same as the commands ---- */

typedef bool Verb(OisinKit *kit, const char *const *inputs, size_t count, const char *output,
                  const OisinOption *options);

static bool build(OisinKit *kit, const char *const *inputs, size_t count, const char *output,
                  const OisinOption *options)
{
    assert_int_equal(count, 1);
    return oisin_build(kit, inputs[0], output, options);
}

static bool pack(OisinKit *kit, const char *const *inputs, size_t count, const char *output,
                 const OisinOption *options)
{
    assert_int_equal(count, 1);
    return oisin_pack(kit, inputs[0], output, options);
}

/* Rows are done one after the other; what one makes the next may take. */
static const struct {
    const char *word;
    Verb *verb;
    const char *inputs[3], *output;
    OisinOption options[3];
    const char *words; /* the same options */
} rows[] = {
    {"build", build, {"game"}, "game.tng", {{0}}, ""},
    {"build", build, {"game"}, "small.tng", {{"strip", NULL}, {"optimise", ""}}, "--strip -O"},
    {"unpack", oisin_unpack, {"game.tng"}, "work", {{0}}, ""},
    {"pack", pack, {"work/game"}, "again.tng", {{0}}, ""},
    {"convert", oisin_convert, {"game.tng"}, "game.json", {{0}}, ""},
    {"convert", oisin_convert, {"game.json"}, "back.tng", {{0}}, ""},
    {"convert", oisin_convert, {"game.tng"}, "map.png", {{"map", "meadow"}}, "--map meadow"},
    {"convert", oisin_convert, {"map.png"}, "map.mmp", {{"format", "565"}}, "--format 565"},
    {"convert", oisin_convert, {"map.mmp"}, "map.dds", {{0}}, ""},
    {"convert", oisin_convert, {"map.mmp", "map.dds"}, "both.json", {{0}}, ""}, /* refused */
    {"convert", oisin_convert, {"map.mmp"}, "out", {{"mips", NULL}}, "--mips"},
    {"pack", pack, {"work"}, "all.res", {{"fresh", NULL}}, "--fresh"},
    {"pack", pack, {"work/game/ui"}, "ui.mpk", {{0}}, ""},
    {"unpack", oisin_unpack, {"all.res", "ui.mpk"}, "files", {{0}}, ""},
    {"unpack", oisin_unpack, {"work"}, "open", {{"open", NULL}}, "--open"},
    {"unpack", oisin_unpack, {"nothing.res"}, "none", {{0}}, ""},            /* is not there */
    {"pack", pack, {"work"}, "work.lay", {{"flavour", "D"}}, "--flavour D"}, /* misuse */
    {"convert", oisin_convert, {"game.tng"}, "x.png", {{"flip", NULL}}, "--flip"},
};

static size_t inputs_of(size_t row)
{
    size_t count = 0;
    while (count < 3 && rows[row].inputs[count])
        count++;
    return count;
}

static bool by_library(const Shelf *shelf, size_t row)
{
    const OisinOption *options = rows[row].options;
    assert_int_equal(chdir("library"), 0);
    const bool ok =
        rows[row].verb(shelf->kit, rows[row].inputs, inputs_of(row), rows[row].output, options);
    assert_true(ok || *oisin_error(shelf->kit));
    assert_int_equal(chdir(".."), 0);
    return ok;
}

static bool by_command(const Shelf *shelf, size_t row)
{
    Arena *arena = shelf->cli->arena;
    const char *words = "";
    for (size_t i = 0; i < inputs_of(row); i++)
        words = arena_format(arena, "%s %s", words, rows[row].inputs[i]).at;
    return sh(shelf->cli, "cd command && oisin %s %s -o %s %s", rows[row].word, words,
              rows[row].output, rows[row].words) == 0;
}

static void each_verb_makes_the_same_bytes_as_the_command(void **state)
{
    const Shelf *shelf = *state;
    size_t done = 0;
    assert_int_equal(sh(shelf->cli, "mkdir library command && oisin new command/game"), 0);
    assert_true(oisin_new_project(shelf->kit, "library/game"));
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const bool library = by_library(shelf, i), command = by_command(shelf, i);
        if (library != command)
            fail_msg("%s %s: %d, %d: %s", rows[i].word, rows[i].output, library, command,
                     oisin_error(shelf->kit));
        done += library;
        /* Times of new files go into archives. */
        assert_int_equal(sh(shelf->cli, "find library command -type f | xargs touch -d "
                                        "2000-01-01; diff -r library command"),
                         0);
    }
    assert_int_equal(done, COUNT_OF(rows) - 4);
}

/* Up to some samples of each kind are looked at by the library and by the command. */
typedef struct Looked {
    size_t files, shown;
} Looked;

static void look_at(const Shelf *shelf, const char *path, Looked *looked)
{
    OisinFile *file = oisin_open(shelf->kit, path);
    size_t size = 0;
    assert_non_null(file);
    const char *json = oisin_to_json(file, OISIN_BRIEF, &size);
    /* The command prints texts as well, which no format claims. */
    const bool shown = sh(shelf->cli, "oisin show %s", path) == 0;
    assert_true(json ? shown : !shown || sh(shelf->cli, "oisin probe %s", path) != 0);
    if (json) {
        const int handle = open("mine", O_WRONLY | O_CREAT | O_TRUNC, 0600);
        assert_int_equal(write(handle, json, size), size);
        close(handle);
        assert_int_equal(sh(shelf->cli, "oisin show %s | cmp - mine", path), 0);
        looked->shown++;
    } else {
        assert_true(*oisin_error(shelf->kit));
    }
    assert_int_equal(sh(shelf->cli, "oisin check %s", path) == 0, oisin_file_check(file));
    const char *const paths[] = {path};
    assert_int_equal(oisin_check(shelf->kit, paths, 1, NULL), oisin_file_check(file));
    looked->files++;
    oisin_close(file);
}

static void every_format_is_shown_and_checked_as_by_the_command(void **state)
{
    static const char *const kinds[] = {"adb", "anm", "bon", "cam", "db",   "fig",
                                        "lay", "lnk", "mmp", "mob", "mp",   "mpk",
                                        "reg", "res", "sav", "sec", "ssfn", "tng"};
    enum { SAMPLES = 3 };
    const Shelf *shelf = *state;
    Looked looked = {0};
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        const Text folder = arena_format(shelf->cli->arena, "%s/%s", shelf->corpus, kinds[i]);
        struct dirent **found;
        const int count = scandir(folder.at, &found, NULL, alphasort);
        assert_true(count > 2);
        for (int k = 0, taken = 0; k < count; k++) {
            if (found[k]->d_name[0] != '.' && taken++ < SAMPLES)
                look_at(
                    shelf,
                    arena_format(shelf->cli->arena, "%s/%s", folder.at, found[k]->d_name).at,
                    &looked);
            free(found[k]);
        }
        free(found);
    }
    assert_true(looked.files > 30);
    assert_true(looked.shown > 10);
}

static void print_difference(void *context, const OisinDifference *difference)
{
    static const char *const signs[] = {
        [OISIN_CHANGED] = "", [OISIN_REMOVED] = "- ", [OISIN_ADDED] = "+ "};
    fprintf(context, "%s:%s%s%s %s%s\n", difference->file, *difference->place ? " " : "",
            difference->place, *difference->place ? ":" : "", signs[difference->change],
            difference->text);
}

static void differences_match_the_command(void **state)
{
    const Shelf *shelf = *state;
    size_t count = 99;
    make_game(shelf);
    assert_int_equal(sh(shelf->cli, "oisin new other -q && oisin build other -q"), 0);
    FILE *mine = fopen("mine", "w");
    assert_true(oisin_diff(shelf->kit, "game/game.tng", "other/game.tng", NULL,
                           print_difference, mine, &count));
    fclose(mine);
    assert_true(count > 0);
    assert_int_equal(sh(shelf->cli, "oisin diff game/game.tng other/game.tng > theirs; cmp "
                                    "mine theirs"),
                     0);
    assert_true(oisin_diff(shelf->kit, "game", "game", NULL, NULL, NULL, &count));
    assert_int_equal(count, 0);
    assert_false(oisin_diff(shelf->kit, "game", "game/game.tng", NULL, NULL, NULL, NULL));
}

static void scenarios_are_played_as_by_the_command(void **state)
{
    const Shelf *shelf = *state;
    const char *const games[] = {"game", "stay"};
    const char *lines;
    make_game(shelf);
    assert_int_equal(sh(shelf->cli,
                        "mkdir -p game/tests && printf 'scenario stays here\\n  expect map "
                        "meadow\\nscenario has gold\\n  expect hp > 500\\n' > "
                        "game/tests/small.test"),
                     0);
    assert_true(oisin_test(shelf->kit, games, 2, NULL, &lines));
    assert_int_equal(sh(shelf->cli, "oisin test game stay"), 0);
    assert_string_equal(content(shelf->cli, "out"), lines);
    assert_false(oisin_test(shelf->kit, games, 1,
                            (OisinOption[]){{"verbose", NULL}, {NULL, NULL}}, &lines));
    assert_int_equal(sh(shelf->cli, "oisin test game --verbose"), 1);
    assert_string_equal(content(shelf->cli, "out"), lines);
    assert_false(
        oisin_test(shelf->kit, (const char *const[]){"game", "none"}, 2, NULL, &lines));
    assert_null(lines);
    assert_string_equal(
        oisin_error(shelf->kit),
        "there is no scenario and no test file whose name begins with \"none\"");
}

/* ---- files and records ---- */

static void scripts_are_shown_as_by_the_command(void **state)
{
    static const struct {
        OisinScriptFace face;
        const char *begins;
        OisinOption options[2];
        const char *command;
    } shown[] = {
        {OISIN_SCRIPT_LISTED, NULL, {{0}}, "list game.tng"},
        {OISIN_SCRIPT_LIFTED, NULL, {{0}}, "lift game.tng"},
        {OISIN_SCRIPT_LIFTED, "startup", {{0}}, "lift game.tng startup"},
        {OISIN_SCRIPT_LISTED, NULL, {{"optimise", NULL}}, "list -O game"},
    };
    Shelf *shelf = *state;
    make_game(shelf);
    for (size_t i = 0; i < COUNT_OF(shown); i++) {
        const char *input = strstr(shown[i].command, ".tng") ? "game.tng" : "game";
        char command[80];
        snprintf(command, sizeof command, "oisin script %s", shown[i].command);
        assert_int_equal(sh(shelf->cli, "cp -f game/game.tng game.tng; %s", command), 0);
        const char *text =
            oisin_scripts(shelf->kit, input, shown[i].begins, shown[i].face, shown[i].options);
        assert_non_null(text);
        assert_string_equal(text, content(shelf->cli, "out"));
    }
    assert_null(oisin_scripts(shelf->kit, "game.tng", "nobody", OISIN_SCRIPT_LISTED, NULL));
    assert_string_equal(oisin_error(shelf->kit),
                        "game.tng: there is no handler whose name begins with \"nobody\"");
    assert_null(oisin_scripts(shelf->kit, "none.mob", NULL, OISIN_SCRIPT_FORMATTED, NULL));
    assert_null(oisin_scripts(shelf->kit, "a.mob", "b", OISIN_SCRIPT_FORMATTED, NULL));
    assert_string_equal(oisin_error(shelf->kit), "a map has only one script");
}

static void records_are_walked_by_names_and_numbers(void **state)
{
    const Shelf *shelf = *state;
    size_t size;
    make_game(shelf);
    OisinFile *file = oisin_open(shelf->kit, "game/game.tng");
    assert_string_equal(oisin_file_format(file)->name, "tng");
    assert_string_equal(oisin_file_title(file), "game");
    const OisinValue *root = oisin_file_records(file, OISIN_WHOLE);
    assert_non_null(root);
    assert_int_equal(oisin_kind(root), OISIN_RECORD);
    assert_string_equal(oisin_name(oisin_at(root, 0)), "format");
    assert_string_equal(oisin_text(oisin_get(root, "format"), &size), "tng");
    assert_int_equal(size, 3);
    const OisinValue *sections = oisin_get(root, "sections");
    assert_int_equal(oisin_kind(sections), OISIN_LIST);
    assert_true(oisin_count(sections) > 5);
    assert_ptr_equal(oisin_get(root, "sections.2"), oisin_at(sections, 2));
    assert_int_equal(oisin_kind(oisin_get(root, "sections.2.type")), OISIN_NUMBER);
    assert_null(oisin_get(root, "sections.99999999999999999999"));
    assert_null(oisin_get(root, "sections.x"));
    assert_null(oisin_get(root, "format.x"));
    assert_null(oisin_get(root, "nothing.at.all"));
    assert_null(oisin_at(sections, oisin_count(sections)));
    assert_int_equal(oisin_number(NULL), 0);
    assert_string_equal(oisin_text(sections, NULL), "");
    oisin_close(file);
}

static void complete_json_restores_the_same_file(void **state)
{
    const Shelf *shelf = *state;
    size_t size, json_size, again;
    make_game(shelf);
    OisinFile *file = oisin_open(shelf->kit, "game/game.tng");
    const char *json = oisin_to_json(file, OISIN_WHOLE, &json_size);
    OisinFile *back = oisin_from_json(shelf->kit, "back.tng", json, json_size);
    assert_non_null(back);
    const void *bytes = oisin_file_bytes(file, &size), *same = oisin_file_bytes(back, &again);
    assert_int_equal(size, again);
    assert_memory_equal(bytes, same, size);
    assert_true(oisin_file_save(back, "saved.tng"));
    assert_int_equal(sh(shelf->cli, "cmp saved.tng game/game.tng"), 0);
    assert_null(oisin_from_json(shelf->kit, "bad", "{\"format\": 5", 12));
    assert_non_null(strstr(oisin_error(shelf->kit), "bad:1:"));
    oisin_close(back);
    oisin_close(file);
}

static void members_are_files_to_any_depth(void **state)
{
    const Shelf *shelf = *state;
    size_t size;
    assert_int_equal(sh(shelf->cli,
                        "mkdir -p in/zone && echo hello > in/zone/a.txt && oisin pack in -o "
                        "inner.res && mkdir out.d && mv inner.res out.d && oisin pack out.d -o "
                        "outer.res"),
                     0);
    OisinFile *outer = oisin_open(shelf->kit, "outer.res");
    assert_int_equal(oisin_file_member_count(outer), 1);
    assert_string_equal(oisin_file_member(outer, 0), "inner.res");
    assert_null(oisin_file_member(outer, 1));
    OisinFile *inner = oisin_open_member(outer, 0);
    assert_null(oisin_open_member(outer, 1));
    oisin_close(outer);
    outer = oisin_open(shelf->kit, "outer.res");
    for (int i = 0; i < 2; i++) { /* whether or not the archive was read before */
        assert_null(oisin_open_member(outer, 1));
        assert_string_equal(oisin_error(shelf->kit), "outer.res has 1 members");
    }
    oisin_close(outer);
    OisinFile *text = oisin_open_member(inner, 0);
    oisin_close(inner);
    assert_memory_equal(oisin_file_bytes(text, &size), "hello\n", 6);
    assert_null(oisin_file_format(text));
    assert_int_equal(oisin_file_member_count(text), 0);
    oisin_close(text);
    text = oisin_open(shelf->kit, "outer.res/INNER.res/zone/a.txt");
    assert_memory_equal(oisin_file_bytes(text, &size), "hello\n", 6);
    oisin_close(text);
}

static void formats_describe_themselves(void **state)
{
    const Shelf *shelf = *state;
    size_t count = 0;
    for (const OisinFormat *format; (format = oisin_format(count)); count++) {
        const char *page = oisin_format_page(shelf->kit, format->name);
        assert_non_null(page);
        assert_int_equal(strncmp(page, "# .", 3), 0);
        assert_ptr_equal(oisin_format_of_suffix(format->name), format);
    }
    assert_true(count > 15);
    assert_string_equal(oisin_format_of_suffix("MPR")->name, "res");
    assert_null(oisin_format_of_suffix("exe"));
    assert_null(oisin_format_page(shelf->kit, "exe"));
    assert_string_equal(oisin_error(shelf->kit), "unknown format \"exe\"");
}

/* ---- what goes wrong ---- */

static void count_messages(void *context, const OisinMessage *message)
{
    assert_true(*message->text);
    ++*(size_t *)context;
}

static void errors_are_reported_without_printing(void **state)
{
    const Shelf *shelf = *state;
    const char *const inputs[] = {"game/game.tng"};
    size_t heard = 0;
    make_game(shelf);
    oisin_on_message(shelf->kit, count_messages, &heard);
    assert_int_equal(sh(shelf->cli, "echo x > game/dialogs/sign.dlg"), 0);
    fflush(stderr);
    const int before = dup(STDERR_FILENO), said = open("said", O_RDWR | O_CREAT, 0600);
    dup2(said, STDERR_FILENO);
    assert_false(oisin_build(shelf->kit, "game", "new.tng", NULL));
    dup2(before, STDERR_FILENO);
    close(before);
    assert_int_equal(lseek(said, 0, SEEK_END), 0);
    close(said);
    assert_true(heard > 0);
    assert_int_equal(heard, oisin_message_count(shelf->kit));
    assert_string_equal(oisin_message(shelf->kit, 0)->file, "game/dialogs/sign.dlg");
    assert_int_equal(oisin_message(shelf->kit, 0)->line, 1);
    assert_null(oisin_message(shelf->kit, heard));
    assert_int_equal(strncmp(oisin_error(shelf->kit), "game/dialogs/sign.dlg:1:1: ", 27), 0);
    assert_int_equal(access("new.tng", F_OK), -1);
    static const struct {
        OisinOption options[2];
        const char *says;
    } cases[] = {{{{"mpis", NULL}}, "convert has no option \"mpis\"; did you mean mips?"},
                 {{{"mips", "1"}}, "the option mips does not accept a value"},
                 {{{"map", NULL}}, "the option map requires NAME"},
                 {{{"output", "x"}}, "convert has no option \"output\""},
                 {{{"size", "huge"}}, "--size: expected a number"}};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        assert_false(oisin_convert(shelf->kit, inputs, 1, "x.png", cases[i].options));
        assert_int_equal(strncmp(oisin_error(shelf->kit), cases[i].says, strlen(cases[i].says)),
                         0);
    }
    assert_false(oisin_convert(shelf->kit, inputs, 0, "x.png", NULL));
    assert_string_equal(oisin_error(shelf->kit), "convert requires an input");
    assert_null(oisin_open(shelf->kit, "nothing"));
    assert_string_equal(oisin_error(shelf->kit), "nothing: No such file or directory");
    oisin_free(NULL);
    oisin_close(NULL);
    oisin_world_close(NULL);
}

static void a_file_of_noise_is_an_error_in_every_format(void **state)
{
    const Shelf *shelf = *state;
    uint8_t noise[300];
    for (size_t i = 0; i < sizeof noise; i++)
        noise[i] = (uint8_t)(i * 167 + 13);
    for (size_t i = 0; oisin_format(i); i++) {
        OisinFile *file = oisin_open_bytes(shelf->kit, "noise", noise, sizeof noise);
        assert_true(oisin_file_set_format(file, oisin_format(i)->name));
        const bool read = oisin_file_records(file, OISIN_WHOLE) != NULL;
        assert_int_equal(!read, *oisin_error(shelf->kit) != 0);
        oisin_file_check(file);
        oisin_file_title(file);
        oisin_file_member_count(file);
        oisin_close(file);
    }
}

/* ---- memory ---- */

/* One thing after the other, with memory that runs out at the n-th take. */
/* A picture makes the renderer, which makes arenas: they are freed with the failed call. */
static bool look_and_listen(const OisinKit *kit, OisinWorld *world)
{
    enum { W = 64, H = 48 };
    static uint32_t pixels[W * H];
    OisinSound sound = OISIN_INIT(OisinSound);
    const bool ok = oisin_world_picture(world, W, H, pixels, W * sizeof *pixels);
    return ok && (oisin_world_sound(world, 0, &sound) || !*oisin_error(kit)) &&
           oisin_world_picture(world, W, H, pixels, W * sizeof *pixels);
}

static bool do_much(size_t fails_at)
{
    const char *const games[] = {"game"};
    OisinPlace place = OISIN_INIT(OisinPlace);
    size_t size;
    arena_fail_at(fails_at);
    OisinKit *kit = oisin_new();
    const char *const archives[] = {"ui.res"}, *const tables[] = {"ui.mpk"};
    const OisinOption again[] = {{"force", NULL}, {NULL, NULL}};
    const OisinOption openly[] = {{"force", NULL}, {"open", NULL}, {NULL, NULL}};
    bool ok = kit && oisin_build(kit, "game", "made/made.tng", NULL);
    ok = ok && oisin_unpack(kit, archives, 1, "made/in/folders", again);
    ok = ok && oisin_pack(kit, "game/ui", "made/ui.res", NULL);
    ok = ok && oisin_unpack(kit, tables, 1, "made/open", openly);
    ok = ok && oisin_convert(kit, (const char *const[]){"ui.res"}, 1, "made/ui.json", NULL);
    OisinFile *file = ok ? oisin_open(kit, "game/game.tng") : NULL;
    ok = file && oisin_file_records(file, OISIN_BRIEF);
    OisinWorld *world =
        ok ? oisin_world_open(
                 kit, games, 1,
                 &(OisinWorldOptions){OISIN_SIZE(OisinWorldOptions), .skip_menu = true})
           : NULL;
    ok = world && oisin_world_tick(world, NULL) && oisin_world_place(world, &place) &&
         look_and_listen(kit, world) && oisin_world_save(world, &size);
    arena_fail_at(0);
    if (kit && !ok)
        assert_string_equal(oisin_error(kit), "not enough memory");
    oisin_world_close(world);
    oisin_close(file);
    oisin_free(kit);
    return ok;
}

static void no_memory_is_an_error_and_leaves_nothing(void **state)
{
    const Shelf *shelf = *state;
    size_t failed = 0, at = 1;
    make_game(shelf);
    assert_int_equal(sh(shelf->cli, "oisin pack game/ui -o ui.res && oisin pack game/ui -o "
                                    "ui.mpk"),
                     0);
    oisin_set_threads(1);
    for (bool ok = false; !ok; at += 1 + at / 16) {
        assert_int_equal(sh(shelf->cli, "rm -rf made && mkdir made"), 0);
        ok = do_much(at);
        failed += !ok;
        /* Files and folders are whole, or not there. */
        if (sh(shelf->cli, "find made -regex '.*\\.[A-Za-z0-9]\\{6\\}' -o -type d -empty ! "
                           "-name made | grep .") == 0)
            fail_msg("after %zu: %s", at, content(shelf->cli, "out"));
    }
    oisin_set_threads(0);
    assert_true(failed > 50);
}

/* ---- arguments ---- */

static void missing_paths_and_names_are_errors(void **state)
{
    const Shelf *shelf = *state;
    OisinKit *kit = shelf->kit;
    const char *const none[] = {NULL};
    const char *lines;
    size_t count;
    int32_t number;
    make_game(shelf);
    OisinFile *file = oisin_open(kit, "game/game.tng");
    const char *const games[] = {"game/game.tng"};
    OisinWorld *world = oisin_world_open(kit, games, 1, NULL);
    assert_null(oisin_open(kit, NULL));
    assert_string_equal(oisin_error(kit), "a path is missing (NULL)");
    assert_null(oisin_world_open(kit, none, 1, NULL));
    assert_string_equal(oisin_error(kit), "a path is missing (NULL)");
    const bool any[] = {
        oisin_file_save(file, NULL),
        oisin_convert(kit, none, 1, "made.json", NULL),
        oisin_convert(kit, (const char *const[]){"game/game.tng"}, 1, NULL, NULL),
        oisin_convert(kit, NULL, 1, "made.json", NULL),
        oisin_unpack(kit, none, 1, "made", NULL),
        oisin_unpack(kit, (const char *const[]){"game/game.tng"}, 1, NULL, NULL),
        oisin_pack(kit, NULL, "made.res", NULL),
        oisin_pack(kit, "game/ui", NULL, NULL),
        oisin_new_project(kit, NULL),
        oisin_build(kit, NULL, NULL, NULL),
        oisin_check(kit, none, 1, NULL),
        oisin_test(kit, none, 1, NULL, &lines),
        oisin_scripts(kit, NULL, NULL, OISIN_SCRIPT_LISTED, NULL) != NULL,
        oisin_diff(kit, "game/game.tng", NULL, NULL, NULL, NULL, &count),
        oisin_diff(kit, NULL, "game/game.tng", NULL, NULL, NULL, &count),
        oisin_file_set_format(file, NULL),
        oisin_format_page(kit, NULL) != NULL,
        oisin_world_attribute(world, NULL, &number),
        oisin_format_of_suffix(NULL) != NULL,
        oisin_world_button(NULL) != 0};
    for (size_t i = 0; i < COUNT_OF(any); i++)
        if (any[i])
            fail_msg("call %zu takes NULL", i);
    OisinFile *unnamed = oisin_open_bytes(kit, NULL, "THGM", 4);
    assert_non_null(unnamed); /* a name is for messages alone */
    oisin_close(unnamed);
    oisin_world_close(world);
    oisin_close(file);
}

/* ---- threads ---- */

static void *build_alone(void *argument)
{
    OisinKit *kit = oisin_new();
    const bool ok = kit && oisin_build(kit, "game", argument, NULL) &&
                    oisin_check(kit, (const char *const[]){argument}, 1, NULL);
    oisin_free(kit);
    return ok ? argument : NULL;
}

static void kits_of_several_threads_do_not_disturb_each_other(void **state)
{
    static const char *const names[] = {"a.tng", "b.tng", "c.tng"};
    const Shelf *shelf = *state;
    pthread_t threads[COUNT_OF(names)];
    make_game(shelf);
    for (size_t i = 0; i < COUNT_OF(names); i++)
        assert_int_equal(
            pthread_create(&threads[i], NULL, build_alone, (void *)(uintptr_t)names[i]), 0);
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        void *ok;
        pthread_join(threads[i], &ok);
        assert_non_null(ok);
    }
    assert_int_equal(sh(shelf->cli, "for f in a b c; do cmp $f.tng game/game.tng || exit 1; "
                                    "done"),
                     0);
}

/* A program that has said where it is (setlocale) writes 0,5 where we write 0.5. */
static void numbers_use_decimal_points_in_every_locale(void **state)
{
    const Shelf *shelf = *state;
    size_t size, same_size;
    sh(shelf->cli, "localedef -i de_DE -f UTF-8 $PWD/commas");
    setenv("LOCPATH", shelf->cli->folder, 1);
    const bool commas = setlocale(LC_NUMERIC, "commas") != NULL;
    unsetenv("LOCPATH");
    if (!commas) {
        print_message("skipped: localedef can make no locale with decimal commas\n");
        return;
    }
    const char *path = arena_format(shelf->cli->arena, "%s/cam/two.cam", shelf->corpus).at;
    OisinFile *file = oisin_open(shelf->kit, path);
    assert_true(oisin_file_set_format(file, "cam"));
    const char *json = oisin_to_json(file, OISIN_WHOLE, &size);
    OisinFile *back = oisin_from_json(shelf->kit, "back", json, size);
    setlocale(LC_NUMERIC, "C");
    assert_non_null(back);
    assert_non_null(strchr(json, '.'));
    const void *bytes = oisin_file_bytes(file, &size),
               *same = oisin_file_bytes(back, &same_size);
    assert_int_equal(size, same_size);
    assert_memory_equal(bytes, same, size);
    oisin_close(back);
    oisin_close(file);
}

/* ---- worlds ---- */

static OisinWorld *open_game(const Shelf *shelf, const OisinWorldOptions *options)
{
    const char *const games[] = {"game"};
    OisinWorld *world = oisin_world_open(shelf->kit, games, 1, options);
    if (!world)
        fail_msg("%s", oisin_error(shelf->kit));
    return world;
}

/* Walks about and talks. */
static void play(OisinWorld *world, unsigned from, unsigned to)
{
    const unsigned confirm = oisin_world_button("confirm");
    for (unsigned i = from; i < to; i++)
        assert_true(oisin_world_tick(world, &(OisinInput){OISIN_SIZE(OisinInput),
                                                          .direction = i / 20 % 9,
                                                          .buttons = i % 13 ? 0 : confirm}));
}

static void library_world_equals_program_world(void **state)
{
    const Shelf *shelf = *state;
    make_game(shelf);
    OisinWorld *world = open_game(shelf, &(OisinWorldOptions){OISIN_SIZE(OisinWorldOptions),
                                                              .seed = 7, .skip_menu = true});
    for (int i = 0; i < 90; i++)
        assert_true(oisin_world_tick(world, NULL));
    assert_int_equal(oisin_world_ticks(world), 90);
    assert_int_equal(sh(shelf->cli, "oisin play game --headless --skip-menu --seed 7 --frames "
                                    "90 --screenshot theirs.png"),
                     0);
    const char *sum = arena_format(shelf->cli->arena, "90 frames, world %016llx\n",
                                   (unsigned long long)oisin_world_hash(world))
                          .at;
    assert_string_equal(content(shelf->cli, "out"), sum);
    oisin_world_close(world);
}

static void loaded_world_continues_like_original(void **state)
{
    const Shelf *shelf = *state;
    size_t size;
    make_game(shelf);
    OisinWorld *world = open_game(
        shelf, &(OisinWorldOptions){OISIN_SIZE(OisinWorldOptions), .skip_menu = true});
    play(world, 0, 200);
    const void *saved = oisin_world_save(world, &size);
    assert_non_null(saved);
    OisinWorld *again =
        open_game(shelf, &(OisinWorldOptions){OISIN_SIZE(OisinWorldOptions), .seed = 9,
                                              .saved = saved, .saved_size = size});
    assert_true(oisin_world_hash(world) == oisin_world_hash(again));
    play(world, 200, 400);
    play(again, 200, 400);
    assert_true(oisin_world_hash(world) == oisin_world_hash(again));
    oisin_world_close(again);
    oisin_world_close(world);
}

static void world_can_be_queried(void **state)
{
    const Shelf *shelf = *state;
    OisinPlace place = OISIN_INIT(OisinPlace);
    OisinQuest quest;
    int32_t number = -1;
    size_t size;
    make_game(shelf);
    const char *const games[] = {
        arena_format(shelf->cli->arena, "%s/examples/segais", shelf->before).at};
    OisinWorld *world = oisin_world_open(shelf->kit, games, 1, NULL);
    const OisinInput skip = {OISIN_SIZE(OisinInput), .buttons = oisin_world_button("cancel")};
    for (int i = 0; i < 100 && strcmp(oisin_world_screen(world), "menu") != 0; i++)
        assert_true(oisin_world_tick(
            world, strcmp(oisin_world_screen(world), "cutscene") ? NULL : &skip));
    assert_string_equal(oisin_world_screen(world), "menu");
    assert_true(oisin_world_option_count(world) > 0);
    assert_string_equal(oisin_world_option(world, 0), "new game");
    assert_null(oisin_world_option(world, 99));
    assert_false(oisin_world_place(world, &place));
    assert_null(oisin_world_save(world, &size));
    oisin_world_close(world);
    world = open_game(shelf,
                      &(OisinWorldOptions){OISIN_SIZE(OisinWorldOptions), .skip_menu = true});
    play(world, 0, 30);
    assert_true(oisin_world_place(world, &place));
    assert_string_equal(place.map, "meadow");
    assert_true(oisin_world_attribute(world, "hp", &number));
    assert_int_equal(number, 20);
    assert_false(oisin_world_attribute(world, "none", &number));
    assert_string_equal(oisin_error(shelf->kit), "the game has no attribute \"none\"");
    assert_false(oisin_world_quest(world, "none", &quest));
    assert_false(oisin_world_item_count(world, "none", &number));
    assert_null(oisin_world_said(world, 0));
    oisin_world_close(world);
}

static void world_sounds_can_be_read(void **state)
{
    const Shelf *shelf = *state;
    const char *const games[] = {
        arena_format(shelf->cli->arena, "%s/examples/segais", shelf->before).at};
    OisinSound sound = OISIN_INIT(OisinSound);
    OisinWorld *world = oisin_world_open(shelf->kit, games, 1, NULL);
    unsigned music = 0, clicks = 0;
    const OisinInput skip = {OISIN_SIZE(OisinInput), .buttons = oisin_world_button("cancel")},
                     down = {OISIN_SIZE(OisinInput), .buttons = oisin_world_button("down")};
    for (int i = 0; i < 200; i++) {
        const char *screen = oisin_world_screen(world);
        assert_true(oisin_world_tick(world, !strcmp(screen, "cutscene") ? &skip
                                            : i % 10                    ? NULL
                                                                        : &down));
        for (size_t k = 0; oisin_world_sound(world, k, &sound); k++) {
            music += sound.kind == OISIN_MUSIC && *sound.name;
            clicks += sound.kind == OISIN_SOUND && sound.loudness == 256;
        }
    }
    assert_int_equal(music, 1);
    assert_true(clicks > 5);
    oisin_world_close(world);
}

static void frame_fills_the_given_buffer(void **state)
{
    const Shelf *shelf = *state;
    enum { W = 333, H = 207, STRIDE = W * 4 + 12 };
    uint8_t *pixels = calloc(H, STRIDE);
    make_game(shelf);
    OisinWorld *world = open_game(
        shelf, &(OisinWorldOptions){OISIN_SIZE(OisinWorldOptions), .skip_menu = true});
    play(world, 0, 60);
    assert_true(oisin_world_picture(world, W, H, pixels, STRIDE));
    bool opaque = true, spared = true, same = true;
    for (size_t y = 0; y < H; y++) {
        for (size_t x = 0; x < W; x++) {
            opaque &= pixels[y * STRIDE + x * 4 + 3] == 255;
            same &= !memcmp(&pixels[y * STRIDE + x * 4], pixels, 4);
        }
        for (size_t x = W * 4; x < STRIDE; x++)
            spared &= pixels[y * STRIDE + x] == 0;
    }
    assert_true(opaque && spared && !same);
    assert_false(oisin_world_picture(world, 0, H, pixels, STRIDE));
    assert_false(oisin_world_picture(world, W, H, pixels, W * 4 - 4));
    assert_false(oisin_world_picture(world, W, H, pixels + 1, STRIDE));
    oisin_world_close(world);
    free(pixels);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, shelf_begin, shelf_end)
    const struct CMUnitTest tests[] = {
        TEST(each_verb_makes_the_same_bytes_as_the_command),
        TEST(every_format_is_shown_and_checked_as_by_the_command),
        TEST(differences_match_the_command),
        TEST(scenarios_are_played_as_by_the_command),
        TEST(scripts_are_shown_as_by_the_command),
        TEST(records_are_walked_by_names_and_numbers),
        TEST(complete_json_restores_the_same_file),
        TEST(members_are_files_to_any_depth),
        TEST(formats_describe_themselves),
        TEST(errors_are_reported_without_printing),
        TEST(a_file_of_noise_is_an_error_in_every_format),
        TEST(missing_paths_and_names_are_errors),
        TEST(no_memory_is_an_error_and_leaves_nothing),
        TEST(kits_of_several_threads_do_not_disturb_each_other),
        TEST(numbers_use_decimal_points_in_every_locale),
        TEST(library_world_equals_program_world),
        TEST(loaded_world_continues_like_original),
        TEST(world_can_be_queried),
        TEST(world_sounds_can_be_read),
        TEST(frame_fills_the_given_buffer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
