/* Characters for typed text that neither the game's fonts nor ours have: converted, a few at
 * a time, from a font of the system. */
#ifndef OISIN_PLAYER_LETTERS_H
#define OISIN_PLAYER_LETTERS_H

#include "formats/open/ssfn_import.h"
#include "player/session.h"

enum { LETTERS_MAX = 512 };

typedef struct Letters {
    SsfnCodes codes[LETTERS_MAX]; /* sorted, one character each */
    size_t count;
    Bytes sfn;      /* a font of them; empty: not needed or not available */
    bool asked;     /* the system's font was requested */
    Bytes file;     /* the system's font */
    Arena *arena;   /* of the file */
    Arena *made;    /* of `sfn` */
    uint32_t loads; /* of the session: a new renderer needs the font again */
} Letters;

Letters letters_new(void);
void letters_free(Letters *letters);
/* Makes the characters of a text available to the session, if the system has a font for
 * them. */
void letters_note(Letters *letters, Session *session, Text text);

#endif
