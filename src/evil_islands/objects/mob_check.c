/* Check and title of map objects. */
#include "base/hash.h"
#include "evil_islands/objects/mob.h"
#include "evil_islands/objects/mob_folder.h"
#include "evil_islands/objects/mob_script.h"
#include "base/text.h"

/* ---- checking ---- */

enum { NO_ID = 0xFFFFFFFFu };

typedef struct Check {
    Table ids, places; /* of objects (NID); of parts of sections (VSS_ID); keys: four bytes */
    Table names;       /* OBJNAME */
    size_t warnings;
    Arena *arena;
    Report *report;
} Check;

/* A number as a table key. */
static Text key_of(Check *check, uint32_t id)
{
    return text_of_bytes(arena_copy(check->arena, (Bytes){(const uint8_t *)&id, sizeof id}));
}

static bool has_number(const Table *table, uint32_t id)
{
    return table_get(table, (Text){(const char *)&id, sizeof id}) != NULL;
}

/* Whether another warning may be reported. */
static bool may_warn(Check *check)
{
    if (check->warnings++ == MOB_WARNINGS_MAX)
        report_warning(check->report, "there are more warnings of this kind");
    return check->warnings <= MOB_WARNINGS_MAX;
}

static void add_id(Check *check, Table *table, const MobNode *node, const MobNode *id)
{
    const size_t before = table->count;
    if (!id || id->raw)
        return;
    table_put(table, key_of(check, mob_u32(id, 0)), 0);
    if (table->count == before && may_warn(check))
        report_warning(check->report, "duplicate %s %u", node->kind->name, mob_u32(id, 0));
}

static void collect(Check *check, const MobNode *nodes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const MobNode *node = &nodes[i];
        const Text name = mob_text(mob_child(node, MOB_OBJNAME), check->arena);
        add_id(check, &check->ids, node, mob_child(node, MOB_NID));
        add_id(check, &check->places, node, mob_child(node, MOB_VSS_ID));
        if (name.size)
            table_put(&check->names, name, 0);
        collect(check, node->children, node->count);
    }
}

/* Numbers that must be the id of a part of a section; 0 and -1 mean none. OBJ_PARENT_ID is
 * not included: it is the number of a template in the editor, corresponds to PARENTTEMPLATE,
 * and never refers to an object of the map. */
static const struct {
    uint32_t id;
    const char *what;
} links[] = {{MOB_VSS_SRC_ID, "where it comes from"}, {MOB_VSS_DST_ID, "where it leads to"}};

static void check_links(Check *check, const MobNode *node)
{
    for (size_t i = 0; i < COUNT_OF(links); i++) {
        const uint32_t id = mob_u32(mob_child(node, links[i].id), 0);
        if (id && id != NO_ID && !has_number(&check->places, id) && may_warn(check))
            report_warning(check->report, "%s %u: %s, %u, does not exist", node->kind->name,
                           mob_u32(mob_child(node, MOB_NID), 0), links[i].what, id);
    }
}

static void check_nodes(Check *check, const MobNode *nodes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const MobNode *node = &nodes[i], *template = mob_child(node, MOB_OBJTEMPLATE);
        if (template && !template->raw && !template->data.size && may_warn(check))
            report_warning(check->report, "%s %u has an empty template", node->kind->name,
                           mob_u32(mob_child(node, MOB_NID), 0));
        if (node->count)
            check_links(check, node);
        check_nodes(check, node->children, node->count);
    }
}

static bool has_id(void *context, uint32_t id)
{
    const Check *check = context;
    return has_number(&check->ids, id);
}

static bool has_name(void *context, Text name)
{
    const Check *check = context;
    return table_get(&check->names, name) != NULL;
}

static bool check_script(Check *check, const MobNode *node)
{
    const MobObjects objects = {has_id, has_name, check};
    Report about = report_part(check->report, TEXT(MOB_SCRIPT_FILE), check->arena);
    return mob_script_check_text(mob_text(node, check->arena), &objects, check->arena, &about);
}

/* Checks the bytes after the last node: some files end with zeros; a node that exceeds the file
 * was truncated. */
static bool check_end(const Mob *mob, Report *report)
{
    const Bytes rest = mob->rest;
    size_t zeros = 0;
    while (zeros < rest.size && !rest.data[zeros])
        zeros++;
    if (zeros == rest.size || mob->count >= MOB_NODES_MAX)
        return true;
    const uint32_t size = rest.size < MOB_HEAD ? 0 : (uint32_t)uint_of(rest.data + 4, 4, false);
    return (rest.size >= MOB_HEAD && size <= rest.size) ||
           report_error(report,
                        "%zu bytes at the end begin a node that does not end: the file "
                        "is cut",
                        rest.size);
}

bool mob_check(Bytes file, Arena *arena, Report *report)
{
    Mob mob;
    Check check = {.ids = table_new(arena),
                   .places = table_new(arena),
                   .names = table_new(arena),
                   .arena = arena,
                   .report = report};
    if (!mob_read(file, &mob, arena, report) || !check_end(&mob, report))
        return false;
    collect(&check, mob.nodes, mob.count);
    check_nodes(&check, mob.nodes, mob.count);
    const MobNode *script = mob_script(&mob);
    return !script || check_script(&check, script);
}

