/* Gamepads, fingers and keys as SDL reports them, with a virtual gamepad of SDL and its video
 * driver without a display. */
#include "lib/app_kit.h"

#include "player/menus/menus_internal.h"
#include "player/sdl/window_internal.h"

#undef main /* SDL's */

enum { PS5_VENDOR = 0x054C, PS5 = 0x0CE6, NINTENDO_VENDOR = 0x057E, SWITCH_PRO = 0x2009 };

typedef struct Devices {
    Fixture *fixture;
    Window window;
    SDL_Joystick *stick;
    int index;
} Devices;

static Devices devices;

static void begin(Fixture *fixture)
{
    fixture_begin(fixture, build(fixture));
    fixture_ticks(fixture, 20, 0);
    devices = (Devices){.fixture = fixture};
    Window *window = &devices.window;
    window->host.session = &fixture->session;
    window->host.app = fixture->app;
    fixture->session.leaving = NULL;
    window->host.system = &window_system;
    window->host.context = window;
    window->host.keys =
        keys_new(&window->host.app.bindings, &window->host.app.settings, &window_key_names);
    SDL_setenv("SDL_VIDEODRIVER", "dummy", 1);
    SDL_SetHint(SDL_HINT_JOYSTICK_ALLOW_BACKGROUND_EVENTS, "1");
    SDL_SetHint(SDL_HINT_GAMECONTROLLER_USE_BUTTON_LABELS, "0");
    assert_int_equal(SDL_Init(SDL_INIT_VIDEO | SDL_INIT_GAMECONTROLLER), 0);
    window->window = SDL_CreateWindow("test", 0, 0, 640, 360, 0);
    window->presenter.screen = SDL_CreateRenderer(window->window, -1, SDL_RENDERER_SOFTWARE);
    assert_non_null(window->presenter.screen);
    host_fit(&window->host);
}

static void end(void)
{
    Window *window = &devices.window;
    if (window->pad)
        SDL_GameControllerClose(window->pad);
    presenter_close(&window->presenter);
    SDL_DestroyRenderer(window->presenter.screen);
    SDL_DestroyWindow(window->window);
    SDL_Quit();
    devices.fixture->app = window->host.app;
    fixture_end(devices.fixture);
}

static void handle_events(void)
{
    SDL_JoystickUpdate();
    for (SDL_Event event; SDL_PollEvent(&event);)
        window_handle(&devices.window, &event);
}

static void attach(uint16_t vendor, uint16_t product)
{
    const SDL_VirtualJoystickDesc desc = {.version = SDL_VIRTUAL_JOYSTICK_DESC_VERSION,
                                          .type = SDL_JOYSTICK_TYPE_GAMECONTROLLER,
                                          .naxes = SDL_CONTROLLER_AXIS_MAX,
                                          .nbuttons = 15,
                                          .vendor_id = vendor,
                                          .product_id = product,
                                          .name = "virtual gamepad"};
    devices.index = SDL_JoystickAttachVirtualEx(&desc);
    assert_true(devices.index >= 0);
    handle_events();
    assert_non_null(devices.window.pad);
    devices.stick = SDL_GameControllerGetJoystick(devices.window.pad);
}

static void detach(void)
{
    assert_int_equal(SDL_JoystickDetachVirtual(devices.index), 0);
    handle_events();
}

static void button(SDL_GameControllerButton which, bool down)
{
    assert_int_equal(SDL_JoystickSetVirtualButton(devices.stick, which, down), 0);
    handle_events();
}

/* `percent` of the deflection. */
static void axis(SDL_GameControllerAxis which, int percent)
{
    assert_int_equal(
        SDL_JoystickSetVirtualAxis(devices.stick, which, (Sint16)(percent * 32767 / 100)), 0);
    handle_events();
}

static uint32_t direction(void) { return keys_direction(&devices.window.host.keys); }

