/* pack of a workspace: all files that differ are staged first, then moved to the game's
 * folder. */
#include "base/output/output.h"
#include "base/path.h"
#include "base/system/folders.h"
#include "base/tasks.h"
#include "base/text.h"
#include "kit/jobs/files.h"
#include "kit/jobs/folder_state.h"
#include "kit/workspace/workspace.h"
#include "kit/workspace/workspace_build.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The current file at the place of a file of the game's folder. */
typedef struct Target {
    Text path;
    bool there, writes;
    uint64_t hash;     /* of the current file, if it exists */
    uint64_t new_hash; /* of the new file */
} Target;

typedef struct Packing {
    Job *job;
    Report *report;
    FolderState before; /* of the workspace */
    Changes changes;
    const char *output;
    Text root;   /* the output folder */
    size_t only; /* one file instead of all; SIZE_MAX: all */
    bool dry;
    Target *targets; /* of each of `changes` */
    Output *new_files;
    WorkspaceHistory history;
    size_t same;
    Arena *arena;
} Packing;

/* ---- targets ---- */

/* Runs in a thread. A target that is not a regular file gets no hash, and so counts as
 * foreign. */
static void hash_target(void *context, size_t index)
{
    Target *target = &((Target *)context)[index];
    FileInfo status;
    if (!target->path.size || !file_info(target->path.at, &status))
        return;
    Arena *arena = arena_new();
    Report silent = report_to(NULL, NULL);
    Bytes bytes;
    target->there = true;
    if (status.kind == KIND_FILE && file_load(target->path.at, &bytes, arena, &silent))
        target->hash = hash_bytes(0, bytes);
    arena_free(arena);
}

/* A file that was removed from the workspace as a whole is not packed: it stays in the game. */
static bool is_wanted(const Packing *packing, size_t index)
{
    return (packing->only == SIZE_MAX || packing->only == index) &&
           !change_is_gone(&packing->changes.tops[index]);
}

/* A link, as created by mod managers, stays: its target is replaced, if that is possible
 * atomically. */
static bool follow_link(Packing *packing, Target *target)
{
    FileInfo status, root;
    if (!target->path.size || !file_info_at(FOLDER_CURRENT, target->path.at, &status) ||
        status.kind != KIND_LINK)
        return true;
    const char *real = path_resolved(target->path.at, packing->arena);
    if (!real || !file_info(real, &status) || !file_info(packing->root.at, &root) ||
        status.device != root.device)
        return report_error(packing->report,
                            real ? "%s is a link to another file system: pack into the folder "
                                   "that it leads to"
                                 : "%s is a link to a missing file",
                            target->path.at);
    target->path = text_of(real);
    return true;
}

/* Links are followed first, so that what is hashed and replaced is the same file. */
static bool look_at_targets(Packing *packing)
{
    bool ok = true;
    const size_t count = packing->changes.count;
    packing->targets = ARENA_ALLOC(packing->arena, Target, count);
    for (size_t i = 0; i < count; i++) {
        const Text path = packing->changes.tops[i].top.path;
        if (is_wanted(packing, i))
            packing->targets[i].path =
                packing->only == SIZE_MAX
                    ? arena_format(packing->arena, "%s/%.*s", packing->output, (int)path.size,
                                   path.at)
                    : text_of(packing->output);
        ok &= follow_link(packing, &packing->targets[i]);
    }
    tasks_run(hash_target, packing->targets, count);
    return ok;
}

/* Neither the file that unpack read nor one that pack wrote. */
static bool is_foreign(const Packing *packing, size_t index)
{
    const Target *target = &packing->targets[index];
    const TopChange *change = &packing->changes.tops[index];
    return target->there && packing->only == SIZE_MAX &&
           !(!change->is_new && target->hash == change->top.hash) &&
           !workspace_history_has(&packing->history, change->top.path, target->hash);
}

/* ---- staging ---- */

/* Closing the folder releases the lock. */
static void release_lock(void *lock) { file_close(*(int *)lock); }

