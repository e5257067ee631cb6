/* Conversion of ADB files to CSV and back: a table of the unit, an empty row, a table of
 * animations. */
#include "evil_islands/tables/adb_internal.h"

#include "base/game_text.h"
#include "base/text.h"
#include "kit/open/csv.h"

#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- titles ---- */

enum { TITLES_MAX = 64, NAME_TITLES = 2, SIZE_TITLE = 5 };

typedef struct Titles {
    Text items[TITLES_MAX]; /* in our order */
    size_t count;
} Titles;

static unsigned titles_of(const AdbColumn *column)
{
    return column->kind == ADB_FLAGS ? column->width : 1;
}

/* The title of a column: its name, or for a single bit e.g. weapon_sword. */
static Text title_of(const AdbColumn *column, unsigned bit, Arena *arena)
{
    char title[64];
    if (column->kind != ADB_FLAGS)
        return text_of(column->name);
    const size_t singular = strlen(column->name) - 1;
    snprintf(title, sizeof title, "%.*s_%s", (int)singular, column->name, column->names[bit]);
    for (char *c = title; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    return arena_text(arena, text_of(title));
}

/* Those of a name and the columns of an animation, or for size 0 the head. */
static Titles titles_from(const char *name, const char *rest, uint32_t size, Arena *arena)
{
    Titles titles = {{text_of(name), text_of(rest)}, NAME_TITLES};
    for (const AdbColumn *column = NULL; (column = adb_next(column, size));)
        for (unsigned bit = 0; bit < titles_of(column); bit++)
            titles.items[titles.count++] = title_of(column, bit, arena);
    return titles;
}

/* With a further title if the names are not in cp1251. */
static Titles head_titles(bool encoding, Arena *arena)
{
    Titles titles = titles_from("unit", "unit_rest", 0, arena);
    titles.items[titles.count++] = TEXT("record_size");
    if (encoding)
        titles.items[titles.count++] = TEXT("encoding");
    return titles;
}

/* ---- writing ---- */

static void put_titles(CsvWriter *csv, const Titles *titles)
{
    for (size_t i = 0; i < titles->count; i++)
        csv_put(csv, titles->items[i]);
    csv_end_row(csv);
}

/* Starts with 0x, so that spreadsheets do not parse it as a number. */
static void put_hex(CsvWriter *csv, Bytes bytes, Arena *arena)
{
    Writer text = writer_to(arena);
    for (size_t i = 0; i < bytes.size; i++)
        write_format(&text, "%s%02x", i ? "" : "0x", bytes.data[i]);
    csv_put(csv, writer_text(&text));
}

/* The bits are written for values that a spreadsheet or a decimal text would change. */
static void put_float(CsvWriter *csv, uint32_t bits)
{
    float number;
    char digits[FLOAT_DIGITS];
    memcpy(&number, &bits, sizeof number);
    if (!isfinite(number) || bits == 0x80000000) { /* spreadsheets lose the sign of -0 */
        csv_put_format(csv, "0x%08x", bits);
        return;
    }
    text_float(number, digits);
    csv_put(csv, text_of(digits));
}

static void put_name(CsvWriter *csv, const char *field, size_t size, Arena *arena)
{
    Text name;
    Bytes rest;
    adb_split(field, size, &name, &rest);
    csv_put(csv, game_text_decode(name, arena));
    put_hex(csv, rest, arena);
}

static void put_value(CsvWriter *csv, const AdbColumn *column, const void *record, Arena *arena)
{
    if (column->kind == ADB_HEX) {
        put_hex(csv, (Bytes){(const uint8_t *)record + column->offset, column->width}, arena);
        return;
    }
    const uint64_t value = adb_get(column, record);
    const char *name = column->kind == ADB_BITS ? adb_value_name(column, value) : NULL;
    if (column->kind == ADB_FLAGS)
        for (unsigned i = 0; i < column->width; i++)
            csv_put(csv, value >> i & 1 ? TEXT("1") : TEXT("0"));
    else if (column->kind == ADB_FLOAT)
        put_float(csv, (uint32_t)value);
    else if (name)
        csv_put(csv, text_of(name));
    else
        csv_put_format(csv, "%llu", (unsigned long long)value);
}

static void put_values(CsvWriter *csv, const void *record, uint32_t size, Arena *arena)
{
    for (const AdbColumn *column = NULL; (column = adb_next(column, size));)
        put_value(csv, column, record, arena);
}

/* Columns that records of this size do not have are omitted; csv_to_adb() does the same. */
bool adb_to_csv(Bytes file, Text *out, Arena *arena, Report *report)
{
    Adb adb;
    Writer text = writer_to(arena);
    CsvWriter csv = csv_to(&text);
    if (!adb_read(file, &adb, arena, report))
        return false;
    const Text note = game_text_note();
    const Titles head = head_titles(note.size, arena);
    const Titles titles = titles_from("name", "name_rest", adb.size, arena);
    put_titles(&csv, &head);
    put_name(&csv, adb.head.name, sizeof adb.head.name, arena);
    put_values(&csv, &adb.head, 0, arena);
    csv_put_format(&csv, "%u", adb.size);
    if (note.size)
        csv_put(&csv, note);
    csv_end_row(&csv);
    csv_end_row(&csv);
    put_titles(&csv, &titles);
    for (size_t i = 0; i < adb.count; i++) {
        put_name(&csv, adb.animations[i].name, sizeof adb.animations[i].name, arena);
        put_values(&csv, &adb.animations[i], adb.size, arena);
        csv_end_row(&csv);
    }
    *out = writer_text(&text);
    return true;
}

/* ---- reading ---- */

typedef struct Parse {
    Csv csv;
    Titles titles;
    size_t places[TITLES_MAX]; /* index of each column in the file */
    Arena *arena;
    Report *report;
} Parse;

/* A short row ends with empty cells. Line 0 marks a cell that is not in the file. */
static const CsvCell no_cell = {{"", 0}, 0, 0};

static const CsvCell *cell_of(const Parse *parse, const CsvRow *row, size_t title)
{
    const size_t place = parse->places[title];
    return place < row->count ? &row->cells[place] : &no_cell;
}

/* The position is that of the cell, or of its row if the row is too short to have it. */
static bool fail(const Parse *parse, const CsvRow *row, size_t title, const char *what)
{
    const CsvCell *cell = cell_of(parse, row, title);
    const SourcePosition place =
        cell->line ? csv_cell_position(&parse->csv, cell) : csv_row_position(&parse->csv, row);
    return report_error_at(parse->report, place, "%.*s: %s",
                           (int)parse->titles.items[title].size, parse->titles.items[title].at,
                           what);
}

/* Returns the next row that is not empty; NULL at the end. */
static const CsvRow *next_row(const Parse *parse, size_t *at)
{
    while (*at < parse->csv.count && csv_row_is_blank(&parse->csv.rows[*at]))
        ++*at;
    return *at < parse->csv.count ? &parse->csv.rows[(*at)++] : NULL;
}

/* Finds all titles in a row; other titles are errors. */
static bool find_titles(Parse *parse, const Titles *titles, const CsvRow *row)
{
    parse->titles = *titles;
    for (size_t i = 0; i < titles->count; i++) {
        size_t found = 0;
        for (size_t j = 0; row && j < row->count; j++)
            if (text_equal(row->cells[j].text, titles->items[i])) {
                parse->places[i] = j;
                found++;
            }
        if (found != 1)
            return report_error_at(parse->report,
                                   row ? csv_row_position(&parse->csv, row)
                                       : (SourcePosition){1, 1, TEXT("")},
                                   found ? "duplicate column \"%.*s\"" : "no column \"%.*s\"",
                                   (int)titles->items[i].size, titles->items[i].at);
    }
    for (size_t j = 0; j < row->count; j++) {
        bool known = !row->cells[j].text.size;
        for (size_t i = 0; i < titles->count; i++)
            known = known || parse->places[i] == j;
        if (!known)
            return report_error_at(parse->report,
                                   csv_cell_position(&parse->csv, &row->cells[j]),
                                   "no column has this title");
    }
    return true;
}

static bool take_float(const Parse *parse, const CsvRow *row, size_t title, uint32_t *bits)
{
    const Text text = cell_of(parse, row, title)->text;
    float number;
    if (text_starts(text, "0x") && text_hex(text_slice(text, 2, text.size), 8, bits))
        return true;
    if (!text_to_float(text, &number))
        return fail(parse, row, title, "a number, or 0x and 8 digits for its bits");
    memcpy(bits, &number, sizeof *bits);
    return true;
}

static bool take_hex(const Parse *parse, const CsvRow *row, size_t title, Bytes *out)
{
    const Text text = cell_of(parse, row, title)->text;
    *out = (Bytes){NULL, 0};
    return !text.size ||
           (text_starts(text, "0x") &&
            hex_decode(text_slice(text, 2, text.size), out, parse->arena)) ||
           fail(parse, row, title, "0x and two hexadecimal digits for each byte");
}

/* The name and its rest are the first two columns of both tables: titles 0 and 1. */
static bool take_name(const Parse *parse, const CsvRow *row, char *field, size_t size)
{
    const char *why;
    Bytes rest;
    return take_hex(parse, row, 1, &rest) &&
           (adb_join(field, size, cell_of(parse, row, 0)->text, rest, &why, parse->arena) ||
            fail(parse, row, 0, why));
}

static bool take_whole(const Parse *parse, const CsvRow *row, size_t title, uint64_t most,
                       uint64_t *out)
{
    int64_t number = 0;
    if (!text_number(cell_of(parse, row, title)->text, 0, (int64_t)most, &number))
        return fail(parse, row, title,
                    arena_format(parse->arena, "a whole number from 0 to %llu",
                                 (unsigned long long)most)
                        .at);
    *out = (uint64_t)number;
    return true;
}

/* Parses the value whose first title is `title`. */
static bool take_value(const Parse *parse, const CsvRow *row, size_t title,
                       const AdbColumn *column, void *out)
{
    uint64_t number = 0, bit;
    uint32_t bits;
    Bytes bytes;
    if (column->kind == ADB_HEX) {
        if (!take_hex(parse, row, title, &bytes))
            return false;
        if (bytes.size != column->width)
            return fail(parse, row, title, "it needs 16 bytes");
        assert(bytes.data); /* no column has size 0 */
        memcpy((char *)out + column->offset, bytes.data, bytes.size);
        return true;
    }
    if (column->kind == ADB_FLAGS) {
        for (unsigned i = 0; i < column->width; i++, number |= bit << (i - 1))
            if (!take_whole(parse, row, title + i, 1, &bit))
                return false;
    } else if (column->kind == ADB_FLOAT) {
        if (!take_float(parse, row, title, &bits))
            return false;
        number = bits;
    } else if (!adb_named_value(column, cell_of(parse, row, title)->text, &number) &&
               !take_whole(parse, row, title, adb_max(column), &number)) {
        return false;
    }
    adb_set(column, out, number);
    return true;
}

/* The columns of an animation, or for size 0 the head. */
static bool take_values(const Parse *parse, const CsvRow *row, uint32_t size, void *out)
{
    size_t title = NAME_TITLES;
    for (const AdbColumn *column = NULL; (column = adb_next(column, size));
         title += titles_of(column))
        if (!take_value(parse, row, title, column, out))
            return false;
    return true;
}

static bool has_encoding(const CsvRow *titles)
{
    for (size_t i = 0; titles && i < titles->count; i++)
        if (text_is(titles->cells[i].text, "encoding"))
            return true;
    return false;
}

/* The encoding is set before the name is taken, because the name is encoded with it. */
static bool take_head(Parse *parse, size_t *at, Adb *out)
{
    uint64_t size;
    const CsvRow *first = next_row(parse, at);
    const bool encoding = has_encoding(first);
    const Titles titles = head_titles(encoding, parse->arena);
    if (!find_titles(parse, &titles, first))
        return false;
    const CsvRow *row = next_row(parse, at);
    if (!row)
        return report_error(parse->report, "the row of the unit is missing");
    if (!take_values(parse, row, 0, &out->head) ||
        !take_whole(parse, row, SIZE_TITLE, 88, &size))
        return false;
    out->size = (uint32_t)size;
    if (encoding &&
        !game_text_use_note(cell_of(parse, row, SIZE_TITLE + 1)->text, parse->report))
        return false;
    return (adb_size_bit(out->size) || fail(parse, row, SIZE_TITLE, "it is 88, 84 or 36")) &&
           take_name(parse, row, out->head.name, sizeof out->head.name);
}

/* The size of a record in the head decides which columns the second table must have. */
bool csv_to_adb(Bytes text, Bytes *out, Arena *arena, Report *report)
{
    Parse parse = {.arena = arena, .report = report};
    Adb adb = {0};
    size_t at = 0;
    if (!csv_read(text, &parse.csv, arena, report) || !take_head(&parse, &at, &adb))
        return false;
    const Titles titles = titles_from("name", "name_rest", adb.size, arena);
    if (!find_titles(&parse, &titles, next_row(&parse, &at)))
        return false;
    for (const CsvRow *row; (row = next_row(&parse, &at));) {
        AdbAnimation *animation = ARENA_PUSH(arena, adb.animations, adb.count);
        *animation = (AdbAnimation){.size = adb.size};
        if (!take_values(&parse, row, adb.size, animation) ||
            !take_name(&parse, row, animation->name, sizeof animation->name))
            return false;
    }
    *out = adb_write(&adb, arena);
    return true;
}
