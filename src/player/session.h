/* A game being played: what the window and the headless player have in common. */
#ifndef OISIN_PLAYER_SESSION_H
#define OISIN_PLAYER_SESSION_H

#include "player/apng.h"
#include "player/player.h"
#include "player/recording.h"
#include "render/render.h"

typedef struct Session {
    TngFile game;
    size_t language; /* the n-th of the game */
    World *world;
    Renderer *renderer;
    Image frame; /* as it was drawn last */
    bool drawn;  /* it shows the present tick */
    Recording recording;
    bool replaying;
    size_t replay_at;
    WorldInput input; /* of the tick before */
    Writer record;
    Apng animation;
    uint32_t frames; /* ticks so far */
    uint32_t last;   /* stop there; 0 never */
    bool waiting;    /* the world has not begun: a debugger is asked first */
    bool failed;     /* it could not */
    const PlayerOptions *options;
    Arena *arena;
} Session;

bool session_open(Session *session, Bytes game, const PlayerOptions *options, Arena *arena,
                  Report *report);
/* One tick with this input, or with the recording's while it lasts. */
void session_tick(Session *session, const WorldInput *input);
const Image *session_draw(Session *session);
bool session_over(const Session *session);
/* Fills the result and frees what the session holds. */
void session_close(Session *session, PlayerResult *result);

#endif
