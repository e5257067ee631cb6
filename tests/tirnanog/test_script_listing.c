/* Listings: bytecode of other compilers as text that compiles to the same bytes. */
#include "lib/script_author.h"
#include "lib/script_foreign.h"
#include "lib/script_kit.h"
#include "lib/script_twin.h"

#if defined(__SANITIZE_ADDRESS__) || !defined(__OPTIMIZE__)
enum { PROGRAMS = 2000 };
#else
enum { PROGRAMS = 10000 };
#endif

static ScriptForm decompile(Kit *kit, Bytes code, bool expression, Writer *out)
{
    Text why;
    const ScriptStyle style = {.level = 1, .expression = expression};
    return script_decompile(code, &script_names, &style, out, &why, kit->arena);
}

/* The text of the code, which must compile to it. */
static ScriptForm assert_same_bytes(Kit *kit, Bytes code, bool expression, Text *text)
{
    Writer out = writer_to(kit->arena);
    ScriptCode again = {0};
    const ScriptForm form = decompile(kit, code, expression, &out);
    write_u8(&out, 0);
    out.size--;
    *text = writer_text(&out);
    const ScriptSource source = script_source(*text);
    const bool fine = expression ? script_compile_expression(&source, &script_names, NULL,
                                                             &again, kit->arena, &kit->report)
                                 : script_compile(&source, &script_names, NULL, &again,
                                                  kit->arena, &kit->report);
    if (!fine)
        fail_msg("%s: %s\n%s", hex_of(kit, code).at, kit_message(kit, 0), text->at);
    if (!bytes_equal(code, again.bytes))
        fail_msg("%s became %s:\n%s", hex_of(kit, code).at, hex_of(kit, again.bytes).at,
                 text->at);
    return form;
}

/* Code of other compilers, from the tables of specs/script.md. */
static void shapes_of_other_compilers_become_listings(void **state)
{
    static const struct {
        const char *hex, *text;
        bool expression;
    } cases[] = {
        /* PUSH32 of a small number */
        {"28 05 00 00 00 20 20 00 00 00",
         "    listing {\n        # hp = 5\n        PUSH32  5\n        POPA    hp\n        "
         "END\n    }\n",
         false},
        /* two ENDs */
        {"25 01 1f 00 00 00",
         "    listing {\n        # a = 1\n        PUSH8   1\n        POP     a\n        END\n  "
         "      END\n"
         "    }\n",
         false},
        {"25 07 28 02 00 00 00 11 00", "listing { PUSH8 7 PUSH32 2 ADD END }", true},
        /* a sound without a name */
        {"2c 13 00 00 05 08 00",
         "    listing {\n        PUSHSND [19]\n        FNC1    sound\n        END\n    }\n",
         false},
        /* objects of category 2 */
        {"2a 02 03 00 25 02 06 22 00",
         "    listing {\n        # give(goldcoin,2)\n        PUSHSPR 2, goldcoin\n        "
         "PUSH8   2\n"
         "        FNC2    give\n        END\n    }\n",
         false},
        /* a map that counts as one argument */
        {"29 30 00 00 0c 00 07 00 25 00 06 0d 00",
         "    listing {\n        # location(town,12,7,0)\n        PUSHMAP town, 12, 7\n        "
         "PUSH8   0\n        FNC2    location\n        END\n    }\n",
         false},
        /* the highest constant of RND */
        {"0e ff ff ff ff 1f 00 00",
         "    listing {\n        RND     -1\n        POP     a\n        END\n    }\n", false},
        {"", "    listing {\n    }\n", false},
        {"", "listing { }", true},
    };
    Kit *kit = *state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        Text text;
        const ScriptForm form =
            assert_same_bytes(kit, bytes_of_hex(kit, cases[i].hex), cases[i].expression, &text);
        assert_int_equal(form, SCRIPT_LISTING);
        assert_string_equal(text.at, cases[i].text);
    }
}

