/* What the compiler says about mistakes. */
#include "lib/script_kit.h"

/* One line per message, as people see its first line. */
static Text messages_of(Kit *kit, const char *text)
{
    ScriptCode code;
    Writer out = writer_to(kit->arena);
    kit->messages.count = 0;
    assert_false(compile(kit, text, &code));
    for (size_t i = 0; i < kit->messages.count; i++) {
        const Message *message = &kit->messages.items[i];
        write_format(&out, "%u:%u %.*s\n", message->line, message->column,
                     (int)message->text.size, message->text.at);
    }
    write_u8(&out, 0);
    return writer_text(&out);
}

static void one_error_is_reported_once(void **state)
{
    static const char *const mistakes[][2] = {
        {"a = strenght", "1:5 no attribute \"strenght\"; did you mean \"strength\"?\n"},
        {"soud(clock)", "1:1 no command \"soud\"; did you mean \"sound\"?\n"},
        {"whlie(a<10) {\n a=1\n}\nb=2", "1:1 no command \"whlie\"; did you mean \"while\"?\n"},
        {"siwtch(a) { case 1 { b=1 } case 0 { } } c=1",
         "1:1 no command \"siwtch\"; did you mean \"switch\"?\n"},
        {"sound(clok)", "1:7 no sound \"clok\"; did you mean \"clock\"?\n"},
        {"a = mni(1,2)", "1:5 no function \"mni\"; did you mean \"min\"?\n"},
        {"a = delay(5)", "1:5 the command \"delay\" has no value\n"},
        {"a = -b", "1:6 expected a number after \"-\" (write 0-x for -x), found \"b\"\n"},
        {"a = rnd(b)", "1:9 expected a constant number as in rnd(6), found \"b\"\n"},
        {"a = 2147483648", "1:5 number 2147483648 is too large (at most 2147483647)\n"},
        {"a = (1+2", "1:9 expected an operator or \")\", found the end\n"},
        {"a = 1 +\n}",
         "2:1 expected a value, found \"}\"\n2:1 expected a statement, found \"}\"\n"},
        {"@a = 1", "1:2 \"@\" is allowed before attributes only; \"a\" is a local variable\n"},
        {"a = @b", "1:6 \"@\" is allowed before attributes only; \"b\" is a local variable\n"},
        {"a = @min(1)",
         "1:6 \"@\" is allowed before attributes, cnt and sum only, not before min\n"},
        {"location(town,1,2)", "1:18 expected location(map,x,y,direction), found \")\"\n"},
        {"sound()", "1:7 expected sound(sound), found \")\"\n"},
        {"sound(clock,5)", "1:12 expected sound(sound), found \",\"\n"},
        {"location(town,1,65536,0)", "1:17 number 65536 is too large (at most 65535)\n"},
        {"while(a) { b=1", "1:10 this \"{\" is not closed\n"},
        {"while(a) { while(b) { c=1", "1:21 this \"{\" is not closed\n"},
        {"case 1 { a=1 }", "1:1 \"case\" is allowed only inside a switch\n"},
        {"switch(a) { case 1 { } case 1 { } }", "1:29 duplicate case 1\n"},
        {"switch(a) { case 256 { } }", "1:18 number 256 is too large (at most 255)\n"},
        {"switch(a) { case 00000000000000000000000256 { } }",
         "1:18 number 256 is too large (at most 255)\n"},
        {"a = 00000000000000000000002147483648",
         "1:5 number 2147483648 is too large (at most 2147483647)\n"},
        {"switch(a) { b=1 }", "1:13 expected \"case\" with a number, or \"}\", found \"b\"\n"},
        {"a $ 1", "1:3 expected \"=\" or \"(\", found \"$\"\n"},
        {"5 = a", "1:1 expected a statement, found \"5\"\n"},
        /* After an error, parsing goes on with the next line or after the brackets. */
        {"sound(5 5)\nsoud(clock)", "1:7 no sound \"5\"\n"
                                    "1:9 expected \")\" as in sound(sound), found \"5\"\n"
                                    "2:1 no command \"soud\"; did you mean \"sound\"?\n"},
        {"while(a) b=1\n \nsoud(clock)",
         "1:10 expected \"{\" as in while(expression) { statements }, found \"b\"\n"
         "3:1 no command \"soud\"; did you mean \"sound\"?\n"},
        {"a = b c d e soud(clock)", "1:9 expected \"=\" or \"(\", found \"d\"\n"},
        {"a = b c d e\n soud(clock)", "1:9 expected \"=\" or \"(\", found \"d\"\n"
                                      "2:2 no command \"soud\"; did you mean \"sound\"?\n"},
        {"a $ (b (c)) @strenght = 1",
         "1:3 expected \"=\" or \"(\", found \"$\"\n"
         "1:14 no attribute \"strenght\"; did you mean \"strength\"?\n"},
        {"a $ (b c) strenght = 1",
         "1:3 expected \"=\" or \"(\", found \"$\"\n"
         "1:11 no attribute \"strenght\"; did you mean \"strength\"?\n"},
        {"a $ (b (c) strenght = 1", "1:3 expected \"=\" or \"(\", found \"$\"\n"},
    };
    for (size_t i = 0; i < COUNT_OF(mistakes); i++)
        assert_string_equal(messages_of(*state, mistakes[i][0]).at, mistakes[i][1]);
}

