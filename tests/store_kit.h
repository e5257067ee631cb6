/* A folder for a store, and the store in it. */
#ifndef OISIN_TESTS_STORE_KIT_H
#define OISIN_TESTS_STORE_KIT_H

#include "kit.h"

#include <stdio.h>
#include <unistd.h>

#include "server/store.h"

typedef struct StoreKit {
    Kit *kit;
    char folder[64], path[96];
    Store *store;
} StoreKit;

static StoreKit desk;

static const StoreOptions store_options = {.game = {"segais", 6},
                                           .unique = {1, 2, 3, 4, 5, 6, 7, 8}};

static inline Store *open_store(void)
{
    desk.store = store_open(desk.path, &store_options, &desk.kit->report);
    if (!desk.store)
        fail_msg("%s", kit_message(desk.kit, 0));
    return desk.store;
}

static inline Store *reopen_store(void)
{
    store_close(desk.store);
    return open_store();
}

static inline int store_set_up(void **state)
{
    desk = (StoreKit){.kit = kit_new()};
    *state = desk.kit;
    strcpy(desk.folder, "/tmp/oisin-store-XXXXXX");
    assert_non_null(mkdtemp(desk.folder));
    snprintf(desk.path, sizeof desk.path, "%s/state.db", desk.folder);
    return 0;
}

static inline void store_files_remove(void)
{
    static const char *const ends[] = {"", "-wal", "-shm", "-journal", ".lock"};
    for (size_t i = 0; i < COUNT_OF(ends); i++) {
        char path[128];
        snprintf(path, sizeof path, "%s%s", desk.path, ends[i]);
        unlink(path);
    }
}

static inline int store_tear_down(void **state)
{
    (void)state;
    if (desk.store)
        store_close(desk.store);
    store_files_remove();
    rmdir(desk.folder);
    kit_free(desk.kit);
    return 0;
}

static inline void remember_outcome(void *context, StoreOutcome outcome)
{
    *(StoreOutcome *)context = outcome;
}

/* Commits and waits. */
static inline StoreOutcome commit(StoreBatch *batch)
{
    StoreOutcome outcome = STORE_FAILED;
    if (!store_commit(desk.store, &batch, remember_outcome, &outcome)) {
        store_drop_batch(batch);
        return STORE_FAILED;
    }
    store_wait(desk.store);
    return outcome;
}

static inline StoreAccount account_named(int64_t id, const char *name)
{
    return (StoreAccount){.id = id,
                          .name = text_of(name),
                          .folded = text_of(name),
                          .password = {(const uint8_t *)"0123456789abcdef0123456789abcdef", 32},
                          .passes = 1,
                          .memory = 8,
                          .created = 1700000000,
                          .language = TEXT("ga")};
}

#endif
