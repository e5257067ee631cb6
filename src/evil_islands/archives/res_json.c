/* RES archives as JSON and recipes, and back; and their ArchiveKind. */
#include "evil_islands/archives/res_internal.h"

#include "base/game_text.h"
#include "base/hash.h"
#include "base/text.h"
#include "evil_islands/archives/hash_chain.h"
#include "kit/formats/format.h"

#include <inttypes.h>
#include <stdio.h>

/* The hash of an unpacked file, only used in recipes. */
enum { CONTENT_DIGITS = 16 };

/* ---- showing ---- */

/* Only what the entries do not imply: usual archives have none of the hexadecimal keys. */
static void show_head(const Res *res, JsonWriter *json)
{
    if (res->etherlords)
        json_put_bool(json, "etherlords", true);
    json_put_uint(json, "entry_count", res->count);
    json_put_uint(json, "names_size", res->names_size);
    json_put_uint(json, "alignment", res->alignment);
    if (res->names.data)
        json_put_hex(json, "names", res->names);
    if (res->table_gap.data)
        json_put_hex(json, "table_gap", res->table_gap);
    if (res->tail.size)
        json_put_hex(json, "tail", res->tail);
}

/* JSON texts here contain no zeros. */
static void show_name(Text name, JsonWriter *json, Arena *arena)
{
    size_t zero;
    if (text_find(name, 0, &zero))
        json_put_hex(json, "name_hex", bytes_of_text(name));
    else
        json_put_text(json, "name", game_text_decode(name, arena));
}

/* The hash is informative, too, but its change shows that a name was edited: see
 * fits_table(). */
static void show_slot(const ResEntry *entry, JsonWriter *json, Arena *arena)
{
    show_name(entry->name, json, arena);
    json_put_int(json, "hash", chain_hash(entry->name));
    json_put_int(json, "next", entry->next);
    json_put_uint(json, "size", entry->data.size);
    json_put_uint(json, "offset", entry->offset);
    json_put_uint(json, "unix_time", entry->time);
    json_put_uint(json, "name_offset", entry->name_offset);
    if (entry->loose)
        json_put_bool(json, "loose", true);
    if (entry->gap.data)
        json_put_hex(json, "gap", entry->gap);
}

/* `bucket` and `chain` are informative: the position of the name in the hash table. */
bool res_show(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report)
{
    Res res;
    if (!res_read(file, &res, arena, report))
        return false;
    if (whole && !archive_claim_fits(archive_total(&res_archive, &res), file.size, report))
        return false;
    ChainState *states = ARENA_ALLOC(arena, ChainState, res.count);
    if (!chain_follow(res_names(&res, arena), res_chains(&res, arena), res.count, states,
                      arena))
        return report_error(report, "the hash chains are too long to be followed");
    show_head(&res, json);
    json_open_list(json, "entries");
    for (size_t i = 0; i < res.count; i++) {
        const ResEntry *entry = &res.entries[i];
        json_open(json, NULL);
        show_slot(entry, json, arena);
        if (whole) {
            json_put_hex(json, "data", entry->data);
        } else {
            json_put_uint(json, "bucket", chain_bucket(chain_hash(entry->name), res.count));
            json_put_text(json, "chain", text_of(chain_state_names[states[i]]));
        }
        json_close(json);
    }
    json_close_list(json);
    return true;
}

Text res_title(Bytes file, Arena *arena)
{
    ResTables tables;
    Report silent = report_to(NULL, NULL);
    if (!res_read_tables(file, &tables, &silent))
        return TEXT("");
    const unsigned count = tables.head.entry_count;
    return arena_format(arena, "%u file%s", count, PLURAL(count));
}

void res_describe(Writer *writer)
{
    write_format(
        writer,
        "Also .mq, .mpr, .mod, .bon and .anm. Little-endian. The slots are a hash "
        "table with coalesced chains: a name's hash is the sum of its bytes as signed "
        "chars, ASCII letters in lower case; its slot is the hash modulo "
        "`entry_count`, and if that is taken the highest free one, which becomes the "
        "last link of the chain. `bucket` and `chain` (head, linked, lost) in what `show` "
        "JSON are the position of a name and whether the game finds it; `alignment`, "
        "`gap`, `table_gap`, `loose`, `names` and `tail` record the layout of the file.\n\n");
    record_describe(&ResHead_layout, writer);
    record_describe(&ResSlot_layout, writer);
    record_describe(&ResShortSlot_layout, writer);
}

/* ---- parsing ---- */

/* Missing: no data. Present but empty: data of size 0, since an empty gap differs from none. */
static bool get_bytes(const json_t *json, const char *key, Bytes *out, Arena *arena,
                      Report *report)
{
    *out = (Bytes){0};
    if (!json_object_get(json, key))
        return true;
    if (!json_get_hex(json, key, out, arena, report))
        return false;
    if (!out->data)
        out->data = (const uint8_t *)"";
    return true;
}

