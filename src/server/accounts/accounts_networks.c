/* Networks from which accounts have logged in: attackers elsewhere cannot lock them out. */
#include "server/accounts/accounts_internal.h"

#include <sodium.h>

static uint64_t hash_of(const Accounts *accounts, const Account *account, Bytes address)
{
    const Bytes state = store_id(accounts->store);
    const int64_t id = account->row.id;
    uint8_t out[crypto_generichash_BYTES_MIN];
    crypto_generichash_state hash;
    uint64_t first;
    crypto_generichash_init(&hash, state.data, state.size, sizeof out);
    crypto_generichash_update(&hash, (const uint8_t *)&id, sizeof id);
    crypto_generichash_update(&hash, address.data, address.size);
    crypto_generichash_final(&hash, out, sizeof out);
    memcpy(&first, out, sizeof first);
    return first ? first : 1;
}

static size_t index_of(const Account *account, uint64_t network)
{
    size_t player_index = 0;
    while (player_index < ACCOUNT_NETWORKS_MAX && account->networks[player_index] != network)
        player_index++;
    return player_index;
}

bool account_knows(const Accounts *accounts, const Account *account, Bytes address)
{
    return index_of(account, hash_of(accounts, account, address)) < ACCOUNT_NETWORKS_MAX;
}

void account_begin_networks(const Accounts *accounts, Account *account, Bytes address)
{
    memset(account->networks, 0, sizeof account->networks);
    account->networks[0] = hash_of(accounts, account, address);
}

void account_note_network(Accounts *accounts, Account *account, Bytes address)
{
    const uint64_t network = hash_of(accounts, account, address);
    size_t player_index = index_of(account, network);
    if (player_index == 0)
        return;
    if (player_index == ACCOUNT_NETWORKS_MAX)
        player_index--; /* the oldest is removed */
    memmove(account->networks + 1, account->networks, player_index * sizeof *account->networks);
    account->networks[0] = network;
    account_changed(accounts, account, ACCOUNT_NETWORKS);
}

static void take(Account *account, Bytes networks)
{
    const size_t max = sizeof account->networks;
    if ((account->changed | account->flushed) & ACCOUNT_NETWORKS)
        return;
    memset(account->networks, 0, max);
    if (networks.size)
        memcpy(account->networks, networks.data, networks.size < max ? networks.size : max);
}

bool accounts_load_networks(Accounts *accounts, Report *report)
{
    void *rows;
    size_t count;
    Arena *scratch = arena_new();
    const bool ok = store_load(accounts->store, STORE_NETWORK, &rows, &count, scratch, report);
    for (size_t i = 0, at = 0; ok && i < count; i++) { /* both are ordered by id */
        const StoreNetwork *row = &((const StoreNetwork *)rows)[i];
        while (at < accounts->count && accounts->items[at]->row.id < row->account)
            at++;
        if (at < accounts->count && accounts->items[at]->row.id == row->account)
            take(accounts->items[at], row->networks);
    }
    arena_free(scratch);
    return ok;
}

void account_learn_networks(Accounts *accounts, Account *account)
{
    Arena *scratch = arena_new();
    Report silent = report_to(NULL, NULL);
    StoreNetwork row = {.account = account->row.id};
    if (store_find(accounts->store, STORE_NETWORK, "account", &row, scratch, &silent) ==
        STORE_FOUND)
        take(account, row.networks);
    arena_free(scratch);
}

void account_put_networks(StoreBatch *batch, const Account *account)
{
    size_t count = 0;
    while (count < ACCOUNT_NETWORKS_MAX && account->networks[count])
        count++;
    const StoreNetwork row = {
        account->row.id,
        {(const uint8_t *)account->networks, count * sizeof *account->networks}};
    store_put(batch, STORE_NETWORK, &row);
}
