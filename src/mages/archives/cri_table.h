/* Tables of CRI archives (@UTF): named columns of typed values, and rows. Numbers are
 * big-endian.
 *
 *   @UTF  size  encoding:u16  rows:u16  strings  data  name  columns:u16  row_size:u16
 * row_count columns: flags  name  [the value of all rows] rows, strings (each ends at a zero),
 * data
 *
 * All offsets count from byte 8, names and texts from the strings, data from the data. The
 * encoding of texts is 0 for Shift-JIS, 1 for UTF-8 (newer tools). Texts are not decoded
 * here: see cri_decode. Numbers
 * can be changed in place, so that a table that was read keeps everything else.
 *
 * Sources: public descriptions of the format (vgmstream, PyCriCodecs, CriPakTools, impacto). */
#ifndef OISIN_MAGES_ARCHIVES_CRI_TABLE_H
#define OISIN_MAGES_ARCHIVES_CRI_TABLE_H

#include "base/json.h"
#include "mages/archives/cri_text.h"

enum {
    CRI_TABLE_HEAD = 32,
    CRI_COLUMNS_MAX = 256,     /* tables of archives have up to 60 */
    CRI_ROWS_MAX = 200000,     /* as ARCHIVE_FILES_MAX */
    CRI_CELLS_MAX = 1 << 23,   /* columns times rows */
    CRI_TABLE_MAX = 256 << 20, /* bytes */
};

typedef enum CriType {
    CRI_U8,
    CRI_I8,
    CRI_U16,
    CRI_I16,
    CRI_U32,
    CRI_I32,
    CRI_U64,
    CRI_I64,
    CRI_F32,
    CRI_F64,
    CRI_TEXT,
    CRI_DATA,
    CRI_TYPE_COUNT
} CriType;

/* Where the value of a column is. */
typedef enum CriStorage { CRI_ZERO, CRI_CONSTANT, CRI_PER_ROW } CriStorage;

typedef struct CriColumn {
    Text name;
    CriType type;
    CriStorage storage;
    size_t at; /* in the table for a constant, otherwise in the row */
} CriColumn;

typedef struct CriTable {
    Bytes bytes;
    Text name;
    CriColumn *columns;
    size_t column_count, rows_at, strings_at, data_at;
    uint32_t row_size, row_count;
    CriEncoding encoding;
    const Cp932 *page; /* NULL: it is not needed */
} CriTable;

/* Whether the bytes begin with a table, plain or masked with the fixed sequence of the
 * format, which `cri_unmask` removes (and adds). */
bool cri_table_is(Bytes bytes);
bool cri_table_is_masked(Bytes bytes);
Bytes cri_unmask(Bytes bytes, Arena *arena);

/* Validates all offsets. Texts and data refer to `bytes`. */
bool cri_table_read(Bytes bytes, CriTable *out, Arena *arena, Report *report);

/* NULL if there is no such column. */
const CriColumn *cri_column(const CriTable *table, const char *name);
/* The value of a cell; 0 or empty if there is no such column, or if it has no value. */
uint64_t cri_number(const CriTable *table, size_t row, const char *column);
Text cri_text(const CriTable *table, size_t row, const char *column);
Bytes cri_data(const CriTable *table, size_t row, const char *column);

/* A text of the table in UTF-8. */
Text cri_decode(const CriTable *table, Text text, Arena *arena);

/* Sets a number in `bytes`, which is a copy of the table's bytes. Returns false if the column
 * has no value in each row (and is not the constant of a single row), or if it cannot
 * hold the number. */
bool cri_set(const CriTable *table, uint8_t *bytes, size_t row, const char *column,
             uint64_t value);

/* Writes all values of a row as members. */
void cri_show_row(const CriTable *table, size_t row, JsonWriter *json);

/* A value of a new table. */
typedef struct CriValue {
    uint64_t number;
    Text text;
    Bytes data;
} CriValue;

typedef struct CriColumnNew {
    const char *name;
    CriType type;
    CriStorage storage; /* a constant is the value of the first row */
} CriColumnNew;

/* Builds a table; values are in rows, one for each column. Their texts are in the encoding. */
Bytes cri_table_write(const char *name, CriEncoding encoding, const CriColumnNew *columns,
                      size_t column_count, const CriValue *values, size_t row_count,
                      Arena *arena);

#endif
