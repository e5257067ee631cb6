/* What is read aloud: the new parts of what a frame shows.
 *
 * A screen that opens is read with its title, its text and the selected row; afterwards only
 * what has changed is read: the row that was selected, a message that appeared. Nothing is
 * read twice. */
#ifndef OISIN_PLAYER_SPEECH_H
#define OISIN_PLAYER_SPEECH_H

#include "engine/render/description.h"

enum { SPEECH_SIZE = 4096 };

typedef struct Speech {
    Description last; /* what was read, in `arena` */
    Arena *arena;
} Speech;

Speech speech_new(void);
void speech_free(Speech *speech);
/* After this, everything is new. */
void speech_clear(Speech *speech);
bool speech_is_empty(const Speech *speech);
/* The sentences about what is new, in the language of an ISO 639-1 code, in `out`
 * (SPEECH_SIZE bytes); false if nothing is. */
bool speech_next(Speech *speech, const Description *now, const char *code, char *out);

#endif
