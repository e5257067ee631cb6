/* Deletion of accounts: one at a time, answered when it is on the disk. */
#include "server/accounts/accounts_internal.h"

#include "base/text.h"

#include <sodium.h>

/* Reports about the player and of the player contain their words. */
static bool remove_reports(const Accounts *accounts, int64_t id, StoreBatch *batch)
{
    void *rows;
    size_t count;
    Arena *scratch = arena_new();
    Report silent = report_to(NULL, NULL);
    const bool ok = store_load(accounts->store, STORE_REPORT, &rows, &count, scratch, &silent);
    for (size_t i = 0; ok && i < count; i++) {
        const StoreReport *row = &((const StoreReport *)rows)[i];
        if (row->account == id || row->about == id)
            store_remove(batch, STORE_REPORT, row);
    }
    arena_free(scratch);
    return ok;
}

static void remove_rows(const Accounts *accounts, const StoreAccount *row, StoreBatch *batch)
{
    Arena *scratch = arena_new();
    const NameSkeletons skeletons = name_skeletons(accounts->checker, row->name, scratch);
    for (size_t i = 0; i < COUNT_OF(skeletons.forms); i++)
        store_remove(batch, STORE_SKELETON, &(StoreSkeleton){skeletons.forms[i], row->id});
    store_remove(batch, STORE_CHARACTER, &(StoreCharacter){.account = row->id});
    store_remove(batch, STORE_NETWORK, &(StoreNetwork){.account = row->id});
    arena_free(scratch);
}

/* Unsaved changes of the account are never written (accounts.c). */
static void clear(Accounts *accounts, Account *account)
{
    const int64_t id = account->row.id;
    account->row = (StoreAccount){
        .id = id, .folded = arena_format(accounts->arena, "#%lld", (long long)id)};
    account->password_changes++;
    sodium_memzero(account->password, sizeof account->password);
    memset(account->networks, 0, sizeof account->networks);
}

static void deleted(void *context, StoreOutcome outcome)
{
    Accounts *accounts = context;
    Deletion *deletion = &accounts->deletion;
    deletion->state = DELETION_OVER;
    deletion->result = outcome == STORE_SAVED     ? RESULT_OK
                       : outcome == STORE_REFUSED ? RESULT_BUSY
                                                  : RESULT_FAILED;
    deletion->account->deleting = false;
    if (outcome != STORE_SAVED)
        return;
    clear(accounts, deletion->account);
    account_notify(accounts, deletion->account->row.id);
    if (deletion->done)
        deletion->done(deletion->context, deletion->account->row.id, deletion->name,
                       deletion->by);
}

bool accounts_deletion(Accounts *accounts, Text name, ResultCode *out)
{
    enum { PATIENCE = 300 /* ms: the world must not block for long */ };
    Deletion *deletion = &accounts->deletion;
    Arena *scratch = arena_new();
    const bool same = deletion->state != DELETION_NONE &&
                      text_equal(name_folded(accounts->checker, name, scratch),
                                 name_folded(accounts->checker, deletion->name, scratch));
    arena_free(scratch);
    if (!same)
        return false;
    if (deletion->state == DELETION_PENDING)
        store_wait_for(accounts->store, PATIENCE);
    *out = deletion->state == DELETION_PENDING ? RESULT_BUSY : deletion->result;
    if (deletion->state == DELETION_PENDING)
        return true;
    deletion->state = DELETION_NONE;
    /* Another account may have the name by now. */
    return deletion->result != RESULT_OK || !account_by_name(accounts, name);
}

/* The player may have entered a world at another server since the caller looked. Then the
 * batch is refused: that world would save the character again. */
static bool check_character(const Accounts *accounts, int64_t id, StoreBatch *batch)
{
    Arena *scratch = arena_new();
    Report silent = report_to(NULL, NULL);
    StoreCharacter row = {.account = id};
    const StoreFound found =
        store_find(accounts->store, STORE_CHARACTER, "account", &row, scratch, &silent);
    row.land = 0;
    if (found == STORE_FOUND)
        store_check_part(batch, STORE_CHARACTER, &row, "land", "land");
    arena_free(scratch);
    return found != STORE_UNREADABLE;
}

static ResultCode begin(Accounts *accounts, Account *account, Text by)
{
    StoreBatch *batch = store_batch(accounts->store);
    const int64_t id = account->row.id;
    if (!remove_reports(accounts, id, batch) || !check_character(accounts, id, batch)) {
        store_drop_batch(batch);
        return RESULT_BUSY;
    }
    if (accounts->deleting)
        accounts->deleting(accounts->options_context, batch);
    remove_rows(accounts, &account->row, batch);
    store_put(batch, STORE_ACCOUNT,
              &(StoreAccount){.id = id,
                              .folded = arena_format(accounts->arena, "#%lld", (long long)id)});
    if (!store_commit(accounts->store, &batch, deleted, accounts)) {
        store_drop_batch(batch);
        return RESULT_BUSY;
    }
    account->deleting = true;
    accounts->deletion.state = DELETION_PENDING;
    accounts->deletion.account = account;
    accounts->deletion.name = account->row.name;
    accounts->deletion.by = arena_text(accounts->arena, account_note(by));
    return RESULT_OK;
}

ResultCode accounts_delete(Accounts *accounts, Text name, Text by, AccountDeleted *done,
                           void *context)
{
    ResultCode result;
    if (accounts_deletion(accounts, name, &result))
        return result;
    Account *account = account_by_name(accounts, name);
    if (!account)
        return RESULT_NOBODY;
    if (accounts->deletion.state == DELETION_PENDING)
        return RESULT_BUSY;
    result = accounts_keep(accounts); /* so that no older row is written later */
    if (result != RESULT_OK)
        return result;
    accounts->deletion.done = done;
    accounts->deletion.context = context;
    result = begin(accounts, account, by);
    if (result == RESULT_OK)
        accounts_deletion(accounts, name, &result);
    return result;
}
