/* Reads and writes RES archives. Parts, in order: reading; gaps between payloads; writing. The
 * file does not store its alignment: it is the one that explains most gaps (find_alignment),
 * and only the other gaps are kept, so that an archive comes back exactly. */
#include "evil_islands/archives/res_internal.h"

#include "base/hash.h"
#include "evil_islands/archives/hash_chain.h"

#include <stdlib.h>

#define RECORD_FILE "evil_islands/archives/res.def"
#include "base/record_define.h"

/* A slot has 22 bytes, but twenty times that in memory and as JSON; and a folder is limited to
 * 200,000 files. */
enum { COUNT_MAX = ARCHIVE_FILES_MAX };

bool res_is(Bytes start)
{
    const uint32_t magic = start.size >= 4 ? (uint32_t)uint_of(start.data, 4, false) : 0;
    return magic == RES_MAGIC || magic == RES_MAGIC_ETHERLORDS;
}

/* ---- reading ---- */

bool res_read_tables(Bytes file, ResTables *out, Report *report)
{
    Reader reader = reader_of(file, report);
    *out = (ResTables){.file = file};
    if (!record_read(&ResHead_layout, &out->head, &reader, NULL))
        return false;
    if (!res_is(file))
        return report_error(report, "at byte 0: wrong magic: not an archive");
    const ResHead *head = &out->head;
    const uint64_t slots = (uint64_t)head->entry_count * res_slot_size(head->magic);
    const bool empty = !head->entry_count && !head->table_offset && !head->names_size;
    if (head->table_offset < RES_DATA_AT && !empty)
        return report_error(report, "at byte 8: the table cannot be at byte %u, in the head",
                            head->table_offset);
    if (head->table_offset > file.size || slots > file.size - head->table_offset)
        return report_error(report,
                            "at byte 4: %u slots at byte %u exceed the file of %zu bytes",
                            head->entry_count, head->table_offset, file.size);
    if (head->entry_count > COUNT_MAX)
        return report_error(report, "at byte 4: %u entries; the maximum is %d",
                            head->entry_count, COUNT_MAX);
    const size_t at = empty ? RES_DATA_AT : head->table_offset + (size_t)slots;
    if (head->names_size > file.size - at)
        return report_error(report,
                            "at byte 12: the names need %u bytes at byte %zu of a file of %zu",
                            head->names_size, at, file.size);
    out->names = bytes_slice(file, at, head->names_size);
    return true;
}

static bool is_in_tables(const ResTables *tables, const ResSlot *slot)
{
    const uint64_t end = (uint64_t)slot->offset + slot->size;
    const size_t tables_end =
        (size_t)(tables->names.data - tables->file.data) + tables->names.size;
    return slot->offset < RES_DATA_AT ||
           (slot->offset < tables_end && end > tables->head.table_offset);
}

static ResSlot read_slot(const ResTables *tables, size_t index, Report *report)
{
    ResSlot slot = {0};
    ResShortSlot brief = {0};
    Reader reader = reader_of(tables->file, report);
    reader.at = res_slot_at(tables, index);
    if (tables->head.magic != RES_MAGIC_ETHERLORDS) {
        record_read(&ResSlot_layout, &slot, &reader, NULL);
        return slot;
    }
    record_read(&ResShortSlot_layout, &brief, &reader, NULL);
    return (ResSlot){brief.next, brief.size,      brief.offset,
                     0,          brief.name_size, brief.name_offset};
}

