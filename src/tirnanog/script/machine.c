/* The topmost value is cached in `top`, the others are at stack[1..]; a push stores `top`
 * even if the stack is empty, which is what stack[0] is for. */
#include "tirnanog/script/machine_steps.h"
#include "tirnanog/script/values.h"

#include <assert.h>

/* Arithmetic with a constant and the loader's data for it. Right shifts of negative
 * numbers must keep the sign, as all known compilers do. */
static inline int32_t divided(int32_t a, const uint32_t *divisor)
{
    return (int32_t)((int64_t)a * divisor[0] >> divisor[1]) + (a < 0);
}
static inline int32_t quick_DIV(int32_t a, int32_t b, const uint32_t *divisor)
{
    (void)b;
    return divided(a, divisor);
}
static inline int32_t quick_MOD(int32_t a, int32_t b, const uint32_t *divisor)
{
    return a - divided(a, divisor) * b;
}
#define PLAIN_OP(name)                                                                         \
    static inline int32_t quick_##name(int32_t a, int32_t b, const uint32_t *divisor)          \
    {                                                                                          \
        (void)divisor;                                                                         \
        return value_##name(a, b);                                                             \
    }
#include "tirnanog/script/opcodes.def"

/* One value more than the stack's depth: stack[0] (see above). */
size_t machine_run_size(const MachineProgram *program)
{
    return offsetof(MachineRun, stack) + (program->info.stack + 1u) * sizeof(int32_t);
}

/* All bytes that a saved run has are set, so that equal runs are equal in memory. */
void machine_start(MachineRun *run, uint32_t self, uint32_t opponent)
{
    run->step = run->depth = run->pending = 0;
    run->self = self;
    run->opponent = opponent;
    /* In two pieces, each small enough for inline code: for the whole, gcc emits a string
     * instruction that is slower than a short handler. */
    enum { HALF = SCRIPT_LOCALS / 2 };
    memset(run->locals, 0, HALF * sizeof *run->locals);
    memset(run->locals + HALF, 0, (SCRIPT_LOCALS - HALF) * sizeof *run->locals);
    run->stack[0] = 0;
}

/* For runs from a saved game: a step within an expression or with another depth would read
 * beyond the stack. */
bool machine_run_fits(const MachineProgram *program, const MachineRun *run)
{
    return run->step < program->info.instructions && program->depths[run->step] >= 0 &&
           run->depth == (uint32_t)program->depths[run->step];
}

/* Actions end with NEXT. With GNU C each jumps to its successor directly, which processors
 * predict better than one common jump; SCRIPT_PLAIN_SWITCH selects the portable variant,
 * with the same results. */
#ifdef STEPS_ARE_THREADED
#define DISPATCH NEXT;
#define ACTION(name) do_##name:
#define NEXT goto * step->action
#define LABEL(name) [name] = &&do_##name,
#define FALL_THROUGH
#else
#define DISPATCH                                                                               \
    for (;;)                                                                                   \
        switch ((unsigned)step->action)
#define ACTION(name) case name:
#define NEXT continue
#ifdef __GNUC__
#define FALL_THROUGH __attribute__((fallthrough));
#else
#define FALL_THROUGH
#endif
#endif

#define PUSH_VALUE(expression)                                                                 \
    do {                                                                                       \
        const int32_t pushed = (expression);                                                   \
        *stack++ = top;                                                                        \
        top = pushed;                                                                          \
    } while (0)

/* Continues at a step, and pays for the straight-line code from there. */
#define PAY                                                                                    \
    if (budget <= 0)                                                                           \
        goto out_of_budget;                                                                    \
    budget -= step->cost;
#define GO(target)                                                                             \
    {                                                                                          \
        step = (target);                                                                       \
        PAY NEXT;                                                                              \
    }