static void labels_are_numbered_in_the_order_of_the_code(void **state)
{
    Kit *kit = *state;
    Text text;
    /* if(a) { b = 1 } else { b = 2 } as JZ and JMP */
    const Bytes code =
        bytes_of_hex(kit, "22 00 03 0e 00 00 25 01 1f 01 02 12 00 00 25 02 1f 01 00");
    assert_int_equal(assert_same_bytes(kit, code, false, &text), SCRIPT_LISTING);
    assert_string_equal(text.at, "    listing {\n"
                                 "        # switch(a != 0) {\n"
                                 "        #     case 1 {\n"
                                 "        #         b = 1\n"
                                 "        #     }\n"
                                 "        #     case 0 {\n"
                                 "        #         b = 2\n"
                                 "        #     }\n"
                                 "        # }\n"
                                 "        PUSH    a\n"
                                 "        JZ      L1\n"
                                 "        PUSH8   1\n"
                                 "        POP     b\n"
                                 "        JMP     L2\n"
                                 "    L1:\n"
                                 "        PUSH8   2\n"
                                 "        POP     b\n"
                                 "    L2:\n"
                                 "        END\n"
                                 "    }\n");
}

static void each_operand_has_a_notation(void **state)
{
    assert_code(*state,
                "listing { # a comment with a { and a }\n"
                "again: PUSH a SWITCH (again, x.1) ; x.1: PUSH32 -1 POP z\n"
                "END }",
                "22 00 01 02 00 00 00 0a 00 00 28 ff ff ff ff 1f 19 00");
}

static void errors_of_a_listing_have_positions(void **state)
{
    static const struct {
        const char *text;
        uint32_t line, column;
        const char *message;
    } cases[] = {
        {"listing {\n  PUSH a\n  POP b\n}", 4, 1, "does not end with END"},
        {"listing {\n  JMP lop\nloop:\n  END\n}", 2, 7,
         "no label \"lop\"; did you mean \"loop\"?"},
        {"listing {\n  PSH8 1\n}", 2, 3, "no instruction \"PSH8\"; did you mean \"PUSH8\"?"},
        {"listing {\n  PUSH8 256\n}", 2, 9, "number 256 is too large (at most 255)"},
        {"listing {\n  PUSH8\n  END\n}", 3, 3, "expected a number, found \"END\""},
        {"listing {\n  PUSH A\n}", 2, 8, "expected a local variable"},
        {"listing {\nx:\nx:\n  END\n}", 3, 1, "duplicate label \"x\""},
        {"listing {\n  JMP x END x:\n}", 2, 13, "no instruction after the label \"x\""},
        {"listing {\n  PUSHSND clok\n}", 2, 11, "no sound \"clok\"; did you mean \"clock\"?"},
        {"listing {\n  PUSHSND [16777216]\n}", 2, 12, "too large"},
        {"listing {\n  FNC1 sund\n}", 2, 8, "no command \"sund\"; did you mean \"sound\"?"},
        {"listing {\n  PUSHSPR 3, goldcoin\n}", 2, 14, "expected a number in brackets"},
        {"listing {\n  SWITCH a\n}", 2, 10, "expected \"(\""},
        {"listing {\n  END\n", 1, 9, "this \"{\" is not closed"},
        {"listing {\n  END\n} a = 1", 3, 3, "expected the end of the handler"},
        {"a = 1 listing { END }", 1, 7, "a listing must be the whole handler"},
        /* what the verifier finds */
        {"listing {\n  POP a\n  END\n}", 2, 3, "POP needs 1 values, found 0"},
        {"listing {\n  PUSH8 1\n  END\n}", 3, 3, "END with 1 values, not 0"},
        {"listing {\n  PUSHSND clock\n  FNC0 sound\n  END\n}", 3, 3, "sound takes 1 values"},
        {"listing {\n  PUSH a JZ x\n  PUSH a\nx:\n  END\n}", 3, 3,
         "1 values on the stack at line 5, 0 on another path"},
        {"listing {\n  PUSHSND clock\n  JMP x\nx: FNC1 sound\n  END\n}", 3, 3,
         "JMP with an unused reference"},
        {"listing {\n  PUSHSPR 7, [1]\n  END\n}", 2, 3, "invalid sprite category 7"},
    };
    Kit *kit = *state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ScriptCode code;
        kit_clear(kit);
        assert_false(compile(kit, cases[i].text, &code));
        if (!kit_has_message(kit, cases[i].message))
            fail_msg("%s: %s", cases[i].text, kit_message(kit, 0));
        kit_message_is_at(kit, cases[i].text, cases[i].line, cases[i].column);
    }
}

