/* Conversion of databases to CSV: see db_csv_cells.h. */
#include "evil_islands/tables/db_csv_internal.h"

#include "base/text.h"

#include <math.h>
#include <stdio.h>

/* ---- the layout ---- */

/* Cells of a field: one for each shop, inner node or named element, and at least one. */
size_t db_csv_cells(const DbColumn *column)
{
    const DbColumn *inner;
    const size_t count = db_element_count(column);
    switch (db_type(column->letter)->shape) {
    case DB_MASK:
        return DB_SHOPS;
    case DB_NODES:
        return db_inner(column->letter, &inner);
    default:
        return count ? count : 1;
    }
}

DbColumn db_csv_cell(const DbColumn *column, size_t n)
{
    const DbColumn *inner;
    if (db_type(column->letter)->shape == DB_NODES && n < db_inner(column->letter, &inner))
        return inner[n];
    return (DbColumn){.letter = column->letter, .id = (uint8_t)n};
}

bool db_csv_is_text(char letter) { return db_type(letter)->shape >= DB_TEXT; }

Text db_csv_name(DbKind kind, const DbTableRow *row, uint8_t id, Arena *arena)
{
    return row ? arena_format(arena, "%s.csv", row->word)
               : arena_format(arena, "%s_table_%u.csv", db_kind_word(kind), id);
}

Text db_csv_companion(DbKind kind, Arena *arena)
{
    return arena_format(arena, "%s.oisin.json", db_kind_word(kind));
}

/* ---- numbers ---- */

/* Fast path: most floats of the game have few digits, so a whole number of 10^-n is found
 * quickly. The output equals that of text_float. */
static bool float_is_short(float number, char out[FLOAT_DIGITS])
{
    static const double powers[] = {1, 1e1, 1e2, 1e3, 1e4};
    const double size = fabs((double)number);
    if (number == 0 || size < 1e-3 || size >= 1e5)
        return false;
    for (unsigned n = 0; n < COUNT_OF(powers); n++) {
        const double scaled = size * powers[n];
        const uint32_t whole = (uint32_t)(scaled + 0.5);
        if (scaled >= 999999)
            return false;
        if ((float)(whole / powers[n]) != (float)size)
            continue;
        char *at = out + FLOAT_DIGITS - 1;
        uint32_t rest = whole;
        *at = 0;
        for (unsigned digit = 0; rest || digit <= n; digit++, rest /= 10) {
            if (digit == n && n)
                *--at = '.';
            *--at = (char)('0' + rest % 10);
        }
        if (number < 0)
            *--at = '-';
        memmove(out, at, (size_t)(out + FLOAT_DIGITS - at));
        return true;
    }
    return false;
}

static void float_text(uint32_t bits, char out[FLOAT_DIGITS])
{
    float number;
    memcpy(&number, &bits, sizeof number);
    if (!isfinite(number) || bits == 0x80000000) /* spreadsheets lose the sign of -0 */
        snprintf(out, FLOAT_DIGITS, "0x%08x", bits);
    else if (!float_is_short(number, out))
        text_float(number, out);
}

/* Written backwards from the end of `out`; without snprintf(), which is slow for large
 * tables. */
static Text whole_text(int64_t number, char out[FLOAT_DIGITS])
{
    char *at = out + FLOAT_DIGITS;
    uint64_t rest = (uint64_t)(number < 0 ? -number : number);
    do
        *--at = (char)('0' + rest % 10);
    while (rest /= 10);
    if (number < 0)
        *--at = '-';
    return (Text){at, (size_t)(out + FLOAT_DIGITS - at)};
}

/* A type with one number of the right size. */
static Text number_text(char letter, Bytes data, char out[FLOAT_DIGITS])
{
    const DbType *type = db_type(letter);
    const uint32_t bits = (uint32_t)uint_of(data.data, type->size, false);
    if (type->most)
        return whole_text(type->least ? (int32_t)bits : (int64_t)bits, out);
    float_text(bits, out);
    return text_of(out);
}

/* ---- cells ---- */

typedef struct Sheet {
    CsvWriter csv;
    Writer cell;
    Arena *arena;
} Sheet;

static void put_hex(Sheet *sheet, const char *mark, Bytes data)
{
    static const char digits[] = "0123456789abcdef";
    sheet->cell.size = 0;
    write_text(&sheet->cell, text_of(mark));
    for (size_t i = 0; i < data.size; i++) {
        write_u8(&sheet->cell, (uint8_t)digits[data.data[i] >> 4]);
        write_u8(&sheet->cell, (uint8_t)digits[data.data[i] & 15]);
    }
    csv_put(&sheet->csv, writer_text(&sheet->cell));
}

