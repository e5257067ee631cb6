/* Parts, in order: tables; lists of files, with and without names; gaps; contents. */
#include "mages/archives/cpk_internal.h"

#include "mages/archives/crilayla.h"

#include <stdlib.h>

const CpkKindRow cpk_kinds[CPK_KINDS] = {
    [CPK_HEAD] = {"CPK ", NULL, NULL},
    [CPK_TOC] = {"TOC ", "TocOffset", "TocSize"},
    [CPK_ETOC] = {"ETOC", "EtocOffset", "EtocSize"},
    [CPK_ITOC] = {"ITOC", "ItocOffset", "ItocSize"},
    [CPK_GTOC] = {"GTOC", "GtocOffset", "GtocSize"},
    [CPK_HTOC] = {"HTOC", "HtocOffset", "HtocSize"},
};

/* The letters alone are too few: a table, possibly masked, must follow. */
bool cpk_is(Bytes start)
{
    return start.size >= CPK_CHUNK_HEAD + 4 && !memcmp(start.data, "CPK ", 4) &&
           cri_table_is(bytes_slice(start, CPK_CHUNK_HEAD, 4));
}

/* ---- tables ---- */

bool cpk_chunk_read(CpkKind kind, CpkChunk *chunk, Arena *arena, Report *report)
{
    Report about =
        report_child(report, arena_format(arena, "%.*s: table %.4s", (int)report->subject.size,
                                          report->subject.at, cpk_kinds[kind].magic));
    return cri_table_read(chunk->bytes, &chunk->table, arena, &about);
}

/* The sizes in this header are little-endian, those within the table big-endian. */
static bool read_chunk(Bytes file, CpkKind kind, uint64_t offset, CpkChunk *out, Arena *arena,
                       Report *report)
{
    const char *magic = cpk_kinds[kind].magic;
    if (offset > file.size || file.size - offset < CPK_CHUNK_HEAD ||
        memcmp(file.data + offset, magic, 4) != 0)
        return report_error(report, "at byte %llu: no table \"%s\"", (unsigned long long)offset,
                            magic);
    Reader reader = reader_of(file, report);
    reader_seek(&reader, (size_t)offset + 4);
    out->present = true;
    out->offset = offset;
    out->flag = read_u32(&reader);
    const uint32_t size = read_u32(&reader);
    out->unknown = read_u32(&reader);
    if (size > file.size - reader.at || size > CRI_TABLE_MAX)
        return report_error(report,
                            "at byte %llu: a table \"%s\" of %u bytes, which are not in "
                            "a file of %zu",
                            (unsigned long long)offset, magic, size, file.size);
    out->bytes = bytes_slice(file, reader.at, size);
    if (!cri_table_is(out->bytes))
        return report_cause(report, CAUSE_UNSUPPORTED,
                            "at byte %zu: the table \"%s\" is encrypted or damaged; encrypted "
                            "archives are not supported",
                            reader.at, magic);
    out->masked = cri_table_is_masked(out->bytes);
    if (out->masked)
        out->bytes = cri_unmask(out->bytes, arena);
    return cpk_chunk_read(kind, out, arena, report);
}

/* An invalid alignment counts as 1: it only affects the gaps. */
static bool read_chunks(Bytes file, Cpk *out, Arena *arena, Report *report)
{
    if (!read_chunk(file, CPK_HEAD, 0, &out->chunks[CPK_HEAD], arena, report))
        return false;
    const CriTable *head = &out->chunks[CPK_HEAD].table;
    if (!head->row_count)
        return report_error(report, "at byte 0: its header table has no row");
    for (CpkKind kind = CPK_TOC; kind < CPK_KINDS; kind++) {
        const uint64_t offset = cri_number(head, 0, cpk_kinds[kind].offset);
        if (offset && !read_chunk(file, kind, offset, &out->chunks[kind], arena, report))
            return false;
    }
    const uint64_t alignment = cri_number(head, 0, "Align");
    out->alignment =
        alignment && alignment <= CPK_ALIGNMENT_MAX && !(alignment & (alignment - 1))
            ? (uint32_t)alignment
            : 1;
    return true;
}

