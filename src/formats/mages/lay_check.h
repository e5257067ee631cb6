/* What is suspicious about a layout, all of it. */
#ifndef OISIN_FORMATS_MAGES_LAY_CHECK_H
#define OISIN_FORMATS_MAGES_LAY_CHECK_H

#include "base/report.h"

/* Errors for what cannot be composed, warnings for the rest, a note for a mouth
 * without a face of its own. A line names the entry and the byte (of the inflated
 * file); more than 20 lines of one kind become one that counts the rest. */
bool lay_check(Bytes file, Arena *arena, Report *report);

#endif