/* A backslash at the start is doubled, because \\N, \\x and \\- have meanings there. */
static void put_text(Sheet *sheet, Bytes data)
{
    const Text text = db_text(data, sheet->arena);
    if (!text_starts(text, "\\")) {
        csv_put(&sheet->csv, text);
        return;
    }
    sheet->cell.size = 0;
    write_u8(&sheet->cell, '\\');
    write_text(&sheet->cell, text);
    csv_put(&sheet->csv, writer_text(&sheet->cell));
}

/* An empty item is \\-, so that it differs from no item. */
static void write_escaped(Writer *out, Text text)
{
    static const char special[] = "\n\r\\|", words[] = "nr\\|";
    for (size_t i = 0; i < text.size; i++) {
        const char *found = text.at[i] ? strchr(special, text.at[i]) : NULL;
        if (found)
            write_u8(out, '\\');
        write_u8(out, (uint8_t)(found ? words[found - special] : text.at[i]));
    }
    if (!text.size)
        write_text(out, TEXT("\\-"));
}

/* Writes the values of an item of type 4 or 5, separated by bars. */
static void write_item(Sheet *sheet, char letter, Bytes data)
{
    DbPart parts[DB_INNER_MAX];
    char digits[FLOAT_DIGITS];
    const size_t count = db_parts(letter, data, parts);
    for (size_t i = 0; i < count; i++) {
        const DbPart *part = &parts[i];
        if (i)
            write_u8(&sheet->cell, '|');
        if (!part->data.data)
            write_text(&sheet->cell, TEXT("\\N"));
        else if (db_csv_is_text(part->letter))
            write_escaped(&sheet->cell, db_text(part->data, sheet->arena));
        else
            write_text(&sheet->cell, number_text(part->letter, part->data, digits));
    }
}

/* One item on each line of the cell. */
static void put_list(Sheet *sheet, char letter, Bytes data)
{
    DbNode node;
    Bytes rest = data;
    sheet->cell.size = 0;
    while (rest.size && db_node_take(&rest, &node)) {
        if (sheet->cell.size)
            write_u8(&sheet->cell, '\n');
        if (db_type(letter)->item)
            write_escaped(&sheet->cell, db_text(node.data, sheet->arena));
        else
            write_item(sheet, letter, node.data);
    }
    if (!db_type(letter)->item && text_starts(writer_text(&sheet->cell), "{"))
        put_hex(sheet, "\\x", data); /* a brace begins the lists of modders' tools */
    else
        csv_put(&sheet->csv, writer_text(&sheet->cell));
}

static void put_missing(Sheet *sheet, char letter)
{
    csv_put(&sheet->csv, db_csv_is_text(letter) ? TEXT("\\N") : TEXT(""));
}

static void put_part(Sheet *sheet, char letter, Bytes data)
{
    char digits[FLOAT_DIGITS];
    if (!data.data)
        put_missing(sheet, letter);
    else if (db_csv_is_text(letter))
        put_text(sheet, data);
    else
        csv_put(&sheet->csv, number_text(letter, data, digits));
}

static size_t put_parts(Sheet *sheet, char letter, Bytes data)
{
    DbPart parts[DB_ELEMENTS_MAX];
    const size_t count = db_parts(letter, data, parts);
    for (size_t i = 0; i < count; i++)
        put_part(sheet, parts[i].letter, parts[i].data);
    return count;
}

/* Unknown bits are kept by writing all of them as one number. */
static size_t put_shops(Sheet *sheet, uint32_t mask)
{
    if (mask >> DB_SHOPS) {
        csv_put_format(&sheet->csv, "0x%08x", mask);
        return 1;
    }
    for (unsigned i = 0; i < DB_SHOPS; i++)
        csv_put(&sheet->csv, mask >> i & 1 ? TEXT("1") : TEXT("0"));
    return DB_SHOPS;
}

/* The reader separates codes at commas, and removes blanks around them: modders write so. */
static bool are_separate_codes(Bytes list, Arena *arena)
{
    DbNode node;
    size_t comma;
    while (list.size && db_node_take(&list, &node)) {
        const Text code = db_text(node.data, arena);
        if (text_find(code, ',', &comma) || text_trimmed(code).size != code.size)
            return false;
    }
    return true;
}

