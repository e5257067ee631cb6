/* Parts, in order: how values look; lines. Reads INI text line by line; a line with an error
 * does not end it. The values of a key are collected until its section ends: only then the type
 * of an array is known (ints become floats, numbers become texts). */
#include "evil_islands/tables/reg_ini_internal.h"

#include "base/game_text.h"
#include "base/hash.h"
#include "base/text.h"

#include <math.h>
#include <stdlib.h>

/* ---- how values look ---- */

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool ini_looks_like_int(Text text)
{
    size_t i = text.size && text.at[0] == '-';
    const size_t from = i;
    while (i < text.size && is_digit(text.at[i]))
        i++;
    return i == text.size && i > from;
}

bool ini_looks_like_float(Text text)
{
    size_t i = text.size && text.at[0] == '-', digits = 0;
    bool marked = false;
    for (; i < text.size && (is_digit(text.at[i]) || (text.at[i] == '.' && !marked)); i++) {
        digits += text.at[i] != '.';
        marked = marked || text.at[i] == '.';
    }
    if (digits && i < text.size && (text.at[i] == 'e' || text.at[i] == 'E')) {
        i += 1 + (i + 1 < text.size && (text.at[i + 1] == '-' || text.at[i + 1] == '+'));
        const size_t from = i;
        while (i < text.size && is_digit(text.at[i]))
            i++;
        marked = i > from;
    }
    return digits && marked && i == text.size;
}

bool ini_looks_like_bits(Text text, uint32_t *bits)
{
    return text_starts(text, "0x") && text_hex(text_slice(text, 2, text.size), 8, bits);
}

/* ---- lines ---- */

typedef struct Element {
    RegType type;
    RegValue value;
    Text spelled; /* encoded: its value if other elements of the array are texts */
} Element;

typedef struct Entry {
    Text name;
    bool array;
    RegType empty_type;
    Element *elements;
    size_t count;
} Entry;

typedef struct Parse {
    Text line;
    size_t at; /* offset in the line */
    uint32_t number;
    Arena *arena;
    Report *report;
    RegSection *sections;
    size_t section_count;
    Table section_names, key_names;
    Entry *entries; /* of the current section */
    size_t entry_count;
} Parse;

static SourcePosition place_of(const Parse *parse, size_t at)
{
    uint32_t column = 1;
    for (size_t i = 0; i < at;) {
        utf8_next(parse->line, &i);
        column++;
    }
    return (SourcePosition){parse->number, column, parse->line};
}

#define FAIL(parse, at, ...) report_error_at((parse)->report, place_of(parse, at), __VA_ARGS__)

static char peek(const Parse *parse)
{
    return parse->at < parse->line.size ? parse->line.at[parse->at] : 0;
}

static void skip_blanks(Parse *parse)
{
    while (ini_is_blank(peek(parse)))
        parse->at++;
}

static bool take_text(Parse *parse, size_t from, size_t to, Text *out)
{
    size_t bad;
    const Text text = text_slice(parse->line, from, to);
    return game_text_encode(text, out, &bad, parse->arena) ||
           FAIL(parse, from + bad, "%s", game_text_lack(text, parse->arena).at);
}

static bool take_escape(Parse *parse, Writer *out)
{
    static const char letters[] = "\"\\nrt", bytes[] = "\"\\\n\r\t";
    uint32_t code;
    const char *found = peek(parse) ? strchr(letters, peek(parse)) : NULL;
    if (found) {
        write_u8(out, (uint8_t)bytes[found - letters]);
        parse->at++;
        return true;
    }
    if (peek(parse) != 'x' || parse->at + 3 > parse->line.size ||
        !text_hex(text_slice(parse->line, parse->at + 1, parse->at + 3), 2, &code))
        return FAIL(parse, parse->at - 1,
                    "unknown escape; expected \\\" \\\\ \\n \\r \\t or \\x1b");
    write_u8(out, (uint8_t)code);
    parse->at += 3;
    return true;
}

