/* Faults that a review of the editor has found. */
#include "lib/edit_kit.h"
#include "lib/folder_kit.h"
#include "lib/tree_kit.h"

#include "studio/editor/edit_store.h"
#include "base/system/files.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* ---- versions ---- */

static void a_version_outlives_the_store(void **state)
{
    (void)state;
    Versions *versions = calloc(1, sizeof *versions);
    Arena *arena = arena_new();
    Bytes found;
    assert_non_null(versions);
    versions_add(versions, 1, bytes_of_text(TEXT("first")));
    assert_true(versions_find(versions, 1, &found, arena));
    for (uint64_t i = 2; i < VERSIONS_MAX + 10; i++)
        versions_add(versions, i, bytes_of_text(TEXT("other")));
    assert_true(text_is(text_of_bytes(found), "first"));
    assert_false(versions_find(versions, 1, &found, arena));
    versions_free(versions);
    arena_free(arena);
    free(versions);
}

/* ---- merging ---- */

/* Other bytes, which are not an image: the editor is asked for a file that is not decoded. */
static void binary_files_are_not_merged(void **state)
{
    EditKit *edit = *state;
    static const char path[] = "api/file?path=sounds/hit.ogg";
    static const char base[] = "a\0\nb\nc\nd\n", mine[] = "A\0\nb\nc\nd\n",
                      theirs[] = "a\0\nb\nc\nD\n";
    unsigned status;
    edit_write(edit, "sounds/hit.ogg", (Text){base, sizeof base - 1});
    const json_t *file = edit_get(edit, path);
    edit_write(edit, "sounds/hit.ogg", (Text){theirs, sizeof theirs - 1});
    const HttpAnswer answer = edit_answer(edit, "POST", path, edit_text(file, "hash"),
                                          bytes_of_text((Text){mine, sizeof mine - 1}));
    assert_int_equal(answer.status, 412);
    const json_t *conflict = json_read(answer.bytes, edit->kit->arena, &edit->kit->report);
    assert_string_equal(edit_text(conflict, "path"), "sounds/hit.ogg");
    assert_null(json_object_get(conflict, "mine"));
    assert_null(json_object_get(conflict, "theirs"));
    assert_memory_equal(edit_file(edit, "sounds/hit.ogg").at, theirs, sizeof theirs - 1);
    /* Nor is a change of them undone in the lines that are left. */
    edit_write(edit, "sounds/hit.ogg", (Text){base, sizeof base - 1});
    const HttpAnswer changed = edit_answer(edit, "POST", path, edit_text(file, "hash"),
                                           bytes_of_text((Text){mine, sizeof mine - 1}));
    assert_int_equal(changed.status, 200);
    edit_write(edit, "sounds/hit.ogg", TEXT("A?\nb\nc\nD\n"));
    edit_send(edit, "POST", "api/undo", NULL, "{}", &status);
    assert_int_equal(status, 412);
}

/* ---- two editors ---- */

static void a_second_editor_is_refused(void **state)
{
    EditKit *edit = *state;
    Messages messages = {.arena = edit->kit->arena};
    Report report = report_to(messages_sink, &messages);
    const int first = edit_lock(edit->folder, &report);
    assert_true(first >= 0);
    assert_int_equal(edit_lock(edit->folder, &report), -1);
    assert_int_equal(messages.count, 1);
    assert_non_null(strstr(messages.items[0].text.at, "another `oisin edit` has "));
    assert_true(file_close(first));
    const int second = edit_lock(edit->folder, &report);
    assert_true(second >= 0);
    assert_true(file_close(second));
}

/* A link to another folder: nothing is made, changed or removed there. */
static void links_lead_nowhere(void **state)
{
    EditKit *edit = *state;
    Arena *arena = edit->kit->arena;
    static const char *const paths[] = {"npcs/ext/evil.txt", "npcs/ext/new/evil.txt",
                                        "npcs/ext/a/b/c/evil.txt", "npcs/ext/there.npc"};
    unsigned status;
    const Text outside = arena_format(arena, "%s/../outside", edit->folder);
    make_folder(outside.at);
    if (!make_link(outside.at, arena_format(arena, "%s/npcs/ext", edit->folder).at))
        skip();
    edit_write(edit, "../outside/there.npc", TEXT("npc 1\n"));
    for (size_t i = 0; i < COUNT_OF(paths); i++) {
        const char *address = arena_format(arena, "api/file?path=%s", paths[i]).at;
        assert_int_not_equal(
            edit_answer(edit, "POST", address, NULL, bytes_of_text(TEXT("npc 1\n"))).status,
            200);
        assert_int_not_equal(edit_answer(edit, "POST", address, "0000000000000000",
                                         bytes_of_text(TEXT("npc 1\n")))
                                 .status,
                             200);
    }
    edit_send(edit, "POST", "api/delete", NULL, "{\"path\": \"npcs/ext/there.npc\"}", &status);
    assert_int_not_equal(status, 200);
    edit_send(edit, "POST", "api/rename", NULL,
              "{\"path\": \"npcs/ext/there.npc\", \"name\": \"here\"}", &status);
    assert_int_not_equal(status, 200);
    assert_true(text_is(edit_file(edit, "../outside/there.npc"), "npc 1\n"));
    const Tree tree = tree_read(outside.at, "", arena);
    assert_int_equal(tree.count, 1);
    assert_true(text_is(tree.items[0].path, "there.npc"));
}

