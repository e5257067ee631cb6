/* The state of a server: accounts, characters, the world, the deny list, receipts.
 *
 * The tables are described once, in store_tables.def; each row is a struct. The address selects
 * the driver: a PostgreSQL database (postgres://USER@HOST/DATABASE, see
 * server/store/store_postgres.h), or an SQLite file (WAL) in an existing folder.
 *
 *     StoreBatch *batch = store_batch(store);
 *     store_put(batch, STORE_CHARACTER, &character);
 *     store_add(batch, STORE_RECEIPT, &receipt);
 *     if (store_commit(store, &batch, done, context)) ...    later: done(context, STORE_SAVED)
 *
 * A batch is written completely or not at all. One writer thread collects all waiting batches
 * into one transaction and reports them only when they are on the disk, so that neither kill -9
 * nor a power failure loses an acknowledged batch. The other functions belong to one thread,
 * usually that of the server's loop: it watches `store_descriptor` and calls `store_poll`,
 * which calls the `done` functions.
 *
 * The first write error ends all writing: `store_problem` returns it, and waiting batches are
 * reported as failed. A failed batch may be present after the next start or not, since the disk
 * did not confirm it, but never a part of it.
 *
 * A database that is unreachable is an error only after `patience`: committed batches wait, and
 * are written once when it is back. Readers get an error meanwhile.
 *
 * The store is locked as long as it is open (a file: by FILE.lock), so that no two servers
 * write the same world, unless both set `shared`. Read-only programs need no lock. */
#ifndef OISIN_SERVER_STORE_H
#define OISIN_SERVER_STORE_H

#include "base/report.h"

enum { STORE_SCHEMA = 4 };

/* StoreAccount.flags; bit 0 as in a saved game's USER. */
enum { STORE_BANNED = 1 };
/* Of StoreAccount.ban_role and others: the host of the server, who is above all roles. */
enum { STORE_ROLE_HOST = 1000 };

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
#include "server/store/store_tables.def"
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
#include "server/store/store_tables.def"
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
    Text game;          /* id, at most 16 bytes; a new store is bound to it */
    uint8_t unique[8];  /* of the game file */
    size_t max_batches; /* maximum waiting batches; 0: 64 */
    size_t max_bytes;   /* in them, after which no further batch is accepted; 0: 64 MiB */
    bool reading;       /* read only: no lock, no thread; the store must exist */
    bool shared;        /* several servers use it; all of them must set this */
    unsigned patience;  /* s for which a database may be unreachable; 0: 60 */
} StoreOptions;

/* On failure, returns NULL and reports one error: the store cannot be opened, is not the state
 * of a server, belongs to another game, is damaged, or is in use by another server. Warnings
 * may precede it. `report` is used only during the call. An older schema is upgraded; with
 * `reading` it stays unchanged, and missing columns are zero or empty. */
Store *store_open(const char *address, const StoreOptions *options, Report *report);
/* Writes waiting batches, reports them and closes. */
void store_close(Store *store);

/* The address for output and logs: one line, without the password. */
Text store_address_shown(const char *address, Arena *arena);
/* Whether the address is a database's and not a file path. */
bool store_is_remote(const char *address);

/* Whether the state needs a migration, because another build of the game wrote it. Then numbers
 * must be mapped by name (engine/save/save.h) before the first batch, and the batch with the
 * result must set "unique" of STORE_META. */
bool store_is_moved(const Store *store);
Text store_game(const Store *store);
/* The unique number of the build of the game that the caller has. */
Bytes store_build(const Store *store);
/* 16 random bytes, created with the state or when a program that supports them opens it
 * first: no other state has the same, except a copy. Empty for an older state that is only
 * read. */
Bytes store_id(const Store *store);

/* Loads all rows of a table that are on the disk, ordered by key (STORE_WORLD: by place).
 * Texts are NUL-terminated. */
bool store_load(Store *store, StoreTable table, void **rows, size_t *count, Arena *arena,
                Report *report);

/* Loads the rows whose keys are at least that of `*from` and below that of `*to`, ordered as by
 * store_load; at most `max` of them, those with the smallest keys (0: all). */
bool store_load_range(Store *store, StoreTable table, const void *from, const void *to,
                      size_t max, void **rows, size_t *count, Arena *arena, Report *report);

/* Loads the rows whose column `name` equals that of `*like`, ordered by key. */
bool store_load_equal(Store *store, StoreTable table, const char *name, const void *like,
                      void **rows, size_t *count, Arena *arena, Report *report);

/* Loads at most `max` rows, those with the greatest keys, the greatest first. */
bool store_load_last(Store *store, StoreTable table, size_t max, void **rows, size_t *count,
                     Arena *arena, Report *report);

/* Begins (true) or ends (false) a read snapshot: meanwhile all loads read one state, whatever
 * is written. */
