/* Several images of one file, such as the levels of a texture: NAME.png, then NAME.1.png and so
 * on. */
#ifndef OISIN_KIT_CONVERT_NUMBERED_PICTURES_H
#define OISIN_KIT_CONVERT_NUMBERED_PICTURES_H

#include "kit/convert/conversion.h"

/* Finds the image NAME.<number>.png in the folder of the input NAME.png; returns false without
 * a report if there is none. */
bool texture_beside(const ConversionJob *job, size_t number, Bytes *out, Text *name,
                    Arena *arena);

/* Adds image `number` of the input as PNG: NAME.png, then NAME.1.png and so on. */
void texture_put(ConversionJob *job, size_t number, Bytes png, Arena *arena);

#endif
