/* Parts, in order: the writer; values; reading and members of objects. Each value first writes
 * what belongs before it (comma, line end, key), so that nothing has to be removed when a list
 * ends. */
#include "base/json.h"

#include "base/memory_guard.h"
#include "base/text.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { LINE_WIDTH = 100, WHOLE = 1 << 24 }; /* floats below WHOLE may be whole numbers */

JsonWriter json_to(Writer *out) { return (JsonWriter){.out = out, .empty = true}; }

/* Above `limit` bytes the output starts again from nothing and `exceeded` is set: memory stays
 * bounded, and callers need not check each value. */
JsonWriter json_to_limited(Writer *out, size_t limit)
{
    return (JsonWriter){.out = out, .empty = true, .start = out->size, .limit = limit};
}

/* `lists` has a bit for each depth. */
static bool in_list(const JsonWriter *json)
{
    return json->depth && (json->lists >> json->depth & 1);
}

/* Deeper levels than 28 are not indented further. */
static void indent(JsonWriter *json)
{
    static const char spaces[] = "\n                                                        ";
    const size_t size = 1 + (json->depth * 2 < 56 ? json->depth * 2 : 56);
    write_bytes(json->out, (Bytes){(const uint8_t *)spaces, size});
    json->column = (unsigned)size;
}

/* Where the characters end, from `at` on, that are written unchanged. */
static size_t plain_end(Text text, size_t at)
{
    while (at < text.size && text.at[at] >= 0x20 && text.at[at] < 0x7f && text.at[at] != '"' &&
           text.at[at] != '\\')
        at++;
    return at;
}

/* UTF-8 is kept; invalid bytes become U+FFFD, so that the output is always valid JSON. */
static void put_quoted(Writer *out, Text text)
{
    write_u8(out, '"');
    for (size_t at = 0; at < text.size;) {
        const size_t from = at;
        at = plain_end(text, from);
        write_bytes(out, (Bytes){(const uint8_t *)text.at + from, at - from});
        if (at > from)
            continue;
        const unsigned char c = (unsigned char)text.at[at];
        if (c == '"' || c == '\\') {
            write_format(out, "\\%c", c);
            at++;
        } else if (c == '\n' || c == '\r' || c == '\t') {
            write_format(out, "\\%c", c == '\n' ? 'n' : c == '\r' ? 'r' : 't');
            at++;
        } else if (c && (c < 0x20 || c == 0x7f)) {
            write_format(out, "\\u%04x", c);
            at++;
        } else if (!c) { /* json_read rejects it */
            write_format(out, "\\ufffd");
            at++;
        } else if (utf8_next(text, &at) == 0xFFFD && at == from + 1) {
            write_format(out, "\\ufffd");
        } else {
            write_bytes(out, (Bytes){(const uint8_t *)text.at + from, at - from});
        }
    }
    write_u8(out, '"');
}

/* Writes everything before a value: comma, line end or space, key. Numbers in a list share a
 * line until it is full. */
static void before(JsonWriter *json, const char *key, bool plain)
{
    if (json->limit && json->out->size - json->start > json->limit) {
        json->exceeded = true;
        json->out->size = json->start;
    }
    if (!json->empty)
        write_u8(json->out, ',');
    if (json->depth) {
        if (in_list(json) && plain && json->plain && !json->empty &&
            json->column < LINE_WIDTH) {
            write_u8(json->out, ' ');
            json->column++;
        } else {
            indent(json);
        }
    }
    if (key) {
        put_quoted(json->out, text_of(key));
        write_text(json->out, TEXT(": "));
    }
    json->empty = false;
    json->plain = plain;
}

/* The depth is limited by the bits of `lists`; depths come from code, not from files. */
static void open(JsonWriter *json, const char *key, bool list)
{
    assert(json->depth < JSON_DEPTH);
    before(json, key, false);
    write_u8(json->out, list ? '[' : '{');
    json->depth++;
    json->lists = (json->lists & ~(1ull << json->depth)) | (uint64_t)list << json->depth;
    json->empty = true;
}

/* An empty list or object stays on one line. */
static void close(JsonWriter *json, bool list)
{
    assert(json->depth && in_list(json) == list);
    json->depth--;
    if (!json->empty)
        indent(json);
    write_u8(json->out, list ? ']' : '}');
    json->empty = false;
    json->plain = false;
}

void json_open(JsonWriter *json, const char *key) { open(json, key, false); }
void json_close(JsonWriter *json) { close(json, false); }
void json_open_list(JsonWriter *json, const char *key) { open(json, key, true); }
void json_close_list(JsonWriter *json) { close(json, true); }

static void put_plain(JsonWriter *json, const char *key, const char *value)
{
    before(json, key, true);
    write_text(json->out, text_of(value));
    json->column += (unsigned)strlen(value) + 1;
}

void json_put_text(JsonWriter *json, const char *key, Text value)
{
    before(json, key, true);
    put_quoted(json->out, value);
    json->column += (unsigned)value.size + 3;
}

/* Without snprintf, which takes longer than everything else that a number needs. */
static void put_number(JsonWriter *json, const char *key, uint64_t value, bool negative)
{
    char digits[32], *at = digits + sizeof digits;
    *--at = 0;
    do
        *--at = (char)('0' + value % 10);
    while (value /= 10);
    if (negative)
        *--at = '-';
    put_plain(json, key, at);
}

void json_put_int(JsonWriter *json, const char *key, int64_t value)
{
    put_number(json, key, value < 0 ? 0 - (uint64_t)value : (uint64_t)value, value < 0);
}

void json_put_uint(JsonWriter *json, const char *key, uint64_t value)
{
    put_number(json, key, value, false);
}

