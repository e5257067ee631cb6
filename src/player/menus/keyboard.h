/* The on-screen keyboard, for lines that are typed by touch or gamepad: rows of characters by
 * language, and a row of shift, space, delete and done. */
#ifndef OISIN_PLAYER_MENUS_KEYBOARD_H
#define OISIN_PLAYER_MENUS_KEYBOARD_H

#include "engine/render/theme.h"

enum { KEYBOARD_ROWS = 5, KEYBOARD_COLUMNS = 12, KEYBOARD_OPTION = 1000 };

typedef enum KeyboardKey {
    KEY_CHARACTER,
    KEY_SHIFT,
    KEY_SPACE,
    KEY_ERASE,
    KEY_DONE
} KeyboardKey;

typedef struct Keyboard {
    bool shown;           /* if a line is typed */
    bool shift;           /* capital letters */
    uint32_t row, column; /* of the selected key */
    char code[3];         /* of the language */
} Keyboard;

/* All characters of a language's layout, also the capital ones. */
Text keyboard_characters(const char *code, Arena *arena);
/* Moves the selection, also from one edge to the opposite one. */
void keyboard_move(Keyboard *keyboard, int32_t dx, int32_t dy);
/* Selects the key of a hit area: its value or more than KEYBOARD_OPTION. False if there is no
 * such key. */
bool keyboard_select(Keyboard *keyboard, uint32_t option);
/* The selected key; `*character` is its UTF-8, at most 4 bytes and NUL. */
KeyboardKey keyboard_key(const Keyboard *keyboard, char character[5]);
void keyboard_draw(const Keyboard *keyboard, Renderer *renderer, const Image *layer, Rect area);

#endif
