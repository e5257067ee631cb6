/* A command is killed at a file operation. Somebody edits the files that it has changed, or
 * nobody does. Then another command runs, or the same one again. Nothing of the user's is lost,
 * and every file that changes is named in a message.
 *
 * All commands that write several files are in the table; all operations are tried with
 * OISIN_FAULTS=all (make nightly), otherwise some of each command, which are always the same.
 */
#include "lib/cli.h"
#include "lib/fault_kit.h"
#include "lib/tree_kit.h"

#include "base/folders.h"
#include "base/text.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>

typedef struct Scenario {
    const char *id, *name, *setup, *command;
    const char *ignored; /* a file that is not an output: a history */
} Scenario;

/* Grass below grass becomes moss. */
#define RULE                                                                                   \
    "cp mygame/tiles/grass_soo0.png mygame/tiles/moss_soo0.png && "                            \
    "printf 'TirNanoG TileRule\n- grass - - grass - - - -\n' > mygame/tiles/moss.til"
#define PROJECT "cp -r ../project/mygame . && "

static const Scenario scenarios[] = {
    {"unpack-archive", "unpack --force of an archive",
     "oisin unpack ../a.res -o out && echo mine > out/notes && echo edit >> out/ab && "
     "mkdir -p out/.git out/deep/er && echo history > out/.git/HEAD && echo x > out/deep/er/y",
     "oisin unpack ../b.res -o out --force -q", "-"},
    {"unpack-game", "unpack --force of a game",
     "mkdir p && cp -r ../project/mygame p && echo edit > p/mygame/notes.txt && "
     "echo edit >> p/mygame/npcs/guide.npc && rm -r p/mygame/maps",
     "oisin unpack ../game.tng -o p --force -q", "-"},
    {"unpack-workspace", "unpack --open --force",
     "oisin unpack ../game -o work --open -q && echo more >> work/a.res/ab.txt && "
     "echo mine > work/notes && rm -r work/b.res",
     "oisin unpack ../game -o work --open --force -q", "-"},
    {"unpack-new", "unpack into a new folder", "echo mine > other",
     "oisin unpack ../a.res -o x/y/out -q", "-"},
    {"pack-workspace", "pack of a workspace",
     "cp -r ../game game && oisin unpack game -o work --recursive --open -q && "
     "echo more >> work/a.res/ab.txt && echo more >> work/b.res/ba.txt && "
     "cp ../a.res work/new.bin && echo mine > game/save.dat",
     "oisin pack work -o game -q", "packed.json"},
    {"pack-archive", "pack of an archive",
     "cp ../a.res out.res && oisin unpack ../b.res -o r -q", "oisin pack r -o out.res -q", "-"},
    {"pack-layout", "pack of a layout",
     "oisin convert ../CRS_AOI_.lay -o poses --frames all -q && echo old > X_.lay && "
     "echo old > X.png",
     "oisin pack poses -o X_.lay -q", "-"},
    {"build-launchers", "build --launchers",
     PROJECT "echo old > mygame/game.tng && echo old > mygame/mygame.lnk && "
             "echo old > mygame/mygame.desktop",
     "oisin build mygame --launchers --no-cache -q", "-"},
    {"build-previews", "build --previews",
     PROJECT "cp mygame/npcs/guide.npc mygame/npcs/friend.npc && oisin build mygame -q && "
             "echo old > mygame/npcs/guide_npc.png",
     "oisin build mygame --previews --no-cache -q", "-"},
    {"maps-sync", "maps sync", PROJECT RULE, "oisin maps sync mygame -q", "-"},
    {"maps-paint", "maps paint",
     PROJECT RULE " && cp mygame/maps/meadow.tmx mygame/maps/field.tmx && "
                  "oisin maps sync mygame -q",
     "oisin maps paint mygame -q", "-"},
    {"po-merge", "po merge",
     PROJECT "oisin po merge mygame de fr ga -q && for f in de fr; do head -n 24 "
             "mygame/lang/$f.po > h && mv h mygame/lang/$f.po; done",
     "oisin po merge mygame -q", "-"},
    {"convert-folder", "convert of a database to a folder",
     "oisin convert ../items.idb -o csv && rm csv/weapons.csv && echo mine > csv/notes",
     "oisin convert ../items.idb -o csv -q", "-"},
    {"convert-images", "convert of a layout to images",
     "oisin convert ../CRS_AOI_.lay -o poses --frames first -q",
     "oisin convert ../CRS_AOI_.lay -o poses --frames all -q", "-"},
    {"convert-in-place", "convert --in-place", "cp ../more_atls.png . && echo mine > notes",
     "oisin convert --in-place more_atls.png -q", "-"},
    {"merge-folders", "merge of folders",
     "cp -r ../game base && cp -r base mine && cp -r base theirs && echo a >> mine/loose.txt "
     "&& "
     "cp mine/loose.txt mine/m.txt && cp mine/loose.txt theirs/t.txt",
     "oisin merge base mine theirs -o both -q", "-"},
    {"merge-file", "merge onto one side",
     "printf 'a\nb\nc\n' > base.txt && printf 'x\nb\nc\n' > mine.txt && printf 'a\nb\ny\n' > "
     "theirs.txt",
     "oisin merge base.txt mine.txt theirs.txt -o mine.txt -q", "-"},
    {"new", "new", "echo mine > notes", "oisin new mygame -q", "-"},
};

