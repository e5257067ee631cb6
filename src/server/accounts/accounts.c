/* Parts, in order: valid names; the accounts in memory, ordered by id; changes made by other
 * servers; writing changed rows to the store (accounts_flush); bans, passwords and the deny
 * list. Logins and registrations are in accounts_requests.c. */
#include "server/accounts/accounts_internal.h"

#include "base/text.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <wctype.h>

/* ---- names ---- */

/* The C library classifies them as letters, but they are invisible. */
static bool is_invisible(uint32_t c)
{
    return c == 0x115F || c == 0x1160 || c == 0x3164 || c == 0xFFA0;
}

bool account_name_ok(const Accounts *accounts, Text name)
{
    size_t letters = 0;
    uint32_t before = ' ';
    if (name.size > ACCOUNT_NAME_BYTES || utf8_invalid(name) < name.size)
        return false;
    for (size_t at = 0; at < name.size; letters++) {
        const uint32_t c = utf8_next(name, &at);
        const bool letter = iswalnum_l((wint_t)c, accounts->locale) && !is_invisible(c);
        const bool mark = c == ' ' || c == '-' || c == '\'';
        if (!letter && (!mark || !letters || (c == ' ' && before == ' ')))
            return false;
        before = c;
    }
    return letters >= ACCOUNT_NAME_MIN && letters <= ACCOUNT_NAME_MAX && before != ' ';
}

/* ---- the accounts in memory ---- */

void account_set_language(Account *account, Text language)
{
    if (language.size != 2 || language.at[0] < 'a' || language.at[0] > 'z' ||
        language.at[1] < 'a' || language.at[1] > 'z')
        return;
    memcpy(account->language, language.at, 2);
    account->row.language = (Text){account->language, 2};
}

void account_set_hash(Accounts *accounts, Account *account, const uint8_t *hash)
{
    memcpy(account->password, hash, sizeof account->password);
    account->row.password = (Bytes){account->password, sizeof account->password};
    account->row.passes = accounts->cost.passes;
    account->row.memory = accounts->cost.memory;
}

