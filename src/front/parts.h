/* What the files of front/ tell each other; not for others. */
#ifndef OISIN_FRONT_PARTS_H
#define OISIN_FRONT_PARTS_H

#include "front/front.h"
#include "front/list.h"
#include "render/theme.h"
#include "render/words.h"

enum { PAGES_DEEP = 6, ROWS_MAX = 128, NOTE_SECONDS = 3 };

typedef struct HeardLine {
    char text[FRONT_TEXT + 64];
    uint32_t age; /* ticks since it was heard */
} HeardLine;

/* An open page; pages lie over each other. */
typedef struct OpenPage {
    FrontPage page;
    uint32_t selected;
    SettingsPage settings; /* FRONT_SETTINGS */
    Word question;         /* FRONT_CONFIRM */
    FrontRequest then;     /* what Yes wishes */
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
    FrontRequest request; /* not yet fetched */
    FrontSlot *slots;
    size_t slot_count;
    Arena *slot_arena;
    HistoryLine history[HISTORY_MAX]; /* a ring */
    uint32_t history_count;
    uint32_t seen_record, seen_since; /* the dialog that was noted last */
    Arena *history_arenas[2];         /* of the present hundred lines and of the one before */
    bool wants_key;
    Action taken;               /* lost a key to the one chosen now; ACTIONS none */
    char dropped[BINDING_SIZE]; /* what the one chosen now has lost itself; empty: nothing */
    bool dropped_pad;
    char typed[FRONT_TEXT];
    size_t type_room;
    Text type_title, message;
    char note[FRONT_TEXT];
    uint32_t note_tick;         /* 0: none */
    uint32_t languages, spoken; /* of the game drawn last; which one speaks */
    FrontList list;             /* the rows of FRONT_LIST, in `list_arena` */
    Arena *list_arena;
    char fields[FIELDS][FRONT_TEXT];
    Image backdrop; /* no pixels: what is played is seen behind the pages */
    Arena *backdrop_arena;
    FrontAside aside;
    HeardLine heard[HEARD_MAX]; /* a ring */
    uint32_t heard_count;
};

/* A row of a page: its title, its value if it has one, and whether it can be changed by
 * less and more. */
typedef struct FrontRow {
    Text title, value;
    bool adjustable, inactive;
    const FrontSlot *slot; /* with a picture */
} FrontRow;

/* pages.c: a page's rows, and what they do */
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
/* For the page of what was said. */
void front_remember(Front *front, Text title, Text text);
/* No longer is it told what a key was taken from. */
void front_clear_taken(Front *front);
void menu_request(Front *front, MenuRequest wanted_request, int32_t number, const char *text);

/* list.c: what is typed into, and how long it may be; NULL if nothing is */
char *list_typed(Front *front, size_t *room);
uint32_t list_rows(const Front *front, const OpenPage *page);
FrontRow list_row(const Front *front, const OpenPage *page, uint32_t row,
                  const Renderer *renderer, Arena *scratch);
void list_choose(Front *front, OpenPage *page, uint32_t row);
void list_adjust(Front *front, OpenPage *page, uint32_t row, int32_t step);

/* list_draw.c */
void backdrop_draw(const Front *front, const Image *layer);
/* What the list says under its rows; returns the area that is left for those. */
Rect list_note_draw(const Front *front, Renderer *renderer, const Image *layer, Rect in);
/* Chat, who is in the party, how far away the server is. */
void aside_draw(Front *front, Renderer *renderer, const World *world, const Image *layer);

/* draw.c */
void front_draw(void *context, Renderer *renderer, World *world, const Image *layer);

#endif
