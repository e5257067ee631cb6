/* What a program that shows a game does between the application (app.h) and the system: it
 * passes keys, pointers and gamepads on, runs the ticks that are due, handles the application's
 * requests, plays the sounds. It is independent of the system, which is given as functions: SDL
 * (player/sdl/) and the browser (web/) have one each.
 *
 * A program calls host_open, then for each event one of the functions for input, and for each
 * frame host_advance and host_draw. Positions are pixels of the frame (host->fit, see
 * player/frame_fit.h), times are microseconds of a clock that does not go back. */
#ifndef OISIN_PLAYER_HOST_H
#define OISIN_PLAYER_HOST_H

#include "player/app.h"
#include "player/frame_fit.h"
#include "player/keys.h"
#include "player/mixer.h"
#include "player/pad_labels.h"

enum {
    CATCH_UP_MAX = 5, /* ticks in one frame, if the machine is too slow */
    FINGERS_MAX = 8,
    MOUSE = -1, /* id of the mouse in place of a finger's */
};

/* As in ui/elements.cfg. */
typedef enum CursorKind {
    CURSOR_ARROW,
    CURSOR_CLICK,
    CURSOR_NOT_ALLOWED,
    CURSOR_USE,
    CURSOR_WAIT,
    CURSORS
} CursorKind;

/* The mouse, or a finger on the screen, while it is pressed. */
typedef struct Pointer {
    bool down;
    int64_t finger;
    int32_t x, y;
    uint32_t since; /* frame of the session */
} Pointer;

typedef enum KeyModifier {
    MODIFIER_SHIFT = 1,
    MODIFIER_CTRL = 2,
    MODIFIER_ALT = 4
} KeyModifier;

/* All functions get `context` of the host. */
typedef struct HostSystem {
    const KeyNames *names;
    uint64_t (*now)(void *context);
    /* The size in which frames can be shown, in pixels. */
    void (*size)(void *context, uint32_t *w, uint32_t *h);
    /* `density`: pixels of `size` for 100 units of the system. */
    void (*display)(void *context, PlayerDisplay *out);
    /* The frame has another size, or is scaled in another way (a value of SETTING_smooth). */
    void (*fit)(void *context, const Fit *fit, int32_t smooth);
    void (*title)(void *context, const char *title);
    void (*full_screen)(void *context, bool on);
    void (*clipboard)(void *context, const char *text);
    /* Whether a line is typed: only then is text input enabled. */
    void (*typing)(void *context, bool on);
    void (*cursor)(void *context, CursorKind which);
    /* The game was replaced: cursors are to be made again. */
    void (*cursors_clear)(void *context);
    /* While it is locked, the mixer is not asked for samples. */
    void (*lock_sound)(void *context, bool locked);
} HostSystem;

typedef struct Host {
    Session *session;
    PlayerApp app;
    Keys keys;
    const HostSystem *system;
    void *context;
    Mixer *mixer; /* NULL: no sound */
    Fit fit;
    PadLayout pad_layout;
    Pointer pointers[FINGERS_MAX];
    int32_t mouse_x, mouse_y;
    bool typing, unfocused, leave;
    uint32_t shown;             /* number of the session's drawing that is shown; 0: none */
    uint64_t due, last, ticked; /* times of the next tick, the last frame, the last ticks */
    bool started;               /* they are known */
} Host;

/* Opens the application as well. */
bool host_open(Host *host, Session *session, const PlayerDisk *disk, const HostSystem *system,
               void *context, Report *report);
/* The player may have left in any way. */
void host_close(Host *host);

/* ---- input ---- */

/* `modifiers`: bits of KeyModifier. `again`: repeated by the keyboard. */
void host_key(Host *host, KeyPress press, uint32_t modifiers, bool down, bool again);
void host_text(Host *host, Text typed);
/* `finger`: an id, or MOUSE. */
void host_pointer_down(Host *host, int64_t finger, int32_t x, int32_t y);
void host_pointer_up(Host *host, int64_t finger);
void host_pointer_moves(Host *host, int64_t finger, int32_t x, int32_t y);
/* The right mouse button. */
void host_second_button(Host *host);
/* Rows upwards; negative: downwards. The map does not scroll. */
void host_wheel(Host *host, int32_t rows);
/* A gamepad is used from now on, or another one. */
void host_pad(Host *host, PadLayout layout);
/* It was disconnected: buttons that were held are not released by other events. */
void host_pad_lost(Host *host);
/* Numbers of KeyNames. */
void host_pad_button(Host *host, int32_t button, bool down);
/* `value`: -32768 to 32767. */
void host_pad_axis(Host *host, uint32_t axis, int32_t value);
void host_focus(Host *host, bool focused);
/* The window has another size; `w`, `h`: to be remembered in the settings, 0: not. */
void host_resize(Host *host, uint32_t w, uint32_t h);
/* What is shown may be damaged: the next frame is shown as a whole. */
void host_damaged(Host *host);

/* ---- frames ---- */

/* Adapts the frame's size to the window. */
void host_fit(Host *host);
/* Runs the ticks that are due. Returns false when the program should end. */
bool host_advance(Host *host);
/* A part of host_advance: one tick, with what is held. */
void host_tick(Host *host);
/* The frame of the last tick, which must be shown now; NULL if it is shown already. `*before`:
 * the frame that is shown now, if its pixels are still there, otherwise NULL. */
const Image *host_draw(Host *host, const Image **before);
/* Microseconds until there is something to do. */
uint64_t host_rest(const Host *host);
/* The cursor for what a click there does. `waits`: for a server. */
CursorKind cursor_for(const Session *session, bool waits, int32_t x, int32_t y, bool down);

/* ---- sound ---- */

/* Creates the mixer; returns samples per second of its output. */
uint32_t host_sound(Host *host, Arena *arena, Report *report);
/* There is no device, or no longer: frees the mixer. */
void host_no_sound(Host *host);

#endif