static void gamepad_is_used_after_it_is_connected_again(void **state)
{
    begin(*state);
    attach(PS5_VENDOR, PS5);
    button(SDL_CONTROLLER_BUTTON_DPAD_RIGHT, true);
    axis(SDL_CONTROLLER_AXIS_LEFTY, 100);
    assert_int_equal(direction(), 1 + SOUTH_EAST);
    detach();
    assert_null(devices.window.pad);
    assert_int_equal(direction(), 0); /* nothing is held any more */
    attach(PS5_VENDOR, PS5);
    axis(SDL_CONTROLLER_AXIS_LEFTY, 100); /* the same half of the axis as before */
    assert_int_equal(direction(), 1 + SOUTH);
    axis(SDL_CONTROLLER_AXIS_LEFTY, 0);
    assert_int_equal(direction(), 0);
    for (unsigned i = 0; i < 3; i++)
        app_tick(&devices.window.host.app, 0);
    button(SDL_CONTROLLER_BUTTON_A, true);
    assert_true(devices.window.host.app.pressed.buttons & BUTTON_CONFIRM);
    detach();
    end();
}

static void second_gamepad_replaces_a_disconnected_one(void **state)
{
    begin(*state);
    attach(PS5_VENDOR, PS5);
    const int first = devices.index;
    const SDL_JoystickID before = SDL_JoystickInstanceID(devices.stick);
    const SDL_VirtualJoystickDesc desc = {.version = SDL_VIRTUAL_JOYSTICK_DESC_VERSION,
                                          .type = SDL_JOYSTICK_TYPE_GAMECONTROLLER,
                                          .naxes = SDL_CONTROLLER_AXIS_MAX,
                                          .nbuttons = 15,
                                          .name = "another"};
    assert_true(SDL_JoystickAttachVirtualEx(&desc) >= 0);
    handle_events();
    assert_ptr_equal(SDL_GameControllerGetJoystick(devices.window.pad), devices.stick);
    assert_int_equal(SDL_JoystickDetachVirtual(first), 0);
    handle_events();
    assert_non_null(devices.window.pad);
    devices.stick = SDL_GameControllerGetJoystick(devices.window.pad);
    assert_int_not_equal(SDL_JoystickInstanceID(devices.stick), before);
    button(SDL_CONTROLLER_BUTTON_DPAD_LEFT, true);
    assert_int_equal(direction(), 1 + WEST);
    end();
}

static void deflections_within_the_dead_zone_are_ignored(void **state)
{
    begin(*state);
    attach(PS5_VENDOR, PS5);
    for (int zone = 20; zone <= 60; zone += 40) {
        devices.window.host.app.settings.values[SETTING_dead_zone] = zone;
        axis(SDL_CONTROLLER_AXIS_LEFTX, zone - 5);
        assert_int_equal(direction(), 0);
        axis(SDL_CONTROLLER_AXIS_LEFTX, zone + 5);
        assert_int_equal(direction(), 1 + EAST);
        axis(SDL_CONTROLLER_AXIS_LEFTX, 5 - zone);
        assert_int_equal(direction(), 0);
        axis(SDL_CONTROLLER_AXIS_LEFTX, -zone - 5);
        assert_int_equal(direction(), 1 + WEST);
        axis(SDL_CONTROLLER_AXIS_LEFTX, 0);
    }
    detach();
    end();
}

static void gamepad_walks_while_held_or_until_pressed_again(void **state)
{
    begin(*state);
    attach(PS5_VENDOR, PS5);
    keys_on_map(&devices.window.host.keys, true);
    button(SDL_CONTROLLER_BUTTON_DPAD_DOWN, true);
    assert_int_equal(direction(), 1 + SOUTH);
    button(SDL_CONTROLLER_BUTTON_DPAD_DOWN, false);
    assert_int_equal(direction(), 0);
    devices.window.host.app.settings.values[SETTING_hold_to_walk] = 0;
    for (unsigned i = 0; i < 2; i++) {
        button(SDL_CONTROLLER_BUTTON_DPAD_DOWN, true);
        button(SDL_CONTROLLER_BUTTON_DPAD_DOWN, false);
        assert_int_equal(direction(), i ? 0 : 1 + SOUTH);
    }
    detach();
    end();
}