void json_put_bool(JsonWriter *json, const char *key, bool value)
{
    put_plain(json, key, value ? "true" : "false");
}

/* Nine digits reproduce every finite float; -0, infinities and NaN are written as bits. */
void json_put_float(JsonWriter *json, const char *key, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    char digits[48];
    if (value > -WHOLE && value < WHOLE && bits != 0x80000000 &&
        value == (float)(int32_t)value) {
        json_put_int(json, key, (int32_t)value);
        return;
    }
    if ((bits & 0x7F800000) == 0x7F800000 || bits == 0x80000000)
        snprintf(digits, sizeof digits, "\"0x%08x\"", bits);
    else
        snprintf(digits, sizeof digits, "%.9g", (double)value);
    put_plain(json, key, digits);
}

/* Without a copy: contents of archives may be large. */
void json_put_hex(JsonWriter *json, const char *key, Bytes value)
{
    before(json, key, true);
    static const char digits[] = "0123456789abcdef";
    uint8_t *out = writer_reserve(json->out, value.size * 2 + 2);
    out[0] = out[value.size * 2 + 1] = '"';
    json->column += (unsigned)value.size * 2 + 3;
    for (size_t i = 0; i < value.size; i++) {
        out[1 + 2 * i] = (uint8_t)digits[value.data[i] >> 4];
        out[2 + 2 * i] = (uint8_t)digits[value.data[i] & 15];
    }
}

/* `members` is text of another writer, without the braces. */
void json_put_members(JsonWriter *json, Text members)
{
    if (!members.size)
        return;
    before(json, NULL, true);
    write_text(json->out, members);
}

void json_end(JsonWriter *json)
{
    assert(json->depth == 0);
    write_u8(json->out, '\n');
}

static void release_tree(void *tree) { json_decref(tree); }

/* The tree is freed with the arena, or earlier by arena_release(). */
json_t *json_owned(json_t *tree, Arena *arena)
{
    if (tree)
        arena_own(arena, release_tree, tree);
    return tree;
}

/* Duplicate keys are an error: which of them counts would differ between readers. */
json_t *json_read(Bytes bytes, Arena *arena, Report *report)
{
    json_error_t error;
    const Text text = text_without_mark(text_of_bytes(bytes));
    json_t *json = json_loadb(text.at, text.size, JSON_REJECT_DUPLICATES, &error);
    if (!json)
        report_error_at(
            report,
            (SourcePosition){.line = error.line > 0 ? (uint32_t)error.line : 1,
                             .column = error.column > 0 ? (uint32_t)error.column : 1},
            "invalid JSON: %s", error.text);
    return json_owned(json, arena);
}

/* Returns a copy in the arena. */
Text json_text_of(const json_t *tree, Arena *arena)
{
    char *text = json_dumps(tree, JSON_COMPACT | JSON_REAL_PRECISION(17) | JSON_ENCODE_ANY);
    if (!text)
        memory_out(SIZE_MAX);
    arena_own(arena, free, text); /* until the copy is made, which may fail */
    const Text copy = arena_text(arena, text_of(text));
    arena_release(arena, text);
    return copy;
}

bool json_get_text(const json_t *object, const char *key, Text *out, Arena *arena,
                   Report *report)
{
    const json_t *value = json_object_get(object, key);
    if (!json_is_string(value))
        return report_error(report, "\"%s\" must be a text", key);
    *out = arena_text(arena, (Text){json_string_value(value), json_string_length(value)});
    return true;
}

Text json_find_text(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return json_is_string(value) ? (Text){json_string_value(value), json_string_length(value)}
                                 : TEXT("");
}

bool json_get_int(const json_t *object, const char *key, int64_t min, int64_t max, int64_t *out,
                  Report *report)
{
    const json_t *value = json_object_get(object, key);
    if (!json_is_integer(value) || json_integer_value(value) < min ||
        json_integer_value(value) > max)
        return report_error(report, "\"%s\" must be a number from %" PRId64 " to %" PRId64, key,
                            min, max);
    *out = json_integer_value(value);
    return true;
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* The inverse of json_put_float(): a number, or the bits in hexadecimal. */
bool json_float_bits(const json_t *json, uint32_t *bits)
{
    const float number = (float)json_number_value(json);
    const Text hex = json_is_string(json) ? text_of(json_string_value(json)) : TEXT("");
    if (text_starts(hex, "0x") && text_hex(text_slice(hex, 2, hex.size), 8, bits))
        return true;
    memcpy(bits, &number, sizeof *bits);
    return json_is_number(json);
}

/* `out` is unchanged after an error. */
bool hex_decode(Text hex, Bytes *out, Arena *arena)
{
    if (hex.size % 2)
        return false;
    uint8_t *data = arena_alloc_raw(arena, hex.size / 2, 1);
    for (size_t i = 0; i < hex.size / 2; i++) {
        const int high = hex_digit(hex.at[2 * i]), low = hex_digit(hex.at[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        data[i] = (uint8_t)(high << 4 | low);
    }
    *out = (Bytes){data, hex.size / 2};
    return true;
}

bool json_get_hex(const json_t *object, const char *key, Bytes *out, Arena *arena,
                  Report *report)
{
    const json_t *value = json_object_get(object, key);
    if (!json_is_string(value) ||
        !hex_decode((Text){json_string_value(value), json_string_length(value)}, out, arena))
        return report_error(report, "\"%s\" must be a text of hexadecimal digits", key);
    return true;
}

bool json_find_hex(const json_t *object, const char *key, Bytes *out, Arena *arena,
                   Report *report)
{
    return !json_object_get(object, key) || json_get_hex(object, key, out, arena, report);
}
