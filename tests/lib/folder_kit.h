/* Folders of tests, as each system has them. */
#ifndef OISIN_TESTS_FOLDER_KIT_H
#define OISIN_TESTS_FOLDER_KIT_H

#include "kit.h"

/* Makes a folder; the one that it is in must exist. */
void make_folder(const char *path);
/* Copies a folder with everything in it to a path at which nothing is. A link is an error. */
void copy_folder(const char *from, const char *to);
/* Removes what is at a path: a file, a link, or a folder with everything in it. */
void remove_all(const char *path);
/* Makes a symbolic link. False where this user may make none, after a note about it: then
 * skip(). */
bool make_link(const char *target, const char *path);
/* Makes a pipe that has a path. False where there are none, after a note about it. */
bool make_pipe(const char *path);
/* Everything below a folder, ordered by path: each path and a space. */
Text folder_names(const char *folder, Arena *arena);

#endif
