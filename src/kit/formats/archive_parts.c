/* What the archive formats share: their entries, the order of members, alignment, decompression
 * bombs, and the parts of an archive that is written; members that share bytes. */
#include "kit/formats/archive.h"

#include "base/text.h"

#include <stdlib.h>

static int by_three(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    for (int i = 0; i < 3; i++)
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    return 0;
}

/* By offset; of members at one offset, empty ones come first, then by number. */
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

/* ---- entries ---- */

static const void *member_of(const ArchiveKind *kind, const void *archive, size_t index,
                             size_t member)
{
    const char *items = *(char *const *)((const char *)archive + kind->entries.items);
    return items + index * kind->entries.stride + member;
}

static size_t count_of(const ArchiveKind *kind, const void *archive)
{
    return *(const size_t *)((const char *)archive + kind->entries.count);
}

Text archive_name(const ArchiveKind *kind, const void *archive, size_t index)
{
    return *(const Text *)member_of(kind, archive, index, kind->entries.name);
}

Bytes archive_stored(const ArchiveKind *kind, const void *archive, size_t index)
{
    return *(const Bytes *)member_of(kind, archive, index, kind->entries.stored);
}

bool archive_content(const ArchiveKind *kind, const void *archive, size_t index, Bytes *out,
                     Arena *arena, Report *report)
{
    if (kind->content)
        return kind->content(archive, index, out, arena, report);
    *out = archive_stored(kind, archive, index);
    return true;
}

uint32_t archive_id(const ArchiveKind *kind, const void *archive, size_t index)
{
    const size_t id = kind->entries.id;
    return id ? *(const uint32_t *)member_of(kind, archive, index, id) : (uint32_t)index;
}

int64_t archive_time(const ArchiveKind *kind, const void *archive, size_t index)
{
    const size_t time = kind->entries.time;
    return time ? *(const uint32_t *)member_of(kind, archive, index, time) : 0;
}

uint64_t archive_total(const ArchiveKind *kind, const void *archive)
{
    const size_t count = count_of(kind, archive), member = kind->entries.size;
    uint64_t total = 0;
    for (size_t i = 0; i < count; i++) {
        const uint64_t size = member ? *(const uint64_t *)member_of(kind, archive, i, member)
                                     : archive_stored(kind, archive, i).size;
        total = size > UINT64_MAX - total ? UINT64_MAX : total + size;
    }
    return total;
}

uint32_t *archive_entry_order(const ArchiveKind *kind, const void *archive, Arena *arena)
{
    const size_t count = count_of(kind, archive), member = kind->entries.offset;
    ArchiveSpan *spans = ARENA_ALLOC(arena, ArchiveSpan, count);
    for (size_t i = 0; i < count; i++)
        spans[i] = (ArchiveSpan){*(const uint64_t *)member_of(kind, archive, i, member),
                                 archive_stored(kind, archive, i).size};
    return archive_order(spans, count, arena);
}

/* ---- positions and sizes ---- */

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

/* Small archives may expand as they like; others at most to 100 times their size. */
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

static bool parts_are(const ArchiveParts *parts, Bytes file)
{
    size_t at = 0;
    for (size_t i = 0; i < parts->count; at += parts->items[i++].size)
        if (parts->items[i].size > file.size - at ||
            !bytes_equal(bytes_slice(file, at, parts->items[i].size), parts->items[i]))
            return false;
    return at == file.size;
}

bool archive_exact(const ArchiveKind *kind, const void *archive, Bytes file)
{
    Arena *scratch = arena_new();
    Report silent = report_to(NULL, NULL);
    ArchiveParts parts;
    const bool exact =
        kind->parts(archive, &parts, scratch, &silent) && parts_are(&parts, file);
    arena_free(scratch);
    return exact;
}

/* ---- members that share bytes ---- */

/* How many bytes of `stored` follow `from` bytes of the items; SIZE_MAX if others do. Bytes
 * that are the same slice of a file are not compared: many members may share many bytes. */
static size_t common_bytes(const Bytes *items, size_t count, size_t from, Bytes stored)
{
    size_t common = 0;
    for (size_t i = 0; i < count && common < stored.size; i++, from = 0) {
        const size_t left = items[i].size - from, wanted = stored.size - common;
        const size_t size = left < wanted ? left : wanted;
        const uint8_t *there = items[i].data + from, *here = stored.data + common;
        if (size && there != here && memcmp(there, here, size) != 0)
            return SIZE_MAX;
        common += size;
    }
    return common;
}

/* Adjacent slices are joined, so that the list of parts stays short. */
static void append(ArchiveParts *parts, Bytes bytes)
{
    Bytes *last = &parts->items[parts->count - 1];
    if (last->size && last->data + last->size == bytes.data)
        last->size += bytes.size;
    else
        parts->items[parts->count++] = bytes;
}

/* Returns false if the member shares no bytes with earlier ones. Called by rising offsets. */
bool archive_share(ArchiveRun *run, uint64_t offset, Bytes stored, ArchiveParts *parts,
                   uint64_t *at, uint64_t *placed)
{
    if (!run->begun || offset < run->offset || offset - run->offset > *at - run->at)
        return false;
    /* Later members begin later: items before this one are not needed again. */
    while (run->first + 1 < parts->count &&
           offset - run->offset >= parts->items[run->first].size) {
        const size_t size = parts->items[run->first++].size;
        run->offset += size;
        run->at += size;
    }
    const size_t within = (size_t)(offset - run->offset);
    const size_t common =
        common_bytes(parts->items + run->first, parts->count - run->first, within, stored);
    if (common == SIZE_MAX)
        return false;
    *placed = run->at + within;
    if (common < stored.size) {
        append(parts, bytes_slice(stored, common, stored.size - common));
        *at += stored.size - common;
    }
    return true;
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
