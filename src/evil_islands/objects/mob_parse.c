/* Conversion of JSON to map objects. */
#include "base/game_text.h"
#include "base/text.h"
#include "evil_islands/objects/mob_internal.h"

typedef struct Parse {
    const MobParts *parts;
    const char *name; /* of the current node */
    /* The path of the current node: its index in its list, preceded by those of its ancestors.
     */
    size_t path[MOB_DEPTH_MAX + 1];
    unsigned path_count;
    Writer scratch; /* for one value */
    Arena *arena;
    Report *report;
} Parse;

static bool wanted(Parse *parse, const char *what)
{
    return report_error(parse->report, "%s: \"value\" must be %s", parse->name, what);
}

/* ---- values ---- */

/* `size` is in bytes. A negative number is written as its two's complement. */
static bool take_number(Parse *parse, const json_t *json, int64_t least, int64_t most,
                        unsigned size, Writer *out)
{
    const json_int_t number = json_integer_value(json);
    if (!json_is_integer(json) || number < least || number > most)
        return report_error(parse->report, "%s: expected a number from %lld to %lld",
                            parse->name, (long long)least, (long long)most);
    write_uint(out, (uint64_t)number, size);
    return true;
}

static bool take_float(Parse *parse, const json_t *json, Writer *out)
{
    uint32_t bits;
    if (!json_float_bits(json, &bits))
        return report_error(parse->report,
                            "%s: expected a number or a text \"0x...\" of its bits",
                            parse->name);
    write_u32(out, bits);
    return true;
}

/* Parses a list of `count` floats, or of signed or unsigned 32-bit numbers. */
typedef enum Item { ITEM_FLOAT, ITEM_SIGNED, ITEM_UNSIGNED } Item;

static bool take_items(Parse *parse, const json_t *json, size_t count, Item item, Writer *out)
{
    if (!json_is_array(json) || json_array_size(json) != count)
        return report_error(parse->report, "%s: expected a list of %zu numbers", parse->name,
                            count);
    for (size_t i = 0; i < count; i++) {
        const json_t *one = json_array_get(json, i);
        const bool ok = item == ITEM_FLOAT ? take_float(parse, one, out)
                        : item == ITEM_SIGNED
                            ? take_number(parse, one, INT32_MIN, INT32_MAX, 4, out)
                            : take_number(parse, one, 0, UINT32_MAX, 4, out);
        if (!ok)
            return false;
    }
    return true;
}

/* Parses rows of `width` numbers: any number preceded by a count, or exactly `rows`. */
static bool take_rows(Parse *parse, const json_t *json, size_t rows, size_t width, Item item,
                      Writer *out)
{
    const size_t count = json_array_size(json);
    if (!json_is_array(json) || (rows && count != rows))
        return wanted(parse, "a list of lists of numbers");
    if (!rows)
        write_u32(out, (uint32_t)count);
    for (size_t i = 0; i < count; i++)
        if (!take_items(parse, json_array_get(json, i), width, item, out))
            return false;
    return true;
}

/* `bad` is the offset in the UTF-8 text, which is what an editor shows. */
static bool take_utf8(Parse *parse, Text utf8, Writer *out)
{
    Text bytes;
    size_t bad;
    if (!game_text_encode(utf8, &bytes, &bad, parse->arena))
        return report_error(parse->report, "%s: byte %zu of the text: %s", parse->name, bad,
                            game_text_lack(utf8, parse->arena).at);
    write_text(out, bytes);
    return true;
}

static bool take_text(Parse *parse, const json_t *json, Writer *out)
{
    if (!json_is_string(json))
        return wanted(parse, "a text");
    return take_utf8(parse, (Text){json_string_value(json), json_string_length(json)}, out);
}

/* Each text is a node of the list's own id: u32 id, u32 size with its head of 8 bytes, the
 * text. */
