/* Conversion of a field's CSV cells to its bytes: see db_csv_cells.h. */
#include "evil_islands/tables/db_csv_cells.h"

#include "base/text.h"

#include <math.h>
#include <stdlib.h>

/* Keeps the cell and the reason for the caller, who knows the position. */
static bool fail(DbCells *cells, size_t n, const char *why)
{
    cells->bad = n;
    cells->why = why;
    return false;
}

/* ---- numbers ---- */

/* Fast path for few digits with or without a point: both numbers are exact as floats, so their
 * quotient is the nearest float. */
static bool short_float(Text text, float *out)
{
    static const float powers[] = {1, 1e1f, 1e2f, 1e3f, 1e4f, 1e5f, 1e6f, 1e7f};
    const bool negative = text.size && text.at[0] == '-';
    uint32_t whole = 0;
    unsigned digits = 0, behind = 0;
    bool point = false;
    for (size_t i = negative; i < text.size; i++) {
        const char c = text.at[i];
        if (c == '.' && !point) {
            point = true;
            continue;
        }
        if (c < '0' || c > '9' || ++digits > 7)
            return false;
        whole = whole * 10 + (uint32_t)(c - '0');
        behind += point;
    }
    if (!digits || (point && !behind) || whole >= 1 << 24)
        return false;
    *out = (float)whole / powers[behind];
    if (negative)
        *out = -*out;
    return true;
}

/* Hexadecimal bits keep values that no decimal text has. */
static bool float_of(Text text, uint32_t *bits)
{
    float number;
    if (text_starts(text, "0x") && text_hex(text_slice(text, 2, text.size), 8, bits))
        return true;
    if (text_is_caseless(text, "nan")) { /* spelling of modding tools */
        *bits = 0x7FC00000;
        return true;
    }
    if (!short_float(text, &number) && !text_to_float(text, &number))
        return false;
    memcpy(bits, &number, sizeof *bits);
    return true;
}

/* Some tools write every number as a float: "50.0". */
static Text without_zeros(Text text)
{
    size_t point;
    if (!text_find(text, '.', &point) || point + 1 == text.size)
        return text;
    for (size_t i = point + 1; i < text.size; i++)
        if (text.at[i] != '0')
            return text;
    return text_slice(text, 0, point);
}

/* Only the first comma: a second one makes the number invalid. */
static Text with_point(DbCells *cells, Text text)
{
    size_t comma;
    if (!cells->decimal_commas || !text_find(text, ',', &comma))
        return text;
    char *copy = (char *)arena_text(cells->arena, text).at;
    copy[comma] = '.';
    return (Text){copy, text.size};
}

/* Whole numbers may have a fraction of zeros, which spreadsheets add. */
static bool take_number(DbCells *cells, size_t n, char letter, Text text)
{
    const DbType *type = db_type(letter);
    int64_t number;
    uint32_t bits;
    text = with_point(cells, text);
    if (!type->most) {
        if (!float_of(text, &bits))
            return fail(cells, n, "a number, or 0x and 8 digits for its bits");
        write_u32(cells->out, bits);
        return true;
    }
    if (!text_number(without_zeros(text), type->least, type->most, &number))
        return fail(cells, n,
                    arena_format(cells->arena, "a whole number from %lld to %lld",
                                 (long long)type->least, (long long)type->most)
                        .at);
    write_uint(cells->out, (uint64_t)number, type->size);
    return true;
}

/* Empty cells at the end shorten the array; one in between is an error of take_number(). */
static bool take_elements(DbCells *cells, char letter, DbTaken *taken)
{
    size_t count = cells->count;
    while (count && !cells->texts[count - 1].size)
        count--;
    *taken = count ? DB_VALUE : DB_MISSING;
    for (size_t i = 0; i < count; i++)
        if (!take_number(cells, i, db_type(letter)->item, cells->texts[i]))
            return false;
    return true;
}

