/* A server that is killed, a disk that fails: acknowledged rows are there, nothing is
 * there by half. OISIN_KILL_ROUNDS (5) is how often it is killed: tools/store_kill.sh. */
#include "lib/store_crash_kit.h"

#include <stdatomic.h>

enum { FAULTS_MAX = 100000 };

static void check_whole(void)
{
    sqlite3 *database;
    sqlite3_stmt *statement;
    assert_int_equal(sqlite3_open(fixture.address, &database), SQLITE_OK);
    assert_int_equal(
        sqlite3_prepare_v2(database, "PRAGMA integrity_check", -1, &statement, NULL),
        SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    assert_string_equal((const char *)sqlite3_column_text(statement, 0), "ok");
    sqlite3_finalize(statement);
    sqlite3_close(database);
}

/* ---- killed ---- */

static void acknowledged_batches_survive_kill_9(void **state)
{
    (void)state;
    const int rounds = crash_rounds();
    uint32_t held = 0;
    random_state = (uint32_t)getpid();
    for (int i = 0; i < rounds; i++) {
        const uint32_t told = kill_one(held + 1);
        held = batch_held(open_store());
        if (held < told)
            fail_msg("round %d: batch %u was kept, but %u is there", i, told, held);
        store_close(fixture.store);
        fixture.store = NULL;
        if (!store_in_postgres)
            check_whole();
    }
    print_message("killed %d times, %u batches\n", rounds, held);
}

/* ---- a disk that fails ---- */

static struct Disk {
    sqlite3_vfs vfs, *real;
    atomic_int left; /* writes until one fails; below 1: none does */
    atomic_bool failed;
    bool stays; /* so that all fail from then on */
    int code;   /* what it says */
} disk;

typedef struct DiskFile {
    sqlite3_file base, *real; /* behind it */
} DiskFile;

#define REAL(file) (((DiskFile *)(file))->real)
#define CALL(file, method, ...) REAL(file)->pMethods->method(REAL(file), __VA_ARGS__)

static bool fails_now(void)
{
    if (disk.failed && disk.stays)
        return true;
    if (atomic_fetch_sub(&disk.left, 1) != 1)
        return false;
    disk.failed = true;
    return true;
}

static int disk_close(sqlite3_file *f) { return REAL(f)->pMethods->xClose(REAL(f)); }

static int disk_read(sqlite3_file *f, void *data, int size, sqlite3_int64 at)
{
    return CALL(f, xRead, data, size, at);
}

/* Half of it is on the disk then. */
static int disk_write(sqlite3_file *f, const void *data, int size, sqlite3_int64 at)
{
    if (!fails_now())
        return CALL(f, xWrite, data, size, at);
    CALL(f, xWrite, data, size / 2, at);
    return disk.code;
}

static int disk_truncate(sqlite3_file *f, sqlite3_int64 size)
{
    return fails_now() ? SQLITE_IOERR_TRUNCATE : CALL(f, xTruncate, size);
}

static int disk_sync(sqlite3_file *f, int flags)
{
    return fails_now() ? SQLITE_IOERR_FSYNC : CALL(f, xSync, flags);
}

static int disk_size(sqlite3_file *f, sqlite3_int64 *size) { return CALL(f, xFileSize, size); }
static int disk_lock(sqlite3_file *f, int lock) { return CALL(f, xLock, lock); }
static int disk_unlock(sqlite3_file *f, int lock) { return CALL(f, xUnlock, lock); }
static int disk_reserved(sqlite3_file *f, int *out) { return CALL(f, xCheckReservedLock, out); }
static int disk_control(sqlite3_file *f, int op, void *a)
{
    return CALL(f, xFileControl, op, a);
}
static int disk_sector(sqlite3_file *f) { return REAL(f)->pMethods->xSectorSize(REAL(f)); }
static int disk_traits(sqlite3_file *f)
{
    return REAL(f)->pMethods->xDeviceCharacteristics(REAL(f));
}
static int disk_map(sqlite3_file *f, int page, int size, int extend, void volatile **out)
{
    return CALL(f, xShmMap, page, size, extend, out);
}
static int disk_shared(sqlite3_file *f, int at, int n, int flags)
{
    return CALL(f, xShmLock, at, n, flags);
}
static void disk_barrier(sqlite3_file *f) { REAL(f)->pMethods->xShmBarrier(REAL(f)); }
static int disk_unmap(sqlite3_file *f, int gone) { return CALL(f, xShmUnmap, gone); }

static const sqlite3_io_methods disk_methods = {
    2,           disk_close, disk_read,   disk_write,    disk_truncate, disk_sync,
    disk_size,   disk_lock,  disk_unlock, disk_reserved, disk_control,  disk_sector,
    disk_traits, disk_map,   disk_shared, disk_barrier,  disk_unmap,    NULL,
    NULL};

static int disk_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags,
                     int *out)
{
    (void)vfs;
    DiskFile *mine = (DiskFile *)file;
    mine->real = (sqlite3_file *)(mine + 1);
    const int code = disk.real->xOpen(disk.real, name, mine->real, flags, out);
    mine->base.pMethods = code == SQLITE_OK ? &disk_methods : NULL;
    return code;
}

