/* Random projects: sprites, sounds, attributes, dialogs, quests, crafting, objects, NPCs and
 * maps that refer to each other, and have no errors. The same seed makes the same project. */
#ifndef OISIN_TESTS_PROJECT_AUTHOR_H
#define OISIN_TESTS_PROJECT_AUTHOR_H

#include "tirnanog/project/project.h"

bool project_author(uint32_t seed, ProjectFiles *out, Arena *arena, Report *report);

#endif
