/* Scripts of maps: read, listed, printed, checked; and what a user sees of them. */
#include "lib/cli.h"
#include "lib/evil_mob.h"
#include "lib/kit.h"

#include "evil_islands/objects/mob_script.h"

static MobSource source_of(Kit *kit, const char *text)
{
    MobSource source;
    assert_true(mob_script_parse(text_of(text), &source, kit->arena, &kit->report));
    return source;
}

static const char *printed(Kit *kit, const char *text)
{
    const MobSource source = source_of(kit, text);
    Writer out = writer_to(kit->arena);
    mob_script_print(&source, &out);
    return arena_text(kit->arena, writer_text(&out)).at;
}

/* ---- reading ---- */

static void a_script_is_a_tree_with_places(void **state)
{
    Kit *kit = *state;
    const MobSource source = source_of(
        kit, "globalvars(a:object)declarescript S#0-1 ( this : object )\n"
             "Script S#0-1(if(A(1,-2.5)B)then(x=C(\"t\")For(a,g)(D()))else(E()))WorldScript()");
    assert_int_equal(source.item_count, 4);
    const MobItem *script = &source.items[2];
    assert_int_equal(script->kind, MOB_ITEM_SCRIPT);
    assert_true(text_is(script->name->text, "S#0-1"));
    assert_int_equal(script->name->line, 2);
    assert_int_equal(script->name->column, 8);
    const MobStep *step = &script->block.steps[0];
    assert_int_equal(step->kind, MOB_STEP_IF);
    assert_int_equal(step->condition_count, 2);
    assert_int_equal(step->conditions[0].count, 2);
    assert_int_equal(step->conditions[0].values[1].token->kind, MOB_TOKEN_NUMBER);
    assert_false(step->conditions[1].call);
    assert_int_equal(step->block.count, 2);
    assert_int_equal(step->block.steps[0].kind, MOB_STEP_SET);
    assert_int_equal(step->block.steps[0].value.values[0].token->kind, MOB_TOKEN_TEXT);
    assert_true(step->block.steps[1].has_block);
    assert_int_equal(step->block.steps[1].block.count, 1);
    assert_int_equal(step->others.count, 1);
    assert_int_equal(source.items[3].block.count, 0);
}

