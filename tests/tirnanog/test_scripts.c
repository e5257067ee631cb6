/* The scripts of tests/scripts, each run in the small game beside them: what they
 * print is what their `# expect:` lines say; and nothing of the language is
 * without such a script. */
#include "lib/script_kit.h"

#include "base/text.h"
#include "kit/jobs/files.h"
#include "cli/script_run.h"
#include "tirnanog/project/project.h"
#include "tirnanog/sheets/script_names.h"

#include <dirent.h>
#include <stdio.h>

static const char folder[] = "tests/scripts";

typedef struct Scripts {
    Kit *kit;
    TngFile game;
    const char **names;
    ScriptFile *files;
    Bytes *codes;
    size_t count;
} Scripts;

static Scripts *scripts;

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void list_names(Scripts *all)
{
    DIR *list = opendir(folder);
    assert_non_null(list);
    for (const struct dirent *entry; (entry = readdir(list));)
        if (text_ends(text_of(entry->d_name), ".script"))
            *ARENA_PUSH(all->kit->arena, all->names, all->count) =
                arena_format(all->kit->arena, "%s", entry->d_name).at;
    closedir(list);
    qsort(all->names, all->count, sizeof *all->names, compare_names);
}

/* The game is built once; it changes in no test. */
static int load(void **state)
{
    Kit *kit = kit_new();
    ProjectFiles files;
    TngOutput game;
    Names names;
    (void)state;
    Scripts *all = scripts = ARENA_ALLOC(kit->arena, Scripts, 1);
    all->kit = kit;
    list_names(all);
    if (!project_load_files(arena_format(kit->arena, "%s/world", folder).at, &files, kit->arena,
                            &kit->report) ||
        !project_build(&files, &(BuildOptions){0}, &game, kit->arena, &kit->report) ||
        !tng_read(tng_output_bytes(&game, kit->arena), &all->game, kit->arena, &kit->report) ||
        !project_game_names(&all->game, &names, kit->arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    const ScriptNames known = script_names_of(&names);
    all->files = ARENA_ALLOC(kit->arena, ScriptFile, all->count);
    all->codes = ARENA_ALLOC(kit->arena, Bytes, all->count);
    for (size_t i = 0; i < all->count; i++) {
        Bytes bytes;
        ScriptCode code;
        const Text path = arena_format(kit->arena, "%s/%s", folder, all->names[i]);
        assert_true(file_load(path.at, &bytes, kit->arena, &kit->report));
        assert_true(
            script_file_read(text_of_bytes(bytes), &all->files[i], kit->arena, &kit->report));
        const ScriptSource source = script_source(all->files[i].source);
        if (!script_compile(&source, &known, NULL, &code, kit->arena, &kit->report))
            fail_msg("%s: %s", path.at, kit_message(kit, 0));
        all->codes[i] = code.bytes;
    }
    return 0;
}

static int unload(void **state)
{
    (void)state;
    kit_free(scripts->kit);
    return 0;
}

static bool run(const ScriptFile *file, Text name, Kit *kit, bool trace, Writer *out)
{
    const HandlerRun wanted = {.subject = name,
                               .handler = file->source,
                               .set = file->set,
                               .answers = file->answers,
                               .opponent = file->opponent,
                               .seed = 1,
                               .seconds = 60,
                               .trace = trace};
    return handler_run(&scripts->game, &wanted, out, kit->arena, &kit->report);
}

static void scripts_produce_their_expected_output(void **state)
{
    size_t wrong = 0;
    (void)state;
    for (size_t i = 0; i < scripts->count; i++) {
        Kit *kit = kit_new();
        Writer out = writer_to(kit->arena);
        Text missing = TEXT("");
        const Text name = text_of(scripts->names[i]);
        if (!run(&scripts->files[i], name, kit, false, &out)) {
            print_error("%s: %s\n", name.at, kit_message(kit, 0));
            wrong++;
        } else if (!script_file_matches(&scripts->files[i], writer_text(&out), &missing)) {
            print_error("%s: \"%.*s\" is not in\n%.*s", name.at, (int)missing.size, missing.at,
                        (int)out.size, (const char *)out.data);
            wrong++;
        }
        kit_free(kit);
    }
    assert_int_equal(wrong, 0);
    assert_true(scripts->count > 60);
}

static void trace_changes_nothing_and_runs_are_deterministic(void **state)
{
    (void)state;
    for (size_t i = 0; i < scripts->count; i++) {
        Kit *kit = kit_new();
        Text missing = TEXT("");
        Writer first = writer_to(kit->arena), again = first, traced = first;
        assert_true(run(&scripts->files[i], TEXT(""), kit, false, &first));
        assert_true(run(&scripts->files[i], TEXT(""), kit, false, &again));
        assert_true(run(&scripts->files[i], TEXT(""), kit, true, &traced));
        assert_bytes_equal(writer_bytes(&first), writer_bytes(&again));
        assert_true(script_file_matches(&scripts->files[i], writer_text(&traced), &missing));
        kit_free(kit);
    }
}

/* ---- nothing is left out ---- */

static bool has_file(const char *prefix, const char *name)
{
    const Text wanted = arena_format(scripts->kit->arena, "%s_%s.script", prefix, name);
    for (size_t i = 0; i < scripts->count; i++)
        if (text_is(wanted, scripts->names[i]))
            return true;
    return false;
}

static void every_command_has_a_script_that_calls_it(void **state)
{
    (void)state;
    for (unsigned number = COMMAND_FIRST; number <= COMMAND_LAST; number++) {
        const char *name = command_info(number)->name;
        bool called = false;
        if (!has_file("cmd", name))
            fail_msg("there is no cmd_%s.script", name);
        for (size_t i = 0; i < scripts->count && !called; i++) {
            Instruction it;
            if (!text_is(arena_format(scripts->kit->arena, "cmd_%s.script", name),
                         scripts->names[i]))
                continue;
            for (size_t at = 0; at < scripts->codes[i].size; at += it.size) {
                assert_int_equal(instruction_read(scripts->codes[i], at, &it), DECODED);
                called |= opcode_info(it.op)->shape == SHAPE_COMMAND && it.value == number;
            }
        }
        if (!called)
            fail_msg("cmd_%s.script does not call it", name);
    }
}

static void every_opcode_that_the_language_has_is_run_by_a_script(void **state)
{
    bool seen[OPCODES] = {false};
    (void)state;
    for (size_t i = 0; i < scripts->count; i++) {
        Instruction it;
        for (size_t at = 0; at < scripts->codes[i].size; at += it.size) {
            assert_int_equal(instruction_read(scripts->codes[i], at, &it), DECODED);
            seen[it.op] = true;
        }
    }
    for (unsigned op = 0; op < OPCODES; op++)
        if (!seen[op] && op != OP_PUSHTXT) /* no command takes a text yet: machine tests */
            fail_msg("no script has a %s", opcode_info(op)->name);
}

static void every_statement_operator_and_function_has_a_script(void **state)
{
    static const char *const operators[] = {
#define OPERATOR(cursor, level, opcode, doc) #opcode,
#include "tirnanog/script/grammar.def"
    };
    static const char *const functions[] = {
#define FUNCTION(name, form, opcode, opponent, doc) #name,
#include "tirnanog/script/grammar.def"
    };
    static const char *const statements[] = {
#define STATEMENT(name, keyword, syntax, doc, example) keyword,
#include "tirnanog/script/grammar.def"
    };
    /* What begins with no keyword. */
    static const char *const others[] = {"stmt_local",   "stmt_attribute", "stmt_global",
                                         "stmt_command", "op_minus",       "op_brackets"};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(operators); i++) {
        char name[16] = {0};
        for (size_t k = 0; operators[i][k] && k + 1 < sizeof name; k++)
            name[k] = (char)(operators[i][k] | 32); /* lower case */
        if (!has_file("op", name))
            fail_msg("there is no op_%s.script", name);
    }
    for (size_t i = 0; i < COUNT_OF(functions); i++)
        if (!has_file("fn", functions[i]))
            fail_msg("there is no fn_%s.script", functions[i]);
    for (size_t i = 0; i < COUNT_OF(statements); i++)
        if (*statements[i] && !has_file("stmt", statements[i]))
            fail_msg("there is no stmt_%s.script", statements[i]);
    for (size_t i = 0; i < COUNT_OF(others); i++) {
        const Text name = text_of(others[i]);
        size_t split = 0;
        assert_true(text_find(name, '_', &split));
        if (!has_file(arena_text(scripts->kit->arena, text_slice(name, 0, split)).at,
                      others[i] + split + 1))
            fail_msg("there is no %s.script", others[i]);
    }
}

static void comments_do_not_change_positions_in_messages(void **state)
{
    Kit *kit = *state;
    Writer out = writer_to(kit->arena);
    ScriptFile file;
    assert_true(script_file_read(TEXT("# set: hp=3\n  # a remark\na=1\n   hq=2\n"), &file,
                                 kit->arena, &kit->report));
    assert_true(text_is(file.set, "hp=3"));
    assert_false(run(&file, TEXT("x.script"), kit, false, &out));
    kit_message_is_at(kit, "hq", 4, 4);
}

static void unknown_directive_is_rejected(void **state)
{
    Kit *kit = *state;
    ScriptFile file;
    assert_false(
        script_file_read(TEXT("a=1\n # expekt: a = 1\n"), &file, kit->arena, &kit->report));
    kit_message_is_at(kit, "no \"# expekt:\"; did you mean \"# expect:\"?", 2, 4);
    assert_false(script_file_read(TEXT("# remark: x\n"), &file, kit->arena, &kit->report));
    assert_true(
        kit_has_message(kit, "no \"# remark:\"; expected expect, set, answer or opponent"));
    assert_true(script_file_read(TEXT("#\n#:\n# 12:30\n# a remark: x\n"), &file, kit->arena,
                                 &kit->report));
}

/* Neither memory nor time go on for ever. */
static void endless_output_is_stopped(void **state)
{
    Kit *kit = *state;
    for (unsigned i = 0; i < 2; i++) {
        Writer out = writer_to(kit->arena);
        const HandlerRun wanted = {
            .handler = TEXT("while(1) { hp=rnd(30) }"), .seconds = 86400, .trace = i};
        kit_clear(kit);
        const size_t before = arena_used(kit->arena);
        assert_false(handler_run(&scripts->game, &wanted, &out, kit->arena, &kit->report));
        assert_true(kit_has_message(kit, "stopped: too much output"));
        Text rest = writer_text(&out), line, last = TEXT("");
        size_t count = 0;
        while (text_line(&rest, &line)) {
            count += text_starts(line, "hp = ");
            last = line;
        }
        assert_int_equal(count, 10000);
        assert_true(text_is(last, "... output truncated after 10000 lines"));
        assert_true(arena_used(kit->arena) - before < (size_t)16 << 20);
    }
}

static void unused_answer_is_reported(void **state)
{
    Kit *kit = *state;
    Writer out = writer_to(kit->arena);
    const HandlerRun wanted = {
        .handler = TEXT("dialog(ask,0)"), .answers = TEXT("1, 2,3"), .seconds = 60};
    assert_true(handler_run(&scripts->game, &wanted, &out, kit->arena, &kit->report));
    assert_int_equal(kit->report.warnings, 1);
    assert_true(kit_has_message(kit, "was not used"));
}

/* A switch of many branches is one instruction, though its bytes take two lines. */
static void a_trace_shows_the_instruction_that_runs(void **state)
{
    Kit *kit = *state;
    Writer out = writer_to(kit->arena);
    const HandlerRun wanted = {.handler = TEXT("switch(3) { case 3 { b=77 } case 0 { } }"),
                               .seconds = 60,
                               .trace = true};
    assert_true(handler_run(&scripts->game, &wanted, &out, kit->arena, &kit->report));
    write_u8(&out, 0);
    assert_non_null(strstr((const char *)out.data, "PUSH8   77  -> 77\n"));
}

static void invalid_run_is_rejected_with_a_message(void **state)
{
    static const struct {
        const char *handler, *set, *answers, *opponent, *said;
    } runs[] = {{"alert(1)", "hp", "", "", "--set: expected NAME=NUMBER, not \"hp\""},
                {"alert(1)", "a=1", "", "", "--set: \"a\" is not an attribute"},
                {"alert(1)", "hp=1,hq=1", "", "", "--set:1:6: no attribute \"hq\""},
                {"object:box:click", "hp=1", "", "", "an object's attributes cannot be set"},
                {"quest:errand", "@hp=1", "", "", "there is no opponent"},
                {"dialog(ask,0)", "", "4", "", "answer \"4\": expected a row from 1 to 3"},
                {"alert(1)", "", "", "slim", "did you mean \"slime\""},
                {"npc:guide:clik", "", "", "", "did you mean \"npc:guide:click\""},
                {"while(1) { }", "", "", "", "still running after 2 s"},
                {"while(1) { delay(100) }", "", "", "", "still running after 2 s"}};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(runs); i++) {
        Kit *kit = kit_new();
        Writer out = writer_to(kit->arena);
        const HandlerRun wanted = {.handler = text_of(runs[i].handler),
                                   .set = text_of(runs[i].set),
                                   .answers = text_of(runs[i].answers),
                                   .opponent = text_of(runs[i].opponent),
                                   .seconds = 2};
        if (handler_run(&scripts->game, &wanted, &out, kit->arena, &kit->report) ||
            !kit_has_message(kit, runs[i].said))
            fail_msg("%s: \"%s\", not \"%s\"", runs[i].handler, kit_message(kit, 0),
                     runs[i].said);
        kit_free(kit);
    }
}

