/* The machine in slow motion: one instruction after the other, from the opcodes,
 * with somebody looking before each. It stops where the fast machine stops and
 * leaves the same run behind; tests and the fuzz target hold one against the other. */
#include "script/steps.h"
#include "script/values.h"

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
#define X(name)                                                                                \
    case OP_##name:                                                                            \
        return value_##name(a, b);
        BINARIES(X)
#undef X
    }
    return 0;
}

/* The straight code from the run's step on is paid for at once. */
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

static int32_t slow_extreme(Slow *slow, bool most, int32_t count)
{
    int32_t best = slow_pop(slow);
    while (--count > 0) {
        const int32_t value = slow_pop(slow);
        best = (most ? value > best : value < best) ? value : best;
    }
    return best;
}

/* What the world is asked for; false if `op` is no question. */
static bool slow_ask(const Slow *slow, unsigned op, uint32_t index, int32_t *out)
{
    const MachineRun *run = slow->run;
    const MachineHost *host = slow->host;
    const bool other = op == OP_CNTO0 || op == OP_CNTO1 || op == OP_SUMO || op == OP_PUSHO ||
                       op == OP_PUSHO_PLAIN;
    const uint32_t entity = other ? run->opponent : run->self;
    switch (op) {
    case OP_CNT0:
    case OP_CNTO0:
        *out = host->count(host->context, entity, MACHINE_ALL_ITEMS);
        return true;
    case OP_CNT1:
    case OP_CNTO1:
        *out = host->count(host->context, entity, index);
        return true;
    case OP_SUM:
    case OP_SUMO:
        *out = host->sum(host->context, entity, index);
        return true;
    case OP_PUSHA:
    case OP_PUSHO:
    case OP_PUSHA_PLAIN:
    case OP_PUSHO_PLAIN:
        *out = host->get(host->context, entity, index);
        return true;
    case OP_RND:
        *out = index ? (int32_t)host->random(host->context, index) : 0;
        return true;
    }
    return false;
}

static void slow_charge(Slow *slow)
{
    uint32_t *charge = slow->host->charge;
    if (charge) {
        slow->budget -= *charge;
        *charge = 0;
    }
}

/* Everything that neither jumps nor calls. */
static void slow_straight(Slow *slow, unsigned op, int32_t operand)
{
    MachineRun *run = slow->run;
    const MachineHost *host = slow->host;
    int32_t answer;
    if (slow_ask(slow, op, (uint32_t)operand, &answer)) {
        slow_push(slow, answer);
        slow_charge(slow);
        return;
    }
    switch (op) {
    case OP_MIN:
    case OP_MAX:
        slow_push(slow, slow_extreme(slow, op == OP_MAX, operand));
        break;
    case OP_NOT:
        slow_push(slow, !slow_pop(slow));
        break;
    case OP_POP:
    case OP_POP_PAY:
        run->locals[operand] = slow_pop(slow);
        break;
    case OP_POPA:
    case OP_POPA_PAY:
        host->set(host->context, run->self, (uint32_t)operand, slow_pop(slow));
        break;
    case OP_POPO:
    case OP_POPO_PAY:
        host->set(host->context, run->opponent, (uint32_t)operand, slow_pop(slow));
        break;
    case OP_PUSH:
        slow_push(slow, run->locals[operand]);
        break;
    case OP_PUSHMAP:
        slow_push(slow, (int32_t)slow->program->tables[operand]);
        slow_push(slow, (int32_t)slow->program->tables[operand + 1]);
        break;
    default:
        if (op >= OP_PUSH8) { /* constants and references */
            slow_push(slow, operand);
        } else {
            const int32_t b = slow_pop(slow);
            slow_push(slow, slow_binary(op, slow_pop(slow), b));
        }
    }
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
    const uint32_t most = table[0];
    return slow_go(slow, table[1 + (value < 0                ? 0
                                    : (uint32_t)value > most ? most
                                                             : (uint32_t)value)]);
}

static int slow_step(Slow *slow)
{
    const unsigned op = slow->program->ops[slow->run->step];
    const int32_t operand = slow->program->steps[slow->run->step].value;
    if (op == OP_END)
        return MACHINE_DONE;
    if (op <= OP_JZ || op == OP_SWITCH_ONE)
        return slow_jump(slow, op, operand);
    if (op <= OP_FNC3)
        return slow_call(slow, op - OP_FNC0, operand);
    slow_straight(slow, op, operand);
    if (op >= OP_POP_PAY && op <= OP_POPO_PAY)
        return slow_go(slow, slow->run->step + 1);
    slow->run->step++;
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
