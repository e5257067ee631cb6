/* A set of files, or a whole folder. */
#include "base/output/output.h"

#include "base/folders.h"
#include "base/hash.h"
#include "base/output/commit.h"
#include "base/output/target_names.h"
#include "base/output/whole_folder.h"
#include "base/path.h"
#include "base/system/folders.h"

#include <errno.h>
#include <stdio.h>

/* Of a set of several files, up to this many new ones are flushed. */
enum { FLUSHED_MAX = 16 };

/* A staged file: its name in the staging folder is its number in the set. */
typedef struct SetFile {
    Text target;    /* as it was given; links are followed */
    Text real;      /* without links and dots, if it exists */
    size_t staging; /* index of the staging folder on its file system */
    bool flushed;   /* when it was written, since it replaces a file */
} SetFile;

/* The staging folder of a file system. */
typedef struct SetStaging {
    Staging staging;
    uint64_t device;
} SetStaging;

struct Output {
    WholeFolder *whole; /* NULL: a set of files, with the members below */
    const char *folder;
    SetStaging **stagings;
    size_t staging_count;
    SetFile *files;
    size_t count;
    Table indexes; /* of files, by their real targets; REMOVED for one that was undone */
    bool failed;
    bool durable;   /* output_flush_new was called */
    size_t refused; /* count at the first refusal that was not undone; NOT_REFUSED: none */
    Arena *arena;
};

static const size_t NOT_REFUSED = SIZE_MAX;
static const uint32_t REMOVED = UINT32_MAX;

Output *output_files(const char *folder, Arena *arena, Report *report)
{
    Output *output = ARENA_ALLOC(arena, Output, 1);
    const bool ok = output_recover(folder, report) || output_stop_after_kept(report);
    *output = (Output){.failed = !ok,
                       .folder = folder,
                       .indexes = table_new(arena),
                       .refused = NOT_REFUSED,
                       .arena = arena};
    return output;
}

Output *output_folder(const char *folder, bool force, const FolderMark *mark, Arena *arena,
                      Report *report)
{
    Output *output = ARENA_ALLOC(arena, Output, 1);
    WholeFolder *whole = ARENA_ALLOC(arena, WholeFolder, 1);
    *output = (Output){.whole = whole, .folder = whole->path, .arena = arena};
    return whole_folder_begin(whole, folder, force, mark, report) ? output : NULL;
}

size_t output_count(const Output *output) { return output->count; }

const char *output_target(const Output *output, size_t index)
{
    return output->files[index].real.at;
}

static Text staged_name(size_t index, Arena *arena)
{
    return arena_format(arena, "%zu", index);
}

/* ---- a set of files ---- */

/* The device of the nearest existing folder on the path. */
static bool device_near(Text path, uint64_t *device, Arena *arena)
{
    FileInfo status;
    while (!file_info(path.at, &status)) {
        const Text above = folder_above(path, arena);
        if (text_equal(above, path))
            return false;
        path = above;
    }
    *device = status.device;
    return true;
}

/* Finds the staging folder on the target's file system, near `near` if that is on it, too. */
static bool find_staging(Output *output, Text target, Text near, size_t *index, Report *report)
{
    const Text folder = folder_above(target, output->arena);
    uint64_t device = 0, other;
    if (!device_near(folder, &device, output->arena))
        return file_failed(folder.at, "cannot write into the folder", report);
    for (*index = 0; *index < output->staging_count; ++*index)
        if (output->stagings[*index]->device == device)
            return true;
    if (!device_near(near, &other, output->arena) || other != device)
        near = folder;
    SetStaging *made = ARENA_ALLOC(output->arena, SetStaging, 1);
    SetStaging **slot = ARENA_PUSH(output->arena, output->stagings, output->staging_count);
    output->staging_count--;
    if (!staging_make_near(&made->staging, near.at, report))
        return false;
    made->device = device;
    *slot = made;
    output->staging_count++;
    return true;
}

static bool fail(Output *output)
{
    output->failed = true;
    return false;
}

static Text real_target(Text target, Arena *arena)
{
    const char *real = path_resolved(target.at, arena);
    return real ? text_of(real) : target;
}

