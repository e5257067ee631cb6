/* In which encoding this thread reads and writes the texts of an old game (game_text.h): one at
 * a time, like a locale. The job or the file that it works on chooses it, and threads of
 * base/tasks inherit it. */
#ifndef OISIN_BASE_GAME_TEXTS_H
#define OISIN_BASE_GAME_TEXTS_H

#include "base/encoding_detect.h"

typedef struct GameTexts {
    Encoding encoding;
    bool chosen;
    EncodingPoints *points; /* of the texts that are read; NULL: not counted */
} GameTexts;

/* What this thread uses now. */
GameTexts game_texts(void);
/* Replaces it, and returns what was used before, which the caller restores. */
GameTexts game_texts_use(GameTexts texts);
/* The same, with this encoding. */
GameTexts game_texts_choose(Encoding encoding);

#endif
