/* Letters that neither the game's fonts nor ours have, for what players type: taken, a few
 * at a time, from a font of the system. */
#ifndef OISIN_PLAYER_LETTERS_H
#define OISIN_PLAYER_LETTERS_H

#include "formats/open/ssfn_import.h"
#include "player/session.h"

enum { LETTERS_MAX = 512 };

typedef struct Letters {
    SsfnCodes codes[LETTERS_MAX]; /* in their order, each of one character */
    size_t count;
    Bytes sfn;      /* a font of them; empty: none is needed, or none can be had */
    bool asked;     /* for the system's font */
    Bytes file;     /* that */
    Arena *arena;   /* of the file */
    Arena *made;    /* of `sfn` */
    uint32_t loads; /* of the session: a new renderer is told anew */
} Letters;

Letters letters_new(void);
void letters_free(Letters *letters);
/* From now on the session can show the text, if the system has a font for it. */
void letters_note(Letters *letters, Session *session, Text text);

#endif
