/* Treats a folder of loose files as the .mpr of a map. Parts, in order: loose files of a map;
 * packing them; writing changed members back; the check. Unpacking compares members by index:
 * that is enough, because both archives were packed from the same list of files. */
#include "evil_islands/maps/map_folder.h"

#include "base/game_text.h"
#include "base/path.h"
#include "base/system/folders.h"
#include "base/text.h"
#include "evil_islands/archives/file_store.h"
#include "evil_islands/archives/res.h"
#include "evil_islands/maps/map.h"
#include "kit/formats/archive.h"
#include "kit/formats/format.h"
#include "kit/jobs/files.h"
#include "tirnanog/jobs/project_folder.h"
#include "kit/jobs/folder_walk.h"

#include <stdlib.h>

typedef struct LooseFile {
    Text name; /* as on the disk */
    Text path;
} LooseFile;

typedef struct LooseFiles {
    LooseFile *items;
    size_t count;
} LooseFiles;

static int compare_names(const void *a, const void *b)
{
    return text_compare(((const LooseFile *)a)->name, ((const LooseFile *)b)->name);
}

/* The files directly in the folder with a suffix, sorted. */
static LooseFiles list(const char *folder, const char *suffix, Arena *arena)
{
    LooseFiles out = {0};
    FolderEntries *handle = folder_open(folder, arena);
    for (const ListedEntry *entry; handle && (entry = folder_next(handle));) {
        const Text name = text_of(entry->name);
        if (!path_has_suffix(name, suffix) || is_hidden(name))
            continue;
        const Text path = arena_format(arena, "%s/%.*s", folder, (int)name.size, name.at);
        if (!is_folder(path.at))
            *ARENA_PUSH(arena, out.items, out.count) =
                (LooseFile){arena_text(arena, name), path};
    }
    arena_release(arena, handle);
    if (out.count)
        qsort(out.items, out.count, sizeof *out.items, compare_names);
    return out;
}

static bool is_head(const char *path, Arena *arena)
{
    Report silent = report_to(NULL, NULL);
    Bytes file;
    return file_load(path, &file, arena, &silent) && format_is(format_named(TEXT("mp")), file);
}

/* Only the heads of maps. */
static LooseFiles list_heads(const char *folder, Arena *arena)
{
    LooseFiles all = list(folder, ".mp", arena), out = {0};
    for (size_t i = 0; i < all.count; i++)
        if (is_head(all.items[i].path.at, arena))
            *ARENA_PUSH(arena, out.items, out.count) = all.items[i];
    return out;
}

bool map_folder_is(const char *path)
{
    Arena *arena = arena_new();
    const bool is = !project_is_in(path) && list_heads(path, arena).count;
    arena_free(arena);
    return is;
}

/* A sector of the zone: ZONExxxyyy.sec. */
static bool is_of_zone(Text name, Text zone, Arena *arena)
{
    const Text stem = text_lowered(path_without_suffix(name), arena);
    const Text start = text_lowered(zone, arena);
    return stem.size == start.size + 6 && text_equal(text_slice(stem, 0, start.size), start) &&
           strspn(arena_text(arena, text_slice(stem, start.size, stem.size)).at,
                  "0123456789") == 6;
}

static bool add(Res *res, Table *known, const LooseFile *file, Arena *arena, Report *report)
{
    Report about = report_child(report, file->path);
    ResEntry entry = {.offset = UINT64_MAX};
    const Text key = path_key(file->name, arena);
    const uint32_t *found = table_get(known, key);
    if (found) {
        const Text other = game_text_decode(res->entries[*found].name, arena);
        return report_error(&about, "the folder also has %.*s, and the game ignores case",
                            (int)other.size, other.at);
    }
    table_put(known, key, (uint32_t)res->count);
    if (!game_text_encode(file->name, &entry.name, NULL, arena))
        return report_error(&about, "the name: %s", game_text_lack(file->name, arena).at);
    if (!file_load(file->path.at, &entry.data, arena, report))
        return false;
    *ARENA_PUSH(arena, res->entries, res->count) = entry;
    return true;
}

bool map_folder_load(const char *path, Bytes *mpr, Text *head, Arena *arena, Report *report)
{
    const LooseFiles heads = list_heads(path, arena), sectors = list(path, ".sec", arena);
    Report about = report_child(report, text_of(path));
    Res res = {.alignment = RES_ALIGNMENT};
    Table known = table_new(arena);
    if (!heads.count)
        return report_error(&about, "no map in the folder: expected ZONE.mp and its .sec");
    if (heads.count > 1)
        return report_error(&about, "%zu maps in the folder (%.*s, %.*s): give one .mp of them",
                            heads.count, (int)heads.items[0].name.size, heads.items[0].name.at,
                            (int)heads.items[1].name.size, heads.items[1].name.at);
    const Text zone = path_without_suffix(heads.items[0].name);
    *head = heads.items[0].path;
    if (!add(&res, &known, &heads.items[0], arena, report))
        return false;
    for (size_t i = 0; i < sectors.count; i++)
        if (is_of_zone(sectors.items[i].name, zone, arena) &&
            !add(&res, &known, &sectors.items[i], arena, report))
            return false;
    return res_write(&res, mpr, arena, &about);
}

bool map_folder_unpack(Bytes mpr, Bytes old, FolderFormPut *put, void *context, Arena *arena,
                       Report *report)
{
    Res now, before = {0};
    if (!res_read(mpr, &now, arena, report) ||
        (old.data && !res_read(old, &before, arena, report)))
        return false;
    for (size_t i = 0; i < now.count; i++) {
        const ResEntry *entry = &now.entries[i];
        if (i < before.count && bytes_equal(entry->data, before.entries[i].data))
            continue;
        if (!put(context, game_text_decode(entry->name, arena), entry->data, report))
            return false;
    }
    return true;
}

/* Also which sectors are missing; the archive has been checked, so nothing is reported twice.
 */
bool map_folder_check(Job *job, const char *path, Bytes file, Arena *arena, Report *report)
{
    const MapSource source = {.path = text_of(path), .file = file};
    Map *map = ARENA_ALLOC(arena, Map, 1);
    const Format *format = job_format(job, path, file, report);
    return format && format_check(format, file, arena, report) &&
           archive_check(archive_kind(TEXT("res")), text_of(path), file, report) &&
           map_load(&source, map, arena, report);
}