/* Links stay: their targets are replaced. Other paths are shown as they were given. */
static Text followed(Text target, Arena *arena)
{
    FileInfo status;
    return file_info_at(FOLDER_CURRENT, target.at, &status) && status.kind == KIND_LINK
               ? real_target(target, arena)
               : target;
}

/* `near` is the folder for staging, `shown` is the target in messages. */
static bool put(Output *output, Text target, Text near, Text shown, const Bytes *parts,
                size_t count, int64_t time, Report *report)
{
    size_t staging = 0;
    FileInfo status;
    if (output->failed)
        return false;
    if (!target_name_check(target, report))
        return fail(output);
    if (!find_staging(output, target, near, &staging, report))
        return fail(output);
    const Text real = real_target(target, output->arena);
    const uint32_t *known = table_get(&output->indexes, real);
    if (known && *known != REMOVED) {
        if (output->refused == NOT_REFUSED)
            output->refused = output->count;
        return report_cause(report, CAUSE_EXISTS, "%.*s was already written for another input",
                            (int)shown.size, shown.at);
    }
    const StagedFile file = {.name = staged_name(output->count, output->arena).at,
                             .shown = target.at,
                             .mode = mode_of_target(target.at),
                             .time = time,
                             .flushed = file_info_at(FOLDER_CURRENT, target.at, &status)};
    if (!staging_write(&output->stagings[staging]->staging, &file, parts, count, report))
        return fail(output);
    *table_put(&output->indexes, real, 0) = (uint32_t)output->count;
    *ARENA_PUSH(output->arena, output->files, output->count) =
        (SetFile){target, real, staging, file.flushed};
    return true;
}

static Text target_of(const Output *output, Text path, Arena *arena)
{
    return followed(path_join(text_of(output->folder), path, arena), arena);
}

bool output_put_at(Output *output, const char *target, const Bytes *parts, size_t count,
                   Report *report)
{
    if (!target_name_check(text_of(target), report))
        return fail(output);
    if (is_stream(target))
        return stream_write(target, parts, count, report);
    const Text path = followed(arena_text(output->arena, text_of(target)), output->arena);
    return put(output, path, folder_above(path, output->arena), text_of(target), parts, count,
               0, report);
}

void output_undo(Output *output, size_t count)
{
    if (output->refused != NOT_REFUSED && count <= output->refused)
        output->refused = NOT_REFUSED;
    while (output->count > count) {
        const SetFile *file = &output->files[--output->count];
        file_remove(output->stagings[file->staging]->staging.folder,
                    staged_name(output->count, output->arena).at);
        *table_get(&output->indexes, file->real) = REMOVED;
    }
}

/* ---- a file of either ---- */

/* Takes no memory of the arena: several threads may write. */
static bool put_in_whole(const WholeFolder *whole, Text path, const Bytes *parts, size_t count,
                         int64_t time, Report *report)
{
    char staged[PATH_SIZE], shown[PATH_SIZE];
    const StagedFile file = {.name = staged, .shown = shown, .mode = MODE_NEW, .time = time};
    if ((size_t)snprintf(staged, sizeof staged, STAGING_NEW "/%.*s", (int)path.size, path.at) >=
            sizeof staged ||
        (size_t)snprintf(shown, sizeof shown, "%s%s%.*s", whole->path,
                         path_is_root(text_of(whole->path)) ? "" : "/", (int)path.size,
                         path.at) >= sizeof shown)
        return report_error(report, "%.*s: the path is too long", (int)path.size, path.at);
    return target_name_check(path, report) &&
           staging_write(&whole->staging, &file, parts, count, report);
}

bool output_put(Output *output, Text path, const Bytes *parts, size_t count, int64_t time,
                Report *report)
{
    if (output->whole)
        return put_in_whole(output->whole, path, parts, count, time, report);
    return put(output, target_of(output, path, output->arena), text_of(output->folder), path,
               parts, count, time, report);
}

const char *output_staged(const Output *output, Text path, Arena *arena)
{
    const WholeFolder *whole = output->whole;
    if (whole)
        return arena_format(arena, "%s/" STAGING_NEW "/%.*s", whole->staging.path,
                            (int)path.size, path.at)
            .at;
    const Text real = real_target(target_of(output, path, arena), arena);
    const uint32_t index = *table_get(&output->indexes, real);
    return arena_format(arena, "%s/%u",
                        output->stagings[output->files[index].staging]->staging.path, index)
        .at;
}

