#include "kit/file_set.h"

#include "kit/file_commit.h"
#include "kit/files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* As many are flushed one by one; of more files only those that replace one. */
enum { FLUSHED_MAX = 16 };

FileSet file_set_into(const char *folder, Arena *arena, Report *report)
{
    staging_recover(folder, report);
    return (FileSet){.folder = folder, .known = table_new(arena), .arena = arena};
}

static Text staged_path(const FileSet *set, size_t index)
{
    return arena_format(set->arena, "%s/%zu", set->staging.path, index);
}

static bool fail(FileSet *set)
{
    set->failed = true;
    return false;
}

/* `shown` names it in messages. */
static bool put(FileSet *set, Text target, Text shown, const Bytes *parts, size_t count,
                Report *report)
{
    if (set->failed)
        return false;
    const Text folder = folder_above(target, set->arena);
    if (!set->staging.path[0] && !staging_make_near(&set->staging, folder.at, report))
        return fail(set);
    uint32_t *known = table_get(&set->known, target);
    if (known && !*known)
        return report_error(report, "%.*s is there already, from another input",
                            (int)shown.size, shown.at);
    const Text staged = staged_path(set, set->count);
    const bool flushed = set->count < FLUSHED_MAX || access(target.at, F_OK) == 0;
    if (!file_prepare(staged.at, target.at, parts, count, flushed, report))
        return fail(set);
    *table_put(&set->known, target, 0) = 0;
    *ARENA_PUSH(set->arena, set->targets, set->count) = target;
    return true;
}

bool file_set_put(FileSet *set, Text path, const Bytes *parts, size_t count, Report *report)
{
    const Text target =
        arena_format(set->arena, "%s/%.*s", set->folder, (int)path.size, path.at);
    const char *real = path_resolved(target.at, set->arena);
    return put(set, real ? text_of(real) : target, path, parts, count, report);
}

bool file_set_put_at(FileSet *set, const char *target, const Bytes *parts, size_t count,
                     Report *report)
{
    const char *real = path_resolved(target, set->arena);
    return put(set, arena_text(set->arena, text_of(real ? real : target)), text_of(target),
               parts, count, report);
}

void file_set_undo(FileSet *set, size_t count)
{
    while (set->count > count) {
        set->count--;
        unlink(staged_path(set, set->count).at);
        *table_get(&set->known, set->targets[set->count]) = 1;
    }
}

/* Folders that were made for the files; removed again on failure, the deepest first. */
typedef struct Made {
    Text *folders;
    size_t count;
} Made;

static bool make_folder(FileSet *set, Text folder, Made *made, Report *report)
{
    if (is_folder(folder.at))
        return true;
    if (!make_folder(set, folder_above(folder, set->arena), made, report))
        return false;
    if (mkdir(folder.at, 0777) && errno != EEXIST)
        return file_failed(folder.at, "cannot make the folder", report);
    *ARENA_PUSH(set->arena, made->folders, made->count) = folder;
    return true;
}

/* What cannot be replaced is reported before anything is. */
static bool prepare(FileSet *set, FileCommit *commit, Made *made, Report *report)
{
    for (size_t i = 0; i < set->count; i++) {
        if (is_folder(set->targets[i].at)) {
            errno = EISDIR;
            return file_failed(set->targets[i].at, "cannot write", report);
        }
        if (!make_folder(set, folder_above(set->targets[i], set->arena), made, report))
            return false;
        file_commit_place(commit, staged_path(set, i), set->targets[i]);
    }
    return true;
}

bool file_set_end(FileSet *set, bool ok, Report *report)
{
    bool keep = false;
    Made made = {0};
    FileCommit commit = file_commit_new(&set->staging, set->arena);
    cleanup_step();
    ok = ok && !set->failed && prepare(set, &commit, &made, report) &&
         file_commit_run(&commit, &keep, report);
    while (!ok && made.count)
        rmdir(made.folders[--made.count].at);
    cleanup_step_end();
    staging_end(&set->staging, keep);
    return ok;
}
