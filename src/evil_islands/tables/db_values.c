/* Nodes and values of databases: their types, and tests whether bytes match them. */
#include "evil_islands/tables/db_internal.h"

#include "base/game_text.h"
#include "base/text.h"

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

static const struct {
    char letter;
    const char *doc;
} types[] = {
#define TYPE(letter, name, doc) {letter, doc},
#define INNER(type, letter, id, name)
#include "evil_islands/tables/db_types.def"
#undef TYPE
#undef INNER
};

static const struct {
    char type;
    DbColumn column;
} inners[] = {
#define TYPE(letter, name, doc)
#define INNER(type, letter, id, name) {type, {letter, id, #name, "", ""}},
#include "evil_islands/tables/db_types.def"
#undef TYPE
#undef INNER
};

/* Without the types, so that the columns of one type are contiguous. */
static const DbColumn inner_columns[] = {
#define TYPE(letter, name, doc)
#define INNER(type, letter, id, name) {letter, id, #name, "", ""},
#include "evil_islands/tables/db_types.def"
#undef TYPE
#undef INNER
};

const char *db_type_doc(char letter)
{
    for (size_t i = 0; i < COUNT_OF(types); i++)
        if (types[i].letter == letter)
            return types[i].doc;
    return "";
}

/* The two tables have the same order, so an index of one fits the other. */
size_t db_inner(char letter, const DbColumn **out)
{
    size_t from = 0, count = 0;
    if (letter < '1' || letter > '5')
        return 0;
    while (inners[from].type != letter)
        from++;
    while (from + count < COUNT_OF(inners) && inners[from + count].type == letter)
        count++;
    *out = &inner_columns[from];
    return count;
}

/* 0 for types that are not arrays of numbers. */
size_t db_element_size(char letter)
{
    return letter == 'f' || letter == 'i' ? 4 : letter == 'b' ? 1 : 0;
}

bool db_is_list(char letter) { return letter == 's' || letter == 'C'; }

/* The type of the items of a list: texts of any length, or codes of 4 bytes. */
char db_item_letter(char letter) { return letter == 's' ? 'S' : 'c'; }

/* An empty text if element `n` has no name. */
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
    if (db_element_size(column->letter))
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

/* Of duplicate nodes the last one counts; absent ones have no data. */
void db_split(const DbColumn *inner, size_t count, Bytes data, Bytes *out)
{
    DbNode node;
    for (size_t i = 0; i < count; i++)
        out[i] = (Bytes){NULL, 0};
    while (data.size && db_node_take(&data, &node))
        for (size_t i = 0; i < count; i++)
            if (inner[i].id == node.id)
                out[i] = node.data;
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

/* Items of any list have the id 1. */
static bool fits_list(char letter, Bytes data)
{
    const DbColumn *inner;
    const size_t count = db_inner(letter, &inner);
    DbNode node;
    while (data.size)
        if (!db_node_take(&data, &node) || !node.usual || node.id != 1 ||
            !(count ? fits_inner(inner, count, node.data)
                    : db_fits(db_item_letter(letter), node.data)))
            return false;
    return true;
}

/* Values that fit are shown as such; others as bytes. So both directions must agree. */
bool db_fits(char letter, Bytes data)
{
    const DbColumn *inner;
    size_t count;
    switch (letter) {
    case 'S':
        return fits_text(data);
    case 'c':
        return fits_code(data);
    case 'B':
        return data.size == 1;
    case 'b':
    case 'f':
    case 'i':
        return data.size % db_element_size(letter) == 0 &&
               data.size / db_element_size(letter) <= DB_ELEMENTS_MAX;
    case 'H':
        return true;
    case 's':
    case 'C':
    case '4':
    case '5':
        return fits_list(letter, data);
    case '1':
    case '2':
    case '3':
        count = db_inner(letter, &inner);
        return fits_inner(inner, count, data);
    default:
        return data.size == 4;
    }
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
