/* Names of animations, as artists write them, as names of sprites: "Walk Down", "walk-left" and
 * "walkSE" are the sprite "walk" to the south, west and south-east. */
#ifndef OISIN_TIRNANOG_CONVERT_CLIP_NAMES_H
#define OISIN_TIRNANOG_CONVERT_CLIP_NAMES_H

#include "base/arena.h"

typedef struct ClipName {
    Text name;         /* lower case, words joined by _; may be empty */
    uint8_t direction; /* 0-7, tng_direction_names; 0 (south) if the name has none */
} ClipName;

/* A word ends at a blank, `_`, `-`, `.`, `/`, and where an upper case letter follows a lower
 * case one. The direction is the last word, the last two, or the first. Returns false if the
 * text has a character that the names of sprites cannot have. */
bool clip_name_parse(Text text, ClipName *out, Arena *arena);

/* The words of a direction, separated by spaces; for the documents. */
const char *clip_direction_words(unsigned direction);

#endif
