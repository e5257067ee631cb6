/* The paths of a project's entities: an entity is a file in the folder of its kind, with the
 * suffix of its kind (file_kinds.def), and named after it. */
#ifndef OISIN_TIRNANOG_SHEETS_ENTITY_PATHS_H
#define OISIN_TIRNANOG_SHEETS_ENTITY_PATHS_H

#include "tirnanog/sheets/project_names.h"

/* The first folder of a path; empty if it is in the project's own. */
Text path_folder(Text path);
/* Whether a first folder is this one, by its name or an alias. */
bool path_folder_is(Text folder, const char *wanted);
/* Whether a file is directly in its first folder. */
bool path_one_level(Text path);
/* The file's name without folder and suffix. */
Text path_name(Text path, const char *suffix);

/* Whether a path is that of an entity of this kind; _in: `folder` is its path_folder. */
bool path_is_kind(Text path, NameKind kind);
bool path_is_kind_in(Text path, Text folder, NameKind kind);

#endif
