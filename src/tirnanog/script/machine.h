/* The virtual machine: runs verified bytecode for a host, which implements the world.
 *
 * `machine_load` verifies and prepares a program once; all its runs share it. A run is
 * plain data without pointers, so it can be copied, compared and saved. It stops when
 * the script ends, when a command has to wait, or when the instruction budget is used
 * up; calling `machine_run` again resumes it. Values wrap at 32 bits; x/0 and x%0 are 0,
 * INT32_MIN/-1 is INT32_MIN with remainder 0. */
#ifndef OISIN_TIRNANOG_SCRIPT_MACHINE_H
#define OISIN_TIRNANOG_SCRIPT_MACHINE_H

#include "tirnanog/script/script.h"

/* A prepared instruction; see machine_steps.h. */
typedef struct MachineStep MachineStep;

/* How a host stores its attributes. In bytecode an attribute is a number from the
 * compiler's names. The loader asks for the slot of each number, and the run passes
 * slots to the host. A plain attribute can be read without a call: its value is at its
 * slot in the array which `MachineHost.values` returns. If the whole struct is NULL,
 * slots are the numbers of the bytecode and no attribute is plain. */
typedef struct MachineAttributes {
    uint32_t (*slot)(void *context, uint32_t attribute, bool *plain);
    void *context;
} MachineAttributes;

typedef struct MachineProgram {
    const MachineStep *steps; /* one per instruction of the bytecode, in its order */
    const uint32_t *tables;   /* switches and places */
    const uint8_t *ops;       /* the unfused action of each step; see machine_steps.h */
    const int16_t *depths;    /* stack depth where a run may stop; -1 elsewhere */
    bool plain;               /* it reads plain attributes */
    ScriptInfo info;
} MachineProgram;

/* Verifies `code` and prepares it. Rejects a single statement with more than
 * MACHINE_ASKS_MAX queries to the host, because a run cannot be suspended inside it.
 * The program is allocated in `arena` and does not refer to `code` afterwards. Memory
 * that only the preparation needs is allocated in `scratch`, which may be `arena`. */
enum { MACHINE_ASKS_MAX = 4096 };
bool machine_load(Bytes code, const ScriptLimits *limits, const MachineAttributes *attributes,
                  MachineProgram *out, Arena *arena, Arena *scratch, Report *report);

/* A running or suspended script. If it was allocated with machine_run_size() bytes
 * only, copy no more than those. */
typedef struct MachineRun {
    uint32_t step;           /* the next instruction, counted from 0 */
    uint32_t depth;          /* values on the stack */
    uint32_t self, opponent; /* the host's handles */
    uint32_t pending;        /* the command it waits for; 0: none */
    int32_t locals[SCRIPT_LOCALS];
    int32_t stack[SCRIPT_STACK_MAX + 1]; /* the values are at 1 to depth */
} MachineRun;

/* Size in bytes of a MachineRun for this program. Bytes after that are not accessed, so
 * thousands of suspended runs do not need a full stack each. */
size_t machine_run_size(const MachineProgram *program);

/* Initialises a run at the start of the script with all locals 0. To implement `event`,
 * copy `locals` to the called handler's run, and its local `a` back at the end. */
void machine_start(MachineRun *run, uint32_t self, uint32_t opponent);

/* Whether a stored run is valid for this program and can be resumed. */
bool machine_run_fits(const MachineProgram *program, const MachineRun *run);

typedef enum MachineStatus {
    MACHINE_DONE,     /* END was reached or a command finished the script */
    MACHINE_WAITING,  /* a command waits: run again when it has completed */
    MACHINE_SUSPENDED /* out of budget: run again with a new budget */
} MachineStatus;

typedef enum MachineCommand { COMMAND_CONTINUE, COMMAND_WAIT, COMMAND_FINISH } MachineCommand;

enum { MACHINE_ALL_ITEMS = UINT32_MAX };

/* The world. All functions except `values` are required. `entity` is the run's `self`
 * or `opponent`; `attribute` is a slot. Functions may run other scripts (the change
 * handler of an attribute, a calculated attribute, `event`); the host must limit how
 * deep such calls nest. */
typedef struct MachineHost {
    void *context;
    int32_t (*get)(void *context, uint32_t entity, uint32_t attribute);
    void (*set)(void *context, uint32_t entity, uint32_t attribute, int32_t value);
    /* Number of items in the inventory; `object` is a sprite index or MACHINE_ALL_ITEMS. */
    int32_t (*count)(void *context, uint32_t entity, uint32_t object);
    int32_t (*sum)(void *context, uint32_t entity, uint32_t attribute);
    /* A random number from 0 to `below` - 1; `below` is at least 1. */
    uint32_t (*random)(void *context, uint32_t below);
    /* Executes command `number`. The arguments are in source order: numbers and indices;
     * a map position is two values: the map and x + 65536 y. `run` continues after the
     * command. The function may change its locals (chosen options are returned in `a`),
     * but not its step, depth or stack. */
    MachineCommand (*command)(void *context, MachineRun *run, unsigned number,
                              const int32_t *arguments);
    /* Returns the values of the plain attributes of an entity. The array stays in use
     * until `*changes` differs, which is checked after each `command` and `set`. Both
     * are required by a program with plain attributes. */
    const int32_t *(*values)(void *context, uint32_t entity);
    const uint32_t *changes;
    /* Additional cost of `get`, `count` and `sum`, in instructions. The machine subtracts
     * it from the budget and sets it to 0. NULL: no additional cost. */
    uint32_t *charge;
} MachineHost;

/* Runs until the script ends, waits or is suspended. `budget` is the maximum number of
 * instructions; executed ones are subtracted from it, down to 0. It is checked at each
 * change of control flow, after commands, and in long straight-line code after a
 * statement about every MACHINE_PIECE instructions. The last piece is finished even if
 * it exceeds the budget, so a run with a budget of at least 1 always progresses. A run
 * that is done must not be run again. */
enum { MACHINE_PIECE = 1024 };
MachineStatus machine_run(const MachineProgram *program, MachineRun *run,
                          const MachineHost *host, uint32_t *budget);

/* Called before each instruction; `run->step` counts instructions from 0 in bytecode
 * order. It may read the run and change its locals, nothing else. */
typedef void MachineTrace(void *context, MachineRun *run);

/* The same as `machine_run`, with the same result, about ten times slower. */
MachineStatus machine_run_traced(const MachineProgram *program, MachineRun *run,
                                 const MachineHost *host, uint32_t *budget, MachineTrace *trace,
                                 void *context);

/* The result of an expression that is done. */
static inline int32_t machine_value(const MachineRun *run) { return run->stack[run->depth]; }

#endif
