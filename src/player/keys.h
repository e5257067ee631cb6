/* Converts keys, gamepad buttons and sticks to actions.
 *
 * An action is an event: keys_key and keys_button call `act` when a bound key is pressed.
 * Walking is a state instead: the window asks keys_direction once per tick which direction keys
 * are held. */
#ifndef OISIN_PLAYER_KEYS_H
#define OISIN_PLAYER_KEYS_H

#include "engine/world.h"
#include "player/menus/settings.h"
#include "player/menus/bindings.h"

#include <SDL.h>

enum { AXES = SDL_CONTROLLER_AXIS_MAX };

typedef struct Keys {
    const Bindings *bindings;
    const Settings *settings;
    uint32_t changes; /* version of the bindings in `codes` and `buttons` */
    SDL_Keycode codes[ACTIONS][BINDINGS_MAX];
    int32_t buttons[ACTIONS][BINDINGS_MAX]; /* SDL's; axes: see keys.c; -1: none */
    uint32_t held[ACTIONS];                 /* number of held keys and buttons */
    bool on_map;                            /* only there do keys that are not held walk */
    /* 1 + direction, if keys need not be held to walk */
    uint32_t walking;
    int8_t axes[AXES]; /* -1, 0, 1: outside of the dead zone */
} Keys;

Keys keys_new(const Bindings *bindings, const Settings *settings);

/* Names as in the bindings; "" if there is none. */
const char *key_name(SDL_Keycode key);
const char *button_name(SDL_GameControllerButton button);

/* Handles a press or release; `again`: repeated by the keyboard. Calls `act` for each action
 * that starts. */
typedef void ActionFunction(void *context, Action action, bool again);
void keys_key(Keys *keys, SDL_Keycode key, bool down, bool again, ActionFunction *act,
              void *context);
void keys_button(Keys *keys, unsigned button, bool down, ActionFunction *act, void *context);
/* `value`: -32768 to 32767. Returns the name of the half of the axis that was just moved, or
 * "". */
const char *keys_axis(Keys *keys, unsigned axis, int value, ActionFunction *act, void *context);
/* Releases everything: the window has lost the focus. */
void keys_release(Keys *keys);

/* Whether the map has the focus; otherwise keys have other meanings, and walking by keys
 * that are not held stops. */
void keys_on_map(Keys *keys, bool on_map);

/* 0: none, 1 + Direction. */
uint32_t keys_direction(const Keys *keys);

#endif
