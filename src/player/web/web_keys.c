/* Translates codes of browsers to key codes and to SDL's names. Names are those of SDL, so that
 * bindings in the settings mean the same in the window and in a browser. */
#include "player/web/web_keys.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *code, *name;
} rows[] = {
#define KEY(code, name) {code, name},
#include "player/web/web_keys.def"
};

/* Letters and digits have their ASCII code, function keys follow FUNCTION, rows follow ROW. */
enum { FUNCTION = 0x200, FUNCTION_KEYS = 12, ROW = 0x300 };

static bool is_plain(char character)
{
    return (character >= 'A' && character <= 'Z') || (character >= '0' && character <= '9');
}

/* 1 to 12; 0: "F" is a letter, or there is no such key. */
static int32_t function_key(const char *name)
{
    int number = 0, end = 0;
    const bool read = sscanf(name, "F%2d%n", &number, &end) == 1 && !name[end];
    return read && number >= 1 && number <= FUNCTION_KEYS ? number : 0;
}

KeyCode web_key_of_code(const char *code)
{
    const bool letter = !strncmp(code, "Key", 3), digit = !strncmp(code, "Digit", 5);
    const char *rest = code + (letter ? 3 : digit ? 5 : 0);
    if ((letter || digit) && is_plain(rest[0]) && !rest[1])
        return rest[0];
    if (function_key(code))
        return FUNCTION + function_key(code);
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (!strcmp(rows[i].code, code))
            return ROW + (KeyCode)i;
    return KEY_UNKNOWN;
}

KeyCode web_key_of_letter(const char *letter)
{
    const char c = letter[0] >= 'a' && letter[0] <= 'z' ? (char)(letter[0] - 32) : letter[0];
    return is_plain(c) && !letter[1] ? c : KEY_UNKNOWN;
}

static KeyCode code_of(const char *name)
{
    if (is_plain(name[0]) && !name[1])
        return name[0];
    if (function_key(name))
        return FUNCTION + function_key(name);
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (!strcmp(rows[i].name, name))
            return ROW + (KeyCode)i;
    return KEY_UNKNOWN;
}

static const char *name_of(KeyCode key)
{
    static char name[8];
    name[0] = 0;
    if (key >= ROW && key < ROW + (KeyCode)COUNT_OF(rows))
        return rows[key - ROW].name;
    if (key > FUNCTION && key <= FUNCTION + FUNCTION_KEYS)
        snprintf(name, sizeof name, "F%d", key - FUNCTION);
    else if (key > 0 && key < 128 && is_plain((char)key))
        snprintf(name, sizeof name, "%c", (char)key);
    return name;
}

bool web_key_is_for_game(KeyCode key)
{
    /* F5 reloads the page, F11 is the browser's full screen, F12 its tools. */
    return key != KEY_UNKNOWN && key != FUNCTION + 5 && key != FUNCTION + 11 &&
           key != FUNCTION + 12;
}

/* https://www.w3.org/TR/gamepad/#remapping, with SDL's names. The triggers, 6 and 7, are axes
 * for the bindings. */
static const char *const buttons[] = {
    "a",    "b",      "x",      "y",       "leftshoulder", "rightshoulder",
    "",     "",       "back",   "start",   "leftstick",    "rightstick",
    "dpup", "dpdown", "dpleft", "dpright", "guide"};

static int32_t button_of(const char *name)
{
    for (int32_t i = 0; name[0] && i < (int32_t)COUNT_OF(buttons); i++)
        if (!strcmp(buttons[i], name))
            return i;
    return NO_BUTTON;
}

static const char *button_name(int32_t button)
{
    return button >= 0 && button < (int32_t)COUNT_OF(buttons) ? buttons[button] : "";
}

const KeyNames web_key_names = {code_of, name_of, button_of, button_name};
