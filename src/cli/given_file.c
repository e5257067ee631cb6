/* Finds the row of given_files.def that fits a file or folder, and writes its command. Parts,
 * in order: kinds of files; the words of the command; what would be replaced. */
#include "cli/command_line.h"

#include "base/folders.h"
#include "base/mapped_file.h"
#include "base/path.h"
#include "base/system/process.h"
#include "base/text.h"
#include "cli/invocation.h"
#include "kit/formats/archive.h"
#include "kit/formats/format.h"
#include "kit/jobs/files.h"
#include "kit/workspace/workspace.h"
#include "tirnanog/jobs/projects_home.h"

#include <stdio.h>
#include <string.h>

typedef struct GivenRow {
    const char *formats, *suffixes;
    unsigned command;
    const char *does, *output;
} GivenRow;

static const GivenRow rows[] = {
#define GIVEN(formats, suffixes, command, does, output, title)                                 \
    {formats, suffixes, COMMAND_##command, does, output},
#include "cli/given_files.def"
#undef GIVEN
};

/* ---- kinds of files ---- */

typedef struct Given {
    const char *path;     /* what the command gets */
    const Format *format; /* NULL: unknown, or a folder */
    bool is_folder;       /* before `path` was changed */
    bool is_editable;     /* a folder for the editor */
} Given;

static bool has_word(const char *words, Text wanted)
{
    Text rest = text_of(words);
    for (Text word; (word = text_word(&rest)).size;)
        if (text_equal_caseless(word, wanted))
            return true;
    return false;
}

static bool is_project(const char *folder, Arena *arena)
{
    return file_is_readable(arena_format(arena, "%s/config", folder).at);
}

/* The file `config` stands for its folder. */
static bool is_project_file(Text path, Bytes file)
{
    return text_is(path_base(path), "config") &&
           text_starts(text_without_mark(text_of_bytes(file)), "TirNanoG Project");
}

/* The bytes are let go again: a game that is played may be replaced meanwhile. */
static void look_into(Given *given)
{
    Arena *arena = arena_new();
    Report silent = report_to(NULL, NULL);
    const Text path = text_of(given->path);
    Bytes file;
    if (file_load(given->path, &file, arena, &silent)) {
        const Format *format = format_of(path, file);
        given->is_editable = is_project_file(path, file);
        given->format = format && format_holds(format, file, arena) ? format : NULL;
    }
    arena_free(arena);
}

static Given look_at(const char *path, Arena *arena)
{
    Given given = {.path = path, .is_folder = is_folder(path)};
    if (given.is_folder)
        given.is_editable = is_workspace(path, "") || is_project(path, arena);
    else
        look_into(&given);
    if (given.is_editable && !given.is_folder)
        given.path = arena_text(arena, folder_above(text_of(path), arena)).at;
    return given;
}

static bool fits_format(const GivenRow *row, const Given *given)
{
    const Text name = text_of(given->format ? given->format->name : "");
    if (!strcmp(row->formats, "*folder"))
        return given->is_editable;
    if (!strcmp(row->formats, "*archive"))
        return given->format && archive_kind(name);
    return !*row->formats || has_word(row->formats, name);
}

static bool fits_suffix(const GivenRow *row, const Given *given)
{
    return !*row->suffixes ||
           (!given->is_folder && has_word(row->suffixes, path_suffix(text_of(given->path))));
}

/* The last row fits all. */
static const GivenRow *row_of(const Given *given)
{
    const GivenRow *row = rows;
    while (!fits_format(row, given) || !fits_suffix(row, given))
        row++;
    return row;
}

/* ---- the words of the command ---- */

/* A word as it can be copied to a shell, also to that of Windows if possible. */
static const char *quoted(const char *word, Arena *arena)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_-./:+,@=";
    bool is_plain = true, is_safe = true;
    for (const char *at = word; *at; at++) {
        is_plain = is_plain && ((unsigned char)*at >= 0x80 || strchr(plain, *at));
        is_safe = is_safe && !strchr("\"$`\\!", *at);
    }
    if (is_plain || is_safe)
        return arena_format(arena, is_plain ? "%s" : "\"%s\"", word).at;
    Writer out = writer_to(arena);
    for (write_u8(&out, '\''); *word; word++)
        if (*word == '\'')
            write_text(&out, TEXT("'\\''"));
        else
            write_u8(&out, (uint8_t)*word);
    write_text(&out, TEXT("'"));
    return arena_text(arena, writer_text(&out)).at;
}

