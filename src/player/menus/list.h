/* Pages with rows of the caller: a form, a question, a menu, a trade window; and information
 * beside the map in multiplayer games: chat, party, latency.
 *
 * There is one list at a time. Its owner updates it whenever its content changes; the selected
 * row stays selected. A chosen row is returned as MENU_REQUEST_ROW with its number. */
#ifndef OISIN_PLAYER_MENUS_LIST_H
#define OISIN_PLAYER_MENUS_LIST_H

#include "player/menus/front.h"

enum {
    FIELDS = 2,         /* input lines of a list */
    HEARD_MAX = 6,      /* lines of chat beside the map */
    ASIDE_MEMBERS = 32, /* of a party */
};

typedef struct FrontEntry {
    Text title, value;
    int32_t number; /* returned with the request */
    bool adjustable, inactive;
    uint8_t field;   /* 1 + index of the input line; 0: none */
    size_t capacity; /* size of that line, including NUL */
    bool hidden;     /* the line is a password: shown as dots, never read aloud */
} FrontEntry;

typedef struct FrontList {
    uint32_t kind; /* chosen by the owner; not 0 */
    Text title, note;
    const FrontEntry *rows;
    size_t count;
    uint32_t percent; /* 1 + progress in percent; 0: no bar */
    bool small;
} FrontList;

/* Copies the list. An open list is replaced, even below other pages. */
void front_list(Front *front, const FrontList *list);
/* The kind of the open list; 0: none. */
uint32_t front_list_kind(const Front *front);
void front_list_close(Front *front);
/* Selects a row, from 0. */
void front_list_select(Front *front, uint32_t row);

/* The content of an input line. */
const char *front_field(const Front *front, unsigned field);
void front_field_set(Front *front, unsigned field, Text text);

/* Draws an image (copied) behind all pages in place of the world; NULL: a plain colour. */
void front_backdrop(Front *front, const Image *picture);
void front_no_backdrop(Front *front);

/* Information beside the map. The texts must stay valid until they are replaced. */
typedef struct FrontAside {
    Text latency;
    Text members[ASIDE_MEMBERS];
    uint32_t member_count;
} FrontAside;
void front_aside(Front *front, const FrontAside *aside);
/* Adds a line of chat: shown for some seconds, and stored in the history. */
void front_capture_key(Front *front, Text title, Text text);
/* Call it once per tick. */
void front_age(Front *front);

#endif
