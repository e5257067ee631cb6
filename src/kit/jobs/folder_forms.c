/* Finds the row of a folder. */
#include "kit/jobs/folder_forms.h"

#include "base/folders.h"

#define FOLDER_FORM(is, load, unpack, check)                                                   \
    bool is(const char *path);                                                                 \
    bool load(const char *path, Bytes *file, Text *name, Arena *arena, Report *report);        \
    bool unpack(Bytes file, Bytes old, FolderFormPut *put, void *context, Arena *arena,        \
                Report *report);                                                               \
    JobEach check;
#include "kit/jobs/folder_forms.def"

static const FolderForm forms[] = {
#define FOLDER_FORM(is, load, unpack, check) {is, load, unpack, check},
#include "kit/jobs/folder_forms.def"
};

const FolderForm *folder_form_of(const char *path)
{
    for (size_t i = 0; i < COUNT_OF(forms) && is_folder(path); i++)
        if (forms[i].is(path))
            return &forms[i];
    return NULL;
}

bool folder_form_load(const char *path, Bytes *file, Text *name, Arena *arena, Report *report)
{
    const FolderForm *form = folder_form_of(path);
    return (form ? form : &forms[0])->load(path, file, name, arena, report);
}
