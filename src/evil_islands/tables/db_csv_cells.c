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
    int64_t number;
    uint32_t bits;
    text = with_point(cells, text);
    if (letter != 'F' && letter != 'f')
        text = without_zeros(text);
    switch (letter) {
    case 'F':
    case 'f':
        if (!float_of(text, &bits))
            return fail(cells, n, "a number, or 0x and 8 digits for its bits");
        write_u32(cells->out, bits);
        return true;
    case 'U':
        if (!text_number(text, 0, UINT32_MAX, &number))
            return fail(cells, n, "a whole number from 0 to 4294967295");
        break;
    case 'B':
    case 'b':
        if (!text_number(text, 0, UINT8_MAX, &number))
            return fail(cells, n, "a whole number from 0 to 255");
        write_u8(cells->out, (uint8_t)number);
        return true;
    default:
        if (!text_number(text, INT32_MIN, INT32_MAX, &number))
            return fail(cells, n, "a whole number from -2147483648 to 2147483647");
    }
    write_u32(cells->out, (uint32_t)number);
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
        if (!take_number(cells, i, letter, cells->texts[i]))
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

/* \\N: the field is missing; \\-: an empty text; \\\\ at the start is one backslash. */
static bool take_text(DbCells *cells, size_t n, char letter, DbTaken *taken)
{
    Text text = cells->texts[n];
    *taken = text_is(text, "\\N") ? DB_MISSING : DB_VALUE;
    if (*taken == DB_MISSING)
        return true;
    if (text_is(text, "\\-"))
        text.size = 0;
    else if (text_starts(text, "\\\\"))
        text = text_slice(text, 1, text.size);
    return put_text(cells, n, letter, text);
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
    Writer *const list = cells->out;
    Text text, rest = item;
    bool ok = true;
    cells->item.size = 0;
    for (size_t i = 0; i < count && ok; i++) {
        cells->part.size = 0;
        cells->out = &cells->part;
        ok = next_value(&rest, &text) ||
             fail(cells, 0, "an item has too few values between its bars");
        if (!ok || text_is(text, "\\N"))
            continue;
        ok = db_csv_is_text(inner[i].letter)
                 ? unescape(cells, text, &text) && put_text(cells, 0, inner[i].letter, text)
                 : take_number(cells, 0, inner[i].letter, text);
        db_node_put(&cells->item, inner[i].id, writer_bytes(&cells->part));
    }
    cells->out = list;
    if (ok && rest.at)
        return fail(cells, 0, "an item has too many values between its bars");
    db_node_put(list, 1, writer_bytes(&cells->item));
    return ok;
}

/* As in take_item(): the payload is needed before the head of its node. */
static bool take_list_item(DbCells *cells, char letter, Text item)
{
    Writer *const list = cells->out;
    cells->part.size = 0;
    cells->out = &cells->part;
    const bool ok =
        unescape(cells, item, &item) && put_text(cells, 0, db_item_letter(letter), item);
    cells->out = list;
    db_node_put(list, 1, writer_bytes(&cells->part));
    return ok;
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
    Writer *const list = cells->out;
    bool ok = true;
    while (rest.size && ok) {
        const Text item = text_trimmed(next_of_commas(&rest));
        cells->part.size = 0;
        cells->out = &cells->part;
        ok = put_text(cells, 0, db_item_letter(letter), item);
        cells->out = list;
        db_node_put(list, 1, writer_bytes(&cells->part));
    }
    return ok;
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
    const Text value = text_slice(pair, equal + 1, pair.size);
    Writer *const out = cells->out;
    cells->part.size = 0;
    cells->out = &cells->part;
    const bool ok = db_csv_is_text(column->letter)
                        ? put_text(cells, 0, column->letter, value)
                        : take_number(cells, 0, column->letter, value);
    cells->out = out;
    db_node_put(&cells->item, column->id, writer_bytes(&cells->part));
    return ok;
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
    /* A cell of "\-" is a list with one empty text, or an empty list for other types. */
    if (*taken == DB_MISSING || (text_is(rest, "\\-") && !db_is_list(letter)))
        return true;
    if (letter == 's' && cells->commas && !text_find(rest, '\n', &line))
        return take_commas(cells, letter, rest);
    if (!db_is_list(letter) && text_starts(rest, "{"))
        return take_braces(cells, letter, rest);
    while (text_line(&rest, &item))
        if (!(letter == 'C'        ? take_codes(cells, letter, item)
              : db_is_list(letter) ? take_list_item(cells, letter, item)
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
    Writer *const out = cells->out;
    bool ok = true;
    *taken = DB_MISSING;
    for (size_t i = 0; i < count && ok; i++) {
        DbTaken one = DB_VALUE;
        cells->part.size = 0;
        cells->out = &cells->part;
        if (!cells->there[i] || (!cells->texts[i].size && !db_csv_is_text(inner[i].letter)) ||
            text_is(cells->texts[i], "\\N"))
            continue;
        ok = db_csv_is_text(inner[i].letter)
                 ? take_text(cells, i, inner[i].letter, &one)
                 : take_number(cells, i, inner[i].letter, cells->texts[i]);
        db_node_put(out, inner[i].id, writer_bytes(&cells->part));
        *taken = DB_VALUE;
    }
    cells->out = out;
    return ok;
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
    const bool text = db_csv_is_text(letter), nested = letter >= '1' && letter <= '3';
    *taken = DB_MISSING;
    if (text_starts(first, "\\x"))
        return take_hex(cells, text_slice(first, 2, first.size), taken);
    if (letter == 'S' || letter == 'c')
        return take_text(cells, 0, letter, taken);
    if (text)
        return take_list(cells, letter, taken);
    if (nested)
        return take_inner(cells, letter, taken);
    if (text_is(first, "\\N"))
        return true;
    if (letter == 'X')
        return take_shops(cells, taken);
    if (db_element_size(letter))
        return take_elements(cells, letter, taken);
    if (!first.size)
        return true;
    if (letter == 'H' && cells->count > 1)
        return take_raw_floats(cells, taken);
    if (letter == 'H')
        return take_hex(cells, text_slice(first, text_starts(first, "0x") ? 2 : 0, first.size),
                        taken);
    *taken = DB_VALUE;
    return take_number(cells, 0, letter, first);
}
