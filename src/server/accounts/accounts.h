/* Accounts: registration, login, roles, bans, mutes and the deny list.
 *
 * All accounts are held in memory and saved in a store. Password hashing is slow on purpose, so
 * it runs in worker threads: a request to register or log in is queued, and `accounts_poll`
 * returns its answer some rounds of the loop later. A registration is answered after it is on
 * the disk. All functions belong to one thread. The module has no clock; callers pass the time.
 *
 * Names: 2 to 24 letters and digits of one script, spaces, hyphens and apostrophes. A name
 * begins with a letter or digit, does not end with a space and has no two spaces in a row.
 * Letters are compared without case, and a name that looks like that of another account is not
 * allowed (server/accounts/player_names.h); the spelling of the registration is kept.
 * Passwords: 8 to 128 bytes.
 *
 * Staff. An account has a role; a member of the staff may ban or mute accounts, for a time or
 * for ever. Each of these decisions has an author, a reason and an end. A deleted account
 * leaves a row without any data, so that its number is not used again.
 *
 * An account without a password (from an imported saved game) is claimed by the first player
 * who registers its name, or gets a password by `accounts_set_password`. */
#ifndef OISIN_SERVER_ACCOUNTS_H
#define OISIN_SERVER_ACCOUNTS_H

#include "server/protocol/packet.h"
#include "server/accounts/rate_limits.h"
#include "server/accounts/player_names.h"
#include "server/accounts/network.h"
#include "server/accounts/password.h"
#include "server/store/store.h"

enum {
    ACCOUNT_NAME_BYTES = NAME_BYTES_MAX,
    ACCOUNT_PASSWORD_MIN = 8,
    ACCOUNTS_MAX = 1 << 24,
    ACCOUNT_NOTE_MAX = 199,     /* bytes of a reason or note; longer text is cut off */
    ACCOUNT_IGNORED_MAX = 64,   /* accounts on the ignore list of one account */
    ACCOUNT_PASSWORD_MADE = 20, /* letters of a password that a reset chooses */
};

/* From the smallest to the highest; the numbers are in the store. */
typedef enum AccountRole {
#define ROLE(NAME, name, doc) ROLE_##NAME,
#include "server/accounts/roles.def"
    ROLES,
} AccountRole;

/* A ban, a mute or a denial. */
typedef struct AccountDecision {
    Text by, reason;
    int64_t since, until; /* seconds since 1970; until 0: for ever */
    int64_t role;         /* of the author: an AccountRole, or STORE_ROLE_HOST; 0: not known */
} AccountDecision;

/* Failed logins of one account from one network (IPv6: /64). */
#define LIMIT_ACCOUNT ((LimitRule){5, 1000, 60 * 1000, 15 * 60 * 1000})
/* Failed logins to one account from all networks together. The limit does not apply to
 * networks from which the account has registered or logged in before, so that an attacker
 * cannot lock out its owner. */
#define LIMIT_EVERYWHERE ((LimitRule){50, 1000, 60 * 1000, 15 * 60 * 1000})
/* Logins from one network that are pending, failed, or were delayed by one of the two limits
 * above. */
#define LIMIT_ADDRESS ((LimitRule){10, 1000, 15 * 60 * 1000, 60 * 60 * 1000})
/* Registrations from one address. */
#define LIMIT_REGISTER ((LimitRule){3, 60 * 1000, 60 * 60 * 1000, 24 * 60 * 60 * 1000})
/* Changes of the ignore list of an account: each is written and sent to all servers. */
#define LIMIT_IGNORE ((LimitRule){8, 2 * 1000, 60 * 1000, 5 * 60 * 1000})
/* No limit, for load generators and tests. */
#define LIMIT_NONE ((LimitRule){UINT32_MAX, 0, 0, 0})

typedef struct AccountsOptions {
    bool closed;       /* no new accounts; accounts without a password can still be claimed */
    PasswordCost cost; /* zeros: use PASSWORD_COST */
    unsigned threads;  /* hashing threads; 0: 1 */
    unsigned queue;    /* maximum pending requests, more return RESULT_BUSY; 0: 64 */
    /* Reports a change that other servers must load: an account, or 0 for the deny list. May
     * be NULL. */
    void (*changed)(void *context, int64_t account);
    /* Adds the conditions under which an account may be deleted to the batch that deletes it.
     * May be NULL. */
    void (*deleting)(void *context, StoreBatch *batch);
    void *context;
    LimitRule account, everywhere, address, registering; /* zeros: use the rules above */
} AccountsOptions;

