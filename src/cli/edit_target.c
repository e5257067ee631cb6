/* Decides what an argument means: a project, a workspace, the folder of a game, or a file,
 * which is unpacked to NAME-edit first. If that folder exists, it is edited again, so that
 * earlier edits are not lost. */
#include "cli/edit_target.h"

#include "base/folders.h"
#include "base/system/folders.h"
#include "base/text.h"
#include "kit/formats/archive.h"
#include "kit/formats/format.h"
#include "kit/jobs/files.h"
#include "kit/jobs/jobs.h"
#include "kit/workspace/workspace.h"

#include <errno.h>
#include <string.h>

static bool unpack(Invocation *invocation, const char *file, const char *folder, bool game)
{
    const char *values[OPTION_COUNT] = {0};
    Job job = job_of(invocation, NULL);
    values[OPTION_open] = values[OPTION_recursive] = game ? NULL : "";
    job.verb = "unpack";
    job.inputs = &file;
    job.input_count = 1;
    job.values = values;
    return job_unpack(&job, folder);
}

static bool is_project(const char *folder, Arena *arena)
{
    return file_is_readable(arena_format(arena, "%s/config", folder).at);
}

/* `unpack` puts the project of a game into a folder that has the game's id. */
static const char *project_in(const char *folder, Arena *arena)
{
    FolderEntries *handle = folder_entries(folder);
    const char *found = folder;
    for (const ListedEntry *entry; handle && (entry = folder_next(handle));) {
        const char *inner = arena_format(arena, "%s/%s", folder, entry->name).at;
        if (entry->name[0] != '.' && is_project(inner, arena))
            found = inner;
    }
    if (handle)
        folder_entries_close(handle);
    return found;
}

static bool take_folder(Invocation *invocation, const char *folder, EditTarget *out,
                        Arena *arena)
{
    out->folder = folder;
    out->is_workspace = is_workspace(folder, "");
    return out->is_workspace || is_project(folder, arena) ||
           report_error(&invocation->report,
                        "%s is not a project: it has no file config; `oisin new` makes one, "
                        "and `oisin unpack --open` a workspace of a game's folder",
                        folder);
}

/* Whether the file is one that the editor can show in open forms. */
static bool is_known(Invocation *invocation, const char *path, bool *game, Arena *arena)
{
    Bytes bytes;
    if (!file_load(path, &bytes, arena, &invocation->report))
        return false;
    const Format *format = format_of(text_of(path), bytes);
    *game = format && !strcmp(format->name, "tng");
    return format || archive_of_bytes(bytes) ||
           report_error(&invocation->report,
                        "%s is not a project, a workspace, a game or a file of a game that "
                        "`oisin formats` lists",
                        path);
}

/* A file of a game is unpacked to a folder beside it. */
static bool find_file(Invocation *invocation, const char *given, EditTarget *out, Arena *arena)
{
    Report *report = &invocation->report;
    bool game = false;
    const char *folder = arena_format(arena, "%s-edit", given).at;
    if (file_exists(folder)) {
        report_note(report, "%s was unpacked earlier: this folder is edited", folder);
    } else if (option_given(invocation, OPTION_read_only)) {
        return report_error(report, "%s is not unpacked yet: use `oisin view`", given);
    } else if (!is_known(invocation, given, &game, arena) ||
               !unpack(invocation, given, folder, game)) {
        return false;
    }
    if (!take_folder(invocation, is_workspace(folder, "") ? folder : project_in(folder, arena),
                     out, arena))
        return false;
    if (!out->output)
        out->output = arena_text(arena, folder_above(text_of(given), arena)).at;
    return true;
}

static bool find(Invocation *invocation, const char *given, EditTarget *out, Arena *arena)
{
    const char *game = arena_format(arena, "%s/game.tng", given).at;
    *out = (EditTarget){.output = option_text(invocation, OPTION_output)};
    if (!file_exists(given))
        return report_error(&invocation->report, "%s: %s", given, strerror(errno));
    if (!is_folder(given))
        return find_file(invocation, given, out, arena);
    if (!is_workspace(given, "") && !is_project(given, arena) && file_is_readable(game))
        return find_file(invocation, game, out, arena);
    return take_folder(invocation, given, out, arena);
}

bool edit_target(Invocation *invocation, const char *given, EditTarget *out, Arena *arena)
{
    return find(invocation, given, out, arena) &&
           (out->is_workspace || !option_given(invocation, OPTION_output) ||
            report_error(&invocation->report,
                         "%s is a project: -o is for workspaces; `oisin build` makes a game of "
                         "a project",
                         out->folder));
}