/* The inverse of put_shops(): a mask in the first cell, or a 0 or 1 for each shop. */
static bool take_shops(DbCells *cells, DbTaken *taken)
{
    uint32_t mask = 0;
    const Text first = cells->texts[0];
    *taken = DB_MISSING;
    if (text_starts(first, "0x")) {
        if (!text_hex(text_slice(first, 2, first.size), 8, &mask))
            return fail(cells, 0, "0 or 1, or 0x and 8 digits for all bits");
        *taken = DB_VALUE;
    }
    for (size_t i = *taken == DB_VALUE; i < cells->count; i++) {
        const Text text = without_zeros(with_point(cells, cells->texts[i]));
        if (text.size)
            *taken = DB_VALUE;
        if (text_is(text, "1"))
            mask |= 1u << i;
        else if (text.size && !text_is(text, "0"))
            return fail(cells, i, "0 or 1");
    }
    if (*taken == DB_VALUE)
        write_u32(cells->out, mask);
    return true;
}

/* ---- texts ---- */

static bool put_text(DbCells *cells, size_t n, char letter, Text text)
{
    const char *why;
    return db_put_text(letter, text, cells->out, &why, cells->arena) || fail(cells, n, why);
}

/* A text without its mark, which may be a backslash at its start. */
static Text without_mark(Text text)
{
    return text_is(text, "\\-")        ? TEXT("")
           : text_starts(text, "\\\\") ? text_slice(text, 1, text.size)
                                       : text;
}

static bool take_text(DbCells *cells, size_t n, char letter, DbTaken *taken)
{
    const Text text = cells->texts[n];
    *taken = text_is(text, "\\N") ? DB_MISSING : DB_VALUE;
    return *taken == DB_MISSING || put_text(cells, n, letter, without_mark(text));
}

/* Puts a node with one value; `n` is its cell. */
static bool take_node(DbCells *cells, Writer *to, size_t n, const DbColumn *column, Text text)
{
    Writer *const out = cells->out;
    cells->part.size = 0;
    cells->out = &cells->part;
    const bool ok = db_csv_is_text(column->letter)
                        ? put_text(cells, n, column->letter, text)
                        : take_number(cells, n, column->letter, text);
    cells->out = out;
    db_node_put(to, column->id, writer_bytes(&cells->part));
    return ok;
}

static bool take_text_item(DbCells *cells, char letter, Text item)
{
    return take_node(cells, cells->out, 0,
                     &(DbColumn){.letter = db_type(letter)->item, .id = 1}, item);
}

/* For an item of a list, or a value in it. A backslash before any other letter is literal. */
static bool unescape(DbCells *cells, Text text, Text *out)
{
    static const char special[] = "\n\r\\|", words[] = "nr\\|";
    size_t at;
    *out = text_is(text, "\\-") ? TEXT("") : text;
    if (!text_find(*out, '\\', &at))
        return true;
    char *copy = arena_alloc_raw(cells->arena, text.size, 1);
    size_t size = 0;
    for (size_t i = 0; i < text.size; i++) {
        const char next = i + 1 < text.size ? text.at[i + 1] : 0;
        const char *found = text.at[i] == '\\' && next ? strchr(words, next) : NULL;
        copy[size++] = found ? special[found - words] : text.at[i];
        i += found != NULL;
    }
    *out = (Text){copy, size};
    return true;
}

/* Returns the value before the next unescaped bar; false at the end. */
static bool next_value(Text *rest, Text *out)
{
    size_t at = 0;
    if (!rest->at)
        return false;
    while (at < rest->size && rest->at[at] != '|')
        at += rest->at[at] == '\\' && at + 1 < rest->size ? 2 : 1;
    *out = text_slice(*rest, 0, at);
    *rest = at < rest->size ? text_slice(*rest, at + 1, rest->size) : (Text){NULL, 0};
    return true;
}

