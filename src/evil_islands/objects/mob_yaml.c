/* Writes the text; mob_yaml_read.c reads it. The reader finds what was edited by comparing
 * texts with those that this file makes of the old map, so each character counts: floats have
 * the digits of Python, as in the original tool. */
#include "evil_islands/objects/mob_yaml.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- values ---- */

/* The fewest digits that identify the double, in the notation of Python's str(). */
static void put_double(Writer *out, double value)
{
    char digits[32];
    int precision = 0;
    if (!isfinite(value)) {
        write_format(out, "%s", isnan(value) ? "nan" : value < 0 ? "-inf" : "inf");
        return;
    }
    do
        snprintf(digits, sizeof digits, "%.*e", precision, value);
    while (strtod(digits, NULL) != value && precision++ < 17);
    const int exponent = (int)strtol(strchr(digits, 'e') + 1, NULL, 10);
    if (exponent < -4 || exponent >= 16)
        write_format(out, "%s", digits);
    else
        write_format(out, "%.*f", precision > exponent ? precision - exponent : 1, value);
}

static void put_float(Writer *out, Bytes data, size_t index)
{
    const uint32_t bits = (uint32_t)uint_of(data.data + 4 * index, 4, false);
    float number;
    memcpy(&number, &bits, sizeof number);
    put_double(out, (double)number);
}

/* Within a list, quotes stay unchanged. */
static void put_text(Writer *out, Text text, bool list)
{
    write_u8(out, '"');
    for (size_t i = 0; i < text.size; i++)
        if (text.at[i] == '\r' && i + 1 < text.size && text.at[i + 1] == '\n')
            continue;
        else if (text.at[i] == '\n')
            write_text(out, TEXT("\\n"));
        else if (text.at[i] == '"' && !list)
            write_text(out, TEXT("\\\""));
        else
            write_u8(out, (uint8_t)text.at[i]);
    write_text(out, TEXT("\"\n"));
}

static void put_indent(Writer *out, unsigned level)
{
    for (unsigned i = 0; i < level; i++)
        write_text(out, TEXT("  "));
}

typedef enum ItemKind { ITEM_FLOAT, ITEM_UNSIGNED, ITEM_SIGNED } ItemKind;

static void put_items(Writer *out, Bytes data, ItemKind kind, unsigned level)
{
    write_u8(out, '\n');
    for (size_t i = 0; i < data.size / 4; i++) {
        const uint32_t word = (uint32_t)uint_of(data.data + 4 * i, 4, false);
        put_indent(out, level + 1);
        write_text(out, TEXT("- "));
        if (kind == ITEM_FLOAT)
            put_float(out, data, i);
        else if (kind == ITEM_UNSIGNED)
            write_format(out, "%u", word);
        else
            write_format(out, "%d", (int32_t)word);
        write_u8(out, '\n');
    }
}

static void put_strings(Writer *out, const MobNode *node, unsigned level)
{
    Text *texts;
    const size_t count = mob_strings(node, &texts, out->arena);
    write_text(out, count ? TEXT("\n") : TEXT(" None\n"));
    for (size_t i = 0; i < count; i++) {
        put_indent(out, level + 1);
        write_text(out, TEXT("- "));
        put_text(out, texts[i], true);
    }
}

/* ---- nodes ---- */

static bool is_left_out(const MobNode *node)
{
    return node->raw || !node->kind || node->kind->payload == MOB_PAYLOAD_NOTHING ||
           node->kind->payload == MOB_PAYLOAD_SCRIPT;
}

static void put_value(const MobNode *node, unsigned level, Writer *out)
{
    switch (node->kind->payload) {
    case MOB_PAYLOAD_BYTE:
    case MOB_PAYLOAD_DWORD:
        write_format(out, " %u\n", mob_u32(node, 0));
        break;
    case MOB_PAYLOAD_FLOAT:
        write_u8(out, ' ');
        put_float(out, node->data, 0);
        write_u8(out, '\n');
        break;
    case MOB_PAYLOAD_PLOT:
    case MOB_PAYLOAD_QUATERNION:
    case MOB_PAYLOAD_RECTANGLE:
        put_items(out, node->data, ITEM_FLOAT, level);
        break;
    case MOB_PAYLOAD_UNIT_STATS:
        put_items(out, node->data, ITEM_UNSIGNED, level);
        break;
    case MOB_PAYLOAD_DIPLOMACY:
    case MOB_PAYLOAD_LEVER:
        put_items(out, node->data, ITEM_SIGNED, level);
        break;
    case MOB_PAYLOAD_STRINGS:
        put_strings(out, node, level);
        break;
    case MOB_PAYLOAD_STRING:
        write_u8(out, ' ');
        put_text(out, mob_text(node, out->arena), false);
        break;
    default:
        write_text(out, TEXT(" \"NOT_NOW\"\n"));
        break;
    }
}

void mob_yaml_put_node(const MobNode *node, unsigned level, Writer *out)
{
    if (is_left_out(node))
        return;
    put_indent(out, level);
    write_format(out, "%s:", node->kind->name);
    if (node->kind->payload != MOB_PAYLOAD_RECORD) {
        put_value(node, level, out);
        return;
    }
    write_u8(out, '\n');
    for (size_t i = 0; i < node->count; i++)
        mob_yaml_put_node(&node->children[i], level + 1, out);
}

bool mob_to_yaml(Bytes file, Text *yaml, Text *script, Arena *arena, Report *report)
{
    Mob mob;
    Writer out = writer_to(arena);
    if (!mob_read(file, &mob, arena, report))
        return false;
    if (mob.count)
        mob_yaml_put_node(&mob.nodes[0], 0, &out);
    const MobNode *node = mob_script(&mob);
    *yaml = writer_text(&out);
    *script = node && node->id == MOB_SS_TEXT ? mob_text(node, arena) : TEXT("");
    return true;
}
