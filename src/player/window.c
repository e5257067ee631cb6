/* The only file that knows SDL: window, keys, mouse, gamepad, sound, the clock. */
#include "player/mixer.h"
#include "player/session.h"

#include "image/png_write.h"

#include <SDL.h>

enum { WINDOW_WIDTH = 1280, WINDOW_HEIGHT = 720, CATCH_UP_MOST = 5, DEAD_ZONE = 12000 };

typedef struct Window {
    Uint64 first_frame; /* when it was shown, by SDL's counter */
    Session *session;
    SDL_Window *window;
    SDL_Renderer *screen;
    SDL_Texture *texture;
    SDL_GameController *pad;
    SDL_AudioDeviceID audio;
    Mixer *mixer;
    WorldInput pressed; /* since the last tick */
    bool paused, leave, movie_said;
    Report *report;
} Window;

/* ---- input ---- */

static const struct {
    SDL_Keycode key;
    uint32_t buttons;
} keys[] = {
    {SDLK_RETURN, BUTTON_CONFIRM}, {SDLK_KP_ENTER, BUTTON_CONFIRM},
    {SDLK_SPACE, BUTTON_CONFIRM},  {SDLK_e, BUTTON_CONFIRM},
    {SDLK_ESCAPE, BUTTON_CANCEL},  {SDLK_BACKSPACE, BUTTON_CANCEL},
    {SDLK_i, BUTTON_INVENTORY},    {SDLK_TAB, BUTTON_INVENTORY},
    {SDLK_q, BUTTON_QUESTS},       {SDLK_UP, BUTTON_UP},
    {SDLK_w, BUTTON_UP},           {SDLK_DOWN, BUTTON_DOWN},
    {SDLK_s, BUTTON_DOWN},         {SDLK_LEFT, BUTTON_LEFT},
    {SDLK_a, BUTTON_LEFT},         {SDLK_RIGHT, BUTTON_RIGHT},
    {SDLK_d, BUTTON_RIGHT},
};

static const struct {
    SDL_GameControllerButton button;
    uint32_t buttons, action;
} pad_buttons[] = {
    {SDL_CONTROLLER_BUTTON_A, BUTTON_CONFIRM, 0},
    {SDL_CONTROLLER_BUTTON_B, BUTTON_CANCEL, 0},
    {SDL_CONTROLLER_BUTTON_START, BUTTON_CANCEL, 0},
    {SDL_CONTROLLER_BUTTON_X, 0, 1},
    {SDL_CONTROLLER_BUTTON_RIGHTSHOULDER, 0, 2},
    {SDL_CONTROLLER_BUTTON_Y, BUTTON_INVENTORY, 0},
    {SDL_CONTROLLER_BUTTON_BACK, BUTTON_QUESTS, 0},
    {SDL_CONTROLLER_BUTTON_DPAD_UP, BUTTON_UP, 0},
    {SDL_CONTROLLER_BUTTON_DPAD_DOWN, BUTTON_DOWN, 0},
    {SDL_CONTROLLER_BUTTON_DPAD_LEFT, BUTTON_LEFT, 0},
    {SDL_CONTROLLER_BUTTON_DPAD_RIGHT, BUTTON_RIGHT, 0},
};

/* Rows: up, none, down; columns: left, none, right. */
static const uint8_t directions[3][3] = {
    {1 + NORTH_WEST, 1 + NORTH, 1 + NORTH_EAST},
    {1 + WEST, 0, 1 + EAST},
    {1 + SOUTH_WEST, 1 + SOUTH, 1 + SOUTH_EAST},
};

static uint32_t held_direction(const Window *window)
{
    const Uint8 *state = SDL_GetKeyboardState(NULL);
    int x = (state[SDL_SCANCODE_RIGHT] || state[SDL_SCANCODE_D]) -
            (state[SDL_SCANCODE_LEFT] || state[SDL_SCANCODE_A]);
    int y = (state[SDL_SCANCODE_DOWN] || state[SDL_SCANCODE_S]) -
            (state[SDL_SCANCODE_UP] || state[SDL_SCANCODE_W]);
    SDL_GameController *pad = window->pad;
    if (pad && !x && !y) {
        const int ax = SDL_GameControllerGetAxis(pad, SDL_CONTROLLER_AXIS_LEFTX);
        const int ay = SDL_GameControllerGetAxis(pad, SDL_CONTROLLER_AXIS_LEFTY);
        x = (ax > DEAD_ZONE) - (ax < -DEAD_ZONE) +
            SDL_GameControllerGetButton(pad, SDL_CONTROLLER_BUTTON_DPAD_RIGHT) -
            SDL_GameControllerGetButton(pad, SDL_CONTROLLER_BUTTON_DPAD_LEFT);
        y = (ay > DEAD_ZONE) - (ay < -DEAD_ZONE) +
            SDL_GameControllerGetButton(pad, SDL_CONTROLLER_BUTTON_DPAD_DOWN) -
            SDL_GameControllerGetButton(pad, SDL_CONTROLLER_BUTTON_DPAD_UP);
    }
    x = x < -1 ? -1 : x > 1 ? 1 : x;
    y = y < -1 ? -1 : y > 1 ? 1 : y;
    return directions[y + 1][x + 1];
}

