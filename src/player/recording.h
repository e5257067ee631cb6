/* Recorded input, which replays a game exactly.
 *
 * The format is a text file. The first line is `# oisin input 1`; lines that begin with `#` and
 * empty lines are ignored. These may be given before the first frame, each in its own line:
 * `seed N`, `skip-menu`, `language de` (ISO 639-1; older recordings have none), and
 * `extension NAME` for each extension of the game, in their order: the name of its file or
 * folder. All other lines begin with a frame number, from 0 and never decreasing:
 *
 *     0 offers load options   held from now on: the words of engine/state/input.def
 *     10 direction ea         held from now on: so sw we nw no ne ea se, or none
 *     42 press confirm        a button of engine/state/input.def
 *     50 action 1             a default action, 1 to 9
 *     55 belt 2               use the item of a belt slot; in the bag: put the item there
 *     60 item 2               use an item of the bag, from 1
 *     65 select 3             select a row of the open screen, from 1
 *     70 option 1             choose a row
 *     72 adjust -1            decrease (or 1, increase) that row, or the selected one
 *     75 tab 2                of the bag, from 1
 *     80 go 320 200           walk to a pixel of the map's image, or talk to the NPC there
 *     90 say Hello, all       typed text, up to the end of the line
 *     91 run give(coin,3)     a handler's source, run before the frame: the author's console
 *     91 run #7 hp=0          the same for another actor than the player: 1 + its number
 *     92 language de          texts and voices in another language
 *     95 load 544e4720...     load a saved game: its bytes, hexadecimal
 *     900 end                  the end of the recording; default: after the last line */
#ifndef OISIN_PLAYER_RECORDING_H
#define OISIN_PLAYER_RECORDING_H

#include "base/stream.h"
#include "engine/world.h"

/* Something that is done between two ticks, but a load. */
typedef struct RecordedRun {
    uint32_t self; /* an entity of the world */
    Text code;     /* empty: the language is changed */
    Text language;
    SourcePosition position; /* of the language */
} RecordedRun;

/* A name in the first lines. */
typedef struct RecordedName {
    Text name; /* empty: none */
    SourcePosition position;
} RecordedName;

typedef struct RecordedInput {
    uint32_t frame;
    WorldInput input;  /* the direction is held until the next one */
    Bytes load;        /* a saved game to load before this frame; or empty */
    RecordedRun *runs; /* done before this frame, after loading */
    size_t run_count;
} RecordedInput;

typedef struct Recording {
    bool has_seed;
    uint64_t seed;
    bool skip_menu; /* it starts with a new game */
    RecordedName language;
    RecordedName *extensions;
    size_t extension_count;
    uint32_t frames;      /* its length */
    RecordedInput *items; /* one for each frame with changes */
    size_t count;
} Recording;

bool recording_read(Text file, Recording *out, Arena *arena, Report *report);

/* Whether the game has the languages of the recording, and was loaded with its extensions;
 * reports each that is unknown, with its line and column. A recording without any of these
 * lines fits. */
bool recording_check(const Recording *recording, const TngFile *game, const Text *extensions,
                     size_t extension_count, Report *report);
/* The index of a language of a game, by its code; SIZE_MAX if the game does not have it. */
size_t recording_language(const TngFile *game, Text code);

/* The input of a frame. Frames must be requested in order; `*at` (initially 0) and `*input`
 * (initially zero) hold the state in between. */
void recording_input(const Recording *recording, uint32_t frame, size_t *at, WorldInput *input);

/* Writes the first lines: `seed`, `skip_menu`, `language` and `extensions` of `start`. */
void recording_begin(Writer *writer, const Recording *start);
/* Writes the changes of a frame since the previous one. */
void recording_write(Writer *writer, uint32_t frame, const WorldInput *before,
                     const WorldInput *input);
void recording_load(Writer *writer, uint32_t frame, Bytes save);
void recording_run(Writer *writer, uint32_t frame, const RecordedRun *run);
/* The size of the part of a recording, as far as it was written, up to the tick of a frame:
 * with the lines of this frame that are not input. */
size_t recording_size(Text written, uint32_t frame);
void recording_end(Writer *writer, uint32_t frame);

#endif
