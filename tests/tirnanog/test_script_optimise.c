#include "lib/script_author.h"
#include "lib/script_kit.h"
#include "lib/script_twin.h"

#include "tirnanog/script/optimise.h"

static const ScriptOptions optimised = {.optimise = true};

static void assert_optimised(Kit *kit, const char *text, const char *hex)
{
    ScriptCode code;
    const ScriptSource source = script_source(text_of(text));
    if (!script_compile(&source, &script_names, &optimised, &code, kit->arena, &kit->report))
        fail_msg("%s: %s", text, kit_message(kit, 0));
    const Text found = hex_of(kit, code.bytes);
    if (strcmp(found.at, hex))
        fail_msg("%s: %s, not %s", text, found.at, hex);
}

/* The same code as plain, and shorter than its own plain code unless it is that. */
static void assert_same(Kit *kit, const char *text, const char *shorter)
{
    ScriptCode code;
    if (!compile(kit, shorter, &code))
        fail_msg("%s: %s", shorter, kit_message(kit, 0));
    assert_optimised(kit, text, hex_of(kit, code.bytes).at);
}

static void constants_are_folded_with_machine_arithmetic(void **state)
{
    static const char *const sums[][2] = {
        {"a = 1+2*3", "a = 7"},
        {"a = 2147483647+1", "a = -2147483648"},
        {"a = -2147483648-1", "a = 2147483647"},
        {"a = 65536*65536+5", "a = 5"},
        {"a = 7/0 + 7%0", "a = 0"},
        {"a = -2147483648/-1", "a = -2147483648"},
        {"a = -2147483648%-1", "a = 0"},
        {"a = -7/2", "a = -3"},
        {"a = -7%2", "a = -1"},
        {"a = (3>2) + (2>=3) + (1=1) + (1!=1) + (1<2) + (1<=0)", "a = 3"},
        {"a = (5&0) + (5|0) + !0 + !7", "a = 2"},
        {"a = min(3,1,2) + max(3,1,2)", "a = 4"},
        {"a = min(b)", "a = b"},
        {"a = min(b,4,3)", "a = min(b,3)"},
        {"a = max(1,min(2,5))", "a = 2"},
        {"delay(10*100)", "delay(1000)"},
        {"a = b+1+2-4", "a = b-1"},
        {"a = b-1-2", "a = b-3"},
        {"a = b*2*3", "a = b*6"},
        {"a = b+1-1", "a = b"},
    };
    for (size_t i = 0; i < COUNT_OF(sums); i++)
        assert_same(*state, sums[i][0], sums[i][1]);
}

static void algebraic_identities_are_applied(void **state)
{
    static const char *const identities[][2] = {
        {"a = hp+0", "a = hp"},      {"a = 0+hp", "a = hp"},      {"a = hp-0", "a = hp"},
        {"a = hp*1", "a = hp"},      {"a = 1*hp", "a = hp"},      {"a = hp/1", "a = hp"},
        {"a = b*0", "a = 0"},        {"a = 0*(b+c)", "a = 0"},    {"a = b%1", "a = 0"},
        {"a = 0/b", "a = 0"},        {"a = b&0", "a = 0"},        {"a = 3|b", "a = 1"},
        {"a = (b<c)&1", "a = b<c"},  {"a = 0|(b<c)", "a = b<c"},  {"a = (b<c)=1", "a = b<c"},
        {"a = (b<c)!=0", "a = b<c"}, {"a = (b<c)=0", "a = b>=c"}, {"a = !(hp=1)", "a = hp!=1"},
        {"a = hp=0", "a = !hp"},     {"a = 0=hp", "a = !hp"},
    };
    for (size_t i = 0; i < COUNT_OF(identities); i++)
        assert_same(*state, identities[i][0], identities[i][1]);
}

/* rnd moves the world's generator; an attribute may be calculated by a script. */
static void attribute_reads_and_random_numbers_are_preserved(void **state)
{
    static const char *const scripts[] = {
        "a = hp*0", "a = rnd(6)*0",  "a = 0&@hp", "a = cnt()|1", "a = rnd(1)%1",
        "a = b-b",  "a = sum(hp)/0", "a = hp&1",  "a = -1",      "a = 1-b",
    };
    for (size_t i = 0; i < COUNT_OF(scripts); i++)
        assert_same(*state, scripts[i], scripts[i]);
}

