/* Three passes: `sweep` checks each instruction on its own; mark_targets checks that jumps
 * lead to instructions; `walk` follows every path and checks that the stack has the same depth
 * whenever a position is reached. */
#include "tirnanog/script/script.h"

#include <stdarg.h>
#include <stdio.h>

/* Values of `depths` for code that was not visited. */
enum { NO_START = -2, NOT_REACHED = -1 };

typedef struct Verifier {
    Bytes code;
    const ScriptLimits *limits;
    ScriptInfo info;
    int16_t *depths;
    uint8_t *targets;  /* per byte: a jump leads here */
    uint32_t *waiting; /* work list: targets whose depth is known */
    size_t waiting_count;
    Report *report;
} Verifier;

/* Reports an error of the code at byte `at`. Its value is false. */
static bool fail(const Verifier *verifier, uint32_t at, const char *format, ...)
    PRINTF_LIKE(3, 4);

static bool fail(const Verifier *verifier, uint32_t at, const char *format, ...)
{
    const ScriptLimits *limits = verifier->limits;
    char text[200]; /* only words, numbers and names from tables */
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    return limits->position ? report_error_at(verifier->report,
                                              limits->position(limits->context, at), "%s", text)
                            : report_error(verifier->report, "at byte %u: %s", at, text);
}

/* Without `known` there is no game to compare with, and every number is accepted. */
static bool check_known(Verifier *verifier, const Instruction *it)
{
    const ScriptLimits *limits = verifier->limits;
    if (opcode_info(it->op)->shape == SHAPE_SPRITE && it->reference == SCRIPT_NUMBER)
        return fail(verifier, it->at, "invalid sprite category %u; expected 1, 2, 21 or 22",
                    it->category);
    if (it->reference == SCRIPT_NUMBER || !limits->known ||
        limits->known(limits->context, it->reference, it->value))
        return true;
    return fail(verifier, it->at, "unknown %s %u", script_kind_name(it->reference), it->value);
}

static bool check_command(Verifier *verifier, const Instruction *it)
{
    const CommandInfo *command = command_info(it->value);
    const unsigned values = opcode_info(it->op)->pops;
    if (!command)
        return fail(verifier, it->at, "unknown command %u; expected %d to %d", it->value,
                    COMMAND_FIRST, COMMAND_LAST);
    if (command_values(command) != values && command_argument_count(command) != values)
        return fail(verifier, it->at, "%s takes %u values, not %u", command->name,
                    command_values(command), values);
    if (verifier->limits->expression)
        return fail(verifier, it->at, "an expression cannot call %s", command->name);
    if (it->value > verifier->info.highest_command)
        verifier->info.highest_command = (uint8_t)it->value;
    return true;
}

/* Checks an instruction on its own. */
static bool check_instruction(Verifier *verifier, const Instruction *it)
{
    const OperandShape shape = opcode_info(it->op)->shape;
    if (shape == SHAPE_COMMAND)
        return check_command(verifier, it);
    if (shape == SHAPE_LOCAL && it->value >= SCRIPT_LOCALS)
        return fail(verifier, it->at, "unknown local variable %u", it->value);
    if (shape == SHAPE_COUNT && it->value == 0)
        return fail(verifier, it->at, "%s of no values", opcode_info(it->op)->name);
    return check_known(verifier, it);
}

/* Every byte must belong to one instruction; the last one must be END. */
static bool sweep(Verifier *verifier)
{
    Instruction it = {0};
    for (size_t at = 0; at < verifier->code.size; at += it.size) {
        const Decoded decoded = instruction_read(verifier->code, at, &it);
        if (decoded == DECODED_UNKNOWN)
            return fail(verifier, (uint32_t)at, "unknown opcode %u", verifier->code.data[at]);
        if (decoded == DECODED_CUT)
            return fail(verifier, (uint32_t)at, "%s is truncated",
                        opcode_info(verifier->code.data[at])->name);
        if (!check_instruction(verifier, &it))
            return false;
        verifier->depths[at] = NOT_REACHED;
        verifier->info.instructions++;
    }
    if (it.op == OP_END && verifier->code.size)
        return true;
    const ScriptLimits *limits = verifier->limits;
    static const char problem[] = "the script does not end with END";
    return limits->position ? report_error_at(verifier->report,
                                              limits->position(limits->context,
                                                               (uint32_t)verifier->code.size),
                                              "%s", problem)
                            : report_error(verifier->report, "%s", problem);
}

