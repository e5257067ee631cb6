#include "lib/script_kit.h"

static void worked_examples_compile_to_known_bytes(void **state)
{
    static const char *const examples[][2] = {
        {"sound(clock)", "2c 12 00 00 05 08 00"},
        {"a = 1+2*3", "25 01 25 02 25 03 13 11 1f 00 00"},
        {"hp=max(0,hp-rnd(6))", "25 00 23 20 00 00 0e 06 00 00 00 12 10 02 20 20 00 00 00"},
        {"while(a<10) { a=a+1 delay(50) }",
         "22 00 25 0a 1b 03 18 00 00 22 00 25 01 11 1f 00 25 32 05 06 02 00 00 00 00"},
        {"switch(cnt(goldcoin)>=10) { case 1 { take(goldcoin,10) } case 0 { alert(0) } }",
         "09 03 00 25 0a 18 01 01 17 00 00 2a 01 03 00 25 0a 06 23 02 1b 00 00 25 00 05 2a 00"},
        {"location(town,12,7,0)", "29 30 00 00 0c 00 07 00 25 00 07 0d 00"},
        {"npc(town,300,5,slime) waitnpc()",
         "29 30 00 00 2c 01 05 00 2a 15 02 00 07 11 04 27 00"},
        {"", "00"},
    };
    for (size_t i = 0; i < COUNT_OF(examples); i++)
        assert_code(*state, examples[i][0], examples[i][1]);
}

static void every_command_compiles_to_its_bytes(void **state)
{
    static const char *const commands[][2] = {
        {"exit()", "04 05 00"},
        {"delay(6)", "25 06 05 06 00"},
        {"music(theme)", "2b 41 00 00 05 07 00"},
        {"sound(clock)", "2c 12 00 00 05 08 00"},
        {"speak(hello)", "2d 42 00 00 05 09 00"},
        {"chooser(menu)", "2e 43 00 00 05 0a 00"},
        {"cutscn(intro)", "2f 44 00 00 05 0b 00"},
        {"dialog(joeasks,0)", "30 45 00 00 25 00 06 0c 00"},
        {"location(town,1,2,no)", "29 30 00 00 01 00 02 00 25 04 07 0d 00"},
        {"quest(1,dragon)", "25 01 32 47 00 00 06 0e 00"},
        {"canim(9,100)", "25 09 25 64 06 0f 00"},
        {"oanim(obj,5)", "2a 01 04 00 25 05 06 10 00"},
        {"npc(town,1,2,slime)", "29 30 00 00 01 00 02 00 2a 15 02 00 07 11 00"},
        {"actor(slime)", "2a 15 02 00 05 12 00"},
        {"behave(patrol)", "25 02 05 13 00"},
        {"market()", "04 14 00"},
        {"south(1)", "25 01 05 15 00"},
        {"southwest(1)", "25 01 05 16 00"},
        {"west(1)", "25 01 05 17 00"},
        {"northwest(1)", "25 01 05 18 00"},
        {"north(1)", "25 01 05 19 00"},
        {"northeast(1)", "25 01 05 1a 00"},
        {"east(1)", "25 01 05 1b 00"},
        {"southeast(a)", "22 00 05 1c 00"},
        {"remove()", "04 1d 00"},
        {"drop(obj)", "2a 01 04 00 05 1e 00"},
        {"delete(town,1,2)", "29 30 00 00 01 00 02 00 06 1f 00"},
        {"add(town,1,2,obj)", "29 30 00 00 01 00 02 00 2a 01 04 00 07 20 00"},
        {"replace(obj)", "2a 01 04 00 05 21 00"},
        {"give(1234,hp*2)", "2a 01 fe ff 23 20 00 00 25 02 13 06 22 00"},
        {"take(obj,1)", "2a 01 04 00 25 01 06 23 00"},
        {"event(obj)", "2a 01 04 00 05 24 00"},
        {"transport(fly)", "25 02 05 25 00"},
        {"scene(town,1,2,600)", "29 30 00 00 01 00 02 00 26 58 02 07 26 00"},
        {"waitnpc()", "04 27 00"},
        {"craft(smith)", "31 46 00 00 05 28 00"},
        {"match(town,1,2,obj)", "29 30 00 00 01 00 02 00 2a 01 04 00 07 29 00"},
        {"alert(0)", "25 00 05 2a 00"},
        {"altitude(-1)", "28 ff ff ff ff 05 2b 00"},
    };
    assert_int_equal(COUNT_OF(commands), COMMAND_LAST - COMMAND_FIRST + 1);
    for (unsigned i = 0; i < COUNT_OF(commands); i++) {
        ScriptCode code;
        assert_code(*state, commands[i][0], commands[i][1]);
        assert_true(compile(*state, commands[i][0], &code));
        assert_int_equal(code.highest_command, COMMAND_FIRST + i);
    }
}

