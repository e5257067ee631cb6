/* Writing CPK archives; new tables are in cpk_tables.c. Parts, in order: whether the tables
 * list the entries; the numbers of tables; positions and parts. */
#include "mages/archives/cpk_internal.h"

/* ---- whether tables list the entries ---- */

/* Names and numbers must agree row by row; sizes and offsets are set later. */
static bool toc_fits(const Cpk *cpk, Arena *arena)
{
    const CriTable *toc = &cpk->chunks[CPK_TOC].table;
    if (toc->row_count != cpk->count)
        return false;
    for (size_t i = 0; i < cpk->count; i++) {
        const uint32_t id =
            cri_column(toc, "ID") ? (uint32_t)cri_number(toc, i, "ID") : (uint32_t)i;
        if (cpk->entries[i].id != id ||
            !text_equal(cpk->entries[i].name, cpk_toc_name(toc, i, id, arena)))
            return false;
    }
    return true;
}

enum { IDS = 1 << 16 };

/* The sizes of an ITOC: of small files, then of large ones. */
typedef struct Sizes {
    CriTable tables[2];
    size_t count;
    uint32_t *rows[2]; /* by the number of a file: 1 + its row; 0: none */
} Sizes;

/* The inverse of read_sizes() in cpk.c. Tables by number make the search fast. */
static bool sizes_read(const Cpk *cpk, Sizes *out, Arena *arena)
{
    static const char *const columns[2][2] = {{"DataL", "FilesL"}, {"DataH", "FilesH"}};
    const CriTable *itoc = &cpk->chunks[CPK_ITOC].table;
    Report silent = report_to(NULL, NULL);
    *out = (Sizes){.count = 0};
    for (int k = 0; k < 2; k++) {
        const Bytes bytes = cri_data(itoc, 0, columns[k][0]);
        CriTable *table = &out->tables[k];
        out->rows[k] = ARENA_ALLOC(arena, uint32_t, IDS);
        if (bytes.size && !cri_table_read(bytes, table, arena, &silent))
            return false;
        const size_t count = cpk_size_rows(itoc, columns[k][1], table);
        out->count += count;
        for (size_t row = 0; row < count; row++) {
            const uint64_t id = cri_number(table, row, "ID");
            if (id < IDS && !out->rows[k][id])
                out->rows[k][id] = (uint32_t)row + 1;
        }
    }
    return out->count == cpk->count;
}

/* The table with a file, and its row; NULL if there is none. */
static const CriTable *find_row(const Sizes *sizes, uint32_t id, size_t *row)
{
    for (int k = 0; k < 2 && id < IDS; k++)
        if (sizes->rows[k][id]) {
            *row = sizes->rows[k][id] - 1;
            return &sizes->tables[k];
        }
    return NULL;
}

/* True if only numbers in the tables must change; otherwise they are written again. */
bool cpk_tables_fit(const Cpk *cpk, Arena *arena, Report *report)
{
    Sizes sizes;
    if (!cpk->chunks[CPK_HEAD].present || !cpk->chunks[CPK_HEAD].table.row_count)
        return false;
    if (!cpk->by_id)
        return cpk->chunks[CPK_TOC].present && toc_fits(cpk, arena);
    if (!cpk->chunks[CPK_ITOC].present || !sizes_read(cpk, &sizes, arena))
        return false;
    for (size_t i = 0; i < cpk->count; i++) {
        size_t row;
        if (!find_row(&sizes, cpk->entries[i].id, &row))
            return false;
    }
    return cpk_numbers_check(cpk, report);
}

/* ---- numbers ---- */

/* The archive with the positions of its parts. */
typedef struct Writing {
    const Cpk *cpk;
    uint64_t chunk_offsets[CPK_KINDS], *offsets; /* of the entries */
    uint64_t content, end;                       /* of the entries together */
    uint8_t *bytes[CPK_KINDS];                   /* copies of the tables */
    Arena *arena;
} Writing;

/* In the copy of a table; false if the column cannot hold the value. */
static bool set(Writing *writing, CpkKind kind, size_t row, const char *column, uint64_t value)
{
    return cri_set(&writing->cpk->chunks[kind].table, writing->bytes[kind], row, column, value);
}

