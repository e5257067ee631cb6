/* The migration of a state of several servers to another build of the game: what other servers
 * do meanwhile, damaged states, exports and imports. */
#include "lib/cluster_build_kit.h"

#include "server/game/migration_internal.h"
#include "server/store/store_globals.h"

#include <pthread.h>

/* Owners of zones of the old build remained, so that the new one did not start. */
static void import_replaces_the_state_of_a_cluster(void **state)
{
    (void)state;
    Sav sav;
    Bytes file;
    TngFile game;
    ZoneMap zones;
    Server *servers[2];
    Report *report = &hall->kit->report;
    const SavImport options = {1, 8};
    build_play(servers);
    build_leave();
    build_stop_all();
    const Bytes old = hall->file;
    Store *store = build_open_store(&game);
    assert_true(zone_map(&game, false, &zones, hall->arena, report));
    assert_true(store_export(store, &zones, &sav, hall->arena, report));
    assert_true(sav_write(&sav, DEFLATE_FAST, &file, hall->arena, report));
    store_close(store);
    build_install(true, false);
    hall_open();
    HALL_UNTIL(has_zone(hall->server, 0) && has_zone(hall->server, 1));
    build_stop_all();
    for (int i = 0; i < 2; i++) {
        store = build_open_store(&game);
        StoreBatch *batch = store_batch(store);
        assert_true(sav_read(file, &sav, hall->arena, report));
        assert_int_equal(store_import(store, &sav, &options, batch, hall->arena, report), i);
        if (i)
            assert_true(store_commit(store, &batch, NULL, NULL));
        else
            store_drop_batch(batch);
        store_close(store);
        hall->file = old;
    }
    assert_non_null(strstr(kit_message(hall->kit, 0), "import it with that build"));
    hall_open();
    HALL_UNTIL(has_zone(hall->server, 0) && has_zone(hall->server, 1));
    build_return_both();
}

/* A server of the new build that has begun to migrate the state, and is still loading it. */
typedef struct Migrating {
    Server server;
    TngFile game;
    Migration migration;
} Migrating;

static Migrating *begin_to_migrate(void)
{
    Migrating *out = ARENA_ALLOC(hall->arena, Migrating, 1);
    build_install(true, false);
    out->server.game = &out->game;
    out->server.store = build_open_store_as(&out->game, true);
    out->migration =
        (Migration){.server = &out->server, .arena = hall->arena, .report = &hall->kit->report};
    memcpy(out->migration.number, "00000000000000ab", MIGRATION_NUMBER_SIZE);
    assert_int_equal(build_names_load(out->server.store, &out->migration.old, hall->arena,
                                      &hall->kit->report),
                     STORE_FOUND);
    assert_int_equal(migration_lock(&out->migration), STORE_SAVED);
    return out;
}

static Bytes worlds_in(Store *store)
{
    StoreWorldChunk *rows;
    size_t count;
    Writer out = writer_to(hall->arena);
    assert_true(store_load(store, STORE_WORLD, (void **)&rows, &count, hall->arena,
                           &hall->kit->report));
    for (size_t i = 0; i < count; i++)
        write_bytes(&out, rows[i].data);
    return writer_bytes(&out);
}

/* As if it had been killed some time ago. */
static void expire(const Migrating *migrating)
{
    Store *store = migrating->server.store;
    StoreBatch *batch = store_batch(store);
    store_put(batch, STORE_SERVER, &(StoreServer){text_of(migrating->migration.number), 1});
    assert_true(store_commit(store, &batch, NULL, NULL));
    store_close(store);
}

/* One was suspended before, with a player, and one starts. The state can be migrated again
 * when the server that has begun is dead. */
static void old_build_writes_nothing_during_a_migration(void **state)
{
    (void)state;
    Server *servers[2];
    build_play(servers);
    const Bytes old_file = hall->file;
    hall_leave(build_ben);
    go_to(servers[1]);
    hall_stop();
    Server *old = servers[0];
    hall->server = hall->others[0] = NULL;
    struct timespec pause = {LEASE / 1000 + 1, 0};
    nanosleep(&pause, NULL);
    Migrating *migrating = begin_to_migrate();
    const Bytes new_file = hall->file, before = worlds_in(migrating->server.store);
    cluster_of(old)->globals_changed = true;
    cluster_of(old)->globals[0].stamp = 1000;
    hall->others[0] = old;
    HALL_UNTIL(server_is_over(old));
    assert_non_null(strstr(server_problem(old), "another server migrates the state"));
    assert_bytes_equal(worlds_in(migrating->server.store), before);
    StoreGlobal global = {0};
    assert_true(store_globals_load(migrating->server.store, &global, 1, &hall->kit->report));
    assert_in_range(global.stamp, 1, 999);
    ServerOptions options = hall->options;
    options.game = old_file;
    assert_null(server_new(&options, &hall->kit->report));
    assert_non_null(strstr(kit_message(hall->kit, 0), "at this moment"));
    expire(migrating);
    hall->file = new_file;
    hall_open();
    HALL_UNTIL(has_zone(hall->server, 0) && has_zone(hall->server, 1));
    build_return_both();
}

