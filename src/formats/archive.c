/* Parts, in order: properties shared by all archive formats; names of members, which become
 * safe paths; unpacking, level by level. Packing is in archive_pack.c. */
#include "formats/archive.h"

#include "base/hash.h"
#include "base/path.h"
#include "base/text.h"
#include "formats/evil_islands/res.h"
#include "formats/mages/cpk.h"
#include "formats/mages/lnk4.h"
#include "formats/mages/mpk.h"

#include <ctype.h>
#include <stdlib.h>

static const ArchiveKind *const kinds[] = {&mpk_archive, &cpk_archive, &lnk4_archive,
                                           &res_archive};

const ArchiveKind *archive_kind(Text format)
{
    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        if (text_is(format, kinds[i]->format))
            return kinds[i];
    return NULL;
}

const ArchiveKind *archive_of_suffix(Text suffix)
{
    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        for (const char *const *known = kinds[i]->suffixes; *known; known++)
            if (text_is_caseless(suffix, *known))
                return kinds[i];
    return NULL;
}

const ArchiveKind *archive_of_bytes(Bytes file)
{
    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        if (kinds[i]->is(file))
            return kinds[i];
    return NULL;
}

Text archive_title(const ArchiveKind *kind, Bytes archive, Arena *arena)
{
    void *opened;
    size_t count;
    Report silent = report_to(NULL, NULL);
    if (!kind->read(archive, &opened, &count, arena, &silent))
        return TEXT("");
    return arena_format(arena, "%zu file%s", count, PLURAL(count));
}

uint32_t archive_id(const ArchiveKind *kind, const void *archive, size_t index)
{
    return kind->id ? kind->id(archive, index) : (uint32_t)index;
}

static int by_three(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    for (int i = 0; i < 3; i++)
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    return 0;
}

uint32_t *archive_order(const ArchiveSpan *spans, size_t count, Arena *arena)
{
    uint32_t *order = ARENA_ALLOC(arena, uint32_t, count);
    uint64_t(*keys)[3] = arena_alloc(arena, count, sizeof *keys);
    for (size_t i = 0; i < count; i++) {
        keys[i][0] = spans[i].offset;
        keys[i][1] = spans[i].size != 0;
        keys[i][2] = i;
    }
    if (count)
        qsort(keys, count, sizeof *keys, by_three);
    for (size_t i = 0; i < count; i++)
        order[i] = (uint32_t)keys[i][2];
    return order;
}

uint64_t archive_aligned(uint64_t at, uint32_t alignment)
{
    return (at + alignment - 1) & ~(uint64_t)(alignment - 1);
}

bool archive_is_blank(Bytes bytes)
{
    for (size_t i = 0; i < bytes.size; i++)
        if (bytes.data[i])
            return false;
    return true;
}

bool archive_is_bomb(uint64_t size, uint64_t stored)
{
    return size > 32u << 20 && size / 100 > stored;
}

bool archive_claim_fits(uint64_t claimed, uint64_t stored, Report *report)
{
    return !archive_is_bomb(claimed, stored) ||
           report_error(
               report,
               "its entries claim %llu bytes in a file of %llu, which exceeds the limit",
               (unsigned long long)claimed, (unsigned long long)stored);
}

Bytes archive_bytes(const ArchiveParts *parts, Arena *arena)
{
    Writer writer = writer_to(arena);
    size_t size = 0;
    for (size_t i = 0; i < parts->count; i++)
        size += parts->items[i].size;
    writer_reserve(&writer, size); /* reserves all of it at once */
    writer.size = 0;
    for (size_t i = 0; i < parts->count; i++)
        write_bytes(&writer, parts->items[i]);
    return writer_bytes(&writer);
}

bool archive_parts_are(const ArchiveParts *parts, Bytes file)
{
    size_t at = 0;
    for (size_t i = 0; i < parts->count; at += parts->items[i++].size)
        if (parts->items[i].size > file.size - at ||
            !bytes_equal(bytes_slice(file, at, parts->items[i].size), parts->items[i]))
            return false;
    return at == file.size;
}

/* ---- names ---- */

/* Device names of Windows, reserved with any suffix. */
static bool is_device(Text part)
{
    static const char *const devices[] = {"con", "prn", "aux", "nul", "com", "lpt"};
    size_t size = 0;
    while (size < part.size && part.at[size] != '.')
        size++;
    const bool numbered = size == 4 && part.at[3] >= '1' && part.at[3] <= '9';
    if (size != 3 && !numbered)
        return false;
    for (size_t i = 0; i < COUNT_OF(devices); i++) {
        bool same = (i >= 4) == numbered;
        for (size_t c = 0; c < 3 && same; c++)
            same = tolower((unsigned char)part.at[c]) == devices[i][c];
        if (same)
            return true;
    }
    return false;
}

