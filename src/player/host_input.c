/* Keys, mouse, fingers and gamepads. */
#include "player/host_internal.h"

#include <stdio.h>
#include <stdlib.h>

static void act(void *context, Action action, bool again)
{
    Host *host = context;
    app_action(&host->app, action, again);
}

static bool is_key(const Host *host, KeyCode key, const char *name)
{
    return key == keys_code(&host->keys, name);
}

/* While a line is typed, only these keys are handled; characters arrive as text. */
static void type_key(Host *host, KeyCode key)
{
    static const struct {
        const char *name;
        Action action;
    } rows[] = {{"Return", ACTION_confirm}, {"Keypad Enter", ACTION_confirm},
                {"Escape", ACTION_cancel},  {"Up", ACTION_up},
                {"Down", ACTION_down},      {"Tab", ACTION_next}};
    if (is_key(host, key, "Backspace"))
        app_erase(&host->app);
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (is_key(host, key, rows[i].name))
            app_action(&host->app, rows[i].action, false);
}

/* The keys of an author, unless the game is not played by one. Held keys repeat, but a pause.
 */
static bool time_key(Host *host, KeyCode key, uint32_t modifiers, bool down, bool again)
{
    const TimeModifier modifier = modifiers & MODIFIER_CTRL    ? TIME_MODIFIER_CTRL
                                  : modifiers & MODIFIER_SHIFT ? TIME_MODIFIER_SHIFT
                                                               : TIME_MODIFIER_NONE;
    bool any = false;
    for (TimeKey i = 0; i < TIME_KEYS && host->session->history; i++) {
        const TimeKeyRow *row = &time_key_rows[i];
        if (!is_key(host, key, row->key))
            continue;
        any = true;
        const bool pause = !row->ticks && !row->seconds;
        if (down && row->modifier == modifier && !(pause && again))
            app_time(&host->app, i);
    }
    return any;
}

static bool author_key(Host *host, KeyCode key, bool press)
{
    static const char *const names[] = {"F1", "F2", "F3", "F4"};
    for (unsigned i = 0; i < COUNT_OF(names) && host->session->options->author; i++)
        if (is_key(host, key, names[i])) {
            if (press)
                app_author(&host->app, 1 + i);
            return true;
        }
    return false;
}

/* Gives a key to the page of controls, if that waits for one. */
static bool bind_key(Host *host, KeyPress press)
{
    const Action action = menus_key_action(host->app.menus);
    if (action == ACTIONS)
        return false;
    char place[BINDING_SIZE]; /* names are valid until the next one */
    snprintf(place, sizeof place, "%s", keys_name(&host->keys, press.place));
    const KeyCode key = keys_meaning_for(press, action);
    if (key != press.place)
        bindings_release_place(&host->app.bindings, place);
    return app_key(&host->app, false, keys_name(&host->keys, key));
}

void host_key(Host *host, KeyPress press, uint32_t modifiers, bool down, bool again)
{
    const KeyCode key = keys_meaning(&host->keys, press);
    if (down)
        app_note_device(&host->app, DEVICE_KEYS);
    if (down && !again && is_key(host, key, "Return") && modifiers & MODIFIER_ALT) {
        app_action(&host->app, ACTION_fullscreen, false);
        return;
    }
    if (author_key(host, key, down && !again) || time_key(host, key, modifiers, down, again))
        return;
    if (app_wants_text(&host->app)) {
        if (!down) /* it may have been pressed before the line was opened */
            keys_key(&host->keys, key, false, false, act, host);
        if (down)
            type_key(host, key);
        return;
    }
    if (down && !again && bind_key(host, press))
        return;
    keys_key(&host->keys, key, down, again, act, host);
}

void host_text(Host *host, Text typed)
{
    if (app_wants_text(&host->app))
        app_text(&host->app, typed);
}

/* ---- mouse and fingers ---- */

