/* The options of convert that are about maps. */
#ifndef OISIN_KIT_MAPS_H
#define OISIN_KIT_MAPS_H

#include "kit/job.h"
#include "convert/conversion.h"

/* Whether the first input, or the output, is a map (or a camera's way): then --as, --size and
 * --texture mean others than those of sprite layouts and models. */
bool maps_are_meant(const Job *job, const char *output);

bool maps_take_options(Job *job, MapSettings *out, Arena *arena);

#endif
