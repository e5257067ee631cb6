/* Functions for game authors: overlays, console, reloading. */
#include "player/app.h"
#include "engine/render/screen_words.h"

void app_author(PlayerApp *app, unsigned key)
{
    enum { CONSOLE = 4 };
    if (!app->session->options->author || key < 1 || key > CONSOLE)
        return;
    if (key < CONSOLE)
        app->author.views ^= 1u << (key - 1);
    else if (!app->quiet)
        app->console.open = !app->console.open;
    app->session->drawn = false;
}

/* ---- earlier ticks ---- */

/* SECONDS is a number that no count of ticks reaches. */
enum { SECOND = 1 << 16 };
#define SECONDS(n) ((n)*SECOND)

const TimeKeyRow time_key_rows[TIME_KEYS] = {
#define TIME_KEY(name, key, modifier, ticks, doc)                                              \
    {#name, #key, doc, TIME_MODIFIER_##modifier, (ticks) / SECOND, (ticks) % SECOND},
#include "player/time_keys.def"
};

static void go_to(PlayerApp *app, int64_t frame)
{
    Session *session = app->session;
    const int64_t first = session_first_frame(session), last = session_last_frame(session);
    session_go(session, (uint32_t)(frame < first ? first : frame > last ? last : frame));
}

/* Whether there are earlier ticks to visit; what was pressed is not played. */
static bool can_visit(PlayerApp *app)
{
    if (!app->session->history || app_waits(app))
        return false;
    app->pressed = (WorldInput){0};
    app->rush = 0;
    app->session->drawn = false;
    return true;
}

void app_visit(PlayerApp *app, uint32_t frame)
{
    if (!can_visit(app))
        return;
    app->stopped = true;
    go_to(app, frame);
}

void app_stop(PlayerApp *app, bool stop)
{
    if (!can_visit(app))
        return;
    app->stopped = stop;
    if (!stop)
        app->requests_pending |= WINDOW_REQUEST_MUSIC;
}

void app_time(PlayerApp *app, TimeKey key)
{
    const TimeKeyRow *row = &time_key_rows[key];
    Session *session = app->session;
    const int32_t rate = (int32_t)session->world->content->rate;
    const int32_t ticks = row->ticks + row->seconds * rate;
    if (!ticks) {
        app_stop(app, !app->stopped);
        return;
    }
    if (!can_visit(app))
        return;
    app->stopped = true;
    if (ticks == 1 && session->frames == session_last_frame(session))
        app->one_more = 1;
    else
        go_to(app, (int64_t)session->frames + ticks);
}

static RenderTimeline timeline_of(const PlayerApp *app)
{
    const Session *session = app->session;
    return (RenderTimeline){.shown = app->stopped,
                            .reloaded = session->reloaded,
                            .first = session_first_frame(session),
                            .now = session->frames,
                            .last = session_last_frame(session)};
}

uint32_t app_steps(const PlayerApp *app)
{
    enum { AT_ONCE = 600 };
    const uint32_t more = app->rush < AT_ONCE ? app->rush : AT_ONCE;
    return app_waits(app) || app->stopped ? 1 : app->speed > more ? app->speed : more;
}

static bool run_line(void *context, Text code, uint32_t self, Report *report)
{
    return session_run(((PlayerApp *)context)->session, code, self, report);
}

static void set_speed(void *context, uint32_t ticks) { ((PlayerApp *)context)->speed = ticks; }

static void pass_time(void *context, uint32_t ticks) { ((PlayerApp *)context)->rush = ticks; }

void app_console(PlayerApp *app, Action action)
{
    Report silent = report_to(NULL, NULL);
    const ConsoleHost host = {.world = app->session->world,
                              .names = session_names(app->session, &silent),
                              .run = run_line,
                              .speed = set_speed,
                              .pass = pass_time,
                              .context = app};
    if (action == ACTION_up || action == ACTION_down)
        console_recall(&app->console, action == ACTION_up ? 1 : -1);
    else if (action == ACTION_next)
        console_complete(&app->console, &host);
    else if (action == ACTION_confirm)
        console_enter(&app->console, &host);
    else if (action == ACTION_cancel)
        app->console.open = false;
    app->session->drawn = false;
}

void app_reload(PlayerApp *app)
{
    const PlayerOptions *options = app->session->options;
    Bytes game;
    Text trouble = TEXT("");
    if (!options->reload)
        return;
    if (options->reload(options->reload_context, &game, &trouble)) {
        const bool accepted = app_replace(app, game);
        if (!accepted && !trouble.size)
            trouble = word_in(app->session->world->content->code, WORD_NOT_LOADED);
        if (options->reloaded)
            options->reloaded(options->reload_context, accepted);
    }
    if (trouble.size)
        menus_notify(app->menus, app->session->world, trouble);
}

void app_damage(PlayerApp *app)
{
    const PlayerOptions *options = app->session->options;
    const World *world = app->session->world;
    Text name;
    if (!options->damaged || !options->damaged(options->damaged_context, &name))
        return;
    Arena *scratch = arena_new();
    menus_notify(app->menus, world,
                 arena_format(scratch, "%s: %.*s",
                              word_in(world->content->code, WORD_DAMAGED_GAME).at,
                              (int)name.size, name.at));
    arena_free(scratch);
}

void app_show_over(PlayerApp *app)
{
    Renderer *renderer = app->session->renderer;
    renderer_overlay(renderer, menus_overlay(app->menus));
    const Session *session = app->session;
    app->author.memory = arena_used(session->play) + arena_used(session->arena) +
                         (session->state ? arena_used(session->state) : 0) +
                         (session->history ? history_size(session->history) : 0);
    app->author.timeline = timeline_of(app);
    renderer_author(renderer, &app->author);
}

/* ---- text input for the console or a page ---- */

bool app_wants_text(const PlayerApp *app)
{
    return app->console.open || menus_wants_text(app->menus);
}

void app_text(PlayerApp *app, Text typed)
{
    letters_note(&app->letters, app->session, typed);
    if (app->console.open)
        console_text(&app->console, typed);
    else
        menus_text(app->menus, typed);
}

void app_erase(PlayerApp *app)
{
    if (app->console.open)
        console_erase(&app->console);
    else
        menus_erase(app->menus);
}