static void all_errors_of_a_listing_are_reported(void **state)
{
    Kit *kit = *state;
    ScriptCode code;
    assert_false(compile(kit, "listing {\n  PUSH8 x\n  POP 1 END\n  JMP away\n}", &code));
    assert_int_equal(kit->messages.count, 3);
}

static void a_listing_is_not_optimised(void **state)
{
    Kit *kit = *state;
    const ScriptSource source =
        script_source(TEXT("listing { PUSH32 1 PUSH8 2 ADD POP a JMP x x: END END }"));
    const ScriptOptions options = {.optimise = true};
    ScriptCode plain, optimised;
    assert_true(script_compile(&source, &script_names, NULL, &plain, kit->arena, &kit->report));
    assert_true(
        script_compile(&source, &script_names, &options, &optimised, kit->arena, &kit->report));
    assert_bytes_equal(plain.bytes, optimised.bytes);
}

/* For breakpoints: a handler stops only where its stack is empty. */
static void instructions_with_an_empty_stack_have_positions(void **state)
{
    Kit *kit = *state;
    const Text text = TEXT("listing {\n  PUSH a\n  JZ x\n  PUSH8 1\n  POP b\nx:\n  END\n}");
    static const uint32_t expected[] = {0, 6, 10}; /* PUSH a, PUSH8 1, END */
    const ScriptSource source = script_source(text);
    const ScriptOptions options = {.positions = true};
    ScriptCode code;
    assert_true(
        script_compile(&source, &script_names, &options, &code, kit->arena, &kit->report));
    assert_int_equal(code.position_count, COUNT_OF(expected));
    for (size_t i = 0; i < COUNT_OF(expected); i++)
        assert_int_equal(code.positions[i].code, expected[i]);
    assert_int_equal(text.at[code.positions[1].source], 'P');
    assert_int_equal(text.at[code.positions[2].source], 'E');
}

static void listing_of_commands_has_the_highest_command(void **state)
{
    ScriptCode code;
    assert_true(
        compile(*state, "listing { PUSHSND clock FNC1 sound FNC0 waitnpc END }", &code));
    assert_int_equal(code.highest_command, COMMAND_waitnpc);
}

/* It would not compile as a listing; the text keeps it for people. */
static void invalid_code_becomes_a_comment(void **state)
{
    static const struct {
        const char *hex, *comment;
    } cases[] = {
        {"04 63 00", "# This code is invalid: at byte 0: unknown command 99"},
        {"25 01 00", "PUSH8   1"},
        {"25 01 1f 00 ff 00", "is not an instruction"},
        {"02 00 00 00", "does not end with END"},
    };
    Kit *kit = *state;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        Writer out = writer_to(kit->arena);
        ScriptCode code;
        assert_int_equal(decompile(kit, bytes_of_hex(kit, cases[i].hex), false, &out),
                         SCRIPT_INVALID);
        write_u8(&out, 0);
        if (!strstr((const char *)out.data, cases[i].comment))
            fail_msg("%s", (const char *)out.data);
        assert_true(compile(kit, (const char *)out.data, &code));
        assert_bytes_equal(code.bytes, BYTES(OP_END));
    }
}

