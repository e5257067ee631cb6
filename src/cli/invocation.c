/* Parts, in order: the tables of commands and options; the options of an invocation; errors of
 * the command line, and results. */
#include "cli/invocation.h"

#include "base/text.h"

#include <assert.h>
#include <string.h>

/* ---- tables ---- */

const CliCommand commands[] = {
#define COMMAND(name, program, takes, arguments, min, max, summary, text)                      \
    {#name, arguments, summary, text, TAKES_##takes, PROGRAM_##program, min, max},
#include "cli/commands.def"
#undef COMMAND
    {0}};

const Option options[] = {
#define OPTION(command, id, name, letter, argument, doc)                                       \
    {command, OPTION_##id, name, letter, argument, doc},
#define OPTION_ALSO OPTION
#include "kit/jobs/job_options.def"
#include "cli/cli_options.def"
#undef OPTION_ALSO
#undef OPTION
    {0}};

const char *option_name(unsigned option)
{
    static const char *const names[OPTION_COUNT - JOB_OPTION_COUNT] = {
#define OPTION(command, id, name, letter, argument, doc)                                       \
    [OPTION_##id - JOB_OPTION_COUNT] = name,
#define OPTION_ALSO(command, id, name, letter, argument, doc)
#include "cli/cli_options.def"
#undef OPTION_ALSO
#undef OPTION
    };
    assert(option < OPTION_COUNT);
    return option < JOB_OPTION_COUNT ? job_option_names[option]
                                     : names[option - JOB_OPTION_COUNT];
}

const CliCommand *cli_command(const char *name)
{
    for (const CliCommand *command = commands; command->name; command++)
        if (!strcmp(command->name, name))
            return command;
    return NULL;
}

bool command_is(const CliCommand *command, unsigned number)
{
    return command == &commands[number];
}

/* ---- options ---- */

bool option_given(const Invocation *invocation, unsigned option)
{
    return option_text(invocation, option) != NULL;
}

const char *option_text(const Invocation *invocation, unsigned option)
{
    assert(option < OPTION_COUNT);
    return invocation->values[option];
}

bool option_number(Invocation *invocation, unsigned option, long min, long max, long fallback,
                   long *out)
{
    const char *text = option_text(invocation, option);
    int64_t number = fallback;
    if (text && !text_number(text_of(text), min, max, &number)) {
        usage_error(invocation, "--%s: expected a number from %ld to %ld, found \"%s\"",
                    option_name(option), min, max, text);
        return false;
    }
    *out = (long)number;
    return true;
}

/* ---- messages and results ---- */

int usage_error(Invocation *invocation, const char *format, ...)
{
    va_list arguments;
    invocation->usage_wrong = true;
    va_start(arguments, format);
    fprintf(stderr, "oisin: ");
    vfprintf(stderr, format, arguments);
    fprintf(stderr, "\n");
    va_end(arguments);
    if (invocation->command)
        fprintf(stderr, "usage: oisin %s [OPTION...] %s   (oisin help %s)\n",
                invocation->command->name, invocation->command->arguments,
                invocation->command->name);
    else
        fprintf(stderr, "usage: oisin COMMAND ...   (oisin help)\n");
    return EXIT_USAGE;
}

void print_result(const Writer *result)
{
    if (result->size)
        fwrite(result->data, 1, result->size, stdout);
}
