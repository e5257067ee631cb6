/* unpack --open: converts a game's folder to a workspace.
 *
 * Files are processed in batches: a batch is opened in parallel, named in order by one
 * thread, and written in parallel. So the result does not depend on the number of threads. */
#include "base/output/output.h"
#include "base/system/files.h"
#include "base/tasks.h"
#include "base/text.h"
#include "kit/jobs/files.h"
#include "kit/workspace/workspace.h"
#include "kit/workspace/open_forms.h"
#include "kit/workspace/workspace_data.h"
#include "kit/formats/archive.h"

#include <stdio.h>
#include <string.h>

/* Limits of the memory of a batch; a single larger file makes a batch by itself. */
enum { BATCH_BYTES = 16 << 20, BATCH_FILES = 256 };

/* A file of the game's folder. */
typedef struct Source {
    Text disk; /* its path */
    Text path; /* in the workspace */
    const ArchiveKind *kind;
    uint64_t size;
    int64_t time;
    bool named; /* given on the command line: it must be what it claims to be */
} Source;

/* A file being written to the workspace. */
typedef struct Item {
    size_t top;
    Text path, own;    /* in the archive; in the workspace, unless the name is in use */
    uint32_t encoding; /* of its texts, found with all of its archive: + 1; 0: found alone */
    Bytes bytes;
    int64_t time;
    Opened opened;
    WorkspaceEntry entry;
    Arena *arena; /* `bytes` and `opened` */
    Messages messages;
} Item;

typedef struct Unpacking {
    Job *job;
    Report *report;
    Output *output;
    bool open;
    Source *sources;
    size_t source_count;
    Workspace workspace;
    WorkspaceNames names;
    Table originals; /* originals that are stored */
    Table encodings; /* of the texts of archives' members, + 1, by `Item.own` */
    Item *items;     /* the batch */
    size_t count, bytes;
    size_t source; /* current source */
    size_t files, opened, kept;
    uint64_t done, total;
    const Progress *progress;
    Arena *arena;
} Unpacking;

/* ---- a batch ---- */

/* Runs in a thread: uses only its item. The encoding is restored because threads are reused. */
static void open_item(void *context, size_t index)
{
    const Unpacking *unpacking = context;
    Item *item = &unpacking->items[index];
    Opened *opened = &item->opened;
    if (unpacking->open && !archive_is_recipe(item->path)) {
        const GameTexts before = game_texts();
        if (item->encoding)
            game_texts_choose((Encoding)(item->encoding - 1));
        open_form_open(item->path, item->bytes, opened, item->arena);
        game_texts_use(before);
    } else {
        *opened = (Opened){.exact = true};
        *ARENA_PUSH(item->arena, opened->files.items, opened->files.count) =
            (ProjectFile){TEXT(""), item->bytes};
    }
    item->entry.file_count = opened->files.count;
    item->entry.files = ARENA_ALLOC(item->arena, WorkspaceFile, opened->files.count);
    for (size_t i = 0; i < opened->files.count; i++) {
        const Bytes bytes = opened->files.items[i].bytes;
        item->entry.files[i] =
            (WorkspaceFile){.size = bytes.size, .hash = hash_bytes(0, bytes)};
    }
}

/* Identical bytes are stored once. */
static bool keep_original(Unpacking *unpacking, Item *item)
{
    const uint64_t hash = hash_bytes(0, item->bytes);
    for (unsigned again = 0;; again++) {
        const Text name = workspace_original(hash, again, unpacking->arena);
        const Text path = arena_format(unpacking->arena, WORKSPACE_ORIGINALS "/%.*s",
                                       (int)name.size, name.at);
        const char *full = output_staged(unpacking->output, path, item->arena);
        const bool there = table_get(&unpacking->originals, name) != NULL;
        if (there && !file_has_contents(full, &item->bytes, 1))
            continue;
        item->entry.original = name;
        unpacking->kept++;
        table_put(&unpacking->originals, name, 1);
        return there ||
               output_put(unpacking->output, path, &item->bytes, 1, 0, unpacking->report);
    }
}

/* The path of a form's file, from that of the file itself. */
static Text file_path(const Opened *opened, size_t index, Text open, Arena *arena)
{
    const Text name = opened->files.items[index].path;
    return name.size ? arena_format(arena, "%.*s/%.*s", (int)open.size, open.at, (int)name.size,
                                    name.at)
                     : arena_text(arena, open);
}

/* Copies what the manifest needs to the job's arena, because the item's arena ends with the
 * batch. */
