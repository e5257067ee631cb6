/* What a server keeps: kept as a whole or not at all, told of when it is on the disk. */
#include "lib/store_kit.h"

#include <poll.h>
#include <sys/stat.h>

/* ---- rows ---- */

static void saved_rows_are_there_after_reopening(void **state)
{
    (void)state;
    open_store();
    StoreBatch *batch = store_batch(fixture.store);
    const StoreAccount account = account_named(1, "brid");
    const StoreCharacter character = {1, BYTES(1, 0, 2), BYTES(9), 3};
    const StoreDenied denied = {BYTES(127, 0, 0, 1, 32), TEXT("noise"), 17, 18, TEXT("Ann"), 2};
    const StoreReceipt receipt = {BYTES(7, 7, 7), 1700000001, {NULL, 0}};
    store_put(batch, STORE_ACCOUNT, &account);
    store_put(batch, STORE_CHARACTER, &character);
    store_put(batch, STORE_DENIED, &denied);
    store_put(batch, STORE_RECEIPT, &receipt);
    assert_int_equal(store_batch_count(batch), 4);
    assert_int_equal(commit(batch), STORE_SAVED);
    assert_int_equal(store_saved_count(fixture.store), 1);
    reopen_store();
    void *rows;
    size_t count;
    assert_true(store_load(fixture.store, STORE_ACCOUNT, &rows, &count, fixture.kit->arena,
                           &fixture.kit->report));
    assert_int_equal(count, 1);
    const StoreAccount *found = rows;
    assert_int_equal(found->id, 1);
    assert_true(text_is(found->name, "brid") && text_is(found->language, "ga"));
    assert_bytes_equal(found->password, account.password);
    assert_int_equal(found->created, 1700000000);
    StoreCharacter other = {.account = 1};
    assert_int_equal(store_find(fixture.store, STORE_CHARACTER, "account", &other,
                                fixture.kit->arena, &fixture.kit->report),
                     STORE_FOUND);
    assert_bytes_equal(other.user, character.user);
    assert_bytes_equal(other.engine, character.engine);
    assert_int_equal(other.land, 3);
    StoreReceipt done = {.operation = BYTES(7, 7, 7)};
    assert_int_equal(store_find(fixture.store, STORE_RECEIPT, "operation", &done,
                                fixture.kit->arena, &fixture.kit->report),
                     STORE_FOUND);
    assert_int_equal(done.done, 1700000001);
    assert_int_equal(done.answer.size, 0);
}

static void put_world(const char *key, int64_t place, const char *data)
{
    StoreBatch *batch = store_batch(fixture.store);
    const StoreWorldChunk row = {text_of(key), place, BYTES('W', 'H', 'A', 'T'),
                                 bytes_of_text(text_of(data))};
    store_put(batch, STORE_WORLD, &row);
    assert_int_equal(commit(batch), STORE_SAVED);
}

static void world_is_loaded_in_saved_order(void **state)
{
    (void)state;
    open_store();
    put_world("a", 3, "third"), put_world("b", 1, "x"), put_world("c", 2, "second");
    put_world("b", 1, "first");
    void *rows;
    size_t count;
    assert_true(store_load(fixture.store, STORE_WORLD, &rows, &count, fixture.kit->arena,
                           &fixture.kit->report));
    const StoreWorldChunk *chunks = rows;
    assert_int_equal(count, 3);
    assert_true(text_is(chunks[0].key, "b") && text_is(chunks[1].key, "c"));
    assert_true(text_is(text_of_bytes(chunks[0].data), "first"));
}

static size_t rows_between(const char *from, const char *to, size_t max, const char *first)
{
    void *rows;
    size_t count;
    const StorePlaced begin = {.key = text_of(from)}, end = {.key = text_of(to)};
    assert_true(store_load_range(fixture.store, STORE_PLACED, &begin, &end, max, &rows, &count,
                                 fixture.kit->arena, &fixture.kit->report));
    assert_true(!count || text_is(((StorePlaced *)rows)->key, first));
    return count;
}

