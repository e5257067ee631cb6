/* A project's files in memory: the rim reads (or maps) them, the library never
 * touches the disk. */
#ifndef OISIN_PROJECT_FILES_H
#define OISIN_PROJECT_FILES_H

#include "base/arena.h"

typedef struct ProjectFile {
    Text path; /* from the project's folder, with slashes: "ui/hud.cfg" */
    Bytes bytes;
} ProjectFile;

typedef struct ProjectFiles {
    Text game;          /* the game id: the folder's own name */
    ProjectFile *items; /* in any order; builds sort them by path */
    size_t count;
} ProjectFiles;

/* Sorts by the paths' bytes, so that no directory order reaches a game. */
void project_files_sort(ProjectFiles *files);
const ProjectFile *project_file(const ProjectFiles *files, Text path);

#endif
