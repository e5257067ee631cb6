/* Built-in texts of the interface, in the game's language if there is a translation,
 * otherwise in English: labels in screen_words.def, other languages in a .po file each
 * in engine/languages, with the messages of servers. */
#ifndef OISIN_ENGINE_RENDER_SCREEN_WORDS_H
#define OISIN_ENGINE_RENDER_SCREEN_WORDS_H

#include "engine/render/render.h"

typedef enum Word {
#define WORD(name, text) WORD_##name,
#include "engine/render/screen_words.def"
    WORDS
} Word;

Text word_of(const Renderer *renderer, Word word);
/* In the language of an ISO 639-1 code. Ended by a zero byte. */
Text word_in(const char *code, Word word);

/* Translates a message of a server or a connection, by its language; returned unchanged if
 * that has no such row. */
Text sentence_in(const char *code, Text english);

/* The name of the game's n-th language in that language; render_language_index: the current
 * one. */
Text render_language(const Renderer *renderer, size_t language, Arena *arena);
size_t render_language_index(const Renderer *renderer);

#endif
