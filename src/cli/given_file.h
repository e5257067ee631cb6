/* `oisin FILE`: a file in the place of a command, as when it is dropped on the program. The
 * rows of given_files.def say which command is meant. */
#ifndef OISIN_CLI_GIVEN_FILE_H
#define OISIN_CLI_GIVEN_FILE_H

#include "cli/invocation.h"

/* A command line: its words, of which the first one is the program, and NULL. */
typedef struct CommandLine {
    int count;
    char **words;
} CommandLine;

/* Puts the words of a command in the place of a file or folder that is the only word, and
 * prints them; other words stay. Returns false if the command would replace something, or
 * cannot be told: this was reported. */
typedef bool MeantCommand(CommandLine *line, Arena *arena);
MeantCommand given_file_command;

/* The one of this program (program.c); NULL: it has none. */
extern MeantCommand *const meant_command;

#endif
