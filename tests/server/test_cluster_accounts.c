/* Logins at several servers of a cluster. */
#include "lib/cluster_kit.h"

#include "server/game/staff.h"
#include "server/game/zones.h"

/* ---- passwords ---- */

static void password_reset_at_one_server_ends_sessions_at_all(void **state)
{
    (void)state;
    char password[ACCOUNT_PASSWORD_MADE + 1];
    Server *servers[2];
    begin_two("location(town,5,5,so)", servers);
    const unsigned ann = player_at(servers[1], "Ann"), ben = player_at(servers[1], "Ben");
    HALL_UNTIL(accounts_find(servers[0]->accounts, TEXT("Ann")) != NULL);
    assert_int_equal(staff_reset_password(servers[0], TEXT("Ann"), TEXT("admin"), password),
                     RESULT_OK);
    HALL_UNTIL(client_phase(hall->clients[ann]) == CLIENT_OVER);
    assert_int_equal(client_phase(hall->clients[ben]), CLIENT_PLAYING);
}

/* ---- messages that were lost ---- */

static ResultCode host_order(Server *server, StaffOrderKind kind, const char *name,
                             const char *text)
{
    StaffOrder order = {
        .by = TEXT("admin"), .role = ROLE_HOST, .name = text_of(name), .text = text_of(text)};
    network_read(TEXT("192.0.2.0/24"), &order.network);
    return staff_order(server, kind, &order, NULL);
}

/* Bans, denials and the message of the day of that time were not known to the others. */
static void decisions_made_without_the_bus_are_learned_later(void **state)
{
    (void)state;
    size_t count;
    Server *servers[2];
    begin_two("location(town,5,5,so)", servers);
    const unsigned ann = player_at(servers[1], "Ann"), ben = player_at(servers[1], "Ben");
    HALL_UNTIL(accounts_find(servers[0]->accounts, TEXT("Ann")) &&
               accounts_find(servers[0]->accounts, TEXT("Ben")));
    nats_kill(&cluster_nats);
    host_order(servers[0], STAFF_BAN, "Ann", "no manners");
    host_order(servers[0], STAFF_MUTE, "Ben", "noise");
    host_order(servers[0], STAFF_DENY, "", "noise");
    host_order(servers[0], STAFF_MOTD, "", "be kind");
    assert_int_equal(accounts_keep(servers[0]->accounts), RESULT_OK);
    hall_wait(20);
    assert_int_equal(client_phase(hall->clients[ann]), CLIENT_PLAYING);
    assert_true(nats_start(&cluster_nats));
    HALL_UNTIL(client_phase(hall->clients[ann]) == CLIENT_OVER);
    HALL_UNTIL(text_is(staff_motd(servers[1]), "be kind"));
    HALL_UNTIL(accounts_denials(servers[1]->accounts, &count) && count == 1);
    HALL_UNTIL(account_is_muted(accounts_find(servers[1]->accounts, TEXT("Ben")),
                                server_moment(servers[1]).seconds, NULL));
    assert_int_equal(client_phase(hall->clients[ben]), CLIENT_PLAYING);
}

/* The notice came while the server's own denial was not saved, and was dropped. */
static void denials_of_two_servers_at_once_are_known_to_both(void **state)
{
    (void)state;
    size_t count;
    Network network;
    Server *servers[2];
    begin_two("location(town,5,5,so)", servers);
    host_order(servers[0], STAFF_DENY, "", "noise");
    assert_int_equal(accounts_keep(servers[0]->accounts), RESULT_OK);
    assert_true(network_read(TEXT("198.51.100.7"), &network));
    accounts_deny(servers[1]->accounts, &network, &(AccountDecision){.by = TEXT("b")});
    for (unsigned i = 0; i < 2; i++)
        HALL_UNTIL(accounts_denials(servers[i]->accounts, &count) && count == 2);
}

