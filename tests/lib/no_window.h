/* A window that nobody sees, without keys, for player/host.h: what a program on a server or a
 * benchmark needs of one. Its context is a WindowSize. */
#ifndef OISIN_TESTS_NO_WINDOW_H
#define OISIN_TESTS_NO_WINDOW_H

#include "player/host.h"

typedef struct WindowSize {
    uint32_t w, h;
    PlayerDisplay display;
} WindowSize;

extern const HostSystem no_window;

#endif