/* An optional number: `*out` is unchanged if it is missing. */
static bool get_number(const json_t *json, const char *key, int64_t least, int64_t most,
                       int64_t *out, Report *report)
{
    return !json_object_get(json, key) || json_get_int(json, key, least, most, out, report);
}

/* `chained` means that the table of the file can be written again; otherwise it is built
 * from the names. */
static bool parse_head(const json_t *json, Res *out, Arena *arena, Report *report)
{
    int64_t alignment = RES_ALIGNMENT, count = -1, names = 0;
    *out = (Res){0};
    if (!get_number(json, "alignment", 1, RES_ALIGNMENT_MAX, &alignment, report) ||
        !get_number(json, "entry_count", 0, UINT32_MAX, &count, report) ||
        !get_number(json, "names_size", 0, UINT32_MAX, &names, report) ||
        !get_bytes(json, "names", &out->names, arena, report) ||
        !get_bytes(json, "table_gap", &out->table_gap, arena, report) ||
        !get_bytes(json, "tail", &out->tail, arena, report))
        return false;
    if (alignment & (alignment - 1))
        return report_error(report, "\"alignment\" must be a power of two");
    out->etherlords = json_is_true(json_object_get(json, "etherlords"));
    out->alignment = (uint32_t)alignment;
    out->names_size = (uint32_t)names;
    out->chained =
        count >= 0 && (size_t)count == json_array_size(json_object_get(json, "entries")) &&
        names <= RES_NAMES_MAX && (!out->names.data || out->names.size == (size_t)names);
    return true;
}

/* The encoding is the one that the caller has set. */
static bool parse_name(const json_t *json, Text *out, Arena *arena, Report *report)
{
    Text utf8;
    Bytes bytes;
    if (json_object_get(json, "name_hex")) {
        if (!json_get_hex(json, "name_hex", &bytes, arena, report))
            return false;
        *out = text_of_bytes(bytes);
    } else {
        if (!json_get_text(json, "name", &utf8, arena, report))
            return false;
        if (!game_text_encode(utf8, out, NULL, arena))
            return report_error(report, "the name \"%.*s\": %s", (int)utf8.size, utf8.at,
                                game_text_lack(utf8, arena).at);
    }
    return out->size <= RES_NAME_MAX ||
           report_error(report, "a name must have at most %d bytes", RES_NAME_MAX);
}

/* The numbers of a slot are kept only if they match this name in this table. */
static bool fits_table(const json_t *json, const Res *res, const ResEntry *entry, int64_t hash,
                       int64_t name_offset)
{
    return json_object_get(json, "next") && json_object_get(json, "name_offset") &&
           hash == chain_hash(entry->name) &&
           (uint64_t)name_offset + entry->name.size <= res->names_size;
}

/* The archive has 32 bits for a time; others count as none. */
static uint32_t time_of(const ArchiveItem *item)
{
    return item->time > 0 && item->time <= UINT32_MAX ? (uint32_t)item->time : 0;
}

/* Whether a file is unchanged since it was unpacked. Its time is not reliable: git and copying
 * change it. */
static bool is_untouched(const json_t *recipe, Bytes content)
{
    char digits[CONTENT_DIGITS + 1];
    const json_t *hash = json_object_get(recipe, "content");
    const json_t *size = json_object_get(recipe, "size");
    snprintf(digits, sizeof digits, "%016" PRIx64, hash_bytes(0, content));
    return (!json_is_string(hash) || !strcmp(json_string_value(hash), digits)) &&
           (!json_is_integer(size) || (uint64_t)json_integer_value(size) == content.size);
}

/* `item` is the file for an entry of a recipe; NULL: the content is in the JSON. */
static bool parse_entry(const json_t *json, const ArchiveItem *item, Res *res, ResEntry *out,
                        Arena *arena, Report *report)
{
    int64_t hash, next = CHAIN_END, offset = -1, time = 0, name_offset = 0;
    *out = (ResEntry){0};
    if (!json_is_object(json))
        return report_error(report, "an entry must be an object");
    if (!parse_name(json, &out->name, arena, report))
        return false;
    hash = chain_hash(out->name);
    if (!get_number(json, "hash", INT32_MIN, INT32_MAX, &hash, report) ||
        !get_number(json, "next", INT32_MIN, INT32_MAX, &next, report) ||
        !get_number(json, "offset", 0, UINT32_MAX, &offset, report) ||
        !get_number(json, "unix_time", 0, UINT32_MAX, &time, report) ||
        !get_number(json, "name_offset", 0, UINT32_MAX, &name_offset, report) ||
        !get_bytes(json, "gap", &out->gap, arena, report) ||
        (!item && !json_get_hex(json, "data", &out->data, arena, report)))
        return false;
    if (item) {
        out->data = item->bytes;
        if (!is_untouched(json, item->bytes) && time_of(item))
            time = time_of(item);
    }
    out->next = (int32_t)next;
    out->offset = offset < 0 ? UINT64_MAX : (uint64_t)offset;
    out->time = (uint32_t)time;
    out->name_offset = (uint32_t)name_offset;
    out->loose = offset >= 0 && json_is_true(json_object_get(json, "loose"));
    res->chained = res->chained && fits_table(json, res, out, hash, name_offset);
    return true;
}