/* Parses from the opening quote to after the closing quote. */
static bool take_quoted(Parse *parse, Text *out)
{
    Writer text = writer_to(parse->arena);
    const size_t quote = parse->at++;
    Text piece;
    while (peek(parse) != '"') {
        const size_t from = parse->at;
        if (parse->at >= parse->line.size)
            return FAIL(parse, quote, "this quote is not closed on its line");
        if (peek(parse) == '\\') {
            parse->at++;
            if (!take_escape(parse, &text))
                return false;
            continue;
        }
        utf8_next(parse->line, &parse->at);
        if (!take_text(parse, from, parse->at, &piece))
            return false;
        write_text(&text, piece);
    }
    parse->at++;
    *out = writer_text(&text);
    return true;
}

/* Parses up to one of `ends`, or the end of the line, without trailing spaces. */
static bool take_name(Parse *parse, const char *ends, Text *out)
{
    const size_t from = parse->at;
    if (peek(parse) == '"')
        return take_quoted(parse, out);
    while (parse->at < parse->line.size && !strchr(ends, peek(parse)))
        parse->at++;
    size_t to = parse->at;
    while (to > from && ini_is_blank(parse->line.at[to - 1]))
        to--;
    return to > from ? take_text(parse, from, to, out) : FAIL(parse, from, "a name is missing");
}

static bool at_end(const Parse *parse)
{
    return parse->at >= parse->line.size || peek(parse) == '#';
}

static bool take_number(Parse *parse, Text text, size_t from, Element *out)
{
    int64_t number;
    if (ini_looks_like_bits(text, &out->value.bits)) {
        out->type = REG_FLOAT;
    } else if (ini_looks_like_int(text)) {
        out->type = REG_INT;
        if (!text_number(text, INT32_MIN, INT32_MAX, &number))
            return FAIL(parse, from, "%.*s does not fit into 32 bits; a text needs quotes",
                        (int)text.size, text.at);
        out->value.bits = (uint32_t)number;
    } else if (ini_looks_like_float(text)) {
        float value;
        out->type = REG_FLOAT;
        if (!text_to_float(text, &value))
            return FAIL(parse, from, "%.*s is too large for a float", (int)text.size, text.at);
        memcpy(&out->value.bits, &value, sizeof value);
    }
    return true;
}

static bool take_value(Parse *parse, Element *out)
{
    *out = (Element){.type = REG_TEXT};
    skip_blanks(parse);
    const size_t from = parse->at;
    if (peek(parse) == '"') {
        if (!take_quoted(parse, &out->spelled))
            return false;
        skip_blanks(parse);
        out->value.text = out->spelled;
        return at_end(parse) || FAIL(parse, parse->at, "unexpected characters after the text");
    }
    size_t to = parse->line.size;
    for (size_t i = from; i < to; i++)
        if (parse->line.at[i] == '#' && (i == from || ini_is_blank(parse->line.at[i - 1])))
            to = i;
    while (to > from && ini_is_blank(parse->line.at[to - 1]))
        to--;
    const Text text = text_slice(parse->line, from, to);
    if (!take_text(parse, from, to, &out->spelled))
        return false;
    out->value.text = out->spelled;
    return take_number(parse, text, from, out);
}

/* The type of an array: ints, numbers, or texts. */
static RegKey key_of(const Entry *entry, Arena *arena)
{
    RegKey key = {.name = entry->name,
                  .array = entry->array || entry->count > 1,
                  .type = entry->count ? entry->elements[0].type : entry->empty_type,
                  .values = ARENA_ALLOC(arena, RegValue, entry->count),
                  .count = entry->count};
    for (size_t i = 0; i < entry->count; i++)
        key.type = entry->elements[i].type > key.type ? entry->elements[i].type : key.type;
    for (size_t i = 0; i < entry->count; i++) {
        const Element *element = &entry->elements[i];
        const float number = (float)(int32_t)element->value.bits;
        if (key.type == REG_TEXT)
            key.values[i].text = element->spelled;
        else if (key.type == REG_FLOAT && element->type == REG_INT)
            memcpy(&key.values[i].bits, &number, sizeof number);
        else
            key.values[i].bits = element->value.bits;
    }
    return key;
}

