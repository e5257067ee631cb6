/* Plays a game, in a window with sound, or headless.
 *
 * Both use the same session: the world, input to be recorded or replayed, and the requested
 * images. Files are loaded and saved by the caller. */
#ifndef OISIN_PLAYER_PLAYER_H
#define OISIN_PLAYER_PLAYER_H

#include "base/report.h"

struct World;
struct ScriptNames;
struct TngFile;
struct Observer;
struct PlayerServer;

/* The interface of a debugger. */
typedef struct PlayerDebug {
    /* The world was created. `idle` keeps the window responsive while play is stopped within
     * a tick; it returns false if the player wants to leave. NULL without a window. */
    void (*attach)(void *context, struct World *world, bool (*idle)(void *idle_context),
                   void *idle_context);
    /* Called before each tick; may block. False: end play. */
    bool (*tick)(void *context);
    void *context;
} PlayerDebug;

typedef struct SystemFont {
    Text path; /* for messages */
    Bytes file;
    uint32_t face;  /* in a collection; otherwise 0 */
    size_t missing; /* of the wanted characters */
} SystemFont;

typedef struct PlayerOptions {
    Text input;      /* a recording to replay, see recording.h; empty: none */
    Text input_name; /* for messages about it */
    /* The names of the game's extensions in their order, for recordings. */
    const Text *extensions;
    size_t extension_count;
    bool record; /* record the input */
    /* Receives the part recorded since the last call, about once a second, so that it
     * survives a crash. NULL: only at the end. */
    void (*recorded)(void *context, Bytes part);
    /* The recording continues after its first `size` bytes: those after them, which were
     * received, are replaced. NULL: `recorded` is not given. */
    void (*record_cut)(void *context, size_t size);
    void *record_context;
    bool screenshot; /* of the last frame */
    bool save;       /* save the game at the end */
    Bytes load;      /* a saved game to continue; empty: none */
    Text load_name;  /* for messages about it */
    uint32_t frames; /* stop after this many; 0: with the recording, or never (headless: 1) */
    uint32_t every;  /* animation with every Nth frame; 0: none */
    bool has_seed;
    uint64_t seed; /* if not given: that of the recording, otherwise 0 */
    Text language; /* player_languages.h; empty or unknown: English, otherwise the game's first
                    */
    bool language_given;           /* chosen now by the player: overrides the stored one */
    bool read_aloud, one_switch;   /* turn on these settings */
    bool skip_menu;                /* start a new game immediately */
    Text place;                    /* source that runs, as from the console, when a new game has
                                    * begun and its first cutscenes are skipped; empty: none */
    const struct PlayerDisk *disk; /* see player_files.h; NULL: no storage */
    /* Checks before each frame whether the game was rebuilt. A new game, whose bytes must
     * stay valid, replaces the old one during play; false: no change, or the build failed:
     * then `*trouble` is a line about it. NULL: never. */
    bool (*reload)(void *context, Bytes *game, Text *trouble);
    /* The outcome: if it was rejected, its bytes may be freed; otherwise those of the build
     * before the last. */
    void (*reloaded)(void *context, bool accepted);
    void *reload_context;
    /* Asked before each frame whether a damaged game file was found meanwhile: true once for
     * each, with its name. NULL: never. */
    bool (*damaged)(void *context, Text *name);
    void *damaged_context;
    /* Finds the system's font with most of these characters; false if there is none. NULL: only
     * characters of the game's fonts and ours are shown. */
    bool (*font)(const uint32_t *codes, size_t count, SystemFont *out, Arena *arena);
    bool author; /* enable F1 to F4, overlays and the console, and F6 to F8, earlier ticks */
    /* Returns the names of a game's objects, for console commands, live and in a recording.
     * They are valid as long as `arena`. On failure, returns NULL and reports an error. */
    const struct ScriptNames *(*names)(const struct TngFile *game, Arena *arena,
                                       Report *report);
    /* The server to play on (online.h); the game then provides the pages before the login.
     * NULL: play alone. */
    const struct PlayerServer *server;
    const PlayerDebug *debug; /* may be NULL */
    /* observes the handlers; NULL if there is none, or a debugger */
    const struct Observer *observer;
} PlayerOptions;

/* The results requested by the options; otherwise empty. */
typedef struct PlayerResult {
    Bytes recording, screenshot, animation, save;
    uint32_t frames;
    uint32_t first_frame; /* microseconds from the call until it was visible; window only */
    uint64_t hash;        /* of the world at the end */
} PlayerResult;

/* Without window, sound and clock: deterministic. The game's bytes must stay valid until this
 * returns. player/sdl/window.h has the function for a window. */
bool player_run_headless(Bytes game, const PlayerOptions *options, PlayerResult *result,
                         Arena *arena, Report *report);

#endif