static void rows_are_loaded_by_range_of_keys(void **state)
{
    (void)state;
    open_store();
    StoreBatch *batch = store_batch(fixture.store);
    for (int64_t i = 0; i < 5; i++) {
        const Text key = arena_format(fixture.kit->arena, "0000000%d0Z", (int)i);
        store_put(batch, STORE_PLACED, &(StorePlaced){key, i, i, i});
    }
    assert_int_equal(commit(batch), STORE_SAVED);
    assert_int_equal(rows_between("00000001", "00000003", 0, "000000010Z"), 2);
    assert_int_equal(rows_between("00000001", "00000009", 3, "000000010Z"), 3);
    assert_int_equal(rows_between("0000000200", "0000000300", 0, "000000020Z"), 1);
    assert_int_equal(rows_between("00000005", "00000009", 0, ""), 0);
}

static void rows_are_removed_by_key_by_age_or_all(void **state)
{
    (void)state;
    open_store();
    StoreBatch *batch = store_batch(fixture.store);
    for (uint8_t i = 0; i < 10; i++) {
        const StoreReceipt row = {BYTES(i), 100 + i, {NULL, 0}};
        store_put(batch, STORE_RECEIPT, &row);
    }
    const StoreReceipt second = {.operation = BYTES(1)};
    store_remove(batch, STORE_RECEIPT, &second);
    assert_int_equal(commit(batch), STORE_SAVED);
    assert_int_equal(rows_of(STORE_RECEIPT), 9);
    batch = store_batch(fixture.store);
    store_remove_below(batch, STORE_RECEIPT, "done", 105);
    assert_int_equal(commit(batch), STORE_SAVED);
    assert_int_equal(rows_of(STORE_RECEIPT), 5);
    batch = store_batch(fixture.store);
    store_clear(batch, STORE_RECEIPT);
    assert_int_equal(commit(batch), STORE_SAVED);
    assert_int_equal(rows_of(STORE_RECEIPT), 0);
}

static int64_t zone_of(int64_t account)
{
    StoreCharacter row = {.account = account};
    assert_int_equal(store_find(fixture.store, STORE_CHARACTER, "account", &row,
                                fixture.kit->arena, &fixture.kit->report),
                     STORE_FOUND);
    return row.land;
}

/* A server that has lost a land writes nothing about it any more. */
static void batch_with_failed_check_is_rejected_completely(void **state)
{
    (void)state;
    open_store();
    const StoreZone mine = {2, 7, TEXT("one")}, none = {3, 0, TEXT("")};
    StoreZone other = mine;
    StoreBatch *batch = store_batch(fixture.store);
    store_add(batch, STORE_ZONE, &mine);
    store_check(batch, STORE_ZONE, &mine); /* what the batch itself has put counts */
    assert_int_equal(commit(batch), STORE_SAVED);
    StoreOutcome outcomes[5];
    const StoreZone wanted[5] = {
        mine, {2, 8, TEXT("one")}, {2, 7, TEXT("on")}, none, {2, 7, TEXT("one ")}};
    for (unsigned i = 0; i < 5; i++) {
        const StoreReceipt receipt = {BYTES((uint8_t)i), 1, {NULL, 0}};
        batch = store_batch(fixture.store);
        store_put(batch, STORE_RECEIPT, &receipt);
        store_check(batch, STORE_ZONE, &wanted[i]);
        assert_true(store_commit(fixture.store, &batch, remember_outcome, &outcomes[i]));
    }
    store_wait(fixture.store);
    for (unsigned i = 0; i < 5; i++)
        assert_int_equal(outcomes[i], i ? STORE_REFUSED : STORE_SAVED);
    assert_int_equal(rows_of(STORE_RECEIPT), 1);
    assert_null(store_problem(fixture.store));
    /* It changes hands: checked and put at once. */
    other.epoch = 8, other.owner = TEXT("two");
    for (unsigned i = 0; i < 2; i++) {
        batch = store_batch(fixture.store);
        store_check(batch, STORE_ZONE, &mine);
        store_put(batch, STORE_ZONE, &other);
        assert_int_equal(commit(batch), i ? STORE_REFUSED : STORE_SAVED);
    }
    /* Bytes and empty ones are compared, too. */
    batch = store_batch(fixture.store);
    const StoreReceipt first = {BYTES(0), 1, {NULL, 0}}, answered = {BYTES(0), 1, BYTES(1)};
    store_check(batch, STORE_RECEIPT, &first);
    assert_int_equal(commit(batch), STORE_SAVED);
    batch = store_batch(fixture.store);
    store_check(batch, STORE_RECEIPT, &answered);
    assert_int_equal(commit(batch), STORE_REFUSED);
}