/* The value of a row of the controls page. */
static Text shown(Action action)
{
    Menus *menus = devices.window.host.app.menus;
    OpenPage page = {.page = MENU_CONTROLS};
    return page_row(menus, &page, action, devices.window.host.session->renderer,
                    devices.fixture->kit->arena)
        .value;
}

static bool is_shown(Action action, const char *label)
{
    const Text text = arena_text(devices.fixture->kit->arena, shown(action));
    const char *at = strstr(text.at, "|");
    return at && strstr(at, label);
}

static void buttons_are_named_as_on_the_gamepad(void **state)
{
    begin(*state);
    attach(PS5_VENDOR, PS5);
    assert_true(is_shown(ACTION_confirm, "Cross"));
    assert_true(is_shown(ACTION_inventory, "Triangle"));
    detach();
    attach(NINTENDO_VENDOR, SWITCH_PRO);
    assert_true(is_shown(ACTION_confirm, "B")); /* the lower one */
    assert_true(is_shown(ACTION_action2, "ZR"));
    detach();
    attach(0x045E, 0x02EA);
    assert_true(is_shown(ACTION_confirm, "A"));
    assert_true(is_shown(ACTION_next, "RB"));
    detach();
    attach(0x28DE, 0x1205);
    assert_true(is_shown(ACTION_next, "R1"));
    assert_string_equal(pad_label(PAD_DECK, "paddle2"), "L4");
    detach();
    end();
}

/* A name without a label would be shown as in the settings file. */
static void every_default_button_has_a_label_that_can_be_shown(void **state)
{
    begin(*state);
    const Bindings *bindings = &devices.window.host.app.bindings;
    for (Action i = 0; i < ACTIONS; i++)
        for (size_t k = 0; k < BINDINGS_MAX && bindings->pads[i][k][0]; k++)
            for (PadLayout layout = 0; layout < PAD_LAYOUTS; layout++) {
                const char *name = bindings->pads[i][k];
                const char *label = pad_label(layout, name);
                assert_string_not_equal(label, name);
                for (size_t at = 0; at < strlen(label);) {
                    const uint32_t code = utf8_next(text_of(label), &at);
                    if (!render_can_show(devices.window.host.session->renderer, code))
                        fail_msg("%s: U+%04X", label, (unsigned)code);
                }
            }
    end();
}

static void finger(uint32_t type)
{
    const SDL_Event event = {.tfinger = {.type = type, .fingerId = 7, .x = 0.5f, .y = 0.5f}};
    window_handle(&devices.window, &event);
}

static bool touch_pad_is_shown(void)
{
    devices.window.host.app.requests_pending = 0;
    host_fit(&devices.window.host); /* as the request does */
    return !devices.window.host.session->render.hide_touch_pad;
}

static void touch_pad_follows_the_device_in_use(void **state)
{
    begin(*state);
    attach(PS5_VENDOR, PS5);
    assert_false(touch_pad_is_shown());
    finger(SDL_FINGERDOWN);
    assert_true(devices.window.host.app.requests_pending & WINDOW_REQUEST_SETTINGS);
    assert_true(touch_pad_is_shown());
    finger(SDL_FINGERUP);
    assert_true(touch_pad_is_shown());
    button(SDL_CONTROLLER_BUTTON_X, true);
    assert_false(touch_pad_is_shown());
    finger(SDL_FINGERDOWN);
    finger(SDL_FINGERUP);
    axis(SDL_CONTROLLER_AXIS_LEFTX, 10); /* within the dead zone */
    assert_true(touch_pad_is_shown());
    const SDL_Event key = {.key = {.type = SDL_KEYDOWN, .keysym = {.sym = SDLK_LEFT}}};
    window_handle(&devices.window, &key);
    assert_false(touch_pad_is_shown());
    devices.window.host.app.settings.values[SETTING_touch_pad] = 0;
    finger(SDL_FINGERDOWN);
    assert_false(touch_pad_is_shown());
    detach();
    end();
}

