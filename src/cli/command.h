/* The command line: a table of commands (commands.def), a table of their options
 * (options.def), and one function a command.
 *
 * Results go to stdout, words for people to stderr. A command takes as many
 * files as it is given and goes on after a bad one. Exit status: 0 done,
 * 1 failed, 2 wrong command line. */
#ifndef OISIN_CLI_COMMAND_H
#define OISIN_CLI_COMMAND_H

#include "base/stream.h"
#include "kit/job.h"

#include <stdio.h>

enum { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2 };

typedef struct Invocation Invocation;
typedef int CommandRun(Invocation *invocation);

typedef struct CliCommand {
    const char *name, *arguments, *summary, *text;
    CommandRun *run;
    size_t least, most; /* arguments that are no options */
} CliCommand;

struct Invocation {
    const CliCommand *command;
    const char **arguments;
    size_t argument_count;
    Report report;           /* to stderr; counts errors over all files */
    const char *values[128]; /* by option's row; "" for one without argument */
    bool misused;            /* usage_error was called: the exit status */
};

/* Whether an option was given, and its argument (NULL if it was not). */
bool option_given(const Invocation *invocation, const char *name);
const char *option_text(const Invocation *invocation, const char *name);
/* A number within limits; `fallback` if the option was not given; false and a
 * message if it is no such number. */
bool option_number(Invocation *invocation, const char *name, long least, long most,
                   long fallback, long *out);
/* Says what is wrong with the command line; gives EXIT_USAGE. */
int usage_error(Invocation *invocation, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* What was asked for, to stdout; it may be empty. */
void print_result(const Writer *result);

/* The same as a job, with its options; and what its end is to the shell. */
Job job_of(Invocation *invocation, const Progress *progress);
int exit_status(const Job *job, bool ok);

/* All rows, ended by a name of NULL; those of job_options come first. */
extern const CliCommand commands[];
extern const Option options[];
const CliCommand *cli_command(const char *name);
void command_print_help(const CliCommand *command);
void print_help(FILE *out);

#define COMMAND(name, arguments, least, most, summary, text) CommandRun command_##name;
#include "cli/commands.def"
#undef COMMAND

#endif
