/* Parts, in order: files of the project; the journal of edits; the page of the editor. The page
 * may ask for any path, so links that lead out of the project or to hidden files are refused,
 * and a file is written only if it is still as the page has seen it. */
#include "cli/edit_files.h"

#include "base/output/output.h"
#include "base/path.h"
#include "base/system/files.h"
#include "base/text.h"
#include "cli/edit_tools.h"
#include "studio/lint/project_check.h"
#include "tirnanog/jobs/project_files.h"
#include "kit/jobs/program_folder.h"
#include "tirnanog/jobs/page_files.h"

#include <errno.h>
#include <stdlib.h>

static const char *full_path(const EditFiles *files, Text path, Arena *arena)
{
    return arena_format(arena, "%s/%.*s", files->root, (int)path.size, path.at).at;
}

/* Whether links do not lead out of the project, nor to hidden files: of a new file, those of
 * the nearest folder that exists. */
static bool is_inside(const EditFiles *files, const char *full, Arena *arena)
{
    FileInfo status;
    while (!file_info_at(FOLDER_CURRENT, full, &status)) {
        const Text above = folder_above(text_of(full), arena);
        if ((errno != ENOENT && errno != ENOTDIR) || above.size < strlen(files->root))
            return false;
        full = arena_text(arena, above).at;
    }
    const char *real = path_resolved(full, arena);
    const size_t size = strlen(files->root);
    return real && !strncmp(real, files->root, size) && (!real[size] || real[size] == '/') &&
           !strstr(real + size, "/.");
}

static bool load(void *context, ProjectFiles *out, Arena *arena, Report *report)
{
    const EditFiles *files = context;
    return project_open_files(files->root, out, arena, report);
}

static ReadResult read_file(void *context, Text path, Bytes *out, Arena *arena, Report *report)
{
    const EditFiles *files = context;
    const char *full = full_path(files, path, arena);
    FileInfo status;
    *out = (Bytes){0};
    if (!is_inside(files, full, arena)) {
        report_error(report, "%.*s leads out of the project", (int)path.size, path.at);
        return READ_FAILED;
    }
    if (!file_info(full, &status))
        return errno == ENOENT || errno == ENOTDIR ? READ_ABSENT : READ_FAILED;
    if (status.kind != KIND_FILE)
        return READ_ABSENT;
    return file_load(full, out, arena, report) ? READ_OK : READ_FAILED;
}

/* Whether a file is still as the change expects it. */
static bool is_unchanged(EditFiles *files, const FileWrite *write, Arena *arena, Report *report)
{
    Bytes now;
    const ReadResult found = read_file(files, write->path, &now, arena, report);
    if (found == READ_FAILED)
        return false;
    return ((found == READ_OK) == write->existed && bytes_equal(now, write->before)) ||
           report_error(report, "%.*s was changed by another program at the same time",
                        (int)write->path.size, write->path.at);
}

static bool write_files(void *context, const FileWrite *writes, size_t count, Report *report)
{
    EditFiles *files = context;
    Arena *arena = arena_new();
    Output *output = output_files(files->root, arena, report);
    bool ok = true;
    for (size_t i = 0; i < count && ok; i++)
        if (writes[i].exists)
            ok = output_put(output, writes[i].path, &writes[i].after, 1, 0, report);
        else /* its contents may have moved to one of the others */
            output_flush_new(output);
    for (size_t i = 0; i < count && ok; i++)
        ok = is_unchanged(files, &writes[i], arena, report);
    ok = output_end(output, ok, report);
    for (size_t i = 0; i < count && ok; i++) {
        const char *full = full_path(files, writes[i].path, arena);
        if (!writes[i].exists && !file_remove(FOLDER_CURRENT, full) && errno != ENOENT)
            ok = file_failed(full, "cannot remove", report);
    }
    arena_free(arena);
    folder_watch_begin(&files->watch, files->watch.paths, files->watch.count);
    return ok;
}

/* ---- the journal ---- */

static const char journal[] = ".oisin/edit/journal";
static const char *const kept_files[] = {
    [KEPT_PLACES] = ".oisin/edit/places", [KEPT_STAMPS] = ".oisin/stamps.json"};

static const char *journal_path(const EditFiles *files, Arena *arena)
{
    return full_path(files, text_of(journal), arena);
}

static bool read_own(const EditFiles *files, const char *name, Bytes *out, Arena *arena)
{
    Report silent = report_to(NULL, NULL);
    const char *path = full_path(files, text_of(name), arena);
    return file_is_readable(path) && file_load(path, out, arena, &silent);
}

static bool journal_read(void *context, Bytes *out, Arena *arena)
{
    return read_own(context, journal, out, arena);
}

static bool kept_read(void *context, KeptFile which, Bytes *out, Arena *arena)
{
    return read_own(context, kept_files[which], out, arena);
}

/* The folder hides itself from git. */
static bool make_folder(const EditFiles *files, Arena *arena, Report *report)
{
    const char *ignore = full_path(files, TEXT(".oisin/edit/.gitignore"), arena);
    const Bytes all = bytes_of_text(TEXT("*\n"));
    return folder_make(full_path(files, TEXT(".oisin/edit"), arena), report) &&
           (file_exists(ignore) || file_save(ignore, &all, 1, report));
}