static void wheel_selects_rows_but_does_not_walk(void **state)
{
    begin(*state);
    Window *window = &devices.window;
    SDL_Event wheel = {.wheel = {.type = SDL_MOUSEWHEEL, .y = -2}};
    window_handle(window, &wheel);
    assert_int_equal(window->host.app.pressed.buttons, 0);
    app_action(&window->host.app, ACTION_pause, false);
    app_tick(&window->host.app, 0);
    app_tick(&window->host.app, 0);
    const ScreenState *screen = &local_context(window->host.session->world).player->screen;
    assert_int_equal(screen->screen, SCREEN_PAUSE);
    const uint32_t first = screen->selected;
    window_handle(window, &wheel);
    for (unsigned i = 0; i < 4; i++)
        app_tick(&window->host.app, 0);
    assert_int_equal(screen->selected, first + 2);
    wheel.wheel.direction = SDL_MOUSEWHEEL_FLIPPED;
    wheel.wheel.y = -1;
    window_handle(window, &wheel);
    for (unsigned i = 0; i < 4; i++)
        app_tick(&window->host.app, 0);
    assert_int_equal(screen->selected, first + 1);
    end();
}

/* ---- the keyboard on the screen ---- */

static void tick(void)
{
    app_tick(&devices.window.host.app, 0);
    session_draw(devices.window.host.session);
}

static void press(SDL_GameControllerButton which, unsigned times)
{
    for (unsigned i = 0; i < times; i++) {
        button(which, true);
        button(which, false);
        tick();
    }
}

static void gamepad_types_on_the_screen(void **state)
{
    begin(*state);
    attach(PS5_VENDOR, PS5);
    Menus *menus = devices.window.host.app.menus;
    press(SDL_CONTROLLER_BUTTON_DPAD_LEFT, 1);
    app_action(&devices.window.host.app, ACTION_say, false);
    tick();
    press(SDL_CONTROLLER_BUTTON_DPAD_DOWN, 1); /* q, which is a capital letter at first */
    press(SDL_CONTROLLER_BUTTON_A, 2);
    press(SDL_CONTROLLER_BUTTON_DPAD_LEFT, 1); /* p */
    press(SDL_CONTROLLER_BUTTON_A, 1);
    assert_string_equal(menus->typed, "Qqp");
    press(SDL_CONTROLLER_BUTTON_DPAD_UP, 2);   /* the special keys: done */
    press(SDL_CONTROLLER_BUTTON_DPAD_LEFT, 1); /* delete */
    press(SDL_CONTROLLER_BUTTON_A, 1);
    press(SDL_CONTROLLER_BUTTON_DPAD_LEFT, 1); /* space */
    press(SDL_CONTROLLER_BUTTON_A, 1);
    assert_string_equal(menus->typed, "Qq ");
    press(SDL_CONTROLLER_BUTTON_DPAD_RIGHT, 2);
    button(SDL_CONTROLLER_BUTTON_A, true);
    app_tick(&devices.window.host.app, 0);
    assert_int_equal(menus_page(menus), MENU_NONE);
    assert_string_equal(devices.window.host.app.pressed.text, "Qq ");
    detach();
    end();
}

/* Touches the key of a character, or the n-th special key. */
static void touch_key(char character, uint32_t special)
{
    Window *window = &devices.window;
    Keyboard keyboard = window->host.app.menus->keyboard;
    const float w = (float)window->host.fit.w, h = (float)window->host.fit.h;
    for (int32_t y = 0; y < (int32_t)h; y += 3)
        for (int32_t x = 0; x < (int32_t)w; x += 3) {
            char found[5];
            const HitArea *area = hit_area_at(window->host.session->renderer, x, y);
            if (!area || !keyboard_select(&keyboard, area->value))
                continue;
            const KeyboardKey key = keyboard_key(&keyboard, found);
            if (character ? found[0] != character : key != special)
                continue;
            SDL_Event event = {.tfinger = {.type = SDL_FINGERDOWN,
                                           .fingerId = 3,
                                           .x = ((float)x + 0.5f) / w,
                                           .y = ((float)y + 0.5f) / h}};
            window_handle(window, &event);
            event.type = event.tfinger.type = SDL_FINGERUP;
            window_handle(window, &event);
            tick();
            return;
        }
    fail_msg("no key %c %u", character, special);
}