/* The lock is held until it is released; NULL and an error if another job holds it. */
static int *begin_staging(Packing *packing)
{
    const Text folder = packing->dry ? arena_format(packing->arena, "%s/" WORKSPACE_FOLDER,
                                                    packing->changes.folder)
                                     : packing->root;
    int *lock = ARENA_ALLOC(packing->arena, int, 1);
    *lock = folder_handle(FOLDER_CURRENT, folder.at, 0);
    if (*lock < 0) {
        file_failed(folder.at, "cannot write into the folder", packing->report);
        return NULL;
    }
    arena_own(packing->arena, release_lock, lock);
    if (!folder_lock(*lock, false) && errno == EWOULDBLOCK)
        report_cause(packing->report, CAUSE_STATE, "%s: another oisin pack is writing there",
                     folder.at);
    else {
        packing->new_files = output_files(folder.at, packing->arena, packing->report);
        return lock;
    }
    arena_release(packing->arena, lock);
    return NULL;
}

/* ---- one file ---- */

/* The path of a target below the output folder. */
static Text path_below(const Packing *packing, size_t index)
{
    return packing->only == SIZE_MAX ? packing->changes.tops[index].top.path
                                     : path_base(text_of(packing->output));
}

/* Compares the staged file with the current one. */
static bool judge(Packing *packing, size_t index)
{
    Target *target = &packing->targets[index];
    const TopChange *change = &packing->changes.tops[index];
    Arena *arena = arena_new();
    Bytes bytes;
    bool ok = file_load(output_staged(packing->new_files, path_below(packing, index), arena),
                        &bytes, arena, packing->report);
    if (ok) {
        target->new_hash = hash_bytes(0, bytes);
        target->writes = !target->there || !file_has_contents(target->path.at, &bytes, 1);
    }
    if (ok && change_is_none(change) && target->new_hash != change->top.hash)
        ok = report_error(packing->report,
                          "%s/%s was not edited, but would change: the workspace "
                          "is damaged",
                          packing->changes.folder, change->top.path.at);
    if (ok && target->writes) {
        Report about = report_child(
            packing->report, arena_format(arena, "%s/%.*s", packing->changes.folder,
                                          (int)change->top.path.size, change->top.path.at));
        ok = built_verify(change, bytes, &about);
    }
    if (ok && target->writes && is_foreign(packing, index) &&
        !job_given(packing->job, OPTION_force))
        ok = report_error(packing->report,
                          "%s was changed by another program: it is not replaced "
                          "(--force replaces it)",
                          target->path.at);
    arena_free(arena);
    if (!ok || packing->dry || !target->writes)
        output_undo(packing->new_files, output_count(packing->new_files) - 1);
    return ok;
}

/* A file that was edited neither here nor there is not built. */
static bool needs_build(const Packing *packing, size_t index)
{
    const Target *target = &packing->targets[index];
    const TopChange *change = &packing->changes.tops[index];
    return is_wanted(packing, index) &&
           !(target->there && change_is_none(change) && target->hash == change->top.hash);
}

/* Whether a file can be replaced atomically: checked before any is. */
static bool can_place(const Packing *packing, size_t index)
{
    FileInfo there, root;
    if (packing->dry && !is_folder(packing->root.at))
        return true; /* it would be created */
    Text folder = folder_above(packing->targets[index].path, packing->arena);
    while (!file_info(folder.at, &there) && !text_is(folder, ".") && !path_is_root(folder))
        folder = folder_above(folder, packing->arena);
    if (!file_info(folder.at, &there) || !file_info(packing->root.at, &root))
        return file_failed(folder.at, "cannot write into the folder", packing->report);
    if (there.device != root.device)
        return report_error(packing->report,
                            "%s is on another file system; pack this archive with oisin pack "
                            "WORKSPACE/ARCHIVE -o FILE",
                            folder.at);
    return file_is_writable(folder.at) ||
           file_failed(folder.at, "cannot write into the folder", packing->report);
}

/* A target that is a folder is detected before the work is done. */
static bool build(Packing *packing, size_t index, const Progress *progress)
{
    const TopChange *change = &packing->changes.tops[index];
    Target *target = &packing->targets[index];
    if (is_folder(target->path.at)) {
        errno = EISDIR;
        return file_failed(target->path.at, "cannot write", packing->report);
    }
    Arena *arena = arena_new();
    Built built;
    bool ok = change_build(&packing->changes, change, progress, &built, arena, packing->report);
    /* An edit that was packed earlier. */
    const bool same = ok && target->there &&
                      file_has_contents(target->path.at, built.parts.items, built.parts.count);
    ok = ok && (same || (can_place(packing, index) &&
                         output_put(packing->new_files, path_below(packing, index),
                                    built.parts.items, built.parts.count, 0, packing->report)));
    built_end(&built);
    arena_free(arena);
    return ok && (same || judge(packing, index));
}

/* ---- commit ---- */

