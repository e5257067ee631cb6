/* Parts, in order: the mask; reading; cells; building. */
#include "mages/archives/cri_table.h"

#include "base/hash.h"
#include "base/stream.h"
#include "base/text.h"

/* Bytes of a cell, by CriType: integers, float, double, text (offset), data (offset and
 * size). */
static const uint8_t sizes[CRI_TYPE_COUNT] = {1, 1, 2, 2, 4, 4, 8, 8, 4, 8, 4, 8};

/* Bits of a column's flags. */
enum { FLAG_NAME = 0x10, FLAG_CONSTANT = 0x20, FLAG_ROW = 0x40, FLAG_UNKNOWN = 0x80 };

/* Offsets of the header count from byte 8, after the magic and the size. */
enum { OFFSETS_FROM = 8, COLUMN_HEAD = 5 };

/* ---- the mask ---- */

bool cri_table_is_masked(Bytes bytes)
{
    return bytes.size >= 4 && !memcmp(bytes.data, "\x1F\x9E\xF3\xF5", 4);
}

bool cri_table_is(Bytes bytes)
{
    return (bytes.size >= 4 && !memcmp(bytes.data, "@UTF", 4)) || cri_table_is_masked(bytes);
}

/* The mask is a stream of bytes of a multiplicative generator; applying it twice restores the
 * bytes. */
Bytes cri_unmask(Bytes bytes, Arena *arena)
{
    uint8_t *out = arena_alloc_raw(arena, bytes.size, 1);
    uint32_t mask = 0x655F;
    for (size_t i = 0; i < bytes.size; i++, mask *= 0x4115)
        out[i] = bytes.data[i] ^ (uint8_t)mask;
    return (Bytes){out, bytes.size};
}

/* ---- reading ---- */

static uint64_t number_at(const CriTable *table, size_t at, unsigned bytes)
{
    return uint_of(table->bytes.data + at, bytes, true);
}

/* False if the text is not terminated within the texts: cells may then use text_of(). */
static bool text_at(const CriTable *table, uint64_t offset, Text *out, Report *report)
{
    const size_t size = table->data_at - table->strings_at;
    const char *strings = (const char *)table->bytes.data + table->strings_at;
    if (offset >= size || !memchr(strings + offset, 0, size - offset))
        return report_error(report, "a text at %llu is not in the table's %zu bytes of texts",
                            (unsigned long long)offset, size);
    *out = text_of(strings + offset);
    return true;
}

/* All texts and data are checked once when the table is read, so that the getters need no
 * report. */
static bool cell_check(const CriTable *table, const CriColumn *column, size_t at,
                       Report *report)
{
    Text text;
    if (column->type == CRI_TEXT)
        return text_at(table, number_at(table, at, 4), &text, report);
    if (column->type != CRI_DATA)
        return true;
    const uint64_t offset = number_at(table, at, 4), size = number_at(table, at + 4, 4);
    return offset + size <= table->bytes.size - table->data_at ||
           report_error(report, "column %.*s: %llu bytes at %llu are not in the table",
                        (int)column->name.size, column->name.at, (unsigned long long)size,
                        (unsigned long long)offset);
}

/* A column without storage flags is CRI_ZERO. `at` and `row_at` advance over the columns and
 * within a row. */
static bool read_column(CriTable *table, CriColumn *column, size_t *at, size_t *row_at,
                        Report *report)
{
    if (*at + COLUMN_HEAD > table->rows_at)
        return report_error(report, "the table's columns do not fit before its rows");
    const uint8_t flags = table->bytes.data[*at];
    const unsigned type = flags & 15;
    if (!(flags & FLAG_NAME) || flags & FLAG_UNKNOWN || type >= CRI_TYPE_COUNT)
        return report_error(report, "a column with unknown flags 0x%02x", flags);
    column->type = (CriType)type;
    if (!text_at(table, number_at(table, *at + 1, 4), &column->name, report))
        return false;
    *at += COLUMN_HEAD;
    if (flags & FLAG_CONSTANT) {
        column->storage = CRI_CONSTANT;
        column->at = *at;
        *at += sizes[type];
        if (*at > table->rows_at)
            return report_error(report, "the table's columns do not fit before its rows");
        if (!cell_check(table, column, column->at, report))
            return false;
    }
    if (flags & FLAG_ROW) {
        column->storage = CRI_PER_ROW;
        column->at = *row_at;
        *row_at += sizes[type];
    }
    return true;
}

