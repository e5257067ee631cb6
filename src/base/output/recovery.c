/* Parts, in order: the journal of a killed job; one staging folder; those in the folders of a
 * path; those below a folder. */
#include "base/output/recovery.h"

#include "base/folders.h"
#include "base/output/journal.h"
#include "base/output/origin.h"
#include "base/output/output.h"
#include "base/path.h"
#include "base/system/folders.h"
#include "base/text.h"

#include <string.h>

/* Parent folders that are searched for staging folders of killed jobs; and below a folder, as a
 * walk over its files (kit/jobs/folder_walk.h): levels, and entries. */
enum { RECOVER_LEVELS_MAX = 8, RECOVER_DEPTH_MAX = 160, RECOVER_ENTRIES_MAX = 200000 };

/* ---- the journal of a killed job ---- */

/* Lines about files that only the killed job has changed; a job may have replaced thousands. */
enum { LINES_MAX = 50 };

/* The undo of a killed job, by another one. */
typedef struct Recovery {
    Folders folders;
    const char *path; /* of the folder above, as in messages */
    size_t lines;     /* files that were restored or removed */
    bool kept;        /* a file that was changed */
    Arena *arena;
    Report *report;
} Recovery;

/* The user's path of a move's target. */
static Text shown_target(const Recovery *recovery, Text place)
{
    const char *path = recovery->path;
    while (!strncmp(path, "./", 2))
        path += 2;
    if (!*path || !strcmp(path, ".") || path_root(place.at))
        return place;
    return path_join(text_of(path), place, recovery->arena);
}

/* Printed before the undo: if this program is killed as well, the user knows. */
static void report_undo(Recovery *recovery, const Move *move, const Undo *undo)
{
    static const char *const texts[] = {
        [UNDO_RESTORE] =
            "restored, because the job that replaced it was killed; run that job again",
        [UNDO_REMOVE] =
            "removed, because the job that created it was killed; run that job again",
        [UNDO_KEEP] =
            "kept, because it was changed after a killed job had created it; check it, "
            "then run that job again",
        [UNDO_KEEP_BESIDE] = "kept, because it was changed after a killed job had replaced it; "
                             "compare it with the older file",
        [UNDO_IMPOSSIBLE] = NULL,
    };
    if (!texts[undo->kind])
        return;
    Report about = report_child(recovery->report, shown_target(recovery, move->place));
    const bool plain = undo->kind == UNDO_RESTORE || undo->kind == UNDO_REMOVE;
    recovery->kept |= !plain;
    if (!plain || recovery->lines++ < LINES_MAX)
        report_alert(&about, "%s%s%s", texts[undo->kind], *undo->beside ? ", " : "",
                     undo->beside);
}

static void report_rest(const Recovery *recovery)
{
    if (recovery->lines <= LINES_MAX)
        return;
    Report about = report_child(recovery->report, text_of(recovery->path));
    report_alert(&about, "%zu more files were restored or removed for the same reason",
                 recovery->lines - LINES_MAX);
}

static bool recover_moves(Recovery *recovery, const Move *moves, size_t count)
{
    bool ok = true;
    for (size_t i = count; i-- > 0;) {
        const Undo undo = move_undo_plan(&recovery->folders, &moves[i]);
        report_undo(recovery, &moves[i], &undo);
        ok &= move_undo(&recovery->folders, &moves[i], &undo);
    }
    report_rest(recovery);
    return ok;
}

/* Undoes the moves of the journal in a staging folder, if there is one; `above` is the folder
 * that contains it, and `path` is its path in messages. Every file that is restored, removed or
 * kept is reported (moves.h); `*kept` is set if a changed file was kept. Returns false if
 * something could not be restored; it is still in the staging folder.
 *
 * Names in the journal are restricted: new files are in the staging folder, targets are
 * below `above` and not reached through links. Targets elsewhere (a link was followed) are
 * restored only if `above` belongs to the effective user. */
static bool undo_journal(int above, const char *path, int folder, bool *kept, Report *report)
{
    Recovery recovery = {
        .folders = {above, folder}, .path = path, .arena = arena_new(), .report = report};
    FileInfo status;
    Move *moves;
    size_t count;
    const bool elsewhere = file_info_of(above, &status) && status.owned;
    bool ok = !journal_exists(folder);
    if (!ok && journal_load(folder, elsewhere, &moves, &count, recovery.arena)) {
        moves_name_saved(moves, count, recovery.arena);
        ok = recover_moves(&recovery, moves, count) && file_remove(folder, JOURNAL);
    }
    *kept |= recovery.kept;
    arena_free(recovery.arena);
    return ok;
}

/* ---- one staging folder ---- */

/* Removes everything in a folder except `kept`, which may be NULL, and ends the list.
 * Allocates no memory of arenas: it is called after running out of it, too. */
static void clear(FolderEntries *entries, const char *kept)
{
    const ListedEntry *entry;
    while (entries && (entry = folder_next(entries))) {
        const int folder = folder_of_entries(entries);
        if ((kept && !strcmp(entry->name, kept)) || file_remove(folder, entry->name))
            continue;
        clear(folder_entries_at(folder, entry->name), NULL);
        folder_remove(folder, entry->name);
    }
    if (entries)
        folder_entries_close(entries);
}

/* The journal is removed first, since it must not list files that are gone, and the marker
 * last: the next job finishes a removal that was interrupted, or that the system refused
 * because a file is in use (on Windows, as a program that runs). */
