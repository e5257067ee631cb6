/* Key names are looked up when the bindings have changed (look_up), so that a press is
 * compared with numbers only. A press calls `act` for each action bound to the key; the
 * number of held keys per action gives the walking direction, which the window polls once per
 * tick. Sticks and triggers are treated as two buttons per axis. */
#include "player/keys.h"

#include <stdlib.h>

/* Halves of axes have codes after the buttons: AXIS_FIRST + 2 * axis, + 1 for the right or
 * lower half. */
enum { AXIS_FIRST = 100 };

static const struct {
    const char *name, *own;
} respelt[] = {{"Comma", ","}}; /* names are stored in lists separated by commas */

const char *keys_name(const Keys *keys, KeyCode key)
{
    const char *name = keys->names->name(key);
    for (size_t i = 0; i < COUNT_OF(respelt); i++)
        if (!strcmp(name, respelt[i].own))
            return respelt[i].name;
    return name;
}

KeyCode keys_code(const Keys *keys, const char *name)
{
    for (size_t i = 0; i < COUNT_OF(respelt); i++)
        if (!strcmp(name, respelt[i].name))
            return keys->names->code(respelt[i].own);
    return name[0] ? keys->names->code(name) : KEY_UNKNOWN;
}

const char *keys_button_name(const Keys *keys, int32_t button)
{
    return keys->names->button_name(button);
}

/* "leftx-" and so on; a trigger has only a plus. */
static const char *const axis_names[AXES][2] = {{"leftx-", "leftx+"},   {"lefty-", "lefty+"},
                                                {"rightx-", "rightx+"}, {"righty-", "righty+"},
                                                {"", "lefttrigger+"},   {"", "righttrigger+"}};

static int32_t button_of(const Keys *keys, const char *name)
{
    for (int32_t i = 0; name[0] && i < AXES; i++)
        for (int32_t half = 0; half < 2; half++)
            if (!strcmp(name, axis_names[i][half]))
                return AXIS_FIRST + 2 * i + half;
    return name[0] ? keys->names->button(name) : NO_BUTTON;
}

static void look_up(Keys *keys)
{
    keys->changes = keys->bindings->changes;
    memset(keys->held, 0, sizeof keys->held);
    for (size_t i = 0; i < ACTIONS; i++)
        for (size_t k = 0; k < BINDINGS_MAX; k++) {
            keys->codes[i][k] = keys_code(keys, keys->bindings->keys[i][k]);
            keys->buttons[i][k] = button_of(keys, keys->bindings->pads[i][k]);
        }
}

Keys keys_new(const Bindings *bindings, const Settings *settings, const KeyNames *names)
{
    Keys keys = {.bindings = bindings, .settings = settings, .names = names};
    look_up(&keys);
    return keys;
}

static const uint8_t walks[4] = {ACTION_up, ACTION_down, ACTION_left, ACTION_right};

/* If keys need not be held, a press starts walking and another one stops. */
static void toggle_walk(Keys *keys, Action action)
{
    static const uint8_t directions[4] = {NORTH, SOUTH, WEST, EAST};
    const bool toggles = keys->on_map && !keys->settings->values[SETTING_hold_to_walk];
    for (size_t i = 0; i < COUNT_OF(walks); i++)
        if (toggles && walks[i] == action)
            keys->walking = keys->walking == 1u + directions[i] ? 0 : 1u + directions[i];
}

static void change(Keys *keys, Action action, bool down, bool again, ActionFunction *act,
                   void *context)
{
    if (!down) {
        keys->held[action] -= keys->held[action] > 0;
        return;
    }
    if (!again) {
        keys->held[action]++;
        toggle_walk(keys, action);
    }
    act(context, action, again);
}

KeyCode keys_meaning_for(KeyPress press, Action action)
{
    const bool by_place = action_rows[action].meaning == KEYS_BY_PLACE || !press.latin;
    return by_place && press.place != KEY_UNKNOWN ? press.place : press.letter;
}

static bool is_place(const Keys *keys, KeyCode key)
{
    bool found = false;
    for (Action i = 0; i < ACTIONS; i++)
        for (size_t k = 0; k < BINDINGS_MAX; k++)
            found |= action_rows[i].meaning == KEYS_BY_PLACE && key != KEY_UNKNOWN &&
                     keys->codes[i][k] == key;
    return found;
}

KeyCode keys_meaning(Keys *keys, KeyPress press)
{
    if (keys->changes != keys->bindings->changes)
        look_up(keys);
    if (press.place == KEY_UNKNOWN || press.place == press.letter)
        return press.letter;
    if (is_place(keys, press.place) || !press.latin)
        return press.place;
    return is_place(keys, press.letter) ? KEY_UNKNOWN : press.letter; /* of another place */
}

void keys_key(Keys *keys, KeyCode key, bool down, bool again, ActionFunction *act,
              void *context)
{
    if (keys->changes != keys->bindings->changes)
        look_up(keys);
    for (Action i = 0; i < ACTIONS; i++)
        for (size_t k = 0; k < BINDINGS_MAX; k++)
            if (key != KEY_UNKNOWN && keys->codes[i][k] == key)
                change(keys, i, down, again, act, context);
}

void keys_button(Keys *keys, unsigned button, bool down, ActionFunction *act, void *context)
{
    if (keys->changes != keys->bindings->changes)
        look_up(keys);
    for (Action i = 0; i < ACTIONS; i++)
        for (size_t k = 0; k < BINDINGS_MAX; k++)
            if (keys->buttons[i][k] == (int32_t)button)
                change(keys, i, down, false, act, context);
}

const char *keys_axis(Keys *keys, unsigned axis, int value, ActionFunction *act, void *context)
{
    if (axis >= AXES)
        return "";
    const int zone = keys->settings->values[SETTING_dead_zone] * 32767 / 100;
    const int8_t now = (int8_t)((value > zone) - (value < -zone)), before = keys->axes[axis];
    if (now == before)
        return "";
    keys->axes[axis] = now;
    if (before)
        keys_button(keys, AXIS_FIRST + 2 * axis + (before > 0), false, act, context);
    if (now)
        keys_button(keys, AXIS_FIRST + 2 * axis + (now > 0), true, act, context);
    return now ? axis_names[axis][now > 0] : "";
}

void keys_release(Keys *keys)
{
    memset(keys->held, 0, sizeof keys->held);
    keys->walking = 0;
}

void keys_on_map(Keys *keys, bool on_map)
{
    keys->on_map = on_map;
    if (!on_map)
        keys->walking = 0;
}

uint32_t keys_direction(const Keys *keys)
{
    /* Rows: up, none, down; columns: left, none, right. */
    static const uint8_t directions[3][3] = {
        {1 + NORTH_WEST, 1 + NORTH, 1 + NORTH_EAST},
        {1 + WEST, 0, 1 + EAST},
        {1 + SOUTH_WEST, 1 + SOUTH, 1 + SOUTH_EAST},
    };
    if (!keys->settings->values[SETTING_hold_to_walk])
        return keys->walking;
    const int x = (keys->held[ACTION_right] > 0) - (keys->held[ACTION_left] > 0);
    const int y = (keys->held[ACTION_down] > 0) - (keys->held[ACTION_up] > 0);
    return directions[y + 1][x + 1];
}
