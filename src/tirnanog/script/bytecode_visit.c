/* Two walks over bytecode: its references to things in the game, and its disassembly (offset,
 * bytes, mnemonic, operand). The disassembly also shows code that the verifier refuses, up to
 * the first byte that is not an instruction. */
#include "tirnanog/script/script.h"

bool script_visit(Bytes code, ScriptVisitor *visitor, void *context)
{
    Instruction it;
    for (size_t at = 0; at < code.size; at += it.size) {
        if (instruction_read(code, at, &it) != DECODED)
            return false;
        const OperandShape shape = opcode_info(it.op)->shape;
        if (it.reference == SCRIPT_NUMBER)
            continue;
        /* The category of a sprite is before its number. */
        if (shape == SHAPE_SPRITE)
            visitor(context, it.reference, it.value, at + 2, 2);
        else
            visitor(context, it.reference, it.value, at + 1, shape == SHAPE_ITEM ? 2 : 3);
    }
    return true;
}

enum { BYTES_PER_LINE = 8, NAME_MAX = 100 };

/* `000012  2c 12 00 00`, padded to the column of the mnemonic. */
static void list_bytes(Bytes code, size_t at, size_t size, Writer *out)
{
    static const char digits[] = "0123456789abcdef";
    char line[8 + 3 * BYTES_PER_LINE], *next = line;
    for (unsigned shift = 24; shift; *next++ = digits[at >> (shift -= 4) & 15])
        ;
    *next++ = ' ';
    for (size_t i = 0; i < BYTES_PER_LINE; i++) {
        *next++ = ' ';
        *next++ = i < size ? digits[code.data[at + i] >> 4] : ' ';
        *next++ = i < size ? digits[code.data[at + i] & 15] : ' ';
    }
    write_text(out, (Text){line, (size_t)(next - line)});
}

static void list_reference(const Instruction *it, const ScriptNames *names, Writer *out)
{
    const Text name = names->name
                          ? names->name(names->context, it->reference, it->value, out->arena)
                          : TEXT("");
    if (name.size)
        write_text(out, text_slice(name, 0, name.size < NAME_MAX ? name.size : NAME_MAX));
    else
        write_format(out, "#%u", it->value);
    if (it->op == OP_PUSHMAP)
        write_format(out, ",%u,%u", it->x, it->y);
}

static void list_operand(Bytes code, const Instruction *it, const ScriptNames *names,
                         Writer *out)
{
    const OperandShape shape = opcode_info(it->op)->shape;
    const CommandInfo *command = command_info(it->value);
    if (it->reference != SCRIPT_NUMBER)
        list_reference(it, names, out);
    else if (shape == SHAPE_SPRITE)
        write_format(out, "category %u, #%u", it->category, it->value);
    else if (shape == SHAPE_COMMAND && command)
        write_text(out, text_of(command->name));
    else if (shape == SHAPE_LOCAL && it->value < SCRIPT_LOCALS)
        write_u8(out, (uint8_t)('a' + it->value));
    else if (shape == SHAPE_ADDRESS)
        write_format(out, "%06x", it->value);
    else if (shape != SHAPE_NONE)
        write_format(out, "%d", (int32_t)it->value);
    for (unsigned i = 0; shape == SHAPE_TABLE && i < it->value; i++)
        write_format(out, " %u:%06x", it->value - 1 - i, instruction_address(code, it, i));
}

bool script_list_next(Bytes code, size_t *at, const ScriptNames *names, Writer *out)
{
    Instruction it;
    const size_t start = *at;
    if (instruction_read(code, start, &it) != DECODED) {
        list_bytes(code, start, 1, out);
        write_text(out, TEXT("  is not an instruction\n"));
        ++*at;
        return false;
    }
    *at += it.size;
    list_bytes(code, start, it.size, out);
    write_format(out, opcode_info(it.op)->shape == SHAPE_NONE ? "  %s" : "  %-8s",
                 opcode_info(it.op)->name);
    list_operand(code, &it, names, out);
    write_u8(out, '\n');
    for (size_t more = BYTES_PER_LINE; more < it.size; more += BYTES_PER_LINE) {
        list_bytes(code, start + more, it.size - more, out);
        while (out->data[out->size - 1] == ' ')
            out->size--;
        write_u8(out, '\n');
    }
    return true;
}

bool script_list(Bytes code, const ScriptNames *names, Writer *out)
{
    for (size_t at = 0; at < code.size;)
        if (!script_list_next(code, &at, names, out))
            return false;
    return true;
}
