/* Cleanup of unfinished output. A job that fails undoes its own work; when the program is
 * interrupted, the work of all jobs is undone. */
#ifndef OISIN_BASE_OUTPUT_CLEANUP_H
#define OISIN_BASE_OUTPUT_CLEANUP_H

typedef struct Cleanup {
    void (*undo)(void *thing); /* called from another thread, while the job still runs */
    void *thing;
    struct Cleanup *next;
} Cleanup;

/* The struct must not move until `cleanup_end`. */
void cleanup_begin(Cleanup *one, void (*undo)(void *thing), void *thing);
void cleanup_end(Cleanup *one);

/* Between these calls an operation is atomic: a file is created, or all files are committed.
 * An interruption waits for its end. */
void cleanup_step(void);
void cleanup_step_end(void);

#endif