/* ---- edits ---- */

typedef enum Edit { EDIT_NONE, EDIT_IN_PLACE, EDIT_SAME_SIZE, EDIT_RENAME, EDIT_COUNT } Edit;

static const char *const edit_names[] = {"not edited", "edited in place",
                                         "edited in place with the same size and time",
                                         "edited by rename"};

static void add_line(const char *path)
{
    FILE *file = fopen(path, "ab");
    assert_non_null(file);
    assert_true(fputs("# an hour of my work\n", file) >= 0);
    assert_int_equal(fclose(file), 0);
}

/* As by a program that keeps the time: only the contents tell. */
static void change_byte(const char *path)
{
    struct stat status;
    const int file = open(path, O_RDWR);
    uint8_t byte;
    assert_true(file >= 0 && fstat(file, &status) == 0);
    assert_int_equal(pread(file, &byte, 1, 0), 1);
    byte ^= 1;
    assert_int_equal(pwrite(file, &byte, 1, 0), 1);
    const struct timespec times[] = {status.st_atim, status.st_mtim};
    assert_int_equal(futimens(file, times), 0);
    assert_int_equal(close(file), 0);
}

static void edit_file(Cli *cli, Edit edit, const char *path)
{
    const char *other = arena_format(cli->arena, "%s~", path).at;
    struct stat status;
    assert_int_equal(stat(path, &status), 0);
    if (edit == EDIT_IN_PLACE || (edit == EDIT_SAME_SIZE && !status.st_size))
        add_line(path);
    else if (edit == EDIT_SAME_SIZE)
        change_byte(path);
    if (edit != EDIT_RENAME)
        return;
    assert_int_equal(sh(cli, "cp '%s' '%s'", path, other), 0);
    add_line(other);
    assert_int_equal(rename(other, path), 0);
}

/* ---- one cell of the table ---- */

typedef struct KillTable {
    Cli *cli;
    const Scenario *scenario;
    Tree old, new;
} KillTable;

typedef struct Cell {
    const KillTable *table;
    unsigned at;
    const char *call;
    Edit edit;
    bool again; /* the same command runs next; otherwise one that only reads */
    int status;
    Tree killed, edited, after;
} Cell;

static void fail_cell(const Cell *cell, const char *problem, Text path)
{
    Cli *cli = cell->table->cli;
    fail_msg("%s: killed at operation %u (%s), %s, then %s: %s %.*s; status %d, messages:\n%s",
             cell->table->scenario->name, cell->at, cell->call, edit_names[cell->edit],
             cell->again ? "again" : "read", problem, (int)path.size, path.at, cell->status,
             content(cli, "err1"));
}

/* ---- messages ---- */

static bool is_below(Text path, Text folder)
{
    return path.size >= folder.size && !memcmp(path.at, folder.at, folder.size) &&
           (path.size == folder.size || path.at[folder.size] == '/');
}

static Text line_subject(Text line)
{
    const char *end = strstr(line.at, ": warning: ");
    return end && end < line.at + line.size ? text_slice(line, 0, (size_t)(end - line.at))
                                            : TEXT("");
}

/* The older file that a line names at its end, beside the file that it is about. */
static Text line_older(Text line, Text subject, Arena *arena)
{
    static const char before[] = "the older file, ";
    const char *at = strstr(line.at, before);
    if (!at || at > line.at + line.size)
        return TEXT("");
    const Text name = text_slice(line, (size_t)(at - line.at) + strlen(before), line.size);
    const Text folder = folder_above(subject, arena);
    return text_is(folder, ".") ? name
                                : arena_format(arena, "%.*s/%.*s", (int)folder.size, folder.at,
                                               (int)name.size, name.at);
}

/* Whether a message names the file, or the folder that was moved with it. */
static bool is_told(const Cell *cell, Text path)
{
    Cli *cli = cell->table->cli;
    Text rest = text_of(content(cli, "err1")), line;
    while (text_line(&rest, &line)) {
        const Text subject = line_subject(line);
        const Text older = line_older(line, subject, cli->arena);
        if (subject.size && (is_below(path, subject) || (older.size && is_below(path, older))))
            return true;
    }
    return false;
}

