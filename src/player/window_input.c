/* Keys, mouse, fingers and gamepads of a window. */
#include "player/window_internal.h"

/* Converts a position in the window's units to a pixel of the frame. */
static Spot frame_spot(const Window *window, int x, int y)
{
    int w, h, pixels_w, pixels_h;
    SDL_GetWindowSize(window->window, &w, &h);
    SDL_GetRendererOutputSize(window->presenter.screen, &pixels_w, &pixels_h);
    return fit_spot(&window->presenter.fit, w > 0 ? (int32_t)((int64_t)x * pixels_w / w) : 0,
                    h > 0 ? (int32_t)((int64_t)y * pixels_h / h) : 0);
}

static void act(void *context, Action action, bool again)
{
    Window *window = context;
    app_action(&window->app, action, again);
}

/* While a line is typed, only these keys are handled; characters arrive as text. */
static void type_key(Window *window, SDL_Keycode key)
{
    if (key == SDLK_BACKSPACE)
        app_erase(&window->app);
    else if (key == SDLK_RETURN || key == SDLK_KP_ENTER)
        app_action(&window->app, ACTION_confirm, false);
    else if (key == SDLK_ESCAPE)
        app_action(&window->app, ACTION_cancel, false);
    else if (key == SDLK_UP || key == SDLK_DOWN)
        app_action(&window->app, key == SDLK_UP ? ACTION_up : ACTION_down, false);
    else if (key == SDLK_TAB)
        app_action(&window->app, ACTION_next, false);
}

/* The keys of an author, unless the game is not played by one. Held keys repeat, but a pause.
 */
static bool time_key(Window *window, const SDL_KeyboardEvent *event)
{
    const SDL_Keymod mod = event->keysym.mod;
    const TimeModifier modifier = mod & KMOD_CTRL    ? TIME_MODIFIER_CTRL
                                  : mod & KMOD_SHIFT ? TIME_MODIFIER_SHIFT
                                                     : TIME_MODIFIER_NONE;
    bool any = false;
    for (TimeKey i = 0; i < TIME_KEYS && window->session->history; i++) {
        const TimeKeyRow *row = &time_key_rows[i];
        if (SDL_GetKeyFromName(row->key) != event->keysym.sym)
            continue;
        any = true;
        const bool pause = !row->ticks && !row->seconds;
        if (event->type == SDL_KEYDOWN && row->modifier == modifier &&
            !(pause && event->repeat))
            app_time(&window->app, i);
    }
    return any;
}

static void key_event(Window *window, const SDL_KeyboardEvent *event)
{
    const SDL_Keycode key = event->keysym.sym;
    const bool down = event->type == SDL_KEYDOWN, again = event->repeat;
    if (down)
        app_note_device(&window->app, DEVICE_KEYS);
    if (down && !again && key == SDLK_RETURN && event->keysym.mod & KMOD_ALT) {
        app_action(&window->app, ACTION_fullscreen, false);
        return;
    }
    if (window->session->options->author && key >= SDLK_F1 && key <= SDLK_F4) {
        if (down && !again)
            app_author(&window->app, 1u + (unsigned)(key - SDLK_F1));
        return;
    }
    if (time_key(window, event))
        return;
    if (app_wants_text(&window->app)) {
        if (!down) /* it may have been pressed before the line was opened */
            keys_key(&window->keys, key, false, false, act, window);
        if (down)
            type_key(window, key);
        return;
    }
    if (down && !again && app_key(&window->app, false, key_name(key)))
        return;
    keys_key(&window->keys, key, down, again, act, window);
}

static Pointer *pointer_of(Window *window, int64_t finger, bool fresh)
{
    Pointer *free_one = NULL;
    for (size_t i = 0; i < FINGERS_MAX; i++) {
        Pointer *pointer = &window->pointers[i];
        if (pointer->down && pointer->finger == finger)
            return pointer;
        if (!pointer->down && !free_one)
            free_one = pointer;
    }
    return fresh ? free_one : NULL;
}