/* Adds the difference between a new and an old value to a number of the header. */
static bool change(Writing *writing, const char *column, uint64_t now, uint64_t before)
{
    const CriTable *head = &writing->cpk->chunks[CPK_HEAD].table;
    return now == before || !cri_column(head, column) ||
           set(writing, CPK_HEAD, 0, column, cri_number(head, 0, column) + now - before);
}

/* The base of the offsets is the one that a reader would compute from the new header. */
static bool set_toc(Writing *writing)
{
    const Cpk *cpk = writing->cpk;
    const uint64_t toc = writing->chunk_offsets[CPK_TOC];
    const uint64_t old_content = cri_number(&cpk->chunks[CPK_HEAD].table, 0, "ContentOffset");
    const uint64_t content = cpk->fresh ? writing->content : old_content;
    const uint64_t base = content && content < toc ? content : toc;
    for (size_t i = 0; i < cpk->count; i++) {
        const CpkEntry *entry = &cpk->entries[i];
        if (writing->offsets[i] < base ||
            !set(writing, CPK_TOC, i, "FileSize", entry->stored.size) ||
            !set(writing, CPK_TOC, i, "ExtractSize", entry->extract) ||
            !set(writing, CPK_TOC, i, "FileOffset", writing->offsets[i] - base))
            return false;
    }
    return true;
}

/* The inner tables are parts of the ITOC's bytes: their position in the copy is the same. */
static bool set_sizes(Writing *writing)
{
    const Cpk *cpk = writing->cpk;
    const uint8_t *start = cpk->chunks[CPK_ITOC].bytes.data;
    Sizes sizes;
    if (!sizes_read(cpk, &sizes, writing->arena))
        return false;
    for (size_t i = 0; i < cpk->count; i++) {
        const CpkEntry *entry = &cpk->entries[i];
        size_t row;
        const CriTable *table = find_row(&sizes, entry->id, &row);
        if (!table)
            return false;
        uint8_t *bytes = writing->bytes[CPK_ITOC] + (table->bytes.data - start);
        if (!cri_set(table, bytes, row, "FileSize", entry->stored.size) ||
            !cri_set(table, bytes, row, "ExtractSize", entry->extract))
            return false;
    }
    return true;
}

/* The sums of the sizes that the tables have, or will have. */
static void sums_of(const Writing *writing, uint64_t old[2], uint64_t now[2])
{
    const Cpk *cpk = writing->cpk;
    const CriTable *toc = &cpk->chunks[CPK_TOC].table;
    for (size_t i = 0; i < cpk->count; i++) {
        old[0] += cri_number(toc, i, "FileSize");
        old[1] += cri_number(toc, i, "ExtractSize");
        now[0] += cpk->entries[i].stored.size;
        now[1] += cpk->entries[i].extract;
    }
}

/* The end of the files before they were edited, as `Writing.end`. */
static uint64_t old_end(const Cpk *cpk)
{
    const CriTable *toc = &cpk->chunks[CPK_TOC].table;
    uint64_t end = 0;
    for (size_t i = 0; i < cpk->count; i++) {
        const uint64_t one = cpk_toc_base(cpk) + cri_number(toc, i, "FileOffset") +
                             cri_number(toc, i, "FileSize");
        end = one > end ? one : end;
    }
    return archive_aligned(end, cpk->alignment);
}

/* Sets a number of the header unless it has no such column. */
static bool set_known(Writing *writing, const char *column, uint64_t value)
{
    return !cri_column(&writing->cpk->chunks[CPK_HEAD].table, column) ||
           set(writing, CPK_HEAD, 0, column, value);
}

/* Numbers of a header whose other tables are new. */
static bool set_fresh_head(Writing *writing, const uint64_t sums[2])
{
    const Cpk *cpk = writing->cpk;
    for (CpkKind kind = CPK_TOC; kind < CPK_KINDS; kind++) {
        const CpkChunk *chunk = &cpk->chunks[kind];
        if (!set(writing, CPK_HEAD, 0, cpk_kinds[kind].offset,
                 chunk->present ? writing->chunk_offsets[kind] : 0) ||
            !set_known(writing, cpk_kinds[kind].size,
                       chunk->present ? CPK_CHUNK_HEAD + chunk->bytes.size : 0))
            return false;
    }
    return set(writing, CPK_HEAD, 0, "ContentOffset", writing->content) &&
           set_known(writing, "ContentSize", writing->end - writing->content) &&
           set_known(writing, "EnabledPackedSize", sums[0]) &&
           set_known(writing, "EnabledDataSize", sums[1]) &&
           set_known(writing, "Files", cpk->count) && set_known(writing, "Groups", 0) &&
           set_known(writing, "CpkMode", cpk_mode(cpk));
}

