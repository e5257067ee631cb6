/* Parts, in order: new builds; earlier ticks; code and recordings. The page allocates a build's
 * memory, and this file frees it when the player does not use it any more. */
#include "player/web/web_author.h"

#include "player/host.h"
#include "player/web/web.h"
#include "player/web/web_host.h"
#include "tirnanog/sheets/script_names.h"

#include <stdlib.h>

/* ---- new builds ---- */

/* What the player does not use any more is freed: a build that is replaced may be in use for
 * one more. */
static struct {
    uint8_t *next;
    size_t size;
    uint8_t *builds[2];
} reloading;

void web_reload(uint8_t *game, size_t size)
{
    free(reloading.next);
    reloading.next = game;
    reloading.size = size;
}

static bool take(void *context, Bytes *game, Text *trouble)
{
    (void)context, (void)trouble;
    if (!reloading.next)
        return false;
    *game = (Bytes){reloading.next, reloading.size};
    return true;
}

static void taken(void *context, bool accepted)
{
    (void)context;
    uint8_t *old = accepted ? reloading.builds[1] : reloading.next;
    if (accepted) {
        reloading.builds[1] = reloading.builds[0];
        reloading.builds[0] = reloading.next;
    }
    reloading.next = NULL;
    free(old);
}

void author_options(PlayerOptions *options)
{
    options->author = options->record = true;
    options->names = project_game_script_names;
    options->reload = take;
    options->reloaded = taken;
}

/* ---- earlier ticks ---- */

static Session *session(void) { return web_host()->session; }

uint32_t web_time_first(void) { return session_first_frame(session()); }
uint32_t web_time_now(void) { return session()->frames; }
uint32_t web_time_last(void) { return session_last_frame(session()); }
uint32_t web_time_rate(void) { return session()->world->content->rate; }
bool web_time_stopped(void) { return web_host()->app.stopped; }
void web_time_go(uint32_t tick) { app_visit(&web_host()->app, tick); }
void web_time_stop(bool stop) { app_stop(&web_host()->app, stop); }

/* ---- code and recording ---- */

bool web_run(const char *code)
{
    const uint32_t self = context_entity(local_context(session()->world));
    return session_run(session(), text_of(code), self, session()->report);
}

const char *web_recording(void)
{
    static Writer out;
    static Arena *arena;
    arena_free(arena);
    arena = arena_new();
    out = writer_to(arena);
    const Text all = writer_text(&session()->record);
    write_text(&out, text_slice(all, 0, recording_size(all, session()->frames)));
    recording_end(&out, session()->frames);
    return arena_text(arena, writer_text(&out)).at;
}
