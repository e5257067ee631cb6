#include "cli/command.h"

#include "base/tasks.h"
#include "base/text.h"
#include "cli/interrupt.h"
#include "kit/files.h"
#include "kit/mapped_file.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- messages ---- */

static bool quiet;

static void print_message(void *context, const Message *message)
{
    (void)context;
    if (quiet && message->severity != SEVERITY_ERROR)
        return;
    Arena *arena = arena_new();
    fprintf(stderr, "%s\n", message_print(message, arena).at);
    arena_free(arena);
}

int usage_error(Invocation *invocation, const char *format, ...)
{
    va_list arguments;
    invocation->misused = true;
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

/* ---- options ---- */

static size_t option_row(const Invocation *invocation, Text name)
{
    for (size_t i = 0; options[i].name; i++)
        if ((!*options[i].command || !strcmp(options[i].command, invocation->command->name)) &&
            (text_is(name, options[i].name) ||
             (*options[i].letter && text_is(name, options[i].letter))))
            return i;
    return SIZE_MAX;
}

bool option_given(const Invocation *invocation, const char *name)
{
    return option_text(invocation, name) != NULL;
}

const char *option_text(const Invocation *invocation, const char *name)
{
    const size_t row = option_row(invocation, text_of(name));
    return row == SIZE_MAX ? NULL : invocation->values[row];
}

bool option_number(Invocation *invocation, const char *name, long least, long most,
                   long fallback, long *out)
{
    const char *text = option_text(invocation, name);
    int64_t number = fallback;
    if (text && !text_number(text_of(text), least, most, &number)) {
        usage_error(invocation, "--%s takes a number from %ld to %ld, not \"%s\"", name, least,
                    most, text);
        return false;
    }
    *out = (long)number;
    return true;
}

static int unknown_option(Invocation *invocation, Text name)
{
    Text candidates[64];
    size_t count = 0;
    for (size_t i = 0; options[i].name && count < COUNT_OF(candidates); i++)
        if (!*options[i].command || !strcmp(options[i].command, invocation->command->name))
            candidates[count++] = text_of(options[i].name);
    const Text near = text_nearest(name, candidates, count);
    return usage_error(invocation, "%s has no option \"%.*s\"%s%.*s%s",
                       invocation->command->name, (int)name.size, name.at,
                       near.size ? "; did you mean --" : "", (int)near.size, near.at,
                       near.size ? "?" : "");
}

static void say_misuse(void *context, const char *text) { usage_error(context, "%s", text); }

Job job_of(Invocation *invocation, const Progress *progress)
{
    static ReportKinds kinds;
    interrupt_watch();
    invocation->report.kinds = &kinds; /* a job ends: whatever runs on says all it has to say */
    return (Job){.verb = invocation->command->name,
                 .inputs = invocation->arguments,
                 .input_count = invocation->argument_count,
                 .values = invocation->values,
                 .report = &invocation->report,
                 .progress = progress,
                 .misuse = say_misuse,
                 .context = invocation};
}

int exit_status(const Job *job, bool ok)
{
    report_held_back(job->report);
    return ok ? EXIT_DONE : job->misused ? EXIT_USAGE : EXIT_FAILED;
}

/* --name, --name=value, --name value, -n value; "--" ends options. */
static int parse_arguments(Invocation *invocation, int count, char **words)
{
    bool ended = false;
    for (int i = 0; i < count; i++) {
        const Text word = text_of(words[i]);
        if (ended || word.size < 2 || word.at[0] != '-') {
            invocation->arguments[invocation->argument_count++] = words[i];
            continue;
        }
        if (text_is(word, "--")) {
            ended = true;
            continue;
        }
        const bool is_long = word.at[1] == '-';
        size_t equal = word.size;
        text_find(word, '=', &equal);
        const Text name = text_slice(word, is_long ? 2 : 1, equal);
        const size_t row = option_row(invocation, name);
        if (row == SIZE_MAX)
            return unknown_option(invocation, name);
        if (!*options[row].argument) {
            if (equal < word.size)
                return usage_error(invocation, "--%s takes no value", options[row].name);
            invocation->values[row] = "";
        } else if (equal < word.size) {
            invocation->values[row] = words[i] + equal + 1;
        } else if (i + 1 < count) {
            invocation->values[row] = words[++i];
        } else {
            return usage_error(invocation, "--%s needs %s", options[row].name,
                               options[row].argument);
        }
    }
    return EXIT_DONE;
}

static int run(Invocation *invocation, int count, char **words)
{
    int status = parse_arguments(invocation, count, words);
    long jobs;
    if (status)
        return status;
    if (option_given(invocation, "help")) {
        command_print_help(invocation->command);
        return EXIT_DONE;
    }
    const CliCommand *command = invocation->command;
    if (invocation->argument_count < command->least)
        return usage_error(invocation, "%s needs %s", command->name, command->arguments);
    if (invocation->argument_count > command->most)
        return usage_error(invocation, "%s takes %zu argument%s at most", command->name,
                           command->most, PLURAL(command->most));
    if (!option_number(invocation, "jobs", 1, 64, 0, &jobs))
        return EXIT_USAGE;
    if (jobs)
        tasks_set_threads((unsigned)jobs);
    quiet = option_given(invocation, "quiet");
    file_mapping_enable();
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error of write() */
    status = command->run(invocation);
    if (status == EXIT_DONE && !inputs_are_whole(&invocation->report))
        status = EXIT_FAILED;
    return invocation->misused ? EXIT_USAGE : status;
}

/* Memory of jobs comes from the heap and goes back to it, a few megabytes at a time: threads
 * that map and unmap memory of their own wait for each other. */
static void tune_memory(void)
{
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 64 << 20);
#endif
}

int main(int count, char **words)
{
    Invocation invocation = {0};
    tune_memory();
    invocation.report = report_to(print_message, NULL);
    if (count < 2) {
        print_help(stderr);
        return EXIT_USAGE;
    }
    const char *name = words[1];
    if (!strcmp(name, "--help") || !strcmp(name, "-h"))
        name = "help";
    else if (!strcmp(name, "--version") || !strcmp(name, "-V"))
        name = "version";
    invocation.command = cli_command(name);
    if (!invocation.command) {
        Text names[32];
        size_t known = 0;
        for (; commands[known].name; known++)
            names[known] = text_of(commands[known].name);
        const Text near = text_nearest(text_of(name), names, known);
        return usage_error(&invocation, "no command \"%s\"%s%.*s%s", name,
                           near.size ? "; did you mean " : "", (int)near.size, near.at,
                           near.size ? "?" : "");
    }
    invocation.arguments = calloc((size_t)count, sizeof *invocation.arguments);
    if (!invocation.arguments)
        return EXIT_FAILED;
    int status = run(&invocation, count - 2, words + 2);
    free(invocation.arguments);
    if (fflush(stdout) || ferror(stdout)) {
        fprintf(stderr, "oisin: cannot write to the standard output\n");
        status = EXIT_FAILED;
    }
    return status;
}
