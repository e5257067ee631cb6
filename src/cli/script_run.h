/* One handler in the real engine, and what it does as text.
 *
 * The game is begun and its start is played through unseen. The player is the
 * handler's self; an NPC placed beside the player is its opponent. A handler of
 * the game gets the parties it has there: an NPC's or object's own event is its,
 * and the player is the opponent. Then every command, attribute, screen and
 * passing time is told, in the order in which they happen, and at the end what is
 * different in the world. The same game, handler and seed give the same text. */
#ifndef OISIN_CLI_SCRIPT_RUN_H
#define OISIN_CLI_SCRIPT_RUN_H

#include "base/stream.h"
#include "formats/tirnanog/tng.h"

typedef struct HandlerRun {
    Text subject;  /* names source text in messages */
    Text handler;  /* source, or the name of a handler of the game (tng_scripts.h) */
    Text set;      /* "hp=10,@hp=3": before the run */
    Text answers;  /* "1,2": rows chosen in dialogs, ..., in order; then the first */
    Text opponent; /* name of an NPC; empty: the game's first kind, if it has any */
    uint64_t seed;
    uint32_t seconds; /* of the game's time, at most */
    bool optimise, trace, profile;
} HandlerRun;

/* False if it could not be run, or ran out of time. */
bool handler_run(const TngFile *game, const HandlerRun *run, Writer *out, Arena *arena,
                 Report *report);

/* A .script file: lines that begin with `#` are comments. Some are more:
 * `# set: hp=10`, `# answer: 2`, `# opponent: slime`, and `# expect: ...`, a line that
 * must be in the output, in this order. The source keeps its lines and columns. */
typedef struct ScriptFile {
    Text source;
    Text *expected;
    size_t expected_count;
    Text set, answers, opponent;
} ScriptFile;
ScriptFile script_file_read(Text file, Arena *arena);

/* Whether the expected lines are in `output` in their order; the first that is not
 * there goes to `*missing`. Empty ones and `-` say: nothing at all. */
bool script_file_matches(const ScriptFile *file, Text output, Text *missing);

#endif