/* Whether only the bytes can represent a field. */
static bool is_odd(const Sheet *sheet, const DbColumn *column, Bytes data)
{
    const DbShape shape = db_type(column->letter)->shape;
    return (!data.size && (shape == DB_ARRAY || shape == DB_NODES)) ||
           !db_fits(column->letter, data) ||
           (column->letter == 'C' && !are_separate_codes(data, sheet->arena));
}

/* Writes the first cells of a field; returns their number. */
static size_t put_value(Sheet *sheet, const DbColumn *column, Bytes data)
{
    if (!column || is_odd(sheet, column, data)) {
        put_hex(sheet, "\\x", data);
        return 1;
    }
    switch (db_type(column->letter)->shape) {
    case DB_NUMBER:
    case DB_TEXT:
        put_part(sheet, column->letter, data);
        return 1;
    case DB_HEX:
        put_hex(sheet, "0x", data);
        return 1;
    case DB_LIST:
        put_list(sheet, column->letter, data);
        return 1;
    case DB_MASK:
        return put_shops(sheet, (uint32_t)uint_of(data.data, 4, false));
    default:
        return put_parts(sheet, column->letter, data);
    }
}

/* Fills the cells that the value does not need. A field that is missing has none of its own. */
static void put_field(Sheet *sheet, const DbGroup *group, const DbField *field)
{
    const DbColumn *column = group->column;
    size_t put = field ? put_value(sheet, column, field->data) : 0;
    for (; put < group->count; put++)
        put_missing(sheet, column ? db_csv_cell(column, put).letter : 0);
}

/* ---- tables ---- */

/* Mostly fields come in the order of ids: `next` is tried first. Of duplicates the first is
 * found. */
static const DbField *find_field(const DbRecord *record, uint8_t id, size_t *next)
{
    if (*next < record->count && record->fields[*next].id == id)
        return &record->fields[(*next)++];
    for (size_t i = 0; i < record->count; i++)
        if (record->fields[i].id == id)
            return &record->fields[i];
    return NULL;
}

/* Readers skip rows of empty cells, so such a row gets a marker. */
static void put_record(Sheet *sheet, const DbGroup *groups, size_t count,
                       const DbRecord *record)
{
    Writer *out = sheet->csv.out;
    const size_t from = out->size;
    size_t next = 0, cells = 0, commas = from;
    for (size_t i = 0; i < count; i++) {
        put_field(sheet, &groups[i], find_field(record, groups[i].id, &next));
        cells += groups[i].count;
    }
    while (commas < out->size && out->data[commas] == ',')
        commas++;
    if (commas == out->size) {
        const bool value = find_field(record, groups[0].id, &(size_t){0}) != NULL;
        out->size = from;
        sheet->csv = csv_to(out);
        csv_put(&sheet->csv, value ? TEXT("\\-") : TEXT("\\N"));
        while (--cells)
            csv_put(&sheet->csv, TEXT(""));
    }
    csv_end_row(&sheet->csv);
}

/* A title for people. */
static void put_title(Sheet *sheet, const DbGroup *group, size_t n)
{
    const DbColumn *column = group->column;
    const char *inner = column ? db_csv_cell(column, n).name : NULL;
    const Text element = column ? db_element_name(column, n) : TEXT("");
    if (!column)
        csv_put_format(&sheet->csv, "id_%u", group->id);
    else if (inner)
        csv_put_format(&sheet->csv, "%s_%s", column->name, inner);
    else if (element.size)
        csv_put_format(&sheet->csv, "%s_%.*s", column->name, (int)element.size, element.at);
    else if (group->count > 1)
        csv_put_format(&sheet->csv, "%s_%zu", column->name, n + 1);
    else
        csv_put(&sheet->csv, text_of(column->name));
}

static void put_name(Sheet *sheet, const DbGroup *group, size_t n)
{
    if (group->column)
        csv_put_format(&sheet->csv, "FLD%u-%u", group->id, db_csv_cell(group->column, n).id);
    else
        csv_put_format(&sheet->csv, "RAW%u", group->id);
}

static void put_titles(Sheet *sheet, const DbGroup *groups, size_t count)
{
    void (*const rows[])(Sheet *, const DbGroup *, size_t) = {put_title, put_name};
    csv_end_row(&sheet->csv);
    for (size_t row = 0; row < COUNT_OF(rows); row++) {
        for (size_t i = 0; i < count; i++)
            for (size_t n = 0; n < groups[i].count; n++)
                rows[row](sheet, &groups[i], n);
        csv_end_row(&sheet->csv);
    }
}

