/* Parts, in order: the number of threads; a job that is divided among them; work in the
 * background. Threads take the next piece from a counter, so long pieces do not delay the
 * others. Each thread has its own guard; what it allocated is given to the guard of the thread
 * that waits. */
#include "base/tasks.h"

#include "base/game_text.h"
#include "base/memory_guard.h"
#include "base/progress.h"
#include "base/system/process.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

enum { THREADS_MAX = 64 };

static unsigned wanted_threads;

/* 0 means as many as the machine has. Not safe while tasks run. */
void tasks_set_threads(unsigned threads)
{
    wanted_threads = threads > THREADS_MAX ? THREADS_MAX : threads;
}

unsigned tasks_threads(void)
{
    static atomic_uint known; /* the system reads a file for it */
    if (wanted_threads)
        return wanted_threads;
    if (!atomic_load(&known)) {
        const unsigned cores = processors();
        atomic_store(&known, cores > THREADS_MAX ? THREADS_MAX : cores);
    }
    return atomic_load(&known);
}

typedef struct Job {
    TaskFunction *task;
    void *context;
    size_t count;
    ThreadLocale locale; /* of the waiting thread: numbers are formatted in the same way */
    GameTexts texts; /* of it, too */
    atomic_size_t next;
} Job;

/* One thread's share of a job. */
typedef struct Share {
    Job *job;
    MemoryLeft left;
} Share;

/* The order of pieces is not defined: their results must not depend on it. */
static void take_pieces(void *context)
{
    Job *job = context;
    for (size_t i; (i = atomic_fetch_add(&job->next, 1)) < job->count;) {
        job->task(job->context, i);
        progress_poll();
    }
}

/* After a lack of memory no further pieces are taken; tasks_run() reports it. */
static void *work(void *argument)
{
    Share *share = argument;
    thread_locale_set(share->job->locale);
    const GameTexts before = game_texts_use(share->job->texts);
    if (!memory_guard_apart(take_pieces, share->job, &share->left))
        atomic_store(&share->job->next, share->job->count); /* the other threads can stop */
    game_texts_use(before);
    return NULL;
}

/* If memory ran out in one of the threads, report it in this one. */
static void end_shares(Share *shares, size_t count)
{
    size_t wanted = 0;
    for (size_t i = 0; i < count; i++) {
        memory_left_take(&shares[i].left);
        wanted = shares[i].left.wanted > wanted ? shares[i].left.wanted : wanted;
    }
    if (wanted)
        memory_out(wanted);
}

/* Points are counted by one thread only. */
static GameTexts inherited_texts(void)
{
    GameTexts texts = game_texts();
    texts.points = NULL;
    return texts;
}

/* The calling thread works, too. If no thread can be started, it does everything. */
void tasks_run(TaskFunction *task, void *context, size_t count)
{
    Job job = {.task = task,
               .context = context,
               .count = count,
               .locale = thread_locale(),
               .texts = inherited_texts()};
    Share shares[THREADS_MAX];
    pthread_t threads[THREADS_MAX];
    const size_t max = tasks_threads() - 1;
    size_t started = 0;
    while (started < max && started + 1 < count) {
        shares[started].job = &job;
        if (pthread_create(&threads[started], NULL, work, &shares[started]) != 0)
            break;
        started++;
    }
    shares[started].job = &job;
    work(&shares[started]);
    for (size_t i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    end_shares(shares, started + 1);
}

struct Background {
    Guarded guarded; /* must be first: a guard waits for the thread through it */
    pthread_t thread;
    TaskFunction *task;
    void *context;
    ThreadLocale locale;
    GameTexts texts;
    MemoryLeft left;
    Progress progress; /* cancels the work when `stopped` is set; unused if it always ends */
    atomic_bool done, stopped;
};

static bool is_stopped(void *context, const char *what, size_t done, size_t total)
{
    Background *background = context;
    (void)what, (void)done, (void)total;
    return atomic_load(&background->stopped);
}

/* The progress is watched only to cancel the work. */
static void run_in_background(void *context)
{
    Background *background = context;
    if (background->progress.step)
        progress_watch((ProgressWatch){.progress = &background->progress, .job = ""});
    background->task(background->context, 0);
}

static void *work_in_background(void *argument)
{
    Background *background = argument;
    thread_locale_set(background->locale);
    game_texts_use(background->texts);
    memory_guard_apart(run_in_background, background, &background->left);
    atomic_store(&background->done, true);
    return NULL;
}

/* Returns the number of bytes that were not available; 0 on success. */
static size_t background_end(Background *background)
{
    pthread_join(background->thread, NULL);
    const size_t wanted = background->left.wanted;
    guarded_remove(&background->guarded);
    memory_left_take(&background->left);
    free(background);
    return wanted;
}

/* The job that started the work has failed: the work is stopped and waited for. */
static void release_background(Guarded *guarded)
{
    Background *background = (Background *)guarded;
    atomic_store(&background->stopped, true);
    background_end(background);
}

/* Without a thread the work is done at once; NULL then means that it is finished. */
static Background *start(TaskFunction *task, void *context, bool stops)
{
    Background *background = calloc(1, sizeof *background);
    if (background) {
        background->task = task;
        background->context = context;
        background->locale = thread_locale();
        background->texts = inherited_texts();
        if (stops)
            background->progress = (Progress){is_stopped, background};
        if (pthread_create(&background->thread, NULL, work_in_background, background) == 0) {
            guarded_add(&background->guarded, release_background);
            return background;
        }
    }
    free(background);
    task(context, 0);
    return NULL;
}

Background *background_start(TaskFunction *task, void *context)
{
    return start(task, context, false);
}

Background *background_start_stoppable(TaskFunction *task, void *context)
{
    return start(task, context, true);
}

bool background_done(const Background *background)
{
    return atomic_load(&((Background *)(uintptr_t)background)->done);
}

/* Polls while this job can be cancelled, as joining could not be interrupted. */
void background_wait(Background *background)
{
    const struct timespec moment = {.tv_nsec = 1000000};
    while (progress_is_watched() && !background_done(background)) {
        progress_poll(); /* this job may be cancelled */
        nanosleep(&moment, NULL);
    }
    const size_t wanted = background_end(background);
    if (wanted)
        memory_out(wanted);
}