/* ---- new folders ---- */

/* A folder that was created for the files. */
typedef struct MadeFolder {
    Text path;
    struct MadeFolder *before;
} MadeFolder;

typedef struct Made {
    MadeFolder *last;
    Cleanup cleanup;
} Made;

/* Deepest first. Folders that contain files stay. */
static void remove_made(void *thing)
{
    const Made *made = thing;
    for (const MadeFolder *folder = made->last; folder; folder = folder->before)
        folder_remove(FOLDER_CURRENT, folder->path.at);
}

static void release_made(void *thing)
{
    Made *made = thing;
    remove_made(made);
    cleanup_end(&made->cleanup);
}

static bool make_folder(Output *output, Text path, Made *made, Report *report)
{
    if (is_folder(path.at))
        return true;
    if (!make_folder(output, folder_above(path, output->arena), made, report))
        return false;
    MadeFolder *folder = ARENA_ALLOC(output->arena, MadeFolder, 1);
    *folder = (MadeFolder){path, made->last};
    cleanup_step();
    const bool ok = folder_create(FOLDER_CURRENT, path.at);
    const int cause = errno;
    if (ok)
        made->last = folder;
    cleanup_step_end();
    errno = cause;
    return ok || cause == EEXIST || file_failed(path.at, "cannot create the folder", report);
}

/* Errors of targets are reported before anything is replaced. */
static bool prepare(Output *output, Commit *commits, Made *made, Report *report)
{
    for (size_t i = 0; i < output->staging_count; i++) {
        commits[i] = commit_new(&output->stagings[i]->staging, output->arena);
        commits[i].durable = output->durable;
    }
    for (size_t i = 0; i < output->count; i++) {
        const SetFile *file = &output->files[i];
        if (is_folder(file->target.at)) {
            errno = EISDIR;
            return file_failed(file->target.at, "cannot write", report);
        }
        if (!make_folder(output, folder_above(file->target, output->arena), made, report))
            return false;
        commit_place(&commits[file->staging], staged_name(i, output->arena), file->target);
    }
    return true;
}

void output_flush_new(Output *output) { output->durable = true; }

/* Opened to write, as some systems want for it. */
static bool flush_file(Output *output, size_t index)
{
    const SetFile *file = &output->files[index];
    const int handle =
        file_open(output->stagings[file->staging]->staging.folder,
                  staged_name(index, output->arena).at, OPEN_WRITE | OPEN_NO_LINK);
    const bool ok = handle >= 0 && file_flush(handle);
    const int cause = errno;
    if (handle >= 0)
        file_close(handle);
    errno = cause;
    return ok;
}

static bool flush_new(Output *output, Report *report)
{
    const size_t max = output->durable ? SIZE_MAX : output->count > 1 ? FLUSHED_MAX : 0;
    for (size_t i = 0; i < output->count && i < max; i++)
        if (!output->files[i].flushed && !flush_file(output, i))
            return file_failed(output->files[i].target.at, "cannot write", report);
    return true;
}

static bool commit_all(Output *output, Report *report)
{
    Made *made = ARENA_ALLOC(output->arena, Made, 1);
    Commit *commits = ARENA_ALLOC(output->arena, Commit, output->staging_count + 1);
    cleanup_begin(&made->cleanup, remove_made, made);
    arena_own(output->arena, release_made, made);
    const bool ok = flush_new(output, report) && prepare(output, commits, made, report) &&
                    commit_run(commits, output->staging_count, report);
    arena_release(output->arena, made);
    return ok;
}

bool output_end(Output *output, bool ok, Report *report)
{
    if (output->whole) {
        ok = ok && !output->failed && whole_folder_commit(output->whole, report);
        staging_remove(&output->whole->staging);
        return ok;
    }
    ok = ok && !output->failed && output->refused == NOT_REFUSED && commit_all(output, report);
    while (output->staging_count)
        staging_remove(&output->stagings[--output->staging_count]->staging);
    return ok;
}