/* Nothing more is reported then, not even that brackets are open. */
static void number_of_errors_is_limited(void **state)
{
    enum { ERRORS_MAX = 200 };
    Kit *kit = *state;
    for (size_t errors = ERRORS_MAX - 1; errors < ERRORS_MAX + 3; errors++) {
        Writer source = writer_to(kit->arena);
        write_text(&source, TEXT("while(a) {\n"));
        for (size_t i = 0; i < errors; i++)
            write_text(&source, TEXT("soud(clock)\n"));
        if (errors <= ERRORS_MAX)
            write_u8(&source, '}');
        write_u8(&source, 0);
        messages_of(kit, (const char *)source.data);
        const bool more = errors > ERRORS_MAX;
        assert_int_equal(kit->messages.count, more ? ERRORS_MAX + 1 : errors);
        assert_int_equal(kit_has_message(kit, "too many errors, the rest of the script"), more);
    }
}

static void long_word_is_shown_by_its_first_60_characters(void **state)
{
    Kit *kit = *state;
    for (size_t size = 59; size < 63; size++) {
        const Text word = repeated(kit, "b", size);
        const Text source = arena_format(kit->arena, "a %.*s", (int)size, word.at);
        const Text expected =
            arena_format(kit->arena, "1:3 expected \"=\" or \"(\", found \"%.*s\"\n",
                         (int)(size < 60 ? size : 60), word.at);
        assert_string_equal(messages_of(kit, source.at).at, expected.at);
    }
}

/* "a = 1 if(...)": the message names the construct that this language has instead. */
static void syntax_of_other_languages_gets_hints(void **state)
{
    static const char *const no_if =
        "there is no \"if\"; write switch(condition) { case 1 { } case 0 { } }\n";
    static const char *const habits[][2] = {
        {"while(a == 1) { }", "1:9 \"==\" is written \"=\" here\n"},
        {"a == 1", "1:3 \"==\" is written \"=\" here\n"},
        {"a = b && c", "1:7 \"&&\" is written \"&\" here\n"},
        {"a = b || c", "1:7 \"||\" is written \"|\" here\n"},
        {"a = b <> c", "1:7 \"<>\" is written \"!=\" here\n"},
        {"a = b => c", "1:7 \"=>\" is written \">=\" here\n"},
        {"a += 1", "1:3 there is no \"+=\"; write a = a + 1\n"},
        {"a++", "1:2 there is no \"++\"; write a = a + 1\n"},
        {"a--", "1:2 there is no \"--\"; write a = a - 1, or 0 - x for the opposite of x\n"},
        {"a = 1 // one", "1:7 there are no comments in scripts\n"},
        {"// one\na = 1", "1:1 there are no comments in scripts\n"},
        {"# one\na = 1", "1:1 there are no comments in scripts; in a .script file, whole lines "
                         "may start with #\n"},
        {"sound(\"clock\")",
         "1:7 there are no strings in scripts; write the name of a dialog, a sound, a quest\n"},
        {"a = b ? 1 : 0",
         "1:7 there is no \"?\"; write switch(condition) { case 1 { } case 0 { } }\n"},
        {"if(a = 1) { b = 1 }", no_if},
        {"if a = 1 { b = 1 }", no_if},
        {"if(a = 1) { alert(1) } else { b = 1 }\nb = 1", no_if},
        {"if(a) { b = 1 } else if(c) { b = 2 } else { b = 3 }", no_if},
        {"b = 1 else { b = 1 }",
         "1:7 there is no \"else\"; write switch(condition) { case 1 { } case 0 { } }\n"},
        {"for(a = 1; a < 5; a++) { }",
         "1:1 there is no \"for\"; write i = 0 while(i < 10) { i = i + 1 }\n"},
        {"a = b and c", "1:7 \"and\" is written \"&\" here\n"},
        {"a = not(b)", "1:5 \"not\" is written \"!\" here\n"},
        {"a = true", "1:5 there is no \"true\"; write 1\n"},
        {"a = random(6)", "1:5 there is no \"random\"; write rnd(6) for 0 to 5\n"},
        {"return", "1:1 there is no \"return\"; a handler ends with its last statement\n"},
        {"switch(a) { default { a = 1 } }",
         "1:13 there is no \"default\"; the highest case applies to all numbers above it too, "
         "case 0 to those below zero\n"},
    };
    for (size_t i = 0; i < COUNT_OF(habits); i++) {
        const Text said = messages_of(*state, habits[i][0]);
        const char *wanted = habits[i][1];
        if (wanted == no_if)
            assert_string_equal(said.at + 4, wanted);
        else if (strncmp(said.at, wanted, strlen(wanted) - 1))
            fail_msg("%s: %s", habits[i][0], said.at);
    }
}

