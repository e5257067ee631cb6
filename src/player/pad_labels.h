/* The names of gamepad buttons as on the gamepad in use. */
#ifndef OISIN_PLAYER_PAD_LABELS_H
#define OISIN_PLAYER_PAD_LABELS_H

#include <SDL.h>

typedef enum PadLayout {
    PAD_XBOX,
    PAD_PLAYSTATION,
    PAD_NINTENDO,
    PAD_DECK,
    PAD_LAYOUTS
} PadLayout;

/* Gamepads of unknown types have the layout of an Xbox controller. */
PadLayout pad_layout(SDL_GameController *pad);
/* The label of a button or half of an axis by its name in the settings; the name itself if it
 * is unknown. */
const char *pad_label(PadLayout layout, const char *name);

#endif
