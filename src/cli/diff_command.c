/* diff: prints differences between two files of any format, or between two folders. */
#include "cli/invocation.h"
#include "cli/messages.h"
#include "kit/jobs/jobs.h"
#include "base/text.h"

#include <stdio.h>

/* Exit status like diff. */
enum { EXIT_SAME = 0, EXIT_DIFFERENT = 1, EXIT_TROUBLE = 2 };

typedef struct Printing {
    bool brief, colour;
    Text said;        /* with --brief: the last file printed */
    JsonWriter *json; /* or NULL */
    Arena *arena;
} Printing;

static const char *const colours[] = {[DIFFERENCE_CHANGED] = "\033[33m",
                                      [DIFFERENCE_REMOVED] = "\033[31m",
                                      [DIFFERENCE_ADDED] = "\033[32m"};

static void print_difference(void *context, const Difference *difference)
{
    Printing *printing = context;
    static const char *const kinds[] = {[DIFFERENCE_CHANGED] = "changed",
                                        [DIFFERENCE_REMOVED] = "removed",
                                        [DIFFERENCE_ADDED] = "added"};
    if (printing->json) {
        json_open(printing->json, NULL);
        json_put_text(printing->json, "kind", text_of(kinds[difference->kind]));
        json_put_text(printing->json, "file", difference->file);
        json_put_text(printing->json, "place", difference->place);
        json_put_text(printing->json, "text", difference->text);
        json_close(printing->json);
        return;
    }
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

int command_diff(Invocation *invocation)
{
    Job job = job_of(invocation, NULL);
    Arena *arena = arena_new();
    Printing printing = {.brief = option_given(invocation, OPTION_brief),
                         .colour = colours_on(stdout),
                         .json = messages_json(),
                         .arena = arena};
    Differences differences = {.sink = print_difference, .context = &printing};
    int status = EXIT_TROUBLE;
    if (printing.json)
        json_open_list(printing.json, "differences");
    if (job_diff(&job, &differences)) {
        status = differences.count ? EXIT_DIFFERENT : EXIT_SAME;
        if (!option_given(invocation, OPTION_quiet) && !printing.json)
            fprintf(stderr, "%zu difference%s\n", differences.count, PLURAL(differences.count));
    }
    if (printing.json)
        json_close_list(printing.json);
    arena_free(arena);
    return status;
}
