/* Parts, in order: options, for which the tables are cli/cli_options.def and
 * kit/jobs/job_options.def; running the command named by the first argument; the window of a
 * program that was started by a double click. */
#include "cli/invocation.h"
#include "tirnanog/jobs/projects_home.h"

#include "base/mapped_file.h"
#include "base/system/files.h"
#include "base/system/memory.h"
#include "base/system/process.h"
#include "base/system/programs.h"
#include "base/system/signals.h"
#include "base/tasks.h"
#include "base/text.h"
#include "cli/command_line.h"
#include "cli/messages.h"
#include "kit/jobs/files.h"
#include "kit/jobs/program_folder.h"
#include "kit/jobs/job_recovery.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- options ---- */

static bool option_is_of(const Option *option, const CliCommand *command)
{
    return !*option->command || !strcmp(option->command, command->name);
}

/* Returns NULL if the command has no option of this name or letter. */
static const Option *option_find(const CliCommand *command, Text name)
{
    for (const Option *option = options; option->name; option++)
        if (option_is_of(option, command) &&
            (text_is(name, option->name) || (*option->letter && text_is(name, option->letter))))
            return option;
    return NULL;
}

static int unknown_option(Invocation *invocation, Text name)
{
    Text candidates[OPTION_COUNT]; /* names are unique within a command */
    size_t count = 0;
    for (const Option *option = options; option->name; option++)
        if (option_is_of(option, invocation->command))
            candidates[count++] = text_of(option->name);
    const Text near = text_nearest(name, candidates, count);
    return usage_error(invocation, "%s has no option \"%.*s\"%s%.*s%s",
                       invocation->command->name, (int)name.size, name.at,
                       near.size ? "; did you mean --" : "", (int)near.size, near.at,
                       near.size ? "?" : "");
}

static void report_misuse(void *context, const char *text) { usage_error(context, "%s", text); }

Job job_of(Invocation *invocation, const Progress *progress)
{
    invocation->kinds = (ReportKinds){0}; /* `test --watch` has several jobs */
    interrupt_watch(output_abort_all);
    invocation->report.kinds = &invocation->kinds;
    return (Job){.verb = invocation->command->name,
                 .inputs = invocation->arguments,
                 .input_count = invocation->argument_count,
                 .values = invocation->values,
                 .report = &invocation->report,
                 .progress = progress,
                 .misuse = report_misuse,
                 .context = invocation};
}

int exit_status(const Job *job, bool ok)
{
    report_suppressed(job->report);
    return ok ? EXIT_DONE : job->usage_wrong ? EXIT_USAGE : EXIT_FAILED;
}

/* The word after an option whose argument may be left out, "[PORT]": an address or a port. */
static bool is_optional_value(const char *word)
{
    return strchr("0123456789[", *word) && *word &&
           strspn(word, "0123456789abcdefABCDEF.:[]") == strlen(word);
}

static bool takes_path(const Option *option)
{
    static const char *const paths[] = {"FILE", "DIR", "OUT", "PORT|FILE"};
    for (size_t i = 0; i < COUNT_OF(paths); i++)
        if (!strcmp(option->argument, paths[i]))
            return true;
    return false;
}

/* --name, --name=value, --name value, -n value; "--" ends options. The other words are paths,
 * or names that have no slashes, unless the command takes neither. */
