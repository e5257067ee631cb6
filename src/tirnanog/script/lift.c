/* Decompiler: matches the compiler's patterns. Afterwards the source is compiled and
 * compared, so that a result is never wrong. */
#include "tirnanog/script/grammar.h"
#include "tirnanog/script/script.h"

#include <assert.h>

enum { NONE = -1 };

/* Limits the output: small code with long names or deep blocks could grow to gigabytes. */
enum { NAME_MAX = 1000, INDENT_MAX = 16, GROWTH_MAX = 64, SLACK = 1 << 20 };

/* A part of an expression; its operands are a list. It is small: there may be millions. */
typedef struct Term {
    Opcode op;
    uint32_t at; /* byte offset of its instruction */
    int32_t first, next;
} Term;

typedef struct Frame {   /* of the traversal that prints a term */
    int32_t term, child; /* the child to print next */
    bool bracket;
} Frame;

typedef struct Lifter {
    Bytes code;
    const ScriptNames *names;
    const ScriptStyle *style;
    Writer *out;
    Arena *arena;
    Report *report;
    Term *terms; /* of the statement being lifted */
    size_t term_count, term_capacity;
    int32_t stack[SCRIPT_STACK_MAX]; /* terms */
    size_t depth;
    Frame *frames;
    size_t frame_count, frame_capacity;
    size_t max; /* the output's size */
} Lifter;

static bool inexpressible(Lifter *lifter, uint32_t at, const char *why)
{
    return report_error(lifter->report, "at byte %u: the code cannot be decompiled: %s", at,
                        why);
}

/* arena_grow requires increasing counts; these arrays are reused. */
static Term *term_new(Lifter *lifter)
{
    if (lifter->term_count == lifter->term_capacity)
        (void)ARENA_PUSH(lifter->arena, lifter->terms, lifter->term_capacity);
    return &lifter->terms[lifter->term_count++];
}

/* The capacity never shrinks: frames are reused for each term. */
static void frame_push(Lifter *lifter, Frame frame)
{
    if (lifter->frame_count == lifter->frame_capacity)
        (void)ARENA_PUSH(lifter->arena, lifter->frames, lifter->frame_capacity);
    lifter->frames[lifter->frame_count++] = frame;
}

/* A name that the compiler would not accept is found later, when the result is compiled. */
static bool put_name(Lifter *lifter, const Instruction *it)
{
    const ScriptNames *names = lifter->names;
    const Text name = names->name
                          ? names->name(names->context, it->reference, it->value, lifter->arena)
                          : TEXT("");
    if (!name.size)
        return report_error(lifter->report, "at byte %u: %s %u has no name", it->at,
                            script_kind_name(it->reference), it->value);
    if (name.size > NAME_MAX)
        return inexpressible(lifter, it->at, "a name in it is too long");
    write_text(lifter->out, name);
    return true;
}

static bool put_function(Lifter *lifter, const FunctionInfo *function, const Instruction *it)
{
    Writer *out = lifter->out;
    write_format(out, "%s%s(", it->op == function->opponent ? "@" : "", function->name);
    if (function->form == FUNCTION_CONSTANT)
        write_format(out, "%u", it->value);
    else if (function->form != FUNCTION_NOTHING && !put_name(lifter, it))
        return false;
    write_u8(out, ')');
    return true;
}

/* An instruction without operands: a function, a constant, a variable or a reference. */
static bool put_leaf(Lifter *lifter, const Term *term)
{
    Writer *out = lifter->out;
    Instruction read;
    const Instruction *it = &read;
    instruction_read(lifter->code, term->at, &read);
    const FunctionInfo *function = function_of_opcode(it->op);
    if (function)
        return put_function(lifter, function, it);
    if (instruction_is_constant(it))
        write_format(out, "%d", (int32_t)it->value);
    else if (it->op == OP_PUSH)
        write_u8(out, (uint8_t)('a' + it->value));
    else {
        if (it->op == OP_PUSHO)
            write_u8(out, '@');
        if (!put_name(lifter, it))
            return false;
        if (opcode_info(it->op)->shape == SHAPE_PLACE)
            write_format(out, ",%u,%u", it->x, it->y);
    }
    return true;
}

