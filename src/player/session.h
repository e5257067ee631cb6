/* A game being played: what the window and the headless player have in common. */
#ifndef OISIN_PLAYER_SESSION_H
#define OISIN_PLAYER_SESSION_H

#include "engine/save.h"
#include "player/apng.h"
#include "player/player.h"
#include "player/recording.h"
#include "render/render.h"

/* A world that somebody else has and moves on: of a server. */
typedef struct SessionVisit {
    const TngFile *game;
    World *world;
    /* One tick of it. */
    void (*tick)(void *context, const WorldInput *input);
    void *context;
} SessionVisit;

typedef struct Session {
    const TngFile *game;
    size_t language; /* the n-th of the game */
    World *world;
    Renderer *renderer;
    RenderOptions render;
    Arena *games[2];   /* of the game's records: the present one's, and the one's before, which
                        * sounds may still be of */
    Arena *canvas;     /* of the frame */
    Arena *play;       /* of world and renderer; another one after each loading */
    Image frame;       /* as it was drawn last */
    bool drawn;        /* it shows the present tick */
    uint32_t drawings; /* frames so far, however many ticks they show */
    Recording recording;
    bool replaying;
    size_t replay_at;
    WorldInput input; /* of the tick before */
    Writer record;
    size_t told; /* bytes of it */
    Apng animation;
    uint32_t frames;     /* ticks so far */
    uint32_t last;       /* stop there; 0 never */
    bool waiting;        /* the world has not begun: a debugger is asked first */
    bool failed;         /* it could not */
    const TngFile *home; /* during a visit: the session's own game */
    SessionVisit visit;  /* no world: at home */
    uint32_t loads;      /* how often world and renderer were replaced */
    /* The world's memory is about to go: who still reads it is to end. NULL: nobody does. */
    void (*leaving)(void *context);
    void *leaving_context;
    const struct ScriptNames *names; /* of the game, once they were asked for; or NULL */
    const PlayerOptions *options;
    Arena *arena;
    Report *report;
} Session;

bool session_open(Session *session, Bytes game, const PlayerOptions *options, Arena *arena,
                  Report *report);
/* One tick with this input, or with the recording's while it lasts. */
void session_tick(Session *session, const WorldInput *input);
const Image *session_draw(Session *session);
/* The map as it is now, without interface and pages; until the next drawing. */
const Image *session_scene(Session *session);
/* The same for the picture of a saved game: taken while the next frame is drawn, or drawn for
 * it alone if the world goes on before that; so it does not depend on when frames are drawn. */
void session_take_scene(Session *session, SceneCapture taker);
/* Who waits for it waits no longer. */
void session_scene_now(Session *session);
/* Frames of this size from now on, drawn with these options. */
void session_resize(Session *session, uint32_t w, uint32_t h, const RenderOptions *options);
bool session_over(const Session *session);
/* The names of the game's things; NULL if they are not to be had. */
const struct ScriptNames *session_names(Session *session, Report *report);
/* A handler's source is run between two ticks, and recorded. */
bool session_run(Session *session, Text code, uint32_t self, Report *report);

/* World and renderer are replaced by those of a saved game; the recording, if one is made,
 * holds it. False and a report, and all is as before, if it cannot be loaded. */
bool session_load(Session *session, Bytes save, SaveNotes *notes, Report *report);
/* The game itself is replaced by a later build; play goes on where it was. */
bool session_replace(Session *session, Bytes game, SaveNotes *notes, Report *report);
void session_speak(Session *session, size_t language);
/* Somebody else's world takes the place of the session's own, which ends. It must stay until
 * the visit is over. `language`: as in PlayerOptions. */
void session_visit(Session *session, const SessionVisit *visit, Text language);
/* The session's own game begins anew. */
void session_return(Session *session, Text language);

/* Fills the result and frees what the session holds. */
void session_close(Session *session, PlayerResult *result);

#endif
