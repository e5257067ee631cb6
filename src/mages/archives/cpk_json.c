/* CPK archives as JSON and recipes, and back; and their ArchiveKind. */
#include "mages/archives/cpk_internal.h"

#include "base/text.h"

/* ---- showing ---- */

static void show_chunk(const CpkChunk *chunk, CpkKind kind, JsonWriter *json)
{
    json_open(json, NULL);
    json_put_text(json, "kind", text_of(cpk_kinds[kind].magic));
    json_put_uint(json, "offset", chunk->offset);
    json_put_uint(json, "flag", chunk->flag);
    json_put_uint(json, "unknown", chunk->unknown);
    json_put_bool(json, "masked", chunk->masked);
    if (chunk->gap.data)
        json_put_hex(json, "gap", chunk->gap);
    json_put_hex(json, "table", chunk->bytes);
    json_close(json);
}

static void show_head(const Cpk *cpk, JsonWriter *json)
{
    json_put_uint(json, "alignment", cpk->alignment);
    json_put_bool(json, "by_id", cpk->by_id);
    json_open_list(json, "tables");
    for (CpkKind kind = CPK_HEAD; kind < CPK_KINDS; kind++)
        if (cpk->chunks[kind].present)
            show_chunk(&cpk->chunks[kind], kind, json);
    json_close_list(json);
    if (cpk->tail.size)
        json_put_hex(json, "tail", cpk->tail);
}

/* `extract` is written only if it is not what packing would compute. */
static void show_slot(const CpkEntry *entry, JsonWriter *json)
{
    json_put_text(json, "name", entry->name);
    json_put_uint(json, "id", entry->id);
    json_put_uint(json, "offset", entry->offset);
    json_put_uint(json, "stored_size", entry->stored.size);
    json_put_uint(json, "size", entry->size);
    if (entry->extract != (entry->compressed ? entry->size : entry->stored.size))
        json_put_uint(json, "extract", entry->extract);
    json_put_bool(json, "compressed", entry->compressed);
    if (entry->loose)
        json_put_bool(json, "loose", true);
    if (entry->gap.data)
        json_put_hex(json, "gap", entry->gap);
}

/* A compressed entry also has its stream: another compressor's output could not be reproduced.
 * A damaged stream has only `stored`. */
static void show_content(const Cpk *cpk, size_t index, JsonWriter *json)
{
    Arena *scratch = arena_new();
    Report silent = report_to(NULL, NULL);
    Bytes content;
    if (cpk_entry(cpk, index, &content, scratch, &silent))
        json_put_hex(json, "data", content);
    if (cpk->entries[index].compressed)
        json_put_hex(json, "stored", cpk->entries[index].stored);
    arena_free(scratch);
}

bool cpk_show(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report)
{
    Cpk cpk;
    if (!cpk_read(file, &cpk, arena, report))
        return false;
    if (whole && !archive_claim_fits(archive_total(&cpk_archive, &cpk), file.size, report))
        return false;
    if (whole) {
        show_head(&cpk, json);
    } else {
        json_open(json, "header");
        cri_show_row(&cpk.chunks[CPK_HEAD].table, 0, json);
        json_close(json);
    }
    json_open_list(json, "entries");
    for (size_t i = 0; i < cpk.count; i++) {
        json_open(json, NULL);
        show_slot(&cpk.entries[i], json);
        if (whole)
            show_content(&cpk, i, json);
        json_close(json);
    }
    json_close_list(json);
    return true;
}

Text cpk_title(Bytes file, Arena *arena)
{
    Cpk cpk;
    Report silent = report_to(NULL, NULL);
    if (!cpk_read(file, &cpk, arena, &silent))
        return TEXT("");
    return arena_format(arena, "%zu file%s%s", cpk.count, PLURAL(cpk.count),
                        cpk.by_id ? " without names" : "");
}

/* Prints a section of docs/; the text is checked by tools/check_documents.sh. */
void cpk_describe(Writer *writer)
{
    write_format(
        writer,
        "What is known comes from public descriptions. Each "
        "table begins at a multiple of the alignment with four letters, two numbers and its "
        "size; the header is padded with zeros and `(c)CRI`. Tables may be masked; encrypted "
        "archives are rejected. Texts are in the encoding that the 16-bit number at byte 8 of "
        "a table names: 0 is Shift-JIS, 1 UTF-8.\n\n"
        "| field | meaning |\n|---|---|\n"
        "| `CPK ` | one row: `TocOffset`, `ItocOffset`, `ContentOffset`, `Align`, `Files` and "
        "others |\n"
        "| `TOC ` | a row for each file: `DirName`, `FileName`, `FileSize`, `ExtractSize`, "
        "`FileOffset`, `ID` |\n"
        "| `ITOC` | `ID` and `TocIndex` of each file; without a TOC: tables with `ID`, "
        "`FileSize`, `ExtractSize` of small "
        "(`DataL`) and large (`DataH`) files; these have no names |\n"
        "| `ETOC`, `GTOC`, `HTOC` | preserved |\n\n"
        "A file whose `ExtractSize` is larger than its `FileSize` is compressed (CRILAYLA). In "
        "JSON, `table` has the bytes of a table without its mask; if the list of entries no "
        "longer fits, new tables are written.\n");
}

