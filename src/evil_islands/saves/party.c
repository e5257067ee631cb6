/* Parts, in order: ids; objects; members; variables; checks; documentation. Walking stands
 * before parsing in each. Texts, numbers and records are in party_values.c. */
#include "evil_islands/saves/party.h"

#include "base/text.h"

#define RECORD_FILE "evil_islands/saves/party.def"
#include "base/record_define.h"

#include <stdlib.h>

static bool get_list(const json_t *json, const char *key, const json_t **out, Report *report)
{
    *out = json_object_get(json, key);
    return json_is_array(*out) || report_error(report, "\"%s\" must be a list", key);
}

/* ---- ids ---- */

static void note_known(PartyWalk *walk, uint32_t id)
{
    if (walk->ids)
        *ARENA_PUSH(walk->arena, walk->ids->known, walk->ids->known_count) = id;
}

/* 0xFFFFFFFF refers to no object, and is not checked. */
static void note_used(PartyWalk *walk, uint32_t id, const char *use)
{
    PartyIds *ids = walk->ids;
    if (!ids || id == UINT32_MAX)
        return;
    size_t count = ids->used_count;
    *ARENA_PUSH(walk->arena, ids->uses, count) = use;
    *ARENA_PUSH(walk->arena, ids->used, ids->used_count) = id;
}

/* A number of objects, which must have `size` bytes each. */
static bool walk_count(PartyWalk *walk, size_t size, uint32_t *out)
{
    *out = read_u32(walk->reader);
    if (!reader_ok(walk->reader))
        return false;
    return *out <= reader_left(walk->reader) / size ||
           reader_fail(walk->reader, "a count of %u, but only %zu bytes follow", *out,
                       reader_left(walk->reader));
}

/* 0xFFFFFFFF, no object, is shown as -1. */
static bool walk_ids(PartyWalk *walk, const char *key)
{
    uint32_t count;
    if (!walk_count(walk, 4, &count))
        return false;
    if (walk->json)
        json_open_list(walk->json, key);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t id = read_u32(walk->reader);
        note_used(walk, id, key);
        if (walk->json)
            json_put_int(walk->json, NULL, id == UINT32_MAX ? -1 : (int64_t)id);
    }
    if (walk->json)
        json_close_list(walk->json);
    return reader_ok(walk->reader);
}

/* -1 is written as 0xFFFFFFFF; both spellings are accepted. */
static bool parse_ids(const json_t *json, const char *key, Writer *out, Report *report)
{
    const json_t *list;
    if (!get_list(json, key, &list, report))
        return false;
    write_u32(out, (uint32_t)json_array_size(list));
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *id = json_array_get(list, i);
        const json_int_t number = json_is_integer(id) ? json_integer_value(id) : -2;
        if (number < -1 || number > UINT32_MAX)
            return report_error(report, "\"%s\" must have whole numbers from -1 to %u", key,
                                UINT32_MAX);
        write_u32(out, (uint32_t)number);
    }
    return true;
}

/* ---- objects ---- */

typedef struct ObjectKind {
    uint32_t number;
    const char *name, *doc;
    const RecordLayout *detail;
} ObjectKind;

static const ObjectKind kinds[] = {
#define OBJECT_KIND(number, name, Detail, doc) {number, #name, doc, &Detail##_layout},
#include "evil_islands/saves/party_kinds.def"
};

/* Bytes of a PartyObject, and from the start of a detail (its id included) to the spell's
 * id. */
enum { OBJECT_SIZE = 12, SPELL_OFFSET = 40 };

static const ObjectKind *kind_of_number(uint32_t number)
{
    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        if (kinds[i].number == number)
            return &kinds[i];
    return NULL;
}

bool party_kind_is_known(uint32_t number) { return kind_of_number(number) != NULL; }

static const ObjectKind *kind_of_name(Text name)
{
    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        if (text_is(name, kinds[i].name))
            return &kinds[i];
    return NULL;
}

