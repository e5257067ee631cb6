/* Parts, in order: reading, writing, JSON, the ArchiveKind. */
#include "mages/archives/lnk4.h"

#include "base/text.h"

#define RECORD_FILE "mages/archives/lnk4.def"
#include "base/record_define.h"

/* Bytes of the header and of a slot. Names are the entries' numbers with leading zeros, so that
 * sorted files keep the order. */
enum { HEAD = 8, SLOT = 8, NAME_DIGITS = 5 };

bool lnk4_is(Bytes start) { return start.size >= 4 && !memcmp(start.data, "LNK4", 4); }

/* The magic of LZX; such an entry is kept unchanged. */
bool lnk4_is_compressed(const Lnk4Entry *entry)
{
    static const uint8_t magic[] = {0x0F, 0xF5, 0x12, 0xEE};
    return entry->stored.size >= sizeof magic &&
           !memcmp(entry->stored.data, magic, sizeof magic);
}

static Text name_of(size_t index, Arena *arena)
{
    return arena_format(arena, "%0*zu", NAME_DIGITS, index);
}

/* ---- reading ---- */

typedef enum Sharing { APART, EQUAL, OVERLAPPING } Sharing;

/* Sets the gaps between the entries and the tail. Returns whether entries share all their bytes
 * with another one, or some. */
static Sharing find_gaps(Lnk4 *lnk4, Bytes file, Arena *arena)
{
    const uint32_t *order = archive_entry_order(&lnk4_archive, lnk4, arena);
    uint64_t at = 0;
    Sharing sharing = APART;
    const Lnk4Entry *before = NULL;
    for (size_t i = 0; i < lnk4->count; i++) {
        Lnk4Entry *entry = &lnk4->entries[order[i]];
        const uint64_t end = entry->offset + entry->stored.size;
        if (entry->offset < at) {
            const bool equal = before && before->stored.data == entry->stored.data &&
                               before->stored.size == entry->stored.size;
            const Sharing one = !entry->stored.size ? APART : equal ? EQUAL : OVERLAPPING;
            sharing = one > sharing ? one : sharing;
            at = end > at ? end : at;
            before = entry;
            continue;
        }
        before = entry;
        const Bytes gap = bytes_slice(file, lnk4->data + at, entry->offset - at);
        if (entry->offset != archive_aligned(at, LNK4_OFFSET_UNIT) || !archive_is_blank(gap))
            entry->gap = gap;
        at = end;
    }
    lnk4->tail = bytes_slice(file, lnk4->data + at, file.size - lnk4->data - at);
    return sharing;
}

/* Offsets count from the data, not from the start of the file. */
static bool read_entry(Bytes file, const Lnk4Slot *slot, size_t index, Lnk4 *out, Arena *arena,
                       Report *report)
{
    const uint64_t offset = (uint64_t)slot->offset * LNK4_OFFSET_UNIT;
    const uint64_t size = (uint64_t)slot->size * LNK4_SIZE_UNIT, room = file.size - out->data;
    if (offset > room || size > room - offset)
        return report_error(report,
                            "entry %zu, at byte %zu: %llu bytes at %llu are not in a file of "
                            "%zu",
                            index, HEAD + SLOT * index, (unsigned long long)size,
                            (unsigned long long)(out->data + offset), file.size);
    *ARENA_PUSH(arena, out->entries, out->count) =
        (Lnk4Entry){.name = name_of(index, arena),
                    .stored = bytes_slice(file, out->data + offset, size),
                    .offset = offset};
    return true;
}

/* A slot with offset 0 ends the table; only the first entry can be at 0. Bytes after it are
 * kept in `rest` unless they are zeros. */
static bool read_table(Bytes file, Lnk4 *out, Arena *arena, Report *report)
{
    Reader reader = reader_of(file, report);
    Lnk4Head head = {0};
    *out = (Lnk4){0};
    if (!record_read(&Lnk4Head_layout, &head, &reader, arena))
        return false;
    if (head.data < HEAD + SLOT || head.data > file.size)
        return report_error(report, "at byte 4: the table ends at %u; the file has %zu bytes",
                            head.data, file.size);
    out->data = head.data;
    size_t at = HEAD;
    for (size_t i = 0; i < LNK4_ENTRIES_MAX && head.data - at >= SLOT; i++, at += SLOT) {
        Lnk4Slot slot = {0};
        if (!record_read(&Lnk4Slot_layout, &slot, &reader, arena))
            return false;
        if (i && !slot.offset)
            break;
        if (!read_entry(file, &slot, i, out, arena, report))
            return false;
    }
    const Bytes rest = bytes_slice(file, at, head.data - at);
    if (!archive_is_blank(rest))
        out->rest = rest;
    return true;
}

