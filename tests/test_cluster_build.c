/* Another build of the game on the state of several servers: maps, zones, quests and attributes
 * have other numbers there. */
#include "lib/cluster_kit.h"

#include "server/game/migration_internal.h"
#include "server/store/store_globals.h"

#include <pthread.h>
#include <stdatomic.h>

enum { SCORE = 3, NEW_SCORE = 2 };

static Game *make_game(Game *game, bool is_new)
{
    game->start = "location(town,5,5,ea) give(coin,3) quest(0,errand)";
    game->quest.global = 1;
    game->attributes[SCORE].type = ATTRIBUTE_GLOBAL;
    if (is_new) /* it is in front of the other one */
        game->attributes[NEW_SCORE].type = ATTRIBUTE_GLOBAL;
    game->maps_reversed = is_new;
    game_npc(game, GUARD, 0, NULL);
    game_put(game, CAVE, LAYER_NPCS, 12, 12, GUARD);
    game_object(game, DOOR, 1, "location(cave,3,5,ea)");
    game_object(game, TREE, 1, "location(town,5,5,ea)");
    game_object(game, COIN, TNG_EVENT_TOUCH, "give(coin,1) remove() score=7 quest(1,errand)");
    game_put(game, TOWN, LAYER_OBJECTS, 9, 5, DOOR);
    game_put(game, TOWN, LAYER_OBJECTS, 7, 5, COIN);
    game_put(game, CAVE, LAYER_OBJECTS, 6, 5, TREE);
    return game;
}

/* The file of another build has another unique id. */
static void install_as(uint8_t id, bool is_new, bool is_joined)
{
    Game *game = make_game(game_new(hall->kit), is_new);
    if (is_joined) {
        game->map_records[TOWN].neighbours[3] = game_string(game, "cave");
        game->map_records[CAVE].neighbours[1] = game_string(game, "town");
    }
    const Bytes file = game_bytes(game);
    uint8_t *bytes = arena_alloc(hall->arena, file.size, 1);
    memcpy(bytes, file.data, file.size);
    bytes[48] ^= id;
    hall->file = (Bytes){bytes, file.size};
}

static void install(bool is_new, bool is_joined)
{
    install_as(is_new ? 1 : 2, is_new, is_joined);
}

static unsigned ann, ben;

static void go_east_to(unsigned who, uint32_t map)
{
    hall->inputs[who].direction = 1 + EAST;
    HALL_UNTIL(map_of_client(who) == map);
    hall->inputs[who].direction = 0;
}

/* Ben has taken the coin and gone to the cave, Ann is in the town. */
static void play(Server *servers[2])
{
    make_game(hall->game, false);
    begin_two(hall->game->start, servers);
    ann = player_at(servers[0], "Ann");
    ben = player_at(servers[1], "Ben");
    HALL_UNTIL(hall_count_of(ann, COIN) == 3);
    hall->inputs[ben].direction = 1 + EAST;
    HALL_UNTIL(hall_count_of(ben, COIN) == 4);
    go_east_to(ben, CAVE);
    HALL_UNTIL(servers[0]->zone_count && servers[1]->zone_count);
    hall_wait(90); /* until everything is saved */
}

static void leave(void)
{
    hall_leave(ann);
    hall_leave(ben);
}

static void stop_all(void)
{
    while (hall->server) {
        hall_stop();
        hall->server = hall->others[0];
        hall->others[0] = NULL;
    }
}

static World *world_of_zone(uint32_t zone)
{
    Server *servers[] = {hall->server, hall->others[0], hall->others[1]};
    for (size_t i = 0; i < COUNT_OF(servers); i++)
        for (size_t k = 0; servers[i] && k < servers[i]->zone_count; k++)
            if (servers[i]->zones[k]->number == zone)
                return servers[i]->zones[k]->world;
    return NULL;
}

static bool is_cleared(const World *world, uint32_t town)
{
    return world && world->maps[town] &&
           world->maps[town]->cells[LAYER_OBJECTS * GAME_CELLS + 5 * GAME_SIDE + 7] ==
               TNG_NO_SPRITE;
}

static void return_both(void)
{
    ann = hall_client("Ann", "a good password", false);
    ben = hall_client("Ben", "a good password", false);
    HALL_UNTIL(hall_world(ann) && hall_world(ben));
    HALL_UNTIL(hall_count_of(ann, COIN) == 3 && hall_count_of(ben, COIN) == 4);
}

