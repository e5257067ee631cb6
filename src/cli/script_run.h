/* Runs one handler in the real engine and prints its effects.
 *
 * The game is started, and its start is played without output. The handler's self is the
 * player; its opponent is an NPC placed next to the player. A handler of the game gets the
 * same entities as in the game: the event of an NPC or object runs for it, with the player
 * as opponent. Then every command, attribute, screen and passage of time is printed, in
 * order, and at the end the differences in the world. The same game, handler and seed result
 * in the same text. A handler that prints more than WATCHER_LINES_MAX lines is stopped. */
#ifndef OISIN_CLI_SCRIPT_RUN_H
#define OISIN_CLI_SCRIPT_RUN_H

#include "base/stream.h"
#include "tirnanog/container/tng.h"

typedef struct HandlerRun {
    Text subject;  /* name of source text in messages */
    Text handler;  /* source, or the name of a handler of the game (tng_scripts.h) */
    Text set;      /* "hp=10,@hp=3": set before the run */
    Text set_from; /* its name in messages; empty: "--set" */
    /* "1,2": rows to choose in dialogs and so on, in order; afterwards the first */
    Text answers;
    Text opponent; /* name of an NPC; empty: the game's first kind, if any */
    uint64_t seed;
    uint32_t seconds; /* maximum game time */
    bool optimise, trace, profile;
} HandlerRun;

/* Returns the next of "a,b,c", trimmed; false at the end. */
bool next_item(Text *rest, Text *item);
/* Whether it has the form NAME=NUMBER; the name is checked when it is run. */
bool is_setting(Text item);

/* Returns false if it could not be run, or ran out of time. */
bool handler_run(const TngFile *game, const HandlerRun *run, Writer *out, Arena *arena,
                 Report *report);

/* A .script file: lines that begin with `#` are comments. Comments with a word and a colon
 * are settings: `# set: hp=10`, `# answer: 2`, `# opponent: slime`, and `# expect: ...`, a
 * line that must be in the output, in this order. Lines and columns of the source are
 * preserved. */
typedef struct ScriptFile {
    Text source;
    Text *expected;
    size_t expected_count;
    Text set, answers, opponent;
} ScriptFile;
/* Returns false and reports an error for an unknown `# word:`. */
bool script_file_read(Text file, ScriptFile *out, Arena *arena, Report *report);

/* Whether the expected lines are in `output` in their order; `*missing` is set to the first
 * that is not. Empty lines and `-` mean: no output. */
bool script_file_matches(const ScriptFile *file, Text output, Text *missing);

#endif