bool res_slot_entry(const ResTables *tables, size_t index, ResEntry *out, Report *report)
{
    const ResSlot slot = read_slot(tables, index, report);
    const size_t at = res_slot_at(tables, index), size = tables->file.size;
    if (slot.offset > size || slot.size > size - slot.offset) {
        if (slot.size)
            return report_error(
                report, "entry %zu, at byte %zu: %u bytes at %u are not in a file of %zu",
                index, at + 4, slot.size, slot.offset, size);
    } else if (slot.size && is_in_tables(tables, &slot)) {
        return report_error(
            report, "entry %zu, at byte %zu: %u bytes at %u overlap the head or a table", index,
            at + 4, slot.size, slot.offset);
    }
    if (slot.name_offset > tables->names.size ||
        slot.name_size > tables->names.size - slot.name_offset)
        return report_error(
            report, "entry %zu, at byte %zu: a name of %u bytes at %u is not in names of %zu",
            index, at + 16, slot.name_size, slot.name_offset, tables->names.size);
    *out = (ResEntry){
        .name = text_of_bytes(bytes_slice(tables->names, slot.name_offset, slot.name_size)),
        .time = slot.unix_time,
        .data = slot.size ? bytes_slice(tables->file, slot.offset, slot.size)
                          : (Bytes){tables->file.data, 0},
        .offset = slot.offset,
        .next = slot.next,
        .name_offset = slot.name_offset};
    return true;
}

Text *res_names(const Res *res, Arena *arena)
{
    Text *names = ARENA_ALLOC(arena, Text, res->count);
    for (size_t i = 0; i < res->count; i++)
        names[i] = res->entries[i].name;
    return names;
}

int32_t *res_chains(const Res *res, Arena *arena)
{
    int32_t *next = ARENA_ALLOC(arena, int32_t, res->count);
    for (size_t i = 0; i < res->count; i++)
        next[i] = res->entries[i].next;
    return next;
}

/* ---- gaps between payloads ---- */

/* The bytes from `at` to `end`, unless they are the padding of the alignment. */
static Bytes gap_of(Bytes file, uint64_t at, uint64_t end, uint32_t alignment)
{
    const Bytes gap = bytes_slice(file, at, end - at);
    if (end == archive_aligned(at, alignment) && archive_is_blank(gap))
        return (Bytes){0};
    return gap;
}

/* Sets the gaps that are not alignment padding, and returns their number. */
static size_t find_gaps(Res *res, Bytes file, uint64_t table, const uint32_t *order,
                        uint32_t alignment)
{
    size_t gaps = 0;
    uint64_t at = RES_DATA_AT;
    const ResEntry *last = NULL;
    for (size_t i = 0; i < res->count; i++) {
        ResEntry *entry = &res->entries[order[i]];
        entry->gap = (Bytes){0};
        entry->loose = !entry->data.size && entry->offset != archive_aligned(at, alignment);
        if (entry->loose)
            gaps++;
        if (!entry->data.size || (last && res_shares(entry, last)) || entry->offset < at)
            continue;
        entry->gap = gap_of(file, at, entry->offset, alignment);
        gaps += entry->gap.data != NULL;
        at = entry->offset + entry->data.size;
        last = entry;
    }
    res->alignment = alignment;
    res->table_gap = (Bytes){0};
    if (table >= at)
        res->table_gap = gap_of(file, at, table, alignment);
    return gaps + (res->table_gap.data != NULL);
}

/* Finds the alignment that explains the largest number of gaps. */
static void find_alignment(Res *res, Bytes file, uint64_t table, Arena *arena)
{
    const uint32_t *order = archive_entry_order(&res_archive, res, arena);
    uint32_t best = RES_ALIGNMENT;
    size_t fewest = find_gaps(res, file, table, order, best);
    for (uint32_t alignment = 1; alignment <= RES_ALIGNMENT_MAX && fewest; alignment *= 2) {
        const size_t gaps = find_gaps(res, file, table, order, alignment);
        if (gaps < fewest) {
            fewest = gaps;
            best = alignment;
        }
    }
    find_gaps(res, file, table, order, best);
}

/* The block of names, each at its offset, with zeros between them. */
static Bytes place_names(const Res *res, Arena *arena)
{
    uint8_t *block = arena_alloc(arena, res->names_size, 1);
    for (size_t i = 0; i < res->count; i++)
        if (res->entries[i].name.size)
            memcpy(block + res->entries[i].name_offset, res->entries[i].name.at,
                   res->entries[i].name.size);
    return (Bytes){block, res->names_size};
}

