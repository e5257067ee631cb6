/* One handler in the real engine, and what it does as text.
 *
 * The game is begun and its start is played through unseen. The player is the
 * handler's self; an NPC placed beside the player is its opponent. A handler of
 * the game gets the parties it has there: an NPC's or object's own event is its,
 * and the player is the opponent. Then every command, attribute, screen and
 * passing time is told, in the order in which they happen, and at the end what is
 * different in the world. The same game, handler and seed give the same text. A
 * handler that does more than WATCHER_LINES_MAX lines tell is stopped. */
#ifndef OISIN_CLI_SCRIPT_RUN_H
#define OISIN_CLI_SCRIPT_RUN_H

#include "base/stream.h"
#include "formats/tirnanog/tng.h"

typedef struct HandlerRun {
    Text subject;  /* names source text in messages */
    Text handler;  /* source, or the name of a handler of the game (tng_scripts.h) */
    Text set;      /* "hp=10,@hp=3": before the run */
    Text set_from; /* names it in messages; empty: "--set" */
    Text answers;  /* "1,2": rows chosen in dialogs, ..., in order; then the first */
    Text opponent; /* name of an NPC; empty: the game's first kind, if it has any */
    uint64_t seed;
    uint32_t seconds; /* of the game's time, at most */
    bool optimise, trace, profile;
} HandlerRun;

/* The next of "a,b,c", trimmed; false at the end. */
bool next_item(Text *rest, Text *item);
/* Whether it is NAME=NUMBER; whether there is such a name is known when it is run. */
bool is_setting(Text item);

/* False if it could not be run, or ran out of time. */
bool handler_run(const TngFile *game, const HandlerRun *run, Writer *out, Arena *arena,
                 Report *report);

/* A .script file: lines that begin with `#` are comments. Those with a word and a
 * colon are more: `# set: hp=10`, `# answer: 2`, `# opponent: slime`, and
 * `# expect: ...`, a line that must be in the output, in this order. The source keeps
 * its lines and columns. */
typedef struct ScriptFile {
    Text source;
    Text *expected;
    size_t expected_count;
    Text set, answers, opponent;
} ScriptFile;
/* False, and a report, at a `# word:` that is none of these. */
bool script_file_read(Text file, ScriptFile *out, Arena *arena, Report *report);

/* Whether the expected lines are in `output` in their order; the first that is not
 * there goes to `*missing`. Empty ones and `-` say: nothing at all. */
bool script_file_matches(const ScriptFile *file, Text output, Text *missing);

#endif
