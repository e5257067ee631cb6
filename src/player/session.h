/* A game being played: shared by the window and the headless player.
 *
 * A session owns the game file, the world, its renderer, the current frame, and the recording
 * that it replays or writes. Each tick the caller passes the input to session_tick, which
 * advances the world and marks the frame as out of date (`drawn`); session_draw draws it only
 * then. During a visit, the world belongs to another module (a server's mirror), which advances
 * it; the session's own game restarts when the visit ends.
 *
 * Not to be confused with ServerSession and ClientSession (server/protocol/), which are states
 * of the protocol on one connection. */
#ifndef OISIN_PLAYER_SESSION_H
#define OISIN_PLAYER_SESSION_H

#include "engine/save/history.h"
#include "engine/save/save.h"
#include "player/apng.h"
#include "player/player.h"
#include "player/recording.h"
#include "engine/render/render.h"

/* A world that is owned and advanced by another module: that of a server. */
typedef struct SessionVisit {
    const TngFile *game;
    World *world;
    /* Advances it by one tick. */
    void (*tick)(void *context, const WorldInput *input);
    void *context;
} SessionVisit;

typedef struct Session {
    const TngFile *game;
    size_t language; /* index of the game's languages */
    World *world;
    Renderer *renderer;
    RenderOptions render;
    /* of the game's records and content: the current one's and the previous one's, which
     * sounds may still use */
    Arena *games[2];
    Content *content; /* of the session's own game */
    Arena *canvas;    /* of the frame */
    Arena *play;      /* of the renderer; replaced by each loading */
    Arena *state;     /* of the world; owned by the history, if there is one; NULL in a visit */
    History *history; /* NULL: earlier ticks cannot be visited */
    uint32_t history_from;     /* the frame of its position 0 */
    WorldInput history_before; /* the input before that */
    bool reloaded;             /* the history began with another build of the game */
    uint32_t done;       /* loads and runs of the recording before this frame were repeated */
    Image images[2];     /* the last two drawings, in turn */
    uint32_t numbers[2]; /* of these drawings; 0: none */
    uint32_t current;    /* index of the last one */
    bool placed;         /* the source of PlayerOptions.place was run */
    bool drawn;          /* it shows the current tick */
    uint32_t drawings;   /* frames drawn, however many ticks they show */
    Recording recording;
    bool replaying;
    size_t replay_at;
    WorldInput input; /* of the previous tick */
    Writer record;
    size_t told; /* bytes of it that were passed on */
    Apng animation;
    uint32_t frames;     /* number of ticks so far */
    uint32_t last;       /* stop there; 0: never */
    bool waiting;        /* the world has not started: a debugger is attached first */
    bool failed;         /* it could not start */
    const TngFile *home; /* during a visit: the session's own game */
    SessionVisit visit;  /* world NULL: not visiting */
    uint32_t loads;      /* how often world and renderer were replaced */
    /* Called before the world's memory is freed: pending readers must finish. May be NULL. */
    void (*leaving)(void *context);
    void *leaving_context;
    /* Called before a saved game or another build is loaded, which takes a while. May be NULL.
     */
    void (*loading)(void *context);
    void *loading_context;
    const struct ScriptNames *names; /* of the game, after they were requested; or NULL */
    const PlayerOptions *options;
    Arena *arena;
    Report *report;
} Session;

bool session_open(Session *session, Bytes game, const PlayerOptions *options, Arena *arena,
                  Report *report);
/* Simulates one tick with this input, or with the recording's while it lasts. */
void session_tick(Session *session, const WorldInput *input);
const Image *session_draw(Session *session);
/* The drawing with this number (`drawings` was that after session_draw), or NULL if it is not
 * one of the last two. */
const Image *session_drawing(const Session *session, uint32_t number);
/* The current map without interface and pages; valid until the next drawing. */
const Image *session_scene(Session *session);
/* The same for the thumbnail of a saved game: captured while the next frame is drawn, or
 * drawn separately if the world advances before that; so the result does not depend on the
 * frame rate. */
void session_take_scene(Session *session, SceneCapture taker);
/* Captures a pending scene immediately. */
void session_scene_now(Session *session);
/* Sets the size and options of frames. */
void session_resize(Session *session, uint32_t w, uint32_t h, const RenderOptions *options);
bool session_over(const Session *session);
/* The names of the game's objects; NULL if they are not available. */
const struct ScriptNames *session_names(Session *session, Report *report);
/* Runs a handler's source between two ticks, and records it. */
bool session_run(Session *session, Text code, uint32_t self, Report *report);

/* Replaces world and renderer by those of a saved game; the recording, if any, includes it.
 * If it cannot be loaded, returns false, reports an error and changes nothing. */
bool session_load(Session *session, Bytes save, SaveNotes *notes, Report *report);
/* Replaces the game by a later build; play continues. */
bool session_replace(Session *session, Bytes game, SaveNotes *notes, Report *report);
void session_set_language(Session *session, size_t language);

/* Keeps the last minutes from now on, so that earlier frames can be visited. */
void session_keep_history(Session *session);
/* The frames that can be visited: from the first to the last. Without a history, only the
 * current one. */
uint32_t session_first_frame(const Session *session);
uint32_t session_last_frame(const Session *session);
/* Visits a frame: the world, `frames` and the input are as they were before its tick. The next
 * session_tick, session_run, session_load or session_set_language continues from there: the
 * frames after it are removed, also from the recording. */
void session_go(Session *session, uint32_t frame);
/* Shows a world of another module in place of the session's own, which ends. The world must
 * stay valid until the visit ends. `language`: as in PlayerOptions. */
void session_visit(Session *session, const SessionVisit *visit, Text language);
/* Restarts the session's own game. */
void session_return(Session *session, Text language);

/* Fills the result and frees the session. */
void session_close(Session *session, PlayerResult *result);

#endif
