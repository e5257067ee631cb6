#include "base/output/target_names.h"

#include "base/folders.h"
#include "base/path.h"
#include "base/portable_name.h"
#include "base/system/folders.h"
#include "base/text.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* ---- names that Windows refuses ---- */

/* An absolute path begins with a root, as "C:/", which is not a name; "C:name", which is
 * relative to a folder that nobody sees, is refused as one. */
static Text without_root(Text path)
{
    const size_t root = path_root_of(path.at, path.size);
    return text_slice(path, root && path.at[root - 1] == '/' ? root : 0, path.size);
}

static bool is_stream_name(Text path)
{
    return text_starts(path, "/dev/") || text_is_caseless(path, "nul") ||
           text_is_caseless(path, "con");
}

bool target_name_check(Text path, Report *report)
{
    const char *problem = file_names_are_limited() && !is_stream_name(path)
                              ? portable_problem(without_root(path))
                              : NULL;
    return !problem || report_error(report, "no file can be named \"%.*s\": %s", (int)path.size,
                                    path.at, problem);
}

/* ---- names in use ---- */

bool same_file_failed(Text one, Text other, Report *report)
{
    return report_cause(report, CAUSE_EXISTS,
                        "%.*s and %.*s are the same file on systems that ignore case: choose a "
                        "folder on another file system",
                        (int)one.size, one.at, (int)other.size, other.at);
}

/* Cuts the path after the first part that is a file, or leaves it. */
static void cut_at_file(int folder, char *path)
{
    FileInfo info;
    for (char *slash = path; (slash = strchr(slash, '/')); *slash++ = '/') {
        *slash = 0;
        if (file_info_at(folder, path, &info) && info.kind != KIND_FOLDER)
            return;
    }
}

/* The entry that `path` leads to, by the name that the listing of its folder has. */
static bool name_listed(int folder, const char *path, char name[FILE_NAME_SIZE])
{
    char above[PATH_SIZE];
    const char *slash = strrchr(path, '/');
    const ListedEntry *entry;
    FileInfo wanted, info;
    bool found = false;
    snprintf(above, sizeof above, "%.*s", slash ? (int)(slash - path) : 1, slash ? path : ".");
    FolderEntries *entries =
        file_info_at(folder, path, &wanted) ? folder_entries_at(folder, above) : NULL;
    while (entries && !found && (entry = folder_next(entries)))
        if (file_info_at(folder_of_entries(entries), entry->name, &info) &&
            info.identity == wanted.identity)
            found = (size_t)snprintf(name, FILE_NAME_SIZE, "%s", entry->name) < FILE_NAME_SIZE;
    if (entries)
        folder_entries_close(entries);
    return found;
}

bool name_in_use(int folder, const char *name, const char *shown, Report *report)
{
    char path[PATH_SIZE], listed[FILE_NAME_SIZE], first[PATH_SIZE + FILE_NAME_SIZE];
    const int cause = errno;
    snprintf(path, sizeof path, "%s", name);
    cut_at_file(folder, path);
    const Text base = path_base(text_of(path)), target = text_of(shown);
    const size_t rest = strlen(name) - strlen(path); /* what was cut */
    if (!text_ends(target, name + strlen(path) - base.size) ||
        !name_listed(folder, path, listed)) {
        errno = cause;
        return file_failed(shown, "cannot write", report);
    }
    const Text other = text_slice(target, 0, target.size - rest);
    if (text_is(base, listed))
        return report_cause(report, CAUSE_EXISTS,
                            "%.*s is written twice: two names may differ only in case",
                            (int)other.size, other.at);
    snprintf(first, sizeof first, "%.*s%s", (int)(other.size - base.size), other.at, listed);
    return same_file_failed(text_of(first), other, report);
}
