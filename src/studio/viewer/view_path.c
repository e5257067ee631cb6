/* Finds what a path of the viewer leads to. Parts, in order: files that contain files; entries;
 * resolving paths; files next to a file. A name in an archive may contain slashes: the longest
 * name with which the rest of a path begins is the file. */
#include "studio/viewer/view_path.h"

#include "base/hash.h"
#include "base/path.h"
#include "base/text.h"

#include <stdlib.h>

typedef bool OpenerOpen(Bytes file, Text path, ProjectFiles *out, Arena *arena, Report *report);

#define OPENER(format, open, kept) OpenerOpen open;
#include "studio/viewer/openers.def"

enum { BELOW_DEPTH = 8, BELOW_MAX = 20000 };

/* ---- files that contain files ---- */

bool open_converted(Bytes file, Text path, ProjectFiles *out, Arena *arena, Report *report)
{
    ConversionJob job = {.path = path, .input = file};
    const Conversion *conversion = conversion_find(path_suffix(path).at, "", &job);
    if (!conversion || !conversion_run(conversion, &job, arena, report))
        return false;
    *out = job.files_out;
    return true;
}

static const struct {
    const char *format;
    OpenerOpen *open;
    bool kept;
} openers[] = {
#define OPENER(format, open, kept) {#format, open, kept},
#include "studio/viewer/openers.def"
};

/* Archives may store names with backslashes or a leading slash; paths of the viewer have
 * neither. */
static Text place_name(Text name, Arena *arena)
{
    const Text path = path_with_slashes(name, arena);
    size_t from = 0;
    while (from < path.size && path.at[from] == '/')
        from++;
    return text_slice(path, from, path.size);
}

void place_cache_clear(PlaceCache *cache)
{
    if (cache->arena)
        arena_free(cache->arena);
    if (cache->picture_arena)
        arena_free(cache->picture_arena);
    if (cache->page_arena)
        arena_free(cache->page_arena);
    *cache = (PlaceCache){0};
}

void place_cache_repair(PlaceCache *cache, const PlaceCache *before)
{
    if (cache->generation != before->generation)
        cache->arena = NULL;
    if (cache->picture_generation != before->picture_generation)
        cache->picture_arena = NULL;
    if (cache->page_generation != before->page_generation)
        cache->page_arena = NULL;
    place_cache_clear(cache);
}

/* Opens a file once, as long as it does not change. */
static bool open_kept(PlaceCache *cache, OpenerOpen *open, Bytes file, ProjectFiles *out)
{
    Report silent = report_to(NULL, NULL);
    const uint64_t hash = hash_bytes(1, file);
    if (!cache->arena || cache->hash != hash) {
        if (cache->arena)
            arena_free(cache->arena);
        cache->arena = NULL; /* allocating the next one may fail */
        cache->generation++;
        cache->arena = arena_new();
        cache->hash = hash;
        cache->files = (ProjectFiles){0};
        /* `file` belongs to one request, but the opened files may point into its bytes for
         * longer. */
        const Bytes own = arena_copy(cache->arena, file);
        if (!open(own, TEXT(""), &cache->files, cache->arena, &silent)) {
            arena_free(cache->arena);
            cache->arena = NULL;
            return false;
        }
    }
    *out = cache->files;
    return true;
}

static bool open_archive(const ArchiveKind *kind, Bytes file, Inside *out, Arena *arena)
{
    Report silent = report_to(NULL, NULL);
    if (!kind->read(file, &out->archive, &out->count, arena, &silent))
        return false;
    out->kind = kind;
    out->names = ARENA_ALLOC(arena, Text, out->count + 1);
    for (size_t i = 0; i < out->count; i++)
        out->names[i] = place_name(archive_name(kind, out->archive, i), arena);
    return true;
}

/* The bytes decide before the name does: an archive with a foreign suffix opens, too. */
static bool open_inside(PlaceCache *cache, const Found *found, Inside *out, Arena *arena)
{
    const char *name = found->format ? found->format->name : "";
    const ArchiveKind *kind = archive_of_bytes(found->file);
    Report silent = report_to(NULL, NULL);
    *out = (Inside){0};
    if (kind)
        return open_archive(kind, found->file, out, arena);
    for (size_t i = 0; i < COUNT_OF(openers); i++) {
        if (strcmp(openers[i].format, name) != 0)
            continue;
        if (openers[i].kept
                ? !open_kept(cache, openers[i].open, found->file, &out->files)
                : !openers[i].open(found->file, found->path, &out->files, arena, &silent))
            return false;
        out->count = out->files.count;
        out->names = ARENA_ALLOC(arena, Text, out->count + 1);
        for (size_t k = 0; k < out->count; k++)
            out->names[k] = out->files.items[k].path;
        return true;
    }
    return false;
}

