/* The default font for texts of the engine, used when a game has none: an original bitmap font
 * of this project with ASCII, Latin-1, Latin Extended-A and some symbols.
 *
 * Lines are 16 pixels high, capitals 9, small letters 6; best at size 12 (one to one) or
 * multiples of it. */
#ifndef OISIN_TIRNANOG_FONTS_FONT_BUILTIN_H
#define OISIN_TIRNANOG_FONTS_FONT_BUILTIN_H

#include "tirnanog/fonts/ssfn.h"

enum { FONT_BUILTIN_SIZE = 12 };

/* Builds the font with the writer and the reader, which takes about a millisecond; call it
 * once. */
const SsfnFont *font_builtin(Arena *arena);

#endif
