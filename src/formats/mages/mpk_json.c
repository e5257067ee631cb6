/* MPK archives as JSON and recipes, and back; and their ArchiveKind. */
#include "formats/mages/mpk_internal.h"

#include "base/text.h"

/* ---- showing ---- */

static void show_head(const Mpk *mpk, JsonWriter *json)
{
    json_put_uint(json, "minor", mpk->minor);
    json_put_uint(json, "major", mpk->major);
    if (mpk->reserved.size)
        json_put_hex(json, "reserved", mpk->reserved);
    json_put_uint(json, "alignment", mpk->alignment);
    if (mpk->tail.size)
        json_put_hex(json, "tail", mpk->tail);
}

/* Shows the table data and the position of an entry. */
static void show_slot(const MpkEntry *entry, JsonWriter *json)
{
    const MpkSlot slot = mpk_slot_of(entry, entry->offset);
    record_show_fields(&MpkSlot_layout, &slot, NULL, json);
    if (entry->reserved.size)
        json_put_hex(json, "reserved", entry->reserved);
    if (entry->loose)
        json_put_bool(json, "loose", true);
    if (entry->gap.data)
        json_put_hex(json, "gap", entry->gap);
}

/* Shows a zlib stream of another compressor, which ours would not reproduce. */
static void show_stream(const Mpk *mpk, const MpkEntry *entry, Bytes content, JsonWriter *json,
                        Arena *scratch)
{
    MpkEntry ours = {.compressed = entry->compressed};
    mpk_store(&ours, mpk->major, content, (Bytes){0}, scratch);
    if (!bytes_equal(ours.stored, entry->stored))
        json_put_hex(json, "stored", entry->stored);
}

static void show_content(const Mpk *mpk, size_t index, JsonWriter *json)
{
    Arena *scratch = arena_new();
    Report silent = report_to(NULL, NULL);
    Bytes content;
    if (mpk_entry(mpk, index, &content, scratch, &silent)) {
        json_put_hex(json, "data", content);
        show_stream(mpk, &mpk->entries[index], content, json, scratch);
    } else {
        json_put_hex(json, "stored", mpk->entries[index].stored);
    }
    arena_free(scratch);
}

static uint64_t total_size(const Mpk *mpk)
{
    uint64_t total = 0;
    for (size_t i = 0; i < mpk->count; i++)
        total = mpk->entries[i].size > UINT64_MAX - total ? UINT64_MAX
                                                          : total + mpk->entries[i].size;
    return total;
}

bool mpk_show(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report)
{
    Mpk mpk;
    if (!mpk_read(file, &mpk, arena, report))
        return false;
    if (whole && !archive_claim_fits(total_size(&mpk), file.size, report))
        return false;
    show_head(&mpk, json);
    json_open_list(json, "entries");
    for (size_t i = 0; i < mpk.count; i++) {
        json_open(json, NULL);
        show_slot(&mpk.entries[i], json);
        if (whole)
            show_content(&mpk, i, json);
        json_close(json);
    }
    json_close_list(json);
    return true;
}

Text mpk_title(Bytes file, Arena *arena) { return archive_title(&mpk_archive, file, arena); }

void mpk_describe(Writer *writer)
{
    write_format(writer,
                 "Versions 1.0 and 2.0, little-endian. `alignment`, `gap`, `loose` and `tail` "
                 "of the JSON record the layout of the entries; `major` is the version. "
                 "Version 1.0 is unproven: no genuine file was at hand.\n\n");
    record_describe(&MpkTable_layout, writer);
    record_describe(&MpkSlot_layout, writer);
    record_describe(&MpkTable1_layout, writer);
    record_describe(&MpkSlot1_layout, writer);
}

/* ---- parsing ---- */

