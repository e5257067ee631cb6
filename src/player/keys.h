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

enum { AXES = 6, KEY_UNKNOWN = 0, NO_BUTTON = -1 };

typedef int32_t KeyCode;

/* A key by its place, as the key there of an American keyboard, and by what is written on it in
 * the layout of the system. KEY_UNKNOWN: not known. Arrows, function keys and the like are the
 * same in both. */
typedef struct KeyPress {
    KeyCode place, letter;
    bool latin; /* the letter is one of those that bindings name */
} KeyPress;

/* Names and numbers of keys and gamepad buttons. The names are SDL's; the numbers are those of
 * the system. */
typedef struct KeyNames {
    KeyCode (*code)(const char *name);   /* KEY_UNKNOWN: there is none */
    const char *(*name)(KeyCode key);    /* "": it has none */
    int32_t (*button)(const char *name); /* NO_BUTTON: there is none */
    const char *(*button_name)(int32_t button);
} KeyNames;

typedef struct Keys {
    const Bindings *bindings;
    const Settings *settings;
    const KeyNames *names;
    uint32_t changes; /* version of the bindings in `codes` and `buttons` */
    KeyCode codes[ACTIONS][BINDINGS_MAX];
    int32_t buttons[ACTIONS][BINDINGS_MAX]; /* axes: see keys.c; NO_BUTTON: none */
    uint32_t held[ACTIONS];                 /* number of held keys and buttons */
    bool on_map;                            /* only there do keys that are not held walk */
    /* 1 + direction, if keys need not be held to walk */
    uint32_t walking;
    int8_t axes[AXES]; /* -1, 0, 1: outside of the dead zone */
} Keys;

Keys keys_new(const Bindings *bindings, const Settings *settings, const KeyNames *names);

/* Names as in the bindings; "" if there is none. */
const char *keys_name(const Keys *keys, KeyCode key);
const char *keys_button_name(const Keys *keys, int32_t button);
KeyCode keys_code(const Keys *keys, const char *name);

/* Which of both a press means. A place has precedence if an action that means places has it: in
 * France, the key Q, where Americans have A, walks to the left. Otherwise the letter, but on a
 * keyboard of other letters, Cyrillic for example, the place. KEY_UNKNOWN: the letter belongs
 * to an action that means another place. */
KeyCode keys_meaning(Keys *keys, KeyPress press);
/* The same for a press that is bound to an action. */
KeyCode keys_meaning_for(KeyPress press, Action action);

/* Handles a press or release; `again`: repeated by the keyboard. Calls `act` for each action
 * that starts. */
typedef void ActionFunction(void *context, Action action, bool again);
void keys_key(Keys *keys, KeyCode key, bool down, bool again, ActionFunction *act,
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
