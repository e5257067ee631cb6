/* Tables as comma-separated values, RFC 4180, in UTF-8.
 *
 * A cell with a comma, a quote or a line end stands in quotes, and quotes in it are
 * doubled. Lines end in CRLF, as spreadsheets write them; reading takes LF as well. An
 * empty line is a row of no cells; a row of one empty cell is written as "". So writing
 * what was read, and reading what was written, change nothing. */
#ifndef OISIN_FORMATS_OPEN_CSV_H
#define OISIN_FORMATS_OPEN_CSV_H

#include "base/stream.h"

/* In one file: 128 MB of them in memory. */
enum { CSV_CELLS_MAX = 1 << 22 };

typedef struct CsvCell {
    Text text;   /* without quotes; a slice of the file or, with doubled quotes, a copy */
    uint32_t at; /* in the file, of its first character or quote */
    uint32_t line;
} CsvCell;

typedef struct CsvRow {
    CsvCell *cells;
    size_t count;
    uint32_t at, line; /* of its start */
} CsvRow;

typedef struct Csv {
    Text file;
    CsvRow *rows;
    size_t count;
} Csv;

/* Stops at the first mistake and says its line and column: no UTF-8, a quote where none
 * may stand or that never ends, a CR alone, too many cells. Cells may point into the
 * file, which must live as long. A byte order mark at the start is skipped. */
bool csv_read(Bytes file, Csv *out, Arena *arena, Report *report);

/* For messages: where a cell, or where a row, begins. Columns count characters from 1. */
Place csv_cell_place(const Csv *csv, const CsvCell *cell);
Place csv_row_place(const Csv *csv, const CsvRow *row);

/* Writes cell by cell; `out` is the caller's. */
typedef struct CsvWriter {
    Writer *out;
    size_t cells;    /* of this row so far */
    bool empty_cell; /* all of them: one that is empty */
} CsvWriter;

CsvWriter csv_to(Writer *out);
void csv_put(CsvWriter *csv, Text cell);
void csv_put_format(CsvWriter *csv, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void csv_end_row(CsvWriter *csv);

#endif