bool store_read_snapshot(Store *store, bool hold, Report *report);

typedef enum StoreFound { STORE_NONE, STORE_FOUND, STORE_UNREADABLE } StoreFound;
/* Finds the row whose column `name` (KEY or UNIQUE) equals that of `*row`, and fills `*row`. */
StoreFound store_find(Store *store, StoreTable table, const char *name, void *row, Arena *arena,
                      Report *report);

/* Finds the row whose key is the NUMBER `key`, in the thread of the writer and after all
 * batches that were committed before, so that a slow disk or database does not block the
 * caller. While `done` runs, called by store_poll, store_find of this row returns what was
 * read. It is not called after store_close has begun. */
typedef void StoreRead(void *context, uint64_t number);
void store_find_later(Store *store, StoreTable table, int64_t key, StoreRead *done,
                      void *context, uint64_t number);

/* The common clock of all users of the store: ms since 1970. */
bool store_clock(Store *store, int64_t *ms, Report *report);

/* ---- writing ---- */

/* An empty batch. Rows are copied into it. */
StoreBatch *store_batch(Store *store);
void store_drop_batch(StoreBatch *batch);
/* Number of changes in it. */
size_t store_batch_count(const StoreBatch *batch);

/* Inserts a row, or replaces the one with this key. */
void store_put(StoreBatch *batch, StoreTable table, const void *row);
/* The same, but of an existing row only the columns from `first` to `last` are updated;
 * changes of others to the other columns are preserved. */
void store_put_part(StoreBatch *batch, StoreTable table, const void *row, const char *first,
                    const char *last);
/* Copies the columns from `first` to `last` of one row to another; texts and bytes stay those
 * of `from`. */
void store_copy_part(StoreTable table, void *to, const void *from, const char *first,
                     const char *last);
/* Inserts a row. The whole batch is refused if its key or a UNIQUE column exists already. */
void store_add(StoreBatch *batch, StoreTable table, const void *row);
/* The whole batch is refused unless exactly this row exists. The row is locked until the
 * batch is saved: writers that would change it wait. */
void store_check(StoreBatch *batch, StoreTable table, const void *row);
/* The same, but only the key and the columns from `first` to `last` count. */
void store_check_part(StoreBatch *batch, StoreTable table, const void *row, const char *first,
                      const char *last);
/* Removes the row with the key of `row`, if it exists. */
void store_remove(StoreBatch *batch, StoreTable table, const void *row);
/* Removes all rows whose NUMBER column `name` is below `limit`, for example expired
 * receipts. */
void store_remove_below(StoreBatch *batch, StoreTable table, const char *name, int64_t limit);
void store_clear(StoreBatch *batch, StoreTable table);

/* Digits of StorePlaced.key that are the zone. */
enum { STORE_PLACED_ZONE = 8 };

/* The row with a key, in a list of all; NULL: there is none. */
const StoreMeta *store_meta_find(const StoreMeta *rows, size_t count, const char *key);

typedef enum StoreOutcome {
    STORE_SAVED, /* on the disk */
    /* a row of `store_add` exists, or one of `store_check` does not: nothing of the batch
     * was written */
    STORE_REFUSED,
    STORE_FAILED, /* see store_problem */
} StoreOutcome;
typedef void StoreDone(void *context, StoreOutcome outcome);

/* True: the store owns the batch, `*batch` is NULL, and `done` (may be NULL) will be called
 * exactly once. False: the queue is full or the store has failed; the caller keeps the batch
 * and, if `store_problem` is NULL, may add to it and try again. */
bool store_commit(Store *store, StoreBatch **batch, StoreDone *done, void *context);

/* Readable when `store_poll` has work. */
int store_descriptor(const Store *store);
/* Calls `done` of all finished batches, in the order of their commits. */
void store_poll(Store *store);
/* Waits until all committed batches are finished, and polls. */
void store_wait(Store *store);
/* Commits a batch and waits for it; STORE_FAILED also if it cannot be committed. */
StoreOutcome store_commit_now(Store *store, StoreBatch *batch);
/* The same for at most `ms` ms; returns whether all are finished. */
bool store_wait_for(Store *store, unsigned ms);
/* Batches saved since the store was opened, as reported by store_poll. */
uint64_t store_saved_count(const Store *store);
/* The first error, valid until the store is closed; NULL if there is none. */
const char *store_problem(Store *store);
/* The last message of the writer since the previous call, for a log: for example that the
 * database is unreachable or reachable again. Empty if there is none. */
Text store_notice(Store *store, Arena *arena);
/* Whether the last message did not say that the database is unreachable, and the store has not
 * failed. */
bool store_is_reachable(Store *store);
/* Time of the last successful transaction, seconds since 1970; at first, that of opening. */
int64_t store_written(Store *store);

#endif
