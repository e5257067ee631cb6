/* What a server keeps as a saved game, and back: out of a file and out of a database. */
#include "lib/store_kit.h"

#include "tirnanog/container/sav.h"
#include "server/store/store_export.h"

static SavUser user_named(const char *name, bool plays)
{
    SavUser user = store_user_blank();
    user.name = (ascii *)(uintptr_t)name;
    user.name_size = (u32)strlen(name);
    if (plays) {
        static u32 options[2] = {1, 3};
        static SavItem items[1] = {{12, 3}};
        user.option_count = 2;
        user.options = options;
        user.entity.map = 1;
        user.entity.x = 100;
        user.entity.item_count = 1;
        user.entity.items = items;
        user.equipped[0] = 7;
    }
    return user;
}

static void add_unknown(Sav *sav, const char *letters, Bytes bytes)
{
    SavChunk *chunk = ARENA_PUSH(fixture.kit->arena, sav->chunks, sav->chunk_count);
    *chunk = (SavChunk){.type = SAV_UNKNOWN, .bytes = bytes};
    memcpy(chunk->magic, letters, 4);
}

/* As a player's program has it: one user, the chunk OISN, one that nobody knows. */
static Sav players_sav(void)
{
    Arena *arena = fixture.kit->arena;
    Sav sav = {.header.game = "segais"};
    static i32 values[2] = {5, -6}, quests[2] = {0, -1};
    *(SavGlobals *)sav_add(&sav, SAV_GLOBALS, arena) = (SavGlobals){values, 2};
    *(SavQuests *)sav_add(&sav, SAV_QUESTS, arena) = (SavQuests){quests, 2};
    *(SavUser *)sav_add(&sav, SAV_USER, arena) = user_named("Bríd", true);
    for (u32 i = 0; i < 3; i++)
        *(SavNpc *)sav_add(&sav, SAV_NPC, arena) =
            (SavNpc){.npc = i, .spawner = SAV_NONE, .entity = {.map = 1, .x = (i32)i}};
    SavMap *map = sav_add(&sav, SAV_MAP, arena);
    map->map = 1;
    static const uint8_t packets[] = {0x8E, 0xFF, 0xFF, 0x00, 0x05, 0x00};
    map->packets = (Bytes){packets, sizeof packets};
    *(SavState *)sav_add(&sav, SAV_STATE, arena) =
        (SavState){.version = SAV_STATE_VERSION, .unique = {1, 2, 3, 4, 5, 6, 7, 8}};
    static const uint8_t what[] = {1, 2, 3};
    add_unknown(&sav, "WHAT", (Bytes){what, sizeof what});
    return sav;
}

static Bytes bytes_of(const Sav *sav)
{
    Bytes bytes;
    assert_true(sav_write(sav, 1, &bytes, fixture.kit->arena, &fixture.kit->report));
    return bytes;
}

static Bytes exported(void)
{
    Sav sav;
    if (!store_export(fixture.store, NULL, &sav, fixture.kit->arena, &fixture.kit->report))
        fail_msg("%s", kit_message(fixture.kit, 0));
    return bytes_of(&sav);
}

static bool import_bytes(Bytes file)
{
    Sav sav;
    assert_true(sav_read(file, &sav, fixture.kit->arena, &fixture.kit->report));
    StoreBatch *batch = store_batch(fixture.store);
    const SavImport import = {2, 19456};
    if (store_import(fixture.store, &sav, &import, batch, fixture.kit->arena,
                     &fixture.kit->report))
        return commit(batch) == STORE_SAVED;
    store_drop_batch(batch);
    return false;
}

