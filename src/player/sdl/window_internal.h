/* The player in a window of SDL: internal declarations of player/sdl/. */
#ifndef OISIN_PLAYER_SDL_WINDOW_INTERNAL_H
#define OISIN_PLAYER_SDL_WINDOW_INTERNAL_H

#include "player/host.h"
#include "player/sdl/cursors.h"
#include "player/sdl/present.h"

typedef struct Window {
    Host host;
    Cursors cursors;
    SDL_Window *window;
    Presenter presenter;
    SDL_GameController *pad;
    SDL_AudioDeviceID audio;
    uint64_t first_frame; /* time of its display, SDL's counter; 0: none yet */
    Report *report;
} Window;

/* window.c: for host_open, with a Window as context */
extern const HostSystem window_system;

/* window_input.c */
extern const KeyNames window_key_names;
void window_handle(Window *window, const SDL_Event *event);

/* window_sound.c */
void window_sound_open(Window *window, Arena *arena);
void window_sound_close(Window *window);

#endif
