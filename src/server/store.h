/* What a server keeps: accounts, characters, the world, who is denied, receipts.
 *
 * The tables are described once, in store_tables.def; each row is a struct. A driver puts
 * them where the address says: into a PostgreSQL database (postgres://USER@HOST/DATABASE,
 * server/store_postgres.h), or an SQLite file (WAL), whose folder must be there.
 *
 *     StoreBatch *batch = store_batch(store);
 *     store_put(batch, STORE_CHARACTER, &character);
 *     store_add(batch, STORE_RECEIPT, &receipt);
 *     if (store_commit(store, &batch, done, context)) ...    soon: done(context, STORE_KEPT)
 *
 * A batch is kept as a whole or not at all. One thread writes: it takes all batches that
 * wait, makes them one transaction, and tells of them only when they are on the disk, so
 * that neither kill -9 nor a power cut loses what was told as kept. The other functions
 * belong to one thread, usually the server's loop: it watches `store_descriptor` and calls
 * `store_poll`, from which the `done` functions are called.
 *
 * The first failure of the disk ends all writing: it is told once (`store_problem`), the
 * batches that wait are told as failed. What has failed may be there after the next start
 * or may not (the disk has not said), but never a part of it.
 *
 * A database that goes away is no failure until it has been away for `patience`: what was
 * committed waits, and is written once when it is back. Who reads meanwhile is told so.
 *
 * The store is locked as long as it is open (a file: FILE.lock beside it): no two servers
 * write the same world, unless they are `shared`. Programs that only read may do so. */
#ifndef OISIN_SERVER_STORE_H
#define OISIN_SERVER_STORE_H

#include "base/report.h"

enum { STORE_SCHEMA = 2 };

/* StoreAccount.flags; bit 0 as in a saved game's USER. */
enum { STORE_BANNED = 1 };

#define STORE_SHAPE_NUMBER int64_t
#define STORE_SHAPE_TEXT Text
#define STORE_SHAPE_BYTES Bytes
#define TABLE(upper, type, name, doc) typedef struct type {
#define KEY(shape, name, doc) STORE_SHAPE_##shape name;
#define UNIQUE KEY
#define COLUMN KEY
#define END_TABLE(upper, type)                                                                 \
    }                                                                                          \
    type;
#include "server/store_tables.def"
#undef TABLE
#undef KEY
#undef UNIQUE
#undef COLUMN
#undef END_TABLE

typedef enum StoreTable {
#define TABLE(upper, type, name, doc) STORE_##upper,
#define KEY(shape, name, doc)
#define UNIQUE KEY
#define COLUMN KEY
#define END_TABLE(upper, type)
#include "server/store_tables.def"
#undef TABLE
#undef KEY
#undef UNIQUE
#undef COLUMN
#undef END_TABLE
    STORE_TABLES,
} StoreTable;

typedef struct Store Store;
typedef struct StoreBatch StoreBatch;

typedef struct StoreOptions {
    Text game;          /* id, at most 16 bytes; a new store becomes its state */
    uint8_t unique[8];  /* of the game file */
    size_t max_batches; /* that wait; 0: 64 */
    size_t max_bytes;   /* in them, after which no further one is taken; 0: 64 MiB */
    bool reading;       /* nothing is written: no lock, no thread; the store must be there */
    bool shared;        /* several servers work on it, all of which say so */
    unsigned patience;  /* s: how long a database may be away; 0: 60 */
} StoreOptions;

/* NULL and one error if it cannot be opened, is no state of a server, is another game's, is
 * damaged, or is another server's at the moment. `report` counts only during the call. A
 * state of an older schema is brought over to this one; opened for reading it stays as it
 * is, and columns that it lacks are zeros and empty. */
/* Warnings may precede. */
Store *store_open(const char *address, const StoreOptions *options, Report *report);
/* Writes what waits, tells of it, closes. */
void store_close(Store *store);

/* The address as it may be printed and logged: one line, without a password. */
Text store_address_shown(const char *address, Arena *arena);
/* Whether the address is a database's, and not the path of a file. */
bool store_is_remote(const char *address);