/* A later job would treat it as its own folder. */
static bool is_staging(Text part)
{
    return path_is_staging(part) || text_is_caseless(part, STAGING_MARKER);
}

/* Settings in there run programs. */
static bool is_git(Text part) { return text_is_caseless(part, ".git"); }

static const char *part_problem(Text part)
{
    return !part.size                                  ? "it has an empty part"
           : text_is(part, ".") || text_is(part, "..") ? "it leads out of the folder"
           : text_is(part, ARCHIVE_RECIPE)             ? "it is reserved"
           : is_device(part)                           ? "it is the name of a device"
           : is_staging(part)                          ? "it is the name of a staging folder"
           : is_git(part)                              ? "it is git's own folder"
           : part.at[part.size - 1] == '.' || part.at[part.size - 1] == ' '
               ? "a part of it ends with a dot or a space"
               : NULL;
}

static const char *name_problem(Text path)
{
    size_t from = 0, folders = 0;
    if (!path.size)
        return "it is empty";
    if (utf8_invalid(path) != path.size)
        return "it is not UTF-8";
    if (path.at[0] == '/')
        return "it is absolute";
    if (text_starts(path, ARCHIVE_RECIPE))
        return "it is reserved";
    for (size_t i = 0; i <= path.size; i++) {
        if (i < path.size && ((unsigned char)path.at[i] < ' ' || path.at[i] == 127))
            return "it has a control character";
        if (i < path.size && path.at[i] == ':')
            return "it has a drive letter or a colon";
        if (i < path.size && path.at[i] != '/')
            continue;
        const char *problem = part_problem(text_slice(path, from, i));
        if (problem)
            return problem;
        from = i + 1;
        folders++;
    }
    return folders > ARCHIVE_DEPTH_MAX ? "it has too many folders" : NULL;
}

bool archive_path(Text name, Text *path, Arena *arena, Report *report)
{
    char *copy = (char *)arena_text(arena, name).at;
    for (size_t i = 0; i < name.size; i++)
        if (copy[i] == '\\')
            copy[i] = '/';
    *path = (Text){copy, name.size};
    const char *problem = name_problem(*path);
    return !problem ||
           report_error(report, "invalid name \"%.*s\": %s", (int)name.size, name.at, problem);
}

/* ---- unpacking ---- */

enum { IS_FILE = 1, IS_FOLDER = 2 };

typedef struct Paths {
    Table taken;   /* IS_FILE or IS_FOLDER */
    Table numbers; /* the last number added to a repeated name */
} Paths;

/* Registers a file; if the name is in use, the file gets another path. A name cannot be both a
 * file and a folder. */
static bool take_path(Paths *paths, Text *path, Arena *arena, Report *report)
{
    const Text wanted = *path;
    const uint32_t *taken;
    while ((taken = table_get(&paths->taken, *path)) != NULL) {
        if (*taken == IS_FOLDER)
            return report_error(report, "\"%.*s\" is both a file and a folder", (int)path->size,
                                path->at);
        *path = arena_format(arena, "%.*s~%u", (int)wanted.size, wanted.at,
                             ++*table_put(&paths->numbers, wanted, 1));
    }
    for (size_t i = 0; i < path->size; i++)
        if (path->at[i] == '/' &&
            *table_put(&paths->taken, text_slice(*path, 0, i), IS_FOLDER) == IS_FILE)
            return report_error(report, "\"%.*s\" is both a file and a folder", (int)i,
                                path->at);
    table_put(&paths->taken, *path, IS_FILE);
    if (path->at != wanted.at)
        report_warning(report, "duplicate name \"%.*s\"; renamed to \"%.*s\"", (int)wanted.size,
                       wanted.at, (int)path->size, path->at);
    return true;
}

bool archive_is_recipe(Text path)
{
    return text_is(path, ARCHIVE_RECIPE) || text_ends(path, "/" ARCHIVE_RECIPE);
}

/* State that all levels of a job share. */
typedef struct Unpacking {
    bool recursive;
    ArchiveSave *save;
    void *context;
    uint64_t stored, claimed; /* size of the whole archive; total size of all unpacked files */
    size_t files;
    Report *report;
} Unpacking;

/* One archive. */
typedef struct Level {
    const ArchiveKind *kind;
    const void *archive;
    size_t count, depth;
    Text folder; /* prefix of its paths: empty, or with a slash at the end */
} Level;

static bool unpack_level(Unpacking *job, const Level *level, Arena *arena);

static bool save_file(Unpacking *job, const Level *level, Text path, const ArchiveFile *file,
                      Arena *arena)
{
    ArchiveFile whole = *file;
    whole.path = level->folder.size ? arena_format(arena, "%.*s%.*s", (int)level->folder.size,
                                                   level->folder.at, (int)path.size, path.at)
                                    : path;
    return job->save(job->context, &whole, job->report);
}

