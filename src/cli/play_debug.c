/* Lines of stdin as commands for the debugger. While the game runs, input is polled before each
 * tick, so it is read without stdio, whose buffer poll() does not see. The prompt is printed
 * only for a person at a terminal: a program gets answers only. */
#include "cli/play_debug.h"

#include "base/system/files.h"
#include "base/system/process.h"
#include "base/text.h"

#include <stdio.h>

enum { LINE_MAX = 4096 };

struct DebugSession {
    Debugger *debugger;
    PlayerDebug player;
    char input[LINE_MAX], line[LINE_MAX];
    size_t filled; /* bytes of an incomplete input line */
    bool over;     /* end of input */
    bool person;   /* input is a terminal */
};

/* Takes the next line from the input; longer ones are split. */
static bool next_line(DebugSession *session, Text *out)
{
    const char *end = memchr(session->input, '\n', session->filled);
    const bool whole = end || session->filled == LINE_MAX || (session->over && session->filled);
    if (!whole)
        return false;
    const size_t size = end ? (size_t)(end - session->input) : session->filled;
    const size_t used = size + (end != NULL);
    memcpy(session->line, session->input, size);
    session->filled -= used;
    memmove(session->input, session->input + used, session->filled);
    *out = text_trimmed((Text){session->line, size});
    return true;
}

/* Reads available input; with `wait`, waits for some. */
static bool fill(DebugSession *session, bool wait)
{
    if (session->over || !input_ready(wait))
        return false;
    const int64_t got = file_read_some(HANDLE_INPUT, session->input + session->filled,
                                       LINE_MAX - session->filled);
    session->over = got <= 0;
    session->filled += got > 0 ? (size_t)got : 0;
    return true;
}

static DebugRead take_line(void *context, bool wait, Text *out)
{
    DebugSession *session = context;
    if (session->person && wait && !session->filled) {
        fputs("(oisin) ", stdout);
        fflush(stdout);
    }
    while (!next_line(session, out)) {
        if (session->over)
            return DEBUG_READ_END;
        if (!fill(session, wait))
            return DEBUG_READ_NOTHING;
    }
    return DEBUG_READ_LINE;
}

static void put_line(void *context, Text line)
{
    (void)context;
    printf("%.*s\n", (int)line.size, line.at);
    fflush(stdout);
}

static void attach(void *context, World *world, bool (*idle)(void *idle_context),
                   void *idle_context)
{
    debugger_attach(((DebugSession *)context)->debugger, world, idle, idle_context);
}

static bool before_tick(void *context)
{
    return debugger_tick(((DebugSession *)context)->debugger);
}

DebugSession *debug_session_new(const DebuggerOptions *options, Arena *arena)
{
    DebugSession *session = ARENA_ALLOC(arena, DebugSession, 1);
    DebuggerOptions all = *options;
    all.io = (DebugIo){session, take_line, put_line};
    session->person = is_terminal(stdin) && is_terminal(stdout);
    session->debugger = debugger_new(&all, arena);
    session->player = (PlayerDebug){attach, before_tick, session};
    if (session->person)
        printf("the game is stopped before its start; enter help or continue\n");
    return session;
}

const PlayerDebug *debug_session_player(DebugSession *session) { return &session->player; }

void debug_session_free(DebugSession *session) { debugger_free(session->debugger); }