/* Weapons, armour and containers have the id of a spell at the same place. */
static bool has_spell(const ObjectKind *kind)
{
    return kind->detail == &PartyWeapon_layout || kind->detail == &PartyArmour_layout ||
           kind->detail == &PartyContainer_layout;
}

/* The objects of a list come before all details, so they are kept as a slice of the file. */
typedef struct ObjectList {
    const char *key, *end_key;
    const uint8_t *objects;
    uint32_t count;
} ObjectList;

/* Checks the kinds of all objects, so that walk_detail() finds the layout of each. */
static bool walk_list(PartyWalk *walk, ObjectList *list)
{
    Reader *reader = walk->reader;
    if (!walk_count(walk, OBJECT_SIZE, &list->count))
        return false;
    list->objects = reader->bytes.data + reader->at;
    for (uint32_t i = 0; i < list->count; i++) {
        const uint8_t *object = read_bytes(reader, OBJECT_SIZE).data;
        if (!kind_of_number((uint32_t)uint_of(object + 4, 4, false)))
            return reader_fail(reader, "object %u of \"%s\" has the unknown kind 0x%x", i,
                               list->key, (unsigned)uint_of(object + 4, 4, false));
    }
    return true;
}

/* The size is checked first, because the spell is read ahead of the record. The JSON
 * combines the object and its detail: `object` has u32 id, u32 kind, u16 material, u16 row. */
static bool walk_detail(PartyWalk *walk, const uint8_t *object)
{
    Reader *reader = walk->reader;
    const uint32_t id = (uint32_t)uint_of(object, 4, false);
    const ObjectKind *kind = kind_of_number((uint32_t)uint_of(object + 4, 4, false));
    const size_t start = reader->at;
    if (!reader_need(reader, 4 + kind->detail->bytes, "the detail of an object"))
        return false;
    if (read_u32(reader) != id)
        return reader_fail(reader, "the detail of object %u is that of another", id);
    note_known(walk, id);
    if (has_spell(kind))
        note_used(walk, (uint32_t)uint_of(reader->bytes.data + start + SPELL_OFFSET, 4, false),
                  "spell of an item");
    if (walk->json) {
        json_open(walk->json, NULL);
        json_put_uint(walk->json, "id", id);
        json_put_text(walk->json, "kind", text_of(kind->name));
        json_put_uint(walk->json, "material", uint_of(object + 8, 2, false));
        json_put_uint(walk->json, "row", uint_of(object + 10, 2, false));
    }
    if (!party_walk_record(walk, "detail", kind->detail))
        return false;
    if (walk->json)
        json_close(walk->json);
    return true;
}

/* A list ends with PARTY_LIST_END and a byte, which is kept because its meaning is not
 * documented. */
static bool walk_details(PartyWalk *walk, const ObjectList *list)
{
    uint32_t end;
    if (walk->json)
        json_open_list(walk->json, list->key);
    for (uint32_t i = 0; i < list->count; i++)
        if (!walk_detail(walk, list->objects + (size_t)i * OBJECT_SIZE))
            return false;
    if (walk->json)
        json_close_list(walk->json);
    if (read_u32(walk->reader) != (uint32_t)PARTY_LIST_END)
        return reader_fail(walk->reader, "the end of \"%s\" is missing", list->key);
    return party_walk_number(walk, list->end_key, 1, &end);
}

/* The order in the file: both lists of objects, then both lists of details. */
bool party_walk_stock(PartyWalk *walk)
{
    ObjectList items = {.key = "items", .end_key = "items_end"};
    ObjectList spells = {.key = "spells", .end_key = "spells_end"};
    return walk_list(walk, &items) && walk_list(walk, &spells) && walk_details(walk, &items) &&
           walk_details(walk, &spells);
}

