/* A thread with room for one request and one result: of several changes during a check only the
 * last one is checked, and a result that nobody has taken is replaced. */
#include "studio/editor/checker.h"

#include <pthread.h>
#include <stdlib.h>

struct Checker {
    const EditorHost *host;
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    uint64_t wanted; /* the number of a change; 0: none */
    Checked *result;
    bool leave;
};

void checked_free(Checked *checked)
{
    if (checked)
        arena_free(checked->arena);
}

static Checked *check(const EditorHost *host, uint64_t change)
{
    Arena *arena = arena_new();
    Checked *checked = ARENA_ALLOC(arena, Checked, 1);
    *checked = (Checked){.arena = arena, .problems = {.arena = arena}, .change = change};
    Report report = report_to(messages_sink, &checked->problems);
    if (host->workspace) /* its files are checked one by one */
        return checked;
    if (host->load(host->context, &checked->files, arena, &report))
        checked->model =
            project_model_new(&checked->files, host->cache, host->checker, arena, &report);
    return checked;
}

static void *work(void *context)
{
    Checker *checker = context;
    pthread_mutex_lock(&checker->mutex);
    while (!checker->leave) {
        if (!checker->wanted) {
            pthread_cond_wait(&checker->changed, &checker->mutex);
            continue;
        }
        const uint64_t change = checker->wanted;
        checker->wanted = 0;
        pthread_mutex_unlock(&checker->mutex);
        Checked *result = check(checker->host, change);
        pthread_mutex_lock(&checker->mutex);
        checked_free(checker->result);
        checker->result = result;
        pthread_cond_broadcast(&checker->changed);
    }
    pthread_mutex_unlock(&checker->mutex);
    return NULL;
}

Checker *checker_new(const EditorHost *host)
{
    Checker *checker = calloc(1, sizeof *checker);
    if (!checker)
        memory_out(sizeof *checker);
    checker->host = host;
    pthread_mutex_init(&checker->mutex, NULL);
    pthread_cond_init(&checker->changed, NULL);
    if (pthread_create(&checker->thread, NULL, work, checker) != 0)
        memory_out(0);
    return checker;
}

void checker_free(Checker *checker)
{
    pthread_mutex_lock(&checker->mutex);
    checker->leave = true;
    pthread_cond_broadcast(&checker->changed);
    pthread_mutex_unlock(&checker->mutex);
    pthread_join(checker->thread, NULL);
    checked_free(checker->result);
    pthread_cond_destroy(&checker->changed);
    pthread_mutex_destroy(&checker->mutex);
    free(checker);
}

void checker_start(Checker *checker, uint64_t change)
{
    pthread_mutex_lock(&checker->mutex);
    checker->wanted = change;
    pthread_cond_broadcast(&checker->changed);
    pthread_mutex_unlock(&checker->mutex);
}

Checked *checker_take(Checker *checker)
{
    pthread_mutex_lock(&checker->mutex);
    Checked *result = checker->result;
    checker->result = NULL;
    pthread_mutex_unlock(&checker->mutex);
    return result;
}

Checked *checker_wait(Checker *checker)
{
    pthread_mutex_lock(&checker->mutex);
    while (!checker->result)
        pthread_cond_wait(&checker->changed, &checker->mutex);
    Checked *result = checker->result;
    checker->result = NULL;
    pthread_mutex_unlock(&checker->mutex);
    return result;
}