int edit_lock(const char *folder, Report *report)
{
    Arena *arena = arena_new();
    const EditFiles files = {.folder = folder, .root = path_resolved(folder, arena)};
    const char *path = full_path(&files, TEXT(".oisin/edit/lock"), arena);
    int file = -1;
    if (make_folder(&files, arena, report) &&
        (file = file_open(FOLDER_CURRENT, path,
                          OPEN_READ | OPEN_WRITE | OPEN_CREATE | OPEN_PRIVATE)) < 0)
        file_failed(path, "cannot open", report);
    if (file >= 0 && !file_lock(file, false)) {
        report_error(report, "another `oisin edit` has %s open", folder);
        file_close(file);
        file = -1;
    }
    arena_free(arena);
    return file;
}

static bool journal_append(void *context, Bytes bytes, uint64_t *size_before, Report *report)
{
    Arena *arena = arena_new();
    const char *path = journal_path(context, arena);
    bool ok = make_folder(context, arena, report);
    const int file = ok ? file_open(FOLDER_CURRENT, path,
                                    OPEN_WRITE | OPEN_CREATE | OPEN_APPEND | OPEN_PRIVATE)
                        : -1;
    const int64_t before = file >= 0 ? file_to_end(file) : -1;
    ok = before >= 0 && file_write(file, bytes.data, bytes.size) && file_flush_data(file);
    if (!ok) {
        file_failed(path, "cannot write", report);
        if (before >= 0 && !file_cut(file, (uint64_t)before))
            report_warning(report, "%s: a line of the journal is not complete", path);
    }
    if (file >= 0)
        file_close(file);
    *size_before = (uint64_t)before;
    arena_free(arena);
    return ok;
}

static bool journal_cut(void *context, uint64_t size)
{
    Arena *arena = arena_new();
    const int file = file_open(FOLDER_CURRENT, journal_path(context, arena), OPEN_WRITE);
    const bool ok = file >= 0 && file_cut(file, size) && file_flush_data(file);
    if (file >= 0)
        file_close(file);
    arena_free(arena);
    return ok;
}

static bool replace_own(const EditFiles *files, const char *name, Bytes bytes, Report *report)
{
    Arena *arena = arena_new();
    const bool ok =
        make_folder(files, arena, report) &&
        file_save_private(full_path(files, text_of(name), arena), &bytes, 1, report);
    arena_free(arena);
    return ok;
}

static bool journal_replace(void *context, Bytes bytes, Report *report)
{
    return replace_own(context, journal, bytes, report);
}

static bool kept_replace(void *context, KeptFile which, Bytes bytes, Report *report)
{
    return replace_own(context, kept_files[which], bytes, report);
}

/* ---- the page ---- */

static bool changed(void *context)
{
    EditFiles *files = context;
    return folder_watch_changed(&files->watch);
}

static bool page(void *context, Text name, Bytes *out, Arena *arena)
{
    const EditFiles *files = context;
    static const char own[] = "codemirror/";
    const char *folder = files->pages;
    if (text_starts(name, own)) {
        folder = files->codemirror;
        name = text_slice(name, strlen(own), name.size);
        *out = (Bytes){0};
        if (!folder) /* the page works without it, and browsers complain of missing files */
            return true;
    }
    Report silent = report_to(NULL, NULL);
    const char *path =
        folder ? arena_format(arena, "%s/%.*s", folder, (int)name.size, name.at).at : NULL;
    FileInfo status;
    return path && file_info(path, &status) && status.kind == KIND_FILE &&
           file_load(path, out, arena, &silent);
}

const char *edit_pages(Arena *arena)
{
    static const char *const pages[] = {"share/oisin/edit", "../share/oisin/edit",
                                        "../../web/edit"};
    return program_part("OISIN_EDIT", pages, COUNT_OF(pages), "index.html", arena);
}

EditorHost edit_host(EditFiles *files, const char *folder, bool read_only, Arena *arena)
{
    static const char *const codemirror[] = {"share/oisin/codemirror",
                                             "/usr/share/javascript/codemirror",
                                             "/usr/share/nodejs/codemirror/lib"};
    const char **paths = ARENA_ALLOC(arena, const char *, 1);
    *files = (EditFiles){.folder = folder, .root = path_resolved(folder, arena)};
    files->pages = edit_pages(arena);
    files->codemirror =
        program_part(NULL, codemirror, COUNT_OF(codemirror), "codemirror.js", arena);
    Report silent = report_to(NULL, NULL); /* it need not be installed */
    ProjectFiles *player = ARENA_ALLOC(arena, ProjectFiles, 1);
    const bool plays = web_page_load(player, arena, &silent);
    if (plays)
        project_files_sort(player);
    paths[0] = files->root;
    folder_watch_begin(&files->watch, paths, 1);
    return (EditorHost){.context = files,
                        .name = path_base(text_of(files->root)),
                        .read_only = read_only,
                        .load = load,
                        .read = read_file,
                        .write = write_files,
                        .journal_read = journal_read,
                        .journal_append = journal_append,
                        .journal_cut = journal_cut,
                        .journal_replace = journal_replace,
                        .kept_read = kept_read,
                        .kept_replace = kept_replace,
                        .changed = changed,
                        .cache = disk_cache_open(&files->cache),
                        .checker = check_tests_and_world,
                        .player = plays ? player : NULL,
                        .tools = &edit_tools,
                        .window = edit_window_open,
                        .page = page};
}
