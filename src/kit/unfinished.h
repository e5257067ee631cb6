/* What jobs are writing and have not put in its place yet. A job that fails undoes its own; a
 * program that is told to stop undoes all. */
#ifndef OISIN_KIT_UNFINISHED_H
#define OISIN_KIT_UNFINISHED_H

typedef struct Unfinished {
    void (*undo)(void *thing); /* from another thread, while the job still works */
    void *thing;
    struct Unfinished *next;
} Unfinished;

/* It must stay where it is until `unfinished_end`. */
void unfinished_begin(Unfinished *one, void (*undo)(void *thing), void *thing);
void unfinished_end(Unfinished *one);

/* Between these something happens whole or not at all: a file is put down, or all take their
 * places. Whoever stops the program waits for that. */
void unfinished_step(void);
void unfinished_step_end(void);

/* Undoes all, the last first. Jobs that come to any of the above wait for ever after that: the
 * program is to end. */
void unfinished_undo(void);

#endif
