#include "script/steps.h"

enum { FUSED_MOST = 4 }; /* instructions in one step */

typedef struct Loader {
    Bytes code;
    MachineStep *steps;
    uint32_t *tables;
    int16_t *depths;
    const int16_t *byte_depths;
    uint32_t *step_of; /* per byte of code: the number of the step that starts there */
    uint32_t count, table_count;
} Loader;

static bool is_control(unsigned op) { return op <= OP_FNC3; }

static void add_table(Loader *loader, uint32_t value)
{
    loader->tables[loader->table_count++] = value;
}

static void rest_at(Loader *loader, uint32_t at)
{
    loader->depths[loader->step_of[at]] = loader->byte_depths[at];
}

/* The branches for 0 to n, behind n itself. */
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

static void load_step(Loader *loader, const Instruction *it, MachineStep *step)
{
    *step = (MachineStep){.value = (int32_t)it->value};
    if (it->op == OP_JMP || it->op == OP_JZ) {
        step->value = (int32_t)loader->step_of[it->value];
        rest_at(loader, it->value);
    } else if (it->op == OP_SWITCH) {
        step->value = (int32_t)loader->table_count;
        load_switch(loader, it);
    } else if (it->op == OP_PUSHMAP) {
        step->value = (int32_t)loader->table_count;
        add_table(loader, it->value);
        add_table(loader, it->x | (uint32_t)it->y << 16);
    }
    if (is_control(it->op) && it->op != OP_END && it->op != OP_JMP)
        rest_at(loader, it->at + it->size);
}

/* The fused step of a family whose first member belongs to ADD. */
static unsigned fused(unsigned add_member, unsigned op)
{
    return add_member + (op - OP_ADD) * (STEP_LOCAL_SUB - STEP_LOCAL_ADD);
}

static bool is_binary(unsigned op)
{
    return (op >= OP_ADD && op <= OP_LT) || op == OP_OR || op == OP_AND;
}

static bool is_comparison(unsigned op) { return op >= OP_EQ && op <= OP_LT; }

/* OR and AND stand behind NOT in the opcodes, but behind LT in BINARIES. */
static unsigned binary_number(unsigned op) { return op > OP_NOT ? op - 1 : op; }

/* The action for a step, from its opcode and those of its successors; behind
 * the last there are some END. */
static unsigned fuse(const uint8_t *ops, const MachineStep *step)
{
    const bool local = ops[0] == OP_PUSH;
    const uint8_t *next = local ? ops + 1 : ops; /* behind a first local */
    const bool constant = next[0] == OP_PUSH8;
    const unsigned op = next[constant];
    const bool divides = op == OP_DIV || op == OP_MOD;
    if (constant && is_binary(op) && (!divides || step[local].value > 0)) {
        const bool pop = next[2] == OP_POP;
        if (local && is_comparison(op) && next[2] == OP_JZ)
            return STEP_LOCAL_CONSTANT_EQ_JZ +
                   (op - OP_EQ) * (STEP_LOCAL_CONSTANT_NE_JZ - STEP_LOCAL_CONSTANT_EQ_JZ);
        return fused(local ? pop ? STEP_LOCAL_CONSTANT_ADD_POP : STEP_LOCAL_CONSTANT_ADD
                     : pop ? STEP_CONSTANT_ADD_POP
                           : STEP_CONSTANT_ADD,
                     binary_number(op));
    }
    if (local && ops[1] == OP_PUSH && is_binary(ops[2]))
        return fused(STEP_LOCAL_LOCAL_ADD, binary_number(ops[2]));
    if (local && is_binary(ops[1]))
        return fused(STEP_LOCAL_ADD, binary_number(ops[1]));
    if (is_comparison(ops[0]) && ops[1] == OP_JZ)
        return STEP_EQ_JZ + (ops[0] - OP_EQ) * (STEP_NE_JZ - STEP_EQ_JZ);
    if (is_binary(ops[0]) && ops[1] == OP_POP)
        return fused(STEP_ADD_POP, binary_number(ops[0]));
    return ops[0];
}

static void load_steps(Loader *loader, Arena *arena, Arena *scratch)
{
    Instruction it;
    size_t room = 0;
    for (size_t at = 0; at < loader->code.size; at += it.size) {
        instruction_read(loader->code, at, &it);
        loader->step_of[at] = loader->count++;
        room += it.op == OP_SWITCH ? it.value + 2 : it.op == OP_PUSHMAP ? 2 : 0;
    }
    loader->steps = arena_take_raw(arena, loader->count, sizeof *loader->steps);
    loader->tables = arena_take_raw(arena, room + 1, sizeof *loader->tables);
    loader->depths = arena_take_raw(arena, loader->count, sizeof *loader->depths);
    uint8_t *ops = arena_take(scratch, loader->count + FUSED_MOST, 1); /* ends with END */
    for (uint32_t i = 0; i < loader->count; i++)
        loader->depths[i] = -1;
    rest_at(loader, 0);
    MachineStep *step = loader->steps;
    for (size_t at = 0; at < loader->code.size; at += it.size, step++) {
        instruction_read(loader->code, at, &it);
        load_step(loader, &it, step);
        ops[step - loader->steps] =
            (uint8_t)(it.op >= OP_PUSH8 && it.op != OP_PUSHMAP ? OP_PUSH8 : it.op);
    }
    for (uint32_t i = loader->count, cost = 0; i--;) {
        cost = is_control(ops[i]) ? 1 : cost + 1;
        loader->steps[i].cost = cost;
        step_set_action(&loader->steps[i], (Action)fuse(ops + i, &loader->steps[i]));
    }
}

bool machine_load(Bytes code, const ScriptLimits *limits, MachineProgram *out, Arena *arena,
                  Arena *scratch, Report *report)
{
    *out = (MachineProgram){0};
    if (code.size >= SCRIPT_SIZE_MOST)
        return report_error(report, "a script of %zu bytes is too long", code.size);
    int16_t *depths = arena_take_raw(scratch, code.size, sizeof *depths);
    const bool fine = script_verify_depths(code, limits, &out->info, depths, scratch, report);
    if (fine) {
        Loader loader = {.code = code, .byte_depths = depths};
        loader.step_of = arena_take_raw(scratch, code.size, sizeof *loader.step_of);
        load_steps(&loader, arena, scratch);
        out->steps = loader.steps;
        out->tables = loader.tables;
        out->depths = loader.depths;
    }
    return fine;
}
