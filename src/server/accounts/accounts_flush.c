/* Writes changed rows to the store. Rows are written in parts, so that what other servers have
 * changed of the other parts is preserved. */
#include "server/accounts/accounts_internal.h"

#include <assert.h>

static void flushed(void *context, StoreOutcome outcome)
{
    Accounts *accounts = context;
    accounts->flushing = false;
    for (size_t i = 0; i < accounts->flush_count; i++) {
        Account *account = account_get(accounts, accounts->flushes[i]);
        assert(account); /* accounts are never removed */
        account->flushed = 0;
        if (outcome == STORE_SAVED)
            account_notify(accounts, accounts->flushes[i]);
    }
    accounts->flush_count = 0;
}

/* Notifies other servers after the change is on the disk. */
static void note_flush(Accounts *accounts, int64_t id)
{
    if (accounts->flush_count == accounts->flush_capacity) {
        accounts->flush_capacity = accounts->flush_capacity ? 2 * accounts->flush_capacity : 64;
        int64_t *flushes = ARENA_ALLOC(accounts->arena, int64_t, accounts->flush_capacity);
        if (accounts->flush_count)
            memcpy(flushes, accounts->flushes, accounts->flush_count * sizeof *flushes);
        accounts->flushes = flushes;
    }
    accounts->flushes[accounts->flush_count++] = id;
}

static void denied_kept(void *context, StoreOutcome outcome)
{
    Accounts *accounts = context;
    accounts->denials_under_way--;
    if (outcome == STORE_SAVED)
        account_notify(context, 0);
}

static void put_parts(StoreBatch *batch, const Account *account)
{
    if (account->deleting || account_is_deleted(&account->row))
        return;
    if (account->changed & ACCOUNT_TIMES)
        store_put_part(batch, STORE_ACCOUNT, &account->row, "login", "language");
    for (size_t i = 0; i < ACCOUNT_COLUMNS; i++)
        if (account->changed & account_columns[i].part)
            store_put_part(batch, STORE_ACCOUNT, &account->row, account_columns[i].first,
                           account_columns[i].last);
    if (account->changed & ACCOUNT_NETWORKS)
        account_put_networks(batch, account);
}

/* Rows are copied at the time when the store accepts them, so that a later batch never
 * contains older values. */
static void flush_accounts(Accounts *accounts)
{
    StoreBatch *batch = store_batch(accounts->store);
    accounts->flush_count = 0;
    for (const Account *account = accounts->changed; account; account = account->next_changed) {
        put_parts(batch, account);
        note_flush(accounts, account->row.id);
    }
    if (!store_commit(accounts->store, &batch, flushed, accounts)) {
        store_drop_batch(batch);
        return;
    }
    accounts->flushing = true;
    for (Account *account = accounts->changed; account; account = account->next_changed) {
        account->flushed = account->changed;
        account->changed = 0;
    }
    accounts->changed = NULL;
}

void accounts_flush(Accounts *accounts)
{
    if (accounts->changed && !accounts->flushing)
        flush_accounts(accounts);
    if (accounts->denials &&
        store_commit(accounts->store, &accounts->denials, denied_kept, accounts))
        accounts->denials_under_way++;
}

ResultCode accounts_keep(Accounts *accounts)
{
    enum { PATIENCE = 300 /* ms, up to three times: the world must not block for a second */ };
    bool over = true;
    /* A flush that is under way may not contain the latest change. */
    for (unsigned i = 0;
         i < 3 && over && (accounts->changed || accounts->denials || accounts->flushing || !i);
         i++) {
        accounts_flush(accounts);
        over = store_wait_for(accounts->store, PATIENCE);
    }
    if (store_problem(accounts->store))
        return RESULT_FAILED;
    return over && !accounts->changed && !accounts->denials ? RESULT_OK : RESULT_BUSY;
}
