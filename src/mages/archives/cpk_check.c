/* Check of a CPK archive: names, overlapping files, compressed files, numbers of the header. */
#include "mages/archives/cpk_internal.h"

#include "base/hash.h"

static void check_names(const Cpk *cpk, Arena *arena, Report *report)
{
    Table names = table_new(arena);
    for (size_t i = 0; i < cpk->count; i++) {
        const Text name = cpk->entries[i].name;
        Text path;
        const uint32_t first = *table_put(&names, name, (uint32_t)i);
        if (first != i)
            report_warning(report, "entry %zu: duplicate name of entry %u: \"%.*s\"", i, first,
                           (int)name.size, name.at);
        else
            archive_path(name, &path, arena, report);
    }
}

static void check_overlaps(const Cpk *cpk, Arena *arena, Report *report)
{
    const uint32_t *order = cpk_order(cpk, arena);
    uint64_t end = 0;
    ArchiveSpan before = {0};
    for (size_t i = 0; i < CPK_KINDS + cpk->count; i++) {
        const CpkChunk *chunk = order[i] < CPK_KINDS ? &cpk->chunks[order[i]] : NULL;
        const CpkEntry *entry = chunk ? NULL : &cpk->entries[order[i] - CPK_KINDS];
        const uint64_t size = chunk ? (chunk->present ? CPK_CHUNK_HEAD + chunk->bytes.size : 0)
                                    : entry->stored.size;
        const uint64_t offset = chunk ? chunk->offset : entry->offset;
        if (!size)
            continue;
        const bool same = before.offset == offset && before.size == size;
        before = (ArchiveSpan){offset, size};
        if (offset < end && entry && same)
            report_warning(report,
                           "entry %zu (%.*s), at byte %llu: it shares bytes with the entry "
                           "before it (all of them)",
                           (size_t)(order[i] - CPK_KINDS), (int)entry->name.size,
                           entry->name.at, (unsigned long long)offset);
        else if (offset < end && entry)
            report_error(report,
                         "entry %zu (%.*s), at byte %llu: it shares bytes with the part "
                         "before it",
                         (size_t)(order[i] - CPK_KINDS), (int)entry->name.size, entry->name.at,
                         (unsigned long long)offset);
        else if (offset < end)
            report_error(report,
                         "table \"%s\", at byte %llu: it shares bytes with the part "
                         "before it",
                         cpk_kinds[order[i]].magic, (unsigned long long)offset);
        end = offset + size > end ? offset + size : end;
    }
}

/* Decompresses all entries, one at a time; the total is limited because entries may share their
 * bytes. */
static void check_streams(const Cpk *cpk, Bytes file, Report *report)
{
    uint64_t total = 0;
    for (size_t i = 0; i < cpk->count; i++) {
        const CpkEntry *entry = &cpk->entries[i];
        if (!entry->compressed)
            continue;
        const bool bomb = archive_is_bomb(entry->size, entry->stored.size);
        total += bomb ? 0 : entry->size;
        if (!bomb && archive_is_bomb(total, file.size)) {
            report_error(report,
                         "entry %zu: with it more than a hundred times the file's bytes come "
                         "out: refused",
                         i);
            return;
        }
        Arena *scratch = arena_new();
        Bytes content;
        cpk_entry(cpk, i, &content, scratch, report);
        arena_free(scratch);
    }
}

bool cpk_check(Bytes file, Arena *arena, Report *report)
{
    Cpk cpk;
    const size_t errors = report->errors;
    if (!cpk_read(file, &cpk, arena, report))
        return false;
    const CriTable *head = &cpk.chunks[CPK_HEAD].table;
    if (cri_column(head, "Files") && cri_number(head, 0, "Files") != cpk.count)
        report_warning(report, "its header has %llu files, but its list has %zu",
                       (unsigned long long)cri_number(head, 0, "Files"), cpk.count);
    check_names(&cpk, arena, report);
    check_overlaps(&cpk, arena, report);
    check_streams(&cpk, file, report);
    return report->errors == errors;
}
