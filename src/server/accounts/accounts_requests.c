/* Registration, login and changes of a password: a request passes through the states of
 * accounts_internal.h. */
#include "server/accounts/accounts_internal.h"


#include <sodium.h>

/* ---- limits ---- */

static Bytes folded_of(const Request *request)
{
    return bytes_of_text(text_of(request->folded));
}

/* IPv6: a household has the first 64 bits. */
static void set_address(Request *request, const WireAddress *address)
{
    request->address_size = address->family == 4 ? 4 : 8;
    memcpy(request->address, address->address, request->address_size);
}

/* ---- asking ---- */

/* Sets request->account. The salt of an account belongs to its spelling of the name. */
static bool find_account(Accounts *accounts, Request *request)
{
    Account *account;
    if (!account_refresh(accounts, text_of(request->name), text_of(request->folded), &account))
        return false;
    if (account && account->row.folded.size >= sizeof request->folded)
        account = NULL; /* imported, with a name that nobody can register */
    if (account)
        memcpy(request->folded, account->row.folded.at, account->row.folded.size + 1);
    request->account = account;
    return true;
}

static void set_folded(Request *request)
{
    for (size_t i = 0; request->name[i]; i++)
        request->folded[i] =
            (char)(request->name[i] >= 'A' && request->name[i] <= 'Z' ? request->name[i] + 32
                                                                      : request->name[i]);
}

static Request *take_request(Accounts *accounts, const AccountRequest *wanted,
                             ClientPacketType type, uint64_t now)
{
    for (unsigned i = 0; i < accounts->request_count; i++) {
        Request *request = &accounts->requests[i];
        if (request->state != ACCOUNT_REQUEST_FREE)
            continue;
        *request = (Request){
            .accounts = accounts,
            .answer = {.asker = wanted->asker, .request = type, .from = *wanted->address},
            .began = now};
        memcpy(request->name, wanted->name.at, wanted->name.size);
        memcpy(request->answer.name, wanted->name.at, wanted->name.size);
        set_folded(request);
        set_address(request, wanted->address);
        account_set_language(&request->fresh, wanted->language);
        return request;
    }
    return NULL;
}

/* Whether another request is registering this name, or one that looks like it, at the
 * moment. */
static bool is_being_made(const Accounts *accounts, const Request *mine)
{
    for (unsigned i = 0; i < accounts->request_count; i++) {
        const Request *other = &accounts->requests[i];
        if (other != mine && other->state != ACCOUNT_REQUEST_FREE &&
            other->state != ACCOUNT_REQUEST_DONE && other->answer.request == CLIENT_REGISTER &&
            (other->looks[0] == mine->looks[0] || other->looks[1] == mine->looks[1]))
            return true;
    }
    return false;
}

static bool ask_for(Accounts *accounts, Request *request, PasswordJob *job, Text password)
{
    job->number = (uint64_t)(request - accounts->requests);
    job->fresh = accounts->cost;
    job->first = request->exempt;
    password_salt(store_game(accounts->store), text_of(request->folded), job->salt);
    const bool ok = password_ask(accounts->workers, job, password);
    sodium_memzero(job, sizeof *job);
    return ok;
}

static bool ask(Accounts *accounts, Request *request, Text password)
{
    const Account *account = request->account;
    const bool known = account && account->row.password.size;
    PasswordJob job = {.cost = accounts->cost,
                       .compare = request->answer.request != CLIENT_REGISTER,
                       .known = known};
    request->password_changes = account ? account->password_changes : 0;
    memcpy(job.wanted, known ? account->password : accounts->dummy, sizeof job.wanted);
    if (known)
        job.cost = (PasswordCost){(uint32_t)account->row.passes, (uint32_t)account->row.memory};
    const bool ok = ask_for(accounts, request, &job, password);
    request->state = ok ? ACCOUNT_REQUEST_HASHING : ACCOUNT_REQUEST_FREE;
    accounts->waiting += ok;
    return ok;
}

/* A quarter of the queue is left to accounts that have logged in from their network before:
 * a flood from many addresses delays only strangers. */
static bool has_place(const Accounts *accounts, const Request *request)
{
    return request->exempt ||
           accounts->waiting < accounts->request_count - accounts->request_count / 4;
}

static ResultCode wait_for(uint64_t milliseconds, uint64_t *wait)
{
    if (wait)
        *wait = milliseconds;
    return RESULT_WAIT;
}

