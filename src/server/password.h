/* Passwords: Argon2id, in threads of their own so that logins do not stop the world.
 *
 * The salt follows from the game's id and the user's name (specs/server.md), so that a
 * saved game, which has only the hash, is enough to log in with; what the hash has cost is
 * kept beside it. Passwords live only in the queue and are wiped there. */
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

/* What OWASP advises for Argon2id: 19 MiB, 2 passes; 20 to 40 ms of a core. */
#define PASSWORD_COST ((PasswordCost){2, 19456})
/* For tests. */
#define PASSWORD_COST_MIN ((PasswordCost){1, 8})

/* `name` with small ASCII letters (text_lowered). */
void password_salt(Text game, Text name, uint8_t out[PASSWORD_SALT_SIZE]);
/* False if there is not enough memory, or the cost is none. */
bool password_hash(Text password, const uint8_t salt[PASSWORD_SALT_SIZE], PasswordCost cost,
                   uint8_t out[PASSWORD_HASH_SIZE]);

/* ---- in threads ---- */

typedef struct PasswordJob {
    uint64_t number; /* the asker's own */
    uint8_t salt[PASSWORD_SALT_SIZE];
    /* To be compared with; of an unknown name anything, with `known` false. */
    uint8_t wanted[PASSWORD_HASH_SIZE];
    PasswordCost cost; /* of `wanted` */
    bool compare;      /* false: only make a hash */
    bool known;
    PasswordCost fresh; /* what a new hash should cost */
} PasswordJob;

typedef struct PasswordResult {
    uint64_t number;
    bool failed;  /* for want of memory */
    bool matches; /* compared, known and the same */
    bool made;    /* `hash` is a new one, of the cost `fresh`: if it was only to be made, or
                     it matches and the wanted one has another cost */
    uint8_t hash[PASSWORD_HASH_SIZE];
} PasswordResult;

typedef struct PasswordWorkers PasswordWorkers;
/* So many threads, each of which takes the memory of a hash; NULL if they cannot be had. At
 * most `queue` jobs wait. */
PasswordWorkers *password_workers(unsigned threads, unsigned queue);
/* What still waits is dropped. */
void password_workers_free(PasswordWorkers *workers);
/* False if the queue is full. `password` is copied, at most PASSWORD_SIZE_MAX bytes. */
bool password_ask(PasswordWorkers *workers, const PasswordJob *job, Text password);
/* The next that is ready, in any order; false if none is. */
bool password_poll(PasswordWorkers *workers, PasswordResult *out);
/* Readable when one is ready. */
int password_descriptor(const PasswordWorkers *workers);

#endif
