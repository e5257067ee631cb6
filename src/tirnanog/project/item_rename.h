/* Renaming an item of a project with everything that refers to it: its files, the words and
 * handlers of other files, properties and tilesets of maps, tests. */
#ifndef OISIN_TIRNANOG_PROJECT_ITEM_RENAME_H
#define OISIN_TIRNANOG_PROJECT_ITEM_RENAME_H

#include "tirnanog/project/project_model.h"

typedef struct RenamedFile {
    Text from, to; /* paths; equal: only the contents change */
    Bytes bytes;   /* new contents */
} RenamedFile;

typedef struct ProjectRename {
    RenamedFile *files; /* first the one that was named, if it exists */
    size_t count;
    size_t places; /* number of references that were changed */
} ProjectRename;

/* `path` is one of the item's files: all files of the item are renamed (an object with its
 * images and its tile rules; a sheet with its layout, and the objects and tile rules of its
 * sprites, whose names begin with that of the sheet). The image of an atlas has a name, too,
 * which its sprites do not have. False if a new name is invalid or taken. */
bool project_rename(const ProjectModel *model, Text path, Text name, ProjectRename *out,
                    Arena *arena, Report *report);

#endif
