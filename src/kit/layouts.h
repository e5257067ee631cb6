/* pack for sprite layouts: full pictures and their manifest become NAME_.lay and NAME.png. */
#ifndef OISIN_KIT_LAYOUTS_H
#define OISIN_KIT_LAYOUTS_H

#include "kit/job.h"

/* Whether it is to be one: by the output's suffix. */
bool is_layout(const char *folder, const char *output);
/* Says what is wrong with the command line for one; false then. */
bool layout_options_fit(Job *job);
bool layout_pack_folder(Job *job, const char *folder, const char *output, Arena *arena);

#endif
