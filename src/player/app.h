/* The application between the player and the game: pages, saved games, settings, requests of
 * the menu. It is independent of the window: input is passed in as actions and clicks, and
 * tasks for the window are returned as requests.
 *
 * Between two ticks, app_action, app_click and app_text collect input in `pressed`. Once per
 * tick the window calls app_tick, which passes it to the open menu page or to the world,
 * handles the effects of the world, and adds to `requests_pending` what the window has to do.
 */
#ifndef OISIN_PLAYER_APP_H
#define OISIN_PLAYER_APP_H

#include "player/menus/menus.h"
#include "player/missing_letters.h"
#include "player/saves.h"
#include "player/one_switch.h"
#include "player/session.h"
#include "player/speech.h"
#include "engine/render/debug_overlay.h"

typedef enum WindowRequest { /* bits */
                             WINDOW_REQUEST_LEAVE = 1,
                             /* settings have changed: size, volumes, keys */
                             WINDOW_REQUEST_SETTINGS = 2,
                             WINDOW_REQUEST_SCREENSHOT = 4,
                             WINDOW_REQUEST_FULLSCREEN = 8, /* toggle full screen */
                             WINDOW_REQUEST_LANGUAGE = 16, /* voices in another language, too */
                             WINDOW_REQUEST_LOADED = 32,   /* another world: restart sounds */
                             WINDOW_REQUEST_MUSIC = 128,   /* another tick: play its music */
                             WINDOW_REQUEST_CLIPBOARD =
                                 64, /* copy `read` to it: no speech program exists */
} WindowRequest;

/* Keys to visit earlier ticks. */
typedef enum TimeKey {
#define TIME_KEY(name, key, modifier, ticks, doc) TIME_KEY_##name,
#include "player/time_keys.def"
    TIME_KEYS
} TimeKey;

typedef enum TimeModifier {
    TIME_MODIFIER_NONE,
    TIME_MODIFIER_SHIFT,
    TIME_MODIFIER_CTRL
} TimeModifier;

typedef struct TimeKeyRow {
    const char *name, *key, *doc;
    TimeModifier modifier;
    int32_t seconds, ticks; /* to go forward; both 0: pause */
} TimeKeyRow;
extern const TimeKeyRow time_key_rows[TIME_KEYS];

struct Online;

enum { PRESSES_MAX = 16 };

typedef enum InputDevice { DEVICE_KEYS, DEVICE_MOUSE, DEVICE_TOUCH, DEVICE_PAD } InputDevice;

/* What the system tells about the display and its user. */
typedef struct PlayerDisplay {
    /* Pixels of the frame for 100 of the system's units, in which sizes for eyes and fingers
     * are given (CSS pixels); 0: the same. */
    uint32_t density;
    bool touch;          /* it is used with fingers in the first place */
    bool reduced_motion; /* the user has asked all programs for less of it */
} PlayerDisplay;

typedef struct PlayerApp {
    Session *session;
    const PlayerDisk *disk; /* may be NULL */
    Settings settings;
    Bindings bindings;
    Menus *menus;
    Saves saves;
    WorldInput pressed; /* since the last tick */
    /* Presses for the next ticks, in order: a tick has one press of each. */
    Action queue[PRESSES_MAX];
    uint32_t queue_count;
    InputDevice device; /* used last */
    bool touched;       /* since a key or gamepad was used */
    PlayerDisplay display;
    uint32_t offers; /* bits of WorldOffer: what the program can do for the game's menu */
    Letters letters; /* characters of typed text */
    uint32_t requests_pending; /* bits of WindowRequest; fetched by the window */
    uint32_t loads;            /* session loads that were handled */
    char auto_slot[SLOT_NAME]; /* of this play-through; empty: none yet */
    bool quick; /* quick save after the next tick, whose frame provides the thumbnail */
    bool loud;  /* report the current save to the player */
    char read[SPEECH_SIZE]; /* the last text read aloud */
    Speech speech;
    Scan scan;             /* one-switch mode */
    bool resized;          /* the window, since the settings were written */
    uint32_t idle;         /* ticks since a dialog's text is complete */
    Console console;       /* of the author */
    RenderAuthor author;   /* author overlays; the window adds its measurements */
    uint32_t speed;        /* simulated ticks per regular tick */
    uint32_t rush;         /* ticks to simulate at once */
    bool sure;             /* confirmed: start a game with points left */
    bool stopped;          /* by the author: a tick is shown, the game does not continue */
    uint32_t one_more;     /* ticks to play although it is stopped */
    bool quiet;            /* replaying a recording: do not save or ask */
    struct Online *online; /* the game is on a server; or NULL */
    Report *report;
} PlayerApp;

bool app_open(PlayerApp *app, Session *session, const PlayerDisk *disk, Report *report);
/* The player leaves in any way, between two ticks: saves automatically if enabled. */
void app_leave(PlayerApp *app);
void app_close(PlayerApp *app);
/* Saved games were added or removed by others. */
void app_saves_changed(PlayerApp *app);

/* Whether a page pauses the world. */
static inline bool app_waits(const PlayerApp *app)
{
    return menus_page(app->menus) != MENU_NONE;
}
/* Whether the map has the focus, with nothing over it. */
bool app_on_map(const PlayerApp *app);
bool app_wants_text(const PlayerApp *app);
/* Call it before the input of a device: the controls for fingers follow the device in use. */
void app_note_device(PlayerApp *app, InputDevice device);
/* The rendering options for a window of this size. */
RenderOptions app_render_options(const PlayerApp *app, uint32_t w, uint32_t h);
void app_action(PlayerApp *app, Action action, bool again);
/* Passes the name of a key or button to the controls page; false if it does not wait for
 * one. */
bool app_key(PlayerApp *app, bool pad, const char *name);
void app_text(PlayerApp *app, Text typed);
void app_erase(PlayerApp *app);
/* The window has changed; stored in the settings. */
void app_fullscreen(PlayerApp *app);
void app_size(PlayerApp *app, uint32_t w, uint32_t h);
/* A click at a pixel of the frame. `held`: since an earlier tick. Returns true if it hits
 * something. */
bool app_click(PlayerApp *app, int32_t x, int32_t y, bool held);
void app_hover(PlayerApp *app, int32_t x, int32_t y);
/* F1 to F4, as 1 to 4: toggles overlays and the console, if the options allow them. */
void app_author(PlayerApp *app, unsigned key);
/* Visits another tick, or pauses, if there is a history and no page is open. */
void app_time(PlayerApp *app, TimeKey key);
/* The same for a tick: the game is stopped there. */
void app_visit(PlayerApp *app, uint32_t frame);
/* Stops the game, or goes on from the tick that is shown. */
void app_stop(PlayerApp *app, bool stop);
/* An action while the console is open. */
void app_console(PlayerApp *app, Action action);
/* Draws pages, console and overlays into the next frame. */
void app_show_over(PlayerApp *app);
/* Number of ticks to simulate per regular tick. */
uint32_t app_steps(const PlayerApp *app);
/* Checks whether the game has changed. */
void app_reload(PlayerApp *app);
/* Shows that a game file was found to be damaged. */
void app_damage(PlayerApp *app);
/* Replaces the game by a later build. */
bool app_replace(PlayerApp *app, Bytes game); /* false: it was rejected */
/* Simulates one tick of the page or world that has the focus. Returns true if the world has
 * advanced; then its sounds are in the world's effects. */
bool app_tick(PlayerApp *app, uint32_t direction);

#endif
