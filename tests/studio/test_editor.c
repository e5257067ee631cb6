/* The editor: forms from rows, changes, merging, undo, renaming, and what it refuses. */
#include "lib/edit_kit.h"
#include "lib/folder_kit.h"

#include "base/system/files.h"
#include "base/text.h"
#include "tirnanog/maps/tmx.h"
#include "tirnanog/project/project_model.h"
#include "tirnanog/sheets/sheets.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *const projects[] = {"examples/segais", "examples/skerry"};

/* ---- rows ---- */

static void count_lines(Text file, size_t *lines)
{
    Text rest = file, line;
    *lines = 0;
    while (text_line(&rest, &line))
        *lines += text_trimmed(line).size > 0;
}

typedef struct FormFile {
    ProjectModel *model;
    const Sheet *sheet;
    const ProjectFile *file;
    Text text;
    Arena *arena;
} FormFile;

/* Calls `visit` with each text file of the examples. */
static void visit_forms(void (*visit)(const FormFile *form, size_t *count), size_t *count)
{
    for (size_t p = 0; p < COUNT_OF(projects); p++) {
        Arena *arena = arena_new();
        Report silent = report_to(NULL, NULL);
        EditFiles source;
        const EditorHost host = edit_host(&source, projects[p], true, arena);
        ProjectFiles all;
        assert_true(host.load(host.context, &all, arena, &silent));
        ProjectModel *model = project_model_new(&all, NULL, NULL, arena, &silent);
        for (size_t i = 0; i < all.count; i++) {
            const FormFile form = {model, sheet_of_path(all.items[i].path), &all.items[i],
                                   text_of_bytes(all.items[i].bytes), arena};
            if (form.sheet)
                visit(&form, count);
        }
        arena_free(arena);
    }
}

static void words_are_where_they_say(const FormFile *form, const SheetRow *row)
{
    Report silent = report_to(NULL, NULL);
    for (size_t k = 0; k < row->word_count; k++) {
        const SheetWord *word = &row->words[k];
        TextEdit edit;
        assert_true(row->joined ||
                    text_equal(text_slice(form->text, word->from, word->to), word->text));
        assert_true(rows_set_word(form->sheet, form->text, row, word->member, word->index,
                                  word->text, &edit, form->arena, &silent) ||
                    !word->text.size);
        if (!row->joined && word->text.size)
            assert_true(text_equal(text_slice(form->text, edit.from, edit.to), edit.text));
    }
}

static void rows_are_in_order(const FormFile *form, size_t *words)
{
    Report silent = report_to(NULL, NULL);
    SheetRows rows;
    size_t at = 0, lines = 1, wanted;
    project_model_read(form->model, form->sheet, form->file, &rows, form->arena, &silent);
    for (size_t j = 0; j < rows.count; j++) {
        const SheetRow *row = &rows.items[j];
        size_t inside;
        assert_true(row->from >= at && row->to > row->from);
        assert_int_not_equal(row->line, ROW_UNKNOWN);
        count_lines(text_slice(form->text, row->from, row->to), &inside);
        lines += inside;
        at = row->to;
        words_are_where_they_say(form, row);
        *words += row->word_count;
    }
    count_lines(form->text, &wanted);
    assert_int_equal(lines, wanted);
}

static void count_forms(const FormFile *form, size_t *count)
{
    (void)form;
    ++*count;
}

/* Each text file of the examples: rows follow each other, each word is where it says, and a
 * word that is set to itself changes nothing. */
static void rows_are_what_the_file_has(void **state)
{
    (void)state;
    size_t words = 0, files = 0;
    visit_forms(rows_are_in_order, &words);
    visit_forms(count_forms, &files);
    assert_true(files > 300);
    assert_true(words > 3000);
}

/* The text with `#` instead of the word that begins at `at`; the length of that word. */
static size_t with_mistake(Text text, size_t at, Text *out, Arena *arena)
{
    size_t end = at;
    while (end < text.size && !strchr(" \t\r\n", text.at[end]))
        end++;
    *out = arena_format(arena, "%.*s#%.*s", (int)at, text.at, (int)(text.size - end),
                        text.at + end);
    return end - at;
}

/* One mistake in a line: all values of the line keep their place, also those of several words.
 */
static void mistakes_do_not_divide_values(const FormFile *form, size_t *tried)
{
    Report silent = report_to(NULL, NULL);
    const ProjectFile *file = form->file;
    const Text text = form->text;
    SheetRows rows;
    if (text.size > 4000) /* many readings */
        return;
    project_model_read(form->model, form->sheet, file, &rows, form->arena, &silent);
    for (size_t j = 0; j < rows.count; j++) {
        const SheetRow *row = &rows.items[j];
        size_t begin = SIZE_MAX;
        for (size_t k = 0; k < row->word_count && begin == SIZE_MAX; k++)
            for (size_t i = row->words[k].from; i < row->words[k].to; i++)
                if (text.at[i] == ' ') /* a line that has a value of several words */
                    begin = k;
        if (row->joined || row->block || begin == SIZE_MAX)
            continue;
        for (size_t k = 0; k < row->word_count; k++) {
            const SheetWord *word = &row->words[k];
            for (size_t at = word->from; at < word->to; at++) {
                Text wrong;
                SheetRows after;
                const size_t size = with_mistake(text, at, &wrong, form->arena);
                const ProjectFile changed = {file->path, bytes_of_text(wrong)};
                project_model_read(form->model, form->sheet, &changed, &after, form->arena,
                                   &silent);
                assert_int_equal(after.count, rows.count);
                const SheetRow *now = &after.items[j];
                if (now->word_count != row->word_count)
                    fail_msg("%.*s:%zu: %zu values instead of %zu", (int)file->path.size,
                             file->path.at, j + 1, now->word_count, row->word_count);
                for (size_t i = 0; i < now->word_count; i++)
                    if (i != k && !text_equal(now->words[i].text, row->words[i].text))
                        fail_msg("%.*s:%zu: \"%.*s\" instead of \"%.*s\"", (int)file->path.size,
                                 file->path.at, j + 1, (int)now->words[i].text.size,
                                 now->words[i].text.at, (int)row->words[i].text.size,
                                 row->words[i].text.at);
                at += size;
                ++*tried;
            }
        }
    }
}

