/* Conversion of databases to JSON and back. A value that does not match its type is {"hex":
 * "..."}. */
#include "evil_islands/tables/db_internal.h"

#include "base/text.h"

#include <stdio.h>

/* ---- showing ---- */

static void show_hex(const char *key, Bytes data, JsonWriter *json)
{
    json_open(json, key);
    json_put_hex(json, "hex", data);
    json_close(json);
}

static void show_number(const char *key, const DbType *type, Bytes data, JsonWriter *json)
{
    const uint32_t bits = (uint32_t)uint_of(data.data, type->size, false);
    float number;
    memcpy(&number, &bits, sizeof number);
    if (!type->most)
        json_put_float(json, key, number);
    else if (type->least)
        json_put_int(json, key, (int32_t)bits);
    else
        json_put_uint(json, key, bits);
}

/* A mask with bits of shops that do not exist is shown as a number, so that it is not lost. */
static void show_shops(const char *key, uint32_t mask, JsonWriter *json)
{
    if (mask >> DB_SHOPS) {
        json_put_uint(json, key, mask);
        return;
    }
    json_open_list(json, key);
    for (unsigned i = 0; i < DB_SHOPS; i++)
        if (mask >> i & 1)
            json_put_uint(json, NULL, i + 1);
    json_close_list(json);
}

static void show_value(const char *key, char letter, Bytes data, JsonWriter *json,
                       Arena *arena);

/* The elements of an array, or the inner nodes of a value. */
static void show_parts(const char *key, char letter, Bytes data, JsonWriter *json, Arena *arena)
{
    DbPart parts[DB_ELEMENTS_MAX];
    const size_t count = db_parts(letter, data, parts);
    const bool list = db_type(letter)->shape == DB_ARRAY;
    if (list)
        json_open_list(json, key);
    else
        json_open(json, key);
    for (size_t i = 0; i < count; i++)
        if (parts[i].data.data)
            show_value(parts[i].name, parts[i].letter, parts[i].data, json, arena);
    if (list)
        json_close_list(json);
    else
        json_close(json);
}

/* The data was checked by db_fits(), so each node can be taken. */
static void show_list(const char *key, char letter, Bytes data, JsonWriter *json, Arena *arena)
{
    DbNode node;
    json_open_list(json, key);
    while (data.size && db_node_take(&data, &node))
        if (db_type(letter)->item)
            json_put_text(json, NULL, db_text(node.data, arena));
        else
            show_parts(NULL, letter, node.data, json, arena);
    json_close_list(json);
}

static void show_value(const char *key, char letter, Bytes data, JsonWriter *json, Arena *arena)
{
    const DbType *type = db_type(letter);
    if (!db_fits(letter, data)) {
        show_hex(key, data, json);
        return;
    }
    switch (type->shape) {
    case DB_TEXT:
        json_put_text(json, key, db_text(data, arena));
        break;
    case DB_MASK:
        show_shops(key, (uint32_t)uint_of(data.data, 4, false), json);
        break;
    case DB_HEX:
        json_put_hex(json, key, data);
        break;
    case DB_LIST:
        show_list(key, letter, data, json, arena);
        break;
    case DB_NUMBER:
        show_number(key, type, data, json);
        break;
    default:
        show_parts(key, letter, data, json, arena);
    }
}

/* Fields in their order; if several have the same id, only the first is shown by name. */
static void show_record(const DbTable *table, const DbRecord *record, JsonWriter *json,
                        Arena *arena)
{
    bool shown[256] = {false};
    json_open(json, NULL);
    for (size_t i = 0; i < record->count; i++) {
        const DbField *field = &record->fields[i];
        const DbColumn *column = db_column(table->row, field->id);
        char key[16];
        if (shown[field->id])
            continue;
        shown[field->id] = true;
        snprintf(key, sizeof key, "id_%u", field->id);
        if (column)
            show_value(column->name, column->letter, field->data, json, arena);
        else
            show_hex(key, field->data, json);
    }
    json_close(json);
}

/* The usual trailer is omitted. `whole` makes no difference: a database has no large parts. */
bool db_show(Bytes file, bool whole, JsonWriter *json, Arena *arena, Report *report)
{
    Db db;
    (void)whole;
    if (!db_read(file, TEXT(""), &db, arena, report))
        return false;
    if (db.kind < DB_KINDS)
        json_put_text(json, "kind", text_of(db_kind_word(db.kind)));
    json_open_list(json, "tables");
    for (size_t i = 0; i < db.count; i++) {
        const DbTable *table = &db.tables[i];
        json_open(json, NULL);
        if (table->row)
            json_put_text(json, "name", text_of(table->row->name));
        else
            json_put_uint(json, "id", table->id);
        json_open_list(json, "records");
        for (size_t j = 0; j < table->count; j++)
            show_record(table, &table->records[j], json, arena);
        json_close_list(json);
        json_close(json);
    }
    json_close_list(json);
    if (!bytes_equal(db.trailer, db_trailer))
        json_put_hex(json, "trailer", db.trailer);
    return true;
}