static void single_player_save_becomes_a_world_with_one_account(void **state)
{
    (void)state;
    open_store();
    Sav before = players_sav();
    assert_true(import_bytes(bytes_of(&before)));
    StoreAccount account = {.folded = TEXT("bríd")};
    assert_int_equal(store_find(fixture.store, STORE_ACCOUNT, "folded", &account,
                                fixture.kit->arena, &fixture.kit->report),
                     STORE_FOUND);
    assert_true(text_is(account.name, "Bríd"));
    assert_int_equal(account.id, 1);
    assert_int_equal(account.password.size, 0);
    assert_int_equal(account.memory, 19456);
    assert_int_equal(rows_of(STORE_WORLD), 8);
    Sav after;
    assert_true(sav_read(exported(), &after, fixture.kit->arena, &fixture.kit->report));
    const SavUser *user = sav_find(&after, SAV_USER);
    assert_int_equal(user->entity.items[0].quantity, 12);
    assert_int_equal(user->equipped[0], 7);
    assert_int_equal(((SavQuests *)sav_find(&after, SAV_QUESTS))->players[0], 0);
    bool found = false;
    for (size_t i = 0; i < after.chunk_count; i++)
        if (!memcmp(after.chunks[i].magic, "WHAT", 4)) {
            assert_bytes_equal(after.chunks[i].bytes, BYTES(1, 2, 3));
            found = true;
        }
    assert_true(found);
}

/* Everything that the tables can hold. */
static void fill_store(void)
{
    Sav world = players_sav();
    assert_true(import_bytes(bytes_of(&world)));
    StoreBatch *batch = store_batch(fixture.store);
    StoreAccount banned = account_named(2, "fionn"), far = account_named(5, "oisín");
    banned.flags = STORE_BANNED;
    banned.reason = TEXT("shouts");
    banned.login = (int64_t)1 << 33;
    store_put(batch, STORE_ACCOUNT, &banned);
    store_put(batch, STORE_ACCOUNT, &far); /* 3 and 4 were refused */
    const SavUser user = user_named("", true);
    const StoreCharacter character = {5, store_user_bytes(&user, fixture.kit->arena),
                                      BYTES(4, 5, 6), 0};
    store_put(batch, STORE_CHARACTER, &character);
    const StoreDenied denied[] = {
        {.network = BYTES(10, 0, 0, 0, 8), .note = TEXT("all of it")},
        {.network = BYTES(127, 0, 0, 1, 32), .note = TEXT("")},
        {.network = BYTES(1, 2, 3, 4, 32), .note = TEXT("noise")},
        {.network = BYTES(0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 32),
         .note = TEXT("")}};
    for (size_t i = 0; i < COUNT_OF(denied); i++)
        store_put(batch, STORE_DENIED, &denied[i]);
    const StoreReceipt receipt = {BYTES(1, 2, 3), 1700000000, BYTES(8)};
    store_put(batch, STORE_RECEIPT, &receipt);
    assert_int_equal(commit(batch), STORE_SAVED);
}

static void export_and_import_and_export_give_the_same_bytes(void **state)
{
    (void)state;
    open_store();
    fill_store();
    const Bytes first = exported();
    store_close(fixture.store);
    store_remove_all();
    open_store();
    assert_true(import_bytes(first));
    assert_bytes_equal(exported(), first);
    reopen_store();
    assert_bytes_equal(exported(), first);
    assert_int_equal(rows_of(STORE_ACCOUNT), 5); /* unused numbers are like deleted accounts */
    assert_int_equal(rows_of(STORE_CHARACTER), 2);
    assert_int_equal(rows_of(STORE_DENIED), 4);
    /* Its own chunks and the format's checker agree. */
    assert_true(sav_check(first, fixture.kit->arena, &fixture.kit->report));
}

/* The chunk of the document has whole addresses; an IPv4 address is in its first 4 bytes. */
static void deny_list_has_addresses_of_both_families(void **state)
{
    (void)state;
    static const uint8_t far[16] = {0x20, 1, 0xd, 0xb8, [15] = 7};
    SavAddress addresses[] = {{2, {127, 0, 0, 1}}, {10, {0}}};
    memcpy(addresses[1].address, far, sizeof far);
    Sav sav = players_sav();
    *(SavDeny *)sav_add(&sav, SAV_DENY, fixture.kit->arena) = (SavDeny){addresses, 2};
    open_store();
    assert_true(import_bytes(bytes_of(&sav)));
    assert_int_equal(rows_of(STORE_DENIED), 2);
    StoreDenied near = {.network = BYTES(127, 0, 0, 1, 32)};
    assert_int_equal(store_find(fixture.store, STORE_DENIED, "network", &near,
                                fixture.kit->arena, &fixture.kit->report),
                     STORE_FOUND);
    Sav after;
    assert_true(sav_read(exported(), &after, fixture.kit->arena, &fixture.kit->report));
    const SavDeny *deny = sav_find(&after, SAV_DENY);
    assert_int_equal(deny->addresses_count, 2);
    for (size_t i = 0; i < 2; i++) {
        const bool is_far = deny->addresses[i].family == 10;
        assert_true(is_far || deny->addresses[i].family == 2);
        assert_memory_equal(deny->addresses[i].address, addresses[is_far].address, 16);
    }
}