static const Spot guard_spot = {(3 * GAME_TILE + GAME_TILE / 2) * SUB,
                                (12 * GAME_TILE + GAME_TILE / 2) * SUB};

static Actor *guard_of(const World *world)
{
    for (uint32_t i = 1; world && i < world->actor_count; i++)
        if (world->actors[i]->used && !world->actors[i]->player &&
            world->actors[i]->npc == GUARD)
            return world->actors[i];
    return NULL;
}

/* To another place in the cave; it is saved. */
static void move_guard(void)
{
    assert_non_null(guard_of(world_of_zone(1)));
    guard_of(world_of_zone(1))->at = guard_spot;
    hall_wait(90);
}

static atomic_bool over;

static void *turn(void *context)
{
    while (!atomic_load(&over))
        server_turn(context, 5);
    return NULL;
}

/* ---- */

static void stopped_servers_start_again_with_a_new_build(void **state)
{
    (void)state;
    enum { NEW_CAVE, NEW_TOWN };
    Server *servers[2];
    play(servers);
    leave();
    stop_all();
    install(true, false);
    hall_open();
    HALL_UNTIL(has_zone(hall->server, 0) && has_zone(hall->server, 1));
    Server *second = one_more();
    HALL_UNTIL(has_zone(second, 0) != has_zone(second, 1));
    return_both();
    HALL_UNTIL(map_of_client(ann) == NEW_TOWN && map_of_client(ben) == NEW_CAVE);
    HALL_UNTIL(world_of_zone(NEW_TOWN) && world_of_zone(NEW_CAVE));
    assert_true(is_cleared(world_of_zone(NEW_TOWN), NEW_TOWN));
    for (uint32_t zone = 0; zone < 2; zone++) {
        HALL_UNTIL(world_of_zone(zone)->globals[SCORE] == 7);
        assert_int_equal(world_of_zone(zone)->globals[NEW_SCORE], 0);
        assert_int_equal(world_of_zone(zone)->winners[0], 1 + 1); /* Ben's account is 2 */
    }
    go_east_to(ben, NEW_TOWN);
}

/* The maps are one zone now: nobody loses anything, but running scripts have ended. */
static void zones_that_the_new_build_joins_are_merged(void **state)
{
    (void)state;
    Server *servers[2];
    play(servers);
    leave();
    stop_all();
    install(true, true);
    hall_open();
    HALL_UNTIL(has_zone(hall->server, 0));
    assert_int_equal(cluster_of(hall->server)->zones.zone_count, 1);
    return_both();
    HALL_UNTIL(map_of_client(ann) == 1 && map_of_client(ben) == 0);
    HALL_UNTIL(is_cleared(world_of_zone(0), 1));
    assert_int_equal(world_of_zone(0)->globals[SCORE], 7);
}

static void new_build_is_rejected_while_others_run(void **state)
{
    (void)state;
    Server *servers[2];
    play(servers);
    const Bytes before = hall->file;
    install(true, false);
    ServerOptions options = hall->options;
    options.game = hall->file;
    leave();
    go_to(servers[1]);
    hall_stop();
    hall->server = servers[0];
    hall->others[0] = NULL;
    pthread_t thread;
    atomic_store(&over, false);
    assert_int_equal(pthread_create(&thread, NULL, turn, servers[0]), 0);
    Server *early = server_new(&options, &hall->kit->report);
    atomic_store(&over, true);
    pthread_join(thread, NULL);
    assert_null(early);
    assert_non_null(strstr(kit_message(hall->kit, 0), "stop all of them"));
    assert_null(server_problem(servers[0]));
    hall->file = before;
    HALL_UNTIL(has_zone(servers[0], 0) && has_zone(servers[0], 1));
    return_both();
}

/* Its lease has to expire first. */
static void new_build_starts_after_all_servers_were_killed(void **state)
{
    (void)state;
    Server *servers[2];
    play(servers);
    leave();
    lose(servers[0]);
    lose(servers[1]);
    install(true, false);
    hall_open();
    HALL_UNTIL(has_zone(hall->server, 0) && has_zone(hall->server, 1));
    return_both();
}