/* Names at fixed offsets must not overlap, as they may after one was edited. */
static void check_block(Res *res)
{
    if (!res->chained)
        return;
    Arena *scratch = arena_new();
    uint8_t *block = arena_alloc(scratch, res->names_size, 1);
    for (size_t i = 0; i < res->count; i++)
        if (res->entries[i].name.size)
            memcpy(block + res->entries[i].name_offset, res->entries[i].name.at,
                   res->entries[i].name.size);
    const uint8_t *names = res->names.data ? res->names.data : block;
    for (size_t i = 0; i < res->count && res->chained; i++)
        res->chained = !res->entries[i].name.size ||
                       !memcmp(names + res->entries[i].name_offset, res->entries[i].name.at,
                               res->entries[i].name.size);
    arena_free(scratch);
}

/* The order of the entries is that of the slots. */
bool res_parse(const json_t *json, Bytes *out, Arena *arena, Report *report)
{
    Res res;
    const json_t *entries = json_object_get(json, "entries");
    if (!parse_head(json, &res, arena, report))
        return false;
    if (!json_is_array(entries))
        return report_error(report, "\"entries\" must be a list");
    res.count = json_array_size(entries);
    res.entries = ARENA_ALLOC(arena, ResEntry, res.count);
    for (size_t i = 0; i < res.count; i++)
        if (!parse_entry(json_array_get(entries, i), NULL, &res, &res.entries[i], arena,
                         report))
            return false;
    check_block(&res);
    return res_write(&res, out, arena, report);
}

/* ---- ArchiveKind ---- */

typedef struct ResMember {
    Res res; /* the first member: see res_archive */
    Encoding encoding;
} ResMember;

/* The encoding of the names: chosen, or that of the names together. */
static Encoding encoding_of_names(const Res *res)
{
    EncodingPoints points = {{0}};
    if (game_texts().chosen)
        return game_texts().encoding;
    for (size_t i = 0; i < res->count; i++)
        encoding_weigh(&points, res->entries[i].name);
    return encoding_decide(NULL, &points);
}

/* Names are decoded once, with one encoding for the whole archive. */
static bool card_read(Bytes file, void **archive, size_t *count, Arena *arena, Report *report)
{
    ResMember *card = ARENA_ALLOC(arena, ResMember, 1);
    *archive = card;
    if (!res_read(file, &card->res, arena, report))
        return false;
    *count = card->res.count;
    card->encoding = encoding_of_names(&card->res);
    for (size_t i = 0; i < *count; i++) {
        ResEntry *entry = &card->res.entries[i];
        entry->utf8 = encoding_decode(card->encoding, entry->name, arena);
    }
    return true;
}

static bool card_parts(const void *archive, ArchiveParts *out, Arena *arena, Report *report)
{
    return res_parts(archive, false, out, arena, report);
}

/* From the head alone: the position and size of the table and the names. */
static ArchiveSpan card_table(Bytes head)
{
    const uint32_t magic = (uint32_t)uint_of(head.data, 4, false);
    const uint64_t count = uint_of(head.data + 4, 4, false),
                   table = uint_of(head.data + 8, 4, false),
                   names = uint_of(head.data + 12, 4, false);
    return (ArchiveSpan){table, count * res_slot_size(magic) + names};
}

static void card_show(const void *archive, JsonWriter *json)
{
    const ResMember *card = archive;
    if (card->encoding != ENCODING_CP1251)
        json_put_text(json, "encoding", text_of(encoding_name(card->encoding)));
    show_head(&card->res, json);
}

/* The encoding of the names is set for show_slot(), and restored. */
static void card_show_entry(const void *archive, size_t index, Bytes content, JsonWriter *json,
                            Arena *scratch)
{
    char digits[CONTENT_DIGITS + 1];
    const ResMember *card = archive;
    const GameTexts before = game_texts_choose(card->encoding);
    show_slot(&card->res.entries[index], json, scratch);
    game_texts_use(before);
    snprintf(digits, sizeof digits, "%016" PRIx64, hash_bytes(0, content));
    json_put_text(json, "content", text_of(digits));
}