static void toggle_full_screen(Window *window)
{
    const bool full = SDL_GetWindowFlags(window->window) & SDL_WINDOW_FULLSCREEN_DESKTOP;
    SDL_SetWindowFullscreen(window->window, full ? 0 : SDL_WINDOW_FULLSCREEN_DESKTOP);
}

static void save_picture(Window *window)
{
    const PlayerOptions *options = window->session->options;
    if (!options->save)
        return;
    Arena *scratch = arena_new();
    options->save(options->context, png_write(session_draw(window->session), NULL, scratch));
    arena_free(scratch);
}

static void key_down(Window *window, const SDL_KeyboardEvent *event)
{
    const SDL_Keycode key = event->keysym.sym;
    const bool again = event->repeat, screen = window->session->world->screen.screen;
    if (!again && (key == SDLK_F11 || (key == SDLK_RETURN && event->keysym.mod & KMOD_ALT))) {
        toggle_full_screen(window);
        return;
    }
    if (!again && key == SDLK_F12)
        save_picture(window);
    if (!again && key >= SDLK_1 && key <= SDLK_9) { /* with Shift a default action */
        uint32_t *number =
            event->keysym.mod & KMOD_SHIFT ? &window->pressed.action : &window->pressed.item;
        *number = (uint32_t)(key - SDLK_1) + 1;
    }
    if (!again && (key == SDLK_LCTRL || key == SDLK_f))
        window->pressed.action = 1;
    for (size_t i = 0; i < COUNT_OF(keys); i++)
        if (keys[i].key == key && (!again || (screen && keys[i].buttons >= BUTTON_UP &&
                                              keys[i].buttons <= BUTTON_RIGHT)))
            window->pressed.buttons |= keys[i].buttons;
}

static void pad_down(Window *window, unsigned button)
{
    for (size_t i = 0; i < COUNT_OF(pad_buttons); i++)
        if ((unsigned)pad_buttons[i].button == button) {
            window->pressed.buttons |= pad_buttons[i].buttons;
            if (pad_buttons[i].action)
                window->pressed.action = pad_buttons[i].action;
        }
}

static void pause_game(Window *window, bool pause)
{
    window->paused = pause;
    if (window->audio)
        SDL_PauseAudioDevice(window->audio, pause);
}

static void handle(Window *window, const SDL_Event *event)
{
    switch (event->type) {
    case SDL_QUIT:
        window->leave = true;
        break;
    case SDL_KEYDOWN:
        key_down(window, &event->key);
        break;
    case SDL_MOUSEBUTTONDOWN: /* in pixels of the frame: SDL knows its logical size */
        if (event->button.button == SDL_BUTTON_LEFT)
            render_pick(window->session->renderer, window->session->world, event->button.x,
                        event->button.y, &window->pressed);
        else if (event->button.button == SDL_BUTTON_RIGHT)
            window->pressed.buttons |= BUTTON_CANCEL;
        break;
    case SDL_CONTROLLERDEVICEADDED:
        if (!window->pad)
            window->pad = SDL_GameControllerOpen(event->cdevice.which);
        break;
    case SDL_CONTROLLERDEVICEREMOVED:
        if (window->pad) {
            SDL_GameControllerClose(window->pad);
            window->pad = NULL;
        }
        break;
    case SDL_CONTROLLERBUTTONDOWN:
        pad_down(window, event->cbutton.button);
        break;
    case SDL_WINDOWEVENT:
        /* Who debugs types in another window. */
        if (event->window.event == SDL_WINDOWEVENT_FOCUS_LOST &&
            !window->session->options->debug)
            pause_game(window, true);
        else if (event->window.event == SDL_WINDOWEVENT_FOCUS_GAINED)
            pause_game(window, false);
        break;
    }
}

/* ---- sound ---- */

static void fill_audio(void *context, Uint8 *stream, int size)
{
    mixer_render(context, (int16_t *)(void *)stream, (size_t)size / 4);
}

static void open_audio(Window *window, Arena *arena)
{
    const SDL_AudioSpec wanted = {
        .freq = 44100,
        .format = AUDIO_S16SYS,
        .channels = 2,
        .samples = 1024,
        .callback = fill_audio,
        .userdata = window->mixer = mixer_new(&window->session->game, window->session->language,
                                              44100, arena, window->report)};
    if (SDL_InitSubSystem(SDL_INIT_AUDIO) == 0)
        window->audio = SDL_OpenAudioDevice(NULL, 0, &wanted, NULL, 0);
    if (!window->audio)
        report_warning(window->report, "no sound: %s", SDL_GetError());
    else
        SDL_PauseAudioDevice(window->audio, 0);
}