typedef struct Moment {
    uint64_t milliseconds; /* of any monotonic clock */
    int64_t seconds;       /* since 1970 */
} Moment;

typedef struct Accounts Accounts;

/* Loads all accounts from the store, which must outlive the result. On failure, returns NULL
 * and reports an error. */
Accounts *accounts_new(Store *store, const AccountsOptions *options, Report *report);
/* Drops pending requests without an answer and commits pending changes. */
void accounts_free(Accounts *accounts);

/* ---- requests ---- */

typedef struct AccountRequest {
    uint64_t asker; /* chosen by the caller, for example the number of a connection */
    const WireAddress *address;
    Text name, password, language; /* ISO 639-1, or empty */
    Text fresh;                    /* of accounts_change_password: the new password */
} AccountRequest;

typedef struct AccountAnswer {
    uint64_t asker;
    ClientPacketType request;  /* CLIENT_REGISTER, CLIENT_LOGIN or CLIENT_PASSWORD */
    ResultCode result;         /* of server/protocol/protocol.def */
    int64_t account;           /* its id, if RESULT_OK */
    uint32_t password_changes; /* of the account when the password was right */
    /* as requested, for the log: the asker may be gone */
    char name[ACCOUNT_NAME_BYTES + 1];
    WireAddress from;
} AccountAnswer;

/* On RESULT_OK the request is queued and `accounts_poll` will return its answer. Any other
 * result is the final answer; for RESULT_WAIT, `*wait` (may be NULL) is set to the delay in
 * ms. */
ResultCode accounts_register(Accounts *accounts, const AccountRequest *request, Moment now,
                             uint64_t *wait);
ResultCode accounts_login(Accounts *accounts, const AccountRequest *request, Moment now,
                          uint64_t *wait);
/* Checks the password as a login does, with the same limits, and replaces it. */
ResultCode accounts_change_password(Accounts *accounts, const AccountRequest *request,
                                    Moment now, uint64_t *wait);
/* Returns the next answer, or false if none is ready. Also commits pending changes to the
 * store. Call it in each round of the loop after store_poll, until it returns false. */
bool accounts_poll(Accounts *accounts, Moment now, AccountAnswer *out);
/* Requests whose password waits for a thread or is being hashed. */
typedef struct AccountsQueue {
    unsigned length;
    uint64_t oldest; /* ms since the oldest of them */
} AccountsQueue;
AccountsQueue accounts_queue(const Accounts *accounts, uint64_t now);
/* Number of accounts that are banned at this time, seconds since 1970. */
size_t accounts_banned(const Accounts *accounts, int64_t now);
/* Readable when an answer may be ready. Registrations also depend on store_descriptor. */
int accounts_descriptor(const Accounts *accounts);

/* Sets whether new accounts are refused. */
void accounts_set_closed(Accounts *accounts, bool closed);
/* The rules for names; valid as long as the accounts. */
const PlayerNames *accounts_names(const Accounts *accounts);
/* Whether a new account may have this name; other accounts are not considered. */
NameFault accounts_name_fault(const Accounts *accounts, Text name);

/* ---- accounts ---- */

/* Deleted accounts are not counted. */
size_t accounts_count(const Accounts *accounts);
/* The highest number; 0 if there are no accounts. */
int64_t accounts_last(const Accounts *accounts);
/* Reloads an account that another server has created or changed. Returns false if it does
 * not exist. */
bool accounts_learn(Accounts *accounts, int64_t id);
/* Reloads the deny list. Returns false if it cannot be read now, for example since changes of
 * this server are not saved yet; repeat it later. */
bool accounts_learn_denied(Accounts *accounts);
/* Return NULL if the account does not exist. */
const StoreAccount *accounts_get(const Accounts *accounts, int64_t id);
const StoreAccount *accounts_find(const Accounts *accounts, Text name);

/* Counts changes of its password, here or at another server: sessions that began with another
 * number have logged in with an old password. */
uint32_t accounts_password_changes(const Accounts *accounts, int64_t id);

