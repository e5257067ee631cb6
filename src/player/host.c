/* The loop of a program that shows a game: ticks, requests, frames. */
#include "player/host_internal.h"

#include "base/image/png_write.h"
#include "player/online.h"

#include <stdio.h>

/* Times are in microseconds. */
enum { SECOND = 1000000 };

static uint64_t clock_of(const Host *host) { return host->system->now(host->context); }

bool host_open(Host *host, Session *session, const PlayerDisk *disk, const HostSystem *system,
               void *context, Report *report)
{
    *host = (Host){.session = session, .system = system, .context = context};
    const bool open = app_open(&host->app, session, disk, report);
    host->keys = keys_new(&host->app.bindings, &host->app.settings, system->names);
    return open;
}

void host_close(Host *host)
{
    if (host->leave && !host->session->options->debug) /* it may have stopped within a tick */
        app_leave(&host->app);
}

/* Its density becomes that of the frame, which may be scaled. */
static void follow_display(Host *host)
{
    PlayerDisplay display = {.density = 100};
    host->system->display(host->context, &display);
    if (display.touch && !host->app.display.density) /* before the first touch */
        app_note_device(&host->app, DEVICE_TOUCH);
    const uint32_t shown = host->fit.shown.w > 0 ? (uint32_t)host->fit.shown.w : 1;
    display.density = (uint32_t)((uint64_t)display.density * host->fit.w / shown);
    host->app.display = display;
}

/* Called when the window or a setting that changes the layout has changed. */
void host_fit(Host *host)
{
    const Settings *settings = &host->app.settings;
    const int32_t smooth = settings->values[SETTING_smooth];
    uint32_t w, h;
    host->system->size(host->context, &w, &h);
    host->fit = fit_frame(w ? w : 1, h ? h : 1, smooth == 0);
    follow_display(host);
    RenderOptions options = app_render_options(&host->app, host->fit.w, host->fit.h);
    if (smooth) /* one pixel of the world is one of the frame; the system scales it */
        options.zoom = options.ui_zoom = 1;
    session_resize(host->session, host->fit.w, host->fit.h, &options);
    host->system->fit(host->context, &host->fit, smooth);
}

/* ---- requests of the application ---- */

static void show_title(const Host *host)
{
    const Text title = content_text(host->session->world->content, 0);
    char line[256];
    snprintf(line, sizeof line, "%.*s", (int)title.size, title.at);
    if (line[0])
        host->system->title(host->context, line);
}

static void save_picture(Host *host)
{
    const PlayerDisk *disk = host->session->options->disk;
    if (!disk)
        return;
    Arena *scratch = arena_new();
    disk->picture(disk->context, png_write(session_draw(host->session), NULL, scratch));
    arena_free(scratch);
}

/* Requests are taken before they are handled, because handling one can make another. */
static void handle_requests(Host *host)
{
    PlayerApp *app = &host->app;
    const uint32_t requests_pending = app->requests_pending;
    app->requests_pending = 0;
    host->leave |= requests_pending & WINDOW_REQUEST_LEAVE;
    if (requests_pending & WINDOW_REQUEST_FULLSCREEN)
        app_fullscreen(app);
    if (requests_pending & (WINDOW_REQUEST_SETTINGS | WINDOW_REQUEST_FULLSCREEN)) {
        host->system->full_screen(host->context, app->settings.values[SETTING_fullscreen]);
        host_fit(host);
        sound_set_volumes(host);
    }
    if (requests_pending & WINDOW_REQUEST_LOADED) {
        show_title(host);
        host->system->cursors_clear(host->context);
        sound_restart(host, true);
        sound_play(host);
    } else if (requests_pending & WINDOW_REQUEST_LANGUAGE) {
        show_title(host);
        sound_restart(host, false);
    }
    if (requests_pending & WINDOW_REQUEST_MUSIC)
        sound_music(host);
    if (requests_pending & WINDOW_REQUEST_CLIPBOARD)
        host->system->clipboard(host->context, app->read);
    if (requests_pending & WINDOW_REQUEST_SCREENSHOT)
        save_picture(host);
}

/* ---- ticks ---- */

