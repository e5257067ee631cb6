/* Maps bare names to paths in ~/TirNanoG. A name is returned unchanged if the folder does not
 * exist: then `oisin new mygame` must write to the current folder. */
#include "tirnanog/jobs/projects_home.h"
#include "tirnanog/jobs/project_files.h"

#include "base/folders.h"
#include "base/system/files.h"
#include "base/system/places.h"
#include "tirnanog/sheets/project_names.h"

#include <stdlib.h>

const char *home_folder(Arena *arena)
{
    char home[PATH_SIZE];
    return user_place(PLACE_HOME, home, sizeof home)
               ? arena_format(arena, "%s/TirNanoG", home).at
               : NULL;
}

const char *home_projects(Arena *arena)
{
    const char *folder = home_folder(arena);
    return folder && is_folder(folder) ? folder : NULL;
}

/* A name that has no other meaning. `.common` in that folder is not a project. */
static const char *home_of_name(const char *name, Arena *arena)
{
    const bool bare = names_ok(text_of(name)) && *name != '.';
    return bare && !file_exists(name) ? home_projects(arena) : NULL;
}

const char *home_find_project(const char *name, Arena *arena)
{
    const char *home = home_of_name(name, arena);
    const char *folder = home ? arena_format(arena, "%s/%s", home, name).at : NULL;
    return folder && project_is_in(folder) ? folder : name;
}

const char *home_place_project(const char *name, Arena *arena)
{
    const char *home = home_of_name(name, arena);
    return home ? arena_format(arena, "%s/%s", home, name).at : name;
}

const char *home_find_template(const char *name, Arena *arena)
{
    const char *home = home_of_name(name, arena);
    const char *path = home ? arena_format(arena, "%s/%s.zip", home, name).at : NULL;
    return path && file_exists(path) ? path : name;
}
