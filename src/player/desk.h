/* Who stands between the player and the game: the front's pages, saved games, settings,
 * what the menu wants. Knows no window: input comes as actions and clicks, and what only
 * a window can do goes out as wishes. */
#ifndef OISIN_PLAYER_DESK_H
#define OISIN_PLAYER_DESK_H

#include "front/front.h"
#include "player/letters.h"
#include "player/saves.h"
#include "player/session.h"
#include "render/overlay.h"

typedef enum DeskWish { /* bits */
                        DESK_LEAVE = 1,
                        DESK_SETTINGS = 2, /* they have changed: size, volumes, keys */
                        DESK_SCREENSHOT = 4,
                        DESK_FULLSCREEN = 8, /* to be changed to the other */
                        DESK_LANGUAGE = 16,  /* voices in another language, too */
                        DESK_LOADED = 32,    /* another world: sounds begin anew */
                        DESK_CLIPBOARD = 64, /* `read` goes there, as nothing here can speak */
} DeskWish;

struct Online;

typedef struct Desk {
    Session *session;
    const PlayerDisk *disk; /* or NULL */
    Settings settings;
    Bindings bindings;
    Front *front;
    Saves saves;
    WorldInput pressed; /* since the last tick */
    uint32_t offers;
    Letters letters;           /* for what was typed */
    uint32_t wishes;           /* of DeskWish; the window takes them */
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
} Desk;

bool desk_open(Desk *desk, Session *session, const PlayerDisk *disk, Report *report);
/* The player leaves, in whatever way, and the world is between two ticks: saves by itself if
 * that is wanted. */
void desk_leave(Desk *desk);
void desk_close(Desk *desk);

/* Whether the world stands still under a page. */
bool desk_waits(const Desk *desk);
/* Whether the map is in front, with nothing over it. */
bool desk_on_map(const Desk *desk);
bool desk_wants_text(const Desk *desk);
void desk_action(Desk *desk, Action action, bool again);
/* The name of a key or button, where the controls wait for one; false if they do not. */
bool desk_key(Desk *desk, bool pad, const char *name);
void desk_text(Desk *desk, Text typed);
void desk_erase(Desk *desk);
/* The window has changed; remembered for the next time. */
void desk_fullscreen(Desk *desk);
void desk_size(Desk *desk, uint32_t w, uint32_t h);
/* At a pixel of the frame. `held`: since an earlier tick. True if something is there. */
bool desk_click(Desk *desk, int32_t x, int32_t y, bool held);
void desk_hover(Desk *desk, int32_t x, int32_t y);
/* F1 to F4, as 1 to 4: overlays and the console, if the options allow them. */
void desk_author(Desk *desk, unsigned key);
/* An action while the console is open. */
void desk_console(Desk *desk, Action action);
/* Pages, console and overlays are to be in the next frame. */
void desk_show_over(Desk *desk);
/* How many ticks are to pass for a usual one. */
uint32_t desk_steps(const Desk *desk);
/* Reads it aloud, if that is wanted: for who cannot see it. */
void desk_read(Desk *desk, const char *text);
/* Asks whether what is played has changed. */
void desk_reload(Desk *desk);
/* A later build of the game takes the place of the one that is played. */
bool desk_replace(Desk *desk, Bytes game); /* false: it was refused */
/* One tick of whatever is in front; what should be heard is in the world's effects if the
 * world has advanced: then true. */
bool desk_tick(Desk *desk, uint32_t direction);

#endif
