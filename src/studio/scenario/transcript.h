/* A scenario written from what somebody plays.
 *
 * The transcript watches a world tick by tick and writes the steps that a person would write:
 * whom the player talked to, what was answered, bought, used and fought, and where the player
 * stopped; after each step, what it has changed, as `expect` lines: quests, the bag,
 * attributes, the dialog that opened. Mouse, keys and pad make the same steps. Then
 * transcript_end plays the scenario, removes expectations that do not hold when it is played
 * that way (values that depend on time and chance), and says where it stops if it does.
 *
 * A play that begins with a saved game, or loads one, has no scenario: it begins a new game. */
#ifndef OISIN_STUDIO_SCENARIO_TRANSCRIPT_H
#define OISIN_STUDIO_SCENARIO_TRANSCRIPT_H

#include "studio/scenario/scenario.h"

struct World;
struct WorldInput;

typedef struct Transcript Transcript;

typedef struct TranscriptOptions {
    uint64_t seed;
    Text language;       /* "de"; empty: the default */
    bool skip_menu;      /* the play began with a new game, not in the menu */
    ScenarioClock clock; /* of playing what was written */
} TranscriptOptions;

/* Before the first tick. The transcript observes the world. Game and names must outlive it. */
Transcript *transcript_new(struct World *world, const TngFile *game, const ScriptNames *names,
                           const TranscriptOptions *options, Arena *arena);
/* A handler was run between two ticks, by the author. */
void transcript_run(Transcript *transcript, Text code);
/* A step was done by other means than input; `step`: its line in a test file. */
void transcript_line(Transcript *transcript, Text step);
/* After each tick. */
void transcript_tick(Transcript *transcript, const struct WorldInput *input);

typedef struct TranscriptResult {
    Text text; /* "scenario NAME" and its steps, indented lines */
    size_t steps;
    Text problem; /* why it fails when it is played, "line: sentence"; empty: it passes */
} TranscriptResult;

/* Ends it, and plays what was written. False, reported: there is no step, or the name is not
 * one line of text, or the clock has stopped it. */
bool transcript_end(Transcript *transcript, Text name, TranscriptResult *out, Report *report);

#endif
