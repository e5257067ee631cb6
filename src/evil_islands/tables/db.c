/* Databases: conversion between bytes and tables, and detection of the database. */
#include "evil_islands/tables/db_internal.h"

#include "base/text.h"

#include <assert.h>

static const struct {
    const char *word, *suffix, *file;
} kinds[DB_KINDS] = {
#define KIND(word, suffix, file, doc) {#word, suffix, file},
#include "evil_islands/tables/db_kinds.def"
#undef KIND
};

const char *db_kind_word(DbKind kind) { return kind < DB_KINDS ? kinds[kind].word : "db"; }

const char *db_kind_file(DbKind kind) { return kind < DB_KINDS ? kinds[kind].file : ""; }

/* "acks.db", and also "new_acks.db". */
DbKind db_kind_of_path(Text path)
{
    for (DbKind kind = 0; kind < DB_KINDS; kind++) {
        const bool shared = !strcmp(kinds[kind].suffix, "db");
        const char *end = shared ? kinds[kind].file : strchr(kinds[kind].file, '.');
        assert(end); /* each suffix has a dot */
        const size_t size = strlen(end);
        if (path.size >= size &&
            text_is_caseless(text_slice(path, path.size - size, path.size), end))
            return kind;
    }
    return DB_KINDS;
}

/* ---- detection of the database ---- */

enum { SAMPLES = 64 }; /* records of a table that are inspected */

/* One point for each field that fits its column, and one less for each that does not. */
static long fit_of_record(const DbTableRow *row, const DbRecord *record)
{
    long fit = 0;
    size_t column = 0;
    for (size_t i = 0; i < record->count; i++) {
        const DbField *field = &record->fields[i];
        while (column < row->column_count && row->columns[column].id < field->id)
            column++;
        const bool known = column < row->column_count && row->columns[column].id == field->id;
        fit += known && db_fits(row->columns[column].letter, field->data) ? 1 : -1;
    }
    return fit;
}

/* A table that the database does not have counts against it like a whole sample. */
static long fit_of_kind(const Db *db, DbKind kind)
{
    long fit = 0;
    for (size_t i = 0; i < db->count; i++) {
        const DbTable *table = &db->tables[i];
        const DbTableRow *row = db_table_row(kind, table->id);
        if (!row)
            fit -= SAMPLES;
        for (size_t j = 0; row && j < table->count && j < SAMPLES; j++)
            fit += fit_of_record(row, &table->records[j]);
    }
    return fit;
}

/* The name of the file decides between equal fits. */
static void settle_kind(Db *db, Text path)
{
    const DbKind wanted = db_kind_of_path(path);
    long best = wanted < DB_KINDS ? fit_of_kind(db, wanted) : 0;
    db->kind = wanted;
    for (DbKind kind = 0; kind < DB_KINDS; kind++) {
        const long fit = fit_of_kind(db, kind);
        if (fit > best || (fit == best && db->kind == DB_KINDS)) {
            best = fit;
            db->kind = kind;
        }
    }
    for (size_t i = 0; i < db->count; i++)
        db->tables[i].row = db_table_row(db->kind, db->tables[i].id);
}

/* ---- reading ---- */

typedef struct Walk {
    Bytes file;
    size_t nodes;
    bool plain;
    Arena *arena;
    Report *report;
} Walk;

/* Counts the nodes in a node, if all of them fit. */
static bool count_nodes(Walk *walk, Bytes data, size_t *count)
{
    DbNode node;
    *count = 0;
    while (data.size) {
        if (!db_node_take(&data, &node))
            return report_error(
                walk->report, "at byte %zu: a node exceeds the remaining %zu byte%s",
                (size_t)(data.data - walk->file.data), data.size, PLURAL(data.size));
        if (++walk->nodes > DB_NODES_MAX)
            return report_error(walk->report, "more than %d nodes", DB_NODES_MAX);
        ++*count;
    }
    return true;
}

/* Fields refer to the file's bytes. */
static bool read_record(Walk *walk, Bytes data, DbRecord *out)
{
    size_t count;
    DbNode node;
    if (!count_nodes(walk, data, &count))
        return false;
    *out = (DbRecord){arena_alloc_raw(walk->arena, count, sizeof *out->fields), 0};
    while (out->count < count && db_node_take(&data, &node)) {
        walk->plain = walk->plain && node.usual &&
                      !(out->count && out->fields[out->count - 1].id >= node.id);
        out->fields[out->count++] = (DbField){node.id, node.data};
    }
    return true;
}

