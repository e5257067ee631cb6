/* Conversion of map objects to JSON: one object for each node. */
#include "evil_islands/objects/mob_internal.h"

#include <stdio.h>

typedef struct Show {
    MobParts *parts;
    bool whole;
    JsonWriter *json;
    Arena *arena;
} Show;

static uint32_t word_at(Bytes data, size_t at)
{
    return (uint32_t)uint_of(data.data + at, 4, false);
}

/* Ids and keys are hexadecimal texts, which people compare with other tools. */
static void put_number(Show *show, const char *key, uint32_t number)
{
    char digits[12];
    snprintf(digits, sizeof digits, "0x%08X", number);
    json_put_text(show->json, key, text_of(digits));
}

static void put_floats(Show *show, const char *key, Bytes data)
{
    json_open_list(show->json, key);
    for (size_t at = 0; at < data.size; at += 4) {
        const uint32_t bits = word_at(data, at);
        float number;
        memcpy(&number, &bits, sizeof number);
        json_put_float(show->json, NULL, number);
    }
    json_close_list(show->json);
}

/* `negative`: whether the numbers are signed. */
static void put_numbers(Show *show, const char *key, Bytes data, bool negative)
{
    json_open_list(show->json, key);
    for (size_t at = 0; at < data.size; at += 4)
        if (negative)
            json_put_int(show->json, NULL, (int32_t)word_at(data, at));
        else
            json_put_uint(show->json, NULL, word_at(data, at));
    json_close_list(show->json);
}

/* Shows rows of `width` 32-bit numbers or floats. */
static void put_rows(Show *show, Bytes data, size_t width, bool floats)
{
    json_open_list(show->json, "value");
    for (size_t at = 0; at < data.size; at += 4 * width) {
        const Bytes row = bytes_slice(data, at, 4 * width);
        if (floats)
            put_floats(show, NULL, row);
        else
            put_numbers(show, NULL, row, true);
    }
    json_close_list(show->json);
}

static void put_strings(Show *show, const MobNode *node)
{
    Text *texts;
    const size_t count = mob_strings(node, &texts, show->arena);
    json_open_list(show->json, "value");
    for (size_t i = 0; i < count; i++)
        json_put_text(show->json, NULL, texts[i]);
    json_close_list(show->json);
}

/* The size was checked when the file was read, so that reading cannot fail. */
static void put_stats(Show *show, Bytes data)
{
    Report silent = report_to(NULL, NULL);
    Reader reader = reader_of(data, &silent);
    MobUnitStats stats = {0};
    record_read(&MobUnitStats_layout, &stats, &reader, show->arena);
    json_open(show->json, "value");
    record_show_fields(&MobUnitStats_layout, &stats, NULL, show->json);
    json_close(show->json);
}

/* With `parts` the first graph becomes a separate file, because graphs are large. */
static void put_graph(Show *show, Bytes data)
{
    if (show->parts && !show->parts->graph.data) {
        show->parts->graph = data;
        json_put_text(show->json, "file", TEXT(MOB_GRAPH_FILE));
        return;
    }
    json_open(show->json, "value");
    json_put_uint(show->json, "width", word_at(data, 0));
    json_put_uint(show->json, "height", word_at(data, 4));
    if (show->whole)
        json_put_hex(show->json, "cells", bytes_slice(data, 8, data.size - 8));
    json_close(show->json);
}

/* The key is shown next to the decrypted text, so that it can be encrypted again. */
static void put_script(Show *show, const MobNode *node, Text text)
{
    if (node->kind->payload == MOB_PAYLOAD_SCRIPT)
        put_number(show, "key", word_at(node->data, 0));
    if (show->parts && show->parts->from == node) {
        show->parts->script = text;
        json_put_text(show->json, "file", TEXT(MOB_SCRIPT_FILE));
        return;
    }
    json_put_text(show->json, "value", text);
}

static bool has_zero(Bytes bytes) { return bytes.size && memchr(bytes.data, 0, bytes.size); }

/* Whether a text has no zeros, which JSON texts cannot contain here. */
static bool is_text(const MobNode *node, Arena *arena)
{
    Text *texts;
    if (node->kind->payload != MOB_PAYLOAD_STRINGS)
        return !has_zero(bytes_of_text(mob_text(node, arena)));
    for (size_t i = mob_strings(node, &texts, arena); i--;)
        if (has_zero(bytes_of_text(texts[i])))
            return false;
    return true;
}