static ResultCode begin_registration(Accounts *accounts, Request *request, Text password,
                                     uint64_t now, uint64_t *wait)
{
    if (!find_account(accounts, request))
        return RESULT_BUSY;
    /* Also for a name that is taken, so that the answer does not disclose which accounts
     * exist. */
    if (accounts->closed && (!request->account || request->account->row.password.size))
        return RESULT_CLOSED;
    const uint64_t more =
        limits_charge(accounts->register_limits, request_address(request), now);
    if (more)
        return wait_for(more, wait);
    const Account *other =
        request->account ? NULL : account_similar(accounts, text_of(request->name));
    if (is_being_made(accounts, request) ||
        (request->account && request->account->row.password.size))
        return RESULT_TAKEN;
    if (other)
        return RESULT_SIMILAR;
    if (has_place(accounts, request) && ask(accounts, request, password))
        return RESULT_OK;
    limits_refund(accounts->register_limits, request_address(request));
    return RESULT_BUSY;
}

static void set_looks(const Accounts *accounts, Request *request)
{
    Arena *arena = arena_new();
    const NameSkeletons skeletons =
        name_skeletons(accounts->checker, text_of(request->name), arena);
    for (size_t i = 0; i < COUNT_OF(request->looks); i++)
        request->looks[i] = hash_bytes(0, bytes_of_text(skeletons.forms[i]));
    arena_free(arena);
}

/* An imported account without a password may have an older name, which is not checked. */
static bool may_have_name(const Accounts *accounts, Text name)
{
    const NameFault fault = name_fault(accounts->checker, name);
    const StoreAccount *row = fault == NAME_SHAPE ? NULL : accounts_find(accounts, name);
    return fault == NAME_GOOD || (row && !row->password.size);
}

static bool is_good_password(Text password)
{
    return password.size >= ACCOUNT_PASSWORD_MIN && password.size <= PASSWORD_SIZE_MAX;
}

ResultCode accounts_register(Accounts *accounts, const AccountRequest *wanted, Moment now,
                             uint64_t *wait)
{
    if (!may_have_name(accounts, wanted->name))
        return RESULT_NAME;
    if (!is_good_password(wanted->password))
        return RESULT_PASSWORD;
    Request *request = take_request(accounts, wanted, CLIENT_REGISTER, now.milliseconds);
    if (!request)
        return RESULT_BUSY;
    set_looks(accounts, request);
    return begin_registration(accounts, request, wanted->password, now.milliseconds, wait);
}

/* The account's name and the network, separated by a zero, which a name does not contain. */
static void set_pair(Request *request)
{
    const size_t size = strlen(request->folded) + 1;
    memcpy(request->pair, request->folded, size);
    memcpy(request->pair + size, request->address, request->address_size);
    request->pair_size = size + request->address_size;
}

/* Returns 0, or the ms for which this account is closed to this network. */
static uint64_t charge_account(Accounts *accounts, Request *request, uint64_t now)
{
    Account *account = request->account;
    set_pair(request);
    const Bytes pair = {request->pair, request->pair_size};
    if (account && accounts->notify)
        account_learn_networks(accounts, account);
    request->exempt = account && account_knows(accounts, account, request_address(request));
    const uint64_t here = limits_charge(accounts->account_limits, pair, now);
    if (here || request->exempt)
        return here;
    const uint64_t more = limits_charge(accounts->everywhere_limits, folded_of(request), now);
    if (more)
        limits_refund(accounts->account_limits, pair);
    return more;
}

static void refund_login(Accounts *accounts, const Request *request)
{
    limits_refund(accounts->address_limits, request_address(request));
    limits_refund(accounts->account_limits, (Bytes){request->pair, request->pair_size});
    if (!request->exempt)
        limits_refund(accounts->everywhere_limits, folded_of(request));
}

/* A login, or the first part of a change of the password. */
static ResultCode begin_login(Accounts *accounts, const AccountRequest *wanted,
                              ClientPacketType type, Moment now, uint64_t *wait)
{
    if (!wanted->name.size || wanted->name.size > ACCOUNT_NAME_BYTES ||
        memchr(wanted->name.at, 0, wanted->name.size) ||
        wanted->password.size > PASSWORD_SIZE_MAX)
        return RESULT_WRONG;
    Request *request = take_request(accounts, wanted, type, now.milliseconds);
    if (!request)
        return RESULT_BUSY;
    uint64_t more =
        limits_charge(accounts->address_limits, request_address(request), now.milliseconds);
    if (more)
        return wait_for(more, wait);
    if (!find_account(accounts, request)) {
        limits_refund(accounts->address_limits, request_address(request));
        return RESULT_BUSY;
    }
    more = charge_account(accounts, request, now.milliseconds);
    if (more) /* the address stays charged: repeated requests have a cost */
        return wait_for(more, wait);
    if (has_place(accounts, request) && ask(accounts, request, wanted->password)) {
        request->fresh_size = wanted->fresh.size;
        if (wanted->fresh.size)
            memcpy(request->fresh_password, wanted->fresh.at, wanted->fresh.size);
        return RESULT_OK;
    }
    request->state = ACCOUNT_REQUEST_FREE;
    refund_login(accounts, request);
    return RESULT_BUSY;
}