/* Sums are changed by the difference: what else they count stays. */
static bool set_head(Writing *writing)
{
    const Cpk *cpk = writing->cpk;
    uint64_t old[2] = {0}, now[2] = {0};
    sums_of(writing, old, now);
    if (cpk->fresh)
        return set_fresh_head(writing, now);
    for (CpkKind kind = CPK_TOC; kind < CPK_KINDS; kind++)
        if (cpk->chunks[kind].present &&
            !set(writing, CPK_HEAD, 0, cpk_kinds[kind].offset, writing->chunk_offsets[kind]))
            return false;
    if (cpk->by_id) /* its sums are those of the ITOC, which nobody has described */
        return true;
    const bool moved = old[0] != now[0] || old[1] != now[1];
    return change(writing, "EnabledPackedSize", now[0], old[0]) &&
           change(writing, "EnabledDataSize", now[1], old[1]) &&
           (!moved || change(writing, "ContentSize", writing->end, old_end(cpk)));
}

/* Without entries the TOC has no rows to set. */
static bool set_numbers(Writing *writing)
{
    const Cpk *cpk = writing->cpk;
    for (CpkKind kind = CPK_HEAD; kind < CPK_KINDS; kind++)
        if (cpk->chunks[kind].present)
            writing->bytes[kind] =
                (uint8_t *)arena_copy(writing->arena, cpk->chunks[kind].bytes).data;
    return set_head(writing) &&
           (cpk->by_id ? set_sizes(writing) : !cpk->count || set_toc(writing));
}

/* ---- positions and parts ---- */

/* The bytes before the first part after the header end with "(c)CRI". */
static Bytes padding(uint64_t size, bool after_head, Arena *arena)
{
    static const char name[] = "(c)CRI";
    uint8_t *out = arena_alloc(arena, (size_t)size, 1);
    if (after_head && size >= strlen(name))
        memcpy(out + size - strlen(name), name, strlen(name));
    return (Bytes){out, (size_t)size};
}

static Bytes chunk_head(const CpkChunk *chunk, CpkKind kind, Arena *arena)
{
    Writer out = writer_to(arena);
    write_text(&out, text_of(cpk_kinds[kind].magic));
    write_u32(&out, chunk->flag);
    write_u32(&out, (uint32_t)chunk->bytes.size);
    write_u32(&out, chunk->unknown);
    return writer_bytes(&out);
}

/* Whether a gap that was read can stay: if a part before it has another size now, zeros must
 * still lead to an aligned position. */
static bool gap_fits(const Cpk *cpk, Bytes gap, uint64_t at, uint64_t offset)
{
    return gap.data && (!archive_is_blank(gap) || offset % cpk->alignment ||
                        (at + gap.size) % cpk->alignment == 0);
}

/* The parts that are listed so far. */
typedef struct Listing {
    ArchiveParts parts;
    size_t *places; /* the indices of the tables among the parts */
    uint64_t at;
    bool after_head;
    ArchiveRun run;
} Listing;

/* A gap that was read, or padding; the position after it. */
static uint64_t list_gap(const Writing *writing, Listing *listing, Bytes known, uint64_t offset)
{
    const Cpk *cpk = writing->cpk;
    const uint64_t aligned = archive_aligned(listing->at, cpk->alignment);
    const Bytes gap = gap_fits(cpk, known, listing->at, offset)
                          ? known
                          : padding(aligned - listing->at, listing->after_head, writing->arena);
    listing->parts.items[listing->parts.count++] = gap;
    return listing->at += gap.size;
}