/* A new file: its path becomes a name with backslashes, as the game uses. */
static bool new_entry(const ArchiveItem *item, ResEntry *out, Arena *arena, Report *report)
{
    char *path = (char *)arena_text(arena, item->path).at;
    for (size_t i = 0; i < item->path.size; i++)
        if (path[i] == '/')
            path[i] = '\\';
    *out = (ResEntry){
        .offset = UINT64_MAX, .next = CHAIN_END, .data = item->bytes, .time = time_of(item)};
    return game_text_encode((Text){path, item->path.size}, &out->name, NULL, arena) ||
           report_error(report, "the name \"%.*s\": %s", (int)item->path.size, item->path.at,
                        game_text_lack(item->path, arena).at);
}

/* Warns of names that the game may not find. */
static void warn_of_names(const Res *res, Arena *arena, Report *report)
{
    size_t foreign = 0;
    Text first = TEXT("");
    Table names = table_new(arena);
    for (size_t i = 0; i < res->count; i++) {
        const Text name = res->entries[i].name;
        const Text utf8 = game_text_decode(name, arena);
        char *key = (char *)arena_text(arena, name).at;
        for (size_t c = 0; c < name.size; c++)
            if (key[c] >= 'A' && key[c] <= 'Z')
                key[c] = (char)(key[c] - 'A' + 'a');
        if (*table_put(&names, (Text){key, name.size}, (uint32_t)i) != i)
            report_warning(report, "duplicate name \"%.*s\": the game finds only one of them",
                           (int)utf8.size, utf8.at);
        if (utf8.at != name.at && !foreign++)
            first = utf8;
    }
    if (foreign)
        report_warning(report,
                       "%zu name%s not ASCII, as \"%.*s\": some versions of the game cannot "
                       "find such names",
                       foreign, foreign == 1 ? " is" : "s are", (int)first.size, first.at);
}

/* Payloads in the order of the items, empty ones included. */
static void arrange(Res *res, const ArchiveLayout *layout)
{
    res->alignment = layout->alignment;
    for (size_t i = 0; i < res->count; i++)
        res->entries[i].offset = UINT64_MAX - res->count + i;
}

/* The old table is kept only if all entries are those of the recipe. */
static bool pack_items(const ArchiveItem *items, size_t count, const json_t *recipe,
                       const ArchiveOptions *options, ArchiveParts *out, Arena *arena,
                       Report *report)
{
    Res res = {.alignment = RES_ALIGNMENT};
    if (recipe && !parse_head(recipe, &res, arena, report))
        return false;
    res.count = count;
    res.entries = ARENA_ALLOC(arena, ResEntry, count);
    res.chained = res.chained && count == json_array_size(json_object_get(recipe, "entries"));
    for (size_t i = 0; i < count; i++) {
        ResEntry *entry = &res.entries[i];
        const bool known = items[i].recipe != NULL;
        res.chained = res.chained && known;
        if (!(known ? parse_entry(items[i].recipe, &items[i], &res, entry, arena, report)
                    : new_entry(&items[i], entry, arena, report)))
            return false;
    }
    check_block(&res);
    warn_of_names(&res, arena, report);
    if (options && options->layout)
        arrange(&res, options->layout);
    const bool dedup =
        options && (options->dedup || (options->layout && options->layout->dedup));
    return res_parts(&res, dedup, out, arena, report);
}

/* A recipe says which encoding the names have. */
static bool card_pack(const ArchiveItem *items, size_t count, const json_t *recipe,
                      const ArchiveOptions *options, ArchiveParts *out, Arena *arena,
                      Report *report)
{
    GameTexts before = game_texts();
    if (recipe && !format_use_encoding(recipe, &before, report))
        return false;
    const bool ok = pack_items(items, count, recipe, options, out, arena, report);
    game_texts_use(before);
    return ok;
}

static const char *const suffixes[] = {"res", "mq", "mpr", "mod", "bon", "anm", NULL};

const ArchiveKind res_archive = {.format = "res",
                                 .entries = {.items = offsetof(Res, entries),
                                             .count = offsetof(Res, count),
                                             .stride = sizeof(ResEntry),
                                             .name = offsetof(ResEntry, utf8),
                                             .stored = offsetof(ResEntry, data),
                                             .offset = offsetof(ResEntry, offset),
                                             .time = offsetof(ResEntry, time)},
                                 .suffixes = suffixes,
                                 .is = res_is,
                                 .read = card_read,
                                 .parts = card_parts,
                                 .table = card_table,
                                 .show = card_show,
                                 .show_entry = card_show_entry,
                                 .pack = card_pack};
