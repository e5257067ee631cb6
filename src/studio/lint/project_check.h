/* The checks of a project that need a world or its tests. */
#ifndef OISIN_STUDIO_LINT_PROJECT_CHECK_H
#define OISIN_STUDIO_LINT_PROJECT_CHECK_H

#include "tirnanog/project/project.h"

/* A ProjectChecker: reads the scenarios, tries positions, and draws all texts. */
bool check_tests_and_world(const ProjectChecked *checked, Arena *arena, Report *report);

#endif