/* Whether the store has a row of global attributes that this server has written. */
static bool has_globals_of(Store *store, const Server *server)
{
    StoreMeta row = {.key = arena_format(hall->arena, "globals/%s", cluster_of(server)->name)};
    return store_find(store, STORE_META, "key", &row, hall->arena, &hall->kit->report) ==
           STORE_FOUND;
}

/* A server of the old build that was suspended meanwhile, before it saved a global attribute.
 * Its number is that of another one in the new build. */
static void old_build_takes_no_zone_of_a_migrated_state(void **state)
{
    (void)state;
    enum { FIRST_NEW = 0 };
    Server *servers[2];
    play(servers);
    leave();
    go_to(servers[1]);
    hall_stop();
    Server *old = servers[0];
    hall->server = hall->others[0] = NULL;
    struct timespec pause = {LEASE / 1000 + 1, 0};
    nanosleep(&pause, NULL);
    install(true, false);
    hall_open();
    HALL_UNTIL(has_zone(hall->server, 0) && has_zone(hall->server, 1));
    cluster_of(old)->globals[FIRST_NEW].value = 99;
    cluster_of(old)->globals[FIRST_NEW].stamp = 1000;
    cluster_of(old)->globals[FIRST_NEW].node = cluster_of(old)->node;
    cluster_of(old)->globals_changed = true;
    hall->others[0] = old;
    HALL_UNTIL(server_is_over(old));
    assert_non_null(strstr(server_problem(old), "was migrated to another build"));
    assert_false(has_globals_of(hall->server->store, old));
    return_both();
    HALL_UNTIL(world_of_zone(0) && world_of_zone(1));
    assert_int_equal(world_of_zone(0)->globals[NEW_SCORE], 0);
    assert_int_equal(world_of_zone(0)->globals[SCORE], 7);
}

/* Without the names, the numbers of the old build mean nothing. */
static void state_without_names_of_its_build_is_rejected(void **state)
{
    (void)state;
    cluster_kit_begin("location(town,5,5,so)");
    StoreBatch *batch = store_batch(hall->server->store);
    store_remove(batch, STORE_META, &(StoreMeta){.key = TEXT("build")});
    assert_true(store_commit(hall->server->store, &batch, NULL, NULL));
    hall_stop();
    install(true, false);
    hall->options.game = hall->file;
    assert_null(server_new(&hall->options, &hall->kit->report));
    assert_non_null(strstr(kit_message(hall->kit, 0), "another build of the game"));
    assert_non_null(strstr(kit_message(hall->kit, 0), "start it with the old build once"));
}

/* The state of the file that was served by the build `hall->file`. */
static Store *open_store_as(TngFile *game, bool shared)
{
    Report *report = &hall->kit->report;
    assert_true(tng_read(hall->file, game, hall->arena, report));
    StoreOptions options = {.game = tng_game_id(&game->header)};
    memcpy(options.unique, game->header.unique, sizeof options.unique);
    options.shared = shared;
    Store *store = store_open(hall->options.state, &options, report);
    assert_non_null(store);
    return store;
}

static Store *open_store(TngFile *game) { return open_store_as(game, false); }

/* An object that a script has placed on the map of another zone, which did not see it yet. */
static void objects_on_their_way_are_placed_by_the_new_build(void **state)
{
    (void)state;
    enum { CELL = 3 * GAME_SIDE + 2, NEW_CAVE = 0 };
    TngFile game;
    Server *servers[2];
    play(servers);
    leave();
    stop_all();
    Store *store = open_store(&game);
    StoreBatch *batch = store_batch(store);
    store_put(
        batch, STORE_PLACED,
        &(StorePlaced){TEXT("00000001000000000001000000000000000100000001"), CAVE, CELL, COIN});
    assert_true(store_commit(store, &batch, NULL, NULL));
    store_close(store);
    install(true, false);
    hall_open();
    HALL_UNTIL(has_zone(hall->server, 0) && has_zone(hall->server, 1));
    return_both();
    HALL_UNTIL(world_of_zone(0) && world_of_zone(0)->maps[NEW_CAVE]);
    const MapState *cave = world_of_zone(0)->maps[NEW_CAVE];
    HALL_UNTIL(cave->cells[LAYER_OBJECTS * GAME_CELLS + CELL] == COIN);
}

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
    play(servers);
    leave();
    stop_all();
    const Bytes old = hall->file;
    Store *store = open_store(&game);
    assert_true(zone_map(&game, false, &zones, hall->arena, report));
    assert_true(store_export(store, &zones, &sav, hall->arena, report));
    assert_true(sav_write(&sav, DEFLATE_FAST, &file, hall->arena, report));
    store_close(store);
    install(true, false);
    hall_open();
    HALL_UNTIL(has_zone(hall->server, 0) && has_zone(hall->server, 1));
    stop_all();
    for (int i = 0; i < 2; i++) {
        store = open_store(&game);
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
    return_both();
}

