/* What the files of the accounts share. */
#ifndef OISIN_SERVER_ACCOUNTS_PARTS_H
#define OISIN_SERVER_ACCOUNTS_PARTS_H

#include "base/hash.h"
#include "server/accounts.h"

#include <locale.h>

/* Networks that an account has logged in from. Only a hash with the account and the state's own
 * random number is kept, not the address. */
enum { ACCOUNT_NETWORKS_MAX = 8 };

/* What is changed together, and kept without what other servers have changed beside it. */
typedef enum AccountPart {
    ACCOUNT_TIMES = 1,
    ACCOUNT_PASSWORD = 2,
    ACCOUNT_BAN = 4,
    ACCOUNT_NETWORKS = 8,
} AccountPart;

typedef struct Account {
    StoreAccount row; /* its password and language are the two below */
    uint8_t password[PASSWORD_HASH_SIZE];
    char language[3];
    uint64_t networks[ACCOUNT_NETWORKS_MAX]; /* hashes, the last login's first; 0 none */
    unsigned changed; /* parts, since they were last handed to the store */
    unsigned flushed; /* parts that the store has not kept yet */
    struct Account *next_changed;
} Account;

typedef enum RequestState {
    REQUEST_FREE,
    REQUEST_HASHING,
    REQUEST_HASHED,  /* a new account that the store has no room for yet */
    REQUEST_KEEPING, /* in a batch of its own */
    REQUEST_CLAIMED, /* waits for the next flush */
    REQUEST_FLUSHED, /* in the flush that is under way */
    REQUEST_DONE,    /* to be answered */
} RequestState;

typedef struct Request {
    RequestState state;
    Accounts *accounts;
    AccountAnswer answer;
    Account *account; /* of a login or claim; NULL: unknown, or new */
    Account fresh;    /* the new one */
    char name[ACCOUNT_NAME_BYTES + 1], folded[ACCOUNT_NAME_BYTES + 1];
    uint8_t address[8];
    size_t address_size;
    uint8_t pair[ACCOUNT_NAME_BYTES + 1 + 8]; /* account and network */
    size_t pair_size;
    bool exempt; /* the account has logged in from there */
} Request;

struct Accounts {
    Store *store;
    PasswordWorkers *workers;
    Request *requests;
    unsigned request_count, next_done, waiting; /* waiting: those that are not free */
    bool closed, flushing;
    Account *changed; /* a chain */
    PasswordCost cost;
    uint8_t
        dummy[PASSWORD_HASH_SIZE]; /* that the passwords of unknown names are compared with */
    Limits *everywhere_limits, *account_limits, *address_limits, *register_limits;
    Account **items; /* by id */
    size_t count;
    int64_t next_id;
    Table names; /* folded, to id */
    Denied *denied;
    size_t denied_count;
    StoreBatch *denials;                          /* changes of the deny list; NULL none */
    void (*tell)(void *context, int64_t account); /* NULL: there are no other servers */
    void *print_context;
    int64_t *flushes; /* ids of the flush that is under way */
    size_t flush_count, flush_room;
    locale_t locale;
    Arena *arena;
};

/* `row` with its texts, which are copied. */
Account *account_insert(Accounts *accounts, const StoreAccount *row);
/* Small ASCII letters, as text_lowered; `out` has room for the name. */
void account_fold(Text name, char *out);
Account *account_by_name(const Accounts *accounts, Text folded);
void account_changed(Accounts *accounts, Account *account, AccountPart part);
void account_set_hash(Accounts *accounts, Account *account, const uint8_t *hash);
void account_set_language(Account *account, Text language);
/* Whether the account has logged in from there; that it has. */
bool account_knows(const Accounts *accounts, const Account *account, Bytes address);
void account_note_network(Accounts *accounts, Account *account, Bytes address);
/* All that are kept; of one account (other servers may have changed them). */
bool accounts_load_networks(Accounts *accounts, Report *report);
void account_learn_networks(Accounts *accounts, Account *account);
void account_put_networks(StoreBatch *batch, const Account *account);
/* Tells other servers, if there are any. */
void account_notify(const Accounts *accounts, int64_t id);
/* Reads the row whose column is as in `row`, which other servers may have made or changed; what
 * was changed here and is not kept yet stays. False if there is none. */
bool account_learn(Accounts *accounts, const char *column, StoreAccount *row);
bool accounts_load_denied(Accounts *accounts, Report *report);
/* Hands changes to the store, if it has room. */
void accounts_flush(Accounts *accounts);

#endif