/* Whether the member is an archive that can be unpacked and restored. */
static bool is_archive(const Unpacking *job, const Level *level, Text path, Bytes content,
                       Level *out, Arena *arena)
{
    void *archive;
    const ArchiveKind *kind = job->recursive ? archive_of_bytes(content) : NULL;
    if (!kind)
        return false;
    Report silent = report_to(NULL, NULL);
    *out = (Level){.kind = kind, .depth = level->depth + 1};
    const char *problem =
        level->depth + 1 >= ARCHIVE_LEVELS_MAX ? "archives are nested more than 16 levels deep"
        : !kind->read(content, &archive, &out->count, arena, &silent) ? "it is damaged"
        : !kind->exact(archive, content) ? "packing would not restore the same bytes"
                                         : NULL;
    if (problem) {
        report_warning(job->report, "%.*s%.*s is an archive, but is not unpacked: %s",
                       (int)level->folder.size, level->folder.at, (int)path.size, path.at,
                       problem);
        return false;
    }
    out->archive = archive;
    out->folder = arena_format(arena, "%.*s%.*s/", (int)level->folder.size, level->folder.at,
                               (int)path.size, path.at);
    return true;
}

static bool save_entry(Unpacking *job, const Level *level, size_t index, Text path,
                       JsonWriter *json)
{
    Arena *scratch = arena_new(); /* reset for each member: an archive may be large */
    const ArchiveKind *kind = level->kind;
    Level inner;
    ArchiveFile file = {.time = kind->time ? kind->time(level->archive, index) : 0};
    bool ok = kind->content(level->archive, index, &file.bytes, scratch, job->report);
    if (ok && is_archive(job, level, path, file.bytes, &inner, scratch))
        ok = unpack_level(job, &inner, scratch);
    else
        ok = ok && save_file(job, level, path, &file, scratch);
    if (ok) {
        json_open(json, NULL);
        json_put_text(json, "path", path);
        kind->show_entry(level->archive, index, file.bytes, json, scratch);
        json_close(json);
    }
    arena_free(scratch);
    return ok;
}

static bool claim(Unpacking *job, const Level *level)
{
    const uint64_t size = level->kind->size(level->archive);
    job->claimed = size > UINT64_MAX - job->claimed ? UINT64_MAX : job->claimed + size;
    if (archive_is_bomb(job->claimed, job->stored))
        return report_error(
            job->report,
            "%.*s: its entries claim %llu bytes in a file of %llu, which exceeds the limit",
            (int)level->folder.size, level->folder.at, (unsigned long long)job->claimed,
            (unsigned long long)job->stored);
    job->files += level->count;
    return job->files <= ARCHIVE_FILES_MAX ||
           report_error(job->report, "the archive has more than %d files", ARCHIVE_FILES_MAX);
}

static bool unpack_level(Unpacking *job, const Level *level, Arena *arena)
{
    const ArchiveKind *kind = level->kind;
    const size_t count = level->count;
    if (!claim(job, level))
        return false;
    Paths paths = {table_new(arena), table_new(arena)};
    Text *path = ARENA_ALLOC(arena, Text, count);
    for (size_t i = 0; i < count; i++)
        if (!archive_path(kind->name(level->archive, i), &path[i], arena, job->report) ||
            !take_path(&paths, &path[i], arena, job->report))
            return false;
    Writer text = writer_to(arena);
    JsonWriter json = json_to(&text);
    json_open(&json, NULL);
    json_put_text(&json, "format", text_of(kind->format));
    kind->show(level->archive, &json);
    json_open_list(&json, "entries");
    for (size_t i = 0; i < count; i++)
        if (!save_entry(job, level, i, path[i], &json))
            return false;
    json_close_list(&json);
    json_close(&json);
    json_end(&json);
    return save_file(job, level, TEXT(ARCHIVE_RECIPE),
                     &(ArchiveFile){.bytes = writer_bytes(&text)}, arena);
}

bool archive_unpack(const ArchiveKind *kind, Bytes archive, const ArchiveOptions *options,
                    ArchiveSave *save, void *context, Report *report)
{
    Arena *arena = arena_new();
    void *read = NULL;
    Level level = {.kind = kind, .folder = TEXT("")};
    Unpacking job = {.recursive = options && options->recursive,
                     .save = save,
                     .context = context,
                     .stored = archive.size,
                     .report = report};
    bool ok = kind->read(archive, &read, &level.count, arena, report);
    level.archive = read;
    if (ok && !kind->exact(read, archive))
        report_warning(report,
                       "packing cannot restore its layout; the packed file will differ");
    ok = ok && unpack_level(&job, &level, arena);
    arena_free(arena);
    return ok;
}
