/* Pages: the screens that belong to the player program and not to the game. Options, controls,
 * language, saved games, dialog history, text input.
 *
 * An open page pauses the world. A page uses the same input as the world's screens and is
 * drawn over the frame with the game's fonts and images. Its actions are returned as one
 * request at a time; files, keys and sounds are handled by the caller. */
#ifndef OISIN_PLAYER_MENUS_FRONT_H
#define OISIN_PLAYER_MENUS_FRONT_H

#include "player/menus/bindings.h"
#include "player/menus/settings.h"
#include "player/menus/console.h"
#include "render/render.h"

typedef enum FrontPage {
    FRONT_NONE,
    FRONT_OPTIONS,  /* option pages, controls, language */
    FRONT_SETTINGS, /* one page of settings.def: `page` */
    FRONT_CONTROLS, /* the bindings; waits for a key after a row is chosen */
    FRONT_LANGUAGE,
    FRONT_LOAD,
    FRONT_SAVE,
    FRONT_CONFIRM, /* a yes/no question */
    FRONT_HISTORY, /* of dialogs */
    FRONT_TYPE,    /* a line of text input */
    FRONT_MESSAGE, /* a text */
    FRONT_LIST,    /* rows of the caller, see list.h */
    FRONT_PAGES
} FrontPage;

typedef enum MenuRequest {
    MENU_REQUEST_NONE,
    MENU_REQUEST_OPTIONS,  /* settings or bindings have changed: apply and save them */
    MENU_REQUEST_LANGUAGE, /* `number`: index of the game's languages */
    MENU_REQUEST_LOAD,     /* `number`: the listed slot */
    MENU_REQUEST_SAVE,     /* the same; FRONT_NEW_SLOT: a new slot */
    MENU_REQUEST_DELETE,
    MENU_REQUEST_CHAT,  /* `text` was typed */
    MENU_REQUEST_BEGIN, /* start the game with points left: `number` is 1 + the row to choose */
    MENU_REQUEST_QUIT,  /* without saving */
    MENU_REQUEST_ROW,   /* of a FRONT_LIST: `number` is that of the row */
    MENU_REQUEST_LESS,  /* decrease the value of that row */
    MENU_REQUEST_MORE,
    MENU_REQUEST_BACK, /* close the list; it stays open until its owner closes it */
} MenuRequest;

enum { FRONT_NEW_SLOT = -1, FRONT_TEXT = 200, SLOTS_MAX = 100, HISTORY_MAX = 100 };

typedef struct FrontRequest {
    MenuRequest kind;
    int32_t number;
    char text[FRONT_TEXT];
} FrontRequest;

/* A saved game in the list. */
typedef struct FrontSlot {
    Text name;        /* of the file: "3", "quick", "auto" */
    Text label;       /* displayed name */
    Text title;       /* of the map */
    Text when;        /* date and time, formatted for the user */
    uint32_t seconds; /* played time */
    Image preview;    /* pixels NULL: none */
    bool damaged;     /* it cannot be loaded */
    bool before;      /* damaged or missing: this is the previous save */
    bool fixed;       /* not overwritten manually: quick save, autosave, emergency save */
} FrontSlot;

typedef struct Front Front;

/* `settings` and `bindings` are modified in place. */
Front *front_new(Settings *settings, Bindings *bindings, Arena *arena);

void front_free(Front *front);

/* Opens a page over the current one; FRONT_NONE closes all. */
void front_open(Front *front, FrontPage page);
/* Asks a question (a Word of render/words.h); `then` is the request for Yes. */
void front_ask(Front *front, uint32_t question, FrontRequest then);
/* Sets the list of slots: copied, including thumbnails. Required before FRONT_LOAD or
 * FRONT_SAVE. */
void front_slots(Front *front, const FrontSlot *slots, size_t count);
/* `title` is shown above the line, `text` is its initial content; `room` bytes including
 * NUL, at most FRONT_TEXT. */
void front_type(Front *front, Text title, Text text, size_t capacity);
void front_message(Front *front, Text text);
/* Shows a short note at the upper edge for some seconds, such as "Saved"; not a page. */
void front_notify(Front *front, const World *world, Text text);
/* Draws the console over everything while it is open; NULL: none. */
void front_console(Front *front, const Console *console);
/* Call it after each tick of the world: stores dialogs in the history. */
void front_note(Front *front, Turn turn);

/* Number of dialogs stored so far. */
uint32_t front_notice(const Front *front);

FrontPage front_page(const Front *front);
/* Handles one tick of an open page; input as for the world (buttons, option, select,
 * adjust). */
void front_input(Front *front, const WorldInput *input);
/* Whether a line is typed; whether a key is awaited: then pass its name. */
bool front_wants_text(const Front *front);
bool front_wants_key(const Front *front);
void front_text(Front *front, Text typed); /* appended; UTF-8 */
void front_erase(Front *front);            /* removes the last character */
void front_key(Front *front, bool pad, const char *name);
/* Fetches the pending request; false if there is none. */
bool front_request(Front *front, FrontRequest *out);

/* For renderer_overlay: draws the open page, or a fading note, into the layer. */
RenderOverlay front_overlay(Front *front);
/* A click, or the position of the mouse, at a pixel of the last drawn frame. False if
 * nothing is there. */
bool front_pick(const Front *front, const Renderer *renderer, int32_t x, int32_t y,
                WorldInput *input);
bool front_hover(const Front *front, const Renderer *renderer, int32_t x, int32_t y,
                 WorldInput *input);

#endif
