/* Reading of the text of map objects, with the map that it came from. Parts, in order: lines;
 * values; merging the text with the map; the script. */
#include "evil_islands/objects/mob_yaml.h"

#include "base/game_text.h"
#include "base/hash.h"
#include "base/text.h"

#include <math.h>

enum { ALIGN_MAX = 4096 }; /* siblings among which an equal one is searched */

/* ---- lines ---- */

typedef struct YamlLine {
    unsigned level;
    Text text;    /* without indent and line end */
    size_t start; /* offset in the text */
} YamlLine;

typedef struct Reading {
    Text text;
    YamlLine *lines; /* one more than `count`, which stands after the text */
    size_t count;
    size_t missing; /* values that neither text nor map have */
    Arena *arena;
    Report *report;
} Reading;

/* Always false: reports a problem with the text of a line. */
static bool wrong(const Reading *reading, size_t line, const char *problem, Text what)
{
    const SourcePosition place = {(uint32_t)line + 1, 1, reading->lines[line].text};
    return report_error_at(reading->report, place, "%s \"%.*s\"", problem, (int)what.size,
                           what.at);
}

/* UTF-8, with lines that end with LF, whatever Windows has made of them (CR CR LF). */
static Text normal_text(Text text, Arena *arena)
{
    Writer out = writer_to(arena);
    text = game_text_open(text, NULL, arena);
    for (size_t i = 0; i < text.size; i++) {
        size_t end = i;
        while (end < text.size && text.at[end] == '\r')
            end++;
        if (end > i && end < text.size && text.at[end] == '\n')
            i = end;
        write_u8(&out, (uint8_t)text.at[i]);
    }
    return writer_text(&out);
}

/* The same, with an end of its last line. */
static Text normal_lines(Text text, Arena *arena)
{
    const Text normal = normal_text(text, arena);
    if (!normal.size || normal.at[normal.size - 1] == '\n')
        return normal;
    return arena_format(arena, "%.*s\n", (int)normal.size, normal.at);
}

/* Two spaces are one level. The line after the last has an offset, for lines_text(). */
static void split_lines(Reading *reading)
{
    Text rest = reading->text, line;
    while (text_line(&rest, &line)) {
        size_t spaces = 0;
        while (spaces < line.size && line.at[spaces] == ' ')
            spaces++;
        *ARENA_PUSH(reading->arena, reading->lines, reading->count) =
            (YamlLine){(unsigned)spaces / 2, text_slice(line, spaces, line.size),
                       (size_t)(line.at - reading->text.at)};
    }
    size_t count = reading->count;
    *ARENA_PUSH(reading->arena, reading->lines, count) =
        (YamlLine){0, TEXT(""), reading->text.size};
}

/* The line after a node's last one. */
static size_t end_of(const Reading *reading, size_t line)
{
    size_t end = line + 1;
    while (end < reading->count && reading->lines[end].level > reading->lines[line].level)
        end++;
    return end;
}

static Text lines_text(const Reading *reading, size_t from, size_t to)
{
    return text_slice(reading->text, reading->lines[from].start, reading->lines[to].start);
}

/* ---- values ---- */

/* NaN and infinities are written as words by the program that this text comes from. */
static bool put_float(const Reading *reading, size_t line, Text word, Writer *out)
{
    float number;
    uint32_t bits;
    if (text_is(word, "nan"))
        number = NAN;
    else if (text_is(word, "inf") || text_is(word, "-inf"))
        number = word.at[0] == '-' ? -INFINITY : INFINITY;
    else if (!text_to_float(word, &number))
        return wrong(reading, line, "expected a number, found", word);
    memcpy(&bits, &number, sizeof bits);
    write_u32(out, bits);
    return true;
}

/* 32-bit numbers may be negative or unsigned; both give the same bytes. */
static bool put_whole(const Reading *reading, size_t line, Text word, unsigned bytes,
                      Writer *out)
{
    const int64_t max = (int64_t)(UINT64_MAX >> (64 - 8 * bytes));
    int64_t number;
    if (!text_number(word, bytes == 4 ? INT32_MIN : 0, max, &number))
        return wrong(reading, line, "expected a whole number, found", word);
    write_uint(out, (uint64_t)number, bytes);
    return true;
}

/* Whether \n is a line end in texts of this node. In others it begins a part of a path. */
static bool has_line_ends(const MobKind *kind)
{
    return text_starts(text_of(kind->name), "VSS_") ||
           text_ends(text_of(kind->name), "COMMENTS");
}

