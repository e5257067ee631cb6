#include "kit/jobs/files.h"
#include "tirnanog/project/project.h"
#include "tirnanog/sheets/script_names.h"
#include "lib/script_author.h"
#include "lib/script_kit.h"

/* A hundred thousand programs take three seconds, but not with sanitizers. */
#if defined(__SANITIZE_ADDRESS__) || !defined(__OPTIMIZE__)
enum { PROGRAMS = 5000 };
#else
enum { PROGRAMS = 100000 };
#endif

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

/* Written by hand, as another program might: from the tables of specs/script.md. */
static void foreign_bytecode_is_decompiled(void **state)
{
    static const struct {
        const char *hex, *source;
        bool expression;
    } codes[] = {
        {"00", "", false},
        {"25 07 1f 00 00", "a = 7\n", false},
        {"26 2c 01 1f 02 00", "c = 300\n", false},
        {"28 ff ff ff ff 1f 00 00", "a = -1\n", false},
        {"23 20 00 00 25 05 12 20 20 00 00 00", "hp = hp - 5\n", false},
        {"24 20 00 00 0e 06 00 00 00 12 21 20 00 00 00", "@hp = @hp - rnd(6)\n", false},
        {"25 01 22 01 0f 02 1f 00 00", "a = min(1,b)\n", false},
        {"2c 12 00 00 05 08 00", "sound(clock)\n", false},
        {"2a 01 03 00 25 02 06 22 00", "give(goldcoin,2)\n", false},
        {"22 00 03 11 00 00 22 00 25 01 12 1f 00 02 00 00 00 00",
         "while(a) {\n    a = a - 1\n}\n", false},
        {"22 01 01 01 0f 00 00 25 02 1f 00 02 13 00 00 25 03 1f 00 00",
         "switch(b) {\n    case 1 {\n        a = 2\n    }\n    case 0 {\n        a = 3\n"
         "    }\n}\n",
         false},
        {"23 20 00 00 25 02 13 00", "hp * 2", true},
    };
    Kit *kit = *state;
    for (size_t i = 0; i < COUNT_OF(codes); i++) {
        Writer out = writer_to(kit->arena);
        const ScriptStyle style = {.expression = codes[i].expression};
        if (!script_lift(bytes_of_hex(kit, codes[i].hex), &script_names, &style, &out,
                         kit->arena, &kit->report))
            fail_msg("%s: %s", codes[i].hex, kit_message(kit, 0));
        write_u8(&out, 0);
        assert_string_equal(out.data, codes[i].source);
    }
}

static void code_without_a_source_is_rejected_with_a_message(void **state)
{
    static const char odd[] = "encoded differently";
    static const struct {
        const char *hex, *why;
    } codes[] = {
        {"26 01 00 1f 00 00", odd}, /* a constant longer than needed */
        {"25 01 25 02 1f 00 1f 01 00", "values are left on the stack"},
        {"00 00", "an unexpected jump or end"},
        {"02 04 00 00 00", "an unexpected jump or end"},
        {"22 00 03 06 00 00 00", "a conditional jump that is not a loop"},
        {"2c 13 00 00 05 08 00", "at byte 0: sound 19 has no name"},
        {"25 05 20 99 00 00 00", "at byte 2: attribute 153 has no name"},
        {"0e ff ff ff ff 1f 00 00", odd}, /* no constant of the language is so large */
        {"22 00 01 01 06 00 00 00", "SWITCH leads to byte 6, where no instruction starts"},
        {"22 00 01 01 07 00 00 00", "a jump table that is not a switch"},
        {"04 27 02 00 00 00 00", "an unexpected jump or end"},
    };
    Kit *kit = *state;
    for (size_t i = 0; i < COUNT_OF(codes); i++) {
        Writer out = writer_to(kit->arena);
        kit_clear(kit);
        if (i != 8) /* that one is not valid code */
            assert_true(verify_hex(kit, codes[i].hex, false));
        assert_false(script_lift(bytes_of_hex(kit, codes[i].hex), &script_names,
                                 &(ScriptStyle){0}, &out, kit->arena, &kit->report));
        assert_int_equal(out.size, 0);
        assert_int_equal(kit->messages.count, 1);
        if (!kit_has_message(kit, codes[i].why))
            fail_msg("%s: %s", codes[i].hex, kit_message(kit, 0));
    }
}

