/* Names of keys and gamepad buttons in a browser. */
#ifndef OISIN_PLAYER_WEB_WEB_KEYS_H
#define OISIN_PLAYER_WEB_WEB_KEYS_H

#include "player/keys.h"

/* Numbers of buttons are those of the standard gamepad of the Gamepad API. */
extern const KeyNames web_key_names;

/* The key with the `code` of a KeyboardEvent; KEY_UNKNOWN: none that a game may use. */
KeyCode web_key_of_code(const char *code);
/* The key with a Latin letter or a digit on it, as the `key` of a KeyboardEvent. */
KeyCode web_key_of_letter(const char *letter);
/* Whether the page must not also do what it usually does with the key, such as scrolling. */
bool web_key_is_for_game(KeyCode key);

#endif