static bool take_strings(Parse *parse, uint32_t id, const json_t *json, Writer *out)
{
    if (!json_is_array(json))
        return wanted(parse, "a list of texts");
    write_u32(out, (uint32_t)json_array_size(json));
    for (size_t i = 0; i < json_array_size(json); i++) {
        const size_t at = out->size;
        write_u32(out, id);
        write_u32(out, 0);
        if (!take_text(parse, json_array_get(json, i), out))
            return false;
        write_uint_at(out, at + 4, out->size - at, 4);
    }
    return true;
}

static bool take_stats(Parse *parse, const json_t *json, Writer *out)
{
    MobUnitStats stats = {0};
    if (!json_is_object(json))
        return wanted(parse, "an object");
    if (!record_parse(&MobUnitStats_layout, &stats, json, parse->arena, parse->report))
        return false;
    record_write(&MobUnitStats_layout, &stats, out);
    return true;
}

/* Checked after it is written, by the same function that checks a file: mob_fits(). */
static bool take_graph(Parse *parse, const json_t *json, Writer *out)
{
    Bytes cells;
    if (!json_is_object(json))
        return wanted(parse, "an object with width, height and cells");
    if (!take_number(parse, json_object_get(json, "width"), 0, UINT32_MAX, 4, out) ||
        !take_number(parse, json_object_get(json, "height"), 0, UINT32_MAX, 4, out) ||
        !json_get_hex(json, "cells", &cells, parse->arena, parse->report))
        return false;
    write_bytes(out, cells);
    return mob_fits(mob_kind(MOB_AIGRAPH), writer_bytes(out)) ||
           report_error(parse->report, "%s: \"cells\" must have %d bytes for each cell",
                        parse->name, MOB_GRAPH_CELL);
}

static bool take_key(Parse *parse, const json_t *node, uint32_t *out)
{
    const json_t *key = json_object_get(node, "key");
    const Text hex = json_is_string(key) ? text_of(json_string_value(key)) : TEXT("");
    return (text_starts(hex, "0x") && text_hex(text_slice(hex, 2, hex.size), 8, out)) ||
           report_error(parse->report, "%s: \"key\" must be a text \"0x\" and eight digits",
                        parse->name);
}

/* ---- scripts and graphs, which may be separate files ---- */

static bool names_file(const json_t *node, const char *file)
{
    const char *name = json_string_value(json_object_get(node, "file"));
    return name && !strcmp(name, file);
}

/* Without parts, the tree came from one JSON file, so the folder's other files are unknown. */
static bool not_there(Parse *parse, const char *file)
{
    return report_error(parse->report, "%s: %s is missing%s", parse->name, file,
                        parse->parts ? "" : ": convert the folder, not its tree alone");
}

/* The key is stored in front of the encrypted text. An old script has neither. */
static bool take_script(Parse *parse, const MobKind *kind, const json_t *node, Writer *out)
{
    uint32_t key = 0;
    if (kind->payload == MOB_PAYLOAD_SCRIPT) {
        if (!take_key(parse, node, &key))
            return false;
        write_u32(out, key);
    }
    const size_t at = out->size;
    if (names_file(node, MOB_SCRIPT_FILE)) {
        if (!parse->parts || !parse->parts->script.at)
            return not_there(parse, MOB_SCRIPT_FILE);
        if (!take_utf8(parse, parse->parts->script, out))
            return false;
    } else if (!take_text(parse, json_object_get(node, "value"), out)) {
        return false;
    }
    if (kind->payload == MOB_PAYLOAD_SCRIPT)
        mob_crypt(key, out->data + at, out->size - at);
    return true;
}

static bool take_graph_file(Parse *parse, Writer *out)
{
    if (!parse->parts || !parse->parts->graph.data)
        return not_there(parse, MOB_GRAPH_FILE);
    write_bytes(out, parse->parts->graph);
    return true;
}

