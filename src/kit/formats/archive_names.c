/* Names of members as paths. Parts, in order: what is wrong with a name; names that become
 * paths unchanged; names that are escaped. */
#include "kit/formats/archive.h"

#include "base/cp932.h"
#include "base/path.h"
#include "base/portable_name.h"
#include "base/text.h"

#include <assert.h>

/* PART_MAX: the limit of file systems. PART_CUT leaves room for the mark of a cut and for a
 * number. */
enum { PART_MAX = 255, PART_CUT = 240 };

/* ---- problems ---- */

/* A later job would treat it as its own folder. */
static bool is_staging(Text part)
{
    return path_is_staging(part) || text_is_caseless(part, STAGING_MARKER);
}

/* Settings in there run programs. */
static bool is_git(Text part) { return text_is_caseless(part, ".git"); }

/* Of no use but to harm: they lead out of the folder, or to files that programs obey. */
static const char *hostile_problem(Text part)
{
    return text_is(part, "..")             ? "it leads out of the folder"
           : text_is(part, ARCHIVE_RECIPE) ? "it is reserved"
           : is_staging(part)              ? "it is the name of a staging folder"
           : is_git(part)                  ? "it is git's own folder"
                                           : NULL;
}

/* The most dangerous problem is named first; NULL if there is none. */
static const char *part_problem(Text part)
{
    const char *hostile = hostile_problem(part);
    return hostile                ? hostile
           : !part.size           ? "it has an empty part"
           : text_is(part, ".")   ? "it leads out of the folder"
           : part.size > PART_MAX ? "a part of it has more than 255 bytes"
                                  : NULL;
}

static bool has_escaped_bytes(Text path)
{
    for (size_t at = 0; at < path.size;)
        if (cp932_escaped_byte(utf8_next(path, &at)))
            return true;
    return false;
}

/* Stricter than Linux needs: archives must be unpacked to the same names everywhere. */
static const char *name_problem(Text path)
{
    size_t from = 0, folders = 0;
    if (!path.size)
        return "it is empty";
    if (utf8_invalid(path) != path.size)
        return "it is not UTF-8";
    if (has_escaped_bytes(path))
        return "it has bytes without a character";
    if (path.at[0] == '/')
        return "it is absolute";
    if (text_starts(path, ARCHIVE_RECIPE))
        return "it is reserved";
    for (size_t i = 0; i <= path.size; i++) {
        if (i < path.size && path.at[i] != '/')
            continue;
        const char *problem = part_problem(text_slice(path, from, i));
        if (problem)
            return problem;
        from = i + 1;
        folders++;
    }
    return folders > ARCHIVE_DEPTH_MAX ? "it has too many folders" : portable_problem(path);
}

/* ---- names as paths ---- */

/* For names that users give: invalid ones are errors and are not escaped. */
bool archive_path(Text name, Text *path, Arena *arena, Report *report)
{
    *path = path_with_slashes(name, arena);
    const char *problem = name_problem(*path);
    return !problem ||
           report_error(report, "invalid name \"%.*s\": %s", (int)name.size, name.at, problem);
}

/* ---- escaped names ---- */

static void write_escape(Writer *out, uint8_t byte) { write_format(out, "%%%02X", byte); }

/* Escapes the first byte of a device, or of what is left without dots and spaces at the end,
 * and dots and spaces at the end. A part that is too long is cut. */
static void write_part(Writer *out, Text part, Arena *arena)
{
    Writer own = writer_to(arena);
    size_t end = part.size;
    while (end && (part.at[end - 1] == '.' || part.at[end - 1] == ' '))
        end--;
    const Text kept = text_slice(part, 0, end);
    const size_t from = end && (hostile_problem(kept) || name_is_device(kept));
    if (from)
        write_escape(&own, (uint8_t)part.at[0]);
    write_text(&own, text_slice(part, from, end));
    for (size_t i = end; i < part.size; i++)
        write_escape(&own, (uint8_t)part.at[i]);
    const Text text = writer_text(&own);
    if (text.size > PART_MAX)
        write_format(out, "%.*s%%", (int)utf8_cut(text, PART_CUT).size, text.at);
    else
        write_text(out, text);
}

/* Bytes without a character, and characters that Windows refuses. */
static Text without_bad_bytes(Text path, Arena *arena)
{
    Writer out = writer_to(arena);
    for (size_t at = 0; at < path.size;) {
        const size_t from = at;
        const uint32_t character = utf8_next(path, &at);
        const bool invalid = character == 0xFFFD && at == from + 1;
        const uint8_t byte = cp932_escaped_byte(character);
        if (byte || invalid || character_is_unportable(path.at[from]))
            write_escape(&out, byte ? byte : (uint8_t)path.at[from]);
        else
            write_text(&out, text_slice(path, from, at));
    }
    return writer_text(&out);
}

/* A slash stays if a part precedes and follows it, unless there are too many folders. */
static Text escaped(Text path, Arena *arena)
{
    Writer out = writer_to(arena);
    const Text text = without_bad_bytes(path, arena);
    Writer part = writer_to(arena);
    size_t folders = 1;
    for (size_t i = 0; i < text.size; i++) {
        const bool slash = text.at[i] == '/';
        if (slash && part.size && i + 1 < text.size && folders < ARCHIVE_DEPTH_MAX) {
            write_part(&out, writer_text(&part), arena);
            write_u8(&out, '/');
            part = writer_to(arena);
            folders++;
        } else if (slash) {
            write_escape(&part, '/');
        } else {
            write_u8(&part, (uint8_t)text.at[i]);
        }
    }
    write_part(&out, part.size ? writer_text(&part) : TEXT("%"), arena);
    return writer_text(&out);
}

/* Why a path would harm; NULL: it would not. */
static const char *harm(Text path)
{
    const char *problem = text_starts(path, ARCHIVE_RECIPE) ? "it is reserved" : NULL;
    size_t from = 0;
    for (size_t i = 0; i <= path.size && !problem; i++)
        if (i == path.size || path.at[i] == '/') {
            problem = hostile_problem(text_slice(path, from, i));
            from = i + 1;
        }
    return problem;
}

/* Harmful names are errors; other invalid ones are escaped, and reported by the caller. */
bool archive_safe_path(Text name, Text *path, const char **problem, Arena *arena,
                       Report *report)
{
    *path = path_with_slashes(name, arena);
    *problem = harm(*path);
    if (*problem)
        return report_error(report, "invalid name \"%.*s\": %s", (int)name.size, name.at,
                            *problem);
    *problem = name_problem(*path);
    if (*problem)
        *path = escaped(*path, arena);
    assert(!name_problem(*path));
    return true;
}