/* One for each account, in the order of their numbers; those of a player are in test_app_saves.
 */
static void users_have_the_hash_the_dates_and_the_ban_of_their_account(void **state)
{
    (void)state;
    open_store();
    StoreBatch *batch = store_batch(fixture.store);
    StoreAccount account = account_named(1, "fionn");
    uint8_t hash[32] = {1, 2, 3, [31] = 4};
    account.password = (Bytes){hash, sizeof hash};
    account.created = 1000;
    account.login = 2000;
    account.logout = 3000;
    account.seen = (int64_t)1 << 33;
    account.language = TEXT("ga");
    account.flags = STORE_BANNED;
    account.reason = TEXT("shouts");
    store_put(batch, STORE_ACCOUNT, &account);
    assert_int_equal(commit(batch), STORE_SAVED);
    Sav sav;
    assert_true(sav_read(exported(), &sav, fixture.kit->arena, &fixture.kit->report));
    const SavUser *user = sav_find(&sav, SAV_USER);
    assert_memory_equal(user->password, hash, sizeof hash);
    assert_int_equal(user->created.seconds, 1000);
    assert_int_equal(user->login.seconds, 2000);
    assert_int_equal(user->logout.seconds, 3000);
    assert_int_equal(user->seen.high, 2);
    assert_memory_equal(user->language, "ga", 2);
    assert_int_equal(user->flags, 1);
    assert_true(text_is((Text){user->name, user->name_size}, "fionn"));
}

/* Only a player's program writes it. */
static void preview_is_skipped_by_the_server(void **state)
{
    (void)state;
    uint16_t *pixels = ARENA_ALLOC(fixture.kit->arena, uint16_t, 256 * 256);
    Sav sav = players_sav(), after;
    sav.has_preview = true;
    sav.preview.play_time = 3600;
    sav.pixels = pixels;
    open_store();
    assert_true(import_bytes(bytes_of(&sav)));
    assert_int_equal(rows_of(STORE_WORLD), 8);
    assert_true(sav_read(exported(), &after, fixture.kit->arena, &fixture.kit->report));
    assert_false(after.has_preview);
    assert_int_equal(((SavUser *)sav_find(&after, SAV_USER))->entity.x, 100);
}

/* A server with many deleted accounts, after an import of an earlier version. */
static void gaps_between_the_numbers_are_exported(void **state)
{
    (void)state;
    StoreBatch *batch = (open_store(), store_batch(fixture.store));
    const StoreAccount first = account_named(1, "brid"), last = account_named(5000, "fionn");
    store_put(batch, STORE_ACCOUNT, &first);
    store_put(batch, STORE_ACCOUNT, &last);
    assert_int_equal(commit(batch), STORE_SAVED);
    assert_true(import_bytes(exported()));
    assert_int_equal(rows_of(STORE_ACCOUNT), 5000);
    StoreAccount row = {.folded = TEXT("fionn")};
    assert_int_equal(store_find(fixture.store, STORE_ACCOUNT, "folded", &row,
                                fixture.kit->arena, &fixture.kit->report),
                     STORE_FOUND);
    assert_int_equal(row.id, 5000);
    /* A number that is certainly wrong does not take all memory. */
    batch = store_batch(fixture.store);
    const StoreAccount wrong = account_named((int64_t)1 << 40, "far");
    store_put(batch, STORE_ACCOUNT, &wrong);
    assert_int_equal(commit(batch), STORE_SAVED);
    Sav sav;
    assert_false(
        store_export(fixture.store, NULL, &sav, fixture.kit->arena, &fixture.kit->report));
}

