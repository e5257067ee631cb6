/* Check, title and documentation of databases. */
#include "evil_islands/tables/db_internal.h"

#include "base/game_text.h"
#include "base/text.h"

#include <stdlib.h>

/* ---- references ---- */

/* The sorted texts of some columns. */
typedef struct Names {
    const char *refers; /* the table and columns */
    Text table;
    bool there; /* the table exists */
    Text *items;
    size_t count;
} Names;

typedef struct Check {
    const Db *db;
    Names *names;
    size_t name_count;
    const DbTable *table;
    const DbColumn *columns[256]; /* of the table, by id; NULL: unknown */
    size_t named[256];            /* how many values of an array have names */
    size_t record;
    Arena *arena;
    Report *report;
} Check;

/* Compares like the game, ignoring case of ASCII letters. */
static int compare_names(const void *a, const void *b)
{
    const Text *x = a, *y = b;
    return text_compare_caseless(*x, *y);
}

/* Up to the first zero: codes are padded. */
static Text plain_text(Bytes data)
{
    const uint8_t *zero = data.size ? memchr(data.data, 0, data.size) : NULL;
    return (Text){(const char *)data.data, zero ? (size_t)(zero - data.data) : data.size};
}

static const DbTable *referred_table(const Db *db, Text name)
{
    for (size_t i = 0; i < db->count; i++)
        if (db->tables[i].row && text_is(name, db->tables[i].row->name))
            return &db->tables[i];
    return NULL;
}

static const Names *names_of(Check *check, const char *refers)
{
    for (size_t i = 0; i < check->name_count; i++)
        if (!strcmp(check->names[i].refers, refers))
            return &check->names[i];
    uint8_t ids[256];
    size_t count;
    const Text name = db_refers(refers, ids, &count);
    const DbTable *table = referred_table(check->db, name);
    Names *names = ARENA_PUSH(check->arena, check->names, check->name_count);
    *names = (Names){.refers = refers, .there = table != NULL, .table = name};
    for (size_t i = 0; table && i < table->count; i++)
        for (size_t j = 0; j < table->records[i].count; j++) {
            const DbField *field = &table->records[i].fields[j];
            if (memchr(ids, field->id, count))
                *ARENA_PUSH(check->arena, names->items, names->count) = plain_text(field->data);
        }
    if (names->count)
        qsort(names->items, names->count, sizeof *names->items, compare_names);
    return names;
}

static bool is_name(const Names *names, Text text)
{
    return names->count &&
           bsearch(&text, names->items, names->count, sizeof text, compare_names);
}

static bool starts_caseless(Text text, Text part)
{
    return text.size >= part.size && text_equal_caseless(text_slice(text, 0, part.size), part);
}

/* q.ZONE.NAME or q.ZONE.NAME.N, where NAME is in the table; TEXT("") if the text has another
 * form. */
static Text quest_name(Text text)
{
    size_t dot;
    if (!starts_caseless(text, TEXT("q.")))
        return TEXT("");
    text = text_slice(text, 2, text.size);
    if (!text_find(text, '.', &dot))
        return TEXT("");
    text = text_slice(text, dot + 1, text.size);
    size_t end = text.size;
    while (end && text.at[end - 1] >= '0' && text.at[end - 1] <= '9')
        end--;
    if (end > 1 && end < text.size && text.at[end - 1] == '.')
        text.size = end - 1;
    return text;
}

/* Special values of official databases: "none"; quests with their zone; and in templates codes
 * of spells that stand for several modifiers, such as r for r0, r1 and r2. */
static bool is_reference(const Names *names, Text text)
{
    if (is_name(names, text) || text_is_caseless(text, "none"))
        return true;
    if (text_starts(text_of(names->refers), "Quests ")) {
        const Text quest = quest_name(text);
        return quest.size && is_name(names, quest);
    }
    for (size_t i = 0; i < names->count && !strcmp(names->refers, "Modifiers 0 1"); i++) {
        const Text name = names->items[i];
        if (text.size && name.size > text.size && starts_caseless(name, text) &&
            name.at[text.size] >= '0' && name.at[text.size] <= '9')
            return true;
    }
    return false;
}

/* Texts may have parameters in braces after the name. */
static Text trimmed_at_brace(Text text)
{
    size_t brace;
    if (text_find(text, '{', &brace))
        text.size = brace;
    return text_trimmed(text);
}

