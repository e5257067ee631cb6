/* Memory guards: recovery when memory runs out.
 *
 * Allocation from an arena never returns NULL. When memory runs out, `memory_out` is called.
 * Without a guard it prints one line and ends the program with status 1. Inside a guard it
 * jumps back to the guard: everything that the job created and did not free is freed (arenas
 * with all they own; threads are waited for), and `memory_guard` returns false.
 *
 * Guards nest; the innermost one handles the failure. Threads of base/tasks belong to the guard
 * of the thread that started them, and all of them end before the jump. A thread started in any
 * other way has no guard.
 *
 * Objects that existed before the job still exist, but those that the job was modifying (a
 * world, a mirror, the messages of a report) may be inconsistent: free them without reading
 * them. Resources of the job that no arena owns (`arena_own`) are leaked; in particular, do not
 * hold a lock during an allocation. */
#ifndef OISIN_BASE_MEMORY_GUARD_H
#define OISIN_BASE_MEMORY_GUARD_H

#include <stdbool.h>
#include <stddef.h>

typedef void GuardedJob(void *context);

/* Runs `job`; returns whether it was completed. The job must change variables of the caller
 * only through `context`. */
bool memory_guard(GuardedJob *job, void *context);

/* Around a callback of the user: no guard owns what is created between them, because the user
 * keeps it when the job ends early. `memory_guard_resume` takes the result of
 * `memory_guard_suspend`. */
void *memory_guard_suspend(void);
void memory_guard_resume(void *suspended);

/* Called when `size` bytes are not available (SIZE_MAX: unknown size). */
_Noreturn void memory_out(size_t size);

/* Ends the job in the same way because its user does not want it anymore (progress.h). */
_Noreturn void memory_cancel(void);

/* ---- memory of the C library, for what no arena owns ---- */

/* `memory`, which was requested with this size; calls memory_out if it is NULL. */
void *memory_checked(void *memory, size_t size);
/* An array with space for another element after `count`: the same, or a larger copy. The
 * capacity doubles; `size` is that of an element. */
void *memory_larger(void *array, size_t count, size_t *capacity, size_t size);

/* ---- for modules that own memory ---- */

/* The first member of an object that is freed when memory runs out. */
typedef struct Guarded Guarded;
struct Guarded {
    Guarded *before, *after;           /* NULL: belongs to no guard */
    void (*release)(Guarded *guarded); /* calls guarded_remove */
};

/* Adds the object to the guard of this thread, if there is one. */
void guarded_add(Guarded *guarded, void (*release)(Guarded *guarded));
/* May be called from any thread; does nothing if the object belongs to no guard. */
void guarded_remove(Guarded *guarded);

/* ---- for modules that start threads ---- */

/* The objects that a job in another thread created and did not free: a ring, whose newest
 * object is `after` this head. */
typedef struct MemoryLeft {
    Guarded made;
    size_t wanted; /* bytes that were not available; 0 if the job was completed */
} MemoryLeft;

/* As `memory_guard`, but the remaining objects stay in `left` for the thread that waits for
 * this one. */
bool memory_guard_apart(GuardedJob *job, void *context, MemoryLeft *left);

/* Adds the remaining objects to the guard of this thread; without a guard, their owners alone
 * are responsible for them. */
void memory_left_take(MemoryLeft *left);

#endif
