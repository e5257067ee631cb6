/* The user's folder of projects, ~/TirNanoG (proj_format.txt), with a folder for each project
 * and templates (NAME.zip). It is used only for bare names, without a slash, that do not exist
 * in the current folder. */
#ifndef OISIN_TIRNANOG_JOBS_PROJECTS_HOME_H
#define OISIN_TIRNANOG_JOBS_PROJECTS_HOME_H

#include "base/arena.h"

/* $HOME/TirNanoG, which need not exist; NULL: the user has no home. */
const char *home_folder(Arena *arena);
/* The same; NULL if there is no such folder. */
const char *home_projects(Arena *arena);

/* The path of a project that is named on the command line: NAME itself if it exists or has a
 * slash, otherwise ~/TirNanoG/NAME if that is a project, otherwise NAME. */
const char *home_find_project(const char *name, Arena *arena);

/* Where a new project of this name is made: in ~/TirNanoG if that folder exists, otherwise in
 * the current folder. */
const char *home_place_project(const char *name, Arena *arena);

/* The same for a template: NAME, or ~/TirNanoG/NAME.zip. */
const char *home_find_template(const char *name, Arena *arena);

#endif
