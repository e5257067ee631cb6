/* Recognises sheets of other programs (known_sheets.def). A photo or a drawing is not one. */
#ifndef OISIN_TIRNANOG_CONVERT_SHEET_GUESS_H
#define OISIN_TIRNANOG_CONVERT_SHEET_GUESS_H

#include "tirnanog/convert/presets.h"

enum { SHEET_GUESSES_MAX = 8 };

typedef struct SheetGuess {
    const char *preset;
    uint32_t cell, margin, spacing; /* of the preset "grid" */
} SheetGuess;

/* The presets that fit, the best one first; returns their number. */
size_t sheet_guess(const PresetSheet *sheet, SheetGuess out[SHEET_GUESSES_MAX], Arena *arena);

#endif
