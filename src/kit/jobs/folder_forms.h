/* Folders that stand for a file: rows of folder_forms.def. In memory such a folder becomes the
 * file that `oisin pack` would make of its files. */
#ifndef OISIN_KIT_JOBS_FOLDER_FORMS_H
#define OISIN_KIT_JOBS_FOLDER_FORMS_H

#include "kit/jobs/jobs.h"

/* Receives a file of the folder. */
typedef bool FolderFormPut(void *context, Text name, Bytes bytes, Report *report);

typedef struct FolderForm {
    bool (*is)(const char *path); /* whether the folder stands for a file */
    /* Makes the file; `name` is the path that messages name. */
    bool (*load)(const char *path, Bytes *file, Text *name, Arena *arena, Report *report);
    /* Calls `put` for each file of the folder that differs from that in `old`, if that has
     * data; both have the same files. */
    bool (*unpack)(Bytes file, Bytes old, FolderFormPut *put, void *context, Arena *arena,
                   Report *report);
    JobEach *check; /* of the file that was made */
} FolderForm;

/* The row of a folder; NULL: it stands for no file, or it is none. */
const FolderForm *folder_form_of(const char *path);
/* Makes the file that a folder stands for; if there is no row for the folder, the first one
 * tells what is missing in it. */
bool folder_form_load(const char *path, Bytes *file, Text *name, Arena *arena, Report *report);

#endif