/* ---- what must hold ---- */

static void check_all_told(const Cell *cell)
{
    for (size_t i = 0; i < cell->edited.count; i++)
        if (!tree_has(&cell->after, &cell->edited.items[i]) &&
            !is_told(cell, cell->edited.items[i].path))
            fail_cell(cell, "no message about the change of", cell->edited.items[i].path);
    for (size_t i = 0; i < cell->after.count; i++)
        if (!tree_find(&cell->edited, cell->after.items[i].path) &&
            !is_told(cell, cell->after.items[i].path))
            fail_cell(cell, "no message about the new file", cell->after.items[i].path);
}

static void check_edits_kept(const Cell *cell)
{
    for (size_t i = 0; i < cell->edited.count; i++)
        if (!tree_has(&cell->killed, &cell->edited.items[i]) &&
            !tree_has(&cell->after, &cell->edited.items[i]))
            fail_cell(cell, "lost the edit of", cell->edited.items[i].path);
}

static void check_old_contents(const Cell *cell)
{
    const Tree *old = &cell->table->old;
    for (size_t i = 0; i < old->count; i++)
        if (!tree_has_content(&cell->after, old->items[i].hash) &&
            tree_find(&cell->edited, old->items[i].path))
            fail_cell(cell, "lost the old contents of", old->items[i].path);
}

/* The old state, or the new one, also if files that the command removes at its end are still
 * there. */
static bool is_whole(const KillTable *table, const Tree *tree)
{
    if (tree_equal(tree, &table->old))
        return true;
    for (size_t i = 0; i < table->new.count; i++)
        if (!tree_has(tree, &table->new.items[i]))
            return false;
    for (size_t i = 0; i < tree->count; i++)
        if (!tree_has(&table->new, &tree->items[i]) && !tree_has(&table->old, &tree->items[i]))
            return false;
    return true;
}

/* The killed command had begun to move its files, and not ended: it is undone. */
static void check_undone(const Cell *cell)
{
    const bool same = tree_equal(&cell->edited, &cell->after);
    if (cell->edit == EDIT_NONE && cell->again) {
        if (cell->status != 0 || !tree_equal(&cell->after, &cell->table->new))
            fail_cell(cell, "the second run did not do the work", TEXT(""));
        return;
    }
    if (cell->edit == EDIT_NONE && !tree_equal(&cell->after, &cell->table->old))
        fail_cell(cell, "the old state was not restored", TEXT(""));
    if (cell->again && cell->status == 0 && !same)
        fail_cell(cell, "the second run went on with files of two states", TEXT(""));
    check_edits_kept(cell);
    check_old_contents(cell);
    check_all_told(cell);
}

/* It had not begun, or it had ended. */
static void check_settled(const Cell *cell)
{
    if (!is_whole(cell->table, &cell->killed))
        fail_cell(cell, "files of two states without a journal", TEXT(""));
    if (!cell->again && !tree_equal(&cell->edited, &cell->after))
        fail_cell(cell, "files were changed", TEXT(""));
    if (cell->again && cell->edit == EDIT_NONE && cell->status == 0 &&
        !tree_equal(&cell->after, &cell->table->new))
        fail_cell(cell, "the second run did not do the work", TEXT(""));
    if (cell->again && cell->status != 0 && !tree_equal(&cell->edited, &cell->after))
        fail_cell(cell, "the second run failed, and changed files", TEXT(""));
}

/* ---- all cells ---- */

static Tree now(const KillTable *table)
{
    return tree_read(arena_format(table->cli->arena, "%s/w", table->cli->folder).at,
                     table->scenario->ignored, table->cli->arena);
}

static void edit_changed_files(const Cell *cell)
{
    Cli *cli = cell->table->cli;
    for (size_t i = 0; i < cell->killed.count && cell->edit != EDIT_NONE; i++)
        if (!tree_has(&cell->table->old, &cell->killed.items[i]))
            edit_file(
                cli, cell->edit,
                arena_format(cli->arena, "%s/w/%s", cli->folder, cell->killed.items[i].path.at)
                    .at);
}

