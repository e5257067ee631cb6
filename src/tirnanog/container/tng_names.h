/* Names for numbers: what the numbers in records refer to. */
#ifndef OISIN_TIRNANOG_CONTAINER_TNG_NAMES_H
#define OISIN_TIRNANOG_CONTAINER_TNG_NAMES_H

#include "tirnanog/container/tng.h"

typedef struct TngNames {
    const TngFile *game;
    TngTexts texts;   /* of the first language */
    Text *sprites[4]; /* by category, from the #names block of the strings; empty texts if
                       * missing */
    size_t sprite_counts[4];
    Text backs; /* a buffer; unused strings stay slices of the game */
} TngNames;

TngNames tng_names(const TngFile *game, Arena *arena);
/* The string at an offset; empty if the offset is invalid. */
Text tng_string(const TngFile *game, uint32_t offset);
/* The name of a sprite; empty if it has none. */
Text tng_sprite_name(const TngNames *names, unsigned category, unsigned index);
/* The name of a primitive's value, by the meaning of its type; returns false if there is none.
 */
bool tng_value_name(const TngNames *names, const RecordLayout *type, const void *data,
                    Text *out);

/* A RecordShow note with TngNames as context. */
bool tng_note(void *context, const RecordLayout *type, const void *data, Text *out);

/* Called for every fact of the #names block: "sprite:1:12=oak" and so on. */
typedef void TngFact(void *context, Text fact);
void tng_facts(const TngFile *game, TngFact *visit, void *context);

#endif
