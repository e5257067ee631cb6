/* MPK archives as JSON and recipes, and back; and their ArchiveKind. */
#include "mages/archives/mpk_internal.h"

#include "base/cp932.h"
#include "base/text.h"

/* ---- showing ---- */

/* Keys with the usual value are left out. */
static void show_head(const Mpk *mpk, JsonWriter *json)
{
    json_put_uint(json, "minor", mpk->minor);
    json_put_uint(json, "major", mpk->major);
    if (mpk->reserved.size)
        json_put_hex(json, "reserved", mpk->reserved);
    json_put_uint(json, "alignment", mpk->alignment);
    if (mpk->shift_jis)
        json_put_text(json, "name_encoding", TEXT("shift-jis"));
    if (mpk->padded)
        json_put_bool(json, "padded", true);
    if (mpk->tail.size)
        json_put_hex(json, "tail", mpk->tail);
}

/* Shows the table data and the position of an entry. */
static void show_slot(const Mpk *mpk, const MpkEntry *entry, JsonWriter *json)
{
    const MpkSlot slot = mpk_slot_of(entry, entry->offset);
    json_put_uint(json, "compressed", slot.compressed);
    if (mpk->major > 1)
        json_put_uint(json, "id", slot.id);
    json_put_uint(json, "offset", slot.offset);
    json_put_uint(json, "stored_size", slot.stored_size);
    json_put_uint(json, "size", slot.size);
    if (!entry->after.size) {
        json_put_text(json, "name", entry->name);
    } else {
        json_open(json, "name");
        json_put_hex(json, "hex", (Bytes){(const uint8_t *)slot.name, sizeof slot.name});
        json_close(json);
    }
    if (entry->reserved.size)
        json_put_hex(json, "reserved", entry->reserved);
    if (entry->loose)
        json_put_bool(json, "loose", true);
    if (entry->gap.data)
        json_put_hex(json, "gap", entry->gap);
}

/* Shows a zlib stream of another compressor, which ours would not reproduce. */
static void show_stream(const MpkEntry *entry, Bytes content, JsonWriter *json, Arena *scratch)
{
    MpkEntry ours = {.compressed = entry->compressed};
    mpk_store(&ours, content, (Bytes){0}, scratch);
    if (!bytes_equal(ours.stored, entry->stored))
        json_put_hex(json, "stored", entry->stored);
}

/* A stream that cannot be decompressed is kept in its stored form. */
static void show_content(const Mpk *mpk, size_t index, JsonWriter *json)
{
    Arena *scratch = arena_new();
    Report silent = report_to(NULL, NULL);
    Bytes content;
    if (mpk_entry(mpk, index, &content, scratch, &silent)) {
        json_put_hex(json, "data", content);
        show_stream(&mpk->entries[index], content, json, scratch);
    } else {
        json_put_hex(json, "stored", mpk->entries[index].stored);
    }
    arena_free(scratch);
}

