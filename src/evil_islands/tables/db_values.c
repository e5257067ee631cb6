/* Nodes and values of databases: their types, and tests whether bytes match them. */
#include "evil_islands/tables/db_internal.h"

#include "base/game_text.h"
#include "base/text.h"

#include <stdlib.h>

/* ---- tables ---- */

#define COLUMN(letter, id, name, elements, refers) {letter, id, #name, elements, refers},
#define TABLE(kind, id, word, name) static const DbColumn word##_columns[] = {
#define END(word)                                                                              \
    }                                                                                          \
    ;
#include "evil_islands/tables/db_tables.def"
#undef COLUMN
#undef TABLE
#undef END

const DbTableRow db_tables[] = {
#define COLUMN(letter, id, name, elements, refers)
#define TABLE(kind, id, word, name)                                                            \
    {DB_##kind, id, #word, name, word##_columns, COUNT_OF(word##_columns)},
#define END(word)
#include "evil_islands/tables/db_tables.def"
#undef COLUMN
#undef TABLE
#undef END
};
const size_t db_table_count = COUNT_OF(db_tables);

const DbTableRow *db_table_row(DbKind kind, uint8_t id)
{
    for (size_t i = 0; i < db_table_count; i++)
        if (db_tables[i].kind == kind && db_tables[i].id == id)
            return &db_tables[i];
    return NULL;
}

const DbColumn *db_column(const DbTableRow *row, uint8_t id)
{
    for (size_t i = 0; row && i < row->column_count; i++)
        if (row->columns[i].id == id)
            return &row->columns[i];
    return NULL;
}

const DbType db_types[128] = {
#define TYPE(letter, shape, item, size, least, most, doc, cell)                                \
    [letter] = {DB_##shape, item, size, least, most, doc, cell},
#include "evil_islands/tables/db_types.def"
};

size_t db_inner(char letter, const DbColumn **out)
{
    static const DbColumn columns[] = {
#define INNER(type, letter, id, name) {letter, id, #name, "", ""},
#include "evil_islands/tables/db_types.def"
    };
    static const char types[] = {
#define INNER(type, letter, id, name) type,
#include "evil_islands/tables/db_types.def"
        0};
    const char *from = letter ? strchr(types, letter) : NULL;
    *out = from ? &columns[from - types] : columns;
    if (!from)
        return 0;
    return strspn(from, (const char[]){letter, 0});
}

Text db_element_name(const DbColumn *column, size_t n)
{
    Text rest = text_of(column->elements), word = text_word(&rest);
    while (n-- && word.size)
        word = text_word(&rest);
    return word;
}

size_t db_element_count(const DbColumn *column)
{
    size_t count = 0;
    if (db_type(column->letter)->shape == DB_ARRAY)
        for (Text rest = text_of(column->elements); text_word(&rest).size;)
            count++;
    return count;
}

/* ---- nodes ---- */

const Bytes db_trailer = {(const uint8_t *)"\0\0\2\x0C\2\x08\1\0\0\0", 10};

enum { SHORT_MAX = 127, SHORT_HEAD = 2, LONG_HEAD = 5 };

/* The lowest bit of the length tells its size: 1 or 4 bytes. `usual` is false if the long
 * form was not needed, since writing would change it. */
bool db_node_take(Bytes *rest, DbNode *out)
{
    if (rest->size < SHORT_HEAD)
        return false;
    const bool is_long = rest->data[1] & 1;
    const size_t head = is_long ? LONG_HEAD : SHORT_HEAD;
    if (rest->size < head)
        return false;
    const size_t size = (size_t)uint_of(rest->data + 1, is_long ? 4 : 1, false) >> 1;
    if (size > rest->size - head)
        return false;
    *out =
        (DbNode){rest->data[0], bytes_slice(*rest, head, size), is_long == (size > SHORT_MAX)};
    *rest = bytes_slice(*rest, head + size, rest->size - head - size);
    return true;
}

size_t db_node_size(size_t payload)
{
    return payload + (payload > SHORT_MAX ? LONG_HEAD : SHORT_HEAD);
}

/* Returns the position of the payload. The shortest form is written. */
uint8_t *db_node_head(uint8_t *out, uint8_t id, size_t payload)
{
    out[0] = id;
    if (payload <= SHORT_MAX) {
        out[1] = (uint8_t)(payload << 1);
        return out + SHORT_HEAD;
    }
    for (unsigned i = 0; i < 4; i++)
        out[1 + i] = (uint8_t)((payload << 1 | 1) >> 8 * i);
    return out + LONG_HEAD;
}

void db_node_put(Writer *out, uint8_t id, Bytes payload)
{
    const size_t head = db_node_size(payload.size) - payload.size;
    db_node_head(writer_reserve(out, head), id, payload.size);
    write_bytes(out, payload);
}

size_t db_parts(char letter, Bytes data, DbPart *out)
{
    const DbColumn *inner;
    const DbType *type = db_type(letter);
    size_t count = db_inner(letter, &inner);
    DbNode node;
    for (size_t i = 0; i < count; i++)
        out[i] = (DbPart){inner[i].letter, inner[i].id, inner[i].name, {NULL, 0}};
    while (count && data.size && db_node_take(&data, &node))
        for (size_t i = 0; i < count; i++)
            if (inner[i].id == node.id)
                out[i].data = node.data;
    if (count || type->shape != DB_ARRAY) {
        out[0] = count ? out[0] : (DbPart){letter, 0, NULL, data};
        return count ? count : 1;
    }
    for (; count * type->size < data.size; count++)
        out[count] = (DbPart){type->item, (uint8_t)count, NULL,
                              bytes_slice(data, count * type->size, type->size)};
    return count;
}

/* ---- matching types ---- */

/* Exactly one zero, at the end. */
static bool fits_text(Bytes data)
{
    return data.size && memchr(data.data, 0, data.size) == data.data + data.size - 1;
}

/* Only zeros after the text. */
static bool fits_code(Bytes data)
{
    size_t size = 0;
    while (size < data.size && data.data[size])
        size++;
    while (size < data.size && !data.data[size])
        size++;
    return data.size == DB_CODE_SIZE && size == data.size;
}

/* Nodes must have the order of the table, because they are written in it. */
static bool fits_inner(const DbColumn *inner, size_t count, Bytes data)
{
    DbNode node;
    size_t i = 0;
    while (data.size) {
        if (!db_node_take(&data, &node) || !node.usual)
            return false;
        while (i < count && inner[i].id != node.id)
            i++;
        if (i == count || !db_fits(inner[i++].letter, node.data))
            return false;
    }
    return true;
}

static bool fits_list(char letter, char item, Bytes data)
{
    const DbColumn *inner;
    const size_t count = db_inner(letter, &inner);
    DbNode node;
    while (data.size)
        if (!db_node_take(&data, &node) || !node.usual || node.id != 1 ||
            !(count ? fits_inner(inner, count, node.data) : db_fits(item, node.data)))
            return false;
    return true;
}

/* Values that fit are shown as such; others as bytes. So both directions must agree. */
bool db_fits(char letter, Bytes data)
{
    const DbType *type = db_type(letter);
    const DbColumn *inner;
    size_t count;
    switch (type->shape) {
    case DB_TEXT:
        return type->size ? fits_code(data) : fits_text(data);
    case DB_ARRAY:
        return data.size % type->size == 0 && data.size / type->size <= DB_ELEMENTS_MAX;
    case DB_HEX:
        return true;
    case DB_LIST:
        return fits_list(letter, type->item, data);
    case DB_NODES:
        count = db_inner(letter, &inner);
        return fits_inner(inner, count, data);
    default:
        return data.size == type->size;
    }
}

/* ---- references ---- */

Text db_refers(const char *refers, uint8_t ids[static 256], size_t *count)
{
    const size_t digits = strcspn(refers, "0123456789");
    *count = 0;
    for (const char *at = refers + digits; *at;) {
        char *end;
        ids[(*count)++] = (uint8_t)strtoul(at, &end, 10);
        at = end + (*end == ' ');
    }
    return text_trimmed((Text){refers, digits});
}

/* ---- texts ---- */

Text db_text(Bytes data, Arena *arena)
{
    size_t size = 0;
    while (size < data.size && data.data[size])
        size++;
    return game_text_decode((Text){(const char *)data.data, size}, arena);
}

/* Texts end with one zero; codes have 4 bytes, padded with zeros. */
bool db_put_text(char letter, Text utf8, Writer *out, const char **why, Arena *arena)
{
    Text text;
    size_t zero;
    if (!game_text_encode(utf8, &text, NULL, arena)) {
        *why = game_text_lack(utf8, arena).at;
        return false;
    }
    *why = "a text cannot contain a zero";
    if (text_find(text, 0, &zero))
        return false;
    *why = "longer than 4 characters";
    if (letter == 'c' && text.size > DB_CODE_SIZE)
        return false;
    write_text(out, text);
    write_zeros(out, letter == 'c' ? DB_CODE_SIZE - text.size : 1);
    return true;
}

/* Insertion sort: fields are nearly sorted. Returns false if two have the same id. */
bool db_fields_sort(DbField *fields, size_t count)
{
    bool distinct = true;
    for (size_t i = 1; i < count; i++) {
        const DbField field = fields[i];
        size_t at = i;
        for (; at && fields[at - 1].id > field.id; at--)
            fields[at] = fields[at - 1];
        fields[at] = field;
        distinct = distinct && !(at && fields[at - 1].id == field.id);
    }
    return distinct;
}