static void known_conditions_are_removed(void **state)
{
    static const char *const conditions[][2] = {
        {"while(0) { alert(1) } a = 1", "a = 1"},
        {"while(1=2) { while(a) { alert(1) } }", ""},
        {"switch(3) { case 3 { a = 3 } case 1 { a = 1 } }", "a = 3"},
        {"switch(1) { case 3 { a = 3 } case 1 { a = 1 } case 0 { a = 0 } }", "a = 1"},
        {"switch(7) { case 3 { a = 3 } }", "a = 3"},
        {"switch(0-7) { case 3 { a = 3 } case 0 { a = 0 } } b = 1", "a = 0 b = 1"},
        {"switch(b) { }", ""},
        {"switch(hp) { }", "switch(hp) { }"},
        {"while(a!=0) { a = a-1 }", "while(a) { a = a-1 }"},
        {"while(!(!a)) { a = a-1 }", "while(a) { a = a-1 }"},
    };
    for (size_t i = 0; i < COUNT_OF(conditions); i++)
        assert_same(*state, conditions[i][0], conditions[i][1]);
}

static void jumps_go_to_their_final_target(void **state)
{
    /* An endless loop without its condition; nothing comes after it. */
    assert_optimised(*state, "while(1) { delay(1) } a = 1", "25 01 05 06 02 00 00 00 00");
    /* The inner loop ends where the outer begins. */
    assert_optimised(*state, "while(a) { while(b) { delay(1) } }",
                     "22 00 03 14 00 00 22 01 03 00 00 00 25 01 05 06 02 06 00 00 00");
    /* Waiting: the conditional jump is turned round. */
    assert_optimised(*state, "while(hp<5) { }", "23 20 00 00 25 05 18 03 00 00 00 00");
    assert_optimised(*state, "while(a) { }", "22 00 1c 03 00 00 00 00");
    /* A yes or no is a conditional jump, and the end of the first branch the script's. */
    assert_optimised(*state, "switch(a<5) { case 1 { exit() } case 0 { b = 1 } }",
                     "22 00 25 05 1b 03 0c 00 00 04 05 00 25 01 1f 01 00");
    assert_optimised(*state, "switch(a) { case 1 { exit() } } b = 1",
                     "22 00 01 01 09 00 00 04 05 25 01 1f 01 00");
}

/* The case is a jump around reachable code: when it is redirected, the jump is unreachable. */
static void jump_that_only_a_case_used_is_removed(void **state)
{
    Kit *kit = *state;
    ScriptInfo info;
    ScriptCode code = {.bytes = bytes_of_hex(kit, "22 01 01 01 0d 00 00 04 27 02 11 00 00 "
                                                  "02 17 00 00 04 27 22 00 1f 01 25 05 1f 02 "
                                                  "00")};
    assert_true(script_verify(code.bytes, NULL, &info, kit->arena, &kit->report));
    script_optimise(&code, kit->arena);
    assert_string_equal(hex_of(kit, code.bytes).at,
                        "22 01 01 01 0f 00 00 04 27 04 27 22 00 1f 01 25 05 1f 02 00");
}

/* Addresses depend on the sizes of constants on the way. */
static void jumps_cross_constants_of_each_size(void **state)
{
    static const char *const constants[] = {"0",     "255",      "256",      "65535",
                                            "65536", "16777215", "16777216", "2147483647"};
    Kit *kit = *state;
    for (size_t i = 0; i < COUNT_OF(constants); i++) {
        const char *text =
            arena_format(kit->arena, "while(b) { a = %s b = b-1 }", constants[i]).at;
        assert_same(kit, text, text);
    }
}

static void removed_commands_are_not_counted(void **state)
{
    Kit *kit = *state;
    ScriptCode code;
    const ScriptSource source = script_source(TEXT("while(0) { altitude(1) } exit()"));
    assert_true(
        script_compile(&source, &script_names, &optimised, &code, kit->arena, &kit->report));
    assert_int_equal(code.highest_command, COMMAND_exit);
}

static void positions_are_updated(void **state)
{
    Kit *kit = *state;
    const ScriptOptions both = {.optimise = true, .positions = true};
    const ScriptSource source =
        script_source(TEXT("a = 1+1 while(0) { b = 1 } while(c) { c = 0+d } e = 1"));
    static const ScriptPosition wanted[] = {{0, 0},   {4, 27},  {10, 38},
                                            {14, 27}, {18, 48}, {22, 53}};
    ScriptCode code;
    assert_true(script_compile(&source, &script_names, &both, &code, kit->arena, &kit->report));
    assert_int_equal(code.position_count, COUNT_OF(wanted));
    for (size_t i = 0; i < COUNT_OF(wanted); i++) {
        assert_int_equal(code.positions[i].code, wanted[i].code);
        assert_int_equal(code.positions[i].source, wanted[i].source);
    }
}

