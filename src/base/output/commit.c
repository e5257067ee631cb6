/* Parts, in order: names relative to open folders; one move and its undo; the journal; all
 * moves. An undo looks only at the disk, so it works for a move in any state. */
#include "base/output/commit.h"

#include "base/folders.h"
#include "base/mapped_file.h"
#include "base/stream.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define JOURNAL "journal"
#define SAVED "replaced."

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

/* Allocates all memory before the first move: nothing may stop the commit half-way. */
static void name_saved(Commit *commit)
{
    for (size_t i = 0; i < commit->count; i++)
        commit->moves[i].saved = arena_format(commit->arena, SAVED "%zu", i);
}

/* ---- names relative to descriptors ---- */

/* Descriptors of the staging folder and its parent. */
typedef struct Folders {
    int above, folder;
} Folders;

typedef struct Spot {
    int folder;
    const char *name;
} Spot;

/* Opens the folder of a move's target; no part of the path may be a link, as when the
 * journal was written. Returns -1 and errno on failure. */
static int open_target_folder(int above, Text place)
{
    const bool absolute = place.at[0] == '/';
    const char *at = place.at + absolute, *slash;
    int folder = openat(above, absolute ? "/" : ".", O_PATH | O_DIRECTORY | O_CLOEXEC);
    while (folder >= 0 && (slash = strchr(at, '/'))) {
        char part[NAME_MAX + 1];
        int next = -1;
        if ((size_t)snprintf(part, sizeof part, "%.*s", (int)(slash - at), at) < sizeof part)
            next = openat(folder, part, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        else
            errno = ENAMETOOLONG;
        const int cause = errno;
        close(folder);
        errno = cause;
        folder = next;
        at = slash + 1;
    }
    return folder;
}

static const char *base_of(Text place)
{
    const char *slash = strrchr(place.at, '/');
    return slash ? slash + 1 : place.at;
}

static bool exists(Spot spot)
{
    struct stat status;
    return fstatat(spot.folder, spot.name, &status, AT_SYMLINK_NOFOLLOW) == 0;
}

static bool is_new(const Move *move, Spot spot)
{
    struct stat status;
    return fstatat(spot.folder, spot.name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
           status.st_ino == move->inode;
}

static bool rename_spot(Spot from, Spot to)
{
    return renameat(from.folder, from.name, to.folder, to.name) == 0;
}

static bool rename_to_free(Spot from, Spot to)
{
    return rename_new_at(from.folder, from.name, to.folder, to.name);
}

/* ---- one move and its undo ---- */

static bool is_unsupported(int cause) { return cause == EINVAL || cause == ENOSYS; }

static bool exchange(Spot one, Spot other, Spot spare)
{
    if (renameat2(one.folder, one.name, other.folder, other.name, RENAME_EXCHANGE) == 0)
        return true;
    if (!is_unsupported(errno))
        return false;
    if (!rename_spot(other, spare))
        return false;
    if (rename_spot(one, other))
        return rename_spot(spare, one);
    const int cause = errno;
    rename_spot(spare, other);
    errno = cause;
    return false;
}

static bool do_in(const Move *move, bool may_replace, Spot from, Spot target, Spot saved)
{
    const bool replaces = may_replace && exists(target);
    if (!move->from.size)
        return !replaces || rename_spot(target, saved);
    return replaces ? exchange(from, target, saved) : rename_to_free(from, target);
}

/* Depends only on the disk, so it can be called for a move that was not started, is half
 * done, is done, is undone, or whose undo was interrupted. Without RENAME_EXCHANGE, the undo
 * first moves the new file to `saved`: then the old one is in `from`, or restored already. */
static bool undo_in(const Move *move, Spot from, Spot target, Spot saved)
{
    if (!move->from.size)
        return !exists(saved) || (!exists(target) && rename_spot(saved, target));
    if (is_new(move, saved))
        return !exists(from) || (!exists(target) && rename_spot(from, target));
    if (!is_new(move, target)) /* not started, undone, or only moved away */
        return exists(saved) ? !exists(target) && rename_spot(saved, target)
                             : !exists(from) || is_new(move, from);
    if (exists(saved)) /* the replaced file is in `saved` */
        return rename_to_free(target, from) && rename_spot(saved, target);
    return exists(from) ? exchange(from, target, saved) : rename_to_free(target, from);
}

static bool do_move(const Folders *folders, const Move *move, bool may_replace)
{
    const int folder = open_target_folder(folders->above, move->place);
    if (folder < 0)
        return false;
    const bool ok =
        do_in(move, may_replace, (Spot){folders->folder, move->from.at},
              (Spot){folder, base_of(move->place)}, (Spot){folders->folder, move->saved.at});
    const int cause = errno;
    close(folder);
    errno = cause;
    return ok;
}

/* Inodes are unique only within a file system, whose device number may change at a reboot,
 * so the folders are compared. */
static bool is_one_device(int folder, int other)
{
    struct stat one, two;
    return fstat(folder, &one) == 0 && fstat(other, &two) == 0 && one.st_dev == two.st_dev;
}

/* The target's folder cannot be opened: it was removed meanwhile, so that only `saved` must be
 * restored, or it is a file, and then the move was not started. */
static bool undo_without_target(const Move *move, int cause, Spot from, Spot saved)
{
    if ((cause != ENOENT && cause != ENOTDIR) || exists(saved))
        return false;
    return !move->from.size || is_new(move, from) || (cause == ENOENT && !exists(from));
}

/* Files are never moved between file systems: if they differ, the move was not started. */
static bool undo_move(const Folders *folders, const Move *move)
{
    const Spot from = {folders->folder, move->from.at},
               saved = {folders->folder, move->saved.at};
    const int folder = open_target_folder(folders->above, move->place);
    if (folder < 0)
        return undo_without_target(move, errno, from, saved);
    const bool ok = is_one_device(folder, folders->folder)
                        ? undo_in(move, from, (Spot){folder, base_of(move->place)}, saved)
                        : !exists(saved) && (!move->from.size || is_new(move, from));
    close(folder);
    return ok;
}

static bool undo_moves(const Folders *folders, const Commit *commit, size_t count)
{
    bool ok = true;
    for (size_t i = count; i-- > 0;)
        ok &= undo_move(folders, &commit->moves[i]);
    return ok;
}

/* ---- the journal ---- */

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
    const size_t skipped = here.size + (here.size > 1); /* including the slash */
    Text last = TEXT(""), real = TEXT("");
    for (size_t i = 0; i < commit->count; i++) {
        Move *move = &commit->moves[i];
        const Text folder = folder_above(move->target, arena);
        if (!text_equal(folder, last))
            real = real_folder(folder, arena);
        last = folder;
        if (!here.size || !real.size)
            return file_failed(move->target.at, "cannot write", report);
        const Text place =
            arena_format(arena, "%s/%s", real.size > 1 ? real.at : "", base_of(move->target));
        const bool below = place.size > skipped && !memcmp(place.at, here.at, here.size) &&
                           place.at[skipped - 1] == '/';
        move->place = below ? text_slice(place, skipped, place.size) : place;
    }
    return true;
}

static void write_word(Writer *out, Text word)
{
    write_text(out, word);
    write_bytes(out, (Bytes){(const uint8_t *)"", 1});
}

/* For each move: the inode, the name in the staging folder, the target; each ends with a
 * zero byte. */
static Bytes journal_write(const Commit *commit)
{
    Writer out = writer_to(commit->arena);
    for (size_t i = 0; i < commit->count; i++) {
        const Move *move = &commit->moves[i];
        write_format(&out, "%llu", (unsigned long long)move->inode);
        write_word(&out, TEXT(""));
        write_word(&out, move->from);
        write_word(&out, move->place);
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

/* Whether it has parts separated by slashes, none of them empty or dots. */
static bool is_plain(Text path)
{
    size_t from = 0;
    for (size_t i = 0; i <= path.size; i++) {
        if (i < path.size && path.at[i] != '/')
            continue;
        const Text part = text_slice(path, from, i);
        if (!part.size || text_is(part, ".") || text_is(part, ".."))
            return false;
        from = i + 1;
    }
    return true;
}

static bool is_staged_name(Text from)
{
    size_t slash;
    const Text name = text_starts(from, STAGING_NEW "/")
                          ? text_slice(from, strlen(STAGING_NEW "/"), from.size)
                          : from;
    return is_plain(name) && !text_find(name, '/', &slash);
}

static bool is_target(Text place, bool elsewhere)
{
    if (!text_starts(place, "/"))
        return is_plain(place);
    return elsewhere && is_plain(text_slice(place, 1, place.size));
}

static bool journal_read(Bytes file, bool elsewhere, Commit *out)
{
    Text inode, from, place;
    while (file.size) {
        if (!take_word(&file, &inode) || !take_word(&file, &from) ||
            !take_word(&file, &place) || (from.size && !is_staged_name(from)) ||
            !is_target(place, elsewhere))
            return false;
        *ARENA_PUSH(out->arena, out->moves, out->count) =
            (Move){.from = from, .place = place, .inode = strtoull(inode.at, NULL, 10)};
    }
    return true;
}

static void release_file(void *thing) { close(*(int *)thing); }

/* It must be a regular file, and no link. */
static bool journal_load(int folder, Bytes *out, Arena *arena)
{
    int *file = ARENA_ALLOC(arena, int, 1);
    struct stat status;
    ssize_t got = 1;
    *file = openat(folder, JOURNAL, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    if (*file < 0)
        return false;
    arena_own(arena, release_file, file);
    if (fstat(*file, &status) || !S_ISREG(status.st_mode))
        return false;
    uint8_t *data = arena_alloc_raw(arena, (size_t)status.st_size + 1, 1);
    *out = (Bytes){data, 0};
    while (out->size < (size_t)status.st_size && got) {
        got = read(*file, data + out->size, (size_t)status.st_size - out->size);
        if (got < 0 && errno != EINTR)
            return false;
        out->size += got > 0 ? (size_t)got : 0;
    }
    return true;
}

bool commit_is_pending(int folder) { return exists((Spot){folder, JOURNAL}); }

bool commit_recover(int above, int folder)
{
    Arena *arena = arena_new();
    const Folders folders = {above, folder};
    Commit commit = {.arena = arena};
    struct stat status;
    Bytes file;
    const bool elsewhere = fstat(above, &status) == 0 && status.st_uid == geteuid();
    bool ok = !commit_is_pending(folder);
    if (!ok && journal_load(folder, &file, arena) && journal_read(file, elsewhere, &commit)) {
        name_saved(&commit);
        ok = undo_moves(&folders, &commit, commit.count) && unlinkat(folder, JOURNAL, 0) == 0;
    }
    arena_free(arena);
    return ok;
}

/* ---- all moves ---- */

static Folders folders_of(const Commit *commit)
{
    return (Folders){commit->staging->above, commit->staging->folder};
}

static bool note_inodes(Commit *commit, Report *report)
{
    for (size_t i = 0; i < commit->count; i++) {
        Move *move = &commit->moves[i];
        struct stat status;
        if (!move->from.size)
            continue;
        if (fstatat(commit->staging->folder, move->from.at, &status, AT_SYMLINK_NOFOLLOW))
            return file_failed(move->target.at, "cannot write", report);
        move->inode = status.st_ino;
    }
    return true;
}

/* Without an arena: between the first move and the commit, nothing may run out of memory. */
static void sync_folders(const Commit *commit)
{
    size_t last = 0; /* length of the previous target's folder */
    for (size_t i = 0; i < commit->count; i++) {
        const Text place = commit->moves[i].place;
        const size_t size = (size_t)(base_of(place) - place.at);
        const bool same =
            i && size == last && !memcmp(place.at, commit->moves[i - 1].place.at, size);
        const int folder = same ? -1 : open_target_folder(commit->staging->above, place);
        last = size;
        if (folder < 0)
            continue;
        folder_sync(folder, ".");
        close(folder);
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
    struct stat status;
    return commit && !commit->durable && commit->moves[0].from.size &&
           lstat(commit->moves[0].target.at, &status) != 0 && errno == ENOENT;
}

static bool prepare(Commit *commit, bool journals, Report *report)
{
    const int folder = commit->staging->folder;
    if (!note_inodes(commit, report) || !find_positions(commit, report))
        return false;
    const Bytes journal = journals ? journal_write(commit) : (Bytes){NULL, 0};
    name_saved(commit);
    if (!journal.size)
        return true;
    const StagedFile file = {.name = JOURNAL ".new",
                             .shown = commit->moves[0].target.at,
                             .mode = 0600,
                             .flushed = true};
    if (!staging_write(commit->staging, &file, &journal, 1, report))
        return false;
    if (renameat(folder, JOURNAL ".new", folder, JOURNAL))
        return file_failed(commit->moves[0].target.at, "cannot write", report);
    folder_sync(folder, ".");
    return true;
}

/* The target of the move that fails; NULL: all succeeded. */
static const char *move_all(Commit *commits, size_t count, bool journals)
{
    for (size_t i = 0; i < count; i++) {
        Commit *commit = &commits[i];
        const Folders folders = folders_of(commit);
        while (commit->done < commit->count) {
            const Move *move = &commit->moves[commit->done++];
            if (!do_move(&folders, move, journals))
                return move->target.at;
        }
        if (journals)
            sync_folders(commit);
    }
    for (size_t i = 0; i < count && journals; i++)
        if (commits[i].count && unlinkat(commits[i].staging->folder, JOURNAL, 0))
            return commits[i].moves[0].target.at;
    return NULL;
}

/* The first staging folder that is kept; NULL: everything was restored. */
static const char *undo_all(const Commit *commits, size_t count)
{
    const char *kept = NULL;
    for (size_t i = count; i-- > 0;) {
        const Folders folders = folders_of(&commits[i]);
        if (undo_moves(&folders, &commits[i], commits[i].done)) {
            unlinkat(folders.folder, JOURNAL, 0);
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
    const char *failed = move_all(commits, count, journals);
    const int cause = errno;
    if (failed)
        kept = undo_all(commits, count);
    cleanup_step_end();
    if (!failed)
        return true;
    errno = cause;
    file_failed(failed, "cannot write", report);
    if (kept)
        report_note(report, "the replaced files are in %s; the next run restores them", kept);
    return false;
}
