/* Previews of NPCs and spawners of a game that was just built (tirnanog/sprites/previews.h). */
#ifndef OISIN_TIRNANOG_JOBS_PREVIEW_FILES_H
#define OISIN_TIRNANOG_JOBS_PREVIEW_FILES_H

#include "tirnanog/sprites/previews.h"

/* Adds them to the files of its project. */
bool previews_add(const TngOutput *game, ProjectFiles *files, Arena *arena, Report *report);
/* Saves them in the folder of its project, except those that are there already. */
bool previews_save(const char *folder, const TngOutput *game, Arena *arena, Report *report);

#endif
