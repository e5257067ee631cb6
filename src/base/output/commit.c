/* Parts, in order: where the targets are; all moves; undoing them after a failure. */
#include "base/output/commit.h"

#include "base/folders.h"
#include "base/mapped_file.h"
#include "base/output/journal.h"
#include "base/output/target_names.h"
#include "base/path.h"
#include "base/system/files.h"

#include <errno.h>

Commit commit_new(const Staging *staging, Arena *arena)
{
    return (Commit){.staging = staging, .arena = arena};
}

void commit_place(Commit *commit, Text from, Text target)
{
    *ARENA_PUSH(commit->arena, commit->moves, commit->count) = (Move){
        .from = arena_text(commit->arena, from), .target = arena_text(commit->arena, target)};
}

void commit_remove(Commit *commit, Text target) { commit_place(commit, TEXT(""), target); }

/* ---- targets ---- */

/* The same folder without links; its last parts may not exist yet. */
static Text real_folder(Text folder, Arena *arena)
{
    const char *real = path_resolved(folder.at, arena);
    return text_of(real ? real : "");
}

/* Targets below the folder are stored as relative paths: it may be moved before the next
 * job. */
static bool find_positions(Commit *commit, Report *report)
{
    Arena *arena = commit->arena;
    const Text here = real_folder(folder_above(text_of(commit->staging->path), arena), arena);
    const size_t skipped = here.size + !path_is_root(here); /* including the slash */
    Text last = TEXT(""), real = TEXT("");
    for (size_t i = 0; i < commit->count; i++) {
        Move *move = &commit->moves[i];
        const Text folder = folder_above(move->target, arena);
        if (!text_equal(folder, last))
            real = real_folder(folder, arena);
        last = folder;
        if (!here.size || !real.size)
            return file_failed(move->target.at, "cannot write", report);
        const Text place = path_join(real, path_base(move->target), arena);
        const bool below = place.size > skipped && !memcmp(place.at, here.at, here.size) &&
                           place.at[skipped - 1] == '/';
        move->place = below ? text_slice(place, skipped, place.size) : place;
    }
    return true;
}

/* ---- all moves ---- */

static Folders folders_of(const Commit *commit)
{
    return (Folders){commit->staging->above, commit->staging->folder};
}

/* A file is hashed when it is complete, so that it can be recognized after a kill. */
static bool note_fingerprints(Commit *commit, Report *report)
{
    for (size_t i = 0; i < commit->count; i++) {
        Move *move = &commit->moves[i];
        if (move->from.size &&
            !fingerprint_take(commit->staging->folder, move->from.at, &move->made))
            return file_failed(move->target.at, "cannot write", report);
    }
    return true;
}

/* Without an arena: between the first move and the commit, nothing may run out of memory. */
static void sync_folders(const Commit *commit)
{
    size_t last = 0; /* length of the previous target's folder */
    for (size_t i = 0; i < commit->count; i++) {
        const Text place = commit->moves[i].place;
        const size_t size = (size_t)(base_of_place(place) - place.at);
        const bool same =
            i && size == last && !memcmp(place.at, commit->moves[i - 1].place.at, size);
        const int folder = same ? -1 : open_target_folder(commit->staging->above, place);
        last = size;
        if (folder < 0)
            continue;
        folder_flush(folder, ".");
        file_close(folder);
    }
}

/* A single file that replaces none: its rename is the commit, and there is nothing to undo. */
static bool is_one_new_file(const Commit *commits, size_t count)
{
    const Commit *commit = NULL;
    for (size_t i = 0; i < count; i++) {
        if (commits[i].count > 1 || (commits[i].count && commit))
            return false;
        if (commits[i].count)
            commit = &commits[i];
    }
    FileInfo status;
    return commit && !commit->durable && commit->moves[0].from.size &&
           !file_info_at(FOLDER_CURRENT, commit->moves[0].target.at, &status) &&
           errno == ENOENT;
}

static bool prepare(Commit *commit, bool journals, Report *report)
{
    if (!find_positions(commit, report))
        return false;
    moves_name_saved(commit->moves, commit->count, commit->arena);
    if (!journals)
        return true;
    if (!note_fingerprints(commit, report))
        return false;
    commit->made = moves_sort(commit->moves, commit->count, commit->arena);
    return journal_save(commit->staging, commit->moves, commit->count, report);
}

/* Why not all moves were done. */
typedef struct Failure {
    const Move *move; /* NULL: all succeeded */
    const Move *same; /* of EEXIST: the other move to the same file */
} Failure;

static Failure move_each(Commit *commit, bool journals)
{
    const Folders folders = folders_of(commit);
    while (commit->done < commit->count) {
        const Move *move = &commit->moves[commit->done++], *same = NULL;
        if (!move_do(&folders, move, journals ? &commit->made : NULL, &same)) {
            commit->done -= !journals; /* one rename: nothing has moved */
            return (Failure){move, same};
        }
    }
    if (journals)
        sync_folders(commit);
    return (Failure){0};
}

static Failure move_all(Commit *commits, size_t count, bool journals)
{
    for (size_t i = 0; i < count; i++) {
        const Failure failure = move_each(&commits[i], journals);
        if (failure.move)
            return failure;
    }
    for (size_t i = 0; i < count && journals; i++)
        if (commits[i].count && !file_remove(commits[i].staging->folder, JOURNAL))
            return (Failure){.move = &commits[i].moves[0]};
    return (Failure){0};
}

/* ---- undoing ---- */

/* Without memory and messages: the job itself has just reported what failed. */
static bool undo_moves(const Commit *commit)
{
    const Folders folders = folders_of(commit);
    bool ok = true;
    for (size_t i = commit->done; i-- > 0;) {
        const Undo undo = move_undo_plan(&folders, &commit->moves[i]);
        ok &= move_undo(&folders, &commit->moves[i], &undo);
    }
    return ok;
}

/* The first staging folder that is kept; NULL: everything was restored. */
static const char *undo_all(const Commit *commits, size_t count)
{
    const char *kept = NULL;
    for (size_t i = count; i-- > 0;) {
        if (undo_moves(&commits[i])) {
            file_remove(commits[i].staging->folder, JOURNAL);
            continue;
        }
        staging_keep(commits[i].staging);
        kept = commits[i].staging->path;
    }
    return kept;
}

bool commit_run(Commit *commits, size_t count, Report *report)
{
    const char *kept = NULL;
    size_t moves = 0;
    for (size_t i = 0; i < count; i++)
        moves += commits[i].count;
    if (moves && !inputs_are_whole(report))
        return false;
    const bool journals = !is_one_new_file(commits, count);
    for (size_t i = 0; i < count; i++)
        if (!prepare(&commits[i], journals, report))
            return false;
    /* No memory is allocated here: running out of it would never end the step. */
    cleanup_step();
    const Failure failure = move_all(commits, count, journals);
    const int cause = errno;
    if (failure.move)
        kept = undo_all(commits, count);
    cleanup_step_end();
    if (!failure.move)
        return true;
    errno = cause;
    if (failure.same)
        same_file_failed(failure.same->target, failure.move->target, report);
    else
        file_failed(failure.move->target.at, "cannot write", report);
    if (kept)
        report_note(report, "the replaced files are in %s; the next run restores them", kept);
    return false;
}