static void constants_use_the_shortest_form(void **state)
{
    static const char *const constants[][2] = {
        {"a=255", "25 ff 1f 00 00"},
        {"a=256", "26 00 01 1f 00 00"},
        {"a=65535", "26 ff ff 1f 00 00"},
        {"a=65536", "27 00 00 01 1f 00 00"},
        {"a=16777216", "28 00 00 00 01 1f 00 00"},
        {"z=2147483647", "28 ff ff ff 7f 1f 19 00"},
        {"a=-1", "28 ff ff ff ff 1f 00 00"},
        {"a=- 2147483648", "28 00 00 00 80 1f 00 00"},
        {"a=000000000000000000000007", "25 07 1f 00 00"},
    };
    for (size_t i = 0; i < COUNT_OF(constants); i++)
        assert_code(*state, constants[i][0], constants[i][1]);
}

static void operator_precedence_matches_the_grammar(void **state)
{
    static const char *const same[][2] = {
        {"a=1|2&3=4+5*!6", "a=(1|(2&(3=(4+(5*(!6))))))"},
        {"a=1-2-3", "a=(1-2)-3"},
        {"a=8/4%3*2", "a=((8/4)%3)*2"},
        {"a=1<2=1", "a=((1<2)=1)"},
        {"a=b=c", "a:=(b=c)"},
        {"a=1;b=2;;c=3", "a=1 b=2\nc=3"},
        {"@hp = @sum(hp) - @cnt() - @cnt(obj)", "@hp:=@sum ( hp )-@cnt( )-@cnt( obj )\r\n"},
        {"a=b b=c", "a=b\nb=c"},
        {"switch(a){case 0{b=1}case 2{b=3}}", "switch(a){case 2{b=3}case 1{}case 0{b=1}}"},
        {"behave(0)", "behave(stand)"},
        {"hp=5 while=min case=2 no=(no)", "hp=5\nwhile = min\ncase = 2\nno = no"},
    };
    Kit *kit = *state;
    for (size_t i = 0; i < COUNT_OF(same); i++) {
        ScriptCode a, b;
        assert_true(compile(kit, same[i][0], &a));
        assert_true(compile(kit, same[i][1], &b));
        assert_string_equal(hex_of(kit, a.bytes).at, hex_of(kit, b.bytes).at);
    }
}

static void switch_without_cases_has_an_empty_branch(void **state)
{
    assert_code(*state, "switch(a) { }", "22 00 01 00 00");
    assert_code(*state, "switch(a) { case 2 {} }",
                "22 00 01 02 0e 00 00 12 00 00 02 12 00 00 02 12 00 00 00");
}

static void word_argument_must_be_single(void **state)
{
    assert_code(*state, "transport(swim)", "25 01 05 25 00");
    assert_code(*state, "transport((swim))", "23 25 00 00 05 25 00");
    assert_code(*state, "transport(swim+0)", "23 25 00 00 25 00 11 05 25 00");
}

static void an_expression_leaves_one_value(void **state)
{
    Kit *kit = *state;
    ScriptSource source = script_source(TEXT("level*2+3"));
    ScriptCode code;
    assert_true(script_compile_expression(&source, &script_names, NULL, &code, kit->arena,
                                          &kit->report));
    assert_string_equal(hex_of(kit, code.bytes).at, "23 22 00 00 25 02 13 25 03 11 00");
    static const char *const bad[] = {"", "a=", "hp 5", "1;", "sound(clock)", "a}"};
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        source = script_source(text_of(bad[i]));
        assert_false(script_compile_expression(&source, &script_names, NULL, &code, kit->arena,
                                               &kit->report));
        assert_int_equal(kit->report.errors, i + 1);
    }
}

static void positions_are_relative_to_the_file(void **state)
{
    Kit *kit = *state;
    const Text file = TEXT("TirNanoG NPC\r\ne click {\r\n\thp = strenght\r\n}\r\n");
    size_t at = (size_t)(strchr(file.at, '{') - file.at);
    ScriptSource source;
    ScriptCode code;
    assert_true(script_body(file, &at, &source, &kit->report));
    assert_int_equal(file.at[at - 1], '}');
    assert_false(script_compile(&source, &script_names, NULL, &code, kit->arena, &kit->report));
    kit->report.subject = TEXT("joe.npc");
    assert_false(script_compile(&source, &script_names, NULL, &code, kit->arena, &kit->report));
    assert_string_equal(message_print(&kit->messages.items[1], kit->arena).at,
                        "joe.npc:3:7: no attribute \"strenght\"; did you mean \"strength\"?\n"
                        "    \thp = strenght\n"
                        "    \t     ^");
}