/* The migration writes all characters that it has loaded. */
static void old_build_deletes_no_account_during_a_migration(void **state)
{
    (void)state;
    enum { ANN = 1 };
    Server *servers[2];
    build_play(servers);
    const Bytes old_file = hall->file;
    build_leave();
    StoreCharacter row = {.account = ANN}; /* in no world */
    StoreBatch *batch = store_batch(servers[0]->store);
    store_put_part(batch, STORE_CHARACTER, &row, "land", "land");
    assert_true(store_commit(servers[0]->store, &batch, NULL, NULL));
    store_wait(servers[0]->store);
    Migrating *migrating = begin_to_migrate();
    assert_int_equal(
        accounts_delete(servers[0]->accounts, TEXT("Ann"), TEXT("admin"), NULL, NULL),
        RESULT_BUSY);
    store_wait(servers[0]->store);
    assert_int_equal(store_find(migrating->server.store, STORE_CHARACTER, "account", &row,
                                hall->arena, &hall->kit->report),
                     STORE_FOUND);
    expire(migrating);
    hall->file = old_file;
}

/* The server that has loaded the state was considered dead meanwhile. */
static void migration_ends_only_with_all_zones(void **state)
{
    (void)state;
    TngFile game;
    Server *servers[2];
    build_play(servers);
    build_leave();
    build_stop_all();
    const Bytes old_file = hall->file;
    Migrating *migrating = begin_to_migrate();
    Store *store = migrating->server.store;
    ZoneMap zones;
    migrating->migration.zones = &zones;
    assert_true(zone_map(&migrating->game, false, &zones, hall->arena, &hall->kit->report));
    StoreZone row = migrating->migration.taken[1];
    row.epoch++;
    row.owner = TEXT("another");
    StoreBatch *batch = store_batch(store);
    store_put(batch, STORE_ZONE, &row);
    assert_int_equal(store_commit_now(store, batch), STORE_SAVED);
    batch = store_batch(store);
    migration_end(&migrating->migration, batch);
    assert_int_equal(store_commit_now(store, batch), STORE_REFUSED);
    expire(migrating);
    hall->file = old_file;
    store = build_open_store(&game);
    assert_false(store_is_moved(store));
    store_close(store);
}

static Bytes export_of(Store *store, const TngFile *game)
{
    Sav sav;
    Bytes file;
    ZoneMap zones;
    Report *report = &hall->kit->report;
    assert_true(zone_map_of_state(store, game, &zones, hall->arena, report));
    assert_true(store_export(store, &zones, &sav, hall->arena, report));
    assert_true(sav_write(&sav, DEFLATE_FAST, &file, hall->arena, report));
    store_close(store);
    return file;
}

/* Before the new build has served it, which joins the zones. Only the zones of the old build
 * say which of its rows are valid. */
static void export_with_a_new_build_has_all_zones(void **state)
{
    (void)state;
    TngFile game;
    ZoneMap zones;
    Server *servers[2];
    build_play(servers);
    build_move_guard();
    build_leave();
    build_stop_all();
    const Bytes before = export_of(build_open_store(&game), &game);
    build_install(true, true);
    assert_bytes_equal(export_of(build_open_store(&game), &game), before);
    Store *store = build_open_store(&game);
    StoreBatch *batch = store_batch(store);
    store_remove(batch, STORE_META, &(StoreMeta){.key = TEXT("build")});
    assert_true(store_commit(store, &batch, NULL, NULL));
    store_wait(store);
    assert_false(zone_map_of_state(store, &game, &zones, hall->arena, &hall->kit->report));
    assert_non_null(strstr(kit_message(hall->kit, 0), "export it with that build"));
    store_close(store);
}

static void put_row(TngFile *game, StoreTable table, const void *row)
{
    Store *store = build_open_store_as(game, true);
    StoreBatch *batch = store_batch(store);
    store_put(batch, table, row);
    assert_true(store_commit(store, &batch, NULL, NULL));
    store_close(store);
}