bool res_read(Bytes file, Res *out, Arena *arena, Report *report)
{
    ResTables tables;
    uint64_t names = 0;
    if (!res_read_tables(file, &tables, report))
        return false;
    const ResHead *head = &tables.head;
    *out = (Res){.count = head->entry_count,
                 .chained = true,
                 .names_size = head->names_size,
                 .etherlords = head->magic == RES_MAGIC_ETHERLORDS};
    out->entries = ARENA_ALLOC(arena, ResEntry, out->count);
    for (size_t i = 0; i < out->count; i++) {
        if (!res_slot_entry(&tables, i, &out->entries[i], report))
            return false;
        names += out->entries[i].name.size;
    }
    if (names > RES_NAMES_MAX)
        return report_error(report, "its names have %llu bytes; the maximum is %d",
                            (unsigned long long)names, RES_NAMES_MAX);
    if (out->count || head->table_offset)
        find_alignment(out, file, head->table_offset, arena);
    else
        out->alignment = RES_ALIGNMENT;
    if (!out->count && head->table_offset) /* in contrast to the 0 of the empty archive */
        out->table_gap = bytes_slice(file, RES_DATA_AT, head->table_offset - RES_DATA_AT);
    const size_t end = (size_t)(tables.names.data - file.data) + tables.names.size;
    out->tail = bytes_slice(file, end, file.size - end);
    if (!bytes_equal(place_names(out, arena), tables.names))
        out->names = tables.names;
    return true;
}

/* ---- writing ---- */

typedef struct Layer {
    Bytes *items;
    size_t count;
    uint64_t at;
} Layer;

static void add(Layer *layer, Bytes bytes)
{
    if (bytes.size)
        layer->items[layer->count++] = bytes;
    layer->at += bytes.size;
}

static void add_gap(Layer *layer, Bytes gap, uint32_t alignment)
{
    static const uint8_t zeros[RES_ALIGNMENT_MAX];
    add(layer,
        gap.data ? gap
                 : (Bytes){zeros, (size_t)(archive_aligned(layer->at, alignment) - layer->at)});
}

/* Adds payloads in their order; `offsets` by entry. */
static void add_payloads(const Res *res, bool dedup, Layer *layer, uint64_t *offsets,
                         Arena *arena)
{
    const uint32_t *order = archive_entry_order(&res_archive, res, arena);
    const ResEntry *last = NULL;
    size_t last_index = 0;
    Table known = table_new(arena);
    for (size_t i = 0; i < res->count; i++) {
        const size_t index = order[i];
        const ResEntry *entry = &res->entries[index];
        if (!entry->data.size && dedup && !entry->loose &&
            *table_put(&known, TEXT(""), (uint32_t)index) != index) {
            offsets[index] = offsets[*table_get(&known, TEXT(""))];
            continue;
        }
        if (!entry->data.size) {
            offsets[index] =
                entry->loose ? entry->offset : archive_aligned(layer->at, res->alignment);
            continue;
        }
        const bool placed = entry->offset != UINT64_MAX; /* it had a position before */
        if (last && placed && res_shares(entry, last)) {
            offsets[index] = offsets[last_index];
            continue;
        }
        const uint32_t first =
            dedup ? *table_put(&known, text_of_bytes(entry->data), (uint32_t)index)
                  : (uint32_t)index;
        if (first != index) {
            offsets[index] = offsets[first];
            continue;
        }
        add_gap(layer, entry->gap, res->alignment);
        offsets[index] = layer->at;
        add(layer, entry->data);
        last = entry;
        last_index = index;
    }
}

/* Builds a new table and names: entry i goes to slots[i]. */
static void make_chains(const Res *res, Res *out, uint32_t *slots, Arena *arena)
{
    int32_t *next = ARENA_ALLOC(arena, int32_t, res->count);
    uint64_t names = 0;
    *out = *res;
    out->entries = ARENA_ALLOC(arena, ResEntry, res->count);
    chain_build(res_names(res, arena), res->count, slots, next, arena);
    for (size_t i = 0; i < res->count; i++) {
        ResEntry *entry = &out->entries[i];
        *entry = res->entries[i];
        entry->next = next[slots[i]];
        entry->name_offset = (uint32_t)names;
        names += entry->name.size;
    }
    out->names_size = (uint32_t)names;
    out->names = (Bytes){0};
}

