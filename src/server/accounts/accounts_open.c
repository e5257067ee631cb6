/* Loading accounts from the store, and freeing them. */
#include "server/accounts/accounts_internal.h"

#include <sodium.h>
#include <stdlib.h>

enum { DEFAULT_QUEUE = 64 };

static bool load(Accounts *accounts, Report *report)
{
    void *rows;
    size_t count;
    Arena *scratch = arena_new();
    const bool ok = store_load(accounts->store, STORE_ACCOUNT, &rows, &count, scratch, report);
    for (size_t i = 0; ok && i < count; i++)
        account_insert(accounts, &((const StoreAccount *)rows)[i]);
    arena_free(scratch);
    return ok && accounts_load_networks(accounts, report) &&
           accounts_load_denied(accounts, report);
}

static Limits *limits_of(Accounts *accounts, LimitRule rule, LimitRule standard)
{
    Limits *limits = ARENA_ALLOC(accounts->arena, Limits, 1);
    limits_set_up(limits, rule.free ? rule : standard);
    return limits;
}

static void set_up(Accounts *accounts, const AccountsOptions *options)
{
    accounts->closed = options->closed;
    accounts->cost = options->cost.passes ? options->cost : PASSWORD_COST;
    accounts->request_count = options->queue ? options->queue : DEFAULT_QUEUE;
    accounts->requests = ARENA_ALLOC(accounts->arena, Request, accounts->request_count);
    accounts->account_limits = limits_of(accounts, options->account, LIMIT_ACCOUNT);
    accounts->everywhere_limits = limits_of(accounts, options->everywhere, LIMIT_EVERYWHERE);
    accounts->address_limits = limits_of(accounts, options->address, LIMIT_ADDRESS);
    accounts->register_limits = limits_of(accounts, options->registering, LIMIT_REGISTER);
    accounts->names = table_new(accounts->arena);
    accounts->aliases = table_new(accounts->arena);
    accounts->skeletons = table_new(accounts->arena);
    accounts->next_id = 1;
    accounts->notify = options->changed;
    accounts->deleting = options->deleting;
    accounts->options_context = options->context;
    randombytes_buf(accounts->dummy, sizeof accounts->dummy);
}

Accounts *accounts_new(Store *store, const AccountsOptions *options, Report *report)
{
    if (sodium_init() < 0) {
        report_error(report, "cannot initialize libsodium");
        return NULL;
    }
    Arena *arena = arena_new();
    Accounts *accounts = ARENA_ALLOC(arena, Accounts, 1);
    accounts->arena = arena;
    accounts->denied_arena = arena_new();
    accounts->store = store;
    set_up(accounts, options);
    accounts->checker = player_names_new(report);
    accounts->workers =
        password_workers(options->threads ? options->threads : 1, accounts->request_count);
    if (!accounts->workers)
        report_error(report, "cannot start a thread for password hashes");
    else if (accounts->checker && load(accounts, report))
        return accounts;
    accounts_free(accounts);
    return NULL;
}

void accounts_free(Accounts *accounts)
{
    if (accounts->workers)
        password_workers_free(accounts->workers);
    if (accounts->changed || accounts->denials) {
        store_wait(accounts->store); /* after a flush that is under way, the queue has space */
        accounts_flush(accounts);
    }
    if (accounts->count || accounts->requests)
        store_wait(accounts->store); /* no callback may run after the accounts are freed */
    if (accounts->denials)
        store_drop_batch(accounts->denials);
    player_names_free(accounts->checker);
    sodium_memzero(accounts->requests, accounts->request_count * sizeof(Request));
    arena_free(accounts->denied_arena);
    arena_free(accounts->arena);
}
