/* Check of a layout for errors and anomalies. */
#ifndef OISIN_MAGES_SPRITES_LAY_CHECK_H
#define OISIN_MAGES_SPRITES_LAY_CHECK_H

#include "base/report.h"

/* Reports errors for layouts that cannot be composed, warnings for other anomalies, and a note
 * for a mouth without its own face. A line names the entry and the byte (of the decompressed
 * file); if there are more than 20 lines of a kind, one line has the number of further ones. */
bool lay_check(Bytes file, Arena *arena, Report *report);

#endif
