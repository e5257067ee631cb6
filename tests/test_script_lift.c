#include "script_kit.h"

static void lifted_source_is_laid_out(void **state)
{
    Kit *kit = *state;
    ScriptCode code;
    Writer out = writer_to(kit->arena);
    assert_true(compile(kit,
                        "a=(1+2)*3-(4-5)-min(b,(2)) switch(!(hp>@hp)){case 0 {exit()} case 2 "
                        "{while(a){transport((swim))}}} dialog(joeasks,-1)",
                        &code));
    assert_true(script_lift(code.bytes, &script_names, &(ScriptStyle){.level = 1, .crlf = true},
                            &out, kit->arena, &kit->report));
    write_u8(&out, 0);
    assert_string_equal(out.data, "    a = (1 + 2) * 3 - (4 - 5) - min(b,2)\r\n"
                                  "    switch(!(hp > @hp)) {\r\n"
                                  "        case 2 {\r\n"
                                  "            while(a) {\r\n"
                                  "                transport((swim))\r\n"
                                  "            }\r\n"
                                  "        }\r\n"
                                  "        case 0 {\r\n"
                                  "            exit()\r\n"
                                  "        }\r\n"
                                  "    }\r\n"
                                  "    dialog(joeasks,-1)\r\n");
}

static void code_without_a_source_is_not_lifted(void **state)
{
    static const char *const valid[] = {
        "26 01 00 1f 00 00",          /* a constant longer than needed */
        "25 01 25 02 1f 00 1f 01 00", /* two values at once */
        "00 00",                      /* an END in the middle */
        "02 04 00 00 00",             /* a jump to the next instruction */
        "22 00 03 06 00 00 00",       /* an if without a loop */
        "2c 13 00 00 05 08 00",       /* a sound without a name */
        "0e ff ff ff ff 1f 00 00",    /* no constant of the language is so large */
        "22 00 01 01 06 00 00 00",    /* a switch whose branch does not jump */
        "22 00 01 01 07 00 00 00",
        "04 27 02 00 00 00 00", /* a loop without a condition */
    };
    Kit *kit = *state;
    for (size_t i = 0; i < COUNT_OF(valid); i++) {
        Writer out = writer_to(kit->arena);
        if (i != 7)
            assert_true(verify_hex(kit, valid[i], false));
        assert_false(script_lift(bytes_of_hex(kit, valid[i]), &script_names, &(ScriptStyle){0},
                                 &out, kit->arena, &kit->report));
        assert_int_equal(out.size, 0);
        assert_int_equal(kit->report.errors, i + 1);
    }
}

/* Random programs: the grammar walked with a seeded generator. */
typedef struct Author {
    uint32_t state;
    Writer out;
} Author;

static uint32_t pick(Author *author, uint32_t below)
{
    author->state = author->state * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)(author->state >> 8) * below >> 24);
}

static void say(Author *author, const char *text) { write_text(&author->out, text_of(text)); }

static void say_name(Author *author, ScriptKind kind)
{
    uint32_t i = pick(author, COUNT_OF(known_names));
    while (known_names[i].kind != kind)
        i = (i + 1) % COUNT_OF(known_names);
    say(author, known_names[i].name);
}

static void say_expression(Author *author, unsigned depth)
{
    static const char *const signs[] = {
        "|", "&", "=", "!=", ">=", ">", "<=", "<", "+", "-", "*", "/", "%"};
    const unsigned choice = pick(author, depth ? 12 : 7);
    if (choice == 0)
        write_format(&author->out, "%d", (int)(pick(author, 1u << 24) << pick(author, 8)));
    else if (choice == 1)
        write_format(&author->out, "rnd(%u)", pick(author, 1000));
    else if (choice == 2)
        say(author, pick(author, 2) ? "cnt()" : "@cnt(obj)");
    else if (choice == 3)
        say(author, pick(author, 2) ? "@sum(gold)" : "sum(a.b_c2)");
    else if (choice == 4)
        write_format(&author->out, "%c", 'a' + (int)pick(author, 26));
    else if (choice <= 6) {
        say(author, pick(author, 2) ? "@" : "");
        say_name(author, SCRIPT_ATTRIBUTE);
    } else if (choice == 7) {
        say(author, "!");
        say(author, "(");
        say_expression(author, depth - 1);
        say(author, ")");
    } else if (choice == 8) {
        say(author, pick(author, 2) ? "min(" : "max(");
        for (uint32_t more = pick(author, 4); more--; say(author, ","))
            say_expression(author, depth - 1);
        say_expression(author, depth - 1);
        say(author, ")");
    } else {
        const bool bracket = pick(author, 2);
        say(author, bracket ? "(" : "");
        say_expression(author, depth - 1);
        say(author, signs[pick(author, COUNT_OF(signs))]);
        say_expression(author, depth - 1);
        say(author, bracket ? ")" : "");
    }
}