static bool parse_head(const json_t *json, Mpk *out, Arena *arena, Report *report)
{
    int64_t minor, major, alignment;
    *out = (Mpk){0};
    if (!json_get_int(json, "minor", 0, 0, &minor, report) ||
        !json_get_int(json, "major", 1, 2, &major, report) ||
        !json_get_int(json, "alignment", 1, MPK_ALIGNMENT_MAX, &alignment, report))
        return false;
    if (alignment & (alignment - 1))
        return report_error(report, "\"alignment\" must be a power of two");
    out->minor = (u16)minor;
    out->major = (u16)major;
    out->alignment = (uint32_t)alignment;
    if (json_object_get(json, "reserved") &&
        !json_get_hex(json, "reserved", &out->reserved, arena, report))
        return false;
    if (out->reserved.size && out->reserved.size != sizeof((MpkTable *)0)->reserved)
        return report_error(report, "\"reserved\" must have 52 bytes");
    return !json_object_get(json, "tail") ||
           json_get_hex(json, "tail", &out->tail, arena, report);
}

/* Keys in addition to those of the table. */
static const char *const beside[] = {"loose", "gap", "data", "stored", "path", "reserved"};

static bool parse_slot(const json_t *json, MpkSlot *slot, Arena *arena, Report *report)
{
    if (!json_is_object(json))
        return report_error(report, "an entry must be an object");
    json_t *copy = json_owned(json_copy((json_t *)json), arena);
    for (size_t i = 0; i < COUNT_OF(beside); i++)
        json_object_del(copy, beside[i]);
    *slot = (MpkSlot){.offset = UINT64_MAX}; /* new entries come last */
    const bool ok = record_parse(&MpkSlot_layout, slot, copy, arena, report);
    arena_release(arena, copy);
    return ok;
}

/* `content` is NULL if it is in the JSON. */
static bool parse_entry(const json_t *json, unsigned major, const Bytes *content, MpkEntry *out,
                        Arena *arena, Report *report)
{
    MpkSlot *slot = ARENA_ALLOC(arena, MpkSlot, 1); /* the entry refers to its name */
    Bytes data = {0}, stream = {0};
    if (!parse_slot(json, slot, arena, report))
        return false;
    if (slot->compressed > 1)
        return report_error(report, "\"compressed\" must be 0 or 1");
    *out = (MpkEntry){.id = slot->id, .compressed = slot->compressed, .offset = slot->offset};
    if (!mpk_take_name(slot, out))
        return report_error(report, "\"name\" must have at most %d bytes", MPK_NAME_SIZE - 1);
    out->loose = json_is_true(json_object_get(json, "loose"));
    if (json_object_get(json, "reserved") &&
        !json_get_hex(json, "reserved", &out->reserved, arena, report))
        return false;
    if (out->reserved.size && (major > 1 || out->reserved.size != MPK_RESERVED_SIZE))
        return report_error(report, "\"reserved\" must have 16 bytes, in version 1.0 only");
    if ((json_object_get(json, "gap") &&
         !json_get_hex(json, "gap", &out->gap, arena, report)) ||
        (json_object_get(json, "stored") &&
         !json_get_hex(json, "stored", &stream, arena, report)))
        return false;
    if (!content && !json_object_get(json, "data") && json_object_get(json, "stored")) {
        out->stored = stream; /* a damaged stream */
        out->size = slot->size;
        return true;
    }
    if (!content && !json_get_hex(json, "data", &data, arena, report))
        return false;
    mpk_store(out, major, content ? *content : data, stream, arena);
    return true;
}

bool mpk_parse(const json_t *json, Bytes *out, Arena *arena, Report *report)
{
    Mpk mpk;
    const json_t *entries = json_object_get(json, "entries");
    if (!parse_head(json, &mpk, arena, report))
        return false;
    if (!json_is_array(entries))
        return report_error(report, "\"entries\" must be a list");
    mpk.count = json_array_size(entries);
    mpk.entries = ARENA_ALLOC(arena, MpkEntry, mpk.count);
    for (size_t i = 0; i < mpk.count; i++)
        if (!parse_entry(json_array_get(entries, i), mpk.major, NULL, &mpk.entries[i], arena,
                         report))
            return false;
    ArchiveParts parts;
    mpk_parts(&mpk, &parts, arena);
    *out = archive_bytes(&parts, arena);
    return mpk_fits(&mpk, &parts, report);
}