/* Writes an object to `out`, and its detail to `details`. */
static bool parse_object(const json_t *object, Writer *out, Writer *details, Arena *arena,
                         Report *report)
{
    Text name;
    if (!party_keys_known(object, "id kind material row detail", "an object", report) ||
        !json_get_text(object, "kind", &name, arena, report) ||
        !party_parse_number(object, "id", 4, out, report))
        return false;
    const ObjectKind *kind = kind_of_name(name);
    if (!kind)
        return report_error(report, "unknown kind \"%.*s\"", (int)name.size, name.at);
    write_u32(out, kind->number);
    return party_parse_number(object, "material", 2, out, report) &&
           party_parse_number(object, "row", 2, out, report) &&
           party_parse_number(object, "id", 4, details, report) &&
           party_parse_record(object, "detail", kind->detail, details, arena, report);
}

/* Objects and details are separate in the file but together in JSON, hence the two writers. */
static bool parse_list(const json_t *json, const char *key, const char *end_key, Writer *out,
                       Writer *details, Arena *arena, Report *report)
{
    const json_t *list;
    if (!get_list(json, key, &list, report))
        return false;
    write_u32(out, (uint32_t)json_array_size(list));
    for (size_t i = 0; i < json_array_size(list); i++)
        if (!parse_object(json_array_get(list, i), out, details, arena, report))
            return false;
    write_u32(details, (uint32_t)PARTY_LIST_END);
    return party_parse_number(json, end_key, 1, details, report);
}

bool party_parse_stock(const json_t *json, Writer *out, Arena *arena, Report *report)
{
    Writer details = writer_to(arena);
    if (!parse_list(json, "items", "items_end", out, &details, arena, report) ||
        !parse_list(json, "spells", "spells_end", out, &details, arena, report))
        return false;
    write_bytes(out, writer_bytes(&details));
    return true;
}

/* ---- members ---- */

typedef struct MemberPart {
    enum { MEMBER_TEXT, MEMBER_NUMBER, MEMBER_RECORD, MEMBER_IDS } kind;
    const char *name, *doc;
    const RecordLayout *type;
} MemberPart;

static const MemberPart member_parts[] = {
#define MEMBER(kind, name, type, doc) {MEMBER_##kind, #name, doc, &type##_layout},
#include "evil_islands/saves/party_member.def"
};

/* The keys of a member in one text, each followed by a space, for party_keys_known(). */
static const char member_keys[] =
#define MEMBER(kind, name, type, doc) #name " "
#include "evil_islands/saves/party_member.def"
    ;

/* Reads ahead with a copy of the reader: the record is walked again as a part of the member. */
static bool walk_unit(PartyWalk *walk)
{
    Reader ahead = *walk->reader;
    PartyUnit *unit = ARENA_ALLOC(walk->arena, PartyUnit, 1);
    if (!record_read(&PartyUnit_layout, unit, &ahead, walk->arena))
        return false;
    walk->unit(walk->context, unit);
    return true;
}

static bool walk_part(PartyWalk *walk, const MemberPart *part)
{
    uint32_t number;
    switch (part->kind) {
    case MEMBER_TEXT:
        return party_walk_text(walk, part->name);
    case MEMBER_NUMBER:
        return party_walk_number(walk, part->name, part->type->bytes, &number);
    case MEMBER_IDS:
        return walk_ids(walk, part->name);
    default:
        if (part->type == &PartyUnit_layout && walk->unit && !walk_unit(walk))
            return false;
        return party_walk_record(walk, part->name, part->type);
    }
}

static bool walk_member(PartyWalk *walk)
{
    if (walk->json)
        json_open(walk->json, NULL);
    for (size_t i = 0; i < COUNT_OF(member_parts); i++)
        if (!walk_part(walk, &member_parts[i]))
            return false;
    if (walk->json)
        json_close(walk->json);
    return true;
}

/* The count is limited twice: by the bytes left, and by what a party of the game can have. */
bool party_walk_people(PartyWalk *walk)
{
    uint32_t count;
    if (!walk_ids(walk, "backpack") || !walk_count(walk, PARTY_UNIT_SIZE, &count))
        return false;
    if (count > PARTY_MEMBERS_MAX)
        return reader_fail(walk->reader, "%u members; the maximum is %d", count,
                           PARTY_MEMBERS_MAX);
    if (walk->json)
        json_open_list(walk->json, "members");
    for (uint32_t i = 0; i < count; i++)
        if (!walk_member(walk))
            return false;
    if (walk->json)
        json_close_list(walk->json);
    return true;
}

