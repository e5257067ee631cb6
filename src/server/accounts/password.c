/* Hashes passwords in worker threads. Parts, in order: salt and hash (libsodium); the threads.
 * Each copy of a password or hash is wiped after its use. A job for an unknown name is hashed
 * like any other, so that the time of the answer does not reveal which names exist. */
#include "server/accounts/password.h"

#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum { GAME_SIZE = 16, THREADS_MAX = 64 };

void password_salt(Text game, Text name, uint8_t out[PASSWORD_SALT_SIZE])
{
    /* The id in the form of a saved game's header. */
    uint8_t padded[GAME_SIZE] = {0};
    crypto_generichash_state state;
    memcpy(padded, game.at, game.size < GAME_SIZE ? game.size : GAME_SIZE);
    crypto_generichash_init(&state, NULL, 0, PASSWORD_SALT_SIZE);
    crypto_generichash_update(&state, padded, GAME_SIZE);
    crypto_generichash_update(&state, (const uint8_t *)name.at, name.size);
    crypto_generichash_final(&state, out, PASSWORD_SALT_SIZE);
}

bool password_hash(Text password, const uint8_t salt[PASSWORD_SALT_SIZE], PasswordCost cost,
                   uint8_t out[PASSWORD_HASH_SIZE])
{
    _Static_assert(PASSWORD_SALT_SIZE == crypto_pwhash_argon2id_SALTBYTES, "");
    return crypto_pwhash_argon2id(out, PASSWORD_HASH_SIZE, password.at, password.size, salt,
                                  cost.passes, (size_t)cost.memory << 10,
                                  crypto_pwhash_argon2id_ALG_ARGON2ID13) == 0;
}

/* ---- in threads ---- */

typedef struct Slot {
    PasswordJob job;
    char password[PASSWORD_SIZE_MAX];
    size_t size;
} Slot;

/* Two rings of the same length: waiting jobs and results. A job reserves its place in the
 * second ring before it enters the first. */
struct PasswordWorkers {
    pthread_t threads[THREADS_MAX];
    unsigned thread_count, length;
    pthread_mutex_t lock;
    pthread_cond_t given;
    Slot *waiting;
    PasswordResult *ready;
    unsigned first_waiting, waiting_count, first_ready, ready_count;
    unsigned marked;    /* waiting jobs at the start that have the mark `first` */
    unsigned under_way; /* asked and not polled yet */
    bool ending;
    int event;
};

static PasswordResult work_on(const Slot *slot)
{
    const PasswordJob *job = &slot->job;
    const Text password = {slot->password, slot->size};
    const bool same_cost =
        job->cost.passes == job->fresh.passes && job->cost.memory == job->fresh.memory;
    PasswordResult result = {.number = job->number};
    uint8_t hash[PASSWORD_HASH_SIZE] = {0};
    if (job->compare) {
        result.failed = !password_hash(password, job->salt, job->cost, hash);
        const bool same = sodium_memcmp(hash, job->wanted, sizeof hash) == 0;
        result.matches = !result.failed && same && job->known;
        sodium_memzero(hash, sizeof hash);
    }
    if (!job->compare || (result.matches && !same_cost)) {
        result.made = password_hash(password, job->salt, job->fresh, result.hash);
        result.failed = result.failed || (!result.made && !job->compare);
    }
    return result;
}

static void *work(void *context)
{
    PasswordWorkers *workers = context;
    pthread_mutex_lock(&workers->lock);
    for (;;) {
        while (!workers->waiting_count && !workers->ending)
            pthread_cond_wait(&workers->given, &workers->lock);
        if (workers->ending)
            break;
        Slot *first = &workers->waiting[workers->first_waiting], slot = *first;
        sodium_memzero(first, sizeof *first);
        workers->first_waiting = (workers->first_waiting + 1) % workers->length;
        workers->waiting_count--;
        workers->marked -= workers->marked > 0;
        pthread_mutex_unlock(&workers->lock);
        PasswordResult result = work_on(&slot);
        sodium_memzero(&slot, sizeof slot);
        pthread_mutex_lock(&workers->lock);
        workers->ready[(workers->first_ready + workers->ready_count++) % workers->length] =
            result;
        sodium_memzero(&result, sizeof result);
        eventfd_write(workers->event, 1);
    }
    pthread_mutex_unlock(&workers->lock);
    return NULL;
}

