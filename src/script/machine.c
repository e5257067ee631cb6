/* The topmost value is kept in `top`, the others at stack[1..]; a push stores
 * `top` even if nothing is there yet, which is what stack[0] is for. */
#include "script/steps.h"

static int32_t wrap(uint32_t value) { return (int32_t)value; }

static inline int32_t value_ADD(int32_t a, int32_t b)
{
    return wrap((uint32_t)a + (uint32_t)b);
}
static inline int32_t value_SUB(int32_t a, int32_t b)
{
    return wrap((uint32_t)a - (uint32_t)b);
}
static inline int32_t value_MUL(int32_t a, int32_t b)
{
    return wrap((uint32_t)a * (uint32_t)b);
}
static inline int32_t value_DIV(int32_t a, int32_t b)
{
    return b == 0 ? 0 : b == -1 ? wrap(0u - (uint32_t)a) : a / b;
}
static inline int32_t value_MOD(int32_t a, int32_t b) { return b == 0 || b == -1 ? 0 : a % b; }
static inline int32_t value_EQ(int32_t a, int32_t b) { return a == b; }
static inline int32_t value_NE(int32_t a, int32_t b) { return a != b; }
static inline int32_t value_GE(int32_t a, int32_t b) { return a >= b; }
static inline int32_t value_GT(int32_t a, int32_t b) { return a > b; }
static inline int32_t value_LE(int32_t a, int32_t b) { return a <= b; }
static inline int32_t value_LT(int32_t a, int32_t b) { return a < b; }
static inline int32_t value_OR(int32_t a, int32_t b) { return a || b; }
static inline int32_t value_AND(int32_t a, int32_t b) { return a && b; }

/* With a constant of which the loader knows that it may divide. */
#define quick_ADD value_ADD
#define quick_SUB value_SUB
#define quick_MUL value_MUL
static inline int32_t quick_DIV(int32_t a, int32_t b) { return a / b; }
static inline int32_t quick_MOD(int32_t a, int32_t b) { return a % b; }
#define quick_EQ value_EQ
#define quick_NE value_NE
#define quick_GE value_GE
#define quick_GT value_GT
#define quick_LE value_LE
#define quick_LT value_LT
#define quick_OR value_OR
#define quick_AND value_AND

void machine_start(MachineRun *run, uint32_t self, uint32_t opponent)
{
    run->step = run->depth = run->pending = 0;
    run->self = self;
    run->opponent = opponent;
    memset(run->locals, 0, sizeof run->locals);
    run->stack[0] = 0;
}

bool machine_run_fits(const MachineProgram *program, const MachineRun *run)
{
    return run->step < program->info.instructions && program->depths[run->step] >= 0 &&
           run->depth == (uint32_t)program->depths[run->step];
}

int32_t machine_evaluate(const MachineProgram *program, const MachineHost *host, uint32_t self,
                         uint32_t opponent, uint32_t *budget)
{
    MachineRun run;
    machine_start(&run, self, opponent);
    return machine_run(program, &run, host, budget) == MACHINE_DONE ? run.stack[run.depth] : 0;
}

/* Actions end with NEXT. With GNU C each jumps to its successor directly, which
 * a processor predicts better than one common jump; SCRIPT_PLAIN_SWITCH takes
 * the portable way, with the same results. */
#ifdef STEPS_ARE_THREADED
#define DISPATCH NEXT;
#define ACTION(name) do_##name:
#define NEXT goto * step->action
#define LABEL(name) [name] = &&do_##name,
#else
#define DISPATCH                                                                               \
    for (;;)                                                                                   \
        switch ((unsigned)step->action)
#define ACTION(name) case name:
#define NEXT continue
#endif

#define PUSH_VALUE(expression)                                                                 \
    do {                                                                                       \
        const int32_t pushed = (expression);                                                   \
        *stack++ = top;                                                                        \
        top = pushed;                                                                          \
    } while (0)

/* Control goes to a step: the straight code from there is paid for at once. */
#define GO(target)                                                                             \
    {                                                                                          \
        step = (target);                                                                       \
        if (budget <= 0)                                                                       \
            goto out_of_budget;                                                                \
        budget -= step->cost;                                                                  \
        NEXT;                                                                                  \
    }

#define SAME_STEPS(X)                                                                          \
    X(OP_END)                                                                                  \
    X(OP_SWITCH)                                                                               \
    X(OP_JMP)                                                                                  \
    X(OP_JZ)                                                                                   \
    X(OP_FNC0)                                                                                 \
    X(OP_FNC1) X(OP_FNC2) X(OP_FNC3) X(OP_CNT0) X(OP_CNT1) X(OP_SUM) X(OP_CNTO0) X(OP_CNTO1)   \
        X(OP_SUMO) X(OP_RND) X(OP_MIN) X(OP_MAX) X(OP_NOT) X(OP_POP) X(OP_POPA) X(OP_POPO)     \
            X(OP_PUSH) X(OP_PUSHA) X(OP_PUSHO) X(OP_PUSH8) X(OP_PUSHMAP)

/* One function, however long, because the values it juggles live in registers. Without a run
 * it only tells its labels, which no one else can name. */
