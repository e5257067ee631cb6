/* The options of convert for maps. */
#ifndef OISIN_KIT_MAPS_H
#define OISIN_KIT_MAPS_H

#include "kit/job.h"
#include "convert/conversion.h"

/* Whether an input is a folder with a map, to be converted to a file with this suffix. */
bool maps_are_loose(const Job *job, const char *path, const char *to);

/* Whether --onto and `output` are folders: the changed map is written as loose files. */
bool maps_written_loose(const Job *job, const char *output);

/* The map that --onto names. */
Bytes maps_onto(const ConversionJob *job);

/* False, with an error, if a map would replace files of a project that exists already, without
 * --force. */
bool maps_may_write(Job *job, const char *output);

#endif