static void mistakes_leave_the_other_values_of_a_line(void **state)
{
    (void)state;
    size_t tried = 0;
    visit_forms(mistakes_do_not_divide_values, &tried);
    assert_true(tried > 1000);
}

static void a_change_touches_only_its_line(void **state)
{
    EditKit *edit = *state;
    unsigned status;
    const Text before = edit_file(edit, "npcs/wolf.npc");
    edit_change(edit, "npcs/wolf.npc",
                "{\"op\": \"set\", \"row\": 1, \"member\": 1, \"index\": 0, \"value\": \"77\"}",
                &status);
    assert_int_equal(status, 200);
    const Text after = edit_file(edit, "npcs/wolf.npc");
    Text a = before, b = after, x, y;
    size_t different = 0;
    while (text_line(&a, &x) && text_line(&b, &y))
        different += !text_equal(x, y);
    assert_int_equal(different, 1);
    assert_true(before.size == after.size);
}

/* The title of an attribute that is never shown: its line has the type only. */
static void a_missing_value_is_added_after_a_blank(void **state)
{
    EditKit *edit = *state;
    static const char *const lines[] = {"g", "g  ", "g\r"};
    for (size_t i = 0; i < COUNT_OF(lines); i++) {
        unsigned status;
        edit_write(edit, "game/count.atr",
                   arena_format(edit->kit->arena, "TirNanoG Attribute\n%s\n0\n", lines[i]));
        edit_change(edit, "game/count.atr",
                    "{\"op\": \"set\", \"row\": 0, \"member\": 1, \"index\": 0, \"value\": "
                    "\"Nuts of the hazel\"}",
                    &status);
        assert_int_equal(status, 200);
        assert_non_null(strstr(edit_file(edit, "game/count.atr").at, "\ng Nuts of the hazel"));
    }
}

static void a_wrong_value_gets_the_sentence_of_the_linter(void **state)
{
    EditKit *edit = *state;
    unsigned status;
    const json_t *answer = edit_change(
        edit, "npcs/wolf.npc",
        "{\"op\": \"set\", \"row\": 1, \"member\": 0, \"index\": 0, \"value\": \"rundom\"}",
        &status);
    assert_int_equal(status, 200);
    const json_t *problem = json_array_get(json_object_get(answer, "problems"), 0);
    assert_non_null(strstr(edit_text(problem, "text"), "did you mean \"random\"?"));
    assert_int_equal(json_integer_value(json_object_get(problem, "row")), 1);
    assert_int_equal(json_integer_value(json_object_get(problem, "member")), 0);
    /* The other values of the line are still there. */
    const json_t *row = json_array_get(json_object_get(answer, "rows"), 1);
    assert_int_equal(json_array_size(json_object_get(row, "words")), 4);
}

static void one_value_cannot_become_two(void **state)
{
    EditKit *edit = *state;
    unsigned status;
    const Text before = edit_file(edit, "npcs/wolf.npc");
    static const char *const values[] = {"80 7", "", "1\\n2", "1\\r"};
    for (size_t i = 0; i < COUNT_OF(values); i++) {
        edit_change(edit, "npcs/wolf.npc",
                    arena_format(edit->kit->arena,
                                 "{\"op\": \"set\", \"row\": 1, \"member\": 1, \"index\": 0, "
                                 "\"value\": \"%s\"}",
                                 values[i])
                        .at,
                    &status);
        assert_int_equal(status, 400);
    }
    assert_true(text_equal(before, edit_file(edit, "npcs/wolf.npc")));
}

static void rows_are_inserted_moved_and_removed(void **state)
{
    EditKit *edit = *state;
    unsigned status;
    const Text before = edit_file(edit, "npcs/wolf.npc");
    edit_change(
        edit, "npcs/wolf.npc",
        "{\"op\": \"insert\", \"line\": 4, \"words\": [\"5\", \"2\", \"0\", \"penny\"]}",
        &status);
    assert_int_equal(status, 200);
    assert_non_null(strstr(edit_file(edit, "npcs/wolf.npc").at,
                           "i 80 1 0 pelt\ni 5 2 0 penny\ne action1 {\n"));
    edit_change(edit, "npcs/wolf.npc", "{\"op\": \"move\", \"row\": 6, \"before\": 5}",
                &status);
    assert_non_null(strstr(edit_file(edit, "npcs/wolf.npc").at,
                           "i 5 2 0 penny\ni 80 1 0 pelt\ne action1 {\n"));
    edit_change(edit, "npcs/wolf.npc", "{\"op\": \"remove\", \"row\": 5}", &status);
    assert_true(text_equal(before, edit_file(edit, "npcs/wolf.npc")));
}

/* ---- merging ---- */

static void a_change_of_another_program_is_merged(void **state)
{
    EditKit *edit = *state;
    unsigned status;
    Arena *arena = edit->kit->arena;
    const char *path = "api/change?path=npcs/wolf.npc";
    const json_t *file = edit_get(edit, "api/file?path=npcs/wolf.npc");
    const Text before = edit_file(edit, "npcs/wolf.npc");
    const char *howl = strstr(before.at, "sound(howl)");
    const size_t at = (size_t)(howl - before.at);
    edit_write(edit, "npcs/wolf.npc",
               arena_format(arena, "%.*ssound(hit)%s", (int)at, before.at, howl + 11));
    const char *body = "{\"operations\": [{\"op\": \"set\", \"row\": 1, \"member\": 1, "
                       "\"index\": 0, \"value\": \"66\"}]}";
    const json_t *answer =
        edit_send(edit, "POST", path, edit_text(file, "hash"), body, &status);
    assert_int_equal(status, 200);
    assert_true(json_is_true(json_object_get(answer, "merged")));
    const Text after = edit_file(edit, "npcs/wolf.npc");
    assert_non_null(strstr(after.at, "random 66 100 0\n"));
    assert_null(strstr(after.at, "sound(howl)"));
    /* The same line: nothing is written, and both texts are in the answer. */
    answer = edit_send(edit, "POST", path, edit_text(file, "hash"),
                       "{\"operations\": [{\"op\": \"set\", \"row\": 1, \"member\": 1, "
                       "\"index\": 0, \"value\": \"55\"}]}",
                       &status);
    assert_int_equal(status, 412);
    assert_non_null(strstr(edit_text(answer, "mine"), "random 55 "));
    assert_non_null(strstr(edit_text(answer, "theirs"), "random 66 "));
    assert_true(text_equal(after, edit_file(edit, "npcs/wolf.npc")));
}