/* Braces in comments do not count, so that a comment can contain any line of source. */
static void body_of_a_handler_ends_after_its_listing(void **state)
{
    Kit *kit = *state;
    const Text file = TEXT("e click { listing { # { {\n END # }\n } } e touch { }");
    size_t at = 8;
    ScriptSource body;
    ScriptCode code;
    assert_true(script_body(file, &at, &body, &kit->report));
    assert_int_equal(at, file.size - 12);
    assert_true(script_compile(&body, &script_names, NULL, &code, kit->arena, &kit->report));
}

static bool index_of_one(void *context, ScriptKind kind, Text name, uint32_t *out)
{
    (void)context, (void)kind, (void)name;
    *out = 1;
    return true;
}

static Text name_of_each(void *context, ScriptKind kind, uint32_t index, Arena *arena)
{
    (void)context, (void)kind, (void)arena;
    return index == 3 ? TEXT("two words") : TEXT("bell");
}

/* A game of another program may have a name twice, or one that is not a word. */
static void unusable_names_are_replaced_by_numbers(void **state)
{
    static const char *const expected[] = {
        "PUSHSND [0]",
        "PUSHSND bell",
        "PUSHSND [2]",
        "PUSHSND [3]",
    };
    Kit *kit = *state;
    const ScriptNames names = {.index = index_of_one, .name = name_of_each};
    for (unsigned i = 0; i < COUNT_OF(expected); i++) {
        Writer out = writer_to(kit->arena);
        Text why;
        const Bytes code =
            bytes_of_hex(kit, arena_format(kit->arena, "2c %02x 00 00 05 08 00 00", i).at);
        assert_int_equal(
            script_decompile(code, &names, &(ScriptStyle){0}, &out, &why, kit->arena),
            SCRIPT_LISTING);
        write_u8(&out, 0);
        if (!strstr((const char *)out.data, expected[i]))
            fail_msg("%s", (const char *)out.data);
    }
}

/* Each level doubles the statements of the one inside. */
static void deep_loops_have_no_statements_but_a_listing(void **state)
{
    enum { DEPTH = 2000 };
    Kit *kit = *state;
    Writer code = writer_to(kit->arena);
    Text text;
    write_bytes(&code, BYTES(OP_PUSH8, 1, OP_POP, 0));
    for (unsigned i = 0; i < DEPTH; i++) {
        write_bytes(&code, BYTES(OP_PUSH8, 1, OP_POP, 0, OP_PUSH, 1, OP_JZ));
        write_u24(&code, i % 2 ? 0 : 4);
    }
    write_u8(&code, OP_END);
    assert_int_equal(assert_same_bytes(kit, writer_bytes(&code), false, &text), SCRIPT_LISTING);
}

/* Valid code by chance: instructions from a generator, of which the verifier takes a few. */
static void random_valid_code_survives_a_round_trip(void **state)
{
    Kit *kit = *state;
    size_t valid = 0;
    for (uint32_t seed = 0; seed < 40 * PROGRAMS; seed++) {
        Kit part = {.arena = arena_new()};
        part.report = report_to(NULL, NULL);
        const bool expression = next_random(4) == 0;
        const ScriptLimits limits = {.expression = expression};
        Writer code = writer_to(part.arena);
        ScriptInfo info;
        for (uint32_t count = next_random(8); count--;) {
            const unsigned op = next_random(OPCODES);
            const OperandShape shape = opcode_info(op)->shape;
            write_u8(&code, (uint8_t)op);
            for (unsigned i = shape_info(shape)->size; i--;)
                write_u8(&code, (uint8_t)next_random(shape == SHAPE_COMMAND ? 44 : 26));
        }
        write_u8(&code, OP_END);
        if (script_verify(writer_bytes(&code), &limits, &info, part.arena, &part.report)) {
            Text text;
            assert_same_bytes(&part, writer_bytes(&code), expression, &text);
            valid++;
        }
        arena_free(part.arena);
    }
    (void)kit;
    assert_true(valid > PROGRAMS);
}

