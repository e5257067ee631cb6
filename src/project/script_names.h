/* Names for the script compiler, lister and lift. */
#ifndef OISIN_PROJECT_SCRIPT_NAMES_H
#define OISIN_PROJECT_SCRIPT_NAMES_H

#include "project/names.h"
#include "script/script.h"

/* Lives as long as `names`. */
ScriptNames script_names_of(Names *names);

#endif
