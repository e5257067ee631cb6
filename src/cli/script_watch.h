/* Prints the actions of running handlers: commands with names, assignments to attributes,
 * passage of time, and with a trace every instruction. */
#ifndef OISIN_CLI_SCRIPT_WATCH_H
#define OISIN_CLI_SCRIPT_WATCH_H

#include "engine/state/profile.h"
#include "engine/world.h"

typedef struct Watcher {
    World *world;
    const ScriptNames *names;
    Writer *out;
    Arena *arena;   /* persistent */
    Arena *scratch; /* for one line: reset after each */
    bool trace;
    uint32_t self, opponent;       /* prefixes for entities: hp, @hp */
    uint32_t task;                 /* number of the watched one; 0: the next to start */
    int32_t locals[SCRIPT_LOCALS]; /* of the task, as last printed */
    Profile profile;
    bool full; /* the maximum number of lines was printed; play can stop */
    /* The members below are private. */
    Observer observer;
    uint32_t last;       /* tick up to which time was printed */
    uint32_t inside;     /* task whose instructions are running, if they are printed */
    ScriptRef shown;     /* its script */
    Text prefix;         /* prefix of its lines: empty for the watched one */
    const void *pending; /* the run of the traced instruction whose line is incomplete */
    size_t traced, lines;
    NumberMap offsets;  /* per script: offsets of its instructions */
    NumberMap prefixes; /* per script: "npc:baker:click: " */
} Watcher;

enum { WATCHER_LINES_MAX = 10000 };

/* Prepares a watcher for `world->observer = &watcher->observer`. */
void watcher_start(Watcher *watcher);
/* Prints a line: completes a pending line and prints the elapsed time before it. After
 * WATCHER_LINES_MAX lines it prints a note, once, and nothing more. Resets `scratch`. */
void watcher_print(Watcher *watcher, const char *format, ...) PRINTF_LIKE(2, 3);
/* Completes a traced line. */
void watcher_end(Watcher *watcher);

#endif
