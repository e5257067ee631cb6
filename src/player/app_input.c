/* Input of the application. Parts, in order: keys; actions, of the application or of the world;
 * clicks. Actions and clicks of the world are collected in `pressed` until the next tick. */
#include "player/app_internal.h"
#include "player/online.h"

/* While a button is held, a new walking target is set every 6th frame: each one searches a
 * path. */
enum { WALK_AGAIN = 6 };

bool app_on_map(const PlayerApp *app)
{
    return !app_waits(app) && !app->console.open &&
           local_context(app->session->world).player->screen.screen == SCREEN_GAME;
}

bool app_key(PlayerApp *app, bool pad, const char *name)
{
    if (!menus_wants_key(app->menus))
        return false;
    menus_key(app->menus, pad, name);
    return true;
}

/* A mouse event after a touch does not end the touch mode. */
void app_note_device(PlayerApp *app, InputDevice device)
{
    const bool touched = device == DEVICE_TOUCH || (device == DEVICE_MOUSE && app->touched);
    if (touched != app->touched)
        app->requests_pending |= WINDOW_REQUEST_SETTINGS;
    app->touched = touched;
    app->device = device;
    if (device != DEVICE_MOUSE) /* which may be used on the keyboard of the screen, too */
        menus_keyboard(app->menus, device == DEVICE_TOUCH || device == DEVICE_PAD);
}

/* Pixels of the interface, rounded up, for so many units of the display. */
static uint32_t interface_pixels(const PlayerApp *app, uint32_t units, uint32_t zoom)
{
    const uint32_t density = app->display.density ? app->display.density : 100;
    return (units * density + 100 * zoom - 1) / (100 * zoom);
}

RenderOptions app_render_options(const PlayerApp *app, uint32_t w, uint32_t h)
{
    enum { TARGET = 44, LETTERS = 14 };
    RenderOptions options = settings_render(&app->settings, w, h);
    options.hide_touch_pad = !app->touched || !app->settings.values[SETTING_touch_pad];
    options.reduced_motion |= app->display.reduced_motion;
    if (app->touched) {
        options.touch = interface_pixels(app, TARGET, options.ui_zoom);
        options.letters = interface_pixels(app, LETTERS, options.ui_zoom);
    }
    return options;
}

/* Handles actions of the application; false if the action is for the world. */
static bool own_action(PlayerApp *app, Action action)
{
    World *world = app->session->world;
    const PlayerContext ctx = local_context(world);
    const bool free = !app_waits(app) && !app->quiet, alone = free && !app->online;
    switch (action) {
    case ACTION_say:
        if (free && ctx.player->started && ctx.player->screen.screen == SCREEN_GAME)
            app_type_line(app, WORD_SAY, TEXT(""), CHAT_SIZE);
        return true;
    case ACTION_history:
        if (free)
            menus_open(app->menus, MENU_HISTORY);
        return true;
    case ACTION_quick_save:
        app->quick |= alone;
        return true;
    case ACTION_quick_load:
        app_quick_save(app);
        app_list_saves(app, false);
        if (alone && saves_find(&app->saves, SLOT_QUICK) >= 0)
            app_load(app, SLOT_QUICK);
        return true;
    case ACTION_screenshot:
        app->requests_pending |= WINDOW_REQUEST_SCREENSHOT;
        return true;
    case ACTION_read_aloud:
        setting_adjust(&app->settings, SETTING_read_aloud, 1);
        app_write_settings(app);
        return true;
    case ACTION_fullscreen:
        app->requests_pending |= WINDOW_REQUEST_FULLSCREEN;
        return true;
    default:
        return false;
    }
}