static void handlers_of_the_game_run_by_name_with_their_parties(void **state)
{
    static const struct {
        const char *handler, *set, *expected;
    } runs[] = {{"npc:guide:click", "hp=5", "@hp = 19\nhp = 7\n"},
                {"object:box:click", "",
                 "give(coin,2)\ndrop(coin)\n@weight: 0 -> 2\ninventory coin: 0 -> 2\n"},
                {"quest:errand", "", "give(coin,5)\nweight: 0 -> 2\ninventory coin: 0 -> 5\n"},
                {"attribute:both", "hp=5", "both = 15\n"},
                {"attribute:mana", "", "changes = 1\nchanges: 0 -> 1\n"},
                {"cutscene:show", "", "cutscn(show)\ncutscene:show: scene(cave,3,3,600)\n"},
                {"startup:start", "", "location(town,8,8,so)\n"}};
    (void)state;
    for (size_t i = 0; i < COUNT_OF(runs); i++) {
        Kit *kit = kit_new();
        Writer out = writer_to(kit->arena);
        const HandlerRun wanted = {
            .handler = text_of(runs[i].handler), .set = text_of(runs[i].set), .seconds = 2};
        if (!handler_run(&scripts->game, &wanted, &out, kit->arena, &kit->report))
            fail_msg("%s: %s", runs[i].handler, kit_message(kit, 0));
        write_u8(&out, 0);
        if (strncmp((const char *)out.data, runs[i].expected, strlen(runs[i].expected)) != 0)
            fail_msg("%s:\n%s", runs[i].handler, (const char *)out.data);
        kit_free(kit);
    }
}

