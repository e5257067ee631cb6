/* Recorded input, so that a game can be played again exactly.
 *
 * A text file. The first line is `# oisin input 1`; lines that begin with `#`
 * and empty lines are skipped. `seed N` and `skip-menu` may stand before all frames. The
 * others begin with a frame, counted from 0 and never going back:
 *
 *     0 offers load options   held from now on: the words of engine/input.def
 *     10 direction ea         held from now on: so sw we nw no ne ea se, or none
 *     42 press confirm        a button of engine/input.def
 *     50 action 1             a default action, 1 to 9
 *     55 belt 2               use what is in a place of the belt; in the bag: put it there
 *     60 item 2               use an item of the bag, from 1
 *     65 select 3             point at a row of the open screen, from 1
 *     70 option 1             choose one
 *     72 adjust -1            less (or 1, more) of that row, or of the selected one
 *     75 tab 2                of the bag, from 1
 *     80 go 320 200           walk to a pixel of the map's picture, or talk to who is there
 *     95 load 544e4720...     a saved game was loaded: its bytes, hexadecimal
 *     90 say Hello, all       what was typed, to the line's end
 *     91 run give(coin,3)     a handler's source, run before the frame: the author's console
 *     91 run #7 hp=0          the same for another than the player: 1 + number of the actor
 *     900 end                  the recording is over; without it, it ends with the last line
 */
#ifndef OISIN_PLAYER_RECORDING_H
#define OISIN_PLAYER_RECORDING_H

#include "base/stream.h"
#include "engine/world.h"

typedef struct RecordedRun {
    uint32_t self; /* an entity of the world */
    Text code;
} RecordedRun;

typedef struct RecordedInput {
    uint32_t frame;
    WorldInput input;  /* the direction is held until the next one */
    Bytes load;        /* a saved game that was loaded before this frame; or empty */
    RecordedRun *runs; /* before this frame, behind the loading */
    size_t run_count;
} RecordedInput;

typedef struct Recording {
    bool has_seed;
    uint64_t seed;
    bool skip_menu;       /* it began with a new game */
    uint32_t frames;      /* how long it is */
    RecordedInput *items; /* one for each frame with something new */
    size_t count;
} Recording;

bool recording_read(Text file, Recording *out, Arena *arena, Report *report);

/* The input of a frame; frames must be asked for one after the other, `*at`
 * (0 at first) and `*input` (zero at first) are kept in between. */
void recording_input(const Recording *recording, uint32_t frame, size_t *at, WorldInput *input);

void recording_begin(Writer *writer, uint64_t seed, bool skip_menu);
/* What is new in a frame after the one before. */
void recording_write(Writer *writer, uint32_t frame, const WorldInput *before,
                     const WorldInput *input);
void recording_load(Writer *writer, uint32_t frame, Bytes save);
void recording_run(Writer *writer, uint32_t frame, const RecordedRun *run);
void recording_end(Writer *writer, uint32_t frame);

#endif
