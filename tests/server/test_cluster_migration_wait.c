/* A server of a new build that waits for others. The linker replaces a function of the server
 * with one of this file (Makefile), so that another server acts at a certain moment. */
#include "lib/cluster_build_kit.h"

#include "server/game/migration_internal.h"

/* The server that migrates the state. */
static struct {
    bool runs;
    unsigned calls;
    int64_t until;
    TngFile game;
} first;

static void commit_row(StoreTable table, const void *row, bool is_there)
{
    Store *store = build_open_store_as(&first.game, true);
    StoreBatch *batch = store_batch(store);
    (is_there ? store_put : store_remove)(batch, table, row);
    assert_true(store_commit(store, &batch, NULL, NULL));
    store_close(store);
}

static void begin_first(void)
{
    Store *store = build_open_store_as(&first.game, true);
    assert_true(store_clock(store, &first.until, &hall->kit->report));
    store_close(store);
    first.until += 60000;
    const StoreMeta number = {TEXT("migration"), bytes_of_text(TEXT("00000000000000ab"))};
    commit_row(STORE_META, &number, true);
    commit_row(STORE_SERVER, &(StoreServer){TEXT("00000000000000ab"), first.until}, true);
    first.calls = 0;
    first.runs = true;
}

bool __wrap_migration_under_way(const Server *server, char number[MIGRATION_NUMBER_SIZE],
                                bool *out, Report *report);
bool __real_migration_under_way(const Server *server, char number[MIGRATION_NUMBER_SIZE],
                                bool *out, Report *report);

/* The lease was read before. The first server renews it, and fails after the second time. */
bool __wrap_migration_under_way(const Server *server, char number[MIGRATION_NUMBER_SIZE],
                                bool *out, Report *report)
{
    enum { RENEWALS = 2 };
    if (first.runs && first.calls == RENEWALS) {
        commit_row(STORE_SERVER, &(StoreServer){.server = TEXT("00000000000000ab")}, false);
        first.runs = false;
    }
    const bool ok = __real_migration_under_way(server, number, out, report);
    if (first.runs) {
        first.calls++;
        first.until += 1000;
        commit_row(STORE_SERVER, &(StoreServer){TEXT("00000000000000ab"), first.until}, true);
    }
    return ok;
}

/* Its last lease was considered that of a server of the old build. */
static void second_server_takes_over_after_the_first_has_failed(void **state)
{
    (void)state;
    Server *servers[2];
    build_play(servers);
    build_leave();
    build_stop_all();
    build_install(true, false);
    begin_first();
    hall_open();
    assert_false(first.runs);
    HALL_UNTIL(has_zone(hall->server, 0) && has_zone(hall->server, 1));
    build_return_both();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(second_server_takes_over_after_the_first_has_failed),
    };
    return cluster_run(tests, COUNT_OF(tests));
}
