/* Our own words in the game's language, if we know it, else in English: words.def, and whole
 * sentences: sentences.def. */
#ifndef OISIN_RENDER_WORDS_H
#define OISIN_RENDER_WORDS_H

#include "render/render.h"

typedef enum Word {
#define WORD(name, en, de, fr, es) WORD_##name,
#include "render/words.def"
    WORDS
} Word;

Text word_of(const Renderer *renderer, Word word);
/* In a language of this ISO 639-1 code. Ended by a zero byte. */
Text word_in(const char *code, Word word);

/* What a server or a connection has said in English, by sentences.def; as it is if that has no
 * such row. */
Text sentence_in(const char *code, Text english);

/* The name of the game's n-th language in that language; which is spoken now. */
Text render_language(const Renderer *renderer, size_t language, Arena *arena);
size_t render_speaks(const Renderer *renderer);

#endif
