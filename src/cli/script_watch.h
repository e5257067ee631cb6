/* Prints what handlers do while they run: commands with names, attributes that
 * are set, time that passes, and with a trace every instruction. */
#ifndef OISIN_CLI_SCRIPT_WATCH_H
#define OISIN_CLI_SCRIPT_WATCH_H

#include "engine/profile.h"
#include "engine/world.h"

typedef struct Watcher {
    World *world;
    const ScriptNames *names;
    Writer *out;
    Arena *arena;   /* for what is kept */
    Arena *scratch; /* for one line: reset behind each */
    bool trace;
    uint32_t self, opponent; /* how entities are called: hp, @hp */
    uint32_t task;           /* the number of the one that is watched; 0: the next to begin */
    int32_t locals[SCRIPT_LOCALS]; /* of it, as they were last seen */
    Profile profile;
    bool full; /* so much was said that nothing more is; play need not go on */
    /* What follows is the watcher's own. */
    Observer observer;
    uint32_t last;       /* tick up to which time has been told */
    uint32_t inside;     /* task whose instructions are running, if they are to be seen */
    ScriptRef shown;     /* of it */
    Text prefix;         /* before its lines: empty for the watched one */
    const void *pending; /* the run of the traced instruction whose line is not ended yet */
    size_t traced, lines;
    Numbers offsets;  /* per script: of its instructions */
    Numbers prefixes; /* per script: "npc:baker:click: " */
} Watcher;

enum { WATCHER_LINES_MAX = 10000 };

/* Ready to be set as `world->observer = &watcher->observer`. */
void watcher_start(Watcher *watcher);
/* A line from elsewhere: ends what is open and tells the time that passed. After
 * WATCHER_LINES_MAX it says so, once, and no more. Memory of `scratch` is gone then. */
void watcher_say(Watcher *watcher, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Ends a traced line. */
void watcher_end(Watcher *watcher);

#endif
