#include "kit/file_commit.h"

#include "base/stream.h"
#include "base/text.h"
#include "kit/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define JOURNAL "journal"

FileCommit file_commit_new(const Staging *staging, Arena *arena)
{
    return (FileCommit){.staging = staging, .arena = arena};
}

void file_commit_place(FileCommit *commit, Text from, Text target)
{
    *ARENA_PUSH(commit->arena, commit->moves, commit->count) = (FileMove){
        .from = arena_text(commit->arena, from), .target = arena_text(commit->arena, target)};
}

void file_commit_remove(FileCommit *commit, Text target)
{
    file_commit_place(commit, TEXT(""), target);
}

static bool exists(const char *path)
{
    struct stat status;
    return lstat(path, &status) == 0;
}

/* All memory is taken before the first move: nothing may end the job half-way. */
static void name_saved(FileCommit *commit, const char *staging)
{
    for (size_t i = 0; i < commit->count; i++)
        commit->moves[i].saved = arena_format(commit->arena, "%s/replaced.%zu", staging, i);
}

/* ---- one move, there and back ---- */

static bool is_unsupported(int cause) { return cause == EINVAL || cause == ENOSYS; }

static bool exchange(const char *one, const char *other, const char *spare)
{
    if (renameat2(AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE) == 0)
        return true;
    if (!is_unsupported(errno))
        return false;
    if (rename(other, spare))
        return false;
    if (rename(one, other) == 0)
        return rename(spare, one) == 0;
    const int cause = errno;
    rename(spare, other);
    errno = cause;
    return false;
}

static bool do_move(const FileMove *move)
{
    const char *saved = move->saved.at;
    const bool replaces = exists(move->target.at);
    if (!move->from.size)
        return !replaces || rename(move->target.at, saved) == 0;
    return replaces ? exchange(move->from.at, move->target.at, saved)
                    : rename_new(move->from.at, move->target.at);
}

static bool is_new(const FileMove *move, const char *path)
{
    struct stat status;
    return lstat(path, &status) == 0 && status.st_ino == move->inode &&
           status.st_dev == move->device;
}

/* Looks at the disk only, so it can be called for a move that was not begun, is half done, is
 * done, or is undone already. */
static bool undo_move(const FileMove *move)
{
    const char *from = move->from.at, *target = move->target.at, *saved = move->saved.at;
    if (!move->from.size)
        return !exists(saved) || (!exists(target) && rename(saved, target) == 0);
    if (!is_new(move, target)) /* not begun, undone, or moved away only */
        return exists(saved) ? !exists(target) && rename(saved, target) == 0
                             : !exists(from) || is_new(move, from);
    if (exists(saved)) /* what was there waits in `saved` */
        return rename_new(target, from) && rename(saved, target) == 0;
    return exists(from) ? exchange(from, target, saved) : rename_new(target, from);
}

/* ---- the journal ---- */

/* Targets below the folder are named from there: it may be moved before the next job. */
static Text journal_name(const FileCommit *commit, Text target)
{
    const Text staging = text_of(commit->staging->path);
    size_t folder = staging.size;
    while (folder && staging.at[folder - 1] != '/')
        folder--;
    if (folder && target.size > folder && !memcmp(target.at, staging.at, folder))
        return text_slice(target, folder, target.size);
    const Text above = folder_above(target, commit->arena);
    const char *real = path_resolved(above.at, commit->arena);
    const char *slash = strrchr(target.at, '/');
    return arena_format(commit->arena, "%s/%s", real ? real : above.at,
                        slash ? slash + 1 : target.at);
}

/* Of each move: inode, device, the name in the staging folder, the target; each ends with a
 * zero byte. */
static Bytes journal_write(FileCommit *commit)
{
    Writer out = writer_to(commit->arena);
    const size_t skipped = strlen(commit->staging->path) + 1;
    for (size_t i = 0; i < commit->count; i++) {
        const FileMove *move = &commit->moves[i];
        const Text target = journal_name(commit, move->target);
        write_format(&out, "%llu %llu", (unsigned long long)move->inode,
                     (unsigned long long)move->device);
        write_bytes(&out, (Bytes){(const uint8_t *)"", 1});
        write_text(&out, move->from.size ? text_slice(move->from, skipped, move->from.size)
                                         : TEXT(""));
        write_bytes(&out, (Bytes){(const uint8_t *)"", 1});
        write_text(&out, target);
        write_bytes(&out, (Bytes){(const uint8_t *)"", 1});
    }
    return writer_bytes(&out);
}