/* ---- parsing ---- */

/* A missing key is 0. */
static bool get_u32(const json_t *json, const char *key, uint32_t *out, Report *report)
{
    int64_t number = 0;
    if (json_object_get(json, key) && !json_get_int(json, key, 0, UINT32_MAX, &number, report))
        return false;
    *out = (uint32_t)number;
    return true;
}

static bool get_offset(const json_t *json, uint64_t *out, Report *report)
{
    int64_t number;
    *out = UINT64_MAX; /* new parts come last */
    if (!json_object_get(json, "offset"))
        return true;
    if (!json_get_int(json, "offset", 0, INT64_MAX, &number, report))
        return false;
    *out = (uint64_t)number;
    return true;
}

/* An empty gap differs from none: it says that no bytes come before the part, not even the
 * padding. */
static bool get_gap(const json_t *json, Bytes *out, Arena *arena, Report *report)
{
    if (!json_object_get(json, "gap"))
        return true;
    if (!json_get_hex(json, "gap", out, arena, report))
        return false;
    if (!out->data)
        *out = (Bytes){arena_alloc(arena, 1, 1), 0};
    return true;
}

/* Each kind at most once, as the header has one offset for each. */
static bool parse_chunk(const json_t *json, Cpk *out, Arena *arena, Report *report)
{
    Text word;
    CpkKind kind = CPK_HEAD;
    if (!json_is_object(json) || !json_get_text(json, "kind", &word, arena, report))
        return report_error(report, "a table must be an object with \"kind\"");
    while (kind < CPK_KINDS && !text_is(word, cpk_kinds[kind].magic))
        kind++;
    if (kind == CPK_KINDS || out->chunks[kind].present)
        return report_error(report, "unknown or second table \"%.*s\"", (int)word.size,
                            word.at);
    CpkChunk *chunk = &out->chunks[kind];
    chunk->present = true;
    chunk->masked = json_is_true(json_object_get(json, "masked"));
    return get_u32(json, "flag", &chunk->flag, report) &&
           get_u32(json, "unknown", &chunk->unknown, report) &&
           get_offset(json, &chunk->offset, report) &&
           get_gap(json, &chunk->gap, arena, report) &&
           json_get_hex(json, "table", &chunk->bytes, arena, report) &&
           cpk_chunk_read(kind, chunk, arena, report);
}

/* Shared by whole JSON and recipes; a recipe has no entries here. */
static bool parse_head(const json_t *json, Cpk *out, Arena *arena, Report *report)
{
    int64_t alignment;
    const json_t *tables = json_object_get(json, "tables"), *table;
    size_t i;
    if (!json_get_int(json, "alignment", 1, CPK_ALIGNMENT_MAX, &alignment, report))
        return false;
    if (alignment & (alignment - 1))
        return report_error(report, "\"alignment\" must be a power of two");
    out->alignment = (uint32_t)alignment;
    out->by_id = json_is_true(json_object_get(json, "by_id"));
    json_array_foreach((json_t *)tables, i,
                       table) if (!parse_chunk(table, out, arena, report)) return false;
    return json_find_hex(json, "tail", &out->tail, arena, report);
}

/* `content` is NULL if it is in the JSON. */
static bool parse_entry(const json_t *json, const Bytes *content, CpkEntry *out, Arena *arena,
                        Report *report)
{
    Bytes data = {0}, stream = {0};
    uint32_t extract = 0;
    *out = (CpkEntry){.id = 0};
    if (!json_is_object(json))
        return report_error(report, "an entry must be an object");
    if (!json_get_text(json, "name", &out->name, arena, report) ||
        !get_u32(json, "id", &out->id, report) || !get_u32(json, "extract", &extract, report) ||
        !get_offset(json, &out->offset, report) || !get_gap(json, &out->gap, arena, report) ||
        !json_find_hex(json, "stored", &stream, arena, report))
        return false;
    out->loose = json_is_true(json_object_get(json, "loose"));
    if (!content && !json_object_get(json, "data") && stream.size) {
        out->stored = stream; /* a damaged stream */
        out->compressed = true;
        int64_t size;
        if (!json_get_int(json, "size", 0, INT64_MAX, &size, report))
            return false;
        out->extract = out->size = (uint64_t)size;
    } else {
        if (!content && !json_get_hex(json, "data", &data, arena, report))
            return false;
        cpk_store(out, content ? *content : data, stream, arena);
        if (out->compressed)
            out->extract = out->size;
    }
    if (json_object_get(json, "extract") && (out->compressed || !extract))
        out->extract = extract;
    return true;
}

/* Writes the tables again if they do not list the entries. */
static bool fit_tables(Cpk *cpk, bool *again, Arena *arena, Report *report)
{
    Report silent = report_to(NULL, NULL);
    *again = !cpk_tables_fit(cpk, arena, &silent);
    return !*again || cpk_new_tables(cpk, arena, report);
}

