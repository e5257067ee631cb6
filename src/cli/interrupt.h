/* Ctrl-C, a hang-up or a kill. During a job: removes its unfinished files, then ends the
 * program with the default action of the signal. In a program that serves until it is stopped:
 * ends its loop. */
#ifndef OISIN_CLI_INTERRUPT_H
#define OISIN_CLI_INTERRUPT_H

#include <stdbool.h>

/* Starts handling signals. Ignored signals (nohup) stay ignored. */
void interrupt_watch(void);

/* From now on Ctrl-C and a kill are only noted, for a loop that asks `interrupted`; `false`:
 * they do again what they did before. */
void interrupt_note(bool only_noted);
bool interrupted(void);

#endif
