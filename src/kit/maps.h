/* The options of convert for maps. */
#ifndef OISIN_KIT_MAPS_H
#define OISIN_KIT_MAPS_H

#include "kit/job.h"
#include "convert/conversion.h"

/* Whether the first input, or the output, is a map or a camera path: then --as, --size and
 * --texture have other meanings than for sprite layouts and models. */
bool maps_are_meant(const Job *job, const char *output);

bool maps_take_options(Job *job, MapSettings *out, Arena *arena);

#endif
