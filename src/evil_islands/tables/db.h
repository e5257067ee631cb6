/* Databases of Evil Islands (.idb .ldb .pdb .sdb .udb .qdb acks.db prints.db). Sources:
 * specs/evil_islands.md "Database files", seeds/evil_islands.txt.
 *
 * A file is a tree of nodes `u8 id; length; payload`: a root, which contains tables, which
 * contain records, which contain fields. A length is one byte with twice the length or, above
 * 127, a u32 with twice the length plus one. After the root there are ten bytes, which are
 * always the same. The file does not record which database it is: the database whose types
 * match best is chosen (db_kinds.def, db_tables.def).
 *
 * Everything is preserved: fields that are missing, that have no column, or whose size differs
 * from that of their type. */
#ifndef OISIN_EVIL_ISLANDS_TABLES_DB_H
#define OISIN_EVIL_ISLANDS_TABLES_DB_H

#include "base/json.h"

typedef enum DbKind {
#define KIND(word, suffix, file, doc) DB_##word,
#include "evil_islands/tables/db_kinds.def"
#undef KIND
    DB_KINDS /* unknown database */
} DbKind;

enum {
    /* Per file: 256 MB in memory as JSON; the largest official file has about 20,000. */
    DB_NODES_MAX = 1 << 20,
    DB_TABLES_MAX = 256, /* the number of ids */
    DB_WARNINGS_MAX = 10000,
    DB_ELEMENTS_MAX = 64, /* of an array with columns; longer arrays are shown as hex */
};

/* A column of db_tables.def, or a node inside a field. */
typedef struct DbColumn {
    char letter; /* type: see db_types.def */
    uint8_t id;
    const char *name;
    const char *elements; /* names of the values of an array, separated by spaces */
    const char *refers;   /* "Table id id": the columns that must contain its texts; or empty */
} DbColumn;

typedef struct DbTableRow {
    DbKind kind;
    uint8_t id;
    const char *word, *name; /* name of the CSV file; name for people */
    const DbColumn *columns; /* sorted by id */
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
    const DbTableRow *row; /* NULL: the database has no such table */
    DbRecord *records;
    size_t count;
} DbTable;

typedef struct Db {
    DbKind kind;
    DbTable *tables;
    size_t count;
    Bytes trailer; /* the bytes after the root */
    /* The file is regular: ids ascend, records have id 1, lengths have their usual form, the
     * trailer is the usual one. Then the tables describe the file completely. */
    bool plain;
} Db;

/* Fails if a node exceeds its parent. If several databases match equally well, the path
 * decides, which may be empty. Fields are slices of the file. */
bool db_read(Bytes file, Text path, Db *out, Arena *arena, Report *report);
/* Writes the usual form; returns false if it exceeds the maximum length of a node. */
bool db_write(const Db *db, Bytes *out, Arena *arena, Report *report);

/* The database by suffix or file name; DB_KINDS if unknown. */
DbKind db_kind_of_path(Text path);
const char *db_kind_word(DbKind kind); /* "db" for DB_KINDS */
const char *db_kind_file(DbKind kind); /* file name in the game; empty for DB_KINDS */

/* A file of a folder, or a sheet of a spreadsheet. */
typedef struct DbSheet {
    Text path; /* without folders; the name of a sheet has no suffix */
    Bytes bytes;
    const struct Csv *table; /* the cells of a sheet, instead of bytes */
    const bool *texts;       /* written tables: for each column whether it has texts */
} DbSheet;

typedef struct DbSheets {
    DbSheet *items;
    size_t count;
} DbSheets;

/* Writes one CSV per table. Data that CSV cannot represent adds the file KIND.oisin.json with
 * all bytes of the database. */
bool db_to_csv(Bytes file, Text path, DbSheets *out, Arena *arena, Report *report);
/* The inverse. `kind` selects a database if there are tables of several; DB_KINDS: there is
 * only one. The stored bytes are used if the tables are unchanged. Errors have line and column.
 */
bool csv_to_db(const DbSheets *files, DbKind kind, Bytes *out, Arena *arena, Report *report);

/* Puts members about a table's CSV file into an open object: "table", its name for people, and
 * "columns", each with its id (the x of FLDx-y), name, type, doc and, if its texts refer to
 * another table, "refers": {"table": "materials", "ids": [0, 1]}. Returns false and puts
 * nothing if no database has a table of this file name. */
bool db_put_columns(Text path, JsonWriter *json);

/* For the registry (kit/formats/format.h). */
bool db_is(Bytes file);
bool db_show(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report);
bool db_check(Bytes file, Arena *arena, Report *report);
bool db_parse(const json_t *json, Bytes *out, Arena *arena, Report *report);
Text db_title(Bytes file, Arena *arena);
void db_describe(Writer *writer);

#endif
