/* Characters that our fonts lack, in texts of the game and in typed ones: taken from fonts of
 * the system. They are drawn if the game's own font lacks them as well. Scripts that need
 * shaping (text_layout.h) keep their outline fonts, one for each script; all other characters
 * are converted from one font. */
#ifndef OISIN_PLAYER_MISSING_LETTERS_H
#define OISIN_PLAYER_MISSING_LETTERS_H

#include "tirnanog/fonts/ssfn_import.h"
#include "player/session.h"

enum { LETTERS_MAX = 8192, LETTERS_SCRIPTS_MAX = 16 };

typedef struct Letters {
    SsfnCodes codes[LETTERS_MAX]; /* sorted, one character each */
    size_t count;
    Bytes sfn; /* a font of them; empty: not needed or not available */
    OutlineFile outlines[LETTERS_SCRIPTS_MAX]; /* fonts of scripts that need shaping */
    size_t outline_count;
    Text *paths; /* of the system's fonts that were reported */
    size_t path_count;
    Arena *arena;   /* of `paths` */
    Arena *made;    /* of `sfn` and `outlines` */
    uint32_t loads; /* of the session: a new renderer needs the font again */
} Letters;

Letters letters_new(void);
void letters_free(Letters *letters);
/* Makes the characters of a text available to the session, if the system has a font for
 * them. */
void letters_note(Letters *letters, Session *session, Text text);
/* The same for all texts of the game and of the interface in the current language. */
void letters_note_game(Letters *letters, Session *session);

#endif