static bool take_word(Bytes *rest, Text *out)
{
    const uint8_t *end = rest->size ? memchr(rest->data, 0, rest->size) : NULL;
    if (!end)
        return false;
    *out = (Text){(const char *)rest->data, (size_t)(end - rest->data)};
    *rest = bytes_slice(*rest, out->size + 1, rest->size - out->size - 1);
    return true;
}

static bool journal_read(Bytes file, const char *folder, const char *path, FileCommit *out)
{
    Text numbers, from, target;
    while (file.size) {
        unsigned long long inode, device;
        if (!take_word(&file, &numbers) || !take_word(&file, &from) ||
            !take_word(&file, &target) || sscanf(numbers.at, "%llu %llu", &inode, &device) != 2)
            return false;
        file_commit_place(
            out, from.size ? arena_format(out->arena, "%s/%s", path, from.at) : TEXT(""),
            target.at[0] == '/' ? target
                                : arena_format(out->arena, "%s/%s", folder, target.at));
        out->moves[out->count - 1].inode = inode;
        out->moves[out->count - 1].device = device;
    }
    return true;
}

static bool undo_all(const FileCommit *commit, size_t count)
{
    bool ok = true;
    for (size_t i = count; i-- > 0;)
        ok &= undo_move(&commit->moves[i]);
    return ok;
}

bool file_commit_recover(const char *folder, const char *path)
{
    Arena *arena = arena_new();
    Report silent = report_to(NULL, NULL);
    FileCommit commit = {.arena = arena};
    Bytes file;
    const Text journal = arena_format(arena, "%s/" JOURNAL, path);
    bool ok = access(journal.at, F_OK) != 0;
    if (!ok && file_load(journal.at, &file, arena, &silent) &&
        journal_read(file, folder, path, &commit)) {
        name_saved(&commit, path);
        ok = undo_all(&commit, commit.count);
    }
    arena_free(arena);
    return ok;
}

/* ---- all moves ---- */

static bool note_inodes(FileCommit *commit, Report *report)
{
    for (size_t i = 0; i < commit->count; i++) {
        FileMove *move = &commit->moves[i];
        struct stat status;
        if (!move->from.size)
            continue;
        if (lstat(move->from.at, &status))
            return file_failed(move->from.at, "cannot write", report);
        move->inode = status.st_ino;
        move->device = status.st_dev;
    }
    return true;
}

/* Without an arena: between the first move and the commit nothing may run out of memory. */
static void sync_folders(const FileCommit *commit)
{
    char last[PATH_MAX] = "", folder[PATH_MAX];
    for (size_t i = 0; i < commit->count; i++) {
        snprintf(folder, sizeof folder, "%s", commit->moves[i].target.at);
        char *slash = strrchr(folder, '/');
        if (!slash)
            strcpy(folder, ".");
        else
            slash[slash == folder] = 0;
        if (strcmp(folder, last) != 0)
            folder_sync(folder);
        strcpy(last, folder);
    }
}

static bool run(FileCommit *commit, Text journal, bool *keep, Report *report)
{
    const char *path = commit->staging->path;
    const Text written = arena_format(commit->arena, "%s.new", journal.at);
    const Bytes bytes = journal_write(commit);
    name_saved(commit, path);
    if (!file_prepare(written.at, written.at, &bytes, 1, true, report))
        return false;
    if (rename(written.at, journal.at))
        return file_failed(journal.at, "cannot write", report);
    folder_sync(path);
    size_t done = 0;
    while (done < commit->count && do_move(&commit->moves[done]))
        done++;
    if (done == commit->count) {
        sync_folders(commit);
        if (unlink(journal.at) == 0)
            return true;
        done--;
    }
    const int cause = errno;
    *keep = !undo_all(commit, done + 1);
    if (!*keep)
        unlink(journal.at);
    errno = cause;
    file_failed(commit->moves[done].target.at, "cannot write", report);
    if (*keep)
        report_note(report, "what was there is in %s; the next run puts it back", path);
    return false;
}

bool file_commit_run(FileCommit *commit, bool *keep, Report *report)
{
    *keep = false;
    if (!commit->count)
        return true;
    if (!inputs_are_whole(report) || !note_inodes(commit, report))
        return false;
    cleanup_step();
    const bool ok =
        run(commit, arena_format(commit->arena, "%s/" JOURNAL, commit->staging->path), keep,
            report);
    cleanup_step_end();
    return ok;
}
