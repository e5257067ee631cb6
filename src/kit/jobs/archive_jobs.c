/* Parts, in order: unpacking into a folder; finding the kind of an archive by the folder's
 * recipe; packing. While files are packed, the folder may change, and the output may be inside
 * it: both are checked, since the archive would be wrong without anybody noticing. */
#include "kit/jobs/archive_jobs.h"

#include "base/output/output.h"
#include "base/path.h"
#include "base/system/files.h"
#include "base/text.h"
#include "kit/jobs/files.h"
#include "kit/jobs/folder_state.h"
#include "kit/jobs/job_inputs.h"

#include <stdlib.h>

/* ---- unpacking ---- */

typedef struct Unpacking {
    Output *output;
    size_t count;
} Unpacking;

/* Called for each file; the bytes are valid only during the call. */
static bool put(void *context, const ArchiveFile *file, Report *report)
{
    Unpacking *unpacking = context;
    unpacking->count++;
    return output_put(unpacking->output, file->path, &file->bytes, 1, file->time, report);
}

/* The folder appears completely or not at all. The recipe is not counted as a file. */
bool archive_unpack_into(Job *job, const ArchiveKind *kind, Bytes file, const char *folder,
                         Report *report)
{
    Unpacking unpacking = {.count = 0};
    const ArchiveOptions how = {.recursive = job_given(job, OPTION_recursive)};
    static const FolderMark mark = {ARCHIVE_RECIPE, NULL};
    Arena *arena = arena_new();
    unpacking.output =
        output_folder(folder, job_given(job, OPTION_force), &mark, arena, report);
    bool ok = unpacking.output != NULL;
    if (ok)
        ok = output_end(unpacking.output,
                        archive_unpack(kind, file, &how, put, &unpacking, report), report);
    arena_free(arena);
    if (ok)
        job_note(job, "%s: %zu file%s", folder, unpacking.count - 1,
                 PLURAL(unpacking.count - 1));
    return ok;
}

/* A missing recipe is empty bytes; only one that cannot be read is an error. */
static bool load_recipe(const char *folder, Bytes *out, Arena *arena, Report *report)
{
    const Text path = arena_format(arena, "%s/%s", folder, ARCHIVE_RECIPE);
    *out = (Bytes){0};
    return !file_exists(path.at) || file_load(path.at, out, arena, report);
}

/* The format of a recipe; empty if there is none. */
static Text recipe_format(Bytes recipe, Arena *arena)
{
    Report silent = report_to(NULL, NULL);
    Text format = TEXT("");
    const json_t *json = recipe.size ? json_read(recipe, arena, &silent) : NULL;
    if (json && !json_get_text(json, "format", &format, arena, &silent))
        format = TEXT("");
    return format;
}

/* The suffix of the output wins over the recipe. NULL if neither tells the kind. */
const ArchiveKind *archive_of_folder(const char *folder, const char *output)
{
    const ArchiveKind *kind = archive_of_suffix(path_suffix(text_of(output)));
    if (kind)
        return kind;
    Arena *arena = arena_new();
    Report silent = report_to(NULL, NULL);
    Bytes recipe;
    if (load_recipe(folder, &recipe, arena, &silent))
        kind = archive_kind(recipe_format(recipe, arena));
    arena_free(arena);
    return kind;
}

/* Whether the recipe has the file: then it belongs to the archive in any case. */
static bool is_listed(const json_t *recipe, Text path)
{
    size_t i;
    const json_t *entry;
    json_array_foreach(json_object_get(recipe, "entries"), i, entry)
    {
        const char *listed = json_string_value(json_object_get(entry, "path"));
        if (listed && text_is(path, listed))
            return true;
    }
    return false;
}

/* The output of an earlier run may be in the folder, and must not be packed into itself: an
 * archive of this kind that is not in the recipe. */
static bool is_own_output(const ArchiveKind *kind, Text path, Bytes bytes, const json_t *recipe,
                          const FileInfo *file, const FileInfo *output)
{
    return file->device == output->device && file->identity == output->identity &&
           archive_of_bytes(bytes) == kind && !is_listed(recipe, path);
}

/* The layout of another program is that of a new archive. */
static bool take_layout(Job *job, ArchiveOptions *how, Arena *arena)
{
    const char *word = job_text(job, OPTION_layout);
    if (!word)
        return true;
    how->layout = archive_layout_named(text_of(word));
    how->fresh = true;
    const Text words = archive_layout_words(arena);
    return how->layout || job_usage_error(job, "--layout: expected %.*s, found \"%s\"",
                                          (int)words.size, words.at, word);
}

bool archive_pack_folder(Job *job, const char *folder, const char *output, Arena *arena)
{
    Report *report = job->report;
    const ArchiveKind *kind = archive_of_folder(folder, output);
    ArchiveOptions how = {.dedup = job_given(job, OPTION_dedup),
                          .fresh = job_given(job, OPTION_fresh)};
    ProjectFiles found;
    Bytes recipe;
    ArchiveParts parts;
    FolderState before;
    if (!take_layout(job, &how, arena) ||
        (is_folder(folder) && !folder_state_take(folder, &before, arena, report)) ||
        !folder_load_files(folder, &found, arena, report) ||
        !load_recipe(folder, &recipe, arena, report))
        return false;
    ArchiveFile *files = ARENA_ALLOC(arena, ArchiveFile, found.count);
    size_t count = 0;
    Report silent = report_to(NULL, NULL);
    const json_t *known = recipe.size ? json_read(recipe, arena, &silent) : NULL;
    InputFiles read = {.arena = arena};
    FileInfo target = {0}, status;
    file_info(output, &target);
    for (size_t i = 0; i < found.count; i++) {
        const Text path = found.items[i].path;
        const Text full = arena_format(arena, "%s/%.*s", folder, (int)path.size, path.at);
        if (file_info(full.at, &status) &&
            is_own_output(kind, path, found.items[i].bytes, known, &status, &target))
            continue;
        input_files_note(&read, full.at);
        if (path_is_older(path) && !is_listed(known, path)) {
            Report about = report_child(report, full);
            report_warning(&about, "not packed: it is the older file after a job that was "
                                   "killed; remove it when you have compared it");
            continue;
        }
        if (!text_is(path, ARCHIVE_RECIPE))
            files[count++] = (ArchiveFile){path, found.items[i].bytes, file_time(full.at)};
    }
    if (!input_files_check_output(&read, output, report))
        return false;
    if (how.fresh)
        recipe = (Bytes){0};
    if (recipe.size && !text_is(recipe_format(recipe, arena), kind->format)) {
        report_warning(report, "%s/%s is not for a .%s: it is ignored", folder, ARCHIVE_RECIPE,
                       kind->format);
        recipe = (Bytes){0};
    }
    Report about = report_child(report, text_of(folder));
    return archive_pack(kind, files, count, recipe, &how, &parts, arena, &about) &&
           folder_state_holds(&before, report) &&
           file_save(output, parts.items, parts.count, report);
}