/* All integers are big-endian. The limits protect from tables that claim more cells than they
 * have bytes: columns without storage need none. */
static bool read_head(Bytes bytes, CriTable *out, Report *report)
{
    Reader reader = reader_of(bytes, report);
    reader.big = true;
    reader_seek(&reader, 4);
    const uint64_t size = read_u32(&reader) + (uint64_t)OFFSETS_FROM;
    const unsigned encoding = read_u16(&reader);
    out->rows_at = read_u16(&reader) + (size_t)OFFSETS_FROM;
    out->strings_at = read_u32(&reader) + (size_t)OFFSETS_FROM;
    out->data_at = read_u32(&reader) + (size_t)OFFSETS_FROM;
    reader_seek(&reader, 24);
    out->column_count = read_u16(&reader);
    out->row_size = read_u16(&reader);
    out->row_count = read_u32(&reader);
    if (!reader_ok(&reader))
        return false;
    if (size > bytes.size || size < CRI_TABLE_HEAD)
        return report_error(report, "a table of %llu bytes in %zu", (unsigned long long)size,
                            bytes.size);
    if (encoding >= CRI_ENCODINGS)
        return report_cause(report, CAUSE_UNSUPPORTED,
                            "a table with the text encoding %u; expected 0 (Shift-JIS) or 1 "
                            "(UTF-8)",
                            encoding);
    out->encoding = (CriEncoding)encoding;
    out->bytes = bytes_slice(bytes, 0, (size_t)size);
    if (out->column_count > CRI_COLUMNS_MAX || out->row_count > CRI_ROWS_MAX ||
        (uint64_t)out->column_count * out->row_count > CRI_CELLS_MAX)
        return report_error(report, "a table of %zu columns and %u rows; the maximum is %d, %d",
                            out->column_count, out->row_count, CRI_COLUMNS_MAX, CRI_ROWS_MAX);
    if (out->rows_at > out->strings_at || out->strings_at > out->data_at ||
        out->data_at > size ||
        (uint64_t)out->row_size * out->row_count > out->strings_at - out->rows_at)
        return report_error(report,
                            "the parts of the table do not fit: rows at %zu, texts at "
                            "%zu, data at %zu of %llu",
                            out->rows_at, out->strings_at, out->data_at,
                            (unsigned long long)size);
    return text_at(out, uint_of(bytes.data + 20, 4, true), &out->name, report);
}

static size_t cell_at(const CriTable *table, const CriColumn *column, size_t row)
{
    return column->storage == CRI_CONSTANT
               ? column->at
               : table->rows_at + row * table->row_size + column->at;
}

/* Only texts and data have offsets that can be wrong. */
static bool rows_check(const CriTable *table, Report *report)
{
    for (size_t i = 0; i < table->column_count; i++) {
        const CriColumn *column = &table->columns[i];
        if (column->storage != CRI_PER_ROW || column->type < CRI_TEXT)
            continue;
        for (size_t row = 0; row < table->row_count; row++)
            if (!cell_check(table, column, cell_at(table, column, row), report))
                return false;
    }
    return true;
}

bool cri_table_read(Bytes bytes, CriTable *out, Arena *arena, Report *report)
{
    size_t at = CRI_TABLE_HEAD, row_at = 0;
    *out = (CriTable){0};
    if (bytes.size < CRI_TABLE_HEAD || memcmp(bytes.data, "@UTF", 4) != 0)
        return report_error(report, "not a table: it does not begin with @UTF");
    if (!read_head(bytes, out, report))
        return false;
    const Bytes strings =
        bytes_slice(out->bytes, out->strings_at, out->data_at - out->strings_at);
    if (out->encoding == CRI_SHIFT_JIS && !cri_text_is_ascii(text_of_bytes(strings)))
        out->page = cp932_new(arena);
    out->columns = ARENA_ALLOC(arena, CriColumn, out->column_count);
    for (size_t i = 0; i < out->column_count; i++)
        if (!read_column(out, &out->columns[i], &at, &row_at, report))
            return false;
    if (row_at != out->row_size)
        return report_error(report, "the columns need rows of %zu bytes, but they have %u",
                            row_at, out->row_size);
    return rows_check(out, report);
}

