/* Parts, in order: the table; names; gaps between entries; contents; writing. The alignment is
 * not stored: it is the one that explains the most positions. Entries that do not follow the
 * order keep their position, or share bytes again. */
#include "mages/archives/mpk_internal.h"

#include "base/cp932.h"
#include "base/deflate.h"
#include "base/text.h"

#include <stdlib.h>

const RecordLayout MpkNumber_layout = {.name = "u64",
                                       .doc = "",
                                       .form = FORM_UNSIGNED,
                                       .bytes = 8,
                                       .derived = true,
                                       .size = sizeof(MpkNumber)};

#define RECORD_FILE "mages/archives/mpk.def"
#include "base/record_define.h"

bool mpk_is(Bytes start) { return start.size >= 4 && !memcmp(start.data, "MPK", 4); }

/* Offsets in bytes of the members of a slot, for messages; by version. */
const MpkPlaces *mpk_places(unsigned major)
{
    static const MpkPlaces places[] = {{0, 0, 4, 8, 12, 32}, {0, 4, 8, 16, 24, 32}};
    return &places[major > 1];
}

/* ---- reading ---- */

/* Slots of version 1.0 become those of 2.0, so that everything else handles one form. Their
 * number is their position. */
static bool read_table1(Reader *reader, MpkTable *out, Arena *arena)
{
    MpkTable1 old = {0};
    if (!record_read(&MpkTable1_layout, &old, reader, arena))
        return false;
    out->minor = old.minor;
    out->major = old.major;
    out->count = old.count;
    memcpy(out->reserved, old.reserved, sizeof out->reserved);
    out->slots = ARENA_ALLOC(arena, MpkSlot, old.count);
    for (size_t i = 0; i < old.count; i++) {
        const MpkSlot1 *slot = &old.slots[i];
        out->slots[i] = (MpkSlot){.compressed = slot->compressed,
                                  .id = (u32)i,
                                  .offset = slot->offset,
                                  .stored_size = slot->stored_size,
                                  .size = slot->size};
        memcpy(out->slots[i].name, slot->name, sizeof slot->name);
    }
    return true;
}

bool mpk_read_table(Bytes file, MpkTable *out, Arena *arena, Report *report)
{
    Reader reader = reader_of(file, report);
    /* Check the version first, since the layout depends on it. */
    if (file.size >= 8 && mpk_is(file) &&
        (file.data[4] || file.data[5] || !file.data[6] || file.data[6] > 2 || file.data[7]))
        return report_cause(report, CAUSE_UNSUPPORTED,
                            "at byte 4: version %u.%u; only 1.0 and 2.0 are supported",
                            file.data[6] | file.data[7] << 8, file.data[4] | file.data[5] << 8);
    *out = (MpkTable){0};
    return file.size >= 8 && file.data[6] == 1
               ? read_table1(&reader, out, arena)
               : record_read(&MpkTable_layout, out, &reader, arena);
}

/* False if the name is not terminated. Bytes after its zero that are not zeros are kept in
 * `after`. */
bool mpk_take_name(const MpkSlot *slot, MpkEntry *out)
{
    size_t rest = MPK_NAME_SIZE;
    out->name = (Text){slot->name, strnlen(slot->name, MPK_NAME_SIZE)};
    while (rest > out->name.size && !slot->name[rest - 1])
        rest--;
    out->after = (Bytes){0};
    if (rest > out->name.size)
        out->after = (Bytes){(const uint8_t *)slot->name + out->name.size + 1,
                             rest - out->name.size - 1};
    return out->name.size < MPK_NAME_SIZE;
}