/* ---- parsing ---- */

typedef struct Parse {
    Writer scratch; /* for one value */
    Arena *arena;
    Report *report;
} Parse;

static bool parse_value(Parse *parse, const DbColumn *column, const json_t *json, Writer *out);

static bool is_hex(const json_t *json)
{
    return json_is_object(json) && json_object_size(json) == 1 && json_object_get(json, "hex");
}

/* The bytes are written unchecked, since "hex" is for what does not fit the type. */
static bool parse_hex(Parse *parse, const json_t *json, Writer *out)
{
    Bytes bytes;
    if (!json_get_hex(json, "hex", &bytes, parse->arena, parse->report))
        return false;
    write_bytes(out, bytes);
    return true;
}

static bool parse_number(Parse *parse, const char *name, char letter, const json_t *json,
                         Writer *out)
{
    const DbType *type = db_type(letter);
    const json_int_t number = json_integer_value(json);
    uint32_t bits;
    if (!type->most) {
        if (!json_float_bits(json, &bits))
            return report_error(
                parse->report, "\"%s\" must be a number or a text \"0x...\" of its bits", name);
        write_u32(out, bits);
        return true;
    }
    if (!json_is_integer(json) || number < type->least || number > type->most)
        return report_error(parse->report, "\"%s\" must be a number from %lld to %lld", name,
                            (long long)type->least, (long long)type->most);
    write_uint(out, (uint64_t)number, type->size);
    return true;
}

static bool parse_text(Parse *parse, const char *name, char letter, const json_t *json,
                       Writer *out)
{
    const char *why;
    if (!json_is_string(json))
        return report_error(parse->report, "\"%s\" must be a text", name);
    return db_put_text(letter, (Text){json_string_value(json), json_string_length(json)}, out,
                       &why, parse->arena) ||
           report_error(parse->report, "\"%s\": %s", name, why);
}

/* Accepts both forms of show_shops(): a list of shops from 1, or the mask as a number. */
static bool parse_shops(Parse *parse, const char *name, const json_t *json, Writer *out)
{
    uint32_t mask = 0;
    if (!json_is_array(json))
        return parse_number(parse, name, 'X', json, out);
    for (size_t i = 0; i < json_array_size(json); i++) {
        const json_int_t shop = json_integer_value(json_array_get(json, i));
        if (shop < 1 || shop > DB_SHOPS)
            return report_error(parse->report, "\"%s\": shops are 1 to %d", name, DB_SHOPS);
        mask |= 1u << (shop - 1);
    }
    write_u32(out, mask);
    return true;
}

/* Nodes are written in the order of the table, whatever the order of the keys. Counting the
 * known keys detects unknown ones. */
static bool parse_inner(Parse *parse, char letter, const json_t *json, Writer *out)
{
    const DbColumn *inner;
    const size_t count = db_inner(letter, &inner);
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        const json_t *value = json_object_get(json, inner[i].name);
        Writer part = writer_to(parse->arena);
        if (!value)
            continue;
        found++;
        if (!parse_value(parse, &inner[i], value, &part))
            return false;
        db_node_put(out, inner[i].id, writer_bytes(&part));
    }
    return (json_is_object(json) && found == json_object_size(json)) ||
           report_error(parse->report, "a value has unknown keys");
}

static bool parse_item(Parse *parse, const DbColumn *column, const json_t *item, Writer *part,
                       Writer *out)
{
    const DbType *type = db_type(column->letter);
    part->size = 0;
    if (type->shape == DB_ARRAY)
        return parse_number(parse, column->name, type->item, item, out);
    if (!(type->item ? parse_text(parse, column->name, type->item, item, part)
                     : parse_inner(parse, column->letter, item, part)))
        return false;
    db_node_put(out, 1, writer_bytes(part));
    return true;
}

static bool parse_list(Parse *parse, const DbColumn *column, const json_t *json, Writer *out)
{
    Writer part = writer_to(parse->arena);
    for (size_t i = 0; i < json_array_size(json); i++)
        if (!parse_item(parse, column, json_array_get(json, i), &part, out))
            return false;
    return json_is_array(json) ||
           report_error(parse->report, "\"%s\" must be a list", column->name);
}