/* ---- recordings ---- */

static void a_long_recording_is_refused(void **state)
{
    EditKit *edit = *state;
    unsigned status;
    const json_t *answer =
        edit_send(edit, "POST", "api/scenario", NULL,
                  "{\"name\": \"c\", \"recording\": \"# oisin input 1\\nskip-menu\\n30 run "
                  "hp=7\\n900000 end\\n\"}",
                  &status);
    assert_int_equal(status, 409);
    assert_non_null(strstr(edit_text(answer, "error"), "it has 900000 ticks"));
}

/* ---- conflicts ---- */

static void a_conflict_names_its_file(void **state)
{
    EditKit *edit = *state;
    EditStore store;
    EditOutcome outcome;
    uint64_t hash;
    Arena *arena = edit->kit->arena;
    Report *report = &edit->kit->report;
    Bytes wolf;
    edit_store_open(&store, &edit->host);
    assert_true(edit_store_read(&store, TEXT("npcs/wolf.npc"), &wolf, &hash, arena, report));
    const FileEdit edits[] = {
        {.path = TEXT("npcs/fresh.npc"), .mine = wolf},
        {.path = TEXT("npcs/wolf.npc"), .mine = bytes_of_text(TEXT("npc 1\n"))}};
    assert_int_equal(edit_store_change(&store, TEXT("a"), edits, 2, &outcome, arena, report),
                     EDIT_CONFLICT);
    assert_int_equal(outcome.failed, 1);
    assert_true(bytes_equal(outcome.theirs, wolf));
    edit_store_close(&store);
}

static void an_unknown_base_has_no_own_text(void **state)
{
    EditKit *edit = *state;
    unsigned status;
    const json_t *answer = edit_send(edit, "POST", "api/change?path=npcs/wolf.npc",
                                     "00000000000000ab", "{\"operations\": []}", &status);
    assert_int_equal(status, 412);
    assert_null(json_object_get(answer, "mine"));
    assert_true(text_is(edit_file(edit, "npcs/wolf.npc"), edit_text(answer, "theirs")));
}

/* ---- line ends ---- */

static void blocks_get_the_line_ends_of_the_file(void **state)
{
    EditKit *edit = *state;
    static const char *const operations[] = {
        "{\"op\": \"block\", \"row\": 3, \"text\": \"e click {\\n    hp=1\\n}\\n\"}",
        "{\"op\": \"text\", \"text\": \"npc 1\\na\\r\\nb\\n\"}"};
    const Text before = edit_file(edit, "npcs/wolf.npc");
    Writer out = writer_to(edit->kit->arena);
    Text rest = before, line;
    while (text_line(&rest, &line))
        write_format(&out, "%.*s\r\n", (int)line.size, line.at);
    for (size_t i = 0; i < COUNT_OF(operations); i++) {
        unsigned status;
        edit_write(edit, "npcs/wolf.npc", writer_text(&out));
        edit_change(edit, "npcs/wolf.npc", operations[i], &status);
        assert_int_equal(status, 200);
        const Text after = edit_file(edit, "npcs/wolf.npc");
        assert_false(text_equal(after, writer_text(&out)));
        for (size_t k = 0; k < after.size; k++)
            assert_true((after.at[k] == '\n') == (k && after.at[k - 1] == '\r'));
    }
}

/* ---- problems ---- */