/* Checks everything that later code relies on: places in the file and sizes. */
bool mpk_slot_entry(Bytes file, const MpkTable *table, size_t index, MpkEntry *out,
                    Report *report)
{
    const MpkSlot *slot = &table->slots[index];
    const size_t at = mpk_slot_at(index);
    const MpkPlaces *places = mpk_places(table->major);
    if (slot->compressed > 1)
        return report_error(report, "entry %zu, at byte %zu: compression %u; expected 0 or 1",
                            index, at, slot->compressed);
    if (slot->offset > file.size || slot->stored_size > file.size - slot->offset)
        return report_error(
            report, "entry %zu, at byte %zu: %llu bytes at %llu are not in a file of %zu",
            index, at + places->offset, (unsigned long long)slot->stored_size,
            (unsigned long long)slot->offset, file.size);
    if (slot->stored_size && slot->offset < mpk_slot_at(table->count))
        return report_error(report,
                            "entry %zu, at byte %zu: its bytes overlap the table, at %llu",
                            index, at + places->offset, (unsigned long long)slot->offset);
    if (!slot->compressed && slot->size != slot->stored_size)
        return report_error(
            report, "entry %zu, at byte %zu: not compressed, but its sizes are %llu and %llu",
            index, at + places->stored_size, (unsigned long long)slot->stored_size,
            (unsigned long long)slot->size);
    /* The maximum of JSON numbers; no stream can be that large. */
    if (slot->size > INT64_MAX)
        return report_error(report, "entry %zu, at byte %zu: a size of %llu", index,
                            at + places->size, (unsigned long long)slot->size);
    *out = (MpkEntry){.id = slot->id,
                      .compressed = slot->compressed,
                      .size = slot->size,
                      .offset = slot->offset,
                      .stored = bytes_slice(file, slot->offset, slot->stored_size)};
    if (table->major == 1 &&
        !archive_is_blank(bytes_slice(file, at + MPK_RESERVED_AT, MPK_RESERVED_SIZE)))
        out->reserved = bytes_slice(file, at + MPK_RESERVED_AT, MPK_RESERVED_SIZE);
    return mpk_take_name(slot, out) ||
           report_error(report, "entry %zu, at byte %zu: its name is not terminated", index,
                        at + places->name);
}

/* One name that is not UTF-8 decides for all: an archive has one encoding. True if it is
 * Shift-JIS. */
bool mpk_decode_names(MpkEntry *entries, size_t count, Arena *arena)
{
    const Cp932 *page = NULL;
    for (size_t i = 0; i < count && !page; i++)
        if (utf8_invalid(entries[i].name) != entries[i].name.size)
            page = cp932_new(arena);
    for (size_t i = 0; i < count && page; i++) {
        entries[i].raw = entries[i].name;
        entries[i].name = cp932_decode(page, entries[i].name, arena);
    }
    return page != NULL;
}

bool mpk_entry_is_unused(const MpkEntry *entry)
{
    return !entry->name.size && !entry->stored.size && !entry->size;
}

/* ---- gaps between entries ---- */

/* Sets the gaps that are not alignment padding, and returns the number of entries that are not
 * at the next aligned position. */
static size_t find_gaps(Mpk *mpk, Bytes file, const uint32_t *order, uint32_t alignment)
{
    size_t astray = 0, at = mpk_slot_at(mpk->count);
    for (size_t i = 0; i < mpk->count; i++) {
        MpkEntry *entry = &mpk->entries[order[i]];
        entry->loose = false;
        entry->gap = (Bytes){0};
        const size_t end = entry->offset + entry->stored.size;
        if (entry->offset < at) { /* empty, or sharing bytes with another one */
            entry->loose = true;
            at = end > at ? end : at;
            continue;
        }
        const Bytes gap = bytes_slice(file, at, entry->offset - at);
        const bool aligned = entry->offset == archive_aligned(at, alignment);
        if (!aligned || !archive_is_blank(gap))
            entry->gap = gap;
        astray += !aligned;
        at = end;
    }
    mpk->alignment = alignment;
    mpk->tail = bytes_slice(file, at, file.size - at);
    mpk->padded = mpk->tail.size && file.size == archive_aligned(at, alignment) &&
                  archive_is_blank(mpk->tail);
    if (mpk->padded)
        mpk->tail = (Bytes){0};
    return astray;
}

/* Finds the alignment that explains the largest number of positions. */
static void find_alignment(Mpk *mpk, Bytes file, Arena *arena)
{
    const uint32_t *order = archive_entry_order(&mpk_archive, mpk, arena);
    uint32_t best = MPK_ALIGNMENT;
    size_t fewest = find_gaps(mpk, file, order, best);
    for (uint32_t alignment = MPK_ALIGNMENT_MAX; alignment && fewest; alignment /= 2) {
        const size_t astray = find_gaps(mpk, file, order, alignment);
        if (astray < fewest) {
            fewest = astray;
            best = alignment;
        }
    }
    find_gaps(mpk, file, order, best);
}