/* Tables are only written again if the list of entries has changed: unknown columns and the
 * order of an unchanged archive survive. */
bool cpk_parse(const json_t *json, Bytes *out, Arena *arena, Report *report)
{
    Cpk cpk = {.alignment = CPK_ALIGNMENT};
    ArchiveParts parts;
    bool again;
    const json_t *entries = json_object_get(json, "entries");
    if (!parse_head(json, &cpk, arena, report))
        return false;
    if (!json_is_array(entries))
        return report_error(report, "\"entries\" must be a list");
    cpk.count = json_array_size(entries);
    cpk.entries = ARENA_ALLOC(arena, CpkEntry, cpk.count);
    for (size_t i = 0; i < cpk.count; i++)
        if (!parse_entry(json_array_get(entries, i), NULL, &cpk.entries[i], arena, report))
            return false;
    if (!fit_tables(&cpk, &again, arena, report) || !cpk_parts(&cpk, &parts, arena, report))
        return false;
    *out = archive_bytes(&parts, arena);
    return true;
}

/* ---- ArchiveKind ---- */

static bool card_read(Bytes file, void **archive, size_t *count, Arena *arena, Report *report)
{
    Cpk *cpk = ARENA_ALLOC(arena, Cpk, 1);
    *archive = cpk;
    if (!cpk_read(file, cpk, arena, report))
        return false;
    *count = cpk->count;
    return true;
}

static bool card_parts(const void *archive, ArchiveParts *out, Arena *arena, Report *report)
{
    (void)report;
    return cpk_try_parts(archive, out, arena);
}

static bool card_content(const void *archive, size_t index, Bytes *out, Arena *arena,
                         Report *report)
{
    return cpk_entry(archive, index, out, arena, report);
}

static void card_show(const void *archive, JsonWriter *json) { show_head(archive, json); }

static void card_show_entry(const void *archive, size_t index, Bytes content, JsonWriter *json,
                            Arena *scratch)
{
    const CpkEntry *entry = &((const Cpk *)archive)->entries[index];
    (void)content;
    (void)scratch;
    show_slot(entry, json);
    if (entry->compressed)
        json_put_hex(json, "stored", entry->stored);
}

/* A file that the recipe does not know. Its id is one more than the largest so far. */
static bool new_entry(const Cpk *cpk, const ArchiveItem *item, uint32_t id, CpkEntry *out,
                      Arena *arena, Report *report)
{
    int64_t number = id;
    if (cpk->by_id && !text_number(item->path, 0, UINT16_MAX, &number))
        return report_error(report,
                            "%.*s: the files of this archive have numbers as names, such as "
                            "00012",
                            (int)item->path.size, item->path.at);
    *out = (CpkEntry){.name = item->path, .id = (uint32_t)number, .offset = UINT64_MAX};
    cpk_store(out, item->bytes, (Bytes){0}, arena);
    return true;
}

/* ETOC and GTOC refer to entries by index: after a change of the list they would be wrong. */
static bool card_pack(const ArchiveItem *items, size_t count, const json_t *recipe,
                      const ArchiveOptions *options, ArchiveParts *out, Arena *arena,
                      Report *report)
{
    (void)options;
    Cpk *cpk = ARENA_ALLOC(arena, Cpk, 1);
    uint32_t id = 0;
    bool again;
    cpk->alignment = CPK_ALIGNMENT;
    if (recipe && !parse_head(recipe, cpk, arena, report))
        return false;
    const bool groups = cpk->chunks[CPK_GTOC].present || cpk->chunks[CPK_ETOC].present;
    cpk->count = count;
    cpk->entries = ARENA_ALLOC(arena, CpkEntry, count);
    for (size_t i = 0; i < count; i++) {
        CpkEntry *entry = &cpk->entries[i];
        if (!(items[i].recipe
                  ? parse_entry(items[i].recipe, &items[i].bytes, entry, arena, report)
                  : new_entry(cpk, &items[i], id, entry, arena, report)))
            return false;
        if (entry->id >= id)
            id = entry->id + 1;
    }
    if (!fit_tables(cpk, &again, arena, report))
        return false;
    if (again && groups)
        report_warning(report, "files were added or removed: the archive's times and groups "
                               "are left out");
    return cpk_parts(cpk, out, arena, report);
}

static const char *const suffixes[] = {"cpk", NULL};

const ArchiveKind cpk_archive = {.format = "cpk",
                                 .entries = {.items = offsetof(Cpk, entries),
                                             .count = offsetof(Cpk, count),
                                             .stride = sizeof(CpkEntry),
                                             .name = offsetof(CpkEntry, name),
                                             .stored = offsetof(CpkEntry, stored),
                                             .offset = offsetof(CpkEntry, offset),
                                             .size = offsetof(CpkEntry, size),
                                             .id = offsetof(CpkEntry, id)},
                                 .suffixes = suffixes,
                                 .is = cpk_is,
                                 .read = card_read,
                                 .parts = card_parts,
                                 .content = card_content,
                                 .show = card_show,
                                 .show_entry = card_show_entry,
                                 .pack = card_pack};
