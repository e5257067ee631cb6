/* merge: merges two changed copies of files or folders. */
#include "cli/invocation.h"
#include "cli/messages.h"
#include "kit/jobs/jobs.h"
#include "base/text.h"

#include <stdio.h>

/* Exit status like diff3. */
enum { EXIT_MERGED = 0, EXIT_CONFLICTS = 1, EXIT_TROUBLE = 2 };

static void print_conflict(void *context, const MergeConflict *conflict)
{
    JsonWriter *json = context;
    if (json) {
        json_open(json, NULL);
        json_put_text(json, "file", conflict->file);
        json_put_text(json, "place", conflict->place);
        json_put_text(json, "base", conflict->base);
        json_put_text(json, "mine", conflict->mine);
        json_put_text(json, "theirs", conflict->theirs);
        json_close(json);
        return;
    }
    Arena *arena = arena_new();
    Writer line = writer_to(arena);
    merge_conflict_write(conflict, &line);
    printf("%.*s\n", (int)line.size, line.data);
    arena_free(arena);
}

int command_merge(Invocation *invocation)
{
    Job job = job_of(invocation, NULL);
    JsonWriter *json = messages_json();
    Merge merge = {.sink = print_conflict, .context = json};
    const char *output = option_text(invocation, OPTION_output);
    const char *prefer = option_text(invocation, OPTION_prefer);
    if (!output) {
        usage_error(invocation, "merge needs -o OUT");
        return EXIT_TROUBLE;
    }
    if (json)
        json_open_list(json, "conflicts");
    const bool ok = job_merge(&job, output, &merge);
    if (json)
        json_close_list(json);
    if (!ok)
        return EXIT_TROUBLE;
    if (merge.conflicts && !json && !option_given(invocation, OPTION_quiet))
        fprintf(stderr,
                prefer ? "%zu conflict%s; %s was taken\n"
                       : "%zu conflict%s; nothing was written: resolve them, or use "
                         "--prefer mine|theirs\n",
                merge.conflicts, PLURAL(merge.conflicts), prefer ? prefer : "");
    return merge.conflicts && !prefer ? EXIT_CONFLICTS : EXIT_MERGED;
}