static bool parse_value(Parse *parse, const DbColumn *column, const json_t *json, Writer *out)
{
    const char *name = column->name;
    Bytes bytes;
    if (is_hex(json))
        return parse_hex(parse, json, out);
    switch (db_type(column->letter)->shape) {
    case DB_TEXT:
        return parse_text(parse, name, column->letter, json, out);
    case DB_NUMBER:
        return parse_number(parse, name, column->letter, json, out);
    case DB_MASK:
        return parse_shops(parse, name, json, out);
    case DB_HEX:
        if (!json_is_string(json) ||
            !hex_decode(text_of(json_string_value(json)), &bytes, parse->arena))
            return report_error(parse->report, "\"%s\" must be a text of hexadecimal digits",
                                name);
        write_bytes(out, bytes);
        return true;
    case DB_NODES:
        return parse_inner(parse, column->letter, json, out);
    default:
        return parse_list(parse, column, json, out);
    }
}

/* A column of the table, or "id_N" for one that is not known, which needs {"hex": ...}. */
static bool parse_field(Parse *parse, const DbTableRow *row, const char *key,
                        const json_t *json, DbField *out)
{
    const DbColumn *column = NULL;
    int64_t id;
    for (size_t i = 0; row && i < row->column_count; i++)
        if (!strcmp(row->columns[i].name, key))
            column = &row->columns[i];
    parse->scratch.size = 0;
    if (column) {
        out->id = column->id;
        if (!parse_value(parse, column, json, &parse->scratch))
            return false;
    } else if (text_starts(text_of(key), "id_") &&
               text_number(text_of(key + 3), 0, UINT8_MAX, &id) && is_hex(json)) {
        out->id = (uint8_t)id;
        if (!parse_hex(parse, json, &parse->scratch))
            return false;
    } else {
        return report_error(parse->report, "table %s has no \"%s\"", row ? row->name : "?",
                            key);
    }
    out->data = arena_copy(parse->arena, writer_bytes(&parse->scratch));
    return true;
}

static bool parse_record(Parse *parse, const DbTableRow *row, const json_t *json, DbRecord *out)
{
    const char *key;
    json_t *value;
    if (!json_is_object(json))
        return report_error(parse->report, "a record must be an object");
    *out =
        (DbRecord){arena_alloc_raw(parse->arena, json_object_size(json), sizeof(DbField)), 0};
    json_object_foreach((json_t *)json, key, value)
    {
        if (!parse_field(parse, row, key, value, &out->fields[out->count++]))
            return false;
    }
    return db_fields_sort(out->fields, out->count) ||
           report_error(parse->report, "a record has a duplicate field");
}

static bool parse_table(Parse *parse, DbKind kind, const json_t *json, DbTable *out)
{
    const json_t *records = json_object_get(json, "records");
    const char *name = json_string_value(json_object_get(json, "name"));
    int64_t id;
    *out = (DbTable){0};
    for (size_t i = 0; name && i < db_table_count; i++)
        if (db_tables[i].kind == kind && !strcmp(db_tables[i].name, name))
            out->row = &db_tables[i];
    if (name && !out->row)
        return report_error(parse->report, "no table \"%s\" in %s", name, db_kind_word(kind));
    if (!name && !json_get_int(json, "id", 0, UINT8_MAX, &id, parse->report))
        return false;
    out->id = out->row ? out->row->id : (uint8_t)id;
    out->row = db_table_row(kind, out->id);
    if (!json_is_array(records))
        return report_error(parse->report, "a table needs a list of \"records\"");
    out->records =
        arena_alloc_raw(parse->arena, json_array_size(records), sizeof *out->records);
    for (; out->count < json_array_size(records); out->count++)
        if (!parse_record(parse, out->row, json_array_get(records, out->count),
                          &out->records[out->count]))
            return false;
    return true;
}

/* A missing "kind" is allowed, because db_show() omits it for unknown databases. */
static bool parse_kind(const json_t *json, DbKind *out, Arena *arena, Report *report)
{
    Text word;
    *out = DB_KINDS;
    if (!json_object_get(json, "kind"))
        return true;
    if (!json_get_text(json, "kind", &word, arena, report))
        return false;
    for (*out = 0; *out < DB_KINDS; ++*out)
        if (text_is(word, db_kind_word(*out)))
            return true;
    return report_error(report, "unknown database \"%.*s\"", (int)word.size, word.at);
}

bool db_parse(const json_t *json, Bytes *out, Arena *arena, Report *report)
{
    Parse parse = {.scratch = writer_to(arena), .arena = arena, .report = report};
    Db db = {.trailer = db_trailer};
    const json_t *tables = json_object_get(json, "tables");
    if (!parse_kind(json, &db.kind, arena, report))
        return false;
    if (!json_is_array(tables))
        return report_error(report, "\"tables\" must be a list");
    if (!json_find_hex(json, "trailer", &db.trailer, arena, report))
        return false;
    db.tables = ARENA_ALLOC(arena, DbTable, json_array_size(tables));
    for (; db.count < json_array_size(tables); db.count++)
        if (!parse_table(&parse, db.kind, json_array_get(tables, db.count),
                         &db.tables[db.count]))
            return false;
    return db_write(&db, out, arena, report);
}