/* An attribute that is called so is one all the same. */
/* Longer lines are not quoted. */
static void lines_of_400_bytes_are_quoted(void **state)
{
    Kit *kit = *state;
    for (size_t size = 399; size < 403; size++) {
        const Text line = arena_format(kit->arena, "b=1 %s?", repeated(kit, " ", size - 5).at);
        const Text text = arena_format(kit->arena, "c=1\n%s\r\nd=1\n", line.at);
        messages_of(kit, text.at);
        assert_true(text_equal(kit->messages.items[0].source,
                               size > 400 ? TEXT("") : text_slice(line, 0, size)));
        assert_int_equal(kit->messages.items[0].line, 2);
        assert_int_equal(kit->messages.items[0].column, size);
    }
}

static void deep_expression_is_reported_once(void **state)
{
    Kit *kit = *state;
    const Text ones = repeated(kit, "1,", 255);
    const char *text = arena_format(kit->arena, "a=max(%s1,1,1,1)", ones.at).at;
    assert_string_equal(messages_of(kit, text).at,
                        "1:519 the expression needs more than 256 stack values\n"
                        "1:7 expected at most 255 values, found 259\n");
    /* References and map positions are on the stack, too. */
    static const char *const before[] = {"give(obj,%s)", "location(town,1,2,%s)"};
    for (size_t i = 0; i < COUNT_OF(before); i++)
        for (unsigned more = 0; more < 2; more++) {
            const char *at = strchr(before[i], '%');
            const char *call =
                arena_format(kit->arena, "%.*s%smax(%s1)%s", (int)(at - before[i]), before[i],
                             more ? "0+" : "", repeated(kit, "1,", i ? 253 : 254).at, at + 2)
                    .at;
            ScriptCode out;
            if (!more)
                assert_true(compile(kit, call, &out));
            else
                assert_non_null(
                    strstr(messages_of(kit, call).at, "more than 256 stack values"));
        }
    ScriptCode code; /* the values of one are taken before the next */
    const char *three =
        arena_format(kit->arena, "a=max(%s1)+max(%s1)+max(%s1)", repeated(kit, "1,", 120).at,
                     repeated(kit, "1,", 253).at, repeated(kit, "1,", 254).at)
            .at;
    assert_true(compile(kit, three, &code));
}

