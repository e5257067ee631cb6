/* The list of the inputs of convert, in which a folder may stand for its files. */
#ifndef OISIN_KIT_CONVERT_CONVERT_INPUTS_H
#define OISIN_KIT_CONVERT_CONVERT_INPUTS_H

#include "base/report.h"

typedef struct ConvertInputs {
    const char **paths;
    size_t count;
    Arena *arena;
} ConvertInputs;

void inputs_add(ConvertInputs *inputs, const char *path);

/* Adds the files below a folder that are converted one by one (EACH in conversions.def); none
 * is an error. */
bool inputs_add_folder(ConvertInputs *inputs, const char *folder, Report *report);

#endif