static bool parse_part(const json_t *member, const MemberPart *part, Writer *out, Arena *arena,
                       Report *report)
{
    switch (part->kind) {
    case MEMBER_TEXT:
        return party_parse_text(member, part->name, out, arena, report);
    case MEMBER_NUMBER:
        return party_parse_number(member, part->name, part->type->bytes, out, report);
    case MEMBER_IDS:
        return parse_ids(member, part->name, out, report);
    default:
        return party_parse_record(member, part->name, part->type, out, arena, report);
    }
}

bool party_parse_people(const json_t *json, Writer *out, Arena *arena, Report *report)
{
    const json_t *members;
    if (!parse_ids(json, "backpack", out, report) ||
        !get_list(json, "members", &members, report))
        return false;
    if (json_array_size(members) > PARTY_MEMBERS_MAX)
        return report_error(report, "%zu members; the maximum is %d", json_array_size(members),
                            PARTY_MEMBERS_MAX);
    write_u32(out, (uint32_t)json_array_size(members));
    for (size_t i = 0; i < json_array_size(members); i++) {
        const json_t *member = json_array_get(members, i);
        if (!party_keys_known(member, member_keys, "a member", report))
            return false;
        for (size_t j = 0; j < COUNT_OF(member_parts); j++)
            if (!parse_part(member, &member_parts[j], out, arena, report))
                return false;
    }
    return true;
}

/* ---- variables ---- */

static bool walk_variable(PartyWalk *walk)
{
    if (walk->json)
        json_open(walk->json, NULL);
    if (!party_walk_text(walk, "name"))
        return false;
    const uint32_t bits = read_u32(walk->reader);
    if (walk->json) {
        float value;
        memcpy(&value, &bits, sizeof value);
        json_put_float(walk->json, "value", value);
        json_close(walk->json);
    }
    return reader_ok(walk->reader);
}

/* The list of variables has no count: an empty name, a single zero byte, ends it. */
static bool at_empty_name(const Reader *reader)
{
    return reader_left(reader) && !reader->bytes.data[reader->at];
}

/* The money is stored exclusive-or a key. `min` rejects data that only looks like variables. */
bool party_walk_variables(PartyWalk *walk, size_t min)
{
    Reader *reader = walk->reader;
    size_t count = 0;
    if (walk->json)
        json_open_list(walk->json, "variables");
    for (; reader_ok(reader) && !at_empty_name(reader); count++)
        if (!walk_variable(walk))
            return false;
    if (walk->json)
        json_close_list(walk->json);
    read_u8(reader);
    const uint32_t key = read_u32(reader), money = read_u32(reader) ^ key;
    if (count < min)
        return reader_fail(reader, "%zu variables; at least %zu are expected", count, min);
    if (walk->json && reader_ok(reader)) {
        json_put_uint(walk->json, "money", money);
        json_put_uint(walk->json, "money_key", key);
    }
    return reader_ok(reader);
}

/* An empty name, one zero byte, would end the list, and is rejected. */
static bool parse_variable(const json_t *variable, Writer *out, Arena *arena, Report *report)
{
    uint32_t bits;
    const size_t start = out->size;
    if (!party_keys_known(variable, "name value", "a variable", report) ||
        !party_parse_text(variable, "name", out, arena, report))
        return false;
    if (out->size == start + 1)
        return report_error(report, "a variable has an empty name");
    if (!json_float_bits(json_object_get(variable, "value"), &bits))
        return report_error(report,
                            "\"value\" must be a number or a text \"0x...\" of its bits");
    write_u32(out, bits);
    return true;
}