/* No player enters the zone that the second build has joined, so it is not saved there; the
 * third one has the zones of the first again. Its guard has moved in the first one. */
static void third_build_has_the_state_of_the_first(uint8_t id)
{
    Server *servers[2];
    play(servers);
    move_guard();
    leave();
    stop_all();
    install_as(1, true, true);
    hall_open();
    HALL_UNTIL(has_zone(hall->server, 0));
    stop_all();
    install_as(id, false, false);
    hall_open();
    HALL_UNTIL(has_zone(hall->server, 0) && has_zone(hall->server, 1));
    return_both();
    HALL_UNTIL(map_of_client(ann) == TOWN && map_of_client(ben) == CAVE);
    HALL_UNTIL(is_cleared(world_of_zone(0), TOWN) && world_of_zone(1));
    assert_int_equal(world_of_zone(0)->globals[SCORE], 7);
    assert_int_equal(world_of_zone(1)->winners[0], 1 + 1);
    const Actor *guard = guard_of(world_of_zone(1));
    assert_non_null(guard);
    assert_int_equal(guard->map, CAVE);
    assert_int_equal(guard->at.x / SUB, guard_spot.x / SUB);
    assert_int_equal(guard->at.y / SUB, guard_spot.y / SUB);
}

static void zones_joined_by_a_second_build_are_divided_by_a_third(void **state)
{
    (void)state;
    third_build_has_the_state_of_the_first(4);
}

static void build_that_joined_zones_can_be_taken_back(void **state)
{
    (void)state;
    third_build_has_the_state_of_the_first(0);
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
    install(true, false);
    out->server.game = &out->game;
    out->server.store = open_store_as(&out->game, true);
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
    play(servers);
    const Bytes old_file = hall->file;
    hall_leave(ben);
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
    return_both();
}

/* The server that has loaded the state was considered dead meanwhile. */
static void migration_ends_only_with_all_zones(void **state)
{
    (void)state;
    TngFile game;
    Server *servers[2];
    play(servers);
    leave();
    stop_all();
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
    assert_int_equal(migration_commit(&migrating->server, batch), STORE_SAVED);
    batch = store_batch(store);
    migration_end(&migrating->migration, batch);
    assert_int_equal(migration_commit(&migrating->server, batch), STORE_REFUSED);
    expire(migrating);
    hall->file = old_file;
    store = open_store(&game);
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
    play(servers);
    move_guard();
    leave();
    stop_all();
    const Bytes before = export_of(open_store(&game), &game);
    install(true, true);
    assert_bytes_equal(export_of(open_store(&game), &game), before);
    Store *store = open_store(&game);
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
    Store *store = open_store_as(game, true);
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
    play(servers);
    leave();
    stop_all();
    const Bytes old_file = hall->file;
    put_row(&game, STORE_WORLD,
            &(StoreWorldChunk){TEXT("7:GLBL/000000"), (int64_t)1 << 32,
                               bytes_of_text(TEXT("GLBL")), rest});
    install(true, false);
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
    play(servers);
    leave();
    stop_all();
    install(true, false);
    hall_open();
    lose(hall->server);
    hall->options.bus = NULL;
    start_is_rejected("this state belongs to a cluster");
}

/* Removes the row of a server, as when it leaves. */
static void *leave_store(void *context)
{
    StoreOptions options;
    const TngFile *game = context;
    const struct timespec pause = {0, 300000000};
    Report silent = report_to(NULL, NULL);
    nanosleep(&pause, NULL);
    options = (StoreOptions){.game = tng_game_id(&game->header), .shared = true};
    memcpy(options.unique, game->header.unique, sizeof options.unique);
    Store *store = store_open(hall->options.state, &options, &silent);
    StoreBatch *batch = store ? store_batch(store) : NULL;
    if (!batch)
        return NULL;
    store_remove(batch, STORE_SERVER, &(StoreServer){.server = TEXT("second")});
    store_commit(store, &batch, NULL, NULL);
    store_close(store);
    return context;
}

