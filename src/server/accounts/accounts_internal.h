/* Internal declarations of accounts*.c. */
#ifndef OISIN_SERVER_ACCOUNTS_ACCOUNTS_INTERNAL_H
#define OISIN_SERVER_ACCOUNTS_ACCOUNTS_INTERNAL_H

#include "base/hash.h"
#include "server/accounts/accounts.h"
#include "server/accounts/player_names.h"

/* Networks from which an account has logged in. Only a keyed hash of account and network is
 * stored, not the address; the key is random and belongs to the state. */
enum { ACCOUNT_NETWORKS_MAX = 8 };

/* Columns that are changed together. Only changed parts are written, so that changes which
 * other servers made to the other parts are preserved. */
typedef enum AccountPart {
    ACCOUNT_TIMES = 1,
    ACCOUNT_PASSWORD = 2,
    ACCOUNT_BAN = 4,
    ACCOUNT_NETWORKS = 8,
    ACCOUNT_MUTE = 16,
    ACCOUNT_ROLE = 32,
    ACCOUNT_IGNORED = 64,
} AccountPart;

/* Columns that are written together, and of which an unsaved local change is newer than the
 * stored row. */
typedef struct AccountColumns {
    AccountPart part;
    const char *first, *last;
} AccountColumns;
enum { ACCOUNT_COLUMNS = 8 };
extern const AccountColumns account_columns[ACCOUNT_COLUMNS];

typedef struct Account {
    StoreAccount row; /* `password`, `language` and `ignored` point to members below */
    uint8_t password[PASSWORD_HASH_SIZE];
    bool deleting;             /* it can no longer log in, and is not written */
    uint32_t password_changes; /* since the accounts were loaded */
    char language[3];
    uint8_t *ignored; /* `row.ignored` points to it: ACCOUNT_IGNORED_MAX u32; NULL: none yet */
    uint64_t networks[ACCOUNT_NETWORKS_MAX]; /* hashes, newest login first; 0: unused */
    unsigned changed;                        /* parts changed since the last flush */
    unsigned flushed;                        /* parts in the flush that is under way */
    struct Account *next_changed;
} Account;

typedef enum RequestState {
    ACCOUNT_REQUEST_FREE,
    ACCOUNT_REQUEST_HASHING,
    ACCOUNT_REQUEST_HASHED, /* a new account or hash that the store could not accept yet */
    ACCOUNT_REQUEST_SAVING, /* in its own batch */
    ACCOUNT_REQUEST_DONE,   /* to be answered */
} RequestState;

typedef struct Request {
    RequestState state;
    Accounts *accounts;
    AccountAnswer answer;
    uint64_t began;            /* ms */
    Account *account;          /* of a login, claim or new password; NULL: unknown or new */
    uint32_t password_changes; /* of the account when hashing began */
    Account fresh;             /* the new account, or the new hash of `account` */
    char name[ACCOUNT_NAME_BYTES + 1], folded[ACCOUNT_NAME_BYTES + 1];
    uint8_t address[8];
    size_t address_size;
    uint8_t pair[ACCOUNT_NAME_BYTES + 1 + 8]; /* account and network */
    size_t pair_size;
    bool exempt;       /* the account has logged in from this network before */
    uint64_t looks[2]; /* of a registration: hashes of the skeletons of its name */
    char fresh_password[PASSWORD_SIZE_MAX]; /* until the old password is checked */
    size_t fresh_size;
    bool checked; /* the old password matched: the new one is hashed */
} Request;

/* The deletion that is under way, or the last one until its result is asked for. */
typedef struct Deletion {
    enum { DELETION_NONE, DELETION_PENDING, DELETION_OVER } state;
    ResultCode result;
    Account *account;
    Text name, by;
    AccountDeleted *done;
    void *context;
} Deletion;

