/* The program as a user runs it, in its own folder. The path comes from the
 * environment (tools/run_tests.sh), else the release build. */
#ifndef OISIN_TESTS_DESK_H
#define OISIN_TESTS_DESK_H

#include "kit.h"

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct Cli {
    Arena *arena;
    char folder[FOLDER_SIZE];
    const char *program;
} Cli;

int cli_begin(void **state);
int cli_end(void **state);

/* Runs a shell line in the desk's folder, `oisin` being the program; its output is in
 * the files out and err. The test fails, whatever status it expects, if any `oisin` in the line
 * ends by a fault: by a signal such as SIGSEGV, or with 99, the status of sanitizers. */
int sh(Cli *cli, const char *format, ...) PRINTF_LIKE(2, 3);
const char *content(Cli *cli, const char *name);

/* Writes a file of the desk's folder. */
void cli_put(Cli *cli, const char *path, Bytes bytes);

/* Runs a shell line, which must end with this status. */
void expect(Cli *cli, int status, const char *line);

#endif