/* The system shows its own keyboard, or an input method, only while a line is typed. */
static void follow_typing(Host *host)
{
    const bool typing = app_wants_text(&host->app);
    if (typing != host->typing)
        host->system->typing(host->context, typing);
    host->typing = typing;
}

/* Held buttons: the ring menu, and walking towards the mouse. */
static void hold(Host *host)
{
    for (size_t i = 0; i < FINGERS_MAX; i++) {
        const Pointer *pointer = &host->pointers[i];
        if (pointer->down && pointer->since != host->session->frames)
            app_click(&host->app, pointer->x, pointer->y, true);
    }
}

/* Sounds are played after each tick: effects belong to the tick and are gone after the next
 * one. */
void host_tick(Host *host)
{
    const PlayerDebug *debug = host->session->options->debug;
    if (debug && !debug->tick(debug->context)) {
        host->leave = true;
        return;
    }
    hold(host);
    keys_on_map(&host->keys, app_on_map(&host->app));
    if (app_tick(&host->app, keys_direction(&host->keys)))
        sound_play(host);
    keys_on_map(&host->keys, app_on_map(&host->app));
    handle_requests(host);
    follow_typing(host);
}

static bool is_over(const Host *host) { return host->leave || session_over(host->session); }

/* At most CATCH_UP_MAX ticks at once: a machine that is too slow could otherwise only tick and
 * never draw. */
bool host_advance(Host *host)
{
    PlayerApp *app = &host->app;
    const uint64_t begin = clock_of(host);
    if (!host->started)
        host->due = host->last = host->ticked = begin;
    host->started = true;
    const uint64_t step = SECOND / host->session->world->content->rate;
    app->author.frame_us = (uint32_t)(begin - host->last);
    host->last = begin;
    app_reload(app);
    app_damage(app);
    const uint64_t now = clock_of(host);
    for (int i = 0; now >= host->due && i < CATCH_UP_MAX && !is_over(host); i++) {
        for (uint32_t n = app_steps(app); n && !is_over(host); n--)
            host_tick(host);
        host->due += step;
    }
    if (now >= host->ticked) { /* a tick has passed */
        app->author.tick_us = (uint32_t)(clock_of(host) - now);
        host->ticked = host->due;
    }
    if (now > host->due) /* the machine is too slow: the game slows down */
        host->due = now;
    return !is_over(host);
}

/* ---- frames ---- */

/* `waits` comes first: while the program waits for a server nothing can be clicked on. */
CursorKind cursor_for(const Session *session, bool waits, int32_t x, int32_t y, bool down)
{
    const PlayerContext ctx = local_context(session->world);
    if (waits)
        return CURSOR_WAIT;
    if (down)
        return CURSOR_CLICK;
    if (ctx.player->started && ctx.player->screen.screen == SCREEN_GAME) {
        WorldInput over = {0};
        if (!render_hover(session->renderer, ctx, x, y, &over) &&
            render_entity(session->renderer, ctx, x, y) != ENTITY_NONE)
            return CURSOR_USE;
    }
    return ctx.player->screen.screen == SCREEN_CUTSCENE ? CURSOR_NOT_ALLOWED : CURSOR_ARROW;
}

/* NULL if the frame has been shown already. `before`: the last one shown, for partial updates;
 * NULL if it is gone. */
const Image *host_draw(Host *host, const Image **before)
{
    Session *session = host->session;
    const bool fresh = !session->drawn;
    const uint64_t start = clock_of(host);
    const Image *frame = session_draw(session);
    if (fresh)
        host->app.author.draw_us = (uint32_t)(clock_of(host) - start);
    if (host->shown == session->drawings)
        return NULL;
    *before = session_drawing(session, host->shown);
    const bool waits = host->app.online && online_is_waiting(host->app.online);
    host->system->cursor(host->context, cursor_for(session, waits, host->mouse_x, host->mouse_y,
                                                   host->pointers[0].down));
    host->shown = session->drawings;
    return frame;
}

uint64_t host_rest(const Host *host)
{
    const uint64_t now = clock_of(host);
    const int32_t limit = host->app.settings.values[SETTING_frame_limit];
    const uint64_t next = limit ? host->last + SECOND / (uint64_t)limit : host->due;
    const uint64_t until = next < host->due || !limit ? next : host->due;
    return now < until ? until - now : 0;
}
