/* Conversion of map objects (.mob) to a folder of editable files, and back. */
#ifndef OISIN_CONVERT_MAP_OBJECTS_H
#define OISIN_CONVERT_MAP_OBJECTS_H

#include "convert/conversion.h"

bool objects_to_files(ConversionJob *job, Arena *arena, Report *report);
bool files_to_objects(ConversionJob *job, Arena *arena, Report *report);

#endif
