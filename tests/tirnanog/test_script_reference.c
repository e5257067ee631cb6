/* docs/reference/script.md and the editor's grammar are what the program prints. */
#include "lib/script_kit.h"

#include "kit/jobs/files.h"
#include "tirnanog/script/script_reference.h"

static Text file_text(Kit *kit, const char *path)
{
    Bytes file;
    if (!file_load(path, &file, kit->arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    return text_of_bytes(file);
}

static void assert_holds(Kit *kit, const char *path, const Writer *printed)
{
    if (!text_equal(file_text(kit, path), writer_text(printed)))
        fail_msg("%s is not what is printed: run make docs", path);
}

static void page_matches_generated_reference(void **state)
{
    Kit *kit = *state;
    Writer out = writer_to(kit->arena);
    if (!script_reference(&out, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    assert_holds(kit, "docs/reference/script.md", &out);
}

static void the_page_names_every_row_of_every_table(void **state)
{
    Kit *kit = *state;
    Writer out = writer_to(kit->arena);
    assert_true(script_reference(&out, &kit->report));
    write_u8(&out, 0);
    const char *page = (const char *)out.data;
    for (unsigned i = COMMAND_FIRST; i <= COMMAND_LAST; i++) {
        const CommandInfo *info = command_info(i);
        const Text heading =
            arena_format(kit->arena, "\n### `%s`\n\n", command_usage(info, kit->arena).at);
        assert_non_null(strstr(page, heading.at));
        assert_non_null(strstr(page, info->example));
        assert_non_null(strstr(info->example, info->name)); /* it shows the command */
    }
    for (unsigned i = 0; i < OPCODES; i++)
        assert_non_null(strstr(
            page,
            arena_format(kit->arena, "| %u `%02x` | %s |", i, i, opcode_info(i)->name).at));
    assert_null(strstr(page, "(null)"));
}

static void the_editor_has_the_grammar_that_is_printed(void **state)
{
    Kit *kit = *state;
    Writer out = writer_to(kit->arena);
    script_syntax(&out);
    assert_holds(kit, "tools/editor/vscode/syntaxes/tirnanog.tmLanguage.json", &out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(page_matches_generated_reference),
        TEST(the_page_names_every_row_of_every_table),
        TEST(the_editor_has_the_grammar_that_is_printed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
