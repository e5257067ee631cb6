/* The deny list: networks whose connections are refused. */
#include "server/accounts/accounts_internal.h"

bool accounts_load_denied(Accounts *accounts, Report *report)
{
    void *rows;
    size_t count;
    Arena *scratch = arena_new();
    const bool ok = store_load(accounts->store, STORE_DENIED, &rows, &count, scratch, report);
    if (ok) {
        arena_reset(accounts->denied_arena);
        accounts->denied = NULL;
        accounts->denied_count = 0;
    }
    for (size_t i = 0; ok && i < count; i++) {
        const StoreDenied *row = &((const StoreDenied *)rows)[i];
        Denied denied = {.decision = {.by = arena_text(accounts->denied_arena, row->author),
                                      .reason = arena_text(accounts->denied_arena, row->note),
                                      .since = row->since,
                                      .until = row->until,
                                      .role = row->role}};
        if (network_of_bytes(row->network, &denied.network))
            *ARENA_PUSH(accounts->denied_arena, accounts->denied, accounts->denied_count) =
                denied;
        else
            report_warning(report, "denied address %zu is invalid", i);
    }
    arena_free(scratch);
    return ok;
}

bool accounts_learn_denied(Accounts *accounts)
{
    Report silent = report_to(NULL, NULL);
    return !accounts->denials && !accounts->denials_under_way &&
           accounts_load_denied(accounts, &silent);
}

bool accounts_denied(const Accounts *accounts, const WireAddress *address, int64_t now)
{
    for (size_t i = 0; i < accounts->denied_count; i++) {
        const Denied *denied = &accounts->denied[i];
        if (network_has(&denied->network, address) &&
            (!denied->decision.until || denied->decision.until > now))
            return true;
    }
    return false;
}

static Denied *find_denied(const Accounts *accounts, const Network *network)
{
    for (size_t i = 0; i < accounts->denied_count; i++)
        if (!memcmp(&accounts->denied[i].network, network, sizeof *network))
            return &accounts->denied[i];
    return NULL;
}

const Denied *accounts_find_denied(const Accounts *accounts, const Network *network)
{
    return find_denied(accounts, network);
}

static StoreBatch *denials(Accounts *accounts)
{
    if (!accounts->denials)
        accounts->denials = store_batch(accounts->store);
    return accounts->denials;
}

void accounts_deny(Accounts *accounts, const Network *network, const AccountDecision *decision)
{
    uint8_t bytes[NETWORK_BYTES_MAX];
    Denied *denied = find_denied(accounts, network);
    if (!denied)
        denied = ARENA_PUSH(accounts->denied_arena, accounts->denied, accounts->denied_count);
    *denied = (Denied){*network, *decision};
    denied->decision.by = arena_text(accounts->denied_arena, account_note(decision->by));
    denied->decision.reason =
        arena_text(accounts->denied_arena, account_note(decision->reason));
    const StoreDenied row = {.network = {bytes, network_bytes(network, bytes)},
                             .note = denied->decision.reason,
                             .since = decision->since,
                             .until = decision->until,
                             .author = denied->decision.by,
                             .role = decision->role};
    store_put(denials(accounts), STORE_DENIED, &row);
}

bool accounts_undeny(Accounts *accounts, const Network *network)
{
    uint8_t bytes[NETWORK_BYTES_MAX];
    Denied *denied = find_denied(accounts, network);
    const StoreDenied row = {.network = {bytes, network_bytes(network, bytes)}};
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
