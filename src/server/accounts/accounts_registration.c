/* The second half of a registration: its password is hashed, and it is saved. */
#include "server/accounts/accounts_internal.h"

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
        /* it was loaded meanwhile */
        if (!accounts_get(request->accounts, request->fresh.row.id))
            account_insert(request->accounts, &request->fresh.row);
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

/* Uses its own batch, since another server may have taken the name. */
void request_keep_new(Accounts *accounts, Request *request)
{
    StoreBatch *batch = store_batch(accounts->store);
    request->fresh.row.id = request->answer.account = accounts->next_id;
    store_add(batch, STORE_ACCOUNT, &request->fresh.row);
    add_skeletons(accounts, &request->fresh.row, batch);
    if (store_commit(accounts->store, &batch, kept, request)) {
        accounts->next_id++; /* so that notifications are in the order of ids */
        request->state = ACCOUNT_REQUEST_SAVING;
        return;
    }
    store_drop_batch(batch);
    if (store_problem(accounts->store))
        request_finish(request, RESULT_FAILED);
}

void request_finish_registration(Accounts *accounts, Request *request,
                                 const PasswordResult *hashed, Moment now)
{
    Account *account = request->account ? request->account : &request->fresh;
    if (!hashed->made) {
        limits_refund(accounts->register_limits, request_address(request));
        request_finish(request, RESULT_BUSY);
        return;
    }
    if (request_is_outdated(accounts, request, true)) { /* another request has claimed it */
        request_finish(request, RESULT_TAKEN);
        return;
    }
    account_set_hash(accounts, account, hashed->hash);
    if (request->account) {
        account_set_language(account, request->fresh.row.language);
        account_changed(accounts, account, ACCOUNT_PASSWORD);
        account_changed(accounts, account, ACCOUNT_TIMES);
        request->answer.account = account->row.id;
        request->state = ACCOUNT_REQUEST_CLAIMED;
        return;
    }
    account->row.name = text_of(request->name);
    account->row.folded = text_of(request->folded);
    account->row.created = now.seconds;
    request->state = ACCOUNT_REQUEST_HASHED;
}