/* A text with zeros is shown as bytes. */
static void put_text(Show *show, const MobNode *node)
{
    if (!is_text(node, show->arena))
        json_put_hex(show->json, "raw", node->data);
    else if (node->kind->payload == MOB_PAYLOAD_STRINGS)
        put_strings(show, node);
    else if (node->id == MOB_SS_TEXT || node->id == MOB_SS_TEXT_OLD)
        put_script(show, node, mob_text(node, show->arena));
    else
        json_put_text(show->json, "value", mob_text(node, show->arena));
}

/* Areas and plots begin with a count of 4 bytes. */
static void put_value(Show *show, const MobNode *node)
{
    const Bytes data = node->data;
    switch (node->kind->payload) {
    case MOB_PAYLOAD_BYTE:
    case MOB_PAYLOAD_DWORD:
        json_put_uint(show->json, "value", mob_u32(node, 0));
        break;
    case MOB_PAYLOAD_FLOAT:
        json_put_float(show->json, "value", mob_f32(node, 0));
        break;
    case MOB_PAYLOAD_PLOT:
    case MOB_PAYLOAD_QUATERNION:
        put_floats(show, "value", data);
        break;
    case MOB_PAYLOAD_STRING:
    case MOB_PAYLOAD_STRINGS:
    case MOB_PAYLOAD_SCRIPT:
        put_text(show, node);
        break;
    case MOB_PAYLOAD_RECTANGLE:
    case MOB_PAYLOAD_LEVER:
        put_numbers(show, "value", data, node->kind->payload == MOB_PAYLOAD_LEVER);
        break;
    case MOB_PAYLOAD_UNIT_STATS:
        put_stats(show, data);
        break;
    case MOB_PAYLOAD_DIPLOMACY:
        put_rows(show, data, MOB_PLAYERS, false);
        break;
    case MOB_PAYLOAD_AREAS:
    case MOB_PAYLOAD_PLOTS_2D:
        put_rows(show, bytes_slice(data, 4, data.size - 4),
                 node->kind->payload == MOB_PAYLOAD_AREAS ? 3 : 2, true);
        break;
    case MOB_PAYLOAD_AI_GRAPH:
        put_graph(show, data);
        break;
    case MOB_PAYLOAD_UNKNOWN:
        json_put_hex(show->json, "raw", data);
        break;
    default: /* no value; records have children */
        break;
    }
}

static void put_nodes(Show *show, const MobNode *nodes, size_t count, const char *key,
                      Bytes rest);

/* A node whose payload does not fit its kind is raw: it has its id and bytes. */
static void put_node(Show *show, const MobNode *node)
{
    const MobKind *kind = node->kind;
    const bool raw = node->raw || !kind;
    json_open(show->json, NULL);
    if (raw)
        put_number(show, "id", node->id);
    if (kind)
        json_put_text(show->json, "type", text_of(kind->name));
    if (node->short_size)
        json_put_bool(show->json, "short_size", true);
    if (raw)
        json_put_hex(show->json, "raw", node->data);
    else if (kind->payload == MOB_PAYLOAD_RECORD)
        put_nodes(show, node->children, node->count, "children", node->rest);
    else
        put_value(show, node);
    json_close(show->json);
}

static void put_nodes(Show *show, const MobNode *nodes, size_t count, const char *key,
                      Bytes rest)
{
    json_open_list(show->json, key);
    for (size_t i = 0; i < count; i++)
        put_node(show, &nodes[i]);
    json_close_list(show->json);
    if (rest.size)
        json_put_hex(show->json, "rest", rest);
}

void mob_show_nodes(const MobNode *nodes, size_t count, const char *key, Bytes rest,
                    MobParts *parts, bool whole, JsonWriter *json, Arena *arena)
{
    Show show = {parts, whole, json, arena};
    put_nodes(&show, nodes, count, key, rest);
}

bool mob_show(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report)
{
    Mob mob;
    if (!mob_read(file, &mob, arena, report))
        return false;
    mob_show_nodes(mob.nodes, mob.count, "nodes", mob.rest, NULL, whole, json, arena);
    return true;
}
