/* Internal declarations of the store: tables as data, and the interface of a driver. */
#ifndef OISIN_SERVER_STORE_STORE_INTERNAL_H
#define OISIN_SERVER_STORE_STORE_INTERNAL_H

#include "base/stream.h"
#include "server/store/store.h"

typedef enum StoreShape { STORE_NUMBER, STORE_TEXT, STORE_BYTES } StoreShape;

typedef struct StoreColumn {
    const char *name;
    StoreShape shape;
    size_t offset; /* in the row */
    bool key, unique;
} StoreColumn;

typedef struct StoreLayout {
    const char *name;
    size_t size;                                  /* of a row */
    const StoreColumn *(*columns)(size_t *count); /* the key first */
} StoreLayout;

extern const StoreLayout store_layouts[STORE_TABLES];
const StoreColumn *store_column(StoreTable table, const char *name);

typedef enum StoreAct {
    STORE_PUT,
    STORE_PUT_PART,
    STORE_ADD,
    STORE_CHECK,
    STORE_CHECK_PART,
    STORE_REMOVE,
    STORE_REMOVE_BELOW,
    STORE_CLEAR,
    STORE_STEP, /* adds the column or index number `limit` of sql_step */
    STORE_ACTS,
} StoreAct;

typedef struct StoreChange {
    StoreAct act;
    StoreTable table;
    const void *row;
    const StoreColumn
        *column; /* STORE_REMOVE_BELOW; the first of STORE_PUT_PART and STORE_CHECK_PART */
    const StoreColumn *last; /* of these two */
    int64_t limit;
} StoreChange;

/* SQL that differs between databases. */
typedef struct StoreDialect {
    const char *types[3];  /* by StoreShape; texts are ordered by bytes */
    const char *empty[3];  /* by StoreShape: zero, or an empty value */
    const char *table_end; /* of CREATE TABLE */
    /* suffix of a SELECT that locks its rows until the transaction ends */
    const char *share;
} StoreDialect;

/* Rows of a table, ordered by key. */
typedef struct StoreQuery {
    StoreTable table;
    const StoreColumn *column; /* equals that of `like`; NULL: all rows */
    const void *like;
    /* rows: their keys are the limits of the key, which is below that of `to`; NULL: none */
    const void *from, *to;
    size_t max; /* 0: all */
    bool last;  /* the greatest keys first */
} StoreQuery;

/* Generates SQL from the tables (store_sql.c); values are $1, $2... `sql_create` creates one
 * table if it does not exist. */
void sql_create(Writer *sql, const StoreDialect *dialect, const StoreLayout *layout);
/* The value of `query->column` is $1, or the keys of `from` and `to` are $1 and $2. */
void sql_select(Writer *sql, const StoreQuery *query);
/* The values of these: their number, at most 2, their column, and the rows that have them. */
size_t sql_select_values(const StoreQuery *query, const StoreColumn **column,
                         const void *rows[2]);
/* Finds the next column, from number `*step` on, that the schema after `schema` has added. */
bool sql_step(int64_t schema, size_t *step);
/* The same for indexes, of which a new state needs all. */
bool sql_index(size_t *step);
void sql_change(Writer *sql, const StoreDialect *dialect, const StoreChange *change);
/* Number of columns of `change->row` that are $1, $2...; 0: none, or only `limit`. */
size_t sql_values(const StoreChange *change);

/* A search in the thread of the writer. */
typedef struct StoreSearch {
    StoreTable table;
    int64_t key;
    StoreFound found;
    void *rows; /* if it was found: one */
    StoreRead *done;
    uint64_t number;
} StoreSearch;

struct StoreBatch {
    StoreBatch *next;
    StoreSearch *search; /* NULL: it has changes instead */
    StoreChange *changes;
    size_t count;
    StoreDone *done;
    void *context;
    StoreOutcome outcome;
    Arena *arena; /* also contains this struct */
};

/* One link to a database. A link belongs to one thread at a time; the store has one for
 * reading, and the writer one for writing and one for reading. */
typedef struct StoreDriver {
    /* Whether the driver supports this address; the last driver accepts all. */
    bool (*is_for)(const char *address);
    Text (*shown)(const char *address, Arena *arena); /* as store_address_shown */
    /* Creates the tables if they are missing and `options->reading` is not set. On failure,
     * returns NULL and reports an error. */
    void *(*open)(const char *address, const StoreOptions *options, Report *report);
    void (*close)(void *link);
    bool (*select)(void *link, const StoreQuery *query, void **rows, size_t *count,
                   Arena *arena, Report *report);
    bool (*hold)(void *link, bool hold, Report *report);    /* as store_read_snapshot */
    bool (*clock)(void *link, int64_t *ms, Report *report); /* as store_clock */
    /* Writes all batches from `first` on in one transaction and sets their outcomes. Returns
     * when all of it is on the disk, or false, with one error, if nothing can be written.
     * Warnings and notes are for store_notice. */
    bool (*write)(void *link, StoreBatch *first, Report *report);
    /* it may become unreachable: an idle writer probes it with empty transactions */
    bool remote;
} StoreDriver;

extern const StoreDriver store_sqlite, store_postgres;

/* The writer thread (store_writer.c). */
typedef struct StoreWriter StoreWriter;
StoreWriter *writer_start(const StoreDriver *driver, void *link, void *reader,
                          const StoreOptions *options, Report *report);
/* Stops it after waiting batches are written and reported. */
void writer_stop(StoreWriter *writer);
bool writer_give(StoreWriter *writer, StoreBatch *batch);
/* Searches are always accepted. */
void writer_search(StoreWriter *writer, StoreBatch *batch);
/* Returns finished batches; `wait`: waits until none is pending. */
StoreBatch *writer_take(StoreWriter *writer, bool wait);
/* Waits until no batch is pending, at most `ms` ms; returns whether that is so. */
bool writer_wait(StoreWriter *writer, unsigned ms);
int writer_descriptor(const StoreWriter *writer);
const char *writer_problem(StoreWriter *writer);
Text writer_notice(StoreWriter *writer, Arena *arena);
bool writer_is_reachable(StoreWriter *writer);
int64_t writer_written(StoreWriter *writer);

#endif