bool mpk_show(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report)
{
    Mpk mpk;
    if (!mpk_read(file, &mpk, arena, report))
        return false;
    if (whole && !archive_claim_fits(archive_total(&mpk_archive, &mpk), file.size, report))
        return false;
    show_head(&mpk, json);
    json_open_list(json, "entries");
    for (size_t i = 0; i < mpk.count; i++) {
        json_open(json, NULL);
        show_slot(&mpk, &mpk.entries[i], json);
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
    write_format(
        writer,
        "Versions 1.0 and 2.0, little-endian. `alignment`, `gap`, `loose`, `padded` "
        "and `tail` of the JSON record the layout of the entries; `major` is the "
        "version. Names are UTF-8 or, with `name_encoding`, Shift-JIS. A slot without name "
        "and bytes is not used.\n\n");
    record_describe(&MpkTable_layout, writer);
    record_describe(&MpkSlot_layout, writer);
    record_describe(&MpkTable1_layout, writer);
    record_describe(&MpkSlot1_layout, writer);
}

/* ---- parsing ---- */

/* Only the versions that mpk_read() accepts. */
static bool parse_head(const json_t *json, Mpk *out, Arena *arena, Report *report)
{
    int64_t minor, major, alignment;
    Text encoding = TEXT("utf-8");
    *out = (Mpk){0};
    if (!json_get_int(json, "minor", 0, 0, &minor, report) ||
        !json_get_int(json, "major", 1, 2, &major, report) ||
        !json_get_int(json, "alignment", 1, MPK_ALIGNMENT_MAX, &alignment, report))
        return false;
    if (alignment & (alignment - 1))
        return report_error(report, "\"alignment\" must be a power of two");
    if (json_object_get(json, "name_encoding") &&
        !json_get_text(json, "name_encoding", &encoding, arena, report))
        return false;
    out->shift_jis = text_is(encoding, "shift-jis");
    if (!out->shift_jis && !text_is(encoding, "utf-8"))
        return report_error(report, "\"name_encoding\" must be \"utf-8\" or \"shift-jis\"");
    out->padded = json_is_true(json_object_get(json, "padded"));
    out->minor = (u16)minor;
    out->major = (u16)major;
    out->alignment = (uint32_t)alignment;
    if (!json_find_hex(json, "reserved", &out->reserved, arena, report))
        return false;
    if (out->reserved.size && out->reserved.size != sizeof((MpkTable *)0)->reserved)
        return report_error(report, "\"reserved\" must have 52 bytes");
    return json_find_hex(json, "tail", &out->tail, arena, report);
}

/* Keys in addition to those of the table. */
static const char *const beside[] = {"loose", "gap",      "data",   "stored",
                                     "path",  "reserved", "unused", "name"};

/* What the JSON of an archive's entries is read with. */
typedef struct Parsing {
    unsigned major;
    const Cp932 *page; /* of the names; NULL: UTF-8 */
    Arena *arena;
    Report *report;
} Parsing;

/* The table of Shift-JIS is built once for all entries. */
static Parsing parsing_of(const Mpk *mpk, Arena *arena, Report *report)
{
    return (Parsing){mpk->major, mpk->shift_jis ? cp932_new(arena) : NULL, arena, report};
}

/* Sets the name of a slot: a text, or the hex digits of all its bytes. */
static bool put_name(const Parsing *parsing, Text name, MpkEntry *out)
{
    size_t bad = 0;
    out->name = name;
    if (parsing->page && !cp932_encode(parsing->page, name, &out->raw, &bad, parsing->arena))
        return report_error(parsing->report,
                            "%.*s: the character at byte %zu is not in Shift-JIS, in which the "
                            "archive has its names",
                            (int)name.size, name.at, bad);
    if (memchr(name.size ? name.at : "", 0, name.size))
        return report_error(parsing->report, "\"name\" must not have a zero");
    return (parsing->page ? out->raw : name).size < MPK_NAME_SIZE ||
           report_error(parsing->report, "%.*s: a name must have at most %d bytes",
                        (int)name.size, name.at, MPK_NAME_SIZE - 1);
}

/* A name with bytes after its zero is given as hexadecimal digits of all bytes. */
static bool parse_name(const Parsing *parsing, const json_t *json, MpkEntry *out)
{
    const json_t *name = json_object_get(json, "name");
    Text text;
    Bytes hex;
    if (!json_is_object(name))
        return json_get_text(json, "name", &text, parsing->arena, parsing->report) &&
               put_name(parsing, text, out);
    MpkSlot *slot = ARENA_ALLOC(parsing->arena, MpkSlot, 1); /* the entry refers to its name */
    if (!json_get_hex(name, "hex", &hex, parsing->arena, parsing->report))
        return false;
    if (hex.size != sizeof slot->name)
        return report_error(parsing->report, "\"name\" must have %d bytes", MPK_NAME_SIZE);
    memcpy(slot->name, hex.data, hex.size);
    if (!mpk_take_name(slot, out))
        return report_error(parsing->report, "\"name\" must have at most %d bytes",
                            MPK_NAME_SIZE - 1);
    out->raw = out->name;
    if (parsing->page)
        out->name = cp932_decode(parsing->page, out->name, parsing->arena);
    return true;
}

/* Entries of version 1.0 have no number: `id` is theirs. */
static bool parse_slot(const Parsing *parsing, const json_t *json, uint32_t id, MpkSlot *slot)
{
    if (!json_is_object(json))
        return report_error(parsing->report, "an entry must be an object");
    json_t *copy = json_owned(json_copy((json_t *)json), parsing->arena);
    for (size_t i = 0; i < COUNT_OF(beside); i++)
        json_object_del(copy, beside[i]);
    json_object_set_new(copy, "name", json_string(""));
    if (parsing->major == 1)
        json_object_set_new(copy, "id", json_integer(id));
    *slot = (MpkSlot){.offset = UINT64_MAX}; /* new entries come last */
    const bool ok = record_parse(&MpkSlot_layout, slot, copy, parsing->arena, parsing->report);
    arena_release(parsing->arena, copy);
    return ok && (slot->compressed <= 1 ||
                  report_error(parsing->report, "\"compressed\" must be 0 or 1"));
}

/* Only the slots of version 1.0 have reserved bytes (mpk.def). */
static bool parse_layout(const Parsing *parsing, const json_t *json, MpkEntry *out)
{
    Arena *arena = parsing->arena;
    Report *report = parsing->report;
    out->loose = json_is_true(json_object_get(json, "loose"));
    if (!json_find_hex(json, "reserved", &out->reserved, arena, report))
        return false;
    if (out->reserved.size && (parsing->major > 1 || out->reserved.size != MPK_RESERVED_SIZE))
        return report_error(report, "\"reserved\" must have 16 bytes, in version 1.0 only");
    return json_find_hex(json, "gap", &out->gap, arena, report);
}

/* `content` is NULL if it is in the JSON. */
static bool parse_entry(const Parsing *parsing, const json_t *json, uint32_t id,
                        const Bytes *content, MpkEntry *out)
{
    MpkSlot slot;
    Bytes data = {0}, stream = {0};
    const bool stored = json_object_get(json, "stored");
    if (!parse_slot(parsing, json, id, &slot))
        return false;
    *out = (MpkEntry){.id = slot.id, .compressed = slot.compressed, .offset = slot.offset};
    if (!parse_name(parsing, json, out) || !parse_layout(parsing, json, out) ||
        !json_find_hex(json, "stored", &stream, parsing->arena, parsing->report))
        return false;
    if (!content && !json_object_get(json, "data") && stored) {
        out->stored = stream; /* a damaged stream */
        out->size = slot.size;
        return true;
    }
    if (!content && !json_get_hex(json, "data", &data, parsing->arena, parsing->report))
        return false;
    mpk_store(out, content ? *content : data, stream, parsing->arena);
    return true;
}

/* mpk_fits() comes last: offsets and sizes are known only when the parts are laid out. */
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
    const Parsing parsing = parsing_of(&mpk, arena, report);
    for (size_t i = 0; i < mpk.count; i++)
        if (!parse_entry(&parsing, json_array_get(entries, i), (uint32_t)i, NULL,
                         &mpk.entries[i]))
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

static bool card_parts(const void *archive, ArchiveParts *out, Arena *arena, Report *report)
{
    (void)report;
    mpk_parts(archive, out, arena);
    return true;
}

static bool card_unused(const void *archive, size_t index)
{
    return mpk_entry_is_unused(&((const Mpk *)archive)->entries[index]);
}

static bool card_content(const void *archive, size_t index, Bytes *out, Arena *arena,
                         Report *report)
{
    return mpk_entry(archive, index, out, arena, report);
}

/* The bytes of the file that must be read before its entries are known. */
static ArchiveSpan card_table(Bytes head)
{
    const uint32_t count = (uint32_t)uint_of(head.data + MPK_COUNT_AT, 4, false);
    return (ArchiveSpan){0, mpk_slot_at(count)};
}

static void card_show(const void *archive, JsonWriter *json) { show_head(archive, json); }

static void card_show_entry(const void *archive, size_t index, Bytes content, JsonWriter *json,
                            Arena *scratch)
{
    const MpkEntry *entry = &((const Mpk *)archive)->entries[index];
    show_slot(archive, entry, json);
    if (entry->compressed)
        show_stream(entry, content, json, scratch);
}

/* A new file is compressed if that saves at least an eighth, which excludes PNG images. */
static bool new_entry(const Parsing *parsing, const ArchiveItem *item, uint32_t id,
                      MpkEntry *out)
{
    *out = (MpkEntry){.id = id, .compressed = true, .offset = UINT64_MAX};
    if (!put_name(parsing, item->path, out))
        return false;
    mpk_store(out, item->bytes, (Bytes){0}, parsing->arena);
    if (out->stored.size + item->bytes.size / 8 > item->bytes.size) {
        out->compressed = false;
        out->stored = item->bytes;
    }
    return true;
}

/* New files get numbers above all given ones. */
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
    const Parsing parsing = parsing_of(&mpk, arena, report);
    for (size_t i = 0; i < count; i++) {
        MpkEntry *entry = &mpk.entries[i];
        if (!(items[i].recipe
                  ? parse_entry(&parsing, items[i].recipe, (uint32_t)i, &items[i].bytes, entry)
                  : new_entry(&parsing, &items[i], id, entry)))
            return false;
        if (entry->id >= id)
            id = entry->id + 1;
    }
    mpk_parts(&mpk, out, arena);
    return mpk_fits(&mpk, out, report);
}

static const char *const suffixes[] = {"mpk", NULL};

const ArchiveKind mpk_archive = {.format = "mpk",
                                 .entries = {.items = offsetof(Mpk, entries),
                                             .count = offsetof(Mpk, count),
                                             .stride = sizeof(MpkEntry),
                                             .name = offsetof(MpkEntry, name),
                                             .stored = offsetof(MpkEntry, stored),
                                             .offset = offsetof(MpkEntry, offset),
                                             .size = offsetof(MpkEntry, size),
                                             .id = offsetof(MpkEntry, id)},
                                 .suffixes = suffixes,
                                 .is = mpk_is,
                                 .read = card_read,
                                 .parts = card_parts,
                                 .unused = card_unused,
                                 .content = card_content,
                                 .table = card_table,
                                 .show = card_show,
                                 .show_entry = card_show_entry,
                                 .pack = card_pack};