static void undo_keeps_what_others_have_changed(void **state)
{
    EditKit *edit = *state;
    unsigned status;
    edit_change(edit, "npcs/wolf.npc",
                "{\"op\": \"set\", \"row\": 1, \"member\": 1, \"index\": 0, \"value\": \"66\"}",
                &status);
    const Text before = edit_file(edit, "npcs/wolf.npc");
    edit_write(edit, "npcs/wolf.npc",
               arena_format(edit->kit->arena, "%se leave 9 {\n}\n", before.at));
    edit_send(edit, "POST", "api/undo", NULL, "{}", &status);
    assert_int_equal(status, 200);
    const Text after = edit_file(edit, "npcs/wolf.npc");
    assert_non_null(strstr(after.at, "random 80 100 0\n"));
    assert_true(text_ends(after, "e leave 9 {\n}\n"));
}

/* ---- many changes ---- */

static const char *random_operation(EditKit *edit, const json_t *file)
{
    static const char *const values[] = {"-",     "0",         "1",   "7",
                                         "penny", "wolf_walk", "hit", "x>=3"};
    Arena *arena = edit->kit->arena;
    const json_t *rows = json_object_get(file, "rows");
    const size_t count = json_array_size(rows), number = next_random((uint32_t)count);
    const json_t *row = json_array_get(rows, number), *words = json_object_get(row, "words");
    const json_t *word =
        json_array_size(words)
            ? json_array_get(words, next_random((uint32_t)json_array_size(words)))
            : NULL;
    switch (next_random(6)) {
    case 0:
        return arena_format(arena, "{\"op\": \"remove\", \"row\": %zu}", number).at;
    case 1:
        return arena_format(arena, "{\"op\": \"move\", \"row\": %zu, \"before\": %u}", number,
                            next_random((uint32_t)count))
            .at;
    default:
        if (!word)
            return arena_format(arena,
                                "{\"op\": \"block\", \"row\": %zu, \"text\": \"e click "
                                "{\\n    hp=%u\\n}\\n\"}",
                                number, next_random(100))
                .at;
        return arena_format(
                   arena,
                   "{\"op\": \"set\", \"row\": %zu, \"member\": %d, \"index\": %d, \"value\": "
                   "\"%s\"}",
                   number, (int)json_integer_value(json_object_get(word, "member")),
                   (int)json_integer_value(json_object_get(word, "index")),
                   values[next_random(COUNT_OF(values))])
            .at;
    }
}

/* 1,000 changes, 1,000 times undo, 1,000 times redo; with a restart between them. */
/* The text files of the project. */
static size_t sheet_files(EditKit *edit, const char ***out)
{
    ProjectFiles files;
    size_t count = 0;
    Arena *arena = edit->kit->arena;
    *out = NULL;
    assert_true(edit->host.load(edit->host.context, &files, arena, &edit->kit->report));
    for (size_t i = 0; i < files.count; i++)
        if (sheet_of_path(files.items[i].path))
            *ARENA_PUSH(arena, *out, count) = arena_text(arena, files.items[i].path).at;
    return count;
}

/* 1,000 changes, 1,000 times undo, 1,000 times redo; with restarts between them. */
static void a_thousand_changes_are_undone(void **state)
{
    (void)state;
    EditKit *edit = edit_begin("examples/skerry");
    const uint64_t before = edit_hash(edit);
    const char **paths;
    const size_t count = sheet_files(edit, &paths);
    unsigned status, changes = 0;
    for (int tries = 0; changes < 1000 && tries < 20000; tries++) {
        Arena *kept = edit->kit->arena;
        edit->kit->arena = arena_new();
        const char *path = paths[next_random((uint32_t)count)];
        const json_t *file =
            edit_get(edit, arena_format(edit->kit->arena, "api/file?path=%s", path).at);
        if (json_array_size(json_object_get(file, "rows"))) {
            const Text old = edit_file(edit, path);
            edit_change(edit, path, random_operation(edit, file), &status);
            changes += status == 200 && !text_equal(old, edit_file(edit, path));
        }
        arena_free(edit->kit->arena);
        edit->kit->arena = kept;
    }
    assert_int_equal(changes, 1000);
    const uint64_t after = edit_hash(edit);
    assert_int_not_equal(before, after);
    edit_restart(edit, false);
    for (int i = 0; i < 1000; i++) {
        edit_send(edit, "POST", "api/undo", NULL, "{}", &status);
        assert_int_equal(status, 200);
        if (i == 500)
            edit_restart(edit, false);
    }
    assert_int_equal(edit_hash(edit), before);
    for (int i = 0; i < 1000; i++)
        edit_send(edit, "POST", "api/redo", NULL, "{}", &status);
    assert_int_equal(edit_hash(edit), after);
    edit_end(edit);
}

/* ---- renaming, new, delete ---- */

/* Six items of all kinds: the project has no problems afterwards, its scenarios are read, and
 * renaming back gives the same bytes. */