/* A switch in the case of a switch, and so on: two levels each. */
static Bytes nested_switches(Kit *kit, unsigned depth)
{
    Writer out = writer_to(kit->arena);
    for (unsigned i = 0; i < depth; i++) {
        write_bytes(&out, (Bytes){(const uint8_t *)"\x22\x00\x01\x01", 4});
        write_u24(&out, 7 * depth + 4 * (depth - i));
    }
    for (unsigned i = 0; i < depth; i++) {
        write_u8(&out, OP_JMP);
        write_u24(&out, (uint32_t)out.size + 3);
    }
    write_u8(&out, OP_END);
    return writer_bytes(&out);
}

static void depth_of_decompiled_blocks_is_limited(void **state)
{
    Kit *kit = *state;
    Writer out = writer_to(kit->arena);
    const ScriptStyle style = {0};
    if (!script_lift(nested_switches(kit, SCRIPT_NESTING_MAX / 2), &script_names, &style, &out,
                     kit->arena, &kit->report))
        fail_msg("%s", kit_message(kit, 0));
    assert_false(script_lift(nested_switches(kit, SCRIPT_NESTING_MAX / 2 + 1), &script_names,
                             &style, &out, kit->arena, &kit->report));
    assert_string_equal(kit->messages.items[0].text.at,
                        "at byte 707: the code cannot be decompiled: it is nested too deeply");
}

static void decompiled_source_compiles_to_the_same_bytes(void **state)
{
    Kit *kit = *state;
    size_t bytes = 0;
    for (uint32_t seed = 0; seed < PROGRAMS; seed++) {
        Arena *arena = arena_new();
        Author author = {.state = seed * 7919, .out = writer_to(arena)};
        Writer lifted = writer_to(arena);
        ScriptCode code, again;
        print_statements(&author, 5);
        ScriptSource source = script_source(writer_text(&author.out));
        const bool fine =
            script_compile(&source, &script_names, NULL, &code, arena, &kit->report) &&
            script_lift(code.bytes, &script_names, &(ScriptStyle){.crlf = seed & 1}, &lifted,
                        arena, &kit->report);
        if (!fine)
            fail_msg("seed %u: %s\n%.*s", seed, kit->messages.items[0].text.at,
                     (int)author.out.size, (char *)author.out.data);
        source = script_source(writer_text(&lifted));
        assert_true(script_compile(&source, &script_names, NULL, &again, arena, &kit->report));
        assert_true(bytes_equal(code.bytes, again.bytes));
        assert_int_equal(code.highest_command, again.highest_command);
        bytes += code.bytes.size;
        arena_free(arena);
    }
    assert_true(bytes > (size_t)PROGRAMS * 50);
}

/* Names of a world where everything is known: what a script calls gets a number. */
static bool any_index(void *context, ScriptKind kind, Text name, uint32_t *out)
{
    NameList *list = context;
    const uint32_t *known = table_get(&list->numbers, name);
    (void)kind;
    *out = known ? *known : names_add(list, name, list->numbers.arena);
    return true;
}

static Text any_name(void *context, ScriptKind kind, uint32_t index, Arena *arena)
{
    const NameList *list = context;
    (void)kind, (void)arena;
    return index < list->count ? list->items[index] : TEXT("");
}

static void longest_printed_name_has_1000_bytes(void **state)
{
    Kit *kit = *state;
    for (size_t size = 1000; size < 1002; size++) {
        NameList list = {.numbers = table_new(kit->arena)};
        const ScriptNames names = {any_index, any_name, NULL, &list};
        Writer out = writer_to(kit->arena);
        names_add(&list, text_of(repeated(kit, "n", size).at), kit->arena);
        const bool fine = script_lift(bytes_of_hex(kit, "2c 00 00 00 05 08 00"), &names,
                                      &(ScriptStyle){0}, &out, kit->arena, &kit->report);
        assert_int_equal(fine, size == 1000);
    }
    assert_string_equal(kit->messages.items[0].text.at,
                        "at byte 0: the code cannot be decompiled: a name in it is too long");
}

