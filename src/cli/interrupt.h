/* Ctrl-C, a hang-up or a kill while a job works: what it has not put in its place goes away,
 * then the program ends as such a signal ends it. */
#ifndef OISIN_CLI_INTERRUPT_H
#define OISIN_CLI_INTERRUPT_H

/* From now on. A signal that is ignored (nohup) stays so. */
void interrupt_watch(void);

#endif