/* The chunk of the server, with the standings in another order; the number of the last one may
 * be changed. */
static Sav with_reversed_standings(u32 last)
{
    Sav sav;
    SavServer server = {0};
    Arena *arena = fixture.kit->arena;
    assert_true(sav_read(exported(), &sav, arena, &fixture.kit->report));
    for (size_t i = 0; i < sav.chunk_count; i++) {
        SavChunk *chunk = &sav.chunks[i];
        if (memcmp(chunk->magic, "OISS", 4))
            continue;
        Reader reader = reader_of(chunk->bytes, &fixture.kit->report);
        assert_true(record_read(&SavServer_layout, &server, &reader, arena));
        for (u32 k = 0; k < server.standing_count / 2; k++) {
            const u32 other = server.standing_count - 1 - k;
            const SavStanding standing = server.standings[k];
            const SavAuthors authors = server.authors[k];
            server.standings[k] = server.standings[other];
            server.authors[k] = server.authors[other];
            server.standings[other] = standing;
            server.authors[other] = authors;
        }
        if (last)
            server.standings[0].account = last;
        Writer writer = writer_to(arena);
        record_write(&SavServer_layout, &server, &writer);
        chunk->bytes = writer_bytes(&writer);
    }
    assert_int_equal(server.standing_count, 5);
    return sav;
}

/* They were searched as if they were ordered: most roles and bans were lost without a word. */
static void standings_may_have_any_order(void **state)
{
    (void)state;
    char name[8];
    StoreBatch *batch = (open_store(), store_batch(fixture.store));
    for (int64_t i = 1; i <= 5; i++) {
        snprintf(name, sizeof name, "bot %d", (int)i);
        StoreAccount row = account_named(i, name);
        row.role = row.mute_role = 1 + i % 3;
        row.mute_since = 10 + i;
        store_put(batch, STORE_ACCOUNT, &row);
    }
    assert_int_equal(commit(batch), STORE_SAVED);
    const Sav reversed = with_reversed_standings(0), doubled = with_reversed_standings(1);
    assert_true(import_bytes(bytes_of(&reversed)));
    for (int64_t i = 1; i <= 5; i++) {
        StoreAccount row = {.id = i};
        assert_int_equal(store_find(fixture.store, STORE_ACCOUNT, "id", &row,
                                    fixture.kit->arena, &fixture.kit->report),
                         STORE_FOUND);
        assert_int_equal(row.mute_since, 10 + i);
        assert_true(row.role == 1 + i % 3 && row.mute_role == row.role);
    }
    assert_false(import_bytes(bytes_of(&doubled)));
    assert_non_null(strstr(kit_message(fixture.kit, 0), "two standings of player 1"));
}

static void passwords_are_dropped_on_request(void **state)
{
    (void)state;
    static const uint8_t none[32];
    Sav sav;
    unsigned users = 0, hashes = 0;
    open_store();
    fill_store();
    assert_true(sav_read(exported(), &sav, fixture.kit->arena, &fixture.kit->report));
    for (unsigned round = 0; round < 2; round++) {
        for (size_t i = 0; i < sav.chunk_count; i++)
            if (sav.chunks[i].type == SAV_USER) {
                const SavUser *user = sav.chunks[i].record;
                users++;
                hashes += memcmp(user->password, none, sizeof none) != 0;
            }
        if (!round)
            assert_true(hashes > 0);
        else
            assert_int_equal(hashes, 0);
        hashes = 0;
        sav_drop_passwords(&sav);
    }
    assert_true(users >= 6);
}

static void original_chunks_take_precedence(void **state)
{
    (void)state;
    Sav sav;
    open_store();
    fill_store();
    assert_true(sav_read(exported(), &sav, fixture.kit->arena, &fixture.kit->report));
    ((SavDeny *)sav_find(&sav, SAV_DENY))->addresses_count = 1; /* 1.2.3.4 */
    assert_true(import_bytes(bytes_of(&sav)));
    assert_int_equal(rows_of(STORE_DENIED), 3); /* and two networks */
    StoreDenied denied = {.network = BYTES(1, 2, 3, 4, 32)};
    assert_int_equal(store_find(fixture.store, STORE_DENIED, "network", &denied,
                                fixture.kit->arena, &fixture.kit->report),
                     STORE_FOUND);
    assert_true(text_is(denied.note, "noise"));
}

