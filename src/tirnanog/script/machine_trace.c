/* The machine with tracing: executes one instruction after the other, from the opcodes, and
 * calls a function before each. It stops where the fast machine stops and leaves the same
 * run; tests and the fuzz target compare both. */
#include "tirnanog/script/machine_steps.h"
#include "tirnanog/script/values.h"

#include <assert.h>

typedef struct Slow {
    const MachineProgram *program;
    MachineRun *run;
    const MachineHost *host;
    int64_t budget;
} Slow;

static void slow_push(Slow *slow, int32_t value)
{
    slow->run->stack[++slow->run->depth] = value;
}

static int32_t slow_pop(Slow *slow) { return slow->run->stack[slow->run->depth--]; }

static int32_t slow_binary(unsigned op, int32_t a, int32_t b)
{
    switch (op) {
#define BINARY_OP(name)                                                                        \
    case OP_##name:                                                                            \
        return value_##name(a, b);
#include "tirnanog/script/opcodes.def"
    }
    return 0;
}

/* Pays for the straight-line code from the run's step on. */
static bool slow_pay(Slow *slow)
{
    if (slow->budget <= 0)
        return false;
    slow->budget -= slow->program->steps[slow->run->step].cost;
    return true;
}

enum { GOING_ON = -1 }; /* or a MachineStatus */

static int slow_go(Slow *slow, uint32_t step)
{
    slow->run->step = step;
    return slow_pay(slow) ? GOING_ON : MACHINE_SUSPENDED;
}

static int32_t slow_extreme(Slow *slow, bool max, int32_t count)
{
    int32_t best = slow_pop(slow);
    while (--count > 0) {
        const int32_t value = slow_pop(slow);
        best = (max ? value > best : value < best) ? value : best;
    }
    return best;
}

static void slow_charge(Slow *slow)
{
    uint32_t *charge = slow->host->charge;
    if (charge) {
        slow->budget -= *charge;
        *charge = 0;
    }
}

/* Queries to the host. */
static void slow_ask(Slow *slow, unsigned op, uint32_t index)
{
    const MachineRun *run = slow->run;
    const MachineHost *host = slow->host;
    const bool other = op == OP_CNTO0 || op == OP_CNTO1 || op == OP_SUMO || op == OP_PUSHO ||
                       op == OP_PUSHO_PLAIN;
    const uint32_t entity = other ? run->opponent : run->self;
    int32_t answer = 0;
    switch (op) {
    case OP_CNT0:
    case OP_CNTO0:
        answer = host->count(host->context, entity, MACHINE_ALL_ITEMS);
        break;
    case OP_CNT1:
    case OP_CNTO1:
        answer = host->count(host->context, entity, index);
        break;
    case OP_SUM:
    case OP_SUMO:
        answer = host->sum(host->context, entity, index);
        break;
    case OP_PUSHA:
    case OP_PUSHO:
    case OP_PUSHA_PLAIN:
    case OP_PUSHO_PLAIN:
        answer = host->get(host->context, entity, index);
        break;
    default:
        assert(!"an opcode of the family ASK without a case");
    }
    slow_push(slow, answer);
    slow_charge(slow);
}

static void slow_set(Slow *slow, unsigned op, uint32_t operand)
{
    MachineRun *run = slow->run;
    const MachineHost *host = slow->host;
    const int32_t value = slow_pop(slow);
    if (op == OP_POP || op == OP_POP_PAY)
        run->locals[operand] = value;
    else
        host->set(host->context, op == OP_POPA || op == OP_POPA_PAY ? run->self : run->opponent,
                  operand, value);
}

static int slow_call(Slow *slow, unsigned values, int32_t operand)
{
    MachineRun *run = slow->run;
    run->depth -= values;
    run->step++;
    switch (slow->host->command(slow->host->context, run, (unsigned)operand,
                                run->stack + run->depth + 1)) {
    case COMMAND_CONTINUE:
        return slow_go(slow, run->step);
    case COMMAND_WAIT:
        run->pending = (uint32_t)operand;
        return MACHINE_WAITING;
    case COMMAND_FINISH:
        break;
    }
    return MACHINE_DONE;
}

static int slow_jump(Slow *slow, unsigned op, int32_t operand)
{
    if (op == OP_JMP)
        return slow_go(slow, (uint32_t)operand);
    const int32_t value = slow_pop(slow);
    if (op == OP_JZ || op == OP_SWITCH_ONE)
        return slow_go(slow, (op == OP_JZ ? value != 0 : value > 0) ? slow->run->step + 1
                                                                    : (uint32_t)operand);
    const uint32_t *table = slow->program->tables + operand;
    const uint32_t max = table[0];
    return slow_go(slow, table[1 + (value < 0               ? 0
                                    : (uint32_t)value > max ? max
                                                            : (uint32_t)value)]);
}

static int slow_step(Slow *slow)
{
    MachineRun *run = slow->run;
    const unsigned op = slow->program->ops[run->step];
    const int32_t operand = slow->program->steps[run->step].value;
    switch (step_family(op)) { /* no default: each family needs its case */
    case FAMILY_END:
        return MACHINE_DONE;
    case FAMILY_JUMP:
        return slow_jump(slow, op, operand);
    case FAMILY_CALL:
        return slow_call(slow, opcode_info(op)->pops, operand);
    case FAMILY_ASK:
        slow_ask(slow, op, (uint32_t)operand);
        break;
    case FAMILY_RANDOM:
        slow_push(slow,
                  operand ? (int32_t)slow->host->random(slow->host->context, (uint32_t)operand)
                          : 0);
        break;
    case FAMILY_EXTREME:
        slow_push(slow, slow_extreme(slow, op == OP_MAX, operand));
        break;
    case FAMILY_ARITHMETIC:
    case FAMILY_DIVIDE:
    case FAMILY_COMPARE:
    case FAMILY_LOGIC: {
        const int32_t b = slow_pop(slow);
        slow_push(slow, slow_binary(op, slow_pop(slow), b));
        break;
    }
    case FAMILY_NOT:
        slow_push(slow, !slow_pop(slow));
        break;
    case FAMILY_POP:
        slow_set(slow, op, (uint32_t)operand);
        if (step_ends_piece(op))
            return slow_go(slow, run->step + 1);
        break;
    case FAMILY_PUSH:
        if (op == OP_PUSH)
            slow_push(slow, run->locals[operand]);
        else
            slow_ask(slow, op, (uint32_t)operand);
        break;
    case FAMILY_CONSTANT:
    case FAMILY_REFERENCE:
        slow_push(slow, operand);
        break;
    case FAMILY_PLACE:
        slow_push(slow, (int32_t)slow->program->tables[operand]);
        slow_push(slow, (int32_t)slow->program->tables[operand + 1]);
        break;
    }
    run->step++;
    return GOING_ON;
}

MachineStatus machine_run_traced(const MachineProgram *program, MachineRun *run,
                                 const MachineHost *host, uint32_t *budget, MachineTrace *trace,
                                 void *context)
{
    Slow slow = {program, run, host, *budget};
    int status = MACHINE_SUSPENDED;
    if (slow_pay(&slow)) {
        run->pending = 0;
        do {
            trace(context, run);
            status = slow_step(&slow);
        } while (status == GOING_ON);
    }
    *budget = slow.budget > 0 ? (uint32_t)slow.budget : 0;
    if (!run->depth)
        run->stack[0] = 0; /* equal runs have equal bytes */
    return (MachineStatus)status;
}
