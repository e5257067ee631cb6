/* Keys, gamepad buttons and sticks become actions, and actions become input. */
#ifndef OISIN_PLAYER_KEYS_H
#define OISIN_PLAYER_KEYS_H

#include "engine/world.h"
#include "front/settings.h"
#include "front/bindings.h"

#include <SDL.h>

enum { AXES = SDL_CONTROLLER_AXIS_MAX };

typedef struct Keys {
    const Bindings *bindings;
    const Settings *settings;
    uint32_t changes; /* of the bindings that were looked up */
    SDL_Keycode codes[ACTIONS][BINDINGS_MAX];
    int32_t buttons[ACTIONS][BINDINGS_MAX]; /* of SDL; axes: see keys.c; -1 none */
    uint32_t held[ACTIONS];                 /* by how many keys and buttons */
    bool on_map;                            /* only there keys that are not held are steps */
    uint32_t walking;                       /* 1 + direction, where keys are not held to walk */
    int8_t axes[AXES];                      /* -1, 0, 1: beyond the dead zone */
} Keys;

Keys keys_new(const Bindings *bindings, const Settings *settings);

/* Names as the bindings have them; "" for what has none. */
const char *key_name(SDL_Keycode key);
const char *button_name(SDL_GameControllerButton button);

/* A key or button goes down or up; `again`: the keyboard repeats it. Calls `act` for each
 * action that begins. */
typedef void ActionFunction(void *context, Action action, bool again);
void keys_key(Keys *keys, SDL_Keycode key, bool down, bool again, ActionFunction *act,
              void *context);
void keys_button(Keys *keys, unsigned button, bool down, ActionFunction *act, void *context);
/* -32768 to 32767. Returns the name of the axis' half that was just moved out, or "". */
const char *keys_axis(Keys *keys, unsigned axis, int value, ActionFunction *act, void *context);
/* All are let go: the window is no longer in front. */
void keys_release(Keys *keys);

/* Whether the map is in front with nothing over it: else keys mean something else there, and
 * who walks by keys that are not held stops. */
void keys_on_map(Keys *keys, bool on_map);

/* 0 none, 1 + Direction. */
uint32_t keys_direction(const Keys *keys);

#endif
