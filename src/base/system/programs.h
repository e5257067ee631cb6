/* Other programs, which this one starts. */
#ifndef OISIN_BASE_SYSTEM_PROGRAMS_H
#define OISIN_BASE_SYSTEM_PROGRAMS_H

#include <stdbool.h>
#include <stdint.h>

/* By the name as in $PATH; the arguments end with NULL. Nobody waits for it, unless the caller
 * does. 0: it cannot be started. */
typedef int64_t Process;
Process process_start(const char *const *arguments);
/* Whether it has ended: then it is forgotten. */
bool process_is_done(Process process);
/* Ends it, waits for that, and forgets it. */
void process_stop(Process process);
/* Runs another program, by its path, and waits for it. Its exit status, 128 and the signal's
 * number if one has ended it; -1 if it cannot be started, with errno. */
int process_run(const char *path, char **arguments);
/* Runs another program in place of this one. Returns only on failure, with errno. */
void process_become(const char *path, char **arguments);
/* Opens a web address, as the user has chosen. False if that cannot be started. */
bool open_address(const char *address);
/* Opens a folder in the file manager. False if that cannot be started. */
bool open_folder(const char *path);

#endif
