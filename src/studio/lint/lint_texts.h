/* Texts that do not fit into their box, in each language: alerts, dialogs, quests, objects,
 * options of characters and subtitles are drawn in the usual window, as the player draws them,
 * and what had to be cut is reported. */
#ifndef OISIN_STUDIO_LINT_LINT_TEXTS_H
#define OISIN_STUDIO_LINT_LINT_TEXTS_H

#include "tirnanog/project/project.h"

/* Only a game with its images has the frames and portraits that take space from texts. */
void lint_texts(const ProjectChecked *checked, Arena *arena, Report *report);

#endif
