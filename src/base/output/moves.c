/* Parts, in order: names relative to open folders; doing a move; planning its undo; undoing it.
 * The plan is separate, because what happens to a file is reported before it is moved. Where
 * the file system cannot exchange two files, renames through `saved` do the same in steps. */
#include "base/output/moves.h"

#include "base/output/staging.h"
#include "base/path.h"
#include "base/system/folders.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void moves_name_saved(Move *moves, size_t count, Arena *arena)
{
    for (size_t i = 0; i < count; i++)
        moves[i].saved = arena_format(arena, "replaced.%zu", i);
}

/* ---- names relative to descriptors ---- */

typedef struct Spot {
    int folder;
    const char *name;
} Spot;

/* The three places of a move. */
typedef struct Spots {
    Spot from, target, saved;
} Spots;

int open_target_folder(int above, Text place)
{
    const size_t root_size = path_root(place.at);
    char root[FILE_NAME_SIZE] = ".";
    const char *at = place.at + root_size, *slash;
    if (root_size >= sizeof root) {
        errno = ENAMETOOLONG;
        return -1;
    }
    if (root_size)
        snprintf(root, sizeof root, "%.*s", (int)root_size, place.at);
    int folder = folder_handle(above, root, FOLDER_PLACE);
    while (folder >= 0 && (slash = strchr(at, '/'))) {
        char part[PATH_SIZE]; /* a name of 255 characters has more bytes on Windows */
        int next = -1;
        if ((size_t)snprintf(part, sizeof part, "%.*s", (int)(slash - at), at) < sizeof part)
            next = folder_handle(folder, part, FOLDER_PLACE | FOLDER_NO_LINK);
        else
            errno = ENAMETOOLONG;
        const int cause = errno;
        file_close(folder);
        errno = cause;
        folder = next;
        at = slash + 1;
    }
    return folder;
}

const char *base_of_place(Text place)
{
    const char *slash = strrchr(place.at, '/');
    return slash ? slash + 1 : place.at;
}

static Spots spots_of(const Folders *folders, const Move *move, int target_folder)
{
    return (Spots){{folders->folder, move->from.at},
                   {target_folder, base_of_place(move->place)},
                   {folders->folder, move->saved.at}};
}

static bool exists(Spot spot)
{
    FileInfo status;
    return file_info_at(spot.folder, spot.name, &status);
}

/* The new file, changed or not; never for a removal. */
static bool is_made(const Move *move, Spot spot)
{
    FileInfo status;
    return move->from.size && file_info_at(spot.folder, spot.name, &status) &&
           status.identity == move->made.inode;
}

/* The older file, or what is left in its place. */
static bool is_older(const Move *move, Spot spot)
{
    return exists(spot) && !is_made(move, spot);
}

static bool is_unchanged(const Move *move, Spot spot)
{
    Fingerprint now;
    return fingerprint_take(spot.folder, spot.name, &now) &&
           fingerprint_equal(&now, &move->made);
}

static bool rename_spot(Spot from, Spot to)
{
    return file_move(from.folder, from.name, to.folder, to.name);
}

static bool rename_to_free(Spot from, Spot to)
{
    return file_move_new(from.folder, from.name, to.folder, to.name);
}

/* ---- doing it ---- */

static bool is_unsupported(int cause) { return cause == EINVAL || cause == ENOSYS; }

