/* What the tables of columns know about the CSV file of a table, for editors. */
#include "evil_islands/tables/db_internal.h"

#include "base/path.h"
#include "base/text.h"

static void put_refers(JsonWriter *json, const DbTableRow *row, const char *refers)
{
    uint8_t ids[256];
    size_t count;
    const Text name = db_refers(refers, ids, &count);
    for (size_t i = 0; i < db_table_count; i++) {
        if (db_tables[i].kind != row->kind || !text_is(name, db_tables[i].name))
            continue;
        json_open(json, "refers");
        json_put_text(json, "table", text_of(db_tables[i].word));
        json_open_list(json, "ids");
        for (size_t k = 0; k < count; k++)
            json_put_uint(json, NULL, ids[k]);
        json_close_list(json);
        json_close(json);
        return;
    }
}

static void put_column(JsonWriter *json, const DbTableRow *row, const DbColumn *column)
{
    const char letter[2] = {column->letter, 0};
    json_open(json, NULL);
    json_put_uint(json, "id", column->id);
    json_put_text(json, "name", text_of(column->name));
    json_put_text(json, "type", text_of(letter));
    json_put_text(json, "doc", text_of(db_type(column->letter)->cell));
    if (*column->refers)
        put_refers(json, row, column->refers);
    json_close(json);
}

bool db_put_columns(Text path, JsonWriter *json)
{
    const Text word = path_without_suffix(path_base(path));
    if (!text_is_caseless(path_suffix(path), "csv"))
        return false;
    for (size_t i = 0; i < db_table_count; i++) {
        const DbTableRow *row = &db_tables[i];
        if (!text_is_caseless(word, row->word))
            continue;
        json_put_text(json, "table", text_of(row->name));
        json_open_list(json, "columns");
        for (size_t j = 0; j < row->column_count; j++)
            put_column(json, row, &row->columns[j]);
        json_close_list(json);
        return true;
    }
    return false;
}
