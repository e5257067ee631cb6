/* Prints bytecode as a listing, which listing.c assembles to the same bytes. */
#include "tirnanog/script/listing.h"

#include "base/text.h"

#include <assert.h>

/* NAME_MAX: longer names are shown as numbers. INDENT_MAX: levels, so that deep code stays
 * small. */
enum { NAME_MAX = 1000, INDENT_MAX = 16 };

typedef struct Printer {
    Bytes code;
    const ScriptNames *names;
    const ScriptStyle *style;
    uint32_t *labels; /* per byte of code: 0, or the number of its label */
    Writer *out;
    Arena *arena;
} Printer;

/* The code has been verified, so every jump is inside of it. */
static void mark_label(Printer *printer, uint32_t address)
{
    assert(address < printer->code.size);
    printer->labels[address] = 1;
}

/* Labels are numbered in the order of their addresses. */
static void number_labels(Printer *printer)
{
    Instruction it;
    for (size_t at = 0; at < printer->code.size; at += it.size) {
        instruction_read(printer->code, at, &it);
        const OperandShape shape = opcode_info(it.op)->shape;
        if (shape == SHAPE_ADDRESS)
            mark_label(printer, it.value);
        for (unsigned i = 0; shape == SHAPE_TABLE && i < it.value; i++)
            mark_label(printer, instruction_address(printer->code, &it, i));
    }
    uint32_t count = 0;
    for (size_t at = 0; at < printer->code.size; at++)
        if (printer->labels[at])
            printer->labels[at] = ++count;
}

static void print_label(Printer *printer, uint32_t address)
{
    write_format(printer->out, "L%u", printer->labels[address]);
}

/* By its name, if the compiler finds the same number under that name. */
static void print_reference(Printer *printer, const Instruction *it)
{
    const ScriptNames *names = printer->names;
    const ScriptKind kind = it->reference;
    const bool named =
        kind != SCRIPT_NUMBER && kind != SCRIPT_TEXT && names->name && names->index;
    const Text name =
        named ? names->name(names->context, kind, it->value, printer->arena) : TEXT("");
    uint32_t index;
    if (lexer_is_word(name) && name.size <= NAME_MAX &&
        names->index(names->context, kind, name, &index) && index == it->value)
        write_text(printer->out, name);
    else
        write_format(printer->out, "[%u]", it->value);
}

/* The inverse of operand(): what is printed here is read there with the same bytes. */
static void print_operand(Printer *printer, const Instruction *it)
{
    Writer *out = printer->out;
    const OperandShape shape = opcode_info(it->op)->shape;
    switch (shape) {
    case SHAPE_TABLE:
        write_u8(out, '(');
        for (unsigned i = 0; i < it->value; i++) {
            write_text(out, i ? TEXT(", ") : TEXT(""));
            print_label(printer, instruction_address(printer->code, it, i));
        }
        write_u8(out, ')');
        break;
    case SHAPE_ADDRESS:
        print_label(printer, it->value);
        break;
    case SHAPE_COMMAND:
        write_text(out, text_of(command_info(it->value)->name));
        break;
    case SHAPE_LOCAL:
        write_u8(out, (uint8_t)('a' + it->value));
        break;
    case SHAPE_PLACE:
        print_reference(printer, it);
        write_format(out, ", %u, %u", it->x, it->y);
        break;
    case SHAPE_SPRITE:
        write_format(out, "%u, ", it->category);
        print_reference(printer, it);
        break;
    default:
        if (it->reference != SCRIPT_NUMBER)
            print_reference(printer, it);
        else
            write_format(out, "%d", (int32_t)it->value);
    }
}

static void print_instruction(Printer *printer, const Instruction *it)
{
    const OpcodeInfo *info = opcode_info(it->op);
    const bool line = printer->style->expression;
    write_format(printer->out,
                 info->shape == SHAPE_NONE ? "%s"
                 : line                    ? "%s "
                                           : "%-8s",
                 info->name);
    if (info->shape != SHAPE_NONE)
        print_operand(printer, it);
}

static void print_line_end(Printer *printer)
{
    write_text(printer->out, printer->style->crlf ? TEXT("\r\n") : TEXT("\n"));
}

static void print_indent(Printer *printer, unsigned level)
{
    const unsigned depth = printer->style->level + level;
    write_format(printer->out, "%*s", (int)(4 * (depth < INDENT_MAX ? depth : INDENT_MAX)), "");
}

/* Control characters, which a foreign name may contain, would end the comment. */
static void print_comment(Printer *printer, Text comment)
{
    for (Text line; text_line(&comment, &line);) {
        print_indent(printer, 1);
        write_text(printer->out, line.size ? TEXT("# ") : TEXT("#"));
        for (size_t i = 0; i < line.size; i++)
            write_u8(printer->out, (unsigned char)line.at[i] < ' ' ? '?' : (uint8_t)line.at[i]);
        print_line_end(printer);
    }
}

/* ` L1: PUSH a`, without line ends. */
static void print_in_line(Printer *printer)
{
    Instruction it;
    for (uint32_t at = 0; at < printer->code.size; at += it.size) {
        instruction_read(printer->code, at, &it);
        write_u8(printer->out, ' ');
        if (printer->labels[at]) {
            print_label(printer, at);
            write_text(printer->out, TEXT(": "));
        }
        print_instruction(printer, &it);
    }
    write_u8(printer->out, ' ');
}

static void print_lines(Printer *printer)
{
    Instruction it;
    for (uint32_t at = 0; at < printer->code.size; at += it.size) {
        instruction_read(printer->code, at, &it);
        if (printer->labels[at]) {
            print_indent(printer, 0);
            print_label(printer, at);
            write_u8(printer->out, ':');
            print_line_end(printer);
        }
        print_indent(printer, 1);
        print_instruction(printer, &it);
        print_line_end(printer);
    }
}

/* The code must have been verified: instruction_read() is not checked. */
void listing_print(Bytes code, const ScriptNames *names, const ScriptStyle *style, Text comment,
                   Writer *out, Arena *arena)
{
    Printer printer = {.code = code,
                       .names = names,
                       .style = style,
                       .labels = ARENA_ALLOC(arena, uint32_t, code.size),
                       .out = out,
                       .arena = arena};
    number_labels(&printer);
    if (!style->expression)
        print_indent(&printer, 0);
    write_format(out, "%s {", statement_info(STATEMENT_LISTING)->keyword);
    if (style->expression) {
        print_in_line(&printer);
    } else {
        print_line_end(&printer);
        print_comment(&printer, comment);
        print_lines(&printer);
        print_indent(&printer, 0);
    }
    write_u8(out, '}');
    if (!style->expression)
        print_line_end(&printer);
}