static void say_command(Author *author)
{
    const CommandInfo *command =
        command_info(COMMAND_FIRST + pick(author, COMMAND_LAST - COMMAND_FIRST + 1));
    write_format(&author->out, "%s(", command->name);
    for (unsigned i = 0; i < COMMAND_ARGUMENTS && command->arguments[i]; i++) {
        const ArgumentInfo *info = argument_info(command->arguments[i]);
        say(author, i ? ", " : "");
        if (info->reference == SCRIPT_NUMBER)
            say_expression(author, 2);
        else
            say_name(author, info->reference);
        if (info->reference == SCRIPT_MAP)
            write_format(&author->out, ",%u,%u", pick(author, 65536), pick(author, 100));
    }
    say(author, ")\n");
}

static void say_statements(Author *author, unsigned depth)
{
    for (uint32_t more = pick(author, 5); more--;) {
        const unsigned choice = pick(author, depth ? 8 : 6);
        if (choice < 2) {
            say_command(author);
        } else if (choice < 6) {
            if (choice < 4)
                write_format(&author->out, "%c", 'a' + (int)pick(author, 26));
            else {
                say(author, choice == 5 ? "@" : "");
                say_name(author, SCRIPT_ATTRIBUTE);
            }
            say(author, "=");
            say_expression(author, 4);
            say(author, ";");
        } else {
            say(author, choice == 6 ? "while(" : "switch(");
            say_expression(author, 3);
            say(author, ") {");
            uint32_t number = choice == 6 ? 0 : pick(author, 12);
            for (; choice == 7 && number; number /= 2) {
                write_format(&author->out, "case %u {", number - 1);
                say_statements(author, depth - 1);
                say(author, "}");
            }
            if (choice == 6)
                say_statements(author, depth - 1);
            say(author, "}\n");
        }
    }
}

static void what_is_lifted_compiles_to_the_same_bytes(void **state)
{
    Kit *kit = *state;
    size_t bytes = 0;
    for (uint32_t seed = 0; seed < 20000; seed++) {
        Arena *arena = arena_new();
        Author author = {.state = seed * 7919, .out = writer_to(arena)};
        Writer lifted = writer_to(arena);
        ScriptCode code, again;
        say_statements(&author, 5);
        ScriptSource source = script_source(writer_text(&author.out));
        const bool fine =
            script_compile(&source, &script_names, &code, arena, &kit->report) &&
            script_lift(code.bytes, &script_names, &(ScriptStyle){.crlf = seed & 1}, &lifted,
                        arena, &kit->report);
        if (!fine)
            fail_msg("seed %u: %s\n%.*s", seed, kit->messages.items[0].text.at,
                     (int)author.out.size, (char *)author.out.data);
        source = script_source(writer_text(&lifted));
        assert_true(script_compile(&source, &script_names, &again, arena, &kit->report));
        assert_true(bytes_equal(code.bytes, again.bytes));
        assert_int_equal(code.highest_command, again.highest_command);
        bytes += code.bytes.size;
        arena_free(arena);
    }
    assert_true(bytes > 1000000);
}

static void random_expressions_come_back(void **state)
{
    Kit *kit = *state;
    for (uint32_t seed = 0; seed < 5000; seed++) {
        Arena *arena = arena_new();
        Author author = {.state = seed * 104729, .out = writer_to(arena)};
        Writer lifted = writer_to(arena);
        ScriptCode code;
        say_expression(&author, 6);
        const ScriptSource source = script_source(writer_text(&author.out));
        assert_true(
            script_compile_expression(&source, &script_names, &code, arena, &kit->report));
        assert_true(script_lift(code.bytes, &script_names, &(ScriptStyle){.expression = true},
                                &lifted, arena, &kit->report));
        assert_null(memchr(lifted.data, '\n', lifted.size));
        arena_free(arena);
    }
}

/* A sum of a million members is one deep tree: neither side may recurse into it. */
static void a_very_long_sum_compiles_and_lifts(void **state)
{
    Kit *kit = *state;
    const Text text = arena_format(kit->arena, "a=1%s", repeated(kit, "+b", 1000000).at);
    ScriptCode code;
    Writer out = writer_to(kit->arena);
    assert_true(compile(kit, text.at, &code));
    assert_true(script_lift(code.bytes, &script_names, &(ScriptStyle){0}, &out, kit->arena,
                            &kit->report));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(lifted_source_is_laid_out),
        TEST(code_without_a_source_is_not_lifted),
        TEST(what_is_lifted_compiles_to_the_same_bytes),
        TEST(random_expressions_come_back),
        TEST(a_very_long_sum_compiles_and_lifts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
