/* Reduces a recording to the shortest one in which the same still happens.
 *
 * The idea is delta debugging (Zeller, Hildebrandt: Simplifying and Isolating Failure-Inducing
 * Input, 2002). Lines of the recording are left out, first half of them, then quarters and so
 * on, down to single lines; a reduced recording is kept if the condition still holds at some
 * tick. Then the pauses between the lines are made shorter in the same way, which may make
 * further lines unnecessary, until nothing can be left out.
 *
 * Several threads try different parts at once. The first part in a fixed order that can be left
 * out is used, so the result does not depend on their number. */
#ifndef OISIN_PLAYER_SHRINK_H
#define OISIN_PLAYER_SHRINK_H

#include "player/replay.h"

#include "base/progress.h"

/* What a thread needs; each has its own. */
typedef struct ShrinkWorker {
    ReplayGame game;
    /* Whether the condition holds; called after each tick. */
    bool (*holds)(void *context, World *world);
    void *context;
} ShrinkWorker;

typedef struct ShrinkOptions {
    ShrinkWorker *workers;
    size_t worker_count;
    const Progress *progress; /* or NULL */
    /* Asked between two steps: true ends with the best result so far. NULL: never. */
    bool (*stop)(void *context);
    void *stop_context;
} ShrinkOptions;

typedef struct ShrinkResult {
    Text recording;
    /* number of lines with input, and of ticks until the condition holds; before and after */
    size_t inputs_before, inputs;
    uint32_t frames_before, frames;
    uint32_t replays;
    bool stopped;
} ShrinkResult;

/* False and an error if the file is not a recording, or the condition never holds. */
bool recording_shrink(Text file, const ShrinkOptions *options, ShrinkResult *out, Arena *arena,
                      Report *report);

#endif