/* `out` is redirected to the node's buffer, and restored in any case, also after an error. */
static bool take_item(DbCells *cells, char letter, Text item)
{
    const DbColumn *inner;
    const size_t count = db_inner(letter, &inner);
    Text text, rest = item;
    cells->item.size = 0;
    for (size_t i = 0; i < count; i++) {
        if (!next_value(&rest, &text))
            return fail(cells, 0, "an item has too few values between its bars");
        if (text_is(text, "\\N"))
            continue;
        if ((db_csv_is_text(inner[i].letter) && !unescape(cells, text, &text)) ||
            !take_node(cells, &cells->item, 0, &inner[i], text))
            return false;
    }
    if (rest.at)
        return fail(cells, 0, "an item has too many values between its bars");
    db_node_put(cells->out, 1, writer_bytes(&cells->item));
    return true;
}

/* As in take_item(): the payload is needed before the head of its node. */
static bool take_list_item(DbCells *cells, char letter, Text item)
{
    return unescape(cells, item, &item) && take_text_item(cells, letter, item);
}

/* Modders use commas to separate codes, and no code of the game contains one. Lists in which a
 * code does, or begins or ends with a blank, are written as \x and hexadecimal digits. */
static bool take_codes(DbCells *cells, char letter, Text item)
{
    size_t comma;
    while (text_find(item, ',', &comma)) {
        if (!take_list_item(cells, letter, text_trimmed(text_slice(item, 0, comma))))
            return false;
        item = text_slice(item, comma + 1, item.size);
    }
    return take_list_item(cells, letter, text_trimmed(item));
}

/* ---- lists of modders' tools ---- */

/* The part before the next comma that is outside of braces and brackets. */
static Text next_of_commas(Text *rest)
{
    size_t depth = 0, at = 0;
    for (; at < rest->size; at++) {
        const char c = rest->at[at];
        depth += c == '{' || c == '[';
        depth -= (c == '}' || c == ']') && depth;
        if (c == ',' && !depth)
            break;
    }
    const Text item = text_slice(*rest, 0, at);
    *rest = at < rest->size ? text_slice(*rest, at + 1, rest->size) : TEXT("");
    return item;
}

/* Braces and brackets in an item protect its commas. */
static bool take_commas(DbCells *cells, char letter, Text rest)
{
    while (rest.size)
        if (!take_text_item(cells, letter, text_trimmed(next_of_commas(&rest))))
            return false;
    return true;
}

/* "4=code" of an item: the number of a node, and its value. */
static bool take_pair(DbCells *cells, const DbColumn *inner, size_t count, Text pair)
{
    int64_t id = -1;
    size_t equal;
    const DbColumn *column = NULL;
    if (text_find(pair, '=', &equal) &&
        text_number(text_slice(pair, 0, equal), 0, UINT8_MAX, &id))
        for (size_t i = 0; i < count; i++)
            column = inner[i].id == id ? &inner[i] : column;
    if (!column)
        return fail(cells, 0,
                    "in braces, each value has the number of its part: {1=...##2=...}");
    return take_node(cells, &cells->item, 0, column, text_slice(pair, equal + 1, pair.size));
}

/* Where the item that begins with a brace ends: at a brace before another item or the end. */
static size_t brace_end(Text text)
{
    size_t at = 1;
    while (at < text.size &&
           !(text.at[at] == '}' && (at + 1 == text.size || text.at[at + 1] == '{')))
        at++;
    return at;
}

/* {1=PATH##2=30##3=TEXT##4=CODE}{...} */
static bool take_braces(DbCells *cells, char letter, Text rest)
{
    const DbColumn *inner;
    const size_t count = db_inner(letter, &inner);
    while (rest.size) {
        const size_t end = brace_end(rest);
        if (rest.at[0] != '{' || end == rest.size)
            return fail(cells, 0, "items in braces: {1=...##2=...}{1=...}");
        cells->item.size = 0;
        for (size_t from = 1, to; from <= end; from = to + 2) {
            to = from;
            while (to < end && !(rest.at[to] == '#' && rest.at[to + 1] == '#'))
                to++;
            if (!take_pair(cells, inner, count, text_slice(rest, from, to)))
                return false;
        }
        db_node_put(cells->out, 1, writer_bytes(&cells->item));
        rest = text_slice(rest, end + 1, rest.size);
    }
    return true;
}

