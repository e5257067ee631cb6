/* Files in memory, sorted by path and found by it. */
#include "kit/formats/file_list.h"

#include "base/text.h"

#include <stdlib.h>

static int compare_paths(const void *a, const void *b)
{
    return text_compare(((const ProjectFile *)a)->path, ((const ProjectFile *)b)->path);
}

void project_files_sort(ProjectFiles *files)
{
    if (files->count)
        qsort(files->items, files->count, sizeof *files->items, compare_paths);
}

const ProjectFile *project_file(const ProjectFiles *files, Text path)
{
    const ProjectFile key = {.path = path};
    if (!files->count)
        return NULL;
    return bsearch(&key, files->items, files->count, sizeof key, compare_paths);
}
