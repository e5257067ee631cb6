/* A database behind the store: it dies, its links break, several servers use it, and addresses
 * are not what they should be. OISIN_KILL_ROUNDS as in test_store_crash. */
#include "lib/postgres_proxy.h"
#include "lib/store_crash_kit.h"

/* ---- looking into it beside the store ---- */

static int64_t number_of(const char *sql)
{
    PGconn *connection = postgres_connect(fixture.schema);
    PGresult *result = PQexec(connection, sql);
    if (PQresultStatus(result) != PGRES_TUPLES_OK)
        fail_msg("%s: %s", sql, PQerrorMessage(connection));
    const int64_t number = PQntuples(result) ? strtoll(PQgetvalue(result, 0, 0), NULL, 10) : -1;
    PQclear(result);
    PQfinish(connection);
    return number;
}

/* Waits until the number is `wanted`. */
static void wait_for(const char *sql, int64_t wanted)
{
    for (int i = 0; i < 20 * POSTGRES_PATIENCE; i++) {
        if (number_of(sql) == wanted)
            return;
        poll(NULL, 0, 10);
    }
    fail_msg("never %lld: %s", (long long)wanted, sql);
}

#define WAITING                                                                                \
    "SELECT (count(*) > 0)::int FROM pg_stat_activity WHERE wait_event_type = 'Lock'"

/* All sessions of stores, and only when they are over. */
static void end_sessions(void)
{
    run_sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name ="
            " 'oisin'");
    wait_for("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'oisin'", 0);
}

#define WRITERS "SELECT count(*) FROM meta WHERE key LIKE 'writer/%'"

static StoreBatch *receipt_of(uint8_t n)
{
    StoreBatch *batch = store_batch(fixture.store);
    store_add(batch, STORE_RECEIPT, &(StoreReceipt){BYTES(n), 1, {NULL, 0}});
    return batch;
}

static void open_with(const StoreOptions *options)
{
    fixture.store = store_open(fixture.address, options, &fixture.kit->report);
    if (!fixture.store)
        fail_msg("%s", kit_message(fixture.kit, 0));
}

/* ---- it dies ---- */

static uint32_t last_reported;

/* It said nothing until something was to be written. */
static void idle_store_notices_that_the_database_is_away(void **state)
{
    (void)state;
    open_store();
    const time_t until = time(NULL) + 20;
    bool again = false;
    assert_int_equal(store_notice(fixture.store, fixture.kit->arena).size, 0);
    end_sessions();
    while (!again && time(NULL) < until) {
        poll(NULL, 0, 100);
        again = strstr(store_notice(fixture.store, fixture.kit->arena).at, "connected again");
    }
    assert_true(again);
}

/* One that is refused was done before. */
static void must_be_kept(void *context, StoreOutcome outcome)
{
    if (outcome != STORE_SAVED)
        fail_msg("batch %u: %s", (unsigned)(uintptr_t)context,
                 outcome == STORE_REFUSED ? "done twice" : store_problem(fixture.store));
    last_reported = (uint32_t)(uintptr_t)context;
}

/* Gives batches, as many as the store accepts, until `until` is set. */
static void write_until(uint32_t *next, uint32_t until)
{
    static StoreBatch *batch;
    while (last_reported < until) {
        struct pollfd watch = {store_descriptor(fixture.store), POLLIN, 0};
        batch = batch ? batch : batch_of(fixture.store, *next, ROW_SIZE);
        if (store_commit(fixture.store, &batch, must_be_kept, (void *)(uintptr_t)*next))
            ++*next;
        else
            poll(&watch, 1, 1000);
        store_poll(fixture.store);
    }
    if (batch)
        store_drop_batch(batch);
    batch = NULL;
}

static void killed_database_neither_loses_nor_repeats_commits(void **state)
{
    (void)state;
    uint32_t next = 1;
    StoreOptions reading = store_options;
    reading.reading = true;
    last_reported = 0;
    random_state = (uint32_t)getpid();
    open_store();
    for (int i = 0; i < crash_rounds(); i++) {
        write_until(&next, last_reported + 1 + next_random(120));
        for (volatile uint32_t spin = next_random(4000000); spin; spin--)
            ;
        postgres_kill();
        store_poll(fixture.store);
        const uint32_t told = last_reported;
        postgres_restart();
        Store *reader = store_open(fixture.address, &reading, &fixture.kit->report);
        assert_non_null(reader);
        const uint32_t held = batch_held(reader);
        store_close(reader);
        if (held < told)
            fail_msg("round %d: batch %u was kept, but %u is there", i, told, held);
        write_until(&next, told + 20);
    }
    store_wait(fixture.store);
    assert_int_equal(batch_held(fixture.store), next - 1);
    print_message("killed %d times, %u batches\n", crash_rounds(), next - 1);
}