static void the_first_mistake_is_reported_with_its_place(void **state)
{
    static const struct {
        const char *text;
        uint32_t line, column;
        const char *says;
    } cases[] = {
        {"Sript A ( )", 1, 1, "expected GlobalVars, DeclareScript, Script or WorldScript"},
        {"WorldScript\n(\n  A( 1 \n", 4, 1, "the bracket of line 3, column 4"},
        {"WorldScript\n(\n  A( 1 )\n", 4, 1, "the bracket of line 2, column 1"},
        {"WorldScript ( ) )", 1, 17, "found )"},
        {"WorldScript ( A( 1 2 ) )", 1, 20, "expected \",\", found 2"},
        {"WorldScript ( A( 1, ) )", 1, 21, "expected a value"},
        {"WorldScript ( A )", 1, 17, "\"(\" or \"=\""},
        {"WorldScript ( 5 )", 1, 15, "expected a command"},
        {"WorldScript ( if ( ) ( ) )", 1, 22, "expected \"then\""},
        {"WorldScript ( A( \"x ) )", 1, 18, "the text is not closed"},
        {"WorldScript ( A( 1 + 2 ) )", 1, 20, "invalid character"},
        {"GlobalVars ( a b )", 1, 16, "expected \":\""},
        {"DeclareScript ( )", 1, 15, "expected the script's name"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        Kit *kit = kit_new();
        MobSource source;
        assert_false(
            mob_script_parse(text_of(cases[i].text), &source, kit->arena, &kit->report));
        kit_message_is_at(kit, cases[i].text, cases[i].line, cases[i].column);
        if (!kit_has_message(kit, cases[i].says))
            fail_msg("%s: %s", cases[i].text, kit_message(kit, 0));
        kit_free(kit);
    }
}

static void bracket_depth_is_limited_to_a_hundred(void **state)
{
    Kit *kit = *state;
    Writer out = writer_to(kit->arena);
    MobSource source;
    write_text(&out, TEXT("WorldScript ( "));
    for (unsigned i = 0; i < 100000; i++)
        write_text(&out, TEXT("A("));
    assert_false(mob_script_parse(writer_text(&out), &source, kit->arena, &kit->report));
    assert_int_equal(kit->messages.count, 1);
    assert_true(kit_has_message(kit, "at most 100 deep"));
}

static void a_script_of_many_megabytes_is_rejected(void **state)
{
    Kit *kit = *state;
    MobSource source;
    const char *text = arena_alloc(kit->arena, MOB_SCRIPT_MAX + 1, 1);
    assert_false(
        mob_script_parse((Text){text, MOB_SCRIPT_MAX + 1}, &source, kit->arena, &kit->report));
    assert_int_equal(kit->messages.count, 1);
}

/* Each of 40,000 warnings once looked for both ends of the line: 15 seconds. */
static void errors_on_a_long_line_are_reported_quickly_without_the_line(void **state)
{
    Kit *kit = *state;
    Writer out = writer_to(kit->arena);
    for (unsigned i = 0; i < 40000; i++)
        write_format(&out, "Script s%u()", i);
    kit->report = report_to(NULL, NULL);
    assert_true(mob_script_check_text(writer_text(&out), NULL, kit->arena, &kit->report));
    assert_int_equal(kit->report.warnings, MOB_SCRIPT_MESSAGES_MAX + 1);
    kit_clear(kit);
    kit->report.limit = 1;
    assert_true(mob_script_check_text(writer_text(&out), NULL, kit->arena, &kit->report));
    assert_int_equal(kit->messages.items[0].source.size, 0);
}

/* Parameters are those of the declaration, which each Script of its name once copied: a file
 * of 1 MB took 4 GB. */
static void many_scripts_of_a_name_share_their_parameters(void **state)
{
    enum { COUNT = 3000 };
    Kit *kit = *state;
    Arena *arena = arena_new();
    Writer out = writer_to(kit->arena);
    write_text(&out,
               TEXT("WorldScript ( A( 1 ) ) Script S ( B( v7 ) ) DeclareScript S ( v0:float"));
    for (unsigned i = 1; i < COUNT; i++)
        write_format(&out, ", v%u:float", i);
    write_text(&out, TEXT(" )\n"));
    for (unsigned i = 0; i < COUNT; i++)
        write_text(&out, TEXT("Script S ( B( v8 ) )\n"));
    assert_true(mob_script_check_text(writer_text(&out), NULL, arena, &kit->report));
    assert_true(arena_used(arena) < 32 << 20);
    assert_int_equal(kit->report.warnings, MOB_SCRIPT_MESSAGES_MAX + 1);
    assert_int_equal(kit->messages.count, MOB_SCRIPT_MESSAGES_MAX + 1);
    assert_true(kit_has_message(kit, "only the first 1000 warnings are reported"));
    for (size_t i = 0; i < kit->messages.count; i++)
        assert_false(text_starts(kit->messages.items[i].text, "v")); /* all are declared */
    arena_free(arena);
}

/* ---- printing ---- */

static void printed_commands_have_separate_lines(void **state)
{
    assert_string_equal(
        printed(*state, "globalVars(a:object,b:float)declarescript X()declarescript Y(this : "
                        "object)\n\n\nscript X(if(A(1,B(\"q\"))C())then(x=D()))worldscript()"),
        "globalVars\n(\n  a : object,\n  b : float\n)\n\ndeclarescript X ( )\ndeclarescript Y "
        "( "
        "this : object )\n\nscript X\n(\n  if\n  (\n    A( 1, B( \"q\" ) )\n    C()\n  )\n  "
        "then\n  (\n    x = D()\n  )\n)\n\nworldscript\n(\n)\n");
}

static void comments_are_preserved(void **state)
{
    static const char tidy[] = "// first\n"
                               "GlobalVars // behind\n"
                               "(\n"
                               "  a : object, // of a\n"
                               "  // before b\n"
                               "  b : float\n"
                               "  // last\n"
                               ")\n"
                               "\n"
                               "WorldScript\n"
                               "(\n"
                               "  A( 1, // one\n"
                               "    2 )\n"
                               "  // the end\n"
                               ") // of it\n"
                               "\n"
                               "// bye\n";
    assert_string_equal(printed(*state, tidy), tidy);
}

/* The same kinds and letters, whatever the layout; comments too. */
static void same_tokens(const MobSource *a, const MobSource *b)
{
    assert_int_equal(a->token_count, b->token_count);
    for (size_t i = 0; i < a->token_count; i++) {
        assert_int_equal(a->tokens[i].kind, b->tokens[i].kind);
        assert_true(text_equal(a->tokens[i].text, b->tokens[i].text));
        assert_int_equal(a->tokens[i].comment_count, b->tokens[i].comment_count);
    }
    assert_int_equal(a->comment_count, b->comment_count);
    for (size_t i = 0; i < a->comment_count; i++)
        assert_true(text_equal(a->comments[i].text, b->comments[i].text));
}

static void printing_preserves_tokens_and_is_idempotent(void **state)
{
    static const char *const between[] = {" ", "\n", "\t\r\n", " // note\n", "\n// own\n  "};
    (void)state;
    for (unsigned n = 0; n < 500; n++) {
        Kit *kit = kit_new();
        const MobSource plain = source_of(kit, EVIL_SCRIPT);
        Writer out = writer_to(kit->arena);
        for (size_t i = 0; i < plain.token_count; i++) {
            write_text(&out, plain.tokens[i].text);
            write_text(&out, text_of(between[next_random(COUNT_OF(between))]));
        }
        const char *messy = arena_text(kit->arena, writer_text(&out)).at;
        const char *once = printed(kit, messy);
        const MobSource before = source_of(kit, messy), after = source_of(kit, once);
        same_tokens(&before, &after);
        assert_string_equal(printed(kit, once), once);
        kit_free(kit);
    }
}

static void list_has_names_parameters_and_counts(void **state)
{
    Kit *kit = *state;
    const MobSource source = source_of(kit, EVIL_SCRIPT);
    Writer out = writer_to(kit->arena);
    mob_script_list(&source, &out);
    assert_string_equal(arena_text(kit->arena, writer_text(&out)).at,
                        "VCheck#0#1 ( this : object ): 2 conditions, 2 commands\n"
                        "VTriger#0#2 ( this : object ): 0 conditions, 3 commands\n"
                        "WorldScript: 0 conditions, 3 commands\n");
}

static void texts_of_community_tools_are_accepted(void **state)
{
    Kit *kit = *state;
    assert_true(
        text_is(mob_script_text(bytes_of_text(TEXT("\xEF\xBB\xBFx")), kit->arena), "x"));
    assert_true(
        text_is(mob_script_text(bytes_of_text(TEXT("// \xCB\xE5\xF1")), kit->arena), "// Лес"));
}

/* ---- checking ---- */

static void wrong_names_and_counts_cause_warnings(void **state)
{
    static const struct {
        const char *text, *says;
    } cases[] = {
        {"WorldScript ( Sleep( ) )", "1:15: warning: Sleep takes 1 value, not 0"},
        {"WorldScript ( sLEEP( 1, 2 ) )", "1:15: warning: sLEEP takes 1 value, not 2"},
        {"WorldScript ( ConsoleString( StrCat( \"a\" ) ) )", "StrCat takes 2 values or more"},
        {"WorldScript ( Sleep( x ) )", "1:22: warning: x is not declared"},
        {"WorldScript ( x = Random( 1 ) )", "1:15: warning: x is not declared"},
        {"GlobalVars ( x : int )", "1:18: warning: int is not a type"},
        {"GlobalVars ( x : float, X : float )", "1:25: warning: X is declared twice"},
        {"DeclareScript A ( )", "A is declared, but there is no such Script"},
        {"Script A ( )", "1:8: warning: A has no DeclareScript"},
        {"WorldScript ( VCheck#0#7( NULL ) )", "1:15: warning: VCheck#0#7: there is no such"},
        {"DeclareScript A ( x : float ) Script A ( Sleep( x ) A( ) )",
         "1:53: warning: A takes 1 value, not 0"},
        {"WorldScript ( KilUnit( NULL ) )", "column 15: unknown function KilUnit; did "
                                            "you mean KillUnit?"},
        {"WorldScript ( KillUnit( Hero ) )", "column 25: Hero is not declared"},
    };
    (void)state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        Kit *kit = kit_new();
        kit->report.subject = TEXT("s");
        assert_true(
            mob_script_check_text(text_of(cases[i].text), NULL, kit->arena, &kit->report));
        if (kit->messages.count != 1 || !kit_has_message(kit, cases[i].says))
            fail_msg("%s: %zu, %s", cases[i].text, kit->messages.count, kit_message(kit, 0));
        kit_free(kit);
    }
}

