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

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(password_reset_at_one_server_ends_sessions_at_all),
    };
    return cluster_run(tests, COUNT_OF(tests));
}
