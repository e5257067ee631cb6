/* What the user or the system wants of a running program: that it ends, or that it is broken.
 */
#ifndef OISIN_BASE_SYSTEM_SIGNALS_H
#define OISIN_BASE_SYSTEM_SIGNALS_H

#include <stdbool.h>

/* From now on Ctrl-C, a hang-up or a kill calls `ends`, in another thread, and then ends
 * the program as it does by default. What was ignored (nohup) stays ignored. */
void interrupt_watch(void (*ends)(void));

/* From now on Ctrl-C and a kill are only noted, for a loop that asks `interrupted`; `false`:
 * they do again what they did before. */
void interrupt_note(bool only_noted);
bool interrupted(void);

/* When the program crashes, calls `crashed`, and then ends it in the default way. `crashed` may
 * only call functions of files.h on handles and paths, and standard functions without a state.
 */
void crash_watch(void (*crashed)(void));

/* A file that becomes too large for a limit of the user is an error of the write. */
void file_size_limit_note(void);

#endif
