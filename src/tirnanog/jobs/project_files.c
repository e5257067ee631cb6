/* Reading the files of a project, and saving them as a new folder. */
#include "tirnanog/jobs/project_files.h"

#include "base/output/output.h"
#include "base/path.h"
#include "base/system/folders.h"
#include "base/text.h"
#include "kit/formats/archive.h"
#include "kit/workspace/workspace.h"
#include "tirnanog/sheets/sheets.h"

/* The suffix of the archives in a folder, the first in the order of the alphabet. */
static Text archive_suffix(const char *folder, Arena *arena)
{
    Text first = TEXT("");
    FolderEntries *handle = folder_open(folder, arena);
    for (const ListedEntry *entry; handle && (entry = folder_next(handle));) {
        const char *dot = strrchr(entry->name, '.');
        if (dot && archive_of_suffix(text_of(dot + 1)) &&
            (!first.size || text_compare(text_of(dot), first) < 0) &&
            !is_folder(arena_format(arena, "%s/%s", folder, entry->name).at))
            first = arena_text(arena, text_of(dot));
    }
    return first;
}

static bool not_a_project(const char *folder, Arena *arena, Report *report)
{
    Report about = report_child(report, text_of(folder));
    const int size = (int)path_without_slashes(text_of(folder)).size;
    if (is_workspace(folder, ""))
        return report_cause(
            &about, CAUSE_UNSUPPORTED,
            "not a project, but a workspace: `oisin pack %.*s -o GAME --dry-run` "
            "checks its changes, without --dry-run it writes them",
            size, folder);
    if (is_workspace_part(folder, ""))
        return report_cause(
            &about, CAUSE_UNSUPPORTED,
            "not a project, but a part of a workspace: `oisin pack %.*s -o FILE` "
            "packs it",
            size, folder);
    const Text suffix = archive_suffix(folder, arena);
    if (suffix.size)
        return report_cause(&about, CAUSE_UNSUPPORTED,
                            "not a project, but a folder of archives: use `oisin check "
                            "%.*s/*%.*s`",
                            size, folder, (int)suffix.size, suffix.at);
    return report_cause(&about, CAUSE_NOT_FOUND, "not a project: there is no config file");
}

bool project_list_files(const char *folder, FolderList *out, Arena *arena, Report *report)
{
    if (is_folder(folder) && !project_is_in(folder))
        return not_a_project(folder, arena, report);
    return folder_list_files(folder, FILES_PROJECT, out, arena, report);
}

bool project_open_files(const char *folder, ProjectFiles *out, Arena *arena, Report *report)
{
    FolderList list;
    return project_list_files(folder, &list, arena, report) &&
           project_load_list(&list, out, arena, report);
}

bool project_save_files(const char *folder, const ProjectFiles *files, bool force,
                        Report *report)
{
    const FolderMark mark = {config_sheet.path, config_sheet.magic};
    return folder_save_files(folder, files, &mark, force, report);
}
