/* Internal declarations of the database module. */
#ifndef OISIN_EVIL_ISLANDS_TABLES_DB_INTERNAL_H
#define OISIN_EVIL_ISLANDS_TABLES_DB_INTERNAL_H

#include "evil_islands/tables/db.h"

enum { DB_INNER_MAX = 5, DB_SHOPS = 5, DB_CODE_SIZE = 4 };

typedef struct DbNode {
    uint8_t id;
    Bytes data;
    bool usual; /* its length has the form that we write */
} DbNode;

extern const DbTableRow db_tables[];
extern const size_t db_table_count;

const DbTableRow *db_table_row(DbKind kind, uint8_t id);
/* The column of a field; NULL if the table, which may be NULL, has none. */
const DbColumn *db_column(const DbTableRow *row, uint8_t id);

/* What a value consists of. The last two are texts in a CSV. */
typedef enum DbShape {
    DB_HEX,
    DB_NUMBER,
    DB_MASK,  /* of shops */
    DB_ARRAY, /* numbers */
    DB_NODES, /* a node for each inner column */
    DB_TEXT,
    DB_LIST, /* nodes 1: texts, or nodes for each inner column */
} DbShape;

/* A row of db_types.def. */
typedef struct DbType {
    DbShape shape;
    char item;
    uint8_t size;
    int64_t least, most;
    const char *doc, *cell;
} DbType;
extern const DbType db_types[128]; /* by letter; that of any other letter is DB_HEX */
static inline const DbType *db_type(char letter) { return &db_types[letter & 127]; }

/* Removes a node from the start of `*rest`; returns false if it does not fit. */
bool db_node_take(Bytes *rest, DbNode *out);
size_t db_node_size(size_t payload);
uint8_t *db_node_head(uint8_t *out, uint8_t id, size_t payload); /* returns the start of the
                                                                  * payload */
void db_node_put(Writer *out, uint8_t id, Bytes payload);

/* Whether the bytes are a regular value of the type, which JSON and CSV can represent. */
bool db_fits(char letter, Bytes data);

/* The columns inside types 1 to 5; 0 for other types. */
size_t db_inner(char letter, const DbColumn **out);

/* The values of a field that fits its type, or of an item of types 4 and 5, in order: the
 * elements of an array; the inner nodes, of which those that are missing have no data; or the
 * value itself. */
typedef struct DbPart {
    char letter;
    uint8_t id;
    const char *name; /* of an inner node, otherwise NULL */
    Bytes data;
} DbPart;
size_t db_parts(char letter, Bytes data, DbPart *out); /* at most DB_ELEMENTS_MAX */

/* The table's name and the ids of "Table id id" (DbColumn.refers). */
Text db_refers(const char *refers, uint8_t ids[static 256], size_t *count);

/* The text of a value of type S or c; and the inverse, which returns false and sets `*why` if
 * it does not fit. */
Text db_text(Bytes data, Arena *arena);
bool db_put_text(char letter, Text utf8, Writer *out, const char **why, Arena *arena);

/* The n-th name in `elements`; empty after the last. */
Text db_element_name(const DbColumn *column, size_t n);
/* How many names there are; 0 for single values. */
size_t db_element_count(const DbColumn *column);

/* Sorts fields by id; returns false if two have the same id. */
bool db_fields_sort(DbField *fields, size_t count);

/* The last bytes of every official file: an empty node, and a node with value 1. */
extern const Bytes db_trailer;

#endif
