/* The words of the command line, and which command is meant by words that name none: those of a
 * file, of the program's own name, or none at all. */
#ifndef OISIN_CLI_COMMAND_LINE_H
#define OISIN_CLI_COMMAND_LINE_H

#include "base/arena.h"

/* The words, of which the first one is the program, and NULL. */
typedef struct CommandLine {
    int count;
    char **words;
} CommandLine;

/* Puts words after the first one. */
void command_line_insert(CommandLine *line, const char *const *words, int count, Arena *arena);
/* The name by which a program was started, or that its file has: without folder and .exe. */
Text command_line_name(const char *path, Arena *arena);

/* Puts the words of the command that is meant in the place of others, or leaves them. Returns
 * false if it cannot be run: this was reported. */
typedef bool MeantCommand(CommandLine *line, Arena *arena);
/* A file or folder that is the only word; none at all, in its own window. The command is
 * printed (given_files.def). */
MeantCommand given_file_command;
/* The names that the documents of TirNanoG have: tngp, tnge, tngs. Otherwise the above. */
MeantCommand called_name_command;
/* The player NAME plays NAME.tng beside it. */
MeantCommand own_game_command;

/* The one of this program (program.c); NULL: it has none. */
extern MeantCommand *const meant_command;

#endif