static StoreFound find_character(int64_t account, StoreCharacter *out)
{
    Report silent = report_to(NULL, NULL);
    *out = (StoreCharacter){.account = account};
    return store_find(hall->server->store, STORE_CHARACTER, "account", out, hall->arena,
                      &silent);
}

static ResultCode delete_ann(Server *server)
{
    return accounts_delete(server->accounts, TEXT("Ann"), TEXT("admin"), NULL, NULL);
}

/* Its character was saved again, for an account without a name. */
static void account_deleted_at_one_server_ends_sessions_at_all(void **state)
{
    (void)state;
    StoreCharacter row;
    Server *servers[2];
    begin_two("location(town,5,5,so)", servers);
    const unsigned ann = player_at(servers[1], "Ann");
    const int64_t id = client_player(hall->clients[ann]);
    HALL_UNTIL(find_character(id, &row) == STORE_FOUND && row.land);
    Server *holder = servers[player_slot_of(servers[1], id) != NULL];
    Server *other = servers[holder == servers[0]];
    HALL_UNTIL(accounts_find(other->accounts, TEXT("Ann")) != NULL);
    assert_int_equal(delete_ann(other), RESULT_BUSY);
    /* As if the player had just entered, and was not saved yet. */
    row.land = 0;
    StoreBatch *batch = store_batch(hall->server->store);
    store_put_part(batch, STORE_CHARACTER, &row, "land", "land");
    assert_true(store_commit(hall->server->store, &batch, NULL, NULL));
    store_wait(hall->server->store);
    assert_int_equal(delete_ann(other), RESULT_OK);
    HALL_UNTIL(client_phase(hall->clients[ann]) == CLIENT_OVER);
    assert_true(text_is(client_status_text(hall->clients[ann]), "this account is deleted"));
    HALL_UNTIL(!player_slot_of(holder, id));
    hall_wait(60);
    assert_int_equal(find_character(id, &row), STORE_NONE);
}

/* As if the last owner of the zone was killed while the account was deleted: the zone could
 * not be opened any more. */
static void zone_with_the_player_of_a_deleted_account_opens(void **state)
{
    (void)state;
    TngFile game;
    StoreCharacter row;
    Server *servers[2];
    Report *report = &hall->kit->report;
    begin_two("location(town,5,5,so)", servers);
    const unsigned ann = player_at(servers[1], "Ann");
    const int64_t id = client_player(hall->clients[ann]);
    HALL_UNTIL(find_character(id, &row) == STORE_FOUND && row.land);
    hall_leave(ann);
    while (hall->server) {
        hall_stop();
        hall->server = hall->others[0];
        hall->others[0] = NULL;
    }
    assert_true(tng_read(hall->file, &game, hall->arena, report));
    StoreOptions options = {.game = tng_game_id(&game.header)};
    memcpy(options.unique, game.header.unique, sizeof options.unique);
    Store *store = store_open(hall->options.state, &options, report);
    assert_non_null(store);
    StoreBatch *batch = store_batch(store);
    store_put(batch, STORE_ACCOUNT, &(StoreAccount){.id = id, .folded = TEXT("#1")});
    assert_true(store_commit(store, &batch, NULL, NULL));
    store_close(store);
    hall_open();
    const unsigned ben = hall_player("Ben");
    HALL_UNTIL(hall_world(ben));
    HALL_UNTIL(find_character(id, &row) == STORE_NONE);
    assert_null(player_slot_of(hall->server, id));
}

/* ---- two logins of one account ---- */

/* The newer one had not displaced the older one, whose message of the end was lost: the
 * older one entered again and displaced the newer one. */