/* Whether the game file is another build than the one the state was written with: then its
 * numbers must be moved over by names (engine/save.h) before the first batch, and the
 * batch that brings them has to put STORE_META's "unique". */
bool store_is_moved(const Store *store);
Text store_game(const Store *store);
/* 16 random bytes, made with the state, or when it was first opened by a program that knows
 * them: no other state has them, unless it is a copy. Empty of an older one that is only read.
 */
Bytes store_id(const Store *store);

/* All rows of a table, in the order of their keys (STORE_WORLD: of their places); of what
 * is on the disk. Texts have a zero behind them. */
bool store_load(Store *store, StoreTable table, void **rows, size_t *count, Arena *arena,
                Report *report);

/* From here until it is let go all that is loaded is of one moment, whatever is written
 * meanwhile. */
bool store_hold(Store *store, bool hold, Report *report);

typedef enum StoreFound { STORE_NONE, STORE_FOUND, STORE_UNREADABLE } StoreFound;
/* The row whose column `name` (KEY or UNIQUE) is as in `*row`, which is filled. */
StoreFound store_find(Store *store, StoreTable table, const char *name, void *row, Arena *arena,
                      Report *report);

/* What time it is for all who work on the store: ms since 1970. */
bool store_clock(Store *store, int64_t *ms, Report *report);

/* ---- writing ---- */

/* An empty batch. It copies what is put into it. */
StoreBatch *store_batch(Store *store);
void store_drop_batch(StoreBatch *batch);
/* How many changes it holds. */
size_t store_batch_count(const StoreBatch *batch);

/* A new row, or another in place of the one with this key. */
void store_put(StoreBatch *batch, StoreTable table, const void *row);
/* The same, but of a row that is there only the columns from `first` to `last` become as in
 * `row`: what others have changed beside them stays. */
void store_put_part(StoreBatch *batch, StoreTable table, const void *row, const char *first,
                    const char *last);
/* A new row; the whole batch is refused if its key or a UNIQUE column is there already. */
void store_add(StoreBatch *batch, StoreTable table, const void *row);
/* The whole batch is refused unless there is a row that is exactly so, and is until the
 * batch is kept: who would change it waits. */
void store_check(StoreBatch *batch, StoreTable table, const void *row);
/* Only the key of `row` counts; nothing happens if there is none. */
void store_remove(StoreBatch *batch, StoreTable table, const void *row);
/* All rows whose NUMBER column `name` is below `limit`: receipts that nobody asks for. */
void store_remove_below(StoreBatch *batch, StoreTable table, const char *name, int64_t limit);
void store_clear(StoreBatch *batch, StoreTable table);

typedef enum StoreOutcome {
    STORE_KEPT,    /* on the disk */
    STORE_REFUSED, /* a row of `store_add` was there, or one of `store_check` was not:
                      nothing of the batch has happened */
    STORE_FAILED,  /* see store_problem */
} StoreOutcome;
typedef void StoreDone(void *context, StoreOutcome outcome);

/* True: the store has taken the batch, `*batch` is NULL; `done` (may be NULL) will be called
 * exactly once. False: the queue is full or the store has failed, and the batch stays the
 * caller's: put more into it and try again, if `store_problem` is NULL. */
bool store_commit(Store *store, StoreBatch **batch, StoreDone *done, void *context);

/* Readable when `store_poll` has something to do. */
int store_descriptor(const Store *store);
/* Calls the `done` of all batches that are over, in the order of their commits. */
void store_poll(Store *store);
/* Waits until all that was committed is over, and polls. */
void store_wait(Store *store);
/* The same for so many ms at most; whether all is over. */
bool store_wait_for(Store *store, unsigned ms);
/* Batches kept since it was opened, as told by store_poll. */
uint64_t store_kept(const Store *store);
/* What went wrong, in words, as long as the store lives; NULL if nothing has. */
const char *store_problem(Store *store);
/* For a log: the last that the writer has said since this was asked, as that the database is
 * away, or back; empty if it has said nothing. */
Text store_notice(Store *store, Arena *arena);

#endif
