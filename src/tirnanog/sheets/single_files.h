/* Files that exist once per project: menus, credits, start-up scripts and so on
 * (single_files.c). A part of project_sheets. */
#ifndef OISIN_TIRNANOG_SHEETS_SINGLE_FILES_H
#define OISIN_TIRNANOG_SHEETS_SINGLE_FILES_H

#include "tirnanog/project/build.h"

/* Converts them to sections, and to members of the header and the project. A missing file
 * leaves out its section; false if anything was reported. */
bool project_singles(Project *project);

#endif
