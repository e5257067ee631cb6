/* Parts, in order: hashes of files and links; sums of folders; comparison. Entries are opened
 * relative to a folder and links are not followed, because another program may replace them at
 * any time. */
#include "base/output/fingerprint.h"

#include "base/hash.h"
#include "base/output/staging.h"
#include "base/system/folders.h"

#include <errno.h>
#include <string.h>

static bool hash_handle(int file, uint64_t *hash)
{
    uint8_t block[1 << 16];
    int64_t size;
    while ((size = file_read(file, block, sizeof block)) > 0)
        *hash = hash_bytes(*hash, (Bytes){block, (size_t)size});
    return size == 0;
}

/* A file that its owner may not read (mode 0200) has no hash, before and after. */
static bool hash_file(int folder, const char *name, uint64_t *hash)
{
    const int file = file_open(folder, name, OPEN_READ | OPEN_NO_LINK | OPEN_NO_WAIT);
    if (file < 0)
        return errno == EACCES;
    const bool ok = hash_handle(file, hash);
    file_close(file);
    return ok;
}

static bool hash_link(int folder, const char *name, uint64_t *hash)
{
    char target[PATH_SIZE];
    const int64_t size = link_read(folder, name, target, sizeof target);
    if (size < 0)
        return false;
    *hash = hash_bytes(1, (Bytes){(const uint8_t *)target, (size_t)size});
    return true;
}

/* Numbers that journals of killed jobs contain: those of POSIX, as version 0.2.0 wrote them. */
static uint64_t kind_number(EntryKind kind)
{
    static const uint64_t numbers[] = {[KIND_FILE] = 0100000,
                                       [KIND_FOLDER] = 0040000,
                                       [KIND_LINK] = 0120000,
                                       [KIND_OTHER] = 0};
    return numbers[kind];
}

static bool add_folder(int folder, const char *name, uint64_t path, Fingerprint *sum);

/* An entry below a folder that is moved keeps its inode and ctime, which no program can set: so
 * its contents need not be read. `path` is a hash of its path below the first folder. */
static bool add_entry(int folder, const char *name, uint64_t path, Fingerprint *sum)
{
    FileInfo status;
    if (!file_info_at(folder, name, &status))
        return false;
    path = hash_mix(path, kind_number(status.kind));
    if (status.kind == KIND_FOLDER) { /* its own time says nothing about its contents */
        sum->hash += path;
        return add_folder(folder, name, path, sum);
    }
    sum->size += status.size;
    sum->time += (uint64_t)status.modified;
    sum->hash += hash_mix(hash_mix(path, status.identity), (uint64_t)status.changed);
    return true;
}

static bool add_folder(int folder, const char *name, uint64_t path, Fingerprint *sum)
{
    FolderEntries *entries = folder_entries_at(folder, name);
    const ListedEntry *entry;
    bool ok = entries != NULL;
    while (ok && (entry = folder_next(entries)))
        ok = add_entry(folder_of_entries(entries), entry->name,
                       hash_bytes(path, bytes_of_text(text_of(entry->name))), sum);
    const int cause = errno; /* of the last folder_next, or of what failed */
    if (entries)
        folder_entries_close(entries);
    errno = cause;
    return ok && !cause;
}

bool fingerprint_take(int folder, const char *name, Fingerprint *out)
{
    FileInfo status;
    if (!file_info_at(folder, name, &status))
        return false;
    *out = (Fingerprint){.inode = status.identity};
    if (status.kind == KIND_FOLDER)
        return add_folder(folder, name, 0, out);
    out->size = status.size;
    out->time = (uint64_t)status.modified;
    return status.kind == KIND_FILE   ? hash_file(folder, name, &out->hash)
           : status.kind == KIND_LINK ? hash_link(folder, name, &out->hash)
                                      : true;
}

bool fingerprint_equal(const Fingerprint *one, const Fingerprint *other)
{
    return one->inode == other->inode && one->size == other->size && one->time == other->time &&
           one->hash == other->hash;
}
