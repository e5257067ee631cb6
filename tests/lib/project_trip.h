/* Build, unpack, build: a project that is taken out of a game makes the same game. */
#ifndef OISIN_TESTS_PROJECT_TRIP_H
#define OISIN_TESTS_PROJECT_TRIP_H

#include "tirnanog/project/project.h"

/* Whether it builds, can be unpacked, and then builds to the same bytes; and the same from the
 * second generation on if it is stripped of names. Reports why not. */
bool project_survives(ProjectFiles *files, Arena *arena, Report *report);

#endif