static void everything_follows_a_new_name(void **state)
{
    EditKit *edit = *state;
    static const struct {
        const char *path, *name, *renamed, *old;
    } items[] = {
        {"npcs/wolf.npc", "direwolf", "npcs/direwolf.npc", "wolf"},
        {"objects/penny.obj", "groat", "objects/groat.obj", "penny"},
        {"game/strength.atr", "might", "game/might.atr", "strength"},
        {"dialogs/brid_hello.dlg", "brid_hi", "dialogs/brid_hi.dlg", "brid_hello"},
        {"maps/cave.tmx", "grotto", "maps/grotto.tmx", "cave"},
        {"sounds/hit.ogg", "thump", "sounds/thump.ogg", "hit"},
        {"tiles/grass_00.til", "lawn", "tiles/lawn.til", "grass_00"},
        {"npcs/wolves.swr", "pack", "npcs/pack.swr", "wolves"},
        {"quests/broth.qst", "stew", "quests/stew.qst", "broth"},
        {"game/calling.opt", "trade", "game/trade.opt", "calling"},
    };
    Arena *arena = edit->kit->arena;
    const uint64_t before = edit_hash(edit);
    unsigned status;
    for (size_t i = 0; i < COUNT_OF(items); i++) {
        const json_t *answer =
            edit_send(edit, "POST", "api/rename", NULL,
                      arena_format(arena, "{\"path\": \"%s\", \"name\": \"%s\"}", items[i].path,
                                   items[i].name)
                          .at,
                      &status);
        if (status != 200)
            fail_msg("%s: %s", items[i].path, edit_text(answer, "error"));
        assert_int_equal(edit_file(edit, items[i].path).size, 0);
        assert_true(edit_file(edit, items[i].renamed).size > 0);
    }
    edit_restart(edit, false);
    const json_t *problems = json_object_get(edit_get(edit, "api/project"), "problems");
    for (size_t i = 0; i < json_array_size(problems); i++)
        fail_msg("%s", edit_text(json_array_get(problems, i), "text"));
    for (size_t i = COUNT_OF(items); i--;) {
        edit_send(edit, "POST", "api/rename", NULL,
                  arena_format(arena, "{\"path\": \"%s\", \"name\": \"%s\"}", items[i].renamed,
                               items[i].old)
                      .at,
                  &status);
        assert_int_equal(status, 200);
    }
    assert_int_equal(edit_hash(edit), before);
    for (size_t i = 0; i < 2 * COUNT_OF(items); i++) {
        edit_send(edit, "POST", "api/undo", NULL, "{}", &status);
        assert_int_equal(status, 200);
    }
    assert_int_equal(edit_hash(edit), before);
}

static void names_that_are_taken_or_invalid_are_refused(void **state)
{
    EditKit *edit = *state;
    static const char *const names[] = {"brid", "", "a b", "../x", "a/b", "w\\u00f6lf", "x;y"};
    const uint64_t before = edit_hash(edit);
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        unsigned status;
        const json_t *answer =
            edit_send(edit, "POST", "api/rename", NULL,
                      arena_format(edit->kit->arena,
                                   "{\"path\": \"npcs/wolf.npc\", \"name\": \"%s\"}", names[i])
                          .at,
                      &status);
        assert_int_equal(status, 400);
        assert_true(*edit_text(answer, "error"));
        if (i)
            edit_send(edit, "POST", "api/new", NULL,
                      arena_format(edit->kit->arena, "{\"kind\": \"npc\", \"name\": \"%s\"}",
                                   names[i])
                          .at,
                      &status);
        assert_int_equal(status, 400);
    }
    assert_int_equal(edit_hash(edit), before);
}

/* A new item of each kind can be read, and says what it is called. */
static void new_items_are_valid(void **state)
{
    EditKit *edit = *state;
    static const char *const kinds[] = {"npc",     "dialog", "quest",     "craft",
                                        "spawner", "option", "attribute", "cutscene"};
    unsigned status;
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        const json_t *answer =
            edit_send(edit, "POST", "api/new", NULL,
                      arena_format(edit->kit->arena,
                                   "{\"kind\": \"%s\", \"name\": \"fresh_one\"}", kinds[i])
                          .at,
                      &status);
        if (status != 200)
            fail_msg("%s: %s", kinds[i], edit_text(answer, "error"));
        const json_t *problems = json_object_get(answer, "problems");
        if (json_array_size(problems))
            fail_msg("%s: %s\n%s", kinds[i], edit_text(json_array_get(problems, 0), "text"),
                     edit_text(answer, "text"));
    }
    assert_non_null(strstr(edit_file(edit, "npcs/fresh_one.npc").at, "Fresh one"));
    edit_send(edit, "POST", "api/new", NULL,
              "{\"kind\": \"npc\", \"name\": \"wolf_2\", \"copy\": \"npcs/wolf.npc\"}",
              &status);
    assert_int_equal(status, 200);
    assert_true(
        text_equal(edit_file(edit, "npcs/wolf_2.npc"), edit_file(edit, "npcs/wolf.npc")));
    edit_send(edit, "POST", "api/new", NULL, "{\"kind\": \"npc\", \"name\": \"wolf\"}",
              &status);
    assert_int_equal(status, 412); /* it exists */
}

static void create(EditKit *edit, const char *body)
{
    unsigned status;
    const json_t *answer = edit_send(edit, "POST", "api/new", NULL, body, &status);
    if (status != 200)
        fail_msg("%s: %s", body, edit_text(answer, "error"));
}

/* In the project of `oisin new`, which has almost nothing to refer to: every file that a
 * project has once, and an item of every kind that the page makes, pass `oisin check`. */
static void new_files_are_valid_in_an_empty_project(void **state)
{
    (void)state;
    static const char *const kinds[] = {"npc",     "dialog",    "quest",    "craft",
                                        "spawner", "attribute", "cutscene", "map"};
    EditKit *edit = edit_begin_new();
    size_t made = 0;
    for (const Sheet *const *sheet = all_sheets; *sheet; sheet++) {
        const char *path = (*sheet)->path;
        if (strchr(path, '#') || sheet[0] == &config_sheet)
            continue;
        unlink(arena_format(edit->kit->arena, "%s/%s", edit->folder, path).at);
        edit_restart(edit, false);
        create(edit, arena_format(edit->kit->arena, "{\"path\": \"%s\"}", path).at);
        made++;
    }
    assert_true(made == 9);
    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        create(edit, arena_format(edit->kit->arena, "{\"kind\": \"%s\", \"name\": \"second\"}",
                                  kinds[i])
                         .at);
    edit_check(edit);
    edit_end(edit);
}

static void deleting_lists_what_refers_to_it(void **state)
{
    EditKit *edit = *state;
    unsigned status;
    const json_t *plan = edit_send(edit, "POST", "api/delete", NULL,
                                   "{\"path\": \"objects/penny.obj\", \"dry\": true}", &status);
    assert_int_equal(status, 200);
    const json_t *uses = json_object_get(plan, "uses");
    bool startup = false, tests = false, crafts = false;
    for (size_t i = 0; i < json_array_size(uses); i++) {
        const char *path = edit_text(json_array_get(uses, i), "path");
        startup |= !strcmp(path, "game/startup.cfg");
        tests |= !strcmp(path, "tests/trade.test");
        crafts |= !strcmp(path, "dialogs/forge.cft");
    }
    assert_true(startup && tests && crafts);
    assert_true(edit_file(edit, "objects/penny.obj").size > 0);
    edit_send(edit, "POST", "api/delete", NULL, "{\"path\": \"objects/penny.obj\"}", &status);
    assert_int_equal(status, 200);
    assert_int_equal(edit_file(edit, "objects/penny.obj").size, 0);
    edit_send(edit, "POST", "api/undo", NULL, "{}", &status);
    assert_true(edit_file(edit, "objects/penny.obj").size > 0);
}

