/* Searches all folders that a call mentions for abandoned jobs, each folder once. Whether a
 * word is a path is not known here, so every argument and value counts; lists are tried whole
 * and by their parts, because names may contain commas. */
#include "kit/jobs/job_recovery.h"

#include "base/folders.h"
#include "base/hash.h"
#include "base/output/output.h"
#include "base/system/files.h"
#include "base/text.h"

#include <string.h>

/* Folders that were searched: often all files of a call are in the same one. */
typedef struct Search {
    Table above, below;
    bool kept;
    Report *report;
    Arena *arena;
} Search;

static bool is_news(Table *known, Text folder)
{
    if (table_get(known, folder))
        return false;
    table_put(known, folder, 0);
    return true;
}

static void search_path(Search *search, const char *path)
{
    const bool folder = is_folder(path);
    const Text above = folder ? text_of(path) : folder_above(text_of(path), search->arena);
    if (is_news(&search->above, above))
        search->kept |= !output_recover(above.at, search->report);
    if (folder && is_news(&search->below, above))
        search->kept |= !output_recover_below(above.at, search->report);
}

/* A job that has replaced the target of a link has staged near the target. */
static void search(Search *search, Text given)
{
    FileInfo status;
    const char *path = arena_text(search->arena, given).at;
    const char *real = file_info_at(FOLDER_CURRENT, path, &status) && status.kind == KIND_LINK
                           ? path_resolved(path, search->arena)
                           : NULL;
    search_path(search, path);
    if (real)
        search_path(search, real);
}

/* A file's name may have commas as well. */
static void search_list(Search *given, Text list)
{
    size_t comma;
    search(given, list);
    while (text_find(list, ',', &comma)) {
        search(given, text_slice(list, 0, comma));
        list = text_slice(list, comma + 1, list.size);
        search(given, list);
    }
}

static bool writes(const char *command)
{
    static const char *const names[] = {"build", "convert", "maps",   "merge", "new",
                                        "pack",  "po",      "replay", "unpack"};
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (!strcmp(command, names[i]))
            return true;
    return false;
}

bool recover_before(const char *command, const GivenPaths *given, Report *report)
{
    Arena *arena = arena_new();
    Search all = {table_new(arena), table_new(arena), false, report, arena};
    for (size_t i = 0; i < given->argument_count; i++)
        search(&all, text_of(given->arguments[i]));
    for (size_t i = 0; i < given->value_count; i++)
        if (given->values[i] && *given->values[i])
            search_list(&all, text_of(given->values[i]));
    arena_free(arena);
    return !all.kept || !writes(command) || output_stop_after_kept(report);
}
