/* A debugger for handlers, spoken to in lines of text.
 *
 * The game is stopped before its first tick and wherever a breakpoint or a step
 * ends; then commands are read, one a line, until one lets it go on. Every
 * answer ends with a line `ok`, or is one line `error: ...`. Lines that begin with
 * `stopped` or `ended` come by themselves when play stops or a handler that is
 * stepped through is over. `help` lists the commands (docs/debugger.md).
 *
 * It is an Observer: a debugged game goes the way it would have gone alone, tick
 * by tick, unless `set` changes a local variable. What is stopped is the whole
 * world, in the middle of a tick. */
#ifndef OISIN_DEBUG_DEBUGGER_H
#define OISIN_DEBUG_DEBUGGER_H

#include "engine/world.h"
#include "project/script_places.h"
#include "script/script.h"

typedef struct Debugger Debugger;

typedef enum DebugRead {
    DEBUG_READ_LINE,
    DEBUG_READ_NOTHING, /* none is there yet */
    DEBUG_READ_END      /* none will come: play goes on without stopping again */
} DebugRead;

/* Where commands come from and answers go to. */
typedef struct DebugIo {
    void *context;
    /* The next line, valid until the next call; with `wait`, until there is one. */
    DebugRead (*read)(void *context, bool wait, Text *line);
    /* One line, without its end. */
    void (*write)(void *context, Text line);
} DebugIo;

typedef struct DebuggerOptions {
    const TngFile *game;           /* must outlive the debugger, as the next two */
    const ProjectScripts *scripts; /* where handlers come from; NULL: lines are not known */
    const ScriptNames *names;      /* for `print`, conditions and listings */
    DebugIo io;
} DebuggerOptions;

Debugger *debugger_new(const DebuggerOptions *options, Arena *arena);

/* Watches this world from now on. While play is stopped in the middle of a tick,
 * `idle` is called again and again, so that a window stays alive; it returns false
 * if the player wants to leave. NULL: commands are waited for. */
void debugger_attach(Debugger *debugger, World *world, bool (*idle)(void *context),
                     void *context);

/* To be called before each tick: does what was typed meanwhile, and is where play
 * is stopped between ticks. False if it is to end. */
bool debugger_tick(Debugger *debugger);

/* The world must not be advanced any more. */
void debugger_free(Debugger *debugger);

/* For the manual: every command, its arguments and what it does. */
void debugger_reference(Writer *out);

#endif
