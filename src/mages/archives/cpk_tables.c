/* New tables of CPK archives, for files that were added or removed, and for new archives. */
#include "mages/archives/cpk_internal.h"

#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>

enum { HEAD_COLUMNS = 32, TOC_COLUMNS = 7, SIZE_COLUMNS = 3, SMALL_MAX = 0xFFFF };

/* 0xFF is the flag of tables without a mask. */
static void set_chunk(Cpk *cpk, CpkKind kind, Bytes table)
{
    cpk->chunks[kind] = (CpkChunk){.present = true, .flag = 0xFF, .bytes = table};
}

/* The encoding of texts in new tables: that of the old ones. */
static CriEncoding encoding_of(const Cpk *cpk)
{
    const CpkChunk *chunk = &cpk->chunks[cpk->chunks[CPK_TOC].present ? CPK_TOC : CPK_HEAD];
    bool ascii = true;
    for (size_t i = 0; i < cpk->count; i++)
        ascii = ascii && cri_text_is_ascii(cpk->entries[i].name);
    return chunk->present ? chunk->table.encoding : ascii ? CRI_SHIFT_JIS : CRI_UTF8;
}

unsigned cpk_mode(const Cpk *cpk)
{
    return cpk->by_id ? 0 : cpk->chunks[CPK_ITOC].present ? 2 : 1;
}

/* The name of the program that made the archive is kept. */
static Text maker_of(const Cpk *cpk)
{
    const Text maker = cri_text(&cpk->chunks[CPK_HEAD].table, 0, "Tvers");
    return maker.size ? maker : TEXT("oisin");
}

/* Columns and their order as in archives of version 7, revision 2. Sums and offsets are set
 * when the parts are laid out. */
static void new_head(Cpk *cpk, CriEncoding encoding, Arena *arena)
{
    static const CriColumnNew columns[] = {{"UpdateDateTime", CRI_U64, CRI_PER_ROW},
                                           {"FileSize", CRI_U64, CRI_ZERO},
                                           {"ContentOffset", CRI_U64, CRI_PER_ROW},
                                           {"ContentSize", CRI_U64, CRI_PER_ROW},
                                           {"TocOffset", CRI_U64, CRI_PER_ROW},
                                           {"TocSize", CRI_U64, CRI_PER_ROW},
                                           {"TocCrc", CRI_U32, CRI_ZERO},
                                           {"EtocOffset", CRI_U64, CRI_ZERO},
                                           {"EtocSize", CRI_U64, CRI_ZERO},
                                           {"ItocOffset", CRI_U64, CRI_PER_ROW},
                                           {"ItocSize", CRI_U64, CRI_PER_ROW},
                                           {"ItocCrc", CRI_U32, CRI_ZERO},
                                           {"GtocOffset", CRI_U64, CRI_ZERO},
                                           {"GtocSize", CRI_U64, CRI_ZERO},
                                           {"GtocCrc", CRI_U32, CRI_ZERO},
                                           {"EnabledPackedSize", CRI_U64, CRI_PER_ROW},
                                           {"EnabledDataSize", CRI_U64, CRI_PER_ROW},
                                           {"TotalDataSize", CRI_U64, CRI_ZERO},
                                           {"Tocs", CRI_U32, CRI_ZERO},
                                           {"Files", CRI_U32, CRI_PER_ROW},
                                           {"Groups", CRI_U32, CRI_PER_ROW},
                                           {"Attrs", CRI_U32, CRI_PER_ROW},
                                           {"TotalFiles", CRI_U32, CRI_ZERO},
                                           {"Directories", CRI_U32, CRI_ZERO},
                                           {"Updates", CRI_U32, CRI_ZERO},
                                           {"Version", CRI_U16, CRI_PER_ROW},
                                           {"Revision", CRI_U16, CRI_PER_ROW},
                                           {"Align", CRI_U16, CRI_PER_ROW},
                                           {"Sorted", CRI_U16, CRI_PER_ROW},
                                           {"EID", CRI_U16, CRI_ZERO},
                                           {"CpkMode", CRI_U32, CRI_PER_ROW},
                                           {"Tvers", CRI_TEXT, CRI_PER_ROW}};
    CriValue values[HEAD_COLUMNS] = {{.number = 0}};
    _Static_assert(COUNT_OF(columns) == HEAD_COLUMNS, "a value for each column");
    for (size_t i = 0; i < HEAD_COLUMNS; i++) {
        const char *name = columns[i].name;
        if (!strcmp(name, "Files"))
            values[i].number = cpk->count;
        else if (!strcmp(name, "Version"))
            values[i].number = 7;
        else if (!strcmp(name, "Revision"))
            values[i].number = 2;
        else if (!strcmp(name, "Align"))
            values[i].number = cpk->alignment;
        else if (!strcmp(name, "CpkMode"))
            values[i].number = cpk_mode(cpk);
        else if (!strcmp(name, "Tvers"))
            values[i].text = arena_text(arena, maker_of(cpk));
    }
    set_chunk(cpk, CPK_HEAD,
              cri_table_write("CpkHeader", encoding, columns, HEAD_COLUMNS, values, 1, arena));
}

