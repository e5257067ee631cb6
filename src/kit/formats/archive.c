/* Parts, in order: the kinds of archives; unpacking, level by level. Names are in
 * archive_names.c, packing in archive_pack.c, what the formats share in archive_parts.c. */
#include "kit/formats/archive.h"

#include "base/hash.h"
#include "base/text.h"

#define ARCHIVE(kind) extern const ArchiveKind kind;
#include "kit/formats/archives.def"

static const ArchiveKind *const kinds[] = {
#define ARCHIVE(kind) &kind,
#include "kit/formats/archives.def"
};

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

/* By content, because archives of the games have many suffixes. */
const ArchiveKind *archive_of_bytes(Bytes file)
{
    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        if (kinds[i]->is(file))
            return kinds[i];
    return NULL;
}

/* ---- members that are not decoded ---- */

/* One note for all such members, with the first few names. */
void archive_note_undecoded(const ArchiveKind *kind, const void *archive, size_t count,
                            Report *report)
{
    enum { NAMED = 5 };
    Arena *scratch = arena_new();
    Writer names = writer_to(scratch);
    const char *compression = NULL;
    size_t found = 0;
    for (size_t i = 0; i < count && kind->undecoded; i++) {
        const char *one = kind->undecoded(archive, i);
        const Text name = archive_name(kind, archive, i);
        if (one && found++ < NAMED)
            write_format(&names, "%s%.*s", found > 1 ? ", " : "", (int)name.size, name.at);
        compression = one ? one : compression;
    }
    const Text list = writer_text(&names);
    if (found)
        report_note(report, "%zu file%s compressed (%s), which is not decoded here: %.*s%s",
                    found, found == 1 ? " is" : "s are", compression, (int)list.size, list.at,
                    found > NAMED ? ", ..." : "");
    arena_free(scratch);
}

/* ---- unpacking ---- */

/* One archive. */
typedef struct Level {
    const ArchiveKind *kind;
    const void *archive;
    size_t count, depth;
    Text folder; /* prefix of its paths: empty, or with a slash at the end */
} Level;

enum { IS_FILE = 1, IS_FOLDER = 2 };

typedef struct Paths {
    Table taken;   /* IS_FILE or IS_FOLDER */
    Table numbers; /* the last number added to a repeated name */
} Paths;

/* A name cannot be both a file and a folder: a folder with the name of a file gets another
 * number, as a file does. */
static Text free_folders(Paths *paths, Text path, Arena *arena)
{
    for (size_t i = 0; i < path.size; i++) {
        const Text folder = text_slice(path, 0, i);
        const uint32_t *taken = path.at[i] == '/' ? table_get(&paths->taken, folder) : NULL;
        if (taken && *taken == IS_FILE) {
            path = arena_format(arena, "%.*s~%u%.*s", (int)i, path.at,
                                ++*table_put(&paths->numbers, folder, 1), (int)(path.size - i),
                                path.at + i);
            i = 0;
        }
    }
    return path;
}

/* Registers a file; if the name is in use, the file gets another path. */
static void take_path(Paths *paths, Text *path, Arena *arena, Report *report)
{
    const Text wanted = *path, inside = free_folders(paths, wanted, arena);
    *path = inside;
    while (table_get(&paths->taken, *path))
        *path = arena_format(arena, "%.*s~%u", (int)inside.size, inside.at,
                             ++*table_put(&paths->numbers, inside, 1));
    for (size_t i = 0; i < path->size; i++)
        if (path->at[i] == '/')
            table_put(&paths->taken, text_slice(*path, 0, i), IS_FOLDER);
    table_put(&paths->taken, *path, IS_FILE);
    if (path->at != wanted.at)
        report_warning(report, "duplicate name \"%.*s\"; renamed to \"%.*s\"", (int)wanted.size,
                       wanted.at, (int)path->size, path->at);
}

