/* The program and its surroundings. Parts, in order: what surrounds it; itself; other programs.
 */
#ifndef OISIN_BASE_SYSTEM_PROCESS_H
#define OISIN_BASE_SYSTEM_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* ---- what surrounds it ---- */

/* A variable of the environment in UTF-8; NULL if it does not exist. */
const char *environment(const char *name);
/* Programs that are started from now on do not get it. */
void environment_remove(const char *name);
/* How many threads run at the same time, at least 1. */
unsigned processors(void);
bool is_terminal(FILE *stream);
/* A terminal that understands ANSI colours. */
bool is_colour_terminal(FILE *stream);
/* Whether the system has opened a window of text for this program alone, as for a double click.
 */
bool own_console(void);
/* Whether a read of the standard input returns at once: with a line of a terminal, bytes of
 * something else, or the end. With `wait`: waits for that, or leaves waiting to the read. */
bool input_ready(bool wait);
/* The languages that the user prefers, as gettext's LANGUAGE: "pl_PL:en". Empty: unknown, or
 * none is wanted. */
enum { LANGUAGES_SIZE = 256 };
void system_languages(char out[LANGUAGES_SIZE]);
/* Where temporary files are made. */
const char *temporary_folder(void);
/* How numbers are formatted in this thread; a thread that works for another one takes its
 * locale. Nothing on Windows, where the program never changes it. */
typedef void *ThreadLocale;
ThreadLocale thread_locale(void);
void thread_locale_set(ThreadLocale locale);
/* Whether servers for many players can run: on Linux. */
bool runs_servers(void);
/* Whether windows can be opened. */
bool has_desktop(void);

/* The computer's name; a text that stays the same as long as its system is installed; one that
 * is another after each start. Empty if unknown. */
enum { IDENTITY_SIZE = 128 };
void computer_name(char out[IDENTITY_SIZE]);
void system_identity(char out[IDENTITY_SIZE]);
void boot_identity(char out[IDENTITY_SIZE]);

/* ---- itself ---- */

/* Call it first. Sets up the standard streams; on Windows the words become UTF-8, and wildcards
 * in them the names of files. The words stay until the program ends. */
void program_begin(int *count, char ***words);
/* After a write to standard output has failed: whether that is a pipe that nobody reads any
 * more. On POSIX systems SIGPIPE has ended the program, unless it is ignored. */
bool output_is_abandoned(void);

/* The path of the running program; false if the system does not say. */
bool program_file(char *out, size_t size);
/* What it was called by: a path, or a name that the system has looked for. */
const char *program_called(void);

#endif