static void mismatched_saves_are_rejected(void **state)
{
    (void)state;
    open_store();
    Sav sav = players_sav();
    memcpy(sav.header.game, "other", 6);
    assert_false(import_bytes(bytes_of(&sav)));
    assert_true(
        kit_has_message(fixture.kit, "this is a saved game of \"other\", not of \"segais\""));
    sav = players_sav();
    *(SavUser *)sav_add(&sav, SAV_USER, fixture.kit->arena) = user_named("bRíd", false);
    assert_false(import_bytes(bytes_of(&sav)));
    assert_true(kit_has_message(fixture.kit, "players 1 and 2 are both named \"bRíd\""));
    sav = players_sav();
    add_unknown(&sav, "OISS", BYTES(1, 0, 0, 0, 255, 255, 255, 255));
    assert_false(import_bytes(bytes_of(&sav)));
    assert_int_equal(rows_of(STORE_ACCOUNT), 0);
}

static void only_changed_parts_of_the_world_are_written(void **state)
{
    (void)state;
    open_store();
    Sav sav = players_sav();
    assert_true(import_bytes(bytes_of(&sav)));
    StoreWorld *world = store_world_new(fixture.store, STORE_ALONE, &fixture.kit->report);
    StoreBatch *batch = store_batch(fixture.store);
    assert_int_equal(store_world_put(world, &sav, batch), 0);
    assert_int_equal(store_batch_count(batch), 0);
    for (size_t i = 0; i < sav.chunk_count; i++)
        if (sav.chunks[i].type == SAV_NPC && ((SavNpc *)sav.chunks[i].record)->npc == 1)
            ((SavNpc *)sav.chunks[i].record)->entity.x = 77;
    assert_int_equal(store_world_put(world, &sav, batch), 1);
    /* The changed map and what nobody knows go away in the snapshot; the latter stays. */
    sav.chunk_count -= 2;
    sav.chunks[sav.chunk_count - 1] = sav.chunks[sav.chunk_count];
    assert_int_equal(store_world_put(world, &sav, batch), 1);
    assert_int_equal(commit(batch), STORE_SAVED);
    assert_int_equal(rows_of(STORE_WORLD), 7);
    /* After a batch that was lost. */
    store_world_invalidate(world);
    batch = store_batch(fixture.store);
    assert_int_equal(store_world_put(world, &sav, batch), 6);
    assert_int_equal(commit(batch), STORE_SAVED);
    assert_int_equal(rows_of(STORE_WORLD), 7);
    store_world_free(world);
    world = store_world_new(fixture.store, STORE_ALONE, &fixture.kit->report);
    batch = store_batch(fixture.store);
    assert_int_equal(store_world_put(world, &sav, batch), 0);
    store_drop_batch(batch);
    store_world_free(world);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, store_set_up, store_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(single_player_save_becomes_a_world_with_one_account),
        TEST(export_and_import_and_export_give_the_same_bytes),
        TEST(deny_list_has_addresses_of_both_families),
        TEST(users_have_the_hash_the_dates_and_the_ban_of_their_account),
        TEST(preview_is_skipped_by_the_server),
        TEST(gaps_between_the_numbers_are_exported),
        TEST(standings_may_have_any_order),
        TEST(passwords_are_dropped_on_request),
        TEST(original_chunks_take_precedence),
        TEST(mismatched_saves_are_rejected),
        TEST(only_changed_parts_of_the_world_are_written),
    };
    int failed = cmocka_run_group_tests_name("files", tests, NULL, NULL);
    store_in_postgres = postgres_set_up();
    if (store_in_postgres) {
        failed += cmocka_run_group_tests_name("PostgreSQL", tests, NULL, NULL);
        postgres_tear_down();
    }
    return failed;
}
