/* Languages by their code (ISO 639-1): their own names, and how they are written. */
#ifndef OISIN_TIRNANOG_TRANSLATIONS_LANGUAGE_NAMES_H
#define OISIN_TIRNANOG_TRANSLATIONS_LANGUAGE_NAMES_H

#include "base/arena.h"

typedef struct LanguageName {
    const char *code, *name;
    bool rtl; /* written from right to left */
} LanguageName;

extern const LanguageName language_names[];
extern const size_t language_name_count;

/* NULL: the language is not in the list. A game may have it nevertheless. */
const LanguageName *language_name(Text code);
/* Two small letters: what the game's file has for a language. */
bool language_code_ok(Text code);

#endif
