/* Password hashing: Argon2id, in worker threads, so that logins do not block the world.
 *
 * The salt is derived from the game's id and the user's name, so that a saved game, which
 * stores only the hash, is enough to log in; the cost parameters are stored next to the
 * hash. Passwords exist in memory only in the queue and are wiped there. */
#ifndef OISIN_SERVER_PASSWORD_H
#define OISIN_SERVER_PASSWORD_H

#include "base/bytes.h"

enum {
    PASSWORD_HASH_SIZE = 32,
    PASSWORD_SALT_SIZE = 16,
    PASSWORD_SIZE_MAX = 128, /* bytes */
};

typedef struct PasswordCost {
    uint32_t passes; /* at least 1 */
    uint32_t memory; /* KiB, at least 8 */
} PasswordCost;

/* OWASP's recommendation for Argon2id: 19 MiB, 2 passes; 20 to 40 ms of one core. */
#define PASSWORD_COST ((PasswordCost){2, 19456})
/* For tests. */
#define PASSWORD_COST_MIN ((PasswordCost){1, 8})

/* `name` is in lower case (text_lowered). */
void password_salt(Text game, Text name, uint8_t out[PASSWORD_SALT_SIZE]);
/* Returns false if memory is short or the cost is invalid. */
bool password_hash(Text password, const uint8_t salt[PASSWORD_SALT_SIZE], PasswordCost cost,
                   uint8_t out[PASSWORD_HASH_SIZE]);

/* ---- in threads ---- */

typedef struct PasswordJob {
    uint64_t number; /* chosen by the caller */
    uint8_t salt[PASSWORD_SALT_SIZE];
    /* The expected hash. For an unknown name: any bytes, with `known` false. */
    uint8_t wanted[PASSWORD_HASH_SIZE];
    PasswordCost cost; /* of `wanted` */
    bool compare;      /* false: only compute a hash */
    bool known;
    PasswordCost fresh; /* cost of a new hash */
    bool first;         /* before all waiting jobs without this mark */
} PasswordJob;

typedef struct PasswordResult {
    uint64_t number;
    bool failed;  /* out of memory */
    bool matches; /* known, compared and equal */
    /* `hash` is a new one of cost `fresh`: the job only asked for a hash, or the password
     * matches and the expected hash has another cost */
    bool made;
    uint8_t hash[PASSWORD_HASH_SIZE];
} PasswordResult;

typedef struct PasswordWorkers PasswordWorkers;
/* Starts `threads` threads, each of which uses the memory of one hash; NULL on failure. At
 * most `queue` jobs wait. */
PasswordWorkers *password_workers(unsigned threads, unsigned queue);
/* Drops waiting jobs. */
void password_workers_free(PasswordWorkers *workers);
/* Returns false if the queue is full. `password` is copied, at most PASSWORD_SIZE_MAX bytes. */
bool password_ask(PasswordWorkers *workers, const PasswordJob *job, Text password);
/* Returns the next finished job, in any order; false if there is none. */
bool password_poll(PasswordWorkers *workers, PasswordResult *out);
/* Readable when a result is ready. */
int password_descriptor(const PasswordWorkers *workers);

#endif