static void many_problems_are_counted(void **state)
{
    EditKit *edit = *state;
    enum { LINES = 100000 };
    Writer out = writer_to(edit->kit->arena);
    write_text(&out, edit_file(edit, "npcs/wolf.npc"));
    const size_t before = json_array_size(
        json_object_get(edit_get(edit, "api/file?path=npcs/wolf.npc"), "problems"));
    for (int i = 0; i < LINES; i++)
        write_text(&out, TEXT("zz 1\n"));
    edit_write(edit, "npcs/wolf.npc", writer_text(&out));
    const json_t *file = edit_get(edit, "api/file?path=npcs/wolf.npc");
    const json_t *problems = json_object_get(file, "problems");
    assert_int_equal(json_array_size(problems), 300);
    assert_true(json_integer_value(json_object_get(file, "problemCount")) >= LINES);
    const json_t *last = json_array_get(problems, 299);
    const json_t *row =
        json_array_get(json_object_get(file, "rows"),
                       (size_t)json_integer_value(json_object_get(last, "row")));
    assert_int_equal(before, 0);
    assert_int_equal(json_integer_value(json_object_get(row, "first")),
                     json_integer_value(json_object_get(last, "line")));
}

/* ---- undo ---- */

static void a_step_that_cannot_be_undone_is_skipped(void **state)
{
    EditKit *edit = *state;
    unsigned status;
    const Text wolf = edit_file(edit, "npcs/wolf.npc");
    const char *change = "{\"op\": \"set\", \"row\": 1, \"member\": 1, \"index\": 0, "
                         "\"value\": \"66\"}";
    edit_change(edit, "npcs/wolf.npc", change, &status);
    assert_int_equal(status, 200);
    edit_write(edit, "tests/a.test", TEXT("scenario a\n  expect hp = 3\n"));
    edit_change(edit, "tests/a.test", "{\"op\": \"text\", \"text\": \"scenario b\\n\"}",
                &status);
    assert_int_equal(status, 200);
    edit_write(edit, "tests/a.test", TEXT("scenario c\n"));
    const json_t *answer = edit_send(edit, "POST", "api/undo", NULL, "{}", &status);
    assert_int_equal(status, 412);
    assert_non_null(strstr(edit_text(answer, "error"), "skip"));
    edit_send(edit, "POST", "api/undo", NULL, "{\"skip\": true}", &status);
    assert_int_equal(status, 200);
    assert_true(text_equal(edit_file(edit, "npcs/wolf.npc"), wolf));
    assert_true(text_is(edit_file(edit, "tests/a.test"), "scenario c\n"));
    edit_restart(edit, false);
    edit_send(edit, "POST", "api/redo", NULL, "{}", &status);
    assert_int_equal(status, 200);
    assert_non_null(strstr(edit_file(edit, "npcs/wolf.npc").at, "random 66 "));
}

/* ---- the journal ---- */

/* 40 images of 1 MiB, and a limit of 8 MiB: the newest are kept, in memory and on the disk,
 * also after a restart. One that is larger than the limit can be undone. */
static void a_journal_of_images_forgets_the_oldest(void **state)
{
    enum { SIZE = 1 << 20, STEPS = 40, LIMIT = 8 << 20, KEPT = 7, STEP = SIZE + 1 };
    EditKit *edit = *state;
    Arena *arena = arena_new();
    uint8_t *pixels = arena_alloc(arena, 2 * LIMIT, 1);
    Journal journal;
    journal_open(&journal, &edit->host);
    assert_int_equal(journal.size_max, JOURNAL_BYTES_MAX);
    journal.size_max = LIMIT;
    FileWrite write = {.path = TEXT("tiles/a.png"),
                       .existed = true,
                       .before = bytes_of_text(TEXT("x")),
                       .exists = true,
                       .after = {pixels, SIZE}};
    for (int i = 0; i < STEPS; i++) {
        memset(pixels, 'a' + i % 20, SIZE);
        const Text label = arena_format(arena, "image %d", i);
        assert_true(journal_add(&journal, journal_step(label, &write, 1), &edit->kit->report));
        if (i == STEPS - 1) { /* it fails: nothing else is forgotten */
            assert_int_equal(journal.count, KEPT);
            journal_drop(&journal);
            assert_int_equal(journal.count, KEPT);
            assert_true(
                journal_add(&journal, journal_step(label, &write, 1), &edit->kit->report));
        }
        journal_commit(&journal);
        assert_true(journal.size <= LIMIT);
    }
    assert_int_equal(journal.count, KEPT);
    assert_int_equal(journal.done, KEPT);
    assert_int_equal(journal.size, KEPT * STEP);
    assert_true(text_is(journal.steps[0].label, "image 33"));
    journal_close(&journal);
    /* In hexadecimal digits: what is kept, and what has been forgotten since it was rewritten.
     */
    assert_true(edit_file(edit, ".oisin/edit/journal").size <
                2 * (LIMIT + LIMIT + STEP + STEPS * 500));
    journal_open(&journal, &edit->host);
    assert_true(journal.count >= KEPT);
    assert_true(text_is(journal.steps[journal.count - 1].label, "image 39"));
    journal.size_max = LIMIT;
    write.after = (Bytes){memset(pixels, 'z', 2 * LIMIT), 2 * LIMIT};
    assert_true(
        journal_add(&journal, journal_step(TEXT("large"), &write, 1), &edit->kit->report));
    journal_commit(&journal);
    assert_int_equal(journal.count, 1);
    assert_true(text_is(journal.steps[0].label, "large"));
    journal_close(&journal);
    arena_free(arena);
}

