/* The tables as text: help, manual page. */
#include "cli/invocation.h"
#include "cli/conversion_list.h"

#include "base/folders.h"
#include "base/system/files.h"
#include "base/text.h"
#include "kit/jobs/program_folder.h"
#include "tirnanog/jobs/templates.h"

#include <oisin.h>
#include <stdio.h>
#include <string.h>

/* The folder with the documents of an installed program, PREFIX/share/doc/oisin/, or the same
 * beside one that was unpacked from a zip file; empty for one in its build folder, whose
 * documents are those of the sources. */
static Text documents_folder(Arena *arena)
{
    const Text own = program_folder(arena);
    const Text places[] = {own, folder_above(own, arena)};
    for (size_t i = 0; i < COUNT_OF(places) && own.size; i++) {
        const Text folder =
            arena_format(arena, "%.*s/share/doc/oisin/", (int)places[i].size, places[i].at);
        const char *index = arena_format(arena, "%sdocs/README.md", folder.at).at;
        if (file_is_readable(index))
            return folder;
    }
    return TEXT("");
}

/* The text of a help page, with the paths of documents on this computer. */
static const char *with_documents(const char *text, Arena *arena)
{
    const Text folder = documents_folder(arena);
    Writer out = writer_to(arena);
    for (const char *at; folder.size && (at = strstr(text, "docs/")); text = at + 5)
        write_format(&out, "%.*s%sdocs/", (int)(at - text), text, folder.at);
    write_text(&out, text_of(text));
    return arena_text(arena, writer_text(&out)).at;
}

/* Options that have an effect on files of a suffix; NULL: all. */
static void print_options(const char *command, const char *suffix)
{
    Arena *arena = arena_new();
    for (const Option *option = options; option->name; option++) {
        if (strcmp(option->command, command) != 0 ||
            (suffix && !conversions_take(suffix, option->id)))
            continue;
        char left[64];
        snprintf(left, sizeof left, "%s%s%s--%s%s%s", *option->letter ? "-" : "    ",
                 option->letter, *option->letter ? ", " : "", option->name,
                 *option->argument ? " " : "", option->argument);
        printf("  %-24s %s\n", left, with_documents(option->doc, arena));
    }
    arena_free(arena);
}

/* The text between summary and options. */
static const char *command_text(const CliCommand *command, Arena *arena)
{
    Writer out = writer_to(arena);
    if (command_is(command, COMMAND_convert)) {
        write_text(&out, TEXT("Conversions (oisin help convert SUFFIX: their options):\n\n"));
        conversions_write(&out, NULL);
        write_u8(&out, '\n');
    }
    write_text(&out, text_of(with_documents(command->text, arena)));
#if WING_TIRNANOG
    if (command_is(command, COMMAND_new)) {
        write_text(&out, TEXT("\nTemplates:\n\n"));
        templates_write(&out);
    }
#endif
    return arena_text(arena, writer_text(&out)).at;
}

void command_print_help(const CliCommand *command)
{
    Arena *arena = arena_new();
    const char *text = command_text(command, arena);
    printf("oisin %s [OPTION...] %s\n\n%s.\n\n%s", command->name, command->arguments,
           command->summary, text);
    printf("%sOptions:\n", *text ? "\n" : "");
    print_options(command->name, NULL);
    print_options("", NULL);
    arena_free(arena);
}

/* `suffix`: "lay", ".lay", "folder". */
static int print_conversions(Invocation *invocation, const char *suffix)
{
    const char *name = !strcmp(suffix, "folder") ? "" : suffix + (*suffix == '.');
    Arena *arena = arena_new();
    Writer out = writer_to(arena);
    conversions_write(&out, name);
    if (out.size) {
        printf("oisin convert [OPTION...] IN... -o OUT\n\nConversions of %s%s:\n\n",
               *name ? "." : "folders", name);
        print_result(&out);
        printf("\nOptions:\n");
        print_options("convert", name);
    }
    arena_free(arena);
    return out.size ? EXIT_DONE
                    : usage_error(invocation,
                                  "no conversion of .%s files; see oisin help convert "
                                  "for a list",
                                  name);
}

/* What `oisin FILE` does. */
static void given_write(Writer *out)
{
    static const struct {
        const char *title, *command, *output;
    } rows[] = {
#define GIVEN(formats, suffixes, command, does, output, title) {title, #command, output},
#include "cli/given_files.def"
#undef GIVEN
    };
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const bool folder = !strcmp(rows[i].output, "/"), file = *rows[i].output && !folder;
        write_format(out, "  %-44s oisin %s FILE%s%s%s\n", rows[i].title, rows[i].command,
                     folder || file ? " -o NAME" : "", file ? "." : "",
                     file ? rows[i].output : "");
    }
}

static const char given_head[] =
    "Give it a file or a folder (oisin FILE); depending on what that is, it runs:\n";

