/* pack for sprite layouts and sprites of triangles: full images and their manifest become
 * NAME_.lay or NAME.mvl, and NAME.png. */
#ifndef OISIN_MAGES_SPRITES_LAY_PACK_JOB_H
#define OISIN_MAGES_SPRITES_LAY_PACK_JOB_H

#include "kit/jobs/job.h"

/* Whether the output is a sprite layout or a sprite of triangles, by its suffix. */
bool is_layout(const char *folder, const char *output);
/* Checks the options for a layout; if they do not fit, reports a misuse and returns false. */
bool layout_options_fit(Job *job);
bool layout_pack_folder(Job *job, const char *folder, const char *output, Arena *arena);

#endif
