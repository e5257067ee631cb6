/* What the files of the database module share; nobody else includes it. */
#ifndef OISIN_FORMATS_EVIL_ISLANDS_DB_PARTS_H
#define OISIN_FORMATS_EVIL_ISLANDS_DB_PARTS_H

#include "formats/evil_islands/db.h"

enum { DB_INNER_MAX = 5, DB_SHOPS = 5, DB_CODE_SIZE = 4 };

typedef struct DbNode {
    uint8_t id;
    Bytes data;
    bool usual; /* its length has the form that we write */
} DbNode;

extern const DbTableRow db_tables[];
extern const size_t db_table_count;

const DbTableRow *db_table_row(DbKind kind, uint8_t id);

/* Takes a node off the start of `*rest`; false if it does not fit there. */
bool db_node_take(Bytes *rest, DbNode *out);
size_t db_node_size(size_t payload);
uint8_t *db_node_head(uint8_t *out, uint8_t id, size_t payload); /* where the payload begins */
void db_node_put(Writer *out, uint8_t id, Bytes payload);

/* Whether the bytes are a value of a type, such as JSON and CSV can say. */
bool db_fits(char letter, Bytes data);
const char *db_type_doc(char letter);

/* What types 1 to 5 have in them; 0 of others. */
size_t db_inner(char letter, const DbColumn **out);
/* The values of a node of these types that fits; of 4 and 5: of one item. Those that are
 * missing have no data. */
void db_split(const DbColumn *inner, size_t count, Bytes data, Bytes *out);

/* Text of a value of type S or c; and back, false if it does not fit: `*why` says so. */
Text db_text(Bytes data, Arena *arena);
bool db_put_text(char letter, Text utf8, Writer *out, const char **why, Arena *arena);

/* The size of an element of f, i and b; 0 of others. */
size_t db_element_size(char letter);
bool db_is_list(char letter); /* s and C */
/* Of the items of s and C: S and c. */
char db_item_letter(char letter);

/* The n-th name of those in `elements`; empty behind the last. */
Text db_element_name(const DbColumn *column, size_t n);

/* Puts fields in order; false if two have the same id. */
bool db_fields_sort(DbField *fields, size_t count);

/* The bytes that end every official file: an empty node, and a node with 1 in it. */
extern const Bytes db_trailer;

#endif
