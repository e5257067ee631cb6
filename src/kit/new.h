/* The functions of new.def: they make the files of the folder `game` in memory. */
#ifndef OISIN_KIT_NEW_H
#define OISIN_KIT_NEW_H

#include "base/report.h"
#include "project/files.h"

/* `value`: the argument of the option; NULL: none. */
typedef bool NewMake(const char *value, Text game, ProjectFiles *files, Arena *arena,
                     Report *report);

#define NEW(option, make) NewMake make;
#define NEW_USUAL(make) NewMake make;
#include "kit/new.def"

#endif
