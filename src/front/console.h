/* The author's console: a line at the bottom, what it answered above. History with up and
 * down, completion of commands and names with Tab. What a command does, the caller's host
 * does: so that it can be recorded. */
#ifndef OISIN_FRONT_CONSOLE_H
#define OISIN_FRONT_CONSOLE_H

#include "render/render.h"
#include "script/script.h"

enum { CONSOLE_TEXT = 240, CONSOLE_LINES = 48, CONSOLE_HISTORY = 32, CONSOLE_SPEED_MAX = 100 };

typedef struct ConsoleHost {
    World *world;
    const ScriptNames *names; /* NULL: the game's names are not known */
    /* Runs a handler's source between two ticks; false and a report. */
    bool (*run)(void *context, Text code, uint32_t self, Report *report);
    void (*speed)(void *context, uint32_t ticks); /* for each of the usual ones */
    void (*pass)(void *context, uint32_t ticks);  /* at once */
    void *context;
} ConsoleHost;

typedef struct Console {
    bool open;
    char line[CONSOLE_TEXT];
    char output[CONSOLE_LINES][CONSOLE_TEXT]; /* a ring */
    uint32_t output_count;                    /* lines ever */
    char history[CONSOLE_HISTORY][CONSOLE_TEXT];
    uint32_t history_count; /* ever */
    uint32_t recalled;      /* how many lines back; 0: the one that is typed */
} Console;

/* Characters at the end of the line; the last one away. */
void console_text(Console *console, Text typed);
void console_erase(Console *console);
/* An earlier line (1), or a later one (-1). */
void console_recall(Console *console, int32_t step);
void console_complete(Console *console, const ConsoleHost *host);
/* The line is done, and the next one is empty. */
void console_enter(Console *console, const ConsoleHost *host);
/* A line of output. */
void console_print(Console *console, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The n-th line of output from the last, 0 the last; empty if there is none. */
const char *console_line(const Console *console, uint32_t back);

/* Into the interface's layer, if it is open. */
void console_draw(const Console *console, Renderer *renderer, const Image *layer);

#endif
