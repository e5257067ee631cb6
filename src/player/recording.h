/* Recorded input, so that a game can be played again exactly.
 *
 * A text file. The first line is `# oisin input 1`; lines that begin with `#`
 * and empty lines are skipped. `seed N` may stand before all frames. The
 * others begin with a frame, counted from 0 and never going back:
 *
 *     10 direction ea          held from now on: so sw we nw no ne ea se, or none
 *     42 press confirm         confirm cancel up down left right inventory quests
 *     50 action 1              a default action, 1 to 9
 *     60 item 2                use an item of the belt, 1 to 9
 *     70 option 1              choose a row of the open screen, from 1
 *     80 go 320 200            walk to a pixel of the map's picture, or talk to who is there
 *     900 end                  the recording is over; without it, it ends with the last line
 */
#ifndef OISIN_PLAYER_RECORDING_H
#define OISIN_PLAYER_RECORDING_H

#include "base/stream.h"
#include "engine/world.h"

typedef struct RecordedInput {
    uint32_t frame;
    WorldInput input; /* the direction is held until the next one */
} RecordedInput;

typedef struct Recording {
    bool has_seed;
    uint64_t seed;
    uint32_t frames;      /* how long it is */
    RecordedInput *items; /* one for each frame with something new */
    size_t count;
} Recording;

bool recording_read(Text file, Recording *out, Arena *arena, Report *report);

/* The input of a frame; frames must be asked for one after the other, `*at`
 * (0 at first) and `*input` (zero at first) are kept in between. */
void recording_input(const Recording *recording, uint32_t frame, size_t *at, WorldInput *input);

void recording_begin(Writer *writer, uint64_t seed);
/* What is new in a frame after the one before. */
void recording_write(Writer *writer, uint32_t frame, const WorldInput *before,
                     const WorldInput *input);
void recording_end(Writer *writer, uint32_t frame);

#endif
