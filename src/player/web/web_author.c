/* Parts, in order: earlier ticks; code and recordings. */
#include "player/web/web_author.h"

#include "player/web/web_host.h"

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
