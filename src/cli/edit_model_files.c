/* Parts, in order: listing files with the paths that they have in the game; their bytes; the
 * parts of a model. A model consists of several files that refer to each other by name, so all
 * files are listed first, whether of a workspace, a project or a page. */
#include "cli/edit_model_files.h"

#include "base/game_text.h"
#include "base/path.h"
#include "base/text.h"
#include "evil_islands/models/model_import.h"
#include "evil_islands/archives/res.h"
#include "kit/workspace/workspace.h"

/* ---- all files ---- */

static void add(ModelFiles *files, ModelFile file)
{
    *ARENA_PUSH(files->arena, files->items, files->count) = file;
}

static bool is_any(Text path, const char *const *suffixes)
{
    for (; *suffixes; suffixes++)
        if (path_has_suffix(path, *suffixes))
            return true;
    return false;
}

static bool is_model(Text path)
{
    return is_any(path, (const char *const[]){".mod", ".lnk", ".fig", ".glb", NULL});
}

/* The paths that the files of a game have, in the workspace. */
static void add_workspace(ModelFiles *files)
{
    const WorkspaceEdit *edit = files->workspace;
    const WorkspaceEntry *last = NULL;
    for (size_t i = 0; i < edit->count; i++) {
        const WorkspacePlace *place = &edit->places[i];
        if (place->entry == last || place->entry->file_count != 1 ||
            workspace_path_is_hidden(place->entry->path))
            continue;
        last = place->entry;
        const Text top = place->top->path, own = last->path;
        add(files,
            (ModelFile){.path = place->top->archive.size
                                    ? arena_format(files->arena, "%.*s/%.*s", (int)top.size,
                                                   top.at, (int)own.size, own.at)
                                    : own,
                        .entry = last});
    }
}

/* The members of an archive, as files of a folder that has its name. */
static bool add_archive(ModelFiles *files, Text path, Bytes archive, Report *report)
{
    Report about = report_child(report, path);
    Res res;
    if (!res_read(archive, &res, files->arena, &about))
        return false;
    for (size_t i = 0; i < res.count; i++) {
        const Text name = game_text_decode(text_to_zero(res.entries[i].name), files->arena);
        add(files, (ModelFile){.path = arena_format(files->arena, "%.*s/%.*s", (int)path.size,
                                                    path.at, (int)name.size, name.at),
                               .bytes = res.entries[i].data});
    }
    return true;
}

/* A .mod, .bon or .anm is an archive, too: it is read as a file. */
static bool add_given(ModelFiles *files, const ProjectFiles *given, Report *report)
{
    for (size_t i = 0; i < given->count; i++) {
        const ProjectFile *file = &given->items[i];
        if (path_has_suffix(file->path, ".res") && res_is(file->bytes)) {
            if (!add_archive(files, file->path, file->bytes, report))
                return false;
        } else {
            add(files, (ModelFile){.path = file->path, .bytes = file->bytes});
        }
    }
    return true;
}

/* The part of a path up to an archive in it; empty: there is none. */
static Text archive_in(Text path)
{
    for (size_t i = 0; i < path.size; i++)
        if (path.at[i] == '/' && path_has_suffix(text_slice(path, 0, i), ".res"))
            return text_slice(path, 0, i);
    return TEXT("");
}

static bool read_disk(const ModelFiles *files, Text path, Bytes *out, Report *report)
{
    const ReadResult result =
        files->host->read(files->host->context, path, out, files->arena, report);
    return result == READ_OK ||
           (result == READ_ABSENT &&
            report_error(report, "%.*s does not exist", (int)path.size, path.at));
}

/* The files of the folder, or of the archive, in which the path is. */
static bool add_project(ModelFiles *files, Text path, Report *report)
{
    const Text archive = archive_in(path);
    ProjectFiles all = {0};
    Bytes bytes;
    if (archive.size)
        return read_disk(files, archive, &bytes, report) &&
               add_archive(files, archive, bytes, report);
    if (!files->host->load(files->host->context, &all, files->arena, report))
        return false;
    const Text folder = text_slice(path, 0, path.size - path_base(path).size);
    for (size_t i = 0; i < all.count; i++)
        if (text_starts(all.items[i].path, arena_text(files->arena, folder).at))
            add(files, (ModelFile){.path = all.items[i].path, .bytes = all.items[i].bytes});
    return true;
}