/* The table is empty, to be filled when its numbers are known. */
static void list_chunk(Writing *writing, Listing *listing, CpkKind kind)
{
    const CpkChunk *chunk = &writing->cpk->chunks[kind];
    writing->chunk_offsets[kind] = list_gap(writing, listing, chunk->gap, chunk->offset);
    listing->parts.items[listing->parts.count++] = chunk_head(chunk, kind, writing->arena);
    listing->places[kind] = listing->parts.count++;
    listing->at += CPK_CHUNK_HEAD + chunk->bytes.size;
    listing->after_head = kind == CPK_HEAD;
    listing->run.begun = false;
}

/* Loose entries share bytes with an earlier one, or are empty within it. */
static void list_entry(Writing *writing, Listing *listing, size_t index)
{
    const CpkEntry *entry = &writing->cpk->entries[index];
    uint64_t *offset = &writing->offsets[index];
    if (entry->loose && !entry->stored.size) {
        *offset = entry->offset;
        return;
    }
    if (!entry->loose || !archive_share(&listing->run, entry->offset, entry->stored,
                                        &listing->parts, &listing->at, offset)) {
        *offset = list_gap(writing, listing, entry->gap, entry->offset);
        listing->run = (ArchiveRun){entry->offset, *offset, listing->parts.count, true};
        listing->parts.items[listing->parts.count++] = entry->stored;
        listing->at += entry->stored.size;
    }
    writing->content = *offset < writing->content ? *offset : writing->content;
    writing->end = listing->at;
    listing->after_head = false;
}

/* Positions must be known before the tables are filled: tables keep their size. */
static void list_parts(Writing *writing, Listing *listing)
{
    const Cpk *cpk = writing->cpk;
    const uint32_t *order = cpk_order(cpk, writing->arena);
    writing->content = UINT64_MAX;
    for (size_t i = 0; i < CPK_KINDS + cpk->count; i++)
        if (order[i] >= CPK_KINDS)
            list_entry(writing, listing, order[i] - CPK_KINDS);
        else if (cpk->chunks[order[i]].present)
            list_chunk(writing, listing, (CpkKind)order[i]);
    const uint64_t at = listing->at;
    if (writing->content == UINT64_MAX)
        writing->content = writing->end = archive_aligned(at, cpk->alignment);
    writing->end = archive_aligned(writing->end, cpk->alignment);
    listing->parts.items[listing->parts.count++] =
        cpk->fresh ? padding(writing->end > at ? writing->end - at : 0, false, writing->arena)
                   : cpk->tail;
}

bool cpk_try_parts(const Cpk *cpk, ArchiveParts *out, Arena *arena)
{
    Writing writing = {
        .cpk = cpk, .offsets = ARENA_ALLOC(arena, uint64_t, cpk->count), .arena = arena};
    size_t places[CPK_KINDS] = {0};
    Bytes *items = ARENA_ALLOC(arena, Bytes, 3 * (CPK_KINDS + cpk->count) + 1);
    Listing listing = {.parts = {items, 0}, .places = places};
    list_parts(&writing, &listing);
    if (!set_numbers(&writing))
        return false;
    for (CpkKind kind = CPK_HEAD; kind < CPK_KINDS; kind++) {
        const CpkChunk *chunk = &cpk->chunks[kind];
        const Bytes bytes = {writing.bytes[kind], chunk->bytes.size};
        if (chunk->present)
            items[places[kind]] = chunk->masked ? cri_unmask(bytes, arena) : bytes;
    }
    *out = listing.parts;
    return true;
}

static bool sizes_check(const Cpk *cpk, Report *report)
{
    for (size_t i = 0; i < cpk->count; i++)
        if (cpk->entries[i].stored.size > UINT32_MAX || cpk->entries[i].extract > UINT32_MAX)
            return report_error(report, "%.*s: a file of a CPK has at most 4 GiB",
                                (int)cpk->entries[i].name.size, cpk->entries[i].name.at);
    return true;
}

/* Tries the old tables first, to keep an unchanged archive byte-equal. */
bool cpk_parts(Cpk *cpk, ArchiveParts *out, Arena *arena, Report *report)
{
    if (cpk_try_parts(cpk, out, arena))
        return true;
    return sizes_check(cpk, report) && cpk_new_tables(cpk, arena, report) &&
           (cpk_try_parts(cpk, out, arena) ||
            report_error(report, "its tables cannot hold these files"));
}