static void start_is_rejected(const char *message)
{
    hall->options.game = hall->file;
    const size_t before = hall->kit->messages.count;
    assert_null(server_new(&hall->options, &hall->kit->report));
    assert_int_equal(hall->kit->messages.count, before + 1);
    assert_non_null(strstr(kit_message(hall->kit, before), message));
}

static void damaged_state_is_not_migrated(void **state)
{
    (void)state;
    TngFile game;
    const Bytes rest = {(const uint8_t *)"\1\0\0\0", 4};
    Server *servers[2];
    build_play(servers);
    build_leave();
    build_stop_all();
    const Bytes old_file = hall->file;
    put_row(&game, STORE_WORLD,
            &(StoreWorldChunk){TEXT("7:GLBL/000000"), (int64_t)1 << 32,
                               bytes_of_text(TEXT("GLBL")), rest});
    build_install(true, false);
    start_is_rejected("the state has a world of zone 7");
    put_row(&game, STORE_META, &(StoreMeta){TEXT(BUILD_NAMES_KEY), rest});
    start_is_rejected("the names of maps in this state are damaged");
    hall->file = old_file;
    start_is_rejected("the names of maps in this state are damaged");
}

/* The server has ended before it took a zone. */
static void single_server_rejects_a_migrated_state(void **state)
{
    (void)state;
    Server *servers[2];
    build_play(servers);
    build_leave();
    build_stop_all();
    build_install(true, false);
    hall_open();
    lose(hall->server);
    hall->options.bus = NULL;
    start_is_rejected("this state belongs to a cluster");
}

/* A server that renews its lease, unless `until` is 0, and leaves after that. */
typedef struct Leaving {
    const TngFile *game;
    Text name;
    int64_t until;
} Leaving;

static void *leave_store(void *context)
{
    const Leaving *leaving = context;
    const struct timespec pause = {0, 400000000};
    Report silent = report_to(NULL, NULL);
    StoreOptions options = {.game = tng_game_id(&leaving->game->header), .shared = true};
    memcpy(options.unique, leaving->game->header.unique, sizeof options.unique);
    Store *store = store_open(hall->options.state, &options, &silent);
    for (int i = leaving->until ? 0 : 1; store && i < 2; i++) {
        StoreBatch *batch = store_batch(store);
        const StoreServer row = {leaving->name, leaving->until};
        nanosleep(&pause, NULL);
        (i ? store_remove : store_put)(batch, STORE_SERVER, &row);
        store_commit(store, &batch, NULL, NULL);
        store_wait(store);
    }
    if (store)
        store_close(store);
    return store ? context : NULL;
}

static void start_while_it_leaves(Leaving *leaving)
{
    void *left;
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, leave_store, leaving), 0);
    hall->options.game = hall->file;
    hall->server = server_new(&hall->options, &hall->kit->report);
    pthread_join(thread, &left);
    assert_non_null(left);
    assert_non_null(hall->server);
    HALL_UNTIL(has_zone(hall->server, 0) && has_zone(hall->server, 1));
}

/* One was killed, and another one leaves while the new build waits for both. */
static void new_build_starts_when_a_server_has_left(void **state)
{
    (void)state;
    TngFile game;
    int64_t now;
    Server *servers[2];
    build_play(servers);
    build_leave();
    build_stop_all();
    build_install(true, false);
    Store *store = build_open_store_as(&game, true);
    assert_true(store_clock(store, &now, &hall->kit->report));
    store_close(store);
    put_row(&game, STORE_SERVER, &(StoreServer){TEXT("first"), now + 2000});
    put_row(&game, STORE_SERVER, &(StoreServer){TEXT("second"), now + 4000});
    start_while_it_leaves(&(Leaving){.game = &game, .name = TEXT("second")});
}

/* Both start at the same time. The first one renews its lease, fails, and leaves. */
static void second_server_of_a_new_build_waits_for_the_first(void **state)
{
    (void)state;
    Server *servers[2];
    build_play(servers);
    build_leave();
    build_stop_all();
    Migrating *first = begin_to_migrate();
    const Migration *migration = &first->migration;
    store_close(first->server.store);
    start_while_it_leaves(
        &(Leaving){&first->game, text_of(migration->number), migration->until + 1000});
    build_return_both();
}

/* ---- names of an older build ---- */

static StoreFound find_names(StoreMeta *row)
{
    TngFile game;
    Store *store = build_open_store_as(&game, true);
    *row = (StoreMeta){.key = TEXT(BUILD_NAMES_KEY)};
    const StoreFound found =
        store_find(store, STORE_META, "key", row, hall->arena, &hall->kit->report);
    store_close(store);
    return found;
}

