#include "lib/script_kit.h"

static void tables_have_a_row_for_every_number(void **state)
{
    (void)state;
    for (unsigned i = 0; i < OPCODES; i++) {
        assert_non_null(opcode_info(i));
        assert_non_null(opcode_info(i)->name);
        assert_true(*opcode_info(i)->doc);
    }
    assert_null(opcode_info(OPCODES));
    for (unsigned i = COMMAND_FIRST; i <= COMMAND_LAST; i++) {
        assert_non_null(command_info(i)->name);
        assert_int_equal(command_find(text_of(command_info(i)->name)), i);
        assert_true(command_values(command_info(i)) <= COMMAND_VALUES);
    }
    assert_null(command_info(4));
    assert_null(command_info(COMMAND_LAST + 1));
}

/* Verifier, optimiser and machine go by the family, and by pops and pushes. */
static void opcode_rows_agree_with_their_family(void **state)
{
    (void)state;
    for (unsigned i = 0; i < OPCODES; i++) {
        const OpcodeInfo *info = opcode_info(i);
        const bool binary = opcode_is_binary((Opcode)i);
        assert_int_equal(opcode_family((Opcode)i), info->family);
        assert_int_equal(binary, info->pops == 2 && info->pushes == PUSHES_VALUE);
        assert_int_equal(info->family == FAMILY_CALL, info->shape == SHAPE_COMMAND);
        assert_int_equal(info->family == FAMILY_EXTREME, info->pops == POPS_BY_COUNT);
        assert_int_equal(info->family == FAMILY_POP || opcode_is_control((Opcode)i),
                         info->pushes == PUSHES_NOTHING);
        assert_int_equal(info->family == FAMILY_PLACE || info->family == FAMILY_REFERENCE,
                         info->pushes == PUSHES_REFERENCE);
    }
}

static void bad_bytecode_is_rejected_with_the_reason(void **state)
{
    Kit *kit = *state;
    const char *const before =
        arena_format(kit->arena, "at byte 0: unknown command 4; expected 5 to %d", COMMAND_LAST)
            .at;
    const char *const after =
        arena_format(kit->arena, "at byte 0: unknown command 255; expected 5 to %d",
                     COMMAND_LAST)
            .at;
    const char *const bad[][2] = {
        {"", "the script does not end with END"},
        {"25 01 1f 00", "the script does not end with END"},
        {"ff 00", "at byte 0: unknown opcode 255"},
        {"25", "at byte 0: PUSH8 is truncated"},
        {"25 00 01 02 00 00 00", "at byte 2: SWITCH is truncated"},
        {"02 01 00 00 00", "at byte 0: JMP leads to byte 1, where no instruction starts"},
        {"02 05 00 00 00", "at byte 0: JMP leads to byte 5, where no instruction starts"},
        {"25 00 01 01 01 00 00 00",
         "at byte 2: SWITCH leads to byte 1, where no instruction starts"},
        {"11 00", "at byte 0: ADD needs 2 values, found 0"},
        {"25 01 00", "at byte 2: END with 1 values, not 0"},
        {"25 01 1f 1a 00", "at byte 2: unknown local variable 26"},
        {"22 1a 1f 00 00", "at byte 0: unknown local variable 26"},
        {"0f 00 1f 00 00", "at byte 0: MIN of no values"},
        {"04 ff 00", after},
        {"04 04 00", before},
        {"04 06 00", "at byte 0: delay takes 1 values, not 0"},
        {"2c 12 00 00 05 06 00",
         "at byte 4: FNC1 with a value of the wrong kind (sound instead of number)"},
        {"25 01 05 08 00",
         "at byte 2: FNC1 with a value of the wrong kind (number instead of sound)"},
        {"29 30 00 00 01 00 02 00 07 1f 00", "at byte 8: delete takes 2 values, not 3"},
        {"2a 03 00 00 05 1e 00", "at byte 0: invalid sprite category 3; expected 1, 2, 21 or 22"},
        {"2a 15 00 00 05 1e 00",
         "at byte 4: FNC1 with a value of the wrong kind (NPC instead of object)"},
        {"2c 12 00 00 02 08 00 00 05 08 00", "at byte 4: JMP with an unused reference"},
        {"25 01 02 00 00 00 00",
         "at byte 2: 1 values on the stack at byte 0, 0 on another path"},
        {"25 01 25 01 03 09 00 00 00 00", "at byte 8: END with 1 values, not 0"},
    };
    for (size_t i = 0; i < COUNT_OF(bad); i++) {
        kit->messages.count = 0;
        assert_false(verify_hex(kit, bad[i][0], false));
        assert_int_equal(kit->messages.count, 1);
        assert_string_equal(kit->messages.items[0].text.at, bad[i][1]);
    }
    assert_false(verify_hex(kit, "00", true));
    assert_true(verify_hex(kit, "25 01 00", true));
    assert_false(verify_hex(kit, "25 01 04 27 00", true));
}