/* ---- files with names ---- */

static bool is_named(Text text) { return text.size && !text_is(text, "<NULL>"); }

/* Names of files that have only a number; five digits, as the number has 16 bits. */
static Text number_name(uint32_t id, Arena *arena) { return arena_format(arena, "%05u", id); }

/* Folder and name are separate columns; "<NULL>" means none. */
Text cpk_toc_name(const CriTable *toc, size_t row, uint32_t id, Arena *arena)
{
    const Text folder = cri_decode(toc, cri_text(toc, row, "DirName"), arena),
               name = cri_decode(toc, cri_text(toc, row, "FileName"), arena);
    if (!is_named(name))
        return number_name(id, arena);
    return is_named(folder) ? arena_format(arena, "%.*s/%.*s", (int)folder.size, folder.at,
                                           (int)name.size, name.at)
                            : name;
}

/* A compressed file is recognized by its own header. Its size must agree with the table, unless
 * the table has the stored size or none. */
static bool place_entry(Bytes file, CpkEntry *entry, size_t index, uint64_t stored_size,
                        Report *report)
{
    if (entry->offset > file.size || stored_size > file.size - entry->offset)
        return report_error(report,
                            "entry %zu (%.*s): %llu bytes at %llu are not in a file of "
                            "%zu",
                            index, (int)entry->name.size, entry->name.at,
                            (unsigned long long)stored_size, (unsigned long long)entry->offset,
                            file.size);
    entry->stored = bytes_slice(file, (size_t)entry->offset, (size_t)stored_size);
    /* Some files are compressed although their sizes do not tell. */
    entry->compressed = crilayla_is(entry->stored);
    entry->size = entry->compressed ? crilayla_size(entry->stored) : stored_size;
    if (!entry->compressed && entry->extract && entry->extract != stored_size)
        return report_cause(
            report, CAUSE_UNSUPPORTED,
            "entry %zu (%.*s), at byte %llu: it is marked as compressed, but is "
            "not CRILAYLA; encrypted files are not supported",
            index, (int)entry->name.size, entry->name.at, (unsigned long long)entry->offset);
    if (entry->compressed && entry->extract && entry->extract != stored_size &&
        entry->extract != entry->size)
        return report_error(
            report,
            "entry %zu (%.*s), at byte %llu: its size is %llu in the table, but "
            "%llu in its header",
            index, (int)entry->name.size, entry->name.at, (unsigned long long)entry->offset,
            (unsigned long long)entry->extract, (unsigned long long)entry->size);
    return true;
}

/* Offsets count from the TOC or the contents, whichever is first. */
uint64_t cpk_toc_base(const Cpk *cpk)
{
    const uint64_t toc = cpk->chunks[CPK_TOC].offset,
                   content = cri_number(&cpk->chunks[CPK_HEAD].table, 0, "ContentOffset");
    return content && content < toc ? content : toc;
}

/* Without a column ID the row is the number. */
static bool read_toc(Bytes file, Cpk *out, Arena *arena, Report *report)
{
    const CriTable *toc = &out->chunks[CPK_TOC].table;
    const uint64_t base = cpk_toc_base(out);
    if (!cri_column(toc, "FileName") || !cri_column(toc, "FileSize") ||
        !cri_column(toc, "FileOffset"))
        return report_error(report, "the TOC has no column FileName, FileSize or FileOffset");
    out->count = toc->row_count;
    out->entries = ARENA_ALLOC(arena, CpkEntry, out->count);
    for (size_t i = 0; i < out->count; i++) {
        CpkEntry *entry = &out->entries[i];
        entry->id = cri_column(toc, "ID") ? (uint32_t)cri_number(toc, i, "ID") : (uint32_t)i;
        entry->name = cpk_toc_name(toc, i, entry->id, arena);
        entry->extract = cri_number(toc, i, "ExtractSize");
        const uint64_t offset = cri_number(toc, i, "FileOffset");
        entry->offset = offset > UINT64_MAX - base ? UINT64_MAX : offset + base;
        if (!place_entry(file, entry, i, cri_number(toc, i, "FileSize"), report))
            return false;
    }
    return true;
}