#define VALUES_OF_LOCAL locals
#define VALUES_OF_MINE mine
#define VALUES_OF_THEIRS theirs
#define SOURCE_ACTIONS(source, name)                                                           \
    ACTION(STEP_##source##_##name)                                                             \
    top = value_##name(top, VALUES_OF_##source[step->value]);                                  \
    step += 2;                                                                                 \
    NEXT;                                                                                      \
    ACTION(STEP_##source##_CONSTANT_##name)                                                    \
    PUSH_VALUE(                                                                                \
        quick_##name(VALUES_OF_##source[step->value], step[1].value, tables + step[2].value)); \
    step += 3;                                                                                 \
    NEXT;                                                                                      \
    ACTION(STEP_##source##_LOCAL_##name)                                                       \
    PUSH_VALUE(value_##name(VALUES_OF_##source[step->value], locals[step[1].value]));          \
    step += 3;                                                                                 \
    NEXT;

/* Pays the additional cost of a query to the host. */
#define CHARGE                                                                                 \
    if (charge) {                                                                              \
        budget -= *charge;                                                                     \
        *charge = 0;                                                                           \
    }

/* Reloads the arrays of plain attributes, which may have moved. */
#define FIND_VALUES                                                                            \
    if (program->plain && *host->changes != changes) {                                         \
        changes = *host->changes;                                                              \
        mine = host->values(context, run->self);                                               \
        theirs = host->values(context, run->opponent);                                         \
    }

/* One long function, because its values are kept in registers. Without a run it only
 * returns its labels, which are local to it. */
static MachineStatus run_steps(const MachineProgram *program, MachineRun *run,
                               const MachineHost *host, uint32_t *budget_left,
                               const void *const **labels_out)
{
#ifdef STEPS_ARE_THREADED
    static const void *const labels[STEPS] = {
#define MACHINE_OP(name) LABEL(OP_##name)
#define BINARY_OP(name) LABEL(OP_##name) BINARY_FAMILIES(LABEL, name)
#define COMPARE_OP(name) COMPARISON_FAMILIES(LABEL, name)
#include "tirnanog/script/opcodes.def"
        LABEL(OP_PUSH8) LABEL(OP_SWITCH_ONE) LABEL(OP_PUSHA_PLAIN) LABEL(OP_PUSHO_PLAIN)
            LABEL(OP_POP_PAY) LABEL(OP_POPA_PAY) LABEL(OP_POPO_PAY)};
    if (!run) {
        assert(labels_out);
        *labels_out = labels;
        return MACHINE_DONE;
    }
#else
    (void)labels_out;
#endif
    const MachineStep *const steps = program->steps, *step = steps + run->step;
    const uint32_t *const tables = program->tables, *table;
    void *const context = host->context;
    int32_t *const locals = run->locals;
    int32_t *stack = run->stack + run->depth;
    int32_t top = *stack, value;
    int64_t budget = *budget_left;
    unsigned values;
    MachineStatus status = MACHINE_DONE;
    uint32_t *const charge = host->charge;
    uint32_t changes = program->plain ? *host->changes - 1 : 0;
    const int32_t *mine = NULL, *theirs = NULL; /* plain attributes */
    FIND_VALUES

    if (budget <= 0)
        goto out_of_budget;
    budget -= step->cost;
    run->pending = 0;
    DISPATCH
    {
        ACTION(OP_END)
        goto stop;

        ACTION(OP_SWITCH)
        table = tables + step->value;
        value = top < 0 ? 0 : (uint32_t)top > table[0] ? (int32_t)table[0] : top;
        top = *--stack;
        GO(steps + table[1 + value])

        ACTION(OP_SWITCH_ONE)
        value = top;
        top = *--stack;
        GO(value > 0 ? step + 1 : steps + step->value)

        ACTION(OP_JMP)
        GO(steps + step->value)

        ACTION(OP_JZ)
        value = top;
        top = *--stack;
        GO(value ? step + 1 : steps + step->value)

        ACTION(OP_FNC0)
        values = 0;
        goto call;
        ACTION(OP_FNC1)
        values = 1;
        goto call;
        ACTION(OP_FNC2)
        values = 2;
        goto call;
        ACTION(OP_FNC3)
        values = 3;
    call:
        *stack = top;
        stack -= values;
        run->depth = (uint32_t)(stack - run->stack);
        run->step = (uint32_t)(step + 1 - steps);
        switch (host->command(context, run, (unsigned)step->value, stack + 1)) {
        case COMMAND_CONTINUE:
            top = *stack;
            FIND_VALUES
            GO(step + 1)
        case COMMAND_WAIT:
            run->pending = (uint32_t)step->value;
            status = MACHINE_WAITING;
            break;
        case COMMAND_FINISH:
            break;
        }
        top = *stack;
        step++;
        goto stop;

        ACTION(OP_CNT0)
        PUSH_VALUE(host->count(context, run->self, MACHINE_ALL_ITEMS));
        step++;
        CHARGE
        NEXT;
        ACTION(OP_CNT1)
        PUSH_VALUE(host->count(context, run->self, (uint32_t)step->value));
        step++;
        CHARGE
        NEXT;
        ACTION(OP_SUM)
        PUSH_VALUE(host->sum(context, run->self, (uint32_t)step->value));
        step++;
        CHARGE
        NEXT;
        ACTION(OP_CNTO0)
        PUSH_VALUE(host->count(context, run->opponent, MACHINE_ALL_ITEMS));
        step++;
        CHARGE
        NEXT;
        ACTION(OP_CNTO1)
        PUSH_VALUE(host->count(context, run->opponent, (uint32_t)step->value));
        step++;
        CHARGE
        NEXT;
        ACTION(OP_SUMO)
        PUSH_VALUE(host->sum(context, run->opponent, (uint32_t)step->value));
        step++;
        CHARGE
        NEXT;
        ACTION(OP_RND)
        PUSH_VALUE(step->value ? value_wrap(host->random(context, (uint32_t)step->value)) : 0);
        step++;
        NEXT;

        ACTION(OP_MIN)
        for (int32_t i = step->value; --i > 0;)
            if (*--stack < top)
                top = *stack;
        step++;
        NEXT;
        ACTION(OP_MAX)
        for (int32_t i = step->value; --i > 0;)
            if (*--stack > top)
                top = *stack;
        step++;
        NEXT;

        ACTION(OP_NOT)
        top = !top;
        step++;
        NEXT;

        ACTION(OP_POP)
        locals[step->value] = top;
        top = *--stack;
        step++;
        NEXT;
        ACTION(OP_POPA)
        host->set(context, run->self, (uint32_t)step->value, top);
        top = *--stack;
        step++;
        FIND_VALUES
        NEXT;
        ACTION(OP_POPO)
        host->set(context, run->opponent, (uint32_t)step->value, top);
        top = *--stack;
        step++;
        FIND_VALUES
        NEXT;

        ACTION(OP_POP_PAY)
        locals[step->value] = top;
        top = *--stack;
        GO(step + 1)
        ACTION(OP_POPA_PAY)
        host->set(context, run->self, (uint32_t)step->value, top);
        top = *--stack;
        FIND_VALUES
        GO(step + 1)
        ACTION(OP_POPO_PAY)
        host->set(context, run->opponent, (uint32_t)step->value, top);
        top = *--stack;
        FIND_VALUES
        GO(step + 1)

        ACTION(OP_PUSH)
        PUSH_VALUE(locals[step->value]);
        step++;
        NEXT;
        ACTION(OP_PUSHA)
        PUSH_VALUE(host->get(context, run->self, (uint32_t)step->value));
        step++;
        CHARGE
        NEXT;
        ACTION(OP_PUSHO)
        PUSH_VALUE(host->get(context, run->opponent, (uint32_t)step->value));
        step++;
        CHARGE
        NEXT;
        /* NOLINTBEGIN(clang-analyzer-core.NullDereference): only a program for which plain
         * attributes have been found has steps that read them. */
        ACTION(OP_PUSHA_PLAIN)
        PUSH_VALUE(mine[step->value]);
        step++;
        NEXT;
        ACTION(OP_PUSHO_PLAIN)
        PUSH_VALUE(theirs[step->value]);
        step++;
        NEXT;
        ACTION(OP_PUSH8)
        PUSH_VALUE(step->value);
        step++;
        NEXT;
        ACTION(OP_PUSHMAP)
        PUSH_VALUE(value_wrap(tables[step->value]));
        PUSH_VALUE(value_wrap(tables[step->value + 1]));
        step++;
        NEXT;

#define BINARY_OP(name)                                                                        \
    ACTION(OP_##name)                                                                          \
    stack--;                                                                                   \
    top = value_##name(*stack, top);                                                           \
    step++;                                                                                    \
    NEXT;                                                                                      \
    SOURCE_ACTIONS(LOCAL, name)                                                                \
    SOURCE_ACTIONS(MINE, name)                                                                 \
    SOURCE_ACTIONS(THEIRS, name)                                                               \
    ACTION(STEP_CONSTANT_##name)                                                               \
    top = quick_##name(top, step->value, tables + step[1].value);                              \
    step += 2;                                                                                 \
    NEXT;                                                                                      \
    ACTION(STEP_CONSTANT_##name##_POP)                                                         \
    locals[step[2].value] = quick_##name(top, step->value, tables + step[1].value);            \
    top = *--stack;                                                                            \
    step += 3;                                                                                 \
    NEXT;                                                                                      \
    ACTION(STEP_LOCAL_CONSTANT_##name##_POP)                                                   \
    locals[step[3].value] =                                                                    \
        quick_##name(locals[step->value], step[1].value, tables + step[2].value);              \
    step += 4;                                                                                 \
    NEXT;                                                                                      \
    ACTION(STEP_##name##_POP)                                                                  \
    stack -= 2;                                                                                \
    locals[step[1].value] = value_##name(stack[1], top);                                       \
    top = *stack;                                                                              \
    step += 2;                                                                                 \
    NEXT;
#include "tirnanog/script/opcodes.def"
        /* NOLINTEND(clang-analyzer-core.NullDereference) */

#define COMPARE_OP(name)                                                                       \
    ACTION(STEP_##name##_JZ)                                                                   \
    stack -= 2;                                                                                \
    value = value_##name(stack[1], top);                                                       \
    top = *stack;                                                                              \
    GO(value ? step + 2 : steps + step[1].value)                                               \
    ACTION(STEP_CONSTANT_##name##_JZ)                                                          \
    value = value_##name(top, step->value);                                                    \
    top = *--stack;                                                                            \
    GO(value ? step + 3 : steps + step[2].value)                                               \
    ACTION(STEP_JMP_##name)                                                                    \
    step = steps + step->value;                                                                \
    PAY FALL_THROUGH ACTION(STEP_LOCAL_CONSTANT_##name##_JZ) value =                           \
        value_##name(locals[step->value], step[1].value);                                      \
    GO(value ? step + 4 : steps + step[3].value)
#include "tirnanog/script/opcodes.def"
    }
out_of_budget:
    status = MACHINE_SUSPENDED;
stop:
    *budget_left = budget > 0 ? (uint32_t)budget : 0;
    run->step = (uint32_t)(step - steps);
    run->depth = (uint32_t)(stack - run->stack);
    *stack = run->depth ? top : 0; /* equal runs have equal bytes */
    return status;
}

/* `budget` is reduced by what was used. A suspended run continues at the same step. */
MachineStatus machine_run(const MachineProgram *program, MachineRun *run,
                          const MachineHost *host, uint32_t *budget)
{
    return run_steps(program, run, host, budget, NULL);
}

/* The labels are local to run_steps(), so they must be requested from it. */
void step_set_action(MachineStep *step, Action action)
{
#ifdef STEPS_ARE_THREADED
    const void *const *labels;
    run_steps(NULL, NULL, NULL, NULL, &labels);
    step->action = labels[action];
#else
    step->action = action;
#endif
}
