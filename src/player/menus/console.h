/* The author's console: an input line at the bottom with the output above it. History with
 * up and down, completion of commands and names with Tab. Commands are executed by the
 * caller's host, so that they can be recorded. */
#ifndef OISIN_PLAYER_MENUS_CONSOLE_H
#define OISIN_PLAYER_MENUS_CONSOLE_H

#include "engine/render/render.h"
#include "tirnanog/script/script.h"

enum { CONSOLE_TEXT = 240, CONSOLE_LINES = 48, CONSOLE_HISTORY = 32, CONSOLE_SPEED_MAX = 100 };

typedef struct ConsoleHost {
    World *world;
    const ScriptNames *names; /* NULL: the game's names are not available */
    /* Runs a handler's source between two ticks. On failure, returns false and reports an
     * error. */
    bool (*run)(void *context, Text code, uint32_t self, Report *report);
    void (*speed)(void *context, uint32_t ticks); /* simulated ticks per regular tick */
    void (*pass)(void *context, uint32_t ticks);  /* simulates them at once */
    void *context;
} ConsoleHost;

typedef struct Console {
    bool open;
    char line[CONSOLE_TEXT];
    char output[CONSOLE_LINES][CONSOLE_TEXT]; /* ring buffer */
    uint32_t output_count;                    /* total number of lines */
    char history[CONSOLE_HISTORY][CONSOLE_TEXT];
    uint32_t history_count; /* total number */
    uint32_t recalled;      /* lines back; 0: the line being typed */
} Console;

/* Appends text to the line; removes the last character. */
void console_text(Console *console, Text typed);
void console_erase(Console *console);
/* Recalls an earlier line (1) or a later one (-1). */
void console_recall(Console *console, int32_t step);
void console_complete(Console *console, const ConsoleHost *host);
/* Executes the line and clears it. */
void console_enter(Console *console, const ConsoleHost *host);
/* Adds a line of output. */
void console_print(Console *console, const char *format, ...) PRINTF_LIKE(2, 3);
/* The n-th line of output from the end, from 0; empty if there is none. */
const char *console_line(const Console *console, uint32_t back);

/* Draws into the interface's layer, if the console is open. */
void console_draw(const Console *console, Renderer *renderer, const Image *layer);

#endif