/* 0 for an action that is not a button of the world: press() then changes nothing. */
static uint16_t button_of(Action action)
{
    static const uint16_t buttons[ACTIONS] = {[ACTION_up] = BUTTON_UP,
                                              [ACTION_down] = BUTTON_DOWN,
                                              [ACTION_left] = BUTTON_LEFT,
                                              [ACTION_right] = BUTTON_RIGHT,
                                              [ACTION_confirm] = BUTTON_CONFIRM,
                                              [ACTION_cancel] = BUTTON_CANCEL,
                                              [ACTION_pause] = BUTTON_PAUSE,
                                              [ACTION_inventory] = BUTTON_INVENTORY,
                                              [ACTION_stats] = BUTTON_STATS,
                                              [ACTION_skills] = BUTTON_SKILLS,
                                              [ACTION_quests] = BUTTON_QUESTS,
                                              [ACTION_next] = BUTTON_NEXT,
                                              [ACTION_previous] = BUTTON_PREVIOUS,
                                              [ACTION_drop] = BUTTON_DROP};
    return buttons[action];
}

/* Converts an action to pressed input; false if the input has one of its kind already. */
static bool press(WorldInput *input, Action action)
{
    uint32_t number = 0;
    uint32_t *place = NULL;
    if (action >= ACTION_action1 && action <= ACTION_action9) {
        place = &input->action;
        number = 1u + (uint32_t)(action - ACTION_action1);
    } else if (action >= ACTION_belt1 && action <= ACTION_belt9) {
        place = &input->belt;
        number = 1u + (uint32_t)(action - ACTION_belt1);
    }
    if (place ? *place : input->buttons & button_of(action))
        return false;
    if (place)
        *place = number;
    else
        input->buttons |= button_of(action);
    return true;
}

/* Presses follow one another: the next ones wait if one of them has to. */
static void press_in_order(PlayerApp *app, Action action, bool again)
{
    const bool waits = app->queue_count || !press(&app->pressed, action);
    if (waits && !again && app->queue_count < PRESSES_MAX)
        app->queue[app->queue_count++] = action;
}

/* Runs after each tick, so that two presses of the same kind reach two different ticks. */
void app_press_queued(PlayerApp *app)
{
    uint32_t done = 0;
    while (done < app->queue_count && press(&app->pressed, app->queue[done]))
        done++;
    app->queue_count -= done;
    memmove(app->queue, app->queue + done, app->queue_count * sizeof *app->queue);
}

/* `again` is a key repeat: only directions on a screen or page repeat. With one switch,
 * confirming is the only action, and the scan decides what it means. */
void app_action(PlayerApp *app, Action action, bool again)
{
    if (app->console.open) {
        app_console(app, action);
        return;
    }
    const bool screen = app_waits(app) ||
                        local_context(app->session->world).player->screen.screen != SCREEN_GAME;
    const bool moves = action >= ACTION_up && action <= ACTION_right;
    if (app->settings.values[SETTING_one_switch] && action == ACTION_confirm) {
        if (!again)
            scan_press(&app->scan, &app->pressed);
        return;
    }
    if (again && !(screen && moves))
        return;
    if (!own_action(app, action))
        press_in_order(app, action, again);
}

/* True if something is at this position. While the button is held only walking repeats; a
 * repeated row or button would be chosen many times. */
bool app_click(PlayerApp *app, int32_t x, int32_t y, bool held)
{
    WorldInput picked = {0};
    const Session *session = app->session;
    if (app->settings.values[SETTING_one_switch]) { /* anywhere */
        if (!held)
            scan_press(&app->scan, &app->pressed);
        return true;
    }
    if (app_waits(app))
        return !held && menus_pick(app->menus, session->renderer, x, y, &app->pressed);
    if (!render_pick(session->renderer, local_context(session->world), x, y, &picked))
        return false;
    if (!held && app->online && online_meet(app->online, &picked))
        return true;
    if (held) { /* only walking repeats */
        app->pressed.direction = picked.direction;
        if (picked.go && session->frames % WALK_AGAIN == 0) {
            app->pressed.go = 1;
            app->pressed.target_x = picked.target_x;
            app->pressed.target_y = picked.target_y;
        }
        return true;
    }
    input_merge(&picked, &app->pressed);
    app->pressed = picked;
    return true;
}

void app_hover(PlayerApp *app, int32_t x, int32_t y)
{
    const Session *session = app->session;
    if (app_waits(app))
        menus_hover(app->menus, session->renderer, x, y, &app->pressed);
    else
        render_hover(session->renderer, local_context(session->world), x, y, &app->pressed);
}