/* Shared bytes are accepted here: such a file can be extracted. lnk4_check() reports them. */
bool lnk4_read(Bytes file, Lnk4 *out, Arena *arena, Report *report)
{
    if (!read_table(file, out, arena, report))
        return false;
    find_gaps(out, file, arena);
    return true;
}

/* ---- writing ---- */

/* A table that has grown gets a zero slot as its end and moves the data to the next unit. */
static bool write_table(const Lnk4 *lnk4, const uint64_t *offsets, Writer *out, Report *report)
{
    const uint64_t least = HEAD + SLOT * (uint64_t)lnk4->count + lnk4->rest.size;
    const uint64_t data =
        least > lnk4->data ? archive_aligned(least + SLOT, LNK4_OFFSET_UNIT) : lnk4->data;
    if (data > UINT32_MAX || lnk4->count > LNK4_ENTRIES_MAX)
        return report_error(report, "too many entries: %zu", lnk4->count);
    const Lnk4Head head = {.data = (u32)data};
    record_write(&Lnk4Head_layout, &head, out);
    for (size_t i = 0; i < lnk4->count; i++) {
        const uint64_t unit = offsets[i] / LNK4_OFFSET_UNIT;
        const Lnk4Slot slot = {.offset = (u32)unit,
                               .size = (u32)(lnk4->entries[i].stored.size / LNK4_SIZE_UNIT)};
        if (unit > UINT32_MAX)
            return report_error(report, "entry %zu would begin at byte %llu", i,
                                (unsigned long long)offsets[i]);
        record_write(&Lnk4Slot_layout, &slot, out);
    }
    write_bytes(out, lnk4->rest);
    write_zeros(out, (size_t)data - out->size);
    return true;
}

/* Where an entry goes: behind its gap, at a whole unit. An offset of 0 behind the first entry
 * would end the table. */
static Bytes gap_before(const Lnk4Entry *entry, size_t index, uint64_t at)
{
    static const uint8_t zeros[2 * LNK4_OFFSET_UNIT];
    const uint64_t next = archive_aligned(at, LNK4_OFFSET_UNIT);
    const uint64_t least = index && !next ? LNK4_OFFSET_UNIT : next;
    const uint64_t given = at + entry->gap.size;
    const bool fits = entry->gap.data && given % LNK4_OFFSET_UNIT == 0 && (!index || given);
    return fits ? entry->gap : (Bytes){zeros, (size_t)(least - at)};
}

/* Entries that shared bytes when they were read share them again; all others are written in
 * the order of their old offsets, with their gaps, so that an unchanged archive stays
 * byte-equal. */
bool lnk4_parts(const Lnk4 *lnk4, ArchiveParts *out, Arena *arena, Report *report)
{
    const uint32_t *order = archive_entry_order(&lnk4_archive, lnk4, arena);
    uint64_t *offsets = ARENA_ALLOC(arena, uint64_t, lnk4->count);
    uint64_t at = 0, end = 0; /* where the entries end now, and did when they were read */
    ArchiveRun run = {.begun = false};
    *out = (ArchiveParts){ARENA_ALLOC(arena, Bytes, 2 * lnk4->count + 2), 1}; /* table: last */
    for (size_t i = 0; i < lnk4->count; i++) {
        const uint32_t index = order[i];
        const Lnk4Entry *entry = &lnk4->entries[index];
        if (!entry->stored.size && entry->offset < at && (entry->offset || !index)) {
            offsets[index] = entry->offset; /* empty, within another one */
            continue;
        }
        const bool shared =
            entry->stored.size && entry->offset < end &&
            archive_share(&run, entry->offset, entry->stored, out, &at, &offsets[index]);
        if (entry->offset < UINT64_MAX && entry->offset + entry->stored.size > end)
            end = entry->offset + entry->stored.size;
        if (shared)
            continue;
        const Bytes gap = gap_before(entry, index, at);
        out->items[out->count++] = gap;
        offsets[index] = at + gap.size;
        run = (ArchiveRun){entry->offset, offsets[index], out->count, true};
        out->items[out->count++] = entry->stored;
        at += gap.size + entry->stored.size;
    }
    out->items[out->count++] = lnk4->tail;
    Writer table = writer_to(arena);
    if (!write_table(lnk4, offsets, &table, report))
        return false;
    out->items[0] = writer_bytes(&table);
    return true;
}

