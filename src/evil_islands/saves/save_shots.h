/* Conversions of the screenshots in saved games of Evil Islands
 * (evil_islands/saves/saveshot.def) to PNG and back. A screenshot comes back bit by bit: 5
 * and 6 bits per colour are spread over 8 and rounded back. */
#ifndef OISIN_EVIL_ISLANDS_SAVES_SAVE_SHOTS_H
#define OISIN_EVIL_ISLANDS_SAVES_SAVE_SHOTS_H

#include "kit/convert/conversion.h"

enum { SAVE_SHOT_WIDTH = 256, SAVE_SHOT_HEIGHT = 192 };

/* --flip reverses the order of the rows. */
bool shot_to_png(ConversionJob *job, Arena *arena, Report *report);
/* The image must have 256 x 192 pixels; its transparency is ignored. */
bool png_to_shot(ConversionJob *job, Arena *arena, Report *report);

#endif