static void play_alone(bool is_first)
{
    hall->options.bus = NULL;
    hall_open();
    build_ann = hall_client("Ann", "a good password", is_first);
    HALL_UNTIL(hall_world(build_ann) && hall_count_of(build_ann, COIN) == 3);
    hall_wait(90);
    hall_leave(build_ann);
    hall_stop();
}

/* A server with a bus that it cannot reach has stored names in the state of a single server.
 * Returns them. The single server continues with another build. */
static StoreMeta install_after_failed_start(void)
{
    StoreMeta row;
    build_game(hall->game, false);
    hall_begin();
    hall_stop();
    play_alone(true);
    hall->options.bus = "nats://127.0.0.1:1";
    hall->options.lease = LEASE;
    assert_null(server_new(&hall->options, &hall->kit->report));
    assert_int_equal(find_names(&row), STORE_FOUND);
    build_install(true, false);
    play_alone(false);
    return row;
}

static void single_server_removes_names_of_the_older_build(void **state)
{
    (void)state;
    StoreMeta row;
    install_after_failed_start();
    assert_int_equal(find_names(&row), STORE_NONE);
}

static void put_names_of_older_build(void)
{
    TngFile game;
    const StoreMeta names = install_after_failed_start();
    put_row(&game, STORE_META, &names);
}

static void ann_returns_to(uint32_t map, int32_t coins)
{
    HALL_UNTIL(has_zone(hall->server, 0) && has_zone(hall->server, 1));
    build_ann = hall_client("Ann", "a good password", false);
    HALL_UNTIL(hall_world(build_ann) && map_of_client(build_ann) == map &&
               hall_count_of(build_ann, COIN) == coins);
}

/* A program that did not remove them has left them there. The maps have other numbers. */
static void first_server_of_a_cluster_replaces_names_of_an_older_build(void **state)
{
    (void)state;
    enum { NEW_TOWN = 1 };
    put_names_of_older_build();
    use_bus();
    hall_open();
    ann_returns_to(NEW_TOWN, 3);
    hall->inputs[build_ann].direction = 1 + EAST;
    HALL_UNTIL(hall_count_of(build_ann, COIN) == 4);
    hall->inputs[build_ann].direction = 0;
    hall_wait(90);
    hall_leave(build_ann);
    hall_stop();
    build_install_as(4, false, false);
    hall_open();
    ann_returns_to(TOWN, 4);
    HALL_UNTIL(build_world_of(TOWN));
    assert_true(build_is_cleared(build_world_of(TOWN), TOWN));
}

/* It has no world, but characters may refer to maps. */
static void export_without_worlds_has_its_build(void **state)
{
    (void)state;
    Sav sav;
    Bytes file;
    TngFile game;
    ZoneMap zones;
    Report *report = &hall->kit->report;
    const SavImport options = {1, 8};
    build_game(hall->game, false);
    cluster_kit_begin(hall->game->start);
    build_stop_all();
    Store *store = build_open_store(&game);
    assert_true(zone_map(&game, false, &zones, hall->arena, report));
    assert_true(store_export(store, &zones, &sav, hall->arena, report));
    assert_true(sav_write(&sav, DEFLATE_FAST, &file, hall->arena, report));
    store_close(store);
    build_install(true, false);
    store = build_open_store(&game);
    StoreBatch *batch = store_batch(store);
    assert_true(sav_read(file, &sav, hall->arena, report));
    assert_false(store_import(store, &sav, &options, batch, hall->arena, report));
    store_drop_batch(batch);
    store_close(store);
    assert_non_null(strstr(kit_message(hall->kit, 0), "import it with that build"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(import_replaces_the_state_of_a_cluster),
        TEST(old_build_writes_nothing_during_a_migration),
        TEST(old_build_deletes_no_account_during_a_migration),
        TEST(migration_ends_only_with_all_zones),
        TEST(export_with_a_new_build_has_all_zones),
        TEST(damaged_state_is_not_migrated),
        TEST(single_server_rejects_a_migrated_state),
        TEST(new_build_starts_when_a_server_has_left),
        TEST(second_server_of_a_new_build_waits_for_the_first),
        TEST(single_server_removes_names_of_the_older_build),
        TEST(first_server_of_a_cluster_replaces_names_of_an_older_build),
        TEST(export_without_worlds_has_its_build),
    };
    return cluster_run(tests, COUNT_OF(tests));
}