static bool exchange(Spot one, Spot other, Spot spare)
{
    if (file_exchange(one.folder, one.name, other.folder, other.name))
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

static int compare_inodes(const void *a, const void *b)
{
    const uint64_t one = (*(const Move *const *)a)->made.inode,
                   other = (*(const Move *const *)b)->made.inode;
    return (one > other) - (one < other);
}

MadeFiles moves_sort(const Move *moves, size_t count, Arena *arena)
{
    const MadeFiles out = {ARENA_ALLOC(arena, const Move *, count), count};
    for (size_t i = 0; i < count; i++)
        out.by_inode[i] = &moves[i];
    qsort(out.by_inode, count, sizeof *out.by_inode, compare_inodes);
    return out;
}

/* The move that has put its file where `move` would put another one; NULL: none. */
static const Move *find_same(const MadeFiles *made, const Move *move, Spot target)
{
    FileInfo status;
    if (!file_info_at(target.folder, target.name, &status) || !status.identity)
        return NULL;
    const Move wanted = {.made.inode = status.identity}, *key = &wanted;
    const Move **found =
        bsearch(&key, made->by_inode, made->count, sizeof *made->by_inode, compare_inodes);
    return found && (*found)->from.size && *found < move ? *found : NULL;
}

static bool do_in(const Move *move, const MadeFiles *made, const Move **same, Spots spots)
{
    const bool replaces = made && exists(spots.target);
    *same = replaces && move->from.size ? find_same(made, move, spots.target) : NULL;
    if (*same) {
        errno = EEXIST;
        return false;
    }
    if (!move->from.size)
        return !replaces || rename_spot(spots.target, spots.saved);
    return replaces ? exchange(spots.from, spots.target, spots.saved)
                    : rename_to_free(spots.from, spots.target);
}

bool move_do(const Folders *folders, const Move *move, const MadeFiles *made, const Move **same)
{
    const int folder = open_target_folder(folders->above, move->place);
    if (folder < 0)
        return false;
    const bool ok = do_in(move, made, same, spots_of(folders, move, folder));
    const int cause = errno;
    file_close(folder);
    errno = cause;
    return ok;
}

/* ---- planning an undo ---- */

/* Where the older file is: NULL if there was none, or it is at the target. Without
 * file_exchange, the undo first moves the new file to `saved`: then the older one is in
 * `from`, or restored already. */
static const Spot *find_older(const Move *move, const Spots *spots)
{
    if (is_older(move, spots->saved))
        return &spots->saved;
    return move->from.size && is_older(move, spots->from) ? &spots->from : NULL;
}

static UndoKind kind_of(const Move *move, const Spots *spots)
{
    const Spot *older = find_older(move, spots);
    if (is_made(move, spots->target) && is_unchanged(move, spots->target))
        return older ? UNDO_RESTORE : UNDO_REMOVE;
    if (!exists(spots->target))
        return older ? UNDO_RESTORE : UNDO_NOTHING;
    if (older)
        return UNDO_KEEP_BESIDE;
    const bool moved = move->from.size && !exists(spots->from) && !exists(spots->saved);
    return moved ? UNDO_KEEP : UNDO_NOTHING;
}

/* A name that does not exist: NAME.before, NAME.before2 ... */
static bool name_beside(Spot target, char out[FILE_NAME_SIZE])
{
    enum { NUMBER_MAX = 999, ADDED = sizeof PATH_OLDER_SUFFIX "999" - 1 };
    for (unsigned number = 1; number <= NUMBER_MAX; number++) {
        snprintf(out, FILE_NAME_SIZE, "%.*s" PATH_OLDER_SUFFIX, FILE_NAME_SIZE - 1 - ADDED,
                 target.name);
        if (number > 1)
            snprintf(out + strlen(out), sizeof "999", "%u", number);
        if (!exists((Spot){target.folder, out}))
            return true;
    }
    return false;
}

/* Inodes are unique only within a file system, whose device number may change at a reboot,
 * so the folders are compared. */
static bool is_one_device(int folder, int other)
{
    FileInfo one, two;
    return file_info_of(folder, &one) && file_info_of(other, &two) && one.device == two.device;
}

/* The target's folder cannot be opened: it was removed meanwhile, so that only an older file
 * would have to be restored, or it is a file, and then the move was not started. */
static UndoKind kind_without_target(const Move *move, int cause, const Spots *spots)
{
    if ((cause != ENOENT && cause != ENOTDIR) || exists(spots->saved))
        return UNDO_IMPOSSIBLE;
    return !move->from.size || is_made(move, spots->from) ||
                   (cause == ENOENT && !exists(spots->from))
               ? UNDO_NOTHING
               : UNDO_IMPOSSIBLE;
}

/* Files are never moved between file systems: if they differ, the move was not started. */
static UndoKind kind_elsewhere(const Move *move, const Spots *spots)
{
    return !exists(spots->saved) && (!move->from.size || is_made(move, spots->from))
               ? UNDO_NOTHING
               : UNDO_IMPOSSIBLE;
}

Undo move_undo_plan(const Folders *folders, const Move *move)
{
    Undo undo = {UNDO_NOTHING, ""};
    const int folder = open_target_folder(folders->above, move->place);
    const int cause = errno;
    const Spots spots = spots_of(folders, move, folder);
    if (folder < 0) {
        undo.kind = kind_without_target(move, cause, &spots);
        return undo;
    }
    undo.kind = is_one_device(folder, folders->folder) ? kind_of(move, &spots)
                                                       : kind_elsewhere(move, &spots);
    if (undo.kind == UNDO_KEEP_BESIDE && !name_beside(spots.target, undo.beside))
        undo.kind = UNDO_IMPOSSIBLE;
    file_close(folder);
    return undo;
}

/* ---- undoing ---- */

static bool restore(const Move *move, const Spots *spots)
{
    const Spot *older = find_older(move, spots);
    if (!older)
        return false;
    if (!exists(spots->target))
        return rename_to_free(*older, spots->target);
    if (older == &spots->saved)
        return rename_to_free(spots->target, spots->from) &&
               rename_to_free(spots->saved, spots->target);
    return exchange(spots->from, spots->target, spots->saved);
}

static bool put_beside(const Move *move, const Spots *spots, const char *name)
{
    const Spot *older = find_older(move, spots);
    return older && rename_to_free(*older, (Spot){spots->target.folder, name});
}

bool move_undo(const Folders *folders, const Move *move, const Undo *undo)
{
    if (undo->kind == UNDO_NOTHING || undo->kind == UNDO_KEEP)
        return true;
    if (undo->kind == UNDO_IMPOSSIBLE)
        return false;
    const int folder = open_target_folder(folders->above, move->place);
    if (folder < 0)
        return false;
    const Spots spots = spots_of(folders, move, folder);
    const bool ok = undo->kind == UNDO_RESTORE  ? restore(move, &spots)
                    : undo->kind == UNDO_REMOVE ? rename_to_free(spots.target, spots.from)
                                                : put_beside(move, &spots, undo->beside);
    file_close(folder);
    return ok;
}