/* `file` must stay valid: entries refer to its bytes. */
bool mpk_read(Bytes file, Mpk *out, Arena *arena, Report *report)
{
    MpkTable table;
    if (!mpk_read_table(file, &table, arena, report))
        return false;
    *out = (Mpk){.minor = table.minor, .major = table.major, .count = table.count};
    const Bytes reserved = {table.reserved, sizeof table.reserved};
    if (!archive_is_blank(reserved))
        out->reserved = arena_copy(arena, reserved);
    out->entries = ARENA_ALLOC(arena, MpkEntry, table.count);
    for (size_t i = 0; i < out->count; i++)
        if (!mpk_slot_entry(file, &table, i, &out->entries[i], report))
            return false;
    out->shift_jis = mpk_decode_names(out->entries, out->count, arena);
    find_alignment(out, file, arena);
    return true;
}

/* An empty compressed entry without any bytes is accepted: there is no stream to read. */
bool mpk_entry(const Mpk *mpk, size_t index, Bytes *out, Arena *arena, Report *report)
{
    const MpkEntry *entry = &mpk->entries[index];
    *out = entry->stored;
    if (!entry->compressed || (!entry->stored.size && !entry->size))
        return true;
    if (archive_is_bomb(entry->size, entry->stored.size))
        return report_error(
            report,
            "entry %zu (%.*s): %zu bytes claim to decompress to %llu, which exceeds the limit",
            index, (int)entry->name.size, entry->name.at, entry->stored.size,
            (unsigned long long)entry->size);
    const Inflated inflated =
        inflate_bytes(entry->stored, WRAPPING_ZLIB, entry->size, entry->size, arena);
    if (inflated.problem)
        return report_error(report, "entry %zu (%.*s), at byte %llu: %s", index,
                            (int)entry->name.size, entry->name.at,
                            (unsigned long long)entry->offset, inflated.problem);
    if (inflated.bytes.size != entry->size)
        return report_error(
            report,
            "entry %zu (%.*s), at byte %llu: decompressed to %zu bytes, but the table has %llu",
            index, (int)entry->name.size, entry->name.at, (unsigned long long)entry->offset,
            inflated.bytes.size, (unsigned long long)entry->size);
    *out = inflated.bytes;
    return true;
}

/* ---- writing ---- */

/* Whether a stream from a recipe still belongs to this content. */
static bool inflates_to(Bytes stream, Bytes content)
{
    Arena *scratch = arena_new();
    const Inflated inflated =
        inflate_bytes(stream, WRAPPING_ZLIB, content.size, content.size, scratch);
    const bool same = !inflated.problem && bytes_equal(inflated.bytes, content);
    arena_free(scratch);
    return same;
}

/* Reuses the given stream if it fits; `entry->compressed` is set by the caller. */
void mpk_store(MpkEntry *entry, Bytes content, Bytes stream, Arena *arena)
{
    entry->size = content.size;
    entry->stored = content;
    if (!entry->compressed)
        return;
    if (stream.size && inflates_to(stream, content))
        entry->stored = stream;
    else if (content.size)
        entry->stored = deflate_bytes(content, WRAPPING_ZLIB, DEFLATE_BEST, arena);
}

MpkSlot mpk_slot_of(const MpkEntry *entry, uint64_t offset)
{
    MpkSlot slot = {.compressed = entry->compressed,
                    .id = entry->id,
                    .offset = offset,
                    .stored_size = entry->stored.size,
                    .size = entry->size};
    const Text name = entry->raw.size ? entry->raw : entry->name;
    if (name.size)
        memcpy(slot.name, name.at, name.size);
    if (entry->after.size)
        memcpy(slot.name + name.size + 1, entry->after.data, entry->after.size);
    return slot;
}