/* False if the listing has no comment. The statements in it must do the same as the code. */
static bool assert_comment_has_the_same_effect(Kit *kit, Bytes code, Text listing)
{
    Writer source = writer_to(kit->arena);
    for (Text line; text_line(&listing, &line);)
        if (text_starts(text_trimmed(line), "#")) {
            write_text(&source, text_slice(text_trimmed(line), 1, text_trimmed(line).size));
            write_u8(&source, '\n');
        }
    if (!source.size)
        return false;
    const ScriptSource text = script_source(writer_text(&source));
    ScriptCode again;
    if (!script_compile(&text, &script_names, NULL, &again, kit->arena, &kit->report))
        fail_msg("%s\n%.*s", kit_message(kit, 0), (int)source.size, (char *)source.data);
    const bool longer = again.bytes.size > code.size;
    if (!twins_agree(longer ? again.bytes : code, longer ? code : again.bytes, kit->arena,
                     &kit->report))
        fail_msg("%s is not\n%.*s", hex_of(kit, code).at, (int)source.size,
                 (char *)source.data);
    return true;
}

static void rewritten_programs_have_the_same_effect_and_bytes(void **state)
{
    Kit *kit = *state;
    size_t forms[2] = {0}, longer_than_an_end = 0, explained = 0;
    for (uint32_t seed = 0; seed < PROGRAMS; seed++) {
        Kit part = {.arena = arena_new()};
        part.messages.arena = part.arena;
        part.report = report_to(messages_sink, &part.messages);
        Author author = {.state = seed * 7919 + 1, .out = writer_to(part.arena)};
        ScriptCode code;
        Text text;
        ScriptInfo info;
        print_statements(&author, 4);
        const ScriptSource source = script_source(writer_text(&author.out));
        const ScriptOptions options = {.optimise = seed & 1};
        assert_true(
            script_compile(&source, &script_names, &options, &code, part.arena, &part.report));
        const Bytes foreign =
            script_foreign(code.bytes, seed * 31 % FOREIGN_SHAPES, seed, part.arena);
        if (!script_verify(foreign, NULL, &info, part.arena, &part.report))
            fail_msg("seed %u: %s", seed, kit_message(&part, 0));
        const bool longer = foreign.size > code.bytes.size;
        if (!twins_agree(longer ? foreign : code.bytes, longer ? code.bytes : foreign,
                         part.arena, &part.report))
            fail_msg("seed %u: the rewritten code differs", seed);
        const ScriptForm form = assert_same_bytes(&part, foreign, false, &text);
        assert_true(form != SCRIPT_INVALID);
        forms[form]++;
        if (form == SCRIPT_LISTING && foreign.data[0] != OP_END) {
            longer_than_an_end++;
            explained += assert_comment_has_the_same_effect(&part, foreign, text);
        }
        arena_free(part.arena);
    }
    (void)kit;
    assert_true(forms[SCRIPT_SOURCE] > PROGRAMS / 50);
    assert_true(forms[SCRIPT_LISTING] > PROGRAMS / 2);
    /* Others are loops that have several ends, or none. */
    assert_true(explained > longer_than_an_end * 95 / 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(shapes_of_other_compilers_become_listings),
        TEST(labels_are_numbered_in_the_order_of_the_code),
        TEST(each_operand_has_a_notation),
        TEST(errors_of_a_listing_have_positions),
        TEST(all_errors_of_a_listing_are_reported),
        TEST(a_listing_is_not_optimised),
        TEST(instructions_with_an_empty_stack_have_positions),
        TEST(listing_of_commands_has_the_highest_command),
        TEST(invalid_code_becomes_a_comment),
        TEST(body_of_a_handler_ends_after_its_listing),
        TEST(unusable_names_are_replaced_by_numbers),
        TEST(deep_loops_have_no_statements_but_a_listing),
        TEST(random_valid_code_survives_a_round_trip),
        TEST(rewritten_programs_have_the_same_effect_and_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
