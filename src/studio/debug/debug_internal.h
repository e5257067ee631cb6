/* Private to the debugger: types and functions that its files share. */
#ifndef OISIN_STUDIO_DEBUG_DEBUG_INTERNAL_H
#define OISIN_STUDIO_DEBUG_DEBUG_INTERNAL_H

#include "studio/debug/debugger.h"

enum { BREAKPOINTS_MAX = 256 };

/* When the game stops next, in addition to breakpoints. */
typedef enum DebugMode {
    MODE_RUN,
    MODE_LINE,        /* at another line, of any handler */
    MODE_NEXT,        /* at another line of the same handler */
    MODE_FINISH,      /* when the handler has ended */
    MODE_INSTRUCTION, /* at the next instruction */
    MODE_TICK,        /* before the next tick */
} DebugMode;

typedef struct Breakpoint {
    uint32_t number; /* one breakpoint may have several positions */
    ScriptRef ref;
    uint32_t step;
    Text condition; /* as entered, or empty */
    Bytes code;     /* of the condition */
    uint32_t hits;
} Breakpoint;

/* The position at which the game is stopped. */
typedef struct DebugStop {
    ScriptRef ref;
    const Task *task; /* NULL in a calculated attribute */
    MachineRun *run;  /* NULL: between ticks */
    uint32_t offset;  /* of the instruction, in bytes */
    Text file;        /* empty: unknown */
    uint32_t line;
} DebugStop;

struct Debugger {
    DebuggerOptions options;
    Observer observer;
    World *world;
    bool (*idle)(void *context);
    void *idle_context;
    Arena *arena, *scratch; /* scratch: cleared after each command */
    NumberMap offsets;      /* of each handler's instructions */
    Breakpoint breakpoints[BREAKPOINTS_MAX];
    size_t breakpoint_count;
    uint32_t last_number;
    DebugMode mode;
    DebugStop stop;     /* the current one; while running, the start of the step */
    uint32_t stop_task; /* number of its task; 0 in an expression */
    bool stopped;       /* reading commands */
    bool ended;         /* end of input */
    bool leave;         /* the game is to end */
    bool has_early;     /* a command was received before the game stopped */
    Text early;
    Arena *early_arena;
};

/* script_offsets.c */
/* The offset of an instruction in its handler's code, and back; NONE if it is invalid. */
uint32_t debug_offset(Debugger *debugger, ScriptRef ref, uint32_t step);
uint32_t debug_step(Debugger *debugger, ScriptRef ref, uint32_t offset);

/* breakpoints.c */
/* Sets the observer's functions; call it when breakpoints or the mode have changed. */
void debug_watch(Debugger *debugger);

/* debug_answers.c: answers */
void debug_print(Debugger *debugger, const char *format, ...) PRINTF_LIKE(2, 3);
/* "npcs/brid.npc:12 (npc:brid:click+14)" */
Text debug_position(Debugger *debugger, const DebugStop *stop);
void debug_show_line(Debugger *debugger, const DebugStop *stop);
void debug_show_source(Debugger *debugger, const DebugStop *stop);
void debug_show_code(Debugger *debugger, const DebugStop *stop);
void debug_show_locals(Debugger *debugger);
void debug_show_attributes(Debugger *debugger, uint32_t entity);
void debug_show_state(Debugger *debugger, uint32_t entity);
void debug_show_stack(Debugger *debugger);
void debug_show_tasks(Debugger *debugger);
void debug_show_breakpoints(Debugger *debugger);

/* debug_commands.c: executes a line; true if the game continues */
bool debug_command(Debugger *debugger, Text line);
/* Compiles an expression with the names of the game; false if an error was reported. */
bool debug_compile(Debugger *debugger, Text text, Bytes *out, Arena *arena);
bool debug_evaluate(Debugger *debugger, Bytes code, const MachineRun *run, int32_t *out);

#endif
