/* machine_load verifies the code and translates it: first one step per instruction
 * (load_step), then the division of long straight-line code into pieces (cut_pieces), and
 * last, from the end to the start, the cost of each step and the fusion of common sequences
 * into one step (fuse). */
#include "tirnanog/script/machine_steps.h"

enum { FUSED_MAX = 4 }; /* maximum number of instructions in one step */

typedef struct Loader {
    Bytes code;
    const MachineAttributes *attributes;
    bool plain;
    MachineStep *steps;
    uint32_t *tables;
    int16_t *depths;
    uint8_t *ops;
    const int16_t *byte_depths;
    uint32_t *step_of; /* per byte of code: the number of the step that starts there */
    uint32_t count, table_count;
} Loader;

static const uint8_t families[SINGLE_STEPS] = {
#define OP(number, name, family, shape, pops, pushes, doc) [OP_##name] = FAMILY_##family,
#include "tirnanog/script/opcodes.def"
    [OP_SWITCH_ONE] = FAMILY_JUMP,  [OP_POP_PAY] = FAMILY_POP,
    [OP_POPA_PAY] = FAMILY_POP,     [OP_POPO_PAY] = FAMILY_POP,
    [OP_PUSHA_PLAIN] = FAMILY_PUSH, [OP_PUSHO_PLAIN] = FAMILY_PUSH};

OpcodeFamily step_family(unsigned step) { return (OpcodeFamily)families[step]; }

bool step_ends_piece(unsigned step)
{
    return step == OP_POP_PAY || step == OP_POPA_PAY || step == OP_POPO_PAY;
}

static unsigned ending_piece(unsigned pop)
{
    return pop == OP_POP ? OP_POP_PAY : pop == OP_POPA ? OP_POPA_PAY : OP_POPO_PAY;
}

static bool is_control(unsigned step)
{
    return families[step] == FAMILY_END || families[step] == FAMILY_JUMP ||
           families[step] == FAMILY_CALL || step_ends_piece(step);
}

static bool is_pop(unsigned step)
{
    return families[step] == FAMILY_POP && !step_ends_piece(step);
}

static void add_table(Loader *loader, uint32_t value)
{
    loader->tables[loader->table_count++] = value;
}

/* Notes the depth of the stack at a step where execution may start or continue. */
static void rest_at(Loader *loader, uint32_t at)
{
    loader->depths[loader->step_of[at]] = loader->byte_depths[at];
}

/* The targets of 0 to n, after n itself. */
static void load_switch(Loader *loader, const Instruction *it)
{
    add_table(loader, it->value);
    for (unsigned i = it->value; i--;) {
        const uint32_t target = instruction_address(loader->code, it, i);
        add_table(loader, loader->step_of[target]);
        rest_at(loader, target);
    }
    add_table(loader, loader->step_of[it->at + it->size]);
}

/* Replaces the number in the code by the host's slot. */
static void load_attribute(Loader *loader, uint32_t i)
{
    const MachineAttributes *attributes = loader->attributes;
    MachineStep *step = &loader->steps[i];
    uint8_t *op = &loader->ops[i];
    bool plain = false;
    step->value = (int32_t)attributes->slot(attributes->context, (uint32_t)step->value, &plain);
    if (!plain || (*op != OP_PUSHA && *op != OP_PUSHO))
        return;
    *op = *op == OP_PUSHA ? OP_PUSHA_PLAIN : OP_PUSHO_PLAIN;
    loader->plain = true;
}

/* Targets are byte addresses in the code, but numbers of steps in the machine. */
static void load_target(Loader *loader, MachineStep *step, uint32_t target)
{
    step->value = (int32_t)loader->step_of[target];
    rest_at(loader, target);
}

/* The unfused action of an instruction; pushing its operand is always PUSH8. */
static void load_step(Loader *loader, const Instruction *it, uint32_t i)
{
    MachineStep *step = &loader->steps[i];
    uint8_t *op = &loader->ops[i];
    *step = (MachineStep){.value = (int32_t)it->value};
    const OpcodeFamily family = opcode_family(it->op);
    *op =
        (uint8_t)(family == FAMILY_CONSTANT || family == FAMILY_REFERENCE ? OP_PUSH8 : it->op);
    if (family == FAMILY_CALL) {
        *op = (uint8_t)(OP_FNC0 + command_values(command_info(it->value)));
    } else if (it->op == OP_JMP || it->op == OP_JZ) {
        load_target(loader, step, it->value);
    } else if (it->op == OP_SWITCH && it->value == 1) {
        *op = OP_SWITCH_ONE;
        load_target(loader, step, instruction_address(loader->code, it, 0));
    } else if (it->op == OP_SWITCH) {
        step->value = (int32_t)loader->table_count;
        load_switch(loader, it);
    } else if (it->op == OP_PUSHMAP) {
        step->value = (int32_t)loader->table_count;
        add_table(loader, it->value);
        add_table(loader, it->x | (uint32_t)it->y << 16);
    } else if (it->reference == SCRIPT_ATTRIBUTE && loader->attributes) {
        load_attribute(loader, i);
    }
    if (is_control(*op) && it->op != OP_END && it->op != OP_JMP)
        rest_at(loader, it->at + it->size);
}