/* The form of the list is found by its first characters; ours has an item on each line. */
static bool take_list(DbCells *cells, char letter, DbTaken *taken)
{
    size_t line;
    Text rest = cells->texts[0], item;
    *taken = text_is(rest, "\\N") ? DB_MISSING : DB_VALUE;
    const bool texts = db_type(letter)->item;
    /* A cell of "\-" is a list with one empty text, or an empty list for other types. */
    if (*taken == DB_MISSING || (text_is(rest, "\\-") && !texts))
        return true;
    if (letter == 's' && cells->commas && !text_find(rest, '\n', &line))
        return take_commas(cells, letter, rest);
    if (!texts && text_starts(rest, "{"))
        return take_braces(cells, letter, rest);
    while (text_line(&rest, &item))
        if (!(letter == 'C' ? take_codes(cells, letter, item)
              : texts       ? take_list_item(cells, letter, item)
                            : take_item(cells, letter, item)))
            return false;
    return true;
}

/* ---- fields ---- */

/* Nodes without a cell are omitted, so that what was absent stays absent. */
static bool take_inner(DbCells *cells, char letter, DbTaken *taken)
{
    const DbColumn *inner;
    const size_t count = db_inner(letter, &inner);
    *taken = DB_MISSING;
    for (size_t i = 0; i < count; i++) {
        const bool text = db_csv_is_text(inner[i].letter);
        const Text cell = cells->texts[i];
        if (!cells->there[i] || (!cell.size && !text) || text_is(cell, "\\N"))
            continue;
        if (!take_node(cells, cells->out, i, &inner[i], text ? without_mark(cell) : cell))
            return false;
        *taken = DB_VALUE;
    }
    return true;
}

/* Raw bytes as several floats, as some tools write them. */
static bool take_raw_floats(DbCells *cells, DbTaken *taken)
{
    for (size_t i = 0; i < cells->count; i++) {
        if (!cells->there[i] || !cells->texts[i].size)
            return fail(cells, i, "a number in each of the columns of these bytes, or in none");
        if (!take_number(cells, i, 'F', cells->texts[i]))
            return false;
    }
    *taken = DB_VALUE;
    return true;
}

static bool take_hex(DbCells *cells, Text digits, DbTaken *taken)
{
    Bytes bytes;
    *taken = DB_VALUE;
    if (!hex_decode(digits, &bytes, cells->arena))
        return fail(cells, 0, "two hexadecimal digits for each byte");
    write_bytes(cells->out, bytes);
    return true;
}

bool db_cells_take(DbCells *cells, const DbColumn *column, DbTaken *taken)
{
    const Text first = cells->texts[0];
    const char letter = column ? column->letter : 'H';
    const DbShape shape = db_type(letter)->shape;
    *taken = DB_MISSING;
    if (text_starts(first, "\\x"))
        return take_hex(cells, text_slice(first, 2, first.size), taken);
    if (shape == DB_TEXT)
        return take_text(cells, 0, letter, taken);
    if (shape == DB_LIST)
        return take_list(cells, letter, taken);
    if (shape == DB_NODES)
        return take_inner(cells, letter, taken);
    if (text_is(first, "\\N"))
        return true;
    if (shape == DB_MASK)
        return take_shops(cells, taken);
    if (shape == DB_ARRAY)
        return take_elements(cells, letter, taken);
    if (!first.size)
        return true;
    if (shape == DB_HEX && cells->count > 1)
        return take_raw_floats(cells, taken);
    if (shape == DB_HEX)
        return take_hex(cells, text_slice(first, text_starts(first, "0x") ? 2 : 0, first.size),
                        taken);
    *taken = DB_VALUE;
    return take_number(cells, 0, letter, first);
}