static bool content(const Inside *inside, size_t index, Bytes *out, Arena *arena,
                    Report *report)
{
    if (inside->kind)
        return archive_content(inside->kind, inside->archive, index, out, arena, report);
    *out = inside->files.items[index].bytes;
    return true;
}

/* ---- entries ---- */

static int by_name(const void *a, const void *b)
{
    const ViewerEntry *left = a, *right = b;
    return left->folder != right->folder ? (left->folder ? -1 : 1)
                                         : text_compare(left->name, right->name);
}

static void sort_entries(Found *found)
{
    if (found->entry_count)
        qsort(found->entries, found->entry_count, sizeof *found->entries, by_name);
}

/* Lists the direct entries of the folder `path` inside a file. */
static void list_inside(const Inside *inside, Text path, Found *found, Arena *arena)
{
    Table folders = table_new(arena);
    for (size_t i = 0; i < inside->count; i++) {
        size_t slash;
        Text rest = inside->names[i];
        if (path.size) {
            if (rest.size <= path.size + 1 || rest.at[path.size] != '/' ||
                !text_equal(text_slice(rest, 0, path.size), path))
                continue;
            rest = text_slice(rest, path.size + 1, rest.size);
        }
        /* An archive names only files: its folders come from the names. Its sizes are 0, since
         * only unpacking an entry would tell them. */
        if (!text_find(rest, '/', &slash)) {
            const uint64_t size = inside->kind ? 0 : inside->files.items[i].bytes.size;
            *ARENA_PUSH(arena, found->entries, found->entry_count) =
                (ViewerEntry){rest, false, size};
        } else if (!table_get(&folders, text_slice(rest, 0, slash))) {
            const Text name = text_slice(rest, 0, slash);
            table_put(&folders, name, 1);
            *ARENA_PUSH(arena, found->entries, found->entry_count) =
                (ViewerEntry){name, true, 0};
        }
    }
    sort_entries(found);
}

/* ---- resolving paths ---- */

static bool nowhere(Text path, Report *report)
{
    return report_error(report, "%.*s does not exist", (int)path.size, path.at);
}

static void see_file(Found *found, Bytes file, Arena *arena)
{
    found->is_file = true;
    found->file = file;
    found->path = arena_text(arena, found->path); /* its suffix must be NUL-terminated */
    found->format = format_of(found->path, file);
    found->opens = open_inside(found->cache, found, &found->inside, arena);
    if (found->format && !strcmp(found->format->name, "tng")) {
        found->game = found->path;
        found->game_file = file;
    }
}

/* Resolves `rest` within a file. */
static bool lead_on(Found *found, Text rest, unsigned level, Arena *arena, Report *report)
{
    const Inside *inside = &found->inside;
    size_t best = SIZE_MAX;
    for (size_t i = 0; i < inside->count; i++) {
        const Text name = inside->names[i];
        if (name.size && name.size <= rest.size &&
            (name.size == rest.size || rest.at[name.size] == '/') &&
            text_equal(text_slice(rest, 0, name.size), name) &&
            (best == SIZE_MAX || name.size > inside->names[best].size))
            best = i;
    }
    /* Not a file: perhaps a folder. One without entries does not exist. */
    if (best == SIZE_MAX) {
        Found folder = *found;
        folder.entries = NULL;
        folder.entry_count = 0;
        list_inside(inside, rest, &folder, arena);
        if (!folder.entry_count)
            return nowhere(rest, report);
        folder.path = arena_format(arena, "%.*s/%.*s", (int)found->path.size, found->path.at,
                                   (int)rest.size, rest.at);
        folder.is_file = false;
        folder.format = NULL;
        *found = folder;
        return true;
    }
    const Text name = inside->names[best];
    Bytes file;
    if (!content(inside, best, &file, arena, report))
        return false;
    found->path = arena_format(arena, "%.*s/%.*s", (int)found->path.size, found->path.at,
                               (int)name.size, name.at);
    see_file(found, file, arena);
    if (name.size == rest.size)
        return true;
    rest = text_slice(rest, name.size + 1, rest.size);
    return found->opens && level < ARCHIVE_LEVELS_MAX
               ? lead_on(found, rest, level + 1, arena, report)
               : nowhere(rest, report);
}