static Bytes slots_write(const Res *res, const uint32_t *slots, const uint64_t *offsets,
                         Arena *arena)
{
    Writer writer = writer_to(arena);
    uint32_t *entries = ARENA_ALLOC(arena, uint32_t, res->count);
    for (size_t i = 0; i < res->count; i++)
        entries[slots ? slots[i] : i] = (uint32_t)i;
    for (size_t i = 0; i < res->count; i++) {
        const ResEntry *entry = &res->entries[entries[i]];
        const ResSlot slot = {.next = entry->next,
                              .size = (uint32_t)entry->data.size,
                              .offset = (uint32_t)offsets[entries[i]],
                              .unix_time = entry->time,
                              .name_size = (uint16_t)entry->name.size,
                              .name_offset = entry->name_offset};
        const ResShortSlot brief = {slot.next, slot.size, slot.name_size, slot.offset,
                                    slot.name_offset};
        if (res->etherlords)
            record_write(&ResShortSlot_layout, &brief, &writer);
        else
            record_write(&ResSlot_layout, &slot, &writer);
    }
    return writer_bytes(&writer);
}

static bool sizes_fit(const Res *res, Report *report)
{
    uint64_t names = 0;
    for (size_t i = 0; i < res->count; i++) {
        names += res->entries[i].name.size;
        if (res->entries[i].data.size > UINT32_MAX)
            return report_error(report, "entry %zu has more than 4 GB", i);
        if (res->entries[i].name.size > RES_NAME_MAX)
            return report_error(report, "the name of entry %zu has more than %d bytes", i,
                                RES_NAME_MAX);
    }
    if (res->count > COUNT_MAX)
        return report_error(report, "more than %d entries", COUNT_MAX);
    return names <= RES_NAMES_MAX ||
           report_error(report, "the names have more than %d bytes", RES_NAMES_MAX);
}

bool res_parts(const Res *res, bool dedup, ArchiveParts *out, Arena *arena, Report *report)
{
    Res made = *res;
    uint32_t *slots = NULL;
    uint64_t *offsets = ARENA_ALLOC(arena, uint64_t, res->count);
    Layer layer = {ARENA_ALLOC(arena, Bytes, 2 * res->count + 6), 1, RES_DATA_AT};
    if (!sizes_fit(res, report))
        return false;
    if (!res->chained) {
        if (res->etherlords && res->count > 1)
            report_warning(report,
                           "the hash of Etherlords II is not known: its table is built as in "
                           "Evil Islands, and the game may not find the names");
        slots = ARENA_ALLOC(arena, uint32_t, res->count);
        make_chains(res, &made, slots, arena);
    }
    add_payloads(&made, dedup, &layer, offsets, arena);
    const bool empty = !made.count && !made.table_gap.data;
    if (!empty)
        add_gap(&layer, made.table_gap, made.alignment);
    const ResHead head = {.magic = made.etherlords ? RES_MAGIC_ETHERLORDS : RES_MAGIC,
                          .entry_count = (uint32_t)made.count,
                          .table_offset = empty ? 0 : (uint32_t)layer.at,
                          .names_size = made.names_size};
    if (layer.at > UINT32_MAX)
        return report_error(report, "the archive would have %llu bytes; the maximum is 4 GB",
                            (unsigned long long)layer.at);
    add(&layer, slots_write(&made, slots, offsets, arena));
    add(&layer, made.names.data ? made.names : place_names(&made, arena));
    add(&layer, made.tail);
    Writer start = writer_to(arena);
    record_write(&ResHead_layout, &head, &start);
    layer.items[0] = writer_bytes(&start);
    *out = (ArchiveParts){layer.items, layer.count};
    return true;
}

bool res_write(const Res *res, Bytes *out, Arena *arena, Report *report)
{
    ArchiveParts parts;
    if (!res_parts(res, false, &parts, arena, report))
        return false;
    *out = archive_bytes(&parts, arena);
    return true;
}