static bool is_extreme(Opcode op) { return op == OP_MIN || op == OP_MAX; }

/* What precedes the first operand; put_term() writes the closing part. */
static void put_open(Lifter *lifter, const Term *term, bool bracket)
{
    if (bracket)
        write_u8(lifter->out, '(');
    if (term->op == OP_NOT)
        write_u8(lifter->out, '!');
    if (is_extreme(term->op))
        write_format(lifter->out, "%s(", function_of_opcode(term->op)->name);
}

/* A child of lower precedence than its parent needs brackets; so does a right child of
 * equal precedence, because all operators are left-associative. */
static bool needs_bracket(const Term *parent, const Term *child, bool left)
{
    const OperatorInfo *sign = operator_of_opcode(child->op);
    if (!sign || is_extreme(parent->op))
        return false;
    const OperatorInfo *above = operator_of_opcode(parent->op);
    const unsigned level = above ? above->level : LEVEL_UNARY;
    return left ? sign->level < level : sign->level <= level;
}

/* The text between two operands; NULL: between two arguments. */
static void put_sign(Lifter *lifter, const OperatorInfo *sign)
{
    if (sign)
        write_format(lifter->out, " %s ", sign->cursor);
    else
        write_u8(lifter->out, ',');
}

/* Not recursive: a sum may have a million operands. */
static bool put_term(Lifter *lifter, int32_t index, bool bracket)
{
    put_open(lifter, &lifter->terms[index], bracket);
    lifter->frame_count = 0;
    frame_push(lifter, (Frame){index, lifter->terms[index].first, bracket});
    while (lifter->frame_count) {
        Frame *frame = &lifter->frames[lifter->frame_count - 1];
        const Term *term = &lifter->terms[frame->term];
        if (term->first == NONE && !put_leaf(lifter, term))
            return false;
        if (frame->child == NONE) {
            if (is_extreme(term->op))
                write_u8(lifter->out, ')');
            if (frame->bracket)
                write_u8(lifter->out, ')');
            lifter->frame_count--;
            continue;
        }
        const int32_t child = frame->child;
        const OperatorInfo *sign = operator_of_opcode(term->op);
        if (child != term->first)
            put_sign(lifter, sign);
        frame->child = lifter->terms[child].next;
        const bool inner = needs_bracket(term, &lifter->terms[child], child == term->first);
        put_open(lifter, &lifter->terms[child], inner);
        frame_push(lifter, (Frame){child, lifter->terms[child].first, inner});
    }
    return true;
}

static void put_line_end(Lifter *lifter)
{
    write_text(lifter->out, lifter->style->crlf ? TEXT("\r\n") : TEXT("\n"));
}

static void put_indent(Lifter *lifter, unsigned level)
{
    const unsigned depth = lifter->style->level + level;
    write_format(lifter->out, "%*s", (int)(4 * (depth < INDENT_MAX ? depth : INDENT_MAX)), "");
}

/* An instruction that pushes a value: pops its operands, pushes the term. */
static bool lift_term(Lifter *lifter, const Instruction *it)
{
    const OpcodeInfo *info = opcode_info(it->op);
    const unsigned pops = info->pops == POPS_BY_COUNT ? it->value : info->pops;
    if (pops > lifter->depth || lifter->depth - pops == SCRIPT_STACK_MAX)
        return inexpressible(lifter, it->at,
                             "its values are computed outside of the expression");
    Term *term = term_new(lifter);
    *term = (Term){it->op, it->at, NONE, NONE};
    for (unsigned i = 0; i < pops; i++) {
        const int32_t operand = lifter->stack[--lifter->depth];
        lifter->terms[operand].next = term->first;
        term->first = operand;
    }
    lifter->stack[lifter->depth++] = (int32_t)(term - lifter->terms);
    return true;
}

static bool lift_block(Lifter *lifter, uint32_t from, uint32_t to, unsigned level,
                       unsigned nesting);