static void assert_lifts(Kit *kit, Text name, Bytes code, const ScriptNames *names,
                         bool expression)
{
    Writer lifted = writer_to(kit->arena);
    ScriptCode again;
    Text why;
    const ScriptForm form = script_decompile(
        code, names, &(ScriptStyle){.expression = expression}, &lifted, &why, kit->arena);
    if (form != (text_is(name, "stmt_listing.script") ? SCRIPT_LISTING : SCRIPT_SOURCE))
        fail_msg("%.*s: %.*s", (int)name.size, name.at, (int)why.size, why.at);
    const ScriptSource source = script_source(writer_text(&lifted));
    assert_true(
        expression
            ? script_compile_expression(&source, names, NULL, &again, kit->arena, &kit->report)
            : script_compile(&source, names, NULL, &again, kit->arena, &kit->report));
    assert_true(bytes_equal(again.bytes, code));
}

static void scripts_of_the_tests_survive_a_round_trip(void **state)
{
    Kit *kit = *state;
    NameList list = {.numbers = table_new(kit->arena)};
    const ScriptNames names = {any_index, any_name, NULL, &list};
    ProjectFiles files;
    size_t count = 0;
    assert_true(folder_load_files("tests/scripts", &files, kit->arena, &kit->report));
    for (size_t i = 0; i < files.count; i++) {
        if (!text_ends(files.items[i].path, ".script"))
            continue;
        Text rest = text_of_bytes(files.items[i].bytes), line;
        Writer body = writer_to(kit->arena);
        while (text_line(&rest, &line))
            if (!text_starts(line, "#")) {
                write_text(&body, line);
                write_u8(&body, '\n');
            }
        const ScriptSource source = script_source(writer_text(&body));
        ScriptCode code;
        if (!script_compile(&source, &names, NULL, &code, kit->arena, &kit->report))
            fail_msg("%.*s: %s", (int)files.items[i].path.size, files.items[i].path.at,
                     kit_message(kit, 0));
        assert_lifts(kit, files.items[i].path, code.bytes, &names, false);
        count++;
    }
    assert_true(count > COMMAND_LAST - COMMAND_FIRST);
}

typedef struct Example {
    Kit *kit;
    ScriptNames names;
    size_t count;
} Example;

static void lift_one(void *context, TngScriptRef ref, Text name, Bytes code, bool expression)
{
    Example *example = context;
    (void)ref;
    assert_lifts(example->kit, name, code, &example->names, expression);
    example->count++;
}

static void scripts_of_the_example_survive_a_round_trip(void **state)
{
    Kit *kit = *state;
    ProjectFiles files;
    TngOutput out;
    TngFile game;
    Names names;
    assert_true(project_load_files("examples/segais", &files, kit->arena, &kit->report));
    assert_true(project_build(&files, &(BuildOptions){0}, &out, kit->arena, &kit->report));
    assert_true(tng_read(tng_output_bytes(&out, kit->arena), &game, kit->arena, &kit->report));
    assert_true(project_game_names(&game, &names, kit->arena, &kit->report));
    Example example = {kit, script_names_of(&names), 0};
    assert_true(tng_scripts_visit(&game, lift_one, &example, kit->arena, &kit->report));
    assert_true(example.count > 50);
}

static void random_expressions_survive_a_round_trip(void **state)
{
    Kit *kit = *state;
    for (uint32_t seed = 0; seed < 5000; seed++) {
        Arena *arena = arena_new();
        Author author = {.state = seed * 104729, .out = writer_to(arena)};
        Writer lifted = writer_to(arena);
        ScriptCode code;
        print_expression(&author, 6);
        const ScriptSource source = script_source(writer_text(&author.out));
        assert_true(script_compile_expression(&source, &script_names, NULL, &code, arena,
                                              &kit->report));
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
        TEST(foreign_bytecode_is_decompiled),
        TEST(code_without_a_source_is_rejected_with_a_message),
        TEST(depth_of_decompiled_blocks_is_limited),
        TEST(longest_printed_name_has_1000_bytes),
        TEST(decompiled_source_compiles_to_the_same_bytes),
        TEST(scripts_of_the_tests_survive_a_round_trip),
        TEST(scripts_of_the_example_survive_a_round_trip),
        TEST(random_expressions_survive_a_round_trip),
        TEST(a_very_long_sum_compiles_and_lifts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
