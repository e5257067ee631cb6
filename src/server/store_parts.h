/* What the files of the store share: tables as data, and what a driver has to do. */
#ifndef OISIN_SERVER_STORE_PARTS_H
#define OISIN_SERVER_STORE_PARTS_H

#include "base/stream.h"
#include "server/store.h"

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
    STORE_REMOVE,
    STORE_REMOVE_BELOW,
    STORE_CLEAR,
    STORE_STEP, /* from the schema `limit` to the next */
    STORE_ACTS,
} StoreAct;

typedef struct StoreChange {
    StoreAct act;
    StoreTable table;
    const void *row;
    const StoreColumn *column; /* STORE_REMOVE_BELOW; the first of STORE_PUT_PART */
    const StoreColumn *last;   /* of STORE_PUT_PART */
    int64_t limit;
} StoreChange;

/* Words in which databases differ. */
typedef struct StoreDialect {
    const char *types[3];  /* by StoreShape; texts are in the order of their bytes */
    const char *table_end; /* of CREATE TABLE */
    const char *share;     /* behind a SELECT: its rows stay until the transaction is over */
} StoreDialect;

/* SQL out of the tables (store_sql.c); values are $1, $2... `sql_create`: of one table, if
 * it is not there. */
void sql_create(Writer *sql, const StoreDialect *dialect, const StoreLayout *layout);
/* Rows whose `column` is $1, or all if it is NULL, in the order of their keys. */
void sql_select(Writer *sql, const StoreLayout *layout, const StoreColumn *column);
void sql_change(Writer *sql, const StoreDialect *dialect, const StoreChange *change);
/* The columns of `change->row` that are $1, $2...; 0: none, or `limit` is the only one. */
size_t sql_values(const StoreChange *change);

struct StoreBatch {
    StoreBatch *next;
    StoreChange *changes;
    size_t count;
    StoreDone *done;
    void *context;
    StoreOutcome outcome;
    Arena *arena; /* it lives there itself */
};

/* One link to a place where rows are kept. A link belongs to one thread at a time; the
 * store has one to read and one to write. */
typedef struct StoreDriver {
    /* Whether it is for this address; the last driver takes all. */
    bool (*is_for)(const char *address);
    Text (*shown)(const char *address, Arena *arena); /* as store_address_shown */
    /* Makes the tables if there is nothing yet and `options->reading` is not set. NULL and
     * a report. */
    void *(*open)(const char *address, const StoreOptions *options, Report *report);
    void (*close)(void *link);
    /* Rows of a table whose `column` is as in `like`; NULL: all. */
    bool (*select)(void *link, StoreTable table, const StoreColumn *column, const void *like,
                   void **rows, size_t *count, Arena *arena, Report *report);
    bool (*hold)(void *link, bool hold, Report *report);    /* as store_hold */
    bool (*clock)(void *link, int64_t *ms, Report *report); /* as store_clock */
    /* One transaction of all batches from `first` on; sets their outcomes. It returns when
     * all of it is on the disk, or false, with one error, if nothing of it can be. Warnings
     * and notes are for store_notice. */
    bool (*write)(void *link, StoreBatch *first, Report *report);
    bool remote; /* it can go away: an idle writer writes nothing from time to time to know */
} StoreDriver;

extern const StoreDriver store_sqlite, store_postgres;

/* The thread that writes (store_writer.c). */
typedef struct StoreWriter StoreWriter;
StoreWriter *writer_start(const StoreDriver *driver, void *link, const StoreOptions *options,
                          Report *report);
/* Ends it; what waited is written and told of before. */
void writer_stop(StoreWriter *writer);
bool writer_give(StoreWriter *writer, StoreBatch *batch);
/* Takes what is over; `wait`: until nothing is on its way. */
StoreBatch *writer_take(StoreWriter *writer, bool wait);
/* Waits until nothing is on its way, for so many ms at most; whether it is so. */
bool writer_wait(StoreWriter *writer, unsigned ms);
int writer_descriptor(const StoreWriter *writer);
const char *writer_problem(StoreWriter *writer);
Text writer_notice(StoreWriter *writer, Arena *arena);

#endif