/* A payload that has no case here needs "raw": take_node() gets it before. */
static bool take_value(Parse *parse, const MobKind *kind, const json_t *node, Writer *out)
{
    const json_t *value = json_object_get(node, "value");
    switch (kind->payload) {
    case MOB_PAYLOAD_BYTE:
        return take_number(parse, value, 0, UINT8_MAX, 1, out);
    case MOB_PAYLOAD_DWORD:
        return take_number(parse, value, 0, UINT32_MAX, 4, out);
    case MOB_PAYLOAD_FLOAT:
        return take_float(parse, value, out);
    case MOB_PAYLOAD_PLOT:
        return take_items(parse, value, 3, ITEM_FLOAT, out);
    case MOB_PAYLOAD_QUATERNION:
        return take_items(parse, value, 4, ITEM_FLOAT, out);
    case MOB_PAYLOAD_NOTHING:
        return true;
    case MOB_PAYLOAD_STRING:
        return kind->id == MOB_SS_TEXT_OLD ? take_script(parse, kind, node, out)
                                           : take_text(parse, value, out);
    case MOB_PAYLOAD_SCRIPT:
        return take_script(parse, kind, node, out);
    case MOB_PAYLOAD_RECTANGLE:
        return take_items(parse, value, 4, ITEM_UNSIGNED, out);
    case MOB_PAYLOAD_STRINGS:
        return take_strings(parse, kind->id, value, out);
    case MOB_PAYLOAD_UNIT_STATS:
        return take_stats(parse, value, out);
    case MOB_PAYLOAD_LEVER:
        return take_items(parse, value, 3, ITEM_SIGNED, out);
    case MOB_PAYLOAD_DIPLOMACY:
        return take_rows(parse, value, MOB_PLAYERS, MOB_PLAYERS, ITEM_SIGNED, out);
    case MOB_PAYLOAD_AREAS:
        return take_rows(parse, value, 0, 3, ITEM_FLOAT, out);
    case MOB_PAYLOAD_PLOTS_2D:
        return take_rows(parse, value, 0, 2, ITEM_FLOAT, out);
    case MOB_PAYLOAD_AI_GRAPH:
        return names_file(node, MOB_GRAPH_FILE) ? take_graph_file(parse, out)
                                                : take_graph(parse, value, out);
    default:
        return report_error(parse->report, "%s: \"raw\" is missing", parse->name);
    }
}

/* ---- nodes ---- */

/* By "type", or by "id", a text "0x...". */
static bool take_id(Parse *parse, const json_t *json, MobNode *out)
{
    const json_t *type = json_object_get(json, "type"), *id = json_object_get(json, "id");
    const Text name = json_is_string(type) ? text_of(json_string_value(type)) : TEXT("");
    const Text hex = json_is_string(id) ? text_of(json_string_value(id)) : TEXT("");
    out->kind = mob_kind_named(name);
    if (type && !out->kind)
        return report_error(parse->report, "unknown node \"%.*s\"", (int)name.size, name.at);
    if (out->kind) {
        out->id = out->kind->id;
    } else {
        if (!text_starts(hex, "0x") || !text_hex(text_slice(hex, 2, hex.size), 8, &out->id))
            return report_error(parse->report,
                                "a node must have a \"type\" or an \"id\", a text \"0x\" and "
                                "eight digits");
        out->kind = mob_kind(out->id);
    }
    parse->name = mob_name(out, parse->arena).at;
    return true;
}

static bool known_keys(Parse *parse, const json_t *json)
{
    static const char *const known[] = {"type", "id",  "value", "raw",       "children",
                                        "rest", "key", "file",  "short_size"};
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)json, key, value)
    {
        bool found = false;
        for (size_t i = 0; i < COUNT_OF(known); i++)
            found |= !strcmp(known[i], key);
        if (!found)
            return report_error(parse->report, "%s: a node has no \"%s\"", parse->name, key);
    }
    return true;
}

static bool take_nodes(Parse *parse, const json_t *json, const char *key, unsigned depth,
                       MobNode **nodes, size_t *count, Bytes *rest);

