/* The program as a user runs it, in a folder of its own. The path comes from the
 * environment (tools/run_tests.sh), else the release build. */
#ifndef OISIN_TESTS_DESK_H
#define OISIN_TESTS_DESK_H

#include "kit.h"

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct Desk {
    Arena *arena;
    char folder[64];
    const char *program;
} Desk;

int desk_begin(void **state);
int desk_end(void **state);

/* Runs a shell line in the desk's folder, `oisin` being the program; its output is in
 * the files out and err. */
int sh(Desk *desk, const char *format, ...) __attribute__((format(printf, 2, 3)));
const char *content(Desk *desk, const char *name);

/* Writes a file of the desk's folder. */
void desk_put(Desk *desk, const char *path, Bytes bytes);

/* Runs a shell line, which must end with this status. */
void expect(Desk *desk, int status, const char *line);

#endif
