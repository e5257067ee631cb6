/* diff: what differs between two files of any format, or the files of two folders. */
#include "cli/command.h"
#include "base/path.h"
#include "cli/files.h"
#include "formats/difference.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* As diff has it. */
enum { EXIT_SAME = 0, EXIT_DIFFERENT = 1, EXIT_TROUBLE = 2 };

typedef struct Printing {
    bool brief, colour;
    Text said; /* with --brief: the file that was named last */
    Arena *arena;
} Printing;

static const char *const colours[] = {[DIFFERENCE_CHANGED] = "\033[33m",
                                      [DIFFERENCE_REMOVED] = "\033[31m",
                                      [DIFFERENCE_ADDED] = "\033[32m"};

static void print_difference(void *context, const Difference *difference)
{
    Printing *printing = context;
    if (printing->brief) {
        if (printing->said.at && text_equal(printing->said, difference->file))
            return;
        printing->said = arena_text(printing->arena, difference->file);
        printf("%s\n", printing->said.at);
        return;
    }
    Arena *arena = arena_new();
    Writer line = writer_to(arena);
    difference_write(difference, &line);
    if (printing->colour)
        printf("%s%.*s\033[0m\n", colours[difference->kind], (int)line.size, line.data);
    else
        printf("%.*s\n", (int)line.size, line.data);
    arena_free(arena);
}

static bool diff_files(Invocation *invocation, Differences *differences, Arena *arena)
{
    const char *const *paths = invocation->arguments;
    DifferenceSide a = {.path = text_of(paths[0])}, b = {.path = text_of(paths[1])};
    const bool found = file_load(paths[0], &a.bytes, arena, &invocation->report);
    return file_load(paths[1], &b.bytes, arena, &invocation->report) && found &&
           difference_files(path_base(a.path), &a, &b, differences, &invocation->report);
}

/* ---- folders ---- */

static int by_path(const void *a, const void *b)
{
    return text_compare(((const ProjectFile *)a)->path, ((const ProjectFile *)b)->path);
}

static bool load_sorted(const char *folder, ProjectFiles *files, Arena *arena, Report *report)
{
    if (!folder_load_files(folder, files, arena, report))
        return false;
    if (files->count)
        qsort(files->items, files->count, sizeof *files->items, by_path);
    return true;
}

static DifferenceSide side_of(const char *folder, const ProjectFile *file, Arena *arena)
{
    return (DifferenceSide){
        arena_format(arena, "%s/%.*s", folder, (int)file->path.size, file->path.at),
        file->bytes};
}

static bool diff_folders(Invocation *invocation, Differences *differences, Arena *arena)
{
    const char *const *paths = invocation->arguments;
    ProjectFiles a, b;
    bool ok = true;
    if (!load_sorted(paths[0], &a, arena, &invocation->report) ||
        !load_sorted(paths[1], &b, arena, &invocation->report))
        return false;
    for (size_t i = 0, j = 0; i < a.count || j < b.count;) {
        const int order = i == a.count   ? 1
                          : j == b.count ? -1
                                         : by_path(&a.items[i], &b.items[j]);
        const ProjectFile *file = order > 0 ? &b.items[j] : &a.items[i];
        if (order) {
            difference_alone(file->path, order < 0 ? DIFFERENCE_REMOVED : DIFFERENCE_ADDED,
                             TEXT(""), file->bytes.size, differences);
        } else {
            const DifferenceSide before = side_of(paths[0], file, arena),
                                 after = side_of(paths[1], &b.items[j], arena);
            ok &=
                difference_files(file->path, &before, &after, differences, &invocation->report);
        }
        i += order <= 0;
        j += order >= 0;
    }
    return ok;
}

/* ---- the command ---- */

static bool compare(Invocation *invocation, Differences *differences, Arena *arena)
{
    const bool first = is_folder(invocation->arguments[0]),
               second = is_folder(invocation->arguments[1]);
    if (first != second)
        return report_error(&invocation->report, "%s is a folder, %s is none",
                            invocation->arguments[!first], invocation->arguments[first]);
    return first ? diff_folders(invocation, differences, arena)
                 : diff_files(invocation, differences, arena);
}

int command_diff(Invocation *invocation)
{
    Arena *arena = arena_new();
    const char *format = option_text(invocation, "format");
    Printing printing = {.brief = option_given(invocation, "brief"),
                         .colour = isatty(STDOUT_FILENO) && !getenv("NO_COLOR"),
                         .arena = arena};
    Differences differences = {.sink = print_difference,
                               .context = &printing,
                               .format = format ? format_named(text_of(format)) : NULL};
    int status = EXIT_TROUBLE;
    if (format && !differences.format) {
        usage_error(invocation, "no format \"%s\"", format);
    } else if (compare(invocation, &differences, arena)) {
        status = differences.count ? EXIT_DIFFERENT : EXIT_SAME;
        if (!option_given(invocation, "quiet"))
            fprintf(stderr, "%zu difference%s\n", differences.count,
                    differences.count == 1 ? "" : "s");
    }
    arena_free(arena);
    return status;
}