/* ---- files without names ---- */

static int by_id(const void *a, const void *b)
{
    const CpkEntry *x = a, *y = b;
    return (x->id > y->id) - (x->id < y->id);
}

/* A list that is empty may have a row without meaning. */
size_t cpk_size_rows(const CriTable *itoc, const char *files, const CriTable *sizes)
{
    return cri_column(itoc, files) && cri_number(itoc, 0, files) < sizes->row_count
               ? (size_t)cri_number(itoc, 0, files)
               : sizes->row_count;
}

/* The sizes of small files, or of large ones, are in a table inside the ITOC. Leaves the stored
 * size in `size`. */
static bool read_sizes(const CriTable *itoc, const char *column, const char *files, Cpk *out,
                       Arena *arena, Report *report)
{
    const Bytes bytes = cri_data(itoc, 0, column);
    CriTable sizes;
    if (!bytes.size)
        return true;
    if (!cri_table_read(bytes, &sizes, arena, report))
        return false;
    const size_t rows = cpk_size_rows(itoc, files, &sizes);
    for (size_t i = 0; i < rows; i++) {
        const uint32_t id = (uint32_t)cri_number(&sizes, i, "ID");
        *ARENA_PUSH(arena, out->entries, out->count) =
            (CpkEntry){.name = number_name(id, arena),
                       .id = id,
                       .size = cri_number(&sizes, i, "FileSize"),
                       .extract = cri_number(&sizes, i, "ExtractSize")};
    }
    return true;
}

/* Files have no offsets: they follow each other in the order of their numbers, each at a
 * multiple of the alignment. */
static bool read_itoc(Bytes file, Cpk *out, Arena *arena, Report *report)
{
    const CriTable *itoc = &out->chunks[CPK_ITOC].table;
    uint64_t at = cri_number(&out->chunks[CPK_HEAD].table, 0, "ContentOffset");
    out->by_id = true;
    if (!itoc->row_count || !cri_column(itoc, "DataL") || !cri_column(itoc, "DataH"))
        return report_error(report, "the archive has no names, and its ITOC has no sizes");
    if (!read_sizes(itoc, "DataL", "FilesL", out, arena, report) ||
        !read_sizes(itoc, "DataH", "FilesH", out, arena, report))
        return false;
    if (out->count)
        qsort(out->entries, out->count, sizeof *out->entries, by_id);
    for (size_t i = 0; i < out->count; i++) {
        const uint64_t size = out->entries[i].size;
        out->entries[i].offset = at;
        if (!place_entry(file, &out->entries[i], i, size, report))
            return false;
        at = archive_aligned(at + size, out->alignment);
    }
    return true;
}

/* ---- gaps ---- */

/* The padding before a part of the file: zeros; after the header they end with a name. */
static bool is_padding(Bytes gap, bool after_head)
{
    const char *name = "(c)CRI";
    const size_t size = strlen(name);
    if (after_head && gap.size >= size && !memcmp(gap.data + gap.size - size, name, size))
        gap.size -= size;
    else if (after_head && gap.size >= size)
        return false;
    return archive_is_blank(gap);
}

/* Sets the gap before a part that begins at `offset`; `*at` is the end of the one before. */
static Bytes gap_of(const Cpk *cpk, Bytes file, uint64_t at, uint64_t offset, bool after_head)
{
    const Bytes gap = bytes_slice(file, (size_t)at, (size_t)(offset - at));
    return offset == archive_aligned(at, cpk->alignment) && is_padding(gap, after_head)
               ? (Bytes){0}
               : gap;
}