/* Whether a cell of a group contains a text, or bytes in hex. */
static bool is_text_cell(const DbGroup *group, size_t n)
{
    const char letter = group->column ? db_csv_cell(group->column, n).letter : 0;
    return db_csv_is_text(letter) || db_type(letter)->shape == DB_HEX;
}

/* Spreadsheets format these columns as text, so that codes such as 007 stay. */
static const bool *find_texts(const DbGroup *groups, size_t count, size_t cells, Arena *arena)
{
    bool *texts = ARENA_ALLOC(arena, bool, cells);
    for (size_t i = 0, at = 0; i < count; i++)
        for (size_t n = 0; n < groups[i].count; n++)
            texts[at++] = is_text_cell(&groups[i], n);
    return texts;
}

/* All columns of the table, and ids without a column that occur in it. */
static size_t find_groups(const DbTable *table, DbGroup *groups, size_t *cells)
{
    const DbColumn *columns[256] = {NULL};
    size_t lengths[256] = {0}, count = 0;
    for (size_t i = 0; table->row && i < table->row->column_count; i++) {
        const DbColumn *column = &table->row->columns[i];
        columns[column->id] = column;
        lengths[column->id] = db_csv_cells(column);
    }
    for (size_t i = 0; i < table->count; i++)
        for (size_t j = 0; j < table->records[i].count; j++) {
            const DbField *field = &table->records[i].fields[j];
            const char letter = columns[field->id] ? columns[field->id]->letter : 0;
            const DbType *type = db_type(letter);
            size_t length = 1;
            if (type->shape == DB_ARRAY && db_fits(letter, field->data))
                length = field->data.size / type->size;
            if (length > lengths[field->id])
                lengths[field->id] = length;
        }
    *cells = 0;
    for (unsigned id = 0; id < 256; id++)
        if (lengths[id]) {
            groups[count++] =
                (DbGroup){.id = (uint8_t)id, .column = columns[id], .count = lengths[id]};
            *cells += lengths[id];
        }
    return count;
}

/* `all` becomes false if the CSV cannot hold everything: then the exact bytes are stored,
 * too. */
static bool put_table(const Db *db, const DbTable *table, DbSheets *out, bool *all,
                      Arena *arena, Report *report)
{
    Writer text = writer_to(arena);
    Sheet sheet = {.csv = csv_to(&text), .cell = writer_to(arena), .arena = arena};
    DbGroup *groups = ARENA_ALLOC(arena, DbGroup, DB_GROUPS_MAX);
    size_t cells;
    const Text name = db_csv_name(db->kind, table->row, table->id, arena);
    const size_t count = find_groups(table, groups, &cells);
    for (size_t i = 0; i < out->count; i++)
        if (text_equal(out->items[i].path, name))
            return true; /* a duplicate id: stored in the additional JSON file */
    *all = *all && count;
    if (!count)
        return true;
    if ((table->count + DB_HEAD_ROWS) * cells > CSV_CELLS_MAX)
        return report_error(report, "table %u has more than %d values: too many for a CSV",
                            table->id, CSV_CELLS_MAX);
    put_titles(&sheet, groups, count);
    for (size_t i = 0; i < table->count; i++)
        put_record(&sheet, groups, count, &table->records[i]);
    *ARENA_PUSH(arena, out->items, out->count) =
        (DbSheet){.path = name,
                  .bytes = writer_bytes(&text),
                  .texts = find_texts(groups, count, cells, arena)};
    return true;
}

/* The companion file is written only if the tables alone would not give the same bytes. */
bool db_to_csv(Bytes file, Text path, DbSheets *out, Arena *arena, Report *report)
{
    Db db;
    *out = (DbSheets){0};
    if (!db_read(file, path, &db, arena, report))
        return false;
    bool all = db.plain && db.count;
    for (size_t i = 0; i < db.count; i++)
        if (!put_table(&db, &db.tables[i], out, &all, arena, report))
            return false;
    if (all)
        return true;
    Writer text = writer_to(arena);
    JsonWriter json = json_to(&text);
    json_open(&json, NULL);
    json_put_text(&json, "format", TEXT("db"));
    json_put_hex(&json, "exact", file);
    json_close(&json);
    json_end(&json);
    *ARENA_PUSH(arena, out->items, out->count) =
        (DbSheet){.path = db_csv_companion(db.kind, arena), .bytes = writer_bytes(&text)};
    return true;
}