bool party_parse_variables(const json_t *json, Writer *out, Arena *arena, Report *report)
{
    const json_t *list;
    int64_t money, key;
    if (!get_list(json, "variables", &list, report))
        return false;
    for (size_t i = 0; i < json_array_size(list); i++)
        if (!parse_variable(json_array_get(list, i), out, arena, report))
            return false;
    write_u8(out, 0);
    if (!json_get_int(json, "money", 0, UINT32_MAX, &money, report) ||
        !json_get_int(json, "money_key", 0, UINT32_MAX, &key, report))
        return false;
    write_u32(out, (uint32_t)key);
    write_u32(out, (uint32_t)(money ^ key));
    return true;
}

/* ---- checks ---- */

static int compare_ids(const void *a, const void *b)
{
    const uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return (left > right) - (left < right);
}

/* One more element than ids, so that an empty list is an array, too. Problems are warnings:
 * the save can still be read. */
void party_check_ids(const PartyIds *ids, Arena *arena, Report *report)
{
    uint32_t *known = ARENA_ALLOC(arena, uint32_t, ids->known_count + 1);
    if (ids->known_count)
        memcpy(known, ids->known, ids->known_count * sizeof *known);
    qsort(known, ids->known_count, sizeof *known, compare_ids);
    for (size_t i = 1; i < ids->known_count; i++)
        if (known[i] == known[i - 1])
            report_warning(report, "two objects have the id %u", known[i]);
    for (size_t i = 0; i < ids->used_count; i++)
        if (!bsearch(&ids->used[i], known, ids->known_count, sizeof *known, compare_ids))
            report_warning(report, "%s: object %u does not exist", ids->uses[i], ids->used[i]);
}

/* PartyPerks consists of bytes only, so its fields are read as an array of levels. */
void party_check_unit(void *context, const PartyUnit *unit)
{
    Report *report = context;
    const uint8_t *perks = (const uint8_t *)&unit->perks;
    size_t count;
    const Field *fields = PartyPerks_layout.fields(&count);
    for (size_t i = 0; i < count; i++)
        if (perks[fields[i].offset] > PARTY_PERK_MAX)
            report_warning(report, "the ability %s has level %u; the maximum is %d",
                           fields[i].name, perks[fields[i].offset], PARTY_PERK_MAX);
    if (unit->experience_spent > unit->experience)
        report_warning(report, "more experience is spent (%g) than there is (%g)",
                       (double)unit->experience_spent, (double)unit->experience);
}

/* ---- documentation ---- */

static const char *const stock_page =
    "A stock: u32 and that many items, u32 and that many spells (PartyObject each); then the "
    "details of the items (the object's u32 id, and the record of its kind), 0xFFFFFADF and a "
    "byte; then those of the spells, 0xFFFFFADF and a byte.\n\n"
    "| kind | name | detail | table of the row |\n|---|---|---|---|\n";

static const char *const people_page =
    "\nPeople: u32 and that many ids (the backpack; 0xFFFFFFFF is an empty place), u32 and "
    "that "
    "many members. A text ends with a zero and is cp1251; ids are u32 and that many u32.\n\n"
    "| part of a member | type | |\n|---|---|---|\n";

static const char *const variables_page = "\nVariables: texts, each followed by an f32; an "
                                          "empty text ends them. Then u32 `money_key`, "
                                          "u32 `money` exclusive-or `money_key`.\n\n";

void party_describe(Writer *writer)
{
    static const char *const types[] = {"text", "", "", "ids"};
    write_text(writer, text_of(stock_page));
    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        write_format(writer, "| 0x%x | %s | %s | %s |\n", kinds[i].number, kinds[i].name,
                     kinds[i].detail->name, kinds[i].doc);
    write_text(writer, text_of(people_page));
    for (size_t i = 0; i < COUNT_OF(member_parts); i++) {
        const MemberPart *part = &member_parts[i];
        write_format(writer, "| `%s` | %s | %s |\n", part->name,
                     *types[part->kind] ? types[part->kind] : part->type->name, part->doc);
    }
    write_text(writer, text_of(variables_page));
#define RECORD_FILE "evil_islands/saves/party.def"
#define RECORD_EACH(Record) record_describe(&Record##_layout, writer);
#include "base/record_each.h"
#undef RECORD_FILE
}