/* The steps that start with a source; see machine_steps.h for the names. */
typedef struct SourceSteps {
    uint16_t alone, constant, local;
} SourceSteps;

/* The steps that contain an operator. */
typedef struct BinarySteps {
    SourceSteps local, mine, theirs;
    uint16_t constant, pop, constant_pop, local_constant_pop;
} BinarySteps;
static const BinarySteps binaries[SINGLE_STEPS] = {
#define STEPS_OF(source, name)                                                                 \
    {                                                                                          \
        STEP_##source##_##name, STEP_##source##_CONSTANT_##name, STEP_##source##_LOCAL_##name  \
    }
#define BINARY_OP(name)                                                                        \
    [OP_##name] = {STEPS_OF(LOCAL, name),                                                      \
                   STEPS_OF(MINE, name),                                                       \
                   STEPS_OF(THEIRS, name),                                                     \
                   STEP_CONSTANT_##name,                                                       \
                   STEP_##name##_POP,                                                          \
                   STEP_CONSTANT_##name##_POP,                                                 \
                   STEP_LOCAL_CONSTANT_##name##_POP},
#include "tirnanog/script/opcodes.def"
#undef STEPS_OF
};

typedef struct ComparisonSteps {
    uint16_t jz, constant_jz, local_constant_jz, jmp;
} ComparisonSteps;
static const ComparisonSteps comparisons[SINGLE_STEPS] = {
#define COMPARE_OP(name)                                                                       \
    [OP_##name] = {STEP_##name##_JZ, STEP_CONSTANT_##name##_JZ,                                \
                   STEP_LOCAL_CONSTANT_##name##_JZ, STEP_JMP_##name},
#include "tirnanog/script/opcodes.def"
};

/* The tables have 0 for steps that are not of the family. */
static bool is_binary(unsigned step) { return binaries[step].constant != 0; }

static bool is_comparison(unsigned step) { return comparisons[step].jz != 0; }

static bool is_branch(unsigned op) { return op == OP_JZ || op == OP_SWITCH_ONE; }

/* Adds the multiplication for a division by `value` to the tables. */
static void load_divisor(Loader *loader, uint32_t value, MachineStep *operator_step)
{
    unsigned bits = 1;
    while (value > (uint64_t)1 << bits)
        bits++;
    operator_step->value = (int32_t)loader->table_count;
    add_table(loader, (uint32_t)(((uint64_t)1 << (31 + bits)) / value + 1));
    add_table(loader, 31 + bits);
}

/* Whether step `i` is a constant and the next an operator that can be fused with it. */
static bool is_constant_binary(Loader *loader, uint32_t i)
{
    const uint8_t *ops = loader->ops + i;
    MachineStep *step = loader->steps + i;
    if (ops[0] != OP_PUSH8 || !is_binary(ops[1]))
        return false;
    if (families[ops[1]] != FAMILY_DIVIDE)
        return true;
    if (step->value < DIVISOR_MIN)
        return false;
    if (step[1].value == 0)
        load_divisor(loader, (uint32_t)step->value, step + 1);
    return true;
}

/* The source is one of three: a local variable, or an attribute that needs no code of the
 * host. */
static const SourceSteps *source_steps(unsigned source, unsigned binary)
{
    const BinarySteps *steps = &binaries[binary];
    return source == OP_PUSH          ? &steps->local
           : source == OP_PUSHA_PLAIN ? &steps->mine
                                      : &steps->theirs;
}

/* A source and its use. */
static unsigned fuse_source(Loader *loader, uint32_t i)
{
    const uint8_t *ops = loader->ops + i;
    const bool local = ops[0] == OP_PUSH;
    if (is_constant_binary(loader, i + 1)) {
        if (local && is_comparison(ops[2]) && is_branch(ops[3]))
            return comparisons[ops[2]].local_constant_jz;
        if (local && ops[3] == OP_POP)
            return binaries[ops[2]].local_constant_pop;
        return source_steps(ops[0], ops[2])->constant;
    }
    if (ops[1] == OP_PUSH && is_binary(ops[2]))
        return source_steps(ops[0], ops[2])->local;
    return is_binary(ops[1]) ? source_steps(ops[0], ops[1])->alone : ops[0];
}

/* The action of step `i`, from its opcode and those of its successors; some END follow
 * the last one. */
static unsigned fuse(Loader *loader, uint32_t i)
{
    const uint8_t *ops = loader->ops + i;
    if (families[ops[0]] == FAMILY_PUSH)
        return fuse_source(loader, i);
    if (is_constant_binary(loader, i))
        return is_comparison(ops[1]) && is_branch(ops[2]) ? comparisons[ops[1]].constant_jz
               : ops[2] == OP_POP                         ? binaries[ops[1]].constant_pop
                                                          : binaries[ops[1]].constant;
    if (is_comparison(ops[0]) && is_branch(ops[1]))
        return comparisons[ops[0]].jz;
    if (is_binary(ops[0]) && ops[1] == OP_POP)
        return binaries[ops[0]].pop;
    if (ops[0] == OP_JMP) {
        const uint8_t *loop = loader->ops + loader->steps[i].value;
        if (loop[0] == OP_PUSH && loop[1] == OP_PUSH8 && is_comparison(loop[2]) &&
            is_branch(loop[3]))
            return comparisons[loop[2]].jmp;
    }
    return ops[0];
}

/* Numbers the instructions; computes the maximum size of the tables. */
static size_t count_steps(Loader *loader)
{
    Instruction it;
    size_t capacity = 0;
    for (size_t at = 0; at < loader->code.size; at += it.size) {
        instruction_read(loader->code, at, &it);
        loader->step_of[at] = loader->count++;
        if (it.op == OP_SWITCH)
            capacity += it.value + 2;
        else if (it.op == OP_PUSHMAP || opcode_family(it.op) == FAMILY_DIVIDE)
            capacity += 2;
    }
    return capacity;
}

/* Splits long straight-line code into pieces after some of its statements. False if a
 * single statement has too many queries. */
static bool cut_pieces(Loader *loader, const uint32_t *offsets, Report *report)
{
    uint32_t length = 0, asked = 0;
    for (uint32_t i = 0; i < loader->count; i++) {
        uint8_t *op = &loader->ops[i];
        length = is_control(*op) ? 0 : length + 1;
        asked = is_control(*op) || is_pop(*op) ? 0 : asked + (families[*op] == FAMILY_ASK);
        if (asked > MACHINE_ASKS_MAX)
            return report_error(report, "at byte %u: a statement with more than %d queries",
                                offsets[i], MACHINE_ASKS_MAX);
        if (length < MACHINE_PIECE || !is_pop(*op)) /* END is after each POP */
            continue;
        *op = (uint8_t)ending_piece(*op);
        rest_at(loader, offsets[i + 1]);
        length = 0;
    }
    return true;
}

static bool load_steps(Loader *loader, Arena *arena, Arena *scratch, Report *report)
{
    Instruction it;
    loader->table_count = 1; /* index 0 is not used for a divisor */
    loader->tables = arena_alloc_raw(arena, count_steps(loader) + 1, sizeof *loader->tables);
    loader->steps = arena_alloc_raw(arena, loader->count, sizeof *loader->steps);
    loader->depths = arena_alloc_raw(arena, loader->count, sizeof *loader->depths);
    loader->ops = arena_alloc(arena, loader->count + FUSED_MAX, 1); /* ends with END */
    uint32_t *offsets = arena_alloc_raw(scratch, loader->count, sizeof *offsets);
    for (uint32_t i = 0; i < loader->count; i++)
        loader->depths[i] = -1;
    rest_at(loader, 0);
    uint32_t step = 0;
    for (size_t at = 0; at < loader->code.size; at += it.size) {
        instruction_read(loader->code, at, &it);
        offsets[step] = (uint32_t)at;
        load_step(loader, &it, step++);
    }
    if (!cut_pieces(loader, offsets, report))
        return false;
    for (uint32_t i = loader->count, cost = 0; i--;) {
        cost = is_control(loader->ops[i]) ? 1 : cost + 1;
        loader->steps[i].cost = cost;
        step_set_action(&loader->steps[i], (Action)fuse(loader, i));
    }
    return true;
}

bool machine_load(Bytes code, const ScriptLimits *limits, const MachineAttributes *attributes,
                  MachineProgram *out, Arena *arena, Arena *scratch, Report *report)
{
    *out = (MachineProgram){0};
    if (code.size >= SCRIPT_SIZE_MAX)
        return report_error(report, "the script is too long: %zu bytes", code.size);
    int16_t *depths = arena_alloc_raw(scratch, code.size, sizeof *depths);
    bool fine = script_verify_depths(code, limits, &out->info, depths, scratch, report);
    if (fine) {
        Loader loader = {.code = code, .attributes = attributes, .byte_depths = depths};
        loader.step_of = arena_alloc_raw(scratch, code.size, sizeof *loader.step_of);
        fine = load_steps(&loader, arena, scratch, report);
        if (fine)
            *out = (MachineProgram){loader.steps,  loader.tables, loader.ops,
                                    loader.depths, loader.plain,  out->info};
    }
    return fine;
}