void print_help(FILE *out)
{
    Arena *arena = arena_new();
    Writer given = writer_to(arena);
    given_write(&given);

    fputs("oisin: a toolkit for the data of adventure and role-playing games, and an engine\n"
          "that plays them.\n\n",
          out);
    fprintf(out, "%s%.*s\n", given_head, (int)given.size, (const char *)given.data);
    arena_free(arena);
    fputs("Or a command:\n\n"
#if WING_TIRNANOG
          "    oisin new mygame        create a game\n"
          "    oisin build mygame      build mygame/game.tng\n"
#if WING_PLAYER
          "    oisin play mygame       play it\n"
#endif
          "    oisin check mygame      report its errors\n"
          "    oisin show game.tng     print the contents of a file\n\n"
#else
          "    oisin probe FILE        say what a file is\n"
          "    oisin check FILE        report its errors\n"
          "    oisin show FILE         print its contents\n\n"
#endif
          "Commands (oisin help COMMAND):\n",
          out);
    for (const CliCommand *command = commands; command->name; command++)
        fprintf(out, "  %-12s %s\n", command->name, command->summary);
}

int unknown_command(Invocation *invocation, const char *name)
{
    Text names[COMMAND_COUNT];
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        names[i] = text_of(commands[i].name);
    const Text near = text_nearest(text_of(name), names, COMMAND_COUNT);
    return usage_error(invocation, "unknown command \"%s\"%s%.*s%s", name,
                       near.size ? "; did you mean " : "", (int)near.size, near.at,
                       near.size ? "?" : "");
}

int command_help(Invocation *invocation)
{
    if (!invocation->argument_count) {
        print_help(stdout);
        return EXIT_DONE;
    }
    const CliCommand *command = cli_command(invocation->arguments[0]);
    if (!command)
        return unknown_command(invocation, invocation->arguments[0]);
    if (invocation->argument_count > 1 && !command_is(command, COMMAND_convert))
        return usage_error(invocation, "only help convert accepts a suffix");
    if (invocation->argument_count > 1)
        return print_conversions(invocation, invocation->arguments[1]);
    command_print_help(command);
    return EXIT_DONE;
}

int command_version(Invocation *invocation)
{
    (void)invocation;
    printf("oisin " OISIN_VERSION "\n");
    return EXIT_DONE;
}

/* In a manual page a line may not begin with a dot or a quote, and a minus is escaped. */
static void print_roff(const char *text)
{
    bool start = true;
    for (; *text; text++) {
        if (start && (*text == '.' || *text == '\''))
            printf("\\&");
        start = *text == '\n';
        if (*text == '-')
            printf("\\-");
        else if (*text == '\\')
            printf("\\e");
        else
            putchar(*text);
    }
}

static void print_roff_options(const char *command, Arena *arena)
{
    for (const Option *option = options; option->name; option++) {
        if (strcmp(option->command, command) != 0)
            continue;
        printf(".TP\n.B ");
        if (*option->letter)
            printf("\\-%s, ", option->letter);
        printf("\\-\\-%s", option->name);
        if (*option->argument)
            printf(" \\fI%s\\fR", option->argument);
        printf("\n");
        print_roff(with_documents(option->doc, arena));
        printf("\n");
    }
}

int command_manual(Invocation *invocation)
{
    (void)invocation;
    Arena *arena = arena_new();
    printf(
        ".TH OISIN 1 \"\" \"oisin " OISIN_VERSION "\" \"User Commands\"\n"
        ".SH NAME\noisin \\- build, unpack, check and play adventure and role-playing "
        "games\n"
        ".SH SYNOPSIS\n.B oisin\n.I COMMAND\n[\\fIOPTION\\fR...] [\\fIARGUMENT\\fR...]\n.br\n"
        ".B oisin\n.I FILE\n"
        ".SH DESCRIPTION\nResults go to the standard output, messages to the standard error "
        "as FILE:LINE:COLUMN: text. Commands accept any number of files and continue after an "
        "error.\n"
        ".PP\n");
    Writer given = writer_to(arena);
    given_write(&given);
    printf("%s.PP\n.nf\n", given_head);
    print_roff(arena_text(arena, writer_text(&given)).at);
    printf(
        ".fi\n.PP\nA command\\(aqs name has precedence; a new file or folder is beside FILE, "
        "with its name without the suffix, and replaces nothing.\n.SH COMMANDS\n");
    for (const CliCommand *command = commands; command->name; command++) {
        printf(".SS \"oisin %s ", command->name);
        print_roff(command->arguments);
        printf("\"\n");
        print_roff(command->summary);
        printf(".\n.PP\n.nf\n");
        print_roff(command_text(command, arena));
        printf(".fi\n");
        print_roff_options(command->name, arena);
    }
    printf(".SH OPTIONS\n");
    print_roff_options("", arena);
    printf(".SH EXIT STATUS\n0 success, 1 failure, 2 wrong command line.\n");
    arena_free(arena);
    return EXIT_DONE;
}