/* The tables, then the entries, with their place in the file. */
static ArchiveSpan *spans_of(const Cpk *cpk, Arena *arena)
{
    ArchiveSpan *spans = ARENA_ALLOC(arena, ArchiveSpan, CPK_KINDS + cpk->count);
    for (CpkKind kind = CPK_HEAD; kind < CPK_KINDS; kind++)
        if (cpk->chunks[kind].present)
            spans[kind] = (ArchiveSpan){cpk->chunks[kind].offset,
                                        CPK_CHUNK_HEAD + cpk->chunks[kind].bytes.size};
    for (size_t i = 0; i < cpk->count; i++)
        spans[CPK_KINDS + i] =
            (ArchiveSpan){cpk->entries[i].offset, cpk->entries[i].stored.size};
    return spans;
}

/* Tables and entries by their position; entries come after CPK_KINDS tables. */
uint32_t *cpk_order(const Cpk *cpk, Arena *arena)
{
    return archive_order(spans_of(cpk, arena), CPK_KINDS + cpk->count, arena);
}

/* Everything between the parts must be known to write the same bytes again. */
static void find_gaps(Cpk *cpk, Bytes file, Arena *arena)
{
    const uint32_t *order = cpk_order(cpk, arena);
    uint64_t at = 0;
    bool after_head = false;
    for (size_t i = 0; i < CPK_KINDS + cpk->count; i++) {
        CpkChunk *chunk = order[i] < CPK_KINDS ? &cpk->chunks[order[i]] : NULL;
        CpkEntry *entry = chunk ? NULL : &cpk->entries[order[i] - CPK_KINDS];
        if (chunk && !chunk->present)
            continue;
        const uint64_t offset = chunk ? chunk->offset : entry->offset;
        const uint64_t end =
            offset + (chunk ? CPK_CHUNK_HEAD + chunk->bytes.size : entry->stored.size);
        if (offset < at) { /* an empty entry, or one that shares bytes */
            if (entry)
                entry->loose = true;
            at = end > at ? end : at;
            continue;
        }
        *(chunk ? &chunk->gap : &entry->gap) = gap_of(cpk, file, at, offset, after_head);
        at = end;
        after_head = chunk == &cpk->chunks[CPK_HEAD];
    }
    cpk->tail = bytes_slice(file, (size_t)at, file.size - (size_t)at);
}

bool cpk_read(Bytes file, Cpk *out, Arena *arena, Report *report)
{
    *out = (Cpk){0};
    if (!read_chunks(file, out, arena, report))
        return false;
    const bool ok = out->chunks[CPK_TOC].present ? read_toc(file, out, arena, report)
                    : out->chunks[CPK_ITOC].present
                        ? read_itoc(file, out, arena, report)
                        : report_error(report, "it has neither a TOC nor an ITOC");
    if (ok)
        find_gaps(out, file, arena);
    return ok;
}

/* ---- contents ---- */

/* Without a copy if the file is not compressed. The limit is checked before memory is
 * allocated. */
bool cpk_entry(const Cpk *cpk, size_t index, Bytes *out, Arena *arena, Report *report)
{
    const CpkEntry *entry = &cpk->entries[index];
    *out = entry->stored;
    if (!entry->compressed)
        return true;
    if (archive_is_bomb(entry->size, entry->stored.size))
        return report_error(
            report,
            "entry %zu (%.*s): %zu bytes claim to decompress to %llu, which exceeds the limit",
            index, (int)entry->name.size, entry->name.at, entry->stored.size,
            (unsigned long long)entry->size);
    const char *problem = crilayla_unpack(entry->stored, out, arena);
    return !problem || report_error(report, "entry %zu (%.*s), at byte %llu: %s", index,
                                    (int)entry->name.size, entry->name.at,
                                    (unsigned long long)entry->offset, problem);
}

/* The given stream is used again if it really has this content; otherwise the content is stored
 * without compression. */
void cpk_store(CpkEntry *entry, Bytes content, Bytes stream, Arena *arena)
{
    Bytes back;
    if (crilayla_is(stream) && crilayla_size(stream) == content.size &&
        !crilayla_unpack(stream, &back, arena) && bytes_equal(back, content)) {
        entry->stored = stream;
        entry->compressed = true;
    } else {
        entry->stored = content;
        entry->compressed = false;
        entry->extract = content.size;
    }
    entry->size = content.size;
}
