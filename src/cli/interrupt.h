/* Ctrl-C, a hang-up or a kill during a job: removes its unfinished files, then ends the
 * program with the default action of the signal. */
#ifndef OISIN_CLI_INTERRUPT_H
#define OISIN_CLI_INTERRUPT_H

/* Starts handling signals. Ignored signals (nohup) stay ignored. */
void interrupt_watch(void);

#endif