ResultCode accounts_login(Accounts *accounts, const AccountRequest *wanted, Moment now,
                          uint64_t *wait)
{
    AccountRequest login = *wanted;
    login.fresh = TEXT("");
    return begin_login(accounts, &login, CLIENT_LOGIN, now, wait);
}

ResultCode accounts_change_password(Accounts *accounts, const AccountRequest *wanted,
                                    Moment now, uint64_t *wait)
{
    return is_good_password(wanted->fresh)
               ? begin_login(accounts, wanted, CLIENT_PASSWORD, now, wait)
               : RESULT_PASSWORD;
}

/* ---- answers ---- */

/* The second part of a change of the password. */
static void hash_new_password(Accounts *accounts, Request *request)
{
    PasswordJob job = {.cost = accounts->cost};
    const Text password = {request->fresh_password, request->fresh_size};
    const bool ok = ask_for(accounts, request, &job, password);
    sodium_memzero(request->fresh_password, sizeof request->fresh_password);
    request->checked = true;
    if (!ok)
        request_finish(request, RESULT_BUSY);
}

static void finish_new_password(Accounts *accounts, Request *request,
                                const PasswordResult *hashed)
{
    if (!hashed->made)
        request_finish(request, RESULT_BUSY);
    else
        request_replace_hash(accounts, request, hashed->hash);
}

static void finish_login(Accounts *accounts, Request *request, const PasswordResult *hashed,
                         Moment now)
{
    Account *account = request->account;
    if (hashed->failed || hashed->matches) {
        refund_login(accounts, request);
    }
    const bool outdated = hashed->matches && request_is_outdated(request);
    if (hashed->failed || !hashed->matches || outdated) {
        request_finish(request, hashed->failed || outdated ? RESULT_BUSY : RESULT_WRONG);
        return;
    }
    limits_remove(accounts->account_limits, (Bytes){request->pair, request->pair_size});
    if (account_is_banned(&account->row, now.seconds, NULL)) {
        request->answer.account = account->row.id;
        request_finish(request, RESULT_BANNED);
        return;
    }
    if (request->answer.request == CLIENT_PASSWORD) {
        hash_new_password(accounts, request);
        return;
    }
    account_note_network(accounts, account, request_address(request));
    account->row.login = account->row.seen = now.seconds;
    account_set_language(account, request->fresh.row.language);
    account_changed(accounts, account, ACCOUNT_TIMES);
    request->answer.account = account->row.id;
    if (hashed->made)
        request_replace_hash(accounts, request, hashed->hash);
    else
        request_finish(request, RESULT_OK);
}

static void take_hashes(Accounts *accounts, Moment now)
{
    PasswordResult hashed;
    while (password_poll(accounts->workers, &hashed)) {
        Request *request = &accounts->requests[hashed.number];
        if (request->checked)
            finish_new_password(accounts, request, &hashed);
        else if (request->answer.request != CLIENT_REGISTER)
            finish_login(accounts, request, &hashed, now);
        else
            request_finish_registration(accounts, request, &hashed, now);
        sodium_memzero(&hashed, sizeof hashed);
    }
}

/* Fails pending requests if the store has failed. */
static void keep_all(Accounts *accounts)
{
    accounts_flush(accounts);
    for (unsigned i = 0; accounts->waiting && i < accounts->request_count; i++) {
        Request *request = &accounts->requests[i];
        if (request->state == ACCOUNT_REQUEST_HASHED)
            request_keep(accounts, request);
    }
}

bool accounts_poll(Accounts *accounts, Moment now, AccountAnswer *out)
{
    take_hashes(accounts, now);
    keep_all(accounts);
    for (unsigned i = 0; accounts->waiting && i < accounts->request_count; i++) {
        Request *request = &accounts->requests[accounts->next_done++ % accounts->request_count];
        if (request->state != ACCOUNT_REQUEST_DONE)
            continue;
        *out = request->answer;
        if (out->result != RESULT_OK && out->result != RESULT_BANNED)
            out->account = 0;
        sodium_memzero(request, sizeof *request);
        accounts->waiting--;
        return true;
    }
    return false;
}

AccountsQueue accounts_queue(const Accounts *accounts, uint64_t now)
{
    AccountsQueue queue = {0};
    for (unsigned i = 0; i < accounts->request_count; i++) {
        const Request *request = &accounts->requests[i];
        if (request->state != ACCOUNT_REQUEST_HASHING)
            continue;
        queue.length++;
        queue.oldest =
            now - request->began > queue.oldest ? now - request->began : queue.oldest;
    }
    return queue;
}

int accounts_descriptor(const Accounts *accounts)
{
    return password_descriptor(accounts->workers);
}