/* ---- cells ---- */

const CriColumn *cri_column(const CriTable *table, const char *name)
{
    for (size_t i = 0; i < table->column_count; i++)
        if (text_is(table->columns[i].name, name))
            return &table->columns[i];
    return NULL;
}

static uint64_t number_of(const CriTable *table, const CriColumn *column, size_t row)
{
    return number_at(table, cell_at(table, column, row), sizes[column->type]);
}

/* 0 for a missing column or row: callers need no check of columns that only some archives
 * have. */
uint64_t cri_number(const CriTable *table, size_t row, const char *name)
{
    const CriColumn *column = cri_column(table, name);
    return column && column->storage != CRI_ZERO && column->type <= CRI_I64 &&
                   row < table->row_count
               ? number_of(table, column, row)
               : 0;
}

static Text text_of_cell(const CriTable *table, const CriColumn *column, size_t row)
{
    return text_of((const char *)table->bytes.data + table->strings_at +
                   number_of(table, column, row));
}

Text cri_decode(const CriTable *table, Text text, Arena *arena)
{
    return cri_text_decode(table->encoding, table->page, text, arena);
}

Text cri_text(const CriTable *table, size_t row, const char *name)
{
    const CriColumn *column = cri_column(table, name);
    return column && column->storage != CRI_ZERO && column->type == CRI_TEXT &&
                   row < table->row_count
               ? text_of_cell(table, column, row)
               : TEXT("");
}

static Bytes data_of_cell(const CriTable *table, const CriColumn *column, size_t row)
{
    const size_t at = cell_at(table, column, row);
    return bytes_slice(table->bytes, table->data_at + (size_t)number_at(table, at, 4),
                       (size_t)number_at(table, at + 4, 4));
}

Bytes cri_data(const CriTable *table, size_t row, const char *name)
{
    const CriColumn *column = cri_column(table, name);
    return column && column->storage != CRI_ZERO && column->type == CRI_DATA &&
                   row < table->row_count
               ? data_of_cell(table, column, row)
               : (Bytes){0};
}

/* Patches `bytes`, a copy of the table. False if the column cannot hold the value: a constant
 * is shared by all rows, a zero column has no bytes. The caller then writes a new table. */
bool cri_set(const CriTable *table, uint8_t *bytes, size_t row, const char *name,
             uint64_t value)
{
    const CriColumn *column = cri_column(table, name);
    if (!column || column->type > CRI_I64 || row >= table->row_count)
        return value == 0;
    const unsigned size = sizes[column->type];
    if (cri_number(table, row, name) == value)
        return true;
    if (column->storage == CRI_ZERO ||
        (column->storage == CRI_CONSTANT && table->row_count > 1) ||
        (size < 8 && value >> (8 * size)))
        return false;
    const size_t at = cell_at(table, column, row);
    for (unsigned i = 0; i < size; i++)
        bytes[at + i] = (uint8_t)(value >> 8 * (size - 1 - i));
    return true;
}

void cri_show_row(const CriTable *table, size_t row, JsonWriter *json)
{
    Arena *scratch = arena_new();
    for (size_t i = 0; i < table->column_count && row < table->row_count; i++) {
        const CriColumn *column = &table->columns[i];
        const char *key = arena_text(scratch, column->name).at;
        if (column->storage == CRI_ZERO)
            continue;
        if (column->type == CRI_TEXT)
            json_put_text(json, key,
                          cri_decode(table, text_of_cell(table, column, row), scratch));
        else if (column->type == CRI_DATA)
            json_put_uint(json, key, data_of_cell(table, column, row).size);
        else
            json_put_uint(json, key, number_of(table, column, row));
    }
    arena_free(scratch);
}

