/* How a table of a database lies in a CSV file; shared by its writer and its reader.
 *
 * A first row is empty, then come titles for people, then a row of FLDx-y: x is the id of the
 * field, y that of the element, or of the node inside types 1, 2 and 3. An id without a column
 * has RAWx, its bytes in hex.
 *
 * A text that begins with a backslash has it twice; so \N is a field that is missing, \- an
 * empty text where nothing at all would do as well, \x and hexadecimal digits a field whose
 * bytes its type does not fit. A number that is missing is an empty cell. A list is a cell with
 * an item on each line; \n, \r, \\ and \| in an item are those characters, \- is an empty one.
 * Values inside items of types 4 and 5 stand between bars. */
#ifndef OISIN_FORMATS_EVIL_ISLANDS_DB_CSV_PARTS_H
#define OISIN_FORMATS_EVIL_ISLANDS_DB_CSV_PARTS_H

#include "formats/evil_islands/db_parts.h"
#include "formats/open/csv.h"

enum { DB_GROUPS_MAX = 256, DB_HEAD_ROWS = 6 };

/* The cells of one field. */
typedef struct DbGroup {
    uint8_t id;
    const DbColumn *column;           /* NULL: RAW */
    size_t count;                     /* cells */
    uint32_t places[DB_ELEMENTS_MAX]; /* reading: the column of each plus 1, 0 if it has none */
} DbGroup;

/* How many cells a column's field has if no array is longer than its names. */
size_t db_csv_cells(const DbColumn *column);
/* The y of FLDx-y for the n-th of them. */
unsigned db_csv_element(const DbColumn *column, size_t n);
/* Empty where an empty cell is an empty value, not a missing one: S, c, s, C, 4 and 5. */
bool db_csv_is_text(char letter);
/* The name of a table's file. */
Text db_csv_name(DbKind kind, const DbTableRow *row, uint8_t id, Arena *arena);
/* ... and of that for all bytes. */
Text db_csv_companion(DbKind kind, Arena *arena);

#endif
