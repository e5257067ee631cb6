/* Who may play: accounts, logins, bans, the deny list.
 *
 * All of it is in memory and kept in a store. Passwords are hashed in threads: register and
 * login are asked for, the answer comes from `accounts_poll` some rounds later. A
 * registration is answered when it is on the disk. Everything else belongs to one thread, and
 * there is no clock here.
 *
 * Names: 2 to 24 letters and digits of any script, blanks, hyphens, apostrophes; the first is
 * a letter or digit, no blank at the end and no two in a row. ASCII letters of either
 * case are the same; what was typed first is kept. Passwords: 8 to 128 bytes.
 *
 * An account without a password (of a saved game that was imported) belongs to whoever
 * registers its name first, or gets one by `accounts_set_password`. */
#ifndef OISIN_SERVER_ACCOUNTS_H
#define OISIN_SERVER_ACCOUNTS_H

#include "net/packet.h"
#include "server/limits.h"
#include "server/network.h"
#include "server/password.h"
#include "server/store.h"

enum {
    ACCOUNT_NAME_MIN = 2,
    ACCOUNT_NAME_MAX = 24, /* letters */
    ACCOUNT_NAME_BYTES = 96,
    ACCOUNT_PASSWORD_MIN = 8,
    ACCOUNTS_MAX = 1 << 24,
    ACCOUNT_NOTE_MAX = 199, /* bytes of a reason or note; more is cut off */
};

/* Failed logins of one account from one network (IPv6: /64). */
#define LIMIT_ACCOUNT ((LimitRule){5, 1000, 60 * 1000, 15 * 60 * 1000})
/* Failed logins of one account from all networks together. It does not hold for networks that
 * the account has logged in from, so that others cannot lock its owner out. */
#define LIMIT_EVERYWHERE ((LimitRule){50, 1000, 60 * 1000, 15 * 60 * 1000})
/* Logins that are under way, have failed, or were told to wait because of the two above, from
 * one network. */
#define LIMIT_ADDRESS ((LimitRule){10, 1000, 15 * 60 * 1000, 60 * 60 * 1000})
/* Registrations from one address. */
#define LIMIT_REGISTER ((LimitRule){3, 60 * 1000, 60 * 60 * 1000, 24 * 60 * 60 * 1000})
/* For load generators and tests. */
#define LIMIT_NONE ((LimitRule){UINT32_MAX, 0, 0, 0})

typedef struct AccountsOptions {
    bool closed;       /* no new accounts; those without a password can still be claimed */
    PasswordCost cost; /* zeros: PASSWORD_COST */
    unsigned threads;  /* that hash; 0: 1 */
    unsigned queue;    /* requests under way; more are RESULT_BUSY; 0: 64 */
    /* What other servers should learn: an account, or 0 the deny list. May be NULL. */
    void (*changed)(void *context, int64_t account);
    void *context;
    LimitRule account, everywhere, address, registering; /* zeros: the above */
} AccountsOptions;

typedef struct Moment {
    uint64_t milliseconds; /* of any clock that does not go back */
    int64_t seconds;       /* since 1970 */
} Moment;

typedef struct Accounts Accounts;

/* Reads all of the store, which must outlive it. NULL and a report. */
Accounts *accounts_new(Store *store, const AccountsOptions *options, Report *report);
/* Requests under way get no answer; what has changed is committed. */
void accounts_free(Accounts *accounts);

/* ---- requests ---- */

typedef struct AccountRequest {
    uint64_t asker; /* the caller's own number: a connection */
    const WireAddress *address;
    Text name, password, language; /* ISO 639-1, or empty */
} AccountRequest;

typedef struct AccountAnswer {
    uint64_t asker;
    bool login;        /* else it was a registration */
    ResultCode result; /* of net/protocol.def */
    int64_t account;   /* its id, if RESULT_OK */
} AccountAnswer;

/* RESULT_OK: an answer will come. All else is the answer; of RESULT_WAIT `*wait` (may be NULL)
 * is how many milliseconds. */
ResultCode accounts_register(Accounts *accounts, const AccountRequest *request, Moment now,
                             uint64_t *wait);
ResultCode accounts_login(Accounts *accounts, const AccountRequest *request, Moment now,
                          uint64_t *wait);
/* The next answer; false if there is none at the moment. Also hands what has changed to the
 * store: call it until false in each round of the loop, after store_poll. */
bool accounts_poll(Accounts *accounts, Moment now, AccountAnswer *out);
/* Readable when an answer may be there; registrations also wait for store_descriptor. */
int accounts_descriptor(const Accounts *accounts);

/* Whether new ones are refused, from now on. */
void accounts_set_closed(Accounts *accounts, bool closed);
bool account_name_ok(const Accounts *accounts, Text name);

/* ---- accounts ---- */

size_t accounts_count(const Accounts *accounts);
/* Another server has made or changed it: reads it again. False if it is not there. */
bool accounts_learn(Accounts *accounts, int64_t id);
/* The same of the deny list. */
bool accounts_learn_denied(Accounts *accounts);
/* In the order of their ids. Valid until the next change. */
const StoreAccount *accounts_at(const Accounts *accounts, size_t index);
/* NULL if there is none. */
const StoreAccount *accounts_get(const Accounts *accounts, int64_t id);
const StoreAccount *accounts_find(const Accounts *accounts, Text name);

/* It was there at that time; `left`: and has gone. */
void accounts_seen(Accounts *accounts, int64_t id, int64_t seconds, bool left);
/* RESULT_OK or RESULT_NOBODY. Whoever plays is not sent away by this. */
ResultCode accounts_ban(Accounts *accounts, Text name, Text reason);
ResultCode accounts_unban(Accounts *accounts, Text name);
/* Hashes at once, which takes its time. Also RESULT_PASSWORD, RESULT_FAILED. */
ResultCode accounts_set_password(Accounts *accounts, Text name, Text password);

/* Waits until bans and denials are on the disk. RESULT_BUSY: not within a second, they will be
 * later; RESULT_FAILED: never. */
ResultCode accounts_keep(Accounts *accounts);

/* ---- addresses ---- */

bool accounts_denied(const Accounts *accounts, const WireAddress *address);
void accounts_deny(Accounts *accounts, const Network *network, Text note);
/* False if exactly this was not denied. */
bool accounts_undeny(Accounts *accounts, const Network *network);
typedef struct Denied {
    Network network;
    Text note;
} Denied;
const Denied *accounts_denials(const Accounts *accounts, size_t *count);

#endif
