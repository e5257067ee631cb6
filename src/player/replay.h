/* Replays recordings without drawing and sound, as fast as the world can be simulated.
 *
 * A ReplayGame has what all replays of a game share: its content and compiled source. One
 * thread at a time can use it, for one replay after the other. */
#ifndef OISIN_PLAYER_REPLAY_H
#define OISIN_PLAYER_REPLAY_H

#include "player/recording.h"

struct ScriptNames;

typedef struct ReplayGame {
    const TngFile *game;
    const struct ScriptNames *names; /* for recorded source; NULL: it cannot be run */
    Content *content;
    struct ReplayCode *codes;
    size_t code_count;
    Arena *arena;
    Report *report;
} ReplayGame;

/* The game and the names must outlive it. */
ReplayGame replay_game(const TngFile *game, const struct ScriptNames *names, Arena *arena,
                       Report *report);

typedef struct Replay {
    ReplayGame *game;
    const Recording *recording; /* NULL: a saved game */
    World *world;
    Arena *state; /* of the world */
    uint32_t frame;
    size_t at;
    WorldInput input;
    bool left; /* the player has left the game */
} Replay;

/* Before the first tick. False and an error if the game cannot be played. */
bool replay_begin(Replay *replay, ReplayGame *game, const Recording *recording);
/* The state of a saved game, without a tick. */
bool replay_begin_saved(Replay *replay, ReplayGame *game, Bytes save);
/* Whether there is another tick. */
bool replay_goes_on(const Replay *replay);
/* Plays it. False and an error if a saved game cannot be loaded, or source cannot be run. */
bool replay_tick(Replay *replay);
void replay_end(Replay *replay);

#endif
