/* The font of the engine's own words when a game brings none: an original
 * bitmap font of ours, ASCII, Latin-1, Latin Extended-A and some marks.
 *
 * Lines are 16 pixels high, capitals 9, small letters 6; best at size 12
 * (one to one) or multiples of it. */
#ifndef OISIN_FORMATS_OPEN_FONT_BUILTIN_H
#define OISIN_FORMATS_OPEN_FONT_BUILTIN_H

#include "formats/open/ssfn.h"

enum { FONT_BUILTIN_SIZE = 12 };

/* Built anew by the writer and the reader: about a millisecond, call it once. */
const SsfnFont *font_builtin(Arena *arena);

#endif
