/* The options of convert that are about models. */
#ifndef OISIN_KIT_MODELS_H
#define OISIN_KIT_MODELS_H

#include "kit/job.h"
#include "convert/conversion.h"

/* Files that are given are read. */
bool models_take_options(Job *job, ModelSettings *out, Arena *arena);

#endif