/* ---- maps ---- */

static void painted_cells_change_only_their_numbers(void **state)
{
    EditKit *edit = *state;
    unsigned status;
    const Text before = edit_file(edit, "maps/town.tmx");
    edit_send(edit, "POST", "api/map?path=maps/town.tmx", NULL,
              "{\"layer\": 0, \"names\": [\"grass_00\", \"grass_11\"], "
              "\"cells\": [3, 4, 0, 5, 4, 1, 3, 5, -1]}",
              &status);
    assert_int_equal(status, 200);
    TmxMap old, new;
    const Text after = edit_file(edit, "maps/town.tmx");
    assert_true(tmx_read(bytes_of_text(before), &old, edit->kit->arena, &edit->kit->report));
    assert_true(tmx_read(bytes_of_text(after), &new, edit->kit->arena, &edit->kit->report));
    size_t cells = 0;
    for (size_t i = 0; i < old.layer_count; i++)
        for (size_t j = 0; j < (size_t)old.layers[i].w * old.layers[i].h; j++)
            if (old.layers[i].cells[j] != new.layers[i].cells[j]) {
                const size_t x = j % old.layers[i].w, y = j / old.layers[i].w;
                assert_true((x == 3 && (y == 4 || y == 5)) || (x == 5 && y == 4));
                cells++;
            }
    assert_true(cells >= 1 && cells <= 3);
    assert_int_equal(new.layers[0].cells[5 * old.layers[0].w + 3], 0);
    edit_send(edit, "POST", "api/undo", NULL, "{}", &status);
    assert_true(text_equal(before, edit_file(edit, "maps/town.tmx")));
}

/* An item that no tileset of the map has comes with the tilesets of `maps sync`, as one step.
 */
static void new_items_get_a_tileset(void **state)
{
    (void)state;
    EditKit *edit = edit_begin("examples/segais-hex");
    const json_t *project = edit_get(edit, "api/project");
    const json_t *kinds = json_object_get(project, "kinds");
    const char *map = NULL, *npc = NULL;
    for (size_t i = 0; i < json_array_size(kinds); i++) {
        const json_t *kind = json_array_get(kinds, i), *names = json_object_get(kind, "names");
        if (!strcmp(edit_text(kind, "id"), "map"))
            map = json_string_value(json_array_get(names, 0));
        if (!strcmp(edit_text(kind, "id"), "npc"))
            npc = json_string_value(json_array_get(names, 0));
    }
    assert_true(map && npc);
    unsigned status;
    const uint64_t before = edit_hash(edit);
    Arena *arena = edit->kit->arena;
    const char *copy = "{\"kind\": \"npc\", \"name\": \"newcomer\", \"copy\": \"npcs/%s.npc\"}";
    edit_send(edit, "POST", "api/new", NULL, arena_format(arena, copy, npc).at, &status);
    assert_int_equal(status, 200);
    edit_restart(edit, false); /* the check knows the new NPC */
    const json_t *answer =
        edit_send(edit, "POST", arena_format(arena, "api/map?path=maps/%s.tmx", map).at, NULL,
                  "{\"layer\": 5, \"names\": [\"newcomer\"], \"cells\": [2, 2, 0]}", &status);
    if (status != 200)
        fail_msg("%s", edit_text(answer, "error"));
    edit_restart(edit, false);
    const json_t *file = edit_get(edit, "api/file?path=npcs/newcomer.npc");
    const json_t *use = json_array_get(json_object_get(file, "uses"), 0);
    assert_int_equal(json_integer_value(json_object_get(use, "cells")), 1);
    edit_send(edit, "POST", "api/undo", NULL, "{}", &status);
    edit_send(edit, "POST", "api/undo", NULL, "{}", &status);
    assert_int_equal(edit_hash(edit), before);
    edit_end(edit);
}

/* Each new NPC makes the file of NPCs longer: it grows into the numbers of the next tileset of
 * maps that have been synced before. All undone in as many steps. */
static void new_items_are_placed_on_older_maps(void **state)
{
    EditKit *edit = *state;
    Arena *arena = edit->kit->arena;
    static const char *const maps[] = {"town", "moor", "shore", "cave", "town"};
    const uint64_t before = edit_hash(edit);
    unsigned status;
    for (size_t i = 0; i < COUNT_OF(maps); i++) {
        edit_send(edit, "POST", "api/new", NULL,
                  arena_format(arena,
                               "{\"kind\": \"npc\", \"name\": \"new%zu\", \"copy\": "
                               "\"npcs/brid.npc\"}",
                               i)
                      .at,
                  &status);
        assert_int_equal(status, 200);
        edit_restart(edit, false); /* the check knows the new NPC */
        const json_t *answer = edit_send(
            edit, "POST", arena_format(arena, "api/map?path=maps/%s.tmx", maps[i]).at, NULL,
            arena_format(arena,
                         "{\"layer\": 5, \"names\": [\"new%zu\"], \"cells\": [%zu, 2, 0]}", i,
                         i + 2)
                .at,
            &status);
        if (status != 200)
            fail_msg("%s: %s", maps[i], edit_text(answer, "error"));
    }
    edit_restart(edit, false);
    for (size_t i = 0; i < COUNT_OF(maps); i++) {
        const json_t *file =
            edit_get(edit, arena_format(arena, "api/file?path=npcs/new%zu.npc", i).at);
        const json_t *use = json_array_get(json_object_get(file, "uses"), 0);
        assert_int_equal(json_integer_value(json_object_get(use, "cells")), 1);
    }
    for (size_t i = 0; i < 2 * COUNT_OF(maps); i++)
        edit_send(edit, "POST", "api/undo", NULL, "{}", &status);
    assert_int_equal(edit_hash(edit), before);
}