static void end_section(Parse *parse)
{
    if (!parse->section_count)
        return;
    RegSection *section = &parse->sections[parse->section_count - 1];
    section->count = parse->entry_count;
    section->keys = ARENA_ALLOC(parse->arena, RegKey, parse->entry_count);
    for (size_t i = 0; i < parse->entry_count; i++)
        section->keys[i] = key_of(&parse->entries[i], parse->arena);
    parse->entries = NULL;
    parse->entry_count = 0;
}

static bool take_section(Parse *parse)
{
    Text name;
    const size_t from = ++parse->at;
    skip_blanks(parse);
    if (!take_name(parse, "]", &name))
        return false;
    skip_blanks(parse);
    if (peek(parse) != ']')
        return FAIL(parse, parse->at, "the section's name must end with ]");
    parse->at++;
    skip_blanks(parse);
    if (!at_end(parse))
        return FAIL(parse, parse->at, "unexpected characters after the section's name");
    const uint32_t first = *table_put(&parse->section_names, name, parse->number);
    if (first != parse->number)
        return FAIL(parse, from, "duplicate section; the first one is in line %u", first);
    end_section(parse);
    *ARENA_PUSH(parse->arena, parse->sections, parse->section_count) =
        (RegSection){.name = name};
    parse->key_names = table_new(parse->arena);
    return true;
}

/* Parses `[]` or `[int]` after a key. */
static bool take_mark(Parse *parse, Entry *entry, bool *empty)
{
    const size_t from = ++parse->at;
    while (parse->at < parse->line.size && peek(parse) != ']')
        parse->at++;
    const Text word = text_slice(parse->line, from, parse->at);
    if (peek(parse) != ']')
        return FAIL(parse, from - 1, "the mark of an array must end with ]");
    parse->at++;
    skip_blanks(parse);
    entry->array = true;
    *empty = word.size;
    for (unsigned i = 0; i < REG_TYPES; i++)
        if (text_is(word, reg_type_names[i])) {
            entry->empty_type = (RegType)i;
            return true;
        }
    return !word.size || FAIL(parse, from,
                              "the mark of an array is [], or [int], [float] or "
                              "[text] if it is empty");
}

static bool take_key(Parse *parse)
{
    Entry entry = {0};
    Element element;
    bool empty = false;
    if (!parse->section_count)
        return FAIL(parse, parse->at, "a [section] must come before its keys");
    if (!take_name(parse, "=[", &entry.name))
        return false;
    skip_blanks(parse);
    if (peek(parse) == '[' && !take_mark(parse, &entry, &empty))
        return false;
    if (peek(parse) != '=')
        return FAIL(parse, parse->at, "a = must follow the key");
    parse->at++;
    if (!take_value(parse, &element))
        return false;
    if (empty && element.spelled.size)
        return FAIL(parse, parse->at, "the array is marked as empty");
    const uint32_t index =
        *table_put(&parse->key_names, entry.name, (uint32_t)parse->entry_count);
    if (index == parse->entry_count)
        *ARENA_PUSH(parse->arena, parse->entries, parse->entry_count) = entry;
    Entry *known = &parse->entries[index];
    known->array |= entry.array;
    if (!empty)
        *ARENA_PUSH(parse->arena, known->elements, known->count) = element;
    return true;
}

bool reg_ini_read(Text text, Reg *out, Arena *arena, Report *report)
{
    Parse parse = {.arena = arena, .report = report, .section_names = table_new(arena)};
    bool ok = true;
    Text rest = text_without_mark(text);
    while (text_line(&rest, &parse.line)) {
        parse.number++;
        parse.at = 0;
        skip_blanks(&parse);
        if (at_end(&parse) || peek(&parse) == ';')
            continue;
        ok &= peek(&parse) == '[' ? take_section(&parse) : take_key(&parse);
    }
    end_section(&parse);
    *out = (Reg){parse.sections, parse.section_count};
    return ok;
}