/* Index of the first account whose id is not smaller; accounts are ordered by id. */
static size_t index_of(const Accounts *accounts, int64_t id)
{
    size_t low = 0, high = accounts->count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (accounts->items[middle]->row.id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Rows are reloaded often: an unchanged text reuses its memory. */
static Text text_kept(const Accounts *accounts, Text before, Text now)
{
    return text_equal(before, now) ? before : arena_text(accounts->arena, now);
}

static void set_row(Accounts *accounts, Account *account, const StoreAccount *row)
{
    const StoreAccount before = account->row;
    account->row = *row;
    account->row.name = text_kept(accounts, before.name, row->name);
    account->row.folded = text_kept(accounts, before.folded, row->folded);
    account->row.reason = text_kept(accounts, before.reason, row->reason);
    account->row.language = (Text){account->language, 0};
    account->row.password = (Bytes){account->password, 0};
    account_set_language(account, row->language);
    if (row->password.size == sizeof account->password) {
        /* may be the same memory */
        memmove(account->password, row->password.data, row->password.size);
        account->row.password.size = row->password.size;
    }
}

Account *account_insert(Accounts *accounts, const StoreAccount *row)
{
    const size_t player_index = index_of(accounts, row->id), count = accounts->count;
    Account *account = ARENA_ALLOC(accounts->arena, Account, 1);
    set_row(accounts, account, row);
    table_put(&accounts->names, account->row.folded, (uint32_t)row->id);
    ARENA_PUSH(accounts->arena, accounts->items, accounts->count);
    memmove(accounts->items + player_index + 1, accounts->items + player_index,
            (count - player_index) * sizeof *accounts->items);
    accounts->items[player_index] = account;
    accounts->next_id = row->id >= accounts->next_id ? row->id + 1 : accounts->next_id;
    return account;
}

static Account *get(const Accounts *accounts, int64_t id)
{
    const size_t player_index = index_of(accounts, id);
    return player_index < accounts->count && accounts->items[player_index]->row.id == id
               ? accounts->items[player_index]
               : NULL;
}

Account *account_by_name(const Accounts *accounts, Text folded)
{
    const uint32_t *id = table_get(&accounts->names, folded);
    return id ? get(accounts, *id) : NULL;
}

void account_fold(Text name, char *out)
{
    for (size_t i = 0; i < name.size; i++)
        out[i] = (char)(name.at[i] >= 'A' && name.at[i] <= 'Z' ? name.at[i] + 32 : name.at[i]);
}

static Account *find(const Accounts *accounts, Text name)
{
    char folded[ACCOUNT_NAME_BYTES];
    if (name.size > sizeof folded)
        return NULL;
    account_fold(name, folded);
    return account_by_name(accounts, (Text){folded, name.size});
}

void accounts_set_closed(Accounts *accounts, bool closed) { accounts->closed = closed; }

size_t accounts_count(const Accounts *accounts) { return accounts->count; }

const StoreAccount *accounts_get(const Accounts *accounts, int64_t id)
{
    const Account *account = get(accounts, id);
    return account ? &account->row : NULL;
}

const StoreAccount *accounts_find(const Accounts *accounts, Text name)
{
    const Account *account = find(accounts, name);
    return account ? &account->row : NULL;
}

/* ---- what other servers do ---- */

void account_notify(const Accounts *accounts, int64_t id)
{
    if (accounts->notify)
        accounts->notify(accounts->notify_context, id);
}

static int64_t later(int64_t a, int64_t b) { return a > b ? a : b; }

/* Local changes that are not in the store yet are newer than the stored row. */
static void keep_changes(const Account *account, StoreAccount *row)
{
    const StoreAccount *mine = &account->row;
    const unsigned parts = account->changed | account->flushed;
    if (parts & ACCOUNT_BAN) {
        row->flags = mine->flags;
        row->reason = mine->reason;
    }
    if (parts & ACCOUNT_PASSWORD) {
        row->password = mine->password;
        row->passes = mine->passes;
        row->memory = mine->memory;
    }
    if (parts & ACCOUNT_TIMES)
        row->language = mine->language;
    row->login = later(row->login, mine->login);
    row->logout = later(row->logout, mine->logout);
    row->seen = later(row->seen, mine->seen);
}

bool account_learn(Accounts *accounts, const char *column, StoreAccount *row)
{
    Arena *scratch = arena_new();
    Report silent = report_to(NULL, NULL);
    const bool found = store_find(accounts->store, STORE_ACCOUNT, column, row, scratch,
                                  &silent) == STORE_FOUND;
    Account *account = found ? get(accounts, row->id) : NULL;
    if (account) {
        keep_changes(account, row);
        set_row(accounts, account, row);
    } else if (found) {
        account_insert(accounts, row);
    }
    arena_free(scratch);
    return found;
}

bool accounts_learn(Accounts *accounts, int64_t id)
{
    return account_learn(accounts, "id", &(StoreAccount){.id = id});
}

bool accounts_learn_denied(Accounts *accounts)
{
    Report silent = report_to(NULL, NULL);
    return !accounts->denials && accounts_load_denied(accounts, &silent);
}

/* ---- to the store ---- */

void account_changed(Accounts *accounts, Account *account, AccountPart part)
{
    if (!account->changed) {
        account->next_changed = accounts->changed;
        accounts->changed = account;
    }
    account->changed |= part;
}

/* Requests that claimed an account are answered after the flush that contains it. */
static void flushed(void *context, StoreOutcome outcome)
{
    Accounts *accounts = context;
    accounts->flushing = false;
    for (size_t i = 0; i < accounts->flush_count; i++) {
        Account *account = get(accounts, accounts->flushes[i]);
        assert(account); /* accounts are never removed */
        account->flushed = 0;
        if (outcome == STORE_SAVED)
            account_notify(accounts, accounts->flushes[i]);
    }
    accounts->flush_count = 0;
    for (unsigned i = 0; i < accounts->request_count; i++) {
        Request *request = &accounts->requests[i];
        if (request->state != ACCOUNT_REQUEST_FLUSHED)
            continue;
        request->state = ACCOUNT_REQUEST_DONE;
        request->answer.result = outcome == STORE_SAVED ? RESULT_OK : RESULT_FAILED;
    }
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
    if (outcome == STORE_SAVED)
        account_notify(context, 0);
}

static void put_parts(StoreBatch *batch, const Account *account)
{
    static const struct {
        AccountPart part;
        const char *first, *last; /* columns */
    } parts[] = {{ACCOUNT_TIMES, "login", "language"},
                 {ACCOUNT_PASSWORD, "password", "memory"},
                 {ACCOUNT_BAN, "flags", "reason"}};
    for (size_t i = 0; i < COUNT_OF(parts); i++)
        if (account->changed & parts[i].part)
            store_put_part(batch, STORE_ACCOUNT, &account->row, parts[i].first, parts[i].last);
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
    for (unsigned i = 0; i < accounts->request_count; i++)
        if (accounts->requests[i].state == ACCOUNT_REQUEST_CLAIMED)
            accounts->requests[i].state = ACCOUNT_REQUEST_FLUSHED;
}

void accounts_flush(Accounts *accounts)
{
    if (accounts->changed && !accounts->flushing)
        flush_accounts(accounts);
    if (accounts->denials)
        store_commit(accounts->store, &accounts->denials, denied_kept, accounts);
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

/* Notes come from outside: cuts the text before the first invalid byte. */
static Text cut(Text note)
{
    note = text_to_zero(text_slice(note, 0, utf8_invalid(note)));
    size_t size = note.size < ACCOUNT_NOTE_MAX ? note.size : ACCOUNT_NOTE_MAX;
    while (size < note.size && size && ((uint8_t)note.at[size] & 0xC0) == 0x80)
        size--; /* not in the middle of a letter */
    return (Text){note.at, size};
}

void accounts_seen(Accounts *accounts, int64_t id, int64_t seconds, bool left)
{
    Account *account = get(accounts, id);
    if (!account)
        return;
    account->row.seen = seconds;
    account->row.logout = left ? seconds : account->row.logout;
    account_changed(accounts, account, ACCOUNT_TIMES);
}

static ResultCode set_banned(Accounts *accounts, Text name, bool banned, Text reason)
{
    Account *account = find(accounts, name);
    if (!account)
        return RESULT_NOBODY;
    account->row.flags &= ~(int64_t)STORE_BANNED;
    account->row.flags |= banned ? STORE_BANNED : 0;
    account->row.reason = arena_text(accounts->arena, cut(reason));
    account_changed(accounts, account, ACCOUNT_BAN);
    return RESULT_OK;
}

ResultCode accounts_ban(Accounts *accounts, Text name, Text reason)
{
    return set_banned(accounts, name, true, reason);
}

ResultCode accounts_unban(Accounts *accounts, Text name)
{
    return set_banned(accounts, name, false, TEXT(""));
}

ResultCode accounts_set_password(Accounts *accounts, Text name, Text password)
{
    Account *account = find(accounts, name);
    uint8_t salt[PASSWORD_SALT_SIZE], hash[PASSWORD_HASH_SIZE];
    if (!account)
        return RESULT_NOBODY;
    if (password.size < ACCOUNT_PASSWORD_MIN || password.size > PASSWORD_SIZE_MAX)
        return RESULT_PASSWORD;
    password_salt(store_game(accounts->store), account->row.folded, salt);
    if (!password_hash(password, salt, accounts->cost, hash))
        return RESULT_FAILED;
    account_set_hash(accounts, account, hash);
    account_changed(accounts, account, ACCOUNT_PASSWORD);
    return RESULT_OK;
}

/* ---- the deny list ---- */

bool accounts_denied(const Accounts *accounts, const WireAddress *address)
{
    for (size_t i = 0; i < accounts->denied_count; i++)
        if (network_has(&accounts->denied[i].network, address))
            return true;
    return false;
}

static Denied *find_denied(const Accounts *accounts, const Network *network)
{
    for (size_t i = 0; i < accounts->denied_count; i++)
        if (!memcmp(&accounts->denied[i].network, network, sizeof *network))
            return &accounts->denied[i];
    return NULL;
}

static StoreBatch *denials(Accounts *accounts)
{
    if (!accounts->denials)
        accounts->denials = store_batch(accounts->store);
    return accounts->denials;
}

void accounts_deny(Accounts *accounts, const Network *network, Text note)
{
    uint8_t bytes[NETWORK_BYTES_MAX];
    Denied *denied = find_denied(accounts, network);
    if (!denied)
        denied = ARENA_PUSH(accounts->arena, accounts->denied, accounts->denied_count);
    *denied = (Denied){*network, arena_text(accounts->arena, cut(note))};
    const StoreDenied row = {{bytes, network_bytes(network, bytes)}, denied->note};
    store_put(denials(accounts), STORE_DENIED, &row);
}

bool accounts_undeny(Accounts *accounts, const Network *network)
{
    uint8_t bytes[NETWORK_BYTES_MAX];
    Denied *denied = find_denied(accounts, network);
    const StoreDenied row = {{bytes, network_bytes(network, bytes)}, TEXT("")};
    if (!denied)
        return false;
    store_remove(denials(accounts), STORE_DENIED, &row);
    const size_t after = (size_t)(&accounts->denied[accounts->denied_count] - (denied + 1));
    memmove(denied, denied + 1, after * sizeof *denied);
    accounts->denied_count--;
    return true;
}

const Denied *accounts_denials(const Accounts *accounts, size_t *count)
{
    *count = accounts->denied_count;
    return accounts->denied;
}
