/* Reserves address space of the file's size and fills parts of it on request. Readers get one
 * contiguous array of bytes, so those for files in memory work unchanged; they must request
 * each part before they read it. */
#include "kit/jobs/lazy_file.h"

#include "base/memory_guard.h"
#include "base/system/memory.h"
#include "kit/formats/archive.h"

/* A table of more bytes is damaged: 200,000 entries have 52 MB. */
enum { TABLE_MAX = 256 << 20 };

static void release(void *thing)
{
    const LazyFile *file = thing;
    if (file->data)
        memory_release(file->data, (size_t)file->size);
}

static bool reserve(LazyFile *file, Arena *arena, Report *report)
{
    if (file->size > SIZE_MAX / 2)
        return report_error(report, "a file of %llu bytes is too large",
                            (unsigned long long)file->size);
    /* The arena owns a copy, because the caller's struct may move. */
    LazyFile *owned = ARENA_ALLOC(arena, LazyFile, 1);
    void *data = memory_reserve((size_t)file->size);
    if (!data)
        memory_out((size_t)file->size);
    file->data = data;
    *owned = *file;
    arena_own(arena, release, owned);
    return true;
}

static bool fill(const LazyFile *file, uint64_t offset, uint64_t size, Report *report)
{
    if (offset > file->size)
        offset = file->size;
    if (size > file->size - offset)
        size = file->size - offset;
    return !size || file->read(file->context, offset, file->data + offset, (size_t)size) ||
           report_cause(report, CAUSE_FILE, "cannot read %llu bytes at %llu",
                        (unsigned long long)size, (unsigned long long)offset);
}

/* An empty file is returned separately, because no space of size 0 can be reserved. */
bool lazy_file_open(LazyFile *file, Bytes *out, Arena *arena, Report *report)
{
    if (!file->size) {
        file->whole = true;
        *out = arena_copy(arena, (Bytes){0});
        return true;
    }
    if (!reserve(file, arena, report) || !fill(file, 0, ARCHIVE_HEAD, report))
        return false;
    *out = (Bytes){file->data, (size_t)file->size};
    const ArchiveKind *kind =
        file->size >= ARCHIVE_HEAD ? archive_of_bytes((Bytes){file->data, ARCHIVE_HEAD}) : NULL;
    if (!kind || !kind->table)
        return lazy_file_need_all(file, report);
    const ArchiveSpan table = kind->table((Bytes){file->data, ARCHIVE_HEAD});
    return table.size > TABLE_MAX ? lazy_file_need_all(file, report)
                                  : fill(file, table.offset, table.size, report);
}

bool lazy_file_need(const LazyFile *file, Bytes part, Report *report)
{
    return file->whole || !part.size ||
           fill(file, (uint64_t)(part.data - file->data), part.size, report);
}

bool lazy_file_need_all(LazyFile *file, Report *report)
{
    file->whole = file->whole || fill(file, ARCHIVE_HEAD, file->size, report);
    return file->whole;
}

void lazy_file_drop(const LazyFile *file, Bytes part)
{
    const uintptr_t page = page_size();
    const uintptr_t from = ((uintptr_t)part.data + page - 1) / page * page,
                    to = ((uintptr_t)part.data + part.size) / page * page;
    if (!file->whole && from < to)
        memory_drop((void *)from, to - from);
}
