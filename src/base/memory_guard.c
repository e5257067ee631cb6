/* Parts, in order: the ring of what a job has created; guards; running out of memory.
 * Everything is in one ring and released newest first: a thread that uses a resource was
 * started after it was created, and must end before it is released. */
#include "base/memory_guard.h"

#include "base/game_texts.h"
#include "base/progress.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* The target of the jump, and the resources to free then. */
typedef struct MemoryGuard {
    jmp_buf back;
    MemoryLeft *left;
} MemoryGuard;

static _Thread_local MemoryGuard *innermost;

/* Protects all rings: an arena may be freed by a thread other than the one that created it. Not
 * locked for resources that belong to no guard. */
static pthread_mutex_t rings = PTHREAD_MUTEX_INITIALIZER;

void guarded_add(Guarded *guarded, void (*release)(Guarded *guarded))
{
    guarded->before = guarded->after = NULL;
    guarded->release = release;
    if (!innermost)
        return;
    Guarded *const made = &innermost->left->made;
    pthread_mutex_lock(&rings);
    guarded->before = made;
    guarded->after = made->after;
    made->after->before = guarded;
    made->after = guarded;
    pthread_mutex_unlock(&rings);
}

void guarded_remove(Guarded *guarded)
{
    if (!guarded->after)
        return;
    pthread_mutex_lock(&rings);
    guarded->before->after = guarded->after;
    guarded->after->before = guarded->before;
    guarded->before = guarded->after = NULL;
    pthread_mutex_unlock(&rings);
}

void memory_left_take(MemoryLeft *left)
{
    Guarded *const made = &left->made;
    pthread_mutex_lock(&rings);
    if (innermost && made->after != made) {
        Guarded *const to = &innermost->left->made;
        made->before->after = to->after;
        to->after->before = made->before;
        made->after->before = to;
        to->after = made->after;
    }
    for (Guarded *one = made->after, *next; !innermost && one != made; one = next) {
        next = one->after;
        one->before = one->after = NULL;
    }
    made->before = made->after = made;
    pthread_mutex_unlock(&rings);
}

/* Newest first: a thread must have ended before the resources that were passed to it are freed.
 * After that, no other thread can free one of them. */
static void release_all(Guarded *made)
{
    while (made->after != made)
        made->after->release(made->after);
}

/* A separate function, so that no local variable changes between `setjmp` and `longjmp`. */
static bool got_to_its_end(MemoryGuard *guard, GuardedJob *job, void *context)
{
    if (setjmp(guard->back))
        return false;
    job(context);
    return true;
}

bool memory_guard_apart(GuardedJob *job, void *context, MemoryLeft *left)
{
    MemoryGuard *const outer = innermost;
    MemoryGuard guard = {.left = left};
    const GameTexts texts = game_texts();
    left->made.before = left->made.after = &left->made;
    left->wanted = 0;
    innermost = &guard;
    const bool good = got_to_its_end(&guard, job, context);
    if (!good) {
        game_texts_use(texts);
        release_all(&left->made);
    }
    innermost = outer;
    return good;
}

bool memory_guard(GuardedJob *job, void *context)
{
    MemoryLeft left;
    const bool good = memory_guard_apart(job, context, &left);
    memory_left_take(&left);
    return good;
}

void *memory_guard_suspend(void)
{
    MemoryGuard *const suspended = innermost;
    innermost = NULL;
    return suspended;
}

void memory_guard_resume(void *suspended) { innermost = suspended; }

void memory_cancel(void) { memory_out(SIZE_MAX); }

void memory_out(size_t size)
{
    if (innermost) {
        progress_stop();                           /* freeing must not be interrupted */
        innermost->left->wanted = size ? size : 1; /* 0 means that the job was completed */
        longjmp(innermost->back, 1);
    }
    if (size == SIZE_MAX)
        fprintf(stderr, "oisin: out of memory\n");
    else
        fprintf(stderr, "oisin: out of memory (%zu bytes requested)\n", size);
    exit(1);
}

void *memory_checked(void *memory, size_t size)
{
    if (!memory)
        memory_out(size);
    return memory;
}

void *memory_larger(void *array, size_t count, size_t *capacity, size_t size)
{
    enum { FIRST = 16 };
    if (count < *capacity)
        return array;
    *capacity = *capacity ? 2 * *capacity : FIRST;
    return memory_checked(realloc(array, *capacity * size), *capacity * size);
}
