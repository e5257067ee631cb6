/* Pages with rows of the caller: a form, a question, a menu, a trade window; and information
 * beside the map in multiplayer games: chat, party, latency.
 *
 * There is one list at a time. Its owner updates it whenever its content changes; the selected
 * row stays selected. A chosen row is returned as MENU_REQUEST_ROW with its number. */
#ifndef OISIN_PLAYER_MENUS_LIST_H
#define OISIN_PLAYER_MENUS_LIST_H

#include "player/menus/menus.h"

enum {
    FIELDS = 3,         /* input lines of a list */
    HEARD_MAX = 6,      /* lines of chat beside the map */
    ASIDE_MEMBERS = 32, /* of a party */
};

typedef struct MenuEntry {
    Text title, value;
    int32_t number; /* returned with the request */
    bool adjustable, inactive;
    uint8_t field;   /* 1 + index of the input line; 0: none */
    size_t capacity; /* size of that line, including NUL */
    bool hidden;     /* the line is a password: shown as dots, never read aloud */
} MenuEntry;

typedef struct MenuList {
    uint32_t kind; /* chosen by the owner; not 0 */
    Text title, note;
    const MenuEntry *rows;
    size_t count;
    uint32_t percent; /* 1 + progress in percent; 0: no bar */
    bool small;
} MenuList;

/* Copies the list. An open list is replaced, even below other pages. */
void menus_list(Menus *menus, const MenuList *list);
/* The kind of the open list; 0: none. */
uint32_t menus_list_kind(const Menus *menus);
void menus_list_close(Menus *menus);
/* Selects a row, from 0. */
void menus_list_select(Menus *menus, uint32_t row);

/* The content of an input line. */
const char *menus_text_field(const Menus *menus, unsigned field);
void menus_field_set(Menus *menus, unsigned field, Text text);

/* Draws an image (copied) behind all pages in place of the world; NULL: a plain colour. */
void menus_backdrop(Menus *menus, const Image *picture);
void menus_no_backdrop(Menus *menus);

/* Information beside the map. The texts must stay valid until they are replaced. */
typedef struct StatusPanel {
    Text latency;
    Text members[ASIDE_MEMBERS];
    uint32_t member_count;
} StatusPanel;
void menus_status_panel(Menus *menus, const StatusPanel *aside);
/* Adds a line of chat: shown for some seconds, and stored in the history. */
void menus_add_chat_line(Menus *menus, Text title, Text text);
/* Call it once per tick. */
void menus_age(Menus *menus);

#endif
