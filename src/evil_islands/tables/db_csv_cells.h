/* Parser for the cells of one field. Internal to the reader of database CSVs. */
#ifndef OISIN_EVIL_ISLANDS_TABLES_DB_CSV_CELLS_H
#define OISIN_EVIL_ISLANDS_TABLES_DB_CSV_CELLS_H

#include "evil_islands/tables/db_csv_internal.h"

typedef struct DbCells {
    Text texts[DB_ELEMENTS_MAX]; /* empty: no cell */
    bool there[DB_ELEMENTS_MAX]; /* the column exists */
    size_t count;                /* at least 1 */
    Writer *out;                 /* gets the bytes of the field */
    bool commas;                 /* items of lists are separated by commas */
    bool decimal_commas;         /* numbers have commas instead of points */
    Writer item, part;           /* scratch */
    size_t bad;                  /* after a failure: index of the cell, and the expected value
                                  */
    const char *why;
    Arena *arena;
} DbCells;

typedef enum DbTaken { DB_MISSING, DB_VALUE } DbTaken;

/* Returns false on an error. `column` is NULL for an id without a column. */
bool db_cells_take(DbCells *cells, const DbColumn *column, DbTaken *taken);

#endif
