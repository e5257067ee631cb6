/* The window: size, display, timing. The logic is in app.c. */
#include "player/window_internal.h"
#include "player/online.h"

#include "image/png_write.h"

#include <stdio.h>

/* ---- sizes ---- */

void window_fit(Window *window)
{
    const Settings *settings = &window->app.settings;
    const int32_t smooth = settings->values[SETTING_smooth];
    int w, h;
    SDL_GetRendererOutputSize(window->presenter.screen, &w, &h);
    const Fit fit = fit_frame(w > 0 ? (uint32_t)w : 1, h > 0 ? (uint32_t)h : 1, smooth == 0);
    RenderOptions options = app_render_options(&window->app, fit.w, fit.h);
    if (smooth) /* one pixel of the world is one of the frame; the window scales it */
        options.zoom = options.ui_zoom = 1;
    session_resize(window->session, fit.w, fit.h, &options);
    presenter_fit(&window->presenter, fit, smooth);
}

static void set_full_screen(Window *window)
{
    SDL_SetWindowFullscreen(window->window, window->app.settings.values[SETTING_fullscreen]
                                                ? SDL_WINDOW_FULLSCREEN_DESKTOP
                                                : 0);
}

/* ---- requests of the application ---- */

static void show_title(const Window *window)
{
    const Text title = content_text(window->session->world->content, 0);
    char line[256];
    snprintf(line, sizeof line, "%.*s", (int)title.size, title.at);
    if (line[0])
        SDL_SetWindowTitle(window->window, line);
}

static void save_picture(Window *window)
{
    const PlayerDisk *disk = window->session->options->disk;
    if (!disk)
        return;
    Arena *scratch = arena_new();
    disk->picture(disk->context, png_write(session_draw(window->session), NULL, scratch));
    arena_free(scratch);
}

static void handle_requests(Window *window)
{
    PlayerApp *app = &window->app;
    const uint32_t requests_pending = app->requests_pending;
    app->requests_pending = 0;
    window->leave |= requests_pending & WINDOW_REQUEST_LEAVE;
    if (requests_pending & WINDOW_REQUEST_FULLSCREEN)
        app_fullscreen(app);
    if (requests_pending & (WINDOW_REQUEST_SETTINGS | WINDOW_REQUEST_FULLSCREEN)) {
        set_full_screen(window);
        window_fit(window);
        sound_set_volumes(window);
    }
    if (requests_pending & WINDOW_REQUEST_LOADED) {
        show_title(window);
        cursors_clear(&window->cursors);
        sound_restart(window, true);
        sound_play(window);
    } else if (requests_pending & WINDOW_REQUEST_LANGUAGE) {
        show_title(window);
        sound_restart(window, false);
    }
    if (requests_pending & WINDOW_REQUEST_MUSIC)
        sound_music(window);
    if (requests_pending & WINDOW_REQUEST_CLIPBOARD)
        SDL_SetClipboardText(app->read);
    if (requests_pending & WINDOW_REQUEST_SCREENSHOT)
        save_picture(window);
}

/* ---- the loop ---- */

static void show(Window *window)
{
    const Image *frame = session_draw(window->session);
    presenter_show(&window->presenter, session_drawing(window->session, window->shown), frame);
    const bool waits = window->app.online && online_is_waiting(window->app.online);
    cursors_set(&window->cursors, window->session,
                cursor_for(window->session, waits, window->mouse_x, window->mouse_y,
                           window->pointers[0].down));
    window->shown = window->session->drawings;
}

/* The next frame is drawn after loading, and shows the usual cursor again. */
static void on_loading(void *context)
{
    Window *window = context;
    cursors_set(&window->cursors, window->session, CURSOR_WAIT);
}

/* Called while a debugger has stopped play. */
static bool idle(void *context)
{
    Window *window = context;
    for (SDL_Event event; SDL_PollEvent(&event);)
        window_handle(window, &event);
    show(window);
    SDL_Delay(10);
    return !window->leave;
}

/* Text input is enabled only while a line is typed: otherwise an on-screen keyboard stays
 * open. */
static void follow_typing(Window *window)
{
    const bool typing = app_wants_text(&window->app);
    if (typing && !window->typing)
        SDL_StartTextInput();
    else if (!typing && window->typing)
        SDL_StopTextInput();
    window->typing = typing;
}

static void tick(Window *window)
{
    const PlayerDebug *debug = window->session->options->debug;
    if (debug && !debug->tick(debug->context)) {
        window->leave = true;
        return;
    }
    window_hold(window);
    keys_on_map(&window->keys, app_on_map(&window->app));
    if (app_tick(&window->app, keys_direction(&window->keys)))
        sound_play(window);
    keys_on_map(&window->keys, app_on_map(&window->app));
    handle_requests(window);
    follow_typing(window);
}

