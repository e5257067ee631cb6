/* What the next job does about killed ones: see output.h, and staging.h for whose folders. */
#ifndef OISIN_BASE_OUTPUT_RECOVERY_H
#define OISIN_BASE_OUTPUT_RECOVERY_H

#include "base/report.h"

/* In one folder; see output_recover. */
bool recover_in(const char *path, Report *report);

/* Removes a staging folder. Allocates no memory of arenas: it is called after running out of
 * it, too. */
void recovery_remove(int above, int folder, const char *name);

#endif
