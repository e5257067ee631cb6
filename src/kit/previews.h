/* Previews of NPCs and spawners of a game that was just built (project/previews.h). */
#ifndef OISIN_KIT_PREVIEWS_H
#define OISIN_KIT_PREVIEWS_H

#include "project/previews.h"

/* Adds them to the files of its project. */
bool previews_add(const TngOutput *game, ProjectFiles *files, Arena *arena, Report *report);
/* Saves them in the folder of its project, except those that are there already. */
bool previews_save(const char *folder, const TngOutput *game, Arena *arena, Report *report);

#endif
