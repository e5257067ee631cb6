/* Conversion of map objects (.mob) to a folder of editable files, and back. */
#ifndef OISIN_EVIL_ISLANDS_OBJECTS_MAP_OBJECTS_H
#define OISIN_EVIL_ISLANDS_OBJECTS_MAP_OBJECTS_H

#include "kit/convert/conversion.h"

bool objects_to_files(ConversionJob *job, Arena *arena, Report *report);
bool files_to_objects(ConversionJob *job, Arena *arena, Report *report);

/* The text files of mob_yaml.h. The script of X.yaml is X.eis; the map that X_git.yaml came from
 * is X, in the same folder. */
bool objects_to_yaml(ConversionJob *job, Arena *arena, Report *report);
bool yaml_to_objects(ConversionJob *job, Arena *arena, Report *report);

#endif