void recovery_remove(int above, int folder, const char *name)
{
    file_remove(folder, JOURNAL);
    clear(folder_entries_at(folder, "."), STAGING_MARKER);
    if (!folder_is_empty(folder, STAGING_MARKER))
        return;
    file_remove(folder, STAGING_MARKER);
    folder_remove(above, name);
}

static void recover(int above, int folder, const char *path, const char *name, bool *kept,
                    Report *report)
{
    if (!folder_lock(folder, false)) /* its job is running */
        return;
    switch (origin_of(folder)) {
    case ORIGIN_FOREIGN:
        if (origin_has_marker(folder) && journal_exists(folder))
            report_warning(report,
                           "%s/%s is not removed: it belongs to another user or computer, or "
                           "is a copy",
                           path, name);
        break;
    case ORIGIN_UNMARKED: /* if its job is running, it makes another one */
        folder_remove(above, name);
        break;
    case ORIGIN_BEGUN:
        if (folder_is_empty(folder, STAGING_MARKER))
            recovery_remove(above, folder, name);
        break;
    case ORIGIN_OURS:
        if (undo_journal(above, path, folder, kept, report))
            recovery_remove(above, folder, name);
        else
            report_alert(
                report,
                "%s/%s has files of a killed job that could not be restored; copy what "
                "you need, then remove that folder",
                path, name);
    }
}

/* Folders in which every user may create entries. */
static bool is_shared(int folder)
{
    const unsigned shared = MODE_OTHERS_WRITE | MODE_STICKY;
    FileInfo status;
    return !file_info_of(folder, &status) ||
           ((status.mode & shared) == shared && !status.owned);
}

bool recover_in(const char *path, Report *report)
{
    FolderEntries *entries = folder_entries(path);
    bool kept = false;
    if (!entries)
        return true;
    const int above = folder_of_entries(entries);
    const bool shared = is_shared(above);
    for (const ListedEntry *entry; !shared && (entry = folder_next(entries));) {
        const int folder =
            path_is_staging(text_of(entry->name)) ? open_entry(above, entry->name) : -1;
        if (folder < 0)
            continue;
        recover(above, folder, path, entry->name, &kept, report);
        file_close(folder);
    }
    folder_entries_close(entries);
    return !kept;
}

bool output_stop_after_kept(Report *report)
{
    return report_cause(report, CAUSE_STATE,
                        "nothing was written, because files were kept after a killed job: look "
                        "at them, then run this command again");
}

/* ---- all of a path ---- */

/* Empty: there is none. */
static Text above_of(Text folder, Arena *arena)
{
    if (text_is(folder, ".")) {
        const char *current = path_resolved(".", arena);
        folder = text_of(current ? current : "/");
    }
    return path_is_root(folder) ? TEXT("") : folder_above(folder, arena);
}

/* It may have been created by a job of the same user. */
static bool is_own(const char *path)
{
    FileInfo status;
    return file_info(path, &status) && status.owned && !(status.mode & MODE_OTHERS_WRITE);
}

/* Also searches above the nearest folder: a killed job that created it has staged there. */
bool output_recover(const char *path, Report *report)
{
    Arena *arena = arena_new();
    bool ok = true;
    Text folder = arena_text(arena, text_of(path));
    while (folder.size && !is_folder(folder.at))
        folder = above_of(folder, arena);
    for (size_t i = 0; folder.size && i <= RECOVER_LEVELS_MAX; i++) {
        ok &= recover_in(folder.at, report);
        const Text above = above_of(folder, arena);
        if (!above.size || path_is_root(above) || !is_own(folder.at) || !is_own(above.at))
            break;
        folder = above;
    }
    arena_free(arena);
    return ok;
}

/* ---- below a folder ---- */

/* Names first: an undo changes the folder that is read. */
typedef struct Below {
    size_t left; /* entries that may still be read */
    bool kept;
    Report *report;
} Below;

static bool is_folder_entry(int folder, const ListedEntry *entry)
{
    FileInfo status;
    return entry->kind == ENTRY_FOLDER ||
           (entry->kind == ENTRY_UNKNOWN && file_info_at(folder, entry->name, &status) &&
            status.kind == KIND_FOLDER);
}

static bool is_searched(const char *name) { return strncmp(name, ".git", 4) != 0; }

static void recover_below(const char *path, unsigned depth, Below *below)
{
    Arena *arena = arena_new();
    FolderEntries *entries = folder_open(path, arena);
    Text *names = NULL;
    size_t count = 0;
    bool staged = false;
    for (const ListedEntry *entry; entries && below->left && (entry = folder_next(entries));) {
        below->left--;
        if (!is_searched(entry->name) || !is_folder_entry(folder_of_entries(entries), entry))
            continue;
        if (path_is_staging(text_of(entry->name)))
            staged = true;
        else
            *ARENA_PUSH(arena, names, count) = arena_text(arena, text_of(entry->name));
    }
    if (entries)
        arena_release(arena, entries);
    if (staged)
        below->kept |= !recover_in(path, below->report);
    for (size_t i = 0; i < count && depth; i++)
        recover_below(arena_format(arena, "%s/%s", path, names[i].at).at, depth - 1, below);
    arena_free(arena);
}

bool output_recover_below(const char *folder, Report *report)
{
    Below below = {.left = RECOVER_ENTRIES_MAX, .report = report};
    recover_below(folder, RECOVER_DEPTH_MAX, &below);
    return !below.kept;
}
