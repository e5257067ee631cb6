/* Databases of Evil Islands to a folder of tables, and back. */
#ifndef OISIN_CONVERT_DATABASES_H
#define OISIN_CONVERT_DATABASES_H

#include "convert/conversion.h"

/* A CSV for each table. Of databases that the bytes could be it is the one that the file's
 * name says. */
bool db_to_tables(ConversionJob *job, Arena *arena, Report *report);
/* The tables of the database that the output's name says: the folder may have others, too. */
bool tables_to_db(ConversionJob *job, Arena *arena, Report *report);

#endif