static void pointer_down(Window *window, int64_t finger, int32_t x, int32_t y)
{
    Pointer *pointer = pointer_of(window, finger, true);
    if (!pointer)
        return;
    *pointer = (Pointer){true, finger, x, y, window->session->frames};
    render_press(window->session->renderer, true, x, y);
    window->session->drawn = false;
    app_click(&window->app, x, y, false);
}

static void pointer_up(Window *window, int64_t finger)
{
    Pointer *pointer = pointer_of(window, finger, false);
    if (pointer)
        pointer->down = false;
    render_press(window->session->renderer, false, 0, 0);
    window->session->drawn = false;
}

static void pointer_moves(Window *window, int64_t finger, int32_t x, int32_t y)
{
    Pointer *pointer = pointer_of(window, finger, false);
    if (pointer) {
        pointer->x = x;
        pointer->y = y;
    }
}

/* Held buttons: the ring menu, and walking towards the mouse. */
void window_hold(Window *window)
{
    for (size_t i = 0; i < FINGERS_MAX; i++) {
        const Pointer *pointer = &window->pointers[i];
        if (pointer->down && pointer->since != window->session->frames)
            app_click(&window->app, pointer->x, pointer->y, true);
    }
}

static void mouse_event(Window *window, const SDL_Event *event)
{
    if (event->type == SDL_MOUSEMOTION) {
        const Spot at = frame_spot(window, event->motion.x, event->motion.y);
        window->mouse_x = at.x;
        window->mouse_y = at.y;
        pointer_moves(window, MOUSE, at.x, at.y);
        app_hover(&window->app, at.x, at.y);
        return;
    }
    const Spot at = frame_spot(window, event->button.x, event->button.y);
    if (event->type == SDL_MOUSEBUTTONDOWN)
        app_note_device(&window->app, DEVICE_MOUSE);
    if (event->type == SDL_MOUSEBUTTONUP)
        pointer_up(window, MOUSE);
    else if (event->button.button == SDL_BUTTON_LEFT)
        pointer_down(window, MOUSE, at.x, at.y);
    else if (event->button.button == SDL_BUTTON_RIGHT)
        app_action(&window->app, ACTION_cancel, false);
}

/* Selects the rows above and below; the map does not scroll. */
static void wheel_event(Window *window, const SDL_MouseWheelEvent *event)
{
    enum { ROWS_MAX_AT_ONCE = 8 };
    const int32_t turned = event->direction == SDL_MOUSEWHEEL_FLIPPED ? -event->y : event->y;
    app_note_device(&window->app, DEVICE_MOUSE);
    for (int32_t i = 0; i < abs(turned) && i < ROWS_MAX_AT_ONCE; i++)
        if (!app_on_map(&window->app))
            app_action(&window->app, turned > 0 ? ACTION_up : ACTION_down, false);
}

/* Positions of fingers are fractions of the window. */
static void finger_event(Window *window, const SDL_TouchFingerEvent *event)
{
    int w, h;
    SDL_GetRendererOutputSize(window->presenter.screen, &w, &h);
    const Spot at = fit_spot(&window->presenter.fit, (int32_t)(event->x * (float)w),
                             (int32_t)(event->y * (float)h));
    if (event->type == SDL_FINGERDOWN) {
        app_note_device(&window->app, DEVICE_TOUCH);
        pointer_down(window, event->fingerId, at.x, at.y);
    } else if (event->type == SDL_FINGERUP) {
        pointer_up(window, event->fingerId);
    } else {
        pointer_moves(window, event->fingerId, at.x, at.y);
    }
}

static const char *label(void *context, const char *name)
{
    const Window *window = context;
    return pad_label(window->pad_layout, name);
}

/* The first one that is connected is used. */
static void pad_open(Window *window, int index)
{
    if (window->pad)
        return;
    window->pad = SDL_GameControllerOpen(index);
    window->pad_layout = window->pad ? pad_layout(window->pad) : PAD_XBOX;
    menus_button_labels(window->app.menus, label, window);
}