/* One was killed, and another one leaves while the new build waits for both. */
static void new_build_starts_when_a_server_has_left(void **state)
{
    (void)state;
    TngFile game;
    int64_t now;
    void *left;
    pthread_t thread;
    Server *servers[2];
    play(servers);
    leave();
    stop_all();
    install(true, false);
    Store *store = open_store_as(&game, true);
    assert_true(store_clock(store, &now, &hall->kit->report));
    store_close(store);
    put_row(&game, STORE_SERVER, &(StoreServer){TEXT("first"), now + 2000});
    put_row(&game, STORE_SERVER, &(StoreServer){TEXT("second"), now + 4000});
    assert_int_equal(pthread_create(&thread, NULL, leave_store, &game), 0);
    hall->options.game = hall->file;
    Server *server = server_new(&hall->options, &hall->kit->report);
    pthread_join(thread, &left);
    assert_non_null(left);
    assert_non_null(server);
    hall->server = server;
    HALL_UNTIL(has_zone(hall->server, 0) && has_zone(hall->server, 1));
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
    make_game(hall->game, false);
    cluster_kit_begin(hall->game->start);
    stop_all();
    Store *store = open_store(&game);
    assert_true(zone_map(&game, false, &zones, hall->arena, report));
    assert_true(store_export(store, &zones, &sav, hall->arena, report));
    assert_true(sav_write(&sav, DEFLATE_FAST, &file, hall->arena, report));
    store_close(store);
    install(true, false);
    store = open_store(&game);
    StoreBatch *batch = store_batch(store);
    assert_true(sav_read(file, &sav, hall->arena, report));
    assert_false(store_import(store, &sav, &options, batch, hall->arena, report));
    store_drop_batch(batch);
    store_close(store);
    assert_non_null(strstr(kit_message(hall->kit, 0), "import it with that build"));
}

/* A single server's state, and another build at the same time. */
static void single_servers_state_is_migrated_too(void **state)
{
    (void)state;
    make_game(hall->game, false);
    hall_begin();
    ann = hall_player("Ann");
    hall->inputs[ann].direction = 1 + EAST;
    HALL_UNTIL(hall_count_of(ann, COIN) == 4);
    hall->inputs[ann].direction = 0;
    hall_leave(ann);
    hall_stop();
    install(true, false);
    use_bus();
    hall_open();
    HALL_UNTIL(has_zone(hall->server, 0) && has_zone(hall->server, 1));
    ann = hall_client("Ann", "a good password", false);
    HALL_UNTIL(hall_count_of(ann, COIN) == 4 && map_of_client(ann) == 1);
    HALL_UNTIL(is_cleared(world_of_zone(1), 1));
    assert_int_equal(world_of_zone(1)->globals[SCORE], 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(stopped_servers_start_again_with_a_new_build),
        TEST(zones_that_the_new_build_joins_are_merged),
        TEST(new_build_is_rejected_while_others_run),
        TEST(new_build_starts_after_all_servers_were_killed),
        TEST(old_build_takes_no_zone_of_a_migrated_state),
        TEST(state_without_names_of_its_build_is_rejected),
        TEST(objects_on_their_way_are_placed_by_the_new_build),
        TEST(import_replaces_the_state_of_a_cluster),
        TEST(old_build_writes_nothing_during_a_migration),
        TEST(migration_ends_only_with_all_zones),
        TEST(export_with_a_new_build_has_all_zones),
        TEST(damaged_state_is_not_migrated),
        TEST(single_server_rejects_a_migrated_state),
        TEST(new_build_starts_when_a_server_has_left),
        TEST(export_without_worlds_has_its_build),
        TEST(single_servers_state_is_migrated_too),
        TEST(zones_joined_by_a_second_build_are_divided_by_a_third),
        TEST(build_that_joined_zones_can_be_taken_back),
    };
    return cluster_run(tests, COUNT_OF(tests));
}