static void fingers_type_on_the_screen_and_a_key_hides_the_keyboard(void **state)
{
    begin(*state);
    finger(SDL_FINGERDOWN);
    finger(SDL_FINGERUP);
    tick();
    Menus *menus = devices.window.host.app.menus;
    app_action(&devices.window.host.app, ACTION_say, false);
    tick();
    touch_key('H', 0);
    touch_key('i', 0);
    touch_key(0, KEY_SPACE);
    touch_key(0, KEY_SHIFT);
    touch_key('B', 0);
    touch_key('x', 0);
    touch_key(0, KEY_ERASE);
    assert_string_equal(menus->typed, "Hi B");
    const SDL_Event key = {.key = {.type = SDL_KEYDOWN, .keysym = {.sym = SDLK_BACKSPACE}}};
    window_handle(&devices.window, &key);
    tick();
    assert_string_equal(menus->typed, "Hi ");
    assert_false(menus->keyboard.shown);
    finger(SDL_FINGERDOWN);
    finger(SDL_FINGERUP);
    menus->typed[0] = 0;
    tick();
    touch_key(0, KEY_DONE);
    assert_int_equal(menus_page(menus), MENU_NONE);
    end();
}

static void keyboards_have_the_letters_of_their_language(void **state)
{
    static const struct {
        const char *code, *letters[8];
    } wanted[] = {{"en", {"q", "Z", "/"}},
                  {"de", {"\u00e4", "\u00d6", "\u00fc", "\u00df"}},
                  {"fr", {"\u00e9", "\u00c7", "\u0153", "\u0152"}},
                  {"es", {"\u00f1", "\u00d1", "\u00bf", "\u00fa"}},
                  {"it", {"\u00e0", "\u00d9"}},
                  {"pl", {"\u0105", "\u0141", "\u017b", "\u017a", "\u00d3", "\u0106"}},
                  {"ru", {"\u0436", "\u0416", "\u0401", "\u042f", "\u044a"}},
                  {"xx", {"q", "0"}}};
    begin(*state);
    for (size_t i = 0; i < COUNT_OF(wanted); i++) {
        const Text all = keyboard_characters(wanted[i].code, devices.fixture->kit->arena);
        for (size_t k = 0; k < 8 && wanted[i].letters[k]; k++)
            assert_non_null(strstr(all.at, wanted[i].letters[k]));
        for (size_t at = 0; at < all.size;) { /* the built-in font has Latin-1 and a few more */
            const uint32_t code = utf8_next(all, &at);
            if (code < 0x100)
                assert_true(render_can_show(devices.window.host.session->renderer, code));
        }
        /* a selection never leaves the keys, however it is moved */
        Keyboard keyboard = {.shown = true};
        memcpy(keyboard.code, wanted[i].code, 3);
        for (uint32_t step = 0; step < 400; step++) {
            keyboard_move(&keyboard, (int32_t)(step % 3) - 1, (int32_t)(step * 7 % 5 % 3) - 1);
            assert_true(keyboard_select(&keyboard, KEYBOARD_OPTION +
                                                       keyboard.row * KEYBOARD_COLUMNS +
                                                       keyboard.column));
        }
    }
    end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(gamepad_is_used_after_it_is_connected_again),
        TEST(second_gamepad_replaces_a_disconnected_one),
        TEST(deflections_within_the_dead_zone_are_ignored),
        TEST(gamepad_walks_while_held_or_until_pressed_again),
        TEST(buttons_are_named_as_on_the_gamepad),
        TEST(every_default_button_has_a_label_that_can_be_shown),
        TEST(touch_pad_follows_the_device_in_use),
        TEST(wheel_selects_rows_but_does_not_walk),
        TEST(gamepad_types_on_the_screen),
        TEST(fingers_type_on_the_screen_and_a_key_hides_the_keyboard),
        TEST(keyboards_have_the_letters_of_their_language),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