static void profile_lists_instructions_per_handler(void **state)
{
    Kit *kit = *state;
    Writer out = writer_to(kit->arena);
    const HandlerRun wanted = {.handler = TEXT("while(a<100) { a=a+1 } quest(1,errand)"),
                               .seconds = 2,
                               .profile = true};
    assert_true(handler_run(&scripts->game, &wanted, &out, kit->arena, &kit->report));
    write_u8(&out, 0);
    const char *table = strstr((const char *)out.data, "handler  ");
    assert_non_null(table);
    assert_non_null(strstr(table, "\nhandler  "));
    assert_non_null(strstr(table, "\nquest:errand  "));
    assert_true(strstr(table, "\nquest:errand  ") > strstr(table, "\nhandler  "));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(scripts_produce_their_expected_output),
        TEST(trace_changes_nothing_and_runs_are_deterministic),
        TEST(every_command_has_a_script_that_calls_it),
        TEST(every_opcode_that_the_language_has_is_run_by_a_script),
        TEST(every_statement_operator_and_function_has_a_script),
        TEST(comments_do_not_change_positions_in_messages),
        TEST(unknown_directive_is_rejected),
        TEST(endless_output_is_stopped),
        TEST(unused_answer_is_reported),
        TEST(a_trace_shows_the_instruction_that_runs),
        TEST(invalid_run_is_rejected_with_a_message),
        TEST(handlers_of_the_game_run_by_name_with_their_parties),
        TEST(profile_lists_instructions_per_handler),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
