#include "base/tasks.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

enum { MOST_THREADS = 64 };

static unsigned wanted_threads;

void tasks_set_threads(unsigned threads)
{
    wanted_threads = threads > MOST_THREADS ? MOST_THREADS : threads;
}

unsigned tasks_threads(void)
{
    if (wanted_threads)
        return wanted_threads;
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : cores > MOST_THREADS ? MOST_THREADS : (unsigned)cores;
}

typedef struct Job {
    Task *task;
    void *context;
    size_t count;
    atomic_size_t next;
} Job;

static void *work(void *argument)
{
    Job *job = argument;
    for (size_t i; (i = atomic_fetch_add(&job->next, 1)) < job->count;)
        job->task(job->context, i);
    return NULL;
}

void tasks_run(Task *task, void *context, size_t count)
{
    Job job = {.task = task, .context = context, .count = count};
    pthread_t threads[MOST_THREADS];
    const size_t most = tasks_threads() - 1;
    size_t started = 0;
    while (started < most && started + 1 < count &&
           pthread_create(&threads[started], NULL, work, &job) == 0)
        started++;
    work(&job);
    for (size_t i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
}
