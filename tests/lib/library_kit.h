/* A program that uses the library, in its own folder, beside the command line. */
#ifndef OISIN_TESTS_LIBRARY_KIT_H
#define OISIN_TESTS_LIBRARY_KIT_H

#include "cli.h"

#include <limits.h>
#include <oisin.h>

typedef struct Shelf {
    Cli *cli;
    OisinKit *kit;
    char before[PATH_MAX], program[PATH_MAX], corpus[PATH_MAX - 20];
} Shelf;

/* Set-up and tear-down of a test. The library works in the folder of the command line, too. */
int shelf_begin(void **state);
int shelf_end(void **state);

/* Creates the project game and builds game/game.tng. */
void make_game(const Shelf *shelf);

/* A path below the folder of the sources. */
const char *shelf_path(const Shelf *shelf, const char *below);
/* Opens a file, which must succeed. */
OisinFile *shelf_open(const Shelf *shelf, const char *path);

#endif