static void database_that_stays_unreachable_is_reported(void **state)
{
    (void)state;
    StoreOptions options = store_options;
    options.patience = 1;
    open_with(&options);
    postgres_kill();
    assert_int_equal(commit(receipt_of(1)), STORE_FAILED);
    assert_non_null(store_problem(fixture.store));
    /* Readers are notified as well, and read again when it is back. */
    void *rows;
    size_t count;
    assert_false(store_load(fixture.store, STORE_META, &rows, &count, fixture.kit->arena,
                            &fixture.kit->report));
    postgres_restart();
    count = 0;
    for (int i = 0; i < POSTGRES_PATIENCE && !count; i++)
        if (!store_load(fixture.store, STORE_META, &rows, &count, fixture.kit->arena,
                        &fixture.kit->report))
            poll(NULL, 0, 1000);
    assert_true(count >= 3);
}

/* ---- links break ---- */

static void terminated_sessions_reconnect(void **state)
{
    (void)state;
    int64_t ms;
    open_store();
    assert_int_equal(store_notice(fixture.store, fixture.kit->arena).size, 0);
    for (uint8_t i = 0; i < 3; i++) {
        end_sessions();
        assert_int_equal(commit(receipt_of(i)), STORE_SAVED);
        const Text notice = store_notice(fixture.store, fixture.kit->arena);
        assert_non_null(strstr(notice.at, "connected again"));
        assert_int_equal(store_notice(fixture.store, fixture.kit->arena).size, 0);
        assert_true(store_clock(fixture.store, &ms, &fixture.kit->report));
    }
    assert_int_equal(number_of("SELECT count(*) FROM receipt"), 3);
    assert_int_equal(fixture.kit->messages.count, 0);
}

static void snapshot_ends_when_connection_is_lost(void **state)
{
    (void)state;
    void *rows;
    size_t count;
    open_store();
    assert_true(store_read_snapshot(fixture.store, true, &fixture.kit->report));
    end_sessions();
    assert_false(store_load(fixture.store, STORE_META, &rows, &count, fixture.kit->arena,
                            &fixture.kit->report));
    assert_int_equal(fixture.kit->messages.count, 1);
    assert_true(store_read_snapshot(fixture.store, false, &fixture.kit->report));
    assert_true(store_load(fixture.store, STORE_META, &rows, &count, fixture.kit->arena,
                           &fixture.kit->report));
}

static void open_over_proxy(void)
{
    char place[40];
    proxy_start(place, sizeof place);
    postgres_address(fixture.address, sizeof fixture.address, place, fixture.schema);
    open_store();
}

static void interrupted_commit_happens_once(void **state)
{
    (void)state;
    uint8_t n = 0;
    open_over_proxy();
    for (int fault = PROXY_LOSE_QUESTION; fault <= PROXY_LOSE_ANSWER; fault++)
        for (int i = 0; i < 3; i++) {
            atomic_store(&proxy.fault, fault);
            /* Were it done again, its row would be there. */
            assert_int_equal(commit(receipt_of(n)), STORE_SAVED);
            assert_int_equal(atomic_load(&proxy.fault), PROXY_NONE);
            assert_int_equal(commit(receipt_of(n)), STORE_REFUSED);
            n++;
        }
    assert_int_equal(number_of("SELECT count(*) FROM receipt"), n);
    close_store();
    proxy_stop();
}

static void large_batch_needs_few_round_trips(void **state)
{
    (void)state;
    enum { MANY = 5000 };
    open_over_proxy();
    StoreBatch *batch = store_batch(fixture.store);
    for (int i = 0; i < MANY; i++) {
        char key[16];
        snprintf(key, sizeof key, "row/%d", i);
        store_put(batch, STORE_WORLD,
                  &(StoreWorldChunk){text_of(key), i, BYTES('R', 'O', 'W', 'S'), BYTES(1)});
    }
    atomic_store(&proxy.trips, 0);
    assert_int_equal(commit(batch), STORE_SAVED);
    /* libpq sends in pieces, and answers to one come while it makes the next. */
    assert_true(atomic_load(&proxy.trips) < MANY / 10);
    assert_int_equal(number_of("SELECT count(*) FROM world"), MANY);
    close_store();
    proxy_stop();
}

/* ---- who may write ---- */

static void fails_after(const char *sql, const char *words)
{
    open_store();
    assert_int_equal(commit(receipt_of(1)), STORE_SAVED);
    run_sql(sql);
    end_sessions();
    assert_int_equal(commit(receipt_of(2)), STORE_FAILED);
    if (!strstr(store_problem(fixture.store), words))
        fail_msg("\"%s\" is not in: %s", words, store_problem(fixture.store));
    assert_int_equal(number_of("SELECT count(*) FROM receipt"), 1);
}

