/* Internal declarations of window*.c. */
#ifndef OISIN_PLAYER_WINDOW_INTERNAL_H
#define OISIN_PLAYER_WINDOW_INTERNAL_H

#include "player/cursors.h"
#include "player/app.h"
#include "player/keys.h"
#include "player/mixer.h"
#include "player/pad_labels.h"
#include "player/present.h"

enum {
    CATCH_UP_MAX = 5,
    FINGERS_MAX = 8,
    MOUSE = -1, /* id of the mouse in place of a finger's */
};

/* The mouse, or a finger on the screen, while it is pressed. */
typedef struct Pointer {
    bool down;
    int64_t finger;
    int32_t x, y;   /* pixels of the frame */
    uint32_t since; /* frame of the session */
} Pointer;

typedef struct Window {
    Uint64 first_frame; /* time of its display, SDL's counter */
    Session *session;
    PlayerApp app;
    Keys keys;
    Cursors cursors;
    SDL_Window *window;
    Presenter presenter;
    SDL_GameController *pad;
    PadLayout pad_layout;
    SDL_AudioDeviceID audio;
    Mixer *mixer;
    Pointer pointers[FINGERS_MAX];
    int32_t mouse_x, mouse_y;
    bool typing, unfocused, leave;
    uint32_t shown; /* number of the session's drawing in the window; 0: none */
    Report *report;
} Window;

/* window.c: adapts the frame's size to the window */
void window_fit(Window *window);

/* window_input.c */
void window_handle(Window *window, const SDL_Event *event);
/* Handles buttons held since an earlier tick. */
void window_hold(Window *window);

/* window_sound.c */
void sound_open(Window *window, Arena *arena);
/* Only the music of the current world, from its start. */
void sound_music(Window *window);
void sound_close(Window *window);
void sound_set_volumes(Window *window);
/* After a change of world, game or language: stops old sounds. */
void sound_restart(Window *window, bool other_world);
void sound_play(Window *window); /* plays the sounds of the last tick */

#endif
