/* What the desk does for who makes the game: overlays, console, a game that changes. */
#include "player/desk.h"
#include "render/words.h"

void desk_author(Desk *desk, unsigned key)
{
    enum { CONSOLE = 4 };
    if (!desk->session->options->author || key < 1 || key > CONSOLE)
        return;
    if (key < CONSOLE)
        desk->author.views ^= 1u << (key - 1);
    else if (!desk->quiet)
        desk->console.open = !desk->console.open;
    desk->session->drawn = false;
}

uint32_t desk_steps(const Desk *desk)
{
    enum { AT_ONCE = 600 };
    const uint32_t more = desk->rush < AT_ONCE ? desk->rush : AT_ONCE;
    return desk_waits(desk) ? 1 : desk->speed > more ? desk->speed : more;
}

static bool run_line(void *context, Text code, uint32_t self, Report *report)
{
    return session_run(((Desk *)context)->session, code, self, report);
}

static void set_speed(void *context, uint32_t ticks) { ((Desk *)context)->speed = ticks; }

static void pass_time(void *context, uint32_t ticks) { ((Desk *)context)->rush = ticks; }

void desk_console(Desk *desk, Action action)
{
    Report silent = report_to(NULL, NULL);
    const ConsoleHost host = {.world = desk->session->world,
                              .names = session_names(desk->session, &silent),
                              .run = run_line,
                              .speed = set_speed,
                              .pass = pass_time,
                              .context = desk};
    if (action == ACTION_up || action == ACTION_down)
        console_recall(&desk->console, action == ACTION_up ? 1 : -1);
    else if (action == ACTION_next)
        console_complete(&desk->console, &host);
    else if (action == ACTION_confirm)
        console_enter(&desk->console, &host);
    else if (action == ACTION_cancel)
        desk->console.open = false;
    desk->session->drawn = false;
}

void desk_reload(Desk *desk)
{
    const PlayerOptions *options = desk->session->options;
    Bytes game;
    Text trouble = TEXT("");
    if (!options->reload)
        return;
    if (options->reload(options->reload_context, &game, &trouble)) {
        const bool accepted = desk_replace(desk, game);
        if (!accepted && !trouble.size)
            trouble = word_in(desk->session->world->content->code, WORD_NOT_LOADED);
        if (options->reloaded)
            options->reloaded(options->reload_context, accepted);
    }
    if (trouble.size)
        front_tell(desk->front, desk->session->world, trouble);
}

void desk_show_over(Desk *desk)
{
    Renderer *renderer = desk->session->renderer;
    renderer_overlay(renderer, front_overlay(desk->front));
    desk->author.memory = arena_used(desk->session->play) + arena_used(desk->session->arena);
    renderer_author(renderer, &desk->author);
}

/* ---- typing: into the console, or a page ---- */

bool desk_wants_text(const Desk *desk)
{
    return desk->console.open || front_wants_text(desk->front);
}

void desk_text(Desk *desk, Text typed)
{
    letters_note(&desk->letters, desk->session, typed);
    if (desk->console.open)
        console_text(&desk->console, typed);
    else
        front_text(desk->front, typed);
}

void desk_erase(Desk *desk)
{
    if (desk->console.open)
        console_erase(&desk->console);
    else
        front_erase(desk->front);
}
