/* Logins at several servers of a cluster. */
#include "lib/cluster_kit.h"

#include "server/game/staff.h"

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
    accounts_deny(servers[1]->accounts, &network,
                  &(AccountDecision){.by = TEXT("b")});
    for (unsigned i = 0; i < 2; i++)
        HALL_UNTIL(accounts_denials(servers[i]->accounts, &count) && count == 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(password_reset_at_one_server_ends_sessions_at_all),
        TEST(decisions_made_without_the_bus_are_learned_later),
        TEST(denials_of_two_servers_at_once_are_known_to_both),
    };
    return cluster_run(tests, COUNT_OF(tests));
}