/* The stack has exactly one term, which lift_statement() has checked. */
static bool lift_assignment(Lifter *lifter, const Instruction *it)
{
    if (it->op == OP_POPO)
        write_u8(lifter->out, '@');
    if (it->op == OP_POP)
        write_u8(lifter->out, (uint8_t)('a' + it->value));
    else if (!put_name(lifter, it))
        return false;
    write_text(lifter->out, TEXT(" = "));
    if (!put_term(lifter, lifter->stack[0], false))
        return false;
    put_line_end(lifter);
    return true;
}

/* The terms of the stack are the arguments, from the first. */
static bool lift_command(Lifter *lifter, const Instruction *it)
{
    const CommandInfo *command = command_info(it->value);
    const unsigned count = command_argument_count(command);
    if (count != lifter->depth)
        return inexpressible(lifter, it->at, "values are left on the stack");
    write_format(lifter->out, "%s(", command->name);
    for (unsigned i = 0; i < count; i++) {
        const int32_t term = lifter->stack[i];
        /* A single attribute could be read as one of the argument's words. */
        const bool bracket =
            *argument_info(command->arguments[i])->words && lifter->terms[term].op == OP_PUSHA;
        if (i)
            write_u8(lifter->out, ',');
        if (!put_term(lifter, term, bracket))
            return false;
    }
    write_u8(lifter->out, ')');
    put_line_end(lifter);
    return true;
}

/* The JMP that ends the block before `end`, or false. */
static bool jump_before(Lifter *lifter, uint32_t end, uint32_t from, Instruction *jump)
{
    return end >= from + 4 && instruction_read(lifter->code, end - 4, jump) == DECODED &&
           jump->op == OP_JMP;
}

static void put_block_end(Lifter *lifter, unsigned level)
{
    put_indent(lifter, level);
    write_u8(lifter->out, '}');
    put_line_end(lifter);
}

/* `start` is the start of the condition; `*at` is advanced to after the loop. */
static bool lift_while(Lifter *lifter, const Instruction *it, uint32_t start, uint32_t to,
                       unsigned level, unsigned nesting, uint32_t *at)
{
    Instruction jump;
    const uint32_t body = it->at + it->size;
    if (it->value > to || !jump_before(lifter, it->value, body, &jump) || jump.value != start)
        return inexpressible(lifter, it->at, "a conditional jump that is not a loop");
    write_text(lifter->out, TEXT("while("));
    if (!put_term(lifter, lifter->stack[0], false))
        return false;
    write_text(lifter->out, TEXT(") {"));
    put_line_end(lifter);
    if (!lift_block(lifter, body, jump.at, level + 1, nesting + 1))
        return false;
    put_block_end(lifter, level);
    *at = it->value;
    return true;
}

static bool lift_case(Lifter *lifter, unsigned number, uint32_t from, uint32_t to,
                      unsigned level, unsigned nesting)
{
    put_indent(lifter, level);
    write_format(lifter->out, "case %u {", number);
    put_line_end(lifter);
    if (!lift_block(lifter, from, to, level + 1, nesting + 1))
        return false;
    put_block_end(lifter, level);
    return true;
}

/* The table has the addresses of the cases from the highest to case 0; each case but the
 * last ends with a jump to the common end. */
static bool lift_switch(Lifter *lifter, const Instruction *it, uint32_t to, unsigned level,
                        unsigned nesting, uint32_t *at)
{
    Instruction jump = {0};
    uint32_t from = it->at + it->size, end = from;
    write_text(lifter->out, TEXT("switch("));
    if (!put_term(lifter, lifter->stack[0], false))
        return false;
    write_text(lifter->out, TEXT(") {"));
    put_line_end(lifter);
    for (unsigned i = 0; i < it->value; i++) {
        const uint32_t next = instruction_address(lifter->code, it, i);
        if (next > to || !jump_before(lifter, next, from, &jump) || jump.value < next ||
            jump.value > to || (i && jump.value != end))
            return inexpressible(lifter, it->at, "a jump table that is not a switch");
        end = jump.value;
        /* Empty cases are omitted; the highest one defines their number. */
        if ((i == 0 || jump.at > from) &&
            !lift_case(lifter, it->value - i, from, jump.at, level + 1, nesting + 1))
            return false;
        from = next;
    }
    if (end > from && !lift_case(lifter, 0, from, end, level + 1, nesting + 1))
        return false;
    put_block_end(lifter, level);
    *at = end;
    return true;
}

