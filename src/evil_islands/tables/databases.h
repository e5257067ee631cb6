/* Conversion of Evil Islands databases to a folder of tables, and back. */
#ifndef OISIN_EVIL_ISLANDS_TABLES_DATABASES_H
#define OISIN_EVIL_ISLANDS_TABLES_DATABASES_H

#include "kit/convert/conversion.h"

/* In the folder of a database whose texts are not in cp1251: the name of their encoding. */
#define DB_ENCODING_FILE "encoding.txt"

/* Writes one CSV for each table. If the bytes match several databases, the file's name selects
 * one. */
bool db_to_tables(ConversionJob *job, Arena *arena, Report *report);
/* Reads the tables of the database that the name of the output selects; the folder may contain
 * other tables. */
bool tables_to_db(ConversionJob *job, Arena *arena, Report *report);
/* The same with one spreadsheet, a sheet for each table. */
bool db_to_spreadsheet(ConversionJob *job, Arena *arena, Report *report);
bool spreadsheet_to_db(ConversionJob *job, Arena *arena, Report *report);

#endif