static void impossible_cells_are_refused(void **state)
{
    EditKit *edit = *state;
    static const char *const bodies[] = {
        "{\"layer\": 0, \"names\": [\"nothing\"], \"cells\": [1, 1, 0]}",
        "{\"layer\": 5, \"names\": [\"grass_00\"], \"cells\": [1, 1, 0]}",
        "{\"layer\": 0, \"names\": [\"grass_00\"], \"cells\": [64, 1, 0]}",
        "{\"layer\": 0, \"names\": [\"grass_00\"], \"cells\": [-1, 1, 0]}",
        "{\"layer\": 0, \"names\": [\"grass_00\"], \"cells\": [1, 1, 7]}",
        "{\"layer\": 0, \"names\": [], \"cells\": [1, 1]}",
        "{\"layer\": 0, \"names\": [], \"cells\": []}",
        "{\"layer\": 0}",
        "{\"layer\": 11, \"names\": [], \"cells\": [1, 1, -1]}",
        "{\"layers\": []}",
        "{\"layers\": [{\"layer\": 0, \"names\": [], \"cells\": [1, 1, -1]}, 3]}"};
    const uint64_t before = edit_hash(edit);
    unsigned status;
    for (size_t i = 0; i < COUNT_OF(bodies); i++) {
        edit_send(edit, "POST", "api/map?path=maps/town.tmx", NULL, bodies[i], &status);
        assert_int_equal(status, 400);
    }
    edit_send(edit, "POST", "api/map?path=config", NULL, bodies[0], &status);
    assert_int_equal(status, 404);
    assert_int_equal(edit_hash(edit), before);
}

/* ---- what is refused ---- */

static void paths_outside_of_the_project_are_refused(void **state)
{
    EditKit *edit = *state;
    static const char *const paths[] = {"../secret.npc",
                                        "/etc/passwd",
                                        "npcs/../../secret.npc",
                                        ".oisin/edit/journal",
                                        "npcs/.hidden.npc",
                                        "npcs\\..\\x.npc",
                                        "",
                                        "npcs//wolf.npc",
                                        "npcs/./wolf.npc",
                                        "links/secret.npc", /* by links */
                                        "npcs/outside.npc"};
    enum { LINKS = 2 };
    Arena *arena = edit->kit->arena;
    edit_write(edit, "../secret.npc", TEXT("secret\n"));
    const bool linked = make_link("..", arena_format(arena, "%s/links", edit->folder).at) &&
                        make_link("../../secret.npc",
                                  arena_format(arena, "%s/npcs/outside.npc", edit->folder).at);
    for (size_t i = 0; i < COUNT_OF(paths) - (linked ? 0 : LINKS); i++) {
        unsigned status;
        const json_t *answer =
            edit_send(edit, "GET", arena_format(arena, "api/file?path=%s", paths[i]).at, NULL,
                      NULL, &status);
        if (status == 200 && strstr(edit_text(answer, "text"), "secret"))
            fail_msg("%s was read", paths[i]);
        assert_int_not_equal(status, 200);
        edit_send(edit, "GET", arena_format(arena, "api/bytes?path=%s", paths[i]).at, NULL,
                  NULL, &status);
        assert_int_equal(status, 404);
        edit_send(edit, "POST", arena_format(arena, "api/file?path=%s", paths[i]).at, NULL,
                  "hacked", &status);
        assert_int_not_equal(status, 200);
        edit_send(edit, "POST", arena_format(arena, "api/change?path=%s", paths[i]).at,
                  "0000000000000000",
                  "{\"operations\": [{\"op\": \"text\", \"text\": \"hacked\"}]}", &status);
        assert_int_not_equal(status, 200);
    }
    assert_true(text_is(edit_file(edit, "../secret.npc"), "secret\n"));
}

static void only_files_of_a_project_are_written(void **state)
{
    EditKit *edit = *state;
    static const char *const paths[] = {"run.sh", "npcs/x.sh", "Makefile", "npcs/x/y.npc",
                                        "tiles/x.exe"};
    for (size_t i = 0; i < COUNT_OF(paths); i++) {
        unsigned status;
        edit_send(edit, "POST", arena_format(edit->kit->arena, "api/file?path=%s", paths[i]).at,
                  NULL, "x", &status);
        assert_int_equal(status, 403);
    }
}

static void a_project_for_reading_only_is_not_changed(void **state)
{
    EditKit *edit = *state;
    const uint64_t before = edit_hash(edit);
    unsigned status;
    edit_restart(edit, true);
    edit_change(edit, "npcs/wolf.npc",
                "{\"op\": \"set\", \"row\": 1, \"member\": 1, \"index\": 0, \"value\": \"66\"}",
                &status);
    assert_int_equal(status, 409);
    edit_send(edit, "POST", "api/rename", NULL,
              "{\"path\": \"npcs/wolf.npc\", \"name\": \"w\"}", &status);
    assert_int_equal(status, 409);
    assert_int_equal(edit_hash(edit), before);
    assert_false(file_exists(arena_format(edit->kit->arena, "%s/.oisin", edit->folder).at));
}

static void broken_requests_are_refused(void **state)
{
    EditKit *edit = *state;
    static const char *const bodies[] = {
        "{",
        "[]",
        "7",
        "{\"operations\": 7}",
        "{\"operations\": [7]}",
        "{\"operations\": [{\"op\": \"explode\"}]}",
        "{\"operations\": [{\"op\": \"set\", \"row\": 99}]}",
        "{\"operations\": [{\"op\": \"set\", \"row\": -5}]}",
        "{\"operations\": [{\"op\": \"insert\", \"line\": 14}]}",
        "{\"operations\": [{\"op\": \"insert\", \"line\": 4, \"owner\": 99}]}",
        "{\"operations\": [{\"op\": \"insert\", \"line\": 4, \"words\": [\"a\\nb\"]}]}",
        "{\"operations\": [{\"op\": \"move\", \"row\": 1, \"before\": 1}]}"};
    const uint64_t before = edit_hash(edit);
    const json_t *file = edit_get(edit, "api/file?path=npcs/wolf.npc");
    unsigned status;
    for (size_t i = 0; i < COUNT_OF(bodies); i++) {
        edit_send(edit, "POST", "api/change?path=npcs/wolf.npc", edit_text(file, "hash"),
                  bodies[i], &status);
        assert_int_equal(status, 400);
    }
    edit_send(edit, "POST", "api/change?path=npcs/wolf.npc", NULL, "{\"operations\": []}",
              &status);
    assert_int_equal(status, 428);
    edit_send(edit, "GET", "api/nothing", NULL, NULL, &status);
    assert_int_equal(status, 404);
    edit_send(edit, "GET", "api/undo", NULL, NULL, &status);
    assert_int_equal(status, 405);
    edit_send(edit, "GET", "../../etc/passwd", NULL, NULL, &status);
    assert_int_equal(status, 404);
    assert_int_equal(edit_hash(edit), before);
}

