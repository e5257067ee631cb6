/* Parts, in order: reading the record; whether a file may be written; the new record. Noted
 * files have the order of the output's files, so those that the output has undone are cut off
 * at the end. */
#include "kit/convert/converted_record.h"

#include "base/path.h"
#include "base/stream.h"
#include "base/system/files.h"
#include "base/text.h"
#include "kit/jobs/files.h"

#include <stdlib.h>

#define RECORD ".oisin/converted"

/* A line is the hash in 16 hexadecimal digits, a space, and the path. */
enum { HASH_DIGITS = 16 };

static bool read_line(Text line, WrittenFile *out)
{
    uint32_t high, low;
    if (line.size < HASH_DIGITS + 2 || line.at[HASH_DIGITS] != ' ' ||
        !text_hex(text_slice(line, 0, HASH_DIGITS / 2), HASH_DIGITS / 2, &high) ||
        !text_hex(text_slice(line, HASH_DIGITS / 2, HASH_DIGITS), HASH_DIGITS / 2, &low))
        return false;
    *out =
        (WrittenFile){text_slice(line, HASH_DIGITS + 1, line.size), (uint64_t)high << 32 | low};
    return true;
}

static Text record_path(const Written *written)
{
    return arena_format(written->arena, "%s/" RECORD, written->folder);
}

Written written_open(const char *folder, bool force, Arena *arena)
{
    Written written = {.folder = arena_text(arena, path_without_slashes(text_of(folder))).at,
                       .force = force,
                       .indexes = table_new(arena),
                       .arena = arena};
    Report silent = report_to(NULL, NULL);
    Bytes file;
    Text rest, line;
    WrittenFile one;
    if (!file_load(record_path(&written).at, &file, arena, &silent))
        return written;
    for (rest = text_of_bytes(arena_copy(arena, file)); text_line(&rest, &line);)
        if (read_line(line, &one)) {
            *table_put(&written.indexes, one.path, 0) = (uint32_t)written.before_count;
            *ARENA_PUSH(arena, written.before, written.before_count) = one;
        }
    return written;
}

/* ---- whether a file may be written ---- */

static uint64_t hash_parts(const Bytes *parts, size_t count)
{
    Arena *arena = arena_new();
    Writer whole = writer_to(arena);
    for (size_t i = 0; i < count; i++)
        write_bytes(&whole, parts[i]);
    const uint64_t hash = hash_bytes(0, writer_bytes(&whole));
    arena_free(arena);
    return hash;
}

/* Whether the file on the disk is what was last written there. */
static bool is_own(const WrittenFile *before, const char *path)
{
    Arena *arena = arena_new();
    Report silent = report_to(NULL, NULL);
    Bytes bytes;
    const bool own = before && file_load(path, &bytes, arena, &silent) &&
                     hash_bytes(0, bytes) == before->hash;
    arena_free(arena);
    return own;
}

static void note(Written *written, const Output *output, WrittenFile file)
{
    const size_t index = output_count(output);
    written->count = written->count < index ? written->count : index; /* others were undone */
    *ARENA_PUSH(written->arena, written->now, written->count) = file;
}

bool written_allows(Written *written, const Output *output, Text path, const Bytes *parts,
                    size_t count, Report *report)
{
    FileInfo status;
    const char *target =
        arena_format(written->arena, "%s/%.*s", written->folder, (int)path.size, path.at).at;
    const uint32_t *known = table_get(&written->indexes, path);
    const WrittenFile *before = known ? &written->before[*known] : NULL;
    if (!written->force && file_info(target, &status) && status.kind == KIND_FILE &&
        !file_has_contents(target, parts, count) && !is_own(before, target))
        return report_cause(report, CAUSE_EXISTS,
                            before
                                ? "%s was changed since it was converted, and is not replaced "
                                  "(--force replaces it)"
                                : "%s already exists, and is not replaced (--force replaces "
                                  "it)",
                            target);
    note(written, output,
         (WrittenFile){arena_text(written->arena, path), hash_parts(parts, count)});
    return true;
}

/* ---- the record ---- */

static int compare(const void *a, const void *b)
{
    return text_compare(((const WrittenFile *)a)->path, ((const WrittenFile *)b)->path);
}

/* The files of the set, and older ones that are still there. */
static void gather(const Written *written, size_t count, WrittenFile **all, size_t *all_count)
{
    Table now = table_new(written->arena);
    for (size_t i = 0; i < count; i++) {
        table_put(&now, written->now[i].path, 0);
        *ARENA_PUSH(written->arena, *all, *all_count) = written->now[i];
    }
    for (size_t i = 0; i < written->before_count; i++) {
        const WrittenFile *before = &written->before[i];
        FileInfo status;
        const Text path = arena_format(written->arena, "%s/%.*s", written->folder,
                                       (int)before->path.size, before->path.at);
        if (!table_get(&now, before->path) && file_info(path.at, &status))
            *ARENA_PUSH(written->arena, *all, *all_count) = *before;
    }
    if (*all_count)
        qsort(*all, *all_count, sizeof **all, compare);
}

bool written_save(const Written *written, Output *output, Report *report)
{
    const size_t set = output_count(output);
    WrittenFile *all = NULL;
    size_t count = 0;
    size_t end;
    Writer out = writer_to(written->arena);
    if (!set)
        return true;
    gather(written, written->count < set ? written->count : set, &all, &count);
    for (size_t i = 0; i < count; i++)
        if (!text_find(all[i].path, '\n', &end))
            write_format(&out, "%016llx %.*s\n", (unsigned long long)all[i].hash,
                         (int)all[i].path.size, all[i].path.at);
    const Bytes bytes = writer_bytes(&out);
    return file_has_contents(record_path(written).at, &bytes, 1) ||
           output_put(output, TEXT(RECORD), &bytes, 1, 0, report);
}