static int parse_arguments(Invocation *invocation, int count, char **words)
{
    bool ended = false;
    for (int i = 0; i < count; i++) {
        const Text word = text_of(words[i]);
        if (ended || word.size < 2 || word.at[0] != '-') {
            if (invocation->command->takes != TAKES_WORDS)
                path_accept(words[i]);
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
        const Option *option = option_find(invocation->command, name);
        if (!option)
            return unknown_option(invocation, name);
        char *value = NULL;
        if (!*option->argument) {
            if (equal < word.size)
                return usage_error(invocation, "--%s does not accept a value", option->name);
        } else if (equal < word.size) {
            value = words[i] + equal + 1;
        } else if (*option->argument == '[') {
            value = i + 1 < count && is_optional_value(words[i + 1]) ? words[++i] : NULL;
        } else if (i + 1 < count) {
            value = words[++i];
        } else {
            return usage_error(invocation, "--%s requires %s", option->name, option->argument);
        }
        if (value && takes_path(option))
            path_accept(value);
        invocation->values[option->id] = value ? value : "";
    }
    return EXIT_DONE;
}

/* Projects may be named as in ~/TirNanoG. */
static void find_projects(Invocation *invocation, Arena *arena)
{
#if WING_TIRNANOG
    static const struct {
        size_t first, end;
    } projects[] = {[TAKES_PROJECT] = {0, 1},
                    [TAKES_VERB_PROJECT] = {1, 2},
                    [TAKES_PROJECTS] = {0, SIZE_MAX},
                    [TAKES_WORDS] = {0, 0}};
    const CommandTakes takes = invocation->command->takes;
    for (size_t i = projects[takes].first;
         i < projects[takes].end && i < invocation->argument_count; i++)
        invocation->arguments[i] = home_find_project(invocation->arguments[i], arena);
#else
    (void)invocation;
    (void)arena;
#endif
}

/* Status 1 of merge means conflicts. */
enum { EXIT_TROUBLE = 2 };

/* Before anything is read. */
static bool recover(Invocation *invocation)
{
    if (invocation->command->takes == TAKES_WORDS)
        return true;
    const GivenPaths given = {invocation->arguments, invocation->argument_count,
                              invocation->values, OPTION_COUNT};
    return recover_before(invocation->command->name, &given, &invocation->report);
}

/* Runs another program in place of this one, with the same words. */
static int run_other(const CliCommand *command, char **all, Arena *arena)
{
    static const struct {
        const char *file, *package;
    } programs[] = {
#define PROGRAM(id, file, package) {file, package},
#include "cli/programs.def"
#undef PROGRAM
    };
    static const char *const places[] = {"", "../libexec/oisin/"};
    const Text own = program_folder(arena);
    const char *file = programs[command->program].file;
#if WING_SERVER
    if (command->program == PROGRAM_server && !runs_servers()) {
        fprintf(stderr,
                "oisin: %s is for servers, which run on Linux; players connect to them "
                "by: oisin play --connect HOST\n",
                command->name);
        return EXIT_FAILED;
    }
#endif
    for (size_t i = 0; i < COUNT_OF(places) && own.size; i++) {
        const char *path =
            arena_format(arena, "%.*s/%s%s", (int)own.size, own.at, places[i], file).at;
        if (!file_is_executable(path))
            continue;
        const int status = own_console() ? process_run(path, all) : -1;
        if (status >= 0)
            return status;
        process_become(path, all);
        fprintf(stderr, "oisin: %s: %s\n", path, strerror(errno));
        return EXIT_FAILED;
    }
    fprintf(stderr, "oisin: %s needs the program %s (Debian package %s)\n", command->name, file,
            programs[command->program].package);
    return EXIT_FAILED;
}

static int run(Invocation *invocation, int count, char **all, Arena *arena)
{
    char **words = all + 2;
    int status = parse_arguments(invocation, count - 2, words);
    long jobs;
    if (status)
        return status;
    if (option_given(invocation, OPTION_help)) {
        command_print_help(invocation->command);
        return EXIT_DONE;
    }
    const CliCommand *command = invocation->command;
    if (invocation->argument_count < command->min)
        return usage_error(invocation, "%s requires %s", command->name, command->arguments);
    if (invocation->argument_count > command->max)
        return usage_error(invocation, "%s accepts at most %zu argument%s", command->name,
                           command->max, PLURAL(command->max));
    if (!option_number(invocation, OPTION_jobs, 1, 64, 0, &jobs))
        return EXIT_USAGE;
    CommandRun *command_run = command_runs[command - commands];
    if (!command_run)
        return run_other(command, all, arena);
    if (jobs)
        tasks_set_threads((unsigned)jobs);
    status = messages_begin(invocation);
    if (status)
        return status;
    file_mapping_enable();
    file_size_limit_note();
    find_projects(invocation, arena);
    Job encoding = {
        .values = invocation->values, .misuse = report_misuse, .context = invocation};
    if (!job_choose_encoding(&encoding))
        return EXIT_USAGE;
    status = recover(invocation)                              ? command_run(invocation)
             : command_is(invocation->command, COMMAND_merge) ? EXIT_TROUBLE
                                                              : EXIT_FAILED;
    messages_end(&invocation->report);
    if (status == EXIT_DONE && !inputs_are_whole(&invocation->report))
        status = EXIT_FAILED;
    return invocation->usage_wrong ? EXIT_USAGE : status;
}

/* The command named by the first word. */
static int run_command(Invocation *invocation, const CommandLine *line, Arena *arena)
{
    const char *name = line->words[1];
    if (!strcmp(name, "--help") || !strcmp(name, "-h"))
        name = "help";
    else if (!strcmp(name, "--version") || !strcmp(name, "-V"))
        name = "version";
    invocation->command = cli_command(name);
    if (!invocation->command)
        return unknown_command(invocation, name);
    invocation->arguments = ARENA_ALLOC(arena, const char *, (size_t)line->count);
    return run(invocation, line->count, line->words, arena);
}

/* ---- its own window ---- */

/* A window that the system has opened for this program closes with it, before anybody can read
 * it. A game or a page that was closed needs no more reading. */
static void keep_window(const Invocation *invocation, int status)
{
    const CliCommand *command = invocation->command;
    if (!own_console() || !is_terminal(stdin) ||
        (status == EXIT_DONE && command && command->program != PROGRAM_core))
        return;
    fprintf(stderr, "Press Enter to close this window.\n");
    getchar();
}

int main(int count, char **words)
{
    Invocation invocation = {0};
    program_begin(&count, &words);
    CommandLine line = {count, words};
    int status = EXIT_USAGE;
    memory_tune();
    invocation.report = report_to(messages_print, NULL);
    Arena *arena = arena_new();
    if (meant_command && !meant_command(&line, arena))
        status = line.count > 2 ? EXIT_USAGE : EXIT_FAILED;
    else if (line.count < 2)
        print_help(stderr);
    else
        status = run_command(&invocation, &line, arena);
    arena_free(arena);
    if (fflush(stdout) || ferror(stdout)) {
        if (!output_is_abandoned())
            fprintf(stderr, "oisin: cannot write to standard output\n");
        status = EXIT_FAILED;
    }
    keep_window(&invocation, status);
    return status;
}
