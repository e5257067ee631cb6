#include "accounts_kit.h"

#include <poll.h>

Accounts *accounts;
Moment now;
uint64_t asked, waited;

const WireAddress here = {4, {127, 0, 0, 1}, 1}, there = {4, {10, 9, 8, 7}, 2};
const WireAddress six = {6, {0x20, 1, 0xd, 0xb8, 1, 2, 3, 4, 5, 6, 7, 8, 9}, 3};

AccountsOptions options_of_tests(void) { return (AccountsOptions){.cost = PASSWORD_COST_MIN}; }

void open_accounts(const AccountsOptions *options)
{
    if (!fixture.store)
        open_store();
    accounts = accounts_new(fixture.store, options, &fixture.kit->report);
    if (!accounts)
        fail_msg("%s", kit_message(fixture.kit, 0));
}

void close_all(void)
{
    accounts_free(accounts);
    accounts = NULL;
    store_close(fixture.store);
    fixture.store = NULL;
}

int accounts_set_up(void **state)
{
    const AccountsOptions options = options_of_tests();
    store_set_up(state);
    accounts = NULL;
    now = (Moment){1000, 1700000000};
    asked = waited = 0;
    open_accounts(&options);
    return 0;
}

int accounts_tear_down(void **state)
{
    if (accounts)
        accounts_free(accounts);
    return store_tear_down(state);
}

AccountAnswer answer(void)
{
    AccountAnswer out;
    for (;;) {
        store_poll(fixture.store);
        if (accounts_poll(accounts, now, &out))
            return out;
        struct pollfd watch[] = {{accounts_descriptor(accounts), POLLIN, 0},
                                 {store_descriptor(fixture.store), POLLIN, 0}};
        if (poll(watch, 2, 20000) <= 0)
            fail_msg("no answer comes");
    }
}

ResultCode outcome(ResultCode first)
{
    if (first != RESULT_OK)
        return first;
    const AccountAnswer last = answer();
    assert_int_equal(last.asker, asked);
    return last.result;
}

AccountRequest request_of(const char *name, const char *password, const WireAddress *address)
{
    return (AccountRequest){++asked,           address,    text_of(name),
                            text_of(password), TEXT("ga"), TEXT("")};
}

ResultCode enroll(const char *name, const char *password)
{
    const AccountRequest request = request_of(name, password, &here);
    return outcome(accounts_register(accounts, &request, now, &waited));
}

ResultCode login_from(const WireAddress *address, const char *name, const char *password)
{
    const AccountRequest request = request_of(name, password, address);
    return outcome(accounts_login(accounts, &request, now, &waited));
}

ResultCode login(const char *name, const char *password)
{
    return login_from(&here, name, password);
}
