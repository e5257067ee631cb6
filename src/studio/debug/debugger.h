/* A debugger for handlers, controlled by lines of text.
 *
 * The game stops before its first tick, at breakpoints and after steps. Then commands are
 * read, one per line, until one continues the game. Every answer ends with a line `ok`,
 * or is one line `error: ...`. Lines that start with `stopped` or `ended` are sent when
 * the game stops, or when a handler being stepped through ends. `help` lists the commands
 * (docs/how-to/debug-handlers.md).
 *
 * It is an Observer: debugging does not change the game, tick by tick, unless `set`
 * changes a local variable. A stop suspends the whole world, in the middle of a tick. */
#ifndef OISIN_STUDIO_DEBUG_DEBUGGER_H
#define OISIN_STUDIO_DEBUG_DEBUGGER_H

#include "engine/world.h"
#include "tirnanog/sheets/script_positions.h"
#include "tirnanog/script/script.h"

typedef struct Debugger Debugger;

typedef enum DebugRead {
    DEBUG_READ_LINE,
    DEBUG_READ_NOTHING, /* no line is available yet */
    DEBUG_READ_END      /* end of input: the game continues without stopping again */
} DebugRead;

/* Input for commands and output for answers. */
typedef struct DebugIo {
    void *context;
    /* Reads the next line, valid until the next call; `wait`: blocks until there is one. */
    DebugRead (*read)(void *context, bool wait, Text *line);
    /* Writes one line, without a line end. */
    void (*write)(void *context, Text line);
} DebugIo;

typedef struct DebuggerOptions {
    const TngFile *game;           /* must outlive the debugger, like the next two */
    const ProjectScripts *scripts; /* source positions; NULL: unknown */
    const ScriptNames *names;      /* for `print`, conditions and listings */
    DebugIo io;
} DebuggerOptions;

Debugger *debugger_new(const DebuggerOptions *options, Arena *arena);

/* Starts to observe this world. While the game is stopped in the middle of a tick, `idle`
 * is called repeatedly, so that a window can process events; it returns false if the
 * player wants to quit. NULL: reading commands blocks. */
void debugger_attach(Debugger *debugger, World *world, bool (*idle)(void *context),
                     void *context);

/* Call it before each tick: executes pending commands, and stops here if the game is to
 * stop between ticks. False if the game is to end. */
bool debugger_tick(Debugger *debugger);

/* The world must not be advanced afterwards. */
void debugger_free(Debugger *debugger);

/* For the manual: every command with its arguments and description. */
void debugger_reference(Writer *out);

#endif