static void play_effects(Window *window)
{
    size_t count;
    const Effect *effects = world_effects(window->session->world, &count);
    for (size_t i = 0; i < count; i++) {
        if (effects[i].kind == EFFECT_EXIT)
            window->leave = true;
        if (effects[i].kind == EFFECT_MOVIE && !window->movie_said) {
            report_warning(window->report, "movies are not shown yet");
            window->movie_said = true;
        }
        if (!window->audio)
            continue;
        SDL_LockAudioDevice(window->audio);
        mixer_play(window->mixer, &effects[i]);
        SDL_UnlockAudioDevice(window->audio);
    }
}

/* ---- the loop ---- */

static void show(Window *window)
{
    const Image *frame = session_draw(window->session);
    SDL_UpdateTexture(window->texture, NULL, frame->pixels, (int)(frame->stride * 4));
    SDL_SetRenderDrawColor(window->screen, 0, 0, 0, 255);
    SDL_RenderClear(window->screen);
    SDL_RenderCopy(window->screen, window->texture, NULL, NULL);
    SDL_RenderPresent(window->screen);
}

/* While a debugger has stopped play. */
static bool idle(void *context)
{
    Window *window = context;
    for (SDL_Event event; SDL_PollEvent(&event);)
        handle(window, &event);
    show(window);
    SDL_Delay(10);
    return !window->leave;
}

static void tick(Window *window)
{
    const PlayerDebug *debug = window->session->options->debug;
    if (debug && !debug->tick(debug->context)) {
        window->leave = true;
        return;
    }
    WorldInput input = window->pressed;
    input.direction = held_direction(window);
    window->pressed = (WorldInput){0};
    session_tick(window->session, &input);
    play_effects(window);
}

static void loop(Window *window)
{
    const Uint64 second = SDL_GetPerformanceFrequency();
    const Uint64 step = second / window->session->world->content->rate;
    Uint64 due = SDL_GetPerformanceCounter();
    while (!window->leave && !session_over(window->session)) {
        for (SDL_Event event; SDL_PollEvent(&event);)
            handle(window, &event);
        Uint64 now = SDL_GetPerformanceCounter();
        if (window->paused) {
            due = now;
            SDL_Delay(20);
            continue;
        }
        for (int i = 0; now >= due && i < CATCH_UP_MOST && !window->leave &&
                        !session_over(window->session);
             i++) {
            tick(window);
            due += step;
        }
        if (now > due) /* too slow a machine: the game slows down, too */
            due = now;
        show(window);
        now = SDL_GetPerformanceCounter();
        if (!window->first_frame)
            window->first_frame = now;
        if (now < due)
            SDL_Delay((Uint32)((due - now) * 1000 / second));
    }
}

static bool open_window(Window *window)
{
    const Content *content = window->session->world->content;
    Arena *scratch = arena_new();
    const char *title = arena_text(scratch, content_text(content, 0)).at;
    if (SDL_InitSubSystem(SDL_INIT_VIDEO | SDL_INIT_GAMECONTROLLER) == 0)
        window->window = SDL_CreateWindow(*title ? title : "oisin", SDL_WINDOWPOS_CENTERED,
                                          SDL_WINDOWPOS_CENTERED, WINDOW_WIDTH, WINDOW_HEIGHT,
                                          SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
    arena_free(scratch);
    if (window->window)
        window->screen = SDL_CreateRenderer(window->window, -1, SDL_RENDERER_PRESENTVSYNC);
    if (window->screen)
        window->texture =
            SDL_CreateTexture(window->screen, SDL_PIXELFORMAT_RGBA32,
                              SDL_TEXTUREACCESS_STREAMING, RENDER_WIDTH, RENDER_HEIGHT);
    if (!window->texture)
        return report_error(window->report, "no window: %s", SDL_GetError());
    SDL_RenderSetLogicalSize(window->screen, RENDER_WIDTH, RENDER_HEIGHT);
    SDL_RenderSetIntegerScale(window->screen, SDL_TRUE);
    return true;
}

bool player_run(Bytes game, const PlayerOptions *options, PlayerResult *result, Arena *arena,
                Report *report)
{
    Session session;
    const Uint64 begin = SDL_GetPerformanceCounter();
    *result = (PlayerResult){0};
    if (!session_open(&session, game, options, arena, report))
        return false;
    Window window = {.session = &session, .report = report};
    const bool shown = open_window(&window);
    if (shown) {
        open_audio(&window, arena);
        if (options->debug)
            options->debug->attach(options->debug->context, session.world, idle, &window);
        loop(&window);
        if (window.audio)
            SDL_CloseAudioDevice(window.audio);
        mixer_free(window.mixer);
    }
    session_close(&session, result);
    const bool ok = shown && !session.failed;
    result->first_frame =
        (uint32_t)((window.first_frame - begin) * 1000000 / SDL_GetPerformanceFrequency());
    SDL_Quit();
    return ok;
}