/* Sizes were checked by mpk_fits(): version 1.0 has 32 bits. */
static void write_slot(Writer *writer, unsigned major, const MpkEntry *entry, uint64_t offset)
{
    const MpkSlot slot = mpk_slot_of(entry, offset);
    if (major > 1) {
        record_write(&MpkSlot_layout, &slot, writer);
        return;
    }
    MpkSlot1 old = {.compressed = slot.compressed,
                    .offset = (u32)slot.offset,
                    .stored_size = (u32)slot.stored_size,
                    .size = (u32)slot.size};
    memcpy(old.name, slot.name, sizeof old.name);
    if (entry->reserved.size)
        memcpy(old.reserved, entry->reserved.data, sizeof old.reserved);
    record_write(&MpkSlot1_layout, &old, writer);
}

/* Padding is shared by all entries: it is never longer than the alignment. */
static const uint8_t zeros[MPK_ALIGNMENT_MAX];

static Bytes padding(const Mpk *mpk, uint64_t at)
{
    return (Bytes){zeros, (size_t)(archive_aligned(at, mpk->alignment) - at)};
}

/* A gap that led to an aligned position leads to one again, even if bytes before it have
 * another size now. */
static Bytes gap_before(const Mpk *mpk, const MpkEntry *entry, uint64_t at)
{
    return entry->gap.data && (entry->offset % mpk->alignment ||
                               (at + entry->gap.size) % mpk->alignment == 0)
               ? entry->gap
               : padding(mpk, at);
}

/* Lists for each entry a gap and its bytes, then the tail, after the first part. */
static uint64_t *place_entries(const Mpk *mpk, ArchiveParts *parts, Arena *arena)
{
    const uint32_t *order = archive_entry_order(&mpk_archive, mpk, arena);
    uint64_t *offsets = ARENA_ALLOC(arena, uint64_t, mpk->count);
    uint64_t at = mpk_slot_at(mpk->count);
    ArchiveRun run = {.begun = false};
    for (size_t i = 0; i < mpk->count; i++) {
        const MpkEntry *entry = &mpk->entries[order[i]];
        uint64_t *offset = &offsets[order[i]];
        if (entry->loose && !entry->stored.size) {
            *offset = entry->offset;
            continue;
        }
        if (entry->loose &&
            archive_share(&run, entry->offset, entry->stored, parts, &at, offset))
            continue;
        const Bytes gap = gap_before(mpk, entry, at);
        parts->items[parts->count++] = gap;
        *offset = at + gap.size;
        run = (ArchiveRun){entry->offset, *offset, parts->count, true};
        parts->items[parts->count++] = entry->stored;
        at += gap.size + entry->stored.size;
    }
    parts->items[parts->count++] = mpk->padded ? padding(mpk, at) : mpk->tail;
    return offsets;
}

void mpk_parts(const Mpk *mpk, ArchiveParts *out, Arena *arena)
{
    /* The first part, the table, is set last. */
    *out = (ArchiveParts){ARENA_ALLOC(arena, Bytes, 2 * mpk->count + 2), 1};
    const uint64_t *offsets = place_entries(mpk, out, arena);
    Writer table = writer_to(arena);
    MpkTable head = {.minor = mpk->minor, .major = mpk->major};
    if (mpk->reserved.size)
        memcpy(head.reserved, mpk->reserved.data, sizeof head.reserved);
    record_write(&MpkTable_layout, &head, &table);
    write_uint_at(&table, MPK_COUNT_AT, mpk->count, 4);
    for (size_t i = 0; i < mpk->count; i++)
        write_slot(&table, mpk->major, &mpk->entries[i], offsets[i]);
    out->items[0] = writer_bytes(&table);
}

bool mpk_fits(const Mpk *mpk, const ArchiveParts *parts, Report *report)
{
    uint64_t total = 0, largest = 0;
    for (size_t i = 0; i < parts->count; i++)
        total += parts->items[i].size;
    for (size_t i = 0; i < mpk->count; i++) {
        const MpkEntry *entry = &mpk->entries[i];
        largest = entry->size > largest ? entry->size : largest;
        largest = entry->loose && entry->offset > largest ? entry->offset : largest;
    }
    return mpk->major > 1 || (total <= UINT32_MAX && largest <= UINT32_MAX) ||
           report_error(report, "an archive of version 1.0 has at most 4 GB");
}

Bytes mpk_write(const Mpk *mpk, Arena *arena)
{
    ArchiveParts parts;
    mpk_parts(mpk, &parts, arena);
    return archive_bytes(&parts, arena);
}