/* False if a name has characters that the encoding lacks. */
static bool new_toc(Cpk *cpk, CriEncoding encoding, Arena *arena, Report *report)
{
    static const CriColumnNew columns[TOC_COLUMNS] = {
        {"DirName", CRI_TEXT, CRI_PER_ROW},    {"FileName", CRI_TEXT, CRI_PER_ROW},
        {"FileSize", CRI_U32, CRI_PER_ROW},    {"ExtractSize", CRI_U32, CRI_PER_ROW},
        {"FileOffset", CRI_U64, CRI_PER_ROW},  {"ID", CRI_U32, CRI_PER_ROW},
        {"UserString", CRI_TEXT, CRI_CONSTANT}};
    CriValue *values = ARENA_ALLOC(arena, CriValue, TOC_COLUMNS * (cpk->count + 1));
    const Cp932 *page = encoding == CRI_SHIFT_JIS ? cp932_new(arena) : NULL;
    for (size_t i = 0; i < cpk->count; i++) {
        CriValue *row = &values[TOC_COLUMNS * i];
        const Text name = cpk->entries[i].name;
        size_t folder = name.size;
        while (folder && name.at[folder - 1] != '/')
            folder--;
        if (!cri_text_encode(encoding, page, text_slice(name, 0, folder ? folder - 1 : 0),
                             &row[0].text, arena, report) ||
            !cri_text_encode(encoding, page, text_slice(name, folder, name.size), &row[1].text,
                             arena, report))
            return false;
        row[5].number = cpk->entries[i].id;
    }
    values[TOC_COLUMNS - 1].text = TEXT("<NULL>");
    set_chunk(cpk, CPK_TOC,
              cri_table_write("CpkTocInfo", encoding, columns, TOC_COLUMNS, values, cpk->count,
                              arena));
    return true;
}

/* Whether the ITOC lists the rows of the TOC by their numbers. */
static bool has_toc_rows(const Cpk *cpk)
{
    const CriTable *itoc = &cpk->chunks[CPK_ITOC].table;
    return !cpk->by_id && cpk->chunks[CPK_ITOC].present && cri_column(itoc, "ID") &&
           cri_column(itoc, "TocIndex");
}

static int by_first(const void *a, const void *b)
{
    const CriValue *x = a, *y = b;
    return (x->number > y->number) - (x->number < y->number);
}

/* The ITOC of an archive with names: its rows are sorted by number. */
static void new_toc_rows(Cpk *cpk, CriEncoding encoding, Arena *arena)
{
    static const CriColumnNew columns[2] = {{"ID", CRI_I32, CRI_PER_ROW},
                                            {"TocIndex", CRI_I32, CRI_PER_ROW}};
    CriValue *values = ARENA_ALLOC(arena, CriValue, 2 * cpk->count);
    for (size_t i = 0; i < cpk->count; i++) {
        values[2 * i].number = cpk->entries[i].id;
        values[2 * i + 1].number = i;
    }
    if (cpk->count)
        qsort(values, cpk->count, 2 * sizeof *values, by_first);
    set_chunk(cpk, CPK_ITOC,
              cri_table_write("CpkExtendId", encoding, columns, 2, values, cpk->count, arena));
}

/* The table of small files (at most SMALL_MAX bytes), or of large ones. */
static Bytes new_sizes(const Cpk *cpk, bool large, CriEncoding encoding, size_t *count,
                       Arena *arena)
{
    const CriColumnNew columns[SIZE_COLUMNS] = {
        {"ID", CRI_U16, CRI_PER_ROW},
        {"FileSize", large ? CRI_U32 : CRI_U16, CRI_PER_ROW},
        {"ExtractSize", large ? CRI_U32 : CRI_U16, CRI_PER_ROW}};
    CriValue *values = ARENA_ALLOC(arena, CriValue, SIZE_COLUMNS * (cpk->count + 1));
    *count = 0;
    for (size_t i = 0; i < cpk->count; i++) {
        const CpkEntry *entry = &cpk->entries[i];
        const bool is_large = entry->stored.size > SMALL_MAX || entry->extract > SMALL_MAX;
        if (is_large == large)
            values[SIZE_COLUMNS * (*count)++].number = entry->id;
    }
    return cri_table_write(large ? "CpkItocH" : "CpkItocL", encoding, columns, SIZE_COLUMNS,
                           values, *count, arena);
}