/* ---- JSON ---- */

static void show_head(const Lnk4 *lnk4, JsonWriter *json)
{
    json_put_uint(json, "data", lnk4->data);
    if (lnk4->rest.data)
        json_put_hex(json, "rest", lnk4->rest);
    if (lnk4->tail.size)
        json_put_hex(json, "tail", lnk4->tail);
}

static void show_slot(const Lnk4Entry *entry, JsonWriter *json)
{
    json_put_text(json, "name", entry->name);
    json_put_uint(json, "offset", entry->offset);
    json_put_uint(json, "size", entry->stored.size);
    if (lnk4_is_compressed(entry))
        json_put_text(json, "compression", TEXT("lzx"));
    if (entry->gap.data)
        json_put_hex(json, "gap", entry->gap);
}

bool lnk4_show(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report)
{
    Lnk4 lnk4;
    if (!lnk4_read(file, &lnk4, arena, report) ||
        (whole && !archive_claim_fits(archive_total(&lnk4_archive, &lnk4), file.size, report)))
        return false;
    show_head(&lnk4, json);
    json_open_list(json, "entries");
    for (size_t i = 0; i < lnk4.count; i++) {
        json_open(json, NULL);
        show_slot(&lnk4.entries[i], json);
        if (whole)
            json_put_hex(json, "content", lnk4.entries[i].stored);
        json_close(json);
    }
    json_close_list(json);
    return true;
}

bool lnk4_check(Bytes file, Arena *arena, Report *report)
{
    Lnk4 lnk4;
    if (!read_table(file, &lnk4, arena, report))
        return false;
    const Sharing sharing = find_gaps(&lnk4, file, arena);
    if (sharing == EQUAL)
        report_warning(report, "entries share bytes (all of them)");
    return sharing != OVERLAPPING || report_error(report, "entries share bytes");
}

/* The limit prevents a table of gigabytes of zeros from one number in JSON. */
static bool parse_head(const json_t *json, Lnk4 *out, Arena *arena, Report *report)
{
    int64_t data;
    *out = (Lnk4){0};
    if (!json_get_int(json, "data", HEAD + SLOT, UINT32_MAX, &data, report) ||
        !json_find_hex(json, "rest", &out->rest, arena, report) ||
        !json_find_hex(json, "tail", &out->tail, arena, report))
        return false;
    if (data > LNK4_ENTRIES_MAX * SLOT)
        return report_error(report, "\"data\" must be at most %d", LNK4_ENTRIES_MAX * SLOT);
    out->data = (uint32_t)data;
    return true;
}

/* A content is filled up with zeros: sizes are whole kilobytes. */
static Bytes filled(Bytes content, Arena *arena)
{
    const size_t size = (size_t)archive_aligned(content.size, LNK4_SIZE_UNIT);
    if (size == content.size)
        return content;
    uint8_t *out = arena_alloc(arena, size, 1);
    if (content.size)
        memcpy(out, content.data, content.size);
    return (Bytes){out, size};
}

/* `content` is NULL if it is in the JSON. */
static bool parse_entry(const json_t *json, const Bytes *content, size_t index, Lnk4Entry *out,
                        Arena *arena, Report *report)
{
    int64_t offset;
    Bytes own = {0};
    *out = (Lnk4Entry){.name = name_of(index, arena)};
    if (!json_is_object(json))
        return report_error(report, "an entry must be an object");
    if (!json_get_int(json, "offset", 0, INT64_MAX, &offset, report) ||
        !json_find_hex(json, "gap", &out->gap, arena, report) ||
        (!content && !json_get_hex(json, "content", &own, arena, report)))
        return false;
    out->offset = (uint64_t)offset;
    out->stored = filled(content ? *content : own, arena);
    return true;
}

bool lnk4_parse(const json_t *json, Bytes *out, Arena *arena, Report *report)
{
    Lnk4 lnk4;
    ArchiveParts parts;
    const json_t *entries = json_object_get(json, "entries");
    if (!parse_head(json, &lnk4, arena, report))
        return false;
    if (!json_is_array(entries))
        return report_error(report, "\"entries\" must be a list");
    lnk4.count = json_array_size(entries);
    lnk4.entries = ARENA_ALLOC(arena, Lnk4Entry, lnk4.count);
    for (size_t i = 0; i < lnk4.count; i++)
        if (!parse_entry(json_array_get(entries, i), NULL, i, &lnk4.entries[i], arena, report))
            return false;
    if (!lnk4_parts(&lnk4, &parts, arena, report))
        return false;
    *out = archive_bytes(&parts, arena);
    return true;
}

