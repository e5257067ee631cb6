/* Starts and waits for the thread; the parsing itself is in maps.c and languages.c. */
#include "tirnanog/project/build.h"

static void read_all(void *context, size_t index)
{
    ReadAhead *ahead = context;
    (void)index;
    if (ahead->maps)
        maps_read_ahead(ahead->maps);
    translations_read(ahead);
}

void read_ahead_start(Project *project)
{
    ReadAhead *ahead = &project->ahead;
    ahead->arena = arena_new_within(project->arena);
    ahead->maps = maps_ahead(project);
    translations_list(project);
    if (tasks_threads() > 1 && (ahead->maps || ahead->translation_count))
        ahead->thread = background_start_stoppable(read_all, ahead);
    else
        translations_read(ahead);
}

void read_ahead_wait(ReadAhead *ahead)
{
    Background *thread = ahead->thread;
    ahead->thread = NULL;
    if (thread)
        background_wait(thread);
}
