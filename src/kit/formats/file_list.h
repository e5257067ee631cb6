/* A project's files in memory: the caller reads or maps them; the library does not access
 * the disk. */
#ifndef OISIN_KIT_FORMATS_FILE_LIST_H
#define OISIN_KIT_FORMATS_FILE_LIST_H

#include "base/arena.h"

typedef struct ProjectFile {
    Text path; /* relative to the project's folder, with slashes: "ui/hud.cfg" */
    Bytes bytes;
} ProjectFile;

typedef struct ProjectFiles {
    Text game;          /* the game ID: the name of the folder */
    ProjectFile *items; /* in any order; builds sort them by path */
    size_t count;
} ProjectFiles;

/* Sorts by the paths' bytes, so that a game does not depend on the directory order. */
void project_files_sort(ProjectFiles *files);
const ProjectFile *project_file(const ProjectFiles *files, Text path);

#endif
