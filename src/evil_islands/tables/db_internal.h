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

/* Removes a node from the start of `*rest`; returns false if it does not fit. */
bool db_node_take(Bytes *rest, DbNode *out);
size_t db_node_size(size_t payload);
uint8_t *db_node_head(uint8_t *out, uint8_t id, size_t payload); /* returns the start of the
                                                                  * payload */
void db_node_put(Writer *out, uint8_t id, Bytes payload);

/* Whether the bytes are a regular value of the type, which JSON and CSV can represent. */
bool db_fits(char letter, Bytes data);
const char *db_type_doc(char letter);

/* The columns inside types 1 to 5; 0 for other types. */
size_t db_inner(char letter, const DbColumn **out);
/* Splits a node of these types (for 4 and 5: one item) into its values. Missing values have no
 * data. */
void db_split(const DbColumn *inner, size_t count, Bytes data, Bytes *out);

/* The text of a value of type S or c; and the inverse, which returns false and sets `*why` if
 * it does not fit. */
Text db_text(Bytes data, Arena *arena);
bool db_put_text(char letter, Text utf8, Writer *out, const char **why, Arena *arena);

/* The size of an element of f, i and b; 0 for other types. */
size_t db_element_size(char letter);
bool db_is_list(char letter); /* s and C */
/* The type of the items of s and C: S and c. */
char db_item_letter(char letter);

/* The n-th name in `elements`; empty after the last. */
Text db_element_name(const DbColumn *column, size_t n);
/* How many names there are; 0 for single values. */
size_t db_element_count(const DbColumn *column);

/* Sorts fields by id; returns false if two have the same id. */
bool db_fields_sort(DbField *fields, size_t count);

/* The last bytes of every official file: an empty node, and a node with value 1. */
extern const Bytes db_trailer;

#endif
