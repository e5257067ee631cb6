/* What the files of the window tell each other; not for others. */
#ifndef OISIN_PLAYER_WINDOW_PARTS_H
#define OISIN_PLAYER_WINDOW_PARTS_H

#include "player/cursors.h"
#include "player/app.h"
#include "player/fit.h"
#include "player/keys.h"
#include "player/mixer.h"

enum {
    CATCH_UP_MAX = 5,
    FINGERS_MAX = 8,
    MOUSE = -1, /* as a finger's number */
};

/* The mouse, or a finger on the screen, while it is down. */
typedef struct Pointer {
    bool down;
    int64_t finger;
    int32_t x, y;   /* pixels of the frame */
    uint32_t since; /* frame of the session */
} Pointer;

typedef struct Window {
    Uint64 first_frame; /* when it was shown, by SDL's counter */
    Session *session;
    PlayerApp app;
    Keys keys;
    Cursors cursors;
    SDL_Window *window;
    SDL_Renderer *screen;
    SDL_Texture *texture;
    Fit fit;                /* of the texture */
    int32_t texture_smooth; /* as the setting was when it was made */
    SDL_GameController *pad;
    SDL_AudioDeviceID audio;
    Mixer *mixer;
    Pointer pointers[FINGERS_MAX];
    int32_t mouse_x, mouse_y;
    bool typing, unfocused, leave;
    uint32_t shown; /* which of the session's drawings is in the window; 0: perhaps none */
    Report *report;
} Window;

/* window.c: the frame becomes as large as the window wants it */
void window_fit(Window *window);

/* window_input.c */
void window_handle(Window *window, const SDL_Event *event);
/* What is held down since an earlier tick. */
void window_hold(Window *window);

/* window_sound.c */
void sound_open(Window *window, Arena *arena);
void sound_close(Window *window);
void sound_set_volumes(Window *window);
/* Another world, game or language: what plays is of the old one. */
void sound_restart(Window *window, bool other_world);
void sound_play(Window *window); /* what the last tick wants to be heard */

#endif
