/* A list of unfinished output, and a count of atomic steps that are active. An interruption
 * waits until no step is active, undoes the list and keeps the lock: no thread begins another
 * step until the program ends. */
#include "base/output/cleanup.h"

#include "base/output/output.h"

#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t stepped = PTHREAD_COND_INITIALIZER, never = PTHREAD_COND_INITIALIZER;
static Cleanup *last;
static unsigned steps; /* active steps */
static bool stopping;
static _Thread_local unsigned depth; /* steps may be nested */

void cleanup_begin(Cleanup *one, void (*undo)(void *thing), void *thing)
{
    pthread_mutex_lock(&lock);
    *one = (Cleanup){undo, thing, last};
    last = one;
    pthread_mutex_unlock(&lock);
}

void cleanup_end(Cleanup *one)
{
    pthread_mutex_lock(&lock);
    Cleanup **at = &last;
    while (*at && *at != one)
        at = &(*at)->next;
    if (*at)
        *at = one->next;
    pthread_mutex_unlock(&lock);
}

void cleanup_step(void)
{
    pthread_mutex_lock(&lock);
    while (stopping && !depth) /* otherwise many threads would start further steps */
        pthread_cond_wait(&never, &lock);
    depth++;
    steps++;
    pthread_mutex_unlock(&lock);
}

void cleanup_step_end(void)
{
    pthread_mutex_lock(&lock);
    depth--;
    steps--;
    pthread_cond_signal(&stepped);
    pthread_mutex_unlock(&lock);
}

void output_abort_all(void)
{
    pthread_mutex_lock(&lock);
    stopping = true;
    while (steps)
        pthread_cond_wait(&stepped, &lock);
    for (const Cleanup *one = last; one; one = one->next)
        one->undo(one->thing);
}