static void nesting_has_200_levels(void **state)
{
    static const char *const forms[][3] = {
        {"a=", "(", ")"}, {"a=", "!", ""}, {"a=", "min(", ")"}, {"", "while(b){", "}"}};
    Kit *kit = *state;
    ScriptCode code;
    for (size_t i = 0; i < COUNT_OF(forms); i++)
        for (size_t depth = SCRIPT_NESTING_MAX - 1; depth < SCRIPT_NESTING_MAX + 2; depth++) {
            const char *text =
                arena_format(kit->arena, "%s%s%s%s", forms[i][0],
                             repeated(kit, forms[i][1], depth).at, i < 3 ? "1" : "",
                             repeated(kit, forms[i][2], depth).at)
                    .at;
            if (depth <= SCRIPT_NESTING_MAX)
                assert_true(compile(kit, text, &code));
            else
                assert_non_null(strstr(messages_of(kit, text).at,
                                       " nested too deeply (maximum 200 levels)\n"));
        }
}

static void names_do_not_trigger_hints(void **state)
{
    ScriptCode code;
    assert_true(compile(*state, "while = min + no", &code));
}

static void missing_punctuation_is_named(void **state)
{
    static const char *const mistakes[][2] = {
        {"give(goldcoin 5)", "1:15 expected \",\" as in give(object,amount), found \"5\"\n"},
        {"location(town,1,2 so)",
         "1:19 expected \",\" as in location(map,x,y,direction), found \"so\"\n"},
        {"location(town 1,2,so)",
         "1:15 expected \",\" and the position's x and y, found \"1\"\n"},
        {"sound clock", "1:7 expected \"(\" as in sound(sound), found \"clock\"\n"},
        {"exit", "1:5 expected \"(\" as in exit(), found the end\n"},
        {"while a < 10 { a = 1 }",
         "1:7 expected \"(\" as in while(expression) { statements }, found \"a\"\n"},
        {"while(a < 10) a = a + 1",
         "1:15 expected \"{\" as in while(expression) { statements }, found \"a\"\n"},
        {"switch(a) case 1 { }", "1:11 expected \"{\" as in switch(expression) { case number "
                                 "{ statements } ... }, found \"case\"\n"},
        {"switch(a) { case 1: a = 2 }",
         "1:19 expected \"{\" as in case 1 { statements }, found \":\"\n"},
        {"sound(clock", "1:12 expected \")\" as in sound(sound), found the end\n"},
        {"a = min(1,2", "1:12 expected \",\" or \")\" of min(a,b,...), found the end\n"},
        {"a = rnd(1,6)", "1:10 expected \")\" of rnd(number), found \",\"\n"},
        {"a = cnt(goldcoin,1)", "1:17 expected \")\" of cnt(object), found \",\"\n"},
        {"a = sum()", "1:9 expected sum(attribute), found \")\"\n"},
        {"rnd(6)", "1:1 the value of rnd is not used; write a = rnd(...)\n"},
    };
    for (size_t i = 0; i < COUNT_OF(mistakes); i++)
        assert_string_equal(messages_of(*state, mistakes[i][0]).at, mistakes[i][1]);
}

/* "clock" is a sound, "slime" an NPC: wherever a name stands, its kind matters. */
static void wrong_kind_of_name_is_reported(void **state)
{
    Kit *kit = *state;
    for (unsigned i = COMMAND_FIRST; i <= COMMAND_LAST; i++) {
        const CommandInfo *command = command_info(i);
        const ArgumentInfo *first = argument_info(command->arguments[0]);
        if (first->reference == SCRIPT_NUMBER)
            continue;
        const bool npc = first->reference == SCRIPT_NPC;
        const char *wrong = npc ? "clock" : "slime";
        const Text source = arena_format(kit->arena, "%s(%s)", command->name, wrong);
        const Text said = arena_format(kit->arena, "1:%zu \"%s\" is %s; %s expects ",
                                       strlen(command->name) + 2, wrong,
                                       npc ? "a sound" : "an NPC", command->name);
        if (!text_starts(messages_of(kit, source.at), said.at))
            fail_msg("%s: %s", source.at, messages_of(kit, source.at).at);
    }
    assert_string_equal(messages_of(kit, "sound(slime)").at,
                        "1:7 \"slime\" is an NPC; sound expects a sound\n");
    assert_string_equal(messages_of(kit, "give(hp,1)").at,
                        "1:6 \"hp\" is an attribute; give expects an object\n");
    assert_string_equal(messages_of(kit, "a = cnt(slime)").at,
                        "1:9 \"slime\" is an NPC; cnt expects an object\n");
    assert_string_equal(messages_of(kit, "a = goldcoin + 1").at,
                        "1:5 \"goldcoin\" is an object, not an attribute\n");
    assert_string_equal(messages_of(kit, "slime = 1").at,
                        "1:1 \"slime\" is an NPC, not an attribute\n");
}