/* ---- played without a window ---- */

static void handlers_and_tests_are_run(void **state)
{
    EditKit *edit = *state;
    unsigned status;
    json_t *answer = edit_send(edit, "POST", "api/run", NULL,
                               "{\"handler\": \"hp = 5 dialog(nowhere,0)\"}", &status);
    assert_int_equal(status, 200);
    assert_non_null(strstr(edit_text(answer, "problem"), "no dialog \"nowhere\""));
    answer = edit_send(edit, "POST", "api/run", NULL,
                       "{\"handler\": \"hp = 5\", \"set\": \"hp=9\"}", &status);
    assert_string_equal(edit_text(answer, "problem"), "");
    assert_non_null(strstr(edit_text(answer, "text"), "hp"));
    edit_write(edit, "tests/a.test", TEXT("scenario a\n  set hp = 3\n  expect hp = 3\n"));
    edit_write(edit, "tests/b.test", TEXT("scenario b\n  expect hp = -1\n"));
    answer = edit_send(edit, "POST", "api/test", NULL, "{\"path\": \"tests/a.test\"}", &status);
    assert_int_equal(status, 200);
    assert_int_equal(json_integer_value(json_object_get(answer, "passed")), 1);
    assert_int_equal(json_integer_value(json_object_get(answer, "failed")), 0);
    answer = edit_send(edit, "POST", "api/test", NULL, "{\"path\": \"tests/b\"}", &status);
    assert_int_equal(json_integer_value(json_object_get(answer, "failed")), 1);
    assert_non_null(strstr(edit_text(answer, "text"), "expected hp = -1"));
    answer = edit_send(edit, "POST", "api/scenario", NULL,
                       "{\"name\": \"c\", \"recording\": \"# oisin input 1\\nskip-menu\\n"
                       "5 press confirm\\n30 run hp=7\\n60 end\\n\"}",
                       &status);
    assert_int_equal(status, 200);
    if (!strstr(edit_text(answer, "text"), "run { hp=7 }\n  expect hp = 7\n"))
        fail_msg("%s", edit_text(answer, "text"));
    answer = edit_send(edit, "POST", "api/scenario", NULL, "{\"recording\": \"x\"}", &status);
    assert_int_equal(status, 409);
    assert_true(strlen(edit_text(answer, "error")) > 0);
}

/* Sends a command, and reads until `wanted` was written. */
static void debug_until(EditKit *edit, const char *body, const char *wanted)
{
    unsigned status;
    Writer all = writer_to(edit->kit->arena);
    for (int i = 0; i < 2000; i++) {
        json_t *answer = edit_send(edit, "POST", "api/debug", NULL, i ? "{}" : body, &status);
        assert_int_equal(status, 200);
        write_text(&all, text_of(edit_text(answer, "lines")));
        if (strstr(arena_text(edit->kit->arena, writer_text(&all)).at, wanted))
            return;
        usleep(5000);
    }
    fail_msg("%s: %.*s", body, (int)all.size, (const char *)all.data);
}

static void debugger_stops_at_breakpoints(void **state)
{
    EditKit *edit = *state;
    unsigned status;
    json_t *answer;
    edit_write(edit, "game/startup.cfg",
               TEXT("TirNanoG StartUp\ne start {\n    hp=4\n    hp=hp+1\n}\n"));
    edit_restart(edit, false);
    edit_send(edit, "POST", "api/debug", NULL, "{\"recording\": \"nonsense\"}", &status);
    assert_int_equal(status, 409);
    edit_send(edit, "POST", "api/debug", NULL, "{\"command\": \"next\\nnext\"}", &status);
    assert_int_equal(status, 400);
    answer = edit_send(edit, "POST", "api/debug", NULL, "{\"command\": \"next\"}", &status);
    assert_false(json_is_true(json_object_get(answer, "playing")));
    debug_until(edit, "{\"recording\": \"# oisin input 1\\nskip-menu\\n90 end\\n\"}",
                "stopped: before tick");
    debug_until(edit, "{\"command\": \"where\"}", "ok\n");
    debug_until(edit, "{\"command\": \"print 6*7\"}", "42\nok\n");
    debug_until(edit, "{\"command\": \"nonsense\"}", "error: ");
    /* another one replaces it, and ends in the middle */
    debug_until(edit, "{\"recording\": \"# oisin input 1\\nskip-menu\\n90 end\\n\"}",
                "stopped: before tick");
    debug_until(edit, "{\"command\": \"tick\"}", "stopped: before tick");
    answer = edit_send(edit, "POST", "api/debug", NULL, "{\"end\": true}", &status);
    assert_false(json_is_true(json_object_get(answer, "playing")));
    /* still running when the editor ends */
    debug_until(edit, "{\"recording\": \"# oisin input 1\\nskip-menu\\n90 end\\n\"}",
                "stopped: before tick");
}

