/* Parts, in order: an entry; its two headers; the file. */
#include "kit/formats/zip_write.h"

#include "base/deflate.h"
#include "base/hash.h"
#include "base/stream.h"

enum {
    LOCAL_MAGIC = 0x04034B50,
    CENTRAL_MAGIC = 0x02014B50,
    END_MAGIC = 0x06054B50,
    LOCAL_SIZE = 30,
    CENTRAL_SIZE = 46,
    VERSION = 20,   /* 2.0: deflate and folders */
    UTF8 = 1 << 11, /* flag: the name is UTF-8 */
    STORED = 0,
    DEFLATED = 8,
    FIRST_DAY = 1 << 5 | 1, /* 1 January 1980 */
    COUNT_MAX = 0xFFFE,     /* 0xFFFF stands for more, with ZIP64 */
    PATH_SIZE_MAX = 0xFFFF
};

typedef struct ZipEntry {
    Text path;
    Bytes stored;
    uint32_t crc, size, offset;
    uint16_t method;
} ZipEntry;

/* ---- an entry ---- */

static ZipEntry entry_of(const ProjectFile *file, uint64_t offset, Arena *arena)
{
    ZipEntry entry = {.path = file->path,
                      .stored = file->bytes,
                      .crc = crc32_of(0, file->bytes),
                      .size = (uint32_t)file->bytes.size,
                      .offset = (uint32_t)offset,
                      .method = STORED};
    const Bytes packed = deflate_bytes(file->bytes, WRAPPING_RAW, DEFLATE_BEST, arena);
    if (packed.size < file->bytes.size) {
        entry.stored = packed;
        entry.method = DEFLATED;
    }
    return entry;
}

/* ---- headers ---- */

/* What both headers have, from the needed version to the length of the extra field. */
static void write_common(Writer *out, const ZipEntry *entry)
{
    write_u16(out, VERSION);
    write_u16(out, UTF8);
    write_u16(out, entry->method);
    write_u16(out, 0); /* midnight */
    write_u16(out, FIRST_DAY);
    write_u32(out, entry->crc);
    write_u32(out, (uint32_t)entry->stored.size);
    write_u32(out, entry->size);
    write_u16(out, (uint16_t)entry->path.size);
    write_u16(out, 0);
}

static void write_local(Writer *out, const ZipEntry *entry)
{
    write_u32(out, LOCAL_MAGIC);
    write_common(out, entry);
    write_bytes(out, bytes_of_text(entry->path));
    write_bytes(out, entry->stored);
}

static void write_central(Writer *out, const ZipEntry *entry)
{
    write_u32(out, CENTRAL_MAGIC);
    write_u16(out, VERSION); /* made by: no attributes of a system */
    write_common(out, entry);
    write_u16(out, 0); /* comment */
    write_u16(out, 0); /* disk */
    write_u16(out, 0); /* attributes */
    write_u32(out, 0);
    write_u32(out, entry->offset);
    write_bytes(out, bytes_of_text(entry->path));
}

/* ---- the file ---- */

/* With entries that are stored: they may become smaller. */
static bool is_small(const ProjectFiles *files, Report *report)
{
    uint64_t size = 0;
    for (size_t i = 0; i < files->count; i++) {
        const Text path = files->items[i].path;
        if (path.size > PATH_SIZE_MAX)
            return report_error(report, "a path is longer than %d bytes", PATH_SIZE_MAX);
        size += files->items[i].bytes.size + 2 * path.size + LOCAL_SIZE + CENTRAL_SIZE;
    }
    if (files->count > COUNT_MAX)
        return report_error(report, "%zu files are too many for a zip file; at most %d",
                            files->count, COUNT_MAX);
    return size < UINT32_MAX ||
           report_error(report, "the files are too large for a zip file: %llu bytes",
                        (unsigned long long)size);
}

bool zip_write(const ProjectFiles *files, Bytes *out, Arena *arena, Report *report)
{
    if (!is_small(files, report))
        return false;
    ZipEntry *entries = ARENA_ALLOC(arena, ZipEntry, files->count + 1);
    Writer writer = writer_to(arena);
    uint64_t at = 0;
    for (size_t i = 0; i < files->count; i++) {
        entries[i] = entry_of(&files->items[i], at, arena);
        write_local(&writer, &entries[i]);
        at += LOCAL_SIZE + entries[i].path.size + entries[i].stored.size;
    }
    const uint64_t directory = at;
    for (size_t i = 0; i < files->count; i++) {
        write_central(&writer, &entries[i]);
        at += CENTRAL_SIZE + entries[i].path.size;
    }
    write_u32(&writer, END_MAGIC);
    write_u16(&writer, 0);
    write_u16(&writer, 0);
    write_u16(&writer, (uint16_t)files->count);
    write_u16(&writer, (uint16_t)files->count);
    write_u32(&writer, (uint32_t)(at - directory));
    write_u32(&writer, (uint32_t)directory);
    write_u16(&writer, 0);
    *out = writer_bytes(&writer);
    return true;
}
