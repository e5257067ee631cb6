/* Walks down a path through archives. Names of members may contain slashes, so the longest name
 * that fits the start of the path is taken at each step. */
#include "kit/jobs/archive_member.h"

#include "base/path.h"
#include "base/system/files.h"
#include "base/text.h"
#include "kit/jobs/inside.h"
#include "kit/jobs/plain_file.h"

#include <limits.h>

static bool is_separator(char c) { return c == '/' || c == '\\'; }

bool member_path(const char *path, size_t *size)
{
    char start[PATH_SIZE];
    FileInfo status;
    for (size_t i = 1; path[i] && path[i + 1] && i < sizeof start; i++) {
        if (!is_separator(path[i]) || is_separator(path[i - 1]))
            continue;
        memcpy(start, path, i);
        start[i] = 0;
        if (file_info(start, &status) && status.kind == KIND_FILE) {
            *size = i;
            return true;
        }
    }
    return false;
}

/* Whether `wanted` is the name or continues after it. */
static bool fits(Text wanted, Text name)
{
    return name.size &&
           (wanted.size == name.size ||
            (wanted.size > name.size + 1 && wanted.at[name.size] == '/')) &&
           text_equal_caseless(text_slice(wanted, 0, name.size), name);
}

/* The member whose name is the longest that fits; the first of several. SIZE_MAX: none. */
static size_t longest(Text wanted, const Text *names, size_t count)
{
    size_t found = SIZE_MAX;
    for (size_t i = 0; i < count; i++)
        if (fits(wanted, names[i]) && (found == SIZE_MAX || names[i].size > names[found].size))
            found = i;
    return found;
}

static bool no_member(Text wanted, const Text *names, size_t count, Report *report)
{
    const Text near = text_nearest(wanted, names, count);
    return report_cause(report, CAUSE_NOT_FOUND, "no member %.*s%s%.*s%s", (int)wanted.size,
                        wanted.at, near.size ? "; did you mean " : "", (int)near.size, near.at,
                        near.size ? "?" : "");
}

/* A file that can be found without reading the others. */
static bool step_to_end(Bytes *bytes, Text *wanted, Arena *arena)
{
    if (!inside_member(*bytes, *wanted, bytes, arena))
        return false;
    *wanted = TEXT("");
    return true;
}

/* Opens one archive: returns the member itself, or an archive on the path, whose name is
 * removed from `*wanted`. */
static bool step(Bytes *bytes, Text *wanted, Text *subject, Arena *arena, Report *report)
{
    void *archive;
    size_t count;
    const ArchiveKind *kind = inside_of_bytes(*bytes);
    if (step_to_end(bytes, wanted, arena))
        return true;
    if (!kind)
        return report_cause(report, CAUSE_NOT_FOUND,
                            "it is not an archive: it has no member %.*s", (int)wanted->size,
                            wanted->at);
    if (!kind->read(*bytes, &archive, &count, arena, report))
        return false;
    Text *names = ARENA_ALLOC(arena, Text, count);
    for (size_t i = 0; i < count; i++)
        names[i] = path_with_slashes(archive_name(kind, archive, i), arena);
    const size_t index = longest(*wanted, names, count);
    if (index == SIZE_MAX)
        return no_member(*wanted, names, count, report);
    const size_t used = names[index].size;
    *wanted = text_slice(*wanted, used + (wanted->size > used), wanted->size);
    *subject = arena_format(arena, "%.*s/%.*s", (int)subject->size, subject->at, (int)used,
                            names[index].at);
    return archive_content(kind, archive, index, bytes, arena, report);
}

bool member_load(const char *path, size_t size, Bytes *out, Arena *arena, Report *report)
{
    Text subject = arena_text(arena, (Text){path, size});
    Text wanted = path_with_slashes(text_of(path + size + 1), arena);
    bool opened;
    if (!plain_file_load(subject.at, &opened, out, arena, report))
        return opened ? false : file_failed(subject.at, "", report);
    bool ok = true;
    while (ok && wanted.size) {
        Report about = report_child(report, subject);
        ok = step(out, &wanted, &subject, arena, &about);
    }
    return ok;
}