/* Quotes are escaped; a backslash before another letter is part of the text. */
static bool put_text(const Reading *reading, size_t line, Text word, const MobKind *kind,
                     Writer *out)
{
    Writer plain = writer_to(reading->arena);
    Text bytes;
    if (word.size < 2 || word.at[0] != '"' || word.at[word.size - 1] != '"')
        return wrong(reading, line, "expected a text in quotes, found", word);
    for (size_t i = 1; i + 1 < word.size; i++) {
        const char next = word.at[i] == '\\' && i + 2 < word.size ? word.at[i + 1] : 0;
        const bool escaped = next == '"' || (next == 'n' && has_line_ends(kind));
        write_u8(&plain, (uint8_t)(!escaped ? word.at[i] : next == 'n' ? '\n' : '"'));
        i += escaped;
    }
    if (!game_text_encode(writer_text(&plain), &bytes, NULL, reading->arena))
        return wrong(reading, line,
                     arena_format(reading->arena,
                                  "%s:", game_text_lack(writer_text(&plain), reading->arena).at)
                         .at,
                     word);
    write_text(out, bytes);
    return true;
}

/* The item of a list: "- VALUE". */
static bool item_of(const Reading *reading, size_t line, Text *out)
{
    const Text text = reading->lines[line].text;
    *out = text_slice(text, text.size < 2 ? text.size : 2, text.size);
    return text_starts(text, "- ") || wrong(reading, line, "expected \"- \", found", text);
}

/* The payload's size tells how many items there must be. */
static bool put_list(const Reading *reading, size_t from, size_t to, const MobKind *kind,
                     Writer *out)
{
    const bool floats = kind->payload == MOB_PAYLOAD_PLOT ||
                        kind->payload == MOB_PAYLOAD_QUATERNION ||
                        kind->payload == MOB_PAYLOAD_RECTANGLE;
    for (size_t i = from + 1; i < to; i++) {
        Text word;
        if (!item_of(reading, i, &word) ||
            !(floats ? put_float(reading, i, word, out) : put_whole(reading, i, word, 4, out)))
            return false;
    }
    return out->size == mob_payload_size(kind->payload) ||
           wrong(reading, from, "wrong number of items in", reading->lines[from].text);
}

/* Each text is a node: id, size with its head of 8 bytes, text. */
static bool put_strings(const Reading *reading, size_t from, size_t to, const MobKind *kind,
                        Writer *out)
{
    write_u32(out, (uint32_t)(to - from - 1));
    for (size_t i = from + 1; i < to; i++) {
        const size_t start = out->size;
        Text word;
        write_u32(out, kind->id);
        write_u32(out, 0);
        if (!item_of(reading, i, &word) || !put_text(reading, i, word, kind, out))
            return false;
        write_uint_at(out, start + 4, out->size - start, 4);
    }
    return true;
}

/* ---- merging ---- */

static bool merge(Reading *reading, size_t from, size_t to, const MobNode *base,
                  size_t base_count, unsigned level, MobNode *out);

/* Kinds of which is_told() is false do not get here. */
static bool take_value(Reading *reading, size_t from, size_t to, Text word, MobNode *out)
{
    Writer data = writer_to(reading->arena);
    bool ok;
    switch (out->kind->payload) {
    case MOB_PAYLOAD_BYTE:
    case MOB_PAYLOAD_DWORD:
        ok = put_whole(reading, from, word, (unsigned)mob_payload_size(out->kind->payload),
                       &data);
        break;
    case MOB_PAYLOAD_FLOAT:
        ok = put_float(reading, from, word, &data);
        break;
    case MOB_PAYLOAD_STRING:
        ok = put_text(reading, from, word, out->kind, &data);
        break;
    case MOB_PAYLOAD_STRINGS:
        ok = put_strings(reading, from, to, out->kind, &data);
        break;
    default:
        ok = put_list(reading, from, to, out->kind, &data);
        break;
    }
    out->data = writer_bytes(&data);
    return ok;
}

/* Whether the text contains the value; others are taken from the map. */
static bool is_told(const MobKind *kind)
{
    return kind->payload != MOB_PAYLOAD_AREAS && kind->payload != MOB_PAYLOAD_PLOTS_2D &&
           kind->payload != MOB_PAYLOAD_AI_GRAPH && kind->payload != MOB_PAYLOAD_UNKNOWN &&
           kind->payload != MOB_PAYLOAD_NOTHING && kind->payload != MOB_PAYLOAD_SCRIPT;
}

