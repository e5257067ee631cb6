/* Accounts of two servers with one store, whose messages to each other may be lost. */
#include "lib/accounts_kit.h"

static Accounts *other;

static void lose_message(void *context, int64_t account)
{
    (void)context;
    (void)account;
}

static AccountsOptions options_of_servers(void)
{
    AccountsOptions options = options_of_tests();
    options.changed = lose_message;
    options.registering = options.address = LIMIT_NONE;
    return options;
}

static int set_up(void **state)
{
    const AccountsOptions options = options_of_servers();
    accounts_set_up(state);
    accounts_free(accounts);
    open_accounts(&options);
    other = accounts_new(fixture.store, &options, &fixture.kit->report);
    assert_non_null(other);
    return 0;
}

static int tear_down(void **state)
{
    accounts_free(other);
    return accounts_tear_down(state);
}

/* Requests go to the other server. */
static void change_server(void)
{
    Accounts *before = accounts;
    accounts = other;
    other = before;
}

/* ---- deletion ---- */

static void account_deleted_by_another_server_cannot_log_in(void **state)
{
    (void)state;
    assert_int_equal(enroll("brid", "a long secret"), RESULT_OK);
    assert_int_equal(login("brid", "a long secret"), RESULT_OK);
    change_server();
    assert_true(accounts_learn(accounts, 1));
    assert_int_equal(accounts_delete(accounts, TEXT("brid")), RESULT_OK);
    change_server();
    assert_int_equal(login("brid", "a long secret"), RESULT_WRONG);
}

static void name_freed_by_another_server_belongs_to_its_new_owner(void **state)
{
    (void)state;
    assert_int_equal(enroll("brid", "a long secret"), RESULT_OK);
    change_server();
    assert_true(accounts_learn(accounts, 1));
    assert_int_equal(accounts_delete(accounts, TEXT("brid")), RESULT_OK);
    assert_int_equal(enroll("Brid", "another secret"), RESULT_OK);
    change_server();
    assert_int_equal(login("brid", "a long secret"), RESULT_WRONG);
    assert_int_equal(login("brid", "another secret"), RESULT_OK);
    assert_int_equal(accounts_find(accounts, TEXT("brid"))->id, 2);
}

static void name_freed_by_another_server_can_be_registered(void **state)
{
    (void)state;
    assert_int_equal(enroll("Mallory", "a long secret"), RESULT_OK);
    change_server();
    assert_true(accounts_learn(accounts, 1));
    assert_int_equal(accounts_delete(accounts, TEXT("Mallory")), RESULT_OK);
    change_server();
    assert_int_equal(enroll("Mal-lory", "another secret"), RESULT_OK);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(account_deleted_by_another_server_cannot_log_in),
        TEST(name_freed_by_another_server_belongs_to_its_new_owner),
        TEST(name_freed_by_another_server_can_be_registered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
