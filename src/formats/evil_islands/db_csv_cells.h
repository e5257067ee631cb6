/* One field out of its cells. Nobody but the reader of database CSVs includes this. */
#ifndef OISIN_FORMATS_EVIL_ISLANDS_DB_CSV_CELLS_H
#define OISIN_FORMATS_EVIL_ISLANDS_DB_CSV_CELLS_H

#include "formats/evil_islands/db_csv_parts.h"

typedef struct DbCells {
    Text texts[DB_ELEMENTS_MAX]; /* empty where there is no cell */
    bool there[DB_ELEMENTS_MAX]; /* whether there is a column */
    size_t count;                /* at least 1 */
    Writer *out;                 /* gets the bytes of the field */
    Writer item, part;           /* scratch */
    size_t bad;                  /* after a failure: which cell, and what should be there */
    const char *why;
    Arena *arena;
} DbCells;

typedef enum DbTaken { DB_MISSING, DB_VALUE } DbTaken;

/* False at a mistake. `column` is NULL of an id that has none. */
bool db_cells_take(DbCells *cells, const DbColumn *column, DbTaken *taken);

#endif