static void wipe(void *memory, size_t size)
{
    if (!memory)
        return;
    sodium_memzero(memory, size);
    free(memory);
}

PasswordWorkers *password_workers(unsigned threads, unsigned queue)
{
    PasswordWorkers *workers = calloc(1, sizeof *workers);
    if (!workers || sodium_init() < 0) {
        free(workers);
        return NULL;
    }
    workers->length = queue ? queue : 1;
    workers->waiting = calloc(workers->length, sizeof *workers->waiting);
    workers->ready = calloc(workers->length, sizeof *workers->ready);
    workers->event = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    pthread_mutex_init(&workers->lock, NULL);
    pthread_cond_init(&workers->given, NULL);
    const bool ok = workers->waiting && workers->ready && workers->event >= 0;
    while (ok && workers->thread_count < threads && workers->thread_count < THREADS_MAX &&
           pthread_create(&workers->threads[workers->thread_count], NULL, work, workers) == 0)
        workers->thread_count++;
    if (workers->thread_count)
        return workers;
    password_workers_free(workers);
    return NULL;
}

void password_workers_free(PasswordWorkers *workers)
{
    pthread_mutex_lock(&workers->lock);
    workers->ending = true;
    pthread_cond_broadcast(&workers->given);
    pthread_mutex_unlock(&workers->lock);
    for (unsigned i = 0; i < workers->thread_count; i++)
        pthread_join(workers->threads[i], NULL);
    if (workers->event >= 0)
        close(workers->event);
    wipe(workers->waiting, workers->length * sizeof *workers->waiting);
    wipe(workers->ready, workers->length * sizeof *workers->ready);
    free(workers);
}

/* A free place behind the marked jobs, or behind all. */
static Slot *place_for(PasswordWorkers *workers, bool first)
{
    const unsigned at = first ? workers->marked++ : workers->waiting_count;
    for (unsigned i = workers->waiting_count++; i > at; i--)
        workers->waiting[(workers->first_waiting + i) % workers->length] =
            workers->waiting[(workers->first_waiting + i - 1) % workers->length];
    return &workers->waiting[(workers->first_waiting + at) % workers->length];
}

bool password_ask(PasswordWorkers *workers, const PasswordJob *job, Text password)
{
    pthread_mutex_lock(&workers->lock);
    const bool ok = workers->under_way < workers->length && password.size <= PASSWORD_SIZE_MAX;
    if (ok) {
        Slot *slot = place_for(workers, job->first);
        slot->job = *job;
        slot->size = password.size;
        if (password.size)
            memcpy(slot->password, password.at, password.size);
        workers->under_way++;
        pthread_cond_signal(&workers->given);
    }
    pthread_mutex_unlock(&workers->lock);
    return ok;
}

bool password_poll(PasswordWorkers *workers, PasswordResult *out)
{
    eventfd_t seen;
    pthread_mutex_lock(&workers->lock);
    const bool ok = workers->ready_count > 0;
    if (ok) {
        *out = workers->ready[workers->first_ready];
        sodium_memzero(&workers->ready[workers->first_ready], sizeof *out);
        workers->first_ready = (workers->first_ready + 1) % workers->length;
        workers->ready_count--;
        workers->under_way--;
    } else {
        eventfd_read(workers->event, &seen);
    }
    pthread_mutex_unlock(&workers->lock);
    return ok;
}

int password_descriptor(const PasswordWorkers *workers) { return workers->event; }
