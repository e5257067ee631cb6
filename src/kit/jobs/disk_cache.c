/* Entries are files named by their key. One is written under another name and renamed, so that
 * other jobs see it complete; its modification time is that of its last use. Failures are not
 * reported: without an entry, the result is computed. */
#include "kit/jobs/disk_cache.h"

#include "base/hash.h"
#include "base/system/folders.h"
#include "base/system/places.h"
#include "kit/jobs/files.h"

#include <stdio.h>
#include <stdlib.h>

/* SUM_SIZE: bytes of the checksum at the end of each entry. */
enum { ENTRIES_MAX = 20000, SUM_SIZE = 8 };
static const uint64_t BYTES_MAX = (uint64_t)512 << 20;

static void entry_path(const DiskCache *disk, CacheKey key, char *out, size_t size)
{
    snprintf(out, size, "%s/%016llx%016llx", disk->folder, (unsigned long long)key.high,
             (unsigned long long)key.low);
}

/* A damaged entry is removed. The key is part of the checksum, so a renamed file fails it. */
static bool get(void *context, CacheKey key, Bytes *out, Arena *arena)
{
    char path[3100];
    Report silent = report_to(NULL, NULL);
    Bytes file;
    uint64_t sum;
    entry_path(context, key, path, sizeof path);
    if (!file_is_readable(path) || !file_load(path, &file, arena, &silent) ||
        file.size < SUM_SIZE)
        return false;
    *out = bytes_slice(file, 0, file.size - SUM_SIZE);
    memcpy(&sum, file.data + out->size, SUM_SIZE);
    if (sum != hash_bytes(key.low, *out)) {
        file_remove(FOLDER_CURRENT, path);
        return false;
    }
    file_touch(path); /* marks it as recently used */
    return true;
}

/* Not flushed to the disk: an entry damaged in a power failure fails its checksum. */
static void put(void *context, CacheKey key, Bytes bytes)
{
    char path[3100], beside[3200];
    const uint64_t sum = hash_bytes(key.low, bytes);
    entry_path(context, key, path, sizeof path);
    snprintf(beside, sizeof beside, "%s.XXXXXX", path);
    const int file = file_temporary(beside);
    if (file < 0)
        return;
    const bool ok =
        file_write(file, bytes.data, bytes.size) && file_write(file, &sum, SUM_SIZE);
    if (!file_close(file) || !ok || !file_move(FOLDER_CURRENT, beside, FOLDER_CURRENT, path))
        file_remove(FOLDER_CURRENT, beside);
}

/* NULL if the user has no folder for it: nothing is cached then. */
const BuildCache *disk_cache_open(DiskCache *disk)
{
    Report silent = report_to(NULL, NULL);
    if (!user_place(PLACE_CACHE, disk->folder, sizeof disk->folder) ||
        !folder_make(disk->folder, &silent))
        return NULL;
    disk->cache = (BuildCache){get, put, disk};
    return &disk->cache;
}

typedef struct Entry {
    char name[64];
    uint64_t size;
    time_t used;
} Entry;

static int compare_age(const void *a, const void *b)
{
    const time_t x = ((const Entry *)a)->used, y = ((const Entry *)b)->used;
    return (x < y) - (x > y);
}

/* Removes the entries that were used least recently, until the rest fits. */
void disk_cache_tidy(const DiskCache *disk)
{
    Entry *entries = malloc(ENTRIES_MAX * sizeof *entries);
    FolderEntries *folder = folder_entries(disk->folder);
    size_t count = 0;
    for (const ListedEntry *entry; entries && folder && (entry = folder_next(folder));) {
        char path[3400];
        FileInfo status;
        snprintf(path, sizeof path, "%s/%s", disk->folder, entry->name);
        if (strlen(entry->name) >= sizeof entries->name || !file_info(path, &status) ||
            status.kind != KIND_FILE || count == ENTRIES_MAX)
            continue;
        strcpy(entries[count].name, entry->name);
        entries[count].size = status.size;
        entries[count++].used = modified_seconds(&status);
    }
    if (folder)
        folder_entries_close(folder);
    if (count)
        qsort(entries, count, sizeof *entries, compare_age);
    uint64_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        char path[3400];
        kept += entries[i].size;
        if (kept <= BYTES_MAX)
            continue;
        snprintf(path, sizeof path, "%s/%s", disk->folder, entries[i].name);
        file_remove(FOLDER_CURRENT, path);
    }
    free(entries);
}