static bool name_item(Unpacking *unpacking, Item *item)
{
    Arena *arena = unpacking->arena;
    const Opened *opened = &item->opened;
    WorkspaceTop *top = &unpacking->workspace.tops[item->top];
    WorkspaceEntry *entry = &item->entry;
    const Text open = workspace_names_take(
        &unpacking->names, item->own, open_form_name(opened->form, item->own, false, arena),
        open_form_name(opened->form, item->own, true, arena));
    entry->path = arena_text(arena, item->path);
    entry->format = arena_text(arena, opened->format);
    entry->settings = arena_text(arena, opened->settings);
    entry->time = item->time;
    entry->has_hash = opened->form && opened->exact;
    if (entry->has_hash)
        entry->hash = hash_bytes(0, item->bytes);
    WorkspaceFile *files = ARENA_ALLOC(arena, WorkspaceFile, entry->file_count);
    for (size_t i = 0; i < entry->file_count; i++) {
        files[i] = entry->files[i];
        files[i].path = file_path(opened, i, open, arena);
    }
    entry->files = files;
    unpacking->files++;
    unpacking->opened += opened->form != NULL;
    if (!opened->exact && !keep_original(unpacking, item))
        return false;
    *ARENA_PUSH(arena, top->entries, top->count) = *entry;
    return true;
}

/* Messages are collected and sent in order by flush(), as this runs in several threads. */
static void write_item(Unpacking *unpacking, Item *item)
{
    item->messages = (Messages){.arena = item->arena};
    Report report = report_to(messages_sink, &item->messages);
    bool ok = true;
    for (size_t i = 0; ok && i < item->entry.file_count; i++)
        ok = output_put(unpacking->output, item->entry.files[i].path,
                        &item->opened.files.items[i].bytes, 1, item->time, &report);
}

/* Adjacent files are in one folder, where only one thread can create files at a time: each
 * run belongs to one thread. */
static void write_run(void *context, size_t index)
{
    Unpacking *unpacking = context;
    const size_t runs = tasks_threads();
    for (size_t i = unpacking->count * index / runs; i < unpacking->count * (index + 1) / runs;
         i++)
        write_item(unpacking, &unpacking->items[i]);
}

/* Messages of writing are not sent after an error in naming, since nothing was written then. */
static bool flush(Unpacking *unpacking)
{
    const size_t errors = unpacking->report->errors;
    bool ok = true;
    tasks_run(open_item, unpacking, unpacking->count);
    for (size_t i = 0; ok && i < unpacking->count; i++)
        ok = name_item(unpacking, &unpacking->items[i]);
    if (ok)
        tasks_run(write_run, unpacking, tasks_threads());
    for (size_t i = 0; i < unpacking->count; i++) {
        Item *item = &unpacking->items[i];
        unpacking->done += item->bytes.size;
        if (unpacking->report->errors == errors)
            messages_replay(&item->messages, unpacking->report);
        arena_free(item->arena);
    }
    unpacking->count = unpacking->bytes = 0;
    if (unpacking->done > unpacking->total)
        unpacking->done = unpacking->total;
    progress_step(unpacking->progress, unpacking->sources[unpacking->source].path.at,
                  (size_t)unpacking->done, (size_t)unpacking->total);
    return ok && unpacking->report->errors == errors;
}

static Item *new_item(Unpacking *unpacking)
{
    Item *item = &unpacking->items[unpacking->count++];
    *item = (Item){.top = unpacking->source, .arena = arena_new()};
    return item;
}

static bool is_full(const Unpacking *unpacking)
{
    return unpacking->count == BATCH_FILES || unpacking->bytes >= BATCH_BYTES;
}

/* ---- sources ---- */

/* The archive's bytes end with this call, so the member is copied. */
static bool put_member(void *context, const ArchiveFile *file, Report *report)
{
    Unpacking *unpacking = context;
    const Text top = unpacking->sources[unpacking->source].path;
    Item *item = new_item(unpacking);
    (void)report;
    item->path = arena_text(item->arena, file->path);
    item->own = arena_format(item->arena, "%.*s/%.*s", (int)top.size, top.at,
                             (int)file->path.size, file->path.at);
    const uint32_t *encoding = table_get(&unpacking->encodings, item->own);
    item->encoding = encoding ? *encoding : 0;
    item->bytes = arena_copy(item->arena, file->bytes);
    item->time = file->time;
    unpacking->bytes += file->bytes.size;
    return !is_full(unpacking) || flush(unpacking);
}

/* A member, and the points of its texts for each encoding. */
typedef struct Named {
    Text path;
    EncodingPoints points;
} Named;

typedef struct Paths {
    Named *items;
    size_t count;
    bool weigh;
    EncodingMean mean;
    Arena *arena;
} Paths;

/* Recipes are ours, in UTF-8, and would distort the mean of the encodings. */
static bool note_path(void *context, const ArchiveFile *file, Report *report)
{
    Paths *paths = context;
    Named named = {.path = arena_text(paths->arena, file->path)};
    (void)report;
    if (paths->weigh && !archive_is_recipe(file->path)) {
        open_form_weigh(file->path, file->bytes, &named.points);
        encoding_mean_add(&paths->mean, &named.points);
    }
    *ARENA_PUSH(paths->arena, paths->items, paths->count) = named;
    return true;
}

