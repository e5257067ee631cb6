/* Starts and waits for the thread; the parsing itself is in maps.c and languages.c. */
#include "tirnanog/project/read_ahead.h"

static void read_all(void *context, size_t index)
{
    ReadAhead *ahead = context;
    (void)index;
    if (ahead->maps)
        ahead->read_maps(ahead->maps);
    ahead->read_translations(ahead);
}

void read_ahead_start(ReadAhead *ahead)
{
    if (tasks_threads() > 1 && (ahead->maps || ahead->translation_count))
        ahead->thread = background_start_stoppable(read_all, ahead);
    else
        ahead->read_translations(ahead);
}

void read_ahead_wait(ReadAhead *ahead)
{
    Background *thread = ahead->thread;
    ahead->thread = NULL;
    if (thread)
        background_wait(thread);
}