Text lnk4_title(Bytes file, Arena *arena) { return archive_title(&lnk4_archive, file, arena); }

void lnk4_describe(Writer *writer)
{
    write_format(writer,
                 "Little-endian. Files have numbers instead of names, and whole kilobytes: "
                 "`pack` fills them up with zeros. Contents that begin with 0F F5 12 EE are "
                 "compressed (LZX) and are kept unchanged. `gap`, `rest` and `tail` of the "
                 "JSON record bytes between the entries. Unproven: no genuine file was at "
                 "hand.\n\n");
    record_describe(&Lnk4Head_layout, writer);
    record_describe(&Lnk4Slot_layout, writer);
}

/* ---- ArchiveKind ---- */

static bool kind_read(Bytes file, void **archive, size_t *count, Arena *arena, Report *report)
{
    Lnk4 *lnk4 = ARENA_ALLOC(arena, Lnk4, 1);
    *archive = lnk4;
    if (!lnk4_read(file, lnk4, arena, report))
        return false;
    *count = lnk4->count;
    return true;
}

static bool kind_parts(const void *archive, ArchiveParts *out, Arena *arena, Report *report)
{
    return lnk4_parts(archive, out, arena, report);
}

static const char *kind_undecoded(const void *archive, size_t index)
{
    return lnk4_is_compressed(&((const Lnk4 *)archive)->entries[index]) ? "LZX" : NULL;
}

static ArchiveSpan kind_table(Bytes head)
{
    return (ArchiveSpan){0, uint_of(head.data + 4, 4, false)};
}

static void kind_show(const void *archive, JsonWriter *json) { show_head(archive, json); }

static void kind_show_entry(const void *archive, size_t index, Bytes content, JsonWriter *json,
                            Arena *scratch)
{
    (void)content, (void)scratch;
    show_slot(&((const Lnk4 *)archive)->entries[index], json);
}

/* New files have the offset UINT64_MAX: they sort behind all old ones. Names must be the
 * numbers in order, since the format stores none. */
static bool kind_pack(const ArchiveItem *items, size_t count, const json_t *recipe,
                      const ArchiveOptions *options, ArchiveParts *out, Arena *arena,
                      Report *report)
{
    (void)options;
    Lnk4 lnk4 = {.data = LNK4_OFFSET_UNIT, .count = count};
    if (recipe && !parse_head(recipe, &lnk4, arena, report))
        return false;
    lnk4.count = count;
    lnk4.entries = ARENA_ALLOC(arena, Lnk4Entry, count);
    for (size_t i = 0; i < count; i++) {
        const ArchiveItem *item = &items[i];
        const Text name = name_of(i, arena);
        if (!text_equal(item->path, name))
            return report_error(report, "%.*s: files have numbers here: expected %.*s",
                                (int)item->path.size, item->path.at, (int)name.size, name.at);
        if (item->recipe &&
            !parse_entry(item->recipe, &item->bytes, i, &lnk4.entries[i], arena, report))
            return false;
        if (!item->recipe)
            lnk4.entries[i] = (Lnk4Entry){
                .name = name, .stored = filled(item->bytes, arena), .offset = UINT64_MAX};
    }
    return lnk4_parts(&lnk4, out, arena, report);
}

static const char *const suffixes[] = {"lnk4", NULL};

const ArchiveKind lnk4_archive = {.format = "lnk4",
                                  .entries = {.items = offsetof(Lnk4, entries),
                                              .count = offsetof(Lnk4, count),
                                              .stride = sizeof(Lnk4Entry),
                                              .name = offsetof(Lnk4Entry, name),
                                              .stored = offsetof(Lnk4Entry, stored),
                                              .offset = offsetof(Lnk4Entry, offset)},
                                  .suffixes = suffixes,
                                  .is = lnk4_is,
                                  .read = kind_read,
                                  .parts = kind_parts,
                                  .undecoded = kind_undecoded,
                                  .table = kind_table,
                                  .show = kind_show,
                                  .show_entry = kind_show_entry,
                                  .pack = kind_pack};