static void the_store_has_a_clock(void **state)
{
    (void)state;
    int64_t first, second;
    open_store();
    assert_true(store_clock(fixture.store, &first, &fixture.kit->report));
    assert_true(store_clock(fixture.store, &second, &fixture.kit->report));
    assert_true(first > 1700000000000 && second >= first);
}

static void batch_with_existing_row_is_rejected_completely(void **state)
{
    (void)state;
    open_store();
    StoreBatch *batch = store_batch(fixture.store);
    const StoreReceipt receipt = {BYTES(7), 1, {NULL, 0}};
    const StoreAccount account = account_named(1, "brid"), same = account_named(2, "brid");
    store_add(batch, STORE_RECEIPT, &receipt);
    store_add(batch, STORE_ACCOUNT, &account);
    assert_int_equal(commit(batch), STORE_SAVED);
    /* The operation was done: what it gives is not given again. */
    batch = store_batch(fixture.store);
    const StoreCharacter character = {1, BYTES(1), BYTES(2), 0};
    store_put(batch, STORE_CHARACTER, &character);
    store_add(batch, STORE_RECEIPT, &receipt);
    assert_int_equal(commit(batch), STORE_REFUSED);
    assert_int_equal(rows_of(STORE_CHARACTER), 0);
    /* A name is nobody else's. */
    batch = store_batch(fixture.store);
    store_put(batch, STORE_CHARACTER, &character);
    store_add(batch, STORE_ACCOUNT, &same);
    assert_int_equal(commit(batch), STORE_REFUSED);
    assert_int_equal(rows_of(STORE_CHARACTER), 0);
    assert_null(store_problem(fixture.store));
    /* One that is refused does not take those beside it along. */
    StoreOutcome outcomes[3] = {STORE_FAILED, STORE_FAILED, STORE_FAILED};
    for (unsigned i = 0; i < 3; i++) {
        batch = store_batch(fixture.store);
        const StoreReceipt next = {i == 1 ? BYTES(7) : BYTES((uint8_t)(50 + i)), 1, {NULL, 0}};
        store_add(batch, STORE_RECEIPT, &next);
        assert_true(store_commit(fixture.store, &batch, remember_outcome, &outcomes[i]));
    }
    store_wait(fixture.store);
    assert_int_equal(outcomes[0], STORE_SAVED);
    assert_int_equal(outcomes[1], STORE_REFUSED);
    assert_int_equal(outcomes[2], STORE_SAVED);
    assert_int_equal(rows_of(STORE_RECEIPT), 3);
}

/* ---- the queue ---- */

static void descriptor_signals_an_outcome(void **state)
{
    (void)state;
    open_store();
    StoreOutcome outcome = STORE_FAILED;
    struct pollfd watch = {store_descriptor(fixture.store), POLLIN, 0};
    assert_int_equal(poll(&watch, 1, 0), 0);
    StoreBatch *batch = store_batch(fixture.store);
    const StoreMeta row = {TEXT("note"), BYTES(1)};
    store_put(batch, STORE_META, &row);
    assert_true(store_commit(fixture.store, &batch, remember_outcome, &outcome));
    assert_null(batch);
    assert_int_equal(poll(&watch, 1, 10000), 1);
    assert_int_equal(outcome, STORE_FAILED); /* not before it is polled */
    store_poll(fixture.store);
    assert_int_equal(outcome, STORE_SAVED);
    assert_int_equal(poll(&watch, 1, 0), 0);
}

static void a_full_queue_leaves_the_batch_with_its_owner(void **state)
{
    (void)state;
    StoreOptions options = store_options;
    options.max_batches = 2;
    fixture.store = store_open(fixture.address, &options, &fixture.kit->report);
    assert_non_null(fixture.store);
    const StoreMeta row = {TEXT("note"), BYTES(1)};
    StoreBatch *batch = NULL;
    for (unsigned i = 0; i < 3; i++) {
        batch = store_batch(fixture.store);
        store_put(batch, STORE_META, &row);
        /* Those that are written and not polled count as well. */
        assert_int_equal(store_commit(fixture.store, &batch, NULL, NULL), i < 2);
    }
    assert_non_null(batch);
    store_wait(fixture.store);
    store_put(batch, STORE_META, &row);
    assert_true(store_commit(fixture.store, &batch, NULL, NULL));
    store_wait(fixture.store);
    assert_int_equal(store_saved_count(fixture.store), 3);
}

