/* Evidence in bytecode: arguments of commands, and addresses of jumps. */
#include "studio/prove/prove_internal.h"

#include "tirnanog/script/bytecode.h"
#include "tirnanog/script/script.h"

/* The instructions that pushed the values which are known to be on the stack. */
typedef struct Pushed {
    Instruction items[SCRIPT_STACK_MAX];
    size_t count;
} Pushed;

/* Marks the starts of instructions, and the end; false if a byte belongs to none. */
static bool mark_starts(Bytes code, uint8_t *starts)
{
    Instruction it;
    for (size_t at = 0; at < code.size; at += it.size) {
        if (instruction_read(code, at, &it) != DECODED)
            return false;
        starts[at] = 1;
    }
    starts[code.size] = 1; /* a handler may end there */
    return true;
}

/* ---- jumps ---- */

static void prove_jump(Proof *proof, ProvePlace place, Bytes code, const uint8_t *starts,
                       const Instruction *it, uint32_t address)
{
    const int64_t next = (int64_t)it->at + it->size;
    const int64_t step = address & 0x800000 ? (int64_t)address - 0x1000000 : (int64_t)address;
    const int64_t targets[2] = {address, next + step};
    for (unsigned i = 0; i < 2; i++) {
        const bool inside = targets[i] >= 0 && (uint64_t)targets[i] <= code.size;
        prove_whether(proof, inside && starts[targets[i]],
                      (ProveReading)(READING_jump_base_start + i), place,
                      "the jump at byte %u of the code leads to %lld", it->at,
                      (long long)targets[i]);
    }
}

static void prove_jumps(Proof *proof, ProvePlace place, Bytes code, const uint8_t *starts,
                        const Instruction *it)
{
    if (it->op == OP_JMP || it->op == OP_JZ)
        prove_jump(proof, place, code, starts, it, it->value);
    for (unsigned i = 0; it->op == OP_SWITCH && i < it->value; i++)
        prove_jump(proof, place, code, starts, it, instruction_address(code, it, i));
}

/* ---- calls ---- */

static void prove_category(Proof *proof, ProvePlace place, const Instruction *pushed,
                           ScriptKind kind)
{
    if (pushed->op != OP_PUSHSPR || (kind != SCRIPT_OBJECT && kind != SCRIPT_NPC))
        return;
    const bool npc = kind == SCRIPT_NPC;
    prove_which(
        proof, (pushed->category == (npc ? SPRITE_NPC : 1)) | (pushed->category == 2) << 1,
        npc ? READING_npc_category_21 : READING_script_object_1, place,
        "the instruction at byte %u of the code has category %u", pushed->at, pushed->category);
}

static void prove_call(Proof *proof, ProvePlace place, const Instruction *it,
                       const Pushed *pushed)
{
    const CommandInfo *command = command_info(it->value);
    if (!command)
        return;
    const unsigned k = opcode_info(it->op)->pops, values = command_values(command);
    const unsigned arguments = command_argument_count(command);
    if (values != arguments) /* it takes a map */
        prove_which(proof, (k == values) | (k == arguments) << 1, READING_map_values_two, place,
                    "the call of command %u at byte %u of the code has %u values", it->value,
                    it->at, k);
    if (pushed->count < values)
        return;
    const Instruction *argument = pushed->items + pushed->count - values;
    for (unsigned i = 0; i < COMMAND_ARGUMENTS; i++) {
        const ArgumentInfo *info = argument_info(command->arguments[i]);
        if (info->values == 1)
            prove_category(proof, place, argument, info->reference);
        argument += info->values;
    }
}

/* The stack after an instruction that is not a jump or a call. */
static void step(Pushed *pushed, const Instruction *it)
{
    const OpcodeInfo *info = opcode_info(it->op);
    const size_t pops = info->pops == POPS_BY_COUNT ? it->value : info->pops;
    const size_t pushes = info->pushes == PUSHES_NOTHING ? 0 : it->op == OP_PUSHMAP ? 2 : 1;
    pushed->count -= pops < pushed->count ? pops : pushed->count;
    if (pushed->count + pushes > SCRIPT_STACK_MAX)
        pushed->count = 0;
    for (size_t i = 0; i < pushes; i++)
        pushed->items[pushed->count++] = *it;
}

void prove_code(Proof *proof, ProvePlace place, Bytes code, bool expression, Arena *scratch)
{
    const ScriptLimits limits = {.expression = expression};
    ScriptInfo info;
    Report silent = report_to(NULL, NULL);
    if (!code.size)
        return;
    uint8_t *starts = ARENA_ALLOC(scratch, uint8_t, code.size + 1);
    Pushed *pushed = ARENA_ALLOC(scratch, Pushed, 1);
    proof->handlers++;
    if (!mark_starts(code, starts)) {
        prove_misfit(proof, place, "the handler has bytes that are not an instruction");
        return;
    }
    Instruction it;
    for (size_t at = 0; at < code.size; at += it.size) {
        instruction_read(code, at, &it);
        prove_jumps(proof, place, code, starts, &it);
        if (opcode_family(it.op) == FAMILY_CALL)
            prove_call(proof, place, &it, pushed);
        if (opcode_is_control(it.op))
            pushed->count = 0;
        else
            step(pushed, &it);
    }
    proof->unverified += !script_verify(code, &limits, &info, scratch, &silent);
}
