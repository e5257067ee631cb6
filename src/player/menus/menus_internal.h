/* Internal declarations of player/menus/. */
#ifndef OISIN_PLAYER_MENUS_MENUS_INTERNAL_H
#define OISIN_PLAYER_MENUS_MENUS_INTERNAL_H

#include "player/menus/front.h"
#include "player/menus/list.h"
#include "render/theme.h"
#include "render/words.h"

enum { PAGES_DEEP = 6, ROWS_MAX = 128, NOTE_SECONDS = 3 };

typedef struct ChatLineShown {
    char text[FRONT_TEXT + 64];
    uint32_t age; /* ticks since it was received */
} ChatLineShown;

/* An open page; pages are stacked. */
typedef struct OpenPage {
    FrontPage page;
    uint32_t selected;
    SettingsPage settings; /* FRONT_SETTINGS */
    Word question;         /* FRONT_CONFIRM */
    FrontRequest then;     /* the request for Yes */
} OpenPage;

typedef struct HistoryLine {
    Text title, text;
} HistoryLine;

struct Front {
    const Console *console;
    Settings *settings;
    Bindings *bindings;
    Arena *arena;
    OpenPage pages[PAGES_DEEP];
    uint32_t depth;
    FrontRequest request; /* not fetched yet */
    FrontSlot *slots;
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
    char typed[FRONT_TEXT];
    size_t type_capacity;
    Text type_title, message;
    char note[FRONT_TEXT];
    uint32_t note_tick;         /* 0: none */
    uint32_t languages, spoken; /* of the game drawn last; the current language */
    FrontList list;             /* the rows of FRONT_LIST, in `list_arena` */
    Arena *list_arena;
    char fields[FIELDS][FRONT_TEXT];
    Image backdrop; /* no pixels: the world is visible behind the pages */
    Arena *backdrop_arena;
    FrontAside aside;
    ChatLineShown heard[HEARD_MAX]; /* ring buffer */
    uint32_t heard_count;
};

/* A row of a page: title, value if any, and whether it can be decreased and increased. */
typedef struct FrontRow {
    Text title, value;
    bool adjustable, inactive;
    const FrontSlot *slot; /* with a thumbnail */
} FrontRow;

/* pages.c: the rows of a page and their actions */
uint32_t page_rows(const Front *front, const OpenPage *page);
FrontRow page_row(const Front *front, const OpenPage *page, uint32_t row,
                  const Renderer *renderer, Arena *scratch);
void page_choose(Front *front, OpenPage *page, uint32_t row);
void page_adjust(Front *front, OpenPage *page, uint32_t row, int32_t step);
Text page_title(const Front *front, const OpenPage *page, const Renderer *renderer);

static inline OpenPage *top_page(Front *front)
{
    return front->depth ? &front->pages[front->depth - 1] : NULL;
}
void front_push(Front *front, OpenPage page);
void front_pop(Front *front);
/* Adds a text to the history. */
void front_remember(Front *front, Text title, Text text);
/* Clears the note about the key that another action lost. */
void front_clear_taken(Front *front);
void menu_request(Front *front, MenuRequest kind, int32_t number, const char *text);

/* list.c: the line being typed and its size; NULL if there is none */
char *list_typed(Front *front, size_t *capacity);
uint32_t list_rows(const Front *front, const OpenPage *page);
FrontRow list_row(const Front *front, const OpenPage *page, uint32_t row,
                  const Renderer *renderer, Arena *scratch);
void list_choose(Front *front, OpenPage *page, uint32_t row);
void list_adjust(Front *front, OpenPage *page, uint32_t row, int32_t step);

/* list_draw.c */
void backdrop_draw(const Front *front, const Image *layer);
/* Draws the note below the rows; returns the area that is left for the rows. */
Rect list_note_draw(const Front *front, Renderer *renderer, const Image *layer, Rect in);
/* Draws chat, party and latency. */
void aside_draw(Front *front, Renderer *renderer, Turn turn, const Image *layer);

/* draw.c */
void front_draw(void *context, Renderer *renderer, Turn turn, const Image *layer);

#endif