/* Whether a text, or all of its parts separated by commas, semicolons and braces, are names. */
static bool is_found(const Names *names, Text text)
{
    const Text head = trimmed_at_brace(text);
    if (!head.size || is_reference(names, head) || is_reference(names, text))
        return true;
    size_t from = 0;
    bool found = false;
    for (size_t i = 0; i <= text.size; i++) {
        if (i < text.size && !strchr(",;{}", text.at[i]))
            continue;
        const Text part = text_trimmed(text_slice(text, from, i));
        if (part.size && !is_reference(names, part))
            return false;
        found = found || part.size;
        from = i + 1;
    }
    return found;
}

/* Without the table nothing can be said: databases of a mod may be parts. */
static void check_text(Check *check, const DbColumn *column, Bytes data)
{
    const Text text = plain_text(data);
    const Names *names = names_of(check, column->refers);
    if (!names->there || is_found(names, text))
        return;
    const Text utf8 = game_text_decode(text, check->arena);
    report_warning(check->report, "%s, record %zu: %s \"%.*s\" is not in %.*s",
                   check->table->row->name, check->record, column->name, (int)utf8.size,
                   utf8.at, (int)names->table.size, names->table.at);
}

static void check_reference(Check *check, const DbColumn *column, Bytes data)
{
    const DbShape shape = db_type(column->letter)->shape;
    DbPart parts[DB_INNER_MAX];
    DbNode node;
    if (shape == DB_NODES) { /* a body part: its type comes first */
        db_parts(column->letter, data, parts);
        if (parts[0].data.data)
            check_text(check, column, parts[0].data);
    } else if (shape == DB_LIST) {
        while (data.size && db_node_take(&data, &node))
            check_text(check, column, node.data);
    } else {
        check_text(check, column, data);
    }
}

/* ---- types ---- */

/* One message for each field: what does not fit its type is not compared. */
static void check_field(Check *check, const DbColumn *column, const DbField *field)
{
    const char *table = check->table->row->name;
    const DbType *type = db_type(column->letter);
    const size_t named = check->named[column->id];
    if (!db_fits(column->letter, field->data))
        report_error(check->report, "%s, record %zu: the %zu bytes of %s are not a valid %s",
                     table, check->record, field->data.size, column->name, type->doc);
    else if (named && field->data.size != named * type->size)
        report_warning(check->report, "%s, record %zu: %s has %zu values, not %zu", table,
                       check->record, column->name, field->data.size / type->size, named);
    else if (*column->refers)
        check_reference(check, column, field->data);
}

/* Order and completeness are warnings. */
static void check_record(Check *check, const DbRecord *record)
{
    const DbTableRow *row = check->table->row;
    bool there[256] = {false};
    unsigned last = 0;
    for (size_t i = 0; i < record->count; i++) {
        const DbField *field = &record->fields[i];
        const DbColumn *column = check->columns[field->id];
        if (i && field->id <= last)
            report_warning(check->report, "%s, record %zu: field %u follows field %u",
                           row->name, check->record, field->id, last);
        last = field->id;
        there[last] = true;
        if (column)
            check_field(check, column, field);
        else
            report_warning(check->report, "%s, record %zu: unknown field %u", row->name,
                           check->record, field->id);
    }
    for (size_t j = 0; j < row->column_count; j++)
        if (!there[row->columns[j].id])
            report_warning(check->report, "%s, record %zu: %s is missing", row->name,
                           check->record, row->columns[j].name);
}

/* Unknown tables have no row, and are not checked further. */
static void begin_table(Check *check, const DbTable *table)
{
    const DbTableRow *row = table->row;
    check->table = table;
    memset(check->columns, 0, sizeof check->columns);
    for (size_t i = 0; row && i < row->column_count; i++) {
        const DbColumn *column = &row->columns[i];
        check->columns[column->id] = column;
        check->named[column->id] = db_element_count(column);
    }
}

/* The number of warnings is limited: a wrong table would give one for each value. */
bool db_check(Bytes file, Arena *arena, Report *report)
{
    Db db;
    if (!db_read(file, TEXT(""), &db, arena, report))
        return false;
    const size_t before = report->warnings + report->errors, errors = report->errors;
    Check check = {.db = &db, .arena = arena, .report = report};
    if (db.trailer.size < db_trailer.size &&
        bytes_equal(db.trailer, bytes_slice(db_trailer, 0, db.trailer.size)))
        return report_error(
            report, "the file is truncated: expected %zu bytes after the root, found %zu",
            db_trailer.size, db.trailer.size);
    if (!bytes_equal(db.trailer, db_trailer))
        report_warning(report, "the %zu bytes after the tables are not the usual ones",
                       db.trailer.size);
    else if (!db.plain)
        report_warning(report, "nodes are out of order, or a length has an unusual form");
    for (size_t i = 0; i < db.count; i++) {
        begin_table(&check, &db.tables[i]);
        if (!check.table->row)
            report_warning(report, "unknown table %u in %s", check.table->id,
                           db_kind_word(db.kind));
        for (size_t j = 0; check.table->row && j < check.table->count; j++) {
            if (report->warnings + report->errors - before > DB_WARNINGS_MAX) {
                report_warning(report, "too many errors; the rest is not checked");
                return report->errors == errors;
            }
            check.record = j;
            check_record(&check, &check.table->records[j]);
        }
    }
    return report->errors == errors;
}

