/* The layout of a database table in a CSV file; shared by its writer and its reader.
 *
 * The first row is empty. The second row has titles for people, the third has the names FLDx-y:
 * x is the id of the field, y that of the element, or of the node inside types 1, 2 and 3. An
 * id without a column is RAWx, with its bytes in hex.
 *
 * A leading backslash in a text is doubled. \N is a missing field, \- an empty text where an
 * empty cell would be ambiguous, and \x followed by hexadecimal digits a field whose bytes do
 * not match its type. A missing number is an empty cell. A list is a cell with one item per
 * line; in an item, \n, \r, \\ and \| are escapes, and \- is an empty item. Values in items of
 * types 4 and 5 are separated by bars. Commas also separate the items of type C, and blanks
 * around them are ignored: a list in which a code contains a comma, or begins or ends with a
 * blank, is written as \x, too. */
#ifndef OISIN_EVIL_ISLANDS_TABLES_DB_CSV_INTERNAL_H
#define OISIN_EVIL_ISLANDS_TABLES_DB_CSV_INTERNAL_H

#include "evil_islands/tables/db_internal.h"
#include "kit/open/csv.h"

enum { DB_GROUPS_MAX = 256, DB_HEAD_ROWS = 6, DB_RAW_FLOATS_MAX = 8 };

/* The cells of one field. */
typedef struct DbGroup {
    uint8_t id;
    const DbColumn *column;           /* NULL: RAW */
    size_t count;                     /* cells */
    uint32_t places[DB_ELEMENTS_MAX]; /* reading: index of each column plus 1; 0: missing */
} DbGroup;

/* The number of cells of a column's field if no array is longer than its names. */
size_t db_csv_cells(const DbColumn *column);
/* The n-th cell: the inner column, or with no name and the number of the cell as its id, which
 * is the y of FLDx-y. */
DbColumn db_csv_cell(const DbColumn *column, size_t n);
/* Types whose empty cell is an empty value rather than a missing one: S, c, s, C, 4 and 5. */
bool db_csv_is_text(char letter);
/* The file name of a table. */
Text db_csv_name(DbKind kind, const DbTableRow *row, uint8_t id, Arena *arena);
/* The name of the file with all bytes. */
Text db_csv_companion(DbKind kind, Arena *arena);

#endif
