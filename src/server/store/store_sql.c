/* SQL generated from the tables, for SQLite and PostgreSQL. */
#include "server/store/store_internal.h"

#include <assert.h>

/* A column that was added in the step from schema `from` to the next one, or an index on one,
 * which a new state gets too. */
typedef struct SchemaStep {
    int64_t from;
    const char *table, *column;
    StoreShape shape; /* existing rows have zero or an empty value */
    bool index;
} SchemaStep;

#define COLUMN(from, table, name, shape)                                                       \
    {                                                                                          \
        from, table, name, shape, false                                                        \
    }
#define INDEX(from, table, name)                                                               \
    {                                                                                          \
        from, table, name, STORE_NUMBER, true                                                  \
    }
static const SchemaStep steps[] = {
    COLUMN(1, "character", "land", STORE_NUMBER),
    COLUMN(2, "account", "ban_since", STORE_NUMBER),
    COLUMN(2, "account", "ban_until", STORE_NUMBER),
    COLUMN(2, "account", "ban_by", STORE_TEXT),
    COLUMN(2, "account", "mute_since", STORE_NUMBER),
    COLUMN(2, "account", "mute_until", STORE_NUMBER),
    COLUMN(2, "account", "mute_by", STORE_TEXT),
    COLUMN(2, "account", "mute_reason", STORE_TEXT),
    COLUMN(2, "account", "role", STORE_NUMBER),
    COLUMN(2, "account", "ignored", STORE_BYTES),
    COLUMN(2, "denied", "since", STORE_NUMBER),
    COLUMN(2, "denied", "until", STORE_NUMBER),
    COLUMN(2, "denied", "author", STORE_TEXT),
    COLUMN(3, "account", "ban_role", STORE_NUMBER),
    COLUMN(3, "account", "mute_role", STORE_NUMBER),
    COLUMN(3, "denied", "role", STORE_NUMBER),
    INDEX(3, "character", "land"),
};
#undef COLUMN
#undef INDEX

bool sql_step(int64_t schema, size_t *step)
{
    for (; *step < COUNT_OF(steps); ++*step)
        if (steps[*step].from == schema)
            return true;
    return false;
}

bool sql_index(size_t *step)
{
    for (; *step < COUNT_OF(steps); ++*step)
        if (steps[*step].index)
            return true;
    return false;
}

void sql_create(Writer *sql, const StoreDialect *dialect, const StoreLayout *layout)
{
    size_t count;
    const StoreColumn *columns = layout->columns(&count);
    write_format(sql, "CREATE TABLE IF NOT EXISTS \"%s\" (", layout->name);
    for (size_t i = 0; i < count; i++)
        write_format(sql, "%s\"%s\" %s NOT NULL%s", i ? ", " : "", columns[i].name,
                     dialect->types[columns[i].shape],
                     columns[i].key      ? " PRIMARY KEY"
                     : columns[i].unique ? " UNIQUE"
                                         : "");
    write_format(sql, ")%s;\n", dialect->table_end);
}

void sql_select(Writer *sql, const StoreQuery *query)
{
    const StoreLayout *layout = &store_layouts[query->table];
    size_t count;
    write_format(sql, "SELECT * FROM \"%s\"", layout->name);
    if (query->column)
        write_format(sql, " WHERE \"%s\" = $1", query->column->name);
    const char *key = layout->columns(&count)->name;
    if (query->from)
        write_format(sql, " WHERE \"%s\" >= $1 AND \"%s\" < $2", key, key);
    write_format(sql, " ORDER BY \"%s\"%s", key, query->last ? " DESC" : "");
    if (query->max)
        write_format(sql, " LIMIT %zu", query->max);
}

size_t sql_select_values(const StoreQuery *query, const StoreColumn **column,
                         const void *rows[2])
{
    size_t count;
    assert(!query->column || !query->from);
    *column = query->column ? query->column : store_layouts[query->table].columns(&count);
    rows[0] = query->column ? query->like : query->from;
    rows[1] = query->to;
    return query->column ? 1 : query->from ? 2 : 0;
}

