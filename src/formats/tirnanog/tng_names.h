/* Names beside numbers: what a number in a record refers to. */
#ifndef OISIN_FORMATS_TIRNANOG_TNG_NAMES_H
#define OISIN_FORMATS_TIRNANOG_TNG_NAMES_H

#include "formats/tirnanog/tng.h"

typedef struct TngNames {
    const TngFile *game;
    TngTexts texts;   /* of the first language */
    Text *sprites[4]; /* by category, from the strings' #names block; empty texts without */
    size_t sprite_counts[4];
    Text backs; /* unused strings stay slices of the game */
} TngNames;

TngNames tng_names(const TngFile *game, Arena *arena);
/* The string at an offset; empty if it is outside. */
Text tng_string(const TngFile *game, uint32_t offset);
/* A sprite's name; empty if it has none. */
Text tng_sprite_name(const TngNames *names, unsigned category, unsigned index);
/* What the value of a primitive with this meaning is called; false if nothing. */
bool tng_value_name(const TngNames *names, const Layout *type, const void *data, Text *out);

/* A RecordShow note over TngNames. */
bool tng_note(void *context, const Layout *type, const void *data, Text *out);

/* Calls back for every fact of the #names block: "sprite:1:12=oak" and so on. */
typedef void TngFact(void *context, Text fact);
void tng_facts(const TngFile *game, TngFact *visit, void *context);

#endif