/* The kind and the value of the line "NAME: VALUE". */
static const MobKind *kind_of(const Reading *reading, size_t line, Text *value)
{
    const Text text = reading->lines[line].text;
    size_t colon;
    const bool found = text_find(text, ':', &colon);
    const MobKind *kind = found ? mob_kind_named(text_slice(text, 0, colon)) : NULL;
    *value = found ? text_trimmed(text_slice(text, colon + 1, text.size)) : TEXT("");
    if (!kind)
        wrong(reading, line, "expected the name of a node, found", text);
    return kind;
}

/* A node whose text is not that of `old`, a node of the map with its name, or NULL. Without a
 * result, `*kept` is false: the text does not contain its value. */
static bool build(Reading *reading, size_t from, size_t to, const MobNode *old, unsigned level,
                  MobNode *out, bool *kept)
{
    Text word;
    const MobKind *kind = kind_of(reading, from, &word);
    *kept = true;
    if (!kind)
        return false;
    if (level >= MOB_DEPTH_MAX)
        return wrong(reading, from, "too many levels:", reading->lines[from].text);
    *out = (MobNode){.id = kind->id, .kind = kind};
    if (kind->payload == MOB_PAYLOAD_RECORD) {
        out->rest = old ? old->rest : (Bytes){0};
        return merge(reading, from + 1, to, old ? old->children : NULL, old ? old->count : 0,
                     level + 1, out);
    }
    if (is_told(kind))
        return take_value(reading, from, to, word, out);
    *kept = false;
    reading->missing++;
    return true;
}

typedef struct Siblings {
    const MobNode *nodes;
    Text *texts; /* of each; empty: left out */
    size_t count, next;
    Table wanted; /* the texts of nodes in the text */
} Siblings;

/* The map's nodes as the text would show them, for comparison. */
static Siblings siblings_of(const Reading *reading, const MobNode *base, size_t count,
                            unsigned level)
{
    Siblings all = {base, ARENA_ALLOC(reading->arena, Text, count), count, 0,
                    table_new(reading->arena)};
    for (size_t i = 0; i < count; i++) {
        Writer text = writer_to(reading->arena);
        mob_yaml_put_node(&base[i], level, &text);
        all.texts[i] = writer_text(&text);
    }
    return all;
}

/* The next node of the map with this text; otherwise the next one with this name that no other
 * text is equal to; SIZE_MAX if there is none. */
static size_t find_old(const Siblings *all, Text text, const MobKind *kind, bool *same)
{
    const size_t end = all->count - all->next < ALIGN_MAX ? all->count : all->next + ALIGN_MAX;
    *same = true;
    for (size_t i = all->next; i < end; i++)
        if (text_equal(all->texts[i], text))
            return i;
    *same = false;
    for (size_t i = all->next; i < end; i++)
        if (all->texts[i].size && all->nodes[i].kind == kind &&
            !table_get(&all->wanted, all->texts[i]))
            return i;
    return SIZE_MAX;
}

/* The parent's list must have been grown by this function only. */
static void push(const Reading *reading, MobNode *parent, const MobNode *node)
{
    *ARENA_PUSH(reading->arena, parent->children, parent->count) = *node;
}

/* Adds the nodes of the map before `end` that the text leaves out. */
static void push_left_out(const Reading *reading, Siblings *all, size_t end, MobNode *parent)
{
    for (; all->next < end; all->next++)
        if (!all->texts[all->next].size)
            push(reading, parent, &all->nodes[all->next]);
}

/* A node whose text is unchanged is taken from the map with all its bytes; otherwise it is
 * built, with what the text leaves out from the node with its name. */
static bool merge_node(Reading *reading, size_t from, size_t to, Siblings *all, unsigned level,
                       MobNode *parent)
{
    Text value;
    const MobKind *kind = kind_of(reading, from, &value);
    bool same, kept = true;
    MobNode node;
    if (!kind)
        return false;
    const size_t old = find_old(all, lines_text(reading, from, to), kind, &same);
    if (old != SIZE_MAX) {
        push_left_out(reading, all, old, parent);
        all->next = old + 1;
    }
    if (same && old != SIZE_MAX)
        node = all->nodes[old];
    else if (!build(reading, from, to, old != SIZE_MAX ? &all->nodes[old] : NULL, level, &node,
                    &kept))
        return false;
    if (kept)
        push(reading, parent, &node);
    return true;
}