static void body_ends_at_its_matching_brace(void **state)
{
    Kit *kit = *state;
    const Text file = TEXT(" \n{ while(a) { } } e touch { }");
    size_t at = 0;
    ScriptSource source;
    assert_true(script_body(file, &at, &source, &kit->report));
    assert_int_equal(at, 18);
    assert_false(script_is_blank(&source));
    at = 26;
    assert_true(script_body(file, &at, &source, &kit->report));
    assert_int_equal(at, file.size);
    assert_true(script_is_blank(&source));
    at = 0;
    assert_false(script_body(TEXT("{ { }"), &at, &source, &kit->report));
    assert_false(script_body(TEXT("a"), &at, &source, &kit->report));
    assert_false(script_body(TEXT(""), &at, &source, &kit->report));
    assert_string_equal(kit->messages.items[0].text.at, "this \"{\" is not closed");
    assert_string_equal(kit->messages.items[1].text.at, "expected \"{\" and a script");
    assert_int_equal(kit->report.errors, 3);
}

static void deep_nesting_is_reported_once(void **state)
{
    static const char *const openings[] = {"while(1){", "switch(1){case 1{", "a=(((((",
                                           "a=!!!!!!",  "a=min(max(",        "while(("};
    Kit *kit = *state;
    for (size_t i = 0; i < COUNT_OF(openings); i++) {
        ScriptCode code;
        Text text = repeated(kit, openings[i], 1);
        const char *last = strrchr(openings[i], '=') ? openings[i] + 2 : openings[i];
        text = arena_format(kit->arena, "%s%s", text.at, repeated(kit, last, 100000).at);
        assert_false(compile(kit, text.at, &code));
        assert_int_equal(kit->report.errors, i + 1);
    }
}

static void nesting_within_the_limit_compiles_and_lifts(void **state)
{
    Kit *kit = *state;
    ScriptCode code;
    const Text text = arena_format(
        kit->arena, "%s a=%s1%s %s", repeated(kit, "while(a){", 100).at,
        repeated(kit, "(2-", 90).at, repeated(kit, ")", 90).at, repeated(kit, "}", 100).at);
    Writer out = writer_to(kit->arena);
    assert_true(compile(kit, text.at, &code));
    assert_true(script_lift(code.bytes, &script_names, &(ScriptStyle){0}, &out, kit->arena,
                            &kit->report));
}

static void more_values_than_the_stack_holds_are_rejected(void **state)
{
    Kit *kit = *state;
    ScriptCode code;
    const Text fits = arena_format(kit->arena, "a=min(%s1)", repeated(kit, "1,", 254).at);
    const Text large = arena_format(kit->arena, "a=min(%s1)", repeated(kit, "1,", 255).at);
    assert_true(compile(kit, fits.at, &code));
    assert_false(compile(kit, large.at, &code));
    const Text deep = arena_format(kit->arena, "a=1+2+min(%s1)", repeated(kit, "1,", 254).at);
    assert_true(compile(kit, deep.at, &code));
    const Text deeper =
        arena_format(kit->arena, "a=1+(2+min(%s1))", repeated(kit, "1,", 254).at);
    assert_false(compile(kit, deeper.at, &code));
    assert_int_equal(kit->report.errors, 2);
}

static void too_many_mistakes_end_the_run(void **state)
{
    Kit *kit = *state;
    ScriptCode code;
    assert_false(compile(kit, repeated(kit, "aa=1 ", 100000).at, &code));
    assert_int_equal(kit->report.errors, 200);
    assert_string_equal(kit->messages.items[200].text.at,
                        "too many errors, the rest of the script is not checked");
}

static void a_script_too_long_for_its_addresses_is_rejected(void **state)
{
    Kit *kit = *state;
    ScriptCode code;
    const Text text =
        arena_format(kit->arena, "while(a){%s}", repeated(kit, "a=hp;", 2900000).at);
    assert_false(compile(kit, text.at, &code)); /* 6 bytes for each assignment */
    const Text halves =
        arena_format(kit->arena, "switch(a){case 1{%s}}", repeated(kit, "a=hp\n", 2900000).at);
    assert_false(compile(kit, halves.at, &code));
    assert_int_equal(kit->report.errors, 2);
}

static void positions_are_recorded_only_on_request(void **state)
{
    Kit *kit = *state;
    ScriptCode code;
    assert_true(compile(kit, "while(a) { b=1 } switch(c) { case 1 { } }", &code));
    assert_null(code.positions);
    assert_int_equal(code.position_count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(positions_are_recorded_only_on_request),
        TEST(worked_examples_compile_to_known_bytes),
        TEST(every_command_compiles_to_its_bytes),
        TEST(constants_use_the_shortest_form),
        TEST(operator_precedence_matches_the_grammar),
        TEST(switch_without_cases_has_an_empty_branch),
        TEST(word_argument_must_be_single),
        TEST(an_expression_leaves_one_value),
        TEST(positions_are_relative_to_the_file),
        TEST(body_ends_at_its_matching_brace),
        TEST(deep_nesting_is_reported_once),
        TEST(nesting_within_the_limit_compiles_and_lifts),
        TEST(more_values_than_the_stack_holds_are_rejected),
        TEST(too_many_mistakes_end_the_run),
        TEST(a_script_too_long_for_its_addresses_is_rejected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
