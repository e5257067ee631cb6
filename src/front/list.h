/* Pages whose rows are the caller's: a form, a question, a menu, a window of trade; and what
 * stands beside the map while many play: what was heard, a party, how far away the server is.
 *
 * There is one list at a time. Its owner renews it as often as something in it changes: the
 * selected row stays. What is chosen comes out as REQUEST_ROW with the row's number. */
#ifndef OISIN_FRONT_LIST_H
#define OISIN_FRONT_LIST_H

#include "front/front.h"

enum {
    FIELDS = 2,         /* lines that are typed into a list */
    HEARD_MAX = 6,      /* lines of chat beside the map */
    ASIDE_MEMBERS = 32, /* of a party */
};

typedef struct FrontEntry {
    Text title, value;
    int32_t number; /* comes back with the wish */
    bool adjustable, inactive;
    uint8_t field; /* 1 + the line that is typed into it; 0 none */
    size_t room;   /* of that line, with the zero behind it */
    bool hidden;   /* the line is a secret: shown as dots, never read aloud */
} FrontEntry;

typedef struct FrontList {
    uint32_t kind; /* the owner's own; not 0 */
    Text title, note;
    const FrontEntry *rows;
    size_t count;
    uint32_t percent; /* 1 + how much of something is done; 0: no bar */
    bool small;
} FrontList;

/* Copied. A list that is open is replaced by it, under whatever lies over it. */
void front_list(Front *front, const FrontList *list);
/* The kind of the list that is open; 0 none. */
uint32_t front_list_kind(const Front *front);
void front_list_close(Front *front);
/* Which row of it is selected, from 0. */
void front_list_select(Front *front, uint32_t row);

/* What stands in a line, as it was typed. */
const char *front_field(const Front *front, unsigned field);
void front_field_set(Front *front, unsigned field, Text text);

/* Instead of the world, behind all pages: a picture (copied), or NULL a plain colour. */
void front_backdrop(Front *front, const Image *picture);
void front_no_backdrop(Front *front);

/* Beside the map. The texts must stay until it is set anew. */
typedef struct FrontAside {
    Text latency;
    Text members[ASIDE_MEMBERS];
    uint32_t member_count;
} FrontAside;
void front_aside(Front *front, const FrontAside *aside);
/* A line of chat: shown for some seconds, and kept for the page of what was said. */
void front_capture_key(Front *front, Text title, Text text);
/* A tick has passed. */
void front_age(Front *front);

#endif
