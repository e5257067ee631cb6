/* The options of convert for sprites and images of models. */
#ifndef OISIN_KIT_SPRITES_H
#define OISIN_KIT_SPRITES_H

#include "kit/job.h"
#include "convert/conversion.h"

bool sprites_take_options(Job *job, SpriteSettings *out);

#endif