/* ---- what is opened ---- */

static void refused(const StoreOptions *options, const char *words)
{
    kit_clear(fixture.kit);
    assert_null(store_open(fixture.address, options, &fixture.kit->report));
    assert_int_equal(fixture.kit->messages.count, 1);
    if (!kit_has_message(fixture.kit, words))
        fail_msg("\"%s\" is not in: %s", words, kit_message(fixture.kit, 0));
}

static void only_the_state_of_this_game_is_opened(void **state)
{
    (void)state;
    StoreOptions options = store_options;
    options.reading = true;
    refused(&options, store_in_postgres ? "it does not contain the state of a server"
                                        : "cannot open it: No such file");
    options.reading = false;
    open_store();
    assert_false(store_is_moved(fixture.store));
    refused(&options, "another server is using it");
    close_store();
    options.game = TEXT("other");
    refused(&options, "this is the state of the game \"segais\", not of \"other\"");
    options = store_options;
    options.unique[0] = 99;
    fixture.store = store_open(fixture.address, &options, &fixture.kit->report);
    assert_true(store_is_moved(fixture.store));
    close_store();
    struct stat info;
    if (store_in_postgres)
        return;
    assert_int_equal(stat(fixture.address, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0600);
}

static void database_of_another_program_is_unchanged(void **state)
{
    (void)state;
    char sql[100];
    snprintf(sql, sizeof sql, "CREATE SCHEMA %s", fixture.schema);
    if (store_in_postgres)
        run_sql(sql);
    run_sql("CREATE TABLE recipes (name TEXT)");
    refused(&store_options, "this is not the state of a server");
    store_remove_all();
    open_store();
    close_store();
    run_sql(store_in_postgres ? "UPDATE meta SET value = '\\x05' WHERE key = 'schema'"
                              : "UPDATE meta SET value = x'05' WHERE key = 'schema'");
    refused(&store_options, "its schema is 5, this program supports 4");
}

static void batch_is_refused_if_checked_columns_differ(void **state)
{
    (void)state;
    StoreBatch *batch = (open_store(), store_batch(fixture.store));
    StoreAccount account = account_named(1, "brid");
    store_put(batch, STORE_ACCOUNT, &account);
    assert_int_equal(commit(batch), STORE_SAVED);
    /* Other columns do not count. */
    StoreAccount changed = account;
    changed.seen = 77;
    changed.reason = TEXT("another");
    batch = store_batch(fixture.store);
    store_check_part(batch, STORE_ACCOUNT, &changed, "password", "memory");
    changed.memory = 9;
    store_put_part(batch, STORE_ACCOUNT, &changed, "password", "memory");
    assert_int_equal(commit(batch), STORE_SAVED);
    batch = store_batch(fixture.store);
    store_check_part(batch, STORE_ACCOUNT, &account, "password", "memory");
    store_put(batch, STORE_ACCOUNT, &account);
    assert_int_equal(commit(batch), STORE_REFUSED);
    changed.id = 2;
    batch = store_batch(fixture.store);
    store_check_part(batch, STORE_ACCOUNT, &changed, "password", "memory");
    assert_int_equal(commit(batch), STORE_REFUSED);
    StoreAccount row = {.id = 1};
    assert_int_equal(store_find(fixture.store, STORE_ACCOUNT, "id", &row, fixture.kit->arena,
                                &fixture.kit->report),
                     STORE_FOUND);
    assert_true(row.memory == 9 && row.seen == account.seen);
}

static void file_that_is_not_a_database_is_unchanged(void **state)
{
    (void)state;
    FILE *file = fopen(fixture.address, "wb");
    fputs("This is a letter to my aunt, and it is longer than the header of a database.\n",
          file);
    fclose(file);
    refused(&store_options, "this is not the state of a server");
}

/* The server ended without a word, for example when the disk was full. */
static void id_that_cannot_be_written_is_reported(void **state)
{
    (void)state;
    if (store_in_postgres)
        return;
    open_store();
    close_store();
    run_sql("DELETE FROM meta WHERE key = 'state'");
    run_sql("CREATE TRIGGER full BEFORE INSERT ON meta WHEN NEW.key = 'state' "
            "BEGIN INSERT INTO absent VALUES (1); END");
    refused(&store_options, "no such table: main.absent");
}

static void drop_columns(const char *const columns[][2], size_t count)
{
    char sql[100];
    for (size_t i = 0; i < count; i++) {
        snprintf(sql, sizeof sql, "ALTER TABLE %s DROP COLUMN %s", columns[i][0],
                 columns[i][1]);
        run_sql(sql);
    }
}

static void drop_columns_of_schema_4(void)
{
    static const char *const columns[][2] = {
        {"account", "ban_role"}, {"account", "mute_role"}, {"denied", "role"}};
    run_sql("DROP INDEX IF EXISTS character_land");
    drop_columns(columns, COUNT_OF(columns));
}

static void drop_columns_of_schema_3(void)
{
    static const char *const columns[][2] = {
        {"account", "ban_since"},   {"account", "ban_until"},  {"account", "ban_by"},
        {"account", "mute_since"},  {"account", "mute_until"}, {"account", "mute_by"},
        {"account", "mute_reason"}, {"account", "role"},       {"account", "ignored"},
        {"denied", "since"},        {"denied", "until"},       {"denied", "author"}};
    drop_columns(columns, COUNT_OF(columns));
    drop_columns_of_schema_4();
    run_sql("DROP TABLE skeleton");
    run_sql("DROP TABLE report");
}

/* Schema 2 had no staff: bans without author and end, neither mutes nor roles nor reports. */
static void schema_2_is_migrated(void **state)
{
    (void)state;
    StoreBatch *batch = (open_store(), store_batch(fixture.store));
    StoreAccount account = account_named(1, "brid");
    account.flags = STORE_BANNED;
    account.reason = TEXT("shouts");
    const StoreDenied denied = {.network = BYTES(127, 0, 0, 1, 32), .note = TEXT("noise")};
    store_put(batch, STORE_ACCOUNT, &account);
    store_put(batch, STORE_DENIED, &denied);
    assert_int_equal(commit(batch), STORE_SAVED);
    close_store();
    drop_columns_of_schema_3();
    run_sql(store_in_postgres ? "UPDATE meta SET value = '\\x02' WHERE key = 'schema'"
                              : "UPDATE meta SET value = x'02' WHERE key = 'schema'");
    StoreOptions reading = store_options;
    reading.reading = true;
    for (int i = 0; i < 3; i++) {
        void *rows;
        size_t count;
        fixture.store =
            store_open(fixture.address, i ? &store_options : &reading, &fixture.kit->report);
        assert_non_null(fixture.store);
        assert_true(store_load(fixture.store, STORE_ACCOUNT, &rows, &count, fixture.kit->arena,
                               &fixture.kit->report));
        const StoreAccount *row = rows;
        assert_true(count == 1 && row->flags == STORE_BANNED && text_is(row->reason, "shouts"));
        assert_int_equal(row->role, 0);
        assert_int_equal(row->mute_since, i == 2 ? 5 : 0);
        assert_int_equal(row->ban_by.size, 0);
        if (i == 1) {
            batch = store_batch(fixture.store);
            store_put_part(batch, STORE_ACCOUNT, &(StoreAccount){.id = 1, .mute_since = 5},
                           "mute_since", "mute_since");
            store_add(batch, STORE_SKELETON, &(StoreSkeleton){TEXT("=brid"), 1});
            assert_int_equal(commit(batch), STORE_SAVED);
        }
        close_store();
    }
}

/* Schema 3 did not have the roles of those who decided. */
static void schema_3_is_migrated(void **state)
{
    (void)state;
    StoreBatch *batch = (open_store(), store_batch(fixture.store));
    StoreAccount account = account_named(1, "brid");
    account.mute_since = 5;
    account.mute_by = TEXT("Ann");
    store_put(batch, STORE_ACCOUNT, &account);
    assert_int_equal(commit(batch), STORE_SAVED);
    close_store();
    run_sql("DROP INDEX character_land"); /* a new state has it */
    drop_columns_of_schema_4();
    run_sql(store_in_postgres ? "UPDATE meta SET value = '\\x03' WHERE key = 'schema'"
                              : "UPDATE meta SET value = x'03' WHERE key = 'schema'");
    for (int i = 0; i < 2; i++) {
        StoreAccount row = {.id = 1};
        open_store();
        assert_int_equal(store_find(fixture.store, STORE_ACCOUNT, "id", &row,
                                    fixture.kit->arena, &fixture.kit->report),
                         STORE_FOUND);
        assert_true(row.mute_since == 5 && text_is(row.mute_by, "Ann"));
        assert_int_equal(row.mute_role, i * 2);
        batch = store_batch(fixture.store);
        store_put_part(batch, STORE_ACCOUNT, &(StoreAccount){.id = 1, .mute_role = 2},
                       "mute_role", "mute_role");
        assert_int_equal(commit(batch), STORE_SAVED);
        close_store();
    }
    run_sql("DROP INDEX character_land");
}

/* Schema 1, of servers that were the only one, had neither lands nor winners. */
static void schema_1_is_migrated(void **state)
{
    (void)state;
    StoreBatch *batch = (open_store(), store_batch(fixture.store));
    const StoreAccount account = account_named(1, "brid");
    const StoreCharacter character = {1, BYTES(1), BYTES(2), 7};
    store_put(batch, STORE_ACCOUNT, &account);
    store_put(batch, STORE_CHARACTER, &character);
    assert_int_equal(commit(batch), STORE_SAVED);
    close_store();
    run_sql("DROP TABLE land; DROP TABLE winner; DROP INDEX character_land; ALTER TABLE "
            "character DROP COLUMN land;"
            "DELETE FROM meta WHERE key = 'schema'");
    drop_columns_of_schema_3();
    run_sql(store_in_postgres ? "INSERT INTO meta VALUES ('schema', '\\x01')"
                              : "INSERT INTO meta VALUES ('schema', x'01')");
    /* Reading leaves it unchanged, twice. */
    StoreOptions reading = store_options;
    reading.reading = true;
    for (int i = 0; i < 2; i++) {
        fixture.store = store_open(fixture.address, &reading, &fixture.kit->report);
        assert_non_null(fixture.store);
        assert_int_equal(rows_of(STORE_CHARACTER), 1);
        assert_int_equal(zone_of(1), 0);
        close_store();
    }
    for (int64_t i = 0; i < 2; i++) {
        open_store();
        assert_int_equal(zone_of(1), i * 5);
        assert_int_equal(rows_of(STORE_ZONE), i);
        batch = store_batch(fixture.store);
        store_put(batch, STORE_CHARACTER, &(StoreCharacter){1, BYTES(1), BYTES(2), 5});
        store_put(batch, STORE_ZONE, &(StoreZone){4, 1, TEXT("me")});
        assert_int_equal(commit(batch), STORE_SAVED);
        close_store();
    }
    fixture.store = NULL;
}

static void damaged_file_is_reported(void **state)
{
    (void)state;
    open_store();
    StoreBatch *batch = store_batch(fixture.store);
    for (int i = 1; i <= 2000; i++) {
        char name[32];
        snprintf(name, sizeof name, "somebody %d", i);
        const StoreAccount row = account_named(i, name);
        store_put(batch, STORE_ACCOUNT, &row);
    }
    assert_int_equal(commit(batch), STORE_SAVED);
    close_store();
    FILE *file = fopen(fixture.address, "r+b");
    for (long at = 40960; at < 122880; at += 4096) {
        fseek(file, at, SEEK_SET);
        fputs("rust", file);
    }
    fclose(file);
    refused(&store_options, "the state is damaged");
}

static void state_is_readable_while_server_writes(void **state)
{
    (void)state;
    open_store();
    StoreOptions options = store_options;
    options.reading = true;
    Store *reader = store_open(fixture.address, &options, &fixture.kit->report);
    assert_non_null(reader);
    put_world("a", 1, "new");
    assert_true(store_read_snapshot(reader, true, &fixture.kit->report));
    void *rows;
    size_t count;
    assert_true(store_load(reader, STORE_WORLD, &rows, &count, fixture.kit->arena,
                           &fixture.kit->report));
    assert_int_equal(count, 1);
    put_world("b", 2, "newer");
    assert_true(store_load(reader, STORE_WORLD, &rows, &count, fixture.kit->arena,
                           &fixture.kit->report));
    assert_int_equal(count, 1); /* of the same moment */
    assert_true(store_read_snapshot(reader, false, &fixture.kit->report));
    assert_true(store_load(reader, STORE_WORLD, &rows, &count, fixture.kit->arena,
                           &fixture.kit->report));
    assert_int_equal(count, 2);
    store_close(reader);
}

typedef struct Sought {
    unsigned calls;
    uint64_t number;
    StoreFound found;
    StoreCharacter row;
    Arena *arena;
} Sought;

static void on_found(void *context, uint64_t number)
{
    Sought *sought = context;
    sought->calls++;
    sought->number = number;
    sought->found = store_find(fixture.store, STORE_CHARACTER, "account", &sought->row,
                               sought->arena, &fixture.kit->report);
}

static void search(Sought *sought, int64_t account, uint64_t number)
{
    *sought = (Sought){.row.account = account, .arena = fixture.kit->arena};
    store_find_later(fixture.store, STORE_CHARACTER, account, on_found, sought, number);
}

/* The thread writes them first, whether it has begun with them or not. */
static void later_search_finds_rows_committed_before(void **state)
{
    (void)state;
    Sought sought, none;
    open_store();
    for (uint8_t i = 1; i < 50; i++) {
        StoreBatch *batch = store_batch(fixture.store);
        const StoreCharacter character = {1, BYTES(i, 0, 2), BYTES(9, 9), i};
        store_put(batch, STORE_CHARACTER, &character);
        assert_true(store_commit(fixture.store, &batch, NULL, NULL));
        search(&sought, 1, i);
        search(&none, 2, 7);
        assert_int_equal(sought.calls, 0);
        store_wait(fixture.store);
        assert_int_equal(sought.calls, 1);
        assert_int_equal(sought.number, i);
        assert_int_equal(sought.found, STORE_FOUND);
        assert_int_equal(sought.row.land, i);
        assert_bytes_equal(sought.row.user, character.user);
        assert_bytes_equal(sought.row.engine, character.engine);
        assert_int_equal(none.calls, 1);
        assert_int_equal(none.found, STORE_NONE);
    }
}

static void search_serves_only_its_own_row(void **state)
{
    (void)state;
    Sought sought;
    open_store();
    StoreBatch *batch = store_batch(fixture.store);
    for (int64_t i = 1; i < 3; i++) {
        const StoreCharacter character = {i, BYTES(1), BYTES(9), i};
        store_put(batch, STORE_CHARACTER, &character);
    }
    assert_int_equal(commit(batch), STORE_SAVED);
    search(&sought, 1, 0);
    sought.row.account = 2;
    store_wait(fixture.store);
    assert_int_equal(sought.row.land, 2);
}

static void closing_forgets_searches(void **state)
{
    (void)state;
    Sought sought;
    open_store();
    search(&sought, 1, 0);
    close_store();
    assert_int_equal(sought.calls, 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, store_set_up, store_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(saved_rows_are_there_after_reopening),
        TEST(world_is_loaded_in_saved_order),
        TEST(rows_are_loaded_by_range_of_keys),
        TEST(rows_are_removed_by_key_by_age_or_all),
        TEST(later_search_finds_rows_committed_before),
        TEST(search_serves_only_its_own_row),
        TEST(closing_forgets_searches),
        TEST(batch_with_existing_row_is_rejected_completely),
        TEST(batch_with_failed_check_is_rejected_completely),
        TEST(the_store_has_a_clock),
        TEST(descriptor_signals_an_outcome),
        TEST(a_full_queue_leaves_the_batch_with_its_owner),
        TEST(only_the_state_of_this_game_is_opened),
        TEST(database_of_another_program_is_unchanged),
        TEST(schema_1_is_migrated),
        TEST(batch_is_refused_if_checked_columns_differ),
        TEST(schema_2_is_migrated),
        TEST(schema_3_is_migrated),
        TEST(state_is_readable_while_server_writes),
    };
    const struct CMUnitTest of_files[] = {
        TEST(file_that_is_not_a_database_is_unchanged),
        TEST(damaged_file_is_reported),
        TEST(id_that_cannot_be_written_is_reported),
    };
    int failed = cmocka_run_group_tests_name("files", tests, NULL, NULL) +
                 cmocka_run_group_tests_name("files alone", of_files, NULL, NULL);
    store_in_postgres = postgres_set_up();
    if (store_in_postgres) {
        failed += cmocka_run_group_tests_name("PostgreSQL", tests, NULL, NULL);
        postgres_tear_down();
    }
    return failed;
}