/* The source of `code`, if it has one, gives these bytes without the optimiser. */
static bool lifts(Kit *kit, Bytes code, bool expression, Arena *arena)
{
    Report silent = report_to(NULL, NULL);
    Writer lifted = writer_to(arena);
    ScriptCode again;
    if (!script_lift(code, &script_names, &(ScriptStyle){.expression = expression}, &lifted,
                     arena, &silent)) {
        assert_int_equal(lifted.size, 0);
        assert_true(silent.errors > 0);
        return false;
    }
    const ScriptSource source = script_source(writer_text(&lifted));
    assert_true(
        expression ? script_compile_expression(&source, &script_names, NULL, &again, arena,
                                               &kit->report)
                   : script_compile(&source, &script_names, NULL, &again, arena, &kit->report));
    assert_true(bytes_equal(code, again.bytes));
    return true;
}

static void twenty_thousand_programs_behave_identically(void **state)
{
    Kit *kit = *state;
    size_t saved = 0, same = 0, lifted = 0;
    for (uint32_t seed = 0; seed < 20000; seed++) {
        Arena *arena = arena_new();
        Author author = {.state = seed * 6151 + 1, .out = writer_to(arena)};
        ScriptCode plain, better;
        ScriptInfo info;
        print_statements(&author, 5);
        const ScriptSource source = script_source(writer_text(&author.out));
        const bool fine =
            script_compile(&source, &script_names, NULL, &plain, arena, &kit->report) &&
            script_compile(&source, &script_names, &optimised, &better, arena, &kit->report) &&
            script_verify(better.bytes, NULL, &info, arena, &kit->report) &&
            twins_agree(plain.bytes, better.bytes, arena, &kit->report);
        if (!fine)
            fail_msg("seed %u: %s\n%.*s", seed, kit_message(kit, 0), (int)author.out.size,
                     (char *)author.out.data);
        assert_int_equal(info.highest_command, better.highest_command);
        saved += plain.bytes.size - better.bytes.size;
        same += plain.bytes.size == better.bytes.size;
        lifted += lifts(kit, better.bytes, false, arena);
        arena_free(arena);
    }
    assert_true(saved > 100000);
    assert_true(same > 100 && same < 19000);
    assert_true(lifted > same);
}

static void optimised_expressions_have_the_same_value(void **state)
{
    Kit *kit = *state;
    for (uint32_t seed = 0; seed < 5000; seed++) {
        Arena *arena = arena_new();
        Author author = {.state = seed * 7907 + 5, .out = writer_to(arena)};
        ScriptCode plain, better;
        print_expression(&author, 6);
        const ScriptSource source = script_source(writer_text(&author.out));
        assert_true(script_compile_expression(&source, &script_names, NULL, &plain, arena,
                                              &kit->report));
        assert_true(script_compile_expression(&source, &script_names, &optimised, &better,
                                              arena, &kit->report));
        assert_true(lifts(kit, better.bytes, true, arena));
        int32_t values[2];
        for (int i = 0; i < 2; i++)
            assert_true(twin_run(i ? better.bytes : plain.bytes, 100000,
                                 ARENA_ALLOC(arena, Recorder, 1), &values[i], arena,
                                 &kit->report));
        assert_int_equal(values[0], values[1]);
        arena_free(arena);
    }
}

/* The longest jumps to jumps, a million members, endless loops in each other: the
 * optimiser takes linear time. */
static void pathological_scripts_are_optimised_in_linear_time(void **state)
{
    Kit *kit = *state;
    ScriptCode code;
    const Text texts[] = {
        arena_format(kit->arena, "a=1%s", repeated(kit, "+b*1+0", 300000).at),
        arena_format(kit->arena, "%s%s", repeated(kit, "while(1){", 190).at,
                     repeated(kit, "}", 190).at),
        arena_format(kit->arena, "a=%s1%s", repeated(kit, "0+(1*", 90).at,
                     repeated(kit, ")", 90).at),
        repeated(kit, "switch(hp){case 255{} case 3{a=1}}", 5000),
        repeated(kit, "while(a<b){switch(c=1){case 1{while(0){}}}}", 50000),
    };
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        const ScriptSource source = script_source(text_of(texts[i].at));
        ScriptInfo info;
        if (!script_compile(&source, &script_names, &optimised, &code, kit->arena,
                            &kit->report))
            fail_msg("%zu: %s", i, kit_message(kit, 0));
        assert_true(script_verify(code.bytes, NULL, &info, kit->arena, &kit->report));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(constants_are_folded_with_machine_arithmetic),
        TEST(algebraic_identities_are_applied),
        TEST(attribute_reads_and_random_numbers_are_preserved),
        TEST(known_conditions_are_removed),
        TEST(jumps_go_to_their_final_target),
        TEST(jump_that_only_a_case_used_is_removed),
        TEST(jumps_cross_constants_of_each_size),
        TEST(removed_commands_are_not_counted),
        TEST(positions_are_updated),
        TEST(twenty_thousand_programs_behave_identically),
        TEST(optimised_expressions_have_the_same_value),
        TEST(pathological_scripts_are_optimised_in_linear_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
