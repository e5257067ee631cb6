/* The names of images of one file: NAME.png, NAME.1.png, NAME.2.png. */
#include "kit/convert/numbered_pictures.h"

void texture_put(ConversionJob *job, size_t number, Bytes png, Arena *arena)
{
    if (number == 0)
        job->output = png;
    else
        *ARENA_PUSH(arena, job->files_out.items, job->files_out.count) =
            (ProjectFile){arena_format(arena, "%zu.png", number), png};
}

bool texture_beside(const ConversionJob *job, size_t number, Bytes *out, Text *name,
                    Arena *arena)
{
    size_t from = job->path.size, to = job->path.size;
    while (from && job->path.at[from - 1] != '/')
        from--;
    while (to > from && job->path.at[to - 1] != '.')
        to--;
    *name = arena_format(arena, "%.*s%zu.png", (int)(to - from), job->path.at + from, number);
    return job->folder && to > from &&
           job->folder->beside(job->folder->context, *name, out, arena);
}