/* Counts each target once: no more can wait in the work list. The end of the code is no
 * target. */
static bool mark_target(Verifier *verifier, const Instruction *it, uint32_t target)
{
    if (target >= verifier->code.size || verifier->depths[target] == NO_START)
        return fail(verifier, it->at, "%s leads to byte %u, where no instruction starts",
                    opcode_info(it->op)->name, target);
    verifier->waiting_count += !verifier->targets[target];
    verifier->targets[target] = 1;
    return true;
}

static bool mark_targets(Verifier *verifier)
{
    Instruction it;
    for (size_t at = 0; at < verifier->code.size; at += it.size) {
        instruction_read(verifier->code, at, &it);
        if ((it.op == OP_JMP || it.op == OP_JZ) && !mark_target(verifier, &it, it.value))
            return false;
        for (unsigned i = 0; it.op == OP_SWITCH && i < it.value; i++)
            if (!mark_target(verifier, &it, instruction_address(verifier->code, &it, i)))
                return false;
    }
    return true;
}

/* The stack along straight-line code. */
typedef struct Stack {
    uint8_t kinds[SCRIPT_STACK_MAX]; /* ScriptKind of each value */
    unsigned depth, references;
} Stack;

/* PUSHMAP is the only instruction that pushes two values. */
static bool stack_push(Verifier *verifier, const Instruction *it, Stack *stack)
{
    const bool reference = opcode_info(it->op)->pushes == PUSHES_REFERENCE;
    const unsigned values = it->op == OP_PUSHMAP ? 2 : 1;
    if (stack->depth + values > SCRIPT_STACK_MAX)
        return fail(verifier, it->at, "more than %d values on the stack", SCRIPT_STACK_MAX);
    for (unsigned i = 0; i < values; i++)
        stack->kinds[stack->depth++] = (uint8_t)(reference ? it->reference : SCRIPT_NUMBER);
    stack->references += reference ? values : 0;
    if (stack->depth > verifier->info.stack)
        verifier->info.stack = (uint16_t)stack->depth;
    return true;
}

/* The caller has checked the depth. */
static bool stack_pop(Verifier *verifier, const Instruction *it, Stack *stack, ScriptKind kind)
{
    const ScriptKind found = (ScriptKind)stack->kinds[--stack->depth];
    stack->references -= found != SCRIPT_NUMBER;
    if (found == kind)
        return true;
    return fail(verifier, it->at, "%s with a value of the wrong kind (%s instead of %s)",
                opcode_info(it->op)->name, script_kind_name(found), script_kind_name(kind));
}

/* From the last argument to the first, as they lie on the stack. */
static bool stack_pop_arguments(Verifier *verifier, const Instruction *it, Stack *stack)
{
    const CommandInfo *command = command_info(it->value);
    for (unsigned i = COMMAND_ARGUMENTS; i--;) {
        const ArgumentInfo *argument = argument_info(command->arguments[i]);
        for (unsigned value = 0; value < argument->values; value++)
            if (!stack_pop(verifier, it, stack, argument->reference))
                return false;
    }
    return true;
}

static bool step(Verifier *verifier, const Instruction *it, Stack *stack)
{
    const OpcodeInfo *info = opcode_info(it->op);
    const unsigned pops = info->shape == SHAPE_COMMAND ? command_values(command_info(it->value))
                          : info->pops == POPS_BY_COUNT ? it->value
                                                        : info->pops;
    if (pops > stack->depth)
        return fail(verifier, it->at, "%s needs %u values, found %u", info->name, pops,
                    stack->depth);
    if (info->shape == SHAPE_COMMAND) {
        if (!stack_pop_arguments(verifier, it, stack))
            return false;
    } else {
        for (unsigned i = 0; i < pops; i++)
            if (!stack_pop(verifier, it, stack, SCRIPT_NUMBER))
                return false;
    }
    if (info->pushes != PUSHES_NOTHING && !stack_push(verifier, it, stack))
        return false;
    const bool control = opcode_is_control(it->op);
    if (control && stack->references)
        return fail(verifier, it->at, "%s with an unused reference", info->name);
    const unsigned left = verifier->limits->expression;
    if (it->op == OP_END && stack->depth != left)
        return fail(verifier, it->at, "END with %u values, not %u", stack->depth, left);
    return true;
}

