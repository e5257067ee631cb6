/* Blocks of handlers in the page of the editor (web/edit/script_blocks.js): handlers of all
 * projects here are parsed and written again, and changed handlers compile. */
#include "lib/edit_kit.h"

#include "base/output/output.h"
#include "base/text.h"
#include "lib/folder_kit.h"
#include "kit/jobs/jobs.h"

#include <dirent.h>

static void check_project(Kit *kit, const char *project)
{
    const char *values[JOB_OPTION_COUNT] = {0};
    kit_clear(kit);
    Job job = {.verb = "check",
               .inputs = &project,
               .input_count = 1,
               .values = values,
               .report = &kit->report};
    if (!job_check(&job))
        fail_msg("%s", kit_message(kit, kit->messages.count - 1));
}

static void handlers_are_blocks_and_text(void **state)
{
    EditKit *edit = *state;
    Kit *kit = edit->kit;
    char folder[FOLDER_SIZE];
    if (!has_tool("node"))
        skip();
    assert_true(make_temporary_folder(folder, "blocks"));
    const HttpAnswer answer = edit_answer(edit, "GET", "api/script", NULL, (Bytes){0});
    const char *language = arena_format(edit->arena, "%s/script.json", folder).at;
    assert_true(file_save(language, &answer.bytes, 1, &kit->report));
    assert_int_equal(
        system(arena_format(edit->arena, "node tests/web/script_blocks.mjs '%s' '%s'", language,
                            folder)
                   .at),
        0);
    unsigned projects = 0;
    DIR *list = opendir(folder);
    assert_non_null(list);
    for (const struct dirent *entry; (entry = readdir(list));)
        if (entry->d_name[0] != '.' && strcmp(entry->d_name, "script.json") != 0) {
            check_project(kit, arena_format(edit->arena, "%s/%s", folder, entry->d_name).at);
            projects++;
        }
    closedir(list);
    assert_true(projects > 8);
    remove_all(folder);
}

/* A file with both kinds of line ends, as several editors leave it. */
static void unchanged_lines_of_a_block_keep_their_ends(void **state)
{
    EditKit *edit = *state;
    unsigned status;
    for (unsigned i = 0; i < 2; i++) {
        const char *first = i ? "\n" : "\r\n", *end = i ? "" : "\n";
        edit_write(edit, "npcs/test.npc",
                   arena_format(edit->kit->arena,
                                "TirNanoG NPC%sTest%sstand 100 0 0%s"
                                "l brid - - - - - - - - - - - - - - - - - - -%s"
                                "e click {\n    alert(0)\r\n    alert(1)\n}%s",
                                first, first, first, first, end));
        json_t *rows = json_object_get(edit_get(edit, "api/file?path=npcs/test.npc"), "rows");
        const unsigned row = (unsigned)json_array_size(rows) - 1;
        edit_change(edit, "npcs/test.npc",
                    arena_format(edit->kit->arena,
                                 "{\"op\": \"block\", \"row\": %u, \"text\": \"e click {\\n    "
                                 "alert(0)\\n    alert(2)\\n    alert(3)\\n}\"}",
                                 row)
                        .at,
                    &status);
        assert_int_equal(status, 200);
        const Text file = edit_file(edit, "npcs/test.npc");
        size_t at;
        assert_true(text_find_part(
            file,
            text_of(arena_format(
                        edit->kit->arena,
                        "e click {\n    alert(0)\r\n    alert(2)\r\n    alert(3)\r\n}%s", end)
                        .at),
            &at));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {EDIT(handlers_are_blocks_and_text),
                                       EDIT(unchanged_lines_of_a_block_keep_their_ends)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
