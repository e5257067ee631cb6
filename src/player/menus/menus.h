/* Pages: the screens that belong to the player program and not to the game. Options, controls,
 * language, saved games, dialog history, text input.
 *
 * An open page pauses the world. A page uses the same input as the world's screens and is
 * drawn over the frame with the game's fonts and images. Its actions are returned as one
 * request at a time; files, keys and sounds are handled by the caller. */
#ifndef OISIN_PLAYER_MENUS_MENUS_H
#define OISIN_PLAYER_MENUS_MENUS_H

#include "player/menus/bindings.h"
#include "player/menus/settings.h"
#include "player/menus/console.h"
#include "engine/render/render.h"

typedef enum MenuPage {
    MENU_NONE,
    MENU_OPTIONS,  /* option pages, controls, language, extensions */
    MENU_SETTINGS, /* one page of settings.def: `page` */
    MENU_CONTROLS, /* the bindings; waits for a key after a row is chosen */
    MENU_LANGUAGE,
    MENU_EXTENSIONS, /* of the game, with their addresses */
    MENU_LOAD,
    MENU_SAVE,
    MENU_CONFIRM, /* a yes/no question */
    MENU_HISTORY, /* of dialogs */
    MENU_TYPE,    /* a line of text input */
    MENU_MESSAGE, /* a text */
    MENU_LIST,    /* rows of the caller, see list.h */
    MENU_PAGES
} MenuPage;

typedef enum MenuRequestKind {
    MENU_REQUEST_NONE,
    MENU_REQUEST_OPTIONS,  /* settings or bindings have changed: apply and save them */
    MENU_REQUEST_LANGUAGE, /* `number`: index of the game's languages */
    MENU_REQUEST_LOAD,     /* `number`: the listed slot */
    MENU_REQUEST_SAVE,     /* the same; MENU_NEW_SLOT: a new slot */
    MENU_REQUEST_DELETE,
    MENU_REQUEST_CHAT,  /* `text` was typed */
    MENU_REQUEST_BEGIN, /* start the game with points left: `number` is 1 + the row to choose */
    MENU_REQUEST_QUIT,  /* without saving */
    MENU_REQUEST_ROW,   /* of a MENU_LIST: `number` is that of the row */
    MENU_REQUEST_LESS,  /* decrease the value of that row */
    MENU_REQUEST_MORE,
    MENU_REQUEST_OPEN, /* `text`: the web address of an extension */
    MENU_REQUEST_BACK, /* close the list; it stays open until its owner closes it */
} MenuRequestKind;

enum { MENU_NEW_SLOT = -1, MENU_TEXT = 200, SLOTS_MAX = 100, HISTORY_MAX = 100 };

typedef struct MenuRequest {
    MenuRequestKind kind;
    int32_t number;
    char text[MENU_TEXT];
} MenuRequest;

/* A saved game in the list. */
typedef struct MenuSlot {
    Text name;        /* of the file: "3", "quick", "auto" */
    Text label;       /* displayed name */
    Text title;       /* of the map */
    Text when;        /* date and time, formatted for the user */
    uint32_t seconds; /* played time */
    Image preview;    /* pixels NULL: none */
    bool damaged;     /* it cannot be loaded */
    bool before;      /* damaged or missing: this is the previous save */
    bool fixed;       /* not overwritten manually: quick save, autosave, emergency save */
} MenuSlot;

typedef struct Menus Menus;

/* `settings` and `bindings` are modified in place. */
Menus *menus_new(Settings *settings, Bindings *bindings, Arena *arena);

void menus_free(Menus *menus);

/* Opens a page over the current one; MENU_NONE closes all. */
void menus_open(Menus *menus, MenuPage page);
/* Asks a question (a Word of engine/render/screen_words.h); `then` is the request for Yes. */
void menus_ask(Menus *menus, uint32_t question, MenuRequest then);
/* Sets the list of slots: copied, including thumbnails. Required before MENU_LOAD or
 * MENU_SAVE. */
void menus_slots(Menus *menus, const MenuSlot *slots, size_t count);
/* `title` is shown above the line, `text` is its initial content; `room` bytes including
 * NUL, at most MENU_TEXT. */
void menus_type(Menus *menus, Text title, Text text, size_t capacity);
/* Whether a line is typed by touch or gamepad: then a keyboard is drawn under it. */
void menus_keyboard(Menus *menus, bool shown);
void menus_message(Menus *menus, Text text);
/* Shows a short note at the upper edge for some seconds, such as "Saved"; not a page. */
void menus_notify(Menus *menus, const World *world, Text text);
/* Draws the console over everything while it is open; NULL: none. */
void menus_console(Menus *menus, const Console *console);
/* Call it after each tick of the world: stores dialogs in the history. */
void menus_record_dialog(Menus *menus, PlayerContext ctx);

/* Number of dialogs stored so far. */
uint32_t menus_notice(const Menus *menus);

MenuPage menus_page(const Menus *menus);
/* Of the open page: the number of rows, and the selected one. The number of open pages. */
uint32_t menus_rows(const Menus *menus);
uint32_t menus_selected(const Menus *menus);
uint32_t menus_depth(const Menus *menus);
/* Whether the open page has a keyboard. */
bool menus_keyboard_shown(const Menus *menus);
/* Shows what has the focus in one-switch mode, over everything (copied); `area` without size:
 * only the label; an empty label: nothing. */
void menus_scan(Menus *menus, Text label, Rect area);
/* Handles one tick of an open page; input as for the world (buttons, option, select,
 * adjust). */
void menus_input(Menus *menus, const WorldInput *input);
/* Whether a line is typed; whether a key is awaited: then pass its name. */
bool menus_wants_text(const Menus *menus);
bool menus_wants_key(const Menus *menus);
/* The action that waits for a key; ACTIONS: none. */
Action menus_key_action(const Menus *menus);
void menus_text(Menus *menus, Text typed); /* appended; UTF-8 */
void menus_erase(Menus *menus);            /* removes the last character */
void menus_key(Menus *menus, bool pad, const char *name);
/* How gamepad buttons are shown, such as "Cross"; NULL: by their names in the settings. */
typedef const char *ButtonLabel(void *context, const char *name);
void menus_button_labels(Menus *menus, ButtonLabel *label, void *context);
/* Fetches the pending request; false if there is none. */
bool menus_request(Menus *menus, MenuRequest *out);

/* For renderer_overlay: draws the open page, or a fading note, into the layer. */
RenderOverlay menus_overlay(Menus *menus);
/* A click, or the position of the mouse, at a pixel of the last drawn frame. False if
 * nothing is there. */
bool menus_pick(const Menus *menus, const Renderer *renderer, int32_t x, int32_t y,
                WorldInput *input);
bool menus_hover(const Menus *menus, const Renderer *renderer, int32_t x, int32_t y,
                 WorldInput *input);

#endif
