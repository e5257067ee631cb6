/* The files that a project has one of: menus, credits, start-up scripts and the
 * like (singles.c). A part of project_sheets. */
#ifndef OISIN_PROJECT_SINGLES_H
#define OISIN_PROJECT_SINGLES_H

#include "project/build.h"

/* They become sections, and the header's and the project's own members. A file
 * that is missing leaves its section out; false if anything was reported. */
bool project_singles(Project *project);

#endif
