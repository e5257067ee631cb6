/* Internal declarations of player/menus/. */
#ifndef OISIN_PLAYER_MENUS_MENUS_INTERNAL_H
#define OISIN_PLAYER_MENUS_MENUS_INTERNAL_H

#include "player/menus/menus.h"
#include "player/menus/list.h"
#include "player/menus/keyboard.h"
#include "engine/render/theme.h"
#include "engine/render/screen_words.h"

enum { PAGES_DEEP = 6, ROWS_MAX = 128, NOTE_SECONDS = 3 };

typedef struct ChatLineShown {
    char text[MENU_TEXT + 64];
    uint32_t age; /* ticks since it was received */
} ChatLineShown;

/* An open page; pages are stacked. */
typedef struct OpenPage {
    MenuPage page;
    uint32_t selected;
    SettingsPage settings; /* MENU_SETTINGS */
    Word question;         /* MENU_CONFIRM */
    MenuRequest then;      /* the request for Yes */
} OpenPage;

typedef struct HistoryLine {
    Text title, text;
} HistoryLine;

/* An extension that was joined to the game. */
typedef struct MenuExtension {
    Text name, address; /* slices of the game; the address may be empty */
} MenuExtension;

enum { EXTENSIONS_MAX = 64 };

struct Menus {
    const Console *console;
    Settings *settings;
    Bindings *bindings;
    Arena *arena;
    OpenPage pages[PAGES_DEEP];
    uint32_t depth;
    MenuRequest request; /* not fetched yet */
    MenuSlot *slots;
    size_t slot_count;
    Arena *slot_arena;
    HistoryLine history[HISTORY_MAX]; /* ring buffer */
    uint32_t history_count;
    uint32_t seen_record, seen_since; /* the last dialog stored */
    /* of the current hundred lines and of the previous ones */
    Arena *history_arenas[2];
    bool wants_key;
    /* the action that lost a key to the current one; ACTIONS: none */
    Action taken;
    char dropped[BINDING_SIZE]; /* the key that the current action lost; empty: none */
    bool dropped_pad;
    Keyboard keyboard;
    ButtonLabel *label; /* or NULL */
    void *label_context;
    char typed[MENU_TEXT];
    size_t type_capacity;
    Text type_title, message;
    char note[MENU_TEXT];
    uint32_t note_tick;                       /* 0: none */
    uint32_t languages, spoken;               /* of the game drawn last; the current language */
    MenuExtension extensions[EXTENSIONS_MAX]; /* of the game drawn last */
    uint32_t extension_count;
    MenuList list; /* the rows of MENU_LIST, in `list_arena` */
    Arena *list_arena;
    char fields[FIELDS][MENU_TEXT];
    Image backdrop; /* no pixels: the world is visible behind the pages */
    Arena *backdrop_arena;
    StatusPanel aside;
    char scan_label[MENU_TEXT]; /* in one-switch mode: what has the focus */
    Rect scan_area;
    ChatLineShown heard[HEARD_MAX]; /* ring buffer */
    uint32_t heard_count;
};

/* A row of a page: title, value if any, and whether it can be decreased and increased. */
typedef struct MenuRow {
    Text title, value;
    bool adjustable, inactive;
    const MenuSlot *slot; /* with a thumbnail */
} MenuRow;

/* pages.c: the rows of a page and their actions */
uint32_t page_rows(const Menus *menus, const OpenPage *page);
MenuRow page_row(const Menus *menus, const OpenPage *page, uint32_t row,
                 const Renderer *renderer, Arena *scratch);
void page_choose(Menus *menus, OpenPage *page, uint32_t row);
void page_adjust(Menus *menus, OpenPage *page, uint32_t row, int32_t step);
Text page_title(const Menus *menus, const OpenPage *page, const Renderer *renderer);
/* Fills `extensions`. */
void menus_find_extensions(Menus *menus, const TngFile *game);

static inline OpenPage *top_page(Menus *menus)
{
    return menus->depth ? &menus->pages[menus->depth - 1] : NULL;
}

/* page_stack.c */
void menus_push(Menus *menus, OpenPage page);
void menus_pop(Menus *menus);
/* Adds a text to the history. */
void menus_remember(Menus *menus, Text title, Text text);
/* Clears the note about the key that another action lost. */
void menus_clear_taken(Menus *menus);
void menu_request(Menus *menus, MenuRequestKind kind, int32_t number, const char *text);

/* list.c: the line being typed and its size; NULL if there is none */
char *list_typed(Menus *menus, size_t *capacity);
uint32_t list_rows(const Menus *menus, const OpenPage *page);
MenuRow list_row(const Menus *menus, const OpenPage *page, uint32_t row,
                 const Renderer *renderer, Arena *scratch);
void list_choose(Menus *menus, OpenPage *page, uint32_t row);
void list_adjust(Menus *menus, OpenPage *page, uint32_t row, int32_t step);

/* list_draw.c */
void backdrop_draw(const Menus *menus, const Image *layer);
/* Draws the note below the rows; returns the area that is left for the rows. */
Rect list_note_draw(const Menus *menus, Renderer *renderer, const Image *layer, Rect in);
/* Draws chat, party and latency. */
void aside_draw(Menus *menus, Renderer *renderer, PlayerContext ctx, const Image *layer);

/* scan_draw.c */
void scan_draw(const Menus *menus, Renderer *renderer, const Image *layer);

/* draw.c */
void menus_draw(void *context, Renderer *renderer, PlayerContext ctx, const Image *layer);

#endif
