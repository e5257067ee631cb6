/* The window: display, timing. The logic is in player/host.c. */
#include "player/sdl/window.h"
#include "player/sdl/window_internal.h"

#include "player/online.h"

#include <stdio.h>

/* ---- what the host asks of the system ---- */

static uint64_t now(void *context)
{
    (void)context;
    const uint64_t second = SDL_GetPerformanceFrequency(), count = SDL_GetPerformanceCounter();
    return count / second * 1000000 + count % second * 1000000 / second;
}

static void size(void *context, uint32_t *w, uint32_t *h)
{
    const Window *window = context;
    int pixels_w, pixels_h;
    SDL_GetRendererOutputSize(window->presenter.screen, &pixels_w, &pixels_h);
    *w = pixels_w > 0 ? (uint32_t)pixels_w : 0;
    *h = pixels_h > 0 ? (uint32_t)pixels_h : 0;
}

/* The window's units are larger than pixels on a dense screen. */
static void display(void *context, PlayerDisplay *out)
{
    const Window *window = context;
    int w, h, pixels_w, pixels_h;
    SDL_GetWindowSize(window->window, &w, &h);
    SDL_GetRendererOutputSize(window->presenter.screen, &pixels_w, &pixels_h);
    if (w > 0 && pixels_w > 0)
        out->density = (uint32_t)((int64_t)pixels_w * 100 / w);
}

static void fit(void *context, const Fit *to, int32_t smooth)
{
    Window *window = context;
    presenter_fit(&window->presenter, *to, smooth);
}

static void title(void *context, const char *text)
{
    const Window *window = context;
    SDL_SetWindowTitle(window->window, text);
}

static void full_screen(void *context, bool on)
{
    const Window *window = context;
    SDL_SetWindowFullscreen(window->window, on ? SDL_WINDOW_FULLSCREEN_DESKTOP : 0);
}

static void clipboard(void *context, const char *text)
{
    (void)context;
    SDL_SetClipboardText(text);
}

/* An on-screen keyboard stays open as long as text input is enabled. */
static void typing(void *context, bool on)
{
    (void)context;
    if (on)
        SDL_StartTextInput();
    else
        SDL_StopTextInput();
}

static void cursor(void *context, CursorKind which)
{
    Window *window = context;
    cursors_set(&window->cursors, window->host.session, which);
}

static void new_cursors(void *context)
{
    Window *window = context;
    cursors_clear(&window->cursors);
}

static void lock_sound(void *context, bool locked)
{
    const Window *window = context;
    if (!window->audio)
        return;
    if (locked)
        SDL_LockAudioDevice(window->audio);
    else
        SDL_UnlockAudioDevice(window->audio);
}

const HostSystem window_system = {
    &window_key_names, now,       size,   display, fit,         title,
    full_screen,       clipboard, typing, cursor,  new_cursors, lock_sound};

/* ---- the loop ---- */

static void show(Window *window)
{
    const Image *before;
    const Image *frame = host_draw(&window->host, &before);
    if (frame)
        presenter_show(&window->presenter, before, frame);
    if (!window->first_frame)
        window->first_frame = SDL_GetPerformanceCounter();
}

/* The next frame is drawn after loading, and shows the usual cursor again. */
static void on_loading(void *context) { cursor(context, CURSOR_WAIT); }

/* Called while a debugger has stopped play. */
static bool idle(void *context)
{
    Window *window = context;
    for (SDL_Event event; SDL_PollEvent(&event);)
        window_handle(window, &event);
    show(window);
    SDL_Delay(10);
    return !window->host.leave;
}

static uint32_t microseconds(uint64_t from, uint64_t to)
{
    return (uint32_t)((to - from) * 1000000 / SDL_GetPerformanceFrequency());
}

static void rest(Window *window, uint32_t milliseconds)
{
    if (window->host.app.online)
        online_wait(window->host.app.online, milliseconds);
    else if (milliseconds)
        SDL_Delay(milliseconds);
}

static void loop(Window *window)
{
    bool goes_on = !session_over(window->host.session);
    while (goes_on) {
        for (SDL_Event event; SDL_PollEvent(&event);)
            window_handle(window, &event);
        goes_on = host_advance(&window->host);
        show(window);
        rest(window, (uint32_t)(host_rest(&window->host) / 1000));
    }
}

/* Without a display SDL chooses drivers that nobody sees, and the game would run for ever.
 * Tests choose them on purpose. */