static void a_stack_that_grows_in_a_loop_is_rejected(void **state)
{
    Kit *kit = *state;
    Writer out = writer_to(kit->arena);
    ScriptInfo info;
    for (unsigned i = 0; i <= SCRIPT_STACK_MAX; i++)
        write_text(&out, TEXT("\x22\x01"));
    write_u8(&out, OP_END);
    assert_false(script_verify(writer_bytes(&out), NULL, &info, kit->arena, &kit->report));
    assert_string_equal(kit->messages.items[0].text.at,
                        "at byte 512: more than 256 values on the stack");
}

static void valid_code_reports_size_and_stack(void **state)
{
    Kit *kit = *state;
    ScriptCode code;
    ScriptInfo info;
    assert_true(compile(kit, "a=1+2*3 npc(town,1,2,slime) exit()", &code));
    assert_true(script_verify(code.bytes, NULL, &info, kit->arena, &kit->report));
    assert_int_equal(info.stack, 3);
    assert_int_equal(info.highest_command, 17);
    assert_int_equal(info.instructions, 11);
}

/* A loop entered at its condition, as other compilers like to write it. */
static void backward_jumps_into_known_code_are_accepted(void **state)
{
    assert_true(verify_hex(*state,
                           "02 09 00 00 04 27 02 09 00 22 00 03 13 00 00 02 04 00 00 00",
                           false) == false);
    assert_true(verify_hex(
        *state, "02 0a 00 00 04 27 02 0a 00 00 22 00 03 14 00 00 02 04 00 00 00", false));
}

static bool only_small(void *context, ScriptKind kind, uint32_t index)
{
    (void)context;
    return kind == SCRIPT_SOUND && index < 0x12;
}

static void an_index_outside_its_section_is_rejected(void **state)
{
    Kit *kit = *state;
    const ScriptLimits limits = {.known = only_small};
    ScriptInfo info;
    assert_true(script_verify(bytes_of_hex(kit, "2c 11 00 00 05 08 00"), &limits, &info,
                              kit->arena, &kit->report));
    assert_false(script_verify(bytes_of_hex(kit, "2c 12 00 00 05 08 00"), &limits, &info,
                               kit->arena, &kit->report));
    assert_string_equal(kit->messages.items[0].text.at, "at byte 0: unknown sound 18");
}

static void note_reference(void *context, ScriptKind kind, uint32_t index, size_t at,
                           unsigned size)
{
    write_format(context, "%s %u at %zu,%u\n", script_kind_name(kind), index, at, size);
}

static void references_are_visited_with_their_place(void **state)
{
    Kit *kit = *state;
    ScriptCode code;
    Writer out = writer_to(kit->arena);
    assert_true(compile(kit, "npc(town,3,4,slime) a=cnt(obj)+@hp sound(clock)", &code));
    assert_true(script_visit(code.bytes, note_reference, &out));
    write_u8(&out, 0);
    assert_string_equal(out.data, "map 48 at 1,3\nNPC 2 at 10,2\nobject 4 at 15,2\n"
                                  "attribute 32 at 18,3\nsound 18 at 25,3\n");
    assert_false(script_visit((Bytes){(const uint8_t *)"\x2c\x01", 2}, note_reference, &out));
}

static void the_list_shows_offset_bytes_mnemonic_and_names(void **state)
{
    Kit *kit = *state;
    ScriptCode code;
    Writer out = writer_to(kit->arena);
    assert_true(
        compile(kit, "npc(town,3,4,slime) while(hp<300) { switch(b) { case 3 { } } }", &code));
    assert_true(script_list(code.bytes, &script_names, &out));
    write_u8(&out, 0);
    assert_string_equal(
        out.data, "000000  29 30 00 00 03 00 04 00  PUSHMAP town,3,4\n"
                  "000008  2a 15 02 00              PUSHSPR slime\n"
                  "00000c  07 11                    FNC3    npc\n"
                  "00000e  23 20 00 00              PUSHA   hp\n"
                  "000012  26 2c 01                 PUSH16  300\n"
                  "000015  1b                       LT\n"
                  "000016  03 37 00 00              JZ      000037\n"
                  "00001a  22 01                    PUSH    b\n"
                  "00001c  01 03 2b 00 00 2f 00 00  SWITCH  3 2:00002b 1:00002f 0:000033\n"
                  "000024  33 00 00\n"
                  "000027  02 33 00 00              JMP     000033\n"
                  "00002b  02 33 00 00              JMP     000033\n"
                  "00002f  02 33 00 00              JMP     000033\n"
                  "000033  02 0e 00 00              JMP     00000e\n"
                  "000037  00                       END\n");
    out.size = 0;
    assert_false(script_list((Bytes){(const uint8_t *)"\x22\x00\x99", 3}, &script_names, &out));
    write_u8(&out, 0);
    assert_string_equal(out.data, "000000  22 00                    PUSH    a\n"
                                  "000002  99                       is not an instruction\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(opcode_rows_agree_with_their_family),
        TEST(bad_bytecode_is_rejected_with_the_reason),
        TEST(a_stack_that_grows_in_a_loop_is_rejected),
        TEST(valid_code_reports_size_and_stack),
        TEST(backward_jumps_into_known_code_are_accepted),
        TEST(an_index_outside_its_section_is_rejected),
        TEST(references_are_visited_with_their_place),
        TEST(the_list_shows_offset_bytes_mnemonic_and_names),
        TEST(tables_have_a_row_for_every_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
