/* Accounts in a store, with their own clock, whose requests are answered at once. */
#ifndef OISIN_TESTS_ACCOUNTS_KIT_H
#define OISIN_TESTS_ACCOUNTS_KIT_H

#include "store_kit.h"

#include "server/accounts/accounts.h"

extern Accounts *accounts;
extern Moment now;
extern uint64_t asked, waited; /* the last asker; ms of the last RESULT_WAIT */

/* 127.0.0.1, 10.9.8.7 and an address of IPv6. */
extern const WireAddress here, there, six;

AccountsOptions options_of_tests(void);
void open_accounts(const AccountsOptions *options);
/* Closes the accounts and the store. */
void close_all(void);
int accounts_set_up(void **state);
int accounts_tear_down(void **state);

/* The next answer, however long it takes. */
AccountAnswer answer(void);
/* `first`, or the result of the answer to the last request if that is RESULT_OK. */
ResultCode outcome(ResultCode first);
AccountRequest request_of(const char *name, const char *password, const WireAddress *address);

ResultCode enroll(const char *name, const char *password);
ResultCode login_from(const WireAddress *address, const char *name, const char *password);
ResultCode login(const char *name, const char *password);

#endif