/* Small files have 16-bit sizes, to keep the table short. */
static void new_itoc(Cpk *cpk, CriEncoding encoding, Arena *arena)
{
    static const CriColumnNew columns[] = {{"FilesL", CRI_U32, CRI_PER_ROW},
                                           {"FilesH", CRI_U32, CRI_PER_ROW},
                                           {"DataL", CRI_DATA, CRI_PER_ROW},
                                           {"DataH", CRI_DATA, CRI_PER_ROW}};
    size_t small, large;
    CriValue values[COUNT_OF(columns)] = {{.number = 0}};
    values[2].data = new_sizes(cpk, false, encoding, &small, arena);
    values[3].data = new_sizes(cpk, true, encoding, &large, arena);
    values[0].number = small;
    values[1].number = large;
    set_chunk(
        cpk, CPK_ITOC,
        cri_table_write("CpkItocInfo", encoding, columns, COUNT_OF(columns), values, 1, arena));
}

/* Numbers must increase, since their order is that of the files. */
bool cpk_numbers_check(const Cpk *cpk, Report *report)
{
    for (size_t i = 0; i < cpk->count; i++) {
        const CpkEntry *entry = &cpk->entries[i];
        char name[16];
        snprintf(name, sizeof name, "%05u", entry->id);
        if (entry->id > UINT16_MAX || !text_is(entry->name, name))
            return report_error(report,
                                "%.*s: the files of this archive have numbers as names, such "
                                "as 00012",
                                (int)entry->name.size, entry->name.at);
        if (i && entry->id <= cpk->entries[i - 1].id)
            return report_error(report, "%.*s: the numbers of files must increase",
                                (int)entry->name.size, entry->name.at);
    }
    return true;
}

/* The tables come first, then the files in the order that they had. */
static void order_parts(Cpk *cpk)
{
    for (CpkKind kind = CPK_TOC; kind < CPK_KINDS; kind++)
        cpk->chunks[kind].offset = 1;
    for (size_t i = 0; i < cpk->count; i++) {
        CpkEntry *entry = &cpk->entries[i];
        entry->loose = false;
        entry->gap = (Bytes){0};
        if (cpk->by_id)
            entry->offset = i + 2;
        else if (entry->offset < UINT64_MAX)
            entry->offset += 2;
    }
    cpk->tail = (Bytes){0};
}

/* The header is kept if it can be changed: it may have columns of other versions. ETOC, GTOC
 * and HTOC are dropped, as they refer to the old list. */
bool cpk_new_tables(Cpk *cpk, Arena *arena, Report *report)
{
    if (cpk->by_id && !cpk_numbers_check(cpk, report))
        return false;
    const CriEncoding encoding = encoding_of(cpk);
    const bool toc_rows = has_toc_rows(cpk), no_head = !cpk->chunks[CPK_HEAD].present ||
                                                       !cpk->chunks[CPK_HEAD].table.row_count;
    for (CpkKind kind = CPK_TOC; kind < CPK_KINDS; kind++)
        cpk->chunks[kind] = (CpkChunk){.present = false};
    if (cpk->by_id)
        new_itoc(cpk, encoding, arena);
    else if (!new_toc(cpk, encoding, arena, report))
        return false;
    if (toc_rows)
        new_toc_rows(cpk, encoding, arena);
    if (no_head || cpk->fresh)
        new_head(cpk, encoding, arena);
    cpk->chunks[CPK_HEAD].gap = (Bytes){0};
    if (cpk->chunks[CPK_HEAD].masked) { /* new tables are not */
        cpk->chunks[CPK_HEAD].masked = false;
        cpk->chunks[CPK_HEAD].flag = 0xFF;
    }
    for (CpkKind kind = CPK_HEAD; kind < CPK_KINDS; kind++)
        if (cpk->chunks[kind].present &&
            !cpk_chunk_read(kind, &cpk->chunks[kind], arena, report))
            return false;
    order_parts(cpk);
    cpk->fresh = true;
    return true;
}