/* Keeps the names of an archive's members, and the encodings of their texts. */
static void keep_paths(Unpacking *unpacking, const Source *source, const Paths *paths)
{
    for (size_t i = 0; i < paths->count; i++) {
        const Named *named = &paths->items[i];
        const Text own = arena_format(unpacking->arena, "%.*s/%.*s", (int)source->path.size,
                                      source->path.at, (int)named->path.size, named->path.at);
        workspace_names_keep(&unpacking->names, own);
        if (paths->weigh)
            table_put(&unpacking->encodings, own,
                      (uint32_t)encoding_decide(&paths->mean, &named->points) + 1);
    }
}

static ArchiveOptions options_of(const Unpacking *unpacking)
{
    return (ArchiveOptions){.recursive = job_given(unpacking->job, OPTION_recursive)};
}

/* Whether the archive can be unpacked and packed without loss; then its names are kept. */
static bool try_archive(Unpacking *unpacking, const Source *source, Bytes bytes, Messages *said,
                        Arena *arena)
{
    const ArchiveKind *kind = archive_of_bytes(bytes);
    const ArchiveOptions how = options_of(unpacking);
    Report all = report_to(messages_sink, said);
    Report report = report_child(&all, source->disk);
    Paths paths = {.weigh = unpacking->open && !game_texts().chosen, .arena = arena};
    void *archive;
    size_t count;
    if (!kind->read(bytes, &archive, &count, arena, &report))
        return false;
    if (!archive_exact(kind, archive, bytes))
        return report_error(&report, "packing it again would give other bytes");
    if (!archive_unpack(kind, bytes, &how, note_path, &paths, &report))
        return false;
    keep_paths(unpacking, source, &paths);
    return true;
}

/* An archive in a folder that is damaged or malicious stays a file. */
static bool look_at(Unpacking *unpacking, Source *source, Arena *arena)
{
    Report about = report_child(unpacking->report, source->disk);
    Messages said = {.arena = arena};
    Bytes bytes;
    bool ok = file_load(source->disk.at, &bytes, arena, unpacking->report);
    if (ok && archive_of_bytes(bytes)) {
        if (try_archive(unpacking, source, bytes, &said, arena)) {
            source->kind = archive_of_bytes(bytes);
            messages_replay(&said, &about);
        } else {
            const Text last = said.count ? said.items[said.count - 1].text : TEXT("");
            if (source->named)
                ok = report_error(&about, "%.*s", (int)last.size, last.at);
            else
                report_warning(&about, "this archive is kept as a file: %.*s", (int)last.size,
                               last.at);
        }
    }
    if (ok && !source->kind)
        workspace_names_keep(&unpacking->names, source->path);
    return ok;
}

/* Archives were checked by look_at(), so a failure now means that the file has changed. A
 * file that is not an archive becomes an item, whose arena owns its bytes. */
static bool take_source(Unpacking *unpacking, Source *source, Arena *arena)
{
    Report silent = report_to(NULL, NULL); /* everything was reported already */
    const ArchiveOptions how = options_of(unpacking);
    Bytes bytes;
    Item *item = source->kind ? NULL : new_item(unpacking);
    Arena *owner = item ? item->arena : arena;
    if (!file_load(source->disk.at, &bytes, owner, unpacking->report))
        return false;
    WorkspaceTop *top = &unpacking->workspace.tops[unpacking->source];
    *top = (WorkspaceTop){.path = source->path,
                          .archive = text_of(source->kind ? source->kind->format : ""),
                          .size = bytes.size,
                          .hash = hash_bytes(0, bytes),
                          .time = source->time};
    if (!item) {
        const size_t errors = unpacking->report->errors;
        const bool ok =
            archive_unpack(source->kind, bytes, &how, put_member, unpacking, &silent);
        return ok || (unpacking->report->errors == errors &&
                      report_error(unpacking->report, "%s: it has changed in the meantime",
                                   source->disk.at));
    }
    item->path = item->own = source->path;
    item->bytes = bytes;
    item->time = source->time;
    unpacking->bytes += bytes.size;
    return !is_full(unpacking) || flush(unpacking);
}

/* Names that packing would not accept are rejected now, before any file is written. */
static bool add_source(Unpacking *unpacking, const char *disk, Text path, bool named)
{
    Arena *arena = unpacking->arena;
    Text safe;
    FileInfo status;
    if (!file_info(disk, &status))
        return report_error(unpacking->report, "cannot read %s", disk);
    if (!archive_path(path, &safe, arena, unpacking->report))
        return false;
    if (!text_equal(path, safe) || workspace_path_is_hidden(path))
        return report_error(unpacking->report, "the name \"%.*s\" is not allowed",
                            (int)path.size, path.at);
    *ARENA_PUSH(arena, unpacking->sources, unpacking->source_count) =
        (Source){.disk = arena_text(arena, text_of(disk)),
                 .path = arena_text(arena, path),
                 .size = status.size,
                 .time = modified_seconds(&status),
                 .named = named};
    unpacking->total += status.size;
    return true;
}

