/* The front of the house: the screens that belong to the player program and not to the
 * game. Options, controls, the language, saved games, what was said, text that is typed.
 *
 * While a page is open the world stands still. A page takes the same input as the world's
 * screens and is drawn over the frame with the game's own fonts and pictures. What it
 * wants done comes out as one request at a time; files, keys and sounds are the caller's. */
#ifndef OISIN_FRONT_FRONT_H
#define OISIN_FRONT_FRONT_H

#include "front/bindings.h"
#include "front/settings.h"
#include "front/console.h"
#include "render/render.h"

typedef enum FrontPage {
    FRONT_NONE,
    FRONT_OPTIONS,  /* the list of option pages, controls, language */
    FRONT_SETTINGS, /* one page of settings.def: `page` */
    FRONT_CONTROLS, /* the bindings; waits for a key where one is chosen */
    FRONT_LANGUAGE,
    FRONT_LOAD,
    FRONT_SAVE,
    FRONT_CONFIRM, /* a question, yes or no */
    FRONT_HISTORY, /* of dialogs */
    FRONT_TYPE,    /* a line of text */
    FRONT_MESSAGE, /* something to be read */
    FRONT_LIST,    /* rows of the caller's: list.h */
    FRONT_PAGES
} FrontPage;

typedef enum MenuRequest {
    REQUEST_NONE,
    REQUEST_OPTIONS,      /* settings or bindings have changed: apply and keep them */
    REQUEST_SET_LANGUAGE, /* `number`: the n-th of the game */
    REQUEST_LOAD,         /* `number`: the slot as it was listed */
    REQUEST_SAVE,         /* the same; FRONT_NEW_SLOT: a new one */
    REQUEST_DELETE,
    REQUEST_CHAT,  /* `text` was typed */
    REQUEST_BEGIN, /* the game, with points left: `number` is 1 + the row to choose */
    REQUEST_QUIT,  /* without saving */
    REQUEST_ROW,   /* of a FRONT_LIST: `number` is the row's */
    REQUEST_LESS,  /* of what that row is about */
    REQUEST_MORE,
    REQUEST_BACK, /* the list is to be left; it stays until its owner closes it */
} MenuRequest;

enum { FRONT_NEW_SLOT = -1, FRONT_TEXT = 200, SLOTS_MAX = 100, HISTORY_MAX = 100 };

typedef struct FrontRequest {
    MenuRequest wanted_request;
    int32_t number;
    char text[FRONT_TEXT];
} FrontRequest;

/* A saved game, as the list shows it. */
typedef struct FrontSlot {
    Text name;        /* of the file: "3", "quick", "auto" */
    Text label;       /* as it is shown */
    Text title;       /* of the map */
    Text when;        /* date and time, ready to be read */
    uint32_t seconds; /* played */
    Image preview;    /* pixels NULL: none */
    bool damaged;     /* it cannot be loaded */
    bool before;      /* it is damaged or gone: this is what was saved there before */
    bool fixed;       /* not to be saved over by hand: quick, by itself, emergency */
} FrontSlot;

typedef struct Front Front;

/* `settings` and `bindings` are changed in place. */
Front *front_new(Settings *settings, Bindings *bindings, Arena *arena);

void front_free(Front *front);

/* Over what is open already; FRONT_NONE closes all. */
void front_open(Front *front, FrontPage page);
/* A question (a Word of render/words.h); what Yes wishes. */
void front_ask(Front *front, uint32_t question, FrontRequest then);
/* The slots to choose from: copied, pictures too. Wanted before FRONT_LOAD or FRONT_SAVE. */
void front_slots(Front *front, const FrontSlot *slots, size_t count);
/* `title` over the line, `text` is what stands there at first; `room` bytes with the zero
 * behind them, at most FRONT_TEXT. */
void front_type(Front *front, Text title, Text text, size_t room);
void front_message(Front *front, Text text);
/* A short note at the upper edge for some seconds, as "Saved"; no page. */
void front_notify(Front *front, const World *world, Text text);
/* Drawn over all else while it is open; NULL for none. */
void front_console(Front *front, const Console *console);
/* After each tick of the world: keeps what dialogs have said. */
void front_note(Front *front, const World *world);

/* How many dialogs were noted, ever. */
uint32_t front_notice(const Front *front);

FrontPage front_page(const Front *front);
/* One tick of an open page: WorldInput as for the world (buttons, option, select, adjust). */
void front_input(Front *front, const WorldInput *input);
/* While a line is typed, or a key is waited for: characters; a key's or button's name. */
bool front_wants_text(const Front *front);
bool front_wants_key(const Front *front);
void front_text(Front *front, Text typed); /* appended; UTF-8 */
void front_erase(Front *front);            /* the last character */
void front_key(Front *front, bool pad, const char *name);
/* True and the request, once. */
bool front_request(Front *front, FrontRequest *out);

/* For renderer_overlay: draws the open page, or a note that fades, into the layer. */
RenderOverlay front_overlay(Front *front);
/* A click, or the mouse resting, at a pixel of the frame drawn last. False if nothing is
 * there. */
bool front_pick(const Front *front, const Renderer *renderer, int32_t x, int32_t y,
                WorldInput *input);
bool front_hover(const Front *front, const Renderer *renderer, int32_t x, int32_t y,
                 WorldInput *input);

#endif