/* ---- bytes ---- */

static bool load(const ModelFiles *files, const ModelFile *file, Bytes *out, Arena *arena,
                 Report *report)
{
    *out = file->bytes;
    if (!file->entry)
        return true;
    /* A texture is drawn as the PNG that it is; compressing it again would be slow. */
    return text_is(file->entry->format, "mmp")
               ? workspace_edit_open_bytes(files->workspace, file->entry, out, arena, report)
               : workspace_edit_bytes(files->workspace, file->entry, out, arena, report);
}

static const ModelFile *find(const ModelFiles *files, Text path)
{
    for (size_t i = 0; i < files->count; i++)
        if (text_equal_caseless(files->items[i].path, path))
            return &files->items[i];
    return NULL;
}

/* Textures may be in another archive (textures.res). */
static const ModelFile *find_anywhere(const ModelFiles *files, Text name)
{
    for (size_t i = 0; i < files->count; i++)
        if (text_equal_caseless(path_base(files->items[i].path), name))
            return &files->items[i];
    return NULL;
}

static Text in_folder(const ModelFiles *files, Text name)
{
    return arena_format(files->arena, "%.*s%.*s", (int)files->folder.size, files->folder.at,
                        (int)name.size, name.at);
}

static bool beside(void *context, Text name, Bytes *out, Arena *arena)
{
    const ModelFiles *files = context;
    Report silent = report_to(NULL, NULL);
    const ModelFile *file = find(files, in_folder(files, name));
    if (!file && path_has_suffix(name, ".mmp"))
        file = find_anywhere(files, name);
    if (!file && path_has_suffix(name, ".mmp")) { /* a project has images */
        const Text stem = path_without_suffix(name);
        file = find(files,
                    in_folder(files, arena_format(arena, "%.*s.png", (int)stem.size, stem.at)));
    }
    return file && load(files, file, out, arena, &silent);
}

/* Adds the files whose paths begin so; without `cut` letters of that. */
static bool take_below(const ModelFiles *files, Text start, size_t cut, ProjectFiles *out,
                       Arena *arena, Report *report)
{
    for (size_t i = 0; i < files->count; i++) {
        const Text path = files->items[i].path;
        Bytes bytes;
        if (path.size <= start.size ||
            !text_equal_caseless(text_slice(path, 0, start.size), start))
            continue;
        if (!load(files, &files->items[i], &bytes, arena, report))
            return false;
        *ARENA_PUSH(arena, out->items, out->count) =
            (ProjectFile){text_slice(path, cut, path.size), bytes};
    }
    return out->count != 0;
}

static bool below(void *context, Text name, ProjectFiles *out, Arena *arena, Report *report)
{
    const ModelFiles *files = context;
    const Text inner = in_folder(files, name);
    const Text start = arena_format(arena, "%.*s/", (int)inner.size, inner.at);
    *out = (ProjectFiles){0};
    return take_below(files, start, start.size, out, arena, report);
}

/* ---- the model ---- */

/* The folder and the name, without a suffix, of the model of a path. */
static bool split(Text path, Text *folder, Text *stem)
{
    static const char *const kinds[] = {".mod", ".bon", ".anm", NULL};
    for (size_t from = 0, i = 0; i <= path.size; i++) {
        if (i < path.size && path.at[i] != '/')
            continue;
        const Text part = text_slice(path, from, i);
        if (is_any(part, kinds) || (i == path.size && is_model(part))) {
            *folder = text_slice(path, 0, from);
            *stem = path_without_suffix(part);
            return true;
        }
        from = i + 1;
    }
    return false;
}