/* Makes the children of `out` of lines of this level, and of nodes of the map. */
static bool merge(Reading *reading, size_t from, size_t to, const MobNode *base,
                  size_t base_count, unsigned level, MobNode *out)
{
    Siblings all = siblings_of(reading, base, base_count, level);
    for (size_t i = from; i < to; i = end_of(reading, i)) {
        if (reading->lines[i].level != level)
            return wrong(reading, i, "wrong indent of", reading->lines[i].text);
        table_put(&all.wanted, lines_text(reading, i, end_of(reading, i)), 1);
    }
    for (size_t i = from, end; i < to; i = end) {
        end = end_of(reading, i);
        if (!merge_node(reading, i, end, &all, level, out))
            return false;
    }
    push_left_out(reading, &all, all.count, out);
    return true;
}

/* ---- the script ---- */

/* The key stays, so that an unchanged script gives the same bytes. */
static bool script_payload(Text script, uint32_t key, Bytes *out, Arena *arena, Report *report)
{
    Text bytes;
    size_t bad;
    Writer data = writer_to(arena);
    if (!game_text_encode(script, &bytes, &bad, arena))
        return report_error(report, "the script, at byte %zu: %s", bad,
                            game_text_lack(script, arena).at);
    write_u32(&data, key);
    write_text(&data, bytes);
    mob_crypt(key, data.data + 4, data.size - 4);
    *out = writer_bytes(&data);
    return true;
}

/* The first script anywhere in the tree. */
static bool find_script(MobNode *nodes, size_t count, MobNode **out)
{
    for (size_t i = 0; i < count; i++) {
        if (nodes[i].id == MOB_SS_TEXT && !nodes[i].raw) {
            *out = &nodes[i];
            return true;
        }
        if (find_script(nodes[i].children, nodes[i].count, out))
            return true;
    }
    return false;
}

/* With CRLF, if the old script has it. */
static Text with_line_ends(Text script, Text old, Arena *arena)
{
    Writer out = writer_to(arena);
    size_t cr;
    if (!text_find(old, '\r', &cr))
        return script;
    for (size_t i = 0; i < script.size; i++)
        write_format(&out, script.at[i] == '\n' ? "\r%c" : "%c", script.at[i]);
    return writer_text(&out);
}

static bool set_script(Mob *mob, Text script, Arena *arena, Report *report)
{
    MobNode *node = NULL;
    if (!find_script(mob->nodes, mob->count, &node)) {
        if (!script.size || !mob->count)
            return true;
        MobNode made = {.id = MOB_SS_TEXT, .kind = mob_kind(MOB_SS_TEXT)};
        if (!script_payload(script, 0, &made.data, arena, report))
            return false;
        mob_add_child(&mob->nodes[0], &made, arena);
        return true;
    }
    const Text old = mob_text(node, arena);
    if (text_equal(normal_text(old, arena), script))
        return true;
    return script_payload(with_line_ends(script, old, arena),
                          (uint32_t)uint_of(node->data.data, 4, false), &node->data, arena,
                          report);
}

/* The text describes the first node of the map; further ones are kept. */
bool yaml_to_mob(Text yaml, Text script, Bytes map, Bytes *out, Arena *arena, Report *report)
{
    Mob base = {0};
    Reading reading = {.text = normal_lines(yaml, arena), .arena = arena, .report = report};
    MobNode top = {0};
    if (map.size && !mob_read(map, &base, arena, report))
        return false;
    split_lines(&reading);
    if (!reading.count)
        return report_error(report, "the text is empty");
    if (!merge(&reading, 0, reading.count, base.nodes, base.count < 1 ? 0 : 1, 0, &top))
        return false;
    for (size_t i = 1; i < base.count; i++)
        push(&reading, &top, &base.nodes[i]);
    Mob mob = {top.children, top.count, base.rest};
    if (reading.missing)
        report_warning(report, "%zu values (NOT_NOW) are neither in the text nor in the map",
                       reading.missing);
    if (!map.size)
        report_warning(report, "without the map, what the text leaves out is missing (the "
                               "navigation graph)");
    return (!script.at || set_script(&mob, normal_text(script, arena), arena, report)) &&
           mob_write(&mob, out, arena, report);
}