/* ---- ArchiveKind ---- */

static bool card_read(Bytes file, void **archive, size_t *count, Arena *arena, Report *report)
{
    Mpk *mpk = ARENA_ALLOC(arena, Mpk, 1);
    *archive = mpk;
    if (!mpk_read(file, mpk, arena, report))
        return false;
    *count = mpk->count;
    return true;
}

static bool card_exact(const void *archive, Bytes file) { return mpk_is_exact(archive, file); }

static Text card_name(const void *archive, size_t index)
{
    return ((const Mpk *)archive)->entries[index].name;
}

static uint32_t card_id(const void *archive, size_t index)
{
    return ((const Mpk *)archive)->entries[index].id;
}

static uint64_t card_size(const void *archive) { return total_size(archive); }

static bool card_content(const void *archive, size_t index, Bytes *out, Arena *arena,
                         Report *report)
{
    return mpk_entry(archive, index, out, arena, report);
}

static ArchiveSpan card_table(Bytes head)
{
    const uint32_t count = (uint32_t)uint_of(head.data + MPK_COUNT_AT, 4, false);
    return (ArchiveSpan){0, mpk_slot_at(count)};
}

static Bytes card_stored(const void *archive, size_t index)
{
    return ((const Mpk *)archive)->entries[index].stored;
}

static void card_show(const void *archive, JsonWriter *json) { show_head(archive, json); }

static void card_show_entry(const void *archive, size_t index, Bytes content, JsonWriter *json,
                            Arena *scratch)
{
    const MpkEntry *entry = &((const Mpk *)archive)->entries[index];
    show_slot(entry, json);
    if (entry->compressed)
        show_stream(archive, entry, content, json, scratch);
}

/* A new file is compressed if that saves at least an eighth, which excludes PNG images. */
static bool new_entry(const ArchiveItem *item, unsigned major, uint32_t id, MpkEntry *out,
                      Arena *arena, Report *report)
{
    if (item->path.size >= MPK_NAME_SIZE)
        return report_error(report, "%.*s: a name must have at most %d bytes",
                            (int)item->path.size, item->path.at, MPK_NAME_SIZE - 1);
    *out = (MpkEntry){.name = item->path, .id = id, .compressed = true, .offset = UINT64_MAX};
    mpk_store(out, major, item->bytes, (Bytes){0}, arena);
    if (out->stored.size + item->bytes.size / 8 > item->bytes.size) {
        out->compressed = false;
        out->stored = item->bytes;
    }
    return true;
}

static bool card_pack(const ArchiveItem *items, size_t count, const json_t *recipe,
                      const ArchiveOptions *options, ArchiveParts *out, Arena *arena,
                      Report *report)
{
    (void)options;
    Mpk mpk = {.major = 2, .alignment = MPK_ALIGNMENT};
    uint32_t id = 0;
    if (recipe && !parse_head(recipe, &mpk, arena, report))
        return false;
    mpk.count = count;
    mpk.entries = ARENA_ALLOC(arena, MpkEntry, count);
    for (size_t i = 0; i < count; i++) {
        MpkEntry *entry = &mpk.entries[i];
        if (!(items[i].recipe ? parse_entry(items[i].recipe, mpk.major, &items[i].bytes, entry,
                                            arena, report)
                              : new_entry(&items[i], mpk.major, id, entry, arena, report)))
            return false;
        if (entry->id >= id)
            id = entry->id + 1;
    }
    mpk_parts(&mpk, out, arena);
    return mpk_fits(&mpk, out, report);
}

static const char *const suffixes[] = {"mpk", NULL};

const ArchiveKind mpk_archive = {.format = "mpk",
                                 .suffixes = suffixes,
                                 .is = mpk_is,
                                 .read = card_read,
                                 .exact = card_exact,
                                 .name = card_name,
                                 .id = card_id,
                                 .size = card_size,
                                 .content = card_content,
                                 .table = card_table,
                                 .stored = card_stored,
                                 .show = card_show,
                                 .show_entry = card_show_entry,
                                 .pack = card_pack};