/* Before the new files are moved: a hash of a file that was not written does no harm, but a
 * file without its hash would be taken for foreign. */
static bool save_history(Packing *packing)
{
    bool news = false;
    for (size_t i = 0; i < packing->changes.count; i++)
        if (packing->targets[i].writes) {
            const Text path = packing->changes.tops[i].top.path;
            workspace_history_add(&packing->history, path, packing->targets[i].new_hash,
                                  packing->arena);
            news = true;
        }
    const Bytes bytes = workspace_history_write(&packing->history, packing->arena);
    const Text path =
        arena_format(packing->arena, "%s/" WORKSPACE_PACKED, packing->changes.folder);
    return !news || file_save(path.at, &bytes, 1, packing->report);
}

/* A file that replaces a removed one counts as changed and not as new: `replaced`. */
static void report_outcome(const Packing *packing, size_t index)
{
    const TopChange *change = &packing->changes.tops[index];
    const char *name = change->top.path.at;
    const int size = (int)change->top.path.size;
    const char *between = " ";
    const struct {
        size_t count;
        const char *word;
    } parts[] = {{change->changed, "changed"},
                 {change->is_new ? 0 : change->new_count - change->replaced, "new"},
                 {change->gone - change->recipes_gone, "deleted"}};
    Writer line = writer_to(packing->arena);
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        if (parts[i].count) {
            write_format(&line, "%s%zu %s", between, parts[i].count, parts[i].word);
            between = ", ";
        }
    if (change->recipes_gone) /* everything in it is packed, but not as it was stored */
        write_format(&line, "%spacked without " ARCHIVE_RECIPE " (not an exact copy)",
                     line.size ? ", " : " ");
    if (change->is_new)
        write_text(&line, TEXT(" new"));
    else if (change_is_none(change))
        write_format(&line, packing->targets[index].there ? " unchanged" : " missing");
    job_note(packing->job, "%.*s:%.*s", size, name, (int)line.size, line.data);
}

static void report_outcomes(const Packing *packing)
{
    size_t same = 0;
    for (size_t i = 0; i < packing->changes.count; i++) {
        const TopChange *change = &packing->changes.tops[i];
        if (packing->targets[i].writes)
            report_outcome(packing, i);
        else
            same += is_wanted(packing, i);
        if (packing->only == SIZE_MAX && change_is_gone(change))
            job_note(packing->job, "%s: removed from the workspace; it stays in %s",
                     change->top.path.at, packing->output);
    }
    if (same)
        job_note(packing->job, "%zu file%s unchanged", same, PLURAL(same));
    if (packing->dry)
        job_note(packing->job, "nothing was written");
}

/* ---- all ---- */

/* Continues after an error, so that all errors are reported at once; then nothing is
 * written. */
static bool build_all(Packing *packing)
{
    const Progress *progress = packing->job->progress;
    bool ok = true;
    for (size_t i = 0; i < packing->changes.count; i++)
        if (needs_build(packing, i))
            ok &= build(packing, i, progress);
    progress_end(progress);
    return ok;
}

/* The history is a hint only: without it, more files count as foreign. */
static void read_history(Packing *packing)
{
    Report silent = report_to(NULL, NULL);
    Bytes bytes = {0};
    const Text path =
        arena_format(packing->arena, "%s/" WORKSPACE_PACKED, packing->changes.folder);
    if (!file_exists(path.at) || !file_load(path.at, &bytes, packing->arena, &silent))
        bytes = (Bytes){0};
    workspace_history_read(bytes, &packing->history, packing->arena);
}

/* Checks at the end that the workspace is still as it was read: an editor may have saved a
 * file. */
static bool build_and_place(Packing *packing)
{
    int *const lock = begin_staging(packing);
    if (!lock)
        return false;
    bool ok = build_all(packing) && folder_state_holds(&packing->before, packing->report);
    if (!ok)
        report_note(packing->report, "nothing was written");
    const bool placed = output_end(
        packing->new_files, ok && !packing->dry && save_history(packing), packing->report);
    ok = ok && (packing->dry || placed);
    arena_release(packing->arena, lock);
    return ok;
}

/* Files that an earlier, killed job has staged are recovered first. */
static bool write_all(Packing *packing)
{
    size_t needed = 0;
    if (!packing->dry)
        output_recover(packing->root.at, packing->report);
    if (!look_at_targets(packing))
        return false;
    for (size_t i = 0; i < packing->changes.count; i++)
        needed += needs_build(packing, i);
    if (needed && !build_and_place(packing))
        return false;
    report_outcomes(packing);
    return true;
}