static void disk_insert(void)
{
    disk.real = sqlite3_vfs_find(NULL);
    disk.vfs = *disk.real;
    disk.vfs.pNext = NULL;
    disk.vfs.zName = "failing disk";
    disk.vfs.szOsFile += (int)sizeof(DiskFile);
    disk.vfs.xOpen = disk_open;
    assert_int_equal(sqlite3_vfs_register(&disk.vfs, 1), SQLITE_OK);
}

/* Some batches, with the n-th write failing; returns the last that was acknowledged. */
static uint32_t write_until_it_fails(int n, uint32_t *given)
{
    uint32_t told = *given;
    disk.failed = false;
    disk.left = n;
    fixture.store = store_open(fixture.address, &store_options, &fixture.kit->report);
    if (!fixture.store)
        return told;
    for (unsigned i = 0; i < 12 && !store_problem(fixture.store); i++) {
        StoreOutcome outcome = STORE_FAILED;
        StoreBatch *batch = batch_of(fixture.store, ++*given, BIG_ROW_SIZE);
        assert_true(store_commit(fixture.store, &batch, remember_outcome, &outcome));
        store_wait(fixture.store);
        if (outcome == STORE_SAVED)
            told = *given;
        else
            assert_non_null(store_problem(fixture.store));
    }
    if (store_problem(fixture.store)) {
        /* Where no page is written, a full disk is one that fails. */
        if (!strstr(store_problem(fixture.store), "state.db: disk error: ") &&
            (disk.code != SQLITE_FULL ||
             !strstr(store_problem(fixture.store), "state.db: the disk is full")))
            fail_msg("%s", store_problem(fixture.store));
        StoreBatch *batch = batch_of(fixture.store, *given + 1, ROW_SIZE);
        assert_false(store_commit(fixture.store, &batch, NULL, NULL));
        store_drop_batch(batch);
    }
    store_close(fixture.store);
    fixture.store = NULL;
    return told;
}

static void each_write_fails_once(bool stays, int code)
{
    int runs = 0;
    disk_insert();
    disk.stays = stays;
    disk.code = code;
    for (int n = 1; n < FAULTS_MAX; n += 1 + n / 16, runs++) {
        uint32_t given = 0;
        const uint32_t told = write_until_it_fails(n, &given);
        const bool over = !disk.failed;
        disk.left = 0;
        disk.failed = false;
        const uint32_t held = batch_held(open_store());
        if (held < told || held > given)
            fail_msg("write %d: %u told, %u given, %u there", n, told, given, held);
        store_close(fixture.store);
        fixture.store = NULL;
        check_whole();
        store_remove_all();
        if (over)
            break;
    }
    sqlite3_vfs_unregister(&disk.vfs);
    sqlite3_vfs_register(disk.real, 1);
    assert_true(runs > 20);
    print_message("%d runs\n", runs);
}

static void single_failed_write_loses_no_acknowledged_data(void **state)
{
    (void)state;
    each_write_fails_once(false, SQLITE_IOERR_WRITE);
}

static void failing_disk_loses_no_acknowledged_data(void **state)
{
    (void)state;
    each_write_fails_once(true, SQLITE_IOERR_WRITE);
}

static void full_disk_loses_no_acknowledged_data(void **state)
{
    (void)state;
    each_write_fails_once(true, SQLITE_FULL);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, store_set_up, store_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(acknowledged_batches_survive_kill_9),
        TEST(single_failed_write_loses_no_acknowledged_data),
        TEST(failing_disk_loses_no_acknowledged_data),
        TEST(full_disk_loses_no_acknowledged_data),
    };
    const struct CMUnitTest killed[] = {TEST(acknowledged_batches_survive_kill_9)};
    int failed = cmocka_run_group_tests_name("files", tests, NULL, NULL);
    store_in_postgres = postgres_set_up();
    if (store_in_postgres) {
        failed += cmocka_run_group_tests_name("PostgreSQL", killed, NULL, NULL);
        postgres_tear_down();
    }
    return failed;
}