/* ---- a full disk ---- */

static bool write_nothing(void *context, const FileWrite *writes, size_t count, Report *report)
{
    (void)context, (void)writes, (void)count;
    return report_error(report, "No space left on device");
}

static bool replace_nothing(void *context, Bytes bytes, Report *report)
{
    return write_nothing(context, NULL, bytes.size, report);
}

static EditResult change_wolf(EditKit *edit, EditStore *store, const char *text)
{
    EditOutcome outcome;
    FileEdit change = {.path = TEXT("npcs/wolf.npc"), .mine = bytes_of_text(text_of(text))};
    Arena *arena = edit->kit->arena;
    Report silent = report_to(NULL, NULL);
    assert_true(
        edit_store_read(store, change.path, &change.base, &change.base_hash, arena, &silent));
    return edit_store_change(store, TEXT("a"), &change, 1, &outcome, arena, &silent);
}

/* The journal has room for each step, its files have not; so the journal cannot be written
 * again either. */
static void changes_refused_by_a_full_disk_leave_no_step(void **state)
{
    EditKit *edit = *state;
    Arena *arena = edit->kit->arena;
    Report silent = report_to(NULL, NULL);
    EditorHost full = edit->host;
    EditStore store;
    Text label;
    full.write = write_nothing;
    full.journal_replace = replace_nothing;
    const Text wolf = edit_file(edit, "npcs/wolf.npc");
    edit_store_open(&store, &edit->host);
    assert_int_equal(change_wolf(edit, &store, "npc 1\n"), EDIT_DONE);
    assert_int_equal(change_wolf(edit, &store, "npc 2\n"), EDIT_DONE);
    assert_int_equal(edit_store_undo(&store, false, &label, arena, &silent), EDIT_DONE);
    const Text journal = edit_file(edit, ".oisin/edit/journal");
    store.host = store.journal.host = &full;
    for (int i = 0; i < 4; i++)
        assert_int_equal(change_wolf(edit, &store, "npc 3\n"), EDIT_FAILED);
    assert_int_equal(edit_store_undo(&store, false, &label, arena, &silent), EDIT_FAILED);
    assert_int_equal(edit_store_redo(&store, &label, arena, &silent), EDIT_FAILED);
    assert_true(text_equal(edit_file(edit, ".oisin/edit/journal"), journal));
    store.host = store.journal.host = &edit->host;
    for (int restart = 0; restart < 2; restart++) {
        assert_int_equal(edit_store_redo(&store, &label, arena, &silent), EDIT_DONE);
        assert_true(text_is(edit_file(edit, "npcs/wolf.npc"), "npc 2\n"));
        assert_int_equal(edit_store_undo(&store, false, &label, arena, &silent), EDIT_DONE);
        assert_int_equal(edit_store_undo(&store, false, &label, arena, &silent), EDIT_DONE);
        assert_true(text_equal(edit_file(edit, "npcs/wolf.npc"), wolf));
        assert_int_equal(edit_store_redo(&store, &label, arena, &silent), EDIT_DONE);
        edit_store_close(&store);
        edit_store_open(&store, &edit->host);
    }
    edit_store_close(&store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_version_outlives_the_store),
        EDIT(binary_files_are_not_merged),
        EDIT(a_second_editor_is_refused),
        EDIT(links_lead_nowhere),
        EDIT(a_long_recording_is_refused),
        EDIT(a_conflict_names_its_file),
        EDIT(an_unknown_base_has_no_own_text),
        EDIT(blocks_get_the_line_ends_of_the_file),
        EDIT(many_problems_are_counted),
        EDIT(a_step_that_cannot_be_undone_is_skipped),
        EDIT(a_journal_of_images_forgets_the_oldest),
        EDIT(changes_refused_by_a_full_disk_leave_no_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
