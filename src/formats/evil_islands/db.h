/* Databases of Evil Islands (.idb .ldb .pdb .sdb .udb .qdb acks.db prints.db), sources:
 * specs/evil_islands.md "Database files", seeds/evil_islands.txt.
 *
 * A file is a tree of nodes `u8 id; length; payload`: a root, in it tables, in them records,
 * in them fields. A length is one byte, twice the length, or, beyond 127, a u32 of twice the
 * length plus one. Behind the root stand ten bytes, always the same. Which kind of database
 * a file is stands nowhere: it is the one whose types fit best (db_kinds.def, db_tables.def).
 *
 * All is kept: fields that are missing, that have no column or not their type's size. */
#ifndef OISIN_FORMATS_EVIL_ISLANDS_DB_H
#define OISIN_FORMATS_EVIL_ISLANDS_DB_H

#include "base/json.h"

typedef enum DbKind {
#define KIND(word, suffix, file, doc) DB_##word,
#include "formats/evil_islands/db_kinds.def"
#undef KIND
    DB_KINDS /* none that is known */
} DbKind;

enum {
    /* In one file: 256 MB in memory as JSON; the largest official one has some 20,000. */
    DB_NODES_MAX = 1 << 20,
    DB_TABLES_MAX = 256, /* as there are ids */
    DB_WARNINGS_MAX = 10000,
    DB_ELEMENTS_MAX = 64, /* of an array that has columns; longer ones are shown as hex */
};

/* A column of db_tables.def, or a node inside a field. */
typedef struct DbColumn {
    char letter; /* its type: db_types.def */
    uint8_t id;
    const char *name;
    const char *elements; /* names of the values of an array, with blanks between */
    const char *refers;   /* "Table id id": where its texts must be found; or empty */
} DbColumn;

typedef struct DbTableRow {
    DbKind kind;
    uint8_t id;
    const char *word, *name; /* of the CSV file, and of people */
    const DbColumn *columns; /* ascending ids */
    size_t column_count;
} DbTableRow;

typedef struct DbField {
    uint8_t id;
    Bytes data;
} DbField;

typedef struct DbRecord {
    DbField *fields;
    uint32_t count;
} DbRecord;

typedef struct DbTable {
    uint8_t id;
    const DbTableRow *row; /* NULL if the kind has no such table */
    DbRecord *records;
    size_t count;
} DbTable;

typedef struct Db {
    DbKind kind;
    DbTable *tables;
    size_t count;
    Bytes trailer; /* what stands behind the root */
    /* Nothing is odd: ids ascend, records have id 1, lengths their usual form, the trailer is
     * the usual one. Then the tables say all. */
    bool plain;
} Db;

/* Refuses nodes that do not fit into the one they are in. Of kinds that fit equally well it
 * takes that of the path, which may be empty. Fields are slices of the file. */
bool db_read(Bytes file, Text path, Db *out, Arena *arena, Report *report);
/* In the usual form; false if it would be longer than a length can say. */
bool db_write(const Db *db, Bytes *out, Arena *arena, Report *report);

/* What a path's suffix or file name says; DB_KINDS if it says nothing. */
DbKind db_kind_of_path(Text path);
const char *db_kind_word(DbKind kind); /* "db" of DB_KINDS */
const char *db_kind_file(DbKind kind); /* what the game calls it; empty of DB_KINDS */

/* A file of a folder. */
typedef struct DbSheet {
    Text path; /* without folders */
    Bytes bytes;
} DbSheet;

typedef struct DbSheets {
    DbSheet *items;
    size_t count;
} DbSheets;

/* One CSV per table; what no CSV can say makes a further file, KIND.oisin.json, with all bytes
 * of the database. */
bool db_to_csv(Bytes file, Text path, DbSheets *out, Arena *arena, Report *report);
/* Back; `kind` chooses among tables of several databases, DB_KINDS: there is only one. Bytes
 * kept beside count as long as the tables are as they were. Mistakes have line and column. */
bool csv_to_db(const DbSheets *files, DbKind kind, Bytes *out, Arena *arena, Report *report);

/* For the registry (formats/format.h). */
bool db_is(Bytes file);
bool db_show(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report);
bool db_check(Bytes file, Arena *arena, Report *report);
bool db_parse(const json_t *json, Bytes *out, Arena *arena, Report *report);
Text db_title(Bytes file, Arena *arena);
void db_describe(Writer *writer);

#endif
