/* Parts, in order: the accounts in memory, ordered by id; changes made by other servers;
 * own changes. They are written to the store in accounts_flush.c. Logins and registrations are
 * in accounts_requests.c and accounts_registration.c, decisions of the staff in
 * accounts_staff.c, deletions in accounts_deletion.c. */
#include "server/accounts/accounts_internal.h"

#include "base/numbers.h"
#include "base/text.h"

/* ---- the accounts in memory ---- */

void account_set_language(Account *account, Text language)
{
    if (language.size != 2 || language.at[0] < 'a' || language.at[0] > 'z' ||
        language.at[1] < 'a' || language.at[1] > 'z')
        return;
    memcpy(account->language, language.at, 2);
    account->row.language = (Text){account->language, 2};
}

void account_set_ignored(const Accounts *accounts, Account *account, Bytes list)
{
    const size_t max = ACCOUNT_IGNORED_MAX * sizeof(uint32_t);
    const size_t size = list.size < max ? list.size : max;
    if (size && !account->ignored)
        account->ignored = ARENA_ALLOC(accounts->arena, uint8_t, max);
    if (size) /* may be the same memory */
        memmove(account->ignored, list.data, size);
    account->row.ignored = (Bytes){account->ignored, size};
}

void account_set_hash(Accounts *accounts, Account *account, const uint8_t *hash)
{
    const Bytes now = {hash, sizeof account->password};
    account->password_changes += !bytes_equal(account->row.password, now);
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
    account->password_changes += !bytes_equal(before.password, row->password);
    account->row = *row;
    account->row.name = text_kept(accounts, before.name, row->name);
    account->row.folded = text_kept(accounts, before.folded, row->folded);
    account->row.reason = text_kept(accounts, before.reason, row->reason);
    account->row.ban_by = text_kept(accounts, before.ban_by, row->ban_by);
    account->row.mute_by = text_kept(accounts, before.mute_by, row->mute_by);
    account->row.mute_reason = text_kept(accounts, before.mute_reason, row->mute_reason);
    account_set_ignored(accounts, account, row->ignored);
    account->row.language = (Text){account->language, 0};
    account->row.password = (Bytes){account->password, 0};
    account_set_language(account, row->language);
    if (row->password.size == sizeof account->password) {
        /* may be the same memory */
        memmove(account->password, row->password.data, row->password.size);
        account->row.password.size = row->password.size;
    }
}

bool account_is_deleted(const StoreAccount *row) { return !row->name.size; }

/* A deleted account gives its name back. */
static void add_name(const Accounts *accounts, Table *table, Text key, int64_t id)
{
    uint32_t *owner = table_put(table, key, (uint32_t)id);
    const StoreAccount *row = *owner == id ? NULL : accounts_get(accounts, *owner);
    if (row && account_is_deleted(row))
        *owner = (uint32_t)id;
}

/* `row` has the texts that stay. */
static void add_names(Accounts *accounts, const StoreAccount *row)
{
    if (account_is_deleted(row))
        return;
    const NameSkeletons skeletons =
        name_skeletons(accounts->checker, row->name, accounts->arena);
    add_name(accounts, &accounts->names, row->folded, row->id);
    add_name(accounts, &accounts->aliases,
             name_folded(accounts->checker, row->name, accounts->arena), row->id);
    for (size_t i = 0; i < COUNT_OF(skeletons.forms); i++)
        add_name(accounts, &accounts->skeletons, skeletons.forms[i], row->id);
}

Account *account_insert(Accounts *accounts, const StoreAccount *row)
{
    const size_t player_index = index_of(accounts, row->id), count = accounts->count;
    Account *account = ARENA_ALLOC(accounts->arena, Account, 1);
    set_row(accounts, account, row);
    ARENA_PUSH(accounts->arena, accounts->items, accounts->count);
    memmove(accounts->items + player_index + 1, accounts->items + player_index,
            (count - player_index) * sizeof *accounts->items);
    accounts->items[player_index] = account;
    accounts->next_id = row->id >= accounts->next_id ? row->id + 1 : accounts->next_id;
    add_names(accounts, &account->row);
    return account;
}

Account *account_get(const Accounts *accounts, int64_t id)
{
    const size_t player_index = index_of(accounts, id);
    return player_index < accounts->count && accounts->items[player_index]->row.id == id
               ? accounts->items[player_index]
               : NULL;
}

static Account *owner_of(const Accounts *accounts, const Table *table, Text key)
{
    const uint32_t *id = table_get(table, key);
    Account *account = id ? account_get(accounts, *id) : NULL;
    return account && !account_is_deleted(&account->row) ? account : NULL;
}

Account *account_by_name(const Accounts *accounts, Text name)
{
    Arena *arena = arena_new();
    Account *account = owner_of(accounts, &accounts->names, text_lowered(name, arena));
    if (!account)
        account =
            owner_of(accounts, &accounts->aliases, name_folded(accounts->checker, name, arena));
    arena_free(arena);
    return account;
}

Account *account_by_looks(const Accounts *accounts, Text name)
{
    Account *account = NULL;
    Arena *arena = arena_new();
    const NameSkeletons skeletons = name_skeletons(accounts->checker, name, arena);
    for (size_t i = 0; i < COUNT_OF(skeletons.forms) && !account; i++)
        account = owner_of(accounts, &accounts->skeletons, skeletons.forms[i]);
    arena_free(arena);
    return account;
}

