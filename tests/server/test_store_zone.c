/* Opening one zone of a large state: what is loaded, and how long it takes. */
#include "lib/store_kit.h"

#include "server/store/store_zone.h"

#include <stdlib.h>
#include <time.h>

enum { ZONES = 100, ACCOUNTS = 10000, MAPS = 20, ZONE = 42, PLAYERS = 30 };

static double seconds_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void put_account(StoreBatch *batch, int64_t id, int64_t land)
{
    static const uint8_t engine[2000] = {1};
    Arena *arena = arena_new();
    const Text name = arena_format(arena, "player%d", (int)id);
    const StoreAccount account = account_named(id, name.at);
    SavUser user = store_user_blank();
    user.entity.map = 1;
    user.entity.x = (i32)id;
    store_put(batch, STORE_ACCOUNT, &account);
    store_put(batch, STORE_CHARACTER,
              &(StoreCharacter){.account = id,
                                .user = store_user_bytes(&user, arena),
                                .engine = {engine, land ? 0 : sizeof engine},
                                .land = land});
    arena_free(arena);
}

/* `zone`: STORE_ALONE: as a single server does it. */
static void put_world(StoreBatch *batch, uint32_t zone)
{
    static uint8_t data[5000];
    Arena *arena = arena_new();
    for (size_t i = 0; i < MAPS + 2; i++) {
        SavChunk chunk = {.type = i == 0   ? SAV_GLOBALS
                                  : i == 1 ? SAV_QUESTS
                                           : SAV_NPC,
                          .bytes = {data, i < 2 ? 8 : sizeof data}};
        memcpy(chunk.magic, i == 0 ? "GLBL" : i == 1 ? "QSTS" : "NPC", 4);
        data[0] = (uint8_t)zone;
        data[1] = (uint8_t)i;
        const StoreWorldChunk row = store_world_row(&chunk, zone, i < 2 ? 0 : i - 2, arena);
        store_put(batch, STORE_WORLD, &row);
    }
    arena_free(arena);
}

/* Some players are in each zone. */
static void fill(unsigned accounts, unsigned zones)
{
    open_store();
    for (unsigned first = 0; first < accounts; first += 1000) {
        StoreBatch *batch = store_batch(fixture.store);
        for (unsigned i = first; i < accounts && i < first + 1000; i++)
            put_account(batch, i + 1, i < PLAYERS * zones ? 1 + i % zones : 0);
        assert_int_equal(commit(batch), STORE_SAVED);
    }
    for (uint32_t zone = 0; zone < zones; zone++) {
        StoreBatch *batch = store_batch(fixture.store);
        put_world(batch, zone);
        assert_int_equal(commit(batch), STORE_SAVED);
    }
}

static ZoneMap map_of_zones(uint32_t zones)
{
    ZoneMap map = {.zone_count = zones, .map_count = zones};
    map.of_map = ARENA_ALLOC(fixture.kit->arena, uint32_t, zones);
    for (uint32_t i = 0; i < zones; i++)
        map.of_map[i] = i;
    return map;
}

static size_t users_of(const Sav *sav, SavUser **out)
{
    size_t count = 0;
    for (size_t i = 0; i < sav->chunk_count; i++)
        if (sav->chunks[i].type == SAV_USER)
            out[count++] = sav->chunks[i].record;
    return count;
}

static const SavChunk *next_world_chunk(const Sav *sav, size_t *at)
{
    while (*at < sav->chunk_count &&
           (sav->chunks[*at].type != SAV_UNKNOWN || !memcmp(sav->chunks[*at].magic, "OISS", 4)))
        ++*at;
    return *at < sav->chunk_count ? &sav->chunks[(*at)++] : NULL;
}

static size_t compare_worlds(const Sav *one, const Sav *two)
{
    size_t count = 0, at = 0, other = 0;
    for (const SavChunk *chunk; (chunk = next_world_chunk(one, &at)); count++) {
        const SavChunk *same = next_world_chunk(two, &other);
        assert_non_null(same);
        assert_memory_equal(chunk->magic, same->magic, 4);
        assert_bytes_equal(chunk->bytes, same->bytes);
    }
    assert_null(next_world_chunk(two, &other));
    return count;
}

