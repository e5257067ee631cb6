/* The options of convert for models. */
#ifndef OISIN_KIT_MODELS_H
#define OISIN_KIT_MODELS_H

#include "kit/job.h"
#include "convert/conversion.h"

/* Files named by options are loaded. */
bool models_take_options(Job *job, ModelSettings *out, Arena *arena);

#endif