static bool is_visible(void)
{
    const char *driver = SDL_GetCurrentVideoDriver();
    return SDL_getenv("SDL_VIDEODRIVER") || !driver ||
           (strcmp(driver, "dummy") != 0 && strcmp(driver, "offscreen") != 0 &&
            strcmp(driver, "evdev") != 0);
}

/* SDL itself reports no error: its drivers without a window have taken over. */
static bool report_no_display(Report *report)
{
    static const char *const names[] = {"WAYLAND_DISPLAY", "DISPLAY"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        const char *display = SDL_getenv(names[i]);
        if (display && *display)
            return report_error(report,
                                "cannot open the display %s (%s); --headless plays without one",
                                display, names[i]);
    }
    return report_error(report, "there is no display (DISPLAY and WAYLAND_DISPLAY are not "
                                "set); --headless plays without one");
}

static bool open_window(Window *window)
{
    const Content *content = window->host.session->world->content;
    Arena *scratch = arena_new();
    const char *title = arena_text(scratch, content_text(content, 0)).at;
    SDL_SetHint(SDL_HINT_TOUCH_MOUSE_EVENTS, "0");
    SDL_SetHint(SDL_HINT_GAMECONTROLLER_USE_BUTTON_LABELS, "0"); /* positions */
    SDL_SetHint("SDL_ENABLE_SCREEN_KEYBOARD", "0");              /* menus have their own */
    SDL_SetHint(SDL_HINT_IME_SHOW_UI, "1"); /* input methods of Asian languages */
    const bool video = SDL_InitSubSystem(SDL_INIT_VIDEO | SDL_INIT_GAMECONTROLLER) == 0;
    if (video && !is_visible()) {
        arena_free(scratch);
        return report_no_display(window->report);
    }
    if (video)
        window->window = SDL_CreateWindow(
            *title ? title : "oisin", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED,
            (int)window->host.app.settings.window_w, (int)window->host.app.settings.window_h,
            SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
    arena_free(scratch);
    if (window->window)
        window->presenter.screen =
            SDL_CreateRenderer(window->window, -1, SDL_RENDERER_PRESENTVSYNC);
    if (window->presenter.screen) {
        SDL_SetWindowMinimumSize(window->window, FIT_MIN_W, FIT_MIN_H);
        SDL_StopTextInput();
        window_icon_set(window->window, window->host.session);
        full_screen(window, window->host.app.settings.values[SETTING_fullscreen]);
        host_fit(&window->host);
    }
    return window->presenter.texture ||
           report_error(window->report, "cannot open a window: %s", SDL_GetError());
}

bool player_run(Bytes game, const PlayerOptions *options, PlayerResult *result, Arena *arena,
                Report *report)
{
    Session session;
    const uint64_t begin = SDL_GetPerformanceCounter();
    *result = (PlayerResult){0};
    if (!session_open(&session, game, options, arena, report))
        return false;
    Window window = {.report = report};
    Host *host = &window.host;
    const bool open = host_open(host, &session, options->disk, &window_system, &window, report);
    const bool shown = open && open_window(&window);
    if (shown) {
        window_sound_open(&window, arena);
        if (options->debug)
            options->debug->attach(options->debug->context, session.world, idle, &window);
        session.loading = on_loading;
        session.loading_context = &window;
        loop(&window);
        session.loading = NULL;
        host_close(host);
        window_sound_close(&window);
        cursors_clear(&window.cursors);
    }
    presenter_close(&window.presenter);
    if (window.presenter.screen)
        SDL_DestroyRenderer(window.presenter.screen);
    if (window.window)
        SDL_DestroyWindow(window.window);
    app_close(&host->app);
    session_close(&session, result);
    const bool ok = shown && !session.failed;
    if (window.first_frame)
        result->first_frame = microseconds(begin, window.first_frame);
    SDL_Quit();
    return ok;
}

/* SDL's own windows do not wrap lines. */
static void wrap(char *text)
{
    enum { COLUMNS = 64 };
    char *blank = NULL;
    for (char *line = text, *at = text; *at; at++) {
        blank = *at == ' ' ? at : blank;
        if (at - line < COLUMNS || !blank)
            continue;
        *blank = '\n';
        line = blank + 1;
        blank = NULL;
    }
}

bool player_show_message(const char *title, const char *text)
{
    char lines[1024];
    snprintf(lines, sizeof lines, "%s", text);
    wrap(lines);
    return SDL_ShowSimpleMessageBox(SDL_MESSAGEBOX_ERROR, title, lines, NULL) == 0;
}
