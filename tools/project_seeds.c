/* project_seeds FIRST COUNT [FOLDER]: makes a project from each seed, builds it, unpacks the
 * game, and builds that again: the same bytes. With FOLDER, the files of each project are
 * written there, to look at a seed that fails. */
#include "../tests/lib/project_author.h"
#include "../tests/lib/project_trip.h"

#include "base/output/output.h"

#include <stdio.h>
#include <stdlib.h>

static void print_message(void *context, const Message *message)
{
    if (message->severity == SEVERITY_ERROR)
        fprintf(stderr, "seed %u: %.*s:%u:%u: %.*s\n", *(const uint32_t *)context,
                (int)message->subject.size, message->subject.at, message->line, message->column,
                (int)message->text.size, message->text.at);
}

static bool write_files(const ProjectFiles *files, const char *folder, Arena *arena,
                        Report *report)
{
    Output *output = output_folder(folder, false, NULL, arena, report);
    bool ok = output;
    for (size_t i = 0; ok && i < files->count; i++)
        ok = output_put(output, files->items[i].path, &files->items[i].bytes, 1, 0, report);
    return output && output_end(output, ok, report);
}

static bool try_seed(uint32_t number, const char *folder)
{
    Report report = report_to(print_message, &number);
    Arena *arena = arena_new();
    ProjectFiles files;
    const bool ok = project_author(number, &files, arena, &report) &&
                    (!folder || write_files(&files, folder, arena, &report)) &&
                    project_survives(&files, arena, &report);
    arena_free(arena);
    return ok;
}

int main(int count, char **words)
{
    if (count < 3) {
        fprintf(stderr, "usage: project_seeds FIRST COUNT [FOLDER]\n");
        return 2;
    }
    const uint32_t first = (uint32_t)atoi(words[1]), all = (uint32_t)atoi(words[2]);
    uint32_t failed = 0;
    for (uint32_t i = 0; i < all; i++)
        failed += !try_seed(first + i, count > 3 ? words[3] : NULL);
    printf("%u projects, %u failed\n", all, failed);
    return failed > 0;
}
