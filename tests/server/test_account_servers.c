/* Accounts of two servers with one store, whose messages to each other may be lost. */
#include "lib/accounts_kit.h"

#include <poll.h>

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
    assert_int_equal(accounts_delete(accounts, TEXT("brid"), TEXT("admin"), NULL, NULL),
                     RESULT_OK);
    change_server();
    assert_int_equal(login("brid", "a long secret"), RESULT_WRONG);
}

static void name_freed_by_another_server_belongs_to_its_new_owner(void **state)
{
    (void)state;
    assert_int_equal(enroll("brid", "a long secret"), RESULT_OK);
    change_server();
    assert_true(accounts_learn(accounts, 1));
    assert_int_equal(accounts_delete(accounts, TEXT("brid"), TEXT("admin"), NULL, NULL),
                     RESULT_OK);
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
    assert_int_equal(accounts_delete(accounts, TEXT("Mallory"), TEXT("admin"), NULL, NULL),
                     RESULT_OK);
    change_server();
    assert_int_equal(enroll("Mal-lory", "another secret"), RESULT_OK);
}

/* ---- passwords ---- */

/* Requests that are hashed at the moment when the password is reset. */

static void begin_change(const char *password, const char *fresh)
{
    AccountRequest request = request_of("brid", password, &here);
    request.fresh = text_of(fresh);
    assert_int_equal(accounts_change_password(accounts, &request, now, NULL), RESULT_OK);
}

static void change_in_progress_does_not_undo_a_reset(void **state)
{
    (void)state;
    assert_int_equal(enroll("brid", "a long secret"), RESULT_OK);
    begin_change("a long secret", "of the thief");
    assert_int_equal(accounts_set_password(accounts, TEXT("brid"), TEXT("of the owner")),
                     RESULT_OK);
    assert_int_not_equal(answer().result, RESULT_OK);
    assert_int_equal(login("brid", "of the thief"), RESULT_WRONG);
    assert_int_equal(login("brid", "of the owner"), RESULT_OK);
}

static void change_in_progress_does_not_undo_a_reset_by_another_server(void **state)
{
    (void)state;
    assert_int_equal(enroll("brid", "a long secret"), RESULT_OK);
    assert_true(accounts_learn(other, 1));
    begin_change("a long secret", "of the thief");
    assert_int_equal(accounts_set_password(other, TEXT("brid"), TEXT("of the owner")),
                     RESULT_OK);
    assert_int_equal(accounts_keep(other), RESULT_OK);
    assert_int_not_equal(answer().result, RESULT_OK);
    assert_int_equal(login("brid", "of the thief"), RESULT_WRONG);
    assert_int_equal(login("brid", "of the owner"), RESULT_OK);
}

static void wait_for_hashes(void)
{
    AccountAnswer out;
    while (accounts_queue(accounts, now.milliseconds).length) {
        struct pollfd hashed = {accounts_descriptor(accounts), POLLIN, 0};
        poll(&hashed, 1, 10);
        assert_false(accounts_poll(accounts, now, &out));
    }
}

/* The database is slow, so that the reset is not to be seen yet. */
static void change_does_not_undo_a_reset_that_is_being_saved(void **state)
{
    (void)state;
    sqlite3 *locked;
    assert_int_equal(enroll("brid", "a long secret"), RESULT_OK);
    assert_true(accounts_learn(other, 1));
    begin_change("a long secret", "of the thief");
    assert_int_equal(sqlite3_open(fixture.address, &locked), SQLITE_OK);
    assert_int_equal(sqlite3_exec(locked, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(accounts_set_password(other, TEXT("brid"), TEXT("of the owner")),
                     RESULT_OK);
    assert_int_equal(accounts_keep(other), RESULT_BUSY);
    wait_for_hashes();
    assert_int_equal(sqlite3_exec(locked, "COMMIT", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(locked);
    assert_int_not_equal(answer().result, RESULT_OK);
    assert_int_equal(login("brid", "of the thief"), RESULT_WRONG);
    assert_int_equal(login("brid", "of the owner"), RESULT_OK);
}

/* Two servers hash the password of a registration at once. */
static void imported_account_is_claimed_once(void **state)
{
    (void)state;
    StoreBatch *batch = store_batch(fixture.store);
    StoreAccount imported = account_named(1, "brid");
    imported.password = (Bytes){NULL, 0};
    store_put(batch, STORE_ACCOUNT, &imported);
    assert_int_equal(commit(batch), STORE_SAVED);
    assert_true(accounts_learn(accounts, 1) && accounts_learn(other, 1));
    const AccountRequest mine = request_of("brid", "a long secret", &here);
    const AccountRequest theirs = request_of("brid", "another secret", &here);
    assert_int_equal(accounts_register(accounts, &mine, now, NULL), RESULT_OK);
    assert_int_equal(accounts_register(other, &theirs, now, NULL), RESULT_OK);
    assert_int_equal(answer().result, RESULT_OK);
    change_server();
    assert_int_equal(answer().result, RESULT_TAKEN);
    assert_int_equal(login("brid", "another secret"), RESULT_WRONG);
    assert_int_equal(login("brid", "a long secret"), RESULT_OK);
}

/* The login hashes the password again, since the cost of a hash was raised. */
static void login_in_progress_does_not_undo_a_reset(void **state)
{
    (void)state;
    AccountsOptions options = options_of_servers();
    assert_int_equal(enroll("brid", "a long secret"), RESULT_OK);
    options.cost = (PasswordCost){2, 16};
    accounts_free(accounts);
    open_accounts(&options);
    const AccountRequest request = request_of("brid", "a long secret", &here);
    assert_int_equal(accounts_login(accounts, &request, now, NULL), RESULT_OK);
    assert_int_equal(accounts_set_password(accounts, TEXT("brid"), TEXT("of the owner")),
                     RESULT_OK);
    assert_int_not_equal(answer().result, RESULT_OK);
    assert_int_equal(login("brid", "a long secret"), RESULT_WRONG);
    assert_int_equal(login("brid", "of the owner"), RESULT_OK);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(account_deleted_by_another_server_cannot_log_in),
        TEST(name_freed_by_another_server_belongs_to_its_new_owner),
        TEST(name_freed_by_another_server_can_be_registered),
        TEST(change_in_progress_does_not_undo_a_reset),
        TEST(change_in_progress_does_not_undo_a_reset_by_another_server),
        TEST(change_does_not_undo_a_reset_that_is_being_saved),
        TEST(imported_account_is_claimed_once),
        TEST(login_in_progress_does_not_undo_a_reset),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