static MachineStatus run_steps(const MachineProgram *program, MachineRun *run,
                               const MachineHost *host, uint32_t *budget_left,
                               const void *const **labels_out)
{
#ifdef STEPS_ARE_THREADED
    static const void *const labels[STEPS] = {SAME_STEPS(LABEL)
#define X(name) LABEL(OP_##name) BINARY_FAMILIES(LABEL, name)
                                                  BINARIES(X)
#undef X
#define X(name) COMPARISON_FAMILIES(LABEL, name)
                                                      COMPARISONS(X)
#undef X
    };
    if (!run) {
        *labels_out = labels;
        return MACHINE_DONE;
    }
#else
    (void)labels_out;
#endif
    const MachineStep *const steps = program->steps, *step = steps + run->step;
    const uint32_t *table;
    void *const context = host->context;
    int32_t *const locals = run->locals;
    int32_t *stack = run->stack + run->depth;
    int32_t top = *stack, value;
    int64_t budget = *budget_left;
    unsigned values;
    MachineStatus status = MACHINE_DONE;

    if (budget <= 0)
        goto out_of_budget;
    budget -= step->cost;
    run->pending = 0;
    DISPATCH
    {
        ACTION(OP_END)
        goto stop;

        ACTION(OP_SWITCH)
        table = program->tables + step->value;
        value = top < 0 ? 0 : (uint32_t)top > table[0] ? (int32_t)table[0] : top;
        top = *--stack;
        GO(steps + table[1 + value])

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
        NEXT;
        ACTION(OP_CNT1)
        PUSH_VALUE(host->count(context, run->self, (uint32_t)step->value));
        step++;
        NEXT;
        ACTION(OP_SUM)
        PUSH_VALUE(host->sum(context, run->self, (uint32_t)step->value));
        step++;
        NEXT;
        ACTION(OP_CNTO0)
        PUSH_VALUE(host->count(context, run->opponent, MACHINE_ALL_ITEMS));
        step++;
        NEXT;
        ACTION(OP_CNTO1)
        PUSH_VALUE(host->count(context, run->opponent, (uint32_t)step->value));
        step++;
        NEXT;
        ACTION(OP_SUMO)
        PUSH_VALUE(host->sum(context, run->opponent, (uint32_t)step->value));
        step++;
        NEXT;
        ACTION(OP_RND)
        PUSH_VALUE(step->value ? wrap(host->random(context, (uint32_t)step->value)) : 0);
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
        NEXT;
        ACTION(OP_POPO)
        host->set(context, run->opponent, (uint32_t)step->value, top);
        top = *--stack;
        step++;
        NEXT;

        ACTION(OP_PUSH)
        PUSH_VALUE(locals[step->value]);
        step++;
        NEXT;
        ACTION(OP_PUSHA)
        PUSH_VALUE(host->get(context, run->self, (uint32_t)step->value));
        step++;
        NEXT;
        ACTION(OP_PUSHO)
        PUSH_VALUE(host->get(context, run->opponent, (uint32_t)step->value));
        step++;
        NEXT;
        ACTION(OP_PUSH8)
        PUSH_VALUE(step->value);
        step++;
        NEXT;
        ACTION(OP_PUSHMAP)
        PUSH_VALUE(wrap(program->tables[step->value]));
        PUSH_VALUE(wrap(program->tables[step->value + 1]));
        step++;
        NEXT;

#define X(name)                                                                                \
    ACTION(OP_##name)                                                                          \
    stack--;                                                                                   \
    top = value_##name(*stack, top);                                                           \
    step++;                                                                                    \
    NEXT;                                                                                      \
    ACTION(STEP_LOCAL_##name)                                                                  \
    top = value_##name(top, locals[step->value]);                                              \
    step += 2;                                                                                 \
    NEXT;                                                                                      \
    ACTION(STEP_CONSTANT_##name)                                                               \
    top = quick_##name(top, step->value);                                                      \
    step += 2;                                                                                 \
    NEXT;                                                                                      \
    ACTION(STEP_LOCAL_CONSTANT_##name)                                                         \
    PUSH_VALUE(value_##name(locals[step->value], step[1].value));                              \
    step += 3;                                                                                 \
    NEXT;                                                                                      \
    ACTION(STEP_LOCAL_LOCAL_##name)                                                            \
    PUSH_VALUE(value_##name(locals[step->value], locals[step[1].value]));                      \
    step += 3;                                                                                 \
    NEXT;                                                                                      \
    ACTION(STEP_CONSTANT_##name##_POP)                                                         \
    locals[step[2].value] = quick_##name(top, step->value);                                    \
    top = *--stack;                                                                            \
    step += 3;                                                                                 \
    NEXT;                                                                                      \
    ACTION(STEP_LOCAL_CONSTANT_##name##_POP)                                                   \
    locals[step[3].value] = quick_##name(locals[step->value], step[1].value);                  \
    step += 4;                                                                                 \
    NEXT;                                                                                      \
    ACTION(STEP_##name##_POP)                                                                  \
    stack -= 2;                                                                                \
    locals[step[1].value] = value_##name(stack[1], top);                                       \
    top = *stack;                                                                              \
    step += 2;                                                                                 \
    NEXT;
        BINARIES(X)
#undef X

#define X(name)                                                                                \
    ACTION(STEP_##name##_JZ)                                                                   \
    stack -= 2;                                                                                \
    value = value_##name(stack[1], top);                                                       \
    top = *stack;                                                                              \
    GO(value ? step + 2 : steps + step[1].value)                                               \
    ACTION(STEP_LOCAL_CONSTANT_##name##_JZ)                                                    \
    value = value_##name(locals[step->value], step[1].value);                                  \
    GO(value ? step + 4 : steps + step[3].value)
        COMPARISONS(X)
#undef X
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

MachineStatus machine_run(const MachineProgram *program, MachineRun *run,
                          const MachineHost *host, uint32_t *budget)
{
    return run_steps(program, run, host, budget, NULL);
}

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
