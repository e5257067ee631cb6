#include "store_kit.h"

StoreKit fixture;
bool store_in_postgres;

const StoreOptions store_options = {.game = {"segais", 6}, .unique = {1, 2, 3, 4, 5, 6, 7, 8}};

Store *open_store(void)
{
    fixture.store = store_open(fixture.address, &store_options, &fixture.kit->report);
    if (!fixture.store)
        fail_msg("%s", kit_message(fixture.kit, 0));
    return fixture.store;
}

void close_store(void)
{
    store_close(fixture.store);
    fixture.store = NULL;
}

Store *reopen_store(void)
{
    close_store();
    return open_store();
}

int store_set_up(void **state)
{
    fixture = (StoreKit){.kit = kit_new()};
    *state = fixture.kit;
    if (store_in_postgres) {
        static unsigned schemas;
        snprintf(fixture.schema, sizeof fixture.schema, "test_%u", ++schemas);
        postgres_address(fixture.address, sizeof fixture.address, "", fixture.schema);
        return 0;
    }
    assert_true(make_temporary_folder(fixture.folder, "oisin-store"));
    snprintf(fixture.address, sizeof fixture.address, "%s/state.db", fixture.folder);
    return 0;
}

void run_sql(const char *sql)
{
    if (store_in_postgres) {
        PGconn *connection = postgres_connect(fixture.schema);
        PGresult *result = PQexec(connection, sql);
        if (PQresultStatus(result) != PGRES_COMMAND_OK &&
            PQresultStatus(result) != PGRES_TUPLES_OK)
            fail_msg("%s: %s", sql, PQerrorMessage(connection));
        PQclear(result);
        PQfinish(connection);
        return;
    }
    sqlite3 *database;
    assert_int_equal(sqlite3_open(fixture.address, &database), SQLITE_OK);
    assert_int_equal(sqlite3_exec(database, sql, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(database), SQLITE_OK);
}

void store_remove_all(void)
{
    char sql[160];
    if (store_in_postgres) {
        snprintf(sql, sizeof sql,
                 "SET client_min_messages = error; SET lock_timeout = '20s'; DROP SCHEMA IF "
                 "EXISTS %s"
                 " CASCADE",
                 fixture.schema);
        run_sql(sql);
        return;
    }
    static const char *const ends[] = {"", "-wal", "-shm", "-journal", ".lock"};
    for (size_t i = 0; i < COUNT_OF(ends); i++) {
        char path[256];
        snprintf(path, sizeof path, "%s%s", fixture.address, ends[i]);
        unlink(path);
    }
}

int store_tear_down(void **state)
{
    (void)state;
    if (fixture.store)
        store_close(fixture.store);
    store_remove_all();
    if (!store_in_postgres)
        rmdir(fixture.folder);
    kit_free(fixture.kit);
    return 0;
}

void remember_outcome(void *context, StoreOutcome outcome)
{
    *(StoreOutcome *)context = outcome;
}

StoreOutcome commit(StoreBatch *batch)
{
    StoreOutcome outcome = STORE_FAILED;
    if (!store_commit(fixture.store, &batch, remember_outcome, &outcome)) {
        store_drop_batch(batch);
        return STORE_FAILED;
    }
    store_wait(fixture.store);
    return outcome;
}

size_t rows_of(StoreTable table)
{
    void *rows;
    size_t count;
    assert_true(store_load(fixture.store, table, &rows, &count, fixture.kit->arena,
                           &fixture.kit->report));
    return count;
}

StoreAccount account_named(int64_t id, const char *name)
{
    return (StoreAccount){.id = id,
                          .name = text_of(name),
                          .folded = text_of(name),
                          .password = {(const uint8_t *)"0123456789abcdef0123456789abcdef", 32},
                          .passes = 1,
                          .memory = 8,
                          .created = 1700000000,
                          .language = TEXT("ga")};
}