/* Of an existing row, replaces the columns from `first` to `last`; none if `first` is NULL. */
static void write_insert(Writer *sql, const StoreLayout *layout, const StoreColumn *first,
                         const StoreColumn *last)
{
    size_t count;
    const StoreColumn *columns = layout->columns(&count);
    write_format(sql, "INSERT INTO \"%s\" VALUES (", layout->name);
    for (size_t i = 0; i < count; i++)
        write_format(sql, "%s$%zu", i ? ", " : "", i + 1);
    write_format(sql, ")");
    if (!first)
        return;
    write_format(sql, " ON CONFLICT (\"%s\") DO UPDATE SET ", columns[0].name);
    for (const StoreColumn *column = first; column <= last; column++)
        write_format(sql, "%s\"%s\" = excluded.\"%s\"", column > first ? ", " : "",
                     column->name, column->name);
}

/* No column is ever NULL: that condition gives the other values a place. */
static void write_check(Writer *sql, const StoreDialect *dialect, const StoreLayout *layout,
                        const StoreColumn *first, const StoreColumn *last)
{
    size_t count;
    const StoreColumn *columns = layout->columns(&count);
    write_format(sql, "SELECT 1 FROM \"%s\" WHERE ", layout->name);
    for (size_t i = 0; i < count; i++)
        if (!i || (columns + i >= first && columns + i <= last))
            write_format(sql, "%s\"%s\" = $%zu", i ? " AND " : "", columns[i].name, i + 1);
        else
            write_format(sql, " AND $%zu IS NOT NULL", i + 1);
    write_format(sql, "%s", dialect->share);
}

/* Each step adds one column or index, since a statement must be single in both databases. */
static void write_step(Writer *sql, const StoreDialect *dialect, const SchemaStep *step)
{
    if (step->index) {
        write_format(sql, "CREATE INDEX IF NOT EXISTS \"%s_%s\" ON \"%s\" (\"%s\")",
                     step->table, step->column, step->table, step->column);
        return;
    }
    write_format(sql, "ALTER TABLE \"%s\" ADD COLUMN \"%s\" %s NOT NULL DEFAULT %s",
                 step->table, step->column, dialect->types[step->shape],
                 dialect->empty[step->shape]);
}

void sql_change(Writer *sql, const StoreDialect *dialect, const StoreChange *change)
{
    const StoreLayout *layout = &store_layouts[change->table];
    size_t count;
    const StoreColumn *columns = layout->columns(&count);
    switch (change->act) {
    case STORE_PUT:
        write_insert(sql, layout, columns + 1, columns + count - 1);
        break;
    case STORE_PUT_PART:
        write_insert(sql, layout, change->column, change->last);
        break;
    case STORE_ADD:
        write_insert(sql, layout, NULL, NULL);
        break;
    case STORE_CHECK:
        write_check(sql, dialect, layout, columns, columns + count - 1);
        break;
    case STORE_CHECK_PART:
        write_check(sql, dialect, layout, change->column, change->last);
        break;
    case STORE_REMOVE:
        write_format(sql, "DELETE FROM \"%s\" WHERE \"%s\" = $1", layout->name, columns->name);
        break;
    case STORE_REMOVE_BELOW:
        write_format(sql, "DELETE FROM \"%s\" WHERE \"%s\" < $1", layout->name,
                     change->column->name);
        break;
    case STORE_STEP:
        write_step(sql, dialect, &steps[change->limit]);
        break;
    default:
        write_format(sql, "DELETE FROM \"%s\"", layout->name);
    }
}

size_t sql_values(const StoreChange *change)
{
    size_t count;
    store_layouts[change->table].columns(&count);
    return !change->row ? 0 : change->act == STORE_REMOVE ? 1 : count;
}
