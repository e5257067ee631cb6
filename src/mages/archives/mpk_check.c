/* Check of an MPK archive: names, ids, bytes that several entries share, and compressed
 * contents. Entries that cannot be read are reported and left out, so that the others are
 * checked, too. */
#include "mages/archives/mpk_internal.h"

#include "base/hash.h"

#include <stdlib.h>

typedef struct Check {
    Bytes file;
    MpkTable table;
    const MpkPlaces *places;
    Mpk mpk;         /* the valid entries */
    size_t *indices; /* their indices in the table */
    Arena *arena;
    Report *report;
} Check;

static void check_names(Check *check)
{
    Table names = table_new(check->arena);
    for (size_t i = 0; i < check->mpk.count; i++) {
        const Text name = check->mpk.entries[i].name;
        const size_t index = check->indices[i];
        Text path;
        if (mpk_entry_is_unused(&check->mpk.entries[i]))
            continue;
        const uint32_t first = *table_put(&names, name, (uint32_t)index);
        if (first != index)
            report_warning(check->report,
                           "entry %zu, at byte %zu: duplicate name of entry %u: \"%.*s\"",
                           index, mpk_slot_at(index) + check->places->name, first,
                           (int)name.size, name.at);
        else
            archive_path(name, &path, check->arena, check->report);
    }
}

static int by_number(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void check_ids(Check *check)
{
    uint64_t *ids = ARENA_ALLOC(check->arena, uint64_t, check->mpk.count);
    size_t count = 0;
    for (size_t i = 0; i < check->mpk.count; i++)
        if (!mpk_entry_is_unused(&check->mpk.entries[i]))
            ids[count++] = (uint64_t)check->mpk.entries[i].id << 32 | check->indices[i];
    if (count)
        qsort(ids, count, sizeof *ids, by_number);
    for (size_t i = 1; i < count; i++) {
        const size_t index = ids[i] & UINT32_MAX;
        if (ids[i] >> 32 == ids[i - 1] >> 32)
            report_warning(check->report,
                           "entry %zu, at byte %zu: duplicate id of entry %zu: %u", index,
                           mpk_slot_at(index) + check->places->id,
                           (size_t)(ids[i - 1] & UINT32_MAX), (unsigned)(ids[i] >> 32));
    }
}

/* Equal contents may be stored once; otherwise bytes of one entry are none of another. */
static void check_overlaps(Check *check)
{
    const uint32_t *order = archive_entry_order(&mpk_archive, &check->mpk, check->arena);
    uint64_t end = 0;
    size_t last = 0; /* the entry that ends there */
    const MpkEntry *before = NULL;
    for (size_t i = 0; i < check->mpk.count; i++) {
        const MpkEntry *entry = &check->mpk.entries[order[i]];
        const size_t index = check->indices[order[i]];
        if (!entry->stored.size)
            continue;
        const bool same = before && entry->offset == before->offset &&
                          entry->stored.size == before->stored.size;
        before = entry;
        if (entry->offset < end && same)
            report_warning(
                check->report,
                "entry %zu, at byte %zu: it shares bytes with entry %zu (all of them)", index,
                mpk_slot_at(index) + check->places->offset, last);
        else if (entry->offset < end)
            report_error(check->report,
                         "entry %zu, at byte %zu: it shares bytes with entry %zu", index,
                         mpk_slot_at(index) + check->places->offset, last);
        if (entry->offset + entry->stored.size > end) {
            end = entry->offset + entry->stored.size;
            last = index;
        }
    }
}

/* Decompresses all entries, one at a time; the total is limited because entries may share their
 * bytes. */
static void check_streams(Check *check)
{
    uint64_t total = 0;
    for (size_t i = 0; i < check->mpk.count; i++) {
        const MpkEntry *entry = &check->mpk.entries[i];
        if (!entry->compressed)
            continue;
        const bool bomb = archive_is_bomb(entry->size, entry->stored.size); /* reported before
                                                                             */
        total += bomb ? 0 : entry->size;
        if (!bomb && archive_is_bomb(total, check->file.size)) {
            report_error(check->report,
                         "entry %zu: with it more than a hundred times the file's bytes come "
                         "out: refused",
                         check->indices[i]);
            return;
        }
        Arena *scratch = arena_new();
        Bytes content;
        mpk_entry(&check->mpk, i, &content, scratch, check->report);
        arena_free(scratch);
    }
}

bool mpk_check(Bytes file, Arena *arena, Report *report)
{
    Check check = {.file = file, .arena = arena, .report = report};
    const size_t errors = report->errors;
    if (!mpk_read_table(file, &check.table, arena, report))
        return false;
    check.places = mpk_places(check.table.major);
    check.mpk.entries = ARENA_ALLOC(arena, MpkEntry, check.table.count);
    check.indices = ARENA_ALLOC(arena, size_t, check.table.count);
    for (size_t i = 0; i < check.table.count; i++)
        if (mpk_slot_entry(file, &check.table, i, &check.mpk.entries[check.mpk.count], report))
            check.indices[check.mpk.count++] = i;
    mpk_decode_names(check.mpk.entries, check.mpk.count, arena);
    check_names(&check);
    check_ids(&check);
    check_overlaps(&check);
    check_streams(&check);
    return report->errors == errors;
}
