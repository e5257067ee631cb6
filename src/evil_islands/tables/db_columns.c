/* What the tables of columns know about the CSV file of a table, for editors. */
#include "evil_islands/tables/db_internal.h"

#include "base/path.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

/* "Armor templates 0 1": the table's name, then ids. */
static void put_refers(JsonWriter *json, const DbTableRow *row, const char *refers)
{
    const size_t digits = strcspn(refers, "0123456789");
    const Text name = text_trimmed((Text){refers, digits});
    for (size_t i = 0; i < db_table_count; i++) {
        if (db_tables[i].kind != row->kind || !text_is(name, db_tables[i].name))
            continue;
        json_open(json, "refers");
        json_put_text(json, "table", text_of(db_tables[i].word));
        json_open_list(json, "ids");
        for (const char *at = refers + digits; *at;) {
            char *end;
            json_put_uint(json, NULL, strtoul(at, &end, 10));
            at = end + (*end == ' ');
        }
        json_close_list(json);
        json_close(json);
        return;
    }
}

/* For people who edit a table: what a cell of it contains. */
static const char *cell_doc(char letter)
{
    static const struct {
        char letter;
        const char *doc;
    } docs[] = {
        {'S', "text"},
        {'c', "text of at most 4 letters"},
        {'I', "whole number"},
        {'T', "whole number, a time"},
        {'U', "whole number, at least 0"},
        {'F', "number"},
        {'B', "whole number from 0 to 255"},
        {'X', "1 in the shops that sell it"},
        {'f', "number"},
        {'i', "whole number"},
        {'b', "whole number from 0 to 255"},
        {'s', "list of texts, one on each line"},
        {'C', "list of texts of at most 4 letters, one on each line"},
        {'1', "number"},
        {'2', "part of a body"},
        {'3', "number"},
        {'4', "list, one item on each line, with bars between its values"},
        {'5', "list, one item on each line, with bars between its values"},
    };
    for (size_t i = 0; i < COUNT_OF(docs); i++)
        if (docs[i].letter == letter)
            return docs[i].doc;
    return db_type_doc(letter);
}

static void put_column(JsonWriter *json, const DbTableRow *row, const DbColumn *column)
{
    const char letter[2] = {column->letter, 0};
    json_open(json, NULL);
    json_put_uint(json, "id", column->id);
    json_put_text(json, "name", text_of(column->name));
    json_put_text(json, "type", text_of(letter));
    json_put_text(json, "doc", text_of(cell_doc(column->letter)));
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