/* The recipe has the real name, so that packing restores it. */
static bool path_of(const Level *level, size_t index, Paths *paths, Text *path, Arena *arena,
                    Report *report)
{
    const char *problem;
    const Text name = archive_name(level->kind, level->archive, index);
    if (!archive_safe_path(name, path, &problem, arena, report))
        return false;
    take_path(paths, path, arena, report);
    if (problem)
        report_warning(report,
                       "entry %zu: invalid name \"%.*s\": %s; unpacked as \"%.*s\", packing "
                       "restores the name",
                       index, (int)name.size, name.at, problem, (int)path->size, path->at);
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

static bool unpack_level(Unpacking *job, const Level *level, Arena *arena);

/* Paths of inner archives are below the folder that stands for the archive. */
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
        : !archive_exact(kind, archive, content) ? "packing would not restore the same bytes"
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

static bool is_unused(const Level *level, size_t index)
{
    return level->kind->unused && level->kind->unused(level->archive, index);
}

/* The entry of the recipe follows the file, because it may have a hash of the content. */
static bool save_entry(Unpacking *job, const Level *level, size_t index, Text path,
                       JsonWriter *json)
{
    Arena *scratch = arena_new(); /* reset for each member: an archive may be large */
    const ArchiveKind *kind = level->kind;
    Level inner;
    ArchiveFile file = {.time = archive_time(kind, level->archive, index)};
    const bool unused = is_unused(level, index);
    bool ok = unused ||
              archive_content(kind, level->archive, index, &file.bytes, scratch, job->report);
    if (ok && !unused && is_archive(job, level, path, file.bytes, &inner, scratch))
        ok = unpack_level(job, &inner, scratch);
    else
        ok = ok && (unused || save_file(job, level, path, &file, scratch));
    if (ok) {
        json_open(json, NULL);
        if (unused)
            json_put_bool(json, "unused", true);
        else
            json_put_text(json, "path", path);
        kind->show_entry(level->archive, index, file.bytes, json, scratch);
        json_close(json);
    }
    arena_free(scratch);
    return ok;
}

/* Counted over all levels: each level alone could stay below the limits. */
static bool claim(Unpacking *job, const Level *level)
{
    const uint64_t size = archive_total(level->kind, level->archive);
    job->claimed = size > UINT64_MAX - job->claimed ? UINT64_MAX : job->claimed + size;
    if (archive_is_bomb(job->claimed, job->stored))
        return report_error(
            job->report,
            "%.*s%sits entries claim %llu bytes in a file of %llu, which exceeds the limit",
            (int)level->folder.size, level->folder.at, level->folder.size ? ": " : "",
            (unsigned long long)job->claimed, (unsigned long long)job->stored);
    job->files += level->count;
    return job->files <= ARCHIVE_FILES_MAX ||
           report_error(job->report, "the archive has more than %d files", ARCHIVE_FILES_MAX);
}

/* All paths are taken before the first file is saved, so that a bad name is reported first.
 * The recipe is saved last, when all entries are known. */
static bool unpack_level(Unpacking *job, const Level *level, Arena *arena)
{
    const ArchiveKind *kind = level->kind;
    const size_t count = level->count;
    if (!claim(job, level))
        return false;
    Paths paths = {table_new(arena), table_new(arena)};
    Text *path = ARENA_ALLOC(arena, Text, count);
    size_t unused = 0;
    for (size_t i = 0; i < count; i++)
        if (is_unused(level, i))
            unused++;
        else if (!path_of(level, i, &paths, &path[i], arena, job->report))
            return false;
    archive_note_undecoded(kind, level->archive, count, job->report);
    if (unused)
        report_note(job->report, "%zu slot%s not used: without name and bytes, kept by packing",
                    unused, unused == 1 ? " is" : "s are");
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

/* Everything that is read belongs to one arena, freed at the end: `save` must copy what it
 * keeps. */
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
    if (ok && !archive_exact(kind, read, archive))
        report_warning(report,
                       "packing cannot restore its layout; the packed file will differ");
    ok = ok && unpack_level(&job, &level, arena);
    arena_free(arena);
    return ok;
}