/* It has opened the world while this one was cut off, and removed what the dead had left. */
static void replaced_server_cannot_write(void **state)
{
    (void)state;
    fails_after("DELETE FROM meta WHERE key LIKE 'writer/%'",
                "another server has used it in the meantime");
}

/* As of an old copy that has taken its place. */
static void database_that_lost_data_is_reported(void **state)
{
    (void)state;
    fails_after("UPDATE meta SET value = int8send(0) || substring(value FROM 9) WHERE key LIKE"
                " 'writer/%'",
                "the database has lost saved data");
}

static void writers_leave_no_rows(void **state)
{
    (void)state;
    open_store();
    assert_int_equal(number_of(WRITERS), 1);
    close_store();
    assert_int_equal(number_of(WRITERS), 0);
    /* One that was killed, and one of the day before yesterday. */
    run_sql("INSERT INTO meta VALUES ('writer/1', int8send(5) || int8send(0))");
    run_sql("INSERT INTO meta VALUES ('writer/2', int8send(5) || int8send((extract(epoch FROM"
            " now()) * 1000)::bigint))");
    StoreOptions options = store_options;
    options.shared = true;
    open_with(&options);
    assert_int_equal(number_of(WRITERS), 2); /* the second may be alive */
    close_store();
    open_store();
    assert_int_equal(number_of(WRITERS), 1);
}

static void several_servers_share_one_state(void **state)
{
    (void)state;
    StoreOptions options = store_options;
    options.shared = true;
    open_with(&options);
    Store *first = fixture.store;
    open_with(&options);
    assert_int_equal(commit(receipt_of(1)), STORE_SAVED);
    assert_null(store_open(fixture.address, &store_options, &fixture.kit->report));
    assert_true(kit_has_message(fixture.kit, "another server is using it"));
    close_store();
    fixture.store = first;
    assert_int_equal(commit(receipt_of(1)), STORE_REFUSED);
    assert_int_equal(commit(receipt_of(2)), STORE_SAVED);
}

/* Others' transactions are as slow as they like: what is checked is what they leave. */
static void check_waits_for_concurrent_row_update(void **state)
{
    (void)state;
    const StoreZone zone = {1, 1, TEXT("one")};
    StoreOutcome outcome = STORE_FAILED;
    open_store();
    StoreBatch *batch = store_batch(fixture.store);
    store_put(batch, STORE_ZONE, &zone);
    assert_int_equal(commit(batch), STORE_SAVED);
    PGconn *other = postgres_connect(fixture.schema);
    PQclear(PQexec(other, "BEGIN"));
    PQclear(PQexec(other, "UPDATE land SET epoch = 2"));
    batch = receipt_of(1);
    store_check(batch, STORE_ZONE, &zone);
    assert_true(store_commit(fixture.store, &batch, remember_outcome, &outcome));
    wait_for(WAITING, 1);
    PQclear(PQexec(other, "COMMIT"));
    PQfinish(other);
    store_wait(fixture.store);
    assert_int_equal(outcome, STORE_REFUSED);
}

/* Each waits for the other: the database ends one of the transactions, which is made again. */
static void conflicting_transactions_are_retried(void **state)
{
    (void)state;
    StoreOutcome outcome = STORE_FAILED;
    open_store();
    StoreBatch *batch = store_batch(fixture.store);
    for (int64_t i = 1; i <= 2; i++)
        store_put(batch, STORE_ZONE, &(StoreZone){i, 1, TEXT("")});
    assert_int_equal(commit(batch), STORE_SAVED);
    PGconn *other = postgres_connect(fixture.schema);
    PQclear(PQexec(other, "SET deadlock_timeout = '1h'; BEGIN"));
    PQclear(PQexec(other, "UPDATE land SET epoch = 2 WHERE land = 2"));
    batch = store_batch(fixture.store);
    for (int64_t i = 1; i <= 2; i++)
        store_put(batch, STORE_ZONE, &(StoreZone){i, 3, TEXT("")});
    assert_true(store_commit(fixture.store, &batch, remember_outcome, &outcome));
    wait_for(WAITING, 1);
    PQclear(PQexec(other, "UPDATE land SET epoch = 2 WHERE land = 1"));
    PQclear(PQexec(other, "COMMIT"));
    PQfinish(other);
    store_wait(fixture.store);
    assert_int_equal(outcome, STORE_SAVED);
    assert_int_equal(number_of("SELECT sum(epoch) FROM land"), 6);
}

/* ---- notifications ---- */

static void batch_with_invalid_utf8_is_rejected_alone(void **state)
{
    (void)state;
    open_store();
    const Text texts[] = {{"a\0b", 3}, {"\xff\xfe", 2}};
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        StoreBatch *batch = receipt_of((uint8_t)i);
        store_put(batch, STORE_DENIED, &(StoreDenied){.network = BYTES(1), .note = texts[i]});
        assert_int_equal(commit(batch), STORE_REFUSED);
    }
    assert_int_equal(commit(receipt_of(0)), STORE_SAVED);
}

