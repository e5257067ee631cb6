/* Completion of the command line, for three shells, from the tables. */
#include "cli/invocation.h"

#include <stdio.h>
#include <string.h>

static bool is_of(const Option *option, const CliCommand *command)
{
    return !*option->command || !strcmp(option->command, command->name);
}

static void print_bash(void)
{
    printf("_oisin() {\n"
           "    local word=${COMP_WORDS[COMP_CWORD]} names=\n"
           "    if [ \"$COMP_CWORD\" = 1 ]; then\n"
           "        names=\"");
    for (const CliCommand *command = commands; command->name; command++)
        printf("%s ", command->name);
    printf("\"\n    elif [ \"${word#-}\" != \"$word\" ]; then\n"
           "        case ${COMP_WORDS[1]} in\n");
    for (const CliCommand *command = commands; command->name; command++) {
        printf("        %s) names=\"", command->name);
        for (const Option *option = options; option->name; option++)
            if (is_of(option, command))
                printf("--%s ", option->name);
        printf("\" ;;\n");
    }
    printf("        esac\n    fi\n"
           "    if [ -n \"$names\" ]; then\n"
           "        COMPREPLY=($(compgen -W \"$names\" -- \"$word\"))\n"
           "    else\n"
           "        COMPREPLY=($(compgen -f -- \"$word\"))\n"
           "    fi\n}\ncomplete -o filenames -F _oisin oisin\n");
}

/* Prints in single quotes; characters of `special` are escaped by a backslash. */
static void print_quoted(const char *text, const char *special)
{
    for (; *text; text++) {
        if (*text == '\'')
            printf("'\\''");
        else
            printf("%s%c", strchr(special, *text) ? "\\" : "", *text);
    }
}

static void print_zsh_option(const Option *option)
{
    if (*option->letter)
        printf(" '(-%s --%s)'{-%s,--%s}'", option->letter, option->name, option->letter,
               option->name);
    else
        printf(" '--%s", option->name);
    printf("[");
    print_quoted(option->doc, "[]:\\");
    printf("]");
    if (*option->argument) {
        printf(":");
        print_quoted(option->argument, "[]:\\");
        printf(":_files");
    }
    printf("'");
}

static void print_zsh(void)
{
    printf("#compdef oisin\n_oisin() {\n    local -a names\n    names=(\n");
    for (const CliCommand *command = commands; command->name; command++) {
        printf("        '%s:", command->name);
        print_quoted(command->summary, ":\\");
        printf("'\n");
    }
    printf("    )\n    if (( CURRENT == 2 )); then\n        _describe command names\n"
           "        return\n    fi\n    shift words\n    (( CURRENT-- ))\n"
           "    case $words[1] in\n");
    for (const CliCommand *command = commands; command->name; command++) {
        printf("    %s) _arguments", command->name);
        for (const Option *option = options; option->name; option++)
            if (is_of(option, command))
                print_zsh_option(option);
        printf(" '*:file:_files' ;;\n");
    }
    printf("    esac\n}\n_oisin \"$@\"\n");
}

static void print_fish(void)
{
    for (const CliCommand *command = commands; command->name; command++) {
        printf("complete -c oisin -f -n __fish_use_subcommand -a %s -d '", command->name);
        print_quoted(command->summary, "\\");
        printf("'\n");
        for (const Option *option = options; option->name; option++) {
            if (!is_of(option, command))
                continue;
            printf("complete -c oisin -n '__fish_seen_subcommand_from %s' -l %s", command->name,
                   option->name);
            if (*option->letter)
                printf(" -s %s", option->letter);
            printf("%s -d '", *option->argument ? " -r" : "");
            print_quoted(option->doc, "\\");
            printf("'\n");
        }
    }
}

int command_completion(Invocation *invocation)
{
    static const struct {
        const char *name;
        void (*print)(void);
    } shells[] = {{"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}};
    const char *wanted = invocation->argument_count ? invocation->arguments[0] : "bash";
    for (size_t i = 0; i < COUNT_OF(shells); i++)
        if (!strcmp(shells[i].name, wanted)) {
            shells[i].print();
            return EXIT_DONE;
        }
    return usage_error(invocation, "completion: expected bash, zsh or fish, found \"%s\"",
                       wanted);
}