/* A journal of another editor, cut anywhere or damaged, loses nothing else. */
static void a_damaged_journal_is_cut(void **state)
{
    EditKit *edit = *state;
    unsigned status;
    for (int i = 0; i < 3; i++)
        edit_change(edit, "npcs/wolf.npc",
                    arena_format(edit->kit->arena,
                                 "{\"op\": \"set\", \"row\": 1, \"member\": 1, \"index\": 0, "
                                 "\"value\": \"%d\"}",
                                 60 + i)
                        .at,
                    &status);
    const uint64_t after = edit_hash(edit);
    const Text journal = edit_file(edit, ".oisin/edit/journal");
    for (size_t size = 0; size <= journal.size; size += 1 + journal.size / 9) {
        edit_write(edit, ".oisin/edit/journal", text_slice(journal, 0, size));
        edit_restart(edit, false);
        assert_int_equal(edit_hash(edit), after);
        edit_get(edit, "api/project");
    }
    edit_write(edit, ".oisin/edit/journal", TEXT("\0\xff{}\n[1,2]\n{\"changes\": [{}]}\n"));
    edit_restart(edit, false);
    edit_send(edit, "POST", "api/undo", NULL, "{}", &status);
    assert_int_equal(status, 200);
    assert_int_equal(edit_hash(edit), after);
}

/* Killed after the new files were written, before the old ones were removed. */
static void an_interrupted_rename_is_finished(void **state)
{
    EditKit *edit = *state;
    unsigned status;
    const uint64_t before = edit_hash(edit);
    const Text wolf = edit_file(edit, "npcs/wolf.npc");
    edit_send(edit, "POST", "api/rename", NULL,
              "{\"path\": \"npcs/wolf.npc\", \"name\": \"direwolf\"}", &status);
    assert_int_equal(status, 200);
    const uint64_t after = edit_hash(edit);
    edit_write(edit, "npcs/wolf.npc", wolf);
    edit_restart(edit, false);
    assert_int_equal(edit_hash(edit), after);
    edit_send(edit, "POST", "api/undo", NULL, "{}", &status);
    assert_int_equal(edit_hash(edit), before);
    edit_write(edit, "npcs/direwolf.npc", wolf);
    edit_restart(edit, false);
    assert_int_equal(edit_hash(edit), before);
}

/* The project is not read, and the page says because of which file. */
static void a_link_out_of_the_project_is_named(void **state)
{
    EditKit *edit = *state;
    unsigned status;
    const char *link = arena_format(edit->kit->arena, "%s/maps/away.tmx", edit->folder).at;
    if (!make_link("/etc/passwd", link))
        skip();
    edit_restart(edit, false);
    const json_t *answer = edit_send(edit, "GET", "api/project", NULL, NULL, &status);
    assert_int_equal(status, 409);
    const char *error = edit_text(answer, "error");
    if (!strstr(error, "maps/away.tmx: it is a link to a path outside of the folder"))
        fail_msg("%s", error);
}

/* ---- search ---- */

static void search_finds_names_texts_and_handlers(void **state)
{
    EditKit *edit = *state;
    const json_t *results =
        json_object_get(edit_get(edit, "api/search?q=give(penny"), "results");
    assert_true(json_array_size(results) >= 1);
    bool startup = false;
    for (size_t i = 0; i < json_array_size(results); i++)
        startup |= !strcmp(edit_text(json_array_get(results, i), "path"), "game/startup.cfg");
    assert_true(startup);
    assert_int_equal(
        json_array_size(json_object_get(edit_get(edit, "api/search?q=zzzzzz"), "results")), 0);
}

/* A list of a page that does not know what another program has added. */
static void parts_of_a_map_are_merged(void **state)
{
    EditKit *edit = *state;
    static const char url[] = "api/map-parts?path=maps/town.tmx";
    static const char body[] = "{\"properties\": [{\"name\": \"title\", \"value\": \"X\"}]}";
    unsigned status;
    edit_send(edit, "POST", url, NULL, body, &status);
    assert_int_equal(status, 428);
    edit_send(edit, "POST", url, "0123456789abcdef", body, &status);
    assert_int_equal(status, 412);
    const char *hash = edit_text(edit_get(edit, "api/map?path=maps/town.tmx"), "hash");
    edit_send(edit, "POST", url, hash,
              "{\"paths\": [{\"name\": \"7\", \"cells\": [1, 1, 2, 2]}]}", &status);
    assert_int_equal(status, 200);
    const json_t *answer = edit_send(edit, "POST", url, hash, body, &status);
    assert_int_equal(status, 200);
    assert_true(json_is_true(json_object_get(answer, "merged")));
    const json_t *map = edit_get(edit, "api/map?path=maps/town.tmx");
    assert_int_equal(json_array_size(json_object_get(map, "properties")), 1);
    assert_int_equal(json_array_size(json_object_get(map, "paths")), 1);
    edit_send(edit, "POST", url, hash,
              "{\"properties\": [{\"name\": \"title\", \"value\": \"Y\"}]}", &status);
    assert_int_equal(status, 412);
    edit_send(edit, "POST", "api/map-parts?path=maps/none.tmx", "0000000000000000", body,
              &status);
    assert_int_equal(status, 404);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_what_the_file_has),
        cmocka_unit_test(mistakes_leave_the_other_values_of_a_line),
        EDIT(a_change_touches_only_its_line),
        EDIT(a_missing_value_is_added_after_a_blank),
        EDIT(a_wrong_value_gets_the_sentence_of_the_linter),
        EDIT(one_value_cannot_become_two),
        EDIT(rows_are_inserted_moved_and_removed),
        EDIT(a_change_of_another_program_is_merged),
        EDIT(undo_keeps_what_others_have_changed),
        cmocka_unit_test(a_thousand_changes_are_undone),
        EDIT(everything_follows_a_new_name),
        EDIT(names_that_are_taken_or_invalid_are_refused),
        EDIT(new_items_are_valid),
        cmocka_unit_test(new_files_are_valid_in_an_empty_project),
        EDIT(deleting_lists_what_refers_to_it),
        EDIT(painted_cells_change_only_their_numbers),
        cmocka_unit_test(new_items_get_a_tileset),
        EDIT(new_items_are_placed_on_older_maps),
        EDIT(impossible_cells_are_refused),
        EDIT(parts_of_a_map_are_merged),
        EDIT(paths_outside_of_the_project_are_refused),
        EDIT(a_link_out_of_the_project_is_named),
        EDIT(only_files_of_a_project_are_written),
        EDIT(a_project_for_reading_only_is_not_changed),
        EDIT(broken_requests_are_refused),
        EDIT(handlers_and_tests_are_run),
        EDIT(debugger_stops_at_breakpoints),
        EDIT(a_damaged_journal_is_cut),
        EDIT(an_interrupted_rename_is_finished),
        EDIT(search_finds_names_texts_and_handlers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
