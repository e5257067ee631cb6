/* Databases of our own, of all kinds, for tests and corpora: every table with two records, made
 * of the tables of columns; and random ones with all that can be odd. */
#ifndef OISIN_TESTS_EVIL_DB_H
#define OISIN_TESTS_EVIL_DB_H

#include "kit.h"

#include "evil_islands/tables/db_internal.h"

void put_db_text(Writer *out, char letter, const char *text);
Db db_of_kind(Kit *kit, DbKind kind, size_t records);
Bytes db_bytes(Kit *kit, const Db *db);
Bytes small_db(Kit *kit, DbKind kind);
Bytes random_db(Kit *kit, DbKind kind);

#endif
