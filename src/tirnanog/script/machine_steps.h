/* Steps are prepared instructions: constants and references become one kind of step,
 * and jumps hold step numbers. Common sequences are fused: one step does the work of
 * its successors too and skips them. The successors keep their positions, so jumps into
 * the middle of a sequence and stored runs remain valid.
 *
 * The budget is charged per piece: straight-line code up to the next change of control flow,
 * at most about MACHINE_PIECE instructions. `cost` of a step is the number of instructions from
 * there to the end of its piece; a run pays it when control reaches the step, so within a piece
 * nothing is counted (PAY and GO in machine.c).
 *
 * Private to the machine: machine_load.c creates steps, machine.c executes them. */
#ifndef OISIN_TIRNANOG_SCRIPT_MACHINE_STEPS_H
#define OISIN_TIRNANOG_SCRIPT_MACHINE_STEPS_H

#include "tirnanog/script/machine.h"
#include "tirnanog/script/values.h"

/* The families of fused steps. A source is a local, or a plain attribute of the run's
 * self (MINE) or opponent (THEIRS). CONSTANT is a constant, which must be at least
 * DIVISOR_MIN if the operator divides. JZ may also be SWITCH_ONE, because comparisons
 * result in 0 or 1. JMP_ is a JMP back to the condition of a loop. */
#define SOURCE_FAMILY(X, source, name)                                                         \
    X(STEP_##source##_##name) X(STEP_##source##_CONSTANT_##name) X(STEP_##source##_LOCAL_##name)
#define BINARY_FAMILIES(X, name)                                                               \
    SOURCE_FAMILY(X, LOCAL, name)                                                              \
    SOURCE_FAMILY(X, MINE, name)                                                               \
    SOURCE_FAMILY(X, THEIRS, name)                                                             \
    X(STEP_CONSTANT_##name)                                                                    \
    X(STEP_##name##_POP) X(STEP_CONSTANT_##name##_POP) X(STEP_LOCAL_CONSTANT_##name##_POP)
#define COMPARISON_FAMILIES(X, name)                                                           \
    X(STEP_##name##_JZ)                                                                        \
    X(STEP_CONSTANT_##name##_JZ) X(STEP_LOCAL_CONSTANT_##name##_JZ) X(STEP_JMP_##name)

/* The action of a step: an Opcode or one of these. */
typedef enum Action {
    OP_SWITCH_ONE = OPCODES, /* a SWITCH with one address; the step holds the target of 0 */
    OP_POP_PAY,              /* a POP, POPA or POPO that ends a piece (machine_run) */
    OP_POPA_PAY,
    OP_POPO_PAY,
    OP_PUSHA_PLAIN,
    OP_PUSHO_PLAIN,
    SINGLE_STEPS, /* the number of actions which execute one instruction only */
    LAST_SINGLE = SINGLE_STEPS - 1,
#define ENUM(name) name,
#define BINARY_OP(name) BINARY_FAMILIES(ENUM, name)
#include "tirnanog/script/opcodes.def"
#define COMPARE_OP(name) COMPARISON_FAMILIES(ENUM, name)
#include "tirnanog/script/opcodes.def"
#undef ENUM
    STEPS
} Action;
_Static_assert(SINGLE_STEPS <= 256, "MachineProgram keeps single steps in bytes");

/* The family of a single step: that of its opcode. PUSHA_PLAIN and PUSHO_PLAIN, which
 * the machine executes itself, belong to PUSH. */
OpcodeFamily step_family(unsigned step);
/* Whether the step is POP_PAY, POPA_PAY or POPO_PAY. */
bool step_ends_piece(unsigned step);

#if defined(__GNUC__) && !defined(SCRIPT_PLAIN_SWITCH)
#define STEPS_ARE_THREADED 1
#endif

/* Division by a constant d, 2 <= d < 2^31, is a multiplication: with the smallest l
 * such that d <= 2^l, shift = 31 + l, factor = floor(2^shift / d) + 1, the quotient is
 * a * factor / 2^shift rounded down, plus 1 for a negative a: factor * d exceeds 2^shift
 * by at most 2^l, so for 32-bit numbers the error stays below 1/d. The product fits into
 * 64 bits. Factor and shift are in the tables, their index in the operator's step. */
enum { DIVISOR_MIN = 2 };

struct MachineStep {
#ifdef STEPS_ARE_THREADED
    const void *action; /* the address of its code (computed goto) */
#else
    Action action;
#endif
    int32_t value;
    uint32_t cost; /* instructions from here to the next change of control flow */
};

/* Sets the action of `step`. */
void step_set_action(MachineStep *step, Action action);

#endif