/* Players of other zones are in the export, too, but no world refers to them. */
static void compare_players(const Sav *all, const Sav *few, uint32_t zone, uint32_t zones)
{
    Arena *arena = fixture.kit->arena;
    SavUser **before = ARENA_ALLOC(arena, SavUser *, all->chunk_count);
    SavUser **now = ARENA_ALLOC(arena, SavUser *, few->chunk_count + 1);
    const size_t count = users_of(all, before);
    const size_t now_count = users_of(few, now);
    assert_true(now_count <= count);
    const SavUser blank = store_user_blank();
    for (size_t i = 0; i < count; i++) {
        const bool here = i < (size_t)PLAYERS * zones && i % zones == zone;
        assert_true(!here || i < now_count);
        if (i >= now_count)
            continue;
        assert_bytes_equal(store_user_bytes(now[i], arena),
                           store_user_bytes(here ? before[i] : &blank, arena));
        assert_true(here ? text_equal((Text){now[i]->name, now[i]->name_size},
                                      (Text){before[i]->name, before[i]->name_size})
                         : !now[i]->name_size);
    }
}

static void compare(uint32_t zone, uint32_t zones)
{
    Sav all, few;
    Arena *arena = fixture.kit->arena;
    const ZoneMap map = map_of_zones(zones);
    assert_true(
        store_export_zone(fixture.store, zone, &map, &all, arena, &fixture.kit->report));
    assert_true(store_load_zone(fixture.store, zone, &map, &few, arena, &fixture.kit->report));
    assert_int_equal(compare_worlds(&all, &few), MAPS + 2);
    compare_players(&all, &few, zone, zones);
}

static void zone_is_loaded_as_the_export_has_it(void **state)
{
    (void)state;
    fill(40, 12); /* zones 1 and 11 begin with the same digit; all players are in one */
    for (uint32_t zone = 0; zone < 12; zone++)
        compare(zone, 12);
}

static void players_of_no_zone_are_not_loaded(void **state)
{
    (void)state;
    fill(200, 3);
    compare(1, 3);
}

static void new_zone_is_empty(void **state)
{
    (void)state;
    Sav sav;
    const ZoneMap map = map_of_zones(12);
    fill(40, 11);
    assert_true(store_load_zone(fixture.store, 11, &map, &sav, fixture.kit->arena,
                                &fixture.kit->report));
    assert_int_equal(sav.chunk_count, 0);
}

/* The maps that a single server has saved are those of the zones. */
static void zone_of_a_single_servers_state_has_its_maps(void **state)
{
    (void)state;
    Sav all, few;
    Arena *arena = fixture.kit->arena;
    const ZoneMap map = map_of_zones(3);
    fill(40, 0);
    StoreBatch *batch = store_batch(fixture.store);
    put_world(batch, STORE_ALONE);
    assert_int_equal(commit(batch), STORE_SAVED);
    assert_true(store_export_zone(fixture.store, 1, &map, &all, arena, &fixture.kit->report));
    assert_true(store_load_zone(fixture.store, 1, &map, &few, arena, &fixture.kit->report));
    assert_true(compare_worlds(&all, &few) >= 2);
}

static void time_of_opening_a_zone(void **state)
{
    (void)state;
    Sav sav;
    Bytes file;
    Arena *arena = fixture.kit->arena;
    const ZoneMap map = map_of_zones(ZONES);
    fill(ACCOUNTS, ZONES);
    double times[4];
    times[0] = seconds_now();
    assert_true(
        store_export_zone(fixture.store, ZONE, &map, &sav, arena, &fixture.kit->report));
    assert_true(sav_write(&sav, 1, &file, arena, &fixture.kit->report));
    times[1] = seconds_now();
    assert_true(store_load_zone(fixture.store, ZONE, &map, &sav, arena, &fixture.kit->report));
    assert_true(sav_write(&sav, 1, &file, arena, &fixture.kit->report));
    times[2] = seconds_now();
    StoreWorld *world = store_world_new(fixture.store, ZONE, &fixture.kit->report);
    times[3] = seconds_now();
    assert_non_null(world);
    store_world_free(world);
    printf("%d accounts, %d zones: export of a zone %.1f ms, load %.1f ms, its rows %.1f ms\n",
           ACCOUNTS, ZONES, 1e3 * (times[1] - times[0]), 1e3 * (times[2] - times[1]),
           1e3 * (times[3] - times[2]));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, store_set_up, store_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(zone_is_loaded_as_the_export_has_it),
        TEST(players_of_no_zone_are_not_loaded),
        TEST(new_zone_is_empty),
        TEST(zone_of_a_single_servers_state_has_its_maps),
        TEST(time_of_opening_a_zone),
    };
    int failed = cmocka_run_group_tests_name("files", tests, NULL, NULL);
    store_in_postgres = postgres_set_up();
    if (store_in_postgres) {
        failed += cmocka_run_group_tests_name("PostgreSQL", tests, NULL, NULL);
        postgres_tear_down();
    }
    return failed;
}
