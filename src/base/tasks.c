#include "base/tasks.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
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
    TaskFunction *task;
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

void tasks_run(TaskFunction *task, void *context, size_t count)
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

struct Background {
    pthread_t thread;
    TaskFunction *task;
    void *context;
    atomic_bool done;
};

static void *work_behind(void *argument)
{
    Background *background = argument;
    background->task(background->context, 0);
    atomic_store(&background->done, true);
    return NULL;
}

Background *background_start(TaskFunction *task, void *context)
{
    Background *background = calloc(1, sizeof *background);
    if (background) {
        background->task = task;
        background->context = context;
        if (pthread_create(&background->thread, NULL, work_behind, background) == 0)
            return background;
    }
    free(background);
    task(context, 0);
    return NULL;
}

bool background_done(const Background *background)
{
    return atomic_load(&((Background *)(uintptr_t)background)->done);
}

void background_wait(Background *background)
{
    pthread_join(background->thread, NULL);
    free(background);
}