/* ---- building ---- */

typedef struct Building {
    Writer strings, data;
    Table known; /* from a text to its offset */
    Arena *arena;
} Building;

/* Equal texts are stored once. */
static uint32_t add_text(Building *building, Text text)
{
    const uint32_t offset = (uint32_t)building->strings.size;
    const uint32_t known = *table_put(&building->known, text, offset);
    if (known == offset) {
        write_text(&building->strings, text);
        write_u8(&building->strings, 0);
    }
    return known;
}

static void write_value(Building *building, CriType type, const CriValue *value, Writer *out)
{
    if (type == CRI_TEXT) {
        write_u32(out, add_text(building, value->text));
    } else if (type == CRI_DATA) {
        write_zeros(&building->data, -building->data.size % 8);
        write_u32(out, (uint32_t)building->data.size);
        write_u32(out, (uint32_t)value->data.size);
        write_bytes(&building->data, value->data);
    } else {
        write_uint(out, value->number, sizes[type]);
    }
}

/* Returns the size of a row. Constants take the values of the first row. */
static size_t write_columns(Building *building, const CriColumnNew *columns, size_t count,
                            const CriValue *values, Writer *out)
{
    static const uint8_t flags[] = {
        [CRI_ZERO] = FLAG_NAME,
        [CRI_CONSTANT] = FLAG_NAME | FLAG_CONSTANT,
        [CRI_PER_ROW] = FLAG_NAME | FLAG_ROW,
    };
    size_t row_size = 0;
    for (size_t i = 0; i < count; i++) {
        write_u8(out, flags[columns[i].storage] | (uint8_t)columns[i].type);
        write_u32(out, add_text(building, text_of(columns[i].name)));
        if (columns[i].storage == CRI_CONSTANT)
            write_value(building, columns[i].type, &values[i], out);
        if (columns[i].storage == CRI_PER_ROW)
            row_size += sizes[columns[i].type];
    }
    return row_size;
}

/* The text "<NULL>" at offset 0 means "no text" (cpk.c, is_named). The header is filled in
 * last, as its offsets are known only then. */
Bytes cri_table_write(const char *name, CriEncoding encoding, const CriColumnNew *columns,
                      size_t column_count, const CriValue *values, size_t row_count,
                      Arena *arena)
{
    Building building = {
        .strings = writer_to(arena), .data = writer_to(arena), .known = table_new(arena)};
    Writer out = writer_to(arena);
    out.big = true;
    add_text(&building, TEXT("<NULL>"));
    const uint32_t title = add_text(&building, text_of(name));
    write_text(&out, TEXT("@UTF"));
    write_zeros(&out, CRI_TABLE_HEAD - 4);
    const size_t row_size = write_columns(&building, columns, column_count, values, &out);
    const size_t rows_at = out.size;
    for (size_t row = 0; row < row_count; row++)
        for (size_t i = 0; i < column_count; i++)
            if (columns[i].storage == CRI_PER_ROW)
                write_value(&building, columns[i].type, &values[row * column_count + i], &out);
    const size_t strings_at = out.size;
    write_bytes(&out, writer_bytes(&building.strings));
    write_zeros(&out, -out.size % 8);
    const size_t data_at = out.size;
    write_bytes(&out, writer_bytes(&building.data));
    write_zeros(&out, -out.size % 8);
    write_uint_at(&out, 4, out.size - OFFSETS_FROM, 4);
    write_uint_at(&out, 8, encoding, 2);
    write_uint_at(&out, 10, rows_at - OFFSETS_FROM, 2);
    write_uint_at(&out, 12, strings_at - OFFSETS_FROM, 4);
    write_uint_at(&out, 16, data_at - OFFSETS_FROM, 4);
    write_uint_at(&out, 20, title, 4);
    write_uint_at(&out, 24, column_count, 2);
    write_uint_at(&out, 26, row_size, 2);
    write_uint_at(&out, 28, row_count, 4);
    return writer_bytes(&out);
}
