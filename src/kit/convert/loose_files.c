/* The kinds of loose files; see loose_files.h. */
#include "kit/convert/loose_files.h"

#define LOOSE(kind) extern const LooseKind kind;
#include "kit/jobs/folder_forms.def"

static const LooseKind *const kinds[] = {
#define LOOSE(kind) &kind,
#include "kit/jobs/folder_forms.def"
};

const LooseKind *loose_input(const Job *job, const char *path, const char *to)
{
    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        if (kinds[i]->is_input(job, path, to))
            return kinds[i];
    return NULL;
}

const LooseKind *loose_output(const Job *job, const char *output)
{
    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        if (kinds[i]->is_output(job, output))
            return kinds[i];
    return NULL;
}

bool loose_may_write(Job *job, const char *output)
{
    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        if (!kinds[i]->may_write(job, output))
            return false;
    return true;
}
