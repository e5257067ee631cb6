/* The tables as data: name, type and offset of each column. store_tables.def is included
 * twice, for the columns of each table and for the list of tables; store_sql.c makes all SQL
 * from it. */
#include "server/store/store_internal.h"

#include <assert.h>

/* One function per table, so that its columns can refer to the row type as `Row`. */
#define TABLE(upper, type, name, doc)                                                          \
    static const StoreColumn *type##_columns(size_t *count)                                    \
    {                                                                                          \
        typedef type Row;                                                                      \
        static const StoreColumn columns[] = {
#define KEY(shape, name, doc) {#name, STORE_##shape, offsetof(Row, name), true, true},
#define UNIQUE(shape, name, doc) {#name, STORE_##shape, offsetof(Row, name), false, true},
#define COLUMN(shape, name, doc) {#name, STORE_##shape, offsetof(Row, name), false, false},
#define END_TABLE(upper, type)                                                                 \
    }                                                                                          \
    ;                                                                                          \
    *count = COUNT_OF(columns);                                                                \
    return columns;                                                                            \
    }
#include "server/store/store_tables.def"
#undef TABLE
#undef KEY
#undef UNIQUE
#undef COLUMN
#undef END_TABLE

const StoreLayout store_layouts[STORE_TABLES] = {
#define TABLE(upper, type, name, doc) {#name, sizeof(type), type##_columns},
#define KEY(shape, name, doc)
#define UNIQUE KEY
#define COLUMN KEY
#define END_TABLE(upper, type)
#include "server/store/store_tables.def"
#undef TABLE
#undef KEY
#undef UNIQUE
#undef COLUMN
#undef END_TABLE
};

const StoreColumn *store_column(StoreTable table, const char *name)
{
    size_t count;
    const StoreColumn *columns = store_layouts[table].columns(&count);
    for (size_t i = 0; i < count; i++)
        if (strcmp(columns[i].name, name) == 0)
            return &columns[i];
    assert(false);
    return NULL;
}

void store_copy_part(StoreTable table, void *to, const void *from, const char *first,
                     const char *last)
{
    static const size_t sizes[] = {[STORE_NUMBER] = sizeof(int64_t),
                                   [STORE_TEXT] = sizeof(Text),
                                   [STORE_BYTES] = sizeof(Bytes)};
    const StoreColumn *end = store_column(table, last);
    for (const StoreColumn *column = store_column(table, first); column <= end; column++)
        memcpy((uint8_t *)to + column->offset, (const uint8_t *)from + column->offset,
               sizes[column->shape]);
}