/* Buttons that were held are not released by another event. If another gamepad is connected,
 * it is used instead. */
static void pad_close(Window *window)
{
    SDL_GameControllerClose(window->pad);
    window->pad = NULL;
    keys_release(&window->keys);
    for (int i = 0; i < SDL_NumJoysticks() && !window->pad; i++)
        if (SDL_IsGameController(i))
            pad_open(window, i);
}

static void pad_event(Window *window, const SDL_Event *event)
{
    switch (event->type) {
    case SDL_CONTROLLERDEVICEADDED:
        pad_open(window, event->cdevice.which);
        break;
    case SDL_CONTROLLERDEVICEREMOVED: /* perhaps one of several */
        if (window->pad &&
            event->cdevice.which ==
                SDL_JoystickInstanceID(SDL_GameControllerGetJoystick(window->pad)))
            pad_close(window);
        break;
    case SDL_CONTROLLERBUTTONDOWN:
    case SDL_CONTROLLERBUTTONUP: {
        const SDL_GameControllerButton button = event->cbutton.button;
        const bool down = event->type == SDL_CONTROLLERBUTTONDOWN;
        if (down)
            app_note_device(&window->app, DEVICE_PAD);
        if (!down || !app_key(&window->app, true, button_name(button)))
            keys_button(&window->keys, (unsigned)button, down, act, window);
        break;
    }
    case SDL_CONTROLLERAXISMOTION: {
        const char *name =
            keys_axis(&window->keys, event->caxis.axis, event->caxis.value, act, window);
        if (*name)
            app_note_device(&window->app, DEVICE_PAD);
        if (*name)
            app_key(&window->app, true, name);
        break;
    }
    }
}

static void window_event(Window *window, const SDL_WindowEvent *event)
{
    const bool pauses = window->app.settings.values[SETTING_pause_unfocused];
    const bool playing =
        local_context(window->session->world).player->started && !app_waits(&window->app) &&
        local_context(window->session->world).player->screen.screen != SCREEN_PAUSE;
    window->shown = 0; /* which events report a damaged window depends on the system */
    switch (event->event) {
    case SDL_WINDOWEVENT_FOCUS_LOST:
        window->unfocused = true;
        keys_release(&window->keys);
        sound_set_volumes(window);
        /* With a debugger, the focus is in another window. */
        if (pauses && playing && !window->session->options->debug && !window->app.online)
            app_action(&window->app, ACTION_pause, false);
        break;
    case SDL_WINDOWEVENT_FOCUS_GAINED:
        window->unfocused = false;
        sound_set_volumes(window);
        break;
    case SDL_WINDOWEVENT_SIZE_CHANGED:
        window_fit(window);
        if (!window->app.settings.values[SETTING_fullscreen])
            app_size(&window->app, (uint32_t)event->data1, (uint32_t)event->data2);
        break;
    }
}

void window_handle(Window *window, const SDL_Event *event)
{
    switch (event->type) {
    case SDL_QUIT:
        window->leave = true;
        break;
    case SDL_KEYDOWN:
    case SDL_KEYUP:
        key_event(window, &event->key);
        break;
    case SDL_TEXTINPUT:
        if (app_wants_text(&window->app))
            app_text(&window->app, text_of(event->text.text));
        break;
    case SDL_MOUSEMOTION:
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
        if (event->button.which != SDL_TOUCH_MOUSEID)
            mouse_event(window, event);
        break;
    case SDL_MOUSEWHEEL:
        wheel_event(window, &event->wheel);
        break;
    case SDL_FINGERDOWN:
    case SDL_FINGERUP:
    case SDL_FINGERMOTION:
        finger_event(window, &event->tfinger);
        break;
    case SDL_WINDOWEVENT:
        window_event(window, &event->window);
        break;
    case SDL_RENDER_TARGETS_RESET:
    case SDL_RENDER_DEVICE_RESET: /* the texture has lost its contents */
        window->shown = 0;
        break;
    default:
        pad_event(window, event);
        break;
    }
}
