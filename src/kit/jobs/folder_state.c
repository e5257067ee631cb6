/* The states of all files of a folder, sorted by path, and the first difference between two
 * such lists. */
#include "kit/jobs/folder_state.h"

#include "base/system/files.h"
#include "kit/jobs/folder_walk.h"

#include <stdlib.h>

static bool skips(void *context, Text name, const FileInfo *status)
{
    (void)context;
    (void)status;
    return name.size && name.at[0] == '.';
}

static bool add(void *context, Text path, Text name, const FileInfo *status)
{
    FolderState *state = context;
    (void)path;
    *ARENA_PUSH(state->arena, state->items, state->count) =
        (FolderEntry){name, file_state(status)};
    return true;
}

static int by_path(const void *a, const void *b)
{
    return text_compare(((const FolderEntry *)a)->path, ((const FolderEntry *)b)->path);
}

bool folder_state_take(const char *folder, FolderState *out, Arena *arena, Report *report)
{
    *out = (FolderState){.folder = folder, .arena = arena};
    const FolderWalk walk = {
        .file = add, .skip = skips, .context = out, .arena = arena, .report = report};
    if (!folder_walk(folder, &walk))
        return false;
    if (out->count)
        qsort(out->items, out->count, sizeof *out->items, by_path);
    return true;
}

static bool changed(const FolderState *state, const FolderEntry *entry, const char *what,
                    Report *report)
{
    return report_cause(report, CAUSE_STATE,
                        "%s/%.*s was %s while it was read: nothing was written; run this "
                        "command again",
                        state->folder, (int)entry->path.size, entry->path.at, what);
}

static bool compare(const FolderState *before, const FolderState *after, Report *report)
{
    for (size_t i = 0; i < before->count || i < after->count; i++) {
        const FolderEntry *one = i < before->count ? &before->items[i] : NULL;
        const FolderEntry *other = i < after->count ? &after->items[i] : NULL;
        const int order = !one ? 1 : !other ? -1 : text_compare(one->path, other->path);
        if (order)
            return changed(before, order < 0 ? one : other, order < 0 ? "removed" : "added",
                           report);
        if (memcmp(&one->state, &other->state, sizeof one->state) != 0)
            return changed(before, one, "changed", report);
    }
    return true;
}

bool folder_state_holds(const FolderState *before, Report *report)
{
    Arena *arena = arena_new();
    FolderState after;
    const bool ok = folder_state_take(before->folder, &after, arena, report) &&
                    compare(before, &after, report);
    arena_free(arena);
    return ok;
}
