/* Plays a game: in a window with sound, or without either.
 *
 * Both run the same session: the world, its input recorded or replayed, and
 * the pictures that were asked for. Files are the caller's: bytes in, bytes out. */
#ifndef OISIN_PLAYER_PLAYER_H
#define OISIN_PLAYER_PLAYER_H

#include "base/report.h"

struct World;
struct ScriptNames;
struct TngFile;
struct Observer;
struct PlayerServer;

/* A debugger, as play sees it. */
typedef struct PlayerDebug {
    /* The world is there. `idle`, while play is stopped in the middle of a tick,
     * keeps the window alive; false: the player wants to leave. Without a window it
     * is NULL. */
    void (*attach)(void *context, struct World *world, bool (*idle)(void *idle_context),
                   void *idle_context);
    /* Before each tick; may take its time. False: play is to end. */
    bool (*tick)(void *context);
    void *context;
} PlayerDebug;

typedef struct PlayerOptions {
    Text input;      /* a recording to play, see recording.h; empty: none */
    Text input_name; /* for messages about it */
    bool record;     /* the input is recorded */
    /* What was recorded since the last call, now and then: whatever happens to the program, so
     * much of it is there. NULL: only at the end. */
    void (*recorded)(void *context, Bytes part);
    void *record_context;
    bool screenshot; /* of the last frame */
    bool save;       /* the game as it is at the end */
    Bytes load;      /* a saved game to go on with; empty: none */
    Text load_name;  /* for messages about it */
    uint32_t frames; /* stop after so many; 0: with the recording, or never (headless: 1) */
    uint32_t every;  /* an animation of one frame in so many; 0: none */
    bool has_seed;
    uint64_t seed;       /* without one: that of the recording, else 0 */
    Text language;       /* "de"; empty or not in the game: English, else its first */
    bool language_given; /* by the player, now: the one that was kept does not count */
    bool skip_menu;      /* begin a new game at once */
    const struct PlayerDisk *disk; /* see disk.h; NULL: nothing is kept */
    /* What is played is being made: asked before each frame. A new game, whose bytes stay,
     * replaces the old one in the middle of play; false: nothing has changed, or it cannot be
     * built: then `*trouble` says why, in a line. NULL: never. */
    bool (*reload)(void *context, Bytes *game, Text *trouble);
    /* What became of it: refused, its bytes may go; else those of the build before the last. */
    void (*reloaded)(void *context, bool accepted);
    void *reload_context;
    /* The bytes of a font of the system with many letters, for what is typed; false if there
     * is none. NULL: only the game's letters and ours are shown. */
    bool (*font)(Bytes *out, Arena *arena);
    bool author; /* F1 to F4: overlays and the console */
    /* The names of a game's things, for lines of the console, live and in a recording; NULL and
     * a report if there are none. They live as long as `arena`. */
    const struct ScriptNames *(*names)(const struct TngFile *game, Arena *arena,
                                       Report *report);
    const struct PlayerServer *server; /* play there (online.h); the game is for the pages that
                                        * lead there. NULL: play alone */
    const PlayerDebug *debug;          /* or NULL */
    const struct Observer *observer;   /* watches the handlers; or NULL, as with a debugger */
} PlayerOptions;

/* What the options asked for; else empty. */
typedef struct PlayerResult {
    Bytes recording, screenshot, animation, save;
    uint32_t frames;
    uint32_t
        first_frame; /* when it was on the screen, in 1/1000000 s from the call; window only */
    uint64_t hash;   /* of the world at the end */
} PlayerResult;

/* The game's bytes must stay until it returns. */
bool player_run(Bytes game, const PlayerOptions *options, PlayerResult *result, Arena *arena,
                Report *report);

/* Without SDL, window, sound and clock: deterministic. */
bool player_run_headless(Bytes game, const PlayerOptions *options, PlayerResult *result,
                         Arena *arena, Report *report);

#endif