/* A folder that was created for nothing is removed again; rmdir() fails if it has files. */
static bool pack(Packing *packing)
{
    const bool made = !packing->dry && !is_folder(packing->root.at);
    read_history(packing);
    if (made && !folder_make(packing->root.at, packing->report))
        return false;
    const bool ok = write_all(packing);
    if (!ok && made)
        folder_remove(FOLDER_CURRENT, packing->root.at);
    return ok;
}

/* `before` is taken before the workspace is read, so that no change between both is missed. */
static bool begin(Packing *packing, Job *job, const char *folder, const char *output,
                  Arena *arena)
{
    *packing = (Packing){.job = job,
                         .report = job->report,
                         .output = output,
                         .root = text_of(output),
                         .only = SIZE_MAX,
                         .dry = job_given(job, OPTION_dry_run),
                         .arena = arena};
    if (job_given(job, OPTION_fresh) || job_given(job, OPTION_dedup) ||
        job_given(job, OPTION_layout))
        return job_usage_error(job, "--%s cannot be used with a workspace",
                               job_given(job, OPTION_fresh)   ? "fresh"
                               : job_given(job, OPTION_dedup) ? "dedup"
                                                              : "layout");
    if (folder_state_take(folder, &packing->before, arena, packing->report) &&
        changes_find(folder, &packing->changes, arena, packing->report))
        return true;
    report_note(packing->report, "nothing was written");
    return false;
}

bool is_workspace(const char *folder, const char *output)
{
    char path[PATH_SIZE];
    (void)output;
    snprintf(path, sizeof path, "%s/" WORKSPACE_MANIFEST, folder);
    return file_exists(path);
}

/* An output that is a file, or has the suffix of an archive, was meant for a part of it. */
bool workspace_pack_folder(Job *job, const char *folder, const char *output, Arena *arena)
{
    Packing packing;
    Report *report = job->report;
    const char *dot = strrchr(output, '.');
    if (is_folder(output) ? false
                          : file_exists(output) || (dot && archive_of_suffix(text_of(dot + 1))))
        return report_error(report,
                            "%s is a workspace: pack it into the game's folder, or %s/"
                            "ARCHIVE into a file",
                            folder, folder);
    if (folder_has(folder, output, arena))
        return report_error(report, "%s is in the workspace: pack it into the game's folder",
                            output);
    return begin(&packing, job, folder, output, arena) && pack(&packing);
}

/* ---- a part ---- */

/* The workspace that contains a folder: the absolute path of its root, and the rest of the
 * path; false if there is none. */
static bool root_of(const char *folder, Text *root, Text *rest, Arena *arena)
{
    const char *real = path_resolved(folder, arena);
    const Text path = text_of(real ? real : "");
    for (size_t i = path.size; i-- > 1;)
        if (path.at[i] == '/') {
            *root = arena_text(arena, text_slice(path, 0, i));
            *rest = text_slice(path, i + 1, path.size);
            if (is_workspace(root->at, ""))
                return true;
        }
    return false;
}

bool is_workspace_part(const char *folder, const char *output)
{
    Arena *arena = arena_new();
    Text root, rest;
    (void)output;
    const bool part = root_of(folder, &root, &rest, arena);
    arena_free(arena);
    return part;
}

/* The root of the output is the folder of the file: staging must be on the same file system. */
bool workspace_pack_part(Job *job, const char *folder, const char *output, Arena *arena)
{
    Packing packing;
    Text root, rest;
    if (!root_of(folder, &root, &rest, arena) || !begin(&packing, job, root.at, output, arena))
        return false;
    for (size_t i = 0; i < packing.changes.count; i++)
        if (text_equal(packing.changes.tops[i].top.path, rest) &&
            packing.changes.tops[i].top.archive.size)
            packing.only = i;
    if (packing.only == SIZE_MAX)
        return report_error(
            packing.report,
            "%s is a part of the workspace %s: pack that, or a whole archive of "
            "it",
            folder, root.at);
    if (is_folder(output))
        return report_error(packing.report, "%s is a folder; expected a file name", output);
    const char *slash = strrchr(output, '/');
    packing.root = !slash ? TEXT(".")
                   : slash == output
                       ? TEXT("/")
                       : arena_text(arena, (Text){output, (size_t)(slash - output)});
    return pack(&packing);
}
