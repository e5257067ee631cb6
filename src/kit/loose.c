/* The kinds of loose files; see loose.h. */
#include "kit/loose.h"

static const LooseKind *const kinds[] = {&loose_map};

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