/* For a single file, only the part after its last slash is its name in the workspace. */
static bool add_argument(Unpacking *unpacking, const char *path, const char *output)
{
    Arena *arena = unpacking->arena;
    FoundFiles found;
    Text name = text_of(path);
    if (is_folder(path)) {
        if (!folder_list(path, output, false, &found, arena, unpacking->report))
            return false;
        for (size_t i = 0; i < found.count; i++)
            if (!add_source(unpacking,
                            arena_format(arena, "%s/%s", path, found.items[i].path.at).at,
                            found.items[i].path, false))
                return false;
        return found.count || report_error(unpacking->report, "%s: no files", path);
    }
    for (size_t i = name.size; i-- && name.size == strlen(path);)
        if (path[i] == '/')
            name = text_of(path + i + 1);
    return add_source(unpacking, path, name, true);
}

/* Files and folders may be given together; their names must differ, even without regard to
 * case. */
static bool no_doubles(Unpacking *unpacking)
{
    Table seen = table_new(unpacking->arena);
    for (size_t i = 0; i < unpacking->source_count; i++) {
        const Text path = unpacking->sources[i].path;
        const uint32_t first =
            *table_put(&seen, workspace_folded(path, unpacking->arena), (uint32_t)i);
        if (first != i)
            return report_error(unpacking->report,
                                "%s and %s are the same file on systems that ignore case: "
                                "rename one",
                                unpacking->sources[first].disk.at,
                                unpacking->sources[i].disk.at);
    }
    return true;
}

/* ---- all ---- */

static bool each_source(Unpacking *unpacking, bool (*visit)(Unpacking *, Source *, Arena *))
{
    bool ok = true;
    for (size_t i = 0; ok && i < unpacking->source_count; i++) {
        Arena *arena = arena_new();
        unpacking->source = i;
        ok = visit(unpacking, &unpacking->sources[i], arena);
        arena_free(arena);
    }
    return ok;
}

/* The hashes of packed files belong to one computer, so git ignores them. */
static bool put_manifest(Unpacking *unpacking)
{
    const Bytes manifest = workspace_write(&unpacking->workspace, unpacking->arena);
    const Bytes ignored = bytes_of_text(TEXT("packed.json\n"));
    return output_put(unpacking->output, TEXT(WORKSPACE_MANIFEST), &manifest, 1, 0,
                      unpacking->report) &&
           output_put(unpacking->output, TEXT(WORKSPACE_FOLDER "/.gitignore"), &ignored, 1, 0,
                      unpacking->report);
}

/* Items of a batch that was not flushed, because of an error, still own their arenas. */
static bool fill(Unpacking *unpacking)
{
    unpacking->progress = unpacking->job->progress;
    unpacking->workspace.count = unpacking->source_count;
    unpacking->workspace.tops =
        ARENA_ALLOC(unpacking->arena, WorkspaceTop, unpacking->source_count);
    unpacking->items = ARENA_ALLOC(unpacking->arena, Item, BATCH_FILES);
    bool ok = each_source(unpacking, take_source);
    ok = ok && flush(unpacking);
    ok = ok && put_manifest(unpacking);
    for (size_t i = 0; i < unpacking->count; i++)
        arena_free(unpacking->items[i].arena);
    progress_end(unpacking->progress);
    return ok;
}

/* Everything is examined before the output is begun: most errors leave no folder. */
bool workspace_unpack(Job *job, const char *folder, bool open, Arena *arena)
{
    Report *report = job->report;
    Unpacking unpacking = {.job = job,
                           .report = report,
                           .open = open,
                           .names = workspace_names(arena),
                           .originals = table_new(arena),
                           .encodings = table_new(arena),
                           .arena = arena};
    for (size_t i = 0; i < job->input_count; i++)
        if (!add_argument(&unpacking, job->inputs[i], folder))
            return false;
    if (!no_doubles(&unpacking) || !each_source(&unpacking, look_at))
        return false;
    static const FolderMark mark = {WORKSPACE_MANIFEST, NULL};
    unpacking.output =
        output_folder(folder, job_given(job, OPTION_force), &mark, arena, report);
    if (!unpacking.output || !output_end(unpacking.output, fill(&unpacking), report))
        return false;
    job_note(job, "%s: %zu file%s, %zu of them in open forms", folder, unpacking.files,
             PLURAL(unpacking.files), unpacking.opened);
    return true;
}
