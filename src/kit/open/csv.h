/* Tables as comma-separated values, RFC 4180, in UTF-8.
 *
 * A cell with a comma, a quote or a line end is enclosed in quotes, and quotes in it are
 * doubled. Lines end in CRLF, as written by spreadsheets; reading accepts LF as well. An empty
 * line is a row without cells; a row with one empty cell is written as "". Therefore reading
 * and writing are lossless in both orders. */
#ifndef OISIN_KIT_OPEN_CSV_H
#define OISIN_KIT_OPEN_CSV_H

#include "base/stream.h"

/* Per file: 128 MB of cells in memory. */
enum { CSV_CELLS_MAX = 1 << 22 };

typedef struct CsvCell {
    Text text;   /* without quotes; a slice of the file, or a copy if it contained doubled
                  * quotes */
    uint32_t at; /* offset of its first character or quote in the file; without a file: the
                  * index of its column */
    uint32_t line;
} CsvCell;

typedef struct CsvRow {
    CsvCell *cells;
    size_t count;
    uint32_t at, line; /* of the start of the row */
} CsvRow;

typedef struct Csv {
    Text file; /* `at` is NULL for the cells of a spreadsheet */
    CsvRow *rows;
    size_t count;
} Csv;

/* Stops at the first error and reports its line and column: invalid UTF-8, a misplaced or
 * unclosed quote, a CR without LF, too many cells. Cells may be slices of the file, which must
 * live as long. A byte order mark at the start is skipped. */
bool csv_read(Bytes file, Csv *out, Arena *arena, Report *report);
/* The same with another separator: spreadsheets write semicolons or tabs in some locales. */
bool csv_read_separated(Bytes file, char separator, Csv *out, Arena *arena, Report *report);

/* For messages: the position of a cell or a row. Columns count characters from 1; those of a
 * spreadsheet count cells. */
SourcePosition csv_cell_position(const Csv *csv, const CsvCell *cell);
SourcePosition csv_row_position(const Csv *csv, const CsvRow *row);

/* Whether all cells are empty. */
bool csv_row_is_blank(const CsvRow *row);

/* Writes cell by cell to `out`, which the caller owns. */
typedef struct CsvWriter {
    Writer *out;
    size_t cells;    /* in the current row */
    bool empty_cell; /* the row has a single cell, which is empty */
} CsvWriter;

CsvWriter csv_to(Writer *out);
void csv_put(CsvWriter *csv, Text cell);
void csv_put_format(CsvWriter *csv, const char *format, ...) PRINTF_LIKE(2, 3);
void csv_end_row(CsvWriter *csv);

#endif
