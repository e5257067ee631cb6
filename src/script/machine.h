/* The machine: runs verified bytecode against a world it knows nothing of.
 *
 * A program is prepared once (`machine_load`) and shared by all its runs. A
 * run is plain data without pointers: copy it, compare it, save it. It stops
 * when the script ends, when a command wants to wait, or when the budget is
 * used up; calling `machine_run` again goes on from there. Values wrap at 32
 * bits; x/0 and x%0 give 0, INT32_MIN/-1 gives INT32_MIN and its remainder 0. */
#ifndef OISIN_SCRIPT_MACHINE_H
#define OISIN_SCRIPT_MACHINE_H

#include "script/script.h"

/* An instruction made ready; see steps.h. */
typedef struct MachineStep MachineStep;

/* How a host keeps its attributes. In code they are numbers as its names gave
 * them; the loader asks for each one's slot, and the run asks the host with that.
 * A plain attribute is one whose reading needs no thought: it stands at its slot
 * in what `MachineHost.values` gives. NULL instead of it: slots are the numbers in
 * the code, and none is plain. */
typedef struct MachineAttributes {
    uint32_t (*slot)(void *context, uint32_t attribute, bool *plain);
    void *context;
} MachineAttributes;

typedef struct MachineProgram {
    const MachineStep *steps; /* one per instruction of the bytecode, in its order */
    const uint32_t *tables;   /* switches and places */
    const uint8_t *ops;       /* what each step does alone; see steps.h */
    const int16_t *depths;    /* values on the stack where a run may stop; else -1 */
    bool plain;               /* it reads plain attributes */
    ScriptInfo info;
} MachineProgram;

/* Verifies `code` and prepares it; refuses a single statement that asks the world more
 * than MACHINE_ASKS_MAX things, as nothing could stop in it. The program lives in
 * `arena` and does not need `code` any more. What only the preparation needs comes from
 * `scratch`, which may be `arena`. */
enum { MACHINE_ASKS_MAX = 4096 };
bool machine_load(Bytes code, const ScriptLimits *limits, const MachineAttributes *attributes,
                  MachineProgram *out, Arena *arena, Arena *scratch, Report *report);

/* A running or suspended script. Of one that lives in less memory than the whole struct
 * (machine_run_size), only so much may be copied. */
typedef struct MachineRun {
    uint32_t step;           /* the instruction to go on with, counted from 0 */
    uint32_t depth;          /* values on the stack */
    uint32_t self, opponent; /* the host's handles */
    uint32_t pending;        /* the command it waits for; 0 none */
    int32_t locals[SCRIPT_LOCALS];
    int32_t stack[SCRIPT_STACK_MAX + 1]; /* the values are at 1 to depth */
} MachineRun;

/* A run needs this many bytes of a MachineRun for a program: what is behind them is
 * not touched, so that thousands of waiting ones need not have a whole stack each. */
size_t machine_run_size(const MachineProgram *program);

/* A run at the script's start, all locals 0. Copy `locals` in or out for
 * `event`: the called handler gets a copy, and its `a` is copied back. */
void machine_start(MachineRun *run, uint32_t self, uint32_t opponent);

/* Whether a run that was stored may go on in this program. */
bool machine_run_fits(const MachineProgram *program, const MachineRun *run);

typedef enum MachineStatus {
    MACHINE_DONE,     /* END was reached or a command finished the script */
    MACHINE_WAITING,  /* a command waits: run again when it is over */
    MACHINE_SUSPENDED /* out of budget: run again with a new one */
} MachineStatus;

typedef enum MachineCommand { COMMAND_CONTINUE, COMMAND_WAIT, COMMAND_FINISH } MachineCommand;

enum { MACHINE_ALL_ITEMS = UINT32_MAX };

/* The world. Every function but `values` must be there. `entity` is the run's `self`
 * or `opponent`, `attribute` a slot. Functions may run other scripts (an attribute's change
 * handler, a calculated attribute, `event`); how deep that goes is theirs to bound. */
typedef struct MachineHost {
    void *context;
    int32_t (*get)(void *context, uint32_t entity, uint32_t attribute);
    void (*set)(void *context, uint32_t entity, uint32_t attribute, int32_t value);
    /* Items in the inventory; `object` is a sprite index or MACHINE_ALL_ITEMS. */
    int32_t (*count)(void *context, uint32_t entity, uint32_t object);
    int32_t (*sum)(void *context, uint32_t entity, uint32_t attribute);
    /* A number from 0 to `below` - 1; `below` is at least 1. */
    uint32_t (*random)(void *context, uint32_t below);
    /* Does command `number`. The arguments are in the order of the source: numbers,
     * indices, and for a place two values: the map and x + 65536 y. `run` goes on
     * behind the command; its locals may be changed (options come back in a), its
     * step, depth and stack may not. */
    MachineCommand (*command)(void *context, MachineRun *run, unsigned number,
                              const int32_t *arguments);
    /* Where the plain attributes of an entity stand, whatever entity it is. What it
     * gave is used until `*changes` differs, which is looked at after `command` and
     * `set`. A program with plain attributes needs both. */
    const int32_t *(*values)(void *context, uint32_t entity);
    const uint32_t *changes;
    /* What `get`, `count` and `sum` have cost besides their instruction, in
     * instructions; set to 0 again when it is paid for. NULL: nothing. */
    uint32_t *charge;
} MachineHost;

/* Runs until something stops it. `budget` is how many instructions may be executed and
 * is lowered by those that were, down to 0; it is looked at wherever control goes
 * elsewhere, after commands, and in long straight code after a statement each
 * MACHINE_PIECE instructions or so. The piece begun last is finished even if it is
 * longer: with a budget of 1 or more a run moves on. A run that is done must not be run
 * again. */
enum { MACHINE_PIECE = 1024 };
MachineStatus machine_run(const MachineProgram *program, MachineRun *run,
                          const MachineHost *host, uint32_t *budget);

/* Called before each instruction: `run->step` counts instructions from 0 in the
 * order of the bytecode. It may read the run and change its locals, no more. */
typedef void MachineTrace(void *context, MachineRun *run);

/* As `machine_run`, with the same outcome, about ten times as slow. */
MachineStatus machine_run_traced(const MachineProgram *program, MachineRun *run,
                                 const MachineHost *host, uint32_t *budget, MachineTrace *trace,
                                 void *context);

/* What an expression has left, once it is done. */
static inline int32_t machine_value(const MachineRun *run) { return run->stack[run->depth]; }

#endif