/* Records a path to `target` with this stack depth. */
static bool reach(Verifier *verifier, const Instruction *it, uint32_t target, unsigned depth)
{
    const int known = verifier->depths[target];
    if (known == NOT_REACHED) {
        verifier->depths[target] = (int16_t)depth;
        verifier->waiting[verifier->waiting_count++] = target;
    } else if (known != (int)depth) {
        const ScriptLimits *limits = verifier->limits;
        const bool lines = limits->position;
        const uint32_t place = lines ? limits->position(limits->context, target).line : target;
        return fail(verifier, it->at, "%u values on the stack at %s %u, %d on another path",
                    depth, lines ? "line" : "byte", place, known);
    }
    return true;
}

static bool reach_all(Verifier *verifier, const Instruction *it, unsigned depth)
{
    if ((it->op == OP_JMP || it->op == OP_JZ) && !reach(verifier, it, it->value, depth))
        return false;
    for (unsigned i = 0; it->op == OP_SWITCH && i < it->value; i++)
        if (!reach(verifier, it, instruction_address(verifier->code, it, i), depth))
            return false;
    return true;
}

/* Visits code from `at`, whose depth is known, to a jump, an END or visited code. */
static bool walk(Verifier *verifier, uint32_t at)
{
    Stack stack = {.depth = (unsigned)verifier->depths[at]};
    Instruction it;
    for (;;) {
        instruction_read(verifier->code, at, &it);
        if (!step(verifier, &it, &stack) || !reach_all(verifier, &it, stack.depth))
            return false;
        if (it.op == OP_END || it.op == OP_JMP)
            return true;
        at += it.size; /* the last instruction is END, so there is one more */
        if (verifier->targets[at] && stack.references)
            return fail(verifier, at, "a reference is on the stack at a jump");
        const int known = verifier->depths[at];
        if (known != NOT_REACHED)
            return reach(verifier, &it, at, stack.depth);
        verifier->depths[at] = (int16_t)stack.depth;
    }
}

bool script_verify_depths(Bytes code, const ScriptLimits *limits, ScriptInfo *out,
                          int16_t *depths, Arena *arena, Report *report)
{
    static const ScriptLimits handler = {0};
    Verifier verifier = {
        .code = code, .limits = limits ? limits : &handler, .depths = depths, .report = report};
    if (code.size >= SCRIPT_SIZE_MAX)
        return report_error(report, "the script is too long: %zu bytes", code.size);
    for (size_t i = 0; i < code.size; i++)
        depths[i] = NO_START;
    if (!sweep(&verifier))
        return false;
    verifier.targets = ARENA_ALLOC(arena, uint8_t, code.size);
    if (!mark_targets(&verifier))
        return false;
    verifier.waiting = arena_alloc_raw(arena, verifier.waiting_count + 1, sizeof(uint32_t));
    verifier.waiting_count = 0;
    depths[0] = 0;
    bool fine = walk(&verifier, 0);
    while (fine && verifier.waiting_count)
        fine = walk(&verifier, verifier.waiting[--verifier.waiting_count]);
    for (size_t i = 0; i < code.size; i++)
        if (depths[i] == NO_START)
            depths[i] = NOT_REACHED;
    *out = verifier.info;
    return fine;
}

bool script_verify(Bytes code, const ScriptLimits *limits, ScriptInfo *out, Arena *arena,
                   Report *report)
{
    if (code.size >= SCRIPT_SIZE_MAX) /* before allocating memory */
        return report_error(report, "the script is too long: %zu bytes", code.size);
    int16_t *depths = arena_alloc_raw(arena, code.size, sizeof *depths);
    return script_verify_depths(code, limits, out, depths, arena, report);
}
