/* Steps are the bytecode's instructions made ready: constants and references
 * are one kind of step, jumps hold step numbers. Common sequences are fused: a
 * step does its successors' work too and skips them. The successors stay where
 * they are, so a jump into the middle and a stored run need no care.
 *
 * Private to the machine: machine_load.c makes steps, machine.c runs them. */
#ifndef OISIN_SCRIPT_STEPS_H
#define OISIN_SCRIPT_STEPS_H

#include "script/machine.h"

/* The binary operators in the order of their opcodes (NOT stands between LT
 * and OR there); b is the topmost value. */
#define BINARIES(X)                                                                            \
    X(ADD) X(SUB) X(MUL) X(DIV) X(MOD) X(EQ) X(NE) X(GE) X(GT) X(LE) X(LT) X(OR) X(AND)
#define COMPARISONS(X) X(EQ) X(NE) X(GE) X(GT) X(LE) X(LT)

/* The families of fused steps. CONSTANT stands for a constant above zero if the
 * operator divides, so that nothing has to be checked. */
#define BINARY_FAMILIES(X, name)                                                               \
    X(STEP_LOCAL_##name)                                                                       \
    X(STEP_CONSTANT_##name)                                                                    \
    X(STEP_LOCAL_CONSTANT_##name) X(STEP_LOCAL_LOCAL_##name) X(STEP_##name##_POP)              \
        X(STEP_CONSTANT_##name##_POP) X(STEP_LOCAL_CONSTANT_##name##_POP)
#define COMPARISON_FAMILIES(X, name) X(STEP_##name##_JZ) X(STEP_LOCAL_CONSTANT_##name##_JZ)

/* What a step does: an Opcode or one of these. */
typedef enum Action {
    STEP_FIRST_FUSED = OPCODES - 1,
#define ENUM(name) name,
#define X(name) BINARY_FAMILIES(ENUM, name)
    BINARIES(X)
#undef X
#define X(name) COMPARISON_FAMILIES(ENUM, name)
        COMPARISONS(X)
#undef X
#undef ENUM
            STEPS
} Action;

#if defined(__GNUC__) && !defined(SCRIPT_PLAIN_SWITCH)
#define STEPS_ARE_THREADED 1
#endif

struct MachineStep {
#ifdef STEPS_ARE_THREADED
    const void *action; /* where the code is that does it */
#else
    Action action;
#endif
    int32_t value;
    uint32_t cost; /* instructions from here to the next change of direction */
};

/* Sets what `step` does. */
void step_set_action(MachineStep *step, Action action);

#endif