/* Every argument of every command, with one letter wrong. */
static void each_misspelled_argument_suggests_the_nearest(void **state)
{
    Kit *kit = *state;
    for (size_t i = 0; i < COUNT_OF(known_names); i++) {
        const KnownName *known = &known_names[i];
        if (strlen(known->name) < 4 || known->name[0] == '1')
            continue;
        for (unsigned j = COMMAND_FIRST; j <= COMMAND_LAST; j++) {
            const CommandInfo *command = command_info(j);
            if (argument_info(command->arguments[0])->reference != known->kind)
                continue;
            char *name = (char *)arena_text(kit->arena, text_of(known->name)).at;
            name[2] = '_';
            const Text source = arena_format(kit->arena, "%s(%s)", command->name, name);
            const Text said = arena_format(
                kit->arena, "1:%zu no %s \"%s\"; did you mean \"%s\"?\n",
                strlen(command->name) + 2, script_kind_name(known->kind), name, known->name);
            if (!text_starts(messages_of(kit, source.at), said.at))
                fail_msg("%s: %s", source.at, messages_of(kit, source.at).at);
        }
    }
    static const char *const words[][2] = {
        {"transport(swin)", "1:11 no method \"swin\"; did you mean \"swim\"?\n"},
        {"transport(run)", "1:11 no method \"run\"; there are: walk swim fly drive\n"},
        {"behave(petrol)", "1:8 no behaviour \"petrol\"; did you mean \"patrol\"?\n"},
        {"location(town,1,2,up)",
         "1:19 no direction \"up\"; there are: so sw we nw no ne ea se\n"},
        {"B = 1", "1:1 no local variable \"B\"; did you mean \"b\"?\n"},
        {"a = B", "1:5 no local variable \"B\"; did you mean \"b\"?\n"},
        {"a = cnt(goldcion)", "1:9 no object \"goldcion\"; did you mean \"goldcoin\"?\n"},
        {"a = sum(glod)", "1:9 no attribute \"glod\"; did you mean \"gold\"?\n"},
        {"give(goldcoin,levle)", "1:15 no attribute \"levle\"; did you mean \"level\"?\n"},
    };
    for (size_t i = 0; i < COUNT_OF(words); i++)
        assert_string_equal(messages_of(kit, words[i][0]).at, words[i][1]);
}

static void all_errors_are_reported_in_one_run(void **state)
{
    const Text said = messages_of(*state, "hpp = 1\n"
                                          "sound(clok delay(5)\n"
                                          "while(a < ) {\n"
                                          "    gold = leve\n"
                                          "}\n"
                                          "b = = 2; c = dmgg\n"
                                          "switch(xx) { case 1 { alert(yy) } }\n");
    assert_string_equal(said.at, "1:1 no attribute \"hpp\"; did you mean \"hp\"?\n"
                                 "2:7 no sound \"clok\"; did you mean \"clock\"?\n"
                                 "2:12 expected \")\" as in sound(sound), found \"delay\"\n"
                                 "3:11 expected a value, found \")\"\n"
                                 "4:12 no attribute \"leve\"; did you mean \"level\"?\n"
                                 "6:5 expected a value, found \"=\"\n"
                                 "6:14 no attribute \"dmgg\"; did you mean \"dmg\"?\n"
                                 "7:8 no attribute \"xx\"\n"
                                 "7:29 no attribute \"yy\"\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(one_error_is_reported_once),
        TEST(number_of_errors_is_limited),
        TEST(long_word_is_shown_by_its_first_60_characters),
        TEST(syntax_of_other_languages_gets_hints),
        TEST(lines_of_400_bytes_are_quoted),
        TEST(deep_expression_is_reported_once),
        TEST(nesting_has_200_levels),
        TEST(names_do_not_trigger_hints),
        TEST(missing_punctuation_is_named),
        TEST(wrong_kind_of_name_is_reported),
        TEST(each_misspelled_argument_suggests_the_nearest),
        TEST(all_errors_are_reported_in_one_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