/* The instruction that completes a statement. */
static bool lift_statement(Lifter *lifter, const Instruction *it, uint32_t start, uint32_t to,
                           unsigned level, unsigned nesting, uint32_t *at)
{
    const bool command = opcode_info(it->op)->shape == SHAPE_COMMAND;
    if (it->op == OP_END || it->op == OP_JMP)
        return inexpressible(lifter, it->at, "an unexpected jump or end");
    if (!command && lifter->depth != 1)
        return inexpressible(lifter, it->at, "values are left on the stack");
    put_indent(lifter, level);
    *at = it->at + it->size;
    return command               ? lift_command(lifter, it)
           : it->op == OP_JZ     ? lift_while(lifter, it, start, to, level, nesting, at)
           : it->op == OP_SWITCH ? lift_switch(lifter, it, to, level, nesting, at)
                                 : lift_assignment(lifter, it);
}

static bool lift_block(Lifter *lifter, uint32_t from, uint32_t to, unsigned level,
                       unsigned nesting)
{
    if (nesting > SCRIPT_NESTING_MAX)
        return inexpressible(lifter, from, "it is nested too deeply");
    for (uint32_t at = from, start = from; at < to;) {
        Instruction it;
        if (at == start)
            lifter->depth = lifter->term_count = 0;
        instruction_read(lifter->code, at, &it);
        if (opcode_info(it.op)->pushes != PUSHES_NOTHING) {
            at += it.size;
            if (at >= to)
                return inexpressible(lifter, it.at, "its value is not used");
            if (!lift_term(lifter, &it))
                return false;
            continue;
        }
        if (!lift_statement(lifter, &it, start, to, level, nesting, &at))
            return false;
        if (at > to)
            return inexpressible(lifter, it.at, "it crosses the end of its block");
        if (lifter->out->size > lifter->max)
            return inexpressible(lifter, it.at, "the source would be too long");
        start = at;
    }
    return true;
}

static bool lift_expression(Lifter *lifter)
{
    Instruction it;
    for (uint32_t at = 0;; at += it.size) {
        instruction_read(lifter->code, at, &it);
        if (it.op == OP_END)
            break;
        if (opcode_info(it.op)->pushes != PUSHES_VALUE)
            return inexpressible(lifter, at, "a statement in an expression");
        if (!lift_term(lifter, &it))
            return false;
    }
    /* The verifier has checked that one value is left. */
    assert(lifter->depth == 1 && lifter->terms);
    return put_term(lifter, lifter->stack[0], false);
}

/* Whether the source from `start` on compiles to the same bytes. */
static bool lift_is_right(Lifter *lifter, size_t start)
{
    const Text text = writer_text(lifter->out);
    const ScriptSource source = {.file = text, .from = start, .to = text.size};
    Report silent = report_to(NULL, NULL);
    ScriptCode again;
    const bool compiled =
        lifter->style->expression
            ? script_compile_expression(&source, lifter->names, NULL, &again, lifter->arena,
                                        &silent)
            : script_compile(&source, lifter->names, NULL, &again, lifter->arena, &silent);
    return compiled && bytes_equal(again.bytes, lifter->code)
               ? true
               : report_error(lifter->report, "the code cannot be decompiled: it is encoded "
                                              "differently, or a name in it has no spelling");
}

bool script_lift(Bytes code, const ScriptNames *names, const ScriptStyle *style, Writer *out,
                 Arena *arena, Report *report)
{
    ScriptInfo info;
    const ScriptLimits limits = {.expression = style->expression};
    const size_t start = out->size;
    if (!script_verify(code, &limits, &info, arena, report))
        return false;
    Lifter *lifter = ARENA_ALLOC(arena, Lifter, 1);
    *lifter = (Lifter){.code = code,
                       .names = names,
                       .style = style,
                       .out = out,
                       .arena = arena,
                       .report = report,
                       .max = start + code.size * GROWTH_MAX + SLACK};
    if ((style->expression ? lift_expression(lifter)
                           : lift_block(lifter, 0, (uint32_t)code.size - 1, 0, 0)) &&
        lift_is_right(lifter, start))
        return true;
    out->size = start;
    return false;
}