/* The kind is needed before the keys are checked, for its name in messages. A node that is
 * not known has only "raw". */
static bool take_node(Parse *parse, const json_t *json, unsigned depth, MobNode *out)
{
    *out = (MobNode){0};
    if (!json_is_object(json))
        return report_error(parse->report, "a node must be an object");
    if (!take_id(parse, json, out) || !known_keys(parse, json))
        return false;
    out->short_size = json_is_true(json_object_get(json, "short_size"));
    out->raw = json_object_get(json, "raw") || !out->kind;
    if (out->raw)
        return json_get_hex(json, "raw", &out->data, parse->arena, parse->report);
    if (out->kind->payload == MOB_PAYLOAD_RECORD)
        return depth < MOB_DEPTH_MAX
                   ? take_nodes(parse, json, "children", depth + 1, &out->children, &out->count,
                                &out->rest)
                   : report_error(parse->report, "%s: nodes are at most %d deep", parse->name,
                                  MOB_DEPTH_MAX);
    parse->scratch.size = 0;
    if (!take_value(parse, out->kind, json, &parse->scratch))
        return false;
    out->data = arena_copy(parse->arena, writer_bytes(&parse->scratch));
    return !out->short_size || out->data.size >= 4 ||
           report_error(parse->report, "%s: only arrays have a short size", parse->name);
}

/* Maintains the path for messages; after an error it stays that of the failed node. */
static bool take_nodes(Parse *parse, const json_t *json, const char *key, unsigned depth,
                       MobNode **nodes, size_t *count, Bytes *rest)
{
    const json_t *list = json_object_get(json, key);
    if (!json_is_array(list))
        return report_error(parse->report, "%s: \"%s\" must be a list", parse->name, key);
    if (!json_find_hex(json, "rest", rest, parse->arena, parse->report))
        return false;
    *nodes = arena_alloc(parse->arena, json_array_size(list), sizeof **nodes);
    for (*count = 0; *count < json_array_size(list); ++*count) {
        parse->path[depth] = *count;
        parse->path_count = depth + 1;
        if (!take_node(parse, json_array_get(list, *count), depth, &(*nodes)[*count]))
            return false;
    }
    parse->path_count = depth;
    return true;
}

/* Forwards messages with the path of the node, since thousands of nodes may have the same name.
 */
static void replay(const Parse *parse, const Messages *messages, Report *report)
{
    Writer place = writer_to(parse->arena);
    for (unsigned i = 0; i < parse->path_count; i++)
        write_format(&place, "%s[%zu]", i ? ".children" : "nodes", parse->path[i]);
    if (parse->path_count)
        write_text(&place, TEXT(": "));
    for (size_t i = 0; i < messages->count; i++) {
        Message message = messages->items[i];
        const Text text = writer_text(&place);
        message.subject = report->subject;
        message.text = arena_format(parse->arena, "%.*s%.*s", (int)text.size, text.at,
                                    (int)message.text.size, message.text.at);
        report_message(report, &message);
    }
}

/* Messages are collected first, because their place is known only where the parse ended. */
bool mob_parse_tree(const json_t *json, const MobParts *parts, Mob *out, Arena *arena,
                    Report *report)
{
    Messages messages = {.arena = arena};
    Report inner = report_to(messages_sink, &messages);
    Parse parse = {.parts = parts,
                   .name = "the file",
                   .scratch = writer_to(arena),
                   .arena = arena,
                   .report = &inner};
    *out = (Mob){0};
    const bool ok = take_nodes(&parse, json, "nodes", 0, &out->nodes, &out->count, &out->rest);
    replay(&parse, &messages, report);
    return ok;
}

bool mob_parse(const json_t *json, Bytes *out, Arena *arena, Report *report)
{
    Mob mob;
    return mob_parse_tree(json, NULL, &mob, arena, report) &&
           mob_write(&mob, out, arena, report);
}