static uint32_t microseconds(Uint64 from, Uint64 to)
{
    return (uint32_t)((to - from) * 1000000 / SDL_GetPerformanceFrequency());
}

static void rest(Window *window, uint32_t milliseconds)
{
    if (window->app.online)
        online_wait(window->app.online, milliseconds);
    else
        SDL_Delay(milliseconds);
}

static void loop(Window *window)
{
    const Uint64 second = SDL_GetPerformanceFrequency();
    Uint64 due = SDL_GetPerformanceCounter(), last = due, ticked = due;
    while (!window->leave && !session_over(window->session)) {
        const int32_t limit = window->app.settings.values[SETTING_frame_limit];
        const Uint64 begin = SDL_GetPerformanceCounter();
        const Uint64 step = second / window->session->world->content->rate;
        for (SDL_Event event; SDL_PollEvent(&event);)
            window_handle(window, &event);
        app_reload(&window->app);
        app_damage(&window->app);
        Uint64 now = SDL_GetPerformanceCounter();
        const Uint64 ticking = now;
        for (int i = 0;
             now >= due && i < CATCH_UP_MAX && !window->leave && !session_over(window->session);
             i++) {
            for (uint32_t n = app_steps(&window->app);
                 n && !window->leave && !session_over(window->session); n--)
                tick(window);
            due += step;
        }
        RenderAuthor *author = &window->app.author;
        const Uint64 drawing = SDL_GetPerformanceCounter();
        if (now >= ticked) { /* a tick has passed */
            author->tick_us = microseconds(ticking, drawing);
            ticked = due;
        }
        if (now > due) /* the machine is too slow: the game slows down */
            due = now;
        const bool fresh = !window->session->drawn;
        session_draw(window->session);
        if (fresh)
            author->draw_us = microseconds(drawing, SDL_GetPerformanceCounter());
        author->frame_us = microseconds(last, begin);
        last = begin;
        if (window->shown != window->session->drawings)
            show(window);
        now = SDL_GetPerformanceCounter();
        if (!window->first_frame)
            window->first_frame = now;
        const Uint64 next = limit ? begin + second / (Uint64)limit : due;
        const Uint64 until = next < due || !limit ? next : due;
        if (now < until)
            rest(window, (uint32_t)((until - now) * 1000 / second));
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

static bool open_window(Window *window)
{
    const Content *content = window->session->world->content;
    Arena *scratch = arena_new();
    const char *title = arena_text(scratch, content_text(content, 0)).at;
    SDL_SetHint(SDL_HINT_TOUCH_MOUSE_EVENTS, "0");
    SDL_SetHint(SDL_HINT_GAMECONTROLLER_USE_BUTTON_LABELS, "0"); /* positions */
    SDL_SetHint("SDL_ENABLE_SCREEN_KEYBOARD", "0");              /* menus have their own */
    SDL_SetHint(SDL_HINT_IME_SHOW_UI, "1"); /* input methods of Asian languages */
    const bool video = SDL_InitSubSystem(SDL_INIT_VIDEO | SDL_INIT_GAMECONTROLLER) == 0;
    if (video && !is_visible()) {
        arena_free(scratch);
        return report_error(window->report, "there is no display (DISPLAY and WAYLAND_DISPLAY "
                                            "are not set); --headless plays without one");
    }
    if (video)
        window->window = SDL_CreateWindow(
            *title ? title : "oisin", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED,
            (int)window->app.settings.window_w, (int)window->app.settings.window_h,
            SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
    arena_free(scratch);
    if (window->window)
        window->presenter.screen =
            SDL_CreateRenderer(window->window, -1, SDL_RENDERER_PRESENTVSYNC);
    if (window->presenter.screen) {
        SDL_SetWindowMinimumSize(window->window, FIT_MIN_W, FIT_MIN_H);
        SDL_StopTextInput();
        window_icon_set(window->window, window->session);
        set_full_screen(window);
        window_fit(window);
    }
    return window->presenter.texture ||
           report_error(window->report, "cannot open a window: %s", SDL_GetError());
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
    const bool open = app_open(&window.app, &session, options->disk, report);
    window.keys = keys_new(&window.app.bindings, &window.app.settings);
    const bool shown = open && open_window(&window);
    if (shown) {
        sound_open(&window, arena);
        if (options->debug)
            options->debug->attach(options->debug->context, session.world, idle, &window);
        session.loading = on_loading;
        session.loading_context = &window;
        loop(&window);
        session.loading = NULL;
        if (window.leave && !options->debug) /* a debugger may have stopped within a tick */
            app_leave(&window.app);
        sound_close(&window);
        cursors_clear(&window.cursors);
    }
    presenter_close(&window.presenter);
    if (window.presenter.screen)
        SDL_DestroyRenderer(window.presenter.screen);
    if (window.window)
        SDL_DestroyWindow(window.window);
    app_close(&window.app);
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