const PlayerNames *accounts_names(const Accounts *accounts) { return accounts->checker; }

NameFault accounts_name_fault(const Accounts *accounts, Text name)
{
    return name_fault(accounts->checker, name);
}

void accounts_set_closed(Accounts *accounts, bool closed) { accounts->closed = closed; }

size_t accounts_count(const Accounts *accounts)
{
    size_t count = 0;
    for (size_t i = 0; i < accounts->count; i++)
        count += !account_is_deleted(&accounts->items[i]->row);
    return count;
}

int64_t accounts_last(const Accounts *accounts)
{
    return accounts->count ? accounts->items[accounts->count - 1]->row.id : 0;
}

const StoreAccount *accounts_get(const Accounts *accounts, int64_t id)
{
    const Account *account = account_get(accounts, id);
    return account ? &account->row : NULL;
}

uint32_t accounts_password_changes(const Accounts *accounts, int64_t id)
{
    const Account *account = account_get(accounts, id);
    return account ? account->password_changes : 0;
}

const StoreAccount *accounts_find(const Accounts *accounts, Text name)
{
    const Account *account = account_by_name(accounts, name);
    return account ? &account->row : NULL;
}

/* ---- what other servers do ---- */

void account_notify(const Accounts *accounts, int64_t id)
{
    if (accounts->notify)
        accounts->notify(accounts->options_context, id);
}

/* Columns that are written together, and of which an unsaved local change is newer than the
 * stored row. Times are different: the later one counts. */
const AccountColumns account_columns[ACCOUNT_COLUMNS] = {
    {ACCOUNT_PASSWORD, "password", "memory"}, {ACCOUNT_BAN, "flags", "reason"},
    {ACCOUNT_BAN, "ban_since", "ban_by"},     {ACCOUNT_MUTE, "mute_since", "mute_reason"},
    {ACCOUNT_BAN, "ban_role", "ban_role"},    {ACCOUNT_MUTE, "mute_role", "mute_role"},
    {ACCOUNT_ROLE, "role", "role"},           {ACCOUNT_IGNORED, "ignored", "ignored"}};

/* Local changes that are not in the store yet are newer than the stored row. */
static void keep_changes(const Account *account, StoreAccount *row)
{
    const StoreAccount *mine = &account->row;
    const unsigned parts = account->changed | account->flushed;
    for (size_t i = 0; i < ACCOUNT_COLUMNS; i++)
        if (parts & account_columns[i].part)
            store_copy_part(STORE_ACCOUNT, row, mine, account_columns[i].first,
                            account_columns[i].last);
    if (parts & ACCOUNT_TIMES)
        row->language = mine->language;
    row->login = LARGER(row->login, mine->login);
    row->logout = LARGER(row->logout, mine->logout);
    row->seen = LARGER(row->seen, mine->seen);
}

StoreFound account_learn(Accounts *accounts, const char *column, StoreAccount *row)
{
    Arena *scratch = arena_new();
    Report silent = report_to(NULL, NULL);
    const StoreFound found =
        store_find(accounts->store, STORE_ACCOUNT, column, row, scratch, &silent);
    Account *account = found == STORE_FOUND ? account_get(accounts, row->id) : NULL;
    if (account) {
        keep_changes(account, row);
        set_row(accounts, account, row);
    } else if (found == STORE_FOUND) {
        account_insert(accounts, row);
    }
    arena_free(scratch);
    return found;
}

bool accounts_learn(Accounts *accounts, int64_t id)
{
    return account_learn(accounts, "id", &(StoreAccount){.id = id}) == STORE_FOUND;
}

bool account_refresh(Accounts *accounts, Text name, Text folded, Account **out)
{
    StoreFound found = STORE_NONE;
    Account *account = *out = account_by_name(accounts, name);
    if (!accounts->notify)
        return true;
    if (account)
        found = account_learn(accounts, "id", &(StoreAccount){.id = account->row.id});
    if (found == STORE_NONE || (account && account_is_deleted(&account->row)))
        found = account_learn(accounts, "folded", &(StoreAccount){.folded = folded});
    *out = found == STORE_FOUND ? account_by_name(accounts, name) : NULL;
    return found != STORE_UNREADABLE;
}

Account *account_similar(Accounts *accounts, Text name)
{
    Account *other = account_by_looks(accounts, name);
    if (other && accounts->notify)
        account_learn(accounts, "id", &(StoreAccount){.id = other->row.id});
    return other && account_is_deleted(&other->row) ? NULL : other;
}

/* ---- own changes ---- */

void account_changed(Accounts *accounts, Account *account, AccountPart part)
{
    if (!account->changed) {
        account->next_changed = accounts->changed;
        accounts->changed = account;
    }
    account->changed |= part;
}

void accounts_seen(Accounts *accounts, int64_t id, int64_t seconds, bool left)
{
    Account *account = account_get(accounts, id);
    if (!account)
        return;
    account->row.seen = seconds;
    account->row.logout = left ? seconds : account->row.logout;
    account_changed(accounts, account, ACCOUNT_TIMES);
}