static void database_without_fsync_is_reported(void **state)
{
    (void)state;
    run_sql("ALTER SYSTEM SET fsync = off");
    run_sql("SELECT pg_reload_conf()");
    wait_for("SELECT (current_setting('fsync') = 'on')::int", 0);
    open_store();
    assert_true(kit_has_message(fixture.kit, "does not wait for its disk"));
    run_sql("ALTER SYSTEM RESET fsync");
    run_sql("SELECT pg_reload_conf()");
    wait_for("SELECT (current_setting('fsync') = 'off')::int", 0);
}

/* One line that says no secret. */
static void refused(const char *address, const char *words)
{
    kit_clear(fixture.kit);
    assert_null(store_open(address, &store_options, &fixture.kit->report));
    assert_int_equal(fixture.kit->messages.count, 1);
    const char *line = kit_message(fixture.kit, 0);
    for (const char *at = line; *at; at++)
        assert_true((unsigned char)*at >= ' ');
    assert_true(strlen(line) < 1000);
    if (strstr(line, "sesame") || !strstr(line, words))
        fail_msg("%.60s: %s", address, line);
    Arena *arena = arena_new();
    assert_null(strstr(store_address_shown(address, arena).at, "sesame"));
    arena_free(arena);
}

static void invalid_addresses_are_rejected_in_one_line_without_password(void **state)
{
    (void)state;
    static char longest[1 << 20] = "postgres://a:sesame@";
    char sql_ascii[200];
    memset(longest + strlen(longest), 'x', sizeof longest - strlen(longest) - 1);
    refused("postgres://", "");
    refused(longest, "expected an address like");
    refused("postgres://a:sesame@[::1", "expected an address like");
    refused("postgres://a:sesame@h?nothing=1", "expected an address like");
    refused("postgres://a:sesame@h:port/x", "");
    refused("postgres://a:sesame@127.0.0.1:1/x", "a@127.0.0.1:1/x");
    refused("postgresql://a@127.0.0.1:1/x?password=sesame", "a@127.0.0.1:1/x");
    refused("postgres://a:sesame@127.0.0.1:1/x%0ay%1b[2J", "");
    refused("postgres://a:sesame@127.0.0.1:1/%ff", "");
    refused("postgres://a:sesame@127.0.0.1:99999999999/x", "");
    refused("postgres://a:sesame%00@127.0.0.1:1/x", "expected an address like");
    refused("postgres://a:sesame@127.0.0.1:1/x?options=-csearch_path%3Da%22%3B--",
            "search_path");
    refused("postgres://a:sesame@127.0.0.1:1/x?options=-csearch_path%3D", "search_path");
    refused("postgres://a:sesame@127.0.0.1:1/x?sslmode=sometimes", "");
    refused("postgres://a:sesame@127.0.0.1:1/x?sslrootcert=/dev/zero&sslmode=verify-full", "");
    /* A name is not cut into SQL. */
    snprintf(sql_ascii, sizeof sql_ascii, "postgres://oisin@/%%27%%3Bx?host=%s",
             postgres.folder);
    refused(sql_ascii, "does not exist");
    run_sql("CREATE DATABASE old ENCODING 'SQL_ASCII' TEMPLATE template0");
    snprintf(sql_ascii, sizeof sql_ascii, "postgres://oisin@/old?host=%s", postgres.folder);
    refused(sql_ascii, "the encoding of the database is not UTF-8");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, store_set_up, store_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(idle_store_notices_that_the_database_is_away),
        TEST(killed_database_neither_loses_nor_repeats_commits),
        TEST(database_that_stays_unreachable_is_reported),
        TEST(terminated_sessions_reconnect),
        TEST(snapshot_ends_when_connection_is_lost),
        TEST(interrupted_commit_happens_once),
        TEST(large_batch_needs_few_round_trips),
        TEST(replaced_server_cannot_write),
        TEST(database_that_lost_data_is_reported),
        TEST(writers_leave_no_rows),
        TEST(several_servers_share_one_state),
        TEST(check_waits_for_concurrent_row_update),
        TEST(conflicting_transactions_are_retried),
        TEST(batch_with_invalid_utf8_is_rejected_alone),
        TEST(database_without_fsync_is_reported),
        TEST(invalid_addresses_are_rejected_in_one_line_without_password),
    };
    store_in_postgres = postgres_set_up();
    if (!store_in_postgres)
        return 0;
    const int failed = cmocka_run_group_tests_name("PostgreSQL", tests, NULL, NULL);
    postgres_tear_down();
    return failed;
}
