/* A job that memory may run out in, and what happens then.
 *
 * Memory that runs out leaves by one exit, `memory_out`. Without a guard it prints one line
 * and ends the program with status 1. Below a guard it jumps back to it: what the job made
 * and nobody has freed is freed (its arenas, with all they own; its threads are waited for),
 * and `memory_guard` returns false.
 *
 * Guards nest; the innermost catches. Threads of base/tasks stand below the guard of who
 * started them: there all of them come to an end first. A thread that was started in another
 * way stands below none.
 *
 * What was there before the job stays, but what the job was changing may be half changed: a
 * world, a mirror, a report's messages. It is to be freed and not looked at. What a job holds
 * that no arena owns (`arena_own`) is lost: locks above all must not be held across a take. */
#ifndef OISIN_BASE_MEMORY_GUARD_H
#define OISIN_BASE_MEMORY_GUARD_H

#include <stdbool.h>
#include <stddef.h>

typedef void GuardedJob(void *context);

/* Whether the job got to its end. Variables of the caller that the job changes must be
 * reached through `context`. */
bool memory_guard(GuardedJob *job, void *context);

/* There is no memory for `size` bytes (SIZE_MAX: nobody knows how many). */
_Noreturn void memory_out(size_t size);

/* ---- for what owns memory ---- */

/* The beginning of something that is freed if memory runs out. */
typedef struct Guarded Guarded;
struct Guarded {
    Guarded *before, *after;           /* NULL: below no guard */
    void (*release)(Guarded *guarded); /* calls guarded_remove */
};

/* Below the guard of this thread, if there is one. */
void guarded_add(Guarded *guarded, void (*release)(Guarded *guarded));
/* In any thread; nothing happens if it is below none. */
void guarded_remove(Guarded *guarded);

/* ---- for who starts threads ---- */

/* What a job in a thread has made and left: a ring, its newest `after` this. */
typedef struct MemoryLeft {
    Guarded made;
    size_t wanted; /* bytes that there were none for; 0 if the job got to its end */
} MemoryLeft;

/* As `memory_guard`, but what is left waits in `left` for the thread that waits for this one.
 */
bool memory_guard_apart(GuardedJob *job, void *context, MemoryLeft *left);

/* What is left stands below the guard of this thread, or is its owners' alone. */
void memory_left_take(MemoryLeft *left);

#endif
