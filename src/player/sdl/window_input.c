/* Keys, mouse, fingers and gamepads of a window. */
#include "player/sdl/window_internal.h"

/* ---- names ---- */

static KeyCode code_of(const char *name) { return SDL_GetKeyFromName(name); }
static const char *name_of(KeyCode key) { return SDL_GetKeyName(key); }

static int32_t button_of(const char *name)
{
    const SDL_GameControllerButton button = SDL_GameControllerGetButtonFromString(name);
    return button == SDL_CONTROLLER_BUTTON_INVALID ? NO_BUTTON : (int32_t)button;
}

static const char *button_name(int32_t button)
{
    const char *name = SDL_GameControllerGetStringForButton((SDL_GameControllerButton)button);
    return name ? name : "";
}

const KeyNames window_key_names = {code_of, name_of, button_of, button_name};

/* ---- keys ---- */

/* The key of an American keyboard at the place of a key: SDL names places by it. */
static KeyPress press_of(const SDL_Keysym *key)
{
    enum { ASCII = 0x80 };
    const KeyCode place = SDL_GetKeyFromName(SDL_GetScancodeName(key->scancode));
    const bool named = key->sym & SDLK_SCANCODE_MASK; /* arrows, F5, keypad */
    return (KeyPress){place, key->sym, named || key->sym < ASCII};
}

static void key_event(Window *window, const SDL_KeyboardEvent *event)
{
    const SDL_Keymod mod = event->keysym.mod;
    const uint32_t modifiers = (mod & KMOD_SHIFT ? MODIFIER_SHIFT : 0u) |
                               (mod & KMOD_CTRL ? MODIFIER_CTRL : 0u) |
                               (mod & KMOD_ALT ? MODIFIER_ALT : 0u);
    host_key(&window->host, press_of(&event->keysym), modifiers, event->type == SDL_KEYDOWN,
             event->repeat);
}

/* ---- mouse and fingers ---- */

/* Converts a position in the window's units to a pixel of the frame. */
static Spot frame_spot(const Window *window, int x, int y)
{
    int w, h, pixels_w, pixels_h;
    SDL_GetWindowSize(window->window, &w, &h);
    SDL_GetRendererOutputSize(window->presenter.screen, &pixels_w, &pixels_h);
    return fit_spot(&window->host.fit, w > 0 ? (int32_t)((int64_t)x * pixels_w / w) : 0,
                    h > 0 ? (int32_t)((int64_t)y * pixels_h / h) : 0);
}

static void mouse_event(Window *window, const SDL_Event *event)
{
    Host *host = &window->host;
    if (event->type == SDL_MOUSEMOTION) {
        const Spot at = frame_spot(window, event->motion.x, event->motion.y);
        host_pointer_moves(host, MOUSE, at.x, at.y);
        return;
    }
    const Spot at = frame_spot(window, event->button.x, event->button.y);
    if (event->type == SDL_MOUSEBUTTONUP)
        host_pointer_up(host, MOUSE);
    else if (event->button.button == SDL_BUTTON_LEFT)
        host_pointer_down(host, MOUSE, at.x, at.y);
    else if (event->button.button == SDL_BUTTON_RIGHT)
        host_second_button(host);
}

/* Positions of fingers are fractions of the window. */
static void finger_event(Window *window, const SDL_TouchFingerEvent *event)
{
    Host *host = &window->host;
    int w, h;
    SDL_GetRendererOutputSize(window->presenter.screen, &w, &h);
    const Spot at =
        fit_spot(&host->fit, (int32_t)(event->x * (float)w), (int32_t)(event->y * (float)h));
    if (event->type == SDL_FINGERDOWN)
        host_pointer_down(host, event->fingerId, at.x, at.y);
    else if (event->type == SDL_FINGERUP)
        host_pointer_up(host, event->fingerId);
    else
        host_pointer_moves(host, event->fingerId, at.x, at.y);
}

/* ---- gamepads ---- */

static PadLayout layout_of(SDL_GameController *pad)
{
    switch (SDL_GameControllerGetType(pad)) { /* also of other makers */
    case SDL_CONTROLLER_TYPE_PS3:
    case SDL_CONTROLLER_TYPE_PS4:
    case SDL_CONTROLLER_TYPE_PS5:
        return PAD_PLAYSTATION;
    case SDL_CONTROLLER_TYPE_NINTENDO_SWITCH_PRO:
    case SDL_CONTROLLER_TYPE_NINTENDO_SWITCH_JOYCON_LEFT:
    case SDL_CONTROLLER_TYPE_NINTENDO_SWITCH_JOYCON_RIGHT:
    case SDL_CONTROLLER_TYPE_NINTENDO_SWITCH_JOYCON_PAIR:
        return PAD_NINTENDO;
    default:
        return pad_layout(SDL_GameControllerGetVendor(pad), SDL_GameControllerGetProduct(pad));
    }
}

/* The first one that is connected is used. */
static void pad_open(Window *window, int index)
{
    if (window->pad)
        return;
    window->pad = SDL_GameControllerOpen(index);
    host_pad(&window->host, window->pad ? layout_of(window->pad) : PAD_XBOX);
}

/* If another gamepad is connected, it is used instead. */
static void pad_close(Window *window)
{
    SDL_GameControllerClose(window->pad);
    window->pad = NULL;
    host_pad_lost(&window->host);
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
    case SDL_CONTROLLERBUTTONUP:
        host_pad_button(&window->host, event->cbutton.button,
                        event->type == SDL_CONTROLLERBUTTONDOWN);
        break;
    case SDL_CONTROLLERAXISMOTION:
        host_pad_axis(&window->host, event->caxis.axis, event->caxis.value);
        break;
    }
}

/* ---- all events ---- */

static void window_event(Window *window, const SDL_WindowEvent *event)
{
    Host *host = &window->host;
    host_damaged(host); /* which events report a damaged window depends on the system */
    switch (event->event) {
    case SDL_WINDOWEVENT_FOCUS_LOST:
    case SDL_WINDOWEVENT_FOCUS_GAINED:
        host_focus(host, event->event == SDL_WINDOWEVENT_FOCUS_GAINED);
        break;
    case SDL_WINDOWEVENT_SIZE_CHANGED:
        host_resize(host, (uint32_t)event->data1, (uint32_t)event->data2);
        break;
    }
}

void window_handle(Window *window, const SDL_Event *event)
{
    Host *host = &window->host;
    switch (event->type) {
    case SDL_QUIT:
        host->leave = true;
        break;
    case SDL_KEYDOWN:
    case SDL_KEYUP:
        key_event(window, &event->key);
        break;
    case SDL_TEXTINPUT:
        host_text(host, text_of(event->text.text));
        break;
    case SDL_MOUSEMOTION:
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
        if (event->button.which != SDL_TOUCH_MOUSEID)
            mouse_event(window, event);
        break;
    case SDL_MOUSEWHEEL:
        host_wheel(host, event->wheel.direction == SDL_MOUSEWHEEL_FLIPPED ? -event->wheel.y
                                                                          : event->wheel.y);
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
        host_damaged(host);
        break;
    default:
        pad_event(window, event);
        break;
    }
}