/* Unusual forms clear `plain`: then the tables do not describe the file completely. */
static bool read_table(Walk *walk, const DbNode *from, DbTable *out)
{
    size_t count;
    DbNode node;
    Bytes data = from->data;
    if (!count_nodes(walk, data, &count))
        return false;
    *out = (DbTable){.id = from->id};
    out->records = arena_alloc_raw(walk->arena, count, sizeof *out->records);
    while (out->count < count && db_node_take(&data, &node)) {
        walk->plain = walk->plain && node.usual && node.id == 1;
        if (!read_record(walk, node.data, &out->records[out->count++]))
            return false;
    }
    return true;
}

/* Nodes are counted over the whole file, to limit memory. */
bool db_read(Bytes file, Text path, Db *out, Arena *arena, Report *report)
{
    Walk walk = {.file = file, .plain = true, .arena = arena, .report = report};
    DbNode root, node;
    Bytes data = file;
    size_t count;
    *out = (Db){.kind = DB_KINDS};
    if (!file.size || file.data[0] != 1)
        return report_error(report, "not a database: it does not begin with a node 1");
    if (!db_node_take(&data, &root))
        return report_error(report, "at byte 0: the root exceeds the remaining %zu byte%s",
                            file.size, PLURAL(file.size));
    out->trailer = data;
    walk.plain = root.usual && bytes_equal(data, db_trailer);
    data = root.data;
    if (!count_nodes(&walk, data, &count))
        return false;
    if (count > DB_TABLES_MAX)
        return report_error(report, "more than %d tables", DB_TABLES_MAX);
    out->tables = ARENA_ALLOC(arena, DbTable, count);
    while (out->count < count && db_node_take(&data, &node)) {
        walk.plain = walk.plain && node.usual &&
                     !(out->count && out->tables[out->count - 1].id >= node.id);
        if (!read_table(&walk, &node, &out->tables[out->count++]))
            return false;
    }
    out->plain = walk.plain;
    settle_kind(out, path);
    return true;
}

/* The root must end at the end of the file, or before the usual trailer, and contain tables. */
bool db_is(Bytes file)
{
    DbNode root, table;
    if (!file.size || file.data[0] != 1 || !db_node_take(&file, &root) ||
        (file.size && !bytes_equal(file, db_trailer)) || (!root.data.size && !file.size))
        return false;
    while (root.data.size)
        if (!db_node_take(&root.data, &table) || !table.id)
            return false;
    return true;
}

/* ---- writing ---- */

/* Sizes come before contents in the file, so they are computed first. */
static size_t record_size(const DbRecord *record)
{
    size_t size = 0;
    for (size_t i = 0; i < record->count; i++)
        size += db_node_size(record->fields[i].data.size);
    return size;
}

static size_t table_size(const DbTable *table)
{
    size_t size = 0;
    for (size_t i = 0; i < table->count; i++)
        size += db_node_size(record_size(&table->records[i]));
    return size;
}

static uint8_t *write_record(uint8_t *out, const DbRecord *record)
{
    out = db_node_head(out, 1, record_size(record));
    for (size_t i = 0; i < record->count; i++) {
        const Bytes data = record->fields[i].data;
        out = db_node_head(out, record->fields[i].id, data.size);
        if (data.size)
            memcpy(out, data.data, data.size);
        out += data.size;
    }
    return out;
}

/* The size is known before, so everything is written into one block. */
bool db_write(const Db *db, Bytes *out, Arena *arena, Report *report)
{
    size_t root = 0;
    for (size_t i = 0; i < db->count; i++)
        root += db_node_size(table_size(&db->tables[i]));
    if (root > INT32_MAX)
        return report_error(report, "the database has 2 GB or more");
    const size_t size = db_node_size(root) + db->trailer.size;
    uint8_t *data = arena_alloc_raw(arena, size, 1);
    uint8_t *at = db_node_head(data, 1, root);
    for (size_t i = 0; i < db->count; i++) {
        const DbTable *table = &db->tables[i];
        at = db_node_head(at, table->id, table_size(table));
        for (size_t j = 0; j < table->count; j++)
            at = write_record(at, &table->records[j]);
    }
    if (db->trailer.size)
        memcpy(at, db->trailer.data, db->trailer.size);
    *out = (Bytes){data, size};
    return true;
}