/* A .glb becomes the files of a model. */
static bool import(ModelFiles *files, Text name, Bytes bytes, Report *report)
{
    const Text stem = path_without_suffix(name);
    ConversionJob job = {.path = name,
                         .input = bytes,
                         .target =
                             arena_format(files->arena, "%.*s.mod", (int)stem.size, stem.at)};
    if (!glb_to_model(&job, files->arena, report))
        return false;
    files->count = 0;
    files->folder = TEXT("");
    for (size_t i = 0; i < job.files_out.count; i++) {
        const ProjectFile *file = &job.files_out.items[i];
        add(files,
            (ModelFile){.path = arena_format(files->arena, "%.*s%.*s", (int)stem.size, stem.at,
                                             (int)file->path.size, file->path.at),
                        .bytes = file->bytes});
    }
    files->job.path = job.target;
    files->job.input = job.output;
    return true;
}

/* The file with a suffix, if there is one; or the folder that it became. */
static bool take(ModelFiles *files, Text stem, const char *suffix, bool *ok, Report *report)
{
    const Text name = arena_format(files->arena, "%.*s%s", (int)stem.size, stem.at, suffix);
    const ModelFile *file = find(files, in_folder(files, name));
    Text inner = in_folder(files, name);
    *ok = true;
    files->job.path = name;
    if (file) {
        *ok = load(files, file, &files->job.input, files->arena, report);
        if (*ok && !strcmp(suffix, ".glb"))
            *ok = import(files, name, files->job.input, report);
        return true;
    }
    inner = arena_format(files->arena, "%.*s/", (int)inner.size, inner.at);
    files->job.files = (ProjectFiles){.game = name};
    Report silent = report_to(NULL, NULL);
    return take_below(files, inner, files->folder.size, &files->job.files, files->arena,
                      &silent);
}

/* The file that is given; a part of a model means the model. */
static bool take_model(ModelFiles *files, Text path, Report *report)
{
    static const char *const suffixes[] = {".mod", ".lnk", ".fig", ".glb"};
    Text stem;
    bool ok;
    if (!split(path, &files->folder, &stem))
        return report_error(report, "%.*s is not part of a model", (int)path.size, path.at);
    for (size_t i = 0; i < COUNT_OF(suffixes); i++)
        if (path_has_suffix(path, suffixes[i]) && take(files, stem, suffixes[i], &ok, report))
            return ok;
    for (size_t i = 0; i < COUNT_OF(suffixes); i++)
        if (take(files, stem, suffixes[i], &ok, report))
            return ok;
    return report_error(report, "there is no model %.*s: expected .mod, .lnk, .fig or .glb",
                        (int)stem.size, stem.at);
}

/* The path in the game of a file of the workspace. */
static bool game_path(const ModelFiles *files, Text *path, Report *report)
{
    const WorkspaceEntry *entry = workspace_edit_entry(files->workspace, *path);
    for (size_t i = 0; entry && i < files->count; i++)
        if (files->items[i].entry == entry) {
            *path = files->items[i].path;
            return true;
        }
    return report_error(report, "%.*s is not a file of the game", (int)path->size, path->at);
}

bool model_files_find(const EditorHost *host, const WorkspaceEdit *workspace, Text path,
                      const ProjectFiles *given, ModelFiles *files, Arena *arena,
                      Report *report)
{
    *files = (ModelFiles){.host = host, .workspace = given ? NULL : workspace, .arena = arena};
    files->access = (ConversionFolder){.beside = beside, .below = below, .context = files};
    files->job.folder = &files->access;
    if (given) {
        if (!add_given(files, given, report))
            return false;
    } else if (workspace) {
        add_workspace(files);
        if (!game_path(files, &path, report))
            return false;
    } else if (!add_project(files, path, report)) {
        return false;
    }
    return take_model(files, path, report);
}

void model_files_list(const ProjectFiles *given, ProjectFiles *out, Arena *arena,
                      Report *report)
{
    ModelFiles files = {.arena = arena};
    *out = (ProjectFiles){0};
    add_given(&files, given, report);
    for (size_t i = 0; i < files.count; i++)
        if (is_model(files.items[i].path))
            *ARENA_PUSH(arena, out->items, out->count) =
                (ProjectFile){files.items[i].path, files.items[i].bytes};
}