/* ---- output for people ---- */

Text db_title(Bytes file, Arena *arena)
{
    Db db;
    size_t records = 0;
    Report silent = report_to(NULL, NULL);
    if (!db_read(file, TEXT(""), &db, arena, &silent))
        return TEXT("");
    for (size_t i = 0; i < db.count; i++)
        records += db.tables[i].count;
    return arena_format(arena, "%s, %zu table%s, %zu record%s",
                        db.kind < DB_KINDS ? db_kind_word(db.kind) : "unknown", db.count,
                        PLURAL(db.count), records, PLURAL(records));
}

static void describe_types(Writer *writer)
{
    write_format(writer, "## Types\n\n| type | meaning |\n|---|---|\n");
#define TYPE(letter, shape, item, size, least, most, doc, cell)                                \
    write_format(writer, "| %c | %s |\n", letter, doc);
#include "evil_islands/tables/db_types.def"
    write_format(writer, "\n| type | node | field | type of the node |\n|---|--:|---|---|\n");
#define INNER(type, letter, id, name)                                                          \
    write_format(writer, "| %c | %u | `%s` | %c |\n", type, id, #name, letter);
#include "evil_islands/tables/db_types.def"
}

static void describe_table(const DbTableRow *row, Writer *writer)
{
    write_format(writer, "\n### %s.csv: table %u, %s\n\n", row->word, row->id, row->name);
    write_format(writer, "| id | field | type | values | found in |\n|--:|---|---|---|---|\n");
    for (size_t i = 0; i < row->column_count; i++) {
        const DbColumn *column = &row->columns[i];
        uint8_t ids[256];
        const Text refers = db_refers(column->refers, ids, &(size_t){0});
        write_format(writer, "| %u | `%s` | %c | %s | %.*s |\n", column->id, column->name,
                     column->letter, column->elements, (int)refers.size, refers.at);
    }
}

void db_describe(Writer *writer)
{
    static const char *const docs[] = {
#define KIND(word, suffix, file, doc) doc,
#include "evil_islands/tables/db_kinds.def"
#undef KIND
    };
    write_format(
        writer,
        "A tree of nodes, little-endian: `u8 id; length; payload`. The length is one byte, "
        "twice "
        "the number of\nbytes; beyond 127 a u32, twice the number plus one. The root, 1, holds "
        "tables, they hold records, 1,\nthose hold fields. The root is followed by `00 00 02 "
        "0C "
        "02 "
        "08 01 00 00 00`. Texts are in the encoding of the game's edition: cp1251, cp1250, "
        "UTF-8 or cp949.\n\n");
    write_format(
        writer,
        "`convert` makes a folder with a CSV for each table: titles, then a row of `FLDx-y`, x "
        "the id of the field,\ny of the element or inner node. `\\N` is a text that is "
        "missing, "
        "`\\\\` one backslash at the start of a text,\n`\\x` and digits the bytes of a field "
        "that "
        "are not of its type. A list has an item on each line of its cell;\n`\\n`, `\\r`, "
        "`\\\\`, `\\|` and `\\-` (an empty text) in it are escapes, bars stand between the "
        "values "
        "of an item.\nWhat tables cannot say is in a further file, `items.oisin.json`, which "
        "is "
        "there only if it is needed; if the texts are not in cp1251, `encoding.txt` "
        "names\ntheir encoding, and a spreadsheet (`.xlsx`) has the document property "
        "`encoding`: the way back uses it.\nReferences to tables of other files are not "
        "checked.\n\n");
    describe_types(writer);
    for (DbKind kind = 0; kind < DB_KINDS; kind++) {
        write_format(writer, "\n## %s: %s\n", db_kind_file(kind), docs[kind]);
        for (size_t i = 0; i < db_table_count; i++)
            if (db_tables[i].kind == kind)
                describe_table(&db_tables[i], writer);
    }
}