static void valid_scripts_have_no_warnings(void **state)
{
    Kit *kit = *state;
    static const char *const sound[] = {
        EVIL_SCRIPT,
        "", /* a map may have an empty one */
        "WorldScript ( AddObject( pack, NULL ) KillScript( ) Sleep( GroupSize( PACK ) ) )",
        "WorldScript ( ConsoleString( StrCat( \"a\", \"b\", \"c\" ) ) )",
    };
    for (size_t i = 0; i < COUNT_OF(sound); i++) {
        assert_true(mob_script_check_text(text_of(sound[i]), NULL, kit->arena, &kit->report));
        if (kit->messages.count)
            fail_msg("%s: %s", sound[i], kit_message(kit, 0));
    }
}

/* ---- what a user sees ---- */

static void write_map(Cli *cli, const char *name)
{
    Arena *arena = arena_new();
    const Bytes map = evil_mob(arena);
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", cli->folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(map.data, 1, map.size, file), map.size);
    assert_int_equal(fclose(file), 0);
    arena_free(arena);
}

static void a_map_becomes_a_folder_and_its_script_is_edited(void **state)
{
    Cli *cli = *state;
    write_map(cli, "zone.mob");
    assert_int_equal(
        sh(cli, "oisin check zone.mob && oisin probe zone.mob && grep -q '^mob ' out"), 0);
    assert_int_equal(sh(cli,
                        "oisin convert zone.mob -o zone && ls zone | tr '\\n' ' ' > names && "
                        "grep -q '^aigraph.bin objects.json script.txt $' names"),
                     0);
    assert_int_equal(sh(cli, "oisin convert zone -o back.mob && cmp zone.mob back.mob"), 0);
    assert_int_equal(sh(cli,
                        "oisin convert zone.mob -o zone.json && oisin convert zone.json -o "
                        "back2.mob && cmp zone.mob back2.mob"),
                     0);
    assert_int_equal(sh(cli,
                        "echo '// Новое' >> zone/script.txt && oisin check zone/script.txt "
                        "&& oisin convert zone -o new.mob && oisin check new.mob && oisin "
                        "convert new.mob -o new && cmp zone/script.txt new/script.txt && cmp "
                        "zone/aigraph.bin new/aigraph.bin"),
                     0);
    assert_int_equal(sh(cli, "oisin script list new.mob && grep -q '^VCheck#0#1 ' out"), 0);
    assert_int_equal(sh(cli, "oisin script format new.mob > a.txt; oisin script format a.txt > "
                             "b.txt && cmp a.txt b.txt && grep -q Новое a.txt"),
                     0);
    assert_int_equal(sh(cli, "echo ')' >> zone/script.txt && oisin check zone/script.txt"), 1);
    assert_int_equal(sh(cli, "oisin script format zone/script.txt"), 1);
    assert_int_equal(sh(cli, "oisin script format"), 2);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, kit_set_up, kit_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_script_is_a_tree_with_places),
        TEST(the_first_mistake_is_reported_with_its_place),
        TEST(bracket_depth_is_limited_to_a_hundred),
        TEST(a_script_of_many_megabytes_is_rejected),
        TEST(errors_on_a_long_line_are_reported_quickly_without_the_line),
        TEST(many_scripts_of_a_name_share_their_parameters),
        TEST(printed_commands_have_separate_lines),
        TEST(comments_are_preserved),
        TEST(printing_preserves_tokens_and_is_idempotent),
        TEST(list_has_names_parameters_and_counts),
        TEST(texts_of_community_tools_are_accepted),
        TEST(wrong_names_and_counts_cause_warnings),
        TEST(valid_scripts_have_no_warnings),
        cmocka_unit_test_setup_teardown(a_map_becomes_a_folder_and_its_script_is_edited,
                                        cli_begin, cli_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
