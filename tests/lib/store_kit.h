/* A folder or a schema for a store, and the store in it. The same tests run over files and,
 * where PostgreSQL is installed, over a database. */
#ifndef OISIN_TESTS_STORE_KIT_H
#define OISIN_TESTS_STORE_KIT_H

#include "kit.h"
#include "postgres_kit.h"

#include <sqlite3.h>
#include <stdio.h>
#include <unistd.h>

#include "server/store/store.h"

typedef struct StoreKit {
    Kit *kit;
    char folder[FOLDER_SIZE], address[200], schema[16];
    Store *store;
} StoreKit;

extern StoreKit fixture;
extern bool store_in_postgres; /* of the tests that follow */

extern const StoreOptions store_options;

Store *open_store(void);
void close_store(void);
Store *reopen_store(void);
int store_set_up(void **state);
void run_sql(const char *sql);

/* All that the store has left. A test that has failed may still hold locks. */
void store_remove_all(void);
int store_tear_down(void **state);
void remember_outcome(void *context, StoreOutcome outcome);

/* Commits and waits. */
StoreOutcome commit(StoreBatch *batch);
size_t rows_of(StoreTable table);
StoreAccount account_named(int64_t id, const char *name);

#endif