/* Returns false if there are not as many operations. */
static bool try_cell(Cell *cell, const char *more)
{
    const KillTable *table = cell->table;
    Cli *cli = table->cli;
    sh(cli, "rm -rf w && cp -a old w && cd w && %s %s",
       fault_at(cli, "any", cell->at, arena_format(cli->arena, "FAULT_KILL=1 %s", more).at),
       table->scenario->command);
    if (!fault_was_met(cli))
        return false;
    cell->killed = now(table);
    edit_changed_files(cell);
    cell->edited = now(table);
    const bool edited = !tree_equal(&cell->killed, &cell->edited);
    if (cell->edit != EDIT_NONE && !edited)
        return true;
    cell->status = sh(cli, "exec 2>err1; cd w && %s",
                      cell->again ? table->scenario->command : "oisin diff . . -q");
    cell->after = now(table);
    if (cell->after.staged)
        fail_cell(cell, "a staging folder stays", TEXT(""));
    if (cell->edited.pending)
        check_undone(cell);
    else
        check_settled(cell);
    return true;
}

static void try_operation(const KillTable *table, unsigned at, const char *call,
                          const char *more, unsigned seed)
{
    for (Edit edit = EDIT_NONE; edit < EDIT_COUNT; edit++) {
        if (edit != EDIT_NONE && !fault_all() &&
            edit != EDIT_IN_PLACE + seed % (EDIT_COUNT - 1))
            continue;
        for (int again = 0; again < 2; again++) {
            Arena *const whole = table->cli->arena;
            table->cli->arena = arena_new();
            Cell cell = {.table = table, .at = at, .call = call, .edit = edit, .again = again};
            try_cell(&cell, more);
            arena_free(table->cli->arena);
            table->cli->arena = whole;
        }
    }
}

/* The operations of a run: until the first rename nothing of the user's changes. */
typedef struct Operations {
    Text log; /* their names, one a line */
    unsigned count, first_rename;
} Operations;

static Operations list_operations(const KillTable *table, const char *more)
{
    Cli *cli = table->cli;
    Operations all = {0};
    Text line;
    sh(cli, "rm -rf w log && cp -a old w && cd w && %s %s",
       fault_at(cli, "any", UINT16_MAX,
                arena_format(cli->arena, "FAULT_LOG=%s/log %s", cli->folder, more).at),
       table->scenario->command);
    all.log = arena_text(cli->arena, text_of(content(cli, "log")));
    for (Text rest = all.log; text_line(&rest, &line);) {
        all.count++;
        if (!all.first_rename && text_is(line, "rename"))
            all.first_rename = all.count;
    }
    assert_true(all.first_rename > 0);
    return all;
}

static bool is_chosen(const Operations *all, unsigned at, uint32_t *seed)
{
    const unsigned before_it = 1, after_it = fault_few() ? 2 : 5;
    const bool before = at < all->first_rename;
    const unsigned count = before ? all->first_rename : all->count - all->first_rename + 1;
    *seed = *seed * 1664525 + 1013904223;
    return fault_all() || (*seed >> 16) % count < (before ? before_it : after_it);
}

static unsigned try_operations(const KillTable *table, const char *more, uint32_t *seed)
{
    const Operations all = list_operations(table, more);
    unsigned at = 0, tried = 0;
    Text line;
    for (Text rest = all.log; text_line(&rest, &line);) {
        if (!is_chosen(&all, ++at, seed))
            continue;
        try_operation(table, at, arena_text(table->cli->arena, line).at, more, *seed >> 20);
        tried++;
    }
    return tried;
}

static void try_scenario(Cli *cli, const Scenario *scenario, uint32_t *seed)
{
    KillTable table = {.cli = cli, .scenario = scenario};
    if (sh(cli, "rm -rf old new w && mkdir old && cd old && %s", scenario->setup) ||
        sh(cli, "cp -a old new && cd new && %s", scenario->command))
        fail_msg("%s: %s", scenario->name, content(cli, "err"));
    table.old = tree_read(arena_format(cli->arena, "%s/old", cli->folder).at, scenario->ignored,
                          cli->arena);
    table.new = tree_read(arena_format(cli->arena, "%s/new", cli->folder).at, scenario->ignored,
                          cli->arena);
    assert_false(tree_equal(&table.old, &table.new));
    unsigned tried = try_operations(&table, "FAULT_NONE=1", seed);
    tried += try_operations(&table, "FAULT_NO_EXCHANGE=1", seed);
    print_message("%s: killed at %u operations\n", scenario->name, tried);
    assert_true(tried > 0);
}

static void nothing_is_lost_after_a_kill(void **state)
{
    Cli *cli = *state;
    const char *only = getenv("OISIN_KILL");
    uint32_t seed = 41;
    fault_inputs(cli);
    for (size_t i = 0; i < COUNT_OF(scenarios); i++)
        if (!only || !strcmp(only, scenarios[i].id))
            try_scenario(cli, &scenarios[i], &seed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(nothing_is_lost_after_a_kill, cli_begin, cli_end)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
