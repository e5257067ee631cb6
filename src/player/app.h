/* Who stands between the player and the game: the front's pages, saved games, settings,
 * what the menu wants. Knows no window: input comes as actions and clicks, and what only
 * a window can do goes out as wishes. */
#ifndef OISIN_PLAYER_APP_H
#define OISIN_PLAYER_APP_H

#include "front/front.h"
#include "player/letters.h"
#include "player/saves.h"
#include "player/session.h"
#include "render/overlay.h"

typedef enum PlayerRequest { /* bits */
                             REQUEST_LEAVE = 1,
                             REQUEST_SETTINGS = 2, /* they have changed: size, volumes, keys */
                             REQUEST_SCREENSHOT = 4,
                             REQUEST_FULLSCREEN = 8, /* to be changed to the other */
                             REQUEST_LANGUAGE = 16,  /* voices in another language, too */
                             REQUEST_LOADED = 32,    /* another world: sounds begin anew */
                             REQUEST_CLIPBOARD =
                                 64, /* `read` goes there, as nothing here can speak */
} PlayerRequest;

struct Online;

typedef struct PlayerApp {
    Session *session;
    const PlayerDisk *disk; /* or NULL */
    Settings settings;
    Bindings bindings;
    Front *front;
    Saves saves;
    WorldInput pressed; /* since the last tick */
    uint32_t offers;
    Letters letters;           /* for what was typed */
    uint32_t requests_pending; /* of PlayerRequest; the window takes them */
    uint32_t loads;            /* of the session that were seen */
    char auto_slot[SLOT_NAME]; /* of this play-through; empty: none yet */
    bool quick;                /* save is wanted: after a tick, whose frame gives the picture */
    bool loud;                 /* the present saving is told */
    char read[512];            /* aloud, last */
    char focus[512];           /* the last one that was read */
    bool resized;              /* the window, since the settings were written */
    uint32_t idle;             /* ticks since a dialog's words were all there */
    Console console;           /* the author's */
    RenderAuthor author;       /* what they see; the window fills in what it measures */
    uint32_t speed;            /* ticks for each of the usual ones */
    uint32_t rush;             /* ticks that are to pass at once */
    bool sure;                 /* was asked: a game begins with points that are left */
    bool quiet;                /* a recording is replayed: nothing is saved or asked */
    struct Online *online;     /* the game is on a server; or NULL */
    Report *report;
} PlayerApp;

bool app_open(PlayerApp *app, Session *session, const PlayerDisk *disk, Report *report);
/* The player leaves, in whatever way, and the world is between two ticks: saves by itself if
 * that is wanted. */
void app_leave(PlayerApp *app);
void app_close(PlayerApp *app);

/* Whether the world stands still under a page. */
bool app_waits(const PlayerApp *app);
/* Whether the map is in front, with nothing over it. */
bool app_on_map(const PlayerApp *app);
bool app_wants_text(const PlayerApp *app);
void app_action(PlayerApp *app, Action action, bool again);
/* The name of a key or button, where the controls wait for one; false if they do not. */
bool app_key(PlayerApp *app, bool pad, const char *name);
void app_text(PlayerApp *app, Text typed);
void app_erase(PlayerApp *app);
/* The window has changed; remembered for the next time. */
void app_fullscreen(PlayerApp *app);
void app_size(PlayerApp *app, uint32_t w, uint32_t h);
/* At a pixel of the frame. `held`: since an earlier tick. True if something is there. */
bool app_click(PlayerApp *app, int32_t x, int32_t y, bool held);
void app_hover(PlayerApp *app, int32_t x, int32_t y);
/* F1 to F4, as 1 to 4: overlays and the console, if the options allow them. */
void app_author(PlayerApp *app, unsigned key);
/* An action while the console is open. */
void app_console(PlayerApp *app, Action action);
/* Pages, console and overlays are to be in the next frame. */
void app_show_over(PlayerApp *app);
/* How many ticks are to pass for a usual one. */
uint32_t app_steps(const PlayerApp *app);
/* Reads it aloud, if that is wanted: for who cannot see it. */
void app_read(PlayerApp *app, const char *text);
/* Asks whether what is played has changed. */
void app_reload(PlayerApp *app);
/* A later build of the game takes the place of the one that is played. */
bool app_replace(PlayerApp *app, Bytes game); /* false: it was refused */
/* One tick of whatever is in front; what should be heard is in the world's effects if the
 * world has advanced: then true. */
bool app_tick(PlayerApp *app, uint32_t direction);

#endif
