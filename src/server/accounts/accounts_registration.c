/* The second half of requests that write a hash: a registration, the claim of an account
 * without a password, a new password, and a login after the cost of hashes was raised. */
#include "server/accounts/accounts_internal.h"

/* ---- a new account ---- */

/* Whether the name, and not only the number, was taken by another server. */
static bool name_is_there(const Request *request)
{
    StoreAccount row = {.folded = request->fresh.row.folded};
    Arena *scratch = arena_new();
    Report silent = report_to(NULL, NULL);
    const StoreFound found =
        store_find(request->accounts->store, STORE_ACCOUNT, "folded", &row, scratch, &silent);
    arena_free(scratch);
    return found != STORE_NONE;
}

static bool skeleton_is_there(const Request *request)
{
    bool found = false;
    Arena *scratch = arena_new();
    Report silent = report_to(NULL, NULL);
    const NameSkeletons skeletons =
        name_skeletons(request->accounts->checker, request->fresh.row.name, scratch);
    for (size_t i = 0; i < COUNT_OF(skeletons.forms) && !found; i++) {
        StoreSkeleton row = {.skeleton = skeletons.forms[i]};
        found = store_find(request->accounts->store, STORE_SKELETON, "skeleton", &row, scratch,
                           &silent) != STORE_NONE;
    }
    arena_free(scratch);
    return found;
}

static void kept(void *context, StoreOutcome outcome)
{
    Request *request = context;
    if (outcome == STORE_SAVED) {
        Account *account = account_get(request->accounts, request->fresh.row.id);
        if (!account) /* otherwise it was loaded meanwhile */
            account = account_insert(request->accounts, &request->fresh.row);
        if (!account->networks[0])
            account_begin_networks(request->accounts, account, request_address(request));
        account_notify(request->accounts, request->fresh.row.id);
    }
    if (outcome == STORE_REFUSED)
        accounts_learn(request->accounts, request->fresh.row.id);
    const bool looks = outcome == STORE_REFUSED && skeleton_is_there(request);
    if (outcome == STORE_REFUSED && !looks && !name_is_there(request))
        request->state = ACCOUNT_REQUEST_HASHED; /* retry with the next number */
    else
        request_finish(request, outcome == STORE_SAVED     ? RESULT_OK
                                : outcome == STORE_REFUSED ? RESULT_TAKEN
                                                           : RESULT_FAILED);
}

/* So that two servers cannot register names that look alike at the same time. Skeletons of
 * both forms of a name may be equal to each other only with different first letters. */
static void add_skeletons(const Accounts *accounts, const StoreAccount *row, StoreBatch *batch)
{
    Arena *scratch = arena_new();
    const NameSkeletons skeletons = name_skeletons(accounts->checker, row->name, scratch);
    for (size_t i = 0; i < COUNT_OF(skeletons.forms); i++)
        store_add(batch, STORE_SKELETON, &(StoreSkeleton){skeletons.forms[i], row->id});
    arena_free(scratch);
}

/* Another server may have taken the name. */
static bool commit_new(Accounts *accounts, Request *request, StoreBatch **batch)
{
    request->fresh.row.id = request->answer.account = accounts->next_id;
    store_add(*batch, STORE_ACCOUNT, &request->fresh.row);
    account_begin_networks(accounts, &request->fresh, request_address(request));
    account_put_networks(*batch, &request->fresh);
    add_skeletons(accounts, &request->fresh.row, *batch);
    if (!store_commit(accounts->store, batch, kept, request))
        return false;
    accounts->next_id++; /* so that notifications are in the order of ids */
    return true;
}

/* ---- a new hash of an account ---- */

bool request_is_outdated(const Request *request)
{
    const Account *account = request->account;
    return account && (account_is_deleted(&account->row) || account->deleting ||
                       account->password_changes != request->password_changes);
}

static ResultCode outdated_result(const Request *request)
{
    return request->answer.request == CLIENT_REGISTER ? RESULT_TAKEN : RESULT_BUSY;
}

static void hash_kept(void *context, StoreOutcome outcome)
{
    Request *request = context;
    Accounts *accounts = request->accounts;
    const int64_t id = request->account->row.id;
    const bool ok = outcome == STORE_SAVED && !request_is_outdated(request);
    if (outcome == STORE_REFUSED)
        accounts_learn(accounts, id);
    if (ok)
        account_set_hash(accounts, request->account, request->fresh.password);
    if (ok && request->answer.request == CLIENT_REGISTER)
        account_note_network(accounts, request->account, request_address(request));
    if (outcome == STORE_SAVED)
        account_notify(accounts, id);
    request_finish(request, ok                        ? RESULT_OK
                            : outcome == STORE_FAILED ? RESULT_FAILED
                                                      : outdated_result(request));
}

/* Another server may have changed the password. */
static bool commit_hash(Accounts *accounts, Request *request, StoreBatch **batch)
{
    StoreAccount row = request->account->row;
    store_check_part(*batch, STORE_ACCOUNT, &row, "password", "memory");
    store_copy_part(STORE_ACCOUNT, &row, &request->fresh.row, "password", "memory");
    store_put_part(*batch, STORE_ACCOUNT, &row, "password", "memory");
    return store_commit(accounts->store, batch, hash_kept, request);
}

/* ---- both ---- */

/* Uses its own batch, which may be refused. */
void request_keep(Accounts *accounts, Request *request)
{
    if (request_is_outdated(request)) {
        request_finish(request, outdated_result(request));
        return;
    }
    StoreBatch *batch = store_batch(accounts->store);
    const bool ok = request->account ? commit_hash(accounts, request, &batch)
                                     : commit_new(accounts, request, &batch);
    if (ok) {
        request->state = ACCOUNT_REQUEST_SAVING;
        return;
    }
    store_drop_batch(batch);
    if (store_problem(accounts->store))
        request_finish(request, RESULT_FAILED);
}

void request_replace_hash(Accounts *accounts, Request *request, const uint8_t *hash)
{
    account_set_hash(accounts, &request->fresh, hash);
    request->answer.account = request->account->row.id;
    request->state = ACCOUNT_REQUEST_HASHED;
}

void request_finish_registration(Accounts *accounts, Request *request,
                                 const PasswordResult *hashed, Moment now)
{
    StoreAccount *fresh = &request->fresh.row;
    if (!hashed->made) {
        limits_refund(accounts->register_limits, request_address(request));
        request_finish(request, RESULT_BUSY);
        return;
    }
    if (request->account) {
        account_set_language(request->account, fresh->language);
        account_changed(accounts, request->account, ACCOUNT_TIMES);
        request_replace_hash(accounts, request, hashed->hash);
        return;
    }
    account_set_hash(accounts, &request->fresh, hashed->hash);
    fresh->name = text_of(request->name);
    fresh->folded = text_of(request->folded);
    fresh->created = now.seconds;
    request->state = ACCOUNT_REQUEST_HASHED;
}
