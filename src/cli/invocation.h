/* The command line: a table of commands (commands.def), a table of their options
 * (cli_options.def), and one function per command.
 *
 * Results go to stdout, messages to stderr. A command accepts any number of files and
 * continues after an error. Exit status: 0 success, 1 failure, 2 wrong command line. */
#ifndef OISIN_CLI_INVOCATION_H
#define OISIN_CLI_INVOCATION_H

#include "base/stream.h"
#include "kit/jobs/job.h"

#include <stdio.h>

enum { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2 };

typedef struct Invocation Invocation;
typedef int CommandRun(Invocation *invocation);

enum {
#define PROGRAM(id, file, package) PROGRAM_##id,
#include "cli/programs.def"
#undef PROGRAM
};

/* What the arguments are. Files: what a killed job left beside them is restored first. Projects
 * are files that may be named as in ~/TirNanoG. */
typedef enum CommandTakes {
    TAKES_FILES,
    TAKES_PROJECT,      /* the first one; the others are files */
    TAKES_VERB_PROJECT, /* the second one */
    TAKES_PROJECTS,     /* each */
    TAKES_WORDS,        /* no files */
} CommandTakes;

typedef struct CliCommand {
    const char *name, *arguments, *summary, *text;
    CommandTakes takes;
    unsigned program; /* PROGRAM_id: which one runs it */
    size_t min, max;  /* number of arguments that are not options */
} CliCommand;

/* Options of jobs, then those of other commands. */
enum {
    OPTIONS_OF_JOBS = JOB_OPTION_COUNT - 1, /* the next one is JOB_OPTION_COUNT */
#define OPTION(command, id, name, letter, argument, doc) OPTION_##id,
#define OPTION_ALSO(command, id, name, letter, argument, doc)
#include "cli/cli_options.def"
#undef OPTION_ALSO
#undef OPTION
    OPTION_COUNT
};

struct Invocation {
    const CliCommand *command;
    const char **arguments;
    size_t argument_count;
    Report report;                    /* to stderr; counts the errors of all files */
    ReportKinds kinds;                /* messages of each kind, so far */
    const char *values[OPTION_COUNT]; /* by OPTION_id; "" for an option without argument */
    bool usage_wrong;                 /* usage_error was called: determines the exit status */
};

/* Whether an option was given, and its argument (NULL if it was not). */
bool option_given(const Invocation *invocation, unsigned option);
const char *option_text(const Invocation *invocation, unsigned option);
/* A number within limits; `fallback` if the option was not given. If it is invalid, reports
 * an error and returns false. */
bool option_number(Invocation *invocation, unsigned option, long min, long max, long fallback,
                   long *out);
/* Reports an error in the command line; returns EXIT_USAGE. */
int usage_error(Invocation *invocation, const char *format, ...) PRINTF_LIKE(2, 3);

/* The error for a command that does not exist, with the nearest one. */
int unknown_command(Invocation *invocation, const char *name);

/* Prints the requested result to stdout; it may be empty. */
void print_result(const Writer *result);

/* Converts the invocation to a job with its options; and the job's result to an exit status. */
Job job_of(Invocation *invocation, const Progress *progress);
int exit_status(const Job *job, bool ok);

/* All rows, terminated by a name of NULL; those of job_options are first. */
extern const CliCommand commands[];
extern const Option options[];
const char *option_name(unsigned option); /* of OPTION_id */
const CliCommand *cli_command(const char *name);
bool command_is(const CliCommand *command, unsigned number); /* COMMAND_name */
void command_print_help(const CliCommand *command);
void print_help(FILE *out);

#define COMMAND(name, program, takes, arguments, min, max, summary, text)                      \
    CommandRun command_##name;
#include "cli/commands.def"
#undef COMMAND

enum {
#define COMMAND(name, program, takes, arguments, min, max, summary, text) COMMAND_##name,
#include "cli/commands.def"
#undef COMMAND
    COMMAND_COUNT
};

/* By COMMAND_name; NULL: a command of another program. */
extern CommandRun *const command_runs[COMMAND_COUNT];

#endif
