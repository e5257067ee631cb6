/* Loading: folder_list_files walks a folder and skips files by the selection `WhichFiles`,
 * project_load_list reads them; the other functions differ in the selection only. Then files of
 * a folder by suffix, and saving files as a new folder, completely or not at all. */
#include "kit/jobs/files.h"

#include "base/output/output.h"
#include "base/path.h"
#include "base/system/folders.h"
#include "base/text.h"
#include "kit/jobs/folder_walk.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <time.h>

/* Files that builds write into the project's folder. */
static bool is_output(Text path)
{
    size_t slash;
    return !text_find(path, '/', &slash) &&
           (text_ends(path, ".tng") || text_ends(path, ".lnk") || text_ends(path, ".desktop"));
}

typedef struct Listing {
    WhichFiles which;
    FolderList *out;
    Arena *arena;
} Listing;

/* Hidden files, and for projects the results of builds. */
static bool skips(void *context, Text name, const FileInfo *status)
{
    const Listing *listing = context;
    return (listing->which != FILES_ALL && is_hidden(name)) ||
           (listing->which == FILES_PROJECT && status->kind != KIND_FOLDER && is_output(name));
}

/* Contents are loaded later, by project_load_list(). */
static bool list_one(void *context, Text path, Text name, const FileInfo *status)
{
    const Listing *listing = context;
    FolderList *out = listing->out;
    *ARENA_PUSH(listing->arena, out->items, out->count) = (FolderFile){path, name, *status};
    return true;
}

/* `start` is taken before the walk: files that change later are newer. */
bool folder_list_files(const char *folder, WhichFiles which, FolderList *out, Arena *arena,
                       Report *report)
{
    const char *resolved = path_resolved(folder, arena);
    if (!resolved)
        return file_failed(folder, "", report);
    if (!is_folder(folder)) {
        Report about = report_child(report, text_of(folder));
        return report_cause(&about, CAUSE_UNSUPPORTED, "expected a folder, found a file");
    }
    const char *slash = strrchr(resolved, '/');
    *out = (FolderList){.game = arena_text(arena, text_of(slash ? slash + 1 : resolved))};
    out->start = file_clock();
    Listing listing = {which, out, arena};
    const FolderWalk walk = {
        .file = list_one, .skip = skips, .context = &listing, .arena = arena, .report = report};
    return folder_walk(folder, &walk);
}

bool project_load_list(const FolderList *list, ProjectFiles *out, Arena *arena, Report *report)
{
    *out = (ProjectFiles){.game = list->game};
    for (size_t i = 0; i < list->count; i++) { /* pushed, so that callers can push others */
        ProjectFile *file = ARENA_PUSH(arena, out->items, out->count);
        file->path = list->items[i].name;
        if (!file_load(list->items[i].path.at, &file->bytes, arena, report))
            return false;
    }
    return true;
}

static bool load_files(const char *folder, WhichFiles which, ProjectFiles *out, Arena *arena,
                       Report *report)
{
    FolderList list;
    return folder_list_files(folder, which, &list, arena, report) &&
           project_load_list(&list, out, arena, report);
}

bool project_load_files(const char *folder, ProjectFiles *out, Arena *arena, Report *report)
{
    return load_files(folder, FILES_PROJECT, out, arena, report);
}

bool load_visible_files(const char *folder, ProjectFiles *out, Arena *arena, Report *report)
{
    return load_files(folder, FILES_SHOWN, out, arena, report);
}

bool folder_load_files(const char *folder, ProjectFiles *out, Arena *arena, Report *report)
{
    return load_files(folder, FILES_ALL, out, arena, report);
}

static int compare_names(const void *a, const void *b)
{
    return text_compare(((const ProjectFile *)a)->path, ((const ProjectFile *)b)->path);
}

/* Unreadable files are skipped. `suffix` includes everything from the name's end that must
 * match. */
bool load_siblings(Text folder, Text suffix, ProjectFiles *out, Arena *arena)
{
    Report silent = report_to(NULL, NULL);
    FolderEntries *handle =
        folder_open(folder.size ? arena_text(arena, folder).at : ".", arena);
    for (const ListedEntry *entry; handle && (entry = folder_next(handle));) {
        const Text name = text_of(entry->name);
        ProjectFile file;
        if (name.size <= suffix.size ||
            !text_equal_caseless(text_slice(name, name.size - suffix.size, name.size), suffix))
            continue;
        const Text path = arena_format(arena, "%.*s%s", (int)folder.size, folder.at, name.at);
        if (is_folder(path.at) || !file_load(path.at, &file.bytes, arena, &silent))
            continue;
        file.path = arena_text(arena, name);
        *ARENA_PUSH(arena, out->items, out->count) = file;
    }
    arena_release(arena, handle);
    if (out->count)
        qsort(out->items, out->count, sizeof *out->items, compare_names);
    return out->count > 0;
}

static bool put_all(Output *output, const ProjectFiles *files, Report *report)
{
    for (size_t i = 0; i < files->count; i++)
        if (!output_put(output, files->items[i].path, &files->items[i].bytes, 1, 0, report))
            return false;
    return true;
}

/* With `force` only a folder that has the mark is replaced. */
bool folder_save_files(const char *folder, const ProjectFiles *files, const FolderMark *mark,
                       bool force, Report *report)
{
    Arena *arena = arena_new();
    const char *target = path_join(text_of(folder), files->game, arena).at;
    const bool may = force || !file_exists(target) ||
                     report_cause(report, CAUSE_EXISTS,
                                  "%s already exists, and is not replaced", target);
    Output *output = may ? output_folder(target, force, mark, arena, report) : NULL;
    const bool ok = output && output_end(output, put_all(output, files, report), report);
    arena_free(arena);
    return ok;
}