struct Accounts {
    Store *store;
    PasswordWorkers *workers;
    Request *requests;
    unsigned request_count, next_done, waiting; /* waiting: requests that are not free */
    bool closed, flushing;
    Account *changed; /* linked list */
    PasswordCost cost;
    /* Compared with the passwords of unknown names, so that both cases take the same time. */
    uint8_t dummy[PASSWORD_HASH_SIZE];
    Limits *everywhere_limits, *account_limits, *address_limits, *register_limits;
    Account **items; /* by id */
    size_t count;
    int64_t next_id;
    PlayerNames *checker;
    Table names;     /* StoreAccount.folded to id */
    Table aliases;   /* the same of name_folded: for older accounts it may belong to several */
    Table skeletons; /* to id: names that look like that of this account are not allowed */
    Denied *denied;
    size_t denied_count;
    /* pending changes of the deny list; NULL: none */
    StoreBatch *denials;
    size_t denials_under_way; /* batches of them in the queue of the store */
    Arena *denied_arena;      /* of the texts */
    void (*notify)(void *context, int64_t account);     /* NULL: there are no other servers */
    void (*deleting)(void *context, StoreBatch *batch); /* NULL: no further conditions */
    void *options_context;
    Deletion deletion;
    int64_t *flushes; /* ids in the flush that is under way */
    size_t flush_count, flush_capacity;
    Arena *arena;
};

/* Inserts a copy of `row` with its texts. */
Account *account_insert(Accounts *accounts, const StoreAccount *row);
/* Return NULL if the account does not exist. */
Account *account_get(const Accounts *accounts, int64_t id);
Account *account_by_name(const Accounts *accounts, Text name);
/* Finds the account whose name looks like this one. */
Account *account_by_looks(const Accounts *accounts, Text name);
void account_changed(Accounts *accounts, Account *account, AccountPart part);
void account_set_hash(Accounts *accounts, Account *account, const uint8_t *hash);
/* Copies the list, in the form of StoreAccount.ignored. Players change it as often as they
 * like: each account needs memory for it once. */
void account_set_ignored(const Accounts *accounts, Account *account, Bytes list);
void account_set_language(Account *account, Text language);
/* Returns whether the account has logged in from this network; records that it has. */
bool account_knows(const Accounts *accounts, const Account *account, Bytes address);
void account_note_network(Accounts *accounts, Account *account, Bytes address);
/* Of a new account, without saving it: whoever registers is known in that network, so that the
 * first login from there is not a stranger's. */
void account_begin_networks(const Accounts *accounts, Account *account, Bytes address);
/* Load the known networks of all accounts; of one account, which other servers may have
 * changed. */
bool accounts_load_networks(Accounts *accounts, Report *report);
void account_learn_networks(Accounts *accounts, Account *account);
void account_put_networks(StoreBatch *batch, const Account *account);
/* Notifies other servers, if there are any, of a changed account. */
void account_notify(const Accounts *accounts, int64_t id);
/* Reloads the row whose column `column` equals that of `row`; other servers may have created
 * or changed it. Local changes that are not saved yet are preserved. */
StoreFound account_learn(Accounts *accounts, const char *column, StoreAccount *row);
/* Whether the password of the account of a request was changed since hashing began: the request
 * must neither log in nor write its own hash. */
bool request_is_outdated(const Request *request);
/* Finds the account of a name, with what other servers have changed of it: they may have
 * created or deleted it, and the bus may have been unreachable. `folded`: the name in lower
 * case. Returns false if the store cannot be read. */
bool account_refresh(Accounts *accounts, Text name, Text folded, Account **out);
/* The same for account_by_looks. */
Account *account_similar(Accounts *accounts, Text name);
bool accounts_load_denied(Accounts *accounts, Report *report);
/* Cuts text of others before the first invalid byte and to ACCOUNT_NOTE_MAX bytes. */
Text account_note(Text note);
/* IPv6: a household has the first 64 bits. */
static inline Bytes request_address(const Request *request)
{
    return (Bytes){request->address, request->address_size};
}
static inline void request_finish(Request *request, ResultCode result)
{
    request->state = ACCOUNT_REQUEST_DONE;
    request->answer.result = result;
    request->answer.password_changes =
        request->account ? request->account->password_changes : 0;
}
/* The password of a registration is hashed. */
void request_finish_registration(Accounts *accounts, Request *request,
                                 const PasswordResult *hashed, Moment now);
/* Saves the new account of a registration, or the hash `fresh` of an account, if the store can
 * accept a batch. */
void request_keep(Accounts *accounts, Request *request);
/* The hash replaces that of the account, unless another server has changed it meanwhile; then
 * the request is finished. */
void request_replace_hash(Accounts *accounts, Request *request, const uint8_t *hash);
/* Commits changes to the store if it can accept a batch. */
void accounts_flush(Accounts *accounts);

#endif