/* ---- the registry ---- */

/* OBJECTDBFILE, which is empty or contains a valid node. */
bool mob_is(Bytes start)
{
    if (start.size < MOB_HEAD || uint_of(start.data, 4, false) != MOB_OBJECTDBFILE)
        return false;
    const uint32_t size = (uint32_t)uint_of(start.data + 4, 4, false);
    const uint64_t inner =
        start.size < 2 * MOB_HEAD ? 0 : uint_of(start.data + MOB_HEAD + 4, 4, false);
    return size == MOB_HEAD || (size >= 2 * MOB_HEAD && size < 1u << 30 &&
                                (!inner || (inner >= MOB_HEAD && inner <= size - MOB_HEAD)));
}

typedef struct Counts {
    size_t objects, units, lights, sounds, particles;
} Counts;

static void count(const MobNode *nodes, size_t total, Counts *out)
{
    for (size_t i = 0; i < total; i++) {
        out->objects += nodes[i].id == MOB_OBJECT;
        out->units += nodes[i].id == MOB_UNIT;
        out->lights += nodes[i].id == MOB_LIGHT;
        out->sounds += nodes[i].id == MOB_SOUND;
        out->particles += nodes[i].id == MOB_PARTICL;
        count(nodes[i].children, nodes[i].count, out);
    }
}

static void put_count(Writer *out, size_t number, const char *what)
{
    if (number)
        write_format(out, "%s%zu %s%s", out->size ? ", " : "", number, what, PLURAL(number));
}

Text mob_title(Bytes file, Arena *arena)
{
    Mob mob;
    Counts counts = {0};
    Writer out = writer_to(arena);
    Report silent = report_to(NULL, NULL);
    if (!mob_read(file, &mob, arena, &silent))
        return TEXT("");
    count(mob.nodes, mob.count, &counts);
    put_count(&out, counts.objects, "object");
    put_count(&out, counts.units, "unit");
    put_count(&out, counts.lights, "light");
    put_count(&out, counts.sounds, "sound");
    put_count(&out, counts.particles, "particle source");
    if (mob_script(&mob))
        write_format(&out, "%sa script", out.size ? ", " : "");
    return out.size ? writer_text(&out) : TEXT("no objects");
}

/* ---- documentation ---- */

static const struct {
    const char *name, *doc;
} payloads[] = {
#define ANY_SIZE 0
#define PAYLOAD(word, name, size, doc) {name, doc},
#include "evil_islands/objects/mob_types.def"
#undef PAYLOAD
};

static const MobKind kinds[] = {
#define NODE(id, payload, name) {id, MOB_PAYLOAD_##payload, #name},
#include "evil_islands/objects/mob_nodes.def"
#undef NODE
};

static const struct {
    const char *name, *values;
} functions[] = {
#define FUNCTION(name, values) {#name, values},
#include "evil_islands/objects/mob_functions.def"
#undef FUNCTION
};

void mob_describe(Writer *writer)
{
    write_format(
        writer,
        "Little-endian. A row of nodes, as a rule OBJECTDBFILE, then AIGRAPH. What a "
        "payload is follows from the id.\nNodes of other ids, and those whose payload is "
        "of another size, are preserved.\n\n"
        "| offset | field | type | count | meaning |\n|--:|---|---|---|---|\n"
        "| 0 | `id` | u32 |  | the kind |\n"
        "| 4 | `size` | u32 |  | of the node, with these 8 bytes |\n"
        "| 8 | `payload` |  |  |  |\n\n"
        "`convert zone.mob -o DIR` makes `" MOB_TREE_FILE "`, `" MOB_SCRIPT_FILE
        "` (as it is stored, in UTF-8)\nand `" MOB_GRAPH_FILE
        "`; `convert DIR -o zone.mob` puts them together again.\n\n"
        "SS_TEXT is obfuscated: for each byte key = key * 214013 + 2531011, and the byte "
        "is xored with bits 16 to 23\nof the key.\n\n### Payloads\n\n"
        "| payload | meaning |\n|---|---|\n");
    for (size_t i = 0; i < COUNT_OF(payloads); i++)
        write_format(writer, "| %s | %s |\n", payloads[i].name, payloads[i].doc);
    write_format(writer, "\n");
    record_describe(&MobUnitStats_layout, writer);
    write_format(writer, "### Nodes\n\n| id | name | payload |\n|---|---|---|\n");
    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        write_format(writer, "| %08X | %s | %s |\n", kinds[i].id, kinds[i].name,
                     payloads[kinds[i].payload].name);
    write_format(writer, "\n### Functions of scripts\n\n| function | values |\n|---|---|\n");
    for (size_t i = 0; i < COUNT_OF(functions); i++)
        write_format(writer, "| %s | %s |\n", functions[i].name, functions[i].values);
}
