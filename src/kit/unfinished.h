/* What jobs are writing and have not put in its place yet. A job that fails undoes its own; a
 * program that is told to stop undoes all. */
#ifndef OISIN_KIT_CLEANUP_H
#define OISIN_KIT_CLEANUP_H

typedef struct Cleanup {
    void (*undo)(void *thing); /* from another thread, while the job still works */
    void *thing;
    struct Cleanup *next;
} Cleanup;

/* It must stay where it is until `cleanup_end`. */
void cleanup_begin(Cleanup *one, void (*undo)(void *thing), void *thing);
void cleanup_end(Cleanup *one);

/* Between these something happens whole or not at all: a file is put down, or all take their
 * places. Whoever stops the program waits for that. */
void cleanup_step(void);
void cleanup_step_end(void);

/* Undoes all, the last first. Jobs that come to any of the above wait for ever after that: the
 * program is to end. */
void cleanup_undo(void);

#endif