static void older_login_does_not_displace_a_newer_one(void **state)
{
    (void)state;
    Server *servers[2];
    begin_two("location(town,5,5,so)", servers);
    const unsigned older = player_at(servers[1], "Ann");
    const int64_t ann = client_player(hall->clients[older]);
    controller_free(controller_of(servers[0], ann)); /* it enters again within a second */
    go_to(servers[0]);
    const unsigned newer = hall_client("Ann", "a good password", false);
    HALL_UNTIL(client_phase(hall->clients[newer]) == CLIENT_PLAYING);
    HALL_UNTIL(client_phase(hall->clients[older]) == CLIENT_OVER);
    hall_wait(60);
    assert_int_equal(client_phase(hall->clients[newer]), CLIENT_PLAYING);
}

static bool is_over(unsigned i)
{
    const ClientPhase phase = client_phase(hall->clients[i]);
    return phase == CLIENT_OVER || (phase == CLIENT_NAMELESS && hall->heard[i].results);
}

static void one_of_two_logins_at_the_same_moment_stays(void **state)
{
    (void)state;
    Server *servers[2];
    begin_two("location(town,5,5,so)", servers);
    const unsigned first = player_at(servers[1], "Ann");
    const int64_t ann = client_player(hall->clients[first]);
    hall_leave(first);
    HALL_UNTIL(!controller_of(servers[0], ann));
    unsigned logins[2];
    for (unsigned i = 0; i < 2; i++) {
        go_to(servers[i]);
        logins[i] = hall_client("Ann", "a good password", false);
    }
    HALL_UNTIL(is_over(logins[0]) || is_over(logins[1]));
    hall_wait(60);
    assert_true(is_over(logins[0]) != is_over(logins[1]));
    const unsigned stays = is_over(logins[0]);
    assert_int_equal(client_phase(hall->clients[logins[stays]]), CLIENT_PLAYING);
}

/* Whatever enters first. */
static void newer_login_stays_then_the_server_with_the_higher_number(void **state)
{
    (void)state;
    static const ClientAddress cases[][2] = {
        /* the first one of each stays */
        {{.node = 5, .connection = 1, .login = {2000, 5, 1}},
         {.node = 6, .connection = 1, .login = {1999, 6, 1}}},
        {{.node = 6, .connection = 1, .login = {2000, 6, 1}},
         {.node = 5, .connection = 9, .login = {2000, 5, 1}}},
        {{.node = 5, .connection = 9, .login = {2000, 5, 9}},
         {.node = 5, .connection = 8, .login = {2000, 5, 8}}}};
    cluster_kit_begin("location(town,5,5,so)");
    const unsigned player = hall_player("Ann");
    const int64_t ann = client_player(hall->clients[player]);
    hall_leave(player);
    HALL_UNTIL(!controller_of(hall->server, ann));
    for (size_t i = 0; i < 2 * COUNT_OF(cases); i++) {
        const ClientAddress *stays = &cases[i / 2][0];
        Controller *controller;
        for (unsigned k = 0; k < 2; k++) {
            ClientAddress client = cases[i / 2][k ^ (i % 2)];
            client.account = (uint32_t)ann;
            const ResultCode result =
                zone_enter(hall->server, 0, ann, NULL, &client, &controller);
            assert_int_equal(result, k && !(i % 2) ? RESULT_PLAYING : RESULT_OK);
        }
        controller = controller_of(hall->server, ann);
        assert_int_equal(controller->client.node, stays->node);
        assert_int_equal(controller->client.connection, stays->connection);
        controller_free(controller);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(password_reset_at_one_server_ends_sessions_at_all),
        TEST(decisions_made_without_the_bus_are_learned_later),
        TEST(denials_of_two_servers_at_once_are_known_to_both),
        TEST(account_deleted_at_one_server_ends_sessions_at_all),
        TEST(zone_with_the_player_of_a_deleted_account_opens),
        TEST(older_login_does_not_displace_a_newer_one),
        TEST(one_of_two_logins_at_the_same_moment_stays),
        TEST(newer_login_stays_then_the_server_with_the_higher_number),
    };
    return cluster_run(tests, COUNT_OF(tests));
}