/* Records that the account was online at that time; `left`: it has also logged out. */
void accounts_seen(Accounts *accounts, int64_t id, int64_t seconds, bool left);
/* Hashes in the calling thread, which takes 20 to 40 ms. Also returns RESULT_PASSWORD or
 * RESULT_FAILED. */
ResultCode accounts_set_password(Accounts *accounts, Text name, Text password);

/* ---- the staff ---- */

/* "helper"; the role of that name, or ROLES. */
const char *account_role_name(AccountRole role);
AccountRole account_role_named(Text name);
AccountRole account_role(const StoreAccount *row);
/* Return RESULT_OK, or RESULT_NOBODY if there is no account of that name. */
ResultCode accounts_set_role(Accounts *accounts, Text name, AccountRole role);
/* Does not close the connections of the account. */
ResultCode accounts_ban(Accounts *accounts, Text name, const AccountDecision *decision);
ResultCode accounts_unban(Accounts *accounts, Text name);
ResultCode accounts_mute(Accounts *accounts, Text name, const AccountDecision *decision);
ResultCode accounts_unmute(Accounts *accounts, Text name);
/* Whether a decision counts at this time, seconds since 1970; `*out` (may be NULL) is filled
 * then. */
bool account_is_banned(const StoreAccount *row, int64_t now, AccountDecision *out);
bool account_is_muted(const StoreAccount *row, int64_t now, AccountDecision *out);
/* Reads the time of a decision, "90s", "30m", "2h", "7d" or "4w": at most 100 years. */
bool account_time_read(Text text, int64_t *seconds);
/* "you are muted until 2026-11-27 10:00 UTC: shouting". */
Text account_decision_text(Text what, const AccountDecision *decision, Arena *arena);
bool account_is_deleted(const StoreAccount *row);
/* Chooses a new password, which is written to `out`, with a final zero. Hashes in the calling
 * thread. */
ResultCode accounts_reset_password(Accounts *accounts, Text name,
                                   char out[ACCOUNT_PASSWORD_MADE + 1]);
/* Called when an account was deleted, by accounts_delete, store_poll or store_wait. */
typedef void AccountDeleted(void *context, int64_t account, Text name, Text by);
/* Removes all data of the account from the store but for its number, and gives its name back.
 * The player must not be in a world. RESULT_BUSY: it is not on the disk after a moment;
 * accounts_deletion has the result later. `done` may be NULL. */
ResultCode accounts_delete(Accounts *accounts, Text name, Text by, AccountDeleted *done,
                           void *context);
/* Whether the deletion of an account of this name has begun before, and its result, which is
 * returned once: RESULT_BUSY while it is under way. */
bool accounts_deletion(Accounts *accounts, Text name, ResultCode *out);

/* The ignore list of an account: RESULT_OK, RESULT_NOBODY if the other one is not (or not on
 * the list), RESULT_FULL. */
ResultCode accounts_ignore(Accounts *accounts, int64_t id, int64_t other);
ResultCode accounts_unignore(Accounts *accounts, int64_t id, int64_t other);
bool account_ignores(const StoreAccount *row, int64_t other);
/* Whether an account does not want to hear another one. Members of the staff always reach it,
 * also if they are on its list from the time before. */
bool accounts_ignores(const Accounts *accounts, int64_t id, int64_t other);
size_t account_ignored(const StoreAccount *row, int64_t out[ACCOUNT_IGNORED_MAX]);

/* Waits until all changes are on the disk. RESULT_BUSY: not yet after one second, but
 * it will be done; RESULT_FAILED: the store has failed. */
ResultCode accounts_keep(Accounts *accounts);

/* ---- addresses ---- */

bool accounts_denied(const Accounts *accounts, const WireAddress *address, int64_t now);
void accounts_deny(Accounts *accounts, const Network *network, const AccountDecision *decision);
/* Returns false if this exact network was not denied. */
bool accounts_undeny(Accounts *accounts, const Network *network);
typedef struct Denied {
    Network network;
    AccountDecision decision;
} Denied;
/* The entry of exactly this network, or NULL. */
const Denied *accounts_find_denied(const Accounts *accounts, const Network *network);
const Denied *accounts_denials(const Accounts *accounts, size_t *count);

#endif