/* "oisin unpack data.res -o data" */
static const char *shown(const CommandLine *line, Arena *arena)
{
    Writer out = writer_to(arena);
    write_text(&out, TEXT("oisin"));
    for (int i = 1; i < line->count; i++)
        write_format(&out, " %s", quoted(line->words[i], arena));
    return arena_text(arena, writer_text(&out)).at;
}

/* `output` NULL: the command writes nothing. */
static CommandLine line_of(char *program, const GivenRow *row, const Given *given,
                           const char *output, Arena *arena)
{
    const char *const words[] = {commands[row->command].name, given->path, "-o", output};
    CommandLine line = {1, &program};
    command_line_insert(&line, words, output ? 4 : 2, arena);
    return line;
}

/* ---- what would be replaced ---- */

/* Beside the file, with its name without the suffix. */
static const char *output_of(const GivenRow *row, const Given *given, Arena *arena)
{
    const Text stem = path_without_suffix(text_of(given->path));
    const bool folder = !strcmp(row->output, "/");
    return !*row->output ? NULL
                         : arena_format(arena, "%.*s%s%s", (int)stem.size, stem.at,
                                        folder ? "" : ".", folder ? "" : row->output)
                               .at;
}

/* A texture may have further images, NAME.1.png and so on. */
static const char *existing(const char *output, Arena *arena)
{
    const Text path = text_of(output), stem = path_without_suffix(path);
    const char *second =
        arena_format(arena, "%.*s.1.%s", (int)stem.size, stem.at, path_suffix(path).at).at;
    return file_exists(output) ? output : file_exists(second) ? second : NULL;
}

/* Started by a double click: the page of the user's projects, and of templates for new ones. */
static void show_page(CommandLine *line, Arena *arena)
{
#if WING_STUDIO
    const char *const words[] = {commands[COMMAND_edit].name};
    *line = (CommandLine){1, line->words};
    command_line_insert(line, words, 1, arena);
    fprintf(stderr, "shows your projects: %s\n", shown(line, arena));
#else
    (void)line;
    (void)arena;
#endif
}

bool given_file_command(CommandLine *line, Arena *arena)
{
    if (line->count < 2 && own_console())
        show_page(line, arena);
    if (line->count > 1 && !cli_command(line->words[1]))
        path_accept(line->words[1]);
    const char *path = line->count > 1 ? line->words[1] : "-";
    if (*path == '-' || cli_command(path) || !file_exists(path))
        return true;
    file_mapping_enable();
    const Given given = look_at(path, arena);
    const GivenRow *row = row_of(&given);
    const char *output = output_of(row, &given, arena);
    const bool folder = !strcmp(row->output, "/");
    const CommandLine meant = line_of(line->words[0], row, &given, output, arena);
    if (line->count > 2) {
        fprintf(stderr,
                "oisin: %s is a file, not a command; a file is given alone, or after a "
                "command: %s\n",
                path, shown(&meant, arena));
        return false;
    }
    const char *older = output ? existing(output, arena) : NULL;
    if (older) {
        fprintf(stderr,
                "oisin: %s exists already; to write elsewhere: oisin %s %s -o NEW%s%s\n", older,
                commands[row->command].name, quoted(given.path, arena), folder ? "" : ".",
                folder ? "" : row->output);
        return false;
    }
    fprintf(stderr, "%s %s%s%s%s: %s\n", row->does, path, output ? " to " : "",
            output ? output : "", folder ? "/" : "", shown(&meant, arena));
    *line = meant;
    return true;
}
