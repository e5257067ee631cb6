/* The player in a browser: what the page calls (web_*), and what the page provides (browser_*).
 *
 * The page (web/player.js) is one window, as SDL's is another. It calls web_open with the bytes
 * of a game, then for each event a function for input, and for each animation frame web_frame,
 * which tells which parts of the frame changed. All is in one thread; no function waits.
 *
 * Pointers and sizes are those of the module's memory. Texts end with NUL. */
#ifndef OISIN_PLAYER_WEB_WEB_H
#define OISIN_PLAYER_WEB_WEB_H

#include "player/frame_changes.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- functions of the module ---- */

/* Memory for bytes that the page passes on; web_free releases it. */
void *web_alloc(size_t size);
void web_free(void *memory);

typedef enum WebOption {                           /* bits */
                         WEB_OPTION_SKIP_MENU = 1, /* begin a new game at once */
                         WEB_OPTION_AUTHOR = 2,    /* keys for authors, and web_author.h */
                         WEB_OPTION_LANGUAGE = 4,  /* `language` beats that of the settings */
} WebOption;

/* Opens a game, and takes over the memory of its bytes. `language`: the browser's
 * (player/player_languages.h), or empty. `recording`: input to replay, see player/recording.h;
 * or NULL. False after browser_message. */
bool web_open(uint8_t *game, size_t size, const char *language, const char *recording,
              uint32_t options);
/* The id of the game, under which its saved games are stored. */
const char *web_game_id(const uint8_t *game, size_t size);
/* The player has left the page, or may do so at any time: saves automatically if enabled. */
void web_leave(void);
/* The page has changed saved games itself: the game's menu lists them again. */
void web_files_changed(void);

/* What web_frame has drawn: the page reads it as numbers of 32 bits. */
typedef struct WebFrame {
    const void *pixels;          /* RGBA */
    uint32_t w, h, stride;       /* pixels */
    int32_t shown[4];            /* x, y, w, h: where it is in the area of browser_size */
    uint32_t smooth;             /* 0, 1: pixels are scaled as squares; 2: smoothly */
    uint32_t count;              /* of `areas` */
    Rect areas[FRAME_AREAS_MAX]; /* that differ from the frame before */
} WebFrame;
/* Runs the ticks that are due, and draws. NULL when the game was ended by the player. */
const WebFrame *web_frame(void);
/* Runs so many ticks at once, without time; for tests. */
void web_ticks(uint32_t count);
/* The hash of the world: its lower and upper half. Ticks so far. */
uint32_t web_hash(uint32_t half);
uint32_t web_tick_count(void);

/* `code`, `letter`: `code` and `key` of a KeyboardEvent. `modifiers`: bits of KeyModifier. True
 * if the page should not handle the key itself. */
bool web_key(const char *code, const char *letter, uint32_t modifiers, bool down, bool again);
void web_text(const char *typed);
/* `x`, `y`: in the area of browser_size. `finger`: an id, -1: the mouse. `what`: 0 up, 1 down,
 * 2 moves. */
void web_pointer(int32_t finger, int32_t x, int32_t y, uint32_t what);
void web_second_button(void);
void web_wheel(int32_t rows);
/* `id`: the `id` of a Gamepad; empty: it was disconnected. */
void web_pad(const char *id);
/* Numbers of the standard gamepad, as the Gamepad API defines them. */
void web_pad_button(uint32_t button, bool down);
void web_pad_axis(uint32_t axis, float value);
void web_focus(bool focused);
void web_resize(void);
/* The back button. False on the map: the page may be left. */
bool web_back(void);

/* A cutscene is shown: nothing is pressed meanwhile. */
bool web_in_cutscene(void);

/* Samples per second; 0: no sound. Call it once, after web_open. */
uint32_t web_sound_rate(void);
/* Mixes the next `count` samples, at most WEB_SAMPLES_MAX, of both channels: returns `count`
 * numbers of the left one, then of the right one, from -1 to 1. */
enum { WEB_SAMPLES_MAX = 4096 };
const float *web_sound(uint32_t count);

/* ---- functions of the page ---- */

/* Microseconds of a clock that does not go back. */
extern double browser_now(void);
/* Seconds since 1970. */
extern double browser_time(void);
extern void browser_size(uint32_t *w, uint32_t *h);
typedef enum BrowserDisplay {                    /* bits */
                              BROWSER_TOUCH = 1, /* fingers point, and no mouse */
                              BROWSER_REDUCED_MOTION = 2,
} BrowserDisplay;
/* Returns BrowserDisplay; `density`: pixels of browser_size for 100 CSS pixels. */
extern uint32_t browser_display(uint32_t *density);
extern void browser_title(const char *title);
extern void browser_full_screen(bool on);
extern void browser_clipboard(const char *text);
/* Whether a line is typed. */
extern void browser_typing(bool on);
/* A number of CursorKind, and the game's image for it: RGBA, or NULL. */
extern void browser_cursor(uint32_t which, const void *pixels, uint32_t w, uint32_t h);
/* A sentence for the player; `severe`: the game cannot be played. */
extern void browser_message(const char *text, bool severe);
extern void browser_speak(const char *text);
extern void browser_open(const char *address);
/* Offers a file to be saved by the browser. */
extern void browser_download(const char *name, const void *bytes, size_t size);

/* Files of the game by name, such as "saves/auto.sav". The page holds them in memory, and
 * writes changes to its database: the new one, and the previous one as NAME.before, in one
 * transaction. */
/* -1: there is none. */
extern int32_t browser_file_size(const char *name);
extern void browser_file_read(const char *name, void *out);
extern bool browser_file_write(const char *name, const void *bytes, size_t size);
extern bool browser_file_remove(const char *name);
/* The n-th file whose name begins so, latest first: its name is copied to `out`, and its time
 * is returned, seconds since 1970; -1: there is none. */
extern double browser_file_at(const char *folder, uint32_t n, char *out, size_t size);
/* A time for the player, in the browser's format. */
extern void browser_format_time(double time, char *out, size_t size);

#endif