/* Resolves folders as far as possible, then the file. */
static bool lead(Found *found, Text path, Arena *arena, Report *report)
{
    size_t at = 0;
    for (;;) {
        found->path = text_slice(path, 0, at);
        const bool is_end = at == path.size;
        found->entries = NULL;
        found->entry_count = 0;
        if (!found->host->list(found->host->context, found->path, &found->entries,
                               &found->entry_count, arena))
            break;
        if (is_end) {
            sort_entries(found);
            return true;
        }
        at += at > 0;
        while (at < path.size && path.at[at] != '/')
            at++;
    }
    Bytes file;
    if (!found->host->load(found->host->context, found->path, &file, arena, report))
        return false;
    see_file(found, file, arena);
    if (at == path.size)
        return true;
    const Text rest = text_slice(path, at + (at > 0), path.size);
    return found->opens ? lead_on(found, rest, 1, arena, report) : nowhere(path, report);
}

bool place_find(const ViewerHost *host, PlaceCache *cache, Text path, Found *out, Arena *arena,
                Report *report)
{
    *out = (Found){.host = host, .cache = cache};
    while (path.size && path.at[path.size - 1] == '/')
        path.size--;
    while (path.size && path.at[0] == '/')
        path = text_slice(path, 1, path.size);
    if (!lead(out, path, arena, report))
        return false;
    if (out->is_file && out->opens)
        list_inside(&out->inside, TEXT(""), out, arena);
    return true;
}

/* ---- files next to a file ---- */

static Text above(Text path)
{
    while (path.size && path.at[path.size - 1] != '/')
        path.size--;
    return path.size ? text_slice(path, 0, path.size - 1) : path;
}

static bool find_quietly(const Found *from, Text path, Found *out, Arena *arena)
{
    Report silent = report_to(NULL, NULL);
    return place_find(from->host, from->cache, path, out, arena, &silent);
}

static Text joined(Text folder, Text name, Arena *arena)
{
    return arena_format(arena, "%.*s%s%.*s", (int)folder.size, folder.at,
                        folder.size ? "/" : "", (int)name.size, name.at);
}

/* Finds the entry with that name, otherwise the first that differs only in case. */
static bool find_beside(const Found *from, Text name, Found *out, Arena *arena)
{
    Found folder;
    const Text where = above(from->path);
    const ViewerEntry *best = NULL;
    if (find_quietly(from, joined(where, name, arena), out, arena))
        return true;
    if (!find_quietly(from, where, &folder, arena))
        return false;
    for (size_t i = 0; i < folder.entry_count && !best; i++)
        if (text_equal_caseless(folder.entries[i].name, name))
            best = &folder.entries[i];
    return best && find_quietly(from, joined(where, best->name, arena), out, arena);
}

static bool load_beside(void *context, Text name, Bytes *out, Arena *arena)
{
    Found found;
    if (!find_beside(context, name, &found, arena) || !found.is_file)
        return false;
    *out = found.file;
    return true;
}

/* `visited` counts folders too: links may lead to the same folders on very many paths. */
static void gather(const Found *folder, Text prefix, Text suffix, unsigned depth,
                   size_t *visited, ProjectFiles *out, Arena *arena)
{
    for (size_t i = 0; i < folder->entry_count && *visited < BELOW_MAX; i++) {
        Found found;
        const ViewerEntry *entry = &folder->entries[i];
        ++*visited;
        if ((!entry->folder && suffix.size && !path_has_suffix(entry->name, suffix.at)) ||
            (entry->folder && !depth) ||
            !find_quietly(folder, joined(folder->path, entry->name, arena), &found, arena))
            continue;
        const Text path = joined(prefix, entry->name, arena);
        if (entry->folder)
            gather(&found, path, suffix, depth - 1, visited, out, arena);
        else
            *ARENA_PUSH(arena, out->items, out->count) = (ProjectFile){path, found.file};
    }
}

/* Files that cannot be read are left out of the page. */
static bool load_below(void *context, Text name, ProjectFiles *out, Arena *arena,
                       Report *report)
{
    (void)report;
    Found folder;
    size_t visited = 0;
    if (!find_beside(context, name, &folder, arena) || folder.is_file)
        return false;
    gather(&folder, TEXT(""), TEXT(""), BELOW_DEPTH, &visited, out, arena);
    return out->count > 0;
}

/* Only files of the same folder, not of those below it. */
static bool load_all(void *context, Text suffix, ProjectFiles *out, Arena *arena)
{
    Found folder;
    size_t visited = 0;
    const Found *from = context;
    if (!find_quietly(from, above(from->path), &folder, arena))
        return false;
    gather(&folder, TEXT(""), suffix, 0, &visited, out, arena);
    return out->count > 0;
}

const ConversionFolder place_folder = {
    .beside = load_beside, .below = load_below, .all = load_all};