static Pointer *pointer_of(Host *host, int64_t finger, bool fresh)
{
    Pointer *free_one = NULL;
    for (size_t i = 0; i < FINGERS_MAX; i++) {
        Pointer *pointer = &host->pointers[i];
        if (pointer->down && pointer->finger == finger)
            return pointer;
        if (!pointer->down && !free_one)
            free_one = pointer;
    }
    return fresh ? free_one : NULL;
}

void host_pointer_down(Host *host, int64_t finger, int32_t x, int32_t y)
{
    app_note_device(&host->app, finger == MOUSE ? DEVICE_MOUSE : DEVICE_TOUCH);
    Pointer *pointer = pointer_of(host, finger, true);
    if (!pointer)
        return;
    *pointer = (Pointer){true, finger, x, y, host->session->frames};
    render_press(host->session->renderer, true, x, y);
    host->session->drawn = false;
    app_click(&host->app, x, y, false);
}

void host_pointer_up(Host *host, int64_t finger)
{
    Pointer *pointer = pointer_of(host, finger, false);
    if (pointer)
        pointer->down = false;
    render_press(host->session->renderer, false, 0, 0);
    host->session->drawn = false;
}

void host_pointer_moves(Host *host, int64_t finger, int32_t x, int32_t y)
{
    Pointer *pointer = pointer_of(host, finger, false);
    if (pointer) {
        pointer->x = x;
        pointer->y = y;
    }
    if (finger != MOUSE)
        return;
    host->mouse_x = x;
    host->mouse_y = y;
    app_hover(&host->app, x, y);
}

void host_second_button(Host *host)
{
    app_note_device(&host->app, DEVICE_MOUSE);
    app_action(&host->app, ACTION_cancel, false);
}

void host_wheel(Host *host, int32_t rows)
{
    enum { ROWS_AT_ONCE = 8 };
    app_note_device(&host->app, DEVICE_MOUSE);
    for (int32_t i = 0; i < abs(rows) && i < ROWS_AT_ONCE; i++)
        if (!app_on_map(&host->app))
            app_action(&host->app, rows > 0 ? ACTION_up : ACTION_down, false);
}

/* ---- gamepads ---- */

static const char *label(void *context, const char *name)
{
    const Host *host = context;
    return pad_label(host->pad_layout, name);
}

void host_pad(Host *host, PadLayout layout)
{
    host->pad_layout = layout;
    menus_button_labels(host->app.menus, label, host);
}

void host_pad_lost(Host *host) { keys_release(&host->keys); }

void host_pad_button(Host *host, int32_t button, bool down)
{
    if (down)
        app_note_device(&host->app, DEVICE_PAD);
    if (!down || !app_key(&host->app, true, keys_button_name(&host->keys, button)))
        keys_button(&host->keys, (unsigned)button, down, act, host);
}

void host_pad_axis(Host *host, uint32_t axis, int32_t value)
{
    const char *name = keys_axis(&host->keys, axis, value, act, host);
    if (!*name)
        return;
    app_note_device(&host->app, DEVICE_PAD);
    app_key(&host->app, true, name);
}

/* ---- the window ---- */

void host_damaged(Host *host) { host->shown = 0; }

void host_focus(Host *host, bool focused)
{
    const Player *player = local_context(host->session->world).player;
    const bool playing =
        player->started && !app_waits(&host->app) && player->screen.screen != SCREEN_PAUSE;
    host->unfocused = !focused;
    sound_set_volumes(host);
    if (focused)
        return;
    keys_release(&host->keys);
    /* With a debugger, the focus is in another window. */
    if (host->app.settings.values[SETTING_pause_unfocused] && playing &&
        !host->session->options->debug && !host->app.online)
        app_action(&host->app, ACTION_pause, false);
}

void host_resize(Host *host, uint32_t w, uint32_t h)
{
    host_fit(host);
    if (w && h && !host->app.settings.values[SETTING_fullscreen])
        app_size(&host->app, w, h);
}
